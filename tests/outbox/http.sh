#!/bin/bash
# http.sh DATABASE PAWLCTL MOVER
#
# Relays that deliver by HTTP: to a server that fails and cuts connections while relays are killed; which statuses park an event;
# servers that are not there, silent, or not who they say.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY

record=$scratch/delivered mode=$scratch/mode
start_server() { # and sets $port
    coproc SERVER { exec "$here/server.py" "$record" "$mode" "$@"; }
    read -r -t 30 port <&"${SERVER[0]}" || fail "the server does not begin"
}
stop_server() {
    kill "$SERVER_PID"
    wait "$SERVER_PID" 2>/dev/null
}
# relays STATUS ARG...: a relay that delivers what is there exits so
relays() {
    local expected=$1 status
    shift
    timeout 120 "$pawlctl" relay --http="http://127.0.0.1:$port/events?shop=1" --once "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
    [ $status -eq "$expected" ] || fail "the relay exits with $status: $(tail -n 3 "$scratch/out" "$scratch/err")"
}
says() { grep -q -- "$1" "$scratch/err" || fail "it does not say '$1': $(cat "$scratch/err")"; }
check() {
    history "$scratch/history"
    "$here/check.py" "$@" "$scratch/history" "$record" || failed=1
    [ ! -e "$record.problems" ] || fail "requests: $(head -n 5 "$record.problems")"
}
fires() { "$pawlctl" fire "$@" >"$scratch/out" 2>&1 || fail "fire $*: $(cat "$scratch/out")"; }
aside() { sql 'select machine, entity, count(*), min(sort_key) from pawl_outbox_parked group by machine, entity'; }

: >"$record"
echo accept >"$mode"
start_server
"$mover" "$PAWL_DB" setup 10 >/dev/null 2>&1 || fail "setup"
"$mover" "$PAWL_DB" move 2 300 10 2>/dev/null || fail "moves"
fires parcel 1 scan_at place=here --actor="ann 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
relays 0 --json
check --once
grep -q '"actor":"ann","traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"' "$record" || fail "no event has the trace"
grep -q '"delivered": [1-9]' "$scratch/out" || fail "it reports: $(cat "$scratch/out")"

# ---- what is about the event parks it and its later ones; what is about everything does not

for status in 400 413 422; do
    fires parcel 1 scan_at place=here
    fires parcel 1 scan_at place=there
    fires parcel 2 scan_at place=there
    last=$(sql "select max(sort_key) - 10 from parcel_transitions where parcel_id = '1'")
    echo "$status 1" >"$mode"
    relays 1
    says "parcel 1 is parked: its transition $last to the topic parcels: the server returned $status"
    [ "$(aside)" = "parcel|1|2|$last" ] || fail "aside is: $(aside)"
    echo accept >"$mode"
    "$pawlctl" outbox retry parcel 1 >/dev/null 2>&1 || fail "retry"
    relays 0
done
fires parcel 1 scan_at place=here
fires parcel 2 scan_at place=here
for status in 301 307 401 403 404 408 409 410 429 500 503; do
    echo "$status" >"$mode"
    : >"$scratch/err"
    "$pawlctl" relay --http="http://127.0.0.1:$port/events?shop=1" >"$scratch/out" 2>"$scratch/err" &
    relay=$!
    waits_for 30 grep -q "events do not arrive: the server returned $status" "$scratch/err"
    kill -TERM $relay
    wait $relay || fail "a relay ends with $?: $(cat "$scratch/err")"
done
echo "500 1" >"$mode" # the other one arrives
relays 3
says "some events do not arrive: the server returned 500"
says 'pawlctl: --once gave up; run it again'
[ "$(sql 'select count(*) from pawl_outbox')" = 1 ] || fail "there wait: $("$pawlctl" outbox status)"
[ "$(aside)" = "" ] || fail "aside is: $(aside)"
echo accept >"$mode"
relays 0
check --once

# ---- the server's own pause, which is bounded

for pause in 2 "date 3" 1000; do
    fires parcel 1 scan_at place=here
    echo "later $pause" >"$mode"
    relays 0
done
echo accept >"$mode"
check --once

# ---- headers from a file; what is wrong with it is told without its texts

printf '# of the shop\nAuthorization: Bearer sesame\r\n\nX-Shop: one: two\n' >"$scratch/headers"
fires parcel 1 scan_at place=here
echo token >"$mode"
relays 3
says 'the server returned 401'
relays 0 --http-header-file="$scratch/headers"
for line in 'Authorization Bearer hunter2' ': hunter2' 'Authorization:' 'Content-Type: hunter2' 'idempotency-key: hunter2' \
    $'X-A: hunter2\001' 'X A: hunter2'; do
    printf 'X-Shop: 1\n%s\n' "$line" >"$scratch/headers"
    relays 2 --http-header-file="$scratch/headers"
    says 'headers:2: '
    grep -q hunter2 "$scratch/err" && fail "the secret is shown: $(cat "$scratch/err")"
done
for url in example.com ftp://example.com http:// file:///etc/passwd http://ann:hunter2@127.0.0.1/; do
    "$pawlctl" relay --http="$url" --once >"$scratch/out" 2>"$scratch/err"
    [ $? -eq 2 ] || fail "--http=$url: $(cat "$scratch/err")"
    says '^pawlctl: --http: '
    grep -q hunter2 "$scratch/err" && fail "the secret is shown: $(cat "$scratch/err")"
done
for options in "--stdout|--http and --stdout are two targets" "--kafka-config=x|--kafka-config does not go with --http" \
    "--timeout=5|--timeout: \`5\` is not a time" "--http-header-file=/no/such|--http-header-file=/no/such: No such file" \
    "--http-header-file=/|--http-header-file=/: Is a directory"; do
    relays 2 "${options%|*}"
    says "${options#*|}"
done
"$pawlctl" relay --stdout --timeout=5s >"$scratch/out" 2>"$scratch/err"
says '--timeout does not go with --stdout'

# ---- a server that is silent, one that is not there, and one that is back

fires parcel 1 scan_at place=here
echo silent >"$mode"
relays 3 --timeout=500ms
says 'events do not arrive: .*timed out'
stop_server
relays 3
says 'events do not arrive: .*onnect'
rm "$scratch/err" # of the one before
"$pawlctl" relay --http="http://127.0.0.1:$port/events?shop=1" >"$scratch/out" 2>"$scratch/err" &
relay=$!
waits_for 20 grep -q 'do not arrive' "$scratch/err"
kill -TERM $relay
wait $relay || fail "a relay without a server ends with $?: $(cat "$scratch/err")"

# ---- who a server is

openssl req -x509 -newkey rsa:2048 -nodes -keyout "$scratch/key" -out "$scratch/cert" -days 1 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost 2>/dev/null || fail "no certificate"
cat "$scratch/key" "$scratch/cert" >"$scratch/both"
echo accept >"$mode"
start_server "$scratch/both"
relays_tls() {
    timeout 60 "$pawlctl" relay --http="https://$2:$port/events?shop=1" --once "${@:3}" >"$scratch/out" 2>"$scratch/err"
    [ $? -eq "$1" ] || fail "to $*: $(cat "$scratch/err")"
}
relays_tls 3 localhost
says 'events do not arrive: SSL'
relays_tls 3 127.0.0.1 --http-ca-file="$scratch/cert"
says 'events do not arrive: SSL'
relays_tls 0 localhost --http-ca-file="$scratch/cert"
stop_server
check --once

# ---- the storm: 500 for 5 %, connections that are cut, relays that are killed

start_server
start_relay() {
    "$pawlctl" relay --http="http://127.0.0.1:$port/events?shop=1" --lease=1s >>"$scratch/relays" 2>&1 &
    relays[$1]=$!
}
relays=()
echo storm >"$mode"
start_relay 0
start_relay 1
"$mover" "$PAWL_DB" move 4 "$([ "$database" = sqlite ] && echo 1000 || echo 3000)" 10 >"$scratch/log" 2>&1 &
moving=$!
for ((kills = 0; kills < 8; kills++)); do
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
[ "$(aside)" = "" ] || fail "aside is: $(aside)"

# ---- a key that no header takes as it is

echo accept >"$mode"
strange=$'a "b"%\r\nX-Shop: é'
sql "insert into parcels values ('$strange')"
fires parcel "$strange" create weight=1
relays 0
tail -n 1 "$record" | grep -q '"id":"parcel/a \\"b\\"%\\r\\nX-Shop: é/10"' || fail "there arrives: $(tail -n 1 "$record")"
[ ! -e "$record.problems" ] || fail "requests: $(head -n 5 "$record.problems")"
exit $failed
