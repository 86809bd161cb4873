#include "entity.h"
#include "print.h"

#include <stdlib.h>

struct history {
    const struct model *model;
    json_t *moves;
    struct table table;
};

static enum pawl_status add(void *context, const struct cell *cells, struct pawl_error *err) {
    struct history *history = context;
    const struct model *model = history->model;
    char time[TIME_SIZE];
    (void)err;
    if (history->moves != NULL) {
        json_array_append_new(history->moves, entity_move(model, cells));
        return PAWL_OK;
    }
    char *params = entity_params_text(model, cells + 7);
    table_number(&history->table, cells[0].number);
    table_cell(&history->table, print_time(time, cells[4].number, ' '));
    table_cell(&history->table, entity_event_name(model, cells[1].text));
    table_cell(&history->table, entity_state_name(model, cells[2].text));
    table_cell(&history->table, entity_state_name(model, cells[3].text));
    table_cell(&history->table, cells[5].text);
    table_cell(&history->table, cells[6].text == NULL ? "" : cells[6].text);
    table_cell(&history->table, params == NULL ? "" : params);
    free(params);
    return PAWL_OK;
}

static int run(struct call *call) {
    static const char *const headings[] = {">sort key", "at",    "event",      "from",
                                           "to",        "actor", "request id", "parameters"};
    struct entity entity;
    const char *id = call->operands[call->operand_count - 1];
    int status = entity_find(call, call->operand_count > 1 ? call->operands[0] : NULL, id, &entity);
    if (status == EXIT_DONE) {
        struct history history = {.model = entity.model, .moves = call->json ? json_array() : NULL};
        table_begin(&history.table, headings, sizeof headings / sizeof *headings);
        status = entity_history(call, &entity, add, &history);
        if (status == EXIT_DONE && call->json)
            print_json(json_pack("{s:s, s:s, s:O}", "machine", entity.model->name, "id", id, "moves",
                                 history.moves));
        else if (status == EXIT_DONE)
            say("%s %s\n", entity.model->name, id);
        if (status != EXIT_DONE || call->json)
            table_free(&history.table);
        else
            table_end(&history.table, "  ");
        json_decref(history.moves);
    }
    entity_free(&entity);
    return status;
}

const struct command command_history = {
    .name = "history",
    .operands = "[MACHINE] ID",
    .operand_min = 1,
    .operand_max = 2,
    .help = "all moves of an entity",
    .more = "Lists the moves of an entity, oldest first: when, what event, from where to where, who, under "
            "what request id, and with what parameters. The machine may be left out where only one has an "
            "entity of that key.",
    .json = "{machine, id, moves: [{sort_key, event, from, to, at, actor, request_id, params}]}",
    .example = "history payment PM123",
    .run = run,
};

/* ---- at ----------------------------------------------------------------------------------------- */

struct looking {
    const struct model *model;
    int64_t at_us;
    bool found;
    json_t *move; /* the last one until then */
    int64_t since_us;
    int64_t first_us;
};

static enum pawl_status look(void *context, const struct cell *cells, struct pawl_error *err) {
    struct looking *looking = context;
    (void)err;
    if (cells[2].text != NULL && *cells[2].text == '\0')
        looking->first_us = cells[4].number;
    if (cells[4].number > looking->at_us)
        return PAWL_OK;
    char since[TIME_SIZE];
    looking->found = true;
    looking->since_us = cells[4].number;
    json_decref(looking->move);
    looking->move =
        json_pack("{s:s, s:s, s:I, s:s, s:s}", "state", entity_state_name(looking->model, cells[3].text),
                  "since", print_time(since, cells[4].number, 'T'), "sort_key", (json_int_t)cells[0].number,
                  "event", entity_event_name(looking->model, cells[1].text), "actor", cells[5].text);
    return PAWL_OK;
}

static void tell(const struct entity *entity, const struct looking *looking) {
    char at[TIME_SIZE], since[TIME_SIZE];
    char *actor = printable(json_string_value(json_object_get(looking->move, "actor")));
    say("%s %s at %s: %s\n  since %s, by %s of %s (sort key %lld)\n", entity->model->name, entity->id,
        print_time(at, looking->at_us, ' '), json_string_value(json_object_get(looking->move, "state")),
        print_time(since, looking->since_us, ' '), json_string_value(json_object_get(looking->move, "event")),
        actor == NULL ? "" : actor,
        (long long)json_integer_value(json_object_get(looking->move, "sort_key")));
    free(actor);
}

static int run_at(struct call *call) {
    struct entity entity;
    struct looking looking = {0};
    char at[TIME_SIZE], first[TIME_SIZE];
    const char *time = call->operands[call->operand_count - 1];
    if (!parse_time(time, &looking.at_us))
        return usage_error(call,
                           "`%s` is no time: write 2026-11-21, 2026-11-21T10:30 or "
                           "2026-11-21T10:30:00.123456+02:00",
                           time);
    int status = entity_find(call, call->operand_count > 2 ? call->operands[0] : NULL,
                             call->operands[call->operand_count - 2], &entity);
    looking.model = entity.model;
    if (status == EXIT_DONE)
        status = entity_history(call, &entity, look, &looking);
    if (status == EXIT_DONE && !looking.found)
        status = refused(NULL, "%s %s: it was created at %s, later than %s", entity.model->name, entity.id,
                         print_time(first, looking.first_us, ' '), print_time(at, looking.at_us, ' '));
    if (status == EXIT_DONE && call->json) {
        json_t *answer = json_pack("{s:s, s:s, s:s}", "machine", entity.model->name, "id", entity.id, "at",
                                   print_time(at, looking.at_us, 'T'));
        json_object_update(answer, looking.move);
        print_json(answer);
    } else if (status == EXIT_DONE) {
        tell(&entity, &looking);
    }
    json_decref(looking.move);
    entity_free(&entity);
    return status;
}

const struct command command_at = {
    .name = "at",
    .operands = "[MACHINE] ID TIME",
    .operand_min = 2,
    .operand_max = 3,
    .help = "the state that an entity was in at a time",
    .more = "Tells which state an entity was in at that time, since when, and by which move. Times are UTC "
            "unless they end in an offset: 2026-11-21, 2026-11-21T10:30, 2026-11-21T10:30:00.5+02:00.",
    .json = "{machine, id, at, state, since, sort_key, event, actor}",
    .example = "at payment PM123 2026-11-21T10:30",
    .run = run_at,
};
