/* What a claim touches: neither runs that have ended, nor those that are blocked. */
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char columns[] = "flow, fingerprint, status, direction, iteration, entered, counts, args, data,"
                              " locks, attempt, failures, is_uncertain, was_cut_off, steps, undone, claim,"
                              " actor, started_at, updated_at, events";

static void fill_mariadb(const char *status, const char *key, long count) {
    char sql[2048];
    snprintf(
        sql, sizeof sql,
        "insert into pawl_runs (%s) select 'local_one', 'x', '%s', 'forward', '', 0, '{}', '{}', '{}', '[]',"
        " 0, 0, false, false, 0, 0, 0, 'x', 0, 0, 0 from seq_1_to_%ld",
        columns, status, count);
    forge(sql);
    snprintf(
        sql, sizeof sql,
        "insert into pawl_run_waits (lock_key, type, run, flow) select '%s', 'local_one', id, 'local_one'"
        " from pawl_runs where status = '%s' and '%s' <> ''",
        key, status, key);
    forge(sql);
}

static void fill(const char *status, const char *key, long count) {
    char sql[2048];
    if (on_mariadb()) {
        fill_mariadb(status, key, count);
        return;
    }
    snprintf(
        sql, sizeof sql,
        "with made as (insert into public.pawl_runs (%s) select 'local_one', 'x', '%s', 'forward', '', 0,"
        " '{}', '{}', '{}', '[]', 0, 0, false, false, 0, 0, 0, 'x', now(), now(), 0"
        " from generate_series(1, %ld) returning id)"
        " insert into public.pawl_run_waits (key, type, run, flow)"
        " select '%s', 'local_one', id, 'local_one' from made where '%s' <> ''",
        columns, status, count, key, key);
    forge(sql);
}

/* Rows that one claim reads, whichever way it finds them. */
static long claim_reads(struct pawl_db *db) {
    char *database = rows_of(db, "select database()");
    char claim[256];
    long reads[3];
    snprintf(claim, sizeof claim,
             "select %.*s_pawl.pawl_run_claim('local_one', null, null, false, 60000000, null, null, 0)",
             (int)strcspn(database, "\n"), database);
    for (int i = 0; i < 3; i++) { /* twice with nothing between, which is what asking costs */
        if (i == 2)
            free(rows_of(db, claim));
        char *sum = rows_of(db, "select sum(variable_value) from information_schema.session_status"
                                " where variable_name like 'HANDLER_READ%'");
        reads[i] = strtol(sum, NULL, 10);
        free(sum);
    }
    free(database);
    return reads[2] - reads[1] - (reads[1] - reads[0]);
}

/* Shared buffers that one claim touches, as the server counts them, once all is warm. */
static long claim_buffers(struct pawl_db *db) {
    long buffers = 0;
    for (int i = 0; i < 4; i++) {
        char *plan = rows_of(
            db, "explain (analyze, buffers, timing off)"
                " select public.pawl_run_claim('local_one', null, null, false, 60000000, null, null, 0)");
        const char *hit = strstr(plan, "shared hit=");
        if (!hit)
            fail_msg("no buffers in\n%s", plan);
        buffers = strtol(hit + strlen("shared hit="), NULL, 10);
        free(plan);
    }
    return buffers;
}

static long claim_costs(struct pawl_db *admin) {
    if (on_mariadb())
        return claim_reads(admin);
    execute(admin, "vacuum analyze");
    return claim_buffers(admin);
}

static void start_some(struct pawl_db *db) {
    char key[32];
    for (int i = 0; i < 10; i++) {
        snprintf(key, sizeof key, "free %d", i);
        start_text(db, LOCAL_ONE, key);
    }
}

static void a_claim_touches_only_what_is_ready(void **state) {
    (void)state;
    struct pawl_db *db = open_play(), *admin = open_administrator();
    const char *wished = getenv("PAWL_TEST_ROWS");
    long rows = wished ? atol(wished) : 10000;
    if (!on_postgres() && !on_mariadb()) {
        char *plan = rows_of(db, "explain query plan select run, due_at, is_leased from main.pawl_run_ready"
                                 " where flow = 'x' and due_at <= 1 order by due_at limit 1");
        assert_non_null(strstr(plan, "pawl_run_ready USING INDEX pawl_run_ready_due"));
        free(plan);
        return;
    }
    fill("done", "", 1000);
    start_some(db);
    long before = claim_costs(admin);
    start_some(db);
    fill("blocked", "one key", rows);
    fill("done", "", rows * 10);
    long after = claim_costs(admin);
    assert_true(before > 0);
    if (after > before + before / 10)
        fail_msg("a claim costs %ld %s, and %ld with %ld runs that are blocked and %ld that have ended",
                 before, on_postgres() ? "buffers" : "rows that are read", after, rows, rows * 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_claim_touches_only_what_is_ready),
    };
    moves_only(NULL);
    return run_suite(tests);
}
