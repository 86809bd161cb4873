#include "due.h"
#include "database/database.h"
#include "judge/due.sql.h"
#include "say/json.h"

#include <inttypes.h>
#include <stdio.h>

#define LISTED_MAX   1000     /* of each timer and work */
#define TOLERANCE_US 60000000 /* clocks of several servers differ by less */

/* How long after it was written a row may be due at the latest. */
static int64_t longest_us(const json_t *pending) {
    const int64_t backoff_us = number_of(pending, "backoff_to_us");
    const int64_t all[] = {json_object_get(pending, "at") == NULL ? number_of(pending, "after_us") : 0,
                           number_of(pending, "lease_us"), number_of(pending, "every_us"),
                           backoff_us + backoff_us / 4};
    int64_t longest = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        longest = all[i] > longest ? all[i] : longest;
    return longest + TOLERANCE_US;
}

struct due_words {
    struct text declaration;
    char latest[24];
    struct database_word words[4];
};

static const struct database_word *words_of(struct due_words *own, const json_t *pending) {
    database_put_literal(&own->declaration, text_of(pending, "name"));
    snprintf(own->latest, sizeof own->latest, "%" PRId64, longest_us(pending));
    own->words[0] = (struct database_word){"declaration", piece_of(&own->declaration)};
    own->words[1] = (struct database_word){"latest", own->latest};
    /* the time of an `at` timer is the caller's */
    own->words[2] = (struct database_word){"least_claim", json_object_get(pending, "at") == NULL ? "0" : "1"};
    own->words[3] = (struct database_word){NULL, NULL};
    return own->words;
}

bool due_judge(struct judge *judge, struct call *call, const struct deployed_model *model,
               const json_t *pending) {
    struct due_words own = {.declaration = TEXT_INIT};
    const bool done = judge_search(judge, call, model, sql_problems, words_of(&own, pending));
    text_free(&own.declaration);
    return done;
}

bool due_too_late(struct call *call, const struct deployed_model *model, const json_t *pending,
                  const struct pawl_key *only, row_fn *row, void *context) {
    struct due_words own = {.declaration = TEXT_INIT};
    struct text template = TEXT_INIT;
    text_printf(&template, "%s%s", sql_too_late, only == NULL ? "" : sql_of_one);
    const struct value value = only == NULL ? value_text(NULL) : model_key_value(model, *only);
    const bool done = text_failed(&template)
                          ? out_of_memory(call)
                          : model_query(call, model, template.data, words_of(&own, pending), &value,
                                        only == NULL ? 0 : 1, row, context);
    text_free(&template);
    text_free(&own.declaration);
    return done;
}

bool due_write(struct call *call, const struct deployed_model *model, struct pawl_key key,
               const struct due_row *row) {
    struct text sql = TEXT_INIT;
    const struct value values[] = {
        model_key_value(model, key),
        value_text(row->declaration),
        value_number(PAWL_TYPE_BOOL, row->is_work),
        value_number(PAWL_TYPE_TIMESTAMP, row->due_at_us),
        value_number(PAWL_TYPE_BIGINT, row->fence),
        value_number(PAWL_TYPE_BIGINT, row->claim),
        value_number(PAWL_TYPE_BIGINT, row->attempts),
        value_text(row->last_error),
        {.type = PAWL_TYPE_TIMESTAMP, .is_null = true},
        value_number(PAWL_TYPE_BOOL, row->is_asleep),
    };
    model_put(&sql, call, model, sql_write, NULL);
    const bool done = model_write(call, model, "pending", &sql, values, sizeof values / sizeof *values);
    text_free(&sql);
    return done;
}
