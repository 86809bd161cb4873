/*
 * P8 on SQLite from inside: whoever holds libpawl's own connection writes on it, and lays triggers and
 * tables of the connection's own in the way of libpawl's statements.
 */
#include "../conformance/machines.h"

#include <sqlite3.h>

static const char everything[] =
    "select * from (select 'head', payment_id, state, sort_key, since, '', '', '', '', '', ''"
    " from main.payment_current union all select 'move', payment_id, sort_key, event, from_state, to_state,"
    " created_at, actor, amount, currency, submission_id from main.payment_transitions"
    " union all select 'legal', event, from_state, to_state, '', '', '', '', '', '', '' from "
    "main.payment_moves"
    " union all select 'machine', machine, fingerprint, abi, '', '', '', '', '', '', ''"
    " from main.pawl_machines) order by 1, 2, 3, 4";

static bool try(struct pawl_db *db, const char *sql) {
    return sqlite3_exec(pawl_native(db), sql, NULL, NULL, NULL) == SQLITE_OK;
}

static void p8_native_statements_write_nothing(void **state) {
    (void)state;
    static const char *const attempts[] = {
        "insert into payment_current values ('forged', 'paid', 10, 0)",
        "insert or ignore into payment_current values ('forged', 'paid', 10, 0)",
        "insert or replace into payment_current values ('target', 'paid', 10, 0)",
        "replace into payment_current values ('target', 'paid', 20, 0)",
        "insert or rollback into payment_current values ('forged', 'paid', 10, 0)",
        "insert into payment_current values ('target', 'paid', 10, 0) on conflict do update set state = "
        "'paid'",
        "update payment_current set state = 'paid'",
        "update or ignore payment_current set state = 'paid'",
        "update or replace payment_current set state = 'paid'",
        "update payment_current set payment_id = 'other' where payment_id = 'target'",
        "update or replace payment_current set payment_id = 'target' where payment_id = 'second'",
        "update payment_current set since = 0, sort_key = 0",
        "update payment_current set state = state",
        "delete from payment_current",
        "delete from payment_current where payment_id = 'target'",
        "insert into payment_transitions values ('target', 20, 'submit', 'pending_submission', 'submitted', "
        "0,"
        " 'me', null, null, null, 'S', null)",
        "insert or ignore into payment_transitions values ('target', 20, 'submit', 'pending_submission',"
        " 'submitted', 0, 'me', null, null, null, 'S', null)",
        "insert or replace into payment_transitions values ('target', 10, 'create', '', "
        "'pending_submission', 0,"
        " 'me', null, 1, 'EUR', null, null)",
        "update payment_transitions set amount = 1",
        "update or replace payment_transitions set payment_id = 'target' where payment_id = 'second'",
        "update or ignore payment_transitions set actor = 'somebody else'",
        "delete from payment_transitions",
        "delete from payment_transitions where sort_key = 10",
        "insert into payment_moves values ('confirm', 'pending_submission', 'paid')",
        "insert or replace into payment_moves values ('submit', 'pending_submission', 'paid')",
        "update payment_moves set to_state = 'paid'",
        "delete from payment_moves",
        "insert into pawl_machines values ('payment', 'forged', 1, 0)",
        "update pawl_machines set fingerprint = 'forged'",
        "delete from pawl_machines",
        "begin; delete from payment_current; delete from payment_transitions; commit",
        "select only_libpawl_may_write('payment_current', 'target', 'paid', 20, 0);"
        "update payment_current set state = 'paid', sort_key = 20, since = 0 where payment_id = 'target'",
        "with forged as (select 'forged', 'paid', 10, 0) insert into payment_current select * from forged",
        "create temp trigger forge after insert on main.notes begin"
        " update payment_current set state = 'paid'; end; insert into notes values ('forge');"
        "drop trigger temp.forge",
        "create temp view door as select * from main.payment_current;"
        "create temp trigger through instead of insert on door begin insert into payment_current"
        " values (new.payment_id, new.state, 10, 0); end; insert into door values ('forged', 'paid', 10, 0)",
    };
    static const char *const settings[] = {
        "pragma recursive_triggers = off", "pragma recursive_triggers = on",
        "pragma foreign_keys = off",       "pragma ignore_check_constraints = on",
        "pragma trusted_schema = off",     "pragma defer_foreign_keys = on",
    };
    struct pawl_db *db = open_application();
    new_payment(db, "target");
    new_payment(db, "second");
    char *before = rows_of(db, everything);
    for (size_t s = 0; s < sizeof settings / sizeof *settings; s++) {
        execute(db, "%s", settings[s]);
        for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
            try(db, attempts[i]);
            if (!sqlite3_get_autocommit(pawl_native(db)))
                try(db, "rollback");
            char *after = rows_of(db, everything);
            if (strcmp(before, after) != 0)
                fail_msg("%s; %s\nleaves:\n%s", settings[s], attempts[i], after);
            free(after);
        }
    }
    free(before);
    try(db, "drop view temp.door");
    expect(PAWL_OK, submit(db, "target"));
    check_histories(db, "payment", PAYMENT_MOVES);
}

/* sqlite3_blob_write passes triggers by, but cannot open a table without rowid. */
static void p8_native_blob_writes_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "blob");
    const char *cells[][2] = {{"payment_current", "state"},
                              {"payment_transitions", "event"},
                              {"payment_transitions", "actor"},
                              {"payment_moves", "to_state"},
                              {"pawl_machines", "fingerprint"}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        sqlite3_blob *blob = NULL;
        for (sqlite3_int64 row = 0; row < 4; row++) {
            int code = sqlite3_blob_open(pawl_native(db), "main", cells[i][0], cells[i][1], row, 1, &blob);
            assert_int_not_equal(code, SQLITE_OK);
            sqlite3_blob_close(blob);
        }
    }
}

/* What is in the way while libpawl moves. The move is whole or not there, and what it answers is true. */
static void move_with_this_in_the_way(const char *sql, const char *undo) {
    static int number;
    char id[32];
    struct pawl_db *db = open_application();
    for (int joined = 0; joined <= 1; joined++) {
        snprintf(id, sizeof id, "way%d", number++);
        new_payment(db, id);
        char *before = rows_of(db, everything);
        if (!try(db, sql))
            fail_msg("%s: %s", sql, sqlite3_errmsg(pawl_native(db)));
        if (joined)
            expect(PAWL_OK, pawl_begin(db, &err));
        enum pawl_status status = submit(db, id);
        if (joined && status == PAWL_OK)
            expect(PAWL_OK, pawl_commit(db, &err));
        else if (joined)
            expect(PAWL_OK, pawl_rollback(db, &err));
        assert_false(pawl_in_transaction(db));
        try(db, undo);

        char *after = rows_of(db, everything);
        if (status == PAWL_OK) {
            expect_rows(db, "submitted|20\n",
                        "select state, sort_key from main.payment_current where payment_id = '%s'", id);
            expect_rows(db, "10|create\n20|submit\n",
                        "select sort_key, event from main.payment_transitions where payment_id = '%s'"
                        " order by sort_key",
                        id);
        } else if (status != PAWL_DB || strcmp(before, after) != 0) {
            fail_msg("%s\nanswered %s (%s) and left:\n%s", sql, pawl_status_name(status), err.message, after);
        } else {
            expect(PAWL_OK, submit(db, id));
        }
        check_histories(db, "payment", PAYMENT_MOVES);
        free(before);
        free(after);
    }
}

#define HEAD_TRIGGER(when)    "create temp trigger cheat " when " update on main.payment_current begin "
#define HISTORY_TRIGGER(when) "create temp trigger cheat " when " insert on main.payment_transitions begin "
#define DROP                  "drop trigger temp.cheat"

static void p8_native_triggers_cannot_change_a_move(void **state) {
    (void)state;
    static const char *const triggers[] = {
        HEAD_TRIGGER("before") "update payment_current set state = 'paid'; end",
        HEAD_TRIGGER("after") "update payment_current set state = 'paid'; end",
        HEAD_TRIGGER("before") "delete from payment_current where payment_id = new.payment_id; end",
        HEAD_TRIGGER("after") "delete from payment_current where payment_id = new.payment_id; end",
        HEAD_TRIGGER("before") "update payment_current set state = new.state, sort_key = new.sort_key,"
                               " since = new.since where payment_id = new.payment_id; end",
        HEAD_TRIGGER("after") "update payment_current set state = new.state, sort_key = new.sort_key,"
                              " since = new.since where payment_id = new.payment_id; end",
        HEAD_TRIGGER("before") "select only_libpawl_may_write('payment_current', new.payment_id, new.state,"
                               " new.sort_key, new.since); end",
        HEAD_TRIGGER("after") "insert into payment_transitions values (new.payment_id, 30, 'confirm',"
                              " 'submitted', 'paid', new.since, 'me', null, null, null, null); end",
        HEAD_TRIGGER(
            "after") "replace into payment_current values (new.payment_id, 'paid', 30, new.since); end",
        HEAD_TRIGGER("after") "delete from payment_transitions where payment_id = new.payment_id; end",
        HISTORY_TRIGGER("before") "insert into payment_transitions select new.payment_id, new.sort_key,"
                                  " new.event, new.from_state, new.to_state, new.created_at, 'forged',"
                                  " new.amount, new.currency, new.submission_id, new.reason; end",
        HISTORY_TRIGGER("before") "insert into payment_transitions select new.payment_id, new.sort_key,"
                                  " new.event, new.from_state, new.to_state, new.created_at, new.actor,"
                                  " new.amount, new.currency, new.submission_id, new.reason; end",
        HISTORY_TRIGGER("after") "update payment_transitions set actor = 'forged'; end",
        HISTORY_TRIGGER("after") "delete from payment_transitions where sort_key = new.sort_key; end",
        HISTORY_TRIGGER("after") "update payment_current set state = 'paid'; end",
        HISTORY_TRIGGER("after") "insert into payment_current values ('forged', 'paid', 10, 0); end",
        HISTORY_TRIGGER("after") "replace into payment_transitions values (new.payment_id, 10, 'create', '',"
                                 " 'pending_submission', 0, 'forged', 1, 'EUR', null, null); end",
        HISTORY_TRIGGER("after") "delete from payment_moves; end",
        HISTORY_TRIGGER("after") "select raise(rollback, 'gone'); end",
        HISTORY_TRIGGER("after") "select raise(fail, 'halfway'); end",
        HEAD_TRIGGER("after") "select raise(fail, 'halfway'); end",
    };
    for (size_t i = 0; i < sizeof triggers / sizeof *triggers; i++)
        move_with_this_in_the_way(triggers[i], DROP);
}

static void p8_native_triggers_cannot_swallow_a_move(void **state) {
    (void)state;
    static const char *const triggers[] = {
        HEAD_TRIGGER("before") "select raise(ignore); end",
        HISTORY_TRIGGER("before") "select raise(ignore); end",
        /* with libpawl's leave taken, so that it looks as if its row had been written */
        HEAD_TRIGGER("before") "select only_libpawl_may_write('payment_current', new.payment_id, new.state,"
                               " new.sort_key, new.since); select raise(ignore); end",
        HEAD_TRIGGER("before") "update payment_current set state = new.state, sort_key = new.sort_key,"
                               " since = new.since where payment_id = new.payment_id;"
                               " select raise(ignore); end",
    };
    struct pawl_db *db = open_application();
    for (size_t i = 0; i < sizeof triggers / sizeof *triggers; i++) {
        char id[16];
        snprintf(id, sizeof id, "swallow%zu", i);
        new_payment(db, id);
        execute(db, "%s", triggers[i]);
        enum pawl_status status = submit(db, id);
        execute(db, DROP);
        expect(PAWL_DB, status);
        assert_true(strlen(err.help) > 0);
        expect_payment(db, id, "pending_submission|1\n");
        expect(PAWL_OK, submit(db, id));
    }
    move_with_this_in_the_way(HEAD_TRIGGER("after") "select raise(ignore); end", DROP);
    move_with_this_in_the_way(HISTORY_TRIGGER("after") "select raise(ignore); end", DROP);
}

static void p8_native_shadows_are_seen_through(void **state) {
    (void)state;
    static const char *const shadows[][2] = {
        {"create temp table payment_current as select * from main.payment_current",
         "drop table temp.payment_current"},
        {"create temp table payment_transitions as select * from main.payment_transitions",
         "drop table temp.payment_transitions"},
        {"create temp table payment_moves as select * from main.payment_moves",
         "drop table temp.payment_moves"},
        {"create temp table pawl_machines (machine text, fingerprint text, abi int, deployed_at int)",
         "drop table temp.pawl_machines"},
        {"create temp table payments (id text)", "drop table temp.payments"},
        {"create temp view payment_current as select payment_id, 'submitted' as state, 20 as sort_key, since"
         " from main.payment_current",
         "drop view temp.payment_current"},
        {"create temp view payment_current as select * from main.payment_current;"
         "create temp trigger cheat instead of update on payment_current begin select 1; end",
         "drop view temp.payment_current"},
        {"attach ':memory:' as other; create table other.payment_current as select * from "
         "main.payment_current;"
         "create table other.payment_transitions as select * from main.payment_transitions",
         "detach other"},
    };
    for (size_t i = 0; i < sizeof shadows / sizeof *shadows; i++)
        move_with_this_in_the_way(shadows[i][0], shadows[i][1]);
}

/* The same, with handles that meet the machine for the first time behind the shadow. */
static void p8_native_shadow_does_not_hide_a_missing_parent(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    execute(db, "create temp table payments (id text); insert into temp.payments values ('orphan')");
    execute(db, "pragma foreign_keys = off");
    expect(PAWL_NOT_FOUND, payment_create(db, "orphan", &ten_euros, NULL, NULL, &err));
    execute(db, "create temp table payment_current as select 'ghost' as payment_id,"
                " 'submitted' as state, 20 as sort_key, 0 as since");
    expect(PAWL_NOT_FOUND, payment_confirm(db, "ghost", NULL, NULL, &err));
    struct payment_current current;
    expect(PAWL_NOT_FOUND, payment_get(db, "ghost", &current, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p8_native_statements_write_nothing),      TEST(p8_native_blob_writes_nothing),
        TEST(p8_native_triggers_cannot_change_a_move), TEST(p8_native_triggers_cannot_swallow_a_move),
        TEST(p8_native_shadows_are_seen_through),      TEST(p8_native_shadow_does_not_hide_a_missing_parent),
    };
    return run_suite(tests);
}
