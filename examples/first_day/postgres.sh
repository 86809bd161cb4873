#!/bin/bash
# What a DBA does on the first day with Pawl on PostgreSQL. Each command is printed and run:
#
#   ADMIN='host=db user=postgres' postgres.sh            makes the databases shop and shop_copy, and the logins deployer,
#                                                        my_service and oncall, or finds those that it made earlier
#   ADMIN='host=db user=postgres' postgres.sh --remove   removes those that it made on this server, and Pawl's roles if it made them
#
# ADMIN is a superuser. The new logins have no password, so pg_hba.conf must let them in without one. Give them passwords before
# others can reach the server. You need psql, pg_dump, curl, a C compiler, and an installed Pawl.
set -euo pipefail
. "$(dirname "$0")/steps.sh"
[ "${1:-}" = --help ] || : "${ADMIN:?see --help}"
login() { echo "$ADMIN user=$1 dbname=${2:-shop}"; }
admin() { echo "$ADMIN dbname=${1:-shop}"; }

# send_sql LOGIN FILE: LOGIN is admin, admin@DATABASE, or another login
send_sql() {
    local where
    case $1 in
    admin*) where=$(admin "${1#admin@}") ;;
    *) where=$(login "$1") ;;
    esac
    psql -X -q -d "$where" -c "set client_min_messages = warning" -f "$2"
}
answer() { psql -XAtq -d "$(admin "$1")" -c "$2"; }

identity() {
    psql -XAtq -d "$(admin postgres)" -c '\echo :HOST :PORT' -c "select system_identifier from pg_control_system()" | paste -sd' '
}
objects() {
    answer postgres "select 'database ' || datname from pg_database union all
        select case when rolname like 'pawl%' then 'role ' else 'login ' end || rolname from pg_roles"
}

remove_all() {
    local databases logins roles
    databases=$(made database)
    logins=$(made login | paste -sd,)
    roles=$(made role | paste -sd,)
    sql admin@postgres <<END
$(sed '/./s/.*/drop database if exists &;/' <<<"$databases")
${logins:+drop role if exists $logins;}
END
    # they stay if another database has them
    [ -z "$roles" ] || psql -Xq -d "$(admin postgres)" -c "drop role if exists $roles" || true
    forget
}
begin "$@"
claim "database shop_copy" "database shop" "login my_service" "login oncall" "login deployer" \
    "role pawl_app" "role pawl_operator" "role pawl_reader" "role pawl_owner"
record

heading "A database, and a table of the application"
sql admin@postgres <<'END'
create database shop template template0 encoding 'UTF8';
END
sql admin@shop <<'END'
create table payments (id text primary key);
END

heading "A login that deploys, and is no superuser"
sql admin@shop <<'DEPLOY.md'
-- a login for deployments
create role deployer login createrole;
grant usage, create on schema public to deployer with grant option;
-- on each entity's table
grant references (id), select (id) on payments to deployer with grant option;
DEPLOY.md
PAWL_DB=$(login deployer)
export PAWL_DB
run <<'DEPLOY.md'
pawl payment.fsm -o gen
pawlctl apply gen/payment.postgres.sql --dry-run
pawlctl apply gen/payment.postgres.sql
pawlctl verify
DEPLOY.md

heading "The application's login, and its program"
sql admin@shop <<'END'
create role my_service login;
create role oncall login;
grant select, insert on payments to my_service;
END
sql admin@shop <<'DEPLOY.md'
-- roles
grant pawl_app to my_service;
grant pawl_operator to oncall;
DEPLOY.md
PAWL_DB=$(login my_service)
compile_program
run_program "$(answer shop "select count(*) from payments")"
refused "permission denied" <<'END'
psql -X -d "$PAWL_DB" -c "update payment_current set state = 'paid'"
END

heading "The operator's login"
PAWL_DB=$(login oncall)
look

heading "A backup, and a restore into another database"
PAWL_DB=$(admin shop)
run <<'RESTORE.md'
pg_dump --format=custom --file=shop.dump --dbname="$PAWL_DB"
pg_dumpall --roles-only --no-role-passwords --dbname="$PAWL_DB" >roles.sql   # logins, roles and their members
RESTORE.md
sql admin@postgres <<'END'
drop database if exists shop_copy;
create database shop_copy template template0 encoding 'UTF8';
END
PAWL_DB=$(admin shop_copy)
run <<'RESTORE.md'
pg_restore --no-owner --dbname="$PAWL_DB" shop.dump
pawlctl restored
pawlctl verify
RESTORE.md
