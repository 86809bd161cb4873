#include "machines.h"

#include <time.h>

static void get_reads_where_an_entity_is(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_current current;
    expect(PAWL_NOT_FOUND, payment_get(db, "get", &current, &err));
    expect_message_has("payment get");
    new_payment(db, "get");
    expect(PAWL_OK, payment_get(db, "get", &current, &err));
    assert_string_equal(current.id, "get");
    assert_int_equal(current.state, PAYMENT_STATE_PENDING_SUBMISSION);
    assert_int_equal(current.sort_key, 10);
    int64_t now_us = (int64_t)time(NULL) * 1000000;
    assert_true(current.since_us > now_us - 60000000 && current.since_us < now_us + 60000000);
    expect(PAWL_OK, submit(db, "get"));
    expect(PAWL_OK, payment_get(db, "get", &current, &err));
    assert_int_equal(current.state, PAYMENT_STATE_SUBMITTED);
    assert_int_equal(current.sort_key, 20);
}

static void history_reads_all_moves_with_what_they_carried(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_history history;
    expect(PAWL_NOT_FOUND, payment_history(db, "story", &history, &err));
    execute(db, "insert into payments (id) values ('story')");
    struct pawl_opts opts = {.actor = "ops@example"};
    struct payment_create_args create = {.amount = INT64_MAX, .currency = "d'or \"\\ \xe2\x82\xac"};
    struct payment_cancel_args cancel = {.reason = NULL};
    expect(PAWL_OK, payment_create(db, "story", &create, NULL, NULL, &err));
    expect(PAWL_OK, submit(db, "story"));
    expect(PAWL_OK, payment_cancel(db, "story", &cancel, &opts, NULL, &err));
    expect(PAWL_OK, payment_history(db, "story", &history, &err));
    assert_int_equal(history.count, 3);

    const struct payment_record *created = &history.rows[0];
    assert_int_equal(created->event, PAYMENT_EVENT_CREATE);
    assert_int_equal(created->from, PAYMENT_STATE_NONE);
    assert_int_equal(created->to, PAYMENT_STATE_PENDING_SUBMISSION);
    assert_int_equal(created->sort_key, 10);
    assert_true(created->amount.set && created->amount.value == INT64_MAX);
    assert_string_equal(created->currency, create.currency);
    assert_null(created->submission_id);
    assert_null(created->reason);
    assert_true(strlen(created->actor) > 0);
    if (on_postgres()) {
        char *login = rows_of(db, "select session_user");
        login[strcspn(login, "\n")] = '\0';
        assert_string_equal(created->actor, login);
        free(login);
    }

    const struct payment_record *submitted = &history.rows[1];
    assert_false(submitted->amount.set);
    assert_string_equal(submitted->submission_id, "SB1");

    const struct payment_record *cancelled = &history.rows[2];
    assert_int_equal(cancelled->from, PAYMENT_STATE_SUBMITTED);
    assert_int_equal(cancelled->to, PAYMENT_STATE_CANCELLED);
    assert_null(cancelled->reason);
    assert_string_equal(cancelled->actor, "ops@example");
    assert_true(cancelled->created_at_us >= submitted->created_at_us);
}

static void every_type_comes_back_as_it_went_in(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const int64_t key = INT64_MIN + 1;
    execute(db, "insert into samples (number) values (%lld), (0)", (long long)key);
    struct sample_create_args create = {
        .words = "", .big = INT64_MIN, .small = INT32_MIN, .yes = true, .due = -1};
    expect(PAWL_OK, sample_create(db, key, &create, NULL, NULL, &err));
    struct sample_change_args nothing = {0};
    expect(PAWL_OK, sample_change(db, key, &nothing, NULL, NULL, &err));
    struct sample_change_args all = {.new_words = "new\nline",
                                     .new_big = {true, INT64_MAX},
                                     .new_small = {true, INT32_MAX},
                                     .new_yes = {true, false},
                                     .new_due = {true, 1700000000123456}};
    expect(PAWL_OK, sample_change(db, key, &all, NULL, NULL, &err));

    struct sample_history history;
    expect(PAWL_OK, sample_history(db, key, &history, &err));
    assert_int_equal(history.count, 3);
    const struct sample_record *record = &history.rows[0];
    assert_string_equal(record->words, "");
    assert_true(record->big.set && record->big.value == INT64_MIN);
    assert_true(record->small.set && record->small.value == INT32_MIN);
    assert_true(record->yes.set && record->yes.value);
    assert_true(record->due.set && record->due.value_us == -1);
    assert_false(record->new_big.set || record->new_small.set || record->new_yes.set || record->new_due.set);
    assert_null(record->new_words);
    record = &history.rows[1];
    assert_false(record->big.set || record->small.set || record->yes.set || record->due.set);
    assert_false(record->new_big.set || record->new_small.set || record->new_yes.set || record->new_due.set);
    assert_null(record->new_words);
    record = &history.rows[2];
    assert_string_equal(record->new_words, "new\nline");
    assert_true(record->new_big.set && record->new_big.value == INT64_MAX);
    assert_true(record->new_small.set && record->new_small.value == INT32_MAX);
    assert_true(record->new_yes.set && !record->new_yes.value);
    assert_true(record->new_due.set && record->new_due.value_us == 1700000000123456);

    struct sample_current current;
    expect(PAWL_OK, sample_get(db, key, &current, &err));
    assert_true(current.id == key);
    assert_int_equal(current.state, SAMPLE_STATE_CHANGED);
    expect_rows(db, "has been changed\n", "select state from sample_current where sample_id = %lld",
                (long long)key);
    expect(PAWL_OK, sample_create(db, 0, &create, NULL, NULL, &err));
    expect(PAWL_NOT_FOUND, sample_create(db, 7, &create, NULL, NULL, &err));
    expect_message_has("sample 7");
}

/* SQL's own callers on MariaDB, whose types hold more than libpawl can read again. */
static void p10_what_a_text_or_a_bool_of_mariadb_holds_besides_is_misuse(void **state) {
    (void)state;
    if (!on_mariadb())
        skip();
    struct pawl_db *db = open_application();
    const struct sample_create_args create = {.words = ""};
    execute(db, "insert into samples (number) values (77)");
    expect(PAWL_OK, sample_create(db, 77, &create, NULL, NULL, &err));
    char *database = rows_of(db, "select database()");
    static const char *const given[][2] = {
        {"concat('a', char(0))", "null"}, {"null", "2"}, {"null", "-1"}, {"'a'", "true"}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        expect_rows(db, i == 3 ? "OK\n" : "MISUSE\n",
                    "select json_value(%.*s_pawl.sample_change$9(77, %s, null, null, %s, null, null, null,"
                    " null), '$.status')",
                    (int)strcspn(database, "\n"), database, given[i][0], given[i][1]);
    free(database);
}

static void last_to_reads_the_last_move_to_a_state(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct door_record record;
    expect(PAWL_OK, door_create(db, "last", NULL, NULL, &err));
    expect(PAWL_NOT_FOUND, door_last_to(db, "last", DOOR_STATE_OPENED, &record, &err));
    expect_message("door last: no transition has led to opened");
    for (int i = 0; i < 4; i++)
        expect(PAWL_OK, door_flip(db, "last", &(struct pawl_opts){.actor = "flipper"}, NULL, &err));
    expect(PAWL_OK, door_last_to(db, "last", DOOR_STATE_OPENED, &record, &err));
    assert_int_equal(record.sort_key, 40);
    assert_int_equal(record.event, DOOR_EVENT_FLIP);
    assert_int_equal(record.from, DOOR_STATE_CLOSED);
    assert_string_equal(record.actor, "flipper");
    expect(PAWL_OK, door_last_to(db, "last", DOOR_STATE_CLOSED, &record, &err));
    assert_int_equal(record.sort_key, 50);
    expect(PAWL_NOT_FOUND, door_last_to(db, "nobody", DOOR_STATE_CLOSED, &record, &err));
    expect(PAWL_MISUSE, door_last_to(db, "last", DOOR_STATE_NONE, &record, &err));
    expect(PAWL_MISUSE, door_last_to(db, "last", DOOR_STATE_CLOSED, NULL, &err));
}

static void what_is_typed_is_fired(void **state) {
    (void)state;
    static const char *const texts[] = {"words=a=b 'c'", "big=-5", "small=7", "yes=true",
                                        "due=2026-05-01T12:00:00.25+02:00"};
    static const struct {
        const char *key, *event;
        const char *texts[2];
        size_t count;
        const char *message;
    } wrong[] = {
        {"x", "create", {NULL}, 0, "sample: its keys are whole numbers of 64 bits, not `x`"},
        {"1", "kreate", {NULL}, 0, "sample has no event kreate"},
        {"1", "create", {"words=1"}, 1, "create needs big: add big=VALUE"},
        {"1", "create", {"words"}, 1, "expected NAME=VALUE, got `words`"},
        {"1", "create", {NULL}, 1, "expected NAME=VALUE, got `NULL`"},
        {"1", "create", {"wrods=1"}, 1, "create has no parameter wrods"},
        {"1", "create", {"big=1", "big=2"}, 2, "big is given twice"},
        {"1", "create", {"big=1e3"}, 1, "big: `1e3` is not a whole number of 64 bits"},
        {"1",
         "create",
         {"due=2026-02-30"},
         1,
         "due: `2026-02-30` is not a time such as 2026-11-21T10:30:00Z"},
    };
    struct pawl_db *db = open_application();
    struct pawl_transition moved;
    struct sample_record record;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        expect(PAWL_MISUSE, pawl_fire_text(db, &sample_machine, wrong[i].key, wrong[i].event, wrong[i].texts,
                                           wrong[i].count, NULL, NULL, &err));
        expect_message(wrong[i].message);
    }
    execute(db, "insert into samples (number) values (-4711)");
    expect(PAWL_OK, pawl_fire_text(db, &sample_machine, "-4711", "create", texts,
                                   sizeof texts / sizeof *texts, NULL, &moved, &err));
    assert_int_equal(moved.sort_key, 10);
    expect(PAWL_OK, sample_creation(db, -4711, &record, &err));
    assert_string_equal(record.words, "a=b 'c'");
    assert_int_equal(record.big.value, -5);
    assert_int_equal(record.small.value, 7);
    assert_true(record.yes.value);
    assert_true(record.due.value_us == INT64_C(1777629600250000));
    expect(PAWL_EXISTS, pawl_fire_text(db, &sample_machine, "-4711", "create", texts,
                                       sizeof texts / sizeof *texts, NULL, NULL, &err));
}

static void creation_reads_the_first_move(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_record record;
    new_payment(db, "created");
    expect(PAWL_OK, submit(db, "created"));
    expect(PAWL_OK, payment_creation(db, "created", &record, &err));
    assert_int_equal(record.sort_key, 10);
    assert_int_equal(record.event, PAYMENT_EVENT_CREATE);
    assert_true(record.amount.set);
    assert_int_equal(record.amount.value, ten_euros.amount);
    assert_string_equal(record.currency, ten_euros.currency);
    assert_null(record.submission_id);
    expect(PAWL_NOT_FOUND, payment_creation(db, "nobody", &record, &err));
    expect(PAWL_MISUSE, payment_creation(db, "created", NULL, &err));
}

static void why_reads_what_is_possible_now(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct pawl_reason reasons[PAYMENT_EVENT_COUNT + 1];
    new_payment(db, "possible");
    expect(PAWL_OK, submit(db, "possible"));
    expect(PAWL_OK, payment_why(db, "possible", NULL, reasons, &err));
    assert_int_equal(reasons[PAYMENT_EVENT_CREATE].status, PAWL_EXISTS);
    assert_int_equal(reasons[PAYMENT_EVENT_SUBMIT].status, PAWL_ILLEGAL);
    assert_int_equal(reasons[PAYMENT_EVENT_CONFIRM].status, PAWL_OK);
    assert_int_equal(reasons[PAYMENT_EVENT_CONFIRM].to, PAYMENT_STATE_PAID);
    assert_int_equal(reasons[PAYMENT_EVENT_CANCEL].status, PAWL_OK);
    expect(PAWL_NOT_FOUND, payment_why(db, "nobody", NULL, reasons, &err));
    assert_int_equal(reasons[PAYMENT_EVENT_CANCEL].status, PAWL_NOT_FOUND);
    expect(PAWL_MISUSE, payment_why(db, "possible", NULL, NULL, &err));
}

static void why_names_a_locked_row_and_does_not_wait(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *admin = open_administrator();
    struct pawl_reason reasons[PAYMENT_EVENT_COUNT + 1];
    if (on_sqlite() || strcmp(STATE, "state") != 0) /* without current rows the entity is locked */
        skip();
    new_payment(db, "row");
    expect(PAWL_OK, pawl_begin(admin, &err));
    execute(admin, "select 1 from " HEADS("payment") " where payment_id = 'row' for update");
    expect(PAWL_OK, payment_why(db, "row", NULL, reasons, &err));
    assert_int_equal(reasons[PAYMENT_EVENT_SUBMIT].status, PAWL_LOCKED);
    assert_string_equal(reasons[PAYMENT_EVENT_SUBMIT].detail, "another transaction has locked its row");
    expect(PAWL_OK, pawl_rollback(admin, &err));
    expect(PAWL_OK, payment_why(db, "row", NULL, reasons, &err));
    assert_int_equal(reasons[PAYMENT_EVENT_SUBMIT].status, PAWL_OK);
}

static void in_state_reads_page_by_page(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    char key[16];
    for (int i = 0; i < 10; i++) {
        snprintf(key, sizeof key, "page%d", i);
        expect(PAWL_OK, door_create(db, key, NULL, NULL, &err));
        expect(PAWL_OK, door_lock(db, key, NULL, NULL, &err));
    }
    /* at the same moment, so that only the key tells them apart */
    forge("update " HEADS("door") " set " SINCE " = (select max(" SINCE
                                  ") from " HEADS("door") ") where " STATE " = 'locked'");
    struct door_page page;
    struct door_current last;
    int seen = 0;
    expect(PAWL_OK, door_in_state(db, DOOR_STATE_LOCKED, NULL, 3, &page, &err));
    while (page.count) {
        assert_true(page.count <= 3);
        for (size_t i = 0; i < page.count; i++) {
            snprintf(key, sizeof key, "page%d", seen++);
            assert_string_equal(page.rows[i].id, key);
            assert_int_equal(page.rows[i].state, DOOR_STATE_LOCKED);
            assert_int_equal(page.rows[i].sort_key, 20);
        }
        last = page.rows[page.count - 1];
        expect(PAWL_OK, door_in_state(db, DOOR_STATE_LOCKED, &last, 3, &page, &err));
    }
    assert_int_equal(seen, 10);
    expect(PAWL_OK, door_in_state(db, DOOR_STATE_OPENED, NULL, 3, &page, &err));
    assert_int_equal(page.count, 0);
    expect(PAWL_MISUSE, door_in_state(db, DOOR_STATE_NONE, NULL, 3, &page, &err));
    expect(PAWL_MISUSE, door_in_state(db, DOOR_STATE_LOCKED, NULL, 0, &page, &err));
}

/* Of those whose key begins so: how many pages of `limit` brought, in their order, as "key state". */
static void read_others(struct pawl_db *db, enum door_state state, size_t limit, const char *prefix,
                        char *seen) {
    struct door_page page;
    struct door_current last;
    const struct door_current *after = NULL;
    do {
        expect(PAWL_OK, door_not_in_state(db, state, after, limit, &page, &err));
        assert_true(page.count <= limit);
        for (size_t i = 0; i < page.count; i++) {
            assert_true(page.rows[i].state != state);
            if (strncmp(page.rows[i].id, prefix, strlen(prefix)) == 0)
                seen += sprintf(seen, "%s %s\n", page.rows[i].id, page.rows[i].stored);
        }
        if (page.count)
            last = page.rows[page.count - 1];
        after = &last;
    } while (page.count);
}

static void not_in_state_reads_the_others_page_by_page(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    char key[16], seen[1024] = "";
    static const char expected[] = "other2 ajar\n"
                                   "other0 closed\nother4 closed\nother6 closed\n"
                                   "other1 opened\nother3 opened\nother7 opened\n";
    for (int i = 0; i < 8; i++) {
        snprintf(key, sizeof key, "other%d", i);
        expect(PAWL_OK, door_create(db, key, NULL, NULL, &err));
        if (i % 2)
            expect(PAWL_OK,
                   i == 5 ? door_lock(db, key, NULL, NULL, &err) : door_open(db, key, NULL, NULL, &err));
    }
    /* at the same moment, so that only the key tells them apart; one where a newer program has led it */
    forge("update " HEADS("door") " set " SINCE " = (select max(" SINCE
                                  ") from " HEADS("door") ") where door_id like 'other%'");
    forge("update " HEADS("door") " set " STATE " = 'ajar' where door_id = 'other2'" LATEST);
    for (size_t limit = 1; limit < 9; limit++) {
        seen[0] = '\0';
        read_others(db, DOOR_STATE_LOCKED, limit, "other", seen);
        assert_string_equal(seen, expected);
    }
    seen[0] = '\0';
    read_others(db, DOOR_STATE_CLOSED, 2, "other", seen);
    assert_string_equal(seen, "other2 ajar\nother5 locked\nother1 opened\nother3 opened\nother7 opened\n");
    forge("update " HEADS("door") " set " STATE " = 'closed' where door_id = 'other2'" LATEST);
    struct door_page page;
    expect(PAWL_MISUSE, door_not_in_state(db, DOOR_STATE_NONE, NULL, 3, &page, &err));
    expect(PAWL_MISUSE, door_not_in_state(db, DOOR_STATE_LOCKED, NULL, 0, &page, &err));
    expect(PAWL_MISUSE, door_not_in_state(db, DOOR_STATE_LOCKED, NULL, 3, NULL, &err));
}

static size_t count_unindexed(const struct ticket_page *page) {
    size_t count = 0;
    for (size_t i = 0; i < page->count; i++)
        count += strncmp(page->rows[i].id, "unindexed", strlen("unindexed")) == 0;
    return count;
}

static void unindexed_machine_is_read_alike(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    int64_t before[TICKET_STATE_COUNT + 1], counts[TICKET_STATE_COUNT + 1];
    expect(PAWL_OK, ticket_count_by_state(db, before, &err));
    char key[16];
    for (int i = 0; i < 5; i++) {
        snprintf(key, sizeof key, "unindexed%d", i);
        expect(PAWL_OK, ticket_create(db, key, NULL, NULL, &err));
        if (i < 3)
            expect(PAWL_OK,
                   ticket_take(db, key, &(struct ticket_take_args){.who = "somebody"}, NULL, NULL, &err));
    }
    struct ticket_page page;
    struct ticket_current last;
    size_t taken = 0;
    for (const struct ticket_current *after = NULL;; after = &last) {
        expect(PAWL_OK, ticket_in_state(db, TICKET_STATE_TAKEN, after, 2, &page, &err));
        if (page.count == 0)
            break;
        taken += count_unindexed(&page);
        last = page.rows[page.count - 1];
    }
    assert_int_equal(taken, 3);
    expect(PAWL_OK, ticket_not_in_state(db, TICKET_STATE_TAKEN, NULL, 1000, &page, &err));
    assert_int_equal(count_unindexed(&page), 2);
    expect(PAWL_OK, ticket_count_by_state(db, counts, &err));
    assert_int_equal(counts[TICKET_STATE_TAKEN], before[TICKET_STATE_TAKEN] + 3);
}

static void move_to_fires_the_event_that_alone_leads_there(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct ticket_transition moved;
    struct pawl_opts opts = {.request_id = "r-1", .actor = "me"};
    expect(PAWL_OK, ticket_create(db, "there", NULL, NULL, &err));
    expect(PAWL_OK, ticket_move_to(db, "there", TICKET_STATE_CLOSED, &opts, &moved, &err));
    assert_int_equal(moved.event, TICKET_EVENT_CLOSE);
    assert_int_equal(moved.from, TICKET_STATE_OPEN);
    assert_int_equal(moved.to, TICKET_STATE_CLOSED);
    expect(PAWL_OK, ticket_move_to(db, "there", TICKET_STATE_CLOSED, &opts, NULL, &err));
    expect(PAWL_ILLEGAL, ticket_move_to(db, "there", TICKET_STATE_CLOSED, NULL, &moved, &err));
    expect_message("ticket there: close is not allowed in closed");
    expect_rows(db, "close|me||closed\n",
                "select event, actor, why, to_state from ticket_transitions"
                " where ticket_id = 'there' and sort_key > 10");
    expect(PAWL_NOT_FOUND, ticket_move_to(db, "nowhere", TICKET_STATE_CLOSED, NULL, NULL, &err));
    /* two events lead to open, and the one that leads to taken needs a parameter */
    expect(PAWL_MISUSE, ticket_move_to(db, "there", TICKET_STATE_OPEN, NULL, NULL, &err));
    expect(PAWL_MISUSE, ticket_move_to(db, "there", TICKET_STATE_TAKEN, NULL, NULL, &err));
    expect_message(
        "ticket: there is no single event for taken: one that leads only there, needs no parameter, and "
        "is neither a timer's nor one that creates");
    expect(PAWL_MISUSE, ticket_move_to(db, "there", TICKET_STATE_NONE, NULL, NULL, &err));
    /* flip leads to closed, too */
    assert_int_equal(door_machine.move_to[DOOR_STATE_OPENED], 0);
    assert_int_equal(door_machine.move_to[DOOR_STATE_LOCKED], DOOR_EVENT_LOCK);
}

static void count_by_state_counts(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    int64_t before[PAYMENT_STATE_COUNT + 1], after[PAYMENT_STATE_COUNT + 1];
    expect(PAWL_OK, payment_count_by_state(db, before, &err));
    new_payment(db, "count1");
    new_payment(db, "count2");
    expect(PAWL_OK, submit(db, "count2"));
    expect(PAWL_OK, payment_count_by_state(db, after, &err));
    assert_int_equal(after[0], 0);
    assert_int_equal(after[PAYMENT_STATE_PENDING_SUBMISSION] - before[PAYMENT_STATE_PENDING_SUBMISSION], 1);
    assert_int_equal(after[PAYMENT_STATE_SUBMITTED] - before[PAYMENT_STATE_SUBMITTED], 1);
    assert_int_equal(after[PAYMENT_STATE_PAID], before[PAYMENT_STATE_PAID]);
}

static void state_of_a_newer_program_is_unknown(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_current current;
    int64_t counts[PAYMENT_STATE_COUNT + 1];
    new_payment(db, "newer");
    forge("update " HEADS("payment") " set " STATE " = 'refunded' where payment_id = 'newer'" LATEST);
    expect(PAWL_OK, payment_get(db, "newer", &current, &err));
    assert_int_equal(current.state, PAYMENT_STATE_UNKNOWN);
    assert_string_equal(current.stored, "refunded");
    expect(PAWL_OK, payment_count_by_state(db, counts, &err));
    assert_int_equal(counts[0], 1);
    expect(PAWL_ILLEGAL, submit(db, "newer"));
    expect_message("payment newer: submit is not allowed in refunded");
    expect_payment(db, "newer", "refunded|1\n");
}

static void tables_answer_without_a_database(void **state) {
    (void)state;
    assert_int_equal(payment_next(PAYMENT_STATE_NONE, PAYMENT_EVENT_CREATE),
                     PAYMENT_STATE_PENDING_SUBMISSION);
    assert_int_equal(payment_next(PAYMENT_STATE_PAID, PAYMENT_EVENT_CANCEL), PAYMENT_STATE_NONE);
    assert_true(payment_can(PAYMENT_STATE_SUBMITTED, PAYMENT_EVENT_CONFIRM));
    assert_false(payment_can(PAYMENT_STATE_UNKNOWN, PAYMENT_EVENT_CONFIRM));
    assert_string_equal(payment_state_name(PAYMENT_STATE_PAID), "paid");
    assert_string_equal(payment_state_label(PAYMENT_STATE_PAID), "Paid out");
    assert_string_equal(payment_state_name(PAYMENT_STATE_NONE), "");
    assert_string_equal(payment_state_name(PAYMENT_STATE_UNKNOWN), "unknown");
    assert_int_equal(payment_state_parse("submitted"), PAYMENT_STATE_SUBMITTED);
    assert_int_equal(payment_state_parse("nonsense"), PAYMENT_STATE_NONE);
    assert_int_equal(payment_state_parse(NULL), PAYMENT_STATE_NONE);
    assert_int_equal(payment_event_parse("cancel"), PAYMENT_EVENT_CANCEL);
    assert_string_equal(payment_event_label(PAYMENT_EVENT_CONFIRM), "Bank confirms");
    assert_int_equal(sample_state_parse("has been changed"), SAMPLE_STATE_CHANGED);
    assert_int_equal(sample_state_parse("changed"), SAMPLE_STATE_CHANGED);
}

/* Rows of one call may be passed to the next. */
static void result_of_a_call_outlives_the_next(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "outlives");
    struct payment_page page;
    expect(PAWL_OK, payment_in_state(db, PAYMENT_STATE_PENDING_SUBMISSION, NULL, 100, &page, &err));
    bool found = false;
    for (size_t i = 0; i < page.count && !found; i++) {
        found = strcmp(page.rows[i].id, "outlives") == 0;
        if (found)
            expect(PAWL_OK, submit(db, page.rows[i].id));
    }
    assert_true(found);
    expect_payment(db, "outlives", "submitted|2\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(get_reads_where_an_entity_is),
        TEST(history_reads_all_moves_with_what_they_carried),
        TEST(every_type_comes_back_as_it_went_in),
        TEST(p10_what_a_text_or_a_bool_of_mariadb_holds_besides_is_misuse),
        TEST(last_to_reads_the_last_move_to_a_state),
        TEST(creation_reads_the_first_move),
        TEST(what_is_typed_is_fired),
        TEST(why_reads_what_is_possible_now),
        TEST(why_names_a_locked_row_and_does_not_wait),
        TEST(in_state_reads_page_by_page),
        TEST(not_in_state_reads_the_others_page_by_page),
        TEST(unindexed_machine_is_read_alike),
        TEST(move_to_fires_the_event_that_alone_leads_there),
        TEST(count_by_state_counts),
        TEST(state_of_a_newer_program_is_unknown),
        TEST(tables_answer_without_a_database),
        TEST(result_of_a_call_outlives_the_next),
    };
    moves_only(&payment_machine, &door_machine, &sample_machine, &ticket_machine, NULL);
    return run_suite(tests);
}
