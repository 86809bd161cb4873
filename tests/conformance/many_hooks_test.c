/* Many moves in one call, of events with guards and effects: in SQL, and in C. */
#include "../support/transitions.h"
#include "loans.h"

#include "bid.h"

static struct clerk clerk;
static struct loan_hooks hooks;

static struct pawl_db *open_loans(void) {
    clerk = (struct clerk){0};
    return open_with_clerk(&clerk, &hooks);
}

static void make_bids(struct pawl_db *db, const char *first, const char *second, const char *third) {
    struct bid_create_item items[] = {{.id = first}, {.id = second}, {.id = third}};
    struct bid_result results[3];
    expect(PAWL_OK, bid_create_many(db, items, 3, NULL, results, &err));
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(results[i].status, PAWL_OK);
}

static void expect_bid(struct pawl_db *db, const char *id, const char *moves_and_notes) {
    expect_rows(db, moves_and_notes,
                "select (select count(*) from bid_transitions where bid_id = '%s'),"
                " (select count(*) from notes where note = 'bid %s')",
                id, id);
}

/* ---- in SQL --------------------------------------------------------------------------------------- */

static void p6_guard_in_sql_refuses_its_row_alone(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    make_bids(db, "a", "b", "c");
    struct bid_raise_item items[] = {{.id = "b", .args = {100}},
                                     {.id = "none", .args = {1}},
                                     {.id = "c", .args = {2}},
                                     {.id = "a", .args = {1}}};
    struct bid_result results[4];
    expect(PAWL_OK, bid_raise_many(db, items, 4, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_REFUSED);
    assert_string_equal(results[0].guard, "cheap");
    assert_int_equal(results[0].moved.from, BID_STATE_OPEN);
    assert_int_equal(results[0].moved.to, BID_STATE_NONE);
    assert_int_equal(results[1].status, PAWL_NOT_FOUND);
    assert_int_equal(results[2].status, PAWL_OK);
    assert_string_equal(results[2].guard, "");
    assert_int_equal(results[2].moved.sort_key, 20);
    assert_int_equal(results[3].status, PAWL_OK);
    expect_bid(db, "a", "2|1\n");
    expect_bid(db, "b", "1|0\n");
    expect_bid(db, "c", "2|1\n");
}

static void p3_effect_in_sql_that_fails_undoes_all(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    make_bids(db, "fail1", "fail2", "fail3");
    execute(db, "insert into notes (note) values ('bid fail2')");
    struct bid_raise_item items[] = {
        {.id = "fail1", .args = {1}}, {.id = "fail2", .args = {1}}, {.id = "fail3", .args = {1}}};
    struct bid_result results[3];
    expect(PAWL_DB, bid_raise_many(db, items, 3, NULL, results, &err));
    assert_false(pawl_in_transaction(db));
    expect_bid(db, "fail1", "1|0\n");
    expect_bid(db, "fail2", "1|1\n");
    expect_bid(db, "fail3", "1|0\n");
    struct bid_win_item wins[] = {{.id = "fail3"}, {.id = "fail1"}};
    expect(PAWL_OK, bid_win_many(db, wins, 2, NULL, results, &err));
    assert_int_equal(results[1].moved.to, BID_STATE_WON);
}

/* A guard is asked after the effects of the moves before it in the same call, and not of what the call began
 * with. */
static void p4_guard_sees_effects_of_moves_before_it(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    make_bids(db, "claim1", "claim2", "claim3");
    struct bid_claim_item items[] = {{.id = "claim3"}, {.id = "claim1"}, {.id = "claim2"}};
    struct bid_result results[3];
    expect(PAWL_OK, bid_claim_many(db, items, 3, NULL, results, &err));
    size_t made = 0;
    for (size_t i = 0; i < 3; i++) {
        if (results[i].status == PAWL_OK) {
            made++;
            continue;
        }
        assert_int_equal(results[i].status, PAWL_REFUSED);
        assert_string_equal(results[i].guard, "unclaimed");
    }
    assert_int_equal(made, 1);
    expect_rows(
        db, "4|1\n",
        "select (select count(*) from bid_transitions where bid_id in ('claim1', 'claim2', 'claim3')),"
        " (select count(*) from notes where note = 'claimed')");
}

/* ---- gathered, on PostgreSQL ---------------------------------------------------------------------- */

/* Whoever gathers what many have asked for says that what is locked is to be skipped, as here. */
static void p4_gathered_guard_sees_effects_of_moves_before_it(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    struct pawl_db *db = open_administrator();
    execute(db, "delete from notes where note = 'claimed'");
    expect(PAWL_OK, bid_create(db, "gathered1", NULL, NULL, &err));
    expect(PAWL_OK, bid_create(db, "gathered2", NULL, NULL, &err));
    expect_rows(db, "OK|\nREFUSED|unclaimed\n",
                "select status, guard from bid_claim_many('{gathered1,gathered2}', skips_locked => true)");
    expect_rows(db, "1\n", "select count(*) from notes where note = 'claimed'");
}

/* What types, defaults, checks, indexes and triggers run when one bid has moved, the next one is judged by.
 */
static void p4_gathered_guard_sees_what_inserting_runs(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    static const char *const runs[] = {
        "alter table notes add drained draining", "alter table notes add drained text default 'x'::draining",
        "alter table notes add check (note::draining <> '') not valid",
        "create index on notes ((note::draining))",
        "create trigger drains after insert on bid_transitions execute function drain_all()"};
    struct pawl_db *db = open_administrator();
    for (int i = 1; i <= 2; i++) {
        execute(db, "insert into purses values ('drain%d', 5)", i);
        char id[16];
        snprintf(id, sizeof id, "drain%d", i);
        expect(PAWL_OK, bid_create(db, id, NULL, NULL, &err));
    }
    execute(db, "create function drain(text) returns boolean language plpgsql security definer as"
                " 'begin update public.purses set amount = 0; return true; end'");
    execute(db, "create function drain_all() returns trigger language plpgsql as"
                " 'begin perform public.drain(null); return null; end'");
    execute(db, "create domain draining as text check (drain(value))");
    static const char call[] = "bid_pay_many('{drain1,drain2}', '{5,5}', skips_locked => true)";
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        expect(PAWL_OK, pawl_begin(db, &err)); /* plans are made, and kept */
        expect_rows(db, "OK|\nOK|\n", "select status, guard from %s", call);
        expect(PAWL_OK, pawl_rollback(db, &err));
        expect(PAWL_OK, pawl_begin(db, &err));
        execute(db, "%s", runs[i]);
        execute(db, "update purses set amount = 5 where bid like 'drain%%'");
        expect_rows(db, "OK|\nREFUSED|funded\n", "select status, guard from %s", call);
        expect(PAWL_OK, pawl_rollback(db, &err));
    }
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "create sequence counting; grant usage on sequence counting to pawl_owner; alter table notes "
                "add count bigint default nextval('counting'),"
                " add last bigint default lastval()");
    execute(db, "delete from notes");
    expect_rows(db, "OK|\nOK|\n", "select status, guard from %s", call);
    expect_rows(db, "2|2\n", "select count(distinct cmin::text), count(*) from notes");
    expect(PAWL_OK, pawl_rollback(db, &err));
    execute(db, "drop domain draining; drop function drain(text); drop function drain_all()");
}

#ifndef PAWL_TEST_TRANSITIONS /* there all is made in turn */
/* What effects insert into has a trigger now, and then has none. */
static void p4_gathered_moves_are_as_made_in_turn(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    struct pawl_db *db = open_administrator();
    for (int i = 0; i < 8; i++) {
        char id[16];
        snprintf(id, sizeof id, "both%d", i);
        expect(PAWL_OK, bid_create(db, id, NULL, NULL, &err));
        execute(db, "insert into purses (bid, amount) values ('%s', %d)", id, i % 4);
    }
    execute(db, "create function watch_notes() returns trigger language plpgsql as 'begin return new; end'");
    execute(
        db, "%s",
        "do $$ declare"
        "  ids text[]; leasts bigint[]; requests text[]; expected integer[];"
        "  answers text[]; statements bigint[]; notes_made bigint; together integer := 0;"
        "begin"
        "  perform setseed(0.25);"
        "  for round in 1 .. 100 loop"
        "    ids := array(select 'both' || n from generate_series(0, 8) n order by random() limit 7);"
        "    leasts := array(select nullif(floor(random() * 5), 4) from unnest(ids));"
        "    requests := array(select case when random() < 0.3 then 'r' || "
        "floor(random() * 9) end from "
        "unnest(leasts) least);"
        "    expected := array(select case when random() < 0.2 then 10 * ceil(random() * 4) end from "
        "unnest(ids));"
        "    for way in 1 .. 2 loop"
        "      begin"
        "        if way = 2 then"
        "          create trigger watched after insert on notes for each row execute function watch_notes();"
        "        end if;"
        "        answers[way] := (select string_agg(case status when 'MISUSE' then status else "
        "concat_ws(',', status, from_state, to_state, sort_key, "
        "guard, move) end, ' ')"
        "          from bid_pay_many(ids, leasts, 'both', requests, expected, skips_locked => true));"
        "        statements[way] := (select count(distinct cmin::text) from notes where note like 'bid "
        "both%');"
        "        notes_made := (select count(*) from notes where note like 'bid both%');"
        "        answers[way] := answers[way] || ' | ' || (select coalesce(string_agg(note, ' ' order by "
        "note), '') from notes)"
        "          || ' | ' || (select string_agg(concat_ws(',', bid_id, sort_key, from_state, to_state, "
        "actor, request_id, least),"
        "            ' ' order by bid_id, sort_key) from bid_transitions)"
        "          || ' | ' || (select string_agg(concat_ws(',', bid_id, state, sort_key), ' ' order by "
        "bid_id) from bid_current);"
        "        raise exception 'undone' using errcode = 'PT001';"
        "      exception when sqlstate 'PT001' then null;"
        "      end;"
        "    end loop;"
        "    if answers[1] <> answers[2] then"
        "      raise exception 'round %: made together % and in turn %', round, answers[1], answers[2];"
        "    elsif statements[1] > 1 or statements[2] <> notes_made then"
        "      raise exception 'round %: % effects by % statements, and in turn by %', round, notes_made, "
        "statements[1],"
        "        statements[2];"
        "    end if;"
        "    together := together + (notes_made > 1)::integer;"
        "    perform from bid_pay_many(ids, leasts, 'both', requests, expected, skips_locked => true);"
        "    delete from notes where note like 'bid both%';"
        "  end loop;"
        "  if together < 10 then"
        "    raise exception 'only % calls had several effects', together;"
        "  end if;"
        "end $$");
    execute(db, "drop function watch_notes()");
}
#endif

/* ---- in C ----------------------------------------------------------------------------------------- */

static enum pawl_status refuse_second(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                      struct pawl_error *error) {
    (void)db, (void)told, (void)error;
    return strstr(call->id, "second") ? PAWL_REFUSED : PAWL_OK;
}

static void p6_hook_in_c_refuses_its_row_alone(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    static const char *const acting[] = {"agreed", "tell"};
    for (size_t i = 0; i < 4; i++) {
        const bool joined = i >= 2;
        char ids[3][32];
        struct loan_sign_item items[3];
        struct loan_result results[3];
        static const char *const names[] = {"third", "second", "first"};
        for (size_t n = 0; n < 3; n++) {
            snprintf(ids[n], sizeof ids[n], "%zu %s", i, names[n]);
            items[n] = (struct loan_sign_item){.id = ids[n]};
            new_loan(db, ids[n]);
        }
        clerk.acting = acting[i % 2];
        clerk.act = refuse_second;
        clerk.log[0] = '\0';
        if (joined)
            expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, loan_sign_many(db, items, 3, NULL, results, &err));
        assert_string_equal(err.message, "");
        if (joined)
            expect(PAWL_OK, pawl_commit(db, &err));
        assert_int_equal(results[0].status, PAWL_OK);
        assert_int_equal(results[1].status, PAWL_REFUSED);
        assert_string_equal(results[1].guard, acting[i % 2]);
        assert_int_equal(results[2].status, PAWL_OK);
        expect_loan(db, ids[0], "pending|pending|2|\n");
        expect_loan(db, ids[1], "pending|pending|1|\n");
        expect_loan(db, ids[2], "pending|pending|2|\n");
        assert_int_equal(clerk.calls, i % 2 ? 6 : 5);
        clerk.calls = 0;
    }
    check_histories(db, "loan", LOAN_MOVES);
}

static void missing_hooks_are_misuse_of_the_whole_call(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "undone1");
    new_loan(db, "undone2");
    struct loan_note_item items[] = {{.id = "undone1", .args = a_note}, {.id = "undone2", .args = a_note}};
    struct loan_result results[2];
    for (int joined = 0; joined < 2; joined++) {
        if (joined)
            expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, loan_set_hooks(db, NULL, &err)); /* what it needs is missing */
        expect(PAWL_MISUSE, loan_note_many(db, items, 2, NULL, results, &err));
        assert_true(pawl_in_transaction(db) == (joined != 0));
        if (joined)
            expect(PAWL_OK, pawl_commit(db, &err));
        expect(PAWL_OK, loan_set_hooks(db, &hooks, &err));
        expect_loan(db, "undone1", "pending|pending|1|\n");
    }
    expect_log(&clerk, "");
}

static void then_is_called_for_each_after_the_commit(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "then1");
    new_loan(db, "then2");
    struct loan_note_item items[] = {
        {.id = "then2", .args = a_note}, {.id = "no loan", .args = a_note}, {.id = "then1", .args = a_note}};
    struct loan_result results[3];
    expect(PAWL_OK, loan_note_many(db, items, 3, NULL, results, &err));
    expect_log(&clerk, "announce(note pending>pending) announce(note pending>pending) ");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, loan_note_many(db, items, 3, NULL, results, &err));
    expect_log(&clerk, "");
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_log(&clerk, "announce(note pending>pending) announce(note pending>pending) ");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, loan_note_many(db, items, 3, NULL, results, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_log(&clerk, "");
    expect_loan(db, "then1", "pending|pending|3|a note,a note\n");
}

static enum pawl_status move_itself_among_others(struct pawl_db *db, const struct loan_call *call,
                                                 struct clerk *told, struct pawl_error *error) {
    struct loan_touch_item items[] = {{.id = "inner other"}, {.id = call->id}};
    struct loan_result results[2];
    (void)error;
    struct pawl_error own = PAWL_ERROR_INIT;
    *(enum pawl_status *)told->context = loan_touch_many(db, items, 1, NULL, results, &own);
    if (*(enum pawl_status *)told->context == PAWL_OK)
        *(enum pawl_status *)told->context = loan_touch_many(db, items, 2, NULL, results, &own);
    return PAWL_OK;
}

static void callbacks_move_many_others_but_not_their_own(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    enum pawl_status answered = PAWL_OK;
    new_loan(db, "inner");
    new_loan(db, "inner other");
    clerk.act = move_itself_among_others;
    clerk.context = &answered;
    clerk.acting = "tell";
    expect(PAWL_OK, loan_ring(db, "inner", NULL, NULL, &err));
    assert_int_equal(answered, PAWL_MISUSE);
    expect_loan(db, "inner", "pending|pending|2|\n");
    expect_loan(db, "inner other", "pending|pending|2|\n");
    clerk.acting = "agreed";
    answered = PAWL_OK;
    expect(PAWL_OK, loan_audit(db, "inner", NULL, NULL, &err));
    assert_int_equal(answered, PAWL_MISUSE);
    expect_loan(db, "inner other", "pending|pending|2|\n");
}

static int bids_create(void **state) {
    if (loans_create(state) != 0)
        return 1;
    struct pawl_db *db = open_administrator();
    execute(db, "create table purses (bid text primary key, amount bigint not null)");
    expect(PAWL_OK, bid_apply(db, &err));
    if (on_postgres())
        execute(db, "grant select, insert on notes to pawl_owner; grant select on purses to pawl_owner");
    return close_handles(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p6_guard_in_sql_refuses_its_row_alone),
        TEST(p3_effect_in_sql_that_fails_undoes_all),
        TEST(p4_guard_sees_effects_of_moves_before_it),
        TEST(p4_gathered_guard_sees_effects_of_moves_before_it),
        TEST(p4_gathered_guard_sees_what_inserting_runs),

#ifndef PAWL_TEST_TRANSITIONS
        TEST(p4_gathered_moves_are_as_made_in_turn),
#endif

        TEST(p6_hook_in_c_refuses_its_row_alone),
        TEST(missing_hooks_are_misuse_of_the_whole_call),
        TEST(then_is_called_for_each_after_the_commit),
        TEST(callbacks_move_many_others_but_not_their_own),
    };
    moves_only(NULL);
    return tests_are_possible() ? cmocka_run_group_tests(tests, bids_create, database_drop) : 77;
}
