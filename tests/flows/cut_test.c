/*
 * A connection that breaks at any byte of what a worker, a starter or an operator exchanges with the server:
 * of a COMMIT nobody knows then whether it has happened. What was done is done once, and the run comes to its
 * end.
 */
#include "oracle.h"

#include "../support/cut_proxy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static struct pawl_db *db, *far, *admin; /* far: through the proxy */
static int64_t run;
static char customer[64];

static enum pawl_status start(void) {
    struct trip_args args = {.customer = customer, .parts = 1, .amount = 7};
    return pawl_flow_start(far, played(TRIP), &args, NULL, &run, &err);
}

static enum pawl_status run_it(void) {
    return pawl_flow_run(far, played(TRIP), run, NULL, &err);
}

static enum pawl_status take_a_step(void) {
    return pawl_flow_step(far, played(TRIP), run, false, NULL, &err);
}

static enum pawl_status pause(void) {
    return pawl_run_pause(far, "trip", run, "ops", &err);
}

static enum pawl_status send(void) {
    return pawl_run_signal(far, "trip", run, "approved", "ops", &err);
}

static const struct operation {
    const char *name;
    enum pawl_status (*operate)(void);
    bool starts;
    long stride; /* of the bytes, by default */
} operations[] = {
    {"start", start, true, 29},  {"run", run_it, false, 331}, {"step", take_a_step, false, 211},
    {"pause", pause, false, 29}, {"signal", send, false, 29},
};

/* That nothing more comes of what was sent before the cut. */
static void wait_until_all_rests(void) {
    for (int waits = 0; waits < 2500; waits++) {
        char *busy = rows_of(
            admin, on_mariadb() ? "select count(*) from information_schema.processlist"
                                  " where user = database() and command <> 'Sleep'"
                                : "select count(*) from pg_stat_activity where datname = current_database()"
                                  " and pid <> pg_backend_pid() and state <> 'idle'"
                                  " and application_name = 'libpawl'");
        bool rests = busy[0] == '0';
        free(busy);
        if (rests)
            return;
        sleep_ms(2);
    }
    fail_msg("the server is still at what was cut off");
}

/* False where the exchange is shorter. */
static bool is_cut_at(const struct operation *operation, struct cut_proxy *proxy, enum direction direction,
                      long byte) {
    struct pawl_run row;
    forget_script();
    answer("wants_vm", 99, PAWL_OK);
    snprintf(customer, sizeof customer, "%s %d %ld", operation->name, direction, byte);
    run = 0;
    if (!operation->starts)
        run = start_trip(db, customer, 1);
    pawl_run_get(far, NULL, 1, &row, &err); /* connects again */
    cut_proxy_arm(proxy, direction, byte);
    enum pawl_status status = operation->operate();
    bool has_cut = cut_proxy_has_cut(proxy);
    if (pawl_in_transaction(far))
        fail_msg("%s, cut at %ld: a transaction is open", operation->name, byte);
    if (!has_cut)
        expect(PAWL_OK, status);
    wait_until_all_rests();
    if (operation->starts) { /* who does not know asks again */
        int64_t first = run;
        if (status == PAWL_OK)
            expect(PAWL_EXISTS, start());
        else
            assert_true(start() == PAWL_OK || err.status == PAWL_EXISTS);
        assert_true(first == 0 || first == run);
        expect_rows(admin, "1\n", "select count(*) from pawl_runs where %s = '%s'",
                    on_mariadb() ? "json_value(args, '$.customer')" : "args ->> 'customer'", customer);
    }
    if (status != PAWL_OK)
        move_clock(70); /* what a claim has left */
    bring_to_end(far, TRIP, run);
    expect_as_history(db, TRIP, run);
    return has_cut;
}

static void whatever_is_cut_is_done_once(void **state) {
    (void)state;
    const char *every = getenv("PAWL_TEST_POINTS");
    db = open_play();
    admin = open_administrator();
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++) {
            struct cut_proxy *proxy = cut_proxy_start(application_where());
            long byte = 0, stride = every ? atol(every) : operations[i].stride;
            expect(PAWL_OK, pawl_open(&far, cut_proxy_where(proxy), &err));
            set_play_hooks(far);
            while (is_cut_at(&operations[i], proxy, (enum direction)direction, byte))
                byte += stride;
            assert_true(byte > 50);
            pawl_close(far);
            cut_proxy_stop(proxy);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(whatever_is_cut_is_done_once),
    };
    moves_only(NULL);
    return run_suite(tests);
}
