#include "emit/sql/postgres/lock.h"

#include "emit/sql/postgres/postgres.h"
#include "pawl_abi.h"

#include <string.h>

static const char held_locks[] =
    "\n"
    "-- held locks: they outlive a transaction and belong to an owner; one with the type '' is on a key of "
    "all types\n"
    "create table if not exists public.pawl_lock_keys ( -- its row is locked while a key's locks change\n"
    "  key        text collate \"C\" primary key,\n"
    "  last_token bigint not null -- only ever grows\n"
    ");\n"
    "create table if not exists public.pawl_locks (\n"
    "  key   text collate \"C\" not null,\n"
    "  type  text collate \"C\" not null, -- a machine's name\n"
    "  owner text collate \"C\" not null,\n"
    "  token bigint not null,\n"
    "  since timestamptz not null,\n"
    "  until timestamptz, -- null: until it is released\n"
    "  login text collate \"C\", -- whose it is, and who alone can show, renew and release it; null: "
    "everybody\n"
    "  primary key (key, type)\n"
    ");\n"
    "create table if not exists public.pawl_lock_waiters (\n"
    "  key   text collate \"C\" not null,\n"
    "  type  text collate \"C\" not null,\n"
    "  owner text collate \"C\" not null,\n"
    "  since timestamptz not null,\n"
    "  until timestamptz not null,\n"
    "  primary key (key, type, owner)\n"
    ");\n" POSTGRES_COLUMN("public.pawl_locks", "login", "text collate \"C\"");

static const char held_view[] =
    "create or replace view public.pawl_held_locks (key, type, owner, token, since, until, waiting, login) "
    "as\n"
    "  select held.key, held.type, held.owner, held.token, held.since, held.until,\n"
    "    (select count(*) from public.pawl_lock_waiters waiter\n"
    "      where waiter.key = held.key and (waiter.type = held.type or '' in (waiter.type, held.type))\n"
    "        and waiter.until > clock_timestamp()), held.login\n"
    "  from public.pawl_locks held where held.until is null or held.until > clock_timestamp();\n";

static const char type_locks[] =
    "-- type locks: a row for each machine\n"
    "create table if not exists public.pawl_freezes (\n"
    "  machine   text collate \"C\" primary key,\n"
    "  head      text not null, -- the table of which each of its moves locks a row\n"
    "  mode      text collate \"C\" check (mode in ('reject', 'sleep')), -- null: it moves\n"
    "  until     timestamptz, -- null: until it is thawed\n"
    "  reason    text collate \"C\",\n"
    "  since     timestamptz,\n"
    "  frozen_by text collate \"C\"\n"
    ");\n"
    "create table if not exists public.pawl_deferred ( -- events that wait until their machine wakes\n"
    "  number      bigint generated always as identity primary key,\n"
    "  machine     text collate \"C\" not null,\n"
    "  entity      text collate \"C\" not null,\n"
    "  request_id  text collate \"C\" not null,\n"
    "  event       text collate \"C\" not null,\n"
    "  arguments   text collate \"C\" not null, -- as libpawl writes them\n"
    "  actor       text collate \"C\" not null,\n"
    "  lock_owner  text collate \"C\",\n"
    "  lock_token  bigint,\n"
    "  deferred_at timestamptz not null,\n"
    "  fired_at    timestamptz,\n"
    "  status      text collate \"C\", -- null: not yet fired; else what came of it, and the rest\n"
    "  from_state  text collate \"C\",\n"
    "  to_state    text collate \"C\",\n"
    "  sort_key    integer,\n"
    "  created_at  timestamptz,\n"
    "  detail      text collate \"C\",\n"
    "  login       text collate \"C\", -- who has deferred it\n"
    "  is_firing   boolean, -- true only within the function that fires it\n"
    "  unique (machine, entity, request_id)\n"
    ");\n" POSTGRES_INDEX("public", "", "pawl_deferred_pending",
                          "public.pawl_deferred (machine, number) where status is null")
        POSTGRES_INDEX("public", "", "pawl_deferred_entity",
                       "public.pawl_deferred (machine, entity, number) where status is null")
            POSTGRES_COLUMN("public.pawl_deferred", "login", "text collate \"C\"")
                POSTGRES_COLUMN("public.pawl_deferred", "is_firing", "boolean");

/* By which anybody could once say what came of an event. */
static const char without_deferred_done[] =
    "do $pawl$\n"
    "declare\n"
    "  signature text := 'public.pawl_deferred_done(bigint, text, text, text, integer, timestamptz, text)';\n"
    "begin\n"
    "  if to_regprocedure(signature) is not null then\n"
    "    execute 'drop function ' || signature;\n"
    "  end if;\n"
    "end\n"
    "$pawl$;\n";

static const char log_and_answers[] =
    "-- what operators did to locks\n"
    "create table if not exists public.pawl_lock_log (\n"
    "  number    bigint generated always as identity primary key,\n"
    "  logged_at timestamptz not null default clock_timestamp(),\n"
    "  login     text collate \"C\" not null default session_user,\n"
    "  action    text collate \"C\" not null, -- freeze, thaw, break\n"
    "  type      text collate \"C\" not null,\n"
    "  key       text collate \"C\",\n"
    "  owner     text collate \"C\",\n"
    "  token     bigint,\n"
    "  reason    text collate \"C\"\n"
    ");\n"
    "grant select on public.pawl_lock_keys, public.pawl_locks, public.pawl_lock_waiters, "
    "public.pawl_held_locks,\n"
    "  public.pawl_freezes, public.pawl_deferred, public.pawl_lock_log to pawl_app, pawl_operator;\n"
    "\n"
    "do $pawl$\n"
    "begin\n"
    "  if to_regtype('public.pawl_lock_answer') is null then\n"
    "    create type public.pawl_lock_answer as (\n"
    "      status text,        -- OK, LOCKED, NOT_FOUND, REUSED, DEFERRED, MISUSE\n"
    "      token  bigint,      -- of a lock: to be shown by its owner, greater than all before it\n"
    "      until  timestamptz, -- of a lock: null where it has no end\n"
    "      detail text         -- of LOCKED: who or what is in the way\n"
    "    );\n"
    "  end if;\n"
    "end\n"
    "$pawl$;\n";

/* Nobody else writes into them. */
static const char protection[] =
    POSTGRES_REFUSE_WRITES("'public.pawl_lock_keys', 'public.pawl_locks', 'public.pawl_lock_waiters', "
                           "'public.pawl_freezes',\n      'public.pawl_deferred', 'public.pawl_lock_log'");

/* What others have written, as libpawl would have: null where it is none of that type. */
#define READ(type, value)                                                                                    \
    {                                                                                                        \
        "pawl_read_" type "(text)", "public",                                                                \
            "create or replace function public.pawl_read_" type "(given text) returns " type "\n"            \
            "language plpgsql stable strict set search_path = pg_catalog, pg_temp\n"                         \
            "as $pawl$\n"                                                                                    \
            "begin\n"                                                                                        \
            "  return " value ";\n"                                                                          \
            "exception when others then\n"                                                                   \
            "  return null;\n"                                                                               \
            "end\n"                                                                                          \
            "$pawl$;\n"                                                                                      \
    }
#define STRING(number)        STRING_OF(number)
#define STRING_OF(characters) #characters

static const struct postgres_function functions[] = {
    READ("bigint", "$1::bigint"),
    READ("integer", "$1::integer"),
    READ("boolean", "$1::boolean"),
    READ("timestamptz", "case when $1::timestamptz between timestamptz '4713-01-01 00:00+00 BC'\n"
                        "      and timestamptz '294247-01-01 00:00+00' then $1::timestamptz end"),
    READ("numeric", "case when $1::numeric not in ('NaN', 'Infinity', '-Infinity')\n"
                    "      and length(translate($1::numeric::text, '-.', '')) <= " STRING(
                        PAWL_NUMERIC_MAX_DIGITS) "\n      then $1::numeric end"),
    READ("uuid", "$1::uuid"),
    READ("json", "case when public.pawl_json_fits($1::json) then $1::json end"),
    READ("jsonb", "$1::jsonb"),
    READ("bytea", "$1::bytea"),
    {"pawl_key(text, text)", "public",
     "-- The number that stands for a key among advisory locks: the first 8 bytes of SHA-256 over the type,\n"
     "-- a zero byte, and the key. It never changes; libpawl's pawl_key_number() gives the same.\n"
     "create or replace function public.pawl_key(type text, key text) returns bigint\n"
     "language sql stable strict parallel safe -- it is put into the statements that call it\n"
     "return ('x' || encode(substr(sha256(convert_to(type, 'UTF8') || '\\x00'::bytea || convert_to(key, "
     "'UTF8')), 1, 8),\n"
     "  'hex'))::bit(64)::bigint;\n"},
    {"pawl_json_fits(json)", "public",
     "-- Whether libpawl takes it, too: no \\u0000, no half of a surrogate pair, at most 500 deep.\n"
     "create or replace function public.pawl_json_fits(value json) returns boolean\n"
     "language plpgsql immutable strict set search_path = pg_catalog, pg_temp\n"
     "as $pawl$\n"
     "declare\n"
     "  given text := $1::text;\n"
     "begin\n"
     "  if octet_length(given) > 268435456 then\n"
     "    return false;\n"
     "  elsif strpos(given, E'\\\\u') > 0 then\n"
     "    given := replace(given, E'\\\\\\\\', ''); -- each backslash that remains begins an escape\n"
     "    given := regexp_replace(given, E'\\\\\\\\u[dD][89abAB]..\\\\\\\\u[dD][c-fC-F]..', '', 'g');\n"
     "    if given ~ E'\\\\\\\\u(0000|[dD][89a-fA-F])' then\n"
     "      return false;\n"
     "    end if;\n"
     "  end if;\n"
     "  if length(given) - length(translate(given, '[{', '')) <= 500 then\n"
     "    return true;\n"
     "  end if;\n"
     "  given := regexp_replace(given, E'\"(?:[^\"\\\\\\\\]|\\\\\\\\.)*\"', '', 'g');\n"
     "  given := regexp_replace(given, '[^][{}]', '', 'g');\n"
     "  for depth in 1 .. 500 loop -- the innermost ones go\n"
     "    given := regexp_replace(given, '[[]]|{}', '', 'g');\n"
     "    exit when given = '';\n"
     "  end loop;\n"
     "  return given = '';\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_explain(text, text, text, text)", NULL,
     "-- Fails where a guard or effect, with these types, values and names in this path, may not do what it "
     "does.\n"
     "-- To explain is to compute what is constant, by functions of whoever has laid one that fits: in here "
     "that is\n"
     "-- done as the owner, where nobody can take on the role of whoever asks.\n"
     "create or replace function public.pawl_explain(statement text, types text, given text, path text) "
     "returns void\n"
     "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
     "as $pawl$\n"
     "begin\n"
     "  perform set_config('search_path', $4, true);\n"
     "  execute 'prepare pawl_hook' || $2 || ' as ' || $1;\n"
     "  execute 'explain execute pawl_hook' || $3;\n"
     "  deallocate pawl_hook;\n"
     "exception when others then\n"
     "  if exists (select from pg_prepared_statements where name = 'pawl_hook') then\n"
     "    deallocate pawl_hook;\n"
     "  end if;\n"
     "  raise;\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_undo_all(public.pawl_outcome)", "pawl_app",
     "-- libpawl asks for it where a move that is to be made together with others is not made: so none is.\n"
     "create or replace function public.pawl_undo_all(outcome public.pawl_outcome) returns "
     "public.pawl_outcome\n"
     "language plpgsql set search_path = pg_catalog, pg_temp\n"
     "as $pawl$\n"
     "begin\n"
     "  raise exception 'one of several moves is answered %, so none of them is made', coalesce($1.status, "
     "'MISMATCH')\n"
     "    using errcode = 'PW005';\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_notify(text)", NULL,
     "-- Says that there is work, if a worker sleeps: who says so commits alone, since PostgreSQL keeps what "
     "is "
     "said in\n"
     "-- the order of the commits. A worker that sleeps holds this lock shared. To try it and to give it "
     "back is "
     "one\n"
     "-- expression, in which nothing can interrupt, so that no session keeps it.\n"
     "create or replace function public.pawl_notify(channel text) returns void\n"
     "language plpgsql\n"
     "as $pawl$\n"
     "declare\n"
     "  number bigint := public.pawl_key('sleeping worker'::text, $1);\n"
     "begin\n"
     "  if not (pg_try_advisory_lock(number) and pg_advisory_unlock(number)) then\n"
     "    perform pg_notify($1, '');\n"
     "  end if;\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_until(timestamptz)", "public",
     "-- To the second in which it is over.\n"
     "create or replace function public.pawl_until(until timestamptz) returns text\n"
     "language sql stable\n"
     "return coalesce(' until ' || to_char(until at time zone 'UTC' + interval '999999 microseconds',\n"
     "  'YYYY-MM-DD HH24:MI:SS') || ' UTC', '');\n"},
    {"pawl_session()", NULL,
     "-- The number by which others see whether this session is there, as it holds the advisory lock "
     "(1885435756,\n"
     "-- number) to its end; null where it has none. It is what the session has set as pawl.session: libpawl "
     "does\n"
     "-- where a connection is its own, and not one of a pooler's. Taken anew each time: what lets go of all "
     "locks\n"
     "-- of a session is not told.\n"
     "create or replace function public.pawl_session() returns integer\n"
     "language sql volatile -- it is put into the statements that call it\n"
     "return case when pg_try_advisory_lock(1885435756, nullif(current_setting('pawl.session', true), "
     "'')::integer)\n"
     "  then current_setting('pawl.session')::integer end;\n"},
    {"pawl_session_is_gone(integer)", NULL,
     "-- Whether nobody has that number; until the end of the transaction nobody gets it.\n"
     "create or replace function public.pawl_session_is_gone(number integer) returns boolean\n"
     "language sql volatile\n"
     "return $1 is distinct from nullif(current_setting('pawl.session', true), '')::integer\n"
     "  and pg_try_advisory_xact_lock(1885435756, $1);\n"},
    {"pawl_lock(text, text, bigint)", "pawl_app",
     "-- Takes a lock until the end of the transaction. timeout_ms: null waits, 0 does not.\n"
     "create or replace function public.pawl_lock(type text, key text, timeout_ms bigint default null) "
     "returns text\n"
     "language plpgsql set search_path = pg_catalog, pg_temp\n"
     "as $pawl$\n"
     "declare\n"
     "  number bigint := public.pawl_key($1, $2);\n"
     "  before text := current_setting('lock_timeout');\n"
     "begin\n"
     "  if $1 = '' or $2 = '' or number is null or $3 < 0 then\n"
     "    return 'MISUSE';\n"
     "  elsif $3 is null then\n"
     "    perform pg_advisory_xact_lock(number);\n"
     "    return 'OK';\n"
     "  elsif $3 = 0 then\n"
     "    return case when pg_try_advisory_xact_lock(number) then 'OK' else 'LOCKED' end;\n"
     "  end if;\n"
     "  begin\n"
     "    perform set_config('lock_timeout', least($3, 2147483647)::text, true);\n"
     "    perform pg_advisory_xact_lock(number);\n"
     "    perform set_config('lock_timeout', before, true);\n"
     "    return 'OK';\n"
     "  exception when lock_not_available then\n"
     "    return 'LOCKED';\n"
     "  end;\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_lock_mutex(text)", NULL,
     "-- Locks the row of a key, and changes it, so that who reads it from an older snapshot fails.\n"
     "create or replace function public.pawl_lock_mutex(key text) returns bigint\n"
     "language sql set search_path = pg_catalog, pg_temp\n"
     "as $pawl$\n"
     "  insert into public.pawl_lock_keys as mutex (key, last_token) values ($1, 0)\n"
     "    on conflict (key) do update set last_token = mutex.last_token returning last_token\n"
     "$pawl$;\n"},
    {"pawl_lock_holder(text, text, text, text)", NULL,
     "-- Who is in the way of a lock; null: nobody.\n"
     "create or replace function public.pawl_lock_holder(type text, key text, owner text, login text) "
     "returns "
     "text\n"
     "language sql set search_path = pg_catalog, pg_temp\n"
     "as $pawl$\n"
     "  select 'held' || case held.type when '' then ' in all machines' else '' end || "
     "public.pawl_until(held.until)\n"
     "      || ' by ' || held.owner || case held.owner when $3 then ', as login ' || held.login else '' end\n"
     "  from public.pawl_locks held\n"
     "  where held.key = $2 and (held.type = $1 or held.type = '' or $1 = '')\n"
     "    and (held.owner <> $3 or held.login <> $4)\n"
     "    and (held.until is null or held.until > clock_timestamp())\n"
     "  order by held.type limit 1\n"
     "$pawl$;\n"},
    {"pawl_acquire(text, text, text, bigint, bigint)", "pawl_app",
     "-- Takes a lock that outlives the transaction, or answers LOCKED at once. type: a machine's name, or "
     "'' for the\n"
     "-- key in all of them. lease_ms: null has no end. waits_ms: how long the caller will go on asking.\n"
     "create or replace function public.pawl_acquire(type text, key text, owner text, lease_ms bigint "
     "default null,\n"
     "  waits_ms bigint default 0) returns public.pawl_lock_answer\n" POSTGRES_LOCK_FUNCTION
     "  now timestamptz := clock_timestamp();\n"
     "  before text := current_setting('lock_timeout');\n"
     "begin\n"
     "  if $1 is null or coalesce($2, '') = '' or coalesce($3, '') = '' or octet_length($2) > 1024\n"
     "     or octet_length($3) > 255 or $4 not between 1 and 3155760000000 or $5 < 0 -- 100 years\n"
     "     or ($1 <> '' and not exists (select from public.pawl_machines known where known.machine = $1)) "
     "then\n"
     "    answer.status := 'MISUSE';\n"
     "    return answer;\n"
     "  end if;\n"
     "  answer.detail := public.pawl_lock_holder($1, $2, $3, session_user::text); -- who asks again and "
     "again disturbs no moves\n"
     "  if answer.detail is null then\n"
     "    begin -- moves that have begun under no lock\n"
     "      perform set_config('lock_timeout', '200ms', true);\n"
     "      perform pg_advisory_xact_lock(public.pawl_key(''::text, $2));\n"
     "      perform public.pawl_lock_mutex($2);\n"
     "      perform set_config('lock_timeout', before, true);\n"
     "      answer.detail := public.pawl_lock_holder($1, $2, $3, session_user::text);\n"
     "    exception when lock_not_available then\n"
     "      answer.detail := 'moves of this key are under way';\n"
     "    end;\n"
     "  end if;\n"
     "  now := clock_timestamp();\n"
     "  delete from public.pawl_lock_waiters waiter\n"
     "    where waiter.key = $2 and ((waiter.type = $1 and waiter.owner = $3 and (answer.detail is null or "
     "$5 = 0))\n"
     "                               or waiter.until <= now);\n"
     "  if answer.detail is not null then\n"
     "    if $5 > 0 then\n"
     "      -- renewed now and then, so that who has died is soon forgotten\n"
     "      insert into public.pawl_lock_waiters as waiter (key, type, owner, since, until)\n"
     "        values ($2, $1, $3, now, now + least($5, 10000) * interval '1 millisecond')\n"
     "        on conflict (key, type, owner) do update set until = excluded.until\n"
     "        where waiter.until < excluded.until - interval '5 seconds';\n"
     "    end if;\n"
     "    answer.status := 'LOCKED';\n"
     "    return answer;\n"
     "  end if;\n"
     "  delete from public.pawl_locks held\n"
     "    where held.key = $2 and (held.type = $1 or held.type = '' or $1 = '') and held.until <= now;\n"
     "  answer.status := 'OK';\n"
     "  answer.until := now + $4 * interval '1 millisecond';\n"
     "  update public.pawl_locks held set until = answer.until -- asked for again, perhaps since the answer "
     "was lost\n"
     "    where held.key = $2 and held.type = $1 returning held.token into answer.token;\n"
     "  if not found then\n"
     "    update public.pawl_lock_keys mutex set last_token = mutex.last_token + 1\n"
     "      where mutex.key = $2 returning mutex.last_token into answer.token;\n"
     "    insert into public.pawl_locks (key, type, owner, token, since, until, login)\n"
     "      values ($2, $1, $3, answer.token, now, answer.until, session_user);\n"
     "  end if;\n"
     "  return answer;\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_renew(text, text, text, bigint, bigint)", "pawl_app",
     "-- NOT_FOUND: the lock has ended.\n"
     "create or replace function public.pawl_renew(type text, key text, owner text, token bigint,\n"
     "  lease_ms bigint default null) returns public.pawl_lock_answer\n" POSTGRES_LOCK_FUNCTION
     "  now timestamptz;\n"
     "begin\n"
     "  if $5 not between 1 and 3155760000000 then -- 100 years\n"
     "    answer.status := 'MISUSE';\n"
     "    return answer;\n"
     "  end if;\n"
     "  perform public.pawl_lock_mutex($2) where $2 is not null and exists (\n"
     "    select from public.pawl_locks held where held.key = $2);\n"
     "  now := clock_timestamp();\n"
     "  update public.pawl_locks held set until = now + $5 * interval '1 millisecond'\n"
     "    where held.key = $2 and held.type = $1 and held.owner = $3 and held.token = $4\n"
     "      and coalesce(held.login, session_user) = session_user and (held.until is null or held.until > "
     "now)\n"
     "    returning held.token, held.until into answer.token, answer.until;\n"
     "  answer.status := case when found then 'OK' else 'NOT_FOUND' end;\n"
     "  return answer;\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_release(text, text, text, bigint)", "pawl_app",
     "create or replace function public.pawl_release(type text, key text, owner text, token bigint)\n"
     "returns public.pawl_lock_answer\n" POSTGRES_LOCK_FUNCTION "begin\n"
     "  perform public.pawl_lock_mutex($2) where $2 is not null and exists (\n"
     "    select from public.pawl_locks held where held.key = $2);\n"
     "  delete from public.pawl_locks held\n"
     "    where held.key = $2 and held.type = $1 and held.owner = $3 and held.token = $4\n"
     "      and coalesce(held.login, session_user) = session_user;\n"
     "  answer.status := case when found then 'OK' else 'NOT_FOUND' end;\n"
     "  return answer;\n"
     "end\n"
     "$pawl$;\n"},
    {"pawl_break(text, text, text)", "pawl_operator",
     "-- Takes a lock from its owner; his token is worth nothing from then on.\n"
     "create or replace function public.pawl_break(type text, key text, reason text) returns "
     "public.pawl_lock_answer\n" POSTGRES_LOCK_FUNCTION "  broken public.pawl_locks;\n"
     "begin\n"
     "  if coalesce($3, '') = '' then\n"
     "    answer.status := 'MISUSE';\n"
     "    return answer;\n"
     "  end if;\n"
     "  perform public.pawl_lock_mutex($2) where $2 is not null and exists (\n"
     "    select from public.pawl_locks held where held.key = $2);\n"
     "  delete from public.pawl_locks held where held.key = $2 and held.type = $1 returning held.* into "
     "broken;\n"
     "  answer.status := case when found then 'OK' else 'NOT_FOUND' end;\n"
     "  if found then\n"
     "    answer.token := broken.token;\n"
     "    insert into public.pawl_lock_log (action, type, key, owner, token, reason)\n"
     "      values ('break', $1, $2, broken.owner, broken.token, $3);\n"
     "  end if;\n"
     "  return answer;\n"
     "end\n"
     "$pawl$;\n"},
};

void postgres_functions(struct text *out, const struct postgres_function *function, size_t count) {
    for (const struct postgres_function *end = function + count; function < end; function++) {
        text_printf(out, "\n%s", function->definition);
        if (function->role != NULL && strcmp(function->role, "public") == 0)
            continue; /* whose right it is without a word */
        text_printf(out, "revoke all on function public.%s from public;\n", function->signature);
        if (function->role != NULL)
            text_printf(out, "grant execute on function public.%s to %s;\n", function->signature,
                        function->role);
    }
}

void postgres_lock_schema(struct text *out) {
    text_put(out, held_locks);
    text_put(out, held_view);
    text_put(out, type_locks);
    text_put(out, without_deferred_done);
    text_put(out, log_and_answers);
    text_put(out, protection);
    postgres_functions(out, functions, sizeof functions / sizeof *functions);
    postgres_functions(out, postgres_freeze_functions, postgres_freeze_function_count);
}
