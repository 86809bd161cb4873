#include "bench.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(PGconn *connection, PGresult *result, const char *doing) {
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        bench_fail("%s: %s", doing, PQerrorMessage(connection));
    }
}

/* Runs a prepared statement; the caller clears the result. */
static PGresult *run(PGconn *connection, const char *statement, int count, const char *const *values) {
    PGresult *result = PQexecPrepared(connection, statement, count, values, NULL, NULL, 0);
    check(connection, result, statement);
    return result;
}

static PGconn *connect_and_prepare(const char *where, const char *const statements[][2]) {
    PGconn *connection = PQconnectdb(where);
    if (PQstatus(connection) != CONNECTION_OK) {
        bench_fail("connecting: %s", PQerrorMessage(connection));
    }
    for (size_t i = 0; statements[i][0] != NULL; i++) {
        PGresult *result = PQprepare(connection, statements[i][0], statements[i][1], 0, NULL);
        check(connection, result, statements[i][0]);
        PQclear(result);
    }
    return connection;
}

static void prepare_range(PGconn *connection, const char *statement, long first, long count) {
    char from[24];
    char to[24];
    snprintf(from, sizeof from, "%ld", first);
    snprintf(to, sizeof to, "%ld", first + count - 1);
    PQclear(run(connection, statement, 2, (const char *const[]){from, to}));
}

static void close_postgres(void *connection) {
    PQfinish(connection);
}

/* ---- the article's protocol: the newest row of the history says where a payment is ---------------- */

static void *open_article(const char *where) {
    static const char *const statements[][2] = {
        {"make",
         "with made as (insert into payments (id) select 'PM' || n from generate_series($1::bigint, "
         "$2::bigint) n "
         "returning id) "
         "insert into article_transitions (payment_id, sort_key, most_recent, event, from_state, to_state, "
         "actor, amount, currency) "
         "select id, 10, true, 'create', '', 'pending_submission', session_user, 1250, 'EUR' from made"},
        {"begin", "begin"},
        {"lock", "update article_transitions set most_recent = false where payment_id = $1 and most_recent "
                 "returning *"},
        {"move",
         "insert into article_transitions (payment_id, sort_key, most_recent, event, from_state, to_state, "
         "actor, submission_id) values ($1, $2, true, $3, $4, $5, session_user, $6)"},
        {"commit", "commit"},
        {NULL, NULL},
    };
    return connect_and_prepare(where, statements);
}

static void prepare_article(void *connection, long first, long count) {
    prepare_range(connection, "make", first, count);
}

static void submit_article(void *connection, long number) {
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    PQclear(run(connection, "begin", 0, NULL));
    PGresult *previous = run(connection, "lock", 1, (const char *const[]){id});
    int to_state = PQfnumber(previous, "to_state");
    int last_sort_key = PQfnumber(previous, "sort_key");
    if (PQntuples(previous) != 1 || strcmp(PQgetvalue(previous, 0, to_state), "pending_submission") != 0) {
        bench_fail("the article's protocol: %s is not pending", id);
    }
    char sort_key[24];
    snprintf(sort_key, sizeof sort_key, "%ld", strtol(PQgetvalue(previous, 0, last_sort_key), NULL, 10) + 10);
    const char *const values[] = {id,          sort_key, "submit", PQgetvalue(previous, 0, to_state),
                                  "submitted", "SB1"};
    PQclear(run(connection, "move", 6, values));
    PQclear(previous);
    PQclear(run(connection, "commit", 0, NULL));
}

const struct way way_postgres_article = {
    .name = "article",
    .open = open_article,
    .prepare = prepare_article,
    .submit = submit_article,
    .close = close_postgres,
};

/* ---- a trigger written by hand: it checks what an UPDATE does, and writes it down ------------------ */

static void *open_trigger(const char *where) {
    static const char *const statements[][2] = {
        {"make",
         "insert into checked_payments (id, state, sort_key, since) select 'PM' || n, "
         "'pending_submission', 10, clock_timestamp() from generate_series($1::bigint, $2::bigint) n"},
        {"update", "update checked_payments set state = $2, submission_id = $3 where id = $1"},
        {NULL, NULL},
    };
    return connect_and_prepare(where, statements);
}

static void prepare_update(void *connection, long first, long count) {
    prepare_range(connection, "make", first, count);
}

static void expect_one(PGresult *result, const char *way, const char *id) {
    if (strcmp(PQcmdTuples(result), "1") != 0) {
        bench_fail("%s: %s is not there", way, id);
    }
    PQclear(result);
}

static void submit_trigger(void *connection, long number) {
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    expect_one(run(connection, "update", 3, (const char *const[]){id, "submitted", "SB1"}), "trigger", id);
}

const struct way way_postgres_trigger = {
    .name = "trigger",
    .open = open_trigger,
    .prepare = prepare_update,
    .submit = submit_trigger,
    .close = close_postgres,
};

/* ---- the floor: one row, no history, nothing checked ------------------------------------------------ */

static void *open_update(const char *where) {
    static const char *const statements[][2] = {
        {"make", "insert into bare_payments (id, state) select 'PM' || n, 'pending_submission' "
                 "from generate_series($1::bigint, $2::bigint) n"},
        {"update", "update bare_payments set state = $2 where id = $1"},
        {NULL, NULL},
    };
    return connect_and_prepare(where, statements);
}

static void submit_update(void *connection, long number) {
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    expect_one(run(connection, "update", 2, (const char *const[]){id, "submitted"}), "bare UPDATE", id);
}

const struct way way_postgres_update = {
    .name = "bare UPDATE",
    .open = open_update,
    .prepare = prepare_update,
    .submit = submit_update,
    .close = close_postgres,
};

/* ---- many by one statement: heads are updated, histories written, and nothing is checked ------------- */

struct batch {
    PGconn *connection;
    int count;
    char ids[BATCH_BY_HAND * (BENCH_ID_BYTES + 1) + 2]; /* as an array of PostgreSQL */
};

/* The names of the tables are parts of the texts. */
#define BATCH_STATEMENTS(table)                                                                              \
    {                                                                                                        \
        {"make",                                                                                             \
         "insert into " table " (id, state, sort_key, since) select 'PM' || n, 'pending_submission', "       \
         "10, clock_timestamp() from generate_series($1::bigint, $2::bigint) n"},                            \
            {"batch",                                                                                        \
             "with moved as (update " table " head set state = 'submitted', sort_key = sort_key + 10, "      \
             "since = clock_timestamp() where id = any ($1::text[]) returning id, sort_key, since) "         \
             "insert into " table "_history (id, sort_key, event, from_state, to_state, created_at, "        \
             "actor, submission_id) select id, sort_key, 'submit', 'pending_submission', 'submitted', "      \
             "since, session_user, 'SB1' from moved"},                                                       \
        {                                                                                                    \
            NULL, NULL                                                                                       \
        }                                                                                                    \
    }

static void *open_batch_on(const char *where, const char *const statements[][2]) {
    struct batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        bench_fail("out of memory");
    }
    batch->connection = connect_and_prepare(where, statements);
    /* the tables are empty when the plan is made, and are not to be read whole later */
    PGresult *result = PQexec(batch->connection, "set enable_seqscan = off");
    check(batch->connection, result, "set");
    PQclear(result);
    return batch;
}

static void *open_batch(const char *where) {
    static const char *const statements[][2] = BATCH_STATEMENTS("batch_payments");
    return open_batch_on(where, statements);
}

static void *open_batch_unindexed(const char *where) {
    static const char *const statements[][2] = BATCH_STATEMENTS("batch_unindexed");
    return open_batch_on(where, statements);
}

static void prepare_batch(void *connection, long first, long count) {
    prepare_range(((struct batch *)connection)->connection, "make", first, count);
}

static void send_batch(struct batch *batch) {
    char moved[24];
    strcat(batch->ids, "}");
    PGresult *result = run(batch->connection, "batch", 1, (const char *const[]){batch->ids});
    snprintf(moved, sizeof moved, "%d", batch->count);
    if (strcmp(PQcmdTuples(result), moved) != 0) {
        bench_fail("a batch by hand: %s of %s were moved", PQcmdTuples(result), moved);
    }
    PQclear(result);
    batch->count = 0;
}

static void submit_in_batch(void *connection, long number) {
    struct batch *batch = connection;
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    if (batch->count == 0) {
        batch->ids[0] = '\0';
    }
    strcat(batch->ids, batch->count == 0 ? "{" : ",");
    strcat(batch->ids, id);
    if (++batch->count == BATCH_BY_HAND) {
        send_batch(batch);
    }
}

/* What is left of the last slice is too little for a batch. */
static void close_batch(void *connection) {
    struct batch *batch = connection;
    if (batch->count > 0) {
        send_batch(batch);
    }
    PQfinish(batch->connection);
    free(batch);
}

const struct way way_postgres_batch = {"by hand in batches", open_batch, prepare_batch, submit_in_batch,
                                       close_batch};
const struct way way_postgres_batch_unindexed = {"the same without an index by state", open_batch_unindexed,
                                                 prepare_batch, submit_in_batch, close_batch};
