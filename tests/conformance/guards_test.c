#include "loans.h"

#include <pthread.h>
#include <stdlib.h>

static struct clerk clerk, other_clerk;
static struct loan_hooks hooks, other_hooks;

/* Guards in SQL are asked after the lock, and see what the one who had it has committed. */
static void p4_guard_in_sql_is_asked_under_the_lock(void **state) {
    (void)state;
    struct pawl_db *db = open_with_clerk(&clerk, &hooks);
    other_hooks = hooks_of_clerk(&other_clerk);
    struct fire waiting = {
        .machine = &loan_machine, .key = "rated", .event = LOAN_EVENT_RATE, .hooks = &other_hooks};
    new_loan(db, "rated");
    execute(db, "update loans set rating = 1 where id = 'rated'");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, loan_touch(db, "rated", NULL, NULL, &err));
    fire_start(&waiting);
    assert_true(fire_waits(&waiting));
    execute(db, "update loans set rating = 5 where id = 'rated'");
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_join(&waiting);
    assert_int_equal(waiting.status, PAWL_OK);
    assert_int_equal(waiting.moved.to, LOAN_STATE_GRANTED);
    assert_int_equal(waiting.moved.sort_key, 30);
}

/* ---- several calls in one statement, which on MariaDB has one snapshot --------------------------- */

struct statement {
    struct st_mysql *own;
    const char *sql;
    const char *failure;
    pthread_t thread;
};

static void *run_statement(void *context) {
    struct statement *statement = context;
    statement->failure = own_mariadb_failure(statement->own, statement->sql);
    return NULL;
}

/* What the server tells is a copy, which it makes anew where nobody has looked for 100 ms: two that looked at
 * regular times would keep it from that for ever. */
static void start_statement_that_waits(struct statement *statement) {
    struct pawl_db *admin = open_administrator();
    bool waits = false;
    assert_int_equal(pthread_create(&statement->thread, NULL, run_statement, statement), 0);
    for (int looks = 0; !waits && looks < 40; looks++) {
        char *found = rows_of(
            admin,
            "select count(*) from information_schema.innodb_trx active"
            " join information_schema.processlist session on session.id = trx_mysql_thread_id"
            " where trx_state = 'LOCK WAIT' and session.db in (database(), concat(database(), '_pawl'))");
        waits = strcmp(found, "0\n") != 0;
        free(found);
        if (!waits)
            sleep_ms(120 + rand() % 500);
    }
    if (!waits)
        fail_msg("waited for 10 s for a statement to wait for a lock: %s", statement->sql);
}

/*
 * A statement that moves two loans, of which the second has to wait: two calls of an event's function, with
 * %s for Pawl's database.
 */
static struct statement statement_of(char *sql, size_t size, const char *calls) {
    struct pawl_db *admin = open_administrator();
    char *database = rows_of(admin, "select concat(database(), '_pawl')");
    database[strcspn(database, "\n")] = '\0';
    snprintf(sql, size, calls, database, database);
    free(database);
    struct statement statement = {.own = open_own_mariadb(), .sql = sql};
    assert_true(own_mariadb_sql(statement.own, "set session transaction isolation level read committed"));
    return statement;
}

/*
 * The first call has read, then the second has waited for a lock. Its guard would read what was there before:
 * so the statement is refused as a whole. Made again, it sees what was committed by whoever had the lock.
 */
static void expect_refused_once(struct statement *statement) {
    pthread_join(statement->thread, NULL);
    assert_non_null(statement->failure);
    if (!strstr(statement->failure, "Record has changed since last read"))
        fail_msg("%s", statement->failure);
    assert_null(own_mariadb_failure(statement->own, statement->sql));
    close_own_mariadb(statement->own);
}

static void p4_guard_of_a_later_call_sees_what_was_waited_for(void **state) {
    (void)state;
    if (!on_mariadb())
        skip(); /* elsewhere each call has a snapshot of its own */
    char sql[512];
    struct pawl_db *db = open_with_clerk(&clerk, &hooks);
    struct statement statement = statement_of(sql, sizeof sql,
                                              "select %s.loan_rate$5('first', null, null, null, ''),"
                                              " %s.loan_rate$5('second', null, null, null, '')");
    new_loan(db, "first");
    new_loan(db, "second");
    execute(db, "update loans set rating = 5 where id = 'first'");
    execute(db, "update loans set rating = 1 where id = 'second'");
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "update loans set rating = 5 where id = 'second'"); /* the row that its move locks */
    start_statement_that_waits(&statement);
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_refused_once(&statement);
    expect_rows(db, "granted\ngranted\n",
                "select state from loan_current where loan_id in ('first', 'second')");
}

static void p4_guard_of_a_later_call_sees_what_its_key_protects(void **state) {
    (void)state;
    if (!on_mariadb())
        skip();
    char sql[512];
    struct pawl_db *db = open_with_clerk(&clerk, &hooks);
    struct loan_draw_args args = {.desk = "two"};
    struct statement statement = statement_of(sql, sizeof sql,
                                              "select %s.loan_draw$5('drawn', 'one', null, null, null),"
                                              " %s.loan_draw$5('at two', 'two', null, null, null)");
    new_loan(db, "drawn");
    new_loan(db, "at two");
    new_loan(db, "holds two");
    execute(db, "update funds set amount = 0 where loan_id = 'at two'");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, loan_draw(db, "holds two", &args, NULL, NULL, &err));
    execute(db, "update funds set amount = 100 where loan_id = 'at two'");
    start_statement_that_waits(&statement);
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_refused_once(&statement);
    expect_rows(db, "20\n20\n", "select sort_key from loan_current where loan_id in ('drawn', 'at two')");
}

/* :create.x is what the entity was created with. */
static void creation_is_remembered(void **state) {
    (void)state;
    struct pawl_db *db = open_with_clerk(&clerk, &hooks);
    new_loan(db, "created");
    execute(db, "update loans set rating = 5 where id = 'created'");
    execute(db, "update funds set amount = 99 where loan_id = 'created'");
    expect(PAWL_REFUSED, loan_rate(db, "created", NULL, NULL, &err));
    assert_string_equal(err.guard, "not rated, funded");
    static const char why[] = "draw is refused by funded in pending\n";
    if (on_postgres())
        expect_rows(db, why, "select detail from public.loan_draw('created', 'one')");
    if (on_mariadb()) {
        char *database = rows_of(db, "select concat(database(), '_pawl')");
        expect_rows(db, why,
                    "select json_value(%.*s.loan_draw$5('created', 'one', null, null, null), '$.detail')",
                    (int)strcspn(database, "\n"), database);
        free(database);
    }
    execute(db, "insert into funds (loan_id, amount) values ('created', 1)");
    expect(PAWL_OK, loan_rate(db, "created", NULL, NULL, &err));
}

/* What psql would show: a guard that lacks a grant is told of with the deployment, and not with the first
 * move. */
static void deployment_warns_of_what_cannot_run(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* SQLite looks at them with the first move */
    struct pawl_db *db = open_administrator();
    expect(PAWL_OK, loan_apply(db, &err));
    assert_string_equal(err.message, "");
    execute(db, "revoke select on funds from pawl_owner, public");
    expect(PAWL_OK, loan_apply(db, &err));
    expect_message_has("guard funded of machine loan cannot run yet: permission denied for table funds");
    assert_non_null(strstr(
        err.help,
        "the rights that it needs on that table, such as select or insert, and update if it locks rows"));
    execute(db, "grant select on funds to pawl_owner, public");
    expect(PAWL_OK, loan_apply(db, &err));
    assert_string_equal(err.message, "");
    assert_string_equal(err.help, "");
}

/* Who may call the function of the event lacks no role, when what is denied is denied to that; also where
 * nothing can be asked any more. */
static void what_pawl_lacks_is_not_asked_of_the_login(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* elsewhere an error names whose right it was */
    struct pawl_db *admin = open_administrator(), *db = open_with_clerk(&clerk, &hooks);
    new_loan(db, "mirrored");
    execute(admin, "revoke update (state) on loans from pawl_owner; revoke update on loans from public");
    expect(PAWL_OK, pawl_begin(db, &err));
    enum pawl_status status = loan_skip(db, "mirrored", NULL, NULL, &err);
    expect(PAWL_OK, pawl_rollback(db, NULL));
    execute(admin, "grant update (state) on loans to pawl_owner; grant update on loans to public");
    expect(PAWL_DB, status);
    expect_message_has("permission denied for table loans");
    assert_non_null(strstr(err.help, "the login does not lack the role pawl_app"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST_ON_ONE_NODE(p4_guard_in_sql_is_asked_under_the_lock),
        TEST_ON_ONE_NODE(p4_guard_of_a_later_call_sees_what_was_waited_for),
        TEST_ON_ONE_NODE(p4_guard_of_a_later_call_sees_what_its_key_protects),
        TEST(creation_is_remembered),
        TEST(deployment_warns_of_what_cannot_run),
        TEST(what_pawl_lacks_is_not_asked_of_the_login),
    };
    moves_only(NULL);
    return run_loan_suite(tests);
}
