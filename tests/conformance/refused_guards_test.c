/* What a refusal names, for every answer of every guard: each condition that failed, once, in their order. */
#include "../support/database.h"

#include "vote.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of guards: the last fails with an error. Guards in C have the last three. */
static const char *const answers[] = {"null", "'false'", "'true'", "'fails'"};
enum { ANSWERS = 4, OF_C = 3, OF_SQL = 4 * 4 * 4, VALUATIONS = OF_SQL * 3 * 3 };
enum { IS_FALSE = 1, IS_TRUE, FAILS };

/* The guards a, b, c, x and y as indexes of answers. */
static int valued[5];
/* What guards in C run before they answer, and whether they fail if that does; NULL: nothing. */
static const char *run_by_guard;

/* Each guard passes. */
#define ALL_TRUE (IS_TRUE + 4 * (IS_TRUE + 4 * (IS_TRUE + 4 * (1 + 3 * 1))))

static void value_guards(struct pawl_db *db, int valuation) {
    for (int i = 0; i < 5; i++) {
        const int count = i < 3 ? ANSWERS : OF_C;
        valued[i] = valuation % count + (ANSWERS - count);
        valuation /= count;
    }
    execute(db, "update given set a = %s, b = %s, c = %s", answers[valued[0]], answers[valued[1]],
            answers[valued[2]]);
}

static enum pawl_status say(struct pawl_db *db, int guard, struct pawl_error *error) {
    if (run_by_guard && pawl_exec(db, run_by_guard, error) != PAWL_OK)
        return PAWL_DB;
    if (valued[guard] == FAILS)
        snprintf(error->message, sizeof error->message, "no line to the register");
    return valued[guard] == FAILS ? PAWL_DB : valued[guard] == IS_TRUE ? PAWL_OK : PAWL_REFUSED;
}

static enum pawl_status x(struct pawl_db *db, const struct vote_call *call, void *context,
                          struct pawl_error *error) {
    (void)call, (void)context;
    return say(db, 3, error);
}

static enum pawl_status y(struct pawl_db *db, const struct vote_call *call, void *context,
                          struct pawl_error *error) {
    (void)call, (void)context;
    return say(db, 4, error);
}

static const struct vote_hooks hooks = {.x = x, .y = y};

static struct pawl_db *open_votes(void) {
    struct pawl_db *db = open_application();
    expect(PAWL_OK, vote_set_hooks(db, &hooks, &err));
    return db;
}

/* A guard's answer, of the text that is given. */
#define ANSWER(guard)                                                                                        \
    "case " #guard " when 'fails' then %s = 1 when 'true' then 1 = 1 when 'false' then 1 = 0 end as " #guard
#define FAILING                                                                                              \
    (on_sqlite() ? "abs(-9223372036854775807 - 1)"                                                           \
                 : "(select length(said) from twice where said <> coalesce(a, b, c))")

static int votes_create(void **state) {
    if (database_create(state) != 0)
        return 1;
    struct pawl_db *db = open_administrator();
    execute(db, "create table given (a varchar(8), b varchar(8), c varchar(8))");
    execute(db, "insert into given values ('true', 'false', 'true')");
    execute(db, "create table twice (said varchar(8))");
    execute(db, "insert into twice values ('1'), ('2')");
    execute(db, "create view answers as select " ANSWER(a) ", " ANSWER(b) ", " ANSWER(c) " from given",
            FAILING, FAILING, FAILING);
    execute(db, "create table jottings (note integer)");
    execute(db, "create table watched (id integer primary key, is_calm boolean)");
    execute(db, "insert into watched values (1, true)");
    if (on_postgres())
        execute(db, "grant select, insert, update on answers, given, jottings, watched to public");
    execute(db, "create table zeros (zero integer)");
    execute(db, "insert into zeros values (0)");
    if (on_postgres())
        execute(db, "grant select on zeros to public");
    if (on_postgres())
        execute(db, "create function jot() returns integer language sql as "
                    "'insert into jottings values (7) returning 1'");
    else if (on_mariadb())
        execute(db,
                "create function jot() returns integer begin insert into jottings values (7); return 1; end");
    if (on_mariadb())
        grant_hooks_on_mariadb("execute");
    expect(PAWL_OK, vote_apply(db, &err));
    expect(PAWL_OK, scribe_apply(db, &err));
    expect(PAWL_OK, warden_apply(db, &err));
    db = open_votes();
    expect(PAWL_OK, scribe_create(db, "one", NULL, NULL, &err));
    expect(PAWL_OK, vote_create(db, "open", NULL, NULL, &err));
    expect(PAWL_OK, vote_create(db, "open too", NULL, NULL, &err));
    expect(PAWL_OK, vote_create(db, "closed", NULL, NULL, &err));
    valued[3] = IS_FALSE;
    valued[4] = IS_TRUE;
    expect(PAWL_OK, vote_mixed(db, "closed", NULL, NULL, &err));
    return close_handles(state);
}

/* What many states ignore, and how they are reopened; an inner state overrides. */
static void p1_many_states_ignore_and_are_reopened(void **state) {
    (void)state;
    static const struct {
        int event;
        enum pawl_status status;
        int state; /* afterwards */
    } steps[] = {
        {PERMIT_EVENT_PING, PAWL_IGNORED, PERMIT_STATE_FRESH},
        {PERMIT_EVENT_RENEW, PAWL_ILLEGAL, PERMIT_STATE_FRESH},
        {PERMIT_EVENT_USE, PAWL_OK, PERMIT_STATE_INSIDE},
        {PERMIT_EVENT_PING, PAWL_OK, PERMIT_STATE_INSIDE}, /* of the composite */
        {PERMIT_EVENT_RESTORE, PAWL_ILLEGAL, PERMIT_STATE_INSIDE},
        {PERMIT_EVENT_LEAVE, PAWL_OK, PERMIT_STATE_LEFT},
        {PERMIT_EVENT_PING, PAWL_IGNORED, PERMIT_STATE_LEFT},
        {PERMIT_EVENT_CANCEL, PAWL_ILLEGAL, PERMIT_STATE_LEFT},
        {PERMIT_EVENT_RENEW, PAWL_ILLEGAL, PERMIT_STATE_LEFT},
        {PERMIT_EVENT_RESTORE, PAWL_OK, PERMIT_STATE_INSIDE},
        {PERMIT_EVENT_WEAR, PAWL_OK, PERMIT_STATE_WORN},
        {PERMIT_EVENT_PING, PAWL_ILLEGAL, PERMIT_STATE_WORN},
        {PERMIT_EVENT_RENEW, PAWL_OK, PERMIT_STATE_FRESH},
        {PERMIT_EVENT_CANCEL, PAWL_OK, PERMIT_STATE_VOID},
        {PERMIT_EVENT_CANCEL, PAWL_IGNORED, PERMIT_STATE_VOID},
        {PERMIT_EVENT_RESTORE, PAWL_ILLEGAL, PERMIT_STATE_VOID},
        {PERMIT_EVENT_RENEW, PAWL_OK, PERMIT_STATE_FRESH},
        {PERMIT_EVENT_USE, PAWL_OK, PERMIT_STATE_INSIDE},
        {PERMIT_EVENT_LOSE, PAWL_OK, PERMIT_STATE_LOST},
        {PERMIT_EVENT_RESTORE, PAWL_ILLEGAL, PERMIT_STATE_LOST},
    };
    struct pawl_db *db = open_application();
    struct permit_current current;
    struct pawl_reason reasons[PERMIT_EVENT_COUNT + 1];
    const struct pawl_key key = {.text = "one"};
    expect(PAWL_OK, permit_apply(open_administrator(), &err));
    expect(PAWL_OK, permit_create(db, "one", NULL, NULL, &err));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        expect(PAWL_OK, permit_why(db, "one", NULL, reasons, &err));
        assert_int_equal(reasons[steps[i].event].status, steps[i].status);
        expect(steps[i].status, pawl_fire(db, &permit_machine, key, steps[i].event, NULL, NULL, NULL, &err));
        expect(PAWL_OK, permit_get(db, "one", &current, &err));
        assert_int_equal(current.state, steps[i].state);
    }
}

/* ---- by brute force, from the table of transitions ----------------------------------------------------- */

static int said_of(const struct pawl_condition *condition) {
    const char *name = vote_machine.hooks[condition->hook].name;
    return strcmp(name, "exact") == 0 || strcmp(name, "still") == 0
               ? IS_TRUE
               : valued[*name < 'x' ? *name - 'a' : *name - 'x' + 3];
}

static bool passes(const struct pawl_condition *condition) {
    return said_of(condition) == (condition->negated ? IS_FALSE : IS_TRUE);
}

static bool is_in_c(const struct pawl_condition *condition) {
    return vote_machine.hooks[condition->hook].is_callback;
}

#define EACH_MOVE(move, of_event, of_state)                                                                  \
    for (const struct pawl_move *move = vote_machine.moves;                                                  \
         move < vote_machine.moves + vote_machine.move_count; move++)                                        \
        if (move->event == (of_event) && move->from == (of_state))

/* The guards of one kind in the order in which firing evaluates them: the first that fails with an error.
   all: no transition is chosen. */
static const char *find_failing(int from, int event, bool in_c, bool all) {
    EACH_MOVE(move, event, from) {
        bool is_refused = false, is_certain = true;
        for (int c = 0; c < move->condition_count && (all || !is_refused); c++) {
            const struct pawl_condition *condition = &move->conditions[c];
            if (in_c && !is_in_c(condition))
                is_certain = false;
            else if (is_in_c(condition) == in_c && said_of(condition) == FAILS)
                return vote_machine.hooks[condition->hook].name;
            else
                is_refused = is_refused || !passes(condition);
        }
        if (!is_refused && is_certain)
            return NULL;
    }
    return all ? NULL : find_failing(from, event, in_c, true);
}

/* The state that is reached; 0: refused by those guards, or failing is the one that fails. */
static int decide(int from, int event, char guards[64], const char **failing) {
    bool is_named[8][2] = {{false}};
    size_t length = 0;
    *failing = find_failing(from, event, true, false);
    if (!*failing)
        *failing = find_failing(from, event, false, false);
    if (*failing)
        return 0;
    EACH_MOVE(move, event, from) {
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

static const char *failing; /* the guard that fails, of the status DB */

static enum pawl_status expected_of(int from, int event, int *to, char guards[64]) {
    const bool is_creation = vote_machine.events[event].is_creation;
    *to = 0;
    guards[0] = '\0';
    failing = NULL;
    if (is_creation && from)
        return PAWL_EXISTS;
    const int next = vote_machine.next[(size_t)event * (vote_machine.state_count + 1u) + (size_t)from];
    if (next == PAWL_NEXT_IGNORED)
        return PAWL_IGNORED;
    if (next == 0)
        return PAWL_ILLEGAL;
    *to = next == PAWL_NEXT_CHOSEN ? decide(from, event, guards, &failing) : next;
    return *to ? PAWL_OK : failing ? PAWL_DB : PAWL_REFUSED;
}

/* ---- tests --------------------------------------------------------------------------------------------- */

static const struct {
    const char *id;
    int state;
} entities[] = {{"new", 0}, {"open", VOTE_STATE_OPEN}, {"closed", VOTE_STATE_CLOSED}};

/* All on SQLite. Elsewhere each valuation of guards in SQL, twice, beside others of those in C: it takes its
 * time. */
#define EACH_VALUATION(valuation)                                                                            \
    for (int tried = 0, valuation = 0; tried < (on_sqlite() ? VALUATIONS : 2 * OF_SQL);                      \
         tried++, valuation = tried * (OF_SQL + 1) % VALUATIONS)
#define EACH_FIRING(valuation, entity, event)                                                                \
    EACH_VALUATION(valuation)                                                                                \
    for (size_t entity = 0; entity < 3; entity++)                                                            \
        for (int event = 1; event <= vote_machine.event_count; event++)                                      \
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
    EACH_VALUATION(valuation) {
        value_guards(db, valuation);
        bool fails = false; /* such a call as a whole */
        for (int i = 0; i < 5; i++)
            fails = fails || valued[i] == FAILS;
        for (int event = 1; !fails && event <= vote_machine.event_count; event++) {
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

static void expect_reason(const struct pawl_reason *reason, enum pawl_status status, const char *guard) {
    assert_int_equal(reason->status, status);
    assert_string_equal(reason->guard, guard);
}

/* What pawl_why returns is what firing then returns. */
static void p6_why_is_what_firing_returns(void **state) {
    (void)state;
    struct pawl_db *db = open_votes();
    struct pawl_reason reasons[VOTE_EVENT_COUNT + 1];
    EACH_VALUATION(valuation)
    for (size_t entity = 1; entity < 3; entity++) {
        value_guards(db, valuation);
        expect(PAWL_OK, vote_why(db, entities[entity].id, NULL, reasons, &err));
        for (int event = 1; event <= vote_machine.event_count; event++) {
            char guards[64];
            int to;
            if (event == VOTE_EVENT_WEIGH)
                continue;
            const enum pawl_status expected = expected_of(entities[entity].state, event, &to, guards);
            expect_reason(&reasons[event], expected, failing ? failing : guards);
            assert_int_equal(reasons[event].to, to);
            if (!failing)
                assert_string_equal(reasons[event].detail, "");
            else
                assert_string_not_equal(reasons[event].detail, "");
            if (!failing || valuation % 7)
                continue;
            expect(PAWL_DB, pawl_fire(db, &vote_machine, (struct pawl_key){.text = entities[entity].id},
                                      event, NULL, NULL, NULL, &err));
            expect_message_has(reasons[event].detail);
        }
    }
}

/* One that fails concerns its own events alone, and one of another state none. */
static void why_reports_a_failing_guard_for_its_own_events(void **state) {
    (void)state;
    struct pawl_db *db = open_votes(), *admin = open_administrator();
    struct pawl_reason reasons[VOTE_EVENT_COUNT + 1];
    value_guards(db, ALL_TRUE);
    execute(admin, on_sqlite() ? "alter table zeros rename to no_zeros" : "insert into zeros values (1)");
    expect(PAWL_OK, vote_why(db, "closed", NULL, reasons, &err));
    expect_reason(&reasons[VOTE_EVENT_CHECK], PAWL_ILLEGAL, "");
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
    expect_reason(&reasons[VOTE_EVENT_CHECK], PAWL_DB, "exact");
    expect_reason(&reasons[VOTE_EVENT_ONE], PAWL_OK, "");
    expect(PAWL_DB, vote_check(db, "open", NULL, NULL, &err));
    expect_message_has(reasons[VOTE_EVENT_CHECK].detail);
    execute(admin, on_sqlite() ? "alter table no_zeros rename to zeros" : "delete from zeros where zero = 1");
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
    expect_reason(&reasons[VOTE_EVENT_CHECK], PAWL_OK, "");
}

/* A guard that would wait for a lock is named, and nothing waits. */
static void why_names_the_guard_that_would_wait(void **state) {
    (void)state;
    struct pawl_db *db = open_votes(), *admin = open_administrator();
    struct pawl_reason reasons[VOTE_EVENT_COUNT + 1];
    value_guards(db, ALL_TRUE);
    expect(PAWL_OK, pawl_begin(admin, &err));
    execute(admin, "update watched set is_calm = false where id = 1");
    for (int joined = 0; joined < (on_sqlite() ? 1 : 2);
         joined++) { /* there a transaction waits for a writer */
        if (joined)
            expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
        expect_reason(&reasons[VOTE_EVENT_WATCH], on_sqlite() ? PAWL_OK : PAWL_LOCKED,
                      on_sqlite() ? "" : "still");
        expect_reason(&reasons[VOTE_EVENT_CALM], on_sqlite() ? PAWL_OK : PAWL_LOCKED,
                      on_sqlite() ? "" : "still");
        assert_true(on_sqlite() || *reasons[VOTE_EVENT_WATCH].detail);
        expect_reason(&reasons[VOTE_EVENT_ONE], PAWL_OK, "");
        expect_reason(&reasons[VOTE_EVENT_CALLED], PAWL_OK, "");
    }
    if (!on_sqlite()) {
        expect(PAWL_OK, vote_one(db, "open", NULL, NULL, &err));
        expect(PAWL_OK, pawl_rollback(db, &err));
    }
    if (on_sqlite())
        expect(PAWL_OK, pawl_rollback(admin, &err));
    execute(db, "update given set a = 'false'");
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
    expect_reason(&reasons[VOTE_EVENT_WATCH], on_sqlite() ? PAWL_REFUSED : PAWL_LOCKED,
                  on_sqlite() ? "a" : "still");
    if (!on_sqlite())
        expect(PAWL_OK, pawl_rollback(admin, &err));
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
    expect_reason(&reasons[VOTE_EVENT_WATCH], PAWL_REFUSED, "a");
    expect_reason(&reasons[VOTE_EVENT_CALM], PAWL_OK, "");
}

/* The function by itself neither waits nor fails, whatever the transaction: a guard that locks rows is left
 * out. */
static void why_in_sql_never_waits(void **state) {
    (void)state;
    if (on_sqlite())
        skip();
    struct pawl_db *db = open_votes(), *admin = open_administrator();
    value_guards(db, ALL_TRUE);
    expect(PAWL_OK, pawl_begin(admin, &err));
    execute(admin, "update watched set is_calm = false where id = 1");
    char *database = rows_of(db, on_mariadb() ? "select database()" : "select ''");
    char why[512];
    if (on_mariadb())
        snprintf(why, sizeof why,
                 "select r.event, r.status, coalesce(r.guard, '') from json_table(%.*s_pawl.vote_why('open', "
                 "true), "
                 "'$[*]' columns (event varchar(64) path '$.event', status varchar(16) path '$.status', "
                 "guard varchar(64) path '$.guard')) r where r.event in ('one', 'calm', 'watch') order by 1",
                 (int)strcspn(database, "\n"), database);
    else
        snprintf(why, sizeof why,
                 "select event, status, coalesce(guard, '') from vote_why('open', true) "
                 "where event in ('one', 'calm', 'watch') order by 1");
    const char *const held = on_mariadb() ? "calm|PENDING|still\none|OK|\nwatch|PENDING|still\n"
                                          : "calm|LOCKED|still\none|OK|\nwatch|LOCKED|still\n";
    expect_rows(db, held, "%s", why);
    if (on_mariadb()) {
        execute(db, "set session transaction read only");
        expect_rows(db, held, "%s", why);
        expect_rows(db, "NOT_FOUND\n",
                    "select json_value(%.*s_pawl.warden_why('none', false), '$[0].status')",
                    (int)strcspn(database, "\n"), database);
        execute(db, "set session transaction read write");
    } else {
        expect(PAWL_OK, pawl_begin(db, &err));
        execute(db, "set transaction read only");
        expect_rows(db, "calm|DB|still\none|OK|\nwatch|DB|still\n", "%s", why);
        expect(PAWL_OK, pawl_rollback(db, &err));
    }
    expect(PAWL_OK, pawl_rollback(admin, &err));
    free(database);
}

/* Neither a lock that a guard takes nor anything that it writes. */
static void why_leaves_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_votes(), *admin = open_administrator();
    struct pawl_reason reasons[VOTE_EVENT_COUNT + 1];
    value_guards(db, ALL_TRUE);
    run_by_guard = "insert into jottings values (1)";
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
    expect_reason(&reasons[VOTE_EVENT_CALLED], PAWL_OK, "");
    assert_false(pawl_in_transaction(db));
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "insert into jottings values (2)");
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
    expect_reason(&reasons[VOTE_EVENT_CALLED], PAWL_OK, "");
    run_by_guard = "insert into nowhere values (1)";
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
    expect_reason(&reasons[VOTE_EVENT_CALLED], PAWL_DB, "x");
    assert_non_null(strstr(reasons[VOTE_EVENT_CALLED].detail, "nowhere"));
    expect_reason(&reasons[VOTE_EVENT_MIXED], PAWL_DB, "x");
    expect_reason(&reasons[VOTE_EVENT_ONE], PAWL_OK, "");
    run_by_guard = NULL;
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
    if (on_postgres()) /* which would wait for the guard's lock */
        execute(admin, "set lock_timeout = '1s'; update watched set is_calm = true where id = 1");
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_rows(admin, "2\n", "select note from jottings");
    execute(admin, "delete from jottings");
}

/* Each guard is evaluated by itself, although firing evaluates one after another. */
static void why_of_a_guard_does_not_see_what_another_wrote(void **state) {
    (void)state;
    struct pawl_db *db = open_votes(), *admin = open_administrator();
    struct pawl_reason reasons[SCRIBE_EVENT_COUNT + 1];
    for (int joined = 0; joined < 2; joined++) {
        if (joined)
            expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, scribe_why(db, "one", NULL, reasons, &err));
        expect_reason(&reasons[SCRIBE_EVENT_FIRST], PAWL_OK, "");
        expect_reason(&reasons[SCRIBE_EVENT_BOTH], PAWL_OK, "");
        expect_reason(&reasons[SCRIBE_EVENT_SECOND], PAWL_OK, "");
        expect_rows(db, "0\n", "select count(*) from jottings");
    }
    expect(on_sqlite() ? PAWL_OK : PAWL_REFUSED, scribe_both(db, "one", NULL, NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    execute(admin, "delete from jottings");
}

/* Guards that need an argument, and a handle without hooks. */
static void why_names_guards_whose_answers_are_missing(void **state) {
    (void)state;
    struct pawl_db *db = open_votes();
    struct pawl_reason reasons[VOTE_EVENT_COUNT + 1];
    const struct vote_weigh_args heavy = {.weight = 9}, light = {.weight = 1};
    value_guards(db, ALL_TRUE);
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
    assert_int_equal(reasons[VOTE_EVENT_WEIGH].status, PAWL_PENDING);
    assert_string_equal(reasons[VOTE_EVENT_WEIGH].guard, "heavy");
    execute(db, "update given set a = 'false'");
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
    assert_int_equal(reasons[VOTE_EVENT_WEIGH].status, PAWL_REFUSED);
    assert_string_equal(reasons[VOTE_EVENT_WEIGH].guard, "a");
    expect(PAWL_REFUSED, vote_weigh(db, "open", &heavy, NULL, NULL, &err));
    assert_string_equal(err.guard, "a");
    expect(PAWL_REFUSED, vote_weigh(db, "open", &light, NULL, NULL, &err));
    assert_string_equal(err.guard, "a, heavy");
    expect(PAWL_OK, vote_set_hooks(db, NULL, &err));
    expect(PAWL_OK, vote_why(db, "open", NULL, reasons, &err));
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
    expect(PAWL_OK, ballot_why(db, "one", NULL, reasons, &err));
    assert_int_equal(reasons[BALLOT_EVENT_CLOSE].status, on_sqlite() ? PAWL_OK : PAWL_LOCKED);
    expect(PAWL_OK, pawl_rollback(other, &err));
    expect(PAWL_OK, pawl_acquire(other, "ballot", "one", "audit", 0, 0, &token, &err));
    expect(PAWL_OK, ballot_why(db, "one", NULL, reasons, &err));
    expect(PAWL_LOCKED, ballot_close(db, "one", NULL, NULL, &err));
    assert_int_equal(reasons[BALLOT_EVENT_CLOSE].status, PAWL_LOCKED);
    assert_string_equal(reasons[BALLOT_EVENT_CLOSE].detail, "held by audit");
    expect(PAWL_LOCKED, ballot_reopen(db, "one", NULL, NULL, &err));
    assert_int_equal(reasons[BALLOT_EVENT_REOPEN].status, PAWL_LOCKED);
    /* the holder is not in its own way */
    struct pawl_opts opts = {.lock_owner = "audit", .lock_token = token};
    expect(PAWL_OK, ballot_why(other, "one", &opts, reasons, &err));
    expect_reason(&reasons[BALLOT_EVENT_CLOSE], PAWL_OK, "");
    opts.lock_token++;
    expect(PAWL_OK, ballot_why(other, "one", &opts, reasons, &err));
    expect(PAWL_LOCKED, ballot_close(other, "one", &opts, NULL, &err));
    expect_reason(&reasons[BALLOT_EVENT_CLOSE], PAWL_LOCKED, "");
    expect_message_has(reasons[BALLOT_EVENT_CLOSE].detail);
    expect(PAWL_OK, pawl_release(other, "ballot", "one", "audit", token, &err));
    expect(PAWL_OK, pawl_freeze(admin, "ballot", PAWL_FREEZE_SLEEP, 0, "nightly run", 0, &err));
    expect(PAWL_OK, ballot_why(db, "one", NULL, reasons, &err));
    assert_int_equal(reasons[BALLOT_EVENT_CLOSE].status, PAWL_ASLEEP);
    assert_string_equal(reasons[BALLOT_EVENT_CLOSE].detail, "asleep: nightly run");
    expect(PAWL_OK, pawl_thaw(admin, "ballot", &err));
    expect(PAWL_OK, ballot_why(db, "one", NULL, reasons, &err));
    assert_int_equal(reasons[BALLOT_EVENT_CLOSE].status, PAWL_OK);
    assert_int_equal(reasons[BALLOT_EVENT_CLOSE].to, BALLOT_STATE_CLOSED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p6_refusal_names_each_guard_that_failed),
        TEST(p6_refusal_of_many_names_each_guard),
        TEST(p6_why_is_what_firing_returns),
        TEST(p1_many_states_ignore_and_are_reopened),
        TEST(why_reports_a_failing_guard_for_its_own_events),
        TEST(why_names_the_guard_that_would_wait),
        TEST(why_in_sql_never_waits),
        TEST(why_leaves_nothing),
        TEST(why_of_a_guard_does_not_see_what_another_wrote),
        TEST(why_names_guards_whose_answers_are_missing),
        TEST(why_waits_for_no_lock),
    };
    return tests_are_possible() ? cmocka_run_group_tests(tests, votes_create, database_drop) : 77;
}
