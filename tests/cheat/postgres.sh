#!/bin/bash
# postgres.sh GENERATED_DIR PAYMENT_CLIENT: P8 with psql as the client that tries to cheat, on the cluster
# that PAWL_TEST_POSTGRES names. Three logins try it: one with pawl_app alone, one to whom somebody has
# granted all that DML needs on Pawl's tables, and the owner of the entity's own table.
set -euo pipefail
generated=$1 payment_client=$2
. "$(dirname "$0")/support.sh"
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
        -c "drop role if exists ${database}_plain" -c "drop role if exists ${database}_granted" \
        -c "drop role if exists ${database}_owner" >/dev/null 2>&1
    rm -rf "$folder"
}
folder=$(mktemp -d /tmp/pawl-cheat.XXXXXX)
trap cleanup EXIT
plain=${database}_plain granted=${database}_granted owner=${database}_owner

client() {
    psql -XAtq -d "$PAWL_TEST_POSTGRES dbname=$database user=${database}_$1" <<<"$2"
}
dump() {
    super -c "select * from pawl_machines order by 1; select * from payment_moves order by 1, 2;
        select * from payment_current order by 1; select * from payment_transitions order by 1, 2;
        select * from pawl_locks; select * from pawl_lock_keys; select * from pawl_lock_waiters;
        select * from pawl_freezes order by 1; select * from pawl_deferred; select * from pawl_lock_log"
}
pawl() {
    "$payment_client" "$PAWL_TEST_POSTGRES dbname=$database user=$plain" "$@"
}

psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database $database" -c "create role $plain login" \
    -c "create role $granted login" -c "create role $owner login"
super -c "create table payments (id text primary key); alter table payments owner to $owner;
    insert into payments values ('target'), ('second'), ('third'), ('fourth')"
super -f "$generated/payment.postgres.sql" >/dev/null
super -c "grant pawl_app to $plain, $granted, $owner; grant select on payments to $plain, $granted;
    grant create on schema public to $granted, $owner;
    grant select, insert, update, delete, truncate, references
        on pawl_machines, payment_moves, payment_current, payment_transitions, pawl_locks, pawl_lock_keys,
        pawl_lock_waiters, pawl_freezes, pawl_deferred, pawl_lock_log to $granted;
    select pawl_acquire('', 'key', 'somebody'), pawl_break('', 'key', 'to have a row in the log'),
        pawl_acquire('', 'key', 'somebody'), pawl_acquire('', 'key', 'another', null, 60000)" >/dev/null
super -c "select pawl_freeze('payment', 'sleep', null, 'to have a row'),
        pawl_defer('payment', 'target', 'r', 'submit', '', 'me', null, null), pawl_thaw('payment'),
        pawl_deferred_done(1, 'ILLEGAL', null, null, null, null, null), pawl_wake('payment')" >/dev/null
expect OK pawl create target
expect OK pawl create second
expect OK pawl submit second
remember

for who in plain granted; do
    for table in pawl_locks pawl_lock_keys pawl_lock_waiters pawl_freezes pawl_deferred pawl_lock_log; do
        attempt $who "delete from $table"
        attempt $who "truncate $table cascade"
    done
    for table in pawl_machines payment_moves payment_current payment_transitions; do
        attempt $who "insert into $table select * from $table on conflict do nothing"
        attempt $who "delete from $table"
        attempt $who "truncate $table"
        attempt $who "truncate $table cascade"
        attempt $who "begin; set constraints all deferred; delete from $table; commit"
        attempt $who "with gone as (delete from $table returning *) select * from gone"
        attempt $who "merge into $table t using (select 1) s on true when matched then delete"
        attempt $who "alter table $table disable trigger all; delete from $table"
        attempt $who "drop table $table"
        attempt $who "create rule cheat as on insert to $table do instead nothing"
        attempt $who "set session_replication_role = replica; delete from $table"
        attempt $who "set role pawl_owner; delete from $table"
        attempt $who "set session authorization pawl_owner; delete from $table"
        attempt $who "select set_config('role', 'pawl_owner', false); delete from $table"
    done
    attempt $who "insert into payment_current values ('third', 'paid', 10, now())"
    attempt $who "insert into payment_current values ('target', 'paid', 10, now()) on conflict (payment_id) do update set state = 'paid'"
    attempt $who "update payment_current set state = 'paid'"
    attempt $who "update payment_current set payment_id = 'third' where payment_id = 'target'"
    attempt $who "update payment_current set since = now()"
    attempt $who "select * from payment_current for update; update payment_current set sort_key = 0"
    attempt $who "begin; declare c cursor for select * from payment_current for update; fetch c; update payment_current set state = 'paid' where current of c; commit"
    attempt $who "begin; delete from payment_current where payment_id = 'target'; insert into payment_current values ('target', 'paid', 10, now()); commit"
    attempt $who "merge into payment_current head using (select 'third' as id) new on head.payment_id = new.id when not matched then insert values (new.id, 'paid', 10, now())"
    attempt $who "merge into payment_current head using (select 'target' as id) new on head.payment_id = new.id when matched then update set state = 'paid'"
    attempt $who $'copy payment_current from stdin;\nthird\tpaid\t10\t2020-01-01\n\\.'
    attempt $who "insert into payment_transitions (payment_id, sort_key, event, from_state, to_state, created_at, actor) values ('target', 20, 'submit', 'pending_submission', 'submitted', now(), 'me')"
    attempt $who "update payment_transitions set actor = 'somebody else'"
    attempt $who "update payment_transitions set amount = 1, created_at = now()"
    attempt $who "insert into payment_moves values ('confirm', 'pending_submission', 'paid')"
    attempt $who "update payment_moves set to_state = 'paid'"
    attempt $who "update pawl_machines set fingerprint = 'forged'"
    attempt $who "update pawl_locks set owner = 'me'"
    attempt $who "update pawl_lock_keys set last_token = 0"
    attempt $who "update pawl_freezes set mode = 'reject', reason = 'forged'"
    attempt $who "select pawl_freeze('payment', 'reject', null, 'forged')"
    attempt $who "select pawl_thaw('payment')"
    attempt $who "select pawl_break('', 'key', 'forged')"
    attempt $who "select pawl_lock_mutex('forged')"

    # a trigger of one's own: pg_trigger_depth() would be fooled by it
    attempt $who "create temp table bait (x int);
        create function pg_temp.forge() returns trigger language plpgsql as 'begin update public.payment_current set state = ''paid''; delete from public.payment_transitions; return new; end';
        create trigger forge before insert on bait for each row execute function pg_temp.forge();
        insert into bait values (1)"
    attempt $who "create function pg_temp.forge() returns void language sql security definer as 'update public.payment_current set state = ''paid''';
        select pg_temp.forge()"
    attempt $who "do 'begin update public.payment_current set state = ''paid''; exception when others then delete from public.payment_transitions; end'"

    # shadows: the functions must go on seeing the real tables, operators and functions
    for shadow in \
        "create temp table payment_current as select payment_id, 'submitted'::text as state, sort_key, since from public.payment_current" \
        "create temp view payment_current as select payment_id, 'submitted'::text as state, sort_key, since from public.payment_current" \
        "create temp table payment_moves as select 'confirm'::text as event, 'pending_submission'::text as from_state, 'paid'::text as to_state" \
        "create type pg_temp.pawl_outcome as (status text)" \
        "create function pg_temp.clock_timestamp() returns timestamptz language plpgsql as 'begin update public.payment_current set state = ''paid''; return now(); end'" \
        "create function pg_temp.octet_length(text) returns int language plpgsql as 'begin update public.payment_current set state = ''paid''; return 1; end'" \
        "create function pg_temp.same(text, text) returns bool language plpgsql as 'begin update public.payment_current set state = ''paid''; return true; end'; create operator pg_temp.= (function = pg_temp.same, leftarg = text, rightarg = text)"; do
        attempt $who "$shadow; set search_path = pg_temp, public, pg_catalog; select * from public.payment_confirm('target')"
        expect "ILLEGAL|pending_submission" client $who "$shadow; set search_path = pg_temp, public, pg_catalog; select * from public.payment_confirm('target')"
    done
    attempt $who "create temp table payments (id text); insert into pg_temp.payments values ('orphan'); select public.payment_create('orphan', 1, 'EUR')"
    expect NOT_FOUND client $who "create temp table payments (id text); insert into pg_temp.payments values ('orphan'); select public.payment_create('orphan', 1, 'EUR')"
    attempt $who "select payment_submit('''; update payment_current set state = ''paid''; --', 'S')"
    attempt $who "begin; select payment_submit('target', 'S'); rollback"
    attempt $who "begin; select payment_submit('target', 'S'); savepoint s; rollback to s; select 1/0; commit"
done

# whoever may create functions in public, or owns a schema in front of it
for path in public evil; do
    [ $path = public ] || super -c "create schema evil authorization $granted"
    attempt granted "create or replace function $path.now() returns timestamptz language plpgsql as 'begin update public.payment_current set state = ''paid''; return pg_catalog.now(); end';
        create function $path.greatest_of(timestamptz, timestamptz) returns timestamptz language sql as 'select null::timestamptz';
        create function $path.same(text, text) returns bool language plpgsql as 'begin update public.payment_current set state = ''paid''; return true; end';
        create operator $path.= (function = $path.same, leftarg = text, rightarg = text);
        set search_path = $path, pg_catalog; select public.payment_confirm('target')"
    expect ILLEGAL client granted "set search_path = $path, pg_catalog; select public.payment_confirm('target')"
    # the trigger runs as whoever writes, and so with that one's search_path
    attempt granted "create function $path.same(name, name) returns bool language sql as 'select true';
        create operator $path.= (function = $path.same, leftarg = name, rightarg = name);
        create function $path.lower(text) returns text language sql as 'select null::text';
        set search_path = $path, pg_catalog; update public.payment_current set state = 'paid'"
done
attempt granted "create or replace function public.payment_confirm(id text, actor text default null, request_id text default null, expect_sort_key integer default null) returns public.pawl_outcome language sql as 'select null::public.pawl_outcome'"
attempt granted "create or replace function public.pawl_refuse_write() returns trigger language plpgsql as 'begin return new; end'; update payment_current set state = 'paid'"
attempt granted "alter function public.payment_confirm(text, text, text, integer) set search_path = evil"
attempt granted "create table child () inherits (payment_current)"
attempt granted "create table forged (id text primary key references payment_current on delete cascade on update cascade); delete from payment_current"

# the owner of payments: a policy's function would run with the rights of whoever reads the table
attempt owner "update payments set id = 'renamed' where id = 'target'"
attempt owner "delete from payments where id = 'target'"
attempt owner "truncate payments cascade"
attempt owner "create function forge() returns bool language plpgsql as 'begin update public.payment_current set state = ''paid''; return true; end';
    alter table payments enable row level security;
    create policy forge on payments using (forge());
    grant execute on function forge() to public;
    select payment_submit('missing', 'S')"
client owner "select payment_create('third', 1, 'EUR')" >/dev/null 2>&1 || true
expect 0 super -c "select count(*) from payment_current where state = 'paid'"
client owner "drop policy forge on payments; alter table payments disable row level security; drop function forge()"

# what is legal goes on, from psql and from libpawl; what is laid over another version is refused
expect "ILLEGAL|pending_submission" client plain "select * from payment_confirm('target')"
expect "OK|pending_submission|submitted|20" client plain "select * from payment_submit('target', 'S')"
expect "OK|submitted|paid|30" client granted "select * from payment_confirm('target', 'me')"
expect OK pawl cancel second
expect "$plain" client plain "select actor from payment_transitions where payment_id = 'target' and sort_key = 20"
expect "me" client plain "select actor from payment_transitions where payment_id = 'target' and sort_key = 30"
remember
super -f "$generated/payment.postgres.sql" >/dev/null
[ "$(dump)" = "$before" ] || fail "applying the SQL again changed something"
fingerprint=$(super -c "select fingerprint from pawl_machines where machine = 'payment'")
sed "s/$fingerprint/0123456789abcdef/g" "$generated/payment.postgres.sql" >"$folder/other.sql"
expect "version" super -f "$folder/other.sql"
[ "$(dump)" = "$before" ] || fail "another version of the SQL was laid over this one"
expect OK pawl create fourth
finish
