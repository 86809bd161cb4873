#include "emit/sql/postgres/roles.h"

#include <string.h>

/*
 * Without roles, the setting that Pawl's functions run with stands in the role's place. Anybody can make it:
 * it keeps from accidents.
 */
static const char refusal[] =
    "\n"
    "-- No search_path of its own, which would cost each move: so every name here is written in full.\n"
    "create or replace function public.pawl_refuse_write() returns trigger\n"
    "language plpgsql\n"
    "as $pawl$\n"
    "begin\n"
    "  if ";
static const char by_role[] = "current_user operator(pg_catalog.=) 'pawl_owner'::pg_catalog.name";
static const char by_setting[] =
    "pg_catalog.current_setting('search_path') operator(pg_catalog.=) 'pg_catalog, pg_temp'::pg_catalog.text";
static const char refusal_end[] =
    " then\n"
    "    return null; -- of a trigger for each statement, nobody looks at it\n"
    "  end if;\n"
    "  raise exception '% on %.% is refused: only Pawl''s own functions write there',\n"
    "      pg_catalog.lower(tg_op), tg_table_schema, tg_table_name\n"
    "    using errcode = 'insufficient_privilege',\n"
    "          hint = 'Call the function of the event, which is named after the machine and the event.';\n"
    "end\n"
    "$pawl$;\n";

void postgres_refusal(struct text *out, const struct model_machine *machine) {
    text_put(out, refusal);
    text_put(out, machine->no_roles ? by_setting : by_role);
    text_put(out, refusal_end);
}

/* What a trigger of another's would run, it would run as the owner of the table. */
const char postgres_commit[] =
    "\n"
    "-- Code of others must not run within moves, as the owner of these tables.\n"
    "do $pawl$\n"
    "declare\n"
    "  stranger record;\n"
    "begin\n"
    "  for stranger in\n"
    "    select own.tgrelid::regclass as relation,\n"
    "        case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end as grantee\n"
    "      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid,\n"
    "        aclexplode(relation.relacl) acl\n"
    "      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and acl.privilege_type = 'TRIGGER'\n"
    "        and acl.grantee <> relation.relowner\n"
    "  loop\n"
    "    execute format('revoke trigger on %s from %s cascade', stranger.relation, stranger.grantee);\n"
    "  end loop;\n"
    "  for stranger in\n"
    "    select format('trigger %I on %s', hung.tgname, hung.tgrelid::regclass) as name,\n"
    "        code.proowner::regrole as author\n"
    "      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid\n"
    "        join pg_trigger hung on hung.tgrelid = own.tgrelid and not hung.tgisinternal\n"
    "        join pg_proc code on code.oid = hung.tgfoid\n"
    "        join pg_roles author on author.oid = code.proowner\n"
    "      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure\n"
    "        and code.proowner <> relation.relowner and not author.rolsuper\n"
    "    union all\n"
    "    select 'type ' || answer.oid::regtype, answer.typowner::regrole\n"
    "      from pg_type answer join pg_class relation on relation.oid = 'public.pawl_machines'::regclass\n"
    "      where answer.oid in ('public.pawl_outcome'::regtype, 'public.pawl_lock_answer'::regtype)\n"
    "        and answer.typowner <> relation.relowner\n"
    "  loop\n"
    "    raise exception '% belongs to %, whose code would run within moves; nothing was changed',\n"
    "        stranger.name, stranger.author\n"
    "      using errcode = 'PW002', hint = 'Drop it, or give it to a superuser.';\n"
    "  end loop;\n"
    "end\n"
    "$pawl$;\n"
    "\n"
    "-- what was taken on is given back\n"
    "do $pawl$\n"
    "begin\n"
    "  execute format('set local role %I', current_setting('pawl.applied_by'));\n"
    "  if current_setting('pawl.joined_owner') = 'yes' then\n"
    "    execute format('revoke pawl_owner from %I', current_user);\n"
    "    if not pg_has_role(current_user, 'pawl_app', 'usage') then -- to see what it has deployed\n"
    "      execute format('grant pawl_app to %I', current_user);\n"
    "    end if;\n"
    "  end if;\n"
    "end\n"
    "$pawl$;\n\n"
    "commit;\n";

/* ---- without roles -------------------------------------------------------------------------------- */

/* The end of what begins at `sql` and is one thing to PostgreSQL: a comment, a text, a name, or a byte. */
static const char *token_end(const char *sql) {
    if (strncmp(sql, "--", 2) == 0)
        return sql + strcspn(sql, "\n");
    if (strncmp(sql, "/*", 2) == 0) { /* one may lie in another */
        size_t depth = 1;
        for (sql += 2; *sql != '\0' && depth > 0; sql++) {
            if (strncmp(sql, "/*", 2) == 0 || strncmp(sql, "*/", 2) == 0)
                depth = *sql++ == '/' ? depth + 1 : depth - 1;
        }
        return sql;
    }
    if (*sql == '\'' || *sql == '"') {
        const bool escapes = *sql == '\'' && sql[-1] == 'E';
        const char *end = sql + 1;
        while (*end != '\0' && *end != *sql)
            end += escapes && *end == '\\' && end[1] != '\0' ? 2 : 1;
        return *end == '\0' ? end : end + 1;
    }
    if (*sql == '$') {
        size_t length = 1 + strcspn(sql + 1, "$ \n;,()") + 1;
        char quote[80];
        if (sql[length - 1] != '$' || length >= sizeof quote)
            return sql + 1;
        memcpy(quote, sql, length);
        quote[length] = '\0';
        const char *end = strstr(sql + length, quote);
        return end == NULL ? sql + strlen(sql) : end + length;
    }
    return sql + 1;
}

static const char *statement_end(const char *sql) {
    while (*sql != '\0' && *sql != ';')
        sql = token_end(sql);
    return *sql == ';' ? sql + 1 : sql;
}

static bool contains(const char *start, const char *end, const char *word) {
    const char *found = strstr(start, word);
    return found != NULL && found < end;
}

static const char *statement_begin(const char *sql) {
    for (;;) {
        sql += strspn(sql, " \n");
        if (strncmp(sql, "--", 2) != 0)
            return sql;
        sql += strcspn(sql, "\n");
    }
}

static bool concerns_roles(const char *start, const char *end) {
    static const char *const begins[] = {"grant ", "revoke ", "set local role ", "do "};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(start, begins[i], strlen(begins[i])) == 0)
            return contains(start, end, " pawl_owner") || contains(start, end, " pawl_app") ||
                   contains(start, end, " pawl_operator") || contains(start, end, "pawl.applied_by");
    return false;
}

void postgres_without_roles(struct text *out, const char *sql) {
    while (*sql != '\0') {
        const char *start = statement_begin(sql);
        const char *end = statement_end(start);
        if (!concerns_roles(start, end))
            text_write(out, sql, (size_t)(end - sql));
        sql = end;
    }
}
