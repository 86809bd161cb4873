#!/bin/bash
# distributed.sh DATABASE PAWLCTL PAWL KILLER CLIENT STAND_IN: what pawlctl does with machines of --distribute=citus, beside what stands in
# for Citus, whose texts are not ordered by their bytes; what is for one node, and what is for Citus, do not mix.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
client=$5 # cheat/payment_client, whose C is written for one node
stand_in=$6

"$pawl" "$here/../../examples/payments/payment.fsm" -o "$scratch/citus" --databases=postgres --emit=postgres --distribute=citus || exit 2
drop_database
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database $name template template0 locale_provider icu icu_locale 'en-US' encoding utf8"
sql "create table payments (id text primary key); insert into payments values ('a'), ('B'), ('c'), ('D')"
said_by_psql() { psql -Xq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -f "$1" 2>&1; }
# refused FILE WHAT: it is not applied, and psql says that
refused() {
    said_by_psql "$1" | grep -qF -- "$2" || fail "$1 says: $(said_by_psql "$1"), not: $2"
}
# applied FILE...: without a word
applied() {
    local file
    for file; do
        is "" "$(said_by_psql "$file")"
    done
}

# ---- before anything is there

answers 2 "is for Citus, on which each statement commits on several nodes" apply "$scratch/citus/payment.postgres.sql"
answers 2 "apply it with psql, after the pawl.postgres.sql" apply "$scratch/citus/payment.postgres.sql"
refused "$scratch/citus/payment.postgres.sql" "does not have version"
refused "$scratch/citus/pawl.postgres.sql" "this database has no Citus"
sql "$(cat "$stand_in")"
refused "$scratch/citus/pawl.postgres.sql" "citus.enable_unsafe_triggers is off"
sql "alter database $name set citus.enable_unsafe_triggers = on"
applied "$scratch/citus/pawl.postgres.sql"
# beside a deployment in another database of the same server, which changes the role to the same
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "begin" -c "alter role pawl_owner set search_path = pg_catalog, pg_temp" \
    -c "select pg_sleep(1)" -c "commit" >/dev/null &
sleep 0.5
applied "$scratch/citus/pawl.postgres.sql"
wait
sql "alter table payments rename to paid"
refused "$scratch/citus/payment.postgres.sql" "table public.payments is not there, whose rows machine payment is to move; nothing was changed"
refused "$scratch/citus/payment.postgres.sql" "HINT:  Create it, select create_distributed_table('public.payments', 'id'), and apply this again."
sql "alter table paid rename to payments"
refused "$scratch/citus/payment.postgres.sql" "table public.payments is not distributed"
refused "$scratch/citus/payment.postgres.sql" "HINT:  select create_distributed_table('public.payments', 'id'); and apply this again."
sql "insert into pg_dist_partition values ('payments', 'n', null, 't')"
refused "$scratch/citus/payment.postgres.sql" "table public.payments is a reference table, so that"
refused "$scratch/citus/payment.postgres.sql" "HINT:  select undistribute_table('public.payments'); select create_distributed_table("
# spread HOW WHAT HINT: entities that Citus keeps in another way
spread() {
    sql "update pg_dist_partition set $1"
    local said
    said=$(said_by_psql "$scratch/citus/payment.postgres.sql")
    [[ $said == *"table public.payments is $2, so that no node has its rows and their transitions; nothing was changed"*"HINT:  $3"* ]] || fail "$1 says: $said"
}
spread "repmodel = 's', colocationid = 0" "one of the coordinator in the metadata of Citus" "select undistribute_table('public.payments'); "
spread "colocationid = 7" "distributed as a single shard" "select undistribute_table('public.payments'); "
sql "insert into pg_dist_schema values (7)"
spread "colocationid = 7" "in a schema that Citus keeps on one node" "Have it in a schema that is not distributed"
spread "partmethod = 'r', colocationid = 0, partkey = 'id'" "distributed by ranges" "select undistribute_table('public.payments'); "
spread "partmethod = 'h', colocationid = 1, partkey = 'customer'" "distributed by its column customer" \
    "select alter_distributed_table('public.payments', distribution_column := 'id'); and apply this again."
refused "$scratch/gen/payment.postgres.sql" "Citus has spread table public.payments over nodes, and machine payment is written for one node"
sql "delete from pg_dist_partition"
is 0 "$(sql "select count(*) from pg_class where relname like 'payment\\_%'")"
sql "select create_distributed_table('payments', 'id')" >/dev/null

# ---- several deployments at once: each transaction begins with the lock that lets one at a time, and so all come to an end

is "$(grep -c '^begin;' "$scratch/citus/payment.postgres.sql")" \
    "$(grep -c 'perform pg_advisory_xact_lock(1885435756)' "$scratch/citus/payment.postgres.sql")"
for _ in there_is_nothing there_is_all; do
    for deployer in 1 2 3; do
        said_by_psql "$scratch/citus/payment.postgres.sql" >"$scratch/deployer$deployer" &
    done
    wait
    is "" "$(cat "$scratch"/deployer?)"
done
for _ in once again; do
    applied "$scratch/citus/pawl.postgres.sql" "$scratch/citus/payment.postgres.sql"
done

# ---- Citus moves no shard while moves go on, since it would lose some

is n "$(sql "select relreplident from pg_class where oid = 'payment_current'::regclass")"
sql "alter table payment_current replica identity default"
answers 1 "table public.payment_current is not as deployed" verify payment
applied "$scratch/citus/payment.postgres.sql"
is n "$(sql "select relreplident from pg_class where oid = 'payment_current'::regclass")"
answers 0 "payment: 0 entities" verify payment

# ---- one node's does not get in between, and has its own tables on the coordinator

refused "$scratch/gen/pawl.postgres.sql" "this database has Citus, in which each node has its own shared schema"
answers 3 "this database has Citus, in which each node has its own shared schema" apply "$payment"
refused "$payment" "Citus has spread table public.payments over nodes, and machine payment is written for one node"
refused "$payment" "Write it with --distribute=citus"
sed 's/final state cancelled/final state lost "Lost";\n  &/; s/on confirm -> paid;/& on lose -> lost;/' "$here/../../examples/payments/payment.fsm" >"$scratch/payment.fsm"
"$pawl" diff "$here/../../examples/payments/payment.fsm" "$scratch/payment.fsm" --sql=postgres >"$scratch/migration.sql" || exit 2
for verb in apply "apply --dry-run"; do
    # shellcheck disable=SC2086 # words
    answers 1 "machine payment is spread over nodes; nothing was changed" $verb "$scratch/migration.sql"
    # shellcheck disable=SC2086
    answers 1 "There are no migrations of machines that are spread over nodes" $verb "$scratch/migration.sql"
done
"$pawl" "$scratch/payment.fsm" -o "$scratch/new" --databases=postgres --emit=postgres --distribute=citus || exit 2
refused "$scratch/new/payment.postgres.sql" "There are no migrations of machines that are spread over nodes: give the new version another name"
psql -Xq -d "$PAWL_DB" -f "$scratch/new/payment.postgres.sql" >/dev/null 2>&1 # which goes on behind an error
is "1 0" "$(sql "select (select count(*) from pawl_machines where machine = 'payment') || ' ' || (select count(*) from pg_proc where proname = 'payment_lose')")"
applied "$scratch/gen/door.postgres.sql"
is OK "$(sql "select status from door_create('front')")"
"$pawl" "$here/../conformance/door.fsm" -o "$scratch/citus" --databases=postgres --emit=postgres --distribute=citus || exit 2
refused "$scratch/citus/door.postgres.sql" "table public.door_current was made for one node"
answers 0 "door: 1 entity, 1 transition, 0 problems" verify door
# without entities of the user's to tell by, the tables of the machine itself tell
sed 's/machine door /machine gate /' "$here/../conformance/door.fsm" >"$scratch/gate.fsm"
"$pawl" "$scratch/gate.fsm" -o "$scratch/citus" --databases=postgres --emit=postgres --distribute=citus || exit 2
"$pawl" "$scratch/gate.fsm" -o "$scratch/gen" --databases=postgres --emit=postgres || exit 2
applied "$scratch/citus/gate.postgres.sql"
refused "$scratch/gen/gate.postgres.sql" "table public.gate_current is spread over nodes, and this is written for one"
applied "$scratch/citus/gate.postgres.sql"
sed 's/machine payment /machine order /; s/payments.id/orders.id/' "$here/../../examples/payments/payment.fsm" >"$scratch/order.fsm"
"$pawl" "$scratch/order.fsm" -o "$scratch/gen" --databases=postgres --emit=postgres || exit 2
sql "create table orders (id text primary key); insert into orders values ('a')"
applied "$scratch/gen/order.postgres.sql"
is OK "$(sql "select status from order_create('a', 1, 'EUR')")"
answers 0 "order: 1 entity, 1 transition, 0 problems" verify order
sql "insert into pg_dist_partition values ('orders', 'h')" # afterwards
answers 1 "public.orders was spread over nodes, and the machine is written for one" verify order
answers 1 "select undistribute_table('public.orders', cascade_via_foreign_keys => true)" verify order
answers 1 "machine order is written for one node, and public.orders is spread over nodes" backfill order --from-column=orders.id --dry-run
refused "$scratch/gen/order.postgres.sql" "Citus has spread table public.orders over nodes"
sql "delete from pg_dist_partition where logicalrelid = 'orders'::regclass"

# ---- nothing of others is called on the way to a node, where it would run as Pawl's owner or as who is on call

sql "insert into stand_in_workers values ('elsewhere', true); grant create on schema public to ${name}_plain"
made="language plpgsql as \$\$ begin raise exception 'code of others ran'; end \$\$"
psql -XAtq -v ON_ERROR_STOP=1 -d "$plain" -c "
    create function public.pawl_hear_freeze(text, text, text, text, text, text) returns void $made;
    create function public.pawl_node_waits_for(name) returns json $made;
    create function public.format(text, text) returns text $made;
    create function public.run_command_on_workers(text) returns table (nodename text, nodeport integer, success boolean, result text) $made;
    create function public.is_other(oid, regclass) returns boolean $made;
    create function public.is_other(oid, regprocedure) returns boolean $made;
    create operator public.= (leftarg = oid, rightarg = regclass, function = public.is_other);
    create operator public.= (leftarg = oid, rightarg = regprocedure, function = public.is_other)" || fail "nothing could be made"
applied "$scratch/citus/pawl.postgres.sql" "$scratch/citus/payment.postgres.sql"
answers 0 "nothing of it moves" freeze payment --reason="a test"
answers 0 "moves again" thaw payment
answers 1 "function public.pawl_hear_freeze(text,text,text,text,text,text) was not there" verify payment
answers 1 "on node elsewhere:5432, function public.pawl_hear_freeze(text,text,text,text,text,text) was not there when Pawl was installed" verify payment
sql "drop owned by ${name}_plain"

# ---- what did not reach all nodes is ended on all

sql "update stand_in_workers set answers = false"
answers 3 "node elsewhere:5432, as pawl_owner: failed to connect" freeze order --reason="a test"
answers 3 "node elsewhere:5432, as pawl_owner: failed to connect" thaw order
sql "delete from stand_in_workers"
answers 0 "was not frozen" thaw order

# ---- what those on call say

for id in a B c D; do
    answers 0 "created" fire payment $id create amount=1 currency=EUR
    answers 0 "submit" fire payment $id submit submission_id=S
done
answers 0 "confirm" fire payment B confirm
answers 0 "payment (Bank payment): 4" status payment
"$client" "$PAWL_DB" confirm_many c >"$scratch/said" && fail "many were moved: $(cat "$scratch/said")"
grep -qF "MISMATCH payment: the database has no function for confirm of many" "$scratch/said" || fail "many: $(cat "$scratch/said")"
grep -qF "run C that pawl has written with --distribute, too" "$scratch/said" || fail "many: $(cat "$scratch/said")"
answers 0 "confirm" history payment B
answers 0 "nothing of it moves" freeze payment --reason="a test"
answers 1 "frozen" fire payment a confirm
answers 0 "moves again" thaw payment
answers 1 "cannot be paused" freeze payment --mode=sleep --reason="a test"
answers 0 "payment: 4 entities, 9 transitions, 0 problems" verify payment

answers 1 "machine payment is spread over nodes, on which rows that are locked as one login cannot be written as another" backfill payment --from-column=payments.id --dry-run

# the order of the bytes is B D a c
plant "delete from payment_current where payment_id = 'a'"
answers 1 "payment: 4 entities, 9 transitions, 1 problem" verify payment
answers 0 "payment a" repair payment --force --reason="a test"
answers 0 "payment: 4 entities, 9 transitions, 0 problems" verify payment

# ---- the archive lies beside the history, and is as closed, where it has shards, too

answers 0 "payment: 1 finished before" archive payment --older-than=0s --dry-run
answers 0 "payment: 1 finished before" archive payment --older-than=0s
is "payment_archive" "$(sql "select logicalrelid from pg_dist_partition where logicalrelid::text = 'payment_archive'")"
is "3" "$(sql "select count(*) from payment_archive")"
is "" "$(sql "select attname from pg_attribute where attrelid = 'payment_archive'::regclass and attname = 'payment_id' and attcollation <> 100")"
sql "insert into stand_in_workers values ('elsewhere', true); call make_shards()"
confirmed() { answers 0 "confirm" fire payment "$1" confirm; }
confirmed a
answers 0 "payment: 1 finished before" archive payment --older-than=0s
for table in payment_archive payment_archive_102008; do
    sql "grant all on $table to ${name}_plain"
    for attempt in "insert into $table select * from $table" "update $table set actor = 'me'" "delete from $table" "truncate $table"; do
        psql -XAtq -d "$plain" -c "$attempt" >"$scratch/said" 2>&1 && fail "done: $attempt"
        grep -q "only Pawl" "$scratch/said" || fail "$attempt says: $(cat "$scratch/said")"
    done
    sql "revoke all on $table from ${name}_plain"
done
# A shard that is moved takes its triggers along, under names of its own.
sql "alter trigger pawl_refuse_truncate on payment_archive_102008 rename to pawl_refuse_truncate_102008"
applied "$scratch/citus/pawl.postgres.sql" "$scratch/citus/payment.postgres.sql"
is "pawl_refuse_truncate_102008" "$(sql "select tgname from pg_trigger where tgrelid = 'payment_archive_102008'::regclass and tgname like '%truncate%'")"

# ---- a node that cannot be reached

sql "update stand_in_workers set answers = false"
answers 3 "node elsewhere:5432, as pawl_owner: failed to connect to elsewhere:5432" freeze payment --reason="a test"
answers 3 "Start it, or let pawl_owner of this database in there by its pg_hba.conf" freeze payment --reason="a test"
refused "$scratch/citus/payment.postgres.sql" "node elsewhere:5432, as pawl_owner: failed to connect"
refused "$scratch/citus/pawl.postgres.sql" "Start it, or let $(sql "select current_user") of this database in there by its pg_hba.conf"
sql "update stand_in_workers set answers = true"

# ---- what hangs on shards, where the table that users see knows nothing of it

sql "grant trigger on payment_current_102008 to ${name}_plain; grant create on schema public to ${name}_plain"
psql -XAtq -v ON_ERROR_STOP=1 -d "$plain" -c "create function public.evil() returns trigger language plpgsql as \$\$ begin return new; end \$\$;
    create trigger evil before update on payment_current_102008 for each row execute function public.evil()" || fail "no trigger could be made"
sql "revoke trigger on payment_current_102008 from ${name}_plain"
answers 1 "on node elsewhere:5432, trigger evil on public.payment_current_102008 belongs to ${name}_plain" verify payment
refused "$scratch/citus/pawl.postgres.sql" ": trigger evil on public.payment_current_102008 belongs to ${name}_plain"
refused "$scratch/citus/pawl.postgres.sql" "Mend that on this node (what belongs to others is dropped there)"
sql "drop trigger evil on payment_current_102008; drop function evil(); revoke create on schema public from ${name}_plain"

# ---- transactions that were prepared, here and on nodes

if [ "$(sql "show max_prepared_transactions")" = 0 ]; then
    echo "max_prepared_transactions is 0: none is prepared"
else
    sql "begin; select payment_confirm('D'); prepare transaction '$name'" >/dev/null
    answers 1 "transaction \`$name\` of $(sql "select current_user") was prepared at" verify payment
    cat "$scratch/out" "$scratch/err" | grep -qF "on node elsewhere:5432" || fail "no node is named: $(cat "$scratch/out")"
    sql "update stand_in_workers set answers = false"
    answers 1 "warning: node elsewhere:5432 does not answer, so that nothing is found there, such as transactions that are prepared: failed to connect to elsewhere:5432" verify payment
    sql "commit prepared '$name'"
    sql "update stand_in_workers set says = 'ERROR: function public.pawl_node_rows(text) does not exist'" # a node that was added
    answers 1 "on node elsewhere:5432, what all machines share is not there: apply pawl.postgres.sql and the files of the machines again" verify payment
    sql "delete from stand_in_workers"
    answers 0 "payment: 2 entities, 5 transitions, 0 problems" verify payment
fi
exit $failed
