#!/bin/bash
# tenants.sh DATABASE PAWLCTL PAWL: two schemas of one database of PostgreSQL with the same machines (schema=NAME). They have
# nothing in common: locks, notifications, deployments, grants, dumps.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
super=$PAWL_DB signs='' owner=${name}_b_pawl_owner
trap 'cleanup; for each in ${name}_b_pawl_{owner,app,operator,reader} ${name}_dba; do
        psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop role if exists $each"
    done >/dev/null 2>&1; psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists ${name}_copy" >/dev/null 2>&1' EXIT
within() { # SCHEMA STATUS TEXT ARG...
    PAWL_DB="$super schema=$1"
    shift
    answers "$@"
    PAWL_DB=$super
}
cat >"$scratch/lamp.fsm" <<'END'
pawl 1;
// It was in public.rates.
/// Made public. A 'public' lamp locks (nothing).
machine lamp {
  entity lamps.id: text;
  event light(watts: int, room: text) serialize by (:room);
  guard mains sql "select exists (select 1 from plugs join \"public\".grid on free where :watts > 0)";
  initial state off {
    on light -> on when mains;
    work run lease 1s;
  }
  final state on;
}
flow tour(town: text) { wait tickets; }
END
mkdir "$scratch/newer" "$scratch/public" "$scratch/own" "$scratch/label" "$scratch/named"
sed 's/Made public/Made of public.rates/' "$scratch/lamp.fsm" >"$scratch/label/lamp.fsm"
sed 's/entity lamps/entity a.lamps/' "$scratch/lamp.fsm" >"$scratch/own/lamp.fsm"
sed 's/on light/on flicker -> stay; on light/' "$scratch/lamp.fsm" >"$scratch/newer/lamp.fsm"
sed 's/\\"public\\".grid/public.grid/' "$scratch/lamp.fsm" >"$scratch/public/lamp.fsm"
sed 's/\\"public\\".grid/grid/; s/state off/state public/' "$scratch/lamp.fsm" >"$scratch/named/lamp.fsm"
for folder in "" newer/ public/ own/ label/ named/; do
    "$pawl" "$scratch/${folder}lamp.fsm" -o "$scratch/${folder}gen" --emit=postgres -Wno-all || exit 2
done
sed '/entity/d; /guard/d; s/ when mains//' "$scratch/lamp.fsm" >"$scratch/bare.fsm"
"$pawl" "$scratch/bare.fsm" -o "$scratch/bare" --emit=postgres || exit 2
lamp=$scratch/gen/lamp.postgres.sql
"$pawl" diff "$scratch/lamp.fsm" "$scratch/newer/lamp.fsm" --sql=postgres >"$scratch/migration.sql" || exit 2
tables="create table lamps (id text primary key); create table plugs (id text); insert into lamps values ('L1'), ('L2'); insert into plugs values (1)"
sql "drop table payments, samples; create table grid (free boolean); insert into grid values (true)"

# ---- deployments: without the schema, by a superuser with the roles of all; and by a login of its own with its own

within Acme 2 'schema=Acme: it has up to 63 small letters, digits and _' status
for each in pg_a information_schema; do
    within $each 2 'begins with neither pg_ nor a digit, and is not information_schema' status
done
for each in user select begin loop setof; do
    within $each 3 "schema=$each: it is a reserved word of PostgreSQL" apply "$scratch/bare/bare.postgres.sql"
done
sql "create schema a; set search_path = a; $tables"
within a 1 "grant select on a.plugs to pawl_owner;" apply "$lamp" --dry-run
sql "grant usage on schema public to pawl_owner; grant select on grid to pawl_owner"
while read -r folder words; do
    within a 3 "names a schema, or the number of an advisory lock ($words), so they cannot be in the schema a" apply "$scratch/$folder/gen/lamp.postgres.sql"
done <<'END'
public line 7: public.grid
own line 4: entity a.lamps
label line 3: public.rates
named line 8: public
END
within a 1 "lamp: created" apply "$lamp"
within a 1 "grant select on a.plugs to pawl_owner;" verify
is t "$(sql "select count(*) > 0 from pg_description where description like '%Made public. A ''public'' lamp locks (nothing).%'")"
sql "grant select on a.plugs to pawl_owner"
within a 0 "lamp: nothing new" apply "$lamp"
sql "create role ${name}_dba login createrole; grant create on database $name to ${name}_dba"
PAWL_DB="$super user=${name}_dba schema=b"
answers 0 "schema: created" apply "$scratch/bare/bare.postgres.sql" --roles="${name}_b"
PAWL_DB=$super
for options in "" --dry-run; do
    # shellcheck disable=SC2086 # no word, or one
    within c 2 "the schema b of this database has the roles $owner and others" apply "$scratch/bare/bare.postgres.sql" --roles="${name}_b" $options
done
within b 0 "lamp: nothing new" apply "$scratch/bare/bare.postgres.sql" --roles="${name}_b"
is 0 "$(sql "select count(*) from pg_namespace where nspname = 'c'")"
is "a,b" "$(sql "select string_agg(schemaname, ',' order by 1) from pg_tables where tablename = 'pawl_machines'")"
is 0 "$(sql "select count(*) from pg_class where relnamespace = 'public'::regnamespace and relname <> 'grid'")"
is 0 "$(sql "select count(*) from pg_proc where pronamespace = 'public'::regnamespace")"
is "$owner" "$(sql "select distinct tableowner from pg_tables where schemaname = 'b'")"
within a 0 " 0 problems" verify
within b 0 " 0 problems" verify

# ---- transitions; logins see their schema alone

within a 0 created fire lamp L1 create
within b 0 created fire lamp L1 create
sql "grant pawl_app to ${name}_plain"
PAWL_DB="$plain schema=a"
answers 0 "-> on" fire lamp L1 light watts=1 room=R
PAWL_DB="$plain schema=b"
answers 3 "permission denied for schema b" fire lamp L1 light watts=1 room=R
PAWL_DB=$super
within b 0 "off" status
within b 0 created fire lamp L2 create

# ---- locks, notifications and deployments

hold "select a.pawl_lock('lamp', 'R')"
is "LOCKED OK" "$(sql "select a.pawl_lock('lamp', 'R', 0) || ' ' || b.pawl_lock('lamp', 'R', 0)")"
PAWL_DB="$super schema=b options=-cstatement_timeout=5s"
answers 0 "-> on" fire lamp L1 light watts=1 room=R
PAWL_DB=$super
let_go
hold "lock table a.pawl_machines"
(within a 0 "lamp: nothing new" apply "$lamp"; exit $failed) &
waits=$!
until [ "$(sql "select count(*) from pg_locks where not granted")" != 0 ]; do sleep 0.05; done
PAWL_DB="$super schema=b options=-cstatement_timeout=5s"
answers 0 "lamp: nothing new" apply "$scratch/bare/bare.postgres.sql"
PAWL_DB=$super
let_go
wait $waits || failed=1
for each in a b; do
    for channel in lamp_pending pawl_runs; do
        echo "listen \"$each.$channel\"; listen $channel;"
        signs+="${signs:+, }pg_advisory_lock_shared($each.pawl_key('sleeping worker', '$channel'))"
    done
done >"$scratch/listen.sql"
cat >>"$scratch/listen.sql" <<'END'
select b.lamp_create('L9');
select b.pawl_run_start('tour', (select fingerprint from b.pawl_flows), '{"town":"T"}', null, null, '{}', '{}', 0);
select 1;
END
hold "select $signs"
psql -XAtq -d "$super" -f "$scratch/listen.sql" 2>&1 | grep -o '"[a-z_.]*" ' | sort -u >"$scratch/heard"
let_go
is '"b.lamp_pending" "b.pawl_runs" ' "$(tr '\n' ' ' <"$scratch/heard" | tr -s ' ')"

# ---- grants, migrations, retirement, tenants of a map

within a 0 "may read, and fire light" grant "${name}_plain" lamp light
within b 0 " 0 problems" verify
within a 0 "lamp: migrated" apply "$scratch/migration.sql"
within a 0 "lamp: nothing new" apply "$scratch/newer/gen/lamp.postgres.sql"
within a 0 created fire lamp L2 create
within a 0 "(flicker, " fire lamp L2 flicker
within a 0 " 0 problems" verify
within b 0 " 0 problems" verify
for command in "ls lamp" "why lamp L1" "queue status" "stuck" "locks" "outbox status" "flow ls" "metrics" "graph lamp"; do
    # shellcheck disable=SC2086 # a word for each argument
    within a 0 "" $command
done
within a 0 "archived to a.lamp_archive" archive lamp --older-than=0s
within a 1 "its transitions are in a.lamp_archive" history L1
printf 'a %s schema=a\nb %s schema=b\n' "$super" "$super" >"$scratch/map"
answers 0 "b:" verify --all="$scratch/map"

# ---- a dump of one schema, and the end of the other

pg_dump --format=custom --schema=a --dbname="$super" >"$scratch/dump"
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database ${name}_copy"
copy="$PAWL_TEST_POSTGRES dbname=${name}_copy"
psql -Xq -d "$copy" -c "create table grid (free boolean); grant select on grid to pawl_owner"
pg_restore --no-owner --no-privileges --dbname="$copy" "$scratch/dump"
PAWL_DB="$copy schema=a"
answers 1 "the database is as it was deployed" restored
psql -Xq -d "$copy" -c "grant select on a.plugs to pawl_owner"
answers 0 " 0 problems" verify
PAWL_DB=$super
sql "drop schema b cascade" 2>/dev/null
within a 0 " 0 problems" verify
within a 0 "flicker  off" history L2
within b 1 "no machine is deployed in this database" status
exit $failed
