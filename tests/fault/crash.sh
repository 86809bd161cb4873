#!/bin/bash
# crash.sh DATABASE PROGRAM [pool | both | full]
#
# P9: eight processes move a hundred doors, a hundred alarms and ever new tickets while another kills them at random and starts
# them again, and the server, where there is one, crashes, is stopped, crashes, and comes back each time. What they leave is judged by
# crash_check.py. DATABASE is postgres, mariadb or sqlite; PROGRAM is the built crash_worker. Five seconds long, or
# PAWL_TEST_SECONDS. They must move until its end: in each fifth of the time, and again whenever the server has come back.
#
# On MariaDB statements are killed all the while, since what is undone of one depends on where it was.
#
# With `pool` each process is eight threads with handles of a pool, and moves that nobody waits for, and sessions are ended
# meanwhile, too. With `both` every other process is, so that one storm serves for both, as of a cluster, of which the
# disasters take their time.
#
# With `full` every other process is, too. The server has a disk of its own, in memory, which is full for two seconds again and again, and the server is
# started again where it gave up. What is told DB then must not have happened. As root, who mounts that disk, and not at all where root may not.
#
# galera is a cluster of three nodes of MariaDB, on which all write: one is lost and comes back, one stands still, two are
# lost, so that the third may do nothing until it is told to go on without them, and then all are. In the end all nodes must
# have the same rows. That takes a minute; for PAWL_TEST_SECONDS it begins anew.
set -euo pipefail

database=$1
program=$(realpath "$2")
form=${3:-}
duration=${PAWL_TEST_SECONDS:-5}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../examples/support/postgres.sh
. "$here/../../examples/support/postgres.sh"
# shellcheck source=../../examples/support/mariadb.sh
. "$here/../../examples/support/mariadb.sh"
# shellcheck source=../support/galera.sh
. "$here/../support/galera.sh"
case $database in
postgres) postgres_find || exit 77 ;;
mariadb) mariadb_find || exit 77 ;;
galera) galera_find || exit 77 ;;
esac
polite=()
if [ "$database" = galera ]; then # its disasters take a minute or two, however much is moved meanwhile
    polite=(nice -n 19)
    # of fifty-two who ask, a few are always under way
    export PAWL_TEST_PAUSE_MS=${PAWL_TEST_PAUSE_MS:-100} PAWL_TEST_IN_FLIGHT=${PAWL_TEST_IN_FLIGHT:-4}
fi

if [ "$form" = full ] && [ -z "${DISK_IS_OWN:-}" ]; then # nobody else sees the disk, which goes with the last of these processes
    root=()
    [ "$(id -u)" -eq 0 ] || root=(sudo -n)
    refused=$(${root[@]+"${root[@]}"} unshare --mount mount -t tmpfs tmpfs /mnt 2>&1) || {
        echo "no disk was filled, since none may be mounted here: $refused"
        exit 0
    }
    exec ${root[@]+"${root[@]}"} env DISK_IS_OWN=yes PAWL_TEST_SECONDS="$duration" unshare --mount "$0" "$@"
fi

# it lasts its time, so that what does not may go first
renice -n 10 $$ >/dev/null

workers=8
machines=(door alarm ticket)
folder=$(mktemp -d /tmp/pawl.XXXXXX)
logs=$(mktemp -d /tmp/pawl-logs.XXXXXX)
[ "$form" != full ] || mount -t tmpfs -o size=400m,mode=755 tmpfs "$folder"
declare -a supervisors=()

clean_up() {
    rm -f "$folder/everything_else"
    touch "$folder/stop"
    [ ${#supervisors[@]} -eq 0 ] || wait "${supervisors[@]}" || true # and not for the server
    case $database in
    postgres) postgres_stop ;;
    mariadb) mariadb_stop ;;
    galera) galera_stop ;;
    esac
    [ "$form" != full ] || umount --lazy "$folder"
    rm -rf "$folder" "$logs"
}
trap clean_up EXIT

# run_worker N [pool]: and nothing of it is left of this shell.
run_worker() {
    exec ${polite[@]+"${polite[@]}"} "$program" "$where" "$logs/$1" ${2:+"$2"}
}

# has_moved FILE PID: waits until worker PID, whose output FILE is, has made a move. One that is still at the start after half a
# minute, as while a server is away, is killed all the same.
has_moved() {
    local _ said
    for _ in {1..30}; do
        [ ! -e "$folder/stop" ] || return 0
        if read -r -t 1 -u "$1" said; then
            return 0
        fi
        kill -0 "$2" 2>/dev/null || return 0
    done
}

# supervise N [pool]: starts worker N, kills it up to three seconds after its first move, and starts it again. On a busy
# machine it would otherwise be killed before it came to move; one in four is killed wherever it is. One that has ended
# by itself is a finding.
supervise() {
    local pid output
    while [ ! -e "$folder/stop" ]; do
        exec {output}< <(run_worker "$@")
        pid=$!
        [ $((RANDOM % 4)) -eq 0 ] || has_moved "$output" "$pid"
        sleep "$((RANDOM % 3)).$((RANDOM % 9 + 1))"
        if ! kill -KILL "$pid" 2>/dev/null; then
            echo "FAILED: worker $1 ended before it was killed" >&2
            touch "$folder/failed"
            return
        fi
        { wait "$pid" || true; } 2>/dev/null
        exec {output}<&-
        echo "$1" >>"$folder/kills"
    done
}

moves() {
    cat "$logs"/* 2>/dev/null | grep -c '^answer .* OK ' || true
}

# must_move SINCE: somebody must have moved since this was asked before. However slow the machine is, two minutes are
# enough for one of eight.
moved=0
must_move() {
    local _ before=$moved
    for _ in {1..240}; do
        moved=$(moves)
        [ "$moved" -eq "$before" ] || return 0
        [ ! -e "$folder/failed" ] || exit 1
        sleep 0.5
    done
    echo "FAILED: nobody moves any more: there were $moved moves $1, and two minutes later there are no more" >&2
    exit 1
}

# What befalls a cluster, one after the other; the nodes are back in the end.
disasters=4
disaster() {
    case $1 in
    0)
        galera_kill 2
        galera_wait_for_size 1 2
        galera_join 2
        ;;
    1)
        galera_pause 3
        sleep 10 # the others give it up after four to eight seconds
        galera_continue 3
        galera_wait_for_all
        ;;
    2)
        galera_kill 1
        galera_kill 3
        galera_wait_for_loss 2
        if galera_has_all 2 1 3; then
            galera_go_on_alone 2
            galera_join 1
            galera_join 3
        else # whoever goes on with less loses what was acknowledged
            galera_kill 2
            galera_bootstrap
        fi
        ;;
    3)
        galera_kill 1
        galera_kill 2
        sleep 1 # the third takes no part in anything now
        galera_kill 3
        galera_bootstrap
        ;;
    esac
}

start_server() {
    if [ "$database" = mariadb ]; then
        mariadb_start_again
        return
    fi
    postgres_run "$POSTGRES_BIN/pg_ctl" start -s -w -D "$POSTGRES_DATA" -l "$folder/server.log"
    POSTGRES_PID=$(postgres_run head -n 1 "$POSTGRES_DATA/postmaster.pid")
}

restart_server() {
    if [ "$database" = postgres ]; then
        postgres_run "$POSTGRES_BIN/pg_ctl" stop -s -m "$1" -D "$POSTGRES_DATA"
    elif [ "$1" = immediate ]; then
        mariadb_kill
    else
        kill "$MARIADB_PID" && wait "$MARIADB_PID" || true
    fi
    start_server
}

server_runs() {
    if [ "$database" = sqlite ]; then
        true # there is none
    elif [ "$database" = mariadb ]; then
        kill -0 "$MARIADB_PID" 2>/dev/null
    else
        postgres_run "$POSTGRES_BIN/pg_ctl" status -D "$POSTGRES_DATA" >/dev/null
    fi
}

# What is written meanwhile is refused, or ends the server, which comes back only when there is room.
fill_disk() {
    local _
    dd if=/dev/zero of="$folder/everything_else" bs=64k 2>/dev/null || true
    if [[ $database = postgres && $((fills++ % 2)) -eq 1 ]]; then # its log needs another file, and there is no server without a log
        for _ in {1..10}; do
            sleep 0.2
            query "select pg_switch_wal()" >/dev/null 2>&1 || true
        done
    else
        sleep 2
    fi
    rm "$folder/everything_else"
    if ! server_runs; then
        restarts=$((restarts + 1))
        start_server
    fi
    for _ in {1..600}; do # it may be recovering
        ! query "select 1" >/dev/null 2>&1 || return 0
        sleep 0.1
    done
    echo "FAILED: a minute after there was room again the server does nothing" >&2
    exit 1
}

# Whether there are answers enough to be judged, or it has taken too long; on a busy machine they come late.
is_storm() {
    ((SECONDS - started <= 10 * duration)) || return 0
    [[ $(cat "$logs"/* | grep -c '^answer .* OK ') -ge 200 && $(cat "$logs"/* | grep -c '^answer .* ILLEGAL ') -ge 200 ]] &&
        [[ $form != full || $(cat "$logs"/* | grep -cE '^error .*(No space left on device|is full).*(Check free disk space|make room)') -ge 5 ]]
}

# Of any worker, who does not hear of it before he asks for something.
end_session() {
    local session
    if [ "$database" != postgres ]; then
        session=$(query "select id from information_schema.processlist where id <> connection_id() and command <> 'Daemon'
            and user <> 'system user' order by rand() limit 1")
        # it may have ended by itself
        [ -z "$session" ] || query "kill $session" 2>/dev/null || true
    else
        query "select pg_terminate_backend(pid) from (select pid from pg_stat_activity
            where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1) session" >/dev/null
    fi
}

# For the third of a second: whatever is under way, again and again. It may have ended by itself.
kill_statements() {
    query "delimiter //
        begin not atomic
          declare victim bigint;
          declare ends datetime(6) default sysdate(6) + interval 300000 microsecond;
          declare continue handler for 1094 begin end;
          while sysdate(6) < ends do
            set victim = (select id from information_schema.processlist
              where id <> connection_id() and command in ('Query', 'Execute') order by rand() limit 1);
            if victim is not null then
              kill query victim;
            end if;
            do sleep(0.002);
          end while;
        end //" 2>/dev/null || true
}

# What a killed worker has asked for may still be under way in the server, and be committed between two queries of ours.
wait_for_the_server() {
    local waited
    for ((waited = 0; waited < 100; waited++)); do
        [ "$(query "$connected")" != 0 ] || return 0
        sleep 0.1
    done
    echo "FAILED: ten seconds after the workers were killed the server has not noticed" >&2
    exit 1
}

if [ "$database" = postgres ]; then
    postgres_start "$folder" fsync=off full_page_writes=on max_connections=300 min_wal_size=32MB max_wal_size=64MB
    where=$POSTGRES_CONNINFO
    query() { "$POSTGRES_BIN/psql" -X -q -At -d "$where" -c "$1"; }
    connected="select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
elif [ "$database" = mariadb ]; then
    # what is written at a commit outlives the server's process, as on PostgreSQL without fsync
    mariadb_start "$folder" --innodb-flush-log-at-trx-commit=2 --max-connections=300
    mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -e "create database doors"
    where="mariadb://root@localhost/doors?socket=$MARIADB_SOCKET"
    query() { mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -N doors_pawl -e "$1" | tr '\t' '|' | sed 's/|NULL$/|/'; }
    connected="select count(*) from information_schema.processlist where id <> connection_id() and command <> 'Daemon'"
elif [ "$database" = galera ]; then
    galera_start "$folder" --innodb-flush-log-at-trx-commit=2
    galera_ask 1 "create database doors"
    where="mariadb://root@$GALERA_HOSTS/doors?load_balance_hosts=random&read_timeout=10"
    node=1
    query() { mariadb --no-defaults -uroot -S "$folder/$node.s" -N doors_pawl -e "$1" | tr '\t' '|' | sed 's/|NULL$/|/'; }
    connected="select count(*) from information_schema.processlist
        where id <> connection_id() and command <> 'Daemon' and user <> 'system user'"
else
    where=sqlite:$folder/doors.db
    query() { sqlite3 "$folder/doors.db" "$1"; }
fi
"$program" "$where" "$logs/0" setup

for ((i = 0; i < workers; i++)); do
    how=
    [[ $form != pool && ($form = "" || $((i % 2)) -eq 0) ]] || how=pool
    supervise "$i" "$how" &
    supervisors+=($!)
done

# fifth_is_over: whether another fifth of the time is.
fifths=0
fifth_is_over() {
    ((SECONDS - started >= (fifths + 1) * duration / 5)) && fifths=$(((SECONDS - started) * 5 / duration))
}

restarts=0
fills=0
started=$SECONDS
must_move "at the start"
while ((SECONDS - started < duration)) || [[ $database = galera && $restarts -lt $disasters ]] || ! is_storm; do
    if [ "$database" = mariadb ]; then
        kill_statements
    else
        sleep 0.3
    fi
    if [ "$database" = galera ]; then
        for node in 1 2 3; do
            sleep 0.7
            [[ $form != pool && $form != both ]] || end_session
        done
        disaster $((restarts % disasters))
        must_move "before disaster $((restarts % disasters)) of the cluster"
        restarts=$((restarts + 1))
    elif [ "$form" = full ]; then
        sleep 1
        fill_disk
        must_move "before the disk was full"
    elif [[ $database != sqlite ]] && ((restarts < 3 && SECONDS - started >= (restarts + 1) * duration / 4)); then
        # twice as by a power switch, once as by an administrator
        restart_server "$([ "$restarts" -eq 1 ] && echo fast || echo immediate)"
        restarts=$((restarts + 1))
        must_move "before restart $restarts of the server"
    elif [[ ($form = pool || $form = both) && $database != sqlite ]]; then
        end_session
    fi
    ! fifth_is_over || must_move "in $fifths fifths of the time"
done
must_move "before the end"
touch "$folder/stop"
wait "${supervisors[@]}"
supervisors=()
[ ! -e "$folder/failed" ] || exit 1
case $database in
sqlite) ;;
galera)
    for node in 1 2 3; do
        wait_for_the_server
        for machine in "${machines[@]}"; do
            query "set wsrep_sync_wait = 1; select * from ${machine}_transitions order by ${machine}_id, sort_key;
                   select * from ${machine}_current order by ${machine}_id" >>"$folder/node$node"
        done
        cmp "$folder/node1" "$folder/node$node" || {
            echo "FAILED: node $node has other rows than node 1" >&2
            exit 1
        }
    done
    ;;
*) wait_for_the_server ;;
esac

for machine in "${machines[@]}"; do
    query "select '$machine', ${machine}_id, sort_key, event, from_state, to_state, created_at, coalesce(request_id, ''), actor
           from ${machine}_transitions order by ${machine}_id, sort_key" >>"$folder/history"
    query "select '$machine', ${machine}_id, state, sort_key from ${machine}_current" >>"$folder/heads"
done
echo "$(wc -l <"$folder/kills") kills, $restarts restarts of the server"
python3 "$here/crash_check.py" "$folder/history" "$folder/heads" "$logs"/*
