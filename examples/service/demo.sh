#!/bin/bash
# demo.sh SERVICE WHERE: starts the service, says to it what clients say, and what no client should; SERVICE is the
# program, WHERE as pawl_open takes it.
set -euo pipefail

program=$1
where=$2
folder=$(mktemp -d /tmp/pawl-service.XXXXXX) # a socket's path has little room
socket=$folder/box-office
pid=
clean_up() {
    [ -z "$pid" ] || kill "$pid" 2>/dev/null || true
    rm -rf "$folder"
}
trap clean_up EXIT

heading() { printf '\n== %s\n' "$*"; }

start() {
    : >"$folder/log"
    "$program" serve "$where" "$socket" >"$folder/log" &
    pid=$!
    for ((waited = 0; waited < 600; waited++)); do
        ! grep -q listening "$folder/log" || return 0
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.1
    done
    echo "the service does not listen" >&2
    exit 1
}

kill_service() {
    { kill -KILL "$pid" && wait "$pid"; } 2>/dev/null || true # the shell says there that it was killed
}

# Each line, and what is answered.
say() {
    local line
    for line in "$@"; do
        printf '> %s\n' "$line"
        printf '%s\n' "$line" | "$program" say "$socket"
    done
}

start
heading "A seat is held and sold, and a request that is sent again is answered again"
say "create A1" "hold A1 customer=ann request=r1" "hold A1 customer=ann request=r1" "hold A1 customer=bob" \
    "sell A1 after=10" "sell A1 after=20" "show A1" "create Z9" "hold S1 customer=ann"

heading "What no client should say"
say "" "steal A1" "hold A1" "hold A1 customer=ann customer=bob" "sell A1 colour=red" "sell A1 after=soon" "create" \
    "show $(printf '\377')" "create $(printf 'x%.0s' {1..1100})"
printf 'show A1\0\nshow A1' | "$program" say "$socket" # the second line has no end, so it was not said
printf 'show A1\r\n%2000s\ncount\n' | "$program" say "$socket"
"$program" crowd "$socket" everything 2>&1 || true # it is no number

heading "A crowd"
"$program" crowd "$socket"
say "count"

heading "The service is killed while a crowd asks, is started, told to end, and started again"
"$program" crowd "$socket" 200 &
crowd=$!
sleep 0.1
kill_service
start
sleep 0.1
kill "$pid"
wait "$pid"
pid=
grep -e ended -e '^pawl_transitions_total{status="OK"}' "$folder/log"
start
wait "$crowd"
say "count"

heading "Two services want one socket, and one is killed"
"$program" serve "$where" "$socket" 2>&1 | sed "s|$folder/||" || true
kill_service
start
say "show A1"
