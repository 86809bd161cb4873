#!/bin/bash
# storm.sh DATABASE PAWLCTL MOVER BROKER
#
# P9: eight writers move entities while two relays deliver to a Kafka of three brokers; relays are killed at random
# and started again, brokers go away and come back, the database ends connections. Then kcat, a consumer that was not written here, reads all that
# has arrived, and check.py holds it against the histories. PAWL_TEST_MOVES moves (10,000; on SQLite 1,500).
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
moves=${PAWL_TEST_MOVES:-$([ "$database" = postgres ] && echo 10000 || echo 1500)}
entities=$((moves / 200 + 5))
relays=()

start_broker 3 parcels letters rounds
cat >"$scratch/kafka" <<END
# quick to see that a broker is gone, and back
message.timeout.ms = 2000
socket.timeout.ms = 1000
reconnect.backoff.max.ms = 200
metadata.max.age.ms = 1000
topic.metadata.refresh.fast.interval.ms=100
END

start_relay() {
    "$pawlctl" relay --kafka="$brokers" --kafka-config="$scratch/kafka" --lease=1s >>"$scratch/relays" 2>&1 &
    relays[$1]=$!
}

# Of relays that are asking something.
end_connections() {
    case $database in
    postgres) sql "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and query like '%pawl_outbox_%' and pid <> pg_backend_pid()" >/dev/null ;;
    mariadb) sql "select 'kill ' || id || ';' from information_schema.processlist where db = database()
        and info like '%pawl_outbox_%' and id <> connection_id()" | while read -r kill; do sql "$kill" 2>/dev/null; done ;;
    esac
}

kill_relay() {
    kill -KILL "${relays[$1]}" 2>/dev/null || fail "relay $1 has ended by itself: $(tail -3 "$scratch/relays")"
    wait "${relays[$1]}" 2>/dev/null
}

"$mover" "$PAWL_DB" setup "$entities" >"$scratch/log" 2>&1 || fail "setup: $(cat "$scratch/log")"
start_relay 0
start_relay 1
"$mover" "$PAWL_DB" move 8 "$moves" "$entities" >"$scratch/log" 2>&1 &
moving=$!
"$mover" "$PAWL_DB" run 2 $((moves / 100 + 5)) >"$scratch/running" 2>&1 &
running=$!
kills=0
while kill -0 $moving 2>/dev/null || [ $kills -lt 6 ]; do
    sleep "0.$((RANDOM % 5 + 1))"
    down=$((RANDOM % 3 + 1))
    [ $((kills % 3)) -ne 1 ] || broker_says down $down
    [ $((kills % 3)) -ne 2 ] || end_connections
    sleep 0.1
    kill_relay $((kills % 2))
    start_relay $((kills % 2))
    sleep "0.$((RANDOM % 5 + 1))"
    [ $((kills % 3)) -ne 1 ] || broker_says up $down
    kills=$((kills + 1))
done
wait $moving || fail "writers: $(cat "$scratch/log")"
wait $running || fail "runs: $(cat "$scratch/running")"
waits_for 60 outbox_is_empty
for relay in 0 1; do
    kill -TERM "${relays[$relay]}"
    wait "${relays[$relay]}" || fail "a relay that is asked to end does so with $?: $(tail -3 "$scratch/relays")"
done
history "$scratch/history"
consume parcels "$scratch/delivered"
consume letters "$scratch/delivered"
consume rounds "$scratch/delivered"
"$here/check.py" "$scratch/history" "$scratch/delivered" || failed=1
[ "$(wc -l <"$scratch/history")" -ge "$moves" ] || fail "fewer moves than were asked for"
echo "$kills relays were killed"
exit $failed
