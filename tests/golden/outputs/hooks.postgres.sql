-- Written by pawl from hooks.fsm. Do not edit: change hooks.fsm and run pawl again.
-- Its last line says that it is whole.
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables.
--   psql -v ON_ERROR_STOP=1 -f pawl.postgres.sql
--   psql -v ON_ERROR_STOP=1 -f hooks.postgres.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply hooks.postgres.sql --db=...
-- Requires schema 3
-- Deploys transfer a02ccc6c104b5992
-- Deploys stock a2ac4c567aa02dfd

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
      'bank.transfers', current_user) into lacking
    from (values ('references', 'number'), ('select', 'number'), ('select', 'state'), ('update', 'state')) needed (right_on, of_column)
    where not has_column_privilege('bank.transfers', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')
      and not has_column_privilege('pawl_owner', 'bank.transfers', (parse_ident(needed.of_column))[1], needed.right_on)
    having count(*) > 0;
  if not has_schema_privilege('bank', 'create with grant option')
     and not has_schema_privilege('pawl_owner', 'bank', 'create') then
    lacking := concat_ws('; ', format('grant usage, create on schema %s to %I with grant option', 'bank', current_user), lacking);
  end if;
  if lacking is not null then
    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'transfer'
      using errcode = 'insufficient_privilege', hint = lacking;
  end if;
end
$pawl$;
grant usage, create on schema bank to pawl_owner;
grant usage on schema bank to pawl_app, pawl_operator;
grant references (number) on bank.transfers to pawl_owner;
grant select (number, state), update (state) on bank.transfers to pawl_owner;
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

-- transfer ----------------------------------------------------------------------------------------

call public.pawl_refuse_entities_on_nodes('transfer'::text, 'bank.transfers'::text);
call public.pawl_begin_machine('transfer'::text, 'a02ccc6c104b5992'::text, 'bank'::text,
  '{transfer_current,transfer_transitions,transfer_moves,transfer_state,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take,transfer_current_state_since,transfer_transitions_request}'::text[], null::text);
call public.pawl_take_back_calls('bank'::text, '{transfer_model_2_a02ccc6c104b5992,transfer_is_free,transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take,transfer_create,transfer_create_many,transfer_import,transfer_import_many,transfer_accept,transfer_delete,transfer_wait,transfer_wait_many,transfer_try_again,transfer_try_again_many,transfer_ship,transfer_ship_many,transfer_touch,transfer_touch_many,transfer_look,transfer_fire_deferred,transfer_fail_deferred}'::text[]);
call public.pawl_accept_programs('transfer'::text, 'a02ccc6c104b5992'::text, 2::integer, 'bank'::text);
call public.pawl_refuse_key_type('transfer'::text, 'bank.transfers'::text, 'number'::text, 'bigint'::text);
create table if not exists bank.transfer_current (
  transfer_id bigint primary key
    constraint transfer_current_parent references bank.transfers (number),
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

create table if not exists bank.transfer_transitions (
  transfer_id bigint not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  payer text collate "C",
  amount bigint,
  expires timestamptz,
  note text collate "C",
  reason text collate "C",
  primary key (transfer_id, sort_key)
);
do $pawl$
begin
  if to_regclass('bank.transfer_current_state_since') is null then
    create index transfer_current_state_since on bank.transfer_current (state, since);
  end if;
  if to_regclass('bank.transfer_transitions_request') is null then
    create unique index transfer_transitions_request on bank.transfer_transitions (transfer_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view bank.transfer_moves as select * from (values
  ('create', '', 'pending'),
  ('create', '', 'waiting'),
  ('import', '', 'waiting'),
  ('accept', 'pending', 'done'),
  ('accept', 'pending', 'waiting'),
  ('accept', 'pending', 'failed'),
  ('delete', 'pending', 'failed'),
  ('delete', 'waiting', 'failed'),
  ('wait', 'pending', 'waiting'),
  ('try_again', 'waiting', 'pending'),
  ('ship', 'waiting', 'done'),
  ('touch', 'waiting', 'waiting'),
  ('look', 'waiting', 'waiting')
) move (event, from_state, to_state);

create or replace view bank.transfer_state as
  select transfer_id, state, sort_key, since from bank.transfer_current;

call public.pawl_refuse_writes_to(array['bank.transfer_current', 'bank.transfer_transitions']::regclass[]);
grant select on bank.transfer_current, bank.transfer_transitions, bank.transfer_moves, bank.transfer_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('transfer'::text, 'bank.transfer_current'::text);
call public.pawl_add_is_free('transfer'::text, 'bank'::text);

comment on table bank.transfer_current is 'Money on its way
Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and
leaving, after the commit; and a mirrored column.
One row for each: where it is.';
call public.pawl_describe('bank'::text, 'transfer'::text, 'transfer_transitions'::text);

-- Guards and effects are only called by the functions of events. Their tables are those of bank.
-- What an effect inserts, updates or deletes becomes the rule of an empty view, wherever it can: it is
-- parsed now, as in a function with `begin atomic`, but planned once a session and not at each call.
set local search_path = pg_catalog, bank, pg_temp;
-- Literals get their values now.
set local timezone = 'UTC';
set local timezone_abbreviations = 'Default';
set local datestyle = 'ISO, MDY';
set local intervalstyle = postgres;
set local lc_monetary = 'C';
set local array_nulls = on;
set local xmloption = content;
set local transform_null_equals = off;

-- guard has_funds of machine transfer
-- Is there enough money?
-- It is looked up anew each time.
create or replace function bank.transfer_guard_has_funds(bigint, text) returns setof boolean
language sql stable
begin atomic
select balance >= $1 from accounts where id = $2
;
end;
revoke all on function bank.transfer_guard_has_funds(bigint, text) from public;

-- guard in_time of machine transfer
create or replace function bank.transfer_guard_in_time(timestamptz, timestamptz) returns setof boolean
language sql stable
begin atomic
select $1 is null or $1 > $2
;
end;
revoke all on function bank.transfer_guard_in_time(timestamptz, timestamptz) from public;

-- guard is_open of machine transfer
create or replace function bank.transfer_guard_is_open(text, bigint) returns setof boolean
language sql stable
begin atomic
select is_open from accounts where id = $1 and $2 > 0 and ':id' <> '$1'
;
end;
revoke all on function bank.transfer_guard_is_open(text, bigint) from public;

-- guard is_small of machine transfer
create or replace function bank.transfer_guard_is_small(bigint) returns setof boolean
language sql stable
begin atomic
select $1 <= 1000 -- in cents
;
end;
revoke all on function bank.transfer_guard_is_small(bigint) from public;

-- effect annotate of machine transfer
create or replace function bank.transfer_effect_annotate(bigint, text) returns void
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
    insert into notes (id, note)
    select $1, coalesce($2, 'none') || ', now ' || state from transfer_current where transfer_id = $1;
  
;
end;
revoke all on function bank.transfer_effect_annotate(bigint, text) from public;
drop view if exists bank.transfer_effect_annotate;
create view bank.transfer_effect_annotate as
  select null::bigint as argument_1, null::text as argument_2 where false;
do $pawl$
begin
  create rule effect as on insert to bank.transfer_effect_annotate do instead (
    insert into notes (id, note)
    select new.argument_1, coalesce(new.argument_2, 'none') || ', now ' || state from transfer_current where transfer_id = new.argument_1;
  
  );
  create or replace function bank.transfer_effect_annotate(bigint, text) returns void
  language plpgsql volatile set search_path = pg_catalog, bank, pg_temp
  as $$ begin insert into bank.transfer_effect_annotate values ($1, $2); end $$;
exception when syntax_error_or_access_rule_violation or feature_not_supported then
  drop view bank.transfer_effect_annotate; -- PostgreSQL has no such rule
end
$pawl$;

-- effect entered of machine transfer
create or replace function bank.transfer_effect_entered(bigint) returns void
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
insert into notes (id, note) values ($1, 'entered')
;
end;
revoke all on function bank.transfer_effect_entered(bigint) from public;
drop view if exists bank.transfer_effect_entered;
create view bank.transfer_effect_entered as
  select null::bigint as argument_1 where false;
do $pawl$
begin
  create rule effect as on insert to bank.transfer_effect_entered do instead (
insert into notes (id, note) values (new.argument_1, 'entered')
  );
  create or replace function bank.transfer_effect_entered(bigint) returns void
  language plpgsql volatile set search_path = pg_catalog, bank, pg_temp
  as $$ begin insert into bank.transfer_effect_entered values ($1); end $$;
exception when syntax_error_or_access_rule_violation or feature_not_supported then
  drop view bank.transfer_effect_entered; -- PostgreSQL has no such rule
end
$pawl$;

-- effect left of machine transfer
create or replace function bank.transfer_effect_left(bigint) returns void
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
insert into notes (id, note) values ($1, 'left')
;
end;
revoke all on function bank.transfer_effect_left(bigint) from public;
drop view if exists bank.transfer_effect_left;
create view bank.transfer_effect_left as
  select null::bigint as argument_1 where false;
do $pawl$
begin
  create rule effect as on insert to bank.transfer_effect_left do instead (
insert into notes (id, note) values (new.argument_1, 'left')
  );
  create or replace function bank.transfer_effect_left(bigint) returns void
  language plpgsql volatile set search_path = pg_catalog, bank, pg_temp
  as $$ begin insert into bank.transfer_effect_left values ($1); end $$;
exception when syntax_error_or_access_rule_violation or feature_not_supported then
  drop view bank.transfer_effect_left; -- PostgreSQL has no such rule
end
$pawl$;

-- effect take of machine transfer
create or replace function bank.transfer_effect_take(bigint, text) returns void
language sql volatile set search_path = pg_catalog, bank, pg_temp
begin atomic
    update accounts set balance = balance - $1
    where id = $2 -- "at once" 
;
end;
revoke all on function bank.transfer_effect_take(bigint, text) from public;
drop view if exists bank.transfer_effect_take;
create view bank.transfer_effect_take as
  select null::bigint as argument_1, null::text as argument_2 where false;
do $pawl$
begin
  create rule effect as on insert to bank.transfer_effect_take do instead (
    update accounts set balance = balance - new.argument_1
    where id = new.argument_2 -- "at once" 
  );
  create or replace function bank.transfer_effect_take(bigint, text) returns void
  language plpgsql volatile set search_path = pg_catalog, bank, pg_temp
  as $$ begin insert into bank.transfer_effect_take values ($1, $2); end $$;
exception when syntax_error_or_access_rule_violation or feature_not_supported then
  drop view bank.transfer_effect_take; -- PostgreSQL has no such rule
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
        'bank.transfer_guard_has_funds(bigint, text)',
        'bank.transfer_guard_is_small(bigint)',
        'bank.transfer_guard_is_open(text, bigint)',
        'bank.transfer_guard_in_time(timestamptz, timestamptz)']::regprocedure[])
      and (made.prosqlbody::text ~ ':commandType [02-9]|:hasForUpdate true'
        or exists (
          select from pg_depend uses
            left join pg_class relation
              on uses.refclassid = 'pg_class'::regclass and relation.oid = uses.refobjid
            where uses.classid = 'pg_proc'::regclass and uses.objid = made.oid
              and uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)
              and (relation.relkind in ('r', 'p') and not relation.relrowsecurity) is not true))
  loop
    execute format('alter function %s volatile set search_path = pg_catalog, bank, pg_temp', guard);
  end loop;
end
$pawl$;

-- Code of others must not run within guards and effects, nor on tables that moves write or lock.
call public.pawl_refuse_foreign_hooks('bank'::text, '{transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}'::text[], array['bank.transfers']::text[], null::text);
call public.pawl_refuse_narrow_column('transfer'::text, 'bank.transfers'::text, 'state'::text, array['pending', 'waiting', 'done', 'failed']::text[]);

set local search_path = pg_catalog, bank, pg_temp;
do $pawl$
begin
  perform public.pawl_explain('select balance >= $1 from accounts where id = $2'::text,
    '(bigint, text)'::text,
    '(null, null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'guard has_funds of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;
do $pawl$
begin
  perform public.pawl_explain('select $1 is null or $1 > $2'::text,
    '(timestamptz, timestamptz)'::text,
    '(null, null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'guard in_time of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;
do $pawl$
begin
  perform public.pawl_explain('select is_open from accounts where id = $1 and $2 > 0 and '':id'' <> ''$1'''::text,
    '(text, bigint)'::text,
    '(null, null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'guard is_open of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;
do $pawl$
begin
  perform public.pawl_explain('select $1 <= 1000 -- in cents'::text,
    '(bigint)'::text,
    '(null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'guard is_small of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;
do $pawl$
begin
  perform public.pawl_explain('    insert into notes (id, note)
    select $1, coalesce($2, ''none'') || '', now '' || state from transfer_current where transfer_id = $1;
  '::text,
    '(bigint, text)'::text,
    '(null, null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'effect annotate of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;
do $pawl$
begin
  perform public.pawl_explain('insert into notes (id, note) values ($1, ''entered'')'::text,
    '(bigint)'::text,
    '(null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'effect entered of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;
do $pawl$
begin
  perform public.pawl_explain('insert into notes (id, note) values ($1, ''left'')'::text,
    '(bigint)'::text,
    '(null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'effect left of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;
do $pawl$
begin
  perform public.pawl_explain('    update accounts set balance = balance - $1
    where id = $2 -- "at once" '::text,
    '(bigint, text)'::text,
    '(null, null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'effect take of machine transfer cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;

set local search_path = pg_catalog, pg_temp;

create or replace function bank.transfer_create(id bigint, payer text, amount bigint, expires timestamptz default null, actor text default null,
  request_id text default null)
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
  violated text;
  is_free boolean;
  is_done boolean; -- effects are called in an expression, which costs less than a query
  moment timestamptz;
  guard_is_small text; -- its answer: '1' passes, '0' refuses, '-' null
begin
  if $1 is null
     or $2 is null
     or $3 is null
     or $4 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
     or octet_length($5) > 255 or $6 = '' or octet_length($6) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id, payer, amount; a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    outcome.detail := 'insert its row into bank.transfers first, with that key as number';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $6, null::text, null::text, null::bigint);
  end if;
  lock table only bank.transfer_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join bank.transfer_current head on head.transfer_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $6 is not null then
        select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $6;
        if found then
          return row(case when earlier.event = 'create'
              and earlier.payer is not distinct from $2
              and earlier.amount is not distinct from $3
              and earlier.expires is not distinct from $4 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $6, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: transfer was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $6, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome.from_state := '';
    moment := clock_timestamp();
    if guard_is_small is null then
      guard_is_small := case (select passes from bank.transfer_guard_is_small($3) passes limit 1)
        when true then '1' when false then '0' else '-' end;
    end if;
    if guard_is_small = '1' then
      outcome.to_state := 'pending';
      outcome.move := 1;
    else
      outcome.guard := concat_ws(', ', outcome.guard, 'is_small');
    end if;
    if outcome.to_state is null then
      if (select passes from bank.transfer_guard_is_open($2, $3) passes limit 1) then
        if guard_is_small is null then
          guard_is_small := case (select passes from bank.transfer_guard_is_small($3) passes limit 1)
            when true then '1' when false then '0' else '-' end;
        end if;
        if guard_is_small = '0' then
          outcome.to_state := 'waiting';
          outcome.move := 2;
        else
          outcome.guard := concat_ws(', ', outcome.guard, 'not is_small');
        end if;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'is_open');
      end if;
    end if;
    if outcome.to_state is null then
      outcome.status := 'REFUSED';
      return outcome;
    end if;
    outcome := row('OK', '', outcome.to_state, 10, moment, null, outcome.move, null);
    begin
      insert into bank.transfer_current (transfer_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'transfer_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'transfer_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into bank.transfers first, with that key as number')::public.pawl_outcome;
    end;
    outcome := null;
  end loop;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($5, session_user), $6, $2, $3, $4);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  if outcome.move = 1 then
    is_done := bank.transfer_effect_entered($1) is not null;
  end if;
  if outcome.move = 2 then
    is_done := bank.transfer_effect_entered($1) is not null;
    is_done := bank.transfer_effect_entered($1) is not null;
  end if;
  return outcome;
end
$pawl$;
comment on function bank.transfer_create(bigint, text, bigint, timestamptz, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$bank.transfer_create_many(bigint[], text[], bigint[], timestamptz[], text, text[])$pawl$)) then
    drop function bank.transfer_create_many(bigint[], text[], bigint[], timestamptz[], text, text[]);
  end if;
end
$pawl1$;
create or replace function bank.transfer_create_many(id bigint[], payer text[], amount bigint[], expires timestamptz[] default null, actor text default null,
  request_id text[] default null, actors text[] default null, skips_locked boolean default false)
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
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($6), cardinality($7)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, payer, amount; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $8 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else bank.transfer_create(given.id, given.v1, given.v2, given.v3, coalesce(given.own_actor, $5), given.request_id) end as outcome
        from (select * from unnest($1, $2, $3, $4, $6, $7) with ordinality given (id, v1, v2, v3, request_id, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function bank.transfer_import(id bigint, amount bigint, actor text default null,
  request_id text default null)
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
  violated text;
  is_free boolean;
  is_done boolean; -- effects are called in an expression, which costs less than a query
begin
  if $1 is null
     or $2 is null
     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id, amount; a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    outcome.detail := 'insert its row into bank.transfers first, with that key as number';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  lock table only bank.transfer_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join bank.transfer_current head on head.transfer_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $4 is not null then
        select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $4;
        if found then
          return row(case when earlier.event = 'import'
              and earlier.amount is not distinct from $2 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: transfer was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'waiting', 10, clock_timestamp(), null, 1, null);
    begin
      insert into bank.transfer_current (transfer_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'transfer_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'transfer_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into bank.transfers first, with that key as number')::public.pawl_outcome;
    end;
    outcome := null;
  end loop;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount)
  values ($1, outcome.sort_key, 'import', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  is_done := bank.transfer_effect_entered($1) is not null;
  is_done := bank.transfer_effect_entered($1) is not null;
  return outcome;
end
$pawl$;
comment on function bank.transfer_import(bigint, bigint, text, text) is 'import';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$bank.transfer_import_many(bigint[], bigint[], text, text[])$pawl$)) then
    drop function bank.transfer_import_many(bigint[], bigint[], text, text[]);
  end if;
end
$pawl1$;
create or replace function bank.transfer_import_many(id bigint[], amount bigint[], actor text default null,
  request_id text[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, amount; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else bank.transfer_import(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) end as outcome
        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function bank.transfer_accept(id bigint, note text default null, actor text default null,
  request_id text default null, expect_sort_key integer default null, verdicts text default null)
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
  place tid;
  is_free boolean;
  created record;
  is_done boolean; -- effects are called in an expression, which costs less than a query
  moment timestamptz;
  guard_has_funds text; -- its answer: '1' passes, '0' refuses, '-' null
begin
  if $1 is null or $3 is not null or $4 is not null
  then
    if $1 is null
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $6 is null then -- only a program of libpawl has its guards and effects in C
    outcome.status := 'MISUSE';
    outcome.guard := 'suspicious';
    outcome.detail := 'suspicious is in C: only a program that has it can fire this event';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  if $4 is not null then
    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $4;
    if found then
      return row(case when earlier.event = 'accept'
          and earlier.note is not distinct from $2 then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
  if $5 is not null then
    if outcome.sort_key <> $5 then
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  if $6 = '?' and outcome.from_state in ('pending') then -- the caller asks guards in C, and calls again
    outcome.status := 'ASK';
    return outcome;
  end if;
  select creation.payer, creation.amount, creation.expires into created
    from bank.transfer_transitions creation where creation.transfer_id = $1 and creation.sort_key = 10;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'pending' then
      if guard_has_funds is null then
        guard_has_funds := case (select passes from bank.transfer_guard_has_funds(created.amount::bigint, created.payer::text) passes limit 1)
          when true then '1' when false then '0' else '-' end;
      end if;
      if guard_has_funds = '1' then
        if (select passes from bank.transfer_guard_in_time(created.expires::timestamptz, moment) passes limit 1) then
          if substr($6, 6, 1) = '0' then -- not suspicious
            outcome.to_state := 'done';
            outcome.move := 1;
          else
            outcome.guard := concat_ws(', ', outcome.guard, 'not suspicious');
          end if;
        else
          outcome.guard := concat_ws(', ', outcome.guard, 'in_time');
        end if;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'has_funds');
      end if;
      if outcome.to_state is null then
        if guard_has_funds is null then
          guard_has_funds := case (select passes from bank.transfer_guard_has_funds(created.amount::bigint, created.payer::text) passes limit 1)
            when true then '1' when false then '0' else '-' end;
        end if;
        if guard_has_funds = '1' then
          if substr($6, 1, 1) = '1' then -- checked
            outcome.to_state := 'waiting';
            outcome.move := 2;
          else
            outcome.guard := concat_ws(', ', outcome.guard, 'checked');
          end if;
        elsif ('has_funds' = any (string_to_array(outcome.guard, ', '))) is not true then
          outcome.guard := concat_ws(', ', outcome.guard, 'has_funds');
        end if;
      end if;
      if outcome.to_state is null then
        if guard_has_funds is null then
          guard_has_funds := case (select passes from bank.transfer_guard_has_funds(created.amount::bigint, created.payer::text) passes limit 1)
            when true then '1' when false then '0' else '-' end;
        end if;
        if guard_has_funds = '0' then
          outcome.to_state := 'failed';
          outcome.move := 3;
        else
          outcome.guard := concat_ws(', ', outcome.guard, 'not has_funds');
        end if;
      end if;
    else null;
  end case;
  if outcome.from_state in ('waiting') then
    outcome.status := 'IGNORED';
    return outcome;
  end if;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    outcome.detail := case when outcome.guard is null then 'accept' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is' end;
    return outcome;
  end if;
  outcome.guard := null; -- of a move that was tried before
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, note)
  values ($1, outcome.sort_key, 'accept', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  case outcome.from_state
    when 'pending' then
      if outcome.move = 1 then
        is_done := bank.transfer_effect_left($1) is not null;
        is_done := bank.transfer_effect_take(created.amount::bigint, created.payer::text) is not null;
        is_done := bank.transfer_effect_annotate($1, $2) is not null;
      end if;
      if outcome.move = 2 then
        is_done := bank.transfer_effect_entered($1) is not null;
      end if;
      if outcome.move = 3 then
        is_done := bank.transfer_effect_left($1) is not null;
      end if;
    else null;
  end case;
  return outcome;
end
$pawl$;
comment on function bank.transfer_accept(bigint, text, text, text, integer, text) is 'accept';

create or replace function bank.transfer_delete(id bigint, reason text, actor text default null,
  request_id text default null, expect_sort_key integer default null, verdicts text default null)
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
  place tid;
  is_free boolean;
  is_done boolean; -- effects are called in an expression, which costs less than a query
begin
  if $1 is null or $3 is not null or $4 is not null
     or $2 is null
  then
    if $1 is null
       or $2 is null
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, reason; a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  if $6 is null then -- only a program of libpawl has its guards and effects in C
    outcome.status := 'MISUSE';
    outcome.guard := 'notify';
    outcome.detail := 'notify is in C: only a program that has it can fire this event';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  if $4 is not null then
    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $4;
    if found then
      return row(case when earlier.event = 'delete'
          and earlier.reason is not distinct from $2 then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
  if $5 is not null then
    if outcome.sort_key <> $5 then
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  case outcome.from_state
    when 'pending', 'waiting' then
      outcome.to_state := 'failed';
      outcome.move := 1;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    outcome.detail := 'delete' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
  values ($1, outcome.sort_key, 'delete', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  case outcome.from_state
    when 'pending', 'waiting' then
      is_done := bank.transfer_effect_left($1) is not null;
    else null;
  end case;
  return outcome;
end
$pawl$;
comment on function bank.transfer_delete(bigint, text, text, text, integer, text) is 'delete';

create or replace function bank.transfer_wait(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
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
  place tid;
  is_free boolean;
  is_done boolean; -- effects are called in an expression, which costs less than a query
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
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  if $3 is not null then
    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'wait' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
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
  case outcome.from_state
    when 'pending' then
      outcome.to_state := 'waiting';
      outcome.move := 1;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    outcome.detail := 'wait' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'wait', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  case outcome.from_state
    when 'pending' then
      is_done := bank.transfer_effect_entered($1) is not null;
    else null;
  end case;
  return outcome;
end
$pawl$;
comment on function bank.transfer_wait(bigint, text, text, integer) is 'wait';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$bank.transfer_wait_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function bank.transfer_wait_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function bank.transfer_wait_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else bank.transfer_wait(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function bank.transfer_try_again(id bigint, actor text default null,
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
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  if $3 is null and $4 is null then
    update bank.transfer_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('waiting', 'pending')) move (from_state, to_state)
      where head.transfer_id = $1 and case when head.state = move.from_state then bank.transfer_is_free(null::boolean) and bank.transfer_model_2_a02ccc6c104b5992() end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null then
    update bank.transfer_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('waiting', 'pending')) move (from_state, to_state)
      where head.transfer_id = $1 and case when head.state = move.from_state then bank.transfer_is_free(null::boolean) and bank.transfer_model_2_a02ccc6c104b5992() end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from bank.transfer_current head where head.transfer_id = $1 for no key update;
    if not found then
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'try_again' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
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
      when 'waiting' then 'pending'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      outcome.detail := 'try_again' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'try_again', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  return outcome;
end
$pawl$;
comment on function bank.transfer_try_again(bigint, text, text, integer) is 'try again';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$bank.transfer_try_again_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function bank.transfer_try_again_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function bank.transfer_try_again_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else bank.transfer_try_again(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function bank.transfer_ship(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
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
  place tid;
  is_free boolean;
  created record;
  is_done boolean; -- effects are called in an expression, which costs less than a query
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
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  if $3 is not null then
    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'ship' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
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
  select creation.payer, creation.amount into created
    from bank.transfer_transitions creation where creation.transfer_id = $1 and creation.sort_key = 10;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'waiting' then
      if (select passes from bank.transfer_guard_has_funds(created.amount::bigint, created.payer::text) passes limit 1) then
        outcome.to_state := 'done';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'has_funds');
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    outcome.detail := case when outcome.guard is null then 'ship' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is' end;
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'ship', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  case outcome.from_state
    when 'waiting' then
      is_done := bank.transfer_effect_left($1) is not null;
    else null;
  end case;
  return outcome;
end
$pawl$;
comment on function bank.transfer_ship(bigint, text, text, integer) is 'ship';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$bank.transfer_ship_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function bank.transfer_ship_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function bank.transfer_ship_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else bank.transfer_ship(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function bank.transfer_touch(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
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
  place tid;
  is_free boolean;
  is_done boolean; -- effects are called in an expression, which costs less than a query
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
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  if $3 is not null then
    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'touch' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
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
  case outcome.from_state
    when 'waiting' then
      outcome.to_state := 'waiting';
      outcome.move := 1;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    outcome.detail := 'touch' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'touch', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  case outcome.from_state
    when 'waiting' then
      is_done := bank.transfer_effect_entered($1) is not null;
    else null;
  end case;
  return outcome;
end
$pawl$;
comment on function bank.transfer_touch(bigint, text, text, integer) is 'touch';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$bank.transfer_touch_many(bigint[], text, text[], integer[])$pawl$)) then
    drop function bank.transfer_touch_many(bigint[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function bank.transfer_touch_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else bank.transfer_touch(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function bank.transfer_look(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null, verdicts text default null)
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
  if $5 is null then -- only a program of libpawl has its guards and effects in C
    outcome.status := 'MISUSE';
    outcome.guard := 'notify';
    outcome.detail := 'notify is in C: only a program that has it can fire this event';
    return outcome;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  if $3 is not null then
    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'look' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);
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
  case outcome.from_state
    when 'waiting' then
      outcome.to_state := 'waiting';
      outcome.move := 1;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    outcome.detail := 'look' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'look', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  update bank.transfers parent set state = outcome.to_state
    where parent.number = $1;
  return outcome;
end
$pawl$;
comment on function bank.transfer_look(bigint, text, text, integer, text) is 'look';

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function bank.transfer_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('transfer'::text, $1);
  if waiting.number is null then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  given := public.pawl_deferred_arguments(waiting.arguments);
  begin
    outcome.status := 'MISUSE'; -- unless it is called
    outcome.detail := waiting.event || ': what was deferred does not have its parameters';
    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then
      outcome.detail := 'machine transfer: ' || waiting.event || ' was deferred for ' || waiting.entity
        || ', which is no key of it';
      given := null;
    end if;
    case waiting.event
    when 'create' then
      outcome := case when cardinality(given) = 3 then bank.transfer_create(waiting.entity::bigint, given[1], given[2]::bigint, timestamptz 'epoch' + (given[3]::bigint / 1000000000000)::float8 * interval '1000000 seconds'
        + (given[3]::bigint % 1000000000000)::float8 * interval '1 microsecond',
          waiting.actor, waiting.request_id) else outcome end;
    when 'import' then
      outcome := case when cardinality(given) = 1 then bank.transfer_import(waiting.entity::bigint, given[1]::bigint,
          waiting.actor, waiting.request_id) else outcome end;
    when 'accept' then
      outcome := case when cardinality(given) = 1 then bank.transfer_accept(waiting.entity::bigint, given[1],
          waiting.actor, waiting.request_id, null::integer, $2) else outcome end;
    when 'delete' then
      outcome := case when cardinality(given) = 1 then bank.transfer_delete(waiting.entity::bigint, given[1],
          waiting.actor, waiting.request_id, null::integer, $2) else outcome end;
    when 'wait' then
      outcome := case when cardinality(given) = 0 then bank.transfer_wait(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'try_again' then
      outcome := case when cardinality(given) = 0 then bank.transfer_try_again(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'ship' then
      outcome := case when cardinality(given) = 0 then bank.transfer_ship(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'touch' then
      outcome := case when cardinality(given) = 0 then bank.transfer_touch(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'look' then
      outcome := case when cardinality(given) = 0 then bank.transfer_look(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer, $2) else outcome end;
    else
      outcome.detail := 'machine transfer: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'transfer' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- What a callback has said of a deferred event, in place of the database.
create or replace function bank.transfer_fail_deferred(number bigint, status text, detail text)
returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $pawl$
  update public.pawl_deferred pending
    set status = $2, detail = $3, fired_at = clock_timestamp(), (from_state, sort_key) = (
      select head.state, head.sort_key from bank.transfer_current head
        where head.transfer_id = pending.entity::bigint and $2 = 'REFUSED')
    where pending.number = $1 and pending.machine = 'transfer' and pending.status is null
      and $2 in ('REFUSED', 'MISUSE', 'DB') and pending.event in ('accept', 'delete', 'look')
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('bank'::text,
  '{transfer_create,transfer_create_many,transfer_import,transfer_import_many,transfer_accept,transfer_delete,transfer_wait,transfer_wait_many,transfer_try_again,transfer_try_again_many,transfer_ship,transfer_ship_many,transfer_touch,transfer_touch_many,transfer_look,transfer_fire_deferred,transfer_fail_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('transfer', 'a02ccc6c104b5992', 2, clock_timestamp(), E'{"name":"transfer","label":"Money on its way","fingerprint":"a02ccc6c104b5992","doc":"Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and\\nleaving, after the commit; and a mirrored column.","key_type":"bigint","entity":{"schema":"bank","table":"transfers","column":"number"},"storage":"head","initial_is_implicit":false,"mirror":{"schema":"bank","table":"transfers","column":"state"},"states":[{"name":"pending","label":"pending","stored":"pending","initial":true,"final":false,"parent":"open","enter":[],"leave":[]},{"name":"waiting","label":"waiting","stored":"waiting","initial":true,"final":false,"parent":"open","enter":["entered"],"leave":[]},{"name":"done","label":"done","stored":"done","initial":false,"final":true,"enter":[],"leave":[]},{"name":"failed","label":"failed","stored":"failed","initial":false,"final":true,"enter":["notify"],"leave":[]}],"composites":[{"name":"open","label":"open","initial":null,"enter":["entered"],"leave":["left"]}],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"payer","type":"text","optional":false,"column":"payer"},{"name":"amount","type":"bigint","optional":false,"column":"amount"},{"name":"expires","type":"timestamp","optional":true,"column":"expires"}],"serialize_by":[]},{"name":"import","label":"import","stored":"import","creation":true,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"}],"serialize_by":[]},{"name":"accept","label":"accept","stored":"accept","creation":false,"timer":false,"params":[{"name":"note","type":"text","optional":true,"column":"note"}],"serialize_by":[]},{"name":"delete","label":"delete","stored":"delete","creation":false,"timer":false,"params":[{"name":"reason","type":"text","optional":false,"column":"reason"}],"serialize_by":[]},{"name":"wait","label":"wait","stored":"wait","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"try_again","label":"try again","stored":"try_again","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"ship","label":"ship","stored":"ship","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"touch","label":"touch","stored":"touch","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"look","label":"look","stored":"look","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"payer","type":"text"},{"name":"amount","type":"bigint"},{"name":"expires","type":"timestamp"},{"name":"note","type":"text"},{"name":"reason","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"pending","reopens":false,"conditions":[{"guard":"is_small","negated":false}],"do":[],"then":[]},{"event":"create","from":null,"target":"to","to":"waiting","reopens":false,"conditions":[{"guard":"is_open","negated":false},{"guard":"is_small","negated":true}],"do":[],"then":[]},{"event":"import","from":null,"target":"to","to":"waiting","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"delete","from":"open","target":"to","to":"failed","reopens":false,"conditions":[],"do":[],"then":["tell_payee"]},{"event":"accept","from":"pending","target":"to","to":"done","reopens":false,"conditions":[{"guard":"has_funds","negated":false},{"guard":"in_time","negated":false},{"guard":"suspicious","negated":true}],"do":["take","annotate"],"then":["tell_payee"]},{"event":"accept","from":"pending","target":"to","to":"waiting","reopens":false,"conditions":[{"guard":"has_funds","negated":false},{"guard":"checked","negated":false}],"do":[],"then":[]},{"event":"accept","from":"pending","target":"to","to":"failed","reopens":false,"conditions":[{"guard":"has_funds","negated":true}],"do":["notify"],"then":[]},{"event":"wait","from":"pending","target":"to","to":"waiting","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"try_again","from":"waiting","target":"to","to":"pending","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"ship","from":"waiting","target":"to","to":"done","reopens":false,"conditions":[{"guard":"has_funds","negated":false}],"do":[],"then":[]},{"event":"touch","from":"waiting","target":"same","to":"waiting","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"look","from":"waiting","target":"stay","to":"waiting","reopens":false,"conditions":[],"do":["notify"],"then":[]}],"moves":[{"event":"create","from":null,"to":"pending","arrow":0,"effects":["entered"]},{"event":"create","from":null,"to":"waiting","arrow":1,"effects":["entered","entered"]},{"event":"import","from":null,"to":"waiting","arrow":2,"effects":["entered","entered"]},{"event":"accept","from":"pending","to":"done","arrow":4,"effects":["left","take","annotate"]},{"event":"accept","from":"pending","to":"waiting","arrow":5,"effects":["entered"]},{"event":"accept","from":"pending","to":"failed","arrow":6,"effects":["left","notify","notify"]},{"event":"delete","from":"pending","to":"failed","arrow":3,"effects":["left","notify"]},{"event":"delete","from":"waiting","to":"failed","arrow":3,"effects":["left","notify"]},{"event":"wait","from":"pending","to":"waiting","arrow":7,"effects":["entered"]},{"event":"try_again","from":"waiting","to":"pending","arrow":8},{"event":"ship","from":"waiting","to":"done","arrow":9,"effects":["left"]},{"event":"touch","from":"waiting","to":"waiting","arrow":10,"effects":["entered"]},{"event":"look","from":"waiting","to":"waiting","arrow":11,"effects":["notify"]}],"ignores":[{"event":"accept","state":"waiting"}],"timers":[],"guards":[{"name":"has_funds","doc":"Is there enough money?\\nIt is looked up anew each time.","postgres":{"text":"select balance >= :create.amount from accounts where id = :create.payer","references":[{"kind":"created","column":"amount","event":"create","offset":18,"length":14},{"kind":"created","column":"payer","event":"create","offset":58,"length":13}]},"sqlite":{"text":"select balance >= :create.amount from accounts where id = :create.payer","references":[{"kind":"created","column":"amount","event":"create","offset":18,"length":14},{"kind":"created","column":"payer","event":"create","offset":58,"length":13}]}},{"name":"is_small","postgres":{"text":"select :amount <= 1000 -- in cents","references":[{"kind":"param","column":"amount","offset":7,"length":7}]},"sqlite":{"text":"select :amount <= 1000 -- in cents","references":[{"kind":"param","column":"amount","offset":7,"length":7}]}},{"name":"is_open","postgres":{"text":"select is_open from accounts where id = :payer and:amount > 0 and '':id'' <> ''$1''","references":[{"kind":"param","column":"payer","offset":40,"length":6},{"kind":"param","column":"amount","offset":50,"length":7}]},"sqlite":{"text":"select is_open from accounts where id = :payer and:amount > 0 and '':id'' <> ''$1''","references":[{"kind":"param","column":"payer","offset":40,"length":6},{"kind":"param","column":"amount","offset":50,"length":7}]}},{"name":"in_time","postgres":{"text":"select :create.expires is null or :create.expires > :now","references":[{"kind":"created","column":"expires","event":"create","offset":7,"length":15},{"kind":"created","column":"expires","event":"create","offset":34,"length":15},{"kind":"now","offset":52,"length":4}]},"sqlite":{"text":"select coalesce(:create.expires > :now, 1)","references":[{"kind":"created","column":"expires","event":"create","offset":16,"length":15},{"kind":"now","offset":34,"length":4}]}},{"name":"checked","doc":"Somebody has looked at it."},{"name":"suspicious"}],"effects":[{"name":"take","postgres":{"text":"    update accounts set balance = balance - :create.amount\\n    where id = :create.payer -- \\"at once\\" ","references":[{"kind":"created","column":"amount","event":"create","offset":44,"length":14},{"kind":"created","column":"payer","event":"create","offset":74,"length":13}]},"sqlite":{"text":"    update accounts set balance = balance - :create.amount\\n    where id = :create.payer -- \\"at once\\" ","references":[{"kind":"created","column":"amount","event":"create","offset":44,"length":14},{"kind":"created","column":"payer","event":"create","offset":74,"length":13}]}},{"name":"annotate","postgres":{"text":"    insert into notes (id, note)\\n    select :id, coalesce(:note, ''none'') || '', now '' || state from transfer_current where transfer_id = :id;\\n  ","references":[{"kind":"key","offset":44,"length":3},{"kind":"param","column":"note","offset":58,"length":5},{"kind":"key","offset":136,"length":3}]},"sqlite":{"text":"    insert into notes (id, note)\\n    select :id, coalesce(:note, ''none'') || '', now '' || state from transfer_current where transfer_id = :id;\\n  ","references":[{"kind":"key","offset":44,"length":3},{"kind":"param","column":"note","offset":58,"length":5},{"kind":"key","offset":136,"length":3}]}},{"name":"entered","postgres":{"text":"insert into notes (id, note) values (:id, ''entered'')","references":[{"kind":"key","offset":37,"length":3}]},"sqlite":{"text":"insert into notes (id, note) values (:id, ''entered'')","references":[{"kind":"key","offset":37,"length":3}]}},{"name":"left","postgres":{"text":"insert into notes (id, note) values (:id, ''left'')","references":[{"kind":"key","offset":37,"length":3}]},"sqlite":{"text":"insert into notes (id, note) values (:id, ''left'')","references":[{"kind":"key","offset":37,"length":3}]}},{"name":"notify","doc":"Tells the bank, which may object."},{"name":"tell_payee"}],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"bank.transfer_current","transitions":"bank.transfer_transitions","parent":"bank.transfers","parent_column":"number","objects":"select object, definition from public.pawl_catalog(''bank''::text, ''{transfer_current,transfer_transitions,transfer_moves,transfer_state,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}''::text[], ''{transfer_model_2_a02ccc6c104b5992,transfer_is_free,transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take,transfer_create,transfer_create_many,transfer_import,transfer_import_many,transfer_accept,transfer_delete,transfer_wait,transfer_wait_many,transfer_try_again,transfer_try_again_many,transfer_ship,transfer_ship_many,transfer_touch,transfer_touch_many,transfer_look,transfer_fire_deferred,transfer_fail_deferred}''::text[], ''{transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}''::text[], array[''bank.transfers'']::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''bank.transfer_current'')::oid, to_regclass(''bank.transfer_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1),\\n  (select format(''its guards and effects use %s, and used %s when they were deployed'', present.names, bound.definition)\\n   from public.pawl_objects bound,\\n     (select public.pawl_bound_tables(''bank''::text, ''{transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}''::text[]) as names) present\\n   where accepted.is_deployed and bound.machine = ''transfer''::text and bound.object = ''tables of guards and effects''::text\\n     and bound.definition <> present.names)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from bank.transfer_current where transfer_id = $1::bigint and bank.transfer_model_2_a02ccc6c104b5992()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\\nfrom bank.transfer_transitions where transfer_id = $1::bigint and bank.transfer_model_2_a02ccc6c104b5992() order by sort_key","in_state":"select transfer_id, state, sort_key, since from bank.transfer_current\\nwhere state = $1::text and (since, transfer_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\n  and bank.transfer_model_2_a02ccc6c104b5992() order by since, transfer_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select transfer_id, state, sort_key, since from bank.transfer_current\\n    where state < $1::text and (state, since, transfer_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\n    order by state, since, transfer_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select transfer_id, state, sort_key, since from bank.transfer_current\\n    where (state, since, transfer_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\n    order by state, since, transfer_id limit $8::bigint\\n  ) after\\n) others where bank.transfer_model_2_a02ccc6c104b5992() order by state, since, transfer_id limit $8::bigint","count_by_state":"select state, count(*) from bank.transfer_current where bank.transfer_model_2_a02ccc6c104b5992() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\\nfrom bank.transfer_transitions where transfer_id = $1::bigint and bank.transfer_model_2_a02ccc6c104b5992()\\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select bank.transfer_fire_deferred($1::bigint, $2::text) where bank.transfer_model_2_a02ccc6c104b5992()","fail_deferred":"select bank.transfer_fail_deferred($1::bigint, $2::text, $3::text) where bank.transfer_model_2_a02ccc6c104b5992()"},"fire":{"create":"select bank.transfer_create($1::bigint, $2::text, $3::bigint, (timestamptz ''epoch'' + ($4::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($4::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $5::text, $6::text) where bank.transfer_model_2_a02ccc6c104b5992()","import":"select bank.transfer_import($1::bigint, $2::bigint, $3::text, $4::text) where bank.transfer_model_2_a02ccc6c104b5992()","accept":"select bank.transfer_accept($1::bigint, $2::text, $3::text, $4::text, $5::integer, $6::text) where bank.transfer_model_2_a02ccc6c104b5992()","delete":"select bank.transfer_delete($1::bigint, $2::text, $3::text, $4::text, $5::integer, $6::text) where bank.transfer_model_2_a02ccc6c104b5992()","wait":"select bank.transfer_wait($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()","try_again":"select bank.transfer_try_again($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()","ship":"select bank.transfer_ship($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()","touch":"select bank.transfer_touch($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()","look":"select bank.transfer_look($1::bigint, $2::text, $3::text, $4::integer, $5::text) where bank.transfer_model_2_a02ccc6c104b5992()"}},"diagram":"digraph \\"transfer\\" {\\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_transfer\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Money on its way</b><!--transfer-->>; tooltip=\\"Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and\\\\nleaving, after the commit; and a mirrored column.\\";\\n    \\"transfer.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    subgraph \\"cluster_transfer.open\\" {\\n      class=composite; bgcolor=\\"#fbfbfd\\"; color=\\"#c2cad5\\"; penwidth=1; margin=6; fontsize=13;\\n      label=<<b>open</b><br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">on entering runs entered</font><br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">on leaving runs left</font><br align=\\"left\\"/>>;\\n      \\"transfer.pending\\" [label=<pending<!--transfer.pending-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n      \\"transfer.waiting\\" [label=<waiting<br/><font point-size=\\"12\\" color=\\"#556070\\">on entering runs entered</font><!--transfer.waiting-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    }\\n    \\"transfer.done\\" [label=<done<!--transfer.done-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"transfer.failed\\" [label=<failed<br/><font point-size=\\"12\\" color=\\"#556070\\">on entering runs notify</font><!--transfer.failed-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    \\"transfer.\\" -> \\"transfer.pending\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[is small]</font><br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"transfer.\\" -> \\"transfer.waiting\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[else if is open and not<br align=\\"left\\"/>is small]</font><br align=\\"left\\"/>import<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"create\\\\nimport\\", labeltooltip=\\"create\\\\nimport\\"];\\n    \\"transfer.pending\\" -> \\"transfer.failed\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>delete<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">/ then tell payee</font><br align=\\"left\\"/></td></tr></table>>, ltail=\\"cluster_transfer.open\\", class=\\"move\\", tooltip=\\"delete\\", labeltooltip=\\"delete\\"];\\n    \\"transfer.pending\\" -> \\"transfer.done\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>accept<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[has funds and in time<br align=\\"left\\"/>and not suspicious] /<br align=\\"left\\"/>take, annotate, then<br align=\\"left\\"/>tell payee</font><br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"accept\\", labeltooltip=\\"accept\\"];\\n    \\"transfer.pending\\" -> \\"transfer.waiting\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>accept<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[else if has funds and<br align=\\"left\\"/>checked]</font><br align=\\"left\\"/>wait<br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"accept\\\\nwait\\", labeltooltip=\\"accept\\\\nwait\\"];\\n    \\"transfer.pending\\" -> \\"transfer.failed\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>accept<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[else if not has funds]<br align=\\"left\\"/>/ notify</font><br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"accept\\", labeltooltip=\\"accept\\"];\\n    \\"transfer.pending\\" -> \\"transfer.waiting\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>try again<br align=\\"left\\"/></td></tr></table>>, dir=back, class=\\"move\\", tooltip=\\"try_again\\", labeltooltip=\\"try_again\\"];\\n    \\"transfer.waiting\\" -> \\"transfer.done\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>ship<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[has funds]</font><br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"ship\\", labeltooltip=\\"ship\\"];\\n    \\"transfer.waiting\\" -> \\"transfer.waiting\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>touch<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">(begins anew)</font><br align=\\"left\\"/>look<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">/ notify (stays)</font><br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"touch\\\\nlook\\", labeltooltip=\\"touch\\\\nlook\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\" color=\\"#2e8246\\"><tr><td><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td width=\\"16\\" height=\\"6\\"> </td></tr></table></td></tr></table></td><td align=\\"left\\">final </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#fbfbfd\\" color=\\"#c2cad5\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">arrows from its edge leave every state in it </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"solid\\" color=\\"#1d4f91\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">shortest way to done </td></tr>\\n    <tr><td align=\\"right\\"><font color=\\"#556070\\">[ ]</font></td><td align=\\"left\\">only if this holds </td><td align=\\"right\\"><font color=\\"#556070\\">/</font></td><td align=\\"left\\">done with the move </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('transfer'::text, 'bank'::text, '{transfer_current,transfer_transitions,transfer_moves,transfer_state,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}'::text[], '{transfer_model_2_a02ccc6c104b5992,transfer_is_free,transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take,transfer_create,transfer_create_many,transfer_import,transfer_import_many,transfer_accept,transfer_delete,transfer_wait,transfer_wait_many,transfer_try_again,transfer_try_again_many,transfer_ship,transfer_ship_many,transfer_touch,transfer_touch_many,transfer_look,transfer_fire_deferred,transfer_fail_deferred}'::text[], '{transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}'::text[], array['bank.transfers']::text[], null::text);

-- stock -------------------------------------------------------------------------------------------

call public.pawl_begin_machine('stock'::text, 'a2ac4c567aa02dfd'::text, 'public'::text,
  '{stock_current,stock_transitions,stock_moves,stock_state,stock_effect_count,stock_current_state_since,stock_transitions_request}'::text[], null::text);
call public.pawl_take_back_calls('public'::text, '{stock_model_2_a2ac4c567aa02dfd,stock_is_free,stock_guard_is_left,stock_effect_count,stock_create,stock_create_many,stock_take,stock_take_many,stock_close,stock_close_many,stock_fire_deferred}'::text[]);
call public.pawl_accept_programs('stock'::text, 'a2ac4c567aa02dfd'::text, 2::integer, 'public'::text);
create table if not exists public.stock_current (
  stock_id text collate "C" primary key,
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next place of a row beside it

create table if not exists public.stock_transitions (
  stock_id text collate "C" not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
  quantity integer,
  primary key (stock_id, sort_key)
);
do $pawl$
begin
  if to_regclass('public.stock_current_state_since') is null then
    create index stock_current_state_since on public.stock_current (state, since);
  end if;
  if to_regclass('public.stock_transitions_request') is null then
    create unique index stock_transitions_request on public.stock_transitions (stock_id, request_id)
      where request_id is not null;
  end if;
end
$pawl$;

create or replace view public.stock_moves as select * from (values
  ('create', '', 'available'),
  ('take', 'available', 'available'),
  ('take', 'available', 'sold_out'),
  ('close', 'available', 'sold_out')
) move (event, from_state, to_state);

create or replace view public.stock_state as
  select stock_id, state, sort_key, since from public.stock_current;

call public.pawl_refuse_writes_to(array['public.stock_current', 'public.stock_transitions']::regclass[]);
grant select on public.stock_current, public.stock_transitions, public.stock_moves, public.stock_state to pawl_app,
  pawl_operator;
call public.pawl_add_type_lock('stock'::text, 'public.stock_current'::text);
call public.pawl_add_is_free('stock'::text, 'public'::text);

comment on table public.stock_current is 'stock
All of it in SQL, so that no program is needed.
One row for each: where it is.';
call public.pawl_describe('public'::text, 'stock'::text, 'stock_transitions'::text);

-- Guards and effects are only called by the functions of events. Their tables are those of public.
-- What an effect inserts, updates or deletes becomes the rule of an empty view, wherever it can: it is
-- parsed now, as in a function with `begin atomic`, but planned once a session and not at each call.
set local search_path = pg_catalog, public, pg_temp;
-- Literals get their values now.
set local timezone = 'UTC';
set local timezone_abbreviations = 'Default';
set local datestyle = 'ISO, MDY';
set local intervalstyle = postgres;
set local lc_monetary = 'C';
set local array_nulls = on;
set local xmloption = content;
set local transform_null_equals = off;

-- guard is_left of machine stock
create or replace function public.stock_guard_is_left(integer, text) returns setof boolean
language sql stable
begin atomic
select coalesce(sum(quantity), 0) >= $1 from stock_levels where item = $2
;
end;
revoke all on function public.stock_guard_is_left(integer, text) from public;

-- effect count of machine stock
create or replace function public.stock_effect_count(text, integer) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
begin atomic
insert into stock_levels (item, quantity) values ($1, -$2)
;
end;
revoke all on function public.stock_effect_count(text, integer) from public;
drop view if exists public.stock_effect_count;
create view public.stock_effect_count as
  select null::text as argument_1, null::integer as argument_2 where false;
do $pawl$
begin
  create rule effect as on insert to public.stock_effect_count do instead (
insert into stock_levels (item, quantity) values (new.argument_1, -new.argument_2)
  );
  create or replace function public.stock_effect_count(text, integer) returns void
  language plpgsql volatile set search_path = pg_catalog, public, pg_temp
  as $$ begin insert into public.stock_effect_count values ($1, $2); end $$;
exception when syntax_error_or_access_rule_violation or feature_not_supported then
  drop view public.stock_effect_count; -- PostgreSQL has no such rule
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
        'public.stock_guard_is_left(integer, text)']::regprocedure[])
      and (made.prosqlbody::text ~ ':commandType [02-9]|:hasForUpdate true'
        or exists (
          select from pg_depend uses
            left join pg_class relation
              on uses.refclassid = 'pg_class'::regclass and relation.oid = uses.refobjid
            where uses.classid = 'pg_proc'::regclass and uses.objid = made.oid
              and uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)
              and (relation.relkind in ('r', 'p') and not relation.relrowsecurity) is not true))
  loop
    execute format('alter function %s volatile set search_path = pg_catalog, public, pg_temp', guard);
  end loop;
end
$pawl$;

-- Code of others must not run within guards and effects, nor on tables that moves write or lock.
call public.pawl_refuse_foreign_hooks('public'::text, '{stock_guard_is_left,stock_effect_count}'::text[], array[]::text[], null::text);

set local search_path = pg_catalog, public, pg_temp;
do $pawl$
begin
  perform public.pawl_explain('select coalesce(sum(quantity), 0) >= $1 from stock_levels where item = $2'::text,
    '(integer, text)'::text,
    '(null, null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'guard is_left of machine stock cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;
do $pawl$
begin
  perform public.pawl_explain('insert into stock_levels (item, quantity) values ($1, -$2)'::text,
    '(text, integer)'::text,
    '(null, null)'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning 'effect count of machine stock cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';
end
$pawl$;

set local search_path = pg_catalog, pg_temp;

create or replace function public.stock_create(id text, quantity integer, actor text default null,
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
  if $1 is null or $1 = '' or octet_length($1) > 1024
     or $2 is null
     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    outcome.detail := 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
    return outcome;
  end if;
  lock table only public.stock_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (public.stock_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.stock_model_2_a2ac4c567aa02dfd())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join public.stock_current head on head.stock_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $4 is not null then
        select * into earlier from public.stock_transitions made where made.stock_id = $1 and made.request_id = $4;
        if found then
          return row(case when earlier.event = 'create'
              and earlier.quantity is not distinct from $2 then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: stock was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'available', 10, clock_timestamp(), null, null, null);
    begin
      insert into public.stock_current (stock_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'stock_current_pkey' then
          raise;
        end if;
    end;
    outcome := null;
  end loop;
  insert into public.stock_transitions
    (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  return outcome;
end
$pawl$;
comment on function public.stock_create(text, integer, text, text) is 'create';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.stock_create_many(text[], integer[], text, text[])$pawl$)) then
    drop function public.stock_create_many(text[], integer[], text, text[]);
  end if;
end
$pawl1$;
create or replace function public.stock_create_many(id text[], quantity integer[], actor text default null,
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
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  begin
    if not repeats then
      with judged as materialized (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
              when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
                or given.v1 is null
                or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
              when not (earlier.said is null) then 'SAID'
              when (public.stock_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.stock_model_2_a2ac4c567aa02dfd()) is not true then null
              when head.state is not null then 'EXISTS'
              else 'OK'
            end as verdict
          from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number)
            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
                from public.stock_current head where head.stock_id = given.id offset 0) head on true
            left join lateral (select row(case when earlier.event = 'create'
                and earlier.quantity is not distinct from given.v1 then 'OK' else 'REUSED' end,
              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                from public.stock_transitions earlier where earlier.stock_id = given.id
                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
      ), heads as (
        insert into public.stock_current (stock_id, state, sort_key, since)
        select judged.id, 'available', 10, judged.moment
          from judged where judged.verdict = 'OK' order by judged.id collate "C"
      ), history as (
        insert into public.stock_transitions
          (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)
        select given.id, 10, 'create', '', 'available', given.moment,
            coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1
          from judged given where given.verdict = 'OK'
      )
      select array_agg(case given.verdict when 'OK' then row('OK', '', 'available', 10, given.moment, null, null, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,
            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.stock_moves says what is' end)::public.pawl_outcome
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
      select given.number, public.stock_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) as outcome
        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.stock_take(id text, quantity integer, actor text default null,
  request_id text default null, expect_sort_key integer default null)
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
  place tid;
  is_free boolean;
  is_done boolean; -- effects are called in an expression, which costs less than a query
  moment timestamptz;
begin
  if $1 is null or $3 is not null or $4 is not null
     or $2 is null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or $2 is null
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (public.stock_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.stock_model_2_a2ac4c567aa02dfd())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from public.stock_current head where head.stock_id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  if $4 is not null then
    select * into earlier from public.stock_transitions made where made.stock_id = $1 and made.request_id = $4;
    if found then
      return row(case when earlier.event = 'take'
          and earlier.quantity is not distinct from $2 then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
  if $5 is not null then
    if outcome.sort_key <> $5 then
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'available' then
      if (select passes from public.stock_guard_is_left($2, $1) passes limit 1) then
        outcome.to_state := 'available';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'is_left');
      end if;
      if outcome.to_state is null then
        outcome.to_state := 'sold_out';
        outcome.move := 2;
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    outcome.detail := case when outcome.guard is null then 'take' || ' is not allowed in ' || outcome.from_state || '; public.stock_moves says what is' end;
    return outcome;
  end if;
  outcome.guard := null; -- of a move that was tried before
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  update public.stock_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into public.stock_transitions
    (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)
  values ($1, outcome.sort_key, 'take', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  case outcome.from_state
    when 'available' then
      if outcome.move = 1 then
        is_done := public.stock_effect_count($1, $2) is not null;
      end if;
    else null;
  end case;
  return outcome;
end
$pawl$;
comment on function public.stock_take(text, integer, text, text, integer) is 'take';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.stock_take_many(text[], integer[], text, text[], integer[])$pawl$)) then
    drop function public.stock_take_many(text[], integer[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.stock_take_many(id text[], quantity integer[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy text[];
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $7 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $7 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.stock_current head where head.stock_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.stock_current head where head.stock_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.stock_take(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

create or replace function public.stock_close(id text, quantity integer, actor text default null,
  request_id text default null, expect_sort_key integer default null)
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
  place tid;
  is_free boolean;
  moment timestamptz;
begin
  if $1 is null or $3 is not null or $4 is not null
     or $2 is null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or $2 is null
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (public.stock_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.stock_model_2_a2ac4c567aa02dfd())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from public.stock_current head where head.stock_id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      outcome.detail := 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  if $4 is not null then
    select * into earlier from public.stock_transitions made where made.stock_id = $1 and made.request_id = $4;
    if found then
      return row(case when earlier.event = 'close'
          and earlier.quantity is not distinct from $2 then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
  if $5 is not null then
    if outcome.sort_key <> $5 then
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'available' then
      if not (select passes from public.stock_guard_is_left($2, $1) passes limit 1) then
        outcome.to_state := 'sold_out';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'not is_left');
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    outcome.detail := case when outcome.guard is null then 'close' || ' is not allowed in ' || outcome.from_state || '; public.stock_moves says what is' end;
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  update public.stock_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into public.stock_transitions
    (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)
  values ($1, outcome.sort_key, 'close', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  return outcome;
end
$pawl$;
comment on function public.stock_close(text, integer, text, text, integer) is 'close';

-- The same for many at once: arrays of one length, an answer for each in their order.
do $pawl1$
begin
  if exists (select from pg_proc where proowner = current_user::regrole
      and oid = to_regprocedure($pawl$public.stock_close_many(text[], integer[], text, text[], integer[])$pawl$)) then
    drop function public.stock_close_many(text[], integer[], text, text[], integer[]);
  end if;
end
$pawl1$;
create or replace function public.stock_close_many(id text[], quantity integer[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1
  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on
  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'
  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off
  set standard_conforming_strings = on set transform_null_equals = off
as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  outcomes public.pawl_outcome[];
  is_free boolean;
  busy text[];
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $7 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $7 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.stock_current head where head.stock_id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  if $7 and not repeats then
    if (case when $7 is null then concat('public.stock_current'::regclass, 'public.stock_transitions'::regclass) = '' else public.pawl_in_any_order(array[]::regclass[],
      array['public.stock_guard_is_left(integer, text)']::regprocedure[], '{stock_current,stock_transitions,stock_moves,stock_state,stock_effect_count}'::name[]) end) then
      with judged as materialized (
        select given.*, asked.guard, case when asked.guard is null then given.precondition else 'REFUSED' end as verdict
          from (
            select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
                when not public.pawl_in_any_order(array[]::regclass[],
                  array['public.stock_guard_is_left(integer, text)']::regprocedure[], '{stock_current,stock_transitions,stock_moves,stock_state,stock_effect_count}'::name[]) then null
                when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255
                  or given.v1 is null
                  or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'
                when given.id = any (busy) and head.state is not null then 'BUSY'
                when not (earlier.said is null) then 'SAID'
                when (public.stock_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.stock_model_2_a2ac4c567aa02dfd()) is not true then null
                when head.state is null then 'NOT_FOUND'
                when head.sort_key <> given.expected then 'CONFLICT'
                when head.next_state is null then 'ILLEGAL'
                else 'OK'
              end as precondition
            from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number)
              left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'available' then 'sold_out'
              end as next_state
                  from public.stock_current head where head.stock_id = given.id offset 0) head on true
              left join lateral (select row(case when earlier.event = 'close'
                  and earlier.quantity is not distinct from given.v1 then 'OK' else 'REUSED' end,
                earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said
                  from public.stock_transitions earlier where earlier.stock_id = given.id
                    and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null offset 0
          ) given
            cross join lateral (select case when given.precondition = 'OK' then case
              when given.state in ('available') then case
                when (not (select passes from public.stock_guard_is_left(given.v1, given.id) passes limit 1)) is not true then 'not is_left'
                else null end
            end end as guard offset 0) asked
      ), heads as (
        update public.stock_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment
          from judged where judged.verdict = 'OK' and head.ctid = judged.place
      ), history as (
        insert into public.stock_transitions
          (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)
        select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,
            coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1
          from judged given where given.verdict = 'OK'
      )
      select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, case when given.state in ('available') then 1 end, null)::public.pawl_outcome
          when 'SAID' then given.said
          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome
          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else row(given.verdict, given.state, null, given.sort_key, given.since, given.guard, null,
            case given.verdict when 'ILLEGAL' then 'close' || ' is not allowed in ' || given.state || '; public.stock_moves says what is' end)::public.pawl_outcome
        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;
      if is_free then
        return query select * from unnest(outcomes);
        return;
      end if;
    end if;
  end if;
  perform set_config('plan_cache_mode', 'auto', true);
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.stock_current head where head.stock_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.stock_close(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$pawl$;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
create or replace function public.stock_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('stock'::text, $1);
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
      outcome := case when cardinality(given) = 1 then public.stock_create(waiting.entity, given[1]::integer,
          waiting.actor, waiting.request_id) else outcome end;
    when 'take' then
      outcome := case when cardinality(given) = 1 then public.stock_take(waiting.entity, given[1]::integer,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'close' then
      outcome := case when cardinality(given) = 1 then public.stock_close(waiting.entity, given[1]::integer,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    else
      outcome.detail := 'machine stock: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'stock' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$pawl$;

-- Applications may call what fires events, and nobody else may.
call public.pawl_restrict_calls('public'::text,
  '{stock_create,stock_create_many,stock_take,stock_take_many,stock_close,stock_close_many,stock_fire_deferred}'::text[], '{pawl_app}'::text[]);

insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
values ('stock', 'a2ac4c567aa02dfd', 2, clock_timestamp(), E'{"name":"stock","label":"stock","fingerprint":"a2ac4c567aa02dfd","doc":"All of it in SQL, so that no program is needed.","key_type":"text","storage":"head","initial_is_implicit":false,"states":[{"name":"available","label":"available","stored":"available","initial":true,"final":false,"enter":[],"leave":[]},{"name":"sold_out","label":"sold out","stored":"sold_out","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"quantity","type":"int","optional":false,"column":"quantity"}],"serialize_by":[]},{"name":"take","label":"take","stored":"take","creation":false,"timer":false,"params":[{"name":"quantity","type":"int","optional":false,"column":"quantity"}],"serialize_by":[]},{"name":"close","label":"close","stored":"close","creation":false,"timer":false,"params":[{"name":"quantity","type":"int","optional":false,"column":"quantity"}],"serialize_by":[]}],"columns":[{"name":"quantity","type":"int"}],"arrows":[{"event":"create","from":null,"target":"to","to":"available","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"take","from":"available","target":"stay","to":"available","reopens":false,"conditions":[{"guard":"is_left","negated":false}],"do":["count"],"then":[]},{"event":"take","from":"available","target":"to","to":"sold_out","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"close","from":"available","target":"to","to":"sold_out","reopens":false,"conditions":[{"guard":"is_left","negated":true}],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"available","arrow":0},{"event":"take","from":"available","to":"available","arrow":1,"effects":["count"]},{"event":"take","from":"available","to":"sold_out","arrow":2},{"event":"close","from":"available","to":"sold_out","arrow":3}],"ignores":[],"timers":[],"guards":[{"name":"is_left","postgres":{"text":"select coalesce(sum(quantity), 0) >= :quantity from stock_levels where item = :id","references":[{"kind":"param","column":"quantity","offset":37,"length":9},{"kind":"key","offset":78,"length":3}]},"sqlite":{"text":"select coalesce(sum(quantity), 0) >= :quantity from stock_levels where item = :id","references":[{"kind":"param","column":"quantity","offset":37,"length":9},{"kind":"key","offset":78,"length":3}]}}],"effects":[{"name":"count","postgres":{"text":"insert into stock_levels (item, quantity) values (:id, -:quantity)","references":[{"kind":"key","offset":50,"length":3},{"kind":"param","column":"quantity","offset":56,"length":9}]},"sqlite":{"text":"insert into stock_levels (item, quantity) values (:id, -:quantity)","references":[{"kind":"key","offset":50,"length":3},{"kind":"param","column":"quantity","offset":56,"length":9}]}}],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.stock_current","transitions":"public.stock_transitions","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{stock_current,stock_transitions,stock_moves,stock_state,stock_effect_count}''::text[], ''{stock_model_2_a2ac4c567aa02dfd,stock_is_free,stock_guard_is_left,stock_effect_count,stock_create,stock_create_many,stock_take,stock_take_many,stock_close,stock_close_many,stock_fire_deferred}''::text[], ''{stock_guard_is_left,stock_effect_count}''::text[], array[]::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\n     hung.tgname, hung.tgrelid::regclass)\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\n     join pg_proc code on code.oid = hung.tgfoid\\n     join pg_roles author on author.oid = code.proowner\\n   where hung.tgrelid in (to_regclass(''public.stock_current'')::oid, to_regclass(''public.stock_transitions'')::oid)\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1),\\n  (select format(''its guards and effects use %s, and used %s when they were deployed'', present.names, bound.definition)\\n   from public.pawl_objects bound,\\n     (select public.pawl_bound_tables(''public''::text, ''{stock_guard_is_left,stock_effect_count}''::text[]) as names) present\\n   where accepted.is_deployed and bound.machine = ''stock''::text and bound.object = ''tables of guards and effects''::text\\n     and bound.definition <> present.names)), accepted.is_deployed\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.stock_current where stock_id = $1::text and public.stock_model_2_a2ac4c567aa02dfd()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\\nfrom public.stock_transitions where stock_id = $1::text and public.stock_model_2_a2ac4c567aa02dfd() order by sort_key","in_state":"select stock_id, state, sort_key, since from public.stock_current\\nwhere state = $1::text and (since, stock_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\n  and public.stock_model_2_a2ac4c567aa02dfd() order by since, stock_id limit $4::bigint","not_in_state":"select * from (\\n  select * from (\\n    select stock_id, state, sort_key, since from public.stock_current\\n    where state < $1::text and (state, since, stock_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\n    order by state, since, stock_id limit $8::bigint\\n  ) before\\n  union all\\n  select * from (\\n    select stock_id, state, sort_key, since from public.stock_current\\n    where (state, since, stock_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\n    order by state, since, stock_id limit $8::bigint\\n  ) after\\n) others where public.stock_model_2_a2ac4c567aa02dfd() order by state, since, stock_id limit $8::bigint","count_by_state":"select state, count(*) from public.stock_current where public.stock_model_2_a2ac4c567aa02dfd() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\\nfrom public.stock_transitions where stock_id = $1::text and public.stock_model_2_a2ac4c567aa02dfd()\\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select public.stock_fire_deferred($1::bigint, $2::text) where public.stock_model_2_a2ac4c567aa02dfd()"},"fire":{"create":"select public.stock_create($1::text, $2::integer, $3::text, $4::text) where public.stock_model_2_a2ac4c567aa02dfd()","take":"select public.stock_take($1::text, $2::integer, $3::text, $4::text, $5::integer) where public.stock_model_2_a2ac4c567aa02dfd()","close":"select public.stock_close($1::text, $2::integer, $3::text, $4::text, $5::integer) where public.stock_model_2_a2ac4c567aa02dfd()"}},"diagram":"digraph \\"stock\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\"DejaVu Sans,Verdana\\", fontsize=16,\\n         fontcolor=\\"#1f2733\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\"#ffffff\\",\\n         labelloc=t, labeljust=l, color=\\"#c2cad5\\", style=rounded];\\n  node [shape=box, style=\\"rounded,filled\\", fontname=\\"DejaVu Sans,Verdana\\", fontsize=13,\\n        fontcolor=\\"#1f2733\\", fillcolor=\\"#f5f6f8\\", color=\\"#8c96a5\\", margin=\\"0.12,0.06\\", height=0.32];\\n  edge [fontname=\\"DejaVu Sans,Verdana\\", fontsize=12.5, fontcolor=\\"#1f2733\\", color=\\"#687384\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\"cluster_stock\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>stock</b><!--stock-->>; tooltip=\\"All of it in SQL, so that no program is needed.\\";\\n    \\"stock.\\" [shape=point, width=0.16, class=begin, color=\\"#1f2733\\", fillcolor=\\"#1f2733\\", tooltip=\\"nothing yet\\"];\\n    \\"stock.available\\" [label=<available<!--stock.available-->>, class=\\"state created\\", fillcolor=\\"#e0edfb\\", color=\\"#2f6fb3\\"];\\n    \\"stock.sold_out\\" [label=<sold out<!--stock.sold_out-->>, class=\\"state final\\", fillcolor=\\"#e1f3e5\\", color=\\"#2e8246\\", peripheries=2];\\n    {rank=same; \\"stock.\\"; \\"stock.available\\"}\\n    \\"stock.\\" -> \\"stock.available\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>create<br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"create\\", labeltooltip=\\"create\\"];\\n    \\"stock.available\\" -> \\"stock.available\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>take<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[is left] / count<br align=\\"left\\"/>(stays)</font><br align=\\"left\\"/></td></tr></table>>, class=\\"move\\", tooltip=\\"take\\", labeltooltip=\\"take\\"];\\n    \\"stock.available\\" -> \\"stock.sold_out\\" [label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"1\\"><tr><td>take<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[otherwise]</font><br align=\\"left\\"/>close<br align=\\"left\\"/><font point-size=\\"12\\" color=\\"#556070\\">[not is left]</font><br align=\\"left\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\"move main\\", color=\\"#1d4f91\\", tooltip=\\"take\\\\nclose\\", labeltooltip=\\"take\\\\nclose\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\"#556070\\";\\n  label=<<table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"3\\" cellpadding=\\"1\\">\\n    <tr><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e0edfb\\" color=\\"#2f6fb3\\"><tr><td width=\\"22\\" height=\\"11\\"> </td></tr></table></td><td align=\\"left\\">begins here </td><td align=\\"right\\"><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"2\\" color=\\"#2e8246\\"><tr><td><table border=\\"1\\" style=\\"rounded\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\" bgcolor=\\"#e1f3e5\\" color=\\"#2e8246\\"><tr><td width=\\"16\\" height=\\"6\\"> </td></tr></table></td></tr></table></td><td align=\\"left\\">final </td><td align=\\"right\\"><table border=\\"0\\" cellborder=\\"0\\" cellspacing=\\"0\\" cellpadding=\\"0\\"><tr><td width=\\"24\\" height=\\"4\\" border=\\"2\\" sides=\\"B\\" style=\\"solid\\" color=\\"#1d4f91\\"></td></tr><tr><td height=\\"4\\"></td></tr></table></td><td align=\\"left\\">shortest way to sold out </td><td align=\\"right\\"><font color=\\"#556070\\">[ ]</font></td><td align=\\"left\\">only if this holds </td></tr>\\n    <tr><td align=\\"right\\"><font color=\\"#556070\\">/</font></td><td align=\\"left\\">done with the move </td></tr></table>>;\\n}\\n"}')
on conflict (machine, fingerprint)
  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;

call public.pawl_record('stock'::text, 'public'::text, '{stock_current,stock_transitions,stock_moves,stock_state,stock_effect_count}'::text[], '{stock_model_2_a2ac4c567aa02dfd,stock_is_free,stock_guard_is_left,stock_effect_count,stock_create,stock_create_many,stock_take,stock_take_many,stock_close,stock_close_many,stock_fire_deferred}'::text[], '{stock_guard_is_left,stock_effect_count}'::text[], array[]::text[], null::text);

call public.pawl_refuse_foreign_code();

call public.pawl_leave_owner();

commit;

-- This file is whole.
