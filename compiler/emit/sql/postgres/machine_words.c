/* What templates of PostgreSQL say of a machine as a whole: its tables, and what is created with them. */
#include "base/escape.h"
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/postgres/words.h"
#include "emit/sql/queue.h"

#include <inttypes.h>

static void write_heading(struct text *out, const struct sql_scope *scope) {
    sql_heading(out, scope->machine->name);
}

static void write_machine_comment(struct text *out, const struct sql_scope *scope) {
    sql_comment(out, scope->machine->label, scope->machine->doc);
}

static void write_machine_description(struct text *out, const struct sql_scope *scope) {
    struct text description = TEXT_INIT;
    sql_description(&description, scope->machine->label, scope->machine->doc);
    text_put(&description, "\nOne row for each: where it is.");
    if (!text_failed(&description))
        scope->dialect->literal(out, description.data);
    out->failed |= text_failed(&description);
    text_free(&description);
}

static void write_key_column_type(struct text *out, const struct sql_scope *scope) {
    text_put(out, postgres_column_type(scope->machine->key_type));
}

static void write_column_type(struct text *out, const struct sql_scope *scope) {
    text_put(out, postgres_column_type(scope->column->type));
}

static void write_move_rows(struct text *out, const struct sql_scope *scope) {
    sql_moves(out, scope->dialect, scope->machine);
}

static void write_index(struct text *out, const struct sql_scope *scope) {
    text_printf(out, "%zu", scope->index);
}

static void write_partition_count(struct text *out, const struct sql_scope *scope) {
    text_printf(out, "%" PRId64, scope->machine->partition_count);
}

static void write_schema_name(struct text *out, const struct sql_scope *scope) {
    text_put(out, sql_schema_of(scope->dialect, scope->machine));
}

/* "" is what all machines share. */
static void write_recorded_for(struct text *out, const struct sql_scope *scope) {
    scope->dialect->literal(out, scope->machine == NULL ? "" : scope->machine->name);
}

static bool is_machine(const struct sql_scope *scope) {
    return scope->machine != NULL;
}

static bool has_partitions(const struct sql_scope *scope) {
    return scope->machine->partition_count > 0;
}

static bool has_roles(const struct sql_scope *scope) {
    return !scope->machine->no_roles;
}

static bool enter_partitions(struct sql_scope *scope, size_t index) {
    return (int64_t)index < scope->machine->partition_count;
}

/* Once where the event can be fired for many entities at once, whose values come as rows. */
static bool enter_many(struct sql_scope *scope, size_t index) {
    scope->is_row = true;
    return index == 0 && postgres_has_many(scope->machine, (size_t)(scope->event - scope->machine->events));
}

/* ---- what C writes ------------------------------------------------------------------------------------ */

static void write_transitions_tables(struct text *out, const struct sql_scope *scope) {
    postgres_transitions_tables(out, scope->machine);
}

static void write_try_defaults(struct text *out, const struct sql_scope *scope) {
    postgres_try_defaults(out, scope->machine);
}

static void write_queue_tables(struct text *out, const struct sql_scope *scope) {
    postgres_queue_tables(out, scope->machine);
}

static void write_queue_functions(struct text *out, const struct sql_scope *scope) {
    postgres_queue_functions(out, scope->machine);
}

static const struct sql_word words[] = {
    {"heading", write_heading},
    {"machine_comment", write_machine_comment},         /* label and doc: for a file, */
    {"machine_description", write_machine_description}, /* and for the database */
    {"key_column_type", write_key_column_type},
    {"column_type", write_column_type},
    {"move_rows", write_move_rows},       /* (event, from, to), ... */
    {"schema_name", write_schema_name},   /* as it is */
    {"recorded_for", write_recorded_for}, /* the machine, in pawl_objects */
    {"index", write_index},
    {"partition_count", write_partition_count},
    {"transitions_tables", write_transitions_tables},
    {"try_defaults", write_try_defaults},
    {"queue_tables", write_queue_tables},
    {"queue_functions", write_queue_functions},
    {0},
};

static const struct sql_condition conditions[] = {
    {"is_machine", is_machine}, /* not what all machines share */
    {"has_partitions", has_partitions},
    {"roles", has_roles}, /* who may do what is granted to roles */
    {0},
};

static const struct sql_list lists[] = {
    {"partitions", enter_partitions},
    {"many", enter_many},
    {0},
};

const struct sql_vocabulary postgres_machine_vocabulary = {words, conditions, lists};
