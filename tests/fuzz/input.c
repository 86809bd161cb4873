#include "input.h"

#include <stdio.h>
#include <stdlib.h>

void input_is_finding(const char *words) {
    fprintf(stderr, "finding: not so: %s\n", words);
    abort();
}

void input_compile(struct input *input, const uint8_t *data, size_t size, const bool *chosen) {
    *input = (struct input){.arena = arena_new()};
    source_from_bytes(&input->source, input->arena, "input.fsm", (const char *)data, size);
    diagnostics_init(&input->diagnostics, input->arena, &input->source);
    input->model = compile_for(input->arena, &input->source, &input->diagnostics, chosen, DIALECTS_ALL, false,
                               NULL, HOOKS_AS_WRITTEN);
    REQUIRE((input->model == NULL) == (input->diagnostics.error_count > 0),
            "no model without an error, and no error with a model");
}

void input_free(struct input *input) {
    arena_free(input->arena);
}

void input_require_text(struct text *text) {
    const struct source bytes = {.text = text->data, .length = text->length};
    size_t offset;
    REQUIRE(!text_failed(text) || text->problem != NULL, "a text that could not be written says why");
    REQUIRE(text->length == 0 || !source_find_bad_byte(&bytes, &offset), "a text is UTF-8 without NUL");
    text_free(text);
}
