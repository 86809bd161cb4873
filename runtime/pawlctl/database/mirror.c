#include "mirror.h"
#include "database/mirror.sql.h"
#include "say/json.h"

#include <stdlib.h>

const char *mirror_column(const struct deployed_model *model) {
    return text_of(json_object_get(model->json, "mirror"), "column");
}

/* On the column, as SQL has it. */
static bool mirror_query(struct call *call, const struct deployed_model *model, const char *template,
                         int limit, const struct value *values, size_t value_count, row_fn *row,
                         void *context) {
    char *column = database_quoted(mirror_column(model)), number[16];
    snprintf(number, sizeof number, "%d", limit);
    const bool done = column == NULL
                          ? out_of_memory(call)
                          : model_query(call, model, template, WORDS({"column", column}, {"limit", number}),
                                        values, value_count, row, context);
    free(column);
    return done;
}

bool mirror_differences(struct call *call, const struct deployed_model *model, const struct pawl_key *only,
                        int limit, row_fn *row, void *context) {
    if (only == NULL)
        return mirror_query(call, model, sql_differences, limit, NULL, 0, row, context);
    return mirror_query(call, model, sql_difference, 1, (struct value[]){model_key_value(model, *only)}, 1,
                        row, context);
}

bool mirror_write(struct call *call, const struct deployed_model *model, struct pawl_key key,
                  const char *state) {
    const struct value values[] = {value_text(state), model_key_value(model, key)};
    return mirror_query(call, model, sql_write, 0, values, 2, NULL, NULL);
}
