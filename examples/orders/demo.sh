#!/bin/bash
# demo.sh PSQL GEN OWNER SERVICE: orders in a shop where nobody runs a program, only psql.
#
# PSQL is the program, GEN the folder with what pawl has written for PostgreSQL from order.fsm; OWNER and SERVICE are libpq's
# "host=... user=...", of a login that may make tables and roles, and of the one that tables.sql makes.
set -euo pipefail

psql=$1
compiled=$2
owner_login=$3
service_login=$4
here=$(cd "$(dirname "$0")" && pwd)
orders=60
clerks=8

owner() { PGOPTIONS='-c client_min_messages=warning' "$psql" -X -q -v ON_ERROR_STOP=1 -d "$owner_login" "$@"; }
service() { "$psql" -X -q -v ON_ERROR_STOP=1 -d "$service_login" "$@"; }
tally() { sort | uniq -c | sed 's/^ */  /'; }

owner -f "$here/tables.sql" -f "$compiled/pawl.postgres.sql" -f "$compiled/order.postgres.sql" -c "grant pawl_app to orders_service"

echo "$orders orders for three articles"
service -At -c "
  with placed as (
    insert into orders (placed_at) select now() from generate_series(1, $orders) returning id)
  select count((order_create(id, (array['kettle', 'lamp', 'stool'])[1 + id % 3], 1)).status) || ' placed' from placed"

echo
echo "$clerks clerks at psql, each of whom reports all $orders orders as paid: for each order one of them is OK, and $((clerks - 1)) are ILLEGAL."
echo "An order whose article was sold out before its money came goes to awaiting_refund"
writers=()
answers=$(mktemp -d)
trap 'rm -rf "$answers"' EXIT
for ((i = 1; i <= clerks; i++)); do
    service -At -v clerk="clerk$i" -f "$here/writer.sql" >"$answers/$i" &
    writers+=($!)
done
for writer in "${writers[@]}"; do
    wait "$writer"
done
cat "$answers"/* | tally
service -c "
  select name as article, in_stock as left_over,
    (select count(*) from order_transitions paid join order_transitions placed using (order_id)
      where placed.event = 'create' and placed.article = name and paid.to_state = 'awaiting_shipment') as sold
    from articles order by name"

echo "Five terminals in the warehouse, and one that claims four orders and dies"
service -At -v lease=1s -v dies=on -f "$here/warehouse.sql"
work_off() {
    while [ "$(service -At -c "select count(*) from order_pending where is_work")" -gt 0 ]; do
        service -At -v lease=1min -v dies=off -f "$here/warehouse.sql"
        sleep 0.05
    done
}
for i in 1 2 3 4 5; do
    work_off >"$answers/terminal$i" &
    writers[i]=$!
done
for i in 1 2 3 4 5; do
    wait "${writers[i]}"
done
cat "$answers"/terminal* | tally
service -c "select state, count(*) as orders from order_current group by state order by state"

echo "One order from beginning to end"
service -c "
  select event, from_state, to_state, actor, article, provider_id, parcel from order_transitions
    where order_id = (select min(order_id) from order_current where state = 'shipped') order by sort_key"

echo "What nobody can do"
for attempt in "update order_current set state = 'shipped'" "delete from order_transitions" \
    "insert into order_transitions (order_id, sort_key, event, from_state, to_state) values (1, 50, 'ship', '', 'shipped')" \
    "update articles set in_stock = 100"; do
    echo "  $attempt"
    if service -c "$attempt" 2>"$answers/refusal"; then
        echo "orders: that was allowed" >&2
        exit 1
    fi
    sed 's/^/    /' "$answers/refusal"
done
