#include "database/entity.h"
#include "look.h"
#include "look/history.sql.h"
#include "say/json.h"

/* The key of its locks: `key` refers to the entity's key or to a parameter of the creation. NULL: none, or it
 * is not known. */
static const char *lock_key(const struct entity *entity, const struct row_set *moves) {
    const struct deployed_model *model = entity->model;
    const json_t *reference = json_object_get(model->json, "key");
    const char *column = text_of(reference, "column");
    if (reference == NULL || column == NULL)
        return reference == NULL ? NULL : entity->id;
    for (EACH_ROW(row, *moves)) {
        const struct cell *cell = &row[ENTITY_MOVE_CELLS + model_column(model, column)];
        if (row[2].text == NULL || *row[2].text == '\0')
            return cell->is_null ? NULL : key_text(cell);
    }
    return NULL;
}

/* Its timers and work. */
static void add_pending(struct call *call, const struct entity *entity, struct list *list) {
    const struct deployed_model *model = entity->model;
    const struct row_set pending =
        model_query(call, model, sql_pending, NULL, VALUES(model_key_value(model, entity->key)), 5);
    for (EACH_ROW(cells, pending)) { /* declaration, due_at, attempts, parked_at, last_error */
        const bool is_parked = !cells[3].is_null;
        const struct field row[] = {
            column("what", row_text("name", cells[0].text)),
            column("due", row_or(is_parked ? "parked" : "suspended",
                                 row_if(!cells[1].is_null, row_time("due", cells[1].number)))),
            column(">attempts", row_number("attempts", cells[2].number)),
            row_if(is_parked, row_time("parked", cells[3].number)),
            column("error", row_alarm(true, row_or("", row_text("error", cells[4].text)))),
            ROW_END,
        };
        list_add(list, row);
    }
}

int command_history(struct call *call) {
    const char *id = call->operands[call->operand_count - 1];
    const struct entity entity = entity_find(call, call->operand_count > 1 ? call->operands[0] : NULL, id);
    const struct row_set moves = entity_history(call, &entity);
    const char *key = lock_key(&entity, &moves);
    struct list list = list_new(call, "moves", ""), pending = list_new(call, "waits_for", "waits for");
    for (EACH_ROW(cells, moves)) {
        struct field row[ENTITY_MOVE_FIELDS];
        entity_move_row(row, entity.model, cells);
        list_add(&list, row);
    }
    if (entity.model->pending != NULL)
        add_pending(call, &entity, &pending);
    row_tell(call,
             ROW(row_text("machine", entity.model->name), row_text("id", id), row_text("lock_key", key),
                 row_list(&list), row_list(&pending)),
             key == NULL ? "{machine} {id}\n" : "{machine} {id}; its locks: pawlctl locks {lock_key}\n");
    list_print(&list);
    list_print(&pending);
    return EXIT_DONE;
}
