# shellcheck shell=bash
# Sourced by the scripts here, behind support.sh: what is told in the database that is there.
#
#   make_tables    the entities' tables and rows
#   tell           all that make.sh says; $pawl, $pawlctl and $make, which is upgrade_make, tell it
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

part() { "$make" "$program" "$operator" "$1"; }
fire() { "$pawlctl" fire "$@" --actor=shop --db="$program"; }
migrate() { # OLD.fsm NEW.fsm
    "$pawl" diff "$1" "$2" --sql="$database" >"$scratch/migration.sql"
    "$pawlctl" apply "$scratch/migration.sql" --db="$deployer"
}

make_tables() {
    [ "$database" != postgres ] || PAWL_DB="$deployer" # whose they are
    sql "create table orders (id text primary key, price bigint not null, account text, state text);
        create table receipts (order_id text not null, amount bigint not null);
        create table parcels (number bigint primary key, order_id text not null);
        create table badges (id bigint primary key)"
    sql "insert into orders (id, price) values ('O1', 50), ('O2', 50), ('O3', 50), ('O4', 50), ('O5', 50), ('O6', 50),
            ('O7', 50), ('R1', 50), ('R2', 50), ('R3', 50), ('R4', 50), ('R5', 50), ('R6', 50);
        insert into orders values ('O8', 50, 'A8', 'ready');
        insert into badges values (1), (2), (3), (4), (5)"
    [ "$database" != postgres ] || sql "grant select on orders to pawl_owner;
        grant insert on receipts to pawl_owner;
        grant select on orders, receipts, badges to pawl_app, pawl_operator;
        grant select, insert, delete on parcels to pawl_app"
}

tell() {
    local source now="now()" past=false
    case $database in
    sqlite) now="strftime('%Y-%m-%d %H:%M:%f000', 'now')" ;;
    mariadb) now="utc_timestamp(6)" past=null ;;
    esac
    for source in order deliver earlier/badge_1; do
        "$pawl" "$here/$source.fsm" -o "$scratch/gen" --emit="$database"
        "$pawlctl" apply "$scratch/gen/$(basename "$source").$database.sql" --db="$deployer"
    done
    fire badge 1 create holder=Cem
    migrate "$here/earlier/badge_1.fsm" "$here/earlier/badge_2.fsm"
    fire badge 2 create holder=Bob
    fire badge 2 hand_out
    migrate "$here/earlier/badge_2.fsm" "$here/badge.fsm"
    part badges
    sql "update badge_transitions set most_recent = $past, updated_at = $now where badge_id = 2 and most_recent;
        insert into badge_transitions (badge_id, to_state, sort_key, most_recent, created_at, updated_at)
            values (2, 'made', 30, true, $now, $now)"
    part orders
    "$pawlctl" relay --stdout --once --db="$operator" >/dev/null
    part more_orders
    part runs
    part locks
    "$pawlctl" locks A9 --break --reason="its owner is gone" --db="$operator"
    "$pawlctl" freeze badge --mode=sleep --reason="the printer is cleaned" --db="$operator"
    part deferred
    part parked
    "$pawlctl" backfill order --from-column=orders.state --param=account=account
    "$pawlctl" erase order O6 --reason="request 17"
    undisturbed "$pawlctl" verify
}
