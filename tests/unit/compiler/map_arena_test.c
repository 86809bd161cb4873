#include "base/map.h"

#include "test.h"

#include <stdalign.h>
#include <string.h>

static void the_first_value_stays(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct map map = map_new(arena);
    assert_int_equal(map_get(&map, "a"), MAP_NOTHING);
    assert_true(map_put(&map, "a", 1));
    assert_false(map_put(&map, "a", 2));
    assert_int_equal(map_get(&map, "a"), 1);
    assert_true(map_put(&map, "", 3));
    assert_int_equal(map_get(&map, ""), 3);
    arena_free(arena);
}

static void many_names_are_kept_apart(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct map map = map_new(arena);
    for (size_t i = 0; i < 50000; i++)
        assert_true(map_put(&map, arena_printf(arena, "name_%zu", i), i));
    for (size_t i = 0; i < 50000; i++)
        assert_int_equal(map_get(&map, arena_printf(arena, "name_%zu", i)), i);
    assert_int_equal(map_get(&map, "name_50000"), MAP_NOTHING);
    arena_free(arena);
}

static void pieces_are_zeroed_and_aligned(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    for (size_t size = 0; size < 300000; size = size * 3 + 1) {
        unsigned char *piece = arena_alloc(arena, size);
        assert_int_equal((uintptr_t)piece % alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(piece[i], 0);
        memset(piece, 0xFF, size);
    }
    assert_string_equal(arena_strndup(arena, "abc", 2), "ab");
    assert_string_equal(arena_strndup(arena, NULL, 0), "");
    arena_free(arena);
    arena_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_value_stays),
        cmocka_unit_test(many_names_are_kept_apart),
        cmocka_unit_test(pieces_are_zeroed_and_aligned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
