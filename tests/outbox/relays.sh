#!/bin/bash
# relays.sh DATABASE PAWLCTL MOVER
#
# Relays that print: several of them, one that stands still past its lease, a reader that goes away; and what
# `pawlctl outbox` and `fire` have to do with it.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

# waiting: topics and how many events wait, as `outbox status` has them
waiting() {
    "$pawlctl" outbox status --json | python3 -c "import json, sys
for topic in json.load(sys.stdin)['topics']: print(topic['topic'], topic['waiting'])" | tr '\n' ' '
}

check() {
    history "$scratch/history"
    "$here/check.py" "$scratch/history" "$@" || failed=1
}

many=$([ "$database" = sqlite ] && echo 600 || echo 2000)

sql 'select 1' >/dev/null # the file of SQLite
"$pawlctl" outbox status >"$scratch/out" 2>&1
[ $? -eq 1 ] || fail "an empty database: $(cat "$scratch/out")"
"$pawlctl" relay --stdout --once >"$scratch/out" 2>&1
[ $? -eq 3 ] || fail "a relay of an empty database: $(cat "$scratch/out")"
[ "$("$mover" "$PAWL_DB" setup 20 2>&1 | grep -v warning)" = "" ] || fail "setup"
[ "$(waiting)" = "letters 20 parcels 20 " ] || fail "after 40 creations there wait: $(waiting)"
"$pawlctl" outbox status 2>/dev/null | grep -q 'parcels *20 ' || fail "no table: $("$pawlctl" outbox status)"
"$pawlctl" outbox retry >"$scratch/out" 2>&1 && fail "retry where nothing was parked"

# ---- two at a time share the work: each event goes to one of them, and to one alone

both_had_some() { [ -s "$scratch/shared.1" ] && [ -s "$scratch/shared.2" ]; }
for ((round = 0; round < 10; round++)); do # again, where one came when the other was done
    "$mover" "$PAWL_DB" move 4 "$many" 20 2>/dev/null || fail "moves"
    for relay in 1 2; do
        "$pawlctl" relay --stdout --once >>"$scratch/shared.$relay" 2>"$scratch/log.$relay" &
    done
    wait
    if [ "$database" = sqlite ] || both_had_some; then break; fi
done
check --once "$scratch"/shared.[12]
[ "$database" = sqlite ] || both_had_some || fail "one relay had nothing to do"
[ "$(waiting)" = "" ] || fail "there still wait: $(waiting)"
"$pawlctl" outbox status 2>/dev/null | grep -qx 'nothing waits' || fail "$("$pawlctl" outbox status)"

# ---- on one file: each writes whole lines, and neither writes over what the other has written

both_delivered() { ! grep -q ' 0 events' "$scratch/log.1" && ! grep -q ' 0 events' "$scratch/log.2"; }
: >"$scratch/shared.3"
for ((round = 0; round < 10; round++)); do
    "$mover" "$PAWL_DB" move 4 "$many" 20 2>/dev/null || fail "moves"
    "$pawlctl" relay --stdout --once 1<>"$scratch/shared.3" 2>"$scratch/log.1" &
    "$pawlctl" relay --stdout --once 1<>"$scratch/shared.3" 2>"$scratch/log.2" &
    wait
    if [ "$database" = sqlite ] || both_delivered; then break; fi
done
grep -vn '^{.*}$' "$scratch/shared.3" | cut -c 1-200 | head -n 1 >"$scratch/torn"
[ -s "$scratch/torn" ] && fail "two relays on one file leave the line $(cat "$scratch/torn")"
[ "$database" = sqlite ] || both_delivered || fail "one relay had nothing to do"
check --once "$scratch"/shared.[123]

# ---- what runs of a flow do, beside them and like them

"$mover" "$PAWL_DB" run 3 12 >"$scratch/log" 2>&1 || fail "runs: $(cat "$scratch/log")"
"$pawlctl" outbox status 2>/dev/null | grep -q 'rounds *[0-9]' || fail "no topic of runs: $("$pawlctl" outbox status)"
for relay in 1 2; do
    "$pawlctl" relay --stdout --once >>"$scratch/shared.$relay" 2>"$scratch/log.$relay" &
done
wait
check --once "$scratch"/shared.[123]
grep -q '"event":"end","from":"ready","to":"undone".*"error":"the road is closed"' "$scratch"/shared.[12] ||
    fail "no run was undone"

# ---- what pawlctl fires, too, and what is given along

"$pawlctl" fire letter 7 read --request-id=from-the-desk >/dev/null 2>&1 || fail "fire"
"$pawlctl" relay --stdout --once 2>/dev/null >"$scratch/fired"
grep -q '"id":"letter/7/.*"event":"read".*"request_id":"from-the-desk"' "$scratch/fired" || fail "fired: $(cat "$scratch/fired")"
cat "$scratch/fired" >"$scratch/shared"

# ---- a file that takes no more has taken whole lines, and the next relay goes on after them

"$mover" "$PAWL_DB" move 4 "$many" 20 2>/dev/null || fail "moves"
truncate -s $((65536 * 1024 - 10000)) "$scratch/full"
(trap '' XFSZ && ulimit -f 65536 && "$pawlctl" relay --stdout --once >>"$scratch/full" 2>"$scratch/log")
[ $? -eq 3 ] || fail "a relay on a file that takes no more: $(cat "$scratch/log")"
grep -q 'takes no more: File too large' "$scratch/log" || fail "of a file that takes no more it says: $(cat "$scratch/log")"
"$pawlctl" relay --stdout --once >>"$scratch/full" 2>/dev/null
tail -c +$((65536 * 1024 - 10000 + 1)) "$scratch/full" >"$scratch/shared.4"
rm "$scratch/full"
check "$scratch"/shared.[1234] "$scratch/shared"

# ---- a reader that goes away: what he has not read comes again

"$mover" "$PAWL_DB" move 4 "$many" 20 2>/dev/null || fail "moves"
("$pawlctl" relay --stdout --once 2>"$scratch/log"; echo $? >"$scratch/status") | head -n 2 >>"$scratch/shared"
[ "$(cat "$scratch/status")" = 3 ] || fail "a relay without a reader exits with $(cat "$scratch/status")"
grep -q 'is gone' "$scratch/log" || fail "a relay without a reader says: $(cat "$scratch/log")"
"$pawlctl" relay --stdout --once 2>/dev/null >>"$scratch/shared"
check "$scratch"/shared.[1234] "$scratch/shared"

# ---- one that stands still past its lease, and then goes on

mkfifo "$scratch/pipe"
"$mover" "$PAWL_DB" move 4 "$many" 20 2>/dev/null || fail "moves"
"$pawlctl" relay --stdout --lease=500ms >"$scratch/pipe" 2>"$scratch/log" &
still=$!
exec 3<"$scratch/pipe"
has_claimed() { [ "$(sql "select count(*) from pawl_outbox_slots where relay like '%$still%'")" -gt 0 ]; }
waits_for 60 has_claimed
sleep 0.3 # the pipe is full, and the relay waits with what it has claimed
kill -STOP $still
waits_for 60 eval "\"\$pawlctl\" relay --stdout --once >>\"\$scratch/other\" 2>/dev/null"
cat <&3 >"$scratch/late" &
reading=$!
kill -CONT $still
"$mover" "$PAWL_DB" move 4 100 20 2>/dev/null || fail "moves"
waits_for 60 outbox_is_empty
kill -TERM $still
wait $still || fail "the one that stood still exits with $?: $(cat "$scratch/log")"
exec 3<&-
wait $reading
cat "$scratch/other" "$scratch/late" >"$scratch/all"
check "$scratch"/shared.[1234] "$scratch/shared" "$scratch/all"

# ---- the database goes away while one waits with what it has claimed: with --once it comes to an end

if [ "$database" = postgres ]; then
    "$mover" "$PAWL_DB" move 4 "$many" 20 2>/dev/null || fail "moves"
    "$pawlctl" relay --stdout --once --lease=1s >"$scratch/pipe" 2>"$scratch/log" &
    still=$!
    exec 3<"$scratch/pipe"
    waits_for 60 has_claimed
    psql -XAtq -d "$PAWL_TEST_POSTGRES" -c "alter database $name allow_connections false" \
        -c "select pg_terminate_backend(pid) from pg_stat_activity where datname = '$name'" >/dev/null || fail "the database stays"
    cat <&3 >"$scratch/away" &
    waits_for 60 eval "! kill -0 $still 2>/dev/null"
    wait $still
    [ $? -eq 3 ] || fail "a relay whose database is away does not exit with 3: $(cat "$scratch/log")"
    exec 3<&-
    grep -q 'with --once the relay ends when the database is away' "$scratch/log" || fail "it says: $(cat "$scratch/log")"
    psql -XAtq -d "$PAWL_TEST_POSTGRES" -c "alter database $name allow_connections true" || fail "the database is not back"
    waits_for 60 eval "\"\$pawlctl\" relay --stdout --once >>\"\$scratch/back\" 2>/dev/null"
    cat "$scratch/away" "$scratch/back" >>"$scratch/all"
    check "$scratch"/shared.[1234] "$scratch/shared" "$scratch/all"
fi
exit $failed
