# shellcheck shell=bash
# Sourced by queue.sh. plain has pawl_app; granted also has all that DML needs on the queues, and may create in public;
# stranger may connect.
. "$here/sessions.sh"

database=pawl_cheat_queue_$$
plain=${database}_plain granted=${database}_granted stranger=${database}_stranger
rows=$(for table in job_current job_transitions job_pending job_pending_rules alarm_current alarm_transitions alarm_pending \
    alarm_pending_rules; do
    echo "select '$table', to_jsonb(t) from $table t order by to_jsonb(t)::text;"
done)

cleanup() {
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists $database with (force)" -c "drop role if exists $plain" \
        -c "drop role if exists $granted" -c "drop role if exists $stranger" >/dev/null 2>&1 || true
}
client() {
    ask "$1" "$2"
}
dump() {
    ask super "$rows"
}
fire() {
    "$pawlctl" fire "$@" --db="$PAWL_TEST_POSTGRES dbname=$database" >/dev/null 2>"$folder/fired" && echo OK || cat "$folder/fired"
}

set_up() {
    local role
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create role $plain login" -c "create role $granted login" \
        -c "create role $stranger login" -c "create database $database"
    for machine in pawl job alarm; do
        psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_TEST_POSTGRES dbname=$database" -f "$folder/$machine.postgres.sql" >/dev/null
    done
    open_session super
    for role in plain granted stranger; do
        open_session $role "user=${database}_$role"
    done
    ask super "grant pawl_app to $plain, $granted; grant create on schema public to $granted;
        grant select, insert, update, delete, truncate, references
            on job_pending, alarm_pending, job_pending_rules, alarm_pending_rules to $granted;
        grant pg_write_all_data to $granted"
}

plant() {
    ask super "begin; set local role pawl_owner;
        update job_pending set claim = 1, attempts = 1, due_at = now() + interval '1 day' where job_id = 'K';
        update job_pending set parked_at = now(), attempts = 3, last_error = 'spent' where job_id = 'Q';
        update alarm_pending set is_asleep = true where declaration = 'set.remind'; commit"
}

at_the_tables() {
    local who=$1 table column
    for table in job_pending alarm_pending; do
        for column in due_at parked_at; do
            attempt "$who" "update $table set $column = '1999-01-01'"
        done
        for column in fence claim attempts; do
            attempt "$who" "update $table set $column = $column + 1"
        done
        for column in is_work is_asleep; do
            attempt "$who" "update $table set $column = not $column"
        done
        attempt "$who" "update $table set last_error = 'forged'"
        attempt "$who" "update $table set declaration = 'forged'"
        attempt "$who" "delete from $table"
        attempt "$who" "truncate $table"
        attempt "$who" "truncate $table cascade"
        attempt "$who" "with gone as (delete from $table returning *) select * from gone"
        attempt "$who" "merge into $table t using (select 1) s on true when matched then delete"
        attempt "$who" "create view mine_$table as select * from $table; update mine_$table set due_at = now() - interval '1 day'"
        attempt "$who" "begin; declare c cursor for select * from $table for update; fetch c; delete from $table where current of c; commit"
        attempt "$who" "alter table $table disable trigger all; delete from $table"
        attempt "$who" "drop trigger pawl_refuse_write on $table; delete from $table"
        attempt "$who" "create rule cheat as on insert to $table do instead nothing"
        attempt "$who" "create policy cheat on $table using (false); alter table $table enable row level security"
        attempt "$who" "alter table $table owner to current_user; delete from $table"
        attempt "$who" "set session_replication_role = replica; delete from $table"
        attempt "$who" "set role pawl_owner; delete from $table"
        attempt "$who" "create temp table bait (x int);
            create function pg_temp.forge() returns trigger language plpgsql as 'begin delete from public.$table; return new; end';
            create trigger forge before insert on bait for each row execute function pg_temp.forge();
            insert into bait values (1)"
        attempt "$who" "update ${table}_rules set attempts = 1000"
        attempt "$who" "create or replace view ${table}_rules as select * from public.${table}_rules where false"
    done
    attempt "$who" "update job_pending set job_id = 'L' where job_id = 'J'"
    attempt "$who" "insert into job_pending (job_id, declaration, is_work, due_at, fence) values ('L', 'work queued', true, now(), 20)"
    attempt "$who" "insert into job_pending select * from job_pending on conflict (job_id, declaration) do update set due_at = now(), claim = 0, attempts = 0"
    attempt "$who" "merge into job_pending p using (select 'L' as id) new on p.job_id = new.id when not matched then insert values (new.id, 'work queued', true, now(), 20)"
    attempt "$who" $'copy job_pending (job_id, declaration, is_work, due_at, fence) from stdin;\nL\twork queued\tt\t2020-01-01\t20\n\\.'
    attempt "$who" "insert into alarm_pending (alarm_id, declaration, is_work, due_at, fence) values ('A', 'ringing.give_up', false, now(), 10)"
}

# What a worker may call, with what he never claimed.
with_forged_claims() {
    local who=$1 item shadow
    for item in "'K', row('work queued', 10, 2)" "'K', row('work queued', 20, 1)" "'K', row('work chained', 10, 1)" \
        "'K', row('work queued', 10, null)" "'L', row('work queued', 20, 0)" "'Q', row('work queued', 10, 0)" \
        "'nobody', row('work queued', 10, 1)" "'K', null"; do
        attempt "$who" "select job_pending_complete($item::pawl_item, 'done', '{\"result\": \"forged\"}')"
        attempt "$who" "select job_pending_complete($item::pawl_item)"
        attempt "$who" "select job_pending_not_yet($item::pawl_item, interval '1 year')"
        attempt "$who" "select job_pending_fail($item::pawl_item, 'forged')"
        attempt "$who" "select job_pending_extend($item::pawl_item, interval '1 year')"
    done
    attempt "$who" "select job_done('K', 'forged', item => row('work queued', 10, 2)::pawl_item)"
    attempt "$who" "select job_done('Q', 'forged', item => row('work queued', 10, 0)::pawl_item)"
    attempt "$who" "select job_pending_complete('K', row('work queued', 10, 1)::pawl_item, 'create')"
    attempt "$who" "select job_pending_complete('K', row('work queued', 10, 1)::pawl_item, 'done''; delete from public.job_pending; --')"
    attempt "$who" "select job_pending_retry('J', 'work queued')"
    # a timer strikes with its own event, and one that sleeps with none
    attempt "$who" "select alarm_pending_complete('A', row('set.ring', 10, 0)::pawl_item, 'stop')"
    attempt "$who" "select alarm_stop('A', item => row('set.ring', 10, 0)::pawl_item)"
    attempt "$who" "select alarm_pending_complete('A', row('set.remind', 10, 0)::pawl_item)"
    attempt "$who" "select * from alarm_pending_claim(100)"
    for item in 0 -1 null; do
        attempt "$who" "select * from job_pending_claim($item)"
    done
    attempt "$who" "select * from job_pending_claim(1, 'work', interval '-1 year')"
    attempt "$who" "select * from job_pending_claim(1, 'anything')"
    attempt "$who" "begin; select * from job_pending_claim(10); rollback"
    for shadow in "create temp table job_pending (like public.job_pending); insert into job_pending values ('L', 'work queued', true, 'epoch', 20)" \
        "create temp view job_pending as select 'L'::text as job_id, 'work queued'::text as declaration, true as is_work, now() as due_at, 20 as fence" \
        "create temp view job_pending_rules as select declaration, is_work, 'done'::text as event, lease, every, 0 as attempts, backoff_from, backoff_to from public.job_pending_rules" \
        "create type pg_temp.pawl_item as (declaration text, fence integer, claim bigint)" \
        "create function pg_temp.clock_timestamp() returns timestamptz language plpgsql as 'begin delete from public.job_pending; return now(); end'" \
        "create function pg_temp.same(text, text) returns bool language plpgsql as 'begin delete from public.job_pending; return true; end'; create operator pg_temp.= (function = pg_temp.same, leftarg = text, rightarg = text)"; do
        attempt "$who" "$shadow; set search_path = pg_temp, public, pg_catalog;
            select public.job_pending_complete('K', row('work queued', 10, 2)::public.pawl_item, 'done', '{\"result\": \"forged\"}');
            select public.job_pending_fail('K', row('work queued', 10, 2)::public.pawl_item, 'forged');
            begin; select * from public.job_pending_claim(10); rollback"
    done
    attempt "$who" "alter function public.job_pending_claim(integer, text, interval) set search_path = public"
    attempt "$who" "drop function public.job_pending_fail(text, pawl_item, text)"
    attempt "$who" "alter type pawl_item add attribute forged text"
}

all_attempts() {
    local who call
    for who in plain granted; do
        at_the_tables $who
        with_forged_claims $who
    done
    attempt granted "create function public.same(text, text) returns bool language plpgsql as 'begin delete from public.job_pending; return true; end';
        create operator public.= (function = public.same, leftarg = text, rightarg = text);
        set search_path = public, pg_catalog;
        select public.job_pending_complete('K'::text, row('work queued', 10, 2)::public.pawl_item)"
    attempt granted "drop operator public.= (text, text)"
    for call in "job_pending_claim(1)" "job_pending_complete('K', row('work queued', 10, 1)::pawl_item)" \
        "job_pending_not_yet('K', row('work queued', 10, 1)::pawl_item)" "job_pending_fail('K', row('work queued', 10, 1)::pawl_item, 'x')" \
        "job_pending_extend('K', row('work queued', 10, 1)::pawl_item)" "job_pending_retry('Q', 'work queued')"; do
        attempt stranger "select $call"
    done
}

what_is_legal() {
    local call who
    for call in "job_pending_claim(1)" "job_pending_complete('K', row('work queued', 10, 1)::pawl_item)" \
        "job_pending_retry('Q', 'work queued')"; do
        expect "permission denied for function" client stranger "select $call"
    done
    expect "permission denied for table" client stranger "select * from job_pending"
    for who in plain granted; do
        expect "is refused" client granted "delete from job_pending"
        expect "CONFLICT" client $who "select job_pending_complete('K', row('work queued', 10, 2)::pawl_item, 'done', '{\"result\": \"x\"}')"
        expect "CONFLICT" client $who "select alarm_pending_complete('A', row('set.ring', 10, 0)::pawl_item, 'stop')"
        expect "J|(\"work queued\",10,1)" client $who "create temp table job_pending (like public.job_pending);
            set search_path = pg_temp, public; begin; select * from public.job_pending_claim(10, 'work'); rollback"
    done
    expect "OK|queued|finished" client plain "select * from job_pending_complete('K', row('work queued', 10, 1)::pawl_item, 'done', '{\"result\": \"x\"}')"
    expect "t" client plain "select job_pending_retry('Q', 'work queued')"
    expect "2" client plain "select count(*) from job_pending_claim(10, 'work')"
    remember
}

# each_piece_is_needed: without its trigger, or with a function that everybody may call, something comes of it
each_piece_is_needed() {
    local machine
    for machine in job alarm; do
        ask super "drop trigger pawl_refuse_write on ${machine}_pending"
        psql -XAtq -d "$PAWL_TEST_POSTGRES dbname=$database user=$granted" -f "$folder/granted.sql" >/dev/null 2>&1 || true
        [ "$(dump)" != "$before" ] || fail "nobody notices that the trigger of ${machine}_pending is missing"
        psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_TEST_POSTGRES dbname=$database" -f "$folder/$machine.postgres.sql" >/dev/null
        remember
    done
}
