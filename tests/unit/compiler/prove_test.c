#include "check/prove.h"

#include "builder.h"
#include "test.h"

#include <string.h>
#include <time.h>

#define DAY INT64_C(86400000)

/* pending -submit-> active { submitted -confirm-> paid, after 3d -> expired; on_hold -release-> submitted },
 * everything in active -cancel-> cancelled. */
static struct builder *payment(struct arena *arena) {
    struct builder *b = builder_new(arena, "payment", 64);
    builder_composite(b, "active", NULL);
    builder_state(b, "pending", NULL);
    builder_state(b, "submitted", "active");
    builder_state(b, "on_hold", "active");
    builder_final(b, "paid");
    builder_final(b, "cancelled");
    builder_final(b, "expired");
    builder_arrow(b, "create", NULL, "pending", NULL);
    builder_arrow(b, "submit", "pending", "submitted", "has_funds !fraud");
    builder_arrow(b, "submit", "pending", "on_hold", NULL);
    builder_arrow(b, "cancel", "active", "cancelled", NULL);
    builder_arrow(b, "confirm", "submitted", "paid", NULL);
    builder_after(b, 3 * DAY, "give_up", "submitted", "expired", NULL);
    builder_arrow(b, "release", "on_hold", "submitted", NULL);
    return b;
}

static struct proof proved(struct arena *arena, struct builder *b, struct model_assert assertion) {
    struct graph graph;
    graph_init(&graph, arena, builder_machine(b));
    return prove_assert(arena, &graph, &assertion);
}

struct expectation {
    enum assert_form kind;
    const char *left, *right, *event;
    int64_t within_ms;
    bool progress;
    const char *path; /* NULL: it holds */
};

static struct proof prove_one(struct arena *arena, struct builder *b, struct expectation e) {
    struct model_place *right = arena_alloc(arena, 2 * sizeof *right);
    size_t right_count = 0;
    if (e.right != NULL) {
        const char *blank = strchr(e.right, ' ');
        size_t length = blank == NULL ? strlen(e.right) : (size_t)(blank - e.right);
        right[right_count++] = builder_place(b, arena_strndup(arena, e.right, length));
        if (blank != NULL)
            right[right_count++] = builder_place(b, blank + 1);
    }
    const struct model_machine *machine = builder_machine(b);
    return proved(
        arena, b,
        (struct model_assert){.kind = e.kind,
                              .left = builder_place(b, e.left),
                              .right = right,
                              .right_count = right_count,
                              .event = e.event == NULL ? NULL : &machine->events[builder_event(b, e.event)],
                              .within_ms = e.within_ms,
                              .assuming_progress = e.progress});
}

static void check_all(struct builder *(*make)(struct arena *), const struct expectation *expected,
                      size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct arena *arena = arena_new();
        struct proof proof = prove_one(arena, make(arena), expected[i]);
        if (expected[i].path == NULL) {
            if (!proof.holds)
                fail_msg("%zu: %s; %s", i, proof.finding, proof.path);
        } else {
            assert_false(proof.holds);
            assert_non_null(proof.finding);
            assert_non_null(proof.help);
            assert_string_equal(proof.path == NULL ? "" : proof.path, expected[i].path);
        }
        arena_free(arena);
    }
}

#define CHECK(make, expected) check_all(make, expected, sizeof(expected) / sizeof *(expected))

static void forms(void **state) {
    (void)state;
    static const struct expectation expected[] = {
        {ASSERT_CAN_FINISH, .path = NULL},
        {ASSERT_NEVER_REACHES, "cancelled", "paid", .path = NULL},
        {ASSERT_NEVER_REACHES, "active", "cancelled", .path = "submitted -cancel-> cancelled"},
        {ASSERT_NEVER_REACHES, "pending", "paid", .path = "pending -submit-> submitted -confirm-> paid"},
        {ASSERT_NEVER_REACHES, "pending", "pending", .path = NULL},
        {ASSERT_NEVER_REACHES, "active", "active", .path = "on_hold -release-> submitted"},
        {ASSERT_NEVER_MOVES, "pending", "paid", .path = NULL},
        {ASSERT_NEVER_MOVES, "pending", "active", .path = "pending -submit-> submitted"},
        {ASSERT_ONLY_AFTER, "paid", "submitted", .path = NULL},
        {ASSERT_ONLY_AFTER, "paid", "active", .path = NULL},
        {ASSERT_ONLY_AFTER, "cancelled", "submitted",
         .path = "(nothing) -create-> pending -submit-> on_hold -cancel-> cancelled"},
        {ASSERT_LEADS_TO, "submitted", "paid cancelled",
         .path = "submitted -give_up-> expired, where it may stay forever"},
        {ASSERT_AT_MOST_ONCE, .event = "submit", .path = NULL},
        {ASSERT_AT_MOST_ONCE, .event = "cancel", .path = NULL},
        {ASSERT_AT_MOST_ONCE, .event = "create", .path = NULL},
        {ASSERT_WORKING_TIMEOUTS, .path = NULL},
        {ASSERT_FINAL_WITHIN, .within_ms = 45 * DAY,
         .path = "(nothing) -create-> pending, where it may stay forever"},
    };
    CHECK(payment, expected);
}

static void what_holds_of_nothing_is_said(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = payment(arena);
    builder_state(b, "lost", NULL);
    assert_true(prove_one(arena, b, (struct expectation){.kind = ASSERT_WORKING_TIMEOUTS}).vacuous);
    assert_true(prove_one(arena, b, (struct expectation){ASSERT_AT_MOST_ONCE, .event = "create"}).vacuous);
    assert_true(
        prove_one(arena, b, (struct expectation){ASSERT_NEVER_REACHES, .left = "lost", .right = "paid"})
            .vacuous);
    assert_false(
        prove_one(arena, b, (struct expectation){ASSERT_NEVER_REACHES, .left = "paid", .right = "lost"})
            .vacuous);
    struct proof stuck = prove_one(arena, b, (struct expectation){.kind = ASSERT_CAN_FINISH});
    assert_false(stuck.holds);
    assert_null(stuck.path);
    arena_free(arena);
}

/* try -> check -> (fail) try ...; check -> done; a trap beside; note stays. */
static struct builder *circle(struct arena *arena) {
    struct builder *b = builder_new(arena, "job", 64);
    builder_state(b, "ready", NULL);
    builder_state(b, "running", NULL);
    builder_state(b, "checked", NULL);
    builder_final(b, "done");
    builder_final(b, "dropped");
    builder_arrow(b, "create", NULL, "ready", NULL);
    builder_arrow(b, "start", "ready", "running", NULL);
    builder_arrow(b, "note", "running", "stay", NULL);
    builder_arrow(b, "check", "running", "checked", NULL);
    builder_arrow(b, "again", "checked", "running", NULL);
    builder_arrow(b, "accept", "checked", "done", NULL);
    builder_arrow(b, "reopen", "done", "ready", NULL);
    return b;
}

static struct builder *trap(struct arena *arena) {
    struct builder *b = circle(arena);
    builder_state(b, "left_pit", NULL);
    builder_state(b, "right_pit", NULL);
    builder_arrow(b, "fall", "ready", "left_pit", NULL);
    builder_arrow(b, "to_right", "left_pit", "right_pit", NULL);
    builder_arrow(b, "to_left", "right_pit", "left_pit", NULL);
    builder_work(b, "dig", "right_pit");
    return b;
}

static void cycles(void **state) {
    (void)state;
    static const struct expectation of_circle[] = {
        {ASSERT_LEADS_TO, "ready", "done",
         .path =
             "ready -start-> running -check-> checked -again-> running, and so on forever from `running`"},
        {ASSERT_LEADS_TO, "ready", "done", .progress = true, .path = NULL},
        {ASSERT_LEADS_TO, "ready", "checked", .path = NULL},
        {ASSERT_LEADS_TO, "done", "checked", .progress = true, .path = "done, where it may stay forever"},
        {ASSERT_LEADS_TO, "done", "done", .path = NULL},
        {ASSERT_AT_MOST_ONCE, .event = "accept",
         .path = "(nothing) -create-> ready -start-> running -check-> checked -accept-> done -reopen-> ready "
                 "-start-> running -check-> checked -accept-> done"},
        {ASSERT_AT_MOST_ONCE, .event = "note",
         .path = "(nothing) -create-> ready -start-> running -note-> running -note-> running"},
        {ASSERT_NEVER_REACHES, "running", "running", .path = "running -check-> checked -again-> running"},
    };
    static const struct expectation of_trap[] = {
        {ASSERT_CAN_FINISH, .path = "(nothing) -create-> ready -fall-> left_pit"},
        {ASSERT_LEADS_TO, "ready", "done", .progress = true,
         .path = "ready -fall-> left_pit -to_right-> right_pit -to_left-> left_pit, and so on forever from "
                 "`left_pit`"},
        {ASSERT_WORKING_TIMEOUTS, .path = "(nothing) -create-> ready -fall-> left_pit -to_right-> right_pit"},
    };
    CHECK(circle, of_circle);
    CHECK(trap, of_trap);
}

/* A circle inside a composite whose clock runs on, then a state of its own. */
static struct builder *clocks(struct arena *arena) {
    struct builder *b = builder_new(arena, "claim", 64);
    builder_composite(b, "open", NULL);
    builder_state(b, "ready", "open");
    builder_state(b, "running", "open");
    builder_state(b, "closing", NULL);
    builder_final(b, "closed");
    builder_arrow(b, "create", NULL, "ready", NULL);
    builder_arrow(b, "start", "ready", "running", NULL);
    builder_arrow(b, "stop", "running", "ready", NULL);
    builder_arrow(b, "close", "running", "closing", NULL);
    builder_after(b, 10 * DAY, "overdue", "open", "closing", NULL);
    builder_after(b, 2 * DAY, "archive", "closing", "closed", NULL);
    return b;
}

static struct builder *refused_clock(struct arena *arena) {
    struct builder *b = clocks(arena);
    builder_refuse(b, "overdue", "running");
    return b;
}

static struct builder *own_clocks(struct arena *arena) {
    struct builder *b = refused_clock(arena);
    builder_after(b, DAY, "slow", "ready", "running", NULL);
    builder_after(b, DAY, "stuck", "running", "ready", NULL);
    return b;
}

static struct builder *guarded_clock(struct arena *arena) {
    struct builder *b = builder_new(arena, "claim", 64);
    builder_state(b, "open", NULL);
    builder_final(b, "closed");
    builder_arrow(b, "create", NULL, "open", NULL);
    builder_after(b, DAY, "overdue", "open", "closed", "late");
    return b;
}

/* The composite's clock shortens three days in it to two. */
static struct builder *capped(struct arena *arena) {
    struct builder *b = builder_new(arena, "claim", 64);
    builder_composite(b, "open", NULL);
    builder_state(b, "first", "open");
    builder_state(b, "second", "open");
    builder_state(b, "third", "open");
    builder_final(b, "closed");
    builder_arrow(b, "create", NULL, "first", NULL);
    builder_after(b, DAY, "next_one", "first", "second", NULL);
    builder_after(b, DAY, "next_two", "second", "third", NULL);
    builder_after(b, DAY, "next_three", "third", "closed", NULL);
    builder_after(b, 2 * DAY, "overdue", "open", "closed", NULL);
    return b;
}

/* The state that inherits it begins anew, and not the composite. */
static struct builder *restarted(struct arena *arena) {
    struct builder *b = capped(arena);
    builder_arrow(b, "restart", "open", "same", NULL);
    return b;
}

static void times(void **state) {
    (void)state;
    static const struct expectation of_clocks[] = {
        {ASSERT_FINAL_WITHIN, .within_ms = 12 * DAY, .path = NULL},
        {ASSERT_FINAL_WITHIN, .within_ms = 12 * DAY - 1,
         .path = "(nothing) -create-> ready (10d in `open`) -overdue-> closing (2d) -archive-> closed: 12d"},
    };
    static const struct expectation of_refused[] = {
        {ASSERT_FINAL_WITHIN, .within_ms = 100 * DAY,
         .path = "(nothing) -create-> ready, where it may stay forever"}};
    static const struct expectation of_own[] = {
        {ASSERT_FINAL_WITHIN, .within_ms = 100 * DAY,
         .path = "(nothing) -create-> ready -start-> running -stop-> ready, and so on forever from `ready`"}};
    static const struct expectation of_guarded[] = {
        {ASSERT_FINAL_WITHIN, .within_ms = 100 * DAY,
         .path = "(nothing) -create-> open, where it may stay forever"}};
    static const struct expectation of_capped[] = {
        {ASSERT_FINAL_WITHIN, .within_ms = 2 * DAY, .path = NULL},
        {ASSERT_FINAL_WITHIN, .within_ms = DAY,
         .path = "(nothing) -create-> first (2d in `open`) -overdue-> closed: 2d"},
    };
    static const struct expectation of_restarted[] = {
        {ASSERT_FINAL_WITHIN, .within_ms = 2 * DAY, .path = NULL}};
    CHECK(clocks, of_clocks);
    CHECK(refused_clock, of_refused);
    CHECK(own_clocks, of_own);
    CHECK(guarded_clock, of_guarded);
    CHECK(capped, of_capped);
    CHECK(restarted, of_restarted);
}

static struct model_step step(struct arena *arena, struct builder *b, const char *event, const char *guards) {
    struct model_condition *conditions = arena_alloc(arena, 4 * sizeof *conditions);
    struct model_step result = {.event = builder_event(b, event), .conditions = conditions};
    for (const char *at = guards; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, " ");
        bool negated = *at == '!';
        conditions[result.condition_count++] = (struct model_condition){
            builder_guard(b, arena_strndup(arena, at + negated, length - negated)), negated};
        at += length + strspn(at + length, " ");
    }
    return result;
}

static void scenarios(void **state) {
    (void)state;
    static const struct {
        const char *events[4];
        const char *guards; /* of the second step */
        const char *expected;
        const char *finding; /* NULL: it holds */
        const char *path;
    } cases[] = {
        {{"create", "submit", "give_up"}, "has_funds !fraud", "expired", NULL, NULL},
        {{"create", "submit"}, "!has_funds", "on_hold", NULL, NULL},
        {{"create", "submit"}, NULL, "on_hold", NULL, NULL}, /* fraud counts as passed */
        {{"create", "submit", "confirm"}, "!has_funds", NULL, NULL, NULL},
        {{"create", "confirm"}, NULL, NULL, NULL, NULL},
        {{"create", "submit"}, "!fraud", "active", NULL, NULL},
        {{"create", "submit", "confirm"},
         "!has_funds",
         "paid",
         "step 3 of the scenario, `confirm`, is refused: `on_hold` has no transition for it",
         "(nothing) -create-> pending -submit-> on_hold"},
        {{"create", "submit", "cancel"},
         NULL,
         NULL,
         "`cancel` moves `on_hold` to `cancelled`, but the scenario expects it to be refused",
         "(nothing) -create-> pending -submit-> on_hold -cancel-> cancelled"},
        {{"create", "submit"},
         NULL,
         "submitted",
         "the scenario ends in `on_hold`; `submitted` was expected",
         "(nothing) -create-> pending -submit-> on_hold"},
        {{"submit"},
         NULL,
         "submitted",
         "step 1 of the scenario, `submit`, is refused: it does not create",
         "(nothing)"},
        {{"create", "ping"},
         NULL,
         NULL,
         "`ping` is ignored in `pending`, but the scenario expects it to be refused",
         "(nothing) -create-> pending"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *arena = arena_new();
        struct builder *b = payment(arena);
        builder_ignore(b, "ping", "pending");
        struct model_step steps[4];
        struct model_scenario scenario = {.label = "x", .steps = steps};
        for (; scenario.step_count < 4 && cases[i].events[scenario.step_count] != NULL; scenario.step_count++)
            steps[scenario.step_count] = step(arena, b, cases[i].events[scenario.step_count],
                                              scenario.step_count == 1 ? cases[i].guards : NULL);
        scenario.expected = builder_place(b, cases[i].expected);
        struct proof proof = prove_scenario(arena, builder_machine(b), &scenario);
        if (cases[i].finding == NULL) {
            if (!proof.holds)
                fail_msg("%zu: %s", i, proof.finding);
        } else {
            assert_false(proof.holds);
            assert_string_equal(proof.finding, cases[i].finding);
            assert_string_equal(proof.path, cases[i].path);
            assert_non_null(proof.help);
        }
        arena_free(arena);
    }
}

static void a_presumed_guard_is_named(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = payment(arena);
    struct model_step steps[] = {step(arena, b, "create", NULL), step(arena, b, "submit", "has_funds")};
    struct model_scenario scenario = {
        .step_count = 2, .steps = steps, .expected = builder_place(b, "submitted")};
    struct proof proof = prove_scenario(arena, builder_machine(b), &scenario);
    assert_false(proof.holds);
    assert_int_equal(proof.step, 1);
    assert_string_equal(proof.help, "guard `fraud` is not named in the step and counts as passed; write "
                                    "`submit(not fraud)` if it fails");
    arena_free(arena);
}

/* A chain of states, each with moves back and ahead: what every search has to walk through. */
static void large(void **state) {
    (void)state;
    enum { STATES = 10000, EVENTS = 10 };
    struct arena *arena = arena_new();
    struct model_state *states = arena_alloc(arena, STATES * sizeof *states);
    struct model_event *events = arena_alloc(arena, (EVENTS + 1) * sizeof *events);
    struct model_arrow *arrows = arena_alloc(arena, (EVENTS * STATES + 1) * sizeof *arrows);
    struct model_move *moves = arena_alloc(arena, (EVENTS * STATES + 1) * sizeof *moves);
    for (size_t s = 0; s < STATES; s++)
        states[s] = (struct model_state){.name = arena_printf(arena, "s%zu", s)};
    states[STATES - 1].is_final = true;
    for (size_t e = 0; e <= EVENTS; e++)
        events[e].name = arena_printf(arena, "e%zu", e);
    size_t count = 0;
    moves[count] = (struct model_move){.event = 0, .from = MODEL_NOTHING, .to = 0, .arrow = &arrows[count]};
    count++;
    for (size_t e = 1; e <= EVENTS; e++)
        for (size_t s = 0; s + 1 < STATES; s++) {
            size_t to = e == 1 ? s + 1 : (s * 7919 * e) % (s + 1);
            moves[count] = (struct model_move){.event = e, .from = s, .to = to, .arrow = &arrows[count]};
            count++;
        }
    struct model_machine machine = {.name = "large",
                                    .states = states,
                                    .state_count = STATES,
                                    .events = events,
                                    .event_count = EVENTS + 1,
                                    .arrows = arrows,
                                    .arrow_count = count,
                                    .moves = moves,
                                    .move_count = count};
    struct model_place last = {.state = &states[STATES - 1]};
    struct model_place first = {.state = &states[0]};
    const struct model_assert asserts[] = {
        {.kind = ASSERT_CAN_FINISH},
        {.kind = ASSERT_NEVER_REACHES, .left = last, .right_count = 1, .right = &first},
        {.kind = ASSERT_NEVER_MOVES, .left = first, .right_count = 1, .right = &last},
        {.kind = ASSERT_ONLY_AFTER, .left = last, .right_count = 1, .right = &first},
        {.kind = ASSERT_LEADS_TO, .left = first, .right_count = 1, .right = &last},
        {.kind = ASSERT_AT_MOST_ONCE, .event = &events[1]},
        {.kind = ASSERT_FINAL_WITHIN, .within_ms = DAY},
        {.kind = ASSERT_WORKING_TIMEOUTS},
    };
    static const bool holds[] = {true, true, true, true, false, false, false, true};
    struct graph graph;
    graph_init(&graph, arena, &machine);
    for (size_t i = 0; i < sizeof asserts / sizeof *asserts; i++) {
        struct timespec begun, ended;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
        struct proof proof = prove_assert(arena, &graph, &asserts[i]);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
        double ms =
            (double)(ended.tv_sec - begun.tv_sec) * 1e3 + (double)(ended.tv_nsec - begun.tv_nsec) / 1e6;
        print_message("assert %zu: %.1f ms\n", i, ms);
        assert_true(proof.holds == holds[i]);
        assert_true(ms < 1000); /* a debug build under a sanitizer; else below 100 */
        if (proof.path != NULL)
            assert_true(strlen(proof.path) < 2000);
    }
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),     cmocka_unit_test(what_holds_of_nothing_is_said),
        cmocka_unit_test(cycles),    cmocka_unit_test(times),
        cmocka_unit_test(scenarios), cmocka_unit_test(a_presumed_guard_is_named),
        cmocka_unit_test(large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
