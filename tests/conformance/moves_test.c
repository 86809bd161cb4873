#include "machines.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- P1: every committed history is a path through the machine ----------------------------------- */

#define WALKERS       4
#define WALK_ENTITIES 8
#define WALK_EVENTS   500

struct walker {
    pthread_t thread;
    struct pawl_db *db;
    unsigned seed;
    int done[PAWL_NOMEM + 1]; /* by status */
    struct pawl_error first_surprise;
};

static enum pawl_status fire_random(struct walker *walker, struct pawl_error *error) {
    char key[16];
    unsigned entity = (unsigned)rand_r(&walker->seed) % WALK_ENTITIES;
    bool door = rand_r(&walker->seed) % 4 != 0;
    snprintf(key, sizeof key, "walk%u", entity);
    if (door) {
        int event = 1 + rand_r(&walker->seed) % DOOR_EVENT_COUNT;
        return pawl_fire(walker->db, &door_machine, (struct pawl_key){.text = key}, event, NULL, NULL, NULL,
                         error);
    }
    int event = 1 + rand_r(&walker->seed) % PAYMENT_EVENT_COUNT;
    struct payment_cancel_args no_reason = {0};
    const void *args = event == PAYMENT_EVENT_CREATE   ? (const void *)&ten_euros
                       : event == PAYMENT_EVENT_SUBMIT ? (const void *)&to_bank
                       : event == PAYMENT_EVENT_CANCEL ? (const void *)&no_reason
                                                       : NULL;
    return pawl_fire(walker->db, &payment_machine, (struct pawl_key){.text = key}, event, args, NULL, NULL,
                     error);
}

static void *walk(void *context) {
    struct walker *walker = context;
    for (int i = 0; i < WALK_EVENTS; i++) {
        struct pawl_error error = PAWL_ERROR_INIT;
        enum pawl_status status = fire_random(walker, &error);
        walker->done[status]++;
        bool answer =
            status == PAWL_OK || status == PAWL_ILLEGAL || status == PAWL_EXISTS || status == PAWL_NOT_FOUND;
        if (!answer && walker->first_surprise.status == PAWL_OK)
            walker->first_surprise = error;
    }
    return NULL;
}

static void p1_random_walk_leaves_legal_histories(void **state) {
    (void)state;
    struct pawl_db *db = open_administrator();
    for (int i = 0; i < WALK_ENTITIES; i++) {
        char key[16];
        snprintf(key, sizeof key, "walk%d", i);
        execute(db, "insert into payments (id) values ('%s')", key);
        insert_parent(db, "doors", key);
    }
    struct walker walkers[WALKERS] = {0};
    for (unsigned i = 0; i < WALKERS; i++) {
        walkers[i].db = open_application();
        walkers[i].seed = i + 1;
        walkers[i].first_surprise = (struct pawl_error)PAWL_ERROR_INIT;
        assert_int_equal(pthread_create(&walkers[i].thread, NULL, walk, &walkers[i]), 0);
    }
    int moved = 0, refused = 0;
    for (unsigned i = 0; i < WALKERS; i++)
        pthread_join(walkers[i].thread, NULL);
    for (unsigned i = 0; i < WALKERS; i++) {
        assert_string_equal(walkers[i].first_surprise.message, "");
        moved += walkers[i].done[PAWL_OK];
        refused += walkers[i].done[PAWL_ILLEGAL] + walkers[i].done[PAWL_EXISTS];
    }
    assert_true(moved > WALK_EVENTS / 2);
    assert_true(refused > WALK_EVENTS / 2);
    check_histories(db, "payment", PAYMENT_MOVES);
    check_histories(db, "door", DOOR_MOVES);
    char expected[16];
    snprintf(expected, sizeof expected, "%d\n", moved);
    expect_rows(db, expected,
                "select (select count(*) from door_transitions where door_id like 'walk%%')"
                " + (select count(*) from payment_transitions where payment_id like 'walk%%')");
}

static void p1_every_pair_of_state_and_event_answers_as_drawn(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const char *ways[] = {
        [DOOR_STATE_CLOSED] = "", [DOOR_STATE_OPENED] = "open", [DOOR_STATE_LOCKED] = "lock"};
    for (int from = 1; from <= DOOR_STATE_COUNT; from++) {
        for (int event = 1; event <= DOOR_EVENT_COUNT; event++) {
            char key[32], row[128], drawn[sizeof DOOR_MOVES];
            snprintf(key, sizeof key, "pair%d-%d", from, event);
            expect(PAWL_OK, door_create(db, key, NULL, NULL, &err));
            enum door_event way = door_event_parse(ways[from]);
            struct pawl_key untyped = {.text = key};
            if (way != DOOR_EVENT_NONE)
                expect(PAWL_OK, pawl_fire(db, &door_machine, untyped, (int)way, NULL, NULL, NULL, &err));
            struct pawl_transition moved;
            enum pawl_status status = pawl_fire(db, &door_machine, untyped, event, NULL, NULL, &moved, &err);
            assert_int_equal(moved.from, from);
            if (event == DOOR_EVENT_CREATE) {
                expect(PAWL_EXISTS, status);
                continue;
            }
            snprintf(row, sizeof row, "('%s', '%s', '%s')", door_event_name((enum door_event)event),
                     door_state_name((enum door_state)from), door_state_name((enum door_state)moved.to));
            strcpy(drawn, DOOR_MOVES);
            expect(strstr(drawn, row) ? PAWL_OK : PAWL_ILLEGAL, status);
        }
    }
    check_histories(db, "door", DOOR_MOVES);
}

/* ---- P2: one current state, moves totally ordered ------------------------------------------------ */

static void p2_moves_are_numbered_by_tens(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_transition moved;
    execute(db, "insert into payments (id) values ('tens')");
    expect(PAWL_OK, payment_create(db, "tens", &ten_euros, NULL, &moved, &err));
    assert_int_equal(moved.sort_key, 10);
    assert_int_equal(moved.from, PAYMENT_STATE_NONE);
    assert_int_equal(moved.to, PAYMENT_STATE_PENDING_SUBMISSION);
    expect(PAWL_OK, payment_submit(db, "tens", &to_bank, NULL, &moved, &err));
    assert_int_equal(moved.sort_key, 20);
    assert_int_equal(moved.event, PAYMENT_EVENT_SUBMIT);
    expect(PAWL_OK, payment_confirm(db, "tens", NULL, &moved, &err));
    assert_int_equal(moved.sort_key, 30);
    assert_int_equal(moved.from, PAYMENT_STATE_SUBMITTED);
    assert_int_equal(moved.to, PAYMENT_STATE_PAID);
    expect_rows(
        db, "10|create\n20|submit\n30|confirm\n",
        "select sort_key, event from payment_transitions where payment_id = 'tens' order by sort_key");
    expect_rows(db, "paid|30\n", "select state, sort_key from payment_current where payment_id = 'tens'");
}

static void p2_racing_moves_are_totally_ordered(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "order", NULL, NULL, &err));
    for (int round = 0; round < 4; round++) {
        struct fire fires[8];
        for (size_t i = 0; i < 8; i++)
            fires[i] = (struct fire){.machine = &door_machine, .key = "order", .event = DOOR_EVENT_FLIP};
        fire_together(fires, 8);
        bool seen[9] = {false};
        for (size_t i = 0; i < 8; i++) {
            assert_string_equal(fires[i].error.message, "");
            int64_t place = fires[i].moved.sort_key / 10 - 1 - round * 8;
            assert_in_range(place, 1, 8);
            assert_false(seen[place]);
            seen[place] = true;
        }
    }
    expect_rows(db, "closed|330\n", "select state, sort_key from door_current where door_id = 'order'");
    check_histories(db, "door", DOOR_MOVES);
}

static void p2_racing_creations_make_one_entity(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct fire fires[8];
    execute(db, "insert into payments (id) values ('births')");
    for (size_t i = 0; i < 8; i++)
        fires[i] = (struct fire){
            .machine = &payment_machine, .key = "births", .event = PAYMENT_EVENT_CREATE, .args = &ten_euros};
    fire_together(fires, 8);
    int created = 0;
    for (size_t i = 0; i < 8; i++) {
        created += fires[i].status == PAWL_OK;
        if (fires[i].status == PAWL_OK)
            continue;
        assert_int_equal(fires[i].status, PAWL_EXISTS);
        assert_int_equal(fires[i].moved.from, PAYMENT_STATE_PENDING_SUBMISSION);
    }
    assert_int_equal(created, 1);
    expect_payment(db, "births", "pending_submission|1\n");
}

/* As if the clock had been so when `clock` was created. */
static void forge_an_hour_ahead(void) {
#ifdef PAWL_TEST_TRANSITIONS
    forge(on_postgres()  ? "update payment_transitions set created_at = created_at + interval '1 hour'"
                           " where payment_id = 'clock'"
          : on_mariadb() ? "update payment_transitions set created_at = created_at + interval 1 hour"
                           " where payment_id = 'clock'"
                         : "update payment_transitions set created_at = datetime(created_at, '+1 hour')"
                           " where payment_id = 'clock'");
#else
    if (on_sqlite())
        forge("drop trigger payment_transitions_update");
    const char *hour = on_postgres() ? "interval '1 hour'" : "3600000000";
    char sql[300];
    snprintf(sql, sizeof sql,
             "update payment_transitions set created_at = created_at + %s where payment_id = 'clock';"
             "update payment_current set since = since + %s where payment_id = 'clock'",
             hour, hour);
    forge(sql);
#endif
}

static void p2_time_never_runs_backwards(void **state) {
    (void)state;
    if (on_citus())
        skip(); /* it does not let such rows be forged */
    struct pawl_db *db = open_application();
    struct payment_current before;
    struct payment_transition moved;
    new_payment(db, "clock");
    forge_an_hour_ahead();
    expect(PAWL_OK, payment_get(db, "clock", &before, &err));
    int64_t ahead_us = before.since_us;
    expect(PAWL_OK, payment_submit(db, "clock", &to_bank, NULL, &moved, &err));
    assert_true(moved.created_at_us >= ahead_us);
    check_histories(db, "payment", PAYMENT_MOVES);
}

/* ---- P3: state and history commit together or not at all ----------------------------------------- */

/* A trigger of somebody else's that fails when a row of the table is written. */
static void break_writes(struct pawl_db *db, const char *table, const char *operation) {
    if (on_postgres()) {
        struct pawl_db *admin = open_administrator();
        execute(admin, "create or replace function broken() returns trigger language plpgsql as "
                       "'begin raise exception ''broken on purpose''; end'");
        execute(admin, "create trigger broken after %s on %s for each row execute function broken()",
                operation, table);
    } else if (on_mariadb()) {
        char when[32];
        snprintf(when, sizeof when, "after %s", operation);
        break_on_mariadb("broken", when, table, NULL, "broken on purpose");
    } else {
        execute(db,
                "create trigger broken after %s on %s begin "
                "select raise(abort, 'broken on purpose'); end",
                operation, table);
    }
}

static void mend_writes(struct pawl_db *db, const char *table) {
    if (on_postgres())
        execute(open_administrator(), "drop trigger broken on %s", table);
    else if (on_mariadb())
        mend_on_mariadb("broken");
    else
        execute(db, "drop trigger broken");
}

static void p3_failing_write_leaves_nothing(const char *id, const char *table, const char *operation) {
    struct pawl_db *db = open_application();
    new_payment(db, id);
    break_writes(db, table, operation);
    enum pawl_status status = submit(db, id);
    bool still_open = pawl_in_transaction(db);
    mend_writes(db, table);
    expect(PAWL_DB, status);
    expect_message_has("broken on purpose");
    assert_false(still_open);
    expect_payment(db, id, "pending_submission|1\n");
    expect(PAWL_OK, submit(db, id));
    expect_payment(db, id, "submitted|2\n");
}

static void p3_failing_history_leaves_no_state(void **state) {
    (void)state;
    p3_failing_write_leaves_nothing("history", "payment_transitions", "insert");
}

static void p3_failing_state_leaves_no_history(void **state) {
    (void)state;
    p3_failing_write_leaves_nothing("state", HEADS("payment"), "update");
}

static void p3_failing_creation_leaves_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    execute(db, "insert into payments (id) values ('stillborn')");
    break_writes(db, "payment_transitions", "insert");
    enum pawl_status status = payment_create(db, "stillborn", &ten_euros, NULL, NULL, &err);
    mend_writes(db, "payment_transitions");
    expect(PAWL_DB, status);
    expect_rows(db, "0\n", "select count(*) from payment_current where payment_id = 'stillborn'");
    expect_rows(db, "0\n", "select count(*) from payment_transitions where payment_id = 'stillborn'");
}

static void p3_callers_rollback_takes_moves_and_own_writes_back(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "undo");
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "insert into notes (note) values ('undo')");
    expect(PAWL_OK, submit(db, "undo"));
    expect(PAWL_OK, payment_confirm(db, "undo", NULL, NULL, &err));
    expect_payment(db, "undo", "paid|3\n");
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_payment(db, "undo", "pending_submission|1\n");
    expect_rows(db, "0\n", "select count(*) from notes where note = 'undo'");
}

static void p3_callers_commit_keeps_moves_and_own_writes(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "keep");
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "insert into notes (note) values ('keep')");
    expect(PAWL_OK, submit(db, "keep"));
    expect_payment(open_application(), "keep", "pending_submission|1\n");
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_payment(open_application(), "keep", "submitted|2\n");
    expect_rows(db, "1\n", "select count(*) from notes where note = 'keep'");
}

static void p3_failing_write_in_callers_transaction_cannot_be_committed_by_halves(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    for (int begun_by_sql = 0; begun_by_sql < 2; begun_by_sql++) { /* then libpawl does not see the commit */
        const char *key = begun_by_sql ? "more halves" : "halves";
        new_payment(db, key);
        break_writes(db, "payment_transitions", "insert");
        expect(PAWL_OK, begun_by_sql ? pawl_exec(db, "begin", &err) : pawl_begin(db, &err));
        enum pawl_status status = submit(db, key);
        if (begun_by_sql)
            expect(PAWL_OK, pawl_exec(db, "commit", &err));
        else
            pawl_commit(db, NULL);
        mend_writes(db, "payment_transitions");
        expect(PAWL_DB, status);
        expect_payment(db, key, "pending_submission|1\n");
    }
}

/* ---- a handle belongs to one thread at a time ------------------------------------------------------ */

struct sharer {
    pthread_t thread;
    struct pawl_db *db;
    int flips, refused; /* as a handle that is in use */
    bool got_native;
    enum pawl_status other;
    struct pawl_error error;
};

static void *flip_shared_door(void *context) {
    struct sharer *sharer = context;
    for (int i = 0; i < 100; i++) {
        enum pawl_status status = door_flip(sharer->db, "shared", NULL, NULL, &sharer->error);
        sharer->flips += status == PAWL_OK;
        sharer->refused += status == PAWL_MISUSE;
        if (status != PAWL_OK && status != PAWL_MISUSE)
            sharer->other = status;
    }
    sharer->got_native = pawl_native(sharer->db) != NULL;
    return NULL;
}

/* Whose call is under way meanwhile. */
static enum pawl_status let_another_thread_try(struct pawl_db *db, void *context, struct pawl_error *error) {
    struct sharer *sharer = context;
    enum pawl_status status = door_flip(db, "shared", NULL, NULL, error);
    assert_int_equal(pthread_create(&sharer->thread, NULL, flip_shared_door, sharer), 0);
    pthread_join(sharer->thread, NULL);
    return status == PAWL_OK ? door_flip(db, "shared", NULL, NULL, error) : status;
}

static void another_threads_handle_is_misuse_while_its_call_is_under_way(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct sharer sharers[2] = {{.db = db, .error = PAWL_ERROR_INIT}, {.db = db, .error = PAWL_ERROR_INIT}};
    expect(PAWL_OK, door_create(db, "shared", NULL, NULL, &err));
    expect(PAWL_OK, pawl_transact(db, let_another_thread_try, &sharers[0], &err));
    assert_int_equal(sharers[0].refused, 100);
    assert_false(sharers[0].got_native);
    assert_string_equal(sharers[0].error.message,
                        "the handle is in use: a call of another thread is under way");
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&sharers[i].thread, NULL, flip_shared_door, &sharers[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(sharers[i].thread, NULL);
    assert_int_equal(sharers[0].other, PAWL_OK);
    assert_int_equal(sharers[1].other, PAWL_OK);
    char expected[32];
    snprintf(expected, sizeof expected, "%d\n", 10 + 10 * (2 + sharers[0].flips + sharers[1].flips));
    expect_rows(db, expected, "select max(sort_key) from door_" HISTORY " where door_id = 'shared'");
}

/* ---- and to one process --------------------------------------------------------------------------- */

static const char *use_in_forked_process(struct pawl_db *db) {
    if (door_flip(db, "forked", NULL, NULL, &err) != PAWL_MISUSE)
        return "flip";
    if (strcmp(err.message, "the handle was opened by another process, from which this one was forked") != 0)
        return "message";
    if (pawl_native(db))
        return "native";
    pawl_close(db);
    return "";
}

/* Whose transaction it would end, and whose answers it would take. */
static void p7_forked_process_leaves_the_handle_alone(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    int status = 0;
    expect(PAWL_OK, door_create(db, "forked", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip(db, "forked", NULL, NULL, &err));
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const char *wrong = use_in_forked_process(db);
        fputs(wrong, stderr);
        _exit(*wrong != '\0');
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect(PAWL_OK, door_flip(db, "forked", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_rows(db, "30\n", "select max(sort_key) from door_" HISTORY " where door_id = 'forked'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p1_random_walk_leaves_legal_histories),
        TEST(p1_every_pair_of_state_and_event_answers_as_drawn),
        TEST(p2_moves_are_numbered_by_tens),
        TEST(p2_racing_moves_are_totally_ordered),
        TEST(p2_racing_creations_make_one_entity),
        TEST(p3_failing_history_leaves_no_state),
        TEST(p3_failing_state_leaves_no_history),
        TEST(p3_failing_creation_leaves_nothing),
        TEST(p3_callers_rollback_takes_moves_and_own_writes_back),
        TEST(p3_callers_commit_keeps_moves_and_own_writes),
        TEST(p3_failing_write_in_callers_transaction_cannot_be_committed_by_halves),
        TEST(another_threads_handle_is_misuse_while_its_call_is_under_way),
        TEST(p7_forked_process_leaves_the_handle_alone),
        /* last: on SQLite it leaves the history without one of its triggers */
        TEST(p2_time_never_runs_backwards),
    };
    moves_only(&payment_machine, &door_machine, &ticket_machine, NULL);
    return run_suite(tests);
}
