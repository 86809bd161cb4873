/* Flows in the model: procedures put in their places, limits, fingerprints. */
#include "compiled.h"

static const struct model_flow *flow_of(struct compiled *compiled, const char *text) {
    *compiled = machine_from(text);
    return &compiled->model->flows[0];
}

/* ---- the model ------------------------------------------------------------------------------------- */

static void procedures_are_put_in_their_places(void **state) {
    (void)state;
    struct compiled compiled;
    const struct model_flow *flow = flow_of(
        &compiled, "procedure inner(x: text, inout y: text) { tx set sets y; }"
                   "procedure outer(inout b: text, a: text) { use inner(a, b); use inner(b, b) as twin; }"
                   "flow f(arg: text) { data { one: text; two: text; }"
                   "  use outer(data.two, arg); tx set sets data.one; use inner(data.one, data.one); }");
    static const struct {
        const char *path, *procedure;
        size_t writes;
    } steps[] = {{"outer.inner.set", "inner", 1},
                 {"outer.twin.set", "inner", 1},
                 {"set", NULL, 0},
                 {"inner.set", "inner", 0}};
    assert_int_equal(flow->step_count, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct model_flow_step *step = &flow->steps[i];
        assert_string_equal(step->path, steps[i].path);
        assert_string_equal(step->procedure == NULL ? "" : step->procedure->name,
                            steps[i].procedure == NULL ? "" : steps[i].procedure);
        assert_int_equal(step->write_count, 1);
        assert_int_equal(step->writes[0], steps[i].writes);
    }
    const struct model_scope *inner = &flow->scopes[flow->steps[0].use];
    assert_string_equal(inner->path, "outer.inner");
    assert_int_equal(inner->values[0].kind, MODEL_ARG);
    assert_int_equal(inner->values[1].kind, MODEL_DATA);
    assert_int_equal(inner->values[1].index, 1);
    assert_int_equal(compiled.model->procedure_count, 2);
    assert_int_equal(compiled.model->procedures[0].callbacks[0].writes[0], 1);
    arena_free(compiled.arena);
}

static void values_have_the_types_of_parameters(void **state) {
    (void)state;
    static const struct {
        const char *name;
        enum pawl_type type;
    } types[] = {
#define X(constant, name) {name, PAWL_TYPE_##constant},
        PAWL_TYPES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        struct compiled compiled;
        char text[300];
        snprintf(text, sizeof text,
                 "procedure p(x: %s, inout y: %s) { tx use_it sets y; }"
                 "flow f(a: %s, b: %s?) { data { c: %s; } use p(a, data.c); }",
                 types[i].name, types[i].name, types[i].name, types[i].name, types[i].name);
        const struct model_flow *flow = flow_of(&compiled, text);
        assert_int_equal(flow->args[0].type, types[i].type);
        assert_false(flow->args[0].is_optional);
        assert_int_equal(flow->args[1].type, types[i].type);
        assert_true(flow->args[1].is_optional);
        assert_int_equal(flow->data[0].type, types[i].type);
        assert_int_equal(compiled.model->procedures[0].params[1].type, types[i].type);
        arena_free(compiled.arena);
    }
}

static void retries_are_the_flows_where_nothing_is_said(void **state) {
    (void)state;
    struct compiled compiled;
    const struct model_flow *flow =
        flow_of(&compiled, "flow f { retry 3 from 2s to 4s; tx a; tx b retry 0; tx c retry 7;"
                           "  tx d retry forever from 1s to 1h; }");
    static const struct model_retry retries[] = {
        {3, 2000, 4000}, {0, 0, 0}, {7, 1000, 60000}, {MODEL_FOREVER, 1000, 3600000}};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(flow->steps[i].retry.count, retries[i].count);
        assert_int_equal(flow->steps[i].retry.from_ms, retries[i].from_ms);
        assert_int_equal(flow->steps[i].retry.to_ms, retries[i].to_ms);
    }
    arena_free(compiled.arena);
}

/* A word of the language may be a name wherever one stands. */
static void keywords_are_names(void **state) {
    (void)state;
    struct compiled compiled;
    const struct model_flow *flow = flow_of(
        &compiled, "procedure use(inout: int, inout data: text) { tx tx as as sets data undo undo; }"
                   "flow data(lock: text, max: int) { data { data: text; key: int; }"
                   "  unique max; lock global lock as as;"
                   "  call call sets data.data, data.key undo retry timeout 1s retry 2;"
                   "  optional optional { repeat max max 3 min 0 { use use(max, data.data); } }"
                   "  pause pause; wait within within 1s; tx save; tx flow irreversible retry forever; }");
    assert_int_equal(flow->step_count, 6);
    assert_string_equal(flow->steps[1].path, "use.as");
    assert_string_equal(flow->steps[3].signal, "within");
    arena_free(compiled.arena);
}

/* ---- limits ---------------------------------------------------------------------------------------- */

static void expect_error(const char *text, const char *code) {
    struct compiled compiled = compiled_from(text);
    assert_null(compiled.model);
    assert_string_equal(diagnostic_kinds[compiled.diagnostics.first->code].code, code);
    arena_free(compiled.arena);
}

static void a_few_lines_cannot_make_millions_of_steps(void **state) {
    (void)state;
    char text[8192] = "procedure p0 { tx a; tx b; }";
    size_t length = strlen(text);
    for (int i = 1; i < 30; i++)
        length += (size_t)sprintf(text + length, "procedure p%d { use p%d; use p%d as x; }", i, i - 1, i - 1);
    sprintf(text + length, "flow f { use p29; }");
    expect_error(text, "E050");
    length = (size_t)sprintf(text, "procedure p0 { tx a; }");
    for (int i = 1; i < 100; i++)
        length += (size_t)sprintf(text + length, "procedure p%d { use p%d; }", i, i - 1);
    sprintf(text + length, "flow f { use p99; }");
    expect_error(text, "E006");
    length = (size_t)sprintf(text, "procedure p0 { tx a; }");
    for (int i = 1; i < 10; i++)
        length += (size_t)sprintf(text + length, "procedure p%d { use p%d as %.60s; }", i, i - 1,
                                  "a_name_that_is_as_long_as_names_may_be_with_sixty_bytes_or_so");
    sprintf(text + length, "flow f { use p9; }");
    expect_error(text, "E022");
}

static void topics_are_texts_or_arguments(void **state) {
    (void)state;
    struct compiled compiled = machine_from("flow f(n: int, a: text?) { emit :a; tx x; }"
                                            "flow g { tx x; emit \"G's\"; } flow h { tx x; }");
    const struct model_flow *flows = compiled.model->flows;
    assert_null(flows[0].emit->topic);
    assert_int_equal(flows[0].emit->arg, 1);
    assert_string_equal(flows[1].emit->topic, "G's");
    assert_null(flows[2].emit);
    arena_free(compiled.arena);
}

/* ---- fingerprints ---------------------------------------------------------------------------------- */

static const char *fingerprint_of(struct arena *arena, const char *text) {
    struct compiled compiled;
    const struct model_flow *flow = flow_of(&compiled, text);
    const char *fingerprint = arena_strndup(arena, flow->fingerprint, strlen(flow->fingerprint));
    arena_free(compiled.arena);
    return fingerprint;
}

#define FLOW(settings, steps)                                                                                \
    "procedure p(x: int, inout y: text) { tx s sets y; } flow f(a: text, n: int) { data { d: text; e: "      \
    "text; }"                                                                                                \
    " tx t sets data.d, data.e; " settings " " steps " }"

static void the_way_it_is_written_changes_nothing(void **state) {
    (void)state;
    static const char *const texts[] = {
        FLOW("unique a; lock global a; retry 2;",
             "call c undo u; use p(n, data.d); repeat n max 3 { tx x; }"),
        "/// Doc\nflow f(a: text, n: int) \"Label\" renamed from g { /// doc\n allow W030 \"x\"; retry 2 "
        "from 1s to 60s;"
        " data { /// doc\n d: text; e: text; } lock global a as account; unique a; save;"
        " tx t \"L\" sets data.e, data.d retry 2 from 1000ms to 1m;\n/// doc\ncall c as c \"Call\" undo u;"
        " use p(n, data.d) \"P\"; repeat n \"N\" max 3 min 1 { tx x; } }"
        " procedure p(x: int, inout y: text) \"Q\" { tx s sets y; } procedure unused { allow W031 \"x\"; tx "
        "z; }"};
    struct arena *arena = arena_new();
    assert_string_equal(fingerprint_of(arena, texts[0]), fingerprint_of(arena, texts[1]));
    arena_free(arena);
}

static void behaviour_changes_it(void **state) {
    (void)state;
    static const char *const texts[] = {
        FLOW("", "use p(n, data.d);"),
        FLOW("", "use p(n, data.e);"),
        FLOW("", "use p(n, data.d) as q;"),
        FLOW("unique a;", "use p(n, data.d);"),
        FLOW("unique n;", "use p(n, data.d);"),
        FLOW("lock global a;", "use p(n, data.d);"),
        FLOW("lock local a;", "use p(n, data.d);"),
        FLOW("retry 2;", "use p(n, data.d);"),
        FLOW("emit \"a\";", "use p(n, data.d);"),
        FLOW("emit \"b\";", "use p(n, data.d);"),
        FLOW("emit :a;", "use p(n, data.d);"),
        FLOW("", "use p(n, data.d); tx x;"),
        FLOW("", "tx x; use p(n, data.d);"),
        FLOW("", "tx x undo u; use p(n, data.d);"),
        FLOW("", "tx x irreversible; use p(n, data.d);"),
        FLOW("", "call x undo u; use p(n, data.d);"),
        FLOW("", "call x undo u timeout 1s; use p(n, data.d);"),
        FLOW("", "call y as x undo u; use p(n, data.d);"),
        FLOW("", "tx x retry 1; use p(n, data.d);"),
        FLOW("", "tx x sets data.d; use p(n, data.d);"),
        FLOW("", "pause x; use p(n, data.d);"),
        FLOW("", "wait x; use p(n, data.d);"),
        FLOW("", "wait x within 1d; use p(n, data.d);"),
        FLOW("", "optional o { tx x; } use p(n, data.d);"),
        FLOW("", "repeat n max 3 { tx x; } use p(n, data.d);"),
        FLOW("", "repeat n max 3 min 0 { tx x; } use p(n, data.d);"),
        FLOW("", "repeat n max 4 { tx x; } use p(n, data.d);"),
        FLOW("", "lock local n { tx x; } use p(n, data.d);"),
        FLOW("", "save off; tx x; save; use p(n, data.d);"),
        FLOW("", "save off; tx x; use p(n, data.d);"),
    };
    enum { COUNT = sizeof texts / sizeof texts[0] };
    const char *fingerprints[COUNT];
    struct arena *arena = arena_new();
    for (size_t i = 0; i < COUNT; i++) {
        fingerprints[i] = fingerprint_of(arena, texts[i]);
        for (size_t j = 0; j < i; j++)
            if (strcmp(fingerprints[i], fingerprints[j]) == 0)
                fail_msg("as if the same:\n%s\n%s", texts[i], texts[j]);
    }
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(procedures_are_put_in_their_places),
        cmocka_unit_test(values_have_the_types_of_parameters),
        cmocka_unit_test(retries_are_the_flows_where_nothing_is_said),
        cmocka_unit_test(keywords_are_names),
        cmocka_unit_test(a_few_lines_cannot_make_millions_of_steps),
        cmocka_unit_test(topics_are_texts_or_arguments),
        cmocka_unit_test(the_way_it_is_written_changes_nothing),
        cmocka_unit_test(behaviour_changes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
