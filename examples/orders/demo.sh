#!/bin/bash
# demo.sh GEN OWNER SERVICE: orders in a shop where nobody runs a program, only psql, or mariadb.
#
# GEN is the folder with what pawl has written from order.fsm; OWNER and SERVICE are libpq's "host=... user=...", or
# "mariadb://...", of a login that may make tables and roles, and of the one that tables.sql makes.
set -euo pipefail

compiled=$1
owner_login=$2
service_login=$3
here=$(cd "$(dirname "$0")" && pwd)
orders=60
clerks=8
case $service_login in
mariadb:*) . "$here/mariadb/shell.sh" ;;
*) . "$here/postgres/shell.sh" ;;
esac

tally() { sort | uniq -c | sed 's/^ */  /'; }

deploy

echo "$orders orders for three articles"
place "$orders"

echo
echo "$clerks clerks, each of whom reports all $orders orders as paid: for each order one of them is OK, and $((clerks - 1)) are ILLEGAL."
echo "An order whose article was sold out before its money came goes to awaiting_refund"
writers=()
answers=$(mktemp -d)
trap 'rm -rf "$answers"' EXIT
for ((i = 1; i <= clerks; i++)); do
    clerk "clerk$i" >"$answers/$i" &
    writers+=($!)
done
for writer in "${writers[@]}"; do
    wait "$writer"
done
cat "$answers"/* | tally
show "
  select name as article, in_stock as left_over,
    (select count(*) from ${pawl}order_transitions paid join ${pawl}order_transitions placed using (order_id)
      where placed.event = 'create' and placed.article = name and paid.to_state = 'awaiting_shipment') as sold
    from articles order by name"

echo "Five terminals in the warehouse, and one that claims four orders and dies"
dying_terminal
work_off() {
    while [ "$(answer "select count(*) from ${pawl}order_pending where is_work")" -gt 0 ]; do
        terminal
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
show "select state, count(*) as orders from ${pawl}order_current group by state order by state"

echo "One order from beginning to end"
show "
  select event, from_state, to_state, actor, article, provider_id, parcel from ${pawl}order_transitions
    where order_id = (select min(order_id) from ${pawl}order_current where state = 'shipped') order by sort_key"

echo "What nobody can do"
for attempt in "update ${pawl}order_current set state = 'shipped'" "delete from ${pawl}order_transitions" \
    "insert into ${pawl}order_transitions (order_id, sort_key, event, from_state, to_state) values (1, 50, 'ship', '', 'shipped')" \
    "update articles set in_stock = 100"; do
    echo "  $attempt"
    if answer "$attempt" 2>"$answers/refusal"; then
        echo "orders: that was allowed" >&2
        exit 1
    fi
    sed 's/^/    /' "$answers/refusal"
done
