/*
 * On a cluster: a node that has been told of what another has committed, and has not done it yet. What it
 * does meanwhile must come to nothing, or wait, where it would have been different.
 */
#include "../support/on_mariadb.h"
#include "machines.h"

#include <pthread.h>
#include <stdatomic.h>

#include "errand.h"
#include "job.h"
#include "transfer.h"

static int create_with_transfers(void **state) {
    database_create(state);
    expect(PAWL_OK, transfer_apply(open_administrator(), &err));
    expect(PAWL_OK, errand_apply(open_administrator(), &err));
    wait_for_all_nodes();
    return close_handles(state);
}

static int release(void **state) {
    release_node();
    pawl_thaw(open_administrator(), "door", NULL);
    return close_handles(state);
}

#define NODE_TEST(function) cmocka_unit_test_teardown(function, release)

static struct fire flip_on(struct pawl_db *db, const char *id) {
    return (struct fire){.machine = &door_machine, .key = id, .event = DOOR_EVENT_FLIP, .db = db};
}

static void new_door(struct pawl_db *db, const char *id) {
    expect(PAWL_OK, door_create(db, id, NULL, NULL, &err));
    wait_for_all_nodes();
}

/* ---- reads ---------------------------------------------------------------------------------------- */

struct reading {
    pthread_t thread;
    struct pawl_db *db;
    struct door_current door;
    enum pawl_status status;
    struct pawl_error error;
};

static void *read_door(void *context) {
    struct reading *own = context;
    own->status = door_get(own->db, "read", &own->door, &own->error);
    return NULL;
}

/* Ends the statement that waits for the table, as DDL of another node does; not that of this number. */
static long end_reader(struct pawl_db *admin, long ended) {
    char sql[240], *found = NULL;
    long id = 0, query = 0;
    snprintf(sql, sizeof sql,
             "select id, query_id from information_schema.processlist"
             " where state like 'Waiting for table metadata lock' and query_id <> %ld",
             ended);
    for (int waits = 0; id == 0; waits++) {
        if (waits == 1000)
            fail_msg("nobody waits for the table");
        sleep_ms(10);
        found = rows_of(admin, sql);
        sscanf(found, "%ld|%ld", &id, &query);
        free(found);
    }
    execute(admin, "kill query %ld", id);
    return query;
}

static void start_reading(struct reading *reading, struct pawl_db *locking) {
    char *database = rows_of(locking, "select database()");
    execute(locking, "lock tables %.*s_pawl.door_current write", (int)strcspn(database, "\n"), database);
    free(database);
    assert_int_equal(pthread_create(&reading->thread, NULL, read_door, reading), 0);
}

static void p6_read_that_is_ended_by_another_node_is_repeated_once(void **state) {
    (void)state;
    struct reading reading = {.db = open_application_on(0), .error = PAWL_ERROR_INIT};
    struct pawl_db *locking = open_administrator_on(0), *admin = open_administrator_on(0);
    new_door(reading.db, "read");
    read_door(&reading);
    expect(PAWL_OK, reading.status);
    start_reading(&reading, locking);
    end_reader(admin, 0);
    sleep_ms(100);
    execute(locking, "unlock tables");
    pthread_join(reading.thread, NULL);
    if (reading.status != PAWL_OK)
        fail_msg("%s", reading.error.message);
    assert_int_equal(reading.door.state, DOOR_STATE_CLOSED);

    start_reading(&reading, locking);
    end_reader(admin, end_reader(admin, 0));
    pthread_join(reading.thread, NULL);
    execute(locking, "unlock tables");
    expect(PAWL_DB, reading.status);
    assert_int_equal(reading.error.native_code, 1317);
}

/* ---- what it has not done yet --------------------------------------------------------------------- */

struct transaction {
    pthread_t thread;
    struct pawl_db *db;
    atomic_bool has_begun;
    struct door_current before;
    size_t count; /* of deferred events that it has fired */
    enum pawl_status status;
    struct pawl_error error;
};

static void *read_and_flip(void *context) {
    struct transaction *own = context;
    own->status = pawl_begin(own->db, &own->error);
    if (own->status == PAWL_OK)
        own->status = door_get(own->db, "begins", &own->before, &own->error);
    atomic_store(&own->has_begun, true);
    if (own->status == PAWL_OK)
        own->status = door_flip(own->db, "begins", NULL, NULL, &own->error);
    if (own->status == PAWL_OK)
        own->status = pawl_commit(own->db, &own->error);
    return NULL;
}

static void p4_transaction_begins_behind_what_others_have_committed(void **state) {
    (void)state;
    struct pawl_db *db = open_application_on(0);
    struct transaction other = {.db = open_application_on(1), .error = PAWL_ERROR_INIT};
    new_door(db, "begins");
    hold_node(1);
    expect(PAWL_OK, door_flip(db, "begins", NULL, NULL, &err));
    assert_int_equal(pthread_create(&other.thread, NULL, read_and_flip, &other), 0);
    sleep_ms(200);
    const bool waited = !atomic_load(&other.has_begun);
    release_node();
    pthread_join(other.thread, NULL);
    if (other.status != PAWL_OK)
        fail_msg("%s", other.error.message);
    assert_int_equal(other.before.state, DOOR_STATE_OPENED);
    assert_true(waited);
}

static void p6_refusal_is_not_of_the_past(void **state) {
    (void)state;
    struct pawl_db *db = open_application_on(0);
    struct fire flip = flip_on(open_application_on(1), "past");
    hold_node(1);
    expect(PAWL_OK, door_create(db, "past", NULL, NULL, &err));
    fire_start(&flip);
    const bool waited = fire_waits(&flip);
    release_node();
    fire_join(&flip);
    expect(PAWL_OK, flip.status);
    assert_true(waited);
}

struct moving_many {
    pthread_t thread;
    struct pawl_db *db;
    struct door_result results[2];
    atomic_bool is_done;
    enum pawl_status status;
    struct pawl_error error;
};

static void *flip_many(void *context) {
    struct moving_many *own = context;
    const struct door_flip_item items[] = {{.id = "many1"}, {.id = "many2"}};
    own->status = door_flip_many(own->db, items, 2, NULL, own->results, &own->error);
    atomic_store(&own->is_done, true);
    return NULL;
}

/* Nor is that of any of many. */
static void p6_refusal_of_one_of_many_is_not_of_the_past(void **state) {
    (void)state;
    struct pawl_db *db = open_application_on(0);
    struct moving_many other = {.db = open_application_on(1), .error = PAWL_ERROR_INIT};
    new_door(db, "many1");
    hold_node(1);
    expect(PAWL_OK, door_create(db, "many2", NULL, NULL, &err));
    assert_int_equal(pthread_create(&other.thread, NULL, flip_many, &other), 0);
    sleep_ms(200);
    const bool waited = !atomic_load(&other.is_done);
    release_node();
    pthread_join(other.thread, NULL);
    if (other.status != PAWL_OK)
        fail_msg("%s", other.error.message);
    assert_int_equal(other.results[0].status, PAWL_OK);
    assert_int_equal(other.results[1].status, PAWL_OK);
    assert_true(waited);
}

struct running {
    pthread_t thread;
    struct pawl_db *db;
    int64_t run;
    bool is_single;
    atomic_bool is_done;
    enum pawl_run_status left;
    enum pawl_status status;
    struct pawl_error error;
};

static void *run_errand(void *context) {
    struct running *own = context;
    own->status = own->is_single ? errand_step(own->db, own->run, false, &own->left, &own->error)
                                 : errand_run(own->db, own->run, &own->left, &own->error);
    atomic_store(&own->is_done, true);
    return NULL;
}

/* Whoever takes a run up, or asks for its next step, is not told that it waits for what was said elsewhere.
 */
static void p6_run_that_waits_is_not_of_the_past(void **state) {
    (void)state;
    struct pawl_db *db = open_application_on(0), *admin = open_administrator_on(0);
    const struct errand_args args = {.to_whom = "the baker"};
    for (int i = 0; i < 2; i++) {
        struct running other = {.db = open_application_on(1), .is_single = i == 1, .error = PAWL_ERROR_INIT};
        expect(PAWL_OK, errand_start(db, &args, NULL, &other.run, &err));
        expect(PAWL_OK, errand_run(db, other.run, &other.left, &err));
        assert_int_equal(other.left, PAWL_RUN_WAITING);
        wait_for_all_nodes();
        hold_node(1);
        expect(PAWL_OK, pawl_run_signal(admin, "errand", other.run, "word", NULL, &err));
        assert_int_equal(pthread_create(&other.thread, NULL, run_errand, &other), 0);
        sleep_ms(200);
        const bool waited = !atomic_load(&other.is_done);
        release_node();
        pthread_join(other.thread, NULL);
        if (other.status != PAWL_OK)
            fail_msg("%s", other.error.message);
        assert_int_equal(other.left, PAWL_RUN_DONE);
        assert_true(waited);
    }
}

static void *say_word(void *context) {
    struct running *own = context;
    own->status = pawl_run_signal(own->db, "errand", own->run, "word", NULL, &own->error);
    return NULL;
}

/* Its node had not heard that the run waits; and who drives it had looked for the word before. */
static void p9_word_is_not_lost_where_a_run_has_just_begun_to_wait(void **state) {
    (void)state;
    struct pawl_db *db = open_application_on(0);
    struct running other = {.db = open_administrator_on(1), .error = PAWL_ERROR_INIT};
    enum pawl_run_status left;
    expect(PAWL_OK, errand_start(db, &(struct errand_args){.to_whom = "the baker"}, NULL, &other.run, &err));
    wait_for_all_nodes();
    hold_node(1);
    int64_t
        before; /* it stands in the way, so that the node has not even begun to take over what comes next */
    expect(PAWL_OK, errand_start(db, &(struct errand_args){.to_whom = "the smith"}, NULL, &before, &err));
    expect(PAWL_OK, errand_run(db, other.run, &left, &err));
    assert_int_equal(left, PAWL_RUN_WAITING);
    assert_int_equal(pthread_create(&other.thread, NULL, say_word, &other), 0);
    sleep_ms(200);
    release_node();
    pthread_join(other.thread, NULL);
    if (other.status != PAWL_OK)
        fail_msg("%s", other.error.message);
    expect(PAWL_OK,
           errand_step(db, other.run, false, &left, &err)); /* which takes what is due, as a worker does */
    expect(PAWL_OK, errand_run(db, other.run, &left, &err));
    assert_int_equal(left, PAWL_RUN_DONE);
}

static struct pawl_db *open_on_both(size_t first, size_t second) {
    char own[1024], other[1024], both[2048];
    struct pawl_db *db = NULL;
    node_where(own, sizeof own, application_where(), first);
    node_where(other, sizeof other, application_where(), second);
    const char *host = strchr(own, '@') + 1, *database = strchr(host, '/');
    const char *next = strchr(other, '@') + 1;
    snprintf(both, sizeof both, "%.*s,%.*s%s", (int)(database - own), own, (int)strcspn(next, "/"), next,
             database);
    expect(PAWL_OK, pawl_open(&db, both, &err));
    return db;
}

static void p6_who_waits_in_vain_for_the_others_goes_to_another_node(void **state) {
    (void)state;
    struct pawl_db *db = open_application_on(0), *admin = open_administrator_on(1);
    struct pawl_db *plain = open_on_both(1, 0), *in_transaction = open_on_both(1, 0);
    struct pawl_db *nowhere = open_application_on(1);
    struct pawl_error own = PAWL_ERROR_INIT;
    new_door(db, "there");
    expect(PAWL_OK, door_flip(plain, "there", NULL, NULL, &err));
    expect(PAWL_OK, door_flip(in_transaction, "there", NULL, NULL, &err));
    execute(admin, "set global wsrep_provider_options = 'repl.causal_read_timeout=PT1S'");
    hold_node(1);
    expect(PAWL_OK, door_create(db, "vain", NULL, NULL, &err));
    const enum pawl_status moved = door_flip(plain, "vain", NULL, NULL, &err);
    const enum pawl_status begun = pawl_begin(in_transaction, &err);
    const enum pawl_status moved_again = door_flip(in_transaction, "vain", NULL, NULL, &err);
    const enum pawl_status committed = pawl_commit(in_transaction, &err);
    const enum pawl_status alone = door_flip(nowhere, "vain", NULL, NULL, &own);
    release_node();
    execute(admin, "set global wsrep_provider_options = 'repl.causal_read_timeout=PT30S'");
    pawl_close(plain);
    pawl_close(in_transaction);
    expect(PAWL_OK, moved);
    expect(PAWL_OK, begun);
    expect(PAWL_OK, moved_again);
    expect(PAWL_OK, committed);
    expect(PAWL_DB, alone);
    assert_non_null(strstr(own.message, "does not receive the commits of the others"));
    assert_non_null(strstr(own.help, "name the other nodes"));
}

/* Nothing is made together there, so nobody stands in another's way who waits. */
static void connections_of_a_pool_wait_for_locks_on_a_node(void **state) {
    (void)state;
    const struct pawl_pool_options few = {.struct_size = sizeof few, .connections = 2, .lanes = 1};
    struct pawl_db *admin = open_administrator_on(0), *handles[2];
    struct pawl_pool *pool = NULL;
    char where[1024];
    node_where(where, sizeof where, application_where(), 0);
    new_door(admin, "pooled");
    expect(PAWL_OK, pawl_pool_open(&pool, where, &few, &err));
    for (size_t i = 0; i < 2; i++) {
        expect(PAWL_OK, pawl_pool_handle(pool, &handles[i], &err));
        expect(PAWL_OK, pawl_begin(handles[i], &err));
    }
    for (size_t i = 0; i < 2; i++) {
        char *session = rows_of(handles[i], "select connection_id()");
        execute(admin, "kill %s", session);
        free(session);
    }
    for (size_t i = 0; i < 2; i++) {
        expect(PAWL_DB, door_flip(handles[i], "pooled", NULL, NULL, &err));
        pawl_rollback(handles[i], NULL);
        expect(PAWL_OK, pawl_begin(handles[i], &err));
        expect_rows(handles[i], "100000000\n", "select @@innodb_lock_wait_timeout");
    }
    for (size_t i = 0; i < 2; i++) {
        pawl_rollback(handles[i], NULL);
        pawl_close(handles[i]);
    }
    pawl_pool_close(pool);
}

/* A new handle asks which versions are accepted. */
static void version_is_not_refused_by_who_has_not_heard_of_it(void **state) {
    (void)state;
    struct pawl_db *admin = open_administrator_on(0);
    struct transfer_create_args args = {.account = "deployed-A"};
    struct fire create = {.machine = &transfer_machine,
                          .key = "deployed",
                          .event = TRANSFER_EVENT_CREATE,
                          .args = &args,
                          .db = open_application_on(1)};
    execute(admin, "update pawl_machines set is_accepted = false where machine = 'transfer'");
    hold_node(1);
    /* wait_for_all_nodes would wait for that one */
    expect(PAWL_OK,
           pawl_exec(admin, "update pawl_machines set is_accepted = true where machine = 'transfer'", &err));
    fire_start(&create);
    const bool waited = fire_waits(&create);
    release_node();
    fire_join(&create);
    expect(PAWL_OK, create.status);
    assert_true(waited);
}

static void *fire_all_deferred(void *context) {
    struct transaction *own = context;
    size_t fired = 0;
    own->status = pawl_fire_deferred(own->db, &door_machine, &fired, &own->error);
    own->count = fired;
    return NULL;
}

static void deferred_events_are_found_behind_a_thaw(void **state) {
    (void)state;
    struct pawl_db *on_call = open_administrator_on(0);
    struct transaction other = {.db = open_application_on(1), .error = PAWL_ERROR_INIT};
    struct pawl_opts opts = {.request_id = "thaw", .defer = true};
    new_door(on_call, "thaw");
    expect(PAWL_OK, pawl_freeze(on_call, "door", PAWL_FREEZE_SLEEP, 0, "maintenance", 20000, &err));
    expect(PAWL_DEFERRED, door_flip(on_call, "thaw", &opts, NULL, &err));
    wait_for_all_nodes();
    hold_node(1);
    expect(PAWL_OK, pawl_thaw(on_call, "door", &err));
    assert_int_equal(pthread_create(&other.thread, NULL, fire_all_deferred, &other), 0);
    sleep_ms(200);
    release_node();
    pthread_join(other.thread, NULL);
    expect(PAWL_OK, other.status);
    assert_int_equal(other.count, 1);
}

static void p5_move_follows_that_of_another_node(void **state) {
    (void)state;
    struct pawl_db *db = open_application_on(0);
    struct fire flip = flip_on(open_application_on(1), "both");
    new_door(db, "both");
    hold_node(1);
    expect(PAWL_OK, door_flip(db, "both", NULL, NULL, &err));
    fire_start(&flip);
    wait_for_commit();
    release_node();
    fire_join(&flip);
    expect(PAWL_OK, flip.status);
    assert_int_equal(flip.moved.sort_key, 30);
    check_histories(db, "door", DOOR_MOVES);
}

/* A transaction in which each event is prepared, while another node commits a move of the same door. */
static void lose_door(struct pawl_db *other, const char *id) {
    static const int events[] = {DOOR_EVENT_FLIP, DOOR_EVENT_SHUT,   DOOR_EVENT_KNOCK,
                                 DOOR_EVENT_LOCK, DOOR_EVENT_UNLOCK, DOOR_EVENT_OPEN};
    const struct pawl_opts as_loser = {.struct_size = sizeof as_loser, .actor = "loser"};
    const struct pawl_key key = {.text = id};
    struct fire winner = flip_on(other, id);
    struct pawl_db *loser = NULL;
    enum pawl_status status = PAWL_OK;
    char where[1024];
    node_where(where, sizeof where, application_where(), 0);
    expect(PAWL_OK, pawl_open(&loser, where, &err));
    expect(PAWL_OK, pawl_begin(loser, &err));
    for (size_t i = 0; status == PAWL_OK && i < sizeof events / sizeof *events; i++) {
        status = pawl_fire(loser, &door_machine, key, events[i], NULL, &as_loser, NULL, &err);
        if (i == 0)
            fire_start(&winner);
    }
    status = status == PAWL_OK ? pawl_commit(loser, &err) : status;
    pawl_close(loser);
    fire_join(&winner);
    expect(PAWL_OK, winner.status);
    expect_rows(other, status == PAWL_OK ? "6\n" : "0\n",
                "select count(*) from door_transitions where door_id = '%s' and actor = 'loser'", id);
}

/* It may be given up at any time, also while it prepares what it asks next. */
static void p3_transaction_that_a_node_has_given_up_is_not_begun_anew(void **state) {
    (void)state;
    struct pawl_db *other = open_application_on(1);
    enum { DOORS_TO_LOSE = 300 };
    char id[16];
    for (int i = 0; i < DOORS_TO_LOSE; i++) {
        snprintf(id, sizeof id, "lost-%d", i);
        expect(PAWL_OK, door_create(other, id, NULL, NULL, &err));
    }
    wait_for_all_nodes();
    for (int i = 0; i < DOORS_TO_LOSE; i++) {
        snprintf(id, sizeof id, "lost-%d", i);
        lose_door(other, id);
    }
}

/* ---- what shuts it out ---------------------------------------------------------------------------- */

static void p4_freeze_turns_away_who_has_not_heard_of_it(void **state) {
    (void)state;
    struct pawl_db *on_call = open_administrator_on(0);
    struct fire flip = flip_on(open_application_on(1), "frozen");
    new_door(on_call, "frozen");
    hold_node(1);
    expect(PAWL_OK, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 20000, &err));
    fire_start(&flip);
    wait_for_commit();
    release_node();
    fire_join(&flip);
    expect(PAWL_OK, pawl_thaw(on_call, "door", &err));
    expect(PAWL_LOCKED, flip.status);
}

static void p4_freeze_turns_away_who_began_before(void **state) {
    (void)state;
    struct pawl_db *on_call = open_administrator_on(0), *db = open_application_on(1);
    new_door(db, "early");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip(db, "early", NULL, NULL, &err));
    expect(PAWL_OK, pawl_freeze(on_call, "door", PAWL_FREEZE_REJECT, 0, "maintenance", 20000, &err));
    const enum pawl_status status = pawl_commit(db, &err);
    pawl_rollback(db, NULL);
    expect(PAWL_LOCKED, door_flip(db, "early", NULL, NULL, &err));
    expect(PAWL_OK, pawl_thaw(on_call, "door", &err));
    assert_int_not_equal(status, PAWL_OK);
}

/* Its functions do not pass the gate, so they move nothing where there are other nodes. */
static void p4_functions_for_a_server_of_its_own_refuse_nodes(void **state) {
    (void)state;
    struct pawl_db *owner = open_administrator_on(0), *db = open_application_on(0);
    new_door(db, "moved");
    execute(owner, "set session wsrep_on = off");
    expect(PAWL_OK, door_apply(owner, &err));
    execute(owner, "set session wsrep_on = on");
    expect(PAWL_DB, door_flip(db, "moved", NULL, NULL, &err));
    assert_non_null(strstr(err.message, "apply its SQL again"));
    expect(PAWL_OK, door_apply(owner, &err));
    expect(PAWL_OK, door_flip(db, "moved", NULL, NULL, &err));
}

static void p4_lock_turns_away_who_has_not_heard_of_it(void **state) {
    (void)state;
    struct pawl_db *db = open_application_on(0);
    struct transfer_create_args args = {.account = "locked-A"};
    expect(PAWL_OK, transfer_create(db, "locked", &args, NULL, NULL, &err));
    wait_for_all_nodes();
    struct transfer_pay_args none = {0};
    struct fire pay = {
        .machine = &transfer_machine, .key = "locked", .event = TRANSFER_EVENT_PAY, .args = &none};
    pay.db = open_application_on(1);
    int64_t token = 0;
    hold_node(1);
    expect(PAWL_OK, pawl_acquire(db, "transfer", "locked-A", "nightly", 0, 0, &token, &err));
    fire_start(&pay);
    wait_for_commit();
    release_node();
    fire_join(&pay);
    expect(PAWL_LOCKED, pay.status);
}

static void p4_lock_turns_away_who_began_before(void **state) {
    (void)state;
    struct pawl_db *db = open_application_on(1);
    struct transfer_create_args args = {.account = "early-A"};
    struct transfer_pay_args none = {0};
    expect(PAWL_OK, transfer_create(db, "early", &args, NULL, NULL, &err));
    wait_for_all_nodes();
    int64_t token = 0;
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, transfer_pay(db, "early", &none, NULL, NULL, &err));
    expect(PAWL_OK,
           pawl_acquire(open_application_on(0), "transfer", "early-A", "nightly", 0, 0, &token, &err));
    assert_int_not_equal(pawl_commit(db, &err), PAWL_OK);
    pawl_rollback(db, NULL);
    expect(PAWL_LOCKED, transfer_pay(db, "early", &none, NULL, NULL, &err));
}

struct renewal {
    pthread_t thread;
    struct pawl_db *db;
    int64_t token;
    enum pawl_status status;
    struct pawl_error error;
};

static void *renew(void *context) {
    struct renewal *own = context;
    own->status = pawl_renew(own->db, "transfer", "broken-A", "hung", own->token, 0, &own->error);
    return NULL;
}

static void p4_broken_lock_is_nobodys_on_any_node(void **state) {
    (void)state;
    struct pawl_db *on_call = open_administrator_on(0);
    struct transfer_create_args args = {.account = "broken-A"};
    struct renewal renewal = {.db = open_application_on(1), .error = PAWL_ERROR_INIT};
    expect(PAWL_OK, transfer_create(on_call, "broken", &args, NULL, NULL, &err));
    expect(PAWL_OK, pawl_acquire(renewal.db, "transfer", "broken-A", "hung", 0, 0, &renewal.token, &err));
    wait_for_all_nodes();
    struct transfer_pay_args none = {0};
    struct pawl_opts opts = {.lock_owner = "hung", .lock_token = renewal.token};
    struct fire pay = {.machine = &transfer_machine,
                       .key = "broken",
                       .event = TRANSFER_EVENT_PAY,
                       .args = &none,
                       .opts = &opts,
                       .db = open_application_on(1)};
    hold_node(1);
    expect(PAWL_OK, pawl_break(on_call, "transfer", "broken-A", "its program is gone", &err));
    assert_int_equal(pthread_create(&renewal.thread, NULL, renew, &renewal), 0);
    fire_start(&pay);
    wait_for_commit();
    release_node();
    fire_join(&pay);
    pthread_join(renewal.thread, NULL);
    expect(PAWL_NOT_FOUND, renewal.status);
    expect(PAWL_LOCKED, pay.status);
}

/* Without a hold: what was certified, and is then in the way of another, would be made anew without a look.
 */
static void p4_broken_lock_moves_nothing_on_any_node(void **state) {
    (void)state;
    struct pawl_db *on_call = open_administrator_on(0), *db = open_application_on(1);
    for (int i = 0; i < 100; i++) {
        char key[16];
        snprintf(key, sizeof key, "loop-%d", i);
        struct transfer_create_args args = {.account = key};
        struct transfer_pay_args none = {0};
        struct pawl_opts opts = {.lock_owner = "hung"};
        expect(PAWL_OK, transfer_create(db, key, &args, NULL, NULL, &err));
        expect(PAWL_OK, pawl_acquire(db, "transfer", key, "hung", 0, 0, &opts.lock_token, &err));
        expect(PAWL_OK, pawl_break(on_call, "transfer", key, "its program is gone", &err));
        expect(PAWL_LOCKED, transfer_pay(db, key, &none, &opts, NULL, &err));
    }
}

/* One of all machines on a uuid has a row for each spelling, and either spelling ends both. */
static void p4_broken_lock_of_a_uuid_is_nobodys_on_any_node(void **state) {
    (void)state;
    static const char *const spellings[] = {"6BA7B810-9DAD-11D1-80B4-00C04FD430C8",
                                            "6ba7b810-9dad-11d1-80b4-00c04fd430c8"};
    struct pawl_db *on_call = open_administrator_on(0), *db = open_application_on(1);
    const struct transfer_create_args args = {.account = spellings[0]};
    const struct transfer_pay_args none = {0};
    expect(PAWL_OK, transfer_create(db, "of a uuid", &args, NULL, NULL, &err));
    for (int i = 0; i < 20; i++) {
        struct pawl_opts opts = {.lock_owner = "hung"};
        struct pawl_held_locks locks;
        expect(PAWL_OK, pawl_acquire(db, NULL, spellings[0], "hung", 0, 0, &opts.lock_token, &err));
        wait_for_all_nodes();
        expect(PAWL_OK, pawl_list_locks(on_call, spellings[0], NULL, 9, &locks, &err));
        assert_int_equal(locks.count, 2);
        expect(PAWL_OK, pawl_break(on_call, NULL, spellings[i % 2], "its program is gone", &err));
        expect(PAWL_LOCKED, transfer_pay(db, "of a uuid", &none, &opts, NULL, &err));
        expect(PAWL_NOT_FOUND, pawl_renew(db, NULL, spellings[0], "hung", opts.lock_token, 0, &err));
        expect(PAWL_OK, pawl_list_locks(db, spellings[0], NULL, 9, &locks, &err));
        assert_int_equal(locks.count, 0);
    }
}

/* Of two nodes either may give the greater number. */
static void deferred_events_keep_their_order(size_t first_node, const char *first, const char *second) {
    struct pawl_db *on_call = open_administrator_on(first_node);
    struct pawl_opts first_opts = {.request_id = first, .defer = true};
    struct pawl_opts second_opts = {.request_id = second, .defer = true};
    struct fire later = flip_on(open_application_on(1 - first_node), "asleep");
    later.opts = &second_opts;
    expect(PAWL_OK, pawl_freeze(on_call, "door", PAWL_FREEZE_SLEEP, 0, "maintenance", 20000, &err));
    wait_for_all_nodes();
    hold_node(1 - first_node);
    expect(PAWL_DEFERRED, door_flip(on_call, "asleep", &first_opts, NULL, &err));
    fire_start(&later);
    const bool waited = fire_waits(&later);
    release_node();
    fire_join(&later);
    assert_true(waited);
    expect(PAWL_DEFERRED, later.status);
    expect(PAWL_OK, pawl_thaw(on_call, "door", &err));
    expect(PAWL_OK, pawl_fire_deferred(on_call, &door_machine, NULL, &err));
}

static void events_of_two_nodes_are_deferred_in_their_order(void **state) {
    (void)state;
    struct pawl_db *db = open_administrator_on(0);
    new_door(db, "asleep");
    deferred_events_keep_their_order(0, "1", "2");
    deferred_events_keep_their_order(1, "3", "4");
    expect_rows(db, "20|1\n30|2\n40|3\n50|4\n",
                "select sort_key, request_id from door_transitions where door_id = 'asleep'"
                " and sort_key > 10 order by sort_key");
}

/* ---- work ----------------------------------------------------------------------------------------- */

enum { NODES = 3, JOBS = 45 };

struct claimer {
    pthread_t thread;
    struct pawl_db *db;
    atomic_int *claims; /* of each job */
    enum pawl_status status;
    struct pawl_error error;
};

static void *claim_all(void *context) {
    struct claimer *own = context;
    struct pawl_item item;
    size_t count = 1;
    while (count > 0) {
        own->status = pawl_claim(own->db, &job_machine, PAWL_WORKS, 60000000, &item, 1, &count, &own->error);
        if (own->status != PAWL_OK)
            break;
        if (count > 0)
            atomic_fetch_add(&own->claims[strtol(item.key_text, NULL, 10)], 1);
    }
    return NULL;
}

static void workers_of_all_nodes_claim_each_work_once(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    atomic_int claims[JOBS] = {0};
    struct claimer claimers[NODES];
    for (int i = 0; i < JOBS; i++) {
        char id[16];
        snprintf(id, sizeof id, "%d", i);
        expect(PAWL_OK, job_create(db, id, NULL, NULL, &err));
    }
    wait_for_all_nodes();
    for (size_t i = 0; i < NODES; i++) {
        claimers[i] =
            (struct claimer){.db = open_application_on(i), .claims = claims, .error = PAWL_ERROR_INIT};
        assert_int_equal(pthread_create(&claimers[i].thread, NULL, claim_all, &claimers[i]), 0);
    }
    for (size_t i = 0; i < NODES; i++)
        pthread_join(claimers[i].thread, NULL);
    for (size_t i = 0; i < NODES; i++)
        if (claimers[i].status != PAWL_OK)
            fail_msg("%s", claimers[i].error.message);
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(claims[i], 1);
}

/* ---- what goes by the entity ---------------------------------------------------------------------- */

enum { DOORS = 8, FLIPS = 100 };

/* load_balance_hosts=entity, in place of random; and options, each behind a &. */
static struct pawl_db *open_by_entity(const char *options) {
    static const char random[] = "load_balance_hosts=random";
    const char *where = application_where(), *found = strstr(where, random);
    char by_entity[1024];
    struct pawl_db *db = NULL;
    assert_non_null(found);
    snprintf(by_entity, sizeof by_entity, "%.*sload_balance_hosts=entity%s%s", (int)(found - where), where,
             found + strlen(random), options);
    expect(PAWL_OK, pawl_open(&db, by_entity, &err));
    return db;
}

static void name_door(char name[16], const char *prefix, int number) {
    snprintf(name, 16, "%s-%d", prefix, number % DOORS);
}

static enum pawl_status flip_door(struct pawl_db *db, void *name, struct pawl_error *own) {
    return door_flip(db, name, NULL, NULL, own);
}

/* Every other in a transaction of its own, which is where its first move is. */
static void *flip_hot_doors(void *context) {
    struct transaction *own = context;
    char name[16];
    for (int i = 0; i < FLIPS && own->status == PAWL_OK; i++) {
        name_door(name, "hot", i);
        own->status = i % 2 ? pawl_transact(own->db, flip_door, name, &own->error)
                            : door_flip(own->db, name, NULL, NULL, &own->error);
        if (own->status == PAWL_OK)
            own->status = door_get(own->db, name, &own->before, &own->error);
    }
    return NULL;
}

static void p5_hot_entities_of_three_programs_have_one_node_each(void **state) {
    (void)state;
    struct transaction programs[NODES];
    struct pawl_db *admin = open_administrator_on(0);
    char name[16];
    for (int i = 0; i < DOORS; i++) {
        name_door(name, "hot", i);
        new_door(admin, name);
    }
    for (size_t i = 0; i < NODES; i++) {
        programs[i] = (struct transaction){.db = open_by_entity(""), .error = PAWL_ERROR_INIT};
        assert_int_equal(pthread_create(&programs[i].thread, NULL, flip_hot_doors, &programs[i]), 0);
    }
    for (size_t i = 0; i < NODES; i++) {
        pthread_join(programs[i].thread, NULL);
        pawl_close(programs[i].db);
    }
    for (size_t i = 0; i < NODES; i++)
        if (programs[i].status != PAWL_OK)
            fail_msg("%s", programs[i].error.message);
    wait_for_all_nodes();
    char expected[32];
    snprintf(expected, sizeof expected, "%d\n", DOORS + (int)NODES * FLIPS);
    expect_rows(admin, expected, "select count(*) from door_" HISTORY " where door_id like 'hot-%%'");
    check_histories(admin, "door", DOOR_MOVES);
}

/* Another node would have it a moment later. */
static void what_one_program_has_moved_another_reads_at_once(void **state) {
    (void)state;
    struct pawl_db *programs[] = {open_by_entity(""), open_by_entity("")};
    struct pawl_db *admin = open_administrator_on(0);
    char name[16];
    bool is_there = true;
    for (int i = 0; i < 5 * DOORS; i++) {
        struct door_transition moved;
        struct door_current current;
        name_door(name, "read", i);
        if (i < DOORS)
            new_door(admin, name);
        expect(PAWL_OK, door_flip(programs[i % 2], name, NULL, &moved, &err));
        expect(PAWL_OK, door_get(programs[1 - i % 2], name, &current, &err));
        is_there = is_there && current.sort_key == moved.sort_key;
    }
    pawl_close(programs[0]);
    pawl_close(programs[1]);
    assert_true(is_there);
}

/* The application's, of which there is one where only one handle is open; 0: none. */
static long session_on(struct pawl_db *admin) {
    char *ids = rows_of(admin, "select id from information_schema.processlist where user = database()");
    const long id = strtol(ids, NULL, 10);
    free(ids);
    return id;
}

/* Of handles that were closed the servers hear a moment later. */
static void wait_until_no_session_is_left(struct pawl_db *const admins[NODES]) {
    for (size_t i = 0; i < NODES; i++)
        for (int waits = 0; session_on(admins[i]); waits++, sleep_ms(10))
            if (waits == 1000)
                fail_msg("after ten seconds node %zu still has a session of a handle that was closed", i);
}

/*
 * Makes doors until one is on another node than those to which the handle has come before, and ends that
 * session.
 */
static size_t leave_home(struct pawl_db *db, struct pawl_db *const admins[NODES], char door[16]) {
    bool was_there[NODES];
    size_t home = NODES;
    for (size_t i = 0; i < NODES; i++)
        was_there[i] = session_on(admins[i]) != 0;
    for (int tried = 0; home == NODES && tried < 100; tried++) {
        snprintf(door, 16, "home-%d", tried);
        const enum pawl_status status = door_create(db, door, NULL, NULL, &err);
        if (status != PAWL_EXISTS)
            expect(PAWL_OK, status);
        for (size_t i = 0; i < NODES; i++)
            if (!was_there[i] && session_on(admins[i]))
                home = i;
    }
    assert_true(home < NODES);
    execute(admins[home], "kill connection %ld", session_on(admins[home]));
    return home;
}

static void entity_comes_home_after_a_while(void **state) {
    (void)state;
    struct pawl_db *admins[NODES];
    char door[16];
    for (size_t i = 0; i < NODES; i++)
        admins[i] = open_administrator_on(i);
    wait_until_no_session_is_left(admins);
    struct pawl_db *stays = open_by_entity("&away_timeout=3600");
    size_t home = leave_home(stays, admins, door);
    for (int i = 0; i < 3; i++)
        expect(PAWL_OK, door_flip(stays, door, NULL, NULL, &err));
    const bool is_away = session_on(admins[home]) == 0;
    pawl_close(stays);
    assert_true(is_away);

    wait_until_no_session_is_left(admins);
    struct pawl_db *returns = open_by_entity("&away_timeout=1");
    home = leave_home(returns, admins, door);
    bool is_back = false;
    for (int waits = 0; waits < 100 && !is_back; waits++, sleep_ms(100)) {
        expect(PAWL_OK, door_flip(returns, door, NULL, NULL, &err));
        is_back = session_on(admins[home]) != 0;
    }
    pawl_close(returns);
    if (!is_back)
        fail_msg("after ten seconds %s is not moved on its own node again", door);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        NODE_TEST(p4_transaction_begins_behind_what_others_have_committed),
        NODE_TEST(p6_refusal_is_not_of_the_past),
        NODE_TEST(p6_read_that_is_ended_by_another_node_is_repeated_once),
        NODE_TEST(p6_refusal_of_one_of_many_is_not_of_the_past),
        NODE_TEST(p6_run_that_waits_is_not_of_the_past),
        NODE_TEST(p9_word_is_not_lost_where_a_run_has_just_begun_to_wait),
        NODE_TEST(p6_who_waits_in_vain_for_the_others_goes_to_another_node),
        NODE_TEST(connections_of_a_pool_wait_for_locks_on_a_node),
        NODE_TEST(version_is_not_refused_by_who_has_not_heard_of_it),
        NODE_TEST(deferred_events_are_found_behind_a_thaw),
        NODE_TEST(p5_move_follows_that_of_another_node),
        NODE_TEST(p3_transaction_that_a_node_has_given_up_is_not_begun_anew),
        NODE_TEST(p4_freeze_turns_away_who_has_not_heard_of_it),
        NODE_TEST(p4_freeze_turns_away_who_began_before),
        NODE_TEST(p4_functions_for_a_server_of_its_own_refuse_nodes),
        NODE_TEST(p4_lock_turns_away_who_has_not_heard_of_it),
        NODE_TEST(p4_lock_turns_away_who_began_before),
        NODE_TEST(p4_broken_lock_is_nobodys_on_any_node),
        NODE_TEST(p4_broken_lock_moves_nothing_on_any_node),
        NODE_TEST(p4_broken_lock_of_a_uuid_is_nobodys_on_any_node),
        NODE_TEST(workers_of_all_nodes_claim_each_work_once),
        NODE_TEST(events_of_two_nodes_are_deferred_in_their_order),
        NODE_TEST(p5_hot_entities_of_three_programs_have_one_node_each),
        NODE_TEST(what_one_program_has_moved_another_reads_at_once),
        NODE_TEST(entity_comes_home_after_a_while),
    };
    if (!tests_are_possible())
        return 77;
    return cmocka_run_group_tests(tests, create_with_transfers, database_drop);
}
