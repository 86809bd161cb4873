#include "bench.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CALIBRATING_MOVES = 400 };

static const char *const measured_names[MEASURED] = {"moves per second", "server's processor time, us",
                                                     "client's processor time, us", "median of answers, us",
                                                     "99 % answered within, us"};

struct worker {
    pthread_t thread;
    pthread_barrier_t *start;
    const struct way *way;
    void *connection;
    atomic_long *next;
    long first, last;
    double *seconds; /* that each took */
    double started_at, finished_at;
};

static void *work(void *argument) {
    struct worker *worker = argument;
    pthread_barrier_wait(worker->start);
    worker->started_at = worker->finished_at = bench_seconds();
    for (long number; (number = atomic_fetch_add(worker->next, 1)) <= worker->last;) {
        const double began_at = worker->finished_at;
        worker->way->submit(worker->connection, number);
        worker->finished_at = bench_seconds();
        worker->seconds[number - worker->first] = worker->finished_at - began_at;
    }
    return NULL;
}

static double client_microseconds(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec * 1e6 + (double)used.tv_nsec / 1e3;
}

static int compare_doubles(const void *left, const void *right) {
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static long land_all(const struct line *line) {
    long left = 0;
    for (int i = 0; line->land != NULL && i < line->connection_count; i++) {
        left += line->land(line->connections[i]);
    }
    return left;
}

/*
 * The connections share the work, so that all are busy to the end. The rate is that of the moves that came to
 * their end from the first start to the last end; what was left under way then is waited for afterwards.
 */
void run_slice(const struct line *line, int counted_pid, double told[MEASURED]) {
    struct worker workers[CONNECTIONS_MAX];
    pthread_barrier_t start;
    const long moves = line->moves;
    const long first = bench_take_numbers(moves);
    atomic_long next = first;
    double *seconds = calloc((size_t)moves, sizeof *seconds);
    if (seconds == NULL) {
        bench_fail("out of memory");
    }

    line->way->prepare(line->preparing, first, moves);
    const double server_before = counted_pid != 0 ? server_microseconds(counted_pid) : 0;
    const double client_before = client_microseconds();
    pthread_barrier_init(&start, NULL, (unsigned)line->connection_count);
    for (int i = 0; i < line->connection_count; i++) {
        workers[i] = (struct worker){.start = &start,
                                     .way = line->way,
                                     .connection = line->connections[i],
                                     .next = &next,
                                     .first = first,
                                     .last = first + moves - 1,
                                     .seconds = seconds};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            bench_fail("only %d of %d threads could be started", i, line->connection_count);
        }
    }
    double started_at = 0;
    double finished_at = 0;
    for (int i = 0; i < line->connection_count; i++) {
        pthread_join(workers[i].thread, NULL);
        if (i == 0 || workers[i].started_at < started_at) {
            started_at = workers[i].started_at;
        }
        if (workers[i].finished_at > finished_at) {
            finished_at = workers[i].finished_at;
        }
    }
    pthread_barrier_destroy(&start);
    told[RATE] = (double)(moves - land_all(line)) / (finished_at - started_at);
    told[CLIENT_US] = (client_microseconds() - client_before) / (double)moves;
    told[SERVER_US] =
        counted_pid != 0 ? (server_microseconds(counted_pid) - server_before) / (double)moves : 0;
    qsort(seconds, (size_t)moves, sizeof *seconds, compare_doubles);
    told[MEDIAN_US] = seconds[moves / 2] * 1e6;
    told[SLOW_US] = seconds[moves * 99 / 100] * 1e6;
    free(seconds);
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

/* By way, and round by round. */
typedef double samples[MEASURED][WAYS_MAX][ROUNDS_MAX];

static const char *name_of(const struct comparison *comparison, int i) {
    const struct compared *compared = &comparison->ways[i];
    return compared->name != NULL ? compared->name : compared->way->name;
}

static void print_measured(const struct comparison *comparison, samples told, enum measured what,
                           int rounds) {
    for (int i = 0; i < comparison->way_count; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s, %s", measured_names[what], name_of(comparison, i));
        double sorted[ROUNDS_MAX]; /* ratios are of the same round: what was told keeps its order */
        memcpy(sorted, told[what][i], sizeof sorted);
        figure(name, sorted, rounds, 0, GOAL_NONE, 0);
    }
}

/* Of each of the others to the first, or the other way round. */
static void print_ratio(const struct comparison *comparison, samples told, enum measured what, int i,
                        int rounds, double at_least) {
    const bool is_of_other = comparison->others_to_first || what != RATE;
    double ratios[ROUNDS_MAX];
    char name[96];
    for (int round = 0; round < rounds; round++) {
        const double ratio = told[what][0][round] / told[what][i][round];
        ratios[round] = is_of_other ? 1 / ratio : ratio;
    }
    snprintf(name, sizeof name, "%s%s / %s",
             what == RATE        ? ""
             : what == MEDIAN_US ? "median, "
                                 : "99 %, ",
             name_of(comparison, is_of_other ? i : 0), name_of(comparison, is_of_other ? 0 : i));
    figure(name, ratios, rounds, 2, at_least > 0 ? GOAL_AT_LEAST : GOAL_NONE, at_least);
}

static void print_all(const struct comparison *comparison, samples told, int rounds) {
    const enum measured end = comparison->counted_pid != 0 ? MEASURED : SERVER_US;
    for (enum measured what = RATE; what < end; what++) {
        print_measured(comparison, told, what, rounds);
    }
    for (int i = 1; i < comparison->way_count; i++) {
        const struct compared *compared = &comparison->ways[i];
        print_ratio(comparison, told, RATE, i, rounds, compared->at_least);
        for (enum measured what = MEDIAN_US; compared->is_to_be_sooner && what < MEASURED; what++) {
            print_ratio(comparison, told, what, i, rounds, 1);
        }
    }
}

void open_line(struct line *line, int connections, const struct compared *compared) {
    line->way = compared->way;
    line->land = compared->land;
    line->connection_count = compared->connections != 0 ? compared->connections : connections;
    line->preparing =
        line->way->open(compared->where_to_prepare != NULL ? compared->where_to_prepare : compared->where);
    for (int c = 0; c < line->connection_count; c++) {
        line->connections[c] = line->way->open(compared->where);
    }
}

void close_line(struct line *line) {
    line->way->close(line->preparing);
    for (int c = 0; c < line->connection_count; c++) {
        line->way->close(line->connections[c]);
    }
}

/* Each way makes as many moves as fill a slice: a slice of few would be over before all threads have begun.
 */
void calibrate(struct line *line, long at_least, int slice_ms) {
    double told[MEASURED];
    line->moves = at_least > CALIBRATING_MOVES ? at_least : CALIBRATING_MOVES;
    for (int slice = 0; slice < 3; slice++) { /* the first one prepares statements and fills caches */
        run_slice(line, 0, told);
        if (slice > 0) {
            line->moves = 1 + (long)(told[RATE] * slice_ms / 1e3);
        }
        if (line->moves < at_least) {
            line->moves = at_least;
        }
    }
}

void measure_speed(const struct comparison *comparison, struct effort effort) {
    const int rounds = effort.rounds;
    const int way_count = comparison->way_count;
    static struct line lines[WAYS_MAX];
    static samples told;
    cpu_set_t processors;

    if (comparison->server_pid != 0) {
        set_apart(comparison->server_pid, &processors);
    }
    if (comparison->pool != NULL) {
        bench_open_pool(comparison->pool);
    }
    for (int i = 0; i < way_count; i++) {
        open_line(&lines[i], comparison->connections, &comparison->ways[i]);
        calibrate(&lines[i], comparison->moves_at_least, effort.slice_ms);
    }
    for (int round = 0; round < rounds; round++) {
        show_progress(comparison, round, rounds);
        for (int turn = 0; turn < way_count; turn++) {
            const int i = (round + turn) % way_count;
            double slice[MEASURED];
            run_slice(&lines[i], comparison->counted_pid, slice);
            for (int what = 0; what < MEASURED; what++) {
                told[what][i][round] = slice[what];
            }
        }
    }
    show_progress(comparison, rounds, rounds);
    for (int i = 0; i < way_count; i++) {
        close_line(&lines[i]);
    }
    if (comparison->pool != NULL) {
        bench_close_pool();
    }
    if (comparison->server_pid != 0) {
        set_together(comparison->server_pid, &processors);
    }

    char heading[96];
    snprintf(heading, sizeof heading, "%s, %d x %d ms", comparison->name, rounds, effort.slice_ms);
    figures_heading(heading);
    print_all(comparison, told, rounds);
}
