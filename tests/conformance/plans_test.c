/* Each query finds its rows by an index, also in large tables: what the database says it would do. */
#include "machines.h"

#include <limits.h>
#include <stdlib.h>

#include "alarm.h"
#include "job.h"

static const struct {
    const char *name;
    size_t statement;              /* offset in struct pawl_statements */
    const char *arguments;         /* of a prepared statement, where it is one */
    const char *postgres, *sqlite; /* what the plan must say; postgres: NULL where a function does it */
    const char *mariadb;           /* likewise: the index */
} plans[] = {
    {"get", offsetof(struct pawl_statements, get), "'p7'", "payment_current_pkey",
     "payment_current USING PRIMARY KEY", "PRIMARY"},
    {"history", offsetof(struct pawl_statements, history), "'p7'", "payment_transitions_pkey",
     "payment_transitions USING PRIMARY KEY", "PRIMARY"},
    {"last_to", offsetof(struct pawl_statements, last_to), "'p7', 'submitted'", "payment_transitions_pkey",
     "payment_transitions USING PRIMARY KEY", "PRIMARY"},
    {"creation", offsetof(struct pawl_statements, creation), "'p7'", "payment_transitions_pkey",
     "payment_transitions USING PRIMARY KEY", "PRIMARY"},
    {"in_state", offsetof(struct pawl_statements, in_state), "'submitted', 0, 'p7', 10",
     "payment_current_state_since", "payment_current_state_since", "payment_current_state_since"},
    {"not_in_state", offsetof(struct pawl_statements, not_in_state),
     "'paid', 'a', 0, 'p7', 'paid', 0, 'p7', 10", "payment_current_state_since",
     "payment_current_state_since", "payment_current_state_since"},
    {"find_request", offsetof(struct pawl_statements, find_request), NULL, NULL,
     "payment_transitions USING INDEX payment_transitions_request", NULL},
    {"find_parent", offsetof(struct pawl_statements, find_parent), NULL, NULL,
     "payments USING COVERING INDEX", NULL},
};

static const char *numbers(void) {
    return on_postgres()  ? "generate_series(1, 5000) n"
           : on_mariadb() ? "(select seq as n from seq_1_to_5000) counted"
                          : "(with recursive c(n) as (select 1 union all select n + 1 from c"
                            " where n < 5000) select n from c) counted";
}

/* Enough that reading all of it would be dearer. */
static void fill(void) {
    const char *time = on_postgres() ? "now() + n * interval '1 second'" : "n * 1000000";
    const char *id = on_mariadb() ? "concat('p', n)" : "'p' || n";
    char sql[1024];
    struct pawl_db *db = open_application();
    execute(db, "insert into payments (id) select %s from %s", id, numbers());
    snprintf(sql, sizeof sql,
             "insert into payment_current (payment_id, state, sort_key, since)"
             " select %s, case when n %% 100 = 0 then 'submitted' else 'paid' end, 30, %s from %s",
             id, time, numbers());
    forge(sql);
    snprintf(sql, sizeof sql,
             "insert into payment_transitions"
             " (payment_id, sort_key, event, from_state, to_state, created_at, actor)"
             " select %s, m.k, 'x', 'x', 'x', %s, 'x' from %s,"
             " (select 10 as k union select 20 union select 30) m",
             id, time, numbers());
    forge(sql);
    if (on_mariadb())
        execute(open_administrator(),
                "begin not atomic execute immediate concat('analyze table ', database(),"
                " '_pawl.payment_current, ', database(), '_pawl.payment_transitions');"
                " end");
    else
        execute(open_administrator(), "analyze");
}

/* The statement with its arguments in place of `?1`, `?2`, ..., and the database's own name. */
static char *as_mariadb_sends(const char *sql, const char *arguments) {
    static const char word[] = "pawl_database";
    char *text = NULL, *names = rows_of(open_administrator(), "select database()");
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    names[strcspn(names, "\n")] = '\0';
    while (*sql) {
        if (strncmp(sql, word, strlen(word)) == 0) {
            fprintf(out, "%s_pawl", names);
            sql += strlen(word);
        } else if (*sql == '?') {
            const char *argument = arguments;
            for (long number = strtol(sql + 1, (char **)&sql, 10); number > 1; number--)
                argument = strstr(argument, ", ") + 2;
            fprintf(out, "%.*s", (int)strcspn(argument, ","), argument);
        } else {
            fputc(*sql++, out);
        }
    }
    fclose(out);
    free(names);
    return text;
}

static char *plan_of_sql(struct pawl_db *db, const char *name, const char *sql, const char *arguments) {
    char explain[2048];
    if (on_postgres()) {
        execute(db, "prepare %s as %s", name, sql);
        snprintf(explain, sizeof explain, "explain execute %s(%s)", name, arguments);
    } else if (on_mariadb()) {
        char *sent = as_mariadb_sends(sql, arguments);
        snprintf(explain, sizeof explain, "explain %s", sent);
        free(sent);
    } else {
        snprintf(explain, sizeof explain, "explain query plan %s", sql);
    }
    return rows_of(db, explain);
}

static char *plan_of(struct pawl_db *db, size_t i) {
    const struct pawl_statements *statements = payment_machine.sql[on_postgres()  ? PAWL_DIALECT_POSTGRES
                                                                   : on_mariadb() ? PAWL_DIALECT_MARIADB
                                                                                  : PAWL_DIALECT_SQLITE];
    const char *sql = NULL;
    memcpy(&sql, (const char *)statements + plans[i].statement, sizeof sql);
    return plan_of_sql(db, plans[i].name, sql, plans[i].arguments);
}

static void queries_use_their_index(void **state) {
    (void)state;
    fill();
    struct pawl_db *db = open_application();
    if (on_postgres()) /* as a statement is planned that has run a few times */
        execute(db, "set plan_cache_mode = force_generic_plan");
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        const char *wanted = on_postgres()  ? plans[i].postgres
                             : on_mariadb() ? plans[i].mariadb
                                            : plans[i].sqlite;
        if (!wanted)
            continue;
        char *plan = plan_of(db, i);
        /* what stands for the version is one row, and no table */
        if (!strstr(plan, wanted) || strstr(plan, "Seq Scan") || strstr(plan, "payment_current|ALL") ||
            strstr(plan, "payment_transitions|ALL") || strstr(plan, "SCAN main.payment_current") ||
            strstr(plan, "SCAN main.payment_transitions") || strstr(plan, "SCAN payment_current") ||
            strstr(plan, "SCAN payment_transitions"))
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

/* Due, or a third each not due yet, leased, and parked. */
static void fill_queue(bool blocked) {
    char sql[640], numbered[80];
    const char *prefix = blocked ? "blocked" : "due", *hours = blocked ? "(1 + n % 1000)" : "-1";
    const int count = blocked ? BLOCKED : DUE;
    if (on_mariadb()) {
        snprintf(numbered, sizeof numbered, "(select seq as n from seq_1_to_%d) counted", count);
        snprintf(
            sql, sizeof sql,
            "insert into job_pending (job_id, declaration, is_work, due_at, fence, claim, attempts,"
            " parked_at, is_asleep) select concat('%s', n), 'work queued', true, unix_timestamp() * 1000000"
            " + %s * 3600000000, 10, n %% 3 %% 2, n %% 3 %% 2, %s, false from %s",
            prefix, hours, blocked ? "if(n % 3 = 0, 1, null)" : "null", numbered);
    } else {
        snprintf(sql, sizeof sql,
                 "insert into job_pending (job_id, declaration, is_work, due_at, fence, claim, attempts,"
                 " parked_at) select '%s' || n, 'work queued', true, now() + %s * interval '1 hour', 10,"
                 " n %% 3 %% 2, n %% 3 %% 2, %s from generate_series(1, %d) n",
                 prefix, hours, blocked ? "case when n % 3 = 0 then now() end" : "null", count);
    }
    forge(sql);
}

static void analyze_queue(void) {
    execute(open_administrator(),
            on_mariadb() ? "begin not atomic execute immediate concat('analyze table ', database(),"
                           " '_pawl.job_pending'); end"
                         : "analyze");
}

/* Shared buffers that a claim of so many rows touches, as the server counts them. */
static long buffers_of_one_claim(struct pawl_db *db, int rows) {
    char sql[160], actual_rows[32];
    snprintf(
        sql, sizeof sql,
        "explain (analyze, buffers, timing off, format yaml) select * from job_pending_claim(%d, 'work')",
        rows);
    snprintf(actual_rows, sizeof actual_rows, "Actual Rows: %d\n", rows);
    char *plan = rows_of(db, sql);
    const char *hit = strstr(plan, "Shared Hit Blocks: "), *read = strstr(plan, "Shared Read Blocks: ");
    assert_non_null(hit);
    assert_non_null(read);
    const long count =
        atol(hit + strlen("Shared Hit Blocks: ")) + atol(read + strlen("Shared Read Blocks: "));
    assert_non_null(strstr(plan, actual_rows));
    free(plan);
    return count;
}

/* On MariaDB the rows that the session has asked the engine for. */
static const char rows_asked[] = "select sum(variable_value) from information_schema.session_status where"
                                 " variable_name like 'handler_read%'";

static long reads_of_one_claim(struct pawl_db *db, int rows) {
    char *names = rows_of(db, "select database()"), *before = rows_of(db, rows_asked), sql[160];
    snprintf(sql, sizeof sql, "select json_length(%.*s_pawl.job_pending_claim(%d, 'work', null))",
             (int)strcspn(names, "\n"), names, rows);
    char *count = rows_of(db, sql), *after = rows_of(db, rows_asked);
    assert_int_equal(atol(count), rows);
    const long reads = atol(after) - atol(before);
    free(names), free(before), free(count), free(after);
    return reads;
}

/*
 * What a claim of so many rows touches: the least, since a plan that is made anew reads catalogues besides,
 * which roles and databases that others make at the same time bring about.
 */
static long touched_by_a_claim(struct pawl_db *db, int rows) {
    long least = LONG_MAX;
    for (int i = 0; i < CLAIMS; i++) {
        const long count = (on_mariadb() ? reads_of_one_claim : buffers_of_one_claim)(db, rows);
        least = count < least ? count : least;
    }
    return least;
}

/*
 * They are not looked at, which would be hundreds. What grows on PostgreSQL is the height of the indexes, in
 * which a row that is claimed is entered again: one to three pages a row, and a few that are looked at
 * because of what earlier claims have left there, as long as a transaction goes on in any database.
 */
static void claims_do_not_look_at_what_is_blocked(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* it does not count pages; which index it takes is looked at below */
    static const int batches[] = {1, 10};
    const char *what = on_mariadb() ? "rows" : "shared buffers";
    long without[2], with[2];
    struct pawl_db *db = open_application();
    fill_queue(false);
    analyze_queue();
    touched_by_a_claim(db, 10); /* catalogues and plans */
    for (int i = 0; i < 2; i++)
        without[i] = touched_by_a_claim(db, batches[i]);
    fill_queue(true);
    for (int i = 0; i < 2; i++)
        with[i] = touched_by_a_claim(db, batches[i]);
    for (int i = 0; i < 2; i++)
        print_message("a claim of %d: %ld %s, and %ld beside %d blocked rows\n", batches[i], without[i], what,
                      with[i], BLOCKED);
    for (int i = 0; i < 2; i++)
        if (with[i] - without[i] > 10 + 3 * batches[i])
            fail_msg("%d blocked rows make a claim of %d touch %ld %s instead of %ld", BLOCKED, batches[i],
                     with[i], what, without[i]);
}

static void claims_use_the_index_of_what_is_ready(void **state) {
    (void)state;
    if (on_postgres())
        skip(); /* its plan lies within a function */
    struct pawl_db *db = open_application();
    const struct pawl_queue_statements *queue =
        job_machine.sql[on_mariadb() ? PAWL_DIALECT_MARIADB : PAWL_DIALECT_SQLITE]->queue;
    const char *const statements[] = {queue->next_due, on_mariadb() ? NULL : queue->claim};
    for (size_t i = 0; i < sizeof statements / sizeof *statements && statements[i]; i++) {
        char *plan = plan_of_sql(db, "claims", statements[i], "true");
        /* what stands for the version is one row, and no table */
        if (!strstr(plan, "job_pending_due") || strstr(plan, "SCAN main.job_pending") ||
            strstr(plan, "SCAN job_pending") || strstr(plan, "SCAN type_lock") ||
            strstr(plan, "TEMP B-TREE") || strstr(plan, "job_pending|ALL") || strstr(plan, "filesort"))
            fail_msg("does not use the index:\n%s", plan);
        free(plan);
    }
}

/* The session keeps the plan that it has made while there was next to nothing in the queue. */
static void many_moves_find_in_a_queue_that_has_grown_what_they_end(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* elsewhere each move ends its own, by the key */
    const struct alarm_stop_item first = {.id = "first"}, second = {.id = "second"};
    struct alarm_result result;
    struct pawl_db *db = open_application_apart();
    expect(PAWL_OK, alarm_create(db, "first", NULL, NULL, NULL, &err));
    expect(PAWL_OK, alarm_create(db, "second", NULL, NULL, NULL, &err));
    expect(PAWL_OK, alarm_stop_many(db, &first, 1, NULL, &result, &err));
    expect(PAWL_OK, result.status);
    forge("insert into alarm_pending (alarm_id, declaration, is_work, due_at, fence)"
          " select 'grown' || n, declaration, false, now() + interval '1 day', 10"
          " from generate_series(1, 5000) n, (select declaration from alarm_pending limit 1) other");
    begin_free(db); /* what it has read is counted up to its end */
    expect(PAWL_OK, alarm_stop_many(db, &second, 1, NULL, &result, &err));
    expect(PAWL_OK, result.status);
    expect_rows(db, "0|t\n",
                "select pg_stat_get_xact_numscans('alarm_pending'::regclass),"
                " pg_stat_get_xact_tuples_returned('alarm_pending_pkey'::regclass) < 100");
    expect_rows(db, "0\n", "select count(*) from alarm_pending where alarm_id = 'second'");
    expect(PAWL_OK, pawl_rollback(db, &err));
}

/* Likewise the claim that a transition completes, which is no reason to read all that is due. */
static void completions_find_their_claim_in_a_queue_that_has_grown(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* elsewhere it is found by the key */
    static const char *const ids[] = {"first", "second"};
    const struct job_done_args args = {.result = "fine"};
    struct pawl_item items[2];
    size_t count = 0;
    forge("delete from job_pending");
    execute(open_administrator(), "vacuum analyze job_pending");
    struct pawl_db *db = open_application_apart();
    expect(PAWL_OK, pawl_exec(db, "set plan_cache_mode = force_generic_plan", &err));
    for (int i = 0; i < 2; i++)
        expect(PAWL_OK, job_create(db, ids[i], NULL, NULL, &err));
    expect(PAWL_OK, pawl_claim(db, &job_machine, PAWL_WORKS, 0, items, 2, &count, &err));
    assert_int_equal(count, 2);
    expect(PAWL_OK, pawl_complete(db, &job_machine, &items[0], JOB_EVENT_DONE, &args, NULL, NULL, &err));
    fill_queue(false);
    begin_free(db); /* what it has read is counted up to its end */
    expect(PAWL_OK, pawl_complete(db, &job_machine, &items[1], JOB_EVENT_DONE, &args, NULL, NULL, &err));
    expect_rows(db, "t\n", "select pg_stat_get_xact_tuples_returned('job_pending_due'::regclass) < 100");
    expect(PAWL_OK, pawl_rollback(db, &err));
}

/* The session keeps the plan that it has made while the machine had no entity. */
static void many_moves_find_their_rows_in_a_machine_that_has_grown(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* elsewhere each move finds its row by the key */
    const struct ticket_take_item first = {.id = "nobody", .args = {.who = "x"}};
    const struct ticket_take_item items[] = {{.id = "grown7", .args = {.who = "x"}},
                                             {.id = "grown9", .args = {.who = "y"}},
                                             {.id = "absent", .args = {.who = "z"}}};
    struct ticket_result results[3];
    execute(open_administrator(), "vacuum analyze ticket_current");
    struct pawl_db *db = open_application_apart();
    expect(PAWL_OK, ticket_take_many(db, &first, 1, NULL, results, &err));
    expect(PAWL_NOT_FOUND, results[0].status);
    forge("insert into ticket_current (ticket_id, state, sort_key, since)"
          " select 'grown' || n, 'open', 10, now() from generate_series(1, 5000) n");
    begin_free(db); /* what it has read is counted up to its end */
    expect(PAWL_OK, ticket_take_many(db, items, 3, NULL, results, &err));
    expect(PAWL_OK, results[0].status);
    expect(PAWL_OK, results[1].status);
    expect(PAWL_NOT_FOUND, results[2].status);
    expect_rows(db, "0|0\n",
                "select pg_stat_get_xact_numscans('ticket_current'::regclass),"
                " pg_stat_get_xact_numscans('ticket_transitions'::regclass)");
    expect(PAWL_OK, pawl_rollback(db, &err));
}

/* Each rewritten row of a head has its place beside the old one, and no index is told of it. */
static void moves_of_an_unindexed_machine_write_no_index(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* elsewhere a row that is written anew leaves alone the indexes whose columns stay */
    struct pawl_db *db = open_application_apart();
    begin_free(db); /* what it has written is counted up to its end */
    expect(PAWL_OK, ticket_create(db, "written", NULL, NULL, &err));
    expect(PAWL_OK, ticket_take(db, "written", &(struct ticket_take_args){.who = "x"}, NULL, NULL, &err));
    expect(PAWL_OK, ticket_drop(db, "written", NULL, NULL, &err));
    expect_rows(db, "2|2\n",
                "select pg_stat_get_xact_tuples_updated('ticket_current'::regclass),"
                " pg_stat_get_xact_tuples_hot_updated('ticket_current'::regclass)");
    expect(PAWL_OK, pawl_rollback(db, &err));
}

/* A server has the routines of many databases, and the catalog parses each that it is asked for. */
static void opening_looks_at_no_routine_of_other_databases(void **state) {
    (void)state;
    if (!on_mariadb())
        skip();
    char *reads = rows_of(open_administrator(), rows_asked);
    char *routines = rows_of(open_administrator(), "select count(*) from mysql.proc");
    assert_true(atol(reads) < atol(routines));
    free(reads), free(routines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(opening_looks_at_no_routine_of_other_databases),
        TEST(state_view_joins),
        TEST(queries_use_their_index),
        TEST(claims_do_not_look_at_what_is_blocked),
        TEST(claims_use_the_index_of_what_is_ready),
        TEST(many_moves_find_in_a_queue_that_has_grown_what_they_end),
        TEST(completions_find_their_claim_in_a_queue_that_has_grown),
        TEST(many_moves_find_their_rows_in_a_machine_that_has_grown),
        TEST(moves_of_an_unindexed_machine_write_no_index),
    };
    return run_suite(tests);
}
