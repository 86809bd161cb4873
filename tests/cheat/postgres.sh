#!/bin/bash
# postgres.sh GENERATED_DIR PAYMENT_CLIENT [STAND_IN]: P8 with psql as the client that tries to cheat, on the cluster
# that PAWL_TEST_POSTGRES names. What is tried, and by whom, is in postgres_attempts.sh; after each attempt all
# of Pawl's rows are compared with before. Then what is legal, deployments that somebody has prepared a trap
# for, and a copy of the database. STAND_IN is what stands in for Citus, where the SQL is of --distribute=citus.
set -euo pipefail
generated=$1 payment_client=$2 stand_in=${3:-}
. "$(dirname "$0")/support.sh"
. "$(dirname "$0")/sessions.sh"
. "$(dirname "$0")/postgres_attempts.sh"
if [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
    echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
    exit 77
fi

database=pawl_cheat_$$
super() {
    psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_TEST_POSTGRES dbname=$database" "$@"
}
cleanup() {
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists $database with (force)" \
        -c "drop database if exists ${database}_copy with (force)" >/dev/null 2>&1 || true
    for role in plain granted owner stranger hanger; do
        psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop owned by ${database}_$role" -c "drop role ${database}_$role" \
            >/dev/null 2>&1 || true
    done
    rm -rf "$folder"
}
folder=$(mktemp -d /tmp/pawl-cheat.XXXXXX)
trap cleanup EXIT
plain=${database}_plain granted=${database}_granted owner=${database}_owner hanger=${database}_hanger

client() {
    ask "$1" "$2"
}
dump() {
    ask super "$all_rows"
}
digest() {
    ask super "$all_digests"
}
pawl() {
    "$payment_client" "$PAWL_TEST_POSTGRES dbname=$database user=$plain" "$@"
}

# As a database is before Pawl comes.
make_payments() {
    super -c "create table payments (id text primary key)"
    [ -z "$stand_in" ] || super -f "$stand_in" -c "alter database $database set citus.enable_unsafe_triggers = on" \
        -c "select create_distributed_table('payments', 'id')"
}

for role in plain granted owner stranger hanger; do
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create role ${database}_$role login"
done
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database $database"
make_payments
super -c "alter table payments owner to $owner;
    insert into payments values ('target'), ('fresh'), ('second'), ('third'), ('fourth')"
super -f "$generated/pawl.postgres.sql" -f "$generated/payment.postgres.sql" >/dev/null
grant_all "$plain" "$granted" "$owner" | super -f -
super -f "$generated/pawl.postgres.sql" -f "$generated/payment.postgres.sql" >/dev/null # what was granted belongs to the deployment now
broken=$(super -c "$rules")
[ -z "$broken" ] || fail "$broken"
open_session super
for role in plain granted owner stranger hanger; do
    open_session $role "user=${database}_$role"
done
super -c "$lock_rows" -c "$plant" >/dev/null
expect OK pawl create target
expect OK pawl create fresh
expect OK pawl create second
expect OK pawl submit second
[ -z "$stand_in" ] || super -c "call make_shards()" \
    -f "$generated/pawl.postgres.sql" -f "$generated/payment.postgres.sql" >/dev/null # as after shards were made anew
remember

all_attempts
for who in plain granted; do
    for shadow in "${shadows[@]}"; do
        expect "ILLEGAL|pending_submission" client $who "$shadow; set search_path = pg_temp, public, pg_catalog; select * from public.payment_confirm('target')"
    done
    expect NOT_FOUND client $who "create temp table payments (id text); insert into pg_temp.payments values ('orphan'); select public.payment_create('orphan', 1, 'EUR')"
    ! has_function payment_create_many ||
        expect NOT_FOUND client $who "select * from public.payment_create_many(array['orphan'], array[1], array['EUR'])"
    expect "ILLEGAL" client $who "set search_path = evil, pg_catalog; select public.payment_confirm('target')"
done
expect "permission denied" client stranger "select payment_submit('target', 'S')"
expect "permission denied" client stranger "select * from payment_current"

# what is legal goes on, from psql and from libpawl; what is laid over another version is refused
expect "ILLEGAL|pending_submission" client plain "select * from payment_confirm('target')"
expect "OK|pending_submission|submitted|20" client plain "select * from payment_submit('target', 'S')"
expect "OK|submitted|paid|30" client granted "select * from payment_confirm('target', 'me')"
expect OK pawl cancel second
expect "$plain" client plain "select actor from payment_transitions where payment_id = 'target' and sort_key = 20"
expect "me" client plain "select actor from payment_transitions where payment_id = 'target' and sort_key = 30"
remember
super -f "$generated/pawl.postgres.sql" -f "$generated/payment.postgres.sql" >/dev/null
[ "$(dump)" = "$before" ] || fail "applying the SQL again changed something"
fingerprint=$(super -c "select fingerprint from pawl_machines where machine = 'payment'")
sed "s/$fingerprint/0123456789abcdef/g" "$generated/payment.postgres.sql" >"$folder/other.sql"
expect "version" super -f "$folder/other.sql"
[ "$(dump)" = "$before" ] || fail "another version of the SQL was laid over this one"

# what hangs on the entity's own table never runs as Pawl's owner, also in creations that are committed
client owner "create table ran_as (who name); grant insert on ran_as to public; grant select on payments to public;
    insert into payments values ('fifth');
    create function hung() returns bool language plpgsql as 'begin insert into public.ran_as values (current_user);
        update public.payment_current set state = ''paid''; return true; exception when others then return true; end';
    grant execute on function hung() to public;
    create policy hung on payments using (hung());
    alter table payments enable row level security; alter table payments force row level security"
expect OK pawl create fourth
if has_function payment_create_many; then
    expect OK client plain "select * from payment_create_many(array['fifth'], array[1], array['EUR'])"
fi
[ "$(dump | grep -v "fourth\|fifth")" = "$before" ] || fail "the owner of payments has changed Pawl's rows"
expect "pawl_owner 0" super -c "select 'pawl_owner ' || count(*) from ran_as where who = 'pawl_owner'"
client owner "drop policy hung on payments; alter table payments no force row level security;
    alter table payments disable row level security; drop function hung(); drop table ran_as"

# whoever may hang triggers on the tables would run code as their owner: see README.md
super -c "grant trigger on payment_transitions to $hanger; grant create on schema public to $hanger;
    grant usage on schema public to $hanger"
client hanger "create function hung() returns trigger language plpgsql as
    'begin update public.payment_current set state = ''paid''; return new; end';
    create trigger hung after insert on payment_transitions for each row execute function hung()"
remember
expect "MISMATCH machine payment: trigger hung on payment_transitions belongs to somebody else" pawl cancel fresh
expect "trigger hung on public.payment_transitions belongs to $hanger" super -f "$generated/payment.postgres.sql"
[ "$(dump)" = "$before" ] || fail "a foreign trigger has run"
super -c "drop trigger hung on payment_transitions"
super -f "$generated/payment.postgres.sql" >/dev/null
remember # the deployment records that nobody may hang triggers now
attempt hanger "create trigger hung after insert on payment_transitions for each row execute function hung()"
expect OK pawl cancel fresh
expect 1 super -c "select count(*) from payment_transitions where payment_id = 'fresh' and event = 'cancel'"
expect 0 super -c "select count(*) from payment_current where payment_id = 'fresh' and state = 'paid'"

# what is copied is as closed as what it was copied from
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database ${database}_copy"
pg_dump -d "$PAWL_TEST_POSTGRES dbname=$database" >"$folder/copy.sql"
copied=$PAWL_TEST_POSTGRES\ dbname=${database}_copy
[ -z "$stand_in" ] || psql -Xq -d "$copied" -f "$stand_in"
psql -XAtq -v ON_ERROR_STOP=1 -d "$copied" -f "$folder/copy.sql" >/dev/null || fail "the copy cannot be made"
[ "$(dump)" = "$(database=${database}_copy super -c "$all_rows")" ] || fail "the copy is not the same"
for table in pawl_machines payment_current payment_transitions; do
    expect "is refused" psql -XAtq -d "$copied user=$granted" -c "delete from $table"
    expect "is refused" psql -XAtq -d "$copied user=$granted" -c "set session_replication_role = replica; delete from $table"
done
expect "ILLEGAL|paid" psql -XAtq -d "$copied user=$plain" -c "select * from payment_confirm('target')"

# a name that is there before Pawl comes, and is somebody else's
for trap in "create type pawl_outcome as (status text, from_state text, to_state text, sort_key integer, created_at timestamptz, guard text, move integer, detail text); grant usage on type pawl_outcome to public" \
    "create table pawl_machines (machine text, fingerprint text, abi integer, deployed_at timestamptz default now(), primary key (machine, fingerprint)); grant all on pawl_machines to public" \
    "create table payment_current (payment_id text primary key, state text, sort_key integer, since timestamptz); grant all on payment_current to public" \
    "create type pawl_lock_answer as (status text, token bigint, until timestamptz, detail text); grant usage on type pawl_lock_answer to public" \
    "create table pawl_freezes (machine text primary key, head text, mode text, until timestamptz, reason text, since timestamptz, frozen_by text); grant all on pawl_freezes to public" \
    "create domain pawl_item as text check (value is not null); grant usage on type pawl_item to public" \
    "create sequence pawl_lock_log_number_seq; grant usage on sequence pawl_lock_log_number_seq to public" \
    "create view payment_moves as select 'submit'::text as event, ''::text as from_state, ''::text as to_state" \
    "create sequence payment_current_state_since" \
    "create view payment_transitions_request as select 1 as one" \
    "create function pawl_refuse_write() returns trigger language plpgsql as 'begin return null; end'"; do
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database ${database}_copy with (force)" -c "create database ${database}_copy"
    database=${database}_copy make_payments
    database=${database}_copy super -c "grant create, usage on schema public to $hanger"
    psql -XAtq -d "$copied user=$hanger" -c "$trap"
    if psql -XAtq -v ON_ERROR_STOP=1 -d "$copied" -f "$generated/pawl.postgres.sql" -f "$generated/payment.postgres.sql" >"$folder/trap" 2>&1; then
        fail "was laid over what another had prepared: $trap"
    fi
    grep -qE "must be owner|belongs to" "$folder/trap" || fail "$trap: $(cat "$folder/trap")"
done
finish
