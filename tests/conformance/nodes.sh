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

# It takes seconds to deploy on three nodes, so programs use what the first has deployed; not those of flows, and those whose
# tables lie in the application's database, which nobody may empty.
choose_database() {
    case $1 in
    */flows-* | *-statesman | *-adopt-rows) unset PAWL_TEST_DATABASE ;;
    *) export PAWL_TEST_DATABASE=pawl_nodes ;;
    esac
}

empty_tables() {
    local kept="'pawl_schema', 'pawl_objects', 'pawl_machines', 'pawl_gates', 'pawl_outbox_slots'"
    galera_ask 1 "set foreign_key_checks = 0; $(galera_ask 1 "select concat('delete from ', table_schema, '.', table_name, ';')
        from information_schema.tables where table_schema in ('pawl_nodes', 'pawl_nodes_pawl') and table_type = 'BASE TABLE'
        and table_name not in ($kept)")"
}

for program in "$@"; do
    choose_database "$program"
    began=$SECONDS
    if timeout 600 "$program" >"$folder/said" 2>&1; then
        printf '%s: %s tests, %d s\n' "$(basename "$program")" "$(grep -c '^\[       OK \]' "$folder/said")" $((SECONDS - began))
    else
        echo "FAILED: $(basename "$program")"
        grep -vE '^\[ +(OK|RUN|SKIPPED) +\]' "$folder/said" | head -n 60
        failed=1
        [ -z "${PAWL_TEST_FAIL_FAST:-}" ] || break
    fi
    [ -z "${PAWL_TEST_DATABASE:-}" ] || empty_tables
done
exit $failed
