#!/usr/bin/env bash
# positions.sh: with which node a cluster begins anew whose nodes were all killed, and whether a node has all that the killed
# ones have, by what they say of their positions. No server runs.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../support/galera.sh
. "$here/../support/galera.sh"
GALERA_DIRECTORY=$(mktemp -d)
trap 'rm -rf "$GALERA_DIRECTORY"' EXIT
failed=0
for number in 1 2 3; do
    mkdir "$GALERA_DIRECTORY/$number"
    echo "safe_to_bootstrap: 0" >"$GALERA_DIRECTORY/$number/grastate.dat"
done
one=1f0c6a52-cbaa-11f0-9d0e-0a1b2c3d4e5f
two=e07d11c4-cbaa-11f0-8b52-5f4e3d2c1b0a
new=$galera_nowhere

# in the place of the servers
positions=()
galera_group() { echo gcomm://; }
galera_server() {
    [ -z "${positions[$1 - 1]}" ] ||
        echo "2026-11-27 15:00:00 0 [Note] WSREP: Recovered position: ${positions[$1 - 1]}"
}
galera_ask() {
    case $2 in
    *wsrep_cluster_state_uuid*) printf 'wsrep_cluster_state_uuid\t%s\n' "${own%:*}" ;;
    *wsrep_last_committed*) printf 'wsrep_last_committed\t%s\n' "${own##*:}" ;;
    esac
}
galera_start_node() { begun=$1; }
galera_wait() { :; }
galera_join() { :; }
galera_wait_for_all() { :; }

# begins_with NODE POSITION...: none where no node may begin
begins_with() {
    local expected=$1
    shift
    positions=("$@")
    begun=none
    galera_bootstrap 2>"$GALERA_DIRECTORY/said"
    [ "$begun" = "$expected" ] && return
    echo "FAILED: of $* it begins with $begun, not with $expected" >&2
    failed=1
}

# has_all yes|no OWN POSITION POSITION: whether node 2, at its own position, has what nodes 1 and 3 have
has_all() {
    local expected=$1 answer=no
    own=$2
    positions=("$3" "" "$4")
    ! galera_has_all 2 1 3 || answer=yes
    [ "$answer" = "$expected" ] && return
    echo "FAILED: whether $2 has all of $3 and $4: $answer, not $expected" >&2
    failed=1
}

begins_with 1 $one:7 $one:7 $one:6
begins_with 3 $one:9 $one:10 $one:11
begins_with 2 $one:9,0-1-12 $one:10,0-1-11 $one:8,0-1-13
begins_with 2 $new $one:5 $new
begins_with 3 $new $one:5 $one:6
begins_with 1 $new $new $new
begins_with none $one:9 "" $one:9
begins_with none $one:900 $two:7 $two:7
begins_with none $two:7 $two:7 $one:900
grep -q "node 3 is at $one:900, and another at a position of cluster $two" "$GALERA_DIRECTORY/said" || {
    echo "FAILED: it does not say of which clusters the nodes are: $(cat "$GALERA_DIRECTORY/said")" >&2
    failed=1
}

has_all yes $one:7 $one:7 $one:6
has_all no $one:7 $one:8 $one:6
has_all no $one:7 $one:7 $one:8
has_all yes $one:7 $new $one:7
has_all no $one:700 $two:7 $one:7
has_all no $one:700 $one:7 $two:7
has_all no $one:7 "" $one:7
exit $failed
