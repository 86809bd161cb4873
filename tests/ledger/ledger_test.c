/*
 * The ledger, one thing at a time; storm.sh has all of them at once. Each test has accounts of its own, of
 * 1,000 each.
 */
#include "../support/database.h"
#include "../support/dying_driver.h"
#include "ledger.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ACCOUNTS = 40, OPENING = 1000 };

static int ledger_create(void **state) {
    if (database_create(state) != 0)
        return 1;
    expect(PAWL_OK, ledger_set_up(open_administrator(), ACCOUNTS, OPENING, &err));
    return close_handles(state);
}

static enum pawl_status transfer(struct pawl_db *db, const char *id, const char *payer, const char *payee,
                                 int64_t amount, enum transfer_state *state) {
    return ledger_transfer(db, id, &(struct transfer_create_args){payer, payee, amount}, state, &err);
}

static enum pawl_status record(struct pawl_db *db, const char *id, const char *payer, const char *payee,
                               int64_t amount) {
    return ledger_record(db, id, &(struct transfer_create_args){payer, payee, amount}, &err);
}

static void expect_balance(struct pawl_db *db, const char *account, int balance) {
    char expected[32];
    snprintf(expected, sizeof expected, "%d\n", balance);
    expect_rows(db, expected, "select balance from accounts where id = '%s'", account);
}

static void expect_state(struct pawl_db *db, const char *id, enum transfer_state state) {
    struct transfer_current current;
    expect(PAWL_OK, transfer_get(db, id, &current, &err));
    assert_string_equal(transfer_state_name(current.state), transfer_state_name(state));
}

/* ---- answers ------------------------------------------------------------------------------------ */

static void a_transfer_moves_money_once(void **unused) {
    (void)unused;
    struct pawl_db *db = open_application();
    enum transfer_state state;
    for (int i = 0; i < 3; i++) {
        expect(PAWL_OK, transfer(db, "once", "A1", "A2", 400, &state));
        assert_int_equal(state, TRANSFER_STATE_SUCCESSFUL);
    }
    expect_balance(db, "A1", 600);
    expect_balance(db, "A2", 1400);
    expect(PAWL_REUSED, transfer(db, "once", "A1", "A2", 401, &state));
    expect(PAWL_REUSED, transfer(db, "once", "A1", "A3", 400, &state));
    expect(PAWL_REUSED, transfer(db, "once", "A3", "A2", 400, &state));
    expect_balance(db, "A1", 600);
    expect_rows(db, "2\n", "select count(*) from transfer_transitions where transfer_id = 'once'");
}

static void a_rejection_has_its_reason(void **unused) {
    (void)unused;
    struct pawl_db *db = open_application();
    enum transfer_state state;
    expect(PAWL_OK, transfer(db, "all of it", "A3", "A4", 1000, &state));
    assert_int_equal(state, TRANSFER_STATE_SUCCESSFUL);
    expect(PAWL_OK, transfer(db, "and one more", "A3", "A4", 1, &state));
    assert_int_equal(state, TRANSFER_STATE_TOO_LITTLE_MONEY);
    expect(PAWL_OK, transfer(db, "to nobody", "A4", "B4", 1, &state));
    assert_int_equal(state, TRANSFER_STATE_UNKNOWN_ACCOUNT);
    expect(PAWL_OK, transfer(db, "from nobody", "B4", "A4", 1, &state));
    assert_int_equal(state, TRANSFER_STATE_UNKNOWN_ACCOUNT);
    expect(PAWL_OK, transfer(db, "most", "A4", "A3", INT64_MAX, &state));
    assert_int_equal(state, TRANSFER_STATE_TOO_LITTLE_MONEY);
    /* for good: the money that comes later changes nothing */
    expect(PAWL_OK, transfer(db, "back", "A4", "A3", 500, &state));
    expect(PAWL_OK, transfer(db, "and one more", "A3", "A4", 1, &state));
    assert_int_equal(state, TRANSFER_STATE_TOO_LITTLE_MONEY);
    expect_balance(db, "A3", 500);
    expect_balance(db, "A4", 1500);
}

static void what_is_no_transfer_is_not_recorded(void **unused) {
    (void)unused;
    struct pawl_db *db = open_application();
    const int64_t amounts[] = {0, -1, INT64_MIN};
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        expect(PAWL_REFUSED, record(db, "bad", "A5", "A6", amounts[i]));
        assert_string_equal(err.guard, "amount_is_positive");
    }
    expect(PAWL_REFUSED, record(db, "bad", "A5", "A5", 1));
    assert_string_equal(err.guard, "accounts_differ");
    expect(PAWL_MISUSE, record(db, "bad", NULL, "A5", 1));
    expect(PAWL_MISUSE, record(db, "", "A5", "A6", 1));
    enum transfer_state state;
    expect(PAWL_NOT_FOUND, ledger_decide(db, "bad", &state, &err));
    expect_rows(db, "0\n", "select count(*) from transfer_transitions where transfer_id in ('bad', '')");
    expect_rows(db, "", "select transfer_id from waiting");
}

/* ---- who decides, and when ---------------------------------------------------------------------- */

static void the_oldest_of_an_account_is_decided_first(void **unused) {
    (void)unused;
    struct pawl_db *db = open_application();
    enum transfer_state state;
    expect(PAWL_OK, record(db, "first", "A7", "A8", 700));
    expect(PAWL_OK, record(db, "second", "A7", "A9", 700));
    expect(PAWL_OK, record(db, "of another", "A8", "A7", 1000));
    expect(PAWL_REFUSED, transfer_decide(db, "second", NULL, NULL, &err));
    assert_string_equal(err.guard, "is_first");
    /* whoever wants the second one decides the first one, too, and leaves alone what is none of his business
     */
    expect(PAWL_OK, ledger_decide(db, "second", &state, &err));
    assert_int_equal(state, TRANSFER_STATE_TOO_LITTLE_MONEY);
    expect_state(db, "first", TRANSFER_STATE_SUCCESSFUL);
    expect_state(db, "of another", TRANSFER_STATE_PENDING);
    expect(PAWL_OK, ledger_decide(db, "first", &state, &err));
    assert_int_equal(state, TRANSFER_STATE_SUCCESSFUL);
    expect(PAWL_OK, ledger_decide(db, "of another", &state, &err));
    expect_balance(db, "A7", 1300);
    expect_balance(db, "A8", 700);
}

static void a_long_line_is_worked_off(void **unused) {
    (void)unused;
    struct pawl_db *db = open_application();
    enum transfer_state state;
    char id[16];
    for (int i = 0; i < 120; i++) {
        snprintf(id, sizeof id, "line %d", i);
        expect(PAWL_OK, record(db, id, "A10", "A11", 10));
    }
    expect(PAWL_OK, ledger_decide(db, "line 119", &state, &err));
    assert_int_equal(state, TRANSFER_STATE_TOO_LITTLE_MONEY);
    expect_balance(db, "A10", 0);
    expect_rows(db, "100\n",
                "select count(*) from transfer_current where transfer_id like 'line %%'"
                " and state = 'successful'");
    expect_rows(db, "", "select transfer_id from waiting");
}

static bool is_decided(void *context) {
    struct transfer_current current;
    assert_int_equal(transfer_get(context, "forgotten", &current, &err), PAWL_OK);
    return current.state != TRANSFER_STATE_PENDING;
}

static void the_clock_decides_what_is_forgotten(void **unused) {
    (void)unused;
    static const struct pawl_machine *const machines[] = {&transfer_machine};
    struct pawl_db *db = open_application();
    struct pawl_work_options options = {
        .struct_size = sizeof options, .stop = is_decided, .context = open_application()};
    expect(PAWL_OK, record(db, "forgotten", "A12", "A13", 1));
    expect(PAWL_OK, pawl_work(db, machines, 1, &options, &err));
    expect_state(db, "forgotten", TRANSFER_STATE_SUCCESSFUL);
    expect_balance(db, "A12", 999);
    enum transfer_state state;
    expect(PAWL_OK, ledger_decide(db, "forgotten", &state, &err));
    assert_int_equal(state, TRANSFER_STATE_SUCCESSFUL);
}

/* ---- a line, and several clocks ------------------------------------------------------------------- */

enum { LINE = 60, CLOCKS = 3 };
static atomic_int decided, given_back;

static void count_what_became_of_it(void *context, const struct pawl_machine *machine,
                                    const struct pawl_item *item, enum pawl_status status,
                                    const struct pawl_error *error) {
    (void)context, (void)machine, (void)item, (void)error;
    decided += status == PAWL_OK;
    given_back += status == PAWL_REFUSED;
}

static bool line_is_empty(void *context) {
    (void)context;
    return decided >= LINE;
}

static void *run_a_clock(void *handle) {
    static const struct pawl_machine *const machines[] = {&transfer_machine};
    struct pawl_error error = PAWL_ERROR_INIT;
    struct pawl_work_options options = {
        .struct_size = sizeof options, .batch = 5, .told = count_what_became_of_it, .stop = line_is_empty};
    enum pawl_status status = pawl_work(handle, machines, 1, &options, &error);
    return status == PAWL_OK ? NULL : handle;
}

/* Only the first of a line may go: who has come before his turn keeps it, instead of coming again a second
 * later. */
static void several_clocks_keep_the_order_of_a_line(void **unused) {
    (void)unused;
    pthread_t clocks[CLOCKS];
    struct pawl_db *db = open_application();
    for (int i = 0; i < LINE; i++) {
        char id[16];
        snprintf(id, sizeof id, "clock %02d", i);
        expect(PAWL_OK, record(db, id, "A40", "A39", 1));
    }
    for (size_t i = 0; i < CLOCKS; i++)
        assert_int_equal(pthread_create(&clocks[i], NULL, run_a_clock, open_application()), 0);
    for (size_t i = 0; i < CLOCKS; i++) {
        void *failed = NULL;
        pthread_join(clocks[i], &failed);
        assert_null(failed);
    }
    expect_balance(db, "A40", OPENING - LINE);
    expect_rows(db, "60\n",
                "select count(*) from transfer_current where transfer_id like 'clock %%'"
                " and state = 'successful'");
    assert_in_range(given_back, 0, CLOCKS * LINE);
}

static void a_transaction_of_the_callers_is_joined(void **unused) {
    (void)unused;
    struct pawl_db *db = open_application();
    enum transfer_state state;
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, transfer(db, "joined", "A14", "A15", 1, &state));
    expect(PAWL_OK, transfer(db, "joined too", "A15", "A14", 1001, &state));
    assert_int_equal(state, TRANSFER_STATE_SUCCESSFUL);
    expect_balance(db, "A14", 2000);
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_balance(db, "A14", 1000);
    expect_rows(db, "", "select transfer_id from waiting");
}

/* ---- at the same time --------------------------------------------------------------------------- */

/* There and back, many at once: whoever locks both accounts does it in one order, so that nobody is stuck. */
static void there_and_back_do_not_wait_for_each_other(void **unused) {
    (void)unused;
    enum { PAIRS = 8 };
    struct pawl_db *db = open_application();
    struct fire fires[2 * PAIRS];
    static char ids[2 * PAIRS][16];
    for (size_t i = 0; i < 2 * PAIRS; i++) {
        /* of payers of their own, so that all may be decided at once; half of them end where others begin */
        char payer[8], payee[8];
        snprintf(ids[i], sizeof ids[i], "pair %zu", i);
        snprintf(payer, sizeof payer, "A%zu", 16 + i);
        snprintf(payee, sizeof payee, "A%zu", 16 + (i + PAIRS) % (2 * PAIRS));
        expect(PAWL_OK, record(db, ids[i], payer, payee, 10));
        fires[i] = (struct fire){.machine = &transfer_machine, .key = ids[i], .event = TRANSFER_EVENT_DECIDE};
    }
    fire_together(fires, 2 * PAIRS);
    for (size_t i = 0; i < 2 * PAIRS; i++) {
        assert_int_equal(fires[i].status, PAWL_OK);
        assert_int_equal(fires[i].moved.to, TRANSFER_STATE_SUCCESSFUL);
    }
    expect_rows(db, "16\n",
                "select count(*) from accounts where balance = 1000 and id between 'A16' and 'A31'");
}

/*
 * A transfer that is recorded first and committed last: nothing is before it in line, nor before the one that
 * is being decided. So the line does not keep them apart, but the locks on their payer do.
 */
static void the_accounts_are_locked_while_one_is_decided(void **unused) {
    (void)unused;
    if (!on_postgres())
        return; /* SQLite lets one transaction write at a time */
    struct pawl_db *db = open_application(), *other = open_application();
    struct fire waiting = {.machine = &transfer_machine, .key = "late", .event = TRANSFER_EVENT_DECIDE};
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, record(db, "late", "A36", "A37", 600));
    expect(PAWL_OK, record(other, "early", "A36", "A38", 600));
    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_OK, transfer_decide(other, "early", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_start(&waiting);
    assert_true(fire_waits(&waiting));
    expect(PAWL_OK, pawl_commit(other, &err));
    fire_join(&waiting);
    assert_int_equal(waiting.status, PAWL_OK);
    assert_int_equal(waiting.moved.to, TRANSFER_STATE_TOO_LITTLE_MONEY);
    expect_balance(db, "A36", 400);
}

/* Ten deciders, and money for one of them. */
static void money_is_spent_once(void **unused) {
    (void)unused;
    enum { COUNT = 10 };
    struct pawl_db *db = open_application();
    struct fire fires[COUNT];
    static char ids[COUNT][16];
    int successful = 0;
    enum transfer_state state;
    for (int i = 0; i < COUNT; i++) {
        snprintf(ids[i], sizeof ids[i], "spend %d", i);
        expect(PAWL_OK, record(db, ids[i], "A32", "A33", 600));
        fires[i] = (struct fire){.machine = &transfer_machine, .key = ids[i], .event = TRANSFER_EVENT_DECIDE};
    }
    fire_together(fires, COUNT);
    for (int i = 0; i < COUNT; i++) {
        expect(PAWL_OK, ledger_decide(db, ids[i], &state, &err));
        successful += state == TRANSFER_STATE_SUCCESSFUL;
    }
    assert_int_equal(successful, 1);
    expect_state(db, "spend 0", TRANSFER_STATE_SUCCESSFUL);
    expect_balance(db, "A32", 400);
    expect_balance(db, "A33", 1600);
}

/* ---- crashes ------------------------------------------------------------------------------------ */

enum way { APART, TOGETHER, JOINED };

/* True where the process got to the end; false where it was killed at that point. */
static bool transfer_in_a_process(const char *id, enum way way, long point) {
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct transfer_create_args wanted = {"A34", "A35", 1};
        struct pawl_error error = PAWL_ERROR_INIT;
        struct pawl_db *db = NULL;
        enum transfer_state state;
        if (pawl_open(&db, application_where(), &error) != PAWL_OK)
            _exit(1);
        if (!on_postgres()) /* what a process has written, its death does not lose */
            pawl_exec(db, "pragma synchronous = off", NULL);
        make_dying(db);
        die_at(point);
        if (way == JOINED && pawl_begin(db, &error) != PAWL_OK)
            _exit(2);
        if (way == APART && ledger_record(db, id, &wanted, &error) != PAWL_OK)
            _exit(3);
        if ((way == APART ? ledger_decide(db, id, &state, &error)
                          : ledger_transfer(db, id, &wanted, &state, &error)) != PAWL_OK ||
            state != TRANSFER_STATE_SUCCESSFUL)
            _exit(4);
        if (way == JOINED && pawl_commit(db, &error) != PAWL_OK)
            _exit(5);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFSIGNALED(status))
        assert_int_equal(WTERMSIG(status), SIGKILL);
    else
        assert_int_equal(WEXITSTATUS(status), 0);
    return !WIFSIGNALED(status);
}

/* Handles are opened when no process is to be forked any more: SQLite's must not be shared. */
static void expect_crashes(const char *name, enum way way, int *paid) {
    bool is_over = false;
    long point = 0;
    for (; !is_over; point++) {
        char id[32];
        snprintf(id, sizeof id, "%s %ld", name, point);
        is_over = transfer_in_a_process(id, way, point);
        struct pawl_db *db = open_application();
        /* all of it or nothing: what is decided has moved money, what is not has not */
        char *booked = rows_of(db, "select 1000 - balance from accounts where id = 'A34'");
        char *counted = rows_of(db, "select count(*) from transfer_transitions where to_state = 'successful'"
                                    " and (transfer_id like 'apart %' or transfer_id like 'together %'"
                                    "   or transfer_id like 'joined at %')");
        assert_string_equal(booked, counted);
        free(booked);
        free(counted);
        enum transfer_state state;
        expect(PAWL_OK, transfer(db, id, "A34", "A35", 1, &state));
        assert_int_equal(state, TRANSFER_STATE_SUCCESSFUL);
        expect_balance(db, "A34", 1000 - ++*paid);
        expect_balance(db, "A35", 1000 + *paid);
        close_handles(NULL);
    }
    assert_true(point > 4);
}

static void killed_at_every_point_it_can_be_asked_again(void **unused) {
    (void)unused;
    int paid = 0;
    expect_crashes("apart", APART, &paid);
    expect_crashes("together", TOGETHER, &paid);
    expect_crashes("joined at", JOINED, &paid);
}

/* ---- who may write ------------------------------------------------------------------------------ */

static void balances_are_the_machines(void **unused) {
    (void)unused;
    static const char *const attempts[] = {"update accounts set balance = balance + 1",
                                           "update accounts set opening = opening + 1",
                                           "insert into accounts values ('B1', 1, 1)",
                                           "delete from accounts",
                                           "delete from waiting",
                                           "insert into waiting (transfer_id, payer) values ('x', 'A1')",
                                           "select transfer_effect_move_money('A1', 1, 'A2')",
                                           "update transfer_current set state = 'successful'"};
    struct pawl_db *db = open_application();
    for (size_t i = 0; on_postgres() && i < sizeof attempts / sizeof *attempts; i++) {
        expect(PAWL_DB, pawl_exec(db, attempts[i], &err));
        assert_string_equal(err.sqlstate, "42501");
    }
    /* and whoever owns the tables cannot make a balance negative, or let the books look right */
    struct pawl_db *owner = open_administrator();
    expect(PAWL_DB, pawl_exec(owner, "update accounts set balance = -1 where id = 'A40'", &err));
}

struct books {
    int accounts, wrong;
};

static void count_wrong(void *context, const struct ledger_account *account) {
    struct books *books = context;
    books->accounts++;
    books->wrong += account->balance != account->opening + account->received - account->paid;
}

static void the_reconciliation_notices(void **unused) {
    (void)unused;
    struct pawl_db *db = open_administrator();
    struct books books = {0};
    expect(PAWL_OK, ledger_accounts(db, count_wrong, &books, &err));
    assert_int_equal(books.accounts, ACCOUNTS);
    assert_int_equal(books.wrong, 0);
    execute(db, "update accounts set balance = balance + 1 where id = 'A40'");
    expect(PAWL_OK, ledger_accounts(db, count_wrong, &books, &err));
    assert_int_equal(books.wrong, 1);
    execute(db, "update accounts set balance = balance - 1 where id = 'A40'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_transfer_moves_money_once),
        TEST(a_rejection_has_its_reason),
        TEST(what_is_no_transfer_is_not_recorded),
        TEST(the_oldest_of_an_account_is_decided_first),
        TEST(a_long_line_is_worked_off),
        TEST(the_clock_decides_what_is_forgotten),
        TEST(several_clocks_keep_the_order_of_a_line),
        TEST(a_transaction_of_the_callers_is_joined),
        TEST(there_and_back_do_not_wait_for_each_other),
        TEST(the_accounts_are_locked_while_one_is_decided),
        TEST(money_is_spent_once),
        TEST(killed_at_every_point_it_can_be_asked_again),
        TEST(balances_are_the_machines),
        TEST(the_reconciliation_notices),
    };
    return tests_are_possible() ? cmocka_run_group_tests(tests, ledger_create, database_drop) : 77;
}
