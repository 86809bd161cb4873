#include "bench.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A connection and its prepared statements. */
struct by_hand {
    sqlite3 *database;
    sqlite3_stmt *begin, *lock, *insert, *commit, *update;
};

static void check(sqlite3 *database, int code, int expected, const char *doing) {
    if (code != expected) {
        bench_fail("SQLite: %s: %s", doing, sqlite3_errmsg(database));
    }
}

static sqlite3_stmt *compile(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = NULL;
    check(database, sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL),
          SQLITE_OK, sql);
    return statement;
}

/* Up to a millisecond at a time, as libpawl waits: SQLite's own timeout sleeps up to 100 ms, and a race
   between sleeps is not what is to be measured. */
static int wait_while_busy(void *context, int attempt) {
    (void)context;
    unsigned random = 0;
    sqlite3_randomness(sizeof random, &random);
    nanosleep(&(struct timespec){.tv_nsec = 50000 + (long)(random % 950000)}, NULL);
    return attempt < 60000;
}

/* The same durability as libpawl's: WAL, synced at each commit. */
static struct by_hand *open_by_hand(const char *path) {
    struct by_hand *hand = calloc(1, sizeof *hand);
    if (hand == NULL) {
        bench_fail("out of memory");
    }
    check(hand->database,
          sqlite3_open_v2(path, &hand->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL),
          SQLITE_OK, path);
    sqlite3_busy_handler(hand->database, wait_while_busy, NULL);
    check(
        hand->database,
        sqlite3_exec(hand->database, "pragma synchronous = full; pragma foreign_keys = on", NULL, NULL, NULL),
        SQLITE_OK, "settings");
    return hand;
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text) {
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

static void finish(const struct by_hand *hand, sqlite3_stmt *statement) {
    check(hand->database, sqlite3_step(statement), SQLITE_DONE, sqlite3_sql(statement));
    sqlite3_reset(statement);
}

static void prepare_range(const struct by_hand *hand, const char *sql, long first, long count) {
    sqlite3_stmt *statement = compile(hand->database, sql);
    sqlite3_bind_int64(statement, 1, first);
    sqlite3_bind_int64(statement, 2, first + count - 1);
    finish(hand, statement);
    sqlite3_finalize(statement);
}

static void close_by_hand(void *connection) {
    struct by_hand *hand = connection;
    sqlite3_stmt *statements[] = {hand->begin, hand->lock, hand->insert, hand->commit, hand->update};
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        sqlite3_finalize(statements[i]);
    }
    sqlite3_close(hand->database);
    free(hand);
}

#define NUMBERS "with recursive numbers (n) as (select ?1 union all select n + 1 from numbers where n < ?2) "

/* ---- the article's protocol ------------------------------------------------------------------------- */

static void *open_article(const char *path) {
    struct by_hand *hand = open_by_hand(path);
    hand->begin = compile(hand->database, "begin immediate");
    hand->lock =
        compile(hand->database, "update article_transitions set most_recent = 0 "
                                "where payment_id = ?1 and most_recent returning to_state, sort_key");
    hand->insert =
        compile(hand->database,
                "insert into article_transitions (payment_id, sort_key, most_recent, event, from_state, "
                "to_state, actor, submission_id) values (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7)");
    hand->commit = compile(hand->database, "commit");
    return hand;
}

static void prepare_article(void *connection, long first, long count) {
    struct by_hand *hand = connection;
    finish(hand, hand->begin);
    prepare_range(hand, NUMBERS "insert into payments (id) select 'PM' || n from numbers", first, count);
    prepare_range(hand,
                  NUMBERS
                  "insert into article_transitions (payment_id, sort_key, most_recent, event, from_state, "
                  "to_state, actor, amount, currency) select 'PM' || n, 10, 1, 'create', '', "
                  "'pending_submission', 'bench', 1250, 'EUR' from numbers",
                  first, count);
    finish(hand, hand->commit);
}

static void submit_article(void *connection, long number) {
    struct by_hand *hand = connection;
    char id[BENCH_ID_BYTES];
    bench_id(id, number);

    finish(hand, hand->begin);
    bind_text(hand->lock, 1, id);
    check(hand->database, sqlite3_step(hand->lock), SQLITE_ROW, "the newest transition");
    if (strcmp((const char *)sqlite3_column_text(hand->lock, 0), "pending_submission") != 0) {
        bench_fail("the article's protocol: %s is not pending", id);
    }
    sqlite3_int64 sort_key = sqlite3_column_int64(hand->lock, 1) + 10;
    finish(hand, hand->lock);

    bind_text(hand->insert, 1, id);
    sqlite3_bind_int64(hand->insert, 2, sort_key);
    bind_text(hand->insert, 3, "submit");
    bind_text(hand->insert, 4, "pending_submission");
    bind_text(hand->insert, 5, "submitted");
    bind_text(hand->insert, 6, "bench");
    bind_text(hand->insert, 7, "SB1");
    finish(hand, hand->insert);
    finish(hand, hand->commit);
}

const struct way way_sqlite_article = {
    .name = "article",
    .open = open_article,
    .prepare = prepare_article,
    .submit = submit_article,
    .close = close_by_hand,
};

/* ---- the rows that Pawl writes, by hand -------------------------------------------------------------- */

static void *open_same_rows(const char *path) {
    struct by_hand *hand = open_by_hand(path);
    hand->begin = compile(hand->database, "begin immediate");
    hand->lock =
        compile(hand->database, "select state, sort_key, since from same_current where payment_id = ?1");
    hand->update =
        compile(hand->database,
                "update same_current set state = ?2, sort_key = ?3, since = ?4 where payment_id = ?1");
    hand->insert = compile(
        hand->database,
        "insert into same_transitions (payment_id, sort_key, event, from_state, to_state, created_at, "
        "actor, submission_id) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    hand->commit = compile(hand->database, "commit");
    return hand;
}

static void prepare_same_rows(void *connection, long first, long count) {
    struct by_hand *hand = connection;
    finish(hand, hand->begin);
    prepare_range(hand, NUMBERS "insert into payments (id) select 'PM' || n from numbers", first, count);
    prepare_range(hand,
                  NUMBERS "insert into same_current select 'PM' || n, 'pending_submission', 10, "
                          "unixepoch() * 1000000 from numbers",
                  first, count);
    prepare_range(hand,
                  NUMBERS "insert into same_transitions (payment_id, sort_key, event, from_state, to_state, "
                          "created_at, actor, amount, currency) select 'PM' || n, 10, 'create', '', "
                          "'pending_submission', unixepoch() * 1000000, 'bench', 1250, 'EUR' from numbers",
                  first, count);
    finish(hand, hand->commit);
}

static void submit_same_rows(void *connection, long number) {
    struct by_hand *hand = connection;
    char id[BENCH_ID_BYTES];
    struct timespec now;
    bench_id(id, number);

    finish(hand, hand->begin);
    bind_text(hand->lock, 1, id);
    check(hand->database, sqlite3_step(hand->lock), SQLITE_ROW, "the payment");
    if (strcmp((const char *)sqlite3_column_text(hand->lock, 0), "pending_submission") != 0) {
        bench_fail("the same rows by hand: %s is not pending", id);
    }
    sqlite3_int64 sort_key = sqlite3_column_int64(hand->lock, 1) + 10;
    sqlite3_reset(hand->lock);

    clock_gettime(CLOCK_REALTIME, &now);
    sqlite3_int64 created_at = (sqlite3_int64)now.tv_sec * 1000000 + now.tv_nsec / 1000;
    bind_text(hand->update, 1, id);
    bind_text(hand->update, 2, "submitted");
    sqlite3_bind_int64(hand->update, 3, sort_key);
    sqlite3_bind_int64(hand->update, 4, created_at);
    finish(hand, hand->update);
    bind_text(hand->insert, 1, id);
    sqlite3_bind_int64(hand->insert, 2, sort_key);
    bind_text(hand->insert, 3, "submit");
    bind_text(hand->insert, 4, "pending_submission");
    bind_text(hand->insert, 5, "submitted");
    sqlite3_bind_int64(hand->insert, 6, created_at);
    bind_text(hand->insert, 7, "bench");
    bind_text(hand->insert, 8, "SB1");
    finish(hand, hand->insert);
    finish(hand, hand->commit);
}

const struct way way_sqlite_same_rows = {
    .name = "the same rows by hand",
    .open = open_same_rows,
    .prepare = prepare_same_rows,
    .submit = submit_same_rows,
    .close = close_by_hand,
};

/* ---- the floor -------------------------------------------------------------------------------------- */

static void *open_update(const char *path) {
    struct by_hand *hand = open_by_hand(path);
    hand->update = compile(hand->database, "update bare_payments set state = ?2 where id = ?1");
    return hand;
}

static void prepare_update(void *connection, long first, long count) {
    prepare_range(connection,
                  NUMBERS "insert into bare_payments (id, state) "
                          "select 'PM' || n, 'pending_submission' from numbers",
                  first, count);
}

static void submit_update(void *connection, long number) {
    struct by_hand *hand = connection;
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    bind_text(hand->update, 1, id);
    bind_text(hand->update, 2, "submitted");
    finish(hand, hand->update);
    if (sqlite3_changes(hand->database) != 1) {
        bench_fail("bare UPDATE: %s is not there", id);
    }
}

const struct way way_sqlite_update = {
    .name = "bare UPDATE",
    .open = open_update,
    .prepare = prepare_update,
    .submit = submit_update,
    .close = close_by_hand,
};
