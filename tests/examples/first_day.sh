#!/bin/bash
# first_day.sh DATABASE BUILD: examples/first_day, with the programs of a build tree, on servers of its own: twice, with the rights that
# logins then have, and removed again.
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

server() { # NAME
    mkdir "$folder/$1"
    mariadb_start "$folder/$1" --innodb-flush-log-at-trx-commit=0
    disown
}

case $database in
sqlite) answer() { [ ! -e "$FOLDER/shop.db" ] || echo 1; } ;;
postgres)
    postgres_find || exit 77
    PATH=$PATH:$POSTGRES_BIN
    postgres_start "$folder" fsync=off
    export ADMIN="host=$folder user=postgres"
    answer() { psql -XAtq -d "$ADMIN dbname=postgres" -c "select 1 from pg_database where datname like 'shop%' union
        select 1 from pg_roles where rolname in ('deployer', 'my_service', 'oncall', 'pawl_owner', 'pawl_app', 'pawl_operator', 'pawl_reader')"; }
    ;;
mariadb)
    mariadb_find || exit 77
    server two
    export COPY="mariadb://root@localhost/mysql?socket=$MARIADB_SOCKET" first_server=$MARIADB_PID
    server one
    export ADMIN="mariadb://root@localhost/mysql?socket=$MARIADB_SOCKET"
    answer() { mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -NBe "select distinct 1 from mysql.user
        where user in ('deployer', 'my_service', 'oncall') or user like 'shop%' union select 1 from information_schema.schemata where schema_name like 'shop%'"; }
    ;;
esac

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
"$ROOT/examples/first_day/$database.sh" --remove >"$folder/printed" 2>&1 || fail "--remove: $(cat "$folder/printed")"
[ -z "$(answer)" ] && [ ! -e "$FOLDER" ] || fail "--remove leaves something: $(cat "$folder/printed")"
! "$ROOT/examples/first_day/$database.sh" --remove >"$folder/printed" 2>&1 || fail "--remove removes what the script has not made"
