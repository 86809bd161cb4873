# shellcheck shell=bash
# Sourced by postgres.sh and postgres_lines.sh: `attempts` calls attempt WHO SQL for all that is tried. It finds
# target and fresh pending, second submitted and once repaired, and a parent without a payment, third; schema evil
# is granted's.
#
#   plain     has pawl_app and nothing else
#   granted   has pawl_app and all that DML needs on Pawl's tables: by grants, by pg_write_all_data, and SET of
#             session_replication_role; it may create in public and owns the schema evil
#   owner     owns payments
#   stranger  may connect, and nothing else

# has_function NAME: whether the SQL makes it. With --distribute=citus there are none for many entities, or what was deferred.
has_function() {
    grep -q "^create or replace function public\.$1(" "$generated/payment.postgres.sql"
}

# What Pawl must protect, from its SQL itself: a new table is tried without being named here. On Citus that are the shards,
# too, by their own names.
protected=$(sed -n 's/^create table if not exists public\.\([a-z_]*\) (.*$/\1/p' \
    "$generated/pawl.postgres.sql" "$generated/payment.postgres.sql" | tr '\n' ' ')
shards=
! grep -q '^call public.pawl_distribute(' "$generated/payment.postgres.sql" ||
    shards=" payment_current_102008 payment_transitions_102008"
views="payment_moves payment_state"
tables=$protected$views$shards
all_rows=$(for table in $tables; do
    echo "select '$table', to_jsonb(t) from $table t order by to_jsonb(t)::text;"
done)

# One line that differs where the rows do: bash reads what psql prints byte by byte.
all_digests="select md5(string_agg(coalesce(digest, ''), ',')) from (values $(for table in $tables; do
    echo "((select md5(string_agg(t::text, ',' order by t::text)) from $table t)),"
done | sed '$s/,$//')) digests (digest)"

# SQL, to be run after Pawl's own: grant_all PLAIN GRANTED OWNER.
grant_all() {
    cat <<END
set client_min_messages = warning;
grant pawl_app to $1, $2, $3; grant select on payments to $1, $2;
grant create on schema public to $2, $3;
create schema evil authorization $2;
grant select, insert, update, delete, truncate, references on ${protected// /, }${views// /, } to $2;
grant pg_write_all_data to $2;
\\if $(psql -XAtq -d "$PAWL_TEST_POSTGRES" -c "select current_setting('server_version_num')::int >= 150000")
grant set on parameter session_replication_role to $2;
\\endif
END
}

# Run as a superuser once the machine is there: a row in each table of locks, so that there is something to lose.
lock_rows="select pawl_acquire('', 'key', 'somebody'), pawl_break('', 'key', 'to have a row in the log'),
    pawl_acquire('', 'key', 'somebody'), pawl_acquire('', 'key', 'another', null, 60000);"
! has_function payment_fire_deferred || lock_rows+="
select pawl_freeze('payment', 'sleep', null, 'to have a row'),
    pawl_defer('payment', 'target', 'r', 'nonsense', '', 'me', null, null), pawl_thaw('payment'),
    payment_fire_deferred(1), pawl_wake('payment')"

# SQL that puts a row into each shared table that has none, so that there is something to change: whatever
# its columns take. And a run that waits for a lock and is not ready, so that somebody can wake it.
plant="do \$plant\$
declare
  relation regclass;
  columns text;
  cells text;
  empty boolean;
begin
  set local role pawl_owner;
  foreach relation in array string_to_array(rtrim('$protected'), ' ')::regclass[] loop
    execute format('select not exists (select from %s)', relation) into empty;
    if empty and relation::text like 'pawl%' then
      select string_agg(quote_ident(attname), ', '), string_agg(case
          when typcategory = 'N' then '1'
          when typcategory = 'B' then 'true'
          when typcategory = 'D' then 'now()'
          when typname in ('json', 'jsonb') then '''{}'''
          else '''planted''' end, ', ')
        into columns, cells from pg_attribute join pg_type on pg_type.oid = atttypid
        where attrelid = relation and attnum > 0 and not attisdropped and attnotnull and attidentity = '';
      execute format('insert into %s (%s) values (%s)', relation, columns, cells);
    end if;
  end loop;
  insert into public.pawl_run_waits (run, key, type, flow) values (2, 'waited for', '', 'planted');
end
\$plant\$"

# SQL that names what of Pawl's breaks a rule: a function that everybody may call, and that does more than compute, or
# takes rows of Pawl's tables; one that uses Pawl's tables and is called without the owner's rights; one with the
# owner's rights that looks names up where its caller says; one that explains as whoever asks. A deploying login calls some
# routines with its own rights (`everybody` in `routines`).
everybody=$(sed -n "s/^everybody *\(.*\)/'\1'/p" "${BASH_SOURCE[0]%/*}/routines" | paste -sd,)
rules="select 'everybody may call ' || f.oid::regprocedure from pg_proc f
  where f.proowner = 'pawl_owner'::regrole and f.proname not in ($everybody)
    and (f.prosecdef or f.prorettype <> 'trigger'::regtype
      and (f.provolatile = 'v' or exists (select from unnest(f.proargtypes) argument
        join pg_class relation on relation.reltype = argument where relation.relkind = 'r')))
    and exists (select from aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) acl where acl.grantee = 0)
union all
select f.oid::regprocedure || ' may not use the tables that it uses' from pg_proc f
  where f.proowner = 'pawl_owner'::regrole and f.prorettype <> 'trigger'::regtype and not f.prosecdef
    and f.prosrc ~ 'public[.](pawl_(machines|objects|past_moves|repairs|locks|lock_(keys|waiters|log)|freezes|deferred|outbox|flows|runs|run_)|payment_(current|transitions))'
    and exists (select from aclexplode(f.proacl) acl where acl.grantee <> f.proowner)
union all
select f.oid::regprocedure || ' calls as somebody else what only pawl_owner may call' from pg_proc f
  where f.proowner = 'pawl_owner'::regrole and f.prorettype = 'trigger'::regtype and not f.prosecdef
    and f.prosrc ~ 'perform public[.]pawl_'
union all
select f.oid::regprocedure || ' looks names up where its caller says' from pg_proc f
  where f.proowner = 'pawl_owner'::regrole and f.prosecdef
    and not exists (select from unnest(f.proconfig) setting where setting like 'search_path=pg_catalog,%pg_temp')
union all
select f.oid::regprocedure || ' explains as whoever asks' from pg_proc f
  where f.proname = 'pawl_explain' and not f.prosecdef"

# Each event's function and the one for many, with arguments for which it moves.
calls="
payment_create('third', 1, 'EUR')
payment_submit('target', 'S')
payment_confirm('second')
payment_cancel('target')"
! has_function payment_create_many || calls+="
payment_create_many(array['third'], array[1], array['EUR'])
payment_submit_many(array['target'], array['S'])
payment_confirm_many(array['second'])
payment_cancel_many(array['target'])"

# save_run CLAIM: ends the run that `plant` has put there
save_run() {
    echo "pawl_run_save(1, $1, 'done', 'forward', null, '', 0, '{}', '{}', '[]', 0, 0, false, null, null, 0, null, null, true, true, true, -1, null, array['planted'], array['planted'], 2, 'forged', '', 0, false, 'done', 1, null, null, null, null, 0, false, 0)"
}

# Functions of the outbox and of runs, with arguments for which they change what `plant` has put there: those of
# operators, of whoever has pawl_app, and of nobody.
relay_calls="
pawl_outbox_claim('forged', 60000, 64, 10)
pawl_outbox_settle(array[1], array[0], array[false], null, null, null, array[1], array(select created_at from pawl_outbox), array['planted'], array['planted'], array[1])
pawl_outbox_park(1, 0, 'planted', 'planted', 1, 'forged')
pawl_outbox_retry()"
run_calls="
pawl_run_start('planted', 'planted', '{}', null, null, null, null, 0)
pawl_run_claim('planted', 1, null, true, 1000000, null, null, 0)
pawl_run_lock(1, 1, '', array['payment'], array['mine'], 0)
$(save_run 1)
pawl_run_say(1, null, 'cancel', null, null, 0)
pawl_run_signal(1, null, 'forged', null, 0)"
own_run_calls="
pawl_run_take(1, 'planted', '', array['payment'], array['mine'], now())
pawl_run_let_go(1, array['planted'], array['planted'], true, now())
pawl_run_wake('planted', now())
pawl_run_tell(1, '', true)
pawl_outbox_set_aside(array[1], array['planted'], array['planted'], now(), 1, 'forged')"

attempts_at_tables() {
    local who=$1 table
    for table in $tables; do
        attempt "$who" "insert into $table select * from $table on conflict do nothing"
        attempt "$who" "do 'declare field text; begin
            for field in select attname from pg_attribute where attrelid = ''$table''::regclass and attnum > 0 loop
              begin
                execute format(''insert into $table overriding system value select (jsonb_populate_record(null::$table, to_jsonb(t) || jsonb_build_object(%L, ''''7777''''))).* from $table t limit 1'', field);
              exception when others then null;
              end;
              begin
                execute format(''update $table t set %I = (jsonb_populate_record(t, jsonb_build_object(%L, ''''7777''''))).%I'', field, field, field);
              exception when others then null;
              end;
            end loop;
          end'"
        attempt "$who" "delete from $table"
        attempt "$who" "truncate $table"
        attempt "$who" "truncate $table cascade"
        attempt "$who" "begin; set constraints all deferred; delete from $table; commit"
        attempt "$who" "with gone as (delete from $table returning *) select * from gone"
        attempt "$who" "merge into $table t using (select 1) s on true when matched then delete"
        attempt "$who" "create view mine_$table as select * from $table; delete from mine_$table"
        attempt "$who" "create view barred_$table with (security_barrier) as select * from $table; update barred_$table set state = 'paid'"
        attempt "$who" "alter table $table disable trigger all; delete from $table"
        attempt "$who" "alter table $table disable trigger pawl_refuse_write; delete from $table"
        attempt "$who" "drop trigger pawl_refuse_write on $table; delete from $table"
        attempt "$who" "drop table $table"
        attempt "$who" "alter table $table owner to current_user; delete from $table"
        attempt "$who" "create rule cheat as on insert to $table do instead nothing"
        attempt "$who" "create policy cheat on $table using (true); alter table $table enable row level security"
        attempt "$who" "create trigger cheat instead of delete on $table for each row execute function pawl_refuse_write()"
        attempt "$who" "alter table $table inherit payments"
        attempt "$who" "set session_replication_role = replica; delete from $table"
        attempt "$who" "set session_replication_role = replica; truncate $table"
        attempt "$who" "set role pawl_owner; delete from $table"
        attempt "$who" "set session authorization pawl_owner; delete from $table"
        attempt "$who" "select set_config('role', 'pawl_owner', false); delete from $table"
        attempt "$who" "set search_path = pg_catalog, pg_temp; delete from public.$table"
    done
    attempt "$who" "grant pawl_owner to current_user; set role pawl_owner; delete from payment_current"
    attempt "$who" "alter role pawl_owner login superuser"
    attempt "$who" "delete from pg_trigger where tgname = 'pawl_refuse_write'; delete from payment_current"
    attempt "$who" "create event trigger cheat on ddl_command_end execute function pawl_refuse_write()"
    attempt "$who" "insert into payment_current values ('third', 'paid', 10, now())"
    attempt "$who" "insert into payment_current values ('target', 'paid', 10, now()) on conflict (payment_id) do update set state = 'paid'"
    attempt "$who" "update payment_current set state = 'paid'"
    attempt "$who" "update payment_state set state = 'paid'"
    attempt "$who" "update payment_current set payment_id = 'third' where payment_id = 'target'"
    attempt "$who" "update payment_current set since = now()"
    attempt "$who" "select * from payment_current for update; update payment_current set sort_key = 0"
    attempt "$who" "begin; declare c cursor for select * from payment_current for update; fetch c; update payment_current set state = 'paid' where current of c; commit"
    attempt "$who" "begin; delete from payment_current where payment_id = 'target'; insert into payment_current values ('target', 'paid', 10, now()); commit"
    attempt "$who" "merge into payment_current head using (select 'third' as id) new on head.payment_id = new.id when not matched then insert values (new.id, 'paid', 10, now())"
    attempt "$who" "merge into payment_current head using (select 'target' as id) new on head.payment_id = new.id when matched then update set state = 'paid'"
    attempt "$who" $'copy payment_current from stdin;\nthird\tpaid\t10\t2020-01-01\n\\.'
    attempt "$who" "copy payment_current to program 'cat'; copy payment_current from program 'echo'"
    attempt "$who" "insert into payment_transitions (payment_id, sort_key, event, from_state, to_state, created_at, actor) values ('target', 20, 'submit', 'pending_submission', 'submitted', now(), 'me')"
    attempt "$who" "update payment_transitions set actor = 'somebody else'"
    attempt "$who" "update payment_transitions set amount = 1, created_at = now()"
    attempt "$who" "insert into payment_moves values ('confirm', 'pending_submission', 'paid')"
    attempt "$who" "update payment_moves set to_state = 'paid'"
    attempt "$who" "create or replace view payment_moves (event, from_state, to_state) as values ('confirm', 'pending_submission', 'paid')"
    attempt "$who" "insert into pawl_machines values ('forged', 'forged', true, true, 1, now())"
    attempt "$who" "update pawl_machines set is_accepted = true"
    attempt "$who" "insert into pawl_past_moves values ('payment', 'confirm', 'pending_submission', 'paid')"
    attempt "$who" "update pawl_machines set fingerprint = 'forged'"
    attempt "$who" "update pawl_machines set model = '{}'"
    attempt "$who" "update pawl_objects set definition = 'forged'"
    attempt "$who" "insert into pawl_objects values ('payment', 'table other', 'forged')"
    attempt "$who" "update pawl_repairs set reason = 'forged'"
    attempt "$who" "insert into pawl_repairs (machine, entity, reason, after_state, after_sort_key, after_since) values ('payment', 'target', 'none', 'paid', 10, now())"
    attempt "$who" "insert into pawl_locks (key, type, owner, token, since) values ('mine', '', 'me', 9, now())"
    attempt "$who" "update pawl_locks set owner = 'me'"
    attempt "$who" "update pawl_lock_keys set last_token = 0"
    attempt "$who" "insert into pawl_lock_keys values ('mine', 9)"
    attempt "$who" "insert into pawl_lock_waiters values ('mine', '', 'me', now(), now())"
    attempt "$who" "update pawl_lock_waiters set until = now()"
    attempt "$who" "update pawl_freezes set mode = 'reject', reason = 'forged'"
    attempt "$who" "insert into pawl_freezes (machine, head) values ('forged', 'payments')"
    attempt "$who" "update pawl_deferred set status = null"
    attempt "$who" "insert into pawl_deferred (machine, entity, request_id, event, arguments, actor, deferred_at) values ('payment', 'target', 'x', 'submit', '', 'me', now())"
    attempt "$who" "update pawl_lock_log set login = 'somebody else'"
    attempt "$who" "insert into pawl_lock_log (action, type) values ('break', 'forged')"
    attempt "$who" "select pawl_deferred_done(number, 'OK', null, 'paid', 20, now(), null) from pawl_deferred"
    attempt "$who" "select payment_fire_deferred(number) from pawl_deferred"
    attempt "$who" "select payment_fail_deferred(number, 'REFUSED', 'forged') from pawl_deferred"
    attempt "$who" "select pawl_freeze('payment', 'reject', null, 'forged')"
    attempt "$who" "select pawl_freeze_waits_for('payment')"
    attempt "$who" "select pawl_thaw('payment')"
    attempt "$who" "select pawl_break('', 'key', 'forged')"
    attempt "$who" "select pawl_release('', 'key', 'somebody', token) from pawl_held_locks"
    attempt "$who" "select pawl_renew('', 'key', 'somebody', token, 1000) from pawl_held_locks"
    attempt "$who" "select pawl_lock_mutex('forged')"
    attempts_at_outbox "$who"
    attempts_at_runs "$who"
    attempt "$who" "alter type pawl_lock_answer add attribute forged text"
    attempt "$who" "alter type pawl_outcome add attribute forged text"
    attempt "$who" "alter function payment_confirm(text, text, text, integer) set search_path = evil"
    attempt "$who" "alter function payment_confirm(text, text, text, integer) security invoker"
    attempt "$who" "create or replace function public.payment_confirm(id text, actor text default null, request_id text default null, expect_sort_key integer default null) returns public.pawl_outcome language sql as 'select null::public.pawl_outcome'"
    attempt "$who" "create or replace function public.pawl_refuse_write() returns trigger language plpgsql as 'begin return new; end'; update payment_current set state = 'paid'"
}

attempts_at_outbox() {
    local who=$1 call
    while read -r call; do
        [ -z "$call" ] || attempt "$who" "select $call"
    done <<<"$relay_calls"
    attempt "$who" "insert into pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, topic, fingerprint, parameters) values (2, now(), 'payment', 'target', 20, 'confirm', 'submitted', 'paid', 'forged', 'forged', '{}')"
    attempt "$who" "update pawl_outbox set to_state = 'paid', parameters = '{\"forged\": true}'"
    attempt "$who" "insert into pawl_outbox_parked (slot, machine, entity, sort_key, created_at, event, from_state, to_state, topic, fingerprint, parameters, parked_at) values (2, 'payment', 'target', 20, now(), 'confirm', 'submitted', 'paid', 'forged', 'forged', '{}', now())"
    attempt "$who" "update pawl_outbox_parked set error = 'forged'"
    attempt "$who" "insert into pawl_outbox_slots values (64, 'me', 1, now(), null)"
    attempt "$who" "update pawl_outbox_slots set relay = 'me', claim = claim + 1, leased_until = 'infinity'"
}

attempts_at_runs() {
    local who=$1 call
    while read -r call; do
        [ -z "$call" ] || attempt "$who" "select $call"
    done <<<"$own_run_calls"
    attempt "$who" "insert into pawl_flows (flow, fingerprint, abi) values ('planted', 'forged', 1), ('forged', 'forged', 1)"
    attempt "$who" "update pawl_flows set fingerprint = 'forged', topic = 'forged', model = '{}'"
    attempt "$who" "insert into pawl_runs (flow, fingerprint, status, direction, iteration, entered, counts, args, data, locks, attempt, failures, is_uncertain, was_cut_off, steps, undone, claim, actor, started_at, updated_at, events) values ('planted', 'planted', 'ready', 'forward', '', 0, '{}', '{}', '{}', '[]', 0, 0, false, false, 0, 0, 0, 'me', now(), now(), 0)"
    attempt "$who" "update pawl_runs set status = 'done', data = '{\"forged\": true}', locks = '[]', claim = claim + 1, ended_at = now()"
    attempt "$who" "update pawl_runs set wish = 'rollback', wish_actor = 'somebody else'"
    attempt "$who" "insert into pawl_run_steps (run, number, path, iteration, generation, is_undo, outcome, attempt, actor, at, duration_us) values (1, 2, 'forged', '', 0, false, 'done', 1, 'me', now(), 0)"
    attempt "$who" "update pawl_run_steps set outcome = 'undone', actor = 'somebody else'"
    attempt "$who" "insert into pawl_run_ready (run, flow, due_at, is_leased) values (2, 'planted', now(), false)"
    attempt "$who" "update pawl_run_ready set due_at = 'infinity', is_leased = not is_leased"
    attempt "$who" "insert into pawl_run_signals values (1, 'forged', 'me', now())"
    attempt "$who" "update pawl_run_signals set actor = 'somebody else'"
    attempt "$who" "insert into pawl_run_waits (run, key, type, flow) values (1, 'forged', '', 'planted')"
    attempt "$who" "update pawl_run_waits set key = 'forged'"
    # what whoever has pawl_app may call, with what he never claimed, and of what is not there
    for call in "$(save_run 7)" "$(save_run null)" \
        "pawl_run_lock(1, 7, '', array['payment'], array['mine'], 0)" \
        "pawl_run_lock(1, null, '', array['payment'], array['mine'], 0)" \
        "pawl_run_claim('other', 1, 1, true, 1000000, null, null, 0)" "pawl_run_claim('other', null, null, true, 1000000, null, null, 0)" \
        "pawl_run_start('planted', 'forged', '{}', null, null, null, null, 0)" \
        "pawl_run_start('other', 'planted', '{}', null, null, null, null, 0)" \
        "pawl_run_start('planted', 'planted', '{}', null, repeat('x', 256), null, null, 0)" \
        "pawl_run_say(1, 'other', 'cancel', null, null, 0)" \
        "pawl_run_say(1, null, 'resume_from', 'forged', null, 0)" \
        "pawl_run_signal(1, 'other', 'forged', null, 0)"; do
        attempt "$who" "select $call"
    done
    attempt "$who" "begin; select pawl_run_claim('planted', 1, 1, true, 1000000, null, null, 0); select pawl_run_signal(1, null, 'forged', 'me', 0); rollback"
    # a trigger of Pawl's on a table of one's own
    attempt "$who" "create temp table bait (like public.pawl_locks);
        create trigger forge after delete on bait for each row execute function public.pawl_run_lock_freed();
        insert into bait values ('waited for', '', 'me', 1, now(), null, null); delete from bait"
    attempt "$who" "alter type pawl_run_answer add attribute forged text"
}

# From within other things, and with names that stand before Pawl's.
attempts_in_disguise() {
    local who=$1 shadow
    # a trigger of one's own: pg_trigger_depth() would be fooled by it
    attempt "$who" "create temp table bait (x int);
        create function pg_temp.forge() returns trigger language plpgsql as 'begin update public.payment_current set state = ''paid''; delete from public.payment_transitions; return new; end';
        create trigger forge before insert on bait for each row execute function pg_temp.forge();
        insert into bait values (1)"
    attempt "$who" "create function pg_temp.forge() returns void language sql security definer as 'update public.payment_current set state = ''paid''';
        select pg_temp.forge()"
    attempt "$who" "do 'begin update public.payment_current set state = ''paid''; exception when others then delete from public.payment_transitions; end'"
    for shadow in "${shadows[@]}"; do
        attempt "$who" "$shadow; set search_path = pg_temp, public, pg_catalog; select * from public.payment_confirm('target')"
        attempt "$who" "$shadow; set search_path = pg_temp, public, pg_catalog; select * from public.payment_confirm_many(array['target'])"
    done
    attempt "$who" "create temp table payments (id text); insert into pg_temp.payments values ('orphan'); select public.payment_create('orphan', 1, 'EUR')"
    attempt "$who" "select payment_create('orphan', 1, 'EUR')"
    attempt "$who" "select payment_create_many(array['orphan'], array[1], array['EUR'])"
    attempt "$who" "select payment_submit('''; update payment_current set state = ''paid''; --', 'S')"
    attempt "$who" "set standard_conforming_strings = off; set backslash_quote = on; select payment_submit('\\\\''; delete from payment_current; --', 'S')"
    attempt "$who" "set array_nulls = off; select payment_confirm_many('{target,null}')"
    attempt "$who" "select payment_confirm_many(array['second', 'second'])"
    attempt "$who" "select payment_confirm_many(array['target'], null, null, array[10])"
    attempt "$who" "create domain pg_temp.forged as text; select payment_confirm('target'::pg_temp.forged)"
    attempt "$who" "begin; select payment_submit('target', 'S'); rollback"
    attempt "$who" "begin; select payment_submit('target', 'S'); savepoint s; rollback to s; select 1/0; commit"
    attempt "$who" "begin; select payment_submit_many(array['target', 'fresh'], array['S', 'S']); rollback"
}

shadows=(
    "create temp table payment_current as select payment_id, 'submitted'::text as state, sort_key, since from public.payment_current"
    "create temp view payment_current as select payment_id, 'submitted'::text as state, sort_key, since from public.payment_current"
    "create temp table payment_moves as select 'confirm'::text as event, 'pending_submission'::text as from_state, 'paid'::text as to_state"
    "create type pg_temp.pawl_outcome as (status text)"
    "create function pg_temp.clock_timestamp() returns timestamptz language plpgsql as 'begin update public.payment_current set state = ''paid''; return now(); end'"
    "create function pg_temp.octet_length(text) returns int language plpgsql as 'begin update public.payment_current set state = ''paid''; return 1; end'"
    "create function pg_temp.same(text, text) returns bool language plpgsql as 'begin update public.payment_current set state = ''paid''; return true; end'; create operator pg_temp.= (function = pg_temp.same, leftarg = text, rightarg = text)"
)

# Whoever may create functions in public, or owns a schema in front of it.
attempts_by_creators() {
    local path call
    for path in public evil; do
        attempt granted "create or replace function $path.now() returns timestamptz language plpgsql as 'begin update public.payment_current set state = ''paid''; return pg_catalog.now(); end'"
        attempt granted "create or replace function $path.octet_length(text) returns int language plpgsql as 'begin update public.payment_current set state = ''paid'' where payment_id = ''fresh''; return pg_catalog.octet_length(\$1); end'"
        attempt granted "create function $path.same(text, text) returns bool language plpgsql as 'begin update public.payment_current set state = ''paid''; return true; end';
            create operator $path.= (function = $path.same, leftarg = text, rightarg = text)"
        while read -r call; do
            [ -z "$call" ] || attempt granted "begin; set local search_path = $path, pg_catalog; select public.$(sed "s/'\(target\|second\|third\)'/'nobody'/" <<<"$call"); commit"
        done <<<"$calls"
        # the trigger runs as whoever writes, and so with that one's search_path
        attempt granted "create function $path.same(name, name) returns bool language sql as 'select true';
            create operator $path.= (function = $path.same, leftarg = name, rightarg = name);
            create function $path.lower(text) returns text language sql as 'select null::text';
            set search_path = $path, pg_catalog; update public.payment_current set state = 'paid'"
        attempt granted "drop operator if exists $path.= (text, text); drop operator if exists $path.= (name, name)"
    done
    attempt granted "create table child () inherits (payment_current)"
    attempt granted "create table child (like payment_current) partition by list (state); alter table child attach partition payment_current default"
    attempt granted "create table forged (id text primary key references payment_current on delete cascade on update cascade); delete from payment_current"
    attempt granted "create function public.payment_confirm(text) returns void language sql as 'update public.payment_current set state = ''paid'''; select public.payment_confirm('target'::text)"
    attempt granted "create function public.payment_confirm_many(text[]) returns void language sql as 'update public.payment_current set state = ''paid'''; select public.payment_confirm_many(array['target'])"
    attempt granted "drop function if exists public.payment_confirm(text); drop function if exists public.payment_confirm_many(text[])"
}

# The owner of payments: code that hangs on the table would run with the rights of whoever reads it.
attempts_by_owner() {
    attempt owner "update payments set id = 'renamed' where id = 'target'"
    attempt owner "delete from payments where id = 'target'"
    attempt owner "truncate payments cascade"
    attempt owner "alter table payments alter id type varchar(3) using left(id, 3)"
    attempt owner "create function forge() returns bool language plpgsql as 'begin update public.payment_current set state = ''paid''; return true; end';
        alter table payments enable row level security; alter table payments force row level security;
        create policy forge on payments using (forge());
        grant execute on function forge() to public;
        select payment_submit('missing', 'S');
        begin; select payment_create('third', 1, 'EUR'); rollback"
    attempt owner "drop policy forge on payments; alter table payments disable row level security; drop function forge()"
}

attempts_by_strangers() {
    local call
    while read -r call; do
        [ -z "$call" ] || attempt stranger "select $call"
    done <<<"$calls$relay_calls$run_calls$own_run_calls"
    attempt stranger "select pawl_refuse_write()"
}

all_attempts() {
    local who
    for who in plain granted; do
        attempts_at_tables $who
        attempts_in_disguise $who
    done
    attempts_by_creators
    attempts_by_owner
    attempts_by_strangers
}
