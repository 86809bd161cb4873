#include "database.h"

#include <errno.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct fire_thread {
    pthread_t id;
    struct pawl_db *db;
    pthread_barrier_t *start;
    atomic_bool done;
    int backend; /* its process on PostgreSQL */
};

void sleep_ms(long duration_ms) {
    struct timespec left = {.tv_sec = duration_ms / 1000, .tv_nsec = duration_ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        continue;
}

static void *run(void *context) {
    struct fire *fire = context;
    struct fire_thread *thread = fire->thread;
    if (thread->start)
        pthread_barrier_wait(thread->start);
    fire->status = pawl_fire(thread->db, fire->machine, (struct pawl_key){.text = fire->key}, fire->event,
                             fire->args, fire->opts, &fire->moved, &fire->error);
    atomic_store(&thread->done, true);
    return NULL;
}

static void start(struct fire *fire, pthread_barrier_t *barrier) {
    struct fire_thread *thread = calloc(1, sizeof *thread);
    assert_non_null(thread);
    fire->error = (struct pawl_error)PAWL_ERROR_INIT;
    fire->thread = thread;
    thread->start = barrier;
    thread->db = fire->db ? fire->db : open_application();
    thread->backend = on_postgres() && !through_pool() ? PQbackendPID(pawl_native(thread->db))
                                                       : 0; /* before the handle is its */
    if (fire->hooks)
        expect(PAWL_OK, pawl_set_hooks(thread->db, fire->machine, fire->hooks, &err));
    assert_int_equal(pthread_create(&thread->id, NULL, run, fire), 0);
}

void fire_start(struct fire *fire) {
    start(fire, NULL);
}

/* PostgreSQL knows whether it is another's lock; not behind a pooler, whose connections have no such number,
   nor of a pool's handle, which has none before it waits.
 */
static bool is_blocked(struct pawl_db *watcher, int backend) {
    char sql[200];
    snprintf(sql, sizeof sql, "select pg_blocking_pids(%d) <> '{}'", backend);
    char *rows = rows_of(watcher, sql);
    bool blocked = strcmp(rows, "t\n") == 0;
    free(rows);
    return blocked;
}

bool fire_waits(struct fire *fire) {
    struct fire_thread *thread = fire->thread;
    struct pawl_db *watcher = thread->backend ? open_administrator() : NULL;
    for (int waited_ms = 0; waited_ms < 300 && !atomic_load(&thread->done); waited_ms += 10) {
        if (watcher && is_blocked(watcher, thread->backend))
            return true;
        sleep_ms(10);
    }
    return !atomic_load(&thread->done);
}

void fire_join(struct fire *fire) {
    struct fire_thread *thread = fire->thread;
    pthread_join(thread->id, NULL);
    free(thread);
    fire->thread = NULL;
}

void fire_together(struct fire *fires, size_t count) {
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, (unsigned)count);
    for (size_t i = 0; i < count; i++)
        start(&fires[i], &barrier);
    for (size_t i = 0; i < count; i++)
        fire_join(&fires[i]);
    pthread_barrier_destroy(&barrier);
}
