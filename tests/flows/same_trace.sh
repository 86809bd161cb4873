#!/bin/bash
# same_trace.sh PROGRAM DATABASE...: the same runs with the same crashes on each database; their histories are equal, row
# by row.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1
shift
scratch=$(mktemp -d /tmp/pawl-trace.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
export PAWL_TEST_SEED=${PAWL_TEST_SEED:-$(date +%s)} PAWL_TEST_FILTER=a_seed_tells_the_history
echo "PAWL_TEST_SEED=$PAWL_TEST_SEED"
for database in "$@"; do
    PAWL_TEST_TRACE=$scratch/$database "$here/../support/on_$database.sh" "$program" >"$scratch/log" 2>&1 || {
        status=$?
        cat "$scratch/log"
        exit $status
    }
done
[ -s "$scratch/$1" ] || { echo "nothing was traced"; exit 1; }
for database in "${@:2}"; do
    diff -u "$scratch/$1" "$scratch/$database" >"$scratch/difference" || {
        head -40 "$scratch/difference"
        exit 1
    }
done
