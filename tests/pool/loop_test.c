/*
 * Moves that nobody waits for: one thread asks for many, polls, and is told each one's answer once, as if
 * it had waited for it.
 */
#include "crew.h"

#include "../conformance/loans.h"
#include "../support/cut_proxy.h"

#include "pool/pool.h"

#include <poll.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DOORS = 20, FLIPS = 25, CALLS = DOORS * FLIPS, PATIENCE_MS = 20000 };

static struct pawl_pool *pool;
static struct pawl_db *admin, *db;

/* One that was asked for, and what came of it. */
struct asked {
    char key[32];
    enum pawl_status status;
    struct pawl_transition moved;
    struct pawl_error error;
    int times_told;
    size_t place; /* among those who were told */
    pthread_t teller;
};

static struct asked asked[CALLS];
static size_t told; /* in all */

static void begin(const struct pawl_pool_options *options) {
    admin = open_administrator();
    pool = open_pool(application_where(), options);
    db = open_handle(pool);
    memset(asked, 0, sizeof asked);
    told = 0;
}

static int finish(void **state) {
    pawl_close(db);
    pawl_pool_close(pool);
    db = NULL;
    pool = NULL;
    return close_handles(state);
}

static void hear(void *context, enum pawl_status status, const struct pawl_transition *moved,
                 const struct pawl_error *error) {
    struct asked *one = context;
    one->status = status;
    one->moved = *moved;
    one->error = *error;
    one->times_told++;
    one->teller = pthread_self();
    one->place = ++told;
}

static struct pawl_opts told_to(struct asked *one) {
    return (struct pawl_opts){.struct_size = sizeof(struct pawl_opts), .done = hear, .done_context = one};
}

static void flip(struct asked *one, const char *key) {
    const struct pawl_opts opts = told_to(one);
    char own[32];
    snprintf(one->key, sizeof one->key, "%s", key);
    snprintf(own, sizeof own, "%s", key);
    expect(PAWL_PENDING, door_flip(db, own, &opts, NULL, &err));
    memset(own, '?', sizeof own - 1); /* it was copied */
}

/* Until so many have been told. */
static void drive_until(size_t count) {
    struct pollfd readable = {.fd = pawl_pool_fd(pool, &err), .events = POLLIN};
    assert_true(readable.fd >= 0);
    while (told < count) {
        if (poll(&readable, 1, PATIENCE_MS) != 1)
            fail_msg("%zu of %zu are told after %d ms", told, count, PATIENCE_MS);
        pawl_pool_drive(pool);
    }
    assert_int_equal(told, count);
    assert_int_equal(poll(&readable, 1, 0), 0);
    assert_int_equal(pawl_pool_drive(pool), 0);
}

static void create_doors(const char *prefix, int count) {
    for (int i = 0; i < count; i++) {
        char key[32];
        snprintf(key, sizeof key, "%s %d", prefix, i);
        expect(PAWL_OK, door_create(admin, key, NULL, NULL, &err));
    }
}

/* ---- answers -------------------------------------------------------------------------------------- */

static void p2_many_from_one_thread_are_each_made_once_in_their_order(void **state) {
    (void)state;
    begin(NULL);
    create_doors("many", DOORS);
    for (int i = 0; i < CALLS; i++) {
        char key[32];
        snprintf(key, sizeof key, "many %d", i % DOORS);
        flip(&asked[i], key);
    }
    drive_until(CALLS);
    for (int i = 0; i < CALLS; i++) {
        if (asked[i].status != PAWL_OK || asked[i].times_told != 1)
            fail_msg("call %d: %s, told %d times: %s", i, pawl_status_name(asked[i].status),
                     asked[i].times_told, asked[i].error.message);
        assert_int_equal(asked[i].moved.event, DOOR_EVENT_FLIP);
        assert_int_equal(asked[i].moved.sort_key, 10 * (2 + i / DOORS));
        if (i >= DOORS && asked[i].place < asked[i - DOORS].place)
            fail_msg("call %d is told before call %d of the same door", i, i - DOORS);
        assert_true(pthread_equal(asked[i].teller, pthread_self()));
    }
    check_histories(admin, "door", DOOR_MOVES);
}

/* So few that each goes by itself, on whichever connection is free. */
static void p2_few_are_told_in_the_order_of_their_moves(void **state) {
    (void)state;
    begin(NULL);
    create_doors("few", 1);
    for (int round = 0; round < FLIPS * 4; round++) {
        told = 0;
        for (int i = 0; i < 3; i++)
            flip(&asked[i], "few 0");
        drive_until(3);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(asked[i].status, PAWL_OK);
            assert_int_equal(asked[i].place, i + 1);
        }
    }
}

static void p6_each_is_told_what_one_who_waits_is(void **state) {
    (void)state;
    begin(NULL);
    create_doors("told", 2);
    struct pawl_opts opts = told_to(&asked[2]);
    expect(PAWL_OK, door_knock(admin, "told 1", &(struct pawl_opts){.request_id = "once"}, NULL, &err));
    flip(&asked[0], "nowhere");
    flip(&asked[1], "told 0");
    opts.request_id = "once";
    expect(PAWL_PENDING, door_flip(db, "told 1", &opts, NULL, &err));
    opts = told_to(&asked[3]);
    expect(PAWL_PENDING, door_shut(db, "told 1", &opts, NULL, &err));
    opts = told_to(&asked[4]);
    opts.request_id = "once";
    opts.actor = "nobody in particular";
    expect(PAWL_PENDING, door_knock(db, "told 1", &opts, NULL, &err));
    drive_until(5);
    assert_int_equal(asked[0].status, PAWL_NOT_FOUND);
    assert_string_equal(asked[0].error.message, "door nowhere: flip finds no such door");
    assert_int_equal(asked[1].status, PAWL_OK);
    assert_string_equal(asked[1].error.message, "");
    assert_int_equal(asked[2].status, PAWL_REUSED);
    assert_int_equal(asked[3].status, PAWL_ILLEGAL);
    assert_string_equal(asked[3].error.message, "door told 1: shut is not allowed in closed");
    assert_int_equal(asked[4].status, PAWL_OK);
    assert_int_equal(asked[4].moved.sort_key, 20);
}

/* Nothing is under way then, and nobody is told of it. */
static void what_is_wrong_in_itself_is_said_at_once(void **state) {
    (void)state;
    begin(NULL);
    create_doors("wrong", 1);
    struct pawl_opts opts = told_to(&asked[0]);
    struct pawl_db *plain = open_application_apart();
    const struct door_flip_item items[] = {{.id = "wrong 0"}};
    struct door_result results[1];
    expect(PAWL_MISUSE, door_flip(db, NULL, &opts, NULL, &err));
    expect(PAWL_MISUSE, door_flip(plain, "wrong 0", &opts, NULL, &err));
    expect_message("a call with `done` on a handle that is no pool's");
    expect(PAWL_MISUSE, door_flip_many(db, items, 1, &opts, results, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_MISUSE, door_flip(db, "wrong 0", &opts, NULL, &err));
    expect_message("a call with `done` inside a transaction");
    expect(PAWL_OK, pawl_commit(db, &err));
    opts.struct_size = 8; /* of a pointer */
    expect(PAWL_MISUSE, door_flip(db, "wrong 0", &opts, NULL, &err));
    expect_message("door wrong 0: flip: struct_size is 8, and no struct pawl_opts was ever so small");
    opts.struct_size = offsetof(struct pawl_opts, done); /* of a program that knows nothing of `done` */
    expect(PAWL_OK, door_flip(db, "wrong 0", &opts, NULL, &err));
    assert_int_equal(pawl_pool_drive(pool), 0);
    assert_int_equal(pawl_pool_drive(NULL), 0);
    assert_int_equal(pawl_pool_fd(NULL, &err), -1);
    assert_int_equal(err.status, PAWL_MISUSE);
    assert_int_equal(told, 0);
}

static void who_gives_no_struct_size_is_told_as_well(void **state) {
    (void)state;
    begin(NULL);
    create_doors("plain", 1);
    const struct pawl_opts opts = {.done = hear, .done_context = &asked[0]};
    expect(PAWL_PENDING, door_flip(db, "plain 0", &opts, NULL, &err));
    drive_until(1);
    assert_int_equal(asked[0].status, PAWL_OK);
}

struct chain {
    struct asked last;
    int left;
};

static void ask_again(void *context, enum pawl_status status, const struct pawl_transition *moved,
                      const struct pawl_error *error) {
    struct chain *chain = context;
    hear(&chain->last, status, moved, error);
    if (--chain->left == 0)
        return;
    const struct pawl_opts opts = {.struct_size = sizeof opts, .done = ask_again, .done_context = chain};
    if (door_flip(db, "chain 0", &opts, NULL, &err) != PAWL_PENDING)
        chain->left = -1;
}

static void who_asks_for_more_when_told_is_told_again(void **state) {
    (void)state;
    struct chain chain = {.left = 50};
    const struct pawl_opts opts = {.struct_size = sizeof opts, .done = ask_again, .done_context = &chain};
    begin(NULL);
    create_doors("chain", 1);
    expect(PAWL_PENDING, door_flip(db, "chain 0", &opts, NULL, &err));
    drive_until(50);
    assert_int_equal(chain.left, 0);
    assert_int_equal(chain.last.moved.sort_key, 10 * 51);
}

/* Guards, effects and `then`, called by a thread of the pool's. */
static void callbacks_are_called_as_for_one_who_waits(void **state) {
    (void)state;
    struct clerk clerk = {0};
    struct loan_hooks hooks = hooks_of_clerk(&clerk);
    begin(NULL);
    expect(PAWL_OK, loan_set_hooks(db, &hooks, &err));
    execute(admin, "insert into loans (id) values ('later')");
    struct pawl_opts opts = told_to(&asked[0]);
    expect(PAWL_PENDING, loan_import(db, "later", &from_elsewhere, &opts, NULL, &err));
    opts = told_to(&asked[1]);
    expect(PAWL_PENDING, loan_audit(db, "later", &opts, NULL, &err));
    pawl_close(db); /* what was asked for needs it no more */
    db = NULL;
    drive_until(2);
    if (asked[0].status != PAWL_OK)
        fail_msg("%s", asked[0].error.message);
    assert_int_equal(asked[1].status, PAWL_OK);
    assert_int_equal(asked[1].moved.sort_key, 20);
    expect_log(&clerk, "agreed(import >pending) tell(import >pending) announce(import >pending) "
                       "agreed(audit pending>pending) ");
}

/* Handles that are made later have the pool's hooks, and may have others of their own. */
static void hooks_of_a_pool_are_those_of_its_handles(void **state) {
    (void)state;
    struct clerk clerk = {0}, other = {0};
    struct loan_hooks hooks = hooks_of_clerk(&clerk), own = hooks_of_clerk(&other), none = {0};
    struct pawl_db *second = NULL, *third = NULL;
    begin(NULL);
    execute(admin, "insert into loans (id) values ('first'), ('second'), ('third')");
    expect(PAWL_MISUSE, pawl_pool_set_hooks(pool, &loan_machine, &none, &err));
    expect(PAWL_MISUSE, pawl_pool_set_hooks(NULL, &loan_machine, &hooks, &err));
    expect(PAWL_MISUSE, pawl_pool_set_hooks(pool, NULL, &hooks, &err));
    expect(PAWL_MISUSE, loan_import(db, "first", &from_elsewhere, NULL, NULL, &err));
    expect(PAWL_OK, pawl_pool_set_hooks(pool, &loan_machine, &hooks, &err));
    expect(PAWL_MISUSE, loan_import(db, "first", &from_elsewhere, NULL, NULL, &err)); /* made before */
    expect(PAWL_OK, pawl_pool_handle(pool, &second, &err));
    expect(PAWL_OK, loan_import(second, "second", &from_elsewhere, NULL, NULL, &err));
    expect_log(&clerk, "agreed(import >pending) tell(import >pending) announce(import >pending) ");
    expect(PAWL_OK, pawl_pool_handle(pool, &third, &err));
    expect(PAWL_OK, loan_set_hooks(third, &own, &err));
    expect(PAWL_OK, loan_import(third, "third", &from_elsewhere, NULL, NULL, &err));
    expect_log(&clerk, "");
    expect_log(&other, "agreed(import >pending) tell(import >pending) announce(import >pending) ");
    expect(PAWL_OK, pawl_pool_set_hooks(pool, &loan_machine, NULL, &err));
    expect(PAWL_OK, loan_audit(second, "second", NULL, NULL, &err)); /* which keeps them */
    pawl_close(third);
    third = NULL;
    expect(PAWL_OK, pawl_pool_handle(pool, &third, &err));
    expect(PAWL_MISUSE, loan_audit(third, "third", NULL, NULL, &err));
    pawl_close(third);
    pawl_close(second);
}

/* Hooks of other events are no reason to have a connection to itself. */
static void what_calls_nothing_in_c_joins_others(void **state) {
    (void)state;
    struct clerk clerk = {0};
    struct loan_hooks hooks = hooks_of_clerk(&clerk);
    begin(&(struct pawl_pool_options){
        .struct_size = sizeof(struct pawl_pool_options), .connections = 2, .lanes = 1, .wait_ms = 1000});
    expect(PAWL_OK, loan_set_hooks(db, &hooks, &err));
    execute(admin, "insert into loans (id) values ('joins')");
    expect(PAWL_OK, loan_create(db, "joins", &hundred, NULL, NULL, &err));
    struct pawl_db *holder = open_handle(pool);
    assert_non_null(pawl_native(holder)); /* it keeps the only one that is of no lane */
    const struct pawl_opts opts = told_to(&asked[0]);
    expect(PAWL_PENDING, loan_touch(db, "joins", &opts, NULL, &err));
    drive_until(1);
    pawl_close(holder);
    if (asked[0].status != PAWL_OK)
        fail_msg("%s", asked[0].error.message);
    assert_int_equal(asked[0].moved.sort_key, 20);
}

/* ---- limits, and the end -------------------------------------------------------------------------- */

static void a_full_queue_says_so_and_takes_more_when_it_was_driven(void **state) {
    (void)state;
    begin(&(struct pawl_pool_options){.struct_size = sizeof(struct pawl_pool_options), .queue = 3});
    create_doors("full", 1);
    const struct pawl_opts opts = told_to(&asked[3]);
    for (int i = 0; i < 3; i++)
        flip(&asked[i], "full 0");
    expect(PAWL_CONFLICT, door_flip(db, "full 0", &opts, NULL, &err));
    expect_message("the pool: its queue of 3 is full");
    assert_true(err.retryable);
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_BUSY);
    drive_until(3);
    flip(&asked[3], "full 0");
    drive_until(4);
    assert_int_equal(asked[3].status, PAWL_OK);
    assert_int_equal(asked[3].moved.sort_key, 10 * 5);
}

/* The first waits for a lock, which is the database's to end, and the second for the first. */
static void who_is_not_begun_in_time_is_told_so(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* where the first is not begun either */
    begin(&(struct pawl_pool_options){.struct_size = sizeof(struct pawl_pool_options), .wait_ms = 50});
    create_doors("late", 2);
    flip(&asked[2], "late 1");
    drive_until(1);
    sleep_ms(20); /* the pool's threads have nothing to do, and no deadline to mind */
    told = 0;
    expect(PAWL_OK, pawl_begin(admin, &err));
    expect(PAWL_OK, door_knock(admin, "late 0", NULL, NULL, &err));
    flip(&asked[0], "late 0");
    flip(&asked[1], "late 0");
    if (on_mariadb()) { /* where both have a connection to themselves */
        expect(PAWL_OK, pawl_commit(admin, &err));
        drive_until(2);
        return;
    }
    drive_until(1);
    assert_int_equal(asked[1].status, PAWL_CONFLICT);
    assert_string_equal(asked[1].error.message, "door late 0: flip was not begun within 50 ms");
    assert_int_equal(asked[1].error.obstacle, PAWL_OBSTACLE_BUSY);
    expect(PAWL_OK, pawl_commit(admin, &err));
    drive_until(2);
    assert_int_equal(asked[0].status, PAWL_OK);
}

/* A move of a door whose key begins so takes a while in the database. */
static void slow_down(const char *prefix, int ms) {
    execute(admin,
            "create or replace function slow_down() returns trigger language plpgsql as"
            " 'begin perform pg_sleep(0.%03d); return new; end';"
            " create or replace trigger slow_down before insert on door_transitions for each row"
            " when (new.door_id like '%s %%' and new.event = 'flip') execute function slow_down()",
            ms, prefix);
}

static void slow_down_no_more(void) {
    execute(admin, "drop trigger slow_down on door_transitions; drop function slow_down()");
}

struct waiter {
    struct pawl_db *db;
    char key[32];
    enum pawl_status status;
};

static void *flip_and_wait(void *context) {
    struct waiter *waiter = context;
    struct pawl_error own = PAWL_ERROR_INIT;
    waiter->status = door_flip(waiter->db, waiter->key, NULL, NULL, &own);
    return NULL;
}

/* Two who wait, the second with a move in his batch that nobody waits for. */
struct undone {
    struct pawl_db *keeper; /* of the only connection that is of no lane */
    struct waiter waiters[2];
    pthread_t threads[2];
};

/* That move is left undone by a batch that lasts longer than the pool's threads mind deadlines. */
static void leave_undone(struct undone *undone, const char *prefix, int64_t wait_ms) {
    char key[32];
    snprintf(key, sizeof key, "%s 0", prefix);
    begin(&(struct pawl_pool_options){
        .struct_size = sizeof(struct pawl_pool_options), .connections = 2, .wait_ms = wait_ms});
    pool_gathers_always(pool);
    create_doors(prefix, 3);
    flip(&asked[1], key);
    drive_until(1);
    told = 0;
    slow_down(prefix, 300);
    undone->keeper = open_handle(pool);
    expect(PAWL_OK, pawl_begin(undone->keeper, &err));
    expect(PAWL_OK, pawl_begin(admin, &err));
    expect(PAWL_OK, door_flip(admin, key, NULL, NULL, &err));
    for (int i = 0; i < 2; i++) {
        undone->waiters[i] = (struct waiter){.db = open_handle(pool)};
        snprintf(undone->waiters[i].key, sizeof undone->waiters[i].key, "%s %d", prefix, i + 1);
        assert_int_equal(pthread_create(&undone->threads[i], NULL, flip_and_wait, &undone->waiters[i]), 0);
        sleep_ms(50); /* the first leads, and the second leads the next batch */
    }
    flip(&asked[0], key);
}

static void finish_undone(struct undone *undone) {
    for (int i = 0; i < 2; i++) {
        pthread_join(undone->threads[i], NULL);
        assert_int_equal(undone->waiters[i].status, PAWL_OK);
        pawl_close(undone->waiters[i].db);
    }
    expect(PAWL_OK, pawl_commit(admin, &err));
    expect(PAWL_OK, pawl_rollback(undone->keeper, &err));
    pawl_close(undone->keeper);
    slow_down_no_more();
}

/* Nothing ends then that would wake the pool's threads. */
static void who_is_left_undone_late_is_told_so(void **state) {
    (void)state;
    struct undone undone;
    if (!on_postgres() || !has_session_of_postgres())
        skip();
    leave_undone(&undone, "undone", 400);
    drive_until(1);
    assert_int_equal(asked[0].status, PAWL_CONFLICT);
    assert_string_equal(asked[0].error.message, "door undone 0: flip was not begun within 400 ms");
    finish_undone(&undone);
}

/* Whoever closes the pool may keep the connection that is waited for. */
static void p3_who_is_left_undone_keeps_no_pool_open(void **state) {
    (void)state;
    struct undone undone;
    if (!on_postgres() || !has_session_of_postgres())
        skip();
    leave_undone(&undone, "closing", PAWL_WAIT);
    sleep_ms(350); /* it is in the second batch */
    alarm(PATIENCE_MS / 1000);
    pawl_pool_close(pool);
    alarm(0);
    pool = NULL;
    assert_int_equal(asked[0].times_told, 1);
    assert_int_equal(asked[0].status, PAWL_CONFLICT);
    assert_string_equal(asked[0].error.message, "the pool: it was closed, and the transition was not begun");
    finish_undone(&undone);
}

/* A batch lasts, and so much was asked for lately that one who comes alone is not worth another one. */
static void flip_beside_a_batch_that_lasts(const char *prefix, bool waits) {
    enum { SLOW = 8 };
    char key[32];
    begin(&(struct pawl_pool_options){.struct_size = sizeof(struct pawl_pool_options), .wait_ms = 500});
    pool_gathers_always(pool);
    create_doors(prefix, SLOW);
    snprintf(key, sizeof key, "quick %s", prefix);
    expect(PAWL_OK, door_create(db, key, NULL, NULL, &err));
    slow_down(prefix, 200);
    for (int i = 0; i < SLOW; i++) {
        char slow[32];
        snprintf(slow, sizeof slow, "%s %d", prefix, i);
        flip(&asked[i], slow);
    }
    sleep_ms(400);
    if (waits)
        expect(PAWL_OK, door_flip(db, key, NULL, NULL, &err));
    else
        flip(&asked[SLOW], key);
    drive_until(waits ? SLOW : SLOW + 1);
    slow_down_no_more();
    if (!waits && asked[SLOW].status != PAWL_OK)
        fail_msg("%s: %s", pawl_status_name(asked[SLOW].status), asked[SLOW].error.message);
}

static void p5_who_comes_alone_does_not_wait_for_a_batch_that_lasts(void **state) {
    (void)state;
    if (!on_postgres() || !has_session_of_postgres())
        skip();
    flip_beside_a_batch_that_lasts("lasts", true);
    finish(NULL);
    flip_beside_a_batch_that_lasts("lasts again", false);
}

static void p3_closing_the_pool_leaves_nothing_untold(void **state) {
    (void)state;
    begin(NULL);
    create_doors("closed", 4);
    for (int i = 0; i < CALLS; i++) {
        char key[32];
        snprintf(key, sizeof key, "closed %d", i % 4);
        flip(&asked[i], key);
    }
    pawl_pool_close(pool);
    const struct pawl_opts opts = told_to(&asked[0]);
    expect(PAWL_MISUSE, door_flip(db, "closed 0", &opts, NULL, &err));
    expect_message("a call with `done`, and its pool is closed");
    pawl_close(db);
    db = NULL;
    pool = NULL;
    int done = 0;
    for (int i = 0; i < CALLS; i++) {
        assert_int_equal(asked[i].times_told, 1);
        if (asked[i].status == PAWL_OK)
            done++;
        else if (asked[i].status != PAWL_CONFLICT)
            fail_msg("%s: %s", pawl_status_name(asked[i].status), asked[i].error.message);
    }
    char expected[32];
    snprintf(expected, sizeof expected, "%d\n", done);
    expect_rows(admin, expected,
                "select count(*) from door_" HISTORY " where door_id like 'closed%%' and event = 'flip'");
    check_histories(admin, "door", DOOR_MOVES);
}

/* Who takes his time in `done`, while others may close the pool. */
struct slow_listener {
    struct asked one;
    atomic_bool is_called;
};

static void hear_slowly(void *context, enum pawl_status status, const struct pawl_transition *moved,
                        const struct pawl_error *error) {
    struct slow_listener *listener = context;
    atomic_store(&listener->is_called, true);
    sleep_ms(100);
    hear(&listener->one, status, moved, error);
}

static void *drive_on(void *context) {
    const struct slow_listener *listener = context;
    while (!atomic_load(&listener->is_called))
        pawl_pool_drive(pool);
    return NULL;
}

static void p3_closing_the_pool_waits_for_another_thread_that_tells(void **state) {
    (void)state;
    struct slow_listener listener = {0};
    pthread_t driver;
    begin(NULL);
    create_doors("slow", 1);
    const struct pawl_opts opts = {
        .struct_size = sizeof opts, .done = hear_slowly, .done_context = &listener};
    expect(PAWL_PENDING, door_flip(db, "slow 0", &opts, NULL, &err));
    assert_int_equal(pthread_create(&driver, NULL, drive_on, &listener), 0);
    while (!atomic_load(&listener.is_called))
        sleep_ms(1);
    pawl_close(db);
    db = NULL;
    pawl_pool_close(pool);
    pool = NULL;
    assert_int_equal(listener.one.times_told, 1);
    pthread_join(driver, NULL);
    assert_int_equal(listener.one.status, PAWL_OK);
}

/* It has none of the pool's threads, and a copy of its lock. */
static const char *use_in_forked_process(void) {
    struct pawl_db *own = NULL;
    alarm(PATIENCE_MS / 1000);
    if (pawl_pool_handle(pool, &own, &err) != PAWL_MISUSE)
        return "handle";
    if (strcmp(err.message, "the pool was opened by another process, from which this one was forked") != 0)
        return "message";
    if (pawl_pool_fd(pool, &err) >= 0)
        return "descriptor";
    if (pawl_pool_drive(pool) > 0)
        return "drive";
    pawl_close(db);
    pawl_pool_close(pool);
    return "";
}

static void p7_forked_process_leaves_the_pool_alone(void **state) {
    (void)state;
    int status = 0;
    begin(NULL);
    create_doors("forked", DOORS);
    for (int i = 0; i < CALLS; i++) {
        char key[32];
        snprintf(key, sizeof key, "forked %d", i % DOORS);
        flip(&asked[i], key);
    }
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const char *wrong = use_in_forked_process();
        fputs(wrong, stderr);
        _exit(*wrong != '\0');
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    drive_until(CALLS);
    for (int i = 0; i < CALLS; i++) {
        assert_int_equal(asked[i].times_told, 1);
        assert_int_equal(asked[i].status, PAWL_OK);
    }
    check_histories(admin, "door", DOOR_MOVES);
}

/* ---- connections that break ----------------------------------------------------------------------- */

/*
 * The connection cannot be made again at once, and another one is there to be read on; what was sent reaches
 * the server in the end.
 */
static void read_after_unknown(const char *key, bool is_made_with_others) {
    const struct pawl_pool_options options = {.struct_size = sizeof options, .connections = 3, .lanes = 1};
    struct door_current current;
    struct cut_proxy *proxy = cut_proxy_start(application_where());
    admin = open_administrator();
    pool = open_pool(cut_proxy_where(proxy), &options);
    if (is_made_with_others)
        pool_gathers_always(pool);
    db = open_handle(pool);
    struct pawl_db *other = open_handle(pool);
    memset(asked, 0, sizeof asked);
    told = 0;
    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_OK, door_create(admin, key, NULL, NULL, &err));
    for (int i = 0; i < 2; i++) /* the first asks which machine it is, the second prepares */
        expect(PAWL_OK, door_flip(db, key, NULL, NULL, &err));
    cut_proxy_hold(proxy);
    cut_proxy_arm(proxy, TO_SERVER, 1);
    flip(&asked[0], key);
    drive_until(1);
    assert_int_equal(asked[0].status, PAWL_UNKNOWN);
    expect(PAWL_OK, pawl_rollback(other, &err));
    expect(PAWL_OK, door_get(db, key, &current, &err));
    assert_int_equal(current.sort_key, 30);
    cut_proxy_release(proxy);
    expect_rows(admin, "30\n", "select max(sort_key) from door_" HISTORY " where door_id = '%s'", key);
    assert_true(cut_proxy_has_cut(proxy));
    pawl_close(other);
    pawl_close(db);
    pawl_pool_close(pool);
    db = NULL;
    pool = NULL;
    cut_proxy_stop(proxy);
}

static void p7_what_is_read_after_unknown_stays(void **state) {
    (void)state;
    if (on_sqlite() || (on_postgres() && !has_session_of_postgres()))
        skip();
    read_after_unknown("alone", false);
    read_after_unknown("with others", true);
}

/* The answer to a batch is lost, and the database away; some of it wait for their turn to ask again then. */
static void p7_who_was_sent_is_not_told_that_he_was_not(void **state) {
    (void)state;
    if (on_sqlite() || (on_postgres() && !has_session_of_postgres()))
        skip();
    const struct pawl_pool_options options = {.struct_size = sizeof options, .connections = 3, .lanes = 1};
    struct cut_proxy *proxy = cut_proxy_start(application_where());
    admin = open_administrator();
    pool = open_pool(cut_proxy_where(proxy), &options);
    pool_gathers_always(pool);
    db = open_handle(pool);
    memset(asked, 0, sizeof asked);
    told = 0;
    create_doors("sent", DOORS);
    for (int i = 0; i < 2; i++) /* the first asks which machine it is, the second prepares */
        expect(PAWL_OK, door_flip(db, "sent 0", NULL, NULL, &err));
    cut_proxy_hide(proxy);
    cut_proxy_arm(proxy, TO_CLIENT, 1);
    for (int i = 0; i < DOORS; i++) {
        struct pawl_opts opts = told_to(&asked[i]);
        opts.request_id = "sent once";
        snprintf(asked[i].key, sizeof asked[i].key, "sent %d", i);
        expect(PAWL_PENDING, door_flip(db, asked[i].key, &opts, NULL, &err));
    }
    for (int waits = 0; cut_proxy_will_cut(proxy) && waits < 2000; waits++) /* however busy the machine is */
        sleep_ms(5);
    for (int waits = 0; told == 0 && waits < 20; waits++) {
        sleep_ms(5);
        pawl_pool_drive(pool);
    }
    pawl_pool_close(pool);
    pawl_close(db);
    db = NULL;
    pool = NULL;
    assert_int_equal(told, DOORS);
    assert_true(cut_proxy_has_cut(proxy));
    cut_proxy_stop(proxy);
    for (int i = 0; i < DOORS; i++) {
        char sql[160];
        snprintf(sql, sizeof sql,
                 "select count(*) from door_" HISTORY
                 " where door_id = 'sent %d' and request_id = 'sent once'",
                 i);
        char *made = rows_of(admin, sql);
        if (strcmp(made, "0\n") != 0 && asked[i].status != PAWL_UNKNOWN)
            fail_msg("%s was made, and is told %s: %s", asked[i].key, pawl_status_name(asked[i].status),
                     asked[i].error.message);
        free(made);
    }
}

/* The connection breaks later than those whose moves it carries would have waited for their turn. */
static void p7_what_lasts_is_not_told_unknown_before_its_end(void **state) {
    (void)state;
    if (!on_postgres() || !has_session_of_postgres())
        skip();
    const struct pawl_pool_options options = {
        .struct_size = sizeof options, .connections = 3, .lanes = 1, .wait_ms = 1000};
    enum { LASTING = 6 };
    struct cut_proxy *proxy = cut_proxy_start(application_where());
    admin = open_administrator();
    pool = open_pool(cut_proxy_where(proxy), &options);
    pool_gathers_always(pool);
    db = open_handle(pool);
    memset(asked, 0, sizeof asked);
    told = 0;
    create_doors("lasting", LASTING);
    for (int i = 0; i < 2; i++) /* the first asks which machine it is, the second prepares */
        expect(PAWL_OK, door_flip(db, "lasting 0", NULL, NULL, &err));
    slow_down("lasting", 300);
    for (int i = 0; i < LASTING; i++) {
        char key[32];
        snprintf(key, sizeof key, "lasting %d", i);
        flip(&asked[i], key);
    }
    sleep_ms(1300);
    cut_proxy_leave(proxy);
    sleep_ms(200);
    pawl_pool_drive(pool);
    size_t unknown = 0;
    for (int i = 0; i < LASTING; i++)
        unknown += asked[i].times_told > 0 && asked[i].status == PAWL_UNKNOWN;
    cut_proxy_return(proxy);
    drive_until(LASTING);
    assert_int_equal(unknown, 0); /* of those whose database is away */
    for (int i = 0; i < LASTING; i++) {
        assert_int_equal(asked[i].times_told, 1);
        unknown += asked[i].status == PAWL_UNKNOWN;
    }
    assert_true(unknown > 1);
    slow_down_no_more();
    pawl_close(db);
    pawl_pool_close(pool);
    db = NULL;
    pool = NULL;
    cut_proxy_stop(proxy);
}

enum { FLIPPERS = 40, LAST_MS = 1500 };

struct flipper {
    char key[32];
    bool has_ids;
    int64_t sort_key; /* of its door, which nobody else moves */
    int flips;
    char problem[700]; /* "" for none */
};

static struct flipper flippers[FLIPPERS];
static int flying;
static bool is_over;

static void flip_on(struct flipper *flipper);

/* Nobody knows: the door is where it was, or one flip further, and stays there. */
static bool read_again(struct flipper *flipper) {
    struct door_current current;
    struct pawl_error own = PAWL_ERROR_INIT;
    enum pawl_status status = PAWL_DB;
    for (int attempt = 0; status == PAWL_DB && attempt < 200; attempt++)
        if ((status = door_get(db, flipper->key, &current, &own)) == PAWL_DB)
            sleep_ms(5);
    if (status != PAWL_OK ||
        (current.sort_key != flipper->sort_key && current.sort_key != flipper->sort_key + 10)) {
        snprintf(flipper->problem, sizeof flipper->problem, "after UNKNOWN at %lld: %s at %lld: %s",
                 (long long)flipper->sort_key, pawl_status_name(status),
                 (long long)(status == PAWL_OK ? current.sort_key : 0), own.message);
        return false;
    }
    flipper->sort_key = current.sort_key;
    return true;
}

static void hear_flip(void *context, enum pawl_status status, const struct pawl_transition *moved,
                      const struct pawl_error *error) {
    struct flipper *flipper = context;
    flying--;
    /* DB: it could not connect, and nothing was sent; UNKNOWN under an id: it is asked for again */
    if (status == PAWL_OK && moved->sort_key == flipper->sort_key + 10) {
        flipper->sort_key = moved->sort_key;
        flipper->flips++;
    } else if (status == PAWL_UNKNOWN && !flipper->has_ids) {
        if (!read_again(flipper))
            return;
    } else if (status != PAWL_DB && status != PAWL_UNKNOWN) {
        snprintf(flipper->problem, sizeof flipper->problem, "%s at %lld behind %lld: %s",
                 pawl_status_name(status), (long long)moved->sort_key, (long long)flipper->sort_key,
                 error->message);
        return;
    }
    if (!is_over || status != PAWL_OK)
        flip_on(flipper);
}

static void flip_on(struct flipper *flipper) {
    char id[48];
    snprintf(id, sizeof id, "flip from %lld", (long long)flipper->sort_key);
    const struct pawl_opts opts = {.struct_size = sizeof opts,
                                   .request_id = flipper->has_ids ? id : NULL,
                                   .done = hear_flip,
                                   .done_context = flipper};
    struct pawl_error own = PAWL_ERROR_INIT;
    enum pawl_status status = door_flip(db, flipper->key, &opts, NULL, &own);
    if (status == PAWL_PENDING)
        flying++;
    else
        snprintf(flipper->problem, sizeof flipper->problem, "asking: %s: %s", pawl_status_name(status),
                 own.message);
}

static void *cut_on(void *context) {
    struct cut_proxy *proxy = context;
    unsigned long number = 12345;
    for (int waited_ms = 0; waited_ms < LAST_MS; waited_ms += 25) {
        sleep_ms(25);
        number = number * 1103515245 + 12345;
        cut_proxy_arm(proxy, number & 4096 ? TO_SERVER : TO_CLIENT, (long)(number >> 16) % 6000);
    }
    return NULL;
}

static void p7_answers_that_are_lost_are_found_out(void **state) {
    (void)state;
    if (on_sqlite() || (on_postgres() && !has_session_of_postgres()))
        skip();
    struct door_current current;
    pthread_t cutter;
    struct cut_proxy *proxy = cut_proxy_start(application_where());
    admin = open_administrator();
    pool = open_pool(cut_proxy_where(proxy), NULL);
    db = open_handle(pool);
    create_doors("cut", FLIPPERS);
    expect(PAWL_OK, door_get(db, "cut 0", &current, &err));
    assert_int_equal(pthread_create(&cutter, NULL, cut_on, proxy), 0);
    is_over = false;
    for (int i = 0; i < FLIPPERS; i++) {
        flippers[i] = (struct flipper){.sort_key = 10, .has_ids = i % 3 != 0};
        snprintf(flippers[i].key, sizeof flippers[i].key, "cut %d", i);
        flip_on(&flippers[i]);
    }
    struct pollfd readable = {.fd = pawl_pool_fd(pool, &err), .events = POLLIN};
    for (int waited_ms = 0; waited_ms < LAST_MS; waited_ms += 10) {
        poll(&readable, 1, 10);
        pawl_pool_drive(pool);
    }
    pthread_join(cutter, NULL);
    is_over = true;
    while (flying > 0) {
        assert_int_equal(poll(&readable, 1, PATIENCE_MS), 1);
        pawl_pool_drive(pool);
    }
    int flips = 0;
    for (int i = 0; i < FLIPPERS; i++) {
        if (flippers[i].problem[0])
            fail_msg("%s: %s", flippers[i].key, flippers[i].problem);
        char expected[32];
        snprintf(expected, sizeof expected, "%lld\n", (long long)flippers[i].sort_key);
        expect_rows(admin, expected, "select max(sort_key) from door_" HISTORY " where door_id = '%s'",
                    flippers[i].key);
        flips += flippers[i].flips;
    }
    print_message("%d flips\n", flips);
    assert_true(flips > FLIPPERS);
    check_histories(admin, "door", DOOR_MOVES);
    pawl_close(db);
    pawl_pool_close(pool);
    db = NULL;
    pool = NULL;
    cut_proxy_stop(proxy);
}

#define EACH(function) cmocka_unit_test_teardown(function, finish)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(p2_many_from_one_thread_are_each_made_once_in_their_order),
        EACH(p2_few_are_told_in_the_order_of_their_moves),
        EACH(p6_each_is_told_what_one_who_waits_is),
        EACH(what_is_wrong_in_itself_is_said_at_once),
        EACH(who_gives_no_struct_size_is_told_as_well),
        EACH(who_asks_for_more_when_told_is_told_again),
        EACH(callbacks_are_called_as_for_one_who_waits),
        EACH(hooks_of_a_pool_are_those_of_its_handles),
        EACH(what_calls_nothing_in_c_joins_others),
        EACH(a_full_queue_says_so_and_takes_more_when_it_was_driven),
        EACH(who_is_not_begun_in_time_is_told_so),
        EACH(who_is_left_undone_late_is_told_so),
        EACH(p3_who_is_left_undone_keeps_no_pool_open),
        EACH(p5_who_comes_alone_does_not_wait_for_a_batch_that_lasts),
        EACH(p3_closing_the_pool_leaves_nothing_untold),
        EACH(p3_closing_the_pool_waits_for_another_thread_that_tells),
        EACH(p7_forked_process_leaves_the_pool_alone),
        EACH(p7_what_is_read_after_unknown_stays),
        EACH(p7_who_was_sent_is_not_told_that_he_was_not),
        EACH(p7_what_lasts_is_not_told_unknown_before_its_end),
        EACH(p7_answers_that_are_lost_are_found_out),
    };
    return run_loan_suite(tests);
}
