/* The same work by hand on MariaDB, with libmariadb; `where` is the server's socket. */
#include "bench.h"

#include <mysql.h>
#include <mysqld_error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATEMENT_MAX = 4, VALUE_MAX = 5, COLUMN_MAX = 2, TEXT_BYTES = 64 };

/* A connection and what it has prepared. Begin and commit are sent as they are: they have nothing to prepare.
 */
struct by_hand {
    MYSQL *connection;
    MYSQL_STMT *statements[STATEMENT_MAX];
};

static void run_text(MYSQL *connection, const char *sql) {
    if (mysql_query(connection, sql) != 0) {
        bench_fail("%s: %s", sql, mysql_error(connection));
    }
}

static struct by_hand *open_by_hand(const char *socket, const char *const statements[STATEMENT_MAX]) {
    struct by_hand *by_hand = calloc(1, sizeof *by_hand);
    by_hand->connection = mysql_init(NULL);
    mysql_options(by_hand->connection, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    if (mysql_real_connect(by_hand->connection, NULL, "bench", NULL, "bench", 0, socket, 0) == NULL) {
        bench_fail("connecting: %s", mysql_error(by_hand->connection));
    }
    /* as libpawl; above it, the protocol ends in deadlocks */
    run_text(by_hand->connection, "set session transaction isolation level read committed");
    for (int i = 0; i < STATEMENT_MAX && statements[i] != NULL; i++) {
        by_hand->statements[i] = mysql_stmt_init(by_hand->connection);
        if (mysql_stmt_prepare(by_hand->statements[i], statements[i], strlen(statements[i])) != 0) {
            bench_fail("%s: %s", statements[i], mysql_stmt_error(by_hand->statements[i]));
        }
    }
    return by_hand;
}

static void close_by_hand(void *connection) {
    struct by_hand *by_hand = connection;
    for (int i = 0; i < STATEMENT_MAX; i++) {
        if (by_hand->statements[i] != NULL) {
            mysql_stmt_close(by_hand->statements[i]);
        }
    }
    mysql_close(by_hand->connection);
    free(by_hand);
}

/* With texts in place of each `?`, of one row. Its columns go into `found`, where there are any. False: a
 * deadlock. */
static bool run(MYSQL_STMT *statement, const char *const *values, unsigned count, char (*found)[TEXT_BYTES]) {
    MYSQL_BIND binds[VALUE_MAX] = {0};
    for (unsigned i = 0; i < count; i++) {
        binds[i].buffer_type = MYSQL_TYPE_STRING;
        binds[i].buffer = (void *)(uintptr_t)values[i];
        binds[i].buffer_length = strlen(values[i]);
    }
    if (mysql_stmt_bind_param(statement, binds) != 0 || mysql_stmt_execute(statement) != 0) {
        if (mysql_stmt_errno(statement) == ER_LOCK_DEADLOCK) {
            return false;
        }
        bench_fail("by hand: %s", mysql_stmt_error(statement));
    }
    if (found == NULL) {
        if (mysql_stmt_affected_rows(statement) != 1) {
            bench_fail("by hand: %s is not there", values[0]);
        }
        return true;
    }
    unsigned long lengths[COLUMN_MAX];
    MYSQL_BIND columns[COLUMN_MAX] = {0};
    for (unsigned i = 0; i < COLUMN_MAX; i++) {
        columns[i].buffer_type = MYSQL_TYPE_STRING;
        columns[i].buffer = found[i];
        columns[i].buffer_length = TEXT_BYTES - 1;
        columns[i].length = &lengths[i];
    }
    if (mysql_stmt_bind_result(statement, columns) != 0 || mysql_stmt_fetch(statement) != 0) {
        bench_fail("by hand: %s is not there", values[0]);
    }
    for (unsigned i = 0; i < COLUMN_MAX; i++) {
        found[i][lengths[i]] = '\0';
    }
    mysql_stmt_free_result(statement);
    return true;
}

static void run_range(MYSQL *connection, const char *format, long first, long count) {
    char sql[512];
    snprintf(sql, sizeof sql, format, first, first + count - 1);
    run_text(connection, sql);
}

/* ---- the article's protocol: the entity is locked, and the newest row of the history says where it is ----
 */

enum { LOCK, NO_LONGER, MOVE, STAND };

static void *open_article(const char *socket) {
    static const char *const statements[STATEMENT_MAX] = {
        [LOCK] = "select state, sort_key from article_payments where id = ? for update",
        [NO_LONGER] =
            "update article_transitions set most_recent = null where payment_id = ? and most_recent",
        [MOVE] = "insert into article_transitions (payment_id, sort_key, most_recent, event, from_state,"
                 " to_state, actor, submission_id) values (?, ?, true, ?, ?, ?, 'bench', 'SB1')",
        [STAND] = "update article_payments set state = ?, sort_key = ? where id = ?",
    };
    return open_by_hand(socket, statements);
}

static void prepare_article(void *connection, long first, long count) {
    struct by_hand *by_hand = connection;
    run_text(by_hand->connection, "begin");
    run_range(by_hand->connection,
              "insert into article_payments (id, state, sort_key)"
              " select concat('PM', seq), 'pending_submission', 10 from seq_%ld_to_%ld",
              first, count);
    run_range(
        by_hand->connection,
        "insert into article_transitions (payment_id, sort_key, most_recent, event, from_state, to_state,"
        " actor, amount, currency) select concat('PM', seq), 10, true, 'create', '',"
        " 'pending_submission', 'bench', 1250, 'EUR' from seq_%ld_to_%ld",
        first, count);
    run_text(by_hand->connection, "commit");
}

/* From where it stands, which the client judges. False: a deadlock, which has ended the transaction. */
static bool try_to_move(struct by_hand *by_hand, const char *id, const char *event,
                        const char *(*judge)(const char *from)) {
    char stands[COLUMN_MAX][TEXT_BYTES], sort_key[TEXT_BYTES];
    run_text(by_hand->connection, "begin");
    if (!run(by_hand->statements[LOCK], (const char *const[]){id}, 1, stands)) {
        return false;
    }
    const char *to = judge(stands[0]);
    if (to == NULL) {
        bench_fail("the article's protocol: %s is %s", id, stands[0]);
    }
    snprintf(sort_key, sizeof sort_key, "%ld", strtol(stands[1], NULL, 10) + 10);
    if (!run(by_hand->statements[NO_LONGER], (const char *const[]){id}, 1, NULL) ||
        !run(by_hand->statements[MOVE], (const char *const[]){id, sort_key, event, stands[0], to}, 5, NULL) ||
        !run(by_hand->statements[STAND], (const char *const[]){to, sort_key, id}, 3, NULL)) {
        return false;
    }
    run_text(by_hand->connection, "commit");
    return true;
}

/* Entities beside each other lie in one page of the unique indexes, where deadlocks come of it. */
static void move(struct by_hand *by_hand, const char *id, const char *event,
                 const char *(*judge)(const char *from)) {
    while (!try_to_move(by_hand, id, event, judge)) {
    }
}

static const char *submitted(const char *from) {
    return strcmp(from, "pending_submission") == 0 ? "submitted" : NULL;
}

static void submit_article(void *connection, long number) {
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    move(connection, id, "submit", submitted);
}

const struct way way_mariadb_article = {
    .name = "article",
    .open = open_article,
    .prepare = prepare_article,
    .submit = submit_article,
    .close = close_by_hand,
};

/* ---- the same for a door that is flipped on and on, of four -------------------------------------------- */

static void no_preparation(void *connection, long first, long count) {
    (void)connection, (void)first, (void)count;
}

static const char *flipped(const char *from) {
    return strcmp(from, "closed") == 0 ? "opened" : "closed";
}

static void flip_article(void *connection, long number) {
    char id[BENCH_ID_BYTES];
    snprintf(id, sizeof id, "%ld", number % HOT_DOORS);
    move(connection, id, "flip", flipped);
}

const struct way way_mariadb_hot_article = {
    .name = "article, 4 hot rows",
    .open = open_article,
    .prepare = no_preparation,
    .submit = flip_article,
    .close = close_by_hand,
};

/* ---- the floor: one row, no history, nothing checked ------------------------------------------------ */

static void *open_update(const char *socket) {
    static const char *const statements[STATEMENT_MAX] = {"update bare_payments set state = ? where id = ?"};
    return open_by_hand(socket, statements);
}

static void prepare_update(void *connection, long first, long count) {
    struct by_hand *by_hand = connection;
    run_range(by_hand->connection,
              "insert into bare_payments (id, state) select concat('PM', seq), 'pending_submission'"
              " from seq_%ld_to_%ld",
              first, count);
}

static void submit_update(void *connection, long number) {
    struct by_hand *by_hand = connection;
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    run(by_hand->statements[0], (const char *const[]){"submitted", id}, 2, NULL);
}

const struct way way_mariadb_update = {
    .name = "bare UPDATE",
    .open = open_update,
    .prepare = prepare_update,
    .submit = submit_update,
    .close = close_by_hand,
};

/* ---- many by one text: heads are updated, histories written, and nothing is checked ------------------ */

enum { BATCH_BYTES = 1 << 13 };

struct batch {
    struct by_hand *by_hand;
    int count;
    char ids[BATCH_BYTES], rows[BATCH_BYTES]; /* of `in`, and of `values` */
};

static void *open_batch(const char *socket) {
    static const char *const statements[STATEMENT_MAX] = {NULL};
    struct batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        bench_fail("out of memory");
    }
    batch->by_hand = open_by_hand(socket, statements);
    mysql_set_server_option(batch->by_hand->connection, MYSQL_OPTION_MULTI_STATEMENTS_ON);
    return batch;
}

static void prepare_batch(void *connection, long first, long count) {
    struct batch *batch = connection;
    run_range(batch->by_hand->connection,
              "insert into batch_payments (id, state, sort_key, since)"
              " select concat('PM', seq), 'pending_submission', 10, 0 from seq_%ld_to_%ld",
              first, count);
}

static void send_batch(struct batch *batch) {
    char sql[2 * BATCH_BYTES + 512];
    MYSQL *connection = batch->by_hand->connection;
    snprintf(sql, sizeof sql,
             "start transaction; update batch_payments set state = 'submitted', sort_key = sort_key + 10,"
             " since = timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) where id in (%s);"
             " insert into batch_history (id, sort_key, event, from_state, to_state, created_at, actor,"
             " submission_id) values %s; commit",
             batch->ids, batch->rows);
    long moved = 0;
    run_text(connection, sql);
    for (int next = 0; next == 0;) {
        moved += (long)mysql_affected_rows(connection);
        next = mysql_next_result(connection);
    }
    if (mysql_errno(connection) != 0 || moved != 2L * batch->count) {
        bench_fail("a batch by hand: %ld rows of %d: %s", moved, 2 * batch->count, mysql_error(connection));
    }
    batch->count = 0;
}

static void submit_in_batch(void *connection, long number) {
    struct batch *batch = connection;
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    if (batch->count == 0) {
        batch->ids[0] = batch->rows[0] = '\0';
    }
    const char *comma = batch->count == 0 ? "" : ", ";
    const size_t ids = strlen(batch->ids), rows = strlen(batch->rows);
    snprintf(batch->ids + ids, sizeof batch->ids - ids, "%s'%s'", comma, id);
    snprintf(batch->rows + rows, sizeof batch->rows - rows,
             "%s('%s', 20, 'submit', 'pending_submission', 'submitted',"
             " timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)), 'bench', 'SB1')",
             comma, id);
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
    close_by_hand(batch->by_hand);
    free(batch);
}

const struct way way_mariadb_batch = {
    .name = "by hand in batches",
    .open = open_batch,
    .prepare = prepare_batch,
    .submit = submit_in_batch,
    .close = close_batch,
};
