#include "base/source.h"

#include "test.h"

#include <string.h>

static struct source from(struct arena *arena, const char *bytes, size_t length) {
    struct source source;
    source_from_bytes(&source, arena, "folder/x.fsm", bytes, length);
    return source;
}

static void line_ends_and_bom_are_accepted(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    static const char bytes[] = "\xEF\xBB\xBFone\r\ntwo\rthree\n";
    struct source source = from(arena, bytes, sizeof bytes - 1);
    assert_string_equal(source.text, "one\ntwo\nthree\n");
    assert_string_equal(source.stem, "x");
    assert_int_equal(source.line_count, 4);
    arena_free(arena);
}

static void places_count_characters(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    static const char bytes[] = "a\n\xC3\xBC\tb";
    struct source source = from(arena, bytes, sizeof bytes - 1);
    struct place place = source_place(&source, 5);
    assert_int_equal(place.line, 2);
    assert_int_equal(place.column, 3);
    place = source_place(&source, source.length);
    assert_int_equal(place.line, 2);
    assert_int_equal(place.column, 4);
    struct span line = source_line(&source, 2);
    assert_int_equal(line.offset, 2);
    assert_int_equal(line.length, 4);
    arena_free(arena);
}

static void nothing_is_a_line(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct source source = from(arena, "", 0);
    size_t offset;
    assert_int_equal(source.length, 0);
    assert_int_equal(source_place(&source, 0).line, 1);
    assert_int_equal(source_line(&source, 1).length, 0);
    assert_false(source_find_bad_byte(&source, &offset));
    arena_free(arena);
}

static void bad_bytes_are_found(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        int bad_at; /* -1: none */
    } cases[] = {
        {"ok\t\n", 4, -1},
        {"a\0b", 3, 1},
        {"a\x07", 2, 1},
        {"\x7F", 1, 0},
        {"\xC3\xBC", 2, -1},
        {"\xE2\x82\xAC", 3, -1},
        {"\xF0\x9F\x98\x80", 4, -1},
        {"\xC3", 1, 0},             /* cut off */
        {"\xE2\x82", 2, 0},         /* cut off */
        {"\xC0\x80", 2, 0},         /* overlong NUL */
        {"\xE0\x80\xAF", 3, 0},     /* overlong slash */
        {"\xED\xA0\x80", 3, 0},     /* surrogate */
        {"\xF4\x90\x80\x80", 4, 0}, /* beyond U+10FFFF */
        {"x\x80", 2, 1},            /* continuation without a start */
        {"\xFF\xFE", 2, 0},         /* UTF-16 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct arena *arena = arena_new();
        struct source source = from(arena, cases[i].bytes, cases[i].length);
        size_t offset = 99;
        assert_int_equal(source_find_bad_byte(&source, &offset), cases[i].bad_at >= 0);
        if (cases[i].bad_at >= 0)
            assert_int_equal(offset, cases[i].bad_at);
        arena_free(arena);
    }
}

static void stems_come_from_plain_names(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    const char *problem = NULL;
    assert_string_equal(source_stem(arena, "a/b.c/pay-ment_2.v1.fsm", &problem), "pay-ment_2.v1");
    static const char *const refused[] = {"payment",     "payment.h", ".fsm", "a/.fsm",
                                          "we\"ird.fsm", "a b.fsm",   ""};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        problem = NULL;
        assert_null(source_stem(arena, refused[i], &problem));
        assert_non_null(problem);
    }
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_ends_and_bom_are_accepted),
        cmocka_unit_test(places_count_characters),
        cmocka_unit_test(nothing_is_a_line),
        cmocka_unit_test(bad_bytes_are_found),
        cmocka_unit_test(stems_come_from_plain_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
