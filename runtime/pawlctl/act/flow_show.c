#include "act.h"
#include "act/flow_show.sql.h"
#include "database/flow_model.h"
#include "database/model.h"
#include "flow.h"
#include "say/json.h"
#include "say/print.h"

#include <string.h>

static json_t *object_of(const char *text) {
    json_t *json = text == NULL ? NULL : json_loads(text, 0, NULL);
    return json != NULL ? json : json_object();
}

/* What a step has set: the data afterwards that were not the same before. */
static json_t *set_by(const struct pawl_run_step *step) {
    json_t *before = object_of(step->before), *after = object_of(step->after), *set = json_object();
    for (EACH_MEMBER(member, after))
        if (!json_equal(member->value, json_object_get(before, member->name)))
            json_object_set(set, member->name, member->value);
    return set;
}

static void put_line(const char *what, const char *text) {
    if (text != NULL && *text != '\0')
        say("  %-9s %s\n", what, printable(text));
}

static void put_values(const char *what, const json_t *values) {
    put_line(what, json_object_size(values) == 0 ? NULL : json_dumps(values, JSON_COMPACT));
}

/* One value on a line of the timeline: "volumes = 3, vm_id = "vm-7"". */
static const char *words_of(const json_t *set) {
    struct text words = TEXT_INIT;
    for (EACH_MEMBER(member, set))
        text_printf(&words, "%s%s = %s", words.length > 0 ? ", " : "", member->name,
                    json_dumps(member->value, JSON_ENCODE_ANY | JSON_COMPACT));
    return text_keep(&words, memory);
}

static bool blocks(const struct pawl_held_lock *lock, const char *type) {
    return *lock->type == '\0' || *type == '\0' || strcmp(lock->type, type) == 0;
}

/* The locks that the run waits for. */
static json_t *read_blockers(struct call *call, int64_t number) {
    json_t *blockers = json_array();
    const struct row_set waits = model_query(call, NULL, sql_waits, NULL, VALUES(value_bigint(number)), 2);
    for (EACH_ROW(row, waits)) { /* key, type */
        struct held_locks held;
        size_t found = 0;
        answer_check(call, held_locks_read(call, row[0].text, &held));
        for (size_t i = 0; i < held.count; i++) {
            const struct pawl_held_lock *lock = &held.list[i];
            if (!blocks(lock, row[1].text))
                continue;
            found++;
            json_array_append_new(
                blockers,
                row_object(ROW(row_text("key", lock->key),
                               row_text("machine", *lock->type == '\0' ? NULL : lock->type),
                               row_text("owner", call->json ? lock->owner : held_lock_owner(call, lock)),
                               row_text("login", held_lock_login(call, lock)))));
        }
        if (found == 0) /* a run that waits, too, comes first */
            json_array_append_new(
                blockers, row_object(ROW(row_text("key", row[0].text),
                                         row_text("machine", *row[1].text == '\0' ? NULL : row[1].text),
                                         row_text("owner", NULL), row_text("login", NULL))));
    }
    return blockers;
}

static void put_blockers(const json_t *blockers) {
    for (EACH_ITEM(blocker, blockers)) {
        const char *key = text_of(*blocker, "key"), *machine = text_of(*blocker, "machine"),
                   *owner = text_of(*blocker, "owner"), *login = text_of(*blocker, "login");
        put_line("blocked",
                 arena_printf(memory, "by the lock on %s of %s, held by %s%s%s: pawlctl locks %s", key,
                              machine == NULL ? "all machines" : machine,
                              owner == NULL ? "a run before it" : owner, login == NULL ? "" : ", login ",
                              login == NULL ? "" : login, shell_word(key)));
    }
}

static void put_heading(const json_t *run, const json_t *model) {
    const char *step = text_of(run, "step"), *label = text_of(model, "label");
    row_say(stdout,
            ROW(row_text("flow", text_of(run, "flow")), row_number("run", number_of(run, "run")),
                row_text("label", label), row_text("status", text_of(run, "status"))),
            label == NULL ? "{flow} {run}: {status}" : "{flow} {run} ({label}): {status}");
    if (json_is_null(json_object_get(run, "ended")))
        say(", going %s", flag_of(run, "undoing") ? "back" : "forward");
    if (step != NULL && *step != '\0')
        say(", at %s", step);
    say("\n");
    put_line("started", text_of(run, "started"));
    put_line("by", text_of(run, "started_by"));
    put_line("trace", text_of(run, "trace"));
    if (flag_of(run, "leased"))
        put_line("claimed", arena_printf(memory, "until %s", text_of(run, "due")));
    put_blockers(json_object_get(run, "blocked_by"));
    put_line("ended", text_of(run, "ended"));
    put_line("waits for", text_of(run, "waits_for"));
    put_line("wish", text_of(run, "wish"));
    put_values("args", json_object_get(run, "args"));
    put_values("data", json_object_get(run, "data"));
    put_line("error", text_of(run, "error"));
}

/* A time that a person would notice. */
static bool is_noticed(const struct pawl_run_step *step) {
    return step->duration_us >= 1000;
}

/* What a person calls the step of a place, "build.mount[3]"; NULL where that says no more than the place. */
static const char *label_of(const json_t *model, const char *place) {
    size_t length = strcspn(place, "[");
    for (EACH_ITEM(step, json_object_get(model, "steps"))) {
        const char *path = text_of(*step, "path");
        const char *label = text_of(*step, "label");
        if (path == NULL || label == NULL || strlen(path) != length || memcmp(path, place, length) != 0)
            continue;
        const char *dot = strrchr(path, '.');
        const char *name = dot == NULL ? path : dot + 1;
        size_t i = 0;
        while (name[i] != '\0' && label[i] == (name[i] == '_' ? ' ' : name[i]))
            i++;
        return name[i] == '\0' && label[i] == '\0' ? NULL : label;
    }
    return NULL;
}

static void add_step(struct list *steps, const struct pawl_run_step *step, const json_t *model,
                     bool has_times) {
    const char *label = label_of(model, step->place);
    json_t *set = set_by(step);
    const char *set_words = words_of(set),
               *words = label == NULL ? step->place : arena_printf(memory, "%s (%s)", step->place, label);
    list_add(
        steps,
        ROW(row_number("number", step->number), row_text("step", step->place), row_text("label", label),
            row_number("generation", step->generation), row_truth("undo", step->is_undo),
            column_only("", row_text("way", step->is_undo ? "<" : ">")),
            column("what", row_text("outcome", step->outcome)), column_only("step", row_text("step", words)),
            column(">attempt", row_number("attempt", step->attempt)),
            column_only(has_times ? ">took" : NULL,
                        row_or("", row_if(is_noticed(step), row_duration("took", step->duration_us)))),
            row_json("set", set), row_text("error", step->error),
            column("by", row_or("", row_actor(step->actor))),
            column_first("when", row_time("at", step->at_us)), row_number("duration_us", step->duration_us),
            column_only("", row_alarm(step->error != NULL,
                                      row_text("said", step->error != NULL ? step->error : set_words)))));
}

static void add_steps(struct list *steps, const struct pawl_run_steps *history, const json_t *model) {
    bool has_times = false;
    for (size_t i = 0; i < history->count; i++)
        has_times |= is_noticed(&history->rows[i]);
    for (size_t i = 0; i < history->count; i++)
        add_step(steps, &history->rows[i], model, has_times);
}

int flow_show(struct call *call, int64_t number) {
    struct pawl_run run;
    struct pawl_run_steps history = {NULL, 0};
    answer_check(call, pawl_run_get(call->db, NULL, number, &run, &call->err));
    json_t *json = row_object(flow_run_row(&run)); /* what libpawl hands out lives until it is called again */
    const struct row_set starter =
        model_query(call, NULL, sql_starter, NULL, VALUES(value_bigint(number)), 1);
    const char *actor = starter.count == 0 ? NULL : starter.cells[0].text, *trace = actor_trace(actor);
    json_object_set_new(json, "started_by", actor == NULL ? json_null() : json_text(row_actor(actor).text));
    json_object_set_new(json, "trace", trace == NULL ? json_null() : json_string(trace));
    json_object_set_new(json, "blocked_by", read_blockers(call, number));
    const struct flow_model model =
        flow_model_read(call, text_of(json, "flow"), text_of(json, "fingerprint"));
    answer_check(call, pawl_run_history(call->db, NULL, number, &history, &call->err));
    struct list steps = list_new(call, "steps", "");
    add_steps(&steps, &history, model.json);
    if (call->json) {
        json_object_set(json, "label", json_object_get(model.json, "label"));
        json_object_set(json, "steps", steps.rows);
        print_json(json);
    } else {
        put_heading(json, model.json);
        say("%s", steps.count > 0 ? "\n" : "");
        list_print(&steps);
    }
    return EXIT_DONE;
}
