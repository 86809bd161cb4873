/* What effects in SQL may be, whichever way PostgreSQL is brought to run them. */
#include "../support/database.h"

#include "entry.h"

#include <string.h>

static int entries_create(void **state) {
    if (database_create(state) != 0)
        return 1;
    struct pawl_db *db = open_administrator();
    execute(db, "create table totals (name text primary key, total int not null)");
    execute(db, "create table sheet (name text, line text not null)");
    if (on_postgres())
        execute(db,
                "create table kept (id text, big bigint, small int, yes boolean, exact numeric,"
                " due timestamptz, number uuid, content jsonb, image bytea, word text, none int, name text,"
                " at timestamptz);"
                "create table seen (line text, who name default current_user);"
                "create function see() returns trigger language plpgsql as"
                " 'begin insert into seen (line) values (''listed''); return new; end';"
                "create trigger see after insert on sheet for each row when (new.line = 'listed')"
                " execute function see();"
                "grant select, insert, update, delete on totals, sheet, kept, seen to pawl_owner;"
                "grant select on totals, sheet, kept, seen to public");
    else if (on_mariadb())
        execute(db, "create table kept (id text, big bigint, small int, yes boolean, exact text, due bigint,"
                    " number text, content text, image blob, word text, none int, name text, at bigint)");
    else
        execute(db, "create table kept (id text, big, small, yes, exact, due, number, content, image, word,"
                    " none, name, at)");
    execute(db, "insert into totals values ('all', 0), ('other', 5)");
    execute(db, "insert into sheet values ('template', 'one '), ('template', 'two ')");
    expect(PAWL_OK, entry_apply(db, &err));
    return close_handles(state);
}

static struct pawl_db *open_entry(const char *id) {
    struct pawl_db *db = open_application();
    struct entry_create_args args = {.name = id};
    expect(PAWL_OK, entry_create(db, id, &args, NULL, NULL, &err));
    return db;
}

static void expect_lines(struct pawl_db *db, const char *id, const char *sheet) {
    expect_rows(db, sheet, "select line from sheet where name = '%s' order by line", id);
}

static void effect_takes_every_type(void **state) {
    (void)state;
    struct pawl_db *db = open_entry("types");
    struct entry_keep_args args = {.big = 1,
                                   .small = 2,
                                   .yes = true,
                                   .exact = "1.50",
                                   .due = 1000000,
                                   .number = "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
                                   .content = "{\"a\":1}",
                                   .image = {"i", 1},
                                   .word = "it's $1"};
    struct entry_transition moved;
    expect(PAWL_OK, entry_keep(db, "types", &args, NULL, &moved, &err));
    expect_rows(db, "types|1|2|1|1.50|6ba7b810-9dad-11d1-80b4-00c04fd430c8|1|it's $1||types\n",
                "select id, big, small, cast(yes as int), exact, number, %s, word, none, name from kept",
                on_postgres() ? "content -> 'a'" : "json_extract(content, '$.a')");
    expect_rows(db, "1|1\n", "select count(*), sum(%s) from kept join entry_current on entry_id = id",
                on_postgres()
                    ? "(due = timestamptz '1970-01-01 00:00:01+00' and at = since and image = 'i')::int"
                    : "due = 1000000 and at = since and image = x'69'");
}

static void effect_inserts_updates_and_deletes(void **state) {
    (void)state;
    struct pawl_db *db = open_entry("rows");
    for (int i = 0; i < 2; i++)
        expect(PAWL_OK, entry_add(db, "rows", NULL, NULL, &err));
    expect_rows(db, "all|2\nother|5\nrows|4\n", "select name, total from totals order by name");
    expect(PAWL_OK, entry_redouble(db, "rows", NULL, NULL, &err));
    expect(PAWL_OK, entry_copy(db, "rows", NULL, NULL, &err));
    expect(PAWL_OK, entry_redouble(db, "rows", NULL, NULL, &err));
    expect_rows(db, "all|2\nother|5\nrows|8\n", "select name, total from totals order by name");
    expect_lines(db, "rows", "one rows\nopen 50\ntwo rows\n");
    expect(PAWL_OK, entry_sweep(db, "rows", NULL, NULL, &err));
    expect(PAWL_OK, entry_list(db, "rows", NULL, NULL, &err));
    expect_lines(db, "rows", "joined\nlisted\nreturned\n");
    expect_rows(db, "2\n", "select count(*) from sheet where name = 'template'");
    if (on_postgres()) /* a trigger finds its table, and runs as the effect does */
        expect_rows(db, "listed|pawl_owner\n", "select line, who from seen");
}

static void effect_that_fails_is_named(void **state) {
    (void)state;
    struct pawl_db *db = open_entry("failing");
    expect(PAWL_DB, entry_fail_rule(db, "failing", NULL, NULL, &err));
    if (on_postgres())
        assert_string_equal(err.help, "it happened in SQL function public.entry_effect_fail_rule");
    else
        expect_message_has("effect fail_rule");
    expect(PAWL_DB, entry_fail_function(db, "failing", NULL, NULL, &err));
    if (on_postgres())
        assert_string_equal(err.help,
                            "it happened in SQL function \"entry_effect_fail_function\" statement 1");
    else
        expect_message_has("effect fail_function");
    expect_lines(db, "failing", "");
}

static void effect_is_a_rule_where_it_can_be(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    if (!on_postgres())
        return;
    expect_rows(
        db,
        "copy|rule\ncount|rule\ncount_all|rule\nfail_function|\nfail_rule|rule\njoined|\n"
        "keep_all|rule\nlisted|\nlook|rule\nredouble|rule\nreturned|\nsweep|rule\n",
        "select substr(proname, 14), case when lanname = 'plpgsql' then 'rule' end from pg_proc"
        " join pg_language l on l.oid = prolang left join pg_class on relname = proname and relkind = 'v'"
        " where starts_with(proname, 'entry_effect_') and (lanname = 'plpgsql') = (relname is not null)"
        " order by proname");
}

/* PostgreSQL's own hint would have one make another rule, past the generated SQL. */
static void effect_without_its_rule_says_what_to_do(void **state) {
    (void)state;
    struct pawl_db *db = open_entry("ruleless");
    struct pawl_db *administrator = open_administrator();
    if (!on_postgres())
        return;
    execute(administrator, "drop rule effect on entry_effect_sweep");
    expect(PAWL_DB, entry_sweep(db, "ruleless", NULL, NULL, &err));
    assert_string_equal(err.help,
                        "the rule of an effect is gone or switched off: see pawlctl verify, and apply"
                        " the machine's SQL again");
    expect(PAWL_OK, entry_apply(administrator, &err));
    expect(PAWL_OK, entry_sweep(db, "ruleless", NULL, NULL, &err));
}

/* An error with the same state, of what the effect does. */
static void effect_that_lacks_something_is_named(void **state) {
    (void)state;
    struct pawl_db *db = open_entry("lacking");
    struct pawl_db *administrator = open_administrator();
    if (!on_postgres())
        return;
    execute(administrator, "create sequence never; grant usage on sequence never to pawl_owner;"
                           "alter table sheet add column number bigint;"
                           "alter table sheet alter column number set default currval('never')");
    expect(PAWL_DB, entry_copy(db, "lacking", NULL, NULL, &err));
    assert_string_equal(err.sqlstate, "55000");
    assert_string_equal(err.help, "it happened in SQL function public.entry_effect_copy");
    execute(administrator, "alter table sheet drop column number; drop sequence never");
    expect(PAWL_OK, entry_copy(db, "lacking", NULL, NULL, &err));
}

/* The sessions that have planned it already, too. */
static void effect_follows_its_columns(void **state) {
    (void)state;
    struct pawl_db *db = open_entry("renamed");
    struct pawl_db *administrator = open_administrator();
    if (!on_postgres())
        return;
    for (int i = 0; i < 7; i++) {
        expect(PAWL_OK, entry_add(db, "renamed", NULL, NULL, &err));
        expect(PAWL_OK, entry_list(db, "renamed", NULL, NULL, &err));
        expect(PAWL_OK, entry_copy(db, "renamed", NULL, NULL, &err));
        expect(PAWL_OK, entry_sweep(db, "renamed", NULL, NULL, &err));
    }
    execute(administrator, "alter table sheet rename column line to words;"
                           "alter table sheet rename to written; create table sheet (name text, line text)");
    expect(PAWL_OK, entry_list(db, "renamed", NULL, NULL, &err));
    expect(PAWL_OK, entry_copy(db, "renamed", NULL, NULL, &err));
    expect_rows(db, "joined\nlisted\none renamed\nopen 310\nreturned\ntwo renamed\n",
                "select words from written where name = 'renamed' order by words");
    expect(PAWL_DB, pawl_exec(administrator, "alter table written drop column words", &err));
    expect(PAWL_DB, pawl_exec(administrator, "alter table totals alter total type bigint", &err));
    execute(administrator, "drop table sheet; alter table written rename to sheet;"
                           "alter table sheet rename column words to line");
    expect(PAWL_OK, entry_apply(administrator, &err));
    expect(PAWL_OK, entry_sweep(db, "renamed", NULL, NULL, &err));
    expect_lines(db, "renamed", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(effect_takes_every_type),
        TEST(effect_inserts_updates_and_deletes),
        TEST(effect_that_fails_is_named),
        TEST(effect_is_a_rule_where_it_can_be),
        TEST(effect_without_its_rule_says_what_to_do),
        TEST(effect_that_lacks_something_is_named),
        TEST(effect_follows_its_columns),
    };
    moves_only(NULL);
    return tests_are_possible() ? cmocka_run_group_tests(tests, entries_create, database_drop) : 77;
}
