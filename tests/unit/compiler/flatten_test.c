#include "base/text.h"
#include "compiled.h"

/* Every move as "event:from>to", with its guards in brackets, then every ignored event as "event:state". */
static const char *moves_of(const struct compiled *compiled) {
    const struct model_machine *machine = &compiled->model->machines[0];
    const char *text = "";
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        assert_true(move->arrow >= machine->arrows && move->arrow < machine->arrows + machine->arrow_count);
        assert_int_equal(move->arrow->event, move->event);
        text = arena_printf(compiled->arena, "%s%s%s:%s>%s", text, i > 0 ? " " : "",
                            machine->events[move->event].name,
                            move->from == MODEL_NOTHING ? "" : machine->states[move->from].name,
                            machine->states[move->to].name);
        for (size_t c = 0; c < move->arrow->condition_count; c++)
            text =
                arena_printf(compiled->arena, "%s[%s%s]", text, move->arrow->conditions[c].negated ? "!" : "",
                             move->arrow->conditions[c].guard->name);
    }
    for (size_t i = 0; i < machine->ignore_count; i++)
        text =
            arena_printf(compiled->arena, "%s %s:%s", text, machine->events[machine->ignores[i].event].name,
                         machine->states[machine->ignores[i].state].name);
    return text;
}

static void assert_moves(const char *text, const char *moves) {
    struct compiled compiled = machine_from(text);
    assert_string_equal(moves_of(&compiled), moves);
    arena_free(compiled.arena);
}

static void children_inherit(void **state) {
    (void)state;
    assert_moves("machine m { initial state outer { on stop -> end; on go -> b;"
                 "  initial state a { on step -> b; } state b; } final state end; }",
                 "create:>a stop:a>end stop:b>end go:a>b go:b>b step:a>b");
}

static void the_innermost_replaces_all_outer_ones(void **state) {
    (void)state;
    assert_moves("machine m { initial state outer {"
                 "  on go -> end when x; on go -> a;"
                 "  initial state a { on go -> b when y; }"
                 "  state inner { on go -> inner; initial state b; state c { on go -> end; } } }"
                 "  final state end; }",
                 "create:>a go:a>b[y] go:b>b go:c>end");
    assert_moves("machine m { state outer { on go -> end; state a { refuse go; } state b { ignore go; }"
                 "  state c; } initial state begin { on one -> a; on two -> b; on three -> c; }"
                 "  final state end; }",
                 "go:c>end create:>begin one:begin>a two:begin>b three:begin>c go:b");
    assert_moves("machine m { initial state outer { ignore go; initial state a { on go -> end; }"
                 "  state inner { refuse go; state b; } state c; } final state end;"
                 "  from any on go -> end; from outer on step -> c; }",
                 "create:>a go:a>end step:a>c step:b>c step:c>c go:c");
}

static void composites_as_targets_mean_their_initial_child(void **state) {
    (void)state;
    assert_moves("machine m { initial state a { initial state b { state c; initial state d; } }"
                 "  final state end; on import -> b; from a on go -> end; }",
                 "create:>d import:>d go:c>end go:d>end");
}

static void a_final_state_inherits_nothing(void **state) {
    (void)state;
    assert_moves("machine m { initial state outer { on stop -> b; initial state a;"
                 "  final state b { reopen on again -> a; ignore stop; } }"
                 "  from any on quit -> b; from outer on wait -> a; from outer on pause -> b; }",
                 "create:>a stop:a>b again:b>a quit:a>b wait:a>a pause:a>b stop:b");
}

static void alternatives_keep_their_order(void **state) {
    (void)state;
    assert_moves("machine m {"
                 "  from a on go -> c when three;"
                 "  from any on stop -> c when x;"
                 "  initial state a { on go -> b when one; on go -> c when not two and one; }"
                 "  state b { on go -> c; }"
                 "  from a, b on run -> c;"
                 "  from a on go -> b;"
                 "  from any except b on stop -> a when y;"
                 "  from any on stop -> b;"
                 "  final state c; }",
                 "go:a>b[one] go:a>c[!two][one] go:a>c[three] go:a>b go:b>c stop:a>c[x] stop:a>a[y] stop:a>b "
                 "stop:b>c[x] stop:b>b create:>a run:a>c run:b>c");
}

static void any_leaves_out_what_it_says(void **state) {
    (void)state;
    struct compiled compiled =
        machine_from("machine m { initial state a;"
                     "  state outer { initial state b; state inner { state c; state d; }"
                     "    state deep { state e; final state f; } }"
                     "  final state end; on import -> e;"
                     "  from any except c, end on go -> end; }");
    assert_string_equal(moves_of(&compiled), "create:>a import:>e go:a>end go:b>end go:d>end go:e>end");
    const struct model_machine *machine = &compiled.model->machines[0];
    assert_int_equal(machine->arrow_count, 6); /* a, b, d and deep, which is covered whole */
    assert_string_equal(machine->arrows[5].from.composite->name, "deep");
    arena_free(compiled.arena);
}

static void same_and_stay_keep_the_state(void **state) {
    (void)state;
    struct compiled compiled =
        machine_from("machine m { initial state outer { on poke -> same; on note -> stay;"
                     "  initial state a; state b { on back -> a; } }"
                     "  on import -> b; final state c { reopen on look -> stay; }"
                     "  from outer on end -> c; from any on hold -> same; }");
    assert_string_equal(moves_of(&compiled),
                        "create:>a poke:a>a poke:b>b note:a>a note:b>b back:b>a import:>b "
                        "look:c>c end:a>c end:b>c hold:a>a hold:b>b");
    const struct model_machine *machine = &compiled.model->machines[0];
    static const enum model_target targets[] = {MODEL_TO, MODEL_SAME, MODEL_STAY, MODEL_TO,
                                                MODEL_TO, MODEL_STAY, MODEL_TO,   MODEL_SAME};
    assert_int_equal(machine->arrow_count, sizeof targets / sizeof targets[0]);
    for (size_t i = 0; i < machine->arrow_count; i++)
        assert_int_equal(machine->arrows[i].target, targets[i]);
    assert_ptr_equal(machine->arrows[1].to.composite, machine->arrows[1].from.composite);
    assert_true(machine->arrows[5].reopens);
    arena_free(compiled.arena);
}

static void states_and_composites_know_each_other(void **state) {
    (void)state;
    struct compiled compiled =
        machine_from("machine m { state one { state a; state two \"Two\" { initial state b;"
                     "  state c; } initial state d; } initial state e { on go -> one; }"
                     "  from e on run -> two; from d on x -> a; from a on x -> c; }");
    const struct model_machine *machine = &compiled.model->machines[0];
    static const char *const states[] = {"a", "b", "c", "d", "e"};
    assert_int_equal(machine->state_count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(machine->states[i].name, states[i]);
    assert_int_equal(machine->composite_count, 2);
    assert_string_equal(machine->composites[0].name, "one");
    assert_null(machine->composites[0].parent);
    assert_int_equal(machine->composites[0].initial, 3);
    assert_string_equal(machine->composites[1].label, "Two");
    assert_ptr_equal(machine->composites[1].parent, &machine->composites[0]);
    assert_int_equal(machine->composites[1].initial, 1);
    assert_ptr_equal(machine->states[2].parent, &machine->composites[1]);
    assert_null(machine->states[4].parent);
    assert_true(machine->states[4].is_initial);
    assert_false(machine->states[1].is_initial);
    arena_free(compiled.arena);
}

static void nesting_has_its_limit(void **state) {
    (void)state;
    for (int depth = 62; depth <= 64; depth++) {
        char text[4096] = "machine m { on create -> s0;";
        for (int i = 0; i < depth; i++)
            sprintf(text + strlen(text), "initial state s%d {", i);
        strcat(text, "initial state leaf;");
        for (int i = 0; i <= depth; i++)
            strcat(text, "}");
        char *initial = strstr(text, "initial ");
        memset(initial, ' ', strlen("initial "));
        struct compiled compiled = compiled_from(text);
        assert_int_equal(compiled.model != NULL, depth <= 63);
        if (compiled.model != NULL)
            assert_string_equal(moves_of(&compiled), "create:>leaf");
        arena_free(compiled.arena);
    }
}

/* A few lines make a great many moves, which must end in words, too. */
static void moves_have_their_limit(void **state) {
    (void)state;
    struct text text = TEXT_INIT;
    text_put(&text, "machine m { initial state outer { initial state s0;\n");
    for (int i = 1; i < 1001; i++)
        text_printf(&text, "state s%d; on e%d -> s0;\n", i, i);
    text_put(&text, "} }");
    struct compiled compiled = compiled_from(text.data);
    assert_null(compiled.model);
    assert_int_equal(compiled.diagnostics.error_count, 1);
    arena_free(compiled.arena);
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_inherit),
        cmocka_unit_test(the_innermost_replaces_all_outer_ones),
        cmocka_unit_test(composites_as_targets_mean_their_initial_child),
        cmocka_unit_test(a_final_state_inherits_nothing),
        cmocka_unit_test(alternatives_keep_their_order),
        cmocka_unit_test(any_leaves_out_what_it_says),
        cmocka_unit_test(same_and_stay_keep_the_state),
        cmocka_unit_test(states_and_composites_know_each_other),
        cmocka_unit_test(nesting_has_its_limit),
        cmocka_unit_test(moves_have_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
