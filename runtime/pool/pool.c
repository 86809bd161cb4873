/*
 * A call in reading order: pool_gather arrives, and the schedule decides (schedule.c). The call waits for its
 * turn, leads a batch (gather_fire in move/gather.c), is taken into another's, or goes alone. A call that
 * goes alone comes back by pool_check_out, for the connection that the schedule chose. pool_check_in ends it.
 */
#include "pool/pool.h"

#include "core/clock.h"
#include "core/key.h"
#include "core/known.h"
#include "move/hooks.h"
#include "pool/parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CONNECTIONS = 8,
    CONNECTION_MAX = 1000,
    LANES = 2,
    LATER_MAX = 10000,
    WAIT_MS = 30000,
    BATCH_MAX = 256,
    ENTITY_LISTS = 1024
};

/* ---- who waits how long ----------------------------------------------------------------------------- */

int64_t deadline_of(const struct pawl_pool *pool) {
    return pool->wait_us < 0 ? INT64_MAX : monotonic_us() + pool->wait_us;
}

bool was_lost(const struct handle *handle) {
    return handle->gathered.status == PAWL_UNKNOWN;
}

bool is_sent_again(const struct handle *handle) {
    const struct move *move = handle->gathered.move;
    return was_lost(handle) && move && move->sending.has_request_id;
}

int64_t gives_up_at(const struct handle *handle) {
    const int64_t short_by_us = LOST_WAITS_US - handle->pool->wait_us;
    const bool is_longer = is_sent_again(handle) && handle->deadline_us != INT64_MAX && short_by_us > 0;
    return handle->deadline_us + (is_longer ? short_by_us : 0);
}

enum pawl_status error_is_busy(struct pawl_error *err) {
    if (err) {
        err->retryable = true;
        err->obstacle = PAWL_OBSTACLE_BUSY;
    }
    return PAWL_CONFLICT;
}

static enum pawl_status refuse_busy(const struct pawl_pool *pool, const char *what, struct pawl_error *err) {
    error_set(err, PAWL_CONFLICT, "the pool: %s within %lld ms", what, (long long)(pool->wait_us / 1000));
    error_help(err, "try again; a pool of more connections, or shorter transactions, keep less waiting");
    return error_is_busy(err);
}

enum pawl_status refuse_unbegun(const struct handle *handle, struct pawl_error *err) {
    const struct move *move = handle->gathered.move;
    if (!move)
        return refuse_busy(handle->pool, "the read was not begun", err);
    error_of_entity(err, PAWL_CONFLICT, move->machine, move->key, "%s was not begun within %lld ms",
                    move->event->name, (long long)(handle->pool->wait_us / 1000));
    error_help(err, "try again; it waited for a transition of the same entity that others have locked, or "
                    "for a connection of the pool");
    return error_is_busy(err);
}

/* ---- what follows from an event of the schedule ---------------------------------------------------- */

struct handle *tell_all(struct pawl_pool *pool) {
    struct handle *first = NULL, **last = &first;
    for (struct scheduled_call *call; (call = schedule_next_told(&pool->schedule));) {
        struct handle *handle = handle_of_call(call);
        if (handle->task) {
            task_is_told(pool, handle->task);
            continue;
        }
        *last = handle;
        last = &handle->next_to_wake;
    }
    *last = NULL;
    return first;
}

void wake_all(struct handle *first, struct handle *awake) {
    struct wakeup wakeup = {0};
    for (struct handle *next; first; first = next) {
        next = first->next_to_wake; /* a resumed caller may make its next call at once */
        if (first == awake)
            awake->awaits_turn = false;
        else
            turn_comes(&first->turn, &wakeup);
    }
    wait_queue_wake(&wakeup);
}

void unlock_and_wake(struct pawl_pool *pool, struct handle *awake) {
    struct handle *told = tell_all(pool);
    pthread_mutex_unlock(&pool->lock);
    wake_all(told, awake);
}

/* ---- connections ---------------------------------------------------------------------------------- */

static bool pool_is_of_lane(const struct pawl_pool *pool, int connection) {
    return connection < pool->schedule.lane_count;
}

static const char *setup_of_lane(const struct pawl_db *db) {
    return db->driver->sessions ? db->driver->sessions->begin_gathering : NULL;
}

/* Also after the connection is replaced. */
static enum pawl_status begin_gathering(struct pawl_db *db, struct pawl_error *err) {
    const char *setup = db->connection->session_setup = setup_of_lane(db);
    return setup ? db->driver->exec(db, setup, err) : PAWL_OK;
}

static void close_member(struct pawl_db **member) {
    pawl_close(*member);
    *member = NULL;
}

static enum pawl_status open_member(struct pawl_pool *pool, int connection, struct pawl_error *err) {
    struct pawl_db **member = &pool->members[connection];
    if (*member)
        return PAWL_OK;
    enum pawl_status status = open_connection(member, pool->driver, pool->where, err);
    if (status == PAWL_OK)
        (*member)->stats = &pool->stats;
    if (status == PAWL_OK && pool_is_of_lane(pool, connection))
        status = begin_gathering(*member, err);
    if (status != PAWL_OK)
        close_member(member);
    return status;
}

/* A task's call ends when its result is queued. */
static void end_call(struct handle *handle) {
    struct pawl_pool *pool = handle->pool;
    if (handle->task)
        return;
    pthread_mutex_lock(&pool->lock);
    schedule_end(&pool->schedule, &handle->call);
    unlock_and_wake(pool, NULL);
}

/*
 * Returns whether a call that leads no batch has a batch connection, because it needs that very connection.
 * There it waits for locks as on any other.
 */
static bool has_lane_alone(const struct handle *handle) {
    return handle->pool->driver->sessions && handle->call.state == CALL_GOES &&
           pool_is_of_lane(handle->pool, handle->call.connection);
}

/*
 * Gives the handle the connection that the schedule has chosen for its call. A connection that replaces it
 * waits for locks as the call must.
 */
static enum pawl_status attach(struct pawl_db *db, struct pawl_error *err) {
    struct handle *handle = handle_of(db);
    enum pawl_status status = open_member(handle->pool, handle->call.connection, err);
    if (status != PAWL_OK) {
        end_call(handle);
        return status;
    }
    handle->wanted = ANY_CONNECTION;
    db->connection = handle->pool->members[handle->call.connection]->connection;
    if (has_lane_alone(handle))
        db->connection->session_setup = NULL;
    return PAWL_OK;
}

static void detach(struct pawl_db *db) {
    const struct handle *handle = handle_of(db);
    if (pool_is_of_lane(handle->pool, handle->call.connection))
        db->connection->session_setup = setup_of_lane(db);
    db->connection = NULL;
}

static enum pawl_status lend(struct pawl_db *db, struct pawl_error *err) {
    enum pawl_status status = attach(db, err);
    status = status == PAWL_OK ? handle_ready(db, err) : judge_connecting(db, status, err);
    return status == PAWL_OK && has_lane_alone(handle_of(db))
               ? db->driver->exec(db, db->driver->sessions->end_gathering, err)
               : status;
}

/* ---- a call, step by step: it arrives, waits, leads a batch or goes by itself, and ends -------------- */

/* A number for the order of an entity's moves. A read has a number of its own, so it waits for nobody. */
static uint64_t number_of_entity(const struct handle *handle) {
    const struct move *move = handle->gathered.move;
    const uint64_t number =
        move ? key_hash(move->machine, &move->key) : (uint64_t)(uintptr_t)handle / _Alignof(max_align_t);
    return number == NO_ENTITY ? 1 : number;
}

void describe(struct handle *handle, struct gathered asked, bool joins) {
    handle->gathered = asked;
    handle->call.entity = number_of_entity(handle);
    handle->call.wish = joins ? WISH_TO_JOIN : WISH_CONNECTION;
}

/* Callers who wait in the same queue are usually in the same batch, and are woken together. */
static void arrive(struct handle *handle) {
    struct pawl_pool *pool = handle->pool;
    handle->deadline_us = deadline_of(pool);
    pthread_mutex_lock(&pool->lock);
    turn_joins(&handle->turn, &pool->wait_queues[pool->wait_queue], pool->in_wait_queue++);
    schedule_arrive(&pool->schedule, &handle->call);
    handle->awaits_turn = true;
    unlock_and_wake(pool, handle);
}

static void hurry(struct pawl_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    schedule_hurry(&pool->schedule);
    unlock_and_wake(pool, NULL);
}

/* At the deadline. Returns the next one, or 0: the call has ended. */
static int64_t give_up_handle(struct handle *handle) {
    struct pawl_pool *pool = handle->pool;
    pthread_mutex_lock(&pool->lock);
    if (handle->call.state != CALL_WAITS)
        handle->deadline_us = deadline_of(pool);
    int64_t deadline_us = handle->call.state == CALL_WAITS ? gives_up_at(handle) : handle->deadline_us;
    if (deadline_us <= monotonic_us() && schedule_give_up(&pool->schedule, &handle->call))
        deadline_us = 0;
    unlock_and_wake(pool, NULL);
    return deadline_us;
}

/*
 * Waits until the call has its turn. False: the deadline has passed. A call in a batch waits for the end of
 * that batch. If the batch did not make its transition, the call waits as long once more; if the answer was
 * lost, until it can be repeated, LOST_WAITS_US at least. A call that waits for long hurries the others, too,
 * because its own batch may be on a connection that hangs.
 */
static bool await(struct handle *handle) {
    int64_t deadline_us = handle->deadline_us;
    const int64_t begun_us = handle->awaits_turn ? monotonic_us() : 0;
    while (handle->awaits_turn) {
        const int64_t hurry_us = monotonic_us() + HURRY_AFTER_US;
        if (turn_wait(&handle->turn, hurry_us < deadline_us ? hurry_us : deadline_us))
            handle->awaits_turn = false;
        else if (hurry_us < deadline_us)
            hurry(handle->pool);
        else if ((deadline_us = give_up_handle(handle)) == 0)
            break;
    }
    const bool has_turn = !handle->awaits_turn;
    handle->awaits_turn = false;
    if (begun_us != 0)
        stats_measure(&handle->pool->stats, STAT(wait_us), monotonic_us() - begun_us);
    return has_turn;
}

/*
 * A task whose machine is paused waits for it on a connection of its own. A task gets UNKNOWN only after the
 * lost request has ended, because its program may then read on any connection.
 */
static enum call_wish wish_after_batch(const struct handle *handle, bool is_lost) {
    const struct gathered *gathered = &handle->gathered;
    if (gathered->end == GATHERED_ALONE || (handle->task && gathered->status == PAWL_ASLEEP))
        return WISH_CONNECTION;
    return gathered->end == GATHERED_LOST || (handle->task && is_lost && was_lost(handle))
               ? WISH_SAME_CONNECTION
               : WISH_TO_JOIN;
}

bool lead(struct handle *handle) {
    struct pawl_pool *pool = handle->pool;
    const int connection = handle->call.connection;
    struct scheduled_call *calls_of_batch[BATCH_MAX];
    struct gathered *batch[BATCH_MAX];
    pthread_mutex_lock(&pool->lock);
    const size_t count = schedule_take_batch(&pool->schedule, &handle->call, calls_of_batch, BATCH_MAX);
    pool->wait_queue = (pool->wait_queue + 1) % WAIT_QUEUES;
    pool->in_wait_queue = 0;
    pthread_mutex_unlock(&pool->lock);
    if (count == 1 && !pool->gathers_one && !handle->task)
        return false;
    for (size_t i = 0; i < count; i++) {
        batch[i] = &handle_of_call(calls_of_batch[i])->gathered;
        batch[i]->end = GATHERED_ALONE;
    }
    const bool is_open = open_member(pool, connection, NULL) == PAWL_OK;
    if (is_open)
        gather_fire(pool->members[connection], batch, count);
    const bool is_lost = is_open && pool->driver->connection_lost(pool->members[connection]);
    handle->awaits_turn = !handle->task;
    handle->deadline_us = deadline_of(pool);
    pthread_mutex_lock(&pool->lock);
    for (size_t i = 0; i < count; i++) {
        struct handle *of_call = handle_of_call(calls_of_batch[i]);
        calls_of_batch[i]->wish = wish_after_batch(of_call, is_lost);
        /* a caller that gets UNKNOWN may read next, and must read a final state */
        if (is_lost && !of_call->task && was_lost(of_call))
            of_call->wanted = connection;
    }
    schedule_end_batch(&pool->schedule, &handle->call, calls_of_batch, count);
    for (size_t i = 0; i < count; i++) {
        struct task *task = handle_of_call(calls_of_batch[i])->task;
        if (task && calls_of_batch[i]->state == CALL_WAITS)
            task_waits_again(pool, task);
    }
    unlock_and_wake(pool, handle);
    return true;
}

/* False: it was not begun before the deadline. */
static bool join_others(struct handle *handle) {
    arrive(handle);
    return await(handle) && (handle->call.state != CALL_LEADS || !lead(handle) || await(handle));
}

/* The call of a task has arrived before, and has its turn, or was answered in a batch. */
bool pool_gather(struct pawl_db *db, struct gathered asked, enum pawl_status *status) {
    struct handle *handle = handle_of(db);
    const struct pawl_pool *pool = handle->pool;
    const bool gathers = pool->schedule.lane_count > 0 && (asked.move || gather_takes_reads(pool->driver));
    if (handle->wanted != ANY_CONNECTION || !gathers)
        return false;
    if (!handle->task) {
        describe(handle, asked, true);
        if (!join_others(handle)) {
            *status = refuse_unbegun(handle, asked.err);
            return true;
        }
    }
    *status = handle->gathered.status;
    if (handle->call.state == CALL_ENDED)
        return true;
    if (was_lost(handle) && !is_sent_again(handle)) {
        attach(db, NULL); /* a task: check_in in later.c ends what was sent there */
        return true;
    }
    if (handle->call.state != CALL_LEADS)
        return false;
    *status = lend(db, asked.err);
    return *status != PAWL_OK;
}

/* A leader of a batch of one returns the batch connection, and keeps its place in the entity's order. */
static void step_aside(struct pawl_db *db) {
    struct handle *handle = handle_of(db);
    struct scheduled_call *call = &handle->call;
    detach(db);
    handle->awaits_turn = true;
    pthread_mutex_lock(&handle->pool->lock);
    call->wish = WISH_CONNECTION;
    schedule_end_batch(&handle->pool->schedule, call, &call, 1);
    unlock_and_wake(handle->pool, handle);
}

/* For a call that has arrived and is to be made by itself, or for a new one. */
enum pawl_status pool_check_out(struct pawl_db *db, struct pawl_error *err) {
    struct handle *handle = handle_of(db);
    struct scheduled_call *call = &handle->call;
    if (db->connection)
        step_aside(db);
    if (!handle->awaits_turn && call->state == CALL_ENDED) {
        handle->gathered = (struct gathered){0};
        call->entity = NO_ENTITY;
        call->wish = handle->wanted == ANY_CONNECTION ? WISH_CONNECTION : WISH_SAME_CONNECTION;
        call->connection = handle->wanted;
        arrive(handle);
    } else {
        handle->deadline_us = deadline_of(handle->pool);
    }
    return await(handle) ? lend(db, err) : refuse_busy(handle->pool, "no connection was free", err);
}

/*
 * If the connection broke, the handle's next call gets the same one and connects it again. A batch connection
 * that was lent is reset, so that it waits for no locks again; if that fails, it is closed, because a batch
 * would wait with it.
 */
void pool_check_in(struct pawl_db *db) {
    struct handle *handle = handle_of(db);
    const int connection = handle->call.connection;
    const bool is_fit = !has_lane_alone(handle) || db->driver->connection_lost(db) ||
                        db->driver->exec(db, setup_of_lane(db), NULL) == PAWL_OK;
    const bool is_lost = db->driver->connection_lost(db);
    handle->wanted = is_lost ? connection : ANY_CONNECTION;
    detach(db);
    db->is_pinned = false;
    if (!is_fit && !is_lost)
        close_member(&handle->pool->members[connection]);
    end_call(handle);
}

/* ---- machines ------------------------------------------------------------------------------------- */

bool pool_knows(struct pawl_db *db, const struct pawl_machine *machine) {
    struct pawl_pool *pool = handle_of(db)->pool;
    pthread_mutex_lock(&pool->lock);
    const bool is_known = known_has(&pool->known, machine);
    pthread_mutex_unlock(&pool->lock);
    return is_known;
}

void pool_learns(struct pawl_db *db, const struct pawl_machine *machine, bool is_known) {
    struct pawl_pool *pool = handle_of(db)->pool;
    pthread_mutex_lock(&pool->lock);
    if (!is_known)
        known_remove(&pool->known, machine);
    else if (!known_has(&pool->known, machine))
        known_add(&pool->known, machine); /* or each handle asks by itself */
    pthread_mutex_unlock(&pool->lock);
}

/* ---- opening and closing -------------------------------------------------------------------------- */

static void free_pool(struct pawl_pool *pool) {
    tasks_free(pool);
    for (int i = 0; pool->members && i < pool->schedule.connection_count; i++)
        pawl_close(pool->members[i]);
    pthread_mutex_destroy(&pool->lock);
    free(pool->members);
    free(pool->schedule.connections);
    free(pool->schedule.entities);
    free(pool->known.machines);
    free(pool->hooked.hooks);
    free(pool->where);
    free(pool);
}

/* The last one frees it. */
static void drop_reference(struct pawl_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    const bool is_last = --pool->handle_count == 0;
    pthread_mutex_unlock(&pool->lock);
    if (is_last)
        free_pool(pool);
}

static void pool_leave(struct pawl_db *db) {
    struct handle *handle = handle_of(db);
    struct pawl_pool *pool = handle->pool;
    if (db->connection)
        pool_check_in(db);
    free(handle);
    drop_reference(pool);
}

static const struct pool_calls calls = {.knows = pool_knows,
                                        .learns = pool_learns,
                                        .check_out = pool_check_out,
                                        .check_in = pool_check_in,
                                        .gather = pool_gather,
                                        .leave = pool_leave,
                                        .new_later = pool_new_later,
                                        .drop_later = pool_drop_later,
                                        .ask_later = pool_ask_later};

static enum pawl_status check_pool_options(const struct pawl_pool_options *options, struct pawl_error *err) {
    if (options->connections > CONNECTION_MAX)
        return error_advise(err, PAWL_MISUSE, "a few are enough: transitions of many threads share one",
                            "pawl_pool_open: %zu connections: at most %d are possible", options->connections,
                            CONNECTION_MAX);
    if (options->lanes >= options->connections) {
        error_set(err, PAWL_MISUSE,
                  "pawl_pool_open: %zu lane%s of %zu connection%s leave%s none for all else", options->lanes,
                  options->lanes == 1 ? "" : "s", options->connections, options->connections == 1 ? "" : "s",
                  options->lanes == 1 ? "s" : "");
        error_help(err, "set connections to %zu at least%s", options->lanes + 1,
                   options->lanes > 1 ? ", or `lanes` to less" : "");
        return PAWL_MISUSE;
    }
    return timeout_check("pawl_pool_open", "wait_ms", options->wait_ms, err);
}

/* The first connection is opened at once, so pawl_pool_open reports an unreachable database. */
static enum pawl_status make_members(struct pawl_pool *pool, struct pawl_error *err) {
    struct schedule *schedule = &pool->schedule;
    pool->members = calloc((size_t)schedule->connection_count, sizeof *pool->members);
    schedule->connections = calloc((size_t)schedule->connection_count, sizeof *schedule->connections);
    schedule->entities = calloc(ENTITY_LISTS, sizeof *schedule->entities);
    TRY(memory_check(pool->where && pool->members && schedule->connections && schedule->entities, err));
    TRY(open_connection(&pool->members[0], pool->driver, pool->where, err));
    pool->members[0]->stats = &pool->stats;
    memcpy(pool->warning, pool->members[0]->warning, sizeof pool->warning);
    const struct session_driver *sessions = pool->driver->sessions;
    if (sessions && !sessions->can_gather(pool->members[0]))
        schedule->lane_count = 0;
    else
        TRY(begin_gathering(pool->members[0], err));
    /* A few writers are fastest side by side: the server commits for all of them at once. If there can be
       only one writer, they would wait for each other. */
    schedule->alone_max = pool->driver->has_one_writer ? 0 : (size_t)schedule->connection_count;
    schedule->entity_list_count = ENTITY_LISTS;
    schedule_begin(schedule);
    return PAWL_OK;
}

static struct pawl_pool *allocate_pool(void) {
    struct pawl_pool *pool = calloc(1, sizeof *pool);
    if (pool && pthread_mutex_init(&pool->lock, NULL) == 0) {
        if (tasks_begin(pool))
            return pool;
        pthread_mutex_destroy(&pool->lock);
    }
    free(pool);
    return NULL;
}

/* Less than 0: without limit. So is a wait that is longer than the largest time. */
static int64_t wait_us_of(int64_t wait_ms) {
    if (wait_ms == PAWL_WAIT || wait_ms > PAWL_DURATION_MAX_US / 1000)
        return -1;
    return (wait_ms ? wait_ms : WAIT_MS) * 1000;
}

enum pawl_status pool_create(struct pawl_pool **out, const struct driver *driver, const char *where,
                             const struct pawl_pool_options *given, struct pawl_error *err) {
    struct pawl_pool_options options = {0};
    options_copy(&options, sizeof options, given);
    if (options.connections == 0)
        options.connections = CONNECTIONS;
    if (options.lanes == 0)
        options.lanes = driver->has_one_writer || options.connections <= LANES ? 1 : LANES;
    TRY(check_pool_options(&options, err));
    if (driver->is_private && driver->is_private(where))
        return error_advise(err, PAWL_MISUSE, "use a file, or pawl_open",
                            "pawl_pool_open: each connection to %s has a database of its own", where);
    struct pawl_pool *pool = allocate_pool();
    TRY(memory_check(pool, err));
    pool->handle_count = 1;
    pool->driver = driver;
    pool->process = getpid();
    pool->where = strdup(where);
    pool->schedule.connection_count = (int)options.connections;
    pool->schedule.lane_count = (int)options.lanes;
    pool->later_max = options.queue ? options.queue : LATER_MAX;
    pool->wait_us = wait_us_of(options.wait_ms);
    enum pawl_status status = make_members(pool, err);
    if (status != PAWL_OK) {
        free_pool(pool);
        return status;
    }
    *out = pool;
    return PAWL_OK;
}

bool is_of_this_process(const struct pawl_pool *pool) {
    return pool->process == getpid();
}

enum pawl_status pawl_pool_handle(struct pawl_pool *pool, struct pawl_db **out, struct pawl_error *err) {
    error_clear(err);
    if (out)
        *out = NULL;
    if (!pool || !out)
        return error_set(err, PAWL_MISUSE, "pawl_pool_handle: %s is NULL", pool ? "out" : "pool");
    if (!is_of_this_process(pool))
        return refuse_other_process("pool", err);
    struct handle *handle = calloc(1, sizeof *handle);
    TRY(memory_check(handle, err));
    handle->pool = pool;
    handle->wanted = ANY_CONNECTION;
    enum pawl_status status = open_pooled(out, pool->driver, &calls, handle, &pool->stats, err);
    if (status != PAWL_OK) {
        free(handle);
        return status;
    }
    memcpy((*out)->warning, pool->warning, sizeof pool->warning);
    pthread_mutex_lock(&pool->lock);
    pool->handle_count++;
    status = hooks_copy(*out, &pool->hooked, err);
    pthread_mutex_unlock(&pool->lock);
    if (status != PAWL_OK) {
        pawl_close(*out);
        *out = NULL;
    }
    return status;
}

enum pawl_status pawl_pool_set_hooks(struct pawl_pool *pool, const struct pawl_machine *machine,
                                     const void *hooks, struct pawl_error *err) {
    error_clear(err);
    if (!pool)
        return error_set(err, PAWL_MISUSE, "pawl_pool_set_hooks: pool is NULL");
    if (!is_of_this_process(pool))
        return refuse_other_process("pool", err);
    pthread_mutex_lock(&pool->lock);
    enum pawl_status status = hooks_set(&pool->hooked, machine, hooks, err);
    pthread_mutex_unlock(&pool->lock);
    return status;
}

enum pawl_status pawl_pool_set_log(struct pawl_pool *pool, pawl_log_fn *log, void *context, int64_t slow_us,
                                   struct pawl_error *err) {
    error_clear(err);
    if (!pool)
        return error_set(err, PAWL_MISUSE, "pawl_pool_set_log: pool is NULL");
    if (!is_of_this_process(pool))
        return refuse_other_process("pool", err);
    TRY(duration_check("pawl_pool_set_log", "slow_us", slow_us, 1, 0, err));
    pthread_mutex_lock(&pool->lock);
    pool->hooked.log = (struct log_hook){log, context, slow_us};
    pthread_mutex_unlock(&pool->lock);
    return PAWL_OK;
}

void pawl_pool_stats(const struct pawl_pool *pool, struct pawl_counters *stats) {
    stats_read(pool ? &pool->stats : NULL, stats);
}

void pool_gathers_always(struct pawl_pool *pool) {
    pool->gathers_one = true;
    pool->schedule.alone_max = 0;
}

/* A process forked from the pool's has none of its threads, and a lock that one of them may have held. */
void pawl_pool_close(struct pawl_pool *pool) {
    if (!pool || !is_of_this_process(pool))
        return;
    pthread_mutex_lock(&pool->lock);
    pool->is_closed = true;
    pthread_mutex_unlock(&pool->lock);
    tasks_end(pool);
    drop_reference(pool);
}
