#!/bin/bash
# statesman.sh DATABASE PAWLCTL PAWL: does what runtime/pawlctl/STATESMAN.md says, with the rows of a program in Ruby.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
page=$here/../../runtime/pawlctl/STATESMAN.md
export DATABASE=$database
block fsm 1 >"$scratch/order.fsm"
sed 's/machine order/machine purchase/; /storage/d; s/ implicit//' "$scratch/order.fsm" >"$scratch/purchase.fsm"

case $database in # as Statesman 13 generates it; SQLite needs more columns
postgres) id="bigserial primary key" time="timestamp(6)" json=jsonb more= now=localtimestamp ;;
mariadb) id="bigint auto_increment primary key" time="datetime(6)" json=json more= now="utc_timestamp(6)" ;;
sqlite) id="integer primary key autoincrement" time="datetime(6)" json=json now="strftime('%Y-%m-%d %H:%M:%f000', 'now')"
    more=", event text, actor text, request_id text, reason text" ;;
esac
sql "create table orders (id bigint primary key)"
sql "insert into orders values (17), (18)"
sql "create table order_transitions (id $id, from_state varchar(255) not null, to_state varchar(255) not null,
    metadata $json$([ "$database" = mariadb ] || echo " default '{}'"), sort_key integer not null, order_id bigint not null references orders (id),
    most_recent boolean, created_at $time not null, updated_at $time not null$more)"
sql "create unique index on_sort on order_transitions (order_id, sort_key)"
sql "create unique index on_recent on order_transitions (order_id, most_recent)$([ "$database" = mariadb ] || echo " where most_recent")"
ruby() { # transition_to: ORDER FROM TO SORT_KEY
    sql "update order_transitions set most_recent = null, updated_at = $now where order_id = $1 and most_recent"
    sql "insert into order_transitions (order_id, from_state, to_state, sort_key, most_recent, metadata, created_at, updated_at)
        values ($1, '$2', '$3', $4, true, '{}', $now, $now)"
}
ruby 17 pending paid 10
steps 1
grep -q "order: would be created" "$scratch/out" || fail "nothing would be adopted: $(cat "$scratch/out")"
grep -q "order 17: paid -> cancelled (cancel, sort key 20, " "$scratch/out" || fail "no transition: $(cat "$scratch/out")"

# both machines have the same transitions
own=$([ "$database" = mariadb ] && echo "${name}_pawl.")
is "$(block ruby 1 | sed -nE 's/^ *transition from: :(\w+), to: \[(.*)\]/\1 \2/p' | tr -d ':,' |
    while read -r from targets; do for to in $targets; do echo "$from|$to"; done; done | sort)" \
    "$(sql "select from_state, to_state from ${own}order_moves where from_state <> ''" | tr '\t' '|' | sort)"
for function in $(grep -o '`order_[a-z_]*`' "$page" | tr -d '`' | grep -v '^order_id$'); do
    grep -qw "$function" "$scratch/gen/order.h" || fail "$function is not in order.h"
done

# the columns, as the page's table has them
is "paid|10|cancelled|20" "$(sql "select to_state, sort_key from order_transitions where order_id = 17 order by sort_key" | tr '\t' '|' | paste -sd'|')"
is cancelled "$(sql "select to_state from order_transitions where most_recent and order_id = 17")"
case $database in
postgres) is "lost|cancel|ann" "$(sql "select metadata ->> 'reason', metadata -> 'pawl' ->> 'event', metadata -> 'pawl' ->> 'actor' from order_transitions where sort_key = 20")" ;;
mariadb) is "lost|cancel|ann" "$(sql "select concat_ws('|', json_value(metadata, '\$.reason'), json_value(metadata, '\$.pawl.event'), json_value(metadata, '\$.pawl.actor'))
    from order_transitions where sort_key = 20")" ;;
sqlite) is "lost|cancel|ann" "$(sql "select reason, event, actor from order_transitions where sort_key = 20")" ;;
esac
answers 1 "order 17: pay is not allowed in cancelled" fire order 17 pay

# an order without a row is pending; Ruby continues after Pawl
answers 0 "order 18: pending -> paid (pay, sort key 10, " fire order 18 pay
ruby 18 paid shipped 20
answers 1 "order 18: cancel is not allowed in shipped" fire order 18 cancel
answers 0 " 0 problems" verify order

steps 2
grep -q "purchase: 2 written, 0 left out" "$scratch/out" || fail "not copied: $(cat "$scratch/out")"
is "17|cancelled|18|shipped" "$(sql "select purchase_id, state from ${own}purchase_state order by 1" | tr '\t' '|' | paste -sd'|')"
exit $failed
