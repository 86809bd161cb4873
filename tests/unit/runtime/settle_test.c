/* What parameters may hold, without a database; what comes back from one is tests/conformance's. */
#include "core/value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct results results;

static int free_results(void **state) {
    (void)state;
    results_free(&results);
    results = (struct results){0};
    return 0;
}

static struct value text_of(enum pawl_type type, const char *text) {
    return (struct value){.type = type, .text = text};
}

static void expect_settled(enum pawl_type type, const char *given, const char *kept) {
    struct complaint complaint;
    struct value value = text_of(type, given);
    if (value_settle(&results, &value, &complaint) != PAWL_OK)
        fail_msg("%s is %s", given, complaint.problem);
    assert_string_equal(value.text, kept);
    assert_int_equal(value_settle(&results, &value, &complaint), PAWL_OK); /* once more changes nothing */
    assert_string_equal(value.text, kept);
}

static void expect_complaint(enum pawl_type type, const char *given, const char *problem) {
    struct complaint complaint = {.help = NULL};
    struct value value = text_of(type, given);
    assert_int_equal(value_settle(&results, &value, &complaint), PAWL_MISUSE);
    assert_string_equal(complaint.problem, problem);
    assert_true(strlen(complaint.help) > 0);
}

static void what_is_null_is_in_order(void **state) {
    (void)state;
    struct complaint complaint;
    for (enum pawl_type type = PAWL_TYPE_TEXT; type <= PAWL_TYPE_BYTES; type++) {
        struct value value = {.type = type, .is_null = true};
        assert_int_equal(value_settle(&results, &value, &complaint), PAWL_OK);
    }
}

static void numerics_lose_what_says_nothing(void **state) {
    (void)state;
    expect_settled(PAWL_TYPE_NUMERIC, "+00.10", "0.10");
    expect_settled(PAWL_TYPE_NUMERIC, "-000", "0");
    expect_settled(PAWL_TYPE_NUMERIC, "-0.010", "-0.010");
    expect_settled(PAWL_TYPE_NUMERIC, "10.", "10");
    char zeros[PAWL_NUMERIC_MAX_DIGITS * 2];
    memset(zeros, '0', sizeof zeros);
    strcpy(zeros + sizeof zeros - 3, "17");
    expect_settled(PAWL_TYPE_NUMERIC, zeros, "17");
    memset(zeros, '0', sizeof zeros);
    zeros[0] = '.';
    zeros[sizeof zeros - 1] = '\0';
    expect_complaint(PAWL_TYPE_NUMERIC, zeros, "a number of too many digits");
    zeros[PAWL_NUMERIC_MAX_DIGITS] = '\0'; /* the point, 999 digits, and one before the point */
    struct value value = text_of(PAWL_TYPE_NUMERIC, zeros);
    struct complaint complaint;
    assert_int_equal(value_settle(&results, &value, &complaint), PAWL_OK);
    assert_int_equal(strlen(value.text), PAWL_NUMERIC_MAX_DIGITS + 1);
}

static bool same_numeric(const char *left, const char *right) {
    struct value value = text_of(PAWL_TYPE_NUMERIC, left);
    struct cell cell = {.text = right};
    return value_is(&value, &cell);
}

static void numerics_are_compared_as_numbers(void **state) {
    (void)state;
    assert_true(same_numeric("1.50", "1.5"));
    assert_true(same_numeric("1", "1.000"));
    assert_true(same_numeric("0", "0.00"));
    assert_true(same_numeric("-10", "-10.0"));
    assert_false(same_numeric("10", "1"));
    assert_false(same_numeric("100", "1.00"));
    assert_false(same_numeric("1.05", "1.5"));
    assert_false(same_numeric("-1", "1"));
    struct value text = text_of(PAWL_TYPE_TEXT, "1.50");
    assert_false(value_is(&text, &(struct cell){.text = "1.5"}));
}

static void json_is_what_the_standard_says(void **state) {
    (void)state;
    static const char *const good[] = {"0",
                                       "-0",
                                       "0.0",
                                       "1E5",
                                       "1e-05",
                                       "[]",
                                       "{}",
                                       "[ ]",
                                       "{ }",
                                       "true",
                                       "false",
                                       "null",
                                       "\"\x7f\"",
                                       "\"\\u001f\"",
                                       "[1,2]",
                                       "{\"\":{}}",
                                       "\"\\uDBFF\\uDFFF\"",
                                       "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
                                       "\n[\r\n]\t"};
    static const char *const bad[] = {"+1",
                                      "-",
                                      ".5",
                                      "5.",
                                      "1e",
                                      "1e+",
                                      "00",
                                      "-01",
                                      "0x1",
                                      "tru",
                                      "True",
                                      "nulll",
                                      "[,]",
                                      "[1,]",
                                      "[1 2]",
                                      "{,}",
                                      "{\"a\"}",
                                      "{1:2}",
                                      "]",
                                      "}",
                                      "[",
                                      "{",
                                      "\"",
                                      "\"\\\"",
                                      "\"\\",
                                      "\"\\u",
                                      "\"\\u12",
                                      "\"\\u12g4\"",
                                      "\"\t\"",
                                      "\"\x01\"",
                                      "\xef\xbb\xbf{}",
                                      "\f1",
                                      "// a\n1",
                                      "\"\\uD800\\u0041\"",
                                      "\"\\uDC00\\uD800\"",
                                      "\"\\uD800\\n\"",
                                      "{\"a\":1,}",
                                      "{\"a\":}",
                                      "[1]]",
                                      "{\"a\":1 \"b\":2}",
                                      "'a'",
                                      "\"a\"\"b\"",
                                      "\"\\u0000\""};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        expect_settled(PAWL_TYPE_JSON, good[i], good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct complaint complaint;
        struct value value = text_of(PAWL_TYPE_JSON, bad[i]);
        if (value_settle(&results, &value, &complaint) != PAWL_MISUSE)
            fail_msg("%s was taken for JSON", bad[i]);
    }
    expect_complaint(PAWL_TYPE_JSON, "[1, 2, x]", "no JSON from byte 8 on");
    expect_complaint(PAWL_TYPE_JSON, "[1, 2", "no JSON: it ends too soon");
}

/* Read from memory that ends where the text ends, so that the address sanitizer sees a step too far. */
static void no_prefix_of_a_text_is_read_beyond(void **state) {
    (void)state;
    static const struct {
        enum pawl_type type;
        const char *text;
    } wholes[] = {{PAWL_TYPE_JSON, "{\"a\": [1.5e+3, \"\\ud83d\\ude00\\n\", true, false, null, {}]}"},
                  {PAWL_TYPE_NUMERIC, "-0123.4560"},
                  {PAWL_TYPE_UUID, "6BA7b810-9dad-11d1-80b4-00c04fd430c8"}};
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        for (size_t length = 0; length <= strlen(wholes[i].text); length++) {
            char *prefix = malloc(length + 1);
            assert_non_null(prefix);
            memcpy(prefix, wholes[i].text, length);
            prefix[length] = '\0';
            struct complaint complaint;
            struct value value = text_of(wholes[i].type, prefix);
            enum pawl_status status = value_settle(&results, &value, &complaint);
            free(prefix);
            if (length == strlen(wholes[i].text))
                assert_int_equal(status, PAWL_OK);
        }
}

static void too_much_is_too_much(void **state) {
    (void)state;
    struct complaint complaint;
    struct value value = {.type = PAWL_TYPE_BYTES, .bytes = {"", PAWL_VALUE_MAX_BYTES}};
    assert_int_equal(value_settle(&results, &value, &complaint), PAWL_OK);
    value.bytes.size++;
    assert_int_equal(value_settle(&results, &value, &complaint), PAWL_MISUSE);
    char *text = malloc(PAWL_VALUE_MAX_BYTES + 2);
    assert_non_null(text);
    memset(text, 'x', PAWL_VALUE_MAX_BYTES + 1);
    text[PAWL_VALUE_MAX_BYTES + 1] = '\0';
    expect_complaint(PAWL_TYPE_TEXT, text, "longer than 256 MB");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_is_null_is_in_order, free_results),
        cmocka_unit_test_teardown(numerics_lose_what_says_nothing, free_results),
        cmocka_unit_test_teardown(numerics_are_compared_as_numbers, free_results),
        cmocka_unit_test_teardown(json_is_what_the_standard_says, free_results),
        cmocka_unit_test_teardown(no_prefix_of_a_text_is_read_beyond, free_results),
        cmocka_unit_test_teardown(too_much_is_too_much, free_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
