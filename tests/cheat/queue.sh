#!/bin/bash
# queue.sh DATABASE PAWL PAWLCTL: P8 for the queue of timers and work, by psql on the cluster that PAWL_TEST_POSTGRES
# names, by mariadb on the server of PAWL_TEST_MARIADB, or by sqlite3. After each attempt heads, histories and queues are compared with before; then what protects
# the queue is taken away, piece by piece, and something must come of the same attempts.
set -euo pipefail
database_kind=$1 pawl=$2 pawlctl=$3
here=$(dirname "$0")
. "$here/support.sh"
if [ "$database_kind" = postgres ] && [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
    echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
    exit 77
fi
if [ "$database_kind" = mariadb ] && [ -z "${PAWL_TEST_MARIADB:-}" ]; then
    echo "PAWL_TEST_MARIADB is not set: give \"mariadb://root@localhost/mysql?socket=...\""
    exit 77
fi
folder=$(mktemp -d /tmp/pawl-cheat.XXXXXX)
trap 'cleanup; rm -rf "$folder"' EXIT
cleanup() { :; }
. "$here/queue_$database_kind.sh"

# J waits for a worker; A has a timer and sleeps until one; Q is parked; K has been claimed; L has no queue row
for machine in job alarm; do
    "$pawl" "$here/../conformance/$machine.fsm" -o "$folder" --emit="$database_kind"
done
set_up
for id in J K Q L; do
    expect OK fire job $id create
done
expect OK fire job L give_up
expect OK fire alarm A create due=2999-01-01
plant
remember

all_attempts
what_is_legal

attempt() {
    printf '%s\n;rollback;\n' "$2" >>"$folder/$1.sql"
}
all_attempts
each_piece_is_needed
finish
