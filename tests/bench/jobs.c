/* How fast workers do jobs whose hook takes no time, and what a job costs the server. */
#include "bench.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>

#include "surcharges.h"

enum { SAMPLES = 7, JOBS = 8000 };

static void must(enum pawl_status status, const char *doing, const struct pawl_error *err) {
    if (status != PAWL_OK) {
        bench_fail("%s: %s: %s", doing, pawl_status_name(status), err->message);
    }
}

static enum pawl_status give_up(struct pawl_db *db, const struct worked_work_call *call,
                                struct worked_work_result *result, void *context, struct pawl_error *err) {
    (void)db, (void)call, (void)context, (void)err;
    result->event = WORKED_EVENT_GIVE_UP;
    return PAWL_OK;
}

void crew_begin(struct crew *crew, void *(*work)(void *crew)) {
    pthread_barrier_init(&crew->gate, NULL, (unsigned)crew->workers + 1);
    for (int i = 0; i < crew->workers; i++) {
        if (pthread_create(&crew->threads[i], NULL, work, crew) != 0) {
            bench_fail("a thread cannot be started");
        }
    }
    pthread_barrier_wait(&crew->gate);
}

void crew_waits_for_work(struct crew *crew) {
    pthread_barrier_wait(&crew->gate);
    pthread_barrier_wait(&crew->gate);
}

void crew_has_worked(struct crew *crew) {
    pthread_barrier_wait(&crew->gate);
    pthread_barrier_wait(&crew->gate);
}

void crew_work(struct crew *crew) {
    pthread_barrier_wait(&crew->gate);
    pthread_barrier_wait(&crew->gate);
}

void crew_end(struct crew *crew) {
    pthread_barrier_wait(&crew->gate);
    for (int i = 0; i < crew->workers; i++) {
        pthread_join(crew->threads[i], NULL);
    }
    pthread_barrier_destroy(&crew->gate);
}

void *crew_does_jobs(void *context) {
    struct crew *crew = context;
    static const struct worked_hooks hooks = {.look_after = give_up};
    const struct pawl_machine *machine = &worked_machine;
    const struct pawl_work_options options = {.struct_size = sizeof options, .once = true};
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = bench_open(crew->where);
    must(worked_set_hooks(db, &hooks, &err), "hooks", &err);
    must(pawl_work(db, &machine, 1, &options, &err), "pawl_work", &err); /* warms up */
    crew_waits_for_work(crew);
    must(pawl_work(db, &machine, 1, &options, &err), "pawl_work", &err);
    crew_has_worked(crew);
    pawl_close(db);
    return NULL;
}

/* Prepared statements, as Pawl's: a claim of up to 500, then one commit with the new states, the history and
 * the deletes. */
static long do_jobs_by_hand(PGconn *connection) {
    PGresult *claimed = PQexecPrepared(connection, "claim", 0, NULL, NULL, NULL, 0);
    if (PQresultStatus(claimed) != PGRES_TUPLES_OK) {
        bench_fail("claim by hand: %s", PQerrorMessage(connection));
    }
    const char *const ids = PQgetvalue(claimed, 0, 0);
    const long count = strtol(PQgetvalue(claimed, 0, 1), NULL, 10);
    if (count > 0) {
        PGresult *done = PQexecPrepared(connection, "complete", 1, &ids, NULL, NULL, 0);
        if (PQresultStatus(done) != PGRES_TUPLES_OK) {
            bench_fail("completion by hand: %s", PQerrorMessage(connection));
        }
        PQclear(done);
    }
    PQclear(claimed);
    return count;
}

void *crew_does_jobs_by_hand(void *context) {
    static const char *const statements[][2] = {
        {"claim",
         "with due as materialized (select ctid as place from by_hand_pending where is_work and due_at <= "
         "now() "
         "and parked_at is null and is_asleep = false order by due_at limit 500 for update skip locked), "
         "leased as (update by_hand_pending job set due_at = now() + interval '30 s', claim = job.claim + 1, "
         "attempts = job.attempts + 1 from due where job.ctid = due.place returning job.worked_id) "
         "select coalesce(array_agg(worked_id order by worked_id), '{}'), count(*) from leased"},
        {"complete", "with ended as (update by_hand_current set state = 'expired', sort_key = sort_key + 10, "
                     "since = now() "
                     "where worked_id = any ($1::bigint[]) and state = 'submitted' returning worked_id, "
                     "sort_key, since), "
                     "gone as (delete from by_hand_pending where worked_id = any ($1::bigint[])) "
                     "insert into by_hand_transitions select worked_id, sort_key, 'give_up', 'submitted', "
                     "'expired', since, "
                     "'worker' from ended returning 1"}};
    struct crew *crew = context;
    PGconn *connection = PQconnectdb(crew->owner);
    PQclear(PQexec(connection, "set enable_bitmapscan = off; set plan_cache_mode = force_generic_plan"));
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        PQclear(PQprepare(connection, statements[i][0], statements[i][1], 0, NULL));
    }
    do_jobs_by_hand(connection); /* warms up */
    crew_waits_for_work(crew);
    while (do_jobs_by_hand(connection) > 0) {
    }
    crew_has_worked(crew);
    PQfinish(connection);
    return NULL;
}

/* In tables with the columns and indexes of Pawl's. */
void make_jobs_by_hand(struct pawl_db *db, long count) {
    static const char *const sql[] = {
        "create table if not exists by_hand_current (like worked_current including indexes) with (fillfactor "
        "= 80)",
        "create table if not exists by_hand_transitions (like worked_transitions including indexes)",
        "create table if not exists by_hand_pending (like worked_pending including indexes including "
        "defaults)",
        "insert into by_hand_current select n, 'submitted', 20, now() from generate_series(%ld, %ld) n",
        "insert into by_hand_transitions select n, 20, 'submit', 'pending', 'submitted', now(), 'maker' "
        "from generate_series(%ld, %ld) n",
        "insert into by_hand_pending select n, 'look_after', true, now(), 20 from generate_series(%ld, %ld) "
        "n"};
    const long first = bench_take_numbers(count);
    struct pawl_error err = PAWL_ERROR_INIT;
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
        char text[200];
        snprintf(text, sizeof text, sql[i], first, first + count - 1);
        must(pawl_exec(db, text, &err), text, &err);
    }
}

void make_jobs(struct pawl_db *db, long count) {
    static const char *const sql[] = {
        "insert into bench_rows (id) select n from generate_series(%ld, %ld) n",
        "select worked_create_many(array(select n from generate_series(%ld, %ld) n))",
        "select worked_submit_many(array(select n from generate_series(%ld, %ld) n))"};
    const long first = bench_take_numbers(count);
    struct pawl_error err = PAWL_ERROR_INIT;
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
        char text[160];
        snprintf(text, sizeof text, sql[i], first, first + count - 1);
        must(pawl_exec(db, text, &err), text, &err);
    }
}

/* The others' connections are there before and after, since the time of a server's process ends with it. */
static void measure_crew(struct crew *crew, struct pawl_db *db, int server_pid, double *rate, double *cost) {
    crew_begin(crew, crew_does_jobs);
    make_jobs(db, JOBS);
    const double before = server_microseconds(server_pid), started_at = bench_seconds();
    crew_work(crew);
    *rate = JOBS / (bench_seconds() - started_at);
    *cost = (server_microseconds(server_pid) - before) / JOBS;
    crew_end(crew);
}

void measure_jobs(const struct postgres *postgres, int server_pid) {
    struct pawl_db *db = bench_open(postgres->owner);
    for (int workers = 1; workers <= CREW_MAX; workers += CREW_MAX - 1) {
        struct crew crew = {.where = postgres->service, .workers = workers};
        double rates[SAMPLES], costs[SAMPLES];
        char name[64];
        for (int sample = 0; sample < SAMPLES; sample++) {
            measure_crew(&crew, db, server_pid, &rates[sample], &costs[sample]);
        }
        snprintf(name, sizeof name, "jobs that are due, %d worker%s", workers, workers > 1 ? "s" : "");
        figures_heading(name);
        figure("jobs per second", rates, SAMPLES, 0, GOAL_NONE, 0);
        figure("us of the server's processor a job", costs, SAMPLES, 0, GOAL_AT_MOST, 130);
    }
    pawl_close(db);
}
