/* Bytes through the compiler: a model or errors, which are printed in every way. */
#include "base/diagnostic_json.h"
#include "input.h"

#include <stdio.h>
#include <stdlib.h>

static void print(const struct diagnostics *diagnostics, bool colour) {
    char *printed = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&printed, &length);
    REQUIRE(file != NULL, "there is memory for what is printed");
    diagnostics_print(diagnostics, colour, file);
    fclose(file);
    free(printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input;
    struct text json = TEXT_INIT;
    input_compile(&input, data, size, NULL);
    print(&input.diagnostics, size % 2 == 0);
    diagnostics_json(&input.diagnostics, 1, &json);
    input_require_text(&json);
    input_free(&input);
    return 0;
}
