#!/bin/bash
# first_day.sh DATABASE BUILD: examples/first_day, with the programs of a build tree, on servers of its own: twice, with the rights that
# logins then have, and removed again. It leaves alone whatever it did not make, and ends the server that it starts.
set -euo pipefail
database=$1
build=$2
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
for file in install postgres mariadb; do
    # shellcheck source=/dev/null
    . "$ROOT/examples/support/$file.sh"
done
folder=$(mktemp -d /tmp/pawl.XXXXXX)
chmod 755 "$folder"
trap 'postgres_stop; mariadb_stop; [ -z "${first_server:-}" ] || kill -9 "$first_server"; rm -rf "$folder"' EXIT
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
export FOLDER=$folder/day PATH=$build/compiler:$build/runtime/pawlctl:$PATH LD_LIBRARY_PATH=$build/runtime
export PKG_CONFIG_PATH=$build/compiler/package

# prints TEXT [ARGUMENT]: what the script prints with it
prints() {
    "$ROOT/examples/first_day/$database.sh" "${@:2}" >"$folder/printed" 2>&1 || fail "${*:2}: $(cat "$folder/printed")"
    grep -qF -- "$1" "$folder/printed" || fail "${*:2} does not print $1: $(cat "$folder/printed")"
}
printed() { grep -qF -- "$1" "$folder/printed" || fail "it does not print $1: $(cat "$folder/printed")"; }

# refuses TEXT [ARGUMENT]: the script fails, and prints that
refuses() {
    ! "$ROOT/examples/first_day/$database.sh" "${@:2}" >"$folder/printed" 2>&1 || fail "${*:2} is not refused: $(cat "$folder/printed")"
    printed "$1"
}

server() { # NAME
    mkdir "$folder/$1"
    mariadb_start "$folder/$1" --innodb-flush-log-at-trx-commit=0
    disown
}

case $database in
sqlite)
    answer() { [ ! -e "$FOLDER/shop.db" ] || echo 1; }
    mkdir "$FOLDER"
    touch "$FOLDER/foreign"
    refuses "is not empty"
    refuses "nothing is removed" --remove
    rm "$FOLDER/foreign" || fail "a foreign file is gone"
    # a server that started ends, even if nothing can be read from it
    mkdir "$folder/bin"
    printf '#!/bin/sh\nexit 22\n' >"$folder/bin/curl"
    cat >"$folder/bin/pawlctl" <<END
#!/bin/sh
[ "\$1" != serve ] || echo \$\$ >"$folder/serve"
exec "$build/runtime/pawlctl/pawlctl" "\$@"
END
    chmod +x "$folder/bin/"*
    PATH=$folder/bin:$PATH refuses "./payments race"
    for _ in {1..100}; do
        grep -q serve "/proc/$(cat "$folder/serve")/cmdline" 2>/dev/null || break
        sleep 0.1
    done
    ! grep -q serve "/proc/$(cat "$folder/serve")/cmdline" 2>/dev/null || { kill "$(cat "$folder/serve")" && fail "pawlctl serve runs"; }
    "$ROOT/examples/first_day/sqlite.sh" --remove
    ;;
postgres)
    postgres_find || exit 77
    PATH=$PATH:$POSTGRES_BIN
    postgres_start "$folder" fsync=off
    export ADMIN="host=$folder user=postgres"
    admin() { psql -XAtq -d "$ADMIN dbname=postgres" -c "$1"; }
    foreign="database shop_copy:create database shop_copy;drop database shop_copy
login oncall:create role oncall login;drop role oncall"
    answer() { admin "select 1 from pg_database where datname like 'shop%' union
        select 1 from pg_roles where rolname in ('deployer', 'my_service', 'oncall', 'pawl_owner', 'pawl_app', 'pawl_operator', 'pawl_reader')"; }
    ;;
mariadb)
    mariadb_find || exit 77
    server two
    export COPY="mariadb://root@localhost/mysql?socket=$MARIADB_SOCKET" first_server=$MARIADB_PID
    server one
    export ADMIN="mariadb://root@localhost/mysql?socket=$MARIADB_SOCKET"
    admin() { mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -NBe "$1"; }
    foreign="database shop:create database shop;drop database shop
login oncall:create user oncall@elsewhere;drop user oncall@elsewhere"
    answer() { admin "select distinct 1 from mysql.user
        where user in ('deployer', 'my_service', 'oncall') or user like 'shop%' union select 1 from information_schema.schemata where schema_name like 'shop%'"; }
    ;;
esac

while IFS=': ' read -r object name making; do
    [ -n "$object" ] || continue
    admin "${making%;*}"
    refuses "the $object $name exists"
    "$ROOT/examples/first_day/$database.sh" --remove >"$folder/printed" 2>&1 || fail "--remove: $(cat "$folder/printed")"
    admin "${making#*;}" || fail "--remove drops a foreign $object"
done <<<"${foreign:-}"
prints "1000 payments, 8 threads"
printed "payment: created"
printed "Bank payment"
printed "pawl_entities"
printed '"machine": "payment"'
printed "pawl_dashboard.json"
[ "$(grep -c "1000 entities, .* 0 problems" "$folder/printed")" -ge 1 ] || fail "the copy is not verified: $(cat "$folder/printed")"
prints "1000 payments exist"
printed "payment: nothing new"
[ "$(answer)" = 1 ] || fail "there is nothing of it"
if [ "$database" != sqlite ]; then # what another server has of these names is not the script's
    sed -i.here 's/^/elsewhere /' "$FOLDER/made_by_first_day"
    refuses "objects on another server" --remove
    [ "$(answer)" = 1 ] || fail "--remove drops another server's"
    mv "$FOLDER/made_by_first_day.here" "$FOLDER/made_by_first_day"
fi
"$ROOT/examples/first_day/$database.sh" --remove >"$folder/printed" 2>&1 || fail "--remove: $(cat "$folder/printed")"
[ -z "$(answer)" ] && [ ! -e "$FOLDER" ] || fail "--remove leaves something: $(cat "$folder/printed")"
refuses "nothing is removed" --remove
