#include "resolve/references.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

/* What the scanner finds, each with a blank behind it. */
static const char *found_in(const char *text, bool comments_nest) {
    static char found[256];
    size_t length = 0;
    struct reference_scanner scanner = reference_scanner(text, comments_nest);
    struct scanned_reference reference;
    found[0] = '\0';
    while (next_reference(&scanner, &reference)) {
        assert_true(reference.offset + reference.length <= strlen(text));
        assert_true(reference.length > 1);
        length += (size_t)snprintf(found + length, sizeof found - length, "%.*s ", (int)reference.length,
                                   text + reference.offset);
    }
    return found;
}

static void references_are_found(void **state) {
    (void)state;
    static const struct {
        const char *text, *found;
    } cases[] = {
        {"", ""},
        {":", ""},
        {":x", ":x "},
        {"select :x,:y+:create.z", ":x :y :create.z "},
        {":x.", ":x "},
        {":x.1", ":x "},
        {"(:id)::text", ":id "},
        {":x::bigint", ":x "},
        {"a::int", ""},
        {"a: :x", ":x "},
        {"':x' :y ''':x' :z", ":y :z "},
        {"E'\\':x' :y", ":y "},
        {"name'\\' :y", ":y "},
        {"\":x\" :y \"a\"\":x\" :z", ":y :z "},
        {"`:x` :y", ":y "},
        {"-- :x\n:y", ":y "},
        {"a - -:x", ":x "},
        {"/* :x */ :y", ":y "},
        {"$$ :x $$ :y", ":y "},
        {"$tag$ :x $$ :x $tag$ :y", ":y "},
        {"$1 :x $1", ":x "},
        {"price$ :x price$", ":x "},
        {"a[1:n] :y", ":y "},
        {"a[:n] :y", ":y "},
        {"a[b[1:n]:']'] :y", ":y "},
        {"array[:x, 2] :y", ":x :y "},
        {"ARRAY [[:x], [:y]] a[:n]", ":x :y "},
        {"my_array[:n] :y", ":y "},
        {":größe", ":größe "},
        {"'open :x", ""},
        {"$open$ :x", ""},
        {"/* open :x", ""},
        {"a[ open :x", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(found_in(cases[i].text, true), cases[i].found);
}

static void comments_nest_where_they_do(void **state) {
    (void)state;
    assert_string_equal(found_in("/* /* */ :x */ :y", true), ":y ");
    assert_string_equal(found_in("/* /* */ :x */ :y", false), ":x :y ");
}

static void owners_are_told_apart(void **state) {
    (void)state;
    struct reference_scanner scanner = reference_scanner("a :create.x", true);
    struct scanned_reference reference;
    assert_true(next_reference(&scanner, &reference));
    assert_int_equal(reference.offset, 2);
    assert_int_equal(reference.length, 9);
    assert_int_equal(reference.owner_length, 6);
    assert_false(next_reference(&scanner, &reference));
}

static void first_statement_is_behind_comments(void **state) {
    (void)state;
    static const char *const texts[] = {"insert", " \n\tinsert", "-- no: delete\ninsert",
                                        "/* /* */ a */ insert"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_string_equal(texts[i] + first_statement(texts[i], true), "insert");
    assert_int_equal(first_statement("- 1", true), 0);
    assert_int_equal(first_statement(" -- open", true), 8);
    assert_int_equal(first_statement("", true), 0);
}

static void words_are_whole_and_not_quoted(void **state) {
    (void)state;
    assert_true(has_word("delete from t RETURNING id", true, "returning"));
    assert_true(has_word("delete from t where a='x'returning(1)", true, "returning"));
    static const char *const others[] = {
        "'returning'",   "\"returning\"", "-- returning", "$$ returning $$", "/*returning*/",
        "not_returning", "returning_id",  "return",       "returning1",      ""};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(has_word(others[i], true, "returning"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_are_found),
        cmocka_unit_test(comments_nest_where_they_do),
        cmocka_unit_test(owners_are_told_apart),
        cmocka_unit_test(first_statement_is_behind_comments),
        cmocka_unit_test(words_are_whole_and_not_quoted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
