#!/bin/bash
# on_call.sh DATABASE PAWLCTL PAWL: does what runtime/ON_CALL.md says, in the page's own words.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
page=$here/../../runtime/ON_CALL.md

if [ "$database" = postgres ]; then
    sleeping="select pg_sleep(61)"
    asleep="select count(*) from pg_stat_activity where wait_event = 'PgSleep' and query like '%door_current%'"
else
    sleeping="select sleep(61)"
    asleep="select count(*) from information_schema.processlist where info = '$sleeping'"
fi

answers 0 "door: created" apply "$scratch/gen/door.$database.sql"
answers 0 "created in closed" fire door D1 create
owned "begin; select * from door_current where door_id = 'D1' for update; $sleeping" >"$scratch/holds" 2>&1 &
for _ in {1..300}; do # or the move would be there first
    [ "$(sql "$asleep")" = 0 ] || break
    sleep 0.1
done
"$pawlctl" fire door D1 flip >"$scratch/waits" 2>&1 &
waits=$!
grep -qF 'pawlctl stuck ' "$page" || fail "the page does not say: pawlctl stuck"
for _ in {1..300}; do
    ends=$("$pawlctl" stuck | sed -n 's/^.*to end it: //p')
    [ -z "$ends" ] || break
    sleep 0.1
done
[ -n "$ends" ] || fail "who waits is not found within 30 seconds"
sql "$ends" >/dev/null || fail "the session that holds the row cannot be ended: $ends"
wait $waits || fail "the move does not go on: $(cat "$scratch/waits")"
wait
is "door D1: closed -> opened" "$(cut -d '(' -f 1 "$scratch/waits" | sed 's/ $//')"

# ---- in the page's words: what it names is here, and in the state of which it speaks

# page STATUS TEXT COMMAND: pawlctl as the page shows it exits so, and says TEXT
page() {
    grep -qF -- "pawlctl $3" "$page" || fail "the page does not say: pawlctl $3"
    eval "answers $1 \"\$2\" $3"
}
# of Pawl's, wherever its functions lie
call() {
    if [ "$database" = postgres ]; then sql "select $1"; else sql "select ${own_database}_pawl.$1"; fi
}
counts() { "$pawlctl" queue status --json | python3 -c "import json, sys; d = json.load(sys.stdin); print(len(d['parked']))"; }

"$pawl" "$here/on_call.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "payment: created" apply "$scratch/gen/on_call.$database.sql"
answers 0 "created in waiting" fire payment PM123 create account=ACCOUNT-7 payer=Ada
answers 0 "created in waiting" fire payment PM124 create account=ACCOUNT-8
answers 0 "created in placed" fire order O17 create
answers 0 "created in placed" fire order O18 create
page 0 "payment (Payment): 2" "status"
page 0 "waiting" "status payment"
page 0 "PM123" "status payment"
page 0 "no such payment" "ls payment --older-than=2d"
page 0 "order" "queue status"
page 0 "payments" "outbox status"
page 0 "no run is parked" "flow ls --parked"
page 0 "no locks are held" "locks"
page 0 " 0 problems" "verify"
page 0 "create" "history PM123"
page 1 "" "at PM123 2026-11-21T10:30"
page 0 "digraph" "graph payment"

# a lock that is in the way
call "pawl_acquire('payment', 'ACCOUNT-7', 'nightly', null, 0)" >/dev/null
answers 1 "held by nightly" fire payment PM123 confirm
page 0 "ACCOUNT-7" "locks"
page 0 "the lock is broken" 'locks ACCOUNT-7 --break --machine=payment --reason="its job died"'
is "nightly its job died" "$(sql "select owner, reason from pawl_lock_log where action = 'break'" | tr '|' ' ')"

# a worker that hangs: its lease ends, the next one claims what it had, and what has no attempt left is parked
for attempt in 1 2 3; do
    call "order_pending_claim(10, 'work', $([ "$database" = postgres ] && echo "interval '1 ms'" || echo 1000))" >"$scratch/claimed$attempt"
    grep -q O17 "$scratch/claimed$attempt" || fail "attempt $attempt has not claimed it: $(cat "$scratch/claimed$attempt")"
    sleep 0.1
done
is 2 "$(counts)"
page 0 "parked" "queue status"
page 0 "1 due again" "queue retry order O17"
is 1 "$(counts)"
call "order_pending_claim(10, 'work', $([ "$database" = postgres ] && echo "interval '1 ms'" || echo 1000))" | grep -q O17 || fail "O17 is not due again"

# timers without a worker
sleep 1
answers 0 "2 timers fired" work payment --once

# events that do not arrive: what was parked
"$pawlctl" relay --stdout --once >"$scratch/events" 2>"$scratch/err" || fail "relay: $(cat "$scratch/err")"
is "4 PM123 PM124" "$(wc -l <"$scratch/events") $(grep -oE '"entity":"[^"]*"' "$scratch/events" | cut -d '"' -f 4 | sort -u | tr '\n' ' ' | sed 's/ $//')"
answers 0 "waiting -> paid" fire payment PM123 confirm
read -r slot claim < <(if [ "$database" = postgres ]; then
    sql "select slot, claim from pawl_outbox_claim('ops', 60000, 10, 10)" | tr '|' ' '
else
    call "pawl_outbox_claim('ops', 60000, 10, 10)" | python3 -c "import json, sys; d = json.load(sys.stdin); print(d[0]['slot'], d[0]['claim'])"
fi)
call "pawl_outbox_park($slot, $claim, 'payment', 'PM123', 30, 'the broker does not like it')" >/dev/null
page 0 "the broker does not like it" "outbox status"
page 0 "1" "outbox retry payment PM123"
[[ $("$pawlctl" outbox status) != *"parked"* ]] || fail "PM123 is still aside: $("$pawlctl" outbox status)"

# maintenance, and less to look after
page 0 "payment: frozen" 'freeze payment --reason="moving to the new bank" --wait=5m'
answers 1 "moving to the new bank" fire payment PM124 cancel
page 0 "payment: paused" 'freeze payment --mode=sleep --reason="moving to the new bank"'
answers 1 "asleep" fire payment PM124 cancel
page 0 "payment: moves again" "thaw payment"
page 0 "paid -> cancelled" "fire payment PM123 cancel reason=duplicate --actor=ops"
page 0 "0" "archive payment --older-than=90d --dry-run"
page 0 "0" "archive payment --older-than=90d"
page 0 "" 'erase payment PM123 --reason="request 17"'
grep -q Ada <<<"$("$pawlctl" history payment PM123)" && fail "PM123 still names its payer"
page 0 " 0 problems" "verify"
exit $failed
