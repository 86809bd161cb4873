#!/bin/bash
# stuck.sh DATABASE PAWLCTL PAWL KILLER PROVISION: `stuck` lists each kind of thing that waits for too long, once it does, with a
# command that looks deeper and works.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
provision=$5

answers 1 "no machine is deployed" stuck
for machine in lists on_call; do
    "$pawl" "$here/$machine.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    answers 0 "created" apply "$scratch/gen/$machine.$database.sql"
done
"$pawl" "$here/../../examples/provision/provision.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "nothing is stuck" stuck
answers 0 "provision: created" apply "$scratch/gen/provision.$database.sql"

# stands EXPECTED: what is stuck, as KIND|OF|ID a line
stands() {
    ctl stuck --json
    is "$1" "$(json "*['|'.join(str(r[k]) for k in ('kind', 'of', 'id')) for r in d['stuck']], sep='\n'")"
    is "$([ -z "$1" ] && echo 0 || echo 1)" "$status"
}
# looks TEXT: what each line names to look deeper works, and one says that
looks() {
    local look said=""
    while IFS= read -r look; do
        [[ $look = pawlctl* ]] || continue
        said+=$(eval "\"\$pawlctl\" ${look#pawlctl }" 2>&1) || fail "$look: $said"
    done < <("$pawlctl" stuck --json | python3 -c "import json, sys; [print(r['look']) for r in json.load(sys.stdin)['stuck']]")
    [[ $said = *$1* ]] || fail "nothing says: $1: $said"
}
stands ""

# ---- entities

answers 0 created fire repair R1 create account=A1
columns="repair_id, sort_key, event, from_state, to_state, created_at, actor"
now=$(date +%s)
closed() { # COUNT: they waited 1, 2, ... minutes
    plant "
        create temp table number (n integer);
        insert into number with recursive counted (n) as (select 1 union all select n + 1 from counted where n < $1) select n from counted;
        insert into repair_transitions ($columns, account) select 'old' || n, 10, 'create', '', 'w', $(time_of "($now - 100000)"), 'x', 'A' from number;
        insert into repair_transitions ($columns) select 'old' || n, 20, 'drop', 'w', 'dropped', $(time_of "($now - 100000 + 60 * n)"), 'x' from number;
        insert into repair_current select 'old' || n, 'dropped', 20, $(time_of "($now - 100000 + 60 * n)") from number"
}
since() { plant "update repair_current set since = $(time_of "$1") where repair_id = '${2//\'/\'\'}'"; }
closed 19
since $((now - 99000)) R1
stands "" # too few to tell
plant "delete from repair_transitions where repair_id like 'old%'; delete from repair_current where repair_id like 'old%'"
closed 100
stands "slow|repair|R1"
answers 1 "repair R1 is in waiting for longer than 95 % of its stays (1 h 35 min)" stuck
grep -qE "^  since [0-9-]+ [0-9:.]+Z \(1 d 3 h[^)]*\): pawlctl why repair R1$" "$scratch/out" || fail "stuck: $(cat "$scratch/out")"
looks "drop"
since $((now - 5600)) R1
stands "" # 93 minutes
strange="-R' \"é,<6>; --"
answers 0 created fire repair -- "$strange" create account=A1
since $((now - 6000)) "$strange"
stands "slow|repair|$strange"
looks "<6>"
since "$now" "$strange"
for number in 2 3 4 5 6 7 8; do
    answers 0 created fire repair "R$number" create account=A2
    since $((now - 80000 - number)) "R$number"
done
stands "slow|repair|R8"
answers 1 "repair: 7 entities are in waiting for longer than 95 % of its stays (1 h 35 min); the oldest is R8" stuck
looks "R2" # by ls
# a state in which most entities stay: of those with the lowest keys, too
plant "
        create temp table number (n integer);
        insert into number with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 150) select n from counted;
        insert into repair_transitions ($columns, account) select '0rest' || n, 10, 'create', '', 'w', $(time_of "($now - 90000)"), 'x', 'A' from number;
        insert into repair_current select '0rest' || n, 'w', 10, $(time_of "($now - 90000)") from number"
stands ""
plant "delete from repair_transitions where repair_id like '0rest%'; delete from repair_current where repair_id like '0rest%'"
stands "slow|repair|R8"
plant "update repair_current set since = $(time_of "$now")"
stands ""

# ---- jobs, timers and events

answers 0 created fire order O17 create
stands ""
plant "update order_pending set due_at = $(time_of $((now - 100)))"
stands "late|order|O17"
answers 1 "order: work placed is due for 1 entity, and no worker takes it" stuck
answers 0 frozen freeze order --reason="no paper"
frozen_by=$([ "$database" = sqlite ] || echo "; frozen by $([ "$database" = postgres ] && sql "select session_user" || echo root)")
answers 1 "and frozen (reject): no paper" stuck
stands "frozen|order|None
late|order|O17"
answers 0 "order: paused" freeze order --mode=sleep --until=2099-01-01 --reason="no paper"
answers 1 "order is frozen (sleep) until 2099-01-01T00:00:00.000000Z: no paper$frozen_by" stuck
grep -qE "^  since .*: to end it: pawlctl thaw order$" "$scratch/out" || fail "stuck: $(cat "$scratch/out")"
answers 0 "moves again" thaw order
plant "update order_pending set due_at = $(time_of $((now + 10000))), last_error = 'no paper', attempts = 1"
stands "failing|order|O17"
answers 1 "order O17: work placed failed after 1 attempt: no paper" stuck
looks "no paper"
plant "update order_pending set attempts = 0" # after a retry
stands ""
plant "update order_pending set attempts = 1, parked_at = $(time_of $((now - 100)))"
stands "parked|order|O17"
plant "delete from order_pending; update repair_pending set due_at = $(time_of $((now - 100)));
    update repair_pending set due_at = $(time_of $((now - 200))) where repair_id = 'R1'"
stands "late|repair|R1"
answers 1 "repair: waiting.remind is due for 9 entities, and no worker takes it" stuck
plant "update repair_pending set due_at = $(time_of $((now + 10000)))"
answers 0 created fire payment PM123 create account=ACCOUNT-7
plant "update payment_pending set due_at = $(time_of $((now + 10000)))"
stands ""
plant "update pawl_outbox set created_at = $(time_of $((now - 100)))"
stands "relay|payments|None"
answers 1 "payments: 1 event waits for a relay" stuck
looks "payments"
if [ "$database" != sqlite ]; then
    call() { if [ "$database" = postgres ]; then sql "select $1"; else owned "select $1"; fi; }
    read -r slot claim < <(if [ "$database" = postgres ]; then
        sql "select slot, claim from pawl_outbox_claim('ops', 60000, 10, 10)" | tr '|' ' '
    else
        call "pawl_outbox_claim('ops', 60000, 10, 10)" | python3 -c "import json, sys; d = json.load(sys.stdin); print(d[0]['slot'], d[0]['claim'])"
    fi)
    call "pawl_outbox_park($slot, $claim, 'payment', 'PM123', 10, 'too large')" >/dev/null
    stands "parked events|payment|PM123"
    answers 1 "payment PM123: 1 event is parked: too large" stuck
    answers 0 ": too large: pawlctl outbox retry payment PM123" history payment PM123
    ctl history payment PM123 --json
    is "1 too large" "$(json "*[d['parked_events'][k] for k in ('events', 'error')]")"
    answers 0 "1 event waits" outbox retry
fi
plant "delete from pawl_outbox"
stands ""

# ---- runs

"$provision" setup "$PAWL_DB" >/dev/null && "$provision" order "$PAWL_DB" 4 >/dev/null || fail "there is no run"
stands ""
plant "update pawl_run_ready set due_at = $(time_of $((now - 100)))"
stands "late run|provision|1"
answers 1 "provision: 1 run is ready, and no worker takes them" stuck
looks "ready"
plant "delete from pawl_run_ready; update pawl_runs set status = 'parked', error = 'the card is gone', updated_at = $(time_of $((now - 100)))"
stands "parked run|provision|1"
answers 1 "provision: run 1 is parked at its start: the card is gone" stuck
looks "the card is gone"
answers 0 "" flow retry 1
plant "update pawl_run_ready set due_at = $(time_of $((now - 100)))"
stands "late run|provision|1"
looks "the card is gone"
plant "delete from pawl_run_ready; update pawl_runs set status = 'blocked', error = null, wish = null"
key=$([ "$database" = mariadb ] && echo lock_key || echo key)
if [ "$database" = postgres ]; then
    plant "insert into pawl_run_waits (key, type, run, flow) values ('C9', '', 1, 'provision')"
else
    plant "insert into pawl_run_waits ($key, type, run, flow, number) values ('C9', '', 1, 'provision', 1)"
fi
stands "blocked run|provision|1"
answers 1 "provision: run 1 waits for the lock on C9, held by a run before it" stuck
holds_lock() { # OWNER: of that key, for which somebody waits
    plant "insert into pawl_locks ($key, type, owner, token, since) values ('C9', '', '$1', 1, $(time_of $((now - 100))));
        insert into pawl_lock_waiters ($key, type, owner, since, until) values ('C9', '', 'batch', $(time_of "$now"), $(time_of $((now + 10000))))"
}
no_lock() { plant "delete from pawl_locks; delete from pawl_lock_waiters"; }
holds_lock nightly
stands "lock|None|C9
blocked run|provision|1"
looks "blocked   by the lock on C9 of all machines, held by nightly: pawlctl locks C9"
no_lock
plant "delete from pawl_run_waits; delete from pawl_run_ready; update pawl_runs set status = 'ready';
    insert into pawl_run_ready (run, flow, due_at, is_leased) values (1, 'provision', $(time_of $((now + 10000))), true)"
holds_lock "run 1"
stands "lock|None|C9
claimed run|provision|1"
answers 1 "provision: run 1, which holds the lock on C9, is claimed until " stuck
looks "claimed   until "
answers 0 "run 1 (ready, claimed until " locks C9
no_lock
stands ""
plant "delete from pawl_run_ready; update pawl_runs set status = 'done'"
stands ""

# ---- locks

case $database in
sqlite)
    plant "insert into pawl_locks (key, type, owner, token, since) values ('A 1', 'repair', 'nightly', 1, $(time_of $((now - 100))))"
    stands ""
    plant "insert into pawl_lock_waiters values ('A 1', 'repair', 'batch', $(time_of "$now"), $(time_of $((now + 10000))))"
    login=
    ;;
*)
    call "pawl_acquire('repair', 'A 1', 'nightly', null, 0)" >/dev/null
    stands ""
    call "pawl_acquire('repair', 'A 1', 'batch', null, 10000)" >/dev/null
    login=", login $([ "$database" = postgres ] && sql "select session_user" || echo root)"
    ;;
esac
answers 1 "the lock on A 1 of repair is held by nightly$login; 1 waits: batch" stuck
stands "lock|repair|A 1"
looks "nightly"
answers 0 "the lock is broken" locks "A 1" --break --reason="its job died"
stands ""

# ---- sessions

if [ "$database" != sqlite ]; then
    pid=$([ "$database" = postgres ] && echo "pg_backend_pid()" || echo "connection_id()")
    current=$([ "$database" = postgres ] && echo repair_current || echo "${name}_pawl.repair_current")
    hold "select 'I am', $pid; select * from $current where repair_id = 'R2' for update"
    holds_pid=$(tr '\t' '|' <"$scratch/holder.out" | sed -n 's/^I am|//p')
    "$pawlctl" fire repair R2 drop >"$scratch/waits" 2>&1 &
    waits=$!
    for _ in {1..100}; do
        ctl stuck --json
        [ "$(json "[r['id'] for r in d['stuck'] if r['kind'] == 'blocking session']")" = "[]" ] || break
        sleep 0.1
    done
    stands "blocking session|None|$holds_pid"
    ends=$([ "$database" = postgres ] && echo "select pg_terminate_backend($holds_pid)" || echo "kill $holds_pid")
    who=$([ "$database" = postgres ] && sql "select 'login ' || session_user || ', application holder'" || echo "login root")
    answers 1 "connection $holds_pid ($who) holds up connection " stuck
    grep -qF "to end it: $ends" "$scratch/out" || fail "stuck: $(cat "$scratch/out")"

    # a login with the least rights
    be_granted "pawl_operator"
    if [ "$database" = postgres ]; then
        answers 1 "note: this login does not see since when sessions of other logins hold locks, nor whether they are idle: grant pg_read_all_stats to ${name}_plain" stuck --db="$plain"
        grep -qF "connection $holds_pid ($who) holds up connection " "$scratch/out" || fail "stuck: $(cat "$scratch/out")"
        sql "grant pg_read_all_stats to ${name}_plain"
    else
        answers 0 "note: this login does not see the transactions of others: grant process on *.* to '${name}_plain'@'localhost'" stuck --db="$plain"
        mariadb_sql root mysql "grant process on *.* to ${name}_plain@localhost"
    fi
    answers 1 "connection $holds_pid ($who) holds up connection " stuck --db="$plain"
    ! grep -q "^note" "$scratch/out" || fail "stuck: $(cat "$scratch/out")"
    let_go
    wait $waits || fail "the transition does not continue: $(cat "$scratch/waits")"
    stands ""

    hold "select 'I am', $pid; select * from $current where repair_id = 'R3' for update"
    holds_pid=$(tr '\t' '|' <"$scratch/holder.out" | sed -n 's/^I am|//p')
    # a transition that a signal ends while it waits is not made later
    "$pawlctl" fire repair R3 drop >"$scratch/waits" 2>&1 &
    waits=$!
    sleep 6
    kill -TERM $waits
    wait $waits
    is 3 $?
    grep -qE "nothing of it was done|may have been done or not" "$scratch/waits" || fail "interrupted: $(cat "$scratch/waits")"
    stands "open transaction|None|$holds_pid"
    answers 1 "connection $holds_pid ($who) is idle in a transaction that has locked rows" stuck
    ends=$("$pawlctl" stuck | sed -n 's/.*to end it: //p')
    sql "$ends" >/dev/null
    exec {holds}>&-
    wait "$holder"
    stands ""
    is 1 "$(sql "select count(*) from repair_transitions where repair_id = 'R3'")"
fi
exit $failed
