/* What can be read can be formatted; doing it again changes nothing, and neither time does the machine. */
#include "syntax/fmt.h"
#include "emit/page/contents.h"
#include "input.h"

#include <string.h>

static struct text format(struct input *input, const char *bytes, size_t length, bool *read) {
    struct text text = TEXT_INIT;
    *input = (struct input){.arena = arena_new()};
    source_from_bytes(&input->source, input->arena, "input.fsm", bytes, length);
    *read = compile_syntax(input->arena, &input->source, &input->diagnostics);
    if (*read)
        fmt(&input->source, input->arena, &text);
    REQUIRE(!text_failed(&text), "what can be read can be formatted");
    input_free(input);
    return text;
}

static void require_same_model(const uint8_t *data, size_t size, const struct text *formatted) {
    struct input before, after;
    input_compile(&before, data, size, NULL);
    if (before.model != NULL) {
        input_compile(&after, (const uint8_t *)formatted->data, formatted->length, NULL);
        REQUIRE(after.model != NULL, "what compiles does so when it is formatted");
        const struct diff *diff = diff_models(after.arena, before.model, after.model, page_words);
        REQUIRE(diff->count == 0, "the formatted machine is the same");
        for (size_t i = 0; i < before.model->machine_count; i++)
            REQUIRE(strcmp(before.model->machines[i].fingerprint, after.model->machines[i].fingerprint) == 0,
                    "the formatted machine has the same fingerprint");
        input_free(&after);
    }
    input_free(&before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input;
    bool read;
    struct text once = format(&input, (const char *)data, size, &read);
    if (!read || once.length == 0)
        goto out;
    struct text twice = format(&input, once.data, once.length, &read);
    REQUIRE(read, "what was formatted can be read");
    REQUIRE(once.length == twice.length && memcmp(once.data, twice.data, once.length) == 0,
            "formatting again changes nothing");
    text_free(&twice);
    require_same_model(data, size, &once);
out:
    text_free(&once);
    return 0;
}
