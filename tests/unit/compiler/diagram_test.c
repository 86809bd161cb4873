#include "emit/diagram/diagram.h"

#include "builder.h"
#include "test.h"

#include <string.h>

#define DAY INT64_C(86400000)

static const char *name_of(const struct diagram *diagram, struct diagram_end end) {
    switch (end.source) {
    case DIAGRAM_NOTHING:
        return "";
    case DIAGRAM_STATE:
        return diagram->machine->states[end.index].name;
    case DIAGRAM_COMPOSITE:
        return diagram->machine->composites[end.index].name;
    case DIAGRAM_ANY:
        return "any";
    }
    return NULL;
}

static const char *lines_of(struct arena *arena, const char *all, size_t count,
                            const struct diagram_line *lines) {
    for (size_t i = 0; i < count; i++)
        all = arena_printf(arena, "%s%s%s%s%s", all, i == 0 ? "" : " + ", lines[i].title,
                           lines[i].note == NULL ? "" : " ", lines[i].note == NULL ? "" : lines[i].note);
    return all;
}

/* All arrows, one on a line: from > to: its lines, with + between them. */
static void expect(struct arena *arena, struct builder *b, const char *expected) {
    struct diagram diagram;
    diagram_init(&diagram, arena, builder_machine(b));
    const char *all = "";
    for (size_t i = 0; i < diagram.stay_end; i++) {
        const struct diagram_arrow *arrow = &diagram.arrows[i];
        assert_true(arrow->is_inner == (i >= diagram.arrow_count));
        assert_true((arrow->to == MODEL_NOTHING) == (i >= diagram.inner_end));
        all = arena_printf(arena, "%s%s %s%s: ", all, name_of(&diagram, arrow->from),
                           arrow->is_main ? "=> " : "> ",
                           arrow->to == MODEL_NOTHING ? "" : diagram.machine->states[arrow->to].name);
        all = arena_printf(arena, "%s\n", lines_of(arena, all, arrow->line_count, arrow->lines));
    }
    for (size_t i = 0; i < diagram.any_count; i++)
        all = arena_printf(arena, "%sany is any%s but %s\n", all, diagram.anys[i].is_other ? " other" : "",
                           diagram.anys[i].except == NULL ? "none" : diagram.anys[i].except);
    assert_string_equal(all, expected);
    arena_free(arena);
}

static void one_arrow_for_a_pair(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = builder_new(arena, "m", 16);
    builder_state(b, "a", NULL);
    builder_state(b, "b", NULL);
    struct model_state *z = builder_state(b, "z", NULL);
    z->is_final = z->is_goal = true;
    builder_arrow(b, "create", NULL, "a", NULL);
    builder_arrow(b, "go", "a", "b", "ok !bad");
    builder_arrow(b, "end", "b", "z", NULL);
    builder_arrow(b, "go", "a", "z", "late");
    builder_arrow(b, "go", "a", "b", NULL);
    builder_after(b, 3 * DAY, "lapse", "a", "b", NULL);
    builder_arrow(b, "again", "b", "same", NULL);
    builder_arrow(b, "ping", "b", "stay", NULL);
    expect(arena, b,
           " => a: create\n"
           "a > b: go [1: ok and NOT bad] + go [otherwise]\n"
           "b > z: end\n"
           "a => z: go [2: late]\n"
           "a > b: lapse\n"
           "b > b: again (starts again) + ping (stays)\n");
}

static void composites(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = builder_new(arena, "m", 16);
    builder_composite(b, "box", NULL);
    builder_state(b, "a", "box");
    builder_state(b, "b", "box");
    builder_state(b, "c", "box");
    struct model_state *z = builder_state(b, "z", NULL);
    z->is_final = z->is_goal = true;
    builder_arrow(b, "create", NULL, "a", NULL);
    builder_arrow(b, "go", "a", "b", NULL);
    builder_arrow(b, "end", "box", "z", NULL);
    builder_arrow(b, "end", "c", "a", NULL);
    builder_arrow(b, "reset", "box", "a", NULL);
    builder_arrow(b, "ping", "box", "stay", NULL);
    builder_refuse(b, "ping", "b");
    expect(arena, b,
           " => a: create\n"
           "a > b: go\n"
           "box => z: end (differently in c)\n"
           "c > a: end\n"
           "box > a: reset\n"
           "box > : ping (not in b) (stays)\n");
}

static void almost_every_state(void **state) {
    (void)state;
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    enum { COUNT = sizeof names / sizeof names[0] };
    for (size_t with = 4; with <= COUNT; with += 2) {
        struct arena *arena = arena_new();
        struct builder *b = builder_new(arena, "m", 32);
        for (size_t i = 0; i < COUNT; i++)
            builder_state(b, names[i], NULL);
        builder_state(b, "void", NULL);
        builder_arrow(b, "create", NULL, "a", NULL);
        for (size_t i = 0; i < with; i++)
            builder_arrow(b, "drop", names[i], "void", NULL);
        if (with == 4)
            expect(arena, b,
                   " > a: create\na > void: drop\nb > void: drop\nc > void: drop\nd > void: drop\n");
        else if (with == 6)
            expect(arena, b,
                   " > a: create\nany > void: drop\n"
                   "any is any other but g, h\n");
        else
            expect(arena, b,
                   " > a: create\nany > void: drop\n"
                   "any is any other but none\n");
    }
}

static void levels_and_waits(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = builder_new(arena, "m", 16);
    struct diagram diagram;
    builder_state(b, "a", NULL)->is_initial = true;
    builder_state(b, "b", NULL);
    builder_arrow(b, "create", NULL, "a", NULL);
    builder_after(b, DAY, "late", "a", "b", NULL);
    diagram_init(&diagram, arena, builder_machine(b));
    assert_null(diagram.goals);
    assert_true(diagram.states[0].waits && !diagram.states[1].waits);
    assert_int_equal(diagram.states[0].level, 1);
    assert_int_equal(diagram.states[1].level, 2);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_arrow_for_a_pair),
        cmocka_unit_test(composites),
        cmocka_unit_test(almost_every_state),
        cmocka_unit_test(levels_and_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
