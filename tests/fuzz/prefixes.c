/*
 * prefixes WHICH FILE...: prefixes of every file through the harness that this is linked with. WHICH are
 * `pieces`, cut behind every piece of the language, or `statements`, for a harness that sees only what
 * compiles.
 */
#include "input.h"

#include <ctype.h>
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

enum class { LETTERS, DIGITS, SPACES, SIGN };

static enum class class_of(char byte) {
    const unsigned char c = (unsigned char)byte; return isdigit(c)               ? DIGITS
                                                        : isspace(c)             ? SPACES
                                                        : isalpha(c) || c == '_' ? LETTERS
                                                                                 : SIGN;
}

/* Every cut but those within a run of letters, digits or spaces. */
static bool ends_a_piece(const char *bytes, size_t end, size_t length) {
    return end == 0 || end == length || class_of(bytes[end - 1]) == SIGN ||
           class_of(bytes[end - 1]) != class_of(bytes[end]);
}

static bool ends_a_statement(const char *bytes, size_t end, size_t length) {
    return end == length || (end > 0 && (bytes[end - 1] == ';' || bytes[end - 1] == '}'));
}

typedef bool cut_fn(const char *bytes, size_t end, size_t length);

static size_t try_file(const char *path, cut_fn *is_worth_trying) {
    struct arena *arena = arena_new();
    struct source source;
    const char *problem;
    REQUIRE(source_read(&source, arena, path, &problem), problem);
    size_t count = 0;
    for (size_t end = 0; end <= source.length; end++)
        if (is_worth_trying(source.text, end, source.length)) {
            try_prefix(source.text, end);
            count++;
        }
    arena_free(arena);
    return count;
}

int main(int argc, char **argv) {
    size_t count = 0;
    cut_fn *cut = argc > 1 && strcmp(argv[1], "statements") == 0 ? ends_a_statement : ends_a_piece;
    for (int i = 2; i < argc; i++)
        count += try_file(argv[i], cut);
    printf("%zu prefixes of %d files\n", count, argc - 2);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
