/*
 * crash_worker WHERE LOG [setup | pool]: fires random events for ever, at a hundred doors, at a hundred
 * alarms, which have timers, and at the tickets of this second, which it creates, too; and writes down each
 * request before it is sent and each answer after it has come. One call in eight has several requests: of
 * one event (`many`), or made together (`all`). Started again after a kill, it first makes the call again
 * whose answer it has not written down. A third of them it sends once, without a request id, and what it is
 * told then stays: the history knows them by their actor, `once-...`. With `pool` eight threads do so through
 * handles of one pool, and one more has 32 requests under way there that nobody waits for, or
 * PAWL_TEST_IN_FLIGHT; each thread, and each of these, has a log of its own. Its first move it tells on
 * standard output. With PAWL_TEST_PAUSE_MS each waits so long between two calls.
 *
 *   call FORM COUNT     one, many or all; the next COUNT lines are its requests
 *   ask ID MACHINE KEY EVENT
 *   again ID            by another process than before
 *   answer ID STATUS SORT_KEY FROM TO   UNDONE: of `all`, another one was not made
 *   error ID MESSAGE: HELP   before an answer DB
 */
#include <pawl.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "alarm.h"
#include "door.h"
#include "ticket.h"

#define CUT_OFF " (cut off)\n"

#define ONCE "once-"

enum {
    THERE_FROM_THE_START = 100,
    TICKETS_A_SECOND = 20,
    LINE_SIZE = 256,
    THREADS = 8,
    IN_FLIGHT = 32,
    REQUEST_MAX = 4, /* of one call */
    RETRY_MS = 20
};

/* Of any event that has some. */
union args {
    struct ticket_take_args take;
    struct ticket_close_args close;
};

struct choice {
    int event;
    const union args *args;
};

/* What stands twice is asked for twice as often. */
struct subject {
    const struct pawl_machine *machine;
    size_t choice_count;
    struct choice choices[10];
};

static const union args by_somebody = {.take = {.who = "somebody"}};
static const union args for_no_reason;

/* Half of what doors are asked for are flips, which are always legal but for one that is locked. */
static const struct subject subjects[] = {
    {&door_machine,
     10,
     {{DOOR_EVENT_FLIP, NULL},
      {DOOR_EVENT_FLIP, NULL},
      {DOOR_EVENT_FLIP, NULL},
      {DOOR_EVENT_FLIP, NULL},
      {DOOR_EVENT_FLIP, NULL},
      {DOOR_EVENT_OPEN, NULL},
      {DOOR_EVENT_KNOCK, NULL},
      {DOOR_EVENT_LOCK, NULL},
      {DOOR_EVENT_SHUT, NULL},
      {DOOR_EVENT_UNLOCK, NULL}}},
    {&alarm_machine,
     9,
     {{ALARM_EVENT_NOTE, NULL},
      {ALARM_EVENT_AGAIN, NULL},
      {ALARM_EVENT_REPEAT, NULL},
      {ALARM_EVENT_ARM, NULL},
      {ALARM_EVENT_TURN, NULL},
      {ALARM_EVENT_TURN, NULL},
      {ALARM_EVENT_STOP, NULL},
      {ALARM_EVENT_WIND, NULL},
      {ALARM_EVENT_WIND, NULL}}},
    {&ticket_machine,
     8,
     {{TICKET_EVENT_CREATE, NULL},
      {TICKET_EVENT_CREATE, NULL},
      {TICKET_EVENT_TAKE, &by_somebody},
      {TICKET_EVENT_TAKE, &by_somebody},
      {TICKET_EVENT_GIVE_BACK, NULL},
      {TICKET_EVENT_DROP, NULL},
      {TICKET_EVENT_REMIND, NULL},
      {TICKET_EVENT_CLOSE, &for_no_reason}}},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

struct request {
    char id[64], key[16];
    const struct subject *subject;
    struct choice choice;
};

/* What is asked for in one call of the library. */
enum form { FORM_ONE, FORM_MANY, FORM_ALL };

static const char *const forms[] = {"one", "many", "all"};

struct call {
    enum form form;
    size_t count;
    struct request requests[REQUEST_MAX];
};

/* What one request of it is told. */
struct answer {
    const char *status;
    struct pawl_transition moved;
};

static const char *event_name(const struct request *request) {
    return request->subject->machine->events[request->choice.event].name;
}

static const char *state_name(const struct request *request, int state) {
    return state > 0 ? request->subject->machine->states[state].name : "-";
}

static _Thread_local struct pawl_error err = PAWL_ERROR_INIT;

static bool is_pooled;

static void give_up(const char *what) {
    fprintf(stderr, "crash_worker: %s: %s %s\n", what, strerror(errno), err.message);
    exit(1);
}

/* One write a line, of which a kill leaves all, nothing or, where it goes into another page of the file, a
 * part. */
static void note(int log, const char *line) {
    size_t size = strlen(line);
    if (write(log, line, size) != (ssize_t)size)
        give_up("log");
}

static void pause_ms(long ms) {
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

static void pause_a_little(void) {
    pause_ms(RETRY_MS);
}

static struct pawl_db *open_for_ever(const char *where) {
    struct pawl_db *db = NULL;
    while (pawl_open(&db, where, &err) != PAWL_OK)
        pause_a_little(); /* the server may be starting */
    return db;
}

static bool is_sent_once(const struct request *request) {
    return strncmp(request->id, ONCE, strlen(ONCE)) == 0;
}

/* To whoever kills this process some time later. */
static void tell_first_move(void) {
    static atomic_flag is_told = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&is_told)) {
        puts("moves");
        fflush(stdout);
    }
}

static struct pawl_opts opts_of(const struct request *request) {
    const bool once = is_sent_once(request);
    return (struct pawl_opts){.struct_size = sizeof(struct pawl_opts),
                              .request_id = once ? NULL : request->id,
                              .actor = once ? request->id : NULL};
}

static enum pawl_status fire_one(struct pawl_db *db, const struct call *call, struct answer *answers) {
    const struct request *request = call->requests;
    const struct pawl_opts opts = opts_of(request);
    enum pawl_status status =
        pawl_fire(db, request->subject->machine, (struct pawl_key){.text = request->key},
                  request->choice.event, request->choice.args, &opts, &answers->moved, &err);
    answers->status = pawl_status_name(status);
    return status;
}

/* As generated code has one for each event. */
struct item {
    const char *key;
    union args args;
    const char *request_id;
    int64_t expect_sort_key;
};

static enum pawl_status fire_many(struct pawl_db *db, const struct call *call, struct answer *answers) {
    struct item items[REQUEST_MAX] = {0};
    struct pawl_result results[REQUEST_MAX] = {0};
    const struct request *first = call->requests;
    for (size_t i = 0; i < call->count; i++) {
        items[i].key = call->requests[i].key;
        items[i].request_id = call->requests[i].id;
        if (first->choice.args)
            items[i].args = *first->choice.args;
    }
    const struct pawl_items given = {.items = items,
                                     .count = call->count,
                                     .size = sizeof *items,
                                     .key = offsetof(struct item, key),
                                     .args = offsetof(struct item, args),
                                     .request_id = offsetof(struct item, request_id),
                                     .expect_sort_key = offsetof(struct item, expect_sort_key)};
    enum pawl_status status =
        pawl_fire_many(db, first->subject->machine, first->choice.event, given, NULL, results, &err);
    for (size_t i = 0; i < call->count; i++)
        answers[i] = status == PAWL_OK
                         ? (struct answer){pawl_status_name(results[i].status), results[i].moved}
                         : (struct answer){.status = pawl_status_name(status)};
    return status;
}

static enum pawl_status fire_all(struct pawl_db *db, const struct call *call, struct answer *answers) {
    struct pawl_opts opts[REQUEST_MAX];
    struct pawl_request requests[REQUEST_MAX];
    struct pawl_transition moved[REQUEST_MAX] = {0};
    size_t failed = call->count;
    for (size_t i = 0; i < call->count; i++) {
        const struct request *request = &call->requests[i];
        opts[i] = opts_of(request);
        requests[i] = (struct pawl_request){.machine = request->subject->machine,
                                            .key = {.text = request->key},
                                            .event = request->choice.event,
                                            .args = request->choice.args,
                                            .opts = &opts[i]};
    }
    enum pawl_status status = pawl_fire_all(db, requests, call->count, moved, &failed, &err);
    for (size_t i = 0; i < call->count; i++) {
        const bool is_its_own = status != PAWL_OK && (failed == call->count || failed == i);
        answers[i].moved = moved[i];
        answers[i].status = is_its_own          ? pawl_status_name(status)
                            : status != PAWL_OK ? "UNDONE"
                            : moved[i].to       ? "OK"
                                                : "IGNORED";
    }
    return status;
}

static void note_answer(int log, const struct request *request, const struct answer *answer) {
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "answer %s %s %" PRId64 " %s %s\n", request->id, answer->status,
             answer->moved.sort_key, state_name(request, answer->moved.from),
             state_name(request, answer->moved.to));
    note(log, line);
    if (strcmp(answer->status, "OK") == 0)
        tell_first_move();
}

static void note_error(int log, const struct request *request, const struct pawl_error *said) {
    char reason[sizeof said->message + sizeof said->help + LINE_SIZE];
    snprintf(reason, sizeof reason, "error %s %s: %s\n", request->id, said->message, said->help);
    note(log, reason);
}

/*
 * Whether it is to be asked for again. As a lane of the pool does, nobody may wait for a lock so long that it
 * is given up: nobody has set a time for that.
 */
static bool is_open(const struct request *request, enum pawl_status status, const struct pawl_error *said) {
    if (is_pooled && status == PAWL_DB &&
        (strcmp(said->sqlstate, "55P03") == 0 || strstr(said->message, "Lock wait timeout"))) {
        fprintf(stderr, "crash_worker: waited for a lock in vain: %s\n", said->message);
        exit(1);
    }
    return !is_sent_once(request) && (status == PAWL_DB || status == PAWL_UNKNOWN || status == PAWL_CONFLICT);
}

/* Sends it, under its ids until there is an answer that cannot change any more. */
static void ask(struct pawl_db *db, int log, const struct call *call) {
    static enum pawl_status (*const fire[])(struct pawl_db * db, const struct call *call,
                                            struct answer *answers) = {fire_one, fire_many, fire_all};
    for (;;) {
        struct answer answers[REQUEST_MAX] = {0};
        enum pawl_status status = fire[call->form](db, call, answers);
        if (is_open(call->requests, status, &err)) {
            pause_a_little();
            continue;
        }
        for (size_t i = 0; i < call->count; i++) {
            if (status == PAWL_DB)
                note_error(log, &call->requests[i], &err);
            note_answer(log, &call->requests[i], &answers[i]);
        }
        if (status == PAWL_DB)
            pause_a_little();
        return;
    }
}

/* What a kill has left of a line says so from now on: whoever reads the log leaves it out. */
static void end_last_line(int log) {
    char last = '\n';
    const off_t size = lseek(log, 0, SEEK_END);
    if (size > 0 && pread(log, &last, 1, size - 1) == 1 && last != '\n')
        note(log, CUT_OFF);
}

static void find_choice(struct request *request, const char *machine, const char *event) {
    for (const struct subject *subject = subjects; subject < subjects + SUBJECTS; subject++) {
        request->subject = subject;
        for (size_t i = 0; i < subject->choice_count; i++) {
            request->choice = subject->choices[i];
            if (strcmp(subject->machine->name, machine) == 0 && strcmp(event_name(request), event) == 0)
                return;
        }
    }
    give_up("a log of another program's");
}

static enum form form_named(const char *name) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i], name) == 0)
            return (enum form)i;
    give_up("a log of another program's");
    return FORM_ONE;
}

/* True where the last call in the log has no answer. */
static bool find_unanswered(const char *path, struct call *call) {
    char *line = NULL, machine[64], event[64], form[16];
    size_t size = 0, count = 0; /* of the line; of the call's requests */
    bool is_answered = true;
    FILE *log = fopen(path, "r");
    if (!log)
        return false;
    while (getline(&line, &size, log) > 0) { /* an error may be long, and have any words */
        if (strstr(line, CUT_OFF) != NULL)
            continue;
        if (sscanf(line, "call %15s %zu", form, &count) == 2) {
            *call = (struct call){.form = form_named(form)};
            is_answered = false;
        } else if (strncmp(line, "answer ", strlen("answer ")) == 0) {
            is_answered = true;
        } else if (strncmp(line, "ask ", strlen("ask ")) == 0 && call->count < REQUEST_MAX) {
            struct request *request = &call->requests[call->count++];
            if (sscanf(line, "ask %63s %63s %15s %63s", request->id, machine, request->key, event) != 4)
                give_up("a log of another program's");
            find_choice(request, machine, event);
        }
    }
    free(line);
    fclose(log);
    return !is_answered && call->count == count && !is_sent_once(call->requests);
}

static void set_up(struct pawl_db *db) {
    const struct alarm_create_args not_set = {0};
    char key[16];
    if (door_apply(db, &err) != PAWL_OK || alarm_apply(db, &err) != PAWL_OK ||
        ticket_apply(db, &err) != PAWL_OK)
        give_up("apply");
    for (int i = 0; i < THERE_FROM_THE_START; i++) {
        snprintf(key, sizeof key, "%d", i);
        if (door_create(db, key, NULL, NULL, &err) != PAWL_OK ||
            alarm_create(db, key, &not_set, NULL, NULL, &err) != PAWL_OK)
            give_up("create");
    }
}

/* Of this second, so that all ask for the same few, however long it takes. */
static void write_ticket(char *key, size_t size, int number) {
    snprintf(key, size, "%ld-%d", (long)time(NULL), number % TICKETS_A_SECOND);
}

static void choose_key(struct request *request, int number) {
    if (request->subject->machine == &ticket_machine)
        write_ticket(request->key, sizeof request->key, number);
    else
        snprintf(request->key, sizeof request->key, "%d", number % THERE_FROM_THE_START);
}

static void choose(struct request *request, unsigned *seed) {
    request->subject = &subjects[rand_r(seed) % SUBJECTS];
    request->choice = request->subject->choices[(size_t)rand_r(seed) % request->subject->choice_count];
    choose_key(request, rand_r(seed));
}

/* In which entities are locked: whoever keeps to it meets no deadlock. */
static int compare_entities(const void *left, const void *right) {
    const struct request *one = left, *other = right;
    return one->subject != other->subject ? (one->subject > other->subject) - (one->subject < other->subject)
                                          : strcmp(one->key, other->key);
}

/* Of one event, at entities beside each other. */
static void choose_many(struct call *call, unsigned *seed) {
    choose(&call->requests[0], seed);
    const int first = rand_r(seed);
    for (size_t i = 0; i < call->count; i++) {
        struct request *request = &call->requests[i];
        request->subject = call->requests[0].subject;
        request->choice = call->requests[0].choice;
        choose_key(request, first % 1000 + (int)i);
    }
}

static void choose_call(struct call *call, unsigned *seed) {
    const int form = rand_r(seed) % 16;
    call->form = form == 0 ? FORM_MANY : form == 1 ? FORM_ALL : FORM_ONE;
    call->count = call->form == FORM_ONE ? 1 : 2 + (size_t)rand_r(seed) % (REQUEST_MAX - 1);
    if (call->form == FORM_MANY) {
        choose_many(call, seed);
        return;
    }
    for (size_t i = 0; i < call->count; i++)
        choose(&call->requests[i], seed);
    qsort(call->requests, call->count, sizeof *call->requests, compare_entities);
}

/* Of one who asks for one call after the other; each is asked for under ids that nobody else gives. */
struct asker {
    int log;
    unsigned number_of_thread, seed;
    long long began_ms; /* numbers of processes are given again */
    unsigned long calls;
};

static void begin_to_ask(struct asker *asker, const char *path, unsigned number_of_thread) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *asker = (struct asker){.log = open(path, O_RDWR | O_CREAT | O_APPEND, 0600),
                            .number_of_thread = number_of_thread,
                            .seed = (unsigned)getpid() + (number_of_thread << 16),
                            .began_ms = (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000};
    if (asker->log < 0)
        give_up(path);
    end_last_line(asker->log);
}

/* What was not answered when its process was killed: true. */
static bool takes_up(const struct asker *asker, const char *path, struct call *call) {
    if (!find_unanswered(path, call))
        return false;
    for (size_t i = 0; i < call->count; i++) {
        char line[LINE_SIZE];
        snprintf(line, sizeof line, "again %s\n", call->requests[i].id);
        note(asker->log, line);
    }
    return true;
}

/* Many have no actors of their own, by which the history would know what was sent without an id. */
static void note_call(struct asker *asker, struct call *call) {
    char line[LINE_SIZE];
    const bool once = asker->calls++ % 3 == 0 && call->form != FORM_MANY;
    snprintf(line, sizeof line, "call %s %zu\n", forms[call->form], call->count);
    note(asker->log, line);
    for (size_t i = 0; i < call->count; i++) {
        struct request *request = &call->requests[i];
        snprintf(request->id, sizeof request->id, "%s%ld-%u-%lld-%lu.%zu", once ? ONCE : "", (long)getpid(),
                 asker->number_of_thread, asker->began_ms, asker->calls, i);
        snprintf(line, sizeof line, "ask %s %s %s %s\n", request->id, request->subject->machine->name,
                 request->key, event_name(request));
        note(asker->log, line);
    }
}

/* Asks for one after the other, for ever. */
static void work(struct pawl_db *db, const char *path, unsigned number_of_thread) {
    struct asker asker;
    struct call call;
    begin_to_ask(&asker, path, number_of_thread);
    if (takes_up(&asker, path, &call))
        ask(db, asker.log, &call);
    const char *pause = getenv("PAWL_TEST_PAUSE_MS");
    for (;;) {
        choose_call(&call, &asker.seed);
        note_call(&asker, &call);
        ask(db, asker.log, &call);
        if (pause)
            pause_ms(strtol(pause, NULL, 10));
    }
}

/* ---- requests that nobody waits for ---------------------------------------------------------------- */

struct flight {
    struct asker asker;
    struct call call;
    bool is_under_way, is_to_be_repeated;
    long long due_ms; /* when it is asked for next */
};

static long long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void land(void *context, enum pawl_status status, const struct pawl_transition *moved,
                 const struct pawl_error *said) {
    struct flight *flight = context;
    const struct request *request = flight->call.requests;
    flight->is_under_way = false;
    flight->is_to_be_repeated = is_open(request, status, said);
    if (flight->is_to_be_repeated || status == PAWL_DB)
        flight->due_ms = now_ms() + RETRY_MS;
    if (flight->is_to_be_repeated)
        return;
    if (status == PAWL_DB)
        note_error(flight->asker.log, request, said);
    note_answer(flight->asker.log, request, &(struct answer){pawl_status_name(status), *moved});
}

static void take_off(struct pawl_db *db, struct flight *flight) {
    struct request *request = flight->call.requests;
    if (!flight->is_to_be_repeated) {
        flight->call = (struct call){.form = FORM_ONE, .count = 1};
        choose(request, &flight->asker.seed);
        note_call(&flight->asker, &flight->call);
    }
    struct pawl_opts opts = opts_of(request);
    opts.done = land;
    opts.done_context = flight;
    flight->is_under_way = true;
    enum pawl_status status =
        pawl_fire(db, request->subject->machine, (struct pawl_key){.text = request->key},
                  request->choice.event, request->choice.args, &opts, NULL, &err);
    if (status != PAWL_PENDING) /* the database is away, so that it could not be asked which machine it has */
        land(flight, status, &(struct pawl_transition){0}, &err);
}

struct flights {
    pthread_t thread;
    struct pawl_pool *pool;
    struct pawl_db *db;
    const char *path;
    struct flight *flights;
    size_t count;
};

static void fly(struct flights *all) {
    const char *pause = getenv("PAWL_TEST_PAUSE_MS");
    struct pollfd readable = {.fd = pawl_pool_fd(all->pool, &err), .events = POLLIN};
    if (readable.fd < 0)
        give_up("pawl_pool_fd");
    for (;;) {
        for (size_t i = 0; i < all->count; i++) {
            struct flight *flight = &all->flights[i];
            if (!flight->is_under_way && flight->due_ms <= now_ms())
                take_off(all->db, flight);
        }
        poll(&readable, 1, RETRY_MS);
        pawl_pool_drive(all->pool);
        if (pause)
            pause_ms(strtol(pause, NULL, 10));
    }
}

static void *begin_to_fly(void *context) {
    struct flights *all = context;
    for (size_t i = 0; i < all->count; i++) {
        struct flight *flight = &all->flights[i];
        char path[LINE_SIZE];
        snprintf(path, sizeof path, "%s.in_flight.%zu", all->path, i);
        begin_to_ask(&flight->asker, path, THREADS + (unsigned)i);
        flight->is_to_be_repeated = takes_up(&flight->asker, path, &flight->call);
    }
    fly(all);
    return NULL;
}

static void begin_flights(struct flights *all, struct pawl_pool *pool, const char *path) {
    const char *count = getenv("PAWL_TEST_IN_FLIGHT");
    *all = (struct flights){
        .pool = pool, .path = path, .count = count ? (size_t)strtol(count, NULL, 10) : IN_FLIGHT};
    all->flights = calloc(all->count + 1, sizeof *all->flights);
    if (!all->flights || pawl_pool_handle(pool, &all->db, &err) != PAWL_OK ||
        pthread_create(&all->thread, NULL, begin_to_fly, all) != 0)
        give_up("flights");
}

/* ---- a pool ---------------------------------------------------------------------------------------- */

struct member {
    pthread_t thread;
    struct pawl_db *db;
    unsigned number;
    char path[LINE_SIZE];
};

static void *work_in_pool(void *context) {
    struct member *member = context;
    work(member->db, member->path, member->number);
    return NULL;
}

static void work_together(const char *where, const char *path) {
    static struct member members[THREADS];
    static struct flights flights;
    struct pawl_pool *pool = NULL;
    is_pooled = true;
    while (pawl_pool_open(&pool, where, NULL, &err) != PAWL_OK)
        pause_a_little(); /* the server may be starting */
    for (unsigned i = 0; i < THREADS; i++) {
        struct member *member = &members[i];
        member->number = i;
        snprintf(member->path, sizeof member->path, "%s.%u", path, i);
        if (pawl_pool_handle(pool, &member->db, &err) != PAWL_OK)
            give_up("pawl_pool_handle");
        if (pthread_create(&member->thread, NULL, work_in_pool, member) != 0)
            give_up("pthread_create");
    }
    begin_flights(&flights, pool, path);
    pthread_join(members[0].thread, NULL);
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    if (argc > 3 && strcmp(argv[3], "pool") == 0) {
        work_together(argv[1], argv[2]);
        return 1;
    }
    struct pawl_db *db = open_for_ever(argv[1]);
    if (argc > 3) {
        set_up(db);
        pawl_close(db);
        return 0;
    }
    work(db, argv[2], 0);
    return 1;
}
