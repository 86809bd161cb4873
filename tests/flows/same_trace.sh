#!/bin/bash
# same_trace.sh PROGRAM: the same runs with the same crashes on SQLite and on PostgreSQL; their histories are equal, row
# by row.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
    echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
    exit 77
fi
scratch=$(mktemp -d /tmp/pawl-trace.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
export PAWL_TEST_SEED=${PAWL_TEST_SEED:-$(date +%s)} PAWL_TEST_FILTER=a_seed_tells_the_history
echo "PAWL_TEST_SEED=$PAWL_TEST_SEED"
for database in sqlite postgres; do
    PAWL_TEST_TRACE=$scratch/$database "$here/../support/on_$database.sh" "$1" >"$scratch/log" 2>&1 || {
        cat "$scratch/log"
        exit 1
    }
done
[ -s "$scratch/sqlite" ] || { echo "nothing was traced"; exit 1; }
diff -u "$scratch/sqlite" "$scratch/postgres" | head -40
exit "${PIPESTATUS[0]}"
