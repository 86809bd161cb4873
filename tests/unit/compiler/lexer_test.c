#include "syntax/lexer.h"

#include "test.h"

#include <string.h>

struct lexed {
    struct arena *arena;
    struct source source;
    struct diagnostics diagnostics;
    struct lexer lexer;
};

static void begin(struct lexed *lexed, const char *text) {
    lexed->arena = arena_new();
    source_from_bytes(&lexed->source, lexed->arena, "x.fsm", text, strlen(text));
    diagnostics_init(&lexed->diagnostics, lexed->arena, &lexed->source);
    lexer_init(&lexed->lexer, &lexed->diagnostics);
}

static void end(struct lexed *lexed) {
    lexer_free(&lexed->lexer);
    arena_free(lexed->arena);
}

static void every_kind_is_told_apart(void **state) {
    (void)state;
    static const int kinds[] = {
        TOKEN_MACHINE,     TOKEN_NAME,         TOKEN_NAME,          TOKEN_NUMBER,      TOKEN_NUMBER,
        TOKEN_STRING,      TOKEN_STRING,       TOKEN_SEMICOLON,     TOKEN_COLON,       TOKEN_COMMA,
        TOKEN_DOT,         TOKEN_QUESTION,     TOKEN_OPEN_PAREN,    TOKEN_CLOSE_PAREN, TOKEN_OPEN_BRACE,
        TOKEN_CLOSE_BRACE, TOKEN_OPEN_BRACKET, TOKEN_CLOSE_BRACKET, TOKEN_ARROW,       TOKEN_IMPLIES,
        TOKEN_END,         TOKEN_END};
    struct lexed lexed;
    begin(&lexed, "machine machines X 1 3d \"\" \"\"\"\"\"\" ;:,.?(){}[]->=>");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        assert_int_equal(lexer_next(&lexed.lexer).kind, kinds[i]);
    assert_int_equal(lexed.diagnostics.count, 0);
    end(&lexed);
}

static void strings_are_decoded(void **state) {
    (void)state;
    struct lexed lexed;
    begin(&lexed, "\"a\\\"b\\\\c\\nd // no\" \"\"\"\nline \\n \"one\"\nline two\"\"\" \"\xC3\xBC\"");
    assert_string_equal(lexer_next(&lexed.lexer).text, "a\"b\\c\nd // no");
    assert_string_equal(lexer_next(&lexed.lexer).text, "line \\n \"one\"\nline two");
    assert_string_equal(lexer_next(&lexed.lexer).text, "\xC3\xBC");
    assert_int_equal(lexed.diagnostics.count, 0);
    end(&lexed);
}

static void docs_go_to_the_next_token(void **state) {
    (void)state;
    struct lexed lexed;
    begin(&lexed, "/// one  \n///\n// between\n////not\n///  two\nevent a /// lost\n;\nstate");
    assert_string_equal(lexer_next(&lexed.lexer).doc, "one\n\n two");
    assert_null(lexer_next(&lexed.lexer).doc);
    assert_string_equal(lexer_next(&lexed.lexer).doc, "lost");
    assert_null(lexer_next(&lexed.lexer).doc);
    end(&lexed);
}

static void lines_are_seen(void **state) {
    (void)state;
    struct lexed lexed;
    begin(&lexed, "a b /* x */ c /* \n */ d\n e");
    assert_true(lexer_next(&lexed.lexer).first_on_line);
    assert_false(lexer_next(&lexed.lexer).first_on_line);
    assert_false(lexer_next(&lexed.lexer).first_on_line);
    assert_true(lexer_next(&lexed.lexer).first_on_line);
    struct token last = lexer_next(&lexed.lexer);
    assert_true(last.first_on_line);
    assert_int_equal(last.span.offset, 25);
    end(&lexed);
}

static void what_is_open_ends(void **state) {
    (void)state;
    static const char *const texts[] = {"\"",       "\"\\", "\"\\\"", "\"\"\"", "\"\"\"\n",
                                        "\"\"\"\"", "/*",   "/*/",    "\"a\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct lexed lexed;
        begin(&lexed, texts[i]);
        int tokens = 0;
        while (lexer_next(&lexed.lexer).kind != TOKEN_END)
            assert_true(++tokens < 10);
        assert_int_equal(lexed.diagnostics.error_count, 1);
        end(&lexed);
    }
}

static void each_bad_character_is_one_error(void **state) {
    (void)state;
    struct lexed lexed;
    begin(&lexed, "a - + = a-b @");
    while (lexer_next(&lexed.lexer).kind != TOKEN_END)
        continue;
    assert_int_equal(lexed.diagnostics.error_count, 5);
    end(&lexed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_told_apart),  cmocka_unit_test(strings_are_decoded),
        cmocka_unit_test(docs_go_to_the_next_token), cmocka_unit_test(lines_are_seen),
        cmocka_unit_test(what_is_open_ends),         cmocka_unit_test(each_bad_character_is_one_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
