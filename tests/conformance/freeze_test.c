/* Machines that are frozen or asleep, and events that are deferred meanwhile. */
#include "machines.h"

#include <pthread.h>
#include <stdatomic.h>

static void freeze(const char *machine, enum pawl_freeze_mode mode, int64_t until_us) {
    expect(PAWL_OK, pawl_freeze(open_administrator(), machine, mode, until_us, "maintenance", 20000, &err));
}

static void thaw(const char *machine) {
    expect(PAWL_OK, pawl_thaw(open_administrator(), machine, &err));
    wait_for_all_nodes(); /* who looks for what may be fired now does not ask the others */
}

static int thaw_all(void **state) {
    pawl_thaw(open_administrator(), "door", NULL);
    pawl_thaw(open_administrator(), "sample", NULL);
    struct pawl_db *db = open_application();
    pawl_fire_deferred(db, &door_machine, NULL, NULL);
    pawl_fire_deferred(db, &sample_machine, NULL, NULL);
    return close_handles(state);
}

#define FREEZE_TEST(function) cmocka_unit_test_teardown(function, thaw_all)
/* A freeze waits for those on its own node; elsewhere they are turned away. */
#define FREEZE_TEST_ON_ONE_NODE(function) ON_ONE_NODE(function, thaw_all)

static int64_t in_ms(struct pawl_db *db, int64_t duration_ms) {
    char *now =
        rows_of(db, on_mariadb()    ? "select floor(unix_timestamp(sysdate(6)) * 1000000)"
                    : on_postgres() ? "select (extract(epoch from clock_timestamp()) * 1000000)::bigint"
                                    : "select cast((julianday('now') - 2440587.5) * 86400000000 as integer)");
    int64_t time = strtoll(now, NULL, 10) + duration_ms * 1000;
    free(now);
    return time;
}

/* The time at which the machine moves again has come. */
static void let_the_freeze_end(const char *machine) {
    char sql[120];
    snprintf(sql, sizeof sql, "update pawl_freezes set until = %s where machine = '%s'",
             on_postgres() ? "clock_timestamp()" : "1", machine);
    forge(sql);
}

static void new_door(struct pawl_db *db, const char *id) {
    expect(PAWL_OK, door_create(db, id, NULL, NULL, &err));
}

static enum pawl_status flip_as(struct pawl_db *db, const char *id, struct pawl_opts opts) {
    return door_flip(db, id, &opts, NULL, &err);
}

/* ---- reject --------------------------------------------------------------------------------------- */

static void frozen_machine_refuses_at_once(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct door_transition moved;
    new_door(db, "rj");
    expect(PAWL_OK, flip_as(db, "rj", (struct pawl_opts){.request_id = "before"}));
    freeze("door", PAWL_FREEZE_REJECT, 0);
    expect(PAWL_LOCKED, door_flip(db, "rj", NULL, &moved, &err));
    expect_message("door rj: flip is locked out: frozen: maintenance");
    assert_int_equal(moved.from, DOOR_STATE_OPENED);
    assert_int_equal(moved.to, 0);
    assert_int_equal(moved.sort_key, 20);
    expect(PAWL_LOCKED, door_unlock(db, "rj", NULL, NULL, &err)); /* ILLEGAL without the freeze */
    expect(PAWL_LOCKED, door_create(db, "rj2", NULL, NULL, &err));
    expect(PAWL_LOCKED, door_create(db, "rj", NULL, NULL, &err));
    expect(PAWL_LOCKED, door_flip(db, "nobody", NULL, NULL, &err));
    expect(PAWL_OK,
           flip_as(db, "rj", (struct pawl_opts){.request_id = "before"})); /* what was done, was done */
    struct pawl_opts patient = {.wait_ms = 20000, .defer = true, .request_id = "patient"};
    expect(PAWL_LOCKED, flip_as(db, "rj", patient)); /* it is not asleep */
    new_payment(db, "other machines move");
    expect_rows(db, "opened|20\n", "select state, sort_key from door_current where door_id = 'rj'");
    thaw("door");
    expect(PAWL_OK, door_flip(db, "rj", NULL, NULL, &err));
    expect(PAWL_NOT_FOUND, door_flip(db, "nobody", NULL, NULL, &err));
    expect(PAWL_OK, door_create(db, "rj2", NULL, NULL, &err));
}

static void freeze_says_its_end_and_ends(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_door(db, "un");
    freeze("door", PAWL_FREEZE_REJECT, in_ms(db, 3600000));
    expect(PAWL_LOCKED, door_flip(db, "un", NULL, NULL, &err));
    expect_message_has("door un: flip is locked out: frozen until 2");
    expect_message_has(" UTC: maintenance");
    let_the_freeze_end("door");
    expect(PAWL_OK, door_flip(db, "un", NULL, NULL, &err));
    expect(PAWL_OK, door_create(db, "un2", NULL, NULL, &err));
}

/* A migration takes the gate from all moves, and closes it. */
static void p1_who_finds_a_freeze_that_is_over_goes_to_the_gate(void **state) {
    (void)state;
    if (!on_mariadb())
        skip(); /* elsewhere a migration locks what moves lock */
    struct pawl_db *db = open_application(), *on_call = open_administrator();
    new_door(db, "gate");
    freeze("door", PAWL_FREEZE_REJECT, in_ms(db, 3600000));
    let_the_freeze_end("door");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip(db, "gate", NULL, NULL, &err));
    expect(PAWL_OK, door_create(db, "gate 2", NULL, NULL, &err));
    expect_rows(on_call, "256\n",
                "select count(*) from pawl_gates where machine = 'door' for update skip locked");
    expect(PAWL_OK, pawl_commit(db, &err));
    forge("update pawl_gates set is_closed = true where machine = 'door'");
    expect(PAWL_OK, pawl_begin(db, &err));
    const enum pawl_status moved = door_flip(db, "gate", NULL, NULL, &err);
    const enum pawl_status created = door_create(db, "gate 3", NULL, NULL, NULL);
    pawl_rollback(db, NULL);
    forge("update pawl_gates set is_closed = false where machine = 'door'");
    expect(PAWL_DB, moved);
    assert_string_equal(err.sqlstate, "PW007");
    expect(PAWL_DB, created);
}

static void refusal_leaves_the_transaction_usable(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_door(db, "us");
    freeze("door", PAWL_FREEZE_REJECT, 0);
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "insert into notes values ('frozen')");
    expect(PAWL_LOCKED, door_flip(db, "us", NULL, NULL, &err));
    expect(PAWL_LOCKED, door_create(db, "us2", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_rows(db, "frozen\n", "select note from notes where note = 'frozen'");
}

static void only_operators_freeze(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *on_call = open_administrator();
    if (on_postgres()) { /* where there are roles */
        expect(PAWL_DB, pawl_freeze(db, "door", PAWL_FREEZE_REJECT, 0, "cheat", 0, &err));
        assert_string_equal(err.sqlstate, "42501");
        assert_non_null(strstr(err.help, "the login needs the role pawl_operator: grant pawl_operator to "));
        expect(PAWL_DB, pawl_thaw(db, "door", &err));
        assert_string_equal(err.sqlstate, "42501");
        execute(on_call, "set role pawl_operator");
    }
    expect(PAWL_OK, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "as an operator", 20000, &err));
    expect(PAWL_OK, pawl_thaw(on_call, "door", &err));
    expect(PAWL_OK, pawl_thaw(on_call, "door", &err)); /* it is not frozen, which is what was wanted */
    expect_rows(db, "freeze|as an operator\nthaw|\n",
                "select action, reason from pawl_lock_log where type = 'door' order by number limit 2");
}

static void freezing_is_misused_in_so_many_ways(void **state) {
    (void)state;
    struct pawl_db *db = open_administrator();
    expect(PAWL_NOT_FOUND, pawl_freeze(db, "doro", PAWL_FREEZE_REJECT, 0, "x", 0, &err));
    expect_message("there is no machine doro in this database");
    expect(PAWL_NOT_FOUND, pawl_thaw(db, "doro", &err));
    expect(PAWL_MISUSE, pawl_freeze(db, "door", (enum pawl_freeze_mode)7, 0, "x", 0, &err));
    expect(PAWL_MISUSE, pawl_freeze(db, "door", PAWL_FREEZE_REJECT, 1, "x", 0, &err));
    expect_message("door: a freeze that would be over already");
    expect(PAWL_MISUSE, pawl_freeze(db, "door", PAWL_FREEZE_REJECT, PAWL_TIME_MAX_US + 1, "x", 0, &err));
    expect(PAWL_MISUSE, pawl_freeze(db, "door", PAWL_FREEZE_REJECT, 0, "x", PAWL_WAIT - 1, &err));
    expect_message("pawl_freeze: timeout_ms is -2");
    if (on_postgres())
        expect_rows(db, "MISUSE\n",
                    "select status from pawl_freeze('door', 'reject', timestamptz 'infinity', 'x')");
    expect(PAWL_MISUSE, pawl_freeze(db, "door", PAWL_FREEZE_REJECT, 0, "", 0, &err));
    expect(PAWL_MISUSE, pawl_freeze(db, NULL, PAWL_FREEZE_REJECT, 0, "x", 0, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_MISUSE, pawl_freeze(db, "door", PAWL_FREEZE_REJECT, 0, "x", 0, &err));
    expect_message("pawl_freeze inside an open transaction");
    expect(PAWL_MISUSE, pawl_fire_deferred(db, &door_machine, NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_MISUSE, flip_as(db, "x", (struct pawl_opts){.defer = true}));
    expect_message("door x: flip cannot be deferred without a request id");
    expect(PAWL_MISUSE, flip_as(db, "x", (struct pawl_opts){.wait_ms = INT64_MIN}));
    expect_message_has("flip: wait_ms is -");
}

/* ---- freeze waits for what began before ------------------------------------------------------------ */

static void freeze_waits_for_moves_that_began_before(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *on_call = open_administrator(), *other = open_application();
    new_door(db, "fw");
    if (on_postgres())
        execute(db, "set application_name = 'slow report'");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip(db, "fw", NULL, NULL, &err));
    expect(PAWL_LOCKED, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 400, &err));
    if (on_postgres() || on_mariadb()) {
        expect_message_has("door is frozen, but a transition that began before has not ended: of pid ");
        expect_message_has(on_postgres() ? " (slow report, login " : ", the oldest that has locked rows)");
        /* in force for whatever begins now, which holds nothing up */
        expect(PAWL_LOCKED, door_flip(other, "fw2", NULL, NULL, &err));
    }
    enum pawl_status again = PAWL_LOCKED;
    if (on_postgres()) { /* who is waited for may go on */
        again = door_flip(db, "fw", NULL, NULL, &err);
        assert_true(again == PAWL_OK || again == PAWL_LOCKED);
    }
    expect(PAWL_OK, pawl_commit(db, &err));
    expect(PAWL_OK, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 20000, &err));
    expect(PAWL_LOCKED, door_flip(db, "fw", NULL, NULL, &err));
    expect_rows(db, again == PAWL_OK ? "closed|30\n" : "opened|20\n",
                "select state, sort_key from door_current where door_id = 'fw'");
}

static void freeze_waits_for_its_own_machine_alone(void **state) {
    (void)state;
    if (on_sqlite())
        return; /* nobody else writes meanwhile */
    struct pawl_db *db = open_application();
    new_door(db, "fn");
    expect(PAWL_OK, pawl_begin(db, &err));
    new_payment(db, "of another machine");
    execute(db, "insert into notes values ('of no machine')");
    freeze("door", PAWL_FREEZE_REJECT, 0);
    expect(PAWL_LOCKED, door_flip(db, "fn", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
}

static void freeze_waits_for_creations_and_for_those_who_wait(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *on_call = open_administrator();
    new_door(db, "fc");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_create(db, "fc2", NULL, NULL, &err));
    expect(PAWL_LOCKED, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 300, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    thaw("door");
    /* it has looked, and could write next: who only found that there is one cannot be told apart */
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_EXISTS, door_create(db, "fc", NULL, NULL, &err));
    expect(PAWL_LOCKED, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 300, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    thaw("door");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip(db, "fc", NULL, NULL, &err));
    struct fire behind = {.machine = &door_machine, .key = "fc", .event = DOOR_EVENT_FLIP};
    fire_start(&behind);
    assert_true(fire_waits(&behind));
    expect(PAWL_LOCKED, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 300, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_join(&behind);
    expect(PAWL_OK, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 20000, &err));
    /* it began before, or was too late when it looked again: not both, and not neither */
    assert_true(behind.status == PAWL_OK || behind.status == PAWL_LOCKED);
    expect_rows(db, behind.status == PAWL_OK ? "30\n" : "20\n",
                "select sort_key from door_current where door_id = 'fc'");
}

/* The call is over when its answer comes, and its statement some time later. */
static void *call_in_a_long_statement(void *context) {
    execute(context,
            "execute immediate concat('do ', database(), '_pawl.door_flip$4(''fl'', null, null, null),"
            " sleep(1)')");
    return NULL;
}

static bool has_moved_and_sleeps(struct pawl_db *db) {
    char *sessions = rows_of(db, "select count(*) from information_schema.processlist"
                                 " where state = 'User sleep' and db = database()");
    const bool sleeps = strcmp(sessions, "0\n") != 0;
    free(sessions);
    return sleeps;
}

static void freeze_waits_for_a_call_outside_of_a_transaction(void **state) {
    (void)state;
    if (!on_mariadb())
        skip(); /* elsewhere a freeze asks for transactions, of which such a call is one */
    struct pawl_db *db = open_application(), *on_call = open_administrator(), *other = open_application();
    pthread_t thread;
    new_door(db, "fl");
    new_door(db, "fl2");
    assert_int_equal(pthread_create(&thread, NULL, call_in_a_long_statement, db), 0);
    for (int waited_ms = 0; !has_moved_and_sleeps(on_call); waited_ms++) {
        if (waited_ms == 5000)
            fail_msg("the call has not moved its door after five seconds");
        sleep_ms(1);
    }
    expect(PAWL_OK, door_flip(other, "fl2", NULL, NULL, &err)); /* calls do not wait for each other */
    expect(PAWL_OK, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 20000, &err));
    expect_rows(on_call, "opened|20\n", "select state, sort_key from door_current where door_id = 'fl'");
    assert_int_equal(pthread_join(thread, NULL), 0);
    expect(PAWL_LOCKED, door_flip(other, "fl2", NULL, NULL, &err));
}

enum { MOVERS = 4 };

struct mover {
    pthread_t thread;
    struct pawl_db *db;
    int number;
    atomic_bool *stop;
    atomic_int *moves;
    enum pawl_status strange;
    struct pawl_error error;
};

static void *move_on(void *context) {
    struct mover *mover = context;
    char key[32];
    for (int i = 0; !atomic_load(mover->stop); i++) {
        enum pawl_status status;
        if (i % 4 == 0) {
            snprintf(key, sizeof key, "mover%d-%d", mover->number, i);
            status = door_create(mover->db, key, NULL, NULL, &mover->error);
        } else {
            status = door_flip(mover->db, "moved", NULL, NULL, &mover->error);
        }
        if (status == PAWL_OK)
            atomic_fetch_add(mover->moves, 1);
        else if (status != PAWL_LOCKED && status != PAWL_NOT_FOUND)
            mover->strange = status;
    }
    return NULL;
}

/* When pawl_freeze has returned, nothing moves any more, whatever was going on before. */
static void nothing_moves_after_a_freeze(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *on_call = open_administrator();
    struct mover movers[MOVERS];
    atomic_bool stop = false;
    atomic_int moves = 0;
    new_door(db, "moved");
    for (int i = 0; i < MOVERS; i++) {
        movers[i] = (struct mover){
            .db = open_application(), .number = i, .stop = &stop, .moves = &moves, .error = PAWL_ERROR_INIT};
        assert_int_equal(pthread_create(&movers[i].thread, NULL, move_on, &movers[i]), 0);
    }
    static const char count[] = "select count(*) from door_transitions";
    bool still = true;
    for (int round = 0; round < 15 && still; round++) {
        int before = atomic_load(&moves);
        while (atomic_load(&moves) < before + 5)
            sleep_ms(1);
        enum pawl_status status =
            pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 60000, &err);
        char *frozen = rows_of(db, count);
        sleep_ms(20);
        char *later = rows_of(db, count);
        still = status == PAWL_OK && strcmp(frozen, later) == 0;
        free(frozen);
        free(later);
        pawl_thaw(on_call, "door", &err);
    }
    atomic_store(&stop, true);
    for (int i = 0; i < MOVERS; i++)
        pthread_join(movers[i].thread, NULL);
    assert_true(still);
    for (int i = 0; i < MOVERS; i++)
        assert_int_equal(movers[i].strange, PAWL_OK);
}

struct thawing {
    struct pawl_db *db;
    enum pawl_status status;
    struct pawl_error error;
};

static void *thaw_doors(void *context) {
    struct thawing *own = context;
    own->status = pawl_thaw(own->db, "door", &own->error);
    return NULL;
}

/* It waits for those who have read the freeze in transactions that go on, and nobody for it. */
static void thaw_that_waits_keeps_nobody_waiting(void **state) {
    (void)state;
    if (!on_mariadb())
        skip();
    struct pawl_db *db = open_application(), *other = open_application();
    struct thawing thawing = {.db = open_administrator(), .error = PAWL_ERROR_INIT};
    pthread_t thread;
    new_door(db, "refused");
    new_door(db, "passes");
    freeze("door", PAWL_FREEZE_REJECT, 0);
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_LOCKED, door_flip(db, "refused", NULL, NULL, &err));
    assert_int_equal(pthread_create(&thread, NULL, thaw_doors, &thawing), 0);
    sleep_ms(200);
    execute(other, "set innodb_lock_wait_timeout = 20");
    const enum pawl_status status = door_flip(other, "passes", NULL, NULL, &err);
    expect(PAWL_OK, pawl_rollback(db, &err));
    assert_int_equal(pthread_join(thread, NULL), 0);
    expect(PAWL_LOCKED, status);
    expect(PAWL_OK, thawing.status);
    expect(PAWL_OK, door_flip(other, "passes", NULL, NULL, &err));
}

static void old_snapshot_does_not_overlook_a_freeze(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_door(db, "os");
    for (int round = 0; round < 2; round++) { /* the second looks back to where it was frozen */
        begin_with_snapshot(db);
        if (round == 0)
            freeze("door", PAWL_FREEZE_REJECT, 0);
        else
            thaw("door");
        enum pawl_status status =
            round == 0 ? door_flip(db, "os", NULL, NULL, &err) : door_create(db, "os2", NULL, NULL, &err);
        if (on_mariadb()) /* where a read that locks sees what was committed since */
            expect(round == 0 ? PAWL_LOCKED : PAWL_OK, status);
        else
            expect_serialization_failure(status);
        expect(PAWL_OK, pawl_rollback(db, &err));
    }
    begin_with_snapshot(db);
    expect(PAWL_OK, door_flip(db, "os", NULL, NULL, &err));
    expect(PAWL_OK, door_create(db, "os2", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
}

/* ---- sleep ---------------------------------------------------------------------------------------- */

static void sleeping_machine_is_waited_for(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_door(db, "sl");
    insert_parent(db, "doors", "sl2");
    freeze("door", PAWL_FREEZE_SLEEP, 0);
    expect(PAWL_ASLEEP, door_flip(db, "sl", NULL, NULL, &err));
    expect_message("door sl: flip must wait: asleep: maintenance");
    expect(PAWL_ASLEEP, flip_as(db, "sl", (struct pawl_opts){.wait_ms = 150}));
    struct pawl_opts patient = {.wait_ms = 20000};
    struct fire waiting = {.machine = &door_machine, .key = "sl", .event = DOOR_EVENT_FLIP, .opts = &patient};
    struct fire creating = {
        .machine = &door_machine, .key = "sl2", .event = DOOR_EVENT_CREATE, .opts = &patient};
    fire_start(&waiting);
    fire_start(&creating);
    assert_true(fire_waits(&waiting));
    thaw("door");
    fire_join(&waiting);
    fire_join(&creating);
    assert_int_equal(waiting.status, PAWL_OK);
    assert_int_equal(creating.status, PAWL_OK);
}

static void nobody_waits_inside_a_transaction(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_door(db, "it");
    freeze("door", PAWL_FREEZE_SLEEP, 0);
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "insert into notes values ('asleep')");
    expect(PAWL_ASLEEP, flip_as(db, "it", (struct pawl_opts){.wait_ms = 60000}));
    struct pawl_opts deferred = {.wait_ms = 60000, .defer = true, .request_id = "joined"};
    expect(PAWL_DEFERRED, flip_as(db, "it", deferred));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_NOT_FOUND,
           pawl_deferred_outcome(db, &door_machine, (struct pawl_key){.text = "it"}, "joined", NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_DEFERRED, flip_as(db, "it", deferred));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect(PAWL_DEFERRED,
           pawl_deferred_outcome(db, &door_machine, (struct pawl_key){.text = "it"}, "joined", NULL, &err));
}

/* ---- defer ---------------------------------------------------------------------------------------- */

static enum pawl_status outcome_of(struct pawl_db *db, const char *id, const char *request_id,
                                   struct pawl_transition *moved) {
    return pawl_deferred_outcome(db, &door_machine, (struct pawl_key){.text = id}, request_id, moved, &err);
}

static void deferred_events_are_fired_in_their_order(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    struct pawl_transition moved;
    size_t fired = 9;
    new_door(db, "df");
    freeze("door", PAWL_FREEZE_SLEEP, 0);
    struct pawl_opts first = {.defer = true, .request_id = "d1", .actor = "me"};
    struct pawl_opts second = {.defer = true, .request_id = "d2"},
                     third = {.defer = true, .request_id = "d3"};
    struct pawl_opts born = {.defer = true, .request_id = "born"},
                     moves = {.defer = true, .request_id = "moves"};
    expect(PAWL_DEFERRED, door_open(db, "df", &first, NULL, &err));
    expect_message("door df: open is kept until the machine resumes: asleep: maintenance");
    expect(PAWL_DEFERRED, door_open(db, "df", &first, NULL, &err)); /* whose answer may have been lost */
    expect(PAWL_REUSED, door_shut(db, "df", &first, NULL, &err));
    expect(PAWL_DEFERRED, door_shut(db, "df", &second, NULL, &err));
    expect(PAWL_DEFERRED, door_unlock(db, "df", &third, NULL, &err)); /* will be ILLEGAL */
    expect(PAWL_DEFERRED, door_create(db, "df2", &born, NULL, &err));
    expect(PAWL_DEFERRED, door_lock(db, "df2", &moves, NULL, &err)); /* of what does not exist yet */
    expect(PAWL_DEFERRED, outcome_of(db, "df", "d1", &moved));
    assert_int_equal(moved.event, DOOR_EVENT_OPEN);
    expect(PAWL_OK, pawl_fire_deferred(db, &door_machine, &fired, &err));
    assert_int_equal(fired, 0); /* it is still asleep */
    thaw("door");
    /* what was deferred comes first, but nobody else waits for it */
    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_ASLEEP, door_flip(other, "df", NULL, NULL, &err));
    expect_message("door df: flip must wait: waking up: an event that was deferred comes first");
    expect(PAWL_OK, door_create(other, "df3", NULL, NULL, &err));
    expect(PAWL_OK, pawl_rollback(other, &err));
    expect(PAWL_OK, pawl_fire_deferred(db, &door_machine, &fired, &err));
    assert_int_equal(fired, 5);
    expect(PAWL_OK, outcome_of(db, "df", "d1", &moved));
    assert_int_equal(moved.from, DOOR_STATE_CLOSED);
    assert_int_equal(moved.to, DOOR_STATE_OPENED);
    assert_int_equal(moved.sort_key, 20);
    assert_true(moved.created_at_us > INT64_C(1700000000000000));
    expect(PAWL_OK, outcome_of(db, "df", "d2", &moved));
    assert_int_equal(moved.sort_key, 30);
    expect(PAWL_ILLEGAL, outcome_of(db, "df", "d3", &moved));
    expect_message("door df: unlock is not allowed in closed");
    assert_int_equal(moved.from, DOOR_STATE_CLOSED);
    expect(PAWL_NOT_FOUND, outcome_of(db, "df", "d4", &moved));
    expect_rows(
        db, "df|closed|30\ndf2|locked|20\n",
        "select door_id, state, sort_key from door_current where door_id in ('df', 'df2') order by 1");
    expect_rows(db, "me\n", "select actor from door_transitions where door_id = 'df' and request_id = 'd1'");
    expect(PAWL_OK,
           door_open(db, "df", &first, NULL, &err)); /* the same request is answered, and not repeated */
    expect_rows(
        db, "0\n",
        "select count(*) from pawl_freezes where machine = 'door' and mode is not null"); /* forgotten */
    expect(PAWL_OK, door_flip(other, "df", NULL, NULL, &err));
}

/* Nobody has to be told that a freeze is over: who comes next fires what waits, and then his own. */
static void freeze_that_ends_by_itself_lets_the_deferred_go_first(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_door(db, "se");
    freeze("door", PAWL_FREEZE_SLEEP, in_ms(db, 3600000));
    struct pawl_opts deferred = {.defer = true, .request_id = "s1"};
    expect(PAWL_DEFERRED, flip_as(db, "se", deferred));
    let_the_freeze_end("door");
    struct door_transition moved;
    expect(PAWL_OK, door_flip(db, "se", NULL, &moved, &err));
    assert_int_equal(moved.from, DOOR_STATE_OPENED);
    assert_int_equal(moved.sort_key, 30);
    expect(PAWL_OK, outcome_of(db, "se", "s1", NULL));
}

/* The deferred event may also be fired by the request itself, when it is sent again. */
static void request_that_was_deferred_may_come_again(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_door(db, "ag");
    freeze("door", PAWL_FREEZE_SLEEP, 0);
    struct pawl_opts opts = {.defer = true, .request_id = "a1"};
    expect(PAWL_DEFERRED, flip_as(db, "ag", opts));
    thaw("door");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, flip_as(db, "ag", opts));
    expect(PAWL_OK, pawl_commit(db, &err));
    size_t fired = 0;
    expect(PAWL_OK, pawl_fire_deferred(db, &door_machine, &fired, &err));
    assert_int_equal(fired, 1);
    expect(PAWL_OK, outcome_of(db, "ag", "a1", NULL));
    expect_rows(db, "opened|20\n", "select state, sort_key from door_current where door_id = 'ag'");
}

static void column_may_come_while_programs_stay(void **state) {
    (void)state;
    if (!on_mariadb())
        skip(); /* where a session goes on with what a function that it has called knew of a table */
    struct pawl_db *db = open_application();
    new_door(db, "stays");
    for (int round = 0; round < 2; round++) {
        struct pawl_opts deferred = {.defer = true, .request_id = round == 0 ? "before" : "behind"};
        size_t fired = 0;
        freeze("door", PAWL_FREEZE_SLEEP, 0);
        expect(PAWL_DEFERRED, flip_as(db, "stays", deferred));
        thaw("door");
        expect(PAWL_OK, pawl_fire_deferred(db, &door_machine, &fired, &err));
        assert_int_equal(fired, 1);
        expect(PAWL_OK, outcome_of(db, "stays", deferred.request_id, NULL));
        if (round == 0)
            add_column_on_mariadb("pawl_deferred");
    }
}

/* By another login it can be fired, and in no other way be answered or forestalled. */
static void p8_deferred_event_is_answered_by_what_fired_it(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    struct pawl_db *db = open_application(), *other = open_administrator();
    new_door(db, "an");
    freeze("door", PAWL_FREEZE_SLEEP, 0);
    struct pawl_opts opts = {.defer = true, .request_id = "an1"};
    expect(PAWL_DEFERRED, flip_as(db, "an", opts));
    thaw("door");
    expect(PAWL_OK, pawl_begin(other, &err));
    struct pawl_opts forged = {.request_id = "an1"};
    expect(PAWL_ASLEEP, door_flip(other, "an", &forged, NULL, &err));
    expect(PAWL_ASLEEP, door_open(other, "an", &forged, NULL, &err));
    expect(PAWL_OK, pawl_commit(other, &err));
    expect_rows(db, "0\n",
                "select count(*) from pg_proc where proname in ('pawl_deferred_done',"
                " 'door_fail_deferred')");
    expect_rows(db, "1||\n",
                "select count(*), max(status), max(detail) from pawl_deferred"
                " where request_id = 'an1' and is_firing is not true");
    execute(other, "select door_fire_deferred(number) from pawl_deferred where request_id = 'an1'");
    struct pawl_transition moved;
    expect(PAWL_OK, outcome_of(db, "an", "an1", &moved));
    assert_int_equal(moved.to, DOOR_STATE_OPENED);
    expect_rows(db, "an1|opened\n",
                "select request_id, to_state from door_transitions where door_id = 'an' and sort_key = 20");
    size_t fired = 0;
    expect(PAWL_OK, pawl_fire_deferred(db, &door_machine, &fired, &err));
}

static void several_fire_each_event_once(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_door(db, "sv");
    freeze("door", PAWL_FREEZE_SLEEP, 0);
    for (int i = 0; i < 12; i++) {
        char id[16];
        snprintf(id, sizeof id, "v%d", i);
        struct pawl_opts opts = {.defer = true, .request_id = id};
        expect(PAWL_DEFERRED, flip_as(db, "sv", opts));
    }
    struct pawl_opts patient = {.wait_ms = 30000};
    struct fire fires[4];
    for (size_t i = 0; i < 4; i++) {
        fires[i] =
            (struct fire){.machine = &door_machine, .key = "sv", .event = DOOR_EVENT_FLIP, .opts = &patient};
        fire_start(&fires[i]);
    }
    sleep_ms(200);
    thaw("door");
    for (size_t i = 0; i < 4; i++) {
        fire_join(&fires[i]);
        assert_string_equal(fires[i].error.message, "");
        assert_true(fires[i].moved.sort_key > 130); /* after all that was deferred */
    }
    expect_rows(db, "closed|170\n", "select state, sort_key from door_current where door_id = 'sv'");
    expect_rows(db, "0\n",
                "select count(*) from door_transitions earlier join door_transitions later"
                " on later.door_id = earlier.door_id and later.sort_key = earlier.sort_key + 10"
                " where earlier.door_id = 'sv' and earlier.request_id is null and earlier.event = 'flip'"
                " and later.request_id is not null");
}

static void parameters_come_back_as_they_were_deferred(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    execute(db, "insert into samples values (-5), (6)");
    freeze("sample", PAWL_FREEZE_SLEEP, 0);
    struct sample_create_args args = {
        .words = "5:a\"#1;-\né", .big = INT64_MIN, .small = -7, .yes = true, .due = 1};
    struct pawl_opts opts = {.defer = true, .request_id = "p1"};
    expect(PAWL_DEFERRED, sample_create(db, -5, &args, &opts, NULL, &err));
    struct sample_change_args change = {.new_words = "", .new_yes = {.set = true}}, empty = {0};
    opts.request_id = "p2";
    expect(PAWL_DEFERRED, sample_change(db, -5, &change, &opts, NULL, &err));
    opts.request_id = "p3";
    expect(PAWL_DEFERRED, sample_change(db, -5, &empty, &opts, NULL, &err));
    thaw("sample");
    size_t fired = 0;
    expect(PAWL_OK, pawl_fire_deferred(db, &sample_machine, &fired, &err));
    assert_int_equal(fired, 3);
    struct sample_history history;
    expect(PAWL_OK, sample_history(db, -5, &history, &err));
    assert_int_equal(history.count, 3);
    assert_string_equal(history.rows[0].words, args.words);
    assert_true(history.rows[0].big.value == INT64_MIN && history.rows[0].small.value == -7);
    assert_true(history.rows[0].yes.value && history.rows[0].due.value_us == 1);
    assert_string_equal(history.rows[1].new_words, "");
    assert_true(history.rows[1].new_yes.set && !history.rows[1].new_yes.value);
    assert_false(history.rows[1].new_big.set);
    assert_null(history.rows[2].new_words);
}

/* As any application may call it on PostgreSQL; on SQLite only libpawl writes there, and what it finds may be
 * older. */
static void defer_by_hand(struct pawl_db *db, const char *machine, const char *entity, const char *request_id,
                          const char *event, const char *arguments) {
    char sql[700];
    if (on_postgres()) {
        execute(db, "select pawl_defer('%s', '%s', '%s', '%s', '%s', 'me', null, null)", machine, entity,
                request_id, event, arguments);
        return;
    }
    snprintf(sql, sizeof sql,
             "insert into pawl_deferred (number, machine, entity, request_id, event, arguments, actor, "
             "deferred_at)"
             " select coalesce(max(number), 0) + 1, '%s', '%s', '%s', '%s', '%s', 'me', 1 from pawl_deferred",
             machine, entity, request_id, event, arguments);
    forge(sql);
}

static void nonsense_that_was_deferred_holds_up_nobody(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    char long_id[PAWL_REQUEST_ID_MAX_BYTES + 2];
    memset(long_id, 'i', sizeof long_id - 1);
    long_id[sizeof long_id - 1] = '\0';
    new_door(db, "no");
    execute(db, "insert into samples values (0)");
    freeze("door", PAWL_FREEZE_SLEEP, 0);
    freeze("sample", PAWL_FREEZE_SLEEP, 0);
    defer_by_hand(db, "door", "no", "n1", "nonsense", "");
    defer_by_hand(db, "door", "no", "n2", "", "");
    defer_by_hand(db, "door", "", "n3", "flip", "");
    defer_by_hand(db, "door", "no", long_id, "flip", "");
    defer_by_hand(db, "sample", "nonsense", "n4", "create", "-----");
    defer_by_hand(db, "sample", "0", "n5", "create", "-----");
    defer_by_hand(db, "sample", "0", "n6", "create", "7:short");
    defer_by_hand(db, "sample", "0", "n8", "create", "3:abc3:abc3:abc3:abc3:abc");
    struct pawl_opts honest = {.defer = true, .request_id = "n7"};
    expect(PAWL_DEFERRED, door_flip(db, "no", &honest, NULL, &err));
    thaw("door");
    thaw("sample");
    size_t fired = 0;
    expect(PAWL_OK, pawl_fire_deferred(db, &door_machine, &fired, &err));
    assert_int_equal(fired, 5);
    expect(PAWL_OK, pawl_fire_deferred(db, &sample_machine, &fired, &err));
    assert_int_equal(fired, 4);
    expect(PAWL_MISUSE, outcome_of(db, "no", "n1", NULL));
    expect_message("machine door: nonsense was deferred, and no version that may run has such an event");
    expect(PAWL_OK, outcome_of(db, "no", "n7", NULL));
    expect(PAWL_OK, door_flip(db, "no", NULL, NULL, &err));
    expect_rows(db, "0\n", "select count(*) from sample_current where sample_id = 0");
    expect(PAWL_MISUSE,
           pawl_deferred_outcome(db, &sample_machine, (struct pawl_key){.number = 0}, "n5", NULL, &err));
    expect_rows(db, "0\n", "select count(*) from pawl_deferred where status is null");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FREEZE_TEST(only_operators_freeze),
        FREEZE_TEST(frozen_machine_refuses_at_once),
        FREEZE_TEST(freeze_says_its_end_and_ends),
        FREEZE_TEST_ON_ONE_NODE(p1_who_finds_a_freeze_that_is_over_goes_to_the_gate),
        FREEZE_TEST(refusal_leaves_the_transaction_usable),
        FREEZE_TEST(freezing_is_misused_in_so_many_ways),
        FREEZE_TEST_ON_ONE_NODE(freeze_waits_for_moves_that_began_before),
        FREEZE_TEST_ON_ONE_NODE(freeze_waits_for_its_own_machine_alone),
        FREEZE_TEST_ON_ONE_NODE(freeze_waits_for_creations_and_for_those_who_wait),
        FREEZE_TEST_ON_ONE_NODE(freeze_waits_for_a_call_outside_of_a_transaction),
        FREEZE_TEST(nothing_moves_after_a_freeze),
        FREEZE_TEST_ON_ONE_NODE(thaw_that_waits_keeps_nobody_waiting),
        FREEZE_TEST_ON_ONE_NODE(old_snapshot_does_not_overlook_a_freeze),
        FREEZE_TEST_ON_ONE_NODE(sleeping_machine_is_waited_for),
        FREEZE_TEST(nobody_waits_inside_a_transaction),
        FREEZE_TEST(deferred_events_are_fired_in_their_order),
        FREEZE_TEST(freeze_that_ends_by_itself_lets_the_deferred_go_first),
        FREEZE_TEST_ON_ONE_NODE(request_that_was_deferred_may_come_again),
        FREEZE_TEST(column_may_come_while_programs_stay),
        FREEZE_TEST(p8_deferred_event_is_answered_by_what_fired_it),
        FREEZE_TEST(several_fire_each_event_once),
        FREEZE_TEST(parameters_come_back_as_they_were_deferred),
        FREEZE_TEST(nonsense_that_was_deferred_holds_up_nobody),
    };
    moves_only(&payment_machine, &door_machine, &sample_machine, NULL);
    return run_suite(tests);
}
