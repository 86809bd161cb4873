#include "emit/sql/postgres/postgres.h"

#include "emit/sql/function/function.h"
#include "emit/sql/postgres/words.h"
#include "emit/sql/queue.h"

/* PostgreSQL 17, appendix C: reserved, and such as cannot be the name of a column, function or parameter. */
const char postgres_reserved[] =
    "all analyse analyze and any array as asc asymmetric authorization between bigint binary bit "
    "boolean both case cast char character check coalesce collate collation column concurrently "
    "constraint create cross current_catalog current_date current_role current_schema current_time "
    "current_timestamp current_user dec decimal default deferrable desc distinct do else end except "
    "exists extract false fetch float for foreign freeze from full grant greatest group grouping having "
    "ilike in initially inner inout int integer intersect interval into is isnull join json json_array "
    "json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize "
    "json_table json_value lateral leading least left like limit localtime localtimestamp merge_action "
    "national natural nchar none normalize not notnull null nullif numeric offset on only or order out "
    "outer overlaps overlay placing position precision primary real references returning right row "
    "select session_user setof similar smallint some substring symmetric system_user table tablesample "
    "then time timestamp to trailing treat trim true union unique user using values varchar variadic "
    "verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest "
    "xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable";

/* ---- around the machines ------------------------------------------------------------------------- */

void postgres_begin(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines,
                    size_t count) {
    const struct template_scope scope = sql_scope(dialect, machines);
    template_render(out, &scope, "deploy_begin");
    text_char(out, '\n');
    postgres_begin_roles(out, dialect, machines, count);
}

void postgres_end(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines) {
    text_char(out, '\n');
    sql_schema_part(out, dialect, "foreign_code");
    if (!machines->no_roles) {
        text_char(out, '\n');
        sql_schema_part(out, dialect, "roles/leave_owner");
    }
    text_put(out, "\ncommit;\n");
    const struct template_scope scope = sql_scope(dialect, machines);
    template_render(out, &scope, "after_commit");
}

static const struct template_vocabulary *const vocabularies[] = {&function_event_vocabulary,
                                                                 &function_lock_vocabulary,
                                                                 &function_many_vocabulary,
                                                                 &function_choice_vocabulary,
                                                                 &function_hook_vocabulary,
                                                                 &function_deferred_vocabulary,
                                                                 &function_why_vocabulary,
                                                                 &postgres_machine_vocabulary,
                                                                 &function_follow_vocabulary,
                                                                 &function_outbox_vocabulary,
                                                                 &function_transitions_vocabulary,
                                                                 &postgres_migrate_vocabulary,
                                                                 NULL};

const struct sql_dialect sql_postgres = {
    POSTGRES_WORDS,
    .distributed = &sql_citus,
    .name_max = 63, /* longer ones are cut off, without an error */
    .templates = {.base = &sql_common, .fragments = sql_postgres_fragments, .vocabularies = vocabularies},
    .may_lack_roles = true,
    .migration = postgres_migration_fragments,
    .migrates_in_block = true,
    .test = sql_postgres_test,
};
