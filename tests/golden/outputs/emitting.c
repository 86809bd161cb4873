/* Written by pawl from emitting.fsm. Do not edit: change emitting.fsm and run pawl again. */
#include "emitting.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- shipment: Shipment -------------------------------------------------------------------------------- */

static const struct pawl_state states_of_shipment[] = {
    {"", "", "", false},
    {"announced", "announced", "announced", false},
    {"delivered", "delivered", "delivered", true},
};

static const struct pawl_column columns_of_shipment[] = {
    {"weight", PAWL_TYPE_INT, offsetof(struct shipment_record, weight), false},
    {"note", PAWL_TYPE_TEXT, offsetof(struct shipment_record, note), false},
    {"price", PAWL_TYPE_NUMERIC, offsetof(struct shipment_record, price), false},
    {"due_at", PAWL_TYPE_TIMESTAMP, offsetof(struct shipment_record, due_at), false},
    {"tag", PAWL_TYPE_UUID, offsetof(struct shipment_record, tag), false},
    {"form", PAWL_TYPE_JSON, offsetof(struct shipment_record, form), false},
    {"scan", PAWL_TYPE_BYTES, offsetof(struct shipment_record, scan), false},
    {"parcels", PAWL_TYPE_BIGINT, offsetof(struct shipment_record, parcels), false},
    {"fragile", PAWL_TYPE_BOOL, offsetof(struct shipment_record, fragile), false},
};

static const struct pawl_param params_of_shipment_create[] = {
    {"weight", PAWL_TYPE_INT, false, 0, offsetof(struct shipment_create_args, weight)},
    {"note", PAWL_TYPE_TEXT, true, 1, offsetof(struct shipment_create_args, note)},
    {"price", PAWL_TYPE_NUMERIC, true, 2, offsetof(struct shipment_create_args, price)},
    {"due_at", PAWL_TYPE_TIMESTAMP, true, 3, offsetof(struct shipment_create_args, due_at)},
    {"tag", PAWL_TYPE_UUID, true, 4, offsetof(struct shipment_create_args, tag)},
    {"form", PAWL_TYPE_JSON, true, 5, offsetof(struct shipment_create_args, form)},
    {"scan", PAWL_TYPE_BYTES, true, 6, offsetof(struct shipment_create_args, scan)},
    {"parcels", PAWL_TYPE_BIGINT, true, 7, offsetof(struct shipment_create_args, parcels)},
    {"fragile", PAWL_TYPE_BOOL, true, 8, offsetof(struct shipment_create_args, fragile)},
};

static const struct pawl_param params_of_shipment_weigh[] = {
    {"weight", PAWL_TYPE_INT, false, 0, offsetof(struct shipment_weigh_args, weight)},
};

static const struct pawl_event events_of_shipment[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 9, params_of_shipment_create},
    {"weigh", "weigh", "weigh", false, false, false, 1, params_of_shipment_weigh},
    {"deliver", "deliver", "deliver", false, false, false, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_shipment[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    0, 1, 0, /* weigh */
    0, 2, 0, /* deliver */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_shipment[] = {
    0,
    0, /* announced */
    3, /* delivered */
};

static const char *const postgres_fire_of_shipment[] = {
    NULL,
    /* create */
    "select public.shipment_create($1::bigint, $2::integer, $3::text, $4::numeric, (timestamptz 'epoch' + ($5::bigint / 1000000)::float8 * interval '1 second' + ($5::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $6::uuid, $7::json, $8::bytea, $9::bigint, $10::boolean, $11::text, $12::text) where public.shipment_model_bab3669245c0be0d()",
    /* weigh */
    "select public.shipment_weigh($1::bigint, $2::integer, $3::text, $4::text, $5::integer) where public.shipment_model_bab3669245c0be0d()",
    /* deliver */
    "select public.shipment_deliver($1::bigint, $2::text, $3::text, $4::integer) where public.shipment_model_bab3669245c0be0d()",
};

static const char *const postgres_fire_many_of_shipment[] = {
    NULL,
    /* create */
    "select * from public.shipment_create_many($1::bigint[], $2::integer[], $3::text[], $4::text[]::numeric[], $5::timestamptz[], $6::text[]::uuid[], $7::text[]::json[], $8::bytea[], $9::bigint[], $10::boolean[], $11::text, $12::text[])\n"
    "  where public.shipment_model_bab3669245c0be0d()",
    /* weigh */
    "select * from public.shipment_weigh_many($1::bigint[], $2::integer[], $3::text, $4::text[], $5::integer[])\n"
    "  where public.shipment_model_bab3669245c0be0d()",
    /* deliver */
    "select * from public.shipment_deliver_many($1::bigint[], $2::text, $3::text[], $4::integer[])\n"
    "  where public.shipment_model_bab3669245c0be0d()",
};

static const struct pawl_statements postgres_of_shipment = {
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
        "grant usage on schema public to pawl_app, pawl_operator;\n"
        "grant references (id) on public.shipments to pawl_owner;\nset local role pawl_owner;\n\n"
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
        "\n"
        "-- The outbox: a row is written by the move that it tells of, and deleted when a relay has delivered it.\n"
        "-- All moves of an entity fall into one slot; whoever has a slot's lease delivers what is in it, in the\n"
        "-- order of the primary key, which for an entity is that of its moves. A row whose transaction committed\n"
        "-- late is found like any other: relays always read from the lowest on.\n"
        "create table if not exists public.pawl_outbox (\n  slot        integer not null,\n"
        "  created_at  timestamptz not null,\n  machine     text collate \"C\" not null,\n"
        "  entity      text collate \"C\" not null,\n  sort_key    integer not null,\n"
        "  event       text collate \"C\" not null,\n  from_state  text collate \"C\" not null,\n"
        "  to_state    text collate \"C\" not null,\n  request_id  text collate \"C\",\n"
        "  topic       text collate \"C\" not null,\n  fingerprint text collate \"C\" not null,\n"
        "  parameters  json not null,\n  primary key (slot, created_at, machine, entity, sort_key)\n"
        ") with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);\n"
        "-- what cannot be delivered, and all later moves of the same entity, until somebody says retry\n"
        "create table if not exists public.pawl_outbox_parked (\n  slot        integer not null,\n"
        "  machine     text collate \"C\" not null,\n  entity      text collate \"C\" not null,\n"
        "  sort_key    integer not null,\n  created_at  timestamptz not null,\n"
        "  event       text collate \"C\" not null,\n  from_state  text collate \"C\" not null,\n"
        "  to_state    text collate \"C\" not null,\n  request_id  text collate \"C\",\n"
        "  topic       text collate \"C\" not null,\n  fingerprint text collate \"C\" not null,\n"
        "  parameters  json not null,\n  parked_at   timestamptz not null,\n"
        "  error       text collate \"C\", -- null: it waits behind an earlier one\n"
        "  primary key (slot, machine, entity, sort_key)\n);\n"
        "create table if not exists public.pawl_outbox_slots (\n  slot         integer primary key,\n"
        "  relay        text collate \"C\", -- who had its lease last\n"
        "  claim        bigint not null, -- grows with each lease, so that of two relays the later one counts\n"
        "  leased_until timestamptz not null,\n"
        "  file         oid -- where its rows were found, until something is said of them: VACUUM FULL moves rows\n"
        ");\ninsert into public.pawl_outbox_slots (slot, claim, leased_until)\n"
        "  select slot, 0, timestamptz 'epoch' from generate_series(0, 63) slot\n  on conflict do nothing;\n"
        "grant select on public.pawl_outbox, public.pawl_outbox_parked, public.pawl_outbox_slots\n"
        "  to pawl_app, pawl_operator;\ndo $pawl$\ndeclare\n  relation regclass;\nbegin\n"
        "  foreach relation in array array['public.pawl_outbox', 'public.pawl_outbox_parked', 'public.pawl_outbox_slots']::regclass[] loop\n"
        "    continue when exists (select from pg_trigger own\n"
        "      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'\n"
        "        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'\n"
        "        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);\n"
        "    execute format('create or replace trigger pawl_refuse_write before insert or update or delete or truncate\n"
        "      on %s for each statement execute function public.pawl_refuse_write()', relation);\n"
        "    execute format('alter table %s enable always trigger pawl_refuse_write', relation);\n"
        "  end loop;\nend\n$pawl$;\n\n"
        "-- RFC 3339 in UTC; years outside of 0001 to 9999 have a sign and six digits, as in ISO 8601.\n"
        "create or replace function public.pawl_json_time(moment timestamptz) returns text\n"
        "language sql immutable strict parallel safe\n"
        "return (case when extract(year from moment at time zone 'UTC') between 1 and 9999\n"
        "    then to_char(moment at time zone 'UTC', 'YYYY')\n"
        "    else (select case when era.year < 0 then '-' else '+' end || lpad(abs(era.year)::text, 6, '0')\n"
        "            from (select extract(year from moment at time zone 'UTC')::integer\n"
        "                    + case when extract(year from moment at time zone 'UTC') < 0 then 1 else 0 end)\n"
        "              era (year)) end)\n"
        "  || to_char(moment at time zone 'UTC', '-MM-DD\"T\"HH24:MI:SS.US\"Z\"');\n\n"
        "-- Leases slots in which something waits, those first that were left alone longest, and returns the\n"
        "-- lowest rows of each: to be delivered in their order, and then settled.\n"
        "create or replace function public.pawl_outbox_claim(\n"
        "  relay text, lease_ms bigint, at_most_slots integer, at_most_rows integer)\n"
        "returns table (claim bigint, slot integer, created_at timestamptz, machine text, entity text,\n"
        "  sort_key integer, event text, from_state text, to_state text, request_id text, topic text,\n"
        "  fingerprint text, parameters text, place tid)\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old\n"
        "as $pawl$\n#variable_conflict use_column\ndeclare\n  moment timestamptz := clock_timestamp();\n"
        "  taken integer[];\nbegin\n"
        "  if $1 is null or $2 is null or $2 < 1 or $3 is null or $3 < 1 or $4 is null or $4 < 1 then\n"
        "    raise exception 'a relay says who it is; its lease, slots and rows are at least 1'\n"
        "      using errcode = 'invalid_parameter_value';\n  end if;\n"
        "  select array_agg(free.slot) into taken\n"
        "    from (select place.slot from public.pawl_outbox_slots place\n"
        "            where place.leased_until <= moment\n"
        "              and exists (select from public.pawl_outbox waiting where waiting.slot = place.slot)\n"
        "            order by place.leased_until, place.slot limit $3 for update skip locked) free;\n"
        "  if taken is null then\n    return;\n  end if;\n  -- what comes behind one that is put aside\n"
        "  if exists (select from public.pawl_outbox_parked parked where parked.slot = any (taken)) then\n"
        "    with late as (\n      delete from public.pawl_outbox waiting\n"
        "        using (select distinct parked.slot, parked.machine, parked.entity\n"
        "                 from public.pawl_outbox_parked parked where parked.slot = any (taken)) aside\n"
        "        where waiting.slot = aside.slot and waiting.machine = aside.machine\n"
        "          and waiting.entity = aside.entity\n        returning waiting.*\n    )\n"
        "    insert into public.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters, parked_at)\n"
        "      select slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters, moment from late;\n  end if;\n  update public.pawl_outbox_slots place\n"
        "    set relay = $1, claim = place.claim + 1, leased_until = moment + $2 * interval '1 millisecond',\n"
        "      file = pg_relation_filenode('public.pawl_outbox')\n    where place.slot = any (taken);\n"
        "  return query\n"
        "    select place.claim, lowest.slot, lowest.created_at, lowest.machine, lowest.entity, lowest.sort_key,\n"
        "        lowest.event, lowest.from_state, lowest.to_state, lowest.request_id, lowest.topic,\n"
        "        lowest.fingerprint, lowest.parameters::text, lowest.place\n"
        "      from public.pawl_outbox_slots place\n"
        "        cross join lateral (select waiting.*, waiting.ctid as place from public.pawl_outbox waiting\n"
        "                              where waiting.slot = place.slot\n"
        "                              order by waiting.created_at, waiting.machine, waiting.entity,\n"
        "                                waiting.sort_key limit $4) lowest\n"
        "      where place.slot = any (taken);\n  -- nothing was left in them\n"
        "  update public.pawl_outbox_slots place set leased_until = moment\n"
        "    where place.slot = any (taken)\n"
        "      and not exists (select from public.pawl_outbox waiting where waiting.slot = place.slot);\n"
        "end\n$pawl$;\n"
        "revoke all on function public.pawl_outbox_claim(text, bigint, integer, integer) from public;\n"
        "grant execute on function public.pawl_outbox_claim(text, bigint, integer, integer) to pawl_operator;\n"
        "\n"
        "-- Deletes the rows that were delivered, in the slots whose claim still holds, and returns those slots.\n"
        "-- Their leases end, or run on for lease_ms. Where a lease is whole, all that it has brought was delivered,\n"
        "-- and nothing was said of it before. Then the places where its rows were found are enough, and cost a\n"
        "-- third of finding them by their keys: nobody else deletes any, so no other row lies there now.\n"
        "create or replace function public.pawl_outbox_settle(slots integer[], claims bigint[], wholes boolean[],\n"
        "  lease_ms bigint, places tid[], place_slots integer[], row_slots integer[], created_at timestamptz[],\n"
        "  machines text[], entities text[], sort_keys integer[])\nreturns setof integer\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old\n"
        "  set plan_cache_mode = force_custom_plan -- which sees how many rows there are\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  held integer[];\nbegin\n"
        "  lock table public.pawl_outbox in row exclusive mode; -- from here on no row is moved\n"
        "  select array_agg(mine.slot) into held\n"
        "    from (select place.slot from public.pawl_outbox_slots place\n"
        "            join unnest($1, $2, $3) given (slot, claim, is_whole)\n"
        "              on place.slot = given.slot and place.claim = given.claim\n"
        "            where not given.is_whole or place.file = pg_relation_filenode('public.pawl_outbox')\n"
        "            order by place.slot for no key update of place) mine;\n"
        "  if cardinality(held) < cardinality($1) then\n"
        "    select array_agg(found.place) into places from unnest($5, $6) found (place, slot)\n"
        "      where found.slot = any (held);\n  end if;\n"
        "  delete from public.pawl_outbox waiting where held is not null and waiting.ctid = any (places);\n"
        "  if $7 is not null then\n    delete from public.pawl_outbox waiting\n"
        "      using unnest($7, $8, $9, $10, $11) done (slot, created_at, machine, entity, sort_key)\n"
        "      where done.slot = any (held) and waiting.slot = done.slot\n"
        "        and waiting.created_at = done.created_at\n"
        "        and waiting.machine = done.machine collate \"C\" and waiting.entity = done.entity collate \"C\"\n"
        "        and waiting.sort_key = done.sort_key;\n  end if;\n  update public.pawl_outbox_slots place\n"
        "    set leased_until = clock_timestamp() + coalesce($4, 0) * interval '1 millisecond', file = null\n"
        "    where place.slot = any (held);\n  return query select unnest(held);\nend\n$pawl$;\n"
        "revoke all on function public.pawl_outbox_settle(integer[], bigint[], boolean[], bigint, tid[], integer[], integer[], timestamptz[], text[], text[], integer[]) from public;\n"
        "grant execute on function public.pawl_outbox_settle(integer[], bigint[], boolean[], bigint, tid[], integer[], integer[], timestamptz[], text[], text[], integer[]) to pawl_operator;\n"
        "\n-- Puts aside the entity whose row cannot be delivered, if the claim on its slot still holds.\n"
        "create or replace function public.pawl_outbox_park(slot integer, claim bigint, machine text, entity text,\n"
        "  sort_key integer, error text)\nreturns boolean\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\nbegin\n"
        "  update public.pawl_outbox_slots place set file = null where place.slot = $1 and place.claim = $2;\n"
        "  if not found then\n    return false;\n  end if;\n  with aside as (\n"
        "    delete from public.pawl_outbox waiting\n"
        "      where waiting.slot = $1 and waiting.machine = $3 and waiting.entity = $4\n"
        "      returning waiting.*\n  )\n"
        "  insert into public.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters, parked_at, error)\n"
        "    select slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters, clock_timestamp(), case when sort_key = $5 then $6 end from aside;\n"
        "  return true;\nend\n$pawl$;\n"
        "revoke all on function public.pawl_outbox_park(integer, bigint, text, text, integer, text) from public;\n"
        "grant execute on function public.pawl_outbox_park(integer, bigint, text, text, integer, text) to pawl_operator;\n"
        "\n"
        "-- Brings back what was put aside: of the entity, of the machine, or, with null, of all. Returns how many\n"
        "-- rows.\n"
        "create or replace function public.pawl_outbox_retry(machine text default null, entity text default null)\n"
        "returns bigint\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n#variable_conflict use_column\ndeclare\n  rows bigint;\nbegin\n"
        "  perform from public.pawl_outbox_slots place order by place.slot for no key update;\n"
        "  with back as (\n    delete from public.pawl_outbox_parked parked\n"
        "      where ($1 is null or parked.machine = $1) and ($2 is null or parked.entity = $2)\n"
        "      returning parked.*\n  )\n"
        "  insert into public.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters) select slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters from back;\n  get diagnostics rows = row_count;\n  return rows;\nend\n$pawl$;\n"
        "revoke all on function public.pawl_outbox_retry(text, text) from public;\n"
        "grant execute on function public.pawl_outbox_retry(text, text) to pawl_operator;\n\n"
        "delete from public.pawl_objects where machine = '';\n"
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
        "-- shipment ----------------------------------------------------------------------------------------\n"
        "-- Shipment\n"
        "-- Every move goes to a topic: to one of its own, and to one that its creation names.\n\n"
        "do $pawl$\nbegin\n  if exists (select from public.pawl_machines\n"
        "             where machine = 'shipment' and fingerprint <> 'bab3669245c0be0d' and is_deployed) then\n"
        "    raise exception 'machine shipment is deployed in another version; nothing was changed'\n"
        "      using errcode = 'PW001',\n"
        "            hint = 'Apply the migration that pawl diff --sql writes, or the SQL of the deployed version.';\n"
        "  end if;\nend\n$pawl$;\ndo $pawl$\ndeclare\n  stranger record;\nbegin\n  for stranger in\n"
        "    select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'i' then 'index'\n"
        "          when 'S' then 'sequence' when 'c' then 'type' else 'relation' end\n"
        "        || ' ' || c.oid::regclass as name, c.relowner::regrole as author\n"
        "      from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
        "      where n.nspname = 'public'\n"
        "        and c.relname = any ('{shipment_current,shipment_transitions,shipment_moves,shipment_state,shipment_current_state_since,shipment_transitions_request}')\n"
        "        and c.relowner <> current_user::regrole\n  loop\n"
        "    continue when (select rolsuper from pg_roles where rolname = current_user);\n"
        "    raise exception '% belongs to %, but it has a name of Pawl''s; nothing was changed',\n"
        "        stranger.name, stranger.author\n"
        "      using errcode = 'PW002', hint = 'Drop or rename it, and apply this again.';\n  end loop;\n"
        "end\n$pawl$;\n\n"
        "create or replace function public.shipment_model_bab3669245c0be0d() returns boolean\n"
        "language sql immutable as 'select true';\n"
        "comment on function public.shipment_model_bab3669245c0be0d() is\n"
        "  'Exists as long as programs of this version are accepted.';\n"
        "create table if not exists public.shipment_current (\n  shipment_id bigint primary key\n"
        "    constraint shipment_current_parent references public.shipments (id),\n"
        "  state text collate \"C\" not null,\n  sort_key integer not null,\n  since timestamptz not null\n"
        ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\ndo $pawl$\nbegin\n"
        "  if to_regclass('public.shipment_current_state_since') is null then\n"
        "    create index shipment_current_state_since on public.shipment_current (state, since);\n"
        "  end if;\nend\n$pawl$;\n\ncreate table if not exists public.shipment_transitions (\n"
        "  shipment_id bigint not null,\n  sort_key integer not null,\n  event text collate \"C\" not null,\n"
        "  from_state text collate \"C\" not null,\n  to_state text collate \"C\" not null,\n"
        "  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
        "  request_id text collate \"C\",\n  weight integer,\n  note text collate \"C\",\n  price numeric,\n"
        "  due_at timestamptz,\n  tag uuid,\n  form json,\n  scan bytea,\n  parcels bigint,\n"
        "  fragile boolean,\n  primary key (shipment_id, sort_key)\n);\ndo $pawl$\nbegin\n"
        "  if to_regclass('public.shipment_transitions_request') is null then\n"
        "    create unique index shipment_transitions_request on public.shipment_transitions (shipment_id, request_id)\n"
        "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
        "create or replace view public.shipment_moves (event, from_state, to_state) as values\n"
        "  ('create', '', 'announced'),\n  ('weigh', 'announced', 'announced'),\n"
        "  ('deliver', 'announced', 'delivered');\n\ncreate or replace view public.shipment_state as\n"
        "  select shipment_id, state, sort_key, since from public.shipment_current;\n\ndo $pawl$\ndeclare\n"
        "  relation regclass;\nbegin\n  foreach relation in array array[\n"
        "'public.shipment_current', 'public.shipment_transitions'\n]::regclass[] loop\n"
        "    continue when exists (select from pg_trigger own\n"
        "      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'\n"
        "        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'\n"
        "        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);\n"
        "    execute format('create or replace trigger pawl_refuse_write before insert or update or delete or truncate\n"
        "      on %s for each statement execute function public.pawl_refuse_write()', relation);\n"
        "    execute format('alter table %s enable always trigger pawl_refuse_write', relation);\n"
        "  end loop;\nend\n$pawl$;\n"
        "grant select on public.shipment_current, public.shipment_transitions, public.shipment_moves, public.shipment_state to pawl_app,\n"
        "  pawl_operator;\n"
        "insert into public.pawl_freezes (machine, head) values ('shipment', 'public.shipment_current')\n"
        "  on conflict do nothing;\n"
        "analyze public.pawl_freezes; -- so few rows that their index would cost each move more\n\n"
        "comment on table public.shipment_current is 'Shipment\n"
        "Every move goes to a topic: to one of its own, and to one that its creation names.\n"
        "One row for each: where it is.';\n"
        "comment on column public.shipment_current.sort_key is 'Of the last move.';\n"
        "comment on column public.shipment_current.since is 'When the last move was made.';\n"
        "comment on table public.shipment_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';\n"
        "comment on column public.shipment_transitions.from_state is 'Empty for a creation.';\n"
        "comment on column public.shipment_transitions.actor is 'Who did it: the login, where the caller named nobody.';\n"
        "comment on column public.shipment_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';\n"
        "comment on view public.shipment_state is 'Where each is, to join in queries of one''s own.';\n"
        "comment on view public.shipment_moves is 'How it may move; from_state is empty for a creation.';\n"
        "\n-- create\n"
        "create or replace function public.shipment_create(id bigint, weight integer, note text default null, price numeric default null, due_at timestamptz default null, tag uuid default null, form json default null, scan bytea default null, parcels bigint default null, fragile boolean default null, actor text default null,\n"
        "  request_id text default null)\nreturns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n  violated text;\n  is_free boolean;\nbegin\n  if $1 is null\n"
        "     or $2 is null\n     or $4 in ('NaN', 'Infinity', '-Infinity')\n"
        "     or length(translate($4::text, '-.', '')) > 1000\n"
        "     or $5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
        "     or not public.pawl_json_fits($7::json)\n     or octet_length($11) > 255\n"
        "     or $12 = '' or octet_length($12) > 255 then\n    outcome.status := 'MISUSE';\n"
        "    return outcome;\n  end if;\n"
        "  lock table only public.shipment_current in row share mode; -- a later freeze or migration waits\n"
        "  loop\n    -- asked first, because a row that is written in vain costs more\n"
        "    select head.state, head.sort_key, head.since,\n"
        "        type_lock.mode is null and public.shipment_model_bab3669245c0be0d()\n"
        "          and current_setting('transaction_isolation') = 'read committed'\n"
        "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
        "      from public.pawl_freezes type_lock\n"
        "        left join public.shipment_current head on head.shipment_id = $1\n"
        "      where type_lock.machine = 'shipment';\n    if outcome.sort_key is not null then\n"
        "      outcome.status := 'EXISTS';\n      if $12 is not null then\n"
        "        perform from public.shipment_transitions earlier where earlier.shipment_id = $1 and earlier.request_id = $12; -- which the index alone tells\n"
        "        if found then\n          select case when earlier.event = 'create'\n"
        "                and earlier.weight is not distinct from $2\n"
        "                and earlier.note is not distinct from $3\n"
        "                and earlier.price is not distinct from $4\n"
        "                and earlier.due_at is not distinct from $5\n"
        "                and earlier.tag is not distinct from $6\n"
        "                and earlier.form::text is not distinct from $7::text\n"
        "                and earlier.scan is not distinct from $8\n"
        "                and earlier.parcels is not distinct from $9\n"
        "                and earlier.fragile is not distinct from $10\n"
        "              then 'OK' else 'REUSED' end,\n"
        "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null into said\n"
        "              from public.shipment_transitions earlier where earlier.shipment_id = $1 and earlier.request_id = $12;\n"
        "          if found then\n            return said;\n          end if;\n        end if;\n"
        "      end if;\n"
        "      outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
        "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n"
        "      return outcome;\n    end if;\n"
        "    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
        "      raise exception 'could not serialize access: shipment was created meanwhile'\n"
        "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
        "      outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $12, null::text, null::text, null::bigint);\n"
        "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n"
        "    end if;\n    outcome := row('OK', '', 'announced', 10, clock_timestamp(), null, null, null);\n"
        "    begin\n      insert into public.shipment_current (shipment_id, state, sort_key, since)\n"
        "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n"
        "    exception\n      when unique_violation then -- another session was quicker: look again\n"
        "        get stacked diagnostics violated = constraint_name;\n"
        "        if violated <> 'shipment_current_pkey' then\n          raise;\n        end if;\n"
        "      when foreign_key_violation then\n"
        "        get stacked diagnostics violated = constraint_name;\n"
        "        if violated <> 'shipment_current_parent' then\n          raise;\n        end if;\n"
        "        return row('NOT_FOUND', null, null, null, null, null, null, null)::public.pawl_outcome;\n"
        "    end;\n    outcome := null;\n  end loop;\n  insert into public.shipment_transitions\n"
        "    (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile)\n"
        "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);\n"
        "  insert into public.pawl_outbox\n"
        "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
        "     topic, fingerprint, parameters)\n"
        "  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'shipment', $1::text,\n"
        "      outcome.sort_key, 'create', outcome.from_state, outcome.to_state, $12,\n"
        "      'shipments.\"v1\"', 'bab3669245c0be0d',\n      ('{\"weight\":' || $2::text\n"
        "        || ',\"note\":' || coalesce(to_json($3)::text, 'null')\n"
        "        || ',\"price\":' || coalesce('\"' || $4::text || '\"', 'null')\n"
        "        || ',\"due_at\":' || coalesce('\"' || public.pawl_json_time($5) || '\"', 'null')\n"
        "        || ',\"tag\":' || coalesce('\"' || $6::text || '\"', 'null')\n"
        "        || ',\"form\":' || coalesce($7::text, 'null')\n"
        "        || ',\"scan\":' || coalesce('\"' || translate(encode($8, 'base64'), E'\\n', '') || '\"', 'null')\n"
        "        || ',\"parcels\":' || coalesce($9::text, 'null')\n"
        "        || ',\"fragile\":' || coalesce($10::text, 'null') || '}')::json;\n  return outcome;\nend\n"
        "$pawl$;\n"
        "revoke all on function public.shipment_create(bigint, integer, text, numeric, timestamptz, uuid, json, bytea, bigint, boolean, text, text) from public;\n"
        "grant execute on function public.shipment_create(bigint, integer, text, numeric, timestamptz, uuid, json, bytea, bigint, boolean, text, text) to pawl_app;\n"
        "comment on function public.shipment_create(bigint, integer, text, numeric, timestamptz, uuid, json, bytea, bigint, boolean, text, text) is 'create';\n"
        "\n-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.shipment_create_many(id bigint[], weight integer[], note text[] default null, price numeric[] default null, due_at timestamptz[] default null, tag uuid[] default null, form json[] default null, scan bytea[] default null, parcels bigint[] default null, fragile boolean[] default null, actor text default null,\n"
        "  request_id text[] default null)\nreturns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\nbegin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n            or given.v1 is null\n"
        "            or given.v3 in ('NaN', 'Infinity', '-Infinity')\n"
        "            or length(translate(given.v3::text, '-.', '')) > 1000\n"
        "            or given.v4 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
        "            or not public.pawl_json_fits(given.v6::json)\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12)\n"
        "          with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, number))\n"
        "     or octet_length($11) > 255\n     or cardinality($2) <> cardinality($1)\n"
        "     or cardinality($3) <> cardinality($1)\n     or cardinality($4) <> cardinality($1)\n"
        "     or cardinality($5) <> cardinality($1)\n     or cardinality($6) <> cardinality($1)\n"
        "     or cardinality($7) <> cardinality($1)\n     or cardinality($8) <> cardinality($1)\n"
        "     or cardinality($9) <> cardinality($1)\n     or cardinality($10) <> cardinality($1)\n"
        "     or cardinality($12) <> cardinality($1)\n  then\n    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n    return;\n  end if;\n  return query\n"
        "    with made as materialized (\n      select given.number,\n"
        "          public.shipment_create(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, $11, given.request_id) as outcome\n"
        "        from (select * from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12)\n"
        "          with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, number)\n"
        "          order by given.id) given\n    )\n"
        "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n"
        "revoke all on function public.shipment_create_many(bigint[], integer[], text[], numeric[], timestamptz[], uuid[], json[], bytea[], bigint[], boolean[], text, text[]) from public;\n"
        "grant execute on function public.shipment_create_many(bigint[], integer[], text[], numeric[], timestamptz[], uuid[], json[], bytea[], bigint[], boolean[], text, text[]) to pawl_app;\n"
        "\n-- weigh\n"
        "create or replace function public.shipment_weigh(id bigint, weight integer, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n  place tid;\n  is_free boolean;\nbegin\n  if $1 is null\n"
        "     or $2 is null\n     or octet_length($3) > 255\n"
        "     or $4 = '' or octet_length($4) > 255 then\n    outcome.status := 'MISUSE';\n"
        "    return outcome;\n  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.ctid, head.state, head.sort_key, head.since,\n"
        "    (select type_lock.mode is null and public.shipment_model_bab3669245c0be0d()\n"
        "      and current_setting('transaction_isolation') = 'read committed'\n"
        "      from public.pawl_freezes type_lock where type_lock.machine = 'shipment')\n"
        "    into place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
        "    from public.shipment_current head where head.shipment_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
        "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n"
        "    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n  if $4 is not null then\n"
        "    perform from public.shipment_transitions earlier where earlier.shipment_id = $1 and earlier.request_id = $4; -- which the index alone tells\n"
        "    if found then\n      select case when earlier.event = 'weigh'\n"
        "            and earlier.weight is not distinct from $2\n          then 'OK' else 'REUSED' end,\n"
        "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null into said\n"
        "          from public.shipment_transitions earlier where earlier.shipment_id = $1 and earlier.request_id = $4;\n"
        "      if found then\n        return said;\n      end if;\n    end if;\n  end if;\n"
        "  if is_free is not true then\n"
        "    outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
        "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
        "  if outcome.sort_key <> $5 then\n    outcome.status := 'CONFLICT';\n    return outcome;\n"
        "  end if;\n  outcome.to_state := case outcome.from_state\n    when 'announced' then 'announced'\n"
        "  end;\n  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n    return outcome;\n"
        "  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into public.shipment_transitions\n"
        "    (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight)\n"
        "  values ($1, outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($3, session_user), $4, $2);\n  update public.shipment_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.ctid = place;\n  insert into public.pawl_outbox\n"
        "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
        "     topic, fingerprint, parameters)\n"
        "  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'shipment', $1::text,\n"
        "      outcome.sort_key, 'weigh', outcome.from_state, outcome.to_state, $4,\n"
        "      'shipments.\"v1\"', 'bab3669245c0be0d',\n      ('{\"weight\":' || $2::text || '}')::json;\n"
        "  outcome.status := 'OK';\n  return outcome;\nend\n$pawl$;\n"
        "revoke all on function public.shipment_weigh(bigint, integer, text, text, integer) from public;\n"
        "grant execute on function public.shipment_weigh(bigint, integer, text, text, integer) to pawl_app;\n"
        "comment on function public.shipment_weigh(bigint, integer, text, text, integer) is 'weigh';\n\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.shipment_weigh_many(id bigint[], weight integer[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\nbegin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n            or given.v1 is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $2, $4, $5)\n"
        "          with ordinality given (id, v1, request_id, expected, number))\n"
        "     or octet_length($3) > 255\n     or cardinality($2) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n     or cardinality($5) <> cardinality($1)\n  then\n"
        "    outcome.status := 'MISUSE';\n    return query select (outcome).* from unnest($1);\n"
        "    return;\n  end if;\n  return query\n    with made as materialized (\n"
        "      select given.number,\n"
        "          public.shipment_weigh(given.id, given.v1, $3, given.request_id, given.expected) as outcome\n"
        "        from (select * from unnest($1, $2, $4, $5)\n"
        "          with ordinality given (id, v1, request_id, expected, number)\n"
        "          order by given.id) given\n    )\n"
        "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n"
        "revoke all on function public.shipment_weigh_many(bigint[], integer[], text, text[], integer[]) from public;\n"
        "grant execute on function public.shipment_weigh_many(bigint[], integer[], text, text[], integer[]) to pawl_app;\n"
        "\n-- deliver\n"
        "create or replace function public.shipment_deliver(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n  place tid;\n  is_free boolean;\nbegin\n  if $1 is null\n"
        "     or octet_length($2) > 255\n     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n    return outcome;\n  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.ctid, head.state, head.sort_key, head.since,\n"
        "    (select type_lock.mode is null and public.shipment_model_bab3669245c0be0d()\n"
        "      and current_setting('transaction_isolation') = 'read committed'\n"
        "      from public.pawl_freezes type_lock where type_lock.machine = 'shipment')\n"
        "    into place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
        "    from public.shipment_current head where head.shipment_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
        "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n"
        "    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n  if $3 is not null then\n"
        "    perform from public.shipment_transitions earlier where earlier.shipment_id = $1 and earlier.request_id = $3; -- which the index alone tells\n"
        "    if found then\n      select case when earlier.event = 'deliver'\n"
        "          then 'OK' else 'REUSED' end,\n"
        "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null into said\n"
        "          from public.shipment_transitions earlier where earlier.shipment_id = $1 and earlier.request_id = $3;\n"
        "      if found then\n        return said;\n      end if;\n    end if;\n  end if;\n"
        "  if is_free is not true then\n"
        "    outcome := public.pawl_refuse_locked(outcome, 'shipment'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
        "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
        "  if outcome.sort_key <> $4 then\n    outcome.status := 'CONFLICT';\n    return outcome;\n"
        "  end if;\n  outcome.to_state := case outcome.from_state\n    when 'announced' then 'delivered'\n"
        "  end;\n  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n    return outcome;\n"
        "  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into public.shipment_transitions\n"
        "    (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n  update public.shipment_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.ctid = place;\n  insert into public.pawl_outbox\n"
        "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
        "     topic, fingerprint, parameters)\n"
        "  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'shipment', $1::text,\n"
        "      outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, $3,\n"
        "      'shipments.\"v1\"', 'bab3669245c0be0d',\n      '{}';\n  outcome.status := 'OK';\n"
        "  return outcome;\nend\n$pawl$;\n"
        "revoke all on function public.shipment_deliver(bigint, text, text, integer) from public;\n"
        "grant execute on function public.shipment_deliver(bigint, text, text, integer) to pawl_app;\n"
        "comment on function public.shipment_deliver(bigint, text, text, integer) is 'deliver';\n\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.shipment_deliver_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\nbegin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or octet_length($2) > 255\n     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n  then\n    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n    return;\n  end if;\n  return query\n"
        "    with made as materialized (\n      select given.number,\n"
        "          public.shipment_deliver(given.id, $2, given.request_id, given.expected) as outcome\n"
        "        from (select * from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "          order by given.id) given\n    )\n"
        "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n"
        "revoke all on function public.shipment_deliver_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function public.shipment_deliver_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
        "create or replace function public.shipment_fire_deferred(number bigint, verdicts text default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  waiting public.pawl_deferred;\n  given text[];\nbegin\n"
        "  select * into waiting from public.pawl_deferred pending\n"
        "    where pending.number = $1 and pending.machine = 'shipment' and pending.status is null for update;\n"
        "  if not found then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
        "  given := public.pawl_deferred_arguments(waiting.arguments);\n"
        "  -- what lets it through before the others, and never outlives this call\n"
        "  update public.pawl_deferred pending set is_firing = true where pending.number = $1;\n  begin\n"
        "    outcome.status := 'MISUSE'; -- unless it is called\n"
        "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
        "    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then\n"
        "      outcome.detail := 'machine shipment: ' || waiting.event || ' was deferred for ' || waiting.entity\n"
        "        || ', which is no key of it';\n      given := null;\n    end if;\n    case waiting.event\n"
        "    when 'create' then\n      if cardinality(given) = 9 then\n"
        "        outcome := public.shipment_create(waiting.entity::bigint,\n          given[1]::integer,\n"
        "          given[2],\n          given[3]::numeric,\n"
        "          timestamptz 'epoch' + (given[4]::bigint / 1000000)::float8 * interval '1 second'\n"
        "            + (given[4]::bigint % 1000000)::float8 * interval '1 microsecond',\n"
        "          given[5]::uuid,\n          given[6]::json,\n          decode(given[7], 'hex'),\n"
        "          given[8]::bigint,\n          given[9]::integer <> 0,\n"
        "          waiting.actor, waiting.request_id);\n      end if;\n    when 'weigh' then\n"
        "      if cardinality(given) = 1 then\n"
        "        outcome := public.shipment_weigh(waiting.entity::bigint,\n          given[1]::integer,\n"
        "          waiting.actor, waiting.request_id, null::integer);\n      end if;\n"
        "    when 'deliver' then\n      if cardinality(given) = 0 then\n"
        "        outcome := public.shipment_deliver(waiting.entity::bigint,\n"
        "          waiting.actor, waiting.request_id, null::integer);\n      end if;\n    else\n"
        "      outcome.detail := 'machine shipment: ' || waiting.event\n"
        "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
        "  exception when query_canceled or assert_failure or others then\n"
        "    if sqlstate in ('40001', '40P01') then\n      raise; -- and it is fired again\n    end if;\n"
        "    outcome := null;\n"
        "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
        "    outcome.detail := 'shipment' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n"
        "  end;\n  update public.pawl_deferred pending set is_firing = false where pending.number = $1;\n"
        "  if outcome.status not in ('ASK', 'ASLEEP') then\n    update public.pawl_deferred pending\n"
        "      set status = outcome.status, from_state = nullif(outcome.from_state, ''),\n"
        "        to_state = case outcome.status when 'OK' then outcome.to_state end, sort_key = outcome.sort_key,\n"
        "        created_at = outcome.created_at, fired_at = clock_timestamp(), detail = case outcome.status\n"
        "          when 'OK' then null when 'REFUSED' then outcome.guard else outcome.detail end\n"
        "      where pending.number = $1;\n  end if;\n  return outcome;\nend\n$pawl$;\n"
        "revoke all on function public.shipment_fire_deferred(bigint, text) from public;\n"
        "grant execute on function public.shipment_fire_deferred(bigint, text) to pawl_app;\n\n"
        "insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
        "values ('shipment', 'bab3669245c0be0d', 1, clock_timestamp(), E'{\"name\":\"shipment\",\"label\":\"Shipment\",\"fingerprint\":\"bab3669245c0be0d\",\"doc\":\"Every move goes to a topic: to one of its own, and to one that its creation names.\",\"key_type\":\"bigint\",\"entity\":{\"table\":\"shipments\",\"column\":\"id\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"emit_topic\":\"shipments.\\\\\"v1\\\\\"\",\"states\":[{\"name\":\"announced\",\"label\":\"announced\",\"stored\":\"announced\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"delivered\",\"label\":\"delivered\",\"stored\":\"delivered\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"weight\",\"type\":\"int\",\"optional\":false,\"column\":\"weight\"},{\"name\":\"note\",\"type\":\"text\",\"optional\":true,\"column\":\"note\"},{\"name\":\"price\",\"type\":\"numeric\",\"optional\":true,\"column\":\"price\"},{\"name\":\"due_at\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"due_at\"},{\"name\":\"tag\",\"type\":\"uuid\",\"optional\":true,\"column\":\"tag\"},{\"name\":\"form\",\"type\":\"json\",\"optional\":true,\"column\":\"form\"},{\"name\":\"scan\",\"type\":\"bytes\",\"optional\":true,\"column\":\"scan\"},{\"name\":\"parcels\",\"type\":\"bigint\",\"optional\":true,\"column\":\"parcels\"},{\"name\":\"fragile\",\"type\":\"bool\",\"optional\":true,\"column\":\"fragile\"}],\"serialize_by\":[]},{\"name\":\"weigh\",\"label\":\"weigh\",\"stored\":\"weigh\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"weight\",\"type\":\"int\",\"optional\":false,\"column\":\"weight\"}],\"serialize_by\":[]},{\"name\":\"deliver\",\"label\":\"deliver\",\"stored\":\"deliver\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"weight\",\"type\":\"int\"},{\"name\":\"note\",\"type\":\"text\"},{\"name\":\"price\",\"type\":\"numeric\"},{\"name\":\"due_at\",\"type\":\"timestamp\"},{\"name\":\"tag\",\"type\":\"uuid\"},{\"name\":\"form\",\"type\":\"json\"},{\"name\":\"scan\",\"type\":\"bytes\"},{\"name\":\"parcels\",\"type\":\"bigint\"},{\"name\":\"fragile\",\"type\":\"bool\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"announced\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"weigh\",\"from\":\"announced\",\"target\":\"stay\",\"to\":\"announced\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"deliver\",\"from\":\"announced\",\"target\":\"to\",\"to\":\"delivered\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"announced\",\"arrow\":0},{\"event\":\"weigh\",\"from\":\"announced\",\"to\":\"announced\",\"arrow\":1},{\"event\":\"deliver\",\"from\":\"announced\",\"to\":\"delivered\",\"arrow\":2}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.shipment_current\",\"transitions\":\"public.shipment_transitions\",\"parent\":\"public.shipments\",\"parent_column\":\"id\",\"objects\":\"with relation as (\\\\n  select c.*, quote_ident(n.nspname) || ''.'' || quote_ident(c.relname) as name\\\\n    from pg_class c join pg_namespace n on n.oid = c.relnamespace\\\\n   where n.nspname = ''public'' and c.relname = any (''{shipment_current,shipment_transitions,shipment_moves,shipment_state}'')\\\\n), routine as (\\\\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\\\\n   where n.nspname = ''public'' and p.proname = any (''{shipment_model_bab3669245c0be0d,shipment_create,shipment_create_many,shipment_weigh,shipment_weigh_many,shipment_deliver,shipment_deliver_many,shipment_fire_deferred}'')\\\\n)\\\\nselect case c.relkind when ''r'' then ''table'' when ''v'' then ''view'' when ''c'' then ''type'' else ''relation'' end\\\\n    || '' '' || c.name as object,\\\\n  concat_ws(chr(10),\\\\n    ''owner '' || pg_get_userbyid(c.relowner),\\\\n    ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n          || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n          order by r.rolname nulls first, a.privilege_type)\\\\n      from aclexplode(coalesce(c.relacl, acldefault(''r'', c.relowner))) a\\\\n      left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),\\\\n    ''options '' || array_to_string(c.reloptions, '', ''),\\\\n    case when c.relpersistence <> ''p'' then ''not permanent'' end,\\\\n    case when c.relrowsecurity then ''row security'' end,\\\\n    (select string_agg(''column '' || quote_ident(a.attname) || '' '' || format_type(a.atttypid, a.atttypmod)\\\\n              || coalesce('' collate '' || quote_ident(l.collname), '''')\\\\n              || case when a.attnotnull then '' not null'' else '''' end\\\\n              || coalesce('' default '' || pg_get_expr(d.adbin, d.adrelid), '''')\\\\n              || coalesce('' '' || a.attacl::text, ''''), chr(10) order by a.attnum)\\\\n       from pg_attribute a\\\\n       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\\\\n       left join pg_collation l on l.oid = a.attcollation\\\\n      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\\\\n    (select string_agg(''constraint '' || quote_ident(k.conname) || '' '' || pg_get_constraintdef(k.oid)\\\\n              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\\\\n                                                              and t.tgenabled <> ''O'')\\\\n                      then '' disabled'' else '''' end, chr(10) order by k.conname)\\\\n       from pg_constraint k where k.conrelid = c.oid and k.contype <> ''n''),\\\\n    (select string_agg(''inherited by '' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)\\\\n       from pg_inherits i where i.inhparent = c.oid),\\\\n    case when c.relkind = ''v'' then pg_get_viewdef(c.oid) end) as definition\\\\n  from relation c\\\\nunion all\\\\nselect ''index '' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\\\\n    || case when i.indisvalid then '''' else '' invalid'' end\\\\n  from relation c join pg_index i on i.indrelid = c.oid\\\\nunion all\\\\nselect ''trigger '' || quote_ident(t.tgname) || '' on '' || c.name, pg_get_triggerdef(t.oid)\\\\n    || case t.tgenabled when ''O'' then '''' when ''D'' then '' disabled'' else '' enabled '' || t.tgenabled::text end\\\\n  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\\\\nunion all\\\\nselect ''rule '' || quote_ident(w.rulename) || '' on '' || c.name, pg_get_ruledef(w.oid)\\\\n  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> ''_RETURN''\\\\nunion all\\\\nselect ''policy '' || quote_ident(o.polname) || '' on '' || c.name,\\\\n    concat_ws('' '', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\\\\n  from relation c join pg_policy o on o.polrelid = c.oid\\\\nunion all\\\\nselect ''function '' || p.oid::regprocedure,\\\\n    concat_ws(chr(10), ''owner '' || pg_get_userbyid(p.proowner),\\\\n      ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n            || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n            order by r.rolname nulls first, a.privilege_type)\\\\n        from aclexplode(coalesce(p.proacl, acldefault(''f'', p.proowner))) a\\\\n        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\\\\n      pg_get_functiondef(p.oid))\\\\n  from routine p\",\"shared_objects\":\"with relation as (\\\\n  select c.*, quote_ident(n.nspname) || ''.'' || quote_ident(c.relname) as name\\\\n    from pg_class c join pg_namespace n on n.oid = c.relnamespace\\\\n   where n.nspname = ''public'' and starts_with(c.relname, ''pawl_'') and c.relkind not in (''i'', ''I'')\\\\n), routine as (\\\\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\\\\n   where n.nspname = ''public'' and starts_with(p.proname, ''pawl_'')\\\\n)\\\\nselect case c.relkind when ''r'' then ''table'' when ''v'' then ''view'' when ''c'' then ''type'' else ''relation'' end\\\\n    || '' '' || c.name as object,\\\\n  concat_ws(chr(10),\\\\n    ''owner '' || pg_get_userbyid(c.relowner),\\\\n    ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n          || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n          order by r.rolname nulls first, a.privilege_type)\\\\n      from aclexplode(coalesce(c.relacl, acldefault(''r'', c.relowner))) a\\\\n      left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),\\\\n    ''options '' || array_to_string(c.reloptions, '', ''),\\\\n    case when c.relpersistence <> ''p'' then ''not permanent'' end,\\\\n    case when c.relrowsecurity then ''row security'' end,\\\\n    (select string_agg(''column '' || quote_ident(a.attname) || '' '' || format_type(a.atttypid, a.atttypmod)\\\\n              || coalesce('' collate '' || quote_ident(l.collname), '''')\\\\n              || case when a.attnotnull then '' not null'' else '''' end\\\\n              || coalesce('' default '' || pg_get_expr(d.adbin, d.adrelid), '''')\\\\n              || coalesce('' '' || a.attacl::text, ''''), chr(10) order by a.attnum)\\\\n       from pg_attribute a\\\\n       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\\\\n       left join pg_collation l on l.oid = a.attcollation\\\\n      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\\\\n    (select string_agg(''constraint '' || quote_ident(k.conname) || '' '' || pg_get_constraintdef(k.oid)\\\\n              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\\\\n                                                              and t.tgenabled <> ''O'')\\\\n                      then '' disabled'' else '''' end, chr(10) order by k.conname)\\\\n       from pg_constraint k where k.conrelid = c.oid and k.contype <> ''n''),\\\\n    (select string_agg(''inherited by '' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)\\\\n       from pg_inherits i where i.inhparent = c.oid),\\\\n    case when c.relkind = ''v'' then pg_get_viewdef(c.oid) end) as definition\\\\n  from relation c\\\\nunion all\\\\nselect ''index '' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\\\\n    || case when i.indisvalid then '''' else '' invalid'' end\\\\n  from relation c join pg_index i on i.indrelid = c.oid\\\\nunion all\\\\nselect ''trigger '' || quote_ident(t.tgname) || '' on '' || c.name, pg_get_triggerdef(t.oid)\\\\n    || case t.tgenabled when ''O'' then '''' when ''D'' then '' disabled'' else '' enabled '' || t.tgenabled::text end\\\\n  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\\\\nunion all\\\\nselect ''rule '' || quote_ident(w.rulename) || '' on '' || c.name, pg_get_ruledef(w.oid)\\\\n  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> ''_RETURN''\\\\nunion all\\\\nselect ''policy '' || quote_ident(o.polname) || '' on '' || c.name,\\\\n    concat_ws('' '', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\\\\n  from relation c join pg_policy o on o.polrelid = c.oid\\\\nunion all\\\\nselect ''function '' || p.oid::regprocedure,\\\\n    concat_ws(chr(10), ''owner '' || pg_get_userbyid(p.proowner),\\\\n      ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n            || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n            order by r.rolname nulls first, a.privilege_type)\\\\n        from aclexplode(coalesce(p.proacl, acldefault(''f'', p.proowner))) a\\\\n        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\\\\n      pg_get_functiondef(p.oid))\\\\n  from routine p\",\"statements\":{\"find_registry\":\"select 1 where to_regclass(''public.pawl_machines'') is not null\",\"fingerprints\":\"select fingerprint, (select format(''trigger %I on %s'', hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.shipment_current''), to_regclass(''public.shipment_transitions''))\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1), is_deployed\\\\nfrom public.pawl_machines where is_accepted and machine = $1::text\",\"get\":\"select state, sort_key, since from public.shipment_current where shipment_id = $1::bigint and public.shipment_model_bab3669245c0be0d()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price::text, due_at, tag::text, form, scan, parcels, fragile\\\\nfrom public.shipment_transitions where shipment_id = $1::bigint and public.shipment_model_bab3669245c0be0d() order by sort_key\",\"in_state\":\"select shipment_id, state, sort_key, since from public.shipment_current\\\\nwhere state = $1::text and (since, shipment_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000)::float8 * interval ''1 second'' + ($2::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $3::bigint)\\\\n  and public.shipment_model_bab3669245c0be0d() order by since, shipment_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select shipment_id, state, sort_key, since from public.shipment_current\\\\n    where state < $1::text and (state, since, shipment_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000)::float8 * interval ''1 second'' + ($3::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $4::bigint)\\\\n    order by state, since, shipment_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select shipment_id, state, sort_key, since from public.shipment_current\\\\n    where (state, since, shipment_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000)::float8 * interval ''1 second'' + ($6::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $7::bigint)\\\\n    order by state, since, shipment_id limit $8::bigint\\\\n  ) after\\\\n) others where public.shipment_model_bab3669245c0be0d() order by state, since, shipment_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.shipment_current where public.shipment_model_bab3669245c0be0d() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price::text, due_at, tag::text, form, scan, parcels, fragile\\\\nfrom public.shipment_transitions where shipment_id = $1::bigint and public.shipment_model_bab3669245c0be0d()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select public.shipment_fire_deferred($1::bigint, $2::text) where public.shipment_model_bab3669245c0be0d()\"},\"fire\":{\"create\":\"select public.shipment_create($1::bigint, $2::integer, $3::text, $4::numeric, (timestamptz ''epoch'' + ($5::bigint / 1000000)::float8 * interval ''1 second'' + ($5::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $6::uuid, $7::json, $8::bytea, $9::bigint, $10::boolean, $11::text, $12::text) where public.shipment_model_bab3669245c0be0d()\",\"weigh\":\"select public.shipment_weigh($1::bigint, $2::integer, $3::text, $4::text, $5::integer) where public.shipment_model_bab3669245c0be0d()\",\"deliver\":\"select public.shipment_deliver($1::bigint, $2::text, $3::text, $4::integer) where public.shipment_model_bab3669245c0be0d()\"}},\"diagram\":\"digraph \\\\\"shipment\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_shipment\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>Shipment</b><!--shipment-->>; tooltip=\\\\\"Every move goes to a topic: to one of its own, and to one that its creation names.\\\\\";\\\\n    \\\\\"shipment.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"shipment.announced\\\\\" [label=<announced<!--shipment.announced-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"shipment.delivered\\\\\" [label=<delivered<!--shipment.delivered-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    {rank=same; \\\\\"shipment.\\\\\"; \\\\\"shipment.announced\\\\\"}\\\\n    \\\\\"shipment.\\\\\" -> \\\\\"shipment.announced\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"shipment.announced\\\\\" -> \\\\\"shipment.announced\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>weigh<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">(stays)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"weigh\\\\\", labeltooltip=\\\\\"weigh\\\\\"];\\\\n    \\\\\"shipment.announced\\\\\" -> \\\\\"shipment.delivered\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>deliver<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"deliver\\\\\", labeltooltip=\\\\\"deliver\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to delivered </td></tr></table>>;\\\\n}\\\\n\"}')\n"
        "on conflict (machine, fingerprint)\n"
        "  do update set model = excluded.model, is_accepted = true, is_deployed = true,\n"
        "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n"
        "\ndelete from public.pawl_objects where machine = 'shipment';\n"
        "insert into public.pawl_objects (machine, object, definition)\n"
        "select 'shipment', found.object, found.definition from (\nwith relation as (\n"
        "  select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name\n"
        "    from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
        "   where n.nspname = 'public' and c.relname = any ('{shipment_current,shipment_transitions,shipment_moves,shipment_state}')\n"
        "), routine as (\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\n"
        "   where n.nspname = 'public' and p.proname = any ('{shipment_model_bab3669245c0be0d,shipment_create,shipment_create_many,shipment_weigh,shipment_weigh_many,shipment_deliver,shipment_deliver_many,shipment_fire_deferred}')\n"
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
        "   where hung.tgrelid in (to_regclass('public.shipment_current'), to_regclass('public.shipment_transitions'))\n"
        "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
        "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1), is_deployed\n"
        "from public.pawl_machines where is_accepted and machine = $1::text",
        /* get */
        "select state, sort_key, since from public.shipment_current where shipment_id = $1::bigint and public.shipment_model_bab3669245c0be0d()",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price::text, due_at, tag::text, form, scan, parcels, fragile\n"
        "from public.shipment_transitions where shipment_id = $1::bigint and public.shipment_model_bab3669245c0be0d() order by sort_key",
        /* in_state */
        "select shipment_id, state, sort_key, since from public.shipment_current\n"
        "where state = $1::text and (since, shipment_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000)::float8 * interval '1 second' + ($2::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $3::bigint)\n"
        "  and public.shipment_model_bab3669245c0be0d() order by since, shipment_id limit $4::bigint",
        /* not_in_state */
        "select * from (\n  select * from (\n"
        "    select shipment_id, state, sort_key, since from public.shipment_current\n"
        "    where state < $1::text and (state, since, shipment_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000)::float8 * interval '1 second' + ($3::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $4::bigint)\n"
        "    order by state, since, shipment_id limit $8::bigint\n  ) before\n  union all\n"
        "  select * from (\n    select shipment_id, state, sort_key, since from public.shipment_current\n"
        "    where (state, since, shipment_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000)::float8 * interval '1 second' + ($6::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $7::bigint)\n"
        "    order by state, since, shipment_id limit $8::bigint\n  ) after\n"
        ") others where public.shipment_model_bab3669245c0be0d() order by state, since, shipment_id limit $8::bigint",
        /* count_by_state */
        "select state, count(*) from public.shipment_current where public.shipment_model_bab3669245c0be0d() group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price::text, due_at, tag::text, form, scan, parcels, fragile\n"
        "from public.shipment_transitions where shipment_id = $1::bigint and public.shipment_model_bab3669245c0be0d()\n"
        "  and to_state = $2::text order by sort_key desc limit 1",
        /* with_key */
        NULL,
        /* fire_deferred */
        "select public.shipment_fire_deferred($1::bigint, $2::text) where public.shipment_model_bab3669245c0be0d()",
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
        postgres_fire_of_shipment,
        postgres_fire_many_of_shipment,
        NULL,
        NULL};

static const struct pawl_statements sqlite_of_shipment = {
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
        "  where status is null;\n\n"
        "-- written by the moves that they tell of, deleted when a relay has delivered them\n"
        "create table if not exists main.pawl_outbox (\n  slot integer not null,\n"
        "  created_at integer not null,\n  machine text not null,\n  entity text not null,\n"
        "  sort_key integer not null,\n  event text not null,\n  from_state text not null,\n"
        "  to_state text not null,\n  request_id text,\n  topic text not null,\n"
        "  fingerprint text not null,\n  parameters text not null,\n"
        "  primary key (slot, created_at, machine, entity, sort_key)\n) without rowid;\n"
        "create trigger if not exists main.pawl_outbox_insert before insert on pawl_outbox\n"
        "when only_libpawl_may_write('pawl_outbox', new.slot, new.created_at, new.machine, new.entity, new.sort_key, new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');\n"
        "end;\ncreate trigger if not exists main.pawl_outbox_update before update on pawl_outbox\nbegin\n"
        "  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');\n"
        "end;\ncreate trigger if not exists main.pawl_outbox_delete before delete on pawl_outbox\n"
        "when only_libpawl_may_write('pawl_outbox', old.slot, old.created_at, old.machine, old.entity, old.sort_key) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');\n"
        "end;\n\n-- what cannot be delivered, and all later moves of the same entity\n"
        "create table if not exists main.pawl_outbox_parked (\n  slot integer not null,\n"
        "  machine text not null,\n  entity text not null,\n  sort_key integer not null,\n"
        "  created_at integer not null,\n  event text not null,\n  from_state text not null,\n"
        "  to_state text not null,\n  request_id text,\n  topic text not null,\n"
        "  fingerprint text not null,\n  parameters text not null,\n  parked_at integer not null,\n"
        "  error text,\n  primary key (slot, machine, entity, sort_key)\n) without rowid;\n"
        "create trigger if not exists main.pawl_outbox_parked_insert before insert on pawl_outbox_parked\n"
        "when only_libpawl_may_write('pawl_outbox_parked', new.slot, new.machine, new.entity, new.sort_key, new.created_at, new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters, new.parked_at, new.error) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');\n"
        "end;\n"
        "create trigger if not exists main.pawl_outbox_parked_update before update on pawl_outbox_parked\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');\n"
        "end;\n"
        "create trigger if not exists main.pawl_outbox_parked_delete before delete on pawl_outbox_parked\n"
        "when only_libpawl_may_write('pawl_outbox_parked', old.slot, old.machine, old.entity, old.sort_key) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');\n"
        "end;\n\n-- which relay delivers what is in a slot, of those that were ever leased\n"
        "create table if not exists main.pawl_outbox_slots (\n  slot integer not null,\n  relay text,\n"
        "  claim integer not null,\n  leased_until integer not null,\n  primary key (slot)\n"
        ") without rowid;\n"
        "create trigger if not exists main.pawl_outbox_slots_insert before insert on pawl_outbox_slots\n"
        "when only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');\n"
        "end;\n"
        "create trigger if not exists main.pawl_outbox_slots_update before update on pawl_outbox_slots\n"
        "when new.slot is not old.slot or only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');\n"
        "end;\n"
        "create trigger if not exists main.pawl_outbox_slots_delete before delete on pawl_outbox_slots\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');\n"
        "end;\n\ninsert into main.pawl_objects (machine, object, definition)\n"
        "select '', found.object, found.definition from (\n"
        "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
        "   where sql is not null and tbl_name like 'pawl\\_%' escape '\\') found\n"
        " where not exists (select 1 from main.pawl_objects o where o.machine = '' and o.object = found.object);\n"
        "\n"
        "-- shipment ----------------------------------------------------------------------------------------\n"
        "-- Shipment\n"
        "-- Every move goes to a topic: to one of its own, and to one that its creation names.\n\n"
        "-- where each shipment is\ncreate table if not exists main.shipment_current (\n"
        "  shipment_id integer not null primary key references shipments (id),\n  state text not null,\n"
        "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
        "create index if not exists main.shipment_current_state_since on shipment_current (state, since);\n"
        "\n-- how it got there; rows are only ever added\n"
        "create table if not exists main.shipment_transitions (\n  shipment_id integer not null,\n"
        "  sort_key integer not null,\n  event text not null,\n"
        "  from_state text not null, -- '' for a creation\n  to_state text not null,\n"
        "  created_at integer not null,\n  actor text not null check (length(cast(actor as blob)) <= 255),\n"
        "  request_id text,\n  weight integer,\n  note text,\n  price text,\n  due_at integer,\n"
        "  tag text,\n  form text,\n  scan blob,\n  parcels integer,\n  fragile integer,\n"
        "  primary key (shipment_id, sort_key)\n) without rowid;\n"
        "create unique index if not exists main.shipment_transitions_request\n"
        "  on shipment_transitions (shipment_id, request_id) where request_id is not null;\n\n"
        "-- how it may move, for people and tools to read\n"
        "create view if not exists main.shipment_moves (event, from_state, to_state) as values\n"
        "  ('create', '', 'announced'),\n  ('weigh', 'announced', 'announced'),\n"
        "  ('deliver', 'announced', 'delivered');\n\n-- where each is, to join in queries of one's own\n"
        "create view if not exists main.shipment_state as\n"
        "  select shipment_id, state, sort_key, since from shipment_current;\n\n"
        "-- exists as long as programs of this version are accepted\n"
        "create view if not exists main.shipment_model_bab3669245c0be0d as select 1;\n\n"
        "create trigger if not exists main.shipment_current_insert before insert on shipment_current\n"
        "when only_libpawl_may_write('shipment_current', new.shipment_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'shipment_current is written by libpawl only: fire an event of shipment instead');\n"
        "end;\ncreate trigger if not exists main.shipment_current_update before update on shipment_current\n"
        "when new.shipment_id is not old.shipment_id\n"
        "  or only_libpawl_may_write('shipment_current', new.shipment_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'shipment_current is written by libpawl only: fire an event of shipment instead');\n"
        "end;\ncreate trigger if not exists main.shipment_current_delete before delete on shipment_current\n"
        "when only_libpawl_may_write('shipment_current', old.shipment_id) is not 1\nbegin\n"
        "  select raise(abort, 'shipment_current keeps its rows: a shipment that has been created stays');\n"
        "end;\n"
        "create trigger if not exists main.shipment_transitions_insert before insert on shipment_transitions\n"
        "when only_libpawl_may_write('shipment_transitions(weight, note, price, due_at, tag, form, scan, parcels, fragile)',\n"
        "  new.shipment_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
        "  new.request_id,\n  new.weight,\n  new.note,\n  new.price,\n  new.due_at,\n  new.tag,\n"
        "  new.form,\n  new.scan,\n  new.parcels,\n  new.fragile) is not 1\nbegin\n"
        "  select raise(abort, 'shipment_transitions is written by libpawl only: fire an event of shipment instead');\n"
        "end;\n"
        "create trigger if not exists main.shipment_transitions_update before update on shipment_transitions\n"
        "begin\n"
        "  select raise(abort, 'shipment_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n"
        "create trigger if not exists main.shipment_transitions_delete before delete on shipment_transitions\n"
        "when only_libpawl_may_write('shipment_transitions', old.shipment_id, old.sort_key) is not 1\n"
        "begin\n"
        "  select raise(abort, 'shipment_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n\ninsert into main.pawl_objects (machine, object, definition)\n"
        "select 'shipment', found.object, found.definition from (\n"
        "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
        "   where sql is not null and tbl_name in ('shipment_current', 'shipment_transitions', 'shipment_moves', 'shipment_state',\n"
        "      'shipment_model_bab3669245c0be0d')) found\n"
        " where not exists (select 1 from main.pawl_machines m where m.machine = 'shipment');\n\n"
        "insert into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
        "select 'shipment', 'bab3669245c0be0d', 1, cast(strftime('%s', 'now') as integer) * 1000000,\n"
        "  '{\"name\":\"shipment\",\"label\":\"Shipment\",\"fingerprint\":\"bab3669245c0be0d\",\"doc\":\"Every move goes to a topic: to one of its own, and to one that its creation names.\",\"key_type\":\"bigint\",\"entity\":{\"table\":\"shipments\",\"column\":\"id\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"emit_topic\":\"shipments.\\\"v1\\\"\",\"states\":[{\"name\":\"announced\",\"label\":\"announced\",\"stored\":\"announced\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"delivered\",\"label\":\"delivered\",\"stored\":\"delivered\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"weight\",\"type\":\"int\",\"optional\":false,\"column\":\"weight\"},{\"name\":\"note\",\"type\":\"text\",\"optional\":true,\"column\":\"note\"},{\"name\":\"price\",\"type\":\"numeric\",\"optional\":true,\"column\":\"price\"},{\"name\":\"due_at\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"due_at\"},{\"name\":\"tag\",\"type\":\"uuid\",\"optional\":true,\"column\":\"tag\"},{\"name\":\"form\",\"type\":\"json\",\"optional\":true,\"column\":\"form\"},{\"name\":\"scan\",\"type\":\"bytes\",\"optional\":true,\"column\":\"scan\"},{\"name\":\"parcels\",\"type\":\"bigint\",\"optional\":true,\"column\":\"parcels\"},{\"name\":\"fragile\",\"type\":\"bool\",\"optional\":true,\"column\":\"fragile\"}],\"serialize_by\":[]},{\"name\":\"weigh\",\"label\":\"weigh\",\"stored\":\"weigh\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"weight\",\"type\":\"int\",\"optional\":false,\"column\":\"weight\"}],\"serialize_by\":[]},{\"name\":\"deliver\",\"label\":\"deliver\",\"stored\":\"deliver\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"weight\",\"type\":\"int\"},{\"name\":\"note\",\"type\":\"text\"},{\"name\":\"price\",\"type\":\"numeric\"},{\"name\":\"due_at\",\"type\":\"timestamp\"},{\"name\":\"tag\",\"type\":\"uuid\"},{\"name\":\"form\",\"type\":\"json\"},{\"name\":\"scan\",\"type\":\"bytes\"},{\"name\":\"parcels\",\"type\":\"bigint\"},{\"name\":\"fragile\",\"type\":\"bool\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"announced\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"weigh\",\"from\":\"announced\",\"target\":\"stay\",\"to\":\"announced\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"deliver\",\"from\":\"announced\",\"target\":\"to\",\"to\":\"delivered\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"announced\",\"arrow\":0},{\"event\":\"weigh\",\"from\":\"announced\",\"to\":\"announced\",\"arrow\":1},{\"event\":\"deliver\",\"from\":\"announced\",\"to\":\"delivered\",\"arrow\":2}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.shipment_current\",\"transitions\":\"main.shipment_transitions\",\"parent\":\"main.shipments\",\"parent_column\":\"id\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''shipment_current'', ''shipment_transitions'', ''shipment_moves'', ''shipment_state'',\\n    ''shipment_model_bab3669245c0be0d'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"find_registry\":\"select 1 from main.sqlite_master where type = ''table'' and name = ''pawl_machines''\",\"fingerprints\":\"select fingerprint, null, is_deployed\\nfrom main.pawl_machines where is_accepted and machine = ?1\",\"get\":\"select state, sort_key, since from main.shipment_current where shipment_id = ?1 and exists (select 1 from main.shipment_model_bab3669245c0be0d)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\\nfrom main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_bab3669245c0be0d) order by sort_key\",\"in_state\":\"select shipment_id, state, sort_key, since from main.shipment_current\\nwhere state = ?1 and (since, shipment_id) > (?2, ?3)\\n  and exists (select 1 from main.shipment_model_bab3669245c0be0d) order by since, shipment_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select shipment_id, state, sort_key, since from main.shipment_current\\n    where state < ?1 and (state, since, shipment_id) > (?2, ?3, ?4)\\n    order by state, since, shipment_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select shipment_id, state, sort_key, since from main.shipment_current\\n    where (state, since, shipment_id) > (?5, ?6, ?7)\\n    order by state, since, shipment_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.shipment_model_bab3669245c0be0d) order by state, since, shipment_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.shipment_current where exists (select 1 from main.shipment_model_bab3669245c0be0d) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\\nfrom main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_bab3669245c0be0d)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_parent\":\"select 1 from main.shipments where id = ?1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, weight, note, price, due_at, tag, form, scan, parcels, fragile\\nfrom main.shipment_transitions where shipment_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.shipment_current (shipment_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.shipment_current set state = ?2, sort_key = ?3, since = ?4\\nwhere shipment_id = ?1\",\"insert_transition\":\"insert into main.shipment_transitions\\n  (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)\"},\"fire\":{}},\"diagram\":\"digraph \\\"shipment\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_shipment\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Shipment</b><!--shipment-->>; tooltip=\\\"Every move goes to a topic: to one of its own, and to one that its creation names.\\\";\\n    \\\"shipment.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"shipment.announced\\\" [label=<announced<!--shipment.announced-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"shipment.delivered\\\" [label=<delivered<!--shipment.delivered-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    {rank=same; \\\"shipment.\\\"; \\\"shipment.announced\\\"}\\n    \\\"shipment.\\\" -> \\\"shipment.announced\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"shipment.announced\\\" -> \\\"shipment.announced\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>weigh<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">(stays)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"weigh\\\", labeltooltip=\\\"weigh\\\"];\\n    \\\"shipment.announced\\\" -> \\\"shipment.delivered\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>deliver<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"deliver\\\", labeltooltip=\\\"deliver\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to delivered </td></tr></table>>;\\n}\\n\"}'\n"
        " where not exists (select 1 from main.pawl_machines\n"
        "                    where machine = 'shipment' and fingerprint = 'bab3669245c0be0d');\n\ncommit;\n",
        /* find_registry */
        "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_machines'",
        /* fingerprints */
        "select fingerprint, null, is_deployed\nfrom main.pawl_machines where is_accepted and machine = ?1",
        /* get */
        "select state, sort_key, since from main.shipment_current where shipment_id = ?1 and exists (select 1 from main.shipment_model_bab3669245c0be0d)",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\n"
        "from main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_bab3669245c0be0d) order by sort_key",
        /* in_state */
        "select shipment_id, state, sort_key, since from main.shipment_current\n"
        "where state = ?1 and (since, shipment_id) > (?2, ?3)\n"
        "  and exists (select 1 from main.shipment_model_bab3669245c0be0d) order by since, shipment_id limit ?4",
        /* not_in_state */
        "select * from (\n  select * from (\n"
        "    select shipment_id, state, sort_key, since from main.shipment_current\n"
        "    where state < ?1 and (state, since, shipment_id) > (?2, ?3, ?4)\n"
        "    order by state, since, shipment_id limit ?8\n  ) before\n  union all\n  select * from (\n"
        "    select shipment_id, state, sort_key, since from main.shipment_current\n"
        "    where (state, since, shipment_id) > (?5, ?6, ?7)\n"
        "    order by state, since, shipment_id limit ?8\n  ) after\n"
        ") others where exists (select 1 from main.shipment_model_bab3669245c0be0d) order by state, since, shipment_id limit ?8",
        /* count_by_state */
        "select state, count(*) from main.shipment_current where exists (select 1 from main.shipment_model_bab3669245c0be0d) group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\n"
        "from main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_bab3669245c0be0d)\n"
        "  and to_state = ?2 order by sort_key desc limit 1",
        /* with_key */
        NULL,
        /* fire_deferred */
        NULL,
        /* fail_deferred */
        NULL,
        /* find_parent */
        "select 1 from main.shipments where id = ?1",
        /* find_request */
        "select event, from_state, to_state, sort_key, created_at, weight, note, price, due_at, tag, form, scan, parcels, fragile\n"
        "from main.shipment_transitions where shipment_id = ?1 and request_id = ?2",
        /* insert_current */
        "insert into main.shipment_current (shipment_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)",
        /* update_current */
        "update main.shipment_current set state = ?2, sort_key = ?3, since = ?4\nwhere shipment_id = ?1",
        /* insert_transition */
        "insert into main.shipment_transitions\n"
        "  (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile)\n"
        "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
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

static const struct pawl_statements *const sql_of_shipment[] = {&postgres_of_shipment, &sqlite_of_shipment};

const struct pawl_machine shipment_machine = {
    PAWL_ABI,
    "shipment",
    "Shipment",
    "bab3669245c0be0d",
    "shipment_current",
    "shipment_transitions",
    PAWL_TYPE_BIGINT,
    2,
    3,
    9,
    states_of_shipment,
    events_of_shipment,
    columns_of_shipment,
    next_of_shipment,
    {sizeof(struct shipment_current),
     offsetof(struct shipment_current, id),
     offsetof(struct shipment_current, state),
     offsetof(struct shipment_current, sort_key),
     offsetof(struct shipment_current, since_us),
     offsetof(struct shipment_current, stored),
     sizeof(struct shipment_record),
     offsetof(struct shipment_record, sort_key),
     offsetof(struct shipment_record, event),
     offsetof(struct shipment_record, from),
     offsetof(struct shipment_record, to),
     offsetof(struct shipment_record, created_at_us),
     offsetof(struct shipment_record, actor),
     offsetof(struct shipment_record, request_id)},
    2,
    sql_of_shipment,
    0,
    0,
    NULL,
    NULL,
    NULL,
    NULL,
    move_to_of_shipment,
    NULL,
    NULL,
    "shipments.\"v1\"",
};

const char *shipment_state_name(enum shipment_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_shipment[number].name : "unknown";
}

const char *shipment_event_name(enum shipment_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_shipment[number].name : "unknown";
}

const char *shipment_state_label(enum shipment_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_shipment[number].label : "unknown";
}

const char *shipment_event_label(enum shipment_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_shipment[number].label : "unknown";
}

enum shipment_state shipment_state_parse(const char *text) {
    return (enum shipment_state)pawl_state_parse(&shipment_machine, text);
}

enum shipment_event shipment_event_parse(const char *text) {
    return (enum shipment_event)pawl_event_parse(&shipment_machine, text);
}

enum shipment_state shipment_next(enum shipment_state state, enum shipment_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 2 && fired <= 3 ? next_of_shipment[fired * 3u + from] : 0u;
    return (enum shipment_state)to;
}

bool shipment_can(enum shipment_state state, enum shipment_event event) {
    return (int)shipment_next(state, event) != 0;
}

enum pawl_status shipment_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &shipment_machine, err);
}

static enum pawl_status fire_of_shipment(struct pawl_db *db, int64_t id, enum shipment_event event,
    const void *args, const struct pawl_opts *opts, struct shipment_transition *out,
    struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status =
        pawl_fire(db, &shipment_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum shipment_event)transition.event;
        out->from = (enum shipment_state)transition.from;
        out->to = (enum shipment_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status shipment_create(struct pawl_db *db, int64_t id, const struct shipment_create_args *args,
                                 const struct pawl_opts *opts, struct shipment_transition *out,
                                 struct pawl_error *err) {
    return fire_of_shipment(db, id, SHIPMENT_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status shipment_weigh(struct pawl_db *db, int64_t id, const struct shipment_weigh_args *args,
                                const struct pawl_opts *opts, struct shipment_transition *out,
                                struct pawl_error *err) {
    return fire_of_shipment(db, id, SHIPMENT_EVENT_WEIGH, args, opts, out, err);
}

enum pawl_status shipment_deliver(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                  struct shipment_transition *out, struct pawl_error *err) {
    return fire_of_shipment(db, id, SHIPMENT_EVENT_DELIVER, NULL, opts, out, err);
}

enum pawl_status shipment_move_to(struct pawl_db *db, int64_t id, enum shipment_state state,
                                  const struct pawl_opts *opts, struct shipment_transition *out,
                                  struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status =
        pawl_move_to(db, &shipment_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum shipment_event)transition.event;
        out->from = (enum shipment_state)transition.from;
        out->to = (enum shipment_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status shipment_create_many(struct pawl_db *db, const struct shipment_create_item *items,
                                      size_t count, const struct pawl_opts *opts,
                                      struct shipment_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct shipment_create_item),
                             offsetof(struct shipment_create_item, id), offsetof(struct shipment_create_item, args),
                             offsetof(struct shipment_create_item, request_id), 0};
    return pawl_fire_many(db, &shipment_machine, SHIPMENT_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request shipment_create_move(int64_t id, const struct shipment_create_args *args,
                                         const struct pawl_opts *opts) {
    struct pawl_request request = {&shipment_machine, {NULL, id}, SHIPMENT_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status shipment_weigh_many(struct pawl_db *db, const struct shipment_weigh_item *items,
                                     size_t count, const struct pawl_opts *opts,
                                     struct shipment_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct shipment_weigh_item),
                             offsetof(struct shipment_weigh_item, id), offsetof(struct shipment_weigh_item, args),
                             offsetof(struct shipment_weigh_item, request_id), 
                             offsetof(struct shipment_weigh_item, expect_sort_key)};
    return pawl_fire_many(db, &shipment_machine, SHIPMENT_EVENT_WEIGH, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request shipment_weigh_move(int64_t id, const struct shipment_weigh_args *args,
                                        const struct pawl_opts *opts) {
    struct pawl_request request = {&shipment_machine, {NULL, id}, SHIPMENT_EVENT_WEIGH, args, opts};
    return request;
}

enum pawl_status shipment_deliver_many(struct pawl_db *db, const struct shipment_deliver_item *items,
                                       size_t count, const struct pawl_opts *opts,
                                       struct shipment_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct shipment_deliver_item),
                             offsetof(struct shipment_deliver_item, id), 0,
                             offsetof(struct shipment_deliver_item, request_id), 
                             offsetof(struct shipment_deliver_item, expect_sort_key)};
    return pawl_fire_many(db, &shipment_machine, SHIPMENT_EVENT_DELIVER, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request shipment_deliver_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&shipment_machine, {NULL, id}, SHIPMENT_EVENT_DELIVER, NULL, opts};
    return request;
}

enum pawl_status shipment_get(struct pawl_db *db, int64_t id, struct shipment_current *out,
                              struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_get(db, &shipment_machine, key, out, err);
}

enum pawl_status shipment_history(struct pawl_db *db, int64_t id, struct shipment_history *out,
                                  struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_history(db, &shipment_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct shipment_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status shipment_in_state(struct pawl_db *db, enum shipment_state state,
                                   const struct shipment_current *after, size_t limit,
                                   struct shipment_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &shipment_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct shipment_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status shipment_not_in_state(struct pawl_db *db, enum shipment_state state,
                                       const struct shipment_current *after, size_t limit,
                                       struct shipment_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &shipment_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct shipment_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status shipment_last_to(struct pawl_db *db, int64_t id, enum shipment_state state,
                                  struct shipment_record *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_last_to(db, &shipment_machine, key, (int)state, out, err);
}

enum pawl_status shipment_allowed(struct pawl_db *db, int64_t id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_allowed(db, &shipment_machine, key, allowed, err);
}

enum pawl_status shipment_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &shipment_machine, counts, err);
}

/* ---- notice: Notice ------------------------------------------------------------------------------------ */

static const struct pawl_state states_of_notice[] = {
    {"", "", "", false},
    {"written", "written", "written", false},
    {"shown", "shown", "shown", true},
};

static const struct pawl_column columns_of_notice[] = {
    {"channel", PAWL_TYPE_TEXT, offsetof(struct notice_record, channel), false},
};

static const struct pawl_param params_of_notice_create[] = {
    {"channel", PAWL_TYPE_TEXT, true, 0, offsetof(struct notice_create_args, channel)},
};

static const struct pawl_event events_of_notice[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 1, params_of_notice_create},
    {"show", "show", "show", false, false, false, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_notice[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    0, 2, 0, /* show */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_notice[] = {
    0,
    0, /* written */
    2, /* shown */
};

static const char *const postgres_fire_of_notice[] = {
    NULL,
    /* create */
    "select public.notice_create($1::text, $2::text, $3::text, $4::text) where public.notice_model_e84cd1e53b63631e()",
    /* show */
    "select public.notice_show($1::text, $2::text, $3::text, $4::integer) where public.notice_model_e84cd1e53b63631e()",
};

static const char *const postgres_fire_many_of_notice[] = {
    NULL,
    /* create */
    "select * from public.notice_create_many($1::text[], $2::text[], $3::text, $4::text[])\n"
    "  where public.notice_model_e84cd1e53b63631e()",
    /* show */
    "select * from public.notice_show_many($1::text[], $2::text, $3::text[], $4::integer[])\n"
    "  where public.notice_model_e84cd1e53b63631e()",
};

static const struct pawl_statements postgres_of_notice = {
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
        "\n"
        "-- The outbox: a row is written by the move that it tells of, and deleted when a relay has delivered it.\n"
        "-- All moves of an entity fall into one slot; whoever has a slot's lease delivers what is in it, in the\n"
        "-- order of the primary key, which for an entity is that of its moves. A row whose transaction committed\n"
        "-- late is found like any other: relays always read from the lowest on.\n"
        "create table if not exists public.pawl_outbox (\n  slot        integer not null,\n"
        "  created_at  timestamptz not null,\n  machine     text collate \"C\" not null,\n"
        "  entity      text collate \"C\" not null,\n  sort_key    integer not null,\n"
        "  event       text collate \"C\" not null,\n  from_state  text collate \"C\" not null,\n"
        "  to_state    text collate \"C\" not null,\n  request_id  text collate \"C\",\n"
        "  topic       text collate \"C\" not null,\n  fingerprint text collate \"C\" not null,\n"
        "  parameters  json not null,\n  primary key (slot, created_at, machine, entity, sort_key)\n"
        ") with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);\n"
        "-- what cannot be delivered, and all later moves of the same entity, until somebody says retry\n"
        "create table if not exists public.pawl_outbox_parked (\n  slot        integer not null,\n"
        "  machine     text collate \"C\" not null,\n  entity      text collate \"C\" not null,\n"
        "  sort_key    integer not null,\n  created_at  timestamptz not null,\n"
        "  event       text collate \"C\" not null,\n  from_state  text collate \"C\" not null,\n"
        "  to_state    text collate \"C\" not null,\n  request_id  text collate \"C\",\n"
        "  topic       text collate \"C\" not null,\n  fingerprint text collate \"C\" not null,\n"
        "  parameters  json not null,\n  parked_at   timestamptz not null,\n"
        "  error       text collate \"C\", -- null: it waits behind an earlier one\n"
        "  primary key (slot, machine, entity, sort_key)\n);\n"
        "create table if not exists public.pawl_outbox_slots (\n  slot         integer primary key,\n"
        "  relay        text collate \"C\", -- who had its lease last\n"
        "  claim        bigint not null, -- grows with each lease, so that of two relays the later one counts\n"
        "  leased_until timestamptz not null,\n"
        "  file         oid -- where its rows were found, until something is said of them: VACUUM FULL moves rows\n"
        ");\ninsert into public.pawl_outbox_slots (slot, claim, leased_until)\n"
        "  select slot, 0, timestamptz 'epoch' from generate_series(0, 63) slot\n  on conflict do nothing;\n"
        "grant select on public.pawl_outbox, public.pawl_outbox_parked, public.pawl_outbox_slots\n"
        "  to pawl_app, pawl_operator;\ndo $pawl$\ndeclare\n  relation regclass;\nbegin\n"
        "  foreach relation in array array['public.pawl_outbox', 'public.pawl_outbox_parked', 'public.pawl_outbox_slots']::regclass[] loop\n"
        "    continue when exists (select from pg_trigger own\n"
        "      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'\n"
        "        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'\n"
        "        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);\n"
        "    execute format('create or replace trigger pawl_refuse_write before insert or update or delete or truncate\n"
        "      on %s for each statement execute function public.pawl_refuse_write()', relation);\n"
        "    execute format('alter table %s enable always trigger pawl_refuse_write', relation);\n"
        "  end loop;\nend\n$pawl$;\n\n"
        "-- RFC 3339 in UTC; years outside of 0001 to 9999 have a sign and six digits, as in ISO 8601.\n"
        "create or replace function public.pawl_json_time(moment timestamptz) returns text\n"
        "language sql immutable strict parallel safe\n"
        "return (case when extract(year from moment at time zone 'UTC') between 1 and 9999\n"
        "    then to_char(moment at time zone 'UTC', 'YYYY')\n"
        "    else (select case when era.year < 0 then '-' else '+' end || lpad(abs(era.year)::text, 6, '0')\n"
        "            from (select extract(year from moment at time zone 'UTC')::integer\n"
        "                    + case when extract(year from moment at time zone 'UTC') < 0 then 1 else 0 end)\n"
        "              era (year)) end)\n"
        "  || to_char(moment at time zone 'UTC', '-MM-DD\"T\"HH24:MI:SS.US\"Z\"');\n\n"
        "-- Leases slots in which something waits, those first that were left alone longest, and returns the\n"
        "-- lowest rows of each: to be delivered in their order, and then settled.\n"
        "create or replace function public.pawl_outbox_claim(\n"
        "  relay text, lease_ms bigint, at_most_slots integer, at_most_rows integer)\n"
        "returns table (claim bigint, slot integer, created_at timestamptz, machine text, entity text,\n"
        "  sort_key integer, event text, from_state text, to_state text, request_id text, topic text,\n"
        "  fingerprint text, parameters text, place tid)\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old\n"
        "as $pawl$\n#variable_conflict use_column\ndeclare\n  moment timestamptz := clock_timestamp();\n"
        "  taken integer[];\nbegin\n"
        "  if $1 is null or $2 is null or $2 < 1 or $3 is null or $3 < 1 or $4 is null or $4 < 1 then\n"
        "    raise exception 'a relay says who it is; its lease, slots and rows are at least 1'\n"
        "      using errcode = 'invalid_parameter_value';\n  end if;\n"
        "  select array_agg(free.slot) into taken\n"
        "    from (select place.slot from public.pawl_outbox_slots place\n"
        "            where place.leased_until <= moment\n"
        "              and exists (select from public.pawl_outbox waiting where waiting.slot = place.slot)\n"
        "            order by place.leased_until, place.slot limit $3 for update skip locked) free;\n"
        "  if taken is null then\n    return;\n  end if;\n  -- what comes behind one that is put aside\n"
        "  if exists (select from public.pawl_outbox_parked parked where parked.slot = any (taken)) then\n"
        "    with late as (\n      delete from public.pawl_outbox waiting\n"
        "        using (select distinct parked.slot, parked.machine, parked.entity\n"
        "                 from public.pawl_outbox_parked parked where parked.slot = any (taken)) aside\n"
        "        where waiting.slot = aside.slot and waiting.machine = aside.machine\n"
        "          and waiting.entity = aside.entity\n        returning waiting.*\n    )\n"
        "    insert into public.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters, parked_at)\n"
        "      select slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters, moment from late;\n  end if;\n  update public.pawl_outbox_slots place\n"
        "    set relay = $1, claim = place.claim + 1, leased_until = moment + $2 * interval '1 millisecond',\n"
        "      file = pg_relation_filenode('public.pawl_outbox')\n    where place.slot = any (taken);\n"
        "  return query\n"
        "    select place.claim, lowest.slot, lowest.created_at, lowest.machine, lowest.entity, lowest.sort_key,\n"
        "        lowest.event, lowest.from_state, lowest.to_state, lowest.request_id, lowest.topic,\n"
        "        lowest.fingerprint, lowest.parameters::text, lowest.place\n"
        "      from public.pawl_outbox_slots place\n"
        "        cross join lateral (select waiting.*, waiting.ctid as place from public.pawl_outbox waiting\n"
        "                              where waiting.slot = place.slot\n"
        "                              order by waiting.created_at, waiting.machine, waiting.entity,\n"
        "                                waiting.sort_key limit $4) lowest\n"
        "      where place.slot = any (taken);\n  -- nothing was left in them\n"
        "  update public.pawl_outbox_slots place set leased_until = moment\n"
        "    where place.slot = any (taken)\n"
        "      and not exists (select from public.pawl_outbox waiting where waiting.slot = place.slot);\n"
        "end\n$pawl$;\n"
        "revoke all on function public.pawl_outbox_claim(text, bigint, integer, integer) from public;\n"
        "grant execute on function public.pawl_outbox_claim(text, bigint, integer, integer) to pawl_operator;\n"
        "\n"
        "-- Deletes the rows that were delivered, in the slots whose claim still holds, and returns those slots.\n"
        "-- Their leases end, or run on for lease_ms. Where a lease is whole, all that it has brought was delivered,\n"
        "-- and nothing was said of it before. Then the places where its rows were found are enough, and cost a\n"
        "-- third of finding them by their keys: nobody else deletes any, so no other row lies there now.\n"
        "create or replace function public.pawl_outbox_settle(slots integer[], claims bigint[], wholes boolean[],\n"
        "  lease_ms bigint, places tid[], place_slots integer[], row_slots integer[], created_at timestamptz[],\n"
        "  machines text[], entities text[], sort_keys integer[])\nreturns setof integer\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old\n"
        "  set plan_cache_mode = force_custom_plan -- which sees how many rows there are\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  held integer[];\nbegin\n"
        "  lock table public.pawl_outbox in row exclusive mode; -- from here on no row is moved\n"
        "  select array_agg(mine.slot) into held\n"
        "    from (select place.slot from public.pawl_outbox_slots place\n"
        "            join unnest($1, $2, $3) given (slot, claim, is_whole)\n"
        "              on place.slot = given.slot and place.claim = given.claim\n"
        "            where not given.is_whole or place.file = pg_relation_filenode('public.pawl_outbox')\n"
        "            order by place.slot for no key update of place) mine;\n"
        "  if cardinality(held) < cardinality($1) then\n"
        "    select array_agg(found.place) into places from unnest($5, $6) found (place, slot)\n"
        "      where found.slot = any (held);\n  end if;\n"
        "  delete from public.pawl_outbox waiting where held is not null and waiting.ctid = any (places);\n"
        "  if $7 is not null then\n    delete from public.pawl_outbox waiting\n"
        "      using unnest($7, $8, $9, $10, $11) done (slot, created_at, machine, entity, sort_key)\n"
        "      where done.slot = any (held) and waiting.slot = done.slot\n"
        "        and waiting.created_at = done.created_at\n"
        "        and waiting.machine = done.machine collate \"C\" and waiting.entity = done.entity collate \"C\"\n"
        "        and waiting.sort_key = done.sort_key;\n  end if;\n  update public.pawl_outbox_slots place\n"
        "    set leased_until = clock_timestamp() + coalesce($4, 0) * interval '1 millisecond', file = null\n"
        "    where place.slot = any (held);\n  return query select unnest(held);\nend\n$pawl$;\n"
        "revoke all on function public.pawl_outbox_settle(integer[], bigint[], boolean[], bigint, tid[], integer[], integer[], timestamptz[], text[], text[], integer[]) from public;\n"
        "grant execute on function public.pawl_outbox_settle(integer[], bigint[], boolean[], bigint, tid[], integer[], integer[], timestamptz[], text[], text[], integer[]) to pawl_operator;\n"
        "\n-- Puts aside the entity whose row cannot be delivered, if the claim on its slot still holds.\n"
        "create or replace function public.pawl_outbox_park(slot integer, claim bigint, machine text, entity text,\n"
        "  sort_key integer, error text)\nreturns boolean\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\nbegin\n"
        "  update public.pawl_outbox_slots place set file = null where place.slot = $1 and place.claim = $2;\n"
        "  if not found then\n    return false;\n  end if;\n  with aside as (\n"
        "    delete from public.pawl_outbox waiting\n"
        "      where waiting.slot = $1 and waiting.machine = $3 and waiting.entity = $4\n"
        "      returning waiting.*\n  )\n"
        "  insert into public.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters, parked_at, error)\n"
        "    select slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters, clock_timestamp(), case when sort_key = $5 then $6 end from aside;\n"
        "  return true;\nend\n$pawl$;\n"
        "revoke all on function public.pawl_outbox_park(integer, bigint, text, text, integer, text) from public;\n"
        "grant execute on function public.pawl_outbox_park(integer, bigint, text, text, integer, text) to pawl_operator;\n"
        "\n"
        "-- Brings back what was put aside: of the entity, of the machine, or, with null, of all. Returns how many\n"
        "-- rows.\n"
        "create or replace function public.pawl_outbox_retry(machine text default null, entity text default null)\n"
        "returns bigint\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n#variable_conflict use_column\ndeclare\n  rows bigint;\nbegin\n"
        "  perform from public.pawl_outbox_slots place order by place.slot for no key update;\n"
        "  with back as (\n    delete from public.pawl_outbox_parked parked\n"
        "      where ($1 is null or parked.machine = $1) and ($2 is null or parked.entity = $2)\n"
        "      returning parked.*\n  )\n"
        "  insert into public.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters) select slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,\n"
        "      parameters from back;\n  get diagnostics rows = row_count;\n  return rows;\nend\n$pawl$;\n"
        "revoke all on function public.pawl_outbox_retry(text, text) from public;\n"
        "grant execute on function public.pawl_outbox_retry(text, text) to pawl_operator;\n\n"
        "delete from public.pawl_objects where machine = '';\n"
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
        "-- notice ------------------------------------------------------------------------------------------\n"
        "-- Notice\n\ndo $pawl$\nbegin\n  if exists (select from public.pawl_machines\n"
        "             where machine = 'notice' and fingerprint <> 'e84cd1e53b63631e' and is_deployed) then\n"
        "    raise exception 'machine notice is deployed in another version; nothing was changed'\n"
        "      using errcode = 'PW001',\n"
        "            hint = 'Apply the migration that pawl diff --sql writes, or the SQL of the deployed version.';\n"
        "  end if;\nend\n$pawl$;\ndo $pawl$\ndeclare\n  stranger record;\nbegin\n  for stranger in\n"
        "    select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'i' then 'index'\n"
        "          when 'S' then 'sequence' when 'c' then 'type' else 'relation' end\n"
        "        || ' ' || c.oid::regclass as name, c.relowner::regrole as author\n"
        "      from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
        "      where n.nspname = 'public'\n"
        "        and c.relname = any ('{notice_current,notice_transitions,notice_moves,notice_state,notice_current_state_since,notice_transitions_request}')\n"
        "        and c.relowner <> current_user::regrole\n  loop\n"
        "    continue when (select rolsuper from pg_roles where rolname = current_user);\n"
        "    raise exception '% belongs to %, but it has a name of Pawl''s; nothing was changed',\n"
        "        stranger.name, stranger.author\n"
        "      using errcode = 'PW002', hint = 'Drop or rename it, and apply this again.';\n  end loop;\n"
        "end\n$pawl$;\n\ncreate or replace function public.notice_model_e84cd1e53b63631e() returns boolean\n"
        "language sql immutable as 'select true';\n"
        "comment on function public.notice_model_e84cd1e53b63631e() is\n"
        "  'Exists as long as programs of this version are accepted.';\n"
        "create table if not exists public.notice_current (\n  notice_id text collate \"C\" primary key,\n"
        "  state text collate \"C\" not null,\n  sort_key integer not null,\n  since timestamptz not null\n"
        ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\ndo $pawl$\nbegin\n"
        "  if to_regclass('public.notice_current_state_since') is null then\n"
        "    create index notice_current_state_since on public.notice_current (state, since);\n  end if;\n"
        "end\n$pawl$;\n\ncreate table if not exists public.notice_transitions (\n"
        "  notice_id text collate \"C\" not null,\n  sort_key integer not null,\n"
        "  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
        "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n"
        "  actor text collate \"C\" not null,\n  request_id text collate \"C\",\n  channel text collate \"C\",\n"
        "  primary key (notice_id, sort_key)\n);\ndo $pawl$\nbegin\n"
        "  if to_regclass('public.notice_transitions_request') is null then\n"
        "    create unique index notice_transitions_request on public.notice_transitions (notice_id, request_id)\n"
        "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
        "create or replace view public.notice_moves (event, from_state, to_state) as values\n"
        "  ('create', '', 'written'),\n  ('show', 'written', 'shown');\n\n"
        "create or replace view public.notice_state as\n"
        "  select notice_id, state, sort_key, since from public.notice_current;\n\ndo $pawl$\ndeclare\n"
        "  relation regclass;\nbegin\n  foreach relation in array array[\n"
        "'public.notice_current', 'public.notice_transitions'\n]::regclass[] loop\n"
        "    continue when exists (select from pg_trigger own\n"
        "      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'\n"
        "        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'\n"
        "        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);\n"
        "    execute format('create or replace trigger pawl_refuse_write before insert or update or delete or truncate\n"
        "      on %s for each statement execute function public.pawl_refuse_write()', relation);\n"
        "    execute format('alter table %s enable always trigger pawl_refuse_write', relation);\n"
        "  end loop;\nend\n$pawl$;\n"
        "grant select on public.notice_current, public.notice_transitions, public.notice_moves, public.notice_state to pawl_app,\n"
        "  pawl_operator;\n"
        "insert into public.pawl_freezes (machine, head) values ('notice', 'public.notice_current')\n"
        "  on conflict do nothing;\n"
        "analyze public.pawl_freezes; -- so few rows that their index would cost each move more\n\n"
        "comment on table public.notice_current is 'Notice\nOne row for each: where it is.';\n"
        "comment on column public.notice_current.sort_key is 'Of the last move.';\n"
        "comment on column public.notice_current.since is 'When the last move was made.';\n"
        "comment on table public.notice_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';\n"
        "comment on column public.notice_transitions.from_state is 'Empty for a creation.';\n"
        "comment on column public.notice_transitions.actor is 'Who did it: the login, where the caller named nobody.';\n"
        "comment on column public.notice_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';\n"
        "comment on view public.notice_state is 'Where each is, to join in queries of one''s own.';\n"
        "comment on view public.notice_moves is 'How it may move; from_state is empty for a creation.';\n\n"
        "-- create\n"
        "create or replace function public.notice_create(id text, channel text default null, actor text default null,\n"
        "  request_id text default null)\nreturns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n  violated text;\n  is_free boolean;\nbegin\n"
        "  if $1 is null or $1 = '' or octet_length($1) > 1024\n     or octet_length($3) > 255\n"
        "     or $4 = '' or octet_length($4) > 255 then\n    outcome.status := 'MISUSE';\n"
        "    return outcome;\n  end if;\n"
        "  lock table only public.notice_current in row share mode; -- a later freeze or migration waits\n"
        "  loop\n    -- asked first, because a row that is written in vain costs more\n"
        "    select head.state, head.sort_key, head.since,\n"
        "        type_lock.mode is null and public.notice_model_e84cd1e53b63631e()\n"
        "          and current_setting('transaction_isolation') = 'read committed'\n"
        "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
        "      from public.pawl_freezes type_lock\n"
        "        left join public.notice_current head on head.notice_id = $1\n"
        "      where type_lock.machine = 'notice';\n    if outcome.sort_key is not null then\n"
        "      outcome.status := 'EXISTS';\n      if $4 is not null then\n"
        "        perform from public.notice_transitions earlier where earlier.notice_id = $1 and earlier.request_id = $4; -- which the index alone tells\n"
        "        if found then\n          select case when earlier.event = 'create'\n"
        "                and earlier.channel is not distinct from $2\n"
        "              then 'OK' else 'REUSED' end,\n"
        "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null into said\n"
        "              from public.notice_transitions earlier where earlier.notice_id = $1 and earlier.request_id = $4;\n"
        "          if found then\n            return said;\n          end if;\n        end if;\n"
        "      end if;\n"
        "      outcome := public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
        "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n"
        "      return outcome;\n    end if;\n"
        "    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
        "      raise exception 'could not serialize access: notice was created meanwhile'\n"
        "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
        "      outcome := public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
        "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n"
        "    end if;\n    outcome := row('OK', '', 'written', 10, clock_timestamp(), null, null, null);\n"
        "    begin\n      insert into public.notice_current (notice_id, state, sort_key, since)\n"
        "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n"
        "    exception\n      when unique_violation then -- another session was quicker: look again\n"
        "        get stacked diagnostics violated = constraint_name;\n"
        "        if violated <> 'notice_current_pkey' then\n          raise;\n        end if;\n    end;\n"
        "    outcome := null;\n  end loop;\n  insert into public.notice_transitions\n"
        "    (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id, channel)\n"
        "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($3, session_user), $4, $2);\n  insert into public.pawl_outbox\n"
        "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
        "     topic, fingerprint, parameters)\n"
        "  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'notice', $1::text,\n"
        "      outcome.sort_key, 'create', outcome.from_state, outcome.to_state, $4,\n"
        "      begun.topic, 'e84cd1e53b63631e',\n"
        "      ('{\"channel\":' || coalesce(to_json($2)::text, 'null') || '}')::json\n"
        "    from (select creation.channel as topic from public.notice_transitions creation\n"
        "          where creation.notice_id = $1 and creation.sort_key = 10) begun\n"
        "    where begun.topic is not null;\n  return outcome;\nend\n$pawl$;\n"
        "revoke all on function public.notice_create(text, text, text, text) from public;\n"
        "grant execute on function public.notice_create(text, text, text, text) to pawl_app;\n"
        "comment on function public.notice_create(text, text, text, text) is 'create';\n\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.notice_create_many(id text[], channel text[] default null, actor text default null,\n"
        "  request_id text[] default null)\nreturns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\nbegin\n"
        "  if (select count(*) <> count(distinct given.id collate \"C\") -- each entity once\n"
        "          or bool_or(given.id is null or given.id = '' or octet_length(given.id) > 1024\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $2, $4)\n          with ordinality given (id, v1, request_id, number))\n"
        "     or octet_length($3) > 255\n     or cardinality($2) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n  then\n    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n    return;\n  end if;\n  return query\n"
        "    with made as materialized (\n      select given.number,\n"
        "          public.notice_create(given.id, given.v1, $3, given.request_id) as outcome\n"
        "        from (select * from unnest($1, $2, $4)\n"
        "          with ordinality given (id, v1, request_id, number)\n"
        "          order by given.id collate \"C\") given\n    )\n"
        "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n"
        "revoke all on function public.notice_create_many(text[], text[], text, text[]) from public;\n"
        "grant execute on function public.notice_create_many(text[], text[], text, text[]) to pawl_app;\n\n"
        "-- show\ncreate or replace function public.notice_show(id text, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n  place tid;\n  is_free boolean;\nbegin\n"
        "  if $1 is null or $1 = '' or octet_length($1) > 1024\n     or octet_length($2) > 255\n"
        "     or $3 = '' or octet_length($3) > 255 then\n    outcome.status := 'MISUSE';\n"
        "    return outcome;\n  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.ctid, head.state, head.sort_key, head.since,\n"
        "    (select type_lock.mode is null and public.notice_model_e84cd1e53b63631e()\n"
        "      and current_setting('transaction_isolation') = 'read committed'\n"
        "      from public.pawl_freezes type_lock where type_lock.machine = 'notice')\n"
        "    into place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
        "    from public.notice_current head where head.notice_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome := public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
        "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n"
        "    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n  if $3 is not null then\n"
        "    perform from public.notice_transitions earlier where earlier.notice_id = $1 and earlier.request_id = $3; -- which the index alone tells\n"
        "    if found then\n      select case when earlier.event = 'show'\n"
        "          then 'OK' else 'REUSED' end,\n"
        "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null into said\n"
        "          from public.notice_transitions earlier where earlier.notice_id = $1 and earlier.request_id = $3;\n"
        "      if found then\n        return said;\n      end if;\n    end if;\n  end if;\n"
        "  if is_free is not true then\n"
        "    outcome := public.pawl_refuse_locked(outcome, 'notice'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
        "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
        "  if outcome.sort_key <> $4 then\n    outcome.status := 'CONFLICT';\n    return outcome;\n"
        "  end if;\n  outcome.to_state := case outcome.from_state\n    when 'written' then 'shown'\n  end;\n"
        "  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n    return outcome;\n"
        "  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into public.notice_transitions\n"
        "    (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'show', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n  update public.notice_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.ctid = place;\n  insert into public.pawl_outbox\n"
        "    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,\n"
        "     topic, fingerprint, parameters)\n"
        "  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'notice', $1::text,\n"
        "      outcome.sort_key, 'show', outcome.from_state, outcome.to_state, $3,\n"
        "      begun.topic, 'e84cd1e53b63631e',\n      '{}'\n"
        "    from (select creation.channel as topic from public.notice_transitions creation\n"
        "          where creation.notice_id = $1 and creation.sort_key = 10) begun\n"
        "    where begun.topic is not null;\n  outcome.status := 'OK';\n  return outcome;\nend\n$pawl$;\n"
        "revoke all on function public.notice_show(text, text, text, integer) from public;\n"
        "grant execute on function public.notice_show(text, text, text, integer) to pawl_app;\n"
        "comment on function public.notice_show(text, text, text, integer) is 'show';\n\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.notice_show_many(id text[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\nbegin\n"
        "  if (select count(*) <> count(distinct given.id collate \"C\") -- each entity once\n"
        "          or bool_or(given.id is null or given.id = '' or octet_length(given.id) > 1024\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or octet_length($2) > 255\n     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n  then\n    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n    return;\n  end if;\n  return query\n"
        "    with made as materialized (\n      select given.number,\n"
        "          public.notice_show(given.id, $2, given.request_id, given.expected) as outcome\n"
        "        from (select * from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "          order by given.id collate \"C\") given\n    )\n"
        "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n"
        "revoke all on function public.notice_show_many(text[], text, text[], integer[]) from public;\n"
        "grant execute on function public.notice_show_many(text[], text, text[], integer[]) to pawl_app;\n\n"
        "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
        "create or replace function public.notice_fire_deferred(number bigint, verdicts text default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
        "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
        "  waiting public.pawl_deferred;\n  given text[];\nbegin\n"
        "  select * into waiting from public.pawl_deferred pending\n"
        "    where pending.number = $1 and pending.machine = 'notice' and pending.status is null for update;\n"
        "  if not found then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
        "  given := public.pawl_deferred_arguments(waiting.arguments);\n"
        "  -- what lets it through before the others, and never outlives this call\n"
        "  update public.pawl_deferred pending set is_firing = true where pending.number = $1;\n  begin\n"
        "    outcome.status := 'MISUSE'; -- unless it is called\n"
        "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
        "    case waiting.event\n    when 'create' then\n      if cardinality(given) = 1 then\n"
        "        outcome := public.notice_create(waiting.entity,\n          given[1],\n"
        "          waiting.actor, waiting.request_id);\n      end if;\n    when 'show' then\n"
        "      if cardinality(given) = 0 then\n        outcome := public.notice_show(waiting.entity,\n"
        "          waiting.actor, waiting.request_id, null::integer);\n      end if;\n    else\n"
        "      outcome.detail := 'machine notice: ' || waiting.event\n"
        "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
        "  exception when query_canceled or assert_failure or others then\n"
        "    if sqlstate in ('40001', '40P01') then\n      raise; -- and it is fired again\n    end if;\n"
        "    outcome := null;\n"
        "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
        "    outcome.detail := 'notice' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n"
        "  end;\n  update public.pawl_deferred pending set is_firing = false where pending.number = $1;\n"
        "  if outcome.status not in ('ASK', 'ASLEEP') then\n    update public.pawl_deferred pending\n"
        "      set status = outcome.status, from_state = nullif(outcome.from_state, ''),\n"
        "        to_state = case outcome.status when 'OK' then outcome.to_state end, sort_key = outcome.sort_key,\n"
        "        created_at = outcome.created_at, fired_at = clock_timestamp(), detail = case outcome.status\n"
        "          when 'OK' then null when 'REFUSED' then outcome.guard else outcome.detail end\n"
        "      where pending.number = $1;\n  end if;\n  return outcome;\nend\n$pawl$;\n"
        "revoke all on function public.notice_fire_deferred(bigint, text) from public;\n"
        "grant execute on function public.notice_fire_deferred(bigint, text) to pawl_app;\n\n"
        "insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
        "values ('notice', 'e84cd1e53b63631e', 1, clock_timestamp(), E'{\"name\":\"notice\",\"label\":\"Notice\",\"fingerprint\":\"e84cd1e53b63631e\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"emit_reference\":{\"kind\":\"created\",\"column\":\"channel\",\"event\":\"create\"},\"states\":[{\"name\":\"written\",\"label\":\"written\",\"stored\":\"written\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"shown\",\"label\":\"shown\",\"stored\":\"shown\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"channel\",\"type\":\"text\",\"optional\":true,\"column\":\"channel\"}],\"serialize_by\":[]},{\"name\":\"show\",\"label\":\"show\",\"stored\":\"show\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"channel\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"written\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"show\",\"from\":\"written\",\"target\":\"to\",\"to\":\"shown\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"written\",\"arrow\":0},{\"event\":\"show\",\"from\":\"written\",\"to\":\"shown\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.notice_current\",\"transitions\":\"public.notice_transitions\",\"objects\":\"with relation as (\\\\n  select c.*, quote_ident(n.nspname) || ''.'' || quote_ident(c.relname) as name\\\\n    from pg_class c join pg_namespace n on n.oid = c.relnamespace\\\\n   where n.nspname = ''public'' and c.relname = any (''{notice_current,notice_transitions,notice_moves,notice_state}'')\\\\n), routine as (\\\\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\\\\n   where n.nspname = ''public'' and p.proname = any (''{notice_model_e84cd1e53b63631e,notice_create,notice_create_many,notice_show,notice_show_many,notice_fire_deferred}'')\\\\n)\\\\nselect case c.relkind when ''r'' then ''table'' when ''v'' then ''view'' when ''c'' then ''type'' else ''relation'' end\\\\n    || '' '' || c.name as object,\\\\n  concat_ws(chr(10),\\\\n    ''owner '' || pg_get_userbyid(c.relowner),\\\\n    ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n          || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n          order by r.rolname nulls first, a.privilege_type)\\\\n      from aclexplode(coalesce(c.relacl, acldefault(''r'', c.relowner))) a\\\\n      left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),\\\\n    ''options '' || array_to_string(c.reloptions, '', ''),\\\\n    case when c.relpersistence <> ''p'' then ''not permanent'' end,\\\\n    case when c.relrowsecurity then ''row security'' end,\\\\n    (select string_agg(''column '' || quote_ident(a.attname) || '' '' || format_type(a.atttypid, a.atttypmod)\\\\n              || coalesce('' collate '' || quote_ident(l.collname), '''')\\\\n              || case when a.attnotnull then '' not null'' else '''' end\\\\n              || coalesce('' default '' || pg_get_expr(d.adbin, d.adrelid), '''')\\\\n              || coalesce('' '' || a.attacl::text, ''''), chr(10) order by a.attnum)\\\\n       from pg_attribute a\\\\n       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\\\\n       left join pg_collation l on l.oid = a.attcollation\\\\n      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\\\\n    (select string_agg(''constraint '' || quote_ident(k.conname) || '' '' || pg_get_constraintdef(k.oid)\\\\n              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\\\\n                                                              and t.tgenabled <> ''O'')\\\\n                      then '' disabled'' else '''' end, chr(10) order by k.conname)\\\\n       from pg_constraint k where k.conrelid = c.oid and k.contype <> ''n''),\\\\n    (select string_agg(''inherited by '' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)\\\\n       from pg_inherits i where i.inhparent = c.oid),\\\\n    case when c.relkind = ''v'' then pg_get_viewdef(c.oid) end) as definition\\\\n  from relation c\\\\nunion all\\\\nselect ''index '' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\\\\n    || case when i.indisvalid then '''' else '' invalid'' end\\\\n  from relation c join pg_index i on i.indrelid = c.oid\\\\nunion all\\\\nselect ''trigger '' || quote_ident(t.tgname) || '' on '' || c.name, pg_get_triggerdef(t.oid)\\\\n    || case t.tgenabled when ''O'' then '''' when ''D'' then '' disabled'' else '' enabled '' || t.tgenabled::text end\\\\n  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\\\\nunion all\\\\nselect ''rule '' || quote_ident(w.rulename) || '' on '' || c.name, pg_get_ruledef(w.oid)\\\\n  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> ''_RETURN''\\\\nunion all\\\\nselect ''policy '' || quote_ident(o.polname) || '' on '' || c.name,\\\\n    concat_ws('' '', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\\\\n  from relation c join pg_policy o on o.polrelid = c.oid\\\\nunion all\\\\nselect ''function '' || p.oid::regprocedure,\\\\n    concat_ws(chr(10), ''owner '' || pg_get_userbyid(p.proowner),\\\\n      ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n            || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n            order by r.rolname nulls first, a.privilege_type)\\\\n        from aclexplode(coalesce(p.proacl, acldefault(''f'', p.proowner))) a\\\\n        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\\\\n      pg_get_functiondef(p.oid))\\\\n  from routine p\",\"shared_objects\":\"with relation as (\\\\n  select c.*, quote_ident(n.nspname) || ''.'' || quote_ident(c.relname) as name\\\\n    from pg_class c join pg_namespace n on n.oid = c.relnamespace\\\\n   where n.nspname = ''public'' and starts_with(c.relname, ''pawl_'') and c.relkind not in (''i'', ''I'')\\\\n), routine as (\\\\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\\\\n   where n.nspname = ''public'' and starts_with(p.proname, ''pawl_'')\\\\n)\\\\nselect case c.relkind when ''r'' then ''table'' when ''v'' then ''view'' when ''c'' then ''type'' else ''relation'' end\\\\n    || '' '' || c.name as object,\\\\n  concat_ws(chr(10),\\\\n    ''owner '' || pg_get_userbyid(c.relowner),\\\\n    ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n          || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n          order by r.rolname nulls first, a.privilege_type)\\\\n      from aclexplode(coalesce(c.relacl, acldefault(''r'', c.relowner))) a\\\\n      left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),\\\\n    ''options '' || array_to_string(c.reloptions, '', ''),\\\\n    case when c.relpersistence <> ''p'' then ''not permanent'' end,\\\\n    case when c.relrowsecurity then ''row security'' end,\\\\n    (select string_agg(''column '' || quote_ident(a.attname) || '' '' || format_type(a.atttypid, a.atttypmod)\\\\n              || coalesce('' collate '' || quote_ident(l.collname), '''')\\\\n              || case when a.attnotnull then '' not null'' else '''' end\\\\n              || coalesce('' default '' || pg_get_expr(d.adbin, d.adrelid), '''')\\\\n              || coalesce('' '' || a.attacl::text, ''''), chr(10) order by a.attnum)\\\\n       from pg_attribute a\\\\n       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\\\\n       left join pg_collation l on l.oid = a.attcollation\\\\n      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\\\\n    (select string_agg(''constraint '' || quote_ident(k.conname) || '' '' || pg_get_constraintdef(k.oid)\\\\n              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\\\\n                                                              and t.tgenabled <> ''O'')\\\\n                      then '' disabled'' else '''' end, chr(10) order by k.conname)\\\\n       from pg_constraint k where k.conrelid = c.oid and k.contype <> ''n''),\\\\n    (select string_agg(''inherited by '' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)\\\\n       from pg_inherits i where i.inhparent = c.oid),\\\\n    case when c.relkind = ''v'' then pg_get_viewdef(c.oid) end) as definition\\\\n  from relation c\\\\nunion all\\\\nselect ''index '' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\\\\n    || case when i.indisvalid then '''' else '' invalid'' end\\\\n  from relation c join pg_index i on i.indrelid = c.oid\\\\nunion all\\\\nselect ''trigger '' || quote_ident(t.tgname) || '' on '' || c.name, pg_get_triggerdef(t.oid)\\\\n    || case t.tgenabled when ''O'' then '''' when ''D'' then '' disabled'' else '' enabled '' || t.tgenabled::text end\\\\n  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\\\\nunion all\\\\nselect ''rule '' || quote_ident(w.rulename) || '' on '' || c.name, pg_get_ruledef(w.oid)\\\\n  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> ''_RETURN''\\\\nunion all\\\\nselect ''policy '' || quote_ident(o.polname) || '' on '' || c.name,\\\\n    concat_ws('' '', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\\\\n  from relation c join pg_policy o on o.polrelid = c.oid\\\\nunion all\\\\nselect ''function '' || p.oid::regprocedure,\\\\n    concat_ws(chr(10), ''owner '' || pg_get_userbyid(p.proowner),\\\\n      ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n            || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n            order by r.rolname nulls first, a.privilege_type)\\\\n        from aclexplode(coalesce(p.proacl, acldefault(''f'', p.proowner))) a\\\\n        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\\\\n      pg_get_functiondef(p.oid))\\\\n  from routine p\",\"statements\":{\"find_registry\":\"select 1 where to_regclass(''public.pawl_machines'') is not null\",\"fingerprints\":\"select fingerprint, (select format(''trigger %I on %s'', hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.notice_current''), to_regclass(''public.notice_transitions''))\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1), is_deployed\\\\nfrom public.pawl_machines where is_accepted and machine = $1::text\",\"get\":\"select state, sort_key, since from public.notice_current where notice_id = $1::text and public.notice_model_e84cd1e53b63631e()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\\\\nfrom public.notice_transitions where notice_id = $1::text and public.notice_model_e84cd1e53b63631e() order by sort_key\",\"in_state\":\"select notice_id, state, sort_key, since from public.notice_current\\\\nwhere state = $1::text and (since, notice_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000)::float8 * interval ''1 second'' + ($2::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $3::text)\\\\n  and public.notice_model_e84cd1e53b63631e() order by since, notice_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select notice_id, state, sort_key, since from public.notice_current\\\\n    where state < $1::text and (state, since, notice_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000)::float8 * interval ''1 second'' + ($3::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, notice_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select notice_id, state, sort_key, since from public.notice_current\\\\n    where (state, since, notice_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000)::float8 * interval ''1 second'' + ($6::bigint % 1000000::bigint)::float8 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, notice_id limit $8::bigint\\\\n  ) after\\\\n) others where public.notice_model_e84cd1e53b63631e() order by state, since, notice_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.notice_current where public.notice_model_e84cd1e53b63631e() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\\\\nfrom public.notice_transitions where notice_id = $1::text and public.notice_model_e84cd1e53b63631e()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select public.notice_fire_deferred($1::bigint, $2::text) where public.notice_model_e84cd1e53b63631e()\"},\"fire\":{\"create\":\"select public.notice_create($1::text, $2::text, $3::text, $4::text) where public.notice_model_e84cd1e53b63631e()\",\"show\":\"select public.notice_show($1::text, $2::text, $3::text, $4::integer) where public.notice_model_e84cd1e53b63631e()\"}},\"diagram\":\"digraph \\\\\"notice\\\\\" {\\\\n  graph [rankdir=LR, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_notice\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>Notice</b><!--notice-->>;\\\\n    \\\\\"notice.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"notice.written\\\\\" [label=<written<!--notice.written-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"notice.shown\\\\\" [label=<shown<!--notice.shown-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"notice.\\\\\" -> \\\\\"notice.written\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"notice.written\\\\\" -> \\\\\"notice.shown\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>show<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"show\\\\\", labeltooltip=\\\\\"show\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to shown </td></tr></table>>;\\\\n}\\\\n\"}')\n"
        "on conflict (machine, fingerprint)\n"
        "  do update set model = excluded.model, is_accepted = true, is_deployed = true,\n"
        "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n"
        "\ndelete from public.pawl_objects where machine = 'notice';\n"
        "insert into public.pawl_objects (machine, object, definition)\n"
        "select 'notice', found.object, found.definition from (\nwith relation as (\n"
        "  select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name\n"
        "    from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
        "   where n.nspname = 'public' and c.relname = any ('{notice_current,notice_transitions,notice_moves,notice_state}')\n"
        "), routine as (\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\n"
        "   where n.nspname = 'public' and p.proname = any ('{notice_model_e84cd1e53b63631e,notice_create,notice_create_many,notice_show,notice_show_many,notice_fire_deferred}')\n"
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
        "   where hung.tgrelid in (to_regclass('public.notice_current'), to_regclass('public.notice_transitions'))\n"
        "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
        "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1), is_deployed\n"
        "from public.pawl_machines where is_accepted and machine = $1::text",
        /* get */
        "select state, sort_key, since from public.notice_current where notice_id = $1::text and public.notice_model_e84cd1e53b63631e()",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\n"
        "from public.notice_transitions where notice_id = $1::text and public.notice_model_e84cd1e53b63631e() order by sort_key",
        /* in_state */
        "select notice_id, state, sort_key, since from public.notice_current\n"
        "where state = $1::text and (since, notice_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000)::float8 * interval '1 second' + ($2::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $3::text)\n"
        "  and public.notice_model_e84cd1e53b63631e() order by since, notice_id limit $4::bigint",
        /* not_in_state */
        "select * from (\n  select * from (\n"
        "    select notice_id, state, sort_key, since from public.notice_current\n"
        "    where state < $1::text and (state, since, notice_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000)::float8 * interval '1 second' + ($3::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $4::text)\n"
        "    order by state, since, notice_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
        "    select notice_id, state, sort_key, since from public.notice_current\n"
        "    where (state, since, notice_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000)::float8 * interval '1 second' + ($6::bigint % 1000000::bigint)::float8 * interval '1 microsecond'), $7::text)\n"
        "    order by state, since, notice_id limit $8::bigint\n  ) after\n"
        ") others where public.notice_model_e84cd1e53b63631e() order by state, since, notice_id limit $8::bigint",
        /* count_by_state */
        "select state, count(*) from public.notice_current where public.notice_model_e84cd1e53b63631e() group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\n"
        "from public.notice_transitions where notice_id = $1::text and public.notice_model_e84cd1e53b63631e()\n"
        "  and to_state = $2::text order by sort_key desc limit 1",
        /* with_key */
        NULL,
        /* fire_deferred */
        "select public.notice_fire_deferred($1::bigint, $2::text) where public.notice_model_e84cd1e53b63631e()",
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
        postgres_fire_of_notice,
        postgres_fire_many_of_notice,
        NULL,
        NULL};

static const struct pawl_statements sqlite_of_notice = {
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
        "  where status is null;\n\n"
        "-- written by the moves that they tell of, deleted when a relay has delivered them\n"
        "create table if not exists main.pawl_outbox (\n  slot integer not null,\n"
        "  created_at integer not null,\n  machine text not null,\n  entity text not null,\n"
        "  sort_key integer not null,\n  event text not null,\n  from_state text not null,\n"
        "  to_state text not null,\n  request_id text,\n  topic text not null,\n"
        "  fingerprint text not null,\n  parameters text not null,\n"
        "  primary key (slot, created_at, machine, entity, sort_key)\n) without rowid;\n"
        "create trigger if not exists main.pawl_outbox_insert before insert on pawl_outbox\n"
        "when only_libpawl_may_write('pawl_outbox', new.slot, new.created_at, new.machine, new.entity, new.sort_key, new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');\n"
        "end;\ncreate trigger if not exists main.pawl_outbox_update before update on pawl_outbox\nbegin\n"
        "  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');\n"
        "end;\ncreate trigger if not exists main.pawl_outbox_delete before delete on pawl_outbox\n"
        "when only_libpawl_may_write('pawl_outbox', old.slot, old.created_at, old.machine, old.entity, old.sort_key) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');\n"
        "end;\n\n-- what cannot be delivered, and all later moves of the same entity\n"
        "create table if not exists main.pawl_outbox_parked (\n  slot integer not null,\n"
        "  machine text not null,\n  entity text not null,\n  sort_key integer not null,\n"
        "  created_at integer not null,\n  event text not null,\n  from_state text not null,\n"
        "  to_state text not null,\n  request_id text,\n  topic text not null,\n"
        "  fingerprint text not null,\n  parameters text not null,\n  parked_at integer not null,\n"
        "  error text,\n  primary key (slot, machine, entity, sort_key)\n) without rowid;\n"
        "create trigger if not exists main.pawl_outbox_parked_insert before insert on pawl_outbox_parked\n"
        "when only_libpawl_may_write('pawl_outbox_parked', new.slot, new.machine, new.entity, new.sort_key, new.created_at, new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters, new.parked_at, new.error) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');\n"
        "end;\n"
        "create trigger if not exists main.pawl_outbox_parked_update before update on pawl_outbox_parked\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');\n"
        "end;\n"
        "create trigger if not exists main.pawl_outbox_parked_delete before delete on pawl_outbox_parked\n"
        "when only_libpawl_may_write('pawl_outbox_parked', old.slot, old.machine, old.entity, old.sort_key) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');\n"
        "end;\n\n-- which relay delivers what is in a slot, of those that were ever leased\n"
        "create table if not exists main.pawl_outbox_slots (\n  slot integer not null,\n  relay text,\n"
        "  claim integer not null,\n  leased_until integer not null,\n  primary key (slot)\n"
        ") without rowid;\n"
        "create trigger if not exists main.pawl_outbox_slots_insert before insert on pawl_outbox_slots\n"
        "when only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');\n"
        "end;\n"
        "create trigger if not exists main.pawl_outbox_slots_update before update on pawl_outbox_slots\n"
        "when new.slot is not old.slot or only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');\n"
        "end;\n"
        "create trigger if not exists main.pawl_outbox_slots_delete before delete on pawl_outbox_slots\n"
        "begin\n"
        "  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');\n"
        "end;\n\ninsert into main.pawl_objects (machine, object, definition)\n"
        "select '', found.object, found.definition from (\n"
        "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
        "   where sql is not null and tbl_name like 'pawl\\_%' escape '\\') found\n"
        " where not exists (select 1 from main.pawl_objects o where o.machine = '' and o.object = found.object);\n"
        "\n"
        "-- notice ------------------------------------------------------------------------------------------\n"
        "-- Notice\n\n-- where each notice is\ncreate table if not exists main.notice_current (\n"
        "  notice_id text not null primary key,\n  state text not null,\n"
        "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
        "create index if not exists main.notice_current_state_since on notice_current (state, since);\n\n"
        "-- how it got there; rows are only ever added\n"
        "create table if not exists main.notice_transitions (\n  notice_id text not null,\n"
        "  sort_key integer not null,\n  event text not null,\n"
        "  from_state text not null, -- '' for a creation\n  to_state text not null,\n"
        "  created_at integer not null,\n  actor text not null check (length(cast(actor as blob)) <= 255),\n"
        "  request_id text,\n  channel text,\n  primary key (notice_id, sort_key)\n) without rowid;\n"
        "create unique index if not exists main.notice_transitions_request\n"
        "  on notice_transitions (notice_id, request_id) where request_id is not null;\n\n"
        "-- how it may move, for people and tools to read\n"
        "create view if not exists main.notice_moves (event, from_state, to_state) as values\n"
        "  ('create', '', 'written'),\n  ('show', 'written', 'shown');\n\n"
        "-- where each is, to join in queries of one's own\ncreate view if not exists main.notice_state as\n"
        "  select notice_id, state, sort_key, since from notice_current;\n\n"
        "-- exists as long as programs of this version are accepted\n"
        "create view if not exists main.notice_model_e84cd1e53b63631e as select 1;\n\n"
        "create trigger if not exists main.notice_current_insert before insert on notice_current\n"
        "when only_libpawl_may_write('notice_current', new.notice_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'notice_current is written by libpawl only: fire an event of notice instead');\n"
        "end;\ncreate trigger if not exists main.notice_current_update before update on notice_current\n"
        "when new.notice_id is not old.notice_id\n"
        "  or only_libpawl_may_write('notice_current', new.notice_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'notice_current is written by libpawl only: fire an event of notice instead');\n"
        "end;\ncreate trigger if not exists main.notice_current_delete before delete on notice_current\n"
        "when only_libpawl_may_write('notice_current', old.notice_id) is not 1\nbegin\n"
        "  select raise(abort, 'notice_current keeps its rows: a notice that has been created stays');\n"
        "end;\n"
        "create trigger if not exists main.notice_transitions_insert before insert on notice_transitions\n"
        "when only_libpawl_may_write('notice_transitions(channel)',\n"
        "  new.notice_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
        "  new.request_id,\n  new.channel) is not 1\nbegin\n"
        "  select raise(abort, 'notice_transitions is written by libpawl only: fire an event of notice instead');\n"
        "end;\n"
        "create trigger if not exists main.notice_transitions_update before update on notice_transitions\n"
        "begin\n"
        "  select raise(abort, 'notice_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n"
        "create trigger if not exists main.notice_transitions_delete before delete on notice_transitions\n"
        "when only_libpawl_may_write('notice_transitions', old.notice_id, old.sort_key) is not 1\nbegin\n"
        "  select raise(abort, 'notice_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n\ninsert into main.pawl_objects (machine, object, definition)\n"
        "select 'notice', found.object, found.definition from (\n"
        "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
        "   where sql is not null and tbl_name in ('notice_current', 'notice_transitions', 'notice_moves', 'notice_state',\n"
        "      'notice_model_e84cd1e53b63631e')) found\n"
        " where not exists (select 1 from main.pawl_machines m where m.machine = 'notice');\n\n"
        "insert into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
        "select 'notice', 'e84cd1e53b63631e', 1, cast(strftime('%s', 'now') as integer) * 1000000,\n"
        "  '{\"name\":\"notice\",\"label\":\"Notice\",\"fingerprint\":\"e84cd1e53b63631e\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"emit_reference\":{\"kind\":\"created\",\"column\":\"channel\",\"event\":\"create\"},\"states\":[{\"name\":\"written\",\"label\":\"written\",\"stored\":\"written\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"shown\",\"label\":\"shown\",\"stored\":\"shown\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"channel\",\"type\":\"text\",\"optional\":true,\"column\":\"channel\"}],\"serialize_by\":[]},{\"name\":\"show\",\"label\":\"show\",\"stored\":\"show\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"channel\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"written\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"show\",\"from\":\"written\",\"target\":\"to\",\"to\":\"shown\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"written\",\"arrow\":0},{\"event\":\"show\",\"from\":\"written\",\"to\":\"shown\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.notice_current\",\"transitions\":\"main.notice_transitions\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''notice_current'', ''notice_transitions'', ''notice_moves'', ''notice_state'',\\n    ''notice_model_e84cd1e53b63631e'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"find_registry\":\"select 1 from main.sqlite_master where type = ''table'' and name = ''pawl_machines''\",\"fingerprints\":\"select fingerprint, null, is_deployed\\nfrom main.pawl_machines where is_accepted and machine = ?1\",\"get\":\"select state, sort_key, since from main.notice_current where notice_id = ?1 and exists (select 1 from main.notice_model_e84cd1e53b63631e)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\\nfrom main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_e84cd1e53b63631e) order by sort_key\",\"in_state\":\"select notice_id, state, sort_key, since from main.notice_current\\nwhere state = ?1 and (since, notice_id) > (?2, ?3)\\n  and exists (select 1 from main.notice_model_e84cd1e53b63631e) order by since, notice_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select notice_id, state, sort_key, since from main.notice_current\\n    where state < ?1 and (state, since, notice_id) > (?2, ?3, ?4)\\n    order by state, since, notice_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select notice_id, state, sort_key, since from main.notice_current\\n    where (state, since, notice_id) > (?5, ?6, ?7)\\n    order by state, since, notice_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.notice_model_e84cd1e53b63631e) order by state, since, notice_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.notice_current where exists (select 1 from main.notice_model_e84cd1e53b63631e) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\\nfrom main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_e84cd1e53b63631e)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, channel\\nfrom main.notice_transitions where notice_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.notice_current (notice_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.notice_current set state = ?2, sort_key = ?3, since = ?4\\nwhere notice_id = ?1\",\"insert_transition\":\"insert into main.notice_transitions\\n  (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id, channel)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9)\",\"find_topic\":\"select channel from main.notice_transitions where notice_id = ?1 and sort_key = 10\"},\"fire\":{}},\"diagram\":\"digraph \\\"notice\\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_notice\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Notice</b><!--notice-->>;\\n    \\\"notice.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"notice.written\\\" [label=<written<!--notice.written-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"notice.shown\\\" [label=<shown<!--notice.shown-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"notice.\\\" -> \\\"notice.written\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"notice.written\\\" -> \\\"notice.shown\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>show<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"show\\\", labeltooltip=\\\"show\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to shown </td></tr></table>>;\\n}\\n\"}'\n"
        " where not exists (select 1 from main.pawl_machines\n"
        "                    where machine = 'notice' and fingerprint = 'e84cd1e53b63631e');\n\ncommit;\n",
        /* find_registry */
        "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_machines'",
        /* fingerprints */
        "select fingerprint, null, is_deployed\nfrom main.pawl_machines where is_accepted and machine = ?1",
        /* get */
        "select state, sort_key, since from main.notice_current where notice_id = ?1 and exists (select 1 from main.notice_model_e84cd1e53b63631e)",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\n"
        "from main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_e84cd1e53b63631e) order by sort_key",
        /* in_state */
        "select notice_id, state, sort_key, since from main.notice_current\n"
        "where state = ?1 and (since, notice_id) > (?2, ?3)\n"
        "  and exists (select 1 from main.notice_model_e84cd1e53b63631e) order by since, notice_id limit ?4",
        /* not_in_state */
        "select * from (\n  select * from (\n"
        "    select notice_id, state, sort_key, since from main.notice_current\n"
        "    where state < ?1 and (state, since, notice_id) > (?2, ?3, ?4)\n"
        "    order by state, since, notice_id limit ?8\n  ) before\n  union all\n  select * from (\n"
        "    select notice_id, state, sort_key, since from main.notice_current\n"
        "    where (state, since, notice_id) > (?5, ?6, ?7)\n    order by state, since, notice_id limit ?8\n"
        "  ) after\n"
        ") others where exists (select 1 from main.notice_model_e84cd1e53b63631e) order by state, since, notice_id limit ?8",
        /* count_by_state */
        "select state, count(*) from main.notice_current where exists (select 1 from main.notice_model_e84cd1e53b63631e) group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\n"
        "from main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_e84cd1e53b63631e)\n"
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
        "select event, from_state, to_state, sort_key, created_at, channel\n"
        "from main.notice_transitions where notice_id = ?1 and request_id = ?2",
        /* insert_current */
        "insert into main.notice_current (notice_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)",
        /* update_current */
        "update main.notice_current set state = ?2, sort_key = ?3, since = ?4\nwhere notice_id = ?1",
        /* insert_transition */
        "insert into main.notice_transitions\n"
        "  (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id, channel)\n"
        "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9)",
        /* find_creation */
        NULL,
        /* set_mirror */
        NULL,
        /* find_key */
        NULL,
        /* find_topic */
        "select channel from main.notice_transitions where notice_id = ?1 and sort_key = 10",
        NULL,
        NULL,
        NULL,
        NULL};

static const struct pawl_statements *const sql_of_notice[] = {&postgres_of_notice, &sqlite_of_notice};

const struct pawl_machine notice_machine = {
    PAWL_ABI,
    "notice",
    "Notice",
    "e84cd1e53b63631e",
    "notice_current",
    "notice_transitions",
    PAWL_TYPE_TEXT,
    2,
    2,
    1,
    states_of_notice,
    events_of_notice,
    columns_of_notice,
    next_of_notice,
    {sizeof(struct notice_current),
     offsetof(struct notice_current, id),
     offsetof(struct notice_current, state),
     offsetof(struct notice_current, sort_key),
     offsetof(struct notice_current, since_us),
     offsetof(struct notice_current, stored),
     sizeof(struct notice_record),
     offsetof(struct notice_record, sort_key),
     offsetof(struct notice_record, event),
     offsetof(struct notice_record, from),
     offsetof(struct notice_record, to),
     offsetof(struct notice_record, created_at_us),
     offsetof(struct notice_record, actor),
     offsetof(struct notice_record, request_id)},
    2,
    sql_of_notice,
    0,
    0,
    NULL,
    NULL,
    NULL,
    NULL,
    move_to_of_notice,
    NULL,
    NULL,
    NULL,
};

const char *notice_state_name(enum notice_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_notice[number].name : "unknown";
}

const char *notice_event_name(enum notice_event event) {
    int number = (int)event;
    return number >= 0 && number <= 2 ? events_of_notice[number].name : "unknown";
}

const char *notice_state_label(enum notice_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_notice[number].label : "unknown";
}

const char *notice_event_label(enum notice_event event) {
    int number = (int)event;
    return number >= 0 && number <= 2 ? events_of_notice[number].label : "unknown";
}

enum notice_state notice_state_parse(const char *text) {
    return (enum notice_state)pawl_state_parse(&notice_machine, text);
}

enum notice_event notice_event_parse(const char *text) {
    return (enum notice_event)pawl_event_parse(&notice_machine, text);
}

enum notice_state notice_next(enum notice_state state, enum notice_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 2 && fired <= 2 ? next_of_notice[fired * 3u + from] : 0u;
    return (enum notice_state)to;
}

bool notice_can(enum notice_state state, enum notice_event event) {
    return (int)notice_next(state, event) != 0;
}

enum pawl_status notice_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &notice_machine, err);
}

static enum pawl_status fire_of_notice(struct pawl_db *db, const char *id, enum notice_event event,
    const void *args, const struct pawl_opts *opts, struct notice_transition *out,
    struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status =
        pawl_fire(db, &notice_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum notice_event)transition.event;
        out->from = (enum notice_state)transition.from;
        out->to = (enum notice_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status notice_create(struct pawl_db *db, const char *id, const struct notice_create_args *args,
                               const struct pawl_opts *opts, struct notice_transition *out,
                               struct pawl_error *err) {
    return fire_of_notice(db, id, NOTICE_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status notice_show(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                             struct notice_transition *out, struct pawl_error *err) {
    return fire_of_notice(db, id, NOTICE_EVENT_SHOW, NULL, opts, out, err);
}

enum pawl_status notice_move_to(struct pawl_db *db, const char *id, enum notice_state state,
                                const struct pawl_opts *opts, struct notice_transition *out,
                                struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status =
        pawl_move_to(db, &notice_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum notice_event)transition.event;
        out->from = (enum notice_state)transition.from;
        out->to = (enum notice_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status notice_create_many(struct pawl_db *db, const struct notice_create_item *items,
                                    size_t count, const struct pawl_opts *opts,
                                    struct notice_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct notice_create_item),
                             offsetof(struct notice_create_item, id), offsetof(struct notice_create_item, args),
                             offsetof(struct notice_create_item, request_id), 0};
    return pawl_fire_many(db, &notice_machine, NOTICE_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request notice_create_move(const char *id, const struct notice_create_args *args,
                                       const struct pawl_opts *opts) {
    struct pawl_request request = {&notice_machine, {id, 0}, NOTICE_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status notice_show_many(struct pawl_db *db, const struct notice_show_item *items, size_t count,
                                  const struct pawl_opts *opts, struct notice_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct notice_show_item),
                             offsetof(struct notice_show_item, id), 0,
                             offsetof(struct notice_show_item, request_id), 
                             offsetof(struct notice_show_item, expect_sort_key)};
    return pawl_fire_many(db, &notice_machine, NOTICE_EVENT_SHOW, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request notice_show_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&notice_machine, {id, 0}, NOTICE_EVENT_SHOW, NULL, opts};
    return request;
}

enum pawl_status notice_get(struct pawl_db *db, const char *id, struct notice_current *out,
                            struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_get(db, &notice_machine, key, out, err);
}

enum pawl_status notice_history(struct pawl_db *db, const char *id, struct notice_history *out,
                                struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_history(db, &notice_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct notice_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status notice_in_state(struct pawl_db *db, enum notice_state state,
                                 const struct notice_current *after, size_t limit, struct notice_page *out,
                                 struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &notice_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct notice_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status notice_not_in_state(struct pawl_db *db, enum notice_state state,
                                     const struct notice_current *after, size_t limit,
                                     struct notice_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &notice_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct notice_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status notice_last_to(struct pawl_db *db, const char *id, enum notice_state state,
                                struct notice_record *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_last_to(db, &notice_machine, key, (int)state, out, err);
}

enum pawl_status notice_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_allowed(db, &notice_machine, key, allowed, err);
}

enum pawl_status notice_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &notice_machine, counts, err);
}
