#!/bin/bash
# interrupted.sh DATABASE PAWLCTL PAWL: a migration whose steps commit one by one, killed anywhere and applied again, comes to
# the same end. While it is half done, libpawl and the SQL of either version change nothing, and say why.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

pawls=${own_database}_pawl
shell="mariadb --no-defaults --default-character-set=utf8mb4 -uroot -S $mariadb_socket"
"$pawl" "$here/new/ticket.fsm" -o "$scratch/gen" --emit="$database-schema" 2>/dev/null
cp "$scratch/gen/pawl.$database.sql" "$scratch/pawl.sql"
cat >"$scratch/rows.sql" <<END
do $pawls.ticket_create\$5('T1', 'x', 3, null, null), $pawls.ticket_create\$5('T2', 'x', 3, null, null), $pawls.ticket_create\$5('T3', 'x', 3, null, null);
do $pawls.ticket_take\$10('T1', 'x', 1, null, null, null, null, null, null, null), $pawls.ticket_take\$10('T2', 'x', 1, null, null, null, null, null, null, null),
  $pawls.ticket_take\$10('T3', 'x', 1, null, null, null, null, null, null, null);
do $pawls.ticket_park\$7('T1', null, null, null, null, null, null), $pawls.ticket_hold\$7('T2', null, null, null, null, null, null);
END
cat >"$scratch/look" <<END
#!/bin/bash
rows() { $shell -D $pawls -N -e "select ticket_id, sort_key, event, from_state, to_state, actor from \$1 order by 1, 2" 2>/dev/null; }
rows ticket_history || rows ticket_transitions
$shell -D $pawls -N -e "select ticket_id, state, sort_key from ticket_current order by 1;
    select * from pawl_past_moves order by 1, 2, 3, 4; select ticket_id, declaration, fence, is_asleep from ticket_pending order by 1, 2;
    select machine, fingerprint, is_accepted, is_deployed from pawl_machines order by 1, 2;
    select machine, step from pawl_migrations; select machine, max(is_closed) from pawl_gates group by machine;
    select object, definition from pawl_objects where machine = 'ticket' order by 1;
    select table_name from information_schema.tables where table_schema in ('$own_database', '$pawls') order by 1"
END
chmod +x "$scratch/look"

# killed OLD NEW: the migration between these versions, from a database as it is with the old one
killed() {
    migrate "$1" "$2" || fail "no migration: $(cat "$scratch/err")"
    "$pawl" "$1" -o "$scratch/gen" --emit="$database" || exit 2
    cat >"$scratch/fresh" <<END
#!/bin/bash
set -e
$shell -e "drop database if exists $pawls; drop table if exists $own_database.ticket_transitions"
for file in $scratch/pawl.sql $scratch/gen/ticket.mariadb.sql; do
    sed 's/pawl_application/$own_database/g; s/pawl_database/$pawls/g' \$file | $shell -D $own_database
done
$shell -D $own_database <$scratch/rows.sql
END
    chmod +x "$scratch/fresh"
    "$here/interrupted.py" "$migration" "$mariadb_socket" "$own_database" "$scratch/fresh" "$scratch/look" ||
        fail "a migration that is killed does not come to its end: $1 $2"
    answers 0 "nothing new" apply "$migration"
    answers 0 " 0 problems" verify
}

# to another storage, and back
sql "create table tickets (id text primary key); insert into tickets values ('T1'), ('T2'), ('T3')"
for storage in head transitions; do
    mkdir "$scratch/$storage"
    sed 's/  event create/  entity tickets.id: text;\n&/' "$here/new/ticket.fsm" >"$scratch/$storage/ticket.fsm"
done
sed -i 's/  entity.*/&\n  storage transitions enforced;/' "$scratch/transitions/ticket.fsm"
PAWL_TEST_ROUNDS=1 killed "$scratch/head/ticket.fsm" "$scratch/transitions/ticket.fsm"
[ -n "${PAWL_TEST_CRASH:-}" ] || PAWL_TEST_ROUNDS=1 killed "$scratch/transitions/ticket.fsm" "$scratch/head/ticket.fsm"
sql "drop table if exists ticket_transitions"
killed "$here/new/ticket.fsm" "$here/last/ticket.fsm"
is "T1|open T2|busy T3|busy" "$(sql "select ticket_id || '|' || state from ticket_current order by 1" | tr '\n' ' ' | sed 's/ $//')"

[ -z "${PAWL_TEST_CRASH:-}" ] || exit $failed
# half done: all is refused, but the migration itself
"$scratch/fresh"
# run_until LINE: the migration up to the first line that begins so
run_until() {
    sed "/^$1/q; s/pawl_application/$own_database/g; s/pawl_database/$pawls/g" "$scratch/half_done" | sed "\$d" |
        mariadb --no-defaults --default-character-set=utf8mb4 -uroot -S "$mariadb_socket" -D "$own_database" || fail "up to its line '$1' it fails"
}
cp "$migration" "$scratch/half_done"
run_until "-- Nobody is in the way"
"$pawl" "$here/new/ticket.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 1 "machine ticket is being migrated" apply "$scratch/gen/ticket.$database.sql"
migrate "$here/new/ticket.fsm" "$here/old/ticket.fsm" || fail "no migration: $(cat "$scratch/err")"
answers 1 "machine ticket is being migrated to version" apply "$migration"
migrate "$here/last/ticket.fsm" "$here/new/ticket.fsm" || fail "no migration: $(cat "$scratch/err")"
for way in "" --dry-run; do answers 1 "machine ticket is being migrated to version" apply "$migration" $way; done
answers 1 "in the way: it is being migrated to version" plan "$migration"
answers 5 "ticket: this migration has begun, and apply continues it" plan "$scratch/half_done"
answers 1 "apply it again, and it continues [migration]" verify
answers 0 "  it is being migrated to version" status
answers 1 "ticket: it is being migrated to version" verify
answers 0 "not frozen, but being migrated" thaw ticket
be_granted pawl_operator # who is on call is told all that, and whose it is to go on
answers 0 "  it is being migrated to version" status --db="$plain"
answers 1 "apply it again, and it continues [migration]" verify --db="$plain"
migrate "$here/new/ticket.fsm" "$here/last/ticket.fsm" || fail "no migration: $(cat "$scratch/err")"
answers 3 "any such login continues an interrupted migration" apply "$migration" --db="$plain"
is PW007 "$(mariadb_sql root "$pawls" "select ticket_unpark\$7('T1', null, null, null, null, null, null)" 2>&1 | sed -n 's/.*(\(PW007\)).*/\1/p')"
# It waits while the gate is closed, and is told when its functions have gone, which the migration goes on without.
{ sleep 2; run_until "create table"; } &
answers 3 "no version of it is accepted while a migration to" fire ticket T1 unpark
wait
answers 0 migrated apply "$migration"
answers 0 " 0 problems" verify
exit $failed
