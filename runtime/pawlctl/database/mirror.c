#include "mirror.h"
#include "database/mirror.sql.h"
#include "say/json.h"

const char *mirror_column(const struct deployed_model *model) {
    return text_of(json_object_get(model->json, "mirror"), "column");
}

/* On the column, as SQL has it. */
static const char *mirror_sql(const struct call *call, const struct deployed_model *model,
                              const char *template, int limit) {
    return model_sql(call, model, template,
                     WORDS({"column", database_quoted(mirror_column(model))},
                           {"limit", arena_printf(memory, "%d", limit)}));
}

bool mirror_try_differences(struct call *call, const struct deployed_model *model, int limit,
                            struct row_set *rows) {
    return database_try_query(call, mirror_sql(call, model, sql_differences, limit), NO_VALUES, 5, rows);
}

struct row_set mirror_difference(struct call *call, const struct deployed_model *model, struct pawl_key key) {
    return database_query(call, mirror_sql(call, model, sql_difference, 1),
                          VALUES(model_key_value(model, key)), 5);
}

void mirror_write(struct call *call, const struct deployed_model *model, struct pawl_key key,
                  const char *state) {
    database_query(call, mirror_sql(call, model, sql_write, 0),
                   VALUES(value_text(state), model_key_value(model, key)), 0);
}
