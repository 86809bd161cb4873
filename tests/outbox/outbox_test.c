#include "../support/database.h"

#include "outbox/outbox.h"
#include "parcel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int create_with_parcels(void **state) {
    if (database_create(state) != 0)
        return -1;
    struct pawl_db *db = open_administrator();
    execute(db, "create table parcels (id text primary key)");
    if (on_postgres())
        execute(db, "grant references (id) on parcels to public");
    expect(PAWL_OK, parcel_apply(db, &err));
    expect(PAWL_OK, letter_apply(db, &err));
    return close_handles(state);
}

/* Every test begins with an empty outbox. */
static int forget_outbox(void **state) {
    forge("delete from pawl_outbox");
    forge("delete from pawl_outbox_parked");
    forge(on_postgres() ? "update pawl_outbox_slots set leased_until = timestamptz 'epoch'"
                        : "update pawl_outbox_slots set leased_until = 0");
    return close_handles(state);
}
#define OUTBOX_TEST(function) cmocka_unit_test_teardown(function, forget_outbox)

static struct pawl_db *new_parcel(const char *id) {
    struct pawl_db *db = open_application();
    struct parcel_create_args args = {.weight = 1};
    execute(open_administrator(), "insert into parcels values ('%s')", id);
    expect(PAWL_OK, parcel_create(db, id, &args, NULL, NULL, &err));
    return db;
}

static void scan(struct pawl_db *db, const char *id) {
    struct parcel_scan_at_args args = {.place = "here"};
    expect(PAWL_OK, parcel_scan_at(db, id, &args, NULL, NULL, &err));
}

#define IN_THE_OUTBOX(rest)                                                                                  \
    "select entity, sort_key, event from pawl_outbox " rest " order by entity, sort_key"

/* ---- what a move writes --------------------------------------------------------------------------- */

/* One program, one answer on each database: the JSON too, byte for byte. */
static void p10_event_holds_all_that_the_move_was(void **state) {
    (void)state;
    static const char form[] = "{\"a\": 1.10, \"b\": [null, \"\\u00e4\"]}";
    struct pawl_db *db = open_application();
    struct parcel_create_args args = {.weight = -5,
                                      .note = "he said \"ä\\\"\n\x01\x7f",
                                      .price = "0001.50",
                                      .due_at = {true, -500000},
                                      .tag = "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11",
                                      .form = form,
                                      .scan = {true, {"\x00\xff\x10\x20", 4}},
                                      .amount = {true, INT64_MIN},
                                      .fragile = {true, false}};
    struct pawl_opts opts = {.request_id = "r-1", .actor = "ops"};
    struct parcel_transition moved;
    execute(open_administrator(), "insert into parcels values ('all/\"ü')");
    expect(PAWL_OK, parcel_create(db, "all/\"ü", &args, &opts, &moved, &err));
    expect_rows(db,
                "parcel|all/\"ü|10|create||announced|r-1|parcels|{\"weight\":-5,\"note\":\"he said "
                "\\\"ä\\\\\\\"\\n\\u0001\x7f\",\"price\":\"1.50\",\"due_at\":\"1969-12-31T23:59:59.500000Z\","
                "\"tag\":\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\",\"form\":{\"a\": 1.10, \"b\": [null, "
                "\"\\u00e4\"]},\"scan\":\"AP8QIA==\",\"amount\":-9223372036854775808,\"fragile\":false}\n",
                "select machine, entity, sort_key, event, from_state, to_state, request_id, topic, parameters"
                " from pawl_outbox");
    char *fingerprint = rows_of(db, "select fingerprint from pawl_outbox");
    assert_memory_equal(fingerprint, parcel_machine.fingerprint, 16);
    free(fingerprint);
    expect_rows(db, "1\n",
                "select count(*) from pawl_outbox join parcel_transitions own on own.parcel_id = entity"
                " and own.sort_key = pawl_outbox.sort_key and own.created_at = pawl_outbox.created_at");
}

#define TRACE "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

static void event_has_the_actor_and_the_trace(void **state) {
    (void)state;
    struct pawl_db *db = new_parcel("traced"), *relay = open_administrator();
    struct outbox_batch batch = {0};
    const struct parcel_scan_at_args here = {.place = "here"};
    const struct pawl_opts opts[] = {{.struct_size = sizeof *opts, .actor = "ops", .trace = TRACE},
                                     {.struct_size = sizeof *opts, .trace = TRACE}};
    for (size_t i = 0; i < 2; i++)
        expect(PAWL_OK, parcel_scan_at(db, "traced", &here, &opts[i], NULL, &err));
    expect_rows(db, "3\n",
                "select count(*) from pawl_outbox join parcel_transitions own on own.parcel_id = entity"
                " and own.sort_key = pawl_outbox.sort_key and own.actor = pawl_outbox.actor");
    expect(PAWL_OK, outbox_claim(relay, "a relay", &(struct outbox_limits){1000, PAWL_OUTBOX_SLOTS, 100},
                                 &batch, &err));
    assert_int_equal(batch.count, 3);
    for (int64_t sort_key = 10; sort_key <= 30; sort_key += 10) {
        const struct outbox_row *row = NULL;
        for (size_t i = 0; i < batch.count; i++)
            row = batch.rows[i].sort_key == sort_key ? &batch.rows[i] : row;
        const char *message = outbox_message(&batch.memory, row);
        assert_non_null(
            strstr(message, sort_key == 10 ? ",\"traceparent\":null," : ",\"traceparent\":\"" TRACE "\","));
        assert_int_equal(strstr(message, ",\"actor\":\"ops\",") != NULL, sort_key == 20);
    }
    outbox_batch_free(&batch);
}

static void p10_times_have_years_of_any_length(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    static const struct {
        int64_t time_us;
        const char *shown;
    } times[] = {{PAWL_TIME_MIN_US, "-004712-01-01T00:00:00.000000Z"},
                 {-62135596800000001, "+000000-12-31T23:59:59.999999Z"},
                 {-62135596800000000, "0001-01-01T00:00:00.000000Z"},
                 {253402300799999999, "9999-12-31T23:59:59.999999Z"},
                 {PAWL_TIME_MAX_US, "+294247-01-01T00:00:00.000000Z"}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char id[32], expected[128];
        struct parcel_create_args args = {.weight = 1, .due_at = {true, times[i].time_us}};
        snprintf(id, sizeof id, "year %zu", i);
        snprintf(expected, sizeof expected, "%s\n", times[i].shown);
        execute(open_administrator(), "insert into parcels values ('%s')", id);
        expect(PAWL_OK, parcel_create(db, id, &args, NULL, NULL, &err));
        expect_rows(db, expected,
                    on_postgres()  ? "select parameters->>'due_at' from pawl_outbox where entity = '%s'"
                    : on_mariadb() ? "select json_value(parameters, '$.due_at') from pawl_outbox"
                                     " where entity = '%s'"
                                   : "select json_extract(parameters, '$.due_at') from pawl_outbox"
                                     " where entity = '%s'",
                    id);
    }
}

static void topic_may_come_from_the_creation(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct letter_create_args args = {.channel = "post"};
    expect(PAWL_OK, letter_create(db, "posted", &args, NULL, NULL, &err));
    expect(PAWL_OK, letter_read(db, "posted", NULL, NULL, &err));
    expect(PAWL_OK, letter_create(db, "kept", NULL, NULL, NULL, &err));
    expect(PAWL_OK, letter_read(db, "kept", NULL, NULL, &err));
    expect_rows(db, "posted|10|post\nposted|20|post\n",
                "select entity, sort_key, topic from pawl_outbox order by sort_key");
}

static void p3_event_is_there_if_the_move_is(void **state) {
    (void)state;
    struct pawl_db *db = new_parcel("one");
    struct parcel_scan_at_args args = {.place = "there"};
    struct pawl_opts opts = {.request_id = "again"};
    expect_rows(db, "one|10|create\n", IN_THE_OUTBOX(""));
    expect(PAWL_REFUSED, parcel_ship(db, "one", NULL, NULL, &err));
    expect(PAWL_NOT_FOUND, parcel_ship(db, "none", NULL, NULL, &err));
    expect(PAWL_OK, parcel_scan_at(db, "one", &args, &opts, NULL, &err));
    expect(PAWL_OK, parcel_scan_at(db, "one", &args, &opts, NULL, &err));
    expect_rows(db, "one|10|create\none|20|scan_at\n", IN_THE_OUTBOX(""));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, parcel_deliver(db, "one", NULL, NULL, &err));
    expect_rows(db, "one|10|create\none|20|scan_at\none|30|deliver\n", IN_THE_OUTBOX(""));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_rows(db, "one|10|create\none|20|scan_at\n", IN_THE_OUTBOX(""));
    expect(PAWL_OK, parcel_deliver(db, "one", NULL, NULL, &err));
    expect(PAWL_ILLEGAL, parcel_deliver(db, "one", NULL, NULL, &err));
    expect_rows(db, "one|10|create\none|20|scan_at\none|30|deliver\n", IN_THE_OUTBOX(""));
}

/* What fails in the outbox fails the move. */
static void p3_no_move_without_its_event(void **state) {
    (void)state;
    struct pawl_db *db = new_parcel("unlucky"), *administrator = open_administrator();
    set_outbox_full(administrator, true);
    expect(PAWL_DB, parcel_deliver(db, "unlucky", NULL, NULL, &err));
    expect_message_has("the outbox is full");
    set_outbox_full(administrator, false);
    expect_rows(db, "announced|10\n",
                "select state, sort_key from parcel_current where parcel_id = 'unlucky'");
    expect_rows(db, "10\n", "select sort_key from parcel_transitions where parcel_id = 'unlucky'");
    expect(PAWL_OK, parcel_deliver(db, "unlucky", NULL, NULL, &err));
    expect_rows(db, "unlucky|10|create\nunlucky|20|deliver\n", IN_THE_OUTBOX(""));
}

static void many_moves_write_as_many_events(void **state) {
    (void)state;
    struct pawl_db *db = new_parcel("many 1");
    new_parcel("many 2");
    struct parcel_scan_at_item items[] = {{.id = "many 2", .args = {.place = "x"}},
                                          {.id = "many none", .args = {.place = "x"}},
                                          {.id = "many 1", .args = {.place = "y"}}};
    struct parcel_result results[3];
    expect(PAWL_OK, parcel_scan_at_many(db, items, 3, NULL, results, &err));
    assert_int_equal(results[1].status, PAWL_NOT_FOUND);
    expect_rows(db, "many 1|20|scan_at\nmany 2|20|scan_at\n", IN_THE_OUTBOX("where sort_key > 10"));
}

/* ---- what relays do --------------------------------------------------------------------------------- */

static const struct outbox_limits all_slots = {60000, PAWL_OUTBOX_SLOTS, 100};

/* What a claim has brought: "one/10 one/20 two/10", in the order of entities. Batches are freed in the end.
 */
static void expect_claimed(struct outbox_batch *batch, const char *expected) {
    char found[1024] = "";
    const char *last = "";
    for (size_t done = 0; done < batch->count;) { /* by the next entity, each in the order it came in */
        const char *next = NULL;
        for (size_t i = 0; i < batch->count; i++)
            if (strcmp(batch->rows[i].entity, last) > 0 && (!next || strcmp(batch->rows[i].entity, next) < 0))
                next = batch->rows[i].entity;
        for (size_t i = 0; i < batch->count; i++)
            if (strcmp(batch->rows[i].entity, next) == 0) {
                size_t length = strlen(found);
                snprintf(found + length, sizeof found - length, "%s%s/%d", length > 0 ? " " : "", next,
                         (int)batch->rows[i].sort_key);
                done++;
            }
        last = next;
    }
    assert_string_equal(found, expected);
}

static void claim(struct pawl_db *db, struct outbox_batch *batch, const char *expected) {
    expect(PAWL_OK, outbox_claim(db, "a relay", &all_slots, batch, &err));
    expect_claimed(batch, expected);
}

static struct outbox_row *row_of(struct outbox_batch *batch, const char *entity, int64_t sort_key) {
    for (size_t i = 0; i < batch->count; i++)
        if (strcmp(batch->rows[i].entity, entity) == 0 && batch->rows[i].sort_key == sort_key)
            return &batch->rows[i];
    fail_msg("%s/%d was not claimed", entity, (int)sort_key);
    return NULL;
}

static void only_what_was_delivered_is_deleted(void **state) {
    (void)state;
    struct pawl_db *db = new_parcel("d1"), *relay = open_administrator();
    struct outbox_batch batch = {0}, other = {0};
    new_parcel("d2");
    scan(db, "d1");
    claim(relay, &batch, "d1/10 d1/20 d2/10");
    claim(relay, &other, ""); /* leased */
    scan(db, "d1");
    row_of(&batch, "d1", 10)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &batch, 60000, &err));
    expect_rows(db, "d1|20|scan_at\nd1|30|scan_at\nd2|10|create\n", IN_THE_OUTBOX(""));
    claim(relay, &other, ""); /* the lease ran on */
    row_of(&batch, "d2", 10)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &batch, 0, &err));
    claim(relay, &other, "d1/20 d1/30");
    outbox_batch_free(&batch);
    outbox_batch_free(&other);
}

/* A relay takes what it has claimed out by where it lies, as long as nothing has moved it or been said of it.
 */
static void rows_that_lie_elsewhere_now_stay(void **state) {
    (void)state;
    if (!on_postgres())
        return;
    struct pawl_db *db = new_parcel("m1"), *relay = open_administrator();
    struct outbox_batch batch = {0};
    scan(db, "m1");
    claim(relay, &batch, "m1/10 m1/20");
    row_of(&batch, "m1", 10)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &batch, 1, &err));
    sleep_ms(20);
    claim(relay, &batch, "m1/20");
    execute(relay, "vacuum full pawl_outbox");
    scan(db, "m1"); /* lies where m1/20 was */
    row_of(&batch, "m1", 20)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &batch, 0, &err));
    assert_true(row_of(&batch, "m1", 20)->is_lost);
    expect_rows(db, "m1|20|scan_at\nm1|30|scan_at\n", IN_THE_OUTBOX(""));
    outbox_batch_free(&batch);
}

/* The answer of a settling was lost: it is sent again, when other rows have come where the first ones were.
 */
static void settling_twice_deletes_once(void **state) {
    (void)state;
    if (on_sqlite())
        return; /* its answers are not lost */
    struct pawl_db *db = new_parcel("s1"), *relay = open_administrator();
    struct outbox_batch batch = {0};
    claim(relay, &batch, "s1/10");
    row_of(&batch, "s1", 10)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &batch, 60000, &err));
    if (on_postgres())
        execute(relay, "vacuum pawl_outbox");
    scan(db, "s1");
    batch.was_settled = false;
    row_of(&batch, "s1", 10)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &batch, 0, &err));
    expect_rows(db, "s1|20|scan_at\n", IN_THE_OUTBOX(""));
    outbox_batch_free(&batch);
}

/* Of two leases one is lost, and what lay in its slot is deleted by others; the other one is settled. */
static void lost_lease_beside_one_that_holds(void **state) {
    (void)state;
    struct pawl_db *db = new_parcel("l1"), *relay = open_administrator();
    const struct outbox_limits short_lease = {1, PAWL_OUTBOX_SLOTS, 100};
    struct outbox_batch late = {0}, current = {0};
    new_parcel("l2");
    expect(PAWL_OK, outbox_claim(relay, "a slow relay", &short_lease, &late, &err));
    expect_claimed(&late, "l1/10 l2/10");
    assert_int_not_equal(row_of(&late, "l1", 10)->slot, row_of(&late, "l2", 10)->slot);
    sleep_ms(20);
    char sql[128];
    snprintf(sql, sizeof sql, "update pawl_outbox_slots set leased_until = leased_until + %s where slot = %d",
             on_postgres() ? "interval '1 hour'" : "3600000000", (int)row_of(&late, "l2", 10)->slot);
    forge(sql);
    claim(relay, &current, "l1/10");
    row_of(&late, "l1", 10)->is_delivered = row_of(&late, "l2", 10)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &late, 0, &err));
    assert_true(row_of(&late, "l1", 10)->is_lost);
    assert_false(row_of(&late, "l2", 10)->is_lost);
    expect_rows(db, "l1|10|create\n", IN_THE_OUTBOX(""));
    outbox_batch_free(&late);
    outbox_batch_free(&current);
}

static void old_claim_changes_nothing(void **state) {
    (void)state;
    struct pawl_db *db = new_parcel("o1"), *relay = open_administrator();
    const struct outbox_limits short_lease = {1, PAWL_OUTBOX_SLOTS, 100};
    struct outbox_batch late = {0}, current = {0};
    expect(PAWL_OK, outbox_claim(relay, "a slow relay", &short_lease, &late, &err));
    expect_claimed(&late, "o1/10");
    sleep_ms(20);
    claim(relay, &current, "o1/10");
    row_of(&late, "o1", 10)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &late, 0, &err));
    assert_true(row_of(&late, "o1", 10)->is_lost);
    expect(PAWL_OK, outbox_park(relay, row_of(&late, "o1", 10), "too late", &err));
    expect_rows(db, "o1|10|create\n", IN_THE_OUTBOX(""));
    claim(relay, &late, "");
    row_of(&current, "o1", 10)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &current, 0, &err));
    assert_false(row_of(&current, "o1", 10)->is_lost);
    expect_rows(db, "", IN_THE_OUTBOX(""));
    outbox_batch_free(&late);
    outbox_batch_free(&current);
}

/* On SQLite one transaction writes at a time, so none can commit late. */
static void transaction_that_commits_late_is_neither_missed_nor_waited_for(void **state) {
    (void)state;
    if (on_sqlite())
        return;
    struct pawl_db *slow = new_parcel("late"), *db = new_parcel("quick"), *relay = open_administrator();
    struct outbox_batch batch = {0};
    expect(PAWL_OK, pawl_begin(slow, &err));
    scan(slow, "late"); /* and now it is idle */
    scan(db, "quick");
    claim(relay, &batch, "late/10 quick/10 quick/20");
    for (size_t i = 0; i < batch.count; i++)
        batch.rows[i].is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &batch, 0, &err));
    scan(db, "quick");
    claim(relay, &batch, "quick/30");
    row_of(&batch, "quick", 30)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &batch, 0, &err));
    expect(PAWL_OK, pawl_commit(slow, &err));
    claim(relay, &batch, "late/20");
    outbox_batch_free(&batch);
}

static void refused_event_keeps_back_its_entity_alone(void **state) {
    (void)state;
    struct pawl_db *db = new_parcel("bad"), *relay = open_administrator();
    struct outbox_batch batch = {0};
    int64_t rows = 0;
    new_parcel("good");
    scan(db, "bad");
    claim(relay, &batch, "bad/10 bad/20 good/10");
    row_of(&batch, "good", 10)->is_delivered = true;
    expect(PAWL_OK, outbox_park(relay, row_of(&batch, "bad", 10), "it is too big", &err));
    expect(PAWL_OK, outbox_settle(relay, &batch, 0, &err));
    scan(db, "bad"); /* comes behind it */
    scan(db, "good");
    claim(relay, &batch, "good/20");
    row_of(&batch, "good", 20)->is_delivered = true;
    expect(PAWL_OK, outbox_settle(relay, &batch, 0, &err));
    expect_rows(db, "bad|10|it is too big\nbad|20|\nbad|30|\n",
                "select entity, sort_key, error from pawl_outbox_parked order by sort_key");
    expect(PAWL_OK, outbox_retry(relay, "parcel", "good", &rows, &err));
    assert_int_equal(rows, 0);
    expect(PAWL_OK, outbox_retry(relay, "parcel", "bad", &rows, &err));
    assert_int_equal(rows, 3);
    claim(relay, &batch, "bad/10 bad/20 bad/30");
    outbox_batch_free(&batch);
}

/* A batch holds the lowest rows of a slot, and leaves no gap within an entity. */
static void claim_takes_the_lowest(void **state) {
    (void)state;
    struct pawl_db *db = new_parcel("low"), *relay = open_administrator();
    const struct outbox_limits two = {60000, PAWL_OUTBOX_SLOTS, 2};
    struct outbox_batch batch = {0};
    for (int i = 0; i < 4; i++)
        scan(db, "low");
    for (int round = 0; round < 2; round++) {
        expect(PAWL_OK, outbox_claim(relay, "a relay", &two, &batch, &err));
        expect_claimed(&batch, round == 0 ? "low/10 low/20" : "low/30 low/40");
        batch.rows[0].is_delivered = batch.rows[1].is_delivered = true;
        expect(PAWL_OK, outbox_settle(relay, &batch, 0, &err));
    }
    claim(relay, &batch, "low/50");
    outbox_batch_free(&batch);
}

/* ---- protection ------------------------------------------------------------------------------------- */

static void p8_nobody_else_writes_the_outbox(void **state) {
    (void)state;
    struct pawl_db *db = new_parcel("p8"), *relay = open_administrator();
    struct outbox_batch batch = {0};
    static const char *const attempts[] = {
        "delete from pawl_outbox",
        "update pawl_outbox set topic = 'elsewhere'",
        ("insert into pawl_outbox select slot + 1, created_at, machine, entity, sort_key, event, from_state,"
         " to_state, request_id, topic, fingerprint, parameters, actor from pawl_outbox"),
        "update pawl_outbox_slots set claim = claim + 1",
        "delete from pawl_outbox_slots",
        "insert into pawl_outbox_slots (slot, claim, leased_until) values (99, 1, null)",
        "delete from pawl_outbox_parked",
        "update pawl_outbox_parked set error = null"};
    new_parcel("p8 bad");
    claim(relay, &batch, "p8/10 p8 bad/10");
    expect(PAWL_OK, outbox_park(relay, row_of(&batch, "p8 bad", 10), "bad", &err));
    char *before =
        rows_of(db, "select entity, topic, (select count(*) from pawl_outbox_parked where error = 'bad'),"
                    " (select sum(claim) from pawl_outbox_slots) from pawl_outbox");
    if (on_postgres()) /* as far as rights can go that are no ownership */
        execute(relay, "grant all on pawl_outbox, pawl_outbox_slots, pawl_outbox_parked to pawl_app");
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
        if (pawl_exec(db, attempts[i], &err) == PAWL_OK)
            fail_msg("let through: %s", attempts[i]);
    if (on_postgres()) { /* relays are operators */
        execute(relay, "revoke insert, update, delete, truncate, references, trigger on pawl_outbox,"
                       " pawl_outbox_slots, pawl_outbox_parked from pawl_app");
        expect(PAWL_DB, pawl_exec(db, "select pawl_outbox_claim('me', 1, 1, 1)", &err));
        expect(PAWL_DB, pawl_exec(db, "select pawl_outbox_retry()", &err));
        expect(PAWL_DB, pawl_exec(db,
                                  "select pawl_outbox_settle('{1}', '{1}', '{t}', 0, '{(0,1)}', '{1}', null, "
                                  "null, null, null, null)",
                                  &err));
        expect(PAWL_DB, pawl_exec(db, "select pawl_outbox_park(1, 1, 'parcel', 'p8', 10, 'x')", &err));
    }
    static const char *const calls[] = {"claim(''me'', 1, 1, 1)", "retry(null, null)",
                                        "settle(''[[1, 1]]'', 0, ''[]'')",
                                        "park(1, 1, ''parcel'', ''p8'', 10, ''x'')"};
    for (size_t i = 0; on_mariadb() && i < sizeof calls / sizeof *calls; i++) {
        char sql[160];
        snprintf(sql, sizeof sql, "execute immediate concat('select ', database(), '_pawl.pawl_outbox_%s')",
                 calls[i]);
        expect(PAWL_DB, pawl_exec(db, sql, &err));
        assert_int_equal(err.native_code, 1370); /* ER_PROCACCESS_DENIED_ERROR */
    }
    expect_rows(db, before,
                "select entity, topic, (select count(*) from pawl_outbox_parked where error = 'bad'),"
                " (select sum(claim) from pawl_outbox_slots) from pawl_outbox");
    free(before);
    outbox_batch_free(&batch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        OUTBOX_TEST(p10_event_holds_all_that_the_move_was),
        OUTBOX_TEST(event_has_the_actor_and_the_trace),
        OUTBOX_TEST(p10_times_have_years_of_any_length),
        OUTBOX_TEST(topic_may_come_from_the_creation),
        OUTBOX_TEST(p3_event_is_there_if_the_move_is),
        OUTBOX_TEST(p3_no_move_without_its_event),
        OUTBOX_TEST(many_moves_write_as_many_events),
        OUTBOX_TEST(only_what_was_delivered_is_deleted),
        OUTBOX_TEST(rows_that_lie_elsewhere_now_stay),
        OUTBOX_TEST(settling_twice_deletes_once),
        OUTBOX_TEST(lost_lease_beside_one_that_holds),
        OUTBOX_TEST(old_claim_changes_nothing),
        OUTBOX_TEST(transaction_that_commits_late_is_neither_missed_nor_waited_for),
        OUTBOX_TEST(refused_event_keeps_back_its_entity_alone),
        OUTBOX_TEST(claim_takes_the_lowest),
        OUTBOX_TEST(p8_nobody_else_writes_the_outbox),
    };
    if (!tests_are_possible())
        return 77;
    moves_only(NULL);
    return cmocka_run_group_tests(tests, create_with_parcels, database_drop);
}
