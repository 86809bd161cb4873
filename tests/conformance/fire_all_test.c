/* Several moves together: all of them are made, or none. */
#include "loans.h"
#include "machines.h"

#include <pthread.h>

#include "../support/cut_proxy.h"

static struct clerk clerk;
static struct loan_hooks hooks;

static struct pawl_db *open_loans(void) {
    clerk = (struct clerk){0};
    return open_with_clerk(&clerk, &hooks);
}

static struct pawl_transition moved[PAWL_REQUEST_MAX];
static size_t failed;

#define ALL(db, requests)                                                                                    \
    pawl_fire_all(db, requests, sizeof(requests) / sizeof *(requests), moved, &failed, &err)

static void expect_moved(size_t index, int event, int from, int to, int64_t sort_key) {
    assert_int_equal(moved[index].event, event);
    assert_int_equal(moved[index].from, from);
    assert_int_equal(moved[index].to, to);
    assert_int_equal(moved[index].sort_key, sort_key);
    assert_true(moved[index].created_at_us > 0);
}

/* ---- all ------------------------------------------------------------------------------------------ */

static void one_entity_may_be_created_and_moved(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    execute(db, "insert into payments (id) values ('whole')");
    const struct pawl_opts opts = {.actor = "ann"};
    const struct pawl_request requests[] = {payment_create_move("whole", &ten_euros, &opts),
                                            payment_submit_move("whole", &to_bank, NULL),
                                            payment_confirm_move("whole", NULL)};
    expect(PAWL_OK, ALL(db, requests));
    assert_int_equal(failed, 3);
    assert_false(pawl_in_transaction(db));
    expect_moved(0, PAYMENT_EVENT_CREATE, PAYMENT_STATE_NONE, PAYMENT_STATE_PENDING_SUBMISSION, 10);
    expect_moved(1, PAYMENT_EVENT_SUBMIT, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_SUBMITTED, 20);
    expect_moved(2, PAYMENT_EVENT_CONFIRM, PAYMENT_STATE_SUBMITTED, PAYMENT_STATE_PAID, 30);
    expect_payment(db, "whole", "paid|3\n");
    expect_rows(db, "ann|1000|\n||SB1\n",
                "select case when actor = 'ann' then actor end, amount, submission_id from payment_" HISTORY
                " where payment_id = 'whole' and sort_key < 30 order by sort_key");
    check_histories(db, "payment", PAYMENT_MOVES);
}

static void several_machines_move_together(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "with a door");
    expect(PAWL_OK, ticket_create(db, "with a door", NULL, NULL, &err));
    /* the ticket ignores it, which keeps no other from being made */
    insert_parent(db, "doors", "beside");
    const struct pawl_request requests[] = {
        door_create_move("beside", NULL), payment_submit_move("with a door", &to_bank, NULL),
        ticket_remind_move("with a door", NULL), door_open_move("beside", NULL)};
    expect(PAWL_OK, ALL(db, requests));
    expect_moved(1, PAYMENT_EVENT_SUBMIT, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_SUBMITTED, 20);
    expect_moved(2, TICKET_EVENT_REMIND, TICKET_STATE_OPEN, TICKET_STATE_NONE, 10);
    expect_moved(3, DOOR_EVENT_OPEN, DOOR_STATE_CLOSED, DOOR_STATE_OPENED, 20);
    expect_payment(db, "with a door", "submitted|2\n");
    expect(PAWL_OK, pawl_fire_all(db, NULL, 0, NULL, NULL, &err));
}

/* More of them than a handle has room for at first. */
static void statements_of_any_number_are_prepared(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    execute(db, "insert into payments (id) values ('kept'), ('dropped')");
    insert_parent(db, "doors", "used");
    insert_parent(db, "tickets", "used");
    const struct payment_cancel_args no_reason = {0};
    const struct ticket_take_args by_ann = {.who = "ann"};
    const struct ticket_close_args without_why = {0};
    const struct pawl_request requests[] = {
        payment_create_move("kept", &ten_euros, NULL),
        payment_submit_move("kept", &to_bank, NULL),
        payment_confirm_move("kept", NULL),
        payment_create_move("dropped", &ten_euros, NULL),
        payment_cancel_move("dropped", &no_reason, NULL),
        door_create_move("used", NULL),
        door_open_move("used", NULL),
        door_shut_move("used", NULL),
        door_flip_move("used", NULL),
        door_flip_move("used", NULL),
        door_knock_move("used", NULL),
        ticket_create_move("used", NULL),
        ticket_remind_move("used", NULL),
        ticket_take_move("used", &by_ann, NULL),
        ticket_give_back_move("used", NULL),
        ticket_take_move("used", &by_ann, NULL),
        ticket_drop_move("used", NULL),
        ticket_close_move("used", &without_why, NULL),
    };
    expect(PAWL_OK, ALL(db, requests));
    expect_payment(db, "kept", "paid|3\n");
    expect_rows(db, "closed|60\n", "select state, sort_key from ticket_state where ticket_id = 'used'");
}

/* The connection breaks with the first that is sent there, when one of the statements is prepared on it. */
static void what_is_prepared_is_so_on_the_next_connection(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* a library in one's own process has no connection */
    struct pawl_db *admin = open_application(), *db;
    new_payment(admin, "first");
    new_payment(admin, "next");
    struct cut_proxy *proxy = cut_proxy_start(application_where());
    expect(PAWL_OK, pawl_open(&db, cut_proxy_where(proxy), &err));
    const struct pawl_request first[] = {payment_submit_move("first", &to_bank, NULL)};
    const struct pawl_request both[] = {payment_submit_move("next", &to_bank, NULL),
                                        payment_confirm_move("next", NULL)};
    expect(PAWL_OK, ALL(db, first));
    cut_proxy_arm(proxy, TO_SERVER, 1);
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, ALL(db, both));
    expect(PAWL_OK, pawl_commit(db, &err));
    assert_true(cut_proxy_has_cut(proxy));
    expect_payment(db, "next", "paid|3\n");
    pawl_close(db);
    cut_proxy_stop(proxy);
}

static void callbacks_take_part(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    execute(db, "insert into loans (id) values ('together')");
    execute(db, "insert into funds (loan_id, amount) values ('together', 100)");
    const struct pawl_request requests[] = {
        loan_create_move("together", &hundred, NULL), loan_note_move("together", &a_note, NULL),
        loan_ask_move("together", &asked_by_ann, NULL), loan_pay_move("together", NULL)};
    expect(PAWL_OK, ALL(db, requests));
    expect_moved(3, LOAN_EVENT_PAY, LOAN_STATE_GRANTED, LOAN_STATE_PAID, 40);
    assert_non_null(strstr(clerk.log, "agreed(ask pending>granted) "));
    assert_non_null(strstr(clerk.log, "announce(note pending>pending) "));
}

static void then_waits_for_the_commit_of_all(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "noted");
    new_loan(db, "too");
    const struct pawl_request both[] = {loan_note_move("noted", &a_note, NULL),
                                        loan_note_move("too", &a_note, NULL)};
    const struct pawl_request not_all[] = {both[0], loan_settle_move("too", NULL)};
    expect(PAWL_ILLEGAL, ALL(db, not_all));
    expect_log(&clerk, "");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_ILLEGAL, ALL(db, not_all));
    expect(PAWL_OK, ALL(db, both));
    expect_log(&clerk, "");
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_log(&clerk, "announce(note pending>pending) announce(note pending>pending) ");
    clerk.log[0] = '\0';
    expect(PAWL_OK, ALL(db, both));
    expect_log(&clerk, "announce(note pending>pending) announce(note pending>pending) ");
}

/* ---- or none -------------------------------------------------------------------------------------- */

static void p6_the_first_that_is_not_made_answers_for_all(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    execute(db, "insert into payments (id) values ('unborn')");
    new_payment(db, "stays");
    const struct pawl_request illegal[] = {
        payment_create_move("unborn", &ten_euros, NULL), payment_submit_move("stays", &to_bank, NULL),
        payment_confirm_move("unborn", NULL), payment_submit_move("nobody", &to_bank, NULL)};
    expect(PAWL_ILLEGAL, ALL(db, illegal));
    assert_int_equal(failed, 2);
    expect_message(
        "payment unborn: confirm is not allowed in pending_submission; so those before it are undone");
    assert_int_equal(moved[0].to, 0); /* it is not made */
    expect_moved(2, PAYMENT_EVENT_CONFIRM, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_NONE, 10);
    expect_rows(db, "", "select * from payment_current where payment_id = 'unborn'");
    expect_payment(db, "stays", "pending_submission|1\n");
    const struct pawl_request missing[] = {illegal[1], illegal[3]};
    expect(PAWL_NOT_FOUND, ALL(db, missing));
    assert_int_equal(failed, 1);
    expect_message("payment nobody: submit finds no such payment; so the one before it is undone");
    const struct pawl_opts expecting = {.expect_sort_key = 20};
    const struct pawl_request old[] = {illegal[1],
                                       payment_cancel_move("stays", &(struct payment_cancel_args){0}, NULL),
                                       payment_submit_move("stays", &to_bank, &expecting)};
    expect(PAWL_CONFLICT, ALL(db, old));
    assert_int_equal(failed, 2);
    expect_payment(db, "stays", "pending_submission|1\n");
    assert_false(pawl_in_transaction(db));
    expect(PAWL_OK, submit(db, "stays"));
}

static void the_callers_transaction_goes_on(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "before");
    new_payment(db, "within");
    const struct pawl_request not_all[] = {payment_submit_move("within", &to_bank, NULL),
                                           payment_confirm_move("within", NULL),
                                           payment_confirm_move("within", NULL)};
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, submit(db, "before"));
    expect(PAWL_ILLEGAL, ALL(db, not_all));
    assert_int_equal(failed, 2);
    expect_payment(db, "within", "pending_submission|1\n");
    const struct pawl_request both[] = {not_all[0], not_all[1]};
    expect(PAWL_OK, ALL(db, both));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_payment(db, "before", "submitted|2\n");
    expect_payment(db, "within", "paid|3\n");
    expect(PAWL_OK, pawl_begin(db, &err));
    const struct pawl_request more[] = {payment_confirm_move("before", NULL)};
    expect(PAWL_OK, ALL(db, more));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_payment(db, "before", "submitted|2\n");
}

static void p3_a_refusal_undoes_what_callbacks_wrote(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "vetoed");
    clerk.refusing = " enter_granted ";
    const struct pawl_request requests[] = {loan_note_move("vetoed", &a_note, NULL),
                                            loan_ask_move("vetoed", &asked_by_ann, NULL)};
    expect(PAWL_REFUSED, ALL(db, requests));
    assert_int_equal(failed, 1);
    assert_string_equal(err.guard, "enter_granted");
    expect_rows(db, "1\n", "select count(*) from loan_" HISTORY " where loan_id = 'vetoed'");
}

static void sql_that_fails_names_its_move(void **state) {
    (void)state;
    struct pawl_db *db = open_loans();
    new_loan(db, "fine");
    new_loan(db, "broken");
    clerk.log[0] = '\0';
    const struct pawl_request requests[] = {loan_note_move("fine", &a_note, NULL),
                                            loan_fail_move("broken", NULL)};
    expect(PAWL_DB, ALL(db, requests));
    assert_int_equal(failed, 1);
    assert_non_null(strstr(err.message, "loan broken: fail: "));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_DB, ALL(db, requests));
    assert_non_null(strstr(err.message, "loan broken: fail: "));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_rows(db, "1\n", "select count(*) from loan_" HISTORY " where loan_id = 'fine'");
    expect_log(&clerk, "");
}

static void what_fails_without_callbacks_is_named_too(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *administrator = open_administrator();
    expect(PAWL_OK, door_create(db, "shuts", NULL, NULL, &err));
    expect(PAWL_OK, door_create(db, "jams", NULL, NULL, &err));
    if (on_mariadb())
        one_on_mariadb("door_transitions", "to_state", "locked");
    else
        execute(administrator,
                "create unique index one_locked on door_transitions (to_state) where to_state = 'locked'");
    const struct pawl_request both[] = {door_lock_move("shuts", NULL), door_lock_move("jams", NULL)};
    expect(PAWL_DB, ALL(db, both));
    assert_int_equal(failed, 1);
    assert_non_null(strstr(err.message, "door jams: lock: "));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_DB, ALL(db, both));
    /* what has failed there can only be rolled back, so nothing can be asked again */
    assert_int_equal(failed, on_sqlite() ? 1 : 2);
    assert_non_null(strstr(err.message, on_sqlite() ? "door jams: lock: " : "2 moves together: "));
    expect(PAWL_OK, pawl_rollback(db, &err));
    if (on_mariadb())
        any_on_mariadb("door_transitions");
    else
        execute(administrator, "drop index one_locked");
    expect(PAWL_OK, ALL(db, both));
}

/* ---- again ---------------------------------------------------------------------------------------- */

static void p7_sent_again_they_are_answered_as_before(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct pawl_transition first[3];
    execute(db, "insert into payments (id) values ('again')");
    const struct pawl_opts one = {.request_id = "one"}, two = {.request_id = "two"},
                           three = {.request_id = "three"};
    const struct pawl_request requests[] = {payment_create_move("again", &ten_euros, &one),
                                            payment_submit_move("again", &to_bank, &two),
                                            payment_confirm_move("again", &three)};
    expect(PAWL_OK, ALL(db, requests));
    memcpy(first, moved, sizeof first);
    expect(PAWL_OK, ALL(db, requests));
    expect_same_moves(first, moved, 3);
    const struct payment_submit_args other = {.submission_id = "SB2"};
    const struct pawl_request reused[] = {requests[0], payment_submit_move("again", &other, &two)};
    expect(PAWL_REUSED, ALL(db, reused));
    assert_int_equal(failed, 1);
    expect_payment(db, "again", "paid|3\n");
}

enum { FLIPS = 10 }; /* a deadlock is found after a second */

struct turn {
    pthread_t thread;
    const char *first, *second;
    int done;
};

/* Two doors, the other way round in the other thread: one of them meets a deadlock now and then. */
static void *flip_both(void *context) {
    struct turn *turn = context;
    struct pawl_error error = PAWL_ERROR_INIT;
    struct pawl_db *db = NULL;
    struct pawl_transition flips[2];
    if (pawl_open(&db, application_where(), &error) != PAWL_OK)
        return NULL;
    const struct pawl_request both[] = {door_flip_move(turn->first, NULL),
                                        door_flip_move(turn->second, NULL)};
    for (int i = 0; i < FLIPS; i++) {
        enum pawl_status status = pawl_fire_all(db, both, 2, flips, NULL, &error);
        turn->done += status == PAWL_OK;
        if (status != PAWL_OK && status != PAWL_CONFLICT)
            print_error("%s\n", error.message);
    }
    pawl_close(db);
    return NULL;
}

static void p4_moves_that_meet_in_a_deadlock_are_repeated(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, door_create(db, "left", NULL, NULL, &err));
    expect(PAWL_OK, door_create(db, "right", NULL, NULL, &err));
    struct turn turns[] = {{.first = "left", .second = "right"}, {.first = "right", .second = "left"}};
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&turns[i].thread, NULL, flip_both, &turns[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(turns[i].thread, NULL);
    char expected[32];
    snprintf(expected, sizeof expected, "%d\n%d\n", turns[0].done + turns[1].done,
             turns[0].done + turns[1].done);
    expect_rows(db, expected,
                "select count(*) - 1 from door_" HISTORY " where door_id in ('left', 'right')"
                " group by door_id");
    assert_true(turns[0].done + turns[1].done > FLIPS);
}

/* ---- what it costs -------------------------------------------------------------------------------- */

static void count_round_trips(const char *settings) {
    struct pawl_db *admin = open_application(), *db = NULL;
    struct cut_proxy *proxy = cut_proxy_start(application_where());
    char where[600];
    snprintf(where, sizeof where, "%s%s", cut_proxy_where(proxy), settings);
    expect(PAWL_OK, pawl_open(&db, where, &err));
    for (int round = 0; round < 4; round++) {
        const bool joined = round % 2;
        char id[64];
        snprintf(id, sizeof id, "trip%s %d", settings, round);
        execute(admin, "insert into payments (id) values ('%s')", id);
        const struct pawl_request requests[] = {payment_create_move(id, &ten_euros, NULL),
                                                payment_submit_move(id, &to_bank, NULL),
                                                payment_confirm_move(id, NULL)};
        cut_proxy_round_trips(proxy);
        if (joined)
            expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, ALL(db, requests));
        if (round > 1) /* before, the statements were prepared */
            assert_int_equal(cut_proxy_round_trips(proxy), 1);
        if (joined)
            expect(PAWL_OK, pawl_commit(db, &err));
    }
    pawl_close(db);
    cut_proxy_stop(proxy);
}

static void p5_all_take_one_round_trip(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* a library in one's own process has no round trips */
    count_round_trips("");
    count_round_trips(" prepare=off");
}

/* ---- bad input ------------------------------------------------------------------------------------ */

static void what_is_wrong_is_said_before_anything_is_sent(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "wrong");
    struct pawl_request requests[PAWL_REQUEST_MAX + 1];
    for (size_t i = 0; i <= PAWL_REQUEST_MAX; i++)
        requests[i] = payment_submit_move("wrong", &to_bank, NULL);
    expect(PAWL_MISUSE, ALL(db, requests));
    expect_message("101 moves together: at most 100 are possible");
    expect(PAWL_ILLEGAL, pawl_fire_all(db, requests, 2, NULL, NULL, &err)); /* twice */
    expect(PAWL_MISUSE, pawl_fire_all(db, NULL, 2, moved, NULL, &err));
    expect_message("2 moves together: requests is NULL");
    requests[1].machine = NULL;
    expect(PAWL_MISUSE, pawl_fire_all(db, requests, 2, moved, &failed, &err));
    assert_int_equal(failed, 1);
    expect_message("the machine is NULL");
    requests[1] = requests[0];
    requests[1].event = 99;
    expect(PAWL_MISUSE, pawl_fire_all(db, requests, 2, moved, &failed, &err));
    expect_message("payment: there is no event number 99");
    requests[1] = payment_submit_move("wrong", &(struct payment_submit_args){0}, NULL);
    expect(PAWL_MISUSE, pawl_fire_all(db, requests, 2, moved, &failed, &err));
    assert_int_equal(failed, 1);
    const struct pawl_opts patient = {.struct_size = sizeof patient, .wait_ms = 10};
    requests[1] = payment_confirm_move("wrong", &patient);
    expect(PAWL_MISUSE, pawl_fire_all(db, requests, 2, moved, &failed, &err));
    expect_message("payment wrong: confirm is one of several moves together, which neither wait for a machine"
                   " nor are deferred");
    expect(PAWL_MISUSE, pawl_fire_all(NULL, requests, 2, moved, &failed, NULL));
    expect_payment(db, "wrong", "pending_submission|1\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(one_entity_may_be_created_and_moved),
        TEST(several_machines_move_together),
        TEST(statements_of_any_number_are_prepared),
        TEST(what_is_prepared_is_so_on_the_next_connection),
        TEST(callbacks_take_part),
        TEST(then_waits_for_the_commit_of_all),
        TEST(p6_the_first_that_is_not_made_answers_for_all),
        TEST(the_callers_transaction_goes_on),
        TEST(p3_a_refusal_undoes_what_callbacks_wrote),
        TEST(sql_that_fails_names_its_move),
        TEST(what_fails_without_callbacks_is_named_too),
        TEST(p7_sent_again_they_are_answered_as_before),
        TEST(p4_moves_that_meet_in_a_deadlock_are_repeated),
        TEST(p5_all_take_one_round_trip),
        TEST(what_is_wrong_is_said_before_anything_is_sent),
    };
    moves_only(&payment_machine, &door_machine, &ticket_machine, NULL);
    return run_loan_suite(tests);
}
