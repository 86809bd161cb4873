/*
 * Commands that run in processes of their own, and what they printed. A command ends its process as it does
 * for people; so no request can end the server, or keep anything of its memory or its connection.
 *
 * Several requests for the same share an answer. It is fresh for 20 times as long as it took, and if it took
 * over 100 ms, for 200 times. Pages that renew what they show take an older one, too. If n answers are looked
 * at, one that costs 10 ms is renewed after 2 n seconds. Costly ones are counted apart. So renewals cost a
 * hundredth of one session, however many people look.
 */
#include "database/database.h"
#include "say/json.h"
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    RUNNING_MAX = 6,        /* processes, each with a connection */
    ANSWERS_MAX = 200,      /* that are kept */
    SECONDS_MAX = 30,       /* of a process */
    OUTPUT_MAX = 16 << 20,  /* of a process */
    DESCRIPTORS_MAX = 1024, /* that a child may have inherited */
    WORDS_MAX = 48,         /* of a command */
    FRESH_TIMES = 20,       /* as long as it took, or RENEWED_TIMES if it is costly */
    FAILED_TIMES = 3,       /* the database may still be busy with what did not end in time */
    RENEWED_TIMES = 200,    /* as long as it takes on an idle database, for each that is looked at */
    RENEWED_MAX_US = 120000000,
    FRESH_LEAST_US = 900000, /* a page asks each few seconds */
    LEFT_US = 10000000,      /* a page that has not asked for so long shows something else */
    LOOK_US = 8000000,       /* after that it is looked whether the database is still there */
    SLOW_US = 100000,
    STALE_MAX_US = 150000000 /* RENEWED_MAX_US and SECONDS_MAX */
};

enum { OUTPUT, ERRORS, OUTPUTS };

struct answer {
    struct answer *next;
    struct text words; /* of the command, each with a NUL behind it */
    bool is_action, is_wanted, is_complete, is_too_large;
    bool is_renewal; /* nobody waits for it */
    size_t users;
    void **waiting;
    size_t waiting_count;

    pid_t pid; /* 0: none is running */
    int pipes[OUTPUTS];
    struct text said[OUTPUTS];
    int64_t begun_us;

    enum http status; /* of the last complete one */
    struct text body;
    int64_t made_us, took_us, asked_us;
    int64_t cost_us; /* the least that it took of late: the rest is waiting */
};

static struct answer *answers;
static size_t answer_count, running_count;
static int64_t begun_us; /* the last process */
static int64_t acted_us; /* what began earlier may not show the last action, or that the database is down */

static bool is_diagram(const struct answer *answer) {
    return strcmp(text_data(&answer->words), "diagram") == 0;
}

/* ---- keeping ------------------------------------------------------------------------------------------ */

static void answer_free(struct answer *answer) {
    struct answer **place = &answers;
    while (*place != answer)
        place = &(*place)->next;
    *place = answer->next;
    answer_count--;
    text_free(&answer->words);
    text_free(&answer->body);
    free(answer->waiting);
    free(answer);
}

static bool is_idle(const struct answer *answer) {
    return answer->users == 0 && answer->pid == 0 && !answer->is_wanted;
}

static void make_room(void) {
    while (answer_count >= ANSWERS_MAX) {
        struct answer *oldest = NULL;
        for (struct answer *each = answers; each != NULL; each = each->next)
            if (is_idle(each) && (oldest == NULL || each->made_us < oldest->made_us))
                oldest = each;
        if (oldest == NULL)
            return;
        answer_free(oldest);
    }
}

static struct answer *answer_of(const struct text *words, bool is_action) {
    for (struct answer *each = answers; each != NULL && !is_action; each = each->next)
        if (!each->is_action && each->words.length == words->length &&
            memcmp(each->words.data, words->data, words->length) == 0)
            return each;
    make_room();
    struct answer *answer = arena_must(calloc(1, sizeof *answer));
    *answer = (struct answer){.next = answers, .is_action = is_action, .is_wanted = true};
    text_write(&answer->words, words->data, words->length);
    answers = answer;
    answer_count++;
    return answer;
}

static bool is_costly(const struct answer *answer) {
    return answer->cost_us >= SLOW_US;
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t fresh_for_us(const struct answer *answer) {
    if (answer->status != HTTP_OK)
        return answer->took_us * FAILED_TIMES;
    return least(answer->took_us * (is_costly(answer) ? RENEWED_TIMES : FRESH_TIMES), RENEWED_MAX_US);
}

static bool is_fresh(const struct answer *answer) {
    if (!answer->is_complete)
        return false;
    const int64_t lives_us = fresh_for_us(answer);
    return (is_diagram(answer) && answer->status == HTTP_OK) ||
           (answer->begun_us > acted_us &&
            answer_age_us(answer) < (lives_us > FRESH_LEAST_US ? lives_us : FRESH_LEAST_US));
}

/* Good enough while the next one is on its way. */
static bool is_usable(const struct answer *answer, bool may_be_stale) {
    return may_be_stale && answer->is_complete && answer->status == HTTP_OK && answer->begun_us > acted_us &&
           answer_age_us(answer) < STALE_MAX_US;
}

struct answer *answer_ask(const struct text *words, bool is_action, bool may_be_stale, void *waiting,
                          bool *is_complete) {
    struct answer *answer = answer_of(words, is_action);
    const bool is_stale = !is_fresh(answer);
    /* while all answers are fresh, nothing else notices that the database is away */
    const bool looks = !is_stale && !is_diagram(answer) && monotonic_us() >= begun_us + LOOK_US;
    answer->users++;
    answer->asked_us = monotonic_us();
    *is_complete = !is_stale || is_usable(answer, may_be_stale);
    answer->is_renewal =
        *is_complete && (may_be_stale || looks) && (answer->is_renewal || !answer->is_wanted);
    answer->is_wanted |= (is_stale || looks) && answer->pid == 0;
    if (*is_complete)
        return answer;
    answer->waiting =
        arena_must(realloc(answer->waiting, (answer->waiting_count + 1) * sizeof *answer->waiting));
    answer->waiting[answer->waiting_count++] = waiting;
    return answer;
}

void answer_leave(struct answer *answer) {
    answer->users--;
    if (answer->is_action && is_idle(answer))
        answer_free(answer);
}

enum http answer_status(const struct answer *answer) {
    return answer->status;
}

const char *answer_body(const struct answer *answer, size_t *size) {
    *size = answer->body.length;
    return text_data(&answer->body);
}

int64_t answer_age_us(const struct answer *answer) {
    return monotonic_us() - answer->made_us;
}

/* ---- the process -------------------------------------------------------------------------------------- */

static char *word_of(const char *text) {
    return arena_strndup(memory, text, strlen(text));
}

static void run_command(const struct serving *serving, const struct answer *answer) __attribute__((noreturn));
static void run_command(const struct serving *serving, const struct answer *answer) {
    static struct call call = {.err = PAWL_ERROR_INIT};
    const char *word = text_data(&answer->words), *end_of_words = word + answer->words.length;
    const char *db = option(serving->call, "--db");
    char *words[WORDS_MAX] = {word_of("pawlctl"), word_of(is_diagram(answer) ? "graph" : word),
                              word_of("--json")};
    int count = 3;
    if (db != NULL)
        words[count++] = arena_printf(memory, "--db=%s", db);
    while ((word += strlen(word) + 1) < end_of_words && count < WORDS_MAX - 1)
        words[count++] = word_of(word);
    if (is_diagram(answer))
        words[--count] = NULL; /* its version: it is kept under that */
    options_read(&call, count, words);
    database_open(&call);
    database_limit_time(&call, SECONDS_MAX);
    end(is_diagram(answer) ? diagram_draw(&call) : call.command->run(&call));
}

static void begin_process(int pipes[OUTPUTS]) {
    static const int signals[] = {SIGTERM, SIGINT, SIGPIPE};
    sigset_t none;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    dup2(pipes[OUTPUT], STDOUT_FILENO);
    dup2(pipes[ERRORS], STDERR_FILENO);
    for (int i = STDERR_FILENO + 1; i < DESCRIPTORS_MAX; i++)
        close(i); /* connections of others, which must not outlive the server */
    alarm(SECONDS_MAX);
}

static bool open_pipes(int ours[OUTPUTS], int theirs[OUTPUTS]) {
    int ends[OUTPUTS][2];
    for (int i = 0; i < OUTPUTS; i++) {
        if (pipe2(ends[i], O_CLOEXEC) != 0) {
            if (i > 0) {
                close(ends[0][0]);
                close(ends[0][1]);
            }
            return false;
        }
        ours[i] = ends[i][0];
        theirs[i] = ends[i][1];
        fcntl(ours[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

/* Without a descriptor or process to spare it stays wanted. */
static void start(const struct serving *serving, struct answer *answer) {
    int theirs[OUTPUTS];
    if (!open_pipes(answer->pipes, theirs))
        return;
    fflush(NULL);
    answer->pid = fork();
    if (answer->pid == 0) {
        begin_process(theirs);
        run_command(serving, answer);
    }
    for (int i = 0; i < OUTPUTS; i++) {
        close(theirs[i]);
        if (answer->pid < 0)
            close(answer->pipes[i]);
    }
    if (answer->pid < 0) {
        answer->pid = 0;
        return;
    }
    running_count++;
    answer->is_wanted = false;
    answer->is_too_large = false;
    answer->begun_us = begun_us = monotonic_us();
}

/* ---- what it printed ---------------------------------------------------------------------------------- */

/* {error, help}, of "pawlctl: there is no machine paymnt\n  did you mean payment?\n". */
static void put_error(struct text *body, const char *said) {
    static const char prefix[] = "pawlctl: ";
    const char *message = strstr(said, prefix) == said ? said + strlen(prefix) : said;
    const size_t length = strcspn(message, "\n");
    const char *help = message + length + strspn(message + length, "\n ");
    json_t *error = json_stringn(message, length), *advice = json_stringn(help, strcspn(help, "\n"));
    json_t *object = json_pack("{s:o, s:o}", "error", error == NULL ? json_string("?") : error, "help",
                               advice == NULL ? json_string("") : advice);
    char *text = json_dumps(object, JSON_COMPACT);
    text_put(body, text);
    json_free(text);
    json_decref(object);
}

static enum http status_of(const struct answer *answer, int ended) {
    if (WIFSIGNALED(ended))
        return HTTP_DOWN;
    if (WEXITSTATUS(ended) == EXIT_REFUSED && !answer->is_action && answer->said[OUTPUT].length > 0)
        return HTTP_OK; /* it has found something wrong, and listed it */
    switch (WEXITSTATUS(ended)) {
    case EXIT_DONE:
        return HTTP_OK;
    case EXIT_REFUSED:
        return answer->is_action ? HTTP_REFUSED : HTTP_MISSING;
    case EXIT_USAGE:
        return HTTP_BAD;
    default:
        return HTTP_DOWN;
    }
}

static void complete(struct answer *answer, int ended) {
    struct text *said = answer->said;
    answer->status = status_of(answer, ended);
    text_free(&answer->body);
    answer->body = (struct text)TEXT_INIT;
    if (answer->is_too_large)
        put_error(&answer->body, "the answer is too large for a page");
    else if (WIFSIGNALED(ended) && WTERMSIG(ended) == SIGALRM)
        put_error(&answer->body, "the database did not answer within 30 s");
    else if (answer->status == HTTP_OK || (answer->is_action && said[OUTPUT].length > 0))
        text_write(&answer->body, text_data(&said[OUTPUT]), said[OUTPUT].length);
    else
        put_error(&answer->body, said[ERRORS].length > 0 ? text_data(&said[ERRORS]) : "the command failed");
    for (int i = 0; i < OUTPUTS; i++) {
        text_free(&said[i]);
        said[i] = (struct text)TEXT_INIT;
    }
    answer->made_us = monotonic_us();
    answer->took_us = answer->made_us - answer->begun_us;
    answer->cost_us =
        answer->is_complete ? least(answer->took_us, answer->cost_us * 65 / 64) : answer->took_us;
    answer->is_complete = true;
    if (answer->is_action || answer->status == HTTP_DOWN)
        acted_us = answer->made_us;
}

/* Whether there may be more. */
static bool read_output(struct answer *answer, int which) {
    char bytes[65536];
    for (ssize_t got; (got = read(answer->pipes[which], bytes, sizeof bytes)) != 0;) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno == EAGAIN;
        if (answer->said[which].length + (size_t)got > OUTPUT_MAX) {
            answer->is_too_large = true;
            kill(answer->pid, SIGKILL);
        } else {
            text_write(&answer->said[which], bytes, (size_t)got);
        }
    }
    return false;
}

static void collect(struct answer *answer, answered_fn *answered) {
    int open_count = 0, ended = 0;
    for (int i = 0; i < OUTPUTS; i++) {
        if (answer->pipes[i] >= 0 && !read_output(answer, i)) {
            close(answer->pipes[i]);
            answer->pipes[i] = -1;
        }
        open_count += answer->pipes[i] >= 0;
    }
    if (open_count > 0)
        return;
    while (waitpid(answer->pid, &ended, 0) < 0 && errno == EINTR)
        ;
    answer->pid = 0;
    running_count--;
    complete(answer, ended);
    for (size_t i = 0; i < answer->waiting_count; i++)
        answered(answer->waiting[i]);
    answer->waiting_count = 0;
}

/* ---- the loop ----------------------------------------------------------------------------------------- */

size_t answers_poll(struct pollfd *polled, size_t most) {
    size_t count = 0;
    for (const struct answer *each = answers; each != NULL; each = each->next)
        for (int i = 0; i < OUTPUTS; i++)
            if (each->pid != 0 && each->pipes[i] >= 0 && count < most)
                polled[count++] = (struct pollfd){.fd = each->pipes[i], .events = POLLIN};
    return count;
}

static bool is_looked_at(const struct answer *answer) {
    return monotonic_us() < answer->asked_us + LEFT_US;
}

static bool may_be_renewed(const struct answer *answer) {
    int64_t looked_at = 0;
    for (const struct answer *each = answers; each != NULL; each = each->next)
        looked_at += is_looked_at(each) && is_costly(each) == is_costly(answer);
    return answer_age_us(answer) >= least(RENEWED_TIMES * answer->cost_us * looked_at, RENEWED_MAX_US);
}

/* The last of the list was asked for first. Persons who wait come before renewals. */
static struct answer *next_to_start(void) {
    struct answer *first = NULL, *cheapest = NULL;
    for (struct answer *each = answers; each != NULL; each = each->next) {
        each->is_wanted &= !each->is_renewal || is_looked_at(each);
        if (!each->is_wanted || each->pid != 0)
            continue;
        if (cheapest == NULL || each->cost_us < cheapest->cost_us)
            cheapest = each;
        if (!each->is_renewal || (may_be_renewed(each) && (first == NULL || first->is_renewal)))
            first = each;
    }
    return first != NULL || monotonic_us() < begun_us + LOOK_US ? first : cheapest;
}

void answers_run(const struct serving *serving, answered_fn *answered) {
    for (struct answer *each = answers, *next; each != NULL; each = next) {
        next = each->next;
        if (each->pid != 0)
            collect(each, answered);
    }
    while (running_count < RUNNING_MAX) {
        struct answer *first = next_to_start();
        if (first == NULL)
            return;
        start(serving, first);
        if (first->pid == 0)
            return;
    }
}

void answers_end(void) {
    for (const struct answer *each = answers; each != NULL; each = each->next)
        if (each->pid != 0)
            kill(each->pid, SIGKILL);
}
