#include "due.h"
#include "judge/due.sql.h"
#include "say/json.h"

#include <inttypes.h>

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

static struct row_set due_query(struct call *call, const struct deployed_model *model, const json_t *pending,
                                const char *template, const struct value *values, size_t value_count,
                                size_t width) {
    return model_query(call, model, template,
                       WORDS({"declaration", database_literal(text_of(pending, "name"))},
                             {"latest", arena_printf(memory, "%" PRId64, longest_us(pending))},
                             /* the time of an `at` timer is the caller's */
                             {"least_claim", json_object_get(pending, "at") == NULL ? "0" : "1"}),
                       values, value_count, width);
}

void due_judge(struct judge *judge, struct call *call, const struct deployed_model *model,
               const json_t *pending) {
    const struct row_set found = due_query(call, model, pending, sql_problems, NO_VALUES, 4);
    judge_found(judge, model, &found);
}

struct row_set due_too_late(struct call *call, const struct deployed_model *model, const json_t *pending,
                            const struct pawl_key *only) {
    const struct value key = only == NULL ? value_text(NULL) : model_key_value(model, *only);
    return due_query(call, model, pending, only == NULL ? sql_too_late : sql_too_late_of_one, &key,
                     only == NULL ? 0 : 1, 12);
}

void due_write(struct call *call, const struct deployed_model *model, struct pawl_key key,
               const struct due_row *row) {
    model_write(call, model, "pending", model_sql(call, model, sql_write, NULL),
                VALUES(model_key_value(model, key), value_text(row->declaration),
                       value_number(PAWL_TYPE_BOOL, row->is_work),
                       value_number(PAWL_TYPE_TIMESTAMP, row->due_at_us), value_bigint(row->fence),
                       value_bigint(row->claim), value_bigint(row->attempts), value_text(row->last_error),
                       (struct value){.type = PAWL_TYPE_TIMESTAMP, .is_null = true},
                       value_number(PAWL_TYPE_BOOL, row->is_asleep)));
}
