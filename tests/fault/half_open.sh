#!/bin/bash
# half_open.sh DATABASE PAWLCTL PAWL: a worker whose connection is half-open ends when it is told to: its packets arrive, and no
# answer does, or the server stands still. A command without a worker ends by the limits of the URI. In network namespaces; if
# those are not permitted, it says so and tests nothing.
set -u
tests=$(cd "$(dirname "$0")/.." && pwd)
if [ "${PAWL_TEST_NAMESPACE:-}" != own ]; then
    unshare --net true 2>/dev/null && command -v ip >/dev/null || {
        echo "network namespaces need root and iproute2: nothing was tested"
        exit 0
    }
    PAWL_TEST_NAMESPACE=own exec unshare --net "$0" "$@"
fi
database=$1 pawlctl=$2 pawl=$3
folder=$(mktemp -d /tmp/pawl.XXXXXX)
failed=0
fail() {
    echo "FAILED: $*" >&2
    failed=1
}

# ---- the server here, the clients beyond: 10.77.0.1 and 10.77.0.2

unshare --net sleep 600 &
beyond=$!
clean_up() {
    kill "$beyond"
    if [ "$database" = postgres ]; then
        postgres_stop
    elif [ -s "$folder/pid" ]; then
        kill -KILL "$(cat "$folder/pid")"
    fi
    rm -rf "$folder"
}
trap clean_up EXIT
for _ in {1..50}; do # until the process is in its own
    [ "$(readlink /proc/$beyond/ns/net)" = "$(readlink /proc/self/ns/net)" ] || break
    sleep 0.1
done
ip link set lo up && ip link add here type veth peer name there netns "$beyond" &&
    ip addr add 10.77.0.1/24 dev here && ip link set here up || exit 77
at() { nsenter --net=/proc/$beyond/ns/net "$@"; }
at ip addr add 10.77.0.2/24 dev there && at ip link set there up && at ip link set lo up || exit 77
lose() { ip route add blackhole 10.77.0.2/32; } # the answers: what comes is received
find() { ip route del blackhole 10.77.0.2/32; }

if [ "$database" = postgres ]; then
    # shellcheck source=../../examples/support/postgres.sh
    . "$tests/../examples/support/postgres.sh"
    postgres_find || exit 77
    postgres_start "$folder" fsync=off listen_addresses=10.77.0.1 port=5433 || exit 1
    echo "host all all 10.77.0.0/24 trust" | postgres_run tee -a "$POSTGRES_DATA/pg_hba.conf" >/dev/null
    sql() { "$POSTGRES_BIN/psql" -XAtq -v ON_ERROR_STOP=1 -d "$POSTGRES_CONNINFO" -c "$1"; }
    sql "select pg_reload_conf()" >/dev/null
    where="postgresql://postgres@10.77.0.1:5433/postgres"
    stand_still() { # the postmaster goes on, and so takes connections
        pkill "-$1" -P "$POSTGRES_PID"
    }
    sign_off() { sql "select count(*) from pg_stat_activity where application_name = 'libpawl' and state = 'idle'"; }
else
    # shellcheck source=../../examples/support/mariadb.sh
    . "$tests/../examples/support/mariadb.sh"
    mariadb_find || exit 77
    mariadb_start "$folder" --innodb-flush-log-at-trx-commit=0 --skip-networking=0 --bind-address=10.77.0.1 \
        --port=5433 || exit 1
    disown
    sql() { mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -BN shop -e "$1"; }
    mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -e "create database shop; create user root@'%'; grant all on *.* to root@'%' with grant option"
    where="mariadb://root@10.77.0.1:5433/shop"
    stand_still() { kill "-$1" "$(cat "$folder/pid")"; }
    sign_off() { sql "select count(*) from information_schema.processlist where host like '10.77.0.2%'"; }
fi
cat >"$folder/door.fsm" <<'END'
machine door {
  entity doors.id: text;
  event create();
  initial state open { after 1d shut -> closed; }
  final state closed;
}
END
sql "create table doors (id varchar(64) primary key); insert into doors values ('D1')"
"$pawl" "$folder/door.fsm" -o "$folder/gen" --emit="$database" || exit 2
at "$pawlctl" apply "$folder/gen/door.$database.sql" --db="$where" >/dev/null || exit 2

# begin_worker OPTIONS: which has connected and waits
begin_worker() {
    nsenter "--net=/proc/$beyond/ns/net" "$pawlctl" work door --db="$where$1" >"$folder/out" 2>&1 & # no shell in between
    worker=$!
    for _ in {1..300}; do
        [ "$(sign_off)" = 0 ] || break
        sleep 0.1
    done
    sleep 1.5
}

# ends WHAT: the worker, soon after its first SIGTERM; for ever would be a quarter of an hour
ends() {
    kill -TERM "$worker" || fail "the worker has ended before it was told to: $1: $(cat "$folder/out")"
    for _ in {1..600}; do
        kill -0 "$worker" 2>/dev/null || break
        sleep 0.1
    done
    kill -0 "$worker" 2>/dev/null && fail "the worker does not end: $1"
    kill -KILL "$worker" 2>/dev/null
    wait "$worker" 2>/dev/null
}

begin_worker ""
# While something that was sent waits for its acknowledgment, the socket shows that timer in place of the other.
for _ in {1..100}; do
    timers=$(at ss --tcp --options --numeric dst 10.77.0.1)
    [[ $timers != *keepalive* ]] || break
    sleep 0.1
done
[[ $timers == *keepalive* ]] || fail "it would not notice that nobody is there: $timers"
ends "its connection is as it should be"

limits="?tcp_user_timeout=2000&keepalives_idle=1&keepalives_interval=1&keepalives_count=2&connect_timeout=2"
begin_worker "$([ "$database" = postgres ] || echo "$limits")" # PostgreSQL's worker needs none
lose
ends "no answer arrives"

at timeout 60 "$pawlctl" status --db="$where$limits" >"$folder/out" 2>&1
[ $? = 124 ] && fail "nothing answers, and the command goes on"
find

begin_worker "?read_timeout=2"
stand_still STOP
ends "the server stands still"
stand_still CONT
if [ "$database" = postgres ]; then
    begin_worker ""
    stand_still STOP
    ends "the server stands still, and nothing limits it"
    stand_still CONT
fi
exit $failed
