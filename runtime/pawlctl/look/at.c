#include "database/entity.h"
#include "look.h"
#include "say/print.h"

#include <stdlib.h>

struct looking {
    const struct call *call;
    const struct entity *entity;
    int64_t at_us;
    int64_t first_us;
    char *told; /* of the last move until then; NULL: there is none */
};

static enum pawl_status at_look(void *context, const struct cell *cells, struct pawl_error *err) {
    struct looking *looking = context;
    const struct deployed_model *model = looking->entity->model;
    if (cells[2].text != NULL && *cells[2].text == '\0')
        looking->first_us = cells[4].number;
    if (cells[4].number > looking->at_us)
        return PAWL_OK;
    const struct field row[] = {row_text("machine", model->name),
                                row_text("id", looking->entity->id),
                                row_time("at", looking->at_us),
                                row_text("state", entity_state_name(model, cells[3].text)),
                                row_time("since", cells[4].number),
                                row_number("sort_key", cells[0].number),
                                row_text("event", entity_event_name(model, cells[1].text)),
                                row_or("", row_text("actor", cells[5].text)),
                                ROW_END};
    free(looking->told);
    looking->told = row_told(looking->call, row,
                             "{machine} {id} at {at}: {state}\n"
                             "  since {since}, by {event} of {actor} (sort key {sort_key})\n");
    return looking->told != NULL ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory");
}

int command_at(struct call *call) {
    struct entity entity;
    struct looking looking = {.call = call, .entity = &entity};
    char at[TIME_SIZE], first[TIME_SIZE];
    const char *time = call->operands[call->operand_count - 1];
    if (!parse_time(time, &looking.at_us))
        return usage_error(call,
                           "`%s` is no time: write 2026-11-21, 2026-11-21T10:30 or "
                           "2026-11-21T10:30:00.123456+02:00",
                           time);
    int status = entity_find(call, call->operand_count > 2 ? call->operands[0] : NULL,
                             call->operands[call->operand_count - 2], &entity);
    if (status == EXIT_DONE)
        status = entity_history(call, &entity, at_look, &looking);
    if (status == EXIT_DONE && looking.told == NULL)
        status = refused(NULL, "%s %s: it was created at %s, later than %s", entity.model->name, entity.id,
                         print_time(first, looking.first_us, ' '), print_time(at, looking.at_us, ' '));
    if (status == EXIT_DONE)
        fputs(looking.told, stdout);
    free(looking.told);
    entity_free(&entity);
    return status;
}
