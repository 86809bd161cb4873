#include "loans.h"

#include "../support/every_byte.h"

#include <libpq-fe.h>
#include <sqlite3.h>

/* `then`: after the outermost commit, and only then. */

static struct clerk clerk;
static struct loan_hooks hooks;

static bool through_pooler(void) {
    return strstr(application_where(), "prepare=off") != NULL;
}

static struct pawl_db *open_loans(void) {
    clerk = (struct clerk){0};
    return open_with_clerk(&clerk, &hooks);
}

static enum pawl_status note(struct pawl_db *db, const char *id) {
    return loan_note(db, id, &a_note, NULL, NULL, &err);
}

static enum pawl_status check_committed(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                        struct pawl_error *error) {
    struct pawl_db *other = told->context;
    (void)error;
    assert_false(pawl_in_transaction(db));
    /* somebody else sees it */
    expect_rows(other, "2\n", "select count(*) from loan_transitions where loan_id = '%s'", call->id);
    assert_string_equal(call->args.note->text, "a note");
    assert_int_equal(call->sort_key, 20);
    return PAWL_DB; /* nobody is told */
}

static void then_runs_after_the_commit(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "alone");
    new_loan(db, "joined");
    clerk.acting = "announce";
    clerk.act = check_committed;
    clerk.context = open_application();
    expect(PAWL_OK, note(db, "alone"));
    expect_log(&clerk, "announce(note pending>pending) ");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, note(db, "joined"));
    expect_log(&clerk, "");
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_log(&clerk, "announce(note pending>pending) ");
    assert_string_equal(err.message, "");
}

static void then_runs_in_the_order_of_the_moves(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "in order");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, note(db, "in order"));
    expect(PAWL_OK, loan_ask(db, "in order", &asked_by_ann, NULL, NULL, &err));
    expect(PAWL_OK, loan_pay(db, "in order", NULL, NULL, &err));
    expect(PAWL_OK, loan_settle(db, "in order", NULL, NULL, &err));
    clerk.log[0] = '\0';
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_log(&clerk,
               "announce(note pending>pending) announce(ask pending>granted) file(ask pending>granted) "
               "announce(settle paid>settled) ");
}

static void then_never_runs_for_what_was_undone(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "undone");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, note(db, "undone"));
    expect(PAWL_OK, pawl_rollback(db, &err));
    /* a veto, within a transaction that goes on */
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, note(db, "undone"));
    clerk.refusing = " enter_granted ";
    expect(PAWL_REFUSED, loan_ask(db, "undone", &asked_by_ann, NULL, NULL, &err));
    clerk.log[0] = '\0';
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_log(&clerk, "announce(note pending>pending) ");
    expect(PAWL_REFUSED, loan_ask(db, "undone", &asked_by_ann, NULL, NULL, &err));
    clerk.log[0] = '\0';
    /* a transaction that the database refuses to commit */
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, note(db, "undone"));
    expect(PAWL_DB, pawl_exec(db, "insert into no_such_table values (1)", &err));
    expect(PAWL_DB, pawl_commit(db, &err));
    expect(PAWL_ILLEGAL, loan_pay(db, "undone", NULL, NULL, &err));
    expect_log(&clerk, "");
    expect_loan(db, "undone", "pending|pending|2|a note\n");
}

/* One that the caller has begun by SQL of his own, and pawl_commit ends. */
static void then_never_runs_for_what_the_database_refuses_to_commit(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "refused");
    clerk.log[0] = '\0';
    expect(PAWL_OK, pawl_exec(db, "begin", &err));
    expect(PAWL_OK, note(db, "refused"));
    expect(PAWL_DB, pawl_exec(db, "insert into no_such_table values (1)", &err));
    expect(PAWL_DB, pawl_commit(db, &err));
    assert_false(pawl_in_transaction(db));
    expect(PAWL_OK, pawl_committed(db, &err));
    expect_log(&clerk, "");
    expect(PAWL_OK, pawl_exec(db, "begin", &err));
    expect(PAWL_OK, loan_ask(db, "refused", &asked_by_ann, NULL, NULL, &err));
    clerk.log[0] = '\0';
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_log(&clerk, "announce(ask pending>granted) file(ask pending>granted) ");
}

static void end_session(struct pawl_db *db, struct pawl_db *admin) {
    char *session = rows_of(db, on_mariadb() ? "select connection_id()" : "select pg_backend_pid()");
    execute(admin, on_mariadb() ? "kill %ld" : "select pg_terminate_backend(%ld)", strtol(session, NULL, 10));
    free(session);
    wait_until_server_is_done(admin);
}

/* As above; what follows is on another connection, and nobody has spoken of the transaction's end. */
static void then_never_runs_for_what_a_broken_connection_took_along(void **state) {
    (void)state;
    if (on_sqlite() || through_pooler())
        skip(); /* a library in one's own process has no connection, and a pooler's is not the handle's */
    struct pawl_db *db = open_loans();
    struct pawl_db *admin = open_administrator();
    new_loan(db, "taken along");
    clerk.log[0] = '\0';
    expect(PAWL_OK, pawl_exec(db, "begin", &err));
    expect(PAWL_OK, note(db, "taken along"));
    end_session(db, admin);
    enum pawl_status begun;
    while ((begun = pawl_exec(db, "begin", &err)) != PAWL_OK) /* until the break is noticed, and mended */
        assert_true(begun == PAWL_DB || begun == PAWL_UNKNOWN);
    expect(PAWL_OK, loan_ask(db, "taken along", &asked_by_ann, NULL, NULL, &err));
    clerk.log[0] = '\0';
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_log(&clerk, "announce(ask pending>granted) file(ask pending>granted) ");
}

/* The caller takes what follows for a part of the transaction that is gone, until he is told. */
static void p3_a_transaction_of_the_callers_does_not_go_on_upon_another_connection(void **state) {
    (void)state;
    if (on_sqlite() || through_pooler())
        skip(); /* as above */
    struct pawl_db *db = open_loans();
    struct pawl_db *admin = open_administrator();
    new_loan(db, "first half");
    new_loan(db, "second half");
    expect(PAWL_OK, pawl_exec(db, "begin", &err));
    expect(PAWL_OK, loan_ask(db, "first half", &asked_by_ann, NULL, NULL, &err));
    end_session(db, admin);
    assert_int_not_equal(PAWL_OK, loan_ask(db, "second half", &asked_by_ann, NULL, NULL, &err));
    expect_loan(admin, "first half", "pending|pending|1|\n");
    expect_loan(admin, "second half", "pending|pending|1|\n");
    expect(PAWL_OK, pawl_exec(db, "begin", &err));
    expect(PAWL_OK, loan_ask(db, "second half", &asked_by_ann, NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
}

static enum pawl_status fire_note(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                  struct pawl_error *error) {
    (void)call;
    if (told->calls > 4)
        return PAWL_OK;
    return loan_note(db, told->context, &a_note, NULL, NULL, error);
}

static void then_of_what_effects_fire_shares_their_fate(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "outer");
    new_loan(db, "inner");
    clerk.acting = "leave_pending";
    clerk.act = fire_note;
    clerk.context = "inner";
    clerk.refusing = " enter_granted ";
    expect(PAWL_REFUSED, loan_ask(db, "outer", &asked_by_ann, NULL, NULL, &err));
    assert_null(strstr(clerk.log, "announce"));
    expect_loan(db, "inner", "pending|pending|1|\n");
    clerk.refusing = NULL;
    clerk.calls = 0;
    clerk.log[0] = '\0';
    expect(PAWL_OK, loan_ask(db, "outer", &asked_by_ann, NULL, NULL, &err));
    expect_log(&clerk,
               "agreed(ask pending>granted) blocked(ask pending>deferred) "
               "leave_pending(ask pending>granted) tell(ask pending>granted) "
               "enter_open(ask pending>granted) enter_granted(ask pending>granted) "
               "announce(ask pending>granted) file(ask pending>granted) announce(note pending>pending) ");
    expect_loan(db, "inner", "pending|pending|2|a note\n");
}

/* Each commits, and has a `then` of its own, which comes after those that were due before it. */
static void then_may_fire_and_be_followed(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "chain");
    clerk.acting = "announce";
    clerk.act = fire_note;
    clerk.context = "chain";
    expect(PAWL_OK, note(db, "chain"));
    assert_int_equal(clerk.calls, 5);
    expect_rows(db, "6\n", "select count(*) from loan_transitions where loan_id = 'chain'");
    /* within a transaction */
    clerk.calls = 3;
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, note(db, "chain"));
    expect(PAWL_OK, pawl_commit(db, &err));
    assert_int_equal(clerk.calls, 5);
    expect_rows(db, "8\n", "select count(*) from loan_transitions where loan_id = 'chain'");
}

static int attempts;

static enum pawl_status note_twice(struct pawl_db *db, void *context, struct pawl_error *error) {
    enum pawl_status status = loan_note(db, context, &a_note, NULL, NULL, error);
    if (status == PAWL_OK && ++attempts < 3) {
        error->retryable = true;
        error->status = PAWL_DB;
        return PAWL_DB;
    }
    return status;
}

static void then_runs_once_for_work_that_is_repeated(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "repeated work");
    attempts = 0;
    expect(PAWL_OK, pawl_transact(db, note_twice, "repeated work", &err));
    assert_int_equal(attempts, 3);
    expect_log(&clerk, "announce(note pending>pending) ");
}

/* ---- transactions that libpawl did not begin ---------------------------------------------------------- */

struct own {
    PGconn *postgres;
    sqlite3 *sqlite;
    struct st_mysql *mariadb;
};

static void own_sql(struct own own, const char *sql) {
    if (own.postgres) {
        PGresult *result = PQexec(own.postgres, sql);
        assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
        PQclear(result);
    } else if (own.mariadb) {
        assert_true(own_mariadb_sql(own.mariadb, sql));
    } else {
        assert_int_equal(sqlite3_exec(own.sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
    }
}

/* An adopted connection prepares its statements, which the pooler of these tests does not know. */
static struct own open_own(struct pawl_db **db) {
    struct own own = {0};
    clerk = (struct clerk){0};
    hooks = hooks_of_clerk(&clerk);
    if (on_postgres()) {
        own.postgres = PQconnectdb(application_where());
        assert_int_equal(PQstatus(own.postgres), CONNECTION_OK);
        expect(PAWL_OK, pawl_adopt_postgres(db, own.postgres, &err));
    } else if (on_mariadb()) {
        own.mariadb = open_own_mariadb();
        expect(PAWL_OK, pawl_adopt_mariadb(db, own.mariadb, &err));
    } else {
        assert_int_equal(sqlite3_open(application_where() + strlen("sqlite:"), &own.sqlite), SQLITE_OK);
        sqlite3_busy_timeout(own.sqlite, 10000);
        expect(PAWL_OK, pawl_adopt_sqlite(db, own.sqlite, &err));
    }
    expect(PAWL_OK, loan_set_hooks(*db, &hooks, &err));
    return own;
}

static void close_own(struct own own) {
    if (own.postgres)
        PQfinish(own.postgres);
    else if (own.mariadb)
        close_own_mariadb(own.mariadb);
    else
        assert_int_equal(sqlite3_close(own.sqlite), SQLITE_OK);
}

static void then_waits_until_the_callers_commit_is_told(void **state) {
    (void)state;
    if (through_pooler())
        skip();
    struct pawl_db *db;
    struct own own = open_own(&db);
    new_loan(db, "told");
    own_sql(own, "begin");
    expect(PAWL_OK, note(db, "told"));
    expect(PAWL_MISUSE, pawl_committed(db, &err));
    expect_message("pawl_committed: the transaction is still open");
    expect(PAWL_MISUSE, pawl_rolled_back(db, &err));
    own_sql(own, "commit");
    expect_log(&clerk, "");
    expect(PAWL_OK, pawl_committed(db, &err));
    expect_log(&clerk, "announce(note pending>pending) ");
    expect(PAWL_OK, pawl_committed(db, &err)); /* nothing is left */
    expect_log(&clerk, "");

    own_sql(own, "begin");
    expect(PAWL_OK, note(db, "told"));
    own_sql(own, "rollback");
    expect(PAWL_OK, pawl_rolled_back(db, &err));
    expect(PAWL_OK, pawl_committed(db, &err));
    expect_log(&clerk, "");

    /* what libpawl commits itself it knows of, and of nothing else */
    own_sql(own, "begin");
    expect(PAWL_OK, note(db, "told"));
    own_sql(own, "commit");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, loan_ask(db, "told", &asked_by_ann, NULL, NULL, &err));
    clerk.log[0] = '\0';
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_log(&clerk, "announce(ask pending>granted) file(ask pending>granted) ");
    expect(PAWL_OK, pawl_committed(db, &err));
    expect_log(&clerk, "announce(note pending>pending) ");

    /* his transaction, ended by libpawl; and what was forgotten */
    own_sql(own, "begin");
    expect(PAWL_OK, loan_pay(db, "told", NULL, NULL, &err));
    expect(PAWL_OK, loan_settle(db, "told", NULL, NULL, &err));
    clerk.log[0] = '\0';
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_log(&clerk, "announce(settle paid>settled) ");
    new_loan(db, "forgotten");
    own_sql(own, "begin");
    expect(PAWL_OK, note(db, "forgotten"));
    own_sql(own, "commit");
    pawl_close(db);
    expect_log(&clerk, "");
    close_own(own);
}

static void then_never_runs_where_an_adopted_connection_broke(void **state) {
    (void)state;
    if (on_sqlite() || through_pooler())
        skip(); /* as above */
    struct pawl_db *db;
    struct pawl_db *admin = open_administrator();
    struct own own = open_own(&db);
    new_loan(db, "adopted");
    clerk.log[0] = '\0';
    own_sql(own, "begin");
    expect(PAWL_OK, note(db, "adopted"));
    end_session(db, admin);
    expect(PAWL_DB, note(db, "adopted"));
    expect(PAWL_OK, pawl_committed(db, &err));
    expect_log(&clerk, "");
    pawl_close(db);
    close_own(own);
}

static void veto_leaves_the_callers_transaction_usable(void **state) {
    (void)state;
    if (through_pooler())
        skip();
    struct pawl_db *db;
    struct own own = open_own(&db);
    new_loan(db, "his own");
    own_sql(own, "begin");
    own_sql(own, "insert into bookings (loan_id, what) values ('his own', 'before')");
    clerk.refusing = " tell ";
    expect(PAWL_REFUSED, loan_ring(db, "his own", NULL, NULL, &err));
    expect(PAWL_REFUSED, loan_ask(db, "his own", &asked_by_ann, NULL, NULL, &err));
    clerk.refusing = NULL;
    expect(PAWL_OK, loan_ring(db, "his own", NULL, NULL, &err));
    own_sql(own, "commit");
    clerk.log[0] = '\0';
    expect(PAWL_OK, pawl_committed(db, &err));
    expect_log(&clerk, "");
    expect_loan(db, "his own", "pending|pending|2|before\n");
    pawl_close(db);
    close_own(own);
}

static void committed_and_rolled_back_need_a_handle(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    expect(PAWL_OK, pawl_committed(db, &err));
    expect(PAWL_OK, pawl_rolled_back(db, &err));
    expect(PAWL_MISUSE, pawl_committed(NULL, &err));
    expect(PAWL_MISUSE, pawl_rolled_back(NULL, &err));
    /* hooks that were taken away are not called any more */
    new_loan(db, "taken away");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, note(db, "taken away"));
    expect(PAWL_OK, loan_set_hooks(db, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_log(&clerk, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(then_runs_after_the_commit),
        TEST(then_runs_in_the_order_of_the_moves),
        TEST(then_never_runs_for_what_was_undone),
        TEST(then_never_runs_for_what_the_database_refuses_to_commit),
        TEST(then_never_runs_for_what_a_broken_connection_took_along),
        TEST(p3_a_transaction_of_the_callers_does_not_go_on_upon_another_connection),
        TEST(then_of_what_effects_fire_shares_their_fate),
        TEST(then_may_fire_and_be_followed),
        TEST(then_runs_once_for_work_that_is_repeated),
        TEST(then_waits_until_the_callers_commit_is_told),
        TEST(then_never_runs_where_an_adopted_connection_broke),
        TEST(veto_leaves_the_callers_transaction_usable),
        TEST(committed_and_rolled_back_need_a_handle),
    };
    moves_only(NULL);
    return run_loan_suite(tests);
}
