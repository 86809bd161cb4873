#include "base/text.h"

#include "test.h"

#include <string.h>

static void pieces_add_up(void **state) {
    (void)state;
    struct text text = TEXT_INIT;
    text_put(&text, "");
    assert_null(text.data);
    text_put(&text, "one");
    text_char(&text, ' ');
    text_printf(&text, "%d%s", 2, "!");
    text_printf(&text, "%s", "");
    text_write(&text, "\0x", 2);
    assert_int_equal(text.length, 8);
    assert_memory_equal(text.data, "one 2!\0x", 9);
    assert_false(text_failed(&text));
    text_free(&text);
    assert_null(text.data);
}

static void long_texts_grow(void **state) {
    (void)state;
    struct text text = TEXT_INIT;
    for (int i = 0; i < 100000; i++)
        text_printf(&text, "%07d", i);
    assert_int_equal(text.length, 700000);
    assert_string_equal(text.data + text.length - 7, "0099999");
    text_free(&text);
}

static void a_failure_is_kept(void **state) {
    (void)state;
    struct text text = TEXT_INIT;
    text_put(&text, "kept");
    text_fail(&text, "first");
    text_put(&text, "lost");
    text_printf(&text, "lost %d", 1);
    assert_string_equal(text.data, "kept");
    text_free(&text);
}

static void what_failed_is_passed_on(void **state) {
    (void)state;
    struct text out = TEXT_INIT, made = TEXT_INIT;
    text_put(&made, "one");
    text_pass(&out, text_put, &made);
    text_fail(&made, "first");
    text_pass(&out, text_put, &made);
    assert_string_equal(out.data, "one");
    assert_string_equal(out.problem, "first");
    text_free(&out);
}

static void the_first_problem_is_kept(void **state) {
    (void)state;
    struct text text = TEXT_INIT;
    text_fail(&text, "first");
    text_fail(&text, "second");
    text_put(&text, "lost");
    assert_true(text_failed(&text));
    assert_string_equal(text.problem, "first");
    assert_null(text.data);
    text_free(&text);
}

static void put_word(struct text *out, const char *word, const char *argument, const void *context) {
    (void)context;
    text_printf(out, "<%s|%s>", word, argument);
}

static void words_stand_in_braces(void **state) {
    static const char template[] = "a{b}c {d:e: f} {g:{h}i} ${j} {K} { {}", of[] = "{a}{b";
    (void)state;
    struct text text = TEXT_INIT;
    text_template(&text, template, strlen(template), put_word, NULL);
    assert_string_equal(text_data(&text), "a<b|>c <d|e: f> <g|{h}i> ${j} {K} { {}");
    text_free(&text);
    text_template(&text, of, strlen(of), put_word, NULL);
    assert_string_equal(text_data(&text), "<a|><b|>");
    text_free(&text);
    assert_string_equal(text_data(&text), "");
}

static void fragments_have_names(void **state) {
    static const struct text_fragment fragments[] = {{"a", "1"}, {"b", "2"}, {NULL, NULL}};
    (void)state;
    assert_string_equal(text_fragment(fragments, "b"), "2");
    assert_null(text_fragment(fragments, "c"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_add_up),
        cmocka_unit_test(long_texts_grow),
        cmocka_unit_test(a_failure_is_kept),
        cmocka_unit_test(what_failed_is_passed_on),
        cmocka_unit_test(the_first_problem_is_kept),
        cmocka_unit_test(words_stand_in_braces),
        cmocka_unit_test(fragments_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
