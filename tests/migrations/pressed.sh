#!/bin/bash
# pressed.sh DATABASE PAWLCTL PAWL PROGRAM MACHINES: eight clients call one function without pause while the machine is migrated to
# a version that refuses theirs, and back, twice, or PAWL_TEST_RUNS times. Each migration succeeds with the first attempt, each client is told MISMATCH and
# nothing else, and none waits much longer than the migration takes. PROGRAMone and PROGRAMother are the clients of the
# versions in MACHINES.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
program=$4
machines=$5
accounts=200
quiet=$((accounts + 1)) # which the clients leave alone
runs=${PAWL_TEST_RUNS:-2}
pid=
trap 'kill -KILL ${pid:-} 2>/dev/null; cleanup' EXIT

sql "create table accounts (id bigint primary key)"
sql "insert into accounts with recursive number (n) as (select 1 union all select n + 1 from number where n < $quiet) select n from number"
"$pawl" "$machines/one/account.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 created apply "$scratch/gen/account.$database.sql"
"${program}one" "$PAWL_DB" create $quiet >"$scratch/said" 2>&1 || fail "$(cat "$scratch/said")"

# begin VERSION FLAG...: its clients, until they have called often
begin() {
    local before
    before=$(sql "select count(*) from account_transitions")
    "$program$1" "$PAWL_DB" touch $accounts >"$scratch/said" 2>"$scratch/why" &
    pid=$!
    for _ in $(seq 200); do # however slow the machine is
        [ $(($(sql "select count(*) from account_transitions") - before)) -le 100 ] || return 0
        sleep 0.1
    done
    fail "the clients do nothing: $(cat "$scratch/said")"
}

# ended WHAT TOOK ALLOWED: the clients end as their version is refused, and none has waited longer than ALLOWED ms. The first answer
# that each gets says which side is older, or if it came within a transaction, that the machine was migrated
ended() {
    local answer count longest
    [ "$status" -eq 0 ] || kill -TERM $pid
    wait $pid
    read -r answer count longest < <(tail -n 1 "$scratch/said")
    echo "$1: the migration took $2 ms; $count transitions, the longest call $longest ms"
    [ "$answer" = MISMATCH ] && [ "$(wc -l <"$scratch/said")" -eq 1 ] || fail "$1: the clients say $(head -5 "$scratch/said")"
    told=$(grep -vE "program is ${1/*to other/older} than|program is ${1/*to one/newer} than|migrated, or this version was retired, while the program ran|a migration to version .* is running" "$scratch/why")
    [ -z "$told" ] && [ "$(wc -l <"$scratch/why")" -eq 8 ] || fail "$1: the clients are told $(cat "$scratch/why")"
    [ "$longest" -le "$3" ] || fail "$1: a call took $longest ms, and the migration $2 ms"
    [ $failed -eq 0 ] || exit 1
}

# The milliseconds that a call may take beside a migration's own work: a second, and what a busy machine adds.
slack_ms() {
    local load
    read -r load _ </proc/loadavg
    echo $((1000 + 4000 + 4000 * ${load%.*} / $(nproc)))
}

# migrated OLD NEW [ALLOWED]
migrated() {
    local began took
    migrate "$machines/$1/account.fsm" "$machines/$2/account.fsm" || fail "no migration: $(cat "$scratch/err")"
    began=$(date +%s%N)
    if [ -n "${3:-}" ]; then # a transaction that lasts is waited for while the clients go on
        (
            sleep 3
            kill -0 $pid 2>/dev/null || echo "$1 to $2: the clients are refused before" >"$scratch/refused"
        ) &
    fi
    answers 0 migrated apply "$migration"
    [ ! -s "$scratch/refused" ] || fail "$(cat "$scratch/refused")"
    took=$((($(date +%s%N) - began) / 1000000))
    ended "$1 to $2" $took "${3:-$((took + $(slack_ms)))}"
}

# move: somebody makes a transition, and keeps the transaction
move() {
    local call="status from account_touch($quiet)"
    [ "$database" = postgres ] || call="json_value(${own_database}_pawl.\`$(sql "select routine_name from information_schema.routines
        where routine_schema = '${own_database}_pawl' and routine_name like 'account_touch$%'")\`($quiet, null, null, null, null, null, null), '$.status')"
    hold "select $call"
    is OK "$(head -n 1 "$scratch/holder.out")"
}

# for_a_while: what is held is let go after seven seconds
for_a_while() { (sleep 7 && echo "commit;" >&"$holds") & }

for run in $(seq "$runs"); do
    begin one
    migrated one other
    begin other
    migrated other one
done

# The machine is frozen first: the clients are told so until their version is refused.
begin one
answers 0 "" freeze account --mode reject --reason "a new version"
migrated one other
answers 0 "" thaw account

# SQLite lets one connection write at a time.
if [ "$database" != sqlite ]; then
    # a transaction that lasts is waited for, and the clients do not wait with it
    begin other
    move
    for_a_while
    migrated other one 6000
    let_go
    # so is one that has only read
    begin one
    hold "select 1 from $([ "$database" = postgres ] || echo "${own_database}_pawl.")account_state limit 1"
    for_a_while
    migrated one other 6000
    let_go
fi
if [ "$database" != sqlite ]; then
    # one that does not end is named, with how to end it
    begin other
    move
    migrate "$machines/other/account.fsm" "$machines/one/account.fsm"
    answers 1 "in use for 10 s" apply "$migration"
    grep -q "nothing was changed" "$scratch/err" || fail "the refusal is $(cat "$scratch/err")"
    if [ "$database" = postgres ]; then
        grep -q "public.account_current by process [0-9]* ([a-z]*, holder)" "$scratch/err" || fail "the refusal is $(cat "$scratch/err")"
        sql "$(sed -n 's/.*(\(select pg_terminate_backend([0-9]*)\)), then apply this again.*/\1/p' "$scratch/err")" >/dev/null
    else
        mariadb_sql root mysql "$(sed -n 's/.*let it end, or \(kill [0-9]*\); then apply this again.*/\1/p' "$scratch/err")"
    fi
    let_go
    migrated other one
fi
answers 0 " 0 problems" verify account
exit $failed
