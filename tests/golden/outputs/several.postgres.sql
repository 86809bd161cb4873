-- Written by pawl from several.fsm. Do not edit: change several.fsm and run pawl again.
-- Its last line says that it is whole.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables.
--   psql -v ON_ERROR_STOP=1 -f pawl.postgres.sql
--   psql -v ON_ERROR_STOP=1 -f several.postgres.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply several.postgres.sql --db=...
-- Requires schema 3
-- Deploys parcel b2c3b1ad683b421e
-- Deploys lamp 7096ee88a3f6f2ad
-- Deploys flow dispatch c7bffea3fea5465e

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
      'depot.parcels', current_user) into lacking
    from (values ('references', 'number')) needed (right_on, of_column)
    where not has_column_privilege('depot.parcels', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')
      and not has_column_privilege('pawl_owner', 'depot.parcels', (parse_ident(needed.of_column))[1], needed.right_on)
    having count(*) > 0;
  if not has_schema_privilege('depot', 'create with grant option')
     and not has_schema_privilege('pawl_owner', 'depot', 'create') then
    lacking := concat_ws('; ', format('grant usage, create on schema %s to %I with grant option', 'depot', current_user), lacking);
  end if;
  if lacking is not null then
    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'parcel'
      using errcode = 'insufficient_privilege', hint = lacking;
  end if;
end
$pawl$;
grant usage, create on schema depot to pawl_owner;
grant usage on schema depot to pawl_app, pawl_operator;
grant references (number) on depot.parcels to pawl_owner;
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

-- dispatch ----------------------------------------------------------------------------------------
-- Dispatch a parcel
-- Puts a parcel on its way, and its label on it.

insert into public.pawl_freezes (machine, head) values ('dispatch', 'public.pawl_runs')
  on conflict do nothing;
insert into public.pawl_flows (flow, fingerprint, abi, topic, topic_argument, model)
values ('dispatch', 'c7bffea3fea5465e', 2, null, null, E'{"name":"dispatch","label":"Dispatch a parcel","fingerprint":"c7bffea3fea5465e","doc":"Puts a parcel on its way, and its label on it.","unique":["number"],"retry":{"count":0},"args":[{"name":"number","type":"bigint","optional":false}],"data":[],"locks":[],"callbacks":[{"name":"weigh","kind":"tx","sets":[]},{"name":"forget","kind":"undo_tx","sets":[]},{"name":"print_label","kind":"call","sets":[]},{"name":"tear_up","kind":"undo_call","sets":[]}],"steps":[{"path":"weigh","kind":"tx","label":"weigh","delivery":"exactly_once","callback":"weigh","undo":"forget","irreversible":false,"retry":{"count":0},"sets":[],"depth":0},{"path":"print_label","kind":"call","label":"print label","delivery":"at_least_once","callback":"print_label","undo":"tear_up","irreversible":false,"retry":{"count":0},"sets":[],"depth":0}],"scopes":[],"allows":[],"diagram":"digraph \\"dispatch\\" {\\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_dispatch\\" {\\n    class=flow; penwidth=0; margin=0;\\n    label=<<b>Dispatch a parcel</b><!--dispatch-->>;\\n    \\"dispatch 0\\" [label=<Start<br/><font point-size=\\"12\\" color=\\"#556070\\">with number</font><br/><font point-size=\\"12\\" color=\\"#556070\\">once for each number</font>>, class=\\"begin created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\", tooltip=\\"Puts a parcel on its way, and its label on it.\\"];\\n    \\"dispatch.weigh\\" [label=<weigh<br/><font point-size=\\"12\\" color=\\"#556070\\">undo: forget</font><!--dispatch.weigh-->>, class=\\"step tx\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\"];\\n    \\"dispatch.print_label\\" [label=<print label<br/><font point-size=\\"12\\" color=\\"#556070\\">undo: tear up</font><!--dispatch.print_label-->>, class=\\"step call\\", fillcolor=\\"#ffffff\\", color=\\"#1d4f91\\"];\\n    \\"dispatch 3\\" [label=<Done>, class=\\"end final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"dispatch 0\\" -> \\"dispatch.weigh\\" [class=\\"move\\", weight=8];\\n    \\"dispatch.weigh\\" -> \\"dispatch.print_label\\" [class=\\"move\\", weight=8];\\n    \\"dispatch.print_label\\" -> \\"dispatch 3\\" [class=\\"move\\", weight=8];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">the flow begins </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#f5f6f8\\" color=\\"#8c96a5\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">in the database, exactly once </td></tr>\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#ffffff\\" color=\\"#1d4f91\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">outside, at least once </td><td align=\\"right\\"><font color=\\"#556070\\">undo</font></td><td align=\\"left\\">what undoes it if the flow turns round </td></tr>\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">the flow is done </td></tr></table>>;\\n}\\n","database":{"shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)"}}')
on conflict (flow, fingerprint) do update set model = excluded.model, abi = excluded.abi;

-- parcel ------------------------------------------------------------------------------------------

call public.pawl_refuse_entities_on_nodes('parcel'::text, 'depot.parcels'::text);
call public.pawl_begin_machine('parcel'::text, 'b2c3b1ad683b421e'::text, 'depot'::text,
  '{parcel_current,parcel_transitions,parcel_moves,parcel_state,parcel_current_state_since,parcel_transitions_request}'::text[], null::text);
call public.pawl_take_back_calls('depot'::text, '{parcel_model_2_b2c3b1ad683b421e,parcel_is_free,parcel_announce,parcel_announce_many,parcel_find,parcel_find_many,parcel_return,parcel_return_many,parcel_collect,parcel_collect_many,parcel_withdraw,parcel_withdraw_many,parcel_arrive,parcel_arrive_many,parcel_lose,parcel_lose_many,parcel_scan,parcel_scan_many,parcel_load,parcel_load_many,parcel_deliver,parcel_deliver_many,parcel_miss,parcel_miss_many,parcel_refuse_it,parcel_refuse_it_many,parcel_fetch,parcel_fetch_many,parcel_expire,parcel_expire_many,parcel_hand_over,parcel_hand_over_many,parcel_find_again,parcel_find_again_many,parcel_write_off,parcel_write_off_many,parcel_fire_deferred}'::text[]);
call public.pawl_accept_programs('parcel'::text, 'b2c3b1ad683b421e'::text, 2::integer, 'depot'::text);
call public.pawl_refuse_key_type('parcel'::text, 'depot.parcels'::text, 'number'::text, 'bigint'::text);
create table if not exists depot.parcel_current (
  parcel_id bigint primary key
    constraint parcel_current_parent references depot.parcels (number),
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

create table if not exists depot.parcel_transitions (
  parcel_id bigint not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  weight_grams integer,
  primary key (parcel_id, sort_key)
);
do $pawl$
begin
  if to_regclass('depot.parcel_current_state_since') is null then
    create index parcel_current_state_since on depot.parcel_current (state, since);
  end if;
  if to_regclass('depot.parcel_transitions_request') is null then
    create unique index parcel_transitions_request on depot.parcel_transitions (parcel_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view depot.parcel_moves as select * from (values
  ('announce', '', 'announced'),
  ('find', '', 'in_depot'),
  ('return', 'in_depot', 'going_back'),
  ('return', 'on_tour', 'going_back'),
  ('collect', 'announced', 'collected'),
  ('withdraw', 'announced', 'withdrawn'),
  ('arrive', 'collected', 'in_depot'),
  ('lose', 'collected', 'lost'),
  ('lose', 'in_depot', 'lost'),
  ('lose', 'on_tour', 'lost'),
  ('lose', 'going_back', 'lost'),
  ('scan', 'in_depot', 'in_depot'),
  ('load', 'in_depot', 'on_tour'),
  ('deliver', 'on_tour', 'delivered'),
  ('miss', 'on_tour', 'at_shop'),
  ('refuse_it', 'on_tour', 'going_back'),
  ('fetch', 'at_shop', 'delivered'),
  ('expire', 'at_shop', 'going_back'),
  ('hand_over', 'going_back', 'returned'),
  ('find_again', 'lost', 'in_depot'),
  ('write_off', 'lost', 'written_off')
) move (event, from_state, to_state);

create or replace view depot.parcel_state as
  select parcel_id, state, sort_key, since from depot.parcel_current;

call public.pawl_refuse_writes_to(array['depot.parcel_current', 'depot.parcel_transitions']::regclass[]);
grant select on depot.parcel_current, depot.parcel_transitions, depot.parcel_moves, depot.parcel_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('parcel'::text, 'depot.parcel_current'::text);
call public.pawl_add_is_free('parcel'::text, 'depot'::text);

comment on table depot.parcel_current is 'Parcel
A parcel on its way, with more states than fit side by side.
One row for each: where it is.';
call public.pawl_describe('depot'::text, 'parcel'::text, 'parcel_transitions'::text);

create or replace function depot.parcel_announce(id bigint, weight_grams integer default null, actor text default null,
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
     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock table only depot.parcel_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join depot.parcel_current head on head.parcel_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $4 is not null then
        select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $4;
        if found then
          return row(case when earlier.event = 'announce'
              and earlier.weight_grams is not distinct from $2 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $4, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: parcel was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $4, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'announced', 10, clock_timestamp(), null, null, null);
    begin
      insert into depot.parcel_current (parcel_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'parcel_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'parcel_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into depot.parcels first, with that key as number')::public.pawl_outcome;
    end;
    outcome := null;
  end loop;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)
  values ($1, outcome.sort_key, 'announce', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  return outcome;
end
$pawl$;
comment on function depot.parcel_announce(bigint, integer, text, text) is 'Sender announces it';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_announce_many(bigint[], integer[], text, text[])$pawl$)) then
    drop function depot.parcel_announce_many(bigint[], integer[], text, text[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_announce_many(id bigint[], weight_grams integer[] default null, actor text default null,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  begin
    if not repeats then
      with judged as materialized (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
              when given.request_id = '' or octet_length(given.request_id) > 255
                or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
              when not (earlier.said is null) then 'SAID'
              when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
              when head.state is not null then 'EXISTS'
              else 'OK'
            end as verdict
          from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number)
            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
                from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
            left join lateral (select row(case when earlier.event = 'announce'
                and earlier.weight_grams is not distinct from given.v1 then 'OK' else 'REUSED' end,
              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
      ), heads as (
        insert into depot.parcel_current (parcel_id, state, sort_key, since)
        select judged.id, 'announced', 10, judged.moment
          from judged where judged.verdict = 'OK' order by judged.id
      ), history as (
        insert into depot.parcel_transitions
          (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)
        select given.id, 10, 'announce', '', 'announced', given.moment,
            coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1
          from judged given where given.verdict = 'OK'
      )
      select array_agg(case given.verdict when 'OK' then row('OK', '', 'announced', 10, given.moment, null, null, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
            case given.verdict when 'ILLEGAL' then 'announce' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
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
      select given.number, depot.parcel_announce(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) as outcome
        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_find(id bigint, actor text default null,
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
     or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock table only depot.parcel_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join depot.parcel_current head on head.parcel_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $3 is not null then
        select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
        if found then
          return row(case when earlier.event = 'find' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: parcel was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'in_depot', 10, clock_timestamp(), null, null, null);
    begin
      insert into depot.parcel_current (parcel_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'parcel_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'parcel_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into depot.parcels first, with that key as number')::public.pawl_outcome;
    end;
    outcome := null;
  end loop;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'find', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_find(bigint, text, text) is 'Found without papers';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_find_many(bigint[], text, text[])$pawl$)) then
    drop function depot.parcel_find_many(bigint[], text, text[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_find_many(id bigint[], actor text default null,
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
  if repeats and $5 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  begin
    if not repeats then
      with judged as materialized (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
              when given.request_id = '' or octet_length(given.request_id) > 255
                or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
              when not (earlier.said is null) then 'SAID'
              when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
              when head.state is not null then 'EXISTS'
              else 'OK'
            end as verdict
          from unnest($1, $3, $4) with ordinality given (id, request_id, own_actor, number)
            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
                from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
            left join lateral (select row(case when earlier.event = 'find' then 'OK' else 'REUSED' end,
              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
      ), heads as (
        insert into depot.parcel_current (parcel_id, state, sort_key, since)
        select judged.id, 'in_depot', 10, judged.moment
          from judged where judged.verdict = 'OK' order by judged.id
      ), history as (
        insert into depot.parcel_transitions
          (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
        select given.id, 10, 'find', '', 'in_depot', given.moment,
            coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
          from judged given where given.verdict = 'OK'
      )
      select array_agg(case given.verdict when 'OK' then row('OK', '', 'in_depot', 10, given.moment, null, null, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
            case given.verdict when 'ILLEGAL' then 'find' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
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
      select given.number, depot.parcel_find(given.id, coalesce(given.own_actor, $2), given.request_id) as outcome
        from (select * from unnest($1, $3, $4) with ordinality given (id, request_id, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_return(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('in_depot', 'going_back'), ('on_tour', 'going_back')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('in_depot', 'going_back'), ('on_tour', 'going_back')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'return' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'in_depot' then 'going_back'
      when 'on_tour' then 'going_back'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'return' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'return', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_return(bigint, text, text, integer) is 'Send it back';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_return_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_return_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_return_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'in_depot' then 'going_back'
                when 'on_tour' then 'going_back'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'return', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_return_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'in_depot' then 'going_back'
            when 'on_tour' then 'going_back'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'return' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'in_depot' then 'going_back'
              when 'on_tour' then 'going_back'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'return', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'return' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'in_depot' then 'going_back'
            when 'on_tour' then 'going_back'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'return' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'return', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'return' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_return(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_collect(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('announced', 'collected')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('announced', 'collected')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'collect' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'announced' then 'collected'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'collect' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'collect', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_collect(bigint, text, text, integer) is 'collect';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_collect_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_collect_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_collect_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'announced' then 'collected'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'collect', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_collect_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'announced' then 'collected'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'collect' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'announced' then 'collected'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'collect', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'collect' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'announced' then 'collected'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'collect' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'collect', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'collect' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_collect(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_withdraw(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('announced', 'withdrawn')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('announced', 'withdrawn')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'withdraw' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'announced' then 'withdrawn'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'withdraw' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'withdraw', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_withdraw(bigint, text, text, integer) is 'withdraw';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_withdraw_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_withdraw_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_withdraw_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'announced' then 'withdrawn'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'withdraw', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_withdraw_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'announced' then 'withdrawn'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'withdraw' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'announced' then 'withdrawn'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'withdraw', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'withdraw' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'announced' then 'withdrawn'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'withdraw' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'withdraw', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'withdraw' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_withdraw(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_arrive(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('collected', 'in_depot')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('collected', 'in_depot')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'arrive' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'collected' then 'in_depot'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'arrive' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'arrive', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_arrive(bigint, text, text, integer) is 'arrive';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_arrive_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_arrive_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_arrive_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'collected' then 'in_depot'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'arrive', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_arrive_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'collected' then 'in_depot'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'arrive' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'collected' then 'in_depot'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'arrive', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'arrive' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'collected' then 'in_depot'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'arrive' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'arrive', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'arrive' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_arrive(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_lose(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('collected', 'lost'), ('in_depot', 'lost'), ('on_tour', 'lost'), ('going_back', 'lost')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('collected', 'lost'), ('in_depot', 'lost'), ('on_tour', 'lost'), ('going_back', 'lost')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'lose' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'collected' then 'lost'
      when 'in_depot' then 'lost'
      when 'on_tour' then 'lost'
      when 'going_back' then 'lost'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'lose' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'lose', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_lose(bigint, text, text, integer) is 'lose';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_lose_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_lose_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_lose_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'collected' then 'lost'
                when 'in_depot' then 'lost'
                when 'on_tour' then 'lost'
                when 'going_back' then 'lost'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'lose', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_lose_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'collected' then 'lost'
            when 'in_depot' then 'lost'
            when 'on_tour' then 'lost'
            when 'going_back' then 'lost'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'lose' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'collected' then 'lost'
              when 'in_depot' then 'lost'
              when 'on_tour' then 'lost'
              when 'going_back' then 'lost'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'lose', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'lose' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'collected' then 'lost'
            when 'in_depot' then 'lost'
            when 'on_tour' then 'lost'
            when 'going_back' then 'lost'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'lose' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'lose', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'lose' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_lose(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_scan(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('in_depot', 'in_depot')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('in_depot', 'in_depot')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'scan' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'in_depot' then 'in_depot'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'scan' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'scan', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_scan(bigint, text, text, integer) is 'scan';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_scan_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_scan_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_scan_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'in_depot' then 'in_depot'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'scan', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_scan_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'in_depot' then 'in_depot'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'scan' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'in_depot' then 'in_depot'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'scan', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'scan' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'in_depot' then 'in_depot'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'scan' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'scan', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'scan' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_scan(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_load(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('in_depot', 'on_tour')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('in_depot', 'on_tour')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'load' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'in_depot' then 'on_tour'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'load' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'load', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_load(bigint, text, text, integer) is 'load';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_load_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_load_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_load_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'in_depot' then 'on_tour'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'load', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_load_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'in_depot' then 'on_tour'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'load' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'in_depot' then 'on_tour'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'load', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'load' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'in_depot' then 'on_tour'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'load' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'load', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'load' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_load(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_deliver(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('on_tour', 'delivered')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('on_tour', 'delivered')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'on_tour' then 'delivered'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'deliver' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_deliver(bigint, text, text, integer) is 'deliver';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_deliver_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_deliver_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_deliver_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'on_tour' then 'delivered'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_deliver_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'on_tour' then 'delivered'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'on_tour' then 'delivered'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'deliver' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'on_tour' then 'delivered'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'deliver' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_deliver(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_miss(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('on_tour', 'at_shop')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('on_tour', 'at_shop')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'miss' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'on_tour' then 'at_shop'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'miss' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'miss', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_miss(bigint, text, text, integer) is 'miss';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_miss_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_miss_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_miss_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'on_tour' then 'at_shop'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'miss', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_miss_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'on_tour' then 'at_shop'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'miss' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'on_tour' then 'at_shop'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'miss', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'miss' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'on_tour' then 'at_shop'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'miss' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'miss', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'miss' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_miss(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_refuse_it(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('on_tour', 'going_back')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('on_tour', 'going_back')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'refuse_it' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'on_tour' then 'going_back'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'refuse_it' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'refuse_it', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_refuse_it(bigint, text, text, integer) is 'refuse it';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_refuse_it_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_refuse_it_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_refuse_it_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'on_tour' then 'going_back'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'refuse_it', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_refuse_it_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'on_tour' then 'going_back'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'refuse_it' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'on_tour' then 'going_back'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'refuse_it', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'refuse_it' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'on_tour' then 'going_back'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'refuse_it' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'refuse_it', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'refuse_it' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_refuse_it(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_fetch(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('at_shop', 'delivered')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('at_shop', 'delivered')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'fetch' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'at_shop' then 'delivered'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'fetch' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'fetch', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_fetch(bigint, text, text, integer) is 'fetch';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_fetch_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_fetch_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_fetch_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'at_shop' then 'delivered'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'fetch', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_fetch_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'at_shop' then 'delivered'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'fetch' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'at_shop' then 'delivered'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'fetch', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'fetch' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'at_shop' then 'delivered'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'fetch' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'fetch', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'fetch' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_fetch(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_expire(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('at_shop', 'going_back')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('at_shop', 'going_back')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'expire' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'at_shop' then 'going_back'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'expire' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'expire', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_expire(bigint, text, text, integer) is 'expire';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_expire_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_expire_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_expire_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'at_shop' then 'going_back'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'expire', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_expire_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'at_shop' then 'going_back'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'expire' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'at_shop' then 'going_back'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'expire', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'expire' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'at_shop' then 'going_back'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'expire' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'expire', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'expire' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_expire(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_hand_over(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('going_back', 'returned')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('going_back', 'returned')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'hand_over' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'going_back' then 'returned'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'hand_over' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'hand_over', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_hand_over(bigint, text, text, integer) is 'hand over';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_hand_over_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_hand_over_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_hand_over_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'going_back' then 'returned'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'hand_over', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_hand_over_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'going_back' then 'returned'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'hand_over' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'going_back' then 'returned'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'hand_over', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'hand_over' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'going_back' then 'returned'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'hand_over' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'hand_over', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'hand_over' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_hand_over(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_find_again(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('lost', 'in_depot')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('lost', 'in_depot')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'find_again' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'lost' then 'in_depot'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'find_again' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'find_again', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_find_again(bigint, text, text, integer) is 'find again';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_find_again_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_find_again_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_find_again_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'lost' then 'in_depot'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'find_again', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_find_again_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'lost' then 'in_depot'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'find_again' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'lost' then 'in_depot'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'find_again', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'find_again' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'lost' then 'in_depot'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'find_again' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'find_again', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'find_again' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_find_again(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function depot.parcel_write_off(id bigint, actor text default null,
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
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $3 is null and $4 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('lost', 'written_off')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('lost', 'written_off')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'write_off' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'lost' then 'written_off'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'write_off' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'write_off', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function depot.parcel_write_off(bigint, text, text, integer) is 'write off';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$depot.parcel_write_off_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function depot.parcel_write_off_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function depot.parcel_write_off_many(id bigint[], actor text default null,
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
  if $6 then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'lost' then 'written_off'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))
              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true
            offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (given.request_id = '' or octet_length(given.request_id) > 255
            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'write_off', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
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
          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
            where given.number <> all (made))
        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,
            answer.detail
          from (select answer.*, others.number
              from depot.parcel_write_off_many(array(select others.id from others order by others.turn), $2,
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
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  -- locked by their keys alone, in their order; all else is decided afterwards
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if repeats then
    with recursive asked as materialized (
      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'
          end as precondition
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'lost' then 'written_off'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'write_off' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), judged as (
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
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
      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,
          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case
            when given.precondition is distinct from 'OK' then given.precondition
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
            cross join lateral (select head.*, case head.state
              when 'lost' then 'written_off'
            end as next_state from (
              select case when before.verdict = 'OK' then before.next_state else before.state end as state,
                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,
                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'write_off', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'write_off' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  else
    with judged as materialized (
      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when given.request_id = '' or octet_length(given.request_id) > 255
              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end as verdict
        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
            when 'lost' then 'written_off'
          end as next_state
              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true
          left join lateral (select row(case when earlier.event = 'write_off' then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
              from depot.parcel_transitions earlier where earlier.parcel_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
    ), heads as (
      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
        from judged where judged.verdict = 'OK' and head.ctid = judged.place
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'write_off', given.state, given.next_state, given.moment,
          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome
        when 'SAID' then given.said
        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
          case given.verdict when 'ILLEGAL' then 'write_off' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome
      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
  end if;
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else depot.parcel_write_off(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function depot.parcel_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('parcel'::text, $1);
  if waiting.number is null then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  given := public.pawl_deferred_arguments(waiting.arguments);
  begin
    outcome.status := 'MISUSE'; -- unless it is called
    outcome.detail := waiting.event || ': what was deferred does not have its parameters';
    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then
      outcome.detail := 'machine parcel: ' || waiting.event || ' was deferred for ' || waiting.entity
        || ', which is no key of it';
      given := null;
    end if;
    case waiting.event
    when 'announce' then
      outcome := case when cardinality(given) = 1 then depot.parcel_announce(waiting.entity::bigint, given[1]::integer,
          waiting.actor, waiting.request_id) else outcome end;
    when 'find' then
      outcome := case when cardinality(given) = 0 then depot.parcel_find(waiting.entity::bigint,
          waiting.actor, waiting.request_id) else outcome end;
    when 'return' then
      outcome := case when cardinality(given) = 0 then depot.parcel_return(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'collect' then
      outcome := case when cardinality(given) = 0 then depot.parcel_collect(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'withdraw' then
      outcome := case when cardinality(given) = 0 then depot.parcel_withdraw(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'arrive' then
      outcome := case when cardinality(given) = 0 then depot.parcel_arrive(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'lose' then
      outcome := case when cardinality(given) = 0 then depot.parcel_lose(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'scan' then
      outcome := case when cardinality(given) = 0 then depot.parcel_scan(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'load' then
      outcome := case when cardinality(given) = 0 then depot.parcel_load(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'deliver' then
      outcome := case when cardinality(given) = 0 then depot.parcel_deliver(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'miss' then
      outcome := case when cardinality(given) = 0 then depot.parcel_miss(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'refuse_it' then
      outcome := case when cardinality(given) = 0 then depot.parcel_refuse_it(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'fetch' then
      outcome := case when cardinality(given) = 0 then depot.parcel_fetch(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'expire' then
      outcome := case when cardinality(given) = 0 then depot.parcel_expire(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'hand_over' then
      outcome := case when cardinality(given) = 0 then depot.parcel_hand_over(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'find_again' then
      outcome := case when cardinality(given) = 0 then depot.parcel_find_again(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'write_off' then
      outcome := case when cardinality(given) = 0 then depot.parcel_write_off(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    else
      outcome.detail := 'machine parcel: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'parcel' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('depot'::text,
  '{parcel_announce,parcel_announce_many,parcel_find,parcel_find_many,parcel_return,parcel_return_many,parcel_collect,parcel_collect_many,parcel_withdraw,parcel_withdraw_many,parcel_arrive,parcel_arrive_many,parcel_lose,parcel_lose_many,parcel_scan,parcel_scan_many,parcel_load,parcel_load_many,parcel_deliver,parcel_deliver_many,parcel_miss,parcel_miss_many,parcel_refuse_it,parcel_refuse_it_many,parcel_fetch,parcel_fetch_many,parcel_expire,parcel_expire_many,parcel_hand_over,parcel_hand_over_many,parcel_find_again,parcel_find_again_many,parcel_write_off,parcel_write_off_many,parcel_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('parcel', 'b2c3b1ad683b421e', 2, clock_timestamp(), E'{"name":"parcel","label":"Parcel","fingerprint":"b2c3b1ad683b421e","doc":"A parcel on its way, with more states than fit side by side.","key_type":"bigint","entity":{"schema":"depot","table":"parcels","column":"number"},"storage":"head","initial_is_implicit":false,"states":[{"name":"announced","label":"Announced","stored":"announced","initial":false,"final":false,"enter":[],"leave":[]},{"name":"collected","label":"On the first lorry","stored":"collected","initial":false,"final":false,"enter":[],"leave":[]},{"name":"in_depot","label":"In the depot","stored":"in_depot","initial":false,"final":false,"enter":[],"leave":[]},{"name":"on_tour","label":"On tour","stored":"on_tour","initial":false,"final":false,"enter":[],"leave":[]},{"name":"at_shop","label":"Waits in a shop","stored":"at_shop","initial":false,"final":false,"enter":[],"leave":[]},{"name":"going_back","label":"On its way back","stored":"going_back","initial":false,"final":false,"enter":[],"leave":[]},{"name":"lost","label":"Lost","stored":"lost","initial":false,"final":false,"enter":[],"leave":[]},{"name":"withdrawn","label":"Never sent","stored":"withdrawn","initial":false,"final":true,"enter":[],"leave":[]},{"name":"delivered","label":"Delivered","stored":"delivered","initial":false,"final":true,"enter":[],"leave":[]},{"name":"returned","label":"Back with its sender","stored":"returned","initial":false,"final":true,"enter":[],"leave":[]},{"name":"written_off","label":"Written off","stored":"written_off","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"announce","label":"Sender announces it","stored":"announce","creation":true,"timer":false,"params":[{"name":"weight_grams","type":"int","optional":true,"column":"weight_grams"}],"serialize_by":[]},{"name":"find","label":"Found without papers","stored":"find","creation":true,"timer":false,"params":[],"serialize_by":[]},{"name":"return","label":"Send it back","stored":"return","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"collect","label":"collect","stored":"collect","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"withdraw","label":"withdraw","stored":"withdraw","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"arrive","label":"arrive","stored":"arrive","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"lose","label":"lose","stored":"lose","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"scan","label":"scan","stored":"scan","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"load","label":"load","stored":"load","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"deliver","label":"deliver","stored":"deliver","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"miss","label":"miss","stored":"miss","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"refuse_it","label":"refuse it","stored":"refuse_it","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"fetch","label":"fetch","stored":"fetch","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"expire","label":"expire","stored":"expire","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"hand_over","label":"hand over","stored":"hand_over","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"find_again","label":"find again","stored":"find_again","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"write_off","label":"write off","stored":"write_off","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"weight_grams","type":"int"}],"arrows":[{"event":"announce","from":null,"target":"to","to":"announced","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"find","from":null,"target":"to","to":"in_depot","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"collect","from":"announced","target":"to","to":"collected","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"withdraw","from":"announced","target":"to","to":"withdrawn","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"arrive","from":"collected","target":"to","to":"in_depot","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"lose","from":"collected","target":"to","to":"lost","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"scan","from":"in_depot","target":"to","to":"in_depot","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"load","from":"in_depot","target":"to","to":"on_tour","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"return","from":"in_depot","target":"to","to":"going_back","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"lose","from":"in_depot","target":"to","to":"lost","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"deliver","from":"on_tour","target":"to","to":"delivered","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"miss","from":"on_tour","target":"to","to":"at_shop","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"return","from":"on_tour","target":"to","to":"going_back","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"refuse_it","from":"on_tour","target":"to","to":"going_back","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"lose","from":"on_tour","target":"to","to":"lost","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"fetch","from":"at_shop","target":"to","to":"delivered","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"expire","from":"at_shop","target":"to","to":"going_back","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"hand_over","from":"going_back","target":"to","to":"returned","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"lose","from":"going_back","target":"to","to":"lost","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"find_again","from":"lost","target":"to","to":"in_depot","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"write_off","from":"lost","target":"to","to":"written_off","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"announce","from":null,"to":"announced","arrow":0},{"event":"find","from":null,"to":"in_depot","arrow":1},{"event":"return","from":"in_depot","to":"going_back","arrow":8},{"event":"return","from":"on_tour","to":"going_back","arrow":12},{"event":"collect","from":"announced","to":"collected","arrow":2},{"event":"withdraw","from":"announced","to":"withdrawn","arrow":3},{"event":"arrive","from":"collected","to":"in_depot","arrow":4},{"event":"lose","from":"collected","to":"lost","arrow":5},{"event":"lose","from":"in_depot","to":"lost","arrow":9},{"event":"lose","from":"on_tour","to":"lost","arrow":14},{"event":"lose","from":"going_back","to":"lost","arrow":18},{"event":"scan","from":"in_depot","to":"in_depot","arrow":6},{"event":"load","from":"in_depot","to":"on_tour","arrow":7},{"event":"deliver","from":"on_tour","to":"delivered","arrow":10},{"event":"miss","from":"on_tour","to":"at_shop","arrow":11},{"event":"refuse_it","from":"on_tour","to":"going_back","arrow":13},{"event":"fetch","from":"at_shop","to":"delivered","arrow":15},{"event":"expire","from":"at_shop","to":"going_back","arrow":16},{"event":"hand_over","from":"going_back","to":"returned","arrow":17},{"event":"find_again","from":"lost","to":"in_depot","arrow":19},{"event":"write_off","from":"lost","to":"written_off","arrow":20}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"depot.parcel_current","transitions":"depot.parcel_transitions","parent":"depot.parcels","parent_column":"number","objects":"select object, definition from public.pawl_catalog(''depot''::text, ''{parcel_current,parcel_transitions,parcel_moves,parcel_state}''::text[], ''{parcel_model_2_b2c3b1ad683b421e,parcel_is_free,parcel_announce,parcel_announce_many,parcel_find,parcel_find_many,parcel_return,parcel_return_many,parcel_collect,parcel_collect_many,parcel_withdraw,parcel_withdraw_many,parcel_arrive,parcel_arrive_many,parcel_lose,parcel_lose_many,parcel_scan,parcel_scan_many,parcel_load,parcel_load_many,parcel_deliver,parcel_deliver_many,parcel_miss,parcel_miss_many,parcel_refuse_it,parcel_refuse_it_many,parcel_fetch,parcel_fetch_many,parcel_expire,parcel_expire_many,parcel_hand_over,parcel_hand_over_many,parcel_find_again,parcel_find_again_many,parcel_write_off,parcel_write_off_many,parcel_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''depot.parcel_current'')::oid, to_regclass(''depot.parcel_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from depot.parcel_current where parcel_id = $1::bigint and depot.parcel_model_2_b2c3b1ad683b421e()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\\nfrom depot.parcel_transitions where parcel_id = $1::bigint and depot.parcel_model_2_b2c3b1ad683b421e() order by sort_key","in_state":"select parcel_id, state, sort_key, since from depot.parcel_current\\nwhere state = $1::text and (since, parcel_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\n  and depot.parcel_model_2_b2c3b1ad683b421e() order by since, parcel_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select parcel_id, state, sort_key, since from depot.parcel_current\\n    where state < $1::text and (state, since, parcel_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\n    order by state, since, parcel_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select parcel_id, state, sort_key, since from depot.parcel_current\\n    where (state, since, parcel_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\n    order by state, since, parcel_id limit $8::bigint\\n  ) after\\n) others where depot.parcel_model_2_b2c3b1ad683b421e() order by state, since, parcel_id limit $8::bigint","count_by_state":"select state, count(*) from depot.parcel_current where depot.parcel_model_2_b2c3b1ad683b421e() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\\nfrom depot.parcel_transitions where parcel_id = $1::bigint and depot.parcel_model_2_b2c3b1ad683b421e()\\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select depot.parcel_fire_deferred($1::bigint, $2::text) where depot.parcel_model_2_b2c3b1ad683b421e()"},"fire":{"announce":"select depot.parcel_announce($1::bigint, $2::integer, $3::text, $4::text) where depot.parcel_model_2_b2c3b1ad683b421e()","find":"select depot.parcel_find($1::bigint, $2::text, $3::text) where depot.parcel_model_2_b2c3b1ad683b421e()","return":"select depot.parcel_return($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","collect":"select depot.parcel_collect($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","withdraw":"select depot.parcel_withdraw($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","arrive":"select depot.parcel_arrive($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","lose":"select depot.parcel_lose($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","scan":"select depot.parcel_scan($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","load":"select depot.parcel_load($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","deliver":"select depot.parcel_deliver($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","miss":"select depot.parcel_miss($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","refuse_it":"select depot.parcel_refuse_it($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","fetch":"select depot.parcel_fetch($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","expire":"select depot.parcel_expire($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","hand_over":"select depot.parcel_hand_over($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","find_again":"select depot.parcel_find_again($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()","write_off":"select depot.parcel_write_off($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()"}},"diagram":"digraph \\"parcel\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_parcel\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Parcel</b><!--parcel-->>; tooltip=\\"A parcel on its way, with more states than fit side by side.\\";\\n    \\"parcel.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"parcel.announced\\" [label=<Announced<!--parcel.announced-->>, class=\\"state\\"];\\n    \\"parcel.collected\\" [label=<On the first lorry<br/><font point-size=\\"12\\" color=\\"#556070\\">collected</font><!--parcel.collected-->>, class=\\"state\\"];\\n    \\"parcel.in_depot\\" [label=<In the depot<br/><font point-size=\\"12\\" color=\\"#556070\\">in_depot</font><!--parcel.in_depot-->>, class=\\"state\\"];\\n    \\"parcel.on_tour\\" [label=<On tour<!--parcel.on_tour-->>, class=\\"state\\"];\\n    \\"parcel.at_shop\\" [label=<Waits in a shop<br/><font point-size=\\"12\\" color=\\"#556070\\">at_shop</font><!--parcel.at_shop-->>, class=\\"state\\"];\\n    \\"parcel.going_back\\" [label=<On its way back<br/><font point-size=\\"12\\" color=\\"#556070\\">going_back</font><!--parcel.going_back-->>, class=\\"state\\"];\\n    \\"parcel.lost\\" [label=<Lost<!--parcel.lost-->>, class=\\"state\\"];\\n    \\"parcel.withdrawn\\" [label=<Never sent<br/><font point-size=\\"12\\" color=\\"#556070\\">withdrawn</font><!--parcel.withdrawn-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"parcel.delivered\\" [label=<Delivered<!--parcel.delivered-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"parcel.returned\\" [label=<Back with its sender<br/><font point-size=\\"12\\" color=\\"#556070\\">returned</font><!--parcel.returned-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"parcel.written_off\\" [label=<Written off<!--parcel.written_off-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"parcel.\\" -> \\"parcel.announced\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>Sender announces it<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"announce\\", labeltooltip=\\"announce\\"];\\n    \\"parcel.\\" -> \\"parcel.in_depot\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>Found without papers<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"find\\", labeltooltip=\\"find\\"];\\n    \\"parcel.announced\\" -> \\"parcel.collected\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>collect<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"collect\\", labeltooltip=\\"collect\\"];\\n    \\"parcel.announced\\" -> \\"parcel.withdrawn\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>withdraw<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"withdraw\\", labeltooltip=\\"withdraw\\"];\\n    \\"parcel.collected\\" -> \\"parcel.in_depot\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>arrive<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"arrive\\", labeltooltip=\\"arrive\\"];\\n    \\"parcel.collected\\" -> \\"parcel.lost\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>lose<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"lose\\", labeltooltip=\\"lose\\"];\\n    \\"parcel.in_depot\\" -> \\"parcel.in_depot\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>scan<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">(begins anew)</font><br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"scan\\", labeltooltip=\\"scan\\"];\\n    \\"parcel.in_depot\\" -> \\"parcel.on_tour\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>load<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"load\\", labeltooltip=\\"load\\"];\\n    \\"parcel.in_depot\\" -> \\"parcel.going_back\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>Send it back<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"return\\", labeltooltip=\\"return\\"];\\n    \\"parcel.in_depot\\" -> \\"parcel.lost\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>lose<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"lose\\", labeltooltip=\\"lose\\"];\\n    \\"parcel.on_tour\\" -> \\"parcel.delivered\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>deliver<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"deliver\\", labeltooltip=\\"deliver\\"];\\n    \\"parcel.on_tour\\" -> \\"parcel.at_shop\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>miss<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"miss\\", labeltooltip=\\"miss\\"];\\n    \\"parcel.on_tour\\" -> \\"parcel.going_back\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>Send it back<br align=\\"left\\"/>refuse it<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"return\\\\nrefuse_it\\", labeltooltip=\\"return\\\\nrefuse_it\\"];\\n    \\"parcel.lost\\" -> \\"parcel.on_tour\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>lose<br align=\\"left\\"/></td></tr></table>>, dir=back, class=\\"move\\", tooltip=\\"lose\\", labeltooltip=\\"lose\\"];\\n    \\"parcel.at_shop\\" -> \\"parcel.delivered\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>fetch<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"fetch\\", labeltooltip=\\"fetch\\"];\\n    \\"parcel.going_back\\" -> \\"parcel.at_shop\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>expire<br align=\\"left\\"/></td></tr></table>>, dir=back, class=\\"move\\", tooltip=\\"expire\\", labeltooltip=\\"expire\\"];\\n    \\"parcel.going_back\\" -> \\"parcel.returned\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>hand over<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"hand_over\\", labeltooltip=\\"hand_over\\"];\\n    \\"parcel.lost\\" -> \\"parcel.going_back\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>lose<br align=\\"left\\"/></td></tr></table>>, dir=back, class=\\"move\\", tooltip=\\"lose\\", labeltooltip=\\"lose\\"];\\n    \\"parcel.in_depot\\" -> \\"parcel.lost\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>find again<br align=\\"left\\"/></td></tr></table>>, dir=back, class=\\"move\\", tooltip=\\"find_again\\", labeltooltip=\\"find_again\\"];\\n    \\"parcel.lost\\" -> \\"parcel.written_off\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>write off<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"write_off\\", labeltooltip=\\"write_off\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\" color=\\"#2e8246\\"><tr><td><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td width=\\"16\\" height=\\"6\\"> </td></tr></table></td></tr></table></td><td align=\\"left\\">final </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"solid\\" color=\\"#1d4f91\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">shortest way to Never sent </td><td align=\\"right\\"><font color=\\"#556070\\">a_b</font></td><td align=\\"left\\">its name in programs </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('parcel'::text, 'depot'::text, '{parcel_current,parcel_transitions,parcel_moves,parcel_state}'::text[], '{parcel_model_2_b2c3b1ad683b421e,parcel_is_free,parcel_announce,parcel_announce_many,parcel_find,parcel_find_many,parcel_return,parcel_return_many,parcel_collect,parcel_collect_many,parcel_withdraw,parcel_withdraw_many,parcel_arrive,parcel_arrive_many,parcel_lose,parcel_lose_many,parcel_scan,parcel_scan_many,parcel_load,parcel_load_many,parcel_deliver,parcel_deliver_many,parcel_miss,parcel_miss_many,parcel_refuse_it,parcel_refuse_it_many,parcel_fetch,parcel_fetch_many,parcel_expire,parcel_expire_many,parcel_hand_over,parcel_hand_over_many,parcel_find_again,parcel_find_again_many,parcel_write_off,parcel_write_off_many,parcel_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);

-- lamp --------------------------------------------------------------------------------------------

call public.pawl_begin_machine('lamp'::text, '7096ee88a3f6f2ad'::text, 'public'::text,
  '{lamp_current,lamp_transitions,lamp_moves,lamp_state,lamp_transitions_request,lamp_transitions_key}'::text[], null::text);
call public.pawl_take_back_calls('public'::text, '{lamp_model_2_7096ee88a3f6f2ad,lamp_is_free,lamp_with_key,lamp_create,lamp_create_many,lamp_press,lamp_press_many,lamp_fire_deferred}'::text[]);
call public.pawl_accept_programs('lamp'::text, '7096ee88a3f6f2ad'::text, 2::integer, 'public'::text);
create table if not exists public.lamp_current (
  lamp_id text collate "C" primary key,
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

create table if not exists public.lamp_transitions (
  lamp_id text collate "C" not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  room integer,
  fuse text collate "C",
  primary key (lamp_id, sort_key)
);
do $pawl$
begin
  if to_regclass('public.lamp_transitions_request') is null then
    create unique index lamp_transitions_request on public.lamp_transitions (lamp_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view public.lamp_moves as select * from (values
  ('create', '', 'off'),
  ('press', 'off', 'on'),
  ('press', 'on', 'off')
) move (event, from_state, to_state);

create or replace view public.lamp_state as
  select lamp_id, state, sort_key, since from public.lamp_current;

call public.pawl_refuse_writes_to(array['public.lamp_current', 'public.lamp_transitions']::regclass[]);
grant select on public.lamp_current, public.lamp_transitions, public.lamp_moves, public.lamp_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('lamp'::text, 'public.lamp_current'::text);
call public.pawl_add_is_free('lamp'::text, 'public'::text);
do $pawl$
begin
  if to_regclass('public.lamp_transitions_key') is null then
    create index lamp_transitions_key on public.lamp_transitions (room, lamp_id) where sort_key = 10;
  end if;
end
$pawl$;
create or replace function public.lamp_with_key(key integer)
returns setof public.lamp_current language sql stable set search_path = pg_catalog, pg_temp
as $pawl$
  select head.* from public.lamp_current head
      join public.lamp_transitions begun on begun.lamp_id = head.lamp_id and begun.sort_key = 10
    where begun.room = $1
    order by head.lamp_id
$pawl$;
comment on function public.lamp_with_key(integer) is 'Those that honour the locks held on this key.';

comment on table public.lamp_current is 'lamp
One row for each: where it is.';
call public.pawl_describe('public'::text, 'lamp'::text, 'lamp_transitions'::text);

create or replace function public.lamp_create(id text, room integer, fuse text, actor text default null,
  request_id text default null,
  lock_owner text default null, lock_token bigint default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
begin
  if $1 is null or $1 = '' or octet_length($1) > 1024
     or $2 is null
     or $3 is null
     or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id, room, fuse; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock_key := $2::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  lock table only public.lamp_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
          and $6 is null and $7 is null
          and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.lamp_model_2_7096ee88a3f6f2ad())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join public.lamp_current head on head.lamp_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $5 is not null then
        select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $5;
        if found then
          return row(case when earlier.event = 'create'
              and earlier.room is not distinct from $2
              and earlier.fuse is not distinct from $3 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $5, lock_key, $6, $7);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: lamp was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $5, lock_key, $6, $7);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'off', 10, clock_timestamp(), null, null, null);
    begin
      insert into public.lamp_current (lamp_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'lamp_current_pkey' then
          raise;
        end if;
    end;
    outcome := null;
  end loop;
  insert into public.lamp_transitions
    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($4, session_user), $5, $2, $3);
  return outcome;
end
$pawl$;
comment on function public.lamp_create(text, integer, text, text, text, text, bigint) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.lamp_create_many(text[], integer[], text[], text, text[], text, bigint)$pawl$)) then
    drop function public.lamp_create_many(text[], integer[], text[], text, text[], text, bigint);
  end if;
end
$pawl1$;
create or replace function public.lamp_create_many(id text[], room integer[], fuse text[], actor text default null,
  request_id text[] default null,
  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $9 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($8)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, room, fuse; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  return query
    with made as materialized (
      select given.number, public.lamp_create(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id, $6, $7) as outcome
        from (select * from unnest($1, $2, $3, $5, $8) with ordinality given (id, v1, v2, request_id, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.lamp_press(id text, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  lock_owner text default null, lock_token bigint default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
  lock_key text;
  creation public.lamp_transitions;
begin
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  lock table only public.lamp_current in row share mode; -- a later freeze or migration waits
  -- what it was created with never changes
  select * into creation from public.lamp_transitions begun
    where begun.lamp_id = $1 and begun.sort_key = 10;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  lock_key := creation.room::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  perform case when lock.is_shared then pg_advisory_xact_lock_shared(lock.number)
      else pg_advisory_xact_lock(lock.number) end
    from (select distinct wanted.number, wanted.is_shared from (values
      (public.pawl_key(''::text, lock_key), true),
      (public.pawl_key('lamp'::text, creation.fuse::text), false),
(public.pawl_key('lamp'::text, creation.room::text), false)      ) wanted (number, is_shared) where wanted.number is not null
      order by wanted.number) lock;
  if $3 is null and $4 is null then
    update public.lamp_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('off', 'on'), ('on', 'off')) move (from_state, to_state)
      where head.lamp_id = $1 and case when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.lamp_model_2_7096ee88a3f6f2ad()) then head.state = move.from_state end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update public.lamp_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('off', 'on'), ('on', 'off')) move (from_state, to_state)
      where head.lamp_id = $1 and case when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.lamp_model_2_7096ee88a3f6f2ad()) then head.state = move.from_state end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.lamp_model_2_7096ee88a3f6f2ad())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.lamp_current head where head.lamp_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, lock_key, $5, $6);
    end if;
    if $3 is not null and (outcome.sort_key > 10 or creation.request_id = $3) then
      select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'press' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, lock_key, $5, $6);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'off' then 'on'
      when 'on' then 'off'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'press' || ' is not allowed in ' || outcome.from_state || '; public.lamp_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.lamp_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.lamp_transitions
    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'press', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  return outcome;
end
$pawl$;
comment on function public.lamp_press(text, text, text, integer, text, bigint) is 'press';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.lamp_press_many(text[], text, text[], integer[], text, bigint)$pawl$)) then
    drop function public.lamp_press_many(text[], text, text[], integer[], text, bigint);
  end if;
end
$pawl1$;
create or replace function public.lamp_press_many(id text[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null,
  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy text[];
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $8 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $8 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.lamp_current head where head.lamp_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.lamp_current head where head.lamp_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.lamp_press(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome
        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function public.lamp_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('lamp'::text, $1);
  if waiting.number is null then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  given := public.pawl_deferred_arguments(waiting.arguments);
  begin
    outcome.status := 'MISUSE'; -- unless it is called
    outcome.detail := waiting.event || ': what was deferred does not have its parameters';
    case waiting.event
    when 'create' then
      outcome := case when cardinality(given) = 2 then public.lamp_create(waiting.entity, given[1]::integer, given[2],
          waiting.actor, waiting.request_id,
          waiting.lock_owner, waiting.lock_token) else outcome end;
    when 'press' then
      outcome := case when cardinality(given) = 0 then public.lamp_press(waiting.entity,
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token) else outcome end;
    else
      outcome.detail := 'machine lamp: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'lamp' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('public'::text,
  '{lamp_create,lamp_create_many,lamp_press,lamp_press_many,lamp_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('lamp', '7096ee88a3f6f2ad', 2, clock_timestamp(), E'{"name":"lamp","label":"lamp","fingerprint":"7096ee88a3f6f2ad","key_type":"text","storage":"head","unindexed":true,"initial_is_implicit":false,"key":{"kind":"created","column":"room","event":"create"},"states":[{"name":"off","label":"off","stored":"off","initial":true,"final":false,"enter":[],"leave":[]},{"name":"on","label":"on","stored":"on","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"room","type":"int","optional":false,"column":"room"},{"name":"fuse","type":"text","optional":false,"column":"fuse"}],"serialize_by":[]},{"name":"press","label":"press","stored":"press","creation":false,"timer":false,"params":[],"serialize_by":[{"kind":"created","column":"fuse","event":"create"},{"kind":"created","column":"room","event":"create"}]}],"columns":[{"name":"room","type":"int"},{"name":"fuse","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"off","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"press","from":"off","target":"to","to":"on","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"press","from":"on","target":"to","to":"off","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"off","arrow":0},{"event":"press","from":"off","to":"on","arrow":1},{"event":"press","from":"on","to":"off","arrow":2}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.lamp_current","transitions":"public.lamp_transitions","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{lamp_current,lamp_transitions,lamp_moves,lamp_state}''::text[], ''{lamp_model_2_7096ee88a3f6f2ad,lamp_is_free,lamp_with_key,lamp_create,lamp_create_many,lamp_press,lamp_press_many,lamp_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''public.lamp_current'')::oid, to_regclass(''public.lamp_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.lamp_current where lamp_id = $1::text and public.lamp_model_2_7096ee88a3f6f2ad()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\\nfrom public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_7096ee88a3f6f2ad() order by sort_key","in_state":"select lamp_id, state, sort_key, since from public.lamp_current\\nwhere state = $1::text and (since, lamp_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\n  and public.lamp_model_2_7096ee88a3f6f2ad() order by since, lamp_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select lamp_id, state, sort_key, since from public.lamp_current\\n    where state < $1::text and (state, since, lamp_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\n    order by state, since, lamp_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select lamp_id, state, sort_key, since from public.lamp_current\\n    where (state, since, lamp_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\n    order by state, since, lamp_id limit $8::bigint\\n  ) after\\n) others where public.lamp_model_2_7096ee88a3f6f2ad() order by state, since, lamp_id limit $8::bigint","count_by_state":"select state, count(*) from public.lamp_current where public.lamp_model_2_7096ee88a3f6f2ad() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\\nfrom public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_7096ee88a3f6f2ad()\\n  and to_state = $2::text order by sort_key desc limit 1","with_key":"select head.lamp_id, head.state, head.sort_key, head.since from public.lamp_transitions begun\\njoin public.lamp_current head on head.lamp_id = begun.lamp_id\\nwhere begun.sort_key = 10 and begun.room = $1::integer\\n  and ($2::text is null or begun.lamp_id > $2::text) and public.lamp_model_2_7096ee88a3f6f2ad()\\norder by begun.lamp_id limit $3::bigint","fire_deferred":"select public.lamp_fire_deferred($1::bigint, $2::text) where public.lamp_model_2_7096ee88a3f6f2ad()","find_key":"select cast(room as text) from public.lamp_transitions where lamp_id = $1::text and sort_key = 10\\n  and public.lamp_model_2_7096ee88a3f6f2ad()"},"fire":{"create":"select public.lamp_create($1::text, $2::integer, $3::text, $4::text, $5::text, $6::text, $7::bigint) where public.lamp_model_2_7096ee88a3f6f2ad()","press":"select public.lamp_press($1::text, $2::text, $3::text, $4::integer, $5::text, $6::bigint) where public.lamp_model_2_7096ee88a3f6f2ad()"}},"diagram":"digraph \\"lamp\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_lamp\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>lamp</b><!--lamp-->>;\\n    \\"lamp.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"lamp.off\\" [label=<off<!--lamp.off-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    \\"lamp.on\\" [label=<on<!--lamp.on-->>, class=\\"state\\"];\\n    \\"lamp.\\" -> \\"lamp.off\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"lamp.off\\" -> \\"lamp.on\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>press<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"press\\", labeltooltip=\\"press\\"];\\n    \\"lamp.off\\" -> \\"lamp.on\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>press<br align=\\"left\\"/></td></tr></table>>, dir=back, class=\\"move\\", tooltip=\\"press\\", labeltooltip=\\"press\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('lamp'::text, 'public'::text, '{lamp_current,lamp_transitions,lamp_moves,lamp_state}'::text[], '{lamp_model_2_7096ee88a3f6f2ad,lamp_is_free,lamp_with_key,lamp_create,lamp_create_many,lamp_press,lamp_press_many,lamp_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);

call public.pawl_refuse_foreign_code();

call public.pawl_leave_owner();

commit;

-- This file is whole.
