#!/bin/bash
# createrole.sh DATABASE PAWLCTL PAWL: a login that may create roles and is no superuser, as managed servers have,
# deploys, deploys again, migrates and verifies what it has deployed, and so does a superuser afterwards, and, without
# roles (--no-roles), a login that may create tables and nothing else. Logins, grants and advisory locks are those of
# runtime/DEPLOY.md and runtime/SECURITY.md.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
[ "$database" = postgres ] || exit 77
dba=${name}_dba
# page NAME COMMENT: the SQL on that page behind this comment, for the logins of this test
page() {
    awk -v comment="-- $2" '{ sub(/^ +/, "") } $0 == comment { inside = 1; next } /^(--|```)/ { inside = 0 } inside' "$here/../../runtime/$1" |
        sed "s/deployer/$dba/g; s/my_service/${name}_plain/g; s/oncall/${name}_plain/g" >"$scratch/page.sql"
    [ -s "$scratch/page.sql" ] || fail "$1 has no SQL for: $2"
    sql "$(<"$scratch/page.sql")" >/dev/null
}
page DEPLOY.md "a login for deployments"
trap 'PAWL_DB=$super; psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists ${name}_bare" >/dev/null 2>&1
    psql -Xq -d "$PAWL_DB" -c "drop owned by $dba cascade" >/dev/null 2>&1; cleanup;
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop role if exists $dba" >/dev/null 2>&1' EXIT
super=$PAWL_DB

cat >"$scratch/lamp.fsm" <<'END'
pawl 1;
machine lamp {
  event light(watts: int);
  guard mains sql "select :watts > 0";
  initial state off {
    on light -> on when mains;
    on drop -> broken;
  }
  final state on;
  final state broken;
}
END
mkdir "$scratch/newer"
sed 's/on drop/on flicker -> stay; on drop/' "$scratch/lamp.fsm" >"$scratch/newer/lamp.fsm"
"$pawl" "$scratch/lamp.fsm" -o "$scratch/lamp" --emit=postgres || exit 2
"$pawl" diff "$scratch/lamp.fsm" "$scratch/newer/lamp.fsm" --sql=postgres >"$scratch/lamp.migration.postgres.sql" || exit 2
"$pawl" "$scratch/newer/lamp.fsm" -o "$scratch/newer" --emit=postgres || exit 2

export PAWL_DB="${super/user=postgres/user=$dba}"
[ "$PAWL_DB" != "$super" ] || PAWL_DB="$super user=$dba"
answers 3 "  deploy as a superuser, or with a login for deployments: create role deployer login createrole; grant usage, create on schema public to deployer with grant option" \
    apply "$scratch/lamp/lamp.postgres.sql" --db="$plain"
answers 3 "the login $dba may not grant the rights that machine payment needs" apply "$payment"
grep -qF "the shared schema, which this command created, stays" "$scratch/err" || fail "apply says: $(cat "$scratch/err")"
answers 0 created apply "$scratch/lamp/lamp.postgres.sql"
answers 0 "nothing new" apply "$scratch/lamp/lamp.postgres.sql"
answers 3 "the login $dba may not grant the rights that machine payment needs; nothing was changed" apply --dry-run "$payment"
answers 3 "the login $dba may not grant the rights that machine payment needs; nothing was changed" apply "$payment"
grep -qF "  grant references (id) on public.payments to $dba with grant option" "$scratch/err" || fail "apply says: $(cat "$scratch/err")"
owner=$PAWL_DB
PAWL_DB=$super
page DEPLOY.md "on each entity's table"
sql "insert into payments values ('P1')"
PAWL_DB=$owner
answers 0 "payment: created" apply "$payment"
page DEPLOY.md "roles"
PAWL_DB=$plain
answers 0 "created in pending_submission" fire payment P1 create amount=1 currency=EUR
answers 0 "frozen" freeze payment --reason=test
answers 0 "moves again" thaw payment
PAWL_DB=$owner
is "" "$("$pawlctl" verify payment 2>&1 >/dev/null)" # no warning: it may read all that it checks
answers 0 "would be migrated" apply --dry-run "$scratch/lamp.migration.postgres.sql"
answers 0 migrated apply "$scratch/lamp.migration.postgres.sql"
answers 0 "nothing new" apply "$scratch/newer/lamp.postgres.sql"
answers 0 " 0 problems" verify lamp
is f "$(sql "select pg_has_role('$dba', 'pawl_owner', 'member')")" # only while it deploys
PAWL_DB=$super
sql 'create table "order" (id text)'
sed 's/sql "select :watts > 0"/sql "select exists (select from \\"order\\" where :watts > 0)"/; s/machine lamp/machine lantern/' "$scratch/lamp.fsm" >"$scratch/newer/lantern.fsm"
"$pawl" "$scratch/newer/lantern.fsm" -o "$scratch/newer" --emit=postgres || exit 2
answers 1 'grant select on "order" to pawl_owner;' apply "$scratch/newer/lantern.postgres.sql"
sql 'grant select on "order" to pawl_owner'
answers 0 "nothing new" apply "$scratch/newer/lantern.postgres.sql"
answers 0 "nothing new" apply "$scratch/newer/lamp.postgres.sql"
answers 0 " 0 problems" verify lamp

# whole NAME [OPTION]: all of it for a machine of that name: first deployment, deployment again, migration, newer version
whole() {
    local machine=$1
    mkdir -p "$scratch/$machine/newer"
    sed "s/machine lamp/machine $machine/" "$scratch/lamp.fsm" >"$scratch/$machine/lamp.fsm"
    sed "s/machine lamp/machine $machine/" "$scratch/newer/lamp.fsm" >"$scratch/$machine/newer/lamp.fsm"
    "$pawl" "$scratch/$machine/lamp.fsm" -o "$scratch/$machine" --emit=postgres "${@:2}" || exit 2
    "$pawl" "$scratch/$machine/newer/lamp.fsm" -o "$scratch/$machine/newer" --emit=postgres "${@:2}" || exit 2
    "$pawl" diff "$scratch/$machine/lamp.fsm" "$scratch/$machine/newer/lamp.fsm" --sql=postgres "${@:2}" >"$scratch/$machine.migration.postgres.sql" || exit 2
    answers 0 created apply "$scratch/$machine/lamp.postgres.sql"
    answers 0 "off" fire "$machine" L1 create
    answers 0 "nothing new" apply "$scratch/$machine/lamp.postgres.sql"
    answers 0 "would be migrated" apply --dry-run "$scratch/$machine.migration.postgres.sql"
    answers 0 migrated apply "$scratch/$machine.migration.postgres.sql"
    answers 0 "nothing new" apply "$scratch/$machine/newer/lamp.postgres.sql"
    answers 0 "(flicker, " fire "$machine" L1 flicker
    answers 0 " 0 problems" verify "$machine"
}
whole sconce
PAWL_DB="$PAWL_DB user=$dba"
whole chandelier

# who has none of Pawl's roles takes no advisory lock any more; all else goes on
PAWL_DB=$super
sql "revoke pawl_app, pawl_operator from ${name}_plain"
PAWL_DB=$plain
is "" "$(sql "select pg_advisory_lock(1885435756)")"
PAWL_DB=$super
page SECURITY.md "advisory locks for Pawl's roles only"
PAWL_DB=$plain
grep -q "permission denied for function pg_advisory_lock" <<<"$(sql "select pg_advisory_lock(1885435756)" 2>&1)" || fail "anybody can take an advisory lock"
PAWL_DB=$owner
answers 0 "nothing new" apply "$scratch/newer/lamp.postgres.sql"
PAWL_DB=$super
sql "grant pawl_app to ${name}_plain"
PAWL_DB=$plain
answers 0 "-> submitted" fire payment P1 submit submission_id=S

# without roles
PAWL_DB=$super
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database ${name}_bare owner ${name}_plain" || exit 2
PAWL_DB="$super dbname=${name}_bare user=${name}_plain"
whole candle --no-roles
is "${name}_plain" "$(sql "select distinct tableowner from pg_tables where schemaname = 'public'")"
exit $failed
