-- Parts of hooks.postgres.sql: see outputs/parts.

create or replace function bank.transfer_guard_has_funds(bigint, text) returns setof boolean
language sql stable
begin atomic
select balance >= $1 from accounts where id = $2
;
end;

revoke all on function bank.transfer_guard_has_funds(bigint, text) from public;

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

create or replace function bank.transfer_accept(id bigint, note text default null, actor text default null,
  request_id text default null, expect_sort_key integer default null, verdicts text default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1
  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on
  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'
  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off
  set standard_conforming_strings = on set transform_null_equals = off as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  pawl_mirrored bank.transfers.state%type; -- the state: an assignment makes it a number, or a value of an enum
  is_free boolean;
  created record;
  is_done boolean; -- effects are called in an expression, which costs less than a query
  moment timestamptz;
  guard_has_funds text; -- its answer: '1' passes, '0' refuses, '-' null
  guard_in_time text; -- its answer: '1' passes, '0' refuses, '-' null
begin
  if $1 is null or $3 is not null or $4 is not null
  then
    if $1 is null
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      return public.pawl_misuse('id'::text, false);
    end if;
  end if;
  perform 1 from bank.transfers parent where parent.number = $1 for no key update;
  if not found then
    return public.pawl_refuse_unknown('id'::text, false, null::text, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  -- locked by its key alone; everything else is decided afterwards, from the locked row
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from bank.transfer_current head where head.transfer_id = $1 for no key update;
  if not found then
    return public.pawl_refuse_unknown('id'::text, false, null::text, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  if $4 is not null then
    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $4;
    if found then
      return row(case when earlier.event = 'accept'
          and earlier.note is not distinct from $2 then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true or outcome.sort_key <> $5 then
    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint, $5::integer);
    if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
      return outcome;
    end if;
  end if;
  if $6 is null and outcome.from_state in ('pending', 'pending', 'pending') then -- only a program of libpawl has its guards and effects in C
    outcome.status := 'MISUSE';
    outcome.guard := 'suspicious';
    outcome.detail := 'suspicious is in C: only a program that has it can fire this event';
    return outcome;
  end if;
  if $6 = '?' and outcome.from_state in ('pending') then -- the caller runs its guards in C, and calls again
    outcome.status := 'ASK';
    return outcome;
  end if;
  select creation.payer, creation.amount, creation.expires into created
    from bank.transfer_transitions creation where creation.transfer_id = $1 and creation.sort_key = 10;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'pending' then
      guard_has_funds := case (select passes from bank.transfer_guard_has_funds(created.amount::bigint, created.payer::text) passes limit 1)
        when true then '1' when false then '0' else '-' end;
      if guard_has_funds = '1' then
        guard_in_time := case (select passes from bank.transfer_guard_in_time(created.expires::timestamptz, moment) passes limit 1)
          when true then '1' when false then '0' else '-' end;
        if guard_in_time = '1' then
          if substr($6, 6, 1) = '0' then -- not suspicious
            outcome.to_state := 'done';
            outcome.move := 1;
          end if;
        end if;
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
          end if;
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
        end if;
      end if;
      if outcome.to_state is null then
        if guard_in_time is null then
          guard_in_time := case (select passes from bank.transfer_guard_in_time(created.expires::timestamptz, moment) passes limit 1)
            when true then '1' when false then '0' else '-' end;
        end if;
        outcome.guard := concat_ws(', ',
          case when guard_has_funds <> '1' then 'has_funds' end,
          case when guard_in_time <> '1' then 'in_time' end,
          case when substr($6, 6, 1) <> '0' then 'not suspicious' end,
          case when substr($6, 1, 1) <> '1' then 'checked' end,
          case when guard_has_funds <> '0' then 'not has_funds' end);
      end if;
    else null;
  end case;
  if outcome.from_state in ('waiting') then
    outcome.status := 'IGNORED';
    return outcome;
  end if;
  if outcome.to_state is null then
    return public.pawl_refuse(outcome, 'accept'::text, 'bank.transfer_moves'::text);
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into bank.transfer_transitions
    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, note)
  values ($1, outcome.sort_key, 'accept', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end, $4, $2);
  pawl_mirrored := outcome.to_state;
  update bank.transfers parent set state = pawl_mirrored
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

create or replace function bank.transfer_fail_deferred(number bigint, status text, detail text)
returns void language sql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
  update public.pawl_deferred pending
    set status = $2, detail = $3, fired_at = clock_timestamp(), (from_state, sort_key) = (
      select head.state, head.sort_key from bank.transfer_current head
        where head.transfer_id = pending.entity::bigint and $2 = 'REFUSED')
    where pending.number = $1 and pending.machine = 'transfer' and pending.status is null
      and $2 in ('REFUSED', 'MISUSE', 'DB') and pending.event in ('accept', 'delete', 'look')
$pawl$;
