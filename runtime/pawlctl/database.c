#include "database.h"
#include "print.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct dialect dialects[] = {
    {.name = "postgres",
     .schema = "public",
     .count_runs =
         "select (select count(*) from public.pawl_runs), (select count(*) from public.pawl_run_steps)",
     .find_registry = "select 1 where to_regclass('public.pawl_machines') is not null",
     .machines = "select machine, fingerprint, abi, model::text,"
                 " case when exists (select from public.pawl_machines other where other.machine ="
                 " deployed.machine and not other.is_deployed) then deployed_at end"
                 " from public.pawl_machines deployed where is_deployed order by machine",
     .versions = "select machine, fingerprint, is_deployed, is_accepted from public.pawl_machines"
                 " order by machine, deployed_at",
     .past_moves = "select machine, event, from_state, to_state from public.pawl_past_moves",
     .retire =
         {"select format('drop function %s', p.oid::regprocedure) from pg_proc p"
          " left join public.pawl_objects o"
          " on o.machine = $1::text and o.object = 'function ' || p.oid::regprocedure"
          " where p.proname = $1::text || '_model_' || $2::text"
          " or ($3::text = 'last' and o.object is not null"
          " and obj_description(p.oid, 'pg_proc') = 'For programs of an earlier version.')",
          "delete from public.pawl_objects where machine = $1::text and $2::text || $3::text is not null"
          " and object like 'function %' and to_regprocedure(substr(object, 10)) is null",
          "update public.pawl_machines set is_accepted = false"
          " where machine = $1::text and fingerprint = $2::text and $3::text is not null"},
     .recorded = "select object, definition from public.pawl_objects where machine = $1::text",
     .freezes =
         "select machine, mode, until, reason, since, frozen_by, (select count(*)"
         " from public.pawl_deferred pending where pending.machine = frozen.machine and status is null)"
         " from public.pawl_freezes frozen where mode is not null order by machine",
     .find_flows = "select 1 where to_regclass('public.pawl_flows') is not null",
     .flows = "select flow, fingerprint, model::text from public.pawl_flows order by flow, deployed_at",
     .runs_by_step = "select path, status, count(*) from public.pawl_runs where flow = $1::text"
                     " group by path, status order by path, status",
     .runs_by_status = "select status, count(*), min(updated_at) from public.pawl_runs where flow = $1::text"
                       " group by status",
     .snapshot = "begin isolation level repeatable read, read only;"
                 " set local search_path = pg_catalog, pg_temp",
     .elapsed = "(extract(epoch from TO - FROM) * 1000000)::bigint",
     .standing = "select current_user::text, r.rolsuper, o.oid is not null and not r.rolsuper"
                 " and pg_has_role(r.oid, o.oid, 'member')"
                 " from pg_roles r left join pg_roles o on o.rolname = 'pawl_owner'"
                 " where r.rolname = current_user",
     .column_details =
         "select a.attname::text, format_type(a.atttypid, null), a.attnotnull,"
         " a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' from pg_attribute a"
         " where a.attrelid = to_regclass($1::text) and a.attnum > 0 and not a.attisdropped order by "
         "a.attnum",
     .unique_indexes =
         "select (select string_agg(a.attname, ',' order by k.place) from unnest(i.indkey::int[])"
         " with ordinality k (number, place) join pg_attribute a on a.attrelid = i.indrelid"
         " and a.attnum = k.number) || coalesce(' where ' || trim(both '()' from pg_get_expr(i.indpred, "
         "i.indrelid)), '')"
         " from pg_index i where i.indrelid = to_regclass($1::text) and i.indisunique and i.indisvalid"
         " and i.indexprs is null",
     .adopt = "set pawl.adopt = 'yes'",
     .keeps_types = true,
     /* without roles (--no-roles) whoever has deployed the machines owns them */
     .become_owner =
         "set local search_path = pg_catalog, pg_temp; select set_config('role',"
         " pg_get_userbyid(relowner), true) from pg_class where oid = 'public.pawl_machines'::regclass",
     .differs = "cast({said} as text) collate \"C\" is distinct from {state}",
     .moment = "timestamptz 'epoch' + {us} * interval '1 microsecond'",
     .instant = "(extract(epoch from {column}) * 1000000)::bigint",
     .as_number = "{column}::bigint",
     .lock_rows = " for no key update of subject",
     .only_free = " for no key update of subject skip locked",
     .column_types = {[PAWL_TYPE_TEXT] = "text collate \"C\"",
                      [PAWL_TYPE_BIGINT] = "bigint",
                      [PAWL_TYPE_INT] = "integer",
                      [PAWL_TYPE_BOOL] = "boolean",
                      [PAWL_TYPE_TIMESTAMP] = "timestamptz",
                      [PAWL_TYPE_NUMERIC] = "numeric",
                      [PAWL_TYPE_UUID] = "uuid",
                      [PAWL_TYPE_JSON] = "json",
                      [PAWL_TYPE_BYTES] = "bytea"},
     .columns = "select attname::text from pg_attribute where attrelid = to_regclass($1::text) and attnum > 0"
                " and not attisdropped",
     .protect_archive =
         "create or replace trigger pawl_refuse_write before insert or update or delete or truncate on"
         " {archive} for each statement execute function public.pawl_refuse_write();"
         "alter table {archive} enable always trigger pawl_refuse_write;"
         "do $$ begin if exists (select from pg_roles where rolname = 'pawl_app') then"
         " grant select on {archive} to pawl_app, pawl_operator; end if; end $$",
     .write_repair =
         "insert into public.pawl_repairs (machine, entity, repaired_at, repaired_by, reason, before_state,"
         " before_sort_key, before_since, after_state, after_sort_key, after_since) values ($1::text, "
         "$2::text,"
         " timestamptz 'epoch' + $3::bigint * interval '1 microsecond', coalesce($4::text, session_user),"
         " $5::text, $6::text, $7::bigint, timestamptz 'epoch' + $8::bigint * interval '1 microsecond',"
         " $9::text, $10::bigint, timestamptz 'epoch' + $11::bigint * interval '1 microsecond')"},
    {.name = "sqlite",
     .schema = "main",
     .count_runs = "select (select count(*) from main.pawl_runs), (select count(*) from main.pawl_run_steps)",
     .find_registry = "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_machines'",
     .machines = "select machine, fingerprint, abi, model,"
                 " case when exists (select 1 from main.pawl_machines other where other.machine ="
                 " deployed.machine and not other.is_deployed) then deployed_at end"
                 " from main.pawl_machines deployed where is_deployed order by machine",
     .versions = "select machine, fingerprint, is_deployed, is_accepted from main.pawl_machines"
                 " order by machine, deployed_at",
     .past_moves = "select machine, event, from_state, to_state from main.pawl_past_moves",
     /* other versions that stand on it stand on the deployed one then */
     .retire = {"select 'drop trigger main.pawl_machines_update'"
                " union all select 'update main.pawl_machines set is_accepted = 0 where machine = '"
                " || quote(?1) || ' and fingerprint = ' || quote(?2)"
                " union all select sql from main.sqlite_master where name = 'pawl_machines_update'"
                " union all select 'drop view main.' || ?1 || '_model_' || ?2 where ?3 is not null",
                "select 'drop view main.' || ?1 || '_model_' || other.fingerprint || ';"
                " create view main.' || ?1 || '_model_' || other.fingerprint || ' as select * from main.'"
                " || ?1 || '_model_' || deployed.fingerprint"
                " from main.pawl_machines other, main.pawl_machines deployed"
                " where other.machine = ?1 and deployed.machine = ?1 and deployed.is_deployed"
                " and other.is_accepted and not other.is_deployed and ?2 || ?3 is not null"},
     .recorded = "select object, definition from main.pawl_objects where machine = ?1",
     .freezes = "select machine, mode, until, reason, since, frozen_by, (select count(*)"
                " from main.pawl_deferred pending where pending.machine = frozen.machine and status is null)"
                " from main.pawl_freezes frozen order by machine",
     .find_flows = "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_flows'",
     .flows = "select flow, fingerprint, model from main.pawl_flows order by flow, deployed_at",
     .runs_by_step = "select path, status, count(*) from main.pawl_runs where flow = ?1"
                     " group by path, status order by path, status",
     .runs_by_status = "select status, count(*), min(updated_at) from main.pawl_runs where flow = ?1"
                       " group by status",
     .snapshot = "begin",
     .elapsed = "(TO - FROM)",
     .column_details = "select name, lower(type), \"notnull\", dflt_value is not null or pk > 0"
                       " from pragma_table_info(substr(?1, 6))", /* without `main.` */
     .unique_indexes =
         "select (select group_concat(name, ',') from (select name from pragma_index_info(list.name) order "
         "by "
         "seqno))"
         " || case when list.partial then ' where ' || trim(substr(sql, instr(lower(sql), ' where ') + 7), "
         "'() \"`') else '' end"
         " from pragma_index_list(substr(?1, 6)) list left join main.sqlite_master on type = 'index'"
         " and sqlite_master.name = list.name where list.\"unique\"",
     .needs_columns = true,
     .differs = "{said} is not {state}",
     .moment = "{us}",
     .instant = "{column}",
     .as_number = "{column}",
     .lock_rows = "",
     .only_free = "",
     .column_types = {[PAWL_TYPE_TEXT] = "text",
                      [PAWL_TYPE_BIGINT] = "integer",
                      [PAWL_TYPE_INT] = "integer",
                      [PAWL_TYPE_BOOL] = "integer",
                      [PAWL_TYPE_TIMESTAMP] = "integer",
                      [PAWL_TYPE_NUMERIC] = "text",
                      [PAWL_TYPE_UUID] = "text",
                      [PAWL_TYPE_JSON] = "text",
                      [PAWL_TYPE_BYTES] = "blob"},
     .columns =
         "select name from pragma_table_info(case when ?1 like 'main.%' then substr(?1, 6) else ?1 end)",
     .protect_archive =
         "create trigger main.{name}_archive_insert before insert on {name}_archive"
         " when only_libpawl_may_write('{name}_archive', new.{name}_id, new.sort_key, new.archived_at,"
         " new.archived_by) is not 1 begin"
         " select raise(abort, '{name}_archive is written by pawlctl archive only'); end;"
         "create trigger main.{name}_archive_update before update on {name}_archive"
         " when only_libpawl_may_write('{name}_archive', old.{name}_id, old.sort_key, old.archived_at) is "
         "not 1"
         " begin"
         " select raise(abort, '{name}_archive is history: its rows are not changed'); end;"
         "create trigger main.{name}_archive_delete before delete on {name}_archive begin"
         " select raise(abort, '{name}_archive is history: its rows are not deleted'); end;",
     .write_repair =
         "insert into main.pawl_repairs (machine, entity, repaired_at, repaired_by, reason, before_state,"
         " before_sort_key, before_since, after_state, after_sort_key, after_since)"
         " values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"},
    {0},
};

static const char *file_of(const char *where) {
    static const char prefix[] = "sqlite:";
    return strncmp(where, prefix, strlen(prefix)) == 0 ? where + strlen(prefix) : NULL;
}

/*
 * Statements of a model come from the database, and on SQLite whoever may write the file may have written
 * them: none of them reaches another file, by ATTACH or VACUUM INTO, or the tables in which SQLite keeps what
 * it knows of itself.
 */
static bool confine(struct call *call) {
    sqlite3 *connection = pawl_native(call->db);
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
    if (sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK &&
        sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL) == SQLITE_OK)
        return true;
    error_set(&call->err, PAWL_DB, "SQLite cannot be confined to its file");
    return false;
}

/* What stands behind its name is an option of libpawl's, which looks at it. */
static bool is_missing(const char *file) {
    const char *options = strrchr(file, '?');
    char *name = options != NULL && strchr(options, '=') != NULL ? strndup(file, (size_t)(options - file))
                                                                 : strdup(file);
    const bool missing = name != NULL && access(name, F_OK) != 0;
    free(name);
    return missing;
}

int database_open(struct call *call) {
    const char *where = option(call, "--db");
    if (where == NULL)
        where = getenv("PAWL_DB");
    if (where == NULL || *where == '\0')
        return usage_error(call, "no database is named: give --db=WHERE or set PAWL_DB, to sqlite:FILE, "
                                 "postgresql://... or libpq's \"host=... dbname=...\"");
    const char *file = file_of(where);
    if (file != NULL && *file != '\0' && *file != ':' && !call->command->may_create && is_missing(file)) {
        say_error("pawlctl: %s: there is no such file\n", file);
        return EXIT_DATABASE;
    }
    enum pawl_status status = pawl_open(&call->db, where, &call->err);
    /* operators and functions of whoever may create in a schema would run as this login */
    if (status == PAWL_OK &&
        (file == NULL ? database_exec(call, "set search_path = pg_catalog, pg_temp") : confine(call)))
        return EXIT_DONE;
    database_error(call);
    return status == PAWL_MISUSE ? EXIT_USAGE : EXIT_DATABASE;
}

static const char *role_of(const struct command *command) {
    return command->role == NULL ? "pawl_app" : command->role;
}

int database_error(const struct call *call) {
    say_error("pawlctl: %s\n", call->err.message);
    if (call->err.help[0] != '\0')
        say_error("  %s\n", call->err.help);
    else if (strcmp(call->err.sqlstate, "42501") == 0)
        say_error("  for pawlctl %s the login needs the role %s: grant %s to it, or take another login\n",
                  call->command->name, role_of(call->command), role_of(call->command));
    return EXIT_DATABASE;
}

const struct dialect *database_dialect(const struct call *call) {
    const struct dialect *dialect = dialects;
    while (strcmp(dialect->name, pawl_dialect(call->db)) != 0)
        dialect++;
    return dialect;
}

bool database_rows(struct call *call, const char *sql, const struct value *values, size_t value_count,
                   row_fn *row, void *context) {
    error_clear(&call->err);
    return call->db->driver->query(call->db, sql, values, value_count, row, context, &call->err) == PAWL_OK;
}

bool database_any(struct call *call, const char *sql, const struct value *values, size_t value_count,
                  bool *any) {
    *any = false;
    return database_rows(call, sql, values, value_count, row_found, any);
}

bool database_rows_where(struct call *call, const char *find, const char *sql, row_fn *row, void *context) {
    bool is_there;
    return database_any(call, find, NULL, 0, &is_there) &&
           (!is_there || database_rows(call, sql, NULL, 0, row, context));
}

bool database_exec(struct call *call, const char *sql) {
    error_clear(&call->err);
    return call->db->driver->exec(call->db, sql, &call->err) == PAWL_OK;
}

bool database_write(struct call *call, const char *table, const char *sql, const struct value *values,
                    size_t value_count) {
    const struct driver *driver = call->db->driver;
    if (driver->write == NULL)
        return database_rows(call, sql, values, value_count, NULL, NULL);
    error_clear(&call->err);
    return driver->write(call->db, table, sql, values, value_count, &call->err) == PAWL_OK;
}

bool database_begin_writing(struct call *call) {
    const char *become_owner = database_dialect(call)->become_owner;
    return database_exec(call, call->db->driver->begin) &&
           (become_owner == NULL || database_exec(call, become_owner));
}

bool database_commit(struct call *call) {
    error_clear(&call->err);
    return call->db->driver->commit(call->db, &call->err) == PAWL_OK;
}

static enum pawl_status copy_login(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    snprintf(context, LOGIN_SIZE, "%s", cells[0].text);
    return PAWL_OK;
}

bool database_login(struct call *call, char login[LOGIN_SIZE]) {
    if (call->db->driver->login == NULL)
        return database_rows(call, "select session_user::text", NULL, 0, copy_login, login);
    snprintf(login, LOGIN_SIZE, "%s", call->db->driver->login(call->db));
    return true;
}

void database_template(struct text *out, const char *template, const struct database_word *words,
                       size_t count) {
    for (const char *open; (open = strchr(template, '{')) != NULL;) {
        const size_t length = strcspn(open + 1, "}");
        text_write(out, template, (size_t)(open - template));
        for (size_t i = 0; i < count; i++)
            if (strlen(words[i].word) == length && memcmp(words[i].word, open + 1, length) == 0)
                text_put(out, words[i].value);
        template = open + 1 + length + 1;
    }
    text_put(out, template);
}

void database_rollback(struct call *call) {
    if (call->db->driver->in_transaction(call->db))
        call->db->driver->exec(call->db, "rollback", NULL);
}

const char *database_parameter(enum pawl_type type, unsigned number) {
    static const char *const texts[] = {"", "$1::text", "$2::text", "$3::text", "$4::text"};
    static const char *const numbers[] = {"", "$1::bigint", "$2::bigint", "$3::bigint", "$4::bigint"};
    return (type == PAWL_TYPE_TEXT ? texts : numbers)[number];
}

char *database_quoted(const char *name) {
    char *quoted = malloc(strlen(name) * 2 + 3);
    if (quoted == NULL)
        return NULL;
    char *out = quoted;
    *out++ = '"';
    for (; *name != '\0'; name++) {
        if (*name == '"')
            *out++ = '"';
        *out++ = *name;
    }
    *out++ = '"';
    *out = '\0';
    return quoted;
}
