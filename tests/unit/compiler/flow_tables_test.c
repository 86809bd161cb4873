/*
 * The tables that a generated program hands to libpawl say what the model says, field by field; callbacks are
 * called with what they are to get, and the functions of a flow hand on what they are given. libpawl's own
 * functions are stood in for.
 */
#include "flows.h"

#include "compile.h"
#include "model/dialect.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

static struct arena *arena;
static const struct model *model;

static int compile_file(void **state) {
    struct source source;
    struct diagnostics diagnostics;
    (void)state;
    arena = arena_new();
    const char *problem = NULL;
    assert_true(source_read(&source, arena, FLOWS, &problem));
    diagnostics_init(&diagnostics, arena, &source);
    model = compile(arena, &source, &diagnostics);
    return model == NULL;
}

static int free_all(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

static const struct model_flow *flow_called(const char *name) {
    for (size_t i = 0; i < model->flow_count; i++)
        if (strcmp(model->flows[i].name, name) == 0)
            return &model->flows[i];
    fail_msg("no flow %s", name);
    return NULL;
}

/* ---- tables ------------------------------------------------------------------------------------- */

static void expect_fields(const struct pawl_param *params, size_t count, const struct model_field *fields,
                          size_t field_count, bool all_optional) {
    assert_int_equal(count, field_count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(params[i].name, fields[i].name);
        assert_int_equal(params[i].type, fields[i].type);
        assert_int_equal(params[i].optional, all_optional || fields[i].is_optional);
        assert_int_equal(params[i].column, i);
        assert_true(i == 0 || params[i].offset > params[i - 1].offset);
    }
}

static void expect_numbers(const uint16_t *numbers, size_t count, const size_t *expected,
                           size_t expected_count) {
    assert_int_equal(count, expected_count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(numbers[i], expected[i]);
}

static void expect_callbacks(const struct pawl_callback *callbacks, size_t count,
                             const struct model_callback *expected, size_t expected_count) {
    static const enum pawl_callback_kind kinds[] = {
        [MODEL_CALLBACK_TX] = PAWL_CALLBACK_TX,
        [MODEL_CALLBACK_CALL] = PAWL_CALLBACK_CALL,
        [MODEL_CALLBACK_UNDO_TX] = PAWL_CALLBACK_UNDO_TX,
        [MODEL_CALLBACK_UNDO_CALL] = PAWL_CALLBACK_UNDO_CALL,
        [MODEL_CALLBACK_PREDICATE] = PAWL_CALLBACK_PREDICATE,
    };
    assert_int_equal(count, expected_count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(callbacks[i].name, expected[i].name);
        assert_int_equal(callbacks[i].kind, kinds[expected[i].kind]);
        assert_int_equal(callbacks[i].offset, sizeof(void *) * (i + 1)); /* behind context */
        expect_numbers(callbacks[i].writes, callbacks[i].write_count, expected[i].writes,
                       expected[i].write_count);
    }
}

static void expect_place(struct pawl_value_place place, struct model_value expected) {
    assert_int_equal(place.is_data, expected.kind == MODEL_DATA);
    assert_int_equal(place.index, expected.index);
}

static void expect_lock(const struct pawl_flow_lock *lock, const struct model_lock *expected) {
    assert_int_equal(lock->is_global, expected->is_global);
    assert_int_equal(lock->key_count, expected->key_count);
    for (size_t i = 0; i < expected->key_count; i++)
        expect_place(lock->keys[i], expected->keys[i]);
}

static void expect_retry(struct pawl_retry_policy retry, struct model_retry expected) {
    assert_int_equal(retry.count, expected.count == MODEL_FOREVER ? PAWL_FOREVER : expected.count);
    assert_int_equal(retry.from_us, expected.from_ms * 1000);
    assert_int_equal(retry.to_us, expected.to_ms * 1000);
}

static void expect_text(const char *text, const char *expected) {
    assert_int_equal(text == NULL, expected == NULL);
    if (text != NULL)
        assert_string_equal(text, expected);
}

static uint32_t number_of(size_t number) {
    return number == MODEL_NOTHING ? PAWL_FLOW_NOTHING : (uint32_t)number;
}

static void expect_procedure(const struct pawl_procedure *procedure, const struct model_procedure *expected) {
    assert_int_equal(procedure == NULL, expected == NULL);
    if (expected != NULL)
        assert_string_equal(procedure->name, expected->name);
}

static int callback_number(const struct model_flow *flow, const struct model_procedure *procedure,
                           const struct model_callback *callback) {
    return callback == NULL ? -1
                            : (int)(callback - (procedure == NULL ? flow->callbacks : procedure->callbacks));
}

static void expect_step(const struct pawl_flow_step *step, const struct model_flow *flow,
                        const struct model_flow_step *expected) {
    static const enum pawl_step_kind kinds[] = {[MODEL_TX] = PAWL_STEP_TX,
                                                [MODEL_CALL] = PAWL_STEP_CALL,
                                                [MODEL_PAUSE] = PAWL_STEP_PAUSE,
                                                [MODEL_WAIT] = PAWL_STEP_WAIT};
    assert_int_equal(step->kind, kinds[expected->kind]);
    assert_string_equal(step->path, expected->path);
    assert_string_equal(step->label, expected->label);
    expect_procedure(step->procedure, expected->procedure);
    assert_int_equal(step->callback, callback_number(flow, expected->procedure, expected->callback));
    assert_int_equal(step->undo, callback_number(flow, expected->procedure, expected->undo));
    assert_int_equal(step->is_irreversible, expected->is_irreversible);
    assert_int_equal(step->depth, expected->depth);
    assert_int_equal(step->scope, number_of(expected->scope));
    assert_int_equal(step->use, number_of(expected->use));
    assert_int_equal(step->stretch, expected->stretch);
    if (expected->stretch > 0)
        assert_int_equal(step->stretch_scope, number_of(expected->stretch_scope));
    assert_int_equal(step->time_us, expected->time_ms * 1000);
    expect_retry(step->retry, expected->retry);
    expect_text(step->signal, expected->signal);
    expect_numbers(step->writes, step->write_count, expected->writes, expected->write_count);
}

static void expect_scope(const struct pawl_flow_scope *scope, const struct model_flow *flow,
                         const struct model_scope *expected) {
    static const enum pawl_scope_kind kinds[] = {[MODEL_REPEAT] = PAWL_SCOPE_REPEAT,
                                                 [MODEL_OPTIONAL] = PAWL_SCOPE_OPTIONAL,
                                                 [MODEL_LOCK] = PAWL_SCOPE_LOCK,
                                                 [MODEL_USE] = PAWL_SCOPE_USE};
    assert_int_equal(scope->kind, kinds[expected->kind]);
    assert_string_equal(scope->path, expected->path);
    assert_string_equal(scope->label, expected->label);
    assert_int_equal(scope->parent, number_of(expected->parent));
    assert_int_equal(scope->first, expected->first);
    assert_int_equal(scope->end, expected->end);
    assert_int_equal(scope->depth, expected->depth);
    expect_procedure(scope->procedure, expected->procedure);
    assert_int_equal(scope->predicate, callback_number(flow, expected->procedure, expected->predicate));
    if (expected->kind == MODEL_REPEAT) {
        expect_place(scope->count, expected->count);
        assert_int_equal(scope->min, expected->min);
        assert_int_equal(scope->max, expected->max);
    }
    expect_lock(&scope->lock, &expected->lock);
    assert_int_equal(scope->is_kept, expected->is_kept);
    for (size_t i = 0; i < expected->value_count; i++)
        expect_place(scope->values[i], expected->values[i]);
}

static void expect_flow(const struct pawl_flow *flow, const struct model_flow *expected) {
    assert_int_equal(flow->abi, PAWL_ABI);
    assert_string_equal(flow->name, expected->name);
    assert_string_equal(flow->label, expected->label);
    assert_string_equal(flow->fingerprint, expected->fingerprint);
    expect_fields(flow->args, flow->arg_count, expected->args, expected->arg_count, false);
    expect_fields(flow->data, flow->data_count, expected->data, expected->data_count, true);
    expect_numbers(flow->unique, flow->unique_count, expected->unique, expected->unique_count);
    assert_int_equal(flow->lock_count, expected->lock_count);
    for (size_t i = 0; i < expected->lock_count; i++)
        expect_lock(&flow->locks[i], &expected->locks[i]);
    expect_retry(flow->retry, expected->retry);
    expect_callbacks(flow->callbacks, flow->callback_count, expected->callbacks, expected->callback_count);
    assert_int_equal(flow->step_count, expected->step_count);
    for (size_t i = 0; i < expected->step_count; i++)
        expect_step(&flow->steps[i], expected, &expected->steps[i]);
    assert_int_equal(flow->scope_count, expected->scope_count);
    for (size_t i = 0; i < expected->scope_count; i++)
        expect_scope(&flow->scopes[i], expected, &expected->scopes[i]);
    dialect_set set = dialects_by_default();
    assert_true(set >> flow->dialect_count == 0);
    for (size_t i = 0; i < flow->dialect_count; i++) {
        if (!dialect_is_in(set, i)) {
            assert_null(flow->schema[i]);
            continue;
        }
        assert_non_null(strstr(flow->schema[i], expected->fingerprint));
        assert_non_null(strstr(flow->schema[i], "commit;"));
    }
}

static void tables_are_as_the_model(void **state) {
    (void)state;
    expect_flow(&unload_flow, flow_called("unload"));
    expect_flow(&nothing_flow, flow_called("nothing"));
    assert_int_equal(unload_flow.args_size, sizeof(struct unload_args));
    assert_int_equal(unload_flow.data_size, sizeof(struct unload_data));
    assert_int_equal(nothing_flow.args_size, 0);
    assert_int_equal(unload_flow.procedure_count, 1);
    assert_ptr_equal(unload_flow.procedures[0], &shelve_procedure);
}

static void procedures_are_as_the_model(void **state) {
    static const struct pawl_procedure *const procedures[] = {&shelve_procedure, &idle_procedure};
    (void)state;
    assert_int_equal(model->procedure_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(procedures[i]->abi, PAWL_ABI);
        assert_string_equal(procedures[i]->name, model->procedures[i].name);
        expect_fields(procedures[i]->params, procedures[i]->param_count, model->procedures[i].params,
                      model->procedures[i].param_count, true);
        expect_callbacks(procedures[i]->callbacks, procedures[i]->callback_count,
                         model->procedures[i].callbacks, model->procedures[i].callback_count);
    }
    assert_int_equal(shelve_procedure.values_size, sizeof(struct shelve_values));
    assert_null(idle_procedure.call);
}

static void steps_have_constants(void **state) {
    (void)state;
    assert_string_equal(UNLOAD_STEP_COUNT, "count");
    assert_string_equal(UNLOAD_STEP_SHELVE_LIFT, "shelve.lift");
    assert_string_equal(UNLOAD_STEP_LAST_LIFT, "last.lift");
    assert_string_equal(UNLOAD_SIGNAL_CLEARED, "cleared");
}

/* ---- callbacks ---------------------------------------------------------------------------------- */

static char called[64];
static struct pawl_db *db_given;

static enum pawl_status count_crates(struct pawl_db *db, const struct pawl_step *step,
                                     const struct unload_args *args, struct unload_data *data, void *context,
                                     struct pawl_error *err) {
    (void)err;
    db_given = db;
    data->total.set = true;
    data->total.value = args->crates * step->attempt;
    snprintf(called, sizeof called, "count %s", (const char *)context);
    return PAWL_NOT_YET;
}

static enum pawl_status hire(const struct pawl_step *step, const struct unload_args *args,
                             const struct unload_data *data, void *context, struct pawl_error *err) {
    (void)context, (void)data, (void)err;
    snprintf(called, sizeof called, "hire %s %s", step->key, args->ship);
    return PAWL_OK;
}

static enum pawl_status is_heavy(struct pawl_db *db, const struct pawl_step *step,
                                 const struct shelve_values *values, bool *yes, void *context,
                                 struct pawl_error *err) {
    (void)context, (void)step, (void)err;
    db_given = db;
    *yes = values->shelves.value > 3;
    return PAWL_OK;
}

static int number_called(const struct pawl_callback *callbacks, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(callbacks[i].name, name) == 0)
            return (int)i;
    fail_msg("no callback %s", name);
    return -1;
}

static void callbacks_are_called(void **state) {
    (void)state;
    char context[] = "them";
    struct unload_hooks hooks = {.context = context, .count = count_crates, .hire = hire};
    struct shelve_hooks shelve = {.is_heavy = is_heavy};
    struct unload_args args = {.ship = "Ida", .crates = 7};
    struct unload_data data = {.place = NULL};
    struct shelve_values values = {.shelves = {.set = true, .value = 4}};
    struct pawl_step step = {.key = "1/hire#1", .attempt = 2};
    struct pawl_db *db = (struct pawl_db *)(void *)&step; /* only handed on */
    bool yes = false;
    int number = number_called(unload_flow.callbacks, unload_flow.callback_count, "count");
    assert_int_equal(unload_flow.call(&hooks, number, db, &step, &args, &data, NULL, NULL), PAWL_NOT_YET);
    assert_string_equal(called, "count them");
    assert_ptr_equal(db_given, db);
    assert_int_equal(data.total.value, 14);
    number = number_called(unload_flow.callbacks, unload_flow.callback_count, "hire");
    assert_int_equal(unload_flow.call(&hooks, number, NULL, &step, &args, &data, NULL, NULL), PAWL_OK);
    assert_string_equal(called, "hire 1/hire#1 Ida");
    number = number_called(shelve_procedure.callbacks, shelve_procedure.callback_count, "is_heavy");
    assert_int_equal(shelve_procedure.call(&shelve, number, db, &step, NULL, &values, &yes, NULL), PAWL_OK);
    assert_true(yes);
    assert_int_equal(unload_flow.call(&hooks, 1000, db, &step, &args, &data, NULL, NULL), PAWL_MISUSE);
}

/* ---- what stands in for libpawl ------------------------------------------------------------------ */

static char heard[256];

static enum pawl_status hear(const char *what, const char *flow, int64_t run, const char *more) {
    snprintf(heard, sizeof heard, "%s %s %d %s", what, flow, (int)run, more == NULL ? "-" : more);
    return PAWL_CONFLICT;
}

enum pawl_status pawl_set_flow_hooks(struct pawl_db *db, const struct pawl_flow *flow, const void *hooks,
                                     struct pawl_error *err) {
    (void)db, (void)err;
    return hear("hooks", flow->name, 0, hooks);
}

enum pawl_status pawl_set_procedure_hooks(struct pawl_db *db, const struct pawl_procedure *procedure,
                                          const void *hooks, struct pawl_error *err) {
    (void)db, (void)err;
    return hear("hooks", procedure->name, 0, hooks);
}

enum pawl_status pawl_flow_apply(struct pawl_db *db, const struct pawl_flow *flow, struct pawl_error *err) {
    (void)db, (void)err;
    return hear("apply", flow->name, 0, NULL);
}

enum pawl_status pawl_flow_start(struct pawl_db *db, const struct pawl_flow *flow, const void *args,
                                 const char *actor, int64_t *run, struct pawl_error *err) {
    (void)db, (void)err;
    *run = 5;
    assert_int_equal(args == NULL, flow->arg_count == 0);
    return hear("start", flow->name, *run, actor);
}

enum pawl_status pawl_flow_run(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                               enum pawl_run_status *status, struct pawl_error *err) {
    (void)db, (void)err;
    *status = PAWL_RUN_PARKED;
    return hear("run", flow->name, run, NULL);
}

enum pawl_status pawl_flow_step(struct pawl_db *db, const struct pawl_flow *flow, int64_t run, bool back,
                                enum pawl_run_status *status, struct pawl_error *err) {
    (void)db, (void)err;
    *status = PAWL_RUN_PAUSED;
    return hear("step", flow->name, run, back ? "back" : "forward");
}

#define OPERATION(name)                                                                                      \
    enum pawl_status pawl_run_##name(struct pawl_db *db, const char *flow, int64_t run, const char *actor,   \
                                     struct pawl_error *err) {                                               \
        (void)db, (void)err;                                                                                 \
        return hear(#name, flow, run, actor);                                                                \
    }
OPERATION(pause)
OPERATION(resume)
OPERATION(retry)
OPERATION(rollback)
OPERATION(cancel)

enum pawl_status pawl_run_resume_from(struct pawl_db *db, const char *flow, int64_t run, const char *place,
                                      const char *actor, struct pawl_error *err) {
    (void)db, (void)actor, (void)err;
    return hear("resume_from", flow, run, place);
}

enum pawl_status pawl_run_signal(struct pawl_db *db, const char *flow, int64_t run, const char *signal,
                                 const char *actor, struct pawl_error *err) {
    (void)db, (void)actor, (void)err;
    return hear("signal", flow, run, signal);
}

enum pawl_status pawl_flow_get(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                               struct pawl_run *out, void *args, void *data, struct pawl_error *err) {
    (void)db, (void)err;
    assert_int_equal(args == NULL, out == NULL || flow->arg_count == 0);
    assert_int_equal(data == NULL, out == NULL || flow->data_count == 0);
    return hear("get", flow->name, run, out == NULL ? "nowhere" : NULL);
}

enum pawl_status pawl_run_history(struct pawl_db *db, const char *flow, int64_t run,
                                  struct pawl_run_steps *out, struct pawl_error *err) {
    (void)db, (void)err;
    out->count = 3;
    return hear("history", flow, run, NULL);
}

enum pawl_status pawl_run_list(struct pawl_db *db, const struct pawl_run_filter *filter, int64_t after,
                               size_t limit, struct pawl_runs *out, struct pawl_error *err) {
    (void)db, (void)err;
    out->count = limit;
    assert_null(filter->unique);
    return hear("list", filter->flow, after, filter->status == PAWL_RUN_DONE ? "done" : NULL);
}

#define EXPECT_HEARD(call, words)                                                                            \
    do {                                                                                                     \
        assert_int_equal(call, PAWL_CONFLICT);                                                               \
        assert_string_equal(heard, words);                                                                   \
    } while (0)

static void functions_hand_on_what_they_are_given(void **state) {
    (void)state;
    struct unload_args args = {.ship = "Ida"};
    struct unload_run_row row;
    struct nothing_run_row empty;
    struct pawl_run_steps steps;
    struct pawl_runs runs;
    enum pawl_run_status status = PAWL_RUN_READY;
    int64_t run = 0;
    EXPECT_HEARD(unload_apply(NULL, NULL), "apply unload 0 -");
    EXPECT_HEARD(shelve_set_hooks(NULL, NULL, NULL), "hooks shelve 0 -");
    EXPECT_HEARD(unload_set_hooks(NULL, NULL, NULL), "hooks unload 0 -");
    EXPECT_HEARD(unload_start(NULL, &args, "me", &run, NULL), "start unload 5 me");
    EXPECT_HEARD(nothing_start(NULL, NULL, &run, NULL), "start nothing 5 -");
    assert_int_equal(run, 5);
    EXPECT_HEARD(unload_run(NULL, 8, &status, NULL), "run unload 8 -");
    assert_int_equal(status, PAWL_RUN_PARKED);
    EXPECT_HEARD(unload_step(NULL, 8, true, &status, NULL), "step unload 8 back");
    assert_int_equal(status, PAWL_RUN_PAUSED);
    EXPECT_HEARD(unload_pause(NULL, 1, "me", NULL), "pause unload 1 me");
    EXPECT_HEARD(unload_resume(NULL, 2, "me", NULL), "resume unload 2 me");
    EXPECT_HEARD(unload_retry(NULL, 3, "me", NULL), "retry unload 3 me");
    EXPECT_HEARD(unload_rollback(NULL, 4, "me", NULL), "rollback unload 4 me");
    EXPECT_HEARD(unload_cancel(NULL, 5, "me", NULL), "cancel unload 5 me");
    EXPECT_HEARD(unload_resume_from(NULL, 6, "shelve.lift[0][1]", "me", NULL),
                 "resume_from unload 6 shelve.lift[0][1]");
    EXPECT_HEARD(unload_signal_paid(NULL, 7, "me", NULL), "signal unload 7 paid");
    EXPECT_HEARD(nothing_signal_cleared(NULL, 7, "me", NULL), "signal nothing 7 cleared");
    EXPECT_HEARD(unload_get(NULL, 9, &row, NULL), "get unload 9 -");
    EXPECT_HEARD(unload_get(NULL, 9, NULL, NULL), "get unload 9 nowhere");
    EXPECT_HEARD(nothing_get(NULL, 9, &empty, NULL), "get nothing 9 -");
    EXPECT_HEARD(unload_history(NULL, 9, &steps, NULL), "history unload 9 -");
    EXPECT_HEARD(unload_runs(NULL, PAWL_RUN_DONE, 3, 2, &runs, NULL), "list unload 3 done");
    assert_int_equal(runs.count, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_as_the_model),
        cmocka_unit_test(procedures_are_as_the_model),
        cmocka_unit_test(steps_have_constants),
        cmocka_unit_test(callbacks_are_called),
        cmocka_unit_test(functions_hand_on_what_they_are_given),
    };
    return cmocka_run_group_tests(tests, compile_file, free_all);
}
