/*
 * Pawl beside programs of npm that do the same on PostgreSQL. Each is a process that is told by lines what to
 * do (field/commands.mjs), and has its turn in each round.
 */
#include "bench.h"
#include "statistics.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "errands.h"
#include "surcharges.h"

enum { LEASE_US = 1000000, SLICE_MS = 400 };

static struct field {
    const struct postgres *postgres;
    char programs[WHERE_BYTES];
    int server_pid;
    int rounds;
    long jobs, flows;
    PGconn *watch;
    struct pawl_db *db;
} field;

static void must(enum pawl_status status, const char *doing, const struct pawl_error *err) {
    if (status != PAWL_OK) {
        bench_fail("%s: %s: %s", doing, pawl_status_name(status), err->message);
    }
}

/* ---- programs of others ------------------------------------------------------------------------------ */

struct peer {
    const char *program;
    pid_t pid;
    FILE *to, *from;
};

static void wait_until_done(const struct peer *peer) {
    char line[256];
    while (fgets(line, sizeof line, peer->from) != NULL) {
        if (strcmp(line, "ok\n") == 0) {
            return;
        }
        fprintf(stderr, "%s: %s", peer->program, line);
    }
    bench_fail("%s has ended", peer->program);
}

__attribute__((format(printf, 2, 3))) static void tell(const struct peer *peer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(peer->to, format, arguments);
    va_end(arguments);
    fputc('\n', peer->to);
    fflush(peer->to);
}

static struct peer begin_peer(const char *program, int at_a_time) {
    int to[2], from[2];
    char path[WHERE_BYTES + 64], number[16];
    struct peer peer = {.program = program};
    snprintf(path, sizeof path, "%s/%s", field.programs, program);
    snprintf(number, sizeof number, "%d", at_a_time);
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0 || (peer.pid = fork()) < 0) {
        bench_fail("%s: %s", program, strerror(errno));
    }
    if (peer.pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        execlp("node", "node", path, number, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    peer.to = fdopen(to[1], "w");
    peer.from = fdopen(from[0], "r");
    wait_until_done(&peer);
    return peer;
}

static void leave_peer(struct peer *peer) {
    fclose(peer->to);
    fclose(peer->from);
    waitpid(peer->pid, NULL, 0);
}

/* ---- what a run costs ---------------------------------------------------------------------------------- */

struct reading {
    double seconds, us, wal, transactions;
};

static double number_of(const char *sql) {
    PGresult *result = PQexec(field.watch, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        bench_fail("%s: %s", sql, PQerrorMessage(field.watch));
    }
    double number = strtod(PQgetvalue(result, 0, 0), NULL);
    PQclear(result);
    return number;
}

/* Of the transactions only those that write have a number. */
static struct reading read_now(void) {
    return (struct reading){.transactions = number_of("select pg_snapshot_xmax(pg_current_snapshot())::text"),
                            .wal = wal_position(field.watch),
                            .us = server_microseconds(field.server_pid),
                            .seconds = bench_seconds()};
}

static struct reading since(struct reading before) {
    const double seconds = bench_seconds() - before.seconds;
    struct reading now = read_now();
    return (struct reading){seconds, now.us - before.us, now.wal - before.wal,
                            now.transactions - before.transactions};
}

/* What autovacuum, which would disturb the others, would have done. */
static void clean_up(void) {
    PGresult *result = PQexec(field.watch, "vacuum analyze");
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        bench_fail("vacuum: %s", PQerrorMessage(field.watch));
    }
    PQclear(result);
}

/* ---- in turn ------------------------------------------------------------------------------------------- */

enum { CONTENDERS_MAX = 4 };

/* The first is Pawl; its ratio to each of the others is printed. */
struct contender {
    const char *name;
    struct reading (*run)(
        struct contender *contender); /* makes `count` of them, which is not measured, and does them */
    long count;
    double at_least; /* the goal of Pawl's rate, as a multiple of this one's */
    struct peer peer;
    struct crew crew;
    bool by_hand; /* of the crew */
    struct line line;
    double rates[ROUNDS_MAX], costs[ROUNDS_MAX], wal[ROUNDS_MAX], transactions[ROUNDS_MAX];
};

/* The first claim of each worker is of no run in particular. */
static double round_to_tenth(double number) {
    return round(number * 10) / 10;
}

static void take_turns(struct contender *contenders, int count) {
    for (int round = -1; round < field.rounds; round++) { /* -1 warms up */
        for (int turn = 0; turn < count; turn++) {
            struct contender *contender = &contenders[(round + 1 + turn) % count];
            const struct reading told = contender->run(contender);
            const double times = (double)contender->count;
            if (round >= 0) {
                contender->rates[round] = times / told.seconds;
                contender->costs[round] = told.us / times;
                contender->wal[round] = told.wal / times;
                contender->transactions[round] = round_to_tenth(told.transactions / times);
            }
        }
    }
}

static void print_figure(const char *name, const struct contender *contender, const double *samples,
                         int decimals, enum goal goal, double limit) {
    double sorted[ROUNDS_MAX];
    char line[96];
    memcpy(sorted, samples, sizeof sorted);
    snprintf(line, sizeof line, "%s, %s", name, contender->name);
    figure(line, sorted, field.rounds, decimals, goal, limit);
}

static void print_ratios(const struct contender *contenders, int count) {
    for (int i = 1; i < count; i++) {
        double ratios[ROUNDS_MAX];
        char name[96];
        for (int round = 0; round < field.rounds; round++) {
            ratios[round] = contenders[0].rates[round] / contenders[i].rates[round];
        }
        snprintf(name, sizeof name, "%s / %s", contenders[0].name, contenders[i].name);
        figure(name, ratios, field.rounds, 2, contenders[i].at_least > 0 ? GOAL_AT_LEAST : GOAL_NONE,
               contenders[i].at_least);
    }
}

static struct reading run_peer(struct contender *contender) {
    tell(&contender->peer, "make %ld", contender->count);
    wait_until_done(&contender->peer);
    clean_up();
    const struct reading before = read_now();
    tell(&contender->peer, "run %ld", contender->count);
    wait_until_done(&contender->peer);
    return since(before);
}

/* ---- jobs ---------------------------------------------------------------------------------------------- */

static struct reading run_jobs(struct contender *contender) {
    crew_begin(&contender->crew, contender->by_hand ? crew_does_jobs_by_hand : crew_does_jobs);
    (contender->by_hand ? make_jobs_by_hand : make_jobs)(field.db, contender->count);
    clean_up();
    const struct reading before = read_now();
    crew_work(&contender->crew);
    const struct reading told = since(before);
    crew_end(&contender->crew);
    return told;
}

static void measure_jobs_of_all(int workers) {
    static struct contender contenders[CONTENDERS_MAX];
    char name[64];
    contenders[0] = (struct contender){.name = "Pawl",
                                       .run = run_jobs,
                                       .count = field.jobs,
                                       .crew = {.where = field.postgres->service, .workers = workers}};
    contenders[1] = (struct contender){.name = "graphile-worker",
                                       .run = run_peer,
                                       .count = field.jobs,
                                       .at_least = 0.8,
                                       .peer = begin_peer("graphile.mjs", workers)};
    contenders[2] = (struct contender){
        .name = "pg-boss", .run = run_peer, .count = field.jobs, .peer = begin_peer("pgboss.mjs", workers)};
    contenders[3] = contenders[0];
    contenders[3].name = "the same rows by hand";
    contenders[3].by_hand = true;
    contenders[3].crew.owner = field.postgres->owner;
    make_jobs_by_hand(field.db, 0); /* the tables, before anything is prepared */
    take_turns(contenders, 4);
    snprintf(name, sizeof name, "jobs that are due, %d worker%s", workers, workers == 1 ? "" : "s");
    figures_heading(name);
    for (int i = 0; i < 4; i++) {
        print_figure("a second", &contenders[i], contenders[i].rates, 0, GOAL_NONE, 0);
        print_figure("us of the server each", &contenders[i], contenders[i].costs, 0,
                     i == 0 ? GOAL_AT_MOST : GOAL_NONE, 130);
        print_figure("bytes of WAL each", &contenders[i], contenders[i].wal, 0, GOAL_NONE, 0);
    }
    print_ratios(contenders, 4);
    leave_peer(&contenders[1].peer);
    leave_peer(&contenders[2].peer);
}

/* ---- transitions --------------------------------------------------------------------------------------- */

static struct reading run_transitions(struct contender *contender) {
    double told[MEASURED];
    run_slice(&contender->line, 0, told);
    contender->count = contender->line.moves;
    return (struct reading){.seconds = (double)contender->count / told[RATE]};
}

static struct reading run_transitions_of_peer(struct contender *contender) {
    const long first = bench_take_numbers(contender->count);
    tell(&contender->peer, "make %ld %ld", first, contender->count);
    wait_until_done(&contender->peer);
    const double started_at = bench_seconds();
    tell(&contender->peer, "run %ld %ld", first, contender->count);
    wait_until_done(&contender->peer);
    return (struct reading){.seconds = bench_seconds() - started_at};
}

static void measure_transitions_of_all(int connections) {
    static struct contender contenders[CONTENDERS_MAX];
    const char *const here = field.postgres->service;
    const struct compared ways[] = {
        {.way = &way_pawl, .where = BENCH_POOL, .where_to_prepare = here},
        {.way = &way_pawl, .where = here},
    };
    static const char *const names[] = {"Pawl's pool", "Pawl"};
    char name[64];
    bench_open_pool(here);
    for (int way = 0; way < 2; way++) {
        contenders[0] = (struct contender){.name = names[way], .run = run_transitions};
        contenders[1] = (struct contender){.name = "XState and pg",
                                           .run = run_transitions_of_peer,
                                           .count = 400,
                                           .peer = begin_peer("xstate.mjs", connections)};
        open_line(&contenders[0].line, connections, &ways[way]);
        calibrate(&contenders[0].line, connections, SLICE_MS);
        run_transitions_of_peer(&contenders[1]); /* warms up */
        contenders[1].count = (long)((double)contenders[1].count /
                                     run_transitions_of_peer(&contenders[1]).seconds * SLICE_MS / 1e3) +
                              1;
        take_turns(contenders, 2);
        snprintf(name, sizeof name, "transitions, %d connection%s", connections, connections == 1 ? "" : "s");
        figures_heading(name);
        print_figure("a second", &contenders[0], contenders[0].rates, 0, GOAL_NONE, 0);
        print_figure("a second", &contenders[1], contenders[1].rates, 0, GOAL_NONE, 0);
        print_ratios(contenders, 2);
        close_line(&contenders[0].line);
        leave_peer(&contenders[1].peer);
    }
    bench_close_pool();
}

/* ---- flows --------------------------------------------------------------------------------------------- */

static enum pawl_status do_nothing(const struct pawl_step *step, const struct errands_args *args,
                                   void *context, struct pawl_error *err) {
    (void)context, (void)step, (void)args, (void)err;
    return PAWL_OK;
}

static void start_and_run(struct pawl_db *db, long count) {
    const struct pawl_flow *const flows[] = {&errands_flow};
    const struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = flows, .flow_count = 1};
    struct pawl_error err = PAWL_ERROR_INIT;
    for (long i = 0; i < count; i++) {
        int64_t run;
        must(errands_start(db, &(struct errands_args){.number = i}, NULL, &run, &err), "start", &err);
    }
    must(pawl_work(db, NULL, 0, &options, &err), "pawl_work", &err);
}

static void *crew_runs_flows(void *context) {
    struct crew *crew = context;
    static const struct errands_hooks hooks = {.one = do_nothing,
                                               .two = do_nothing,
                                               .three = do_nothing,
                                               .four = do_nothing,
                                               .five = do_nothing,
                                               .forget = do_nothing};
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = bench_open(crew->where);
    must(errands_set_hooks(db, &hooks, &err), "hooks", &err);
    start_and_run(db, 1); /* warms up */
    crew_waits_for_work(crew);
    start_and_run(db, field.flows / crew->workers);
    crew_has_worked(crew);
    pawl_close(db);
    return NULL;
}

static struct reading run_flows(struct contender *contender) {
    crew_begin(&contender->crew, crew_runs_flows);
    clean_up();
    const struct reading before = read_now();
    crew_work(&contender->crew);
    const struct reading told = since(before);
    crew_end(&contender->crew);
    return told;
}

static void measure_flows_of_all(int workers) {
    static struct contender contenders[CONTENDERS_MAX];
    char name[64];
    contenders[0] = (struct contender){.name = "Pawl",
                                       .run = run_flows,
                                       .count = field.flows,
                                       .crew = {.where = field.postgres->service, .workers = workers}};
    contenders[1] = (struct contender){.name = "DBOS",
                                       .run = run_peer,
                                       .count = field.flows,
                                       .at_least = 5,
                                       .peer = begin_peer("dbos.mjs", workers)};
    take_turns(contenders, 2);
    snprintf(name, sizeof name, "flows of five empty calls, %d worker%s", workers, workers == 1 ? "" : "s");
    figures_heading(name);
    for (int i = 0; i < 2; i++) {
        print_figure("a second", &contenders[i], contenders[i].rates, 0, GOAL_NONE, 0);
        print_figure("us of the server each", &contenders[i], contenders[i].costs, 0, GOAL_NONE, 0);
        print_figure("commits that write, each", &contenders[i], contenders[i].transactions, 1,
                     i == 0 ? GOAL_AT_MOST : GOAL_NONE, 6);
    }
    print_ratios(contenders, 2);
    leave_peer(&contenders[1].peer);
}

/* ---- recovery ------------------------------------------------------------------------------------------ */

static atomic_bool is_rescued;

static enum pawl_status rescue(struct pawl_db *db, const struct worked_work_call *call,
                               struct worked_work_result *result, void *context, struct pawl_error *err) {
    (void)db, (void)call, (void)err;
    const int *begun = context;
    if (begun != NULL) { /* of the worker that is killed in it */
        if (write(*begun, "", 1) == 1) {
            pause();
        }
        _exit(1);
    }
    result->event = WORKED_EVENT_GIVE_UP;
    return PAWL_OK;
}

static void note_rescue(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                        enum pawl_status status, const struct pawl_error *err) {
    (void)context, (void)machine, (void)item, (void)err;
    is_rescued = status == PAWL_OK;
}

static bool rescue_is_done(void *context) {
    (void)context;
    return is_rescued;
}

static void work_for_a_second(int *begun) {
    const struct worked_hooks hooks = {.look_after = rescue, .context = begun};
    const struct pawl_machine *machine = &worked_machine;
    const struct pawl_work_options options = {
        .struct_size = sizeof options, .lease_us = LEASE_US, .told = note_rescue, .stop = rescue_is_done};
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = bench_open(field.postgres->service);
    must(worked_set_hooks(db, &hooks, &err), "hooks", &err);
    must(pawl_work(db, &machine, 1, &options, &err), "pawl_work", &err);
    pawl_close(db);
}

static double recover_job(void) {
    int begun[2];
    char byte;
    make_jobs(field.db, 1);
    if (pipe2(begun, O_CLOEXEC) != 0) {
        bench_fail("pipe: %s", strerror(errno));
    }
    is_rescued = false;
    const pid_t pid = fork();
    if (pid == 0) {
        work_for_a_second(&begun[1]);
        _exit(1);
    }
    close(begun[1]);
    if (pid < 0 || read(begun[0], &byte, 1) != 1) {
        bench_fail("the worker to be killed has not begun");
    }
    close(begun[0]);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    const double killed_at = bench_seconds();
    work_for_a_second(NULL);
    return bench_seconds() - killed_at;
}

/* is_new: no other process is there, so one is started. */
static double recover_of_peer(const char *program, int sample, bool is_new) {
    struct peer lost = begin_peer(program, 1), other = {0};
    if (!is_new) {
        other = begin_peer(program, 1);
    }
    tell(&lost, "lose %d", sample);
    wait_until_done(&lost);
    kill(lost.pid, SIGKILL);
    leave_peer(&lost);
    const double killed_at = bench_seconds();
    if (is_new) {
        other = begin_peer(program, 1);
    }
    tell(&other, "find %d", sample);
    wait_until_done(&other);
    const double seconds = bench_seconds() - killed_at;
    leave_peer(&other);
    return seconds;
}

static void measure_recovery(void) {
    double pawl[SAMPLES_MIN], pgboss[SAMPLES_MIN], dbos[SAMPLES_MIN];
    for (int i = 0; i < SAMPLES_MIN; i++) {
        pawl[i] = recover_job();
        pgboss[i] = recover_of_peer("pgboss.mjs", i, false);
        dbos[i] = recover_of_peer("dbos.mjs", i, true);
    }
    figures_heading("seconds from a worker's SIGKILL until its job is done");
    figure("Pawl, another worker, lease of a second", pawl, SAMPLES_MIN, 1, GOAL_NONE, 0);
    figure("pg-boss, another worker, expiry of a second", pgboss, SAMPLES_MIN, 1, GOAL_NONE, 0);
    figure("DBOS, its executor started again at once", dbos, SAMPLES_MIN, 1, GOAL_NONE, 0);
    puts("  graphile-worker gives jobs of a dead worker to others after four hours");
}

void measure_field(const struct postgres *postgres, const char *directory, int server_pid, bool is_quick) {
    struct pawl_error err = PAWL_ERROR_INIT;
    char port[16];
    field = (struct field){.postgres = postgres,
                           .server_pid = server_pid,
                           .rounds = is_quick ? SAMPLES_MIN : 11,
                           .jobs = is_quick ? 2000 : 8000,
                           .flows = is_quick ? 80 : 800,
                           .watch = PQconnectdb(postgres->owner),
                           .db = bench_open(postgres->owner)};
    snprintf(field.programs, sizeof field.programs, "%s/field", directory);
    snprintf(port, sizeof port, "%s", PQport(field.watch));
    setenv("PGHOST", directory, 1);
    setenv("PGPORT", port, 1);
    setenv("PGUSER", PQuser(field.watch), 1);
    setenv("PGDATABASE", PQdb(field.watch), 1);
    setenv("NODE_NO_WARNINGS", "1", 1);
    signal(SIGPIPE, SIG_IGN);
    must(errands_apply(field.db, &err), "errands", &err);
    for (int workers = 1; workers <= CREW_MAX; workers += CREW_MAX - 1) {
        measure_jobs_of_all(workers);
    }
    for (int connections = 1; connections <= CONNECTIONS_MAX; connections *= 8) {
        measure_transitions_of_all(connections);
    }
    for (int workers = 1; workers <= CREW_MAX; workers += CREW_MAX - 1) {
        measure_flows_of_all(workers);
    }
    measure_recovery();
    pawl_close(field.db);
    PQfinish(field.watch);
}
