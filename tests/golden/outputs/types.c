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
    {"title", PAWL_TYPE_TEXT, offsetof(struct document_record, title)},
    {"pages", PAWL_TYPE_INT, offsetof(struct document_record, pages)},
    {"size", PAWL_TYPE_BIGINT, offsetof(struct document_record, size)},
    {"signed_by_all", PAWL_TYPE_BOOL, offsetof(struct document_record, signed_by_all)},
    {"due", PAWL_TYPE_TIMESTAMP, offsetof(struct document_record, due)},
    {"amount", PAWL_TYPE_NUMERIC, offsetof(struct document_record, amount)},
    {"number", PAWL_TYPE_UUID, offsetof(struct document_record, number)},
    {"content", PAWL_TYPE_JSON, offsetof(struct document_record, content)},
    {"image", PAWL_TYPE_BYTES, offsetof(struct document_record, image)},
    {"new_title", PAWL_TYPE_TEXT, offsetof(struct document_record, new_title)},
    {"new_pages", PAWL_TYPE_INT, offsetof(struct document_record, new_pages)},
    {"new_size", PAWL_TYPE_BIGINT, offsetof(struct document_record, new_size)},
    {"new_signed", PAWL_TYPE_BOOL, offsetof(struct document_record, new_signed)},
    {"new_due", PAWL_TYPE_TIMESTAMP, offsetof(struct document_record, new_due)},
    {"new_amount", PAWL_TYPE_NUMERIC, offsetof(struct document_record, new_amount)},
    {"new_number", PAWL_TYPE_UUID, offsetof(struct document_record, new_number)},
    {"new_content", PAWL_TYPE_JSON, offsetof(struct document_record, new_content)},
    {"new_image", PAWL_TYPE_BYTES, offsetof(struct document_record, new_image)},
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
    {"", "", "", false, false, 0, NULL, NULL, NULL},
    {"create", "create", "create", true, false, 9, params_of_document_create,
     "select public.document_create($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz 'epoch' + $6::bigint / 1000000 * interval '1 second' + $6::bigint % 1000000 * interval '1 microsecond'), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text)",
     "select * from public.document_create_many($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::boolean[], $6::timestamptz[], $7::text[]::numeric[], $8::text[]::uuid[], $9::text[]::json[], $10::bytea[], $11::text, $12::text[])"},
    {"amend", "amend", "amend", false, false, 9, params_of_document_amend,
     "select public.document_amend($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz 'epoch' + $6::bigint / 1000000 * interval '1 second' + $6::bigint % 1000000 * interval '1 microsecond'), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text, $13::integer)",
     "select * from public.document_amend_many($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::boolean[], $6::timestamptz[], $7::text[]::numeric[], $8::text[]::uuid[], $9::text[]::json[], $10::bytea[], $11::text, $12::text[], $13::integer[])"},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_document[] = {
    0, 0, /* none */
    1, 0, /* create */
    0, 1, /* amend */
};

const struct pawl_machine document_machine = {
    PAWL_ABI,
    "document",
    "document",
    "93136525d979fc00",
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
    /* postgres */
    {
        /* schema */
        "begin;\n"
        "set local client_min_messages = warning;\n"
        "set local search_path = pg_catalog, pg_temp;\n"
        "\n"
        "-- Shared by all machines --------------------------------------------------------------------------\n"
        "-- pawl_owner owns everything here and nobody logs in as it; pawl_app is what applications get.\n"
        "\n"
        "do $pawl$\n"
        "begin\n"
        "  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
        "end\n"
        "$pawl$;\n"
        "do $pawl$\n"
        "begin\n"
        "  -- roles belong to the whole cluster: another database may be creating them at this moment\n"
        "  if not exists (select from pg_roles where rolname = 'pawl_owner') then\n"
        "    begin\n"
        "      create role pawl_owner nologin;\n"
        "    exception when duplicate_object or unique_violation then null;\n"
        "    end;\n"
        "  end if;\n"
        "  if not exists (select from pg_roles where rolname = 'pawl_app') then\n"
        "    begin\n"
        "      create role pawl_app nologin;\n"
        "    exception when duplicate_object or unique_violation then null;\n"
        "    end;\n"
        "  end if;\n"
        "  -- to make what pawl_owner is to own, a login that is no superuser must be its member meanwhile\n"
        "  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);\n"
        "  if not (select rolsuper from pg_roles where rolname = current_user)\n"
        "     and not pg_has_role(current_user, 'pawl_owner', 'usage') then\n"
        "    execute format('grant pawl_owner to %I', current_user);\n"
        "    perform set_config('pawl.joined_owner', 'yes', true);\n"
        "  end if;\n"
        "end\n"
        "$pawl$;\n"
        "\n"
        "grant usage, create on schema public to pawl_owner;\n"
        "grant usage on schema public to pawl_app;\n"
        "set local role pawl_owner;\n"
        "\n"
        "-- the versions of each machine that programs may count on\n"
        "create table if not exists public.pawl_machines (\n"
        "  machine     text collate \"C\" not null,\n"
        "  fingerprint text collate \"C\" not null,\n"
        "  abi         integer not null,\n"
        "  deployed_at timestamptz not null default now(),\n"
        "  model       json, -- what pawlctl knows of it\n"
        "  primary key (machine, fingerprint)\n"
        ");\n"
        "-- what the catalog said of each object when it was deployed, '' being what all machines share\n"
        "create table if not exists public.pawl_objects (\n"
        "  machine    text collate \"C\" not null,\n"
        "  object     text collate \"C\" not null,\n"
        "  definition text collate \"C\" not null,\n"
        "  primary key (machine, object)\n"
        ");\n"
        "-- what `pawlctl repair` has changed\n"
        "create table if not exists public.pawl_repairs (\n"
        "  machine         text collate \"C\" not null,\n"
        "  entity          text collate \"C\" not null,\n"
        "  repaired_at     timestamptz not null default clock_timestamp(),\n"
        "  repaired_by     text collate \"C\" not null default session_user,\n"
        "  reason          text collate \"C\" not null,\n"
        "  before_state    text collate \"C\", -- null where there was no head\n"
        "  before_sort_key integer,\n"
        "  before_since    timestamptz,\n"
        "  after_state     text collate \"C\" not null,\n"
        "  after_sort_key  integer not null,\n"
        "  after_since     timestamptz not null,\n"
        "  primary key (machine, entity, repaired_at)\n"
        ");\n"
        "grant select on public.pawl_machines, public.pawl_objects, public.pawl_repairs to pawl_app;\n"
        "\n"
        "-- what the function of an event answers, for a refusal, too\n"
        "do $pawl$\n"
        "begin\n"
        "  if to_regtype('public.pawl_outcome') is null then\n"
        "    create type public.pawl_outcome as (\n"
        "      status     text,        -- OK, or why nothing was written: IGNORED, ILLEGAL, REFUSED, NOT_FOUND,\n"
        "                              -- EXISTS, CONFLICT, REUSED, MISUSE; ASK: libpawl asks guards in C\n"
        "      from_state text,        -- of a refusal: where the entity is\n"
        "      to_state   text,        -- null for a refusal\n"
        "      sort_key   integer,     -- of a refusal: of the last move\n"
        "      created_at timestamptz, -- of a refusal: of the last move; all four of REUSED: of the earlier one\n"
        "      guard      text,        -- of REFUSED: the guards that refused; of MISUSE: what only libpawl has\n"
        "      move       integer      -- which of the event's moves from that state, as they are tried, where\n"
        "                              -- one of them has a guard or an effect\n"
        "    );\n"
        "  end if;\n"
        "end\n"
        "$pawl$;\n"
        "\n"
        "-- No search_path of its own, which would cost each move: so every name here is written in full.\n"
        "create or replace function public.pawl_refuse_write() returns trigger\n"
        "language plpgsql\n"
        "as $pawl$\n"
        "begin\n"
        "  if current_user operator(pg_catalog.=) 'pawl_owner'::pg_catalog.name then\n"
        "    return null; -- of a trigger for each statement, nobody looks at it\n"
        "  end if;\n"
        "  raise exception '% on %.% is refused: only Pawl''s own functions write there',\n"
        "      pg_catalog.lower(tg_op), tg_table_schema, tg_table_name\n"
        "    using errcode = 'insufficient_privilege',\n"
        "          hint = 'Call the function of the event, which is named after the machine and the event.';\n"
        "end\n"
        "$pawl$;\n"
        "create or replace trigger pawl_refuse_write\n"
        "  before insert or update or delete or truncate on public.pawl_machines\n"
        "  for each statement execute function public.pawl_refuse_write();\n"
        "alter table public.pawl_machines enable always trigger pawl_refuse_write;\n"
        "create or replace trigger pawl_refuse_write\n"
        "  before insert or update or delete or truncate on public.pawl_objects\n"
        "  for each statement execute function public.pawl_refuse_write();\n"
        "alter table public.pawl_objects enable always trigger pawl_refuse_write;\n"
        "create or replace trigger pawl_refuse_write\n"
        "  before insert or update or delete or truncate on public.pawl_repairs\n"
        "  for each statement execute function public.pawl_refuse_write();\n"
        "alter table public.pawl_repairs enable always trigger pawl_refuse_write;\n"
        "\n"
        "delete from public.pawl_objects where machine = '';\n"
        "insert into public.pawl_objects (machine, object, definition)\n"
        "select '', found.object, found.definition from (\n"
        "with relation as (\n"
        "  select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name\n"
        "    from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
        "   where n.nspname = 'public' and starts_with(c.relname, 'pawl_') and c.relkind not in ('i', 'I')\n"
        "), routine as (\n"
        "  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\n"
        "   where n.nspname = 'public' and starts_with(p.proname, 'pawl_')\n"
        ")\n"
        "select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'c' then 'type' else 'relation' end\n"
        "    || ' ' || c.name as object,\n"
        "  concat_ws(chr(10),\n"
        "    'owner ' || pg_get_userbyid(c.relowner),\n"
        "    'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)\n"
        "           || case when a.is_grantable then ' with grant option' else '' end, ', '\n"
        "           order by r.rolname nulls first, a.privilege_type)\n"
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
        "    case when c.relkind = 'v' then pg_get_viewdef(c.oid) end) as definition\n"
        "  from relation c\n"
        "union all\n"
        "select 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\n"
        "    || case when i.indisvalid then '' else ' invalid' end\n"
        "  from relation c join pg_index i on i.indrelid = c.oid\n"
        "union all\n"
        "select 'trigger ' || quote_ident(t.tgname) || ' on ' || c.name, pg_get_triggerdef(t.oid)\n"
        "    || case t.tgenabled when 'O' then '' when 'D' then ' disabled' else ' enabled ' || t.tgenabled::text end\n"
        "  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\n"
        "union all\n"
        "select 'rule ' || quote_ident(w.rulename) || ' on ' || c.name, pg_get_ruledef(w.oid)\n"
        "  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> '_RETURN'\n"
        "union all\n"
        "select 'policy ' || quote_ident(o.polname) || ' on ' || c.name,\n"
        "    concat_ws(' ', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\n"
        "  from relation c join pg_policy o on o.polrelid = c.oid\n"
        "union all\n"
        "select 'function ' || p.oid::regprocedure,\n"
        "    concat_ws(chr(10), 'owner ' || pg_get_userbyid(p.proowner),\n"
        "      'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)\n"
        "           || case when a.is_grantable then ' with grant option' else '' end, ', '\n"
        "           order by r.rolname nulls first, a.privilege_type)\n"
        "      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a\n"
        "      left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\n"
        "      pg_get_functiondef(p.oid))\n"
        "  from routine p\n"
        ") found;\n"
        "\n"
        "-- document ----------------------------------------------------------------------------------------\n"
        "-- document\n"
        "\n"
        "do $pawl$\n"
        "begin\n"
        "  if exists (select from public.pawl_machines\n"
        "             where machine = 'document' and fingerprint <> '93136525d979fc00') then\n"
        "    raise exception 'machine document is deployed in another version; nothing was changed'\n"
        "      using errcode = 'PW001',\n"
        "            hint = 'Apply the SQL of the deployed version, or deploy this one to another database.';\n"
        "  end if;\n"
        "end\n"
        "$pawl$;\n"
        "\n"
        "create table if not exists public.document_current (\n"
        "  document_id text collate \"C\" primary key,\n"
        "  state text collate \"C\" not null,\n"
        "  sort_key integer not null,\n"
        "  since timestamptz not null\n"
        ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n"
        "create index if not exists document_current_state_since on public.document_current (state, since);\n"
        "\n"
        "create table if not exists public.document_transitions (\n"
        "  document_id text collate \"C\" not null,\n"
        "  sort_key integer not null,\n"
        "  event text collate \"C\" not null,\n"
        "  from_state text collate \"C\" not null,\n"
        "  to_state text collate \"C\" not null,\n"
        "  created_at timestamptz not null,\n"
        "  actor text collate \"C\" not null,\n"
        "  request_id text collate \"C\",\n"
        "  title text collate \"C\",\n"
        "  pages integer,\n"
        "  size bigint,\n"
        "  signed_by_all boolean,\n"
        "  due timestamptz,\n"
        "  amount numeric,\n"
        "  number uuid,\n"
        "  content json,\n"
        "  image bytea,\n"
        "  new_title text collate \"C\",\n"
        "  new_pages integer,\n"
        "  new_size bigint,\n"
        "  new_signed boolean,\n"
        "  new_due timestamptz,\n"
        "  new_amount numeric,\n"
        "  new_number uuid,\n"
        "  new_content json,\n"
        "  new_image bytea,\n"
        "  primary key (document_id, sort_key)\n"
        ");\n"
        "create unique index if not exists document_transitions_request\n"
        "  on public.document_transitions (document_id, request_id) where request_id is not null;\n"
        "\n"
        "create or replace view public.document_moves (event, from_state, to_state) as values\n"
        "  ('create', '', 'drafted'),\n"
        "  ('amend', 'drafted', 'drafted');\n"
        "\n"
        "create or replace view public.document_state as\n"
        "  select document_id, state, sort_key, since from public.document_current;\n"
        "\n"
        "create or replace trigger pawl_refuse_write\n"
        "  before insert or update or delete or truncate on public.document_current\n"
        "  for each statement execute function public.pawl_refuse_write();\n"
        "alter table public.document_current enable always trigger pawl_refuse_write;\n"
        "create or replace trigger pawl_refuse_write\n"
        "  before insert or update or delete or truncate on public.document_transitions\n"
        "  for each statement execute function public.pawl_refuse_write();\n"
        "alter table public.document_transitions enable always trigger pawl_refuse_write;\n"
        "grant select on public.document_current, public.document_transitions, public.document_moves, public.document_state to pawl_app;\n"
        "\n"
        "comment on table public.document_current is 'document\n"
        "One row for each: where it is.';\n"
        "comment on column public.document_current.sort_key is 'Of the last move.';\n"
        "comment on column public.document_current.since is 'When the last move was made.';\n"
        "comment on table public.document_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';\n"
        "comment on column public.document_transitions.from_state is 'Empty for a creation.';\n"
        "comment on column public.document_transitions.actor is 'Who did it: the login, where the caller named nobody.';\n"
        "comment on column public.document_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';\n"
        "comment on view public.document_state is 'Where each is, to join in queries of one''s own.';\n"
        "comment on view public.document_moves is 'How it may move; from_state is empty for a creation.';\n"
        "\n"
        "-- create\n"
        "create or replace function public.document_create(id text, title text, pages integer, size bigint, signed_by_all boolean, due timestamptz, amount numeric, number uuid, content json, image bytea, actor text default null,\n"
        "  request_id text default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "  violated text;\n"
        "begin\n"
        "  if $1 is null or $1 = '' or octet_length($1) > 1024\n"
        "     or $2 is null\n"
        "     or $3 is null\n"
        "     or $4 is null\n"
        "     or $5 is null\n"
        "     or $6 is null\n"
        "     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
        "     or $7 is null\n"
        "     or $7 in ('NaN', 'Infinity', '-Infinity')\n"
        "     or length(translate($7::text, '-.', '')) > 1000\n"
        "     or $8 is null\n"
        "     or $9 is null\n"
        "     or $10 is null\n"
        "     or $12 = '' or octet_length($12) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  loop\n"
        "    -- asked first, because a row that is written in vain costs more\n"
        "    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome\n"
        "      from public.document_current head where head.document_id = $1;\n"
        "    if found then\n"
        "      if $12 is not null then\n"
        "        select case when earlier.event = 'create'\n"
        "            and earlier.title is not distinct from $2\n"
        "            and earlier.pages is not distinct from $3\n"
        "            and earlier.size is not distinct from $4\n"
        "            and earlier.signed_by_all is not distinct from $5\n"
        "            and earlier.due is not distinct from $6\n"
        "            and earlier.amount is not distinct from $7\n"
        "            and earlier.number is not distinct from $8\n"
        "            and earlier.content::text is not distinct from $9::text\n"
        "            and earlier.image is not distinct from $10\n"
        "          then 'OK' else 'REUSED' end,\n"
        "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "          from public.document_transitions earlier where earlier.document_id = $1 and earlier.request_id = $12;\n"
        "        if found then\n"
        "          return said;\n"
        "        end if;\n"
        "      end if;\n"
        "      return outcome;\n"
        "    end if;\n"
        "    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
        "      raise exception 'could not serialize access: document was created meanwhile'\n"
        "        using errcode = 'serialization_failure';\n"
        "    end if;\n"
        "    outcome := row('OK', '', 'drafted', 10, clock_timestamp(), null, null);\n"
        "    begin\n"
        "      insert into public.document_current (document_id, state, sort_key, since)\n"
        "      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n"
        "      exit;\n"
        "    exception\n"
        "      when unique_violation then -- another session was quicker: look again\n"
        "        get stacked diagnostics violated = constraint_name;\n"
        "        if violated <> 'document_current_pkey' then\n"
        "          raise;\n"
        "        end if;\n"
        "    end;\n"
        "  end loop;\n"
        "  insert into public.document_transitions\n"
        "    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image)\n"
        "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) from public;\n"
        "grant execute on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) to pawl_app;\n"
        "comment on function public.document_create(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text) is 'create';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.document_create_many(id text[], title text[], pages integer[], size bigint[], signed_by_all boolean[], due timestamptz[], amount numeric[], number uuid[], content json[], image bytea[], actor text default null,\n"
        "  request_id text[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  outcomes public.pawl_outcome[];\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id collate \"C\") -- each entity once\n"
        "          or bool_or(given.id is null or given.id = '' or octet_length(given.id) > 1024\n"
        "            or given.v1 is null\n"
        "            or given.v2 is null\n"
        "            or given.v3 is null\n"
        "            or given.v4 is null\n"
        "            or given.v5 is null\n"
        "            or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
        "            or given.v6 is null\n"
        "            or given.v7 is null\n"
        "            or given.v8 is null\n"
        "            or given.v9 is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12)\n"
        "          with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, number))\n"
        "     or cardinality($2) <> cardinality($1)\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "     or cardinality($5) <> cardinality($1)\n"
        "     or cardinality($6) <> cardinality($1)\n"
        "     or cardinality($7) <> cardinality($1)\n"
        "     or cardinality($8) <> cardinality($1)\n"
        "     or cardinality($9) <> cardinality($1)\n"
        "     or cardinality($10) <> cardinality($1)\n"
        "     or cardinality($12) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  begin\n"
        "    with judged as materialized (\n"
        "      select found.*, case\n"
        "            when found.is_same then 'OK'\n"
        "            when found.earlier_sort_key is not null then 'REUSED'\n"
        "            when found.state is not null then 'EXISTS'\n"
        "            else 'MOVES'\n"
        "          end as verdict\n"
        "        from (\n"
        "          select given.*, head.state, head.sort_key, head.since, head.place,\n"
        "              earlier.sort_key as earlier_sort_key,\n"
        "              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,\n"
        "              earlier.created_at as earlier_created_at,\n"
        "              earlier.event = 'create'\n"
        "                and earlier.title is not distinct from given.v1\n"
        "                and earlier.pages is not distinct from given.v2\n"
        "                and earlier.size is not distinct from given.v3\n"
        "                and earlier.signed_by_all is not distinct from given.v4\n"
        "                and earlier.due is not distinct from given.v5\n"
        "                and earlier.amount is not distinct from given.v6\n"
        "                and earlier.number is not distinct from given.v7\n"
        "                and earlier.content is not distinct from given.v8\n"
        "                and earlier.image is not distinct from given.v9 as is_same,\n"
        "              'drafted'::text as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12)\n"
        "          with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from public.document_current head\n"
        "                               where head.document_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from public.document_transitions earlier\n"
        "                               where earlier.document_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      insert into public.document_current (document_id, state, sort_key, since)\n"
        "      select judged.id, judged.next_state, judged.next_sort_key, judged.now\n"
        "        from judged where judged.verdict = 'MOVES' order by judged.id collate \"C\"\n"
        "    ),\n"
        "    history as (\n"
        "      insert into public.document_transitions\n"
        "        (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image)\n"
        "      select judged.id, judged.next_sort_key, 'create', '', judged.next_state, judged.now,\n"
        "          (select coalesce($11, session_user)), judged.request_id, judged.v1, judged.v2, judged.v3, judged.v4, judged.v5, judged.v6, judged.v7, judged.v8, judged.v9\n"
        "        from judged where judged.verdict = 'MOVES'\n"
        "    )\n"
        "    select array_agg(row(case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,\n"
        "        case when judged.verdict = 'MOVES' then ''\n"
        "          when judged.earlier_sort_key is not null then judged.earlier_from_state\n"
        "          else judged.state end,\n"
        "        case when judged.verdict = 'MOVES' then judged.next_state\n"
        "          when judged.earlier_sort_key is not null then judged.earlier_to_state\n"
        "          else null end,\n"
        "        case when judged.verdict = 'MOVES' then judged.next_sort_key\n"
        "          when judged.earlier_sort_key is not null then judged.earlier_sort_key\n"
        "          else judged.sort_key end,\n"
        "        case when judged.verdict = 'MOVES' then judged.now\n"
        "          when judged.earlier_sort_key is not null then judged.earlier_created_at\n"
        "          else judged.since end,\n"
        "        null::text, null::integer\n"
        "        )::public.pawl_outcome order by judged.number) into outcomes from judged;\n"
        "    return query select * from unnest(outcomes);\n"
        "    return;\n"
        "  exception\n"
        "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n"
        "  end;\n"
        "  return query\n"
        "    with made as materialized (\n"
        "      select given.number, public.document_create(given.id, given.v1, given.v2, given.v3, given.v4, given.v5, given.v6, given.v7, given.v8, given.v9, $11, given.request_id) as outcome\n"
        "        from (select * from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12)\n"
        "          with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, number)\n"
        "          order by given.id collate \"C\") given\n"
        "    )\n"
        "    select (made.outcome).* from made order by made.number;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function public.document_create_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[]) from public;\n"
        "grant execute on function public.document_create_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[]) to pawl_app;\n"
        "\n"
        "-- amend\n"
        "create or replace function public.document_amend(id text, new_title text default null, new_pages integer default null, new_size bigint default null, new_signed boolean default null, new_due timestamptz default null, new_amount numeric default null, new_number uuid default null, new_content json default null, new_image bytea default null, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null or $1 = '' or octet_length($1) > 1024\n"
        "     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
        "     or $7 in ('NaN', 'Infinity', '-Infinity')\n"
        "     or length(translate($7::text, '-.', '')) > 1000\n"
        "     or $12 = '' or octet_length($12) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from public.document_current head where head.document_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $12 is not null then\n"
        "    select case when earlier.event = 'amend'\n"
        "        and earlier.new_title is not distinct from $2\n"
        "        and earlier.new_pages is not distinct from $3\n"
        "        and earlier.new_size is not distinct from $4\n"
        "        and earlier.new_signed is not distinct from $5\n"
        "        and earlier.new_due is not distinct from $6\n"
        "        and earlier.new_amount is not distinct from $7\n"
        "        and earlier.new_number is not distinct from $8\n"
        "        and earlier.new_content::text is not distinct from $9::text\n"
        "        and earlier.new_image is not distinct from $10\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from public.document_transitions earlier where earlier.document_id = $1 and earlier.request_id = $12;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $13 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'drafted' then 'drafted'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into public.document_transitions\n"
        "    (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
        "  values ($1, outcome.sort_key, 'amend', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($11, session_user), $12, $2, $3, $4, $5, $6, $7, $8, $9, $10);\n"
        "  update public.document_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.document_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) from public;\n"
        "grant execute on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) to pawl_app;\n"
        "comment on function public.document_amend(text, text, integer, bigint, boolean, timestamptz, numeric, uuid, json, bytea, text, text, integer) is 'amend';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.document_amend_many(id text[], new_title text[] default null, new_pages integer[] default null, new_size bigint[] default null, new_signed boolean[] default null, new_due timestamptz[] default null, new_amount numeric[] default null, new_number uuid[] default null, new_content json[] default null, new_image bytea[] default null, actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id collate \"C\") -- each entity once\n"
        "          or bool_or(given.id is null or given.id = '' or octet_length(given.id) > 1024\n"
        "            or given.v5 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13)\n"
        "          with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, number))\n"
        "     or cardinality($2) <> cardinality($1)\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "     or cardinality($5) <> cardinality($1)\n"
        "     or cardinality($6) <> cardinality($1)\n"
        "     or cardinality($7) <> cardinality($1)\n"
        "     or cardinality($8) <> cardinality($1)\n"
        "     or cardinality($9) <> cardinality($1)\n"
        "     or cardinality($10) <> cardinality($1)\n"
        "     or cardinality($12) <> cardinality($1)\n"
        "     or cardinality($13) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
        "    cross join lateral (select from public.document_current head\n"
        "                        where head.document_id = given.id for no key update) head;\n"
        "  return query\n"
        "    with judged as materialized (\n"
        "      select found.*, case\n"
        "            when found.state is null then 'NOT_FOUND'\n"
        "            when found.is_same then 'OK'\n"
        "            when found.earlier_sort_key is not null then 'REUSED'\n"
        "            when found.sort_key <> found.expected then 'CONFLICT'\n"
        "            when found.next_state is null then 'ILLEGAL'\n"
        "            else 'MOVES'\n"
        "          end as verdict\n"
        "        from (\n"
        "          select given.*, head.state, head.sort_key, head.since, head.place,\n"
        "              earlier.sort_key as earlier_sort_key,\n"
        "              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,\n"
        "              earlier.created_at as earlier_created_at,\n"
        "              earlier.event = 'amend'\n"
        "                and earlier.new_title is not distinct from given.v1\n"
        "                and earlier.new_pages is not distinct from given.v2\n"
        "                and earlier.new_size is not distinct from given.v3\n"
        "                and earlier.new_signed is not distinct from given.v4\n"
        "                and earlier.new_due is not distinct from given.v5\n"
        "                and earlier.new_amount is not distinct from given.v6\n"
        "                and earlier.new_number is not distinct from given.v7\n"
        "                and earlier.new_content is not distinct from given.v8\n"
        "                and earlier.new_image is not distinct from given.v9 as is_same,\n"
        "              case head.state\n"
        "                when 'drafted' then 'drafted'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13)\n"
        "          with ordinality given (id, v1, v2, v3, v4, v5, v6, v7, v8, v9, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from public.document_current head\n"
        "                               where head.document_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from public.document_transitions earlier\n"
        "                               where earlier.document_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update public.document_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into public.document_transitions\n"
        "        (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
        "      select judged.id, judged.next_sort_key, 'amend', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($11, session_user)), judged.request_id, judged.v1, judged.v2, judged.v3, judged.v4, judged.v5, judged.v6, judged.v7, judged.v8, judged.v9\n"
        "        from judged where judged.verdict = 'MOVES'\n"
        "    )\n"
        "    select case judged.verdict when 'MOVES' then 'OK' else judged.verdict end,\n"
        "        case when judged.verdict = 'MOVES' then judged.state\n"
        "          when judged.earlier_sort_key is not null then judged.earlier_from_state\n"
        "          else judged.state end,\n"
        "        case when judged.verdict = 'MOVES' then judged.next_state\n"
        "          when judged.earlier_sort_key is not null then judged.earlier_to_state\n"
        "          else null end,\n"
        "        case when judged.verdict = 'MOVES' then judged.next_sort_key\n"
        "          when judged.earlier_sort_key is not null then judged.earlier_sort_key\n"
        "          else judged.sort_key end,\n"
        "        case when judged.verdict = 'MOVES' then judged.now\n"
        "          when judged.earlier_sort_key is not null then judged.earlier_created_at\n"
        "          else judged.since end,\n"
        "        null::text, null::integer\n"
        "      from judged order by judged.number;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function public.document_amend_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[], integer[]) from public;\n"
        "grant execute on function public.document_amend_many(text[], text[], integer[], bigint[], boolean[], timestamptz[], numeric[], uuid[], json[], bytea[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "insert into public.pawl_machines (machine, fingerprint, abi, model)\n"
        "values ('document', '93136525d979fc00', 1, E'{\"name\":\"document\",\"label\":\"document\",\"fingerprint\":\"93136525d979fc00\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"drafted\",\"label\":\"drafted\",\"stored\":\"drafted\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"title\",\"type\":\"text\",\"optional\":false,\"column\":\"title\"},{\"name\":\"pages\",\"type\":\"int\",\"optional\":false,\"column\":\"pages\"},{\"name\":\"size\",\"type\":\"bigint\",\"optional\":false,\"column\":\"size\"},{\"name\":\"signed_by_all\",\"type\":\"bool\",\"optional\":false,\"column\":\"signed_by_all\"},{\"name\":\"due\",\"type\":\"timestamp\",\"optional\":false,\"column\":\"due\"},{\"name\":\"amount\",\"type\":\"numeric\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"number\",\"type\":\"uuid\",\"optional\":false,\"column\":\"number\"},{\"name\":\"content\",\"type\":\"json\",\"optional\":false,\"column\":\"content\"},{\"name\":\"image\",\"type\":\"bytes\",\"optional\":false,\"column\":\"image\"}],\"serialize_by\":[]},{\"name\":\"amend\",\"label\":\"amend\",\"stored\":\"amend\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"new_title\",\"type\":\"text\",\"optional\":true,\"column\":\"new_title\"},{\"name\":\"new_pages\",\"type\":\"int\",\"optional\":true,\"column\":\"new_pages\"},{\"name\":\"new_size\",\"type\":\"bigint\",\"optional\":true,\"column\":\"new_size\"},{\"name\":\"new_signed\",\"type\":\"bool\",\"optional\":true,\"column\":\"new_signed\"},{\"name\":\"new_due\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"new_due\"},{\"name\":\"new_amount\",\"type\":\"numeric\",\"optional\":true,\"column\":\"new_amount\"},{\"name\":\"new_number\",\"type\":\"uuid\",\"optional\":true,\"column\":\"new_number\"},{\"name\":\"new_content\",\"type\":\"json\",\"optional\":true,\"column\":\"new_content\"},{\"name\":\"new_image\",\"type\":\"bytes\",\"optional\":true,\"column\":\"new_image\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"title\",\"type\":\"text\"},{\"name\":\"pages\",\"type\":\"int\"},{\"name\":\"size\",\"type\":\"bigint\"},{\"name\":\"signed_by_all\",\"type\":\"bool\"},{\"name\":\"due\",\"type\":\"timestamp\"},{\"name\":\"amount\",\"type\":\"numeric\"},{\"name\":\"number\",\"type\":\"uuid\"},{\"name\":\"content\",\"type\":\"json\"},{\"name\":\"image\",\"type\":\"bytes\"},{\"name\":\"new_title\",\"type\":\"text\"},{\"name\":\"new_pages\",\"type\":\"int\"},{\"name\":\"new_size\",\"type\":\"bigint\"},{\"name\":\"new_signed\",\"type\":\"bool\"},{\"name\":\"new_due\",\"type\":\"timestamp\"},{\"name\":\"new_amount\",\"type\":\"numeric\"},{\"name\":\"new_number\",\"type\":\"uuid\"},{\"name\":\"new_content\",\"type\":\"json\"},{\"name\":\"new_image\",\"type\":\"bytes\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"amend\",\"from\":\"drafted\",\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"drafted\",\"arrow\":0},{\"event\":\"amend\",\"from\":\"drafted\",\"to\":\"drafted\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.document_current\",\"transitions\":\"public.document_transitions\",\"objects\":\"with relation as (\\\\n  select c.*, quote_ident(n.nspname) || ''.'' || quote_ident(c.relname) as name\\\\n    from pg_class c join pg_namespace n on n.oid = c.relnamespace\\\\n   where n.nspname = ''public'' and c.relname in (''document_current'', ''document_transitions'', ''document_moves'', ''document_state'')\\\\n), routine as (\\\\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\\\\n   where n.nspname = ''public'' and p.proname in (''document_create'', ''document_amend'')\\\\n)\\\\nselect case c.relkind when ''r'' then ''table'' when ''v'' then ''view'' when ''c'' then ''type'' else ''relation'' end\\\\n    || '' '' || c.name as object,\\\\n  concat_ws(chr(10),\\\\n    ''owner '' || pg_get_userbyid(c.relowner),\\\\n    ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n           || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n           order by r.rolname nulls first, a.privilege_type)\\\\n      from aclexplode(coalesce(c.relacl, acldefault(''r'', c.relowner))) a\\\\n      left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),\\\\n    ''options '' || array_to_string(c.reloptions, '', ''),\\\\n    case when c.relpersistence <> ''p'' then ''not permanent'' end,\\\\n    case when c.relrowsecurity then ''row security'' end,\\\\n    (select string_agg(''column '' || quote_ident(a.attname) || '' '' || format_type(a.atttypid, a.atttypmod)\\\\n              || coalesce('' collate '' || quote_ident(l.collname), '''')\\\\n              || case when a.attnotnull then '' not null'' else '''' end\\\\n              || coalesce('' default '' || pg_get_expr(d.adbin, d.adrelid), '''')\\\\n              || coalesce('' '' || a.attacl::text, ''''), chr(10) order by a.attnum)\\\\n       from pg_attribute a\\\\n       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\\\\n       left join pg_collation l on l.oid = a.attcollation\\\\n      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\\\\n    (select string_agg(''constraint '' || quote_ident(k.conname) || '' '' || pg_get_constraintdef(k.oid)\\\\n              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\\\\n                                                              and t.tgenabled <> ''O'')\\\\n                      then '' disabled'' else '''' end, chr(10) order by k.conname)\\\\n       from pg_constraint k where k.conrelid = c.oid and k.contype <> ''n''),\\\\n    (select string_agg(''inherited by '' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)\\\\n       from pg_inherits i where i.inhparent = c.oid),\\\\n    case when c.relkind = ''v'' then pg_get_viewdef(c.oid) end) as definition\\\\n  from relation c\\\\nunion all\\\\nselect ''index '' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\\\\n    || case when i.indisvalid then '''' else '' invalid'' end\\\\n  from relation c join pg_index i on i.indrelid = c.oid\\\\nunion all\\\\nselect ''trigger '' || quote_ident(t.tgname) || '' on '' || c.name, pg_get_triggerdef(t.oid)\\\\n    || case t.tgenabled when ''O'' then '''' when ''D'' then '' disabled'' else '' enabled '' || t.tgenabled::text end\\\\n  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\\\\nunion all\\\\nselect ''rule '' || quote_ident(w.rulename) || '' on '' || c.name, pg_get_ruledef(w.oid)\\\\n  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> ''_RETURN''\\\\nunion all\\\\nselect ''policy '' || quote_ident(o.polname) || '' on '' || c.name,\\\\n    concat_ws('' '', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\\\\n  from relation c join pg_policy o on o.polrelid = c.oid\\\\nunion all\\\\nselect ''function '' || p.oid::regprocedure,\\\\n    concat_ws(chr(10), ''owner '' || pg_get_userbyid(p.proowner),\\\\n      ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n           || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n           order by r.rolname nulls first, a.privilege_type)\\\\n      from aclexplode(coalesce(p.proacl, acldefault(''f'', p.proowner))) a\\\\n      left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\\\\n      pg_get_functiondef(p.oid))\\\\n  from routine p\",\"shared_objects\":\"with relation as (\\\\n  select c.*, quote_ident(n.nspname) || ''.'' || quote_ident(c.relname) as name\\\\n    from pg_class c join pg_namespace n on n.oid = c.relnamespace\\\\n   where n.nspname = ''public'' and starts_with(c.relname, ''pawl_'') and c.relkind not in (''i'', ''I'')\\\\n), routine as (\\\\n  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\\\\n   where n.nspname = ''public'' and starts_with(p.proname, ''pawl_'')\\\\n)\\\\nselect case c.relkind when ''r'' then ''table'' when ''v'' then ''view'' when ''c'' then ''type'' else ''relation'' end\\\\n    || '' '' || c.name as object,\\\\n  concat_ws(chr(10),\\\\n    ''owner '' || pg_get_userbyid(c.relowner),\\\\n    ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n           || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n           order by r.rolname nulls first, a.privilege_type)\\\\n      from aclexplode(coalesce(c.relacl, acldefault(''r'', c.relowner))) a\\\\n      left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),\\\\n    ''options '' || array_to_string(c.reloptions, '', ''),\\\\n    case when c.relpersistence <> ''p'' then ''not permanent'' end,\\\\n    case when c.relrowsecurity then ''row security'' end,\\\\n    (select string_agg(''column '' || quote_ident(a.attname) || '' '' || format_type(a.atttypid, a.atttypmod)\\\\n              || coalesce('' collate '' || quote_ident(l.collname), '''')\\\\n              || case when a.attnotnull then '' not null'' else '''' end\\\\n              || coalesce('' default '' || pg_get_expr(d.adbin, d.adrelid), '''')\\\\n              || coalesce('' '' || a.attacl::text, ''''), chr(10) order by a.attnum)\\\\n       from pg_attribute a\\\\n       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum\\\\n       left join pg_collation l on l.oid = a.attcollation\\\\n      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),\\\\n    (select string_agg(''constraint '' || quote_ident(k.conname) || '' '' || pg_get_constraintdef(k.oid)\\\\n              || case when exists (select from pg_trigger t where t.tgconstraint = k.oid\\\\n                                                              and t.tgenabled <> ''O'')\\\\n                      then '' disabled'' else '''' end, chr(10) order by k.conname)\\\\n       from pg_constraint k where k.conrelid = c.oid and k.contype <> ''n''),\\\\n    (select string_agg(''inherited by '' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)\\\\n       from pg_inherits i where i.inhparent = c.oid),\\\\n    case when c.relkind = ''v'' then pg_get_viewdef(c.oid) end) as definition\\\\n  from relation c\\\\nunion all\\\\nselect ''index '' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\\\\n    || case when i.indisvalid then '''' else '' invalid'' end\\\\n  from relation c join pg_index i on i.indrelid = c.oid\\\\nunion all\\\\nselect ''trigger '' || quote_ident(t.tgname) || '' on '' || c.name, pg_get_triggerdef(t.oid)\\\\n    || case t.tgenabled when ''O'' then '''' when ''D'' then '' disabled'' else '' enabled '' || t.tgenabled::text end\\\\n  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\\\\nunion all\\\\nselect ''rule '' || quote_ident(w.rulename) || '' on '' || c.name, pg_get_ruledef(w.oid)\\\\n  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> ''_RETURN''\\\\nunion all\\\\nselect ''policy '' || quote_ident(o.polname) || '' on '' || c.name,\\\\n    concat_ws('' '', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\\\\n  from relation c join pg_policy o on o.polrelid = c.oid\\\\nunion all\\\\nselect ''function '' || p.oid::regprocedure,\\\\n    concat_ws(chr(10), ''owner '' || pg_get_userbyid(p.proowner),\\\\n      ''grants '' || (select string_agg(coalesce(r.rolname, ''public'') || '' '' || lower(a.privilege_type)\\\\n           || case when a.is_grantable then '' with grant option'' else '''' end, '', ''\\\\n           order by r.rolname nulls first, a.privilege_type)\\\\n      from aclexplode(coalesce(p.proacl, acldefault(''f'', p.proowner))) a\\\\n      left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\\\\n      pg_get_functiondef(p.oid))\\\\n  from routine p\",\"statements\":{\"find_registry\":\"select 1 where to_regclass(''public.pawl_machines'') is not null\",\"fingerprints\":\"select fingerprint, (select format(''trigger %I on %s'', hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.document_current''), to_regclass(''public.document_transitions''))\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper limit 1)\\\\nfrom public.pawl_machines where machine = $1::text\",\"get\":\"select state, sort_key, since from public.document_current where document_id = $1::text\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image from public.document_transitions where document_id = $1::text order by sort_key\",\"in_state\":\"select document_id, state, sort_key, since from public.document_current\\\\nwhere state = $1::text and (since, document_id) > ((timestamptz ''epoch'' + $2::bigint / 1000000 * interval ''1 second'' + $2::bigint % 1000000 * interval ''1 microsecond''), $3::text)\\\\norder by since, document_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select document_id, state, sort_key, since from public.document_current\\\\n    where state < $1::text and (state, since, document_id) > ($2::text, (timestamptz ''epoch'' + $3::bigint / 1000000 * interval ''1 second'' + $3::bigint % 1000000 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, document_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select document_id, state, sort_key, since from public.document_current\\\\n    where (state, since, document_id) > ($5::text, (timestamptz ''epoch'' + $6::bigint / 1000000 * interval ''1 second'' + $6::bigint % 1000000 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, document_id limit $8::bigint\\\\n  ) after\\\\n) others order by state, since, document_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.document_current group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image from public.document_transitions where document_id = $1::text\\\\n  and to_state = $2::text order by sort_key desc limit 1\"},\"fire\":{\"create\":\"select public.document_create($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz ''epoch'' + $6::bigint / 1000000 * interval ''1 second'' + $6::bigint % 1000000 * interval ''1 microsecond''), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text)\",\"amend\":\"select public.document_amend($1::text, $2::text, $3::integer, $4::bigint, $5::boolean, (timestamptz ''epoch'' + $6::bigint / 1000000 * interval ''1 second'' + $6::bigint % 1000000 * interval ''1 microsecond''), $7::numeric, $8::uuid, $9::json, $10::bytea, $11::text, $12::text, $13::integer)\"}},\"diagram\":\"digraph \\\\\"document\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_document\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>document</b><!--document-->>;\\\\n    \\\\\"document.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"document.drafted\\\\\" [label=<drafted<!--document.drafted-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    {rank=same; \\\\\"document.\\\\\"; \\\\\"document.drafted\\\\\"}\\\\n    \\\\\"document.\\\\\" -> \\\\\"document.drafted\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"document.drafted\\\\\" -> \\\\\"document.drafted\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>amend<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">(begins anew)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"amend\\\\\", labeltooltip=\\\\\"amend\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td></tr></table>>;\\\\n}\\\\n\"}')\n"
        "on conflict (machine, fingerprint) do update set model = excluded.model;\n"
        "\n"
        "delete from public.pawl_objects where machine = 'document';\n"
        "insert into public.pawl_objects (machine, object, definition)\n"
        "select 'document', found.object, found.definition from (\n"
        "with relation as (\n"
        "  select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name\n"
        "    from pg_class c join pg_namespace n on n.oid = c.relnamespace\n"
        "   where n.nspname = 'public' and c.relname in ('document_current', 'document_transitions', 'document_moves', 'document_state')\n"
        "), routine as (\n"
        "  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace\n"
        "   where n.nspname = 'public' and p.proname in ('document_create', 'document_amend')\n"
        ")\n"
        "select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'c' then 'type' else 'relation' end\n"
        "    || ' ' || c.name as object,\n"
        "  concat_ws(chr(10),\n"
        "    'owner ' || pg_get_userbyid(c.relowner),\n"
        "    'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)\n"
        "           || case when a.is_grantable then ' with grant option' else '' end, ', '\n"
        "           order by r.rolname nulls first, a.privilege_type)\n"
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
        "    case when c.relkind = 'v' then pg_get_viewdef(c.oid) end) as definition\n"
        "  from relation c\n"
        "union all\n"
        "select 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)\n"
        "    || case when i.indisvalid then '' else ' invalid' end\n"
        "  from relation c join pg_index i on i.indrelid = c.oid\n"
        "union all\n"
        "select 'trigger ' || quote_ident(t.tgname) || ' on ' || c.name, pg_get_triggerdef(t.oid)\n"
        "    || case t.tgenabled when 'O' then '' when 'D' then ' disabled' else ' enabled ' || t.tgenabled::text end\n"
        "  from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal\n"
        "union all\n"
        "select 'rule ' || quote_ident(w.rulename) || ' on ' || c.name, pg_get_ruledef(w.oid)\n"
        "  from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> '_RETURN'\n"
        "union all\n"
        "select 'policy ' || quote_ident(o.polname) || ' on ' || c.name,\n"
        "    concat_ws(' ', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))\n"
        "  from relation c join pg_policy o on o.polrelid = c.oid\n"
        "union all\n"
        "select 'function ' || p.oid::regprocedure,\n"
        "    concat_ws(chr(10), 'owner ' || pg_get_userbyid(p.proowner),\n"
        "      'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)\n"
        "           || case when a.is_grantable then ' with grant option' else '' end, ', '\n"
        "           order by r.rolname nulls first, a.privilege_type)\n"
        "      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a\n"
        "      left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),\n"
        "      pg_get_functiondef(p.oid))\n"
        "  from routine p\n"
        ") found;\n"
        "\n"
        "-- Code of others must not run within moves, as the owner of these tables.\n"
        "do $pawl$\n"
        "declare\n"
        "  stranger record;\n"
        "begin\n"
        "  for stranger in\n"
        "    select own.tgrelid::regclass as relation,\n"
        "        case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end as grantee\n"
        "      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid,\n"
        "        aclexplode(relation.relacl) acl\n"
        "      where own.tgfoid = 'public.pawl_refuse_write'::regproc and acl.privilege_type = 'TRIGGER'\n"
        "        and acl.grantee <> relation.relowner\n"
        "  loop\n"
        "    execute format('revoke trigger on %s from %s cascade', stranger.relation, stranger.grantee);\n"
        "  end loop;\n"
        "  for stranger in\n"
        "    select format('trigger %I on %s', hung.tgname, hung.tgrelid::regclass) as name,\n"
        "        code.proowner::regrole as author\n"
        "      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid\n"
        "        join pg_trigger hung on hung.tgrelid = own.tgrelid and not hung.tgisinternal\n"
        "        join pg_proc code on code.oid = hung.tgfoid\n"
        "        join pg_roles author on author.oid = code.proowner\n"
        "      where own.tgfoid = 'public.pawl_refuse_write'::regproc\n"
        "        and code.proowner <> relation.relowner and not author.rolsuper\n"
        "    union all\n"
        "    select 'type public.pawl_outcome', outcome.typowner::regrole\n"
        "      from pg_type outcome join pg_class relation on relation.oid = 'public.pawl_machines'::regclass\n"
        "      where outcome.oid = 'public.pawl_outcome'::regtype and outcome.typowner <> relation.relowner\n"
        "  loop\n"
        "    raise exception '% belongs to %, whose code would run within moves; nothing was changed',\n"
        "        stranger.name, stranger.author\n"
        "      using errcode = 'PW002', hint = 'Drop it, or give it to a superuser.';\n"
        "  end loop;\n"
        "end\n"
        "$pawl$;\n"
        "\n"
        "-- what was taken on is given back\n"
        "do $pawl$\n"
        "begin\n"
        "  execute format('set local role %I', current_setting('pawl.applied_by'));\n"
        "  if current_setting('pawl.joined_owner') = 'yes' then\n"
        "    execute format('revoke pawl_owner from %I', current_user);\n"
        "  end if;\n"
        "end\n"
        "$pawl$;\n"
        "\n"
        "commit;\n",
        /* find_registry */
        "select 1 where to_regclass('public.pawl_machines') is not null",
        /* fingerprints */
        "select fingerprint, (select format('trigger %I on %s', hung.tgname, hung.tgrelid::regclass)\n"
        "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
        "     join pg_proc code on code.oid = hung.tgfoid\n"
        "     join pg_roles author on author.oid = code.proowner\n"
        "   where hung.tgrelid in (to_regclass('public.document_current'), to_regclass('public.document_transitions'))\n"
        "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
        "     and not author.rolsuper limit 1)\n"
        "from public.pawl_machines where machine = $1::text",
        /* get */
        "select state, sort_key, since from public.document_current where document_id = $1::text",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image from public.document_transitions where document_id = $1::text order by sort_key",
        /* in_state */
        "select document_id, state, sort_key, since from public.document_current\n"
        "where state = $1::text and (since, document_id) > ((timestamptz 'epoch' + $2::bigint / 1000000 * interval '1 second' + $2::bigint % 1000000 * interval '1 microsecond'), $3::text)\n"
        "order by since, document_id limit $4::bigint",
        /* not_in_state */
        "select * from (\n"
        "  select * from (\n"
        "    select document_id, state, sort_key, since from public.document_current\n"
        "    where state < $1::text and (state, since, document_id) > ($2::text, (timestamptz 'epoch' + $3::bigint / 1000000 * interval '1 second' + $3::bigint % 1000000 * interval '1 microsecond'), $4::text)\n"
        "    order by state, since, document_id limit $8::bigint\n"
        "  ) before\n"
        "  union all\n"
        "  select * from (\n"
        "    select document_id, state, sort_key, since from public.document_current\n"
        "    where (state, since, document_id) > ($5::text, (timestamptz 'epoch' + $6::bigint / 1000000 * interval '1 second' + $6::bigint % 1000000 * interval '1 microsecond'), $7::text)\n"
        "    order by state, since, document_id limit $8::bigint\n"
        "  ) after\n"
        ") others order by state, since, document_id limit $8::bigint",
        /* count_by_state */
        "select state, count(*) from public.document_current group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount::text, number::text, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount::text, new_number::text, new_content, new_image from public.document_transitions where document_id = $1::text\n"
        "  and to_state = $2::text order by sort_key desc limit 1",
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
        NULL},
    /* sqlite */
    {
        /* schema */
        "begin immediate;\n"
        "\n"
        "-- Shared by all machines --------------------------------------------------------------------------\n"
        "-- Times are microseconds since 1970-01-01 00:00 UTC; booleans are 0 and 1.\n"
        "-- only_libpawl_may_write() exists on connections of libpawl alone, and is 1 for the very row\n"
        "-- that libpawl is writing at that moment: everybody may read, nobody else may write.\n"
        "\n"
        "create table if not exists main.pawl_machines (\n"
        "  machine     text    not null,\n"
        "  fingerprint text    not null,\n"
        "  abi         integer not null,\n"
        "  deployed_at integer not null,\n"
        "  model       text, -- JSON, what pawlctl knows of it\n"
        "  primary key (machine, fingerprint)\n"
        ") without rowid;\n"
        "-- what sqlite_master said of each object when it was deployed, '' being what all machines share\n"
        "create table if not exists main.pawl_objects (\n"
        "  machine    text not null,\n"
        "  object     text not null,\n"
        "  definition text not null,\n"
        "  primary key (machine, object)\n"
        ") without rowid;\n"
        "-- what `pawlctl repair` has changed\n"
        "create table if not exists main.pawl_repairs (\n"
        "  machine         text    not null,\n"
        "  entity          text    not null,\n"
        "  repaired_at     integer not null,\n"
        "  repaired_by     text    not null,\n"
        "  reason          text    not null,\n"
        "  before_state    text, -- null where there was no head\n"
        "  before_sort_key integer,\n"
        "  before_since    integer,\n"
        "  after_state     text    not null,\n"
        "  after_sort_key  integer not null,\n"
        "  after_since     integer not null,\n"
        "  primary key (machine, entity, repaired_at)\n"
        ") without rowid;\n"
        "\n"
        "-- a machine is entered once, by the file that has just made its tables\n"
        "create trigger if not exists main.pawl_machines_insert before insert on pawl_machines\n"
        "begin\n"
        "  select raise(rollback, 'this machine is deployed already; another version cannot be laid over it: apply the file that belongs to the deployed version, or use another database')\n"
        "   where exists (select 1 from pawl_machines where machine = new.machine);\n"
        "  select raise(abort, 'pawl_machines is written by the files that pawl generates: apply the file of the machine instead')\n"
        "   where not exists (select 1 from sqlite_master\n"
        "                      where type = 'table' and name = new.machine || '_transitions');\n"
        "end;\n"
        "-- an object is entered once, before its machine is, and as sqlite_master has it\n"
        "create trigger if not exists main.pawl_objects_insert before insert on pawl_objects\n"
        "when new.definition is not (select sql from sqlite_master where type || ' ' || name = new.object)\n"
        "  or exists (select 1 from pawl_objects where machine = new.machine and object = new.object)\n"
        "  or exists (select 1 from pawl_machines where machine = new.machine)\n"
        "  or new.machine = '' and new.object not like '% pawl\\_%' escape '\\'\n"
        "  or new.machine <> '' and not exists (select 1 from sqlite_master\n"
        "                                        where name = new.machine || '_transitions')\n"
        "begin\n"
        "  select raise(abort, 'pawl_objects is written by the files that pawl generates');\n"
        "end;\n"
        "create trigger if not exists main.pawl_repairs_insert before insert on pawl_repairs\n"
        "when only_libpawl_may_write('pawl_repairs', new.machine, new.entity, new.repaired_at,\n"
        "  new.repaired_by, new.reason, new.before_state, new.before_sort_key, new.before_since,\n"
        "  new.after_state, new.after_sort_key, new.after_since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'pawl_repairs is written by pawlctl repair only');\n"
        "end;\n"
        "create trigger if not exists main.pawl_machines_update before update on pawl_machines\n"
        "begin\n"
        "  select raise(abort, 'pawl_machines is never changed: its rows say what was done');\n"
        "end;\n"
        "create trigger if not exists main.pawl_machines_delete before delete on pawl_machines\n"
        "begin\n"
        "  select raise(abort, 'pawl_machines is never changed: its rows say what was done');\n"
        "end;\n"
        "create trigger if not exists main.pawl_objects_update before update on pawl_objects\n"
        "begin\n"
        "  select raise(abort, 'pawl_objects is never changed: its rows say what was done');\n"
        "end;\n"
        "create trigger if not exists main.pawl_objects_delete before delete on pawl_objects\n"
        "begin\n"
        "  select raise(abort, 'pawl_objects is never changed: its rows say what was done');\n"
        "end;\n"
        "create trigger if not exists main.pawl_repairs_update before update on pawl_repairs\n"
        "begin\n"
        "  select raise(abort, 'pawl_repairs is never changed: its rows say what was done');\n"
        "end;\n"
        "create trigger if not exists main.pawl_repairs_delete before delete on pawl_repairs\n"
        "begin\n"
        "  select raise(abort, 'pawl_repairs is never changed: its rows say what was done');\n"
        "end;\n"
        "\n"
        "insert into main.pawl_objects (machine, object, definition)\n"
        "select '', found.object, found.definition from (\n"
        "select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
        " where sql is not null and tbl_name like 'pawl\\_%' escape '\\') found\n"
        " where not exists (select 1 from main.pawl_objects o where o.machine = '' and o.object = found.object);\n"
        "\n"
        "-- document ----------------------------------------------------------------------------------------\n"
        "-- document\n"
        "\n"
        "-- where each document is\n"
        "create table if not exists main.document_current (\n"
        "  document_id text not null primary key,\n"
        "  state text not null,\n"
        "  sort_key integer not null, -- of its last move\n"
        "  since integer not null\n"
        ") without rowid;\n"
        "create index if not exists main.document_current_state_since on document_current (state, since);\n"
        "\n"
        "-- how it got there; rows are only ever added\n"
        "create table if not exists main.document_transitions (\n"
        "  document_id text not null,\n"
        "  sort_key integer not null,\n"
        "  event text not null,\n"
        "  from_state text not null, -- '' for a creation\n"
        "  to_state text not null,\n"
        "  created_at integer not null,\n"
        "  actor text not null,\n"
        "  request_id text,\n"
        "  title text,\n"
        "  pages integer,\n"
        "  size integer,\n"
        "  signed_by_all integer,\n"
        "  due integer,\n"
        "  amount text,\n"
        "  number text,\n"
        "  content text,\n"
        "  image blob,\n"
        "  new_title text,\n"
        "  new_pages integer,\n"
        "  new_size integer,\n"
        "  new_signed integer,\n"
        "  new_due integer,\n"
        "  new_amount text,\n"
        "  new_number text,\n"
        "  new_content text,\n"
        "  new_image blob,\n"
        "  primary key (document_id, sort_key)\n"
        ") without rowid;\n"
        "create unique index if not exists main.document_transitions_request\n"
        "  on document_transitions (document_id, request_id) where request_id is not null;\n"
        "\n"
        "-- how it may move, for people and tools to read\n"
        "create view if not exists main.document_moves (event, from_state, to_state) as values\n"
        "  ('create', '', 'drafted'),\n"
        "  ('amend', 'drafted', 'drafted');\n"
        "\n"
        "-- where each is, to join in queries of one's own\n"
        "create view if not exists main.document_state as\n"
        "  select document_id, state, sort_key, since from document_current;\n"
        "\n"
        "create trigger if not exists main.document_current_insert before insert on document_current\n"
        "when only_libpawl_may_write('document_current', new.document_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'document_current is written by libpawl only: fire an event of document instead');\n"
        "end;\n"
        "create trigger if not exists main.document_current_update before update on document_current\n"
        "when new.document_id is not old.document_id\n"
        "  or only_libpawl_may_write('document_current', new.document_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'document_current is written by libpawl only: fire an event of document instead');\n"
        "end;\n"
        "create trigger if not exists main.document_current_delete before delete on document_current\n"
        "begin\n"
        "  select raise(abort, 'document_current keeps its rows: a document that has been created stays');\n"
        "end;\n"
        "create trigger if not exists main.document_transitions_insert before insert on document_transitions\n"
        "when only_libpawl_may_write('document_transitions', new.document_id, new.sort_key,\n"
        "  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id,\n"
        "  new.title, new.pages, new.size, new.signed_by_all,\n"
        "  new.due, new.amount, new.number, new.content,\n"
        "  new.image, new.new_title, new.new_pages, new.new_size,\n"
        "  new.new_signed, new.new_due, new.new_amount, new.new_number,\n"
        "  new.new_content, new.new_image) is not 1\n"
        "begin\n"
        "  select raise(abort, 'document_transitions is written by libpawl only: fire an event of document instead');\n"
        "end;\n"
        "create trigger if not exists main.document_transitions_update before update on document_transitions\n"
        "begin\n"
        "  select raise(abort, 'document_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n"
        "create trigger if not exists main.document_transitions_delete before delete on document_transitions\n"
        "begin\n"
        "  select raise(abort, 'document_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n"
        "\n"
        "insert into main.pawl_objects (machine, object, definition)\n"
        "select 'document', found.object, found.definition from (\n"
        "select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
        " where sql is not null and tbl_name in ('document_current', 'document_transitions', 'document_moves', 'document_state')) found\n"
        " where not exists (select 1 from main.pawl_machines m where m.machine = 'document');\n"
        "\n"
        "insert into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
        "select 'document', '93136525d979fc00', 1, cast(strftime('%s', 'now') as integer) * 1000000,\n"
        "  '{\"name\":\"document\",\"label\":\"document\",\"fingerprint\":\"93136525d979fc00\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"drafted\",\"label\":\"drafted\",\"stored\":\"drafted\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"title\",\"type\":\"text\",\"optional\":false,\"column\":\"title\"},{\"name\":\"pages\",\"type\":\"int\",\"optional\":false,\"column\":\"pages\"},{\"name\":\"size\",\"type\":\"bigint\",\"optional\":false,\"column\":\"size\"},{\"name\":\"signed_by_all\",\"type\":\"bool\",\"optional\":false,\"column\":\"signed_by_all\"},{\"name\":\"due\",\"type\":\"timestamp\",\"optional\":false,\"column\":\"due\"},{\"name\":\"amount\",\"type\":\"numeric\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"number\",\"type\":\"uuid\",\"optional\":false,\"column\":\"number\"},{\"name\":\"content\",\"type\":\"json\",\"optional\":false,\"column\":\"content\"},{\"name\":\"image\",\"type\":\"bytes\",\"optional\":false,\"column\":\"image\"}],\"serialize_by\":[]},{\"name\":\"amend\",\"label\":\"amend\",\"stored\":\"amend\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"new_title\",\"type\":\"text\",\"optional\":true,\"column\":\"new_title\"},{\"name\":\"new_pages\",\"type\":\"int\",\"optional\":true,\"column\":\"new_pages\"},{\"name\":\"new_size\",\"type\":\"bigint\",\"optional\":true,\"column\":\"new_size\"},{\"name\":\"new_signed\",\"type\":\"bool\",\"optional\":true,\"column\":\"new_signed\"},{\"name\":\"new_due\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"new_due\"},{\"name\":\"new_amount\",\"type\":\"numeric\",\"optional\":true,\"column\":\"new_amount\"},{\"name\":\"new_number\",\"type\":\"uuid\",\"optional\":true,\"column\":\"new_number\"},{\"name\":\"new_content\",\"type\":\"json\",\"optional\":true,\"column\":\"new_content\"},{\"name\":\"new_image\",\"type\":\"bytes\",\"optional\":true,\"column\":\"new_image\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"title\",\"type\":\"text\"},{\"name\":\"pages\",\"type\":\"int\"},{\"name\":\"size\",\"type\":\"bigint\"},{\"name\":\"signed_by_all\",\"type\":\"bool\"},{\"name\":\"due\",\"type\":\"timestamp\"},{\"name\":\"amount\",\"type\":\"numeric\"},{\"name\":\"number\",\"type\":\"uuid\"},{\"name\":\"content\",\"type\":\"json\"},{\"name\":\"image\",\"type\":\"bytes\"},{\"name\":\"new_title\",\"type\":\"text\"},{\"name\":\"new_pages\",\"type\":\"int\"},{\"name\":\"new_size\",\"type\":\"bigint\"},{\"name\":\"new_signed\",\"type\":\"bool\"},{\"name\":\"new_due\",\"type\":\"timestamp\"},{\"name\":\"new_amount\",\"type\":\"numeric\"},{\"name\":\"new_number\",\"type\":\"uuid\"},{\"name\":\"new_content\",\"type\":\"json\"},{\"name\":\"new_image\",\"type\":\"bytes\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"amend\",\"from\":\"drafted\",\"target\":\"to\",\"to\":\"drafted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"drafted\",\"arrow\":0},{\"event\":\"amend\",\"from\":\"drafted\",\"to\":\"drafted\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.document_current\",\"transitions\":\"main.document_transitions\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''document_current'', ''document_transitions'', ''document_moves'', ''document_state'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"find_registry\":\"select 1 from main.sqlite_master where type = ''table'' and name = ''pawl_machines''\",\"fingerprints\":\"select fingerprint, null\\nfrom main.pawl_machines where machine = ?1\",\"get\":\"select state, sort_key, since from main.document_current where document_id = ?1\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image from main.document_transitions where document_id = ?1 order by sort_key\",\"in_state\":\"select document_id, state, sort_key, since from main.document_current\\nwhere state = ?1 and (since, document_id) > (?2, ?3)\\norder by since, document_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select document_id, state, sort_key, since from main.document_current\\n    where state < ?1 and (state, since, document_id) > (?2, ?3, ?4)\\n    order by state, since, document_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select document_id, state, sort_key, since from main.document_current\\n    where (state, since, document_id) > (?5, ?6, ?7)\\n    order by state, since, document_id limit ?8\\n  ) after\\n) others order by state, since, document_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.document_current group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image from main.document_transitions where document_id = ?1\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image from main.document_transitions where document_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.document_current (document_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.document_current set state = ?2, sort_key = ?3, since = ?4\\nwhere document_id = ?1\",\"insert_transition\":\"insert into main.document_transitions\\n  (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)\"},\"fire\":{}},\"diagram\":\"digraph \\\"document\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_document\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>document</b><!--document-->>;\\n    \\\"document.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"document.drafted\\\" [label=<drafted<!--document.drafted-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    {rank=same; \\\"document.\\\"; \\\"document.drafted\\\"}\\n    \\\"document.\\\" -> \\\"document.drafted\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"document.drafted\\\" -> \\\"document.drafted\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>amend<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">(begins anew)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"amend\\\", labeltooltip=\\\"amend\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td></tr></table>>;\\n}\\n\"}'\n"
        " where not exists (select 1 from main.pawl_machines\n"
        "                    where machine = 'document' and fingerprint = '93136525d979fc00');\n"
        "\n"
        "commit;\n",
        /* find_registry */
        "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_machines'",
        /* fingerprints */
        "select fingerprint, null\n"
        "from main.pawl_machines where machine = ?1",
        /* get */
        "select state, sort_key, since from main.document_current where document_id = ?1",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image from main.document_transitions where document_id = ?1 order by sort_key",
        /* in_state */
        "select document_id, state, sort_key, since from main.document_current\n"
        "where state = ?1 and (since, document_id) > (?2, ?3)\n"
        "order by since, document_id limit ?4",
        /* not_in_state */
        "select * from (\n"
        "  select * from (\n"
        "    select document_id, state, sort_key, since from main.document_current\n"
        "    where state < ?1 and (state, since, document_id) > (?2, ?3, ?4)\n"
        "    order by state, since, document_id limit ?8\n"
        "  ) before\n"
        "  union all\n"
        "  select * from (\n"
        "    select document_id, state, sort_key, since from main.document_current\n"
        "    where (state, since, document_id) > (?5, ?6, ?7)\n"
        "    order by state, since, document_id limit ?8\n"
        "  ) after\n"
        ") others order by state, since, document_id limit ?8",
        /* count_by_state */
        "select state, count(*) from main.document_current group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image from main.document_transitions where document_id = ?1\n"
        "  and to_state = ?2 order by sort_key desc limit 1",
        /* find_parent */
        NULL,
        /* find_request */
        "select event, from_state, to_state, sort_key, created_at, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image from main.document_transitions where document_id = ?1 and request_id = ?2",
        /* insert_current */
        "insert into main.document_current (document_id, state, sort_key, since)\n"
        "values (?1, ?2, ?3, ?4)",
        /* update_current */
        "update main.document_current set state = ?2, sort_key = ?3, since = ?4\n"
        "where document_id = ?1",
        /* insert_transition */
        "insert into main.document_transitions\n"
        "  (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\n"
        "values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)",
        /* find_creation */
        NULL,
        /* set_mirror */
        NULL},
    0,
    0,
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
