/*
 * Goes on with a database that make.sh has filled and dumped, and that was upgraded since. Called by
 * upgrade.sh with PROGRAM OPERATOR, where these logins find it. The tests are parts of one story: each begins
 * where the one before it has ended.
 */
#include "../support/database.h"

#include "badge.h"
#include "badge_2.h"
#include "delivery.h"
#include "order.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program_where, *operator_where;
static struct pawl_db *db, *operator_db;
static const struct pawl_opts by_shop = {.actor = "shop"};

/* ---- what an entity has been through ------------------------------------------------------------- */

static void *member(const char *row, size_t offset, void *into, size_t size) {
    return memcpy(into, row + offset, size);
}

static int number_of(const char *row, size_t offset) {
    int number;
    member(row, offset, &number, sizeof number);
    return number;
}

static int64_t big_number_of(const char *row, size_t offset) {
    int64_t number;
    member(row, offset, &number, sizeof number);
    return number;
}

static const char *text_of(const char *row, size_t offset) {
    const char *text;
    member(row, offset, &text, sizeof text);
    return text;
}

static void tell_parameters(FILE *out, const struct pawl_machine *machine, const char *row) {
    for (uint16_t i = 0; i < machine->column_count; i++) {
        const struct pawl_column *column = &machine->columns[i];
        struct pawl_optional_bigint number;
        if (column->type == PAWL_TYPE_TEXT && text_of(row, column->offset))
            fprintf(out, " %s=%s", column->name, text_of(row, column->offset));
        if (column->type != PAWL_TYPE_BIGINT)
            continue;
        member(row, column->offset, &number, sizeof number);
        if (number.set)
            fprintf(out, " %s=%" PRId64, column->name, number.value);
    }
}

/* "10 create -> open by shop account=A1" a line; the last one's state and time must be those of the head. */
static char *story_of(const struct pawl_machine *machine, struct pawl_key key) {
    const struct pawl_layout *layout = &machine->layout;
    char *story = NULL, current[256];
    size_t size = 0;
    struct pawl_rows rows;
    FILE *out = open_memstream(&story, &size);
    assert_non_null(out);
    assert_true(layout->current_size <= sizeof current);
    expect(PAWL_OK, pawl_get(db, machine, key, current, &err));
    int state = number_of(current, layout->current_state);
    int64_t since_us = big_number_of(current, layout->current_since), last_us = 0;
    int64_t sort_key = big_number_of(current, layout->current_sort_key), last_sort_key = 0;
    expect(PAWL_OK, pawl_history(db, machine, key, &rows, &err));
    int to = 0;
    for (size_t i = 0; i < rows.count; i++) {
        const char *row = (const char *)rows.rows + i * layout->record_size;
        const char *actor = text_of(row, layout->record_actor);
        const char *request_id = text_of(row, layout->record_request_id);
        int event = number_of(row, layout->record_event), from = number_of(row, layout->record_from);
        to = number_of(row, layout->record_to);
        last_sort_key = big_number_of(row, layout->record_sort_key);
        assert_true(last_us <= big_number_of(row, layout->record_created_at));
        last_us = big_number_of(row, layout->record_created_at);
        fprintf(out, "%" PRId64 " %s%s%s -> %s", last_sort_key, event > 0 ? machine->events[event].name : "",
                from > 0 ? " " : "", from > 0 ? machine->states[from].name : "",
                to > 0 ? machine->states[to].name : "a state that is no more");
        if (event > 0) /* else it was a migration or a backfill, by whoever ran it */
            fprintf(out, " by %s", actor);
        if (request_id)
            fprintf(out, " as %s", request_id);
        tell_parameters(out, machine, row);
        fputc('\n', out);
    }
    fclose(out);
    assert_int_equal(state, to);
    assert_int_equal(sort_key, last_sort_key);
    assert_int_equal(since_us, last_us);
    return story;
}

static void expect_story(const char *expected, const struct pawl_machine *machine, struct pawl_key key) {
    char *story = story_of(machine, key);
    if (strcmp(story, expected) != 0)
        fail_msg("%s %s%" PRId64 " has been through\n%sinstead of\n%s", machine->name,
                 key.text ? key.text : "", key.number, story, expected);
    free(story);
}

static enum order_state state_of(const char *id) {
    struct order_current current;
    expect(PAWL_OK, order_get(db, id, &current, &err));
    return current.state;
}

static enum badge_state badge_state_of(int64_t id) {
    struct badge_current current;
    expect(PAWL_OK, badge_get(db, id, &current, &err));
    return current.state;
}

/* ---- nothing is lost ----------------------------------------------------------------------------- */

static const struct {
    const char *id, *story;
} orders[] = {
    {"O1", "10 create -> open by shop account=A1 name=Ann\n"},
    {"O2", "10 create -> open by shop account=A2\n"},
    {"O3", "10 create -> open by shop account=A3 name=Bob\n"
           "20 remind open -> reminded by shop\n"},
    {"O4", "10 create -> open by shop account=A4\n"
           "20 pay open -> paid by shop as pay O4 amount=50\n"},
    {"O5", "10 create -> open by shop account=A5 name=Cem\n"
           "20 pay open -> paid by shop as pay O5 amount=50\n"},
    {"O6", "10 create -> open by shop account=A6\n" /* the name was erased */
           "20 pay open -> paid by shop as pay O6 amount=50\n"
           "30 packed paid -> ready by packer\n"
           "40 ship ready -> shipped by shop\n"},
    {"O7", "10 create -> open by shop account=A7 name=O'Neill\n"
           "20 cancel open -> cancelled by shop"
           " reason=it's \"late\",\nas ever; \\ größer €\n"},
    {"O8", "10  -> ready account=A8\n"},
    {"R1", "10 create -> open by shop account=B1 name=Cem\n"
           "20 pay open -> paid by shop as pay R1 amount=50\n"
           "30 packed paid -> ready by packer\n"
           "40 ship ready -> shipped by deliver\n"},
    {"R4", "10 create -> open by shop account=B4 name=Cem\n"
           "20 pay open -> paid by shop as pay R4 amount=50\n"},
    {"R5", "10 create -> open by shop account=B2 name=Cem\n"
           "20 pay open -> paid by shop as pay R5 amount=50\n"
           "30 packed paid -> ready by packer\n"},
};

static const struct {
    int64_t id;
    const char *story;
} badges[] = {
    {1, "10 create -> a state that is no more by shop holder=Cem\n"
        "20  -> made\n"},
    {2, "10 create -> made by shop holder=Bob\n"
        "20 hand_out made -> worn by shop\n"
        "30 give_back worn -> made by \n"},
    {3, "10 create -> made by shop holder=Ann\n"
        "20 give_back made -> destroyed by shop\n"},
    {4, "10 create -> made by shop holder=Ann\n"},
};

static void entities_read_as_before(void **state) {
    (void)state;
    int64_t counts[ORDER_STATE_COUNT + 1];
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        expect_story(orders[i].story, &order_machine, (struct pawl_key){.text = orders[i].id});
    for (size_t i = 0; i < sizeof badges / sizeof *badges; i++)
        expect_story(badges[i].story, &badge_machine, (struct pawl_key){.number = badges[i].id});
    expect(PAWL_OK, order_count_by_state(db, counts, &err));
    assert_int_equal(counts[0], 0);
    assert_int_equal(counts[ORDER_STATE_OPEN], 2);
    assert_int_equal(counts[ORDER_STATE_PAID], 3);
    assert_int_equal(counts[ORDER_STATE_READY], 5);
    assert_int_equal(counts[ORDER_STATE_SHIPPED], 2);
}

/* "1 done" a line, for the runs that there are. */
static void expect_runs(const char *expected) {
    struct pawl_runs runs;
    char *told = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&told, &size);
    assert_non_null(out);
    expect(PAWL_OK, deliver_runs(db, 0, 0, 20, &runs, &err));
    for (size_t i = 0; i < runs.count; i++) {
        const struct pawl_run *run = &runs.rows[i];
        fprintf(out, "%" PRId64 " %s%s%s%s%s\n", run->id, pawl_run_status_name(run->status),
                run->place[0] ? " at " : "", run->place, run->error ? ": " : "",
                run->error ? run->error : "");
    }
    fclose(out);
    assert_string_equal(told, expected);
    free(told);
}

/* "1 reserve done" a line. */
static void expect_steps(int64_t run, const char *expected) {
    struct pawl_run_steps steps;
    char *told = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&told, &size);
    assert_non_null(out);
    expect(PAWL_OK, deliver_history(db, run, &steps, &err));
    for (size_t i = 0; i < steps.count; i++) {
        const struct pawl_run_step *step = &steps.rows[i];
        fprintf(out, "%" PRId64 " %s%s %s%s%s\n", step->number, step->is_undo ? "undo of " : "", step->place,
                step->outcome, step->error ? ": " : "", step->error ? step->error : "");
    }
    fclose(out);
    assert_string_equal(told, expected);
    free(told);
}

#define UNTIL_CHECKED                                                                                        \
    "1 reserve done\n"                                                                                       \
    "2 fetch done\n"                                                                                         \
    "3 for_check resume\n"                                                                                   \
    "4 for_check done\n"
#define UNTIL_PARKED                                                                                         \
    UNTIL_CHECKED                                                                                            \
    "5 signed done\n"                                                                                        \
    "6 hand_over failed: order R4: ship is not allowed in paid\n"                                            \
    "7 undo of fetch failed: the warehouse is closed\n"

static void runs_read_as_before(void **state) {
    (void)state;
    struct deliver_run_row row;
    expect_runs("1 done\n"
                "2 waiting at signed\n"
                "3 paused at for_check\n"
                "4 parked at fetch: the warehouse is closed\n"
                "5 blocked\n"
                "6 ready\n");
    expect_steps(1, UNTIL_CHECKED "5 signed done\n6 hand_over done\n");
    expect_steps(2, UNTIL_CHECKED);
    expect_steps(3, "1 reserve done\n2 fetch done\n");
    expect_steps(4, UNTIL_PARKED);
    expect(PAWL_OK, deliver_get(db, 3, &row, &err));
    assert_string_equal(row.args.order_id, "R3");
    assert_true(row.data.parcel.set);
    assert_int_equal(row.data.parcel.value, 3);
}

/* ---- locks, requests, moves ---------------------------------------------------------------------- */

static void held_lock_refuses_until_its_owner_releases_it(void **state) {
    (void)state;
    struct pawl_held_locks locks;
    expect(PAWL_OK, pawl_list_locks(db, NULL, NULL, 20, &locks, &err));
    assert_int_equal(locks.count, 5); /* this one, and those of runs */
    expect(PAWL_OK, pawl_list_locks(db, "A1", NULL, 20, &locks, &err));
    assert_int_equal(locks.count, 1);
    assert_string_equal(locks.rows[0].type, "order");
    assert_string_equal(locks.rows[0].owner, "clerk");
    assert_int_equal(locks.rows[0].until_us, 0);
    const int64_t token = locks.rows[0].token;
    int64_t other = 0;

    expect(PAWL_LOCKED, order_cancel(db, "O1", NULL, &by_shop, NULL, &err));
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_HELD);
    assert_string_equal(err.obstacle_owner, "clerk");
    expect(PAWL_LOCKED, pawl_acquire(db, "order", "A1", "another clerk", 0, 0, &other, &err));
    const struct pawl_opts by_clerk = {.actor = "clerk", .lock_owner = "clerk", .lock_token = token};
    const struct order_pay_args pay = {.amount = 50};
    expect(PAWL_OK, order_pay(db, "O1", &pay, &by_clerk, NULL, &err));
    expect(PAWL_OK, pawl_release(db, "order", "A1", "clerk", token, &err));
    expect(PAWL_NOT_FOUND, pawl_release(db, "order", "A1", "clerk", token, &err));
    expect(PAWL_OK, pawl_acquire(db, "order", "A1", "another clerk", 0, 0, &other, &err));
    assert_true(other > token);
    expect(PAWL_OK, pawl_release(db, "order", "A1", "another clerk", other, &err));

    expect(PAWL_LOCKED, order_ship(db, "R2", &by_shop, NULL, &err)); /* its run still waits */
    assert_string_equal(err.obstacle_owner, "run 2");
    expect(PAWL_LOCKED, pawl_acquire(db, NULL, "B2", "clerk", 0, 0, &other, &err));
}

static void requests_are_known(void **state) {
    (void)state;
    const struct pawl_opts again = {.actor = "shop", .request_id = "pay O5"};
    const struct order_pay_args pay = {.amount = 50}, more = {.amount = 51};
    struct order_transition moved;
    expect(PAWL_OK, order_pay(db, "O5", &pay, &again, &moved, &err));
    assert_int_equal(moved.sort_key, 20);
    expect(PAWL_REUSED, order_pay(db, "O5", &more, &again, &moved, &err));
    assert_int_equal(moved.sort_key, 20);
}

static void orders_move(void **state) {
    (void)state;
    const struct order_create_args create = {.account = "A9"};
    const struct order_pay_args little = {.amount = 10}, enough = {.amount = 60};
    struct order_transition moved;
    expect(PAWL_ILLEGAL, order_pay(db, "O7", &enough, &by_shop, NULL, &err));
    expect(PAWL_EXISTS, order_create(db, "O7", &create, &by_shop, NULL, &err));
    expect(PAWL_REFUSED, order_pay(db, "O3", &little, &by_shop, NULL, &err));
    assert_string_equal(err.guard, "enough");
    expect(PAWL_OK, order_pay(db, "O3", &enough, &by_shop, &moved, &err));
    assert_int_equal(moved.sort_key, 30);
    expect_rows(operator_db, "paid\n", "select state from orders where id = 'O3'");
    expect_rows(operator_db, "60\n", "select amount from receipts where order_id = 'O3'");
    expect(PAWL_OK, order_ship(db, "O8", &by_shop, NULL, &err)); /* backfilled */
}

/* ---- a machine that sleeps ------------------------------------------------------------------------ */

static enum pawl_status outcome_of(const char *request_id, struct pawl_transition *moved) {
    return pawl_deferred_outcome(db, &badge_machine, (struct pawl_key){.number = 1}, request_id, moved, &err);
}

static void thaw_fires_what_was_deferred_in_order(void **state) {
    (void)state;
    struct pawl_transition moved;
    size_t fired = 0;
    expect(PAWL_ASLEEP, badge_hand_out(db, 4, &by_shop, NULL, &err));
    assert_string_equal(err.obstacle_reason, "the printer is cleaned");
    expect(PAWL_OK, pawl_fire_deferred(db, &badge_machine, &fired, &err));
    assert_int_equal(fired, 0);
    expect(PAWL_DEFERRED, outcome_of("d1", NULL));
    expect(PAWL_OK, pawl_thaw(operator_db, "badge", &err));
    /* whoever can wait would fire them himself */
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_ASLEEP, badge_give_back(db, 1, &by_shop, NULL, &err));
    assert_int_equal(err.obstacle, PAWL_OBSTACLE_WAKING);
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_OK, pawl_fire_deferred(db, &badge_machine, &fired, &err));
    assert_int_equal(fired, 2);
    expect(PAWL_OK, outcome_of("d1", &moved));
    assert_int_equal(moved.sort_key, 30);
    expect(PAWL_OK, outcome_of("d2", &moved));
    assert_int_equal(moved.sort_key, 40);
    expect_story("10 create -> a state that is no more by shop holder=Cem\n"
                 "20  -> made\n"
                 "30 hand_out made -> worn by porter as d1\n"
                 "40 give_back worn -> made by porter as d2\n",
                 &badge_machine, (struct pawl_key){.number = 1});
}

static void it_sleeps_again(void **state) {
    (void)state;
    const struct pawl_opts later = {.actor = "porter", .request_id = "d3", .defer = true};
    struct pawl_transition moved;
    size_t fired = 0;
    expect(PAWL_OK, pawl_freeze(operator_db, "badge", PAWL_FREEZE_SLEEP, 0, "the ink is gone", 10000, &err));
    expect(PAWL_DEFERRED, badge_hand_out(db, 1, &later, NULL, &err));
    expect(PAWL_OK, pawl_thaw(operator_db, "badge", &err));
    expect(PAWL_OK, pawl_fire_deferred(db, &badge_machine, &fired, &err));
    assert_int_equal(fired, 1);
    expect(PAWL_OK, outcome_of("d3", &moved));
    assert_int_equal(moved.sort_key, 50);
}

static void badges_move(void **state) {
    (void)state;
    const struct badge_create_args args = {.holder = "Eve"};
    expect(PAWL_OK, badge_hand_out(db, 2, &by_shop, NULL, &err)); /* which another program has moved last */
    expect(PAWL_ILLEGAL, badge_hand_out(db, 3, &by_shop, NULL, &err));
    expect(PAWL_OK, badge_create(db, 5, &args, &by_shop, NULL, &err));
    expect(PAWL_NOT_FOUND, badge_create(db, 6, &args, &by_shop, NULL, &err)); /* there is no such row */
}

static void programs_of_the_earlier_version_go_on(void **state) {
    (void)state;
    struct earlier_badge_current current;
    struct pawl_db *earlier = NULL;
    expect(PAWL_OK, pawl_open(&earlier, program_where, &err));
    /* where the database's shell has upgraded SQLite, which cannot ask what is accepted, this is what enters
     * it */
    expect(PAWL_OK, earlier_badge_apply(earlier, &err));
    expect(PAWL_OK, earlier_badge_give_back(earlier, 2, &by_shop, NULL, &err));
    expect(PAWL_OK, earlier_badge_get(earlier, 3, &current, &err));
    assert_int_equal(current.state, EARLIER_BADGE_STATE_UNKNOWN);
    pawl_close(earlier);
    assert_int_equal(badge_state_of(2), BADGE_STATE_MADE);
}

/* ---- timers and work ------------------------------------------------------------------------------ */

static void work_on_orders(unsigned kinds) {
    const struct pawl_machine *machines[] = {&order_machine};
    const struct pawl_work_options options = {.kinds = kinds, .once = true, .actor = "worker"};
    expect(PAWL_OK, pawl_work(db, machines, 1, &options, &err));
}

static void timers_fire_that_are_due(void **state) {
    (void)state;
    work_on_orders(PAWL_TIMERS);
    work_on_orders(PAWL_TIMERS); /* the next one is not due */
    expect_story("10 create -> open by shop account=A2\n"
                 "20 remind open -> reminded by worker\n",
                 &order_machine, (struct pawl_key){.text = "O2"});
    assert_int_equal(state_of("O1"), ORDER_STATE_PAID);
    expect_rows(db, "O2|reminded.cancel\n",
                "select order_id, declaration from order_pending where declaration like '%%.%%'");
}

static enum pawl_status pack(struct pawl_db *handle, const struct order_work_call *work,
                             struct order_work_result *result, void *context, struct pawl_error *error) {
    (void)handle, (void)work, (void)context, (void)error;
    result->event = ORDER_EVENT_PACKED;
    return PAWL_OK;
}

static enum pawl_status retry_packing(const char *id) {
    int pending = 0;
    while (!order_machine.queue->pending[pending].is_work)
        pending++;
    return pawl_retry(db, &order_machine, (struct pawl_key){.text = id}, pending, &err);
}

static void work_is_done_and_retried(void **state) {
    (void)state;
    static const struct order_hooks hooks = {.pack = pack};
    expect(PAWL_OK, order_set_hooks(db, &hooks, &err));
    expect(PAWL_NOT_FOUND, retry_packing("O4")); /* nobody has tried it */
    work_on_orders(PAWL_WORKS);
    assert_int_equal(state_of("O1"), ORDER_STATE_READY);
    assert_int_equal(state_of("O3"), ORDER_STATE_READY);
    assert_int_equal(state_of("O4"), ORDER_STATE_READY);
    assert_int_equal(state_of("O5"), ORDER_STATE_PAID);
    expect_rows(
        db, "O5|the box is too small\nR4|the box is too small\n",
        "select order_id, last_error from order_pending where parked_at is not null order by order_id");
    expect(PAWL_OK, retry_packing("O5"));
    work_on_orders(PAWL_WORKS);
    assert_int_equal(state_of("O5"), ORDER_STATE_READY);
    assert_int_equal(state_of("R4"), ORDER_STATE_PAID);
}

/* ---- runs ------------------------------------------------------------------------------------------ */

static void work_on_runs(void) {
    static const struct pawl_flow *const flows[] = {&deliver_flow};
    const struct pawl_work_options options = {
        .once = true, .actor = "worker", .flows = flows, .flow_count = 1};
    expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
}

static void runs_go_on_and_finish(void **state) {
    (void)state;
    static struct warehouse warehouse; /* which is open */
    static struct deliver_hooks hooks;
    struct pawl_held_locks locks;
    hooks = delivery_hooks(&warehouse);
    expect(PAWL_OK, deliver_set_hooks(db, &hooks, &err));
    work_on_runs();
    expect_runs("1 done\n"
                "2 waiting at signed\n"
                "3 paused at for_check\n"
                "4 parked at fetch: the warehouse is closed\n"
                "5 blocked\n"
                "6 paused at for_check\n");

    expect(PAWL_OK, deliver_signal_signed(db, 2, "Cem", &err));
    expect(PAWL_OK, deliver_resume(db, 3, "checker", &err)); /* its signal has come already */
    expect(PAWL_EXISTS, deliver_signal_signed(db, 3, "Cem", &err));
    expect(PAWL_OK, deliver_retry(db, 4, "operator", &err));
    work_on_runs();
    expect_runs("1 done\n"
                "2 done\n"
                "3 done\n"
                "4 undone\n"
                "5 paused at for_check\n" /* the lock of the second one is free */
                "6 paused at for_check\n");
    expect_steps(4, UNTIL_PARKED "8 fetch retry\n9 undo of fetch undone\n10 undo of reserve undone\n");

    for (int64_t run = 5; run <= 6; run++) {
        expect(PAWL_OK, deliver_resume(db, run, "checker", &err));
        expect(PAWL_OK, deliver_signal_signed(db, run, "Cem", &err));
    }
    work_on_runs();
    expect_steps(6, UNTIL_CHECKED "5 signed done\n6 hand_over done\n");
    expect_rows(db, "1|R1\n2|R2\n3|R3\n5|R5\n6|R6\n", "select number, order_id from parcels order by number");
    static const char *const shipped[] = {"R1", "R2", "R3", "R5", "R6"};
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++)
        assert_int_equal(state_of(shipped[i]), ORDER_STATE_SHIPPED);
    expect(PAWL_OK, pawl_list_locks(db, NULL, NULL, 20, &locks, &err));
    assert_int_equal(locks.count, 0);
}

static void runs_are_started(void **state) {
    (void)state;
    const struct deliver_args before = {.account = "B1", .order_id = "R1"}, new = {"A5", "O5"};
    int64_t run = 0;
    expect(PAWL_EXISTS, deliver_start(db, &before, "shop", &run, &err));
    assert_int_equal(run, 1);
    expect(PAWL_OK, deliver_start(db, &new, "shop", &run, &err));
    assert_int_equal(run, 7);
    work_on_runs();
    expect(PAWL_OK, deliver_resume(db, run, "checker", &err));
    expect(PAWL_OK, deliver_signal_signed(db, run, "Cem", &err));
    work_on_runs();
    assert_int_equal(state_of("O5"), ORDER_STATE_SHIPPED);
}

/* ---- main ------------------------------------------------------------------------------------------ */

static int open_handles(void **state) {
    (void)state;
    return pawl_open(&db, program_where, &err) == PAWL_OK &&
                   pawl_open(&operator_db, operator_where, &err) == PAWL_OK
               ? 0
               : -1;
}

static int close_all(void **state) {
    (void)state;
    pawl_close(db);
    pawl_close(operator_db);
    return 0;
}

int main(int count, char **words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entities_read_as_before),
        cmocka_unit_test(runs_read_as_before),
        cmocka_unit_test(held_lock_refuses_until_its_owner_releases_it),
        cmocka_unit_test(requests_are_known),
        cmocka_unit_test(orders_move),
        cmocka_unit_test(thaw_fires_what_was_deferred_in_order),
        cmocka_unit_test(it_sleeps_again),
        cmocka_unit_test(badges_move),
        cmocka_unit_test(programs_of_the_earlier_version_go_on),
        cmocka_unit_test(timers_fire_that_are_due),
        cmocka_unit_test(work_is_done_and_retried),
        cmocka_unit_test(runs_go_on_and_finish),
        cmocka_unit_test(runs_are_started),
    };
    if (count != 3) {
        fputs("usage: upgrade_test PROGRAM OPERATOR\n", stderr);
        return 2;
    }
    program_where = words[1];
    operator_where = words[2];
    return cmocka_run_group_tests(tests, open_handles, close_all);
}
