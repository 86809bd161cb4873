/*
 * crash_worker WHERE LOG [setup | pool]: fires random events for ever, at a hundred doors, at a hundred
 * alarms, which have timers, and at the tickets of this second, which it creates, too; and writes down each
 * request before it is sent and each answer after it has come. Started again after a kill, it first
 * sends the request again whose answer it has not written down. A third of them it sends once, without a
 * request id, and what it is told then stays: the history knows them by their actor, `once-...`. With `pool`
 * eight threads do so through handles of one pool, with a log each. Its first move it tells on standard
 * output. With PAWL_TEST_PAUSE_MS each waits so long between two requests.
 *
 *   ask ID MACHINE KEY EVENT
 *   again ID            by another process than before
 *   answer ID STATUS SORT_KEY FROM TO
 *   error ID MESSAGE: HELP   before an answer DB
 */
#include <pawl.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
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

enum { THERE_FROM_THE_START = 100, TICKETS_A_SECOND = 20, LINE_SIZE = 256, THREADS = 8 };

struct choice {
    int event;
    const void *args;
};

/* What stands twice is asked for twice as often. */
struct subject {
    const struct pawl_machine *machine;
    size_t choice_count;
    struct choice choices[10];
};

static const struct ticket_take_args by_somebody = {.who = "somebody"};
static const struct ticket_close_args for_no_reason;

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
    pause_ms(20);
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

/* Sends it under its id until there is an answer that cannot change any more. */
static void ask(struct pawl_db *db, int log, const struct request *request) {
    char line[LINE_SIZE];
    const bool once = is_sent_once(request);
    struct pawl_opts opts = {.struct_size = sizeof opts,
                             .request_id = once ? NULL : request->id,
                             .actor = once ? request->id : NULL};
    for (;;) {
        struct pawl_transition moved = {0};
        enum pawl_status status =
            pawl_fire(db, request->subject->machine, (struct pawl_key){.text = request->key},
                      request->choice.event, request->choice.args, &opts, &moved, &err);
        /* as a lane of the pool does, in whose place nobody has set a time for which a lock may be waited for
         */
        if (is_pooled && status == PAWL_DB &&
            (strcmp(err.sqlstate, "55P03") == 0 || strstr(err.message, "Lock wait timeout")))
            give_up("waited for a lock in vain");
        if (!once && (status == PAWL_DB || status == PAWL_UNKNOWN || status == PAWL_CONFLICT)) {
            pause_a_little();
            continue;
        }
        if (status == PAWL_DB) {
            char reason[sizeof err.message + sizeof err.help + LINE_SIZE];
            snprintf(reason, sizeof reason, "error %s %s: %s\n", request->id, err.message, err.help);
            note(log, reason);
        }
        snprintf(line, sizeof line, "answer %s %s %" PRId64 " %s %s\n", request->id, pawl_status_name(status),
                 moved.sort_key, state_name(request, moved.from), state_name(request, moved.to));
        note(log, line);
        if (status == PAWL_OK)
            tell_first_move();
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

/* True where the last request in the log has no answer. */
static bool find_unanswered(const char *path, struct request *request) {
    char line[LINE_SIZE], machine[64], event[64];
    bool open = false;
    FILE *log = fopen(path, "r");
    if (!log)
        return false;
    while (fgets(line, sizeof line, log)) {
        if (strstr(line, CUT_OFF) != NULL)
            continue;
        if (sscanf(line, "ask %63s %63s %15s %63s", request->id, machine, request->key, event) == 4) {
            find_choice(request, machine, event);
            open = !is_sent_once(request);
        } else if (strncmp(line, "answer ", strlen("answer ")) == 0) {
            open = false;
        }
    }
    fclose(log);
    return open;
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

static void choose(struct request *request, unsigned *seed) {
    request->subject = &subjects[rand_r(seed) % SUBJECTS];
    request->choice = request->subject->choices[(size_t)rand_r(seed) % request->subject->choice_count];
    const int number = rand_r(seed);
    if (request->subject->machine == &ticket_machine)
        write_ticket(request->key, sizeof request->key, number);
    else
        snprintf(request->key, sizeof request->key, "%d", number % THERE_FROM_THE_START);
}

/* Asks for one after the other, for ever. */
static void work(struct pawl_db *db, const char *path, unsigned number_of_thread) {
    struct request request;
    int log = open(path, O_RDWR | O_CREAT | O_APPEND, 0600);
    if (log < 0)
        give_up(path);
    end_last_line(log);
    bool unanswered = find_unanswered(path, &request);
    if (unanswered) {
        char line[LINE_SIZE];
        snprintf(line, sizeof line, "again %s\n", request.id);
        note(log, line);
        ask(db, log, &request);
    }
    const char *pause = getenv("PAWL_TEST_PAUSE_MS");
    unsigned seed = (unsigned)getpid() + (number_of_thread << 16);
    struct timespec now; /* numbers of processes are given again */
    clock_gettime(CLOCK_REALTIME, &now);
    for (unsigned long number = 0;; number++) {
        char line[LINE_SIZE];
        snprintf(request.id, sizeof request.id, "%s%ld-%u-%ld-%lu", number % 3 ? "" : ONCE, (long)getpid(),
                 number_of_thread, now.tv_sec * 1000 + now.tv_nsec / 1000000, number);
        choose(&request, &seed);
        snprintf(line, sizeof line, "ask %s %s %s %s\n", request.id, request.subject->machine->name,
                 request.key, event_name(&request));
        note(log, line);
        ask(db, log, &request);
        if (pause)
            pause_ms(strtol(pause, NULL, 10));
    }
}

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
