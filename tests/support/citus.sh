# shellcheck shell=bash
# Sourced by the scripts that need a Citus cluster of their own: a coordinator and two workers on this machine, thrown away
# afterwards. Needs examples/support/install.sh and examples/support/postgres.sh.
#
#   citus_find            whether $CITUS_PREFIX/bin has a PostgreSQL; whether that has Citus shows `create extension`
#   citus_start DIR [NAME=VALUE...]  makes three nodes in DIR, starts them with these settings and joins them
#   citus_stop            stops all; DIR is the caller's to remove
#   citus_kill N          as a crash of node N: 0 is the coordinator, 1 and 2 are the workers
#   citus_restart N       starts a node that was killed
#   citus_ask N SQL       rows of node N, as the superuser, with | between columns
#
# After citus_start:
#   CITUS_CONNINFO   the superuser's, of the coordinator
#   CITUS_PORTS      of the nodes, on 127.0.0.1
#   CITUS_PIDS       of the servers
#
# The nodes listen on the loopback, since they find each other by address: every local user can connect meanwhile.

citus_find() {
    POSTGRES_BIN=${CITUS_PREFIX:-}/bin
    [ -n "${CITUS_PREFIX:-}" ] && [ -x "$POSTGRES_BIN/initdb" ]
}

# The servers are those of the prefix, and not those that postgres.sh would look for.
postgres_find() {
    citus_find
}

citus_free_ports() {
    python3 -c '
import socket
sockets = [socket.socket() for _ in range(3)]
for each in sockets:
    each.bind(("127.0.0.1", 0))
print(*[each.getsockname()[1] for each in sockets])'
}

citus_ask() {
    psql -XAtq -v ON_ERROR_STOP=1 -d "host=127.0.0.1 port=${CITUS_PORTS[$1]} user=postgres dbname=postgres" -c "$2"
}

citus_start() {
    local node
    CITUS_DIRECTORY=$1 CITUS_PIDS=() CITUS_DATA=()
    shift
    citus_find || {
        echo "CITUS_PREFIX is '${CITUS_PREFIX:-}', where no bin/initdb is" >&2
        return 1
    }
    read -ra CITUS_PORTS <<<"$(citus_free_ports)"
    [ "$(id -u)" -ne 0 ] || chmod 711 "$CITUS_DIRECTORY"
    for node in 0 1 2; do
        mkdir "$CITUS_DIRECTORY/$node"
        postgres_start "$CITUS_DIRECTORY/$node" port="${CITUS_PORTS[node]}" listen_addresses=127.0.0.1 \
            shared_preload_libraries=citus citus.enable_unsafe_triggers=on citus.node_conninfo=sslmode=disable \
            max_connections=200 "$@" || return 1
        CITUS_PIDS+=("$POSTGRES_PID") CITUS_DATA+=("$POSTGRES_DATA")
        citus_ask "$node" "create extension citus" || return 1
    done
    # read by whoever sources this
    # shellcheck disable=SC2034
    CITUS_CONNINFO="host=$CITUS_DIRECTORY/0 port=${CITUS_PORTS[0]} user=postgres dbname=postgres"
    citus_ask 0 "select citus_set_coordinator_host('127.0.0.1', ${CITUS_PORTS[0]})" >/dev/null || return 1
    for node in 1 2; do
        citus_ask 0 "select citus_add_node('127.0.0.1', ${CITUS_PORTS[node]})" >/dev/null || return 1
    done
}

citus_kill() {
    local waits
    kill -KILL "${CITUS_PIDS[$1]}"
    # as long as the number is somebody's, its files are taken for those of a server that runs
    for ((waits = 0; waits < 300; waits++)); do
        kill -0 "${CITUS_PIDS[$1]}" 2>/dev/null || break
        sleep 0.1
    done
    CITUS_PIDS[$1]=0
}

citus_restart() {
    postgres_run "$POSTGRES_BIN/pg_ctl" start -s -w -D "${CITUS_DATA[$1]}" -l "$CITUS_DIRECTORY/$1/server.log" || {
        tail -n 20 "$CITUS_DIRECTORY/$1/server.log" >&2
        return 1
    }
    CITUS_PIDS[$1]=$(postgres_run head -n 1 "${CITUS_DATA[$1]}/postmaster.pid")
}

citus_stop() {
    local node
    for node in "${!CITUS_DATA[@]}"; do
        [ "${CITUS_PIDS[node]}" = 0 ] ||
            postgres_run "$POSTGRES_BIN/pg_ctl" stop -s -m immediate -D "${CITUS_DATA[node]}" || true
    done
    CITUS_DATA=()
}
