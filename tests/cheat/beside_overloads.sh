#!/bin/bash
# beside_overloads.sh GENERATED_DIR PROGRAM[:FILTER]...: runs programs of tests on PostgreSQL databases in which
# somebody who may create in the schema has laid overloads beside each function of Pawl's, while it was deployed
# (overloads.sql): all must answer as they do without, and what is applied again beside them is applied.
set -euo pipefail
if [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
    echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
    exit 77
fi
template=pawl_overloads_$$
super() {
    psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_TEST_POSTGRES dbname=$1" "${@:2}"
}
cleanup() {
    for database in ${template}_again $template; do
        psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists $database" >/dev/null 2>&1 || true
    done
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop role if exists $template"
}
trap cleanup EXIT
psql -Xq -v ON_ERROR_STOP=1 -d "$PAWL_TEST_POSTGRES" -c "create role $template" -c "create database $template"
super "$template" -v stranger="$template" -f "$(dirname "$0")/overloads.sql"

psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database ${template}_again template $template"
super "${template}_again" -c "create table payments (id text primary key); insert into payments values ('P')"
for _ in 1 2; do
    super "${template}_again" -f "$1/pawl.postgres.sql" -f "$1/payment.postgres.sql"
done
planted=$(super "${template}_again" -c "select count(*) from pg_proc where proowner = '$template'::regrole")
[ "$planted" -gt 500 ] || { echo "FAILED: only $planted overloads stand beside Pawl's functions"; exit 1; }
answer=$(super "${template}_again" -c "select status from payment_create('P'::text, 1::bigint, 'EUR'::text, null::text, null::text)")
[ "$answer" = OK ] || { echo "FAILED: a creation is answered $answer"; exit 1; }
shift

for program in "$@"; do
    filter=${program#"${program%%:*}"}
    PAWL_TEST_DB=$PAWL_TEST_POSTGRES PAWL_TEST_TEMPLATE=$template PAWL_TEST_FILTER=${filter#:} "${program%%:*}"
done
