/*
 * A table of transitions that is there before its machine, on MariaDB: what cannot be adopted is refused by
 * the SQL itself, which says why, and has done nothing then, since it could not take it back.
 */
#include "../support/database.h"

#include <stdlib.h>
#include <string.h>

#include "purchase.h"

#define KEY      "id bigint not null auto_increment primary key, parcel_id varchar(100) not null, "
#define STATES   "from_state varchar(255) not null, to_state varchar(255) not null, "
#define METADATA "metadata text, "
#define ORDER    "sort_key int not null, "
#define RECENT   "most_recent tinyint(1), "
#define TIMES    "created_at datetime(6) not null, updated_at datetime(6) not null, "
#define BY_SORT  "unique index by_sort (parcel_id, sort_key), "
#define BY_LAST  "unique index by_last (parcel_id, most_recent)"

static void make_table(const char *columns) {
    struct pawl_db *db = open_administrator();
    execute(db, "create table if not exists parcels (id varchar(100) primary key)");
    execute(db, "insert ignore into parcels (id) values ('p1'), ('p2')");
    execute(db, "drop table if exists parcel_transitions");
    if (columns)
        execute(db, "create table parcel_transitions (%s)", columns);
}

static void add(const char *id, const char *to, int sort_key, const char *recent) {
    execute(
        open_administrator(),
        "insert into parcel_transitions (from_state, to_state, metadata, sort_key, parcel_id, most_recent,"
        " created_at, updated_at) values ('', '%s', null, %d, '%s', %s, now(6), now(6))",
        to, sort_key, id, recent);
}

/* Tables, views and routines of the machine, and triggers on the table. */
#define OBJECTS                                                                                              \
    "select (select count(*) from information_schema.tables where table_schema = concat(database(),"         \
    " '_pawl') and table_name like 'parcel%%') + (select count(*) from information_schema.routines where"    \
    " routine_schema = concat(database(), '_pawl') and routine_name like 'parcel%%') + (select count(*)"     \
    " from information_schema.triggers where trigger_schema = database())"

static void expect_not_adopted(const char *why) {
    struct pawl_db *db = open_administrator();
    execute(db, "set @pawl_adopt = 'yes'");
    expect(PAWL_DB, parcel_apply(db, &err));
    expect_message_has("the table parcel_transitions cannot be adopted by machine parcel as it is");
    expect_message_has("nothing was changed");
    expect_message_has(why);
    expect_rows(db, "0\n", OBJECTS);
}

static void table_without_what_is_needed_is_not_adopted(void **state) {
    (void)state;
    static const struct {
        const char *columns, *why;
    } tables[] = {
        {KEY STATES METADATA ORDER TIMES BY_SORT "index by_last (parcel_id)", "it has no column most_recent"},
        {KEY STATES METADATA "sort_key varchar(10) not null, " RECENT TIMES BY_SORT BY_LAST,
         "its column sort_key is of type varchar, not one of int,bigint"},
        {KEY STATES METADATA ORDER "most_recent tinyint(1) not null, " TIMES BY_SORT BY_LAST,
         "its column most_recent is not null"},
        {KEY STATES METADATA ORDER RECENT
         "created_at datetime not null, updated_at datetime(6) not null, " BY_SORT BY_LAST,
         "its column created_at is no datetime(6)"},
        {KEY STATES METADATA ORDER RECENT TIMES BY_LAST, "it has no unique index on (parcel_id, sort_key)"},
        {KEY STATES METADATA ORDER RECENT TIMES BY_SORT "index by_last (parcel_id, most_recent)",
         "it has no unique index on (parcel_id, most_recent)"},
        {KEY STATES METADATA ORDER RECENT TIMES "author int not null, " BY_SORT BY_LAST,
         "its column author is not null and has no default"},
        {KEY STATES METADATA ORDER RECENT TIMES "weight varchar(20), " BY_SORT BY_LAST,
         "its column weight is of type varchar"},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        make_table(tables[i].columns);
        expect_not_adopted(tables[i].why);
    }
}

static void p1_rows_that_are_no_history_are_not_adopted(void **state) {
    (void)state;
    static const struct {
        const char *to[2];
        int sort_key[2];
        const char *recent[2], *why;
    } histories[] = {
        {{"packed", "stolen"},
         {10, 20},
         {"null", "true"},
         "in a state that the machine does not have (1: p1)"},
        {{"packed", "Sent"}, {10, 20}, {"null", "true"}, "in a state that the machine does not have (1: p1)"},
        {{"packed", "lost"},
         {10, 20},
         {"null", "true"},
         "with transitions that the machine does not have (1: p1)"},
        {{"sent", "lost"},
         {10, 20},
         {"null", "true"},
         "with transitions that the machine does not have (1: p1)"},
        {{"packed", "sent"}, {10, 30}, {"null", "true"}, "with gaps in their sort_key"},
        {{"packed", "sent"}, {10, 20}, {"true", "null"}, "whose most recent row is not that of the highest"},
        {{"packed", "sent"}, {10, 20}, {"null", "null"}, "whose most recent row is not that of the highest"},
    };
    for (size_t i = 0; i < sizeof histories / sizeof *histories; i++) {
        make_table(KEY STATES METADATA ORDER RECENT TIMES BY_SORT BY_LAST);
        for (int row = 0; row < 2; row++)
            add("p1", histories[i].to[row], histories[i].sort_key[row], histories[i].recent[row]);
        add("p2", "packed", 10, "true");
        expect_not_adopted(histories[i].why);
    }
}

static void table_is_adopted_where_that_is_said_and_gone_on_with(void **state) {
    (void)state;
    static const struct parcel_dispatch_args args = {.weight = 3};
    make_table(KEY STATES METADATA ORDER RECENT TIMES BY_SORT BY_LAST);
    add("p1", "packed", 10, "null");
    add("p1", "sent", 20, "true");
    add("p2", "packed", 10, "true");
    struct pawl_db *db = open_administrator();
    expect(PAWL_DB, parcel_apply(db, &err));
    expect_message_has(
        "the table parcel_transitions is there already; nothing was changed: take it over with "
        "pawlctl apply --adopt");
    expect_rows(db, "0\n", OBJECTS);
    execute(db, "set @pawl_adopt = 'yes'");
    expect(PAWL_OK, parcel_apply(db, &err));
    expect(PAWL_OK, parcel_apply(open_administrator(), &err)); /* it is the machine's now */
    struct pawl_db *app = open_application();
    struct parcel_history history;
    expect(PAWL_OK, parcel_dispatch(app, "p2", &args, NULL, NULL, &err));
    expect(PAWL_OK, parcel_history(app, "p2", &history, &err));
    assert_int_equal(history.count, 2);
    assert_int_equal(history.rows[0].event, PARCEL_EVENT_CREATE); /* no other leads there */
    assert_true(history.rows[1].weight.set && history.rows[1].weight.value == 3);
    expect(PAWL_OK, parcel_lose(app, "p1", NULL, NULL, &err));
    expect_rows(db, "lost|30\nsent|20\n",
                "select to_state, sort_key from parcel_transitions where most_recent order by parcel_id");
}

/* What a deployment that ended half-way has made is gone on with, and not taken for somebody else's. */
static void deployment_that_ended_is_gone_on_with(void **state) {
    (void)state;
    struct pawl_db *db = open_administrator();
    char *database = rows_of(db, "select database()");
    database[strcspn(database, "\n")] = '\0';
    execute(db, "create table purchases (id varchar(100) primary key)");
    execute(db, "insert into purchases (id) values ('b1')");
    expect(PAWL_OK, purchase_apply(db, &err));
    execute(db, "delete from %s_pawl.pawl_machines where machine = 'purchase'", database);
    execute(db, "drop trigger purchase_transitions_stay");
    execute(db, "drop view %s_pawl.purchase_current", database);
    expect(PAWL_OK, purchase_apply(db, &err));
    expect(PAWL_OK, purchase_cancel(open_application(), "b1", NULL, NULL, &err));
    expect_rows(db, "3\n",
                "select count(*) from information_schema.triggers where trigger_schema = database()"
                " and event_object_table = 'purchase_transitions'");
    free(database);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(table_without_what_is_needed_is_not_adopted),
        TEST(p1_rows_that_are_no_history_are_not_adopted),
        TEST(table_is_adopted_where_that_is_said_and_gone_on_with),
        TEST(deployment_that_ended_is_gone_on_with),
    };
    return tests_are_possible() ? cmocka_run_group_tests(tests, database_create_empty, database_drop) : 77;
}
