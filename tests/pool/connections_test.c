/* Which connection a handle of a pool has, and when: who is served first, what one that was lent is left as.
 */
#include "crew.h"

#include "alarm.h"

#include "pool/parts.h"
#include "pool/pool.h"

#include <stdatomic.h>

static struct pawl_pool *pool;
static struct pawl_db *admin;

static int finish(void **state) {
    pawl_pool_close(pool);
    pool = NULL;
    return close_handles(state);
}

/* ---- who waits ------------------------------------------------------------------------------------ */

static void who_waits_too_long_is_told_so(void **state) {
    (void)state;
    const struct pawl_pool_options options = {
        .struct_size = sizeof options, .connections = 2, .lanes = 1, .wait_ms = 50};
    admin = open_administrator();
    pool = open_pool(application_where(), &options);
    struct pawl_db *holder = open_handle(pool), *other = open_handle(pool), *waiter = open_handle(pool);
    struct door_current current;
    expect(PAWL_OK, door_create(waiter, "limits", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(holder, &err));
    expect(PAWL_OK, door_get(holder, "limits", &current, &err));
    if (on_mariadb() || (on_postgres() && has_session_of_postgres()))
        expect(PAWL_OK, door_flip(waiter, "limits", NULL, NULL, &err)); /* which needs none to itself */
    else if (!on_sqlite()) /* nothing is gathered behind a pooler, and so no connection kept for it */
        expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_CONFLICT, pawl_begin(waiter, &err));
    expect_message("the pool: no connection was free within 50 ms");
    assert_true(err.retryable);
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_BUSY);
    assert_false(pawl_in_transaction(waiter));
    expect(PAWL_OK, pawl_rollback(holder, &err));
    expect(PAWL_OK, pawl_begin(waiter, &err));
    expect(PAWL_OK, door_flip(waiter, "limits", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(waiter, &err));
    pawl_close(holder);
    pawl_close(other);
    pawl_close(waiter);
}

enum { WAITERS = 16 };

struct waiter {
    struct pawl_db *db;
    pthread_t thread;
    int place; /* among those who have had a connection */
    enum pawl_status status;
    struct pawl_error error;
};

static atomic_int served;

static void *begin_and_end(void *context) {
    struct waiter *waiter = context;
    waiter->status = pawl_begin(waiter->db, &waiter->error);
    waiter->place = ++served;
    if (waiter->status == PAWL_OK)
        waiter->status = pawl_commit(waiter->db, &waiter->error);
    return NULL;
}

static int count_of_takers(void) {
    int count = 0;
    pthread_mutex_lock(&pool->lock);
    for (const struct scheduled_call *call = pool->schedule.takers.first; call; call = call->in_queue.next)
        count++;
    pthread_mutex_unlock(&pool->lock);
    return count;
}

/* However short the queue is said to be, which is that of moves that nobody waits for. */
static void p5_who_waits_longest_has_the_next_connection(void **state) {
    (void)state;
    const struct pawl_pool_options options = {
        .struct_size = sizeof options, .connections = 2, .lanes = 1, .queue = 1};
    struct waiter waiters[WAITERS];
    admin = open_administrator();
    pool = open_pool(application_where(), &options);
    struct pawl_db *holder = open_handle(pool), *other = open_handle(pool);
    assert_non_null(pawl_native(holder));
    if (pool->schedule.lane_count == 0)
        assert_non_null(pawl_native(other)); /* there is no lane */
    served = 0;
    for (int i = 0; i < WAITERS; i++) {
        waiters[i] = (struct waiter){.db = open_handle(pool), .error = PAWL_ERROR_INIT};
        assert_int_equal(pthread_create(&waiters[i].thread, NULL, begin_and_end, &waiters[i]), 0);
        while (count_of_takers() <= i)
            sleep_ms(1);
    }
    pawl_close(holder);
    for (int i = 0; i < WAITERS; i++) {
        pthread_join(waiters[i].thread, NULL);
        expect(PAWL_OK, waiters[i].status);
        assert_int_equal(waiters[i].place, i + 1);
        pawl_close(waiters[i].db);
    }
    pawl_close(other);
}

/* While a transaction has each connection that is no lane's, until the worker asks whether it is to stop. */
struct waiting_worker {
    struct pawl_db *holders[2];
    int asked, rung;
};

static bool let_go_and_stop_when_rung(void *context) {
    struct waiting_worker *worker = context;
    for (int i = 0; i < 2 && worker->asked == 1; i++) /* the first time it has not looked yet */
        if (pawl_in_transaction(worker->holders[i]))
            expect(PAWL_OK, pawl_rollback(worker->holders[i], NULL));
    worker->asked++;
    return worker->rung > 0;
}

static void count_rung(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                       enum pawl_status status, const struct pawl_error *error) {
    (void)machine, (void)item, (void)error;
    ((struct waiting_worker *)context)->rung += status == PAWL_OK;
}

static void a_worker_waits_until_a_connection_is_free(void **state) {
    (void)state;
    const struct pawl_machine *const machines[] = {&alarm_machine};
    const struct pawl_pool_options options = {
        .struct_size = sizeof options, .connections = 2, .lanes = 1, .wait_ms = 20};
    admin = open_administrator();
    pool = open_pool(application_where(), &options);
    struct pawl_db *db = open_handle(pool);
    struct waiting_worker worker = {.holders = {open_handle(pool), open_handle(pool)}};
    struct pawl_work_options work = {.struct_size = sizeof work,
                                     .kinds = PAWL_TIMERS,
                                     .poll_ms = 10,
                                     .stop = let_go_and_stop_when_rung,
                                     .told = count_rung,
                                     .context = &worker};
    expect(PAWL_OK,
           alarm_create(admin, "pool", &(struct alarm_create_args){.due = {true, 1}}, NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(worker.holders[0], &err));
    const enum pawl_status second = pawl_begin(worker.holders[1], &err);
    assert_true(second == PAWL_CONFLICT ||
                (second == PAWL_OK && !has_session_of_postgres())); /* behind a pooler */
    work.once = true;
    expect(PAWL_CONFLICT, pawl_work(db, machines, 1, &work, &err));
    work.once = false;
    expect(PAWL_OK, pawl_work(db, machines, 1, &work, &err));
    assert_true(worker.asked > 1);
    expect_rows(admin, "ringing\n", "select state from alarm_current where alarm_id = 'pool'");
    for (int i = 0; i < 2; i++)
        pawl_close(worker.holders[i]);
    pawl_close(db);
}

/* What is said of runs gives its connection back, as all else does. */
static void operators_keep_no_connection(void **state) {
    (void)state;
    enum pawl_status (*const says[])(struct pawl_db *, const char *, int64_t, const char *,
                                     struct pawl_error *) = {pawl_run_pause, pawl_run_resume, pawl_run_retry,
                                                             pawl_run_rollback, pawl_run_cancel};
    const struct pawl_pool_options options = {
        .struct_size = sizeof options, .connections = 2, .lanes = 1, .wait_ms = 50};
    admin = open_administrator();
    pool = open_pool(application_where(), &options);
    struct pawl_db *handles[5];
    for (int i = 0; i < 5; i++)
        expect(PAWL_NOT_FOUND, says[i](handles[i] = open_handle(pool), NULL, 1, NULL, &err));
    for (int i = 0; i < 5; i++)
        pawl_close(handles[i]);
}

/* ---- what it has ---------------------------------------------------------------------------------- */

static void a_connection_asked_for_stays_with_its_handle(void **state) {
    (void)state;
    admin = open_administrator();
    pool = open_pool(application_where(), NULL);
    struct pawl_db *db = open_handle(pool);
    void *native = pawl_native(db);
    assert_non_null(native);
    expect(PAWL_OK, door_create(db, "pinned", NULL, NULL, &err));
    assert_ptr_equal(pawl_native(db), native);
    pawl_close(db);
}

static void a_pooler_is_left_no_setting(void **state) {
    (void)state;
    if (!on_postgres() || has_session_of_postgres())
        skip(); /* without a pooler a session ends with its connection */
    static const char unprepared[] = "prepare=off";
    char *where = strdup(application_where()), *option = where ? strstr(where, unprepared) : NULL;
    assert_non_null(option);
    memset(option, ' ', sizeof unprepared - 1); /* as one that knows of prepared statements needs no such */
    pawl_pool_close(open_pool(where, NULL));
    free(where);
    expect_rows(
        open_application(), "0|auto\n",
        "select setting, current_setting('plan_cache_mode') from pg_settings where name = 'lock_timeout'");
}

static void let_ask(const char *login, int statements) {
    execute(admin, "alter user %s@localhost with max_queries_per_hour %d", login, statements);
    execute(admin, "flush user_resources");
}

/* Whichever statement fails of those with which it begins: there is no pool, or one with its lane, which is
 * not lent to who would wait for locks. */
static void where_a_connection_cannot_be_set_up_there_is_no_pool(void **state) {
    (void)state;
    const struct pawl_pool_options few = {
        .struct_size = sizeof few, .connections = 2, .lanes = 1, .wait_ms = 20};
    char login[80];
    enum pawl_status status = PAWL_DB;
    if (sscanf(application_where(), "mariadb://%79[^@]", login) != 1)
        return; /* elsewhere nobody says after how many statements one fails */
    admin = open_administrator();
    for (int statements = 1; statements < 100 && status != PAWL_OK; statements++) {
        let_ask(login, statements);
        status = pawl_pool_open(&pool, application_where(), &few, &err);
        let_ask(login, 0);
        if (status != PAWL_OK)
            expect(PAWL_DB, status);
    }
    expect(PAWL_OK, status);
    struct pawl_db *first = open_handle(pool), *second = open_handle(pool);
    expect(PAWL_OK, pawl_begin(first, &err));
    expect(PAWL_CONFLICT, pawl_begin(second, &err));
    pawl_rollback(first, NULL);
    pawl_close(first);
    pawl_close(second);
}

static enum pawl_status collide(struct pawl_db *db, void *context, struct pawl_error *error) {
    int *attempts = context;
    (void)db;
    ++*attempts;
    error_set(error, PAWL_DB, "others were first");
    error->retryable = true;
    return PAWL_DB;
}

static int three_attempts(const struct pawl_db *db) {
    assert_non_null(db->connection);
    return 3;
}

/* As on a node of Galera, where that is more than elsewhere. */
static void who_collides_is_tried_as_often_as_the_connection_says(void **state) {
    (void)state;
    static struct driver of_three; /* as long as the pool */
    int attempts = 0;
    admin = open_administrator();
    of_three = *admin->driver;
    of_three.attempt_max = three_attempts;
    expect(PAWL_OK, pool_create(&pool, &of_three, application_where(), NULL, &err));
    struct pawl_db *db = open_handle(pool);
    expect(PAWL_CONFLICT, pawl_transact(db, collide, &attempts, &err));
    expect_message("given up after 3 attempts: others were first");
    assert_int_equal(attempts, 3);
    pawl_close(db);
}

static bool is_stubborn;

static enum pawl_status exec_or_refuse(struct pawl_db *db, const char *sql, struct pawl_error *error) {
    if (is_stubborn && strcmp(sql, admin->driver->sessions->begin_gathering) == 0)
        return error_set(error, PAWL_DB, "it does not listen");
    return admin->driver->exec(db, sql, error);
}

/* Lent to one who needs that very one, it waits for locks; a batch must not. */
static void p4_a_lane_that_would_wait_for_locks_is_made_anew(void **state) {
    (void)state;
    static struct driver driver;
    admin = open_administrator();
    driver = *admin->driver;
    driver.exec = exec_or_refuse;
    is_stubborn = false;
    expect(PAWL_OK, pool_create(&pool, &driver, application_where(), NULL, &err));
    if (pool->schedule.lane_count == 0 || !driver.sessions)
        skip();
    pool_gathers_always(pool);
    struct pawl_db *db = open_handle(pool);
    expect(PAWL_OK, door_create(db, "stubborn", NULL, NULL, &err));
    handle_of(db)->wanted = 0; /* of the lanes, as if it had broken there */
    is_stubborn = true;
    expect(PAWL_OK, door_flip(db, "stubborn", NULL, NULL, &err));
    is_stubborn = false;
    assert_null(pool->members[0]);
    expect(PAWL_OK, door_flip(db, "stubborn", NULL, NULL, &err));
    pawl_close(db);
}

/* Alone on a lane's connection a move waits for a lock only for a moment; then no other connection is free.
 */
static void what_the_lock_was_told_as_is_not_the_answer(void **state) {
    (void)state;
    const struct pawl_pool_options options = {
        .struct_size = sizeof options, .connections = 2, .lanes = 1, .wait_ms = 300};
    admin = open_administrator();
    pool = open_pool(application_where(), &options);
    if (on_sqlite() || pool->schedule.lane_count == 0)
        skip();
    struct pawl_db *db = open_handle(pool), *other = open_handle(pool);
    expect(PAWL_OK, door_create(db, "locked away", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(admin, &err));
    expect(PAWL_OK, door_flip(admin, "locked away", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(other, &err));
    expect_rows(other, "1\n", "select 1");
    const enum pawl_status status = door_flip(db, "locked away", NULL, NULL, &err);
    pawl_rollback(admin, NULL);
    pawl_close(other);
    pawl_close(db);
    assert_int_equal(status, PAWL_CONFLICT);
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_BUSY);
    assert_string_equal(err.sqlstate, "");
    assert_int_equal(err.native_code, 0);
}

/* Whoever says how many connections there may be need not know what a lane is. */
static void two_connections_are_enough(void **state) {
    (void)state;
    const struct pawl_pool_options two = {.struct_size = sizeof two, .connections = 2};
    pool = open_pool(application_where(), &two);
    struct pawl_db *db = open_handle(pool);
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    pawl_close(db);
}

#define EACH(function) cmocka_unit_test_teardown(function, finish)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(who_waits_too_long_is_told_so),
        EACH(p5_who_waits_longest_has_the_next_connection),
        EACH(a_worker_waits_until_a_connection_is_free),
        EACH(operators_keep_no_connection),
        EACH(a_connection_asked_for_stays_with_its_handle),
        EACH(a_pooler_is_left_no_setting),
        EACH(where_a_connection_cannot_be_set_up_there_is_no_pool),
        EACH(who_collides_is_tried_as_often_as_the_connection_says),
        EACH(p4_a_lane_that_would_wait_for_locks_is_made_anew),
        EACH(what_the_lock_was_told_as_is_not_the_answer),
        EACH(two_connections_are_enough),
    };
    return run_suite(tests);
}
