#!/bin/bash
# crash.sh DATABASE PROGRAM
#
# P9: eight processes move a hundred doors while another kills them at random and starts them again, and the
# server, where there is one, crashes or is stopped and comes back twice. What they leave is judged by
# crash_check.py. DATABASE is postgres, mariadb or sqlite; PROGRAM is the built crash_worker. Twenty seconds long, or
# PAWL_TEST_SECONDS.
set -euo pipefail

database=$1
program=$(realpath "$2")
duration=${PAWL_TEST_SECONDS:-20}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../examples/support/postgres.sh
. "$here/../../examples/support/postgres.sh"
# shellcheck source=../../examples/support/mariadb.sh
. "$here/../../examples/support/mariadb.sh"
case $database in
postgres) postgres_find || exit 77 ;;
mariadb) mariadb_find || exit 77 ;;
esac

# it lasts its time, so that what does not may go first
renice -n 10 $$ >/dev/null

workers=8
folder=$(mktemp -d /tmp/pawl.XXXXXX)
logs=$(mktemp -d /tmp/pawl-logs.XXXXXX)
declare -a pids=()

clean_up() {
    [ ${#pids[@]} -eq 0 ] || kill -KILL "${pids[@]}" 2>/dev/null || true
    case $database in
    postgres) postgres_stop ;;
    mariadb) mariadb_stop ;;
    esac
    rm -rf "$folder" "$logs"
}
trap clean_up EXIT

start_worker() {
    "$program" "$where" "$logs/$1" &
    pids[$1]=$!
}

kill_worker() {
    kill -KILL "${pids[$1]}" 2>/dev/null || fail_worker "$1"
    wait "${pids[$1]}" 2>/dev/null || true
}

# A worker that has ended by itself is a finding.
fail_worker() {
    echo "FAILED: worker $1 ended before it was killed" >&2
    exit 1
}

restart_server() {
    if [ "$database" = mariadb ]; then
        if [ "$1" = immediate ]; then
            mariadb_kill
        else
            kill "$MARIADB_PID" && wait "$MARIADB_PID" || true
        fi
        mariadb_start_again
        return
    fi
    postgres_run "$POSTGRES_BIN/pg_ctl" stop -s -m "$1" -D "$POSTGRES_DATA"
    postgres_run "$POSTGRES_BIN/pg_ctl" start -s -w -D "$POSTGRES_DATA" -l "$folder/server.log"
    POSTGRES_PID=$(postgres_run head -n 1 "$POSTGRES_DATA/postmaster.pid")
}

# What a killed worker has asked for may still be under way in the server, and be committed between two queries of ours.
wait_for_the_server() {
    local waited
    for ((waited = 0; waited < 100; waited++)); do
        [ "$(query "$connected")" != 0 ] || return 0
        sleep 0.1
    done
    echo "FAILED: ten seconds after the workers were killed the server has not noticed" >&2
    exit 1
}

if [ "$database" = postgres ]; then
    postgres_start "$folder" fsync=off full_page_writes=on max_connections=100
    where=$POSTGRES_CONNINFO
    query() { "$POSTGRES_BIN/psql" -X -q -At -d "$where" -c "$1"; }
    connected="select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
elif [ "$database" = mariadb ]; then
    # what is written at a commit outlives the server's process, as on PostgreSQL without fsync
    mariadb_start "$folder" --innodb-flush-log-at-trx-commit=2
    mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -e "create database doors"
    where="mariadb://root@localhost/doors?socket=$MARIADB_SOCKET"
    query() { mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -N doors_pawl -e "$1" | tr '\t' '|' | sed 's/|NULL$/|/'; }
    connected="select count(*) from information_schema.processlist where id <> connection_id() and command <> 'Daemon'"
else
    where=sqlite:$folder/doors.db
    query() { sqlite3 "$folder/doors.db" "$1"; }
fi
"$program" "$where" "$logs/0" setup

for ((i = 0; i < workers; i++)); do
    start_worker "$i"
done

kills=0
restarts=0
started=$SECONDS
while ((SECONDS - started < duration)); do
    sleep "0.$((RANDOM % 30 + 5))"
    worker=$((RANDOM % workers))
    kill_worker "$worker"
    start_worker "$worker"
    kills=$((kills + 1))
    if [ "$database" != sqlite ] && ((restarts < 2 && SECONDS - started >= (restarts + 1) * duration / 3)); then
        # once as by a power switch, once as by an administrator
        restart_server "$([ "$restarts" -eq 0 ] && echo immediate || echo fast)"
        restarts=$((restarts + 1))
    fi
done
for ((i = 0; i < workers; i++)); do
    kill_worker "$i"
done
pids=()
[ "$database" = sqlite ] || wait_for_the_server

query "select door_id, sort_key, event, from_state, to_state, created_at, request_id
       from door_transitions order by door_id, sort_key" >"$folder/history"
query "select door_id, state, sort_key from door_current" >"$folder/heads"
echo "$kills kills, $restarts restarts of the server"
python3 "$here/crash_check.py" "$folder/history" "$folder/heads" "$logs"/*
