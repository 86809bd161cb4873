/*
 * The whole model for tools; model.schema.json says what each key means. Things refer to each other by name,
 * and keys stand in one order; what the file does not say is left out.
 */
#include "emit/json/json.h"

#include "base/escape.h"
#include "emit/emit.h"
#include "model/dialect.h"

#include <inttypes.h>

/* ---- values ---------------------------------------------------------------------------------------- */

void json_put_string(struct text *out, const char *string) {
    if (string == NULL)
        text_put(out, "null");
    else
        escape_json(out, string);
}

void json_put_member(struct text *out, const char *key, const char *string) {
    if (string == NULL)
        return;
    text_printf(out, ", \"%s\": ", key);
    escape_json(out, string);
}

void json_put_number(struct text *out, const char *key, int64_t number, bool is_meant) {
    if (is_meant)
        text_printf(out, ", \"%s\": %" PRId64, key, number);
}

static void put_hooks(struct text *out, const struct model_hooks *hooks) {
    text_char(out, '[');
    for (size_t i = 0; i < hooks->count; i++) {
        text_put(out, i == 0 ? "" : ", ");
        escape_json(out, hooks->hooks[i]->name);
    }
    text_char(out, ']');
}

static void put_restarts(struct text *out, const struct template_scope *scope) {
    const struct model_arrow *arrow = scope->arrow;
    for (size_t i = 0; i < arrow->restart_count; i++) {
        text_put(out, i == 0 ? ", \"restarts\": [" : ", ");
        escape_json(out, scope->machine->events[arrow->restarts[i]].name);
    }
    text_put(out, arrow->restart_count > 0 ? "]" : "");
    text_put(out, arrow->is_unrecorded ? ", \"unrecorded\": true" : "");
}

/* The types of a machine's keys of locks, a bit for each; left out if all are texts, which have any spelling.
 */
static void put_key_types(struct text *out, const char *member, unsigned types) {
    const char *separator = "";
    if ((types & ~(1U << PAWL_TYPE_TEXT)) == 0)
        return;
    text_printf(out, ", \"%s\": [", member);
    for (unsigned type = 0; types >> type != 0; type++)
        if (types >> type & 1U) {
            text_printf(out, "%s\"%s\"", separator, model_type_name((enum pawl_type)type));
            separator = ", ";
        }
    text_char(out, ']');
}

static unsigned lock_types(const struct model_machine *machine) {
    return machine->key == NULL ? 0 : 1U << model_reference_type(machine, machine->key);
}

static unsigned serialize_types(const struct model_machine *machine) {
    unsigned types = 0;
    for (size_t e = 0; e < machine->event_count; e++)
        for (size_t i = 0; i < machine->events[e].serialize_count; i++)
            types |= 1U << model_reference_type(machine, &machine->events[e].serialize_by[i]);
    return types;
}

static void put_entity(struct text *out, const char *key, const struct model_entity *entity) {
    if (entity == NULL)
        return;
    text_printf(out, ", \"%s\": {", key);
    if (entity->schema != NULL) {
        text_put(out, "\"schema\": ");
        escape_json(out, entity->schema);
        text_put(out, ", ");
    }
    text_put(out, "\"table\": ");
    escape_json(out, entity->table);
    json_put_member(out, "column", entity->column);
    text_char(out, '}');
}

/* Each on a line of its own. */
static void put_rows(struct text *out, const struct template_scope *scope, const char *inside) {
    (void)scope;
    text_put(out, inside);
    text_put(out, *inside == '\0' ? "" : "\n      ");
}

static const char *place_name(struct model_place place) {
    return place.state == NULL && place.composite == NULL ? NULL : MODEL_OF_PLACE(place, name);
}

static const char *state_name(const struct template_scope *scope, size_t state) {
    return state == MODEL_NOTHING ? NULL : scope->machine->states[state].name;
}

static const char *event_name(const struct template_scope *scope, size_t event) {
    return scope->machine->events[event].name;
}

/* ---- what single lists go through ------------------------------------------------------------------ */

TEMPLATE_OWN(model_ignore, ignore, item)
TEMPLATE_OWN(model_timer, timer, item)
TEMPLATE_OWN(model_condition, condition, item)
TEMPLATE_OWN(model_step, step, item)
TEMPLATE_OWN(model_retirement, retirement, item)

static const struct model_sql *sql_of(const struct template_scope *scope) {
    return scope->hook->sql[scope->declaration];
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

#define NAME_OF(what) ((what) == NULL ? NULL : (what)->name)

#define LISTS(X, SOME, ENTER)                                                                                \
    X(key, scope->machine->key != NULL, reference, scope->machine->key)                                      \
    X(emit_reference, scope->machine->emit != NULL && scope->machine->emit->reference != NULL, reference,    \
      scope->machine->emit->reference)                                                                       \
    X(serialize_by, scope->event->serialize_count, reference, &scope->event->serialize_by[index])            \
    X(arrows, scope->machine->arrow_count, arrow, &scope->machine->arrows[index])                            \
    X(arrow_conditions, scope->arrow->condition_count, item, &scope->arrow->conditions[index])               \
    X(moves, scope->machine->move_count, move, &scope->machine->moves[index])                                \
    X(ignores, scope->machine->ignore_count, item, &scope->machine->ignores[index])                          \
    X(timers, scope->machine->timer_count, item, &scope->machine->timers[index])                             \
    X(at, timer_of(scope)->kind == MODEL_AT, reference, timer_of(scope)->at)                                 \
    SOME(dialects, PAWL_DIALECT_COUNT,                                                                       \
         scope->hook->sql[i] != NULL && dialect_is_in(scope->machine->databases, i), declaration, i)         \
    X(sql_references, sql_of(scope)->reference_count, reference, &sql_of(scope)->references[index])          \
    X(works, scope->machine->work_count, work, &scope->machine->works[index])                                \
    X(work_hook, 1, hook, scope->work->hook)                                                                 \
    X(right, scope->assertion->right_count, place, scope->assertion->right[index])                           \
    X(scenario_steps, scope->scenario->step_count, item, &scope->scenario->steps[index])                     \
    X(scenario_conditions, step_of(scope)->condition_count, item, &step_of(scope)->conditions[index])        \
    X(machine_allows, scope->machine->allow_count, allow, &scope->machine->allows[index])                    \
    X(retired, scope->machine->retirement_count, item, &scope->machine->retirements[index])
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(has_flows, scope->model->flow_count > 0 || scope->model->procedure_count > 0)                          \
    X(has_procedures, scope->model->procedure_count > 0)                                                     \
    X(has_effects, scope->move->effects.count > 0)                                                           \
    X(is_latest, timer_of(scope)->is_latest)                                                                 \
    X(is_after, timer_of(scope)->kind != MODEL_AT)                                                           \
    X(is_periodic, timer_of(scope)->kind == MODEL_EVERY)                                                     \
    X(has_right, scope->assertion->right_count > 0)                                                          \
    X(has_retired, scope->machine->retirement_count > 0)                                                     \
    X(has_place, scope->reference->length > 0) /* in a text of SQL */
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(STRING, stem, scope->model->stem)                                                                      \
    X(STRING, machine_name, scope->machine->name)                                                            \
    X(STRING, machine_label, scope->machine->label)                                                          \
    X(STRING, fingerprint, scope->machine->fingerprint)                                                      \
    X(MEMBER, machine_doc, "doc", scope->machine->doc)                                                       \
    X(MEMBER, machine_renamed_from, "renamed_from", scope->machine->renamed_from)                            \
    X(STRING, key_type, model_type_name(scope->machine->key_type))                                           \
    X(WORD, entity, put_entity(out, "entity", scope->machine->entity))                                       \
    X(STRING, storage, model_storage_name(scope->machine->storage))                                          \
    X(POSITIVE, partitions, "partitions", scope->machine->partition_count)                                   \
    X(WORD, unindexed, text_put(out, scope->machine->is_unindexed ? ", \"unindexed\": true" : ""))           \
    X(FLAG, initial_is_implicit, scope->machine->initial_is_implicit)                                        \
    X(WORD, lock_types, put_key_types(out, "lock_types", lock_types(scope->machine)))                        \
    X(WORD, serialize_types, put_key_types(out, "serialize_types", serialize_types(scope->machine)))         \
    X(WORD, mirror, put_entity(out, "mirror", scope->machine->mirror))                                       \
    X(MEMBER, emit_topic, "emit_topic", scope->machine->emit == NULL ? NULL : scope->machine->emit->topic)   \
    X(STRING, state_name, scope->state->name)                                                                \
    X(STRING, state_label, scope->state->label)                                                              \
    X(STRING, state_stored, scope->state->stored)                                                            \
    X(MEMBER, state_doc, "doc", scope->state->doc)                                                           \
    X(MEMBER, state_renamed_from, "renamed_from", scope->state->renamed_from)                                \
    X(FLAG, initial, scope->state->is_initial)                                                               \
    X(FLAG, final, scope->state->is_final)                                                                   \
    X(WORD, goal, text_put(out, scope->state->is_goal ? ", \"goal\": true" : ""))                            \
    X(MEMBER, state_parent, "parent", NAME_OF(scope->state->parent))                                         \
    X(WORD, state_enter, put_hooks(out, &scope->state->enter))                                               \
    X(WORD, state_leave, put_hooks(out, &scope->state->leave))                                               \
    X(INDEX, state_work, "work",                                                                             \
      scope->state->work == NULL ? MODEL_NOTHING : (size_t)(scope->state->work - scope->machine->works))     \
    X(STRING, composite_name, scope->place.composite->name)                                                  \
    X(STRING, composite_label, scope->place.composite->label)                                                \
    X(MEMBER, composite_doc, "doc", scope->place.composite->doc)                                             \
    X(MEMBER, composite_renamed_from, "renamed_from", scope->place.composite->renamed_from)                  \
    X(MEMBER, composite_parent, "parent", NAME_OF(scope->place.composite->parent))                           \
    X(STRING, composite_initial, state_name(scope, scope->place.composite->initial))                         \
    X(WORD, composite_enter, put_hooks(out, &scope->place.composite->enter))                                 \
    X(WORD, composite_leave, put_hooks(out, &scope->place.composite->leave))                                 \
    X(STRING, event_name, scope->event->name)                                                                \
    X(STRING, event_label, scope->event->label)                                                              \
    X(STRING, event_stored, scope->event->stored)                                                            \
    X(MEMBER, event_doc, "doc", scope->event->doc)                                                           \
    X(MEMBER, event_renamed_from, "renamed_from", scope->event->renamed_from)                                \
    X(FLAG, creation, scope->event->is_creation)                                                             \
    X(FLAG, fires_itself, scope->event->is_timer)                                                            \
    X(STRING, param_name, scope->param->name)                                                                \
    X(STRING, param_type, model_type_name(scope->param->type))                                               \
    X(FLAG, param_optional, scope->param->optional)                                                          \
    X(MEMBER, param_renamed_from, "renamed_from", scope->param->renamed_from)                                \
    X(STRING, column_name, scope->column->name)                                                              \
    X(STRING, column_type, model_type_name(scope->column->type))                                             \
    X(STRING, arrow_event, event_name(scope, scope->arrow->event))                                           \
    X(STRING, arrow_from, place_name(scope->arrow->from))                                                    \
    X(STRING, target, model_target_name(scope->arrow->target))                                               \
    X(STRING, arrow_to, place_name(scope->arrow->to))                                                        \
    X(FLAG, reopens, scope->arrow->reopens)                                                                  \
    X(INDEX, arrow_timer, "timer",                                                                           \
      scope->arrow->timer == NULL ? MODEL_NOTHING : (size_t)(scope->arrow->timer - scope->machine->timers))  \
    X(WORD, restarts, put_restarts(out, scope))                                                              \
    X(WORD, do, put_hooks(out, &scope->arrow->effects))                                                      \
    X(WORD, then, put_hooks(out, &scope->arrow->after))                                                      \
    X(MEMBER, arrow_doc, "doc", scope->arrow->doc)                                                           \
    X(STRING, guard, condition_of(scope)->guard->name)                                                       \
    X(FLAG, negated, condition_of(scope)->negated)                                                           \
    X(STRING, move_event, event_name(scope, scope->move->event))                                             \
    X(STRING, move_from, state_name(scope, scope->move->from))                                               \
    X(STRING, move_to, state_name(scope, scope->move->to))                                                   \
    X(NUMBER, move_arrow, scope->move->arrow - scope->machine->arrows)                                       \
    X(WORD, move_effects, put_hooks(out, &scope->move->effects))                                             \
    X(STRING, ignored_event, event_name(scope, ignore_of(scope)->event))                                     \
    X(STRING, ignoring_state, state_name(scope, ignore_of(scope)->state))                                    \
    X(STRING, timer_event, event_name(scope, timer_of(scope)->event))                                        \
    X(STRING, timer_place, place_name(timer_of(scope)->place))                                               \
    X(NUMBER, after_ms, timer_of(scope)->after_ms)                                                           \
    X(POSITIVE, unit_ms, "unit_ms", model_is_counted(timer_of(scope)) ? timer_of(scope)->after_ms : 0)       \
    X(POSITIVE, timer_every_ms, "every_ms", timer_of(scope)->every_ms)                                       \
    X(STRING, reference_kind, model_reference_kind_name(scope->reference->kind))                             \
    X(MEMBER, reference_column, "column",                                                                    \
      scope->reference->kind == MODEL_PARAM || scope->reference->kind == MODEL_CREATED                       \
          ? scope->machine->columns[scope->reference->column].name                                           \
          : NULL)                                                                                            \
    X(MEMBER, reference_event, "event",                                                                      \
      scope->reference->kind == MODEL_CREATED ? event_name(scope, scope->reference->event) : NULL)           \
    X(NUMBER, offset, scope->reference->offset)                                                              \
    X(NUMBER, length, scope->reference->length)                                                              \
    X(STRING, hook_name, scope->hook->name)                                                                  \
    X(MEMBER, hook_label, "label", scope->hook->label)                                                       \
    X(MEMBER, hook_doc, "doc", scope->hook->doc)                                                             \
    X(STRING, dialect, dialects[scope->declaration]->name)                                                   \
    X(STRING, sql_text, sql_of(scope)->text)                                                                 \
    X(STRING, work_place, place_name(scope->work->place))                                                    \
    X(NUMBER, lease_ms, scope->work->lease_ms)                                                               \
    X(POSITIVE, work_every_ms, "every_ms", scope->work->every_ms)                                            \
    X(POSITIVE, backoff_from_ms, "backoff_from_ms", scope->work->backoff_from_ms)                            \
    X(POSITIVE, backoff_to_ms, "backoff_to_ms", scope->work->backoff_to_ms)                                  \
    X(POSITIVE, attempts, "attempts", scope->work->attempts)                                                 \
    X(MEMBER, else_event, "else", NAME_OF(scope->work->else_event))                                          \
    X(STRING, assert_kind, assert_form_name(scope->assertion->kind))                                         \
    X(STRING, assert_text, scope->assertion->text)                                                           \
    X(MEMBER, left, "left", place_name(scope->assertion->left))                                              \
    X(STRING, place, place_name(scope->place))                                                               \
    X(MEMBER, assert_event, "event", NAME_OF(scope->assertion->event))                                       \
    X(POSITIVE, within_ms, "within_ms", scope->assertion->within_ms)                                         \
    X(STRING, scenario_label, scope->scenario->label)                                                        \
    X(STRING, scenario_event, event_name(scope, step_of(scope)->event))                                      \
    X(STRING, expected, place_name(scope->scenario->expected))                                               \
    X(STRING, code, scope->allow->code)                                                                      \
    X(STRING, reason, scope->allow->reason)                                                                  \
    X(STRING, retired_state, retirement_of(scope)->state)                                                    \
    X(STRING, retired_to, retirement_of(scope)->to->name)
TEMPLATE_WORDS(OWN_WORDS)

extern const struct template_fragment json_fragments[];
static const struct template_block blocks[] = {{"rows", put_rows}, {0}};
static const struct template_vocabulary vocabulary = {words, conditions, lists};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary, &json_flow_vocabulary,
                                                                 &template_model_vocabulary, NULL};
const struct templates json_templates = {
    .fragments = json_fragments, .vocabularies = vocabularies, .blocks = blocks};

/* ---- outputs --------------------------------------------------------------------------------------- */

void json_put_dense(struct text *out, const struct template_scope *scope, const char *fragment) {
    struct text spacious = TEXT_INIT;
    bool is_in_string = false;
    template_render(&spacious, scope, fragment);
    text_fail(out, spacious.problem);
    for (const char *at = text_data(&spacious); *at != '\0'; at++) {
        if (*at == '"')
            is_in_string = !is_in_string;
        if (is_in_string || (*at != ' ' && *at != '\n'))
            text_char(out, *at);
        if (is_in_string && *at == '\\')
            text_char(out, *++at);
    }
    text_free(&spacious);
}

void emit_json(const struct emit_context *context, struct text *out) {
    const struct template_scope scope = {.templates = &json_templates, .model = context->model};
    template_render(out, &scope, "file");
}
