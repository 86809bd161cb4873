#include "database/entity.h"
#include "look.h"

#include <stdlib.h>

struct history {
    const struct deployed_model *model;
    struct list moves;
};

static enum pawl_status history_add(void *context, const struct cell *cells, struct pawl_error *err) {
    struct history *history = context;
    struct field row[ENTITY_MOVE_FIELDS];
    char *params = entity_params_text(history->model, cells + 7);
    (void)err;
    entity_move_row(row, history->model, cells, params);
    list_add(&history->moves, row);
    free(params);
    return PAWL_OK;
}

int command_history(struct call *call) {
    struct entity entity;
    const char *id = call->operands[call->operand_count - 1];
    int status = entity_find(call, call->operand_count > 1 ? call->operands[0] : NULL, id, &entity);
    if (status == EXIT_DONE) {
        struct history history = {.model = entity.model, .moves = list_new(call, "moves", "")};
        status = entity_history(call, &entity, history_add, &history);
        if (status == EXIT_DONE) {
            row_tell(
                call,
                ROW(row_text("machine", entity.model->name), row_text("id", id), row_list(&history.moves)),
                "{machine} {id}\n");
            list_print(&history.moves);
        }
        list_free(&history.moves);
    }
    entity_free(&entity);
    return status;
}
