/* The formatter: what it makes of a text, and that it makes the same of what it has made. */
#include "syntax/fmt.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void format(struct arena *arena, const char *input, struct text *out) {
    struct source source;
    source_from_bytes(&source, arena, "x.fsm", input, strlen(input));
    fmt(&source, arena, out);
    if (text_failed(out))
        fail_msg("%s: for\n%s", out->problem, input);
}

static void expect_idempotent(const char *input) {
    struct arena *arena = arena_new();
    struct text once = TEXT_INIT;
    struct text twice = TEXT_INIT;
    format(arena, input, &once);
    format(arena, once.data == NULL ? "" : once.data, &twice);
    if (once.length != twice.length || (once.length > 0 && strcmp(once.data, twice.data) != 0))
        fail_msg("not the same again:\n%s\n---- then\n%s\n---- then\n%s", input, once.data, twice.data);
    text_free(&once);
    text_free(&twice);
    arena_free(arena);
}

static void expect(const char *input, const char *expected) {
    struct arena *arena = arena_new();
    struct text out = TEXT_INIT;
    format(arena, input, &out);
    assert_string_equal(out.data == NULL ? "" : out.data, expected);
    text_free(&out);
    arena_free(arena);
    expect_idempotent(input);
}

static void items_have_lines_of_their_own(void **state) {
    (void)state;
    expect("", "");
    expect("\n\n", "");
    expect("pawl 1;machine a{initial state b;state c;}", "pawl 1;\n"
                                                         "machine a {\n"
                                                         "  initial state b;\n"
                                                         "  state c;\n"
                                                         "}\n");
    expect("machine a\n{ state b\n  {\n\n\n  on x -> y;\n\n\n\n  on z -> y;\n\n}\n}", "machine a {\n"
                                                                                      "  state b {\n"
                                                                                      "    on x -> y;\n"
                                                                                      "\n"
                                                                                      "    on z -> y;\n"
                                                                                      "  }\n"
                                                                                      "}\n");
}

static void blanks_are_set(void **state) {
    (void)state;
    expect("machine a { entity p . q:text; event e(a:text ?,b :bigint)\"L\"stored\"E\"; }",
           "machine a {\n"
           "  entity p.q: text;\n"
           "  event e(a: text?, b: bigint) \"L\" stored \"E\";\n"
           "}\n");
    expect("machine a { event e(x: text) serialize by(:create . x,:x); key :create.x; emit  : create.x; }",
           "machine a {\n"
           "  event e(x: text) serialize by (:create.x, :x);\n"
           "  key :create.x;\n"
           "  emit :create.x;\n"
           "}\n");
    expect("machine a { state b { at :due give_up->c when f and not g do h,i then j;after 3d x->same; } }",
           "machine a {\n"
           "  state b { at :due give_up -> c when f and not g do h, i then j; after 3d x -> same; }\n"
           "}\n");
    expect("machine a { event at(at:text, key : text); scenario \"s\" {create,submit(f,not g)=>b} }",
           "machine a {\n"
           "  event at(at: text, key: text);\n"
           "  scenario \"s\" { create, submit(f, not g) => b }\n"
           "}\n");
}

static void flows_are_laid_out(void **state) {
    (void)state;
    expect("flow f(a:text , b : int ?)\"F\"{data{key:text;at : int;}unique a,b;lock global a,data . x as c;"
           "retry 5 from 1s to 1m;emit:a;}",
           "flow f(a: text, b: int?) \"F\" {\n"
           "  data { key: text; at: int; }\n"
           "  unique a, b;\n"
           "  lock global a, data.x as c;\n"
           "  retry 5 from 1s to 1m;\n"
           "  emit :a;\n"
           "}\n");
    expect("procedure p (inout x:text){optional o{use q( data.x,y )as z;}// o\nrepeat n max 3 min 0{tx a;\n"
           "/* b */ call b sets x undo c timeout 1s retry forever;}}",
           "procedure p(inout x: text) {\n"
           "  optional o { use q(data.x, y) as z; }  // o\n"
           "  repeat n max 3 min 0 {\n"
           "    tx a;\n"
           "    /* b */ call b sets x undo c timeout 1s retry forever;\n"
           "  }\n"
           "}\n");
    expect("machine m { state data { at :due give_up -> c; } }", "machine m {\n"
                                                                 "  state data { at :due give_up -> c; }\n"
                                                                 "}\n");
}

static void short_bodies_stay_on_their_line(void **state) {
    (void)state;
    expect("machine a { state b {on x->c;on y->c;} state c { } state d {\non x->c;} }",
           "machine a {\n"
           "  state b { on x -> c; on y -> c; }\n"
           "  state c {}\n"
           "  state d {\n"
           "    on x -> c;\n"
           "  }\n"
           "}\n");
    /* 100 columns fit, 101 do not */
    expect("machine a { state b { on eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee -> "
           "sssssssssssssssssssssssssssssssssssss; } }",
           "machine a {\n"
           "  state b { on eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee -> "
           "sssssssssssssssssssssssssssssssssssss; }\n"
           "}\n");
    expect("machine a { state b { on eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee -> "
           "ssssssssssssssssssssssssssssssssssssssssss; } }",
           "machine a {\n"
           "  state b {\n"
           "    on eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee -> ssssssssssssssssssssssssssssssssssssssssss;\n"
           "  }\n"
           "}\n");
    expect("machine a { state b { state c { on x -> d; } } }", "machine a {\n"
                                                               "  state b {\n"
                                                               "    state c { on x -> d; }\n"
                                                               "  }\n"
                                                               "}\n");
}

static void comments_stay(void **state) {
    (void)state;
    expect("// first\n\n\n\n// second\nmachine a{ //brace\n  // own\nstate b; // b\nstate cc;/* c */\n"
           "state d;\n\n// last\n}// end\n\n\n// after",
           "// first\n"
           "\n"
           "// second\n"
           "machine a {  //brace\n"
           "  // own\n"
           "  state b;   // b\n"
           "  state cc;  /* c */\n"
           "  state d;\n"
           "\n"
           "  // last\n"
           "}  // end\n"
           "\n"
           "// after\n");
    expect("machine a { /*lead*/ state b; /* x */ // y\n/// doc\nstate c; /* z */ }",
           "machine a {\n"
           "  /*lead*/ state b;  /* x */ // y\n"
           "  /// doc\n"
           "  state c;  /* z */\n"
           "}\n");
    expect("machine a { event e( // all\n a: text, // one\n  /* two */ bb: text // three\n ); }",
           "machine a {\n"
           "  event e(              // all\n"
           "    a: text,            // one\n"
           "    /* two */ bb: text  // three\n"
           "  );\n"
           "}\n");
    expect("machine a {\n/* one\n * two   \n */\nstate b; }", "machine a {\n"
                                                              "  /* one\n"
                                                              "   * two\n"
                                                              "   */\n"
                                                              "  state b;\n"
                                                              "}\n");
}

static void line_ends_within_items_stay(void **state) {
    (void)state;
    expect("machine a { guard g sql \"\"\"\n  select 1\n   where :id\"\"\"; state b {on x->c\nwhen g\ndo "
           "h\n;} }",
           "machine a {\n"
           "  guard g sql \"\"\"\n"
           "  select 1\n"
           "   where :id\"\"\";\n"
           "  state b {\n"
           "    on x -> c\n"
           "        when g\n"
           "        do h;\n"
           "  }\n"
           "}\n");
    expect("machine a { scenario \"s\" { create\n, submit,\nconfirm => b } }", "machine a {\n"
                                                                               "  scenario \"s\" {\n"
                                                                               "    create,\n"
                                                                               "    submit,\n"
                                                                               "    confirm => b\n"
                                                                               "  }\n"
                                                                               "}\n");
}

/* Anything that the lexer takes, with any white space and comments between, in braces that match. */
static void anything_is_formatted_once(void **state) {
    (void)state;
    static const char *const tokens[] = {"a",         "bb",       "ccccccccccccccccccccccccc",
                                         "state",     "on",       "at",
                                         "serialize", ";",        ";",
                                         ";",         ",",        ":",
                                         ".",         "?",        "->",
                                         "=>",        "(",        ")",
                                         "3d",        "\"text\"", "\"\"\"x\n\t y\"\"\"",
                                         "[",         "]",        "{",
                                         "{",         "}",        "}"};
    static const char *const gaps[] = {" ",
                                       " ",
                                       " ",
                                       "\n",
                                       "\n\n\n",
                                       "\t",
                                       " // line \n",
                                       " /* block */ ",
                                       "/* two\n \t  lines */",
                                       "/// doc\n",
                                       "\n// own\n",
                                       "/* a *//* b */"};
    unsigned seed = 1;
    for (int round = 0; round < 20000; round++) {
        char text[4096] = "";
        size_t used = 0;
        int depth = 0;
        int count = round % 60;
        for (int i = 0; i < count; i++) {
            seed = seed * 1103515245 + 12345;
            const char *token = tokens[(seed >> 8) % (sizeof tokens / sizeof tokens[0])];
            const char *gap = gaps[(seed >> 16) % (sizeof gaps / sizeof gaps[0])];
            if ((*token == '}' && depth == 0) || (*token == '{' && depth == 8))
                continue;
            depth += *token == '{' ? 1 : *token == '}' ? -1 : 0;
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", token, gap);
        }
        while (depth-- > 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "}");
        expect_idempotent(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_have_lines_of_their_own),
        cmocka_unit_test(blanks_are_set),
        cmocka_unit_test(flows_are_laid_out),
        cmocka_unit_test(short_bodies_stay_on_their_line),
        cmocka_unit_test(comments_stay),
        cmocka_unit_test(line_ends_within_items_stay),
        cmocka_unit_test(anything_is_formatted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
