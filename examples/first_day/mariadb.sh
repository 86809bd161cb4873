#!/bin/bash
# What a DBA does on the first day with Pawl on MariaDB. Each command is printed and run:
#
#   ADMIN=mariadb://root@db/mysql mariadb.sh            makes the databases shop and shop_pawl, and the logins deployer,
#                                                       my_service and oncall, or finds those that it made earlier
#   ADMIN=mariadb://root@db/mysql mariadb.sh --remove   removes those that it made on this server, and Pawl's roles
#   COPY=mariadb://root@copy/mysql ADMIN=... mariadb.sh  also restores the backup there, on an empty server; also with --remove
#
# ADMIN and COPY are superusers that need no password, such as root at a local server. They may end with ?socket=PATH. The new
# logins have no password: give them passwords before others can reach the server. You need mariadb, mariadb-dump, curl, a C
# compiler, and an installed Pawl.
set -euo pipefail
. "$(dirname "$0")/steps.sh"
[ "${1:-}" = --help ] || : "${ADMIN:?see --help}"
# login NAME: a database URI like ADMIN's
login() { sed -E "s|//[^@]*@([^/?]*)/?[^?]*|//$1@\1/shop|" <<<"${2:-$ADMIN}"; }

# The client's options of a server, in a file that RESTORE.md's commands read.
use_server() {
    local host socket
    host=$(sed -E 's|.*@([^/?:]*).*|\1|' <<<"$1")
    socket=$(sed -nE 's|.*[?&]socket=([^&]*).*|\1|p' <<<"$1")
    HOME=$FOLDER/home
    mkdir -p "$HOME"
    printf '[client]\nhost = %s\n%s' "$host" "${socket:+socket = $socket
}" >"$HOME/.my.cnf"
    export HOME
}

send_sql() { mariadb --user="$1" --force --comments <"$2"; }

identity() { mariadb --user=root -NBe "select concat_ws(' ', @@hostname, @@port, @@socket, @@datadir)"; }
objects() {
    mariadb --user=root -NBe "select concat('database ', schema_name) from information_schema.schemata union all
        select concat(if(is_role = 'Y', 'role ', 'login '), user) from mysql.user"
}

remove_from() {
    local databases logins roles
    use_server "$1"
    databases=$(made database)
    logins=$(made login | paste -sd,)
    roles=$(made role | paste -sd,)
    sql root <<END
$(sed '/./s/.*/drop database if exists &;/' <<<"$databases")
${logins:+drop user if exists $logins;}
${roles:+drop role if exists $roles;}
END
    forget
}
remove_all() {
    remove_from "$ADMIN"
    [ -z "${COPY:-}" ] || remove_from "$COPY"
}
begin "$@"
for server in ${COPY:+"$COPY"} "$ADMIN"; do
    use_server "$server"
    claim "database shop_pawl" "database shop" "login my_service" "login oncall" "login deployer" \
        "role shop_pawl_app" "role shop_pawl_operator" "role shop_pawl_reader" "role shop_pawl_owner" "role shop_pawl_hooks"
done
record

heading "A database, and a table of the application"
sql root <<'END'
create database shop character set utf8mb4;
create table shop.payments (id varchar(64) primary key);
create user deployer, my_service, oncall;
END

heading "A login that deploys, and is no superuser"
sql root <<'MARIADB.md'
grant create user, set user, process on *.* to deployer with grant option;
grant all on shop_pawl.* to deployer with grant option;
grant select, references on shop.payments to deployer with grant option;   -- for each entity's table
MARIADB.md
PAWL_DB=$(login deployer)
export PAWL_DB
run <<'MARIADB.md'
pawl payment.fsm -o gen --databases=postgres,sqlite,mariadb
pawlctl apply gen/payment.mariadb.sql   # brings the shared schema, too
pawlctl verify
MARIADB.md

heading "The application's login, and its program"
sql deployer <<'MARIADB.md'
grant shop_pawl_app to my_service;
grant shop_pawl_operator to oncall;
MARIADB.md
sql root <<'MARIADB.md'
set default role shop_pawl_app for my_service;
set default role shop_pawl_operator for oncall;
grant select on shop.payments to oncall;
MARIADB.md
sql root <<'END'
grant select, insert on shop.payments to my_service;
END
PAWL_DB=$(login my_service)
compile_program
run_program "$(mariadb --user=root -NB -e "select count(*) from shop.payments")"
refused "command denied" <<'END'
mariadb --user=my_service -e "update shop_pawl.payment_current set state = 'paid'"
END

heading "The operator's login"
PAWL_DB=$(login oncall)
look

heading "A backup"
run <<'RESTORE.md'
mariadb-dump --user=root --single-transaction --routines --triggers --hex-blob --databases shop shop_pawl >shop.sql
mariadb-dump --user=root --system=users >logins.sql   # logins, roles and rights of the server
RESTORE.md
if [ -z "${COPY:-}" ]; then
    echo "to restore it on another server, give its COPY=mariadb://..."
    exit
fi

heading "A restore on another server"
use_server "$COPY"
PAWL_DB=$(login root "$COPY")
run <<'RESTORE.md'
mariadb --user=root --execute="create role if not exists shop_pawl_owner, shop_pawl_app, shop_pawl_operator, shop_pawl_reader, shop_pawl_hooks"
mariadb --user=root --force <logins.sql           # views are checked when they are created
mariadb --user=root --comments <shop.sql
mariadb --user=root --force <logins.sql           # rights on objects that exist now
pawlctl restored
pawlctl verify
RESTORE.md
