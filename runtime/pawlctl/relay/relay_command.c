#include "base/text.h"
#include "relay.h"
#include "say/interrupt.h"
#include "say/json.h"
#include "say/print.h"
#include "say/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    ASKED_MAX = 16,                      /* events that the program has, and not answered */
    ANSWER_MAX = 8 * PAWL_KEY_MAX_BYTES, /* of which each may be \u00.. in an id */
    FAREWELL_MS = 1000,                  /* for a program whose input has ended */
    DESCRIPTORS_MAX = 1024,              /* that a child may have inherited */
    NOT_FOUND = 127                      /* as shells exit */
};

/*
 * A program gets an event as a line of JSON, and answers each with a line, in the same order: `ok`, `retry`
 * or `park`, the event's id, and for the last two a reason. The id makes a surplus line an error; without it
 * that line would confirm the next event.
 */
struct receiver {
    struct sink sink;
    const char *command;
    int64_t timeout_ms;
    pid_t pid; /* 0: it does not run */
    int input, output;
    struct relay_queue waiting, asked;
    size_t asked_count;
    struct text lines; /* that it has not taken yet, from `taken` on */
    size_t taken;
    char answer[ANSWER_MAX + 1]; /* the beginning of one */
    size_t answer_length;
    int64_t asked_at_ms;    /* since when it owes its next answer */
    struct trouble surplus; /* lines after the last answer */
};

/* ---- the process -------------------------------------------------------------------------------- */

static void run_program(const char *command, int input, int output) __attribute__((noreturn));
static void run_program(const char *command, int input, int output) {
    static const int signals[] = {SIGTERM, SIGINT, SIGPIPE};
    setpgid(0, 0);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    for (int i = STDERR_FILENO + 1; i < DESCRIPTORS_MAX; i++)
        close(i); /* a connection to the database ends with the relay */
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(NOT_FOUND);
}

static bool start_program(struct receiver *program) {
    int input[2], output[2];
    if (pipe2(input, O_CLOEXEC) != 0)
        return false;
    if (pipe2(output, O_CLOEXEC) != 0) {
        close(input[0]);
        close(input[1]);
        return false;
    }
    fflush(NULL);
    program->pid = fork();
    if (program->pid == 0)
        run_program(program->command, input[0], output[1]);
    close(input[0]);
    close(output[1]);
    program->input = input[1];
    program->output = output[0];
    if (program->pid < 0) {
        close(program->input);
        close(program->output);
        program->pid = 0;
        return false;
    }
    setpgid(program->pid, program->pid); /* whichever of the two is first */
    fcntl(program->input, F_SETFL, O_NONBLOCK);
    fcntl(program->output, F_SETFL, O_NONBLOCK);
    program->answer_length = 0;
    return true;
}

/* How it ended. It has that long to end by itself. Processes that it has begun end with it. */
static int end_program(struct receiver *program, int64_t grace_ms) {
    const int64_t until = monotonic_ms() + grace_ms;
    int ended = 0;
    siginfo_t found = {0};
    if (program->pid == 0)
        return 0;
    close(program->input);
    close(program->output);
    while (waitid(P_PID, (id_t)program->pid, &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_pid == 0 &&
           monotonic_ms() < until)
        poll(NULL, 0, 10);
    kill(-program->pid, SIGKILL); /* before waitpid, after which the number may be another group's */
    while (waitpid(program->pid, &ended, 0) < 0 && errno == EINTR)
        ;
    program->pid = 0;
    text_free(&program->lines);
    program->lines = (struct text)TEXT_INIT;
    program->taken = 0;
    return ended;
}

/* ---- answers ------------------------------------------------------------------------------------ */

static struct relay_entry *take_asked(struct receiver *program) {
    program->asked_count--;
    program->asked_at_ms = monotonic_ms();
    return relay_queue_take(&program->asked);
}

/* It is ended, and begun again with the next event. */
static void fail_all(struct receiver *program, const char *why) {
    relay_queue_give_up(&program->asked, &program->sink, why);
    relay_queue_give_up(&program->waiting, &program->sink, why);
    program->asked_count = 0;
}

static void has_ended(struct receiver *program) {
    char why[64];
    const int ended = end_program(program, FAREWELL_MS);
    if (WIFSIGNALED(ended))
        snprintf(why, sizeof why, "signal %d ended the program", WTERMSIG(ended));
    else
        snprintf(why, sizeof why, "the program ended with status %d", WEXITSTATUS(ended));
    if (program->asked_count > 0)
        fail_all(program, why);
}

/* What follows the event's id, which may be a JSON string; NULL: it is not there. */
static const char *after_id(const char *text, const struct outbox_row *row) {
    struct results texts = {0};
    const char *id = outbox_message_id(&texts, row);
    if (id == NULL)
        arena_exhausted();
    json_error_t end;
    json_t *quoted = json_loads(text, JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &end);
    const size_t length = json_is_string(quoted) ? (size_t)end.position : strlen(id);
    const bool is_it =
        json_is_string(quoted) ? strcmp(json_string_value(quoted), id) == 0 : strncmp(text, id, length) == 0;
    json_decref(quoted);
    results_free(&texts);
    if (!is_it || (text[length] != '\0' && text[length] != ' '))
        return NULL;
    return text + length + strspn(text + length, " ");
}

/* False: it is no answer to the next event. */
static bool take_answer(struct receiver *program, const char *answer) {
    static const char *const words[] = {
        [DELIVERED] = "ok ", [UNREACHABLE] = "retry ", [UNDELIVERABLE] = "park "};
    if (program->asked_count == 0 || !text_is_utf8(answer))
        return false;
    enum delivery delivery = DELIVERED;
    while (strncmp(answer, words[delivery], strlen(words[delivery])) != 0)
        if (delivery++ == UNDELIVERABLE)
            return false;
    const char *reason = after_id(answer + strlen(words[delivery]), program->asked.first->row);
    if (reason == NULL || (delivery == DELIVERED && *reason != '\0'))
        return false;
    if (*reason == '\0')
        reason = "the program gave no reason";
    if (delivery == UNDELIVERABLE)
        reason = copy_of(reason);
    relay_answer(&program->sink, take_asked(program), delivery, reason);
    return true;
}

static void break_off(struct receiver *program, const char *why) {
    const bool is_surplus = program->asked_count == 0 && program->waiting.first == NULL;
    end_program(program, 0);
    fail_all(program, why);
    if (is_surplus && trouble_is_news(&program->surplus, why))
        row_say(stderr, ROW(row_text("why", why)),
                "pawlctl: {why}\n  the program is ended, and started again with the next event\n");
}

/* Of what it has printed. */
static void take_bytes(struct receiver *program, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        program->answer[program->answer_length++] = bytes[i];
        if (bytes[i] != '\n' && bytes[i] != '\0' && program->answer_length < ANSWER_MAX)
            continue;
        program->answer[program->answer_length - 1] = '\0';
        program->answer_length = 0;
        if (bytes[i] == '\n' && take_answer(program, program->answer))
            continue;
        char why[256];
        snprintf(why, sizeof why,
                 "the program printed `%.100s`: expected ok, retry or park, and the id of the next "
                 "unanswered event",
                 text_is_utf8(program->answer) ? program->answer : "?");
        break_off(program, why);
        return;
    }
}

static void read_answers(struct receiver *program) {
    char bytes[4096];
    const ssize_t got = read(program->output, bytes, sizeof bytes);
    if (got > 0)
        take_bytes(program, bytes, (size_t)got);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        has_ended(program);
}

/* ---- sending ------------------------------------------------------------------------------------ */

static void ask(struct sink *sink, struct relay_entry *entry) {
    relay_queue_put(&((struct receiver *)sink)->waiting, entry);
}

static void write_lines(struct receiver *program) {
    const ssize_t count =
        write(program->input, program->lines.data + program->taken, program->lines.length - program->taken);
    if (count > 0)
        program->taken += (size_t)count; /* a program that is gone ends its output also */
}

static void add_lines(struct receiver *program) {
    if (program->taken == program->lines.length) {
        text_free(&program->lines);
        program->lines = (struct text)TEXT_INIT;
        program->taken = 0;
    }
    while (program->asked_count < ASKED_MAX && program->waiting.first != NULL) {
        struct relay_entry *entry = relay_queue_take(&program->waiting);
        struct results texts = {0};
        const char *message = outbox_message(&texts, entry->row);
        if (message == NULL)
            arena_exhausted();
        text_printf(&program->lines, "%s\n", message);
        results_free(&texts);
        if (program->asked_count++ == 0)
            program->asked_at_ms = monotonic_ms();
        relay_queue_put(&program->asked, entry);
    }
}

static bool poll_program(struct sink *sink, int timeout_ms) {
    struct receiver *program = (struct receiver *)sink;
    if (is_interrupted()) /* only events that the program has are waited for */
        relay_queue_give_up(&program->waiting, sink, NULL);
    if (program->pid == 0 && program->waiting.first != NULL && !start_program(program)) {
        char why[256];
        snprintf(why, sizeof why, "cannot start the program: %s", strerror(errno));
        relay_queue_give_up(&program->waiting, sink, why);
    }
    if (program->pid == 0) {
        poll(NULL, 0, timeout_ms);
        return true;
    }
    add_lines(program);
    const bool writes = program->taken < program->lines.length;
    struct pollfd polled[] = {{.fd = program->output, .events = POLLIN},
                              {.fd = program->input, .events = POLLOUT}};
    if (poll(polled, writes ? 2 : 1, timeout_ms) <= 0)
        polled[0].revents = polled[1].revents = 0;
    if (writes && polled[1].revents != 0)
        write_lines(program);
    if (polled[0].revents != 0)
        read_answers(program);
    else if (program->asked_count > 0 && monotonic_ms() - program->asked_at_ms > program->timeout_ms) {
        char why[64];
        snprintf(why, sizeof why, "the program did not answer within %" PRId64 " ms", program->timeout_ms);
        break_off(program, why);
    }
    return true;
}

/* Ends it first: another relay may deliver the events as soon as they are given up. */
static void give_up(struct sink *sink) {
    struct receiver *program = (struct receiver *)sink;
    if (program->asked_count > 0)
        end_program(program, 0);
    fail_all(program, NULL);
}

static void close_program(struct sink *sink) {
    end_program((struct receiver *)sink, FAREWELL_MS);
}

struct sink *command_sink(const struct call *call, const char *command) {
    struct receiver *program = arena_alloc(memory, sizeof *program);
    *program = (struct receiver){
        .sink = {.send = ask, .poll = poll_program, .give_up = give_up, .close = close_program},
        .command = command,
        .timeout_ms = relay_timeout(call),
        .lines = TEXT_INIT};
    return &program->sink;
}
