/* What of PostgreSQL's catalog is a machine's, so that pawlctl can tell whether all is as it was deployed. */
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/postgres/roles.h"

#include <string.h>

static bool skip(const char **sql, const char *words) {
    size_t length = strlen(words);
    if (strncmp(*sql, words, length) != 0)
        return false;
    *sql += length;
    return true;
}

/* The length of a name, with its quotes. */
static size_t name_length(const char *name) {
    if (*name != '"')
        return strcspn(name, ". (\n");
    size_t length = 1;
    while (name[length] != '\0' && (name[length] != '"' || name[length + 1] == '"'))
        length += name[length] == '"' ? 2 : 1;
    return length + 1;
}

/*
 * Adds "payment_create,payment_submit": the names, without their schema, of the tables and views or of the
 * functions that statements create. They are the one list of these names, so none can be forgotten.
 */
static void created(struct text *out, const char *sql, bool routines) {
    bool any = false;
    for (const char *end; *(sql = postgres_statement_begin(sql)) != '\0'; sql = end) {
        end = postgres_statement_end(sql);
        if (!skip(&sql, "create "))
            continue;
        skip(&sql, "or replace ");
        if (routines ? !skip(&sql, "function ") : !skip(&sql, "table ") && !skip(&sql, "view "))
            continue;
        skip(&sql, "if not exists ");
        sql += name_length(sql) + strlen(".");
        const size_t quotes = *sql == '"';
        text_put(out, any ? "," : "");
        text_write(out, sql + quotes, name_length(sql) - 2 * quotes);
        any = true;
    }
}

/* Likewise of indexes, which are created where there is none of their name. */
static void created_indexes(struct text *out, const char *sql) {
    for (const char *at = sql; (at = strstr(at, "create ")) != NULL;) {
        skip(&at, "create ");
        skip(&at, "unique ");
        if (!skip(&at, "index "))
            continue;
        const size_t quotes = *at == '"';
        text_char(out, ',');
        text_write(out, at + quotes, name_length(at) - 2 * quotes);
    }
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

void postgres_refuse_names(struct text *out, const struct model_machine *machine, const char *sql) {
    struct text condition = TEXT_INIT;
    text_put(&condition, "n.nspname = ");
    escape_postgres_literal(&condition, sql_schema_of(&sql_postgres, machine));
    text_put(&condition, "\n        and c.relname = any ('{");
    created(&condition, sql, false);
    if (machine->storage == MODEL_HEAD)
        created_indexes(&condition, sql);
    text_put(&condition, "}')");
    if (machine->storage !=
        MODEL_HEAD) /* the table of the history may well be another's, and its indexes are */
        sql_template(&condition, &sql_postgres, machine,
                     "\n        and c.oid is distinct from to_regclass('{rows}')");
    if (!text_failed(&condition))
        refuse_names(out, condition.data, "");
    out->failed |= text_failed(&condition);
    text_free(&condition);
}

/* Grants to others than the owner; ROW is what has an owner and an access list. */
#define GRANTS(row, kind)                                                                                    \
    "(select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)\n"                   \
    "           || case when a.is_grantable then ' with grant option' else '' end, ', '\n"                   \
    "           order by r.rolname nulls first, a.privilege_type)\n"                                         \
    "      from aclexplode(coalesce(" row "acl, acldefault('" kind "', " row "owner))) a\n"                  \
    "      left join pg_roles r on r.oid = a.grantee where a.grantee <> " row "owner)"

static const char catalog[] =
    "select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'c' then 'type' else 'relation' "
    "end\n"
    "    || ' ' || c.name as object,\n"
    "  concat_ws(chr(10),\n"
    "    'owner ' || pg_get_userbyid(c.relowner),\n"
    "    'grants ' || " GRANTS(
        "c.rel",
        "r") ",\n"
             "    'options ' || array_to_string(c.reloptions, ', '),\n"
             "    case when c.relpersistence <> 'p' then 'not permanent' end,\n"
             "    case when c.relrowsecurity then 'row security' end,\n"
             "    (select string_agg('column ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, "
             "a.atttypmod)\n"
             "              || coalesce(' collate ' || quote_ident(l.collname), '')\n"
             "              || case when a.attnotnull then ' not null' else '' end\n"
             "              || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')\n"
             "              || coalesce(' ' || a.attacl::text, ''), chr(10) order by a.attnum)\n"
             "       from pg_attribute a\n"
             "       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\n"
             "       left join pg_collation l on l.oid = a.attcollation\n"
             "      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\n"
             "    (select string_agg('constraint ' || quote_ident(k.conname) || ' ' || "
             "pg_get_constraintdef(k.oid)\n"
             "              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\n"
             "                                                              and t.tgenabled <> 'O')\n"
             "                      then ' disabled' else '' end, chr(10) order by k.conname)\n"
             "       from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'),\n"
             "    (select string_agg('inherited by ' || i.inhrelid::regclass, chr(10) order by "
             "i.inhrelid::regclass::text)\n"
             "       from pg_inherits i where i.inhparent = c.oid),\n"
             "    case when c.relkind = 'v' then pg_get_viewdef(c.oid) end) as definition\n"
             "  from relation c\n"
             "union all\n"
             "select 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\n"
             "    || case when i.indisvalid then '' else ' invalid' end\n"
             "  from relation c join pg_index i on i.indrelid = c.oid\n"
             "union all\n"
             "select 'trigger ' || quote_ident(t.tgname) || ' on ' || c.name, pg_get_triggerdef(t.oid)\n"
             "    || case t.tgenabled when 'O' then '' when 'D' then ' disabled' else ' enabled ' || "
             "t.tgenabled::text end\n"
             "  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\n"
             "union all\n"
             "select 'rule ' || quote_ident(w.rulename) || ' on ' || c.name, pg_get_ruledef(w.oid)\n"
             "  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> '_RETURN'\n"
             "union all\n"
             "select 'policy ' || quote_ident(o.polname) || ' on ' || c.name,\n"
             "    concat_ws(' ', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, "
             "c.oid))\n"
             "  from relation c join pg_policy o on o.polrelid = c.oid\n"
             "union all\n"
             "select 'function ' || p.oid::regprocedure,\n"
             "    concat_ws(chr(10), 'owner ' || pg_get_userbyid(p.proowner),\n"
             "      'grants ' || " GRANTS("p.pro", "f") ",\n"
                                                        "      pg_get_functiondef(p.oid))\n"
                                                        "  from routine p";

/* The row is of pg_class c or pg_proc p, whose schema is n; sql: what creates the machine's. */
static void is_ours(struct text *out, const struct model_machine *machine, const char *sql, bool routines) {
    text_put(out, "n.nspname = ");
    if (machine == NULL) {
        text_put(out, routines
                          ? "'public' and starts_with(p.proname, 'pawl_')"
                          : "'public' and starts_with(c.relname, 'pawl_') and c.relkind not in ('i', 'I')");
        return;
    }
    escape_postgres_literal(out, sql_schema_of(&sql_postgres, machine));
    text_put(out, routines ? " and p.proname = any ('{" : " and c.relname = any ('{");
    created(out, sql, routines);
    text_put(out, "}')");
}

/* In the search_path of the deployment, pg_catalog and pg_temp, so that all other names come with a schema.
 */
static void select_objects(struct text *out, const struct model_machine *machine, const char *sql) {
    text_put(out, "with relation as (\n"
                  "  select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name\n"
                  "    from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
                  "   where ");
    is_ours(out, machine, sql, false);
    text_put(out, "\n"
                  "), routine as (\n"
                  "  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\n"
                  "   where ");
    is_ours(out, machine, sql, true);
    text_put(out, "\n)\n");
    text_put(out, catalog);
    if (machine != NULL)
        sql_template(out, &sql_postgres, machine, "{>foreign_objects}");
}

void postgres_routines(struct text *out, const struct model_machine *machine) {
    struct text sql = TEXT_INIT;
    postgres_create_objects(&sql, machine);
    if (!text_failed(&sql))
        created(out, sql.data, true);
    out->failed |= text_failed(&sql);
    text_free(&sql);
}

void postgres_objects(struct text *out, const struct model_machine *machine) {
    struct text sql = TEXT_INIT;
    if (machine != NULL)
        postgres_create_objects(&sql, machine);
    if (!text_failed(&sql))
        select_objects(out, machine, sql.data);
    out->failed |= text_failed(&sql);
    text_free(&sql);
}

/* Functions of others that have a name of ours are no part of what is deployed, however long they stand
 * there. */
static const char ours[] =
    " where found.object not like 'function %'\n"
    "  or starts_with(found.definition, 'owner ' || (select pg_get_userbyid(registry.relowner)\n"
    "      from pg_class registry where registry.oid = 'public.pawl_machines'::regclass) || chr(10))";

void postgres_record_objects(struct text *out, const struct model_machine *machine, size_t start) {
    struct text name = TEXT_INIT;
    struct text query = TEXT_INIT;
    escape_postgres_literal(&name, machine == NULL ? "" : machine->name);
    if (!text_failed(out))
        select_objects(&query, machine, out->data + start);
    if (!text_failed(&name) && !text_failed(&query))
        text_printf(out,
                    "\ndelete from public.pawl_objects where machine = %s;\n"
                    "insert into public.pawl_objects (machine, object, definition)\n"
                    "select %s, found.object, found.definition from (\n"
                    "%s\n) found%s;\n",
                    name.data, name.data, query.data, ours);
    out->failed |= text_failed(&name) || text_failed(&query);
    text_free(&name);
    text_free(&query);
}
