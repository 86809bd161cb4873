/* Written by pawl from several.fsm. Do not edit: change several.fsm and run pawl again. */
#include "several.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- parcel: Parcel ------------------------------------------------------------------------------------ */

static const struct pawl_state states_of_parcel[] = {
    {"", "", "", false},
    {"announced", "announced", "Announced", false},
    {"collected", "collected", "On the first lorry", false},
    {"in_depot", "in_depot", "In the depot", false},
    {"on_tour", "on_tour", "On tour", false},
    {"at_shop", "at_shop", "Waits in a shop", false},
    {"going_back", "going_back", "On its way back", false},
    {"lost", "lost", "Lost", false},
    {"withdrawn", "withdrawn", "Never sent", true},
    {"delivered", "delivered", "Delivered", true},
    {"returned", "returned", "Back with its sender", true},
    {"written_off", "written_off", "Written off", true},
};

static const struct pawl_column columns_of_parcel[] = {
    {"weight_grams", PAWL_TYPE_INT, offsetof(struct parcel_record, weight_grams)},
};

static const struct pawl_param params_of_parcel_announce[] = {
    {"weight_grams", PAWL_TYPE_INT, true, 0, offsetof(struct parcel_announce_args, weight_grams)},
};

static const struct pawl_event events_of_parcel[] = {
    {"", "", "", false, false, 0, NULL, NULL, NULL},
    {"announce", "announce", "Sender announces it", true, false, 1, params_of_parcel_announce,
     "select depot.parcel_announce($1::bigint, $2::integer, $3::text, $4::text)",
     "select * from depot.parcel_announce_many($1::bigint[], $2::integer[], $3::text, $4::text[])"},
    {"find", "find", "Found without papers", true, false, 0, NULL,
     "select depot.parcel_find($1::bigint, $2::text, $3::text)",
     "select * from depot.parcel_find_many($1::bigint[], $2::text, $3::text[])"},
    {"return", "return", "Send it back", false, false, 0, NULL,
     "select depot.parcel_return($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_return_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"collect", "collect", "collect", false, false, 0, NULL,
     "select depot.parcel_collect($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_collect_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"withdraw", "withdraw", "withdraw", false, false, 0, NULL,
     "select depot.parcel_withdraw($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_withdraw_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"arrive", "arrive", "arrive", false, false, 0, NULL,
     "select depot.parcel_arrive($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_arrive_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"lose", "lose", "lose", false, false, 0, NULL,
     "select depot.parcel_lose($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_lose_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"scan", "scan", "scan", false, false, 0, NULL,
     "select depot.parcel_scan($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_scan_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"load", "load", "load", false, false, 0, NULL,
     "select depot.parcel_load($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_load_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"deliver", "deliver", "deliver", false, false, 0, NULL,
     "select depot.parcel_deliver($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_deliver_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"miss", "miss", "miss", false, false, 0, NULL,
     "select depot.parcel_miss($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_miss_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"refuse_it", "refuse_it", "refuse it", false, false, 0, NULL,
     "select depot.parcel_refuse_it($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_refuse_it_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"fetch", "fetch", "fetch", false, false, 0, NULL,
     "select depot.parcel_fetch($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_fetch_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"expire", "expire", "expire", false, false, 0, NULL,
     "select depot.parcel_expire($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_expire_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"hand_over", "hand_over", "hand over", false, false, 0, NULL,
     "select depot.parcel_hand_over($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_hand_over_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"find_again", "find_again", "find again", false, false, 0, NULL,
     "select depot.parcel_find_again($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_find_again_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
    {"write_off", "write_off", "write off", false, false, 0, NULL,
     "select depot.parcel_write_off($1::bigint, $2::text, $3::text, $4::integer)",
     "select * from depot.parcel_write_off_many($1::bigint[], $2::text, $3::text[], $4::integer[])"},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_parcel[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* none */
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* announce */
    3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* find */
    0, 0, 0, 6, 6, 0, 0, 0, 0, 0, 0, 0, /* return */
    0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* collect */
    0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* withdraw */
    0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* arrive */
    0, 0, 7, 7, 7, 0, 7, 0, 0, 0, 0, 0, /* lose */
    0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, /* scan */
    0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, /* load */
    0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, /* deliver */
    0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, /* miss */
    0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, /* refuse_it */
    0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, /* fetch */
    0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, /* expire */
    0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, /* hand_over */
    0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, /* find_again */
    0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, /* write_off */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_parcel[] = {
    0,
    0, /* announced */
    4, /* collected */
    0, /* in_depot */
    9, /* on_tour */
    11, /* at_shop */
    0, /* going_back */
    7, /* lost */
    5, /* withdrawn */
    0, /* delivered */
    15, /* returned */
    17, /* written_off */
};

const struct pawl_machine parcel_machine = {
    PAWL_ABI,
    "parcel",
    "Parcel",
    "b2c3b1ad683b421e",
    "parcel_current",
    "parcel_transitions",
    PAWL_TYPE_BIGINT,
    11,
    17,
    1,
    states_of_parcel,
    events_of_parcel,
    columns_of_parcel,
    next_of_parcel,
    {sizeof(struct parcel_current),
     offsetof(struct parcel_current, id),
     offsetof(struct parcel_current, state),
     offsetof(struct parcel_current, sort_key),
     offsetof(struct parcel_current, since_us),
     offsetof(struct parcel_current, stored),
     sizeof(struct parcel_record),
     offsetof(struct parcel_record, sort_key),
     offsetof(struct parcel_record, event),
     offsetof(struct parcel_record, from),
     offsetof(struct parcel_record, to),
     offsetof(struct parcel_record, created_at_us),
     offsetof(struct parcel_record, actor),
     offsetof(struct parcel_record, request_id)},
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
        "grant usage, create on schema depot to pawl_owner;\n"
        "grant usage on schema depot to pawl_app;\n"
        "grant references (number) on depot.parcels to pawl_owner;\n"
        "set local role pawl_owner;\n"
        "\n"
        "-- the versions of each machine that programs may count on\n"
        "create table if not exists public.pawl_machines (\n"
        "  machine     text collate \"C\" not null,\n"
        "  fingerprint text collate \"C\" not null,\n"
        "  abi         integer not null,\n"
        "  deployed_at timestamptz not null default now(),\n"
        "  primary key (machine, fingerprint)\n"
        ");\n"
        "grant select on public.pawl_machines to pawl_app;\n"
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
        "\n"
        "-- parcel ------------------------------------------------------------------------------------------\n"
        "-- Parcel\n"
        "-- A parcel on its way, with more states than fit side by side.\n"
        "\n"
        "do $pawl$\n"
        "begin\n"
        "  if exists (select from public.pawl_machines\n"
        "             where machine = 'parcel' and fingerprint <> 'b2c3b1ad683b421e') then\n"
        "    raise exception 'machine parcel is deployed in another version; nothing was changed'\n"
        "      using errcode = 'PW001',\n"
        "            hint = 'Apply the SQL of the deployed version, or deploy this one to another database.';\n"
        "  end if;\n"
        "end\n"
        "$pawl$;\n"
        "\n"
        "create table if not exists depot.parcel_current (\n"
        "  parcel_id bigint primary key\n"
        "    constraint parcel_current_parent references depot.parcels (number),\n"
        "  state text collate \"C\" not null,\n"
        "  sort_key integer not null,\n"
        "  since timestamptz not null\n"
        ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n"
        "create index if not exists parcel_current_state_since on depot.parcel_current (state, since);\n"
        "\n"
        "create table if not exists depot.parcel_transitions (\n"
        "  parcel_id bigint not null,\n"
        "  sort_key integer not null,\n"
        "  event text collate \"C\" not null,\n"
        "  from_state text collate \"C\" not null,\n"
        "  to_state text collate \"C\" not null,\n"
        "  created_at timestamptz not null,\n"
        "  actor text collate \"C\" not null,\n"
        "  request_id text collate \"C\",\n"
        "  weight_grams integer,\n"
        "  primary key (parcel_id, sort_key)\n"
        ");\n"
        "create unique index if not exists parcel_transitions_request\n"
        "  on depot.parcel_transitions (parcel_id, request_id) where request_id is not null;\n"
        "\n"
        "create or replace view depot.parcel_moves (event, from_state, to_state) as values\n"
        "  ('announce', '', 'announced'),\n"
        "  ('find', '', 'in_depot'),\n"
        "  ('return', 'in_depot', 'going_back'),\n"
        "  ('return', 'on_tour', 'going_back'),\n"
        "  ('collect', 'announced', 'collected'),\n"
        "  ('withdraw', 'announced', 'withdrawn'),\n"
        "  ('arrive', 'collected', 'in_depot'),\n"
        "  ('lose', 'collected', 'lost'),\n"
        "  ('lose', 'in_depot', 'lost'),\n"
        "  ('lose', 'on_tour', 'lost'),\n"
        "  ('lose', 'going_back', 'lost'),\n"
        "  ('scan', 'in_depot', 'in_depot'),\n"
        "  ('load', 'in_depot', 'on_tour'),\n"
        "  ('deliver', 'on_tour', 'delivered'),\n"
        "  ('miss', 'on_tour', 'at_shop'),\n"
        "  ('refuse_it', 'on_tour', 'going_back'),\n"
        "  ('fetch', 'at_shop', 'delivered'),\n"
        "  ('expire', 'at_shop', 'going_back'),\n"
        "  ('hand_over', 'going_back', 'returned'),\n"
        "  ('find_again', 'lost', 'in_depot'),\n"
        "  ('write_off', 'lost', 'written_off');\n"
        "\n"
        "create or replace view depot.parcel_state as\n"
        "  select parcel_id, state, sort_key, since from depot.parcel_current;\n"
        "\n"
        "create or replace trigger pawl_refuse_write\n"
        "  before insert or update or delete or truncate on depot.parcel_current\n"
        "  for each statement execute function public.pawl_refuse_write();\n"
        "alter table depot.parcel_current enable always trigger pawl_refuse_write;\n"
        "create or replace trigger pawl_refuse_write\n"
        "  before insert or update or delete or truncate on depot.parcel_transitions\n"
        "  for each statement execute function public.pawl_refuse_write();\n"
        "alter table depot.parcel_transitions enable always trigger pawl_refuse_write;\n"
        "grant select on depot.parcel_current, depot.parcel_transitions, depot.parcel_moves, depot.parcel_state to pawl_app;\n"
        "\n"
        "comment on table depot.parcel_current is 'Parcel\n"
        "A parcel on its way, with more states than fit side by side.\n"
        "One row for each: where it is.';\n"
        "comment on column depot.parcel_current.sort_key is 'Of the last move.';\n"
        "comment on column depot.parcel_current.since is 'When the last move was made.';\n"
        "comment on table depot.parcel_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';\n"
        "comment on column depot.parcel_transitions.from_state is 'Empty for a creation.';\n"
        "comment on column depot.parcel_transitions.actor is 'Who did it: the login, where the caller named nobody.';\n"
        "comment on column depot.parcel_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';\n"
        "comment on view depot.parcel_state is 'Where each is, to join in queries of one''s own.';\n"
        "comment on view depot.parcel_moves is 'How it may move; from_state is empty for a creation.';\n"
        "\n"
        "-- Sender announces it\n"
        "create or replace function depot.parcel_announce(id bigint, weight_grams integer default null, actor text default null,\n"
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
        "  if $1 is null\n"
        "     or $4 = '' or octet_length($4) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  loop\n"
        "    -- asked first, because a row that is written in vain costs more\n"
        "    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome\n"
        "      from depot.parcel_current head where head.parcel_id = $1;\n"
        "    if found then\n"
        "      if $4 is not null then\n"
        "        select case when earlier.event = 'announce'\n"
        "            and earlier.weight_grams is not distinct from $2\n"
        "          then 'OK' else 'REUSED' end,\n"
        "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "          from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $4;\n"
        "        if found then\n"
        "          return said;\n"
        "        end if;\n"
        "      end if;\n"
        "      return outcome;\n"
        "    end if;\n"
        "    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
        "      raise exception 'could not serialize access: parcel was created meanwhile'\n"
        "        using errcode = 'serialization_failure';\n"
        "    end if;\n"
        "    outcome := row('OK', '', 'announced', 10, clock_timestamp(), null, null);\n"
        "    begin\n"
        "      insert into depot.parcel_current (parcel_id, state, sort_key, since)\n"
        "      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n"
        "      exit;\n"
        "    exception\n"
        "      when unique_violation then -- another session was quicker: look again\n"
        "        get stacked diagnostics violated = constraint_name;\n"
        "        if violated <> 'parcel_current_pkey' then\n"
        "          raise;\n"
        "        end if;\n"
        "      when foreign_key_violation then\n"
        "        get stacked diagnostics violated = constraint_name;\n"
        "        if violated <> 'parcel_current_parent' then\n"
        "          raise;\n"
        "        end if;\n"
        "        return row('NOT_FOUND', null, null, null, null, null, null)::public.pawl_outcome;\n"
        "    end;\n"
        "  end loop;\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)\n"
        "  values ($1, outcome.sort_key, 'announce', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($3, session_user), $4, $2);\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_announce(bigint, integer, text, text) from public;\n"
        "grant execute on function depot.parcel_announce(bigint, integer, text, text) to pawl_app;\n"
        "comment on function depot.parcel_announce(bigint, integer, text, text) is 'Sender announces it';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_announce_many(id bigint[], weight_grams integer[] default null, actor text default null,\n"
        "  request_id text[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  outcomes public.pawl_outcome[];\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $2, $4)\n"
        "          with ordinality given (id, v1, request_id, number))\n"
        "     or cardinality($2) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
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
        "              earlier.event = 'announce'\n"
        "                and earlier.weight_grams is not distinct from given.v1 as is_same,\n"
        "              'announced'::text as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $2, $4)\n"
        "          with ordinality given (id, v1, request_id, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      insert into depot.parcel_current (parcel_id, state, sort_key, since)\n"
        "      select judged.id, judged.next_state, judged.next_sort_key, judged.now\n"
        "        from judged where judged.verdict = 'MOVES' order by judged.id\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)\n"
        "      select judged.id, judged.next_sort_key, 'announce', '', judged.next_state, judged.now,\n"
        "          (select coalesce($3, session_user)), judged.request_id, judged.v1\n"
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
        "      select given.number, depot.parcel_announce(given.id, given.v1, $3, given.request_id) as outcome\n"
        "        from (select * from unnest($1, $2, $4)\n"
        "          with ordinality given (id, v1, request_id, number)\n"
        "          order by given.id) given\n"
        "    )\n"
        "    select (made.outcome).* from made order by made.number;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_announce_many(bigint[], integer[], text, text[]) from public;\n"
        "grant execute on function depot.parcel_announce_many(bigint[], integer[], text, text[]) to pawl_app;\n"
        "\n"
        "-- Found without papers\n"
        "create or replace function depot.parcel_find(id bigint, actor text default null,\n"
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
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  loop\n"
        "    -- asked first, because a row that is written in vain costs more\n"
        "    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome\n"
        "      from depot.parcel_current head where head.parcel_id = $1;\n"
        "    if found then\n"
        "      if $3 is not null then\n"
        "        select case when earlier.event = 'find'\n"
        "          then 'OK' else 'REUSED' end,\n"
        "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "          from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "        if found then\n"
        "          return said;\n"
        "        end if;\n"
        "      end if;\n"
        "      return outcome;\n"
        "    end if;\n"
        "    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
        "      raise exception 'could not serialize access: parcel was created meanwhile'\n"
        "        using errcode = 'serialization_failure';\n"
        "    end if;\n"
        "    outcome := row('OK', '', 'in_depot', 10, clock_timestamp(), null, null);\n"
        "    begin\n"
        "      insert into depot.parcel_current (parcel_id, state, sort_key, since)\n"
        "      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n"
        "      exit;\n"
        "    exception\n"
        "      when unique_violation then -- another session was quicker: look again\n"
        "        get stacked diagnostics violated = constraint_name;\n"
        "        if violated <> 'parcel_current_pkey' then\n"
        "          raise;\n"
        "        end if;\n"
        "      when foreign_key_violation then\n"
        "        get stacked diagnostics violated = constraint_name;\n"
        "        if violated <> 'parcel_current_parent' then\n"
        "          raise;\n"
        "        end if;\n"
        "        return row('NOT_FOUND', null, null, null, null, null, null)::public.pawl_outcome;\n"
        "    end;\n"
        "  end loop;\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'find', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_find(bigint, text, text) from public;\n"
        "grant execute on function depot.parcel_find(bigint, text, text) to pawl_app;\n"
        "comment on function depot.parcel_find(bigint, text, text) is 'Found without papers';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_find_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  outcomes public.pawl_outcome[];\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3)\n"
        "          with ordinality given (id, request_id, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
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
        "              earlier.event = 'find' as is_same,\n"
        "              'in_depot'::text as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3)\n"
        "          with ordinality given (id, request_id, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      insert into depot.parcel_current (parcel_id, state, sort_key, since)\n"
        "      select judged.id, judged.next_state, judged.next_sort_key, judged.now\n"
        "        from judged where judged.verdict = 'MOVES' order by judged.id\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'find', '', judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "      select given.number, depot.parcel_find(given.id, $2, given.request_id) as outcome\n"
        "        from (select * from unnest($1, $3)\n"
        "          with ordinality given (id, request_id, number)\n"
        "          order by given.id) given\n"
        "    )\n"
        "    select (made.outcome).* from made order by made.number;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_find_many(bigint[], text, text[]) from public;\n"
        "grant execute on function depot.parcel_find_many(bigint[], text, text[]) to pawl_app;\n"
        "\n"
        "-- Send it back\n"
        "create or replace function depot.parcel_return(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'return'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'in_depot' then 'going_back'\n"
        "    when 'on_tour' then 'going_back'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'return', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_return(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_return(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_return(bigint, text, text, integer) is 'Send it back';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_return_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'return' as is_same,\n"
        "              case head.state\n"
        "                when 'in_depot' then 'going_back'\n"
        "                when 'on_tour' then 'going_back'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'return', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_return_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_return_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- collect\n"
        "create or replace function depot.parcel_collect(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'collect'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'announced' then 'collected'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'collect', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_collect(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_collect(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_collect(bigint, text, text, integer) is 'collect';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_collect_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'collect' as is_same,\n"
        "              case head.state\n"
        "                when 'announced' then 'collected'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'collect', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_collect_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_collect_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- withdraw\n"
        "create or replace function depot.parcel_withdraw(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'withdraw'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'announced' then 'withdrawn'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'withdraw', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_withdraw(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_withdraw(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_withdraw(bigint, text, text, integer) is 'withdraw';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_withdraw_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'withdraw' as is_same,\n"
        "              case head.state\n"
        "                when 'announced' then 'withdrawn'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'withdraw', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_withdraw_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_withdraw_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- arrive\n"
        "create or replace function depot.parcel_arrive(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'arrive'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'collected' then 'in_depot'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'arrive', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_arrive(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_arrive(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_arrive(bigint, text, text, integer) is 'arrive';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_arrive_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'arrive' as is_same,\n"
        "              case head.state\n"
        "                when 'collected' then 'in_depot'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'arrive', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_arrive_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_arrive_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- lose\n"
        "create or replace function depot.parcel_lose(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'lose'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'collected' then 'lost'\n"
        "    when 'in_depot' then 'lost'\n"
        "    when 'on_tour' then 'lost'\n"
        "    when 'going_back' then 'lost'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'lose', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_lose(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_lose(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_lose(bigint, text, text, integer) is 'lose';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_lose_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'lose' as is_same,\n"
        "              case head.state\n"
        "                when 'collected' then 'lost'\n"
        "                when 'in_depot' then 'lost'\n"
        "                when 'on_tour' then 'lost'\n"
        "                when 'going_back' then 'lost'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'lose', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_lose_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_lose_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- scan\n"
        "create or replace function depot.parcel_scan(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'scan'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'in_depot' then 'in_depot'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'scan', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_scan(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_scan(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_scan(bigint, text, text, integer) is 'scan';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_scan_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'scan' as is_same,\n"
        "              case head.state\n"
        "                when 'in_depot' then 'in_depot'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'scan', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_scan_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_scan_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- load\n"
        "create or replace function depot.parcel_load(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'load'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'in_depot' then 'on_tour'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'load', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_load(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_load(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_load(bigint, text, text, integer) is 'load';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_load_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'load' as is_same,\n"
        "              case head.state\n"
        "                when 'in_depot' then 'on_tour'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'load', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_load_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_load_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- deliver\n"
        "create or replace function depot.parcel_deliver(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'deliver'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'on_tour' then 'delivered'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_deliver(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_deliver(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_deliver(bigint, text, text, integer) is 'deliver';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_deliver_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'deliver' as is_same,\n"
        "              case head.state\n"
        "                when 'on_tour' then 'delivered'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'deliver', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_deliver_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_deliver_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- miss\n"
        "create or replace function depot.parcel_miss(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'miss'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'on_tour' then 'at_shop'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'miss', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_miss(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_miss(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_miss(bigint, text, text, integer) is 'miss';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_miss_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'miss' as is_same,\n"
        "              case head.state\n"
        "                when 'on_tour' then 'at_shop'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'miss', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_miss_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_miss_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- refuse it\n"
        "create or replace function depot.parcel_refuse_it(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'refuse_it'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'on_tour' then 'going_back'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'refuse_it', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_refuse_it(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_refuse_it(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_refuse_it(bigint, text, text, integer) is 'refuse it';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_refuse_it_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'refuse_it' as is_same,\n"
        "              case head.state\n"
        "                when 'on_tour' then 'going_back'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'refuse_it', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_refuse_it_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_refuse_it_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- fetch\n"
        "create or replace function depot.parcel_fetch(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'fetch'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'at_shop' then 'delivered'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'fetch', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_fetch(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_fetch(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_fetch(bigint, text, text, integer) is 'fetch';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_fetch_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'fetch' as is_same,\n"
        "              case head.state\n"
        "                when 'at_shop' then 'delivered'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'fetch', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_fetch_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_fetch_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- expire\n"
        "create or replace function depot.parcel_expire(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'expire'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'at_shop' then 'going_back'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'expire', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_expire(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_expire(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_expire(bigint, text, text, integer) is 'expire';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_expire_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'expire' as is_same,\n"
        "              case head.state\n"
        "                when 'at_shop' then 'going_back'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'expire', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_expire_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_expire_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- hand over\n"
        "create or replace function depot.parcel_hand_over(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'hand_over'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'going_back' then 'returned'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'hand_over', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_hand_over(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_hand_over(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_hand_over(bigint, text, text, integer) is 'hand over';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_hand_over_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'hand_over' as is_same,\n"
        "              case head.state\n"
        "                when 'going_back' then 'returned'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'hand_over', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_hand_over_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_hand_over_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- find again\n"
        "create or replace function depot.parcel_find_again(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'find_again'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'lost' then 'in_depot'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'find_again', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_find_again(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_find_again(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_find_again(bigint, text, text, integer) is 'find again';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_find_again_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'find_again' as is_same,\n"
        "              case head.state\n"
        "                when 'lost' then 'in_depot'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'find_again', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_find_again_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_find_again_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "-- write off\n"
        "create or replace function depot.parcel_write_off(id bigint, actor text default null,\n"
        "  request_id text default null, expect_sort_key integer default null)\n"
        "returns public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  said public.pawl_outcome;\n"
        "begin\n"
        "  if $1 is null\n"
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from depot.parcel_current head where head.parcel_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'write_off'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from depot.parcel_transitions earlier where earlier.parcel_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'lost' then 'written_off'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into depot.parcel_transitions\n"
        "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'write_off', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update depot.parcel_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.parcel_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function depot.parcel_write_off(bigint, text, text, integer) from public;\n"
        "grant execute on function depot.parcel_write_off(bigint, text, text, integer) to pawl_app;\n"
        "comment on function depot.parcel_write_off(bigint, text, text, integer) is 'write off';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function depot.parcel_write_off_many(id bigint[], actor text default null,\n"
        "  request_id text[] default null, expect_sort_key integer[] default null)\n"
        "returns setof public.pawl_outcome\n"
        "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "begin\n"
        "  if (select count(*) <> count(distinct given.id) -- each entity once\n"
        "          or bool_or(given.id is null\n"
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
        "    cross join lateral (select from depot.parcel_current head\n"
        "                        where head.parcel_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'write_off' as is_same,\n"
        "              case head.state\n"
        "                when 'lost' then 'written_off'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from depot.parcel_current head\n"
        "                               where head.parcel_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from depot.parcel_transitions earlier\n"
        "                               where earlier.parcel_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update depot.parcel_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into depot.parcel_transitions\n"
        "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'write_off', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function depot.parcel_write_off_many(bigint[], text, text[], integer[]) from public;\n"
        "grant execute on function depot.parcel_write_off_many(bigint[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "insert into public.pawl_machines (machine, fingerprint, abi)\n"
        "values ('parcel', 'b2c3b1ad683b421e', 1) on conflict do nothing;\n"
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
        "   where hung.tgrelid in (to_regclass('depot.parcel_current'), to_regclass('depot.parcel_transitions'))\n"
        "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
        "     and not author.rolsuper limit 1)\n"
        "from public.pawl_machines where machine = $1::text",
        /* get */
        "select state, sort_key, since from depot.parcel_current where parcel_id = $1::bigint",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams from depot.parcel_transitions where parcel_id = $1::bigint order by sort_key",
        /* in_state */
        "select parcel_id, state, sort_key, since from depot.parcel_current\n"
        "where state = $1::text and (since, parcel_id) > ((timestamptz 'epoch' + $2::bigint / 1000000 * interval '1 second' + $2::bigint % 1000000 * interval '1 microsecond'), $3::bigint)\n"
        "order by since, parcel_id limit $4::bigint",
        /* not_in_state */
        "select * from (\n"
        "  select * from (\n"
        "    select parcel_id, state, sort_key, since from depot.parcel_current\n"
        "    where state < $1::text and (state, since, parcel_id) > ($2::text, (timestamptz 'epoch' + $3::bigint / 1000000 * interval '1 second' + $3::bigint % 1000000 * interval '1 microsecond'), $4::bigint)\n"
        "    order by state, since, parcel_id limit $8::bigint\n"
        "  ) before\n"
        "  union all\n"
        "  select * from (\n"
        "    select parcel_id, state, sort_key, since from depot.parcel_current\n"
        "    where (state, since, parcel_id) > ($5::text, (timestamptz 'epoch' + $6::bigint / 1000000 * interval '1 second' + $6::bigint % 1000000 * interval '1 microsecond'), $7::bigint)\n"
        "    order by state, since, parcel_id limit $8::bigint\n"
        "  ) after\n"
        ") others order by state, since, parcel_id limit $8::bigint",
        /* count_by_state */
        "select state, count(*) from depot.parcel_current group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams from depot.parcel_transitions where parcel_id = $1::bigint\n"
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
        "  primary key (machine, fingerprint)\n"
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
        "create trigger if not exists main.pawl_machines_update before update on pawl_machines\n"
        "begin\n"
        "  select raise(abort, 'pawl_machines is never changed: it says what is deployed');\n"
        "end;\n"
        "create trigger if not exists main.pawl_machines_delete before delete on pawl_machines\n"
        "begin\n"
        "  select raise(abort, 'pawl_machines is never changed: it says what is deployed');\n"
        "end;\n"
        "\n"
        "-- parcel ------------------------------------------------------------------------------------------\n"
        "-- Parcel\n"
        "-- A parcel on its way, with more states than fit side by side.\n"
        "\n"
        "-- where each parcel is\n"
        "create table if not exists main.parcel_current (\n"
        "  parcel_id integer not null primary key references parcels (number),\n"
        "  state text not null,\n"
        "  sort_key integer not null, -- of its last move\n"
        "  since integer not null\n"
        ") without rowid;\n"
        "create index if not exists main.parcel_current_state_since on parcel_current (state, since);\n"
        "\n"
        "-- how it got there; rows are only ever added\n"
        "create table if not exists main.parcel_transitions (\n"
        "  parcel_id integer not null,\n"
        "  sort_key integer not null,\n"
        "  event text not null,\n"
        "  from_state text not null, -- '' for a creation\n"
        "  to_state text not null,\n"
        "  created_at integer not null,\n"
        "  actor text not null,\n"
        "  request_id text,\n"
        "  weight_grams integer,\n"
        "  primary key (parcel_id, sort_key)\n"
        ") without rowid;\n"
        "create unique index if not exists main.parcel_transitions_request\n"
        "  on parcel_transitions (parcel_id, request_id) where request_id is not null;\n"
        "\n"
        "-- how it may move, for people and tools to read\n"
        "create view if not exists main.parcel_moves (event, from_state, to_state) as values\n"
        "  ('announce', '', 'announced'),\n"
        "  ('find', '', 'in_depot'),\n"
        "  ('return', 'in_depot', 'going_back'),\n"
        "  ('return', 'on_tour', 'going_back'),\n"
        "  ('collect', 'announced', 'collected'),\n"
        "  ('withdraw', 'announced', 'withdrawn'),\n"
        "  ('arrive', 'collected', 'in_depot'),\n"
        "  ('lose', 'collected', 'lost'),\n"
        "  ('lose', 'in_depot', 'lost'),\n"
        "  ('lose', 'on_tour', 'lost'),\n"
        "  ('lose', 'going_back', 'lost'),\n"
        "  ('scan', 'in_depot', 'in_depot'),\n"
        "  ('load', 'in_depot', 'on_tour'),\n"
        "  ('deliver', 'on_tour', 'delivered'),\n"
        "  ('miss', 'on_tour', 'at_shop'),\n"
        "  ('refuse_it', 'on_tour', 'going_back'),\n"
        "  ('fetch', 'at_shop', 'delivered'),\n"
        "  ('expire', 'at_shop', 'going_back'),\n"
        "  ('hand_over', 'going_back', 'returned'),\n"
        "  ('find_again', 'lost', 'in_depot'),\n"
        "  ('write_off', 'lost', 'written_off');\n"
        "\n"
        "-- where each is, to join in queries of one's own\n"
        "create view if not exists main.parcel_state as\n"
        "  select parcel_id, state, sort_key, since from parcel_current;\n"
        "\n"
        "create trigger if not exists main.parcel_current_insert before insert on parcel_current\n"
        "when only_libpawl_may_write('parcel_current', new.parcel_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'parcel_current is written by libpawl only: fire an event of parcel instead');\n"
        "end;\n"
        "create trigger if not exists main.parcel_current_update before update on parcel_current\n"
        "when new.parcel_id is not old.parcel_id\n"
        "  or only_libpawl_may_write('parcel_current', new.parcel_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'parcel_current is written by libpawl only: fire an event of parcel instead');\n"
        "end;\n"
        "create trigger if not exists main.parcel_current_delete before delete on parcel_current\n"
        "begin\n"
        "  select raise(abort, 'parcel_current keeps its rows: a parcel that has been created stays');\n"
        "end;\n"
        "create trigger if not exists main.parcel_transitions_insert before insert on parcel_transitions\n"
        "when only_libpawl_may_write('parcel_transitions', new.parcel_id, new.sort_key,\n"
        "  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id,\n"
        "  new.weight_grams) is not 1\n"
        "begin\n"
        "  select raise(abort, 'parcel_transitions is written by libpawl only: fire an event of parcel instead');\n"
        "end;\n"
        "create trigger if not exists main.parcel_transitions_update before update on parcel_transitions\n"
        "begin\n"
        "  select raise(abort, 'parcel_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n"
        "create trigger if not exists main.parcel_transitions_delete before delete on parcel_transitions\n"
        "begin\n"
        "  select raise(abort, 'parcel_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n"
        "\n"
        "insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)\n"
        "select 'parcel', 'b2c3b1ad683b421e', 1, cast(strftime('%s', 'now') as integer) * 1000000\n"
        " where not exists (select 1 from main.pawl_machines\n"
        "                    where machine = 'parcel' and fingerprint = 'b2c3b1ad683b421e');\n"
        "\n"
        "commit;\n",
        /* find_registry */
        "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_machines'",
        /* fingerprints */
        "select fingerprint, null\n"
        "from main.pawl_machines where machine = ?1",
        /* get */
        "select state, sort_key, since from main.parcel_current where parcel_id = ?1",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams from main.parcel_transitions where parcel_id = ?1 order by sort_key",
        /* in_state */
        "select parcel_id, state, sort_key, since from main.parcel_current\n"
        "where state = ?1 and (since, parcel_id) > (?2, ?3)\n"
        "order by since, parcel_id limit ?4",
        /* not_in_state */
        "select * from (\n"
        "  select * from (\n"
        "    select parcel_id, state, sort_key, since from main.parcel_current\n"
        "    where state < ?1 and (state, since, parcel_id) > (?2, ?3, ?4)\n"
        "    order by state, since, parcel_id limit ?8\n"
        "  ) before\n"
        "  union all\n"
        "  select * from (\n"
        "    select parcel_id, state, sort_key, since from main.parcel_current\n"
        "    where (state, since, parcel_id) > (?5, ?6, ?7)\n"
        "    order by state, since, parcel_id limit ?8\n"
        "  ) after\n"
        ") others order by state, since, parcel_id limit ?8",
        /* count_by_state */
        "select state, count(*) from main.parcel_current group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams from main.parcel_transitions where parcel_id = ?1\n"
        "  and to_state = ?2 order by sort_key desc limit 1",
        /* find_parent */
        "select 1 from main.parcels where number = ?1",
        /* find_request */
        "select event, from_state, to_state, sort_key, created_at, weight_grams from main.parcel_transitions where parcel_id = ?1 and request_id = ?2",
        /* insert_current */
        "insert into main.parcel_current (parcel_id, state, sort_key, since)\n"
        "values (?1, ?2, ?3, ?4)",
        /* update_current */
        "update main.parcel_current set state = ?2, sort_key = ?3, since = ?4\n"
        "where parcel_id = ?1",
        /* insert_transition */
        "insert into main.parcel_transitions\n"
        "  (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)\n"
        "values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
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
    move_to_of_parcel,
};

const char *parcel_state_name(enum parcel_state state) {
    int number = (int)state;
    return number >= 0 && number <= 11 ? states_of_parcel[number].name : "unknown";
}

const char *parcel_event_name(enum parcel_event event) {
    int number = (int)event;
    return number >= 0 && number <= 17 ? events_of_parcel[number].name : "unknown";
}

const char *parcel_state_label(enum parcel_state state) {
    int number = (int)state;
    return number >= 0 && number <= 11 ? states_of_parcel[number].label : "unknown";
}

const char *parcel_event_label(enum parcel_event event) {
    int number = (int)event;
    return number >= 0 && number <= 17 ? events_of_parcel[number].label : "unknown";
}

enum parcel_state parcel_state_parse(const char *text) {
    return (enum parcel_state)pawl_state_parse(&parcel_machine, text);
}

enum parcel_event parcel_event_parse(const char *text) {
    return (enum parcel_event)pawl_event_parse(&parcel_machine, text);
}

enum parcel_state parcel_next(enum parcel_state state, enum parcel_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 11 && fired <= 17 ? next_of_parcel[fired * 12u + from] : 0u;
    return (enum parcel_state)to;
}

bool parcel_can(enum parcel_state state, enum parcel_event event) {
    return (int)parcel_next(state, event) != 0;
}

enum pawl_status parcel_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &parcel_machine, err);
}

static enum pawl_status fire_of_parcel(struct pawl_db *db, int64_t id, enum parcel_event event,
    const void *args, const struct pawl_opts *opts, struct parcel_transition *out,
    struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status =
        pawl_fire(db, &parcel_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum parcel_event)transition.event;
        out->from = (enum parcel_state)transition.from;
        out->to = (enum parcel_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status parcel_announce(struct pawl_db *db, int64_t id, const struct parcel_announce_args *args,
                                 const struct pawl_opts *opts, struct parcel_transition *out,
                                 struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_ANNOUNCE, args, opts, out, err);
}

enum pawl_status parcel_find(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_FIND, NULL, opts, out, err);
}

enum pawl_status parcel_return(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_RETURN, NULL, opts, out, err);
}

enum pawl_status parcel_collect(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_COLLECT, NULL, opts, out, err);
}

enum pawl_status parcel_withdraw(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                 struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_WITHDRAW, NULL, opts, out, err);
}

enum pawl_status parcel_arrive(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_ARRIVE, NULL, opts, out, err);
}

enum pawl_status parcel_lose(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_LOSE, NULL, opts, out, err);
}

enum pawl_status parcel_scan(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_SCAN, NULL, opts, out, err);
}

enum pawl_status parcel_load(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_LOAD, NULL, opts, out, err);
}

enum pawl_status parcel_deliver(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_DELIVER, NULL, opts, out, err);
}

enum pawl_status parcel_miss(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_MISS, NULL, opts, out, err);
}

enum pawl_status parcel_refuse_it(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                  struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_REFUSE_IT, NULL, opts, out, err);
}

enum pawl_status parcel_fetch(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                              struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_FETCH, NULL, opts, out, err);
}

enum pawl_status parcel_expire(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_EXPIRE, NULL, opts, out, err);
}

enum pawl_status parcel_hand_over(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                  struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_HAND_OVER, NULL, opts, out, err);
}

enum pawl_status parcel_find_again(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                   struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_FIND_AGAIN, NULL, opts, out, err);
}

enum pawl_status parcel_write_off(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                  struct parcel_transition *out, struct pawl_error *err) {
    return fire_of_parcel(db, id, PARCEL_EVENT_WRITE_OFF, NULL, opts, out, err);
}

enum pawl_status parcel_move_to(struct pawl_db *db, int64_t id, enum parcel_state state,
                                const struct pawl_opts *opts, struct parcel_transition *out,
                                struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status =
        pawl_move_to(db, &parcel_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum parcel_event)transition.event;
        out->from = (enum parcel_state)transition.from;
        out->to = (enum parcel_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status parcel_announce_many(struct pawl_db *db, const struct parcel_announce_item *items,
                                      size_t count, const struct pawl_opts *opts,
                                      struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_announce_item),
                             offsetof(struct parcel_announce_item, id), offsetof(struct parcel_announce_item, args),
                             offsetof(struct parcel_announce_item, request_id), 0};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_ANNOUNCE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_find_many(struct pawl_db *db, const struct parcel_find_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_find_item),
                             offsetof(struct parcel_find_item, id), 0,
                             offsetof(struct parcel_find_item, request_id), 0};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_FIND, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_return_many(struct pawl_db *db, const struct parcel_return_item *items,
                                    size_t count, const struct pawl_opts *opts,
                                    struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_return_item),
                             offsetof(struct parcel_return_item, id), 0,
                             offsetof(struct parcel_return_item, request_id), 
                             offsetof(struct parcel_return_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_RETURN, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_collect_many(struct pawl_db *db, const struct parcel_collect_item *items,
                                     size_t count, const struct pawl_opts *opts,
                                     struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_collect_item),
                             offsetof(struct parcel_collect_item, id), 0,
                             offsetof(struct parcel_collect_item, request_id), 
                             offsetof(struct parcel_collect_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_COLLECT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_withdraw_many(struct pawl_db *db, const struct parcel_withdraw_item *items,
                                      size_t count, const struct pawl_opts *opts,
                                      struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_withdraw_item),
                             offsetof(struct parcel_withdraw_item, id), 0,
                             offsetof(struct parcel_withdraw_item, request_id), 
                             offsetof(struct parcel_withdraw_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_WITHDRAW, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_arrive_many(struct pawl_db *db, const struct parcel_arrive_item *items,
                                    size_t count, const struct pawl_opts *opts,
                                    struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_arrive_item),
                             offsetof(struct parcel_arrive_item, id), 0,
                             offsetof(struct parcel_arrive_item, request_id), 
                             offsetof(struct parcel_arrive_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_ARRIVE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_lose_many(struct pawl_db *db, const struct parcel_lose_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_lose_item),
                             offsetof(struct parcel_lose_item, id), 0,
                             offsetof(struct parcel_lose_item, request_id), 
                             offsetof(struct parcel_lose_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_LOSE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_scan_many(struct pawl_db *db, const struct parcel_scan_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_scan_item),
                             offsetof(struct parcel_scan_item, id), 0,
                             offsetof(struct parcel_scan_item, request_id), 
                             offsetof(struct parcel_scan_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_SCAN, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_load_many(struct pawl_db *db, const struct parcel_load_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_load_item),
                             offsetof(struct parcel_load_item, id), 0,
                             offsetof(struct parcel_load_item, request_id), 
                             offsetof(struct parcel_load_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_LOAD, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_deliver_many(struct pawl_db *db, const struct parcel_deliver_item *items,
                                     size_t count, const struct pawl_opts *opts,
                                     struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_deliver_item),
                             offsetof(struct parcel_deliver_item, id), 0,
                             offsetof(struct parcel_deliver_item, request_id), 
                             offsetof(struct parcel_deliver_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_DELIVER, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_miss_many(struct pawl_db *db, const struct parcel_miss_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_miss_item),
                             offsetof(struct parcel_miss_item, id), 0,
                             offsetof(struct parcel_miss_item, request_id), 
                             offsetof(struct parcel_miss_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_MISS, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_refuse_it_many(struct pawl_db *db, const struct parcel_refuse_it_item *items,
                                       size_t count, const struct pawl_opts *opts,
                                       struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_refuse_it_item),
                             offsetof(struct parcel_refuse_it_item, id), 0,
                             offsetof(struct parcel_refuse_it_item, request_id), 
                             offsetof(struct parcel_refuse_it_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_REFUSE_IT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_fetch_many(struct pawl_db *db, const struct parcel_fetch_item *items, size_t count,
                                   const struct pawl_opts *opts, struct parcel_result *results,
                                   struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_fetch_item),
                             offsetof(struct parcel_fetch_item, id), 0,
                             offsetof(struct parcel_fetch_item, request_id), 
                             offsetof(struct parcel_fetch_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_FETCH, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_expire_many(struct pawl_db *db, const struct parcel_expire_item *items,
                                    size_t count, const struct pawl_opts *opts,
                                    struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_expire_item),
                             offsetof(struct parcel_expire_item, id), 0,
                             offsetof(struct parcel_expire_item, request_id), 
                             offsetof(struct parcel_expire_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_EXPIRE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_hand_over_many(struct pawl_db *db, const struct parcel_hand_over_item *items,
                                       size_t count, const struct pawl_opts *opts,
                                       struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_hand_over_item),
                             offsetof(struct parcel_hand_over_item, id), 0,
                             offsetof(struct parcel_hand_over_item, request_id), 
                             offsetof(struct parcel_hand_over_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_HAND_OVER, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_find_again_many(struct pawl_db *db, const struct parcel_find_again_item *items,
                                        size_t count, const struct pawl_opts *opts,
                                        struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_find_again_item),
                             offsetof(struct parcel_find_again_item, id), 0,
                             offsetof(struct parcel_find_again_item, request_id), 
                             offsetof(struct parcel_find_again_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_FIND_AGAIN, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_write_off_many(struct pawl_db *db, const struct parcel_write_off_item *items,
                                       size_t count, const struct pawl_opts *opts,
                                       struct parcel_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_write_off_item),
                             offsetof(struct parcel_write_off_item, id), 0,
                             offsetof(struct parcel_write_off_item, request_id), 
                             offsetof(struct parcel_write_off_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_WRITE_OFF, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status parcel_get(struct pawl_db *db, int64_t id, struct parcel_current *out,
                            struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_get(db, &parcel_machine, key, out, err);
}

enum pawl_status parcel_history(struct pawl_db *db, int64_t id, struct parcel_history *out,
                                struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_history(db, &parcel_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct parcel_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status parcel_in_state(struct pawl_db *db, enum parcel_state state,
                                 const struct parcel_current *after, size_t limit, struct parcel_page *out,
                                 struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &parcel_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct parcel_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status parcel_not_in_state(struct pawl_db *db, enum parcel_state state,
                                     const struct parcel_current *after, size_t limit,
                                     struct parcel_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &parcel_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct parcel_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status parcel_last_to(struct pawl_db *db, int64_t id, enum parcel_state state,
                                struct parcel_record *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_last_to(db, &parcel_machine, key, (int)state, out, err);
}

enum pawl_status parcel_allowed(struct pawl_db *db, int64_t id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_allowed(db, &parcel_machine, key, allowed, err);
}

enum pawl_status parcel_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &parcel_machine, counts, err);
}

/* ---- lamp: lamp ---------------------------------------------------------------------------------------- */

static const struct pawl_state states_of_lamp[] = {
    {"", "", "", false},
    {"off", "off", "off", false},
    {"on", "on", "on", false},
};

static const struct pawl_event events_of_lamp[] = {
    {"", "", "", false, false, 0, NULL, NULL, NULL},
    {"create", "create", "create", true, false, 0, NULL,
     "select public.lamp_create($1::text, $2::text, $3::text)",
     "select * from public.lamp_create_many($1::text[], $2::text, $3::text[])"},
    {"press", "press", "press", false, false, 0, NULL,
     "select public.lamp_press($1::text, $2::text, $3::text, $4::integer)",
     "select * from public.lamp_press_many($1::text[], $2::text, $3::text[], $4::integer[])"},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_lamp[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    0, 2, 1, /* press */
};

const struct pawl_machine lamp_machine = {
    PAWL_ABI,
    "lamp",
    "lamp",
    "cdeb19242a5a5834",
    "lamp_current",
    "lamp_transitions",
    PAWL_TYPE_TEXT,
    2,
    2,
    0,
    states_of_lamp,
    events_of_lamp,
    NULL,
    next_of_lamp,
    {sizeof(struct lamp_current),
     offsetof(struct lamp_current, id),
     offsetof(struct lamp_current, state),
     offsetof(struct lamp_current, sort_key),
     offsetof(struct lamp_current, since_us),
     offsetof(struct lamp_current, stored),
     sizeof(struct lamp_record),
     offsetof(struct lamp_record, sort_key),
     offsetof(struct lamp_record, event),
     offsetof(struct lamp_record, from),
     offsetof(struct lamp_record, to),
     offsetof(struct lamp_record, created_at_us),
     offsetof(struct lamp_record, actor),
     offsetof(struct lamp_record, request_id)},
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
        "  primary key (machine, fingerprint)\n"
        ");\n"
        "grant select on public.pawl_machines to pawl_app;\n"
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
        "\n"
        "-- lamp --------------------------------------------------------------------------------------------\n"
        "-- lamp\n"
        "\n"
        "do $pawl$\n"
        "begin\n"
        "  if exists (select from public.pawl_machines\n"
        "             where machine = 'lamp' and fingerprint <> 'cdeb19242a5a5834') then\n"
        "    raise exception 'machine lamp is deployed in another version; nothing was changed'\n"
        "      using errcode = 'PW001',\n"
        "            hint = 'Apply the SQL of the deployed version, or deploy this one to another database.';\n"
        "  end if;\n"
        "end\n"
        "$pawl$;\n"
        "\n"
        "create table if not exists public.lamp_current (\n"
        "  lamp_id text collate \"C\" primary key,\n"
        "  state text collate \"C\" not null,\n"
        "  sort_key integer not null,\n"
        "  since timestamptz not null\n"
        ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n"
        "create index if not exists lamp_current_state_since on public.lamp_current (state, since);\n"
        "\n"
        "create table if not exists public.lamp_transitions (\n"
        "  lamp_id text collate \"C\" not null,\n"
        "  sort_key integer not null,\n"
        "  event text collate \"C\" not null,\n"
        "  from_state text collate \"C\" not null,\n"
        "  to_state text collate \"C\" not null,\n"
        "  created_at timestamptz not null,\n"
        "  actor text collate \"C\" not null,\n"
        "  request_id text collate \"C\",\n"
        "  primary key (lamp_id, sort_key)\n"
        ");\n"
        "create unique index if not exists lamp_transitions_request\n"
        "  on public.lamp_transitions (lamp_id, request_id) where request_id is not null;\n"
        "\n"
        "create or replace view public.lamp_moves (event, from_state, to_state) as values\n"
        "  ('create', '', 'off'),\n"
        "  ('press', 'off', 'on'),\n"
        "  ('press', 'on', 'off');\n"
        "\n"
        "create or replace view public.lamp_state as\n"
        "  select lamp_id, state, sort_key, since from public.lamp_current;\n"
        "\n"
        "create or replace trigger pawl_refuse_write\n"
        "  before insert or update or delete or truncate on public.lamp_current\n"
        "  for each statement execute function public.pawl_refuse_write();\n"
        "alter table public.lamp_current enable always trigger pawl_refuse_write;\n"
        "create or replace trigger pawl_refuse_write\n"
        "  before insert or update or delete or truncate on public.lamp_transitions\n"
        "  for each statement execute function public.pawl_refuse_write();\n"
        "alter table public.lamp_transitions enable always trigger pawl_refuse_write;\n"
        "grant select on public.lamp_current, public.lamp_transitions, public.lamp_moves, public.lamp_state to pawl_app;\n"
        "\n"
        "comment on table public.lamp_current is 'lamp\n"
        "One row for each: where it is.';\n"
        "comment on column public.lamp_current.sort_key is 'Of the last move.';\n"
        "comment on column public.lamp_current.since is 'When the last move was made.';\n"
        "comment on table public.lamp_transitions is 'Every move ever made, in the order of sort_key. Rows are only added.';\n"
        "comment on column public.lamp_transitions.from_state is 'Empty for a creation.';\n"
        "comment on column public.lamp_transitions.actor is 'Who did it: the login, where the caller named nobody.';\n"
        "comment on column public.lamp_transitions.request_id is 'What the caller named this request, so that it happens once however often it is sent.';\n"
        "comment on view public.lamp_state is 'Where each is, to join in queries of one''s own.';\n"
        "comment on view public.lamp_moves is 'How it may move; from_state is empty for a creation.';\n"
        "\n"
        "-- create\n"
        "create or replace function public.lamp_create(id text, actor text default null,\n"
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
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  loop\n"
        "    -- asked first, because a row that is written in vain costs more\n"
        "    select 'EXISTS', head.state, null, head.sort_key, head.since, null, null into outcome\n"
        "      from public.lamp_current head where head.lamp_id = $1;\n"
        "    if found then\n"
        "      if $3 is not null then\n"
        "        select case when earlier.event = 'create'\n"
        "          then 'OK' else 'REUSED' end,\n"
        "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "          from public.lamp_transitions earlier where earlier.lamp_id = $1 and earlier.request_id = $3;\n"
        "        if found then\n"
        "          return said;\n"
        "        end if;\n"
        "      end if;\n"
        "      return outcome;\n"
        "    end if;\n"
        "    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
        "      raise exception 'could not serialize access: lamp was created meanwhile'\n"
        "        using errcode = 'serialization_failure';\n"
        "    end if;\n"
        "    outcome := row('OK', '', 'off', 10, clock_timestamp(), null, null);\n"
        "    begin\n"
        "      insert into public.lamp_current (lamp_id, state, sort_key, since)\n"
        "      values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n"
        "      exit;\n"
        "    exception\n"
        "      when unique_violation then -- another session was quicker: look again\n"
        "        get stacked diagnostics violated = constraint_name;\n"
        "        if violated <> 'lamp_current_pkey' then\n"
        "          raise;\n"
        "        end if;\n"
        "    end;\n"
        "  end loop;\n"
        "  insert into public.lamp_transitions\n"
        "    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function public.lamp_create(text, text, text) from public;\n"
        "grant execute on function public.lamp_create(text, text, text) to pawl_app;\n"
        "comment on function public.lamp_create(text, text, text) is 'create';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.lamp_create_many(id text[], actor text default null,\n"
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
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3)\n"
        "          with ordinality given (id, request_id, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
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
        "              earlier.event = 'create' as is_same,\n"
        "              'off'::text as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3)\n"
        "          with ordinality given (id, request_id, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from public.lamp_current head\n"
        "                               where head.lamp_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from public.lamp_transitions earlier\n"
        "                               where earlier.lamp_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      insert into public.lamp_current (lamp_id, state, sort_key, since)\n"
        "      select judged.id, judged.next_state, judged.next_sort_key, judged.now\n"
        "        from judged where judged.verdict = 'MOVES' order by judged.id collate \"C\"\n"
        "    ),\n"
        "    history as (\n"
        "      insert into public.lamp_transitions\n"
        "        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'create', '', judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "      select given.number, public.lamp_create(given.id, $2, given.request_id) as outcome\n"
        "        from (select * from unnest($1, $3)\n"
        "          with ordinality given (id, request_id, number)\n"
        "          order by given.id collate \"C\") given\n"
        "    )\n"
        "    select (made.outcome).* from made order by made.number;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function public.lamp_create_many(text[], text, text[]) from public;\n"
        "grant execute on function public.lamp_create_many(text[], text, text[]) to pawl_app;\n"
        "\n"
        "-- press\n"
        "create or replace function public.lamp_press(id text, actor text default null,\n"
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
        "     or $3 = '' or octet_length($3) > 255 then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
        "  select head.state, head.sort_key, head.since\n"
        "    into outcome.from_state, outcome.sort_key, outcome.created_at\n"
        "    from public.lamp_current head where head.lamp_id = $1 for no key update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  if $3 is not null then\n"
        "    select case when earlier.event = 'press'\n"
        "      then 'OK' else 'REUSED' end,\n"
        "      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null into said\n"
        "      from public.lamp_transitions earlier where earlier.lamp_id = $1 and earlier.request_id = $3;\n"
        "    if found then\n"
        "      return said;\n"
        "    end if;\n"
        "  end if;\n"
        "  if outcome.sort_key <> $4 then\n"
        "    outcome.status := 'CONFLICT';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.to_state := case outcome.from_state\n"
        "    when 'off' then 'on'\n"
        "    when 'on' then 'off'\n"
        "  end;\n"
        "  if outcome.to_state is null then\n"
        "    outcome.status := 'ILLEGAL';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  outcome.sort_key := outcome.sort_key + 10;\n"
        "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
        "  insert into public.lamp_transitions\n"
        "    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "  values ($1, outcome.sort_key, 'press', outcome.from_state, outcome.to_state, outcome.created_at,\n"
        "    coalesce($2, session_user), $3);\n"
        "  update public.lamp_current head\n"
        "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
        "    where head.lamp_id = $1;\n"
        "  outcome.status := 'OK';\n"
        "  return outcome;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function public.lamp_press(text, text, text, integer) from public;\n"
        "grant execute on function public.lamp_press(text, text, text, integer) to pawl_app;\n"
        "comment on function public.lamp_press(text, text, text, integer) is 'press';\n"
        "\n"
        "-- The same for many at once: arrays of one length, an answer for each in their order.\n"
        "create or replace function public.lamp_press_many(id text[], actor text default null,\n"
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
        "            or given.request_id = '' or octet_length(given.request_id) > 255)\n"
        "        from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number))\n"
        "     or cardinality($3) <> cardinality($1)\n"
        "     or cardinality($4) <> cardinality($1)\n"
        "  then\n"
        "    outcome.status := 'MISUSE';\n"
        "    return query select (outcome).* from unnest($1);\n"
        "    return;\n"
        "  end if;\n"
        "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
        "  perform from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
        "    cross join lateral (select from public.lamp_current head\n"
        "                        where head.lamp_id = given.id for no key update) head;\n"
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
        "              earlier.event = 'press' as is_same,\n"
        "              case head.state\n"
        "                when 'off' then 'on'\n"
        "                when 'on' then 'off'\n"
        "              end as next_state,\n"
        "              coalesce(head.sort_key, 0) + 10 as next_sort_key,\n"
        "              greatest(clock_timestamp(), head.since) as now\n"
        "            from unnest($1, $3, $4)\n"
        "          with ordinality given (id, request_id, expected, number)\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from public.lamp_current head\n"
        "                               where head.lamp_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from public.lamp_transitions earlier\n"
        "                               where earlier.lamp_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n"
        "        ) found\n"
        "    ),\n"
        "    heads as (\n"
        "      update public.lamp_current head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n"
        "    history as (\n"
        "      insert into public.lamp_transitions\n"
        "        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "      select judged.id, judged.next_sort_key, 'press', judged.state, judged.next_state, judged.now,\n"
        "          (select coalesce($2, session_user)), judged.request_id\n"
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
        "revoke all on function public.lamp_press_many(text[], text, text[], integer[]) from public;\n"
        "grant execute on function public.lamp_press_many(text[], text, text[], integer[]) to pawl_app;\n"
        "\n"
        "insert into public.pawl_machines (machine, fingerprint, abi)\n"
        "values ('lamp', 'cdeb19242a5a5834', 1) on conflict do nothing;\n"
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
        "   where hung.tgrelid in (to_regclass('public.lamp_current'), to_regclass('public.lamp_transitions'))\n"
        "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
        "     and not author.rolsuper limit 1)\n"
        "from public.pawl_machines where machine = $1::text",
        /* get */
        "select state, sort_key, since from public.lamp_current where lamp_id = $1::text",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id from public.lamp_transitions where lamp_id = $1::text order by sort_key",
        /* in_state */
        "select lamp_id, state, sort_key, since from public.lamp_current\n"
        "where state = $1::text and (since, lamp_id) > ((timestamptz 'epoch' + $2::bigint / 1000000 * interval '1 second' + $2::bigint % 1000000 * interval '1 microsecond'), $3::text)\n"
        "order by since, lamp_id limit $4::bigint",
        /* not_in_state */
        "select * from (\n"
        "  select * from (\n"
        "    select lamp_id, state, sort_key, since from public.lamp_current\n"
        "    where state < $1::text and (state, since, lamp_id) > ($2::text, (timestamptz 'epoch' + $3::bigint / 1000000 * interval '1 second' + $3::bigint % 1000000 * interval '1 microsecond'), $4::text)\n"
        "    order by state, since, lamp_id limit $8::bigint\n"
        "  ) before\n"
        "  union all\n"
        "  select * from (\n"
        "    select lamp_id, state, sort_key, since from public.lamp_current\n"
        "    where (state, since, lamp_id) > ($5::text, (timestamptz 'epoch' + $6::bigint / 1000000 * interval '1 second' + $6::bigint % 1000000 * interval '1 microsecond'), $7::text)\n"
        "    order by state, since, lamp_id limit $8::bigint\n"
        "  ) after\n"
        ") others order by state, since, lamp_id limit $8::bigint",
        /* count_by_state */
        "select state, count(*) from public.lamp_current group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id from public.lamp_transitions where lamp_id = $1::text\n"
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
        "  primary key (machine, fingerprint)\n"
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
        "create trigger if not exists main.pawl_machines_update before update on pawl_machines\n"
        "begin\n"
        "  select raise(abort, 'pawl_machines is never changed: it says what is deployed');\n"
        "end;\n"
        "create trigger if not exists main.pawl_machines_delete before delete on pawl_machines\n"
        "begin\n"
        "  select raise(abort, 'pawl_machines is never changed: it says what is deployed');\n"
        "end;\n"
        "\n"
        "-- lamp --------------------------------------------------------------------------------------------\n"
        "-- lamp\n"
        "\n"
        "-- where each lamp is\n"
        "create table if not exists main.lamp_current (\n"
        "  lamp_id text not null primary key,\n"
        "  state text not null,\n"
        "  sort_key integer not null, -- of its last move\n"
        "  since integer not null\n"
        ") without rowid;\n"
        "create index if not exists main.lamp_current_state_since on lamp_current (state, since);\n"
        "\n"
        "-- how it got there; rows are only ever added\n"
        "create table if not exists main.lamp_transitions (\n"
        "  lamp_id text not null,\n"
        "  sort_key integer not null,\n"
        "  event text not null,\n"
        "  from_state text not null, -- '' for a creation\n"
        "  to_state text not null,\n"
        "  created_at integer not null,\n"
        "  actor text not null,\n"
        "  request_id text,\n"
        "  primary key (lamp_id, sort_key)\n"
        ") without rowid;\n"
        "create unique index if not exists main.lamp_transitions_request\n"
        "  on lamp_transitions (lamp_id, request_id) where request_id is not null;\n"
        "\n"
        "-- how it may move, for people and tools to read\n"
        "create view if not exists main.lamp_moves (event, from_state, to_state) as values\n"
        "  ('create', '', 'off'),\n"
        "  ('press', 'off', 'on'),\n"
        "  ('press', 'on', 'off');\n"
        "\n"
        "-- where each is, to join in queries of one's own\n"
        "create view if not exists main.lamp_state as\n"
        "  select lamp_id, state, sort_key, since from lamp_current;\n"
        "\n"
        "create trigger if not exists main.lamp_current_insert before insert on lamp_current\n"
        "when only_libpawl_may_write('lamp_current', new.lamp_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'lamp_current is written by libpawl only: fire an event of lamp instead');\n"
        "end;\n"
        "create trigger if not exists main.lamp_current_update before update on lamp_current\n"
        "when new.lamp_id is not old.lamp_id\n"
        "  or only_libpawl_may_write('lamp_current', new.lamp_id, new.state, new.sort_key, new.since) is not 1\n"
        "begin\n"
        "  select raise(abort, 'lamp_current is written by libpawl only: fire an event of lamp instead');\n"
        "end;\n"
        "create trigger if not exists main.lamp_current_delete before delete on lamp_current\n"
        "begin\n"
        "  select raise(abort, 'lamp_current keeps its rows: a lamp that has been created stays');\n"
        "end;\n"
        "create trigger if not exists main.lamp_transitions_insert before insert on lamp_transitions\n"
        "when only_libpawl_may_write('lamp_transitions', new.lamp_id, new.sort_key,\n"
        "  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id) is not 1\n"
        "begin\n"
        "  select raise(abort, 'lamp_transitions is written by libpawl only: fire an event of lamp instead');\n"
        "end;\n"
        "create trigger if not exists main.lamp_transitions_update before update on lamp_transitions\n"
        "begin\n"
        "  select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n"
        "create trigger if not exists main.lamp_transitions_delete before delete on lamp_transitions\n"
        "begin\n"
        "  select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted');\n"
        "end;\n"
        "\n"
        "insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)\n"
        "select 'lamp', 'cdeb19242a5a5834', 1, cast(strftime('%s', 'now') as integer) * 1000000\n"
        " where not exists (select 1 from main.pawl_machines\n"
        "                    where machine = 'lamp' and fingerprint = 'cdeb19242a5a5834');\n"
        "\n"
        "commit;\n",
        /* find_registry */
        "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_machines'",
        /* fingerprints */
        "select fingerprint, null\n"
        "from main.pawl_machines where machine = ?1",
        /* get */
        "select state, sort_key, since from main.lamp_current where lamp_id = ?1",
        /* history */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id from main.lamp_transitions where lamp_id = ?1 order by sort_key",
        /* in_state */
        "select lamp_id, state, sort_key, since from main.lamp_current\n"
        "where state = ?1 and (since, lamp_id) > (?2, ?3)\n"
        "order by since, lamp_id limit ?4",
        /* not_in_state */
        "select * from (\n"
        "  select * from (\n"
        "    select lamp_id, state, sort_key, since from main.lamp_current\n"
        "    where state < ?1 and (state, since, lamp_id) > (?2, ?3, ?4)\n"
        "    order by state, since, lamp_id limit ?8\n"
        "  ) before\n"
        "  union all\n"
        "  select * from (\n"
        "    select lamp_id, state, sort_key, since from main.lamp_current\n"
        "    where (state, since, lamp_id) > (?5, ?6, ?7)\n"
        "    order by state, since, lamp_id limit ?8\n"
        "  ) after\n"
        ") others order by state, since, lamp_id limit ?8",
        /* count_by_state */
        "select state, count(*) from main.lamp_current group by state",
        /* last_to */
        "select sort_key, event, from_state, to_state, created_at, actor, request_id from main.lamp_transitions where lamp_id = ?1\n"
        "  and to_state = ?2 order by sort_key desc limit 1",
        /* find_parent */
        NULL,
        /* find_request */
        "select event, from_state, to_state, sort_key, created_at from main.lamp_transitions where lamp_id = ?1 and request_id = ?2",
        /* insert_current */
        "insert into main.lamp_current (lamp_id, state, sort_key, since)\n"
        "values (?1, ?2, ?3, ?4)",
        /* update_current */
        "update main.lamp_current set state = ?2, sort_key = ?3, since = ?4\n"
        "where lamp_id = ?1",
        /* insert_transition */
        "insert into main.lamp_transitions\n"
        "  (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
        "values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
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
};

const char *lamp_state_name(enum lamp_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_lamp[number].name : "unknown";
}

const char *lamp_event_name(enum lamp_event event) {
    int number = (int)event;
    return number >= 0 && number <= 2 ? events_of_lamp[number].name : "unknown";
}

const char *lamp_state_label(enum lamp_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_lamp[number].label : "unknown";
}

const char *lamp_event_label(enum lamp_event event) {
    int number = (int)event;
    return number >= 0 && number <= 2 ? events_of_lamp[number].label : "unknown";
}

enum lamp_state lamp_state_parse(const char *text) {
    return (enum lamp_state)pawl_state_parse(&lamp_machine, text);
}

enum lamp_event lamp_event_parse(const char *text) {
    return (enum lamp_event)pawl_event_parse(&lamp_machine, text);
}

enum lamp_state lamp_next(enum lamp_state state, enum lamp_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 2 && fired <= 2 ? next_of_lamp[fired * 3u + from] : 0u;
    return (enum lamp_state)to;
}

bool lamp_can(enum lamp_state state, enum lamp_event event) {
    return (int)lamp_next(state, event) != 0;
}

enum pawl_status lamp_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &lamp_machine, err);
}

static enum pawl_status fire_of_lamp(struct pawl_db *db, const char *id, enum lamp_event event,
    const void *args, const struct pawl_opts *opts, struct lamp_transition *out,
    struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status =
        pawl_fire(db, &lamp_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum lamp_event)transition.event;
        out->from = (enum lamp_state)transition.from;
        out->to = (enum lamp_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status lamp_create(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                             struct lamp_transition *out, struct pawl_error *err) {
    return fire_of_lamp(db, id, LAMP_EVENT_CREATE, NULL, opts, out, err);
}

enum pawl_status lamp_press(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                            struct lamp_transition *out, struct pawl_error *err) {
    return fire_of_lamp(db, id, LAMP_EVENT_PRESS, NULL, opts, out, err);
}

enum pawl_status lamp_create_many(struct pawl_db *db, const struct lamp_create_item *items, size_t count,
                                  const struct pawl_opts *opts, struct lamp_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct lamp_create_item),
                             offsetof(struct lamp_create_item, id), 0,
                             offsetof(struct lamp_create_item, request_id), 0};
    return pawl_fire_many(db, &lamp_machine, LAMP_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status lamp_press_many(struct pawl_db *db, const struct lamp_press_item *items, size_t count,
                                 const struct pawl_opts *opts, struct lamp_result *results,
                                 struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct lamp_press_item),
                             offsetof(struct lamp_press_item, id), 0,
                             offsetof(struct lamp_press_item, request_id), 
                             offsetof(struct lamp_press_item, expect_sort_key)};
    return pawl_fire_many(db, &lamp_machine, LAMP_EVENT_PRESS, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

enum pawl_status lamp_get(struct pawl_db *db, const char *id, struct lamp_current *out,
                          struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_get(db, &lamp_machine, key, out, err);
}

enum pawl_status lamp_history(struct pawl_db *db, const char *id, struct lamp_history *out,
                              struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_history(db, &lamp_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct lamp_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status lamp_in_state(struct pawl_db *db, enum lamp_state state, const struct lamp_current *after,
                               size_t limit, struct lamp_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &lamp_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct lamp_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status lamp_not_in_state(struct pawl_db *db, enum lamp_state state,
                                   const struct lamp_current *after, size_t limit, struct lamp_page *out,
                                   struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &lamp_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct lamp_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status lamp_last_to(struct pawl_db *db, const char *id, enum lamp_state state,
                              struct lamp_record *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_last_to(db, &lamp_machine, key, (int)state, out, err);
}

enum pawl_status lamp_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_allowed(db, &lamp_machine, key, allowed, err);
}

enum pawl_status lamp_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &lamp_machine, counts, err);
}
