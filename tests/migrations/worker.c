/*
 * A program of one version of the ticket. Called with
 *
 *   WHERE load NAME LOG   moves the tickets NAME-0, NAME-1, ... until it gets SIGTERM, or its version ends;
 *                         LOG gets a line for each move that was acknowledged, before the next one is made
 *   WHERE once ID         holds the ticket
 *   WHERE named ID        the same, with an id of its request
 *   WHERE take ID         takes it
 *   WHERE start ID        creates the ticket and takes it
 *
 * and prints the last answer. Whatever is not OK ends it; exit status 0 for OK and MISMATCH.
 */
#include "ticket.h"

#include <pawl.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile sig_atomic_t is_over;

static void end(int signal) {
    (void)signal;
    is_over = 1;
}

struct worker {
    struct pawl_db *db;
    FILE *log;
    const struct pawl_opts *opts;
    struct pawl_error err;
};

static enum pawl_status fire(struct worker *worker, const char *id, enum ticket_event event) {
    const struct ticket_create_args create = {.title = "a title"};
    const struct ticket_take_args take = {.who = "somebody", .size = {.set = true, .value = 7}};
    struct pawl_transition moved;
    const void *args = event == TICKET_EVENT_CREATE ? (const void *)&create
                       : event == TICKET_EVENT_TAKE ? (const void *)&take
                                                    : NULL;
    const enum pawl_status status = pawl_fire(worker->db, &ticket_machine, (struct pawl_key){.text = id},
                                              (int)event, args, worker->opts, &moved, &worker->err);
    if (status == PAWL_OK && worker->log != NULL) {
        fprintf(worker->log, "%s|%lld|%s\n", id, (long long)moved.sort_key, ticket_event_name(event));
        fflush(worker->log);
    }
    return status;
}

/* Only what all versions that are accepted side by side allow. */
static enum pawl_status one_life(struct worker *worker, const char *id) {
    static const enum ticket_event life[] = {
        TICKET_EVENT_CREATE, TICKET_EVENT_TAKE,   TICKET_EVENT_GIVE_BACK, TICKET_EVENT_TAKE,
        TICKET_EVENT_HOLD,   TICKET_EVENT_RESUME, TICKET_EVENT_GIVE_BACK, TICKET_EVENT_CLOSE};
    enum pawl_status status = PAWL_OK;
    for (size_t i = 0; status == PAWL_OK && i < sizeof life / sizeof *life; i++)
        status = fire(worker, id, life[i]);
    return status;
}

/* Not as fast as it could: scripts make the rows that tickets belong to, two thousand for a program. */
static enum pawl_status load(struct worker *worker, const char *slot) {
    static const struct timespec pause = {.tv_nsec = 5000000};
    enum pawl_status status = PAWL_OK;
    for (int number = 0; status == PAWL_OK && !is_over; number++) {
        char id[64];
        snprintf(id, sizeof id, "%s-%d", slot, number);
        status = one_life(worker, id);
        nanosleep(&pause, NULL);
    }
    return status;
}

int main(int count, char **words) {
    struct worker worker = {.err = PAWL_ERROR_INIT};
    if (count < 4)
        return 2;
    signal(SIGTERM, end);
    enum pawl_status status = pawl_open(&worker.db, words[1], &worker.err);
    if (status == PAWL_OK && strcmp(words[2], "load") == 0 && count == 5) {
        worker.log = fopen(words[4], "a");
        status = load(&worker, words[3]);
    } else if (status == PAWL_OK && strcmp(words[2], "start") != 0) {
        static const struct pawl_opts named = {.request_id = "R1"};
        const bool takes = strcmp(words[2], "take") == 0;
        struct ticket_current current; /* has checked its version before it is asked to move */
        status = ticket_get(worker.db, words[3], &current, &worker.err);
        puts(pawl_status_name(status));
        fflush(stdout);
        worker.opts = strcmp(words[2], "named") == 0 ? &named : NULL;
        if (status == PAWL_OK && getchar() != EOF)
            status = fire(&worker, words[3], takes ? TICKET_EVENT_TAKE : TICKET_EVENT_HOLD);
    } else if (status == PAWL_OK) {
        status = fire(&worker, words[3], TICKET_EVENT_CREATE);
        if (status == PAWL_OK)
            status = fire(&worker, words[3], TICKET_EVENT_TAKE);
    }
    puts(pawl_status_name(status));
    if (status != PAWL_OK)
        fprintf(stderr, "%s\n  %s\n", worker.err.message, worker.err.help);
    pawl_close(worker.db);
    if (worker.log != NULL)
        fclose(worker.log);
    return status == PAWL_OK || status == PAWL_MISMATCH ? 0 : 1;
}
