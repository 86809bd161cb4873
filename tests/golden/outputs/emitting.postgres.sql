-- Parts of emitting.postgres.sql: see outputs/parts.

create or replace function public.shipment_weigh(id bigint, weight integer, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
begin
  if $1 is null or $3 is not null or $4 is not null
     or $2 is null
  then
    if $1 is null
       or $2 is null
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      return public.pawl_misuse('id, weight'::text, false);
    end if;
  end if;
  if $4 is null then
    update public.shipment_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('announced', 'announced')) move (from_state, to_state)
      where head.shipment_id = $1 and case when head.state = move.from_state then public.shipment_is_free(null::boolean) and public.shipment_model_2_bab3669245c0be0d() end and (head.sort_key = $5) is not false
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; everything else is decided afterwards, from the locked row
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.shipment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.shipment_model_2_bab3669245c0be0d())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.shipment_current head where head.shipment_id = $1 for no key update;
    if not found then
      return public.pawl_refuse_unknown('id, weight'::text, false, null::text, 'shipment'::text, $1::text, $4, null::text, null::text, null::bigint);
    end if;
    if $4 is not null then
      select * into earlier from public.shipment_transitions made where made.shipment_id = $1 and made.request_id = $4;
      if found then
        return row(case when earlier.event = 'weigh'
            and earlier.weight is not distinct from $2 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true or outcome.sort_key <> $5 then
      outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $4, null::text, null::text, null::bigint, $5::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'announced' then 'announced'
    end;
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, 'weigh'::text, 'public.shipment_moves'::text);
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.shipment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.shipment_transitions
    (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight)
  values ($1, outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end, $4, $2);
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters, actor)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'shipment', $1::text,
      outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, $4,
      'shipments."v1"', 'bab3669245c0be0d',
      ('{"weight":' || $2::text || '}')::json, case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end;
  return outcome;
end
$pawl$;

comment on function public.shipment_weigh(bigint, integer, text, text, integer) is 'weigh';
