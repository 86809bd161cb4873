#include "resolve.h"

#include "fingerprint.h"
#include "map.h"
#include "suggest.h"

#include <stdlib.h>
#include <string.h>

struct resolving {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct ast_machine *machine;
    struct map state_names;
    struct map event_names;
    const struct ast_state **states;
    size_t state_count;
    struct resolved_event *events;
    size_t event_count;
    const struct ast_state *initial;
    struct placed_move *moves;
    size_t move_count;
};

struct placed_move {
    struct model_move move;
    struct span at;
    size_t order;
};

static void too_many(struct resolving *r, struct span at, const char *what) {
    diagnose(r->diagnostics, DIAGNOSTIC_TOO_MANY, at, "machine `%s` has more than %d %s",
             r->machine->head.name.text, RESOLVE_MAX, what);
    diagnose_help(r->diagnostics, "split it into several machines");
}

/* MAP_NOTHING where there are too many, which is reported once. */
static size_t find_event(struct resolving *r, struct ast_text name) {
    size_t index = map_get(&r->event_names, name.text);
    if (index != MAP_NOTHING || r->event_count > RESOLVE_MAX)
        return index;
    index = r->event_count++;
    if (index == RESOLVE_MAX) {
        too_many(r, name.span, "events");
        return MAP_NOTHING;
    }
    r->events[index].name = name;
    map_put(&r->event_names, name.text, index);
    return index;
}

static void declare_event(struct resolving *r, const struct ast_event *event) {
    size_t index = find_event(r, event->head.name);
    if (index == MAP_NOTHING)
        return;
    if (r->events[index].declared == NULL) {
        r->events[index].declared = event;
        return;
    }
    diagnose(r->diagnostics, DIAGNOSTIC_DUPLICATE_EVENT, event->head.name.span,
             "event `%s` is declared twice", event->head.name.text);
    diagnose_note(r->diagnostics, r->events[index].declared->head.name.span, "it is declared here first");
    diagnose_help(r->diagnostics, "take one of the two out, or rename it");
}

static void use_event(struct resolving *r, struct ast_text name, bool creates) {
    size_t index = find_event(r, name);
    if (index == MAP_NOTHING)
        return;
    struct resolved_event *event = &r->events[index];
    if (creates && event->create_count++ == 0)
        event->creates_at = name.span;
    if (!creates && event->move_count++ == 0)
        event->moves_at = name.span;
}

static void declare_state(struct resolving *r, const struct ast_state *state) {
    if (r->state_count > RESOLVE_MAX)
        return;
    size_t first = map_get(&r->state_names, state->head.name.text);
    if (first != MAP_NOTHING) {
        diagnose(r->diagnostics, DIAGNOSTIC_DUPLICATE_STATE, state->head.name.span,
                 "state `%s` is declared twice", state->head.name.text);
        diagnose_note(r->diagnostics, r->states[first]->head.name.span, "it is declared here first");
        diagnose_help(r->diagnostics, "take one of the two out, or rename it");
        return;
    }
    if (r->state_count == RESOLVE_MAX) {
        too_many(r, state->head.name.span, "states");
        r->state_count++;
        return;
    }
    map_put(&r->state_names, state->head.name.text, r->state_count);
    r->states[r->state_count++] = state;
    if (!state->is_initial)
        return;
    if (r->initial == NULL) {
        r->initial = state;
        return;
    }
    diagnose(r->diagnostics, DIAGNOSTIC_TWO_INITIAL, state->keyword, "machine `%s` has two initial states",
             r->machine->head.name.text);
    diagnose_note(r->diagnostics, r->initial->keyword, "`%s` is initial already", r->initial->head.name.text);
    diagnose_help(r->diagnostics, "for another way to begin write `on EVENT -> %s;` in the machine",
                  state->head.name.text);
}

/* Events are numbered in the order in which they are first seen, so one walk sees everything. */
static void collect_names(struct resolving *r) {
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next) {
        if (item->kind == AST_EVENT)
            declare_event(r, item->event);
        if (item->kind == AST_CREATION)
            use_event(r, item->creation->event, true);
        if (item->kind != AST_STATE)
            continue;
        declare_state(r, item->state);
        if (item->state->is_initial)
            use_event(r, (struct ast_text){"create", item->state->keyword}, true);
        for (const struct ast_move *move = item->state->moves; move != NULL; move = move->next)
            use_event(r, move->event, false);
    }
}

static size_t find_target(struct resolving *r, struct ast_text target) {
    size_t index = map_get(&r->state_names, target.text);
    if (index != MAP_NOTHING || r->machine->incomplete || r->state_count > RESOLVE_MAX)
        return index;
    struct suggestion suggestion = suggestion_for(target.text);
    if (r->diagnostics->error_count < DIAGNOSTICS_SHOWN)
        for (size_t i = 0; i < r->state_count; i++)
            suggestion_offer(&suggestion, r->states[i]->head.name.text);
    diagnose(r->diagnostics, DIAGNOSTIC_UNDECLARED_STATE, target.span, "machine `%s` has no state `%s`",
             r->machine->head.name.text, target.text);
    if (suggestion.nearest != NULL)
        diagnose_help(r->diagnostics, "did you mean `%s`?", suggestion.nearest);
    else
        diagnose_help(r->diagnostics, "declare it: `state %s;`", target.text);
    return MAP_NOTHING;
}

static void add_move(struct resolving *r, struct ast_text event, size_t from, size_t to) {
    size_t index = map_get(&r->event_names, event.text);
    if (index == MAP_NOTHING || to == MAP_NOTHING)
        return;
    r->moves[r->move_count] =
        (struct placed_move){{.event = index, .from = from, .to = to}, event.span, r->move_count};
    r->move_count++;
}

static void add_state_moves(struct resolving *r, const struct ast_state *state) {
    size_t from = map_get(&r->state_names, state->head.name.text);
    for (const struct ast_move *move = state->moves; move != NULL; move = move->next) {
        size_t to = find_target(r, move->target);
        if (from != MAP_NOTHING && r->states[from] == state)
            add_move(r, move->event, from, to);
    }
    if (!state->is_final || state->moves == NULL)
        return;
    diagnose(r->diagnostics, DIAGNOSTIC_MOVE_OUT_OF_FINAL, state->moves->event.span,
             "state `%s` is final: nothing leaves it", state->head.name.text);
    diagnose_note(r->diagnostics, state->keyword, "it is declared final here");
    diagnose_help(r->diagnostics, "take the move out, or the word `final`");
}

static void collect_moves(struct resolving *r) {
    if (r->initial != NULL)
        add_move(r, (struct ast_text){"create", r->initial->keyword}, MODEL_NOTHING,
                 map_get(&r->state_names, r->initial->head.name.text));
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next) {
        if (item->kind == AST_CREATION)
            add_move(r, item->creation->event, MODEL_NOTHING, find_target(r, item->creation->target));
        if (item->kind == AST_STATE)
            add_state_moves(r, item->state);
    }
}

/* A creation comes first: MODEL_NOTHING + 1 is 0. */
static int by_event_and_from(const void *left, const void *right) {
    const struct placed_move *a = left;
    const struct placed_move *b = right;
    if (a->move.event != b->move.event)
        return a->move.event < b->move.event ? -1 : 1;
    if (a->move.from != b->move.from)
        return a->move.from + 1 < b->move.from + 1 ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

static void sort_moves(struct resolving *r) {
    if (r->move_count > 0)
        qsort(r->moves, r->move_count, sizeof *r->moves, by_event_and_from);
    for (size_t i = 1; i < r->move_count; i++) {
        const struct placed_move *first = &r->moves[i - 1];
        const struct placed_move *second = &r->moves[i];
        if (first->move.event != second->move.event || first->move.from != second->move.from)
            continue;
        const char *event = r->events[second->move.event].name.text;
        if (second->move.from == MODEL_NOTHING)
            diagnose(r->diagnostics, DIAGNOSTIC_AMBIGUOUS_MOVE, second->at,
                     "event `%s` creates in two states: which one?", event);
        else
            diagnose(r->diagnostics, DIAGNOSTIC_AMBIGUOUS_MOVE, second->at,
                     "event `%s` leads from state `%s` twice: which way?", event,
                     r->states[second->move.from]->head.name.text);
        diagnose_note(r->diagnostics, first->at, "the first one is here");
        diagnose_help(r->diagnostics, "take one of the two out, or name another event");
    }
}

static void check_events(struct resolving *r) {
    for (size_t i = 0; i < r->event_count && i < RESOLVE_MAX; i++) {
        const struct resolved_event *event = &r->events[i];
        if (event->create_count == 0 || event->move_count == 0)
            continue;
        bool moves_later = event->moves_at.offset > event->creates_at.offset;
        diagnose(r->diagnostics, DIAGNOSTIC_EVENT_KIND, moves_later ? event->moves_at : event->creates_at,
                 "event `%s` both creates and moves", event->name.text);
        diagnose_note(r->diagnostics, moves_later ? event->creates_at : event->moves_at,
                      moves_later ? "it creates here" : "it moves here");
        diagnose_help(r->diagnostics, "an event either creates or moves; use two names");
    }
}

static void check_creation(struct resolving *r) {
    if (r->machine->incomplete)
        return;
    struct ast_text name = r->machine->head.name;
    if (r->state_count == 0) {
        diagnose(r->diagnostics, DIAGNOSTIC_NO_STATE, name.span, "machine `%s` has no state", name.text);
        diagnose_help(r->diagnostics, "declare one: `initial state begun;`");
        return;
    }
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next)
        if (item->kind == AST_CREATION || (item->kind == AST_STATE && item->state->is_initial))
            return;
    diagnose(r->diagnostics, DIAGNOSTIC_NO_CREATION, name.span, "nothing creates anything in machine `%s`",
             name.text);
    diagnose_help(r->diagnostics, "write `initial` before a state, or `on create -> STATE;` in the machine");
}

static const char *label_of(struct arena *arena, const struct ast_head *head, const char *name) {
    if (head != NULL && head->label.text != NULL)
        return head->label.text;
    char *label = arena_strndup(arena, name, strlen(name));
    for (char *c = label; *c != '\0'; c++)
        if (*c == '_')
            *c = ' ';
    return label;
}

static void check_stored(struct resolving *r, struct map *seen, const struct ast_text *places, size_t index,
                         const char *what) {
    if (map_put(seen, places[index].text, index))
        return;
    size_t first = map_get(seen, places[index].text);
    diagnose(r->diagnostics, DIAGNOSTIC_DUPLICATE_STORED, places[index].span, "two %s are stored as \"%s\"",
             what, places[index].text);
    diagnose_note(r->diagnostics, places[first].span, "the first one is here");
    diagnose_help(r->diagnostics, "give one of them another text: stored \"...\"");
}

static struct ast_text stored_of(const struct ast_head *head, struct ast_text name) {
    return head != NULL && head->stored.text != NULL ? head->stored : name;
}

static void freeze_states(struct resolving *r, struct model_machine *model) {
    struct model_state *states = arena_alloc(r->arena, r->state_count * sizeof *states);
    struct ast_text *stored = arena_alloc(r->arena, r->state_count * sizeof *stored);
    struct map seen;
    map_init(&seen, r->arena);
    for (size_t i = 0; i < r->state_count; i++) {
        const struct ast_head *head = &r->states[i]->head;
        stored[i] = stored_of(head, head->name);
        check_stored(r, &seen, stored, i, "states");
        states[i] = (struct model_state){.name = head->name.text,
                                         .stored = stored[i].text,
                                         .label = label_of(r->arena, head, head->name.text),
                                         .doc = head->doc,
                                         .is_final = r->states[i]->is_final};
    }
    for (size_t i = 0; i < r->move_count; i++) {
        const struct model_move *move = &r->moves[i].move;
        if (move->from == MODEL_NOTHING && strcmp(r->events[move->event].name.text, "create") == 0)
            states[move->to].is_initial = true;
    }
    model->state_count = r->state_count;
    model->states = states;
}

/* Parameters of one name share a column, so their types must agree over the whole machine. */
struct columns {
    struct map names;
    struct model_column column[PAWL_COLUMN_MAX];
    struct span first_at[PAWL_COLUMN_MAX];
    size_t count;
    bool overflow;
};

static size_t find_column(struct resolving *r, struct columns *columns, const struct ast_param *param) {
    size_t index = map_get(&columns->names, param->name.text);
    if (index != MAP_NOTHING) {
        if (param->type_is_known && columns->column[index].type != param->type) {
            diagnose(r->diagnostics, DIAGNOSTIC_PARAM_TYPE, param->name.span,
                     "parameter `%s` is of type %s here and of type %s elsewhere", param->name.text,
                     param->type_name, ast_type_name(columns->column[index].type));
            diagnose_note(r->diagnostics, columns->first_at[index], "the other one is here");
            diagnose_help(r->diagnostics,
                          "parameters of one name share a column of the history; rename one of them");
        }
        return index;
    }
    if (columns->count == PAWL_COLUMN_MAX) {
        if (!columns->overflow) {
            diagnose(r->diagnostics, DIAGNOSTIC_TOO_MANY_PARAMS, param->name.span,
                     "machine `%s` has more than %d different parameters", r->machine->head.name.text,
                     PAWL_COLUMN_MAX);
            diagnose_help(r->diagnostics, "databases take no more arguments; put some of them into one text");
        }
        columns->overflow = true;
        return 0;
    }
    if (!param->type_is_known)
        return 0;
    columns->column[columns->count] = (struct model_column){param->name.text, param->type};
    columns->first_at[columns->count] = param->name.span;
    map_put(&columns->names, param->name.text, columns->count);
    return columns->count++;
}

static void freeze_params(struct resolving *r, struct columns *columns, const struct ast_event *declared,
                          struct model_event *event) {
    size_t count = 0;
    for (const struct ast_param *param = declared->params; param != NULL; param = param->next)
        count++;
    struct model_param *params = arena_alloc(r->arena, count * sizeof *params);
    const struct ast_param **places = arena_alloc(r->arena, count * sizeof(*places));
    struct map names;
    map_init(&names, r->arena);
    for (const struct ast_param *param = declared->params; param != NULL; param = param->next) {
        size_t index = event->param_count;
        if (!map_put(&names, param->name.text, index)) {
            diagnose(r->diagnostics, DIAGNOSTIC_DUPLICATE_PARAM, param->name.span,
                     "event `%s` has two parameters `%s`", event->name, param->name.text);
            diagnose_note(r->diagnostics, places[map_get(&names, param->name.text)]->name.span,
                          "the first one is here");
            diagnose_help(r->diagnostics, "take one of the two out, or rename it");
            continue;
        }
        places[index] = param;
        params[index] = (struct model_param){param->name.text, param->type, param->optional,
                                             find_column(r, columns, param), NULL};
        event->param_count++;
    }
    event->params = params;
}

static void freeze_events(struct resolving *r, struct model_machine *model) {
    size_t event_count = r->event_count < RESOLVE_MAX ? r->event_count : RESOLVE_MAX;
    struct model_event *events = arena_alloc(r->arena, event_count * sizeof *events);
    struct ast_text *stored = arena_alloc(r->arena, event_count * sizeof *stored);
    struct columns *columns = arena_alloc(r->arena, sizeof *columns);
    struct map seen;
    map_init(&seen, r->arena);
    map_init(&columns->names, r->arena);
    for (size_t i = 0; i < event_count; i++) {
        const struct resolved_event *event = &r->events[i];
        const struct ast_head *head = event->declared == NULL ? NULL : &event->declared->head;
        stored[i] = stored_of(head, event->name);
        check_stored(r, &seen, stored, i, "events");
        events[i] = (struct model_event){.name = event->name.text,
                                         .stored = stored[i].text,
                                         .label = label_of(r->arena, head, event->name.text),
                                         .doc = head == NULL ? NULL : head->doc,
                                         .is_creation = event->create_count > 0};
        if (event->declared != NULL)
            freeze_params(r, columns, event->declared, &events[i]);
    }
    model->event_count = event_count;
    model->events = events;
    model->column_count = columns->count;
    model->columns = columns->column;
}

static void freeze_moves(struct resolving *r, struct model_machine *model) {
    struct model_move *moves = arena_alloc(r->arena, r->move_count * sizeof *moves);
    struct model_arrow *arrows = arena_alloc(r->arena, r->move_count * sizeof *arrows);
    for (size_t i = 0; i < r->move_count; i++) {
        moves[i] = r->moves[i].move;
        moves[i].arrow = &arrows[i];
        arrows[i].event = moves[i].event;
        arrows[i].to.state = &model->states[moves[i].to];
        if (moves[i].from != MODEL_NOTHING)
            arrows[i].from.state = &model->states[moves[i].from];
    }
    model->arrow_count = r->move_count;
    model->arrows = arrows;
    model->move_count = r->move_count;
    model->moves = moves;
}

static void freeze_entity(struct resolving *r, struct model_machine *model) {
    const struct ast_entity *declared = r->machine->entity;
    model->key_type = PAWL_TYPE_TEXT;
    if (declared == NULL)
        return;
    struct model_entity *entity = arena_alloc(r->arena, sizeof *entity);
    *entity = (struct model_entity){declared->schema.text, declared->table.text, declared->column.text};
    model->entity = entity;
    model->key_type = declared->type;
}

void resolve_machine(struct ast *ast, const struct ast_machine *machine, struct resolved_machine *resolved) {
    struct resolving r = {.arena = ast->arena, .diagnostics = ast->diagnostics, .machine = machine};
    size_t state_count = 0;
    size_t use_count = 0;
    for (const struct ast_item *item = machine->items; item != NULL; item = item->next) {
        use_count++; /* a declaration, a creation, or the `create` of an initial state */
        state_count += item->kind == AST_STATE;
        if (item->kind == AST_STATE)
            for (const struct ast_move *move = item->state->moves; move != NULL; move = move->next)
                use_count++;
    }
    map_init(&r.state_names, r.arena);
    map_init(&r.event_names, r.arena);
    r.states = arena_alloc(r.arena, state_count * sizeof(*r.states));
    r.events = arena_alloc(r.arena, use_count * sizeof *r.events);
    r.moves = arena_alloc(r.arena, use_count * sizeof *r.moves);

    collect_names(&r);
    collect_moves(&r);
    sort_moves(&r);
    check_events(&r);
    check_creation(&r);
    if (r.state_count > RESOLVE_MAX)
        r.state_count = RESOLVE_MAX;

    struct model_machine *model = &resolved->model;
    *model = (struct model_machine){.name = machine->head.name.text,
                                    .label = label_of(r.arena, &machine->head, machine->head.name.text),
                                    .doc = machine->head.doc};
    freeze_entity(&r, model);
    freeze_states(&r, model);
    freeze_events(&r, model);
    freeze_moves(&r, model);
    model->fingerprint = fingerprint(r.arena, model);
    resolved->ast = machine;
    resolved->events = r.events;
    resolved->states = r.states;
}
