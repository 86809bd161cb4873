#include "pool/pool.h"

#include "core/clock.h"
#include "core/key.h"
#include "core/known.h"
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

static struct handle *handle_of_call(struct scheduled_call *call) {
    return (struct handle *)call;
}

/* ---- waiting -------------------------------------------------------------------------------------- */

int64_t deadline_of(const struct pawl_pool *pool) {
    return pool->wait_us < 0 ? INT64_MAX : monotonic_us() + pool->wait_us;
}

int64_t longer_where_lost(const struct pawl_pool *pool, int64_t deadline_us) {
    const int64_t short_by_us = LOST_WAITS_US - pool->wait_us;
    return deadline_us == INT64_MAX || short_by_us <= 0 ? deadline_us : deadline_us + short_by_us;
}

enum pawl_status error_is_busy(struct pawl_error *err) {
    if (err) {
        err->retryable = true;
        err->obstacle = PAWL_OBSTACLE_BUSY;
    }
    return PAWL_CONFLICT;
}

enum pawl_status refuse_busy(const struct pawl_pool *pool, const char *what, struct pawl_error *err) {
    error_set(err, PAWL_CONFLICT, "the pool: %s within %lld ms", what, (long long)(pool->wait_us / 1000));
    error_help(err, "try again; a pool of more connections, or shorter transactions, keep less waiting");
    return error_is_busy(err);
}

enum pawl_status refuse_unbegun(const struct pawl_pool *pool, const struct move *move,
                                struct pawl_error *err) {
    error_of_entity(err, PAWL_CONFLICT, move->machine, move->key, "%s was not begun within %lld ms",
                    move->event->name, (long long)(pool->wait_us / 1000));
    error_help(err, "try again; it waited for a transition of the same entity that others have locked, or "
                    "for a connection of the pool");
    return error_is_busy(err);
}

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
        next = first->next_to_wake; /* who is woken may ask for something new at once */
        if (first == awake)
            awake->awaits_turn = false;
        else
            turn_comes(&first->turn, &wakeup);
    }
    wait_queue_wake(&wakeup);
}

void leave_pool(struct pawl_pool *pool, struct handle *awake) {
    struct handle *told = tell_all(pool);
    pthread_mutex_unlock(&pool->lock);
    wake_all(told, awake);
}

/* Those who are to wait in the same queue are asked for together, if all goes as usual. */
static void join_wait_queue(struct handle *handle) {
    struct pawl_pool *pool = handle->pool;
    turn_joins(&handle->turn, &pool->wait_queues[pool->wait_queue], pool->in_wait_queue++);
}

static void use_next_wait_queue(struct pawl_pool *pool) {
    pool->wait_queue = (pool->wait_queue + 1) % WAIT_QUEUES;
    pool->in_wait_queue = 0;
}

static void arrive(struct handle *handle) {
    struct pawl_pool *pool = handle->pool;
    pthread_mutex_lock(&pool->lock);
    join_wait_queue(handle);
    schedule_arrive(&pool->schedule, &handle->call);
    handle->awaits_turn = true;
    leave_pool(pool, handle);
}

/* deadline_us: is another one where he is to wait on. */
static bool give_up(struct handle *handle, bool *waits_for_lost, int64_t *deadline_us) {
    struct pawl_pool *pool = handle->pool;
    bool is_over = false;
    pthread_mutex_lock(&pool->lock);
    if (handle->call.state != CALL_WAITS) {
        *deadline_us = deadline_of(pool);
    } else if (is_sent_again(handle) && !*waits_for_lost) {
        *waits_for_lost = true;
        *deadline_us = longer_where_lost(pool, *deadline_us);
    } else {
        is_over = schedule_give_up(&pool->schedule, &handle->call);
    }
    leave_pool(pool, NULL);
    return is_over;
}

static void hurry(struct pawl_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    schedule_hurry(&pool->schedule);
    leave_pool(pool, NULL);
}

/*
 * Waits until the call has its turn. False: the caller has given up at the deadline. A caller whose move
 * is in a batch waits for the end of that batch, and, where the batch has not made his move, as long once
 * more; where its answer was lost, until it can be sent again, LOST_WAITS_US at least. Whoever waits for long
 * hurries the others, too: his own batch may be on a connection that hangs.
 */
static bool await(struct handle *handle, int64_t deadline_us) {
    bool waits_for_lost = false;
    while (handle->awaits_turn) {
        const int64_t hurry_us = monotonic_us() + HURRY_AFTER_US;
        if (turn_wait(&handle->turn, hurry_us < deadline_us ? hurry_us : deadline_us)) {
            handle->awaits_turn = false;
        } else if (hurry_us < deadline_us) {
            hurry(handle->pool);
        } else if (give_up(handle, &waits_for_lost, &deadline_us)) {
            handle->awaits_turn = false;
            return false;
        }
    }
    return true;
}

/* ---- connections ---------------------------------------------------------------------------------- */

static bool is_of_lane(const struct pawl_pool *pool, const struct pool_member *member) {
    return member - pool->members < pool->schedule.lane_count;
}

static const char *setup_of_lane(const struct pawl_db *db) {
    return db->driver->sessions ? db->driver->sessions->begin_gathering : NULL;
}

/* Also where it is connected anew. */
static enum pawl_status begin_gathering(struct pawl_db *db, struct pawl_error *err) {
    const char *setup = db->connection->session_setup = setup_of_lane(db);
    return setup ? db->driver->exec(db, setup, err) : PAWL_OK;
}

static enum pawl_status open_member(const struct pawl_pool *pool, struct pool_member *member,
                                    struct pawl_error *err) {
    if (member->db)
        return PAWL_OK;
    enum pawl_status status = open_connection(&member->db, pool->driver, pool->where, err);
    if (status == PAWL_OK && is_of_lane(pool, member))
        status = begin_gathering(member->db, err);
    if (status != PAWL_OK) {
        pawl_close(member->db);
        member->db = NULL;
    }
    return status;
}

/* A task's ends when it is to be told. */
static void end_call(struct handle *handle) {
    struct pawl_pool *pool = handle->pool;
    handle->member = NULL;
    if (handle->task)
        return;
    pthread_mutex_lock(&pool->lock);
    schedule_end(&pool->schedule, &handle->call);
    leave_pool(pool, NULL);
}

/*
 * Whether a call that leads no batch has the connection of a lane, because it needs that very connection.
 * It then waits for locks as on any other.
 */
static bool is_lent(const struct handle *handle) {
    return handle->pool->driver->sessions && handle->call.state == CALL_GOES &&
           is_of_lane(handle->pool, handle->member);
}

/*
 * Gives the handle the connection that the schedule has chosen for its call. A connection that replaces it
 * waits for locks as the call must.
 */
static enum pawl_status attach(struct pawl_db *db, struct pawl_error *err) {
    struct handle *handle = handle_of(db);
    handle->member = &handle->pool->members[handle->call.connection];
    enum pawl_status status = open_member(handle->pool, handle->member, err);
    if (status != PAWL_OK) {
        end_call(handle);
        return status;
    }
    handle->wanted = ANY_CONNECTION;
    db->connection = handle->member->db->connection;
    if (is_lent(handle))
        db->connection->session_setup = NULL;
    return PAWL_OK;
}

static void detach(struct pawl_db *db) {
    const struct handle *handle = handle_of(db);
    if (is_of_lane(handle->pool, handle->member))
        db->connection->session_setup = setup_of_lane(db);
    db->connection = NULL;
}

static enum pawl_status lend(struct pawl_db *db, struct pawl_error *err) {
    enum pawl_status status = attach(db, err);
    status = status == PAWL_OK ? handle_ready(db, err) : judge_connecting(db, status, err);
    return status == PAWL_OK && is_lent(handle_of(db))
               ? db->driver->exec(db, db->driver->sessions->end_gathering, err)
               : status;
}

/* For what was asked for already, and is to be made by itself, or for something new. */
enum pawl_status pool_check_out(struct pawl_db *db, struct pawl_error *err) {
    struct handle *handle = handle_of(db);
    struct pawl_pool *pool = handle->pool;
    struct scheduled_call *call = &handle->call;
    const int64_t deadline_us = deadline_of(pool);
    if (!handle->awaits_turn && call->state == CALL_ENDED) {
        call->entity = NO_ENTITY;
        call->wish = handle->wanted == ANY_CONNECTION ? WISH_CONNECTION : WISH_SAME_CONNECTION;
        call->connection = handle->wanted;
        arrive(handle);
    }
    return await(handle, deadline_us) ? lend(db, err) : refuse_busy(pool, "no connection was free", err);
}

/*
 * Where the connection broke, the handle's next call gets the same one and connects it anew. A lane's
 * connection that was lent is set back, so that it waits for no locks, or else closed: a batch would wait
 * with it.
 */
void pool_check_in(struct pawl_db *db) {
    struct handle *handle = handle_of(db);
    struct pool_member *member = handle->member;
    const bool is_fit = !is_lent(handle) || db->driver->connection_lost(db) ||
                        db->driver->exec(db, setup_of_lane(db), NULL) == PAWL_OK;
    const bool is_lost = db->driver->connection_lost(db);
    handle->wanted = is_lost ? handle->call.connection : ANY_CONNECTION;
    detach(db);
    db->is_pinned = false;
    if (!is_fit && !is_lost) {
        pawl_close(member->db);
        member->db = NULL; /* until it is needed */
    }
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

/* ---- moves that are made together ----------------------------------------------------------------- */

static uint64_t number_of_entity(const struct move *move) {
    const uint64_t hash = key_hash(move->machine, &move->key);
    return hash == NO_ENTITY ? 1 : hash;
}

void describe_move(struct handle *handle, struct move *move, struct pawl_error *err, bool joins) {
    handle->gathered = (struct gathered){.move = move, .err = err};
    handle->call.entity = number_of_entity(move);
    handle->call.wish = joins ? WISH_TO_JOIN : WISH_CONNECTION;
}

static void step_aside(struct pawl_db *db) {
    struct handle *handle = handle_of(db);
    struct scheduled_call *call = &handle->call;
    struct pawl_pool *pool = handle->pool;
    detach(db);
    handle->member = NULL;
    handle->awaits_turn = true;
    pthread_mutex_lock(&pool->lock);
    call->wish = WISH_CONNECTION;
    schedule_end_batch(&pool->schedule, call, &call, 1);
    leave_pool(pool, handle);
}

static enum call_wish wish_after(enum gathered_end end) {
    return end == GATHERED_ANSWERED ? WISH_TO_JOIN
           : end == GATHERED_LOST   ? WISH_SAME_CONNECTION
                                    : WISH_CONNECTION;
}

/*
 * A task whose machine is asleep waits for it on a connection of its own. A task is told UNKNOWN only when
 * what was sent has been ended, since whoever hears of it may read on any connection.
 */
static enum gathered_end end_of(const struct handle *handle, bool is_lost) {
    const struct gathered *gathered = &handle->gathered;
    if (!handle->task || gathered->end != GATHERED_ANSWERED)
        return gathered->end;
    return gathered->status == PAWL_ASLEEP               ? GATHERED_ALONE
           : is_lost && gathered->status == PAWL_UNKNOWN ? GATHERED_LOST
                                                         : GATHERED_ANSWERED;
}

bool is_sent_again(const struct handle *handle) {
    const struct move *move = handle->gathered.move;
    return was_lost(handle) && move && move->sending.has_request_id;
}

bool was_lost(const struct handle *handle) {
    return handle->gathered.status == PAWL_UNKNOWN;
}

bool lead(struct handle *handle) {
    struct pawl_pool *pool = handle->pool;
    struct pool_member *member = &pool->members[handle->call.connection];
    struct scheduled_call *calls_of_batch[BATCH_MAX];
    struct gathered *batch[BATCH_MAX];
    pthread_mutex_lock(&pool->lock);
    const size_t count = schedule_take_batch(&pool->schedule, &handle->call, calls_of_batch, BATCH_MAX);
    use_next_wait_queue(pool);
    pthread_mutex_unlock(&pool->lock);
    if (count == 1 && !pool->gathers_one && !handle->task)
        return false;
    for (size_t i = 0; i < count; i++) {
        batch[i] = &handle_of_call(calls_of_batch[i])->gathered;
        batch[i]->end = GATHERED_ALONE;
    }
    if (open_member(pool, member, NULL) == PAWL_OK)
        gather_fire(member->db, batch, count);
    const bool is_lost = member->db && pool->driver->connection_lost(member->db);
    handle->awaits_turn = !handle->task;
    pthread_mutex_lock(&pool->lock);
    for (size_t i = 0; i < count; i++) {
        struct handle *of_call = handle_of_call(calls_of_batch[i]);
        calls_of_batch[i]->wish = wish_after(end_of(of_call, is_lost));
        /* whoever is told that nobody knows may read next, and what he reads is to stay so */
        if (is_lost && !of_call->task && was_lost(of_call))
            of_call->wanted = handle->call.connection;
    }
    schedule_end_batch(&pool->schedule, &handle->call, calls_of_batch, count);
    for (size_t i = 0; i < count; i++) {
        struct task *task = handle_of_call(calls_of_batch[i])->task;
        if (task && calls_of_batch[i]->state == CALL_WAITS)
            task_waits_again(pool, task);
    }
    leave_pool(pool, handle);
    return true;
}

/* False: it was not begun before the deadline. */
static bool join_others(struct handle *handle) {
    const int64_t deadline_us = deadline_of(handle->pool);
    arrive(handle);
    if (!await(handle, deadline_us))
        return false;
    return handle->call.state != CALL_LEADS || !lead(handle) || await(handle, deadline_of(handle->pool));
}

bool pool_gather(struct pawl_db *db, struct move *move, enum pawl_status *status, struct pawl_error *err) {
    struct handle *handle = handle_of(db);
    if (handle->wanted != ANY_CONNECTION || !handle->pool->gathers)
        return false;
    if (!handle->task) {
        describe_move(handle, move, err, true);
        if (!join_others(handle)) {
            *status = refuse_unbegun(handle->pool, move, err);
            return true;
        }
    }
    if (handle->call.state == CALL_ENDED) {
        *status = handle->gathered.status;
        return true;
    }
    if (was_lost(handle) && !move->sending.has_request_id) {
        attach(db, NULL); /* it is not sent again */
        *status = PAWL_UNKNOWN;
        return true;
    }
    if (handle->call.state != CALL_LEADS)
        return false;
    *status = lend(db, err);
    return *status != PAWL_OK;
}

/* It stands in nobody's order: as an entity of its own. */
static uint64_t number_of_read(const struct handle *handle) {
    return (uint64_t)(uintptr_t)handle / _Alignof(max_align_t);
}

static bool gather_read(struct pawl_db *db, const struct query *query, enum pawl_status *status,
                        struct pawl_error *err) {
    struct handle *handle = handle_of(db);
    if (handle->wanted != ANY_CONNECTION || !handle->pool->gathers_reads)
        return false;
    handle->gathered = (struct gathered){.query = query, .err = err};
    handle->call.entity = number_of_read(handle);
    handle->call.wish = WISH_TO_JOIN;
    if (!join_others(handle)) {
        *status = refuse_busy(handle->pool, "the read was not begun", err);
        return true;
    }
    *status = handle->gathered.status;
    return handle->call.state == CALL_ENDED;
}

/* ---- opening and closing -------------------------------------------------------------------------- */

static void free_pool(struct pawl_pool *pool) {
    tasks_free(pool);
    for (int i = 0; pool->members && i < pool->schedule.connection_count; i++)
        pawl_close(pool->members[i].db);
    pthread_mutex_destroy(&pool->lock);
    free(pool->members);
    free(pool->schedule.connections);
    free(pool->schedule.entities);
    free(pool->known.machines);
    free(pool->where);
    free(pool);
}

static void pool_leave(struct pawl_db *db) {
    struct handle *handle = handle_of(db);
    struct pawl_pool *pool = handle->pool;
    if (db->connection)
        pool_check_in(db);
    pthread_mutex_lock(&pool->lock);
    const bool is_last = --pool->handle_count == 0;
    pthread_mutex_unlock(&pool->lock);
    free(handle);
    if (is_last)
        free_pool(pool);
}

static const struct pool_calls calls = {.knows = pool_knows,
                                        .learns = pool_learns,
                                        .check_out = pool_check_out,
                                        .check_in = pool_check_in,
                                        .gather = pool_gather,
                                        .gather_read = gather_read,
                                        .step_aside = step_aside,
                                        .leave = pool_leave,
                                        .new_later = pool_new_later,
                                        .drop_later = pool_drop_later,
                                        .ask_later = pool_ask_later};

static enum pawl_status check_options(const struct pawl_pool_options *options, struct pawl_error *err) {
    if (options->connections > CONNECTION_MAX) {
        error_set(err, PAWL_MISUSE, "pawl_pool_open: %zu connections: at most %d are possible",
                  options->connections, CONNECTION_MAX);
        error_help(err, "a few are enough: transitions of many threads share one");
        return PAWL_MISUSE;
    }
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

/*
 * Few who write at the same time are fastest side by side, since the server commits for all of them at once;
 * where there is one writer they would only wait for each other.
 */
static size_t alone_max(const struct pawl_pool *pool) {
    return pool->driver->has_one_writer ? 0 : (size_t)pool->schedule.connection_count;
}

/* The first is opened at once, so that whoever opens the pool is told whether the database is there. */
static enum pawl_status make_members(struct pawl_pool *pool, struct pawl_error *err) {
    struct schedule *schedule = &pool->schedule;
    pool->members = calloc((size_t)schedule->connection_count, sizeof *pool->members);
    schedule->connections = calloc((size_t)schedule->connection_count, sizeof *schedule->connections);
    schedule->entities = calloc(ENTITY_LISTS, sizeof *schedule->entities);
    if (!pool->where || !pool->members || !schedule->connections || !schedule->entities)
        return error_set(err, PAWL_NOMEM, "out of memory");
    enum pawl_status status = open_connection(&pool->members[0].db, pool->driver, pool->where, err);
    if (status != PAWL_OK)
        return status;
    memcpy(pool->warning, pool->members[0].db->warning, sizeof pool->warning);
    const struct session_driver *sessions = pool->driver->sessions;
    pool->gathers = !sessions || sessions->can_gather(pool->members[0].db);
    pool->gathers_reads = pool->gathers && gather_takes_reads(pool->driver);
    if (!pool->gathers)
        schedule->lane_count = 0;
    else if ((status = begin_gathering(pool->members[0].db, err)) != PAWL_OK)
        return status;
    schedule->alone_max = alone_max(pool);
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

/* Less than 0: for ever, as whatever is longer than a time can be. */
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
    enum pawl_status status = check_options(&options, err);
    if (status != PAWL_OK)
        return status;
    if (driver->is_private && driver->is_private(where)) {
        error_set(err, PAWL_MISUSE, "pawl_pool_open: each connection to %s has a database of its own", where);
        error_help(err, "use a file, or pawl_open");
        return PAWL_MISUSE;
    }
    struct pawl_pool *pool = allocate_pool();
    if (!pool)
        return error_set(err, PAWL_NOMEM, "out of memory");
    pool->handle_count = 1;
    pool->driver = driver;
    pool->process = getpid();
    pool->where = strdup(where);
    pool->schedule.connection_count = (int)options.connections;
    pool->schedule.lane_count = (int)options.lanes;
    pool->later_max = options.queue ? options.queue : LATER_MAX;
    pool->wait_us = wait_us_of(options.wait_ms);
    status = make_members(pool, err);
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
    if (!handle)
        return error_set(err, PAWL_NOMEM, "out of memory");
    handle->pool = pool;
    handle->wanted = ANY_CONNECTION;
    enum pawl_status status = open_pooled(out, pool->driver, &calls, handle, err);
    if (status != PAWL_OK) {
        free(handle);
        return status;
    }
    memcpy((*out)->warning, pool->warning, sizeof pool->warning);
    pthread_mutex_lock(&pool->lock);
    pool->handle_count++;
    pthread_mutex_unlock(&pool->lock);
    return PAWL_OK;
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
    pthread_mutex_lock(&pool->lock);
    const bool is_last = --pool->handle_count == 0;
    pthread_mutex_unlock(&pool->lock);
    if (is_last)
        free_pool(pool);
}
