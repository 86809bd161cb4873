/*
 * prefixes WHICH FILE...: prefixes of every file through the harness that this is linked with. WHICH are
 * `pieces`, cut behind every piece of the language, but once behind what differs in names and numbers alone;
 * or `statements`, for a harness that sees only what can be read.
 */
#include "input.h"

#include <ctype.h>
#include <stdint.h>
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

/* ---- what was cut before ------------------------------------------------------------------------ */

enum { ALIKE = 12, HASH_BITS = 24 };

static const char *const keywords[] = {
#define TOKEN(identifier, called)
#define KEYWORD(identifier, spelling)      spelling,
#define PIECE(identifier, spelling, place) spelling,
#include "syntax/token.def"
};

static bool is_keyword(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strlen(keywords[i]) == length && memcmp(keywords[i], word, length) == 0)
            return true;
    return false;
}

static size_t begin_of_piece(const char *bytes, size_t end) {
    size_t begin = end - 1;
    while (begin > 0 && class_of(bytes[end - 1]) != SIGN &&
           class_of(bytes[begin - 1]) == class_of(bytes[end - 1]))
        begin--;
    return begin;
}

/* Of the last pieces before the cut: all names are one, and all numbers, and all that is blank. */
static uint32_t hash_of_last_pieces(const char *bytes, size_t end) {
    uint32_t hash = 2166136261U;
    for (int i = 0; i < ALIKE && end > 0; i++) {
        const size_t begin = begin_of_piece(bytes, end);
        const enum class class = class_of(bytes[begin]);
        hash = (hash ^ (uint32_t) class) * 16777619U;
        if (class == SIGN || (class == LETTERS && is_keyword(bytes + begin, end - begin)))
            for (size_t at = begin; at < end; at++)
                hash = (hash ^ (unsigned char)bytes[at]) * 16777619U;
        end = begin;
    }
    return hash >> (32 - HASH_BITS);
}

static bool is_cut_before(const char *bytes, size_t end) {
    static unsigned char cut[(1U << HASH_BITS) / 8];
    const uint32_t hash = hash_of_last_pieces(bytes, end);
    const bool before = cut[hash / 8] & (1U << hash % 8);
    cut[hash / 8] |= (unsigned char)(1U << hash % 8);
    return before;
}

/* ---- where to cut ------------------------------------------------------------------------------- */

typedef bool cut_fn(const char *bytes, size_t end, size_t length);

static bool ends_a_new_piece(const char *bytes, size_t end, size_t length) {
    return ends_a_piece(bytes, end, length) && (end == length || !is_cut_before(bytes, end));
}

/* Hardly any of these can be read, and what is cut alike is refused alike. */
static bool ends_a_statement(const char *bytes, size_t end, size_t length) {
    return end == length ||
           (end > 0 && (bytes[end - 1] == ';' || bytes[end - 1] == '}') && !is_cut_before(bytes, end));
}

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
    cut_fn *cut = argc > 1 && strcmp(argv[1], "statements") == 0 ? ends_a_statement : ends_a_new_piece;
    for (int i = 2; i < argc; i++)
        count += try_file(argv[i], cut);
    printf("%zu prefixes of %d files\n", count, argc - 2);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
