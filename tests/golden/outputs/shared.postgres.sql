-- Written by pawl from shared.fsm. Do not edit: change shared.fsm and run pawl again.
-- Its last line says that it is whole.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables.
--   psql -v ON_ERROR_STOP=1 -f pawl.postgres.sql
--   psql -v ON_ERROR_STOP=1 -f shared.postgres.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply shared.postgres.sql --db=...
-- Requires schema 3
-- Deploys order 88bb0437e8fe364d
-- Deploys refund e25188746c1b36e0
-- Adopts {"machine":"order","table":"shop.order_transitions","key_type":"bigint","states":["pending","paid","shipped","cancelled"],"columns":{"amount":"bigint","note":"text"},"enforced":true}
-- Adopts {"machine":"refund","table":"public.refund_transitions","key_type":"text","states":["asked","paid_out"],"columns":{"account":"text","at_once":"bool"}}

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
      'shop.orders', current_user) into lacking
    from (values ('references', 'id'), ('select', 'id'), ('update', 'id'), ('select', 'id'), ('select', 'state'), ('update', 'state')) needed (right_on, of_column)
    where not has_column_privilege('shop.orders', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')
      and not has_column_privilege('pawl_owner', 'shop.orders', (parse_ident(needed.of_column))[1], needed.right_on)
    having count(*) > 0;
  if not has_schema_privilege('shop', 'create with grant option')
     and not has_schema_privilege('pawl_owner', 'shop', 'create') then
    lacking := concat_ws('; ', format('grant usage, create on schema %s to %I with grant option', 'shop', current_user), lacking);
  end if;
  if lacking is not null then
    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'order'
      using errcode = 'insufficient_privilege', hint = lacking;
  end if;
end
$pawl$;
grant usage, create on schema shop to pawl_owner;
grant usage on schema shop to pawl_app, pawl_operator;
grant references (id) on shop.orders to pawl_owner;
grant select (id), update (id) on shop.orders to pawl_owner;
do $pawl$
declare
  sequence text;
begin
  if exists (select from pg_class c join pg_roles r on r.oid = c.relowner
             where c.oid = to_regclass('shop.order_transitions') and r.rolname <> 'pawl_owner') then
    grant select, insert, update, trigger on shop.order_transitions to pawl_owner;
    for sequence in
      select pg_get_serial_sequence('shop.order_transitions', a.attname) from pg_attribute a
        where a.attrelid = to_regclass('shop.order_transitions') and a.attnum > 0 and not a.attisdropped
    loop
      continue when sequence is null;
      execute 'grant usage on sequence ' || sequence || ' to pawl_owner';
    end loop;
  end if;
end
$pawl$;
grant select (id, state), update (state) on shop.orders to pawl_owner;
-- What whoever applies this must be able to grant; all that he may not is told together.
do $pawl$
declare
  lacking text;
begin
  select format('grant %s on %s to %I with grant option', string_agg(format('%s (%s)', needed.right_on, needed.of_column), ', '),
      'public.refunds', current_user) into lacking
    from (values ('references', 'id'), ('select', 'id'), ('update', 'id')) needed (right_on, of_column)
    where not has_column_privilege('public.refunds', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')
      and not has_column_privilege('pawl_owner', 'public.refunds', (parse_ident(needed.of_column))[1], needed.right_on)
    having count(*) > 0;
  if lacking is not null then
    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'refund'
      using errcode = 'insufficient_privilege', hint = lacking;
  end if;
end
$pawl$;
grant references (id) on public.refunds to pawl_owner;
grant select (id), update (id) on public.refunds to pawl_owner;
do $pawl$
declare
  sequence text;
begin
  if exists (select from pg_class c join pg_roles r on r.oid = c.relowner
             where c.oid = to_regclass('public.refund_transitions') and r.rolname <> 'pawl_owner') then
    grant select, insert, update, trigger on public.refund_transitions to pawl_owner;
    for sequence in
      select pg_get_serial_sequence('public.refund_transitions', a.attname) from pg_attribute a
        where a.attrelid = to_regclass('public.refund_transitions') and a.attnum > 0 and not a.attisdropped
    loop
      continue when sequence is null;
      execute 'grant usage on sequence ' || sequence || ' to pawl_owner';
    end loop;
  end if;
end
$pawl$;
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

-- order -------------------------------------------------------------------------------------------

call public.pawl_refuse_entities_on_nodes('order'::text, 'shop.orders'::text);
call public.pawl_begin_machine('order'::text, '88bb0437e8fe364d'::text, 'shop'::text,
  '{order_transitions,order_transitions_metadata,order_moves,order_history,order_current,order_state,order_pending,order_pending_rules,order_effect_book,order_pending_due}'::text[], 'shop.order_transitions'::text);
call public.pawl_take_back_calls('shop'::text, '{order_model_2_88bb0437e8fe364d,order_is_free,order_transitions_write,order_transitions_check,order_with_key,order_guard_cheap,order_effect_book,order_pay,order_pay_many,order_create,order_create_many,order_check_out,order_cancel,order_cancel_many,order_ship,order_ship_many,order_give_up,order_give_up_many,order_pending_claim,order_pending_complete,order_pending_not_yet,order_pending_fail,order_pending_extend,order_pending_retry,order_fire_deferred,order_fail_deferred}'::text[]);
call public.pawl_accept_programs('order'::text, '88bb0437e8fe364d'::text, 2::integer, 'shop'::text);
call public.pawl_refuse_key_type('order'::text, 'shop.orders'::text, 'id'::text, 'bigint'::text);
do $pawl$
begin
  perform set_config('pawl.makes_table', (to_regclass('shop.order_transitions') is null)::text, true);
  if to_regclass('shop.order_transitions') is not null
     and coalesce(current_setting('pawl.adopt', true), '') <> 'yes'
     and not exists (select from public.pawl_machines where machine = 'order') then
    raise exception 'the table shop.order_transitions is there already; nothing was changed'
      using errcode = 'PW003',
            hint = 'Take it over with pawlctl apply --adopt, which says what it lacks.';
  end if;
end
$pawl$;
create table if not exists shop.order_transitions (
  id bigint generated by default as identity primary key,
  order_id bigint not null
    constraint order_transitions_parent references shop.orders (id),
  sort_key integer not null,
  to_state text collate "C" not null,
  most_recent boolean not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  event text collate "C",
  from_state text collate "C",
  actor text collate "C" check (octet_length(actor) <= 255),
  request_id text collate "C",
  amount bigint,
  note text collate "C"
);
do $pawl$
begin
  if current_setting('pawl.makes_table') = 'true' then
    create unique index order_transitions_sort on shop.order_transitions (order_id, sort_key);
    create unique index order_transitions_recent on shop.order_transitions (order_id, most_recent)
      where most_recent;
    create unique index order_transitions_request on shop.order_transitions (order_id, request_id)
      where request_id is not null;
    create index order_transitions_state on shop.order_transitions (to_state);
  end if;
end
$pawl$;
do $pawl$
begin
  if current_setting('pawl.makes_table') = 'true' then
    grant select, insert, update on shop.order_transitions to pawl_app;
    grant select on shop.order_transitions to pawl_operator;
  end if;
end
$pawl$;

-- what moves carry, where shop.order_transitions has no column metadata
create table if not exists shop.order_transitions_metadata (
  order_id bigint not null,
  sort_key integer not null,
  created_at timestamptz not null,
  metadata jsonb not null,
  primary key (order_id, sort_key)
);
call public.pawl_refuse_writes_to(array['shop.order_transitions_metadata']::regclass[]);

create or replace view shop.order_moves as select * from (values
  ('pay', 'pending', 'paid'),
  ('create', '', 'pending'),
  ('check_out', 'pending', 'pending'),
  ('cancel', 'pending', 'cancelled'),
  ('ship', 'paid', 'shipped'),
  ('give_up', 'paid', 'cancelled')
) move (event, from_state, to_state);

create or replace view shop.order_history as
  select made.order_id, made.sort_key,
    coalesce(made.event, case when drawn.events = 1 then drawn.event end, '') as event,
    drawn.from_state, made.to_state, made.created_at,
    coalesce(made.actor, '') as actor, made.request_id, made.amount, made.note
  from shop.order_transitions row
  left join shop.order_transitions_metadata beside on beside.order_id = row.order_id
    and beside.sort_key = row.sort_key
    and beside.created_at = timestamptz 'epoch' + coalesce((extract(epoch from
      case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
      * 1000000)::bigint, 0) * interval '1 microsecond'
  cross join lateral (
    select coalesce(beside.metadata, public.pawl_read_jsonb(metadata::text)) as metadata
      from (select row.*) own
  ) kept cross join lateral (select
    kept.metadata -> 'pawl' ->> 'event' as event,
    kept.metadata -> 'pawl' ->> 'from_state' as from_state,
    kept.metadata -> 'pawl' ->> 'actor' as actor,
    kept.metadata -> 'pawl' ->> 'request_id' as request_id,
    public.pawl_read_bigint(kept.metadata ->> 'amount') as amount,
    (kept.metadata ->> 'note') as note
  ) absent cross join lateral (
    select row.order_id, row.sort_key::integer as sort_key,
      row.to_state::text collate "C" as to_state,
      timestamptz 'epoch' + coalesce((extract(epoch from
        case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
        * 1000000)::bigint, 0) * interval '1 microsecond' as created_at,
      event::text collate "C" as event,
      from_state::text collate "C" as from_state,
      actor::text collate "C" as actor,
      request_id::text collate "C" as request_id,
      amount::bigint as amount,
      note::text collate "C" as note
    from (select row.*) own
  ) made cross join lateral (
    select coalesce(made.from_state,
        (select before.to_state from shop.order_transitions before
          where before.order_id = row.order_id and before.sort_key < row.sort_key
          order by before.sort_key desc limit 1)::text,
        'pending') collate "C" as from_state
    offset 0
  ) left_from cross join lateral (
    select left_from.from_state, min(move.event) as event, count(distinct move.event) as events
      from shop.order_moves move
      where made.event is null and move.from_state = left_from.from_state
        and move.to_state = made.to_state
  ) drawn;

create or replace view shop.order_current as
  select row.order_id, row.to_state::text collate "C" as state, row.sort_key::integer as sort_key,
    timestamptz 'epoch' + coalesce((extract(epoch from
      case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
      * 1000000)::bigint, 0) * interval '1 microsecond' as since
  from shop.order_transitions row
  where not exists (select from shop.order_transitions later
                    where later.order_id = row.order_id and later.sort_key > row.sort_key)
  union all
  select parent.id::bigint, 'pending'::text collate "C", 0, timestamptz 'epoch'
  from shop.orders parent
  where not exists (select from shop.order_transitions row where row.order_id = parent.id);

create or replace function shop.order_transitions_write(bigint, integer, text, text, text, timestamptz, text, text, bigint, text)
returns void
language plpgsql as 'begin end'; -- until it is known which columns there are
do $pawl$
declare
  wanted record;
  names text := '';
  given text := '';
  kept text := '';
  kept_of_pawl text := '';
  kept_type text := 'jsonb';
  beside text := '';
begin
  for wanted in select * from (values
      ('event', true, '$3', '$3::text'),
      ('from_state', true, '$4', '$4::text'),
      ('actor', true, '$7', '$7::text'),
      ('request_id', true, '$8', '$8::text'),
      ('amount', false, '$9', '$9::text'),
      ('note', false, '$10', '$10::text')
    ) wanted (name, is_of_pawl, value, text) loop
    if exists (select from pg_attribute a where a.attrelid = 'shop.order_transitions'::regclass
                 and a.attname = wanted.name and not a.attisdropped) then
      names := names || ', ' || quote_ident(wanted.name);
      given := given || ', ' || wanted.value;
    elsif wanted.is_of_pawl then
      kept_of_pawl := kept_of_pawl || ', ' || quote_literal(wanted.name) || ', ' || wanted.text;
    else
      kept := kept || ', ' || quote_literal(wanted.name) || ', ' || wanted.text;
    end if;
  end loop;
  if exists (select from pg_attribute a where a.attrelid = 'shop.order_transitions'::regclass
               and a.attname = 'metadata' and not a.attisdropped) then
    names := names || ', metadata';
    given := given || ', kept';
    kept_type := 'shop.order_transitions.metadata%type';
  elsif kept || kept_of_pawl <> '' then
    beside := '  insert into shop.order_transitions_metadata as beside
          (order_id, sort_key, created_at, metadata)
        select row.order_id, row.sort_key,
            timestamptz ''epoch'' + coalesce((extract(epoch from
              case when row.created_at between ''4713-01-01 BC'' and ''294247-01-01'' then row.created_at end)
              * 1000000)::bigint, 0) * interval ''1 microsecond'', kept
          from shop.order_transitions row where row.order_id = $1 and row.sort_key = $2
        on conflict (order_id, sort_key) do update
          set created_at = excluded.created_at, metadata = excluded.metadata;';
  end if;
  execute 'create or replace function shop.order_transitions_write(bigint, integer, text, text, text, timestamptz, text, text, bigint, text)
    returns void language plpgsql as ' || quote_literal(replace(replace(replace(replace(replace(replace(
    '
    declare
      stamp text := to_char($6 at time zone ''UTC'', ''YYYY-MM-DD HH24:MI:SS.US'') || ''+00'';
      made shop.order_transitions.created_at%type := stamp;
      touched shop.order_transitions.updated_at%type := stamp;
      kept <kept_type> := <kept>;
    begin
      update shop.order_transitions before set most_recent = <superseded>, updated_at = touched
        where before.order_id = $1 and before.most_recent;
      insert into shop.order_transitions
        (order_id, sort_key, to_state, most_recent, created_at, updated_at<names>)
      values ($1, $2, $5, true, made, touched<given>);
    <beside>
    end',
    '<kept>', case when kept || kept_of_pawl = '' then '''' || chr(123) || chr(125) || ''''
      else 'jsonb_strip_nulls(jsonb_object(array[' || substr(kept, 3) || ']::text[])'
        || case kept_of_pawl when '' then '' else ' || jsonb_build_object(''pawl''::text, '
          'jsonb_object(array[' || substr(kept_of_pawl, 3) || ']::text[]))' end || ')::text' end),
    '<superseded>', (select case when a.attnotnull then 'false' else 'null' end from pg_attribute a
      where a.attrelid = 'shop.order_transitions'::regclass and a.attname = 'most_recent')),
    '<names>', names), '<given>', given), '<kept_type>', kept_type), '<beside>', beside));
end
$pawl$;
revoke all on function shop.order_transitions_write(bigint, integer, text, text, text, timestamptz, text, text, bigint, text) from public;

-- Others may add what the diagram allows, as Statesman does, and nothing else.
create or replace function shop.order_transitions_check() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
declare
  last record;
  added jsonb;
  changed record;
  sequence regclass;
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'order_transitions is history: its rows stay'
      using errcode = 'check_violation';
  elsif tg_when = 'AFTER' then -- when all is done
    if not exists (select from shop.order_transitions row
                   where row.order_id = new.order_id and row.most_recent) then
      raise exception 'order % has no most recent transition any more', new.order_id
        using errcode = 'check_violation', hint = 'Add the next transition.';
    end if;
    return null;
  elsif tg_op = 'UPDATE' then
    changed := new;
    changed.most_recent := old.most_recent;
    changed.updated_at := old.updated_at;
    if changed operator(pg_catalog.*<>) old -- byte by byte: 1.0 is not 1.00
       or new.most_recent and old.most_recent is not true then
      raise exception 'order_transitions is history: its rows are not changed'
        using errcode = 'check_violation', hint = 'Add a transition, or fire an event of order.';
    end if;
    return new;
  end if;
  added := to_jsonb(new);
  -- exactly, whatever the column's collation takes for the same
  select row.to_state::text collate "C" as to_state, row.sort_key into last
    from shop.order_transitions row
    where row.order_id = new.order_id order by row.sort_key desc limit 1;
  if not found then
    select 'pending'::text as to_state, 0 as sort_key into last;
  end if;
  -- asked after `last` was read: asked before, a row might come in between
  if exists (select from shop.order_transitions row
             where row.order_id = new.order_id and row.sort_key = new.sort_key) then
    return new; -- the index says so, which Statesman understands
  end if;
  if not exists (select from shop.order_moves move
                 where move.from_state = last.to_state and move.to_state = new.to_state::text collate "C"
                   and coalesce(added ->> 'event', move.event) = move.event)
     or coalesce(added ->> 'from_state', last.to_state) <> last.to_state then
    raise exception 'order % may not move from % to %', new.order_id,
        case last.to_state when '' then 'nothing' else last.to_state end, new.to_state
      using errcode = 'check_violation', hint = 'See shop.order_moves for what is allowed.';
  elsif new.sort_key <> last.sort_key + 10 or new.most_recent is not true
        or added ->> 'request_id' is not null then
    raise exception 'the next transition of order % is the most recent one, has the sort_key % and no request_id',
        new.order_id, last.sort_key + 10
      using errcode = 'check_violation', hint = 'Fire an event of order, or use Statesman.';
  elsif jsonb_exists(public.pawl_read_jsonb(added ->> 'metadata'), 'pawl') then
    raise exception 'what is called pawl in the metadata of order % is said by Pawl alone', new.order_id
      using errcode = 'check_violation', hint = 'Give it another name.';
  elsif new.created_at not between '4713-01-01 BC' and '294247-01-01' then
    raise exception 'the transition of order % has no time that can be read: %', new.order_id, new.created_at
      using errcode = 'check_violation', hint = 'Say when it was made.';
  end if;
  if jsonb_exists(added, 'id') then
    sequence := pg_get_serial_sequence('shop.order_transitions', 'id');
    -- without one it may be no number
    if (case when sequence is not null then
         (added ->> 'id')::numeric > coalesce(pg_sequence_last_value(sequence), 0) end) then
      raise exception 'the transition of order % has an id that its sequence will give to another', new.order_id
        using errcode = 'check_violation', hint = 'Leave it to the sequence.';
    end if;
  end if;
  return new;
end
$pawl$;
revoke all on function shop.order_transitions_check() from public;
create or replace trigger pawl_check_row before insert or update on shop.order_transitions
  for each row when (current_user <> 'pawl_owner')
  execute function shop.order_transitions_check();
create or replace trigger pawl_check_removal before delete or truncate on shop.order_transitions
  for each statement execute function shop.order_transitions_check();
do $pawl$
begin
  if not exists (select from pg_trigger t where t.tgrelid = 'shop.order_transitions'::regclass
                   and t.tgname = 'pawl_check_end') then
    create constraint trigger pawl_check_end after update on shop.order_transitions
      deferrable initially deferred
      for each row when (old.most_recent and new.most_recent is not true and current_user <> 'pawl_owner')
      execute function shop.order_transitions_check();
  end if;
  if pg_has_role((select c.relowner from pg_class c
                  where c.oid = 'shop.order_transitions'::regclass), 'member') then
    alter table shop.order_transitions enable always trigger pawl_check_row;
    alter table shop.order_transitions enable always trigger pawl_check_removal;
    alter table shop.order_transitions enable always trigger pawl_check_end;
  end if;
end
$pawl$;
create or replace view shop.order_state as
  select order_id, state, sort_key, since from shop.order_current;

grant select on shop.order_current, shop.order_history, shop.order_moves, shop.order_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('order'::text, 'shop.order_transitions'::text);
call public.pawl_add_is_free('order'::text, 'shop'::text);
create or replace function shop.order_with_key(key bigint)
returns setof shop.order_current language sql stable set search_path = pg_catalog, pg_temp
as $pawl$
  select head.* from shop.order_current head
    where head.order_id = $1
    order by head.order_id
$pawl$;
comment on function shop.order_with_key(bigint) is 'Those that honour the locks held on this key.';

comment on view shop.order_current is 'Order
Other programs write its rows, too, and only legal ones.
One row for each: where it is.';
call public.pawl_describe('shop'::text, 'order'::text, 'order_history'::text);

create table if not exists shop.order_pending (
  order_id bigint not null,
  declaration text collate "C" not null,
  is_work boolean not null,
  due_at timestamptz not null,
  fence integer not null,
  claim bigint not null default 0,
  attempts integer not null default 0,
  last_error text collate "C",
  parked_at timestamptz,
  is_asleep boolean not null default false,
  primary key (order_id, declaration)
);
do $pawl$
begin
  -- by which version 2 took a worker for dead whose session was cut
  if exists (select from pg_attribute own where own.attrelid = 'shop.order_pending'::regclass
             and own.attname = 'session' and not own.attisdropped) then
    alter table shop.order_pending drop column session;
  end if;
  if to_regclass('shop.order_pending_due') is null then
    create index order_pending_due on shop.order_pending (is_work, due_at)
      where parked_at is null and is_asleep = false;
  end if;
end
$pawl$;

create or replace view shop.order_pending_rules as select * from (values
  ('paid.give_up', false, 'give_up', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds')) rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to);

call public.pawl_refuse_writes_to(array['shop.order_pending']::regclass[]);
grant select on shop.order_pending, shop.order_pending_rules to pawl_app, pawl_operator;

comment on table shop.order_pending is 'Timers that run and work that waits: one row for each.';
comment on column shop.order_pending.due_at is 'For whoever has claimed it: the end of his lease.';
comment on column shop.order_pending.fence is 'The sort_key of the move that began it.';
comment on column shop.order_pending.claim is
  'Grows with each claim, so that of two workers the later one counts.';
comment on column shop.order_pending.parked_at is
  'Put aside, because its attempts are spent: order_pending_retry brings it back.';
comment on column shop.order_pending.is_asleep is 'The state answers the timer''s event in another way.';
comment on view shop.order_pending_rules is 'How each timer and work is treated.';

-- Guards and effects are only called by the functions of events. Their tables are those of shop.
-- What an effect inserts, updates or deletes becomes the rule of an empty view, wherever it can: it is
-- parsed now, as in a function with `begin atomic`, but planned once a session and not at each call.
set local search_path = pg_catalog, shop, pg_temp;
-- Literals get their values now.
set local timezone = 'UTC';
set local timezone_abbreviations = 'Default';
set local datestyle = 'ISO, MDY';
set local intervalstyle = postgres;
set local lc_monetary = 'C';
set local array_nulls = on;
set local xmloption = content;
set local transform_null_equals = off;

-- guard cheap of machine order
create or replace function shop.order_guard_cheap(bigint) returns setof boolean
language sql stable
begin atomic
select $1 < 1000
;
end;
revoke all on function shop.order_guard_cheap(bigint) from public;

-- effect book of machine order
create or replace function shop.order_effect_book(bigint) returns void
language sql volatile set search_path = pg_catalog, shop, pg_temp
begin atomic
insert into shop.bookings (amount) values ($1)
;
end;
revoke all on function shop.order_effect_book(bigint) from public;
drop view if exists shop.order_effect_book;
create view shop.order_effect_book as
  select null::bigint as argument_1 where false;
do $pawl$
begin
  create rule effect as on insert to shop.order_effect_book do instead (
insert into shop.bookings (amount) values (new.argument_1)
  );
  create or replace function shop.order_effect_book(bigint) returns void
  language plpgsql volatile set search_path = pg_catalog, shop, pg_temp
  as $$ begin insert into shop.order_effect_book values ($1); end $$;
exception when syntax_error_or_access_rule_violation or feature_not_supported then
  drop view shop.order_effect_book; -- PostgreSQL has no such rule
end
$pawl$;

set local search_path = pg_catalog, pg_temp;

-- Guards that run code of others, or lock rows, find that code's names as before.
do $pawl$
declare
  guard regprocedure;
begin
  for guard in
    select made.oid from pg_proc made
      where made.oid = any (array[
        'shop.order_guard_cheap(bigint)']::regprocedure[])
      and (made.prosqlbody::text ~ ':commandType [02-9]|:hasForUpdate true'
        or exists (
          select from pg_depend uses
            left join pg_class relation
              on uses.refclassid = 'pg_class'::regclass and relation.oid = uses.refobjid
            where uses.classid = 'pg_proc'::regclass and uses.objid = made.oid
              and uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)
              and (relation.relkind in ('r', 'p') and not relation.relrowsecurity) is not true))
  loop
    execute format('alter function %s volatile set search_path = pg_catalog, shop, pg_temp', guard);
  end loop;
end
$pawl$;

-- Code of others must not run within guards and effects, nor on tables that moves write or lock.
call public.pawl_refuse_foreign_hooks('shop'::text, '{order_guard_cheap,order_effect_book}'::text[], array['shop.orders', 'shop.order_transitions']::text[], 'shop.orders'::text);
call public.pawl_refuse_narrow_column('order'::text, 'shop.orders'::text, 'state'::text, array['pending', 'paid', 'shipped', 'cancelled']::text[]);
call public.pawl_refuse_narrow_column('order'::text, 'shop.order_transitions'::text, 'to_state'::text, array['pending', 'paid', 'shipped', 'cancelled']::text[]);
do $pawl$
declare
  used record;
begin
  for used in select a.attname, pg_get_expr(d.adbin, d.adrelid) as expression,
      p.oid::regprocedure as routine, p.pronamespace::regnamespace as space
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      join pg_depend on classid = 'pg_attrdef'::regclass and objid = d.oid
        and refclassid = 'pg_proc'::regclass
      join pg_proc p on p.oid = refobjid
    where d.adrelid = 'shop.order_transitions'::regclass and a.attgenerated = ''
  loop
    begin
      execute 'select ' || used.expression;
    exception when others then
      raise exception 'machine order: the default of shop.order_transitions.% would fail in a move: %; '
          'nothing was changed', used.attname, sqlerrm
        using errcode = 'PW003',
              hint = case sqlstate when '42501' then 'Allow it to ' || current_user || '.'
                else format('alter function %s set search_path = %s;', used.routine, used.space) end;
    end;
  end loop;
end
$pawl$;

set local search_path = pg_catalog, shop, pg_temp;
do $pawl$
begin
  perform public.pawl_explain('select $1 < 1000'::text,
    '(bigint)'::text,
    '(null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'guard cheap of machine order cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;
do $pawl$
begin
  perform public.pawl_explain('insert into shop.bookings (amount) values ($1)'::text,
    '(bigint)'::text,
    '(null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'effect book of machine order cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;

set local search_path = pg_catalog, pg_temp;

create or replace function shop.order_pay(id bigint, amount bigint, note text default null, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  lock_owner text default null, lock_token bigint default null,
  item public.pawl_item default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1
  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on
  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'
  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off
  set standard_conforming_strings = on set transform_null_equals = off
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
  is_done boolean; -- effects are called in an expression, which costs less than a query
  moment timestamptz;
begin
  if $1 is null or $4 is not null or $5 is not null
     or $2 is null
  then
    if $1 is null
       or $2 is null
       or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, amount; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  lock_key := $1::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from shop.orders parent where parent.id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $5, lock_key, $7, $8);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $7 is null and $8 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from shop.order_transitions row where row.order_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is null then -- it has not moved yet
    outcome.from_state := 'pending';
    outcome.sort_key := 0;
    outcome.created_at := timestamptz 'epoch';
  end if;
  if $5 is not null then
    select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $5;
    if found then
      return row(case when earlier.event = 'pay'
          and earlier.amount is not distinct from $2
          and earlier.note is not distinct from $3 then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $5, lock_key, $7, $8);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
  if $6 is not null then
    if outcome.sort_key <> $6 then
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  if not ($9 is null) then
    perform from shop.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false
      and p.declaration = ($9).declaration and p.fence = ($9).fence and p.claim = ($9).claim
      and (p.is_work);
    if not found then -- somebody else has it, or nobody has anything to do any more
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'pending' then
      if (select passes from shop.order_guard_cheap($2) passes limit 1) then
        outcome.to_state := 'paid';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'cheap');
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    outcome.detail := case when outcome.guard is null then 'pay' || ' is not allowed in ' || outcome.from_state || '; shop.order_moves says what is' end;
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  begin
    perform shop.order_transitions_write($1, outcome.sort_key, 'pay'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($4, session_user),
      $5, $2, $3);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from shop.order_transitions row
                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the order'
        using errcode = 'serialization_failure';
    end if;
    return shop.order_pay($1, $2, $3, $4, $5, $6,
      $7, $8, $9); -- another program was quicker: look again
  end;
  if (outcome.from_state, outcome.to_state) in (('pending', 'paid')) then
    insert into shop.order_pending (order_id, declaration, is_work, due_at, fence, is_asleep)
      values
        ($1, 'paid.give_up', false, least(clock_timestamp(), outcome.created_at) + interval '259200 seconds', outcome.sort_key, false)
      on conflict (order_id, declaration) do update
        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;
  end if;
  update shop.orders parent set state = outcome.to_state
    where parent.id = $1;
  case outcome.from_state
    when 'pending' then
      is_done := shop.order_effect_book($2) is not null;
    else null;
  end case;
  return outcome;
end
$pawl$;
comment on function shop.order_pay(bigint, bigint, text, text, text, integer, text, bigint, public.pawl_item) is 'pay';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$shop.order_pay_many(bigint[], bigint[], text[], text, text[], integer[], text, bigint)$pawl$)) then
    drop function shop.order_pay_many(bigint[], bigint[], text[], text, text[], integer[], text, bigint);
  end if;
end
$pawl1$;
create or replace function shop.order_pay_many(id bigint[], amount bigint[], note text[] default null, actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null,
  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $10 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($6), cardinality($9)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, amount; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $10 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from shop.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from shop.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else shop.order_pay(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id, given.expected, $7, $8) end as outcome
        from (select * from unnest($1, $2, $3, $5, $6, $9) with ordinality given (id, v1, v2, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function shop.order_create(id bigint, actor text default null,
  request_id text default null,
  lock_owner text default null, lock_token bigint default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
begin
  if $1 is null
     or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock_key := $1::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from shop.orders parent where parent.id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    outcome.detail := 'insert its row into shop.orders first, with that key as id';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $4, $5);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $4 is null and $5 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from shop.order_transitions row where row.order_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is null then -- it has not moved yet
    outcome.from_state := 'pending';
    outcome.sort_key := 0;
    outcome.created_at := timestamptz 'epoch';
  end if;
  if outcome.sort_key is not null then
    outcome.status := 'EXISTS';
    if $3 is not null then
      select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'create' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $4, $5);
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $4, $5);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
    outcome := row('OK', '', 'pending', 10, clock_timestamp(), null, null, null);
  begin
    perform shop.order_transitions_write($1, outcome.sort_key, 'create'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($2, session_user),
      $3, null::bigint, null::text);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from shop.order_transitions row
                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the order'
        using errcode = 'serialization_failure';
    end if;
    return shop.order_create($1, $2, $3,
      $4, $5); -- another program was quicker: look again
  end;
  update shop.orders parent set state = outcome.to_state
    where parent.id = $1;
  return outcome;
end
$pawl$;
comment on function shop.order_create(bigint, text, text, text, bigint) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$shop.order_create_many(bigint[], text, text[], text, bigint)$pawl$)) then
    drop function shop.order_create_many(bigint[], text, text[], text, bigint);
  end if;
end
$pawl1$;
create or replace function shop.order_create_many(id bigint[], actor text default null,
  request_id text[] default null,
  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $7 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($6)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $7 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from shop.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from shop.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else shop.order_create(given.id, coalesce(given.own_actor, $2), given.request_id, $4, $5) end as outcome
        from (select * from unnest($1, $3, $6) with ordinality given (id, request_id, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function shop.order_check_out(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  lock_owner text default null, lock_token bigint default null, verdicts text default null,
  item public.pawl_item default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
  moment timestamptz;
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
  if $7 is null then -- only a program of libpawl has its guards and effects in C
    outcome.status := 'MISUSE';
    outcome.guard := 'in_stock';
    outcome.detail := 'in_stock is in C: only a program that has it can fire this event';
    return outcome;
  end if;
  lock_key := $1::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from shop.orders parent where parent.id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from shop.order_transitions row where row.order_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is null then -- it has not moved yet
    outcome.from_state := 'pending';
    outcome.sort_key := 0;
    outcome.created_at := timestamptz 'epoch';
  end if;
  if $3 is not null then
    select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'check_out' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
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
  if not ($8 is null) then
    perform from shop.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false
      and p.declaration = ($8).declaration and p.fence = ($8).fence and p.claim = ($8).claim
      and (p.is_work);
    if not found then -- somebody else has it, or nobody has anything to do any more
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  if $7 = '?' and outcome.from_state in ('pending') then -- the caller asks guards in C, and calls again
    outcome.status := 'ASK';
    return outcome;
  end if;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'pending' then
      if substr($7, 2, 1) = '1' then -- in_stock
        outcome.to_state := 'pending';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'in_stock');
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    outcome.detail := case when outcome.guard is null then 'check_out' || ' is not allowed in ' || outcome.from_state || '; shop.order_moves says what is' end;
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  begin
    perform shop.order_transitions_write($1, outcome.sort_key, 'check_out'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($2, session_user),
      $3, null::bigint, null::text);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from shop.order_transitions row
                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    raise exception 'could not serialize access: another program moved the order'
      using errcode = 'serialization_failure';
  end;
  update shop.orders parent set state = outcome.to_state
    where parent.id = $1;
  return outcome;
end
$pawl$;
comment on function shop.order_check_out(bigint, text, text, integer, text, bigint, text, public.pawl_item) is 'check out';

create or replace function shop.order_cancel(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  lock_owner text default null, lock_token bigint default null,
  item public.pawl_item default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
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
  lock_key := $1::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from shop.orders parent where parent.id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from shop.order_transitions row where row.order_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is null then -- it has not moved yet
    outcome.from_state := 'pending';
    outcome.sort_key := 0;
    outcome.created_at := timestamptz 'epoch';
  end if;
  if $3 is not null then
    select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'cancel' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
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
  if not ($7 is null) then
    perform from shop.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false
      and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim
      and (p.is_work);
    if not found then -- somebody else has it, or nobody has anything to do any more
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  outcome.to_state := case outcome.from_state
    when 'pending' then 'cancelled'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    outcome.detail := 'cancel' || ' is not allowed in ' || outcome.from_state || '; shop.order_moves says what is';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  begin
    perform shop.order_transitions_write($1, outcome.sort_key, 'cancel'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($2, session_user),
      $3, null::bigint, null::text);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from shop.order_transitions row
                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the order'
        using errcode = 'serialization_failure';
    end if;
    return shop.order_cancel($1, $2, $3, $4,
      $5, $6, $7); -- another program was quicker: look again
  end;
  update shop.orders parent set state = outcome.to_state
    where parent.id = $1;
  return outcome;
end
$pawl$;
comment on function shop.order_cancel(bigint, text, text, integer, text, bigint, public.pawl_item) is 'cancel';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$shop.order_cancel_many(bigint[], text, text[], integer[], text, bigint)$pawl$)) then
    drop function shop.order_cancel_many(bigint[], text, text[], integer[], text, bigint);
  end if;
end
$pawl1$;
create or replace function shop.order_cancel_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null,
  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $8 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $8 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from shop.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from shop.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else shop.order_cancel(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome
        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function shop.order_ship(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  lock_owner text default null, lock_token bigint default null,
  item public.pawl_item default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
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
  lock_key := $1::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from shop.orders parent where parent.id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from shop.order_transitions row where row.order_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is null then -- it has not moved yet
    outcome.from_state := 'pending';
    outcome.sort_key := 0;
    outcome.created_at := timestamptz 'epoch';
  end if;
  if $3 is not null then
    select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'ship' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
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
  if not ($7 is null) then
    perform from shop.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false
      and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim
      and (p.is_work);
    if not found then -- somebody else has it, or nobody has anything to do any more
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  outcome.to_state := case outcome.from_state
    when 'paid' then 'shipped'
  end;
  if outcome.from_state in ('pending') then
    outcome.status := 'IGNORED';
    return outcome;
  end if;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    outcome.detail := 'ship' || ' is not allowed in ' || outcome.from_state || '; shop.order_moves says what is';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  begin
    perform shop.order_transitions_write($1, outcome.sort_key, 'ship'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($2, session_user),
      $3, null::bigint, null::text);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from shop.order_transitions row
                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the order'
        using errcode = 'serialization_failure';
    end if;
    return shop.order_ship($1, $2, $3, $4,
      $5, $6, $7); -- another program was quicker: look again
  end;
  if (outcome.from_state, outcome.to_state) in (('paid', 'shipped')) then
    delete from shop.order_pending p
      where p.order_id = $1 and p.declaration in ('paid.give_up');
  end if;
  update shop.orders parent set state = outcome.to_state
    where parent.id = $1;
  return outcome;
end
$pawl$;
comment on function shop.order_ship(bigint, text, text, integer, text, bigint, public.pawl_item) is 'ship';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$shop.order_ship_many(bigint[], text, text[], integer[], text, bigint)$pawl$)) then
    drop function shop.order_ship_many(bigint[], text, text[], integer[], text, bigint);
  end if;
end
$pawl1$;
create or replace function shop.order_ship_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null,
  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $8 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $8 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from shop.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from shop.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else shop.order_ship(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome
        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function shop.order_give_up(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  lock_owner text default null, lock_token bigint default null,
  item public.pawl_item default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
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
  lock_key := $1::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from shop.orders parent where parent.id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from shop.order_transitions row where row.order_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is null then -- it has not moved yet
    outcome.from_state := 'pending';
    outcome.sort_key := 0;
    outcome.created_at := timestamptz 'epoch';
  end if;
  if $3 is not null then
    select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'give_up' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
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
  if not ($7 is null) then
    perform from shop.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false
      and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim
      and (p.is_work
        or p.declaration in ('paid.give_up'));
    if not found then -- somebody else has it, or nobody has anything to do any more
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  outcome.to_state := case outcome.from_state
    when 'paid' then 'cancelled'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    outcome.detail := 'give_up' || ' is not allowed in ' || outcome.from_state || '; shop.order_moves says what is';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  begin
    perform shop.order_transitions_write($1, outcome.sort_key, 'give_up'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($2, session_user),
      $3, null::bigint, null::text);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from shop.order_transitions row
                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the order'
        using errcode = 'serialization_failure';
    end if;
    return shop.order_give_up($1, $2, $3, $4,
      $5, $6, $7); -- another program was quicker: look again
  end;
  if (outcome.from_state, outcome.to_state) in (('paid', 'cancelled')) then
    delete from shop.order_pending p
      where p.order_id = $1 and p.declaration in ('paid.give_up');
  end if;
  if not ($7 is null) then
    delete from shop.order_pending p where p.order_id = $1 and not p.is_work
      and p.declaration = ($7).declaration and p.fence = ($7).fence;
  end if;
  update shop.orders parent set state = outcome.to_state
    where parent.id = $1;
  return outcome;
end
$pawl$;
comment on function shop.order_give_up(bigint, text, text, integer, text, bigint, public.pawl_item) is 'give up';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$shop.order_give_up_many(bigint[], text, text[], integer[], text, bigint)$pawl$)) then
    drop function shop.order_give_up_many(bigint[], text, text[], integer[], text, bigint);
  end if;
end
$pawl1$;
create or replace function shop.order_give_up_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null,
  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $8 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $8 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from shop.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from shop.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else shop.order_give_up(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome
        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function shop.order_pending_claim(
  at_most integer default 1, kind text default null, lease interval default null)
returns table (id bigint, item public.pawl_item, event text, attempts integer, is_spent boolean,
  is_parked boolean, leased_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old
as $pawl$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  room integer := $1;
  taken integer;
  works boolean;
begin
  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= interval '0' or $3 > interval '36525 days' then
    raise exception
      'at_most is at least 1; kind is timer, work or null; a lease is more than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from public.pawl_freezes type_lock
             where type_lock.machine = 'order' and type_lock.mode is not null
               and (type_lock.until is null or type_lock.until > moment)) then
    return; -- workers leave a frozen machine alone
  end if;
  foreach works in array array[false, true] loop
    continue when room < 1 or works <> ($2 = 'work');
    return query
      with due as materialized (
        select p.ctid as place from shop.order_pending p
          where p.is_work = works and p.parked_at is null and p.is_asleep = false
            and p.due_at <= moment and shop.order_model_2_88bb0437e8fe364d()
          order by p.due_at limit room for update skip locked
      ), leased as (
        update shop.order_pending p
          set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1,
            attempts = p.attempts + 1,
            -- `else` is tried so often, too
            parked_at = case when p.attempts >= rule.attempts
              + case when p.is_work and rule.event is not null then 20 else 0 end
              then moment end,
            last_error = case when p.attempts >= rule.attempts and p.last_error is null
              then 'its workers came to no end' else p.last_error end
          from due, shop.order_pending_rules rule
          where p.ctid = due.place and rule.declaration = p.declaration
          returning p.*, rule.event, rule.attempts as allowed
      )
      select leased.order_id, row(leased.declaration, leased.fence, leased.claim)::public.pawl_item,
        leased.event, leased.attempts, coalesce(leased.attempts > leased.allowed, false),
        leased.parked_at is not null, leased.due_at from leased;
    get diagnostics taken = row_count;
    room := room - taken;
  end loop;
end
$pawl$;
comment on function shop.order_pending_claim(integer, text, interval) is
  'Leases what is due, the longest due first; each row is to be completed, or said not_yet or fail of. What is_spent has no attempt left: complete it without an event. What is_parked is only told.';

create or replace function shop.order_pending_complete(id bigint, item public.pawl_item, event text default null,
  args jsonb default null, actor text default null, request_id text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  fired text := $3;
begin
  lock table only shop.order_transitions in row share mode; -- a later freeze or migration waits
  if fired is null then
    select rule.event into fired from shop.order_pending_rules rule where rule.declaration = ($2).declaration;
  end if;
  case when $2 is null then
    outcome.status := 'MISUSE';
  when fired = 'pay' then
    outcome := shop.order_pay($1, ($4->>'amount')::bigint, ($4->>'note')::text,
      $5, $6, null::integer, null::text, null::bigint, $2);
  when fired = 'check_out' then
    outcome := shop.order_check_out($1,
      $5, $6, null::integer, null::text, null::bigint, null::text, $2);
  when fired = 'cancel' then
    outcome := shop.order_cancel($1,
      $5, $6, null::integer, null::text, null::bigint, $2);
  when fired = 'ship' then
    outcome := shop.order_ship($1,
      $5, $6, null::integer, null::text, null::bigint, $2);
  when fired = 'give_up' then
    outcome := shop.order_give_up($1,
      $5, $6, null::integer, null::text, null::bigint, $2);
  else
    outcome.status := 'MISUSE';
  end case;
  return outcome;
end
$pawl$;
comment on function shop.order_pending_complete(bigint, public.pawl_item, text, jsonb, text, text) is
  'Fires the event, or the one of a timer or of `else`, if the caller still has the claim, otherwise CONFLICT. args are the event''s parameters by name.';

create or replace function shop.order_pending_not_yet(id bigint, item public.pawl_item, pause interval default null)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  if $3 < interval '0' or $3 > interval '36525 days' then
    raise exception 'a pause is not less than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  perform from shop.orders parent where parent.id = $1 for no key update;
  update shop.order_pending p
    set due_at = clock_timestamp() + coalesce($3, rule.every), claim = p.claim + 1,
      attempts = p.attempts - 1, last_error = null
    from shop.order_pending_rules rule
    where rule.declaration = p.declaration and p.order_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and shop.order_model_2_88bb0437e8fe364d();
  return found;
end
$pawl$;
comment on function shop.order_pending_not_yet(bigint, public.pawl_item, interval) is
  'Tried again later; no attempt is counted. False where the claim is lost.';

create or replace function shop.order_pending_fail(id bigint, item public.pawl_item, error text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  perform from shop.orders parent where parent.id = $1 for no key update;
  update shop.order_pending p
    set claim = p.claim + 1, last_error = $3,
      -- with its last attempt it is due at once for whoever fires `else`, or put aside
      parked_at = case when p.attempts >= rule.attempts
        + case when p.is_work and rule.event is not null then 1 else 0 end
        then clock_timestamp() end,
      due_at = clock_timestamp() + case when p.attempts >= rule.attempts then interval '0'
        else least(rule.backoff_to,
            rule.backoff_from * power(2, least(p.attempts - 1, 30))) * (1 + random() / 4) end
    from shop.order_pending_rules rule
    where rule.declaration = p.declaration and p.order_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and shop.order_model_2_88bb0437e8fe364d();
  return found;
end
$pawl$;
comment on function shop.order_pending_fail(bigint, public.pawl_item, text) is
  'Tried again after a pause that doubles, or put aside when its attempts are spent. False where the claim is lost.';

create or replace function shop.order_pending_extend(id bigint, item public.pawl_item, lease interval default null)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  if $3 <= interval '0' or $3 > interval '36525 days' then
    raise exception 'a lease is more than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  perform from shop.orders parent where parent.id = $1 for no key update;
  update shop.order_pending p
    set due_at = clock_timestamp() + coalesce($3, rule.lease)
    from shop.order_pending_rules rule
    where rule.declaration = p.declaration and p.order_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and shop.order_model_2_88bb0437e8fe364d();
  return found;
end
$pawl$;
comment on function shop.order_pending_extend(bigint, public.pawl_item, interval) is
  'The lease begins anew. False where the claim is lost.';

create or replace function shop.order_pending_retry(id bigint, declaration text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  perform from shop.orders parent where parent.id = $1 for no key update;
  update shop.order_pending p
    set parked_at = null, due_at = clock_timestamp(), attempts = 0
    where p.order_id = $1 and p.declaration = $2 and p.parked_at is not null and shop.order_model_2_88bb0437e8fe364d();
  return found;
end
$pawl$;
revoke all on function shop.order_pending_retry(bigint, text) from public;
grant execute on function shop.order_pending_retry(bigint, text) to pawl_app, pawl_operator;
comment on function shop.order_pending_retry(bigint, text) is
  'What was put aside is due again. False where nothing is.';

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function shop.order_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('order'::text, $1);
  if waiting.number is null then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  given := public.pawl_deferred_arguments(waiting.arguments);
  begin
    outcome.status := 'MISUSE'; -- unless it is called
    outcome.detail := waiting.event || ': what was deferred does not have its parameters';
    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then
      outcome.detail := 'machine order: ' || waiting.event || ' was deferred for ' || waiting.entity
        || ', which is no key of it';
      given := null;
    end if;
    case waiting.event
    when 'pay' then
      outcome := case when cardinality(given) = 2 then shop.order_pay(waiting.entity::bigint, given[1]::bigint, given[2],
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;
    when 'create' then
      outcome := case when cardinality(given) = 0 then shop.order_create(waiting.entity::bigint,
          waiting.actor, waiting.request_id,
          waiting.lock_owner, waiting.lock_token) else outcome end;
    when 'check_out' then
      outcome := case when cardinality(given) = 0 then shop.order_check_out(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token, $2, null::public.pawl_item) else outcome end;
    when 'cancel' then
      outcome := case when cardinality(given) = 0 then shop.order_cancel(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;
    when 'ship' then
      outcome := case when cardinality(given) = 0 then shop.order_ship(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;
    when 'give_up' then
      outcome := case when cardinality(given) = 0 then shop.order_give_up(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;
    else
      outcome.detail := 'machine order: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'order' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- What a callback has said of a deferred event, in place of the database.
create or replace function shop.order_fail_deferred(number bigint, status text, detail text)
returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $pawl$
  update public.pawl_deferred pending
    set status = $2, detail = $3, fired_at = clock_timestamp(), (from_state, sort_key) = (
      select head.state, head.sort_key from shop.order_current head
        where head.order_id = pending.entity::bigint and $2 = 'REFUSED')
    where pending.number = $1 and pending.machine = 'order' and pending.status is null
      and $2 in ('REFUSED', 'MISUSE', 'DB') and pending.event in ('check_out')
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('shop'::text,
  '{order_pay,order_pay_many,order_create,order_create_many,order_check_out,order_cancel,order_cancel_many,order_ship,order_ship_many,order_give_up,order_give_up_many,order_pending_claim,order_pending_complete,order_pending_not_yet,order_pending_fail,order_pending_extend,order_fire_deferred,order_fail_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('order', '88bb0437e8fe364d', 2, clock_timestamp(), E'{"name":"order","label":"Order","fingerprint":"88bb0437e8fe364d","doc":"Other programs write its rows, too, and only legal ones.","key_type":"bigint","entity":{"schema":"shop","table":"orders","column":"id"},"storage":"transitions_enforced","initial_is_implicit":true,"key":{"kind":"key"},"mirror":{"schema":"shop","table":"orders","column":"state"},"states":[{"name":"pending","label":"pending","stored":"pending","initial":true,"final":false,"enter":[],"leave":[]},{"name":"paid","label":"paid","stored":"paid","initial":false,"final":false,"enter":[],"leave":[]},{"name":"shipped","label":"shipped","stored":"shipped","initial":false,"final":true,"enter":[],"leave":[]},{"name":"cancelled","label":"cancelled","stored":"cancelled","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"pay","label":"pay","stored":"pay","creation":false,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"},{"name":"note","type":"text","optional":true,"column":"note"}],"serialize_by":[]},{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[],"serialize_by":[]},{"name":"check_out","label":"check out","stored":"check_out","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"cancel","label":"cancel","stored":"cancel","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"ship","label":"ship","stored":"ship","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"give_up","label":"give up","stored":"give_up","creation":false,"timer":true,"params":[],"serialize_by":[]}],"columns":[{"name":"amount","type":"bigint"},{"name":"note","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"pending","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"pay","from":"pending","target":"to","to":"paid","reopens":false,"conditions":[{"guard":"cheap","negated":false}],"do":["book"],"then":[]},{"event":"check_out","from":"pending","target":"to","to":"pending","reopens":false,"conditions":[{"guard":"in_stock","negated":false}],"do":[],"then":[]},{"event":"cancel","from":"pending","target":"to","to":"cancelled","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"ship","from":"paid","target":"to","to":"shipped","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"give_up","from":"paid","target":"to","to":"cancelled","reopens":false,"timer":0,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"pay","from":"pending","to":"paid","arrow":1,"effects":["book"]},{"event":"create","from":null,"to":"pending","arrow":0},{"event":"check_out","from":"pending","to":"pending","arrow":2},{"event":"cancel","from":"pending","to":"cancelled","arrow":3},{"event":"ship","from":"paid","to":"shipped","arrow":4},{"event":"give_up","from":"paid","to":"cancelled","arrow":5}],"ignores":[{"event":"ship","state":"pending"}],"timers":[{"event":"give_up","place":"paid","after_ms":259200000}],"guards":[{"name":"in_stock"},{"name":"cheap","postgres":{"text":"select :amount < 1000","references":[{"kind":"param","column":"amount","offset":7,"length":7}]},"sqlite":{"text":"select :amount < 1000","references":[{"kind":"param","column":"amount","offset":7,"length":7}]}}],"effects":[{"name":"book","postgres":{"text":"insert into shop.bookings (amount) values (:amount)","references":[{"kind":"param","column":"amount","offset":43,"length":7}]},"sqlite":{"text":"insert into shop.bookings (amount) values (:amount)","references":[{"kind":"param","column":"amount","offset":43,"length":7}]}}],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"shop.order_current","transitions":"shop.order_history","pending":"shop.order_pending","parent":"shop.orders","parent_column":"id","objects":"select object, definition from public.pawl_catalog(''shop''::text, ''{order_transitions,order_transitions_metadata,order_moves,order_history,order_current,order_state,order_pending,order_pending_rules,order_effect_book}''::text[], ''{order_model_2_88bb0437e8fe364d,order_is_free,order_transitions_write,order_transitions_check,order_with_key,order_guard_cheap,order_effect_book,order_pay,order_pay_many,order_create,order_create_many,order_check_out,order_cancel,order_cancel_many,order_ship,order_ship_many,order_give_up,order_give_up_many,order_pending_claim,order_pending_complete,order_pending_not_yet,order_pending_fail,order_pending_extend,order_pending_retry,order_fire_deferred,order_fail_deferred}''::text[], ''{order_guard_cheap,order_effect_book}''::text[], array[''shop.orders'', ''shop.order_transitions'']::text[], ''shop.orders''::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''shop.order_current'')::oid, to_regclass(''shop.order_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1),\\n  (select format(''its guards and effects use %s, and used %s when they were deployed'', present.names, bound.definition)\\n   from public.pawl_objects bound,\\n     (select public.pawl_bound_tables(''shop''::text, ''{order_guard_cheap,order_effect_book}''::text[]) as names) present\\n   where accepted.is_deployed and bound.machine = ''order''::text and bound.object = ''tables of guards and effects''::text\\n     and bound.definition <> present.names)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from shop.order_current where order_id = $1::bigint and shop.order_model_2_88bb0437e8fe364d()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\\nfrom shop.order_history where order_id = $1::bigint and shop.order_model_2_88bb0437e8fe364d() order by sort_key","in_state":"select order_id, state, sort_key, since from shop.order_current\\nwhere state = $1::text and (since, order_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\n  and shop.order_model_2_88bb0437e8fe364d() order by since, order_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select order_id, state, sort_key, since from shop.order_current\\n    where state < $1::text and (state, since, order_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\n    order by state, since, order_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select order_id, state, sort_key, since from shop.order_current\\n    where (state, since, order_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\n    order by state, since, order_id limit $8::bigint\\n  ) after\\n) others where shop.order_model_2_88bb0437e8fe364d() order by state, since, order_id limit $8::bigint","count_by_state":"select state, count(*) from shop.order_current where shop.order_model_2_88bb0437e8fe364d() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\\nfrom shop.order_history where order_id = $1::bigint and shop.order_model_2_88bb0437e8fe364d()\\n  and to_state = $2::text order by sort_key desc limit 1","with_key":"select order_id, state, sort_key, since from shop.order_current\\nwhere order_id = $1::bigint and ($2::bigint is null or order_id > $2::bigint)\\n  and shop.order_model_2_88bb0437e8fe364d() limit $3::bigint","fire_deferred":"select shop.order_fire_deferred($1::bigint, $2::text) where shop.order_model_2_88bb0437e8fe364d()","fail_deferred":"select shop.order_fail_deferred($1::bigint, $2::text, $3::text) where shop.order_model_2_88bb0437e8fe364d()"},"fire":{"pay":"select shop.order_pay($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::integer, $7::text, $8::bigint, row($9::text, $10::integer, $11::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()","create":"select shop.order_create($1::bigint, $2::text, $3::text, $4::text, $5::bigint) where shop.order_model_2_88bb0437e8fe364d()","check_out":"select shop.order_check_out($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, $7::text, row($8::text, $9::integer, $10::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()","cancel":"select shop.order_cancel($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()","ship":"select shop.order_ship($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()","give_up":"select shop.order_give_up($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()"},"queue":{"table":"order_pending","channel":"order_pending","pending":[{"name":"paid.give_up","is_work":false,"is_of_state":true,"event":"give_up","after_us":259200000000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a--"}],"stays":[],"statements":{"claim":"select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until\\nfrom shop.order_pending_claim($1::integer, $2::text, $3::bigint::float8 * interval ''1 microsecond'')\\nwhere shop.order_model_2_88bb0437e8fe364d()","next_due":"select due_at from shop.order_pending where is_work = $1::boolean and parked_at is null and is_asleep = false\\n  and shop.order_model_2_88bb0437e8fe364d()\\n  and not exists (select 1 from public.pawl_freezes type_lock\\n    where type_lock.machine = ''order'' and type_lock.mode is not null\\n      and (type_lock.until is null or type_lock.until > (timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond'')))\\norder by due_at limit 1","not_yet":"select shop.order_pending_not_yet($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\nwhere shop.order_model_2_88bb0437e8fe364d()","fail":"select shop.order_pending_fail($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::text) where shop.order_model_2_88bb0437e8fe364d()","extend":"select shop.order_pending_extend($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\nwhere shop.order_model_2_88bb0437e8fe364d()","retry":"select shop.order_pending_retry($1::bigint, $2::text) where shop.order_model_2_88bb0437e8fe364d()"}}},"diagram":"digraph \\"order\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_order\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Order</b><!--order-->>; tooltip=\\"Other programs write its rows, too, and only legal ones.\\";\\n    \\"order.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"order.pending\\" [label=<pending<!--order.pending-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    \\"order.paid\\" [label=<paid<!--order.paid-->>, class=\\"state waiting\\", fillcolor=\\"#fcf0d4\\", color=\\"#a8761a\\"];\\n    \\"order.shipped\\" [label=<shipped<!--order.shipped-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"order.cancelled\\" [label=<cancelled<!--order.cancelled-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    {rank=same; \\"order.\\"; \\"order.pending\\"}\\n    \\"order.\\" -> \\"order.pending\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"order.pending\\" -> \\"order.paid\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>pay<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[cheap] / book</font><br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"pay\\", labeltooltip=\\"pay\\"];\\n    \\"order.pending\\" -> \\"order.pending\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>check out<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[in stock] (begins anew)</font><br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"check_out\\", labeltooltip=\\"check_out\\"];\\n    \\"order.pending\\" -> \\"order.cancelled\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>cancel<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"cancel\\", labeltooltip=\\"cancel\\"];\\n    \\"order.paid\\" -> \\"order.shipped\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>ship<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"ship\\", labeltooltip=\\"ship\\"];\\n    \\"order.paid\\" -> \\"order.cancelled\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td><font color=\\"#7d5200\\">after 3 days: give up</font><br align=\\"left\\"/></td></tr></table>>, style=dashed, class=\\"move timer\\", color=\\"#a8761a\\", tooltip=\\"give_up\\", labeltooltip=\\"give_up\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\" color=\\"#2e8246\\"><tr><td><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td width=\\"16\\" height=\\"6\\"> </td></tr></table></td></tr></table></td><td align=\\"left\\">final </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#fcf0d4\\" color=\\"#a8761a\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">a clock is running </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"solid\\" color=\\"#1d4f91\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">shortest way to shipped </td></tr>\\n    <tr><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"dashed\\" color=\\"#a8761a\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">happens only by itself </td><td align=\\"right\\"><font color=\\"#556070\\">[ ]</font></td><td align=\\"left\\">only if this holds </td><td align=\\"right\\"><font color=\\"#556070\\">/</font></td><td align=\\"left\\">done with the move </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('order'::text, 'shop'::text, '{order_transitions,order_transitions_metadata,order_moves,order_history,order_current,order_state,order_pending,order_pending_rules,order_effect_book}'::text[], '{order_model_2_88bb0437e8fe364d,order_is_free,order_transitions_write,order_transitions_check,order_with_key,order_guard_cheap,order_effect_book,order_pay,order_pay_many,order_create,order_create_many,order_check_out,order_cancel,order_cancel_many,order_ship,order_ship_many,order_give_up,order_give_up_many,order_pending_claim,order_pending_complete,order_pending_not_yet,order_pending_fail,order_pending_extend,order_pending_retry,order_fire_deferred,order_fail_deferred}'::text[], '{order_guard_cheap,order_effect_book}'::text[], array['shop.orders', 'shop.order_transitions']::text[], 'shop.orders'::text);

-- refund ------------------------------------------------------------------------------------------

call public.pawl_refuse_entities_on_nodes('refund'::text, 'public.refunds'::text);
call public.pawl_begin_machine('refund'::text, 'e25188746c1b36e0'::text, 'public'::text,
  '{refund_transitions,refund_transitions_metadata,refund_moves,refund_history,refund_current,refund_state}'::text[], 'public.refund_transitions'::text);
call public.pawl_take_back_calls('public'::text, '{refund_model_2_e25188746c1b36e0,refund_is_free,refund_transitions_write,refund_with_key,refund_create,refund_create_many,refund_import,refund_import_many,refund_pay_out,refund_pay_out_many,refund_fire_deferred}'::text[]);
call public.pawl_accept_programs('refund'::text, 'e25188746c1b36e0'::text, 2::integer, 'public'::text);
call public.pawl_refuse_key_type('refund'::text, 'public.refunds'::text, 'id'::text, 'text'::text);
call public.pawl_refuse_inexact_key('refund'::text, 'public.refunds'::text, 'id'::text);
call public.pawl_refuse_inexact_key('refund'::text, 'public.refund_transitions'::text, 'refund_id'::text);
do $pawl$
begin
  perform set_config('pawl.makes_table', (to_regclass('public.refund_transitions') is null)::text, true);
  if to_regclass('public.refund_transitions') is not null
     and coalesce(current_setting('pawl.adopt', true), '') <> 'yes'
     and not exists (select from public.pawl_machines where machine = 'refund') then
    raise exception 'the table public.refund_transitions is there already; nothing was changed'
      using errcode = 'PW003',
            hint = 'Take it over with pawlctl apply --adopt, which says what it lacks.';
  end if;
end
$pawl$;
create table if not exists public.refund_transitions (
  id bigint generated by default as identity primary key,
  refund_id text collate "C" not null
    constraint refund_transitions_parent references public.refunds (id),
  sort_key integer not null,
  to_state text collate "C" not null,
  most_recent boolean not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  event text collate "C",
  from_state text collate "C",
  actor text collate "C" check (octet_length(actor) <= 255),
  request_id text collate "C",
  account text collate "C",
  at_once boolean
);
do $pawl$
begin
  if current_setting('pawl.makes_table') = 'true' then
    create unique index refund_transitions_sort on public.refund_transitions (refund_id, sort_key);
    create unique index refund_transitions_recent on public.refund_transitions (refund_id, most_recent)
      where most_recent;
    create unique index refund_transitions_request on public.refund_transitions (refund_id, request_id)
      where request_id is not null;
    create index refund_transitions_state on public.refund_transitions (to_state);
    create index refund_transitions_key on public.refund_transitions (account, refund_id) where sort_key = 10;
  end if;
end
$pawl$;
do $pawl$
begin
  if current_setting('pawl.makes_table') = 'true' then
    grant select, insert, update on public.refund_transitions to pawl_app;
    grant select on public.refund_transitions to pawl_operator;
  end if;
end
$pawl$;

-- what moves carry, where public.refund_transitions has no column metadata
create table if not exists public.refund_transitions_metadata (
  refund_id text not null,
  sort_key integer not null,
  created_at timestamptz not null,
  metadata jsonb not null,
  primary key (refund_id, sort_key)
);
call public.pawl_refuse_writes_to(array['public.refund_transitions_metadata']::regclass[]);

create or replace view public.refund_moves as select * from (values
  ('create', '', 'asked'),
  ('import', '', 'paid_out'),
  ('pay_out', 'asked', 'paid_out')
) move (event, from_state, to_state);

create or replace view public.refund_history as
  select made.refund_id, made.sort_key,
    coalesce(made.event, case when drawn.events = 1 then drawn.event end, '') as event,
    drawn.from_state, made.to_state, made.created_at,
    coalesce(made.actor, '') as actor, made.request_id, made.account, made.at_once
  from public.refund_transitions row
  left join public.refund_transitions_metadata beside on beside.refund_id = row.refund_id
    and beside.sort_key = row.sort_key
    and beside.created_at = timestamptz 'epoch' + coalesce((extract(epoch from
      case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
      * 1000000)::bigint, 0) * interval '1 microsecond'
  cross join lateral (
    select coalesce(beside.metadata, public.pawl_read_jsonb(metadata::text)) as metadata
      from (select row.*) own
  ) kept cross join lateral (select
    kept.metadata -> 'pawl' ->> 'event' as event,
    kept.metadata -> 'pawl' ->> 'from_state' as from_state,
    kept.metadata -> 'pawl' ->> 'actor' as actor,
    kept.metadata -> 'pawl' ->> 'request_id' as request_id,
    (kept.metadata ->> 'account') as account,
    public.pawl_read_boolean(kept.metadata ->> 'at_once') as at_once
  ) absent cross join lateral (
    select row.refund_id, row.sort_key::integer as sort_key,
      row.to_state::text collate "C" as to_state,
      timestamptz 'epoch' + coalesce((extract(epoch from
        case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
        * 1000000)::bigint, 0) * interval '1 microsecond' as created_at,
      event::text collate "C" as event,
      from_state::text collate "C" as from_state,
      actor::text collate "C" as actor,
      request_id::text collate "C" as request_id,
      account::text collate "C" as account,
      at_once::boolean as at_once
    from (select row.*) own
  ) made cross join lateral (
    select coalesce(made.from_state,
        (select before.to_state from public.refund_transitions before
          where before.refund_id = row.refund_id and before.sort_key < row.sort_key
          order by before.sort_key desc limit 1)::text,
        '') collate "C" as from_state
    offset 0
  ) left_from cross join lateral (
    select left_from.from_state, min(move.event) as event, count(distinct move.event) as events
      from public.refund_moves move
      where made.event is null and move.from_state = left_from.from_state
        and move.to_state = made.to_state
  ) drawn;

create or replace view public.refund_current as
  select row.refund_id, row.to_state::text collate "C" as state, row.sort_key::integer as sort_key,
    timestamptz 'epoch' + coalesce((extract(epoch from
      case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
      * 1000000)::bigint, 0) * interval '1 microsecond' as since
  from public.refund_transitions row
  where not exists (select from public.refund_transitions later
                    where later.refund_id = row.refund_id and later.sort_key > row.sort_key);

create or replace function public.refund_transitions_write(text, integer, text, text, text, timestamptz, text, text, text, boolean)
returns void
language plpgsql as 'begin end'; -- until it is known which columns there are
do $pawl$
declare
  wanted record;
  names text := '';
  given text := '';
  kept text := '';
  kept_of_pawl text := '';
  kept_type text := 'jsonb';
  beside text := '';
begin
  for wanted in select * from (values
      ('event', true, '$3', '$3::text'),
      ('from_state', true, '$4', '$4::text'),
      ('actor', true, '$7', '$7::text'),
      ('request_id', true, '$8', '$8::text'),
      ('account', false, '$9', '$9::text'),
      ('at_once', false, '$10', '$10::text')
    ) wanted (name, is_of_pawl, value, text) loop
    if exists (select from pg_attribute a where a.attrelid = 'public.refund_transitions'::regclass
                 and a.attname = wanted.name and not a.attisdropped) then
      names := names || ', ' || quote_ident(wanted.name);
      given := given || ', ' || wanted.value;
    elsif wanted.is_of_pawl then
      kept_of_pawl := kept_of_pawl || ', ' || quote_literal(wanted.name) || ', ' || wanted.text;
    else
      kept := kept || ', ' || quote_literal(wanted.name) || ', ' || wanted.text;
    end if;
  end loop;
  if exists (select from pg_attribute a where a.attrelid = 'public.refund_transitions'::regclass
               and a.attname = 'metadata' and not a.attisdropped) then
    names := names || ', metadata';
    given := given || ', kept';
    kept_type := 'public.refund_transitions.metadata%type';
  elsif kept || kept_of_pawl <> '' then
    beside := '  insert into public.refund_transitions_metadata as beside
          (refund_id, sort_key, created_at, metadata)
        select row.refund_id, row.sort_key,
            timestamptz ''epoch'' + coalesce((extract(epoch from
              case when row.created_at between ''4713-01-01 BC'' and ''294247-01-01'' then row.created_at end)
              * 1000000)::bigint, 0) * interval ''1 microsecond'', kept
          from public.refund_transitions row where row.refund_id = $1 and row.sort_key = $2
        on conflict (refund_id, sort_key) do update
          set created_at = excluded.created_at, metadata = excluded.metadata;';
  end if;
  execute 'create or replace function public.refund_transitions_write(text, integer, text, text, text, timestamptz, text, text, text, boolean)
    returns void language plpgsql as ' || quote_literal(replace(replace(replace(replace(replace(replace(
    '
    declare
      stamp text := to_char($6 at time zone ''UTC'', ''YYYY-MM-DD HH24:MI:SS.US'') || ''+00'';
      made public.refund_transitions.created_at%type := stamp;
      touched public.refund_transitions.updated_at%type := stamp;
      kept <kept_type> := <kept>;
    begin
      update public.refund_transitions before set most_recent = <superseded>, updated_at = touched
        where before.refund_id = $1 and before.most_recent;
      insert into public.refund_transitions
        (refund_id, sort_key, to_state, most_recent, created_at, updated_at<names>)
      values ($1, $2, $5, true, made, touched<given>);
    <beside>
    end',
    '<kept>', case when kept || kept_of_pawl = '' then '''' || chr(123) || chr(125) || ''''
      else 'jsonb_strip_nulls(jsonb_object(array[' || substr(kept, 3) || ']::text[])'
        || case kept_of_pawl when '' then '' else ' || jsonb_build_object(''pawl''::text, '
          'jsonb_object(array[' || substr(kept_of_pawl, 3) || ']::text[]))' end || ')::text' end),
    '<superseded>', (select case when a.attnotnull then 'false' else 'null' end from pg_attribute a
      where a.attrelid = 'public.refund_transitions'::regclass and a.attname = 'most_recent')),
    '<names>', names), '<given>', given), '<kept_type>', kept_type), '<beside>', beside));
end
$pawl$;
revoke all on function public.refund_transitions_write(text, integer, text, text, text, timestamptz, text, text, text, boolean) from public;
create or replace view public.refund_state as
  select refund_id, state, sort_key, since from public.refund_current;

grant select on public.refund_current, public.refund_history, public.refund_moves, public.refund_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('refund'::text, 'public.refund_transitions'::text);
call public.pawl_add_is_free('refund'::text, 'public'::text);
create or replace function public.refund_with_key(key text)
returns setof public.refund_current language sql stable set search_path = pg_catalog, pg_temp
as $pawl$
  select head.* from public.refund_current head
      join public.refund_history begun on begun.refund_id = head.refund_id and begun.sort_key = 10
    where begun.account = $1
    order by head.refund_id
$pawl$;
comment on function public.refund_with_key(text) is 'Those that honour the locks held on this key.';

comment on view public.refund_current is 'refund
In a table that nothing guards.
One row for each: where it is.';
call public.pawl_describe('public'::text, 'refund'::text, 'refund_history'::text);

-- Code of others must not run within guards and effects, nor on tables that moves write or lock.
call public.pawl_refuse_foreign_hooks('public'::text, '{}'::text[], array['public.refund_transitions']::text[], 'public.refunds'::text);
call public.pawl_refuse_narrow_column('refund'::text, 'public.refund_transitions'::text, 'to_state'::text, array['asked', 'paid_out']::text[]);
do $pawl$
declare
  used record;
begin
  for used in select a.attname, pg_get_expr(d.adbin, d.adrelid) as expression,
      p.oid::regprocedure as routine, p.pronamespace::regnamespace as space
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      join pg_depend on classid = 'pg_attrdef'::regclass and objid = d.oid
        and refclassid = 'pg_proc'::regclass
      join pg_proc p on p.oid = refobjid
    where d.adrelid = 'public.refund_transitions'::regclass and a.attgenerated = ''
  loop
    begin
      execute 'select ' || used.expression;
    exception when others then
      raise exception 'machine refund: the default of public.refund_transitions.% would fail in a move: %; '
          'nothing was changed', used.attname, sqlerrm
        using errcode = 'PW003',
              hint = case sqlstate when '42501' then 'Allow it to ' || current_user || '.'
                else format('alter function %s set search_path = %s;', used.routine, used.space) end;
    end;
  end loop;
end
$pawl$;

create or replace function public.refund_create(id text, account text, actor text default null,
  request_id text default null,
  lock_owner text default null, lock_token bigint default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
begin
  if $1 is null or $1 = '' or octet_length($1) > 1024
     or $2 is null
     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock_key := $2::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from public.refunds parent where parent.id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    outcome.detail := 'insert its row into public.refunds first, with that key as id';
    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $4, lock_key, $5, $6);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (public.refund_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.refund_model_2_e25188746c1b36e0())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from public.refund_transitions row where row.refund_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is not null then
    outcome.status := 'EXISTS';
    if $4 is not null then
      select * into earlier from public.refund_history made where made.refund_id = $1 and made.request_id = $4;
      if found then
        return row(case when earlier.event = 'create'
            and earlier.account is not distinct from $2 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $4, lock_key, $5, $6);
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $4, lock_key, $5, $6);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
    outcome := row('OK', '', 'asked', 10, clock_timestamp(), null, null, null);
  begin
    perform public.refund_transitions_write($1, outcome.sort_key, 'create'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($3, session_user),
      $4, $2, null::boolean);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'refund_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from public.refund_transitions row
                       where row.refund_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the refund'
        using errcode = 'serialization_failure';
    end if;
    return public.refund_create($1, $2, $3, $4,
      $5, $6); -- another program was quicker: look again
  end;
  return outcome;
end
$pawl$;
comment on function public.refund_create(text, text, text, text, text, bigint) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.refund_create_many(text[], text[], text, text[], text, bigint)$pawl$)) then
    drop function public.refund_create_many(text[], text[], text, text[], text, bigint);
  end if;
end
$pawl1$;
create or replace function public.refund_create_many(id text[], account text[], actor text default null,
  request_id text[] default null,
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
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($7)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $8 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.refunds parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.refunds parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.refund_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, $5, $6) end as outcome
        from (select * from unnest($1, $2, $4, $7) with ordinality given (id, v1, request_id, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.refund_import(id text, account text, at_once boolean default null, actor text default null,
  request_id text default null,
  lock_owner text default null, lock_token bigint default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
begin
  if $1 is null or $1 = '' or octet_length($1) > 1024
     or $2 is null
     or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock_key := $2::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from public.refunds parent where parent.id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    outcome.detail := 'insert its row into public.refunds first, with that key as id';
    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $5, lock_key, $6, $7);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (public.refund_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $6 is null and $7 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.refund_model_2_e25188746c1b36e0())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from public.refund_transitions row where row.refund_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is not null then
    outcome.status := 'EXISTS';
    if $5 is not null then
      select * into earlier from public.refund_history made where made.refund_id = $1 and made.request_id = $5;
      if found then
        return row(case when earlier.event = 'import'
            and earlier.account is not distinct from $2
            and earlier.at_once is not distinct from $3 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $5, lock_key, $6, $7);
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $5, lock_key, $6, $7);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
    outcome := row('OK', '', 'paid_out', 10, clock_timestamp(), null, null, null);
  begin
    perform public.refund_transitions_write($1, outcome.sort_key, 'import'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($4, session_user),
      $5, $2, $3);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'refund_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from public.refund_transitions row
                       where row.refund_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the refund'
        using errcode = 'serialization_failure';
    end if;
    return public.refund_import($1, $2, $3, $4, $5,
      $6, $7); -- another program was quicker: look again
  end;
  return outcome;
end
$pawl$;
comment on function public.refund_import(text, text, boolean, text, text, text, bigint) is 'import';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.refund_import_many(text[], text[], boolean[], text, text[], text, bigint)$pawl$)) then
    drop function public.refund_import_many(text[], text[], boolean[], text, text[], text, bigint);
  end if;
end
$pawl1$;
create or replace function public.refund_import_many(id text[], account text[], at_once boolean[] default null, actor text default null,
  request_id text[] default null,
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
  if repeats and $9 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($8)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $9 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.refunds parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.refunds parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.refund_import(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id, $6, $7) end as outcome
        from (select * from unnest($1, $2, $3, $5, $8) with ordinality given (id, v1, v2, request_id, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.refund_pay_out(id text, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  lock_owner text default null, lock_token bigint default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
  creation public.refund_history;
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
  lock table only public.refund_transitions in row share mode; -- a later freeze or migration waits
  -- what it was created with never changes
  select * into creation from public.refund_history begun
    where begun.refund_id = $1 and begun.sort_key = 10;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  lock_key := creation.account::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from public.refunds parent where parent.id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (public.refund_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.refund_model_2_e25188746c1b36e0())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from public.refund_transitions row where row.refund_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is null then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  if $3 is not null and (outcome.sort_key > 10 or creation.request_id = $3) then
    select * into earlier from public.refund_history made where made.refund_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'pay_out' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $3, lock_key, $5, $6);
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
    when 'asked' then 'paid_out'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    outcome.detail := 'pay_out' || ' is not allowed in ' || outcome.from_state || '; public.refund_moves says what is';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  begin
    perform public.refund_transitions_write($1, outcome.sort_key, 'pay_out'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($2, session_user),
      $3, null::text, null::boolean);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'refund_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from public.refund_transitions row
                       where row.refund_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the refund'
        using errcode = 'serialization_failure';
    end if;
    return public.refund_pay_out($1, $2, $3, $4,
      $5, $6); -- another program was quicker: look again
  end;
  return outcome;
end
$pawl$;
comment on function public.refund_pay_out(text, text, text, integer, text, bigint) is 'pay out';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.refund_pay_out_many(text[], text, text[], integer[], text, bigint)$pawl$)) then
    drop function public.refund_pay_out_many(text[], text, text[], integer[], text, bigint);
  end if;
end
$pawl1$;
create or replace function public.refund_pay_out_many(id text[], actor text default null,
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
      left join lateral (select true as is_ours from public.refunds parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.refunds parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.refund_pay_out(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome
        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function public.refund_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('refund'::text, $1);
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
      outcome := case when cardinality(given) = 1 then public.refund_create(waiting.entity, given[1],
          waiting.actor, waiting.request_id,
          waiting.lock_owner, waiting.lock_token) else outcome end;
    when 'import' then
      outcome := case when cardinality(given) = 2 then public.refund_import(waiting.entity, given[1], given[2]::integer <> 0,
          waiting.actor, waiting.request_id,
          waiting.lock_owner, waiting.lock_token) else outcome end;
    when 'pay_out' then
      outcome := case when cardinality(given) = 0 then public.refund_pay_out(waiting.entity,
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token) else outcome end;
    else
      outcome.detail := 'machine refund: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'refund' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('public'::text,
  '{refund_create,refund_create_many,refund_import,refund_import_many,refund_pay_out,refund_pay_out_many,refund_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('refund', 'e25188746c1b36e0', 2, clock_timestamp(), E'{"name":"refund","label":"refund","fingerprint":"e25188746c1b36e0","doc":"In a table that nothing guards.","key_type":"text","entity":{"table":"refunds","column":"id"},"storage":"transitions","initial_is_implicit":false,"key":{"kind":"created","column":"account","event":"create"},"states":[{"name":"asked","label":"asked","stored":"asked","initial":true,"final":false,"enter":[],"leave":[]},{"name":"paid_out","label":"paid out","stored":"paid_out","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"account","type":"text","optional":false,"column":"account"}],"serialize_by":[]},{"name":"import","label":"import","stored":"import","creation":true,"timer":false,"params":[{"name":"account","type":"text","optional":false,"column":"account"},{"name":"at_once","type":"bool","optional":true,"column":"at_once"}],"serialize_by":[]},{"name":"pay_out","label":"pay out","stored":"pay_out","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"account","type":"text"},{"name":"at_once","type":"bool"}],"arrows":[{"event":"create","from":null,"target":"to","to":"asked","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"pay_out","from":"asked","target":"to","to":"paid_out","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"import","from":null,"target":"to","to":"paid_out","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"asked","arrow":0},{"event":"import","from":null,"to":"paid_out","arrow":2},{"event":"pay_out","from":"asked","to":"paid_out","arrow":1}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.refund_current","transitions":"public.refund_history","parent":"public.refunds","parent_column":"id","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{refund_transitions,refund_transitions_metadata,refund_moves,refund_history,refund_current,refund_state}''::text[], ''{refund_model_2_e25188746c1b36e0,refund_is_free,refund_transitions_write,refund_with_key,refund_create,refund_create_many,refund_import,refund_import_many,refund_pay_out,refund_pay_out_many,refund_fire_deferred}''::text[], ''{}''::text[], array[''public.refund_transitions'']::text[], ''public.refunds''::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''public.refund_current'')::oid, to_regclass(''public.refund_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1),\\n  (select format(case when parent.relkind in (''r''::\\"char\\", ''p''::\\"char\\")\\n         then ''policies of %2$s on %1$s would run within transitions: disable its row security, or alter role pawl_owner bypassrls''\\n         else ''%s, whose rows transitions lock, is no table any more: give the table its name back'' end, parent.oid::regclass, author.rolname)\\n     from pg_class parent join pg_roles author on author.oid = parent.relowner join pg_roles pawl on pawl.rolname = ''pawl_owner''\\n     where parent.oid = to_regclass(''public.refunds'')::oid\\n       and (parent.relkind not in (''r''::\\"char\\", ''p''::\\"char\\") or parent.relrowsecurity and not pawl.rolbypassrls and not author.rolsuper\\n         and not exists (select from pg_namespace space where space.nspname = ''public'' and space.nspowner = author.oid)\\n         and not exists (select from pg_database base where base.datname = current_database() and base.datdba = author.oid)))), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.refund_current where refund_id = $1::text and public.refund_model_2_e25188746c1b36e0()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\\nfrom public.refund_history where refund_id = $1::text and public.refund_model_2_e25188746c1b36e0() order by sort_key","in_state":"select refund_id, state, sort_key, since from public.refund_current\\nwhere state = $1::text and (since, refund_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\n  and public.refund_model_2_e25188746c1b36e0() order by since, refund_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select refund_id, state, sort_key, since from public.refund_current\\n    where state < $1::text and (state, since, refund_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\n    order by state, since, refund_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select refund_id, state, sort_key, since from public.refund_current\\n    where (state, since, refund_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\n    order by state, since, refund_id limit $8::bigint\\n  ) after\\n) others where public.refund_model_2_e25188746c1b36e0() order by state, since, refund_id limit $8::bigint","count_by_state":"select state, count(*) from public.refund_current where public.refund_model_2_e25188746c1b36e0() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\\nfrom public.refund_history where refund_id = $1::text and public.refund_model_2_e25188746c1b36e0()\\n  and to_state = $2::text order by sort_key desc limit 1","with_key":"select head.refund_id, head.state, head.sort_key, head.since from public.refund_history begun\\njoin public.refund_current head on head.refund_id = begun.refund_id\\nwhere begun.sort_key = 10 and begun.account = $1::text\\n  and ($2::text is null or begun.refund_id > $2::text) and public.refund_model_2_e25188746c1b36e0()\\norder by begun.refund_id limit $3::bigint","fire_deferred":"select public.refund_fire_deferred($1::bigint, $2::text) where public.refund_model_2_e25188746c1b36e0()","find_key":"select cast(account as text) from public.refund_history where refund_id = $1::text and sort_key = 10\\n  and public.refund_model_2_e25188746c1b36e0()"},"fire":{"create":"select public.refund_create($1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint) where public.refund_model_2_e25188746c1b36e0()","import":"select public.refund_import($1::text, $2::text, $3::boolean, $4::text, $5::text, $6::text, $7::bigint) where public.refund_model_2_e25188746c1b36e0()","pay_out":"select public.refund_pay_out($1::text, $2::text, $3::text, $4::integer, $5::text, $6::bigint) where public.refund_model_2_e25188746c1b36e0()"}},"diagram":"digraph \\"refund\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_refund\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>refund</b><!--refund-->>; tooltip=\\"In a table that nothing guards.\\";\\n    \\"refund.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"refund.asked\\" [label=<asked<!--refund.asked-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    \\"refund.paid_out\\" [label=<paid out<!--refund.paid_out-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"refund.\\" -> \\"refund.asked\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"refund.asked\\" -> \\"refund.paid_out\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>pay out<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"pay_out\\", labeltooltip=\\"pay_out\\"];\\n    \\"refund.\\" -> \\"refund.paid_out\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>import<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"import\\", labeltooltip=\\"import\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\" color=\\"#2e8246\\"><tr><td><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td width=\\"16\\" height=\\"6\\"> </td></tr></table></td></tr></table></td><td align=\\"left\\">final </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"solid\\" color=\\"#1d4f91\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">shortest way to paid out </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('refund'::text, 'public'::text, '{refund_transitions,refund_transitions_metadata,refund_moves,refund_history,refund_current,refund_state}'::text[], '{refund_model_2_e25188746c1b36e0,refund_is_free,refund_transitions_write,refund_with_key,refund_create,refund_create_many,refund_import,refund_import_many,refund_pay_out,refund_pay_out_many,refund_fire_deferred}'::text[], '{}'::text[], array['public.refund_transitions']::text[], 'public.refunds'::text);

call public.pawl_refuse_foreign_code();

call public.pawl_leave_owner();

commit;

-- This file is whole.
