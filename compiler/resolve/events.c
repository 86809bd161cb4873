#include "resolve/resolving.h"

#include "base/suggest.h"

#include <string.h>

/* The event's index; NOTHING where there are too many, which is reported once. */
static size_t name_event(struct resolving *r, struct ast_text name) {
    size_t index = map_get(&r->event_names, name.text);
    if (index != MAP_NOTHING)
        return index;
    if (r->event_count == PAWL_STATE_MAX) {
        resolve_too_many(r, name.span, PAWL_STATE_MAX, "events");
        return NOTHING;
    }
    r->events = arena_grow(r->arena, r->events, r->event_count, sizeof *r->events);
    r->events[r->event_count] = (struct resolved_event){.name = name};
    map_put(&r->event_names, name.text, r->event_count);
    return r->event_count++;
}

void resolve_declare_event(struct resolving *r, const struct ast_event *event) {
    size_t index = name_event(r, event->head.name);
    if (index == NOTHING)
        return;
    if (r->events[index].declared == NULL) {
        r->events[index].declared = event;
        return;
    }
    diagnose_beside(r->diagnostics, MESSAGE_DUPLICATE_EVENT, event->head.name.span,
                    r->events[index].declared->head.name.span, WORDS(event->head.name.text));
}

size_t resolve_use_event(struct resolving *r, struct ast_text name, bool creates, bool is_timer) {
    size_t index = name_event(r, name);
    if (index == NOTHING)
        return index;
    struct resolved_event *event = &r->events[index];
    if (creates && event->create_count++ == 0)
        event->creates_at = name.span;
    if (!creates && event->move_count++ == 0)
        event->moves_at = name.span;
    if (is_timer && event->timer_count++ == 0)
        event->fires_at = name.span;
    return index;
}

size_t resolve_find_event(struct resolving *r, struct ast_text name) {
    size_t index = map_get(&r->event_names, name.text);
    if (index != MAP_NOTHING || r->machine->is_cut || r->too_many ||
        resolve_is_unread(&r->machine->unread, name))
        return index;
    struct suggestion suggestion = suggestion_for(name.text);
    if (r->diagnostics->error_count < DIAGNOSTICS_SHOWN)
        for (size_t i = 0; i < r->event_count; i++)
            suggestion_offer(&suggestion, r->events[i].name.text);
    diagnose(r->diagnostics, MESSAGE_UNKNOWN_EVENT, name.span, WORDS(r->machine->head.name.text, name.text));
    diagnose_meant(r->diagnostics, "", suggestion.nearest);
    return NOTHING;
}

bool resolve_event_has(const struct resolving *r, size_t event, size_t column) {
    for (size_t i = 0; i < r->model_events[event].param_count; i++)
        if (r->model_events[event].params[i].column == column)
            return true;
    return false;
}

void resolve_check_fired(struct resolving *r, size_t event, struct span at, const char *who) {
    const struct ast_event *declared = r->events[event].declared;
    if (declared == NULL)
        return;
    for (const struct ast_param *param = declared->params; param != NULL; param = param->next) {
        if (param->optional)
            continue;
        diagnose_beside(r->diagnostics, MESSAGE_FIRED_WITH_PARAMS, at, param->name.span,
                        WORDS(who, declared->head.name.text, param->name.text));
        return;
    }
}

static void check_kinds(struct resolving *r) {
    for (size_t i = 0; i < r->event_count; i++) {
        const struct resolved_event *event = &r->events[i];
        if (event->create_count == 0 || event->move_count == 0)
            continue;
        bool moves_later = event->moves_at.offset > event->creates_at.offset;
        bool fires = event->timer_count > 0 && event->fires_at.offset == event->moves_at.offset;
        diagnose_beside(r->diagnostics, MESSAGE_EVENT_KIND, moves_later ? event->moves_at : event->creates_at,
                        moves_later ? event->creates_at : event->moves_at,
                        WORDS(event->name.text, fires ? "fires by itself" : "moves",
                              moves_later ? "creates"
                              : fires     ? "fires by itself"
                                          : "moves"));
    }
}

static size_t find_column(struct resolving *r, const struct ast_param *param) {
    struct columns *columns = &r->columns;
    size_t index = map_get(&columns->names, param->name.text);
    if (index != MAP_NOTHING) {
        if (param->type_is_known && columns->column[index].type != param->type)
            diagnose_beside(
                r->diagnostics, MESSAGE_PARAM_TYPE, param->name.span, columns->first_at[index],
                WORDS(param->name.text, param->type_name, model_type_name(columns->column[index].type)));
        return index;
    }
    if (columns->count == PAWL_COLUMN_MAX) {
        if (!columns->overflow)
            diagnose(r->diagnostics, MESSAGE_TOO_MANY_PARAMS, param->name.span,
                     WORDS(r->machine->head.name.text, number_word(r->diagnostics, PAWL_COLUMN_MAX)));
        columns->overflow = true;
        return 0;
    }
    columns->column[columns->count] = (struct model_column){
        .name = param->name.text, .type = param->type, .line = resolve_line(r, param->name.span)};
    columns->first_at[columns->count] = param->name.span;
    map_put(&columns->names, param->name.text, columns->count);
    return columns->count++;
}

static void check_renamed_params(struct resolving *r, const struct ast_event *declared,
                                 const struct map *names) {
    struct map old = map_new(r->arena);
    for (const struct ast_param *param = declared->params; param != NULL; param = param->next)
        resolve_check_renamed(r, names, &old, param->renamed_from, "a parameter");
}

static void freeze_params(struct resolving *r, const struct ast_event *declared, struct model_event *event) {
    size_t count = 0;
    bool any_renamed = false;
    for (const struct ast_param *param = declared->params; param != NULL; param = param->next) {
        count++;
        any_renamed = any_renamed || param->renamed_from.text != NULL;
    }
    struct model_param *params = arena_alloc(r->arena, count * sizeof *params);
    struct map names = map_new(r->arena);
    for (const struct ast_param *param = declared->params; param != NULL; param = param->next) {
        size_t index = event->param_count;
        if (!resolve_is_first(r->diagnostics, &names, param->name, MESSAGE_DUPLICATE_PARAM,
                              WORDS(event->name, param->name.text)))
            continue;
        params[index] = (struct model_param){param->name.text, param->type, param->optional,
                                             find_column(r, param), param->renamed_from.text};
        event->param_count++;
        r->columns.column[params[index].column].is_personal |= param->personal.text != NULL;
    }
    event->params = params;
    if (any_renamed)
        check_renamed_params(r, declared, &names);
}

static void freeze_serialize(struct resolving *r, size_t index) {
    const struct ast_event *declared = r->events[index].declared;
    if (declared == NULL || declared->serialize_by == NULL)
        return;
    struct model_event *event = &r->model_events[index];
    struct model_reference *references =
        arena_alloc(r->arena, declared->serialize_by->count * sizeof *references);
    for (const struct ast_reference *written = declared->serialize_by->first; written != NULL;
         written = written->next) {
        const struct model_reference *reference = resolve_written_reference(r, written, index);
        if (reference == NULL)
            continue;
        references[event->serialize_count++] = *reference;
        enum pawl_type type = resolve_reference_type(r, reference);
        if (model_can_be_key(type))
            continue;
        diagnose(r->diagnostics, MESSAGE_SERIALIZE_TYPE, written->span, WORDS(model_type_name(type)));
    }
    event->serialize_by = references;
}

static void note_creations(struct resolving *r) {
    for (size_t i = 0; i < PAWL_COLUMN_MAX; i++)
        r->creation_of_column[i] = NOTHING;
    for (size_t i = r->event_count; i-- > 0;)
        for (size_t p = 0; r->events[i].create_count > 0 && p < r->model_events[i].param_count; p++)
            r->creation_of_column[r->model_events[i].params[p].column] = i;
}

void resolve_freeze_events(struct resolving *r) {
    struct ast_text *stored = arena_alloc(r->arena, r->event_count * sizeof *stored);
    struct map seen = map_new(r->arena);
    struct map old = map_new(r->arena);
    r->columns.names = map_new(r->arena);
    r->model_events = arena_alloc(r->arena, r->event_count * sizeof *r->model_events);
    check_kinds(r);
    for (size_t i = 0; i < r->event_count; i++) {
        const struct resolved_event *event = &r->events[i];
        const struct ast_head *head = event->declared == NULL ? NULL : &event->declared->head;
        stored[i] = head != NULL && head->stored.text != NULL ? head->stored : event->name;
        resolve_check_stored(r, &seen, stored, i, "events");
        r->model_events[i] = (struct model_event){.name = event->name.text,
                                                  .stored = stored[i].text,
                                                  .label = resolve_label(r, head, event->name.text),
                                                  .is_creation = event->create_count > 0,
                                                  .is_timer = event->timer_count > 0,
                                                  .line = resolve_line(r, event->name.span)};
        if (head == NULL)
            continue;
        r->model_events[i].doc = head->doc;
        r->model_events[i].renamed_from = head->renamed_from.text;
        resolve_check_renamed(r, &r->event_names, &old, head->renamed_from, "an event");
        freeze_params(r, event->declared, &r->model_events[i]);
    }
    note_creations(r);
    for (size_t i = 0; i < r->event_count; i++)
        freeze_serialize(r, i);
    r->model->event_count = r->event_count;
    r->model->events = r->model_events;
    r->model->column_count = r->columns.count;
    r->model->columns = r->columns.column;
    r->resolved->events = r->events;
}
