/* What waits for workers, and what they have put aside. */
#include "core/clock.h"
#include "core/error.h"
#include "database.h"
#include "judge.h"
#include "machine.h"
#include "print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- status ------------------------------------------------------------------------------------- */

struct listing {
    struct table table;
    json_t *json;
    const struct model *model;
    int64_t now_us;
    bool any;
};

/* cells: declaration, rows, when the first is due, or its lease ends */
static enum pawl_status add_waiting(void *context, const struct cell *cells, struct pawl_error *err) {
    struct listing *listing = context;
    char due[TIME_SIZE], late[DURATION_SIZE];
    const bool is_asleep = cells[2].is_null;
    const int64_t late_us =
        is_asleep || cells[2].number > listing->now_us ? 0 : listing->now_us - cells[2].number;
    (void)err;
    listing->any = true;
    json_array_append_new(listing->json,
                          json_pack("{s:s, s:s, s:I, s:s?, s:f}", "machine", listing->model->name, "name",
                                    cells[0].text, "waiting", (json_int_t)cells[1].number, "first_due",
                                    is_asleep ? NULL : print_time(due, cells[2].number, 'T'), "late_seconds",
                                    (double)late_us / 1e6));
    table_cell(&listing->table, listing->model->name);
    table_cell(&listing->table, cells[0].text);
    table_number(&listing->table, cells[1].number);
    table_cell(&listing->table, is_asleep ? "" : print_time(due, cells[2].number, ' '));
    table_cell(&listing->table, late_us == 0 ? "" : print_duration(late, late_us));
    return PAWL_OK;
}

/* cells: key, declaration, attempts, parked_at, last_error */
static enum pawl_status add_parked(void *context, const struct cell *cells, struct pawl_error *err) {
    struct listing *listing = context;
    char since[TIME_SIZE], number[24];
    const char *key = key_text(&cells[0], number);
    char *entity = printable(key), *error = printable(cells[4].text == NULL ? "" : cells[4].text);
    (void)err;
    listing->any = true;
    json_array_append_new(
        listing->json, json_pack("{s:s, s:s, s:s, s:I, s:s, s:s?}", "machine", listing->model->name, "entity",
                                 key, "name", cells[1].text, "attempts", (json_int_t)cells[2].number, "since",
                                 print_time(since, cells[3].number, 'T'), "error", cells[4].text));
    table_cell(&listing->table, listing->model->name);
    table_cell(&listing->table, entity);
    table_cell(&listing->table, cells[1].text);
    table_number(&listing->table, cells[2].number);
    table_cell(&listing->table, print_time(since, cells[3].number, ' '));
    table_cell(&listing->table, error);
    free(entity);
    free(error);
    return PAWL_OK;
}

/* Prints the table where there is anything in it and people read it. */
static void finish(const struct call *call, struct listing *listing, const char *title) {
    if (call->json || !listing->any) {
        table_free(&listing->table);
        return;
    }
    say("%s:\n", title);
    table_end(&listing->table, "  ");
}

static bool list(struct call *call, const struct model *model, struct listing *waiting,
                 struct listing *parked) {
    char sql[512];
    waiting->model = parked->model = model;
    snprintf(sql, sizeof sql,
             "select declaration, count(*), min(case when is_asleep = false then due_at end) from %s"
             " where parked_at is null group by declaration order by declaration",
             model->pending);
    if (!database_rows(call, sql, NULL, 0, add_waiting, waiting))
        return false;
    snprintf(sql, sizeof sql,
             "select %s_id, declaration, attempts, parked_at, last_error from %s"
             " where parked_at is not null order by parked_at, %s_id, declaration",
             model->name, model->pending, model->name);
    return database_rows(call, sql, NULL, 0, add_parked, parked);
}

static int status(struct call *call, const struct models *models) {
    static const char *const waiting_headings[] = {"machine", "what", ">waiting", "first due", "late"};
    static const char *const parked_headings[] = {"machine",   "entity",       "what",
                                                  ">attempts", "put aside at", "error"};
    struct listing waiting = {.json = json_array(), .now_us = now_us()};
    struct listing parked = {.json = json_array(), .now_us = waiting.now_us};
    bool done = true;
    table_begin(&waiting.table, waiting_headings, sizeof waiting_headings / sizeof *waiting_headings);
    table_begin(&parked.table, parked_headings, sizeof parked_headings / sizeof *parked_headings);
    for (size_t i = 0; done && i < models->count; i++)
        done = models->models[i].pending == NULL || list(call, &models->models[i], &waiting, &parked);
    finish(call, &waiting, "waiting for workers");
    finish(call, &parked, "put aside, until `pawlctl queue retry`");
    if (done && call->json)
        print_json(json_pack("{s:O, s:O}", "waiting", waiting.json, "put_aside", parked.json));
    else if (done && !waiting.any && !parked.any)
        say("nothing waits\n");
    json_decref(waiting.json);
    json_decref(parked.json);
    return done ? EXIT_DONE : database_error(call);
}

/* ---- retry -------------------------------------------------------------------------------------- */

/* cells: key, declaration */
static enum pawl_status keep(void *context, const struct cell *cells, struct pawl_error *err) {
    char number[24];
    if (json_array_append_new(context, json_pack("[s, s]", key_text(&cells[0], number), cells[1].text)) == 0)
        return PAWL_OK;
    return error_set(err, PAWL_NOMEM, "out of memory");
}

static bool retry_row(struct call *call, const struct model *model, const struct pawl_machine *machine,
                      const char *entity, const char *name, int64_t *rows) {
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
static bool retry_machine(struct call *call, const struct model *model, const char *entity, int64_t *rows) {
    struct made made;
    char sql[512];
    json_t *found = json_array(), *row;
    size_t i;
    bool done = machine_make(&made, model, pawl_dialect(call->db));
    if (!done)
        error_set(&call->err, PAWL_NOMEM, "out of memory");
    snprintf(sql, sizeof sql,
             "select %s_id, declaration from %s where parked_at is not null order by parked_at", model->name,
             model->pending);
    done = done && database_rows(call, sql, NULL, 0, keep, found);
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
    const char *entity = call->operand_count > 2 ? call->operands[2] : NULL;
    int64_t rows = 0;
    for (size_t i = 0; i < models->count; i++)
        if (models->models[i].pending != NULL && !retry_machine(call, &models->models[i], entity, &rows))
            return database_error(call);
    if (call->json)
        print_json(json_pack("{s:I}", "rows", (json_int_t)rows));
    else
        say("%" PRId64 " due again\n", rows);
    return rows > 0 ? EXIT_DONE : EXIT_REFUSED;
}

static int run(struct call *call) {
    const bool is_retry = strcmp(call->operands[0], "retry") == 0;
    if (!is_retry && (strcmp(call->operands[0], "status") != 0 || call->operand_count > 2))
        return usage_error(call, "expected status [MACHINE], or retry [MACHINE [ID]]");
    struct models models;
    int status_of = models_read(call, call->operand_count > 1 ? call->operands[1] : NULL, &models);
    for (size_t i = 0; status_of == EXIT_DONE && call->operand_count > 1 && i < models.count; i++)
        if (models.models[i].pending == NULL)
            status_of = refused("it has neither timers nor work", "%s has no queue", models.models[i].name);
    if (status_of == EXIT_DONE)
        status_of = is_retry ? retry_all(call, &models) : status(call, &models);
    models_free(&models);
    return status_of;
}

const struct command command_queue = {
    .name = "queue",
    .operands = "status [MACHINE] | retry [MACHINE [ID]]",
    .operand_min = 1,
    .operand_max = 3,
    .help = "show what waits for workers, or retry what was put aside",
    .more =
        "`status` lists, by timer and work, how many entities wait for a worker and when the first is due, "
        "or "
        "the lease on it ends: where that is long ago, no worker runs, or too few. Then it lists what was "
        "put "
        "aside after its last attempt, with the error. `retry` makes what was put aside due again, with all "
        "its attempts, of an entity, of a machine, or all of it, when the reason is gone. It exits with 1 "
        "where "
        "nothing was put aside.",
    .json = "{waiting: [{machine, name, waiting, first_due, late_seconds}], put_aside: [{machine, "
            "entity, name, attempts, since, error}]}; of retry {rows}",
    .example = "queue retry order O17",
    .run = run,
};
