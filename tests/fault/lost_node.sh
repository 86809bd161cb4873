#!/bin/bash
# lost_node.sh PAWLCTL PAWL MOVER: of a Galera cluster of three nodes one is killed, and others go on with what it was at.
#
# First it is that of a relay, of a worker, and of one `verify` after the other, while all nodes move. None of the former ends, each timer
# is fired once, each event delivered, and `verify` finds nothing but that its connection is gone. Then it is that of a migration,
# at three of its steps, with another node each time: applied again, it goes on at the next node, and in the end all have the same.
set -u
pawlctl=$1
pawl=$2
mover=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../../examples/support/mariadb.sh
. "$here/../../examples/support/mariadb.sh"
# shellcheck source=../support/galera.sh
. "$here/../support/galera.sh"
galera_find || exit 77

failed=0
folder=$(mktemp -d /tmp/pawl.XXXXXX)
clean_up() {
    local processes
    processes=$(jobs -p)
    # shellcheck disable=SC2086
    disown -a # nobody is told of what is killed here
    [ -z "$processes" ] || kill -KILL $processes 2>/dev/null
    galera_stop
    rm -rf "$folder"
}
trap clean_up EXIT

fail() {
    echo "FAILED: $*"
    failed=1
}

# where NODE...: the database, on the first of them that answers
where() {
    local node hosts=
    for node; do
        hosts+=,127.0.0.1:${GALERA_PORTS[$node - 1]}
    done
    echo "mariadb://root@${hosts#,}/shop?read_timeout=20"
}

# waits_for SECONDS COMMAND...: until it succeeds
waits_for() {
    local deadline=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        if [ $SECONDS -ge $deadline ]; then
            fail "in vain waited for: $*"
            return 1
        fi
        sleep 0.1
    done
}

# says STATUS TEXT ARG...: pawlctl exits so, and says TEXT
says() {
    local expected=$1 text=$2 status
    shift 2
    "$pawlctl" "$@" >"$folder/out" 2>&1
    status=$?
    [[ $status -eq $expected && $(cat "$folder/out") = *"$text"* ]] ||
        fail "pawlctl $* exits with $status, not $expected and $text: $(cat "$folder/out")"
}

# What is lost is given up by the others, and comes back as it was.
bring_back() { galera_wait_for_size "$2" 2 && galera_join "$1" && galera_wait_for_all || exit 1; }

galera_start "$folder" || exit 1
galera_ask 1 "create database shop character set utf8mb4 collate utf8mb4_nopad_bin; create role shop_pawl_hooks;
    grant select, insert, update, delete on shop.* to shop_pawl_hooks"
PAWL_DB=$(where 1 2 3)
export PAWL_DB
for machine in ../conformance/alarm ../migrations/new/ticket; do
    "$pawl" "$here/$machine.fsm" -o "$folder/gen" --emit=mariadb 2>/dev/null || exit 2
done

# ---- a relay, a worker, and who verifies

"$mover" "$PAWL_DB" setup 20 2>"$folder/said" || fail "setup: $(cat "$folder/said")"
# node 2 is held back, as by a backup: who asks it waits until it knows what was committed before
stands() { [ -n "$(galera_ask "$1" "select id from information_schema.processlist where state = 'User sleep'")" ]; }
galera_ask 2 "backup stage start; backup stage block_commit; do sleep(600)" 2>/dev/null &
holding=$!
waits_for 60 stands 2
says 0 "alarm: created" apply "$folder/gen/alarm.mariadb.sql"
"$pawlctl" relay --stdout >"$folder/delivered" 2>"$folder/relay.said" &
relay=$!
"$pawlctl" work alarm >"$folder/worker.said" 2>&1 &
worker=$!
# clocks that have struck, before the node is lost, meanwhile and afterwards, set on the nodes that stay
set_clocks() {
    local number
    for number in {1..40}; do
        "$pawlctl" fire alarm "A$number" create due=2001-01-01 --request-id="A$number" --db="$(where 2 3)" || return 1
        sleep 0.2
    done
}
set_clocks >"$folder/clocks.said" 2>&1 &
clocks=$!
is_asked() { [ -n "$(galera_ask 2 "select id from information_schema.processlist where info like 'set statement wsrep_sync_wait%'")" ]; }
waits_for 60 is_asked
galera_ask 2 "kill $(galera_ask 2 "select id from information_schema.processlist where state = 'User sleep'")"
wait $holding
# a table that is made on all nodes ends what reads the one it refers to: so those who move begin behind it
for node in 2 3; do
    galera_ask $node "set wsrep_sync_wait = 1; select 1" >/dev/null || fail "node $node does not catch up"
done
"$mover" "$(where 2 3)" move 3 3000 20 >"$folder/mover.said" 2>&1 &
moving=$!
verify_again() {
    while [ ! -e "$folder/enough" ]; do
        "$pawlctl" verify >"$folder/out.verify" 2>&1
        status=$?
        [[ $status -eq 0 || $status -eq 3 && $(cat "$folder/out.verify") = *MariaDB* ]] || fail "verify: $(cat "$folder/out.verify")"
    done
    exit $failed
}
verify_again &
verifying=$!
rang() { [ "$(galera_ask 2 "select count(*) from shop_pawl.alarm_current where state = 'ringing'")" -ge "$1" ]; }
waits_for 60 rang 5
# one `verify` after the other is, and between two of them nobody
are_at_node_1() {
    [ "$(galera_ask 1 "select count(*) >= 3 from information_schema.processlist where db = 'shop_pawl' or db = 'shop'")" = 1 ]
}
waits_for 60 are_at_node_1 || galera_ask 1 "show processlist"
galera_kill 1
wait $clocks || fail "clocks: $(tail -n 3 "$folder/clocks.said")"
wait $moving || fail "moves: $(cat "$folder/mover.said")"
waits_for 60 rang 40
delivered_all() { [ "$(galera_ask 2 "select count(*) from shop_pawl.pawl_outbox")" = 0 ]; }
waits_for 60 delivered_all
touch "$folder/enough"
wait $verifying || failed=1
kill -TERM $relay $worker
wait $relay || fail "the relay exits with $?: $(cat "$folder/relay.said")"
wait $worker || fail "the worker exits with $?: $(cat "$folder/worker.said")" # also where an answer went with the node
galera_ask 2 "select concat_ws('|', 'parcel', parcel_id, sort_key, event) from shop_pawl.parcel_transitions union all
    select concat_ws('|', 'letter', letter_id, sort_key, event) from shop_pawl.letter_transitions" >"$folder/history"
"$here/../outbox/check.py" "$folder/history" "$folder/delivered" || failed=1
[ "$(galera_ask 2 "select count(*) from shop_pawl.alarm_transitions where event = 'ring'")" = 40 ] || fail "a timer was fired twice"
bring_back 1 2
says 0 " 0 problems" verify

# ---- a migration

says 0 "ticket: created" apply "$folder/gen/ticket.mariadb.sql"
for ticket in T1 T2; do
    says 0 "created in open" fire ticket $ticket create title=x
    says 0 "open -> taken" fire ticket $ticket take who=me
done
says 0 "taken -> parked" fire ticket T2 park
migration=$folder/migration.mariadb.sql
"$pawl" diff "$here/../migrations/new/ticket.fsm" "$here/../migrations/last/ticket.fsm" --sql=mariadb >"$migration" || exit 2

# killed_at PLACE NODE OTHER OTHER: NODE, when the migration has come to that line of its file, where it stands still
killed_at() {
    local place=$1 node=$2 migrating status
    shift
    mkdir "$folder/at$node"
    sed "/^$place/s/^/do sleep(600);\n/" "$migration" >"$folder/at$node/migration.mariadb.sql"
    "$pawlctl" apply "$folder/at$node/migration.mariadb.sql" --db="$(where "$@")" >"$folder/said" 2>&1 &
    migrating=$!
    waits_for 60 stands "$node"
    galera_kill "$node"
    wait $migrating
    status=$?
    [[ $status -eq 3 && $(cat "$folder/said") = *"apply it again"* ]] ||
        fail "the migration at node $node exits with $status: $(cat "$folder/said")"
    PAWL_DB=$(where "$@")
    says 0 "it is being migrated to version" status ticket
    says 1 "apply it again, and it continues" verify
}

killed_at "create table if not exists pawl_database.ticket_current" 1 2 3
bring_back 1 2
killed_at "-- close" 2 3 1
bring_back 2 3
killed_at "commit;" 3 1 2
says 0 "ticket: migrated" apply "$migration"
says 0 "nothing new" apply "$migration"
bring_back 3 1
for node in 1 2 3; do
    PAWL_DB=$(where $node)
    says 0 " 0 problems" verify ticket
    [ "$(galera_ask $node "set wsrep_sync_wait = 1; select group_concat(ticket_id, ' ', state order by ticket_id) from shop_pawl.ticket_current")" = \
        "T1 busy,T2 open" ] || fail "at node $node tickets are not where the migration brings them"
    says 0 "busy -> busy" fire ticket T1 nag
done
exit $failed
