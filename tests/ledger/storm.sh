#!/bin/bash
# storm.sh DATABASE STORM LEDGER
#
# Sixteen processes transfer money among ten accounts, and then among a thousand, while they are killed at random
# times and at random calls of the database. All the while a checker takes snapshots and does the sums; in the end
# check.py goes through the history, and through what each process was answered. DATABASE is postgres, mariadb or
# sqlite; STORM and LEDGER are the built programs. Nothing that judges shares a line with what is judged. Three
# seconds each, or PAWL_TEST_SECONDS, and longer where too little happens in them.
set -euo pipefail

database=$1
storm=$(realpath "$2")
ledger=$(realpath "$3")
duration=${PAWL_TEST_SECONDS:-3}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../examples/support/postgres.sh
. "$here/../../examples/support/postgres.sh"
# shellcheck source=../../examples/support/mariadb.sh
. "$here/../../examples/support/mariadb.sh"
case $database in
postgres) postgres_find || exit 77 ;;
mariadb) mariadb_find || exit 77 ;;
esac

folder=$(mktemp -d /tmp/pawl.XXXXXX)
logs=$(mktemp -d /tmp/pawl-logs.XXXXXX)
storm_pid=
clean_up() {
    [ -z "$storm_pid" ] || kill "$storm_pid" 2>/dev/null || true
    case $database in
    postgres) postgres_stop ;;
    mariadb) mariadb_stop ;;
    esac
    rm -rf "$folder" "$logs"
}
trap clean_up EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# snapshot SQL: all of it in one snapshot; $pawl stands before the names of Pawl's tables
pawl=
if [ "$database" = postgres ]; then
    postgres_start "$folder" fsync=off full_page_writes=on max_connections=200
    "$POSTGRES_BIN/psql" -X -q -d "$POSTGRES_CONNINFO" -c "create role ledger_client login" \
        -c "create role pawl_app nologin" -c "grant pawl_app to ledger_client"
    snapshot() { "$POSTGRES_BIN/psql" -X -q -At -v ON_ERROR_STOP=1 -d "$owner" \
        -c "begin isolation level repeatable read read only" -c "$1" -c "commit"; }
    microseconds() { echo "(extract(epoch from $1) * 1000000)::bigint"; }
elif [ "$database" = mariadb ]; then
    mariadb_start "$folder" --innodb-flush-log-at-trx-commit=0 --innodb-doublewrite=0
    administer() { mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" "$@"; }
    administer -e "create user ledger_client"
    snapshot() {
        administer -D "$name" -N -B -r -e "set sql_mode = 'PIPES_AS_CONCAT'; start transaction with consistent snapshot;
            $1; commit" | sed -E ':again; s/(^|\t)NULL(\t|$)/\1\2/; t again; s/\t/|/g'
    }
    microseconds() { echo "$1"; }
else
    snapshot() { printf 'begin;\n%s;\ncommit;\n' "$1" | sqlite3 -bail -cmd ".timeout 60000" "${owner#sqlite:}"; }
    microseconds() { echo "$1"; }
fi

# Rows are findings: sums, then each account, then the line before each account.
problems() {
    cat <<END
select 'money was made or lost: ' || sum(balance) || ' of ' || sum(opening) from accounts
having sum(balance) <> sum(opening);
select 'below zero: ' || id || ' ' || balance from accounts where balance < 0;
select 'the history says otherwise: ' || accounts.id || ' ' || balance from accounts left join (
    select account, sum(amount) as amount from (
      select payer as account, - amount as amount from ${pawl}transfer_transitions where sort_key = 10 and transfer_id in (
        select transfer_id from ${pawl}transfer_transitions where to_state = 'successful')
      union all
      select payee, amount from ${pawl}transfer_transitions where sort_key = 10 and transfer_id in (
        select transfer_id from ${pawl}transfer_transitions where to_state = 'successful')) booked
    group by account) sums on sums.account = accounts.id
  where balance <> opening + coalesce(amount, 0);
select 'decided twice: ' || transfer_id from ${pawl}transfer_transitions group by transfer_id having count(*) > 2;
select 'stands in line and is not pending: ' || transfer_id from waiting where transfer_id not in (
  select transfer_id from ${pawl}transfer_current where state = 'pending');
select 'is pending and does not stand in line: ' || transfer_id from ${pawl}transfer_current
  where state = 'pending' and transfer_id not in (select transfer_id from waiting)
END
}

# one_storm ACCOUNTS
one_storm() {
    local found snapshots=0 name=ledger_$1 where
    mkdir "$logs/$1"
    if [ "$database" = postgres ]; then
        "$POSTGRES_BIN/psql" -X -q -d "$POSTGRES_CONNINFO" -c "create database $name"
        owner=${POSTGRES_CONNINFO/dbname=postgres/dbname=$name}
        where=${owner/user=postgres/user=ledger_client}
    elif [ "$database" = mariadb ]; then
        administer -e "create database $name character set utf8mb4"
        owner="mariadb://root@localhost/$name?socket=$MARIADB_SOCKET"
        where=${owner/root@/ledger_client@}
        pawl=${name}_pawl.
    else
        owner=sqlite:$folder/$name.db
        where=$owner
    fi
    "$ledger" setup "$owner" "$1"
    [ "$database" != mariadb ] || administer -e "grant ${name}_pawl_app to ledger_client;
        set default role ${name}_pawl_app for ledger_client; grant select on $name.* to ledger_client"

    "$storm" "$where" "$logs/$1" "$1" "$duration" &
    storm_pid=$!
    while kill -0 "$storm_pid" 2>/dev/null; do
        found=$(snapshot "$(problems)") || fail "the checker cannot read"
        [ -z "$found" ] || fail "in snapshot $snapshots: $found"
        snapshots=$((snapshots + 1))
    done
    wait "$storm_pid" || fail "the storm"
    storm_pid=
    found=$(snapshot "$(problems); select transfer_id from waiting")
    [ -z "$found" ] || fail "in the end: $found"

    snapshot "select id, opening, balance from accounts" >"$folder/accounts"
    snapshot "select transfer_id, event, from_state, to_state, $(microseconds created_at), actor, payer, payee, amount
        from ${pawl}transfer_transitions order by created_at, transfer_id" >"$folder/history"
    echo "$1 accounts on $database: $snapshots snapshots"
    python3 "$here/check.py" "$folder/accounts" "$folder/history" "$logs/$1"/*
}

one_storm 10
one_storm 1000
