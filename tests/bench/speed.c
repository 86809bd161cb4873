#include "bench.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CALIBRATING_MOVES = 400 };

struct worker {
    pthread_t thread;
    pthread_barrier_t *start;
    const struct way *way;
    void *connection;
    atomic_long *next;
    long last;
    double started_at, finished_at;
};

static void *work(void *argument) {
    struct worker *worker = argument;
    pthread_barrier_wait(worker->start);
    worker->started_at = bench_seconds();
    for (long number; (number = atomic_fetch_add(worker->next, 1)) <= worker->last;) {
        worker->way->submit(worker->connection, number);
    }
    worker->finished_at = bench_seconds();
    return NULL;
}

/*
 * The connections share the work, so that all are busy to the end. Answers moves per second, from the first
 * start to the last end.
 */
static double run_slice(const struct way *way, void *preparing, void **connections, int connection_count,
                        long moves) {
    struct worker workers[CONNECTIONS_MAX];
    pthread_barrier_t start;
    long first = bench_take_numbers(moves);
    atomic_long next = first;

    way->prepare(preparing, first, moves);
    pthread_barrier_init(&start, NULL, (unsigned)connection_count);
    for (int i = 0; i < connection_count; i++) {
        workers[i] = (struct worker){.start = &start,
                                     .way = way,
                                     .connection = connections[i],
                                     .next = &next,
                                     .last = first + moves - 1};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            bench_fail("only %d of %d threads could be started", i, connection_count);
        }
    }
    double started_at = 0;
    double finished_at = 0;
    for (int i = 0; i < connection_count; i++) {
        pthread_join(workers[i].thread, NULL);
        if (i == 0 || workers[i].started_at < started_at) {
            started_at = workers[i].started_at;
        }
        if (workers[i].finished_at > finished_at) {
            finished_at = workers[i].finished_at;
        }
    }
    pthread_barrier_destroy(&start);
    return (double)moves / (finished_at - started_at);
}

/*
 * With one connection, client and server take turns, and it is chance whether they are woken on the same
 * processor, which makes a round trip several times shorter than anybody has it whose server is busy. So
 * the server's new processes get one processor, and we the others.
 */
static void set_apart(int server_pid, cpu_set_t *all) {
    cpu_set_t server;
    cpu_set_t client;
    CPU_ZERO(&server);
    if (sched_getaffinity(0, sizeof *all, all) != 0) {
        bench_fail("sched_getaffinity: %s", strerror(errno));
    }
    client = *all;
    for (size_t cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&server) == 0; cpu++) {
        if (CPU_ISSET(cpu, all)) {
            CPU_SET(cpu, &server);
            CPU_CLR(cpu, &client);
        }
    }
    if (CPU_COUNT(&client) > 0 && (sched_setaffinity(server_pid, sizeof server, &server) != 0 ||
                                   sched_setaffinity(0, sizeof client, &client) != 0)) {
        bench_fail("sched_setaffinity: %s", strerror(errno));
    }
}

static void set_together(int server_pid, const cpu_set_t *all) {
    sched_setaffinity(server_pid, sizeof *all, all);
    sched_setaffinity(0, sizeof *all, all);
}

static void show_progress(const struct comparison *comparison, int pair, int pairs) {
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, pair < pairs ? "\r%s: %d of %d" : "\r\033[K", comparison->name, pair + 1, pairs);
    }
}

static void print_ratios(const struct comparison *comparison, double rates[WAYS_MAX][ROUNDS_MAX], int pairs) {
    const char *first = comparison->ways[0].way->name;
    double ratios[WAYS_MAX][ROUNDS_MAX];
    for (int i = 1; i < comparison->way_count; i++) {
        for (int pair = 0; pair < pairs; pair++) {
            double ratio = rates[0][pair] / rates[i][pair];
            ratios[i][pair] = comparison->others_to_first ? 1 / ratio : ratio;
        }
    }
    for (int i = 0; i < comparison->way_count; i++) {
        char name[64];
        snprintf(name, sizeof name, "moves per second, %s", comparison->ways[i].way->name);
        figure(name, rates[i], pairs, 0, GOAL_NONE, 0);
    }
    for (int i = 1; i < comparison->way_count; i++) {
        char name[64];
        double at_least = comparison->ways[i].at_least;
        const char *other = comparison->ways[i].way->name;
        snprintf(name, sizeof name, "%s / %s", comparison->others_to_first ? other : first,
                 comparison->others_to_first ? first : other);
        figure(name, ratios[i], pairs, 2, at_least > 0 ? GOAL_AT_LEAST : GOAL_NONE, at_least);
    }
}

void measure_speed(const struct comparison *comparison, struct effort effort) {
    const int pairs = effort.rounds;
    const int connection_count = comparison->connections;
    const int way_count = comparison->way_count;
    const long calibrating = comparison->multiple_of != 0 ? comparison->multiple_of : CALIBRATING_MOVES;
    void *preparing[WAYS_MAX];
    void *connections[WAYS_MAX][CONNECTIONS_MAX];
    double rates[WAYS_MAX][ROUNDS_MAX];
    double slowest = 0;
    cpu_set_t processors;

    if (comparison->server_pid != 0) {
        set_apart(comparison->server_pid, &processors);
    }
    for (int i = 0; i < way_count; i++) {
        const struct way *way = comparison->ways[i].way;
        preparing[i] = way->open(comparison->ways[i].where_to_prepare);
        for (int c = 0; c < connection_count; c++) {
            connections[i][c] = way->open(comparison->ways[i].where);
        }
        /* the first slice prepares statements and fills caches; the second one counts */
        run_slice(way, preparing[i], connections[i], connection_count, calibrating);
        double rate = run_slice(way, preparing[i], connections[i], connection_count, calibrating);
        if (i == 0 || rate < slowest) {
            slowest = rate;
        }
    }

    /* all ways do the same number of moves: as many as the slowest does in a slice */
    long moves = 1 + (long)(slowest * effort.slice_ms / 1e3);
    if (comparison->multiple_of != 0) {
        moves += comparison->multiple_of - moves % comparison->multiple_of;
    }
    for (int pair = 0; pair < pairs; pair++) {
        show_progress(comparison, pair, pairs);
        for (int turn = 0; turn < way_count; turn++) {
            int i = (pair + turn) % way_count;
            rates[i][pair] =
                run_slice(comparison->ways[i].way, preparing[i], connections[i], connection_count, moves);
        }
    }
    show_progress(comparison, pairs, pairs);

    for (int i = 0; i < way_count; i++) {
        comparison->ways[i].way->close(preparing[i]);
        for (int c = 0; c < connection_count; c++) {
            comparison->ways[i].way->close(connections[i][c]);
        }
    }
    if (comparison->server_pid != 0) {
        set_together(comparison->server_pid, &processors);
    }

    char heading[96];
    snprintf(heading, sizeof heading, "%s, %d x %ld moves", comparison->name, pairs, moves);
    figures_heading(heading);
    print_ratios(comparison, rates, pairs);
}
