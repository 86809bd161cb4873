-- A migration on PostgreSQL: one block of PL/pgSQL for each machine has checks and changes, and does nothing if it was
-- applied. Objects that depend on its tables come after it. emit/migrate/steps.c has the steps and their order.

{define migration}
{! The registry is checked before grants and objects, because the entities' tables may be missing, too.}
{>deploy_begin}

do $pawl$
begin
  if to_regclass('public.pawl_machines') is null then
    raise exception 'no machine is deployed in this database; nothing was changed'
      using errcode = 'PW001',
        hint = 'Is it the right database? Apply the SQL of the older version first.';
  end if;
end
$pawl$;

{begin_roles}
{>lock_at_once}
{#each migrations}

{heading}
do {#quoted}
declare
  total bigint;
  examples text;
  place record;
begin
{checks}
{changes}
end
{/quoted};
{renewal}
{entry}
{/each}
{#each added_machines}
{machine_sql}
{/each}
{end_transaction}

{define lock_at_once}
{! A migration locks everything that it changes before the first change. Three rules keep it from starving, and callers from waiting
for it:

- It finds transactions that already use a table by `pg_locks`, and not in the table's queue, where callers would wait, too.
- The gate is the table that Pawl's functions lock first (join_moves in lock.sql). While the migration waits for the gate, new callers
wait there and hold nothing that the migration needs. Callers past the gate end.
- No order fits every transaction: one may have read a view or changed the entity's row before it calls a function, and an earlier
pawl wrote functions that read the history first. So each attempt ends after less than `deadlock_timeout`, before the server looks
for a deadlock. It releases all locks, and the next attempt takes another order.

Each table is locked by its own statement, because `lock_timeout` is for one wait.}

-- everything that is changed below, before any change
do {#quoted}
declare
  views text[] := '{}';
  parents text[] := '{}';
  gates text[] := '{}';
  tables text[] := '{}';
  used regclass[] := '{}'; -- also locked against readers
  written regclass[] := '{}';
  step text;
  before text[]; -- transactions that used these tables when the last attempt began
  holders text;
  ways text;
  they_last boolean;
  last timestamptz := clock_timestamp() + interval '10 seconds';
  patience interval := (select setting::integer * interval '0.2 milliseconds'
    from pg_settings where name = 'deadlock_timeout');
  longest_patience interval := patience * 2.5;
  until timestamptz;
  attempt integer := 0;
begin
{#each migrations}
  if exists (select from public.pawl_machines
             where machine = {old_machine} and fingerprint = {old_fingerprint} and is_deployed) then
    {>refuse_old_on_nodes}
    {>collect_views}
    {>collect_parents}
    {>collect_tables}
  end if;
{/each}
  loop
    before := array(select lock.virtualtransaction from {>users_of_tables});
    while clock_timestamp() < last and exists (
        select from {>users_of_tables} where lock.virtualtransaction = any (before)) loop
      perform pg_sleep(0.01);
    end loop;
    until := least(last, clock_timestamp() + patience);
    begin
      foreach step in array case attempt % 3
          when 0 then views || parents || gates || tables
          when 1 then gates || tables || parents || views
          else array(select given.step from unnest(views || parents || gates || tables) with ordinality given (step, nth)
            order by given.nth desc) end loop
        perform set_config('lock_timeout', greatest(1, ceil(extract(epoch from
          until - clock_timestamp()) * 1000))::integer::text, true);
        execute step;
      end loop;
      exit;
    exception when lock_not_available or deadlock_detected then
      if clock_timestamp() >= last then
        {>name_the_users}
      end if;
    end;
    perform pg_sleep(random() * 0.02);
    attempt := attempt + 1;
    patience := least(patience * 1.2, longest_patience);
  end loop;
end
{/quoted};
set local lock_timeout = '10s';
{script_locked}

{define users_of_tables}
(select held.pid, held.virtualtransaction, held.relation from pg_locks held
  where held.locktype = 'relation' and held.granted and held.pid is distinct from pg_backend_pid()
    and held.database = (select base.oid from pg_database base where base.datname = current_database())
    and (held.relation = any (used) or held.relation = any (written) and held.mode <> 'AccessShareLock')) lock

{define name_the_users}
{! The sessions that have used the tables since before the last attempt; if all of these have ended, the present ones. A login that
is no superuser sees no more of others.}
perform pg_stat_clear_snapshot();
select string_agg(distinct found.holder, ', '), string_agg(distinct found.way, '; '), bool_or(found.lasts)
  into holders, ways, they_last from (
  select format('%s by %s', lock.relation::regclass, coalesce(format('process %s (%s%s)', lock.pid,
        pg_get_userbyid(activity.usesysid), ', ' || nullif(activity.application_name, '')),
        format('the prepared transaction %L', prepared.gid))) as holder,
      coalesce(format('select pg_terminate_backend(%s)', lock.pid), format('rollback prepared %L', prepared.gid)) as way,
      lock.virtualtransaction = any (before) as lasts,
      rank() over (order by lock.virtualtransaction = any (before) desc) as place
    from {>users_of_tables} left join pg_stat_activity activity on activity.pid = lock.pid
      left join pg_locks own on lock.pid is null and own.virtualtransaction = lock.virtualtransaction
        and own.transactionid is not null
      left join pg_prepared_xacts prepared on prepared.transaction = own.transactionid) found
  where found.place = 1;
raise exception 'the objects that this changes were in use for 10 s: %; nothing was changed',
    coalesce(holders, 'by sessions that have ended since')
  using errcode = 'lock_not_available', hint = case
    when they_last then 'Let these transactions end, or end them (' || ways || '), then apply this again.'
    else 'Stop the programs that use it, or freeze the machine first (pawlctl freeze), then apply this again.' end;

{define refuse_old_on_nodes}
{! Before Citus rejects one of the steps with its own message.}
{#if old_has_head}
if public.pawl_is_on_nodes({#literal}{old_current}{/literal}::text) then
  raise exception 'machine % is spread over nodes; nothing was changed', {old_machine}
    using errcode = 'PW006', hint = 'There are no migrations of machines that are spread over nodes: '
      'give the new version another name, or another database.';
end if;
{/if}

{define collect_views}
{! A statement that changes nothing and locks only the view: `lock table` would also lock the tables of the view.}
views := views || {#literal}alter view if exists {old_moves} reset (security_barrier){/literal}::text;
views := views || {#literal}alter view if exists {schema}.{old_name}_state reset (security_barrier){/literal}::text;
{#if not old_has_head}
views := views || {#literal}alter view if exists {old_transitions} reset (security_barrier){/literal}::text;
views := views || {#literal}alter view if exists {old_current} reset (security_barrier){/literal}::text;
{/if}

{define collect_parents}
{! Dropping a foreign key drops its triggers on the entity's table. The table has another owner, who has granted single columns to
pawl_owner.}
{#if loses_reference}
{#each before}
used := used || to_regclass({#literal}{parent}{/literal});
{#if roles}
parents := parents || format('set local role %I; lock table %s in access exclusive mode; '
  'set local role pawl_owner', current_setting('pawl.applied_by'), {#literal}{parent}{/literal});
{#else}
parents := parents || {#literal}lock table {parent} in access exclusive mode{/literal}::text;
{/if}
{/each}
{/if}
{#if touches_parent}
written := written || to_regclass({#literal}{parent}{/literal});
{#if roles}
parents := parents || format('set local role %I; lock table %s in exclusive mode; '
  'set local role pawl_owner', current_setting('pawl.applied_by'), {#literal}{parent}{/literal});
{#else}
parents := parents || {#literal}lock table {parent} in exclusive mode{/literal}::text;
{/if}
{/if}

{define collect_tables}
{! Readers continue unless columns are added or dropped. Transitions lock rows, which `exclusive` prevents.}
{#if old_has_head}
gates := gates || {#literal}lock table {old_current} in {>lock_mode} mode{/literal}::text;
{>lock_set} := {>lock_set} || to_regclass({#literal}{old_current}{/literal});
tables := tables || {#literal}lock table {old_rows} in {>lock_mode} mode{/literal}::text;
{#else}
gates := gates || {#literal}lock table {old_rows} in {>lock_mode} mode{/literal}::text;
{/if}
{>lock_set} := {>lock_set} || to_regclass({#literal}{old_rows}{/literal});
{#if old_has_queue}
tables := tables || {#literal}lock table {old_pending} in {>lock_mode} mode{/literal}::text;
{>lock_set} := {>lock_set} || to_regclass({#literal}{old_pending}{/literal});
tables := tables || {#literal}alter view if exists {old_pending}_rules reset (security_barrier){/literal}::text;
{/if}
{#if is_machine_renamed}
tables := tables || 'lock table public.pawl_deferred in exclusive mode'::text;
tables := tables || 'lock table public.pawl_locks in exclusive mode'::text;
{#if old_emits and emits}
tables := tables || 'lock table public.pawl_outbox in exclusive mode'::text;
tables := tables || 'lock table public.pawl_outbox_parked in exclusive mode'::text;
{/if}
{/if}

{define plan_parent} {parent} parent

{define plan_mirror}
{#if has_mirror}
select {#literal}{mirror_column}{/literal}::text as attname from pg_class entity
  where entity.oid = to_regclass({#literal}{parent}{/literal}) and not exists (select from pg_attribute own
    where own.attrelid = entity.oid and not own.attisdropped and quote_ident(own.attname) = {#literal}{mirror_column}{/literal})
{/if}

{define plan_locks}
{! For pawlctl plan: mode|who waits|object.}
{#if loses_reference}
{#each before}
access exclusive|readers and writers wait|{parent}
{/each}
{/if}
{#if touches_parent}
exclusive|writers wait, readers continue|{parent}
{/if}
{#if old_has_head}
{>lock_mode}|{>who_waits}|{old_current}
{/if}
{>lock_mode}|{>who_waits}|{old_rows}
{#if old_has_queue}
{>lock_mode}|{>who_waits}|{old_pending}
{/if}

{define who_waits} {#if keeps_readers}writers wait, readers continue{#else}readers and writers wait{/if}
{define lock_mode} {#if keeps_readers}exclusive{#else}access exclusive{/if}
{define lock_set} {#if keeps_readers}written{#else}used{/if}

{define check_version}
if exists (select from public.pawl_machines
           where machine = {machine} and fingerprint = {fingerprint} and is_deployed) then
  return; -- it has been applied
end if;
if not exists (select from public.pawl_machines
               where machine = {old_machine} and fingerprint = {old_fingerprint} and is_deployed) then
  raise exception 'machine {old_name} is not deployed in version %, from which this leads; nothing was changed',
      {old_fingerprint}
    using errcode = 'PW001', hint = 'pawlctl status shows the deployed version: write the migration from that one.';
end if;

{define check_drift}
select string_agg(coalesce(was.object, found.object), ', ') into examples
  from (select object, definition from public.pawl_objects where machine = {old_machine}) was
  full join (
{#each before}
{>objects}
{/each}
  ) found on found.object = was.object where found.definition is distinct from was.definition
    and not (was.object is null and found.definition like 'CREATE INDEX %'
      and found.definition !~ '[(][^()]*[(]'); -- an index that an administrator added
if examples is not null then
  raise exception 'machine {old_name} is not as it was deployed: %; nothing was changed', examples
    using errcode = 'PW003', hint = 'See pawlctl verify, apply the SQL of the deployed version, then this again.';
end if;

{define is_own}
pg_has_role((select own.relowner from pg_class own where own.oid = '{old_rows}'::regclass), 'usage')

{define plan_owned_by_others}
select '{old_rows}' from pg_class own where own.oid = '{old_rows}'::regclass
  and not pg_has_role({#if roles}'pawl_owner', {/if}own.relowner, 'usage')

{define check_owner}
if not {>is_own} then
  raise exception
      'machine {old_name}: the table {old_rows} belongs to others, and would have to be changed; nothing was changed'
    using errcode = 'PW004', hint = '{>whose_table}';
end if;

{define whose_table}
{#if moves_rows}
Make a machine of another name, and fill it with pawlctl backfill --from-statesman.
{#else if is_let_go}
Leave it enforced, or give it to the role that owns the tables of Pawl.
{#else}
Let states and events be stored, and parameters be called, as before.
{/if}

{define count_refused}
{! The next text names the blocking rows and their table.}
select count(*), string_agg(id, ', ') filter (where nth <= 5) into total, examples from (
  select {old_name}_id::text as id, row_number() over (order by {old_name}_id) as nth

{define refused_rows}
total, examples || case when total > 5 then ' and others' else '' end
    using errcode = 'PW004'

{define refuse_states}
{#if loses_states}
select string_agg(format('%s in %s (%s%s)', count, name, ids, case when count > 5 then ' and others' end), ', ' order by name)
  into examples from (
    select lost.name, count(*), string_agg(id, ', ') filter (where nth <= 5) as ids from (
{>lost_names}
      ) lost join (
        select state, {old_name}_id::text as id, row_number() over (partition by state order by {old_name}_id) as nth
          from {old_current} where state in {>lost_texts}) head on head.state = lost.state
      group by lost.name) found;
if examples is not null then
  raise exception 'machine {old_name}: rows are in states that the new version does not have: %; nothing was changed', examples
    using errcode = 'PW004', hint = 'Move them to another state, or name their new state: retired STATE -> OTHER;';
end if;
{/if}

{define refuse_values}
{#each narrowed_columns}
{>count_refused}
  from {old_transitions} where {>does_not_fit}) found;
if total > 0 then
  raise exception 'machine {old_name}: % row(s) whose {column_name} does not fit the new type: %; nothing was changed',
    {>refused_rows}, hint = 'Give the parameter of the new type a name of its own: the old column stays as it is.';
end if;
{/each}

{define does_not_fit}
{#if was_number}
{column} not between -2147483648 and 2147483647
{#else}
case when {column} ~ '^(0|-?[1-9][0-9]{0,18})$'
    then {column}::numeric not between {#if becomes_int}-2147483648 and 2147483647{#else}-9223372036854775808 and 9223372036854775807{/if}
    else {column} is not null end
{/if}

{define refuse_kept_columns}
{! A column of an earlier version is used again, unless its values do not fit.}
{#each added_columns}
if exists ({>plan_kept_column}) then
  raise exception 'machine {old_name}: its history has a column % of another type; nothing was changed',
      {column_literal}
    using errcode = 'PW004', hint = 'An earlier version had it: give the parameter a name of its own.';
end if;
{/each}

{define freeze_now} clock_timestamp()

{define refuse_rewrite}
if {>is_too_large_to_rewrite} then
  raise exception 'machine {old_name}: another stored text would be written to a history of more than 100000 rows; nothing was changed'
    using errcode = 'PW004', hint = '{>rewrite_help}.';
end if;

{define plan_kept_column}
select kept.attname::text as attname from pg_attribute kept where kept.attrelid = '{old_rows}'::regclass
  and not kept.attisdropped and kept.attname = {column_literal} and kept.atttypid <> '{column_value_type}'::regtype

{define refuse_to_move}
{! Values that tables of the other form cannot hold. Histories of Pawl have the event of each transition; the event of other
programs' rows may be unknown.}
{>count_refused}
  from {old_transitions} where event = '') found;
if total > 0 then
  raise exception 'machine {old_name}: % row(s) moved by an event that is not known: %; nothing was changed',
    {>refused_rows}, hint = 'Other programs or pawlctl backfill wrote these rows: leave the storage, or make a machine of another name, and fill it with pawlctl backfill.';
end if;
select string_agg(lost.attname, ', ') into examples from ({>plan_lost_column}) lost;
if examples is not null then
  raise exception
      'machine {old_name}: its history has columns of no parameter, which would be lost: %; nothing was changed',
      examples
    using errcode = 'PW004', hint = 'Copy their values to another table, and drop them.';
end if;

{define plan_lost_column}
{#if moves_rows}
select kept.attname::text as attname from pg_attribute kept
  where kept.attrelid = '{old_rows}'::regclass and kept.attnum > 0 and not kept.attisdropped
    and kept.attname not in ('id', '{old_name}_id', 'sort_key', 'to_state', 'most_recent', 'metadata', 'created_at',
      'updated_at', 'event', 'from_state', 'actor', 'request_id'{#each old_columns}, {column_literal}{/each})
{/if}

{define put_aside}
{! The index finds the last row of each entity. Without it the time grows with the square of the rows.}
{>copy_aside}
create index on {>put_aside_table} ({name}_id, sort_key);
{#if old_has_head}
drop view {old_moves}, {schema}.{name}_state;
drop table {old_current}, {old_rows};
{#else}
drop view {old_moves}, {schema}.{name}_state, {old_transitions}, {old_current};
drop table {old_rows};
drop table if exists {schema}.{name}_transitions_metadata;
{/if}
update public.pawl_freezes set head = '{#if has_head}{current}{#else}{rows}{/if}' where machine = {machine};

{define drop_objects}
{! Views of the same name are replaced, because others may depend on them. A history's view can be replaced only if columns are
added at its end.}
{#if is_machine_renamed}
drop view if exists {old_moves}, {schema}.{old_name}_state;
{/if}
{#if has_views and not moves_rows}
{#if not adds_columns_last}
drop view {old_transitions};
{/if}
{/if}
{#if old_has_queue}
{#if is_machine_renamed or not has_queue}
drop view if exists {old_pending}_rules;
{/if}
{#if not has_queue}
drop table {old_pending};
{/if}
{/if}
{#each before}
{>drop_effects}
{/each}
{#if is_let_go}
drop trigger if exists pawl_check_row on {rows};
drop trigger if exists pawl_check_removal on {rows};
drop trigger if exists pawl_check_end on {rows};
drop function {schema}.{name}_transitions_check();
{/if}
{#if not accepts_old}
{>drop_functions}
{/if}

{define drop_functions}
{! If programs of the old version continue, functions are replaced in place, so that a running call finds one. Otherwise all
functions are dropped, with the objects of the accepted versions, but not the functions of triggers.}
for place in select found.oid::regprocedure as routine
  from pg_proc found join pg_namespace space on space.oid = found.pronamespace
  where space.nspname = {#literal}{schema_name}{/literal} and (starts_with(found.proname, '{old_name}_model_')
    or found.proname = any ('{{{#each before}{>routine_names}{/each}}')){#if old_is_enforced and is_enforced}
    and found.proname <> '{old_name}_transitions_check'{/if} loop
  execute format('drop function %s', place.routine);
end loop;

{define rename_machine}
alter table {schema}.{old_name}_current rename to {name}_current;
alter table {schema}.{name}_current rename column {old_name}_id to {name}_id;
alter table {schema}.{old_name}_transitions rename to {name}_transitions;
alter table {schema}.{name}_transitions rename column {old_name}_id to {name}_id;
{#if old_has_queue and has_queue}
alter table {schema}.{old_name}_pending rename to {name}_pending;
alter table {schema}.{name}_pending rename column {old_name}_id to {name}_id;
{/if}
for place in select relation.oid::regclass as relation, found.conname as name
  from pg_constraint found join pg_class relation on relation.oid = found.conrelid
  where relation.oid in (to_regclass('{current}'), to_regclass('{transitions}'), to_regclass('{pending}'))
    and starts_with(found.conname, '{old_name}_') loop
  execute format('alter table %s rename constraint %I to %I', place.relation, place.name,
    '{name}' || substr(place.name, length({old_machine}) + 1));
end loop;
for place in select found.indexrelid::regclass as relation, item.relname as name
  from pg_index found join pg_class item on item.oid = found.indexrelid
  where found.indrelid in (to_regclass('{current}'), to_regclass('{transitions}'), to_regclass('{pending}'))
    and starts_with(item.relname, '{old_name}_') loop
  execute format('alter index %s rename to %I', place.relation,
    '{name}' || substr(place.name, length({old_machine}) + 1));
end loop;
{>rename_rows}
{>rename_outbox}
update public.pawl_freezes set machine = {machine}, head = '{current}' where machine = {old_machine};
update public.pawl_locks set type = {machine} where type = {old_machine};
delete from public.pawl_objects where machine = {old_machine};

{define change_entity}
alter table {current} drop constraint if exists {name}_current_parent;
{#if has_entity}
alter table {current} add constraint {name}_current_parent
  foreign key ({name}_id) references {parent} ({parent_column});
{/if}

{define change_columns}
{! A table of others gets no columns: values without a column are kept as metadata.}
{#if old_has_head}
{>alter_columns}
{#else}
if {>is_own} then
  {>alter_columns}
end if;
{/if}

{define alter_columns}
{#each kept_columns}
{#if is_renamed}
alter table {rows} rename column {column} to {passing_column};
{/if}
{/each}
{#each kept_columns}
{#if is_renamed}
alter table {rows} rename column {passing_column} to {new_column};
{/if}
{/each}
{#each columns}
{#if is_added}
alter table {rows} add column if not exists {column} {column_type};
{/if}
{#if is_retyped}
alter table {rows} alter column {column} type {column_type} using {column}::{column_value_type};
{/if}
{/each}

{define change_state_index}
{! A new index is created with the other objects of the new version, unless it exists.}
{#if not has_state_index}
drop index if exists {schema}.{name}_current_state_since;
{/if}

{define take_back}
{! Unless it has been done already.}
do $pawl$
begin
  if to_regclass('{>put_aside_table}') is null then
    return;
  end if;
  {>copy_back}
  drop table {>put_aside_table};
end
$pawl$;

{define kept_time} created_at
{define not_most_recent} false
{define now_or_since} greatest(clock_timestamp(), since)
{define as_factor} ::float8
{define forget_put_off}
{! The functions of the new version do not look at that column.}
update {pending} set due_at = put_off_until, put_off_until = null where put_off_until > due_at;

{define armed_from} {#if is_put_off_unrecorded}clock_timestamp(){#else}least(clock_timestamp(), made.created_at){/if}
{define migrated_by} session_user

{define retire_rows}
{! By the new version's own function, so the rows are like those of transitions.}
do $pawl$
begin
  perform {schema}.{name}_transitions_write(head.{name}_id, head.sort_key + {step}, {retirement}::text,
      head.state, {state_now}::text, greatest(clock_timestamp(), head.since), session_user::text,
      null::text{#each columns}, null::{column_value_type}{/each})
    from {current} head where head.state = {state};
end
$pawl$;

{define mirror_states}
{! After the statement that refuses foreign code, since triggers of the entity's table run. An assignment makes a number of the state, or a
value of an enum.}
do {#quoted}
declare
  kept {parent}.{mirror_column}%type;
  entered text;
begin
  if exists (select from public.pawl_machines
             where machine = {machine} and fingerprint = {fingerprint} and is_deployed) then
    return; -- it has been applied
  end if;
  for entered in select distinct head.state from {>heads_to_mirror} loop
    kept := entered;
    update {parent} set {mirror_column} = kept
      where {parent_column} in (select head.{name}_id from {current} head where head.state = entered);
  end loop;
end
{/quoted};

{define if_not_there} on conflict do nothing

{define begin_rewrite}

{define end_rewrite}

{define end_old}
update public.pawl_machines set is_deployed = false{#if not accepts_old}, is_accepted = false{/if}
  where machine = {old_machine};

{define create_unguarded}
{! Only if migrations do not run in a block: the owner of the tables may write anything.}

{define create_anew} {>machine_objects}

{define accept_old}
{! Functions of events with more parameters keep their old signature and call the new ones.}
{#each old_events}
{#if takes_more_params or gets_item}
{>keep_function}
{/if}
{#if takes_more_params}
{#each after}
{#if has_many}
{#each before}
{>keep_many_function}
{/each}
{/if}
{/each}
{/if}
{/each}

{define keep_function}
{>event_head}
language sql security invoker set search_path = pg_catalog, pg_temp as $pawl$
  select {event_function}($1{#each after}{#each params}, {#if is_passed}{passed_value}{#else}null::{param_type}{/if}{/each}{/each},
    {>passed_on}{#if takes_verdicts}, {verdicts}{/if}{#if takes_item}, {item}{#else}{#each after}{#if takes_item}, null{/if}{/each}{/if});
$pawl$;
comment on function {>event_signature} is 'For programs of an earlier version.';

{define passed_on}
{actor}, {request_id}{#if not is_creation}, {expected_sort_key}{/if}{#if has_key}, {lock_owner}, {lock_token}{/if}

{define keep_many_function}
{>many_head}
language sql security invoker set search_path = pg_catalog, pg_temp as $pawl$
  select * from {many_function}($1{#each after}{#each params}, {#if is_passed}{passed_value}{#else}null::{param_type}[]{/if}{/each}{/each},
    {>passed_on}, {actors}, {skips_locked}{#if takes_item}, {item_names}, {item_fences}, {item_claims}{/if});
$pawl$;
comment on function {>many_signature} is 'For programs of an earlier version.';

{define enter_version}
{>keep_order}
{>register}
{>record_objects}

{define keep_order}
{! `deployed_at` orders the versions. After a rollback, versions that came after this one stay newer.}
with moment as materialized (select clock_timestamp() as now)
update public.pawl_machines known
  set is_deployed = known.fingerprint = {fingerprint}, deployed_at = moment.now + later.nth * interval '1 microsecond'
  from moment, (select other.fingerprint, row_number() over (order by other.deployed_at) - 1 as nth
    from public.pawl_machines own join public.pawl_machines other on other.machine = own.machine and other.deployed_at >= own.deployed_at
    where own.machine = {machine} and own.fingerprint = {fingerprint}) later
  where known.machine = {machine} and known.fingerprint = later.fingerprint;

{define plan_referring}
{#if is_other_entity and has_entity and not has_views}
{old_current}
{/if}

{define rename_grants} update {shared_schema}.pawl_grants set machine = {machine} where machine = {old_machine};

{define follow_events} {>carry_grants}

{define plan_long_key} {! An index has room for each key.}
