/* prefixes FILE...: every prefix of every file through the harness that this is linked with. */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of memory of its own, so that the address sanitizer knows its end. */
static void try_prefix(const char *bytes, size_t length) {
    char *prefix = malloc(length + 1);
    REQUIRE(prefix != NULL, "there is memory for a file");
    memcpy(prefix, bytes, length);
    alarm(10);
    LLVMFuzzerTestOneInput((const uint8_t *)prefix, length);
    free(prefix);
}

static size_t try_file(const char *path) {
    struct arena *arena = arena_new();
    struct source source;
    const char *problem;
    REQUIRE(source_read(&source, arena, path, &problem), problem);
    size_t length = source.length;
    for (size_t end = 0; end <= length; end++)
        try_prefix(source.text, end);
    arena_free(arena);
    return length + 1;
}

int main(int argc, char **argv) {
    size_t count = 0;
    for (int i = 1; i < argc; i++)
        count += try_file(argv[i]);
    printf("%zu prefixes of %d files\n", count, argc - 1);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
