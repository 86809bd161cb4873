/* Each query finds its rows by an index, also in large tables: what the database says it would do. */
#include "machines.h"

#include <limits.h>

#include "job.h"

static const struct {
    const char *name;
    size_t statement;              /* offset in struct pawl_statements */
    const char *arguments;         /* of a prepared statement on PostgreSQL */
    const char *postgres, *sqlite; /* what the plan must say; postgres: NULL where a function does it */
} plans[] = {
    {"get", offsetof(struct pawl_statements, get), "'p7'", "payment_current_pkey",
     "payment_current USING PRIMARY KEY"},
    {"history", offsetof(struct pawl_statements, history), "'p7'", "payment_transitions_pkey",
     "payment_transitions USING PRIMARY KEY"},
    {"last_to", offsetof(struct pawl_statements, last_to), "'p7', 'submitted'", "payment_transitions_pkey",
     "payment_transitions USING PRIMARY KEY"},
    {"in_state", offsetof(struct pawl_statements, in_state), "'submitted', 0, 'p7', 10",
     "payment_current_state_since", "payment_current_state_since"},
    {"not_in_state", offsetof(struct pawl_statements, not_in_state),
     "'paid', 'a', 0, 'p7', 'paid', 0, 'p7', 10", "payment_current_state_since",
     "payment_current_state_since"},
    {"find_request", offsetof(struct pawl_statements, find_request), NULL, NULL,
     "payment_transitions USING INDEX payment_transitions_request"},
    {"find_parent", offsetof(struct pawl_statements, find_parent), NULL, NULL,
     "payments USING COVERING INDEX"},
};

/* Enough that reading all of it would be dearer. */
static void fill(void) {
    const char *number = on_postgres() ? "generate_series(1, 5000) n"
                                       : "(with recursive c(n) as (select 1 union all select n + 1 from c"
                                         " where n < 5000) select n from c)";
    const char *time = on_postgres() ? "now() + n * interval '1 second'" : "n * 1000000";
    char sql[1024];
    struct pawl_db *db = open_application();
    execute(db, "insert into payments (id) select 'p' || n from %s", number);
    snprintf(sql, sizeof sql,
             "insert into payment_current (payment_id, state, sort_key, since)"
             " select 'p' || n, case when n %% 100 = 0 then 'submitted' else 'paid' end, 30, %s from %s",
             time, number);
    forge(sql);
    snprintf(sql, sizeof sql,
             "insert into payment_transitions"
             " (payment_id, sort_key, event, from_state, to_state, created_at, actor)"
             " select 'p' || n, m.k, 'x', 'x', 'x', %s, 'x' from %s,"
             " (select 10 as k union select 20 union select 30) m",
             time, on_postgres() ? "generate_series(1, 5000) n" : number);
    forge(sql);
    execute(open_administrator(), "analyze");
}

static char *plan_of(struct pawl_db *db, size_t i) {
    const struct pawl_statements *statements =
        payment_machine.sql[on_postgres() ? PAWL_DIALECT_POSTGRES : PAWL_DIALECT_SQLITE];
    const char *sql = NULL;
    char explain[2048];
    memcpy(&sql, (const char *)statements + plans[i].statement, sizeof sql);
    if (on_postgres()) {
        execute(db, "prepare %s as %s", plans[i].name, sql);
        snprintf(explain, sizeof explain, "explain execute %s(%s)", plans[i].name, plans[i].arguments);
    } else {
        snprintf(explain, sizeof explain, "explain query plan %s", sql);
    }
    return rows_of(db, explain);
}

static void queries_use_their_index(void **state) {
    (void)state;
    fill();
    struct pawl_db *db = open_application();
    if (on_postgres()) /* as a statement is planned that has run a few times */
        execute(db, "set plan_cache_mode = force_generic_plan");
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        if (on_postgres() && !plans[i].postgres)
            continue;
        char *plan = plan_of(db, i);
        /* what stands for the version is one row, and no table */
        if (!strstr(plan, on_postgres() ? plans[i].postgres : plans[i].sqlite) || strstr(plan, "Seq Scan") ||
            strstr(plan, "SCAN main.payment_current") || strstr(plan, "SCAN main.payment_transitions") ||
            strstr(plan, "SCAN payment_current") || strstr(plan, "SCAN payment_transitions"))
            fail_msg("%s does not use its index:\n%s", plans[i].name, plan);
        free(plan);
    }
}

static void state_view_joins(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "viewed");
    expect(PAWL_OK, submit(db, "viewed"));
    expect_rows(db, "viewed|submitted|20\n",
                "select payments.id, state, sort_key from payments join payment_state on payment_id = id"
                " where id = 'viewed'");
}

/* ---- the queue ------------------------------------------------------------------------------------- */

enum { DUE = 5000, BLOCKED = 100000, CLAIMS = 20 };

/* Due, or a third each not due yet, leased, and put aside. */
static void fill_queue(bool blocked) {
    char sql[512];
    snprintf(
        sql, sizeof sql,
        "insert into job_pending (job_id, declaration, is_work, due_at, fence, claim, attempts, parked_at)"
        " select '%s' || n, 'work queued', true, now() + %s * interval '1 hour', 10, n %% 3 %% 2,"
        " n %% 3 %% 2, %s from generate_series(1, %d) n",
        blocked ? "blocked" : "due", blocked ? "(1 + n % 1000)" : "-1",
        blocked ? "case when n % 3 = 0 then now() end" : "null", blocked ? BLOCKED : DUE);
    forge(sql);
}

/*
 * Shared buffers that a claim of so many rows touches, as the server counts them: the fewest, since a plan
 * that is made anew reads catalogues besides, which roles and databases that others make at the same time
 * bring about.
 */
static long buffers_of_a_claim(struct pawl_db *db, int rows) {
    char sql[160], actual_rows[32];
    long fewest = LONG_MAX;
    snprintf(
        sql, sizeof sql,
        "explain (analyze, buffers, timing off, format yaml) select * from job_pending_claim(%d, 'work')",
        rows);
    snprintf(actual_rows, sizeof actual_rows, "Actual Rows: %d\n", rows);
    for (int i = 0; i < CLAIMS; i++) {
        char *plan = rows_of(db, sql);
        const char *hit = strstr(plan, "Shared Hit Blocks: "), *read = strstr(plan, "Shared Read Blocks: ");
        assert_non_null(hit);
        assert_non_null(read);
        long count = atol(hit + strlen("Shared Hit Blocks: ")) + atol(read + strlen("Shared Read Blocks: "));
        fewest = count < fewest ? count : fewest;
        assert_non_null(strstr(plan, actual_rows));
        free(plan);
    }
    return fewest;
}

/*
 * They are not looked at. What grows is the height of the indexes, in which a row that is claimed is entered
 * again: a page of some eighteen where one is claimed, and one to three a row where many.
 */
static void claims_do_not_look_at_what_is_blocked(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* SQLite does not count pages; which index it takes is looked at below */
    static const int batches[] = {1, 10};
    long without[2], with[2];
    struct pawl_db *db = open_application();
    fill_queue(false);
    execute(open_administrator(), "analyze");
    buffers_of_a_claim(db, 10); /* catalogues and plans */
    for (int i = 0; i < 2; i++)
        without[i] = buffers_of_a_claim(db, batches[i]);
    fill_queue(true);
    for (int i = 0; i < 2; i++)
        with[i] = buffers_of_a_claim(db, batches[i]);
    for (int i = 0; i < 2; i++)
        print_message("a claim of %d: %ld shared buffers, and %ld beside %d blocked rows\n", batches[i],
                      without[i], with[i], BLOCKED);
    if (with[0] * 10 > without[0] * 11)
        fail_msg("%d blocked rows make a claim touch %ld shared buffers instead of %ld", BLOCKED, with[0],
                 without[0]);
    if (with[1] - without[1] > 3 * batches[1])
        fail_msg(
            "%d blocked rows make a claim of ten touch %ld shared buffers instead of %ld, more than three "
            "pages for a row",
            BLOCKED, with[1], without[1]);
}

static void claims_use_the_index_of_what_is_ready(void **state) {
    (void)state;
    if (on_postgres())
        skip(); /* its plan lies within a function */
    struct pawl_db *db = open_application();
    const char *const statements[] = {job_machine.sql[PAWL_DIALECT_SQLITE]->queue->claim,
                                      job_machine.sql[PAWL_DIALECT_SQLITE]->queue->next_due};
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        char explain[1024];
        snprintf(explain, sizeof explain, "explain query plan %s", statements[i]);
        char *plan = rows_of(db, explain);
        /* what stands for the version is one row, and no table */
        if (!strstr(plan, "job_pending_due") || strstr(plan, "SCAN main.job_pending") ||
            strstr(plan, "SCAN job_pending") || strstr(plan, "SCAN type_lock") || strstr(plan, "TEMP B-TREE"))
            fail_msg("does not use the index:\n%s", plan);
        free(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(state_view_joins),
        TEST(queries_use_their_index),
        TEST(claims_do_not_look_at_what_is_blocked),
        TEST(claims_use_the_index_of_what_is_ready),
    };
    return run_suite(tests);
}
