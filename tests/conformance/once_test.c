#include "machines.h"

#include "../support/every_byte.h"

static const struct payment_submit_args to_other_bank = {.submission_id = "SB2"};
static const struct pawl_opts first_request = {.request_id = "r-1"};

static enum pawl_status submit_once(struct pawl_db *db, const char *id, struct payment_transition *moved) {
    return payment_submit(db, id, &to_bank, &first_request, moved, &err);
}

static void assert_same_move(const struct payment_transition *first, const struct payment_transition *again) {
    assert_int_equal(again->event, first->event);
    assert_int_equal(again->from, first->from);
    assert_int_equal(again->to, first->to);
    assert_int_equal(again->sort_key, first->sort_key);
    assert_int_equal(again->created_at_us, first->created_at_us);
}

/* ---- P7: said once, done once --------------------------------------------------------------------- */

static void p7_same_request_is_answered_with_what_it_did(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_transition first, again;
    new_payment(db, "same");
    expect(PAWL_OK, submit_once(db, "same", &first));
    expect(PAWL_OK, submit_once(db, "same", &again));
    assert_same_move(&first, &again);
    expect_payment(db, "same", "submitted|2\n");
    /* also from somewhere else, where the event would be illegal, and by another name of the actor */
    expect(PAWL_OK, payment_confirm(db, "same", NULL, NULL, &err));
    struct pawl_opts opts = {.request_id = "r-1", .actor = "somebody else"};
    expect(PAWL_OK, payment_submit(db, "same", &to_bank, &opts, &again, &err));
    assert_same_move(&first, &again);
    expect_payment(db, "same", "paid|3\n");
    expect_rows(db, "20|r-1\n",
                "select sort_key, request_id from payment_transitions where payment_id = 'same'"
                " and request_id is not null");
}

static void p7_same_creation_is_answered_with_what_it_did(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_transition first, again;
    execute(db, "insert into payments (id) values ('born')");
    expect(PAWL_OK, payment_create(db, "born", &ten_euros, &first_request, &first, &err));
    expect(PAWL_OK, payment_create(db, "born", &ten_euros, &first_request, &again, &err));
    assert_same_move(&first, &again);
    expect(PAWL_EXISTS, payment_create(db, "born", &ten_euros, NULL, NULL, &err));
    struct payment_create_args more = {.amount = 1001, .currency = "EUR"};
    expect(PAWL_REUSED, payment_create(db, "born", &more, &first_request, NULL, &err));
    struct pawl_opts second = {.request_id = "r-2"};
    expect(PAWL_EXISTS, payment_create(db, "born", &ten_euros, &second, NULL, &err));
    expect_payment(db, "born", "pending_submission|1\n");
}

static void p7_same_id_for_another_request_is_reused(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_transition moved;
    new_payment(db, "reused");
    expect(PAWL_OK, submit_once(db, "reused", NULL));
    expect(PAWL_REUSED, payment_submit(db, "reused", &to_other_bank, &first_request, &moved, &err));
    expect_message("payment reused: submit: the request id r-1 stands for another request");
    assert_string_equal(err.help,
                        "give each request an id of its own; that one made the transition with sort_key 20");
    assert_int_equal(moved.from, PAYMENT_STATE_PENDING_SUBMISSION);
    assert_int_equal(moved.to, PAYMENT_STATE_NONE);
    assert_int_equal(moved.sort_key, 20);
    expect(PAWL_REUSED, payment_confirm(db, "reused", &first_request, NULL, &err));
    expect_payment(db, "reused", "submitted|2\n");

    /* nothing and something are different, too */
    struct pawl_opts second = {.request_id = "r-2"};
    struct payment_cancel_args for_no_reason = {0}, for_a_reason = {.reason = "because"};
    expect(PAWL_OK, payment_cancel(db, "reused", &for_no_reason, &second, NULL, &err));
    expect(PAWL_REUSED, payment_cancel(db, "reused", &for_a_reason, &second, NULL, &err));
    expect(PAWL_OK, payment_cancel(db, "reused", &for_no_reason, &second, NULL, &err));
    expect_payment(db, "reused", "cancelled|3\n");
}

static void p7_ids_are_the_entitys_own(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "one");
    new_payment(db, "two");
    expect(PAWL_OK, submit_once(db, "one", NULL));
    expect(PAWL_OK, submit_once(db, "two", NULL));
    expect_payment(db, "two", "submitted|2\n");
}

static void p7_refusals_and_what_was_rolled_back_are_not_remembered(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "forgotten");
    expect(PAWL_ILLEGAL, payment_confirm(db, "forgotten", &first_request, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, submit_once(db, "forgotten", NULL));
    expect(PAWL_OK, submit_once(db, "forgotten", NULL));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_OK, payment_submit(db, "forgotten", &to_other_bank, &first_request, NULL, &err));
    expect_payment(db, "forgotten", "submitted|2\n");
}

static void p7_of_many_at_once_all_get_the_same_answer(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    for (int round = 0; round < 5; round++) {
        char key[16];
        snprintf(key, sizeof key, "many%d", round);
        new_payment(db, key);
        struct fire fires[8];
        for (size_t i = 0; i < 8; i++)
            fires[i] = (struct fire){.machine = &payment_machine,
                                     .key = key,
                                     .event = PAYMENT_EVENT_SUBMIT,
                                     .args = &to_bank,
                                     .opts = &first_request};
        fire_together(fires, 8);
        for (size_t i = 0; i < 8; i++) {
            assert_string_equal(fires[i].error.message, "");
            assert_int_equal(fires[i].moved.sort_key, 20);
            assert_int_equal(fires[i].moved.created_at_us, fires[0].moved.created_at_us);
        }
        expect_payment(db, key, "submitted|2\n");
    }
}

static void bad_ids_are_misuse(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    char long_id[PAWL_REQUEST_ID_MAX_BYTES + 2];
    memset(long_id, 'x', sizeof long_id - 1);
    long_id[sizeof long_id - 1] = '\0';
    new_payment(db, "bad id");
    struct pawl_opts opts = {.request_id = ""};
    expect(PAWL_MISUSE, payment_submit(db, "bad id", &to_bank, &opts, NULL, &err));
    expect_message("payment bad id: submit: the request id has 0 bytes; 1 to 255 are possible");
    opts.request_id = long_id;
    expect(PAWL_MISUSE, payment_submit(db, "bad id", &to_bank, &opts, NULL, &err));
    expect_message("payment bad id: submit: the request id has 256 bytes; 1 to 255 are possible");
    opts.request_id = "\xff";
    expect(PAWL_MISUSE, payment_submit(db, "bad id", &to_bank, &opts, NULL, &err));
    opts.request_id = long_id + 1;
    expect(PAWL_OK, payment_submit(db, "bad id", &to_bank, &opts, NULL, &err));
}

static void lies_behind_its_struct(void *context, enum pawl_status status,
                                   const struct pawl_transition *moved, const struct pawl_error *error) {
    (void)context, (void)status, (void)moved, (void)error;
    fail();
}

static void older_callers_know_less_options(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "older");
    struct pawl_opts opts = {.struct_size = offsetof(struct pawl_opts, done),
                             .actor = "old program",
                             .done = lies_behind_its_struct};
    expect(PAWL_OK, payment_submit(db, "older", &to_bank, &opts, NULL, &err));
    expect_rows(
        db, "old program|\n",
        "select actor, request_id from payment_transitions where payment_id = 'older' and sort_key = 20");
}

/* ---- what the caller has seen last ---------------------------------------------------------------- */

static void expected_sort_key_that_is_not_met_is_a_conflict(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_transition moved;
    new_payment(db, "expected");
    struct pawl_opts opts = {.expect_sort_key = 20};
    expect(PAWL_CONFLICT, payment_submit(db, "expected", &to_bank, &opts, &moved, &err));
    expect_message("payment expected: submit expects sort_key 20, and it is 10, in pending_submission");
    assert_int_equal(moved.from, PAYMENT_STATE_PENDING_SUBMISSION);
    assert_int_equal(moved.sort_key, 10);
    opts.expect_sort_key = 10;
    expect(PAWL_OK, payment_submit(db, "expected", &to_bank, &opts, &moved, &err));
    assert_int_equal(moved.sort_key, 20);
    /* an earlier request is found before its own move could be a conflict */
    opts = (struct pawl_opts){.expect_sort_key = 20, .request_id = "r-1"};
    expect(PAWL_OK, payment_confirm(db, "expected", &opts, NULL, &err));
    expect(PAWL_OK, payment_confirm(db, "expected", &opts, NULL, &err));
    expect_payment(db, "expected", "paid|3\n");
    execute(db, "insert into payments (id) values ('unborn')");
    expect(PAWL_MISUSE, payment_create(db, "unborn", &ten_euros, &opts, NULL, &err));
    expect_message("payment unborn: create cannot expect the sort_key 20");
}

/* ---- connections that are cut --------------------------------------------------------------------- */

static void make_payment(struct pawl_db *admin, const char *id) {
    if (on_mariadb()) {
        new_payment(admin, id);
        return;
    }
    execute(admin, "insert into payments (id) values ('%s'); select payment_create('%s', 1000, 'EUR')", id,
            id);
}

static void get_payment(struct pawl_db *db, const char *id) {
    struct payment_current current;
    expect(PAWL_OK, payment_get(db, id, &current, &err));
}

static bool submit_with_id(const struct cut *cut) {
    struct payment_transition first, again;
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    expect(PAWL_OK, submit_once(cut->db, cut->id, &first));
    bool has_cut = cut_proxy_has_cut(cut->proxy);
    expect(PAWL_OK, submit_once(cut->db, cut->id, &again));
    assert_same_move(&first, &again);
    expect_payment(cut->admin, cut->id, "submitted|2\n");
    return has_cut;
}

static void p7_move_with_an_id_happens_once_wherever_the_connection_is_cut(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* a library in one's own process has no connection */
    at_every_byte("id", make_payment, get_payment, submit_with_id);
}

/* OK is done, DB is not done, and UNKNOWN may be either. */
static void expect_truth(struct pawl_db *admin, const char *id, enum pawl_status status) {
    if (status != PAWL_OK)
        wait_until_server_is_done(admin);
    if (status == PAWL_OK)
        expect_payment(admin, id, "submitted|2\n");
    else if (status == PAWL_DB)
        expect_payment(admin, id, "pending_submission|1\n");
    else
        assert_int_equal(status, PAWL_UNKNOWN);
}

static bool submit_without_id(const struct cut *cut) {
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    enum pawl_status status = submit(cut->db, cut->id);
    bool has_cut = cut_proxy_has_cut(cut->proxy);
    expect_truth(cut->admin, cut->id, status);
    return has_cut;
}

static void p7_move_without_an_id_is_never_answered_wrongly(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* as above */
    at_every_byte("no", make_payment, get_payment, submit_without_id);
}

static bool submit_in_transaction(const struct cut *cut) {
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    enum pawl_status status = pawl_begin(cut->db, &err);
    if (status == PAWL_OK)
        status = submit_once(cut->db, cut->id, NULL);
    if (status == PAWL_OK)
        status = pawl_commit(cut->db, &err);
    else if (pawl_in_transaction(cut->db))
        expect(PAWL_OK, pawl_rollback(cut->db, &err));
    bool has_cut = cut_proxy_has_cut(cut->proxy);
    expect_truth(cut->admin, cut->id, status);
    expect(PAWL_OK, pawl_begin(cut->db, &err));
    expect(PAWL_OK, submit_once(cut->db, cut->id, NULL));
    expect(PAWL_OK, pawl_commit(cut->db, &err));
    expect_payment(cut->admin, cut->id, "submitted|2\n");
    return has_cut;
}

static void p7_transaction_with_an_id_happens_once_wherever_the_connection_is_cut(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* as above */
    at_every_byte("tx", make_payment, get_payment, submit_in_transaction);
}

static void expect_both(const struct cut *cut, struct pawl_transition moved[2]) {
    const struct pawl_opts one = {.request_id = "one"}, two = {.request_id = "two"};
    const struct pawl_request both[] = {payment_submit_move(cut->id, &to_bank, &one),
                                        payment_confirm_move(cut->id, &two)};
    expect(PAWL_OK, pawl_fire_all(cut->db, both, 2, moved, NULL, &err));
}

static bool submit_and_confirm(const struct cut *cut) {
    struct pawl_transition first[2], again[2];
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    expect_both(cut, first);
    bool has_cut = cut_proxy_has_cut(cut->proxy);
    expect_both(cut, again);
    expect_same_moves(first, again, 2);
    expect_payment(cut->admin, cut->id, "paid|3\n");
    return has_cut;
}

static void p7_moves_together_with_ids_happen_once_wherever_the_connection_is_cut(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* as above */
    at_every_byte("all", make_payment, get_payment, submit_and_confirm);
}

/* Without ids: none of them, or nobody knows. */
static bool submit_and_confirm_without_ids(const struct cut *cut) {
    const struct pawl_request both[] = {payment_submit_move(cut->id, &to_bank, NULL),
                                        payment_confirm_move(cut->id, NULL)};
    struct pawl_transition moved[2];
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    enum pawl_status status = pawl_fire_all(cut->db, both, 2, moved, NULL, &err);
    bool has_cut = cut_proxy_has_cut(cut->proxy);
    if (status != PAWL_OK)
        wait_until_server_is_done(cut->admin);
    if (status == PAWL_OK)
        expect_payment(cut->admin, cut->id, "paid|3\n");
    else if (status == PAWL_DB)
        expect_payment(cut->admin, cut->id, "pending_submission|1\n");
    else
        assert_int_equal(status, PAWL_UNKNOWN);
    return has_cut;
}

static void p7_moves_together_without_ids_are_never_answered_wrongly(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* as above */
    at_every_byte("all without", make_payment, get_payment, submit_and_confirm_without_ids);
}

/* What was opened knows its session, also where something was cut: what was sent there can be ended. */
static bool open_and_be_refused(const struct cut *cut) {
    struct pawl_db *db = NULL;
    if (cut->byte % 8 != 0)
        return true; /* all that is said is longer, and each costs three connections */
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    const enum pawl_status status = pawl_open(&db, cut_proxy_where(cut->proxy), &err);
    const bool has_cut = cut_proxy_has_cut(cut->proxy);
    if (status != PAWL_OK) {
        expect(PAWL_DB, status);
        return has_cut;
    }
    /* connects again where opening has not noticed, and prepares the statement */
    expect(PAWL_ILLEGAL, payment_confirm(db, cut->id, &first_request, NULL, &err));
    cut_proxy_arm(cut->proxy, TO_CLIENT, 0);
    const enum pawl_status refused = payment_confirm(db, cut->id, &first_request, NULL, &err);
    const bool has_lost = cut_proxy_has_cut(cut->proxy);
    pawl_close(db);
    /* on nodes it may still be done, whatever has become of the coordinator's process */
    expect(has_all_machines ? PAWL_ILLEGAL : PAWL_UNKNOWN, refused);
    assert_true(has_lost);
    return has_cut;
}

static void p7_refusal_counts_wherever_opening_was_cut(void **state) {
    (void)state;
    if (on_sqlite() || through_pool())
        skip(); /* as above, and a pool connects by itself */
    at_every_byte("opens", make_payment, get_payment, open_and_be_refused);
}

/* ---- nodes that break off ------------------------------------------------------------------------- */

/* Every other write fails as on Citus, whose own words are in the name. What a node has committed it cannot.
 */
static void break_off(const char *name, const char *sqlstate, const char *message) {
    execute(open_administrator(),
            "create sequence if not exists breaks; grant usage on sequence breaks to public;"
            "create or replace function public.\"%s\"() returns trigger language plpgsql as $$ begin"
            " if nextval('public.breaks') %% 2 = 1 then raise exception using errcode = '%s', message = "
            "'%s'; end if;"
            " return new; end $$;"
            "create or replace trigger breaks before update on payment_current for each row"
            " execute function public.\"%s\"()",
            name, sqlstate, message, name);
}

static void p7_node_that_breaks_off_may_have_done_it(void **state) {
    (void)state;
    static const char *const ways[][3] = {
        {"while executing command on node", "XX000", "server closed the connection unexpectedly"},
        {"while executing command on node", "57P02", "terminating connection because of crash"},
        {"breaks", "08006", "connection to the remote node pawl_owner@node:1 failed"},
    };
    if (has_all_machines || on_citus())
        skip(); /* one node does not break off; tests/citus/run kills those of Citus */
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct pawl_db *db = open_application();
        char without[16], with[16], together[16];
        snprintf(without, sizeof without, "without%zu", i);
        snprintf(with, sizeof with, "with%zu", i);
        snprintf(together, sizeof together, "together%zu", i);
        new_payment(open_administrator(), without);
        new_payment(open_administrator(), with);
        new_payment(open_administrator(), together);
        break_off(ways[i][0], ways[i][1], ways[i][2]);
        expect(PAWL_UNKNOWN, submit(db, without));
        expect_message_has(ways[i][2]);
        assert_non_null(strstr(err.help, "may have been done"));
        expect(PAWL_OK, submit(db, without));
        expect(PAWL_OK, submit_once(db, with, NULL)); /* sent again */
        expect_payment(db, with, "submitted|2\n");
        /* within a transaction nothing is committed, so nothing can have been done */
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_DB, submit(db, together));
        expect(PAWL_OK, pawl_rollback(db, &err));
        expect_payment(db, together, "pending_submission|1\n");
        execute(open_administrator(), "drop trigger breaks on payment_current; drop sequence breaks");
    }
}

static void shard_that_was_moved_is_looked_for_again(void **state) {
    (void)state;
    if (has_all_machines || on_citus())
        skip();
    struct pawl_db *db = open_application();
    new_payment(open_administrator(), "moved");
    new_payment(open_administrator(), "moved together");
    break_off("breaks", "XX000", "could not find valid entry for shard placement 7");
    expect(PAWL_OK, submit(db, "moved")); /* sent again, and made once */
    expect_payment(db, "moved", "submitted|2\n");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_DB, submit(db, "moved together"));
    assert_true(err.retryable);
    expect(PAWL_OK, pawl_rollback(db, &err));
    break_off("breaks", "XX000", "invalid page in block 3 of relation");
    execute(open_administrator(), "alter sequence breaks restart");
    expect(PAWL_DB, submit(db, "moved together"));
    assert_false(err.retryable);
    execute(open_administrator(), "drop trigger breaks on payment_current; drop sequence breaks");
}

/* What was lost of these changed nothing, so it is sent again, and the caller need not know. */
static bool read_once(const struct cut *cut) {
    struct payment_history history;
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    expect(PAWL_OK, payment_history(cut->db, cut->id, &history, &err));
    assert_int_equal(history.count, 1);
    return cut_proxy_has_cut(cut->proxy);
}

static bool begin_once(const struct cut *cut) {
    cut_proxy_arm(cut->proxy, cut->direction, cut->byte);
    expect(PAWL_OK, pawl_begin(cut->db, &err));
    get_payment(cut->db, cut->id); /* which takes it along */
    bool has_cut = cut_proxy_has_cut(cut->proxy);
    pawl_rollback(cut->db, NULL);
    return has_cut;
}

static void reads_survive_a_connection_that_is_cut(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* as above */
    at_every_byte("read", make_payment, get_payment, read_once);
}

static void begin_survives_a_connection_that_is_cut(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* as above */
    at_every_byte("begin", make_payment, get_payment, begin_once);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p7_same_request_is_answered_with_what_it_did),
        TEST(p7_same_creation_is_answered_with_what_it_did),
        TEST(p7_same_id_for_another_request_is_reused),
        TEST(p7_ids_are_the_entitys_own),
        TEST(p7_refusals_and_what_was_rolled_back_are_not_remembered),
        TEST(p7_of_many_at_once_all_get_the_same_answer),
        TEST(bad_ids_are_misuse),
        TEST(older_callers_know_less_options),
        TEST(expected_sort_key_that_is_not_met_is_a_conflict),
        TEST(p7_move_with_an_id_happens_once_wherever_the_connection_is_cut),
        TEST(p7_move_without_an_id_is_never_answered_wrongly),
        TEST(p7_transaction_with_an_id_happens_once_wherever_the_connection_is_cut),
        TEST(p7_moves_together_with_ids_happen_once_wherever_the_connection_is_cut),
        TEST(p7_moves_together_without_ids_are_never_answered_wrongly),
        TEST(p7_refusal_counts_wherever_opening_was_cut),
        TEST(p7_node_that_breaks_off_may_have_done_it),
        TEST(shard_that_was_moved_is_looked_for_again),
        TEST(reads_survive_a_connection_that_is_cut),
        TEST(begin_survives_a_connection_that_is_cut),
    };
    moves_only(&payment_machine, NULL);
    return run_suite(tests);
}
