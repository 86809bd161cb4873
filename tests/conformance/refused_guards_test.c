/* What a refusal names, for every answer of every guard: each condition that failed, once, in their order. */
#include "../support/database.h"

#include "vote.h"

#include <stddef.h>
#include <stdio.h>

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
    const int says = valued[*name < 'x' ? *name - 'a' : *name - 'x' + 3];
    return says == (condition->negated ? 1 : 2);
}

/* The state that is reached; 0: refused by those guards. */
static int decide(int from, int event, char guards[64]) {
    bool is_named[5][2] = {{false}};
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
                if (entity > 0 || vote_machine.events[event].is_creation)

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
            if (vote_machine.events[event].is_creation)
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

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p6_refusal_names_each_guard_that_failed),
        TEST(p6_refusal_of_many_names_each_guard),
    };
    return tests_are_possible() ? cmocka_run_group_tests(tests, votes_create, database_drop) : 77;
}
