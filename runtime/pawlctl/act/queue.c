/* What waits for workers, and what they have parked. */
#include "act.h"
#include "act/queue.sql.h"
#include "database/frozen.h"
#include "machine.h"
#include "say/json.h"
#include "say/row.h"

#include <string.h>

#define RETRYING_MAX 10    /* of a machine: examples of what fails, */
#define FAILED_MAX   1000  /* chosen from so many */
#define COUNTED_MAX  10000 /* timers, and as many jobs, that are due first */
#define PARKED_MAX   1000

/* ---- status ------------------------------------------------------------------------------------- */

/* cells: declaration, rows, when the first is due, or its lease ends, rows that are due, claimed rows */
static void add_waiting(struct list *list, const struct deployed_model *model, const json_t *frozen,
                        const struct cell *cells) {
    struct field late = row_age("late_seconds", cells[2].number);
    late = row_alarm(late.number >= OVERDUE_US, late);
    list_add(list, ROW(column("machine", row_text("machine", model->name)),
                       column("what", row_text("name", cells[0].text)),
                       column(">waiting", row_number("waiting", cells[1].number)),
                       column("first due", row_time("first_due", cells[2].number)), late,
                       column_only("late", row_or("", row_if(late.number != 0, late))),
                       column(">due", row_number("due", cells[3].number)),
                       column(">claimed", row_number("claimed", cells[4].number)),
                       row_json("frozen", member_or_null(frozen, model->name)),
                       column_only("", row_or("", row_text("freeze", frozen_text(frozen, model->name))))));
}

void queue_list(struct call *call, const struct models *models, struct list *list) {
    const json_t *frozen = frozen_now(call);
    for (size_t i = 0; i < models->count; i++) {
        const struct deployed_model *model = &models->models[i];
        const struct row_set waiting = model->pending == NULL
                                           ? (struct row_set){0}
                                           : model_query(call, model, sql_waiting, NULL, NO_VALUES, 5);
        for (EACH_ROW(row, waiting))
            add_waiting(list, model, frozen, row);
    }
}

/* Where `else` is fired when the attempts of a work are spent, its attempts are counted behind them. */
static int64_t attempts_of_else(const struct deployed_model *model, const char *declaration,
                                int64_t attempts) {
    for (EACH_ITEM(pending, json_object_get(model->queue, "pending"))) {
        if (strcmp(text_of(*pending, "name"), declaration) != 0)
            continue;
        const bool has_else = flag_of(*pending, "is_work") && text_of(*pending, "event") != NULL;
        const int64_t allowed = number_of(*pending, "attempts");
        return has_else && attempts > allowed ? attempts - allowed : 0;
    }
    return 0;
}

/* cells: key, declaration, attempts, due_at or parked_at, last_error */
static void add_failed(struct list *list, const struct deployed_model *model, const struct cell *cells,
                       struct field time) {
    const int64_t of_else = attempts_of_else(model, cells[1].text, cells[2].number);
    const struct field else_attempts = row_number("else_attempts", of_else);
    list_add(list, ROW(column("machine", row_text("machine", model->name)),
                       column("entity", row_text("entity", key_text(&cells[0]))),
                       column("what", row_text("name", cells[1].text)),
                       column(">attempts", row_number("attempts", cells[2].number - of_else)), else_attempts,
                       column_only(">else attempts", row_or("", row_if(of_else > 0, else_attempts))), time,
                       column("error", row_alarm(true, row_or("", row_text("error", cells[4].text))))));
}

static struct row_set parked_jobs(struct call *call, const struct deployed_model *model, int64_t at_most) {
    return model_query(call, model, sql_parked, NULL, VALUES(value_bigint(at_most)), 5);
}

static int queue_print_status(struct call *call, const struct models *models) {
    struct list lists[] = {list_new(call, "waiting", "waiting for workers"),
                           list_new(call, "retrying", "failed, and due again"),
                           list_new(call, "parked", "parked, until `pawlctl queue retry`")};
    queue_list(call, models, &lists[0]);
    for (size_t i = 0; i < models->count; i++) {
        const struct deployed_model *model = &models->models[i];
        if (model->pending == NULL)
            continue;
        const struct row_set retrying = model_query(call, model, sql_retrying, NULL, NO_VALUES, 5);
        const struct row_set parked = parked_jobs(call, model, PARKED_MAX);
        for (EACH_ROW(row, retrying))
            add_failed(&lists[1], model, row, column("due", row_time("due", row[3].number)));
        for (EACH_ROW(row, parked))
            add_failed(&lists[2], model, row, column("parked at", row_time("since", row[3].number)));
    }
    lists_print(lists, 3, "nothing waits\n");
    return EXIT_DONE;
}

/* ---- retry -------------------------------------------------------------------------------------- */

/* Whether it is due again. */
static bool retry_row(struct call *call, const struct deployed_model *model,
                      const struct pawl_machine *machine, const char *entity, const char *name) {
    const struct pawl_key key = model_key(call, model, entity);
    for (int i = 0; i < machine->queue->pending_count; i++) {
        if (strcmp(machine->queue->pending[i].name, name) != 0)
            continue;
        database_begin(call);
        const enum pawl_status status = pawl_retry(call->db, machine, key, i, &call->err);
        if (status == PAWL_OK)
            database_log_action(call, "retry", model->name, entity);
        else if (status != PAWL_NOT_FOUND) /* somebody else has been quicker */
            database_error(call);
        database_commit(call);
        return status == PAWL_OK;
    }
    return false; /* of an earlier version: pawlctl verify tells of it */
}

/* Of one entity, or of all. */
static int64_t retry_machine(struct call *call, const struct deployed_model *model, const char *entity) {
    const struct pawl_machine *machine = machine_make(call, model);
    const struct pawl_key key = entity != NULL ? model_key(call, model, entity) : (struct pawl_key){0};
    int64_t count = 0;
    for (EACH_ROW(row, parked_jobs(call, model, INT64_MAX)))
        if (entity == NULL || key_compare(machine, key, model_key_of(model, key_text(&row[0]))) == 0)
            count += retry_row(call, model, machine, key_text(&row[0]), row[1].text);
    return count;
}

static int retry_all(struct call *call, const struct models *models) {
    int64_t rows = 0;
    for (size_t i = 0; i < models->count; i++)
        if (models->models[i].pending != NULL)
            rows += retry_machine(call, &models->models[i], call->operands[2]);
    row_tell(call, ROW(row_number("rows", rows)),
             rows > 0 ? "{rows} due again\n" : "{rows} due again: nothing of that was parked\n");
    return rows > 0 ? EXIT_DONE : EXIT_REFUSED;
}

int command_queue(struct call *call) {
    const bool is_retry = strcmp(call->operands[0], "retry") == 0;
    if (!is_retry && (strcmp(call->operands[0], "status") != 0 || call->operand_count > 2))
        usage_error(call, "expected status [MACHINE], or retry [MACHINE [ID]]");
    if (!is_retry && option(call, "--actor") != NULL)
        usage_error(call, "--actor goes with retry");
    const struct models models = models_read(call, call->operands[1]);
    if (call->operand_count > 1 && models.models->pending == NULL)
        refused("it has neither timers nor work", "%s has no queue", models.models->name);
    return is_retry ? retry_all(call, &models) : queue_print_status(call, &models);
}
