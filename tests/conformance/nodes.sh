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
for program in "$@"; do
    if timeout 60 "$program" >"$folder/said" 2>&1; then
        printf '%s: %s\n' "$(basename "$program")" "$(grep -c '^\[       OK \]' "$folder/said") tests"
    else
        echo "FAILED: $(basename "$program")"
        tail -n 40 "$folder/said"
        failed=1
        [ -z "${PAWL_TEST_FAIL_FAST:-}" ] || break
    fi
done
exit $failed
