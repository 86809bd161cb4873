#include "bench.h"

#include "payment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CREATED_AT_ONCE = 1000 };

static void expect_ok(enum pawl_status status, const char *doing, const struct pawl_error *err) {
    if (status != PAWL_OK) {
        bench_fail("%s: %s: %s", doing, pawl_status_name(status), err->message);
    }
}

static void *open_pawl(const char *where) {
    return bench_open(where);
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
static void create_payments(struct pawl_db *db, long first, size_t count) {
    static char ids[CREATED_AT_ONCE][BENCH_ID_BYTES];
    static struct payment_create_item items[CREATED_AT_ONCE];
    static struct payment_result results[CREATED_AT_ONCE];
    struct pawl_error err = PAWL_ERROR_INIT;
    for (size_t i = 0; i < count; i++) {
        bench_id(ids[i], first + (long)i);
        items[i] = (struct payment_create_item){.id = ids[i], .args = {.amount = 1250, .currency = "EUR"}};
    }
    expect_ok(payment_create_many(db, items, count, NULL, results, &err), "create", &err);
    for (size_t i = 0; i < count; i++) {
        expect_ok(results[i].status, "create", &err);
    }
}

static void prepare(void *connection, long first, long count) {
    struct pawl_db *db = connection;
    struct pawl_error err = PAWL_ERROR_INIT;
    expect_ok(pawl_begin(db, &err), "begin", &err);
    insert_payments(db, first, count);
    for (long made = 0; made < count; made += CREATED_AT_ONCE) {
        create_payments(db, first + made,
                        (size_t)(count - made < CREATED_AT_ONCE ? count - made : CREATED_AT_ONCE));
    }
    expect_ok(pawl_commit(db, &err), "commit", &err);
}

static void submit_as(struct pawl_db *db, const char *id, const struct pawl_opts *opts) {
    struct payment_submit_args args = {.submission_id = "SB1"};
    struct pawl_error err = PAWL_ERROR_INIT;
    expect_ok(payment_submit(db, id, &args, opts, NULL, &err), "submit", &err);
}

static void submit(void *connection, long number) {
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    submit_as(connection, id, NULL);
}

static void submit_named(void *connection, long number) {
    char id[BENCH_ID_BYTES];
    bench_id(id, number);
    submit_as(connection, id, &(struct pawl_opts){.request_id = id});
}

const struct way way_pawl = {"Pawl", open_pawl, prepare, submit, bench_close};
const struct way way_pawl_named = {"with request ids", open_pawl, prepare, submit_named, bench_close};
