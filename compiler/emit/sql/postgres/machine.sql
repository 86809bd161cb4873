-- What a machine has in the database: its tables, its views, the object by which programs name their version.

{define machine}

{heading}
{machine_comment}

do $pawl$
begin
  if exists (select from public.pawl_machines
             where machine = {machine} and fingerprint <> {fingerprint} and is_deployed) then
    raise exception 'machine {name} is deployed in another version; nothing was changed'
      using errcode = 'PW001',
            hint = 'Apply the migration that pawl diff --sql writes, or the SQL of the deployed version.';
  end if;
end
$pawl$;
{>refuse_names}

{>machine_objects}
{>register}
{>record_objects}

{define version}
{! Every call of libpawl's and every function of an event names it, and the planner puts `true` in its place. Once it is
dropped, programs of this version, connected or not, and functions that have begun can do nothing more, whatever snapshot
they have. Its name has the number of the handshake between programs and libpawl.}
create or replace function {schema}.{version}() returns boolean
language sql immutable as 'select true';
comment on function {schema}.{version}() is
  'Exists as long as programs of this version are accepted.';
-- Programs of an older libpawl say in another way which version they are of: they can do nothing more. What stands for
-- the other accepted versions is called as libpawl calls it now.
do $pawl$
declare
  other record;
begin
  for other in
    select known.fingerprint from public.pawl_machines known
      where known.machine = {machine} and known.fingerprint <> {fingerprint} and known.is_accepted
        and to_regprocedure('{schema}.{name}_model_{abi}_' || known.fingerprint || '()') is null
  loop
    execute 'create function {schema}.{name}_model_{abi}_' || other.fingerprint || '() returns boolean'
      ' language sql immutable as ''select true''';
  end loop;
  for other in
    select code.oid::regprocedure as name
      from public.pawl_machines known join pg_proc code
        on code.proname ~ ('^{name}_model_([0-9]+_)?' || known.fingerprint || '$')
          and code.proname <> '{name}_model_{abi}_' || known.fingerprint
      where known.machine = {machine} and code.pronamespace = '{schema}'::regnamespace and code.pronargs = 0
        and pg_has_role(code.proowner, 'usage')
  loop
    execute format('drop function %s', other.name);
  end loop;
end
$pawl$;


{define exact_keys}
{! Pawl keeps keys as exact texts. Where the column that they refer to takes different texts for the same, as char(n) does
with spaces at the end, two of them would share an entity, and each have a head.}
{#if has_text_key and has_entity}
do $pawl$
{>refuse_inexact_parent}
$pawl$;
{/if}
{#if has_text_key and has_other_storage}
do $pawl$
{>refuse_inexact_row}
$pawl$;
{/if}

{define refuse_inexact_parent}
declare
  kind text;
begin
  with recursive its (type, base, written, collation_of) as (
    select t.oid, t.typbasetype, format_type(a.atttypid, a.atttypmod), a.attcollation
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = to_regclass('{parent}') and a.attname = (parse_ident('{parent_column}'))[1]
  {>inexact_type}
  if kind is not null then
    raise exception 'machine {name}: {parent}.{parent_column} is %, which takes different texts for the same; nothing was changed', kind
      using errcode = 'PW003', hint = 'Make it text, or varchar, with a deterministic collation.';
  end if;
end

{define refuse_inexact_row}
declare
  kind text;
begin
  with recursive its (type, base, written, collation_of) as (
    select t.oid, t.typbasetype, format_type(a.atttypid, a.atttypmod), a.attcollation
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = to_regclass('{rows}') and a.attname = (parse_ident('{name}_id'))[1]
  {>inexact_type}
  if kind is not null then
    raise exception 'machine {name}: {rows}.{name}_id is %, which takes different texts for the same; nothing was changed', kind
      using errcode = 'PW003', hint = 'Make it text, or varchar, with a deterministic collation.';
  end if;
end

{define inexact_type}
  union all
  select t.oid, t.typbasetype, its.written, its.collation_of from its join pg_type t on t.oid = its.base
)
select its.written || coalesce(' collate ' || quote_ident(c.collname), '') into kind
  from its join pg_type t on t.oid = its.type left join pg_collation c on c.oid = its.collation_of
 where its.base = 0 and t.typcategory = 'S'
   and (t.oid not in ('text'::regtype, 'varchar'::regtype, 'name'::regtype) or not c.collisdeterministic);

{define head_tables}
create table if not exists {current} (
  {name}_id {key_column_type} primary key{#if has_entity}
    constraint {name}_current_parent references {parent} ({parent_column}){/if},
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it
do $pawl$
begin
  if to_regclass('{schema}.{name}_current_state_since') is null then
    create index {name}_current_state_since on {current} (state, since);
  end if;
end
$pawl$;

{! A check on the actor would be read anew by each move.}
create table if not exists {transitions} (
  {name}_id {key_column_type} not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
{#each columns}
  {column} {column_type},
{/each}
  primary key ({name}_id, sort_key)
){#if has_partitions} partition by hash ({name}_id){/if};
{! By the key, so that each history is in one of them, found without looking into the others. Only the history grows:
heads are as many as there are entities, and every move finds its own by the primary key.}
{#each partitions}
create table if not exists {transitions}_p{index} partition of {transitions} for values with (modulus {partition_count}, remainder {index});
{/each}
do $pawl$
begin
  if to_regclass('{schema}.{name}_transitions_request') is null then
    create unique index {name}_transitions_request on {transitions} ({name}_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

{>moves_view}

{>state_view}

{define moves_view}
create or replace view {moves} (event, from_state, to_state) as values
{move_rows};

{define state_view}
create or replace view {schema}.{name}_state as
  select {name}_id, state, sort_key, since from {current};

{define grants}
{#if roles}
grant select on {current}, {transitions}, {moves}, {schema}.{name}_state to pawl_app,
  pawl_operator;
{/if}


{define comments}
{#if has_head}
comment on table {current} is {machine_description};
{#else}
comment on view {current} is {machine_description};
{/if}
comment on column {current}.sort_key is 'Of the last move.';
comment on column {current}.since is 'When the last move was made.';
comment on {#if has_head}table{#else}view{/if} {transitions} is 'Every move ever made, in the order of sort_key. Rows are only added.';
comment on column {transitions}.from_state is 'Empty for a creation.';
comment on column {transitions}.actor is 'Who did it: the login, where the caller named nobody.';
comment on column {transitions}.request_id is 'What the caller named this request, so that it happens once however often it is sent.';
comment on view {schema}.{name}_state is 'Where each is, to join in queries of one''s own.';
comment on view {moves} is 'How it may move; from_state is empty for a creation.';

{define register}

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ({machine}, {fingerprint}, {abi}, clock_timestamp(), {model})
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

{define machine_objects}
{! All that is created for a machine. What runs code runs it with all that whoever deploys may do: so only behind what
refuses code of others.}
{>version}
{>exact_keys}
{#if has_head}
{>head_tables}

{>protect_heads}
{#if has_partitions}
{>protect_partitions}
{/if}
{#else}
{>transitions_tables}
{>state_view}

{/if}
{>grants}
{>lock_machine}

{>comments}
{>queue_tables}
{>hook_functions}
{>refuse_foreign_code}
{>try_defaults}
{>check_all_grants}
{#each events}
{>event_function}
{#each many}
{>many_function}
{/each}
{/each}
{>queue_functions}
{>deferred_functions}

{define protect_heads}
{>refuse_writes_to}
'{current}', '{transitions}'
{>refuse_writes_end}

{define protect_partitions}
{! Whoever names a partition itself does not meet the trigger of the whole.}
{>refuse_writes_to}
{#each partitions}'{transitions}_p{index}'{#between}, {/each}
{>refuse_writes_end}

{define refuse_writes_to}
{! The trigger has one name everywhere: it is its table's own, and so never too long. It always fires: with
`session_replication_role = replica`, which can be granted to anybody, others do not. 62: before each statement, on all
that writes (pg_trigger.h). Where it stands nothing is locked, so that what is deployed is deployed again, or migrated,
beside moves of any machine.}
do $pawl$
declare
  relation regclass;
begin
  foreach relation in array array[

{define refuse_writes_end}
]::regclass[] loop
    continue when exists (select from pg_trigger own
      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'
        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'
        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);
    execute format('create or replace trigger pawl_refuse_write before insert or update or delete or truncate
      on %s for each statement execute function public.pawl_refuse_write()', relation);
    execute format('alter table %s enable always trigger pawl_refuse_write', relation);
  end loop;
end
$pawl$;
