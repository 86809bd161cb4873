#include "oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE_MAX = 512, PLACE_SIZE = 128 };

/* ---- sorted lines ------------------------------------------------------------------------------- */

struct lines {
    char *texts[4 * DONE_MAX];
    size_t count;
};

static void add_line(struct lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_line(struct lines *lines, const char *format, ...) {
    char text[4 * PLACE_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (lines->count == sizeof lines->texts / sizeof *lines->texts)
        fail_msg("more lines than expected: %s", text);
    lines->texts[lines->count++] = strdup(text);
}

static int compare_lines(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static void free_lines(struct lines *lines) {
    while (lines->count)
        free(lines->texts[--lines->count]);
}

static void read_lines(struct pawl_db *db, struct lines *lines, const char *format, int64_t run) {
    char sql[256];
    snprintf(sql, sizeof sql, format, run);
    char *rows = rows_of(db, sql);
    for (char *at = rows, *end; (end = strchr(at, '\n')); at = end + 1) {
        *end = '\0';
        add_line(lines, "%s", at);
    }
    free(rows);
}

static bool has_line(const struct lines *lines, const char *text) {
    for (size_t i = 0; i < lines->count; i++)
        if (strcmp(lines->texts[i], text) == 0)
            return true;
    return false;
}

/* ---- a history ---------------------------------------------------------------------------------- */

struct done {
    char place[PLACE_SIZE];
    int generation;
    const struct pawl_flow_step *step;
};

struct account {
    enum play_flow flow;
    int64_t run;
    struct done stack[DONE_MAX]; /* done and not undone */
    size_t depth;
    struct lines written;   /* by tx steps and their undos, each once */
    struct lines called;    /* keys that must be outside */
    struct lines uncertain; /* keys that may be there */
};

static const struct pawl_flow_step *step_at(enum play_flow number, const char *place) {
    const struct pawl_flow *flow = played(number);
    size_t length = strcspn(place, "[");
    for (uint32_t i = 0; i < flow->step_count; i++)
        if (strlen(flow->steps[i].path) == length && strncmp(flow->steps[i].path, place, length) == 0)
            return &flow->steps[i];
    fail_msg("the history names a step %s, which the flow does not have", place);
    return NULL;
}

static const struct pawl_callback *callback_of(enum play_flow flow, const struct pawl_flow_step *step,
                                               int number) {
    return number < 0 ? NULL
                      : &(step->procedure ? step->procedure->callbacks : played(flow)->callbacks)[number];
}

static void note_effect(struct account *account, const struct done *done, int callback, bool is_undo,
                        bool is_unknown) {
    const struct pawl_callback *called = callback_of(account->flow, done->step, callback);
    if (!called)
        return;
    if (called->kind == PAWL_CALLBACK_TX || called->kind == PAWL_CALLBACK_UNDO_TX)
        add_line(&account->written, "%s%s", called->name, done->place + strcspn(done->place, "["));
    else
        add_line(is_unknown ? &account->uncertain : &account->called, "%" PRId64 "/%s#%d|%d", account->run,
                 done->place, done->generation, is_undo);
}

static void note_done(struct account *account, const struct pawl_run_step *row, bool is_unknown) {
    struct done done = {.generation = row->generation, .step = step_at(account->flow, row->place)};
    snprintf(done.place, sizeof done.place, "%s", row->place);
    for (size_t i = 0; i < account->depth; i++) {
        if (strcmp(account->stack[i].place, done.place) != 0)
            continue;
        if (done.step->undo >= 0)
            fail_msg("run %" PRId64 ": %s is done twice", account->run, done.place);
        account->depth = i; /* the way back has passed it over */
    }
    assert_true(account->depth < DONE_MAX);
    account->stack[account->depth++] = done;
    note_effect(account, &done, done.step->callback, false, is_unknown);
}

static void note_undone(struct account *account, const struct pawl_run_step *row) {
    while (account->depth > 0 && account->stack[account->depth - 1].step->undo < 0)
        account->depth--;
    const struct done *last = account->depth > 0 ? &account->stack[account->depth - 1] : NULL;
    if (!last || strcmp(last->place, row->place) != 0 || last->generation != row->generation)
        fail_msg("run %" PRId64 ": %s#%d is undone, and %s was to be", account->run, row->place,
                 row->generation, last ? last->place : "nothing");
    note_effect(account, last, last->step->undo, true, false);
    account->depth--;
}

static void read_history(struct pawl_db *db, struct account *account) {
    struct pawl_run_steps history;
    expect(PAWL_OK, pawl_run_history(db, NULL, account->run, &history, &err));
    for (size_t i = 0; i < history.count; i++) {
        const struct pawl_run_step *row = &history.rows[i];
        bool is_unknown = strcmp(row->outcome, "unknown") == 0;
        assert_int_equal(row->number, i + 1);
        if (row->is_undo && strcmp(row->outcome, "undone") == 0)
            note_undone(account, row);
        else if (!row->is_undo && (is_unknown || strcmp(row->outcome, "done") == 0))
            note_done(account, row, is_unknown);
    }
}

/* ---- what is there ------------------------------------------------------------------------------ */

static void expect_written(struct pawl_db *db, struct account *account) {
    struct lines there = {.count = 0};
    read_lines(db, &there, "select what from played where run = %" PRId64, account->run);
    qsort(there.texts, there.count, sizeof *there.texts, compare_lines);
    qsort(account->written.texts, account->written.count, sizeof *account->written.texts, compare_lines);
    for (size_t i = 0; i < there.count || i < account->written.count; i++) {
        const char *actual = i < there.count ? there.texts[i] : "nothing";
        const char *expected = i < account->written.count ? account->written.texts[i] : "nothing";
        if (strcmp(actual, expected) != 0)
            fail_msg("run %" PRId64 ": its steps have written %s where the history has %s", account->run,
                     actual, expected);
    }
    free_lines(&there);
}

static void expect_called(struct pawl_db *db, struct account *account, bool is_cancelled) {
    struct lines there = {.count = 0};
    read_lines(db, &there, "select step_key || '|' || is_undo from outside where run = %" PRId64,
               account->run);
    for (size_t i = 0; i < account->called.count; i++)
        if (!has_line(&there, account->called.texts[i]))
            fail_msg("run %" PRId64 ": nothing was done under %s", account->run, account->called.texts[i]);
    for (size_t i = 0; i < there.count && !is_cancelled; i++) /* whose last call nobody asks for any more */
        if (!has_line(&account->called, there.texts[i]) && !has_line(&account->uncertain, there.texts[i]))
            fail_msg("run %" PRId64 ": %s was done, and the history knows nothing of it", account->run,
                     there.texts[i]);
    free_lines(&there);
}

void expect_as_history(struct pawl_db *db, enum play_flow flow, int64_t run) {
    struct account *account = calloc(1, sizeof *account);
    struct pawl_run row;
    *account = (struct account){.flow = flow, .run = run};
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    enum pawl_run_status status = row.status;
    if (!row.ended_at_us)
        fail_msg("run %" PRId64 " is %s", run, pawl_run_status_name(status));
    read_history(db, account);
    for (size_t i = 0; i < account->depth && status == PAWL_RUN_UNDONE; i++)
        if (account->stack[i].step->undo >= 0)
            fail_msg("run %" PRId64 " is undone, and %s is not", run, account->stack[i].place);
    expect_written(db, account);
    expect_called(db, account, status == PAWL_RUN_CANCELLED);
    expect_rows(db, "0\n", "select count(*) from pawl_locks where owner = 'run %" PRId64 "'", run);
    expect_rows(db, "0\n", "select count(*) from pawl_run_ready where run = %" PRId64, run);
    expect_rows(db, "0\n", "select count(*) from pawl_run_waits where run = %" PRId64, run);
    free_lines(&account->written);
    free_lines(&account->called);
    free_lines(&account->uncertain);
    free(account);
}

enum pawl_run_status bring_to_end(struct pawl_db *db, enum play_flow flow, int64_t run) {
    struct pawl_run row = {.status = (enum pawl_run_status)0};
    for (int i = 0; i < 40; i++) {
        if (i == 20)
            forget_script(); /* nothing fails any more */
        enum pawl_run_status left = (enum pawl_run_status)0;
        enum pawl_status status = pawl_flow_run(db, played(flow), run, &left, &err);
        if (status == PAWL_LOCKED) { /* whoever had it is gone */
            move_clock(70);
            continue;
        }
        expect(PAWL_OK, status);
        expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
        if (row.ended_at_us)
            return row.status;
        if (left == PAWL_RUN_PAUSED)
            expect(PAWL_OK, pawl_run_resume(db, NULL, run, "boss", &err));
        else if (left == PAWL_RUN_PARKED && strstr(row.error, "and it is irreversible"))
            expect(PAWL_OK, pawl_run_cancel(db, NULL, run, "boss", &err)); /* there is no way back */
        else if (left == PAWL_RUN_PARKED)
            expect(PAWL_OK, pawl_run_retry(db, NULL, run, "boss", &err));
        else if (left == PAWL_RUN_WAITING)
            expect(PAWL_OK, pawl_run_signal(db, NULL, run, row.waits_for, "boss", &err));
        else
            move_clock(1);
    }
    fail_msg("run %" PRId64 " is stuck: %s at \"%s\" (%s)", run, pawl_run_status_name(row.status), row.place,
             row.error ? row.error : "");
    return row.status;
}

char *trace_of(struct pawl_db *db, int64_t run) {
    char sql[512];
    snprintf(
        sql, sizeof sql,
        "select number, path, iteration, generation, case when is_undo then 1 else 0 end, outcome, attempt,"
        " undoes, after, error from pawl_run_steps where run = %" PRId64 " order by number",
        run);
    return rows_of(db, sql);
}
