-- Written by pawl from words.fsm. Do not edit: change words.fsm and run pawl again.
-- Its last line says that it is whole.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables.
--   psql -v ON_ERROR_STOP=1 -f pawl.postgres.sql
--   psql -v ON_ERROR_STOP=1 -f words.postgres.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply words.postgres.sql --db=...
-- Requires schema 3
-- Deploys current 780841955f4f508e

begin;
set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;

-- It stands on what all machines and flows share.
do $pawl$
declare
  present integer;
begin
  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time
  if to_regclass('public.pawl_schema') is not null then
    present := (select known.version from public.pawl_schema known);
    -- what is called below is whose this is
    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry
        where registry.oid = 'public.pawl_schema'::regclass) then
      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'
        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '
          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';
    end if;
  end if;
  if present > 3 then
    raise exception 'this database has version % of Pawl''s schema, and this file is for version 3; nothing was changed',
        present
      using errcode = 'PW006', hint = 'Update pawl, pawlctl and libpawl: the database is newer.';
  elsif present is distinct from 3 then
    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed'
      using errcode = 'PW006', hint = 'Apply pawl.postgres.sql first, or let pawlctl apply do both.';
  end if;
end
$pawl$;

-- What whoever applies this must be able to grant; all that he may not is told together.
do $pawl$
declare
  lacking text;
begin
  select format('grant %s on %s to %I with grant option', string_agg(format('%s (%s)', needed.right_on, needed.of_column), ', '),
      '"table"."order"', current_user) into lacking
    from (values ('references', '"user"')) needed (right_on, of_column)
    where not has_column_privilege('"table"."order"', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')
      and not has_column_privilege('pawl_owner', '"table"."order"', (parse_ident(needed.of_column))[1], needed.right_on)
    having count(*) > 0;
  if not has_schema_privilege('table', 'create with grant option')
     and not has_schema_privilege('pawl_owner', 'table', 'create') then
    lacking := concat_ws('; ', format('grant usage, create on schema %s to %I with grant option', '"table"', current_user), lacking);
  end if;
  if lacking is not null then
    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'current'
      using errcode = 'insufficient_privilege', hint = lacking;
  end if;
end
$pawl$;
grant usage, create on schema "table" to pawl_owner;
grant usage on schema "table" to pawl_app, pawl_operator;
grant references ("user") on "table"."order" to pawl_owner;
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

-- current -----------------------------------------------------------------------------------------

call public.pawl_refuse_entities_on_nodes('current'::text, '"table"."order"'::text);
call public.pawl_begin_machine('current'::text, '780841955f4f508e'::text, 'table'::text,
  '{current_current,current_transitions,current_moves,current_state,current_current_state_since,current_transitions_request}'::text[], null::text);
call public.pawl_take_back_calls('table'::text, '{current_model_2_780841955f4f508e,current_is_free,current_create,current_create_many,current_user,current_user_many,current_date,current_date_many,current_fire_deferred}'::text[]);
call public.pawl_accept_programs('current'::text, '780841955f4f508e'::text, 2::integer, 'table'::text);
call public.pawl_refuse_key_type('current'::text, '"table"."order"'::text, '"user"'::text, 'bigint'::text);
create table if not exists "table".current_current (
  current_id bigint primary key
    constraint current_current_parent references "table"."order" ("user"),
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

create table if not exists "table".current_transitions (
  current_id bigint not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  "select" text collate "C",
  "values" bigint,
  "position" integer,
  found boolean,
  "order" timestamptz,
  "time" text collate "C",
  "offset" bigint,
  "row" integer,
  head boolean,
  "current_date" timestamptz,
  outcome text collate "C",
  raise bigint,
  primary key (current_id, sort_key)
);
do $pawl$
begin
  if to_regclass('"table".current_current_state_since') is null then
    create index current_current_state_since on "table".current_current (state, since);
  end if;
  if to_regclass('"table".current_transitions_request') is null then
    create unique index current_transitions_request on "table".current_transitions (current_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view "table".current_moves as select * from (values
  ('create', '', 'group'),
  ('user', 'group', 'group'),
  ('date', 'group', 'null')
) move (event, from_state, to_state);

create or replace view "table".current_state as
  select current_id, state, sort_key, since from "table".current_current;

call public.pawl_refuse_writes_to(array['"table".current_current', '"table".current_transitions']::regclass[]);
grant select on "table".current_current, "table".current_transitions, "table".current_moves, "table".current_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('current'::text, '"table".current_current'::text);
call public.pawl_add_is_free('current'::text, 'table'::text);

comment on table "table".current_current is 'current
One row for each: where it is.';
call public.pawl_describe('table'::text, 'current'::text, 'current_transitions'::text);

create or replace function "table".current_create(id bigint, "select" text, "values" bigint, "position" integer, found boolean, "order" timestamptz, actor text default null,
  request_id text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  violated text;
  is_free boolean;
begin
  if $1 is null
     or $2 is null
     or $3 is null
     or $4 is null
     or $5 is null
     or $6 is null
     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or octet_length($7) > 255 or $8 = '' or octet_length($8) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id, "select", "values", "position", found, "order"; a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock table only "table".current_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join "table".current_current head on head.current_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $8 is not null then
        select * into earlier from "table".current_transitions made where made.current_id = $1 and made.request_id = $8;
        if found then
          return row(case when earlier.event = 'create'
              and earlier."select" is not distinct from $2
              and earlier."values" is not distinct from $3
              and earlier."position" is not distinct from $4
              and earlier.found is not distinct from $5
              and earlier."order" is not distinct from $6 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $8, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: current was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $8, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'group', 10, clock_timestamp(), null, null, null);
    begin
      insert into "table".current_current (current_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'current_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'current_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into "table"."order" first, with that key as "user"')::public.pawl_outcome;
    end;
    outcome := null;
  end loop;
  insert into "table".current_transitions
    (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "select", "values", "position", found, "order")
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($7, session_user), $8, $2, $3, $4, $5, $6);
  return outcome;
end
$pawl$;
comment on function "table".current_create(bigint, text, bigint, integer, boolean, timestamptz, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$"table".current_create_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[])$pawl$)) then
    drop function "table".current_create_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[]);
  end if;
end
$pawl1$;
create or replace function "table".current_create_many(id bigint[], "select" text[], "values" bigint[], "position" integer[], found boolean[], "order" timestamptz[], actor text default null,
  request_id text[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  outcomes public.pawl_outcome[];
  is_free boolean;
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $10 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($8), cardinality($9)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, "select", "values", "position", found, "order"; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  begin
    if not repeats then
      with judged as materialized (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
              when given.request_id = '' or octet_length(given.request_id) > 255
                or given.v1 is null
                or given.v2 is null
                or given.v3 is null
                or given.v4 is null
                or given.v5 is null
                or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
                or octet_length($7) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
              when not (earlier.said is null) then 'SAID'
              when ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e()) is not true then null
              when head.state is not null then 'EXISTS'
              else 'OK'
            end as verdict
          from unnest($1, $2, $3, $4, $5, $6, $8, $9) with ordinality given (id, v1, v2, v3, v4, v5, request_id, own_actor, number)
            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
                from "table".current_current head where head.current_id = given.id offset 0) head on true
            left join lateral (select row(case when earlier.event = 'create'
                and earlier."select" is not distinct from given.v1
                and earlier."values" is not distinct from given.v2
                and earlier."position" is not distinct from given.v3
                and earlier.found is not distinct from given.v4
                and earlier."order" is not distinct from given.v5 then 'OK' else 'REUSED' end,
              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                from "table".current_transitions earlier where earlier.current_id = given.id
                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
      ), heads as (
        insert into "table".current_current (current_id, state, sort_key, since)
        select judged.id, 'group', 10, judged.moment
          from judged where judged.verdict = 'OK' order by judged.id
      ), history as (
        insert into "table".current_transitions
          (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "select", "values", "position", found, "order")
        select given.id, 10, 'create', '', 'group', given.moment,
            coalesce(given.own_actor, (select coalesce($7, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5
          from judged given where given.verdict = 'OK'
      )
      select array_agg(case given.verdict when 'OK' then row('OK', '', 'group', 10, given.moment, null, null, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, "select", "values", "position", found, "order"; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; "table".current_moves says what is' end)::public.pawl_outcome
        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
      if is_free then
        return query select * from unnest(outcomes);
        return;
      end if;
    end if;
  exception
    when unique_violation or foreign_key_violation then null; -- below it is said of which row
  end;
  return query
    with made as materialized (
      select given.number, "table".current_create(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, coalesce(given.own_actor, $7), given.request_id) as outcome
        from (select * from unnest($1, $2, $3, $4, $5, $6, $8, $9) with ordinality given (id, v1, v2, v3, v4, v5, request_id, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function "table"."current_user"(id bigint, "time" text default null, "offset" bigint default null, "row" integer default null, head boolean default null, "current_date" timestamptz default null, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
begin
  if $1 is null or $7 is not null or $8 is not null
     or $6 is not null
  then
    if $1 is null
       or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
       or octet_length($7) > 255 or $8 = '' or octet_length($8) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $8 is null and $9 is null then
    update "table".current_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('group', 'group')) move (from_state, to_state)
      where head.current_id = $1 and case when head.state = move.from_state then "table".current_is_free(null::boolean) and "table".current_model_2_780841955f4f508e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $8 is null then
    update "table".current_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('group', 'group')) move (from_state, to_state)
      where head.current_id = $1 and case when head.state = move.from_state then "table".current_is_free(null::boolean) and "table".current_model_2_780841955f4f508e() end and head.sort_key = $9
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from "table".current_current head where head.current_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $8, null::text, null::text, null::bigint);
    end if;
    if $8 is not null then
      select * into earlier from "table".current_transitions made where made.current_id = $1 and made.request_id = $8;
      if found then
        return row(case when earlier.event = 'user'
            and earlier."time" is not distinct from $2
            and earlier."offset" is not distinct from $3
            and earlier."row" is not distinct from $4
            and earlier.head is not distinct from $5
            and earlier."current_date" is not distinct from $6 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $8, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $9 is not null then
      if outcome.sort_key <> $9 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'group' then 'group'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'user' || ' is not allowed in ' || outcome.from_state || '; "table".current_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update "table".current_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into "table".current_transitions
    (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "time", "offset", "row", head, "current_date")
  values ($1, outcome.sort_key, 'user', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($7, session_user), $8, $2, $3, $4, $5, $6);
  return outcome;
end
$pawl$;
comment on function "table"."current_user"(bigint, text, bigint, integer, boolean, timestamptz, text, text, integer) is 'user';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$"table".current_user_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[], integer[])$pawl$)) then
    drop function "table".current_user_many(bigint[], text[], bigint[], integer[], boolean[], timestamptz[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function "table".current_user_many(id bigint[], "time" text[] default null, "offset" bigint[] default null, "row" integer[] default null, head boolean[] default null, "current_date" timestamptz[] default null, actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  outcomes public.pawl_outcome[];
  is_free boolean;
  made bigint[]; -- by what is usual: their numbers
  busy bigint[];
begin
  if $11 then
    with judged as (
      update "table".current_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($2) as v1, unnest($3) as v2, unnest($4) as v3, unnest($5) as v4, unnest($6) as v5, unnest($8) as request_id,
              unnest($9) as expected, unnest($10) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'group' then 'group'
              end as next_state
                from "table".current_current head where head.current_id = given.id for no key update skip locked) head
            where ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($8), cardinality($9), cardinality($10)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
            or octet_length($7) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from "table".current_transitions earlier
            where earlier.current_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into "table".current_transitions
        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "time", "offset", "row", head, "current_date")
      select given.id, given.sort_key + 10, 'user', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($7, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5
        from judged given where given.verdict = 'OK'
    )
    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),
        array_agg(given.number order by given.number)
      into outcomes, made from judged given;
    if cardinality(made) = cardinality($1) then
      return query select * from unnest(outcomes);
      return;
    elsif made is not null then
      return query
        with others as materialized (
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $2, $3, $4, $5, $6, $8, $9, $10) with ordinality given (id, v1, v2, v3, v4, v5, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from "table".current_user_many(array(select others.id from others order by others.turn),
                array(select others.v1 from others order by others.turn),
                array(select others.v2 from others order by others.turn),
                array(select others.v3 from others order by others.turn),
                array(select others.v4 from others order by others.turn),
                array(select others.v5 from others order by others.turn), $7,
                array(select others.request_id from others order by others.turn),
                array(select others.expected from others order by others.turn),
                array(select others.own_actor from others order by others.turn), true)
                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)
              join others on others.turn = answer.turn
            union all
            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,
                done.detail, null, done.number
              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)
          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)
          order by answer.number;
      return;
    end if;
  end if;
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $11 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($5), cardinality($6), cardinality($8), cardinality($9), cardinality($10)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $11 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from "table".current_current head where head.current_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $11 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from "table".current_current head where head.current_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
              or octet_length($7) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e()) then 'OK'
          end as precondition
        from unnest($1, $2, $3, $4, $5, $6, $8, $9, $10) with ordinality given (id, v1, v2, v3, v4, v5, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'group' then 'group'
          end as next_state
              from "table".current_current head where head.current_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'user'
              and earlier."time" is not distinct from given.v1
              and earlier."offset" is not distinct from given.v2
              and earlier."row" is not distinct from given.v3
              and earlier.head is not distinct from given.v4
              and earlier."current_date" is not distinct from given.v5 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from "table".current_transitions earlier where earlier.current_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head
          where given.turn = 1
      union all
      select given.number, given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'group' then 'group'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update "table".current_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into "table".current_transitions
        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "time", "offset", "row", head, "current_date")
      select given.id, given.sort_key + 10, 'user', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($7, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'user' || ' is not allowed in ' || given.state || '; "table".current_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
              or octet_length($7) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $2, $3, $4, $5, $6, $8, $9, $10) with ordinality given (id, v1, v2, v3, v4, v5, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'group' then 'group'
          end as next_state
              from "table".current_current head where head.current_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'user'
              and earlier."time" is not distinct from given.v1
              and earlier."offset" is not distinct from given.v2
              and earlier."row" is not distinct from given.v3
              and earlier.head is not distinct from given.v4
              and earlier."current_date" is not distinct from given.v5 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from "table".current_transitions earlier where earlier.current_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update "table".current_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into "table".current_transitions
        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "time", "offset", "row", head, "current_date")
      select given.id, given.sort_key + 10, 'user', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($7, session_user))), given.request_id, given.v1, given.v2, given.v3, given.v4, given.v5
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'user' || ' is not allowed in ' || given.state || '; "table".current_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from "table".current_current head where head.current_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else "table"."current_user"(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, coalesce(given.own_actor, $7), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $2, $3, $4, $5, $6, $8, $9, $10) with ordinality given (id, v1, v2, v3, v4, v5, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function "table"."current_date"(id bigint, outcome text, raise bigint, "order" timestamptz, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
begin
  if $1 is null or $5 is not null or $6 is not null
     or $2 is null
     or $4 is null
     or $4 is not null
  then
    if $1 is null
       or $2 is null
       or $4 is null
       or $4 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
       or octet_length($5) > 255 or $6 = '' or octet_length($6) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, outcome, "order"; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $6 is null and $7 is null then
    update "table".current_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('group', 'null')) move (from_state, to_state)
      where head.current_id = $1 and case when head.state = move.from_state then "table".current_is_free(null::boolean) and "table".current_model_2_780841955f4f508e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $6 is null then
    update "table".current_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('group', 'null')) move (from_state, to_state)
      where head.current_id = $1 and case when head.state = move.from_state then "table".current_is_free(null::boolean) and "table".current_model_2_780841955f4f508e() end and head.sort_key = $7
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from "table".current_current head where head.current_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $6, null::text, null::text, null::bigint);
    end if;
    if $6 is not null then
      select * into earlier from "table".current_transitions made where made.current_id = $1 and made.request_id = $6;
      if found then
        return row(case when earlier.event = 'date'
            and earlier.outcome is not distinct from $2
            and earlier.raise is not distinct from $3
            and earlier."order" is not distinct from $4 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $6, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $7 is not null then
      if outcome.sort_key <> $7 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'group' then 'null'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'date' || ' is not allowed in ' || outcome.from_state || '; "table".current_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update "table".current_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into "table".current_transitions
    (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, outcome, raise, "order")
  values ($1, outcome.sort_key, 'date', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($5, session_user), $6, $2, $3, $4);
  return outcome;
end
$pawl$;
comment on function "table"."current_date"(bigint, text, bigint, timestamptz, text, text, integer) is 'date';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$"table".current_date_many(bigint[], text[], bigint[], timestamptz[], text, text[], integer[])$pawl$)) then
    drop function "table".current_date_many(bigint[], text[], bigint[], timestamptz[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function "table".current_date_many(id bigint[], outcome text[], raise bigint[], "order" timestamptz[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  outcomes public.pawl_outcome[];
  is_free boolean;
  made bigint[]; -- by what is usual: their numbers
  busy bigint[];
begin
  if $9 then
    with judged as (
      update "table".current_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($2) as v1, unnest($3) as v2, unnest($4) as v3, unnest($6) as request_id,
              unnest($7) as expected, unnest($8) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'group' then 'null'
              end as next_state
                from "table".current_current head where head.current_id = given.id for no key update skip locked) head
            where ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($6), cardinality($7), cardinality($8)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or given.v1 is null
            or given.v3 is null
            or given.v3 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
            or octet_length($5) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from "table".current_transitions earlier
            where earlier.current_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.v1, given.v2, given.v3, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into "table".current_transitions
        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, outcome, raise, "order")
      select given.id, given.sort_key + 10, 'date', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($5, session_user))), given.request_id, given.v1, given.v2, given.v3
        from judged given where given.verdict = 'OK'
    )
    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),
        array_agg(given.number order by given.number)
      into outcomes, made from judged given;
    if cardinality(made) = cardinality($1) then
      return query select * from unnest(outcomes);
      return;
    elsif made is not null then
      return query
        with others as materialized (
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $2, $3, $4, $6, $7, $8) with ordinality given (id, v1, v2, v3, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from "table".current_date_many(array(select others.id from others order by others.turn),
                array(select others.v1 from others order by others.turn),
                array(select others.v2 from others order by others.turn),
                array(select others.v3 from others order by others.turn), $5,
                array(select others.request_id from others order by others.turn),
                array(select others.expected from others order by others.turn),
                array(select others.own_actor from others order by others.turn), true)
                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)
              join others on others.turn = answer.turn
            union all
            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,
                done.detail, null, done.number
              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)
          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)
          order by answer.number;
      return;
    end if;
  end if;
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $9 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($6), cardinality($7), cardinality($8)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, outcome, "order"; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $9 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from "table".current_current head where head.current_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $9 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from "table".current_current head where head.current_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or given.v1 is null
              or given.v3 is null
              or given.v3 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
              or octet_length($5) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e()) then 'OK'
          end as precondition
        from unnest($1, $2, $3, $4, $6, $7, $8) with ordinality given (id, v1, v2, v3, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'group' then 'null'
          end as next_state
              from "table".current_current head where head.current_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'date'
              and earlier.outcome is not distinct from given.v1
              and earlier.raise is not distinct from given.v2
              and earlier."order" is not distinct from given.v3 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from "table".current_transitions earlier where earlier.current_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.v1, given.v2, given.v3, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head
          where given.turn = 1
      union all
      select given.number, given.id, given.v1, given.v2, given.v3, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'group' then 'null'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update "table".current_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into "table".current_transitions
        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, outcome, raise, "order")
      select given.id, given.sort_key + 10, 'date', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($5, session_user))), given.request_id, given.v1, given.v2, given.v3
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, outcome, "order"; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'date' || ' is not allowed in ' || given.state || '; "table".current_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or given.v1 is null
              or given.v3 is null
              or given.v3 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
              or octet_length($5) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $2, $3, $4, $6, $7, $8) with ordinality given (id, v1, v2, v3, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'group' then 'null'
          end as next_state
              from "table".current_current head where head.current_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'date'
              and earlier.outcome is not distinct from given.v1
              and earlier.raise is not distinct from given.v2
              and earlier."order" is not distinct from given.v3 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from "table".current_transitions earlier where earlier.current_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update "table".current_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into "table".current_transitions
        (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, outcome, raise, "order")
      select given.id, given.sort_key + 10, 'date', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($5, session_user))), given.request_id, given.v1, given.v2, given.v3
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, outcome, "order"; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'date' || ' is not allowed in ' || given.state || '; "table".current_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from "table".current_current head where head.current_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else "table"."current_date"(given.id, given.v1, given.v2, given.v3, coalesce(given.own_actor, $5), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $2, $3, $4, $6, $7, $8) with ordinality given (id, v1, v2, v3, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function "table".current_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('current'::text, $1);
  if waiting.number is null then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  given := public.pawl_deferred_arguments(waiting.arguments);
  begin
    outcome.status := 'MISUSE'; -- unless it is called
    outcome.detail := waiting.event || ': what was deferred does not have its parameters';
    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then
      outcome.detail := 'machine current: ' || waiting.event || ' was deferred for ' || waiting.entity
        || ', which is no key of it';
      given := null;
    end if;
    case waiting.event
    when 'create' then
      outcome := case when cardinality(given) = 5 then "table".current_create(waiting.entity::bigint, given[1], given[2]::bigint, given[3]::integer, given[4]::integer <> 0, timestamptz 'epoch' + (given[5]::bigint / 1000000000000)::float8 * interval '1000000 seconds'
        + (given[5]::bigint % 1000000000000)::float8 * interval '1 microsecond',
          waiting.actor, waiting.request_id) else outcome end;
    when 'user' then
      outcome := case when cardinality(given) = 5 then "table"."current_user"(waiting.entity::bigint, given[1], given[2]::bigint, given[3]::integer, given[4]::integer <> 0, timestamptz 'epoch' + (given[5]::bigint / 1000000000000)::float8 * interval '1000000 seconds'
        + (given[5]::bigint % 1000000000000)::float8 * interval '1 microsecond',
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'date' then
      outcome := case when cardinality(given) = 3 then "table"."current_date"(waiting.entity::bigint, given[1], given[2]::bigint, timestamptz 'epoch' + (given[3]::bigint / 1000000000000)::float8 * interval '1000000 seconds'
        + (given[3]::bigint % 1000000000000)::float8 * interval '1 microsecond',
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    else
      outcome.detail := 'machine current: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'current' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('table'::text,
  '{current_create,current_create_many,current_user,current_user_many,current_date,current_date_many,current_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('current', '780841955f4f508e', 2, clock_timestamp(), E'{"name":"current","label":"current","fingerprint":"780841955f4f508e","key_type":"bigint","entity":{"schema":"table","table":"order","column":"user"},"storage":"head","initial_is_implicit":false,"states":[{"name":"group","label":"group","stored":"group","initial":true,"final":false,"enter":[],"leave":[]},{"name":"null","label":"null","stored":"null","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"select","type":"text","optional":false,"column":"select"},{"name":"values","type":"bigint","optional":false,"column":"values"},{"name":"position","type":"int","optional":false,"column":"position"},{"name":"found","type":"bool","optional":false,"column":"found"},{"name":"order","type":"timestamp","optional":false,"column":"order"}],"serialize_by":[]},{"name":"user","label":"user","stored":"user","creation":false,"timer":false,"params":[{"name":"time","type":"text","optional":true,"column":"time"},{"name":"offset","type":"bigint","optional":true,"column":"offset"},{"name":"row","type":"int","optional":true,"column":"row"},{"name":"head","type":"bool","optional":true,"column":"head"},{"name":"current_date","type":"timestamp","optional":true,"column":"current_date"}],"serialize_by":[]},{"name":"date","label":"date","stored":"date","creation":false,"timer":false,"params":[{"name":"outcome","type":"text","optional":false,"column":"outcome"},{"name":"raise","type":"bigint","optional":true,"column":"raise"},{"name":"order","type":"timestamp","optional":false,"column":"order"}],"serialize_by":[]}],"columns":[{"name":"select","type":"text"},{"name":"values","type":"bigint"},{"name":"position","type":"int"},{"name":"found","type":"bool"},{"name":"order","type":"timestamp"},{"name":"time","type":"text"},{"name":"offset","type":"bigint"},{"name":"row","type":"int"},{"name":"head","type":"bool"},{"name":"current_date","type":"timestamp"},{"name":"outcome","type":"text"},{"name":"raise","type":"bigint"}],"arrows":[{"event":"create","from":null,"target":"to","to":"group","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"user","from":"group","target":"to","to":"group","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"date","from":"group","target":"to","to":"null","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"group","arrow":0},{"event":"user","from":"group","to":"group","arrow":1},{"event":"date","from":"group","to":"null","arrow":2}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"\\"table\\".current_current","transitions":"\\"table\\".current_transitions","parent":"\\"table\\".\\"order\\"","parent_column":"\\"user\\"","objects":"select object, definition from public.pawl_catalog(''table''::text, ''{current_current,current_transitions,current_moves,current_state}''::text[], ''{current_model_2_780841955f4f508e,current_is_free,current_create,current_create_many,current_user,current_user_many,current_date,current_date_many,current_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''\\"table\\".current_current'')::oid, to_regclass(''\\"table\\".current_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from \\"table\\".current_current where current_id = $1::bigint and \\"table\\".current_model_2_780841955f4f508e()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, \\"select\\", \\"values\\", \\"position\\", found, \\"order\\", \\"time\\", \\"offset\\", \\"row\\", head, \\"current_date\\", outcome, raise\\nfrom \\"table\\".current_transitions where current_id = $1::bigint and \\"table\\".current_model_2_780841955f4f508e() order by sort_key","in_state":"select current_id, state, sort_key, since from \\"table\\".current_current\\nwhere state = $1::text and (since, current_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\n  and \\"table\\".current_model_2_780841955f4f508e() order by since, current_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select current_id, state, sort_key, since from \\"table\\".current_current\\n    where state < $1::text and (state, since, current_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\n    order by state, since, current_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select current_id, state, sort_key, since from \\"table\\".current_current\\n    where (state, since, current_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\n    order by state, since, current_id limit $8::bigint\\n  ) after\\n) others where \\"table\\".current_model_2_780841955f4f508e() order by state, since, current_id limit $8::bigint","count_by_state":"select state, count(*) from \\"table\\".current_current where \\"table\\".current_model_2_780841955f4f508e() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, \\"select\\", \\"values\\", \\"position\\", found, \\"order\\", \\"time\\", \\"offset\\", \\"row\\", head, \\"current_date\\", outcome, raise\\nfrom \\"table\\".current_transitions where current_id = $1::bigint and \\"table\\".current_model_2_780841955f4f508e()\\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select \\"table\\".current_fire_deferred($1::bigint, $2::text) where \\"table\\".current_model_2_780841955f4f508e()"},"fire":{"create":"select \\"table\\".current_create($1::bigint, $2::text, $3::bigint, $4::integer, $5::boolean, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text, $8::text) where \\"table\\".current_model_2_780841955f4f508e()","user":"select \\"table\\".\\"current_user\\"($1::bigint, $2::text, $3::bigint, $4::integer, $5::boolean, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text, $8::text, $9::integer) where \\"table\\".current_model_2_780841955f4f508e()","date":"select \\"table\\".\\"current_date\\"($1::bigint, $2::text, $3::bigint, (timestamptz ''epoch'' + ($4::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($4::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $5::text, $6::text, $7::integer) where \\"table\\".current_model_2_780841955f4f508e()"}},"diagram":"digraph \\"current\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_current\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>current</b><!--current-->>;\\n    \\"current.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"current.group\\" [label=<group<!--current.group-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    \\"current.null\\" [label=<null<!--current.null-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    {rank=same; \\"current.\\"; \\"current.group\\"}\\n    \\"current.\\" -> \\"current.group\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"current.group\\" -> \\"current.group\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>user<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">(begins anew)</font><br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"user\\", labeltooltip=\\"user\\"];\\n    \\"current.group\\" -> \\"current.null\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>date<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"date\\", labeltooltip=\\"date\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\" color=\\"#2e8246\\"><tr><td><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td width=\\"16\\" height=\\"6\\"> </td></tr></table></td></tr></table></td><td align=\\"left\\">final </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"solid\\" color=\\"#1d4f91\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">shortest way to null </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('current'::text, 'table'::text, '{current_current,current_transitions,current_moves,current_state}'::text[], '{current_model_2_780841955f4f508e,current_is_free,current_create,current_create_many,current_user,current_user_many,current_date,current_date_many,current_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);

call public.pawl_refuse_foreign_code();

call public.pawl_leave_owner();

commit;

-- This file is whole.
