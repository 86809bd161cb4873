# shellcheck shell=bash
# Sourced by demo.sh: what it does at mariadb, as postgres/shell.sh says. The SQL here has pawl_application for the shop's
# database and pawl_database for Pawl's own, as pawl writes it.

# arguments URI: the arguments of mariadb, for mariadb://USER@localhost/DATABASE?socket=PATH
arguments() {
    local user=${1#mariadb://} database=${1#mariadb://*/}
    printf '%s\n' -u "${user%%@*}" -S "${1#*socket=}" -D "${database%%\?*}"
}
mapfile -t owner_at < <(arguments "$owner_login")
mapfile -t service_at < <(arguments "$service_login")
shop=${service_at[-1]}
pawl=${shop}_pawl.

# libpawl and its programs ask for READ COMMITTED, too: above it, sessions lock gaps and wait for each other.
service() {
    mariadb --no-defaults --init-command="set session transaction isolation level read committed" "${service_at[@]}" "$@"
}
answer() { service -N -B -e "$1"; }
show() { service -t -e "$1"; }
named() { sed "s/pawl_application/$shop/g; s/pawl_database/${shop}_pawl/g" "$1"; }

# each FILE VARIABLE...: runs the statements that a file writes, one by one, as \gexec does at psql
each() {
    { printf 'set %s;\n' "${@:2}" && named "$1"; } | service -N -B -r | service -N -B
}

deploy() {
    local file
    for file in "$here/mariadb/tables.sql" "$compiled/pawl.mariadb.sql" "$compiled/order.mariadb.sql"; do
        named "$file" | mariadb --no-defaults "${owner_at[@]}"
    done
    mariadb --no-defaults "${owner_at[@]}" -e "grant ${shop}_pawl_app to orders_service; set default role ${shop}_pawl_app for orders_service"
}
place() { each "$here/mariadb/place.sql" "@count = $1" | sort | uniq -c | sed 's/^ *\([0-9]*\) OK/\1 placed/'; }
clerk() { each "$here/mariadb/writer.sql" "@clerk = '$1'"; }
terminal() { each "$here/mariadb/warehouse.sql" "@lease_s = 60" "@dies = false"; }
dying_terminal() { each "$here/mariadb/warehouse.sql" "@lease_s = 1" "@dies = true"; }
