#!/bin/bash
# hooks_mariadb.sh PAWL: P8 for guards and effects in SQL, on the server that PAWL_TEST_MARIADB names. plain has the role for
# applications, and says what he likes of his session; caller has EXECUTE on the entities' database, where the functions of guards
# and effects lie; owner has all rights there, with the right to grant them, and puts functions of his own in their place.
set -euo pipefail
pawl=$1
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
if [ -z "${PAWL_TEST_MARIADB:-}" ]; then
    echo "PAWL_TEST_MARIADB is not set: give \"mariadb://root@localhost/mysql?socket=...\""
    exit 77
fi
name=pawl_cheat_$$
own=${name}_pawl
socket=${PAWL_TEST_MARIADB#*socket=}
folder=$(mktemp -d /tmp/pawl-cheat.XXXXXX)
ask() { # LOGIN SQL
    mariadb --no-defaults -u "$1" -S "$socket" -N -B --force --delimiter=// <<<"$2"
}
client() {
    ask "${name}_$1" "use $name // $2"
}
cleanup() {
    rm -rf "$folder"
    {
        ask root "drop database if exists $own // drop database if exists $name"
        for who in plain caller owner; do ask root "drop user ${name}_$who@localhost"; done
        for role in app operator hooks owner; do ask root "drop role ${own}_$role"; done
    } >/dev/null 2>&1 || true
}
trap cleanup EXIT

cat >"$folder/offer.fsm" <<'END'
pawl 1;
machine offer {
  entity offers.id: text;
  guard over sql mariadb "select now() > until_at from offers where id = :id";
  guard tomorrow sql mariadb "select now() > utc_timestamp() + interval 12 hour from offers where id = :id";
  guard nobody sql mariadb "select group_concat(bidder) = 'none' from bids";
  guard low sql mariadb "select sum(amount) < 10 from bids";
  guard half sql mariadb "select sum(share) / 3 = 0.17 from bids";
  guard spring sql mariadb "select date_format('2026-03-01', '%M') = 'März' from offers where id = :id";
  effect take sql mariadb "insert into bids (bidder, amount, share) values (:id, 0, 0)";
  initial state open {
    on expire -> expired when over;
    on wait -> expired when tomorrow;
    on drop -> expired when nobody;
    on lapse -> expired when low;
    on share -> expired when half;
    on bloom -> expired when spring;
    on take -> open do take;
    on keep -> taken;
  }
  final state taken;
  final state expired;
}
END
"$pawl" "$folder/offer.fsm" -o "$folder" --emit=mariadb
ask root "create database $name character set utf8mb4 collate utf8mb4_nopad_bin // use $name //
    create table offers (id varchar(100) primary key, until_at datetime not null default '2037-01-01') //
    insert into offers (id) values ('mine'), ('other'), ('expire'), ('wait'), ('drop'), ('lapse'), ('share'), ('bloom') //
    create table bids (bidder varchar(100), amount bigint, share decimal(4, 2), with_history integer default 1, number bigint auto_increment unique) with system versioning //
    set timestamp = 1000000000 // insert into bids (bidder, amount, share) values ('a', 5, 0.5) // set timestamp = 1200000000 // update bids set bidder = 'none,', amount = 50 //
    create user ${name}_plain@localhost, ${name}_caller@localhost, ${name}_owner@localhost"
sed "s/pawl_application/$name/g; s/pawl_database/$own/g" "$folder/pawl.mariadb.sql" "$folder/offer.mariadb.sql" |
    mariadb --no-defaults -u root -S "$socket" -D "$name"
ask root "grant select, insert on $name.* to ${own}_hooks // grant ${own}_app to ${name}_plain@localhost, ${name}_owner@localhost //
    set default role ${own}_app for ${name}_plain@localhost // set default role ${own}_app for ${name}_owner@localhost //
    grant execute on $name.* to ${name}_caller@localhost, ${name}_plain@localhost // grant all on $name.* to ${name}_owner@localhost with grant option"
fire() { # EVENT ENTITY
    echo "select $own.\`offer_$1\$$([ "$1" = create ] && echo 3 || echo 4)\`('$2', null, null$([ "$1" = create ] || echo ", null"))"
}
for id in mine other expire wait drop lapse share bloom; do
    expect OK client plain "$(fire create $id)"
done
dump() {
    ask root "select * from $own.offer_current order by 1 // select * from $own.offer_transitions order by 1, 2 // select * from $name.bids"
}
remember

# a session that is set to deceive a guard
while read -r event setting; do
    attempt plain "set $setting // $(fire "$event" "$event")"
done <<'END'
expire timestamp = 2130000000
wait time_zone = '+13:00'
drop group_concat_max_len = 4
lapse system_versioning_asof = '2005-01-01'
share div_precision_increment = 0
bloom lc_time_names = 'de_DE'
END
expect "1 +05:00 4" client plain "set timestamp = 1, time_zone = '+05:00', group_concat_max_len = 4 // $(fire expire mine) //
    select concat_ws(' ', floor(@@timestamp), @@time_zone, @@group_concat_max_len)"
expect 1 client plain "$(fire expire mine) // do sleep(0.1) // select now(6) < sysdate(6) and now(6) + interval 1 second > sysdate(6)"
expect 1 client plain "set insert_id = 1000 // $(fire take mine) // select count(*) = 2 and max(number) < 1000 from bids"
remember

# an effect without its move
for who in plain caller; do
    attempt $who "select $name.offer_effect_take('mine')"
    attempt $who "select $own.\`offer\$effect_take\`('mine')"
    attempt $who "call $own.pawl_check_hook('$name', 'insert into bids (bidder) values (1)', 'effect take') // execute pawl_hook"
done

# code in the place of a guard or effect, or of a table that one reads, has no right to write Pawl's tables
dump() {
    ask root "select * from $own.offer_current where offer_id = 'other' // select * from $own.offer_transitions where offer_id = 'other'"
}
remember
forge="update $own.offer_current set state = 'taken', sort_key = 20 where offer_id = 'other' // delete from $own.offer_transitions where offer_id = 'other'
    // insert into $own.offer_transitions select 'other', 20, event, from_state, to_state, created_at, actor, null from $own.offer_transitions
    // update $own.offer_state set state = 'taken' // set role ${own}_owner // rollback to savepoint pawl_move"
while read -r statement; do
    for hook in guard_over effect_take; do
        attempt owner "create or replace function $name.offer_$hook(\$1 text) returns boolean modifies sql data sql security invoker
            begin declare continue handler for sqlexception begin end; $statement; return false; end // $(fire expire mine) // $(fire take mine)"
    done
    attempt owner "create function $name.evil() returns integer modifies sql data sql security invoker begin $statement; return 1; end //
        grant execute on function $name.evil to ${own}_hooks, ${own}_owner // rename table $name.bids to $name.bids_away //
        create sql security invoker view $name.bids as select *, $name.evil() as forged from $name.bids_away // grant select on $name.bids_away to ${own}_hooks, ${own}_owner //
        $(fire drop mine) // drop view $name.bids // rename table $name.bids_away to $name.bids // drop function $name.evil"
done <<<"$(sed 's/ *\/\/ */\n/g' <<<"$forge" | grep .)"
finish
