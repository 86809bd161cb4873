#!/bin/bash
# strict.sh mariadb PAWLCTL PAWL: what pawl --strict has written is deployed over a machine that was written without, and moved,
# repaired, archived, migrated, also to the other storage and back, dumped and restored; verify names who gets by, and who deploys is
# told what he lacks.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

compile() { # FILE OPTION...
    "$pawl" "$@" -o "$scratch/strict" --databases=mariadb --emit=mariadb >"$scratch/out" 2>&1 || fail "pawl: $(cat "$scratch/out")"
}
refused() { # SQL, by a superuser who does not say that he is Pawl's owner
    mariadb_sql root "${name}_pawl" "$1" >"$scratch/out" 2>&1
    grep -q "are written only by [a-zA-Z]* of pawl --strict" "$scratch/out" || fail "$1: $(cat "$scratch/out")"
}
mkdir "$scratch/versions"
door=$here/../conformance/door.fsm
compile "$door"
answers 0 "door: created" apply "$scratch/strict/door.mariadb.sql"
answers 0 "created in closed" fire door A create
compile "$door" --strict
answers 0 "door: renewed" apply "$scratch/strict/door.mariadb.sql"
answers 0 "door: nothing new" apply "$scratch/strict/door.mariadb.sql"
answers 0 "closed -> opened" fire door A open
answers 1 "not allowed in opened" fire door A open
answers 0 "created in closed" fire door B create
refused "update door_current set state = 'locked'"
refused "update pawl_machines set fingerprint = 'forged'"
refused "insert into pawl_machines select 'forged', fingerprint, true, true, abi, 0, model from pawl_machines limit 1"
refused "delete from pawl_machines"
compile "$door"
answers 1 "nothing was changed: write this one so, too" apply "$scratch/strict/door.mariadb.sql"
compile "$door" --strict
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

# to the other storage, and back
cat >"$scratch/versions/parcel.fsm" <<'END'
pawl 1;
machine parcel {
  entity payments.id: text;
  event create();
  initial state waiting { on pick -> moving; after 2d expire -> lost; }
  state moving { on drop -> waiting; on lose -> lost; }
  final state lost;
}
END
sed 's/payments.id: text;/&\n  storage transitions enforced;/' "$scratch/versions/parcel.fsm" >"$scratch/versions/written.fsm"
compile "$scratch/versions/parcel.fsm" --strict
mariadb_sql root "$name" "insert into payments values ('P')"
answers 0 "parcel: created" apply "$scratch/strict/parcel.mariadb.sql"
answers 0 "created in waiting" fire parcel P create
"$pawl" diff "$scratch/versions/parcel.fsm" "$scratch/versions/written.fsm" --sql=mariadb --strict >"$scratch/migration.sql" || fail "pawl diff"
answers 0 "migrated" apply "$scratch/migration.sql"
answers 0 "waiting -> moving" fire parcel P pick
mariadb_sql root "$name" "insert into parcel_transitions (parcel_id, to_state, sort_key, created_at, updated_at)
    values ('P', 'moving', 30, now(), now())" 2>&1 | grep -q "may not move from moving to moving" || fail "a move was written that is none"
"$pawl" diff "$scratch/versions/written.fsm" "$scratch/versions/parcel.fsm" --sql=mariadb >"$scratch/migration.sql" || fail "pawl diff"
answers 3 "nothing was changed: write this one so, too" apply "$scratch/migration.sql"
"$pawl" diff "$scratch/versions/written.fsm" "$scratch/versions/parcel.fsm" --sql=mariadb --strict >"$scratch/migration.sql" || fail "pawl diff"
answers 0 "migrated" apply "$scratch/migration.sql"
answers 0 "moving -> waiting" fire parcel P drop
refused "update parcel_current set state = 'lost'"
answers 0 " 0 problems" verify

# dumped and restored, as in RESTORE.md
mariadb-dump --no-defaults -uroot -S "$mariadb_socket" --single-transaction --routines --triggers --hex-blob \
    --databases "$name" "${name}_pawl_strict" "${name}_pawl" >"$scratch/dump" || fail "no dump was made"
role_grants >"$scratch/rights"
drop_database
mariadb_sql root mysql "create role ${name}_pawl_owner, ${name}_pawl_app, ${name}_pawl_operator, ${name}_pawl_reader, ${name}_pawl_hooks"
mariadb --no-defaults -uroot -S "$mariadb_socket" --force <"$scratch/rights" 2>/dev/null
mariadb --no-defaults -uroot -S "$mariadb_socket" --comments <"$scratch/dump" || fail "the dump cannot be restored"
mariadb --no-defaults -uroot -S "$mariadb_socket" --force <"$scratch/rights" 2>/dev/null # of views that a migration has dropped there are some
answers 0 " 0 problems" verify
answers 0 "waiting -> moving" fire parcel P pick
refused "update parcel_current set state = 'lost'"
refused "delete from pawl_machines"

# by a login that has just what MARIADB.md lists, and then by another, who has made none of the roles
drop_database
hold_rights
mariadb_sql root mysql "create database $name; grant create user, set user, process on *.* to ${name}_plain@localhost with grant option;
    grant all on ${name}_pawl.* to ${name}_plain@localhost with grant option"
PAWL_DB=$plain answers 1 "nothing was changed: grant all on ${name}_pawl_strict.* to it" apply "$scratch/strict/door.mariadb.sql"
mariadb_sql root mysql "grant all on ${name}_pawl_strict.* to ${name}_plain@localhost with grant option"
PAWL_DB=$plain answers 0 "door: created" apply "$scratch/strict/door.mariadb.sql"
PAWL_DB=$plain answers 0 " 0 problems" verify
answers 0 "door: nothing new" apply "$scratch/strict/door.mariadb.sql"
exit $failed
