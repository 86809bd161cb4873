-- Parts of types.postgres.sql: see outputs/parts.

create or replace function public.document_amend(id text, new_title text default null, new_pages integer default null, new_size bigint default null, new_signed boolean default null, new_due timestamptz default null, new_amount numeric default null, new_number uuid default null, new_content json default null, new_image bytea default null, actor text default null,
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
  if $1 is null or $11 is not null or $12 is not null
     or $6 is not null
     or $7 is not null
     or $9 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
       or $7 in ('NaN', 'Infinity', '-Infinity')
       or length(translate($7::text, '-.', '')) > 1000
       or not public.pawl_json_fits($9::json)
       or octet_length($11) > 255 or $12 = '' or octet_length($12) > 255 then
      return public.pawl_misuse('id'::text, true);
    end if;
  end if;
  if $12 is null then
    update public.document_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('drafted', 'drafted')) move (from_state, to_state)
      where head.document_id = $1 and case when head.state = move.from_state then public.document_is_free(null::boolean) and public.document_model_2_d00f1044741c690a() end and (head.sort_key = $13) is not false
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; everything else is decided afterwards, from the locked row
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.document_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.document_model_2_d00f1044741c690a())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.document_current head where head.document_id = $1 for no key update;
    if not found then
      return public.pawl_refuse_unknown('id'::text, true, null::text, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);
    end if;
    if $12 is not null then
      select * into earlier from public.document_transitions made where made.document_id = $1 and made.request_id = $12;
      if found then
        return row(case when earlier.event = 'amend'
            and earlier.new_title is not distinct from $2
            and earlier.new_pages is not distinct from $3
            and earlier.new_size is not distinct from $4
            and earlier.new_signed is not distinct from $5
            and earlier.new_due is not distinct from $6
            and earlier.new_amount is not distinct from $7
            and earlier.new_number is not distinct from $8
            and (earlier.new_content is null or earlier.new_content::text is not distinct from $9::text)
            and earlier.new_image is not distinct from $10 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true or outcome.sort_key <> $13 then
      outcome := public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint, $13::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'drafted' then 'drafted'
    end;
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, 'amend'::text, 'public.document_moves'::text);
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.document_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.document_transitions
    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)
  values ($1, outcome.sort_key, 'amend', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $11 like ' __-%' then session_user || $11 else coalesce($11, session_user) end, $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);
  return outcome;
end
$pawl$;

comment on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) is 'amend';
