#include "move/later.h"

#include "core/clock.h"
#include "pool/parts.h"
#include "pool/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Transitions with `done`. Each is a call of the schedule with a handle of its own. When a waiting caller
 * would resume, to make its transition or to lead a batch, a thread of the pool does that instead. Each busy
 * thread uses a connection, so there are as many threads as connections, and one more, which gives up
 * transitions at their deadline.
 */
struct task {
    struct later later; /* first: the room of moves knows only that */
    struct handle handle;
    struct links in_list, under_way;
    struct task *next_unused;
    bool is_finished; /* status, moved and err are its result; else later_finish is still to make them */
};

static struct task *task_of(struct later *later) {
    return (struct task *)later;
}

/* ---- lists ---------------------------------------------------------------------------------------- */

static struct links *list_links(struct scheduled_call *call) {
    return &handle_of_call(call)->task->in_list;
}

static struct links *under_way_links(struct scheduled_call *call) {
    return &handle_of_call(call)->task->under_way;
}

static struct task *take_first(struct call_list *list) {
    struct scheduled_call *call = list->first;
    if (!call)
        return NULL;
    call_list_remove(list, call, list_links);
    return handle_of_call(call)->task;
}

/* From now on it may wait for a while. */
static void begin_way(struct pawl_pool *pool, struct task *task) {
    task->handle.deadline_us = deadline_of(pool);
    call_list_append(&pool->tasks.under_way, &task->handle.call, under_way_links);
}

static void end_way(struct tasks *tasks, struct task *task) {
    call_list_remove(&tasks->under_way, &task->handle.call, under_way_links);
}

/* ---- what is to be told --------------------------------------------------------------------------- */

static void make_readable(const struct tasks *tasks) {
    if (tasks->told_at[1] >= 0 && write(tasks->told_at[1], "", 1) < 0)
        return; /* the pipe is full, and so it is readable */
}

static void make_unreadable(const struct tasks *tasks) {
    char bytes[16];
    while (tasks->told_at[0] >= 0 && read(tasks->told_at[0], bytes, sizeof bytes) > 0)
        ;
}

/* With the lock, as all of these. */
static void is_to_be_told(struct pawl_pool *pool, struct task *task, bool is_finished) {
    struct tasks *tasks = &pool->tasks;
    const bool is_first = !tasks->to_tell.first;
    task->is_finished = is_finished;
    end_way(tasks, task);
    call_list_append(&tasks->to_tell, &task->handle.call, list_links);
    if (is_first)
        make_readable(tasks);
    if (pool->is_closed)
        pthread_cond_signal(&tasks->ends); /* whoever closes it tells this one, if nobody else does */
}

static enum pawl_status refuse_late(const struct handle *handle, struct pawl_error *err) {
    if (!handle->pool->is_closed)
        return refuse_unbegun(handle, err);
    return error_advise(err, PAWL_CONFLICT, "call again, with another pool",
                        "the pool: it was closed, and the transition was not begun");
}

/* One that was sent and not answered keeps what its batch has left: UNKNOWN. */
static void give_up_task(struct pawl_pool *pool, struct task *task) {
    struct later *later = &task->later;
    if (!schedule_give_up(&pool->schedule, &task->handle.call))
        return;
    later->status = was_lost(&task->handle) ? PAWL_UNKNOWN : refuse_late(&task->handle, &later->err);
    is_to_be_told(pool, task, true);
    stats_transition(&pool->stats, later->status, later->move.begun_us);
    wake_all(tell_all(pool), NULL);
}

/* ---- threads -------------------------------------------------------------------------------------- */

/* Those whose time is over. Returns when the next one is to be given up, or hurried. */
static int64_t give_up_late(struct pawl_pool *pool) {
    const int64_t now = monotonic_us();
    int64_t next_us = INT64_MAX;
    for (struct scheduled_call *call = pool->tasks.under_way.first, *next; call; call = next) {
        const struct handle *handle = handle_of_call(call);
        next = under_way_links(call)->next;
        if (call->state != CALL_WAITS) /* the leader of its batch writes its answer */
            continue;
        const int64_t deadline_us = gives_up_at(handle);
        if (deadline_us <= now)
            give_up_task(pool, handle->task);
        else if (deadline_us < next_us)
            next_us = deadline_us;
        if (next_us != INT64_MAX && !is_sent_again(handle))
            break; /* the younger ones have more time */
    }
    return next_us == INT64_MAX || next_us - now < HURRY_AFTER_US ? next_us : now + HURRY_AFTER_US;
}

/* The threads that are idle may have seen no deadline to be minded. */
static void is_to_be_minded(struct tasks *tasks) {
    if (tasks->minding_count == 0)
        pthread_cond_signal(&tasks->work);
}

void task_waits_again(struct pawl_pool *pool, struct task *task) {
    if (pool->is_closed) {
        give_up_task(pool, task);
        return;
    }
    end_way(&pool->tasks, task);
    begin_way(pool, task);
    is_to_be_minded(&pool->tasks);
}

static void later_make(struct pawl_pool *pool, struct task *task) {
    const bool leads = task->handle.call.state == CALL_LEADS;
    pthread_mutex_unlock(&pool->lock);
    if (leads)
        lead(&task->handle);
    else
        later_finish(&task->later);
    pthread_mutex_lock(&pool->lock);
    if (leads)
        return;
    /* before the next one of its entity may go, which is told behind it */
    is_to_be_told(pool, task, true);
    schedule_end(&pool->schedule, &task->handle.call);
    unlock_and_wake(pool, NULL);
    pthread_mutex_lock(&pool->lock);
}

static void *later_run(void *context) {
    struct pawl_pool *pool = context;
    struct tasks *tasks = &pool->tasks;
    pthread_mutex_lock(&pool->lock);
    while (!tasks->is_over) {
        struct task *task = take_first(&tasks->to_make);
        if (task) {
            tasks->to_make_count--;
            is_to_be_minded(tasks); /* this one may have done so until now */
            later_make(pool, task);
            continue;
        }
        const int64_t deadline_us = give_up_late(pool);
        if (tasks->to_make.first)
            continue;
        const bool minds = deadline_us != INT64_MAX;
        tasks->idle_count++;
        tasks->minding_count += minds;
        const bool is_woken = condition_wait(&tasks->work, &pool->lock, deadline_us);
        tasks->minding_count -= minds;
        tasks->idle_count--;
        if (!is_woken) {
            schedule_hurry(&pool->schedule);
            wake_all(tell_all(pool), NULL);
        }
    }
    pthread_cond_signal(&tasks->work); /* the next one is to see that, too */
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* For each connection one, and one that minds deadlines. */
static size_t thread_max(const struct pawl_pool *pool) {
    return (size_t)pool->schedule.connection_count + 1;
}

/* Signals are the program's own threads' business. */
static bool start_thread(struct pawl_pool *pool) {
    struct tasks *tasks = &pool->tasks;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool is_started = pthread_create(&tasks->threads[tasks->thread_count], NULL, later_run, pool) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    tasks->thread_count += is_started;
    return is_started;
}

static void is_to_be_made(struct pawl_pool *pool, struct task *task) {
    struct tasks *tasks = &pool->tasks;
    call_list_append(&tasks->to_make, &task->handle.call, list_links);
    if (++tasks->to_make_count >= tasks->idle_count && tasks->thread_count < thread_max(pool))
        start_thread(pool); /* or one of those that are there does it later */
    pthread_cond_signal(&tasks->work);
}

void task_is_told(struct pawl_pool *pool, struct task *task) {
    switch (task->handle.call.state) {
    case CALL_GOES:
    case CALL_LEADS:
        is_to_be_made(pool, task);
        break;
    case CALL_ENDED:
        is_to_be_told(pool, task, false);
        break;
    case CALL_WAITS:
    case CALL_IS_TAKEN:
        break;
    }
}

/* ---- asking --------------------------------------------------------------------------------------- */

/* The handle is a part of its task. */
static void leave_nothing(struct pawl_db *db) {
    (void)db;
}

/*
 * A caller that gets UNKNOWN may read next, on any connection, and the state that it reads must be final. So
 * this first ends the lost request. If the database is unreachable, it tries for as long as a call may wait.
 */
static void end_what_was_sent(struct pawl_db *db) {
    struct pawl_pool *pool = handle_of(db)->pool;
    const int64_t deadline_us = deadline_of(pool);
    for (int number = 1; db->driver->ready(db, NULL) != PAWL_OK; number++) {
        pthread_mutex_lock(&pool->lock);
        const bool is_closed = pool->is_closed;
        pthread_mutex_unlock(&pool->lock);
        if (is_closed || monotonic_us() >= deadline_us)
            return;
        pause_before_attempt(db, number, PAUSE_MAX_US);
    }
}

static void check_in(struct pawl_db *db) {
    if (handle_of(db)->task->later.status == PAWL_UNKNOWN)
        end_what_was_sent(db);
    pool_check_in(db);
}

static const struct pool_calls calls_of_task = {.knows = pool_knows,
                                                .learns = pool_learns,
                                                .check_out = pool_check_out,
                                                .check_in = check_in,
                                                .gather = pool_gather,
                                                .leave = leave_nothing};

static struct task *make_task(struct pawl_pool *pool, struct pawl_error *err) {
    struct task *task = calloc(1, sizeof *task);
    if (!task) {
        error_set(err, PAWL_NOMEM, "out of memory");
        return NULL;
    }
    task->handle.pool = pool;
    task->handle.task = task;
    if (open_pooled(&task->later.db, pool->driver, &calls_of_task, &task->handle, &pool->stats, err) !=
        PAWL_OK) {
        free(task);
        return NULL;
    }
    return task;
}

static enum pawl_status begin_tasks(struct pawl_pool *pool, struct pawl_error *err) {
    struct tasks *tasks = &pool->tasks;
    if (tasks->thread_count > 0)
        return PAWL_OK;
    if (!tasks->threads)
        tasks->threads = calloc(thread_max(pool), sizeof *tasks->threads);
    TRY(memory_check(tasks->threads, err));
    return start_thread(pool) ? PAWL_OK : error_set(err, PAWL_NOMEM, "the pool: no thread can be started");
}

static enum pawl_status refuse_full(const struct pawl_pool *pool, struct pawl_error *err) {
    error_set(err, PAWL_CONFLICT, "the pool: its queue of %zu is full", pool->later_max);
    error_help(err, "call pawl_pool_drive and try again, or open the pool with a longer queue");
    return error_is_busy(err);
}

static enum pawl_status refuse_closed(struct pawl_error *err) {
    return error_advise(err, PAWL_MISUSE, "call before pawl_pool_close, or leave `done` NULL",
                        "a call with `done`, and its pool is closed");
}

static enum pawl_status check_room(const struct pawl_pool *pool, struct pawl_error *err) {
    if (pool->is_closed)
        return refuse_closed(err);
    return pool->tasks.count < pool->later_max ? PAWL_OK : refuse_full(pool, err);
}

enum pawl_status pool_new_later(struct pawl_db *db, struct later **out, struct pawl_error *err) {
    struct pawl_pool *pool = handle_of(db)->pool;
    struct tasks *tasks = &pool->tasks;
    struct task *task = NULL;
    pthread_mutex_lock(&pool->lock);
    enum pawl_status status = check_room(pool, err);
    if (status == PAWL_OK)
        status = begin_tasks(pool, err);
    if (status == PAWL_OK) {
        task = tasks->unused ? tasks->unused : make_task(pool, err);
        if (task && task == tasks->unused)
            tasks->unused = task->next_unused;
        status = task ? PAWL_OK : PAWL_NOMEM;
        tasks->count += task != NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    if (task) {
        results_reset(operation_results(task->later.db));
        task->handle.wanted = ANY_CONNECTION;
        task->is_finished = false;
        *out = &task->later;
    }
    return status;
}

static void put_away(struct pawl_pool *pool, struct task *task) {
    struct tasks *tasks = &pool->tasks;
    task->next_unused = tasks->unused;
    tasks->unused = task;
    if (--tasks->count == 0 && pool->is_closed)
        pthread_cond_signal(&tasks->ends);
}

void pool_drop_later(struct pawl_db *db, struct later *later) {
    struct pawl_pool *pool = handle_of(db)->pool;
    pthread_mutex_lock(&pool->lock);
    put_away(pool, task_of(later));
    pthread_mutex_unlock(&pool->lock);
}

enum pawl_status pool_ask_later(struct pawl_db *db, struct later *later, struct pawl_error *err) {
    struct pawl_pool *pool = handle_of(db)->pool;
    struct task *task = task_of(later);
    const bool joins = pool->schedule.lane_count > 0 && gather_takes(later->db, &later->move) &&
                       !later_keeps_connection(later);
    describe(&task->handle, (struct gathered){.move = &later->move, .err = &later->err}, joins);
    pthread_mutex_lock(&pool->lock);
    enum pawl_status status = PAWL_PENDING;
    if (pool->is_closed) {
        status = refuse_closed(err);
        put_away(pool, task);
    } else {
        begin_way(pool, task);
        schedule_arrive(&pool->schedule, &task->handle.call);
        if (task->handle.call.state == CALL_WAITS)
            is_to_be_minded(&pool->tasks);
    }
    unlock_and_wake(pool, NULL);
    return status;
}

/* ---- telling -------------------------------------------------------------------------------------- */

static void later_report(struct pawl_pool *pool, struct task *task) {
    struct later *later = &task->later;
    if (!task->is_finished)
        later_finish(later);
    later->done(later->context, later->status, &later->moved, &later->err);
    pthread_mutex_lock(&pool->lock);
    put_away(pool, task);
    pthread_mutex_unlock(&pool->lock);
}

size_t pawl_pool_drive(struct pawl_pool *pool) {
    size_t count = 0;
    if (!pool || !is_of_this_process(pool))
        return 0;
    pthread_mutex_lock(&pool->lock);
    struct call_list list = pool->tasks.to_tell;
    pool->tasks.to_tell = (struct call_list){0};
    make_unreadable(&pool->tasks);
    pthread_mutex_unlock(&pool->lock);
    for (struct task *task; (task = take_first(&list)); count++)
        later_report(pool, task);
    return count;
}

/* A blocking read or write would wait with the pool's lock. */
static bool make_pipe(struct tasks *tasks) {
    if (pipe2(tasks->told_at, O_NONBLOCK | O_CLOEXEC) != 0)
        return false;
    if (tasks->to_tell.first)
        make_readable(tasks);
    return true;
}

int pawl_pool_fd(struct pawl_pool *pool, struct pawl_error *err) {
    char reason[100];
    error_clear(err);
    if (!pool) {
        error_set(err, PAWL_MISUSE, "pawl_pool_fd: pool is NULL");
        return -1;
    }
    if (!is_of_this_process(pool)) {
        refuse_other_process("pool", err);
        return -1;
    }
    pthread_mutex_lock(&pool->lock);
    if (pool->tasks.told_at[0] < 0 && !make_pipe(&pool->tasks))
        error_set(err, PAWL_DB, "pawl_pool_fd: no pipe can be made: %s",
                  strerror_r(errno, reason, sizeof reason));
    const int fd = pool->tasks.told_at[0];
    pthread_mutex_unlock(&pool->lock);
    return fd;
}

/* ---- beginning and end ---------------------------------------------------------------------------- */

bool tasks_begin(struct pawl_pool *pool) {
    struct tasks *tasks = &pool->tasks;
    tasks->told_at[0] = tasks->told_at[1] = -1;
    if (!condition_begin(&tasks->work))
        return false;
    if (condition_begin(&tasks->ends))
        return true;
    pthread_cond_destroy(&tasks->work);
    return false;
}

void tasks_end(struct pawl_pool *pool) {
    struct tasks *tasks = &pool->tasks;
    pthread_mutex_lock(&pool->lock);
    for (struct scheduled_call *call = tasks->under_way.first, *next; call; call = next) {
        next = under_way_links(call)->next;
        give_up_task(pool, handle_of_call(call)->task);
    }
    while (tasks->count > 0) { /* also those that another thread is telling, or is about to ask for */
        if (!tasks->to_tell.first) {
            condition_wait(&tasks->ends, &pool->lock, INT64_MAX);
            continue;
        }
        pthread_mutex_unlock(&pool->lock);
        pawl_pool_drive(pool);
        pthread_mutex_lock(&pool->lock);
    }
    tasks->is_over = true;
    pthread_cond_signal(&tasks->work);
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < tasks->thread_count; i++)
        pthread_join(tasks->threads[i], NULL);
}

void tasks_free(struct pawl_pool *pool) {
    struct tasks *tasks = &pool->tasks;
    for (struct task *task; (task = tasks->unused);) {
        tasks->unused = task->next_unused;
        pawl_close(task->later.db);
        free(task);
    }
    for (int i = 0; i < 2; i++)
        if (tasks->told_at[i] >= 0)
            close(tasks->told_at[i]);
    pthread_cond_destroy(&tasks->work);
    pthread_cond_destroy(&tasks->ends);
    free(tasks->threads);
}
