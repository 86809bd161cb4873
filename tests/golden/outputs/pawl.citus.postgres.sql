-- Written by pawl: what all machines and flows share. Version 3 of Pawl's schema.
-- Its last line says that it is whole.
-- For PostgreSQL with Citus (--distribute=citus). Running it again changes nothing; what was
-- interrupted is gone on with. Apply with a superuser, on the coordinator, and again when a node was added
-- or alter_distributed_table was called. Applications get the role pawl_app:
--   grant pawl_app to my_service;
--   psql -v ON_ERROR_STOP=1 -f pawl.postgres.sql

-- On every node of Citus -------------------------------------------------------------------------------
--
-- What all machines and flows share is not spread: each node has its own. The nodes are told one after the other, the
-- coordinator last; what was done on one stays, and is gone on with when this is applied again.
do $pawl_nodes$
declare
  answer record;
  script constant text := $pawl_node$
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;
set local citus.enable_ddl_propagation = off;

set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;

-- What all machines and flows share --------------------------------------------------------------------
--
-- One installation at a time, and none over a newer version. Afterwards pawl.schema_version is what an upgrade begins
-- with: 0 where the tables are there and say no version, and this version where there is nothing to upgrade.
do $pawl$
declare
  version constant integer := 3; -- 3: PAWL_SCHEMA_VERSION
  present integer := version;
begin
  perform pg_advisory_xact_lock(1885435756); -- spells "pawl"
  if to_regclass('public.pawl_schema') is not null then
    present := (select known.version from public.pawl_schema known);
  elsif to_regclass('public.pawl_machines') is not null then
    present := 0;
  end if;
  if present > version then
    raise exception 'this database has version % of Pawl''s schema, and this is version %; nothing was changed',
        present, version
      using errcode = 'PW006', hint = 'Update pawl, pawlctl and libpawl: the database is newer.';
  end if;
  perform set_config('pawl.schema_version', present::text, true);
end
$pawl$;

-- Roles ------------------------------------------------------------------------------------------------
--
-- pawl_owner owns everything here and nobody logs in as it; pawl_app is what applications get. pawl_operator may see
-- all, freeze machines and break locks. Roles belong to the whole cluster: another database may be creating them at
-- this moment.
do $pawl$
declare
  lacking text[] := '{}';
begin
  if not exists (select from pg_roles login where login.rolname = current_user and (login.rolsuper or login.rolcreaterole))
     and not coalesce(pg_has_role(to_regrole('pawl_owner'), 'usage'), false) then
    -- not of this login, which may be an application's
    lacking := array['deploy as a superuser, or with a login for deployments: create role deployer login createrole; '
      'grant usage, create on schema public to deployer with grant option'];
  elsif not has_schema_privilege('public', 'create with grant option')
     and not coalesce(has_schema_privilege(to_regrole('pawl_owner'), 'public', 'create'), false) then
    lacking := lacking || format('grant usage, create on schema public to %I with grant option', current_user);
  end if;
  if lacking <> '{}' then
    raise exception 'the login % may not make what machines share; nothing was changed', current_user
      using errcode = 'insufficient_privilege', hint = array_to_string(lacking, '; ');
  end if;
  if not exists (select from pg_roles where rolname = 'pawl_owner') then
    begin
      create role pawl_owner nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not exists (select from pg_roles where rolname = 'pawl_app') then
    begin
      create role pawl_app nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not exists (select from pg_roles where rolname = 'pawl_operator') then
    begin
      create role pawl_operator nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end
$pawl$;

grant usage, create on schema public to pawl_owner;
grant usage on schema public to pawl_app, pawl_operator;

-- To make what pawl_owner is to own, a login that is no superuser must be its member meanwhile.
do $pawl$
begin
  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);
  if not (select rolsuper from pg_roles where rolname = current_user)
     and not pg_has_role(current_user, 'pawl_owner', 'usage') then
    begin
      execute format('grant pawl_owner to %I', current_user);
    exception when insufficient_privilege then -- since 16 it takes more than to be one that may create roles
      raise exception 'the login % may not become pawl_owner meanwhile; nothing was changed', current_user
        using errcode = 'insufficient_privilege', hint = 'deploy as a superuser, or with a login for deployments: '
          'create role deployer login createrole; grant usage, create on schema public to deployer with grant option'
          || case when current_setting('server_version_num')::integer < 160000 then ''
            else '; grant pawl_owner to deployer with admin option' end;
    end;
    perform set_config('pawl.joined_owner', 'yes', true);
  end if;
end
$pawl$;
set local role pawl_owner;

-- Names that others have taken are not filled with their things.
do $pawl$
declare
  stranger record;
begin
  for stranger in
    select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'i' then 'index'
          when 'S' then 'sequence' when 'c' then 'type' else 'relation' end
        || ' ' || c.oid::regclass as name, c.relowner::regrole as author
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and starts_with(c.relname, 'pawl_')
        and c.relowner <> current_user::regrole
    union all
    select 'type ' || t.oid::regtype, t.typowner::regrole
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where n.nspname = 'public' and starts_with(t.typname, 'pawl_') and t.typrelid = 0
        and t.typowner <> current_user::regrole
  loop
    continue when (select rolsuper from pg_roles where rolname = current_user);
    raise exception '% belongs to %, but it has a name of Pawl''s; nothing was changed',
        stranger.name, stranger.author
      using errcode = 'PW002', hint = format(
          'If this database was restored without owners, run pawlctl restored. If it is Pawl''s own, alter %s owner to %s. '
          'If it is not Pawl''s, drop or rename it. Then apply this again.', stranger.name, current_user::regrole);
  end loop;
end
$pawl$;

-- What is deployed in this database --------------------------------------------------------------------

-- The version of all that machines and flows share: what stands in this file. One row.
create table if not exists public.pawl_schema (
  is_here      boolean primary key default true check (is_here), -- so that there is no second row
  version      integer not null,
  installed_at timestamptz not null default clock_timestamp()
);
-- Whoever would use or upgrade it asks before he has any role.
grant select on public.pawl_schema to public;

-- The versions of each machine that programs may count on.
create table if not exists public.pawl_machines (
  machine     text collate "C" not null,
  fingerprint text collate "C" not null,
  is_accepted boolean not null default true, -- programs of this version may run
  is_deployed boolean not null default true, -- functions and tables are those of this version
  abi         integer not null,
  deployed_at timestamptz not null default now(),
  model       json, -- what pawlctl knows of it
  primary key (machine, fingerprint)
);

-- Moves that earlier versions had, and the moves of migrations: histories hold them rightly.
create table if not exists public.pawl_past_moves (
  machine    text collate "C" not null,
  event      text collate "C" not null,
  from_state text collate "C" not null,
  to_state   text collate "C" not null,
  primary key (machine, event, from_state, to_state)
);

-- What the catalog said of each object when it was deployed, '' being what all machines share.
create table if not exists public.pawl_objects (
  machine    text collate "C" not null,
  object     text collate "C" not null,
  definition text collate "C" not null,
  primary key (machine, object)
);

-- What pawlctl has written without a move: repairs, erasures, backfills.
create table if not exists public.pawl_repairs (
  machine         text collate "C" not null,
  entity          text collate "C" not null,
  repaired_at     timestamptz not null default clock_timestamp(),
  repaired_by     text collate "C" not null default session_user,
  reason          text collate "C" not null,
  before_state    text collate "C", -- null where there was no head
  before_sort_key integer,
  before_since    timestamptz,
  after_state     text collate "C" not null,
  after_sort_key  integer not null,
  after_since     timestamptz not null,
  primary key (machine, entity, repaired_at)
);

-- What the function of an event answers, for a refusal, too.
do $pawl$
begin
  if to_regtype('public.pawl_outcome') is null then
    create type public.pawl_outcome as (
      status     text,        -- OK, or why nothing was written: IGNORED, ILLEGAL, REFUSED, NOT_FOUND,
                              -- EXISTS, CONFLICT, LOCKED, ASLEEP, REUSED, MISUSE; ASK: libpawl asks
                              -- guards in C
      from_state text,        -- of a refusal: where the entity is
      to_state   text,        -- null for a refusal
      sort_key   integer,     -- of a refusal: of the last move
      created_at timestamptz, -- of a refusal: of the last move; all four of REUSED: of the earlier one
      guard      text,        -- of REFUSED: the guards that refused; of MISUSE: what only libpawl has
      move       integer,     -- which of the event's moves from that state, as they are tried, where
                              -- one of them has a guard or an effect
      detail     text         -- of LOCKED and ASLEEP: who holds the lock, why and until when; of NOT_FOUND
                              -- to a creation: what to insert first
    );
  end if;
end
$pawl$;

-- Type locks: a row for each machine, and for each flow.
create table if not exists public.pawl_freezes (
  machine   text collate "C" primary key,
  head      text not null, -- the table of which each of its moves locks a row
  mode      text collate "C" check (mode in ('reject', 'sleep')), -- null: it moves
  until     timestamptz, -- null: until it is thawed
  reason    text collate "C",
  since     timestamptz,
  frozen_by text collate "C"
);

-- To version 1 from databases that have no version: what has come to their tables, and what has gone.
do $pawl$
declare
  missing record;
begin
  if current_setting('pawl.schema_version')::integer >= 1 then
    return;
  end if;
  for missing in
    select new.relation, new.name, new.type
      from (values ('public.pawl_locks', 'login', 'text collate "C"'),
                   ('public.pawl_deferred', 'login', 'text collate "C"'),
                   ('public.pawl_deferred', 'is_firing', 'boolean')) new (relation, name, type)
      where to_regclass(new.relation) is not null
        and not exists (select from pg_attribute own where own.attrelid = to_regclass(new.relation)
                        and own.attname = new.name and not own.attisdropped)
  loop
    execute format('alter table %s add column %I %s', missing.relation, missing.name, missing.type);
  end loop;
  -- by which anybody could say what came of an event
  drop function if exists public.pawl_deferred_done(bigint, text, text, text, integer, timestamptz, text);
end
$pawl$;

-- To version 3: what databases of version 2 lack.
do $pawl$
begin
  if current_setting('pawl.schema_version')::integer >= 3 then
    return;
  end if;
  -- by which a worker was taken for dead as soon as its session was cut, while its call went on
  if to_regclass('public.pawl_run_ready') is not null then
    alter table public.pawl_run_ready drop column if exists session;
  end if;
  -- machines that version 2 has deployed call these until their SQL is applied again
  if to_regprocedure('public.pawl_session()') is not null then
    create or replace function public.pawl_session() returns integer language sql return null::integer;
    create or replace function public.pawl_session_is_gone(number integer) returns boolean language sql return false;
  end if;
end
$pawl$;

-- Only Pawl's own functions write into Pawl's tables: they are what runs as pawl_owner. It has no search_path of its
-- own, which would cost each move: so every name here is written in full.
create or replace function public.pawl_refuse_write() returns trigger
language plpgsql
as $pawl$
begin
  if current_user operator(pg_catalog.=) 'pawl_owner'::pg_catalog.name then
    return new; -- which is null, for each statement; to say so by an expression would cost each move
  end if;
  raise exception '% on %.% is refused: only Pawl''s own functions write there',
      pg_catalog.lower(tg_op), tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege',
          hint = 'Call the function of the event, which is named after the machine and the event.';
end
$pawl$;

-- Deploying machines -----------------------------------------------------------------------------------
--
-- What the file of each machine calls, as pawl_owner, while it is deployed, and with the search_path of that.

-- Whether Citus keeps the rows of a table elsewhere than in the table itself: spread, or the same on each node.
create or replace function public.pawl_is_on_nodes(relation text) returns boolean
language plpgsql
as $pawl$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return false;
  end if;
  return exists (select from pg_dist_partition known where known.logicalrelid = to_regclass($1));
end
$pawl$;
revoke all on function public.pawl_is_on_nodes(text) from public;

-- What is written for one node lies beside its entities. Where they are elsewhere, nothing keeps them: each would have its
-- head, and could be deleted.
create or replace procedure public.pawl_refuse_entities_on_nodes(machine text, relation text)
language plpgsql
as $pawl$
begin
  if public.pawl_is_on_nodes($2) then
    raise exception 'Citus has spread table % over nodes, and machine % is written for one node; nothing was changed', $2, $1
      using errcode = 'PW006',
        hint = format('Write it with --distribute=citus; or have all on the coordinator: select undistribute_table(%L).', $2);
  end if;
end
$pawl$;
revoke all on procedure public.pawl_refuse_entities_on_nodes(text, text) from public;

-- A machine that is deployed in another version, or names of its objects that are others', end the deployment: what is
-- created only where it is missing would be somebody else's, and a domain's check, say, his code within moves. An adopted
-- table is another's rightly. Without roles, a superuser may apply what another owns.
create or replace procedure public.pawl_begin_machine(machine text, fingerprint text, space text, names text[],
  adopted text)
language plpgsql
as $pawl$
#variable_conflict use_column
declare
  stranger record;
begin
  if exists (select from public.pawl_machines known
             where known.machine = $1 and known.fingerprint <> $2 and known.is_deployed) then
    raise exception 'machine % is deployed in another version; nothing was changed', $1
      using errcode = 'PW001',
            hint = case when public.pawl_is_on_nodes(format('%I.%I', $3, $1 || '_current'))
              then 'There are no migrations of machines that are spread over nodes: give the new version another name, or another database.'
              else 'Apply the migration that pawl diff --sql writes, or the SQL of the deployed version.' end;
  end if;
  for stranger in
    select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'i' then 'index'
          when 'S' then 'sequence' when 'c' then 'type' else 'relation' end
        || ' ' || c.oid::regclass as name, c.relowner::regrole as author
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $3 and c.relname = any ($4) and c.oid is distinct from to_regclass($5)
        and c.relowner <> current_user::regrole
  loop
    continue when (select rolsuper from pg_roles where rolname = current_user);
    raise exception '% belongs to %, but it has a name of Pawl''s; nothing was changed',
        stranger.name, stranger.author
      using errcode = 'PW002', hint = format(
          'If this database was restored without owners, run pawlctl restored. If it is Pawl''s own, alter %s owner to %s. '
          'If it is not Pawl''s, drop or rename it. Then apply this again.', stranger.name, current_user::regrole);
  end loop;
end
$pawl$;
revoke all on procedure public.pawl_begin_machine(text, text, text, text[], text) from public;

-- Every call of libpawl's and every function of an event names MACHINE_model_ABI_FINGERPRINT(), and the planner puts
-- `true` in its place. Once it is dropped, programs of that version, connected or not, and functions that have begun can
-- do nothing more, whatever snapshot they have. Programs of an older libpawl say in another way which version they are
-- of: they can do nothing more, either. What stands for the other accepted versions is called as libpawl calls it now.
create or replace procedure public.pawl_accept_programs(machine text, fingerprint text, abi integer, space text)
language plpgsql
as $pawl$
#variable_conflict use_column
declare
  prefix constant text := $1 || '_model_' || $3 || '_';
  other record;
begin
  execute format('create or replace function %I.%I() returns boolean language sql immutable as ''select true''',
    $4, prefix || $2);
  execute format('comment on function %I.%I() is ''Exists as long as programs of this version are accepted.''',
    $4, prefix || $2);
  for other in
    select known.fingerprint from public.pawl_machines known
      where known.machine = $1 and known.fingerprint <> $2 and known.is_accepted
        and to_regprocedure(format('%I.%I()', $4, prefix || known.fingerprint)) is null
  loop
    execute format('create function %I.%I() returns boolean language sql immutable as ''select true''',
      $4, prefix || other.fingerprint);
  end loop;
  for other in
    select code.oid::regprocedure as name
      from public.pawl_machines known join pg_proc code
        on code.proname ~ ('^' || $1 || '_model_([0-9]+_)?' || known.fingerprint || '$')
          and code.proname <> prefix || known.fingerprint
        join pg_namespace n on n.oid = code.pronamespace and n.nspname = $4
      where known.machine = $1 and code.pronargs = 0 and pg_has_role(code.proowner, 'usage')
  loop
    execute format('drop function %s', other.name);
  end loop;
end
$pawl$;
revoke all on procedure public.pawl_accept_programs(text, text, integer, text) from public;

-- Pawl keeps keys as exact texts. Where the column that they refer to takes different texts for the same, as char(n)
-- does with spaces at the end, two of them would share an entity, and each have a head.
create or replace procedure public.pawl_refuse_inexact_key(machine text, relation text, key_column text)
language plpgsql
as $pawl$
declare
  kind text;
begin
  with recursive its (type, base, written, collation_of) as (
    select t.oid, t.typbasetype, format_type(a.atttypid, a.atttypmod), a.attcollation
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = to_regclass($2) and a.attname = (parse_ident($3))[1]
    union all
    select t.oid, t.typbasetype, its.written, its.collation_of from its join pg_type t on t.oid = its.base
  )
  select its.written || coalesce(' collate ' || quote_ident(c.collname), '') into kind
    from its join pg_type t on t.oid = its.type left join pg_collation c on c.oid = its.collation_of
   where its.base = 0 and t.typcategory = 'S'
     and (t.oid not in ('text'::regtype, 'varchar'::regtype, 'name'::regtype) or not c.collisdeterministic);
  if kind is not null then
    raise exception 'machine %: %.% is %, which takes different texts for the same; nothing was changed', $1, $2, $3, kind
      using errcode = 'PW003', hint = 'Make it text, or varchar, with a deterministic collation.';
  end if;
end
$pawl$;
revoke all on procedure public.pawl_refuse_inexact_key(text, text, text) from public;

-- The key of the entities is of the type that the file gives it, or no foreign key could refer to it. `declared`: text or bigint.
create or replace procedure public.pawl_refuse_key_type(machine text, relation text, key_column text, declared text)
language plpgsql
as $pawl$
declare
  its record;
begin
  with recursive kept (type, base, written) as (
    select t.oid, t.typbasetype, format_type(a.atttypid, a.atttypmod)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = to_regclass($2) and a.attname = (parse_ident($3))[1] and a.attnum > 0 and not a.attisdropped
    union all
    select t.oid, t.typbasetype, kept.written from kept join pg_type t on t.oid = kept.base
  )
  select kept.written, t.typcategory = 'S' as is_text, t.oid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) as is_number
    into its from kept join pg_type t on t.oid = kept.type where kept.base = 0;
  if not ($4 = 'text' and its.is_text or $4 = 'bigint' and its.is_number) then
    raise exception '%.% is of the type %, and the key of machine % is a %; nothing was changed', $2, $3, its.written, $1, $4
      using errcode = 'PW003', hint = case when its.is_number then 'Write `bigint` for the key in the `entity` line, and run pawl again.'
        when its.is_text then 'Write `text` for the key in the `entity` line, and run pawl again.'
        else 'Keys are of the type text or bigint: alter the column, or name another one that is unique.' end;
  end if;
end
$pawl$;
revoke all on procedure public.pawl_refuse_key_type(text, text, text, text) from public;

-- A column that transitions write must take each state as it is. A value is assigned here as an update assigns it: with a
-- cast that PostgreSQL makes by itself, the column's length, its domain, and those checks that name no other column.
create or replace procedure public.pawl_refuse_narrow_column(machine text, relation text, state_column text, states text[])
language plpgsql
as $pawl$
declare
  its record;
  state text;
  reason text;
begin
  select format_type(a.atttypid, a.atttypmod) as type, quote_ident(a.attname) as name, a.attgenerated <> '' as is_generated,
      base.typcategory = 'S' or exists (select from pg_cast known where known.castsource = 'text'::regtype
        and known.casttarget = a.atttypid and known.castcontext in ('a', 'i')) as takes_text,
      (select string_agg(format('coalesce(%s, true)', pg_get_expr(k.conbin, k.conrelid)), ' and ') from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    into its
    from pg_attribute a join pg_type base on base.oid = a.atttypid
    where a.attrelid = to_regclass($2) and a.attname = (parse_ident($3))[1] and a.attnum > 0 and not a.attisdropped;
  reason := case when its.type is null then 'there is no such column' when its.is_generated then 'it is generated'
    when not its.takes_text then format('it is of the type %s', its.type) end;
  foreach state in array $4 loop
    exit when reason is not null;
    begin
      execute format('do $probe$ declare probe %s := %L; begin if not (select %s from (select probe as %s) own) then '
        'raise check_violation using message = ''a check of the table refuses it''; end if; end $probe$', its.type, state, coalesce(its.checks, 'true'), its.name);
    exception when data_exception or integrity_constraint_violation then
      reason := format('it is of the type %s, and for the state %L: %s', its.type, state, sqlerrm);
    end;
  end loop;
  if reason is not null then
    raise exception 'machine %: %.% cannot hold the state: %; nothing was changed', $1, $2, $3, reason
      using errcode = 'PW003', hint = 'Make it text, or varchar with room for the longest state, and let its checks accept every state.';
  end if;
end
$pawl$;
revoke all on procedure public.pawl_refuse_narrow_column(text, text, text, text[]) from public;

-- A machine's row among the type locks; `head` is the table whose locks say which moves have begun.
create or replace procedure public.pawl_add_type_lock(machine text, head text)
language plpgsql
as $pawl$
#variable_conflict use_column
begin
  insert into public.pawl_freezes (machine, head) values ($1, $2) on conflict do nothing;
  analyze public.pawl_freezes; -- so few rows that their index would cost each move more
end
$pawl$;
revoke all on procedure public.pawl_add_type_lock(text, text) from public;

-- The function that says whether the machine is frozen, as its row among the type locks does. The row is locked first, as
-- by a freeze.
create or replace procedure public.pawl_add_is_free(machine text, space text)
language plpgsql
as $pawl$
#variable_conflict use_column
declare
  code constant text := format('%I.%I(boolean)', $2, $1 || '_is_free');
begin
  perform from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update;
  execute format('create or replace function %s returns boolean language sql immutable as ''select $1 is null''', code);
  execute format('alter function %s owner to %I', code,
    (select pg_get_userbyid(own.relowner) from pg_class own where own.oid = 'public.pawl_freezes'::regclass));
  execute format('revoke all on function %s from public', code);
  execute format('comment on function %s is ''Strict while the machine is frozen.''', code);
  update public.pawl_freezes type_lock set mode = type_lock.mode
    where type_lock.machine = $1 and type_lock.mode is not null;
end
$pawl$;
revoke all on procedure public.pawl_add_is_free(text, text) from public;

-- What is to be said of the tables and views of any machine; `history` is where its moves are read.
create or replace procedure public.pawl_describe(space text, machine text, history text)
language plpgsql
as $pawl$
declare
  part record;
begin
  for part in
    select own.oid::regclass as relation, case own.relkind when 'v' then 'view' else 'table' end as kind,
        quote_ident(said.attribute) as attribute, said.text
      from (values
          ($2 || '_current', 'sort_key', 'Of the last move.'),
          ($2 || '_current', 'since', 'When the last move was made.'),
          ($3, null, 'Every move ever made, in the order of sort_key. Rows are only added.'),
          ($3, 'from_state', 'Empty for a creation.'),
          ($3, 'actor', 'Who did it: the login, where the caller named nobody.'),
          ($3, 'request_id', 'What the caller named this request, so that it happens once however often it is sent.'),
          ($2 || '_state', null, 'Where each is, to join in queries of one''s own.'),
          ($2 || '_moves', null, 'How it may move; from_state is empty for a creation.')
        ) said (relation, attribute, text)
        join pg_class own on own.relname = said.relation
        join pg_namespace n on n.oid = own.relnamespace and n.nspname = $1
  loop
    if part.attribute is null then
      execute format('comment on %s %s is %L', part.kind, part.relation, part.text);
    else
      execute format('comment on column %s.%s is %L', part.relation, part.attribute, part.text);
    end if;
  end loop;
end
$pawl$;
revoke all on procedure public.pawl_describe(text, text, text) from public;

-- Only they may call functions of these names: those of the owner of these tables, whatever others have of that name.
create or replace procedure public.pawl_restrict_calls(space text, routines text[], callers text[])
language plpgsql
as $pawl$
declare
  routine regprocedure;
  caller text;
begin
  for routine in
    select own.oid from pg_proc own join pg_namespace n on n.oid = own.pronamespace
      where n.nspname = $1 and own.proname = any ($2) and own.proowner = (
        select registry.relowner from pg_class registry where registry.oid = 'public.pawl_machines'::regclass)
  loop
    execute format('revoke all on function %s from public', routine);
    foreach caller in array $3 loop
      execute format('grant execute on function %s to %I', routine, caller);
    end loop;
  end loop;
end
$pawl$;
revoke all on procedure public.pawl_restrict_calls(text, text[], text[]) from public;

-- Code of others must not run within moves, as the owner of these tables.
create or replace procedure public.pawl_refuse_foreign_code()
language plpgsql
as $pawl$
declare
  stranger record;
begin
  for stranger in
    select own.tgrelid::regclass as relation,
        case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end as grantee
      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid,
        aclexplode(relation.relacl) acl
      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and acl.privilege_type = 'TRIGGER'
        and acl.grantee <> relation.relowner
  loop
    execute format('revoke trigger on %s from %s cascade', stranger.relation, stranger.grantee);
  end loop;
  for stranger in
    select format('trigger %I on %s', hung.tgname, hung.tgrelid::regclass) as name,
        code.proowner::regrole as author
      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid
        join pg_trigger hung on hung.tgrelid = own.tgrelid and not hung.tgisinternal
        join pg_proc code on code.oid = hung.tgfoid
        join pg_roles author on author.oid = code.proowner
      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure
        and code.proowner <> relation.relowner and not author.rolsuper
    union all
    select 'type ' || answer.oid::regtype, answer.typowner::regrole
      from pg_type answer join pg_class relation on relation.oid = 'public.pawl_machines'::regclass
      where answer.oid in ('public.pawl_outcome'::regtype, 'public.pawl_lock_answer'::regtype)
        and answer.typowner <> relation.relowner
  loop
    raise exception '% belongs to %, whose code would run within moves; nothing was changed',
        stranger.name, stranger.author
      using errcode = 'PW002', hint = 'Drop it, or give it to a superuser.';
  end loop;
end
$pawl$;
revoke all on procedure public.pawl_refuse_foreign_code() from public;

-- Code of others that would run as the owner of Pawl's tables. Guards, effects, the mirror and the history of `storage
-- transitions` run as that owner, on tables of others: `hooks` are the functions and rules of the former, `written` the
-- tables that moves write. What they call is bound when it is deployed. From what a guard or effect names, and from the
-- tables, it goes on to all that runs with them: what a view reads, partitions, defaults, checks, indexes, rules,
-- policies, conditions of triggers, domains. A trigger's function is told by the trigger's name. What a foreign key
-- refers to is read as its owner. Trusted are superusers, `deployer`, who has seen it, who owns the schema, and who owns
-- a table that a guard, effect or mirror touches: he decides what is in it. `locked`, the parent of `storage
-- transitions`, is only locked: its owner is not among them, and his policies would run.
create or replace function public.pawl_foreign_code(space text, hooks text[], written text[], locked text, deployer text)
returns table (object text, author text)
language sql stable set search_path = pg_catalog, pg_temp
as $pawl$
  with recursive space as (
    select oid from pg_namespace where nspname = $1
  ), hook as (
    select made.oid, made.proname as name, 'pg_proc'::regclass as class, made.oid as code
      from pg_proc made where made.pronamespace = (select oid from space) and made.proname = any ($2)
    union all
    select made.oid, made.relname, 'pg_rewrite'::regclass, rule.oid
      from pg_class made join pg_rewrite rule on rule.ev_class = made.oid
      where made.relnamespace = (select oid from space) and made.relname = any ($2)
  ), reached (name, class, object) as (
    select hook.name::text collate "C", hook.class, hook.code from hook
    union select written.name collate "C", 'pg_class'::regclass, to_regclass(written.name) from unnest($3) written (name)
    union
    select coalesce((select relation.oid::regclass::text from pg_class relation
        where next.class = 'pg_class'::regclass and relation.oid = next.object
          and relation.relkind in ('r', 'p', 'v', 'm', 'f')
          and relation.oid not in (select oid from hook)), reached.name) collate "C", next.class, next.object
      from reached cross join lateral (
        select uses.refclassid as class, uses.refobjid as object from pg_depend uses
          where uses.classid = reached.class and uses.objid = reached.object and uses.deptype = 'n'
            and (uses.refclassid in ('pg_proc'::regclass, 'pg_operator'::regclass)
              or uses.refclassid = 'pg_type'::regclass and reached.class <> 'pg_class'::regclass
              or reached.class in ('pg_proc'::regclass, 'pg_rewrite'::regclass, 'pg_policy'::regclass))
            and not exists (select from pg_trigger hung where uses.classid = 'pg_trigger'::regclass
              and hung.oid = uses.objid and hung.tgfoid = uses.refobjid)
        union all
        select hung.classid, hung.objid from pg_depend hung
          where hung.refclassid = reached.class and hung.refobjid = reached.object
            and hung.deptype in ('a', 'i') and (hung.refclassid = 'pg_class'::regclass
                and hung.classid <> 'pg_type'::regclass
              or hung.refclassid = 'pg_type'::regclass and hung.classid = 'pg_constraint'::regclass)
        union all
        select 'pg_class'::regclass, child.inhrelid from pg_inherits child
          where reached.class = 'pg_class'::regclass and child.inhparent = reached.object
        union all
        select 'pg_type'::regclass, part.oid from pg_type part
          where (part.typtype in ('c', 'd') or part.typelem <> 0) and part.oid in (
            select a.atttypid from pg_attribute a where a.attnum > 0 and a.attrelid =
              case reached.class when 'pg_class'::regclass then reached.object
                when 'pg_type'::regclass then (select typrelid from pg_type where oid = reached.object) end
            union all select unnest(array[whole.typelem, whole.typbasetype]) from pg_type whole
              where reached.class = 'pg_type'::regclass and whole.oid = reached.object)
      ) next
  ), need as (
    select distinct name, class, object from reached
      where class = 'pg_proc'::regclass and object not in (select oid from hook)
        or class = 'pg_operator'::regclass
        or class = 'pg_type'::regclass and object in (select oid from pg_type
          where typtype <> 'c' and typelem = 0)
  ), touched as (
    select relation.oid, relation.relowner, relation.relacl from pg_class relation
      where relation.relkind in ('r', 'p', 'v', 'm', 'f')
        and relation.oid in (select object from reached where class = 'pg_class'::regclass)
  ), trusted as (
    select role.oid from pg_roles role
      where role.rolsuper
        or role.oid in (select relowner from touched)
        or role.rolname = $5
        or role.oid in (select nspowner from pg_namespace where oid = (select oid from space))
        or role.oid in (select relowner from pg_class registry
          where registry.relname = 'pawl_machines' and registry.relnamespace = 'public'::regnamespace)
        or role.oid in (select datdba from pg_database where datname = current_database())
  )
  select format('%s in %s', case need.class when 'pg_proc'::regclass then 'function '
        || need.object::regprocedure when 'pg_operator'::regclass then 'operator '
        || need.object::regoperator else 'type ' || need.object::regtype end, need.name) as object,
      owner.rolname as author
    from need
      left join pg_proc code on need.class = 'pg_proc'::regclass and code.oid = need.object
      left join pg_operator sign on need.class = 'pg_operator'::regclass and sign.oid = need.object
      left join pg_type type on need.class = 'pg_type'::regclass and type.oid = need.object
      join pg_roles owner on owner.oid = coalesce(code.proowner, sign.oprowner, type.typowner)
    where owner.oid not in (select oid from trusted)
  union all
  select format('trigger %I on %s', hung.tgname, touched.oid::regclass), owner.rolname
    from touched join pg_trigger hung on hung.tgrelid = touched.oid and not hung.tgisinternal
      join pg_proc code on code.oid = hung.tgfoid join pg_roles owner on owner.oid = code.proowner
    where owner.oid not in (select oid from trusted)
  union all
  select format('the right to hang triggers on %s', touched.oid::regclass),
      coalesce(grantee.rolname, 'public')
    from touched cross join aclexplode(touched.relacl) acl
      left join pg_roles grantee on grantee.oid = acl.grantee
    where acl.privilege_type = 'TRIGGER' and acl.grantee not in (select oid from trusted)
  union all
  select format('policy %I on %s', hung.polname, parent.oid::regclass), owner.rolname
    from pg_class parent join pg_policy hung on hung.polrelid = parent.oid
      join pg_roles owner on owner.oid = parent.relowner
    where parent.oid = to_regclass($4) and parent.relrowsecurity
      and owner.oid not in (select oid from trusted)
$pawl$;

-- Code of others must not run within guards and effects, nor on tables that moves write or lock.
create or replace procedure public.pawl_refuse_foreign_hooks(space text, hooks text[], written text[], locked text)
language plpgsql
as $pawl$
declare
  stranger record;
begin
  for stranger in
    select code.object, code.author
      from public.pawl_foreign_code($1, $2, $3, $4, current_setting('pawl.applied_by')) code
      order by code.object desc -- so that the same one is named each time
  loop
    raise exception '% belongs to %, whose code would run within moves; nothing was changed',
        stranger.object, stranger.author
      using errcode = 'PW002', hint = 'Drop or revoke it, give it to the owner of the tables, or write '
        'another name into the guard or effect, such as operator(pg_catalog.>=).';
  end loop;
end
$pawl$;
revoke all on procedure public.pawl_refuse_foreign_hooks(text, text[], text[], text) from public;

-- The tables and views that guards and effects read or write, by their present names. PostgreSQL binds a function to a
-- table and not to its name, so after `alter table ... rename` it reads the table that had the name before.
create or replace function public.pawl_bound_tables(space text, hooks text[]) returns text
language sql stable set search_path = pg_catalog, pg_temp
as $pawl$
  select string_agg(distinct format('%I.%I', n.nspname, c.relname), ', ' order by format('%I.%I', n.nspname, c.relname))
    from (
      select 'pg_proc'::regclass::oid as class, made.oid as object from pg_proc made
        where made.pronamespace = to_regnamespace(quote_ident($1)) and made.proname = any ($2)
      union all
      select 'pg_rewrite'::regclass::oid, rule.oid from pg_class made join pg_rewrite rule on rule.ev_class = made.oid
        where made.relnamespace = to_regnamespace(quote_ident($1)) and made.relname = any ($2)
    ) hook
      join pg_depend uses on uses.classid = hook.class and uses.objid = hook.object and uses.refclassid = 'pg_class'::regclass
      join pg_class c on c.oid = uses.refobjid and not (c.relnamespace = to_regnamespace(quote_ident($1)) and c.relname = any ($2))
      join pg_namespace n on n.oid = c.relnamespace
$pawl$;

-- What the catalog says of a machine's objects, by their names, or of what all machines share, where there are none:
-- what pawl_objects keeps when it is deployed, and pawlctl verify asks again; and what of others would run with it.
-- PostgreSQL writes names and constants as the session's settings say, and whoever asks may have others than whoever
-- has deployed.
create or replace function public.pawl_catalog(space text, relations text[], routines text[], hooks text[],
  written text[], locked text)
returns table (object text, definition text)
language sql stable set search_path = pg_catalog, pg_temp set quote_all_identifiers = off
  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = 'postgres' set bytea_output = 'hex'
  set extra_float_digits = 1 set lc_monetary = 'C' set standard_conforming_strings = on
as $pawl$
  with relation as (
    select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and case when $2 is not null then c.relname = any ($2)
                                   else starts_with(c.relname, 'pawl_') and c.relkind not in ('i', 'I') end
  ), routine as (
    select p.*, case p.prokind when 'p' then 'procedure ' else 'function ' end as kind
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = $1 and case when $3 is not null then p.proname = any ($3)
                                   else starts_with(p.proname, 'pawl_') end
  )
  select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'c' then 'type' else 'relation' end
      || ' ' || c.name,
    concat_ws(chr(10),
      'owner ' || pg_get_userbyid(c.relowner),
      'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)
             || case when a.is_grantable then ' with grant option' else '' end, ', '
             order by r.rolname nulls first, a.privilege_type)
        from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
        left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),
      'options ' || array_to_string(c.reloptions, ', '),
      case when c.relpersistence <> 'p' then 'not permanent' end,
      case when c.relrowsecurity then 'row security' end,
      case when c.relreplident = 'n' then 'replica identity nothing' end,
      (select string_agg('column ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
                || coalesce(' collate ' || quote_ident(l.collname), '')
                || case when a.attnotnull then ' not null' else '' end
                || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
                || coalesce(' ' || a.attacl::text, ''), chr(10) order by a.attnum)
         from pg_attribute a
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         left join pg_collation l on l.oid = a.attcollation
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      (select string_agg('constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)
                || case when exists (select from pg_trigger t where t.tgconstraint = k.oid
                                                                and t.tgenabled <> 'O')
                        then ' disabled' else '' end, chr(10) order by k.conname)
         from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'),
      (select string_agg('inherited by ' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)
         from pg_inherits i where i.inhparent = c.oid),
      case when c.relkind = 'v' then pg_get_viewdef(c.oid) end)
    from relation c
  union all
  select 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
      || case when i.indisvalid then '' else ' invalid' end
    from relation c join pg_index i on i.indrelid = c.oid
  union all
  select 'trigger ' || quote_ident(t.tgname) || ' on ' || c.name, pg_get_triggerdef(t.oid)
      || case t.tgenabled when 'O' then '' when 'D' then ' disabled' else ' enabled ' || t.tgenabled::text end
    from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal
  union all
  select 'rule ' || quote_ident(w.rulename) || ' on ' || c.name, pg_get_ruledef(w.oid)
    from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> '_RETURN'
  union all
  select 'policy ' || quote_ident(o.polname) || ' on ' || c.name,
      concat_ws(' ', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))
    from relation c join pg_policy o on o.polrelid = c.oid
  union all
  select p.kind || p.oid::regprocedure,
      concat_ws(chr(10), 'owner ' || pg_get_userbyid(p.proowner),
        'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)
             || case when a.is_grantable then ' with grant option' else '' end, ', '
             order by r.rolname nulls first, a.privilege_type)
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),
        case when frozen.machine is null then pg_get_functiondef(p.oid)
             else replace(pg_get_functiondef(p.oid), ' STRICT', '') end,
        case when p.proisstrict <> (frozen.mode is not null) then 'not what pawl_freezes says' end)
    from routine p left join public.pawl_freezes frozen
      on $2 is not null and p.proname = frozen.machine || '_is_free' and p.proargtypes = '16'::oidvector
  union all
  select 'tables of guards and effects', public.pawl_bound_tables($1, $4) where public.pawl_bound_tables($1, $4) is not null
  union all
  select 'code of others: ' || code.object, 'belongs to ' || code.author
    from public.pawl_foreign_code($1, $4, $5, $6, null) code
$pawl$;

-- Writes down what was deployed. Functions of others that have a name of Pawl's are no part of it, however long they
-- stand there.
create or replace procedure public.pawl_record(machine text, space text, relations text[], routines text[], hooks text[],
  written text[], locked text)
language plpgsql
as $pawl$
#variable_conflict use_column
begin
  delete from public.pawl_objects known where known.machine = $1;
  insert into public.pawl_objects (machine, object, definition)
    select $1, found.object, found.definition from public.pawl_catalog($2, $3, $4, $5, $6, $7) found
      where found.object !~ '^(function|procedure) '
        or starts_with(found.definition, 'owner ' || (select pg_get_userbyid(registry.relowner)
             from pg_class registry where registry.oid = 'public.pawl_machines'::regclass) || chr(10));
end
$pawl$;
revoke all on procedure public.pawl_record(text, text, text[], text[], text[], text[], text) from public;

-- Entities over nodes -----------------------------------------------------------------------------------

-- Runs a command on every worker, each in a transaction of its own, and on that node alone. It is sent to a connection
-- that has search_path of its login, so the command has that of whoever deploys; and whatever it calls is given by the
-- exact types of its parameters, so that no overload of another's fits better.
create or replace procedure public.pawl_on_workers(command text)
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
declare
  answer record;
begin
  for answer in select * from run_command_on_workers(format('do %L',
      format('begin set local search_path = pg_catalog, pg_temp; set local citus.enable_ddl_propagation = off; execute %L; end', $1))) loop
    if not answer.success then
      raise exception 'node %:%, as %: %', answer.nodename, answer.nodeport, current_user, answer.result
        using errcode = 'PW006',
          hint = case when answer.result like 'failed to connect%'
            then format('Start it, or let %I of this database in there by its pg_hba.conf; its log says which. ', current_user)
            else '' end || 'What was done on other nodes stays; do the same again then.';
    end if;
  end loop;
end
$pawl$;
revoke all on procedure public.pawl_on_workers(text) from public;

-- What a machine moves lies beside its entities, which therefore are spread by their key.
create or replace procedure public.pawl_require_entities_on_nodes(relation text, key_column text)
language plpgsql
as $pawl$
declare
  own record;
  found_as text;
  remedy text;
begin
  select known.partmethod as method, column_to_column_name(known.logicalrelid, known.partkey) as key_column,
      known.repmodel = 't' as is_reference, known.colocationid = 0 as is_local,
      exists (select from pg_dist_schema tenant where tenant.colocationid = known.colocationid) as has_schema
    into own from pg_dist_partition known where known.logicalrelid = $1::regclass;
  found_as := case
    when own.method is null then 'not distributed'
    when own.method = 'h' and own.key_column = (parse_ident($2))[1] then null
    when own.method = 'h' then format('distributed by its column %I', own.key_column)
    when own.method = 'r' then 'distributed by ranges'
    when own.method = 'a' then 'distributed by append'
    when own.is_reference then 'a reference table'
    when own.has_schema then 'in a schema that Citus keeps on one node'
    when own.is_local then 'one of the coordinator in the metadata of Citus'
    else 'distributed as a single shard' end;
  if found_as is null then
    return;
  end if;
  remedy := case
    when own.method = 'h' then format('select alter_distributed_table(%L, distribution_column := %L)', $1, $2)
    when own.has_schema then 'Have it in a schema that is not distributed, select create_distributed_table there'
    else case when own.method is null then '' else format('select undistribute_table(%L); ', $1) end
      || format('select create_distributed_table(%L, %L)', $1, $2) end;
  raise exception 'table % is %, so that no node has its rows and their moves; nothing was changed', $1, found_as
    using errcode = 'PW006', hint = remedy || '; and apply this again.';
end
$pawl$;
revoke all on procedure public.pawl_require_entities_on_nodes(text, text) from public;

-- The rows of a query of whoever calls, as JSON: what is asked of a node is read with this search_path.
create or replace function public.pawl_node_rows(query text) returns json
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
declare
  answer json;
begin
  execute format('select coalesce(json_agg(row_to_json(found)), ''[]'') from (%s) found', $1) into answer;
  return answer;
end
$pawl$;
revoke all on function public.pawl_node_rows(text) from public;
grant execute on function public.pawl_node_rows(text) to pawl_app, pawl_operator;

-- Spreads a table by its key, each entity's rows where those of `beside` are; null: where Citus likes.
create or replace procedure public.pawl_distribute(relation text, key_column text, beside text, beside_column text)
language plpgsql
as $pawl$
#variable_conflict use_column
declare
  own record;
  other record;
begin
  perform set_config('pawl.spreads', 'yes', true);
  if exists (select from pg_dist_partition known where known.logicalrelid = $1::regclass and known.partmethod = 'h') then
    return;
  end if;
  if exists (select from pg_trigger own where own.tgrelid = $1::regclass and own.tgname = 'pawl_refuse_write') then
    raise exception 'table % was made for one node, and what it has is not moved to others; nothing was changed', $1
      using errcode = 'PW006', hint = 'Deploy this in another database, or write it without --distribute=citus.';
  end if;
  if $3 is not null then
    select col.atttypid, col.attcollation, format_type(col.atttypid, col.atttypmod) as written into own
      from pg_attribute col where col.attrelid = $1::regclass and col.attname = (parse_ident($2))[1];
    select col.atttypid, col.attcollation, format_type(col.atttypid, col.atttypmod) as written into other
      from pg_attribute col where col.attrelid = $3::regclass and col.attname = (parse_ident($4))[1];
    if own.atttypid <> other.atttypid or own.attcollation <> other.attcollation then
      raise exception 'column % of % is %, and must be % of the default collation to lie beside its moves; nothing was changed',
          $4, $3, other.written, own.written
        using errcode = 'PW006', hint = 'Change its type, and apply this again.';
    end if;
  end if;
  perform create_distributed_table($1::regclass, $2, colocate_with := coalesce($3, 'default'));
end
$pawl$;
revoke all on procedure public.pawl_distribute(text, text, text, text) from public;

-- Has a function run whole where the entity is that its first parameter names, also within a transaction.
create or replace procedure public.pawl_distribute_function(signature text, beside text)
language plpgsql
as $pawl$
begin
  perform create_distributed_function($1::regprocedure, '$1', colocate_with := $2, force_delegation := true);
end
$pawl$;
revoke all on procedure public.pawl_distribute_function(text, text) from public;

-- Triggers on TRUNCATE do not reach other nodes when they are made, so that each makes its own, for what stands for a table
-- there and for its shards. Shards that are moved or split take them along, under another name. 32: on TRUNCATE (pg_trigger.h).
create or replace procedure public.pawl_protect_node()
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
declare
  relation regclass;
begin
  for relation in
    select own.tgrelid from pg_trigger own
      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgname like 'pawl\_refuse\_write%'
        and not exists (select from pg_trigger other
          where other.tgrelid = own.tgrelid and other.tgfoid = own.tgfoid and other.tgtype & 32 <> 0
            and other.tgqual is null and other.tgenabled = 'A')
  loop
    execute format('create or replace trigger pawl_refuse_truncate before truncate on %s for each statement
      execute function public.pawl_refuse_write()', relation);
    execute format('alter table %s enable always trigger pawl_refuse_truncate', relation);
  end loop;
end
$pawl$;
revoke all on procedure public.pawl_protect_node() from public;

-- Lets only Pawl's own functions write. The triggers have one name everywhere: each is its table's own, and so never too
-- long. They always fire: with `session_replication_role = replica`, which can be granted to anybody, others do not. 30:
-- before each statement, on insert, update and delete (pg_trigger.h). One that names TRUNCATE, too, would never reach the
-- shards of a table that is distributed.
create or replace procedure public.pawl_refuse_writes_to(relations regclass[])
language plpgsql
as $pawl$
declare
  relation regclass;
begin
  foreach relation in array $1 loop
    -- Functions for one node write rows by their place, of which there is one in each shard.
    if current_setting('pawl.spreads', true) is distinct from 'yes'
        and exists (select from pg_dist_partition known where known.logicalrelid = relation) then
      raise exception 'table % is spread over nodes, and this is written for one; nothing was changed', relation
        using errcode = 'PW006', hint = 'Write it with --distribute=citus, and apply that. There are no migrations of such tables.';
    end if;
    continue when exists (select from pg_trigger own
      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'
        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'
        and own.tgtype = 30 and own.tgattr::text = '' and own.tgqual is null);
    execute format('create or replace trigger pawl_refuse_write before insert or update or delete
      on %s for each statement execute function public.pawl_refuse_write()', relation);
    execute format('alter table %s enable always trigger pawl_refuse_write', relation);
  end loop;
  call public.pawl_protect_node();
end
$pawl$;
revoke all on procedure public.pawl_refuse_writes_to(regclass[]) from public;

-- Values ----------------------------------------------------------------------------------------------

-- Values that others have written, as texts, and the same as libpawl would have: null where the text is none of that
-- type, or one that libpawl does not take.
create or replace function public.pawl_read_bigint(given text) returns bigint
language plpgsql stable strict set search_path = pg_catalog, pg_temp
as $pawl$
begin
  return $1::bigint;
exception when others then
  return null;
end
$pawl$;

create or replace function public.pawl_read_integer(given text) returns integer
language plpgsql stable strict set search_path = pg_catalog, pg_temp
as $pawl$
begin
  return $1::integer;
exception when others then
  return null;
end
$pawl$;

create or replace function public.pawl_read_boolean(given text) returns boolean
language plpgsql stable strict set search_path = pg_catalog, pg_temp
as $pawl$
begin
  return $1::boolean;
exception when others then
  return null;
end
$pawl$;

create or replace function public.pawl_read_timestamptz(given text) returns timestamptz
language plpgsql stable strict set search_path = pg_catalog, pg_temp
as $pawl$
begin
  return case when $1::timestamptz between timestamptz '4713-01-01 00:00+00 BC'
      and timestamptz '294247-01-01 00:00+00' then $1::timestamptz end;
exception when others then
  return null;
end
$pawl$;

-- 1000: PAWL_NUMERIC_MAX_DIGITS
create or replace function public.pawl_read_numeric(given text) returns numeric
language plpgsql stable strict set search_path = pg_catalog, pg_temp
as $pawl$
begin
  return case when $1::numeric not in ('NaN', 'Infinity', '-Infinity')
      and length(translate($1::numeric::text, '-.', '')) <= 1000
      then $1::numeric end;
exception when others then
  return null;
end
$pawl$;

create or replace function public.pawl_read_uuid(given text) returns uuid
language plpgsql stable strict set search_path = pg_catalog, pg_temp
as $pawl$
begin
  return $1::uuid;
exception when others then
  return null;
end
$pawl$;

create or replace function public.pawl_read_json(given text) returns json
language plpgsql stable strict set search_path = pg_catalog, pg_temp
as $pawl$
begin
  return case when public.pawl_json_fits($1::json) then $1::json end;
exception when others then
  return null;
end
$pawl$;

create or replace function public.pawl_read_jsonb(given text) returns jsonb
language plpgsql stable strict set search_path = pg_catalog, pg_temp
as $pawl$
begin
  return $1::jsonb;
exception when others then
  return null;
end
$pawl$;

create or replace function public.pawl_read_bytea(given text) returns bytea
language plpgsql stable strict set search_path = pg_catalog, pg_temp
as $pawl$
begin
  return $1::bytea;
exception when others then
  return null;
end
$pawl$;

-- Whether libpawl takes it, too: at most so many bytes (268435456: PAWL_VALUE_MAX_BYTES), no \u0000, no half of a
-- surrogate pair, and at most so deep (500: PAWL_JSON_MAX_DEPTH).
create or replace function public.pawl_json_fits(value json) returns boolean
language plpgsql immutable strict set search_path = pg_catalog, pg_temp
as $pawl$
declare
  given text := $1::text;
begin
  if octet_length(given) > 268435456 then
    return false;
  elsif strpos(given, E'\\u') > 0 then
    given := replace(given, E'\\\\', ''); -- each backslash that remains begins an escape
    given := regexp_replace(given, E'\\\\u[dD][89abAB]..\\\\u[dD][c-fC-F]..', '', 'g');
    if given ~ E'\\\\u(0000|[dD][89a-fA-F])' then
      return false;
    end if;
  end if;
  if length(given) - length(translate(given, '[{', '')) <= 500 then
    return true;
  end if;
  given := regexp_replace(given, E'"(?:[^"\\\\]|\\\\.)*"', '', 'g');
  given := regexp_replace(given, '[^][{}]', '', 'g');
  for depth in 1 .. 500 loop -- the innermost ones go
    given := regexp_replace(given, '[[]]|{}', '', 'g');
    exit when given = '';
  end loop;
  return given = '';
end
$pawl$;

-- A time in JSON: RFC 3339 in UTC; years outside of 0001 to 9999 have a sign and six digits, as in ISO 8601.
create or replace function public.pawl_json_time(moment timestamptz) returns text
language sql immutable strict parallel safe
return (case when extract(year from moment at time zone 'UTC') between 1 and 9999
    then to_char(moment at time zone 'UTC', 'YYYY')
    else (select case when era.year < 0 then '-' else '+' end || lpad(abs(era.year)::text, 6, '0')
            from (select extract(year from moment at time zone 'UTC')::integer
                    + case when extract(year from moment at time zone 'UTC') < 0 then 1 else 0 end)
              era (year)) end)
  || to_char(moment at time zone 'UTC', '-MM-DD"T"HH24:MI:SS.US"Z"');

-- Locks ------------------------------------------------------------------------------------------------
--
-- A lock is held on a key: in one machine, or, with the type '', in all of them. Held locks outlive a transaction and
-- belong to an owner.

-- Each key on which a lock was ever held. Its row is locked while the locks on the key change.
create table if not exists public.pawl_lock_keys (
  key        text collate "C" primary key,
  last_token bigint not null -- only ever grows
);

-- The locks that are held.
create table if not exists public.pawl_locks (
  key   text collate "C" not null,
  type  text collate "C" not null, -- a machine's name
  owner text collate "C" not null,
  token bigint not null,
  since timestamptz not null,
  until timestamptz, -- null: until it is released
  login text collate "C", -- whose it is, and who alone can show, renew and release it; null: everybody
  primary key (key, type)
);

-- Who waits for one, and for how long he will be believed to.
create table if not exists public.pawl_lock_waiters (
  key   text collate "C" not null,
  type  text collate "C" not null,
  owner text collate "C" not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (key, type, owner)
);

-- The locks that are held at this moment, and how many wait for each.
create or replace view public.pawl_held_locks (key, type, owner, token, since, until, waiting, login) as
  select held.key, held.type, held.owner, held.token, held.since, held.until,
    (select count(*) from public.pawl_lock_waiters waiter
      where waiter.key = held.key and (waiter.type = held.type or '' in (waiter.type, held.type))
        and waiter.until > clock_timestamp()), held.login
  from public.pawl_locks held where held.until is null or held.until > clock_timestamp();

-- What operators did to locks.
create table if not exists public.pawl_lock_log (
  number    bigint generated always as identity primary key,
  logged_at timestamptz not null default clock_timestamp(),
  login     text collate "C" not null default session_user,
  action    text collate "C" not null, -- freeze, thaw, break
  type      text collate "C" not null,
  key       text collate "C",
  owner     text collate "C",
  token     bigint,
  reason    text collate "C"
);

-- What the functions of locks answer.
do $pawl$
begin
  if to_regtype('public.pawl_lock_answer') is null then
    create type public.pawl_lock_answer as (
      status text,        -- OK, LOCKED, NOT_FOUND, REUSED, DEFERRED, MISUSE
      token  bigint,      -- of a lock: to be shown by its owner, greater than all before it
      until  timestamptz, -- of a lock: null where it has no end
      detail text         -- of LOCKED: who or what is in the way
    );
  end if;
end
$pawl$;

-- The number that stands for a key among advisory locks: the first 8 bytes of SHA-256 over the type,
-- a zero byte, and the key. It never changes; libpawl's pawl_key_number() gives the same.
create or replace function public.pawl_key(type text, key text) returns bigint
language sql stable strict parallel safe -- it is put into the statements that call it
return ('x' || encode(substr(sha256(convert_to(type, 'UTF8') || '\x00'::bytea || convert_to(key, 'UTF8')), 1, 8),
  'hex'))::bit(64)::bigint;

-- Until when something holds, in words: to the second in which it is over.
create or replace function public.pawl_until(until timestamptz) returns text
language sql stable
return coalesce(' until ' || to_char(until at time zone 'UTC' + interval '999999 microseconds',
  'YYYY-MM-DD HH24:MI:SS') || ' UTC', '');

-- Takes a lock until the end of the transaction. timeout_ms: null waits, 0 does not.
create or replace function public.pawl_lock(type text, key text, timeout_ms bigint default null) returns text
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
declare
  number bigint := public.pawl_key($1, $2);
  before text := current_setting('lock_timeout');
begin
  if $1 = '' or $2 = '' or number is null or $3 < 0 then
    return 'MISUSE';
  elsif $3 is null then
    perform pg_advisory_xact_lock(number);
    return 'OK';
  elsif $3 = 0 then
    return case when pg_try_advisory_xact_lock(number) then 'OK' else 'LOCKED' end;
  end if;
  begin
    perform set_config('lock_timeout', least($3, 2147483647)::text, true);
    perform pg_advisory_xact_lock(number);
    perform set_config('lock_timeout', before, true);
    return 'OK';
  exception when lock_not_available then
    return 'LOCKED';
  end;
end
$pawl$;
revoke all on function public.pawl_lock(text, text, bigint) from public;

-- Locks the row of a key, and changes it, so that who reads it from an older snapshot fails.
create or replace function public.pawl_lock_mutex(key text) returns bigint
language sql set search_path = pg_catalog, pg_temp
as $pawl$
  insert into public.pawl_lock_keys as mutex (key, last_token) values ($1, 0)
    on conflict (key) do update set last_token = mutex.last_token returning last_token
$pawl$;
revoke all on function public.pawl_lock_mutex(text) from public;

-- Who is in the way of a lock; null: nobody.
create or replace function public.pawl_lock_holder(type text, key text, owner text, login text) returns text
language sql set search_path = pg_catalog, pg_temp
as $pawl$
  select 'held' || case held.type when '' then ' in all machines' else '' end || public.pawl_until(held.until)
      || ' by ' || held.owner || case held.owner when $3 then ', as login ' || held.login else '' end
  from public.pawl_locks held
  where held.key = $2 and (held.type = $1 or held.type = '' or $1 = '')
    and (held.owner <> $3 or held.login <> $4)
    and (held.until is null or held.until > clock_timestamp())
  order by held.type limit 1
$pawl$;
revoke all on function public.pawl_lock_holder(text, text, text, text) from public;

-- 1024: PAWL_KEY_MAX_BYTES. 255: PAWL_ACTOR_MAX_BYTES. 3155760000000: PAWL_DURATION_MAX_US / 1000.

-- Takes a lock that outlives the transaction, or answers LOCKED at once. type: a machine's name, or '' for the
-- key in all of them. lease_ms: null has no end. waits_ms: how long the caller will go on asking.
create or replace function public.pawl_acquire(type text, key text, owner text, lease_ms bigint default null,
  waits_ms bigint default 0) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  now timestamptz := clock_timestamp();
  before text := current_setting('lock_timeout');
begin
  if $1 is null or coalesce($2, '') = '' or coalesce($3, '') = '' or octet_length($2) > 1024
     or octet_length($3) > 255 or $4 not between 1 and 3155760000000 or $5 < 0
     or ($1 <> '' and not exists (select from public.pawl_machines known where known.machine = $1)) then
    answer.status := 'MISUSE';
    return answer;
  end if;
  -- who asks again and again disturbs no moves
  answer.detail := public.pawl_lock_holder($1, $2, $3, session_user::text);
  if answer.detail is null then
    begin -- moves that have begun under no lock
      perform set_config('lock_timeout', '200ms', true);
      perform pg_advisory_xact_lock(public.pawl_key(''::text, $2));
      perform public.pawl_lock_mutex($2);
      perform set_config('lock_timeout', before, true);
      answer.detail := public.pawl_lock_holder($1, $2, $3, session_user::text);
    exception when lock_not_available then
      answer.detail := 'moves of this key are under way';
    end;
  end if;
  now := clock_timestamp();
  delete from public.pawl_lock_waiters waiter
    where waiter.key = $2 and ((waiter.type = $1 and waiter.owner = $3 and (answer.detail is null or $5 = 0))
                               or waiter.until <= now);
  if answer.detail is not null then
    if $5 > 0 then
      -- renewed now and then, so that who has died is soon forgotten
      insert into public.pawl_lock_waiters as waiter (key, type, owner, since, until)
        values ($2, $1, $3, now, now + least($5, 10000) * interval '1 millisecond')
        on conflict (key, type, owner) do update set until = excluded.until
        where waiter.until < excluded.until - interval '5 seconds';
    end if;
    answer.status := 'LOCKED';
    return answer;
  end if;
  delete from public.pawl_locks held
    where held.key = $2 and (held.type = $1 or held.type = '' or $1 = '') and held.until <= now;
  answer.status := 'OK';
  answer.until := now + $4 * interval '1 millisecond';
  update public.pawl_locks held set until = answer.until -- asked for again, perhaps since the answer was lost
    where held.key = $2 and held.type = $1 returning held.token into answer.token;
  if not found then
    update public.pawl_lock_keys mutex set last_token = mutex.last_token + 1
      where mutex.key = $2 returning mutex.last_token into answer.token;
    insert into public.pawl_locks (key, type, owner, token, since, until, login)
      values ($2, $1, $3, answer.token, now, answer.until, session_user);
  end if;
  return answer;
end
$pawl$;
revoke all on function public.pawl_acquire(text, text, text, bigint, bigint) from public;

-- Gives a lock more time. NOT_FOUND: it has ended.
create or replace function public.pawl_renew(type text, key text, owner text, token bigint,
  lease_ms bigint default null) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  now timestamptz;
begin
  if $5 not between 1 and 3155760000000 then
    answer.status := 'MISUSE';
    return answer;
  end if;
  perform public.pawl_lock_mutex($2) where $2 is not null and exists (
    select from public.pawl_locks held where held.key = $2);
  now := clock_timestamp();
  update public.pawl_locks held set until = now + $5 * interval '1 millisecond'
    where held.key = $2 and held.type = $1 and held.owner = $3 and held.token = $4
      and coalesce(held.login, session_user) = session_user and (held.until is null or held.until > now)
    returning held.token, held.until into answer.token, answer.until;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  return answer;
end
$pawl$;
revoke all on function public.pawl_renew(text, text, text, bigint, bigint) from public;

-- Lets a lock go. NOT_FOUND: it has ended.
create or replace function public.pawl_release(type text, key text, owner text, token bigint)
returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
begin
  perform public.pawl_lock_mutex($2) where $2 is not null and exists (
    select from public.pawl_locks held where held.key = $2);
  delete from public.pawl_locks held
    where held.key = $2 and held.type = $1 and held.owner = $3 and held.token = $4
      and coalesce(held.login, session_user) = session_user;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  return answer;
end
$pawl$;
revoke all on function public.pawl_release(text, text, text, bigint) from public;

-- Takes a lock from its owner; his token is worth nothing from then on.
create or replace function public.pawl_break(type text, key text, reason text) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  broken public.pawl_locks;
begin
  if coalesce($3, '') = '' then
    answer.status := 'MISUSE';
    return answer;
  end if;
  perform public.pawl_lock_mutex($2) where $2 is not null and exists (
    select from public.pawl_locks held where held.key = $2);
  delete from public.pawl_locks held where held.key = $2 and held.type = $1 returning held.* into broken;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  if found then
    answer.token := broken.token;
    insert into public.pawl_lock_log (action, type, key, owner, token, reason)
      values ('break', $1, $2, broken.owner, broken.token, $3);
  end if;
  return answer;
end
$pawl$;
revoke all on function public.pawl_break(text, text, text) from public;

-- Frozen machines --------------------------------------------------------------------------------------

-- A function of each machine says whether it is frozen, and the planner puts in its place what it says: MACHINE_is_free(null)
-- is true, and null while the function is strict. Whoever freezes, by whatever way, alters it, and has locked the row before.
-- A flow has none; neither has a machine that an older compiler wrote, which reads the row.
create or replace function public.pawl_turn_is_free() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
declare
  turned regprocedure;
begin
  select code.oid into turned from pg_proc code join pg_class head on head.relnamespace = code.pronamespace
    where head.oid = to_regclass(new.head) and code.proname = new.machine || '_is_free'
      and code.proargtypes = '16'::oidvector
      and code.proowner = (select own.relowner from pg_class own where own.oid = tg_relid);
  if found then
    execute format('alter function %s %s', turned,
      case when new.mode is null then 'called on null input' else 'strict' end);
  end if;
  return null;
end
$pawl$;

create or replace trigger pawl_turn_is_free after insert or update of mode on public.pawl_freezes
  for each row execute function public.pawl_turn_is_free();
alter table public.pawl_freezes enable always trigger pawl_turn_is_free; -- in a session that calls itself a replica, too

-- Freezes a machine from the end of this transaction on: mode 'reject' or 'sleep', until null or a time.
-- Moves that have begun before go on: see pawl_freeze_waits_for. LOCKED: another transaction is doing the same.
create or replace function public.pawl_freeze(machine text, mode text, until timestamptz, reason text)
returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
begin
  if $2 is null or $2 not in ('reject', 'sleep') or coalesce($4, '') = '' or $3 <= clock_timestamp()
     or not isfinite($3) then
    answer.status := 'MISUSE';
    return answer;
  end if;
  -- who waited here would make others wait behind him
  perform from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update skip locked;
  if not found then
    answer.status := case when exists (select from public.pawl_freezes type_lock where type_lock.machine = $1)
      then 'LOCKED' else 'NOT_FOUND' end;
    answer.detail := 'moves that read it in another isolation level than READ COMMITTED are under way';
    return answer;
  end if;
  update public.pawl_freezes type_lock
    set mode = $2, until = $3, reason = $4, since = clock_timestamp(), frozen_by = session_user
    where type_lock.machine = $1;
  insert into public.pawl_lock_log (action, type, reason) values ('freeze', $1, $4);
  answer.status := 'OK';
  return answer;
end
$pawl$;
revoke all on function public.pawl_freeze(text, text, timestamptz, text) from public;

-- Ends a freeze; deferred events are fired first, each entity's before its others.
create or replace function public.pawl_thaw(machine text) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  was_frozen boolean;
begin
  select type_lock.mode is not null into was_frozen
    from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  -- Written also where there was no freeze: of one that did not reach all nodes, only some of the others know.
  update public.pawl_freezes type_lock set until = least(type_lock.until, clock_timestamp())
    where type_lock.machine = $1;
  if was_frozen then
    insert into public.pawl_lock_log (action, type) values ('thaw', $1);
    perform public.pawl_wake($1);
  end if;
  return answer;
end
$pawl$;
revoke all on function public.pawl_thaw(text) from public;

-- A freeze is kept on every node, since a move is decided where its entity is. What the coordinator writes is told to the
-- workers before its transaction ends: where that fails, they may be frozen already, and pawl_thaw ends it.
create or replace function public.pawl_tell_freeze() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
begin
  if new.mode = 'sleep' then
    raise exception 'machine % is spread over nodes, and cannot sleep: its events would wait on the node of each', new.machine
      using errcode = 'feature_not_supported', hint = 'Freeze it with mode reject.';
  end if;
  call public.pawl_on_workers(format('select public.pawl_hear_freeze(%L::text, %L::text, %L::timestamptz, %L::text, %L::timestamptz, %L::text)',
    new.machine, new.mode, new.until, new.reason, new.since, new.frozen_by));
  return null;
end
$pawl$;
revoke all on function public.pawl_tell_freeze() from public;

create or replace function public.pawl_hear_freeze(machine text, mode text, until timestamptz, reason text,
  since timestamptz, frozen_by text) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  perform set_config('pawl.hears_freeze', 'yes', true);
  update public.pawl_freezes type_lock
    set mode = $2, until = $3, reason = $4, since = $5, frozen_by = $6 where type_lock.machine = $1;
end
$pawl$;
revoke all on function public.pawl_hear_freeze(text, text, timestamptz, text, timestamptz, text) from public;

create or replace trigger pawl_tell_freeze after update on public.pawl_freezes for each row
  when (current_setting('pawl.hears_freeze', true) is distinct from 'yes') execute function public.pawl_tell_freeze();

-- The transactions that have moved a row of the machine and have not ended, on all nodes; of `transactions`, separated by
-- blanks, only those. Called once after the freeze, and then with its own answer, until there is none left.
create or replace function public.pawl_freeze_waits_for(machine text, transactions text default null)
returns table (transaction text, pid integer, application_name text)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
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
revoke all on function public.pawl_freeze_waits_for(text, text) from public;

-- Likewise those of this node, as JSON.
create or replace function public.pawl_node_waits_for(machine text) returns json
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
begin
  return (select coalesce(json_agg(waits), '[]') from (
    select distinct lock.virtualtransaction as transaction, lock.pid, coalesce(activity.application_name,
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
revoke all on function public.pawl_node_waits_for(text) from public;

-- Deferred events --------------------------------------------------------------------------------------

-- Events that wait until their machine wakes.
create table if not exists public.pawl_deferred (
  number      bigint generated always as identity primary key,
  machine     text collate "C" not null,
  entity      text collate "C" not null,
  request_id  text collate "C" not null,
  event       text collate "C" not null,
  arguments   text collate "C" not null, -- as libpawl writes them
  actor       text collate "C" not null,
  lock_owner  text collate "C",
  lock_token  bigint,
  deferred_at timestamptz not null,
  fired_at    timestamptz,
  status      text collate "C", -- null: not yet fired; else what came of it, and the rest
  from_state  text collate "C",
  to_state    text collate "C",
  sort_key    integer,
  created_at  timestamptz,
  detail      text collate "C",
  login       text collate "C", -- who has deferred it
  is_firing   boolean, -- true only within the function that fires it
  unique (machine, entity, request_id)
);

do $pawl$
begin
  if to_regclass('public.pawl_deferred_pending') is null then
    create index pawl_deferred_pending on public.pawl_deferred (machine, number) where status is null;
  end if;
end
$pawl$;

do $pawl$
begin
  if to_regclass('public.pawl_deferred_entity') is null then
    create index pawl_deferred_entity on public.pawl_deferred (machine, entity, number) where status is null;
  end if;
end
$pawl$;

-- Forgets a freeze that is over, once no deferred event is left.
create or replace function public.pawl_wake(machine text) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $pawl$
  update public.pawl_freezes type_lock set mode = null
  where type_lock.machine = $1 and type_lock.until <= clock_timestamp() and type_lock.mode is not null
    and not exists (select from public.pawl_deferred pending
                    where pending.machine = $1 and pending.status is null)
$pawl$;
revoke all on function public.pawl_wake(text) from public;

-- Keeps an event until the machine wakes. OK: it does not sleep.
create or replace function public.pawl_defer(machine text, entity text, request_id text, event text,
  arguments text, actor text, lock_owner text, lock_token bigint) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
begin
  perform from public.pawl_freezes type_lock
    where type_lock.machine = $1 and type_lock.mode = 'sleep'
      and (type_lock.until is null or type_lock.until > clock_timestamp()) for share;
  if not found then
    answer.status := 'OK';
    return answer;
  end if;
  delete from public.pawl_deferred earlier -- which was refused, for else it would be in the history
    where earlier.machine = $1 and earlier.entity = $2 and earlier.request_id = $3 and earlier.status is not null;
  insert into public.pawl_deferred as earlier
      (machine, entity, request_id, event, arguments, actor, lock_owner, lock_token, deferred_at, login)
    values ($1, $2, $3, $4, $5, coalesce($6, session_user), $7, $8, clock_timestamp(), session_user)
    on conflict (machine, entity, request_id) do update set event = excluded.event
      where earlier.event = excluded.event and earlier.arguments = excluded.arguments;
  answer.status := case when found then 'DEFERRED' else 'REUSED' end;
  return answer;
end
$pawl$;
revoke all on function public.pawl_defer(text, text, text, text, text, text, text, bigint) from public;

-- The parameters of a deferred event, as libpawl writes them: '-' is null, '#5;' a number, '5:hello' so many
-- bytes. Null where it has not written them.
create or replace function public.pawl_deferred_arguments(arguments text) returns text[]
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $pawl$
declare
  bytes bytea := convert_to($1, 'UTF8');
  at integer := 1;
  head text;
  digits text;
  read text[] := '{}';
begin
  while at <= length(bytes) loop
    head := encode(substr(bytes, at, 24), 'escape');
    digits := coalesce(substring(head from '^#(-?[0-9]{1,19});'), substring(head from '^([0-9]{1,9}):'));
    if left(head, 1) = '-' then
      read := array_append(read, null::text);
      at := at + 1;
    elsif digits is null then
      return null;
    elsif left(head, 1) = '#' then
      read := array_append(read, digits);
      at := at + length(digits) + 2;
    else
      at := at + length(digits) + 1;
      if digits::integer > length(bytes) - at + 1 then
        return null;
      end if;
      read := array_append(read, convert_from(substr(bytes, at, digits::integer), 'UTF8'));
      at := at + digits::integer;
    end if;
  end loop;
  return read;
exception when character_not_in_repertoire then -- cut in the middle of a character
  return null;
end
$pawl$;

-- The event that is to be fired, or nulls. Until it is answered, which is in the same call, it is let through before
-- the others.
create or replace function public.pawl_take_deferred(machine text, number bigint) returns public.pawl_deferred
language sql set search_path = pg_catalog, pg_temp
as $pawl$
  update public.pawl_deferred pending set is_firing = true
    where pending.number = $2 and pending.machine = $1 and pending.status is null
    returning pending.*
$pawl$;
revoke all on function public.pawl_take_deferred(text, bigint) from public;

-- What came of it; nothing yet where guards in C are to be asked first, or its machine sleeps.
create or replace function public.pawl_answer_deferred(number bigint, outcome public.pawl_outcome) returns void
language sql set search_path = pg_catalog, pg_temp
as $pawl$
  update public.pawl_deferred pending set is_firing = false where pending.number = $1;
  update public.pawl_deferred pending
    set status = $2.status, from_state = nullif($2.from_state, ''),
      to_state = case $2.status when 'OK' then $2.to_state end, sort_key = $2.sort_key,
      created_at = $2.created_at, fired_at = clock_timestamp(), detail = case $2.status
        when 'OK' then null when 'REFUSED' then $2.guard else $2.detail end
    where pending.number = $1 and $2.status not in ('ASK', 'ASLEEP')
$pawl$;
revoke all on function public.pawl_answer_deferred(bigint, public.pawl_outcome) from public;

-- LOCKED or ASLEEP where a lock forbids the move, with the reason; else the outcome as it was.
create or replace function public.pawl_refuse_locked(outcome public.pawl_outcome, machine text, entity text,
  request_id text, lock_key text, lock_owner text, lock_token bigint) returns public.pawl_outcome
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  refusal public.pawl_outcome := $1;
  frozen public.pawl_freezes;
  is_its_turn boolean;
  whose text := session_user;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    -- a snapshot that is older than the latest change of these rows fails here and is not believed
    perform from public.pawl_freezes type_lock where type_lock.machine = $2 for share;
    if not found then
      raise exception 'could not serialize access: % was deployed meanwhile', $2
        using errcode = 'serialization_failure';
    end if;
    -- likewise where the snapshot does not show the key's latest row
    insert into public.pawl_lock_keys (key, last_token) select $5, 0 where $5 is not null
      on conflict do nothing;
  end if;
  refusal.to_state := null;
  select * into frozen from public.pawl_freezes type_lock where type_lock.machine = $2 and type_lock.mode is not null;
  if found and (frozen.until is null or frozen.until > clock_timestamp()) then
    refusal.status := case frozen.mode when 'reject' then 'LOCKED' else 'ASLEEP' end;
    refusal.detail := case frozen.mode when 'reject' then 'frozen' else 'asleep' end
      || public.pawl_until(frozen.until) || ': ' || frozen.reason;
    return refusal;
  elsif found then
    -- the earliest is fired by the machine, or is its own program's request, sent once more
    select pending.is_firing is true or pending.request_id = $4 and pending.login = whose,
        coalesce(pending.login, whose) into is_its_turn, whose
      from public.pawl_deferred pending
      where pending.machine = $2 and pending.entity = $3 and pending.status is null
      order by pending.number limit 1;
    whose := coalesce(whose, session_user); -- null, too, where there is none
    if found and is_its_turn is not true then
      refusal.status := 'ASLEEP';
      refusal.detail := 'waking up: an event that was deferred comes first';
      return refusal;
    end if;
  end if;
  if $5 is not null and ($6 is not null or $7 is not null) and not exists (
       select from public.pawl_locks held
       where held.key = $5 and held.type in ('', $2) and held.owner = $6 and held.token = $7
         and coalesce(held.login, whose) = whose
         and (held.until is null or held.until > clock_timestamp())) then
    refusal.detail := 'the lock of ' || coalesce($6, '') || ' with token ' || coalesce($7, 0) || ' has ended';
  else
    refusal.detail := public.pawl_lock_holder($2, $5, coalesce($6, ''), whose);
  end if;
  if refusal.detail is null then
    return $1;
  end if;
  refusal.status := 'LOCKED';
  return refusal;
end
$pawl$;
revoke all on function public.pawl_refuse_locked(public.pawl_outcome, text, text, text, text, text, bigint) from
    public;

-- The order of moves that are made together ------------------------------------------------------------

-- Whether it matters in which order the moves of many entities ask their guards and have their effects.

-- Effects are named by their views, whose rules say what they insert, and guards by their functions; `own` are relations
-- that moves themselves change. It does not matter where effects insert into tables, that and what moves themselves change
-- runs no code of others and depends on no other row of theirs; and guards run none, call what answers the same within a statement, and read
-- neither those tables nor the moves' own.
create or replace function public.pawl_read_order(effects regclass[], guards regprocedure[], own name[]) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  return not exists (
    with inserts as (
      select rule.oid, rule.ev_class, rule.ev_action::text as action from pg_rewrite rule
        where rule.ev_class = any (effects) and rule.rulename = 'effect'
    ), written as materialized (
      select distinct uses.refclassid, uses.refobjid from inserts
          join pg_depend uses on uses.classid = 'pg_rewrite'::regclass and uses.objid = inserts.oid and uses.refobjid <> inserts.ev_class
        where uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)
    ), code as ( -- of others; a type of theirs that is none of labels alone may be a domain, or hold one, with a check
      select uses.classid, uses.objid from pg_depend uses where uses.refclassid in ('pg_proc'::regclass, 'pg_operator'::regclass)
        or uses.refclassid = 'pg_type'::regclass and uses.refobjid not in (select labels.oid from pg_type labels where labels.typtype = 'e')
    ), volatile as ( -- or reads tables that only its arguments name
      select ':funcid ' || called.oid || ' ' as call, called.proname as name from pg_proc called
        where (called.provolatile = 'v' or called.proname like '%\_to\_xml%') and called.pronamespace = 'pg_catalog'::regnamespace
    ), expressions as (
      select given.adrelid as relation, given.adbin::text as action from pg_attrdef given
      union all
      select holds.conrelid, holds.conbin::text from pg_constraint holds where holds.contype = 'c'
    )
    select from written left join pg_class relation on written.refclassid = 'pg_class'::regclass and relation.oid = written.refobjid
      where (relation.relkind = 'r' and not relation.relrowsecurity and not relation.relhasrules
          and not relation.relhassubclass and not relation.relispartition) is not true
        or relation.relname = any (own) or relation.relname like 'pawl\_%'
        or exists (select from pg_inherits parent where parent.inhrelid = relation.oid)
        or exists (select from pg_trigger made where made.tgrelid = relation.oid and not made.tgisinternal)
        or exists (select from pg_constraint key where key.conrelid = relation.oid and key.contype = 'f'
          and key.confrelid in (select other.refobjid from written other))
        or exists (select from pg_attribute given join pg_type domain on domain.oid = given.atttypid and domain.typtype = 'd'
          where given.attrelid = relation.oid)
        or exists (select from expressions join volatile on position(volatile.call in expressions.action) > 0
          where expressions.relation = relation.oid
            and volatile.name not in ('clock_timestamp', 'gen_random_uuid', 'nextval', 'random'))
        or exists (select from pg_attrdef given join code on code.classid = 'pg_attrdef'::regclass and code.objid = given.oid
          where given.adrelid = relation.oid)
        or exists (select from pg_constraint holds join code on code.classid = 'pg_constraint'::regclass and code.objid = holds.oid
          where holds.conrelid = relation.oid)
        or exists (select from pg_index index join code on code.classid = 'pg_class'::regclass and code.objid = index.indexrelid
          where index.indrelid = relation.oid)
    union all -- a superuser's, on tables that every move writes
    select from pg_class made join pg_trigger hung on hung.tgrelid = made.oid and not hung.tgisinternal join pg_proc code on code.oid = hung.tgfoid
      where (made.relname = any (own) or made.relname = 'pawl_outbox') and code.proname not like 'pawl\_%'
    union all
    select from inserts join volatile on position(volatile.call in inserts.action) > 0
      where volatile.name not in ('clock_timestamp', 'gen_random_uuid', 'random')
    union all
    select from pg_proc guard where guard.oid = any (guards)
      and (guard.proconfig is not null or guard.prosqlbody is null
        or exists (select from volatile where position(volatile.call in guard.prosqlbody::text) > 0)
        or exists (select from pg_depend uses join pg_class relation on relation.oid = uses.refobjid
          where uses.classid = 'pg_proc'::regclass and uses.objid = guard.oid and uses.refclassid = 'pg_class'::regclass
            and ((relation.relkind = 'r' and not relation.relhassubclass or relation.relkind = 'p') is not true or relation.relrowsecurity
              or relation.oid in (select written.refobjid from written)
              or relation.relname = any (own) or relation.relname like 'pawl\_%'))))
    and (select count(*) from pg_rewrite rule where rule.ev_class = any (effects) and rule.rulename = 'effect')
      = cardinality(effects);
end
$$;
revoke all on function public.pawl_read_order(regclass[], regprocedure[], name[]) from public;

-- Said to be immutable, so that a statement asks it when it is planned, and not when it runs. Whatever could change the
-- answer changes a table that the statement names, or a guard that has become part of it, and so the statement is planned
-- anew, behind its locks: PostgreSQL's "plan cache" sees to that. What is read is read anew, too, and not as
-- it was when the statement began that waited: that is why one function calls another, which is volatile.
create or replace function public.pawl_in_any_order(effects regclass[], guards regprocedure[], own name[]) returns boolean
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
begin
  return public.pawl_read_order(effects, guards, own);
end
$$;

-- The table into which an effect inserts; likewise asked by the planner alone. An expression in which its answer stands
-- names the table, and is planned anew with all else that does.
create or replace function public.pawl_table_of_effect(effect regclass) returns regclass
language sql immutable set search_path = pg_catalog, pg_temp
begin atomic
  select uses.refobjid::regclass from pg_rewrite rule
      join pg_depend uses on uses.classid = 'pg_rewrite'::regclass and uses.objid = rule.oid
        and uses.refclassid = 'pg_class'::regclass and uses.refobjid <> rule.ev_class
    where rule.ev_class = effect and rule.rulename = 'effect'
    limit 1;
end;

-- Moves and workers ------------------------------------------------------------------------------------

-- What a worker has claimed, and what completes it: a timer or work by its name, the sort_key of the move that began
-- it, and the number of the claim.
do $pawl$
begin
  if to_regtype('public.pawl_item') is null then
    create type public.pawl_item as (declaration text, fence integer, claim bigint);
  end if;
end
$pawl$;

-- libpawl asks for it where a move that is to be made together with others is not made: so none is.
create or replace function public.pawl_undo_all(outcome public.pawl_outcome) returns public.pawl_outcome
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
begin
  raise exception 'one of several moves is answered %, so none of them is made', coalesce($1.status, 'MISMATCH')
    using errcode = 'PW005';
end
$pawl$;
revoke all on function public.pawl_undo_all(public.pawl_outcome) from public;

-- Says that there is work, if a worker sleeps: who says so commits alone, since PostgreSQL keeps what is said in
-- the order of the commits. A worker that sleeps holds this lock shared. To try it and to give it back is one
-- expression, in which nothing can interrupt, so that no session keeps it.
create or replace function public.pawl_notify(channel text) returns void
language plpgsql
as $pawl$
declare
  number bigint := public.pawl_key('sleeping worker'::text, $1);
begin
  if not (pg_try_advisory_lock(number) and pg_advisory_unlock(number)) then
    perform pg_notify($1, '');
  end if;
end
$pawl$;
revoke all on function public.pawl_notify(text) from public;

-- Fails where a guard or effect, with these types, values and names in this path, may not do what it does. To explain is
-- to compute what is constant, by functions of whoever has laid one that fits: in here that is done as the owner, where
-- nobody can take on the role of whoever asks. So it refuses each session that cannot become the owner, whatever it was granted.
create or replace function public.pawl_explain(statement text, types text, given text, path text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set standard_conforming_strings = on
as $pawl$
begin
  if not pg_has_role(session_user, current_user, 'member') then
    raise exception 'only a member of % may explain as %', current_user, current_user using errcode = 'insufficient_privilege';
  end if;
  perform set_config('search_path', $4, true);
  execute 'prepare pawl_hook' || $2 || ' as ' || $1;
  execute 'explain execute pawl_hook' || $3;
  deallocate pawl_hook;
exception when others then
  if exists (select from pg_prepared_statements where name = 'pawl_hook') then
    deallocate pawl_hook;
  end if;
  raise;
end
$pawl$;
revoke all on function public.pawl_explain(text, text, text, text) from public;

-- The outbox -------------------------------------------------------------------------------------------

-- A row is written by the move that it tells of, and deleted when a relay has delivered it.
-- All moves of an entity fall into one slot; whoever has a slot's lease delivers what is in it, in the
-- order of the primary key, which for an entity is that of its moves. A row whose transaction committed
-- late is found like any other: relays always read from the lowest on.
create table if not exists public.pawl_outbox (
  slot        integer not null,
  created_at  timestamptz not null,
  machine     text collate "C" not null,
  entity      text collate "C" not null,
  sort_key    integer not null,
  event       text collate "C" not null,
  from_state  text collate "C" not null,
  to_state    text collate "C" not null,
  request_id  text collate "C",
  topic       text collate "C" not null,
  fingerprint text collate "C" not null,
  parameters  json not null,
  primary key (slot, created_at, machine, entity, sort_key)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- What cannot be delivered, and all later moves of the same entity, until somebody says retry.
create table if not exists public.pawl_outbox_parked (
  slot        integer not null,
  machine     text collate "C" not null,
  entity      text collate "C" not null,
  sort_key    integer not null,
  created_at  timestamptz not null,
  event       text collate "C" not null,
  from_state  text collate "C" not null,
  to_state    text collate "C" not null,
  request_id  text collate "C",
  topic       text collate "C" not null,
  fingerprint text collate "C" not null,
  parameters  json not null,
  parked_at   timestamptz not null,
  error       text collate "C", -- null: it waits behind an earlier one
  primary key (slot, machine, entity, sort_key)
);

-- Which relay delivers what is in a slot.
create table if not exists public.pawl_outbox_slots (
  slot         integer primary key,
  relay        text collate "C", -- who had its lease last
  claim        bigint not null, -- grows with each lease, so that of two relays the later one counts
  leased_until timestamptz not null,
  file         oid -- where its rows were found, until something is said of them: VACUUM FULL moves rows
);

-- 63: PAWL_OUTBOX_SLOTS - 1. Databases hold it, so it never changes.
insert into public.pawl_outbox_slots (slot, claim, leased_until)
  select slot, 0, timestamptz 'epoch' from generate_series(0, 63) slot
  on conflict do nothing;

-- Leases slots in which something waits, those first that were left alone longest, and returns the
-- lowest rows of each: to be delivered in their order, and then settled.
create or replace function public.pawl_outbox_claim(
  relay text, lease_ms bigint, at_most_slots integer, at_most_rows integer)
returns table (claim bigint, slot integer, created_at timestamptz, machine text, entity text,
  sort_key integer, event text, from_state text, to_state text, request_id text, topic text,
  fingerprint text, parameters text, place tid)
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old
as $pawl$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  taken integer[];
begin
  if $1 is null or $2 is null or $2 < 1 or $3 is null or $3 < 1 or $4 is null or $4 < 1 then
    raise exception 'a relay says who it is; its lease, slots and rows are at least 1'
      using errcode = 'invalid_parameter_value';
  end if;
  select array_agg(free.slot) into taken
    from (select place.slot from public.pawl_outbox_slots place
            where place.leased_until <= moment
              and exists (select from public.pawl_outbox waiting where waiting.slot = place.slot)
            order by place.leased_until, place.slot limit $3 for update skip locked) free;
  if taken is null then
    return;
  end if;
  -- what comes behind one that is put aside
  if exists (select from public.pawl_outbox_parked parked where parked.slot = any (taken)) then
    with late as (
      delete from public.pawl_outbox waiting
        using (select distinct parked.slot, parked.machine, parked.entity
                 from public.pawl_outbox_parked parked where parked.slot = any (taken)) aside
        where waiting.slot = aside.slot and waiting.machine = aside.machine
          and waiting.entity = aside.entity
        returning waiting.*
    )
    insert into public.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state,
        to_state, request_id, topic, fingerprint, parameters, parked_at)
      select slot, created_at, machine, entity, sort_key, event, from_state,
          to_state, request_id, topic, fingerprint, parameters, moment from late;
  end if;
  update public.pawl_outbox_slots place
    set relay = $1, claim = place.claim + 1, leased_until = moment + $2 * interval '1 millisecond',
      file = pg_relation_filenode('public.pawl_outbox')
    where place.slot = any (taken);
  return query
    select place.claim, lowest.slot, lowest.created_at, lowest.machine, lowest.entity, lowest.sort_key,
        lowest.event, lowest.from_state, lowest.to_state, lowest.request_id, lowest.topic,
        lowest.fingerprint, lowest.parameters::text, lowest.place
      from public.pawl_outbox_slots place
        cross join lateral (select waiting.*, waiting.ctid as place from public.pawl_outbox waiting
                              where waiting.slot = place.slot
                              order by waiting.created_at, waiting.machine, waiting.entity,
                                waiting.sort_key limit $4) lowest
      where place.slot = any (taken);
  -- nothing was left in them
  update public.pawl_outbox_slots place set leased_until = moment
    where place.slot = any (taken)
      and not exists (select from public.pawl_outbox waiting where waiting.slot = place.slot);
end
$pawl$;
revoke all on function public.pawl_outbox_claim(text, bigint, integer, integer) from public;

-- Deletes the rows that were delivered, in the slots whose claim still holds, and returns those slots.
-- Their leases end, or run on for lease_ms. Where a lease is whole, all that it has brought was delivered,
-- and nothing was said of it before. Then the places where its rows were found are enough, and cost a
-- third of finding them by their keys: nobody else deletes any, so no other row lies there now.
create or replace function public.pawl_outbox_settle(slots integer[], claims bigint[], wholes boolean[],
  lease_ms bigint, places tid[], place_slots integer[], row_slots integer[], created_at timestamptz[],
  machines text[], entities text[], sort_keys integer[])
returns setof integer
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old
  set plan_cache_mode = force_custom_plan -- which sees how many rows there are
as $pawl$
#variable_conflict use_column
declare
  held integer[];
begin
  lock table public.pawl_outbox in row exclusive mode; -- from here on no row is moved
  select array_agg(mine.slot) into held
    from (select place.slot from public.pawl_outbox_slots place
            join unnest($1, $2, $3) given (slot, claim, is_whole)
              on place.slot = given.slot and place.claim = given.claim
            where not given.is_whole or place.file = pg_relation_filenode('public.pawl_outbox')
            order by place.slot for no key update of place) mine;
  if cardinality(held) < cardinality($1) then
    select array_agg(found.place) into places from unnest($5, $6) found (place, slot)
      where found.slot = any (held);
  end if;
  delete from public.pawl_outbox waiting where held is not null and waiting.ctid = any (places);
  if $7 is not null then
    delete from public.pawl_outbox waiting
      using unnest($7, $8, $9, $10, $11) done (slot, created_at, machine, entity, sort_key)
      where done.slot = any (held) and waiting.slot = done.slot
        and waiting.created_at = done.created_at
        and waiting.machine = done.machine collate "C" and waiting.entity = done.entity collate "C"
        and waiting.sort_key = done.sort_key;
  end if;
  update public.pawl_outbox_slots place
    set leased_until = clock_timestamp() + coalesce($4, 0) * interval '1 millisecond', file = null
    where place.slot = any (held);
  return query select unnest(held);
end
$pawl$;
revoke all on function public.pawl_outbox_settle(integer[], bigint[], boolean[], bigint, tid[], integer[], integer[],
    timestamptz[], text[], text[], integer[]) from public;

-- Puts aside the entity whose row cannot be delivered, if the claim on its slot still holds.
create or replace function public.pawl_outbox_park(slot integer, claim bigint, machine text, entity text,
  sort_key integer, error text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  update public.pawl_outbox_slots place set file = null where place.slot = $1 and place.claim = $2;
  if not found then
    return false;
  end if;
  with aside as (
    delete from public.pawl_outbox waiting
      where waiting.slot = $1 and waiting.machine = $3 and waiting.entity = $4
      returning waiting.*
  )
  insert into public.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters, parked_at, error)
    select slot, created_at, machine, entity, sort_key, event, from_state,
        to_state, request_id, topic, fingerprint, parameters, clock_timestamp(),
        case when sort_key = $5 then $6 end from aside;
  return true;
end
$pawl$;
revoke all on function public.pawl_outbox_park(integer, bigint, text, text, integer, text) from public;

-- Brings back what was put aside: of the entity, of the machine, or, with null, of all. Returns how many
-- rows.
create or replace function public.pawl_outbox_retry(machine text default null, entity text default null)
returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  rows bigint;
begin
  perform from public.pawl_outbox_slots place order by place.slot for no key update;
  with back as (
    delete from public.pawl_outbox_parked parked
      where ($1 is null or parked.machine = $1) and ($2 is null or parked.entity = $2)
      returning parked.*
  )
  insert into public.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters)
    select slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters from back;
  get diagnostics rows = row_count;
  return rows;
end
$pawl$;
revoke all on function public.pawl_outbox_retry(text, text) from public;

-- Runs of flows: where each stands, what it has done, and what is ready --------------------------------------

-- The versions of flows that programs may start.
create table if not exists public.pawl_flows (
  flow        text collate "C" not null,
  fingerprint text collate "C" not null,
  abi         integer not null,
  deployed_at timestamptz not null default now(),
  topic       text collate "C", -- what its runs do goes there, or where
  topic_argument text collate "C", -- this one says, if it is given; both null: nowhere
  model       json, -- what pawlctl knows of it
  primary key (flow, fingerprint)
);

-- Where each run stands.
create table if not exists public.pawl_runs (
  id           bigint generated always as identity primary key,
  flow         text collate "C" not null,
  fingerprint  text collate "C" not null, -- that it was started by
  status       text collate "C" not null, -- ready, blocked, waiting, paused, parked; done, undone, cancelled
  direction    text collate "C" not null, -- forward, undo
  path         text collate "C", -- the step that may have begun; null: none, it enters the first
  iteration    text collate "C" not null, -- of the loops around it, from the outermost: [3][0]
  entered      bigint not null, -- so many of the scopes around it are entered
  counts       json not null, -- of loops, fixed when they were entered
  args         json not null,
  data         json not null,
  locks        json not null, -- that it holds: [scope, type, key, token]
  unique_key   text collate "C",
  attempt      bigint not null, -- of the step
  failures     bigint not null, -- of the step, that count
  is_uncertain boolean not null, -- an earlier attempt of the step may have happened
  was_cut_off  boolean not null, -- whoever had it last was gone
  undoing      bigint, -- the step of the history that is being undone
  undo_until   bigint, -- the way back ends with this one; null: with the first
  steps        bigint not null, -- the last of the history
  undone       bigint not null, -- how many were undone
  error        text collate "C",
  waits_for    text collate "C", -- the signal
  wish         text collate "C", -- an operator's, not obeyed yet
  wish_place   text collate "C",
  wish_actor   text collate "C",
  claim        bigint not null, -- grows; what an older one says changes nothing
  actor        text collate "C" not null, -- who started it
  started_at   timestamptz not null,
  updated_at   timestamptz not null,
  ended_at     timestamptz,
  topic        text collate "C", -- of its events, said when it was started; null: it has none
  events       bigint not null, -- so many it has written to the outbox
  unique (flow, unique_key)
) with (fillfactor = 70);

do $pawl$
begin
  if to_regclass('public.pawl_runs_status') is null then
    create index pawl_runs_status on public.pawl_runs (flow, status, id)
      where status not in ('ready', 'done', 'undone', 'cancelled');
  end if;
end
$pawl$;

-- The history of runs.
create table if not exists public.pawl_run_steps (
  run         bigint not null,
  number      bigint not null,
  path        text collate "C" not null,
  iteration   text collate "C" not null,
  generation  bigint not null,
  is_undo     boolean not null,
  outcome     text collate "C" not null,
  attempt     bigint not null,
  undoes      bigint, -- the number of what is undone by this
  after       json, -- data, where the step changed it
  error       text collate "C",
  actor       text collate "C" not null,
  at          timestamptz not null,
  duration_us bigint not null,
  primary key (run, number)
);

-- each step is undone at most once
do $pawl$
begin
  if to_regclass('public.pawl_run_steps_undone') is null then
    create unique index pawl_run_steps_undone on public.pawl_run_steps (run, undoes) where undoes is not null;
  end if;
end
$pawl$;

-- What workers look at, and nothing else.
create table if not exists public.pawl_run_ready (
  run       bigint primary key,
  flow      text collate "C" not null,
  due_at    timestamptz not null, -- leased: the end of the lease
  is_leased boolean not null
);

do $pawl$
begin
  if to_regclass('public.pawl_run_ready_due') is null then
    create index pawl_run_ready_due on public.pawl_run_ready (flow, due_at);
  end if;
end
$pawl$;

-- Signals that were sent to runs.
create table if not exists public.pawl_run_signals (
  run     bigint not null,
  name    text collate "C" not null,
  actor   text collate "C" not null,
  sent_at timestamptz not null,
  primary key (run, name)
);

-- What the functions of runs answer.
do $pawl$
begin
  if to_regtype('public.pawl_run_answer') is null then
    create type public.pawl_run_answer as (
      status text,
      run    bigint,
      detail text
    );
  end if;
end
$pawl$;

-- Locks of runs ----------------------------------------------------------------------------------------

-- Who waits for a lock: first come, first served.
create table if not exists public.pawl_run_waits (
  key    text collate "C" not null,
  type   text collate "C" not null,
  run    bigint not null,
  flow   text collate "C" not null,
  number bigint generated always as identity,
  primary key (run, key, type)
);

do $pawl$
begin
  if to_regclass('public.pawl_run_waits_next') is null then
    create index pawl_run_waits_next on public.pawl_run_waits (key, type, number);
  end if;
end
$pawl$;

do $pawl$
begin
  if to_regclass('public.pawl_run_waits_order') is null then
    create index pawl_run_waits_order on public.pawl_run_waits (key, number);
  end if;
end
$pawl$;

-- Those whose turn it is with a key: the first of each type, but none behind one who waits for all types.
create or replace function public.pawl_run_wake(key text, now timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  global_number bigint;
  global_run bigint;
  head record;
  last_type text := '';
  is_first boolean := true;
begin
  select waiting.number, waiting.run into global_number, global_run from public.pawl_run_waits waiting
    where waiting.key = $1 and waiting.type = '' order by waiting.key, waiting.type, waiting.number limit 1;
  loop -- from type to type, whatever waits behind their first ones
    select waiting.type, waiting.run, waiting.number, waiting.flow into head from public.pawl_run_waits waiting
      where waiting.key = $1 and waiting.type > last_type
      order by waiting.key, waiting.type, waiting.number limit 1;
    exit when not found;
    last_type := head.type;
    if global_number is null or head.number < global_number then
      is_first := false;
      insert into public.pawl_run_ready (run, flow, due_at, is_leased)
        values (head.run, head.flow, $2, false) on conflict (run) do nothing;
    end if;
  end loop;
  if is_first and global_number is not null then
    insert into public.pawl_run_ready (run, flow, due_at, is_leased)
      select waiting.run, waiting.flow, $2, false from public.pawl_run_waits waiting
        where waiting.run = global_run and waiting.key = $1 and waiting.type = ''
      on conflict (run) do nothing;
  end if;
end
$pawl$;
revoke all on function public.pawl_run_wake(text, timestamptz) from public;

-- Whoever lets a lock go, in whatever way, wakes those who wait for it.
create or replace function public.pawl_run_lock_freed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
begin
  perform public.pawl_run_wake(old.key, clock_timestamp());
  return null;
end
$pawl$;
revoke all on function public.pawl_run_lock_freed() from public;

do $pawl$
begin
  if not exists (select from pg_trigger own where own.tgrelid = 'public.pawl_locks'::regclass
                 and own.tgname = 'pawl_run_lock_freed' and own.tgenabled = 'O'
                 and own.tgtype = 9 -- after delete, for each row
                 and own.tgfoid = 'public.pawl_run_lock_freed()'::regprocedure) then
    create or replace trigger pawl_run_lock_freed after delete on public.pawl_locks
      for each row execute function public.pawl_run_lock_freed();
  end if;
end
$pawl$;

-- Takes locks for a run, all of them or none. Answers what pawl_runs.locks gains; null: they are not free, and
-- the run stands in the queue, and '': so it does, and looks again soon, since others are changing locks of these keys
-- who may not see it there. Fair: whoever came before, and wants what conflicts, is served before.
create or replace function public.pawl_run_take(run bigint, flow text, scope text, types text[], keys text[],
  now timestamptz) returns text
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  me text := 'run ' || $1;
  before text := current_setting('lock_timeout');
  wanted record;
  number bigint;
  taken text := '';
  is_free boolean := true;
  is_busy boolean := false;
begin
  begin -- moves that have begun under no lock, and others who change locks of these keys
    perform set_config('lock_timeout', '200ms', true);
    for wanted in select distinct each.key from unnest($5) each (key) order by each.key loop
      perform pg_advisory_xact_lock(public.pawl_key(''::text, wanted.key));
      perform public.pawl_lock_mutex(wanted.key);
    end loop;
    perform set_config('lock_timeout', before, true);
  exception when lock_not_available then
    is_busy := true;
  end;
  is_free := not is_busy and not exists (
      select from unnest($4, $5) each (type, key) join public.pawl_locks held
        on held.key = each.key and (held.type = each.type or '' in (held.type, each.type))
        where held.owner <> me and (held.until is null or held.until > $6))
    and not exists (
      select from unnest($4, $5) each (type, key) join public.pawl_run_waits other
        on other.key = each.key and (other.type = each.type or '' in (other.type, each.type))
        where other.run <> $1 and other.number < coalesce((select own.number from public.pawl_run_waits own
          where own.run = $1 and own.key = each.key and own.type = each.type), 9223372036854775807));
  if not is_free then
    insert into public.pawl_run_waits (key, type, run, flow)
      select distinct each.key, each.type, $1, $2 from unnest($4, $5) each (type, key)
      on conflict (run, key, type) do nothing;
    return case when is_busy then '' end;
  end if;
  for wanted in select distinct each.type, each.key from unnest($4, $5) each (type, key)
      order by each.key, each.type loop
    delete from public.pawl_locks held
      where held.key = wanted.key and (held.type = wanted.type or '' in (held.type, wanted.type))
        and held.until <= $6;
    select held.token into number from public.pawl_locks held
      where held.key = wanted.key and held.type = wanted.type;
    if not found then
      update public.pawl_lock_keys mutex set last_token = mutex.last_token + 1
        where mutex.key = wanted.key returning mutex.last_token into number;
      insert into public.pawl_locks (key, type, owner, token, since, until, login)
        values (wanted.key, wanted.type, me, number, $6, null, session_user);
    end if;
    taken := taken || case when taken = '' then '' else ', ' end
      || json_build_array($3, wanted.type, wanted.key, number)::text;
  end loop;
  delete from public.pawl_run_waits waiting using unnest($4, $5) each (type, key)
    where waiting.run = $1 and waiting.key = each.key and waiting.type = each.type;
  return taken;
end
$pawl$;
revoke all on function public.pawl_run_take(bigint, text, text, text[], text[], timestamptz) from public;

-- When a run that waits for locks looks again by itself: when the first of those in the way ends, or soon where
-- none is held by anybody; null: when it is told.
create or replace function public.pawl_run_look_again(types text[], keys text[], run bigint, now timestamptz)
returns timestamptz
language sql set search_path = pg_catalog, pg_temp
as $pawl$
  select case when count(*) = 0 and not exists (
        select from unnest($1, $2) each (type, key) join public.pawl_run_waits other on other.key = each.key
          where other.run <> $3)
      then $4 + interval '200 milliseconds' else min(held.until) end
    from unnest($1, $2) each (type, key) join public.pawl_locks held
      on held.key = each.key and (held.type = each.type or '' in (held.type, each.type))
    where held.owner <> 'run ' || $3
$pawl$;
revoke all on function public.pawl_run_look_again(text[], text[], bigint, timestamptz) from public;

-- The locks of a run belong to the login that goes on with it.
create or replace function public.pawl_run_locks_follow(run bigint, locks json) returns void
language sql set search_path = pg_catalog, pg_temp
as $pawl$
  update public.pawl_locks held set login = session_user from json_array_elements($2) each (lock)
    where held.key = each.lock ->> 2 and held.type = each.lock ->> 1 and held.owner = 'run ' || $1
      and held.login <> session_user
$pawl$;
revoke all on function public.pawl_run_locks_follow(bigint, json) from public;

-- Lets locks go, and with leaves_queue its places among those who wait for one.
create or replace function public.pawl_run_let_go(run bigint, types text[], keys text[], leaves_queue boolean,
  now timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  freed record;
begin
  for freed in select each.type, each.key from unnest($2, $3) each (type, key)
      order by each.key, each.type loop
    perform public.pawl_lock_mutex(freed.key);
    delete from public.pawl_locks held where held.key = freed.key and held.type = freed.type
      and held.owner = 'run ' || $1;
  end loop;
  if leaves_queue then
    for freed in delete from public.pawl_run_waits waiting where waiting.run = $1
        returning waiting.key loop
      perform public.pawl_lock_mutex(freed.key);
      perform public.pawl_run_wake(freed.key, $5);
    end loop;
  end if;
end
$pawl$;
revoke all on function public.pawl_run_let_go(bigint, text[], text[], boolean, timestamptz) from public;

-- What runs tell others --------------------------------------------------------------------------------

-- Writes an event of a run into the outbox. Its time is that of the run's row, which does not run backwards: it comes
-- first in the outbox's order.
-- 63: PAWL_OUTBOX_SLOTS - 1; 10: PAWL_SORT_KEY_STEP.
create or replace function public.pawl_run_event(known public.pawl_runs, event text, status_before text,
  status_after text, parameters json) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  insert into public.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state,
      topic, fingerprint, parameters)
    values (hashtextextended($1.id::text, 0) & 63, $1.updated_at, $1.flow,
      $1.id::text, $1.events * 10, $2, $3, $4, $1.topic, $1.fingerprint, $5);
end
$pawl$;
revoke all on function public.pawl_run_event(public.pawl_runs, text, text, text, json) from public;

-- The parameters of an event of a run, as JSON: the same that libpawl makes on SQLite.
create or replace function public.pawl_run_parameters(known public.pawl_runs, step text, iteration text,
  direction text, attempt bigint, args text, data text, error text) returns json
language sql stable set search_path = pg_catalog, pg_temp
return ('{"step":' || coalesce(to_json($2)::text, 'null')
  || ',"iteration":[' || replace(btrim($3, '[]'), '][', ',') || '],"direction":"' || $4
  || '","attempt":' || $5 || ',"unique":' || coalesce($1.unique_key, 'null')
  || ',"args":' || coalesce($6, 'null') || ',"data":' || coalesce($7, 'null')
  || ',"error":' || coalesce(to_json($8)::text, 'null') || '}')::json;
revoke all on function public.pawl_run_parameters(public.pawl_runs, text, text, text, bigint, text, text, text) from
    public;

-- What the run's row, which is saved, says that is new: that it was started (status_before ''), that a step was
-- done or undone, that it stands still, or has ended.
create or replace function public.pawl_run_tell(run bigint, status_before text, ends boolean,
  step_outcome text default null, step_path text default null, step_iteration text default null,
  step_is_undo boolean default null, step_attempt bigint default null, step_after text default null)
returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  known public.pawl_runs;
  before text := status_before;
  tells_step boolean := coalesce(step_outcome in ('done', 'undone'), false);
  tells_run boolean;
begin
  select each.* into known from public.pawl_runs each where each.id = $1;
  tells_run := known.status <> before
    and (before = '' or ends or known.status in ('waiting', 'paused', 'parked'));
  if tells_step then
    known.events := known.events + 1;
    perform public.pawl_run_event(known, case when step_is_undo then 'undo' else 'step' end, before,
      case when tells_run then 'ready' else known.status end,
      public.pawl_run_parameters(known, step_path, step_iteration,
        case when step_is_undo then 'undo' else 'forward' end, step_attempt, null::text, step_after, null::text));
    before := 'ready';
  end if;
  if tells_run then
    known.events := known.events + 1;
    perform public.pawl_run_event(known, case when before = '' then 'start' when ends then 'end' else 'stop' end,
      before, known.status, public.pawl_run_parameters(known, known.path, known.iteration, known.direction,
        known.attempt, known.args::text, known.data::text, known.error));
  end if;
  if tells_step or tells_run then
    update public.pawl_runs each set events = known.events where each.id = $1;
  end if;
end
$pawl$;
revoke all on function public.pawl_run_tell(bigint, text, boolean, text, text, text, boolean, bigint, text) from
    public;

-- What workers and operators do with runs --------------------------------------------------------------------

-- 255: PAWL_ACTOR_MAX_BYTES. 1024: PAWL_KEY_MAX_BYTES.

-- OK, EXISTS and REUSED with the run; LOCKED and ASLEEP where the flow is frozen; MISMATCH.
create or replace function public.pawl_run_start(flow text, fingerprint text, args text, unique_key text,
  actor text, types text[], keys text[], clock_offset bigint) returns public.pawl_run_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $8 * interval '1 microsecond';
  earlier record;
  frozen record;
  taken text := '';
  again timestamptz := now;
  its_topic text;
begin
  if octet_length($5) > 255 then
    answer.status := 'MISUSE';
    return answer;
  end if;
  select coalesce(known.topic, $3::json ->> known.topic_argument) into its_topic
    from public.pawl_flows known where known.flow = $1 and known.fingerprint = $2;
  if not found then
    answer.status := 'MISMATCH';
    return answer;
  end if;
  if $4 is not null then
    select known.id, known.args::text as args into earlier from public.pawl_runs known
      where known.flow = $1 and known.unique_key = $4;
    if found then
      answer.status := case when earlier.args = $3 then 'EXISTS' else 'REUSED' end;
      answer.run := earlier.id;
      return answer;
    end if;
  end if;
  insert into public.pawl_runs (flow, fingerprint, status, direction, path, iteration, entered, counts, args,
      data, locks, unique_key, attempt, failures, is_uncertain, was_cut_off, steps, undone, claim, actor,
      started_at, updated_at, topic, events)
    values ($1, $2, 'ready', 'forward', null, '', 0, '{}', $3::json, '{}', '[]', $4, 0, 0, false, false, 0, 0,
      0, coalesce($5, session_user), now, now, its_topic, 0)
    on conflict (flow, unique_key) do nothing returning id into answer.run;
  if not found then -- at this very moment
    select known.id, known.args::text as args into earlier from public.pawl_runs known
      where known.flow = $1 and known.unique_key = $4;
    answer.status := case when earlier.args = $3 then 'EXISTS' else 'REUSED' end;
    answer.run := earlier.id;
    return answer;
  end if;
  -- after the table is locked by the row: whoever freezes waits for it, or is seen
  select kept.mode, kept.reason, kept.until into frozen from public.pawl_freezes kept
    where kept.machine = $1 and kept.mode is not null and (kept.until is null or kept.until > now);
  if found then
    delete from public.pawl_runs made where made.id = answer.run;
    answer.run := null;
    answer.status := case frozen.mode when 'sleep' then 'ASLEEP' else 'LOCKED' end;
    answer.detail := case frozen.mode when 'sleep' then 'asleep' else 'frozen' end
      || public.pawl_until(frozen.until) || ': ' || frozen.reason;
    return answer;
  end if;
  if cardinality($6) > 0 then
    taken := public.pawl_run_take(answer.run, $1, ''::text, $6, $7, now);
    update public.pawl_runs made set status = case when coalesce(taken, '') = '' then 'blocked' else 'ready' end,
        locks = ('[' || coalesce(taken, '') || ']')::json
      where made.id = answer.run;
    again := case when taken is null then public.pawl_run_look_again($6, $7, answer.run, now)
      when taken = '' then now + interval '200 milliseconds' else now end;
  end if;
  if again is not null then
    insert into public.pawl_run_ready (run, flow, due_at, is_leased) values (answer.run, $1, again, false);
  end if;
  if its_topic is not null then
    perform public.pawl_run_tell(answer.run, ''::text, false, null::text, null::text, null::text, null::boolean,
      null::bigint, null::text);
  end if;
  perform public.pawl_notify('pawl_runs'::text);
  answer.status := 'OK';
  return answer;
end
$pawl$;
revoke all on function public.pawl_run_start(text, text, text, text, text, text[], text[], bigint) from public;

-- The run, which is the caller's until the lease ends: that one, or where it is null the one longest due; null
-- where there is none. mine: the caller's own claim on it, which he takes up again. early: that one even before
-- it is due.
create or replace function public.pawl_run_claim(flow text, run bigint, mine bigint, early boolean,
  lease_us bigint, clock_offset bigint) returns public.pawl_runs
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  now timestamptz := clock_timestamp() + $6 * interval '1 microsecond';
  until timestamptz := now + $5 * interval '1 microsecond';
  claimed public.pawl_runs;
  known record;
  ready record;
begin
  if exists (select from public.pawl_freezes kept where kept.machine = $1 and kept.mode is not null
      and (kept.until is null or kept.until > now)) then
    return null;
  end if;
  if $2 is null then
    select each.run, each.is_leased into ready
      from public.pawl_run_ready each join public.pawl_runs owner on owner.id = each.run
      where each.flow = $1 and each.due_at <= now
      order by each.due_at limit 1 for update of each, owner skip locked;
    if not found then
      return null;
    end if;
  else
    -- by its id alone, lest a plan made when there were few runs looks through all of a flow
    select each.flow, each.claim, each.ended_at into known from public.pawl_runs each where each.id = $2
      for update;
    if not found or known.flow <> $1 or known.ended_at is not null then
      return null;
    end if;
    select each.run, each.is_leased, each.due_at into ready
      from public.pawl_run_ready each where each.run = $2;
    if ready.due_at > now and (ready.is_leased or not $4) and known.claim is distinct from $3 then
      return null;
    end if;
  end if;
  if ready.run is null then
    insert into public.pawl_run_ready (run, flow, due_at, is_leased)
      values ($2, $1, until, true)
      on conflict (run) do update set due_at = excluded.due_at, is_leased = true;
  else
    update public.pawl_run_ready each set due_at = until, is_leased = true
      where each.run = ready.run;
  end if;
  update public.pawl_runs each set claim = each.claim + 1,
      was_cut_off = each.was_cut_off or coalesce(ready.is_leased, false)
    where each.id = coalesce(ready.run, $2) returning each.* into claimed;
  if json_array_length(claimed.locks) > 0 then
    perform public.pawl_run_locks_follow(claimed.id, claimed.locks);
  end if;
  return claimed;
end
$pawl$;
revoke all on function public.pawl_run_claim(text, bigint, bigint, boolean, bigint, bigint) from public;

-- OK, with what pawl_runs.locks gains; LOCKED, with the microseconds after which to look again, or nothing;
-- CONFLICT.
create or replace function public.pawl_run_lock(run bigint, claim bigint, scope text, types text[], keys text[],
  clock_offset bigint) returns public.pawl_run_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $6 * interval '1 microsecond';
  own_flow text;
begin
  select known.flow into own_flow from public.pawl_runs known where known.id = $1 and known.claim = $2
    for update;
  if not found then
    answer.status := 'CONFLICT';
    return answer;
  end if;
  answer.detail := public.pawl_run_take($1, own_flow, $3, $4, $5, now);
  answer.status := case when coalesce(answer.detail, '') = '' then 'LOCKED' else 'OK' end;
  if answer.detail = '' then
    answer.detail := 200000;
  elsif answer.detail is null then
    answer.detail := (extract(epoch from public.pawl_run_look_again($4, $5, $1, now) - now) * 1000000)::bigint;
  end if;
  return answer;
end
$pawl$;
revoke all on function public.pawl_run_lock(bigint, bigint, text, text[], text[], bigint) from public;

-- An error, so that nothing that was sent behind it commits what the step has written.
create or replace function public.pawl_run_cannot_save(run bigint, claim bigint, tells boolean) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
begin
  if exists (select from public.pawl_runs known where known.id = $1
      and (known.topic is not null) is distinct from tells) then
    raise exception 'run %: tells is true where it has a topic, and there alone', $1
      using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from public.pawl_runs known where known.id = $1 and known.claim = $2) then
    raise exception 'run % is to go back', $1 using errcode = 'PW004';
  end if;
  raise exception 'the claim on run % is lost', $1 using errcode = 'PW003';
end
$pawl$;
revoke all on function public.pawl_run_cannot_save(bigint, bigint, boolean) from public;

-- All that a step changes, if the claim still holds, else error PW003: OK, with an operator's wish.
-- Where it was to end, obeys nobody, and was sent back: error PW004.
-- due_us: null keeps the lease, or with lease_us renews it; below 0: not ready; else in so long.
-- leaves_queue: waits for no lock. tells: it has a topic.
create or replace function public.pawl_run_save(
  run bigint, claim bigint, status text, direction text, path text, iteration text, entered bigint,
  counts text, data text, locks text, attempt bigint, failures bigint, is_uncertain boolean,
  undoing bigint, undo_until bigint, undone bigint, error text, waits_for text, obeys boolean,
  ends boolean, leaves_queue boolean, due_us bigint, lease_us bigint, freed_types text[],
  freed_keys text[], step_number bigint, step_path text, step_iteration text, step_generation bigint,
  step_is_undo boolean, step_outcome text, step_attempt bigint, step_undoes bigint, step_after text,
  step_error text, step_actor text, step_duration_us bigint, tells boolean,
  clock_offset bigint)
returns public.pawl_run_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + clock_offset * interval '1 microsecond';
  moment timestamptz; -- never goes back
  due timestamptz;
  own_flow text;
  its_topic text;
  before text;
begin
  if tells then
    select known.status into before from public.pawl_runs known where known.id = $1 and known.claim = $2;
  end if;
  update public.pawl_runs known set
      status = $3, direction = $4, path = $5, iteration = $6, entered = $7, counts = $8::json,
      data = $9::json, locks = $10::json, attempt = $11, failures = $12, is_uncertain = $13, undoing = $14,
      undo_until = $15, undone = $16, error = $17, waits_for = $18,
      was_cut_off = false, steps = coalesce(step_number, known.steps),
      wish = case when obeys or ends then null else known.wish end,
      updated_at = greatest(now, known.updated_at),
      ended_at = case when ends then greatest(now, known.updated_at) end
    where known.id = $1 and known.claim = $2
      and (obeys or not ends or known.wish is null or known.wish not in ('rollback', 'resume_from'))
    returning known.wish, known.flow, known.topic, known.updated_at
    into answer.detail, own_flow, its_topic, moment;
  if not found or (its_topic is not null) is distinct from tells then
    perform public.pawl_run_cannot_save($1, $2, tells);
  end if;
  answer.status := 'OK';
  if step_number is not null then
    insert into public.pawl_run_steps
      values ($1, step_number, step_path, step_iteration, step_generation, step_is_undo, step_outcome,
        step_attempt, step_undoes, step_after::json, step_error,
        coalesce(step_actor, session_user), moment, step_duration_us);
  end if;
  if before is not null then
    perform public.pawl_run_tell($1, before, ends, step_outcome, step_path, step_iteration, step_is_undo,
      step_attempt, step_after);
  end if;
  if freed_types is not null or leaves_queue then
    perform public.pawl_run_let_go($1, freed_types, freed_keys, leaves_queue, now);
  end if;
  if due_us is null then
    if lease_us is not null then
      update public.pawl_run_ready set due_at = now + lease_us * interval '1 microsecond' where run = $1;
    end if;
    return answer;
  end if;
  due := case when due_us >= 0 then now + due_us * interval '1 microsecond' end;
  if answer.detail is not null and not ends then
    due := now;
  elsif waits_for is not null then
    if exists (select from public.pawl_run_signals sent where sent.run = $1 and sent.name = $18) then
      due := now;
    end if;
  end if;
  if due is null then
    delete from public.pawl_run_ready where run = $1;
  else
    insert into public.pawl_run_ready (run, flow, due_at, is_leased)
      values ($1, own_flow, due, false)
      on conflict (run) do update set due_at = excluded.due_at, is_leased = false;
  end if;
  return answer;
end
$pawl$;
revoke all on function public.pawl_run_save(bigint, bigint, text, text, text, text, bigint, text, text, text, bigint,
    bigint, boolean, bigint, bigint, bigint, text, text, boolean, boolean, boolean, bigint, bigint, text[], text[],
    bigint, text, text, bigint, boolean, text, bigint, bigint, text, text, text, bigint, boolean, bigint) from public;

-- The last irreversible step from this place on that the run has done, or may have done; null: none. A step counts if
-- it is irreversible in every version of the flow that has it.
create or replace function public.pawl_run_last_irreversible(run public.pawl_runs, place text) returns text
language sql stable set search_path = pg_catalog, pg_temp
as $pawl$
  with done as (
    select step.number, step.path, step.iteration from public.pawl_run_steps step
      where step.run = $1.id and step.outcome in ('done', 'unknown')
        and not exists (select from public.pawl_run_steps undo
          where undo.run = step.run and undo.undoes = step.number)
    union all
    select $1.steps + 1, $1.path, $1.iteration where $1.is_uncertain
  )
  select done.path || done.iteration from done
    where done.number >= (select max(first.number) from done first where first.path || first.iteration = $2)
      and (select bool_and(coalesce((declared.value ->> 'irreversible')::boolean, false))
        from public.pawl_flows version cross join json_array_elements(version.model -> 'steps') declared
        where version.flow = $1.flow and declared.value ->> 'path' = done.path)
    order by done.number desc limit 1
$pawl$;
revoke all on function public.pawl_run_last_irreversible(public.pawl_runs, text) from public;

-- An operator's wish: OK, NOT_FOUND, or ILLEGAL with the status, or with `irreversible` and the step's place.
create or replace function public.pawl_run_say(run bigint, flow text, wish text, place text, actor text,
  clock_offset bigint) returns public.pawl_run_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $6 * interval '1 microsecond';
  known public.pawl_runs;
  bound text;
begin
  if octet_length($5) > 255 or octet_length($4) > 1024 then
    answer.status := 'MISUSE';
    return answer;
  end if;
  select each.* into known from public.pawl_runs each where each.id = $1 and ($2 is null or each.flow = $2)
    for update;
  if not found then
    answer.status := 'NOT_FOUND';
    return answer;
  end if;
  answer.run := known.id;
  answer.detail := known.status;
  if (case $3
      when 'pause' then known.status in ('ready', 'blocked', 'waiting') or known.wish = 'resume'
      when 'resume' then known.status = 'paused' or known.wish = 'pause'
      when 'retry' then known.status in ('parked', 'ready')
      when 'resume_from' then known.ended_at is null and exists (select from public.pawl_run_steps step
        where step.run = $1 and step.path || step.iteration = $4 and step.outcome in ('done', 'unknown')
          and not exists (select from public.pawl_run_steps undo where undo.run = $1 and undo.undoes = step.number))
      else known.ended_at is null end) is not true then
    answer.status := 'ILLEGAL';
    return answer;
  end if;
  if $3 = 'resume_from' then
    bound := public.pawl_run_last_irreversible(known, $4);
    if bound is not null then
      answer.status := 'ILLEGAL';
      answer.detail := 'irreversible ' || bound;
      return answer;
    end if;
  end if;
  update public.pawl_runs each set wish = $3, wish_place = $4, wish_actor = coalesce($5, session_user)
    where each.id = $1;
  insert into public.pawl_run_ready (run, flow, due_at, is_leased) values ($1, known.flow, now, false)
    on conflict (run) do update set due_at = excluded.due_at where not pawl_run_ready.is_leased;
  perform public.pawl_notify('pawl_runs'::text);
  answer.status := 'OK';
  return answer;
end
$pawl$;
revoke all on function public.pawl_run_say(bigint, text, text, text, text, bigint) from public;

-- Sends a signal to a run: OK, EXISTS where it was sent before, NOT_FOUND, or ILLEGAL with the status.
create or replace function public.pawl_run_signal(run bigint, flow text, name text, actor text,
  clock_offset bigint) returns public.pawl_run_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $5 * interval '1 microsecond';
  known public.pawl_runs;
begin
  if octet_length($4) > 255 or octet_length($3) > 1024 then
    answer.status := 'MISUSE';
    return answer;
  end if;
  select each.* into known from public.pawl_runs each where each.id = $1 and ($2 is null or each.flow = $2)
    for update;
  if not found then
    answer.status := 'NOT_FOUND';
    return answer;
  end if;
  answer.run := known.id;
  answer.detail := known.status;
  insert into public.pawl_run_signals (run, name, actor, sent_at)
    select $1, $3, coalesce($4, session_user), now where known.ended_at is null on conflict do nothing;
  answer.status := case when found then 'OK' when known.ended_at is not null then 'ILLEGAL' else 'EXISTS' end;
  if answer.status = 'OK' and known.status = 'waiting' and known.waits_for = $3 then
    insert into public.pawl_run_ready (run, flow, due_at, is_leased) values ($1, known.flow, now, false)
      on conflict (run) do update set due_at = excluded.due_at where not pawl_run_ready.is_leased;
    perform public.pawl_notify('pawl_runs'::text);
  end if;
  return answer;
end
$pawl$;
revoke all on function public.pawl_run_signal(bigint, text, text, text, bigint) from public;

-- Who writes -------------------------------------------------------------------------------------------

call public.pawl_refuse_writes_to(array['public.pawl_schema', 'public.pawl_machines', 'public.pawl_objects',
  'public.pawl_past_moves', 'public.pawl_repairs', 'public.pawl_lock_keys', 'public.pawl_locks',
  'public.pawl_lock_waiters', 'public.pawl_lock_log', 'public.pawl_freezes', 'public.pawl_deferred',
  'public.pawl_outbox', 'public.pawl_outbox_parked', 'public.pawl_outbox_slots', 'public.pawl_flows',
  'public.pawl_runs', 'public.pawl_run_steps', 'public.pawl_run_ready', 'public.pawl_run_signals',
  'public.pawl_run_waits']::regclass[]);

-- Rights -----------------------------------------------------------------------------------------------
--
-- pawl_app is what applications get. pawl_operator may see all, freeze machines and break locks.
-- What somebody has granted to Pawl's roles beside a deployment, such as by `grant execute on all functions`: the deployment
-- grants again what they need. Null: the functions that all machines share.
create or replace procedure public.pawl_take_back_calls(space text, routines text[])
language plpgsql
as $pawl$
declare
  given record;
begin
  for given in
    select distinct own.oid::regprocedure as routine, grantee.rolname
      from pg_proc own join pg_namespace n on n.oid = own.pronamespace, aclexplode(own.proacl) held
      join pg_roles grantee on grantee.oid = held.grantee
      where n.nspname = $1 and own.proowner = current_user::regrole
        and case when $2 is null then starts_with(own.proname, 'pawl_') else own.proname = any ($2) end
        and grantee.rolname in ('pawl_app', 'pawl_operator')
  loop
    execute format('revoke all on routine %s from %I cascade', given.routine, given.rolname);
  end loop;
end
$pawl$;
revoke all on procedure public.pawl_take_back_calls(text, text[]) from public;
call public.pawl_take_back_calls('public'::text, null::text[]);

grant select on public.pawl_machines, public.pawl_objects, public.pawl_past_moves, public.pawl_repairs,
    public.pawl_lock_keys, public.pawl_locks, public.pawl_lock_waiters, public.pawl_held_locks, public.pawl_lock_log,
    public.pawl_freezes, public.pawl_deferred, public.pawl_outbox, public.pawl_outbox_parked,
    public.pawl_outbox_slots, public.pawl_flows, public.pawl_runs, public.pawl_run_steps, public.pawl_run_ready,
    public.pawl_run_signals, public.pawl_run_waits to pawl_app, pawl_operator;

grant execute on function public.pawl_lock(text, text, bigint) to pawl_app;
grant execute on function public.pawl_acquire(text, text, text, bigint, bigint) to pawl_app;
grant execute on function public.pawl_renew(text, text, text, bigint, bigint) to pawl_app;
grant execute on function public.pawl_release(text, text, text, bigint) to pawl_app;
grant execute on function public.pawl_break(text, text, text) to pawl_operator;
grant execute on function public.pawl_freeze(text, text, timestamptz, text) to pawl_operator;
grant execute on function public.pawl_freeze_waits_for(text, text) to pawl_operator;
grant execute on function public.pawl_thaw(text) to pawl_operator;
grant execute on function public.pawl_wake(text) to pawl_app;
grant execute on function public.pawl_defer(text, text, text, text, text, text, text, bigint) to pawl_app;
grant execute on function public.pawl_undo_all(public.pawl_outcome) to pawl_app;
grant execute on function public.pawl_outbox_claim(text, bigint, integer, integer) to pawl_operator;
grant execute on function public.pawl_outbox_settle(integer[], bigint[], boolean[], bigint, tid[], integer[],
    integer[], timestamptz[], text[], text[], integer[]) to pawl_operator;
grant execute on function public.pawl_outbox_park(integer, bigint, text, text, integer, text) to pawl_operator;
grant execute on function public.pawl_outbox_retry(text, text) to pawl_operator;
grant execute on function public.pawl_run_start(text, text, text, text, text, text[], text[], bigint) to pawl_app;
grant execute on function public.pawl_run_claim(text, bigint, bigint, boolean, bigint, bigint) to pawl_app;
grant execute on function public.pawl_run_lock(bigint, bigint, text, text[], text[], bigint) to pawl_app;
grant execute on function public.pawl_run_save(bigint, bigint, text, text, text, text, bigint, text, text, text,
    bigint, bigint, boolean, bigint, bigint, bigint, text, text, boolean, boolean, boolean, bigint, bigint, text[],
    text[], bigint, text, text, bigint, boolean, text, bigint, bigint, text, text, text, bigint, boolean, bigint) to
    pawl_app;
grant execute on function public.pawl_run_say(bigint, text, text, text, text, bigint) to pawl_app, pawl_operator;
grant execute on function public.pawl_run_signal(bigint, text, text, text, bigint) to pawl_app, pawl_operator;

call public.pawl_refuse_foreign_code();

-- The end of a deployment, for a login that has become pawl_owner. Its settings are of the transaction.
create or replace procedure public.pawl_leave_owner()
language plpgsql
as $pawl$
begin
  execute format('set local role %I', current_setting('pawl.applied_by'));
  if current_setting('pawl.joined_owner') = 'yes' then
    execute format('revoke pawl_owner from %I', current_user);
    if not pg_has_role(current_user, 'pawl_app', 'usage') then -- to see what it has deployed
      execute format('grant pawl_app to %I', current_user);
    end if;
  end if;
end
$pawl$;
revoke all on procedure public.pawl_leave_owner() from public;

-- What was installed -----------------------------------------------------------------------------------

call public.pawl_record(''::text, 'public'::text, null::text[], null::text[], null::text[], null::text[], null::text);

-- 3: PAWL_SCHEMA_VERSION
insert into public.pawl_schema (version) values (3)
  on conflict (is_here) do update set version = excluded.version, installed_at = excluded.installed_at
  where pawl_schema.version <> excluded.version;

call public.pawl_leave_owner();

-- Citus connects from node to node as whoever asks, and functions of events ask as pawl_owner: pg_hba.conf says from
-- where, and as whom else nobody may. What Citus sends names much without its schema, where others may have made the
-- same. Roles are those of all databases: who changes one while another does waits, and is refused then.
do $pawl_role$
begin
  for attempt in 1..10 loop
    exit when (select rolcanlogin from pg_roles where rolname = 'pawl_owner') and exists (
      select from pg_db_role_setting where setrole = 'pawl_owner'::regrole and setdatabase = 0
        and 'search_path=pg_catalog, pg_temp' = any (setconfig));
    begin
      alter role pawl_owner login;
      alter role pawl_owner set search_path = pg_catalog, pg_temp;
    exception when internal_error then
      if attempt = 10 then
        raise;
      end if;
    end;
  end loop;
end
$pawl_role$;
$pawl_node$;
begin
  set local search_path = pg_catalog, pg_temp;
  if to_regprocedure('pg_catalog.run_command_on_workers(text, boolean)') is null then
    raise exception 'this database has no Citus; nothing was changed'
      using errcode = 'PW006', hint = 'create extension citus on every node, or leave --distribute=citus out.';
  end if;
  if current_setting('citus.enable_unsafe_triggers', true) is distinct from 'on' then
    raise exception 'citus.enable_unsafe_triggers is off, so that shards would be open to whoever may write; nothing was changed'
      using errcode = 'PW006', hint = 'Set it to on in postgresql.conf of the coordinator, and reload it.';
  end if;
  for answer in select * from run_command_on_workers(format('do %L', format('begin execute %L; end', script))) loop
    if not answer.success then
      raise exception 'node %:%, as %: %', answer.nodename, answer.nodeport, current_user, answer.result
        using errcode = 'PW006', hint = case when answer.result like 'failed to connect%'
          then format('Start it, or let %I of this database in there by its pg_hba.conf (its log says which)', current_user)
          else 'Mend that on this node (what belongs to others is dropped there)' end
          || ', and apply this again. Nodes that came before it have what they need.';
    end if;
  end loop;
  execute script;
end
$pawl_nodes$;

-- This file is whole.
