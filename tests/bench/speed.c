#include "bench.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WAYS = 3, CONNECTIONS_MAX = 8, PAIRS = 31, PAIRS_QUICK = 7, CALIBRATING_MOVES = 400 };

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
void bench_set_apart(int server_pid, cpu_set_t *all) {
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

void bench_set_together(int server_pid, const cpu_set_t *all) {
    sched_setaffinity(server_pid, sizeof *all, all);
    sched_setaffinity(0, sizeof *all, all);
}

static void show_progress(const struct comparison *comparison, int pair, int pairs) {
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, pair < pairs ? "\r%s: %d of %d" : "\r\033[K", comparison->name, pair + 1, pairs);
    }
}

void measure_speed(const struct comparison *comparison, bool quick) {
    const int pairs = quick ? PAIRS_QUICK : PAIRS;
    const double slice_seconds = quick ? 0.1 : 0.4;
    const int connection_count = comparison->connections;
    void *preparing[WAYS];
    void *connections[WAYS][CONNECTIONS_MAX];
    double rates[WAYS][PAIRS];
    double slowest = 0;
    cpu_set_t processors;

    if (comparison->server_pid != 0) {
        bench_set_apart(comparison->server_pid, &processors);
    }
    for (int i = 0; i < WAYS; i++) {
        const struct way *way = comparison->ways[i];
        preparing[i] = way->open(comparison->where_to_prepare[i]);
        for (int c = 0; c < connection_count; c++) {
            connections[i][c] = way->open(comparison->where[i]);
        }
        /* the first slice prepares statements and fills caches; the second one counts */
        run_slice(way, preparing[i], connections[i], connection_count, CALIBRATING_MOVES);
        double rate = run_slice(way, preparing[i], connections[i], connection_count, CALIBRATING_MOVES);
        if (i == 0 || rate < slowest) {
            slowest = rate;
        }
    }

    /* all ways do the same number of moves: as many as the slowest does in a slice */
    long moves = 1 + (long)(slowest * slice_seconds);
    for (int pair = 0; pair < pairs; pair++) {
        show_progress(comparison, pair, pairs);
        for (int turn = 0; turn < WAYS; turn++) {
            int i = (pair + turn) % WAYS;
            rates[i][pair] =
                run_slice(comparison->ways[i], preparing[i], connections[i], connection_count, moves);
        }
    }
    show_progress(comparison, pairs, pairs);

    for (int i = 0; i < WAYS; i++) {
        comparison->ways[i]->close(preparing[i]);
        for (int c = 0; c < connection_count; c++) {
            comparison->ways[i]->close(connections[i][c]);
        }
    }

    if (comparison->server_pid != 0) {
        bench_set_together(comparison->server_pid, &processors);
    }

    double over_article[PAIRS];
    double over_update[PAIRS];
    for (int pair = 0; pair < pairs; pair++) {
        over_article[pair] = rates[0][pair] / rates[1][pair];
        over_update[pair] = rates[0][pair] / rates[2][pair];
    }
    char heading[96];
    snprintf(heading, sizeof heading, "%s, %d x %ld moves", comparison->name, pairs, moves);
    figures_heading(heading);
    for (int i = 0; i < WAYS; i++) {
        char name[64];
        snprintf(name, sizeof name, "moves per second, %s", comparison->ways[i]->name);
        figure(name, rates[i], pairs, 0, GOAL_NONE, 0);
    }
    figure("Pawl / article", over_article, pairs, 2,
           comparison->at_least_article > 0 ? GOAL_AT_LEAST : GOAL_NONE, comparison->at_least_article);
    figure("Pawl / bare UPDATE", over_update, pairs, 2,
           comparison->at_least_update > 0 ? GOAL_AT_LEAST : GOAL_NONE, comparison->at_least_update);
}
