/* What waits for workers, and what they have put aside. */
#include "act.h"
#include "act/queue.sql.h"
#include "database/database.h"
#include "database/frozen.h"
#include "machine.h"
#include "say/json.h"
#include "say/row.h"

#include <string.h>

/* ---- status ------------------------------------------------------------------------------------- */

struct queue_listing {
    const struct deployed_model *model;
    struct list *list;
    const json_t *frozen;
};

/* cells: declaration, rows, when the first is due, or its lease ends */
static enum pawl_status add_waiting(void *context, const struct cell *cells, struct pawl_error *err) {
    const struct queue_listing *listing = context;
    char buffer[FROZEN_SIZE];
    const char *freeze = frozen_text(listing->frozen, listing->model->name, buffer);
    const struct field late =
        cells[2].is_null ? row_duration("late_seconds", 0) : row_age("late_seconds", cells[2].number);
    const struct field row[] = {
        column("machine", row_text("machine", listing->model->name)),
        column("what", row_text("name", cells[0].text)),
        column(">waiting", row_number("waiting", cells[1].number)),
        column("first due", row_or("", row_if(!cells[2].is_null, row_time("first_due", cells[2].number)))),
        late,
        column_only("late", row_or("", row_if(late.number != 0, late))),
        row_json("frozen", frozen_json(listing->frozen, listing->model->name)),
        column_only("",
                    row_or("", row_if(*freeze != '\0', row_text("freeze", freeze + strspn(freeze, "; "))))),
        ROW_END,
    };
    (void)err;
    list_add(listing->list, row);
    return PAWL_OK;
}

/* Where `else` is fired when the attempts of a work are spent, its attempts are counted behind them. */
static int64_t attempts_of_else(const struct deployed_model *model, const char *declaration,
                                int64_t attempts) {
    const json_t *pending;
    size_t i;
    json_array_foreach(json_object_get(model->queue, "pending"), i, pending) {
        if (strcmp(text_of(pending, "name"), declaration) != 0)
            continue;
        const bool has_else = flag_of(pending, "is_work") && text_of(pending, "event") != NULL;
        const int64_t allowed = number_of(pending, "attempts");
        return has_else && attempts > allowed ? attempts - allowed : 0;
    }
    return 0;
}

/* cells: key, declaration, attempts, parked_at, last_error */
static enum pawl_status add_parked(void *context, const struct cell *cells, struct pawl_error *err) {
    const struct queue_listing *listing = context;
    char number[24];
    const int64_t of_else = attempts_of_else(listing->model, cells[1].text, cells[2].number);
    const struct field else_attempts = row_number("else_attempts", of_else);
    const struct field row[] = {
        column("machine", row_text("machine", listing->model->name)),
        column("entity", row_text("entity", key_text(&cells[0], number))),
        column("what", row_text("name", cells[1].text)),
        column(">attempts", row_number("attempts", cells[2].number - of_else)),
        else_attempts,
        column_only(">of else", row_or("", row_if(of_else > 0, else_attempts))),
        column("parked at", row_time("since", cells[3].number)),
        column("error", row_or("", row_text("error", cells[4].text))),
        ROW_END,
    };
    (void)err;
    list_add(listing->list, row);
    return PAWL_OK;
}

static bool queue_print_list(struct call *call, const struct deployed_model *model, const json_t *frozen,
                             struct list *waiting, struct list *parked) {
    return model_rows(call, model, sql_waiting, NULL, add_waiting,
                      &(struct queue_listing){model, waiting, frozen}) &&
           model_rows(call, model, sql_parked, NULL, add_parked,
                      &(struct queue_listing){model, parked, frozen});
}

static int queue_print_status(struct call *call, const struct models *models) {
    struct list lists[] = {list_new(call, "waiting", "waiting for workers"),
                           list_new(call, "put_aside", "parked, until `pawlctl queue retry`")};
    json_t *frozen = frozen_now(call);
    bool done = frozen != NULL;
    for (size_t i = 0; done && i < models->count; i++)
        done = models->models[i].pending == NULL ||
               queue_print_list(call, &models->models[i], frozen, &lists[0], &lists[1]);
    if (done)
        lists_print(lists, 2, "nothing waits\n");
    lists_free(lists, 2);
    json_decref(frozen);
    return done ? EXIT_DONE : database_error(call);
}

/* ---- retry -------------------------------------------------------------------------------------- */

/* cells: key, declaration */
static enum pawl_status queue_keep(void *context, const struct cell *cells, struct pawl_error *err) {
    char number[24];
    if (json_array_append_new(context, json_pack("[s, s]", key_text(&cells[0], number), cells[1].text)) == 0)
        return PAWL_OK;
    return error_set(err, PAWL_NOMEM, "out of memory");
}

static bool retry_row(struct call *call, const struct deployed_model *model,
                      const struct pawl_machine *machine, const char *entity, const char *name,
                      int64_t *rows) {
    struct pawl_key key;
    if (!model_key(call, model, entity, &key))
        return false;
    for (int i = 0; i < machine->queue->pending_count; i++) {
        if (strcmp(machine->queue->pending[i].name, name) != 0)
            continue;
        const enum pawl_status status = pawl_retry(call->db, machine, key, i, &call->err);
        *rows += status == PAWL_OK;
        return status == PAWL_OK || status == PAWL_NOT_FOUND; /* somebody else has been quicker */
    }
    return true; /* of an earlier version: pawlctl verify tells of it */
}

/* Of one entity, or of all. */
static bool retry_machine(struct call *call, const struct deployed_model *model, const char *entity,
                          int64_t *rows) {
    struct made made;
    json_t *found = json_array(), *row;
    size_t i;
    bool done = machine_make(&made, model, pawl_dialect(call->db));
    if (!done)
        out_of_memory(call);
    done = done && model_rows(call, model, sql_parked_keys, NULL, queue_keep, found);
    json_array_foreach(found, i, row) {
        const char *id = json_string_value(json_array_get(row, 0));
        if (done && (entity == NULL || strcmp(entity, id) == 0))
            done = retry_row(call, model, &made.machine, id, json_string_value(json_array_get(row, 1)), rows);
    }
    json_decref(found);
    machine_free(&made);
    return done;
}

static int retry_all(struct call *call, const struct models *models) {
    const char *entity = call->operands[2];
    int64_t rows = 0;
    for (size_t i = 0; i < models->count; i++)
        if (models->models[i].pending != NULL && !retry_machine(call, &models->models[i], entity, &rows))
            return database_error(call);
    row_tell(call, ROW(row_number("rows", rows)),
             rows > 0 ? "{rows} due again\n" : "{rows} due again: nothing of that was parked\n");
    return rows > 0 ? EXIT_DONE : EXIT_REFUSED;
}

int command_queue(struct call *call) {
    const bool is_retry = strcmp(call->operands[0], "retry") == 0;
    if (!is_retry && (strcmp(call->operands[0], "status") != 0 || call->operand_count > 2))
        return usage_error(call, "expected status [MACHINE], or retry [MACHINE [ID]]");
    struct models models;
    int status_of = models_read(call, call->operands[1], &models);
    for (size_t i = 0; status_of == EXIT_DONE && call->operand_count > 1 && i < models.count; i++)
        if (models.models[i].pending == NULL)
            status_of = refused("it has neither timers nor work", "%s has no queue", models.models[i].name);
    if (status_of == EXIT_DONE)
        status_of = is_retry ? retry_all(call, &models) : queue_print_status(call, &models);
    models_free(&models);
    return status_of;
}
