/*
 * The whole model for tools; model.schema.json says what each key means. Things refer to each other by name,
 * and keys stand in one order; what the file does not say is left out.
 */
#include "emit/json/json.h"
#include "base/text.h"
#include "model/dialect.h"

#include "base/escape.h"
#include "emit/emit.h"
#include "emit/json/values.h"

/* ---- parts ----------------------------------------------------------------------------------------- */

static void put_place(struct json *json, const char *name, struct model_place place) {
    json_key(json, name);
    if (place.state == NULL && place.composite == NULL)
        text_put(json->out, "null");
    else
        escape_json(json->out, place.state != NULL ? place.state->name : place.composite->name);
}

static void put_state(struct json *json, const char *name, size_t state) {
    json_key(json, name);
    if (state == MODEL_NOTHING)
        text_put(json->out, "null");
    else
        escape_json(json->out, json->machine->states[state].name);
}

static void put_hooks(struct json *json, const char *name, const struct model_hooks *hooks) {
    json_key(json, name);
    json_open(json, '[');
    for (size_t i = 0; i < hooks->count; i++) {
        json_next(json);
        escape_json(json->out, hooks->hooks[i]->name);
    }
    json_close(json, ']');
}

static void put_conditions(struct json *json, size_t count, const struct model_condition *conditions) {
    json_key(json, "conditions");
    json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        json_next(json);
        json_open(json, '{');
        json_string(json, "guard", conditions[i].guard->name);
        json_flag(json, "negated", conditions[i].negated);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void reference(struct json *json, const struct model_reference *reference) {
    static const char *const kinds[] = {
        [MODEL_KEY] = "key", [MODEL_NOW] = "now", [MODEL_PARAM] = "param", [MODEL_CREATED] = "created"};
    json_open(json, '{');
    json_string(json, "kind", kinds[reference->kind]);
    if (reference->kind == MODEL_PARAM || reference->kind == MODEL_CREATED)
        json_string(json, "column", json->machine->columns[reference->column].name);
    if (reference->kind == MODEL_CREATED)
        json_string(json, "event", json->machine->events[reference->event].name);
    if (reference->length > 0) {
        json_number(json, "offset", (int64_t)reference->offset);
        json_number(json, "length", (int64_t)reference->length);
    }
    json_close(json, '}');
}

void json_reference(struct json *json, const char *name, const struct model_reference *value) {
    if (value == NULL)
        return;
    json_key(json, name);
    reference(json, value);
}

static void put_column(struct json *json, const char *name, const struct model_entity *entity) {
    if (entity == NULL)
        return;
    json_key(json, name);
    json_open(json, '{');
    json_optional(json, "schema", entity->schema);
    json_string(json, "table", entity->table);
    json_string(json, "column", entity->column);
    json_close(json, '}');
}

static void put_sql(struct json *json, const char *name, const struct model_sql *sql) {
    if (sql == NULL)
        return;
    json_key(json, name);
    json_open(json, '{');
    json_string(json, "text", sql->text);
    json_key(json, "references");
    json_open(json, '[');
    for (size_t i = 0; i < sql->reference_count; i++) {
        json_next(json);
        reference(json, &sql->references[i]);
    }
    json_close(json, ']');
    json_close(json, '}');
}

/* ---- what a machine has many of: each item on a line of its own ------------------------------------- */

static void state(struct json *json, size_t index) {
    const struct model_state *state = &json->machine->states[index];
    json_string(json, "name", state->name);
    json_string(json, "label", state->label);
    json_string(json, "stored", state->stored);
    json_optional(json, "doc", state->doc);
    json_optional(json, "renamed_from", state->renamed_from);
    json_flag(json, "initial", state->is_initial);
    json_flag(json, "final", state->is_final);
    json_optional(json, "parent", state->parent == NULL ? NULL : state->parent->name);
    put_hooks(json, "enter", &state->enter);
    put_hooks(json, "leave", &state->leave);
    if (state->work != NULL)
        json_number(json, "work", state->work - json->machine->works);
}

static void composite(struct json *json, size_t index) {
    const struct model_composite *composite = &json->machine->composites[index];
    json_string(json, "name", composite->name);
    json_string(json, "label", composite->label);
    json_optional(json, "doc", composite->doc);
    json_optional(json, "renamed_from", composite->renamed_from);
    json_optional(json, "parent", composite->parent == NULL ? NULL : composite->parent->name);
    put_state(json, "initial", composite->initial);
    put_hooks(json, "enter", &composite->enter);
    put_hooks(json, "leave", &composite->leave);
}

static void event(struct json *json, size_t index) {
    const struct model_event *event = &json->machine->events[index];
    json_string(json, "name", event->name);
    json_string(json, "label", event->label);
    json_string(json, "stored", event->stored);
    json_optional(json, "doc", event->doc);
    json_optional(json, "renamed_from", event->renamed_from);
    json_flag(json, "creation", event->is_creation);
    json_flag(json, "timer", event->is_timer);
    json_key(json, "params");
    json_open(json, '[');
    for (size_t i = 0; i < event->param_count; i++) {
        const struct model_param *param = &event->params[i];
        json_next(json);
        json_open(json, '{');
        json_string(json, "name", param->name);
        json_string(json, "type", model_type_name(param->type));
        json_flag(json, "optional", param->optional);
        json_string(json, "column", json->machine->columns[param->column].name);
        json_optional(json, "renamed_from", param->renamed_from);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_key(json, "serialize_by");
    json_open(json, '[');
    for (size_t i = 0; i < event->serialize_count; i++) {
        json_next(json);
        reference(json, &event->serialize_by[i]);
    }
    json_close(json, ']');
}

static void column(struct json *json, size_t index) {
    json_string(json, "name", json->machine->columns[index].name);
    json_string(json, "type", model_type_name(json->machine->columns[index].type));
    if (json->machine->columns[index].is_personal)
        json_flag(json, "personal", true);
}

static void arrow(struct json *json, size_t index) {
    static const char *const targets[] = {[MODEL_TO] = "to", [MODEL_SAME] = "same", [MODEL_STAY] = "stay"};
    const struct model_arrow *arrow = &json->machine->arrows[index];
    json_string(json, "event", json->machine->events[arrow->event].name);
    put_place(json, "from", arrow->from);
    json_string(json, "target", targets[arrow->target]);
    put_place(json, "to", arrow->to);
    json_flag(json, "reopens", arrow->reopens);
    if (arrow->timer != NULL)
        json_number(json, "timer", arrow->timer - json->machine->timers);
    put_conditions(json, arrow->condition_count, arrow->conditions);
    put_hooks(json, "do", &arrow->effects);
    put_hooks(json, "then", &arrow->after);
    json_optional(json, "doc", arrow->doc);
}

static void move(struct json *json, size_t index) {
    const struct model_move *move = &json->machine->moves[index];
    json_string(json, "event", json->machine->events[move->event].name);
    put_state(json, "from", move->from);
    put_state(json, "to", move->to);
    json_number(json, "arrow", move->arrow - json->machine->arrows);
    if (move->effects.count > 0)
        put_hooks(json, "effects", &move->effects);
}

static void ignore(struct json *json, size_t index) {
    const struct model_ignore *ignore = &json->machine->ignores[index];
    json_string(json, "event", json->machine->events[ignore->event].name);
    put_state(json, "state", ignore->state);
}

static void timer(struct json *json, size_t index) {
    const struct model_timer *timer = &json->machine->timers[index];
    json_string(json, "event", json->machine->events[timer->event].name);
    put_place(json, "place", timer->place);
    if (timer->kind == MODEL_AFTER)
        json_number(json, "after_ms", timer->after_ms);
    else
        json_reference(json, "at", timer->at);
    json_positive(json, "every_ms", timer->every_ms);
}

static void hook(struct json *json, const struct model_hook *hook) {
    json_string(json, "name", hook->name);
    json_optional(json, "doc", hook->doc);
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        if (dialect_is_in(json->machine->databases, i))
            put_sql(json, dialects[i]->name, hook->sql[i]);
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
    json_key(json, "hook");
    json_open(json, '{');
    hook(json, work->hook);
    json_close(json, '}');
    json_number(json, "lease_ms", work->lease_ms);
    json_positive(json, "every_ms", work->every_ms);
    json_positive(json, "backoff_from_ms", work->backoff_from_ms);
    json_positive(json, "backoff_to_ms", work->backoff_to_ms);
    json_positive(json, "attempts", work->attempts);
    json_optional(json, "else", work->else_event == NULL ? NULL : work->else_event->name);
}

static void assertion(struct json *json, size_t index) {
    static const char *const kinds[] = {
        [MODEL_CAN_FINISH] = "can_finish",     [MODEL_NEVER_REACHES] = "never_reaches",
        [MODEL_NEVER_MOVES] = "never_moves",   [MODEL_ONLY_AFTER] = "only_after",
        [MODEL_LEADS_TO] = "leads_to",         [MODEL_AT_MOST_ONCE] = "at_most_once",
        [MODEL_FINAL_WITHIN] = "final_within", [MODEL_WORKING_TIMEOUTS] = "working_timeouts"};
    const struct model_assert *assertion = &json->machine->asserts[index];
    json_string(json, "kind", kinds[assertion->kind]);
    json_string(json, "text", assertion->text);
    if (assertion->left.state != NULL || assertion->left.composite != NULL)
        put_place(json, "left", assertion->left);
    if (assertion->right_count > 0) {
        json_key(json, "right");
        json_open(json, '[');
        for (size_t i = 0; i < assertion->right_count; i++) {
            const struct model_place *place = &assertion->right[i];
            json_next(json);
            escape_json(json->out, place->state != NULL ? place->state->name : place->composite->name);
        }
        json_close(json, ']');
    }
    json_optional(json, "event", assertion->event == NULL ? NULL : assertion->event->name);
    json_positive(json, "within_ms", assertion->within_ms);
    if (assertion->assuming_progress)
        json_flag(json, "assuming_progress", true);
}

static void scenario(struct json *json, size_t index) {
    const struct model_scenario *scenario = &json->machine->scenarios[index];
    json_string(json, "label", scenario->label);
    json_key(json, "steps");
    json_open(json, '[');
    for (size_t i = 0; i < scenario->step_count; i++) {
        const struct model_step *step = &scenario->steps[i];
        json_next(json);
        json_open(json, '{');
        json_string(json, "event", json->machine->events[step->event].name);
        put_conditions(json, step->condition_count, step->conditions);
        json_close(json, '}');
    }
    json_close(json, ']');
    put_place(json, "expected", scenario->expected);
}

static void allow(struct json *json, size_t index) {
    json_string(json, "code", json->machine->allows[index].code);
    json_string(json, "reason", json->machine->allows[index].reason);
}

static void retirement(struct json *json, size_t index) {
    json_string(json, "state", json->machine->retirements[index].state);
    json_string(json, "to", json->machine->retirements[index].to->name);
}

/* ---- machines -------------------------------------------------------------------------------------- */

static void machine(struct text *out, const struct model_machine *machine, bool dense, const char *more) {
    static const char *const storages[] = {[MODEL_HEAD] = "head",
                                           [MODEL_TRANSITIONS] = "transitions",
                                           [MODEL_TRANSITIONS_ENFORCED] = "transitions_enforced"};
    struct json json = {.out = out, .machine = machine, .dense = dense};
    text_put(out, dense ? "{" : "    {\n      ");
    json_string(&json, "name", machine->name);
    json_string(&json, "label", machine->label);
    json_string(&json, "fingerprint", machine->fingerprint);
    json_optional(&json, "doc", machine->doc);
    json_optional(&json, "renamed_from", machine->renamed_from);
    text_put(out, dense ? "," : ",\n      ");
    json.inner = false;
    json_string(&json, "key_type", model_type_name(machine->key_type));
    put_column(&json, "entity", machine->entity);
    json_string(&json, "storage", storages[machine->storage]);
    json_positive(&json, "partitions", machine->partition_count);
    json_flag(&json, "initial_is_implicit", machine->initial_is_implicit);
    json_reference(&json, "key", machine->key);
    put_column(&json, "mirror", machine->mirror);
    if (machine->emit != NULL) {
        json_optional(&json, "emit_topic", machine->emit->topic);
        json_reference(&json, "emit_reference", machine->emit->reference);
    }
    json_list(&json, "states", machine->state_count, state);
    json_list(&json, "composites", machine->composite_count, composite);
    json_list(&json, "events", machine->event_count, event);
    json_list(&json, "columns", machine->column_count, column);
    json_list(&json, "arrows", machine->arrow_count, arrow);
    json_list(&json, "moves", machine->move_count, move);
    json_list(&json, "ignores", machine->ignore_count, ignore);
    json_list(&json, "timers", machine->timer_count, timer);
    json_list(&json, "guards", machine->guard_count, guard);
    json_list(&json, "effects", machine->effect_count, effect);
    json_list(&json, "works", machine->work_count, work);
    json_list(&json, "asserts", machine->assert_count, assertion);
    json_list(&json, "scenarios", machine->scenario_count, scenario);
    json_list(&json, "allows", machine->allow_count, allow);
    if (machine->retirement_count > 0)
        json_list(&json, "retired", machine->retirement_count, retirement);
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
    text_put(out, "\n  ]");
    if (model->flow_count > 0 || model->procedure_count > 0)
        json_flows(out, model);
    text_put(out, "\n}\n");
}
