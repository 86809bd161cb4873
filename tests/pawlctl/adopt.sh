#!/bin/bash
# adopt.sh DATABASE PAWLCTL PAWL: tables that were there before their machine, as Statesman has them.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

"$pawl" "$here/order.fsm" -o "$scratch/gen" --emit="$database" || exit 2
order=$scratch/gen/order.$database.sql

if [ "$database" = mariadb ]; then # where the generated SQL looks at the table itself, whoever applies it
    sql "create table orders (id bigint primary key); insert into orders values (1), (2)"
    sql "create table order_transitions (order_id bigint not null, sort_key integer not null, state text not null)"
    answers 1 "the table order_transitions is there already; nothing was changed: take it over with pawlctl apply --adopt" apply "$order"
    answers 1 "cannot be adopted by machine order as it is; nothing was changed" apply --adopt "$order"
    answers 1 "no machine is deployed" status
    sql "drop table order_transitions"
    sql "create table order_transitions (id bigint auto_increment primary key, to_state varchar(255) not null, metadata text,
        sort_key integer not null, order_id bigint not null, most_recent boolean, created_at datetime(6) not null,
        updated_at datetime(6) not null, unique (order_id, sort_key), unique (order_id, most_recent),
        foreign key (order_id) references orders (id))"
    made() { # ORDER STATE SORT_KEY MOST_RECENT
        sql "insert into order_transitions (order_id, to_state, sort_key, most_recent, created_at, updated_at)
            values ($1, '$2', $3, $4, utc_timestamp(6), utc_timestamp(6))"
    }
    made 2 melted 10 true
    answers 1 "cannot be adopted" apply --adopt "$order"
    sql "delete from order_transitions"
    made 2 paid 10 null
    made 2 shipped 20 true
    before=$(sql "show create table order_transitions" | sed 's/AUTO_INCREMENT=[0-9]*//')
    answers 0 "order: created" apply --adopt "$order"
    answers 0 "order: nothing new" apply "$order"
    answers 0 "order: nothing new" apply --adopt "$order"
    is "$before" "$(sql "show create table order_transitions" | sed 's/AUTO_INCREMENT=[0-9]*//')"
    answers 0 "order 2: shipped -> returned (send_back, sort key 30, " fire order 2 send_back
    answers 0 "order 1: pending -> paid (pay, sort key 10, " fire order 1 pay amount=700
    answers 1 "order 1: pay is not allowed in paid" fire order 1 pay amount=700
    answers 0 "amount=700" history order 1
    answers 0 " 0 problems" verify
    sql "update order_transitions set most_recent = null where order_id = 2"
    answers 1 "order 2, sort key 30: most_recent is not true of it, and it is the last one [most-recent]" verify
    sql "update order_transitions set most_recent = true where order_id = 2 and sort_key = 10"
    answers 1 "order 2, sort key 10: most_recent is true of it, and it is not the last one [most-recent]" verify
    sql "update order_transitions set most_recent = null where order_id = 2"
    sql "update order_transitions set most_recent = true where order_id = 2 and sort_key = 30"
    answers 0 " 0 problems" verify

    # enforced: what keeps others to the diagram hangs on a table that is theirs
    sed 's/machine order /machine note /; s/orders\.id/notes.id/; s/storage transitions/& enforced/' "$here/order.fsm" >"$scratch/note.fsm"
    "$pawl" "$scratch/note.fsm" -o "$scratch/gen" --emit=mariadb || exit 2
    sql "create table notes (id bigint primary key)"
    answers 0 "note: created" apply "$scratch/gen/note.mariadb.sql"
    answers 0 " 0 problems" verify
    for trigger in next kept stay; do
        sql "drop trigger note_transitions_$trigger"
        answers 1 "trigger note_transitions_$trigger is gone [object-missing]" verify note
        answers 0 "trigger note_transitions_$trigger was missing, and is as deployed again" apply "$scratch/gen/note.mariadb.sql"
        sql "create or replace definer = ${name}_pawl_owner trigger note_transitions_$trigger before delete on note_transitions for each row set @seen = 1"
        answers 1 "trigger note_transitions_$trigger is not as deployed" verify note
        answers 0 "trigger note_transitions_$trigger was changed, and is as deployed again" apply "$scratch/gen/note.mariadb.sql"
    done
    sql "create trigger to_paid before insert on note_transitions for each row set new.to_state = 'paid'"
    answers 1 "trigger to_paid was not there when the machine was deployed [object-unknown]" verify note
    # keys that are a uuid, also in the other program's table, and those that do not fit
    sed 's/machine order /machine deed /; s/orders\.id: bigint/deeds.id: uuid/' "$here/order.fsm" >"$scratch/deed.fsm"
    "$pawl" "$scratch/deed.fsm" -o "$scratch/gen" --emit=mariadb || exit 2
    sql "create table deeds (id uuid primary key); insert into deeds values ('6ba7b810-9dad-11d1-80b4-00c04fd430c8')"
    for type in bigint uuid; do # Rails makes metadata json, which has the collation utf8mb4_bin
        sql "create table deed_transitions (id bigint auto_increment primary key, to_state varchar(255) not null, metadata json,
            sort_key integer not null, deed_id $type not null, most_recent boolean, created_at datetime(6) not null,
            updated_at datetime(6) not null, unique (deed_id, sort_key), unique (deed_id, most_recent))"
        [ $type = uuid ] && break
        answers 1 "its column deed_id is of type bigint, not one of uuid,char" apply --adopt "$scratch/gen/deed.mariadb.sql"
        sql "drop table deed_transitions"
    done
    sql "insert into deed_transitions (deed_id, to_state, sort_key, most_recent, created_at, updated_at)
        values ('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'paid', 10, true, utc_timestamp(6), utc_timestamp(6))"
    answers 0 "deed: created" apply --adopt "$scratch/gen/deed.mariadb.sql"
    answers 0 "paid -> shipped (ship, sort key 20, " fire deed 6BA7B810-9dad-11d1-80b4-00c04fd430c8 ship
    answers 0 " 0 problems" verify deed
    # in a case-insensitive column, transitions find keys in capitals, and verify does not
    sed 's/machine deed /machine bond /; s/deeds/bonds/' "$scratch/deed.fsm" >"$scratch/bond.fsm"
    "$pawl" "$scratch/bond.fsm" -o "$scratch/gen" --emit=mariadb || exit 2
    sql "create table bonds (id char(36) collate utf8mb4_general_ci primary key); insert into bonds select * from deeds;
        create table bond_transitions (id bigint auto_increment primary key, to_state varchar(255) not null,
            metadata text collate utf8mb4_bin, sort_key integer not null, bond_id char(36) collate utf8mb4_general_ci not null,
            most_recent boolean, created_at datetime(6) not null, updated_at datetime(6) not null,
            unique (bond_id, sort_key), unique (bond_id, most_recent));
        insert into bond_transitions (bond_id, to_state, sort_key, most_recent, created_at, updated_at)
            select upper(id), 'paid', 10, true, utc_timestamp(6), utc_timestamp(6) from bonds"
    answers 1 "entities whose bond_id is not a uuid in small letters: update it to lower(bond_id) (1: 6BA7B810-9DAD-11D1-80B4-00C04FD430C8)" \
        apply --adopt "$scratch/gen/bond.mariadb.sql"
    sql "update bond_transitions set bond_id = lower(bond_id)"
    answers 0 "bond: created" apply --adopt "$scratch/gen/bond.mariadb.sql"
    answers 0 "paid -> shipped (ship, sort key 20, " fire bond 6BA7B810-9dad-11d1-80b4-00c04fd430c8 ship
    answers 0 " 0 problems" verify bond
    exit $failed
fi

# what pawlctl says of the table as $1 makes it, or of rows that $1 adds
says() {
    answers 1 "$2" apply --adopt "$order"
    answers 1 "nothing was changed" apply --adopt "$order"
    is "" "$(sql "$([ "$database" = postgres ] && echo "select to_regclass('order_moves')" ||
        echo "select name from sqlite_master where name = 'order_moves'")")"
}

if [ "$database" = postgres ]; then
    columns="id bigserial primary key, to_state varchar(255) not null, metadata json default '{}',
        sort_key integer not null, order_id bigint not null references orders (id), most_recent boolean not null,
        created_at timestamp(6) not null, updated_at timestamp(6) not null"
    now="localtimestamp, localtimestamp"
    tables() { sql "select count(*) || max(pg_get_indexdef(indexrelid)) from pg_index where indrelid = 'order_transitions'::regclass"; }
else
    columns="id integer primary key autoincrement not null, to_state varchar not null, metadata text default '{}',
        sort_key integer not null, order_id integer not null references orders (id), most_recent boolean not null,
        created_at datetime(6) not null, updated_at datetime(6) not null, event text, from_state text, actor text,
        request_id text, amount integer"
    now="'2024-05-06 07:08:09.123456', '2024-05-06 07:08:09.123456'"
    tables() { sql "select group_concat(name || coalesce(sql, '')) from sqlite_master where tbl_name = 'order_transitions'"; }
fi
sort_index="create unique index index_order_transitions_parent_sort on order_transitions (order_id, sort_key)"
recent_index="create unique index index_order_transitions_parent_most_recent
    on order_transitions (order_id, most_recent) where most_recent"
row() { # ID STATE SORT_KEY MOST_RECENT
    sql "insert into order_transitions (order_id, to_state, sort_key, most_recent, created_at, updated_at)
        values ($1, $2, $3, $4, $now)"
}

sql "create table orders (id bigint primary key); insert into orders values (1), (2), (3)"

# ---- a table that differs

sql "create table order_transitions (order_id text, sort_key integer not null, state text not null)"
answers 1 "the table $([ "$database" = postgres ] && echo public || echo main).order_transitions of machine order is there already" apply "$order"
answers 1 "take it over with --adopt" apply "$order"
says "" "its column order_id is of type text"
says "" "it has no column to_state"
says "" "add it, or change it: most_recent must be boolean"
says "" "its column state is not null and has no default"
says "" "it has no unique index on (order_id, sort_key)"
says "" "it has no unique index on (order_id, most_recent) where most_recent"
sql "drop table order_transitions"
sql "create table order_transitions ($columns)"
says "" "create unique index on"
sql "$sort_index"
says "" "it has no unique index on (order_id, most_recent) where most_recent"
[ "$database" = sqlite ] && {
    sql "alter table order_transitions drop column request_id"
    says "" "alter table main.order_transitions add column request_id text;"
    sql "alter table order_transitions add column request_id text"
}

# ---- rows that differ; without the index, since that would not let them in

row 1 "'paid'" 10 true
row 1 "'shipped'" 20 true
sql "alter table order_transitions rename to kept"
sql "create table order_transitions ($columns)"
sql "${sort_index/index_order/index2_order}"
sql "$recent_index"
row 2 "'paid'" 10 false
row 2 "'melted'" 20 true
row 3 "'paid'" 20 true
[ "$database" = sqlite ] || # what somebody has laid beside the database's own does not run as the login
    sql "create function unlike(varchar, varchar) returns boolean language plpgsql as 'begin raise exception ''computed''; end';
        create operator public.<> (function = unlike, leftarg = varchar, rightarg = varchar)"
says "" "entities that have been in a state that the machine does not have: 1 (2)"
[ "$database" = sqlite ] || sql "drop function unlike cascade"
says "" "entities with gaps in their sort_key: 1 (3)"
sql "update order_transitions set to_state = 'shipped' where to_state = 'melted'"
sql "update order_transitions set sort_key = 10 where order_id = 3"
sql "update order_transitions set most_recent = false where order_id = 3"
says "" "entities whose most recent row is not that of the highest sort_key: 1 (3)"
sql "update order_transitions set most_recent = true where order_id = 3"

# ---- one that does not: nothing of it is changed

before=$(tables)
answers 0 "order: would be created" apply --adopt --dry-run "$order"
answers 0 "order: created" apply --adopt "$order"
answers 0 "order: nothing new" apply "$order"
answers 0 "order: nothing new" apply --adopt "$order"
is "$before" "$(tables)"
answers 0 "order 2: shipped -> returned (send_back, sort key 30, " fire order 2 send_back
answers 0 "order 1: pending -> paid (pay, sort key 10, " fire order 1 pay amount=700
answers 1 "order 1: pay is not allowed in paid" fire order 1 pay amount=700
answers 0 "" verify
answers 0 "amount=700" history order 1
is "10|paid|pay|pending
20|shipped|ship|paid
30|returned|send_back|shipped" "$(sql "select sort_key, to_state, event, from_state from order_history where order_id = 2 order by sort_key")"
is 1 "$(sql "select count(*) from order_transitions where most_recent and order_id = 2")"

# what another program keeps in metadata is no parameter, whatever it is called
[ "$database" = sqlite ] || { # where rows of others have metadata that become parameters
    sql "insert into orders values (9); insert into order_transitions (order_id, to_state, sort_key, most_recent, created_at, updated_at, metadata)
        values (9, 'paid', 10, false, $now, '{\"amount\": 5}'), (9, 'shipped', 20, true, $now, '{\"amount\": 5}')"
    answers 0 "amount=5" history order 9
    answers 0 " 0 problems" verify order
}

# ---- a migration adds rows to it, and changes nothing of it

mkdir "$scratch/newer"
sed 's/amount: bigint/amount: bigint, note: text?/; s/on ship -> shipped;/on ship -> shipped; on lose -> mislaid;/; s/final state returned;/&  final state mislaid;/' \
    "$here/order.fsm" >"$scratch/newer/order.fsm"
"$pawl" diff "$here/order.fsm" "$scratch/newer/order.fsm" --sql="$database" >"$scratch/migration.sql" || fail "no migration"
answers 0 "continue next to those" apply "$scratch/migration.sql"
answers 0 "order 3: paid -> mislaid (lose, sort key 20, " fire order 3 lose
[ "$database" = sqlite ] || is "$before" "$(tables)"
sql "insert into orders values (4)"
answers 0 "(pay, sort key 10, " fire order 4 pay amount=7 note=gift
answers 0 "note=gift" history order 4
answers 0 "" verify
sed 's/state shipped {/state sent renamed from shipped {/; s/-> shipped/-> sent/' "$scratch/newer/order.fsm" >"$scratch/order.fsm"
"$pawl" diff "$scratch/newer/order.fsm" "$scratch/order.fsm" --sql="$database" >"$scratch/migration.sql" || fail "no migration"
if [ "$database" = postgres ]; then
    answers 1 "belongs to others, and would have to be changed" apply "$scratch/migration.sql"
else
    answers 0 "order: would be migrated" apply --dry-run "$scratch/migration.sql"
fi
sed 's/storage transitions;//; s/ implicit//' "$scratch/newer/order.fsm" >"$scratch/order.fsm"
"$pawl" diff "$scratch/newer/order.fsm" "$scratch/order.fsm" --sql="$database" >"$scratch/migration.sql" 2>"$scratch/err" && fail "an implicit state has ceased to be so"
grep -q "fill it with pawlctl backfill" "$scratch/err" || fail "not said: $(cat "$scratch/err")"

# ---- and what others write wrong later is found

row 1 "'lost'" 20 false
answers 1 "is no state of this machine" verify

# ---- the table that Statesman 13 generates: its from_state is not null, and the key is an integer on PostgreSQL

sed 's/machine order /machine sale /; s/orders\.id/sales.id/' "$here/order.fsm" >"$scratch/sale.fsm"
"$pawl" "$scratch/sale.fsm" -o "$scratch/gen" --emit="$database" || exit 2
if [ "$database" = postgres ]; then
    sql "create table sales (id bigserial primary key);
        create table sale_transitions (id bigserial primary key, from_state varchar not null,
            to_state varchar not null, metadata jsonb default '{}', sort_key integer not null,
            sale_id integer not null, most_recent boolean not null, created_at timestamp(6) not null,
            updated_at timestamp(6) not null, foreign key (sale_id) references sales (id))"
else
    sql "create table sales (id integer not null primary key autoincrement);
        create table sale_transitions (id integer not null primary key autoincrement, from_state varchar not null,
            to_state varchar not null, metadata json default '{}', sort_key integer not null,
            sale_id integer not null, most_recent boolean not null, created_at datetime(6) not null,
            updated_at datetime(6) not null, foreign key (sale_id) references sales (id))"
    for column in event actor request_id; do
        answers 1 "alter table main.sale_transitions add column $column text;" apply --adopt "$scratch/gen/sale.sqlite.sql"
        sql "alter table sale_transitions add column $column text"
    done
    sql "alter table sale_transitions add column amount integer"
fi
sql "create unique index index_sale_transitions_parent_sort on sale_transitions (sale_id, sort_key);
    create unique index index_sale_transitions_parent_most_recent on sale_transitions (sale_id, most_recent)
        where most_recent;
    insert into sales values (1), (2);
    insert into sale_transitions (from_state, to_state, sort_key, sale_id, most_recent, created_at, updated_at)
        values ('pending', 'paid', 10, 1, true, $now)"
answers 0 "sale: created" apply --adopt "$scratch/gen/sale.$database.sql"
answers 0 "sale 1: paid -> shipped (ship, sort key 20, " fire sale 1 ship
answers 0 "sale 2: pending -> paid (pay, sort key 10, " fire sale 2 pay amount=700
answers 0 "amount=700" history sale 2
answers 0 "shipped" history sale 1
answers 0 "" verify sale
is "1|pending|paid
1|paid|shipped
2|pending|paid" "$(sql "select sale_id, from_state, to_state from sale_transitions order by sale_id, sort_key")"

# ---- keys of each type, of which the other program has its table, too; and those that do not fit

# by_key KEY TYPE WRONG ID: a machine of such keys
by_key() {
    sed "s/machine order /machine deed_$1 /; s/orders\.id: bigint/deeds_$1.id: $1/" "$here/order.fsm" >"$scratch/deed.fsm"
    "$pawl" "$scratch/deed.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    sql "create table deeds_$1 (id $2 primary key); insert into deeds_$1 values ('$4')"
    for type in "$3" "$2"; do
        sql "create table deed_$1_transitions ($(sed "s/order_id bigint not null references orders (id)/deed_$1_id $type not null/
            s/order_id integer not null references orders (id)/deed_$1_id $type not null/; s/ autoincrement//" <<<"$columns"));
            create unique index on_sort_$1 on deed_$1_transitions (deed_$1_id, sort_key);
            create unique index on_recent_$1 on deed_$1_transitions (deed_$1_id, most_recent) where most_recent"
        [ "$type" != "$2" ] || break
        answers 1 "its column deed_$1_id is of type $3" apply --adopt "$scratch/gen/deed.$database.sql"
        answers 1 "deed_$1_id must be $1 (" apply --adopt "$scratch/gen/deed.$database.sql"
        sql "drop table deed_$1_transitions"
    done
    sql "insert into deed_$1_transitions (deed_$1_id, to_state, sort_key, most_recent, created_at, updated_at)
        values ('$4', 'paid', 10, true, $now)"
    answers 0 "deed_$1: created" apply --adopt "$scratch/gen/deed.$database.sql"
    answers 0 "paid -> shipped (ship, sort key 20, " fire "deed_$1" "$4" ship
    answers 0 " 0 problems" verify "deed_$1"
}
by_key uuid uuid bigint 6ba7b810-9dad-11d1-80b4-00c04fd430c8
by_key text "varchar(40)" integer PM1
by_key int integer "$([ "$database" = postgres ] && echo uuid || echo text)" 7
by_key bigint bigint text 5000000000

# ---- enforced: on SQLite, REPLACE takes away what stands in the way, which no trigger hears of

if [ "$database" = sqlite ]; then
    sed 's/machine order /machine note /; s/orders\.id/notes.id/; s/storage transitions/& enforced/' "$here/order.fsm" >"$scratch/note.fsm"
    "$pawl" "$scratch/note.fsm" -o "$scratch/gen" --emit=sqlite || exit 2
    sql "create table notes (id integer primary key);
        create table note_transitions (${columns//order/note}, number text unique);
        create unique index note_sort on note_transitions (note_id, sort_key);
        create unique index note_recent on note_transitions (note_id, most_recent) where most_recent"
    answers 1 "its unique index on (number) lets \`insert or replace\` take away rows of the history" \
        apply --adopt "$scratch/gen/note.sqlite.sql"
    sql "alter table note_transitions rename to kept_notes;
        create table note_transitions (${columns//order/note}, number text);
        drop index note_sort; drop index note_recent;
        create unique index note_sort on note_transitions (note_id, sort_key);
        create unique index note_recent on note_transitions (note_id, most_recent) where most_recent"
    answers 0 "note: created" apply --adopt "$scratch/gen/note.sqlite.sql"
fi

# ---- the article's own table: no metadata, its id is made by a function, and all times are there by default

sed 's/machine order /machine bill /; s/orders\.id: bigint/bills.id: text/' "$here/order.fsm" >"$scratch/bill.fsm"
"$pawl" "$scratch/bill.fsm" -o "$scratch/gen" --emit="$database" || exit 2
sql "create table bills (id text primary key); insert into bills values ('PM1'), ('PM2'), ('PM3')"
if [ "$database" = postgres ]; then
    sql "create function some_bytes() returns text language sql as 'select md5(random()::text)';
        create function generate_ulid() returns text language plpgsql as 'begin return some_bytes(); end';
        create table bill_transitions (id text primary key default generate_ulid() not null,
            bill_id text not null references bills (id), to_state text not null,
            most_recent boolean not null, sort_key integer not null,
            created_at timestamptz not null default now(), updated_at timestamptz not null default now())"
else
    sql "create table bill_transitions (id text primary key default (hex(randomblob(16))) not null,
            bill_id text not null references bills (id), to_state text not null,
            most_recent boolean not null, sort_key integer not null,
            created_at datetime not null default (strftime('%Y-%m-%d %H:%M:%f', 'now')),
            updated_at datetime not null default (strftime('%Y-%m-%d %H:%M:%f', 'now')))"
    for column in metadata event from_state actor request_id; do
        answers 1 "alter table main.bill_transitions add column $column text;" apply --adopt "$scratch/gen/bill.sqlite.sql"
        sql "alter table bill_transitions add column $column text"
    done
    sql "alter table bill_transitions add column amount integer"
fi
by_article() { # ID STATE SORT_KEY
    sql "update bill_transitions set most_recent = false where bill_id = '$1' and most_recent;
        insert into bill_transitions (bill_id, to_state, most_recent, sort_key) values ('$1', '$2', true, $3)"
}
sql "create unique index idx_by_most_recent on bill_transitions (bill_id, most_recent) where most_recent;
    create unique index idx_by_sort_key on bill_transitions (bill_id, sort_key)"
by_article PM1 paid 10
columns_of() { # what the table is made of
    if [ "$database" = postgres ]; then
        sql "select string_agg(attname || atttypid::regtype, ',' order by attnum) from pg_attribute
            where attrelid = 'bill_transitions'::regclass and attnum > 0"
    else
        sql "select group_concat(name || type) from pragma_table_info('bill_transitions')"
    fi
}
before=$(columns_of)
if [ "$database" = postgres ]; then
    answers 3 "the default of public.bill_transitions.id would fail in a transition: function some_bytes() does not exist" \
        apply --adopt "$scratch/gen/bill.postgres.sql"
    answers 3 "alter function public.generate_ulid() set search_path = public;" apply --adopt "$scratch/gen/bill.postgres.sql"
    sql "alter function public.generate_ulid() set search_path = public"
fi
answers 0 "bill: created" apply --adopt "$scratch/gen/bill.$database.sql"
is "$before" "$(columns_of)"
answers 0 "bill PM1: paid -> shipped (ship, sort key 20, " fire bill PM1 ship
for _ in 1 2; do
    answers 0 "bill PM2: pending -> paid (pay, sort key 10, " fire bill PM2 pay amount=700 --request-id=once --actor=ann
done
answers 1 "once" fire bill PM2 pay amount=701 --request-id=once --actor=ann
by_article PM2 shipped 20
answers 0 "send_back" fire bill PM2 send_back --actor=bob
is "10|pay|pending|ann|once|700
20|ship|paid||?|?
30|send_back|shipped|bob|?|?" "$(
    sql "select sort_key, event, from_state, actor, coalesce(request_id, '?'), coalesce(cast(amount as text), '?')
        from bill_history where bill_id = 'PM2' order by sort_key")"
answers 0 "" verify bill
if [ "$database" = postgres ]; then
    # a row that was removed takes with it what was kept of it
    sql "delete from bill_transitions where bill_id = 'PM2'"
    by_article PM2 paid 10
    is "pay|none" "$(sql "select event, coalesce(request_id, 'none') from bill_history where bill_id = 'PM2'")"
    sql "delete from bill_transitions where bill_id = 'PM2'"
    answers 0 "(pay, sort key 10, " fire bill PM2 pay amount=3
    answers 0 "amount=3" history bill PM2
    # from when there is a column, it is kept there, and what was kept before stays
    sql "alter table bill_transitions add column metadata jsonb"
    answers 0 "bill: renewed" apply "$scratch/gen/bill.postgres.sql"
    answers 0 "(pay, sort key 10, " fire bill PM3 pay amount=4
    is "3|4" "$(sql "select string_agg(amount::text, '|' order by amount) from bill_history where event = 'pay'")"
    is 4 "$(sql "select metadata ->> 'amount' from bill_transitions where bill_id = 'PM3'")"
    # and nobody else writes what is kept
    psql -XAtq -d "$PAWL_DB" -c "delete from bill_transitions_metadata" >/dev/null 2>&1 && fail "what was kept is gone"
    answers 0 "" verify bill
fi
exit $failed
