#!/bin/bash
# faults.sh DATABASE PAWLCTL MOVER BROKER
#
# Whose fault it is when Kafka refuses: only what the message itself, or its topic, is to blame for is parked. What a
# broker answers to everybody, or to a whole batch, puts nothing aside: the relay says so, and goes on when it is over.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

start_broker 1 parcels letters
printf 'message.timeout.ms=1000\nreconnect.backoff.max.ms=100\nretry.backoff.ms=20\nlog_level=3\n' >"$scratch/kafka"

start_relay() {
    : >"$scratch/err" # or what the last one has said is taken for this one's, which begins a moment later
    "$pawlctl" relay --kafka="$brokers" --kafka-config="${1:-$scratch/kafka}" >"$scratch/out" 2>"$scratch/err" &
    relay=$!
}

end_relay() {
    kill -TERM $relay
    wait $relay || fail "$*: the relay ends with $?: $(cat "$scratch/err")"
}

# once STATUS: a relay that delivers what is there exits so
once() {
    timeout 60 "$pawlctl" relay --kafka="$brokers" --kafka-config="$scratch/kafka" --once >"$scratch/out" 2>"$scratch/err"
    local status=$?
    [ $status -eq "$1" ] || fail "the relay exits with $status: $(tail -n 3 "$scratch/err")"
}

nothing_is_aside() { [ "$(sql 'select count(*) from pawl_outbox_parked')" = 0 ] || fail "$*: parked: $("$pawlctl" outbox status)"; }
says() { grep -q "$1" "$scratch/err"; }
writes() { "$mover" "$PAWL_DB" move 2 30 5 2>/dev/null || fail "moves"; }

"$mover" "$PAWL_DB" setup 5 >/dev/null 2>&1 || fail "setup"

# ---- a batch that is refused as a whole: each of its messages is tried alone, and arrives

broker_says once 10 # too large
once 0
nothing_is_aside "a batch that was refused"
writes

# ---- what is refused alone, too, is at fault

broker_says write 10
once 1
says 'is parked: .*too large' || fail "it says: $(cat "$scratch/err")"
[ "$(sql 'select count(distinct machine) from pawl_outbox_parked')" = 2 ] || fail "not parked: $("$pawlctl" outbox status)"
broker_says write 0
"$pawlctl" outbox retry >/dev/null 2>&1 || fail "retry"
once 0

# ---- what a broker answers to everybody: that this client may not write in the cluster, that its disk is broken

for error in 31 56; do
    writes
    broker_says write $error
    start_relay
    waits_for 20 says 'events do not arrive: '
    sleep 0.3
    nothing_is_aside "error $error"
    outbox_is_empty && fail "error $error: it was delivered all the same"
    [ "$(grep -c 'do not arrive' "$scratch/err")" -le 2 ] || fail "error $error is told again and again: $(cat "$scratch/err")"
    broker_says write 0
    waits_for 20 outbox_is_empty
    waits_for 5 says 'events arrive again'
    end_relay "error $error"
done

# ---- fatal ones: a producer whose place another has taken, one that is not let in at all

for begun in "write 90" "begin 31"; do
    writes
    # shellcheck disable=SC2086
    broker_says $begun
    start_relay
    waits_for 20 says 'events do not arrive: '
    sleep 1.2 # and with the next producer
    kill -0 $relay 2>/dev/null || fail "$begun: the relay has ended: $(cat "$scratch/err")"
    nothing_is_aside "$begun"
    broker_says "${begun% *}" 0
    waits_for 20 outbox_is_empty
    end_relay "$begun"
done

# ---- a login that the broker does not take

writes
{ cat "$scratch/kafka"; printf 'security.protocol=SASL_PLAINTEXT\nsasl.mechanisms=PLAIN\nsasl.username=u\nsasl.password=p\n'; } >"$scratch/login"
start_relay "$scratch/login"
waits_for 20 says 'events do not arrive: .*SASL'
nothing_is_aside "a login"
end_relay "a login"
once 0
exit $failed
