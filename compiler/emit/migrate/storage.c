/* Between `storage head` and `storage transitions`: the same history in tables of another form. */
#include "emit/migrate/migrate.h"

bool migrate_moves_rows(const struct migration *migration) {
    return (migration->d.old->storage == MODEL_HEAD) != (migration->d.new->storage == MODEL_HEAD);
}

bool migrate_has_views(const struct migration *migration) {
    return migration->d.old->storage != MODEL_HEAD || migration->d.new->storage != MODEL_HEAD;
}

/* Where histories are Pawl's alone, they say the event of each move; of what others write it may be unknown.
 */
const char migrate_nameless[] = "event = ''";
const char migrate_nameless_reason[] = "moved by an event that is not known";
const char migrate_nameless_hint[] =
    "Other programs or pawlctl backfill wrote these rows: leave the storage, or make a machine of another "
    "name, and fill it with pawlctl backfill.";

/* The columns of a history but the key, as views and tables of both forms have them. */
static void columns(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                    const char *made_at) {
    sql_template(out, dialect, machine, "{name}_id, sort_key, event, from_state, to_state, ");
    text_printf(out, "%s, actor, request_id", made_at);
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, ", ");
        sql_name(out, dialect, machine->columns[i].name);
    }
}

void migrate_put_aside(struct text *out, const struct sql_dialect *dialect,
                       const struct migration *migration) {
    const struct model_machine *old = migration->d.old;
    sql_template(out, dialect, old, "create table {schema}.pawl_put_aside as select ");
    columns(out, dialect, old, "created_at");
    sql_template(out, dialect, old, "\n  from {transitions};\n");
}

void migrate_take_back(struct text *out, const struct sql_dialect *dialect, const struct migration *migration,
                       const char *made_at, const char *superseded) {
    const struct model_machine *old = migration->d.old, *new = migration->d.new;
    const bool has_head = new->storage == MODEL_HEAD;
    static const char last[] =
        "not exists (select 1 from {schema}.pawl_put_aside later\n"
        "    where later.{name}_id = made.{name}_id and later.sort_key > made.sort_key)";
    sql_template(out, dialect, new, "\ninsert into {rows} (");
    columns(out, dialect, old, "created_at");
    text_put(out, has_head ? ")\nselect " : ", updated_at, most_recent)\nselect ");
    columns(out, dialect, old, has_head ? "created_at" : made_at);
    if (!has_head) {
        text_printf(out, ", %s,\n  case when ", made_at);
        sql_template(out, dialect, new, last);
        text_printf(out, " then true else %s end", superseded);
    }
    sql_template(out, dialect, new, "\n  from {schema}.pawl_put_aside made;\n");
    if (has_head) {
        sql_template(out, dialect, new,
                     "insert into {current} ({name}_id, state, sort_key, since)\n"
                     "select {name}_id, to_state, sort_key, created_at from {schema}.pawl_put_aside made\n"
                     "  where ");
        sql_template(out, dialect, new, last);
        text_put(out, ";\n");
    }
    sql_template(out, dialect, new, "drop table {schema}.pawl_put_aside;\n");
}
