/* What compiles goes through every back end of the table and `explain`, and what they write is text. */
#include "emit/emit.h"
#include "emit/prose/explain.h"
#include "input.h"

enum { BACKENDS_MAX = 64 };

static void emit(const struct input *input, bool executing) {
    for (size_t b = 0; backends[b].name != NULL; b++) {
        struct text text = TEXT_INIT;
        if (backends[b].executes != executing)
            continue;
        const struct emit_context context = {
            .backend = &backends[b], .arena = input->arena, .model = input->model};
        backends[b].emit(&context, &text);
        input_require_text(&text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bool all[BACKENDS_MAX];
    struct input input;
    struct text text = TEXT_INIT;
    for (size_t b = 0; b < BACKENDS_MAX; b++)
        all[b] = true;
    input_compile(&input, data, size, NULL);
    bool compiled = input.model != NULL;
    if (compiled) {
        emit(&input, false);
        explain(input.model, &text);
        input_require_text(&text);
    }
    input_free(&input);
    if (!compiled)
        return 0;
    input_compile(&input, data, size, all);
    if (input.model != NULL)
        emit(&input, true);
    input_free(&input);
    return 0;
}
