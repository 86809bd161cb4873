/* What the parts of the bench share. Every failure ends the program: a bench has nothing to rescue. */
#ifndef BENCH_H
#define BENCH_H

#include <pthread.h>
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

/* Pawl on either database: `where` is what bench_open takes. */
extern const struct way way_pawl, way_pawl_named;

/* The same work by hand: with libpq, `where` being its conninfo, and with SQLite, `where` being a path. */
extern const struct way way_postgres_article, way_postgres_trigger, way_postgres_update;
extern const struct way way_sqlite_article, way_sqlite_update, way_sqlite_same_rows;

/* So many moves in one statement, with an index by state and without: what a pool can come up to. */
enum { BATCH_BY_HAND = 32 };
extern const struct way way_postgres_batch, way_postgres_batch_unindexed;

/* On MariaDB, `where` being the server's socket; and the protocol for a door that is flipped on and on, of
 * four. */
extern const struct way way_mariadb_article, way_mariadb_update, way_mariadb_hot_article, way_mariadb_batch;

/* A door that is flipped on and on, one of four or one of many; `where` is what bench_open takes. */
extern const struct way way_hot_doors, way_spread_doors;
/* Likewise one of as many as the name of the database says behind this. */
extern const struct way way_crowd;
#define CROWD_DATABASE "doors_"
enum { HOT_DOORS = 4 };
long doors_flipped(void);            /* so many times have all of them been told OK */
long doors_moved(const char *where); /* so many moves does the database hold of the hot ones */

/* The machines of surcharges.fsm: what a move costs with each feature. */
extern const struct way way_plain, way_unindexed, way_timed, way_checked, way_emitting;

/* ---- handles --------------------------------------------------------------------------------------- */

struct pawl_db;

/* `where` is what pawl_open takes, or BENCH_POOL: then the handle is one of the pool that is open. */
#define BENCH_POOL "the pool"
struct pawl_db *bench_open(const char *where);
void bench_close(void *handle);
void bench_open_pool(const char *where);
void bench_close_pool(void);
void bench_drive_pool(void); /* waits until some move that nobody waits for has come to its end */

/* Processor time of a server so far: of its process, all threads of it, and of the processes that it has
 * started and that still run. */
double server_microseconds(int pid);

typedef struct pg_conn PGconn;
double wal_position(PGconn *connection); /* of PostgreSQL, in bytes */

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
void setup_doors(const char *owner);
void setup_crowd(const char *owner, long count);
void setup_surcharges(const struct postgres *postgres); /* the machines of surcharges.fsm */

struct delay_proxy;
void measure_round_trips(const struct postgres *postgres, const struct delay_proxy *proxy);
void measure_wal_and_buffers(const struct postgres *postgres, bool quick);

/* Prints what grows. */
void measure_soak(const struct postgres *postgres, long moves);

/* Ways beside each other, slice by slice; the first is held against each of the others. */
enum { WAYS_MAX = 10, CONNECTIONS_MAX = 64, ROUNDS_MAX = 31 };
struct comparison {
    const char *name;
    int connections;
    int server_pid;  /* not 0: this server and we run on different processors */
    int counted_pid; /* not 0: the processor time of this server is measured, and what each move takes */
    int way_count;
    const char *pool;     /* not NULL: what the pool of the ways that say BENCH_POOL is opened with */
    int moves_at_least;   /* of a slice */
    bool others_to_first; /* the other way round: each of the others is held against the first */
    struct compared {
        const struct way *way;
        const char *where;
        const char *where_to_prepare;
        double at_least;  /* the goal of the ratio; 0: none */
        const char *name; /* NULL: the way's */
        int connections;  /* 0: the comparison's */
        bool
            is_to_be_sooner; /* the first has to answer as soon, in the median and in the 99th of a hundred */
        long (*land)(void *connection); /* waits for the moves that submit has left under way, and says how
                                           many they were; NULL: it leaves none */
    } ways[WAYS_MAX];
};

/* How many slices of each way, and how long the slowest takes for one. */
struct effort {
    int rounds, slice_ms;
};
void measure_speed(const struct comparison *comparison, struct effort effort);

/* What a slice of a way tells. */
enum measured { RATE, SERVER_US, CLIENT_US, MEDIAN_US, SLOW_US, MEASURED };

/* One way and its connections. */
struct line {
    const struct way *way;
    long (*land)(void *connection);
    void *preparing;
    void *connections[CONNECTIONS_MAX];
    int connection_count;
    long moves; /* of a slice */
};
void open_line(struct line *line, int connections, const struct compared *compared);
void calibrate(struct line *line, long at_least, int slice_ms);
void run_slice(const struct line *line, int counted_pid, double told[MEASURED]);
void close_line(struct line *line);

/* On a server whose socket and process id lie in the folder as `s` and `pid`. */
void measure_mariadb(const char *directory, bool quick, struct effort effort);

/* What timers, guards and the like add to a move; many at once; claims; relays. */
void measure_surcharges(const struct postgres *postgres, bool in_memory, struct effort effort);

/* Moves of one entity of a thousand, and of up to a million. */
void measure_entities(const struct postgres *postgres, int server_pid, struct effort effort);

/* A database where moves through a pool are measured. */
struct pooled {
    const char *database;      /* its name */
    const char *where;         /* as the application's login */
    const struct way *bare;    /* its bare UPDATE */
    const char *where_by_hand; /* for that */
    int server_pid;
};

/* Moves of many threads through a pool, beside handles with a connection each and a bare UPDATE. */
void measure_pooled(const struct pooled *pooled, struct effort effort);
void measure_mariadb_pool(const char *directory, struct effort effort);

/* The same with what else a move may have; and beside plain handles. */
void measure_postgres_pool(const struct postgres *postgres, int server_pid, struct effort effort);
void measure_postgres_batches(const struct postgres *postgres, int server_pid, struct effort effort);
void measure_sqlite_pool(const char *directory, struct effort effort);

/* Runs of a flow, beside a loop by hand. */
void measure_flows(const struct postgres *postgres, bool in_memory, struct effort effort);

/* Transfers between accounts, by the example's ledger and by hand. */
void measure_ledger(const struct postgres *postgres, bool in_memory, struct effort effort);

/* A relay that delivers to nobody, beside a loop that selects and deletes; after setup_surcharges. */
void measure_relay(const struct postgres *postgres, bool is_judged);

/* Workers that do jobs, one and eight; after setup_surcharges. */
void measure_jobs(const struct postgres *postgres, int server_pid);

/* Threads that wait for jobs, and do those that are due when crew_work is called. */
enum { CREW_MAX = 8 };
struct crew {
    const char *where, *owner;
    int workers;
    pthread_t threads[CREW_MAX];
    pthread_barrier_t gate; /* before the first job, after the last one, and before they go */
};
void make_jobs(struct pawl_db *db, long count);
void make_jobs_by_hand(struct pawl_db *db, long count); /* by the owner */
void crew_begin(struct crew *crew, void *(*work)(void *crew));
void *crew_does_jobs(void *crew);
void *
crew_does_jobs_by_hand(void *crew); /* the same rows, unchecked: the bound of what jobs with a history cost */
void crew_waits_for_work(struct crew *crew); /* by its threads: until crew_work */
void crew_has_worked(struct crew *crew);     /* by its threads: until crew_end */
void crew_work(struct crew *crew);
void crew_end(struct crew *crew);

/* Pawl beside programs of others; after setup_surcharges. */
void measure_field(const struct postgres *postgres, const char *directory, int server_pid, bool is_quick);

#endif
