/* Bytes through the compiler: findings in every style, a model or errors. */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>

static void print(const struct diagnostics *diagnostics, struct diagnostics_style style) {
    char *printed = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&printed, &length);
    REQUIRE(file != NULL, "memory for what is printed");
    diagnostics_print(diagnostics, style, file);
    fclose(file);
    free(printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input;
    input_compile(&input, data, size);
    print(&input.diagnostics,
          (struct diagnostics_style){.colour = size % 2 == 0, .warnings_are_errors = size % 4 < 2});
    input_free(&input);
    return 0;
}
