/* The parts of libpawl that need no database. */
#include "core/clock.h"
#include "core/deployment.h"
#include "core/handle.h"
#include "core/key.h"
#include "core/text.h"
#include "core/transact.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void utf8_is_told_from_other_bytes(void **state) {
    (void)state;
    static const char *const good[] = {"",
                                       "plain",
                                       "caf\xC3\xA9",
                                       "\xE2\x82\xAC",
                                       "\xF0\x9F\x98\x80",
                                       "\xED\x9F\xBF",
                                       "\xEF\xBF\xBF",
                                       "\xF4\x8F\xBF\xBF"};
    static const char *const bad[] = {
        "\x80",         "\xC0\xAF",         "\xC1\xBF",         "\xE0\x9F\xBF",
        "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80",
        "\xC3",         "\xE2\x82",         "\xF0\x9F\x98",     "\xC3(",
        "\xFF"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(text_is_utf8(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_utf8(bad[i]));
}

static void a_copy_of_a_text_ends_where_there_is_no_more_room(void **state) {
    (void)state;
    char copy[5];
    text_copy(copy, sizeof copy, "paid");
    assert_string_equal(copy, "paid");
    text_copy(copy, sizeof copy, "submitted");
    assert_string_equal(copy, "subm");
    text_copy(copy, sizeof copy, NULL);
    assert_string_equal(copy, "");
}

static void results_survive_growth_and_are_reused(void **state) {
    (void)state;
    struct results results = {0};
    char *first = results_alloc(&results, 10);
    char *copies[2000];
    for (int i = 0; i < 2000; i++) {
        copies[i] = results_strdup(&results, "a text of some length");
        assert_non_null(copies[i]);
    }
    char *large = results_alloc(&results, 1000000);
    memset(large, 1, 1000000);
    for (int i = 0; i < 2000; i++)
        assert_string_equal(copies[i], "a text of some length");
    assert_null(results_alloc(&results, SIZE_MAX / 2));
    results_reset(&results);
    assert_ptr_equal(results_alloc(&results, 10), first);
    results_free(&results);
}

static const struct pawl_machine text_machine = {.name = "order", .key_type = PAWL_TYPE_TEXT};
static const struct pawl_machine number_machine = {.name = "order", .key_type = PAWL_TYPE_BIGINT};

static void long_keys_are_cut_between_characters(void **state) {
    (void)state;
    char shown[KEY_SHOWN_SIZE];
    char key[400] = "";
    for (int i = 0; i < 100; i++)
        strcat(key, "\xE2\x82\xAC");
    key_shown(&text_machine, (struct pawl_key){.text = key}, shown);
    assert_true(strlen(shown) < KEY_SHOWN_SIZE);
    assert_true(text_is_utf8(shown));
    assert_string_equal(shown + strlen(shown) - 3, "...");
    assert_string_equal(key_shown(&text_machine, (struct pawl_key){.text = "PM1"}, shown), "PM1");
    assert_string_equal(key_shown(&number_machine, (struct pawl_key){.number = INT64_MIN}, shown),
                        "-9223372036854775808");
}

static void a_message_is_one_line(void **state) {
    (void)state;
    struct pawl_error err = PAWL_ERROR_INIT;
    error_set(&err, PAWL_DB, "first\nsecond\t%s\n", "third");
    assert_string_equal(err.message, "first second third");
    assert_int_equal(err.status, PAWL_DB);
    error_clear(&err);
    assert_string_equal(err.message, "");
    assert_int_equal(error_set(NULL, PAWL_DB, "nobody listens"), PAWL_DB);
}

static void every_status_has_its_name(void **state) {
    (void)state;
    assert_string_equal(pawl_status_name(PAWL_OK), "OK");
    assert_string_equal(pawl_status_name(PAWL_NOMEM), "NOMEM");
    assert_string_equal(pawl_status_name((enum pawl_status)999), "not a pawl_status");
}

struct attempts {
    int made, until;
};

static enum pawl_status attempt(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct attempts *attempts = context;
    (void)db;
    if (++attempts->made < attempts->until) {
        error_set(err, PAWL_DB, "serialization failure");
        err->retryable = true;
        return PAWL_DB;
    }
    return PAWL_ILLEGAL;
}

static int caught_up;

static enum pawl_status catch_up(struct pawl_db *db, struct pawl_error *err) {
    (void)db;
    (void)err;
    caught_up++;
    return PAWL_OK;
}

static void only_what_the_database_wants_repeated_is_repeated(void **state) {
    (void)state;
    const struct cluster_driver cluster = {.catch_up = catch_up};
    const struct driver driver = {.cluster = &cluster};
    struct pawl_db db = {.driver = &driver};
    db.stats = &db.own_stats;
    struct pawl_error err = PAWL_ERROR_INIT;
    struct attempts attempts = {.until = 1};
    caught_up = 0;
    assert_int_equal(make_attempts(&db, attempt, &attempts, &err), PAWL_ILLEGAL);
    assert_int_equal(attempts.made, 1);
    attempts = (struct attempts){.until = 4};
    assert_int_equal(make_attempts(&db, attempt, &attempts, NULL), PAWL_ILLEGAL);
    assert_int_equal(attempts.made, 4);
    assert_int_equal(caught_up, 1); /* before the fourth: a node behind the others refuses each */
    attempts = (struct attempts){.until = 1000};
    assert_int_equal(make_attempts(&db, attempt, &attempts, &err), PAWL_CONFLICT);
    assert_int_equal(attempts.made, 10);
    assert_string_equal(err.message, "given up after 10 attempts: serialization failure");
}

static void a_pause_doubles_up_to_its_limit(void **state) {
    (void)state;
    assert_int_equal(backoff_pause(10, 50, 1), 10);
    assert_int_equal(backoff_pause(10, 50, 3), 40);
    assert_int_equal(backoff_pause(10, 50, 4), 50);
    assert_int_equal(backoff_pause(10, INT64_MAX, 1000), INT64_MAX);
    assert_int_equal(backoff_pause(60, 50, 1), 50);
    assert_int_equal(backoff_pause(0, 0, 3), 0);
}

static bool is_missing(const struct pawl_error *err, const char *machine) {
    (void)err, (void)machine;
    return true;
}

/* So that nothing is asked. */
static bool is_lost_connection(const struct pawl_db *db) {
    (void)db;
    return true;
}

static enum pawl_status judge_lack_of(const struct pawl_machine *machine, const char *object,
                                      struct pawl_error *err) {
    const struct call_driver calls = {0};
    const struct driver driver = {
        .calls = &calls, .is_missing = is_missing, .connection_lost = is_lost_connection};
    struct connection connection = {0};
    struct pawl_db db = {.driver = &driver, .connection = &connection};
    error_clear(err);
    error_set(err, PAWL_DB, "PostgreSQL 42P01: relation \"%s\" does not exist", object);
    return judge_version(&db, machine, PAWL_DB, err);
}

/* A name may hold the words that name versions. */
static void machines_are_called_as_they_like(void **state) {
    (void)state;
    static const char *const names[] = {"car", "data_model", "car_model_year", "model"};
    const struct pawl_statements statements = {.schema = ""};
    const struct pawl_statements *const of_dialects[] = {&statements};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct pawl_machine machine = {
            .name = names[i], .fingerprint = "00ff", .has_no_roles = true, .sql = of_dialects};
        struct pawl_error err = PAWL_ERROR_INIT;
        char object[80];
        snprintf(object, sizeof object, "%s_current", names[i]);
        assert_int_equal(judge_lack_of(&machine, object, &err), PAWL_MISMATCH);
        assert_non_null(strstr(err.message, object));
        assert_false(err.retryable);
        snprintf(object, sizeof object, "%s_model_%d_00ff", names[i], PAWL_ABI);
        assert_int_equal(judge_lack_of(&machine, object, &err), PAWL_MISMATCH);
        assert_null(strstr(err.message, "lacks a part"));
        snprintf(object, sizeof object, "%s_model_%d_beef", names[i], PAWL_ABI);
        assert_int_equal(judge_lack_of(&machine, object, &err), PAWL_DB);
        assert_true(err.retryable);
    }
}

/* Published in runtime/README.md; tests/conformance/keyed_locks_test.c holds PostgreSQL's function to them.
 */
static void key_numbers_never_change(void **state) {
    (void)state;
    assert_true(pawl_key_number("payment", "PM1") == INT64_C(7985389418750093306));
    assert_true(pawl_key_number("", "A1") == INT64_C(-6246871094368515488));
    assert_true(pawl_key_number("gr\xC3\xB6\xC3\x9F"
                                "e",
                                "\xD0\xBA\xD0\xBB\xD1\x8E\xD1\x87") == INT64_C(8604701130614233517));
    assert_true(pawl_key_number("a", "bc") == INT64_C(4664414737393237297));
    assert_true(pawl_key_number("ab", "c") == INT64_C(7783115584253305165));
    char two_blocks[201] = {0};
    memset(two_blocks, 'x', 200);
    assert_true(pawl_key_number("transfer", two_blocks) == INT64_C(-3985518259503826809));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_told_from_other_bytes),
        cmocka_unit_test(a_copy_of_a_text_ends_where_there_is_no_more_room),
        cmocka_unit_test(results_survive_growth_and_are_reused),
        cmocka_unit_test(long_keys_are_cut_between_characters),
        cmocka_unit_test(a_message_is_one_line),
        cmocka_unit_test(every_status_has_its_name),
        cmocka_unit_test(a_pause_doubles_up_to_its_limit),
        cmocka_unit_test(key_numbers_never_change),
        cmocka_unit_test(machines_are_called_as_they_like),
        cmocka_unit_test(only_what_the_database_wants_repeated_is_repeated),
    };
    return cmocka_run_group_tests_name("runtime", tests, NULL, NULL);
}
