#include "play.h"

#include "../support/dying_driver.h"

#include <flow/flow.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the script --------------------------------------------------------------------------------- */

enum { RULE_MAX = 32, FUNCTION_MAX = 64, WORDS_MAX = 16384, STEP_MAX = 64 };

struct rule {
    char place[64];
    int times;
    enum pawl_status status;
    long duration_ms;
    void (*function)(const struct pawl_step *step);
    bool only_first; /* attempt */
};

static struct rule rules[RULE_MAX];
static size_t rule_count;
static answer_fn *chooser;
static size_t note_size; /* of what a review notes; 0: some words */
/* of each thread that runs flows */
static _Thread_local char said[WORDS_MAX], given[WORDS_MAX], shown[WORDS_MAX];
static _Thread_local struct pawl_db *outside;

static struct rule *add_rule(const char *place, int times) {
    struct rule *rule = &rules[rule_count++ % RULE_MAX];
    *rule = (struct rule){.times = times};
    snprintf(rule->place, sizeof rule->place, "%s", place);
    return rule;
}

void answer(const char *place, int times, enum pawl_status status) {
    add_rule(place, times)->status = status;
}

void answer_first(const char *place, enum pawl_status status) {
    struct rule *rule = add_rule(place, INT_MAX);
    rule->status = status;
    rule->only_first = true;
}

void answer_by(answer_fn *function) {
    chooser = function;
}

void note_so_much(size_t size_bytes) {
    note_size = size_bytes;
}

void forget_script(void) {
    rule_count = 0;
    chooser = NULL;
    note_size = 0;
}

void answer_late(const char *place, int times, long duration_ms) {
    add_rule(place, times)->duration_ms = duration_ms;
}

void answer_with(const char *place, void (*function)(const struct pawl_step *step)) {
    add_rule(place, 1)->function = function;
}

static struct rule *rule_for(const char *name, const char *place, int attempt) {
    for (size_t i = 0; i < rule_count && i < RULE_MAX; i++)
        if (rules[i].times > 0 && (!rules[i].only_first || attempt == 1) &&
            (strcmp(rules[i].place, name) == 0 || strcmp(rules[i].place, place) == 0))
            return &rules[i];
    return NULL;
}

static const char *take(char *words) {
    memcpy(shown, words, WORDS_MAX);
    words[0] = '\0';
    return shown;
}

const char *calls(void) {
    return take(said);
}

const char *keys(void) {
    return take(given);
}

static void say(char *words, const char *format, const char *first, const char *second) {
    size_t length = strlen(words);
    snprintf(words + length, WORDS_MAX - length, "%s", length > 0 ? " " : "");
    length = strlen(words);
    snprintf(words + length, WORDS_MAX - length, format, first, second);
}

/* ---- callbacks ---------------------------------------------------------------------------------- */

/* In the place of a hooks struct; its functions are never called. */
struct actor {
    void (*functions[FUNCTION_MAX])(void);
    const struct pawl_callback *callbacks;
};

static void nothing(void) {
}

static void name_place(const struct pawl_step *step, const char *name, char place[64]) {
    int length = snprintf(place, 64, "%s", name);
    for (size_t i = 0; i < step->depth; i++)
        length += snprintf(place + length, (size_t)(64 - length), "[%" PRId64 "]", step->iteration[i]);
}

static const char *long_text(void) {
    static char text[PAWL_RUN_DATA_MAX_BYTES + 1];
    memset(text, 'x', sizeof text - 1);
    return text + sizeof text - 1 - note_size;
}

/* What the steps of these flows set. */
static void set_values(const struct pawl_step *step, const char *name, void *values) {
    static _Thread_local char vm[64];
    if (strcmp(name, "book") == 0)
        ((struct trip_data *)values)->total = (struct pawl_optional_bigint){true, 100 + step->run};
    if (strcmp(name, "reviewed") == 0)
        ((struct review_data *)values)->note = note_size ? long_text() : "looks \"good\"\n";
    if (strcmp(name, "allocate") == 0) {
        snprintf(vm, sizeof vm, "vm-%s", step->key);
        ((struct build_values *)values)->vm = vm;
    }
}

/* What is written down of what is done: in the step's transaction, or outside at once. */
static enum pawl_status do_it(struct pawl_db *db, const struct pawl_step *step, bool is_undo,
                              const char *place, struct pawl_error *error) {
    char sql[512];
    if (!db) {
        execute(outside,
                "insert into outside (step_key, is_undo, run, what) values ('%s', %d, %" PRId64 ", '%s') %s",
                step->key, is_undo, step->run, place,
                on_mariadb() ? "on duplicate key update run = run" : "on conflict do nothing");
        return PAWL_OK;
    }
    snprintf(sql, sizeof sql, "insert into played (run, what) values (%" PRId64 ", '%s')", step->run, place);
    return pawl_exec(db, sql, error);
}

static enum pawl_status act(const void *hooks, int callback, struct pawl_db *db, const struct pawl_step *step,
                            const void *args, void *values, bool *yes, struct pawl_error *error) {
    const struct pawl_callback *called = &((const struct actor *)hooks)->callbacks[callback];
    char place[64];
    (void)args;
    name_place(step, called->name, place);
    struct rule *rule = rule_for(called->name, place, step->attempt);
    bool is_predicate = called->kind == PAWL_CALLBACK_PREDICATE;
    say(said, is_predicate ? "%s?" : "%s%s", place, step->may_have_happened ? "~" : "");
    if (step->key)
        say(given, "%s%s", step->key, "");
    if (rule)
        rule->times--;
    pass_point();
    if (rule && rule->function)
        rule->function(step);
    if (rule && rule->duration_ms)
        sleep_ms(rule->duration_ms);
    enum pawl_status answer = rule ? rule->status : chooser ? chooser(place, called->kind, step) : PAWL_OK;
    *yes = !rule && answer != PAWL_SKIP;
    if (is_predicate) { /* what it writes is taken back, whatever it answers */
        enum pawl_status status = do_it(db, step, false, "written by a predicate", error);
        return status != PAWL_OK || answer == PAWL_SKIP ? status : answer;
    }
    /* what fails has done its work in the database, too, and it must go; a call that fails did nothing;
       one that is not ready has begun */
    const bool has_begun = answer == PAWL_NOT_YET && called->kind == PAWL_CALLBACK_CALL;
    if (db || answer == PAWL_OK || answer == PAWL_UNKNOWN || has_begun) {
        enum pawl_status status = do_it(db, step, called->kind == PAWL_CALLBACK_UNDO_CALL, place, error);
        if (status != PAWL_OK)
            return status;
    }
    pass_point();
    if (answer != PAWL_OK) {
        snprintf(error->message, sizeof error->message, "%s does not work", place);
        return answer;
    }
    set_values(step, called->name, values);
    return PAWL_OK;
}

/* ---- flows -------------------------------------------------------------------------------------- */

static const struct pawl_flow *const generated[PLAY_FLOW_COUNT] = {
    [TRIP] = &trip_flow,           [ROUNDS] = &rounds_flow,
    [REVIEW] = &review_flow,       [MOVE_MONEY] = &move_money_flow,
    [LOCAL_ONE] = &local_one_flow, [BATCH] = &batch_flow,
    [SEAL_DEAL] = &seal_deal_flow, [ERRAND] = &errand_flow,
    [COURIER] = &courier_flow,     [LUNCH] = &lunch_flow,
    [DOCK] = &dock_flow,           [CALL_OUT] = &call_out_flow,
    [KNOCK] = &knock_flow};

static struct pawl_flow flows[PLAY_FLOW_COUNT];
static struct pawl_flow_step steps[PLAY_FLOW_COUNT][STEP_MAX];
static struct pawl_flow_scope scopes[PLAY_FLOW_COUNT][STEP_MAX];
static struct actor actors[PLAY_FLOW_COUNT];
static struct pawl_procedure build;
static struct actor builder;
static const struct pawl_procedure *const procedures[] = {&build};

static struct actor actor_of(const struct pawl_callback *callbacks) {
    struct actor actor = {.callbacks = callbacks};
    for (size_t i = 0; i < FUNCTION_MAX; i++)
        actor.functions[i] = nothing;
    return actor;
}

static void prepare(enum play_flow number) {
    struct pawl_flow *flow = &flows[number];
    *flow = *generated[number];
    flow->call = act;
    for (uint32_t i = 0; i < flow->step_count; i++) {
        steps[number][i] = flow->steps[i];
        if (steps[number][i].procedure)
            steps[number][i].procedure = &build;
    }
    for (uint32_t i = 0; i < flow->scope_count; i++) {
        scopes[number][i] = flow->scopes[i];
        if (scopes[number][i].procedure)
            scopes[number][i].procedure = &build;
    }
    flow->steps = steps[number];
    flow->scopes = scopes[number];
    if (flow->procedure_count)
        flow->procedures = procedures;
    actors[number] = actor_of(flow->callbacks);
}

const struct pawl_flow *played(enum play_flow flow) {
    if (!build.call) {
        build = build_procedure;
        build.call = act;
        builder = actor_of(build.callbacks);
        for (int i = 0; i < PLAY_FLOW_COUNT; i++)
            prepare((enum play_flow)i);
    }
    return &flows[flow];
}

static void make_tables(void) {
    static bool made;
    if (made)
        return;
    made = true;
    struct pawl_db *db = open_administrator();
    for (int i = 0; i < PLAY_FLOW_COUNT; i++)
        expect(PAWL_OK, pawl_flow_apply(db, played((enum play_flow)i), &err));
    execute(db, "create table played (run bigint, what text)");
    execute(db, "create table outside (step_key varchar(200), is_undo int, run bigint, what text,"
                " primary key (step_key, is_undo))");
    if (on_postgres())
        execute(db, "grant select, insert, update, delete on played, outside to pawl_app");
}

void set_play_hooks(struct pawl_db *db) {
    for (int i = 0; i < PLAY_FLOW_COUNT; i++)
        expect(PAWL_OK, pawl_set_flow_hooks(db, played((enum play_flow)i), &actors[i], &err));
    expect(PAWL_OK, pawl_set_procedure_hooks(db, &build, &builder, &err));
}

const void *play_hooks(enum play_flow flow) {
    return &actors[flow];
}

struct pawl_db *reopen_play(void) {
    outside = open_application();
    struct pawl_db *db = open_application();
    set_play_hooks(db);
    return db;
}

struct pawl_db *open_play(void) {
    make_tables();
    forget_script();
    said[0] = given[0] = '\0';
    flow_clock_offset_us = 0;
    return reopen_play();
}

struct pawl_db *open_stranger(void) {
    return open_application();
}

void move_clock(int64_t seconds) {
    flow_clock_offset_us += seconds * 1000000;
}

/* ---- what is there ------------------------------------------------------------------------------ */

void expect_run(struct pawl_db *db, int64_t run, enum pawl_run_status status, const char *place) {
    struct pawl_run row;
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    if (row.status != status || strcmp(row.place, place) != 0)
        fail_msg("run %" PRId64 " is %s at \"%s\" (%s), not %s at \"%s\"", run,
                 pawl_run_status_name(row.status), row.place, row.error ? row.error : "",
                 pawl_run_status_name(status), place);
}

void expect_history(struct pawl_db *db, int64_t run, const char *expected) {
    struct pawl_run_steps history;
    char words[WORDS_MAX] = "";
    size_t length = 0;
    expect(PAWL_OK, pawl_run_history(db, NULL, run, &history, &err));
    for (size_t i = 0; i < history.count; i++)
        length += (size_t)snprintf(words + length, sizeof words - length, "%s%s%s%s %s", i > 0 ? "; " : "",
                                   history.rows[i].is_undo ? "undo " : "", history.rows[i].place,
                                   history.rows[i].generation > 1 ? "#2" : "", history.rows[i].outcome);
    if (strcmp(words, expected) != 0)
        fail_msg("the history is\n%s\nand not\n%s", words, expected);
}

void expect_effects(struct pawl_db *db, int64_t run, const char *expected) {
    char sql[1024];
    snprintf(sql, sizeof sql,
             "select what || '=' || count(*) from (select what from played where run = %" PRId64
             " union all select what from outside where run = %" PRId64 ") every group by what order by what",
             run, run);
    char *rows = rows_of(db, sql);
    for (char *at = rows; *at; at++)
        if (*at == '\n')
            *at = at[1] ? ' ' : '\0';
    if (strcmp(rows, expected) != 0)
        fail_msg("the effects are\n%s\nand not\n%s", rows, expected);
    free(rows);
}

enum pawl_run_status drive(struct pawl_db *db, enum play_flow flow, int64_t run) {
    enum pawl_run_status left = (enum pawl_run_status)0;
    expect(PAWL_OK, pawl_flow_run(db, played(flow), run, &left, &err));
    return left;
}

int64_t start_trip(struct pawl_db *db, const char *customer, int parts) {
    int64_t run = 0;
    struct trip_args args = {.customer = customer, .parts = parts, .amount = 7};
    expect(PAWL_OK, pawl_flow_start(db, played(TRIP), &args, "tester", &run, &err));
    return run;
}

int64_t start_rounds(struct pawl_db *db, int outer, int inner) {
    int64_t run = 0;
    struct rounds_args args = {.outer = outer, .inner = inner};
    expect(PAWL_OK, pawl_flow_start(db, played(ROUNDS), &args, NULL, &run, &err));
    return run;
}

int64_t start_review(struct pawl_db *db) {
    return start_text(db, REVIEW, "it");
}

int64_t start_text(struct pawl_db *db, enum play_flow flow, const char *text) {
    int64_t run = 0;
    union {
        struct review_args review;
        struct local_one_args local_one;
        struct seal_deal_args seal_deal;
        struct move_money_args move_money;
        struct batch_args batch;
        struct errand_args errand;
        struct courier_args courier;
    } args = {0};
    if (flow == MOVE_MONEY)
        args.move_money = (struct move_money_args){.account = text, .branch = 1};
    else if (flow == COURIER)
        args.courier = (struct courier_args){.account = text, .branch = 1};
    else if (flow == BATCH)
        args.batch.parts = atoi(text);
    else if (flow == LOCAL_ONE)
        args.local_one.account = text;
    else if (flow == ERRAND)
        args.errand.channel = text;
    else if (flow == SEAL_DEAL)
        args.seal_deal.item = text;
    else
        args.review.item = text;
    expect(PAWL_OK, pawl_flow_start(db, played(flow), &args, NULL, &run, &err));
    return run;
}

const char *parameter_sql(const char *name) {
    static char texts[4][128];
    static size_t next;
    char *text = texts[next++ % 4];
    snprintf(text, sizeof texts[0],
             on_postgres() ? "(parameters->>'%s')"
             : on_mariadb()
                 ? "nullif(json_unquote(json_extract(parameters, '$.%s')) collate utf8mb4_nopad_bin, 'null')"
                 : "json_extract(parameters, '$.%s')",
             name);
    return text;
}
