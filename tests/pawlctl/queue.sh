#!/bin/bash
# queue.sh DATABASE PAWLCTL PAWL: of machines with timers and work, a move arms and ends them as in a program, or is
# not made.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

for machine in alarm job; do
    "$pawl" "$here/../conformance/$machine.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    answers 0 "$machine: created" apply "$scratch/gen/$machine.$database.sql"
done

# ---- no move without its timers

for machine in alarm job; do
    answers 1 "$machine has timers or work, and the database does not keep how its moves arm and end them" \
        fire $machine A1 create
    grep -q "fire it from a program" "$scratch/err" || fail "no help: $(cat "$scratch/err")"
    is 0 "$(sql "select count(*) from ${machine}_current")"
done
exit $failed
