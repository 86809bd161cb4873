#include "database.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct dialect dialects[] = {
    {.name = "postgres",
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
     .snapshot = "begin isolation level repeatable read, read only;"
                 " set local search_path = pg_catalog, pg_temp",
     .elapsed = "(extract(epoch from TO - FROM) * 1000000)::bigint",
     .standing = "select current_user::text, r.rolsuper, o.oid is not null and not r.rolsuper"
                 " and pg_has_role(r.oid, o.oid, 'member')"
                 " from pg_roles r left join pg_roles o on o.rolname = 'pawl_owner'"
                 " where r.rolname = current_user",
     .become_owner = "set local role pawl_owner; set local search_path = pg_catalog, pg_temp",
     .write_repair =
         "insert into public.pawl_repairs (machine, entity, repaired_at, repaired_by, reason, before_state,"
         " before_sort_key, before_since, after_state, after_sort_key, after_since) values ($1::text, "
         "$2::text,"
         " timestamptz 'epoch' + $3::bigint * interval '1 microsecond', coalesce($4::text, session_user),"
         " $5::text, $6::text, $7::bigint, timestamptz 'epoch' + $8::bigint * interval '1 microsecond',"
         " $9::text, $10::bigint, timestamptz 'epoch' + $11::bigint * interval '1 microsecond')"},
    {.name = "sqlite",
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
     .snapshot = "begin",
     .elapsed = "(TO - FROM)",
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

int database_open(struct call *call) {
    const char *where = option(call, "--db");
    if (where == NULL)
        where = getenv("PAWL_DB");
    if (where == NULL || *where == '\0')
        return usage_error(call, "no database is named: give --db=WHERE or set PAWL_DB, to sqlite:FILE, "
                                 "postgresql://... or libpq's \"host=... dbname=...\"");
    const char *file = file_of(where);
    if (file != NULL && *file != '\0' && *file != ':' && !call->command->may_create &&
        access(file, F_OK) != 0) {
        fprintf(stderr, "pawlctl: %s: there is no such file\n", file);
        return EXIT_DATABASE;
    }
    enum pawl_status status = pawl_open(&call->db, where, &call->err);
    if (status == PAWL_OK)
        return EXIT_DONE;
    database_error(call);
    return status == PAWL_MISUSE ? EXIT_USAGE : EXIT_DATABASE;
}

int database_error(const struct call *call) {
    fprintf(stderr, "pawlctl: %s\n", call->err.message);
    if (call->err.help[0] != '\0')
        fprintf(stderr, "  %s\n", call->err.help);
    else if (strcmp(call->err.sqlstate, "42501") == 0)
        fprintf(stderr, "  to read and to fire, the login needs pawl_app (grant pawl_app to ...); to repair, "
                        "pawl_owner; to apply, it must be one that may create roles\n");
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

bool database_exec(struct call *call, const char *sql) {
    error_clear(&call->err);
    return call->db->driver->exec(call->db, sql, &call->err) == PAWL_OK;
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
