/* What of PostgreSQL's catalog is a machine's, so that pawlctl can tell whether all is as it was deployed. */
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/template.h"

static struct sql_scope scope_of(const struct model_machine *machine) {
    return (struct sql_scope){.dialect = &sql_postgres, .machine = machine};
}

void postgres_routines(struct text *out, const struct model_machine *machine) {
    const struct sql_scope scope = scope_of(machine);
    sql_render_inline(out, &scope, "routine_names");
}

void postgres_record_objects(struct text *out, const struct model_machine *machine) {
    const struct sql_scope scope = scope_of(machine);
    sql_render(out, &scope, "record_objects");
}

/*
 * What is created only where it is missing would be somebody else's, and a domain's check, say, his code
 * within moves. Without roles, a superuser may apply what another owns.
 */
static void refuse_names(struct text *out, const char *condition, const char *types) {
    text_printf(out,
                "do $pawl$\n"
                "declare\n"
                "  stranger record;\n"
                "begin\n"
                "  for stranger in\n"
                "    select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'i' then 'index'\n"
                "          when 'S' then 'sequence' when 'c' then 'type' else 'relation' end\n"
                "        || ' ' || c.oid::regclass as name, c.relowner::regrole as author\n"
                "      from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
                "      where %s\n        and c.relowner <> current_user::regrole\n"
                "%s"
                "  loop\n"
                "    continue when (select rolsuper from pg_roles where rolname = current_user);\n"
                "    raise exception '%% belongs to %%, but it has a name of Pawl''s; nothing was changed',\n"
                "        stranger.name, stranger.author\n"
                "      using errcode = 'PW002', hint = 'Drop or rename it, and apply this again.';\n"
                "  end loop;\n"
                "end\n"
                "$pawl$;\n",
                condition, types);
}

void postgres_refuse_shared_names(struct text *out) {
    text_put(out, "\n-- Names that others have taken are not filled with their things.\n");
    refuse_names(out, "n.nspname = 'public' and starts_with(c.relname, 'pawl_')",
                 "    union all\n"
                 "    select 'type ' || t.oid::regtype, t.typowner::regrole\n"
                 "      from pg_type t join pg_namespace n on n.oid = t.typnamespace\n"
                 "      where n.nspname = 'public' and starts_with(t.typname, 'pawl_') and t.typrelid = 0\n"
                 "        and t.typowner <> current_user::regrole\n");
}
