#include "mirror.h"
#include "base/text.h"
#include "json.h"

const char *mirror_column(const struct model *model) {
    return text_of(json_object_get(model->json, "mirror"), "column");
}

bool mirror_differences(struct call *call, const struct model *model, const struct pawl_key *only, int limit,
                        row_fn *row, void *context) {
    struct text sql = TEXT_INIT, said = TEXT_INIT;
    struct value key = only == NULL ? value_number(PAWL_TYPE_BIGINT, 0) : model_key_value(model, *only);
    text_put(&said, "parent.");
    database_put_quoted(&said, mirror_column(model));
    text_printf(&sql, "select head.%s_id, cast(%s as text), head.state, head.sort_key, ", model->name,
                said.data == NULL ? "" : said.data);
    const struct database_word since = {"column", "head.since"};
    database_template(&sql, database_dialect(call)->instant, &since, 1);
    text_printf(&sql, " from %s head join %s parent", model->current, model->parent);
    text_printf(&sql, " on parent.%s = head.%s_id where ", model->parent_column, model->name);
    if (!text_failed(&said)) {
        const struct database_word words[] = {{"said", said.data}, {"state", "head.state"}};
        database_template(&sql, database_dialect(call)->differs, words, 2);
    }
    if (only != NULL)
        text_printf(&sql, " and head.%s_id = %s", model->name, database_parameter(model->key_type, 1));
    text_printf(&sql, " order by head.%s_id limit %d", model->name, limit);
    bool done = text_failed(&sql) || text_failed(&said)
                    ? out_of_memory(call)
                    : database_rows(call, sql.data, &key, only == NULL ? 0 : 1, row, context);
    text_free(&said);
    text_free(&sql);
    return done;
}

bool mirror_write(struct call *call, const struct model *model, struct pawl_key key, const char *state) {
    struct text sql = TEXT_INIT;
    struct value values[] = {value_text(state), model_key_value(model, key)};
    text_printf(&sql, "update %s set ", model->parent);
    database_put_quoted(&sql, mirror_column(model));
    text_printf(&sql, " = %s where %s = ", database_parameter(PAWL_TYPE_TEXT, 1), model->parent_column);
    text_put(&sql, database_parameter(model->key_type, 2));
    bool done =
        text_failed(&sql) ? out_of_memory(call) : database_rows(call, sql.data, values, 2, NULL, NULL);
    text_free(&sql);
    return done;
}
