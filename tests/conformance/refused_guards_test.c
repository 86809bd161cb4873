/* What a refusal names, for every answer of every guard: each condition that failed, once, in their order. */
#include "../support/database.h"

#include "vote.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char *const answers[] = {"null", "false", "true"}; /* of guards in SQL */
enum { ANSWERS = 3, VALUATIONS = 3 * 3 * 3 * 2 * 2 };

/* The guards a, b and c as indexes of answers, x and y as those of false and true. */
static int valued[5];

static void value_guards(struct pawl_db *db, int valuation) {
    for (int i = 0; i < 5; i++) {
        const int count = i < 3 ? ANSWERS : 2;
        valued[i] = valuation % count + (ANSWERS - count);
        valuation /= count;
    }
    execute(db, "update answers set a = %s, b = %s, c = %s", answers[valued[0]], answers[valued[1]],
            answers[valued[2]]);
}

static enum pawl_status say(int guard) {
    return valued[guard] == 2 ? PAWL_OK : PAWL_REFUSED;
}

static enum pawl_status x(struct pawl_db *db, const struct vote_call *call, void *context,
                          struct pawl_error *error) {
    (void)db, (void)call, (void)context, (void)error;
    return say(3);
}

static enum pawl_status y(struct pawl_db *db, const struct vote_call *call, void *context,
                          struct pawl_error *error) {
    (void)db, (void)call, (void)context, (void)error;
    return say(4);
}

static const struct vote_hooks hooks = {.x = x, .y = y};

static struct pawl_db *open_votes(void) {
    struct pawl_db *db = open_application();
    expect(PAWL_OK, vote_set_hooks(db, &hooks, &err));
    return db;
}

static int votes_create(void **state) {
    if (database_create(state) != 0)
        return 1;
    struct pawl_db *db = open_administrator();
    execute(db, "create table answers (a boolean, b boolean, c boolean)");
    execute(db, "insert into answers values (true, false, true)");
    if (on_postgres())
        execute(db, "grant select, update on answers to public");
    execute(db, "create table zeros (zero integer)");
    execute(db, "insert into zeros values (0)");
    if (on_postgres())
        execute(db, "grant select on zeros to public");
    expect(PAWL_OK, vote_apply(db, &err));
    db = open_votes();
    expect(PAWL_OK, vote_create(db, "open", NULL, NULL, &err));
    expect(PAWL_OK, vote_create(db, "open too", NULL, NULL, &err));
    expect(PAWL_OK, vote_create(db, "closed", NULL, NULL, &err));
    valued[3] = 1;
    valued[4] = 2;
    expect(PAWL_OK, vote_mixed(db, "closed", NULL, NULL, &err));
    return close_handles(state);
}

/* ---- by brute force, from the table of transitions ----------------------------------------------------- */

static bool passes(const struct pawl_condition *condition) {
    const char *name = vote_machine.hooks[condition->hook].name;
    if (strcmp(name, "exact") == 0)
        return true;
    const int says = valued[*name < 'x' ? *name - 'a' : *name - 'x' + 3];
    return says == (condition->negated ? 1 : 2);
}

/* The state that is reached; 0: refused by those guards. */
static int decide(int from, int event, char guards[64]) {
    bool is_named[8][2] = {{false}};
    size_t length = 0;
    for (size_t i = 0; i < vote_machine.move_count; i++) {
        const struct pawl_move *move = &vote_machine.moves[i];
        if (move->event != event || move->from != from)
            continue;
        bool is_refused = false;
        for (int c = 0; c < move->condition_count; c++) {
            const struct pawl_condition *condition = &move->conditions[c];
            if (passes(condition))
                continue;
            is_refused = true;
            if (!is_named[condition->hook][condition->negated])
                length += (size_t)snprintf(guards + length, 64 - length, "%s%s%s", length > 0 ? ", " : "",
                                           condition->negated ? "not " : "",
                                           vote_machine.hooks[condition->hook].name);
            is_named[condition->hook][condition->negated] = true;
        }
        if (!is_refused) {
            guards[0] = '\0';
            return move->to;
        }
    }
    return 0;
}

static enum pawl_status expected_of(int from, int event, int *to, char guards[64]) {
    const bool is_creation = vote_machine.events[event].is_creation;
    *to = 0;
    guards[0] = '\0';
    if (is_creation && from)
        return PAWL_EXISTS;
    const int next = vote_machine.next[(size_t)event * (vote_machine.state_count + 1u) + (size_t)from];
    if (next == PAWL_NEXT_IGNORED)
        return PAWL_IGNORED;
    if (next == 0)
        return PAWL_ILLEGAL;
    *to = next == PAWL_NEXT_CHOSEN ? decide(from, event, guards) : next;
    return *to ? PAWL_OK : PAWL_REFUSED;
}

/* ---- tests --------------------------------------------------------------------------------------------- */

static const struct {
    const char *id;
    int state;
} entities[] = {{"new", 0}, {"open", VOTE_STATE_OPEN}, {"closed", VOTE_STATE_CLOSED}};

#define EACH_FIRING(valuation, entity, event)                                                                \
    for (int valuation = 0; valuation < VALUATIONS; valuation++)                                             \
        for (size_t entity = 0; entity < 3; entity++)                                                        \
            for (int event = 1; event <= vote_machine.event_count; event++)                                  \
                if (event != VOTE_EVENT_WEIGH && (entity > 0 || vote_machine.events[event].is_creation))

static void p6_refusal_names_each_guard_that_failed(void **state) {
    (void)state;
    struct pawl_db *db = open_votes();
    int valued_for = -1;
    EACH_FIRING(valuation, entity, event) {
        struct pawl_transition moved;
        char guards[64];
        int to;
        if (valued_for != valuation)
            value_guards(db, valued_for = valuation);
        const enum pawl_status expected = expected_of(entities[entity].state, event, &to, guards);
        if (expected == PAWL_OK)
            expect(PAWL_OK, pawl_begin(db, &err));
        expect(expected, pawl_fire(db, &vote_machine, (struct pawl_key){.text = entities[entity].id}, event,
                                   NULL, NULL, &moved, &err));
        assert_int_equal(moved.to, to);
        assert_string_equal(err.guard, guards);
        if (expected == PAWL_OK)
            expect(PAWL_OK, pawl_rollback(db, &err));
    }
}

/* The functions for many entities at once decide by themselves. */
static void p6_refusal_of_many_names_each_guard(void **state) {
    (void)state;
    struct pawl_db *db = open_votes();
    struct given {
        const char *id, *request_id;
        int64_t expect_sort_key;
    };
    static const struct given given[] = {{.id = "open"}, {.id = "closed"}, {.id = "open too"}};
    const struct pawl_items items = {.items = given,
                                     .count = 3,
                                     .size = sizeof *given,
                                     .key = offsetof(struct given, id),
                                     .request_id = offsetof(struct given, request_id),
                                     .expect_sort_key = offsetof(struct given, expect_sort_key)};
    for (int valuation = 0; valuation < VALUATIONS; valuation++) {
        value_guards(db, valuation);
        for (int event = 1; event <= vote_machine.event_count; event++) {
            struct pawl_result results[3];
            if (vote_machine.events[event].is_creation || event == VOTE_EVENT_WEIGH)
                continue;
            expect(PAWL_OK, pawl_begin(db, &err));
            expect(PAWL_OK, pawl_fire_many(db, &vote_machine, event, items, NULL, results, &err));
            for (size_t i = 0; i < 3; i++) {
                char guards[64];
                int to;
                const int from = i == 1 ? VOTE_STATE_CLOSED : VOTE_STATE_OPEN;
                assert_int_equal(results[i].status, expected_of(from, event, &to, guards));
                assert_int_equal(results[i].moved.to, to);
                assert_string_equal(results[i].guard, guards);
            }
            expect(PAWL_OK, pawl_rollback(db, &err));
        }
    }
}

/* What pawl_why returns is what firing then returns. */
static void p6_why_is_what_firing_returns(void **state) {
    (void)state;
    struct pawl_db *db = open_votes();
    struct pawl_reason reasons[VOTE_EVENT_COUNT + 1];
    for (int valuation = 0; valuation < VALUATIONS; valuation++)
        for (size_t entity = 1; entity < 3; entity++) {
            value_guards(db, valuation);
            expect(PAWL_OK, vote_why(db, entities[entity].id, reasons, &err));
            for (int event = 1; event <= vote_machine.event_count; event++) {
                char guards[64];
                int to;
                if (event == VOTE_EVENT_WEIGH)
                    continue;
                const enum pawl_status expected = expected_of(entities[entity].state, event, &to, guards);
                assert_int_equal(reasons[event].status, expected);
                assert_int_equal(reasons[event].to, to);
                assert_string_equal(reasons[event].guard, guards);
                assert_string_equal(reasons[event].detail, "");
            }
        }
}

/* One of another state would fail. */
static void why_evaluates_guards_of_the_state_alone(void **state) {
    (void)state;
    struct pawl_db *db = open_votes(), *admin = open_administrator();
    struct pawl_reason reasons[VOTE_EVENT_COUNT + 1];
    value_guards(db, VALUATIONS - 1);
    execute(admin, on_sqlite() ? "alter table zeros rename to no_zeros" : "insert into zeros values (1)");
    expect(PAWL_OK, vote_why(db, "closed", reasons, &err));
    expect(PAWL_DB, vote_why(db, "open", reasons, &err));
    execute(admin, on_sqlite() ? "alter table no_zeros rename to zeros" : "delete from zeros where zero = 1");
    expect(PAWL_OK, vote_why(db, "open", reasons, &err));
    assert_int_equal(reasons[VOTE_EVENT_CHECK].status, PAWL_OK);
}

/* Guards that need an argument, and a handle without hooks. */
static void why_names_guards_whose_answers_are_missing(void **state) {
    (void)state;
    struct pawl_db *db = open_votes();
    struct pawl_reason reasons[VOTE_EVENT_COUNT + 1];
    const struct vote_weigh_args heavy = {.weight = 9}, light = {.weight = 1};
    value_guards(db, VALUATIONS - 1);
    expect(PAWL_OK, vote_why(db, "open", reasons, &err));
    assert_int_equal(reasons[VOTE_EVENT_WEIGH].status, PAWL_PENDING);
    assert_string_equal(reasons[VOTE_EVENT_WEIGH].guard, "heavy");
    execute(db, "update answers set a = false");
    expect(PAWL_OK, vote_why(db, "open", reasons, &err));
    assert_int_equal(reasons[VOTE_EVENT_WEIGH].status, PAWL_REFUSED);
    assert_string_equal(reasons[VOTE_EVENT_WEIGH].guard, "a");
    expect(PAWL_REFUSED, vote_weigh(db, "open", &heavy, NULL, NULL, &err));
    assert_string_equal(err.guard, "a");
    expect(PAWL_REFUSED, vote_weigh(db, "open", &light, NULL, NULL, &err));
    assert_string_equal(err.guard, "a, heavy");
    expect(PAWL_OK, vote_set_hooks(db, NULL, &err));
    expect(PAWL_OK, vote_why(db, "open", reasons, &err));
    assert_int_equal(reasons[VOTE_EVENT_CALLED].status, PAWL_MISUSE);
    assert_string_equal(reasons[VOTE_EVENT_CALLED].guard, "x");
    expect(PAWL_MISUSE, vote_called(db, "open", NULL, NULL, &err));
    assert_int_equal(reasons[VOTE_EVENT_ONE].status, PAWL_REFUSED);
}

/* It neither waits for a transition nor for the lock that it names. */
static void why_waits_for_no_lock(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application(), *admin = open_administrator();
    struct pawl_reason reasons[BALLOT_EVENT_COUNT + 1];
    int64_t token;
    expect(PAWL_OK, ballot_apply(admin, &err));
    expect(PAWL_OK, ballot_create(db, "one", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_OK, ballot_close(other, "one", NULL, NULL, &err));
    expect(PAWL_OK, ballot_why(db, "one", reasons, &err));
    assert_int_equal(reasons[BALLOT_EVENT_CLOSE].status, PAWL_OK);
    expect(PAWL_OK, pawl_rollback(other, &err));
    expect(PAWL_OK, pawl_acquire(other, "ballot", "one", "audit", 0, 0, &token, &err));
    expect(PAWL_OK, ballot_why(db, "one", reasons, &err));
    expect(PAWL_LOCKED, ballot_close(db, "one", NULL, NULL, &err));
    assert_int_equal(reasons[BALLOT_EVENT_CLOSE].status, PAWL_LOCKED);
    assert_string_equal(reasons[BALLOT_EVENT_CLOSE].detail, "held by audit");
    expect(PAWL_LOCKED, ballot_reopen(db, "one", NULL, NULL, &err));
    assert_int_equal(reasons[BALLOT_EVENT_REOPEN].status, PAWL_LOCKED);
    expect(PAWL_OK, pawl_release(other, "ballot", "one", "audit", token, &err));
    expect(PAWL_OK, pawl_freeze(admin, "ballot", PAWL_FREEZE_SLEEP, 0, "nightly run", 0, &err));
    expect(PAWL_OK, ballot_why(db, "one", reasons, &err));
    assert_int_equal(reasons[BALLOT_EVENT_CLOSE].status, PAWL_ASLEEP);
    assert_string_equal(reasons[BALLOT_EVENT_CLOSE].detail, "asleep: nightly run");
    expect(PAWL_OK, pawl_thaw(admin, "ballot", &err));
    expect(PAWL_OK, ballot_why(db, "one", reasons, &err));
    assert_int_equal(reasons[BALLOT_EVENT_CLOSE].status, PAWL_OK);
    assert_int_equal(reasons[BALLOT_EVENT_CLOSE].to, BALLOT_STATE_CLOSED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p6_refusal_names_each_guard_that_failed),
        TEST(p6_refusal_of_many_names_each_guard),
        TEST(p6_why_is_what_firing_returns),
        TEST(why_evaluates_guards_of_the_state_alone),
        TEST(why_names_guards_whose_answers_are_missing),
        TEST(why_waits_for_no_lock),
    };
    return tests_are_possible() ? cmocka_run_group_tests(tests, votes_create, database_drop) : 77;
}
