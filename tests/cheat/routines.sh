#!/bin/bash
# routines.sh DATABASE PAWLCTL PAWL [--update]: which routines others than Pawl's owner may call is what the list `routines` has, and
# runtime/SQL_API.md has those for people, with the arguments, results and roles of the catalog. --update writes that page.
set -u
# shellcheck source=../pawlctl/support.sh
. "$(dirname "$0")/../pawlctl/support.sh"
tests=$here/../cheat

sql "create table boxes (id $([ "$database" = postgres ] && echo text || echo 'varchar(99)') primary key)"
"$pawl" "$tests/routines.fsm" -o "$scratch/box" --databases=postgres,mariadb || exit 2
ctl apply "$scratch/box/routines.$database.sql"
[ "$status" -eq 0 ] || fail "pawlctl apply: $(cat "$scratch/out" "$scratch/err")"

if [ "$database" = postgres ]; then
    # Everybody may call what only computes; of that only pawl_key is for people.
    sql "select own.proname, case when public.can then 'everybody' else callers.roles end,
            (select string_agg(case when place > own.pronargs - own.pronargdefaults then '[' || name || ']' else name end, ', ' order by place)
              from unnest(own.proargnames[1:own.pronargs]) with ordinality argument (name, place)),
            case when own.proretset and own.proallargtypes is not null then 'rows of (' || (select string_agg(name, ', ' order by place)
                from unnest(own.proargnames) with ordinality argument (name, place) where own.proargmodes[place] = 't') || ')'
              else replace(replace(pg_get_function_result(own.oid), 'SETOF ', 'rows of '), 'timestamp with time zone', 'timestamptz') end,
            translate(obj_description(own.oid), E'\n', ' ')
        from pg_proc own,
          lateral (select string_agg(grantee::regrole::text, ',' order by grantee::regrole::text) as roles from aclexplode(own.proacl)
            where grantee in ('pawl_app'::regrole, 'pawl_operator'::regrole)) callers,
          lateral (select exists (select from aclexplode(coalesce(own.proacl, acldefault('f', own.proowner))) where grantee = 0)
            and (own.proname = 'pawl_key' or own.prosecdef or own.provolatile = 'v') and own.prorettype <> 'trigger'::regtype as can) public
        where own.proowner = 'pawl_owner'::regrole and (callers.roles is not null or public.can)" >"$scratch/catalog"
else
    sql "select own.routine_name, group_concat(replace(held.user, '${name}_', '') order by held.user),
            (select count(*) from information_schema.parameters given where given.specific_schema = own.routine_schema
              and given.specific_name = own.specific_name and given.ordinal_position > 0), own.data_type, ''
        from information_schema.routines own join mysql.procs_priv held on held.db = own.routine_schema and held.routine_name = own.routine_name
        where own.routine_schema = '${name}_pawl' and held.user in ('${name}_pawl_app', '${name}_pawl_operator')
        group by own.routine_name, own.specific_name, own.data_type" >"$scratch/catalog"
fi
"$tests/routines.py" "$database" "$scratch/catalog" "${@:4}" || failed=1
exit $failed
