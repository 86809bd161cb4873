#!/bin/bash
# restore.sh DATABASE PAWLCTL PAWL: the commands of runtime/RESTORE.md, run as they are written there. What was
# moved, held and left to wait goes on in the restored database: on PostgreSQL on a server without Pawl's roles, restored by a
# superuser or by a login that is none, on MariaDB on another server. Then a database is emptied.
set -euo pipefail
database=$1
pawlctl=$(realpath "$2")
pawl=$(realpath "$3")
tests=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d /tmp/pawl.XXXXXX)
chmod 755 "$folder"
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
# page NAME [PAGE]: the commands on the page that begin with this comment
page() {
    sed -n "/^ *# $1/,/^ *\`\`\`/p" "$tests/../runtime/${2:-RESTORE}.md" | sed '/^ *```/d' >"$folder/commands"
    [ -s "$folder/commands" ] || fail "the page has no commands for: $1"
    (cd "$folder" && HOME=$folder bash -eu ./commands) >"$folder/out" 2>&1 || fail "$1: $(cat "$folder/out")"
}
mkdir "$folder/bin"
ln -s "$pawlctl" "$folder/bin/pawlctl"
export PATH=$folder/bin:$PATH
# answers STATUS TEXT ARG...: pawlctl
answers() {
    local expected=$1 text=$2 said status=0
    shift 2
    said=$(pawlctl "$@" 2>&1) || status=$?
    [ "$status" = "$expected" ] && [[ $said = *"$text"* ]] || fail "pawlctl $* exits with $status and says: $said"
}

cat >"$folder/acct.fsm" <<'END'
machine acct {
  entity accts.id: text;
  mirror accts.state;
  key :id;
  emit "accts";
  event create(amount: int);
  guard rich sql "select exists (select 1 from limits where least_amount <= :create.amount)";
  effect log sql "insert into notes (acct) values (:id)";
  initial state open { on close -> closed when rich do log; on pause -> waiting; }
  state waiting { after 1ms lapse -> lapsed; }
  final state closed;
  final state lapsed;
}
flow payout(acct: text) { lock global acct; wait ok within 1d; }
END
"$pawl" "$folder/acct.fsm" -o "$folder/gen" --emit="$database" || exit 2
tables="create table accts (id TEXT primary key, state TEXT); create table notes (acct TEXT);
    create table limits (least_amount int); insert into limits values (5); insert into accts (id) values ('A1'), ('A2'), ('A3'), ('A4')"
# deploy GRANTS: what the guard and the effect need is granted when the role is there
deploy() {
    query "$tables"
    pawlctl apply "$folder/gen/acct.$database.sql" >/dev/null 2>&1 || true
    [ -z "$1" ] || query "$1"
    answers 0 "acct: nothing new" apply "$folder/gen/acct.$database.sql"
}
tell() {
    answers 0 "created in open" fire acct A1 create amount=10
    answers 0 "created in open" fire acct A2 create amount=10
    answers 0 "created in open" fire acct A3 create amount=1
    answers 0 "-> waiting" fire acct A2 pause
    answers 0 "frozen" freeze acct --reason=backup
}
# goes_on: all of it, and what follows is as before
goes_on() {
    answers 0 " 0 problems" verify
    answers 0 "" thaw acct
    answers 0 "1 timer fired" work acct --once
    answers 0 "open -> closed" fire acct A1 close
    answers 1 "" fire acct A3 close # by the guard
    answers 0 "created in open" fire acct A4 create amount=10
    answers 0 "4 entities" verify
    answers 0 "acct: nothing new" apply "$folder/gen/acct.$database.sql"
}
is_emptied() {
    answers 1 "this database is $1, not other; nothing was changed" empty other
    answers 0 "4 entities" verify acct
    answers 0 "$1: all entities and runs are gone" empty "$1"
    answers 0 "0 entities" verify acct
    query "delete from accts; insert into accts (id) values ('A1')"
    answers 0 "created in open" fire acct A1 create amount=10
    answers 0 "open -> closed" fire acct A1 close
    answers 0 " 0 problems" verify
}

case $database in
sqlite)
    trap 'rm -rf "$folder"' EXIT
    export PAWL_DB=sqlite:$folder/shop.db
    query() { sqlite3 "$folder/shop.db" "$1"; }
    deploy ""
    tell
    page "back up SQLite"
    answers 0 "" thaw acct
    answers 0 "-> closed" fire acct A1 close # is lost
    page "restore SQLite"
    goes_on
    is_emptied shop.db
    answers 0 "acct: 1 finished" archive acct --older-than=0s
    page "remove Pawl" DEPLOY
    [ "$(query "select group_concat(name) from sqlite_master where type <> 'index'")" = accts,notes,limits ] || fail "there is left: $(query .tables)"
    answers 0 "acct: created" apply "$folder/gen/acct.$database.sql"
    ;;
postgres)
    # shellcheck source=../../examples/support/postgres.sh
    . "$tests/../examples/support/postgres.sh"
    trap 'postgres_stop; rm -rf "$folder"' EXIT
    postgres_find || exit 77
    PATH=$PATH:$POSTGRES_BIN
    tables=${tables//TEXT/text}
    grants="grant select on limits to pawl_owner; grant insert on notes to pawl_owner"
    query() { psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -c "$1"; }
    at() { export PAWL_DB="host=$folder/$1 user=$2 dbname=$3"; }
    server() { # an empty database on another one
        mkdir "$folder/$1"
        postgres_start "$folder/$1" fsync=off
        at "$1" postgres postgres
        query "create database shop"
        at "$1" postgres shop
    }
    server one
    deploy "$grants"
    tell
    page "back up PostgreSQL"
    postgres_stop

    # as most do it at first, where there is no role
    server two
    pg_restore --no-owner --no-privileges --dbname="$PAWL_DB" "$folder/shop.dump"
    answers 1 '`owner pawl_owner` is now `owner postgres`' verify
    answers 3 "run pawlctl restored" apply "$folder/gen/acct.postgres.sql"
    answers 1 "grant select on limits to pawl_owner" restored
    query "$grants"
    answers 0 "the database is as it was deployed" restored
    answers 0 "1 frozen, as in the backup: pawlctl status lists what is" restored
    goes_on
    is_emptied shop

    # as the page does it, by a login that is no superuser
    at two postgres postgres
    query "drop database shop with (force)"
    query "drop role pawl_owner, pawl_app, pawl_operator, pawl_reader"
    query "create role dba login createrole"
    query "create database shop owner dba"
    at two dba shop
    page "restore PostgreSQL"
    at two postgres shop
    query "grant pawl_operator to dba"
    at two dba shop
    goes_on

    # not by another login, since what others have put there would run as pawl_owner
    at two postgres shop
    query "alter table pawl_objects owner to dba"
    answers 3 "belong to dba; nothing was changed" restored
    query "alter table pawl_objects owner to postgres"
    at two dba shop
    answers 3 "belong to postgres; nothing was changed" restored
    ;;
mariadb)
    # shellcheck source=../../examples/support/mariadb.sh
    . "$tests/../examples/support/mariadb.sh"
    mariadb_find || { rm -rf "$folder"; exit 77; }
    trap 'mariadb_stop; rm -rf "$folder"' EXIT
    tables=${tables//TEXT/varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin}
    grants="grant select on shop.limits to shop_pawl_hooks; grant insert on shop.notes to shop_pawl_hooks"
    query() { mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" shop -e "$1"; }
    server() {
        mkdir "$folder/$1"
        mariadb_start "$folder/$1" --innodb-flush-log-at-trx-commit=0
        disown
        printf '[client]\nsocket = %s\n' "$MARIADB_SOCKET" >"$folder/.my.cnf"
        export PAWL_DB="mariadb://root@localhost/shop?socket=$MARIADB_SOCKET"
    }
    server one
    mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -e "create database shop"
    deploy "$grants"
    tell
    page "back up MariaDB"
    mariadb_stop
    server two
    page "restore MariaDB"
    goes_on
    is_emptied shop
    ;;
esac
