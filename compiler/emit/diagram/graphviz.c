#include "emit/diagram/graphviz.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

const char graphviz_missing[] =
    "dot is missing, which draws its diagram. On Debian: apt-get install graphviz; or choose "
    "other kinds with --emit";

const char graphviz_slow[] =
    "dot, which draws its diagram, took longer than 5 seconds of processor time, or was idle for 15, in all";

enum {
    WAITS_MAX = 3, /* dot hangs if it is idle for so many times its limit */
    LOOK_MS = 200, /* a dot that has used no processor for so long is idle: others use the machine, too */
};

struct child {
    pid_t pid;
    clockid_t used; /* the clock of the child's processor time */
    int64_t used_ms, looked_ms, idle_ms;
    int input;  /* -1: closed */
    int output; /* -1: closed */
};

static void close_end(int *descriptor) {
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* The number of the error, or 0. */
static int start(struct child *child, enum graphviz_effort effort) {
    char *const arguments[] = {(char[]){"dot"},
                               (char[]){"-q"},
                               (char[]){"-Tsvg"},
                               effort == GRAPHVIZ_FULL ? NULL : (char[]){"-Gnslimit1=1"},
                               (char[]){"-Gmclimit=0.1"},
                               effort == GRAPHVIZ_ROUGH ? (char[]){"-Gnslimit=1"} : NULL,
                               NULL};
    int input[2] = {-1, -1};
    int output[2] = {-1, -1};
    posix_spawn_file_actions_t actions;
    if (pipe2(input, O_CLOEXEC) != 0)
        return errno;
    int error = pipe2(output, O_CLOEXEC) != 0 ? errno : posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
        if (error == 0)
            error = posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
        if (error == 0) /* what it says is about a file that nobody sees */
            error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        if (error == 0)
            error = posix_spawnp(&child->pid, arguments[0], &actions, NULL, arguments, environ);
        if (error == 0 && clock_getcpuclockid(child->pid, &child->used) != 0)
            child->used = CLOCK_MONOTONIC; /* never: the child is there until it is waited for */
        posix_spawn_file_actions_destroy(&actions);
    }
    close_end(&input[0]);
    close_end(&output[1]);
    if (error != 0) {
        close_end(&input[1]);
        close_end(&output[0]);
    }
    child->input = input[1];
    child->output = output[0];
    return error;
}

static void feed(struct child *child, const struct text *dot, size_t *written) {
    ssize_t put = write(child->input, dot->data + *written, dot->length - *written);
    if (put > 0)
        *written += (size_t)put;
    if ((put < 0 && errno != EINTR && errno != EAGAIN) || *written == dot->length)
        close_end(&child->input); /* a child that does not read on says why by its exit status */
}

static void drain(struct child *child, struct text *svg) {
    char buffer[16 * 1024];
    ssize_t got = read(child->output, buffer, sizeof buffer);
    if (got > 0)
        text_write(svg, buffer, (size_t)got);
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        close_end(&child->output);
}

/* 0 if there is no such clock: its process has ended. */
static int64_t clock_ms(clockid_t clock) {
    struct timespec now;
    return clock_gettime(clock, &now) != 0 ? 0 : (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* What the child has spent of its limit: its processor time, so that a picture does not depend on who else
 * uses the machine, or a part of the time in which it was idle. */
static int64_t spent_ms(struct child *child) {
    const int64_t used_ms = clock_ms(child->used), now_ms = clock_ms(CLOCK_MONOTONIC);
    if (now_ms - child->looked_ms >= LOOK_MS) {
        child->idle_ms += used_ms == child->used_ms ? now_ms - child->looked_ms : 0;
        child->used_ms = used_ms;
        child->looked_ms = now_ms;
    }
    return used_ms > child->idle_ms / WAITS_MAX ? used_ms : child->idle_ms / WAITS_MAX;
}

/* Reads and writes as either is possible: each end's pipe may be full while the other waits. Kills a child
 * that has spent limit_ms. What it has spent is subtracted from *left_ms. */
static int talk(struct child *child, const struct text *dot, int64_t limit_ms, int64_t *left_ms,
                struct text *svg, bool *is_late) {
    int64_t spent = 0;
    child->looked_ms = clock_ms(CLOCK_MONOTONIC);
    size_t written = 0;
    int status = 0;
    fcntl(child->input, F_SETFL, O_NONBLOCK);
    while (child->output >= 0) {
        struct pollfd ends[2] = {{child->output, POLLIN, 0}, {child->input, POLLOUT, 0}};
        spent = spent_ms(child);
        *is_late = spent >= limit_ms;
        if (*is_late || (poll(ends, child->input >= 0 ? 2 : 1, LOOK_MS) < 0 && errno != EINTR))
            break;
        if (child->input >= 0 && ends[1].revents != 0)
            feed(child, dot, &written);
        if (ends[0].revents != 0)
            drain(child, svg);
    }
    close_end(&child->input);
    close_end(&child->output);
    /* one that has closed its output may stay */
    pid_t ended = 0;
    for (; !*is_late && ended == 0; *is_late = ended == 0 && spent >= limit_ms) {
        spent = spent_ms(child);
        ended = waitpid(child->pid, &status, WNOHANG);
        if (ended == 0)
            poll(NULL, 0, 1);
    }
    *left_ms -= spent;
    if (*is_late)
        kill(child->pid, SIGKILL);
    while (ended <= 0 && waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

bool graphviz_svg(struct arena *arena, const struct text *dot, enum graphviz_effort effort, int64_t *left_ms,
                  struct text *svg, const char **problem) {
    struct child child = {0};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction before;
    bool is_late = false;
    int error = start(&child, effort);
    if (error == ENOENT) {
        *problem = graphviz_missing;
        return false;
    }
    if (error != 0) {
        *problem = arena_printf(arena, "dot, which draws its diagram, cannot be run: %s", strerror(error));
        return false;
    }
    sigaction(SIGPIPE, &ignore, &before);
    int status =
        talk(&child, dot, effort == GRAPHVIZ_ROUGH ? *left_ms : *left_ms * 3 / 5, left_ms, svg, &is_late);
    sigaction(SIGPIPE, &before, NULL);
    if (is_late) {
        *problem = graphviz_slow;
        return false;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        *problem = arena_printf(arena, "dot, which draws its diagram, ended with %s %d",
                                WIFEXITED(status) ? "status" : "signal",
                                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
        return false;
    }
    return true;
}
