# shellcheck shell=bash
# Sourced by the scripts that need a Galera cluster of their own: three nodes on this machine, thrown away afterwards.
# Needs examples/support/install.sh and examples/support/mariadb.sh.
#
#   galera_install             installs what MariaDB needs to be a node, where it is missing
#   galera_start DIR [OPTION...]  makes three nodes in DIR and starts them with these options of mariadbd
#   galera_stop                stops all; DIR is the caller's to remove
#   galera_kill N              as a crash of node N, 1 to 3
#   galera_pause N, galera_continue N   SIGSTOP and SIGCONT
#   galera_join N              starts a node that was killed; it takes from the others what it has missed
#   galera_wait_for_loss N     after the two other nodes were killed: until node N knows that it has lost the majority
#   galera_has_all N OTHER...  whether it has all that they have
#   galera_go_on_alone N       then: node N makes up the cluster
#   galera_bootstrap           after all nodes were killed: the one that knows most begins anew, the others join it;
#                              fails where they are of different clusters
#   galera_ask N SQL           rows of node N, as root
#   galera_wait N [SECONDS]    until node N takes part; fails with what it says of itself
#   galera_wait_for_all        until three take part, everywhere
#   galera_wait_for_size N COUNT  until node N sees so many
#
# After galera_start:
#   GALERA_PORTS     of the nodes, on 127.0.0.1
#   GALERA_HOSTS     127.0.0.1:PORT,127.0.0.1:PORT,127.0.0.1:PORT
#   GALERA_URI       mariadb://root@HOSTS/mysql
#   GALERA_PIDS      of the servers; 0: it was killed
#
# The nodes listen on the loopback, since they find each other by address; root has no password there. What they write is
# gone with a crash of the machine, so that a start costs little; a crash of one node is made good by the others.

galera_install() {
    install_missing mariadb-server galera-4 rsync
    galera_find || {
        echo "no libgalera_smm.so found; install the package galera-4" >&2
        return 1
    }
}

galera_find() {
    local candidate
    GALERA_LIBRARY=
    for candidate in /usr/lib/galera/libgalera_smm.so /usr/lib64/galera-4/libgalera_smm.so; do
        [ ! -e "$candidate" ] || GALERA_LIBRARY=$candidate
    done
    [ -n "$GALERA_LIBRARY" ] && mariadb_find && command -v rsync >/dev/null
}

# In ports, twelve of the loopback that nobody has now, below those that the system gives to who connects, which would take them
# before a node does. Those by which a node is brought up to date nobody has most of the time: so a lock on a file says that they are
# this cluster's, which its servers hold, too.
galera_take_ports() {
    local first block lock
    read -r first _ </proc/sys/net/ipv4/ip_local_port_range
    for block in $(shuf -i 1-400); do
        exec {lock}>>"/tmp/pawl-ports.$block" || continue
        if flock -n "$lock" && galera_are_free $((first - 12 * block)); then
            mapfile -t ports < <(seq $((first - 12 * block)) $((first - 12 * block + 11)))
            return
        fi
        exec {lock}>&-
    done
    echo "no twelve ports are free" >&2
    return 1
}

galera_are_free() {
    python3 -c '
import socket, sys
for port in range(int(sys.argv[1]), int(sys.argv[1]) + 12):
    with socket.socket() as one:
        if one.connect_ex(("127.0.0.1", port)) == 0:
            sys.exit(1)' "$1"
}

galera_start() {
    local number ports=()
    GALERA_DIRECTORY=$1
    shift
    GALERA_OPTIONS=("$@")
    galera_find || {
        echo "no Galera found; call galera_install first" >&2
        return 1
    }
    galera_take_ports || return 1
    GALERA_PORTS=("${ports[@]:0:3}")
    GALERA_GROUP_PORTS=("${ports[@]:3:3}")
    GALERA_STATE_PORTS=("${ports[@]:6:3}")
    GALERA_INCREMENT_PORTS=("${ports[@]:9:3}")
    GALERA_PIDS=(0 0 0)
    GALERA_HOSTS=127.0.0.1:${GALERA_PORTS[0]},127.0.0.1:${GALERA_PORTS[1]},127.0.0.1:${GALERA_PORTS[2]}
    # shellcheck disable=SC2034 # read by whoever sources this
    GALERA_URI=mariadb://root@$GALERA_HOSTS/mysql
    [ "$(id -u)" -ne 0 ] || chown "$(mariadb_user)" "$GALERA_DIRECTORY"
    chmod 755 "$GALERA_DIRECTORY"
    TMPDIR=$GALERA_DIRECTORY mariadb-install-db --no-defaults --datadir="$GALERA_DIRECTORY/1" --user="$(mariadb_user)" \
        --auth-root-authentication-method=normal --skip-test-db >"$GALERA_DIRECTORY/install.log" 2>&1 || {
        cat "$GALERA_DIRECTORY/install.log" >&2
        return 1
    }
    for number in 2 3; do
        cp -a "$GALERA_DIRECTORY/1" "$GALERA_DIRECTORY/$number"
    done
    for number in 1 2 3; do # servers that share one delete each other's temporary tables
        mkdir "$GALERA_DIRECTORY/$number.tmp"
        [ "$(id -u)" -ne 0 ] || chown "$(mariadb_user)" "$GALERA_DIRECTORY/$number.tmp"
    done
    galera_start_node 1 gcomm:// --wsrep-new-cluster && galera_wait 1 || return 1
    for number in 2 3; do
        galera_join "$number" || return 1
    done
    galera_wait_for_all
}

# galera_server N ADDRESS [OPTION...]: the server itself, in place of the shell.
galera_server() {
    local number=$1 index=$(($1 - 1)) address=$2
    shift 2
    exec mariadbd --no-defaults --datadir="$GALERA_DIRECTORY/$number" --user="$(mariadb_user)" \
        --tmpdir="$GALERA_DIRECTORY/$number.tmp" --socket="$GALERA_DIRECTORY/$number.s" --pid-file="$GALERA_DIRECTORY/$number.pid" \
        --bind-address=127.0.0.1 --port="${GALERA_PORTS[$index]}" --max-connections=300 --skip-name-resolve \
        --binlog-format=ROW --innodb-autoinc-lock-mode=2 --innodb-flush-log-at-trx-commit=0 --innodb-doublewrite=0 \
        --innodb-buffer-pool-size=64M --wsrep-on=ON --wsrep-provider="$GALERA_LIBRARY" --wsrep-cluster-name=pawl \
        --wsrep-cluster-address="$address" --wsrep-node-name="node$number" --wsrep-node-address=127.0.0.1 \
        --wsrep-node-incoming-address="127.0.0.1:${GALERA_PORTS[$index]}" --wsrep-sst-method=rsync \
        --wsrep-sst-receive-address="127.0.0.1:${GALERA_STATE_PORTS[$index]}" \
        --wsrep-provider-options="base_port=${GALERA_GROUP_PORTS[$index]};gmcast.listen_addr=tcp://127.0.0.1:${GALERA_GROUP_PORTS[$index]};ist.recv_addr=127.0.0.1:${GALERA_INCREMENT_PORTS[$index]};gcache.size=64M;gcache.recover=yes;evs.keepalive_period=PT0.5S;evs.suspect_timeout=PT4S;evs.inactive_timeout=PT8S;evs.inactive_check_period=PT0.5S;pc.recovery=no;pc.wait_prim_timeout=PT90S" \
        ${GALERA_OPTIONS[@]+"${GALERA_OPTIONS[@]}"} "$@"
}

galera_group() {
    echo "gcomm://127.0.0.1:${GALERA_GROUP_PORTS[0]},127.0.0.1:${GALERA_GROUP_PORTS[1]},127.0.0.1:${GALERA_GROUP_PORTS[2]}"
}

# galera_start_node N ADDRESS [OPTION...]
galera_start_node() {
    galera_server "$@" >>"$GALERA_DIRECTORY/$1.log" 2>&1 &
    GALERA_PIDS[$1 - 1]=$!
}

galera_ask() {
    mariadb --no-defaults -uroot -S "$GALERA_DIRECTORY/$1.s" -BNr -e "$2"
}

galera_wait() {
    local _ said=
    for _ in $(seq $((${2:-120} * 4))); do
        said=$(galera_ask "$1" "select variable_value from information_schema.global_status
            where variable_name in ('wsrep_ready', 'wsrep_local_state_comment') order by variable_name" 2>&1) || true
        [ "$said" != $'Synced\nON' ] || return 0
        kill -0 "${GALERA_PIDS[$1 - 1]}" 2>/dev/null || break
        sleep 0.25
    done
    echo "node $1 takes no part: $said" >&2
    # a server that crashes says so, and why, before much else
    grep -m 1 -B 5 -A 60 'got signal' "$GALERA_DIRECTORY/$1.log" >&2 || tail -n 30 "$GALERA_DIRECTORY/$1.log" >&2
    return 1
}

galera_wait_for_all() {
    local number
    for number in 1 2 3; do
        galera_wait "$number" && galera_wait_for_size "$number" 3 || return 1
    done
}

# A node that was killed is first given up by the others, which takes them up to eight seconds: servers that many tests keep
# waiting for a processor gave each other up, and the majority with it, where it took them half of that.
galera_wait_for_size() {
    local _ said=
    for _ in $(seq 120); do
        said=$(galera_ask "$1" "select variable_value from information_schema.global_status
            where variable_name = 'wsrep_cluster_size'" 2>&1) || true
        [ "$said" != "$2" ] || return 0
        sleep 0.25
    done
    echo "node $1 sees $said nodes, not $2" >&2
    return 1
}

galera_join() {
    galera_start_node "$1" "$(galera_group)" && galera_wait "$1"
}

galera_kill() {
    kill -9 "${GALERA_PIDS[$1 - 1]}" 2>/dev/null
    wait "${GALERA_PIDS[$1 - 1]}" 2>/dev/null || true
    GALERA_PIDS[$1 - 1]=0
}

galera_pause() { kill -STOP "${GALERA_PIDS[$1 - 1]}"; }
galera_continue() { kill -CONT "${GALERA_PIDS[$1 - 1]}"; }

# A node that has lost the others takes no part in anything until somebody who knows that they are gone says that it may.
galera_wait_for_loss() {
    local _
    for _ in $(seq 120); do
        [ "$(galera_ask "$1" "show status like 'wsrep_cluster_status'" 2>&1)" = $'wsrep_cluster_status\tPrimary' ] || break
        sleep 0.25
    done
}

galera_go_on_alone() {
    galera_ask "$1" "set global wsrep_provider_options = 'pc.bootstrap=YES'" && galera_wait "$1"
}

# galera_has_all NODE OTHER...: whether it has what those have that were killed. What they acknowledged last it may have
# received, and dropped when it lost the majority. Of what another cluster has, it has nothing.
galera_has_all() {
    local node=$1 cluster has other position
    cluster=$(galera_ask "$node" "show status like 'wsrep_cluster_state_uuid'" | cut -f 2)
    has=$(galera_ask "$node" "show status like 'wsrep_last_committed'" | cut -f 2)
    shift
    for other; do
        position=$(galera_position "$other")
        [ "$position" != "$galera_nowhere" ] || continue
        [[ $position = "$cluster":* && ${position##*:} -le ${has:--1} ]] || return 1
    done
}

# Of a node that has nothing of any cluster yet.
galera_nowhere=00000000-0000-0000-0000-000000000000:-1

# CLUSTER:NUMBER. Where a node that was killed says that its state is unknown, the server's own recovery tells how far it
# is. Numbers of different clusters say nothing about each other, and each galera_bootstrap makes a cluster that counts anew.
galera_position() {
    (galera_server "$1" "$(galera_group)" --wsrep-recover) 2>&1 |
        sed -n 's/.*Recovered position: \([0-9a-f-]*:[0-9-]*\).*/\1/p' | tail -n 1
}

galera_bootstrap() {
    local number position cluster='' most=-2 first=1
    for number in 1 2 3; do
        position=$(galera_position "$number")
        if [ -z "$position" ]; then
            echo "node $number does not say how far it is" >&2
            return 1
        fi
        [ "$position" != "$galera_nowhere" ] || continue
        if [ "${position%:*}" != "${cluster:=${position%:*}}" ]; then
            echo "node $number is at $position, and another at a position of cluster $cluster: their numbers do not say which has most" >&2
            return 1
        fi
        if [ "${position##*:}" -gt "$most" ]; then
            most=${position##*:}
            first=$number
        fi
    done
    sed -i 's/^safe_to_bootstrap:.*/safe_to_bootstrap: 1/' "$GALERA_DIRECTORY/$first/grastate.dat"
    galera_start_node "$first" gcomm:// --wsrep-new-cluster && galera_wait "$first" || return 1
    for number in 1 2 3; do
        [ "$number" -eq "$first" ] || galera_join "$number" || return 1
    done
    galera_wait_for_all
}

# Its tables are thrown away, so it need not write them out.
galera_stop() {
    local number
    for number in 1 2 3; do
        [ "${GALERA_PIDS[$number - 1]:-0}" = 0 ] || galera_kill "$number"
    done
}
