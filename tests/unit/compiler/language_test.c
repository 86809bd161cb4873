#include "compiled.h"

static const struct model_machine *only(const struct compiled *compiled) {
    return &compiled->model->machines[0];
}

static void timers_are_filled(void **state) {
    (void)state;
    struct compiled compiled =
        machine_from("machine m { event create(due: timestamp, opened: timestamp);"
                     "  event submit(due: timestamp);"
                     "  initial state a { on submit -> outer; }"
                     "  state outer { after 2w expire -> end;"
                     "    initial state b { at :due remind -> stay when open every 90s do tell; after 150ms "
                     "tick -> stay; }"
                     "    state c { at :create.opened give_up -> end; }"
                     "    state d { after 1h give_up -> end; after 2m step -> c; after 3d last -> d; } }"
                     "  final state end; from b on skip -> c; from c on skip -> d; }");
    const struct model_machine *machine = only(&compiled);
    static const struct {
        const char *event;
        int64_t after_ms, every_ms;
    } timers[] = {{"expire", 1209600000, 0}, {"remind", 0, 90000}, {"tick", 150, 0},      {"give_up", 0, 0},
                  {"give_up", 3600000, 0},   {"step", 120000, 0},  {"last", 259200000, 0}};
    assert_int_equal(machine->timer_count, sizeof timers / sizeof timers[0]);
    for (size_t i = 0; i < machine->timer_count; i++) {
        const struct model_timer *timer = &machine->timers[i];
        assert_string_equal(machine->events[timer->event].name, timers[i].event);
        assert_true(machine->events[timer->event].is_timer);
        assert_true(timer->after_ms == timers[i].after_ms);
        assert_true(timer->every_ms == timers[i].every_ms);
        assert_int_equal(timer->kind, timers[i].after_ms == 0 ? MODEL_AT : MODEL_AFTER);
        size_t arrow = 0;
        while (arrow < machine->arrow_count && machine->arrows[arrow].timer != timer)
            arrow++;
        assert_int_equal(machine->arrows[arrow].event, timer->event);
    }
    assert_string_equal(machine->timers[0].place.composite->name, "outer");
    assert_string_equal(machine->timers[1].place.state->name, "b");
    assert_int_equal(machine->timers[1].at->kind, MODEL_PARAM);
    assert_string_equal(machine->columns[machine->timers[1].at->column].name, "due");
    assert_int_equal(machine->timers[3].at->kind, MODEL_CREATED);
    assert_string_equal(machine->columns[machine->timers[3].at->column].name, "opened");
    assert_false(machine->events[machine->arrows[0].event].is_timer);
    arena_free(compiled.arena);
}

static void work_belongs_to_the_states_in_it(void **state) {
    (void)state;
    struct compiled compiled = machine_from(
        "machine m { initial state outer { work sweep; initial state a; state b { work tidy lease 5s every "
        "30s "
        "attempts 7 backoff 1s to 1m else failed; on failed -> end; } final state c; } final state end;"
        "  from a on go -> b; from b on go -> c; }");
    const struct model_machine *machine = only(&compiled);
    assert_int_equal(machine->work_count, 2);
    const struct model_work *sweep = machine->states[0].work;
    const struct model_work *tidy = machine->states[1].work;
    assert_ptr_equal(machine->composites[0].work, sweep);
    assert_null(machine->states[2].work);
    assert_string_equal(sweep->hook->name, "sweep");
    assert_true(sweep->lease_ms == 60000 && sweep->every_ms == 0 && sweep->attempts == 0);
    assert_null(sweep->else_event);
    assert_string_equal(tidy->hook->name, "tidy");
    assert_true(tidy->lease_ms == 5000 && tidy->every_ms == 30000 && tidy->attempts == 7);
    assert_true(tidy->backoff_from_ms == 1000 && tidy->backoff_to_ms == 60000);
    assert_string_equal(tidy->else_event->name, "failed");
    assert_string_equal(tidy->place.state->name, "b");
    arena_free(compiled.arena);
}

static void hooks_are_shared_by_name(void **state) {
    (void)state;
    struct compiled compiled =
        machine_from("machine m { event create(amount: bigint); event pay(amount: bigint, note: text);"
                     "  /// Enough money.\n"
                     "  guard funds sql \"select ':no', :amount > 0 and :create.amount = :id::int\";"
                     "  effect post sql postgres \"a :note\" sqlite \"bb :note\";"
                     "  initial state a { on pay -> b when funds and not fraud do post, tell then mail, tell;"
                     "    enter do greet, tell; enter do greet; leave do part; }"
                     "  final state b; }");
    const struct model_machine *machine = only(&compiled);
    assert_int_equal(machine->guard_count, 2);
    const struct model_hook *funds = &machine->guards[0];
    assert_string_equal(funds->doc, "Enough money.");
    const struct model_sql *sql = funds->sql[0];
    for (size_t i = 1; i < PAWL_DIALECT_COUNT; i++)
        assert_ptr_equal(funds->sql[i], sql);
    assert_int_equal(sql->reference_count, 3);
    static const enum model_reference_kind kinds[] = {MODEL_PARAM, MODEL_CREATED, MODEL_KEY};
    static const char *const texts[] = {":amount", ":create.amount", ":id"};
    for (size_t i = 0; i < 3; i++) {
        const struct model_reference *reference = &sql->references[i];
        assert_int_equal(reference->kind, kinds[i]);
        assert_int_equal(reference->length, strlen(texts[i]));
        assert_memory_equal(sql->text + reference->offset, texts[i], reference->length);
    }
    assert_string_equal(machine->events[sql->references[1].event].name, "create");
    assert_false(machine->guards[1].is_sql);
    assert_int_equal(machine->effect_count, 5);
    assert_string_equal(machine->effects[0].sql[PAWL_DIALECT_SQLITE]->text, "bb :note");
    assert_int_equal(machine->effects[0].sql[PAWL_DIALECT_SQLITE]->references[0].offset, 3);

    const struct model_arrow *pay = &machine->arrows[1];
    assert_int_equal(pay->condition_count, 2);
    assert_ptr_equal(pay->conditions[0].guard, funds);
    assert_false(pay->conditions[0].negated);
    assert_true(pay->conditions[1].negated);
    assert_int_equal(pay->effects.count, 2);
    assert_ptr_equal(pay->effects.hooks[1], pay->after.hooks[1]);
    assert_int_equal(machine->states[0].enter.count, 3);
    assert_string_equal(machine->states[0].enter.hooks[2]->name, "greet");
    assert_int_equal(machine->states[0].leave.count, 1);
    arena_free(compiled.arena);
}

static void settings_are_filled(void **state) {
    (void)state;
    struct compiled compiled = machine_from(
        "machine m renamed from old { entity s.rows.id: bigint; mirror s.rows.state; key :create.account;"
        "  emit :create.topic; storage transitions enforced; allow W001 \"later\";"
        "  event create(account: text, topic: text?); event import(account: text renamed from user)"
        "    renamed from bring;"
        "  event pay(to_whom: text) serialize by (:to_whom, :create.account, :id);"
        "  initial state a implicit renamed from aa { on pay -> b; } final state b; on import -> b;"
        "  state island; }"
        "machine n { emit \"topic\"; storage transitions; entity rows.id: text; initial state a; }");
    const struct model_machine *machine = only(&compiled);
    assert_int_equal(compiled.diagnostics.count, 0);
    assert_string_equal(machine->renamed_from, "old");
    assert_string_equal(machine->mirror->schema, "s");
    assert_string_equal(machine->mirror->column, "state");
    assert_int_equal(machine->key->kind, MODEL_CREATED);
    assert_null(machine->emit->topic);
    assert_string_equal(machine->columns[machine->emit->reference->column].name, "topic");
    assert_int_equal(machine->storage, MODEL_TRANSITIONS_ENFORCED);
    assert_true(machine->initial_is_implicit);
    assert_string_equal(machine->allows[0].code, "W001");
    assert_string_equal(machine->allows[0].reason, "later");
    assert_string_equal(machine->states[0].renamed_from, "aa");
    assert_string_equal(machine->events[1].renamed_from, "bring");
    assert_string_equal(machine->events[1].params[0].renamed_from, "user");
    assert_int_equal(machine->events[2].serialize_count, 3);
    assert_int_equal(machine->events[2].serialize_by[2].kind, MODEL_KEY);
    assert_string_equal(compiled.model->machines[1].emit->topic, "topic");
    assert_int_equal(compiled.model->machines[1].storage, MODEL_TRANSITIONS);
    assert_false(compiled.model->machines[1].initial_is_implicit);
    arena_free(compiled.arena);
}

static void claims_are_filled(void **state) {
    (void)state;
    struct compiled compiled = machine_from(
        "machine m { initial state a { on go -> outer when ok and not bad; on stop -> c; after 1d late -> c; "
        "}"
        "  state outer { initial state b { on note -> stay; on stop -> c; after 1d late -> c; } } final "
        "state c;"
        "  assert always   can finish;"
        "  assert c never reaches outer; assert c never -> a; assert c only after /* x */ a;"
        "  assert a leads to b\n or c; assert a leads to c assuming progress; assert go at most once;"
        "  assert final within 45d; assert working states have timeouts; assert c can be\nreached from "
        "everywhere;"
        "  scenario \"ends\" { create, go(not bad, ok), note => outer }"
        "  scenario \"is refused\" { create, late, stop => refused } }");
    const struct model_machine *machine = only(&compiled);
    static const struct {
        enum assert_form kind;
        const char *text;
        size_t right_count;
    } asserts[] = {{ASSERT_CAN_FINISH, "always can finish", 0},
                   {ASSERT_NEVER_REACHES, "c never reaches outer", 1},
                   {ASSERT_NEVER_MOVES, "c never -> a", 1},
                   {ASSERT_ONLY_AFTER, "c only after a", 1},
                   {ASSERT_LEADS_TO, "a leads to b or c", 2},
                   {ASSERT_LEADS_TO, "a leads to c assuming progress", 1},
                   {ASSERT_AT_MOST_ONCE, "go at most once", 0},
                   {ASSERT_FINAL_WITHIN, "final within 45d", 0},
                   {ASSERT_WORKING_TIMEOUTS, "working states have timeouts", 0},
                   {ASSERT_REACHED_EVERYWHERE, "c can be reached from everywhere", 0}};
    assert_int_equal(machine->assert_count, sizeof asserts / sizeof asserts[0]);
    for (size_t i = 0; i < machine->assert_count; i++) {
        assert_int_equal(machine->asserts[i].kind, asserts[i].kind);
        assert_string_equal(machine->asserts[i].text, asserts[i].text);
        assert_int_equal(machine->asserts[i].right_count, asserts[i].right_count);
        assert_int_equal(machine->asserts[i].assuming_progress, i == 5);
    }
    assert_string_equal(machine->asserts[1].left.state->name, "c");
    assert_string_equal(machine->asserts[1].right[0].composite->name, "outer");
    assert_string_equal(machine->asserts[6].event->name, "go");
    assert_true(machine->asserts[7].within_ms == INT64_C(45) * 24 * 60 * 60 * 1000);

    assert_int_equal(machine->scenario_count, 2);
    const struct model_scenario *ends = &machine->scenarios[0];
    assert_string_equal(ends->label, "ends");
    assert_int_equal(ends->step_count, 3);
    assert_string_equal(machine->events[ends->steps[1].event].name, "go");
    assert_int_equal(ends->steps[1].condition_count, 2);
    assert_true(ends->steps[1].conditions[0].negated);
    assert_string_equal(ends->expected.composite->name, "outer");
    assert_null(machine->scenarios[1].expected.state);
    assert_null(machine->scenarios[1].expected.composite);
    arena_free(compiled.arena);
}

static void docs_stand_where_they_were_written(void **state) {
    (void)state;
    struct compiled compiled =
        machine_from("machine m {\n/// Begun.\ninitial state a {\n/// Off it goes.\n"
                     "on go -> c; }\n/// All of them.\nfrom any on stop -> c;\n"
                     "/// A part.\nstate b { state d; }\n/// The end.\nfinal state c; }");
    const struct model_machine *machine = only(&compiled);
    assert_string_equal(machine->states[0].doc, "Begun.");
    assert_string_equal(machine->arrows[1].doc, "Off it goes.");
    assert_string_equal(machine->arrows[2].doc, "All of them.");
    assert_string_equal(machine->composites[0].doc, "A part.");
    assert_string_equal(machine->states[2].doc, "The end.");
    arena_free(compiled.arena);
}

static void warnings_are_allowed_by_their_code(void **state) {
    (void)state;
    struct compiled compiled = machine_from("machine m { allow W001 \"later\"; initial state a; state island;"
                                            "  event forgotten; }"
                                            "machine n { initial state a; state island; }");
    assert_int_equal(compiled.diagnostics.warning_count, 2);
    arena_free(compiled.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timers_are_filled),
        cmocka_unit_test(work_belongs_to_the_states_in_it),
        cmocka_unit_test(hooks_are_shared_by_name),
        cmocka_unit_test(settings_are_filled),
        cmocka_unit_test(claims_are_filled),
        cmocka_unit_test(docs_stand_where_they_were_written),
        cmocka_unit_test(warnings_are_allowed_by_their_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
