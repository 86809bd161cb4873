#!/bin/bash
# promoted.sh DATABASE PROGRAM PAWLCTL PAWL
#
# Four processes that move doors, alarms and tickets name two servers. One is the other's replica, without which nothing is
# acknowledged; it is promoted when that is killed, and on MariaDB, where a server need not be started anew for it, they first
# change places. The processes go on there, and what they leave is judged by crash_check.py. Whoever asks the replica
# for a move is told what runtime/ON_CALL.md says of it. DATABASE is postgres or mariadb; PROGRAM is the built crash_worker.
set -euo pipefail
database=$1
program=$(realpath "$2")
pawlctl=$(realpath "$3")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../examples/support/postgres.sh
. "$here/../../examples/support/postgres.sh"
# shellcheck source=../../examples/support/mariadb.sh
. "$here/../../examples/support/mariadb.sh"
# shellcheck source=../support/galera.sh
. "$here/../support/galera.sh"
"${database}_find" || exit 77

folder=$(mktemp -d /tmp/pawl.XXXXXX)
logs=$(mktemp -d /tmp/pawl-logs.XXXXXX)
chmod 755 "$folder"
mkdir "$folder/1" "$folder/2"
declare -a workers=() servers=()

clean_up() {
    [ ${#workers[@]} -eq 0 ] || kill -KILL "${workers[@]}" 2>/dev/null || true
    [ ${#servers[@]} -eq 0 ] || kill -KILL "${servers[@]}" 2>/dev/null || true
    { wait; } 2>/dev/null # which would tell that they were killed
    rm -rf "$folder" "$logs"
}
trap clean_up EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# asks SECONDS WANTED SQL: until the replica answers so
asks() {
    local deadline=$((SECONDS + $1)) answer
    until answer=$(query "$replica" "$3" 2>&1) && [ "$answer" = "$2" ]; do
        [ $SECONDS -lt $deadline ] || fail "it is never $2, but $answer: $3"
        sleep 0.1
    done
}

if [ "$database" = postgres ]; then
    postgres_start "$folder/1" fsync=off max_connections=100
    servers=("$POSTGRES_PID")
    mkdir "$folder/2/data"
    chown -R "$(postgres_run id -un)" "$folder/2"
    chmod 700 "$folder/2" "$folder/2/data"
    postgres_run "$POSTGRES_BIN/pg_basebackup" -d "$POSTGRES_CONNINFO" -D "$folder/2/data" -R --no-sync -c fast
    echo "unix_socket_directories = '$folder/2'" >>"$folder/2/data/postgresql.conf"
    postgres_run "$POSTGRES_BIN/pg_ctl" start -s -w -D "$folder/2/data" -l "$folder/2/server.log"
    servers+=("$(postgres_run head -n 1 "$folder/2/data/postmaster.pid")")
    query() { "$POSTGRES_BIN/psql" -X -q -At -d "host=$folder/$1 user=postgres dbname=postgres" -c "$2"; }
    query 1 "alter system set synchronous_standby_names = '*'"
    query 1 "select pg_reload_conf()" >/dev/null
    where="host=$folder/1,$folder/2 user=postgres dbname=postgres target_session_attrs=read-write"
    deployer=$where
    only() { echo "host=$folder/$1 user=postgres dbname=postgres"; }
    refusal=25006
    promote() { postgres_run "$POSTGRES_BIN/pg_ctl" promote -s -w -D "$folder/2/data"; }
    connected="select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
else
    galera_take_ports
    for number in 1 2; do
        mariadb_start "$folder/$number" --skip-networking=0 --bind-address=127.0.0.1 --port="${ports[$number - 1]}" \
            --skip-name-resolve --server-id="$number" --log-bin --binlog-format=ROW --log-slave-updates --gtid-strict-mode \
            --innodb-flush-log-at-trx-commit=2 --read-only
        servers+=("$MARIADB_PID")
    done
    query() { mariadb --no-defaults -uroot -S "$folder/$1/s" -BN -D "${own:-mysql}" -e "$2" | tr '\t' '|' | sed 's/|NULL$/|/'; }
    # copies N OTHER: makes N the replica of OTHER, which acknowledges nothing without it
    copies() {
        query "$1" "set global rpl_semi_sync_master_enabled = 0, rpl_semi_sync_slave_enabled = 1;
            change master to master_host = '127.0.0.1', master_port = ${ports[$2 - 1]}, master_user = 'root', master_use_gtid = slave_pos;
            start slave"
        query "$2" "set global rpl_semi_sync_master_timeout = 600000, rpl_semi_sync_master_wait_point = AFTER_SYNC,
            rpl_semi_sync_slave_enabled = 0, rpl_semi_sync_master_enabled = 1; set global read_only = 0"
    }
    for number in 1 2; do
        query $number "reset master; set global gtid_slave_pos = ''"
    done
    query 1 "set global log_bin_trust_function_creators = 0"
    query 2 "set global log_bin_trust_function_creators = 0"
    copies 2 1
    query 1 "create database doors; create user app; create role doors_pawl_app; grant doors_pawl_app to app;
        set default role doors_pawl_app for app; grant select on doors.* to app"
    hosts=127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}
    where="mariadb://app@$hosts/doors?read_timeout=20"
    deployer="mariadb://root@$hosts/doors"
    only() { echo "mariadb://app@127.0.0.1:${ports[$1 - 1]}/doors"; }
    refusal=1290
    # what it has received it does first: that was acknowledged
    promote() {
        local received
        query "$replica" "stop slave io_thread"
        received=$(query "$replica" "show slave status\\G" | sed -n 's/^ *Gtid_IO_Pos: //p')
        query "$replica" "do master_gtid_wait('$received'); stop slave; set global read_only = 0"
    }
    connected="select count(*) from information_schema.processlist where id <> connection_id() and user = 'app'"
fi
primary=1 replica=2
if [ "$database" = mariadb ]; then # it keeps a log, and trusts nobody's functions
    "$4" "$here/../conformance/door.fsm" -o "$folder/gen" --emit=mariadb
    "$pawlctl" apply "$folder/gen/door.mariadb.sql" --db="$deployer" >"$folder/said" 2>&1 && fail "functions are made that the server does not trust"
    grep -q "set global log_bin_trust_function_creators = 1" "$folder/said" || fail "of its log it says: $(cat "$folder/said")"
    query 1 "set global log_bin_trust_function_creators = 1"
    query 2 "set global log_bin_trust_function_creators = 1"
fi
"$program" "$deployer" "$logs/0" setup
[ "$database" = postgres ] || own=doors_pawl
asks 60 100 "select count(*) from alarm_current"

# What the replica says to a move, and that it can be read.
replica_refuses() {
    local status=0
    "$pawlctl" fire door 1 flip --db="$(only $replica)" >"$folder/said" 2>&1 || status=$?
    [[ $status -eq 3 && $(cat "$folder/said") = *"$refusal"*"takes writes"* ]] || fail "a replica says $status: $(cat "$folder/said")"
    "$pawlctl" status door --db="$(only $replica)" >"$folder/said" 2>&1 || fail "status of a replica: $(cat "$folder/said")"
}

answers() { cat "$logs"/* 2>/dev/null | grep -c '^answer .* OK '; }

# Until they have been answered some hundred times more.
they_go_on() {
    local started=$SECONDS before number
    before=$(answers || true)
    until [ "$(answers || true)" -gt $((before + 500)) ]; do
        for number in 1 2 3 4; do
            kill -0 "${workers[$number - 1]}" 2>/dev/null || fail "worker $number has ended"
        done
        [ $((SECONDS - started)) -lt 60 ] || fail "after a minute there are $(answers) moves, and were $before before"
        sleep 0.2
    done
}

replica_refuses
for number in 1 2 3 4; do
    "$program" "$where" "$logs/$number" >/dev/null &
    workers+=($!)
done
they_go_on
if [ "$database" = mariadb ]; then
    query $primary "set global read_only = 1"
    query $replica "do master_gtid_wait('$(query $primary "select @@gtid_binlog_pos")'); stop slave"
    copies $primary $replica
    primary=2 replica=1
    they_go_on
fi
replica_refuses
kill -KILL "${servers[$primary - 1]}"
{ wait "${servers[$primary - 1]}" || true; } 2>/dev/null
promote
they_go_on
"$pawlctl" fire door 1 knock --db="$where" >"$folder/said" 2>&1 || [ $? -eq 1 ] || fail "after it: $(cat "$folder/said")"
kill -KILL "${workers[@]}"
wait "${workers[@]}" 2>/dev/null || true
workers=()
asks 20 0 "$connected"
for machine in door alarm ticket; do
    query $replica "select '$machine', ${machine}_id, sort_key, event, from_state, to_state, created_at, coalesce(request_id, ''), actor
           from ${machine}_transitions order by ${machine}_id, sort_key" >>"$folder/history"
    query $replica "select '$machine', ${machine}_id, state, sort_key from ${machine}_current" >>"$folder/heads"
done
"$pawlctl" verify --db="$deployer" >"$folder/said" 2>&1 || fail "verify: $(cat "$folder/said")"
python3 "$here/crash_check.py" "$folder/history" "$folder/heads" "$logs"/*
