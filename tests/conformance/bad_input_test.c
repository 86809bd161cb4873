#include "machines.h"

#include "core/handle.h"

#include <unistd.h>

/* ---- opening ------------------------------------------------------------------------------------ */

static void expect_cannot_open(const char *where, enum pawl_status status, const char *message) {
    struct pawl_db *db = (struct pawl_db *)(void *)&db;
    expect(status, pawl_open(&db, where, &err));
    assert_null(db);
    expect_message_has(message);
    assert_true(status != PAWL_DB || strlen(err.help) > 0);
}

static void unknown_form_of_database_is_misuse(void **state) {
    (void)state;
    const char *unknown[] = {"", "payments.db", "oracle://localhost/payments", "SQLITE:payments.db"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        expect_cannot_open(unknown[i], PAWL_MISUSE, "does not name a database");
        assert_non_null(strstr(err.help, "sqlite:FILE"));
    }
    expect_cannot_open(NULL, PAWL_MISUSE, "NULL");
    expect_cannot_open("sqlite:", PAWL_MISUSE, "sqlite: names no file");
    expect_cannot_open("sqlite://payments.db", PAWL_MISUSE, "sqlite://payments.db is not written as a file");
    expect_cannot_open("sqlite::mem:", PAWL_MISUSE, "sqlite::mem: is not written as a file");
    expect_cannot_open("host=/nonexistent prepare=maybe", PAWL_MISUSE, "prepare=maybe: it is on or off");
    expect_cannot_open("postgresql:///shop?host=/nonexistent&read_timeout=5s", PAWL_MISUSE,
                       "read_timeout=5s: it is a number of seconds, up to 86400");
    assert_string_equal(pawl_dialect(NULL), "");
    assert_null(pawl_native(NULL));
    assert_false(pawl_in_transaction(NULL));
    expect(PAWL_MISUSE, pawl_open(NULL, "sqlite::memory:", &err));
}

static void unreachable_database_says_which(void **state) {
    (void)state;
    expect_cannot_open("sqlite:/nonexistent/folder/payments.db", PAWL_DB, "/nonexistent/folder/payments.db");
    expect_cannot_open("sqlite:/tmp/payments.db?wait=3", PAWL_MISUSE,
                       "there is no option `wait` of sqlite:FILE");
    expect_cannot_open("sqlite:/", PAWL_DB, "unable to open");
    expect_cannot_open("host=/nonexistent/folder dbname=payments", PAWL_DB, "/nonexistent/folder");
    expect_cannot_open("postgresql://127.0.0.1:1/payments", PAWL_DB, "127.0.0.1");
    expect_cannot_open("host=", PAWL_DB, "");
    expect_cannot_open("nonsense=1", PAWL_MISUSE, "nonsense");
    assert_non_null(strstr(err.help, "with names that libpq has"));
    if (on_mariadb())
        expect_cannot_open("mariadb://root@localhost/payments?socket=/nonexistent/socket", PAWL_DB,
                           "/nonexistent/socket");
}

static void file_that_is_no_database_is_refused_and_kept(void **state) {
    (void)state;
    char path[] = "/tmp/pawl-foreign.XXXXXX", where[64], content[4096];
    int file = mkstemp(path);
    assert_true(file >= 0);
    memset(content, 'x', sizeof content);
    assert_int_equal(write(file, content, sizeof content), sizeof content);
    snprintf(where, sizeof where, "sqlite:%s", path);
    struct pawl_db *db = NULL;
    enum pawl_status status = pawl_open(&db, where, &err);
    off_t size = lseek(file, 0, SEEK_END);
    close(file);
    unlink(path);
    expect(PAWL_DB, status);
    assert_null(db);
    expect_message_has("not a database");
    assert_non_null(strstr(err.help, "name another file"));
    assert_int_equal(size, sizeof content);
}

static void missing_table_of_sqlite_has_help(void **state) {
    (void)state;
    struct pawl_db *db = NULL;
    expect(PAWL_OK, pawl_open(&db, "sqlite::memory:", &err));
    enum pawl_status status = pawl_exec(db, "insert into nowhere (id) values (1)", &err);
    pawl_close(db);
    expect(PAWL_DB, status);
    expect_message_has("no such table: nowhere");
    assert_non_null(strstr(err.help, "create the table"));
}

/* ---- the schema --------------------------------------------------------------------------------- */

static void missing_schema_is_mismatch(void **state) {
    (void)state;
    struct pawl_db *db = NULL, *admin = open_administrator();
    struct payment_current current;
    char where[1100] = "sqlite::memory:", empty[80];
    if (on_postgres()) {
        char *own = rows_of(admin, "select current_database()");
        snprintf(empty, sizeof empty, "%.*s_empty", (int)strcspn(own, "\n"), own);
        free(own);
        execute(admin, "create database %s", empty);
        snprintf(where, sizeof where, "%s dbname=%s", application_where(), empty);
    }
    expect(PAWL_OK, pawl_open(&db, where, &err));
    enum pawl_status moved = submit(db, "PM1");
    char message[sizeof err.message], help[sizeof err.help];
    strcpy(message, err.message);
    strcpy(help, err.help);
    enum pawl_status read = payment_get(db, "PM1", &current, NULL);
    pawl_close(db);
    if (on_postgres())
        execute(admin, "drop database %s with (force)", empty);
    assert_int_equal(moved, PAWL_MISMATCH);
    assert_int_equal(read, PAWL_MISMATCH);
    assert_non_null(strstr(message, "machine payment"));
    assert_non_null(strstr(help, "payment_apply"));
}

static void other_fingerprint_is_mismatch_and_changes_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_administrator();
    struct pawl_machine other = payment_machine;
    struct pawl_key key = {.text = "foreign"};
    other.fingerprint = "0123456789abcdef";
    new_payment(db, "foreign");
    expect(PAWL_MISMATCH, pawl_fire(db, &other, key, PAYMENT_EVENT_SUBMIT, &to_bank, NULL, NULL, &err));
    expect_message_has("machine payment");
    expect_message_has("does not accept the version");
    expect_message_has("(0123456789abcdef); accepted: ");
    expect_message_has(payment_machine.fingerprint);
    assert_non_null(strstr(err.help, "the database has never had it"));
    expect(PAWL_MISMATCH, pawl_apply(db, &other, &err));
    expect_payment(db, "foreign", "pending_submission|1\n");
    expect_rows(db, "1\n", "select count(*) from pawl_machines where machine = 'payment'");
    expect(PAWL_OK, submit(db, "foreign"));
}

/* What a real one does is in tests/migrations. */
static void migrations_are_judged_before_they_run(void **state) {
    (void)state;
    if (on_mariadb())
        skip(); /* there are none yet */
    struct pawl_db *db = open_administrator();
    char script[400];
    expect(PAWL_MISUSE, pawl_migrate(db, NULL, &err));
    expect(PAWL_MISUSE, pawl_migrate(db, "select 1", &err));
    expect_message_has("this is no migration for");
    const char *own = pawl_dialect(db);
    write_script(script, sizeof script, PAWL_SCRIPT_MIGRATION, on_postgres() ? "sqlite" : "postgres",
                 "select 1;\n" PAWL_SCRIPT_END);
    expect(PAWL_MISUSE, pawl_migrate(db, script, &err));
    expect_message_has("this is no migration for");
    write_script(script, sizeof script, PAWL_SCRIPT_MACHINES, own, "select 1;\n" PAWL_SCRIPT_END);
    expect(PAWL_MISUSE, pawl_migrate(db, script, &err));
    expect_message_has("this is no migration for");
    write_script(script, sizeof script, PAWL_SCRIPT_MIGRATION, own,
                 on_postgres() ? "do $$ begin raise exception 'it''s in the way' using errcode = 'PW004'; "
                                 "end $$;\n" PAWL_SCRIPT_END
                               : "select json_extract('{}', 'PW004: it''s in the way' || n) from (select '' "
                                 "as n);\n" PAWL_SCRIPT_END);
    expect(PAWL_REFUSED, pawl_migrate(db, script, &err));
    expect_message_has("it's in the way");
    write_script(script, sizeof script, PAWL_SCRIPT_MIGRATION, own, "begin;\n");
    expect(PAWL_MISUSE, pawl_migrate(db, script, &err));
    expect_message_has("is not whole");
    write_script(script, sizeof script, PAWL_SCRIPT_MIGRATION, own, "begin;\n" PAWL_SCRIPT_END);
    expect(PAWL_MISUSE, pawl_migrate(db, script, &err));
    expect_message_has("leaves its transaction open");
    assert_false(pawl_in_transaction(db));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_MISUSE, pawl_migrate(db, script, &err));
    expect_message_has("inside an open transaction");
    expect(PAWL_OK, pawl_rollback(db, &err));
}

static void other_abi_is_mismatch(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct pawl_machine other = payment_machine;
    other.abi = PAWL_ABI + 1;
    expect(PAWL_MISMATCH, pawl_fire(db, &other, (struct pawl_key){.text = "abi"}, PAYMENT_EVENT_SUBMIT,
                                    &to_bank, NULL, NULL, &err));
    expect_message_has("ABI");
}

static void applying_again_changes_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_administrator();
    new_payment(db, "twice");
    expect(PAWL_OK, submit(db, "twice"));
    expect(PAWL_OK, payment_apply(db, &err));
    expect(PAWL_OK, door_apply(db, &err));
    expect_payment(db, "twice", "submitted|2\n");
    expect(PAWL_OK, payment_confirm(open_application(), "twice", NULL, NULL, &err));
    check_histories(db, "payment", PAYMENT_MOVES);
}

static void login_without_rights_is_told_so(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* it has no logins */
    struct pawl_db *admin = open_administrator();
    new_payment(admin, "rights");
    char *login = rows_of(open_application(), "select session_user");
    login[strcspn(login, "\n")] = '\0';
    execute(admin, "revoke pawl_app from %s", login);
    enum pawl_status status = submit(open_application(), "rights");
    execute(admin, "grant pawl_app to %s", login);
    expect(PAWL_DB, status);
    assert_string_equal(err.sqlstate, "42501");
    assert_non_null(strstr(err.help, "the login needs the role pawl_app: grant pawl_app to "));
    assert_non_null(strstr(err.help, login));
    free(login);
}

/* ---- keys and arguments -------------------------------------------------------------------------- */

static void keys_with_quotes_are_keys(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const char *keys[] = {"O'Brien", "\"quoted\"",  "'; drop table payment_current; --",    "a\\b", "%s%n",
                          "$1",      "line\nbreak", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x94\x92", " "};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct door_current current;
        expect(PAWL_OK, door_create(db, keys[i], NULL, NULL, &err));
        expect(PAWL_OK, door_open(db, keys[i], NULL, NULL, &err));
        expect(PAWL_ILLEGAL, door_lock(db, keys[i], NULL, NULL, &err));
        assert_null(strchr(err.message, '\n'));
        expect(PAWL_OK, door_get(db, keys[i], &current, &err));
        assert_string_equal(current.id, keys[i]);
        assert_int_equal(current.state, DOOR_STATE_OPENED);
    }
    check_histories(open_administrator(), "door", DOOR_MOVES);
}

static void expect_bad_key(struct pawl_db *db, const char *key, const char *message) {
    struct door_current current;
    struct door_history history;
    expect(PAWL_MISUSE, door_create(db, key, NULL, NULL, &err));
    expect_message_has(message);
    assert_true(strlen(err.message) < 200);
    expect(PAWL_MISUSE, door_open(db, key, NULL, NULL, &err));
    expect(PAWL_MISUSE, door_get(db, key, &current, &err));
    expect(PAWL_MISUSE, door_history(db, key, &history, &err));
}

static void bad_keys_are_misuse(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    size_t size = 1024 * 1024;
    char *huge = malloc(size + 1);
    assert_non_null(huge);
    memset(huge, 'k', size);
    huge[size] = '\0';
    expect_bad_key(db, NULL, "NULL");
    expect_bad_key(db, "", "empty");
    expect_bad_key(db, huge, "1024");
    huge[PAWL_KEY_MAX_BYTES + 1] = '\0';
    expect_bad_key(db, huge, "1024");
    expect_bad_key(db, "latin1 \xe4", "UTF-8");
    expect_bad_key(db, "overlong \xc0\xaf", "UTF-8");
    expect_bad_key(db, "surrogate \xed\xa0\x80", "UTF-8");
    expect_bad_key(db, "cut \xe2\x82", "UTF-8");
    huge[PAWL_KEY_MAX_BYTES] = '\0';
    expect(PAWL_OK, door_create(db, huge, NULL, NULL, &err));
    expect(PAWL_OK, door_open(db, huge, NULL, NULL, &err));
    expect(PAWL_ILLEGAL, door_lock(db, huge, NULL, NULL, &err));
    expect_message_has("lock is not allowed in opened");
    free(huge);
    expect_rows(db, "1\n", "select count(*) from door_current where length(door_id) > 100");
}

static void bad_arguments_are_misuse_and_name_the_parameter(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "arguments");
    struct payment_submit_args unset = {0}, latin1 = {.submission_id = "\xe4"}, empty = {.submission_id = ""};
    struct payment_cancel_args bad_reason = {.reason = "\xff"};
    struct pawl_opts bad_actor = {.actor = "\xff"};
    expect(PAWL_MISUSE, payment_submit(db, "arguments", NULL, NULL, NULL, &err));
    expect_message_has("submission_id");
    expect(PAWL_MISUSE, payment_submit(db, "arguments", &unset, NULL, NULL, &err));
    expect_message_has("submission_id");
    assert_true(strlen(err.help) > 0);
    expect(PAWL_MISUSE, payment_submit(db, "arguments", &latin1, NULL, NULL, &err));
    expect_message_has("UTF-8");
    expect(PAWL_MISUSE, payment_cancel(db, "arguments", &bad_reason, NULL, NULL, &err));
    expect_message_has("reason");
    expect(PAWL_MISUSE, payment_submit(db, "arguments", &to_bank, &bad_actor, NULL, &err));
    expect_message_has("actor");
    expect_payment(db, "arguments", "pending_submission|1\n");
    expect(PAWL_OK, payment_submit(db, "arguments", &empty, NULL, NULL, &err));
    /* a payment of which nothing more is said needs no args struct */
    expect(PAWL_OK, payment_cancel(db, "arguments", NULL, NULL, NULL, &err));
}

static void times_that_no_calendar_has_are_misuse(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    execute(db, "insert into samples (number) values (1), (2)");
    struct sample_create_args args = {.words = "", .due = PAWL_TIME_MAX_US + 1};
    expect(PAWL_MISUSE, sample_create(db, 1, &args, NULL, NULL, &err));
    expect_message("sample 1: create: due is 9223371244800000001 microseconds, which no calendar has");
    args.due = PAWL_TIME_MIN_US - 1;
    expect(PAWL_MISUSE, sample_create(db, 1, &args, NULL, NULL, &err));
    args.due = PAWL_TIME_MIN_US;
    expect(PAWL_OK, sample_create(db, 1, &args, NULL, NULL, &err));
    args.due = PAWL_TIME_MAX_US;
    expect(PAWL_OK, sample_create(db, 2, &args, NULL, NULL, &err));
    struct sample_history history;
    expect(PAWL_OK, sample_history(db, 2, &history, &err));
    assert_true(history.rows[0].due.value_us == PAWL_TIME_MAX_US);
}

static void nonsense_calls_are_misuse(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct pawl_key key = {.text = "nonsense"};
    expect(PAWL_MISUSE, submit(NULL, "nonsense"));
    expect(PAWL_MISUSE, pawl_fire(db, NULL, key, 1, NULL, NULL, NULL, &err));
    expect(PAWL_MISUSE, pawl_fire(db, &payment_machine, key, 0, NULL, NULL, NULL, &err));
    expect(PAWL_MISUSE, pawl_fire(db, &payment_machine, key, 99, NULL, NULL, NULL, &err));
    expect(PAWL_MISUSE, pawl_fire(db, &payment_machine, key, -1, NULL, NULL, NULL, &err));
    expect(PAWL_MISUSE, payment_get(db, "nonsense", NULL, &err));
    expect(PAWL_MISUSE, payment_count_by_state(db, NULL, &err));
    expect(PAWL_MISUSE, pawl_transact(db, NULL, NULL, &err));
    /* err may be NULL, and so may out */
    assert_int_equal(payment_submit(db, "nonsense", &to_bank, NULL, NULL, NULL), PAWL_NOT_FOUND);
    pawl_close(NULL);
}

static void actors_are_of_limited_length(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    char actor[PAWL_ACTOR_MAX_BYTES + 2];
    memset(actor, 'a', sizeof actor - 1);
    actor[PAWL_ACTOR_MAX_BYTES + 1] = '\0';
    struct pawl_opts opts = {.actor = actor};
    const struct payment_submit_item items[] = {{.id = "actor", .args = to_bank}};
    struct payment_result results[1];
    new_payment(db, "actor");
    expect(PAWL_MISUSE, payment_submit(db, "actor", &to_bank, &opts, NULL, &err));
    expect_message("payment actor: submit: the actor is longer than 255 bytes");
    expect(PAWL_MISUSE, payment_submit_many(db, items, 1, &opts, results, &err));
    expect_message("payment actor: submit: the actor is longer than 255 bytes");
    if (on_postgres())
        expect_rows(
            db, "MISUSE\nMISUSE\n",
            "select (payment_submit('actor', 'SB1', actor => '%s')).status union all select status "
            "from payment_submit_many(array['actor'], array['SB1'], '%s', array[null], array[null::int])",
            actor, actor);
    actor[PAWL_ACTOR_MAX_BYTES] = '\0';
    expect(PAWL_OK, payment_submit(db, "actor", &to_bank, &opts, NULL, &err));
}

static void sql_error_of_the_caller_is_reported(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_DB, pawl_exec(db, "select nonsense from nowhere", &err));
    expect_message_has("nowhere");
    if (on_postgres())
        assert_string_equal(err.sqlstate, "42P01");
    else if (on_mariadb())
        assert_int_equal(err.native_code, 1146); /* ER_NO_SUCH_TABLE */
    else
        assert_int_equal(err.native_code, 1);
}

/* ---- a connection that breaks -------------------------------------------------------------------- */

static void kill_connection(struct pawl_db *db) {
    char *pid = rows_of(db, "select pg_backend_pid()");
    if (through_pool() &&
        !pawl_in_transaction(db)) /* it was on any of these, but for the one that has said so */
        expect_rows(open_administrator(), "t\n",
                    "select bool_and(pg_terminate_backend(pid, 5000)) from pg_stat_activity"
                    " where datname = current_database() and usename <> current_user and pid <> %d",
                    atoi(pid));
    else
        expect_rows(open_administrator(), "t\n", "select pg_terminate_backend(%d, 5000)", atoi(pid));
    free(pid);
}

/* As pawlctl has it: what others may have planted is not found on a connection that replaces another, either.
 */
static void session_is_set_up_again(void **state) {
    (void)state;
    if (!on_postgres() || through_pool())
        skip(); /* a handle of a pool has no session of its own */
    struct pawl_db *db = open_application();
    db->connection->session_setup = "set search_path = pg_catalog, pg_temp";
    new_payment(db, "set up");
    kill_connection(db);
    expect(PAWL_OK, submit(db, "set up"));
    expect_rows(db, "pg_catalog, pg_temp\n", "show search_path");
}

static void lost_connection_is_replaced(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* it lives in this process */
    struct pawl_db *db = open_application();
    new_payment(db, "lost");
    kill_connection(db);
    expect(PAWL_OK, submit(db, "lost"));
    expect_payment(db, "lost", "submitted|2\n");
}

static void lost_connection_ends_the_callers_transaction(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* as above */
    struct pawl_db *db = open_application();
    new_payment(db, "lost2");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, submit(db, "lost2"));
    kill_connection(db);
    expect(PAWL_DB, payment_confirm(db, "lost2", NULL, NULL, &err));
    expect_message_has("connection");
    expect(PAWL_DB, payment_confirm(db, "lost2", NULL, NULL, &err));
    assert_true(pawl_in_transaction(db));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_payment(open_application(), "lost2", "pending_submission|1\n");
    expect(PAWL_OK, submit(db, "lost2"));
}

static void lost_connection_at_commit_is_never_success(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* as above */
    struct pawl_db *db = open_application();
    new_payment(db, "lost3");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, submit(db, "lost3"));
    kill_connection(db);
    enum pawl_status status = pawl_commit(db, &err);
    if (status != PAWL_UNKNOWN && status != PAWL_DB)
        fail_msg("%s: %s", pawl_status_name(status), err.message);
    assert_false(pawl_in_transaction(db));
    expect_payment(open_application(), "lost3", "pending_submission|1\n");
    expect(PAWL_OK, submit(db, "lost3"));
}

/* The answer to a move of which nobody knows whether it was done. */
static void lost_connection_during_a_move_is_unknown(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* as above */
    struct pawl_db *db = open_application(), *admin = open_administrator();
    new_payment(db, "lost4");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, submit(db, "lost4"));
    struct fire second = {.machine = &payment_machine, .key = "lost4", .event = PAYMENT_EVENT_CONFIRM};
    fire_start(&second);
    bool waited = fire_waits(&second);
    execute(admin, "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' "
                   "and datname = current_database()");
    fire_join(&second);
    expect(PAWL_OK, pawl_commit(db, &err));
    assert_true(waited);
    assert_int_equal(second.status, PAWL_UNKNOWN);
    assert_int_equal(second.error.status, PAWL_UNKNOWN);
    assert_true(strlen(second.error.message) > 0);
    expect_payment(db, "lost4", "submitted|2\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(unknown_form_of_database_is_misuse),
        TEST(unreachable_database_says_which),
        TEST(file_that_is_no_database_is_refused_and_kept),
        TEST(missing_table_of_sqlite_has_help),
        TEST(missing_schema_is_mismatch),
        TEST(other_fingerprint_is_mismatch_and_changes_nothing),
        TEST(migrations_are_judged_before_they_run),
        TEST(other_abi_is_mismatch),
        TEST(applying_again_changes_nothing),
        TEST(login_without_rights_is_told_so),
        TEST(keys_with_quotes_are_keys),
        TEST(bad_keys_are_misuse),
        TEST(bad_arguments_are_misuse_and_name_the_parameter),
        TEST(times_that_no_calendar_has_are_misuse),
        TEST(nonsense_calls_are_misuse),
        TEST(actors_are_of_limited_length),
        TEST(sql_error_of_the_caller_is_reported),
        TEST(session_is_set_up_again),
        TEST(lost_connection_is_replaced),
        TEST(lost_connection_ends_the_callers_transaction),
        TEST(lost_connection_at_commit_is_never_success),
        TEST_ON_ONE_NODE(lost_connection_during_a_move_is_unknown),
    };
    moves_only(&payment_machine, &door_machine, &sample_machine, NULL);
    return run_suite(tests);
}
