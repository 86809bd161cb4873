/*
 * The move protocol's interleavings: three sessions move one door, each with a move and then a commit or a
 * rollback, in every order of these six steps and with every choice of moves. A session that waits for
 * another's lock goes on when it can, so that some orders come to the same steps, which are taken once.
 * Whatever the order, the answers must be those of the three transactions one after the other, in some order
 * in which none goes before one that had ended before it began.
 */
#include "../support/database.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "door.h"

enum { SESSIONS = 3, STEPS = 2 * SESSIONS };

struct operation {
    enum door_event event;
    bool commits;
};

enum task { NOTHING, MOVE, END, STOP };

struct session {
    pthread_t thread;
    struct pawl_db *db;
    char backend[16];
    struct operation operation;
    const char *door;
    enum task task; /* asked for; back to NOTHING when done */
    pthread_mutex_t mutex;
    pthread_cond_t asked;
    atomic_bool busy;
    /* the answer */
    enum pawl_status status, end_status;
    int from, to;
    bool retryable;
    int began, ended; /* at which step */
};

static struct session sessions[SESSIONS];
static pthread_mutex_t done_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER; /* a session is busy no more */
static struct pawl_db *watcher;
static const char *isolation;

/* ---- sessions ----------------------------------------------------------------------------------- */

static void move(struct session *session) {
    struct pawl_error error = PAWL_ERROR_INIT;
    struct pawl_transition moved = {0};
    session->status = pawl_begin(session->db, &error);
    if (session->status == PAWL_OK && isolation)
        session->status = pawl_exec(session->db, isolation, &error);
    if (session->status == PAWL_OK)
        session->status = pawl_fire(session->db, &door_machine, (struct pawl_key){.text = session->door},
                                    (int)session->operation.event, NULL, NULL, &moved, &error);
    session->from = moved.from;
    session->to = moved.to;
    session->retryable = error.retryable;
}

static void end(struct session *session) {
    session->end_status =
        session->operation.commits ? pawl_commit(session->db, NULL) : pawl_rollback(session->db, NULL);
}

static void *serve(void *context) {
    struct session *session = context;
    for (;;) {
        pthread_mutex_lock(&session->mutex);
        while (session->task == NOTHING)
            pthread_cond_wait(&session->asked, &session->mutex);
        enum task task = session->task;
        session->task = NOTHING;
        pthread_mutex_unlock(&session->mutex);
        if (task == STOP)
            return NULL;
        (task == MOVE ? move : end)(session);
        pthread_mutex_lock(&done_mutex);
        atomic_store(&session->busy, false);
        pthread_cond_signal(&done);
        pthread_mutex_unlock(&done_mutex);
    }
}

static void ask(struct session *session, enum task task) {
    atomic_store(&session->busy, true);
    pthread_mutex_lock(&session->mutex);
    session->task = task;
    pthread_cond_signal(&session->asked);
    pthread_mutex_unlock(&session->mutex);
}

/* Asked some ten thousand times, and planning it takes longer than the answer. */
static void prepare_all_wait(void) {
    PGresult *result = PQprepare(pawl_native(watcher), "all_wait",
                                 "select coalesce(bool_and(pg_blocking_pids(pid) <> '{}'), true)"
                                 " from unnest(array[$1, $2, $3]::int[]) pid where pid <> 0",
                                 SESSIONS, NULL);
    assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
    PQclear(result);
}

/* Of those that are busy, whether each waits for another's lock. */
static bool all_wait(void) {
    const char *backends[SESSIONS] = {"0", "0", "0"};
    for (int i = 0; i < SESSIONS; i++)
        if (atomic_load(&sessions[i].busy))
            backends[i] = sessions[i].backend;
    PGresult *result = PQexecPrepared(pawl_native(watcher), "all_wait", SESSIONS, backends, NULL, NULL, 0);
    assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
    bool waits = PQgetvalue(result, 0, 0)[0] == 't';
    PQclear(result);
    return waits;
}

/* A bit for each session that is busy. */
static int busy_ones(void) {
    int busy = 0;
    for (int i = 0; i < SESSIONS; i++)
        busy |= atomic_load(&sessions[i].busy) ? 1 << i : 0;
    return busy;
}

/* Most steps take less than asking the server who waits, so that it is asked only after a moment. */
static bool somebody_is_done_soon(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 300000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return pthread_cond_timedwait(&done, &done_mutex, &until) == 0;
}

/* Until each session has done its step, or waits for another's lock. */
static void settle(void) {
    bool settled = false;
    for (int i = 0; !settled; i++) {
        assert_true(i < 100000);
        pthread_mutex_lock(&done_mutex);
        bool may_wait = busy_ones() && !somebody_is_done_soon();
        settled = !busy_ones();
        pthread_mutex_unlock(&done_mutex);
        settled = settled || (may_wait && all_wait());
    }
}

/* ---- one interleaving --------------------------------------------------------------------------- */

struct schedule {
    const int *order;
    int position, left[SESSIONS];
    int taken; /* steps, each a digit of two bits: whose it was */
};

static struct schedule begin_schedule(const int *order) {
    return (struct schedule){.order = order, .left = {2, 2, 2}};
}

/* Whose step is next; one of who still waits is taken when it has been let go. -1: all have been taken, or
 * wait. */
static int next_step(struct schedule *schedule, int waiting) {
    int who = -1;
    while (who < 0 && schedule->position < STEPS) {
        const int wanted = schedule->order[schedule->position++];
        if (!(waiting & 1 << wanted))
            who = wanted;
    }
    for (int i = 0; who < 0 && i < SESSIONS; i++)
        if (schedule->left[i] && !(waiting & 1 << i))
            who = i;
    if (who >= 0) {
        schedule->left[who]--;
        schedule->taken = schedule->taken << 2 | (who + 1);
    }
    return who;
}

/* Of one choice of moves, who waits after which steps; -1: nobody knows. */
static signed char waiting_after[1 << 2 * STEPS];

/* Whether the very same steps have been taken: another order said only otherwise when to ask one that waits.
 */
static bool was_run(const int *order) {
    struct schedule schedule = begin_schedule(order);
    for (int waiting = 0; waiting >= 0; waiting = waiting_after[schedule.taken])
        if (next_step(&schedule, waiting) < 0)
            return true;
    return false;
}

static void run_order(const int *order, const char *door) {
    struct schedule schedule = begin_schedule(order);
    int clock = 0, waiting = 0, who;
    for (int i = 0; i < SESSIONS; i++) {
        sessions[i].door = door;
        sessions[i].began = sessions[i].ended = STEPS * 4;
    }
    while ((who = next_step(&schedule, waiting)) >= 0) {
        const bool begins = schedule.left[who] == 1;
        *(begins ? &sessions[who].began : &sessions[who].ended) = ++clock;
        ask(&sessions[who], begins ? MOVE : END);
        settle();
        waiting = busy_ones();
        waiting_after[schedule.taken] = (signed char)waiting;
    }
    if (waiting)
        fail_msg("door %s: everybody waits", door);
}

/* The answer that a session would get in this state, and where the door is then; 0 is nothing. */
static enum pawl_status alone(enum door_event event, int *state) {
    if (event == DOOR_EVENT_CREATE) {
        if (*state)
            return PAWL_EXISTS;
        *state = DOOR_STATE_CLOSED;
        return PAWL_OK;
    }
    if (!*state)
        return PAWL_NOT_FOUND;
    if (event == DOOR_EVENT_FLIP) {
        *state = *state == DOOR_STATE_CLOSED ? DOOR_STATE_OPENED : DOOR_STATE_CLOSED;
        return PAWL_OK;
    }
    if (*state != (event == DOOR_EVENT_OPEN ? DOOR_STATE_CLOSED : DOOR_STATE_OPENED))
        return PAWL_ILLEGAL;
    *state = event == DOOR_EVENT_OPEN ? DOOR_STATE_OPENED : DOOR_STATE_CLOSED;
    return PAWL_OK;
}

static bool explained_by(const int *order, int state, int final) {
    for (int i = 0; i < SESSIONS; i++) {
        const struct session *session = &sessions[order[i]];
        for (int j = i + 1; j < SESSIONS; j++)
            if (sessions[order[j]].ended < session->began)
                return false;
        if (session->retryable) /* wanted to be run again: it has done nothing */
            continue;
        int from = state, to = state;
        enum pawl_status expected = alone(session->operation.event, &to);
        if (session->status != expected ||
            (expected == PAWL_OK && (session->from != from || session->to != to)))
            return false;
        if (expected == PAWL_ILLEGAL && session->from != from)
            return false;
        if (session->operation.commits && session->end_status == PAWL_OK)
            state = to;
    }
    return state == final;
}

static int state_of(const char *door) {
    struct door_current current;
    enum pawl_status status = door_get(watcher, door, &current, &err);
    return status == PAWL_OK ? (int)current.state : 0;
}

static void judge(const int *order, const char *door, int state) {
    static const int permutations[][SESSIONS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                 {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    int final = state_of(door);
    for (size_t i = 0; i < sizeof permutations / sizeof *permutations; i++)
        if (explained_by(permutations[i], state, final))
            return;
    for (int i = 0; i < SESSIONS; i++)
        print_message("session %d: %s, then %s: %s from %d to %d, %s\n", i,
                      door_event_name(sessions[i].operation.event),
                      sessions[i].operation.commits ? "commit" : "rollback",
                      pawl_status_name(sessions[i].status), sessions[i].from, sessions[i].to,
                      pawl_status_name(sessions[i].end_status));
    fail_msg("door %s, steps of sessions %d %d %d %d %d %d, from state %d to %d: no order of the three "
             "explains it",
             door, order[0], order[1], order[2], order[3], order[4], order[5], state, final);
}

/* ---- all of them -------------------------------------------------------------------------------- */

/* Orders in which each of the three has two steps; the first step of all is session 0's, since which of them
   gets which operation is tried in every way. */
static int all_orders(int orders[][STEPS]) {
    int count = 0;
    for (int code = 0; code < 729; code++) {
        int steps[SESSIONS] = {0}, order[STEPS];
        for (int i = 0, rest = code; i < STEPS; i++, rest /= SESSIONS) {
            order[i] = rest % SESSIONS;
            steps[order[i]]++;
        }
        int first_one = 0;
        while (first_one < STEPS - 1 && order[first_one] == 0)
            first_one++;
        if (steps[0] == 2 && steps[1] == 2 && order[0] == 0 && order[first_one] == 1)
            memcpy(orders[count++], order, sizeof order);
    }
    return count;
}

static void explore(enum door_event first, bool exists, const char *prefix) {
    const enum door_event events[] = {first, DOOR_EVENT_OPEN, DOOR_EVENT_FLIP};
    struct operation operations[6];
    int orders[90][STEPS];
    int order_count = all_orders(orders), explored = 0;
    assert_int_equal(order_count, 15);
    for (int i = 0; i < 6; i++)
        operations[i] = (struct operation){events[i / 2], i % 2 == 0};
    if (exists)
        execute(watcher, "select door_create('%s' || n) from generate_series(1, %d) n", prefix,
                6 * 6 * 6 * order_count);
    for (int choice = 0; choice < 6 * 6 * 6; choice++) {
        for (int i = 0, rest = choice; i < SESSIONS; i++, rest /= 6)
            sessions[i].operation = operations[rest % 6];
        memset(waiting_after, -1, sizeof waiting_after);
        for (int i = 0; i < order_count; i++) {
            if (was_run(orders[i]))
                continue;
            char door[32];
            snprintf(door, sizeof door, "%s%d", prefix, ++explored);
            run_order(orders[i], door);
            judge(orders[i], door, exists ? DOOR_STATE_CLOSED : 0);
        }
    }
    print_message("%s: %d of %d orders are different\n", prefix, explored, 6 * 6 * 6 * order_count);
}

static void explore_all(void **state, const char *level) {
    (void)state;
    if (!on_postgres())
        skip(); /* begin immediate is the one lock there is; see conformance/locks_test.c */
    isolation = level;
    watcher = open_administrator();
    prepare_all_wait();
    for (int i = 0; i < SESSIONS; i++) {
        struct session *session = &sessions[i];
        session->db = open_application();
        snprintf(session->backend, sizeof session->backend, "%d", PQbackendPID(pawl_native(session->db)));
        pthread_mutex_init(&session->mutex, NULL);
        pthread_cond_init(&session->asked, NULL);
        session->task = NOTHING;
        atomic_store(&session->busy, false);
        assert_int_equal(pthread_create(&session->thread, NULL, serve, session), 0);
    }
    explore(DOOR_EVENT_SHUT, true, level ? "rr-there-" : "there-");
    explore(DOOR_EVENT_CREATE, false, level ? "rr-new-" : "new-");
    for (int i = 0; i < SESSIONS; i++) {
        ask(&sessions[i], STOP);
        pthread_join(sessions[i].thread, NULL);
    }
}

static void every_interleaving_is_as_one_after_the_other(void **state) {
    explore_all(state, NULL);
}

static void every_interleaving_of_snapshots_is_too_or_wants_to_be_repeated(void **state) {
    explore_all(state, "set transaction isolation level repeatable read");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_interleaving_is_as_one_after_the_other),
        TEST(every_interleaving_of_snapshots_is_too_or_wants_to_be_repeated),
    };
    return run_suite(tests);
}
