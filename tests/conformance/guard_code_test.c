/* What guards in SQL may do besides reading tables, and who is named when one fails. */
#include "../support/database.h"

#include "permit.h"

/* What a guard calls must be granted there to the role that guards have. */
static void create_known_on_mariadb(struct pawl_db *db) {
    execute(db, "create function is_known(wanted text) returns boolean reads sql data"
                " return exists (select 1 from known_permits where id = wanted)");
    grant_hooks_on_mariadb("execute");
}

static int permits_create(void **state) {
    if (database_create(state) != 0)
        return 1;
    struct pawl_db *db = open_administrator();
    execute(db, "create table known_permits (id text primary key, uses int not null)");
    execute(db, "insert into known_permits (id, uses) values ('mine', 2), ('spent', 0)");
    if (on_postgres())
        execute(db, "create function is_known(wanted text) returns boolean language plpgsql stable as"
                    " 'begin return exists (select from known_permits where id = wanted); end';"
                    "grant select, update on known_permits to pawl_owner;"
                    "grant select, update on known_permits to public");
    if (on_mariadb())
        create_known_on_mariadb(db);
    expect(PAWL_OK, permit_apply(db, &err));
    return close_handles(state);
}

static struct pawl_db *open_permits(const char *id, int64_t share) {
    struct pawl_db *db = open_application();
    struct permit_create_args args = {.share = share};
    expect(PAWL_OK, permit_create(db, id, &args, NULL, NULL, &err));
    return db;
}

/* A move decides by one guard alone, and by one that may be asked again. */
static void p6_guard_that_fails_is_named(void **state) {
    (void)state;
    struct pawl_db *db = open_permits("nothing", 0);
    if (!on_postgres()) { /* where a division by zero is null */
        expect(PAWL_REFUSED, permit_divide(db, "nothing", NULL, NULL, &err));
        return;
    }
    expect(PAWL_DB, permit_divide(db, "nothing", NULL, NULL, &err));
    assert_string_equal(err.sqlstate, "22012");
    assert_string_equal(err.help, "it happened in SQL function public.permit_guard_divides");
    expect(PAWL_DB, permit_divide_first(db, "nothing", NULL, NULL, &err));
    assert_string_equal(err.help, "it happened in SQL function public.permit_guard_divides");
}

static void code_that_a_guard_calls_finds_its_tables(void **state) {
    (void)state;
    struct pawl_db *db = open_permits("mine", 1);
    expect(PAWL_OK, permit_look_up(db, "mine", NULL, NULL, &err));
    open_permits("unknown", 1);
    expect(PAWL_REFUSED, permit_look_up(db, "unknown", NULL, NULL, &err));
    assert_string_equal(err.guard, "known");
}

static void guard_may_lock_and_write(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, permit_hold(db, "mine", NULL, NULL, &err));
    expect(PAWL_OK, permit_use_up(db, "mine", NULL, NULL, &err));
    expect_rows(db, on_postgres() ? "1\n" : "2\n", "select uses from known_permits where id = 'mine'");
    open_permits("spent", 1);
    expect(PAWL_REFUSED, permit_hold(db, "spent", NULL, NULL, &err));
    expect(PAWL_REFUSED, permit_use_up(db, "spent", NULL, NULL, &err));
}

static void first_row_answers_and_none_refuses(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, permit_ask_first(db, "mine", NULL, NULL, &err));
    expect(PAWL_REFUSED, permit_hold(db, "unknown", NULL, NULL, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p6_guard_that_fails_is_named),
        TEST(code_that_a_guard_calls_finds_its_tables),
        TEST(guard_may_lock_and_write),
        TEST(first_row_answers_and_none_refuses),
    };
    moves_only(NULL);
    return tests_are_possible() ? cmocka_run_group_tests(tests, permits_create, database_drop) : 77;
}
