/* What the tags of templates do; each line of emit/template/template.h's list has its example here. */
#include "test.h"

#include <string.h>

#include "base/escape.h"
#include "emit/c/c.h"
#include "emit/sql/sql.h"
#include "emit/template/template.h"

static void write_colour(struct text *out, const struct template_scope *scope) {
    (void)scope;
    text_put(out, "red");
}

static void write_nothing(struct text *out, const struct template_scope *scope) {
    (void)out, (void)scope;
}

static void write_lines(struct text *out, const struct template_scope *scope) {
    (void)scope;
    text_put(out, "one\ntwo\n");
}

static void write_index(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", scope->index);
}

static void write_parameter(struct text *out, size_t number, enum pawl_type type) {
    text_printf(out, "$%zu:%d", number, (int)type);
}

static bool is_true(const struct template_scope *scope) {
    (void)scope;
    return true;
}

static bool is_false(const struct template_scope *scope) {
    (void)scope;
    return false;
}

static bool must_not_be_asked(const struct template_scope *scope) {
    (void)scope;
    fail_msg("what decides nothing was asked");
    return false;
}

static bool enter_three(struct template_scope *scope, size_t index) {
    (void)scope;
    return index < 3;
}

static bool enter_none(struct template_scope *scope, size_t index) {
    (void)scope, (void)index;
    return false;
}

static const struct template_word words[] = {{"colour", write_colour},
                                             {"nothing", write_nothing},
                                             {"lines", write_lines},
                                             {"index", write_index},
                                             {0}};
static const struct template_condition conditions[] = {
    {"true", is_true}, {"false", is_false}, {"unasked", must_not_be_asked}, {0}};
static const struct template_list lists[] = {{"three", enter_three}, {"none", enter_none}, {0}};
static const struct template_vocabulary vocabulary = {words, conditions, lists};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary, NULL};
static const struct template_fragment fragments[] = {
    {"pair", "one {colour}\n\ntwo\n", "some.sql"},
    {"word", "{colour}\n", "some.sql"},
    {"chosen", "{#if true}\none\n{/if}\n{#if false}\ntwo\n{/if}\n", "some.sql"},
    {"unchosen", "{#if false}one{/if}\n", "some.sql"},
    {"empty", "", "some.sql"},
    {"lacks_word", "{#quoted}{unknown}{/quoted}", "some.sql"},
    {"lacks_fragment", "{#if true}{>nowhere}{/if}", "some.sql"},
    {"lacks_list", "{#each unknown}{/each}", "some.sql"},
    {"endless", "{>endless}", "some.sql"},
    {0}};
static const struct template_fragment own[] = {{"word", "blue\n", "own.sql"}, {0}};

static const struct sql_dialect dialect = {
    .name = "some",
    .templates = {.base = &sql_common, .fragments = fragments, .vocabularies = vocabularies},
    .literal = escape_sql_literal,
    .parameter = write_parameter};
static const struct templates variant = {.base = &dialect.templates, .fragments = own};

static void check_in(const struct templates *of, const char *template, const char *expected) {
    const struct model_machine machine = {.name = "gate", .c_name = "gate", .key_type = PAWL_TYPE_BIGINT};
    const struct template_scope scope = {.templates = of, .dialect = &dialect, .machine = &machine};
    struct text out = TEXT_INIT;
    template_render_text(&out, &scope, template);
    if (expected == NULL) {
        assert_true(text_failed(&out));
    } else {
        assert_false(text_failed(&out));
        assert_string_equal(out.data == NULL ? "" : out.data, expected);
    }
    text_free(&out);
}

static void check(const char *template, const char *expected) {
    check_in(&dialect.templates, template, expected);
}

static void words_are_put_in(void **state) {
    (void)state;
    check("a {colour} {name}", "a red gate");
    check("{bigint:3} {key:12}", "$3:1 $12:1");
    check("'{}' {1} {{colour}", "'{}' {1} {colour}");
    check("{unknown}", NULL);
    check("{bigint:x}{text:2}", NULL);
}

static void a_word_with_a_line_of_its_own_leaves_none(void **state) {
    (void)state;
    check("a\n  {nothing}\nb\n", "a\nb\n");
    check("a\n{lines}\nb\n", "a\none\ntwo\nb\n");
    check("a\n  {colour}\nb\n", "a\n  red\nb\n");
    check("a {nothing}\nb\n", "a \nb\n");
}

static void conditions_choose(void **state) {
    (void)state;
    check("{#if true}a{#else}b{/if}c", "ac");
    check("{#if false}a{#else}b{/if}c", "bc");
    check("{#if not false}a{/if}", "a");
    check("{#if true and not false}a{/if}", "a");
    check("{#if false and unasked}a{#else}b{/if}", "b");
    check("{#if true or unasked}a{/if}", "a");
    check("{#if false}{#if true}a{#else}b{/if}{#else}c{/if}", "c");
    check("x\n  {#if true}\n  a\n  {#else}\n  b\n  {/if}\ny\n", "x\n  a\ny\n");
    check("{#if true}a{#else if true}b{#else}c{/if}d", "ad");
    check("{#if false}a{#else if true}b{#else}c{/if}d", "bd");
    check("{#if false}a{#else if false}b{#else if not false}{#if true}c{/if}{/if}d", "cd");
    check("{#if false}{#else if false}{#else}c{/if}d", "cd");
    check("x\n  {#if false}\n  a\n  {#else if true}\n  b\n  {#else}\n  c\n  {/if}\ny\n", "x\n  b\ny\n");
    check("{#if true and false or true}a{/if}", NULL);
    check("{#if unknown}a{/if}", NULL);
    check("{#if true}a", NULL);
    check("{#if true}a{/each}", NULL);
    check("{#if true}a{#else}b{#else}c{/if}", NULL);
    check("{#if true}a{#else}b{#else if true}c{/if}", NULL);
    check("{#if false}a{#else if unknown}c{/if}", NULL);
    check("{/if}", NULL);
    check("{#else}", NULL);
}

static void lists_repeat(void **state) {
    (void)state;
    check("({#each three}{index}{#between}, {/each})", "(0, 1, 2)");
    check("({#each none}{index}{#between}, {/each})", "()");
    check("{#each three}\n- {index}\n{/each}\n", "- 0\n- 1\n- 2\n");
    check("{#each three}{#each three}{index}{/each} {/each}", "012 012 012 ");
    check("{#each unknown}{/each}", NULL);
}

static void fragments_go_as_far_to_the_right_as_their_line(void **state) {
    (void)state;
    check("a {>word} b", "a red b");
    check("  {>pair}\nend\n", "  one red\n\n  two\nend\n");
    check("  x {>pair}\nend\n", "  x one red\n\n  two\nend\n");
    check("({>chosen})", "(one)");
    check("({>empty})\n{>empty}\n", "()\n");
    check("{>unknown}", NULL);
    check_in(&variant, "{>word} {colour}", "blue red");
}

static void trees_move_fragments_to_the_right(void **state) {
    (void)state;
    const struct template_scope scope = {.templates = &dialect.templates, .dialect = &dialect};
    struct text out = TEXT_INIT;
    template_render_indented(&out, &scope, 4, "pair");
    assert_false(text_failed(&out));
    assert_string_equal(out.data, "    one red\n\n    two\n");
    text_free(&out);
}

/* A statement that does not exist is told from an empty one. */
static void what_is_rendered_alone_has_no_line_behind(void **state) {
    (void)state;
    const struct template_scope scope = {.templates = &dialect.templates, .dialect = &dialect};
    struct text out = TEXT_INIT;
    template_render_inline(&out, &scope, "empty");
    assert_null(out.data);
    template_render_inline(&out, &scope, "unchosen");
    assert_null(out.data);
    template_render_inline(&out, &scope, "chosen");
    template_write_word(&out, &scope, "colour");
    assert_string_equal(out.data, "onered");
    template_write_word(&out, &scope, "unknown");
    assert_true(text_failed(&out));
    text_free(&out);
}

/* What a template lacks, file and fragment first: with an output, this is what it cannot be written for. */
static void what_a_template_lacks_is_named(void **state) {
    (void)state;
    static const char *const problems[][2] = {
        {"lacks_word", "some.sql: {define lacks_word}: {unknown}: no vocabulary has this word"},
        {"lacks_fragment", "some.sql: {define lacks_fragment}: {nowhere}: there is no such fragment"},
        {"lacks_list",
         "some.sql: {define lacks_list}: {each unknown}: no vocabulary has this condition or list"},
        {"endless", "some.sql: {define endless}: {endless}: this fragment puts itself in"},
        {"nowhere",
         "own.sql: {define nowhere}: {nowhere}: no file of these templates defines this fragment"}};
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const struct template_scope scope = {.templates = &variant, .dialect = &dialect};
        struct text out = TEXT_INIT;
        template_render(&out, &scope, problems[i][0]);
        assert_true(text_failed(&out));
        assert_string_equal(out.problem, problems[i][1]);
        text_free(&out);
    }
}

static void what_stands_inside_is_escaped(void **state) {
    (void)state;
    check("{#literal}it's {colour}{/literal}", "'it''s red'");
    check("  x {#literal}{>word}{/literal}", "  x 'red'");
    check("as {#quoted}\n{colour}\n{/quoted};\n", "as $pawl$\nred\n$pawl$;\n");
    check("{#quoted}$pawl${/quoted}", "$pawl1$$pawl$$pawl1$");
}

static void parameters_of_c_go_on_below_the_first(void **state) {
    (void)state;
    check_in(&c_templates, "x;\nint {name}_f({#parameters}{key_type}id,\n    bool b{/parameters});\n",
             "x;\nint gate_f(int64_t id, bool b);\n");
    check_in(&c_templates,
             "int f({#parameters}const struct something_with_a_long_name *first, const struct "
             "something_with_a_long_name "
             "*second, int third_with_a_long_name{/parameters})",
             "int f(const struct something_with_a_long_name *first, const struct something_with_a_long_name "
             "*second,\n"
             "      int third_with_a_long_name)");
    check_in(&c_templates, "struct s s = {{{name}, {0}};", "struct s s = {gate, {0}};");
}

static void notes_are_for_readers(void **state) {
    (void)state;
    check("a\n{! of two\nlines}\nb\n", "a\nb\n");
    check("a{! none} b", "a b");
}

static void mistakes_are_named(void **state) {
    (void)state;
    static const struct template_fragment wrong[] = {
        {"a", "{colour} {no_such_word}\n", "x.sql"},
        {"b", "{#if true}\n{>no_such_fragment}\n{/if}\n", "x.sql"},
        {"c", "{#each no_such_list}\n{/each}\n", "x.sql"},
        {"d", "{#if true}\n", "x.sql"},
        {"e", "{bigint:x} {/if}\n", "x.sql"},
        {0}};
    static const char *const expected[] = {
        "x.sql: {define a}: {no_such_word}: no vocabulary has this word",
        "x.sql: {define b}: {no_such_fragment}: there is no such fragment",
        "x.sql: {define c}: {each no_such_list}: no vocabulary has this condition or list",
        "x.sql: {define d}: {if true}: this block is not closed as it was opened",
        "x.sql: {define e}: {bigint:x}: no vocabulary has this word",
        "x.sql: {define e}: {if}: no block is open here"};
    struct templates bad = dialect.templates;
    struct text problems = TEXT_INIT;
    struct template_uses uses = {.arena = arena_new()};
    bad.fragments = wrong;
    template_check(&problems, &uses, &bad);
    arena_free(uses.arena);
    assert_false(text_failed(&problems));
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (strstr(problems.data, expected[i]) == NULL)
            fail_msg("not said: %s\nbut:\n%s", expected[i], problems.data);
    text_free(&problems);
}

static void what_no_template_says_is_found(void **state) {
    (void)state;
    static const struct template_fragment some[] = {
        {"a", "{#if true and not false}{colour} {text:2}{/if}{#each none}{index}{/each}{#quoted}{/quoted}\n",
         "x.sql"},
        {0}};
    static const struct template_parameter some_parameters[] = {{"text", NULL}, {"key", NULL}, {0}};
    static const struct template_block some_blocks[] = {{"quoted", NULL}, {"shut", NULL}, {0}};
    const struct templates saying = {.fragments = some,
                                     .vocabularies = vocabularies,
                                     .parameters = some_parameters,
                                     .blocks = some_blocks};
    struct text problems = TEXT_INIT;
    struct template_uses uses = {.arena = arena_new()};
    template_check(&problems, &uses, &saying);
    assert_int_equal(problems.length, 0);
    template_check_unused(&problems, &uses, &saying);
    template_check_unused(&problems, &uses, &saying);
    assert_false(text_failed(&problems));
    assert_string_equal(problems.data, "{shut}: no template says this one of the blocks\n"
                                       "{nothing}: no template says this one of the words\n"
                                       "{lines}: no template says this one of the words\n"
                                       "{unasked}: no template says this one of the conditions\n"
                                       "{three}: no template says this one of the lists\n");
    text_free(&problems);
    arena_free(uses.arena);
}

static void additions_stand_in_for_nothing(void **state) {
    (void)state;
    static const struct template_fragment added[] = {
        {"more", "{colour}\n", "x.sql"}, {"pair", "two\n", "x.sql"}, {0}};
    static const struct template_word more_words[] = {
        {"shape", write_nothing}, {"colour", write_nothing}, {0}};
    static const struct template_list more_lists[] = {{"colour", enter_none}, {"none", enter_none}, {0}};
    static const struct template_vocabulary more = {more_words, NULL, more_lists};
    static const struct template_vocabulary *const all[] = {&more, NULL};
    struct templates larger = dialect.templates;
    struct text problems = TEXT_INIT;
    larger.base = &dialect.templates;
    larger.fragments = added;
    larger.vocabularies = all;
    template_check_additions(&problems, &larger);
    assert_false(text_failed(&problems));
    assert_string_equal(problems.data, "{define pair}: there is a fragment of this name\n"
                                       "{colour}: there is one of this name among words\n"
                                       "{none}: there is one of this name among lists\n");
    text_free(&problems);
    assert_true(template_has_fragment(&larger, "word"));
    assert_false(template_has_fragment(&larger, "shape"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_put_in),
        cmocka_unit_test(a_word_with_a_line_of_its_own_leaves_none),
        cmocka_unit_test(conditions_choose),
        cmocka_unit_test(lists_repeat),
        cmocka_unit_test(fragments_go_as_far_to_the_right_as_their_line),
        cmocka_unit_test(trees_move_fragments_to_the_right),
        cmocka_unit_test(what_is_rendered_alone_has_no_line_behind),
        cmocka_unit_test(what_a_template_lacks_is_named),
        cmocka_unit_test(what_stands_inside_is_escaped),
        cmocka_unit_test(parameters_of_c_go_on_below_the_first),
        cmocka_unit_test(notes_are_for_readers),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(what_no_template_says_is_found),
        cmocka_unit_test(additions_stand_in_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
