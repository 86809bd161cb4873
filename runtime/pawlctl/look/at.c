#include "database/entity.h"
#include "look.h"
#include "say/print.h"

int command_at(struct call *call) {
    int64_t at_us, first_us = 0;
    char at[TIME_SIZE], first[TIME_SIZE];
    const char *time = call->operands[call->operand_count - 1];
    if (!parse_time(time, &at_us))
        usage_error(call,
                    "`%s` is no time: write 2026-11-21, 2026-11-21T10:30 or "
                    "2026-11-21T10:30:00.123456+02:00",
                    time);
    const struct entity entity = entity_find(call, call->operand_count > 2 ? call->operands[0] : NULL,
                                             call->operands[call->operand_count - 2]);
    const struct row_set moves = entity_history(call, &entity);
    const struct deployed_model *model = entity.model;
    const struct cell *last = NULL; /* until then */
    for (EACH_ROW(row, moves)) {
        if (row[2].text != NULL && *row[2].text == '\0')
            first_us = row[4].number;
        if (row[4].number <= at_us)
            last = row;
    }
    if (last == NULL)
        refused(NULL, "%s %s: it was created at %s, later than %s", model->name, entity.id,
                print_time(first, first_us, ' '), print_time(at, at_us, ' '));
    row_tell(call,
             ROW(row_text("machine", model->name), row_text("id", entity.id), row_time("at", at_us),
                 row_text("state", entity_state_name(model, last[3].text)), row_time("since", last[4].number),
                 row_number("sort_key", last[0].number),
                 row_text("event", entity_event_name(model, last[1].text)),
                 row_or("", row_actor(last[5].text))),
             "{machine} {id} at {at}: {state}\n"
             "  since {since}, by {event} of {actor} (sort key {sort_key})\n");
    return EXIT_DONE;
}
