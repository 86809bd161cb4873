#include "emit/c/flow.h"

#include <string.h>

/*
 * Functions that hand on what they are given: FLOW_NAME(struct pawl_db *db, PARAMETERS, struct pawl_error
 * *err) calls what `call` says, db coming before it and err behind it. $ is the flow's name in C.
 */
struct function {
    const char *name;
    const char *parameters; /* in the middle; NULL: none */
    const char *called;
    const char *arguments;
    const char *comment; /* NULL: what stands above says it */
};

static const struct function set_hooks = {"set_hooks", "const struct $_hooks *hooks", "pawl_set_flow_hooks",
                                          "&$_flow, hooks",
                                          "Gives a handle what its steps do, before it runs them."};

static const struct function start_with_args = {
    "start", "const struct $_args *args, const char *actor, int64_t *run", "pawl_flow_start",
    "&$_flow, args, actor, run", "Starts a run; actor may be NULL. See pawl_flow_start."};
static const struct function start_without_args = {"start", "const char *actor, int64_t *run",
                                                   "pawl_flow_start", "&$_flow, NULL, actor, run",
                                                   "Starts a run; actor may be NULL. See pawl_flow_start."};

static const struct function functions[] = {
    {"apply", NULL, "pawl_flow_apply", "&$_flow",
     "Makes the tables and functions of runs, and enters this flow: see pawl_flow_apply."},
    {"run", "int64_t run, enum pawl_run_status *status", "pawl_flow_run", "&$_flow, run, status",
     "Runs it in this thread, to its end or to where it must wait; status may be NULL. See pawl_flow_run."},
    {"step", "int64_t run, bool back, enum pawl_run_status *status", "pawl_flow_step",
     "&$_flow, run, back, status",
     "Exactly one attempt of one step, or the undo of the last one; status may be NULL."},
    {"pause", "int64_t run, const char *actor", "pawl_run_pause", "$_flow.name, run, actor",
     "What operators say to a run; actor may be NULL. See pawl_run_pause and what follows it."},
    {"resume", "int64_t run, const char *actor", "pawl_run_resume", "$_flow.name, run, actor", NULL},
    {"retry", "int64_t run, const char *actor", "pawl_run_retry", "$_flow.name, run, actor", NULL},
    {"rollback", "int64_t run, const char *actor", "pawl_run_rollback", "$_flow.name, run, actor", NULL},
    {"cancel", "int64_t run, const char *actor", "pawl_run_cancel", "$_flow.name, run, actor", NULL},
    {"resume_from", "int64_t run, const char *place, const char *actor", "pawl_run_resume_from",
     "$_flow.name, run, place, actor", NULL},
    {"get", "int64_t run, struct $_run_row *out", "pawl_flow_get",
     "&$_flow, run, out != NULL ? &out->run : NULL, @args, @data",
     "Where a run stands, with its values. OK or NOT_FOUND."},
    {"history", "int64_t run, struct pawl_run_steps *out", "pawl_run_history", "$_flow.name, run, out",
     "All that was done in a run, oldest first. OK or NOT_FOUND."},
    {"runs", "enum pawl_run_status status, int64_t after, size_t limit, struct pawl_runs *out", "", NULL,
     "Up to limit runs of this flow, of a status or, where that is 0, of any, the oldest first; after is the "
     "id of\n   the last one seen, or 0."},
};

enum { FUNCTION_COUNT = sizeof functions / sizeof *functions };

/* $ is the flow's name, @args and @data where the values of a row are put. */
static void put(struct text *out, const struct model_flow *flow, const char *words) {
    for (; *words != '\0'; words++) {
        size_t length = strlen("@args");
        if (*words == '$') {
            text_put(out, flow->c_name);
        } else if (*words == '@') {
            bool is_there = (words[1] == 'a' ? flow->arg_count : flow->data_count) > 0;
            if (is_there)
                text_printf(out, "out != NULL ? &out->%.*s : NULL", (int)length - 1, words + 1);
            else
                text_put(out, "NULL");
            words += length - 1;
        } else {
            text_char(out, *words);
        }
    }
}

static void signature(struct text *out, const struct model_flow *flow, const struct function *function) {
    struct text parameters = TEXT_INIT;
    text_put(&parameters, "struct pawl_db *db, ");
    if (function->parameters != NULL) {
        put(&parameters, flow, function->parameters);
        text_put(&parameters, ", ");
    }
    text_put(&parameters, "struct pawl_error *err");
    text_printf(out, "enum pawl_status %s_%s(", flow->c_name, function->name);
    if (!text_failed(&parameters))
        c_parameters(out, NULL, parameters.data);
    text_char(out, ')');
    out->failed |= text_failed(&parameters);
    text_free(&parameters);
}

static void declare(struct text *out, const struct model_flow *flow, const struct function *function) {
    if (function->comment != NULL)
        text_printf(out, "\n/* %s */\n", function->comment);
    signature(out, flow, function);
    text_put(out, ";\n");
}

static void define(struct text *out, const struct model_flow *flow, const struct function *function) {
    text_char(out, '\n');
    signature(out, flow, function);
    if (function->arguments == NULL) {
        text_printf(out,
                    " {\n"
                    "    struct pawl_run_filter filter = {%s_flow.name, status, NULL};\n"
                    "    return pawl_run_list(db, &filter, after, limit, out, err);\n"
                    "}\n",
                    flow->c_name);
        return;
    }
    text_printf(out, " {\n    return %s(db, ", function->called);
    put(out, flow, function->arguments);
    text_put(out, ", err);\n}\n");
}

/* ---- signals ------------------------------------------------------------------------------------ */

bool c_is_first_of_its_signal(const struct model_flow *flow, size_t step) {
    if (flow->steps[step].signal == NULL)
        return false;
    for (size_t i = 0; i < step; i++)
        if (flow->steps[i].signal != NULL && strcmp(flow->steps[i].signal, flow->steps[step].signal) == 0)
            return false;
    return true;
}

static void signal_signature(struct text *out, const struct model_flow *flow, const char *signal) {
    text_printf(out, "enum pawl_status %s_signal_%s(", flow->c_name, signal);
    c_parameters(out, NULL, "struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err");
    text_char(out, ')');
}

static void declare_signals(struct text *out, const struct model_flow *flow) {
    bool any = false;
    for (size_t i = 0; i < flow->step_count; i++) {
        if (!c_is_first_of_its_signal(flow, i))
            continue;
        if (!any)
            text_put(out, "\n/* Sends a signal, the first of which counts; actor may be NULL. See "
                          "pawl_run_signal. */\n");
        any = true;
        signal_signature(out, flow, flow->steps[i].signal);
        text_put(out, ";\n");
    }
}

static void define_signals(struct text *out, const struct model_flow *flow) {
    for (size_t i = 0; i < flow->step_count; i++) {
        if (!c_is_first_of_its_signal(flow, i))
            continue;
        text_char(out, '\n');
        signal_signature(out, flow, flow->steps[i].signal);
        text_printf(out, " {\n    return pawl_run_signal(db, %s_flow.name, run, \"%s\", actor, err);\n}\n",
                    flow->c_name, flow->steps[i].signal);
    }
}

/* ---- all ---------------------------------------------------------------------------------------- */

static const struct function *start_of(const struct model_flow *flow) {
    return flow->arg_count > 0 ? &start_with_args : &start_without_args;
}

void c_flow_functions_declare(struct text *out, const struct model_flow *flow) {
    const char *name = flow->c_name;
    text_printf(out,
                "\n/* A run as it stands, with its values. */\n"
                "struct %s_run_row {\n"
                "    struct pawl_run run;\n",
                name);
    if (flow->arg_count > 0)
        text_printf(out, "    struct %s_args args;\n", name);
    if (flow->data_count > 0)
        text_printf(out, "    struct %s_data data;\n", name);
    text_put(out, "};\n");
    if (flow->callback_count > 0)
        declare(out, flow, &set_hooks);
    declare(out, flow, start_of(flow));
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        declare(out, flow, &functions[i]);
    declare_signals(out, flow);
}

void c_flow_functions_define(struct text *out, const struct model_flow *flow) {
    if (flow->callback_count > 0)
        define(out, flow, &set_hooks);
    define(out, flow, start_of(flow));
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        define(out, flow, &functions[i]);
    define_signals(out, flow);
}
