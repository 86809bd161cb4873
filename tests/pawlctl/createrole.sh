#!/bin/bash
# createrole.sh DATABASE PAWLCTL PAWL: a login that may create roles and is no superuser, as managed servers have,
# deploys, deploys again, migrates and verifies what it has deployed, and so does a superuser afterwards.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
[ "$database" = postgres ] || exit 77
dba=${name}_dba
sql "create role $dba login createrole; grant all on schema public to $dba with grant option"
trap 'psql -Xq -d "$PAWL_DB" -c "drop owned by $dba cascade" >/dev/null 2>&1; cleanup;
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
answers 0 created apply "$scratch/lamp/lamp.postgres.sql"
answers 0 "nothing new" apply "$scratch/lamp/lamp.postgres.sql"
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
exit $failed
