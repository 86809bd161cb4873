#include "move/move.h"

const struct move_driver moves_by_calls = {.attempt = move_by_function,
                                           .attempt_with_callbacks = move_with_callbacks,
                                           .attempt_batch = batch_by_calls};

const struct move_driver moves_by_steps = {
    .attempt = move_by_steps, .attempt_with_callbacks = move_by_steps, .attempt_batch = batch_by_steps};
