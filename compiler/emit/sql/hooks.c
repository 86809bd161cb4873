#include "emit/sql/sql.h"

static bool is_same(const struct model_reference *a, const struct model_reference *b) {
    return a->kind == b->kind && a->column == b->column;
}

static size_t number_of(const struct sql_references *references, const struct model_reference *wanted) {
    size_t i = 0;
    while (i < references->count && !is_same(references->list[i], wanted))
        i++;
    return i + 1;
}

struct sql_references sql_references(const struct model_sql *sql) {
    struct sql_references references = {0};
    for (size_t i = 0; i < sql->reference_count; i++)
        if (number_of(&references, &sql->references[i]) > references.count)
            references.list[references.count++] = &sql->references[i];
    return references;
}

static bool ends_a_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (c & 0x80) != 0;
}

void sql_numbered(struct text *out, const struct model_sql *sql, const char *mark) {
    const struct sql_references references = sql_references(sql);
    size_t at = 0;
    for (size_t i = 0; i < sql->reference_count; i++) {
        const struct model_reference *reference = &sql->references[i];
        text_write(out, sql->text + at, reference->offset - at);
        if (reference->offset > 0 && ends_a_word(sql->text[reference->offset - 1]))
            text_char(out, ' '); /* `and:id` must not become the name and$1 */
        text_printf(out, "%s%zu", mark, number_of(&references, reference));
        at = reference->offset + reference->length;
    }
    text_put(out, sql->text + at);
}

enum pawl_type sql_reference_type(const struct model_machine *machine,
                                  const struct model_reference *reference) {
    switch (reference->kind) {
    case MODEL_KEY:
        return machine->key_type;
    case MODEL_NOW:
        return PAWL_TYPE_TIMESTAMP;
    case MODEL_PARAM:
    case MODEL_CREATED:
        break;
    }
    return machine->columns[reference->column].type;
}

bool sql_refers_to_creation(const struct model_sql *sql) {
    for (size_t i = 0; i < sql->reference_count; i++)
        if (sql->references[i].kind == MODEL_CREATED)
            return true;
    return false;
}
