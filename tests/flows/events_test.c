/* What runs of flows that emit write into the outbox: one row for each thing that people outside hear of. */
#include "play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int forget_events(void **state) {
    forge("delete from pawl_outbox");
    return close_handles(state);
}
#define EVENTS_TEST(function) cmocka_unit_test_teardown(function, forget_events)

/* "start >ready; step book ready>ready; ..." */
static void expect_events(struct pawl_db *db, int64_t run, const char *expected) {
    char sql[512], told[4096] = "";
    snprintf(
        sql, sizeof sql,
        "select event || ' ' || coalesce(%s, '') || ' ' || from_state || '>' || to_state from pawl_outbox"
        " where entity = '%" PRId64 "' order by created_at, sort_key",
        parameter_sql("step"), run);
    char *rows = rows_of(db, sql);
    size_t length = 0;
    for (const char *at = rows; *at && length < sizeof told - 2; at++) {
        if (*at != '\n') {
            told[length++] = *at;
        } else if (at[1]) {
            told[length++] = ';';
            told[length++] = ' ';
        }
    }
    free(rows);
    if (strcmp(told, expected) != 0)
        fail_msg("run %" PRId64 " tells\n%s\nand not\n%s", run, told, expected);
    /* in one order, without a gap */
    expect_rows(db, "t\n",
                on_postgres()
                    ? "select bool_and(sort_key = 10 * place) from (select sort_key, row_number() over"
                      " (order by created_at, sort_key) as place from pawl_outbox where entity = '%" PRId64
                      "') events"
                    : "select case when min(sort_key = 10 * place) then 't' end from (select sort_key,"
                      " row_number() over (order by created_at, sort_key) as place from pawl_outbox"
                      " where entity = '%" PRId64 "') events",
                run);
}

/* One program, one answer on each database: the JSON too, byte for byte. */
static void p10_events_hold_what_the_run_did(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    char expected[4096];
    int64_t run = start_trip(db, "an\"n\\\tä", 1);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    long long id = (long long)run, total = 100 + id;
#define OF_RUN "\"unique\":[\"an\\\"n\\\\\\u0009ä\", 7]"
#define STEP(name, iteration)                                                                                \
    "{\"step\":\"" name "\",\"iteration\":[" iteration "],\"direction\":\"forward\",\"attempt\":1," OF_RUN   \
    ",\"args\":null,\"data\":"
#define ARGS "\"args\":{\"customer\": \"an\\\"n\\\\\\u0009ä\", \"parts\": 1, \"amount\": 7}"
#define DATA "{\"total\": %lld, \"vm\": \"vm-%lld/build.allocate#1\"}"
    snprintf(expected, sizeof expected,
             "10|start||ready|{\"step\":null,\"iteration\":[],\"direction\":\"forward\",\"attempt\":0," OF_RUN
             "," ARGS ",\"data\":{},\"error\":null}\n"
             "20|step|ready|ready|" STEP("book", "") "{\"total\": %lld},\"error\":null}\n"
                                                     "30|step|ready|ready|" STEP(
                                                         "pay", "") "null,\"error\":null}\n"
                                                                    "40|step|ready|ready|" STEP(
                                                                        "build.allocate", "") DATA
             ",\"error\":null}\n"
             "50|step|ready|ready|" STEP(
                 "build.mount", "0") "null,\"error\":null}\n"
                                     "60|step|ready|ready|" STEP(
                                         "confirm", "") "null,\"error\":null}\n"
                                                        "70|end|ready|done|{\"step\":null,\"iteration\":[],"
                                                        "\"direction\":\"forward\",\"attempt\":0," OF_RUN
                                                        "," ARGS ",\"data\":" DATA ",\"error\":null}\n",
             total, total, id, total, id);
    char *rows = rows_of(db, "select sort_key, event, from_state, to_state, parameters from pawl_outbox"
                             " order by created_at, sort_key");
    assert_string_equal(rows, expected);
    free(rows);
    snprintf(expected, sizeof expected, "trip|%lld|trips|%s|\n", id, played(TRIP)->fingerprint);
    expect_rows(db, expected,
                "select distinct machine, entity, topic, fingerprint, request_id from pawl_outbox");
}

static void the_way_back_is_told_step_by_step(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "back", 2);
    answer("pay", 1, PAWL_DB);
    answer("confirm", 9, PAWL_REFUSED);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    expect_events(db, run,
                  "start  >ready; step book ready>ready; step pay ready>ready; "
                  "step build.allocate ready>ready; step build.mount ready>ready; "
                  "step build.mount ready>ready; undo build.mount ready>ready; "
                  "undo build.mount ready>ready; undo build.allocate ready>ready; undo pay ready>ready; "
                  "undo book ready>ready; end  ready>undone");
    expect_rows(db, "[1]\n[0]\n",
                "select %s from pawl_outbox where event = 'undo' and %s = 'build.mount' order by sort_key",
                parameter_sql("iteration"), parameter_sql("step"));
    expect_rows(db, "undo|confirm does not work\n", "select %s, %s from pawl_outbox where event = 'end'",
                parameter_sql("direction"), parameter_sql("error"));
}

/* It was never told as done, since nobody knows. */
static void what_may_have_happened_is_told_when_it_is_undone(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "unknown", 1);
    answer("pay", 2, PAWL_UNKNOWN);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    expect_events(db, run,
                  "start  >ready; step book ready>ready; undo pay ready>ready; undo book ready>ready; "
                  "end  ready>undone");
}

static void a_parked_run_says_so_each_time(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "parked", 1);
    answer("wants_vm", 1, PAWL_OK);
    answer("confirm", 9, PAWL_REFUSED);
    answer("refund", 6, PAWL_DB);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(drive(db, TRIP, run), PAWL_RUN_PARKED);
        expect(PAWL_OK, pawl_run_retry(db, "trip", run, NULL, &err));
    }
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_UNDONE);
    expect_events(db, run,
                  "start  >ready; step book ready>ready; step pay ready>ready; stop pay ready>parked; "
                  "stop pay ready>parked; undo pay ready>ready; undo book ready>ready; end  ready>undone");
    expect_rows(db, "3|refund does not work\n6|refund does not work\n",
                "select %s, %s from pawl_outbox where event = 'stop' order by sort_key",
                parameter_sql("attempt"), parameter_sql("error"));
}

static void whoever_is_waited_for_hears_of_it(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, REVIEW, "reviews");
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_PAUSED);
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_PAUSED);
    expect(PAWL_OK, pawl_run_resume(db, "review", run, NULL, &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_WAITING);
    expect(PAWL_OK, pawl_run_signal(db, "review", run, "approved", NULL, &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_DONE);
    expect_events(db, run,
                  "start  >ready; step prepare ready>ready; stop for_review ready>paused; "
                  "step for_review ready>ready; step reviewed ready>ready; stop approved ready>waiting; "
                  "step approved waiting>ready; step publish ready>ready; end  ready>done");
    run = start_text(db, REVIEW, "reviews");
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_PAUSED);
    expect(PAWL_OK, pawl_run_cancel(db, "review", run, NULL, &err));
    assert_int_equal(drive(db, REVIEW, run), PAWL_RUN_CANCELLED);
    expect_events(db, run,
                  "start  >ready; step prepare ready>ready; stop for_review ready>paused; "
                  "end  paused>cancelled");
}

static void one_step_at_a_time_is_told_like_any(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    enum pawl_run_status left;
    int64_t run = start_trip(db, "single", 1);
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err));
    answer("pay", 1, PAWL_NOT_YET); /* it has begun, and is paused again */
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err));
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, true, &left, &err));
    expect_run(db, run, PAWL_RUN_PAUSED, "pay");
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, true, &left, &err));
    expect_run(db, run, PAWL_RUN_PAUSED, "book");
    expect_events(
        db, run,
        "start  >ready; step book ready>ready; stop pay ready>paused; stop pay ready>paused; "
        "undo pay ready>ready; stop pay ready>paused; undo book ready>ready; stop book ready>paused");
}

static void the_topic_may_be_an_argument(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t told = start_text(db, ERRAND, "a \"topic\"\n"), silent = start_text(db, ERRAND, NULL);
    drive(db, ERRAND, told);
    drive(db, ERRAND, silent);
    expect_events(db, told, "start  >ready; step go ready>ready; end  ready>done");
    expect_rows(db, "a \"topic\"\n\n", "select distinct topic from pawl_outbox");
    expect_rows(db, "0\n", "select count(*) from pawl_outbox where entity = '%" PRId64 "'", silent);
}

/* Relays read in the order of time, and people a history. */
static void p2_the_order_survives_a_clock_that_goes_back(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    enum pawl_run_status left;
    move_clock(3600);
    int64_t run = start_trip(db, "clock", 1);
    expect(PAWL_OK, pawl_flow_step(db, played(TRIP), run, false, &left, &err));
    move_clock(-3600);
    expect(PAWL_OK, pawl_run_resume(db, "trip", run, NULL, &err));
    answer("wants_vm", 1, PAWL_OK);
    assert_int_equal(drive(db, TRIP, run), PAWL_RUN_DONE);
    expect_events(db, run,
                  "start  >ready; step book ready>ready; stop pay ready>paused; step pay ready>ready; "
                  "step confirm ready>ready; end  ready>done");
    expect_rows(db, "",
                "select step.number from pawl_run_steps step join pawl_run_steps earlier"
                " on earlier.run = step.run and earlier.number < step.number and earlier.at > step.at"
                " where step.run = %" PRId64,
                run);
    expect_rows(db, "0\n",
                "select count(*) from pawl_runs where ended_at < updated_at or ended_at < (select"
                " max(at) from pawl_run_steps where run = id) or updated_at < started_at");
}

/* ---- there if and only if the run did it ------------------------------------------------------------ */

static void p3_a_start_that_is_rolled_back_tells_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    expect(PAWL_OK, pawl_begin(db, &err));
    int64_t run = start_trip(db, "rolled back", 1);
    expect_events(db, run, "start  >ready");
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_rows(db, "0\n", "select count(*) from pawl_outbox");
    int64_t first = start_trip(db, "rolled back", 1), again = 0;
    struct trip_args args = {.customer = "rolled back", .parts = 1, .amount = 7};
    expect(PAWL_EXISTS, pawl_flow_start(db, played(TRIP), &args, NULL, &again, &err));
    args.parts = 2;
    expect(PAWL_REUSED, pawl_flow_start(db, played(TRIP), &args, NULL, &again, &err));
    expect_events(db, first, "start  >ready");
    expect_rows(db, "1\n", "select count(*) from pawl_outbox");
}

static void p3_steps_that_share_a_transaction_share_their_events(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_text(db, BATCH, "2");
    answer("store[1]", 1, PAWL_DB); /* takes back `read` and `store[0]`, which are then done again */
    assert_int_equal(drive(db, BATCH, run), PAWL_RUN_DONE);
    expect_events(db, run,
                  "start  >ready; step read ready>ready; step store ready>ready; step store ready>ready; "
                  "step report ready>ready; step mark ready>ready; step seal ready>ready; "
                  "end  ready>done");
}

/* What fails in the outbox fails the step, and what it wrote is gone. */
static void p3_no_step_without_its_event(void **state) {
    (void)state;
    struct pawl_db *db = open_play(), *administrator = open_administrator();
    int64_t run = start_trip(db, "unlucky", 1), other = 0;
    struct trip_args args = {.customer = "unluckier", .parts = 1, .amount = 7};
    set_outbox_full(administrator, true);
    expect(PAWL_DB, pawl_flow_start(db, played(TRIP), &args, NULL, &other, &err));
    expect_message_has("the outbox is full");
    enum pawl_run_status left = (enum pawl_run_status)0;
    pawl_flow_run(db, played(TRIP), run, &left, &err);
    set_outbox_full(administrator, false);
    expect_rows(db, "0\n", "select count(*) from pawl_runs where unique_key like '%%unluckier%%'");
    expect_rows(db, "0\n", "select count(*) from played where run = %" PRId64, run);
    expect_rows(db, "0\n", "select count(*) from pawl_run_steps where run = %" PRId64 " and outcome = 'done'",
                run);
    expect_events(db, run, "start  >ready");
}

static void p8_nobody_else_tells_of_runs(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    int64_t run = start_trip(db, "p8", 1);
    static const char *const attempts[] = {
        "delete from pawl_outbox",
        "update pawl_outbox set topic = 'elsewhere'",
        ("insert into pawl_outbox select slot, created_at, machine, entity, sort_key + 10, 'end', from_state,"
         " 'done', request_id, topic, fingerprint, parameters, actor from pawl_outbox"),
        "update pawl_runs set topic = null",
        "update pawl_runs set events = 7",
        "update pawl_flows set topic = 'elsewhere'",
        "select pawl_run_tell(1, '', false)",
    };
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
        if (pawl_exec(db, attempts[i], &err) == PAWL_OK)
            fail_msg("let through: %s", attempts[i]);
    expect_events(db, run, "start  >ready");
    expect_rows(db, "trips|1\n", "select topic, events from pawl_runs where id = %" PRId64, run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        EVENTS_TEST(p10_events_hold_what_the_run_did),
        EVENTS_TEST(the_way_back_is_told_step_by_step),
        EVENTS_TEST(what_may_have_happened_is_told_when_it_is_undone),
        EVENTS_TEST(a_parked_run_says_so_each_time),
        EVENTS_TEST(whoever_is_waited_for_hears_of_it),
        EVENTS_TEST(one_step_at_a_time_is_told_like_any),
        EVENTS_TEST(the_topic_may_be_an_argument),
        EVENTS_TEST(p2_the_order_survives_a_clock_that_goes_back),
        EVENTS_TEST(p3_a_start_that_is_rolled_back_tells_nothing),
        EVENTS_TEST(p3_steps_that_share_a_transaction_share_their_events),
        EVENTS_TEST(p3_no_step_without_its_event),
        EVENTS_TEST(p8_nobody_else_tells_of_runs),
    };
    moves_only(NULL);
    return run_suite(tests);
}
