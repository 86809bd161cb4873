#include "flow.h"

#include "print.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static json_t *object_of(const char *text) {
    json_t *json = text == NULL ? NULL : json_loads(text, 0, NULL);
    return json != NULL ? json : json_object();
}

/* What a step has set: the data afterwards that were not the same before. */
static json_t *set_by(const struct pawl_run_step *step) {
    json_t *before = object_of(step->before), *after = object_of(step->after), *set = json_object();
    const char *name;
    json_t *value;
    json_object_foreach(after, name, value) {
        if (!json_equal(value, json_object_get(before, name)))
            json_object_set(set, name, value);
    }
    json_decref(before);
    json_decref(after);
    return set;
}

static json_t *step_json(const struct pawl_run_step *step, const json_t *model) {
    char at[TIME_SIZE];
    return json_pack("{s:I, s:s, s:s?, s:i, s:b, s:s, s:i, s:o, s:s?, s:s?, s:s, s:I}", "number",
                     (json_int_t)step->number, "step", step->place, "label", flow_label(model, step->place),
                     "generation", step->generation, "undo", step->is_undo, "outcome", step->outcome,
                     "attempt", step->attempt, "set", set_by(step), "error", step->error, "actor",
                     step->actor, "at", print_time(at, step->at_us, 'T'), "duration_us",
                     (json_int_t)step->duration_us);
}

static const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static void put_line(const char *what, const char *text) {
    char *clean = text == NULL ? NULL : printable(text);
    if (clean != NULL && *clean != '\0')
        say("  %-9s %s\n", what, clean);
    free(clean);
}

static void put_values(const char *what, const json_t *values) {
    char *text = json_object_size(values) == 0 ? NULL : json_dumps(values, JSON_COMPACT);
    put_line(what, text);
    free(text);
}

/* One value on a line of the timeline: "volumes = 3, vm_id = "vm-7"". */
static char *words_of(const json_t *set) {
    struct text words = TEXT_INIT;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)set, name, value) {
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        text_printf(&words, "%s%s = %s", words.length > 0 ? ", " : "", name, text == NULL ? "?" : text);
        free(text);
    }
    return words.data;
}

static void put_heading(const json_t *run, const json_t *model) {
    const char *step = text_of(run, "step"), *label = text_of(model, "label");
    char *clean = label == NULL ? NULL : printable(label);
    say("%s %" JSON_INTEGER_FORMAT "%s%s%s: %s", text_of(run, "flow"),
        json_integer_value(json_object_get(run, "run")), clean == NULL ? "" : " (",
        clean == NULL ? "" : clean, clean == NULL ? "" : ")", text_of(run, "status"));
    if (json_is_null(json_object_get(run, "ended")))
        say(", going %s", json_is_true(json_object_get(run, "undoing")) ? "back" : "forward");
    if (step != NULL && *step != '\0')
        say(", at %s", step);
    say("\n");
    free(clean);
    put_line("started", text_of(run, "started"));
    put_line("ended", text_of(run, "ended"));
    put_line("waits for", text_of(run, "waits_for"));
    put_line("is to", text_of(run, "wish"));
    put_values("args", json_object_get(run, "args"));
    put_values("data", json_object_get(run, "data"));
    put_line("error", text_of(run, "error"));
}

/* A time that a person would notice. */
static bool is_noticed(const json_t *step) {
    return json_integer_value(json_object_get(step, "duration_us")) >= 1000;
}

static bool any_is_noticed(const json_t *steps) {
    size_t index;
    const json_t *step;
    json_array_foreach(steps, index, step) {
        if (is_noticed(step))
            return true;
    }
    return false;
}

static void put_timeline(const json_t *steps) {
    static const char *const headings[] = {"when", "", "what", "step", ">attempt", "by", ""};
    static const char *const with_times[] = {"when", "", "what", "step", ">attempt", ">took", "by", ""};
    const bool has_times = any_is_noticed(steps);
    struct table table;
    size_t index;
    const json_t *step;
    if (json_array_size(steps) == 0)
        return;
    say("\n");
    if (has_times)
        table_begin(&table, with_times, sizeof with_times / sizeof *with_times);
    else
        table_begin(&table, headings, sizeof headings / sizeof *headings);
    json_array_foreach(steps, index, step) {
        char took[DURATION_SIZE], attempt[24], words[300];
        const char *label = text_of(step, "label"), *error = text_of(step, "error");
        char *set = words_of(json_object_get(step, "set"));
        snprintf(attempt, sizeof attempt, "%" JSON_INTEGER_FORMAT,
                 json_integer_value(json_object_get(step, "attempt")));
        snprintf(words, sizeof words, "%s%s%s%s", text_of(step, "step"), label == NULL ? "" : " (",
                 label == NULL ? "" : label, label == NULL ? "" : ")");
        char *place = printable(words),
             *who = printable(text_of(step, "actor") == NULL ? "" : text_of(step, "actor"));
        char *why = printable(error != NULL ? error : set == NULL ? "" : set);
        char at[TIME_SIZE] = "";
        snprintf(at, sizeof at, "%s", text_of(step, "at"));
        at[10] = at[10] == 'T' ? ' ' : at[10];
        table_cell(&table, at);
        table_cell(&table, json_is_true(json_object_get(step, "undo")) ? "<" : ">");
        table_cell(&table, text_of(step, "outcome"));
        table_cell(&table, place);
        table_cell(&table, attempt);
        if (has_times)
            table_cell(&table,
                       is_noticed(step)
                           ? print_duration(took, json_integer_value(json_object_get(step, "duration_us")))
                           : "");
        table_cell(&table, who);
        table_cell(&table, why);
        free(set);
        free(place);
        free(who);
        free(why);
    }
    table_end(&table, "  ");
}

int flow_show(struct call *call, int64_t number) {
    struct pawl_run run;
    struct pawl_run_steps history = {NULL, 0};
    struct flow_model model = {0};
    enum pawl_status status = pawl_run_get(call->db, NULL, number, &run, &call->err);
    if (status != PAWL_OK)
        return flow_error(call, status);
    json_t *json = flow_run_json(&run), *steps = json_array();
    if (!flow_model_read(call, text_of(json, "flow"), text_of(json, "fingerprint"), &model)) {
        json_decref(json);
        json_decref(steps);
        return database_error(call);
    }
    status = pawl_run_history(call->db, NULL, number, &history, &call->err);
    for (size_t i = 0; status == PAWL_OK && i < history.count; i++)
        json_array_append_new(steps, step_json(&history.rows[i], model.json));
    if (status == PAWL_OK && call->json) {
        json_object_set_new(json, "label", json_incref(json_object_get(model.json, "label")));
        json_object_set(json, "steps", steps);
        print_json(json_incref(json));
    } else if (status == PAWL_OK) {
        put_heading(json, model.json);
        put_timeline(steps);
    }
    json_decref(json);
    json_decref(steps);
    json_decref(model.json);
    return status == PAWL_OK ? EXIT_DONE : flow_error(call, status);
}
