#!/bin/bash
# command.sh DATABASE PAWLCTL MOVER
#
# Relays that deliver to programs: programs that fail, end and are killed with their relays, and what they may answer.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

record=$scratch/delivered mode=$scratch/mode
program="$here/program.py $record $mode"
# relays STATUS ARG...: a relay that delivers what is there exits so
relays() {
    local expected=$1 status
    shift
    timeout 120 "$pawlctl" relay --command="$program" --once "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
    [ $status -eq "$expected" ] || fail "the relay exits with $status: $(tail -n 3 "$scratch/out" "$scratch/err")"
}
# waits_out: a relay that has nothing to deliver to says so, parks nothing, and ends when it is asked to
waits_out() {
    : >"$scratch/err"
    "$pawlctl" relay --command="$program" >"$scratch/out" 2>"$scratch/err" &
    relay=$!
    waits_for 30 grep -q 'events do not arrive' "$scratch/err"
    kill -TERM $relay
    wait $relay || fail "the relay ends with $?: $(cat "$scratch/err")"
    [ "$(sql 'select count(*) from pawl_outbox_parked')" = 0 ] || fail "parked: $("$pawlctl" outbox status)"
}
says() { grep -q "$1" "$scratch/err" || fail "it does not say '$1': $(cat "$scratch/err")"; }
check() {
    history "$scratch/history"
    "$here/check.py" "$@" "$scratch/history" "$record" || failed=1
}
fires() { "$pawlctl" fire "$@" >"$scratch/out" 2>&1 || fail "fire $*: $(cat "$scratch/out")"; }

: >"$record"
echo accept >"$mode"
"$mover" "$PAWL_DB" setup 10 >/dev/null 2>&1 || fail "setup"
"$mover" "$PAWL_DB" move 2 300 10 2>/dev/null || fail "moves"
relays 0 --json
check --once
grep -q '"delivered": [1-9]' "$scratch/out" || fail "it reports: $(cat "$scratch/out")"

# ---- what it may answer

fires parcel 1 scan_at place="$(printf 'a "b"\n\001é')"
fires parcel 2 scan_at place=there
echo 'of 1 park no such "street"' >"$mode"
relays 1
says 'parcel 1 is parked: its transition .* to the topic parcels: no such "street"'
grep -q '"entity":"2"' <(tail -n 1 "$record") || fail "the other parcel waits"
fires parcel 1 scan_at place=there
relays 0
echo accept >"$mode"
"$pawlctl" outbox retry parcel 1 >/dev/null 2>&1 || fail "retry"
relays 0
check --once
for answer in 'retry the van is away|the van is away' 'retry|the program gave no reason'; do
    fires parcel 1 scan_at place=here
    echo "answer ${answer%|*}" >"$mode"
    waits_out
    says "events do not arrive: ${answer#*|}"
done
for line in ok OK 'ok parcel/1' 'ok parcel/1/00' 'ok parcel/1/10' 'ok "parcel/1/10"' 'ok 7' 'okay' 'retry the van is away' parked; do
    echo "say $line" >"$mode"
    waits_out
    says "events do not arrive: the program printed \`$line\`: expected ok"
done
program='echo ok; sleep 3' waits_out # without reading
says 'events do not arrive: the program printed `ok`'
echo accept >"$mode"
relays 0
check

# ---- a line too many confirms no other event

fires parcel 1 scan_at place=here
fires parcel 2 scan_at place=here
echo twice >"$mode"
relays 0
says 'the program printed `ok .*: expected ok'
says 'started again with the next event'
check

# ---- programs that are not there, end, or are silent

fires parcel 1 scan_at place=here
for told in 'no-such-program|127' 'true|0' 'exit 3|3' 'kill -9 $$|signal 9'; do
    program=${told%|*} waits_out
    says "events do not arrive: .*${told#*|}"
done
echo silent >"$mode"
relays 3 --timeout=500ms
says 'did not answer within 500 ms'
pgrep -f "$record" >/dev/null && fail "a silent program is left over"
echo accept >"$mode"
program="sleep 4321.$$ & exec $program" relays 0
waits_for 10 eval "! pgrep -xf 'sleep 4321.$$'"
fires parcel 1 scan_at place=here
echo once >"$mode"
"$mover" "$PAWL_DB" move 2 20 10 2>/dev/null || fail "moves"
relays 0
check

# ---- a relay that is asked to end lets its program end

echo accept >"$mode"
"$pawlctl" relay --command="$program; touch $scratch/ended" >"$scratch/out" 2>"$scratch/err" &
relay=$!
"$mover" "$PAWL_DB" move 2 50 10 2>/dev/null || fail "moves"
waits_for 30 outbox_is_empty
kill -TERM $relay
wait $relay || fail "a relay ends with $?: $(cat "$scratch/err")"
[ -e "$scratch/ended" ] || fail "its program was not let end"

# ---- a relay that ends has ended its program before another relay gets the events

fires parcel 1 scan_at place=here
"$pawlctl" relay --command="read -r event; exec sleep 4322.$$" >"$scratch/out" 2>"$scratch/err" &
relay=$!
waits_for 30 pgrep -xf "sleep 4322.$$"
kill -TERM $relay
timeout 60 "$pawlctl" relay --command="pgrep -xf 'sleep 4322.$$' >$scratch/both; $program" >"$scratch/other" 2>&1 &
other=$!
wait $relay || fail "a relay ends with $?: $(cat "$scratch/err")"
waits_for 30 outbox_is_empty
kill -TERM $other
wait $other
[ ! -s "$scratch/both" ] || fail "two programs had an event at the same time"

# ---- the storm: programs end at random, relays are killed

start_relay() {
    "$pawlctl" relay --command="$program" --lease=1s >>"$scratch/relays" 2>&1 &
    relays[$1]=$!
}
relays=()
echo storm >"$mode"
start_relay 0
start_relay 1
"$mover" "$PAWL_DB" move 4 600 10 >"$scratch/log" 2>&1 &
moving=$!
for ((kills = 0; kills < 6; kills++)); do
    sleep "0.$((RANDOM % 5 + 1))"
    kill -KILL "${relays[kills % 2]}" || fail "a relay has ended by itself: $(tail -n 3 "$scratch/relays")"
    wait "${relays[kills % 2]}" 2>/dev/null
    start_relay $((kills % 2))
done
wait $moving || fail "writers: $(cat "$scratch/log")"
waits_for 120 outbox_is_empty
kill -TERM "${relays[@]}"
wait "${relays[@]}"
check
[ "$(sql 'select count(*) from pawl_outbox_parked')" = 0 ] || fail "parked: $("$pawlctl" outbox status)"

# ---- shell scripts

fires parcel 1 scan_at place=here
fires parcel 1 scan_at place=there
id='$(printf %s "$event" | jq .id)'
program='while read -r event; do case $event in
    *there*) echo "retry '$id' the van is away" ;;
    *) printf "ok %s\n" "'$id'" x ;;
esac; done' relays 3
says 'the program printed `ok x`'
says 'events do not arrive: the van is away'
[ "$(sql 'select count(*) from pawl_outbox')" = 1 ] || fail "an event is lost: $("$pawlctl" outbox status)"
echo accept >"$mode"
relays 0
script=$("$pawlctl" relay --help | tr -s '\n ' ' ' | grep -o 'printf %s "$event" | jq [^`]*') || fail "the help shows no script"
for key in "$(printf 'a "b"\n\033é/20 x')" '%s$(exit)`'; do
    sql "insert into parcels values ('$key')"
    fires parcel "$key" create weight=1
    relays 0
    fires parcel "$key" scan_at place="$key"
    fires parcel "$key" scan_at place="$key"
    program="while read -r event; do $script; done" relays 0
done
exit $failed
