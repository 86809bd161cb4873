#include "resolve/resolving.h"

#include <string.h>

static void add_entry(struct resolving *r, struct entries *entries, struct resolved_entry entry) {
    struct resolved_entry *copy = arena_alloc(r->arena, sizeof *copy);
    *copy = entry;
    *entries->end = copy;
    entries->end = &copy->next;
}

/* `entries` is NULL for a creation. */
static void add_arrow(struct resolving *r, struct arrow arrow, struct entries *entries) {
    if (r->arrow_count == RESOLVE_MOVES_MAX) {
        resolve_too_many(r, arrow.ast->keyword, RESOLVE_MOVES_MAX, "moves");
        return;
    }
    r->arrows = arena_grow(r->arena, r->arrows, r->arrow_count, sizeof *r->arrows);
    r->arrows[r->arrow_count] = arrow;
    if (entries != NULL)
        add_entry(r, entries,
                  (struct resolved_entry){.answer = ANSWER_MOVE,
                                          .event = arrow.event,
                                          .arrow = r->arrow_count,
                                          .at = arrow.ast->event.span});
    r->arrow_count++;
}

static size_t find_target(struct resolving *r, const struct ast_move *move) {
    if (move->target_kind != AST_TO)
        return NOTHING;
    const size_t errors = r->diagnostics->error_count;
    size_t to = resolve_find_state(r, move->target);
    if (to == NOTHING && r->diagnostics->error_count > errors && strcmp(move->target.text, "self") == 0)
        diagnose_help(r->diagnostics, MESSAGE_ITSELF, NULL);
    if (to == NOTHING || r->places[to].entered != NOTHING)
        return to;
    if (!r->machine->incomplete)
        diagnose_beside(r->diagnostics, MESSAGE_NO_INITIAL_CHILD, move->target.span,
                        r->places[to].ast->head.name.span, WORDS(move->target.text));
    return NOTHING;
}

static void add_creation(struct resolving *r, const struct ast_move *move) {
    size_t event = resolve_use_event(r, move->event, true, false);
    if (move->target_kind != AST_TO) {
        diagnose(r->diagnostics, MESSAGE_CREATION_TARGET, move->target.span,
                 WORDS(move->target.text, move->event.text));
        return;
    }
    size_t to = find_target(r, move);
    if (event != NOTHING && to != NOTHING)
        add_arrow(r, (struct arrow){.ast = move, .event = event, .from = NOTHING, .to = to}, NULL);
}

/* `initial state x` is short for `on create -> x;` in the machine. */
static void add_initial(struct resolving *r, const struct ast_state *state) {
    struct ast_move *move = arena_alloc(r->arena, sizeof *move);
    move->kind = AST_CREATE;
    move->keyword = state->keyword;
    move->event = (struct ast_text){"create", state->keyword};
    move->target = (struct ast_text){state->head.name.text, state->keyword};
    add_creation(r, move);
}

/* False, with the reason reported, where the state may not be left. */
static bool may_leave(struct resolving *r, const struct ast_move *move, const struct state_place *place,
                      struct span at) {
    const struct ast_state *state = place->ast;
    if (!state->is_final || state->is_composite)
        return true;
    const enum message_number message = move->timer != NULL      ? MESSAGE_FINAL_TIMER
                                        : move->kind == AST_FROM ? MESSAGE_FROM_FINAL
                                                                 : MESSAGE_MOVE_OUT_OF_FINAL;
    diagnose_beside(r->diagnostics, message, at, state->keyword,
                    WORDS(state->head.name.text, move->event.text, move->target.text));
    return false;
}

/* An arrow from each final state of a place, which inner places can override. at: of the place's name. */
static void add_reopening(struct resolving *r, struct arrow arrow, size_t place, struct entries *entries,
                          struct span at) {
    const struct state_place *around = &r->places[place];
    bool is_added = false;
    for (size_t p = place; p < around->end; p++) {
        const struct ast_state *state = r->places[p].ast;
        if (!state->is_final || state->is_composite)
            continue;
        arrow.from = p;
        add_arrow(r, arrow, entries);
        is_added = true;
    }
    if (!is_added)
        diagnose_beside(r->diagnostics, arrow.ast->sources == NULL ? MESSAGE_REOPEN : MESSAGE_FROM_REOPEN, at,
                        around->ast->keyword,
                        WORDS(around->ast->head.name.text, arrow.ast->event.text, arrow.ast->target.text));
}

static void add_own(struct resolving *r, const struct ast_move *move, size_t place) {
    size_t event = resolve_use_event(r, move->event, false, move->timer != NULL);
    size_t to = find_target(r, move);
    struct span at = move->kind == AST_ON ? move->event.span : move->keyword;
    if (move->kind == AST_REOPEN && event != NOTHING)
        add_reopening(r, (struct arrow){.ast = move, .event = event, .to = to}, place, &r->places[place].own,
                      at);
    else if (move->kind != AST_REOPEN && may_leave(r, move, &r->places[place], at) && event != NOTHING)
        add_arrow(r, (struct arrow){.ast = move, .event = event, .from = place, .to = to},
                  &r->places[place].own);
}

static bool means_all_states(const struct ast_words *names) {
    static const char *const words[] = {"all", "every", "each", "everywhere", "anywhere"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (names->first->next == NULL && strcmp(names->first->name.text, words[i]) == 0)
            return true;
    return false;
}

static void add_from_named(struct resolving *r, struct arrow arrow) {
    for (const struct ast_word *word = arrow.ast->sources->names->first; word != NULL; word = word->next) {
        size_t errors = r->diagnostics->error_count;
        size_t place = resolve_find_state(r, word->name);
        if (r->diagnostics->error_count > errors && means_all_states(arrow.ast->sources->names))
            diagnose_help(r->diagnostics, MESSAGE_ALL_STATES, NULL);
        if (place != NOTHING && arrow.ast->kind == AST_REOPEN)
            add_reopening(r, arrow, place, &r->places[place].from, word->name.span);
        if (place == NOTHING || arrow.ast->kind == AST_REOPEN ||
            !may_leave(r, arrow.ast, &r->places[place], word->name.span))
            continue;
        arrow.from = place;
        add_arrow(r, arrow, &r->places[place].from);
    }
}

/* Marks the places that `except` names, and with the next number those around them. */
static size_t mark_excepted(struct resolving *r, const struct ast_sources *sources) {
    const size_t excepted = ++r->any_count * 2, around = excepted + 1;
    for (const struct ast_word *word = ast_first(sources->names); word != NULL; word = word->next) {
        size_t place = resolve_find_state(r, word->name);
        if (place == NOTHING)
            continue;
        r->any_marks[place] = excepted;
        for (size_t p = r->places[place].parent; p != NOTHING; p = r->places[p].parent)
            if (r->any_marks[p] != excepted)
                r->any_marks[p] = around;
    }
    return excepted;
}

/* The next state from p on that is not excepted; the count of places: none is left. */
static size_t next_state(const struct resolving *r, size_t p, size_t excepted) {
    while (p < r->place_count && (r->any_marks[p] == excepted || r->places[p].ast->is_composite))
        p = r->any_marks[p] == excepted ? r->places[p].end : p + 1;
    return p;
}

static void reopen_from_any(struct resolving *r, struct arrow arrow) {
    const size_t excepted = mark_excepted(r, arrow.ast->sources);
    for (size_t p = 0; (p = next_state(r, p, excepted)) < r->place_count; p++)
        if (r->places[p].ast->is_final) {
            arrow.from = p;
            add_arrow(r, arrow, &r->places[p].any);
        }
}

/* An arrow from each state on the outside that it covers whole; else from those in it. */
static void add_from_any(struct resolving *r, struct arrow arrow) {
    const size_t excepted = mark_excepted(r, arrow.ast->sources), around = excepted + 1;
    for (size_t p = 0; p < r->place_count && !r->too_many;) {
        struct state_place *place = &r->places[p];
        if (r->visited++ == RESOLVE_VISITED_MAX)
            resolve_too_many(r, arrow.ast->keyword, RESOLVE_MOVES_MAX, "moves");
        if (place->open_count == 0 || r->any_marks[p] == excepted) {
            p = place->end;
        } else if (r->any_marks[p] == around) {
            p++;
        } else {
            arrow.from = p;
            add_arrow(r, arrow, &place->any);
            p = place->end;
        }
    }
}

static void add_from(struct resolving *r, const struct ast_move *move) {
    struct arrow arrow = {
        .ast = move, .event = resolve_use_event(r, move->event, false, false), .to = find_target(r, move)};
    if (arrow.event == NOTHING)
        return;
    if (move->sources->is_any && move->kind == AST_REOPEN)
        reopen_from_any(r, arrow);
    else if (move->sources->is_any)
        add_from_any(r, arrow);
    else
        add_from_named(r, arrow);
}

static void collect_move(struct resolving *r, const struct ast_move *move, size_t place) {
    resolve_use_hooks(r, &r->guards, move->when);
    resolve_use_hooks(r, &r->effects, move->effects);
    resolve_use_hooks(r, &r->effects, move->then);
    if (move->sources != NULL)
        add_from(r, move);
    else if (place == NOTHING)
        add_creation(r, move);
    else
        add_own(r, move, place);
}

/* Events are numbered in the order in which they are first seen, so one walk sees everything. */
static void collect_items(struct resolving *r, const struct ast_item *items, size_t place) {
    for (const struct ast_item *item = items; item != NULL; item = item->next) {
        switch (item->kind) {
        case AST_ITEM_EVENT:
            resolve_declare_event(r, item->event);
            break;
        case AST_ITEM_STATE:
            if (item->state->order == r->initial) /* a second one is told already */
                add_initial(r, item->state);
            collect_items(r, item->state->items, item->state->order);
            break;
        case AST_ITEM_MOVE:
            collect_move(r, item->move, place);
            break;
        case AST_ITEM_HOOK:
            resolve_declare_hook(r, item->hook);
            break;
        case AST_ITEM_WORK:
            resolve_add_work(r, item, place);
            break;
        case AST_ITEM_ENTER:
        case AST_ITEM_LEAVE:
            resolve_use_hooks(r, &r->effects, item->words);
            break;
        case AST_ITEM_REFUSE:
        case AST_ITEM_IGNORE:
        case AST_ITEM_ASSERT:
        case AST_ITEM_SCENARIO:
            break;
        case AST_ITEM_ENTITY:
        case AST_ITEM_KEY:
        case AST_ITEM_MIRROR:
        case AST_ITEM_EMIT:
        case AST_ITEM_STORAGE:
        case AST_ITEM_ALLOW:
        case AST_ITEM_RETIRED:
            resolve_add_setting(r, item);
            break;
        }
    }
}

static void ignore_from(struct resolving *r, const struct ast_sources *sources,
                        struct resolved_entry ignored) {
    const size_t excepted = sources->is_any ? mark_excepted(r, sources) : 0;
    ignored.is_told = arena_alloc(r->arena, sizeof *ignored.is_told);
    for (size_t p = 0; sources->is_any && (p = next_state(r, p, excepted)) < r->place_count; p++)
        add_entry(r, &r->places[p].any, ignored);
    for (const struct ast_word *word = sources->is_any ? NULL : sources->names->first; word != NULL;
         word = word->next) {
        const size_t place = resolve_find_state(r, word->name);
        if (place != NOTHING)
            add_entry(r, &r->places[place].from, ignored);
    }
}

/* What names an event without moving on it, when all events are known. */
static void collect_answers(struct resolving *r, const struct ast_item *items, size_t place) {
    for (const struct ast_item *item = items; item != NULL; item = item->next) {
        if (item->kind == AST_ITEM_STATE)
            collect_answers(r, item->state->items, item->state->order);
        if (item->kind != AST_ITEM_REFUSE && item->kind != AST_ITEM_IGNORE)
            continue;
        for (const struct ast_word *word = item->words->first; word != NULL; word = word->next) {
            size_t event = resolve_find_event(r, word->name);
            const struct resolved_entry entry = {.answer = item->kind == AST_ITEM_REFUSE ? ANSWER_REFUSE
                                                                                         : ANSWER_IGNORE,
                                                 .event = event,
                                                 .at = word->name.span};
            if (event != NOTHING && item->sources != NULL)
                ignore_from(r, item->sources, entry);
            else if (event != NOTHING)
                add_entry(r, &r->places[place].own, entry);
        }
    }
}

void resolve_collect(struct resolving *r) {
    r->event_names = map_new(r->arena);
    r->guards.names = map_new(r->arena);
    r->effects.names = map_new(r->arena);
    r->works.names = map_new(r->arena);
    collect_items(r, r->machine->items, NOTHING);
    collect_answers(r, r->machine->items, NOTHING);
}

static void mark_alternatives(const struct resolving *r, struct model_arrow *arrows) {
    size_t *first = arena_alloc(r->arena, r->event_count * sizeof *first); /* an arrow of the event, plus 1 */
    size_t *next = arena_alloc(r->arena, r->arrow_count * sizeof *next);
    /* Of each place, and of nothing: the event that an arrow from it was seen for last, plus 1. */
    size_t *seen = arena_alloc(r->arena, (r->place_count + 1) * sizeof *seen);
    for (size_t i = r->arrow_count; i-- > 0;) {
        next[i] = first[r->arrows[i].event];
        first[r->arrows[i].event] = i + 1;
    }
    for (size_t event = 0; event < r->event_count; event++)
        for (size_t i = first[event]; i > 0; i = next[i - 1]) {
            size_t from = r->arrows[i - 1].from;
            size_t place = from == NOTHING ? r->place_count : from;
            arrows[i - 1].is_alternative = seen[place] == event + 1;
            seen[place] = event + 1;
        }
}

void resolve_freeze_arrows(struct resolving *r) {
    struct model_arrow *arrows = arena_alloc(r->arena, r->arrow_count * sizeof *arrows);
    const struct ast_move **places = arena_alloc(r->arena, r->arrow_count * sizeof(*places));
    for (size_t i = 0; i < r->arrow_count; i++) {
        const struct arrow *arrow = &r->arrows[i];
        const struct ast_move *move = arrow->ast;
        places[i] = move;
        arrows[i] = (struct model_arrow){
            .event = arrow->event,
            .from = resolve_place(r, arrow->from),
            .to = resolve_place(r, move->target_kind == AST_TO ? arrow->to : arrow->from),
            .target = move->target_kind == AST_SAME   ? MODEL_SAME
                      : move->target_kind == AST_STAY ? MODEL_STAY
                                                      : MODEL_TO,
            .reopens = move->kind == AST_REOPEN,
            .is_unrecorded = move->unrecorded.text != NULL,
            .condition_count = move->when == NULL ? 0 : move->when->count,
            .conditions = resolve_conditions(r, move->when),
            .effects = resolve_hook_list(r, move->effects),
            .after = resolve_hook_list(r, move->then),
            .doc = move->doc,
            .line = resolve_line(r, move->event.span)};
    }
    mark_alternatives(r, arrows);
    struct model_move *moves = arena_alloc(r->arena, r->flat_count * sizeof *moves);
    for (size_t i = 0; i < r->flat_count; i++) {
        const struct flat *flat = &r->flats[i];
        moves[i] = (struct model_move){
            .event = flat->event, .from = flat->from, .to = flat->to, .arrow = &arrows[flat->arrow]};
    }
    resolve_freeze_effects(r, moves);
    r->model->arrow_count = r->arrow_count;
    r->model->arrows = arrows;
    r->model->move_count = r->flat_count;
    r->model->moves = moves;
    r->resolved->arrows = places;
    resolve_number_hooks(r);
    resolve_freeze_timers(r, arrows);
    resolve_freeze_restarts(r, arrows);
}
