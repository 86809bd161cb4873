#include "loans.h"

#include <sqlite3.h>

static struct clerk clerk;
static struct loan_hooks hooks;

static struct pawl_db *open_loans(void) {
    clerk = (struct clerk){0};
    return open_with_clerk(&clerk, &hooks);
}

static enum pawl_status ask(struct pawl_db *db, const char *id) {
    return loan_ask(db, id, &asked_by_ann, NULL, NULL, &err);
}

/* ---- what is called, in which order ----------------------------------------------------------------- */

static void hooks_run_in_their_order(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "order");
    expect_log(&clerk, "");
    expect(PAWL_OK, ask(db, "order"));
    expect_log(&clerk, "agreed(ask pending>granted) blocked(ask pending>deferred) "
                       "leave_pending(ask pending>granted) tell(ask pending>granted) "
                       "enter_open(ask pending>granted) enter_granted(ask pending>granted) "
                       "announce(ask pending>granted) file(ask pending>granted) ");
    expect_loan(db, "order", "granted|granted|2|leave_sql,book,enter_sql\n");
    /* within the composite only what is left and entered below it */
    expect(PAWL_OK, loan_pay(db, "order", NULL, NULL, &err));
    expect_log(&clerk, "leave_granted(pay granted>paid) ");
    expect(PAWL_OK, loan_settle(db, "order", NULL, NULL, &err));
    expect_log(&clerk, "leave_open(settle paid>settled) announce(settle paid>settled) ");
    check_histories(db, "loan", LOAN_MOVES);
}

static enum pawl_status note_call(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                  struct pawl_error *error) {
    (void)db, (void)error;
    *(struct loan_call *)told->context = *call;
    return PAWL_OK;
}

static void expect_told(const struct loan_call *told, const char *id, int64_t sort_key, bool written,
                        const struct loan_transition *moved) {
    assert_int_equal(told->event, LOAN_EVENT_ASK);
    assert_int_equal(told->from, LOAN_STATE_PENDING);
    assert_int_equal(told->to, LOAN_STATE_GRANTED);
    assert_int_equal(told->sort_key, sort_key);
    assert_int_equal(told->created_at_us, written ? moved->created_at_us : 0);
    (void)id;
}

/* What it points to is only there during the call. */
static enum pawl_status check_told(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                   struct pawl_error *error) {
    assert_string_equal(call->id, "told");
    assert_string_equal(call->actor, "a person");
    assert_string_equal(call->request_id, "r-1");
    assert_string_equal(call->args.ask->officer, "ann");
    assert_true(call->args.ask->days.set);
    assert_int_equal(call->args.ask->days.value, 7);
    assert_true(call->args.ask->urgent.set && call->args.ask->urgent.value);
    assert_false(call->args.ask->due_at.set);
    return note_call(db, call, told, error);
}

static void hooks_are_told_of_the_move(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    static const char *const names[] = {"agreed", "tell", "announce"};
    for (size_t i = 0; i < 3; i++) {
        struct loan_call told = {0};
        struct loan_transition moved;
        /* nothing of these outlives the call, but for the copies that `then` is told of */
        char officer[] = "ann", actor[] = "a person", request_id[] = "r-1";
        struct loan_ask_args args = {
            .officer = officer, .days = {true, 7}, .urgent = {true, true}, .due_at = {false, 1}};
        struct pawl_opts opts = {.actor = actor, .request_id = request_id};
        execute(db, "delete from funds where loan_id = 'told'");
        if (i == 0)
            new_loan(db, "told");
        else
            execute(db, "insert into funds (loan_id, amount) values ('told', 100)");
        clerk.acting = names[i];
        clerk.act = check_told;
        clerk.context = &told;
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, loan_ask(db, "told", &args, &opts, &moved, &err));
        memset(officer, 'x', 3);
        memset(actor, 'x', 3);
        memset(request_id, 'x', 3);
        if (i < 2)
            expect(PAWL_OK, pawl_rollback(db, &err));
        else
            expect(PAWL_OK, pawl_commit(db, &err));
        expect_told(&told, "told", i == 0 ? 10 : 20, i > 0, &moved);
    }
}

static enum pawl_status expect_no_days(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                       struct pawl_error *error) {
    (void)db, (void)told, (void)error;
    assert_int_equal(call->from, LOAN_STATE_NONE);
    assert_int_equal(call->sort_key, strcmp(told->acting, "agreed") == 0 ? 0 : 10);
    assert_int_equal(call->args.import->amount, 100);
    assert_null(call->args.import->source);
    assert_null(call->actor);
    assert_null(call->request_id);
    return PAWL_OK;
}

static void creations_have_hooks_too(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    static const char *const names[] = {"agreed", "tell", "announce"};
    execute(db, "insert into loans (id) values ('imported0'), ('imported1'), ('imported2'), ('refused')");
    clerk.act = expect_no_days;
    for (size_t i = 0; i < 3; i++) {
        char id[16];
        snprintf(id, sizeof id, "imported%zu", i);
        clerk.acting = names[i];
        expect(PAWL_OK, loan_import(db, id, &from_elsewhere, NULL, NULL, &err));
        expect_log(&clerk, "agreed(import >pending) tell(import >pending) announce(import >pending) ");
        expect_loan(db, id, "pending|pending|1|\n");
    }
    expect(PAWL_EXISTS, loan_import(db, "imported0", &from_elsewhere, NULL, NULL, &err));
    expect_log(&clerk, "");
    clerk.refusing = " agreed ";
    expect(PAWL_REFUSED, loan_import(db, "refused", &from_elsewhere, NULL, NULL, &err));
    expect_message("loan refused: import is refused by agreed");
    clerk.refusing = " tell ";
    expect(PAWL_REFUSED, loan_import(db, "refused", &from_elsewhere, NULL, NULL, &err));
    expect_message("loan refused: import is refused: Tell the customer (tell)");
    expect_loan(db, "refused", "||0|\n");
    clerk.refusing = NULL;
    expect(PAWL_NOT_FOUND, loan_import(db, "nowhere", &from_elsewhere, NULL, NULL, &err));
}

/* ---- guards ----------------------------------------------------------------------------------------- */

static void first_move_whose_guards_pass_is_made(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    struct loan_transition moved;
    new_loan(db, "first");
    execute(db, "delete from funds where loan_id = 'first'");
    expect(PAWL_OK, loan_ask(db, "first", &asked_by_ann, NULL, &moved, &err));
    assert_int_equal(moved.to, LOAN_STATE_DEFERRED);
    expect_log(&clerk, "agreed(ask pending>granted) blocked(ask pending>deferred) "
                       "leave_pending(ask pending>deferred) tell(ask pending>deferred) ");
    expect_loan(db, "first", "deferred|deferred|2|leave_sql\n");
    /* blocked is not asked where no answer of its could matter */
    new_loan(db, "certain");
    expect(PAWL_OK, loan_consent(db, "certain", NULL, NULL, &err));
    expect_log(&clerk, "agreed(consent pending>pending) blocked(consent pending>pending) "
                       "leave_pending(consent pending>deferred) ");
    new_loan(db, "certain too");
    clerk.blocks = true;
    expect(PAWL_OK, loan_consent(db, "certain too", NULL, &moved, &err));
    assert_int_equal(moved.to, LOAN_STATE_PENDING);
    /* a refusal names it, too */
    new_loan(db, "refused early");
    clerk = (struct clerk){.refusing = " agreed "};
    expect(PAWL_REFUSED, loan_consent(db, "refused early", NULL, NULL, &err));
    expect_log(&clerk, "agreed(consent pending>pending) blocked(consent pending>pending) ");
    assert_string_equal(err.guard, "agreed, blocked");
}

static void expect_refusal(const char *id, const char *guard) {
    char message[128];
    snprintf(message, sizeof message,
             strcmp(guard, "tell") == 0 ? "loan %s: ask is refused in pending: Tell the customer (%s)"
                                        : "loan %s: ask is refused by %s in pending",
             id, guard);
    expect_message(message);
    assert_string_equal(err.guard, guard);
}

static void p6_refusal_says_which_guard(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    struct loan_transition moved;
    new_loan(db, "which");
    execute(db, "delete from funds where loan_id = 'which'");
    clerk.refusing = " agreed ";
    expect(PAWL_REFUSED, loan_ask(db, "which", &asked_by_ann, NULL, &moved, &err));
    expect_refusal("which", "funded, agreed");
    assert_int_equal(moved.from, LOAN_STATE_PENDING);
    assert_int_equal(moved.to, LOAN_STATE_NONE);
    assert_int_equal(moved.sort_key, 10);
    assert_true(moved.created_at_us > 0);
    execute(db, "insert into funds (loan_id, amount) values ('which', 50), ('which', 50)");
    expect(PAWL_REFUSED, ask(db, "which"));
    expect_refusal("which", "agreed");
    execute(db, "delete from funds where loan_id = 'which'");
    clerk.refusing = NULL;
    expect(PAWL_OK, ask(db, "which"));
    assert_string_equal(err.guard, "");
    expect_loan(db, "which", "deferred|deferred|2|leave_sql\n");
    new_loan(db, "blocked");
    execute(db, "delete from funds where loan_id = 'blocked'");
    clerk.blocks = true;
    expect(PAWL_REFUSED, ask(db, "blocked"));
    expect_message("loan blocked: ask is refused in pending: funded, yes: Is it blocked? (not blocked)");
    assert_string_equal(err.guard, "funded, not blocked");
}

static void p6_refusal_leaves_the_transaction_usable(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "usable");
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "insert into notes (note) values ('usable')");
    clerk.refusing = " agreed ";
    expect(PAWL_REFUSED, ask(db, "usable"));
    expect(PAWL_REFUSED, loan_audit(db, "usable", NULL, NULL, &err));
    clerk.refusing = " tell ";
    expect(PAWL_REFUSED, ask(db, "usable"));
    expect_refusal("usable", "tell");
    expect_loan(db, "usable", "pending|pending|1|\n");
    clerk.refusing = NULL;
    expect(PAWL_OK, ask(db, "usable"));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_loan(db, "usable", "granted|granted|2|leave_sql,book,enter_sql\n");
    expect_rows(db, "1\n", "select count(*) from notes where note = 'usable'");
}

/* Neither the guard nor its contrary is true. */
static void null_refuses(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    struct loan_transition moved;
    struct pawl_reason reasons[LOAN_EVENT_COUNT + 1];
    new_loan(db, "null");
    expect(PAWL_REFUSED, loan_rate(db, "null", NULL, NULL, &err));
    expect_message("loan null: rate is refused in pending: yes or null: Is its rating good? (not rated), "
                   "no: Is its rating good? (rated)");
    assert_string_equal(err.guard, "not rated, rated");
    expect(PAWL_OK, loan_why(db, "null", NULL, reasons, &err));
    assert_string_equal(reasons[LOAN_EVENT_RATE].guard, "not rated, rated");
    assert_string_equal(reasons[LOAN_EVENT_RATE].detail,
                        "yes or null: Is its rating good? (not rated), no: Is its rating good? (rated)");
    execute(db, "update loans set rating = 3 where id = 'null'");
    execute(db, "delete from funds where loan_id = 'null'");
    expect(PAWL_REFUSED, loan_rate(db, "null", NULL, NULL, &err));
    assert_string_equal(err.guard, "not rated, funded");
    execute(db, "update loans set rating = 1 where id = 'null'");
    expect(PAWL_OK, loan_rate(db, "null", NULL, &moved, &err));
    assert_int_equal(moved.to, LOAN_STATE_DEFERRED);
}

static enum pawl_status say_why(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                struct pawl_error *error) {
    (void)db, (void)call, (void)told;
    snprintf(error->message, sizeof error->message, "Ann is on leave");
    snprintf(error->help, sizeof error->help, "ask Bob");
    return PAWL_REFUSED;
}

static void callbacks_may_say_why(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "why");
    clerk.acting = "agreed";
    clerk.act = say_why;
    expect(PAWL_REFUSED, loan_audit(db, "why", NULL, NULL, &err));
    expect_message("loan why: audit is refused by agreed in pending: Ann is on leave");
    assert_string_equal(err.help, "ask Bob");
    clerk.acting = "tell";
    expect(PAWL_REFUSED, loan_ring(db, "why", NULL, NULL, &err));
    expect_message("loan why: ring is refused in pending: Tell the customer (tell): Ann is on leave");
    expect(PAWL_REFUSED, loan_ring(db, "why", NULL, NULL, NULL));
    clerk.acting = NULL;
    clerk.refusing = " agreed ";
    expect(PAWL_REFUSED, loan_audit(db, "why", NULL, NULL, &err));
    expect_message("loan why: audit is refused by agreed in pending");
    assert_string_equal(err.help, "");
}

static enum pawl_status race(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                             struct pawl_error *error) {
    struct fire *fire = told->context;
    struct loan_current current;
    (void)error;
    fire_start(fire);
    assert_true(fire_waits(fire));
    expect(PAWL_OK, loan_get(db, call->id, &current, &err));
    assert_int_equal(current.state, LOAN_STATE_PENDING);
    assert_int_equal(current.sort_key, call->sort_key);
    return PAWL_OK;
}

static void p4_guard_decides_under_the_lock(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    struct fire fire = {.machine = &loan_machine, .key = "locked", .event = LOAN_EVENT_SKIP};
    struct clerk other = {0};
    struct loan_hooks others = hooks_of_clerk(&other);
    fire.hooks = &others;
    new_loan(db, "locked");
    clerk.acting = "agreed";
    clerk.act = race;
    clerk.context = &fire;
    expect(PAWL_OK, ask(db, "locked"));
    fire_join(&fire);
    assert_int_equal(fire.status, PAWL_ILLEGAL);
    expect_loan(db, "locked", "granted|granted|2|leave_sql,book,enter_sql\n");
}

/* ---- effects ---------------------------------------------------------------------------------------- */

static enum pawl_status look_and_write(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                       struct pawl_error *error) {
    struct loan_current current;
    struct loan_history history;
    (void)told;
    assert_true(pawl_in_transaction(db));
    expect(PAWL_OK, loan_get(db, call->id, &current, error));
    assert_int_equal(current.state, call->to);
    assert_int_equal(current.sort_key, call->sort_key);
    assert_int_equal(current.since_us, call->created_at_us);
    expect(PAWL_OK, loan_history(db, call->id, &history, error));
    assert_int_equal(history.rows[history.count - 1].event, call->event);
    expect_rows(db, "granted\n", "select state from loans where id = '%s'", call->id);
    execute(db, "insert into bookings (loan_id, what) values ('%s', 'looked')", call->id);
    return PAWL_OK;
}

static void p3_effect_sees_the_move_and_shares_its_fate(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "fate");
    clerk.acting = "tell";
    clerk.act = look_and_write;
    for (int joined = 0; joined < 2; joined++) {
        if (joined)
            expect(PAWL_OK, pawl_begin(db, &err));
        clerk.refusing = " tell "; /* after it has written */
        expect(PAWL_REFUSED, ask(db, "fate"));
        clerk.refusing = " enter_granted ";
        expect(PAWL_REFUSED, ask(db, "fate"));
        expect_refusal("fate", "enter_granted");
        if (joined)
            expect(PAWL_OK, pawl_commit(db, &err));
        expect_loan(db, "fate", "pending|pending|1|\n");
    }
    clerk.refusing = NULL;
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, ask(db, "fate"));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_loan(db, "fate", "pending|pending|1|\n");
    expect(PAWL_OK, ask(db, "fate"));
    expect_loan(db, "fate", "granted|granted|2|leave_sql,book,enter_sql,looked\n");
}

static void p3_effect_that_fails_undoes_the_move(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    static const enum pawl_status answers[] = {PAWL_IGNORED,  PAWL_NOT_FOUND, PAWL_EXISTS, PAWL_ILLEGAL,
                                               PAWL_CONFLICT, PAWL_UNKNOWN,   PAWL_DB,     PAWL_MISUSE};
    static const char *const names[] = {"agreed", "tell", "enter_granted"};
    new_loan(db, "failing");
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        for (size_t n = 0; n < 3; n++)
            for (int joined = 0; joined < 2; joined++) {
                struct loan_transition moved;
                char message[128];
                if (joined)
                    expect(PAWL_OK, pawl_begin(db, &err));
                clerk.failing = names[n];
                clerk.failure = answers[i];
                expect(answers[i], loan_ask(db, "failing", &asked_by_ann, NULL, &moved, &err));
                snprintf(message, sizeof message, "loan failing: ask: %s %s: %s is out for lunch",
                         n == 0 ? "guard" : "effect", names[n], names[n]);
                expect_message(message);
                assert_string_equal(err.guard, "");
                assert_int_equal(moved.to, LOAN_STATE_NONE);
                if (joined)
                    expect(PAWL_OK, pawl_commit(db, &err));
                expect_loan(db, "failing", "pending|pending|1|\n");
            }
}

static void sql_effect_that_fails_undoes_the_move(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "broken");
    expect(PAWL_DB, loan_fail(db, "broken", NULL, NULL, &err));
    if (on_postgres())
        assert_string_equal(err.help, "it happened in SQL function public.loan_effect_break_off");
    else if (on_mariadb())
        assert_string_equal(err.help, "it happened in effect break_off");
    else
        expect_message(
            "loan broken: fail: effect break_off: SQLite: NOT NULL constraint failed: bookings.what");
    expect_log(&clerk, "");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, loan_touch(db, "broken", NULL, NULL, &err));
    expect(PAWL_DB, loan_fail(db, "broken", NULL, NULL, &err));
    expect(PAWL_DB, pawl_commit(db, &err));
    expect_loan(db, "broken", "pending|pending|1|\n");
}

static enum pawl_status hide_error(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                   struct pawl_error *error) {
    (void)call, (void)told;
    expect(PAWL_DB, pawl_exec(db, "insert into no_such_table values (1)", error));
    return PAWL_OK;
}

static void p3_error_that_a_callback_hides_is_not_committed(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "hidden");
    clerk.act = hide_error;
    static const char *const names[] = {"agreed", "tell"};
    for (size_t i = 0; i < 2; i++) {
        clerk.acting = names[i];
        clerk.refusing = NULL;
        struct pawl_db *fresh = open_application(); /* of which libpawl alone knows the connection */
        expect(PAWL_OK, loan_set_hooks(fresh, &hooks, &err));
        expect(PAWL_DB, ask(fresh, "hidden"));
        expect(PAWL_OK, pawl_begin(fresh, &err));
        expect(PAWL_DB, ask(fresh, "hidden"));
        expect(PAWL_DB, pawl_commit(fresh, &err));
        expect_loan(db, "hidden", "pending|pending|1|\n");
    }
    /* a veto undoes it, with all that the effect did */
    clerk.refusing = " tell ";
    expect(PAWL_REFUSED, ask(db, "hidden"));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_REFUSED, ask(db, "hidden"));
    expect(PAWL_OK, loan_touch(db, "hidden", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_loan(db, "hidden", "pending|pending|2|\n");
}

/* As a program does that reads on, when another thread interrupts SQLite. */
static enum pawl_status read_and_be_interrupted(struct pawl_db *db, const struct loan_call *call,
                                                struct clerk *told, struct pawl_error *error) {
    (void)call, (void)error;
    sqlite3_stmt **reading = told->context;
    assert_int_equal(sqlite3_prepare_v2(pawl_native(db), "values (1), (2)", -1, reading, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(*reading), SQLITE_ROW);
    sqlite3_interrupt(pawl_native(db));
    return PAWL_OK;
}

/* SQLite interrupts the statement that would undo the move, too, as long as another is under way. */
static void p3_move_that_is_undone_while_sqlite_is_interrupted_leaves_nothing(void **state) {
    (void)state;
    if (!on_sqlite())
        skip();
    enum { ALONE, COMMITS_BY_PAWL, COMMITS_BY_SQL, WAYS };
    struct pawl_db *watch = open_loans();
    static const char *const loans[WAYS] = {"stopped", "stopped by pawl", "stopped by SQL"};
    for (int way = ALONE; way < WAYS; way++) {
        const char *loan = loans[way];
        new_loan(watch, loan);
        sqlite3_stmt *reading = NULL;
        struct pawl_db *db = open_application();
        expect(PAWL_OK, loan_set_hooks(db, &hooks, &err));
        clerk.context = &reading;
        clerk.act = read_and_be_interrupted;
        clerk.acting = "tell";
        clerk.refusing = " tell ";
        if (way != ALONE)
            expect(PAWL_OK, pawl_begin(db, &err));
        expect(way == ALONE ? PAWL_REFUSED : PAWL_DB, loan_ring(db, loan, NULL, NULL, &err));
        sqlite3_finalize(reading);
        if (way == COMMITS_BY_PAWL)
            pawl_commit(db, &err);
        else if (way == COMMITS_BY_SQL)
            sqlite3_exec(pawl_native(db), "commit", NULL, NULL, NULL);
        if (pawl_in_transaction(db) || way == COMMITS_BY_SQL)
            pawl_rollback(db, &err);
        expect_loan(watch, loan, "pending|pending|1|\n");
        clerk.acting = clerk.refusing = NULL; /* and what comes next is committed */
        expect(PAWL_OK, loan_ring(db, loan, NULL, NULL, &err));
        expect_loan(watch, loan, "pending|pending|2|\n");
    }
}

/* ---- what callbacks may do with the handle ------------------------------------------------------------ */

static enum pawl_status fire_itself(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                    struct pawl_error *error) {
    (void)told;
    return loan_touch(db, call->id, NULL, NULL, error);
}

static enum pawl_status fire_another(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                     struct pawl_error *error) {
    (void)call;
    told->acting = NULL;
    return loan_ring(db, "another", NULL, NULL, error);
}

/* Through another one. */
static enum pawl_status come_back(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                  struct pawl_error *error) {
    if (strcmp(call->id, "another") == 0)
        return loan_touch(db, "itself", NULL, NULL, error);
    return loan_ring(db, "another", NULL, NULL, error);
    (void)told;
}

static void callback_may_fire_others_only(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "itself");
    new_loan(db, "another");
    clerk.acting = "tell";
    clerk.act = fire_itself;
    expect(PAWL_MISUSE, loan_ring(db, "itself", NULL, NULL, &err));
    expect_message(
        "loan itself: ring: effect tell: loan itself: touch is fired within an effect of its own ring");
    clerk.act = come_back;
    expect(PAWL_MISUSE, loan_ring(db, "itself", NULL, NULL, &err));
    clerk.acting = "agreed";
    clerk.act = fire_another;
    expect(PAWL_MISUSE, loan_audit(db, "itself", NULL, NULL, &err));
    expect_message("loan itself: audit: guard agreed: loan another: ring is fired within a guard");
    expect_loan(db, "itself", "pending|pending|1|\n");
    expect_loan(db, "another", "pending|pending|1|\n");
    clerk.log[0] = '\0';
    clerk.acting = "tell";
    clerk.refusing = NULL;
    expect(PAWL_OK, loan_ring(db, "itself", NULL, NULL, &err));
    expect_log(&clerk, "tell(ring pending>pending) tell(ring pending>pending) ");
    expect_loan(db, "itself", "pending|pending|2|\n");
    expect_loan(db, "another", "pending|pending|2|\n");
    /* undone with it */
    clerk.acting = "leave_pending";
    clerk.refusing = " enter_open ";
    expect(PAWL_REFUSED, ask(db, "itself"));
    expect_loan(db, "another", "pending|pending|2|\n");
}

static enum pawl_status misuse_handle(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                      struct pawl_error *error) {
    (void)call, (void)told;
    assert_int_equal(pawl_begin(db, error), PAWL_MISUSE);
    assert_int_equal(pawl_commit(db, error), PAWL_MISUSE);
    assert_string_equal(error->message, "pawl_commit within a guard or effect of loan");
    assert_int_equal(pawl_rollback(db, error), PAWL_MISUSE);
    assert_int_equal(pawl_committed(db, error), PAWL_MISUSE);
    assert_int_equal(pawl_rolled_back(db, error), PAWL_MISUSE);
    assert_int_equal(loan_set_hooks(db, NULL, error), PAWL_MISUSE);
    assert_int_equal(loan_apply(db, error), PAWL_MISUSE);
    assert_true(pawl_in_transaction(db));
    return PAWL_OK;
}

static void callback_cannot_end_the_transaction(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    static const char *const names[] = {"agreed", "tell"};
    new_loan(db, "ended");
    clerk.act = misuse_handle;
    for (size_t i = 0; i < 2; i++) {
        clerk.acting = names[i];
        expect(PAWL_OK, loan_sign(db, "ended", NULL, NULL, &err));
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, loan_sign(db, "ended", NULL, NULL, &err));
        expect(PAWL_OK, pawl_commit(db, &err));
    }
    expect_loan(db, "ended", "pending|pending|5|\n");
}

static const char *ending_sql;

static enum pawl_status end_by_sql(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                   struct pawl_error *error) {
    (void)call, (void)told;
    return pawl_exec(db, ending_sql, error);
}

static void p3_callback_that_commits_writes_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    static const char *const names[] = {"agreed", "tell"};
    static const char *const endings[] = {"commit", "-- done\n COMMIT and chain", "end", "rollback"};
    new_loan(db, "ended by itself");
    clerk.act = end_by_sql;
    for (size_t i = 0; i < 2 * sizeof endings / sizeof *endings; i++) {
        clerk.acting = names[i % 2];
        ending_sql = endings[i / 2];
        expect(PAWL_MISUSE, loan_sign(db, "ended by itself", NULL, NULL, &err));
        expect_message_has("within a guard or effect of loan");
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_MISUSE, loan_sign(db, "ended by itself", NULL, NULL, &err));
        expect(PAWL_OK, pawl_rollback(db, &err));
        expect_loan(db, "ended by itself", "pending|pending|1|\n");
    }
}

static void p3_transaction_that_a_callback_ends_is_no_success(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    static const char *const names[] = {"agreed", "tell"};
    new_loan(db, "ended by sql");
    clerk.act = end_by_sql;
    ending_sql = "select 1; rollback"; /* libpawl reads the first word */
    for (size_t i = 0; i < 2; i++) {
        clerk.acting = names[i];
        expect(PAWL_UNKNOWN, loan_sign(db, "ended by sql", NULL, NULL, &err));
        expect_message_has("it has ended the transaction");
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_UNKNOWN, loan_sign(db, "ended by sql", NULL, NULL, &err));
        expect(PAWL_OK, pawl_rollback(db, &err));
        expect_loan(db, "ended by sql", "pending|pending|1|\n");
    }
    /* what was written before an effect is committed with it; sent again, it is found */
    const struct pawl_opts once = {.request_id = "committed by its effect"};
    ending_sql = "select 1; commit";
    clerk.acting = "tell";
    new_loan(db, "committed by sql");
    expect(PAWL_UNKNOWN, loan_sign(db, "committed by sql", NULL, NULL, &err));
    clerk.acting = NULL;
    expect_rows(db, "2\n", "select count(*) from loan_transitions where loan_id = 'committed by sql'");
    new_loan(db, "committed once");
    clerk.acting = "tell";
    expect(PAWL_UNKNOWN, loan_sign(db, "committed once", &once, NULL, &err));
    clerk.acting = NULL;
    expect(PAWL_OK, loan_sign(db, "committed once", &once, NULL, &err));
    expect_rows(db, "2\n", "select count(*) from loan_transitions where loan_id = 'committed once'");
}

/* Rows that were passed in stay what they were, whatever the callbacks read. */
static enum pawl_status read_much(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                  struct pawl_error *error) {
    struct loan_history history;
    (void)told;
    for (int i = 0; i < 4; i++)
        expect(PAWL_OK, loan_history(db, call->id, &history, error));
    return PAWL_OK;
}

static void callbacks_do_not_disturb_what_was_passed_in(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    struct loan_history history;
    execute(db, "insert into loans (id) values ('source')");
    expect(PAWL_OK, loan_import(db, "source", &(struct loan_import_args){.amount = 1, .source = "the bank"},
                                NULL, NULL, &err));
    clerk.act = read_much;
    clerk.acting = "agreed";
    expect(PAWL_OK, loan_history(db, "source", &history, &err));
    struct loan_ask_args args = {.officer = history.rows[0].source};
    expect(PAWL_OK, loan_ask(db, "source", &args, NULL, NULL, &err));
    expect_rows(db, "the bank\n",
                "select officer from loan_transitions where loan_id = 'source' and sort_key = 20");
}

/* ---- registration ----------------------------------------------------------------------------------- */

static void expect_outcome(struct pawl_db *db, enum pawl_status status, const char *request_id) {
    expect(status, pawl_deferred_outcome(db, &loan_machine, (struct pawl_key){.text = "kept"}, request_id,
                                         NULL, &err));
}

/* Each is answered by what comes of it, and none that is refused leaves anything, or holds up the next. */
static void p3_deferred_events_call_back_too(void **state) {
    (void)state;
    struct pawl_db *db = open_loans(), *admin = open_administrator();
    struct pawl_opts opts = {.defer = true};
    size_t fired = 0;
    new_loan(db, "kept");
    expect(PAWL_OK, pawl_freeze(admin, "loan", PAWL_FREEZE_SLEEP, 0, "a while", 0, &err));
    opts.request_id = "vetoed";
    expect(PAWL_DEFERRED, loan_ring(db, "kept", &opts, NULL, &err));
    opts.request_id = "failed";
    expect(PAWL_DEFERRED, loan_fail(db, "kept", &opts, NULL, &err));
    opts.request_id = "illegal";
    expect(PAWL_DEFERRED, loan_pay(db, "kept", &opts, NULL, &err));
    opts.request_id = "refused";
    expect(PAWL_DEFERRED, loan_audit(db, "kept", &opts, NULL, &err));
    opts.request_id = "noted";
    expect(PAWL_DEFERRED, loan_note(db, "kept", &a_note, &opts, NULL, &err));
    expect(PAWL_OK, pawl_thaw(admin, "loan", &err));
    wait_for_all_nodes();
    clerk.refusing = " tell agreed ";
    expect(PAWL_OK, pawl_fire_deferred(db, &loan_machine, &fired, &err));
    assert_int_equal(fired, 5);
    expect_outcome(db, PAWL_REFUSED, "vetoed");
    expect_message("loan kept: ring is refused in pending: Tell the customer (tell)");
    expect_outcome(db, PAWL_DB, "failed");
    expect_message_has("loan kept: fail: ");
    expect_outcome(db, PAWL_ILLEGAL, "illegal");
    expect_message("loan kept: pay is not allowed in pending");
    expect_outcome(db, PAWL_OK, "noted");
    expect_outcome(db, PAWL_REFUSED, "refused");
    expect_message("loan kept: audit is refused by agreed in pending");
    expect_log(&clerk,
               "tell(ring pending>pending) agreed(audit pending>pending) announce(note pending>pending) ");
    expect_loan(db, "kept", "pending|pending|2|a note\n");
    clerk.refusing = NULL;
}

static void missing_hooks_are_named(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_loan(db, "missing");
    struct loan_hooks some = hooks_of_clerk(&clerk);
    some.blocked = NULL;
    expect(PAWL_MISUSE, loan_set_hooks(db, &some, &err));
    expect_message("loan: the hooks have no function for the guard blocked");
    assert_string_equal(err.help, "set .blocked in struct loan_hooks");
    some = hooks_of_clerk(&clerk);
    some.announce = NULL;
    expect(PAWL_MISUSE, loan_set_hooks(db, &some, &err));
    expect_message("loan: the hooks have no function for the effect announce");
    expect(PAWL_MISUSE, loan_audit(db, "missing", NULL, NULL, &err));
    expect_message("loan missing: audit needs the guard agreed, and the handle has no hooks of loan");
    assert_string_equal(err.help, "call loan_set_hooks, or pawl_set_hooks, on this handle first");
    expect(PAWL_MISUSE, loan_ring(db, "missing", NULL, NULL, &err));
    expect_message("loan missing: ring needs the effect tell, and the handle has no hooks of loan");
    expect(PAWL_MISUSE, loan_note(db, "missing", &a_note, NULL, NULL, &err));
    expect_message("loan missing: note needs the effect announce, and the handle has no hooks of loan");
    expect(PAWL_OK, loan_touch(db, "missing", NULL, NULL, &err));
    some = hooks_of_clerk(&clerk);
    expect(PAWL_OK, loan_set_hooks(db, &some, &err));
    expect(PAWL_OK, loan_audit(db, "missing", NULL, NULL, &err));
    expect(PAWL_OK, loan_set_hooks(db, NULL, &err));
    expect(PAWL_MISUSE, loan_audit(db, "missing", NULL, NULL, &err));
    expect(PAWL_MISUSE, pawl_set_hooks(db, NULL, &some, &err));
    expect(PAWL_MISUSE, loan_set_hooks(NULL, &some, &err));
    expect_loan(db, "missing", "pending|pending|3|\n");
}

/* Whatever no hook decides is answered as `why` says it, by a handle without hooks, too. */
static void p6_missing_hooks_hide_no_refusal(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct pawl_reason reasons[LOAN_EVENT_COUNT + 1];
    struct loan_transition moved;
    new_loan(db, "unhooked");
    expect(PAWL_OK, loan_why(db, "unhooked", NULL, reasons, &err));
    expect(PAWL_ILLEGAL, loan_give_back(db, "unhooked", NULL, &moved, &err));
    expect_message_has("give_back is not allowed in pending");
    assert_int_equal(moved.from, LOAN_STATE_PENDING);
    assert_int_equal(reasons[LOAN_EVENT_GIVE_BACK].status, PAWL_ILLEGAL);
    expect(PAWL_ILLEGAL, loan_settle(db, "unhooked", NULL, NULL, &err)); /* only `then` calls back */
    assert_int_equal(reasons[LOAN_EVENT_SETTLE].status, PAWL_ILLEGAL);
    expect(PAWL_EXISTS, loan_import(db, "unhooked", &from_elsewhere, NULL, NULL, &err));
    assert_int_equal(reasons[LOAN_EVENT_IMPORT].status, PAWL_EXISTS);
    expect(PAWL_MISUSE, loan_ring(db, "unhooked", NULL, NULL, &err));
    assert_int_equal(reasons[LOAN_EVENT_RING].status, PAWL_MISUSE);
    expect(PAWL_NOT_FOUND, loan_ring(db, "nobody", NULL, NULL, &err));
    expect_loan(db, "unhooked", "pending|pending|1|\n");
}

/* ---- the mirror ------------------------------------------------------------------------------------- */

static void mirror_follows_the_state(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "mirrored");
    expect_loan(db, "mirrored", "pending|pending|1|\n");
    expect(PAWL_OK, loan_note(db, "mirrored", &a_note, NULL, NULL, &err));
    expect_loan(db, "mirrored", "pending|pending|2|a note\n");
    expect(PAWL_OK, loan_skip(db, "mirrored", NULL, NULL, &err));
    expect_loan(db, "mirrored", "deferred|deferred|3|a note,leave_sql\n");
    expect(PAWL_ILLEGAL, loan_pay(db, "mirrored", NULL, NULL, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(hooks_run_in_their_order),
        TEST(hooks_are_told_of_the_move),
        TEST(creations_have_hooks_too),
        TEST(first_move_whose_guards_pass_is_made),
        TEST(p6_refusal_says_which_guard),
        TEST(p6_refusal_leaves_the_transaction_usable),
        TEST(null_refuses),
        TEST(callbacks_may_say_why),
        TEST_ON_ONE_NODE(p4_guard_decides_under_the_lock),
        TEST(p3_effect_sees_the_move_and_shares_its_fate),
        TEST(p3_effect_that_fails_undoes_the_move),
        TEST(sql_effect_that_fails_undoes_the_move),
        TEST(p3_error_that_a_callback_hides_is_not_committed),
        TEST(p3_move_that_is_undone_while_sqlite_is_interrupted_leaves_nothing),
        TEST(callback_may_fire_others_only),
        TEST(callback_cannot_end_the_transaction),
        TEST(p3_callback_that_commits_writes_nothing),
        TEST(p3_transaction_that_a_callback_ends_is_no_success),
        TEST(callbacks_do_not_disturb_what_was_passed_in),
        TEST(p3_deferred_events_call_back_too),
        TEST(missing_hooks_are_named),
        TEST(p6_missing_hooks_hide_no_refusal),
        TEST(mirror_follows_the_state),
    };
    moves_only(NULL);
    return run_loan_suite(tests);
}
