/* Statements on the tables of a machine. */
#include "model.h"
#include "say/json.h"

#include <inttypes.h>
#include <string.h>

const char *key_text(const struct cell *key) {
    return key->text != NULL ? key->text : arena_printf(memory, "%" PRId64, key->number);
}

/* Statements stay prepared by where their text is, so that the same text is always at the same place. */
static const char *same_text(const char *sql) {
    static json_t *known; /* { sql: sql } */
    if (known == NULL)
        known = json_object();
    if (json_object_get(known, sql) == NULL && json_object_set_new(known, sql, json_string(sql)) != 0)
        return sql; /* which is not UTF-8 */
    return text_of(known, sql);
}

#define WORDS_OF_MODEL(X) X(name) X(current) X(transitions) X(pending) X(parent) X(parent_column)
#define WORDS_OF_DIALECT(X)                                                                                  \
    X(schema)                                                                                                \
    X(elapsed)                                                                                               \
    X(differs)                                                                                               \
    X(moment)                                                                                                \
    X(instant)                                                                                               \
    X(own_instant)                                                                                           \
    X(now)                                                                                                   \
    X(if_absent)                                                                                             \
    X(lock_key)                                                                                              \
    X(ready_at)                                                                                              \
    X(or_nothing)                                                                                            \
    X(as_number)                                                                                             \
    X(as_text)                                                                                               \
    X(as_table)                                                                                              \
    X(by_index)                                                                                              \
    X(for_each)                                                                                              \
    X(where_each)                                                                                            \
    X(end_each)                                                                                              \
    X(whole)                                                                                                 \
    X(only_free)                                                                                             \
    X(is_there)

const char *model_sql(const struct call *call, const struct deployed_model *model, const char *template,
                      const struct database_word *own) {
    static const struct deployed_model none;
    const struct deployed_model *named = model == NULL ? &none : model;
    const struct database_dialect *dialect = call->dialect;
#define OF_MODEL(name)   {#name, named->name},
#define OF_DIALECT(name) {#name, dialect->name},
    const struct database_word known[] = {
        WORDS_OF_MODEL(OF_MODEL) WORDS_OF_DIALECT(OF_DIALECT){"key", dialect->parameters[named->key_type]},
        {"text", dialect->parameters[PAWL_TYPE_TEXT]},
        {"bigint", dialect->parameters[PAWL_TYPE_BIGINT]},
        {"integer", dialect->parameters[PAWL_TYPE_INT]},
        {"as_its_column", dialect->assigned},
        {"due_at", json_object_get(named->queue, "unrecorded") == NULL ? "due_at" : dialect->due_at},
        {"boolean", dialect->parameters[PAWL_TYPE_BOOL]},
        {NULL, NULL}};
    enum { OWN_MAX = 16 };
    struct database_word words[OWN_MAX + sizeof known / sizeof *known];
    size_t count = 0;
    for (; own != NULL && own->word != NULL && count < OWN_MAX; own++)
        words[count++] = *own;
    memcpy(words + count, known, sizeof known);
    return same_text(database_template(template, words));
}

struct row_set model_query(struct call *call, const struct deployed_model *model, const char *template,
                           const struct database_word *words, const struct value *values, size_t value_count,
                           size_t width) {
    return database_query(call, model_sql(call, model, template, words), values, value_count, width);
}

void model_write(struct call *call, const struct deployed_model *model, const char *suffix, const char *sql,
                 const struct value *values, size_t value_count) {
    char table[80];
    snprintf(table, sizeof table, "%s_%s", model->name, suffix);
    database_write(call, table, sql, values, value_count);
}
