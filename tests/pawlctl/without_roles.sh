#!/bin/bash
# without_roles.sh mariadb PAWLCTL PAWL: a login that may make no role deploys what --no-roles has written, by pawlctl and by the
# client, and all is made by it.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

for machine in "$here/../conformance/alarm.fsm" "$here/../../examples/payments/payment.fsm"; do
    "$pawl" "$machine" -o "$scratch/plain" --no-roles --databases=postgres,sqlite,mariadb >"$scratch/out" 2>&1 || fail "pawl: $(cat "$scratch/out")"
done
mariadb_sql root mysql "grant all on ${name}_pawl.* to ${name}_plain@localhost; grant select on $name.* to ${name}_plain@localhost;
    grant create routine, alter routine, references on $name.* to ${name}_plain@localhost"
PAWL_DB=$plain
payment=$scratch/plain/payment.mariadb.sql
answers 0 "payment: created" apply "$payment"
answers 0 "payment: nothing new" apply "$payment"
sed "s/pawl_application/$name/g; s/pawl_database/${name}_pawl/g" "$scratch/plain/pawl.mariadb.sql" "$scratch/plain/alarm.mariadb.sql" \
    >"$scratch/by_hand.sql"
mariadb --no-defaults -u "${name}_plain" -S "$mariadb_socket" -D "$name" <"$scratch/by_hand.sql" || fail "the client cannot apply it"
answers 0 "alarm: renewed" apply "$scratch/plain/alarm.mariadb.sql" # the client has stripped comments from functions
answers 0 "alarm: nothing new" apply "$scratch/plain/alarm.mariadb.sql"
is "" "$(mariadb_sql root mysql "select concat(name, ' ', definer) from mysql.proc where db = '${name}_pawl' and definer <> '${name}_plain@localhost'")"
is 0 "$(mariadb_sql root mysql "select count(*) from mysql.global_priv where user like '${name}\\_pawl\\_app'")"
mariadb_sql root "$name" "insert into payments values ('P1')"
answers 0 "created in pending_submission" fire payment P1 create amount=1 currency=EUR
answers 0 "created in set" fire alarm A create
answers 0 "frozen" freeze payment --reason=x
answers 0 "moves again" thaw payment
answers 0 " 0 problems" verify
exit $failed
