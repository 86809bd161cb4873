/* What the parts of the bench share. Every failure ends the program: a bench has nothing to rescue. */
#ifndef BENCH_H
#define BENCH_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

/* Prints "bench: ..." and exits with 2; 1 means that a figure falls short. */
_Noreturn void bench_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

double bench_seconds(void);

/* A payment's key is "PM" and its number. Numbers have seven digits, so that keys are equally long. */
enum { BENCH_FIRST_NUMBER = 1000001, BENCH_ID_BYTES = 24 };
void bench_id(char id[BENCH_ID_BYTES], long number);

/* Numbers of payments that nobody has used yet: the first of `count`. */
long bench_take_numbers(long count);

/*
 * One way to move a payment from pending_submission to submitted, on connections of its own.
 * prepare makes the payments first..first + count - 1 and leaves them pending; it is not measured.
 */
struct way {
    const char *name;
    void *(*open)(const char *where);
    void (*prepare)(void *connection, long first, long count);
    void (*submit)(void *connection, long number);
    void (*close)(void *connection);
};

/* Pawl on either database: `where` is what pawl_open takes. */
extern const struct way way_pawl;

/* The same work by hand: with libpq, `where` being its conninfo, and with SQLite, `where` being a path. */
extern const struct way way_postgres_article, way_postgres_update;
extern const struct way way_sqlite_article, way_sqlite_update;

/* ---- figures ---------------------------------------------------------------------------------------- */

enum goal { GOAL_NONE, GOAL_AT_LEAST, GOAL_AT_MOST };

/*
 * Prints one line: name, median, interval, goal, and whether it is reached, by the end of the interval that
 * is the worse one. Sorts the samples.
 */
void figure(const char *name, double *samples, int count, int decimals, enum goal goal, double limit);
bool figures_fall_short(void);
void figures_heading(const char *heading);

/* ---- what is measured ------------------------------------------------------------------------------- */

/* Where PostgreSQL is, and as whom to connect. */
enum { WHERE_BYTES = 256 };
struct postgres {
    char owner[WHERE_BYTES];   /* superuser */
    char service[WHERE_BYTES]; /* the application's login */
    char distant[WHERE_BYTES]; /* the same, through the proxy */
};

void setup_postgres(const struct postgres *postgres);
void setup_sqlite(const char *path);

struct delay_proxy;
void measure_round_trips(const struct postgres *postgres, const struct delay_proxy *proxy);
void measure_wal_and_buffers(const struct postgres *postgres, bool quick);

/* Three ways beside each other, slice by slice. */
struct comparison {
    const char *name;
    const struct way *ways[3]; /* Pawl, the article's protocol, the bare UPDATE */
    const char *where[3];
    const char *where_to_prepare[3];
    int connections;
    int server_pid;                           /* not 0: this server and we run on different processors */
    double at_least_article, at_least_update; /* goals; 0 for none */
};
void measure_speed(const struct comparison *comparison, bool quick);

/* Pawl's moves one by one beside many in one call. */
void measure_bulk(const char *name, const char *where, int server_pid, double at_least, bool quick);

/* The server's new processes on one processor, and this one on the others, whose former set goes to `all`. */
void bench_set_apart(int server_pid, cpu_set_t *all);
void bench_set_together(int server_pid, const cpu_set_t *all);

#endif
