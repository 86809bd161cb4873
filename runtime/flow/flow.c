#include "flow/run.h"

#include "core/deployment.h"
#include "core/parse.h"
#include "core/schema.h"
#include "core/text.h"
#include "core/transaction.h"
#include "lock/lock.h"
#include "move/hooks.h"

#include <inttypes.h>
#include <string.h>

/* ---- hooks -------------------------------------------------------------------------------------- */

static enum pawl_status set_hooks(struct pawl_db *db, const void *owner, const char *what, const char *name,
                                  uint32_t abi, const struct pawl_callback *callbacks, uint16_t count,
                                  const void *hooks, struct pawl_error *err) {
    TRY(check_abi(what, name, abi, err));
    TRY(check_not_in_callback(db, "setting hooks", err));
    for (uint16_t i = 0; i < count && hooks; i++) {
        if (hooks_have(hooks, callbacks[i].offset))
            continue;
        error_set(err, PAWL_MISUSE, "%s: the hooks have no function %s", name, callbacks[i].name);
        error_help(err, "set .%s in struct %s_hooks", callbacks[i].name, name);
        return PAWL_MISUSE;
    }
    return hooks_register(db, owner, hooks, err);
}

enum pawl_status pawl_set_flow_hooks(struct pawl_db *db, const struct pawl_flow *flow, const void *hooks,
                                     struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    if (!db || !flow)
        return error_set(err, PAWL_MISUSE, "pawl_set_flow_hooks: %s is NULL", db ? "flow" : "db");
    return set_hooks(db, flow, "flow", flow->name, flow->abi, flow->callbacks, flow->callback_count, hooks,
                     err);
}

enum pawl_status pawl_set_procedure_hooks(struct pawl_db *db, const struct pawl_procedure *procedure,
                                          const void *hooks, struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    if (!db || !procedure)
        return error_set(err, PAWL_MISUSE, "pawl_set_procedure_hooks: %s is NULL", db ? "procedure" : "db");
    return set_hooks(db, procedure, "procedure", procedure->name, procedure->abi, procedure->callbacks,
                     procedure->callback_count, hooks, err);
}

enum pawl_status flow_check_hooks(const struct pawl_db *db, const struct pawl_flow *flow,
                                  struct pawl_error *err) {
    const char *missing = flow->callback_count > 0 && !hooks_of(db, flow) ? flow->name : NULL;
    for (uint16_t i = 0; i < flow->procedure_count && !missing; i++)
        if (flow->procedures[i]->callback_count > 0 && !hooks_of(db, flow->procedures[i]))
            missing = flow->procedures[i]->name;
    if (!missing)
        return PAWL_OK;
    error_set(err, PAWL_MISUSE, "flow %s needs the hooks of %s, and the handle has none", flow->name,
              missing);
    error_help(err, "call %s_set_hooks on this handle first", missing);
    return PAWL_MISUSE;
}

enum pawl_status flow_is_missing(const struct pawl_flow *flow, struct pawl_error *err) {
    error_set(err, PAWL_MISMATCH, "flow %s: this database does not have this version of it", flow->name);
    error_help(err, "call %s_apply once, or run the generated SQL", flow->name);
    return PAWL_MISMATCH;
}

/* ---- the start of an operation ------------------------------------------------------------------ */

/* Programs are compiled for some databases only. */
static enum pawl_status check_flow_compiled(const struct pawl_db *db, const struct pawl_flow *flow,
                                            struct pawl_error *err) {
    const size_t number = db->driver->dialect;
    return check_compiled(db, "flow", flow->name, number < flow->dialect_count && flow->schema[number], err);
}

enum pawl_status flow_begin(struct pawl_db *db, const struct pawl_flow *flow, struct pawl_error *err) {
    error_clear(err);
    if (!flow)
        return error_set(err, PAWL_MISUSE, "the flow is NULL");
    TRY(check_abi("flow", flow->name, flow->abi, err));
    TRY(schema_begin(db, err));
    return check_flow_compiled(db, flow, err);
}

enum pawl_status pawl_flow_apply(struct pawl_db *db, const struct pawl_flow *flow, struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    if (!flow)
        return error_set(err, PAWL_MISUSE, "pawl_flow_apply: the flow is NULL");
    TRY(check_abi("flow", flow->name, flow->abi, err));
    TRY(begin_apply(db, "pawl_flow_apply", err));
    TRY(check_flow_compiled(db, flow, err));
    const char *schema = flow->schema[db->driver->dialect];
    enum pawl_status status = schema_install(db, flow->has_no_roles, err);
    if (status == PAWL_OK)
        status = apply_schema(db, schema, err);
    if (status != PAWL_OK && err && !err->help[0])
        error_help(err, "the login must be one that may create roles and tables");
    return status;
}

/* ---- starting ----------------------------------------------------------------------------------- */

static enum pawl_status start_once(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct run_start *start = context;
    enum pawl_status status = sending_begin(db, &start->sending, err);
    if (status == PAWL_OK)
        status = judge_right(db, ROLE_APP, db->driver->flows->start(db, start, err), err);
    if (status == PAWL_OK && !sending_is_final(db, &start->sending, start->answer.status))
        return sending_leaves_open(start->answer.status, err);
    return sending_judge(db, &start->sending, status, true, err);
}

/* What is unique, as a JSON array in the memory of results. */
static enum pawl_status unique_key(struct pawl_db *db, const struct pawl_flow *flow, const char *args,
                                   const char **key, struct pawl_error *err) {
    struct json json = {.memory = operation_results(db)};
    json_put(&json, "[", 1);
    for (uint16_t i = 0; i < flow->unique_count; i++) {
        const char *value = json_member(operation_results(db), args, flow->args[flow->unique[i]].name);
        json_printf(&json, "%s%s", i > 0 ? ", " : "", value ? value : "null");
    }
    json_put(&json, "]", 1);
    *key = json_end(&json);
    TRY(memory_check(*key, err));
    if (json.length > PAWL_KEY_MAX_BYTES)
        return error_set(err, PAWL_MISUSE, "%s: the unique value has %zu bytes; at most %d are possible",
                         flow->name, json.length, PAWL_KEY_MAX_BYTES);
    return PAWL_OK;
}

static enum pawl_status explain_start(const struct pawl_flow *flow, const struct run_answer *answer,
                                      struct pawl_error *err) {
    switch ((int)answer->status) {
    case PAWL_EXISTS:
        error_set(err, PAWL_EXISTS, "%s: it was started before, as run %" PRId64, flow->name, answer->run);
        break;
    case PAWL_REUSED:
        error_set(err, PAWL_REUSED, "%s: run %" PRId64 " has the same key and other arguments", flow->name,
                  answer->run);
        error_help(err, "a `unique` value has one run: start another one with another key");
        break;
    case PAWL_MISMATCH:
        flow_is_missing(flow, err);
        break;
    case PAWL_LOCKED:
    case PAWL_ASLEEP:
        error_set(err, answer->status, "flow %s is %s", flow->name,
                  answer->detail ? answer->detail : "frozen");
        error_help(err, "start it when it is thawed");
        error_obstacle(err, answer->detail ? answer->detail : "frozen");
        break;
    default:
        break;
    }
    return answer->status;
}

enum pawl_status pawl_flow_start(struct pawl_db *db, const struct pawl_flow *flow, const void *args,
                                 const char *actor, int64_t *run, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_error own = PAWL_ERROR_INIT;
    if (!err)
        err = &own;
    TRY(flow_begin(db, flow, err));
    if (!run || (!args && flow->arg_count > 0))
        return error_set(err, PAWL_MISUSE, "%s: %s is NULL", flow->name, run ? "args" : "run");
    struct complaint complaint;
    if (actor_check(actor, &complaint) != PAWL_OK)
        return error_set(err, PAWL_MISUSE, "%s: the actor is %s", flow->name, complaint.problem);
    struct run_start start = {.flow = flow->name, .fingerprint = flow->fingerprint, .actor = actor};
    TRY(values_write(operation_results(db), flow->name, flow->args, flow->arg_count, args, &start.args, err));
    if (flow->unique_count > 0)
        TRY(unique_key(db, flow, start.args, &start.unique_key, err));
    TRY(locks_named(operation_results(db), flow, flow->locks, flow->lock_count, "", args, NULL, &start.locks,
                    &start.lock_count, err));
    start.sending.has_request_id = flow->unique_count > 0; /* then it may be sent again */
    TRY(make_attempts(db, start_once, &start, err));
    *run = start.answer.run;
    if (start.answer.status == PAWL_EXISTS && start.sending.answer_was_lost)
        start.answer.status = PAWL_OK;
    return explain_start(flow, &start.answer, err);
}

enum pawl_status pawl_flow_start_text(struct pawl_db *db, const struct pawl_flow *flow,
                                      const char *const *arguments, size_t count, const char *actor,
                                      int64_t *run, struct pawl_error *err) {
    OPERATION(db, err);
    struct results memory = {0};
    struct pawl_error own = PAWL_ERROR_INIT;
    err = err ? err : &own;
    TRY(flow_begin(db, flow, err));
    if (!arguments && count > 0)
        return error_set(err, PAWL_MISUSE, "%s: arguments is NULL", flow->name);
    const struct pawl_event form = {.name = flow->name, .param_count = flow->arg_count, .params = flow->args};
    void *args = results_alloc(&memory, flow->args_size + 1);
    enum pawl_status status = memory_check(args, err);
    if (args) {
        memset(args, 0, flow->args_size + 1);
        status = parse_arguments(&memory, &form, arguments, count, args, err);
    }
    if (status == PAWL_OK)
        status = pawl_flow_start(db, flow, args, actor, run, err);
    results_free(&memory);
    return status;
}

/* ---- running ------------------------------------------------------------------------------------ */

/* How often a run that is not due is looked at. */
#define AWAIT_MIN_US 1000
#define AWAIT_MAX_US 50000

static enum pawl_status begin_running(struct pawl_db *db, const struct pawl_flow *flow, const char *function,
                                      struct pawl_error *err) {
    TRY(flow_begin(db, flow, err));
    TRY(flow_check_hooks(db, flow, err));
    TRY(check_outside(db, function, "commit it first: each step is saved in a transaction of its own", err));
    return begin_behind_others(db, err);
}

static bool has_ended(enum pawl_run_status status) {
    return status == PAWL_RUN_DONE || status == PAWL_RUN_UNDONE || status == PAWL_RUN_CANCELLED;
}

/* Whether there is nothing to be done but by others, or later. */
static bool run_rests(const struct pawl_run *row, int64_t now) {
    bool is_stopped = row->status == PAWL_RUN_PAUSED || row->status == PAWL_RUN_PARKED;
    bool waits = row->status == PAWL_RUN_BLOCKED || row->status == PAWL_RUN_WAITING;
    bool is_due = row->due_at_us != 0 && row->due_at_us <= now;
    return has_ended(row->status) || (!row->wish && (is_stopped || (waits && !is_due)));
}

static enum pawl_status is_taken(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                                 struct pawl_error *err) {
    char freeze[LOCK_DETAIL_SIZE] = "";
    TRY(freeze_find(db, flow->name, freeze, err));
    if (*freeze)
        error_set(err, PAWL_LOCKED, "run %" PRId64 ": flow %s is %s", run, flow->name, freeze);
    else
        error_set(err, PAWL_LOCKED, "run %" PRId64 " of %s: somebody runs it", run, flow->name);
    error_help(err, *freeze ? "it continues when it is thawed"
                            : "let the worker continue it, or try again when its lease is over");
    error_obstacle(err, freeze);
    return PAWL_LOCKED;
}

/* The database says by its own clock whether the run is due, and an operator may say something meanwhile. */
static enum pawl_status await_due(struct pawl_db *db, const struct pawl_flow *flow,
                                  const struct pawl_run *row, struct pawl_error *err) {
    char freeze[LOCK_DETAIL_SIZE] = "";
    TRY(freeze_find(db, flow->name, freeze, err));
    if (*freeze)
        return is_taken(db, flow, row->id, err);
    int64_t pause_us = row->due_at_us - flow_now_us();
    sleep_us(pause_us < AWAIT_MIN_US ? AWAIT_MIN_US : pause_us < AWAIT_MAX_US ? pause_us : AWAIT_MAX_US);
    return PAWL_OK;
}

enum pawl_status pawl_flow_run(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                               enum pawl_run_status *status, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_run row;
    enum pawl_status answer = begin_running(db, flow, "pawl_flow_run", err);
    while (answer == PAWL_OK) {
        struct drive drive = {0};
        answer = flow_drive(db, flow, run, &drive, err);
        if (drive.found && status)
            *status = drive.left;
        if (answer != PAWL_OK || (drive.found && has_ended(drive.left)))
            break;
        answer = pawl_run_get(db, flow->name, run, &row, err);
        if (answer == PAWL_OK && status)
            *status = row.status;
        if (answer != PAWL_OK || run_rests(&row, flow_now_us()))
            break;
        if (!drive.found)
            answer = row.is_leased ? is_taken(db, flow, run, err) : await_due(db, flow, &row, err);
    }
    return answer;
}

enum pawl_status pawl_flow_step(struct pawl_db *db, const struct pawl_flow *flow, int64_t run, bool back,
                                enum pawl_run_status *status, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_run row;
    struct drive drive = {.single = true, .back = back};
    TRY(begin_running(db, flow, "pawl_flow_step", err));
    TRY(pawl_run_get(db, flow->name, run, &row, err));
    if (status)
        *status = row.status;
    if (row.ended_at_us) {
        return error_set(err, PAWL_ILLEGAL, "run %" PRId64 " of %s is %s: it takes no steps any more", run,
                         flow->name, pawl_run_status_name(row.status));
    }
    if (!back && (row.status == PAWL_RUN_BLOCKED || row.status == PAWL_RUN_WAITING) &&
        run_rests(&row, flow_now_us()))
        return error_advise(err, PAWL_ILLEGAL, "it continues by itself when its wait is over",
                            "run %" PRId64 " of %s is %s%s%s", run, flow->name,
                            pawl_run_status_name(row.status), row.waits_for ? " for " : "",
                            row.waits_for ? row.waits_for : "");
    enum pawl_status answer = flow_drive(db, flow, run, &drive, err);
    if (answer == PAWL_OK && !drive.found)
        return is_taken(db, flow, run, err);
    if (answer == PAWL_OK && status)
        *status = drive.left;
    return answer;
}

/* ---- operators and signals ---------------------------------------------------------------------- */

static enum pawl_status say_once(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct run_word *said = context;
    enum pawl_status status = sending_begin(db, &said->sending, err);
    if (status == PAWL_OK)
        status = judge_right(db, said->is_signal ? ROLE_APP : ROLE_OPERATOR,
                             db->driver->flows->say(db, said, err), err);
    if (status == PAWL_OK && !sending_is_final(db, &said->sending, said->answer.status))
        return sending_leaves_open(said->answer.status, err);
    return sending_judge(db, &said->sending, status, true, err);
}

static enum pawl_status explain_operator_answer(const struct run_word *said, struct pawl_error *err) {
    enum pawl_status status = said->answer.status;
    if (status == PAWL_EXISTS && said->sending.answer_was_lost)
        return PAWL_OK;
    if (status == PAWL_NOT_FOUND)
        error_set(err, status, "there is no run %" PRId64 "%s%s", said->run, said->flow ? " of " : "",
                  said->flow ? said->flow : "");
    else if (status == PAWL_EXISTS)
        error_set(err, status, "run %" PRId64 " has the signal %s already", said->run, said->word);
    else if (status == PAWL_ILLEGAL && said->place && has_ended(pawl_run_status_parse(said->answer.detail)))
        error_set(err, status, "run %" PRId64 " is %s: it has ended, and nothing of it is done again",
                  said->run, said->answer.detail);
    else if (status == PAWL_ILLEGAL && said->place &&
             strncmp(said->answer.detail, RUN_IRREVERSIBLE, strlen(RUN_IRREVERSIBLE)) == 0)
        error_advise(err, status, "resume from a later step",
                     "run %" PRId64 " cannot resume from %s: %s was done, and it is irreversible", said->run,
                     said->place, said->answer.detail + strlen(RUN_IRREVERSIBLE));
    else if (status == PAWL_ILLEGAL && said->place)
        error_set(err, status, "run %" PRId64 " is %s, and %s is nothing that it has done", said->run,
                  said->answer.detail, said->place);
    else if (status == PAWL_ILLEGAL)
        error_set(err, status, "run %" PRId64 " is %s: it does not accept %s", said->run, said->answer.detail,
                  said->word);
    return status;
}

static enum pawl_status tell_run(struct pawl_db *db, struct run_word *said, struct pawl_error *err) {
    struct pawl_error own = PAWL_ERROR_INIT;
    if (!err)
        err = &own;
    TRY(schema_begin(db, err));
    struct complaint complaint;
    if (actor_check(said->actor, &complaint) != PAWL_OK)
        return error_set(err, PAWL_MISUSE, "run %" PRId64 ": the actor is %s", said->run, complaint.problem);
    const char *texts[] = {said->flow, said->word, said->place, said->actor};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i] && (!*texts[i] || strlen(texts[i]) > PAWL_KEY_MAX_BYTES || !text_is_utf8(texts[i])))
            return error_set(err, PAWL_MISUSE, "run %" PRId64 ": a text that is empty, too long or not UTF-8",
                             said->run);
    said->sending.has_request_id = true; /* said twice it is the same */
    enum pawl_status status = make_attempts(db, say_once, said, err);
    return status == PAWL_OK ? explain_operator_answer(said, err) : status;
}

#define SAYS(function, wish)                                                                                 \
    enum pawl_status function(struct pawl_db *db, const char *flow, int64_t run, const char *actor,          \
                              struct pawl_error *err) {                                                      \
        OPERATION(db, err);                                                                                  \
        struct run_word said = {.run = run, .flow = flow, .word = wish, .actor = actor};                     \
        return tell_run(db, &said, err);                                                                     \
    }
SAYS(pawl_run_pause, "pause")
SAYS(pawl_run_resume, "resume")
SAYS(pawl_run_retry, "retry")
SAYS(pawl_run_rollback, "rollback")
SAYS(pawl_run_cancel, "cancel")

enum pawl_status pawl_run_resume_from(struct pawl_db *db, const char *flow, int64_t run, const char *place,
                                      const char *actor, struct pawl_error *err) {
    OPERATION(db, err);
    struct run_word said = {.run = run, .flow = flow, .word = "resume_from", .place = place, .actor = actor};
    if (!place)
        return error_set(err, PAWL_MISUSE, "pawl_run_resume_from: place is NULL");
    return tell_run(db, &said, err);
}

enum pawl_status pawl_run_signal(struct pawl_db *db, const char *flow, int64_t run, const char *signal,
                                 const char *actor, struct pawl_error *err) {
    OPERATION(db, err);
    struct run_word said = {.run = run, .flow = flow, .word = signal, .actor = actor, .is_signal = true};
    if (!signal)
        return error_set(err, PAWL_MISUSE, "pawl_run_signal: signal is NULL");
    return tell_run(db, &said, err);
}
