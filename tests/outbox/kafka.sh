#!/bin/bash
# kafka.sh DATABASE PAWLCTL MOVER BROKER
#
# What Kafka refuses is parked with all later moves of its entity, shown, and retried by hand, and keeps nobody
# else waiting; what cannot reach it waits.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

start_broker 1 parcels letters
printf 'message.timeout.ms=2000\nreconnect.backoff.max.ms=100\ntopic.metadata.propagation.max.ms=300\nlog_level=3\n' >"$scratch/kafka"

# relays STATUS ARG...: a relay that delivers what is there exits so
relays() {
    local expected=$1
    shift
    timeout 60 "$pawlctl" relay --kafka="$brokers" --kafka-config="$scratch/kafka" --once "$@" >"$scratch/out" 2>"$scratch/err"
    local status=$?
    [ $status -eq "$expected" ] || fail "the relay exits with $status: $(tail -n 3 "$scratch/out" "$scratch/err")"
}

fires() { "$pawlctl" fire "$@" >"$scratch/out" 2>&1 || fail "fire $*: $(cat "$scratch/out")"; }

# aside: MACHINE ENTITY ROWS SORT_KEY of what was parked
aside() {
    "$pawlctl" outbox status 2>/dev/null | sed '1,/parked at/d' | awk '{ print $1, $2, $3, $4 }'
}

check() {
    history "$scratch/history"
    : >"$scratch/delivered"
    consume parcels "$scratch/delivered"
    consume letters "$scratch/delivered"
    "$here/check.py" "$@" "$scratch/history" "$scratch/delivered" || failed=1
}

"$mover" "$PAWL_DB" setup 5 >/dev/null 2>&1 || fail "setup"
relays 0

# ---- a topic that is not there: the others go on

broker_says refuse letters
"$mover" "$PAWL_DB" move 2 100 5 2>/dev/null || fail "moves"
relays 1
grep -q 'letter [1-5] is parked: its transition 20 to the topic letters: .*nknown topic' "$scratch/err" || fail "it says: $(cat "$scratch/err")"
[ "$(aside | cut -d ' ' -f 1,4 | sort -u)" = "letter 20" ] || fail "aside is: $(aside)"
fires letter 1 read
relays 0
"$pawlctl" outbox status 2>/dev/null | grep -q 'letter *1 .*nknown topic' || fail "not shown: $("$pawlctl" outbox status)"
outbox_is_empty || fail "parcels had to wait for letters"
broker_says accept letters
"$pawlctl" outbox retry letter 1 --actor=ann >"$scratch/out" 2>/dev/null || fail "retry"
grep -q 'events wait for a relay again' "$scratch/out" || fail "retry says: $(cat "$scratch/out")"
[ "$(aside | wc -l)" -eq 4 ] || fail "aside is: $(aside)"
"$pawlctl" outbox retry >/dev/null 2>&1 || fail "retry of all"
[ "$(aside)" = "" ] || fail "aside is: $(aside)"
logged=$(sql "select action, type, coalesce($([ "$database" = mariadb ] && echo lock_key || echo key), ''), coalesce(actor, '') from pawl_lock_log order by number" | tr '\n' ' ')
[ "$logged" = "resend|letter|1|ann resend||| " ] || fail "the log has: $logged"
relays 0
check --once

# ---- a message that is too big, behind it one that is not

echo "message.max.bytes=2000" >>"$scratch/kafka"
sql "insert into parcels values ('big')"
fires parcel big create weight=1 note="$(head -c 3000 /dev/zero | tr '\0' 'x')"
fires parcel big scan_at place=here
fires parcel 1 scan_at place=here --actor="ann 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
relays 1
grep -q 'parcel big is parked: its transition 10 .*too large' "$scratch/err" || fail "it says: $(cat "$scratch/err")"
[ "$(aside)" = "parcel big 2 10" ] || fail "aside is: $(aside)"
sed -i '/message.max.bytes/d' "$scratch/kafka"
"$pawlctl" outbox retry parcel big >/dev/null 2>&1 || fail "retry"
relays 0
check --once
grep -q '"actor","ann","traceparent","00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"' "$scratch/delivered" || fail "no message has the trace"

# ---- a name that is none of a topic's

fires letter nowhere create channel="$(head -c 600 /dev/zero | tr '\0' 'x')"
relays 1
[ "$(aside)" = "letter nowhere 1 10" ] || fail "aside is: $(aside)"

# ---- nobody is there: all waits, the relay ends when it is asked to, and goes on when somebody is there again

broker_says down 1
fires parcel 2 scan_at place=here
fires parcel 2 scan_at place=there
"$pawlctl" relay --kafka="$brokers" --kafka-config="$scratch/kafka" >"$scratch/out" 2>"$scratch/err" &
relay=$!
waits_for 10 grep -q "do not arrive" "$scratch/err"
outbox_is_empty && fail "it was delivered to nobody"
[ "$(aside)" = "letter nowhere 1 10" ] || fail "what nobody refused was parked: $(aside)"
kill -TERM $relay
wait $relay || fail "a relay without a broker ends with $?: $(cat "$scratch/err")"
grep -q 'events do not arrive: .*onnect' "$scratch/err" || fail "a relay without a broker says: $(cat "$scratch/err")"
sed -i '/log_level/d' "$scratch/kafka"
relays 3 # which ends by itself
grep -q 'pawlctl: --once gave up; run it again' "$scratch/err" || fail "it says: $(cat "$scratch/err")"
grep -v '^pawlctl: \|^  ' "$scratch/err" && fail "it says more than in its own words"
"$pawlctl" relay --kafka="$brokers" --kafka-config="$scratch/kafka" >"$scratch/out" 2>"$scratch/err" &
relay=$!
sleep 0.5
broker_says up 1
waits_for 30 outbox_is_empty
kill -TERM $relay
wait $relay || fail "a relay ends with $?: $(cat "$scratch/err")"

# ---- a broker that accepts connections and is silent, and a port where nothing listens: with --once it comes to an end

fires parcel 2 scan_at place=here
for silence in "s.listen()" ""; do
    exec {silent}< <(exec python3 -c "import socket, time
s = socket.socket()
s.bind(('127.0.0.1', 0))
$silence
print(s.getsockname()[1], flush=True)
time.sleep(600)")
    listener=$!
    read -r -t 30 port <&"$silent" || fail "no silent broker"
    timeout 60 "$pawlctl" relay --kafka="127.0.0.1:$port" --kafka-config="$scratch/kafka" --once >"$scratch/out" 2>"$scratch/err"
    [ $? -eq 3 ] || fail "to a silent broker the relay exits: $(cat "$scratch/err")"
    grep -q 'pawlctl: --once gave up; run it again' "$scratch/err" || fail "it says: $(cat "$scratch/err")"
    kill $listener
    exec {silent}<&-
done
relays 0

# ---- what is wrong with the call

"$pawlctl" relay >"$scratch/out" 2>&1
[ $? -eq 2 ] || fail "a relay to nowhere: $(cat "$scratch/out")"
echo "no.such.setting=1" >"$scratch/kafka"
"$pawlctl" relay --kafka="$brokers" --kafka-config="$scratch/kafka" >"$scratch/out" 2>&1
[ $? -eq 2 ] || fail "a setting that does not exist: $(cat "$scratch/out")"
grep -q "kafka:1: librdkafka has no setting \`no.such.setting" "$scratch/out" || fail "it is not named: $(cat "$scratch/out")"
while read -r line; do # the secret of a line that is wrong is not shown
    echo "$line" >"$scratch/kafka"
    "$pawlctl" relay --kafka="$brokers" --kafka-config="$scratch/kafka" >"$scratch/out" 2>&1
    [ $? -eq 2 ] || fail "$line: $(cat "$scratch/out")"
    grep -q hunter2 "$scratch/out" && fail "the secret is shown: $(cat "$scratch/out")"
    grep -q 'kafka:1' "$scratch/out" || fail "the line is not named: $(cat "$scratch/out")"
done <<'END'
sasl.pasword=hunter2
sasl.password hunter2
sasl.password:hunter2=
security.protocol=hunter2
END
exit $failed
