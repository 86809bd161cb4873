/*
 * On MariaDB most moves are made by a second function of their event, for calls that are transactions of
 * their own. It makes and refuses what the first one does, and leaves to that what is not its own.
 */
#include "machines.h"

#include "pawl_abi.h"

static const char *application(void) {
    static char name[80];
    char *found = rows_of(open_administrator(), "select database()");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(found, "\n"), found);
    free(found);
    return name;
}

/* Of the event of doors, with Pawl's database before it. */
static const char *own_function(int event) {
    static char name[160];
    snprintf(name, sizeof name, "%s_pawl.door_%d_%s_%d_own", application(), PAWL_ABI,
             door_machine.fingerprint, event);
    return name;
}

static void expect_own(struct pawl_db *db, const char *expected, int event, const char *arguments) {
    expect_rows(
        db, expected,
        "select json_value(answer, '$.status'), json_value(answer, '$.from'),"
        " json_value(answer, '$.to'), json_value(answer, '$.sort_key') from (select %s(%s) as answer) own",
        own_function(event), arguments);
}

static void expect_door(const char *expected, const char *id) {
    expect_rows(open_administrator(), expected,
                "select state, sort_key, (select count(*) from door_transitions where door_id = '%s')"
                " from door_current where door_id = '%s'",
                id, id);
}

/* It counts how often it is called, and leaves every move to the other. */
static void count_calls(int event) {
    execute(
        open_administrator(),
        "create or replace function %s($1 longtext, $2 longtext) returns longtext modifies sql "
        "data begin insert into %s.notes values (concat('own ', uuid())); return '{\"status\": \"BUSY\"}'; "
        "end",
        own_function(event), application());
}

static void expect_calls(const char *count) {
    expect_rows(open_administrator(), count, "select count(*) from notes where note like 'own %%'");
}

static void p6_refuses_what_the_other_refuses(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "r", NULL, NULL, &err));
    expect_own(db, "ILLEGAL|closed||10\n", DOOR_EVENT_UNLOCK, "'r', null");
    expect_own(db, "NOT_FOUND|||\n", DOOR_EVENT_FLIP, "'nobody', null");
    expect_own(db, "BUSY|||\n", DOOR_EVENT_FLIP, "null, null");
    expect_own(db, "BUSY|||\n", DOOR_EVENT_FLIP, "'r', repeat('ü', 200)");
    expect_door("closed|10|1\n", "r");
    struct door_transition moved;
    expect(PAWL_ILLEGAL, door_unlock(db, "r", NULL, &moved, &err));
    expect_message("door r: unlock is not allowed in closed");
    assert_int_equal(moved.sort_key, 10);
    expect(PAWL_NOT_FOUND, door_flip(db, "nobody", NULL, NULL, &err));
    expect_own(db, "OK|closed|closed|20\n", DOOR_EVENT_KNOCK, "'r', null");
    expect_own(db, "NOT_FOUND|||\n", DOOR_EVENT_FLIP,
               "'nobody', null"); /* not by what the one before has left */
    check_histories(open_administrator(), "door", DOOR_MOVES);
}

static void p4_leaves_a_frozen_machine_to_the_other(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "f", NULL, NULL, &err));
    expect(PAWL_OK,
           pawl_freeze(open_administrator(), "door", PAWL_FREEZE_REJECT, 0, "maintenance", 20000, &err));
    expect_own(db, "BUSY|||\n", DOOR_EVENT_FLIP, "'f', null");
    expect_own(db, "BUSY|||\n", DOOR_EVENT_UNLOCK, "'f', null");
    expect_own(db, "BUSY|||\n", DOOR_EVENT_FLIP, "'nobody', null");
    expect_door("closed|10|1\n", "f");
    expect(PAWL_LOCKED, door_flip(db, "f", NULL, NULL, &err));
    expect(PAWL_OK, pawl_thaw(open_administrator(), "door", &err));
    expect_own(db, "OK|closed|opened|20\n", DOOR_EVENT_FLIP, "'f', null");
    forge("update pawl_gates set is_closed = true where machine = 'door'");
    expect_own(db, "BUSY|||\n", DOOR_EVENT_FLIP, "'f', null");
    forge("update pawl_gates set is_closed = false where machine = 'door'");
    expect_door("opened|20|2\n", "f");
}

/* Whoever freezes is told when what had begun before has ended. */
static void p4_freeze_waits_for_it(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *on_call = open_administrator();
    struct fire moving = {.machine = &door_machine, .key = "w", .event = DOOR_EVENT_FLIP};
    expect(PAWL_OK, door_create(db, "w", NULL, NULL, &err));
    execute(on_call,
            "create trigger %s_pawl.slow before insert on %s_pawl.door_transitions for each row do sleep(2)",
            application(), application());
    fire_start(&moving);
    bool sleeps = false;
    for (int i = 0; i < 200 && !sleeps; i++, sleep_ms(5)) {
        char *found = rows_of(on_call, "select 1 from information_schema.processlist"
                                       " where state = 'User sleep' and info = 'do sleep(2)'");
        sleeps = found[0] != '\0';
        free(found);
    }
    assert_true(sleeps);
    expect(PAWL_OK, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 20000, &err));
    expect_door("opened|20|2\n", "w");
    fire_join(&moving);
    assert_int_equal(moving.status, PAWL_OK);
    execute(on_call, "drop trigger %s_pawl.slow", application());
    expect(PAWL_OK, pawl_thaw(on_call, "door", &err));
}

static void is_called_where_nothing_else_is_asked_for(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "c", NULL, NULL, &err));
    count_calls(DOOR_EVENT_FLIP);
    expect(PAWL_OK, door_flip(db, "c", NULL, NULL, &err));
    expect_calls("1\n");
    expect(PAWL_OK, door_flip(db, "c", &(struct pawl_opts){.actor = "ann"}, NULL, &err));
    expect_calls("2\n");
    expect(PAWL_OK, door_flip(db, "c", &(struct pawl_opts){.request_id = "r1"}, NULL, &err));
    expect(PAWL_CONFLICT, door_flip(db, "c", &(struct pawl_opts){.expect_sort_key = 10}, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip(db, "c", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_calls("2\n");
    expect_door("closed|50|5\n", "c");
}

/* What a session has in variables of these names gives them their type. */
static void p6_goes_by_no_variable_of_the_session(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "v", NULL, NULL, &err));
    execute(db, "set @pawl_to = 2.5, @pawl_from = 2.5, @pawl_sort_key = 'x', @pawl_at = 'x', @pawl_id = 2.5");
    expect_own(db, "OK|closed|opened|20\n", DOOR_EVENT_FLIP, "'v', null");
    execute(db, "set @pawl_to = 2.5");
    expect_own(db, "ILLEGAL|opened||20\n", DOOR_EVENT_UNLOCK, "'v', null");
    expect_door("opened|20|2\n", "v");
}

static void in_a_transaction_it_makes_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "t", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "insert into notes values ('begun')");
    expect_own(db, "BUSY|||\n", DOOR_EVENT_OPEN, "'t', null");
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_door("closed|10|1\n", "t");
}

/* Of an older schema, or where somebody has granted the functions one by one. */
static void where_it_is_missing_the_other_makes_the_move(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *later = open_application();
    expect(PAWL_OK, door_create(db, "m", NULL, NULL, &err));
    expect(PAWL_OK, door_open(db, "m", NULL, NULL, &err));
    expect(PAWL_OK, door_shut(db, "m", NULL, NULL, &err));
    execute(open_administrator(), "drop function %s", own_function(DOOR_EVENT_OPEN));
    execute(open_administrator(), "drop function %s", own_function(DOOR_EVENT_SHUT));
    expect(PAWL_OK, door_open(db, "m", NULL, NULL, &err));    /* it was prepared here */
    expect(PAWL_OK, door_shut(later, "m", NULL, NULL, &err)); /* and not here */
    expect(PAWL_ILLEGAL, door_shut(later, "m", NULL, NULL, &err));
    expect_door("closed|50|5\n", "m");
}

/* What is committed by the time that it is read was not refused, whatever stands there. The last test, since
 * that function stays. */
static void p7_answer_that_cannot_be_read_leaves_open_what_was_done(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "n", NULL, NULL, &err));
    execute(open_administrator(),
            "create or replace function %s($1 longtext, $2 longtext) returns longtext modifies sql data begin"
            " declare said longtext; set said = %s_pawl.door_flip$4($1, null, null, null);"
            " return '{\"status\": \"OK\", \"from'; end",
            own_function(DOOR_EVENT_FLIP), application());
    expect(PAWL_UNKNOWN, door_flip(db, "n", NULL, NULL, &err));
    expect_message("door n: flip: this libpawl does not know MariaDB's answer");
    expect_door("opened|20|2\n", "n");
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(p6_refuses_what_the_other_refuses),
                                       TEST(p4_leaves_a_frozen_machine_to_the_other),
                                       TEST(p4_freeze_waits_for_it),
                                       TEST(p6_goes_by_no_variable_of_the_session),
                                       TEST(in_a_transaction_it_makes_nothing),
                                       TEST(where_it_is_missing_the_other_makes_the_move),
                                       TEST(is_called_where_nothing_else_is_asked_for),
                                       TEST(p7_answer_that_cannot_be_read_leaves_open_what_was_done)};
    moves_only(&payment_machine, &door_machine, NULL);
    return run_suite(tests);
}
