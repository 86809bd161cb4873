/* Steps that move machines: in their own transaction, with the locks that their run holds. */
#include "oracle.h"

#include "transfer.h"

#include <string.h>

static struct pawl_db *worker;

static void open_all(struct pawl_db **stranger) {
    static bool is_applied;
    worker = open_play();
    *stranger = open_stranger();
    struct pawl_db *admin = open_administrator();
    if (!is_applied)
        expect(PAWL_OK, transfer_apply(admin, &err));
    is_applied = true;
}

static enum pawl_status create(struct pawl_db *db, const char *id, const char *account,
                               const struct pawl_opts *opts) {
    struct transfer_create_args args = {.account = account};
    return transfer_create(db, id, &args, opts, NULL, &err);
}

static void move_it(const struct pawl_step *step) {
    struct transfer_pay_args args = {.to_account = "N2"};
    assert_true(pawl_step_token(step, "N1") > 0);
    expect(PAWL_OK, create(worker, "within", "N1", NULL));
    expect(PAWL_OK, transfer_pay(worker, "within", &args, NULL, NULL, &err));
    expect(PAWL_OK, create(worker, "of another", "N3", NULL)); /* which nobody has locked */
}

static void a_step_shows_its_locks(void **state) {
    (void)state;
    struct pawl_db *stranger;
    struct transfer_current current;
    open_all(&stranger);
    int64_t run = start_text(worker, MOVE_MONEY, "N1");
    expect(PAWL_LOCKED, create(stranger, "without", "N1", NULL));
    answer_with("take", move_it);
    assert_int_equal(drive(worker, MOVE_MONEY, run), PAWL_RUN_DONE);
    expect(PAWL_OK, transfer_get(worker, "within", &current, &err));
    expect(PAWL_OK, create(stranger, "without", "N1", NULL));
}

static void move_locked(const struct pawl_step *step) {
    (void)step;
    expect(PAWL_LOCKED, create(worker, "somebody's", "N4", NULL));
}

static void move_with_opts(const struct pawl_step *step) {
    struct pawl_opts opts = {.lock_owner = step->lock_owner, .lock_token = pawl_step_token(step, "N6")};
    expect(PAWL_LOCKED, create(worker, "given up", "N6", &opts));
}

/* Neither the lock of somebody else, nor one that an operator has broken. */
static void a_step_shows_what_it_holds_and_no_more(void **state) {
    (void)state;
    struct pawl_db *stranger, *admin = open_administrator();
    int64_t token = 0;
    open_all(&stranger);
    expect(PAWL_OK, pawl_acquire(stranger, NULL, "N4", "a person", 0, 0, &token, &err));
    int64_t run = start_text(worker, MOVE_MONEY, "N5");
    answer_with("take", move_locked);
    assert_int_equal(drive(worker, MOVE_MONEY, run), PAWL_RUN_DONE);
    run = start_text(worker, MOVE_MONEY, "N6");
    expect(PAWL_OK, pawl_break(admin, NULL, "N6", "it takes too long", &err));
    answer_with("take", move_with_opts);
    assert_int_equal(drive(worker, MOVE_MONEY, run), PAWL_RUN_DONE);
}

static void move_as_worker(const struct pawl_step *step) {
    assert_true(pawl_step_token(step, "N8") > 0);
    expect(PAWL_OK, create(worker, "taken over", "N8", NULL));
}

/* Who goes on with a run has its locks, also as another login; who had it has them no more. */
static void locks_go_with_the_run(void **state) {
    (void)state;
    struct pawl_db *first, *stranger;
    open_all(&stranger);
    first = worker;
    int64_t run = start_text(first, MOVE_MONEY, "N8");
    worker = open_administrator();
    set_play_hooks(worker);
    answer_with("take", move_as_worker);
    assert_int_equal(drive(worker, MOVE_MONEY, run), PAWL_RUN_DONE);
    expect(PAWL_OK, create(first, "when it is over", "N8", NULL));
}

static int store_calls;
static enum pawl_status fail_at_first(const char *place, enum pawl_callback_kind kind,
                                      const struct pawl_step *step) {
    (void)kind;
    if (strcmp(place, "store[0]") != 0)
        return PAWL_OK;
    (void)step;
    expect(PAWL_OK, create(worker, "moved once", "N7", NULL));
    return store_calls++ == 0 ? PAWL_REFUSED : PAWL_OK;
}

static void what_a_step_moves_goes_with_the_step(void **state) {
    (void)state;
    struct pawl_db *stranger;
    open_all(&stranger);
    int64_t run = start_text(worker, BATCH, "1");
    store_calls = 0;
    answer_by(fail_at_first);
    assert_int_equal(drive(worker, BATCH, run), PAWL_RUN_DONE);
    assert_string_equal(calls(), "read store[0] read store[0] report mark seal");
    expect_rows(worker, "1\n", "select count(*) from transfer_transitions where transfer_id = 'moved once'");
    expect_as_history(worker, BATCH, run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_step_shows_its_locks),
        TEST(a_step_shows_what_it_holds_and_no_more),
        TEST(locks_go_with_the_run),
        TEST(what_a_step_moves_goes_with_the_step),
    };
    moves_only(NULL);
    return run_suite(tests);
}
