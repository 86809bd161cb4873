/* Each escape function against the text that would break out of its place. */
#include "base/escape.h"
#include "emit/sql/postgres/postgres.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void expect(struct text *out, const char *expected) {
    assert_false(text_failed(out));
    assert_string_equal(out->data, expected);
    text_free(out);
}

static void c_string(void **state) {
    (void)state;
    const char hostile[] = "a\"b\\c\n\t\x01"
                           "7?"
                           "?/?"
                           "?? \xE2\x80\xAE \xE6\x97\xA5";
    struct text out = TEXT_INIT;
    escape_c_string(&out, hostile, strlen(hostile));
    expect(&out, "\"a\\\"b\\\\c\\n\\011\\0017?\\?/?\\?\\? \\342\\200\\256 \xE6\x97\xA5\"");
    escape_c_string(&out, "", 0);
    expect(&out, "\"\"");
}

static void c_comment(void **state) {
    (void)state;
    const char hostile[] = "*/ /* **/ ?"
                           "?/ \r\n\x7F \xE2\x81\xA6";
    struct text out = TEXT_INIT;
    escape_c_comment(&out, hostile, strlen(hostile));
    expect(&out, "* / / * ** / ? ?/     \xEF\xBF\xBD");
}

static void comment_of_sql(void **state) {
    (void)state;
    struct text out = TEXT_INIT;
    escape_sql_comment(&out, "x\r; drop table y", strlen("x\r; drop table y"));
    expect(&out, "x ; drop table y");
}

static void lines(void **state) {
    (void)state;
    struct text out = TEXT_INIT;
    escape_lines(&out, "-- ", "a\n\nb", escape_sql_comment);
    expect(&out, "-- a\n--\n-- b\n");
}

static void literals(void **state) {
    (void)state;
    struct text out = TEXT_INIT;
    postgres_literal(&out, "it's");
    expect(&out, "'it''s'");
    postgres_literal(&out, "\\'");
    expect(&out, "E'\\\\'''");
    escape_sql_literal(&out, "\\'");
    expect(&out, "'\\'''");
}

static void identifiers(void **state) {
    (void)state;
    static const char reserved[] = "border order table";
    struct text out = TEXT_INIT;
    escape_sql_identifier(&out, "orders_2", reserved, '"');
    expect(&out, "orders_2");
    escape_sql_identifier(&out, "order", reserved, '"');
    expect(&out, "\"order\"");
    escape_sql_identifier(&out, "table", reserved, '"');
    expect(&out, "\"table\"");
    escape_sql_identifier(&out, "A\"b", reserved, '"');
    expect(&out, "\"A\"\"b\"");
    escape_sql_identifier(&out, "2nd", reserved, '"');
    expect(&out, "\"2nd\"");
    escape_sql_identifier(&out, "", reserved, '"');
    expect(&out, "\"\"");
    escape_sql_identifier(&out, "a`b", reserved, '`');
    expect(&out, "`a``b`");
}

static void dollar_quotes(void **state) {
    (void)state;
    struct text out = TEXT_INIT;
    escape_dollar_quote(&out, "x");
    expect(&out, "$pawl$x$pawl$");
    escape_dollar_quote(&out, "'$pawl$ $pawl1$'");
    expect(&out, "$pawl2$'$pawl$ $pawl1$'$pawl2$");
    escape_dollar_quote(&out, "x$pawl"); /* whose end and the first sign behind it would be one */
    expect(&out, "$pawl1$x$pawl$pawl1$");
}

static void dot(void **state) {
    (void)state;
    struct text out = TEXT_INIT;
    escape_dot_tip(&out, "a\"\\N\n&lt;");
    expect(&out, "\"a\\\"\\\\\\\\N\\n&amp;lt;\"");
    escape_dot_html(&out, "<b>&\n\"\\G", 8);
    expect(&out, "&lt;b&gt;&amp;<br/>\"\\\\G");
}

static void mermaid(void **state) {
    (void)state;
    struct text out = TEXT_INIT;
    escape_mermaid(&out, "a: b;\n<b>&\"#x;\"");
    expect(&out, "a\xE2\x88\xB6 b\xCD\xBE \xE2\x80\xB9"
                 "b\xE2\x80\xBA\xEF\xBC\x86\xE2\x80\x9D#x\xCD\xBE\xE2\x80\x9D");
    escape_mermaid(&out, "1. first");
    expect(&out, "\xE2\x81\xA0"
                 "1. first");
    escape_mermaid(&out, "");
    assert_null(out.data);
}

static void html(void **state) {
    (void)state;
    struct text out = TEXT_INIT;
    escape_html(&out, "<b a=\"x\">&amp;\n\x01'");
    expect(&out, "&lt;b a=&quot;x&quot;&gt;&amp;amp;\n '");
}

static void json_string(void **state) {
    (void)state;
    struct text out = TEXT_INIT;
    escape_json(&out, "a\"b\\c\n\x7F \xE6\x97\xA5 \xFF\xE6 d");
    expect(&out, "\"a\\\"b\\\\c\\n\\u007f \xE6\x97\xA5 \xEF\xBF\xBD\xEF\xBF\xBD d\"");
    escape_json(&out, "");
    expect(&out, "\"\"");
}

static void make_path(void **state) {
    (void)state;
    struct text out = TEXT_INIT;
    escape_make_path(&out, "a b/$c/#d:e/e\\f/g\\ h");
    expect(&out, "a\\ b/$$c/\\#d\\:e/e\\f/g\\\\\\ h");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c_string),  cmocka_unit_test(c_comment),     cmocka_unit_test(comment_of_sql),
        cmocka_unit_test(lines),     cmocka_unit_test(literals),      cmocka_unit_test(identifiers),
        cmocka_unit_test(dot),       cmocka_unit_test(dollar_quotes), cmocka_unit_test(json_string),
        cmocka_unit_test(make_path), cmocka_unit_test(mermaid),       cmocka_unit_test(html),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
