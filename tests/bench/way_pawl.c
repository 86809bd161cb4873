#include "bench.h"

#include "payment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_ok(enum pawl_status status, const char *doing, const struct pawl_error *err) {
    if (status != PAWL_OK) {
        bench_fail("%s: %s: %s", doing, pawl_status_name(status), err->message);
    }
}

static void *open_pawl(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    expect_ok(pawl_open(&db, where, &err), "opening", &err);
    return db;
}

/* Rows of payments, as everybody else would write them on any database. */
static void insert_payments(struct pawl_db *db, long first, long count) {
    struct pawl_error err = PAWL_ERROR_INIT;
    char *sql = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&sql, &size);
    fputs("insert into payments (id) values ", out);
    for (long number = first; number < first + count; number++) {
        fprintf(out, "%s('PM%ld')", number == first ? "" : ",", number);
    }
    fclose(out);
    expect_ok(pawl_exec(db, sql, &err), "insert", &err);
    free(sql);
}

/* And the machine's own first move for each of them. */
static void prepare(void *connection, long first, long count) {
    struct pawl_db *db = connection;
    struct pawl_error err = PAWL_ERROR_INIT;
    expect_ok(pawl_begin(db, &err), "begin", &err);
    insert_payments(db, first, count);
    for (long number = first; number < first + count; number++) {
        char id[BENCH_ID_BYTES];
        bench_id(id, number);
        struct payment_create_args args = {.amount = 1250, .currency = "EUR"};
        expect_ok(payment_create(db, id, &args, NULL, NULL, &err), "create", &err);
    }
    expect_ok(pawl_commit(db, &err), "commit", &err);
}

static void submit(void *connection, long number) {
    char id[BENCH_ID_BYTES];
    struct payment_submit_args args = {.submission_id = "SB1"};
    struct pawl_error err = PAWL_ERROR_INIT;
    bench_id(id, number);
    expect_ok(payment_submit(connection, id, &args, NULL, NULL, &err), "submit", &err);
}

static void close_pawl(void *connection) {
    pawl_close(connection);
}

const struct way way_pawl = {
    .name = "Pawl",
    .open = open_pawl,
    .prepare = prepare,
    .submit = submit,
    .close = close_pawl,
};
