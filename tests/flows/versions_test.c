/*
 * Two versions of a flow, with programs of each: they stand beside each other in a database, and either goes
 * on with what the other has begun.
 */
#include "../support/database.h"

#include "parcel.h"
#include "parcel_2.h"

#include <pthread.h>
#include <stdio.h>

static struct pawl_db *admin, *older, *newer;

/* Both versions' steps write down what they did, in their transaction. */
static enum pawl_status note(struct pawl_db *db, const struct pawl_step *step, const char *what,
                             struct pawl_error *error) {
    char sql[128];
    snprintf(sql, sizeof sql, "insert into notes (note) values ('%s of %lld')", what, (long long)step->run);
    return pawl_exec(db, sql, error);
}

static bool printer_is_empty;

#define STEP(version, name, data_kind, statement)                                                            \
    static enum pawl_status version##_##name(                                                                \
        struct pawl_db *db, const struct pawl_step *step, const struct version##_args *args,                 \
        data_kind struct version##_data *data, void *context, struct pawl_error *error) {                    \
        (void)context, (void)args, (void)data;                                                               \
        statement;                                                                                           \
        return note(db, step, #name, error);                                                                 \
    }
#define COMMON_STEPS(version)                                                                                \
    STEP(version, pack, , data->weight = ((struct pawl_optional_bigint){.set = true, .value = 7}))           \
    STEP(version, unpack, const, )                                                                           \
    STEP(version, send, const, )                                                                             \
    STEP(version, call_back, const, )
COMMON_STEPS(parcel)
COMMON_STEPS(newer_parcel)
STEP(newer_parcel, print_label, , if (printer_is_empty) return PAWL_REFUSED; data->label = "to the door")
STEP(newer_parcel, tear_off, const, )

static void open_all(void) {
    static const struct parcel_hooks hooks = {
        .pack = parcel_pack, .unpack = parcel_unpack, .send = parcel_send, .call_back = parcel_call_back};
    static const struct newer_parcel_hooks newer_hooks = {.pack = newer_parcel_pack,
                                                          .unpack = newer_parcel_unpack,
                                                          .print_label = newer_parcel_print_label,
                                                          .tear_off = newer_parcel_tear_off,
                                                          .send = newer_parcel_send,
                                                          .call_back = newer_parcel_call_back};
    admin = open_administrator();
    older = open_application();
    newer = open_application();
    expect(PAWL_OK, parcel_set_hooks(older, &hooks, &err));
    expect(PAWL_OK, newer_parcel_set_hooks(newer, &newer_hooks, &err));
    printer_is_empty = false;
}

static int64_t start_older(const char *number) {
    int64_t run = 0;
    expect(PAWL_OK, parcel_start(older, &(struct parcel_args){.number = number}, NULL, &run, &err));
    return run;
}

static int64_t start_newer(const char *number) {
    int64_t run = 0;
    expect(PAWL_OK,
           newer_parcel_start(newer, &(struct newer_parcel_args){.number = number}, NULL, &run, &err));
    return run;
}

static void expect_older(int64_t run, enum pawl_run_status expected) {
    enum pawl_run_status left;
    expect(PAWL_OK, parcel_run(older, run, &left, &err));
    assert_string_equal(pawl_run_status_name(left), pawl_run_status_name(expected));
}

static void expect_newer(int64_t run, enum pawl_run_status expected) {
    enum pawl_run_status left;
    expect(PAWL_OK, newer_parcel_run(newer, run, &left, &err));
    assert_string_equal(pawl_run_status_name(left), pawl_run_status_name(expected));
}

static void pay(int64_t run) {
    expect(PAWL_OK, pawl_run_signal(admin, "parcel", run, "paid", NULL, &err));
}

static void expect_notes(int64_t run, const char *expected) {
    expect_rows(admin, expected, "select note from notes where note like '%% of %lld' order by note",
                (long long)run);
}

/* First of all, when there is neither. */
static void a_version_that_is_not_there_is_said_to_be_missing(void **state) {
    (void)state;
    int64_t run;
    open_all();
    expect(PAWL_OK, newer_parcel_apply(admin, &err));
    expect(PAWL_MISMATCH, parcel_start(older, &(struct parcel_args){.number = "early"}, NULL, &run, &err));
    expect_message("flow parcel: this database does not have this version of it");
    expect(PAWL_OK, parcel_apply(admin, &err)); /* behind the newer one */
    run = start_older("early");
    expect_older(run, PAWL_RUN_WAITING);
    expect_newer(start_newer("at once"), PAWL_RUN_WAITING);
}

static void what_the_older_began_the_newer_goes_on_with(void **state) {
    (void)state;
    char expected[128];
    open_all();
    const int64_t run = start_older("forward");
    expect_older(run, PAWL_RUN_WAITING);
    pay(run);
    expect_newer(run, PAWL_RUN_DONE);
    snprintf(expected, sizeof expected, "pack of %lld\nprint_label of %lld\nsend of %lld\n", (long long)run,
             (long long)run, (long long)run);
    expect_notes(run, expected);
}

static void what_the_newer_began_the_older_goes_on_with(void **state) {
    (void)state;
    char expected[128];
    open_all();
    const int64_t run = start_newer("back");
    expect_newer(run, PAWL_RUN_WAITING);
    pay(run);
    expect_older(run, PAWL_RUN_DONE);
    snprintf(expected, sizeof expected, "pack of %lld\nsend of %lld\n", (long long)run, (long long)run);
    expect_notes(run, expected);
}

/* It is parked, and nothing is lost. */
/* The newer version has no lock there: the run that waited for it waits no longer, so it keeps nobody
 * waiting. */
static void a_lock_that_the_newer_does_not_have_is_not_waited_for(void **state) {
    (void)state;
    int64_t token = 0;
    open_all();
    const int64_t run = start_older("locked");
    expect_older(run, PAWL_RUN_WAITING);
    pay(run);
    expect(PAWL_OK, pawl_acquire(older, NULL, "locked", "a person", 0, 0, &token, &err));
    expect_older(run, PAWL_RUN_BLOCKED);
    expect_rows(admin, "1\n", "select count(*) from pawl_run_waits where run = %lld", (long long)run);
    expect_newer(run, PAWL_RUN_DONE);
    expect_rows(admin, "0\n", "select count(*) from pawl_run_waits where run = %lld", (long long)run);
    expect(PAWL_OK, pawl_release(older, NULL, "locked", "a person", token, &err));
}

static void a_step_that_a_program_does_not_have_is_named(void **state) {
    (void)state;
    struct pawl_run row;
    open_all();
    const int64_t run = start_newer("label");
    expect_newer(run, PAWL_RUN_WAITING);
    pay(run);
    enum pawl_run_status left;
    printer_is_empty = true;
    expect(PAWL_OK, newer_parcel_step(newer, run, false, &left, &err)); /* of the wait */
    expect(PAWL_OK, newer_parcel_step(newer, run, false, &left, &err));
    wait_for_all_nodes();
    expect(PAWL_OK, pawl_run_get(admin, "parcel", run, &row, &err));
    assert_string_equal(row.place, "print_label");
    expect(PAWL_OK, pawl_run_resume(admin, "parcel", run, "boss", &err)); /* steps leave it paused */
    expect_older(run, PAWL_RUN_PARKED);
    wait_for_all_nodes();
    expect(PAWL_OK, pawl_run_get(admin, "parcel", run, &row, &err));
    assert_string_equal(row.error, "this program's parcel has no step print_label");
    printer_is_empty = false;
    expect(PAWL_OK, pawl_run_retry(admin, "parcel", run, "boss", &err));
    expect_newer(run, PAWL_RUN_DONE);
}

/* ---- while programs are at work ------------------------------------------------------------------- */

enum { RUNS = 40 };

struct program {
    pthread_t thread;
    bool is_newer;
    struct pawl_error error;
    char problem[700]; /* "" for none */
};

static enum pawl_status run_one(const struct program *program, const char *number, int64_t *run,
                                enum pawl_run_status *left, struct pawl_error *error) {
    struct pawl_db *db = program->is_newer ? newer : older;
    const struct parcel_args args = {.number = number};
    const struct newer_parcel_args newer_args = {.number = number};
    enum pawl_status status = program->is_newer ? newer_parcel_start(db, &newer_args, NULL, run, error)
                                                : parcel_start(db, &args, NULL, run, error);
    if (status == PAWL_OK)
        status = pawl_run_signal(db, "parcel", *run, "paid", NULL, error);
    if (status == PAWL_OK)
        status =
            program->is_newer ? newer_parcel_run(db, *run, left, error) : parcel_run(db, *run, left, error);
    return status;
}

static void *run_many(void *context) {
    struct program *program = context;
    for (int i = 0; i < RUNS && !program->problem[0]; i++) {
        char number[32];
        int64_t run = 0;
        enum pawl_run_status left = PAWL_RUN_READY;
        snprintf(number, sizeof number, "%s %d", program->is_newer ? "newer" : "older", i);
        enum pawl_status status = run_one(program, number, &run, &left, &program->error);
        if (status != PAWL_OK || left != PAWL_RUN_DONE)
            snprintf(program->problem, sizeof program->problem, "%s: %s: %s: %s", number,
                     pawl_status_name(status), pawl_run_status_name(left), program->error.message);
    }
    return NULL;
}

static void p9_programs_of_both_run_on_while_either_is_applied(void **state) {
    (void)state;
    struct program programs[2] = {{.error = PAWL_ERROR_INIT}, {.is_newer = true, .error = PAWL_ERROR_INIT}};
    open_all();
    execute(admin, "delete from notes");
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&programs[i].thread, NULL, run_many, &programs[i]), 0);
    for (int i = 0; i < 5; i++) {
        expect(PAWL_OK, newer_parcel_apply(admin, &err));
        expect(PAWL_OK, parcel_apply(admin, &err));
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(programs[i].thread, NULL);
        assert_string_equal(programs[i].problem, "");
    }
    char expected[32];
    snprintf(expected, sizeof expected, "%d|%d\n", 5 * RUNS, 5 * RUNS); /* two of one, three of the other */
    expect_rows(admin, expected, "select count(*), count(distinct note) from notes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_version_that_is_not_there_is_said_to_be_missing),
        TEST(what_the_older_began_the_newer_goes_on_with),
        TEST(what_the_newer_began_the_older_goes_on_with),
        TEST(a_lock_that_the_newer_does_not_have_is_not_waited_for),
        TEST(a_step_that_a_program_does_not_have_is_named),
        TEST(p9_programs_of_both_run_on_while_either_is_applied),
    };
    return run_suite(tests);
}
