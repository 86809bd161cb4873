#include "frozen.h"
#include "database.h"
#include "say/json.h"
#include "say/print.h"

json_t *frozen_now(struct call *call) {
    json_t *frozen = json_object();
    for (EACH_ROW(row, database_freezes(call))) {
        char until[TIME_SIZE];
        /* a freeze that is over stands there until what was deferred has been fired */
        if (!row[2].is_null && row[2].number <= now_us())
            continue;
        json_object_set_new(frozen, row[0].text,
                            json_pack("{s:s, s:s?, s:s}", "mode", row[1].text, "until",
                                      row[2].is_null ? NULL : print_time(until, row[2].number, 'T'), "reason",
                                      row[3].text));
    }
    return frozen;
}

const char *frozen_text(const json_t *frozen, const char *name) {
    const json_t *freeze = json_object_get(frozen, name);
    const char *until = text_of(freeze, "until");
    return freeze == NULL ? NULL
                          : arena_printf(memory, "frozen (%s)%s%s: %s", text_of(freeze, "mode"),
                                         until == NULL ? "" : " until ", until == NULL ? "" : until,
                                         printable(text_of(freeze, "reason")));
}

json_t *migrating_now(struct call *call) {
    const char *query = call->dialect->under_way;
    json_t *migrating = json_object();
    struct row_set begun;
    /* in an installation that is under way, or was cut off, machines may be there without that table */
    if (query == NULL || !database_has_table(call, "pawl_migrations"))
        return migrating;
    if (!database_try_query(call, query, NO_VALUES, 4, &begun) && !right_is_denied(call->db, &call->err))
        database_error(call);
    for (EACH_ROW(row, begun)) {
        char since[TIME_SIZE];
        print_time(since, row[3].number, 'T');
        for (size_t i = 0; i < 2; i++)
            json_object_set_new(migrating, row[i].text,
                                json_pack("{s:s, s:s}", "fingerprint", row[2].text, "since", since));
    }
    return migrating;
}

const char *migrating_text(const json_t *migrating, const char *name) {
    const json_t *begun = json_object_get(migrating, name);
    return begun == NULL
               ? NULL
               : arena_printf(
                     memory,
                     "it is being migrated to version %s since %s, and transitions may wait until that has "
                     "ended: if nobody works on that migration, apply it again, and it continues",
                     text_of(begun, "fingerprint"), text_of(begun, "since"));
}
