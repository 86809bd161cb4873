/* What compiles goes through every back end of the table, and what it writes is text. */
#include "emit.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input;
    input_compile(&input, data, size);
    for (size_t b = 0; input.model != NULL && backends[b].name != NULL; b++) {
        const struct emit_context context = {.arena = input.arena, .model = input.model};
        struct text text = TEXT_INIT;
        backends[b].emit(&context, &text);
        input_require_text(&text);
    }
    input_free(&input);
    return 0;
}
