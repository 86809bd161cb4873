/* The examples of the language's manual, cut off and spoilt at every byte: each is answered in words. */
#include "compiled.h"

#include <stdlib.h>

static char manual[64 * 1024];

static int read_manual(void **state) {
    (void)state;
    static const char *const pages[] = {"README.md",  "MACHINES.md", "GUARDS.md",
                                        "ASSERTS.md", "FLOWS.md",    "STORAGE.md"};
    size_t length = 0;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s%s", MANUAL, pages[i]);
        FILE *file = fopen(path, "rb");
        if (file == NULL)
            return -1;
        length += fread(manual + length, 1, sizeof manual - 1 - length, file);
        fclose(file);
    }
    return length < sizeof manual - 1 ? 0 : -1;
}

static void must_be_answered(const char *text, size_t length) {
    struct compiled compiled = {.arena = arena_new()};
    source_from_bytes(&compiled.source, compiled.arena, "x.fsm", text, length);
    diagnostics_init(&compiled.diagnostics, compiled.arena, &compiled.source);
    compiled.model = compile(compiled.arena, &compiled.source, &compiled.diagnostics);
    assert_int_equal(compiled.model == NULL, compiled.diagnostics.error_count > 0);
    arena_free(compiled.arena);
}

typedef void spoil_fn(const char *example, size_t length);

static void each_example(spoil_fn *spoil) {
    static const char fence[] = "\n```fsm\n";
    size_t count = 0;
    for (const char *at = strstr(manual, fence); at != NULL; at = strstr(at, fence)) {
        at += strlen(fence);
        const char *end = strstr(at, "\n```");
        assert_non_null(end);
        spoil(at, (size_t)(end + 1 - at));
        at = end;
        count++;
    }
    assert_true(count >= 8);
}

static void cut_off(const char *example, size_t length) {
    for (size_t i = 0; i <= length; i++)
        must_be_answered(example, i);
}

static void every_prefix_is_answered(void **state) {
    (void)state;
    each_example(cut_off);
}

/* A piece taken out, from each byte on. */
static void with_a_hole(const char *example, size_t length) {
    enum { HOLE = 7 };
    char *copy = malloc(length);
    assert_non_null(copy);
    for (size_t i = 0; i + HOLE < length; i++) {
        memcpy(copy, example, i);
        memcpy(copy + i, example + i + HOLE, length - i - HOLE);
        must_be_answered(copy, length - HOLE);
    }
    free(copy);
}

static void every_hole_is_answered(void **state) {
    (void)state;
    each_example(with_a_hole);
}

static void with_another_byte(const char *example, size_t length) {
    static const char bytes[] = "{};\":(,)x0 ";
    char *copy = malloc(length);
    assert_non_null(copy);
    memcpy(copy, example, length);
    for (size_t i = 0; i < length; i++) {
        copy[i] = bytes[i % (sizeof bytes - 1)];
        must_be_answered(copy, length);
        copy[i] = example[i];
    }
    free(copy);
}

static void every_wrong_byte_is_answered(void **state) {
    (void)state;
    each_example(with_another_byte);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_answered),
        cmocka_unit_test(every_hole_is_answered),
        cmocka_unit_test(every_wrong_byte_is_answered),
    };
    return cmocka_run_group_tests(tests, read_manual, NULL);
}
