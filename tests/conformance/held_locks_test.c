/* Locks on keys that are held for longer than a transaction, and moves under them. */
#include "transfers.h"

#include <pthread.h>
#include <stdatomic.h>

/* ---- held locks ----------------------------------------------------------------------------------- */

static void held_lock_belongs_to_its_owner(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    int64_t token = acquire(db, "transfer", "H1", "run 1"), second = 0;
    assert_true(token > 0);
    assert_int_equal(acquire(other, "transfer", "H1", "run 1"), token); /* whose answer may have been lost */
    expect(PAWL_LOCKED, pawl_acquire(other, "transfer", "H1", "run 2", 0, 0, &second, &err));
    expect_message("the lock on H1 of transfer: held by run 1");
    expect(PAWL_NOT_FOUND, pawl_release(other, "transfer", "H1", "run 2", token, &err));
    expect(PAWL_NOT_FOUND, pawl_release(other, "transfer", "H1", "run 1", token + 1, &err));
    expect_message_has("is not held by run 1 with token");
    expect(PAWL_OK, pawl_release(other, "transfer", "H1", "run 1", token, &err));
    expect(PAWL_NOT_FOUND, pawl_release(other, "transfer", "H1", "run 1", token, &err));
    second = acquire(other, "transfer", "H1", "run 2");
    assert_true(second > token);
    expect(PAWL_OK, pawl_release(db, "transfer", "H1", "run 2", second, &err));
}

static void lock_for_all_machines_conflicts_with_every_other(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    int64_t local = acquire(db, "transfer", "42", "local");
    int64_t beside = acquire(db, "slot", "42", "beside"); /* of another machine */
    expect(PAWL_LOCKED, pawl_acquire(db, NULL, "42", "global", 0, 0, NULL, &err));
    expect_message_has("the lock on 42 of all machines: held by beside");
    expect(PAWL_OK, pawl_release(db, "transfer", "42", "local", local, &err));
    expect(PAWL_LOCKED, pawl_acquire(db, NULL, "42", "global", 0, 0, NULL, &err));
    expect(PAWL_OK, pawl_release(db, "slot", "42", "beside", beside, &err));
    int64_t global = acquire(db, NULL, "42", "global");
    assert_true(global > beside && beside > local);
    expect(PAWL_LOCKED, pawl_acquire(db, "transfer", "42", "local", 0, 0, NULL, &err));
    expect_message("the lock on 42 of transfer: held in all machines by global");
    expect(PAWL_LOCKED, pawl_acquire(db, NULL, "42", "another", 0, 0, NULL, &err));
    expect(PAWL_OK,
           pawl_acquire(db, "transfer", "42", "global", 0, 0, NULL, &err)); /* nobody is in his own way */
    expect(PAWL_OK, pawl_acquire(db, NULL, "H3", "another", 0, 0, NULL, &err));
}

static void lock_whose_time_is_over_is_taken_over(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    int64_t token = 0, next = 0;
    expect(PAWL_OK, pawl_acquire(db, NULL, "H4", "slow", 60000, 0, &token, &err));
    expect(PAWL_LOCKED, pawl_acquire(other, "transfer", "H4", "quick", 0, 0, &next, &err));
    expect_message_has("held in all machines until 2");
    expect_message_has(" by slow");
    expect_message_has(" UTC");
    expect(PAWL_OK, pawl_renew(db, NULL, "H4", "slow", token, 30000, &err));
    expect(PAWL_LOCKED, pawl_acquire(other, "transfer", "H4", "quick", 0, 0, &next, &err));
    expect(PAWL_OK, pawl_renew(db, NULL, "H4", "slow", token, 300, &err));
    expect(PAWL_OK, pawl_acquire(other, "transfer", "H4", "quick", 0, 60000, &next, &err));
    assert_true(next > token);
    expect(PAWL_NOT_FOUND, pawl_renew(db, NULL, "H4", "slow", token, 0, &err));
    assert_true(strlen(err.help) > 0);
    /* over, though nobody else has it */
    expect(PAWL_OK, pawl_acquire(db, NULL, "H5", "slow", 50, 0, &token, &err));
    sleep_ms(100);
    expect(PAWL_NOT_FOUND, pawl_renew(db, NULL, "H5", "slow", token, 0, &err));
    expect(PAWL_OK, pawl_acquire(db, NULL, "H5", "slow", 0, 0, &next, &err));
    assert_true(next > token);
}

static void broken_lock_is_written_down(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *on_call = open_administrator();
    int64_t token = acquire(db, "transfer", "H6", "hung");
    if (on_postgres()) { /* where there are roles, it takes one */
        expect(PAWL_DB, pawl_break(db, "transfer", "H6", "night", &err));
        assert_string_equal(err.sqlstate, "42501");
    }
    expect(PAWL_MISUSE, pawl_break(on_call, "transfer", "H6", "", &err));
    expect(PAWL_OK, pawl_break(on_call, "transfer", "H6", "its program is gone", &err));
    expect(PAWL_NOT_FOUND, pawl_break(on_call, "transfer", "H6", "again", &err));
    expect_message("nobody holds the lock on H6 of transfer");
    expect(PAWL_NOT_FOUND, pawl_renew(db, "transfer", "H6", "hung", token, 0, &err));
    assert_true(acquire(db, "transfer", "H6", "next") > token);
    expect_rows(db, "break|transfer|hung|its program is gone\n",
                "select action, type, owner, reason from pawl_lock_log where key = 'H6'");
}

static void held_locks_are_misused_in_so_many_ways(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_MISUSE, pawl_acquire(db, "transefr", "K", "me", 0, 0, NULL, &err));
    expect_message("there is no machine transefr in this database");
    expect(PAWL_MISUSE, pawl_acquire(db, "exchange", "K", "me", 0, 0, NULL, &err));
    expect_message("machine exchange has no `key`, so its transitions ignore locks");
    struct pawl_held_locks none;
    expect(PAWL_OK, pawl_list_locks(db, "K", NULL, 1, &none, &err));
    assert_int_equal(none.count, 0);
    expect(PAWL_MISUSE, pawl_acquire(db, NULL, "", "me", 0, 0, NULL, &err));
    expect(PAWL_MISUSE, pawl_acquire(db, NULL, "K", NULL, 0, 0, NULL, &err));
    expect(PAWL_MISUSE, pawl_acquire(db, NULL, "K", "me", -1, 0, NULL, &err));
    expect(PAWL_MISUSE, pawl_acquire(db, NULL, "K", "me", INT64_MAX / 1000000, 0, NULL, &err));
    expect_message("pawl_acquire: lease_ms is 9223372036854");
    expect(PAWL_MISUSE, pawl_renew(db, NULL, "K", "me", 1, PAWL_DURATION_MAX_US / 1000 + 1, &err));
    expect(PAWL_MISUSE, pawl_acquire(db, NULL, "K", "me", 0, PAWL_WAIT - 1, NULL, &err));
    expect_message("pawl_acquire: timeout_ms is -2");
    if (on_postgres())
        expect_rows(db, "MISUSE|MISUSE|MISUSE|MISUSE\n",
                    "select (pawl_acquire('', 'K', 'me', 3155760000001::bigint, 0::bigint)).status,"
                    " (pawl_acquire('', 'K', 'me', 0::bigint, 0::bigint)).status, (pawl_renew('', 'K', 'me', "
                    "1::bigint, 0::bigint)).status,"
                    " (pawl_renew('', 'K', 'me', 1::bigint, 3155760000001::bigint)).status");
    new_transfer(db, "misuse", "misuse-A");
    expect(PAWL_MISUSE, pay_as(db, "misuse", "me", 0));
    expect(PAWL_MISUSE, pay_as(db, "misuse", NULL, 7));
    struct pawl_opts opts = {.lock_owner = "me", .lock_token = 7};
    expect(PAWL_MISUSE, door_create(db, "misuse", &opts, NULL, &err));
    expect_message("door misuse: create: its machine honours no locks, so none can be shown");
}

/* ---- waiting for a held lock ---------------------------------------------------------------------- */

struct acquirer {
    pthread_t thread;
    struct pawl_db *db;
    const char *key, *owner;
    int64_t timeout_ms, token;
    enum pawl_status status;
    struct pawl_error error;
};

static void *run_acquirer(void *context) {
    struct acquirer *acquirer = context;
    acquirer->status = pawl_acquire(acquirer->db, "transfer", acquirer->key, acquirer->owner, 0,
                                    acquirer->timeout_ms, &acquirer->token, &acquirer->error);
    return NULL;
}

static void start_acquirer(struct acquirer *acquirer) {
    acquirer->db = open_application();
    acquirer->error = (struct pawl_error)PAWL_ERROR_INIT;
    assert_int_equal(pthread_create(&acquirer->thread, NULL, run_acquirer, acquirer), 0);
}

static void waiting_is_seen_and_ends(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct pawl_held_locks locks;
    int64_t token = acquire(db, "transfer", "L1", "first");
    struct acquirer next = {.key = "L1", .owner = "next", .timeout_ms = 20000},
                    hasty = {.key = "L1", .owner = "hasty", .timeout_ms = 100};
    start_acquirer(&next);
    start_acquirer(&hasty);
    pthread_join(hasty.thread, NULL);
    assert_int_equal(hasty.status, PAWL_LOCKED);
    for (int i = 0; i < 100; i++) { /* until the other has asked for the first time */
        expect(PAWL_OK, pawl_list_locks(db, "L1", NULL, 10, &locks, &err));
        if (locks.rows[0].waiting > 0)
            break;
        sleep_ms(100);
    }
    assert_int_equal(locks.count, 1);
    assert_string_equal(locks.rows[0].type, "transfer");
    assert_string_equal(locks.rows[0].owner, "first");
    assert_int_equal(locks.rows[0].token, token);
    assert_int_equal(locks.rows[0].until_us, 0);
    assert_true(locks.rows[0].since_us > INT64_C(1700000000000000));
    assert_int_equal(locks.rows[0].waiting, 1);
    expect(PAWL_OK, pawl_release(db, "transfer", "L1", "first", token, &err));
    pthread_join(next.thread, NULL);
    assert_int_equal(next.status, PAWL_OK);
    assert_true(next.token > token);
    expect(PAWL_OK, pawl_list_locks(db, "L1", NULL, 10, &locks, &err));
    assert_string_equal(locks.rows[0].owner, "next");
    assert_int_equal(locks.rows[0].waiting, 0);
}

static void list_of_locks_comes_in_pages(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct pawl_held_locks locks;
    acquire(db, "transfer", "71", "me");
    acquire(db, "slot", "71", "me");
    int64_t token;
    expect(PAWL_OK, pawl_acquire(db, "slot", "72", "me", 10, 0, &token, &err));
    sleep_ms(50);
    expect(PAWL_OK, pawl_list_locks(db, "71", NULL, 1, &locks, &err));
    assert_string_equal(locks.rows[0].type, "slot");
    expect(PAWL_OK, pawl_list_locks(db, "71", &locks.rows[0], 5, &locks, &err));
    assert_int_equal(locks.count, 1);
    assert_string_equal(locks.rows[0].type, "transfer");
    expect(PAWL_OK, pawl_list_locks(db, "72", NULL, 1, &locks, &err)); /* its time is over */
    assert_int_equal(locks.count, 0);
}

/* Inside a transaction nobody waits, and what was acquired goes with a rollback. */
static void held_lock_joins_the_transaction(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    int64_t token = 0, second = 0;
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_acquire(db, "transfer", "T1", "me", 0, 0, &token, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    second = acquire(other, "transfer", "T1", "you");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_LOCKED, pawl_acquire(db, "transfer", "T1", "me", 0, 20000, &token, &err));
    expect(PAWL_OK, pawl_acquire(db, "transfer", "T2", "me", 0, 0, &token, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect(PAWL_OK, pawl_release(db, "transfer", "T2", "me", token, &err));
    expect(PAWL_OK, pawl_release(db, "transfer", "T1", "you", second, &err));
}

enum { RACERS = 6, LAPS = 8 };

struct racer {
    pthread_t thread;
    struct pawl_db *db;
    char owner[16];
    atomic_int *inside;
    int collisions;
    int64_t tokens[LAPS];
    enum pawl_status status;
    struct pawl_error error;
};

static void *race(void *context) {
    struct racer *racer = context;
    for (int i = 0; i < LAPS && racer->status == PAWL_OK; i++) {
        racer->status =
            pawl_acquire(racer->db, NULL, "race", racer->owner, 0, 60000, &racer->tokens[i], &racer->error);
        if (racer->status != PAWL_OK)
            break;
        racer->collisions += atomic_fetch_add(racer->inside, 1) != 0;
        sleep_ms(1);
        atomic_fetch_sub(racer->inside, 1);
        racer->status = pawl_release(racer->db, NULL, "race", racer->owner, racer->tokens[i], &racer->error);
    }
    return NULL;
}

static void of_many_racers_one_holds_the_lock(void **state) {
    (void)state;
    static struct racer racers[RACERS];
    atomic_int inside = 0;
    for (int i = 0; i < RACERS; i++) {
        racers[i] = (struct racer){.db = open_application(), .inside = &inside, .error = PAWL_ERROR_INIT};
        snprintf(racers[i].owner, sizeof racers[i].owner, "racer %d", i);
        assert_int_equal(pthread_create(&racers[i].thread, NULL, race, &racers[i]), 0);
    }
    for (int i = 0; i < RACERS; i++)
        pthread_join(racers[i].thread, NULL);
    bool seen[RACERS * LAPS + 1] = {false};
    for (int i = 0; i < RACERS; i++) {
        assert_string_equal(racers[i].error.message, "");
        assert_int_equal(racers[i].collisions, 0);
        for (int lap = 0; lap < LAPS; lap++) {
            assert_in_range(racers[i].tokens[lap], 1, RACERS * LAPS);
            assert_false(seen[racers[i].tokens[lap]]);
            seen[racers[i].tokens[lap]] = true;
        }
    }
}

/* ---- moves under a held lock ---------------------------------------------------------------------- */

static void moves_are_locked_out_but_for_the_holders(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_transfer(db, "mv1", "M1");
    new_transfer(db, "mv2", "M2");
    int64_t token = acquire(db, "transfer", "M1", "nightly");
    struct transfer_transition moved;
    struct transfer_pay_args none = {0};
    expect(PAWL_LOCKED, transfer_pay(db, "mv1", &none, NULL, &moved, &err));
    expect_message("transfer mv1: pay is locked out: held by nightly");
    assert_int_equal(moved.from, TRANSFER_STATE_OPEN);
    assert_int_equal(moved.to, 0);
    assert_int_equal(moved.sort_key, 10);
    expect(PAWL_OK, pay(db, "mv2", NULL));
    expect(PAWL_OK, pay_as(db, "mv1", "nightly", token));
    expect(PAWL_LOCKED, pay_as(db, "mv1", "nightly", token + 1));
    expect_message_has("pay is locked out: the lock of nightly with token ");
    expect_message_has(" has ended");
    expect(PAWL_LOCKED, pay_as(db, "mv1", "daily", token));
    struct transfer_create_args args = {.account = "M1"};
    expect(PAWL_LOCKED, transfer_create(db, "mv3", &args, NULL, NULL, &err));
    expect(PAWL_LOCKED, transfer_create(db, "mv1", &args, NULL, NULL, &err));
    struct pawl_opts shown = {.lock_owner = "nightly", .lock_token = token};
    expect(PAWL_OK, transfer_create(db, "mv3", &args, &shown, NULL, &err));
    expect(PAWL_EXISTS, transfer_create(db, "mv3", &args, &shown, NULL, &err));
    expect(PAWL_OK, pawl_release(db, "transfer", "M1", "nightly", token, &err));
    expect(PAWL_LOCKED, pay_as(db, "mv1", "nightly", token)); /* what he believes to hold has ended */
    expect(PAWL_OK, pay(db, "mv1", NULL));
    expect_rows(
        db, "mv1|30\nmv2|20\nmv3|10\n",
        "select transfer_id, sort_key from transfer_current where transfer_id like 'mv%%' order by 1");
}

/* Everybody can read what is shown; the login is what counts, wherever there are logins. */
static void p8_lock_is_of_no_use_to_another_login(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    struct pawl_db *db = open_application(), *thief = open_administrator();
    new_transfer(db, "th1", "T1");
    new_transfer(db, "th2", "T1");
    int64_t token = acquire(db, "transfer", "T1", "nightly"), stolen = 0;
    expect(PAWL_LOCKED, pay_as(thief, "th1", "nightly", token));
    expect_message_has("the lock of nightly with token ");
    struct pawl_opts shown = {.lock_owner = "nightly", .lock_token = token};
    struct transfer_create_args args = {.account = "T1"};
    expect(PAWL_LOCKED, transfer_create(thief, "th3", &args, &shown, NULL, &err));
    expect(PAWL_LOCKED, pawl_acquire(thief, "transfer", "T1", "nightly", 0, 0, &stolen, &err));
    expect_message_has("held by nightly, as login ");
    assert_int_equal(stolen, 0);
    expect(PAWL_NOT_FOUND, pawl_renew(thief, "transfer", "T1", "nightly", token, 1000, &err));
    expect(PAWL_NOT_FOUND, pawl_release(thief, "transfer", "T1", "nightly", token, &err));
    expect_rows(db, "nightly|t\n",
                "select owner, until is null and login <> '' from pawl_held_locks where key = 'T1'");
    expect(PAWL_OK, pay_as(db, "th1", "nightly", token));
    expect(PAWL_OK, pawl_release(db, "transfer", "T1", "nightly", token, &err));
    expect(PAWL_OK, pay(thief, "th1", NULL));
}

/* Whoever fires it when the machine wakes. */
static void deferred_event_shows_the_lock_of_who_deferred_it(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *admin = open_administrator();
    size_t fired = 0;
    new_transfer(db, "df", "DF");
    int64_t token = acquire(db, "transfer", "DF", "nightly");
    struct pawl_opts opts = {
        .request_id = "later", .defer = true, .lock_owner = "nightly", .lock_token = token};
    struct transfer_pay_args none = {0};
    expect(PAWL_OK, pawl_freeze(admin, "transfer", PAWL_FREEZE_SLEEP, 0, "a while", 0, &err));
    expect(PAWL_DEFERRED, transfer_pay(db, "df", &none, &opts, NULL, &err));
    expect(PAWL_OK, pawl_thaw(admin, "transfer", &err));
    expect(PAWL_OK, pawl_fire_deferred(admin, &transfer_machine, &fired, &err));
    assert_int_equal(fired, 1);
    expect(PAWL_OK, pawl_deferred_outcome(db, &transfer_machine, (struct pawl_key){.text = "df"}, "later",
                                          NULL, &err));
    expect(PAWL_OK, pawl_release(db, "transfer", "DF", "nightly", token, &err));
}

static void request_that_was_done_is_answered_under_a_lock(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_transfer(db, "rq", "RQ");
    struct transfer_pay_args none = {0};
    struct pawl_opts opts = {.request_id = "once"};
    expect(PAWL_OK, transfer_pay(db, "rq", &none, &opts, NULL, &err));
    acquire(db, NULL, "RQ", "nightly");
    struct transfer_transition moved;
    expect(PAWL_OK, transfer_pay(db, "rq", &none, &opts, &moved, &err));
    assert_int_equal(moved.sort_key, 20);
    opts.request_id = "twice";
    expect(PAWL_LOCKED, transfer_pay(db, "rq", &none, &opts, &moved, &err));
    expect(PAWL_NOT_FOUND, pay(db, "nobody", NULL));
}

/* The row of the creation has been read for its key by then, and may be the only one. */
static void p7_request_that_created_is_not_another_one(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const struct transfer_create_args args = {.account = "BORN"};
    const struct transfer_pay_args none = {0};
    struct pawl_opts opts = {.request_id = "born"};
    expect(PAWL_OK, transfer_create(db, "born", &args, &opts, NULL, &err));
    expect(PAWL_REUSED, transfer_pay(db, "born", &none, &opts, NULL, &err));
    opts.request_id = "grown";
    struct transfer_transition moved;
    for (int twice = 0; twice < 2; twice++) {
        expect(PAWL_OK, transfer_pay(db, "born", &none, &opts, &moved, &err));
        assert_int_equal(moved.sort_key, 20);
    }
}

static void lock_of_another_machine_is_none_of_its_business(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    execute(db, "insert into slots values (7)");
    expect(PAWL_OK, slot_create(db, 7, NULL, NULL, &err));
    int64_t token = acquire(db, "transfer", "7", "nightly");
    expect(PAWL_OK, slot_take(db, 7, NULL, NULL, &err));
    expect(PAWL_OK, pawl_release(db, "transfer", "7", "nightly", token, &err));
    token = acquire(db, "slot", "7", "nightly");
    expect(PAWL_LOCKED, slot_leave(db, 7, NULL, NULL, &err));
    expect_message("slot 7: leave is locked out: held by nightly");
    expect(PAWL_OK, pawl_release(db, "slot", "7", "nightly", token, &err));
    token = acquire(db, NULL, "7", "nightly");
    expect(PAWL_LOCKED, slot_leave(db, 7, NULL, NULL, &err));
    struct pawl_opts opts = {.lock_owner = "nightly", .lock_token = token};
    expect(PAWL_OK, slot_leave(db, 7, &opts, NULL, &err));
}

static void lock_that_is_over_hinders_nobody(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_transfer(db, "ov", "OV");
    int64_t token = 0;
    expect(PAWL_OK, pawl_acquire(db, "transfer", "OV", "short", 60000, 0, &token, &err));
    expect(PAWL_LOCKED, pay(db, "ov", NULL));
    expect(PAWL_OK, pawl_renew(db, "transfer", "OV", "short", token, 10, &err));
    sleep_ms(50);
    expect(PAWL_OK, pay(db, "ov", NULL));
    expect(PAWL_LOCKED, pay_as(db, "ov", "short", token));
}

/* A lock is granted when no move is under way that has not seen it. */
static void lock_waits_for_moves_under_way(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    new_transfer(db, "uw", "UW");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, transfer_close(db, "uw", NULL, NULL, &err));
    expect(PAWL_LOCKED, pawl_acquire(other, "transfer", "UW", "nightly", 0, 0, NULL, &err));
    expect_message_has("the lock on UW of transfer: transitions of this key are under way");
    struct acquirer waiting = {.key = "UW", .owner = "nightly", .timeout_ms = 20000};
    start_acquirer(&waiting);
    sleep_ms(100);
    expect(PAWL_OK, pawl_commit(db, &err));
    pthread_join(waiting.thread, NULL);
    assert_int_equal(waiting.status, PAWL_OK);
}

/* Where InnoDB locks the gap in which a key is not, nobody else's key can be added there either. */
static void lock_of_a_new_key_waits_for_who_locks_gaps(void **state) {
    (void)state;
    if (!on_mariadb())
        skip();
    struct pawl_db *db = open_application(), *other = open_application();
    execute(db, "set transaction isolation level repeatable read");
    expect(PAWL_OK, pawl_begin(db, &err));
    acquire(db, "transfer", "gap 1", "nightly");
    expect(PAWL_LOCKED, pawl_acquire(other, "transfer", "gap 2", "nightly", 0, 0, NULL, &err));
    expect_message_has("or transactions that lock gaps, as above READ COMMITTED");
    expect(PAWL_OK, pawl_commit(db, &err));
    acquire(other, "transfer", "gap 2", "nightly");
}

/* MariaDB reads what was committed last, whatever the snapshot, since it reads with a lock. */
static void expect_latest(enum pawl_status latest, enum pawl_status status) {
    if (on_mariadb())
        expect(latest, status);
    else
        expect_serialization_failure(status);
}

static void old_snapshot_does_not_overlook_a_lock(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    new_transfer(db, "sn", "SN");
    int64_t token = 0;
    begin_with_snapshot(db); /* before the first lock of this key */
    token = acquire(other, "transfer", "SN", "nightly");
    expect_latest(PAWL_LOCKED, pay(db, "sn", NULL));
    expect(PAWL_OK, pawl_rollback(db, &err));
    begin_with_snapshot(db); /* which shows a lock that has been released */
    expect(PAWL_OK, pawl_release(other, "transfer", "SN", "nightly", token, &err));
    expect_latest(PAWL_OK, pay(db, "sn", NULL));
    expect(PAWL_OK, pawl_rollback(db, &err));
    begin_with_snapshot(db); /* which shows none */
    token = acquire(other, "transfer", "SN", "nightly");
    expect_latest(PAWL_LOCKED, pay(db, "sn", NULL));
    expect(PAWL_OK, pawl_rollback(db, &err));
    begin_with_snapshot(db); /* which is the latest */
    expect(PAWL_LOCKED, pay(db, "sn", NULL));
    expect(PAWL_OK, pay_as(db, "sn", "nightly", token));
    expect(PAWL_OK, pawl_commit(db, &err));
}

/* ---- settings of the session ---------------------------------------------------------------------- */

struct asker {
    pthread_t thread;
    struct pawl_db *db;
    const char *key;
    long session;
    atomic_bool has_ended;
    enum pawl_status status;
};

/* Each in a transaction that has moved something, with a limit of its own for waiting. */
static void prepare_asker(struct asker *asker, const char *moves, const char *asks_for) {
    struct pawl_error error = PAWL_ERROR_INIT;
    asker->db = open_application();
    asker->key = asks_for;
    execute(asker->db, on_mariadb() ? "set innodb_lock_wait_timeout = 77" : "set lock_timeout = '77s'");
    char *session = rows_of(asker->db, on_mariadb() ? "select connection_id()" : "select pg_backend_pid()");
    asker->session = strtol(session, NULL, 10);
    free(session);
    expect(PAWL_OK, pawl_begin(asker->db, &error));
    if (moves)
        expect(PAWL_OK, pay(asker->db, moves, NULL));
}

static void *ask_for_lock(void *context) {
    struct asker *asker = context;
    int64_t token = 0;
    struct pawl_error error = PAWL_ERROR_INIT;
    asker->status = pawl_acquire(asker->db, NULL, asker->key, "asker", 0, 0, &token, &error);
    atomic_store(&asker->has_ended, true);
    return NULL;
}

static void start_asking(struct asker *asker) {
    assert_int_equal(pthread_create(&asker->thread, NULL, ask_for_lock, asker), 0);
}

static void expect_own_limit(struct asker *asker) {
    expect(PAWL_OK, pawl_rollback(asker->db, &err));
    if (on_mariadb())
        expect_rows(asker->db, "77\n", "select @@innodb_lock_wait_timeout");
    else
        expect_rows(asker->db, "77s\n", "select current_setting('lock_timeout')");
}

/* Two that ask for what the other moves, which is a deadlock on MariaDB; and one whose question is killed. */
static void session_keeps_its_own_limit_of_waiting(void **state) {
    (void)state;
    if (!on_mariadb() && !has_session_of_postgres())
        skip(); /* SQLite has no sessions, and a pooler exchanges them */
    struct pawl_db *db = open_application(), *admin = open_administrator();
    struct asker one = {0}, other = {0}, killed = {0};
    new_transfer(db, "limit0", "LIMIT0");
    new_transfer(db, "limit1", "LIMIT1");
    prepare_asker(&one, "limit0", "LIMIT1");
    prepare_asker(&other, "limit1", "LIMIT0");
    start_asking(&one);
    start_asking(&other);
    pthread_join(one.thread, NULL);
    pthread_join(other.thread, NULL);
    expect_own_limit(&one);
    expect_own_limit(&other);

    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pay(db, "limit0", NULL));
    prepare_asker(&killed, NULL, "LIMIT0");
    start_asking(&killed);
    while (!atomic_load(&killed.has_ended)) {
        sleep_ms(10);
        execute(admin, on_mariadb() ? "kill query %ld" : "select pg_cancel_backend(%ld)", killed.session);
    }
    pthread_join(killed.thread, NULL);
    assert_true(killed.status == PAWL_DB || killed.status == PAWL_LOCKED);
    expect_own_limit(&killed);
    expect(PAWL_OK, pawl_rollback(db, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(held_lock_belongs_to_its_owner),
        TEST(lock_for_all_machines_conflicts_with_every_other),
        TEST(lock_whose_time_is_over_is_taken_over),
        TEST(broken_lock_is_written_down),
        TEST(held_locks_are_misused_in_so_many_ways),
        TEST_ON_ONE_NODE(waiting_is_seen_and_ends),
        TEST(list_of_locks_comes_in_pages),
        TEST(held_lock_joins_the_transaction),
        TEST_ON_ONE_NODE(of_many_racers_one_holds_the_lock),
        TEST(moves_are_locked_out_but_for_the_holders),
        TEST(p8_lock_is_of_no_use_to_another_login),
        TEST(deferred_event_shows_the_lock_of_who_deferred_it),
        TEST(request_that_was_done_is_answered_under_a_lock),
        TEST(p7_request_that_created_is_not_another_one),
        TEST(lock_of_another_machine_is_none_of_its_business),
        TEST(lock_that_is_over_hinders_nobody),
        TEST_ON_ONE_NODE(lock_waits_for_moves_under_way),
        TEST_ON_ONE_NODE(lock_of_a_new_key_waits_for_who_locks_gaps),
        TEST_ON_ONE_NODE(old_snapshot_does_not_overlook_a_lock),
        TEST_ON_ONE_NODE(session_keeps_its_own_limit_of_waiting),
    };
    if (!tests_are_possible())
        return 77;
    moves_only(&payment_machine, &door_machine, NULL);
    return cmocka_run_group_tests(tests, create_with_transfers, database_drop);
}
