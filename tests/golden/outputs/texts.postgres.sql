-- Parts of texts.postgres.sql: see outputs/parts.

create or replace view public.text_moves as select * from (values
  ('it''s', '', E'he''s \\ here $pawl$ $pawl1$'),
  (E'$pawl$ \\ -- */ ??/ " é', E'he''s \\ here $pawl$ $pawl1$', '"there" ??/ %d {x} 日本')
) move (event, from_state, to_state);

create or replace view public.text_state as
  select text_id, state, sort_key, since from public.text_current;

call public.pawl_refuse_writes_to(array['public.text_current', 'public.text_transitions']::regclass[]);

comment on table public.text_current is E'It''s "quoted", 100% <b>&amp;</b> */ $pawl$ ??/
and goes on
Ends a comment early: */ and opens one: /* too. Trigraphs ??/
at the end of a line, ??) within; a backslash at the end \\
quotes '' and ", dollars $pawl$ and $pawl1$, percent %s, braces {name}, <b>tags</b> & entities &amp;

create or replace function public.text_move(id text, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl2$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
begin
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      return public.pawl_misuse('id'::text, true);
    end if;
  end if;
  if $3 is null then
    update public.text_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values (E'he''s \\ here $pawl$ $pawl1$', '"there" ??/ %d {x} 日本')) move (from_state, to_state)
      where head.text_id = $1 and case when head.state = move.from_state then public.text_is_free(null::boolean) and public.text_model_2_2d4fe6ed26d955f2() end and (head.sort_key = $4) is not false
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; everything else is decided afterwards, from the locked row
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.text_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.text_model_2_2d4fe6ed26d955f2())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.text_current head where head.text_id = $1 for no key update;
    if not found then
      return public.pawl_refuse_unknown('id'::text, true, null::text, 'text'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from public.text_transitions made where made.text_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = E'$pawl$ \\ -- */ ??/ " é' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true or outcome.sort_key <> $4 then
      outcome := public.pawl_refuse_locked(outcome, 'text'::text, $1::text, $3, null::text, null::text, null::bigint, $4::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when E'he''s \\ here $pawl$ $pawl1$' then '"there" ??/ %d {x} 日本'
    end;
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, E'$pawl$ \\ -- */ ??/ " é'::text, 'public.text_moves'::text);
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.text_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.text_transitions
    (text_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, E'$pawl$ \\ -- */ ??/ " é', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end, $3);
  return outcome;
end
$pawl2$;

comment on function public.text_move(text, text, text, integer) is E'<b>\\n & "move"
$pawl$ */ -- '' " \\ ??/';
