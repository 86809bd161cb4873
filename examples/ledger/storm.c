#include "storm.h"
#include "ledger.h"
#include "print.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { AMOUNT_MAX = 30000, PAUSE_NS = 20000000 };

/* What a process has had answered outlives it, in memory that all of them share. */
struct progress {
    atomic_int answered[STORM_PROCESSES_MAX];
};

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* What a process asks for follows from its number and that of the transfer: asked again, it is the same. */
static void transfer_one(struct pawl_db *db, const struct storm *storm, const char *name, int process,
                         int number) {
    unsigned seed = (unsigned)(process * 1000003 + number);
    char id[64], payer[16], payee[16];
    struct transfer_create_args wanted = {.payer = payer, .payee = payee};
    enum transfer_state state;
    struct pawl_error err = PAWL_ERROR_INIT;
    int from = rand_r(&seed) % storm->accounts;
    int to = (from + 1 + rand_r(&seed) % (storm->accounts - 1)) % storm->accounts;
    wanted.amount = 1 + rand_r(&seed) % AMOUNT_MAX;
    snprintf(id, sizeof id, "%s-%d-%d", name, process, number);
    snprintf(payer, sizeof payer, "A%d", from + 1);
    snprintf(payee, sizeof payee, "A%d", to + 1);
    /* every other one in two transactions, so that some are killed in between */
    enum pawl_status status =
        number % 2 ? ledger_transfer(db, id, &wanted, &state, &err) : ledger_record(db, id, &wanted, &err);
    if (status == PAWL_OK && number % 2 == 0) {
        status = ledger_decide(db, id, &state, &err);
    }
    if (status != PAWL_OK) {
        print_error(id, &err);
        _exit(EXIT_FAILURE);
    }
}

static void run_process(const struct storm *storm, const char *name, int process, struct progress *progress) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    if (pawl_open(&db, storm->where, &err) != PAWL_OK) {
        print_error("a process", &err);
        _exit(EXIT_FAILURE);
    }
    for (int number; (number = atomic_load(&progress->answered[process])) < storm->transfers;) {
        transfer_one(db, storm, name, process, number);
        atomic_store(&progress->answered[process], number + 1);
    }
    pawl_close(db);
    _exit(EXIT_SUCCESS);
}

static pid_t start(const struct storm *storm, const char *name, int process, struct progress *progress) {
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        run_process(storm, name, process, progress);
    }
    return pid;
}

static int answered_by_all(const struct storm *storm, struct progress *progress) {
    int sum = 0;
    for (int i = 0; i < storm->processes; i++) {
        sum += atomic_load(&progress->answered[i]);
    }
    return sum;
}

/* Takes leave of those that have ended; -1 where one has failed. */
static int count_running(const struct storm *storm, pid_t *pids) {
    int running = 0;
    for (int i = 0; i < storm->processes; i++) {
        int status = 0;
        if (pids[i] > 0 && waitpid(pids[i], &status, WNOHANG) == pids[i]) {
            pids[i] = 0;
            if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS) {
                return -1;
            }
        }
        running += pids[i] > 0;
    }
    return running;
}

static void kill_and_wait(pid_t pid) {
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static void show_progress(int answered, int wanted, bool is_last) {
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, is_last ? "\r\033[K" : "\r%d of %d transfers", answered, wanted);
    }
}

bool storm_run(const struct storm *storm, const char *name, struct storm_outcome *outcome) {
    pid_t pids[STORM_PROCESSES_MAX] = {0};
    unsigned seed = 1;
    int wanted = storm->processes * storm->transfers;
    struct progress *progress =
        mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED) {
        perror("ledger: shared memory");
        return false;
    }
    double started_at = seconds_now();
    *outcome = (struct storm_outcome){0};
    for (int i = 0; i < storm->processes; i++) {
        pids[i] = start(storm, name, i, progress);
    }
    int running;
    while ((running = count_running(storm, pids)) > 0) {
        int answered = answered_by_all(storm, progress);
        int victim = rand_r(&seed) % storm->processes;
        show_progress(answered, wanted, false);
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
        /* the kills are spread over the storm, however fast it is */
        if (pids[victim] > 0 && outcome->kills < storm->kills &&
            (long)answered * storm->kills >= (long)outcome->kills * wanted) {
            kill_and_wait(pids[victim]);
            pids[victim] = start(storm, name, victim, progress);
            outcome->kills++;
        }
    }
    show_progress(wanted, wanted, true);
    for (int i = 0; i < storm->processes && running < 0; i++) {
        if (pids[i] > 0) {
            kill_and_wait(pids[i]);
        }
    }
    outcome->answered = answered_by_all(storm, progress);
    outcome->seconds = seconds_now() - started_at;
    munmap(progress, sizeof *progress);
    return running == 0;
}
