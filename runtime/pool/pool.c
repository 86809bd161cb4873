#include "pool/pool.h"

#include "core/clock.h"
#include "core/handle.h"
#include "core/key.h"
#include "move/gather.h"
#include "pool/turn.h"

#include <stdlib.h>
#include <string.h>

enum { CONNECTIONS = 8, CONNECTION_MAX = 1000, LANES = 2, QUEUE = 10000, WAIT_MS = 30000, BATCH_MAX = 256 };

/* One of the pool's connections: a handle of its own, opened when it is first needed. */
struct member {
    struct member *next; /* among those that are free */
    struct pawl_db *db;  /* NULL: not opened yet */
    bool is_free;
    bool is_of_lane; /* only its lane takes it, and who must have this one */
};

/* A call that waits for a connection, on its caller's stack. */
struct taker {
    struct taker *next;
    const struct member *wanted; /* NULL: any that is of no lane */
    struct member *given;
    struct turn turn;
};

/* A move that waits to be made with others, on its caller's stack. */
struct waiting_move {
    struct waiting_move *next;
    struct gathered gathered;
    enum { WAITS, LEADS, IS_TAKEN, IS_DONE } state;
    struct turn turn;
};

/* The moves of an entity are always in the same lane, and one batch of a lane is under way at a time. */
struct lane {
    struct waiting_move *first, *last;
    bool is_led; /* somebody makes a batch, or is about to */
};

struct pawl_pool {
    const struct driver *driver;
    char *where;
    struct turns turns;
    struct member *members; /* [member_count], those of lanes first */
    size_t member_count, lane_count;
    struct member *free; /* of no lane; the one that was used last first */
    struct taker *first_taker, *last_taker;
    struct lane *lanes;
    bool gathers; /* false: all moves are made one by one */
    bool gathers_one;
    size_t waiting, waiting_max;
    int64_t wait_us; /* less than 0: for ever */
    size_t handle_count;
    bool is_closed;
    char warning[sizeof((struct pawl_db *)0)->warning]; /* of the login, when the pool was opened */
};

/* What a pool knows of one of its handles. */
struct handle {
    struct pawl_pool *pool;
    struct member *member; /* whose connection it has; NULL: none */
    struct lane *leads;    /* it makes its move there, alone, while others gather; NULL: none */
    struct member *wanted; /* what was sent there may still happen, until it is connected again */
};

static struct handle *handle_of(const struct pawl_db *db) {
    return db->place;
}

/* ---- waiting -------------------------------------------------------------------------------------- */

static int64_t deadline_of(const struct pawl_pool *pool) {
    return pool->wait_us < 0 ? INT64_MAX : monotonic_us() + pool->wait_us;
}

static enum pawl_status refuse_busy(const struct pawl_pool *pool, const char *what, struct pawl_error *err) {
    error_set(err, PAWL_CONFLICT, "the pool: %s within %lld ms", what, (long long)(pool->wait_us / 1000));
    error_help(err, "try again; a pool of more connections, or shorter transactions, keep less waiting");
    if (err) {
        err->retryable = true;
        err->obstacle = PAWL_OBSTACLE_BUSY;
    }
    return PAWL_CONFLICT;
}

/* One more who waits, as soon as there is room for him. */
static bool join_queue(struct pawl_pool *pool, int64_t deadline_us) {
    while (pool->waiting >= pool->waiting_max)
        if (!turns_wait_for_room(&pool->turns, deadline_us))
            return false;
    pool->waiting++;
    return true;
}

static void leave_queue(struct pawl_pool *pool, size_t count) {
    if (pool->waiting >= pool->waiting_max && count > 0)
        turns_tell_of_room(&pool->turns);
    pool->waiting -= count;
}

/* ---- connections ---------------------------------------------------------------------------------- */

static void put_free(struct pawl_pool *pool, struct member *member) {
    member->is_free = true;
    if (member->is_of_lane)
        return;
    member->next = pool->free;
    pool->free = member;
}

static struct member *take_free(struct pawl_pool *pool, struct member *wanted) {
    struct member *found = wanted ? wanted : pool->free;
    if (!found || !found->is_free)
        return NULL;
    found->is_free = false;
    for (struct member **at = &pool->free; *at; at = &(*at)->next)
        if (*at == found) {
            *at = found->next;
            break;
        }
    return found;
}

static void remove_taker(struct pawl_pool *pool, const struct taker *taker) {
    struct taker *before = NULL;
    for (struct taker *at = pool->first_taker; at; before = at, at = at->next) {
        if (at != taker)
            continue;
        if (before)
            before->next = at->next;
        else
            pool->first_taker = at->next;
        if (pool->last_taker == at)
            pool->last_taker = before;
        return;
    }
}

/* For the first who waits for it, or it is free. */
static void give_back(struct pawl_pool *pool, struct member *member) {
    for (struct taker *taker = pool->first_taker; taker; taker = taker->next) {
        if (taker->wanted ? taker->wanted != member : member->is_of_lane)
            continue;
        remove_taker(pool, taker);
        taker->given = member;
        turn_comes(&taker->turn);
        return;
    }
    put_free(pool, member);
}

/* NULL: none was free before the deadline. */
static struct member *take(struct pawl_pool *pool, struct member *wanted, int64_t deadline_us) {
    struct member *member = take_free(pool, wanted);
    if (member || !join_queue(pool, deadline_us))
        return member;
    struct taker taker = {.wanted = wanted};
    turn_begin(&taker.turn);
    if (pool->last_taker)
        pool->last_taker->next = &taker;
    else
        pool->first_taker = &taker;
    pool->last_taker = &taker;
    while (!taker.given && turn_wait(&pool->turns, &taker.turn, deadline_us))
        ;
    if (!taker.given)
        remove_taker(pool, &taker);
    leave_queue(pool, 1);
    turn_end(&taker.turn);
    return taker.given;
}

static enum pawl_status open_member(const struct pawl_pool *pool, struct member *member,
                                    struct pawl_error *err) {
    if (member->db)
        return PAWL_OK;
    enum pawl_status status = open_connection(&member->db, pool->driver, pool->where, err);
    if (status == PAWL_OK && member->is_of_lane && pool->driver->begin_gathering &&
        !pool->driver->begin_gathering(member->db)) {
        pawl_close(member->db);
        member->db = NULL;
        return error_set(err, PAWL_DB,
                         "the pool: a connection to %s cannot be told to wait for locks only briefly",
                         pool->driver->name);
    }
    return status;
}

/* Whoever waits longest in the lane makes the next batch. */
static void appoint_leader(struct lane *lane) {
    lane->is_led = lane->first != NULL;
    if (!lane->first)
        return;
    lane->first->state = LEADS;
    turn_comes(&lane->first->turn);
}

static void return_member(struct handle *handle) {
    struct pawl_pool *pool = handle->pool;
    turns_lock(&pool->turns);
    give_back(pool, handle->member);
    if (handle->leads)
        appoint_leader(handle->leads);
    turns_unlock(&pool->turns);
    handle->member = NULL;
    handle->leads = NULL;
}

static enum pawl_status lend(struct pawl_db *db, struct member *member, struct pawl_error *err) {
    struct handle *handle = handle_of(db);
    enum pawl_status status = open_member(handle->pool, member, err);
    handle->member = member;
    if (status != PAWL_OK) {
        return_member(handle);
        return status;
    }
    handle->wanted = NULL;
    db->connection = member->db->connection;
    return db->driver->ready(db, err);
}

static enum pawl_status check_out(struct pawl_db *db, struct pawl_error *err) {
    struct handle *handle = handle_of(db);
    struct pawl_pool *pool = handle->pool;
    turns_lock(&pool->turns);
    struct member *member = take(pool, handle->wanted, deadline_of(pool));
    turns_unlock(&pool->turns);
    return member ? lend(db, member, err) : refuse_busy(pool, "no connection was free", err);
}

/* ---- moves that are made together ----------------------------------------------------------------- */

static size_t lane_of(const struct pawl_pool *pool, const struct move *move) {
    const uint64_t prime = 1099511628211u; /* FNV-1a */
    uint64_t hash = 14695981039346656037u ^ (uintptr_t)move->machine;
    if (move->machine->key_type == PAWL_TYPE_BIGINT)
        hash = (hash ^ (uint64_t)move->key.number) * prime;
    else
        for (const char *at = move->key.text; *at; at++)
            hash = (hash ^ (unsigned char)*at) * prime;
    return (size_t)((hash ^ hash >> 32) % pool->lane_count);
}

static void append_move(struct lane *lane, struct waiting_move *move) {
    if (lane->last)
        lane->last->next = move;
    else
        lane->first = move;
    lane->last = move;
}

static void remove_move(struct lane *lane, const struct waiting_move *move) {
    struct waiting_move *before = NULL;
    for (struct waiting_move *at = lane->first; at; before = at, at = at->next) {
        if (at != move)
            continue;
        if (before)
            before->next = at->next;
        else
            lane->first = at->next;
        if (lane->last == at)
            lane->last = before;
        return;
    }
}

/* Those that have gathered, the leader's own among them. Returns how many. */
static size_t take_moves(struct pawl_pool *pool, struct lane *lane, struct gathered **batch,
                         struct waiting_move **taken) {
    size_t count = 0;
    *taken = lane->first;
    for (; lane->first && count < BATCH_MAX; lane->first = lane->first->next) {
        lane->first->state = IS_TAKEN;
        batch[count++] = &lane->first->gathered;
    }
    if (!lane->first)
        lane->last = NULL;
    leave_queue(pool, count);
    return count;
}

static void tell_all(struct waiting_move *taken, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct waiting_move *next = taken->next; /* it is gone when its caller has been told */
        taken->state = IS_DONE;
        turn_comes(&taken->turn);
        taken = next;
    }
}

/* Where its connection broke, the handle's next call gets the same, and connects it anew. */
static void check_in(struct pawl_db *db) {
    struct handle *handle = handle_of(db);
    handle->wanted = db->driver->connection_lost(db) ? handle->member : NULL;
    db->connection = NULL;
    db->is_pinned = false;
    return_member(handle);
}

/*
 * Makes what has gathered in the lane, the caller's own move first. Where it is the only one the caller makes
 * it by himself: then this returns the lane's connection, and he leads until that is checked in. Locked
 * before and after.
 */
static struct member *lead(struct pawl_pool *pool, size_t number, int64_t deadline_us) {
    struct lane *lane = &pool->lanes[number];
    struct member *member = take(pool, &pool->members[number], deadline_us);
    struct gathered *batch[BATCH_MAX];
    struct waiting_move *taken;
    const size_t count = take_moves(pool, lane, batch, &taken);
    const bool is_alone = member && count == 1 && !pool->gathers_one;
    for (size_t i = 0; i < count; i++)
        batch[i]->end = GATHERED_ALONE;
    if (member && !is_alone) {
        turns_unlock(&pool->turns);
        if (open_member(pool, member, NULL) == PAWL_OK)
            gather_fire(member->db, batch, count);
        turns_lock(&pool->turns);
        give_back(pool, member);
    }
    tell_all(taken, count);
    if (is_alone)
        return member;
    appoint_leader(lane);
    return NULL;
}

/*
 * Until the move has come to an end, which the caller's leading may bring about; CONFLICT where it was not
 * begun before the deadline. *own: see lead.
 */
static enum pawl_status await_end(struct pawl_pool *pool, size_t number, struct waiting_move *waiting,
                                  int64_t deadline_us, struct member **own) {
    while (waiting->state == WAITS || waiting->state == IS_TAKEN) {
        const bool may_leave = waiting->state == WAITS;
        const bool is_late = !turn_wait(&pool->turns, &waiting->turn, may_leave ? deadline_us : INT64_MAX);
        if (!is_late || waiting->state != WAITS)
            continue;
        remove_move(&pool->lanes[number], waiting);
        leave_queue(pool, 1);
        return PAWL_CONFLICT;
    }
    if (waiting->state == LEADS)
        *own = lead(pool, number, deadline_us);
    return PAWL_OK;
}

static enum pawl_status wait_in_lane(struct pawl_pool *pool, size_t number, struct waiting_move *waiting,
                                     struct member **own) {
    const int64_t deadline_us = deadline_of(pool);
    struct lane *lane = &pool->lanes[number];
    turns_lock(&pool->turns);
    enum pawl_status status = join_queue(pool, deadline_us) ? PAWL_OK : PAWL_CONFLICT;
    if (status == PAWL_OK) {
        turn_begin(&waiting->turn);
        append_move(lane, waiting);
        if (!lane->is_led)
            appoint_leader(lane);
        status = await_end(pool, number, waiting, deadline_us, own);
        turn_end(&waiting->turn);
    }
    turns_unlock(&pool->turns);
    return status;
}

static bool gather(struct pawl_db *db, struct move *move, enum pawl_status *status, struct pawl_error *err) {
    struct handle *handle = handle_of(db);
    struct pawl_pool *pool = handle->pool;
    const size_t number = lane_of(pool, move);
    struct waiting_move waiting = {.gathered = {.move = move, .err = err}, .state = WAITS};
    struct member *own = NULL;
    if (handle->wanted || !pool->gathers)
        return false;
    if (wait_in_lane(pool, number, &waiting, &own) != PAWL_OK) {
        *status = refuse_busy(pool, "the move was not begun", err);
        return true;
    }
    if (own) {
        handle->leads = &pool->lanes[number];
        *status = lend(db, own, err);
        return *status != PAWL_OK;
    }
    *status = waiting.gathered.status;
    if (waiting.gathered.end == GATHERED_LOST)
        handle->wanted = &pool->members[number];
    return waiting.gathered.end == GATHERED_ANSWERED;
}

/* ---- opening and closing -------------------------------------------------------------------------- */

static void free_pool(struct pawl_pool *pool) {
    for (size_t i = 0; i < pool->member_count; i++)
        pawl_close(pool->members[i].db);
    turns_destroy(&pool->turns);
    free(pool->members);
    free(pool->lanes);
    free(pool->where);
    free(pool);
}

static void leave(struct pawl_db *db) {
    struct handle *handle = handle_of(db);
    struct pawl_pool *pool = handle->pool;
    if (db->connection)
        check_in(db);
    turns_lock(&pool->turns);
    const bool is_last = --pool->handle_count == 0 && pool->is_closed;
    turns_unlock(&pool->turns);
    free(handle);
    if (is_last)
        free_pool(pool);
}

static const struct pool_calls calls = {
    .check_out = check_out, .check_in = check_in, .gather = gather, .leave = leave};

static enum pawl_status check_options(const struct pawl_pool_options *options, struct pawl_error *err) {
    if (options->connections > CONNECTION_MAX) {
        error_set(err, PAWL_MISUSE, "pawl_pool_open: %zu connections: at most %d are possible",
                  options->connections, CONNECTION_MAX);
        error_help(err, "a few are enough: moves of many threads go over one");
        return PAWL_MISUSE;
    }
    if (options->lanes >= options->connections) {
        error_set(err, PAWL_MISUSE, "pawl_pool_open: %zu lanes of %zu connections leave none for all else",
                  options->lanes, options->connections);
        error_help(err, "set connections to more than lanes");
        return PAWL_MISUSE;
    }
    return timeout_check("pawl_pool_open", "wait_ms", options->wait_ms, err);
}

/* The first is opened at once, so that whoever opens the pool is told whether the database is there. */
static enum pawl_status make_members(struct pawl_pool *pool, struct pawl_error *err) {
    pool->members = calloc(pool->member_count, sizeof *pool->members);
    pool->lanes = calloc(pool->lane_count, sizeof *pool->lanes);
    if (!pool->where || !pool->members || !pool->lanes)
        return error_set(err, PAWL_NOMEM, "out of memory");
    enum pawl_status status = open_connection(&pool->members[0].db, pool->driver, pool->where, err);
    if (status != PAWL_OK)
        return status;
    memcpy(pool->warning, pool->members[0].db->warning, sizeof pool->warning);
    pool->gathers = gather_is_possible(pool->driver) &&
                    (!pool->driver->begin_gathering || pool->driver->begin_gathering(pool->members[0].db));
    for (size_t i = pool->member_count; i > 0; i--) {
        pool->members[i - 1].is_of_lane = pool->gathers && i - 1 < pool->lane_count;
        put_free(pool, &pool->members[i - 1]);
    }
    return PAWL_OK;
}

enum pawl_status pool_create(struct pawl_pool **out, const struct driver *driver, const char *where,
                             const struct pawl_pool_options *given, struct pawl_error *err) {
    struct pawl_pool_options options = {0};
    options_copy(&options, sizeof options, given);
    if (options.connections == 0)
        options.connections = CONNECTIONS;
    if (options.lanes == 0)
        options.lanes = driver->has_one_writer ? 1 : LANES;
    enum pawl_status status = check_options(&options, err);
    if (status != PAWL_OK)
        return status;
    if (driver->is_private && driver->is_private(where)) {
        error_set(err, PAWL_MISUSE, "pawl_pool_open: each connection to %s has a database of its own", where);
        error_help(err, "use a file, or pawl_open");
        return PAWL_MISUSE;
    }
    struct pawl_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return error_set(err, PAWL_NOMEM, "out of memory");
    turns_create(&pool->turns);
    pool->driver = driver;
    pool->where = strdup(where);
    pool->member_count = options.connections;
    pool->lane_count = options.lanes;
    pool->waiting_max = options.queue ? options.queue : QUEUE;
    pool->wait_us = options.wait_ms == PAWL_WAIT ? -1 : (options.wait_ms ? options.wait_ms : WAIT_MS) * 1000;
    status = make_members(pool, err);
    if (status != PAWL_OK) {
        free_pool(pool);
        return status;
    }
    *out = pool;
    return PAWL_OK;
}

enum pawl_status pawl_pool_handle(struct pawl_pool *pool, struct pawl_db **out, struct pawl_error *err) {
    error_clear(err);
    if (out)
        *out = NULL;
    if (!pool || !out)
        return error_set(err, PAWL_MISUSE, "pawl_pool_handle: %s is NULL", pool ? "out" : "pool");
    struct handle *handle = calloc(1, sizeof *handle);
    if (!handle)
        return error_set(err, PAWL_NOMEM, "out of memory");
    handle->pool = pool;
    enum pawl_status status = open_pooled(out, pool->driver, &calls, handle, err);
    if (status != PAWL_OK) {
        free(handle);
        return status;
    }
    memcpy((*out)->warning, pool->warning, sizeof pool->warning);
    turns_lock(&pool->turns);
    pool->handle_count++;
    turns_unlock(&pool->turns);
    return PAWL_OK;
}

void pool_gathers_always(struct pawl_pool *pool) {
    pool->gathers_one = true;
}

void pawl_pool_close(struct pawl_pool *pool) {
    if (!pool)
        return;
    turns_lock(&pool->turns);
    pool->is_closed = true;
    const bool is_last = pool->handle_count == 0;
    turns_unlock(&pool->turns);
    if (is_last)
        free_pool(pool);
}
