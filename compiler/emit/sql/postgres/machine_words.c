/* What templates of PostgreSQL say of a machine as a whole: its tables, and what is created with them. */
#include "base/escape.h"
#include "emit/sql/function/function.h"
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/postgres/words.h"

#include <inttypes.h>

static void write_machine_description(struct text *out, const struct template_scope *scope) {
    struct text description = TEXT_INIT;
    sql_description(&description, scope->machine->label, scope->machine->doc);
    text_put(&description, "\nOne row for each: where it is.");
    if (!text_failed(&description))
        scope->dialect->literal(out, description.data);
    out->failed |= text_failed(&description);
    text_free(&description);
}

static void write_key_column_type(struct text *out, const struct template_scope *scope) {
    text_put(out, postgres_column_type(scope->machine->key_type));
}

static void write_column_type(struct text *out, const struct template_scope *scope) {
    text_put(out, postgres_column_type(scope->column->type));
}

static void write_index(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", scope->index);
}

static void write_partition_count(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%" PRId64, scope->machine->partition_count);
}

static void write_schema_name(struct text *out, const struct template_scope *scope) {
    text_put(out, sql_schema_of(scope->dialect, scope->machine));
}

static bool has_partitions(const struct template_scope *scope) {
    return scope->machine->partition_count > 0;
}

static bool enter_partitions(struct template_scope *scope, size_t index) {
    return (int64_t)index < scope->machine->partition_count;
}

/* Once where the event can be fired for many entities at once, whose values come as rows. */
static bool enter_many(struct template_scope *scope, size_t index) {
    scope->is_row = true;
    return index == 0 && sql_has_many(scope->machine, (size_t)(scope->event - scope->machine->events));
}

static const struct template_word words[] = {
    {"machine_description", write_machine_description}, /* as {machine_comment}, for the database */
    {"key_column_type", write_key_column_type},
    {"column_type", write_column_type},
    {"schema_name", write_schema_name}, /* as it is */
    {"index", write_index},
    {"partition_count", write_partition_count},
    {0},
};

static const struct template_condition conditions[] = {
    {"has_partitions", has_partitions},
    {0},
};

static const struct template_list lists[] = {
    {"partitions", enter_partitions},
    {"many", enter_many},
    {0},
};

const struct template_vocabulary postgres_machine_vocabulary = {words, conditions, lists};
