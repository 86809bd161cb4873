/* What emitters ask of the guards and effects of moves that stand side by side in machine.moves. */
#pragma once

#include "model/model.h"

struct hook_moves {
    const struct model_move *list;
    size_t count;
};

/* All of an event. */
struct hook_moves moves_of_event(const struct model_machine *machine, size_t event);
/* The next ones, out of `all`, of one event from one state, as they are tried; false at their end. */
bool next_moves(struct hook_moves all, struct hook_moves *same_state);

/* Otherwise it is an effect. */
bool hook_is_guard(const struct model_machine *machine, const struct model_hook *hook);
bool hook_is_callback(const struct model_hook *hook);

/* Whether the guard is in one of its conditions. */
bool move_asks(const struct model_move *move, const struct model_hook *guard);
/* Whether one of them has a condition. */
bool moves_have_guards(struct hook_moves moves);
/* Whether one of them has a guard in C. */
bool moves_have_callback_guards(struct hook_moves moves);
/* Whether one of them has a condition or an effect, so that a program lists them in pawl_machine.moves. */
bool moves_have_hooks(struct hook_moves moves);
/* The first callback that is asked or run before the commit of one of them; NULL: none. */
const struct model_hook *moves_first_callback(struct hook_moves moves);
