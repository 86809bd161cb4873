#include "compiled.h"

static void keywords_may_be_names(void **state) {
    (void)state;
    struct compiled compiled = machine_from(
        "machine machine {"
        "  entity entity.on.stored: bigint;"
        "  event entity(at: text, on: int, order: bool?);"
        "  initial state state { on on -> final when when and not not_1 do enter, leave then then; "
        "on entity -> state; }"
        "  final state final;"
        "  state initial { on when -> do; on work -> do; work work attempts 2 else work; }"
        "  state do { on after -> final; on pawl -> initial; on at -> final; }"
        "  on stored -> initial;"
        "  from from, except on on_1 -> do; state from; state except; state always; state working; state at;"
        "  assert final never -> always; assert always never reaches working; assert working never -> at;"
        "  assert at at most once;"
        "}");
    assert_int_equal(compiled.diagnostics.error_count, 0);
    const struct model_machine *machine = &compiled.model->machines[0];
    assert_string_equal(machine->name, "machine");
    assert_string_equal(machine->entity->schema, "entity");
    assert_string_equal(machine->entity->table, "on");
    assert_int_equal(machine->key_type, PAWL_TYPE_BIGINT);
    assert_int_equal(machine->state_count, 9);
    assert_int_equal(machine->column_count, 3);
    arena_free(compiled.arena);
}

static void order_and_defaults(void **state) {
    (void)state;
    struct compiled compiled =
        compiled_from("/// A doc.\n"
                      "machine two_words {\n"
                      "  event last_declared(b: int, a: text?) \"Label\" stored \"LAST\";\n"
                      "  initial state not_begun { on go -> done; on last_declared -> done; }\n"
                      "  state done { on go -> not_begun; }\n"
                      "  on import -> done;\n"
                      "  event import(a: text);\n"
                      "}\n");
    assert_non_null(compiled.model);
    const struct model_machine *machine = &compiled.model->machines[0];
    static const char *const events[] = {"last_declared", "create", "go", "import"};
    assert_int_equal(machine->event_count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(machine->events[i].name, events[i]);
    assert_string_equal(machine->label, "two words");
    assert_string_equal(machine->doc, "A doc.");
    assert_null(machine->entity);
    assert_int_equal(machine->key_type, PAWL_TYPE_TEXT);
    assert_string_equal(machine->events[0].label, "Label");
    assert_string_equal(machine->events[0].stored, "LAST");
    assert_string_equal(machine->events[1].label, "create");
    assert_true(machine->events[1].is_creation);
    assert_true(machine->events[3].is_creation);
    assert_false(machine->events[2].is_creation);
    assert_string_equal(machine->states[0].label, "not begun");
    assert_true(machine->states[0].is_initial);
    assert_false(machine->states[1].is_initial);
    assert_string_equal(machine->columns[0].name, "b");
    assert_int_equal(machine->events[3].params[0].column, 1);
    assert_true(machine->events[0].params[1].optional);

    static const struct {
        size_t event, from, to;
    } moves[] = {{0, 0, 1}, {1, MODEL_NOTHING, 0}, {2, 0, 1}, {2, 1, 0}, {3, MODEL_NOTHING, 1}};
    assert_int_equal(machine->move_count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(machine->moves[i].event, moves[i].event);
        assert_true(machine->moves[i].from == moves[i].from);
        assert_int_equal(machine->moves[i].to, moves[i].to);
    }
    arena_free(compiled.arena);
}

static void create_may_be_written_out(void **state) {
    (void)state;
    struct compiled compiled = compiled_from("machine a { on create -> b; state b; }");
    assert_non_null(compiled.model);
    assert_true(compiled.model->machines[0].states[0].is_initial);
    arena_free(compiled.arena);
}

static void the_fingerprint_is_what_changes_behaviour(void **state) {
    (void)state;
    static const char *const same[] = {
        "machine a { event create(x: int); initial state b { on go -> c; } final state c; }",
        "pawl 1; /// doc\nmachine a \"Label\" { final state c \"C\"; event go \"Go\"; event create(x: int);\n"
        "initial state b stored \"b\" { on go -> c; } }"};
    static const char *const others[] = {
        "machine x { event create(x: int); initial state b { on go -> c; } final state c; }",
        "machine a { event create(x: int?); initial state b { on go -> c; } final state c; }",
        "machine a { event create(x: bool); initial state b { on go -> c; } final state c; }",
        "machine a { event create(y: int); initial state b { on go -> c; } final state c; }",
        "machine a { event create(x: int); initial state b { on go -> c; } state c; }",
        "machine a { event create(x: int); initial state b { on go -> b; } final state c; }",
        "machine a { event create(x: int); initial state b stored \"B\" { on go -> c; } final state c; }",
        "machine a { event create(x: int); event go stored \"G\"; initial state b { on go -> c; } final "
        "state c; }",
        "machine a { entity t.id: text; event create(x: int); initial state b { on go -> c; } final state c; "
        "}",
        "machine a { entity t.id: bigint; event create(x: int); initial state b { on go -> c; } final state "
        "c; }",
    };
    enum { OTHERS = sizeof others / sizeof others[0] };
    struct compiled first = compiled_from(same[0]);
    struct compiled second = compiled_from(same[1]);
    const char *fingerprint = first.model->machines[0].fingerprint;
    assert_int_equal(strlen(fingerprint), 16);
    assert_string_equal(fingerprint, second.model->machines[0].fingerprint);
    struct compiled other[OTHERS];
    for (int i = 0; i < OTHERS; i++) {
        other[i] = compiled_from(others[i]);
        assert_string_not_equal(fingerprint, other[i].model->machines[0].fingerprint);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(other[j].model->machines[0].fingerprint,
                                    other[i].model->machines[0].fingerprint);
    }
    for (int i = 0; i < OTHERS; i++)
        arena_free(other[i].arena);
    arena_free(first.arena);
    arena_free(second.arena);
}

/* Two events swapped swap the columns of the history, whose order the database's triggers and libpawl share.
 */
static void the_fingerprint_knows_the_order_of_columns(void **state) {
    (void)state;
    struct compiled one = compiled_from(
        "machine a { event go(x: int); event run(y: int); initial state b { on go -> b; on run -> b; } }");
    struct compiled two = compiled_from(
        "machine a { event run(y: int); event go(x: int); initial state b { on go -> b; on run -> b; } }");
    assert_string_not_equal(one.model->machines[0].fingerprint, two.model->machines[0].fingerprint);
    arena_free(one.arena);
    arena_free(two.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keywords_may_be_names),
        cmocka_unit_test(order_and_defaults),
        cmocka_unit_test(create_may_be_written_out),
        cmocka_unit_test(the_fingerprint_is_what_changes_behaviour),
        cmocka_unit_test(the_fingerprint_knows_the_order_of_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
