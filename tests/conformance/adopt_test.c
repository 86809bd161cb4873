#include "machines.h"

#include <libpq-fe.h>
#include <sqlite3.h>

/* What an application has opened by itself, on either database. */
struct own {
    PGconn *postgres;
    sqlite3 *sqlite;
    struct st_mysql *mariadb;
};

static struct own open_own(void) {
    struct own own = {0};
    if (on_postgres()) {
        char where[1200];
        const char *end = strstr(application_where(), " schema=");
        snprintf(where, sizeof where, "%s", application_where());
        if (end) /* which libpq does not know */
            snprintf(where, sizeof where, "%.*s options='-csearch_path=%s -cpawl.schema=%s'",
                     (int)(end - application_where()), application_where(), getenv("PAWL_TEST_SCHEMA"),
                     getenv("PAWL_TEST_SCHEMA"));
        own.postgres = PQconnectdb(where);
        assert_int_equal(PQstatus(own.postgres), CONNECTION_OK);
        PQsetClientEncoding(own.postgres, "UTF8");
    } else if (on_mariadb()) {
        own.mariadb = open_own_mariadb();
    } else {
        assert_int_equal(sqlite3_open(application_where() + strlen("sqlite:"), &own.sqlite), SQLITE_OK);
        sqlite3_busy_timeout(own.sqlite, 10000);
    }
    return own;
}

static void close_own(struct own own) {
    if (own.postgres)
        PQfinish(own.postgres);
    else if (own.mariadb)
        close_own_mariadb(own.mariadb);
    else
        assert_int_equal(sqlite3_close(own.sqlite), SQLITE_OK); /* busy where statements were left */
}

static struct pawl_db *adopt(struct own own) {
    struct pawl_db *db = NULL;
    expect(PAWL_OK, own.postgres  ? pawl_adopt_postgres(&db, own.postgres, &err)
                    : own.mariadb ? pawl_adopt_mariadb(&db, own.mariadb, &err)
                                  : pawl_adopt_sqlite(&db, own.sqlite, &err));
    return db;
}

/* By the application's own means. */
static bool own_sql(struct own own, const char *sql) {
    if (own.mariadb)
        return own_mariadb_sql(own.mariadb, sql);
    if (!own.postgres)
        return sqlite3_exec(own.sqlite, sql, NULL, NULL, NULL) == SQLITE_OK;
    PGresult *result = PQexec(own.postgres, sql);
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static void adopted_connection_moves_and_stays_open(void **state) {
    (void)state;
    struct pawl_db *watch = open_application();
    new_payment(watch, "adopted");
    struct own own = open_own();
    for (int round = 0; round < 2; round++) { /* one handle after the other on the same connection */
        struct pawl_db *db = adopt(own);
        expect(round == 0 ? PAWL_OK : PAWL_ILLEGAL, submit(db, "adopted"));
        pawl_close(db);
        assert_true(own_sql(own, "select 1"));
    }
    expect_payment(watch, "adopted", "submitted|2\n");
    if (own.postgres) {
        PGresult *left = PQexec(own.postgres, "select count(*) from pg_prepared_statements");
        assert_string_equal(PQgetvalue(left, 0, 0), "0");
        PQclear(left);
    }
    close_own(own);
}

/* In the middle of a statement of the application's nothing can be taken away from a connection of SQLite. */
static void closing_amid_a_statement_takes_the_right_to_write(void **state) {
    (void)state;
    if (!on_sqlite())
        skip();
    struct pawl_db *watch = open_application();
    sqlite3_stmt *reading = NULL;
    new_payment(watch, "amid");
    struct own own = open_own();
    struct pawl_db *db = adopt(own);
    expect(PAWL_OK, submit(db, "amid"));
    assert_int_equal(sqlite3_prepare_v2(own.sqlite, "values (1), (2)", -1, &reading, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(reading), SQLITE_ROW);
    pawl_close(db);
    for (int is_under_way = 1; is_under_way >= 0; is_under_way--) {
        assert_false(own_sql(own, "update payment_current set state = 'paid' where payment_id = 'amid'"));
        if (is_under_way)
            assert_int_equal(sqlite3_step(reading), SQLITE_ROW);
        sqlite3_reset(reading);
    }
    sqlite3_finalize(reading);
    db = adopt(own); /* another handle has it again */
    expect(PAWL_OK, payment_confirm(db, "amid", NULL, NULL, &err));
    pawl_close(db);
    expect_payment(watch, "amid", "paid|3\n");
    close_own(own);
}

/* SQLite keeps a connection until the last statement on it is finalized. */
static void what_outlives_its_handle_waits_for_nobody(void **state) {
    (void)state;
    if (!on_sqlite())
        skip();
    struct pawl_db *writer = open_application(), *db = open_by_another_way(application_where());
    sqlite3_stmt *writing = NULL;
    assert_int_equal(sqlite3_prepare_v2(pawl_native(db), "insert into notes (note) values ('outlives')", -1,
                                        &writing, NULL),
                     SQLITE_OK);
    pawl_close(db);
    expect(PAWL_OK, pawl_begin(writer, &err));
    assert_int_equal(sqlite3_step(writing), SQLITE_BUSY);
    expect(PAWL_OK, pawl_rollback(writer, &err));
    sqlite3_finalize(writing);
}

static void transaction_of_the_callers_is_joined(void **state) {
    (void)state;
    struct pawl_db *watch = open_application();
    new_payment(watch, "joined");
    struct own own = open_own();
    struct pawl_db *db = adopt(own);

    assert_true(own_sql(own, "begin"));
    assert_true(pawl_in_transaction(db));
    expect(PAWL_OK, submit(db, "joined"));
    assert_true(own_sql(own, "insert into notes (note) values ('joined')"));
    expect(PAWL_ILLEGAL, submit(db, "joined"));
    expect(PAWL_MISUSE, pawl_begin(db, &err));
    assert_true(own_sql(own, "rollback"));
    expect_payment(watch, "joined", "pending_submission|1\n");
    expect_rows(watch, "", "select note from notes where note = 'joined'");

    assert_true(own_sql(own, "begin"));
    expect(PAWL_OK, submit(db, "joined"));
    pawl_close(db); /* the transaction is the caller's and goes on */
    assert_true(own_sql(own, "commit"));
    expect_payment(watch, "joined", "submitted|2\n");
    close_own(own);
}

/* What has failed in one transaction of the caller's says nothing of his next one. */
static void transaction_of_the_callers_that_failed_is_over_with_his_rollback(void **state) {
    (void)state;
    struct pawl_db *watch = open_application();
    new_payment(watch, "again");
    struct own own = open_own();
    struct pawl_db *db = adopt(own);
    assert_true(own_sql(own, "begin"));
    expect(PAWL_DB, pawl_exec(db, "select * from nowhere", &err));
    expect(PAWL_DB, submit(db, "again"));
    assert_true(own_sql(own, "rollback"));
    enum pawl_status status;
    do { /* a node that has not received the payment yet asks for another try */
        assert_true(own_sql(own, "begin"));
        status = submit(db, "again");
        if (status != PAWL_OK && err.retryable)
            assert_true(own_sql(own, "rollback"));
    } while (status != PAWL_OK && err.retryable);
    expect(PAWL_OK, status);
    assert_true(own_sql(own, "rollback"));

    assert_true(own_sql(own, "begin"));
    assert_true(own_sql(own, "savepoint a"));
    expect(PAWL_DB, pawl_exec(db, "select * from nowhere", &err));
    assert_true(own_sql(own, "rollback to savepoint a"));
    expect(PAWL_OK, submit(db, "again"));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_payment(watch, "again", "submitted|2\n");
    pawl_close(db);
    close_own(own);
}

/* As other libraries do with a connection that they are given back. */
static void what_was_prepared_may_be_let_go_of(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* the others keep no names of statements */
    struct pawl_db *watch = open_application();
    struct payment_current current;
    struct own own = open_own();
    struct pawl_db *db = adopt(own);
    for (int i = 0; i < 3; i++) {
        char key[16];
        snprintf(key, sizeof key, "let go %d", i);
        new_payment(watch, key);
        expect(PAWL_OK, submit(db, key));
        expect(PAWL_OK, payment_get(db, key, &current, &err));
        assert_true(own_sql(own, i == 0 ? "discard all" : "deallocate all"));
        expect(PAWL_OK, payment_get(db, key, &current, &err));
        assert_int_equal(current.state, PAYMENT_STATE_SUBMITTED);
    }
    new_payment(watch, "let go");
    expect(PAWL_ILLEGAL, submit(db, "let go 0")); /* so it is prepared */
    assert_true(own_sql(own, "deallocate all"));
    assert_true(own_sql(own, "begin"));
    expect(PAWL_DB, submit(db, "let go")); /* it is the caller's transaction that has failed */
    assert_true(err.retryable);
    assert_true(own_sql(own, "rollback"));
    assert_true(own_sql(own, "begin"));
    expect(PAWL_OK, submit(db, "let go"));
    assert_true(own_sql(own, "commit"));
    expect_payment(watch, "let go", "submitted|2\n");
    pawl_close(db);
    close_own(own);
}

static void transaction_of_pawls_ends_with_the_handle(void **state) {
    (void)state;
    struct pawl_db *watch = open_application();
    new_payment(watch, "ended");
    struct own own = open_own();
    struct pawl_db *db = adopt(own);
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, submit(db, "ended"));
    pawl_close(db);
    assert_true(own_sql(own, "begin"));
    assert_true(own_sql(own, "rollback"));
    expect_payment(watch, "ended", "pending_submission|1\n");
    close_own(own);
}

/* Which the server has ended already, so that what is sent next would be committed by itself. */
static void p3_deadlock_of_the_callers_transaction_is_over_with_his_rollback(void **state) {
    (void)state;
    if (!on_mariadb())
        skip(); /* elsewhere the server itself keeps it until then */
    struct pawl_db *watch = open_application(), *other = open_application();
    static const char *const doors[] = {"cross1", "cross2", "cross3", "cross4", "cross5", "cross6"};
    for (size_t i = 0; i < sizeof doors / sizeof *doors; i++)
        expect(PAWL_OK, door_create(watch, doors[i], NULL, NULL, &err));
    struct own own = open_own();
    struct pawl_db *db = adopt(own);
    assert_true(own_sql(own, "set session transaction isolation level read committed"));
    assert_true(own_sql(own, "begin"));
    expect(PAWL_OK, door_flip(db, "cross1", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(other, &err));
    for (size_t i = 2; i < sizeof doors / sizeof *doors;
         i++) /* who has changed more is let go on; the next key may be locked, too */
        expect(PAWL_OK, door_flip(other, doors[i], NULL, NULL, &err));
    struct fire waiting = {.db = other, .machine = &door_machine, .key = "cross1", .event = DOOR_EVENT_FLIP};
    fire_start(&waiting);
    assert_true(fire_waits(&waiting));
    expect(PAWL_DB, door_flip(db, "cross3", NULL, NULL, &err));
    fire_join(&waiting);
    assert_int_equal(waiting.status, PAWL_OK);
    expect(PAWL_OK, pawl_rollback(other, &err));

    assert_true(pawl_in_transaction(db));
    assert_true(own_sql(own, "insert into notes (note) values ('behind a deadlock')"));
    expect(PAWL_DB, door_flip(db, "cross1", NULL, NULL, &err));
    expect(PAWL_MISUSE, pawl_rolled_back(db, &err));
    assert_true(own_sql(own, "rollback"));
    assert_false(pawl_in_transaction(db));
    expect(PAWL_OK, pawl_rolled_back(db, &err));
    expect(PAWL_OK, door_flip(db, "cross1", NULL, NULL, &err));
    expect_rows(watch, "20\n", "select sort_key from door_current where door_id = 'cross1'");
    expect_rows(watch, "", "select note from notes where note = 'behind a deadlock'");
    pawl_close(db);
    close_own(own);
}

static struct own native_of(struct pawl_db *db) {
    return on_postgres()  ? (struct own){.postgres = pawl_native(db)}
           : on_mariadb() ? (struct own){.mariadb = pawl_native(db)}
                          : (struct own){.sqlite = pawl_native(db)};
}

static void begin_with(struct pawl_db *db, struct own own, const char *sql) {
    expect(PAWL_OK, pawl_begin(db, &err));
    assert_true(own_sql(own, sql));
    expect(PAWL_OK, pawl_rollback(db, &err));
}

/* Whether libpawl has sent anything since `begin` or not. */
static void p3_what_the_caller_sends_himself_is_in_pawls_transaction(void **state) {
    (void)state;
    const char *const sql = "insert into notes (note) values ('by himself')";
    struct own own = open_own();
    struct pawl_db *db = adopt(own);
    begin_with(db, own, sql);
    pawl_close(db);
    close_own(own);

    db = open_application();
    expect(PAWL_OK, pawl_begin(db, &err)); /* and asks for the connection only then */
    own = native_of(db);
    assert_true(own_sql(own, sql));
    expect(PAWL_OK, pawl_rollback(db, &err));
    begin_with(db, own, sql); /* has it already */
    expect_rows(db, "", "select note from notes where note = 'by himself'");
}

/* On MariaDB Pawl's tables lie in another database. */
static bool own_cheat(struct own own, const char *sql) {
    if (!own.mariadb)
        return own_sql(own, sql);
    struct pawl_db *db = open_application();
    char *name = rows_of(db, "select database()"), use[100];
    name[strcspn(name, "\n")] = '\0';
    snprintf(use, sizeof use, "use %.80s_pawl", name);
    assert_true(own_sql(own, use));
    bool is_done = own_sql(own, sql);
    snprintf(use, sizeof use, "use %.80s", name);
    assert_true(own_sql(own, use));
    free(name);
    return is_done;
}

static void p8_adopted_connection_writes_nothing_of_pawls(void **state) {
    (void)state;
    struct pawl_db *watch = open_application();
    new_payment(watch, "guarded");
    struct own own = open_own();
    assert_false(own_cheat(own, "update payment_current set state = 'paid'"));
    struct pawl_db *db = adopt(own);
    assert_false(own_cheat(own, "update payment_current set state = 'paid'"));
#ifndef PAWL_TEST_TRANSITIONS /* its table is everybody's there, unless it is enforced */
    assert_false(own_cheat(own, "delete from payment_transitions"));
#endif
    expect(PAWL_OK, submit(db, "guarded"));
    assert_false(own_cheat(own, "update payment_current set state = 'paid'"));
    pawl_close(db);
    assert_false(own_cheat(own, "update payment_current set state = 'paid'"));
    expect_payment(watch, "guarded", "submitted|2\n");
    close_own(own);
}

/* The file may be written: it is no remedy to give a login the right to. */
static void connection_that_is_told_not_to_write_says_so(void **state) {
    (void)state;
    if (!on_sqlite())
        skip();
    struct pawl_db *watch = open_application();
    new_payment(watch, "not to write");
    struct own own = open_own();
    struct pawl_db *db = adopt(own);
    assert_true(own_sql(own, "pragma query_only = on"));
    expect(PAWL_DB, submit(db, "not to write"));
    assert_non_null(strstr(err.help, "pragma query_only = off"));
    assert_true(own_sql(own, "pragma query_only = off"));
    expect(PAWL_OK, submit(db, "not to write"));
    pawl_close(db);
    close_own(own);
}

static void what_cannot_be_adopted_is_refused(void **state) {
    (void)state;
    struct pawl_db *db = NULL;
    expect(PAWL_MISUSE, pawl_adopt_postgres(&db, NULL, &err));
    expect_message("pawl_adopt_postgres: connection is NULL");
    expect(PAWL_MISUSE, pawl_adopt_sqlite(&db, NULL, &err));
    struct own own = open_own();
    expect(PAWL_MISUSE, own.postgres  ? pawl_adopt_postgres(NULL, own.postgres, &err)
                        : own.mariadb ? pawl_adopt_mariadb(NULL, own.mariadb, &err)
                                      : pawl_adopt_sqlite(NULL, own.sqlite, &err));
    if (own.postgres) {
        PQsetClientEncoding(own.postgres, "LATIN1");
        expect(PAWL_DB, pawl_adopt_postgres(&db, own.postgres, &err));
        expect_message("the connection's client_encoding is LATIN1, not UTF8");
        assert_null(db);
        PGconn *closed = PQconnectdb("host=/nonexistent");
        expect(PAWL_DB, pawl_adopt_postgres(&db, closed, &err));
        PQfinish(closed);
    }
    close_own(own);
}

static void broken_connection_is_not_replaced(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* a library in one's own process does not go away */
    struct pawl_db *admin = open_administrator();
    new_payment(admin, "broken");
    struct own own = open_own();
    struct pawl_db *db = adopt(own);
    execute(admin, "select pg_terminate_backend(%d)", PQbackendPID(own.postgres));
    sleep_ms(100);
    expect(PAWL_DB, submit(db, "broken"));
    expect_message("the connection to PostgreSQL, which was adopted, is broken");
    const struct pawl_machine *machine = &job_machine; /* nor does a worker wait for another one */
    expect(PAWL_DB, pawl_work(db, &machine, 1, NULL, &err));
    expect_message("the connection to PostgreSQL, which was adopted, is broken");
    pawl_close(db);
    close_own(own);
}

static void end_session(struct pawl_db *db) {
    struct pawl_db *admin = open_administrator();
    char *session = rows_of(db, on_mariadb() ? "select connection_id()" : "select pg_backend_pid()"),
         *left = NULL;
    const long number = strtol(session, NULL, 10);
    free(session);
    execute(admin, on_mariadb() ? "kill %ld" : "select pg_terminate_backend(%ld, 5000)", number);
    do {
        free(left);
        char sql[100];
        snprintf(sql, sizeof sql,
                 on_mariadb() ? "select 1 from information_schema.processlist where id = %ld"
                              : "select 1 from pg_stat_activity where pid = %ld",
                 number);
        left = rows_of(admin, sql);
    } while (*left);
    free(left);
}

static void native_connection_that_broke_is_replaced(void **state) {
    (void)state;
    if (on_sqlite())
        skip();
    struct pawl_db *db = open_application();
    end_session(db);
    assert_true(own_sql(native_of(db), "insert into notes (note) values ('on another')"));
    expect_rows(db, "on another\n", "select note from notes where note = 'on another'");
    expect(PAWL_OK, pawl_begin(db, &err)); /* but for one with which a transaction has gone */
    assert_true(own_sql(native_of(db), "insert into notes (note) values ('gone')"));
    end_session(db);
    assert_null(pawl_native(db));
    expect(PAWL_OK, pawl_rollback(db, &err));
    assert_true(own_sql(native_of(db), "insert into notes (note) values ('on a third')"));
    expect_rows(db, "", "select note from notes where note = 'gone'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(adopted_connection_moves_and_stays_open),
        TEST(closing_amid_a_statement_takes_the_right_to_write),
        TEST(what_outlives_its_handle_waits_for_nobody),
        TEST(transaction_of_the_callers_is_joined),
        TEST(transaction_of_the_callers_that_failed_is_over_with_his_rollback),
        TEST_ON_ONE_NODE(p3_deadlock_of_the_callers_transaction_is_over_with_his_rollback),
        TEST(what_was_prepared_may_be_let_go_of),
        TEST(transaction_of_pawls_ends_with_the_handle),
        TEST(p3_what_the_caller_sends_himself_is_in_pawls_transaction),
        TEST(p8_adopted_connection_writes_nothing_of_pawls),
        TEST(connection_that_is_told_not_to_write_says_so),
        TEST(what_cannot_be_adopted_is_refused),
        TEST(broken_connection_is_not_replaced),
        TEST_ON_ONE_NODE(native_connection_that_broke_is_replaced),
    };
    moves_only(&payment_machine, &door_machine, NULL);
    return run_suite(tests);
}
