#include "loans.h"

#include "../support/every_byte.h"

#include <libpq-fe.h>
#include <poll.h>

/* What guards and effects in C do to the conversation with the database. */

static struct clerk clerk;
static struct loan_hooks hooks;

static struct pawl_db *open_loans(void) {
    clerk = (struct clerk){0};
    return open_with_clerk(&clerk, &hooks);
}

/* A write of an effect's, through the handle that it was given. */
static enum pawl_status book(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                             struct pawl_error *error) {
    char sql[200];
    (void)told;
    snprintf(sql, sizeof sql, "insert into bookings (loan_id, what) values ('%s', 'told')", call->id);
    return pawl_exec(db, sql, error);
}

/* As guards and effects in SQL name :create.amount; within the creation its own guard has its arguments. */
static enum pawl_status look_at_creation(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                         struct pawl_error *error) {
    struct loan_record record = {0};
    int64_t *amounts = told->context;
    const enum pawl_status status = loan_creation(db, call->id, &record, error);
    *amounts += record.amount.value;
    return status == PAWL_NOT_FOUND ? PAWL_OK : status;
}

static void p10_callbacks_read_the_values_of_the_creation(void **state) {
    (void)state;
    static const struct {
        const char *hook;
        bool sees_creation;
    } seen[] = {{"agreed", false}, {"tell", true}};
    const struct loan_import_args three = {.amount = 3};
    struct pawl_db *db = open_loans();
    int64_t amounts = 0;
    clerk.act = look_at_creation;
    clerk.context = &amounts;
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        char id[32];
        snprintf(id, sizeof id, "creation seen by %s", seen[i].hook);
        clerk.acting = NULL;
        new_loan(db, id);
        clerk.acting = seen[i].hook;
        amounts = 0;
        expect(PAWL_OK, loan_sign(db, id, NULL, NULL, &err));
        assert_int_equal(amounts, hundred.amount);
        snprintf(id, sizeof id, "seen by its %s", seen[i].hook);
        execute(db, "insert into loans (id) values ('%s')", id);
        amounts = 0;
        expect(PAWL_OK, loan_import(db, id, &three, NULL, NULL, &err));
        assert_int_equal(amounts, seen[i].sees_creation ? three.amount : 0);
    }
    clerk = (struct clerk){0};
}

/* ---- how long it takes ------------------------------------------------------------------------------ */

typedef enum pawl_status fire_fn(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                 struct loan_transition *out, struct pawl_error *error);

static enum pawl_status fire_ask(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                 struct loan_transition *out, struct pawl_error *error) {
    return loan_ask(db, id, &asked_by_ann, opts, out, error);
}

static enum pawl_status fire_note(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                  struct loan_transition *out, struct pawl_error *error) {
    return loan_note(db, id, &a_note, opts, out, error);
}

static const struct {
    const char *name;
    fire_fn *fire;
    bool blocks;
    int alone, joined; /* round trips */
} exchanges[] = {
    {"nothing in C", loan_touch, false, 1, 1},
    {"SQL, and `then`", fire_note, false, 1, 1},
    {"a guard", loan_audit, false, 2, 2},
    {"guards that choose a move without effects", loan_consent, true, 2, 2},
    {"guards that choose a move with effects", loan_consent, false, 3, 2},
    {"an effect", loan_ring, false, 2, 1},
    {"both", loan_sign, false, 3, 2},
    {"both, and SQL", fire_ask, false, 3, 2},
};

static void count_round_trips(const char *where) {
    struct cut_proxy *proxy = cut_proxy_start(application_where());
    struct pawl_db *db = NULL;
    char through[600], id[32];
    clerk = (struct clerk){0};
    hooks = hooks_of_clerk(&clerk);
    snprintf(through, sizeof through, "%s%s", cut_proxy_where(proxy), where);
    expect(PAWL_OK, pawl_open(&db, through, &err));
    expect(PAWL_OK, loan_set_hooks(db, &hooks, &err));
    for (int joined = 0; joined < 2; joined++)
        for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++)
            for (int round = 0; round < 2; round++) { /* the first prepares its statements */
                snprintf(id, sizeof id, "trips%s%d%zu%d", where, joined, i, round);
                new_loan(db, id);
                clerk.blocks = exchanges[i].blocks;
                if (joined)
                    expect(PAWL_OK, pawl_begin(db, &err));
                cut_proxy_round_trips(proxy);
                expect(PAWL_OK, exchanges[i].fire(db, id, NULL, NULL, &err));
                int seen = cut_proxy_round_trips(proxy);
                int expected = joined ? exchanges[i].joined : exchanges[i].alone;
                if (round == 1 && seen != expected)
                    fail_msg("%s%s: %d round trips, not %d", exchanges[i].name, joined ? ", joined" : "",
                             seen, expected);
                if (joined)
                    expect(PAWL_OK, pawl_commit(db, &err));
            }
    pawl_close(db);
    cut_proxy_stop(proxy);
}

static void callbacks_cost_one_round_trip_each(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* a library in one's own process has no round trips */
    count_round_trips("");
    count_round_trips(" prepare=off");
}

/* ---- P7: said once, done once ----------------------------------------------------------------------- */

static void assert_same_move(const struct loan_transition *first, const struct loan_transition *again) {
    assert_int_equal(again->event, first->event);
    assert_int_equal(again->from, first->from);
    assert_int_equal(again->to, first->to);
    assert_int_equal(again->sort_key, first->sort_key);
    assert_int_equal(again->created_at_us, first->created_at_us);
}

static void p7_same_request_asks_and_does_nothing_again(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    static const struct pawl_opts request = {.request_id = "r-1"};
    struct loan_transition first, again;
    new_loan(db, "repeated");
    expect(PAWL_OK, fire_ask(db, "repeated", &request, &first, &err));
    assert_int_equal(clerk.calls, 8);
    for (int joined = 0; joined < 2; joined++) {
        if (joined)
            expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, fire_ask(db, "repeated", &request, &again, &err));
        if (joined)
            expect(PAWL_OK, pawl_commit(db, &err));
        assert_same_move(&first, &again);
    }
    assert_int_equal(clerk.calls, 8);
    struct loan_ask_args by_bob = {.officer = "bob"};
    expect(PAWL_REUSED, loan_ask(db, "repeated", &by_bob, &request, NULL, &err));
    expect_loan(db, "repeated", "granted|granted|2|leave_sql,book,enter_sql\n");
    /* a refusal is not remembered */
    new_loan(db, "refused once");
    clerk.refusing = " agreed ";
    expect(PAWL_REFUSED, loan_audit(db, "refused once", &request, NULL, &err));
    clerk.refusing = " tell ";
    expect(PAWL_REFUSED, loan_ring(db, "refused once", &request, NULL, &err));
    clerk.refusing = NULL;
    expect(PAWL_OK, loan_sign(db, "refused once", &request, NULL, &err));
    expect_loan(db, "refused once", "pending|pending|2|\n");
}

static void make_loan(struct pawl_db *admin, const char *id) {
    if (on_mariadb()) {
        execute(admin, "insert into loans (id) values ('%s')", id);
        expect(PAWL_OK, loan_create(admin, id, &hundred, NULL, NULL, &err));
        return;
    }
    execute(admin, "insert into loans (id) values ('%s'); select loan_create('%s', 100)", id, id);
}

static void get_loan(struct pawl_db *db, const char *id) {
    struct loan_current current;
    expect(PAWL_OK, loan_get(db, id, &current, &err));
    expect(PAWL_OK, loan_set_hooks(db, &hooks, &err));
}

static bool is_loan(struct pawl_db *admin, const char *id, int moves, const char *bookings) {
    char sql[400], expected[64];
    snprintf(sql, sizeof sql,
             "select count(*), (select string_agg(what, ',') from bookings where loan_id = '%s')"
             " from loan_transitions where loan_id = '%s'",
             id, id);
    snprintf(expected, sizeof expected, "%d|%s\n", moves, bookings);
    char *rows = rows_of(admin, sql);
    bool same = strcmp(rows, expected) == 0;
    free(rows);
    return same;
}

static fire_fn *cut_event;
static const char *booked; /* by the event's effects, once it has happened */

static bool cut_with_id(const struct cut *cut) {
    static const struct pawl_opts request = {.request_id = "r-1"};
    struct loan_transition first, again;
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    expect(PAWL_OK, cut_event(cut->db, cut->id, &request, &first, &err));
    bool has_cut = cut_proxy_has_cut(cut->proxy);
    int calls = clerk.calls;
    expect(PAWL_OK, cut_event(cut->db, cut->id, &request, &again, &err));
    assert_int_equal(clerk.calls, calls);
    assert_same_move(&first, &again);
    assert_true(is_loan(cut->admin, cut->id, 2, booked));
    return has_cut;
}

/* OK is done, DB is not done, and UNKNOWN is either, but whole. */
static void expect_truth(const struct cut *cut, enum pawl_status status) {
    if (status != PAWL_OK)
        wait_until_server_is_done(cut->admin);
    bool done = is_loan(cut->admin, cut->id, 2, booked), undone = is_loan(cut->admin, cut->id, 1, "");
    assert_true(done || undone);
    if (status != PAWL_UNKNOWN)
        assert_int_equal(status, done ? PAWL_OK : PAWL_DB);
}

static bool cut_without_id(const struct cut *cut) {
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    enum pawl_status status = cut_event(cut->db, cut->id, NULL, NULL, &err);
    bool has_cut = cut_proxy_has_cut(cut->proxy);
    expect_truth(cut, status);
    return has_cut;
}

static bool cut_joined(const struct cut *cut) {
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    enum pawl_status status = pawl_begin(cut->db, &err);
    if (status == PAWL_OK)
        status = cut_event(cut->db, cut->id, NULL, NULL, &err);
    if (status == PAWL_OK)
        status = pawl_commit(cut->db, &err);
    else if (pawl_in_transaction(cut->db))
        expect(PAWL_OK, pawl_rollback(cut->db, &err));
    bool has_cut = cut_proxy_has_cut(cut->proxy);
    expect_truth(cut, status);
    return has_cut;
}

static void cut_everywhere(const char *prefix, fire_fn *event, bool (*attempt)(const struct cut *cut)) {
    if (on_sqlite())
        skip(); /* a library in one's own process has no connection */
    clerk = (struct clerk){.acting = "tell", .act = book};
    hooks = hooks_of_clerk(&clerk);
    cut_event = event;
    booked = event == loan_audit ? "" : "told";
    at_every_byte(prefix, make_loan, get_loan, attempt);
}

static void p7_guard_with_an_id_wherever_the_connection_is_cut(void **state) {
    (void)state;
    cut_everywhere("gi", loan_audit, cut_with_id);
}

static void p7_guard_without_an_id_wherever_the_connection_is_cut(void **state) {
    (void)state;
    cut_everywhere("gn", loan_audit, cut_without_id);
}

static void p7_guard_and_effect_with_an_id_wherever_the_connection_is_cut(void **state) {
    (void)state;
    cut_everywhere("bi", loan_sign, cut_with_id);
}

static void p7_effect_without_an_id_wherever_the_connection_is_cut(void **state) {
    (void)state;
    cut_everywhere("en", loan_ring, cut_without_id);
}

static void p7_effect_in_a_transaction_wherever_the_connection_is_cut(void **state) {
    (void)state;
    cut_everywhere("ej", loan_ring, cut_joined);
}

/* ---- P3: a connection that breaks, a database that wants it again -------------------------------------- */

static enum pawl_status break_once(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                   struct pawl_error *error) {
    struct pawl_db *admin = told->context;
    if (admin) {
        char *pid = rows_of(db, on_mariadb() ? "select connection_id()" : "select pg_backend_pid()");
        void *connection = pawl_native(db); /* afterwards it may have none */
        told->context = NULL;
        assert_int_equal(book(db, call, told, error), PAWL_OK);
        execute(admin, on_mariadb() ? "kill %ld" : "select pg_terminate_backend(%ld)", strtol(pid, NULL, 10));
        free(pid);
        if (on_mariadb()) {
            wait_until_server_is_done(admin);
            return book(db, call, told, error);
        }
        /* until it has hung up, good-bye and all, so that it is found broken before anything is sent */
        struct pollfd hangup = {.fd = PQsocket(connection), .events = POLLRDHUP};
        assert_int_equal(poll(&hangup, 1, 60000), 1);
        wait_until_server_is_done(admin);
    }
    return book(db, call, told, error);
}

/* What was written before the break is lost, so nothing may be written on another connection after it. */
static void p3_callbacks_get_no_other_connection(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    if (on_sqlite())
        skip(); /* a library in one's own process has no connection */
    struct pawl_db *admin = open_administrator();
    new_loan(db, "break");
    clerk.acting = "tell";
    clerk.act = break_once;
    clerk.context = admin;
    expect(PAWL_OK, loan_ring(db, "break", NULL, NULL, &err)); /* the second attempt */
    assert_int_equal(clerk.calls, 2);
    expect_loan(admin, "break", "pending|pending|2|told\n");
    clerk.context = admin;
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_DB, loan_ring(db, "break", NULL, NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_loan(admin, "break", "pending|pending|2|told\n");
}

static enum pawl_status want_it_again(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                      struct pawl_error *error) {
    enum pawl_status status = book(db, call, told, error);
    if (status != PAWL_OK || told->calls > 5)
        return status;
    return pawl_exec(db,
                     on_mariadb() ? "signal sqlstate '40001' set message_text = 'again'"
                                  : "do $$ begin raise exception 'again' using errcode = '40001'; end $$",
                     error);
}

static void p4_move_is_repeated_where_an_effect_must_be(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    if (on_sqlite())
        skip(); /* whoever writes has the database for itself */
    new_loan(db, "again");
    clerk.acting = "tell";
    clerk.act = want_it_again;
    expect(PAWL_OK, loan_sign(db, "again", NULL, NULL, &err));
    assert_int_equal(clerk.calls, 6);
    expect_loan(db, "again", "pending|pending|2|told\n");
}

/* ---- many at once ----------------------------------------------------------------------------------- */

enum { CALLERS = 16 };

static void fire_by_many(struct fire *fires, const char *id, int event) {
    static struct clerk clerks[CALLERS];
    static struct loan_hooks all[CALLERS];
    for (size_t i = 0; i < CALLERS; i++) {
        clerks[i] = (struct clerk){0};
        all[i] = hooks_of_clerk(&clerks[i]);
        fires[i] = (struct fire){.machine = &loan_machine, .key = id, .event = event, .hooks = &all[i]};
    }
    fire_together(fires, CALLERS);
}

static void p4_many_callers_decide_one_after_the_other(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    struct fire fires[CALLERS];
    int moved = 0;
    new_loan(db, "many");
    fire_by_many(fires, "many", LOAN_EVENT_SIGN);
    for (size_t i = 0; i < CALLERS; i++)
        assert_int_equal(fires[i].status, PAWL_OK);
    expect_loan(db, "many", "pending|pending|17|\n");
    close_handles(state);
    db = open_loans();
    fire_by_many(fires, "many", LOAN_EVENT_CONSENT);
    for (size_t i = 0; i < CALLERS; i++) {
        moved += fires[i].status == PAWL_OK;
        assert_true(fires[i].status == PAWL_OK || fires[i].status == PAWL_ILLEGAL);
    }
    assert_int_equal(moved, 1);
    expect_loan(db, "many", "deferred|deferred|18|leave_sql\n");
    check_histories(db, "loan", LOAN_MOVES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p10_callbacks_read_the_values_of_the_creation),
        TEST(callbacks_cost_one_round_trip_each),
        TEST(p7_same_request_asks_and_does_nothing_again),
        TEST(p7_guard_with_an_id_wherever_the_connection_is_cut),
        TEST(p7_guard_without_an_id_wherever_the_connection_is_cut),
        TEST(p7_guard_and_effect_with_an_id_wherever_the_connection_is_cut),
        TEST(p7_effect_without_an_id_wherever_the_connection_is_cut),
        TEST(p7_effect_in_a_transaction_wherever_the_connection_is_cut),
        TEST_ON_ONE_NODE(p3_callbacks_get_no_other_connection),
        TEST(p4_move_is_repeated_where_an_effect_must_be),
        TEST(p4_many_callers_decide_one_after_the_other),
    };
    moves_only(NULL);
    return run_loan_suite(tests);
}
