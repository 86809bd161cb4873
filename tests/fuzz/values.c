/* What parameters may hold: one form each, which is kept when it is read again; what is JSON, SQLite knows,
 * too. */
#include "core/value.h"
#include "input.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static void require_numeric(const char *text) {
    text += *text == '-';
    size_t whole = strspn(text, "0123456789");
    REQUIRE(whole > 0 && (whole == 1 || text[0] != '0'), "a numeric begins with its first digit");
    text += whole;
    if (*text == '.') {
        size_t fraction = strspn(++text, "0123456789");
        REQUIRE(fraction > 0, "digits stand behind the point");
        text += fraction;
    }
    REQUIRE(*text == '\0', "a numeric ends with its last digit");
}

static void require_json(const char *text) {
    static sqlite3 *database;
    static sqlite3_stmt *valid;
    if (!valid) {
        REQUIRE(sqlite3_open(":memory:", &database) == SQLITE_OK, "SQLite opens");
        REQUIRE(sqlite3_prepare_v2(database, "select json_valid(?1)", -1, &valid, NULL) == SQLITE_OK,
                "SQLite knows JSON");
    }
    sqlite3_bind_text(valid, 1, text, -1, SQLITE_STATIC);
    REQUIRE(sqlite3_step(valid) == SQLITE_ROW && sqlite3_column_int(valid, 0) == 1,
            "what is JSON to libpawl is so to SQLite");
    sqlite3_reset(valid);
}

static void settle(struct results *results, enum pawl_type type, const char *text) {
    struct complaint complaint = {.help = NULL};
    struct value value = {.type = type, .text = text};
    enum pawl_status status = value_settle(results, &value, &complaint);
    REQUIRE(status == PAWL_OK || (status == PAWL_MISUSE && complaint.help != NULL), "it is good or bad");
    if (status != PAWL_OK)
        return;
    struct value again = value;
    REQUIRE(value_settle(results, &again, &complaint) == PAWL_OK, "what is kept is good");
    REQUIRE(strcmp(value.text, again.text) == 0, "what is kept stays as it is");
    REQUIRE(value_is(&value, &(struct cell){.text = again.text}), "it is the same as itself");
    if (type == PAWL_TYPE_NUMERIC)
        require_numeric(value.text);
    if (type == PAWL_TYPE_UUID)
        REQUIRE(strlen(value.text) == 36, "a UUID has its length");
    if (type == PAWL_TYPE_JSON) {
        REQUIRE(value.text == text, "JSON is kept as it is");
        require_json(text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const enum pawl_type types[] = {PAWL_TYPE_TEXT, PAWL_TYPE_NUMERIC, PAWL_TYPE_UUID, PAWL_TYPE_JSON};
    struct results results = {0};
    char *text = malloc(size + 1); /* of its own, so that the address sanitizer knows its end */
    REQUIRE(text != NULL, "there is memory for the text");
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        settle(&results, types[i], text);
    results_free(&results);
    free(text);
    return 0;
}
