-- What pawlctl asks of PostgreSQL, and what it writes there, in the words of that database.

-- ---- connections ----

{define .confine}
-- Operators and functions of whoever may create in a schema would run as this login, also after the connection
-- broke. Names and texts are as they were written down, and as our own SQL means them, whatever the login's settings are.
-- JIT would compile for a second what is to be read by an index, as its costs are disabled ones.
set search_path = pg_catalog, pg_temp; set quote_all_identifiers = off; set standard_conforming_strings = on; set jit = off

{define .confine_in_time}
-- Several processors are for writers.
{>confine}; set max_parallel_workers_per_gather = 0;
do $limit$ begin
  if (select setting::bigint not between 1 and {seconds} * 1000 from pg_settings where name = 'statement_timeout') then
    set statement_timeout = '{seconds}s';
  end if;
end $limit$

{define pawls_owner}
-- The role that owns Pawl's tables; none without roles (--no-roles). Before its name there may be a prefix.
(select own.rolname from pg_class registry join pg_roles own on own.oid = registry.relowner
  where registry.oid = to_regclass('public.pawl_machines') and right(own.rolname, 10) = 'pawl_owner')

{define pawls_application} left({>pawls_owner}, -5) || 'app'
{define pawls_operator} left({>pawls_owner}, -5) || 'operator'
{define pawls_reader} left({>pawls_owner}, -5) || 'reader'

{define in_other_schemas}
-- Roles may be those of Pawl in several schemas, so what belongs to them may be another's.
(select other.relnamespace from pg_class other where other.relname = 'pawl_machines' and other.relnamespace <> 'public'::regnamespace)

{define .flow_objects}
select object, definition from public.pawl_catalog('public'::text, '{}'::text[], array(
    select substring(own.object from '^function [^.]+\.([a-z0-9_]+)\(') from public.pawl_objects own where own.machine = $1::text),
  '{}'::text[], '{}'::text[], null::text)

{define .standing}
select current_user::text, r.rolsuper, o.oid is not null and not r.rolsuper and pg_has_role(r.oid, o.oid, 'member')
from pg_roles r left join pg_roles o on o.rolname = {>pawls_owner}
where r.rolname = current_user

{define .login} select session_user::text
{define .log_action} select public.pawl_log_action($1::text, $2::text, $3::text, $4::text)

{define .become_owner}
-- Without roles (--no-roles) whoever has deployed the machines owns them.
set local search_path = pg_catalog, pg_temp;
select set_config('role', pg_get_userbyid(relowner), true) from pg_class where oid = 'public.pawl_machines'::regclass

{define .read_only} start transaction isolation level repeatable read, read only; set local search_path = pg_catalog, pg_temp; set local lock_timeout = '10s'

{define .locking_sessions}
select string_agg(format('%s by %s', lock.relation::regclass, coalesce(format('process %s (%s%s)', lock.pid,
    activity.usename, ', ' || nullif(activity.application_name, '')), 'a prepared transaction')), ', ')
from pg_locks lock left join pg_stat_activity activity on activity.pid = lock.pid
where lock.locktype = 'relation' and lock.granted and lock.mode = 'AccessExclusiveLock'
  and lock.pid is distinct from pg_backend_pid()
  and lock.database = (select base.oid from pg_database base where base.datname = current_database())
  and exists (select from pg_class relation where relation.oid = lock.relation and relation.relkind in ('r', 'p'))

{define .snapshot}
begin isolation level repeatable read, read only; set local search_path = pg_catalog, pg_temp

-- ---- machines ----

{define .sees_writers} select 1

{define .writers}
-- Nobody but its owner and Pawl's has a right to write a table that refuses writes, or to call a function that is not for
-- applications, whatever was on record when its machine was applied again.
select coalesce(grantee.rolname, 'everybody'), string_agg(lower(held.right_to), ', ' order by held.right_to), held.relation::text,
  'write there as soon as its triggers are off: revoke it'
from (
  select made.oid::regclass as relation, made.relowner, given.grantee, given.privilege_type as right_to
    from pg_class made, aclexplode(made.relacl) given where made.relkind in ('r', 'p')
  union all
  select made.oid::regclass, made.relowner, given.grantee, format('%s (%s)', given.privilege_type, own.attname)
    from pg_class made join pg_attribute own on own.attrelid = made.oid, aclexplode(own.attacl) given where made.relkind in ('r', 'p')
) held left join pg_roles grantee on grantee.oid = held.grantee
where held.grantee <> held.relowner
  and held.grantee is distinct from (select relowner from pg_class where oid = to_regclass('public.pawl_machines'))
  and held.right_to ~ '^(INSERT|UPDATE|DELETE|TRUNCATE|TRIGGER)'
  and exists (select from pg_trigger own where own.tgrelid = held.relation and own.tgfoid = to_regprocedure('public.pawl_refuse_write()'))
group by held.relation, held.grantee, grantee.rolname
union all
select grantee.rolname, 'execute', own.oid::regprocedure::text,
  'call what only Pawl''s own functions and roles call: revoke it'
from pg_proc own join pg_roles author on author.oid = own.proowner, aclexplode(own.proacl) given
  join pg_roles grantee on grantee.oid = given.grantee
where author.rolname = {>pawls_owner} and given.grantee <> own.proowner and own.pronamespace not in {>in_other_schemas}
  and grantee.rolname not in ({>pawls_application}, {>pawls_operator}, {>pawls_reader})
  and not exists (select from aclexplode(own.proacl) known left join pg_roles application on application.oid = known.grantee
    where known.grantee = 0 or application.rolname = {>pawls_application})
union all
select grantee.rolname, 'execute', own.oid::regprocedure::text, 'fire events that no `pawlctl grant` has given it: revoke it'
from pg_proc own join pg_roles author on author.oid = own.proowner, aclexplode(own.proacl) given
  join pg_roles grantee on grantee.oid = given.grantee
where author.rolname = {>pawls_owner} and given.grantee <> own.proowner and own.pronamespace not in {>in_other_schemas}
  and grantee.rolname not in ({>pawls_application}, {>pawls_operator}, {>pawls_reader})
  and exists (select from aclexplode(own.proacl) known join pg_roles application on application.oid = known.grantee
    where application.rolname = {>pawls_application})
  and not exists (select from public.pawl_granted held where held.login = grantee.rolname and held.routine = own.oid)
union all
select distinct held.login, 'a grant', held.machine, 'fire events if a login of that name is created again: take it back by `pawlctl grant`'
from public.pawl_grants held where not exists (select from pg_roles known where known.rolname = held.login)
order by 3, 1

-- ---- grants ----

{define .find_login} select 1 from pg_roles where rolname = {login}
{define .grant_reader} grant pawl_reader to {account}

{define .grant_events}
insert into public.pawl_grants (login, machine, event) select {login}, {machine}, event from unnest(array[{events}]) event on conflict do nothing;
call public.pawl_grant_calls({machine})

{define .revoke_events}
-- All of the machine's, and then again those that stay. The block has the login from a setting: a text in it could end it.
select set_config('pawl.login', {login}, true), set_config('pawl.machine', {machine}, true);
do $pawl$
declare
  held record;
begin
  for held in select distinct routine::regprocedure as routine, login from public.pawl_granted
    where machine = current_setting('pawl.machine') and login = current_setting('pawl.login')
  loop
    execute format('revoke execute on function %s from %I', held.routine, held.login);
  end loop;
end
$pawl$;
delete from public.pawl_grants where login = {login} and machine = {machine} and (event = any (array[{events}]) or '' = any (array[{events}]));
call public.pawl_grant_calls({machine})

{define .hidden_from}
-- Who locks a row needs a policy to read it and one to change it.
select owner.rolname
from pg_class parent join pg_roles owner on owner.oid = (select relowner from pg_class where oid = to_regclass('public.pawl_machines'))
where parent.oid = to_regclass($1) and parent.relrowsecurity and not owner.rolsuper and not owner.rolbypassrls
  and (parent.relforcerowsecurity or not pg_has_role(owner.oid, parent.relowner, 'usage'))
  and (select count(*) filter (where polcmd in ('*', 'r')) = 0 or count(*) filter (where polcmd in ('*', 'w')) = 0
    from pg_policy policy where polrelid = parent.oid and polpermissive and exists (
      select from unnest(polroles) who where case when who = 0 then true else pg_has_role(owner.oid, who, 'usage') end))

{define .is_there} select 1 where to_regclass('public.{of}') is not null
{define .name_of_database} select current_database()

{define .adopt}
set pawl.adopt = 'yes'

-- ---- sessions ----

{define .sessions}
-- Everybody sees who holds which lock, and who waits; what others do, and since when, only who may read all statistics.
with here as (
  select activity.* from pg_stat_activity activity where activity.datname = current_database() and activity.pid <> pg_backend_pid()),
blocked as (
  select waits.pid, waits.since, holder.pid as holder
  from (select lock.pid, min((to_jsonb(lock) ->> 'waitstart')::timestamptz) as since
      from pg_locks lock join here on here.pid = lock.pid where not lock.granted group by lock.pid) waits,
    unnest(pg_blocking_pids(waits.pid)) holder (pid)),
found as (
  select holder as pid, string_agg(distinct pid::text, ', ') as waiting, min(since) as since from blocked group by holder
  union all
  select lock.pid, null, null
  from pg_locks lock join here on here.pid = lock.pid
  where lock.locktype = 'relation' and lock.granted and lock.mode in ('RowShareLock', 'RowExclusiveLock')
    and lock.relation = any (select to_regclass(one.name)::oid from unnest(string_to_array($1::text, ' ')) one (name))
    and here.state = 'idle in transaction' and here.state_change < clock_timestamp() - interval '5 seconds'
    and lock.pid not in (select holder from blocked)
  group by lock.pid)
select found.pid, here.usename::text, here.application_name,
  (extract(epoch from coalesce(here.xact_start, found.since)) * 1000000)::bigint, found.waiting,
  format('select pg_terminate_backend(%s)', found.pid)
from found left join here on here.pid = found.pid
order by found.waiting is null, 4 nulls last, found.pid

{define .unseen_sessions}
select format('this login does not see since when sessions of other logins hold locks, nor whether they are idle: grant pg_read_all_stats to %I',
  current_user)
where not pg_has_role('pg_read_all_stats', 'usage')

-- ---- transactions that were prepared ----

{define prepared_here}
-- Those that have written tables of Pawl's owner, by the locks that they keep; one of these is on their own number.
select held.gid as name, held.owner::text as login, (extract(epoch from held.prepared) * 1000000)::bigint as since_us
from pg_prepared_xacts held
  join pg_locks own on own.locktype = 'transactionid' and own.transactionid = held.transaction
where held.database = current_database()
  and exists (select from pg_locks taken join pg_class relation on relation.oid = taken.relation
    where taken.virtualtransaction = own.virtualtransaction and taken.locktype = 'relation'
      and taken.database = (select base.oid from pg_database base where base.datname = current_database())
      and taken.mode = 'RowExclusiveLock'
      and relation.relowner = (select relowner from pg_class where oid = 'public.pawl_machines'::regclass)
      and relation.relnamespace not in {>in_other_schemas})

{define .prepared}
select '', found.name, found.login, found.since_us, null::text, null::text from ({>prepared_here}) found

{define .find_nodes} select 1 where to_regprocedure('public.pawl_on_workers(text)') is not null
{define .find_spread} select 1 from pg_dist_partition known where known.logicalrelid = to_regclass($1::text)

{define hangs_on_shards}
-- A shard is a table of a machine that Citus does not know by its name. On it hangs what it got from the machine's table.
select format('%s %I on %s', hung.kind, hung.name, shard.oid::regclass) as name,
  concat_ws(' ', 'belongs to', hung.author::text) as problem
from pg_class shard
  join lateral (
    select 'trigger' as kind, own.tgname as name, code.proowner::regrole as author
    from pg_trigger own join pg_proc code on code.oid = own.tgfoid
    where own.tgrelid = shard.oid and not own.tgisinternal and code.proowner <> shard.relowner
    union all
    select 'rule', own.rulename, shard.relowner::regrole from pg_rewrite own where own.ev_class = shard.oid
    union all
    select 'policy', own.polname, shard.relowner::regrole from pg_policy own where own.polrelid = shard.oid
    union all
    select 'row security', shard.relname, shard.relowner::regrole where shard.relrowsecurity) hung on true
where shard.relname not like 'pawl\_%'
  and exists (select from pg_trigger own where own.tgrelid = shard.oid and own.tgfoid = to_regprocedure('public.pawl_refuse_write()'))
  and not exists (select from pg_dist_partition known where known.logicalrelid = shard.oid)

{define in_force} mode is not null and (until is null or until > clock_timestamp())

{define strange_on_node}
-- What all machines share on a node was written down there when it was installed; those that are frozen are the coordinator's.
select name, null::text as login, null::bigint as since_us, problem, null::boolean as is_frozen from ({>hangs_on_shards}) own
union all
select object, null, null, case when installed.definition is null then 'was not there when Pawl was installed'
  when present.definition is null then 'is gone' else 'is not as installed' end, null
from (select object, definition from public.pawl_objects where machine = '') installed full join
  public.pawl_catalog('public'::text, null::text[], null::text[], null::text[], null::text[], null::text) present using (object)
where installed.definition is distinct from present.definition
union all
select machine, null, null, null, {>in_force} from public.pawl_freezes

{define .found_on_nodes}
select answer.nodename || ':' || answer.nodeport,
  case when node.is_new then 'what all machines share' else found.name end, found.login, found.since_us,
  case when not answer.success and not node.is_new then answer.result end,
  case when node.is_new then 'is not there: apply pawl.postgres.sql and the files of the machines again'
    when found.is_frozen then 'is frozen, and not on the coordinator: thaw it'
    when not found.is_frozen then 'moves, and is frozen on the coordinator: thaw it, and freeze it again'
    else found.problem end
from run_command_on_workers(format('select public.pawl_node_rows(%L::text)',
    $node$select *, null::text as problem, null::boolean as is_frozen from ({>prepared_here}) held
      union all select * from ({>strange_on_node}) own$node$)) answer
  join lateral (select not answer.success and answer.result like '%pawl\_node\_rows(text) does not exist%' as is_new) node on true
  left join lateral json_to_recordset(case when answer.success then answer.result::json else '[]' end)
    found (name text, login text, since_us bigint, problem text, is_frozen boolean) on true
where not answer.success or found.name is not null and (found.is_frozen is null
  or exists (select from public.pawl_freezes where machine = found.name and found.is_frozen <> ({>in_force})))
union all
select 'coordinator', own.name, null, null, null, own.problem from ({>hangs_on_shards}) own

-- ---- retiring a version ----

{define drop_functions}
select format('drop function %s', p.oid::regprocedure)
from pg_proc p left join public.pawl_objects o
  on o.machine = $1::text and o.object = 'function ' || p.oid::regprocedure
where p.proname = $1::text || '_model_{PAWL_ABI}_' || $2::text and p.pronamespace not in {>in_other_schemas}
  or ($3::text = 'last' and o.object is not null
    and obj_description(p.oid, 'pg_proc') = 'For programs of an earlier version.')

{define forget_functions}
delete from public.pawl_objects
where machine = $1::text and $2::text || $3::text is not null
  and object like 'function %' and to_regprocedure(substr(object, 10)) is null

{define refuse_version}
update public.pawl_machines set is_accepted = false
where machine = $1::text and fingerprint = $2::text and $3::text is not null

-- ---- erasing ----

{define .forget_values}
analyze {transitions}, {schema}.pawl_deferred, {schema}.pawl_outbox, {schema}.pawl_outbox_parked{archive}

-- ---- restored, and emptied for tests ----

{define skipped} 1000000

{define skip_what_was_given}
-- What was given after the backup is not given again: tokens of locks, claims of relays, and the numbers of runs, of which
-- the keys of calls are made. The places where a relay has found rows are those of another table.
  perform setval(sequence.oid, {>skipped} + coalesce(pg_sequence_last_value(sequence.oid), 0))
    from to_regclass(pg_get_serial_sequence('public.pawl_runs', 'id')) sequence (oid);
  update public.pawl_lock_keys set last_token = last_token + {>skipped};
  update public.pawl_outbox_slots set claim = claim + {>skipped}, leased_until = 'epoch', file = null;

{define .own_objects}
select 1 from pg_class where oid = to_regclass('public.pawl_objects') and relowner = current_user::regrole

{define .recorded_roles}
select substring(definition from '^owner ([a-z0-9_]*_)pawl_owner\n') from public.pawl_objects
where definition ~ '^owner [a-z0-9_]*_pawl_owner\n' limit 1

{define is_stranger}
author.rolname not in (login, 'pawl_owner') and not case when is_super then author.rolsuper else pg_has_role(author.oid, 'usage') end

{define refuse_stranger}
if wanted is not null then
    raise exception 'objects with names of Pawl''s belong to %; nothing was changed', wanted
      using errcode = 'insufficient_privilege', hint = format('If %s restored the database, run this as %s.', wanted, wanted);
  end if;

{define give_back}
-- Roles, and owners and grants of all that was deployed, as pawl_objects has recorded them. A restore leaves them out with
-- --no-owner or --no-privileges, or if the cluster does not have the roles. A login, superusers
-- included, brings back only its own objects: what another has put in the place of Pawl's would run as pawl_owner.
do $pawl$
declare
  part record;
  wanted text;
  words text[];
  login constant text := current_user;
  is_super constant boolean := (select rolsuper from pg_roles where rolname = current_user);
  joins boolean := false;
begin
  set local search_path = pg_catalog, pg_temp;
  if to_regclass('public.pawl_objects') is null then
    raise exception 'this database has no tables of Pawl; nothing was changed'
      using hint = 'Restore the dump first. If it is empty, run pawlctl apply.';
  end if;
  -- before anything of theirs is read, which could be code
  wanted := (select min(author.rolname) from pg_class known join pg_roles author on author.oid = known.relowner
    where known.relnamespace = 'public'::regnamespace and starts_with(known.relname, 'pawl_') and {>is_stranger});
  {>refuse_stranger}
  if not exists (select from public.pawl_objects where starts_with(definition, 'owner pawl_owner' || chr(10))) then
    {>skip_what_was_given}
    return; -- deployed with --no-roles: whoever restores it owns all
  end if;
  foreach wanted in array array['pawl_owner', 'pawl_app', 'pawl_operator', 'pawl_reader'] loop
    if to_regrole(wanted) is null then
      execute format('create role %I nologin', wanted);
    end if;
  end loop;
  create temporary table pawl_restored on commit drop as
    select kind, name, definition, coalesce(relation.relnamespace, code.pronamespace) as space,
        coalesce(relation.relowner, code.proowner) as owner, code.oid is not null as is_code
      from (select distinct split_part(object, ' ', 1) as kind, substr(object, strpos(object, ' ') + 1) as name, definition
          from public.pawl_objects where starts_with(definition, 'owner pawl_owner' || chr(10))
        union all
        select 'table', format('%I.%I', coalesce(model -> 'entity' ->> 'schema', 'public'::text), machine || '_archive'),
            'owner pawl_owner' || chr(10) || 'grants pawl_app select, pawl_operator select, pawl_reader select'
          from public.pawl_machines where is_deployed) own
        left join pg_class relation
          on relation.oid = to_regclass(case when kind in ('table', 'view', 'relation', 'type') then name end)
        left join pg_proc code on code.oid = to_regprocedure(case when kind in ('function', 'procedure') then name end)
      where coalesce(relation.oid, code.oid) is not null and relation.relkind is distinct from 'S'; -- which follow their tables
  wanted := (select min(author.rolname) from pg_temp.pawl_restored known join pg_roles author on author.oid = known.owner
    where {>is_stranger});
  {>refuse_stranger}
  if not is_super and not pg_has_role('pawl_owner', 'usage') then
    execute format('grant pawl_owner to %I', login);
    joins := true;
  end if;
  for part in select distinct known.space::regnamespace as space from pg_temp.pawl_restored known loop
    execute format('grant usage, create on schema %s to pawl_owner', part.space);
    execute format('grant usage on schema %s to pawl_app, pawl_operator, pawl_reader', part.space);
  end loop;
  for part in select * from pg_temp.pawl_restored loop
    wanted := case when part.is_code then 'routine ' when part.kind = 'type' then 'type ' else 'table ' end || part.name;
    if part.owner <> to_regrole('pawl_owner') then
      execute format('alter %s owner to pawl_owner', wanted);
    end if;
    continue when part.kind = 'type';
    execute format('revoke all on %s from public, pawl_app, pawl_operator, pawl_reader', wanted);
    for words in
      select regexp_match(item, '^(.*) ([a-z]+)( with grant option)?$')
        from unnest(string_to_array(substring(part.definition from '\ngrants ([^\n]*)'), ', ')) item
    loop
      continue when words[1] <> 'public' and to_regrole(quote_ident(words[1])) is null;
      execute format('grant %s on %s to %s%s', words[2], wanted,
        case words[1] when 'public' then 'public' else quote_ident(words[1]) end, coalesce(words[3], ''));
    end loop;
  end loop;
  for part in
    select format('%I.%I', coalesce(model -> 'entity' ->> 'schema', 'public'::text), model -> 'entity' ->> 'table') as parent,
        quote_ident(model -> 'entity' ->> 'column') as key, quote_ident(model -> 'mirror' ->> 'column') as mirror,
        model ->> 'storage' not like 'head%' as shares_rows
      from public.pawl_machines where is_deployed and model -> 'entity' ->> 'table' is not null
  loop
    execute format('grant references (%s) on %s to pawl_owner', part.key, part.parent);
    if part.mirror is not null then
      execute format('grant select (%1$s, %2$s), update (%2$s) on %3$s to pawl_owner', part.key, part.mirror, part.parent);
    end if;
    if part.shares_rows then
      execute format('grant select (%1$s), update (%1$s) on %2$s to pawl_owner', part.key, part.parent);
    end if;
  end loop;
  set local role pawl_owner;
  call public.pawl_grant_calls(null);
  {>skip_what_was_given}
  execute format('set local role %I', login);
  if joins then
    execute format('revoke pawl_owner from %I', login);
    execute format('grant pawl_app to %I', login); -- to see what it has restored
  end if;
end
$pawl$

{define empty_tables}
-- All at once, since they refer to each other; archives too.
with emptied as (
  select relation.oid from public.pawl_objects known
    join pg_class relation on relation.oid = to_regclass(substring(known.object from '^(?:table|relation) (.*)'))
  where relation.relkind in ('r', 'p')
    and relation.relname not in ('pawl_schema', 'pawl_machines', 'pawl_past_moves', 'pawl_objects', 'pawl_flows', 'pawl_freezes',
      'pawl_lock_keys', 'pawl_outbox_slots', known.machine || '_moves', known.machine || '_pending_rules')
  union
  select archive.oid from public.pawl_machines known
    join pg_class archive on archive.relname = known.machine || '_archive' and archive.relkind in ('r', 'p')
  where archive.relnamespace = to_regnamespace(coalesce(quote_ident(known.model -> 'entity' ->> 'schema'), 'public'::text))
)
select 'set local lock_timeout = ''10s'''
union all
select 'truncate ' || string_agg(oid::regclass::text, ', ') from emptied

-- ---- tables of others ----

{define .column_details}
select a.attname::text, format_type(a.atttypid, null), a.attnotnull,
  a.atthasdef or a.attidentity <> '' or a.attgenerated <> ''
from pg_attribute a
where a.attrelid = to_regclass($1::text) and a.attnum > 0 and not a.attisdropped
order by a.attnum

{define .unique_indexes}
select
  (select string_agg(a.attname, ',' order by k.place)
    from unnest(i.indkey::int[]) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number),
  trim(both '()' from pg_get_expr(i.indpred, i.indrelid))
from pg_index i
where i.indrelid = to_regclass($1::text) and i.indisunique and i.indisvalid and i.indexprs is null

-- ---- what pawlctl writes ----

{define .change_type} alter table {archive} alter column {column} type {type} using {column}::{type};

{define .protect_archive}
do $$ begin
  if to_regprocedure('public.pawl_on_workers(text)') is not null then
    -- On Citus rows lie beside the history's where the key has its collation.
    if exists (select from pg_attribute own where own.attrelid = '{archive}'::regclass and own.attname = '{name}_id'
        and own.attcollation = '"C"'::regcollation) then
      alter table {archive} alter column {name}_id type text collate "default";
    end if;
    call public.pawl_distribute('{archive}'::text, '{name}_id'::text, '{current}'::text, '{name}_id'::text);
  end if;
  call public.pawl_refuse_writes_to(array['{archive}'::regclass]);
  if exists (select from pg_roles where rolname = 'pawl_app') then
    grant select on {archive} to pawl_app, pawl_operator, pawl_reader;
  end if;
end $$

{define .protect_archive_on_nodes}
do $$ begin
  if to_regprocedure('public.pawl_on_workers(text)') is not null then
    call public.pawl_on_workers('call public.pawl_protect_node()'::text);
  end if;
end $$

-- ---- expressions, of which longer statements are put together ----

{define .elapsed} (extract(epoch from {of} - created_at) * 1000000)::bigint
{define .as_text} cast({of} as text) collate "C"
{define .differs} {>as_text} is distinct from head.state
{define .moment} timestamptz 'epoch' + {of} * interval '1 microsecond'
{define .instant} (extract(epoch from {of}) * 1000000)::bigint
{define .own_instant} {>instant}
{define .now} (extract(epoch from clock_timestamp()) * 1000000)::bigint
{define .as_number} {of}::bigint

{define .orders_otherwise}
-- The order of code points is that of the bytes. Collation 100 is the database's. What provides it has a column only since
-- PostgreSQL 15, and is the library of C (c), ICU (i) or PostgreSQL itself (b).
select 1
from pg_class head join pg_attribute own on own.attrelid = head.oid
  join pg_collation known on known.oid = own.attcollation
  join pg_database base on base.datname = current_database()
where head.relname = $1::text || '_current' and head.relnamespace not in {>in_other_schemas} and own.attname = $1::text || '_id'
  and not case
    when known.oid <> 100 then known.collname in ('C', 'POSIX')
    when coalesce(to_jsonb(base) ->> 'datlocprovider', 'c') = 'c'
      then base.datcollate in ('C', 'POSIX', 'C.UTF-8', 'C.utf8')
    else to_jsonb(base) ->> 'datlocprovider' = 'b' end

{define .whole} cast({of} as bigint)
