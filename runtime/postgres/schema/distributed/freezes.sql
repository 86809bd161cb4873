-- Each node has its own copy of a freeze, because the entity's node decides a transition. The coordinator sends it to the
-- workers before its own transaction ends. If that fails, workers may already be frozen; pawl_thaw ends this.
create or replace function public.pawl_tell_freeze() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $pawl$
begin
  if new.mode = 'sleep' then
    raise exception 'machine % is spread over nodes, and cannot be paused: its events would wait on the node of each', new.machine
      using errcode = 'feature_not_supported', hint = 'Freeze it with mode reject.';
  end if;
  call public.pawl_on_workers(format('select public.pawl_hear_freeze(%L::text, %L::text, %L::timestamptz, %L::text, %L::timestamptz, %L::text)',
    new.machine, new.mode, new.until, new.reason, new.since, new.frozen_by));
  return null;
end
$pawl$;

create or replace function public.pawl_hear_freeze(machine text, mode text, until timestamptz, reason text,
  since timestamptz, frozen_by text) returns void language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
#variable_conflict use_column
begin
  perform set_config('pawl.hears_freeze', 'yes', true);
  update public.pawl_freezes type_lock
    set mode = $2, until = $3, reason = $4, since = $5, frozen_by = $6 where type_lock.machine = $1;
end
$pawl$;

create or replace trigger pawl_tell_freeze after update on public.pawl_freezes for each row
  when (current_setting('pawl.hears_freeze', true) is distinct from 'yes') execute function public.pawl_tell_freeze();

-- Returns the transactions on all nodes that have moved a row of the machine and have not ended; with `transactions`
-- (separated by spaces), only those. Call it once after the freeze, then with its own result until none is left.
create or replace function public.pawl_freeze_waits_for(machine text, transactions text default null)
returns table (transaction text, pid integer, application_name text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $pawl$
declare
  answer record;
begin
  for answer in
    select asked.nodename || ':' || asked.nodeport || '/' as node, asked.success, asked.result
      from run_command_on_workers(format('select public.pawl_node_waits_for(%L::text)', $1)) asked
    union all
    select '', true, public.pawl_node_waits_for($1)::text
  loop
    if not answer.success then
      raise exception 'node %: %', answer.node, answer.result using errcode = 'PW006';
    end if;
    return query select answer.node || waits.transaction, waits.pid, waits.application_name
      from json_to_recordset(answer.result::json) waits (transaction text, pid integer, application_name text)
      where $2 is null or answer.node || waits.transaction = any (string_to_array($2, ' '));
  end loop;
end
$pawl$;

-- Returns these transactions of this node, as JSON.
create or replace function public.pawl_node_waits_for(machine text) returns json
language plpgsql security definer set search_path = pg_catalog, pg_temp as $pawl$
begin
  return (select coalesce(json_agg(waits), '[]') from (
    select distinct lock.virtualtransaction as transaction, lock.pid, coalesce(nullif(concat_ws(', ', nullif(activity.application_name, ''),
        'login ' || activity.usename::text, 'since ' || to_char(activity.xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC'), ''),
        (select prepared.gid from pg_locks own join pg_prepared_xacts prepared on prepared.transaction = own.transactionid
          where own.virtualtransaction = lock.virtualtransaction and own.pid is null)) as application_name
    from pg_locks lock left join pg_stat_activity activity on activity.pid = lock.pid
    where lock.locktype = 'relation' and lock.granted
      and lock.mode in ('RowShareLock', 'RowExclusiveLock')
      and lock.database = (select base.oid from pg_database base where base.datname = current_database())
      and lock.relation = (select to_regclass(type_lock.head) from public.pawl_freezes type_lock
                           where type_lock.machine = $1)
      and lock.pid is distinct from pg_backend_pid()) waits);
end
$pawl$;
