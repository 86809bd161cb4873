/*
 * bounded SECONDS MEGABYTES COMMAND...: runs the command, and ends with its status; with 125 and a line on
 * stderr where it took more processor time or memory, or died of a signal. By the clock it may take twenty
 * times as long, since others may have the processor.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_NOT_BOUNDED = 125 };

static volatile sig_atomic_t child;

static void end_child(int signal_number) {
    (void)signal_number;
    kill((pid_t)child, SIGKILL);
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("usage: bounded SECONDS MEGABYTES COMMAND...\n", stderr);
        return 2;
    }
    long megabytes = strtol(argv[2], NULL, 10);
    struct rusage usage;
    int status = 0;
    pid_t pid = fork();
    if (pid < 0) {
        fprintf(stderr, "bounded: fork: %s\n", strerror(errno));
        return EXIT_NOT_BOUNDED;
    }
    rlim_t seconds = strtoul(argv[1], NULL, 10);
    if (pid == 0) {
        setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
        execvp(argv[3], argv + 3);
        fprintf(stderr, "bounded: %s: %s\n", argv[3], strerror(errno));
        _exit(EXIT_NOT_BOUNDED);
    }
    child = pid;
    signal(SIGALRM, end_child);
    alarm((unsigned)seconds * 20);
    while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status)) {
        fprintf(stderr, "bounded: %s\n",
                WTERMSIG(status) == SIGKILL ? "it took too long" : strsignal(WTERMSIG(status)));
        return EXIT_NOT_BOUNDED;
    }
    if (usage.ru_maxrss / 1024 > megabytes) {
        fprintf(stderr, "bounded: it took %ld MB\n", usage.ru_maxrss / 1024);
        return EXIT_NOT_BOUNDED;
    }
    return WEXITSTATUS(status);
}
