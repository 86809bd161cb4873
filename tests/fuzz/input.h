/* What the harnesses share: an input's bytes through all phases of the compiler, and requirements. */
#ifndef PAWL_FUZZ_INPUT_H
#define PAWL_FUZZ_INPUT_H

#include "base/text.h"
#include "compile.h"

#include <stdint.h>

/* Where it does not hold, the input is a finding, and the words say what should be. */
#define REQUIRE(condition, words) ((condition) ? (void)0 : input_is_finding(words))
void input_is_finding(const char *words) __attribute__((noreturn));

struct input {
    struct arena *arena;
    struct source source;
    struct diagnostics diagnostics;
    const struct model *model; /* NULL where the compiler reported an error */
};

/* `chosen` as for compile_for. */
void input_compile(struct input *input, const uint8_t *data, size_t size, const bool *chosen);
void input_free(struct input *input);

/* As outputs must be: UTF-8 without NUL, or a word on why it could not be written. Frees the text. */
void input_require_text(struct text *text);

/* Each harness has one, for libFuzzer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
