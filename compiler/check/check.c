#include "check/check.h"

#include "resolve/references.h"

#include <string.h>

/* Comparing all pairs is quadratic; among more of them nobody would read the answer. */
enum { NEAR_MISS_MAX = 2000, NEAR_MISS_LENGTH_MIN = 5 };

static void check_graph(struct ast *ast, const struct resolved_machine *resolved, const struct graph *graph) {
    const struct model_machine *machine = graph->machine;
    struct graph_search finishing = graph_search_back(graph, graph->is_final);
    for (size_t i = 0; i < machine->state_count; i++) {
        const struct ast_text *name = &resolved->states[i]->head.name;
        if (!graph->reached[i]) {
            diagnose(ast->diagnostics, MESSAGE_UNREACHABLE, name->span, WORDS(name->text));
        } else if (graph->has_final && !finishing.found[i]) {
            diagnose(ast->diagnostics, MESSAGE_CANNOT_FINISH, name->span, WORDS(name->text));
        }
    }
}

static bool ends_word(char c) {
    return c == '\0' || c == '_';
}

/*
 * Whether two names are one insertion, deletion, substitution or swap apart. A difference in a digit, or
 * in a letter that is a word by itself, as in timer_a and timer_b, is meant.
 */
static bool is_near(const char *left, const char *right) {
    const char *start = left;
    while (*left != '\0' && *left == *right) {
        left++;
        right++;
    }
    if ((left == start || left[-1] == '_') && *left != '\0' && *right != '\0' && ends_word(left[1]) &&
        ends_word(right[1]))
        return false;
    if ((*left >= '0' && *left <= '9') || (*right >= '0' && *right <= '9') || (*left == *right))
        return false;
    if (*left == '\0' || *right == '\0')
        return strlen(left) + strlen(right) == 1;
    return strcmp(left + 1, right + 1) == 0 || strcmp(left + 1, right) == 0 || strcmp(left, right + 1) == 0 ||
           (left[0] == right[1] && left[1] == right[0] && strcmp(left + 2, right + 2) == 0);
}

/* An event, a guard or an effect that may be declared by use. */
struct checked_name {
    struct ast_text name;
    bool is_declared;
    size_t use_count;
};

/* Of two that are used once, the one that is named first. */
static bool may_be_meant(const struct checked_name *names, size_t other, size_t name) {
    return names[other].is_declared || names[other].use_count > 1 ||
           (other < name && strlen(names[other].name.text) >= NEAR_MISS_LENGTH_MIN);
}

/* Whether one place moves on both events: then they are two. */
static bool is_beside(struct arena *arena, const struct model_machine *machine, size_t event, size_t other) {
    bool *moves = arena_alloc(arena, (1 + machine->state_count + machine->composite_count) * sizeof *moves);
    bool both = false;
    for (size_t i = 0; i < machine->arrow_count; i++)
        if (machine->arrows[i].event == event)
            moves[model_place_number(machine, machine->arrows[i].from)] = true;
    for (size_t i = 0; i < machine->arrow_count; i++)
        both = both || (machine->arrows[i].event == other &&
                        moves[model_place_number(machine, machine->arrows[i].from)]);
    return both;
}

/* machine: of which the names are events; NULL: they are hooks. */
static void check_near_misses(struct ast *ast, const struct checked_name *names, size_t count,
                              const char *what, const struct model_machine *machine) {
    for (size_t i = 0; i < count && count <= NEAR_MISS_MAX; i++) {
        const char *name = names[i].name.text;
        if (names[i].is_declared || names[i].use_count > 1 || strlen(name) < NEAR_MISS_LENGTH_MIN)
            continue;
        size_t other = 0;
        while (other < count && (!may_be_meant(names, other, i) || !is_near(name, names[other].name.text) ||
                                 (machine != NULL && is_beside(ast->arena, machine, i, other))))
            other++;
        if (other == count)
            continue;
        const struct ast_text *meant = &names[other].name;
        /* If one of two alone were declared, the other would look like it. */
        const bool is_declared_or_used = names[other].is_declared || names[other].use_count > 1;
        diagnose_beside(ast->diagnostics, is_declared_or_used ? MESSAGE_NEAR_MISS : MESSAGE_NEAR_MISS_OF_TWO,
                        names[i].name.span, meant->span, WORDS(what, name, meant->text));
    }
}

static void check_events(struct ast *ast, const struct resolved_machine *machine) {
    size_t count = machine->model.event_count;
    struct checked_name *names = arena_alloc(ast->arena, count * sizeof *names);
    for (size_t i = 0; i < count; i++) {
        const struct resolved_event *event = &machine->events[i];
        names[i] = (struct checked_name){event->name, event->declared != NULL,
                                         event->create_count + event->move_count};
        if (names[i].use_count > 0)
            continue;
        diagnose(ast->diagnostics, MESSAGE_UNUSED_EVENT, event->name.span, WORDS(event->name.text));
    }
    check_near_misses(ast, names, count, "event", &machine->model);
}

static void check_hooks(struct ast *ast, const struct resolved_hook *hooks, size_t count, const char *what,
                        const char *use) {
    struct checked_name *names = arena_alloc(ast->arena, count * sizeof *names);
    for (size_t i = 0; i < count; i++) {
        names[i] = (struct checked_name){hooks[i].name, hooks[i].declared != NULL, hooks[i].use_count};
        if (hooks[i].use_count > 0)
            continue;
        diagnose(ast->diagnostics, MESSAGE_UNUSED_HOOK, hooks[i].name.span,
                 WORDS(what, hooks[i].name.text, use));
    }
    check_near_misses(ast, names, count, what, NULL);
}

/* Once a guard, whichever of its texts it is. */
static void check_clocks(struct ast *ast, const struct resolved_machine *machine) {
    for (size_t i = 0; i < machine->model.guard_count; i++) {
        const struct model_hook *guard = &machine->model.guards[i];
        for (size_t j = 0; guard->is_sql && j < PAWL_DIALECT_COUNT; j++) {
            const char *text = guard->sql[j] == NULL ? "" : guard->sql[j]->text;
            const struct scanned_reference found = other_clock(text, dialects[j]->comments_nest);
            if (found.length == 0)
                continue;
            diagnose(
                ast->diagnostics, MESSAGE_OTHER_CLOCK, machine->guards[i].name.span,
                WORDS(guard->name, arena_printf(ast->arena, "%.*s", (int)found.length, text + found.offset)));
            break;
        }
    }
}

static void overridden(struct ast *ast, const struct ast_move *move, struct span at) {
    diagnose(ast->diagnostics, MESSAGE_OVERRIDDEN, at, WORDS(move->event.text));
}

/* The arrows of one piece of the file are neighbours: one for each name, or any number for `any`. */
static void check_overridden(struct ast *ast, const struct resolved_machine *machine) {
    const struct model_machine *model = &machine->model;
    bool *is_used = arena_alloc(ast->arena, model->arrow_count * sizeof *is_used);
    for (size_t i = 0; i < model->move_count; i++)
        is_used[model->moves[i].arrow - model->arrows] = true;
    for (size_t i = 0; i < model->arrow_count;) {
        const struct ast_move *move = machine->arrows[i];
        const struct ast_word *source =
            move->kind != AST_FROM || move->sources->is_any ? NULL : move->sources->names->first;
        const bool is_whole = source == NULL;
        bool any_used = false;
        for (; i < model->arrow_count && machine->arrows[i] == move; i++) {
            any_used = any_used || is_used[i];
            if (source == NULL)
                continue;
            if (!is_used[i])
                overridden(ast, move, source->name.span);
            source = source->next;
        }
        if (!any_used && is_whole)
            overridden(ast, move, move->event.span);
    }
}

/* `from any` that leaves every state out has no arrow at all. */
static void check_empty_any(struct ast *ast, const struct resolved_machine *machine) {
    size_t i = 0;
    for (const struct ast_item *item = machine->ast->items; item != NULL; item = item->next) {
        if (item->kind != AST_ITEM_MOVE || item->move->sources == NULL)
            continue;
        while (i < machine->model.arrow_count &&
               machine->arrows[i]->keyword.offset < item->move->keyword.offset)
            i++;
        if (i == machine->model.arrow_count || machine->arrows[i] != item->move)
            overridden(ast, item->move, item->move->event.span);
    }
}

void check_machine(struct ast *ast, const struct resolved_machine *machine, const struct graph *graph) {
    check_graph(ast, machine, graph);
    check_events(ast, machine);
    check_hooks(ast, machine->guards, machine->model.guard_count, "guard", "when");
    check_hooks(ast, machine->effects, machine->model.effect_count, "effect", "do");
    check_clocks(ast, machine);
    check_overridden(ast, machine);
    check_empty_any(ast, machine);
}
