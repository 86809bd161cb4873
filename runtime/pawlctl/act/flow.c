#include "flow.h"
#include "act.h"
#include "base/suggest.h"
#include "database/database.h"
#include "database/flow_model.h"
#include "say/json.h"
#include "say/print.h"

#include <string.h>

/* ---- what operators say to a run ---------------------------------------------------------------- */

typedef enum pawl_status say_fn(struct pawl_db *db, const char *flow, int64_t run, const char *actor,
                                struct pawl_error *err);

struct flow_verb {
    const char *name;
    size_t operand_count; /* with the verb itself */
    say_fn *say;
    const char *said; /* once it is written down */
};

static const struct flow_verb verbs[] = {
    {"ls", 1, NULL, NULL},
    {"show", 2, NULL, NULL},
    {"pause", 2, pawl_run_pause, "it stops before its next step"},
    {"resume", 2, pawl_run_resume, "it continues"},
    {"retry", 2, pawl_run_retry, "it tries again"},
    {"rollback", 2, pawl_run_rollback, "its finished steps are undone"},
    {"cancel", 2, pawl_run_cancel, "it ends in its present step, and nothing is undone"},
    {"signal", 3, NULL, "the signal is sent"},
    {"resume-from", 3, NULL, "all from there on is undone, and done again"},
};

static const struct flow_verb *find_verb(const struct call *call) {
    struct suggestion suggestion = suggestion_for(call->operands[0]);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].name, call->operands[0]) == 0)
            return &verbs[i];
        suggestion_offer(&suggestion, verbs[i].name);
    }
    usage_error(call,
                "flow: expected ls, show, pause, resume, retry, rollback, cancel, signal or resume-from, got "
                "%s%s%s%s",
                call->operands[0], DID_YOU_MEAN(suggestion));
}

static int64_t read_run(const struct call *call) {
    const char *text = call->operands[1];
    int64_t run;
    if (*text == '0' || !parse_number(text, 1, INT64_MAX, &run))
        usage_error(call, "`%s` is no run: pawlctl flow ls lists them by their numbers", text);
    return run;
}

/* How it stands now; what was said may have to wait for the end of a step. */
static void flow_report(struct call *call, const struct flow_verb *verb, int64_t number) {
    struct pawl_run run;
    answer_check(call, pawl_run_get(call->db, NULL, number, &run, &call->err));
    row_tell(call, flow_run_row(&run),
             arena_printf(memory, "{flow} {run}: %s; %s\n", verb->said,
                          run.wish != NULL ? "recorded, and obeyed by its next worker" : "now {status}"));
}

/* Whether a step of the flow waits for it; the names of those that it has to `signals`, each once. */
static bool waits_for(const json_t *model, const char *signal, struct text *signals) {
    json_t *seen = json_object();
    for (EACH_ITEM(step, json_object_get(model, "steps"))) {
        const char *name = text_of(*step, "signal");
        if (name == NULL || json_object_get(seen, name) != NULL)
            continue;
        text_printf(signals, "%s%s", json_object_size(seen) > 0 ? ", " : "", name);
        json_object_set_new(seen, name, json_true());
    }
    return json_object_get(seen, signal) != NULL;
}

/* A run may be taken up by a program of a newer version than its own: refused is what neither waits for. */
static void check_signal(struct call *call, int64_t number, const char *signal) {
    struct pawl_run run;
    answer_check(call, pawl_run_get(call->db, NULL, number, &run, &call->err));
    const char *flow = copy_of(run.flow), *versions[] = {copy_of(run.fingerprint), NULL};
    struct text signals = TEXT_INIT;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        const struct flow_model model = flow_model_read(call, flow, versions[i]);
        text_free(&signals);
        if (model.json == NULL || waits_for(model.json, signal, &signals)) {
            text_free(&signals);
            return;
        }
    }
    if (signals.data == NULL)
        refused(NULL, "%s waits for no signal %s; it waits for none at all", flow, signal);
    refused(NULL, "%s waits for no signal %s; it has: %s", flow, signal, text_keep(&signals, memory));
}

static int say_to_run(struct call *call, const struct flow_verb *verb, int64_t run) {
    const char *actor = option_text(call, "--actor"), *more = call->operands[2];
    enum pawl_status status;
    const bool is_signal = strcmp(verb->name, "signal") == 0;
    if (is_signal)
        check_signal(call, run, more);
    if (verb->say != NULL)
        status = verb->say(call->db, NULL, run, actor, &call->err);
    else if (is_signal)
        status = pawl_run_signal(call->db, NULL, run, more, actor, &call->err);
    else
        status = pawl_run_resume_from(call->db, NULL, run, more, actor, &call->err);
    answer_check(call, status);
    flow_report(call, verb, run);
    return EXIT_DONE;
}

/* ---- the command -------------------------------------------------------------------------------- */

int command_flow(struct call *call) {
    const struct flow_verb *verb = find_verb(call);
    bool lists = strcmp(verb->name, "ls") == 0;
    if (!lists && (option(call, "--parked") != NULL || option(call, "--status") != NULL ||
                   option(call, "--key") != NULL || option(call, "--lock") != NULL ||
                   option(call, "--limit") != NULL || option(call, "--after") != NULL))
        usage_error(call, "--parked, --status, --key, --lock, --limit and --after go with ls");
    if (lists ? call->operand_count > 2 : call->operand_count != verb->operand_count)
        usage_error(call, "flow %s: expected %s", verb->name,
                    lists                      ? "at most the name of a flow"
                    : verb->operand_count == 2 ? "the number of a run"
                    : verb->name[0] == 's'     ? "the number of a run, and the signal"
                                               : "the number of a run, and a step that it has done");
    if (lists)
        return flow_list(call, call->operands[1]);
    const int64_t run = read_run(call);
    return strcmp(verb->name, "show") == 0 ? flow_show(call, run) : say_to_run(call, verb, run);
}
