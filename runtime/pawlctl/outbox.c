#include "outbox/outbox.h"

#include "core/clock.h"
#include "core/schema.h"
#include "database.h"
#include "print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- status ------------------------------------------------------------------------------------- */

struct listing {
    struct table table;
    json_t *json;
    int64_t now_us;
    int64_t rows;
};

static int64_t lag_us(const struct listing *listing, int64_t since_us) {
    return since_us < listing->now_us ? listing->now_us - since_us : 0;
}

/* cells: topic, rows, created_at of the oldest */
static enum pawl_status add_topic(void *context, const struct cell *cells, struct pawl_error *err) {
    struct listing *listing = context;
    char since[TIME_SIZE], lag[DURATION_SIZE];
    char *topic = printable(cells[0].text);
    (void)err;
    listing->rows += cells[1].number;
    json_array_append_new(listing->json, json_pack("{s:s, s:I, s:s, s:f}", "topic", cells[0].text, "waiting",
                                                   (json_int_t)cells[1].number, "oldest",
                                                   print_time(since, cells[2].number, 'T'), "lag_seconds",
                                                   (double)lag_us(listing, cells[2].number) / 1e6));
    table_cell(&listing->table, topic);
    table_number(&listing->table, cells[1].number);
    table_cell(&listing->table, print_time(since, cells[2].number, ' '));
    table_cell(&listing->table, print_duration(lag, lag_us(listing, cells[2].number)));
    free(topic);
    return PAWL_OK;
}

/* cells: machine, entity, rows, sort_key, topic, parked_at, error */
static enum pawl_status add_parked(void *context, const struct cell *cells, struct pawl_error *err) {
    struct listing *listing = context;
    char since[TIME_SIZE], move[24];
    char *entity = printable(cells[1].text), *topic = printable(cells[4].text),
         *error = printable(cells[6].text ? cells[6].text : "");
    (void)err;
    listing->rows++;
    json_array_append_new(listing->json,
                          json_pack("{s:s, s:s, s:I, s:I, s:s, s:s, s:s?}", "machine", cells[0].text,
                                    "entity", cells[1].text, "rows", (json_int_t)cells[2].number, "sort_key",
                                    (json_int_t)cells[3].number, "topic", cells[4].text, "since",
                                    print_time(since, cells[5].number, 'T'), "error", cells[6].text));
    snprintf(move, sizeof move, "%" PRId64, cells[3].number);
    table_cell(&listing->table, cells[0].text);
    table_cell(&listing->table, entity);
    table_number(&listing->table, cells[2].number);
    table_cell(&listing->table, move);
    table_cell(&listing->table, topic);
    table_cell(&listing->table, print_time(since, cells[5].number, ' '));
    table_cell(&listing->table, error);
    free(entity);
    free(topic);
    free(error);
    return PAWL_OK;
}

/* Prints the table where there is anything in it and people read it. */
static void finish(const struct call *call, struct listing *listing, const char *title) {
    if (call->json || listing->rows == 0) {
        table_free(&listing->table);
        return;
    }
    say("%s:\n", title);
    table_end(&listing->table, "  ");
}

static int status(struct call *call) {
    static const char *const topic_headings[] = {"topic", ">waiting", "oldest", "lag"};
    static const char *const parked_headings[] = {"machine", "entity",       ">rows", ">move",
                                                  "topic",   "put aside at", "error"};
    const struct outbox_driver *outbox = call->db->driver->outbox;
    int64_t schema;
    if (schema_look(call->db, &schema, &call->err) != PAWL_OK)
        return database_error(call);
    if (schema == SCHEMA_NONE)
        return refused("deploy one that says `emit`",
                       "no machine and no flow of this database emits anything");
    struct listing topics = {.json = json_array(), .now_us = now_us()};
    struct listing parked = {.json = json_array(), .now_us = topics.now_us};
    table_begin(&topics.table, topic_headings, sizeof topic_headings / sizeof *topic_headings);
    table_begin(&parked.table, parked_headings, sizeof parked_headings / sizeof *parked_headings);
    bool done = database_rows(call, outbox->topics, NULL, 0, add_topic, &topics) &&
                database_rows(call, outbox->parked, NULL, 0, add_parked, &parked);
    finish(call, &topics, "waiting for a relay");
    finish(call, &parked, "put aside, until `pawlctl outbox retry`");
    if (done && call->json)
        print_json(json_pack("{s:O, s:O}", "topics", topics.json, "put_aside", parked.json));
    else if (done && topics.rows == 0 && parked.rows == 0)
        say("nothing waits\n");
    json_decref(topics.json);
    json_decref(parked.json);
    return done ? EXIT_DONE : database_error(call);
}

/* ---- retry -------------------------------------------------------------------------------------- */

static int retry_rows(struct call *call) {
    const char *machine = call->operand_count > 1 ? call->operands[1] : NULL;
    const char *entity = call->operand_count > 2 ? call->operands[2] : NULL;
    int64_t rows = 0;
    if (outbox_retry(call->db, machine, entity, &rows, &call->err) != PAWL_OK)
        return database_error(call);
    if (call->json)
        print_json(json_pack("{s:I}", "rows", (json_int_t)rows));
    else
        say("%" PRId64 " events wait for a relay again\n", rows);
    return rows > 0 ? EXIT_DONE : EXIT_REFUSED;
}

static int run(struct call *call) {
    if (strcmp(call->operands[0], "status") == 0 && call->operand_count == 1)
        return status(call);
    if (strcmp(call->operands[0], "retry") == 0)
        return retry_rows(call);
    return usage_error(call, "expected status, or retry [MACHINE [ID]]");
}

const struct command command_outbox = {
    .name = "outbox",
    .role = "pawl_operator",
    .operands = "status|retry [MACHINE [ID]]",
    .operand_min = 1,
    .operand_max = 3,
    .help = "show what waits for relays, or retry what was put aside",
    .more =
        "`status` lists, by topic, how many events wait for a relay and since when the oldest does, and what "
        "was put aside because its topic refused it. A run of a flow is the entity of its number. `retry` "
        "brings back what "
        "was put aside, of an entity, of a machine or flow, or all of it, when the reason is gone; the next "
        "relay delivers it in the order of the "
        "moves. It exits with 1 where nothing was put aside. On PostgreSQL it needs pawl_operator.",
    .json = "{topics: [{topic, waiting, oldest, lag_seconds}], put_aside: [{machine, entity, rows, sort_key, "
            "topic, since, error}]}; of retry {rows}",
    .example = "outbox retry payment PM123",
    .run = run,
};
