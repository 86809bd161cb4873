/*
 * A program of one version of the incident: eight writers, and a worker for timers and work, each with a
 * connection of its own, until it is told to end or its version is refused. Called with
 *
 *   WHERE NAME LIFES   the incidents NAME-0-0 to NAME-7-(LIFES - 1) are there
 *
 * It prints each answer that is neither OK nor MISMATCH, then "ENDED" or "MISMATCH", and how many moves it
 * made.
 */
#include "incident.h"

#include <pawl.h>

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

enum { WRITERS = 8 };

static volatile sig_atomic_t is_over;
static atomic_bool is_refused;
static atomic_long moves;

static const char *where, *name;
static int lifes;

static void end(int signal) {
    (void)signal;
    is_over = 1;
}

static bool stop(void *context) {
    (void)context;
    return is_over || atomic_load(&is_refused);
}

/* Whether the caller goes on. */
static bool judge(enum pawl_status status, const char *what, const struct pawl_error *err) {
    if (status == PAWL_OK) {
        atomic_fetch_add(&moves, 1);
        return true;
    }
    if (status == PAWL_MISMATCH)
        atomic_store(&is_refused, true);
    else
        printf("%s: %s: %s\n", what, pawl_status_name(status), err->message);
    fflush(stdout);
    return false;
}

/* The worker or a timer may have been quicker: then the move is not legal any more. */
static bool fire(struct pawl_db *db, const char *id, enum incident_event event, struct pawl_error *err) {
    const struct incident_create_args create = {.title = "a title"};
    const struct incident_take_args take = {.who = "somebody", .size = {.set = true, .value = 7}};
    const void *args = event == INCIDENT_EVENT_CREATE ? (const void *)&create
                       : event == INCIDENT_EVENT_TAKE ? (const void *)&take
                                                      : NULL;
    const enum pawl_status status =
        pawl_fire(db, &incident_machine, (struct pawl_key){.text = id}, (int)event, args, NULL, NULL, err);
    return status == PAWL_ILLEGAL || judge(status, incident_event_name(event), err);
}

static int write_moves(void *context) {
    static const enum incident_event life[] = {INCIDENT_EVENT_CREATE, INCIDENT_EVENT_TAKE,
                                               INCIDENT_EVENT_GIVE_BACK, INCIDENT_EVENT_TAKE};
    const int writer = *(const int *)context;
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db;
    bool goes_on = judge(pawl_open(&db, where, &err), "open", &err);
    for (int number = 0; goes_on && number < lifes && !stop(NULL); number++) {
        char id[64];
        snprintf(id, sizeof id, "%s-%d-%d", name, writer, number);
        for (size_t i = 0; goes_on && i < sizeof life / sizeof *life; i++)
            goes_on = fire(db, id, life[i], &err);
    }
    pawl_close(db);
    return 0;
}

static enum pawl_status page(struct pawl_db *db, const struct incident_work_call *work,
                             struct incident_work_result *result, void *context, struct pawl_error *err) {
    (void)db, (void)context, (void)err;
    if (work->attempt == 1)
        return PAWL_NOT_YET;
    result->event = INCIDENT_EVENT_RESOLVE;
    return PAWL_OK;
}

static void told(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                 enum pawl_status status, const struct pawl_error *err) {
    (void)context, (void)machine, (void)item;
    if (status != PAWL_NOT_YET && status != PAWL_CONFLICT)
        judge(status, "item", err);
}

static int work(void *context) {
    static const struct pawl_machine *const machines[] = {&incident_machine};
    const struct incident_hooks hooks = {.page = page};
    const struct pawl_work_options options = {
        .struct_size = sizeof options, .poll_ms = 50, .stop = stop, .told = told};
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db;
    (void)context;
    if (judge(pawl_open(&db, where, &err), "open", &err) &&
        judge(incident_set_hooks(db, &hooks, &err), "hooks", &err))
        judge(pawl_work(db, machines, 1, &options, &err), "work", &err);
    pawl_close(db);
    return 0;
}

int main(int count, char **words) {
    thrd_t threads[WRITERS + 1];
    int numbers[WRITERS];
    if (count != 4)
        return 2;
    where = words[1];
    name = words[2];
    lifes = atoi(words[3]);
    signal(SIGTERM, end);
    for (int i = 0; i < WRITERS; i++) {
        numbers[i] = i;
        thrd_create(&threads[i], write_moves, &numbers[i]);
    }
    thrd_create(&threads[WRITERS], work, NULL);
    for (int i = 0; i <= WRITERS; i++)
        thrd_join(threads[i], NULL);
    printf("%s %ld\n", atomic_load(&is_refused) ? "MISMATCH" : "ENDED", atomic_load(&moves));
    return 0;
}
