#!/bin/bash
# strict.sh mariadb PAWLCTL PAWL: what pawl --strict has written is deployed over a machine that was written without, and moved,
# repaired, archived and migrated; verify names who gets by.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

compile() { # FILE OPTION...
    "$pawl" "$@" -o "$scratch/strict" --databases=mariadb --emit=mariadb >"$scratch/out" 2>&1 || fail "pawl: $(cat "$scratch/out")"
}
refused() { # SQL, by a superuser who does not say that he is Pawl's owner
    mariadb_sql root "${name}_pawl" "$1" >"$scratch/out" 2>&1
    grep -q "are written by functions alone that pawl --strict has written" "$scratch/out" || fail "$1: $(cat "$scratch/out")"
}
mkdir "$scratch/versions"
door=$here/../conformance/door.fsm
compile "$door"
answers 0 "door: created" apply "$scratch/strict/door.mariadb.sql"
answers 0 "created in closed" fire door A create
compile "$door" --strict
answers 0 "door: nothing new" apply "$scratch/strict/door.mariadb.sql"
answers 0 "door: nothing new" apply "$scratch/strict/door.mariadb.sql"
answers 0 "closed -> opened" fire door A open
answers 1 "not allowed in opened" fire door A open
answers 0 "created in closed" fire door B create
refused "update door_current set state = 'locked'"
refused "insert into door_transitions select 'C', sort_key, event, from_state, to_state, created_at, actor, request_id from door_transitions"
answers 0 " 0 problems" verify

# its owner may
mariadb_sql root "${name}_pawl" "set role ${name}_pawl_owner; update door_current set state = 'locked' where door_id = 'A'" || fail "its owner may not"
answers 1 "door A: " verify
answers 0 "" repair door A --force --reason=x
answers 0 " 0 problems" verify
answers 0 "opened -> closed" fire door A shut

# what is gone, and whoever may do more than is asked of him
mariadb_sql root "${name}_pawl" "drop trigger door_head_update"
answers 1 "trigger door_head_update is gone [object-missing]" verify
answers 0 "" apply "$scratch/strict/door.mariadb.sql"
mariadb_sql root mysql "create user ${name}_granted@localhost; grant execute on ${name}_pawl_strict.* to ${name}_granted@localhost"
answers 1 "${name}_granted@localhost has execute on ${name}_pawl_strict" verify
mariadb_sql root mysql "revoke all on ${name}_pawl_strict.* from ${name}_granted@localhost; grant create temporary tables on ${name}_pawl.* to ${name}_granted@localhost"
answers 1 "${name}_granted@localhost has create temporary tables on ${name}_pawl" verify
mariadb_sql root mysql "drop user ${name}_granted@localhost"

# another version, under another name, with a state that goes
sed 's/machine door "Door" {/machine gate "Gate" renamed from door {/; s/state locked {/state barred renamed from locked {/; s/-> locked/-> barred/' \
    "$door" >"$scratch/versions/gate.fsm"
"$pawl" diff "$door" "$scratch/versions/gate.fsm" --sql=mariadb --strict >"$scratch/migration.sql" 2>"$scratch/out" || fail "pawl diff: $(cat "$scratch/out")"
answers 0 "" apply "$scratch/migration.sql"
answers 0 "closed -> opened" fire gate A open
refused "update gate_current set state = 'barred'"
refused "delete from gate_transitions"
answers 0 " 0 problems" verify
exit $failed
