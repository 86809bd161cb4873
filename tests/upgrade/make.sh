#!/bin/bash
# make.sh BUILD NAME: makes NAME.postgres.sql and NAME.sqlite.sql, dumps of databases that the version in BUILD has
# deployed and worked on. It is run by hand, with a build of the version whose databases are wanted, and once: a later
# version would make other databases.
#
#   cmake -S . -B build/dumps -G Ninja -DPAWL_TESTS=ON && ninja -C build/dumps pawl pawlctl upgrade_make
#   tests/upgrade/make.sh build/dumps unversioned
#
# `unversioned` was made so by the version of db3f111, whose databases say nothing of a version of what machines share,
# and `version_1` by that of 7504cde, both with PostgreSQL 15 and SQLite 3.40. On PostgreSQL the restore needs, besides
# a superuser and psql 14 or later, the roles that are spoken of: those of Pawl, and three logins, for whom upgrade.sh
# has other names, since another test on the same server may have these:
#
#   create role pawl_owner; create role pawl_app; create role pawl_operator;
#   create role pawl_upgrade_deployer login createrole; create role pawl_upgrade_program login;
#   create role pawl_upgrade_operator login;
#   grant pawl_app to pawl_upgrade_program, pawl_upgrade_deployer; grant pawl_operator to pawl_upgrade_operator;
#
# The story, on either database, is told by make.c and by `tell` below:
#
#   badges    one retired by a migration, one moved by another program, one that only the last version can be in; of the
#             three versions the second is accepted beside the third; asleep, with two deferred events
#   orders    in each state, with histories and request ids; one backfilled, one with a name that was erased; timers
#             that are due and that are not; work that waits and that is put aside; events that wait for a relay, and
#             one entity's put aside; a held lock, somebody who waits for it, and one that was broken
#   runs      done, waiting, paused with its signal there already, parked, blocked, ready with its lock held
set -eu
build=$(cd "$1" && pwd)
dump=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../../examples/support/postgres.sh
. "$here/../../examples/support/postgres.sh"
pawl=$build/compiler/pawl
ctl=$build/runtime/pawlctl/pawlctl
for database in postgres sqlite; do
    if [ -e "$here/$dump.$database.sql" ]; then
        echo "$here/$dump.$database.sql is there already; what it was made by may be gone" >&2
        exit 1
    fi
done
scratch=$(mktemp -d /tmp/pawl.XXXXXX)
trap 'postgres_stop; rm -rf "$scratch"' EXIT
chmod 711 "$scratch"
mkdir "$scratch/cluster"
postgres_start "$scratch/cluster"
export PAWL_TEST_POSTGRES=$POSTGRES_CONNINFO
PATH=$POSTGRES_BIN:$PATH

part() { "$build/tests/upgrade/upgrade_make" "$program" "$operator" "$1"; }
fire() { "$ctl" fire "$@" --actor=shop --db="$program"; }
migrate() { # OLD.fsm NEW.fsm
    "$pawl" diff "$1" "$2" --sql="$database" >"$scratch/migration.sql"
    "$ctl" apply "$scratch/migration.sql" --db="$deployer"
}

make_tables() {
    [ "$database" = sqlite ] || PAWL_DB="$deployer" # whose they are
    sql "create table orders (id text primary key, price bigint not null, account text, state text);
        create table receipts (order_id text not null, amount bigint not null);
        create table parcels (number bigint primary key, order_id text not null);
        create table badges (id bigint primary key)"
    sql "insert into orders (id, price) values ('O1', 50), ('O2', 50), ('O3', 50), ('O4', 50), ('O5', 50), ('O6', 50),
            ('O7', 50), ('R1', 50), ('R2', 50), ('R3', 50), ('R4', 50), ('R5', 50), ('R6', 50);
        insert into orders values ('O8', 50, 'A8', 'ready');
        insert into badges values (1), (2), (3), (4), (5)"
    [ "$database" = sqlite ] || sql "grant select on orders to pawl_owner;
        grant insert on receipts to pawl_owner;
        grant select on orders, receipts, badges to pawl_app, pawl_operator;
        grant select, insert, delete on parcels to pawl_app"
}

tell() {
    local source now="now()"
    [ "$database" = postgres ] || now="strftime('%Y-%m-%d %H:%M:%f000', 'now')"
    for source in order deliver earlier/badge_1; do
        "$pawl" "$here/$source.fsm" -o "$scratch/gen" --emit="$database"
        "$ctl" apply "$scratch/gen/$(basename "$source").$database.sql" --db="$deployer"
    done
    fire badge 1 create holder=Cem
    migrate "$here/earlier/badge_1.fsm" "$here/earlier/badge_2.fsm"
    fire badge 2 create holder=Bob
    fire badge 2 hand_out
    migrate "$here/earlier/badge_2.fsm" "$here/badge.fsm"
    part badges
    sql "update badge_transitions set most_recent = false, updated_at = $now where badge_id = 2 and most_recent;
        insert into badge_transitions (badge_id, to_state, sort_key, most_recent, created_at, updated_at)
            values (2, 'made', 30, true, $now, $now)"
    part orders
    "$ctl" relay --stdout --once --db="$operator" >/dev/null
    part more_orders
    part runs
    part locks
    "$ctl" locks A9 --break --reason="its owner is gone" --db="$operator"
    "$ctl" freeze badge --mode=sleep --reason="the printer is cleaned" --db="$operator"
    part deferred
    part parked
    "$ctl" backfill order --from-column=orders.state --param=account=account
    "$ctl" erase order O6 --reason="request 17"
    "$ctl" verify
}

# Relays are called after the machine that they run on, and on SQLite whoever does something after its user.
anonymous() {
    sed -E "s/'$(hostname):[0-9]+'/'relay'/; s/'$(id -un)'/'somebody'/g"
}

for database in postgres sqlite; do
    prefix=pawl_upgrade
    # shellcheck source=support.sh
    . "$here/support.sh"
    make_logins
    (make_tables)
    tell
    if [ "$database" = postgres ]; then
        pg_dump --inserts -d "$PAWL_DB" | "$here/shorten.py"
    else
        sqlite3 "$file" .dump
    fi | anonymous >"$scratch/dump"
    cp "$scratch/dump" "$here/$dump.$database.sql"
done
