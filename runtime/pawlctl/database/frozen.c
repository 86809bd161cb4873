#include "frozen.h"
#include "database.h"
#include "say/json.h"
#include "say/print.h"

#include <stdlib.h>
#include <string.h>

/* A freeze that is over stands there until what was deferred has been fired. */
static enum pawl_status frozen_note(void *context, const struct cell *cells, struct pawl_error *err) {
    char until[TIME_SIZE];
    (void)err;
    if (!cells[2].is_null && cells[2].number <= now_us())
        return PAWL_OK;
    json_object_set_new(context, cells[0].text,
                        json_pack("{s:s, s:s?, s:s}", "mode", cells[1].text, "until",
                                  cells[2].is_null ? NULL : print_time(until, cells[2].number, 'T'), "reason",
                                  cells[3].text));
    return PAWL_OK;
}

json_t *frozen_now(struct call *call) {
    const struct database_dialect *dialect = call->dialect;
    json_t *frozen = json_object();
    if (database_rows_where(call, dialect->find_registry, dialect->freezes, frozen_note, frozen))
        return frozen;
    json_decref(frozen);
    return NULL;
}

const char *frozen_text(const json_t *frozen, const char *name, char buffer[FROZEN_SIZE]) {
    const json_t *freeze = json_object_get(frozen, name);
    const char *until = text_of(freeze, "until");
    *buffer = '\0';
    if (freeze == NULL)
        return buffer;
    char *reason = printable(text_of(freeze, "reason"));
    snprintf(buffer, FROZEN_SIZE, "; frozen (%s)%s%s: %s", text_of(freeze, "mode"),
             until == NULL ? "" : " until ", until == NULL ? "" : until, reason == NULL ? "" : reason);
    free(reason);
    return buffer;
}

json_t *frozen_json(const json_t *frozen, const char *name) {
    json_t *freeze = json_object_get(frozen, name);
    return freeze == NULL ? json_null() : json_incref(freeze);
}
