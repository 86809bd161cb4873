/*
 * What all machines share in a database is written as plain SQL, with numbers of pawl_abi.h in it. Beside
 * each a comment says which it is, "1024: PAWL_KEY_MAX_BYTES"; they are held against that header here.
 */
#include "test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emit/sql/sql.h"
#include "emit/template/template.h"
#include "pawl_abi.h"
#include "pawl_flow.h"

static const struct number {
    const char *name;
    int64_t value;
} numbers[] = {
#define NUMBER(expression)                                                                                   \
    { #expression, expression }
    NUMBER(PAWL_SCHEMA_VERSION),     NUMBER(PAWL_ABI),
    NUMBER(PAWL_KEY_MAX_BYTES),      NUMBER(PAWL_ACTOR_MAX_BYTES),
    NUMBER(PAWL_OUTBOX_SLOTS - 1),   NUMBER(PAWL_SORT_KEY_STEP),
    NUMBER(PAWL_NUMERIC_MAX_DIGITS), NUMBER(PAWL_VALUE_MAX_BYTES),
    NUMBER(PAWL_JSON_MAX_DEPTH),     NUMBER(PAWL_DURATION_MAX_US / 1000),
    NUMBER(PAWL_RUN_DATA_MAX_BYTES),
};
enum { NUMBER_COUNT = sizeof numbers / sizeof *numbers };

static bool continues_word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* The longest of the names that the text begins with. */
static const struct number *number_at(const char *text) {
    const struct number *found = NULL;
    for (size_t i = 0; i < NUMBER_COUNT; i++) {
        const size_t length = strlen(numbers[i].name);
        if (strncmp(text, numbers[i].name, length) == 0 && !continues_word(text[length]) &&
            (found == NULL || length > strlen(found->name)))
            found = &numbers[i];
    }
    return found;
}

/* How often the digits stand there as a word. */
static size_t count_word(const char *text, const char *digits) {
    size_t count = 0;
    const size_t length = strlen(digits);
    for (const char *at = text; (at = strstr(at, digits)) != NULL; at += length)
        count += (at == text || !continues_word(at[-1])) && !continues_word(at[length]);
    return count;
}

static void numbers_are_those_of_the_header(void **state) {
    (void)state;
    size_t seen[NUMBER_COUNT] = {0};
    for (size_t d = 0; d < PAWL_DIALECT_COUNT; d++) {
        for (const struct template_fragment *part = sql_dialects[d]->schema_parts; part->name != NULL;
             part++) {
            for (const char *at = part->text; (at = strstr(at, "PAWL_")) != NULL; at++) {
                char expected[64], written[64] = "";
                const struct number *number = number_at(at);
                if (number == NULL)
                    fail_msg("%s: which number is %.30s?", part->name, at);
                const char *colon = at - strlen(": ");
                const char *begin = colon;
                while (begin > part->text && begin[-1] >= '0' && begin[-1] <= '9')
                    begin--;
                snprintf(expected, sizeof expected, "%" PRId64, number->value);
                snprintf(written, sizeof written, "%.*s", (int)(colon - begin), begin);
                assert_string_equal(written, expected);
                if (count_word(part->text, expected) < 2)
                    fail_msg("%s: %s is named and not used", part->name, number->name);
                seen[number - numbers]++;
            }
        }
    }
    for (size_t i = 0; i < NUMBER_COUNT; i++)
        if (seen[i] == 0)
            fail_msg("no file names %s", numbers[i].name);
}

/* Files that --no-roles keeps say nothing of roles but in comments: it leaves out whole files. It does not go
 * with what is distributed, nor with test clocks, whose files only libpawl sends: they ask who deploys. */
static void roles_stand_in_files_of_their_own(void **state) {
    static const char *const roles[] = {"pawl_owner",          "pawl_app",          "pawl_operator",
                                        "pawl_database_owner", "pawl_database_app", "pawl_database_operator"};
    (void)state;
    for (size_t d = 0; d < PAWL_DIALECT_COUNT; d++) {
        for (const struct template_fragment *part = sql_dialects[d]->schema_parts; part->name != NULL;
             part++) {
            if (strncmp(part->name, "roles/", strlen("roles/")) == 0 ||
                strncmp(part->name, "distributed/", strlen("distributed/")) == 0 ||
                strncmp(part->name, "test_clock/", strlen("test_clock/")) == 0)
                continue;
            for (const char *line = part->text; *line != '\0'; line += *line == '\n') {
                const size_t length = strcspn(line, "\n");
                char copy[256];
                snprintf(copy, sizeof copy, "%.*s", (int)length, line);
                char *comment = strstr(copy, "--");
                if (comment != NULL)
                    *comment = '\0';
                const char *clause = sql_dialects[d]->owner_clause;
                char *owner = clause == NULL ? NULL : strstr(copy, clause);
                if (owner != NULL)
                    memmove(owner, owner + strlen(clause), strlen(owner + strlen(clause)) + 1);
                for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
                    if (count_word(copy, roles[i]) > 0)
                        fail_msg("%s speaks of %s", part->name, roles[i]);
                line += length;
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_header),
        cmocka_unit_test(roles_stand_in_files_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
