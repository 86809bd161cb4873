#!/bin/bash
# nodes.sh PROGRAM...: a cluster of three nodes of MariaDB, and on it each program of tests, whose handles are opened on any
# of them. All run; those that fail are named.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../../examples/support/install.sh
. "$here/../../examples/support/install.sh"
# shellcheck source=../../examples/support/mariadb.sh
. "$here/../../examples/support/mariadb.sh"
# shellcheck source=../support/galera.sh
. "$here/../support/galera.sh"
galera_find || exit 77

folder=$(mktemp -d /tmp/pawl.XXXXXX)
trap 'galera_stop; rm -rf "$folder"' EXIT
galera_start "$folder"
export PAWL_TEST_DB="mariadb://root@$GALERA_HOSTS/mysql?load_balance_hosts=random"
failed=0
# A transaction of the caller's own may be turned away at any time, by what is still under way on another node; whoever has
# begun it begins anew, and so is a program: what fails twice has failed.
passes() {
    local attempt
    for attempt in 1 2; do
        timeout 150 "$1" >"$folder/said.$attempt" 2>&1 && return 0
    done
    return 1
}

for program in "$@"; do
    if passes "$program"; then
        printf '%s: %s\n' "$(basename "$program")" "$(cat "$folder"/said.* | grep -c '^\[       OK \]') tests"
    else
        echo "FAILED: $(basename "$program")"
        tail -n 40 "$folder"/said.*
        failed=1
        [ -z "${PAWL_TEST_FAIL_FAST:-}" ] || break
    fi
    rm -f "$folder"/said.*
done
exit $failed
