#!/bin/bash
# many.sh DATABASE PAWLCTL PAWL: verify reads a million moves in no more memory than a few, and tells how far it is. On
# MariaDB, which writes more slowly, fewer: they would need eighty megabytes at once.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

entities=333333
[ "$database" != mariadb ] || entities=50000
answers 0 "created" apply "$payment"
sql "insert into payments values ('one')"
answers 0 "created" fire payment one create amount=1 currency=EUR
is 1 "$(sql "select count(*) from payment_transitions")"

# peak: kilobytes that verify needs; what it prints is in $scratch/verified
peak() {
    undisturbed python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[2:], stdout=open(sys.argv[1], "w"), stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$scratch/verified" "$pawlctl" verify payment
}
few=$(peak)
columns="payment_id, sort_key, event, from_state, to_state, created_at, actor"
plant "
    create temp table number (n integer);
    insert into number with recursive counted (n) as (select 1 union all select n + 1 from counted where n < $entities) select n from counted;
    insert into payments select 'many' || n from number;
    insert into payment_transitions ($columns, amount, currency)
        select 'many' || n, 10, 'create', '', 'pending_submission', $(time_of 1), 'x', 1, 'EUR' from number;
    insert into payment_transitions ($columns, submission_id)
        select 'many' || n, 20, 'submit', 'pending_submission', 'submitted', $(time_of 1), 'x', 'S' from number;
    insert into payment_transitions ($columns)
        select 'many' || n, 30, 'confirm', 'submitted', 'paid', $(time_of 1), 'x' from number;
    insert into payment_current select 'many' || n, 'paid', 30, $(time_of 1) from number"
many=$(peak)
is "payment: $((entities + 1)) entities, $((3 * entities + 1)) transitions, 0 problems" "$(cat "$scratch/verified")"
[ $((many - few)) -lt 16384 ] || fail "$((3 * entities)) rows need $((many - few)) kB more than a few"
undisturbed script -qec "$(printf '%q ' "$pawlctl" verify payment)" /dev/null >"$scratch/terminal" 2>&1
grep -qE "payment: [0-9]+ transitions read" "$scratch/terminal" || fail "no progress is shown: $(head -c 300 "$scratch/terminal")"
exit $failed
