#include "database/entity.h"
#include "look.h"
#include "say/json.h"

#include <stdlib.h>

struct history {
    const struct deployed_model *model;
    const char *id;
    struct list moves;
    char lock_key[PAWL_KEY_MAX_BYTES + 1]; /* "": none, or it is not known */
};

/* `key` refers to the entity's key or to a parameter of the creation. */
static void note_lock_key(struct history *history, const struct cell *creation) {
    const json_t *reference = json_object_get(history->model->json, "key");
    const char *column = text_of(reference, "column");
    const struct cell *cell = column == NULL ? NULL : &creation[7 + model_column(history->model, column)];
    char digits[24];
    if (reference != NULL && (cell == NULL || !cell->is_null))
        snprintf(history->lock_key, sizeof history->lock_key, "%s",
                 cell == NULL ? history->id : key_text(cell, digits));
}

static enum pawl_status history_add(void *context, const struct cell *cells, struct pawl_error *err) {
    struct history *history = context;
    struct field row[ENTITY_MOVE_FIELDS];
    char *params = entity_params_text(history->model, cells + 7);
    (void)err;
    if (cells[2].text == NULL || *cells[2].text == '\0')
        note_lock_key(history, cells);
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
        struct history history = {.model = entity.model, .id = id, .moves = list_new(call, "moves", "")};
        status = entity_history(call, &entity, history_add, &history);
        if (status == EXIT_DONE) {
            const char *lock_key = *history.lock_key == '\0' ? NULL : history.lock_key;
            row_tell(call,
                     ROW(row_text("machine", entity.model->name), row_text("id", id),
                         row_text("lock_key", lock_key), row_list(&history.moves)),
                     lock_key == NULL ? "{machine} {id}\n"
                                      : "{machine} {id}; its locks: pawlctl locks {lock_key}\n");
            list_print(&history.moves);
        }
        list_free(&history.moves);
    }
    entity_free(&entity);
    return status;
}
