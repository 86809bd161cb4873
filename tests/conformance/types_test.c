/* numeric, uuid, json and bytes: what they may hold, how they are kept, and when two of them are the same. */
#include "../support/database.h"

#include "document.h"

#include "../support/transitions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define A_UUID "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

static const struct document_create_args plain = {
    .amount = "1", .number = A_UUID, .content = "{}", .image = {"i", 1}};

static int create_database(void **state) {
    if (database_create(state) != 0)
        return -1;
    enum pawl_status status = document_apply(open_administrator(), &err);
    close_handles(state);
    return status == PAWL_OK ? 0 : -1;
}

/* Of the last move. */
static const struct document_record *last_record(struct pawl_db *db, const char *id) {
    static struct document_record record;
    expect(PAWL_OK, document_last_to(db, id, DOCUMENT_STATE_DRAFTED, &record, &err));
    return &record;
}

/* ---- what comes back ----------------------------------------------------------------------------- */

static void p10_numeric_is_kept_as_every_database_writes_it(void **state) {
    (void)state;
    static const struct {
        const char *given, *kept;
    } numbers[] = {{"0", "0"},
                   {"-12.50", "-12.50"},
                   {"12.500", "12.500"},
                   {"+7", "7"},
                   {"007.10", "7.10"},
                   {".5", "0.5"},
                   {"-.5", "-0.5"},
                   {"5.", "5"},
                   {"-0.00", "0.00"},
                   {"-0", "0"},
                   {"00", "0"},
                   {"000.000", "0.000"},
                   {"100", "100"},
                   {"0.0000001", "0.0000001"},
                   {"12345678901234567890123456789.000000000000000000000000001",
                    "12345678901234567890123456789.000000000000000000000000001"}};
    struct pawl_db *db = open_application();
    expect(PAWL_OK, document_create(db, "numeric", &plain, NULL, NULL, &err));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct document_amend_args args = {.new_amount = numbers[i].given};
        expect(PAWL_OK, document_amend(db, "numeric", &args, NULL, NULL, &err));
        assert_string_equal(last_record(db, "numeric")->new_amount, numbers[i].kept);
    }
    char longest[PAWL_NUMERIC_MAX_DIGITS + sizeof "-."];
    memset(longest, '9', sizeof longest);
    longest[0] = '-';
    longest[PAWL_NUMERIC_MAX_DIGITS / 2] = '.';
    longest[sizeof longest - 1] = '\0';
    struct document_amend_args args = {.new_amount = longest};
    expect(PAWL_OK, document_amend(db, "numeric", &args, NULL, NULL, &err));
    assert_string_equal(last_record(db, "numeric")->new_amount, longest);
}

static void p10_uuid_is_kept_in_small_letters(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct document_create_args args = plain;
    args.number = "6BA7B810-9dad-11D1-80b4-00C04FD430C8";
    expect(PAWL_OK, document_create(db, "uuid", &args, NULL, NULL, &err));
    assert_string_equal(last_record(db, "uuid")->number, A_UUID);
}

/* One by one or many in one call: the same form, and so the same request, whichever way it comes again. */
static void p10_values_of_many_are_kept_as_those_of_one(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct document_result results[2];
    expect(PAWL_OK, document_create(db, "many 1", &plain, NULL, NULL, &err));
    expect(PAWL_OK, document_create(db, "many 2", &plain, NULL, NULL, &err));
    const struct document_amend_item amended[] = {
        {.id = "many 1",
         .args = {.new_amount = "+1.5", .new_number = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"},
         .request_id = "amended"},
        {.id = "many 2", .args = {.new_amount = "007"}}};
    expect(PAWL_OK, document_amend_many(db, amended, 2, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_OK);
    assert_int_equal(results[1].status, PAWL_OK);
    assert_string_equal(last_record(db, "many 1")->new_amount, "1.5");
    assert_string_equal(last_record(db, "many 1")->new_number, A_UUID);
    assert_string_equal(last_record(db, "many 2")->new_amount, "7");
    const struct pawl_opts again = {.request_id = "amended"};
    expect(PAWL_OK, document_amend(db, "many 1", &amended[0].args, &again, NULL, &err));
}

static void p10_json_is_kept_byte_for_byte(void **state) {
    (void)state;
    static const char *const texts[] = {
        " { \"b\" : 1 , \"a\" : [ ] , \"b\" : null } ",
        "\"\"",
        "\"\\ud83d\\ude00 \\u00e9 \xc3\xa9 \\\\ \\/\"",
        "-0.10e+5",
        "123456789012345678901234567890",
        "1e400",
        "[[],{},[{\"\":true}],false,\"\\\"\"]",
        "\t\r\nnull\n",
    };
    struct pawl_db *db = open_application();
    expect(PAWL_OK, document_create(db, "json", &plain, NULL, NULL, &err));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct document_amend_args args = {.new_content = texts[i]};
        expect(PAWL_OK, document_amend(db, "json", &args, NULL, NULL, &err));
        assert_string_equal(last_record(db, "json")->new_content, texts[i]);
    }
    char deepest[2 * PAWL_JSON_MAX_DEPTH + 1] = "";
    memset(deepest, '[', PAWL_JSON_MAX_DEPTH);
    memset(deepest + PAWL_JSON_MAX_DEPTH, ']', PAWL_JSON_MAX_DEPTH);
    struct document_amend_args args = {.new_content = deepest};
    expect(PAWL_OK, document_amend(db, "json", &args, NULL, NULL, &err));
    assert_string_equal(last_record(db, "json")->new_content, deepest);
}

static void expect_image(struct pawl_db *db, const char *id, const void *data, size_t size) {
    const struct document_record *record = last_record(db, id);
    assert_true(record->new_image.set);
    assert_int_equal(record->new_image.value.size, size);
    if (size > 0)
        assert_memory_equal(record->new_image.value.data, data, size);
}

static void p10_bytes_come_back_with_their_length(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    size_t size = 1024 * 1024 + 1;
    unsigned char *data = malloc(size);
    assert_non_null(data);
    for (size_t i = 0; i < size; i++)
        data[i] = (unsigned char)(i * 7 + i / 256);
    struct document_create_args created = plain;
    created.image = (struct pawl_bytes){"\0nul\0", 5};
    expect(PAWL_OK, document_create(db, "bytes", &created, NULL, NULL, &err));
    assert_true(last_record(db, "bytes")->image.set);
    assert_int_equal(last_record(db, "bytes")->image.value.size, 5);
    assert_memory_equal(last_record(db, "bytes")->image.value.data, "\0nul\0", 5);
    struct document_amend_args args = {.new_image = {true, {data, size}}};
    expect(PAWL_OK, document_amend(db, "bytes", &args, NULL, NULL, &err));
    expect_image(db, "bytes", data, size);
    args.new_image.value = (struct pawl_bytes){NULL, 0};
    expect(PAWL_OK, document_amend(db, "bytes", &args, NULL, NULL, &err));
    expect_image(db, "bytes", NULL, 0);
    args.new_image.value = (struct pawl_bytes){data, 0};
    expect(PAWL_OK, document_amend(db, "bytes", &args, NULL, NULL, &err));
    expect_image(db, "bytes", NULL, 0);
    free(data);
}

static void what_is_left_out_is_null(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, document_create(db, "null", &plain, NULL, NULL, &err));
    expect(PAWL_OK, document_amend(db, "null", NULL, NULL, NULL, &err));
    const struct document_record *record = last_record(db, "null");
    assert_null(record->amount);
    assert_null(record->new_amount);
    assert_null(record->new_number);
    assert_null(record->new_content);
    assert_false(record->new_image.set || record->image.set);
    assert_null(record->new_image.value.data);
    expect_rows(db, "1\n",
                "select count(*) from document_transitions where document_id = 'null' and new_amount is null"
                " and new_number is null and new_content is null and new_image is null and sort_key = 20");
}

static void columns_have_the_types_of_their_database(void **state) {
    (void)state;
    if (on_mariadb()) {
        expect_rows(
            open_administrator(), "varchar|char|longtext|longblob\n",
            "select group_concat(data_type order by field(column_name, 'amount', 'number', 'content', "
            "'image')"
            " separator '|') from information_schema.columns join information_schema.tables"
            " using (table_schema, table_name)"
            " where table_schema in (database(), concat(database(), '_pawl')) and table_type = 'BASE TABLE'"
            " and table_name = 'document_transitions'"
            " and column_name in ('amount', 'number', 'content', 'image')");
        return;
    }
    struct pawl_db *db = open_application();
    expect(PAWL_OK, document_create(db, "columns", &plain, NULL, NULL, &err));
    expect_rows(db, on_postgres() ? "numeric|uuid|json|bytea\n" : "text|text|text|blob\n",
                "select %s(amount), %s(number), %s(content), %s(image) from document_transitions"
                " where document_id = 'columns'",
                on_postgres() ? "pg_typeof" : "typeof", on_postgres() ? "pg_typeof" : "typeof",
                on_postgres() ? "pg_typeof" : "typeof", on_postgres() ? "pg_typeof" : "typeof");
}

/* ---- what does not fit --------------------------------------------------------------------------- */

static void expect_refused(struct pawl_db *db, const struct document_amend_args *args, const char *message,
                           const char *help) {
    expect(PAWL_MISUSE, document_amend(db, "bad", args, NULL, NULL, &err));
    expect_message(message);
    if (!strstr(err.help, help))
        fail_msg("\"%s\" is not in \"%s\"", help, err.help);
}

static void p10_what_does_not_fit_is_misuse_before_anything_is_sent(void **state) {
    (void)state;
    static const char *const numerics[] = {"",   "-",   ".",   "one", "1,5",   "1.2.3", "1e3",      " 1",
                                           "1 ", "NaN", "--1", "0x1", "1_000", "+-1",   "Infinity", "1.5\n"};
    static const char *const uuids[] = {"",
                                        "6ba7b810-9dad-11d1-80b4-00c04fd430c",
                                        "6ba7b810-9dad-11d1-80b4-00c04fd430c80",
                                        "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}",
                                        "6ba7b8109dad11d180b400c04fd430c8",
                                        "6ba7b810-9dad-11d1-80b4-00c04fd430cg",
                                        "6ba7b810 9dad 11d1 80b4 00c04fd430c8",
                                        " 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
                                        "6ba7b810--dad-11d1-80b4-00c04fd430c8"};
    static const struct {
        const char *text, *problem;
    } jsons[] = {{"", "no JSON: it ends too soon"},
                 {"{\"a\": 1", "no JSON: it ends too soon"},
                 {"[1, ]", "no JSON from byte 5 on"},
                 {"{a: 1}", "no JSON from byte 2 on"},
                 {"{\"a\" 1}", "no JSON from byte 6 on"},
                 {"'a'", "no JSON from byte 1 on"},
                 {"01", "no JSON from byte 2 on"},
                 {"1 2", "no JSON from byte 3 on"},
                 {"nul", "no JSON from byte 1 on"},
                 {"NaN", "no JSON from byte 1 on"},
                 {"[1}", "no JSON from byte 3 on"},
                 {"\"\\u0000\"", "no JSON from byte 2 on"},
                 {"\"\\ud83d\"", "no JSON from byte 2 on"},
                 {"\"\\ude00\"", "no JSON from byte 2 on"},
                 {"\"\\x\"", "no JSON from byte 2 on"},
                 {"\"a\nb\"", "no JSON from byte 3 on"},
                 {"\"\xff\"", "not valid UTF-8"}};
    struct pawl_db *db = open_application();
    char message[512];
    expect(PAWL_OK, document_create(db, "bad", &plain, NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    for (size_t i = 0; i < sizeof numerics / sizeof *numerics; i++)
        expect_refused(db, &(struct document_amend_args){.new_amount = numerics[i]},
                       "document bad: amend: new_amount is no decimal number", "such as -12.50");
    for (size_t i = 0; i < sizeof uuids / sizeof *uuids; i++)
        expect_refused(db, &(struct document_amend_args){.new_number = uuids[i]},
                       "document bad: amend: new_number is no UUID", "6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    for (size_t i = 0; i < sizeof jsons / sizeof *jsons; i++) {
        snprintf(message, sizeof message, "document bad: amend: new_content is %s", jsons[i].problem);
        expect_refused(db, &(struct document_amend_args){.new_content = jsons[i].text}, message, "");
    }
    expect_refused(db, &(struct document_amend_args){.new_image = {true, {NULL, 3}}},
                   "document bad: amend: new_image is of some size, and its data is NULL", "set both");
    expect_refused(db, &(struct document_amend_args){.new_image = {true, {"", PAWL_VALUE_MAX_BYTES + 1}}},
                   "document bad: amend: new_image is longer than 256 MB", "elsewhere");

    char digits[PAWL_NUMERIC_MAX_DIGITS + 2], deep[2 * PAWL_JSON_MAX_DEPTH + 3] = "";
    memset(digits, '9', PAWL_NUMERIC_MAX_DIGITS + 1);
    digits[PAWL_NUMERIC_MAX_DIGITS + 1] = '\0';
    expect_refused(db, &(struct document_amend_args){.new_amount = digits},
                   "document bad: amend: new_amount is a number of too many digits", "1000");
    memset(deep, '[', PAWL_JSON_MAX_DEPTH + 1);
    memset(deep + PAWL_JSON_MAX_DEPTH + 1, ']', PAWL_JSON_MAX_DEPTH + 1);
    expect_refused(db, &(struct document_amend_args){.new_content = deep},
                   "document bad: amend: new_content is no JSON from byte 501 on", "500 deep");

    struct document_create_args missing = plain;
    missing.number = NULL;
    expect(PAWL_MISUSE, document_create(db, "worse", &missing, NULL, NULL, &err));
    expect_message("document worse: create needs number, which is NULL");
    expect(PAWL_OK, document_amend(db, "bad", NULL, NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_rows(db, "2\n", "select count(*) from document_transitions where document_id = 'bad'");
}

/* MariaDB ends the connection of whoever sends it more. */
static void p9_what_the_server_does_not_take_at_once_is_misuse(void **state) {
    (void)state;
    if (!on_mariadb())
        skip();
    struct pawl_db *db = open_application();
    int64_t most_bytes = 0;
    char *found = rows_of(db, "select @@max_allowed_packet");
    assert_int_equal(sscanf(found, "%" SCNd64, &most_bytes), 1);
    free(found);
    char *large = malloc((size_t)most_bytes + 1);
    memset(large, ' ', (size_t)most_bytes);
    large[0] = '1';
    large[most_bytes] = '\0';
    const struct document_amend_args args = {.new_content = large};
    expect(PAWL_OK, document_create(db, "large", &plain, NULL, NULL, &err));
    expect(PAWL_MISUSE, document_amend(db, "large", &args, NULL, NULL, &err));
    expect_message_has(" at once");
    assert_string_equal(err.help, "send less, or raise max_allowed_packet of the server");
    expect(PAWL_MISUSE, pawl_exec(db, large, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, document_amend(db, "large", NULL, NULL, NULL, &err));
    expect(PAWL_MISUSE, document_amend(db, "large", &args, NULL, NULL, &err));
    expect(PAWL_OK, document_amend(db, "large", NULL, NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    large[most_bytes / 4] = '\0';
    expect(PAWL_OK, document_amend(db, "large", &args, NULL, NULL, &err));
    free(large);
    expect_rows(db, "4\n", "select count(*) from document_transitions where document_id = 'large'");
}

/* SQL's own callers have the types of PostgreSQL, which hold more than libpawl can read again. */
static void what_a_numeric_of_postgres_holds_besides_is_misuse(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    struct pawl_db *db = open_application();
    expect(PAWL_OK, document_create(db, "sql", &plain, NULL, NULL, &err));
    static const char *const bad[] = {"'NaN'", "'Infinity'", "'-Infinity'", "1e1000", "1e-1000"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_rows(db, "MISUSE\nMISUSE\n",
                    "select (public.document_amend('sql', new_amount => %s)).status union all"
                    " select status from document_amend_many(array['sql'], array[%s::numeric],"
                    " array[null::uuid], array[null::json], array[null::bytea], null, array[null],"
                    " array[null::integer])",
                    bad[i], bad[i]);
    expect_rows(db, "OK\n", "select (public.document_amend('sql', new_amount => -1.5e3)).status");
    assert_string_equal(last_record(db, "sql")->new_amount, "-1500");
    expect_rows(db, "OK\n", "select (public.document_amend('sql', new_amount => 1e-999)).status");
    expect_rows(db, "OK\n", "select (public.document_amend('sql', new_amount => 1e999)).status");
}

/* The function in the database says the same as libpawl of any text that PostgreSQL takes for JSON. */
static void expect_same_in_sql(struct pawl_db *db, const char *json, enum pawl_status status) {
    const struct document_amend_args args = {.new_content = json};
    expect(status, document_amend(db, "json in sql", &args, NULL, NULL, &err));
    const char *expected = status == PAWL_OK ? "OK\n" : "MISUSE\n";
    expect_rows(db, expected, "select (document_amend('json in sql', new_content => $j$%s$j$)).status", json);
    expect_rows(db, expected,
                "select status from document_amend_many(array['json in sql'], array[null::numeric],"
                " array[null::uuid], array[$j$%s$j$::json], array[null::bytea], null, array[null],"
                " array[null::integer])",
                json);
}

static void p10_json_that_libpawl_refuses_is_misuse_in_sql(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    static const char *const refused[] = {"\"\\u0000\"",        "\"a\\ud83d\"",        "\"\\ude00b\"",
                                          "\"\\uD83D\\u0041\"", "\"\\ude00\\ud83d\"",  "{\"\\u0000\": 1}",
                                          "\"\\\\\\u0000\"",    "\"\\ud83d\\\\ude00\""};
    static const char *const taken[] = {"\"\\\\u0000\"", "\"\\ud83d\\ude00\"", "\"\\\\ud83d\"",
                                        "\"[[{{\\\"[\"", "\"\\uabcd\"",        "{\"\\\\\": [\"]\"]}"};
    char deep[8 * PAWL_JSON_MAX_DEPTH] = "";
    struct pawl_db *db = open_application();
    expect(PAWL_OK, document_create(db, "json in sql", &plain, NULL, NULL, &err));
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        expect_same_in_sql(db, refused[i], PAWL_MISUSE);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        expect_same_in_sql(db, taken[i], PAWL_OK);
    for (size_t depth = PAWL_JSON_MAX_DEPTH; depth <= PAWL_JSON_MAX_DEPTH + 1; depth++) {
        const enum pawl_status status = depth > PAWL_JSON_MAX_DEPTH ? PAWL_MISUSE : PAWL_OK;
        memset(deep, '[', depth);
        strcpy(deep + depth, "\"]{\\\"[\"");
        const size_t inside = strlen(deep);
        memset(deep + inside, ']', depth);
        deep[inside + depth] = '\0';
        expect_same_in_sql(db, deep, status);
        memset(deep, 0, sizeof deep);
        for (size_t i = 0; i < depth; i++)
            strcat(deep, i % 2 ? "{\"\":" : "[");
        strcat(deep, "1");
        for (size_t i = depth; i-- > 0;)
            strcat(deep, i % 2 ? "}" : "]");
        expect_same_in_sql(db, deep, status);
    }
}

/* What the functions of MariaDB are given by its own callers, as an expression of SQL, one by one and in the
 * one for many. */
static void expect_amended_in_sql(struct pawl_db *db, const char *number, const char *uuid, const char *json,
                                  const char *status) {
    char *database = rows_of(db, "select database()");
    const int length = (int)strcspn(database, "\n");
    expect_rows(db, status,
                "select json_value(%.*s_pawl.document_amend$8('in sql', %s, %s, %s, null, null, null, null), "
                "'$.status')",
                length, database, number, uuid, json);
    expect_rows(
        db, status,
        "select json_value(%.*s_pawl.document_amend_many$8(json_array(json_array('in sql', %s, %s, %s)),"
        " null), '$[0].status')",
        length, database, number, uuid, json);
    free(database);
}

static void p10_what_libpawl_refuses_is_misuse_in_sql_of_mariadb(void **state) {
    (void)state;
    if (!on_mariadb())
        skip();
    static const char *const numbers[] = {
        "'NaN'", "''", "'1e3'", "'+1'", "'01'", "'1.'", "'-0'", "'-0.00'", "concat('1', char(10))"};
    static const char *const uuids[] = {"'no uuid'", "'{" A_UUID "}'",
                                        "'zba7b810-9dad-11d1-80b4-00c04fd430c8'",
                                        "concat('6ba7b810-9dad-11d1-80b4-00c04fd430c', char(10))"};
    static const char *const refused[] = {"'{'",
                                          "'\"\\u0000\"'",
                                          "'\"a\\ud83d\"'",
                                          "'\"\\ude00b\"'",
                                          "'\"\\uD83D\\u0041\"'",
                                          "'\"\\ude00\\ud83d\"'",
                                          "'{\"\\u0000\": 1}'",
                                          "'\"\\\\\\u0000\"'",
                                          "'\"\\ud83d\\\\ude00\"'"};
    static const char *const taken[] = {"'\"\\\\u0000\"'", "'\"\\ud83d\\ude00\"'", "'\"\\\\ud83d\"'",
                                        "'\"\\uabcd\"'", "'{\"\\\\\": [\"]\"]}'"};
    struct pawl_db *db = open_application();
    expect(PAWL_OK, document_create(db, "in sql", &plain, NULL, NULL, &err));
    execute(db, "set sql_mode = concat(@@sql_mode, ',NO_BACKSLASH_ESCAPES')");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        expect_amended_in_sql(db, numbers[i], "null", "null", "MISUSE\n");
    for (size_t i = 0; i < sizeof uuids / sizeof *uuids; i++)
        expect_amended_in_sql(db, "null", uuids[i], "null", "MISUSE\n");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        expect_amended_in_sql(db, "null", "null", refused[i], "MISUSE\n");
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        expect_amended_in_sql(db, "'-12.50'", "'" A_UUID "'", taken[i], "OK\n");
    expect_amended_in_sql(db, "null", "'6BA7B810-9DAD-11D1-80B4-00C04FD430C8'", "null", "OK\n");
    assert_string_equal(last_record(db, "in sql")->new_number, A_UUID);
}

/* ---- the same request ---------------------------------------------------------------------------- */

static void p7_arguments_of_these_types_are_compared(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const struct document_amend_args first = {.new_amount = "1.50",
                                              .new_number = A_UUID,
                                              .new_content = "{\"a\": 1}",
                                              .new_image = {true, {"\0a", 2}}};
    struct pawl_opts opts = {.request_id = "r-1"};
    expect(PAWL_OK, document_create(db, "same", &plain, NULL, NULL, &err));
    expect(PAWL_OK, document_amend(db, "same", &first, &opts, NULL, &err));

    /* written otherwise, and the same */
    struct document_amend_args again = first;
    again.new_amount = "+01.5";
    again.new_number = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8";
    expect(PAWL_OK, document_amend(db, "same", &first, &opts, NULL, &err));
    expect(PAWL_OK, document_amend(db, "same", &again, &opts, NULL, &err));

    struct document_amend_args others[9];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        others[i] = first;
    others[0].new_amount = "1.51";
    others[1].new_amount = "150";
    others[2].new_amount = NULL;
    others[3].new_number = "6ba7b810-9dad-11d1-80b4-00c04fd430c9";
    others[4].new_content = "{\"a\":1}";
    others[5].new_content = NULL;
    others[6].new_image.value = (struct pawl_bytes){"\0b", 2};
    others[7].new_image.value.size = 1;
    others[8].new_image.set = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        expect(PAWL_REUSED, document_amend(db, "same", &others[i], &opts, NULL, &err));
    expect_rows(db, "2\n", "select count(*) from document_transitions where document_id = 'same'");

    /* nothing, and bytes of which there are none, are not the same */
    opts.request_id = "r-2";
    const struct document_amend_args nothing = {0}, empty = {.new_image = {.set = true}};
    expect(PAWL_OK, document_amend(db, "same", &nothing, &opts, NULL, &err));
    expect(PAWL_OK, document_amend(db, "same", &nothing, &opts, NULL, &err));
    expect(PAWL_REUSED, document_amend(db, "same", &empty, &opts, NULL, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p10_numeric_is_kept_as_every_database_writes_it),
        TEST(p10_uuid_is_kept_in_small_letters),
        TEST(p10_values_of_many_are_kept_as_those_of_one),
        TEST(p10_json_is_kept_byte_for_byte),
        TEST(p10_bytes_come_back_with_their_length),
        TEST(what_is_left_out_is_null),
        TEST(columns_have_the_types_of_their_database),
        TEST(p10_what_does_not_fit_is_misuse_before_anything_is_sent),
        TEST(p9_what_the_server_does_not_take_at_once_is_misuse),
        TEST(what_a_numeric_of_postgres_holds_besides_is_misuse),
        TEST(p10_json_that_libpawl_refuses_is_misuse_in_sql),
        TEST(p10_what_libpawl_refuses_is_misuse_in_sql_of_mariadb),
        TEST(p7_arguments_of_these_types_are_compared),
    };
    moves_only(NULL);
    return tests_are_possible() ? cmocka_run_group_tests(tests, create_database, database_drop) : 77;
}
