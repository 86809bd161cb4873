#include "loans.h"

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

/* :create.x is what the entity was created with. */
static void creation_is_remembered(void **state) {
    (void)state;
    struct pawl_db *db = open_with_clerk(&clerk, &hooks);
    new_loan(db, "created");
    execute(db, "update loans set rating = 5 where id = 'created'");
    execute(db, "update funds set amount = 99 where loan_id = 'created'");
    expect(PAWL_REFUSED, loan_rate(db, "created", NULL, NULL, &err));
    assert_string_equal(err.guard, "not rated, funded");
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
    assert_non_null(strstr(err.help, "grant pawl_owner what it does with that table"));
    execute(db, "grant select on funds to pawl_owner, public");
    expect(PAWL_OK, loan_apply(db, &err));
    assert_string_equal(err.message, "");
    assert_string_equal(err.help, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST_ON_ONE_NODE(p4_guard_in_sql_is_asked_under_the_lock),
        TEST(creation_is_remembered),
        TEST(deployment_warns_of_what_cannot_run),
    };
    return run_loan_suite(tests);
}
