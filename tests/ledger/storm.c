/*
 * ledger_storm WHERE LOGS ACCOUNTS SECONDS: sixteen processes transfer money at random, and two are the
 * clock. All of them are killed at random times, and at random calls of the database, and started again. In
 * the end the clients are killed, and nothing may be pending for long. LOGS is a folder.
 */
#include "storm.h"
#include "ledger.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* PATIENCE: the timer's 2 s, a lease of 2 s that a killed clock leaves behind, and time for a slow machine.
 */
enum { CLIENTS = 16, CLOCKS = 2, PROCESSES = CLIENTS + CLOCKS, PATIENCE_SECONDS = 60, POINTS_MAX = 400 };

static const char *where, *logs;
static int accounts;
static pid_t pids[PROCESSES];
static int kills, deaths;

/* Half of the lives end at a call of the database, unless they end earlier. */
static pid_t start(int process, unsigned *seed) {
    long point = rand_r(seed) % 2 ? rand_r(seed) % POINTS_MAX : -1;
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody else ends it where this program is ended */
    if (process >= CLIENTS)
        run_clock(where, point);
    char log[512];
    snprintf(log, sizeof log, "%s/%d", logs, process);
    run_client(where, log, accounts, point);
}

static void kill_all(int first) {
    for (int i = first; i < PROCESSES; i++)
        if (pids[i] > 0) {
            kill(pids[i], SIGKILL);
            waitpid(pids[i], NULL, 0);
            pids[i] = 0;
        }
}

/* Whoever was killed, by itself or by us, begins anew; whoever has ended otherwise is a finding. */
static bool revive(int process, unsigned *seed) {
    int status = 0;
    if (waitpid(pids[process], &status, WNOHANG) != pids[process])
        return true;
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) {
        fprintf(stderr, "FAILED: process %d ended by itself\n", process);
        pids[process] = 0;
        return false;
    }
    deaths++;
    pids[process] = start(process, seed);
    return true;
}

static void pause_ms(long duration_ms) {
    nanosleep(&(struct timespec){.tv_sec = duration_ms / 1000, .tv_nsec = duration_ms % 1000 * 1000000},
              NULL);
}

/* counts[TRANSFER_STATE_COUNT + 1]; false where they cannot be read. */
static bool count(int64_t *counts) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    bool is_counted =
        pawl_open(&db, where, &err) == PAWL_OK && transfer_count_by_state(db, counts, &err) == PAWL_OK;
    if (!is_counted)
        fprintf(stderr, "FAILED: counting: %s\n", err.message);
    pawl_close(db);
    return is_counted;
}

static int64_t count_pending(void) {
    int64_t counts[TRANSFER_STATE_COUNT + 1] = {0};
    return count(counts) ? counts[TRANSFER_STATE_PENDING] : -1;
}

/* What check.py asks for, and as much again, since the dead have written down no answers. */
static bool has_seen_enough(void) {
    int64_t counts[TRANSFER_STATE_COUNT + 1] = {0};
    return !count(counts) ||
           (counts[TRANSFER_STATE_SUCCESSFUL] >= 40 &&
            counts[TRANSFER_STATE_TOO_LITTLE_MONEY] + counts[TRANSFER_STATE_UNKNOWN_ACCOUNT] >= 2);
}

int main(int argc, char **argv) {
    if (argc != 5)
        return 2;
    where = argv[1];
    logs = argv[2];
    accounts = atoi(argv[3]);
    time_t end = time(NULL) + atoi(argv[4]);
    unsigned seed = (unsigned)time(NULL);
    bool is_well = true;
    for (int i = 0; i < PROCESSES; i++)
        pids[i] = start(i, &seed);
    /* on a slow machine longer than it was asked to */
    while (is_well && (time(NULL) < end || (time(NULL) < end + PATIENCE_SECONDS && !has_seen_enough()))) {
        pause_ms(10 + rand_r(&seed) % 40);
        kill(pids[rand_r(&seed) % PROCESSES], SIGKILL);
        kills++;
        for (int i = 0; i < PROCESSES; i++)
            is_well = revive(i, &seed) && is_well;
    }
    kill_all(0);

    int64_t pending = count_pending(), left = pending;
    time_t began = time(NULL);
    pids[CLIENTS] = fork();
    if (pids[CLIENTS] == 0)
        run_clock(where, -1);
    /* what a killed process had asked for its server may do a moment later */
    for (int quiet = 0; quiet < 5 && time(NULL) - began < PATIENCE_SECONDS;
         quiet = left == 0 ? quiet + 1 : 0) {
        pause_ms(200);
        left = count_pending();
    }
    kill_all(0);
    printf("%d deaths, %d kills; %ld transfers were pending in the end, and %ld for ever\n", deaths, kills,
           (long)pending, (long)left);
    return is_well && left == 0 ? 0 : 1;
}
