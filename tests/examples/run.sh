#!/bin/bash
# run.sh EXAMPLE DATABASE BUILD TEXT...: runs an example from a build tree, as examples/run does, and requires each of
# the texts in what it prints. On PostgreSQL and MariaDB in a database of its own on the server of PAWL_TEST_POSTGRES or
# PAWL_TEST_MARIADB.
set -euo pipefail
example=$1
database=$2
build=$3
shift 3
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../../examples/support/postgres.sh
. "$ROOT/examples/support/postgres.sh"
# shellcheck source=../../examples/support/examples.sh
. "$ROOT/examples/support/examples.sh"

folder=$(mktemp -d /tmp/pawl-example.XXXXXX)
service=${example}_service
name=example_$$
server() { "$POSTGRES_BIN/psql" -X -q -d "$PAWL_TEST_POSTGRES" -c "set client_min_messages = error" "$@" >/dev/null 2>&1; }
mariadb_server() { mariadb --no-defaults -uroot -S "${PAWL_TEST_MARIADB#*socket=}" -e "$1"; }
clean_up() {
    if [ "$database" = mariadb ]; then
        mariadb_server "drop database if exists ${name}_pawl; drop database if exists $name; drop user if exists $service, ${example}_operator;
            drop role if exists ${name}_pawl_owner, ${name}_pawl_app, ${name}_pawl_operator, ${name}_pawl_reader, ${name}_pawl_hooks"
    fi
    if [ "$database" = postgres ]; then
        server -c "drop database $name with (force)" || true
        server -c "drop role $service" || true
        server -c "drop role if exists ${example}_operator" || true
    fi
    rm -rf "$folder"
}

if [ "$database" = postgres ]; then
    [ -n "${PAWL_TEST_POSTGRES:-}" ] && postgres_find || exit 77
    trap clean_up EXIT
    server -c "create database $name"
    owner=$(sed "s/dbname=[^ ]*/dbname=$name/" <<<"$PAWL_TEST_POSTGRES")
    where=$(sed "s/user=[^ ]*/user=$service/" <<<"$owner")
elif [ "$database" = mariadb ]; then
    [ -n "${PAWL_TEST_MARIADB:-}" ] || exit 77
    trap clean_up EXIT
    mariadb_server "create database $name character set utf8mb4"
    owner="mariadb://root@localhost/$name?socket=${PAWL_TEST_MARIADB#*socket=}"
    where=${owner/root@/$service@}
else
    trap clean_up EXIT
    owner=sqlite:$folder/example.db
    where=$owner
fi

if ! run_example "$example" "$build" "$folder" "$owner" "$where" >"$folder/printed" 2>&1; then
    cat "$folder/printed"
    echo "FAILED: $example does not run on $database"
    exit 1
fi
for text in "$@"; do
    if ! grep -qF -e "$text" "$folder/printed"; then
        cat "$folder/printed"
        echo "FAILED: $example on $database does not print: $text"
        exit 1
    fi
done
