#include "check.h"

#include "suggest.h"

#include <string.h>

/* Comparing all pairs is quadratic; in a machine with more events nobody would read the answer. */
enum { NEAR_MISS_EVENTS_MAX = 2000, NEAR_MISS_LENGTH_MIN = 5 };

/* Moves in the order of one of their ends: those of state s are order[start[s]] to order[start[s + 1] - 1].
 */
struct adjacency {
    size_t *start;
    size_t *order;
};

static struct adjacency sort_by_end(struct arena *arena, const struct model_machine *machine,
                                    bool by_target) {
    struct adjacency sorted = {arena_alloc(arena, (machine->state_count + 2) * sizeof(size_t)),
                               arena_alloc(arena, machine->move_count * sizeof(size_t))};
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < machine->move_count; i++) {
            if (machine->moves[i].from == MODEL_NOTHING)
                continue;
            size_t end = by_target ? machine->moves[i].to : machine->moves[i].from;
            if (pass == 0)
                sorted.start[end + 2]++;
            else
                sorted.order[sorted.start[end + 1]++] = i;
        }
        for (size_t s = 2; pass == 0 && s < machine->state_count + 2; s++)
            sorted.start[s] += sorted.start[s - 1];
    }
    return sorted;
}

/* Marks all that can be reached from the marked states, along the moves or against them. */
static void spread(struct arena *arena, const struct model_machine *machine, bool *marked, bool backwards) {
    struct adjacency adjacency = sort_by_end(arena, machine, backwards);
    size_t *queue = arena_alloc(arena, machine->state_count * sizeof *queue);
    size_t queued = 0;
    for (size_t i = 0; i < machine->state_count; i++)
        if (marked[i])
            queue[queued++] = i;
    for (size_t next = 0; next < queued; next++)
        for (size_t i = adjacency.start[queue[next]]; i < adjacency.start[queue[next] + 1]; i++) {
            const struct model_move *move = &machine->moves[adjacency.order[i]];
            size_t other = backwards ? move->from : move->to;
            if (!marked[other]) {
                marked[other] = true;
                queue[queued++] = other;
            }
        }
}

static void check_graph(struct ast *ast, const struct resolved_machine *resolved) {
    const struct model_machine *machine = &resolved->model;
    bool *reached = arena_alloc(ast->arena, machine->state_count * sizeof *reached);
    bool *finishes = arena_alloc(ast->arena, machine->state_count * sizeof *finishes);
    bool has_final = false;
    for (size_t i = 0; i < machine->move_count; i++)
        if (machine->moves[i].from == MODEL_NOTHING)
            reached[machine->moves[i].to] = true;
    for (size_t i = 0; i < machine->state_count; i++) {
        finishes[i] = machine->states[i].is_final;
        has_final = has_final || finishes[i];
    }
    spread(ast->arena, machine, reached, false);
    spread(ast->arena, machine, finishes, true);
    for (size_t i = 0; i < machine->state_count; i++) {
        const struct ast_text *name = &resolved->states[i]->head.name;
        if (!reached[i]) {
            diagnose(ast->diagnostics, DIAGNOSTIC_UNREACHABLE, name->span, "nothing leads to state `%s`",
                     name->text);
            diagnose_help(ast->diagnostics, "add a move to it, or take it out");
        } else if (has_final && !finishes[i]) {
            diagnose(ast->diagnostics, DIAGNOSTIC_CANNOT_FINISH, name->span,
                     "no final state can be reached from state `%s`", name->text);
            diagnose_help(ast->diagnostics, "add a move out of it, or make it final");
        }
    }
}

static size_t uses(const struct resolved_event *event) {
    return event->create_count + event->move_count;
}

/* Numbered names are near each other on purpose. */
static bool differ_in_a_digit(const char *left, const char *right) {
    while (*left != '\0' && *left == *right) {
        left++;
        right++;
    }
    return (*left >= '0' && *left <= '9') || (*right >= '0' && *right <= '9');
}

static void check_near_miss(struct ast *ast, const struct resolved_machine *machine, size_t index) {
    const struct resolved_event *event = &machine->events[index];
    const char *name = event->name.text;
    if (event->declared != NULL || uses(event) > 1 || strlen(name) < NEAR_MISS_LENGTH_MIN ||
        machine->model.event_count > NEAR_MISS_EVENTS_MAX)
        return;
    for (size_t i = 0; i < machine->model.event_count; i++) {
        const struct resolved_event *other = &machine->events[i];
        if (i == index || (other->declared == NULL && uses(other) < 2) ||
            edit_distance(name, other->name.text) != 1 || differ_in_a_digit(name, other->name.text))
            continue;
        diagnose(ast->diagnostics, DIAGNOSTIC_NEAR_MISS, event->name.span,
                 "event `%s` is used once, and looks like event `%s`", name, other->name.text);
        diagnose_note(ast->diagnostics, other->name.span, "`%s` is first named here", other->name.text);
        diagnose_help(ast->diagnostics, "write `%s`, or declare it to say that you mean it: `event %s;`",
                      other->name.text, name);
        return;
    }
}

void check_machine(struct ast *ast, const struct resolved_machine *machine) {
    check_graph(ast, machine);
    for (size_t i = 0; i < machine->model.event_count; i++) {
        const struct resolved_event *event = &machine->events[i];
        if (uses(event) == 0) {
            diagnose(ast->diagnostics, DIAGNOSTIC_UNUSED_EVENT, event->name.span, "nothing uses event `%s`",
                     event->name.text);
            diagnose_help(ast->diagnostics, "write `on %s -> STATE;` where it should move, or take it out",
                          event->name.text);
        }
        check_near_miss(ast, machine, i);
    }
}
