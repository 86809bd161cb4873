/*
 * crash_worker WHERE LOG [setup | pool]: fires random events at a hundred doors for ever, and writes down
 * each request before it is sent and each answer after it has come. Started again after a kill, it first
 * sends the request again whose answer it has not written down. A third of them it sends once, without a
 * request id, and what it is told then stays: the history knows them by their actor, `once-...`. With `pool`
 * eight threads do so through handles of one pool, with a log each.
 *
 *   ask ID DOOR EVENT
 *   again ID            by another process than before
 *   answer ID STATUS SORT_KEY FROM TO
 */
#include <pawl.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "door.h"

#define CUT_OFF " (cut off)\n"

#define ONCE "once-"

enum { DOORS = 100, LINE_SIZE = 256, THREADS = 8 };

struct request {
    char id[64];
    int door;
    enum door_event event;
};

static _Thread_local struct pawl_error err = PAWL_ERROR_INIT;

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

static void pause_a_little(void) {
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
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

/* Sends it under its id until there is an answer that cannot change any more. */
static void ask(struct pawl_db *db, int log, const struct request *request) {
    char line[LINE_SIZE], door[16];
    const bool once = is_sent_once(request);
    struct pawl_opts opts = {.struct_size = sizeof opts,
                             .request_id = once ? NULL : request->id,
                             .actor = once ? request->id : NULL};
    snprintf(door, sizeof door, "%d", request->door);
    for (;;) {
        struct pawl_transition moved = {0};
        enum pawl_status status = pawl_fire(db, &door_machine, (struct pawl_key){.text = door},
                                            (int)request->event, NULL, &opts, &moved, &err);
        if (!once && (status == PAWL_DB || status == PAWL_UNKNOWN || status == PAWL_CONFLICT)) {
            pause_a_little();
            continue;
        }
        snprintf(line, sizeof line, "answer %s %s %" PRId64 " %s %s\n", request->id, pawl_status_name(status),
                 moved.sort_key, moved.from ? door_state_name((enum door_state)moved.from) : "-",
                 moved.to ? door_state_name((enum door_state)moved.to) : "-");
        note(log, line);
        if (status == PAWL_DB) /* there is no server */
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

/* True where the last request in the log has no answer. */
static bool find_unanswered(const char *path, struct request *request) {
    char line[LINE_SIZE], event[64];
    bool open = false;
    FILE *log = fopen(path, "r");
    if (!log)
        return false;
    while (fgets(line, sizeof line, log)) {
        if (strstr(line, CUT_OFF) != NULL)
            continue;
        if (sscanf(line, "ask %63s %d %63s", request->id, &request->door, event) == 3) {
            request->event = door_event_parse(event);
            open = !is_sent_once(request);
        } else if (strncmp(line, "answer ", strlen("answer ")) == 0) {
            open = false;
        }
    }
    fclose(log);
    return open;
}

static void set_up(struct pawl_db *db) {
    char door[16];
    if (door_apply(db, &err) != PAWL_OK)
        give_up("door_apply");
    for (int i = 0; i < DOORS; i++) {
        snprintf(door, sizeof door, "%d", i);
        if (door_create(db, door, NULL, NULL, &err) != PAWL_OK)
            give_up("door_create");
    }
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
    unsigned seed = (unsigned)getpid() + (number_of_thread << 16);
    struct timespec now; /* numbers of processes are given again */
    clock_gettime(CLOCK_REALTIME, &now);
    for (unsigned long number = 0;; number++) {
        char line[LINE_SIZE];
        snprintf(request.id, sizeof request.id, "%s%ld-%u-%ld-%lu", number % 3 ? "" : ONCE, (long)getpid(),
                 number_of_thread, now.tv_sec * 1000 + now.tv_nsec / 1000000, number);
        request.door = rand_r(&seed) % DOORS;
        /* the events after `create`, which is the first; half of them flips, which are always legal but
         * locked */
        request.event = rand_r(&seed) % 2 ? DOOR_EVENT_FLIP
                                          : (enum door_event)(2 + rand_r(&seed) % (DOOR_EVENT_COUNT - 1));
        snprintf(line, sizeof line, "ask %s %d %s\n", request.id, request.door,
                 door_event_name(request.event));
        note(log, line);
        ask(db, log, &request);
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
