#include "interrupt.h"
#include "print.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

enum { CANCELS_MAX = 5 };

static volatile sig_atomic_t was_interrupted, cancels;
static struct {
    void (*cancel)(void *context);
    void *context;
    sem_t is_due;
    pthread_mutex_t runs;
} canceller = {.runs = PTHREAD_MUTEX_INITIALIZER};

static void interrupt(int number) {
    (void)number;
    was_interrupted = 1;
    if (cancels)
        sem_post(&canceller.is_due);
}

static void catch_signals(void) {
    const struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* Programs that the command starts inherit the mask. */
static void mask_signals(int how) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(how, &signals, NULL);
}

void interrupt_wait_for(void) {
    cancels = 0;
    catch_signals();
    mask_signals(SIG_UNBLOCK);
}

bool is_interrupted(void) {
    return was_interrupted != 0;
}

static void *run_canceller(void *unused) {
    while (sem_wait(&canceller.is_due) != 0)
        continue;
    for (int i = 0; i < CANCELS_MAX; i++) {
        pthread_mutex_lock(&canceller.runs);
        canceller.cancel(canceller.context);
        pthread_mutex_unlock(&canceller.runs);
        sleep(1);
    }
    pthread_mutex_lock(&canceller.runs);
    say_error("pawlctl: interrupted; the database does not answer, so the result is UNKNOWN\n");
    _exit(EXIT_DATABASE);
    return unused;
}

void interrupt_cancels(void (*cancel)(void *context), void *context) {
    pthread_t thread;
    canceller.cancel = cancel;
    canceller.context = context;
    sem_init(&canceller.is_due, 0, 0);
    if (pthread_create(&thread, NULL, run_canceller, NULL) != 0)
        return; /* a signal ends the program */
    cancels = 1;
    catch_signals();
    mask_signals(SIG_BLOCK); /* in this thread: the other one receives them */
}

bool interrupt_has_cancelled(void) {
    return cancels && was_interrupted;
}

void interrupt_end(void) {
    pthread_mutex_lock(&canceller.runs);
}
