#include "model/hooks.h"

struct hook_moves moves_of_event(const struct model_machine *machine, size_t event) {
    size_t first = model_first_move(machine, event, MODEL_NOTHING);
    size_t end = model_first_move(machine, event + 1, MODEL_NOTHING);
    return (struct hook_moves){machine->moves + first, end - first};
}

bool next_moves(struct hook_moves all, struct hook_moves *same_state) {
    size_t at = same_state->list == NULL ? 0 : (size_t)(same_state->list - all.list) + same_state->count;
    if (at >= all.count)
        return false;
    *same_state = (struct hook_moves){all.list + at, 1};
    while (at + same_state->count < all.count &&
           same_state->list[same_state->count].event == same_state->list->event &&
           same_state->list[same_state->count].from == same_state->list->from)
        same_state->count++;
    return true;
}

bool hook_is_guard(const struct model_machine *machine, const struct model_hook *hook) {
    return hook >= machine->guards && hook < machine->guards + machine->guard_count;
}

bool hook_is_callback(const struct model_hook *hook) {
    return !hook->is_sql;
}

bool move_asks(const struct model_move *move, const struct model_hook *guard) {
    for (size_t i = 0; i < move->arrow->condition_count; i++)
        if (move->arrow->conditions[i].guard == guard)
            return true;
    return false;
}

bool moves_have_guards(struct hook_moves moves) {
    for (size_t i = 0; i < moves.count; i++)
        if (moves.list[i].arrow->condition_count > 0)
            return true;
    return false;
}

static const struct model_hook *callback_guard(const struct model_arrow *arrow) {
    for (size_t i = 0; i < arrow->condition_count; i++)
        if (hook_is_callback(arrow->conditions[i].guard))
            return arrow->conditions[i].guard;
    return NULL;
}

bool moves_have_callback_guards(struct hook_moves moves) {
    for (size_t i = 0; i < moves.count; i++)
        if (callback_guard(moves.list[i].arrow) != NULL)
            return true;
    return false;
}

bool moves_have_hooks(struct hook_moves moves) {
    for (size_t i = 0; i < moves.count; i++)
        if (moves.list[i].arrow->condition_count > 0 || moves.list[i].effects.count > 0 ||
            moves.list[i].arrow->after.count > 0)
            return true;
    return false;
}

const struct model_hook *moves_first_callback(struct hook_moves moves) {
    for (size_t i = 0; i < moves.count; i++) {
        const struct model_hook *guard = callback_guard(moves.list[i].arrow);
        if (guard != NULL)
            return guard;
        for (size_t e = 0; e < moves.list[i].effects.count; e++)
            if (hook_is_callback(moves.list[i].effects.hooks[e]))
                return moves.list[i].effects.hooks[e];
    }
    return NULL;
}
