#!/bin/bash
# killed.sh DATABASE PAWLCTL PAWL: a migration that is killed after each of its statements changes nothing, and a
# second run finishes; of one that was killed right after its commit it says that there is nothing new.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

heads='select * from ticket_current order by 1'
moves='select ticket_id, sort_key, event, from_state, to_state from ticket_transitions order by 1, 2'
versions='select machine, fingerprint, is_accepted, is_deployed from pawl_machines order by 1, 2'
"$pawl" "$here/new/ticket.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 created apply "$scratch/gen/ticket.$database.sql"
for ticket in T1 T2 T3; do
    answers 0 created fire ticket $ticket create title=x priority=3
    answers 0 taken fire ticket $ticket take who=x size=1
done
answers 0 parked fire ticket T1 park
answers 0 on_hold fire ticket T2 hold
migrate "$here/new/ticket.fsm" "$here/last/ticket.fsm" || fail "no migration: $(cat "$scratch/err")"
before=$(sql "$versions")

if [ "$database" = sqlite ]; then
    printf '#!/bin/sh\nexec sqlite3 -bail %s "%s; %s; %s; select count(*) from sqlite_master"\n' "$file" "$heads" "$moves" "$versions" >"$scratch/look"
else
    printf '#!/bin/sh\nexec psql -XAtq -d "%s" -c "%s" -c "%s" -c "%s" -c "select count(*) from pg_class" -c "select count(*) from pg_proc"\n' "$PAWL_DB" "$heads" "$moves" "$versions" >"$scratch/look"
fi
chmod +x "$scratch/look"
where=$([ "$database" = sqlite ] && echo "$file" || echo "$PAWL_DB")
PAWL_TEST_STEP=${PAWL_TEST_STEP:-$([ "$database" = sqlite ] && echo 5 || echo 16)} "$here/killed.py" "$database" "$migration" "$where" "$scratch/look" ||
    fail "the killed migration is not as if it had never been"
[ "$(sql "$versions")" != "$before" ] || fail "nothing was migrated in the end"
answers 0 "nothing new" apply "$migration"
answers 0 " 0 problems" verify ticket
is "T1|open T2|busy T3|busy" "$(sql "select ticket_id || '|' || state from ticket_current order by 1" | tr '\n' ' ' | sed 's/ $//')"
exit $failed
