#!/bin/bash
# adoption.sh DATABASE PAWLCTL PAWL KILLER SHOP: does what runtime/pawlctl/ADOPTION.md says, while writers never pause.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
shop=$5
page=$here/../../runtime/pawlctl/ADOPTION.md
export DATABASE=$database
count=60 # of purchases, for each of the two writers

diff <(block fsm 1) <(sed -n '/^machine/,$p' "$here/purchase.fsm") || fail "the page shows another machine"

time_type=$([ "$database" = postgres ] && echo timestamp || echo text)
sql "create table purchases (id text primary key, status text, changed_at $time_type)"
sql "insert into purchases with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 2 * $count)
    select cast(n as text), 'new', '2026-01-01' from counted"
"$pawl" "$here/purchase.fsm" -o "$scratch/gen" --emit="$database" || exit 2

writers=()
start() { # start MACHINE
    for w in 0 1; do
        "$shop" "$PAWL_DB" $((w * count + 1)) $count "$1" >>"$scratch/writer$w" 2>>"$scratch/errors" &
        writers+=($!)
    done
}
finish_all() { # none of them has ended by itself
    for pid in "${writers[@]}"; do
        kill "$pid" 2>/dev/null || fail "a writer has ended: $(cat "$scratch/errors")"
        wait "$pid" 2>/dev/null
    done
    writers=()
}
trap 'kill "${writers[@]}" 2>/dev/null; cleanup' EXIT
at_work() { # until each writer has made so many changes more
    local before0 before1
    before0=$(wc -l <"$scratch/writer0") before1=$(wc -l <"$scratch/writer1")
    for _ in {1..600}; do
        kill -0 "${writers[@]}" 2>/dev/null || break
        [ "$(wc -l <"$scratch/writer0")" -ge $((before0 + $1)) ] && [ "$(wc -l <"$scratch/writer1")" -ge $((before1 + $1)) ] && return
        sleep 0.1
    done
    fail "the writers stand still: $(cat "$scratch/errors")"
}
# the column and the machine say the same, of all that is in both, at any moment
agree() { is 0 "$(sql "select count(*) from purchases join purchase_state on purchase_id = id where state <> status")"; }

: >"$scratch/writer0"
: >"$scratch/writer1"
steps 1
start 1
at_work 100
agree
steps 2
tail -1 "$scratch/out" | grep -q ", 0 problems" || fail "verify: $(cat "$scratch/out")"
agree
at_work $((2 * count))
agree
compared=$(block sql 1)
[ "$database" != mariadb ] || compared=${compared/join purchase_state/join ${name}_pawl.purchase_state} # as the page says
is "" "$(sql "$compared" 2>&1)"
sql "insert into purchases (id) values ('odd')"
is odd "$(sql "$compared")" # whose status is null
sql "delete from purchases where id = 'odd'"
finish_all
answers 0 "0 problems" verify purchase
[ "$(sql "select count(*) from purchase_transitions where actor = 'backfill'")" -gt 0 ] || fail "nothing was backfilled"
is "$((2 * count)) 0" "$(sql "select count(*) from purchase_current where cast(purchase_id as integer) <= 2 * $count") $(
    sql "select count(*) from purchases p where not exists (select 1 from purchase_current where purchase_id = p.id)")"

# what was acknowledged last is what there is; one change more may have been committed and not printed
lost=$(python3 - "$scratch/writer0" "$scratch/writer1" <(sql "select id || ' ' || status from purchases") <<'PYTHON'
import sys
last = {}
for path in sys.argv[1:3]:
    for line in open(path):
        if line.endswith("\n"):
            number, state = line.split()
            last[number] = state
order = ["new", "paid", "shipped"]
unsaid = wrong = 0
for line in open(sys.argv[3]):
    number, state = line.split()
    if int(number) > 1000000 or last.get(number, "new") == state:
        continue
    following = order[(order.index(last.get(number, "new")) + 1) % 3]
    unsaid, wrong = (unsaid + 1, wrong) if following == state else (unsaid, wrong + 1)
print(wrong + max(0, unsaid - 2))
PYTHON
)
is 0 "$lost"

# the way back: the old program goes on with the column, from where the machine has left it
python3 - <(sql "select status from purchases") <<'PYTHON' || fail "the column holds what the old program does not know"
import sys
assert {line.strip() for line in open(sys.argv[1])} <= {"new", "paid", "shipped"}
PYTHON
sql "update purchases set status = 'new'" # where its writers begin
: >"$scratch/writer0"
: >"$scratch/writer1"
start 0
at_work 50
finish_all
exit $failed
