#include "database/entity.h"
#include "look.h"
#include "look/history.sql.h"
#include "say/print.h"

#include <inttypes.h>
#include <string.h>

/* Its timers and work. */
static void add_pending(struct call *call, const struct entity *entity, struct list *list) {
    const struct deployed_model *model = entity->model;
    const struct row_set pending =
        model_query(call, model, sql_pending, NULL, VALUES(model_key_value(model, entity->key)), 5);
    for (EACH_ROW(cells, pending)) { /* declaration, due_at, attempts, parked_at, last_error */
        const bool is_parked = !cells[3].is_null;
        list_add(list, ROW(column("what", row_text("name", cells[0].text)),
                           column("due", row_or(is_parked ? "parked" : "suspended",
                                                row_if(!cells[1].is_null, row_time("due", cells[1].number)))),
                           column(">attempts", row_number("attempts", cells[2].number)),
                           row_if(is_parked, row_time("parked", cells[3].number)),
                           column("error", row_alarm(true, row_or("", row_text("error", cells[4].text))))));
    }
}

/* Its events that a relay parked. */
struct parked_events {
    const char *machine, *entity;
    int64_t count, since_us;
    const char *error;
};

/* cells: machine, entity, rows, sort_key, topic, since, error */
static enum pawl_status find_parked(void *context, const struct cell *cells, struct pawl_error *err) {
    struct parked_events *events = context;
    (void)err;
    if (strcmp(cells[0].text, events->machine) == 0 && strcmp(cells[1].text, events->entity) == 0) {
        events->count = cells[2].number;
        events->since_us = cells[5].number;
        events->error = cells[6].text == NULL ? NULL : copy_of(cells[6].text);
    }
    return PAWL_OK;
}

static struct parked_events read_parked(struct call *call, const struct entity *entity) {
    struct parked_events events = {.machine = entity->model->name,
                                   .entity = model_key_text(entity->model, entity->key)};
    if (outbox_parked(call->db, find_parked, &events, &call->err) != PAWL_OK &&
        !right_is_denied(call->db, &call->err))
        database_error(call);
    return events;
}

static void say_parked(const struct parked_events *events) {
    char since[TIME_SIZE];
    say("  parked events: %" PRId64 " since %s: %s: pawlctl outbox retry %s %s\n", events->count,
        print_time(since, events->since_us, ' '),
        events->error == NULL ? "no error is recorded" : printable(events->error), events->machine,
        shell_word(events->entity));
}

/* The moves that were asked for. before: for --before of the page before; 0: there is none. */
static struct row_set read_moves(struct call *call, const struct entity *entity, int64_t *before) {
    const char *since = option(call, "--since"), *limit = option(call, "--limit"),
               *until = option(call, "--before");
    int64_t since_us = BEFORE_ALL_US, duration_ms, count = INT32_MAX, below = INT32_MAX;
    *before = 0;
    if (since != NULL && parse_duration(since, &duration_ms))
        since_us = now_us() - duration_ms * 1000;
    else if (since != NULL && !parse_time(since, &since_us))
        usage_error(call,
                    "--since: `%s` is neither a time, such as 2026-11-21T10:30, nor a duration, such as 2d",
                    since);
    if (limit != NULL && !parse_number(limit, 1, INT32_MAX, &count))
        usage_error(call, "--limit: expected a number from 1, got %s", limit);
    if (until != NULL && !parse_number(until, 1, INT32_MAX, &below))
        usage_error(call, "--before: expected a sort key, got %s", until);
    if (since == NULL && limit == NULL && until == NULL)
        return entity_history(call, entity);
    const struct cell first =
        model_query(call, entity->model, sql_first_of_page, NULL,
                    VALUES(model_key_value(entity->model, entity->key), value_bigint(since_us),
                           value_bigint(below), value_bigint(count)),
                    1)
            .cells[0];
    const struct row_set moves =
        entity_history_between(call, entity, first.is_null ? below : first.number, below - 1);
    if (!first.is_null && first.number > PAWL_SORT_KEY_STEP)
        *before = first.number;
    return moves;
}

int command_history(struct call *call) {
    const struct entity entity = entity_find(call, call->operand_count > 1 ? call->operands[0] : NULL,
                                             call->operands[call->operand_count - 1]);
    int64_t before;
    const struct row_set moves = read_moves(call, &entity, &before);
    const char *key = entity_lock_key(call, &entity);
    struct list list = list_new(call, "moves", ""), pending = list_new(call, "waits_for", "waits for");
    for (EACH_ROW(cells, moves))
        list_add(&list, entity_move_row(entity.model, cells));
    if (entity.model->pending != NULL)
        add_pending(call, &entity, &pending);
    const struct parked_events parked = read_parked(call, &entity);
    row_tell(call,
             ROW(row_text("machine", entity.model->name), row_text("id", entity.id),
                 row_text("lock_key", key), row_list(&list), row_list(&pending),
                 row_if(parked.count > 0, row_fields("parked_events", ROW(row_number("events", parked.count),
                                                                          row_time("since", parked.since_us),
                                                                          row_text("error", parked.error)))),
                 row_if(before != 0, row_number("before", before))),
             key == NULL ? "{machine} {id}\n" : "{machine} {id}; its locks: pawlctl locks {lock_key}\n");
    if (before != 0 && !call->json)
        say("  earlier transitions are left out: --before=%" PRId64 "\n", before);
    list_print(&list);
    list_print(&pending);
    if (parked.count > 0 && !call->json)
        say_parked(&parked);
    return EXIT_DONE;
}
