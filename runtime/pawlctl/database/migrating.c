#include "migrating.h"
#include "database.h"
#include "say/json.h"
#include "say/print.h"

#include <stdio.h>

/* cells: machine, what it was called, fingerprint, since when */
static enum pawl_status migrating_note(void *context, const struct cell *cells, struct pawl_error *err) {
    char since[TIME_SIZE];
    (void)err;
    print_time(since, cells[3].number, 'T');
    for (size_t i = 0; i < 2; i++)
        json_object_set_new(context, cells[i].text,
                            json_pack("{s:s, s:s}", "fingerprint", cells[2].text, "since", since));
    return PAWL_OK;
}

json_t *migrating_now(struct call *call) {
    const struct database_dialect *dialect = call->dialect;
    json_t *migrating = json_object();
    if (dialect->under_way == NULL ||
        database_rows_where(call, dialect->find_under_way, dialect->under_way, migrating_note, migrating) ||
        right_is_denied(call->db, &call->err))
        return migrating;
    json_decref(migrating);
    return NULL;
}

const char *migrating_text(const json_t *migrating, const char *name, char buffer[MIGRATING_SIZE]) {
    const json_t *begun = json_object_get(migrating, name);
    *buffer = '\0';
    if (begun != NULL)
        snprintf(buffer, MIGRATING_SIZE,
                 "it is being migrated to version %s since %s, and transitions may wait until that has "
                 "ended: if nobody works on that migration, apply it again, and it continues",
                 text_of(begun, "fingerprint"), text_of(begun, "since"));
    return buffer;
}
