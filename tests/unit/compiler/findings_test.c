#include "base/warnings.h"
#include "check/findings.h"

#include "builder.h"
#include "test.h"

#include <string.h>

#define DAY INT64_C(86400000)

/* begun -go-> done, with a timer: nothing to find in it. */
static struct builder *sound(struct arena *arena) {
    struct builder *b = builder_new(arena, "m", 64);
    builder_composite(b, "around", NULL);
    builder_state(b, "begun", "around");
    builder_state(b, "waiting", "around");
    builder_final(b, "done");
    builder_arrow(b, "create", NULL, "begun", NULL);
    builder_arrow(b, "go", "begun", "waiting", NULL);
    builder_arrow(b, "end", "around", "done", NULL);
    builder_after(b, DAY, "late", "around", "done", NULL);
    return b;
}

/* All findings, one on a line: name of the warning, part, message. */
static const char *found_in(struct arena *arena, struct builder *b) {
    struct graph graph;
    struct findings findings;
    const struct model_machine *machine = builder_machine(b);
    const char *all = "";
    graph_init(&graph, arena, machine);
    findings_init(&findings, arena);
    findings_of_machine(&findings, &graph);
    for (const struct finding *f = findings.first; f != NULL; f = f->next) {
        const char *part = f->part == FINDING_STATE ? machine->states[f->index].name
                           : f->part == FINDING_COMPOSITE
                               ? machine->composites[f->index].name
                               : machine->events[machine->arrows[f->index].event].name;
        assert_non_null(f->message);
        assert_non_null(f->help);
        all = arena_printf(arena, "%s%s%s %s", all, *all == '\0' ? "" : ", ", warnings_name(f->code), part);
    }
    return all;
}

static void expect(const char *expected, struct arena *arena, struct builder *b) {
    assert_string_equal(found_in(arena, b), expected);
    arena_free(arena);
}

static void nothing_in_a_sound_machine(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    expect("", arena, sound(arena));
}

static void guards_that_contradict(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = sound(arena);
    builder_arrow(b, "jump", "begun", "done", "a !a");
    expect("dead-move jump", arena, b);
}

static void guards_that_those_before_cover(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = sound(arena);
    builder_arrow(b, "jump", "begun", "done", "a");
    builder_arrow(b, "jump", "begun", "waiting", "a b");
    builder_arrow(b, "leap", "begun", "done", "a");
    builder_arrow(b, "leap", "begun", "waiting", "!a");
    builder_arrow(b, "leap", "begun", "begun", NULL);
    expect("dead-move jump, dead-move leap", arena, b);
}

static void a_move_that_is_taken_in_one_of_its_states(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = sound(arena);
    builder_arrow(b, "jump", "around", "done", NULL);
    builder_arrow(b, "jump", "begun", "waiting", NULL);
    expect("", arena, b);
}

static void many_guards_are_taken_for_possible(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = sound(arena);
    builder_arrow(b, "jump", "begun", "done", "a b c d e f g h i j");
    builder_arrow(b, "jump", "begun", "waiting", "a b c d e f g h i j");
    builder_arrow(b, "jump", "begun", "done", "a !a");
    expect("dead-move jump", arena, b);
}

static void ways_out_that_may_be_refused(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = builder_new(arena, "m", 64);
    builder_state(b, "begun", NULL);
    builder_state(b, "sure", NULL);
    builder_state(b, "split", NULL);
    builder_final(b, "done");
    builder_arrow(b, "create", NULL, "begun", "a");
    builder_arrow(b, "go", "begun", "sure", "a");
    builder_arrow(b, "go", "begun", "stay", "!a");
    builder_after(b, DAY, "late", "begun", "sure", "b");
    builder_arrow(b, "go", "sure", "split", "a");
    builder_arrow(b, "go", "sure", "done", NULL);
    builder_arrow(b, "go", "split", "begun", "a");
    builder_arrow(b, "go", "split", "done", "!a");
    expect("only-guarded begun, endless-wait sure, endless-wait split", arena, b);
}

static void a_machine_without_ends(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = builder_new(arena, "m", 64);
    builder_state(b, "begun", NULL);
    builder_state(b, "stuck", NULL);
    builder_arrow(b, "create", NULL, "begun", NULL);
    builder_after(b, DAY, "go", "begun", "stuck", NULL);
    builder_arrow(b, "note", "stuck", "stay", NULL);
    expect("dead-end stuck", arena, b);
}

static void timers(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = builder_new(arena, "m", 64);
    builder_state(b, "begun", NULL);
    builder_state(b, "pause", NULL);
    builder_final(b, "done");
    builder_arrow(b, "create", NULL, "begun", NULL);
    builder_after(b, 3 * DAY, "slow", "begun", "done", NULL);
    builder_after(b, 2 * DAY, "quick", "begun", "pause", NULL);
    builder_after(b, DAY, "early", "begun", "done", "a");
    builder_after(b, DAY, "again", "pause", "begun", NULL);
    expect("late-timer slow, timer-cycle begun", arena, b);
}

/* paused, in `around`, with a timer of its own that leads to `target`; and an end. */
static struct builder *paused(struct arena *arena, const char *target) {
    struct builder *b = builder_new(arena, "m", 64);
    builder_composite(b, "around", NULL);
    builder_state(b, "begun", "around");
    builder_state(b, "paused", "around");
    builder_state(b, "outside", NULL);
    builder_final(b, "done");
    builder_arrow(b, "create", NULL, "paused", NULL);
    builder_arrow(b, "go", "paused", "begun", NULL);
    builder_arrow(b, "lose", "begun", "outside", NULL);
    builder_after(b, DAY, "nag", "paused", target, NULL);
    builder_after(b, DAY, "nag", "begun", "paused", NULL);
    builder_after(b, DAY, "nag", "outside", "done", NULL);
    return b;
}

static void timers_that_stay_are_no_cycle(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = paused(arena, "stay");
    builder_after(b, 2 * DAY, "late", "paused", "done", NULL);
    expect("", arena, b);
}

static void timers_that_begin_anew_are_a_cycle(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = paused(arena, "same");
    builder_after(b, 2 * DAY, "late", "paused", "done", NULL);
    expect("late-timer late, timer-cycle paused", arena, b);
}

static void a_clock_that_runs_on_ends_a_cycle(void **state) {
    (void)state;
    for (int to_itself = 0; to_itself < 2; to_itself++) {
        struct arena *arena = arena_new();
        struct builder *b = paused(arena, to_itself ? "same" : "begun");
        builder_after(b, 9 * DAY, "late", "around", "done", NULL);
        expect("", arena, b);
    }
}

static void a_clock_that_runs_on_and_leads_back(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = paused(arena, "begun");
    builder_after(b, 9 * DAY, "late", "around", "outside", NULL);
    builder_after(b, DAY / 2, "back", "outside", "paused", NULL);
    expect("late-timer nag, timer-cycle paused", arena, b);
}

static void single_children(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = sound(arena);
    builder_composite(b, "inner", "around");
    builder_state(b, "alone", "inner");
    builder_arrow(b, "dive", "begun", "alone", NULL);
    expect("single-child inner", arena, b);
}

/* ---- switches -------------------------------------------------------------------------------------- */

static void switches(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct warnings w;
    const char *problem = NULL;
    warnings_init(&w);
    assert_true(warnings_report(&w, DIAGNOSTIC_UNREACHABLE));
    assert_false(warnings_report(&w, DIAGNOSTIC_ENDLESS_WAIT));
    assert_true(warnings_report(&w, DIAGNOSTIC_SYNTAX));
    assert_true(warnings_is_error(&w, DIAGNOSTIC_SYNTAX));
    assert_true(warnings_option(&w, arena, "all", &problem));
    assert_true(warnings_report(&w, DIAGNOSTIC_ENDLESS_WAIT));
    assert_true(warnings_option(&w, arena, "no-W020", &problem));
    assert_false(warnings_report(&w, DIAGNOSTIC_ENDLESS_WAIT));
    assert_true(warnings_option(&w, arena, "error", &problem));
    assert_true(warnings_option(&w, arena, "no-error=near-miss", &problem));
    assert_true(warnings_is_error(&w, DIAGNOSTIC_UNREACHABLE));
    assert_false(warnings_is_error(&w, DIAGNOSTIC_NEAR_MISS));
    assert_true(warnings_option(&w, arena, "no-error", &problem));
    assert_true(warnings_option(&w, arena, "error=W021", &problem));
    assert_true(warnings_is_error(&w, DIAGNOSTIC_TIMER_CYCLE));
    assert_false(warnings_is_error(&w, DIAGNOSTIC_UNREACHABLE));
    assert_false(warnings_option(&w, arena, "no-unreachabel", &problem));
    assert_string_equal(problem, "there is no warning `unreachabel`; did you mean `unreachable`?");
    assert_false(warnings_option(&w, arena, "error=E010", &problem));
    assert_string_equal(problem, "there is no warning `E010`; --help lists them");
    arena_free(arena);
}

static void every_warning_has_a_name(void **state) {
    (void)state;
    static const char *const severities[] = {
#define DIAGNOSTIC(identifier, code, severity, title) #severity,
#include "base/diagnostic.def"
    };
    for (size_t i = 0; i < sizeof severities / sizeof *severities; i++)
        assert_true((warnings_name((enum diagnostic_code)i) != NULL) ==
                    (strcmp(severities[i], "WARNING") == 0));
    struct text list = TEXT_INIT;
    warnings_list(&list);
    assert_non_null(strstr(list.data, "  W020 endless-wait "));
    text_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_in_a_sound_machine),
        cmocka_unit_test(guards_that_contradict),
        cmocka_unit_test(guards_that_those_before_cover),
        cmocka_unit_test(a_move_that_is_taken_in_one_of_its_states),
        cmocka_unit_test(many_guards_are_taken_for_possible),
        cmocka_unit_test(ways_out_that_may_be_refused),
        cmocka_unit_test(a_machine_without_ends),
        cmocka_unit_test(timers),
        cmocka_unit_test(timers_that_stay_are_no_cycle),
        cmocka_unit_test(timers_that_begin_anew_are_a_cycle),
        cmocka_unit_test(a_clock_that_runs_on_ends_a_cycle),
        cmocka_unit_test(a_clock_that_runs_on_and_leads_back),
        cmocka_unit_test(single_children),
        cmocka_unit_test(switches),
        cmocka_unit_test(every_warning_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
