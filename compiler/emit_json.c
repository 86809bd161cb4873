/*
 * The whole model for tools; model.schema.json says what each key means. Things refer to each other by name,
 * and keys stand in one order; what the file does not say is left out.
 */
#include "emit_json.h"

#include "emit.h"
#include "escape.h"

#include <inttypes.h>

struct json {
    struct text *out;
    const struct model_machine *machine;
    bool inner; /* something stands before in the object or array that is open */
    bool dense; /* all on one line, without blanks */
};

static const char *const type_names[] = {
#define X(constant, name) name,
    PAWL_TYPES(X)
#undef X
};

/* ---- values ---------------------------------------------------------------------------------------- */

static void before_value(struct json *json) {
    text_put(json->out, !json->inner ? "" : json->dense ? "," : ", ");
    json->inner = true;
}

static void key(struct json *json, const char *name) {
    before_value(json);
    text_char(json->out, '"');
    text_put(json->out, name);
    text_put(json->out, json->dense ? "\":" : "\": ");
}

static void open(struct json *json, char bracket) {
    text_char(json->out, bracket);
    json->inner = false;
}

static void close(struct json *json, char bracket) {
    text_char(json->out, bracket);
    json->inner = true;
}

static void put_string(struct json *json, const char *name, const char *value) {
    key(json, name);
    escape_json(json->out, value);
}

static void put_optional(struct json *json, const char *name, const char *value) {
    if (value != NULL)
        put_string(json, name, value);
}

static void put_flag(struct json *json, const char *name, bool value) {
    key(json, name);
    text_put(json->out, value ? "true" : "false");
}

static void put_number(struct json *json, const char *name, int64_t value) {
    key(json, name);
    text_printf(json->out, "%" PRId64, value);
}

static void put_positive(struct json *json, const char *name, int64_t value) {
    if (value != 0)
        put_number(json, name, value);
}

/* ---- parts ----------------------------------------------------------------------------------------- */

static void put_place(struct json *json, const char *name, struct model_place place) {
    key(json, name);
    if (place.state == NULL && place.composite == NULL)
        text_put(json->out, "null");
    else
        escape_json(json->out, place.state != NULL ? place.state->name : place.composite->name);
}

static void put_state(struct json *json, const char *name, size_t state) {
    key(json, name);
    if (state == MODEL_NOTHING)
        text_put(json->out, "null");
    else
        escape_json(json->out, json->machine->states[state].name);
}

static void put_hooks(struct json *json, const char *name, const struct model_hooks *hooks) {
    key(json, name);
    open(json, '[');
    for (size_t i = 0; i < hooks->count; i++) {
        before_value(json);
        escape_json(json->out, hooks->hooks[i]->name);
    }
    close(json, ']');
}

static void put_conditions(struct json *json, size_t count, const struct model_condition *conditions) {
    key(json, "conditions");
    open(json, '[');
    for (size_t i = 0; i < count; i++) {
        before_value(json);
        open(json, '{');
        put_string(json, "guard", conditions[i].guard->name);
        put_flag(json, "negated", conditions[i].negated);
        close(json, '}');
    }
    close(json, ']');
}

static void reference(struct json *json, const struct model_reference *reference) {
    static const char *const kinds[] = {
        [MODEL_KEY] = "key", [MODEL_NOW] = "now", [MODEL_PARAM] = "param", [MODEL_CREATED] = "created"};
    open(json, '{');
    put_string(json, "kind", kinds[reference->kind]);
    if (reference->kind == MODEL_PARAM || reference->kind == MODEL_CREATED)
        put_string(json, "column", json->machine->columns[reference->column].name);
    if (reference->kind == MODEL_CREATED)
        put_string(json, "event", json->machine->events[reference->event].name);
    if (reference->length > 0) {
        put_number(json, "offset", (int64_t)reference->offset);
        put_number(json, "length", (int64_t)reference->length);
    }
    close(json, '}');
}

static void put_reference(struct json *json, const char *name, const struct model_reference *value) {
    if (value == NULL)
        return;
    key(json, name);
    reference(json, value);
}

static void put_column(struct json *json, const char *name, const struct model_entity *entity) {
    if (entity == NULL)
        return;
    key(json, name);
    open(json, '{');
    put_optional(json, "schema", entity->schema);
    put_string(json, "table", entity->table);
    put_string(json, "column", entity->column);
    close(json, '}');
}

static void put_sql(struct json *json, const char *name, const struct model_sql *sql) {
    if (sql == NULL)
        return;
    key(json, name);
    open(json, '{');
    put_string(json, "text", sql->text);
    key(json, "references");
    open(json, '[');
    for (size_t i = 0; i < sql->reference_count; i++) {
        before_value(json);
        reference(json, &sql->references[i]);
    }
    close(json, ']');
    close(json, '}');
}

/* ---- what a machine has many of: each item on a line of its own ------------------------------------- */

typedef void item_fn(struct json *json, size_t index);

static void put_list(struct json *json, const char *name, size_t count, item_fn *item) {
    text_put(json->out, json->dense ? "," : ",\n      ");
    json->inner = false;
    key(json, name);
    text_char(json->out, '[');
    for (size_t i = 0; i < count; i++) {
        text_put(json->out, i == 0 ? "" : ",");
        text_put(json->out, json->dense ? "" : "\n        ");
        open(json, '{');
        item(json, i);
        close(json, '}');
    }
    text_put(json->out, count == 0 || json->dense ? "]" : "\n      ]");
    json->inner = true;
}

static void state(struct json *json, size_t index) {
    const struct model_state *state = &json->machine->states[index];
    put_string(json, "name", state->name);
    put_string(json, "label", state->label);
    put_string(json, "stored", state->stored);
    put_optional(json, "doc", state->doc);
    put_optional(json, "renamed_from", state->renamed_from);
    put_flag(json, "initial", state->is_initial);
    put_flag(json, "final", state->is_final);
    put_optional(json, "parent", state->parent == NULL ? NULL : state->parent->name);
    put_hooks(json, "enter", &state->enter);
    put_hooks(json, "leave", &state->leave);
    if (state->work != NULL)
        put_number(json, "work", state->work - json->machine->works);
}

static void composite(struct json *json, size_t index) {
    const struct model_composite *composite = &json->machine->composites[index];
    put_string(json, "name", composite->name);
    put_string(json, "label", composite->label);
    put_optional(json, "doc", composite->doc);
    put_optional(json, "renamed_from", composite->renamed_from);
    put_optional(json, "parent", composite->parent == NULL ? NULL : composite->parent->name);
    put_state(json, "initial", composite->initial);
    put_hooks(json, "enter", &composite->enter);
    put_hooks(json, "leave", &composite->leave);
}

static void event(struct json *json, size_t index) {
    const struct model_event *event = &json->machine->events[index];
    put_string(json, "name", event->name);
    put_string(json, "label", event->label);
    put_string(json, "stored", event->stored);
    put_optional(json, "doc", event->doc);
    put_optional(json, "renamed_from", event->renamed_from);
    put_flag(json, "creation", event->is_creation);
    put_flag(json, "timer", event->is_timer);
    key(json, "params");
    open(json, '[');
    for (size_t i = 0; i < event->param_count; i++) {
        const struct model_param *param = &event->params[i];
        before_value(json);
        open(json, '{');
        put_string(json, "name", param->name);
        put_string(json, "type", type_names[param->type]);
        put_flag(json, "optional", param->optional);
        put_string(json, "column", json->machine->columns[param->column].name);
        put_optional(json, "renamed_from", param->renamed_from);
        close(json, '}');
    }
    close(json, ']');
    key(json, "serialize_by");
    open(json, '[');
    for (size_t i = 0; i < event->serialize_count; i++) {
        before_value(json);
        reference(json, &event->serialize_by[i]);
    }
    close(json, ']');
}

static void column(struct json *json, size_t index) {
    put_string(json, "name", json->machine->columns[index].name);
    put_string(json, "type", type_names[json->machine->columns[index].type]);
}

static void arrow(struct json *json, size_t index) {
    static const char *const targets[] = {[MODEL_TO] = "to", [MODEL_SAME] = "same", [MODEL_STAY] = "stay"};
    const struct model_arrow *arrow = &json->machine->arrows[index];
    put_string(json, "event", json->machine->events[arrow->event].name);
    put_place(json, "from", arrow->from);
    put_string(json, "target", targets[arrow->target]);
    put_place(json, "to", arrow->to);
    put_flag(json, "reopens", arrow->reopens);
    if (arrow->timer != NULL)
        put_number(json, "timer", arrow->timer - json->machine->timers);
    put_conditions(json, arrow->condition_count, arrow->conditions);
    put_hooks(json, "do", &arrow->effects);
    put_hooks(json, "then", &arrow->after);
    put_optional(json, "doc", arrow->doc);
}

static void move(struct json *json, size_t index) {
    const struct model_move *move = &json->machine->moves[index];
    put_string(json, "event", json->machine->events[move->event].name);
    put_state(json, "from", move->from);
    put_state(json, "to", move->to);
    put_number(json, "arrow", move->arrow - json->machine->arrows);
}

static void ignore(struct json *json, size_t index) {
    const struct model_ignore *ignore = &json->machine->ignores[index];
    put_string(json, "event", json->machine->events[ignore->event].name);
    put_state(json, "state", ignore->state);
}

static void timer(struct json *json, size_t index) {
    const struct model_timer *timer = &json->machine->timers[index];
    put_string(json, "event", json->machine->events[timer->event].name);
    put_place(json, "place", timer->place);
    if (timer->kind == MODEL_AFTER)
        put_number(json, "after_ms", timer->after_ms);
    else
        put_reference(json, "at", timer->at);
    put_positive(json, "every_ms", timer->every_ms);
}

static void hook(struct json *json, const struct model_hook *hook) {
    put_string(json, "name", hook->name);
    put_optional(json, "doc", hook->doc);
    put_sql(json, "postgres", hook->postgres);
    put_sql(json, "sqlite", hook->sqlite);
}

static void guard(struct json *json, size_t index) {
    hook(json, &json->machine->guards[index]);
}

static void effect(struct json *json, size_t index) {
    hook(json, &json->machine->effects[index]);
}

static void work(struct json *json, size_t index) {
    const struct model_work *work = &json->machine->works[index];
    put_place(json, "place", work->place);
    key(json, "hook");
    open(json, '{');
    hook(json, work->hook);
    close(json, '}');
    put_number(json, "lease_ms", work->lease_ms);
    put_positive(json, "every_ms", work->every_ms);
    put_positive(json, "backoff_from_ms", work->backoff_from_ms);
    put_positive(json, "backoff_to_ms", work->backoff_to_ms);
    put_positive(json, "attempts", work->attempts);
    put_optional(json, "else", work->else_event == NULL ? NULL : work->else_event->name);
}

static void assertion(struct json *json, size_t index) {
    static const char *const kinds[] = {
        [MODEL_CAN_FINISH] = "can_finish",     [MODEL_NEVER_REACHES] = "never_reaches",
        [MODEL_NEVER_MOVES] = "never_moves",   [MODEL_ONLY_AFTER] = "only_after",
        [MODEL_LEADS_TO] = "leads_to",         [MODEL_AT_MOST_ONCE] = "at_most_once",
        [MODEL_FINAL_WITHIN] = "final_within", [MODEL_WORKING_TIMEOUTS] = "working_timeouts"};
    const struct model_assert *assertion = &json->machine->asserts[index];
    put_string(json, "kind", kinds[assertion->kind]);
    put_string(json, "text", assertion->text);
    if (assertion->left.state != NULL || assertion->left.composite != NULL)
        put_place(json, "left", assertion->left);
    if (assertion->right_count > 0) {
        key(json, "right");
        open(json, '[');
        for (size_t i = 0; i < assertion->right_count; i++) {
            const struct model_place *place = &assertion->right[i];
            before_value(json);
            escape_json(json->out, place->state != NULL ? place->state->name : place->composite->name);
        }
        close(json, ']');
    }
    put_optional(json, "event", assertion->event == NULL ? NULL : assertion->event->name);
    put_positive(json, "within_ms", assertion->within_ms);
    if (assertion->assuming_progress)
        put_flag(json, "assuming_progress", true);
}

static void scenario(struct json *json, size_t index) {
    const struct model_scenario *scenario = &json->machine->scenarios[index];
    put_string(json, "label", scenario->label);
    key(json, "steps");
    open(json, '[');
    for (size_t i = 0; i < scenario->step_count; i++) {
        const struct model_step *step = &scenario->steps[i];
        before_value(json);
        open(json, '{');
        put_string(json, "event", json->machine->events[step->event].name);
        put_conditions(json, step->condition_count, step->conditions);
        close(json, '}');
    }
    close(json, ']');
    put_place(json, "expected", scenario->expected);
}

static void allow(struct json *json, size_t index) {
    put_string(json, "code", json->machine->allows[index].code);
    put_string(json, "reason", json->machine->allows[index].reason);
}

/* ---- machines -------------------------------------------------------------------------------------- */

static void machine(struct text *out, const struct model_machine *machine, bool dense, const char *more) {
    static const char *const storages[] = {[MODEL_HEAD] = "head",
                                           [MODEL_TRANSITIONS] = "transitions",
                                           [MODEL_TRANSITIONS_ENFORCED] = "transitions_enforced"};
    struct json json = {.out = out, .machine = machine, .dense = dense};
    text_put(out, dense ? "{" : "    {\n      ");
    put_string(&json, "name", machine->name);
    put_string(&json, "label", machine->label);
    put_string(&json, "fingerprint", machine->fingerprint);
    put_optional(&json, "doc", machine->doc);
    put_optional(&json, "renamed_from", machine->renamed_from);
    text_put(out, dense ? "," : ",\n      ");
    json.inner = false;
    put_string(&json, "key_type", type_names[machine->key_type]);
    put_column(&json, "entity", machine->entity);
    put_string(&json, "storage", storages[machine->storage]);
    put_flag(&json, "initial_is_implicit", machine->initial_is_implicit);
    put_reference(&json, "key", machine->key);
    put_column(&json, "mirror", machine->mirror);
    if (machine->emit != NULL) {
        put_optional(&json, "emit_topic", machine->emit->topic);
        put_reference(&json, "emit_reference", machine->emit->reference);
    }
    put_list(&json, "states", machine->state_count, state);
    put_list(&json, "composites", machine->composite_count, composite);
    put_list(&json, "events", machine->event_count, event);
    put_list(&json, "columns", machine->column_count, column);
    put_list(&json, "arrows", machine->arrow_count, arrow);
    put_list(&json, "moves", machine->move_count, move);
    put_list(&json, "ignores", machine->ignore_count, ignore);
    put_list(&json, "timers", machine->timer_count, timer);
    put_list(&json, "guards", machine->guard_count, guard);
    put_list(&json, "effects", machine->effect_count, effect);
    put_list(&json, "works", machine->work_count, work);
    put_list(&json, "asserts", machine->assert_count, assertion);
    put_list(&json, "scenarios", machine->scenario_count, scenario);
    put_list(&json, "allows", machine->allow_count, allow);
    text_put(out, more);
    text_put(out, dense ? "}" : "\n    }");
}

void json_machine(struct text *out, const struct model_machine *described, const char *more) {
    machine(out, described, true, more);
}

void emit_json(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    text_put(out, "{\n  \"pawl_model\": 1,\n  \"stem\": ");
    escape_json(out, model->stem);
    text_put(out, ",\n  \"machines\": [\n");
    for (size_t i = 0; i < model->machine_count; i++) {
        text_put(out, i == 0 ? "" : ",\n");
        machine(out, &model->machines[i], false, "");
    }
    text_put(out, "\n  ]\n}\n");
}
