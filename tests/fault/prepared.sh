#!/bin/bash
# prepared.sh DATABASE PAWLCTL PAWL: a transaction that was prepared, and whose session has gone, has moved something: who freezes its
# machine is told of it and waits, nobody migrates meanwhile, `verify` names it; and when it has ended, all goes on. On a
# server of its own on MariaDB, where nobody can tell whose it is.
set -u
tests=$(cd "$(dirname "$0")/.." && pwd)
if [ "$1" = mariadb ]; then
    # shellcheck source=../../examples/support/mariadb.sh
    . "$tests/../examples/support/mariadb.sh"
    mariadb_find || exit 77
    folder=$(mktemp -d /tmp/pawl.XXXXXX)
    mariadb_start "$folder" --innodb-flush-log-at-trx-commit=0 || exit 1
    disown
    export PAWL_TEST_MARIADB=$MARIADB_URI
fi
# shellcheck source=../pawlctl/support.sh
. "$tests/pawlctl/support.sh"
if [ "$database" = mariadb ]; then
    clean_up() {
        cleanup
        kill -KILL "$(cat "$folder/pid")"
        rm -rf "$folder"
    }
    trap clean_up EXIT
elif [ "$(sql "show max_prepared_transactions")" = 0 ]; then
    exit 77
fi

# prepared FUNCTION ARGUMENTS: calls it in a transaction that is prepared then
prepared() {
    if [ "$database" = postgres ]; then
        sql "begin; select $1($2); prepare transaction '$name'" >/dev/null
        return
    fi
    mariadb_sql root "$name" "xa start '$name'; do ${name}_pawl.$1\$$3($2, null, null, null, null, null, null); xa end '$name'; xa prepare '$name'"
    for _ in {1..100}; do # until its session has gone
        [ "$(mariadb_sql root mysql "select count(*) from information_schema.innodb_trx where trx_mysql_thread_id = 0")" = 1 ] && return
        sleep 0.1
    done
    fail "no transaction is prepared"
}
ends() {
    if [ "$database" = postgres ]; then sql "$1 prepared '$name'"; else mariadb_sql root mysql "xa $1 '$name'"; fi
}

sed 's/retired on_hold.*//' "$tests/migrations/new/ticket.fsm" >"$scratch/ticket.fsm"
"$pawl" "$scratch/ticket.fsm" -o "$scratch/gen" --emit="$database" 2>/dev/null || exit 2
answers 0 "ticket: created" apply "$scratch/gen/ticket.$database.sql"
answers 0 "created in open" fire ticket T1 create title=x
answers 0 "open -> taken" fire ticket T1 take who=me

# ---- a freeze waits for it

prepared ticket_park "'T1'" 7
answers 1 "a transition that began before has not ended: of prepared transaction" freeze ticket --reason=disks --wait=1s
[ "$database" = mariadb ] || grep -qF "prepared transaction $name" "$scratch/err" || fail "it is not named: $(cat "$scratch/err")"
answers "$([ "$database" = mariadb ] && echo 0 || echo 1)" "was prepared at $(date -u +%Y)" verify
ends commit
answers 0 "ticket: frozen; nothing of it moves" freeze ticket --reason=disks --wait=10s
answers 0 "parked" history ticket T1
answers 0 "moves again" thaw ticket

# ---- and so does a migration, which would take away the state that it leads to

answers 0 "parked -> taken" fire ticket T1 unpark
mkdir "$scratch/newer"
sed '/state parked/d; /on park/d' "$scratch/ticket.fsm" >"$scratch/newer/ticket.fsm"
"$pawl" diff "$scratch/ticket.fsm" "$scratch/newer/ticket.fsm" --sql="$database" >"$scratch/migration.$database.sql" 2>"$scratch/err" ||
    fail "no migration: $(cat "$scratch/err")"
prepared ticket_park "'T1'" 7
answers 1 "nothing was changed" apply "$scratch/migration.$database.sql"
ends commit
answers 1 "in parked (T1" apply "$scratch/migration.$database.sql"
answers 0 "parked -> taken" fire ticket T1 unpark
answers 0 "ticket: migrated" apply "$scratch/migration.$database.sql"
answers 0 " 0 problems" verify
exit $failed
