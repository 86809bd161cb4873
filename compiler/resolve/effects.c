#include "model/graph.h"
#include "resolve/resolving.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS_MAX = 65 }; /* states in states: the grammar keeps braces to 64 levels */

/* The lists of a move in their order: out of what it leaves, its own, into what it enters. */
static size_t lists_of(const struct model_machine *machine, const struct model_move *move,
                       const struct model_hooks *lists[2 * LEVELS_MAX + 1]) {
    const struct model_arrow *arrow = move->arrow;
    const struct model_state *from = move->from == MODEL_NOTHING ? NULL : &machine->states[move->from];
    const struct model_state *to = &machine->states[move->to];
    const struct model_composite *common = from == NULL ? NULL : graph_around_both(from->parent, to->parent);
    const struct model_composite *entered[LEVELS_MAX];
    size_t depth = 0;
    size_t count = 0;
    if (arrow->target == MODEL_STAY) {
        lists[0] = &arrow->effects;
        return 1;
    }
    if (from != NULL) {
        lists[count++] = &from->leave;
        for (const struct model_composite *left = from->parent; left != common; left = left->parent)
            lists[count++] = &left->leave;
    }
    lists[count++] = &arrow->effects;
    for (const struct model_composite *around = to->parent; around != common; around = around->parent)
        entered[depth++] = around;
    while (depth > 0)
        lists[count++] = &entered[--depth]->enter;
    lists[count++] = &to->enter;
    return count;
}

static struct model_hooks effects_of(struct resolving *r, const struct model_move *move) {
    const struct model_hooks *lists[2 * LEVELS_MAX + 1];
    size_t list_count = lists_of(r->model, move, lists);
    struct model_hooks all = {0};
    size_t total = 0;
    for (size_t i = 0; i < list_count; i++) {
        if (lists[i]->count > 0)
            all = *lists[i];
        total += lists[i]->count;
    }
    if (total == all.count) /* of one list at most, as nearly always */
        return all;
    const struct model_hook **hooks = arena_alloc(r->arena, total * sizeof(*hooks));
    all.count = 0;
    for (size_t i = 0; i < list_count; i++)
        for (size_t h = 0; h < lists[i]->count; h++)
            hooks[all.count++] = lists[i]->hooks[h];
    all.hooks = hooks;
    return all;
}

void resolve_freeze_effects(struct resolving *r, struct model_move *moves) {
    if (r->effects.count == 0)
        return;
    for (size_t i = 0; i < r->flat_count; i++)
        moves[i].effects = effects_of(r, &moves[i]);
}

/* ---- what moves have -------------------------------------------------------------------------------- */

static void mark(struct model_hook *hooks, const struct model_hook *used) {
    hooks[used - hooks].number = 0;
}

static void mark_all(struct resolving *r, const struct model_hooks *list) {
    for (size_t i = 0; i < list->count; i++)
        mark(r->effects.model, list->hooks[i]);
}

static int by_name(const void *left, const void *right) {
    return strcmp((*(struct model_hook *const *)left)->name, (*(struct model_hook *const *)right)->name);
}

static size_t number_hooks(struct hooks *hooks, struct model_hook **all, size_t count) {
    size_t first = count;
    for (size_t i = 0; i < hooks->count; i++)
        if (hooks->model[i].number != MODEL_NOTHING)
            all[count++] = &hooks->model[i];
    qsort(all + first, count - first, sizeof *all, by_name);
    for (size_t i = first; i < count; i++)
        all[i]->number = i;
    return count;
}

void resolve_number_hooks(struct resolving *r) {
    size_t most = r->guards.count + r->effects.count;
    if (most == 0)
        return;
    for (size_t i = 0; i < r->guards.count; i++)
        r->guards.model[i].number = MODEL_NOTHING;
    for (size_t i = 0; i < r->effects.count; i++)
        r->effects.model[i].number = MODEL_NOTHING;
    for (size_t i = 0; i < r->model->move_count; i++) {
        const struct model_move *move = &r->model->moves[i];
        for (size_t c = 0; c < move->arrow->condition_count; c++)
            mark(r->guards.model, move->arrow->conditions[c].guard);
        mark_all(r, &move->effects);
        mark_all(r, &move->arrow->after);
    }
    struct model_hook **all = arena_alloc(r->arena, most * sizeof(*all));
    size_t count = number_hooks(&r->guards, all, 0);
    r->model->hook_count = number_hooks(&r->effects, all, count);
    r->model->hooks = (const struct model_hook *const *)all;
}
