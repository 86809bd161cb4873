/* What the caller's own settings of PostgreSQL and MariaDB do to a move. */
#include "machines.h"

#include "core/handle.h"

#include <libpq-fe.h>

static struct pawl_db *open_with(const char *setting) {
    struct pawl_db *db = open_application();
    execute(db, "%s", setting);
    return db;
}

/* A move that waits for another session, under a setting that does not let it wait. */
static void expect_timeout(const char *key, const char *setting, const char *sqlstate) {
    struct pawl_db *db = open_with(setting), *other = open_application();
    new_payment(other, key);
    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_OK, submit(other, key));

    expect(PAWL_DB, submit(db, key));
    assert_string_equal(err.sqlstate, sqlstate);
    assert_false(err.retryable);
    assert_false(pawl_in_transaction(db));
    expect_message_has(on_mariadb() ? "submit: MariaDB" : "submit: PostgreSQL");

    /* it is the statement that failed, so a transaction of the caller's has failed with it */
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_DB, submit(db, key));
    expect(PAWL_DB, pawl_commit(db, &err));
    assert_false(pawl_in_transaction(db));

    expect(PAWL_OK, pawl_rollback(other, &err));
    expect(PAWL_OK, submit(db, key));
    expect_payment(db, key, "submitted|2\n");
}

static void lock_timeout_is_reported(void **state) {
    (void)state;
    if (on_mariadb())
        expect_timeout("lock timeout", "set innodb_lock_wait_timeout = 1", "HY000");
    else
        expect_timeout("lock timeout", "set lock_timeout = '50ms'", "55P03");
}

static void statement_timeout_is_reported(void **state) {
    (void)state;
    if (on_mariadb())
        expect_timeout("statement timeout", "set max_statement_time = 0.2", "70100");
    else
        expect_timeout("statement timeout", "set statement_timeout = '200ms'", "57014");
}

/* The server ends a session that was left in a transaction, before it is asked to commit. */
static void p7_transaction_that_timed_out_is_not_unknown(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* there is no server that could */
    static const char key[] = "left open";
    struct pawl_db *db = open_with(on_mariadb() ? "set idle_transaction_timeout = 1"
                                                : "set idle_in_transaction_session_timeout = '50ms'");
    for (int calls_before = 0; calls_before < 2; calls_before++) {
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(calls_before ? PAWL_EXISTS : PAWL_OK,
               door_create(db, calls_before ? "there" : key, NULL, NULL, &err));
        sleep_ms(on_mariadb() ? 2500 : 500);
        if (calls_before)
            expect(PAWL_DB, door_flip(db, key, NULL, NULL, &err));
        expect(PAWL_DB, pawl_commit(db, &err));
        expect_message_has("was lost inside the transaction");
        assert_false(pawl_in_transaction(db));
        struct door_current current;
        expect(PAWL_NOT_FOUND, door_get(db, key, &current, &err));
        if (!calls_before) { /* the connection that replaces it */
            expect(PAWL_OK, door_create(db, "there", NULL, NULL, &err));
            execute(db, "%s",
                    on_mariadb() ? "set idle_transaction_timeout = 1"
                                 : "set idle_in_transaction_session_timeout = '50ms'");
        }
    }
}

/* In another encoding a key's bytes would be those of another key. */
static void p2_another_encoding_is_told(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* SQLite has none, and on MariaDB an adopted connection's is looked at in adopt_test.c */
    struct pawl_db *db = open_application();
    struct payment_current current;
    new_payment(db, "k\xc3\xa9");
    new_payment(db, "k\xc3\x83\xc2\xa9"); /* what the first is taken for, as LATIN1 */
    execute(db, "set client_encoding = 'LATIN1'");
    expect(PAWL_DB, submit(db, "k\xc3\xa9"));
    expect_message_has("the connection's client_encoding is LATIN1, not UTF8");
    expect(PAWL_DB, payment_get(db, "k\xc3\xa9", &current, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_DB, submit(db, "k\xc3\xa9"));
    expect(PAWL_OK, pawl_exec(db, "set client_encoding = 'UTF8'", &err));
    expect(PAWL_OK, submit(db, "k\xc3\xa9"));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_payment(db, "k\xc3\xa9", "submitted|2\n");
    expect_payment(db, "k\xc3\x83\xc2\xa9", "pending_submission|1\n");
}

/* One that was made in another encoding, as where a system without a language has made its server. */
static void encoding_of_the_database_is_named(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* SQLite's texts are UTF-8, and Pawl's on MariaDB are utf8mb4 */
    struct pawl_db *admin = open_administrator(), *db = NULL;
    char *name = rows_of(admin, "select current_database()"), where[512];
    name[strcspn(name, "\n")] = '\0';
    for (int i = 0; i < 2; i++) {
        static const char *const encodings[] = {"LATIN1", "SQL_ASCII"};
        execute(admin, "create database %s_other encoding %s lc_collate 'C' lc_ctype 'C' template template0",
                name, encodings[i]);
        snprintf(where, sizeof where, "%s dbname=%s_other", application_where(), name);
        expect(PAWL_OK, pawl_open(&db, where, &err));
        if (i == 0)
            expect(PAWL_DB, pawl_exec(db, "select '\xe2\x82\xac'", &err)); /* the sign of the euro */
        else
            expect(PAWL_DB, pawl_exec(db, "select E'\\344'", &err));
        char help[80];
        snprintf(help, sizeof help, "the database's encoding is %s, ", encodings[i]);
        assert_non_null(strstr(err.help, help));
        pawl_close(db);
        execute(admin, "drop database %s_other", name);
    }
    free(name);
}

/* Of one that pawl_begin has begun. */
static void p3_transaction_that_the_caller_has_ended_is_told(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct door_current current;
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_create(db, "taken back", NULL, NULL, &err));
    expect(PAWL_OK, pawl_exec(db, "rollback", &err));
    expect(PAWL_DB, pawl_commit(db, &err));
    assert_false(pawl_in_transaction(db));
    expect(PAWL_NOT_FOUND, door_get(db, "taken back", &current, &err));

    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_exec(db, "rollback", &err));
    expect(PAWL_DB, door_create(db, "behind it", NULL, NULL, &err)); /* it would be there by itself */
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_NOT_FOUND, door_get(db, "behind it", &current, &err));
    expect(PAWL_OK, door_create(db, "behind it", NULL, NULL, &err));
}

/* Of rows that are sent this way or that nothing is left on the connection, which others may get next. */
static void p6_copy_ends_with_its_call(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* the others have no such statement */
    struct pawl_db *db = open_application();
    new_payment(db, "copied");
    expect(PAWL_OK, pawl_exec(db, "copy (select generate_series(1, 10000)) to stdout", &err));
    assert_false(pawl_in_transaction(db));
    expect(PAWL_OK, pawl_exec(db, "select 1; copy (select 1) to stdout; select 2", &err));
    expect(PAWL_DB,
           pawl_exec(db, "copy (select 1) to stdout; copy (select 1 / 0) to stdout; select 1", &err));
    assert_string_equal(err.sqlstate, "22012");

    expect(PAWL_DB, pawl_exec(db, "copy notes (note) from stdin", &err));
    expect_message_has("PostgreSQL 57014: COPY from stdin failed: ");
    assert_non_null(strstr(err.help, "pawl_native"));
    assert_false(pawl_in_transaction(db));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_exec(db, "copy notes to stdout", &err));
    expect(PAWL_OK, submit(db, "copied"));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_DB, pawl_exec(db, "copy notes (note) from stdin", &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_payment(db, "copied", "submitted|2\n");
}

static void default_isolation_takes_nothing_from_racing_moves(void **state) {
    (void)state;
    static const char *const levels[] = {"repeatable read", "serializable"};
    for (size_t level = 0; level < 2; level++) {
        char setting[80], key[16];
        snprintf(setting, sizeof setting,
                 on_mariadb() ? "set session transaction isolation level %s"
                              : "set default_transaction_isolation = '%s'",
                 levels[level]);
        struct pawl_db *db = open_with(setting), *other = open_with(setting);
        snprintf(key, sizeof key, "level%zu", level);
        expect(PAWL_OK, door_create(db, key, NULL, NULL, &err));
        expect(PAWL_OK, pawl_begin(other, &err));
        expect(PAWL_OK, door_flip(other, key, NULL, NULL, &err));
        struct fire waiting = {.machine = &door_machine, .key = key, .event = DOOR_EVENT_FLIP};
        fire_start(&waiting); /* its own connection is at the server's default level */
        expect(PAWL_OK, pawl_commit(other, &err));
        fire_join(&waiting);
        assert_int_equal(waiting.status, PAWL_OK);
        for (int i = 0; i < 3; i++)
            expect(PAWL_OK, door_flip(i % 2 ? db : other, key, NULL, NULL, &err));
        expect(PAWL_ILLEGAL, door_unlock(db, key, NULL, NULL, &err));
    }
}

static void read_only_transaction_is_told(void **state) {
    (void)state;
    struct pawl_db *db = open_with(on_mariadb() ? "set session transaction read only"
                                                : "set default_transaction_read_only = on"),
                   *other = open_application();
    new_payment(other, "read only");
    expect(PAWL_DB, submit(db, "read only"));
    assert_string_equal(err.sqlstate, "25006");
    assert_non_null(strstr(err.help, "connect to the server that takes writes"));
    struct payment_current current;
    expect(PAWL_OK, payment_get(db, "read only", &current, &err));
    assert_int_equal(current.state, PAYMENT_STATE_PENDING_SUBMISSION);
}

/* As a file with a guard that has a pattern in it, which somebody may have to apply in such a session. */
static void what_is_applied_means_the_same_in_every_session(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* the others have no such setting */
    struct pawl_db *db = open_administrator();
    execute(db, "set standard_conforming_strings = off");
    static const char script[] = "begin;\n"
                                 "create temporary table written as select '\\d'::text as pattern;\n"
                                 "commit;\n";
    expect(PAWL_OK, db->driver->exec_script(db, script, &err));
    expect_rows(db, "\\d|off\n",
                "select pattern, current_setting('standard_conforming_strings') from written");

    expect(PAWL_DB, db->driver->exec_script(db, "begin; select 1 / 0; commit;", &err));
    assert_false(pawl_in_transaction(db));
    expect_rows(db, "off\n", "select current_setting('standard_conforming_strings')");
}

static const char *option(const PQconninfoOption *options, const char *keyword) {
    for (; options->keyword; options++)
        if (strcmp(options->keyword, keyword) == 0 && options->val)
            return options->val;
    return "";
}

static void prepare_off_prepares_nothing(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* without a pooler there is nothing to gain */
    struct pawl_db *other = open_application();
    PQconninfoOption *options = PQconninfoParse(application_where(), NULL);
    char forms[4][512];
    const char *host = option(options, "host"), *port = option(options, "port");
    const char *user = option(options, "user"), *name = option(options, "dbname");
    snprintf(forms[0], sizeof forms[0], "%s prepare=off", application_where());
    snprintf(forms[1], sizeof forms[1], "prepare=off %s", application_where());
    snprintf(forms[2], sizeof forms[2], "postgresql:///%s?host=%s&port=%s&user=%s&prepare=off", name, host,
             port, user);
    snprintf(forms[3], sizeof forms[3], "postgresql:///%s?prepare=off&host=%s&port=%s&user=%s", name, host,
             port, user);
    PQconninfoFree(options);
    for (int i = 0; i < 4; i++) {
        struct pawl_db *db = NULL;
        char key[16];
        snprintf(key, sizeof key, "unprepared%d", i);
        new_payment(other, key);
        expect(PAWL_OK, pawl_open(&db, forms[i], &err));
        expect(PAWL_OK, submit(db, key));
        char *left = rows_of(db, "select count(*) from pg_prepared_statements");
        pawl_close(db);
        assert_string_equal(left, "0\n");
        free(left);
        expect_payment(other, key, "submitted|2\n");
    }
}

static void what_depends_is_named(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* the others name it in the message */
    expect(PAWL_DB, pawl_exec(open_administrator(), "drop table payments", &err));
    expect_message_has(
        "constraint payment_current_parent on table payment_current depends on table payments");
    assert_null(strchr(err.message, '\n'));
    /* the values of a row are not for every log */
    execute(open_administrator(), "insert into payments (id) values ('twice')");
    expect(PAWL_DB, pawl_exec(open_administrator(), "insert into payments (id) values ('twice')", &err));
    assert_null(strstr(err.message, "twice"));
}

static void p8_login_that_may_do_everything_is_warned_of(void **state) {
    (void)state;
    struct pawl_db *admin = open_administrator();
    assert_null(pawl_warning(NULL));
    assert_null(pawl_warning(open_application()));
    assert_non_null(strstr(pawl_warning(admin), on_mariadb()
                                                    ? "may write Pawl's own database: Pawl's tables are not"
                                                    : "is a superuser: Pawl's tables are not protected"));
    char *login =
        rows_of(open_application(), on_mariadb() ? "select concat(replace(current_user(), '@', '@`'), '`')"
                                                 : "select current_user");
    char *owner =
        rows_of(admin, on_mariadb() ? "select concat(database(), '_pawl_owner')" : "select 'pawl_owner'");
    login[strcspn(login, "\n")] = owner[strcspn(owner, "\n")] = '\0';
    execute(admin, "grant %s to %s", owner, login);
    struct pawl_db *member = open_application();
    execute(admin, "revoke %s from %s", owner, login);
    assert_non_null(strstr(pawl_warning(member), "is a member of "));
    assert_non_null(strstr(pawl_warning(member), owner));
    assert_null(pawl_warning(open_application()));
    if (on_mariadb()) {
        char *names = rows_of(admin, "select database()");
        names[strcspn(names, "\n")] = '\0';
        execute(admin, "grant insert on %s_pawl.* to %s", names, login);
        struct pawl_db *writer = open_application();
        execute(admin, "revoke insert on %s_pawl.* from %s", names, login);
        assert_non_null(strstr(pawl_warning(writer), "has INSERT in Pawl's own database"));
        /* beside a guard in SQL */
        execute(admin,
                "create definer = %s function payment_guard_x() returns boolean sql security invoker return "
                "true",
                owner);
        execute(admin, "grant alter routine on %s.* to %s", names, login);
        struct pawl_db *replacer = open_application();
        execute(admin, "revoke alter routine on %s.* from %s", names, login);
        assert_non_null(strstr(pawl_warning(replacer), "so may put code of its own in the place of guards"));
        execute(admin, "drop function payment_guard_x");
        /* beside an effect */
        execute(admin,
                "insert into %s_pawl.pawl_objects (machine, object, definition)"
                " values ('payment', 'function payment$effect_x', '')",
                names);
        execute(admin, "grant trigger on %s.* to %s", names, login);
        struct pawl_db *hanger = open_application();
        execute(admin, "revoke trigger on %s.* from %s", names, login);
        assert_non_null(pawl_warning(hanger));
        assert_non_null(strstr(pawl_warning(hanger), "has TRIGGER in "));
        assert_non_null(
            strstr(pawl_warning(hanger), "so may hang code of its own on what transitions write"));
        free(names);
    }
    free(owner);
    free(login);
}

/* Deployments of MariaDB are scripts, each statement of which commits by itself. */
static void script_that_fails_leaves_no_setting(void **state) {
    (void)state;
    if (!on_mariadb())
        skip(); /* elsewhere a setting belongs to the script's transaction */
    static const char settings[] =
        "select concat_ws('|', @@sql_mode, @@autocommit, @@innodb_lock_wait_timeout, @@lock_wait_timeout)";
    struct pawl_db *db = open_application();
    char *before = rows_of(db, settings);
    static const char script[] =
        "set @pawl_sql_mode = @@sql_mode, @pawl_collation = @@collation_connection,"
        "  @pawl_group_concat_max = @@group_concat_max_len, @pawl_autocommit = @@autocommit,"
        "  @pawl_lock_wait = @@lock_wait_timeout, @pawl_row_wait = @@innodb_lock_wait_timeout;"
        "set sql_mode = '', lock_wait_timeout = 1, innodb_lock_wait_timeout = 1;"
        "do get_lock('pawl_database', 0); start transaction; select 1 from nowhere";
    expect(PAWL_DB, db->driver->exec_script(db, script, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_rows(db, before, settings);
    char *name = rows_of(open_administrator(), "select database()");
    name[strcspn(name, "\n")] = '\0';
    expect_rows(db, "1\n", "select is_free_lock('%s_pawl')", name);
    free(name);
    free(before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(script_that_fails_leaves_no_setting),
        TEST_ON_ONE_NODE(lock_timeout_is_reported),
        TEST_ON_ONE_NODE(statement_timeout_is_reported),
        TEST(p7_transaction_that_timed_out_is_not_unknown),
        TEST(p2_another_encoding_is_told),
        TEST(encoding_of_the_database_is_named),
        TEST(p3_transaction_that_the_caller_has_ended_is_told),
        TEST(p6_copy_ends_with_its_call),
        TEST(default_isolation_takes_nothing_from_racing_moves),
        TEST(read_only_transaction_is_told),
        TEST(what_is_applied_means_the_same_in_every_session),
        TEST(prepare_off_prepares_nothing),
        TEST(what_depends_is_named),
        TEST(p8_login_that_may_do_everything_is_warned_of),
    };
    moves_only(&payment_machine, &door_machine, NULL);
    return run_suite(tests);
}
