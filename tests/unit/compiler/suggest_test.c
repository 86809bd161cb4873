#include "base/suggest.h"

#include "test.h"

static void distances(void **state) {
    (void)state;
    assert_int_equal(edit_distance("", ""), 0);
    assert_int_equal(edit_distance("", "abc"), 3);
    assert_int_equal(edit_distance("abc", ""), 3);
    assert_int_equal(edit_distance("cancel", "cancel"), 0);
    assert_int_equal(edit_distance("cancle", "cancel"), 1);
    assert_int_equal(edit_distance("submited", "submitted"), 1);
    assert_int_equal(edit_distance("kitten", "sitting"), 3);
    char word[66];
    for (int i = 0; i < 65; i++)
        word[i] = 'a';
    word[65] = '\0';
    assert_true(edit_distance(word, "a") == SIZE_MAX);
    assert_int_equal(edit_distance(word + 1, word + 2), 1);
}

static void the_nearest_wins(void **state) {
    (void)state;
    struct suggestion suggestion = suggestion_for("submited");
    suggestion_offer(&suggestion, "omitted");
    suggestion_offer(&suggestion, "submitted");
    suggestion_offer(&suggestion, "submits");
    assert_string_equal(suggestion.nearest, "submitted");
    suggestion = suggestion_for("ab");
    suggestion_offer(&suggestion, "xy");
    assert_null(suggestion.nearest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances),
        cmocka_unit_test(the_nearest_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
