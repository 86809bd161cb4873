/* What the harnesses do first: an input's bytes through all phases of the compiler. */
#ifndef PAWL_FUZZ_INPUT_H
#define PAWL_FUZZ_INPUT_H

#include "compile.h"
#include "text.h"

#include <stdint.h>

/* Ends the harness with the words on stderr: the input is a finding. */
#define REQUIRE(condition, words) ((condition) ? (void)0 : input_finding(words))
void input_finding(const char *words) __attribute__((noreturn));

struct input {
    struct arena *arena;
    struct source source;
    struct diagnostics diagnostics;
    const struct model *model; /* NULL where the compiler reported an error */
};

void input_compile(struct input *input, const uint8_t *data, size_t size);
void input_free(struct input *input);

/* What a program reads as text must be: UTF-8 without NUL. Frees the text. */
void input_require_text(struct text *text);

/* Called by libFuzzer; each harness has one. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
