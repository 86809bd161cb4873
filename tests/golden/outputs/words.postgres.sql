-- Parts of words.postgres.sql: see outputs/parts.

create or replace function "table"."current_user"(id bigint, "time" text default null, "offset" bigint default null, "row" integer default null, head boolean default null, "current_date" timestamptz default null, actor text default null,
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
  if $1 is null or $7 is not null or $8 is not null
     or $6 is not null
  then
    if $1 is null
       or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
       or octet_length($7) > 255 or $8 = '' or octet_length($8) > 255 then
      return public.pawl_misuse('id'::text, false);
    end if;
  end if;
  if $8 is null then
    update "table".current_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('group', 'group')) move (from_state, to_state)
      where head.current_id = $1 and case when head.state = move.from_state then "table".current_is_free(null::boolean) and "table".current_model_2_780841955f4f508e() end and (head.sort_key = $9) is not false
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; everything else is decided afterwards, from the locked row
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      ("table".current_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and "table".current_model_2_780841955f4f508e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from "table".current_current head where head.current_id = $1 for no key update;
    if not found then
      return public.pawl_refuse_unknown('id'::text, false, null::text, 'current'::text, $1::text, $8, null::text, null::text, null::bigint);
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
    if is_free is not true or outcome.sort_key <> $9 then
      outcome := public.pawl_refuse_locked(outcome, 'current'::text, $1::text, $8, null::text, null::text, null::bigint, $9::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'group' then 'group'
    end;
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, 'user'::text, '"table".current_moves'::text);
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update "table".current_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into "table".current_transitions
    (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, "time", "offset", "row", head, "current_date")
  values ($1, outcome.sort_key, 'user', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $7 like ' __-%' then session_user || $7 else coalesce($7, session_user) end, $8, $2, $3, $4, $5, $6);
  return outcome;
end
$pawl$;

comment on function "table"."current_user"(bigint, text, bigint, integer, boolean, timestamptz, text, text, integer) is 'user';
