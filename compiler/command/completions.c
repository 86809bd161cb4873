/* The completions of pawl: the options are verbs.txt's, and the kinds of outputs those of the back ends. */
#include "command/options.h"

void options_complete(struct text *out, struct arena *arena, const struct completion *completion) {
    struct completion_program program = completion_program;
    program.list = "";
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        program.list =
            arena_printf(arena, "%s%s%s", program.list, backend == backends ? "" : " ", backend->name);
    completion_write(out, completion, &program);
}
