/* Statements on the tables of a machine. */
#include "database.h"
#include "model.h"

#include <inttypes.h>
#include <string.h>

const char *key_text(const struct cell *key, char buffer[24]) {
    if (key->text != NULL)
        return key->text;
    snprintf(buffer, 24, "%" PRId64, key->number);
    return buffer;
}

void model_put(struct text *out, const struct call *call, const struct deployed_model *model,
               const char *template, const struct database_word *own) {
    const struct database_dialect *dialect = call->dialect;
    const struct database_word known[] = {{"name", model->name},
                                          {"current", model->current},
                                          {"transitions", model->transitions},
                                          {"pending", model->pending},
                                          {"parent", model->parent},
                                          {"parent_column", model->parent_column},
                                          {"key", dialect->parameters[model->key_type]},
                                          {"text", dialect->parameters[PAWL_TYPE_TEXT]},
                                          {"bigint", dialect->parameters[PAWL_TYPE_BIGINT]},
                                          {"integer", dialect->parameters[PAWL_TYPE_INT]},
                                          {"boolean", dialect->parameters[PAWL_TYPE_BOOL]},
                                          {"schema", dialect->schema},
                                          {"elapsed", dialect->elapsed},
                                          {"differs", dialect->differs},
                                          {"moment", dialect->moment},
                                          {"instant", dialect->instant},
                                          {"own_instant", dialect->own_instant},
                                          {"now", dialect->now},
                                          {"if_absent", dialect->if_absent},
                                          {"lock_key", dialect->lock_key},
                                          {"or_nothing", dialect->or_nothing},
                                          {"as_number", dialect->as_number},
                                          {"as_text", dialect->as_text},
                                          {"as_table", dialect->as_table},
                                          {"whole", dialect->whole},
                                          {"only_free", dialect->only_free},
                                          {NULL, NULL}};
    enum { OWN_MAX = 16 };
    struct database_word words[OWN_MAX + sizeof known / sizeof *known];
    size_t count = 0;
    for (; own != NULL && own->word != NULL && count < OWN_MAX; own++)
        words[count++] = *own;
    memcpy(words + count, known, sizeof known);
    database_template(out, template, words);
}

bool model_query(struct call *call, const struct deployed_model *model, const char *template,
                 const struct database_word *words, const struct value *values, size_t value_count,
                 row_fn *row, void *context) {
    struct text sql = TEXT_INIT;
    model_put(&sql, call, model, template, words);
    const bool done = database_run(call, &sql, values, value_count, row, context);
    text_free(&sql);
    return done;
}

bool model_rows(struct call *call, const struct deployed_model *model, const char *template,
                const struct pawl_key *key, row_fn *row, void *context) {
    const struct value value = key == NULL ? value_text(NULL) : model_key_value(model, *key);
    return model_query(call, model, template, NULL, &value, key == NULL ? 0 : 1, row, context);
}

bool model_write(struct call *call, const struct deployed_model *model, const char *suffix,
                 const struct text *sql, const struct value *values, size_t value_count) {
    char table[80];
    snprintf(table, sizeof table, "%s_%s", model->name, suffix);
    return text_failed(sql) ? out_of_memory(call)
                            : database_write(call, table, text_data(sql), values, value_count);
}
