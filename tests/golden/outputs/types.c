/* Written by pawl from types.fsm. Do not edit: change types.fsm and run pawl again. */
#include "types.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- document: document -------------------------------------------------------------------------------- */

static const struct pawl_state states_of_document[] = {
    {"", "", "", false},
    {"drafted", "drafted", "drafted", false},
};

static const struct pawl_column columns_of_document[] = {
    {"title", PAWL_TYPE_TEXT, offsetof(struct document_record, title), true},
    {"pages", PAWL_TYPE_INT, offsetof(struct document_record, pages), false},
    {"size", PAWL_TYPE_BIGINT, offsetof(struct document_record, size), false},
    {"signed_by_all", PAWL_TYPE_BOOL, offsetof(struct document_record, signed_by_all), false},
    {"due", PAWL_TYPE_TIMESTAMP, offsetof(struct document_record, due), false},
    {"amount", PAWL_TYPE_NUMERIC, offsetof(struct document_record, amount), false},
    {"number", PAWL_TYPE_UUID, offsetof(struct document_record, number), false},
    {"content", PAWL_TYPE_JSON, offsetof(struct document_record, content), false},
    {"image", PAWL_TYPE_BYTES, offsetof(struct document_record, image), false},
    {"new_title", PAWL_TYPE_TEXT, offsetof(struct document_record, new_title), false},
    {"new_pages", PAWL_TYPE_INT, offsetof(struct document_record, new_pages), false},
    {"new_size", PAWL_TYPE_BIGINT, offsetof(struct document_record, new_size), false},
    {"new_signed", PAWL_TYPE_BOOL, offsetof(struct document_record, new_signed), false},
    {"new_due", PAWL_TYPE_TIMESTAMP, offsetof(struct document_record, new_due), false},
    {"new_amount", PAWL_TYPE_NUMERIC, offsetof(struct document_record, new_amount), false},
    {"new_number", PAWL_TYPE_UUID, offsetof(struct document_record, new_number), false},
    {"new_content", PAWL_TYPE_JSON, offsetof(struct document_record, new_content), true},
    {"new_image", PAWL_TYPE_BYTES, offsetof(struct document_record, new_image), false},
};

static const struct pawl_param params_of_document_create[] = {
    {"title", PAWL_TYPE_TEXT, false, 0, offsetof(struct document_create_args, title)},
    {"pages", PAWL_TYPE_INT, false, 1, offsetof(struct document_create_args, pages)},
    {"size", PAWL_TYPE_BIGINT, false, 2, offsetof(struct document_create_args, size)},
    {"signed_by_all", PAWL_TYPE_BOOL, false, 3, offsetof(struct document_create_args, signed_by_all)},
    {"due", PAWL_TYPE_TIMESTAMP, false, 4, offsetof(struct document_create_args, due)},
    {"amount", PAWL_TYPE_NUMERIC, false, 5, offsetof(struct document_create_args, amount)},
    {"number", PAWL_TYPE_UUID, false, 6, offsetof(struct document_create_args, number)},
    {"content", PAWL_TYPE_JSON, false, 7, offsetof(struct document_create_args, content)},
    {"image", PAWL_TYPE_BYTES, false, 8, offsetof(struct document_create_args, image)},
};

static const struct pawl_param params_of_document_amend[] = {
    {"new_title", PAWL_TYPE_TEXT, true, 9, offsetof(struct document_amend_args, new_title)},
    {"new_pages", PAWL_TYPE_INT, true, 10, offsetof(struct document_amend_args, new_pages)},
    {"new_size", PAWL_TYPE_BIGINT, true, 11, offsetof(struct document_amend_args, new_size)},
    {"new_signed", PAWL_TYPE_BOOL, true, 12, offsetof(struct document_amend_args, new_signed)},
    {"new_due", PAWL_TYPE_TIMESTAMP, true, 13, offsetof(struct document_amend_args, new_due)},
    {"new_amount", PAWL_TYPE_NUMERIC, true, 14, offsetof(struct document_amend_args, new_amount)},
    {"new_number", PAWL_TYPE_UUID, true, 15, offsetof(struct document_amend_args, new_number)},
    {"new_content", PAWL_TYPE_JSON, true, 16, offsetof(struct document_amend_args, new_content)},
    {"new_image", PAWL_TYPE_BYTES, true, 17, offsetof(struct document_amend_args, new_image)},
};

static const struct pawl_event events_of_document[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 9, params_of_document_create},
    {"amend", "amend", "amend", false, false, false, 9, params_of_document_amend},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_document[] = {
    0, 0, /* none */
    1, 0, /* create */
    0, 1, /* amend */
};

static const char *const postgres_fire_of_document[] = {
    NULL,
    /* create */
    "select public.document_create($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz 'epoch' + ($6::bigint / 1000000)::float8 * interval '1 second' + ($6::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text) where public.document_model_d00f1044741c690a()",
    /* amend */
    "select public.document_amend($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz 'epoch' + ($6::bigint / 1000000)::float8 * interval '1 second' + ($6::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text, $13::integer) where public.document_model_d00f1044741c690a()",
};

static const char *const postgres_fire_many_of_document[] = {
    NULL,
    /* create */
    "select * from public.document_create_many($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::boolean[], $6::timestamptz[], $7::text[]::numeric[], $8::text[]::uuid[], $9::text[]::json[], $10::bytea[], $11::text, $12::text[])\n"
    "  where public.document_model_d00f1044741c690a()",
    /* amend */
    "select * from public.document_amend_many($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::boolean[], $6::timestamptz[], $7::text[]::numeric[], $8::text[]::uuid[], $9::text[]::json[], $10::bytea[], $11::text, $12::text[], $13::integer[])\n"
    "  where public.document_model_d00f1044741c690a()",
};

static const struct pawl_statements postgres_of_document = {
        /* schema */
        "begin;\nset local client_min_messages = warning;\nset local search_path = pg_catalog, pg_temp;\n\n"
        "-- Shared by all machines --------------------------------------------------------------------------\n"
        "-- pawl_owner owns everything here and nobody logs in as it; pawl_app is what applications get.\n"
        "-- pawl_operator may see all, freeze machines and break locks.\n\ndo $pawl$\nbegin\n"
        "  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\nend\n$pawl$;\ndo $pawl$\n"
        "begin\n"
        "  -- roles belong to the whole cluster: another database may be creating them at this moment\n"
        "  if not exists (select from pg_roles where rolname = 'pawl_owner') then\n    begin\n"
        "      create role pawl_owner nologin;\n"
        "    exception when duplicate_object or unique_violation then null;\n    end;\n  end if;\n"
        "  if not exists (select from pg_roles where rolname = 'pawl_app') then\n    begin\n"
        "      create role pawl_app nologin;\n"
        "    exception when duplicate_object or unique_violation then null;\n    end;\n  end if;\n"
        "  if not exists (select from pg_roles where rolname = 'pawl_operator') then\n    begin\n"
        "      create role pawl_operator nologin;\n"
        "    exception when duplicate_object or unique_violation then null;\n    end;\n  end if;\n"
        "  -- to make what pawl_owner is to own, a login that is no superuser must be its member meanwhile\n"
        "  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);\n"
        "  if not (select rolsuper from pg_roles where rolname = current_user)\n"
        "     and not pg_has_role(current_user, 'pawl_owner', 'usage') then\n"
        "    execute format('grant pawl_owner to %I', current_user);\n"
        "    perform set_config('pawl.joined_owner', 'yes', true);\n  end if;\nend\n$pawl$;\n\n"
        "grant usage, create on schema public to pawl_owner;\n"
        "grant usage on schema public to pawl_app, pawl_operator;\nset local role pawl_owner;\n\n"
        "-- Names that others have taken are not filled with their things.\ndo $pawl$\ndeclare\n"
        "  stranger record;\nbegin\n  for stranger in\n"
        "    select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'i' then 'index'\n"
        "          when 'S' then 'sequence' when 'c' then 'type' else 'relation' end\n"
        "        || ' ' || c.oid::regclass as name, c.relowner::regrole as author\n"
        "      from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
        "      where n.nspname = 'public' and starts_with(c.relname, 'pawl_')\n"
        "        and c.relowner <> current_user::regrole\n    union all\n"
        "    select 'type ' || t.oid::regtype, t.typowner::regrole\n"
        "      from pg_type t join pg_namespace n on n.oid = t.typnamespace\n"
        "      where n.nspname = 'public' and starts_with(t.typname, 'pawl_') and t.typrelid = 0\n"
        "        and t.typowner <> current_user::regrole\n  loop\n"
        "    continue when (select rolsuper from pg_roles where rolname = current_user);\n"
        "    raise exception '% belongs to %, but it has a name of Pawl''s; nothing was changed',\n"
        "        stranger.name, stranger.author\n"
        "      using errcode = 'PW002', hint = 'Drop or rename it, and apply this again.';\n  end loop;\n"
        "end\n$pawl$;\n\n-- the versions of each machine that programs may count on\n"
        "create table if not exists public.pawl_machines (\n  machine     text collate \"C\" not null,\n"
        "  fingerprint text collate \"C\" not null,\n"
        "  is_accepted boolean not null default true, -- programs of this version may run\n"
        "  is_deployed boolean not null default true, -- functions and tables are those of this version\n"
        "  abi         integer not null,\n  deployed_at timestamptz not null default now(),\n"
        "  model       json, -- what pawlctl knows of it\n  primary key (machine, fingerprint)\n);\n"
        "-- moves that earlier versions had, and the moves of migrations: histories hold them rightly\n"
        "create table if not exists public.pawl_past_moves (\n  machine    text collate \"C\" not null,\n"
        "  event      text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
        "  to_state   text collate \"C\" not null,\n  primary key (machine, event, from_state, to_state)\n);\n"
        "-- what the catalog said of each object when it was deployed, '' being what all machines share\n"
        "create table if not exists public.pawl_objects (\n  machine    text collate \"C\" not null,\n"
        "  object     text collate \"C\" not null,\n  definition text collate \"C\" not null,\n"
        "  primary key (machine, object)\n);\n"
        "-- what pawlctl has written without a move: repairs, erasures, backfills\n"
        "create table if not exists public.pawl_repairs (\n  machine         text collate \"C\" not null,\n"
        "  entity          text collate \"C\" not null,\n"
        "  repaired_at     timestamptz not null default clock_timestamp(),\n"
        "  repaired_by     text collate \"C\" not null default session_user,\n"
        "  reason          text collate \"C\" not null,\n"
        "  before_state    text collate \"C\", -- null where there was no head\n  before_sort_key integer,\n"
        "  before_since    timestamptz,\n  after_state     text collate \"C\" not null,\n"
        "  after_sort_key  integer not null,\n  after_since     timestamptz not null,\n"
        "  primary key (machine, entity, repaired_at)\n);\n"
        "grant select on public.pawl_machines, public.pawl_objects, public.pawl_past_moves, public.pawl_repairs to pawl_app, pawl_operator;\n"
        "\n-- what the function of an event answers, for a refusal, too\ndo $pawl$\nbegin\n"
        "  if to_regtype('public.pawl_outcome') is null then\n    create type public.pawl_outcome as (\n"
        "      status     text,        -- OK, or why nothing was written: IGNORED, ILLEGAL, REFUSED, NOT_FOUND,\n"
        "                              -- EXISTS, CONFLICT, LOCKED, ASLEEP, REUSED, MISUSE; ASK: libpawl asks\n"
        "                              -- guards in C\n"
        "      from_state text,        -- of a refusal: where the entity is\n"
        "      to_state   text,        -- null for a refusal\n"
        "      sort_key   integer,     -- of a refusal: of the last move\n"
        "      created_at timestamptz, -- of a refusal: of the last move; all four of REUSED: of the earlier one\n"
        "      guard      text,        -- of REFUSED: the guards that refused; of MISUSE: what only libpawl has\n"
        "      move       integer,     -- which of the event's moves from that state, as they are tried, where\n"
        "                              -- one of them has a guard or an effect\n"
        "      detail     text         -- of LOCKED and ASLEEP: who holds the lock, why and until when\n"
        "    );\n  end if;\nend\n$pawl$;\n\n"
        "-- No search_path of its own, which would cost each move: so every name here is written in full.\n"
        "create or replace function public.pawl_refuse_write() returns trigger\nlanguage plpgsql\n"
        "as $pawl$\nbegin\n  if current_user operator(pg_catalog.=) 'pawl_owner'::pg_catalog.name then\n"
        "    return null; -- of a trigger for each statement, nobody looks at it\n  end if;\n"
        "  raise exception '% on %.% is refused: only Pawl''s own functions write there',\n"
        "      pg_catalog.lower(tg_op), tg_table_schema, tg_table_name\n"
        "    using errcode = 'insufficient_privilege',\n"
        "          hint = 'Call the function of the event, which is named after the machine and the event.';\n"
        "end\n$pawl$;\ndo $pawl$\ndeclare\n  relation regclass;\nbegin\n"
        "  foreach relation in array array['public.pawl_machines', 'public.pawl_objects', 'public.pawl_past_moves', 'public.pawl_repairs']::regclass[] loop\n"
        "    continue when exists (select from pg_trigger own\n"
        "      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'\n"
        "        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'\n"
        "        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);\n"
        "    execute format('create or replace trigger pawl_refuse_write before insert or update or delete or truncate\n"
        "      on %s for each statement execute function public.pawl_refuse_write()', relation);\n"
        "    execute format('alter table %s enable always trigger pawl_refuse_write', relation);\n"
        "  end loop;\nend\n$pawl$;\n\n"
        "-- held locks: they outlive a transaction and belong to an owner; one with the type '' is on a key of all types\n"
        "create table if not exists public.pawl_lock_keys ( -- its row is locked while a key's locks change\n"
        "  key        text collate \"C\" primary key,\n  last_token bigint not null -- only ever grows\n);\n"
        "create table if not exists public.pawl_locks (\n  key   text collate \"C\" not null,\n"
        "  type  text collate \"C\" not null, -- a machine's name\n  owner text collate \"C\" not null,\n"
        "  token bigint not null,\n  since timestamptz not null,\n"
        "  until timestamptz, -- null: until it is released\n"
        "  login text collate \"C\", -- whose it is, and who alone can show, renew and release it; null: everybody\n"
        "  primary key (key, type)\n);\ncreate table if not exists public.pawl_lock_waiters (\n"
        "  key   text collate \"C\" not null,\n  type  text collate \"C\" not null,\n"
        "  owner text collate \"C\" not null,\n  since timestamptz not null,\n  until timestamptz not null,\n"
        "  primary key (key, type, owner)\n);\ndo $pawl$\nbegin\n"
        "  if not exists (select from pg_attribute own where own.attrelid = 'public.pawl_locks'::regclass\n"
        "                 and own.attname = 'login' and not own.attisdropped) then\n"
        "    alter table public.pawl_locks add column login text collate \"C\";\n  end if;\nend\n$pawl$;\n"
        "create or replace view public.pawl_held_locks (key, type, owner, token, since, until, waiting, login) as\n"
        "  select held.key, held.type, held.owner, held.token, held.since, held.until,\n"
        "    (select count(*) from public.pawl_lock_waiters waiter\n"
        "      where waiter.key = held.key and (waiter.type = held.type or '' in (waiter.type, held.type))\n"
        "        and waiter.until > clock_timestamp()), held.login\n"
        "  from public.pawl_locks held where held.until is null or held.until > clock_timestamp();\n"
        "-- type locks: a row for each machine\ncreate table if not exists public.pawl_freezes (\n"
        "  machine   text collate \"C\" primary key,\n"
        "  head      text not null, -- the table of which each of its moves locks a row\n"
        "  mode      text collate \"C\" check (mode in ('reject', 'sleep')), -- null: it moves\n"
        "  until     timestamptz, -- null: until it is thawed\n  reason    text collate \"C\",\n"
        "  since     timestamptz,\n  frozen_by text collate \"C\"\n);\n"
        "create table if not exists public.pawl_deferred ( -- events that wait until their machine wakes\n"
        "  number      bigint generated always as identity primary key,\n"
        "  machine     text collate \"C\" not null,\n  entity      text collate \"C\" not null,\n"
        "  request_id  text collate \"C\" not null,\n  event       text collate \"C\" not null,\n"
        "  arguments   text collate \"C\" not null, -- as libpawl writes them\n"
        "  actor       text collate \"C\" not null,\n  lock_owner  text collate \"C\",\n  lock_token  bigint,\n"
        "  deferred_at timestamptz not null,\n  fired_at    timestamptz,\n"
        "  status      text collate \"C\", -- null: not yet fired; else what came of it, and the rest\n"
        "  from_state  text collate \"C\",\n  to_state    text collate \"C\",\n  sort_key    integer,\n"
        "  created_at  timestamptz,\n  detail      text collate \"C\",\n"
        "  login       text collate \"C\", -- who has deferred it\n"
        "  is_firing   boolean, -- true only within the function that fires it\n"
        "  unique (machine, entity, request_id)\n);\ndo $pawl$\nbegin\n"
        "  if to_regclass('public.pawl_deferred_pending') is null then\n"
        "    create index pawl_deferred_pending on public.pawl_deferred (machine, number) where status is null;\n"
        "  end if;\nend\n$pawl$;\ndo $pawl$\nbegin\n"
        "  if to_regclass('public.pawl_deferred_entity') is null then\n"
        "    create index pawl_deferred_entity on public.pawl_deferred (machine, entity, number) where status is null;\n"
        "  end if;\nend\n$pawl$;\ndo $pawl$\nbegin\n"
        "  if not exists (select from pg_attribute own where own.attrelid = 'public.pawl_deferred'::regclass\n"
        "                 and own.attname = 'login' and not own.attisdropped) then\n"
        "    alter table public.pawl_deferred add column login text collate \"C\";\n  end if;\nend\n$pawl$;\n"
        "do $pawl$\nbegin\n"
        "  if not exists (select from pg_attribute own where own.attrelid = 'public.pawl_deferred'::regclass\n"
        "                 and own.attname = 'is_firing' and not own.attisdropped) then\n"
        "    alter table public.pawl_deferred add column is_firing boolean;\n  end if;\nend\n$pawl$;\n"
        "do $pawl$\ndeclare\n"
        "  signature text := 'public.pawl_deferred_done(bigint, text, text, text, integer, timestamptz, text)';\n"
        "begin\n  if to_regprocedure(signature) is not null then\n"
        "    execute 'drop function ' || signature;\n  end if;\nend\n$pawl$;\n"
        "-- what operators did to locks\ncreate table if not exists public.pawl_lock_log (\n"
        "  number    bigint generated always as identity primary key,\n"
        "  logged_at timestamptz not null default clock_timestamp(),\n"
        "  login     text collate \"C\" not null default session_user,\n"
        "  action    text collate \"C\" not null, -- freeze, thaw, break\n"
        "  type      text collate \"C\" not null,\n  key       text collate \"C\",\n"
        "  owner     text collate \"C\",\n  token     bigint,\n  reason    text collate \"C\"\n);\n"
        "grant select on public.pawl_lock_keys, public.pawl_locks, public.pawl_lock_waiters, public.pawl_held_locks,\n"
        "  public.pawl_freezes, public.pawl_deferred, public.pawl_lock_log to pawl_app, pawl_operator;\n\n"
        "do $pawl$\nbegin\n  if to_regtype('public.pawl_lock_answer') is null then\n"
        "    create type public.pawl_lock_answer as (\n"
        "      status text,        -- OK, LOCKED, NOT_FOUND, REUSED, DEFERRED, MISUSE\n"
        "      token  bigint,      -- of a lock: to be shown by its owner, greater than all before it\n"
        "      until  timestamptz, -- of a lock: null where it has no end\n"
        "      detail text         -- of LOCKED: who or what is in the way\n    );\n  end if;\nend\n"
        "$pawl$;\ndo $pawl$\ndeclare\n  relation regclass;\nbegin\n"
        "  foreach relation in array array['public.pawl_lock_keys', 'public.pawl_locks', 'public.pawl_lock_waiters', 'public.pawl_freezes',\n"
        "      'public.pawl_deferred', 'public.pawl_lock_log']::regclass[] loop\n"
        "    continue when exists (select from pg_trigger own\n"
        "      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'\n"
        "        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'\n"
        "        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);\n"
        "    execute format('create or replace trigger pawl_refuse_write before insert or update or delete or truncate\n"
        "      on %s for each statement execute function public.pawl_refuse_write()', relation);\n"
        "    execute format('alter table %s enable always trigger pawl_refuse_write', relation);\n"
        "  end loop;\nend\n$pawl$;\n\n"
        "create or replace function public.pawl_read_bigint(given text) returns bigint\n"
        "language plpgsql stable strict set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  return $1::bigint;\nexception when others then\n  return null;\nend\n$pawl$;\n\n"
        "create or replace function public.pawl_read_integer(given text) returns integer\n"
        "language plpgsql stable strict set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  return $1::integer;\nexception when others then\n  return null;\nend\n$pawl$;\n\n"
        "create or replace function public.pawl_read_boolean(given text) returns boolean\n"
        "language plpgsql stable strict set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  return $1::boolean;\nexception when others then\n  return null;\nend\n$pawl$;\n\n"
        "create or replace function public.pawl_read_timestamptz(given text) returns timestamptz\n"
        "language plpgsql stable strict set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  return case when $1::timestamptz between timestamptz '4713-01-01 00:00+00 BC'\n"
        "      and timestamptz '294247-01-01 00:00+00' then $1::timestamptz end;\n"
        "exception when others then\n  return null;\nend\n$pawl$;\n\n"
        "create or replace function public.pawl_read_numeric(given text) returns numeric\n"
        "language plpgsql stable strict set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  return case when $1::numeric not in ('NaN', 'Infinity', '-Infinity')\n"
        "      and length(translate($1::numeric::text, '-.', '')) <= 1000\n      then $1::numeric end;\n"
        "exception when others then\n  return null;\nend\n$pawl$;\n\n"
        "create or replace function public.pawl_read_uuid(given text) returns uuid\n"
        "language plpgsql stable strict set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  return $1::uuid;\nexception when others then\n  return null;\nend\n$pawl$;\n\n"
        "create or replace function public.pawl_read_json(given text) returns json\n"
        "language plpgsql stable strict set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  return case when public.pawl_json_fits($1::json) then $1::json end;\nexception when others then\n"
        "  return null;\nend\n$pawl$;\n\n"
        "create or replace function public.pawl_read_jsonb(given text) returns jsonb\n"
        "language plpgsql stable strict set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  return $1::jsonb;\nexception when others then\n  return null;\nend\n$pawl$;\n\n"
        "create or replace function public.pawl_read_bytea(given text) returns bytea\n"
        "language plpgsql stable strict set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  return $1::bytea;\nexception when others then\n  return null;\nend\n$pawl$;\n\n"
        "-- The number that stands for a key among advisory locks: the first 8 bytes of SHA-256 over the type,\n"
        "-- a zero byte, and the key. It never changes; libpawl's pawl_key_number() gives the same.\n"
        "create or replace function public.pawl_key(type text, key text) returns bigint\n"
        "language sql stable strict parallel safe -- it is put into the statements that call it\n"
        "return ('x' || encode(substr(sha256(convert_to(type, 'UTF8') || '\\x00'::bytea || convert_to(key, 'UTF8')), 1, 8),\n"
        "  'hex'))::bit(64)::bigint;\n\n"
        "-- Whether libpawl takes it, too: no \\u0000, no half of a surrogate pair, at most 500 deep.\n"
        "create or replace function public.pawl_json_fits(value json) returns boolean\n"
        "language plpgsql immutable strict set search_path = pg_catalog, pg_temp\nas $pawl$\ndeclare\n"
        "  given text := $1::text;\nbegin\n  if octet_length(given) > 268435456 then\n    return false;\n"
        "  elsif strpos(given, E'\\\\u') > 0 then\n"
        "    given := replace(given, E'\\\\\\\\', ''); -- each backslash that remains begins an escape\n"
        "    given := regexp_replace(given, E'\\\\\\\\u[dD][89abAB]..\\\\\\\\u[dD][c-fC-F]..', '', 'g');\n"
        "    if given ~ E'\\\\\\\\u(0000|[dD][89a-fA-F])' then\n      return false;\n    end if;\n  end if;\n"
        "  if length(given) - length(translate(given, '[{', '')) <= 500 then\n    return true;\n  end if;\n"
        "  given := regexp_replace(given, E'\"(?:[^\"\\\\\\\\]|\\\\\\\\.)*\"', '', 'g');\n"
        "  given := regexp_replace(given, '[^][{}]', '', 'g');\n"
        "  for depth in 1 .. 500 loop -- the innermost ones go\n"
        "    given := regexp_replace(given, '[[]]|{}', '', 'g');\n    exit when given = '';\n  end loop;\n"
        "  return given = '';\nend\n$pawl$;\n\n"
        "-- Fails where a guard or effect, with these types, values and names in this path, may not do what it does.\n"
        "-- To explain is to compute what is constant, by functions of whoever has laid one that fits: in here that is\n"
        "-- done as the owner, where nobody can take on the role of whoever asks.\n"
        "create or replace function public.pawl_explain(statement text, types text, given text, path text) returns void\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  perform set_config('search_path', $4, true);\n"
        "  execute 'prepare pawl_hook' || $2 || ' as ' || $1;\n"
        "  execute 'explain execute pawl_hook' || $3;\n  deallocate pawl_hook;\nexception when others then\n"
        "  if exists (select from pg_prepared_statements where name = 'pawl_hook') then\n"
        "    deallocate pawl_hook;\n  end if;\n  raise;\nend\n$pawl$;\n"
        "revoke all on function public.pawl_explain(text, text, text, text) from public;\n\n"
        "-- libpawl asks for it where a move that is to be made together with others is not made: so none is.\n"
        "create or replace function public.pawl_undo_all(outcome public.pawl_outcome) returns public.pawl_outcome\n"
        "language plpgsql set search_path = pg_catalog, pg_temp\nas $pawl$\nbegin\n"
        "  raise exception 'one of several moves is answered %, so none of them is made', coalesce($1.status, 'MISMATCH')\n"
        "    using errcode = 'PW005';\nend\n$pawl$;\n"
        "revoke all on function public.pawl_undo_all(public.pawl_outcome) from public;\n"
        "grant execute on function public.pawl_undo_all(public.pawl_outcome) to pawl_app;\n\n"
        "-- Says that there is work, if a worker sleeps: who says so commits alone, since PostgreSQL keeps what is said in\n"
        "-- the order of the commits. A worker that sleeps holds this lock shared. To try it and to give it back is one\n"
        "-- expression, in which nothing can interrupt, so that no session keeps it.\n"
        "create or replace function public.pawl_notify(channel text) returns void\nlanguage plpgsql\n"
        "as $pawl$\ndeclare\n  number bigint := public.pawl_key('sleeping worker'::text, $1);\nbegin\n"
        "  if not (pg_try_advisory_lock(number) and pg_advisory_unlock(number)) then\n"
        "    perform pg_notify($1, '');\n  end if;\nend\n$pawl$;\n"
        "revoke all on function public.pawl_notify(text) from public;\n\n"
        "-- To the second in which it is over.\n"
        "create or replace function public.pawl_until(until timestamptz) returns text\nlanguage sql stable\n"
        "return coalesce(' until ' || to_char(until at time zone 'UTC' + interval '999999 microseconds',\n"
        "  'YYYY-MM-DD HH24:MI:SS') || ' UTC', '');\n\n"
        "-- The number by which others see whether this session is there, as it holds the advisory lock (1885435756,\n"
        "-- number) to its end; null where it has none. It is what the session has set as pawl.session: libpawl does\n"
        "-- where a connection is its own, and not one of a pooler's. Taken anew each time: what lets go of all locks\n"
        "-- of a session is not told.\ncreate or replace function public.pawl_session() returns integer\n"
        "language sql volatile -- it is put into the statements that call it\n"
        "return case when pg_try_advisory_lock(1885435756, nullif(current_setting('pawl.session', true), '')::integer)\n"
        "  then current_setting('pawl.session')::integer end;\n"
        "revoke all on function public.pawl_session() from public;\n\n"
        "-- Whether nobody has that number; until the end of the transaction nobody gets it.\n"
        "create or replace function public.pawl_session_is_gone(number integer) returns boolean\n"
        "language sql volatile\n"
        "return $1 is distinct from nullif(current_setting('pawl.session', true), '')::integer\n"
        "  and pg_try_advisory_xact_lock(1885435756, $1);\n"
        "revoke all on function public.pawl_session_is_gone(integer) from public;\n\n"
        "-- Takes a lock until the end of the transaction. timeout_ms: null waits, 0 does not.\n"
        "create or replace function public.pawl_lock(type text, key text, timeout_ms bigint default null) returns text\n"
        "language plpgsql set search_path = pg_catalog, pg_temp\nas $pawl$\ndeclare\n"
        "  number bigint := public.pawl_key($1, $2);\n  before text := current_setting('lock_timeout');\n"
        "begin\n  if $1 = '' or $2 = '' or number is null or $3 < 0 then\n    return 'MISUSE';\n"
        "  elsif $3 is null then\n    perform pg_advisory_xact_lock(number);\n    return 'OK';\n"
        "  elsif $3 = 0 then\n"
        "    return case when pg_try_advisory_xact_lock(number) then 'OK' else 'LOCKED' end;\n  end if;\n"
        "  begin\n    perform set_config('lock_timeout', least($3, 2147483647)::text, true);\n"
        "    perform pg_advisory_xact_lock(number);\n    perform set_config('lock_timeout', before, true);\n"
        "    return 'OK';\n  exception when lock_not_available then\n    return 'LOCKED';\n  end;\nend\n"
        "$pawl$;\nrevoke all on function public.pawl_lock(text, text, bigint) from public;\n"
        "grant execute on function public.pawl_lock(text, text, bigint) to pawl_app;\n\n"
        "-- Locks the row of a key, and changes it, so that who reads it from an older snapshot fails.\n"
        "create or replace function public.pawl_lock_mutex(key text) returns bigint\n"
        "language sql set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "  insert into public.pawl_lock_keys as mutex (key, last_token) values ($1, 0)\n"
        "    on conflict (key) do update set last_token = mutex.last_token returning last_token\n$pawl$;\n"
        "revoke all on function public.pawl_lock_mutex(text) from public;\n\n"
        "-- Who is in the way of a lock; null: nobody.\n"
        "create or replace function public.pawl_lock_holder(type text, key text, owner text, login text) returns text\n"
        "language sql set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "  select 'held' || case held.type when '' then ' in all machines' else '' end || public.pawl_until(held.until)\n"
        "      || ' by ' || held.owner || case held.owner when $3 then ', as login ' || held.login else '' end\n"
        "  from public.pawl_locks held\n"
        "  where held.key = $2 and (held.type = $1 or held.type = '' or $1 = '')\n"
        "    and (held.owner <> $3 or held.login <> $4)\n"
        "    and (held.until is null or held.until > clock_timestamp())\n  order by held.type limit 1\n"
        "$pawl$;\nrevoke all on function public.pawl_lock_holder(text, text, text, text) from public;\n\n"
        "-- Takes a lock that outlives the transaction, or answers LOCKED at once. type: a machine's name, or '' for the\n"
        "-- key in all of them. lease_ms: null has no end. waits_ms: how long the caller will go on asking.\n"
        "create or replace function public.pawl_acquire(type text, key text, owner text, lease_ms bigint default null,\n"
        "  waits_ms bigint default 0) returns public.pawl_lock_answer\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  answer public.pawl_lock_answer;\n"
        "  now timestamptz := clock_timestamp();\n  before text := current_setting('lock_timeout');\nbegin\n"
        "  if $1 is null or coalesce($2, '') = '' or coalesce($3, '') = '' or octet_length($2) > 1024\n"
        "     or octet_length($3) > 255 or $4 not between 1 and 3155760000000 or $5 < 0 -- 100 years\n"
        "     or ($1 <> '' and not exists (select from public.pawl_machines known where known.machine = $1)) then\n"
        "    answer.status := 'MISUSE';\n    return answer;\n  end if;\n"
        "  answer.detail := public.pawl_lock_holder($1, $2, $3, session_user::text); -- who asks again and again disturbs no moves\n"
        "  if answer.detail is null then\n    begin -- moves that have begun under no lock\n"
        "      perform set_config('lock_timeout', '200ms', true);\n"
        "      perform pg_advisory_xact_lock(public.pawl_key(''::text, $2));\n"
        "      perform public.pawl_lock_mutex($2);\n"
        "      perform set_config('lock_timeout', before, true);\n"
        "      answer.detail := public.pawl_lock_holder($1, $2, $3, session_user::text);\n"
        "    exception when lock_not_available then\n"
        "      answer.detail := 'moves of this key are under way';\n    end;\n  end if;\n"
        "  now := clock_timestamp();\n  delete from public.pawl_lock_waiters waiter\n"
        "    where waiter.key = $2 and ((waiter.type = $1 and waiter.owner = $3 and (answer.detail is null or $5 = 0))\n"
        "                               or waiter.until <= now);\n  if answer.detail is not null then\n"
        "    if $5 > 0 then\n      -- renewed now and then, so that who has died is soon forgotten\n"
        "      insert into public.pawl_lock_waiters as waiter (key, type, owner, since, until)\n"
        "        values ($2, $1, $3, now, now + least($5, 10000) * interval '1 millisecond')\n"
        "        on conflict (key, type, owner) do update set until = excluded.until\n"
        "        where waiter.until < excluded.until - interval '5 seconds';\n    end if;\n"
        "    answer.status := 'LOCKED';\n    return answer;\n  end if;\n"
        "  delete from public.pawl_locks held\n"
        "    where held.key = $2 and (held.type = $1 or held.type = '' or $1 = '') and held.until <= now;\n"
        "  answer.status := 'OK';\n  answer.until := now + $4 * interval '1 millisecond';\n"
        "  update public.pawl_locks held set until = answer.until -- asked for again, perhaps since the answer was lost\n"
        "    where held.key = $2 and held.type = $1 returning held.token into answer.token;\n"
        "  if not found then\n    update public.pawl_lock_keys mutex set last_token = mutex.last_token + 1\n"
        "      where mutex.key = $2 returning mutex.last_token into answer.token;\n"
        "    insert into public.pawl_locks (key, type, owner, token, since, until, login)\n"
        "      values ($2, $1, $3, answer.token, now, answer.until, session_user);\n  end if;\n"
        "  return answer;\nend\n$pawl$;\n"
        "revoke all on function public.pawl_acquire(text, text, text, bigint, bigint) from public;\n"
        "grant execute on function public.pawl_acquire(text, text, text, bigint, bigint) to pawl_app;\n\n"
        "-- NOT_FOUND: the lock has ended.\n"
        "create or replace function public.pawl_renew(type text, key text, owner text, token bigint,\n"
        "  lease_ms bigint default null) returns public.pawl_lock_answer\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  answer public.pawl_lock_answer;\n  now timestamptz;\n"
        "begin\n  if $5 not between 1 and 3155760000000 then -- 100 years\n    answer.status := 'MISUSE';\n"
        "    return answer;\n  end if;\n"
        "  perform public.pawl_lock_mutex($2) where $2 is not null and exists (\n"
        "    select from public.pawl_locks held where held.key = $2);\n  now := clock_timestamp();\n"
        "  update public.pawl_locks held set until = now + $5 * interval '1 millisecond'\n"
        "    where held.key = $2 and held.type = $1 and held.owner = $3 and held.token = $4\n"
        "      and coalesce(held.login, session_user) = session_user and (held.until is null or held.until > now)\n"
        "    returning held.token, held.until into answer.token, answer.until;\n"
        "  answer.status := case when found then 'OK' else 'NOT_FOUND' end;\n  return answer;\nend\n"
        "$pawl$;\nrevoke all on function public.pawl_renew(text, text, text, bigint, bigint) from public;\n"
        "grant execute on function public.pawl_renew(text, text, text, bigint, bigint) to pawl_app;\n\n"
        "create or replace function public.pawl_release(type text, key text, owner text, token bigint)\n"
        "returns public.pawl_lock_answer\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  answer public.pawl_lock_answer;\nbegin\n"
        "  perform public.pawl_lock_mutex($2) where $2 is not null and exists (\n"
        "    select from public.pawl_locks held where held.key = $2);\n"
        "  delete from public.pawl_locks held\n"
        "    where held.key = $2 and held.type = $1 and held.owner = $3 and held.token = $4\n"
        "      and coalesce(held.login, session_user) = session_user;\n"
        "  answer.status := case when found then 'OK' else 'NOT_FOUND' end;\n  return answer;\nend\n"
        "$pawl$;\nrevoke all on function public.pawl_release(text, text, text, bigint) from public;\n"
        "grant execute on function public.pawl_release(text, text, text, bigint) to pawl_app;\n\n"
        "-- Takes a lock from its owner; his token is worth nothing from then on.\n"
        "create or replace function public.pawl_break(type text, key text, reason text) returns public.pawl_lock_answer\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  answer public.pawl_lock_answer;\n"
        "  broken public.pawl_locks;\nbegin\n  if coalesce($3, '') = '' then\n"
        "    answer.status := 'MISUSE';\n    return answer;\n  end if;\n"
        "  perform public.pawl_lock_mutex($2) where $2 is not null and exists (\n"
        "    select from public.pawl_locks held where held.key = $2);\n"
        "  delete from public.pawl_locks held where held.key = $2 and held.type = $1 returning held.* into broken;\n"
        "  answer.status := case when found then 'OK' else 'NOT_FOUND' end;\n  if found then\n"
        "    answer.token := broken.token;\n"
        "    insert into public.pawl_lock_log (action, type, key, owner, token, reason)\n"
        "      values ('break', $1, $2, broken.owner, broken.token, $3);\n  end if;\n  return answer;\nend\n"
        "$pawl$;\nrevoke all on function public.pawl_break(text, text, text) from public;\n"
        "grant execute on function public.pawl_break(text, text, text) to pawl_operator;\n\n"
        "-- Freezes a machine from the end of this transaction on: mode 'reject' or 'sleep', until null or a time.\n"
        "-- Moves that have begun before go on: see pawl_freeze_waits_for. LOCKED: another transaction is doing the same.\n"
        "create or replace function public.pawl_freeze(machine text, mode text, until timestamptz, reason text)\n"
        "returns public.pawl_lock_answer\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  answer public.pawl_lock_answer;\nbegin\n"
        "  if $2 is null or $2 not in ('reject', 'sleep') or coalesce($4, '') = '' or $3 <= clock_timestamp()\n"
        "     or not isfinite($3) then\n    answer.status := 'MISUSE';\n    return answer;\n  end if;\n"
        "  -- who waited here would make others wait behind him\n"
        "  perform from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update skip locked;\n"
        "  if not found then\n"
        "    answer.status := case when exists (select from public.pawl_freezes type_lock where type_lock.machine = $1)\n"
        "      then 'LOCKED' else 'NOT_FOUND' end;\n"
        "    answer.detail := 'moves that read it in another isolation level than READ COMMITTED are under way';\n"
        "    return answer;\n  end if;\n  update public.pawl_freezes type_lock\n"
        "    set mode = $2, until = $3, reason = $4, since = clock_timestamp(), frozen_by = session_user\n"
        "    where type_lock.machine = $1;\n"
        "  insert into public.pawl_lock_log (action, type, reason) values ('freeze', $1, $4);\n"
        "  answer.status := 'OK';\n  return answer;\nend\n$pawl$;\n"
        "revoke all on function public.pawl_freeze(text, text, timestamptz, text) from public;\n"
        "grant execute on function public.pawl_freeze(text, text, timestamptz, text) to pawl_operator;\n\n"
        "-- The transactions that have moved a row of the machine and have not ended; of `transactions`, separated by\n"
        "-- blanks, only those. Called once after the freeze, and then with its own answer, until there is none left.\n"
        "create or replace function public.pawl_freeze_waits_for(machine text, transactions text default null)\n"
        "returns table (transaction text, pid integer, application_name text)\n"
        "language sql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "  select distinct lock.virtualtransaction, lock.pid, activity.application_name\n"
        "  from pg_locks lock left join pg_stat_activity activity on activity.pid = lock.pid\n"
        "  where lock.locktype = 'relation' and lock.granted\n"
        "    and lock.mode in ('RowShareLock', 'RowExclusiveLock')\n"
        "    and lock.database = (select base.oid from pg_database base where base.datname = current_database())\n"
        "    and lock.relation = (select to_regclass(type_lock.head) from public.pawl_freezes type_lock\n"
        "                         where type_lock.machine = $1)\n"
        "    and lock.pid is distinct from pg_backend_pid()\n"
        "    and ($2 is null or lock.virtualtransaction = any (string_to_array($2, ' ')))\n$pawl$;\n"
        "revoke all on function public.pawl_freeze_waits_for(text, text) from public;\n"
        "grant execute on function public.pawl_freeze_waits_for(text, text) to pawl_operator;\n\n"
        "-- Ends a freeze; deferred events are fired first, each entity's before its others.\n"
        "create or replace function public.pawl_thaw(machine text) returns public.pawl_lock_answer\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  answer public.pawl_lock_answer;\nbegin\n"
        "  perform from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update;\n"
        "  answer.status := case when found then 'OK' else 'NOT_FOUND' end;\n"
        "  update public.pawl_freezes type_lock set until = least(type_lock.until, clock_timestamp())\n"
        "    where type_lock.machine = $1 and type_lock.mode is not null;\n  if found then\n"
        "    insert into public.pawl_lock_log (action, type) values ('thaw', $1);\n"
        "    perform public.pawl_wake($1);\n  end if;\n  return answer;\nend\n$pawl$;\n"
        "revoke all on function public.pawl_thaw(text) from public;\n"
        "grant execute on function public.pawl_thaw(text) to pawl_operator;\n\n"
        "-- Forgets a freeze that is over, once no deferred event is left.\n"
        "create or replace function public.pawl_wake(machine text) returns void\n"
        "language sql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "  update public.pawl_freezes type_lock set mode = null\n"
        "  where type_lock.machine = $1 and type_lock.until <= clock_timestamp() and type_lock.mode is not null\n"
        "    and not exists (select from public.pawl_deferred pending\n"
        "                    where pending.machine = $1 and pending.status is null)\n$pawl$;\n"
        "revoke all on function public.pawl_wake(text) from public;\n"
        "grant execute on function public.pawl_wake(text) to pawl_app;\n\n"
        "-- Keeps an event until the machine wakes. OK: it does not sleep.\n"
        "create or replace function public.pawl_defer(machine text, entity text, request_id text, event text,\n"
        "  arguments text, actor text, lock_owner text, lock_token bigint) returns public.pawl_lock_answer\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  answer public.pawl_lock_answer;\nbegin\n"
        "  perform from public.pawl_freezes type_lock\n"
        "    where type_lock.machine = $1 and type_lock.mode = 'sleep'\n"
        "      and (type_lock.until is null or type_lock.until > clock_timestamp()) for share;\n"
        "  if not found then\n    answer.status := 'OK';\n    return answer;\n  end if;\n"
        "  delete from public.pawl_deferred earlier -- which was refused, for else it would be in the history\n"
        "    where earlier.machine = $1 and earlier.entity = $2 and earlier.request_id = $3 and earlier.status is not null;\n"
        "  insert into public.pawl_deferred as earlier\n"
        "      (machine, entity, request_id, event, arguments, actor, lock_owner, lock_token, deferred_at, login)\n"
        "    values ($1, $2, $3, $4, $5, coalesce($6, session_user), $7, $8, clock_timestamp(), session_user)\n"
        "    on conflict (machine, entity, request_id) do update set event = excluded.event\n"
        "      where earlier.event = excluded.event and earlier.arguments = excluded.arguments;\n"
        "  answer.status := case when found then 'DEFERRED' else 'REUSED' end;\n  return answer;\nend\n"
        "$pawl$;\n"
        "revoke all on function public.pawl_defer(text, text, text, text, text, text, text, bigint) from public;\n"
        "grant execute on function public.pawl_defer(text, text, text, text, text, text, text, bigint) to pawl_app;\n"
        "\n"
        "-- The parameters of a deferred event, as libpawl writes them: '-' is null, '#5;' a number, '5:hello' so many\n"
        "-- bytes. Null where it has not written them.\n"
        "create or replace function public.pawl_deferred_arguments(arguments text) returns text[]\n"
        "language plpgsql immutable set search_path = pg_catalog, pg_temp\nas $pawl$\ndeclare\n"
        "  bytes bytea := convert_to($1, 'UTF8');\n  at integer := 1;\n  head text;\n  digits text;\n"
        "  read text[] := '{}';\nbegin\n  while at <= length(bytes) loop\n"
        "    head := encode(substr(bytes, at, 24), 'escape');\n"
        "    digits := coalesce(substring(head from '^#(-?[0-9]{1,19});'), substring(head from '^([0-9]{1,9}):'));\n"
        "    if left(head, 1) = '-' then\n      read := array_append(read, null::text);\n"
        "      at := at + 1;\n    elsif digits is null then\n      return null;\n"
        "    elsif left(head, 1) = '#' then\n      read := array_append(read, digits);\n"
        "      at := at + length(digits) + 2;\n    else\n      at := at + length(digits) + 1;\n"
        "      if digits::integer > length(bytes) - at + 1 then\n        return null;\n      end if;\n"
        "      read := array_append(read, convert_from(substr(bytes, at, digits::integer), 'UTF8'));\n"
        "      at := at + digits::integer;\n    end if;\n  end loop;\n  return read;\n"
        "exception when character_not_in_repertoire then -- cut in the middle of a character\n"
        "  return null;\nend\n$pawl$;\n\n"
        "-- LOCKED or ASLEEP where a lock forbids the move, with the reason; else the outcome as it was.\n"
        "create or replace function public.pawl_refuse_locked(outcome public.pawl_outcome, machine text, entity text,\n"
        "  request_id text, lock_key text, lock_owner text, lock_token bigint) returns public.pawl_outcome\n"
        "language plpgsql set search_path = pg_catalog, pg_temp\nas $pawl$\n#variable_conflict use_column\n"
        "declare\n  refusal public.pawl_outcome := $1;\n  frozen public.pawl_freezes;\n"
        "  is_its_turn boolean;\n  whose text := session_user;\nbegin\n"
        "  if current_setting('transaction_isolation') <> 'read committed' then\n"
        "    -- a snapshot that is older than the latest change of these rows fails here and is not believed\n"
        "    perform from public.pawl_freezes type_lock where type_lock.machine = $2 for share;\n"
        "    if not found then\n"
        "      raise exception 'could not serialize access: % was deployed meanwhile', $2\n"
        "        using errcode = 'serialization_failure';\n    end if;\n"
        "    -- likewise where the snapshot does not show the key's latest row\n"
        "    insert into public.pawl_lock_keys (key, last_token) select $5, 0 where $5 is not null\n"
        "      on conflict do nothing;\n  end if;\n  refusal.to_state := null;\n"
        "  select * into frozen from public.pawl_freezes type_lock where type_lock.machine = $2 and type_lock.mode is not null;\n"
        "  if found and (frozen.until is null or frozen.until > clock_timestamp()) then\n"
        "    refusal.status := case frozen.mode when 'reject' then 'LOCKED' else 'ASLEEP' end;\n"
        "    refusal.detail := case frozen.mode when 'reject' then 'frozen' else 'asleep' end\n"
        "      || public.pawl_until(frozen.until) || ': ' || frozen.reason;\n    return refusal;\n"
        "  elsif found then\n"
        "    -- the earliest is fired by the machine, or is its own program's request, sent once more\n"
        "    select pending.is_firing is true or pending.request_id = $4 and pending.login = whose,\n"
        "        coalesce(pending.login, whose) into is_its_turn, whose\n"
        "      from public.pawl_deferred pending\n"
        "      where pending.machine = $2 and pending.entity = $3 and pending.status is null\n"
        "      order by pending.number limit 1;\n"
        "    whose := coalesce(whose, session_user); -- null, too, where there is none\n"
        "    if found and is_its_turn is not true then\n      refusal.status := 'ASLEEP';\n"
        "      refusal.detail := 'waking up: an event that was deferred comes first';\n"
        "      return refusal;\n    end if;\n  end if;\n"
        "  if $5 is not null and ($6 is not null or $7 is not null) and not exists (\n"
        "       select from public.pawl_locks held\n"
        "       where held.key = $5 and held.type in ('', $2) and held.owner = $6 and held.token = $7\n"
        "         and coalesce(held.login, whose) = whose\n"
        "         and (held.until is null or held.until > clock_timestamp())) then\n"
        "    refusal.detail := 'the lock of ' || coalesce($6, '') || ' with token ' || coalesce($7, 0) || ' has ended';\n"
        "  else\n    refusal.detail := public.pawl_lock_holder($2, $5, coalesce($6, ''), whose);\n"
        "  end if;\n  if refusal.detail is null then\n    return $1;\n  end if;\n"
        "  refusal.status := 'LOCKED';\n  return refusal;\nend\n$pawl$;\n"
        "revoke all on function public.pawl_refuse_locked(public.pawl_outcome, text, text, text, text, text, bigint) from public;\n"
        "\ndelete from public.pawl_objects where machine = '';\n"
        "insert into public.pawl_objects (machine, object, definition)\n"
        "select '', found.object, found.definition from (\nwith relation as (\n"
        "  select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name\n"
        "    from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
        "   where n.nspname = 'public' and starts_with(c.relname, 'pawl_') and c.relkind not in ('i', 'I')\n"
        "), routine as (\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\n"
        "   where n.nspname = 'public' and starts_with(p.proname, 'pawl_')\n)\n"
        "select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'c' then 'type' else 'relation' end\n"
        "    || ' ' || c.name as object,\n  concat_ws(chr(10),\n"
        "    'owner ' || pg_get_userbyid(c.relowner),\n"
        "    'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)\n"
        "          || case when a.is_grantable then ' with grant option' else '' end, ', '\n"
        "          order by r.rolname nulls first, a.privilege_type)\n"
        "      from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a\n"
        "      left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),\n"
        "    'options ' || array_to_string(c.reloptions, ', '),\n"
        "    case when c.relpersistence <> 'p' then 'not permanent' end,\n"
        "    case when c.relrowsecurity then 'row security' end,\n"
        "    (select string_agg('column ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)\n"
        "              || coalesce(' collate ' || quote_ident(l.collname), '')\n"
        "              || case when a.attnotnull then ' not null' else '' end\n"
        "              || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')\n"
        "              || coalesce(' ' || a.attacl::text, ''), chr(10) order by a.attnum)\n"
        "       from pg_attribute a\n"
        "       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\n"
        "       left join pg_collation l on l.oid = a.attcollation\n"
        "      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\n"
        "    (select string_agg('constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)\n"
        "              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\n"
        "                                                              and t.tgenabled <> 'O')\n"
        "                      then ' disabled' else '' end, chr(10) order by k.conname)\n"
        "       from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'),\n"
        "    (select string_agg('inherited by ' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)\n"
        "       from pg_inherits i where i.inhparent = c.oid),\n"
        "    case when c.relkind = 'v' then pg_get_viewdef(c.oid) end) as definition\n  from relation c\n"
        "union all\nselect 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\n"
        "    || case when i.indisvalid then '' else ' invalid' end\n"
        "  from relation c join pg_index i on i.indrelid = c.oid\nunion all\n"
        "select 'trigger ' || quote_ident(t.tgname) || ' on ' || c.name, pg_get_triggerdef(t.oid)\n"
        "    || case t.tgenabled when 'O' then '' when 'D' then ' disabled' else ' enabled ' || t.tgenabled::text end\n"
        "  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\nunion all\n"
        "select 'rule ' || quote_ident(w.rulename) || ' on ' || c.name, pg_get_ruledef(w.oid)\n"
        "  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> '_RETURN'\n"
        "union all\nselect 'policy ' || quote_ident(o.polname) || ' on ' || c.name,\n"
        "    concat_ws(' ', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\n"
        "  from relation c join pg_policy o on o.polrelid = c.oid\nunion all\n"
        "select 'function ' || p.oid::regprocedure,\n"
        "    concat_ws(chr(10), 'owner ' || pg_get_userbyid(p.proowner),\n"
        "      'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)\n"
        "            || case when a.is_grantable then ' with grant option' else '' end, ', '\n"
        "            order by r.rolname nulls first, a.privilege_type)\n"
        "        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a\n"
        "        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\n"
        "      pg_get_functiondef(p.oid))\n  from routine p\n"
        ") found where found.object not like 'function %'\n"
        "  or starts_with(found.definition, 'owner ' || (select pg_get_userbyid(registry.relowner)\n"
        "      from pg_class registry where registry.oid = 'public.pawl_machines'::regclass) || chr(10));\n"
        "\n"
        "-- document ----------------------------------------------------------------------------------------\n"
        "-- document\n\ndo $pawl$\nbegin\n  if exists (select from public.pawl_machines\n"
        "             where machine = 'document' and fingerprint <> 'd00f1044741c690a' and is_deployed) then\n"
        "    raise exception 'machine document is deployed in another version; nothing was changed'\n"
        "      using errcode = 'PW001',\n"
        "            hint = 'Apply the migration that pawl diff --sql writes, or the SQL of the deployed version.';\n"
        "  end if;\nend\n$pawl$;\ndo $pawl$\ndeclare\n  stranger record;\nbegin\n  for stranger in\n"
        "    select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'i' then 'index'\n"
        "          when 'S' then 'sequence' when 'c' then 'type' else 'relation' end\n"
        "        || ' ' || c.oid::regclass as name, c.relowner::regrole as author\n"
        "      from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
        "      where n.nspname = 'public'\n"
        "        and c.relname = any ('{document_current,document_transitions,document_moves,document_state,document_current_state_since,document_transitions_request}')\n"
        "        and c.relowner <> current_user::regrole\n  loop\n"
        "    continue when (select rolsuper from pg_roles where rolname = current_user);\n"
        "    raise exception '% belongs to %, but it has a name of Pawl''s; nothing was changed',\n"
        "        stranger.name, stranger.author\n"
        "      using errcode = 'PW002', hint = 'Drop or rename it, and apply this again.';\n  end loop;\n"
        "end\n$pawl$;\n\n"
        "create or replace function public.document_model_d00f1044741c690a() returns boolean\n"
        "language sql immutable as 'select true';\n"
        "comment on function public.document_model_d00f1044741c690a() is\n"
        "  'Exists as long as programs of this version are accepted.';\n"
        "create table if not exists public.document_current (\n  document_id text collate \"C\" primary key,\n"
        "  state text collate \"C\" not null,\n  sort_key integer not null,\n  since timestamptz not null\n"
        ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\ndo $pawl$\nbegin\n"
        "  if to_regclass('public.document_current_state_since') is null then\n"
        "    create index document_current_state_since on public.document_current (state, since);\n"
        "  end if;\nend\n$pawl$;\n\ncreate table if not exists public.document_transitions (\n"
        "  document_id text collate \"C\" not null,\n  sort_key integer not null,\n"
        "  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
        "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n"
        "  actor text collate \"C\" not null,\n  request_id text collate \"C\",\n  title text collate \"C\",\n"
        "  pages integer,\n  size bigint,\n  signed_by_all boolean,\n  due timestamptz,\n  amount numeric,\n"
        "  number uuid,\n  content json,\n  image bytea,\n  new_title text collate \"C\",\n"
        "  new_pages integer,\n  new_size bigint,\n  new_signed boolean,\n  new_due timestamptz,\n"
        "  new_amount numeric,\n  new_number uuid,\n  new_content json,\n  new_image bytea,\n"
        "  primary key (document_id, sort_key)\n);\ndo $pawl$\nbegin\n"
        "  if to_regclass('public.document_transitions_request') is null then\n"
        "    create unique index document_transitions_request on public.document_transitions (document_id, request_id)\n"
        "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
        "create or replace view public.document_moves (event, from_state, to_state) as values\n"
        "  ('create', '', 'drafted'),\n  ('amend', 'drafted', 'drafted');\n\n"
        "create or replace view public.document_state as\n"
        "  select document_id, state, sort_key, since from public.document_current;\n\ndo $pawl$\ndeclare\n"
        "  relation regclass;\nbegin\n  foreach relation in array array[\n"
        "'public.document_current', 'public.document_transitions'\n]::regclass[] loop\n"
        "    continue when exists (select from pg_trigger own\n"
        "      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'\n"
        "        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'\n"
        "        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);\n"
        "    execute format('create or replace trigger pawl_refuse_write before insert or update or delete or truncate\n"
        "      on %s for each statement execute function public.pawl_refuse_write()', relation);\n"
        "    execute format('alter table %s enable always trigger pawl_refuse_write', relation);\n"
        "  end loop;\nend\n$pawl$;\n"
        "grant select on public.document_current, public.document_transitions, public.document_moves, public.document_state to pawl_app,\n"
        "  pawl_operator;\n"
        "insert into public.pawl_freezes (machine, head) values ('document', 'public.document_current')\n"
        "  on conflict do nothing;\n"
        "analyze public.pawl_freezes; -- so few rows that their index would cost each move more\n\n"
        "comment on table public.document_current is 'document\nOne row for each: where it is.';\n"
        "comment on column public.document_current.sort_key is 'Of the last move.';\n"
        "comment on column public.document_current.since is 'When the last move was made.';\n"
        "comment on table public.document_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';\n"
        "comment on column public.document_transitions.from_state is 'Empty for a creation.';\n"
        "comment on column public.document_transitions.actor is 'Who did it: the login, where the caller named nobody.';\n"
        "comment on column public.document_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';\n"
        "comment on view public.document_state is 'Where each is, to join in queries of one''s own.';\n"
        "comment on view public.document_moves is 'How it may move; from_state is empty for a creation.';\n"
        "\n-- create\n"
        "create or replace function public.document_create(id text, title text, pages integer, size bigint, signed_by_all boolean, due timestamptz, amount numeric, number uuid, content json, image bytea, actor text default null,\n"
        "  request_id text default null)\nreturns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n  violated text;\n  is_free boolean;\nbegin\n"
        "  if $1 is null or $1 = '' or octet_length($1) > 1024\n     or $2 is null\n     or $3 is null\n"
        "     or $4 is null\n     or $5 is null\n     or $6 is null\n"
        "     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
        "     or $7 is null\n     or $7 in ('NaN', 'Infinity', '-Infinity')\n"
        "     or length(translate($7::text, '-.', '')) > 1000\n     or $8 is null\n     or $9 is null\n"
        "     or not public.pawl_json_fits($9::json)\n     or $10 is null\n     or octet_length($11) > 255\n"
        "     or $12 = '' or octet_length($12) > 255 then\n    outcome.status := 'MISUSE';\n"
        "    return outcome;\n  end if;\n"
        "  lock table only public.document_current in row share mode; -- a later freeze or migration waits\n"
        "  loop\n    -- asked first, because a row that is written in vain costs more\n"
        "    select head.state, head.sort_key, head.since,\n"
        "        type_lock.mode is null and public.document_model_d00f1044741c690a()\n"
        "          and current_setting('transaction_isolation') = 'read committed'\n"
        "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
        "      from public.pawl_freezes type_lock\n"
        "        left join public.document_current head on head.document_id = $1\n"
        "      where type_lock.machine = 'document';\n    if outcome.sort_key is not null then\n"
        "      outcome.status := 'EXISTS';\n      if $12 is not null then\n"
        "        perform from public.document_transitions earlier where earlier.document_id = $1 and earlier.request_id = $12; -- which the index alone tells\n"
        "        if found then\n          select case when earlier.event = 'create'\n"
        "                and (earlier.title is null or earlier.title is not distinct from $2)\n"
        "                and earlier.pages is not distinct from $3\n"
        "                and earlier.size is not distinct from $4\n"
        "                and earlier.signed_by_all is not distinct from $5\n"
        "                and earlier.due is not distinct from $6\n"
        "                and earlier.amount is not distinct from $7\n"
        "                and earlier.number is not distinct from $8\n"
        "                and earlier.content::text is not distinct from $9::text\n"
        "                and earlier.image is not distinct from $10\n"
        "              then 'OK' else 'REUSED' end,\n"
        "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null into said\n"
        "              from public.document_transitions earlier where earlier.document_id = $1 and earlier.request_id = $12;\n"
        "          if found then\n            return said;\n          end if;\n        end if;\n"
        "      end if;\n"
        "      outcome := public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
        "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n"
        "      return outcome;\n    end if;\n"
        "    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
        "      raise exception 'could not serialize access: document was created meanwhile'\n"
        "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
        "      outcome := public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
        "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n"
        "    end if;\n    outcome := row('OK', '', 'drafted', 10, clock_timestamp(), null, null, null);\n"
        "    begin\n      insert into public.document_current (document_id, state, sort_key, since)\n"
        "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n"
        "    exception\n      when unique_violation then -- another session was quicker: look again\n"
        "        get stacked diagnostics violated = constraint_name;\n"
        "        if violated <> 'document_current_pkey' then\n          raise;\n        end if;\n    end;\n"
        "    outcome := null;\n  end loop;\n  insert into public.document_transitions\n"
        "    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image)\n"
        "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);\n  return outcome;\n"
        "end\n$pawl$;\n"
        "revoke all on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) from public;\n"
        "grant execute on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) to pawl_app;\n"
        "comment on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) is 'create';\n"
        "\n-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.document_create_many(id text[], title text[], pages integer[], size bigint[], signed_by_all boolean[], due timestamptz[], amount numeric[], number uuid[], content json[], image bytea[], actor text default null,\n"
        "  request_id text[] default null)\nreturns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  outcomes public.pawl_outcome[];\n  is_free boolean;\nbegin\n"
        "  if (select count(*) <> count(distinct given.id collate \"C\") -- each entity once\n"
        "          or bool_or(given.id is null or given.id = '' or octet_length(given.id) > 1024\n"
        "            or given.v1 is null\n            or given.v2 is null\n            or given.v3 is null\n"
        "            or given.v4 is null\n            or given.v5 is null\n"
        "            or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
        "            or given.v6 is null\n            or given.v6 in ('NaN', 'Infinity', '-Infinity')\n"
        "            or length(translate(given.v6::text, '-.', '')) > 1000\n"
        "            or given.v7 is null\n            or given.v8 is null\n"
        "            or not public.pawl_json_fits(given.v8::json)\n            or given.v9 is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12)\n"
        "          with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, number))\n"
        "     or octet_length($11) > 255\n     or cardinality($2) <> cardinality($1)\n"
        "     or cardinality($3) <> cardinality($1)\n     or cardinality($4) <> cardinality($1)\n"
        "     or cardinality($5) <> cardinality($1)\n     or cardinality($6) <> cardinality($1)\n"
        "     or cardinality($7) <> cardinality($1)\n     or cardinality($8) <> cardinality($1)\n"
        "     or cardinality($9) <> cardinality($1)\n     or cardinality($10) <> cardinality($1)\n"
        "     or cardinality($12) <> cardinality($1)\n  then\n    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n    return;\n  end if;\n  begin\n"
        "    with judged as materialized (\n      select found.*, case\n"
        "            when found.is_same then 'OK'\n"
        "            when found.earlier_sort_key is not null then 'REUSED'\n"
        "            when (select type_lock.mode is null and public.document_model_d00f1044741c690a()\n"
        "              and current_setting('transaction_isolation') = 'read committed'\n"
        "              from public.pawl_freezes type_lock where type_lock.machine = 'document') is not true then null\n"
        "            when found.state is not null then 'EXISTS'\n            else 'MOVES'\n"
        "          end as verdict\n        from (\n"
        "          select given.*, head.state, head.sort_key, head.since, head.place,\n"
        "              earlier.sort_key as earlier_sort_key,\n"
        "              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,\n"
        "              earlier.created_at as earlier_created_at,\n              earlier.event = 'create'\n"
        "                and (earlier.title is null or earlier.title is not distinct from given.v1)\n"
        "                and earlier.pages is not distinct from given.v2\n"
        "                and earlier.size is not distinct from given.v3\n"
        "                and earlier.signed_by_all is not distinct from given.v4\n"
        "                and earlier.due is not distinct from given.v5\n"
        "                and earlier.amount is not distinct from given.v6\n"
        "                and earlier.number is not distinct from given.v7\n"
        "                and earlier.content::text is not distinct from given.v8::text\n"
        "                and earlier.image is not distinct from given.v9\n                as is_same,\n"
        "              'drafted'::text as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12)\n"
        "              with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, number)\n"
        "              left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                                 from public.document_current head\n"
        "                                 where head.document_id = given.id offset 0) head on true\n"
        "              left join lateral (select earlier.* from public.document_transitions earlier\n"
        "                                 where earlier.document_id = given.id\n"
        "                                   and earlier.request_id = given.request_id offset 0) earlier\n"
        "                on given.request_id is not null\n            offset 0\n        ) found\n    ),\n"
        "    heads as (\n      insert into public.document_current (document_id, state, sort_key, since)\n"
        "      select judged.id, judged.next_state, judged.next_sort_key, judged.now\n"
        "        from judged where judged.verdict = 'MOVES' order by judged.id collate \"C\"\n    ),\n"
        "    history as (\n      insert into public.document_transitions\n"
        "        (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image)\n"
        "      select judged.id, judged.next_sort_key, 'create', '', judged.next_state, judged.now,\n"
        "          (select coalesce($11, session_user)), judged.request_id, judged.v1, judged.v2, judged.v3, judged.v4, judged.v5, judged.v6, judged.v7, judged.v8, judged.v9\n"
        "        from judged where judged.verdict = 'MOVES'\n    )\n"
        "    select array_agg(row(case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,\n"
        "      case when judged.verdict = 'MOVES' then ''\n"
        "        when judged.earlier_sort_key is not null then judged.earlier_from_state\n"
        "        else judged.state end,\n      case when judged.verdict = 'MOVES' then judged.next_state\n"
        "        when judged.earlier_sort_key is not null then judged.earlier_to_state\n"
        "        else null end,\n      case when judged.verdict = 'MOVES' then judged.next_sort_key\n"
        "        when judged.earlier_sort_key is not null then judged.earlier_sort_key\n"
        "        else judged.sort_key end,\n      case when judged.verdict = 'MOVES' then judged.now\n"
        "        when judged.earlier_sort_key is not null then judged.earlier_created_at\n"
        "        else judged.since end,\n      null::text, null::integer, null::text\n"
        "        )::public.pawl_outcome order by judged.number),\n"
        "      bool_and(judged.verdict is not null) into outcomes, is_free from judged;\n"
        "    if is_free then\n      return query select * from unnest(outcomes);\n      return;\n"
        "    end if;\n  exception\n"
        "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n"
        "  end;\n  return query\n    with made as materialized (\n      select given.number,\n"
        "          public.document_create(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, $11, given.request_id) as outcome\n"
        "        from (select * from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12)\n"
        "          with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, number)\n"
        "          order by given.id collate \"C\") given\n    )\n"
        "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n"
        "revoke all on function public.document_create_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[]) from public;\n"
        "grant execute on function public.document_create_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[]) to pawl_app;\n"
        "\n-- amend\n"
        "create or replace function public.document_amend(id text, new_title text default null, new_pages integer default null, new_size bigint default null, new_signed boolean default null, new_due timestamptz default null, new_amount numeric default null, new_number uuid default null, new_content json default null, new_image bytea default null, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n  place tid;\n  is_free boolean;\nbegin\n"
        "  if $1 is null or $1 = '' or octet_length($1) > 1024\n"
        "     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
        "     or $7 in ('NaN', 'Infinity', '-Infinity')\n"
        "     or length(translate($7::text, '-.', '')) > 1000\n     or not public.pawl_json_fits($9::json)\n"
        "     or octet_length($11) > 255\n     or $12 = '' or octet_length($12) > 255 then\n"
        "    outcome.status := 'MISUSE';\n    return outcome;\n  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.ctid, head.state, head.sort_key, head.since,\n"
        "    (select type_lock.mode is null and public.document_model_d00f1044741c690a()\n"
        "      and current_setting('transaction_isolation') = 'read committed'\n"
        "      from public.pawl_freezes type_lock where type_lock.machine = 'document')\n"
        "    into place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
        "    from public.document_current head where head.document_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome := public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
        "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n"
        "    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n  if $12 is not null then\n"
        "    perform from public.document_transitions earlier where earlier.document_id = $1 and earlier.request_id = $12; -- which the index alone tells\n"
        "    if found then\n      select case when earlier.event = 'amend'\n"
        "            and earlier.new_title is not distinct from $2\n"
        "            and earlier.new_pages is not distinct from $3\n"
        "            and earlier.new_size is not distinct from $4\n"
        "            and earlier.new_signed is not distinct from $5\n"
        "            and earlier.new_due is not distinct from $6\n"
        "            and earlier.new_amount is not distinct from $7\n"
        "            and earlier.new_number is not distinct from $8\n"
        "            and (earlier.new_content is null or earlier.new_content::text is not distinct from $9::text)\n"
        "            and earlier.new_image is not distinct from $10\n"
        "          then 'OK' else 'REUSED' end,\n"
        "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null into said\n"
        "          from public.document_transitions earlier where earlier.document_id = $1 and earlier.request_id = $12;\n"
        "      if found then\n        return said;\n      end if;\n    end if;\n  end if;\n"
        "  if is_free is not true then\n"
        "    outcome := public.pawl_refuse_locked(outcome, 'document'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
        "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
        "  if outcome.sort_key <> $13 then\n    outcome.status := 'CONFLICT';\n    return outcome;\n"
        "  end if;\n  outcome.to_state := case outcome.from_state\n    when 'drafted' then 'drafted'\n"
        "  end;\n  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n    return outcome;\n"
        "  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into public.document_transitions\n"
        "    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
        "  values ($1, outcome.sort_key, 'amend', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);\n"
        "  update public.document_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.ctid = place;\n  outcome.status := 'OK';\n  return outcome;\nend\n$pawl$;\n"
        "revoke all on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) from public;\n"
        "grant execute on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) to pawl_app;\n"
        "comment on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) is 'amend';\n"
        "\n-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.document_amend_many(id text[], new_title text[] default null, new_pages integer[] default null, new_size bigint[] default null, new_signed boolean[] default null, new_due timestamptz[] default null, new_amount numeric[] default null, new_number uuid[] default null, new_content json[] default null, new_image bytea[] default null, actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  is_free boolean;\nbegin\n"
        "  if (select count(*) <> count(distinct given.id collate \"C\") -- each entity once\n"
        "          or bool_or(given.id is null or given.id = '' or octet_length(given.id) > 1024\n"
        "            or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
        "            or given.v6 in ('NaN', 'Infinity', '-Infinity')\n"
        "            or length(translate(given.v6::text, '-.', '')) > 1000\n"
        "            or not public.pawl_json_fits(given.v8::json)\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13)\n"
        "          with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, number))\n"
        "     or octet_length($11) > 255\n     or cardinality($2) <> cardinality($1)\n"
        "     or cardinality($3) <> cardinality($1)\n     or cardinality($4) <> cardinality($1)\n"
        "     or cardinality($5) <> cardinality($1)\n     or cardinality($6) <> cardinality($1)\n"
        "     or cardinality($7) <> cardinality($1)\n     or cardinality($8) <> cardinality($1)\n"
        "     or cardinality($9) <> cardinality($1)\n     or cardinality($10) <> cardinality($1)\n"
        "     or cardinality($12) <> cardinality($1)\n     or cardinality($13) <> cardinality($1)\n  then\n"
        "    outcome.status := 'MISUSE';\n    return query select (outcome).* from unnest($1);\n"
        "    return;\n  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  select (select type_lock.mode is null and public.document_model_d00f1044741c690a()\n"
        "    and current_setting('transaction_isolation') = 'read committed'\n"
        "    from public.pawl_freezes type_lock where type_lock.machine = 'document') into is_free\n"
        "    from (select count(*)\n"
        "            from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
        "            cross join lateral (select from public.document_current head\n"
        "                                where head.document_id = given.id for no key update) head) locked;\n"
        "  if is_free is not true then -- of each it is said what is in the way\n    return query\n"
        "      with made as materialized (\n        select given.number,\n"
        "            public.document_amend(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, $11, given.request_id, given.expected) as outcome\n"
        "          from (select * from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13)\n"
        "            with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, number)\n"
        "            order by given.id collate \"C\") given\n      )\n"
        "      select (made.outcome).* from made order by made.number;\n    return;\n  end if;\n"
        "  return query\n    with judged as materialized (\n      select found.*, case\n"
        "            when found.state is null then 'NOT_FOUND'\n            when found.is_same then 'OK'\n"
        "            when found.earlier_sort_key is not null then 'REUSED'\n"
        "            when found.sort_key <> found.expected then 'CONFLICT'\n"
        "            when found.next_state is null then 'ILLEGAL'\n            else 'MOVES'\n"
        "          end as verdict\n        from (\n"
        "          select given.*, head.state, head.sort_key, head.since, head.place,\n"
        "              earlier.sort_key as earlier_sort_key,\n"
        "              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,\n"
        "              earlier.created_at as earlier_created_at,\n              earlier.event = 'amend'\n"
        "                and earlier.new_title is not distinct from given.v1\n"
        "                and earlier.new_pages is not distinct from given.v2\n"
        "                and earlier.new_size is not distinct from given.v3\n"
        "                and earlier.new_signed is not distinct from given.v4\n"
        "                and earlier.new_due is not distinct from given.v5\n"
        "                and earlier.new_amount is not distinct from given.v6\n"
        "                and earlier.new_number is not distinct from given.v7\n"
        "                and (earlier.new_content is null or earlier.new_content::text is not distinct from given.v8::text)\n"
        "                and earlier.new_image is not distinct from given.v9\n                as is_same,\n"
        "              case head.state\n                when 'drafted' then 'drafted'\n"
        "              end as next_state,\n              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13)\n"
        "              with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, number)\n"
        "              left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                                 from public.document_current head\n"
        "                                 where head.document_id = given.id offset 0) head on true\n"
        "              left join lateral (select earlier.* from public.document_transitions earlier\n"
        "                                 where earlier.document_id = given.id\n"
        "                                   and earlier.request_id = given.request_id offset 0) earlier\n"
        "                on given.request_id is not null\n            offset 0\n        ) found\n    ),\n"
        "    heads as (\n      update public.document_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n    ),\n"
        "    history as (\n      insert into public.document_transitions\n"
        "        (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
        "      select judged.id, judged.next_sort_key, 'amend', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($11, session_user)), judged.request_id, judged.v1, judged.v2, judged.v3, judged.v4, judged.v5, judged.v6, judged.v7, judged.v8, judged.v9\n"
        "        from judged where judged.verdict = 'MOVES'\n    )\n"
        "    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,\n"
        "      case when judged.verdict = 'MOVES' then judged.state\n"
        "        when judged.earlier_sort_key is not null then judged.earlier_from_state\n"
        "        else judged.state end,\n      case when judged.verdict = 'MOVES' then judged.next_state\n"
        "        when judged.earlier_sort_key is not null then judged.earlier_to_state\n"
        "        else null end,\n      case when judged.verdict = 'MOVES' then judged.next_sort_key\n"
        "        when judged.earlier_sort_key is not null then judged.earlier_sort_key\n"
        "        else judged.sort_key end,\n      case when judged.verdict = 'MOVES' then judged.now\n"
        "        when judged.earlier_sort_key is not null then judged.earlier_created_at\n"
        "        else judged.since end,\n      null::text, null::integer, null::text\n"
        "      from judged order by judged.number;\nend\n$pawl$;\n"
        "revoke all on function public.document_amend_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[], integer[]) from public;\n"
        "grant execute on function public.document_amend_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[], integer[]) to pawl_app;\n"
        "\n-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
        "create or replace function public.document_fire_deferred(number bigint, verdicts text default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  waiting public.pawl_deferred;\n  given text[];\nbegin\n"
        "  select * into waiting from public.pawl_deferred pending\n"
        "    where pending.number = $1 and pending.machine = 'document' and pending.status is null for update;\n"
        "  if not found then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
        "  given := public.pawl_deferred_arguments(waiting.arguments);\n"
        "  -- what lets it through before the others, and never outlives this call\n"
        "  update public.pawl_deferred pending set is_firing = true where pending.number = $1;\n  begin\n"
        "    outcome.status := 'MISUSE'; -- unless it is called\n"
        "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
        "    case waiting.event\n    when 'create' then\n      if cardinality(given) = 9 then\n"
        "        outcome := public.document_create(waiting.entity,\n          given[1],\n"
        "          given[2]::integer,\n          given[3]::bigint,\n          given[4]::integer <> 0,\n"
        "          timestamptz 'epoch' + (given[5]::bigint / 1000000)::float8 * interval '1 second'\n"
        "            + (given[5]::bigint % 1000000)::float8 * interval '1 microsecond',\n"
        "          given[6]::numeric,\n          given[7]::uuid,\n          given[8]::json,\n"
        "          decode(given[9], 'hex'),\n          waiting.actor, waiting.request_id);\n      end if;\n"
        "    when 'amend' then\n      if cardinality(given) = 9 then\n"
        "        outcome := public.document_amend(waiting.entity,\n          given[1],\n"
        "          given[2]::integer,\n          given[3]::bigint,\n          given[4]::integer <> 0,\n"
        "          timestamptz 'epoch' + (given[5]::bigint / 1000000)::float8 * interval '1 second'\n"
        "            + (given[5]::bigint % 1000000)::float8 * interval '1 microsecond',\n"
        "          given[6]::numeric,\n          given[7]::uuid,\n          given[8]::json,\n"
        "          decode(given[9], 'hex'),\n          waiting.actor, waiting.request_id, null::integer);\n"
        "      end if;\n    else\n      outcome.detail := 'machine document: ' || waiting.event\n"
        "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
        "  exception when query_canceled or assert_failure or others then\n"
        "    if sqlstate in ('40001', '40P01') then\n      raise; -- and it is fired again\n    end if;\n"
        "    outcome := null;\n"
        "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
        "    outcome.detail := 'document' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n"
        "  end;\n  update public.pawl_deferred pending set is_firing = false where pending.number = $1;\n"
        "  if outcome.status not in ('ASK', 'ASLEEP') then\n    update public.pawl_deferred pending\n"
        "      set status = outcome.status, from_state = nullif(outcome.from_state, ''),\n"
        "        to_state = case outcome.status when 'OK' then outcome.to_state end, sort_key = outcome.sort_key,\n"
        "        created_at = outcome.created_at, fired_at = clock_timestamp(), detail = case outcome.status\n"
        "          when 'OK' then null when 'REFUSED' then outcome.guard else outcome.detail end\n"
        "      where pending.number = $1;\n  end if;\n  return outcome;\nend\n$pawl$;\n"
        "revoke all on function public.document_fire_deferred(bigint, text) from public;\n"
        "grant execute on function public.document_fire_deferred(bigint, text) to pawl_app;\n\n"
        "insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
        "values ('document', 'd00f1044741c690a', 1, clock_timestamp(), E'{\"name\":\"document\",\"label\":\"document\",\"fingerprint\":\"d00f1044741c690a\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"drafted\",\"label\":\"drafted\",\"stored\":\"drafted\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"title\",\"type\":\"text\",\"optional\":false,\"column\":\"title\"},{\"name\":\"pages\",\"type\":\"int\",\"optional\":false,\"column\":\"pages\"},{\"name\":\"size\",\"type\":\"bigint\",\"optional\":false,\"column\":\"size\"},{\"name\":\"signed_by_all\",\"type\":\"bool\",\"optional\":false,\"column\":\"signed_by_all\"},{\"name\":\"due\",\"type\":\"timestamp\",\"optional\":false,\"column\":\"due\"},{\"name\":\"amount\",\"type\":\"numeric\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"number\",\"type\":\"uuid\",\"optional\":false,\"column\":\"number\"},{\"name\":\"content\",\"type\":\"json\",\"optional\":false,\"column\":\"content\"},{\"name\":\"image\",\"type\":\"bytes\",\"optional\":false,\"column\":\"image\"}],\"serialize_by\":[]},{\"name\":\"amend\",\"label\":\"amend\",\"stored\":\"amend\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"new_title\",\"type\":\"text\",\"optional\":true,\"column\":\"new_title\"},{\"name\":\"new_pages\",\"type\":\"int\",\"optional\":true,\"column\":\"new_pages\"},{\"name\":\"new_size\",\"type\":\"bigint\",\"optional\":true,\"column\":\"new_size\"},{\"name\":\"new_signed\",\"type\":\"bool\",\"optional\":true,\"column\":\"new_signed\"},{\"name\":\"new_due\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"new_due\"},{\"name\":\"new_amount\",\"type\":\"numeric\",\"optional\":true,\"column\":\"new_amount\"},{\"name\":\"new_number\",\"type\":\"uuid\",\"optional\":true,\"column\":\"new_number\"},{\"name\":\"new_content\",\"type\":\"json\",\"optional\":true,\"column\":\"new_content\"},{\"name\":\"new_image\",\"type\":\"bytes\",\"optional\":true,\"column\":\"new_image\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"title\",\"type\":\"text\",\"personal\":true},{\"name\":\"pages\",\"type\":\"int\"},{\"name\":\"size\",\"type\":\"bigint\"},{\"name\":\"signed_by_all\",\"type\":\"bool\"},{\"name\":\"due\",\"type\":\"timestamp\"},{\"name\":\"amount\",\"type\":\"numeric\"},{\"name\":\"number\",\"type\":\"uuid\"},{\"name\":\"content\",\"type\":\"json\"},{\"name\":\"image\",\"type\":\"bytes\"},{\"name\":\"new_title\",\"type\":\"text\"},{\"name\":\"new_pages\",\"type\":\"int\"},{\"name\":\"new_size\",\"type\":\"bigint\"},{\"name\":\"new_signed\",\"type\":\"bool\"},{\"name\":\"new_due\",\"type\":\"timestamp\"},{\"name\":\"new_amount\",\"type\":\"numeric\"},{\"name\":\"new_number\",\"type\":\"uuid\"},{\"name\":\"new_content\",\"type\":\"json\",\"personal\":true},{\"name\":\"new_image\",\"type\":\"bytes\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"amend\",\"from\":\"drafted\",\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"drafted\",\"arrow\":0},{\"event\":\"amend\",\"from\":\"drafted\",\"to\":\"drafted\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.document_current\",\"transitions\":\"public.document_transitions\",\"objects\":\"with relation as (\\\\n  select c.*, quote_ident(n.nspname) || ''.'' || quote_ident(c.relname) as name\\\\n    from pg_class c join pg_namespace n on n.oid = c.relnamespace\\\\n   where n.nspname = ''public'' and c.relname = any (''{document_current,document_transitions,document_moves,document_state}'')\\\\n), routine as (\\\\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\\\\n   where n.nspname = ''public'' and p.proname = any (''{document_model_d00f1044741c690a,document_create,document_create_many,document_amend,document_amend_many,document_fire_deferred}'')\\\\n)\\\\nselect case c.relkind when ''r'' then ''table'' when ''v'' then ''view'' when ''c'' then ''type'' else ''relation'' end\\\\n    || '' '' || c.name as object,\\\\n  concat_ws(chr(10),\\\\n    ''owner '' || pg_get_userbyid(c.relowner),\\\\n    ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n          || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n          order by r.rolname nulls first, a.privilege_type)\\\\n      from aclexplode(coalesce(c.relacl, acldefault(''r'', c.relowner))) a\\\\n      left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),\\\\n    ''options '' || array_to_string(c.reloptions, '', ''),\\\\n    case when c.relpersistence <> ''p'' then ''not permanent'' end,\\\\n    case when c.relrowsecurity then ''row security'' end,\\\\n    (select string_agg(''column '' || quote_ident(a.attname) || '' '' || format_type(a.atttypid, a.atttypmod)\\\\n              || coalesce('' collate '' || quote_ident(l.collname), '''')\\\\n              || case when a.attnotnull then '' not null'' else '''' end\\\\n              || coalesce('' default '' || pg_get_expr(d.adbin, d.adrelid), '''')\\\\n              || coalesce('' '' || a.attacl::text, ''''), chr(10) order by a.attnum)\\\\n       from pg_attribute a\\\\n       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\\\\n       left join pg_collation l on l.oid = a.attcollation\\\\n      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\\\\n    (select string_agg(''constraint '' || quote_ident(k.conname) || '' '' || pg_get_constraintdef(k.oid)\\\\n              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\\\\n                                                              and t.tgenabled <> ''O'')\\\\n                      then '' disabled'' else '''' end, chr(10) order by k.conname)\\\\n       from pg_constraint k where k.conrelid = c.oid and k.contype <> ''n''),\\\\n    (select string_agg(''inherited by '' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)\\\\n       from pg_inherits i where i.inhparent = c.oid),\\\\n    case when c.relkind = ''v'' then pg_get_viewdef(c.oid) end) as definition\\\\n  from relation c\\\\nunion all\\\\nselect ''index '' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\\\\n    || case when i.indisvalid then '''' else '' invalid'' end\\\\n  from relation c join pg_index i on i.indrelid = c.oid\\\\nunion all\\\\nselect ''trigger '' || quote_ident(t.tgname) || '' on '' || c.name, pg_get_triggerdef(t.oid)\\\\n    || case t.tgenabled when ''O'' then '''' when ''D'' then '' disabled'' else '' enabled '' || t.tgenabled::text end\\\\n  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\\\\nunion all\\\\nselect ''rule '' || quote_ident(w.rulename) || '' on '' || c.name, pg_get_ruledef(w.oid)\\\\n  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> ''_RETURN''\\\\nunion all\\\\nselect ''policy '' || quote_ident(o.polname) || '' on '' || c.name,\\\\n    concat_ws('' '', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\\\\n  from relation c join pg_policy o on o.polrelid = c.oid\\\\nunion all\\\\nselect ''function '' || p.oid::regprocedure,\\\\n    concat_ws(chr(10), ''owner '' || pg_get_userbyid(p.proowner),\\\\n      ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n            || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n            order by r.rolname nulls first, a.privilege_type)\\\\n        from aclexplode(coalesce(p.proacl, acldefault(''f'', p.proowner))) a\\\\n        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\\\\n      pg_get_functiondef(p.oid))\\\\n  from routine p\",\"shared_objects\":\"with relation as (\\\\n  select c.*, quote_ident(n.nspname) || ''.'' || quote_ident(c.relname) as name\\\\n    from pg_class c join pg_namespace n on n.oid = c.relnamespace\\\\n   where n.nspname = ''public'' and starts_with(c.relname, ''pawl_'') and c.relkind not in (''i'', ''I'')\\\\n), routine as (\\\\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\\\\n   where n.nspname = ''public'' and starts_with(p.proname, ''pawl_'')\\\\n)\\\\nselect case c.relkind when ''r'' then ''table'' when ''v'' then ''view'' when ''c'' then ''type'' else ''relation'' end\\\\n    || '' '' || c.name as object,\\\\n  concat_ws(chr(10),\\\\n    ''owner '' || pg_get_userbyid(c.relowner),\\\\n    ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n          || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n          order by r.rolname nulls first, a.privilege_type)\\\\n      from aclexplode(coalesce(c.relacl, acldefault(''r'', c.relowner))) a\\\\n      left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),\\\\n    ''options '' || array_to_string(c.reloptions, '', ''),\\\\n    case when c.relpersistence <> ''p'' then ''not permanent'' end,\\\\n    case when c.relrowsecurity then ''row security'' end,\\\\n    (select string_agg(''column '' || quote_ident(a.attname) || '' '' || format_type(a.atttypid, a.atttypmod)\\\\n              || coalesce('' collate '' || quote_ident(l.collname), '''')\\\\n              || case when a.attnotnull then '' not null'' else '''' end\\\\n              || coalesce('' default '' || pg_get_expr(d.adbin, d.adrelid), '''')\\\\n              || coalesce('' '' || a.attacl::text, ''''), chr(10) order by a.attnum)\\\\n       from pg_attribute a\\\\n       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\\\\n       left join pg_collation l on l.oid = a.attcollation\\\\n      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\\\\n    (select string_agg(''constraint '' || quote_ident(k.conname) || '' '' || pg_get_constraintdef(k.oid)\\\\n              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\\\\n                                                              and t.tgenabled <> ''O'')\\\\n                      then '' disabled'' else '''' end, chr(10) order by k.conname)\\\\n       from pg_constraint k where k.conrelid = c.oid and k.contype <> ''n''),\\\\n    (select string_agg(''inherited by '' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)\\\\n       from pg_inherits i where i.inhparent = c.oid),\\\\n    case when c.relkind = ''v'' then pg_get_viewdef(c.oid) end) as definition\\\\n  from relation c\\\\nunion all\\\\nselect ''index '' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\\\\n    || case when i.indisvalid then '''' else '' invalid'' end\\\\n  from relation c join pg_index i on i.indrelid = c.oid\\\\nunion all\\\\nselect ''trigger '' || quote_ident(t.tgname) || '' on '' || c.name, pg_get_triggerdef(t.oid)\\\\n    || case t.tgenabled when ''O'' then '''' when ''D'' then '' disabled'' else '' enabled '' || t.tgenabled::text end\\\\n  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\\\\nunion all\\\\nselect ''rule '' || quote_ident(w.rulename) || '' on '' || c.name, pg_get_ruledef(w.oid)\\\\n  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> ''_RETURN''\\\\nunion all\\\\nselect ''policy '' || quote_ident(o.polname) || '' on '' || c.name,\\\\n    concat_ws('' '', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\\\\n  from relation c join pg_policy o on o.polrelid = c.oid\\\\nunion all\\\\nselect ''function '' || p.oid::regprocedure,\\\\n    concat_ws(chr(10), ''owner '' || pg_get_userbyid(p.proowner),\\\\n      ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n            || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n            order by r.rolname nulls first, a.privilege_type)\\\\n        from aclexplode(coalesce(p.proacl, acldefault(''f'', p.proowner))) a\\\\n        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\\\\n      pg_get_functiondef(p.oid))\\\\n  from routine p\",\"statements\":{\"find_registry\":\"select 1 where to_regclass(''public.pawl_machines'') is not null\",\"fingerprints\":\"select fingerprint, (select format(''trigger %I on %s'', hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.document_current''), to_regclass(''public.document_transitions''))\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1), is_deployed\\\\nfrom public.pawl_machines where is_accepted and machine = $1::text\",\"get\":\"select state, sort_key, since from public.document_current where document_id = $1::text and public.document_model_d00f1044741c690a()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image\\\\nfrom public.document_transitions where document_id = $1::text and public.document_model_d00f1044741c690a() order by sort_key\",\"in_state\":\"select document_id, state, sort_key, since from public.document_current\\\\nwhere state = $1::text and (since, document_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000)::float8 * interval ''1 second'' + ($2::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $3::text)\\\\n  and public.document_model_d00f1044741c690a() order by since, document_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select document_id, state, sort_key, since from public.document_current\\\\n    where state < $1::text and (state, since, document_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000)::float8 * interval ''1 second'' + ($3::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, document_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select document_id, state, sort_key, since from public.document_current\\\\n    where (state, since, document_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000)::float8 * interval ''1 second'' + ($6::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, document_id limit $8::bigint\\\\n  ) after\\\\n) others where public.document_model_d00f1044741c690a() order by state, since, document_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.document_current where public.document_model_d00f1044741c690a() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image\\\\nfrom public.document_transitions where document_id = $1::text and public.document_model_d00f1044741c690a()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select public.document_fire_deferred($1::bigint, $2::text) where public.document_model_d00f1044741c690a()\"},\"fire\":{\"create\":\"select public.document_create($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz ''epoch'' + ($6::bigint / 1000000)::float8 * interval ''1 second'' + ($6::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text) where public.document_model_d00f1044741c690a()\",\"amend\":\"select public.document_amend($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz ''epoch'' + ($6::bigint / 1000000)::float8 * interval ''1 second'' + ($6::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text, $13::integer) where public.document_model_d00f1044741c690a()\"}},\"diagram\":\"digraph \\\\\"document\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_document\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>document</b><!--document-->>;\\\\n    \\\\\"document.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"document.drafted\\\\\" [label=<drafted<!--document.drafted-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    {rank=same; \\\\\"document.\\\\\"; \\\\\"document.drafted\\\\\"}\\\\n    \\\\\"document.\\\\\" -> \\\\\"document.drafted\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"document.drafted\\\\\" -> \\\\\"document.drafted\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>amend<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">(begins anew)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"amend\\\\\", labeltooltip=\\\\\"amend\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td></tr></table>>;\\\\n}\\\\n\"}')\n"
        "on conflict (machine, fingerprint)\n"
        "  do update set model = excluded.model, is_accepted = true, is_deployed = true,\n"
        "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n"
        "\ndelete from public.pawl_objects where machine = 'document';\n"
        "insert into public.pawl_objects (machine, object, definition)\n"
        "select 'document', found.object, found.definition from (\nwith relation as (\n"
        "  select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name\n"
        "    from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
        "   where n.nspname = 'public' and c.relname = any ('{document_current,document_transitions,document_moves,document_state}')\n"
        "), routine as (\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\n"
        "   where n.nspname = 'public' and p.proname = any ('{document_model_d00f1044741c690a,document_create,document_create_many,document_amend,document_amend_many,document_fire_deferred}')\n"
        ")\n"
        "select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'c' then 'type' else 'relation' end\n"
        "    || ' ' || c.name as object,\n  concat_ws(chr(10),\n"
        "    'owner ' || pg_get_userbyid(c.relowner),\n"
        "    'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)\n"
        "          || case when a.is_grantable then ' with grant option' else '' end, ', '\n"
        "          order by r.rolname nulls first, a.privilege_type)\n"
        "      from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a\n"
        "      left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),\n"
        "    'options ' || array_to_string(c.reloptions, ', '),\n"
        "    case when c.relpersistence <> 'p' then 'not permanent' end,\n"
        "    case when c.relrowsecurity then 'row security' end,\n"
        "    (select string_agg('column ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)\n"
        "              || coalesce(' collate ' || quote_ident(l.collname), '')\n"
        "              || case when a.attnotnull then ' not null' else '' end\n"
        "              || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')\n"
        "              || coalesce(' ' || a.attacl::text, ''), chr(10) order by a.attnum)\n"
        "       from pg_attribute a\n"
        "       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\n"
        "       left join pg_collation l on l.oid = a.attcollation\n"
        "      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\n"
        "    (select string_agg('constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)\n"
        "              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\n"
        "                                                              and t.tgenabled <> 'O')\n"
        "                      then ' disabled' else '' end, chr(10) order by k.conname)\n"
        "       from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'),\n"
        "    (select string_agg('inherited by ' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)\n"
        "       from pg_inherits i where i.inhparent = c.oid),\n"
        "    case when c.relkind = 'v' then pg_get_viewdef(c.oid) end) as definition\n  from relation c\n"
        "union all\nselect 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\n"
        "    || case when i.indisvalid then '' else ' invalid' end\n"
        "  from relation c join pg_index i on i.indrelid = c.oid\nunion all\n"
        "select 'trigger ' || quote_ident(t.tgname) || ' on ' || c.name, pg_get_triggerdef(t.oid)\n"
        "    || case t.tgenabled when 'O' then '' when 'D' then ' disabled' else ' enabled ' || t.tgenabled::text end\n"
        "  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\nunion all\n"
        "select 'rule ' || quote_ident(w.rulename) || ' on ' || c.name, pg_get_ruledef(w.oid)\n"
        "  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> '_RETURN'\n"
        "union all\nselect 'policy ' || quote_ident(o.polname) || ' on ' || c.name,\n"
        "    concat_ws(' ', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\n"
        "  from relation c join pg_policy o on o.polrelid = c.oid\nunion all\n"
        "select 'function ' || p.oid::regprocedure,\n"
        "    concat_ws(chr(10), 'owner ' || pg_get_userbyid(p.proowner),\n"
        "      'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)\n"
        "            || case when a.is_grantable then ' with grant option' else '' end, ', '\n"
        "            order by r.rolname nulls first, a.privilege_type)\n"
        "        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a\n"
        "        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\n"
        "      pg_get_functiondef(p.oid))\n  from routine p\n"
        ") found where found.object not like 'function %'\n"
        "  or starts_with(found.definition, 'owner ' || (select pg_get_userbyid(registry.relowner)\n"
        "      from pg_class registry where registry.oid = 'public.pawl_machines'::regclass) || chr(10));\n"
        "\n-- Code of others must not run within moves, as the owner of these tables.\ndo $pawl$\ndeclare\n"
        "  stranger record;\nbegin\n  for stranger in\n    select own.tgrelid::regclass as relation,\n"
        "        case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end as grantee\n"
        "      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid,\n"
        "        aclexplode(relation.relacl) acl\n"
        "      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and acl.privilege_type = 'TRIGGER'\n"
        "        and acl.grantee <> relation.relowner\n  loop\n"
        "    execute format('revoke trigger on %s from %s cascade', stranger.relation, stranger.grantee);\n"
        "  end loop;\n  for stranger in\n"
        "    select format('trigger %I on %s', hung.tgname, hung.tgrelid::regclass) as name,\n"
        "        code.proowner::regrole as author\n"
        "      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid\n"
        "        join pg_trigger hung on hung.tgrelid = own.tgrelid and not hung.tgisinternal\n"
        "        join pg_proc code on code.oid = hung.tgfoid\n"
        "        join pg_roles author on author.oid = code.proowner\n"
        "      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure\n"
        "        and code.proowner <> relation.relowner and not author.rolsuper\n    union all\n"
        "    select 'type ' || answer.oid::regtype, answer.typowner::regrole\n"
        "      from pg_type answer join pg_class relation on relation.oid = 'public.pawl_machines'::regclass\n"
        "      where answer.oid in ('public.pawl_outcome'::regtype, 'public.pawl_lock_answer'::regtype)\n"
        "        and answer.typowner <> relation.relowner\n  loop\n"
        "    raise exception '% belongs to %, whose code would run within moves; nothing was changed',\n"
        "        stranger.name, stranger.author\n"
        "      using errcode = 'PW002', hint = 'Drop it, or give it to a superuser.';\n  end loop;\nend\n"
        "$pawl$;\n\n-- what was taken on is given back\ndo $pawl$\nbegin\n"
        "  execute format('set local role %I', current_setting('pawl.applied_by'));\n"
        "  if current_setting('pawl.joined_owner') = 'yes' then\n"
        "    execute format('revoke pawl_owner from %I', current_user);\n"
        "    if not pg_has_role(current_user, 'pawl_app', 'usage') then -- to see what it has deployed\n"
        "      execute format('grant pawl_app to %I', current_user);\n    end if;\n  end if;\nend\n$pawl$;\n"
        "\ncommit;\n",
        /* find_registry */
        "select 1 where to_regclass('public.pawl_machines') is not null",
        /* fingerprints */
        "select fingerprint, (select format('trigger %I on %s', hung.tgname, hung.tgrelid::regclass)\n"
        "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
        "     join pg_proc code on code.oid = hung.tgfoid\n"
        "     join pg_roles author on author.oid = code.proowner\n"
        "   where hung.tgrelid in (to_regclass('public.document_current'), to_regclass('public.document_transitions'))\n"
        "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
        "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1), is_deployed\n"
        "from public.pawl_machines where is_accepted and machine = $1::text",
        /* get */
        "select state, sort_key, since from public.document_current where document_id = $1::text and public.document_model_d00f1044741c690a()",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image\n"
        "from public.document_transitions where document_id = $1::text and public.document_model_d00f1044741c690a() order by sort_key",
        /* in_state */
        "select document_id, state, sort_key, since from public.document_current\n"
        "where state = $1::text and (since, document_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000)::float8 * interval '1 second' + ($2::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $3::text)\n"
        "  and public.document_model_d00f1044741c690a() order by since, document_id limit $4::bigint",
        /* not_in_state */
        "select * from (\n  select * from (\n"
        "    select document_id, state, sort_key, since from public.document_current\n"
        "    where state < $1::text and (state, since, document_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000)::float8 * interval '1 second' + ($3::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $4::text)\n"
        "    order by state, since, document_id limit $8::bigint\n  ) before\n  union all\n"
        "  select * from (\n    select document_id, state, sort_key, since from public.document_current\n"
        "    where (state, since, document_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000)::float8 * interval '1 second' + ($6::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $7::text)\n"
        "    order by state, since, document_id limit $8::bigint\n  ) after\n"
        ") others where public.document_model_d00f1044741c690a() order by state, since, document_id limit $8::bigint",
        /* count_by_state */
        "select state, count(*) from public.document_current where public.document_model_d00f1044741c690a() group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image\n"
        "from public.document_transitions where document_id = $1::text and public.document_model_d00f1044741c690a()\n"
        "  and to_state = $2::text order by sort_key desc limit 1",
        /* with_key */
        NULL,
        /* fire_deferred */
        "select public.document_fire_deferred($1::bigint, $2::text) where public.document_model_d00f1044741c690a()",
        /* fail_deferred */
        NULL,
        /* find_parent */
        NULL,
        /* find_request */
        NULL,
        /* insert_current */
        NULL,
        /* update_current */
        NULL,
        /* insert_transition */
        NULL,
        /* find_creation */
        NULL,
        /* set_mirror */
        NULL,
        /* find_key */
        NULL,
        /* find_topic */
        NULL,
        postgres_fire_of_document,
        postgres_fire_many_of_document,
        NULL,
        NULL};

static const struct pawl_statements sqlite_of_document = {
        /* schema */
        "begin immediate;\n\n"
        "-- Shared by all machines --------------------------------------------------------------------------\n"
        "-- Times are microseconds since 1970-01-01 00:00 UTC; booleans are 0 and 1.\n"
        "-- only_libpawl_may_write() exists on connections of libpawl alone, and is 1 for the very row\n"
        "-- that libpawl is writing at that moment: everybody may read, nobody else may write.\n\n"
        "create table if not exists main.pawl_machines (\n  machine     text    not null,\n"
        "  fingerprint text    not null,\n"
        "  is_accepted integer not null default 1, -- programs of this version may run\n"
        "  is_deployed integer not null default 1, -- tables and triggers are those of this version\n"
        "  abi         integer not null,\n  deployed_at integer not null,\n"
        "  model       text, -- JSON, what pawlctl knows of it\n  primary key (machine, fingerprint)\n"
        ") without rowid;\n"
        "-- moves that earlier versions had, and the moves of migrations: histories hold them rightly\n"
        "create table if not exists main.pawl_past_moves (\n  machine    text not null,\n"
        "  event      text not null,\n  from_state text not null,\n  to_state   text not null,\n"
        "  primary key (machine, event, from_state, to_state)\n) without rowid;\n"
        "-- what sqlite_master said of each object when it was deployed, '' being what all machines share\n"
        "create table if not exists main.pawl_objects (\n  machine    text not null,\n"
        "  object     text not null,\n  definition text not null,\n  primary key (machine, object)\n"
        ") without rowid;\n-- what pawlctl has written without a move: repairs, erasures, backfills\n"
        "create table if not exists main.pawl_repairs (\n  machine         text    not null,\n"
        "  entity          text    not null,\n  repaired_at     integer not null,\n"
        "  repaired_by     text    not null,\n  reason          text    not null,\n"
        "  before_state    text, -- null where there was no head\n  before_sort_key integer,\n"
        "  before_since    integer,\n  after_state     text    not null,\n"
        "  after_sort_key  integer not null,\n  after_since     integer not null,\n"
        "  primary key (machine, entity, repaired_at)\n) without rowid;\n\n"
        "-- a machine is entered once, by the file that has just made its tables\n"
        "create trigger if not exists main.pawl_machines_insert before insert on pawl_machines\nbegin\n"
        "  select raise(rollback, 'this machine is deployed already; another version cannot be laid over it: apply the file that belongs to the deployed version, or use another database')\n"
        "   where exists (select 1 from pawl_machines where machine = new.machine);\n"
        "  select raise(abort, 'pawl_machines is written by the files that pawl generates: apply the file of the machine instead')\n"
        "   where not exists (select 1 from sqlite_master\n"
        "                      where type = 'table' and name = new.machine || '_transitions');\nend;\n"
        "-- an object is entered once, before its machine is, and as sqlite_master has it\n"
        "create trigger if not exists main.pawl_objects_insert before insert on pawl_objects\n"
        "when new.definition is not (select sql from sqlite_master where type || ' ' || name = new.object)\n"
        "  or exists (select 1 from pawl_objects where machine = new.machine and object = new.object)\n"
        "  or exists (select 1 from pawl_machines where machine = new.machine)\n"
        "  or new.machine = '' and new.object not like '% pawl\\_%' escape '\\'\n"
        "  or new.machine <> '' and not exists (select 1 from sqlite_master\n"
        "                                        where name = new.machine || '_transitions')\nbegin\n"
        "  select raise(abort, 'pawl_objects is written by the files that pawl generates');\nend;\n"
        "create trigger if not exists main.pawl_past_moves_insert before insert on pawl_past_moves\nbegin\n"
        "  select raise(abort, 'pawl_past_moves is written by the files that pawl generates');\nend;\n"
        "create trigger if not exists main.pawl_repairs_insert before insert on pawl_repairs\n"
        "when only_libpawl_may_write('pawl_repairs', new.machine, new.entity, new.repaired_at,\n"
        "  new.repaired_by, new.reason, new.before_state, new.before_sort_key, new.before_since,\n"
        "  new.after_state, new.after_sort_key, new.after_since) is not 1\nbegin\n"
        "  select raise(abort, 'pawl_repairs is written by pawlctl only');\nend;\n"
        "-- of a machine only the model is ever renewed, by libpawl when its file is applied again\n"
        "create trigger if not exists main.pawl_machines_update before update on pawl_machines\n"
        "when new.machine is not old.machine or new.fingerprint is not old.fingerprint\n"
        "  or new.is_accepted is not old.is_accepted or new.is_deployed is not old.is_deployed\n"
        "  or new.abi is not old.abi or new.deployed_at is not old.deployed_at\n"
        "  or only_libpawl_may_write('pawl_machines', new.machine, new.fingerprint, new.abi,\n"
        "    new.deployed_at, new.model) is not 1\nbegin\n"
        "  select raise(abort, 'pawl_machines is written by libpawl only: apply the generated SQL again');\n"
        "end;\ncreate trigger if not exists main.pawl_machines_delete before delete on pawl_machines\n"
        "begin\n  select raise(abort, 'pawl_machines is never changed: its rows say what was done');\nend;\n"
        "create trigger if not exists main.pawl_objects_update before update on pawl_objects\nbegin\n"
        "  select raise(abort, 'pawl_objects is never changed: its rows say what was done');\nend;\n"
        "create trigger if not exists main.pawl_objects_delete before delete on pawl_objects\nbegin\n"
        "  select raise(abort, 'pawl_objects is never changed: its rows say what was done');\nend;\n"
        "create trigger if not exists main.pawl_past_moves_update before update on pawl_past_moves\nbegin\n"
        "  select raise(abort, 'pawl_past_moves is never changed: its rows say what was done');\nend;\n"
        "create trigger if not exists main.pawl_past_moves_delete before delete on pawl_past_moves\nbegin\n"
        "  select raise(abort, 'pawl_past_moves is never changed: its rows say what was done');\nend;\n"
        "create trigger if not exists main.pawl_repairs_update before update on pawl_repairs\nbegin\n"
        "  select raise(abort, 'pawl_repairs is never changed: its rows say what was done');\nend;\n"
        "create trigger if not exists main.pawl_repairs_delete before delete on pawl_repairs\nbegin\n"
        "  select raise(abort, 'pawl_repairs is never changed: its rows say what was done');\nend;\n\n"
        "-- each key on which a lock was ever held; the token only grows\n"
        "create table if not exists main.pawl_lock_keys (\n  key text not null,\n"
        "  last_token integer not null,\n  primary key (key)\n) without rowid;\n"
        "create trigger if not exists main.pawl_lock_keys_insert before insert on pawl_lock_keys\n"
        "when only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1\nbegin\n"
        "  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate trigger if not exists main.pawl_lock_keys_update before update on pawl_lock_keys\n"
        "when new.key is not old.key or only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate trigger if not exists main.pawl_lock_keys_delete before delete on pawl_lock_keys\n"
        "begin\n"
        "  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');\n"
        "end;\n\n"
        "-- held locks: they outlive a transaction and belong to an owner; type '' is the key in all machines\n"
        "create table if not exists main.pawl_locks (\n  key text not null,\n  type text not null,\n"
        "  owner text not null,\n  token integer not null,\n  since integer not null,\n  until integer,\n"
        "  primary key (key, type)\n) without rowid;\n"
        "create trigger if not exists main.pawl_locks_insert before insert on pawl_locks\n"
        "when only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate trigger if not exists main.pawl_locks_update before update on pawl_locks\n"
        "when new.key is not old.key or new.type is not old.type or only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate trigger if not exists main.pawl_locks_delete before delete on pawl_locks\n"
        "when only_libpawl_may_write('pawl_locks', old.key, old.type, old.owner, old.token) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');\n"
        "end;\n\n-- who waits for one\ncreate table if not exists main.pawl_lock_waiters (\n"
        "  key text not null,\n  type text not null,\n  owner text not null,\n  since integer not null,\n"
        "  until integer not null,\n  primary key (key, type, owner)\n) without rowid;\n"
        "create trigger if not exists main.pawl_lock_waiters_insert before insert on pawl_lock_waiters\n"
        "when only_libpawl_may_write('pawl_lock_waiters', new.key, new.type, new.owner, new.since, new.until) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');\n"
        "end;\n"
        "create trigger if not exists main.pawl_lock_waiters_update before update on pawl_lock_waiters\n"
        "begin\n"
        "  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');\n"
        "end;\n"
        "create trigger if not exists main.pawl_lock_waiters_delete before delete on pawl_lock_waiters\n"
        "when only_libpawl_may_write('pawl_lock_waiters', old.key, old.type, old.owner) is not 1\nbegin\n"
        "  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');\n"
        "end;\n\n-- machines that are frozen ('reject') or asleep ('sleep')\n"
        "create table if not exists main.pawl_freezes (\n  machine text not null,\n  mode text not null,\n"
        "  until integer,\n  reason text not null,\n  since integer not null,\n  frozen_by text not null,\n"
        "  primary key (machine)\n) without rowid;\n"
        "create trigger if not exists main.pawl_freezes_insert before insert on pawl_freezes\n"
        "when only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since, new.frozen_by) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate trigger if not exists main.pawl_freezes_update before update on pawl_freezes\n"
        "when new.machine is not old.machine or only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since, new.frozen_by) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate trigger if not exists main.pawl_freezes_delete before delete on pawl_freezes\n"
        "when only_libpawl_may_write('pawl_freezes', old.machine) is not 1\nbegin\n"
        "  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');\n"
        "end;\n\n-- events that wait until their machine wakes, and what came of them\n"
        "create table if not exists main.pawl_deferred (\n  number integer not null,\n"
        "  machine text not null,\n  entity text not null,\n  request_id text not null,\n"
        "  event text not null,\n  arguments text not null,\n  actor text not null,\n  lock_owner text,\n"
        "  lock_token integer,\n  deferred_at integer not null,\n  fired_at integer,\n  status text,\n"
        "  from_state text,\n  to_state text,\n  sort_key integer,\n  created_at integer,\n  detail text,\n"
        "  unique (machine, entity, request_id),\n  primary key (number)\n) without rowid;\n"
        "create trigger if not exists main.pawl_deferred_insert before insert on pawl_deferred\n"
        "when only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event, new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status, new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate trigger if not exists main.pawl_deferred_update before update on pawl_deferred\n"
        "when new.number is not old.number or only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event, new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status, new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate trigger if not exists main.pawl_deferred_delete before delete on pawl_deferred\n"
        "when only_libpawl_may_write('pawl_deferred', old.number) is not 1\nbegin\n"
        "  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');\n"
        "end;\n\n-- what operators did to locks\ncreate table if not exists main.pawl_lock_log (\n"
        "  number integer not null,\n  logged_at integer not null,\n  login text not null,\n"
        "  action text not null,\n  type text not null,\n  key text,\n  owner text,\n  token integer,\n"
        "  reason text,\n  primary key (number)\n) without rowid;\n"
        "create trigger if not exists main.pawl_lock_log_insert before insert on pawl_lock_log\n"
        "when only_libpawl_may_write('pawl_lock_log', new.number, new.logged_at, new.login, new.action, new.type, new.key, new.owner, new.token, new.reason) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate trigger if not exists main.pawl_lock_log_update before update on pawl_lock_log\n"
        "begin\n"
        "  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate trigger if not exists main.pawl_lock_log_delete before delete on pawl_lock_log\n"
        "begin\n"
        "  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');\n"
        "end;\ncreate index if not exists main.pawl_deferred_pending on pawl_deferred (machine, number)\n"
        "  where status is null;\n"
        "create index if not exists main.pawl_deferred_entity on pawl_deferred (machine, entity, number)\n"
        "  where status is null;\n\ninsert into main.pawl_objects (machine, object, definition)\n"
        "select '', found.object, found.definition from (\n"
        "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
        "   where sql is not null and tbl_name like 'pawl\\_%' escape '\\') found\n"
        " where not exists (select 1 from main.pawl_objects o where o.machine = '' and o.object = found.object);\n"
        "\n"
        "-- document ----------------------------------------------------------------------------------------\n"
        "-- document\n\n-- where each document is\ncreate table if not exists main.document_current (\n"
        "  document_id text not null primary key,\n  state text not null,\n"
        "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
        "create index if not exists main.document_current_state_since on document_current (state, since);\n"
        "\n-- how it got there; rows are only ever added\n"
        "create table if not exists main.document_transitions (\n  document_id text not null,\n"
        "  sort_key integer not null,\n  event text not null,\n"
        "  from_state text not null, -- '' for a creation\n  to_state text not null,\n"
        "  created_at integer not null,\n  actor text not null check (length(cast(actor as blob)) <= 255),\n"
        "  request_id text,\n  title text,\n  pages integer,\n  size integer,\n  signed_by_all integer,\n"
        "  due integer,\n  amount text,\n  number text,\n  content text,\n  image blob,\n  new_title text,\n"
        "  new_pages integer,\n  new_size integer,\n  new_signed integer,\n  new_due integer,\n"
        "  new_amount text,\n  new_number text,\n  new_content text,\n  new_image blob,\n"
        "  primary key (document_id, sort_key)\n) without rowid;\n"
        "create unique index if not exists main.document_transitions_request\n"
        "  on document_transitions (document_id, request_id) where request_id is not null;\n\n"
        "-- how it may move, for people and tools to read\n"
        "create view if not exists main.document_moves (event, from_state, to_state) as values\n"
        "  ('create', '', 'drafted'),\n  ('amend', 'drafted', 'drafted');\n\n"
        "-- where each is, to join in queries of one's own\n"
        "create view if not exists main.document_state as\n"
        "  select document_id, state, sort_key, since from document_current;\n\n"
        "-- exists as long as programs of this version are accepted\n"
        "create view if not exists main.document_model_d00f1044741c690a as select 1;\n\n"
        "create trigger if not exists main.document_current_insert before insert on document_current\n"
        "when only_libpawl_may_write('document_current', new.document_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'document_current is written by libpawl only: fire an event of document instead');\n"
        "end;\ncreate trigger if not exists main.document_current_update before update on document_current\n"
        "when new.document_id is not old.document_id\n"
        "  or only_libpawl_may_write('document_current', new.document_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'document_current is written by libpawl only: fire an event of document instead');\n"
        "end;\ncreate trigger if not exists main.document_current_delete before delete on document_current\n"
        "when only_libpawl_may_write('document_current', old.document_id) is not 1\nbegin\n"
        "  select raise(abort, 'document_current keeps its rows: a document that has been created stays');\n"
        "end;\n"
        "create trigger if not exists main.document_transitions_insert before insert on document_transitions\n"
        "when only_libpawl_may_write('document_transitions(title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)',\n"
        "  new.document_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
        "  new.request_id,\n  new.title,\n  new.pages,\n  new.size,\n  new.signed_by_all,\n  new.due,\n"
        "  new.amount,\n  new.number,\n  new.content,\n  new.image,\n  new.new_title,\n  new.new_pages,\n"
        "  new.new_size,\n  new.new_signed,\n  new.new_due,\n  new.new_amount,\n  new.new_number,\n"
        "  new.new_content,\n  new.new_image) is not 1\nbegin\n"
        "  select raise(abort, 'document_transitions is written by libpawl only: fire an event of document instead');\n"
        "end;\n"
        "create trigger if not exists main.document_transitions_update before update on document_transitions\n"
        "when only_libpawl_may_write('document_transitions', old.document_id, old.sort_key) is not 1\n"
        "  or new.document_id is not old.document_id or new.sort_key is not old.sort_key\n"
        "  or new.event is not old.event or new.from_state is not old.from_state\n"
        "  or new.to_state is not old.to_state or new.created_at is not old.created_at\n"
        "  or new.actor is not old.actor or new.request_id is not old.request_id\n"
        "  or new.title is not null\n  or new.pages is not old.pages\n  or new.size is not old.size\n"
        "  or new.signed_by_all is not old.signed_by_all\n  or new.due is not old.due\n"
        "  or new.amount is not old.amount\n  or new.number is not old.number\n"
        "  or new.content is not old.content\n  or new.image is not old.image\n"
        "  or new.new_title is not old.new_title\n  or new.new_pages is not old.new_pages\n"
        "  or new.new_size is not old.new_size\n  or new.new_signed is not old.new_signed\n"
        "  or new.new_due is not old.new_due\n  or new.new_amount is not old.new_amount\n"
        "  or new.new_number is not old.new_number\n  or new.new_content is not null\n"
        "  or new.new_image is not old.new_image\nbegin\n"
        "  select raise(abort, 'document_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n"
        "create trigger if not exists main.document_transitions_delete before delete on document_transitions\n"
        "when only_libpawl_may_write('document_transitions', old.document_id, old.sort_key) is not 1\n"
        "begin\n"
        "  select raise(abort, 'document_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n\ninsert into main.pawl_objects (machine, object, definition)\n"
        "select 'document', found.object, found.definition from (\n"
        "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
        "   where sql is not null and tbl_name in ('document_current', 'document_transitions', 'document_moves', 'document_state',\n"
        "      'document_model_d00f1044741c690a')) found\n"
        " where not exists (select 1 from main.pawl_machines m where m.machine = 'document');\n\n"
        "insert into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
        "select 'document', 'd00f1044741c690a', 1, cast(strftime('%s', 'now') as integer) * 1000000,\n"
        "  '{\"name\":\"document\",\"label\":\"document\",\"fingerprint\":\"d00f1044741c690a\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"drafted\",\"label\":\"drafted\",\"stored\":\"drafted\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"title\",\"type\":\"text\",\"optional\":false,\"column\":\"title\"},{\"name\":\"pages\",\"type\":\"int\",\"optional\":false,\"column\":\"pages\"},{\"name\":\"size\",\"type\":\"bigint\",\"optional\":false,\"column\":\"size\"},{\"name\":\"signed_by_all\",\"type\":\"bool\",\"optional\":false,\"column\":\"signed_by_all\"},{\"name\":\"due\",\"type\":\"timestamp\",\"optional\":false,\"column\":\"due\"},{\"name\":\"amount\",\"type\":\"numeric\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"number\",\"type\":\"uuid\",\"optional\":false,\"column\":\"number\"},{\"name\":\"content\",\"type\":\"json\",\"optional\":false,\"column\":\"content\"},{\"name\":\"image\",\"type\":\"bytes\",\"optional\":false,\"column\":\"image\"}],\"serialize_by\":[]},{\"name\":\"amend\",\"label\":\"amend\",\"stored\":\"amend\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"new_title\",\"type\":\"text\",\"optional\":true,\"column\":\"new_title\"},{\"name\":\"new_pages\",\"type\":\"int\",\"optional\":true,\"column\":\"new_pages\"},{\"name\":\"new_size\",\"type\":\"bigint\",\"optional\":true,\"column\":\"new_size\"},{\"name\":\"new_signed\",\"type\":\"bool\",\"optional\":true,\"column\":\"new_signed\"},{\"name\":\"new_due\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"new_due\"},{\"name\":\"new_amount\",\"type\":\"numeric\",\"optional\":true,\"column\":\"new_amount\"},{\"name\":\"new_number\",\"type\":\"uuid\",\"optional\":true,\"column\":\"new_number\"},{\"name\":\"new_content\",\"type\":\"json\",\"optional\":true,\"column\":\"new_content\"},{\"name\":\"new_image\",\"type\":\"bytes\",\"optional\":true,\"column\":\"new_image\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"title\",\"type\":\"text\",\"personal\":true},{\"name\":\"pages\",\"type\":\"int\"},{\"name\":\"size\",\"type\":\"bigint\"},{\"name\":\"signed_by_all\",\"type\":\"bool\"},{\"name\":\"due\",\"type\":\"timestamp\"},{\"name\":\"amount\",\"type\":\"numeric\"},{\"name\":\"number\",\"type\":\"uuid\"},{\"name\":\"content\",\"type\":\"json\"},{\"name\":\"image\",\"type\":\"bytes\"},{\"name\":\"new_title\",\"type\":\"text\"},{\"name\":\"new_pages\",\"type\":\"int\"},{\"name\":\"new_size\",\"type\":\"bigint\"},{\"name\":\"new_signed\",\"type\":\"bool\"},{\"name\":\"new_due\",\"type\":\"timestamp\"},{\"name\":\"new_amount\",\"type\":\"numeric\"},{\"name\":\"new_number\",\"type\":\"uuid\"},{\"name\":\"new_content\",\"type\":\"json\",\"personal\":true},{\"name\":\"new_image\",\"type\":\"bytes\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"amend\",\"from\":\"drafted\",\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"drafted\",\"arrow\":0},{\"event\":\"amend\",\"from\":\"drafted\",\"to\":\"drafted\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.document_current\",\"transitions\":\"main.document_transitions\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''document_current'', ''document_transitions'', ''document_moves'', ''document_state'',\\n    ''document_model_d00f1044741c690a'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"find_registry\":\"select 1 from main.sqlite_master where type = ''table'' and name = ''pawl_machines''\",\"fingerprints\":\"select fingerprint, null, is_deployed\\nfrom main.pawl_machines where is_accepted and machine = ?1\",\"get\":\"select state, sort_key, since from main.document_current where document_id = ?1 and exists (select 1 from main.document_model_d00f1044741c690a)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\\nfrom main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_d00f1044741c690a) order by sort_key\",\"in_state\":\"select document_id, state, sort_key, since from main.document_current\\nwhere state = ?1 and (since, document_id) > (?2, ?3)\\n  and exists (select 1 from main.document_model_d00f1044741c690a) order by since, document_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select document_id, state, sort_key, since from main.document_current\\n    where state < ?1 and (state, since, document_id) > (?2, ?3, ?4)\\n    order by state, since, document_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select document_id, state, sort_key, since from main.document_current\\n    where (state, since, document_id) > (?5, ?6, ?7)\\n    order by state, since, document_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.document_model_d00f1044741c690a) order by state, since, document_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.document_current where exists (select 1 from main.document_model_d00f1044741c690a) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\\nfrom main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_d00f1044741c690a)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\\nfrom main.document_transitions where document_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.document_current (document_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.document_current set state = ?2, sort_key = ?3, since = ?4\\nwhere document_id = ?1\",\"insert_transition\":\"insert into main.document_transitions\\n  (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)\"},\"fire\":{}},\"diagram\":\"digraph \\\"document\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_document\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>document</b><!--document-->>;\\n    \\\"document.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"document.drafted\\\" [label=<drafted<!--document.drafted-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    {rank=same; \\\"document.\\\"; \\\"document.drafted\\\"}\\n    \\\"document.\\\" -> \\\"document.drafted\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"document.drafted\\\" -> \\\"document.drafted\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>amend<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">(begins anew)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"amend\\\", labeltooltip=\\\"amend\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td></tr></table>>;\\n}\\n\"}'\n"
        " where not exists (select 1 from main.pawl_machines\n"
        "                    where machine = 'document' and fingerprint = 'd00f1044741c690a');\n\ncommit;\n",
        /* find_registry */
        "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_machines'",
        /* fingerprints */
        "select fingerprint, null, is_deployed\nfrom main.pawl_machines where is_accepted and machine = ?1",
        /* get */
        "select state, sort_key, since from main.document_current where document_id = ?1 and exists (select 1 from main.document_model_d00f1044741c690a)",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\n"
        "from main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_d00f1044741c690a) order by sort_key",
        /* in_state */
        "select document_id, state, sort_key, since from main.document_current\n"
        "where state = ?1 and (since, document_id) > (?2, ?3)\n"
        "  and exists (select 1 from main.document_model_d00f1044741c690a) order by since, document_id limit ?4",
        /* not_in_state */
        "select * from (\n  select * from (\n"
        "    select document_id, state, sort_key, since from main.document_current\n"
        "    where state < ?1 and (state, since, document_id) > (?2, ?3, ?4)\n"
        "    order by state, since, document_id limit ?8\n  ) before\n  union all\n  select * from (\n"
        "    select document_id, state, sort_key, since from main.document_current\n"
        "    where (state, since, document_id) > (?5, ?6, ?7)\n"
        "    order by state, since, document_id limit ?8\n  ) after\n"
        ") others where exists (select 1 from main.document_model_d00f1044741c690a) order by state, since, document_id limit ?8",
        /* count_by_state */
        "select state, count(*) from main.document_current where exists (select 1 from main.document_model_d00f1044741c690a) group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\n"
        "from main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_d00f1044741c690a)\n"
        "  and to_state = ?2 order by sort_key desc limit 1",
        /* with_key */
        NULL,
        /* fire_deferred */
        NULL,
        /* fail_deferred */
        NULL,
        /* find_parent */
        NULL,
        /* find_request */
        "select event, from_state, to_state, sort_key, created_at, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\n"
        "from main.document_transitions where document_id = ?1 and request_id = ?2",
        /* insert_current */
        "insert into main.document_current (document_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)",
        /* update_current */
        "update main.document_current set state = ?2, sort_key = ?3, since = ?4\nwhere document_id = ?1",
        /* insert_transition */
        "insert into main.document_transitions\n"
        "  (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
        "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n"
        "  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)",
        /* find_creation */
        NULL,
        /* set_mirror */
        NULL,
        /* find_key */
        NULL,
        /* find_topic */
        NULL,
        NULL,
        NULL,
        NULL,
        NULL};

static const struct pawl_statements *const sql_of_document[] = {&postgres_of_document, &sqlite_of_document};

const struct pawl_machine document_machine = {
    PAWL_ABI,
    "document",
    "document",
    "d00f1044741c690a",
    "document_current",
    "document_transitions",
    PAWL_TYPE_TEXT,
    1,
    2,
    18,
    states_of_document,
    events_of_document,
    columns_of_document,
    next_of_document,
    {sizeof(struct document_current),
     offsetof(struct document_current, id),
     offsetof(struct document_current, state),
     offsetof(struct document_current, sort_key),
     offsetof(struct document_current, since_us),
     offsetof(struct document_current, stored),
     sizeof(struct document_record),
     offsetof(struct document_record, sort_key),
     offsetof(struct document_record, event),
     offsetof(struct document_record, from),
     offsetof(struct document_record, to),
     offsetof(struct document_record, created_at_us),
     offsetof(struct document_record, actor),
     offsetof(struct document_record, request_id)},
    2,
    sql_of_document,
    0,
    0,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
};

const char *document_state_name(enum document_state state) {
    int number = (int)state;
    return number >= 0 && number <= 1 ? states_of_document[number].name : "unknown";
}

const char *document_event_name(enum document_event event) {
    int number = (int)event;
    return number >= 0 && number <= 2 ? events_of_document[number].name : "unknown";
}

const char *document_state_label(enum document_state state) {
    int number = (int)state;
    return number >= 0 && number <= 1 ? states_of_document[number].label : "unknown";
}

const char *document_event_label(enum document_event event) {
    int number = (int)event;
    return number >= 0 && number <= 2 ? events_of_document[number].label : "unknown";
}

enum document_state document_state_parse(const char *text) {
    return (enum document_state)pawl_state_parse(&document_machine, text);
}

enum document_event document_event_parse(const char *text) {
    return (enum document_event)pawl_event_parse(&document_machine, text);
}

enum document_state document_next(enum document_state state, enum document_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 1 && fired <= 2 ? next_of_document[fired * 2u + from] : 0u;
    return (enum document_state)to;
}

bool document_can(enum document_state state, enum document_event event) {
    return (int)document_next(state, event) != 0;
}

enum pawl_status document_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &document_machine, err);
}

static enum pawl_status fire_of_document(struct pawl_db *db, const char *id, enum document_event event,
    const void *args, const struct pawl_opts *opts, struct document_transition *out,
    struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status =
        pawl_fire(db, &document_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum document_event)transition.event;
        out->from = (enum document_state)transition.from;
        out->to = (enum document_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status document_create(struct pawl_db *db, const char *id,
                                 const struct document_create_args *args, const struct pawl_opts *opts,
                                 struct document_transition *out, struct pawl_error *err) {
    return fire_of_document(db, id, DOCUMENT_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status document_amend(struct pawl_db *db, const char *id, const struct document_amend_args *args,
                                const struct pawl_opts *opts, struct document_transition *out,
                                struct pawl_error *err) {
    return fire_of_document(db, id, DOCUMENT_EVENT_AMEND, args, opts, out, err);
}

enum pawl_status document_create_many(struct pawl_db *db, const struct document_create_item *items,
                                      size_t count, const struct pawl_opts *opts,
                                      struct document_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct document_create_item),
                             offsetof(struct document_create_item, id), offsetof(struct document_create_item, args),
                             offsetof(struct document_create_item, request_id), 0};
    return pawl_fire_many(db, &document_machine, DOCUMENT_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request document_create_move(const char *id, const struct document_create_args *args,
                                         const struct pawl_opts *opts) {
    struct pawl_request request = {&document_machine, {id, 0}, DOCUMENT_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status document_amend_many(struct pawl_db *db, const struct document_amend_item *items,
                                     size_t count, const struct pawl_opts *opts,
                                     struct document_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct document_amend_item),
                             offsetof(struct document_amend_item, id), offsetof(struct document_amend_item, args),
                             offsetof(struct document_amend_item, request_id), 
                             offsetof(struct document_amend_item, expect_sort_key)};
    return pawl_fire_many(db, &document_machine, DOCUMENT_EVENT_AMEND, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request document_amend_move(const char *id, const struct document_amend_args *args,
                                        const struct pawl_opts *opts) {
    struct pawl_request request = {&document_machine, {id, 0}, DOCUMENT_EVENT_AMEND, args, opts};
    return request;
}

enum pawl_status document_get(struct pawl_db *db, const char *id, struct document_current *out,
                              struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_get(db, &document_machine, key, out, err);
}

enum pawl_status document_history(struct pawl_db *db, const char *id, struct document_history *out,
                                  struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_history(db, &document_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct document_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status document_in_state(struct pawl_db *db, enum document_state state,
                                   const struct document_current *after, size_t limit,
                                   struct document_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &document_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct document_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status document_not_in_state(struct pawl_db *db, enum document_state state,
                                       const struct document_current *after, size_t limit,
                                       struct document_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &document_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct document_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status document_last_to(struct pawl_db *db, const char *id, enum document_state state,
                                  struct document_record *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_last_to(db, &document_machine, key, (int)state, out, err);
}

enum pawl_status document_allowed(struct pawl_db *db, const char *id, bool *allowed,
                                  struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_allowed(db, &document_machine, key, allowed, err);
}

enum pawl_status document_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &document_machine, counts, err);
}
