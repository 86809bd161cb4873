/* All that waits for too long, with the command that looks deeper. */
#include "stuck.h"
#include "act.h"
#include "database/frozen.h"
#include "say/json.h"
#include "say/print.h"

#include <stdarg.h>
#include <stdlib.h>

void stuck_add(struct stuck *stuck, const char *kind, const char *of, const char *id, int64_t since_us,
               const char *look, const char *message, ...) {
    const bool is_known = since_us != 0;
    char *said;
    va_list arguments;
    va_start(arguments, message);
    if (vasprintf(&said, message, arguments) < 0)
        arena_exhausted();
    va_end(arguments);
    list_say(&stuck->rows,
             ROW(row_text("kind", kind), row_text("of", of), row_text("id", id), row_text("message", said),
                 row_or("an unknown time", row_if(is_known, row_time("since", since_us))),
                 row_or("?", row_if(is_known, row_age("age_seconds", since_us))), row_text("look", look)),
             is_known ? "{message}\n  since {since} ({age_seconds}): {look}\n" : "{message}\n  {look}\n");
    free(said);
}

int command_stuck(struct call *call) {
    struct stuck stuck = {.call = call,
                          .rows = list_new(call, "stuck", NULL),
                          .notes = json_array(),
                          .frozen = frozen_now(call)};
    struct models models = {0};
    /* a database of flows has the table of machines, too, and may have none in it */
    if (database_machines(call).count > 0 || database_flows(call).count == 0)
        models = models_read(call, NULL);
    stuck_sessions(&stuck, &models);
    stuck_freezes(&stuck);
    stuck_locks(&stuck);
    for (size_t m = 0; m < models.count; m++)
        stuck_machine(&stuck, &models.models[m]);
    stuck_flows(&stuck);
    stuck_outbox(&stuck);
    for (size_t m = 0; m < models.count; m++)
        stuck_entities(&stuck, &models.models[m]); /* the least urgent */
    row_tell(call, ROW(row_list(&stuck.rows), row_json("notes", json_incref(stuck.notes))), "");
    if (!call->json && stuck.rows.count == 0)
        say("nothing is stuck\n");
    for (EACH_ITEM(note, stuck.notes))
        if (!call->json)
            say("note: %s\n", json_string_value(*note));
    return stuck.rows.count == 0 ? EXIT_DONE : EXIT_REFUSED;
}
