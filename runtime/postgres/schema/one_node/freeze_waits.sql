-- Returns open transactions that have moved a row of the machine; with `transactions`, separated by spaces, only those. Call it
-- after the freeze, then with its result until none is left.
create or replace function public.pawl_freeze_waits_for(machine text, transactions text default null)
returns table (transaction text, pid integer, application_name text)
language sql security definer set search_path = pg_catalog, pg_temp as $pawl$
  select distinct lock.virtualtransaction, lock.pid, coalesce(nullif(concat_ws(', ', nullif(activity.application_name, ''),
      'login ' || activity.usename::text, 'since ' || to_char(activity.xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC'), ''),
      (select prepared.gid from pg_locks own join pg_prepared_xacts prepared on prepared.transaction = own.transactionid
        where own.virtualtransaction = lock.virtualtransaction and own.pid is null)) -- of a prepared transaction: its name
  from pg_locks lock left join pg_stat_activity activity on activity.pid = lock.pid
  where lock.locktype = 'relation' and lock.granted
    and lock.mode in ('RowShareLock', 'RowExclusiveLock')
    and lock.database = (select base.oid from pg_database base where base.datname = current_database())
    and lock.relation = (select to_regclass(type_lock.head) from public.pawl_freezes type_lock
                         where type_lock.machine = $1)
    and lock.pid is distinct from pg_backend_pid()
    and ($2 is null or lock.virtualtransaction = any (string_to_array($2, ' ')))
$pawl$;
