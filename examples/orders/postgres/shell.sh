# shellcheck shell=bash
# Sourced by demo.sh: what it does at psql. Needs $here, $compiled, $owner_login and $service_login of demo.sh.
#
#   deploy              the shop's tables, the machine, and the service's login
#   place COUNT         so many orders
#   clerk NAME          reports all orders as paid; terminal claims some and completes them, dying_terminal only claims
#   answer SQL          the service's, its rows bare; show SQL, as a table. $pawl stands before the names of Pawl's tables
pawl=

service() { psql -X -q -v ON_ERROR_STOP=1 -d "$service_login" "$@"; }
answer() { service -At -c "$1"; }
show() { service -c "$1"; }

deploy() {
    PGOPTIONS='-c client_min_messages=warning' psql -X -q -v ON_ERROR_STOP=1 -d "$owner_login" -f "$here/postgres/tables.sql" \
        -f "$compiled/pawl.postgres.sql" -f "$compiled/order.postgres.sql" -c "grant pawl_app to orders_service"
}
place() { service -At -v count="$1" -f "$here/postgres/place.sql"; }
clerk() { service -At -v clerk="$1" -f "$here/postgres/writer.sql"; }
terminal() { service -At -v lease=1min -v dies=off -f "$here/postgres/warehouse.sql"; }
dying_terminal() { service -At -v lease=1s -v dies=on -f "$here/postgres/warehouse.sql"; }
