#include "database.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct fire_thread {
    pthread_t id;
    struct pawl_db *db;
    pthread_barrier_t *start;
    atomic_bool done;
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
    thread->db = open_application();
    if (fire->hooks)
        expect(PAWL_OK, pawl_set_hooks(thread->db, fire->machine, fire->hooks, &err));
    assert_int_equal(pthread_create(&thread->id, NULL, run, fire), 0);
}

void fire_start(struct fire *fire) {
    start(fire, NULL);
}

bool fire_waits(struct fire *fire) {
    struct fire_thread *thread = fire->thread;
    sleep_ms(300);
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
