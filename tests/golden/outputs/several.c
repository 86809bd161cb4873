/* Written by pawl from several.fsm. Do not edit: change several.fsm and run pawl again. */
#include "several.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- parcel: Parcel ---------------------------------------------------------------------------------------------- */

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
    {"weight_grams", PAWL_TYPE_INT, offsetof(struct parcel_record, weight_grams), false},
};

static const struct pawl_param params_of_parcel_announce[] = {
    {"weight_grams", PAWL_TYPE_INT, true, 0, offsetof(struct parcel_announce_args, weight_grams)},
};

static const struct pawl_event events_of_parcel[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"announce", "announce", "Sender announces it", true, false, false, 1, params_of_parcel_announce},
    {"find", "find", "Found without papers", true, false, false, 0, NULL},
    {"return", "return", "Send it back", false, false, false, 0, NULL},
    {"collect", "collect", "collect", false, false, false, 0, NULL},
    {"withdraw", "withdraw", "withdraw", false, false, false, 0, NULL},
    {"arrive", "arrive", "arrive", false, false, false, 0, NULL},
    {"lose", "lose", "lose", false, false, false, 0, NULL},
    {"scan", "scan", "scan", false, false, false, 0, NULL},
    {"load", "load", "load", false, false, false, 0, NULL},
    {"deliver", "deliver", "deliver", false, false, false, 0, NULL},
    {"miss", "miss", "miss", false, false, false, 0, NULL},
    {"refuse_it", "refuse_it", "refuse it", false, false, false, 0, NULL},
    {"fetch", "fetch", "fetch", false, false, false, 0, NULL},
    {"expire", "expire", "expire", false, false, false, 0, NULL},
    {"hand_over", "hand_over", "hand over", false, false, false, 0, NULL},
    {"find_again", "find_again", "find again", false, false, false, 0, NULL},
    {"write_off", "write_off", "write off", false, false, false, 0, NULL},
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

static const char *const postgres_fire_of_parcel[] = {
    NULL,
    "select depot.parcel_announce($1::bigint, $2::integer, $3::text, $4::text) where depot.parcel_model_2_b2c3b1ad683b421e()", /* announce */
    "select depot.parcel_find($1::bigint, $2::text, $3::text) where depot.parcel_model_2_b2c3b1ad683b421e()", /* find */
    "select depot.parcel_return($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* return */
    "select depot.parcel_collect($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* collect */
    "select depot.parcel_withdraw($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* withdraw */
    "select depot.parcel_arrive($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* arrive */
    "select depot.parcel_lose($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* lose */
    "select depot.parcel_scan($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* scan */
    "select depot.parcel_load($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* load */
    "select depot.parcel_deliver($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* deliver */
    "select depot.parcel_miss($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* miss */
    "select depot.parcel_refuse_it($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* refuse_it */
    "select depot.parcel_fetch($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* fetch */
    "select depot.parcel_expire($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* expire */
    "select depot.parcel_hand_over($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* hand_over */
    "select depot.parcel_find_again($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* find_again */
    "select depot.parcel_write_off($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()", /* write_off */
};

static const char *const postgres_fire_many_of_parcel[] = {
    NULL,
    "select * from depot.parcel_announce_many($1::bigint[], $2::integer[], $3::text, $4::text[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* announce */
    "select * from depot.parcel_find_many($1::bigint[], $2::text, $3::text[], coalesce(null::text[]/*, $4::text[]*/), coalesce(/*$5::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* find */
    "select * from depot.parcel_return_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* return */
    "select * from depot.parcel_collect_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* collect */
    "select * from depot.parcel_withdraw_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* withdraw */
    "select * from depot.parcel_arrive_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* arrive */
    "select * from depot.parcel_lose_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* lose */
    "select * from depot.parcel_scan_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* scan */
    "select * from depot.parcel_load_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* load */
    "select * from depot.parcel_deliver_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* deliver */
    "select * from depot.parcel_miss_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* miss */
    "select * from depot.parcel_refuse_it_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* refuse_it */
    "select * from depot.parcel_fetch_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* fetch */
    "select * from depot.parcel_expire_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* expire */
    "select * from depot.parcel_hand_over_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* hand_over */
    "select * from depot.parcel_find_again_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* find_again */
    "select * from depot.parcel_write_off_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where depot.parcel_model_2_b2c3b1ad683b421e()", /* write_off */
};

static const struct pawl_statements postgres_of_parcel = {
    "begin;\nset local client_min_messages = warning;\nset local search_path = pg_catalog, pg_temp;\n"
    "set local standard_conforming_strings = on;\n\n-- It stands on what all machines and flows share.\ndo $pawl$\n"
    "declare\n  present integer;\nbegin\n  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
    "  if to_regclass('public.pawl_schema') is not null then\n"
    "    present := (select known.version from public.pawl_schema known);\n"
    "    -- what is called below is whose this is\n"
    "    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry\n"
    "        where registry.oid = 'public.pawl_schema'::regclass) then\n"
    "      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'\n"
    "        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '\n"
    "          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';\n    end if;\n  end if;\n"
    "  if present > 3 then\n"
    "    raise exception 'this database has version % of Pawl''s schema, and this file is for version 3; nothing was changed',\n"
    "        present\n"
    "      using errcode = 'PW006', hint = 'Update pawl, pawlctl and libpawl: the database is newer.';\n"
    "  elsif present is distinct from 3 then\n"
    "    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed'\n"
    "      using errcode = 'PW006', hint = 'Apply pawl.postgres.sql first, or let pawlctl apply do both.';\n"
    "  end if;\nend\n$pawl$;\n\n"
    "-- What whoever applies this must be able to grant; all that he may not is told together.\ndo $pawl$\ndeclare\n"
    "  lacking text;\nbegin\n"
    "  select format('grant %s on %s to %I with grant option', string_agg(format('%s (%s)', needed.right_on, needed.of_column), ', '),\n"
    "      'depot.parcels', current_user) into lacking\n"
    "    from (values ('references', 'number')) needed (right_on, of_column)\n"
    "    where not has_column_privilege('depot.parcels', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')\n"
    "      and not has_column_privilege('pawl_owner', 'depot.parcels', (parse_ident(needed.of_column))[1], needed.right_on)\n"
    "    having count(*) > 0;\n  if not has_schema_privilege('depot', 'create with grant option')\n"
    "     and not has_schema_privilege('pawl_owner', 'depot', 'create') then\n"
    "    lacking := concat_ws('; ', format('grant usage, create on schema %s to %I with grant option', 'depot', current_user), lacking);\n"
    "  end if;\n  if lacking is not null then\n"
    "    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'parcel'\n"
    "      using errcode = 'insufficient_privilege', hint = lacking;\n  end if;\nend\n$pawl$;\n"
    "grant usage, create on schema depot to pawl_owner;\ngrant usage on schema depot to pawl_app, pawl_operator;\n"
    "grant references (number) on depot.parcels to pawl_owner;\n"
    "-- To make what pawl_owner is to own, a login that is no superuser must be its member meanwhile.\ndo $pawl$\n"
    "begin\n"
    "  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);\n"
    "  if not (select rolsuper from pg_roles where rolname = current_user)\n"
    "     and not pg_has_role(current_user, 'pawl_owner', 'usage') then\n    begin\n"
    "      execute format('grant pawl_owner to %I', current_user);\n"
    "    exception when insufficient_privilege then -- since 16 it takes more than to be one that may create roles\n"
    "      raise exception 'the login % may not become pawl_owner meanwhile; nothing was changed', current_user\n"
    "        using errcode = 'insufficient_privilege', hint = 'deploy as a superuser, or with a login for deployments: '\n"
    "          'create role deployer login createrole; grant usage, create on schema public to deployer with grant option'\n"
    "          || case when current_setting('server_version_num')::integer < 160000 then ''\n"
    "            else '; grant pawl_owner to deployer with admin option' end;\n    end;\n"
    "    perform set_config('pawl.joined_owner', 'yes', true);\n  end if;\nend\n$pawl$;\nset local role pawl_owner;\n"
    "\n-- parcel ------------------------------------------------------------------------------------------\n\n"
    "call public.pawl_refuse_entities_on_nodes('parcel'::text, 'depot.parcels'::text);\n"
    "call public.pawl_begin_machine('parcel'::text, 'b2c3b1ad683b421e'::text, 'depot'::text,\n"
    "  '{parcel_current,parcel_transitions,parcel_moves,parcel_state,parcel_current_state_since,parcel_transitions_request}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('depot'::text, '{parcel_model_2_b2c3b1ad683b421e,parcel_is_free,parcel_announce,parcel_announce_many,parcel_find,parcel_find_many,parcel_return,parcel_return_many,parcel_collect,parcel_collect_many,parcel_withdraw,parcel_withdraw_many,parcel_arrive,parcel_arrive_many,parcel_lose,parcel_lose_many,parcel_scan,parcel_scan_many,parcel_load,parcel_load_many,parcel_deliver,parcel_deliver_many,parcel_miss,parcel_miss_many,parcel_refuse_it,parcel_refuse_it_many,parcel_fetch,parcel_fetch_many,parcel_expire,parcel_expire_many,parcel_hand_over,parcel_hand_over_many,parcel_find_again,parcel_find_again_many,parcel_write_off,parcel_write_off_many,parcel_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('parcel'::text, 'b2c3b1ad683b421e'::text, 2::integer, 'depot'::text);\n"
    "call public.pawl_refuse_key_type('parcel'::text, 'depot.parcels'::text, 'number'::text, 'bigint'::text);\n"
    "create table if not exists depot.parcel_current (\n  parcel_id bigint primary key\n"
    "    constraint parcel_current_parent references depot.parcels (number),\n  state text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists depot.parcel_transitions (\n  parcel_id bigint not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  weight_grams integer,\n  primary key (parcel_id, sort_key)\n);\ndo $pawl$\n"
    "begin\n  if to_regclass('depot.parcel_current_state_since') is null then\n"
    "    create index parcel_current_state_since on depot.parcel_current (state, since);\n  end if;\n"
    "  if to_regclass('depot.parcel_transitions_request') is null then\n"
    "    create unique index parcel_transitions_request on depot.parcel_transitions (parcel_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view depot.parcel_moves as select * from (values\n  ('announce', '', 'announced'),\n"
    "  ('find', '', 'in_depot'),\n  ('return', 'in_depot', 'going_back'),\n  ('return', 'on_tour', 'going_back'),\n"
    "  ('collect', 'announced', 'collected'),\n  ('withdraw', 'announced', 'withdrawn'),\n"
    "  ('arrive', 'collected', 'in_depot'),\n  ('lose', 'collected', 'lost'),\n  ('lose', 'in_depot', 'lost'),\n"
    "  ('lose', 'on_tour', 'lost'),\n  ('lose', 'going_back', 'lost'),\n  ('scan', 'in_depot', 'in_depot'),\n"
    "  ('load', 'in_depot', 'on_tour'),\n  ('deliver', 'on_tour', 'delivered'),\n  ('miss', 'on_tour', 'at_shop'),\n"
    "  ('refuse_it', 'on_tour', 'going_back'),\n  ('fetch', 'at_shop', 'delivered'),\n"
    "  ('expire', 'at_shop', 'going_back'),\n  ('hand_over', 'going_back', 'returned'),\n"
    "  ('find_again', 'lost', 'in_depot'),\n  ('write_off', 'lost', 'written_off')\n"
    ") move (event, from_state, to_state);\n\ncreate or replace view depot.parcel_state as\n"
    "  select parcel_id, state, sort_key, since from depot.parcel_current;\n\n"
    "call public.pawl_refuse_writes_to(array['depot.parcel_current', 'depot.parcel_transitions']::regclass[]);\n"
    "grant select on depot.parcel_current, depot.parcel_transitions, depot.parcel_moves, depot.parcel_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('parcel'::text, 'depot.parcel_current'::text);\n"
    "call public.pawl_add_is_free('parcel'::text, 'depot'::text);\n\n"
    "comment on table depot.parcel_current is 'Parcel\nA parcel on its way, with more states than fit side by side.\n"
    "One row for each: where it is.';\n"
    "call public.pawl_describe('depot'::text, 'parcel'::text, 'parcel_transitions'::text);\n\n"
    "create or replace function depot.parcel_announce(id bigint, weight_grams integer default null, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null\n"
    "     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n    return outcome;\n"
    "  end if;\n  lock table only depot.parcel_current in row share mode; -- a later freeze or migration waits\n"
    "  loop\n    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join depot.parcel_current head on head.parcel_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $4 is not null then\n"
    "        select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $4;\n"
    "        if found then\n          return row(case when earlier.event = 'announce'\n"
    "              and earlier.weight_grams is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: parcel was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'announced', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into depot.parcel_current (parcel_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n        if violated <> 'parcel_current_pkey' then\n"
    "          raise;\n        end if;\n      when foreign_key_violation then\n"
    "        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'parcel_current_parent' then\n          raise;\n        end if;\n"
    "        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into depot.parcels first, with that key as number')::public.pawl_outcome;\n"
    "    end;\n    outcome := null;\n  end loop;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)\n"
    "  values ($1, outcome.sort_key, 'announce', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_announce(bigint, integer, text, text) is 'Sender announces it';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_announce_many(bigint[], integer[], text, text[])$pawl$)) then\n"
    "    drop function depot.parcel_announce_many(bigint[], integer[], text, text[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_announce_many(id bigint[], weight_grams integer[] default null, actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  begin\n    if not repeats then\n      with judged as materialized (\n"
    "        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "              when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "                or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "              when not (earlier.said is null) then 'SAID'\n"
    "              when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "              when head.state is not null then 'EXISTS'\n              else 'OK'\n            end as verdict\n"
    "          from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number)\n"
    "            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since\n"
    "                from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "            left join lateral (select row(case when earlier.event = 'announce'\n"
    "                and earlier.weight_grams is not distinct from given.v1 then 'OK' else 'REUSED' end,\n"
    "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "      ), heads as (\n        insert into depot.parcel_current (parcel_id, state, sort_key, since)\n"
    "        select judged.id, 'announced', 10, judged.moment\n"
    "          from judged where judged.verdict = 'OK' order by judged.id\n      ), history as (\n"
    "        insert into depot.parcel_transitions\n"
    "          (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)\n"
    "        select given.id, 10, 'announce', '', 'announced', given.moment,\n"
    "            coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1\n"
    "          from judged given where given.verdict = 'OK'\n      )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', '', 'announced', 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'announce' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  exception\n"
    "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n  end;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, depot.parcel_announce(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_find(id bigint, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null\n"
    "     or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n    return outcome;\n"
    "  end if;\n  lock table only depot.parcel_current in row share mode; -- a later freeze or migration waits\n"
    "  loop\n    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join depot.parcel_current head on head.parcel_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $3 is not null then\n"
    "        select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "        if found then\n          return row(case when earlier.event = 'find' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: parcel was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'in_depot', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into depot.parcel_current (parcel_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n        if violated <> 'parcel_current_pkey' then\n"
    "          raise;\n        end if;\n      when foreign_key_violation then\n"
    "        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'parcel_current_parent' then\n          raise;\n        end if;\n"
    "        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into depot.parcels first, with that key as number')::public.pawl_outcome;\n"
    "    end;\n    outcome := null;\n  end loop;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'find', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_find(bigint, text, text) is 'Found without papers';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_find_many(bigint[], text, text[])$pawl$)) then\n"
    "    drop function depot.parcel_find_many(bigint[], text, text[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_find_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $5 is not true\n     or cardinality($1) <> any (array[cardinality($3), cardinality($4)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  begin\n    if not repeats then\n      with judged as materialized (\n"
    "        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "              when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "                or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "              when not (earlier.said is null) then 'SAID'\n"
    "              when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "              when head.state is not null then 'EXISTS'\n              else 'OK'\n            end as verdict\n"
    "          from unnest($1, $3, $4) with ordinality given (id, request_id, own_actor, number)\n"
    "            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since\n"
    "                from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "            left join lateral (select row(case when earlier.event = 'find' then 'OK' else 'REUSED' end,\n"
    "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "      ), heads as (\n        insert into depot.parcel_current (parcel_id, state, sort_key, since)\n"
    "        select judged.id, 'in_depot', 10, judged.moment\n"
    "          from judged where judged.verdict = 'OK' order by judged.id\n      ), history as (\n"
    "        insert into depot.parcel_transitions\n"
    "          (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "        select given.id, 10, 'find', '', 'in_depot', given.moment,\n"
    "            coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "          from judged given where given.verdict = 'OK'\n      )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', '', 'in_depot', 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'find' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  exception\n"
    "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n  end;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, depot.parcel_find(given.id, coalesce(given.own_actor, $2), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $3, $4) with ordinality given (id, request_id, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_return(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('in_depot', 'going_back'), ('on_tour', 'going_back')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('in_depot', 'going_back'), ('on_tour', 'going_back')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'return' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'in_depot' then 'going_back'\n      when 'on_tour' then 'going_back'\n    end;\n"
    "    if outcome.to_state is null then\n      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'return' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'return', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_return(bigint, text, text, integer) is 'Send it back';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_return_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_return_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_return_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'in_depot' then 'going_back'\n                when 'on_tour' then 'going_back'\n"
    "              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'return', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_return_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'in_depot' then 'going_back'\n            when 'on_tour' then 'going_back'\n"
    "          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'return' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'in_depot' then 'going_back'\n"
    "              when 'on_tour' then 'going_back'\n            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'return', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'return' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'in_depot' then 'going_back'\n            when 'on_tour' then 'going_back'\n"
    "          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'return' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'return', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'return' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_return(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_collect(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('announced', 'collected')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('announced', 'collected')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'collect' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'announced' then 'collected'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'collect' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'collect', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_collect(bigint, text, text, integer) is 'collect';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_collect_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_collect_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_collect_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'announced' then 'collected'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'collect', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_collect_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'announced' then 'collected'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'collect' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'announced' then 'collected'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'collect', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'collect' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'announced' then 'collected'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'collect' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'collect', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'collect' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_collect(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_withdraw(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('announced', 'withdrawn')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('announced', 'withdrawn')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'withdraw' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'announced' then 'withdrawn'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'withdraw' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'withdraw', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_withdraw(bigint, text, text, integer) is 'withdraw';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_withdraw_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_withdraw_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_withdraw_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'announced' then 'withdrawn'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'withdraw', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_withdraw_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'announced' then 'withdrawn'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'withdraw' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'announced' then 'withdrawn'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'withdraw', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'withdraw' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'announced' then 'withdrawn'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'withdraw' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'withdraw', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'withdraw' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_withdraw(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_arrive(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('collected', 'in_depot')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('collected', 'in_depot')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'arrive' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'collected' then 'in_depot'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'arrive' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'arrive', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_arrive(bigint, text, text, integer) is 'arrive';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_arrive_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_arrive_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_arrive_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'collected' then 'in_depot'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'arrive', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_arrive_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'collected' then 'in_depot'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'arrive' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'collected' then 'in_depot'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'arrive', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'arrive' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'collected' then 'in_depot'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'arrive' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'arrive', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'arrive' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_arrive(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_lose(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('collected', 'lost'), ('in_depot', 'lost'), ('on_tour', 'lost'), ('going_back', 'lost')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('collected', 'lost'), ('in_depot', 'lost'), ('on_tour', 'lost'), ('going_back', 'lost')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'lose' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'collected' then 'lost'\n      when 'in_depot' then 'lost'\n      when 'on_tour' then 'lost'\n"
    "      when 'going_back' then 'lost'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'lose' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'lose', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_lose(bigint, text, text, integer) is 'lose';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_lose_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_lose_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_lose_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'collected' then 'lost'\n                when 'in_depot' then 'lost'\n"
    "                when 'on_tour' then 'lost'\n                when 'going_back' then 'lost'\n"
    "              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'lose', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_lose_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'collected' then 'lost'\n            when 'in_depot' then 'lost'\n"
    "            when 'on_tour' then 'lost'\n            when 'going_back' then 'lost'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'lose' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'collected' then 'lost'\n"
    "              when 'in_depot' then 'lost'\n              when 'on_tour' then 'lost'\n"
    "              when 'going_back' then 'lost'\n            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'lose', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'lose' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'collected' then 'lost'\n            when 'in_depot' then 'lost'\n"
    "            when 'on_tour' then 'lost'\n            when 'going_back' then 'lost'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'lose' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'lose', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'lose' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_lose(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_scan(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('in_depot', 'in_depot')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('in_depot', 'in_depot')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'scan' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'in_depot' then 'in_depot'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'scan' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'scan', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_scan(bigint, text, text, integer) is 'scan';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_scan_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_scan_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_scan_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'in_depot' then 'in_depot'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'scan', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_scan_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'in_depot' then 'in_depot'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'scan' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'in_depot' then 'in_depot'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'scan', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'scan' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'in_depot' then 'in_depot'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'scan' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'scan', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'scan' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_scan(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_load(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('in_depot', 'on_tour')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('in_depot', 'on_tour')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'load' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'in_depot' then 'on_tour'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'load' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'load', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_load(bigint, text, text, integer) is 'load';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_load_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_load_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_load_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'in_depot' then 'on_tour'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'load', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_load_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'in_depot' then 'on_tour'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'load' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'in_depot' then 'on_tour'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'load', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'load' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'in_depot' then 'on_tour'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'load' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'load', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'load' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_load(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_deliver(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('on_tour', 'delivered')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('on_tour', 'delivered')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'on_tour' then 'delivered'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'deliver' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'deliver', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_deliver(bigint, text, text, integer) is 'deliver';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_deliver_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_deliver_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_deliver_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'on_tour' then 'delivered'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_deliver_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'on_tour' then 'delivered'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'on_tour' then 'delivered'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'deliver' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'on_tour' then 'delivered'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'deliver' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'deliver', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'deliver' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_deliver(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_miss(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('on_tour', 'at_shop')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('on_tour', 'at_shop')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'miss' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'on_tour' then 'at_shop'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'miss' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'miss', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_miss(bigint, text, text, integer) is 'miss';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_miss_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_miss_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_miss_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'on_tour' then 'at_shop'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'miss', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_miss_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'on_tour' then 'at_shop'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'miss' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'on_tour' then 'at_shop'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'miss', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'miss' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'on_tour' then 'at_shop'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'miss' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'miss', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'miss' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_miss(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_refuse_it(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('on_tour', 'going_back')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('on_tour', 'going_back')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'refuse_it' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'on_tour' then 'going_back'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'refuse_it' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'refuse_it', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_refuse_it(bigint, text, text, integer) is 'refuse it';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_refuse_it_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_refuse_it_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_refuse_it_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'on_tour' then 'going_back'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'refuse_it', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_refuse_it_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'on_tour' then 'going_back'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'refuse_it' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'on_tour' then 'going_back'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'refuse_it', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'refuse_it' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'on_tour' then 'going_back'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'refuse_it' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'refuse_it', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'refuse_it' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_refuse_it(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_fetch(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('at_shop', 'delivered')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('at_shop', 'delivered')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'fetch' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'at_shop' then 'delivered'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'fetch' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'fetch', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_fetch(bigint, text, text, integer) is 'fetch';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_fetch_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_fetch_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_fetch_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'at_shop' then 'delivered'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'fetch', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_fetch_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'at_shop' then 'delivered'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'fetch' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'at_shop' then 'delivered'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'fetch', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'fetch' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'at_shop' then 'delivered'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'fetch' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'fetch', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'fetch' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_fetch(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_expire(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('at_shop', 'going_back')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('at_shop', 'going_back')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'expire' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'at_shop' then 'going_back'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'expire' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'expire', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_expire(bigint, text, text, integer) is 'expire';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_expire_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_expire_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_expire_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'at_shop' then 'going_back'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'expire', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_expire_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'at_shop' then 'going_back'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'expire' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'at_shop' then 'going_back'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'expire', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'expire' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'at_shop' then 'going_back'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'expire' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'expire', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'expire' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_expire(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_hand_over(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('going_back', 'returned')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('going_back', 'returned')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'hand_over' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'going_back' then 'returned'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'hand_over' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'hand_over', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_hand_over(bigint, text, text, integer) is 'hand over';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_hand_over_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_hand_over_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_hand_over_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'going_back' then 'returned'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'hand_over', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_hand_over_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'going_back' then 'returned'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'hand_over' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'going_back' then 'returned'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'hand_over', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'hand_over' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'going_back' then 'returned'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'hand_over' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'hand_over', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'hand_over' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_hand_over(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_find_again(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('lost', 'in_depot')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('lost', 'in_depot')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'find_again' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'lost' then 'in_depot'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'find_again' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'find_again', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_find_again(bigint, text, text, integer) is 'find again';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_find_again_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_find_again_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_find_again_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'lost' then 'in_depot'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'find_again', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_find_again_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'lost' then 'in_depot'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'find_again' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'lost' then 'in_depot'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'find_again', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'find_again' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'lost' then 'in_depot'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'find_again' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'find_again', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'find_again' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_find_again(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function depot.parcel_write_off(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('lost', 'written_off')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update depot.parcel_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('lost', 'written_off')) move (from_state, to_state)\n"
    "      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from depot.parcel_current head where head.parcel_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'write_off' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'lost' then 'written_off'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'write_off' || ' is not allowed in ' || outcome.from_state || '; depot.parcel_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into depot.parcel_transitions\n"
    "    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'write_off', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function depot.parcel_write_off(bigint, text, text, integer) is 'write off';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$depot.parcel_write_off_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function depot.parcel_write_off_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function depot.parcel_write_off_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'lost' then 'written_off'\n              end as next_state\n"
    "                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head\n"
    "            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from depot.parcel_transitions earlier\n"
    "            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'write_off', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from depot.parcel_write_off_many(array(select others.id from others order by others.turn), $2,\n"
    "                array(select others.request_id from others order by others.turn),\n"
    "                array(select others.expected from others order by others.turn),\n"
    "                array(select others.own_actor from others order by others.turn), true)\n"
    "                with ordinality answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn)\n"
    "              join others on others.turn = answer.turn\n            union all\n"
    "            select done.status, done.from_state, done.to_state, done.sort_key, done.created_at, done.guard, done.move,\n"
    "                done.detail, null, done.number\n"
    "              from unnest(outcomes, made) done (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "          ) answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, turn, number)\n"
    "          order by answer.number;\n      return;\n    end if;\n  end if;\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'lost' then 'written_off'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'write_off' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), judged as (\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from asked given cross join lateral (select given.state, given.sort_key, given.since, given.next_state) head\n"
    "          where given.turn = 1\n      union all\n"
    "      select given.number, given.id, given.request_id, given.own_actor, given.said, given.place,\n"
    "          given.turn, head.state, head.sort_key, head.since, greatest(clock_timestamp(), head.since) as moment, head.next_state, case\n"
    "            when given.precondition is distinct from 'OK' then given.precondition\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "          from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "            cross join lateral (select head.*, case head.state\n              when 'lost' then 'written_off'\n"
    "            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'write_off', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'write_off' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'lost' then 'written_off'\n          end as next_state\n"
    "              from depot.parcel_current head where head.parcel_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'write_off' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from depot.parcel_transitions earlier where earlier.parcel_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update depot.parcel_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into depot.parcel_transitions\n"
    "        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'write_off', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'write_off' || ' is not allowed in ' || given.state || '; depot.parcel_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from depot.parcel_current head where head.parcel_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else depot.parcel_write_off(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function depot.parcel_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('parcel'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then\n"
    "      outcome.detail := 'machine parcel: ' || waiting.event || ' was deferred for ' || waiting.entity\n"
    "        || ', which is no key of it';\n      given := null;\n    end if;\n    case waiting.event\n"
    "    when 'announce' then\n"
    "      outcome := case when cardinality(given) = 1 then depot.parcel_announce(waiting.entity::bigint, given[1]::integer,\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'find' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_find(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'return' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_return(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'collect' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_collect(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'withdraw' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_withdraw(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'arrive' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_arrive(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'lose' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_lose(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'scan' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_scan(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'load' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_load(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'deliver' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_deliver(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'miss' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_miss(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'refuse_it' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_refuse_it(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'fetch' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_fetch(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'expire' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_expire(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'hand_over' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_hand_over(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'find_again' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_find_again(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'write_off' then\n"
    "      outcome := case when cardinality(given) = 0 then depot.parcel_write_off(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    else\n"
    "      outcome.detail := 'machine parcel: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'parcel' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('depot'::text,\n"
    "  '{parcel_announce,parcel_announce_many,parcel_find,parcel_find_many,parcel_return,parcel_return_many,parcel_collect,parcel_collect_many,parcel_withdraw,parcel_withdraw_many,parcel_arrive,parcel_arrive_many,parcel_lose,parcel_lose_many,parcel_scan,parcel_scan_many,parcel_load,parcel_load_many,parcel_deliver,parcel_deliver_many,parcel_miss,parcel_miss_many,parcel_refuse_it,parcel_refuse_it_many,parcel_fetch,parcel_fetch_many,parcel_expire,parcel_expire_many,parcel_hand_over,parcel_hand_over_many,parcel_find_again,parcel_find_again_many,parcel_write_off,parcel_write_off_many,parcel_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('parcel', 'b2c3b1ad683b421e', 2, clock_timestamp(), E'{\"name\":\"parcel\",\"label\":\"Parcel\",\"fingerprint\":\"b2c3b1ad683b421e\",\"doc\":\"A parcel on its way, with more states than fit side by side.\",\"key_type\":\"bigint\",\"entity\":{\"schema\":\"depot\",\"table\":\"parcels\",\"column\":\"number\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"announced\",\"label\":\"Announced\",\"stored\":\"announced\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"collected\",\"label\":\"On the first lorry\",\"stored\":\"collected\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"in_depot\",\"label\":\"In the depot\",\"stored\":\"in_depot\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"on_tour\",\"label\":\"On tour\",\"stored\":\"on_tour\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"at_shop\",\"label\":\"Waits in a shop\",\"stored\":\"at_shop\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"going_back\",\"label\":\"On its way back\",\"stored\":\"going_back\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"lost\",\"label\":\"Lost\",\"stored\":\"lost\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"withdrawn\",\"label\":\"Never sent\",\"stored\":\"withdrawn\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]},{\"name\":\"delivered\",\"label\":\"Delivered\",\"stored\":\"delivered\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]},{\"name\":\"returned\",\"label\":\"Back with its sender\",\"stored\":\"returned\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]},{\"name\":\"written_off\",\"label\":\"Written off\",\"stored\":\"written_off\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"announce\",\"label\":\"Sender announces it\",\"stored\":\"announce\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"weight_grams\",\"type\":\"int\",\"optional\":true,\"column\":\"weight_grams\"}],\"serialize_by\":[]},{\"name\":\"find\",\"label\":\"Found without papers\",\"stored\":\"find\",\"creation\":true,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"return\",\"label\":\"Send it back\",\"stored\":\"return\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"collect\",\"label\":\"collect\",\"stored\":\"collect\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"withdraw\",\"label\":\"withdraw\",\"stored\":\"withdraw\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"arrive\",\"label\":\"arrive\",\"stored\":\"arrive\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"lose\",\"label\":\"lose\",\"stored\":\"lose\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"scan\",\"label\":\"scan\",\"stored\":\"scan\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"load\",\"label\":\"load\",\"stored\":\"load\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"deliver\",\"label\":\"deliver\",\"stored\":\"deliver\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"miss\",\"label\":\"miss\",\"stored\":\"miss\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"refuse_it\",\"label\":\"refuse it\",\"stored\":\"refuse_it\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"fetch\",\"label\":\"fetch\",\"stored\":\"fetch\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"expire\",\"label\":\"expire\",\"stored\":\"expire\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"hand_over\",\"label\":\"hand over\",\"stored\":\"hand_over\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"find_again\",\"label\":\"find again\",\"stored\":\"find_again\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"write_off\",\"label\":\"write off\",\"stored\":\"write_off\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"weight_grams\",\"type\":\"int\"}],\"arrows\":[{\"event\":\"announce\",\"from\":null,\"target\":\"to\",\"to\":\"announced\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"find\",\"from\":null,\"target\":\"to\",\"to\":\"in_depot\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"collect\",\"from\":\"announced\",\"target\":\"to\",\"to\":\"collected\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"withdraw\",\"from\":\"announced\",\"target\":\"to\",\"to\":\"withdrawn\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"arrive\",\"from\":\"collected\",\"target\":\"to\",\"to\":\"in_depot\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"lose\",\"from\":\"collected\",\"target\":\"to\",\"to\":\"lost\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"scan\",\"from\":\"in_depot\",\"target\":\"to\",\"to\":\"in_depot\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"load\",\"from\":\"in_depot\",\"target\":\"to\",\"to\":\"on_tour\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"return\",\"from\":\"in_depot\",\"target\":\"to\",\"to\":\"going_back\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"lose\",\"from\":\"in_depot\",\"target\":\"to\",\"to\":\"lost\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"deliver\",\"from\":\"on_tour\",\"target\":\"to\",\"to\":\"delivered\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"miss\",\"from\":\"on_tour\",\"target\":\"to\",\"to\":\"at_shop\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"return\",\"from\":\"on_tour\",\"target\":\"to\",\"to\":\"going_back\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"refuse_it\",\"from\":\"on_tour\",\"target\":\"to\",\"to\":\"going_back\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"lose\",\"from\":\"on_tour\",\"target\":\"to\",\"to\":\"lost\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"fetch\",\"from\":\"at_shop\",\"target\":\"to\",\"to\":\"delivered\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"expire\",\"from\":\"at_shop\",\"target\":\"to\",\"to\":\"going_back\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"hand_over\",\"from\":\"going_back\",\"target\":\"to\",\"to\":\"returned\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"lose\",\"from\":\"going_back\",\"target\":\"to\",\"to\":\"lost\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"find_again\",\"from\":\"lost\",\"target\":\"to\",\"to\":\"in_depot\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"write_off\",\"from\":\"lost\",\"target\":\"to\",\"to\":\"written_off\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"announce\",\"from\":null,\"to\":\"announced\",\"arrow\":0},{\"event\":\"find\",\"from\":null,\"to\":\"in_depot\",\"arrow\":1},{\"event\":\"return\",\"from\":\"in_depot\",\"to\":\"going_back\",\"arrow\":8},{\"event\":\"return\",\"from\":\"on_tour\",\"to\":\"going_back\",\"arrow\":12},{\"event\":\"collect\",\"from\":\"announced\",\"to\":\"collected\",\"arrow\":2},{\"event\":\"withdraw\",\"from\":\"announced\",\"to\":\"withdrawn\",\"arrow\":3},{\"event\":\"arrive\",\"from\":\"collected\",\"to\":\"in_depot\",\"arrow\":4},{\"event\":\"lose\",\"from\":\"collected\",\"to\":\"lost\",\"arrow\":5},{\"event\":\"lose\",\"from\":\"in_depot\",\"to\":\"lost\",\"arrow\":9},{\"event\":\"lose\",\"from\":\"on_tour\",\"to\":\"lost\",\"arrow\":14},{\"event\":\"lose\",\"from\":\"going_back\",\"to\":\"lost\",\"arrow\":18},{\"event\":\"scan\",\"from\":\"in_depot\",\"to\":\"in_depot\",\"arrow\":6},{\"event\":\"load\",\"from\":\"in_depot\",\"to\":\"on_tour\",\"arrow\":7},{\"event\":\"deliver\",\"from\":\"on_tour\",\"to\":\"delivered\",\"arrow\":10},{\"event\":\"miss\",\"from\":\"on_tour\",\"to\":\"at_shop\",\"arrow\":11},{\"event\":\"refuse_it\",\"from\":\"on_tour\",\"to\":\"going_back\",\"arrow\":13},{\"event\":\"fetch\",\"from\":\"at_shop\",\"to\":\"delivered\",\"arrow\":15},{\"event\":\"expire\",\"from\":\"at_shop\",\"to\":\"going_back\",\"arrow\":16},{\"event\":\"hand_over\",\"from\":\"going_back\",\"to\":\"returned\",\"arrow\":17},{\"event\":\"find_again\",\"from\":\"lost\",\"to\":\"in_depot\",\"arrow\":19},{\"event\":\"write_off\",\"from\":\"lost\",\"to\":\"written_off\",\"arrow\":20}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"depot.parcel_current\",\"transitions\":\"depot.parcel_transitions\",\"parent\":\"depot.parcels\",\"parent_column\":\"number\",\"objects\":\"select object, definition from public.pawl_catalog(''depot''::text, ''{parcel_current,parcel_transitions,parcel_moves,parcel_state}''::text[], ''{parcel_model_2_b2c3b1ad683b421e,parcel_is_free,parcel_announce,parcel_announce_many,parcel_find,parcel_find_many,parcel_return,parcel_return_many,parcel_collect,parcel_collect_many,parcel_withdraw,parcel_withdraw_many,parcel_arrive,parcel_arrive_many,parcel_lose,parcel_lose_many,parcel_scan,parcel_scan_many,parcel_load,parcel_load_many,parcel_deliver,parcel_deliver_many,parcel_miss,parcel_miss_many,parcel_refuse_it,parcel_refuse_it_many,parcel_fetch,parcel_fetch_many,parcel_expire,parcel_expire_many,parcel_hand_over,parcel_hand_over_many,parcel_find_again,parcel_find_again_many,parcel_write_off,parcel_write_off_many,parcel_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''depot.parcel_current'')::oid, to_regclass(''depot.parcel_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from depot.parcel_current where parcel_id = $1::bigint and depot.parcel_model_2_b2c3b1ad683b421e()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\\\\nfrom depot.parcel_transitions where parcel_id = $1::bigint and depot.parcel_model_2_b2c3b1ad683b421e() order by sort_key\",\"in_state\":\"select parcel_id, state, sort_key, since from depot.parcel_current\\\\nwhere state = $1::text and (since, parcel_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\\\n  and depot.parcel_model_2_b2c3b1ad683b421e() order by since, parcel_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select parcel_id, state, sort_key, since from depot.parcel_current\\\\n    where state < $1::text and (state, since, parcel_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\\\n    order by state, since, parcel_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select parcel_id, state, sort_key, since from depot.parcel_current\\\\n    where (state, since, parcel_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\\\n    order by state, since, parcel_id limit $8::bigint\\\\n  ) after\\\\n) others where depot.parcel_model_2_b2c3b1ad683b421e() order by state, since, parcel_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from depot.parcel_current where depot.parcel_model_2_b2c3b1ad683b421e() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\\\\nfrom depot.parcel_transitions where parcel_id = $1::bigint and depot.parcel_model_2_b2c3b1ad683b421e()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select depot.parcel_fire_deferred($1::bigint, $2::text) where depot.parcel_model_2_b2c3b1ad683b421e()\"},\"fire\":{\"announce\":\"select depot.parcel_announce($1::bigint, $2::integer, $3::text, $4::text) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"find\":\"select depot.parcel_find($1::bigint, $2::text, $3::text) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"return\":\"select depot.parcel_return($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"collect\":\"select depot.parcel_collect($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"withdraw\":\"select depot.parcel_withdraw($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"arrive\":\"select depot.parcel_arrive($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"lose\":\"select depot.parcel_lose($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"scan\":\"select depot.parcel_scan($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"load\":\"select depot.parcel_load($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"deliver\":\"select depot.parcel_deliver($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"miss\":\"select depot.parcel_miss($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"refuse_it\":\"select depot.parcel_refuse_it($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"fetch\":\"select depot.parcel_fetch($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"expire\":\"select depot.parcel_expire($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"hand_over\":\"select depot.parcel_hand_over($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"find_again\":\"select depot.parcel_find_again($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\",\"write_off\":\"select depot.parcel_write_off($1::bigint, $2::text, $3::text, $4::integer) where depot.parcel_model_2_b2c3b1ad683b421e()\"}},\"diagram\":\"digraph \\\\\"parcel\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_parcel\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>Parcel</b><!--parcel-->>; tooltip=\\\\\"A parcel on its way, with more states than fit side by side.\\\\\";\\\\n    \\\\\"parcel.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"parcel.announced\\\\\" [label=<Announced<!--parcel.announced-->>, class=\\\\\"state\\\\\"];\\\\n    \\\\\"parcel.collected\\\\\" [label=<On the first lorry<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">collected</font><!--parcel.collected-->>, class=\\\\\"state\\\\\"];\\\\n    \\\\\"parcel.in_depot\\\\\" [label=<In the depot<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">in_depot</font><!--parcel.in_depot-->>, class=\\\\\"state\\\\\"];\\\\n    \\\\\"parcel.on_tour\\\\\" [label=<On tour<!--parcel.on_tour-->>, class=\\\\\"state\\\\\"];\\\\n    \\\\\"parcel.at_shop\\\\\" [label=<Waits in a shop<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">at_shop</font><!--parcel.at_shop-->>, class=\\\\\"state\\\\\"];\\\\n    \\\\\"parcel.going_back\\\\\" [label=<On its way back<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">going_back</font><!--parcel.going_back-->>, class=\\\\\"state\\\\\"];\\\\n    \\\\\"parcel.lost\\\\\" [label=<Lost<!--parcel.lost-->>, class=\\\\\"state\\\\\"];\\\\n    \\\\\"parcel.withdrawn\\\\\" [label=<Never sent<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">withdrawn</font><!--parcel.withdrawn-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"parcel.delivered\\\\\" [label=<Delivered<!--parcel.delivered-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"parcel.returned\\\\\" [label=<Back with its sender<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">returned</font><!--parcel.returned-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"parcel.written_off\\\\\" [label=<Written off<!--parcel.written_off-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"parcel.\\\\\" -> \\\\\"parcel.announced\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>Sender announces it<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"announce\\\\\", labeltooltip=\\\\\"announce\\\\\"];\\\\n    \\\\\"parcel.\\\\\" -> \\\\\"parcel.in_depot\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>Found without papers<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"find\\\\\", labeltooltip=\\\\\"find\\\\\"];\\\\n    \\\\\"parcel.announced\\\\\" -> \\\\\"parcel.collected\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>collect<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"collect\\\\\", labeltooltip=\\\\\"collect\\\\\"];\\\\n    \\\\\"parcel.announced\\\\\" -> \\\\\"parcel.withdrawn\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>withdraw<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"withdraw\\\\\", labeltooltip=\\\\\"withdraw\\\\\"];\\\\n    \\\\\"parcel.collected\\\\\" -> \\\\\"parcel.in_depot\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>arrive<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"arrive\\\\\", labeltooltip=\\\\\"arrive\\\\\"];\\\\n    \\\\\"parcel.collected\\\\\" -> \\\\\"parcel.lost\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>lose<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"lose\\\\\", labeltooltip=\\\\\"lose\\\\\"];\\\\n    \\\\\"parcel.in_depot\\\\\" -> \\\\\"parcel.in_depot\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>scan<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">(begins anew)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"scan\\\\\", labeltooltip=\\\\\"scan\\\\\"];\\\\n    \\\\\"parcel.in_depot\\\\\" -> \\\\\"parcel.on_tour\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>load<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"load\\\\\", labeltooltip=\\\\\"load\\\\\"];\\\\n    \\\\\"parcel.in_depot\\\\\" -> \\\\\"parcel.going_back\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>Send it back<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"return\\\\\", labeltooltip=\\\\\"return\\\\\"];\\\\n    \\\\\"parcel.in_depot\\\\\" -> \\\\\"parcel.lost\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>lose<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"lose\\\\\", labeltooltip=\\\\\"lose\\\\\"];\\\\n    \\\\\"parcel.on_tour\\\\\" -> \\\\\"parcel.delivered\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>deliver<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"deliver\\\\\", labeltooltip=\\\\\"deliver\\\\\"];\\\\n    \\\\\"parcel.on_tour\\\\\" -> \\\\\"parcel.at_shop\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>miss<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"miss\\\\\", labeltooltip=\\\\\"miss\\\\\"];\\\\n    \\\\\"parcel.on_tour\\\\\" -> \\\\\"parcel.going_back\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>Send it back<br align=\\\\\"left\\\\\"/>refuse it<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"return\\\\\\\\nrefuse_it\\\\\", labeltooltip=\\\\\"return\\\\\\\\nrefuse_it\\\\\"];\\\\n    \\\\\"parcel.lost\\\\\" -> \\\\\"parcel.on_tour\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>lose<br align=\\\\\"left\\\\\"/></td></tr></table>>, dir=back, class=\\\\\"move\\\\\", tooltip=\\\\\"lose\\\\\", labeltooltip=\\\\\"lose\\\\\"];\\\\n    \\\\\"parcel.at_shop\\\\\" -> \\\\\"parcel.delivered\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>fetch<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"fetch\\\\\", labeltooltip=\\\\\"fetch\\\\\"];\\\\n    \\\\\"parcel.going_back\\\\\" -> \\\\\"parcel.at_shop\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>expire<br align=\\\\\"left\\\\\"/></td></tr></table>>, dir=back, class=\\\\\"move\\\\\", tooltip=\\\\\"expire\\\\\", labeltooltip=\\\\\"expire\\\\\"];\\\\n    \\\\\"parcel.going_back\\\\\" -> \\\\\"parcel.returned\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>hand over<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"hand_over\\\\\", labeltooltip=\\\\\"hand_over\\\\\"];\\\\n    \\\\\"parcel.lost\\\\\" -> \\\\\"parcel.going_back\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>lose<br align=\\\\\"left\\\\\"/></td></tr></table>>, dir=back, class=\\\\\"move\\\\\", tooltip=\\\\\"lose\\\\\", labeltooltip=\\\\\"lose\\\\\"];\\\\n    \\\\\"parcel.in_depot\\\\\" -> \\\\\"parcel.lost\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>find again<br align=\\\\\"left\\\\\"/></td></tr></table>>, dir=back, class=\\\\\"move\\\\\", tooltip=\\\\\"find_again\\\\\", labeltooltip=\\\\\"find_again\\\\\"];\\\\n    \\\\\"parcel.lost\\\\\" -> \\\\\"parcel.written_off\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>write off<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"write_off\\\\\", labeltooltip=\\\\\"write_off\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to Never sent </td><td align=\\\\\"right\\\\\"><font color=\\\\\"#556070\\\\\">a_b</font></td><td align=\\\\\"left\\\\\">its name in programs </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('parcel'::text, 'depot'::text, '{parcel_current,parcel_transitions,parcel_moves,parcel_state}'::text[], '{parcel_model_2_b2c3b1ad683b421e,parcel_is_free,parcel_announce,parcel_announce_many,parcel_find,parcel_find_many,parcel_return,parcel_return_many,parcel_collect,parcel_collect_many,parcel_withdraw,parcel_withdraw_many,parcel_arrive,parcel_arrive_many,parcel_lose,parcel_lose_many,parcel_scan,parcel_scan_many,parcel_load,parcel_load_many,parcel_deliver,parcel_deliver_many,parcel_miss,parcel_miss_many,parcel_refuse_it,parcel_refuse_it_many,parcel_fetch,parcel_fetch_many,parcel_expire,parcel_expire_many,parcel_hand_over,parcel_hand_over_many,parcel_find_again,parcel_find_again_many,parcel_write_off,parcel_write_off_many,parcel_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('depot.parcel_current')::oid, to_regclass('depot.parcel_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from depot.parcel_current where parcel_id = $1::bigint and depot.parcel_model_2_b2c3b1ad683b421e()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\n"
    "from depot.parcel_transitions where parcel_id = $1::bigint and depot.parcel_model_2_b2c3b1ad683b421e() order by sort_key", /* history */
    "select parcel_id, state, sort_key, since from depot.parcel_current\n"
    "where state = $1::text and (since, parcel_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::bigint)\n"
    "  and depot.parcel_model_2_b2c3b1ad683b421e() order by since, parcel_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select parcel_id, state, sort_key, since from depot.parcel_current\n"
    "    where state < $1::text and (state, since, parcel_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::bigint)\n"
    "    order by state, since, parcel_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select parcel_id, state, sort_key, since from depot.parcel_current\n"
    "    where (state, since, parcel_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::bigint)\n"
    "    order by state, since, parcel_id limit $8::bigint\n  ) after\n"
    ") others where depot.parcel_model_2_b2c3b1ad683b421e() order by state, since, parcel_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from depot.parcel_current where depot.parcel_model_2_b2c3b1ad683b421e() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\n"
    "from depot.parcel_transitions where parcel_id = $1::bigint and depot.parcel_model_2_b2c3b1ad683b421e()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    NULL, /* with_key */
    "select depot.parcel_fire_deferred($1::bigint, $2::text) where depot.parcel_model_2_b2c3b1ad683b421e()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror, find_key, find_topic */
    NULL, /* find_spelling */
    postgres_fire_of_parcel, postgres_fire_many_of_parcel,
    NULL, NULL,
};

static const struct pawl_statements sqlite_of_parcel = {
    "begin immediate;\n\n"
    "-- It stands on what all machines and flows share. Only a trigger can raise; a temporary one is no object of the\n"
    "-- database's.\ncreate temp view pawl_lacking (version) as\n"
    "  select 3 where not exists (select 1 from main.sqlite_master\n"
    "                                             where type = 'table' and name = 'pawl_schema');\n"
    "create temp trigger pawl_require instead of insert on pawl_lacking\nbegin\n"
    "  select raise(rollback, 'this database does not have version 3 of Pawl''s schema; nothing was changed: apply pawl.sqlite.sql first, or let pawlctl apply do both')\n"
    "   where new.version <= 3;\n"
    "  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl')\n"
    "   where new.version > 3;\nend;\ninsert into temp.pawl_lacking select version from temp.pawl_lacking;\n"
    "insert into temp.pawl_lacking select version from main.pawl_schema where version <> 3;\n"
    "drop view temp.pawl_lacking;\n\n"
    "-- parcel ------------------------------------------------------------------------------------------\n-- Parcel\n"
    "-- A parcel on its way, with more states than fit side by side.\n\n-- where each parcel is\n"
    "create table if not exists main.parcel_current (\n"
    "  parcel_id integer not null primary key references parcels (number),\n  state text not null,\n"
    "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
    "create index if not exists main.parcel_current_state_since on parcel_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.parcel_transitions (\n"
    "  parcel_id integer not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  weight_grams integer,\n"
    "  primary key (parcel_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.parcel_transitions_request\n"
    "  on parcel_transitions (parcel_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.parcel_moves (event, from_state, to_state) as values\n"
    "  ('announce', '', 'announced'),\n  ('find', '', 'in_depot'),\n  ('return', 'in_depot', 'going_back'),\n"
    "  ('return', 'on_tour', 'going_back'),\n  ('collect', 'announced', 'collected'),\n"
    "  ('withdraw', 'announced', 'withdrawn'),\n  ('arrive', 'collected', 'in_depot'),\n"
    "  ('lose', 'collected', 'lost'),\n  ('lose', 'in_depot', 'lost'),\n  ('lose', 'on_tour', 'lost'),\n"
    "  ('lose', 'going_back', 'lost'),\n  ('scan', 'in_depot', 'in_depot'),\n  ('load', 'in_depot', 'on_tour'),\n"
    "  ('deliver', 'on_tour', 'delivered'),\n  ('miss', 'on_tour', 'at_shop'),\n"
    "  ('refuse_it', 'on_tour', 'going_back'),\n  ('fetch', 'at_shop', 'delivered'),\n"
    "  ('expire', 'at_shop', 'going_back'),\n  ('hand_over', 'going_back', 'returned'),\n"
    "  ('find_again', 'lost', 'in_depot'),\n  ('write_off', 'lost', 'written_off');\n\n"
    "-- where each is, to join in queries of one's own\ncreate view if not exists main.parcel_state as\n"
    "  select parcel_id, state, sort_key, since from parcel_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.parcel_model_b2c3b1ad683b421e;\n"
    "create view if not exists main.parcel_model_2_b2c3b1ad683b421e as select 1;\n\n"
    "create trigger if not exists main.parcel_current_insert before insert on parcel_current\n"
    "when only_libpawl_may_write('parcel_current', new.parcel_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'parcel_current is written by libpawl only: fire an event of parcel instead');\n"
    "end;\ncreate trigger if not exists main.parcel_current_update before update on parcel_current\n"
    "when new.parcel_id is not old.parcel_id\n"
    "  or only_libpawl_may_write('parcel_current', new.parcel_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'parcel_current is written by libpawl only: fire an event of parcel instead');\n"
    "end;\ncreate trigger if not exists main.parcel_current_delete before delete on parcel_current\n"
    "when only_libpawl_may_write('parcel_current', old.parcel_id) is not 1\nbegin\n"
    "  select raise(abort, 'parcel_current keeps its rows: a parcel that has been created stays');\nend;\n"
    "create trigger if not exists main.parcel_transitions_insert before insert on parcel_transitions\n"
    "when only_libpawl_may_write('parcel_transitions(weight_grams)',\n"
    "  new.parcel_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.weight_grams) is not 1\nbegin\n"
    "  select raise(abort, 'parcel_transitions is written by libpawl only: fire an event of parcel instead');\nend;\n"
    "create trigger if not exists main.parcel_transitions_update before update on parcel_transitions\nbegin\n"
    "  select raise(abort, 'parcel_transitions is history: its rows are neither changed nor deleted');\nend;\n"
    "create trigger if not exists main.parcel_transitions_delete before delete on parcel_transitions\n"
    "when only_libpawl_may_write('parcel_transitions', old.parcel_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'parcel_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "create temp trigger if not exists parcel_exact_key instead of insert on main.parcel_model_2_b2c3b1ad683b421e\n"
    "begin\n"
    "  select raise(rollback, 'machine parcel: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')\n"
    "    where new.\"1\" = 1;\n"
    "  select raise(rollback, 'machine parcel: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')\n"
    "    where new.\"1\" = 2;\nend;\ninsert into main.parcel_model_2_b2c3b1ad683b421e\nselect 1\n"
    " where exists (select 1 from pragma_table_xinfo('parcels', 'main'))\n"
    "   and not exists (select 1 from pragma_index_list('parcels', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and not i.partial and c.key and c.name = 'number' collate nocase\n"
    "            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)\n"
    "   and (select group_concat(k.name) from pragma_table_xinfo('parcels', 'main') k where k.pk)\n"
    "     is not 'number' collate nocase\nunion all\nselect 2\n"
    " where exists (select 1 from pragma_table_xinfo('parcels', 'main') c\n"
    "          where c.name = 'number' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')\n"
    "            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made\n"
    "                               where made.name = 'parcels' collate nocase and made.sql like '%strict%')))\n;\n\n"
    "insert into main.pawl_objects (machine, object, definition)\n"
    "select 'parcel', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('parcel_current', 'parcel_transitions', 'parcel_moves', 'parcel_state',\n"
    "      'parcel_model_2_b2c3b1ad683b421e')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'parcel'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> 'b2c3b1ad683b421e' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'parcel' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'parcel', 'b2c3b1ad683b421e', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'parcel' and fingerprint = 'b2c3b1ad683b421e'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"parcel\",\"label\":\"Parcel\",\"fingerprint\":\"b2c3b1ad683b421e\",\"doc\":\"A parcel on its way, with more states than fit side by side.\",\"key_type\":\"bigint\",\"entity\":{\"schema\":\"depot\",\"table\":\"parcels\",\"column\":\"number\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"announced\",\"label\":\"Announced\",\"stored\":\"announced\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"collected\",\"label\":\"On the first lorry\",\"stored\":\"collected\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"in_depot\",\"label\":\"In the depot\",\"stored\":\"in_depot\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"on_tour\",\"label\":\"On tour\",\"stored\":\"on_tour\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"at_shop\",\"label\":\"Waits in a shop\",\"stored\":\"at_shop\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"going_back\",\"label\":\"On its way back\",\"stored\":\"going_back\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"lost\",\"label\":\"Lost\",\"stored\":\"lost\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"withdrawn\",\"label\":\"Never sent\",\"stored\":\"withdrawn\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]},{\"name\":\"delivered\",\"label\":\"Delivered\",\"stored\":\"delivered\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]},{\"name\":\"returned\",\"label\":\"Back with its sender\",\"stored\":\"returned\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]},{\"name\":\"written_off\",\"label\":\"Written off\",\"stored\":\"written_off\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"announce\",\"label\":\"Sender announces it\",\"stored\":\"announce\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"weight_grams\",\"type\":\"int\",\"optional\":true,\"column\":\"weight_grams\"}],\"serialize_by\":[]},{\"name\":\"find\",\"label\":\"Found without papers\",\"stored\":\"find\",\"creation\":true,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"return\",\"label\":\"Send it back\",\"stored\":\"return\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"collect\",\"label\":\"collect\",\"stored\":\"collect\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"withdraw\",\"label\":\"withdraw\",\"stored\":\"withdraw\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"arrive\",\"label\":\"arrive\",\"stored\":\"arrive\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"lose\",\"label\":\"lose\",\"stored\":\"lose\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"scan\",\"label\":\"scan\",\"stored\":\"scan\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"load\",\"label\":\"load\",\"stored\":\"load\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"deliver\",\"label\":\"deliver\",\"stored\":\"deliver\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"miss\",\"label\":\"miss\",\"stored\":\"miss\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"refuse_it\",\"label\":\"refuse it\",\"stored\":\"refuse_it\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"fetch\",\"label\":\"fetch\",\"stored\":\"fetch\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"expire\",\"label\":\"expire\",\"stored\":\"expire\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"hand_over\",\"label\":\"hand over\",\"stored\":\"hand_over\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"find_again\",\"label\":\"find again\",\"stored\":\"find_again\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"write_off\",\"label\":\"write off\",\"stored\":\"write_off\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"weight_grams\",\"type\":\"int\"}],\"arrows\":[{\"event\":\"announce\",\"from\":null,\"target\":\"to\",\"to\":\"announced\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"find\",\"from\":null,\"target\":\"to\",\"to\":\"in_depot\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"collect\",\"from\":\"announced\",\"target\":\"to\",\"to\":\"collected\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"withdraw\",\"from\":\"announced\",\"target\":\"to\",\"to\":\"withdrawn\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"arrive\",\"from\":\"collected\",\"target\":\"to\",\"to\":\"in_depot\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"lose\",\"from\":\"collected\",\"target\":\"to\",\"to\":\"lost\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"scan\",\"from\":\"in_depot\",\"target\":\"to\",\"to\":\"in_depot\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"load\",\"from\":\"in_depot\",\"target\":\"to\",\"to\":\"on_tour\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"return\",\"from\":\"in_depot\",\"target\":\"to\",\"to\":\"going_back\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"lose\",\"from\":\"in_depot\",\"target\":\"to\",\"to\":\"lost\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"deliver\",\"from\":\"on_tour\",\"target\":\"to\",\"to\":\"delivered\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"miss\",\"from\":\"on_tour\",\"target\":\"to\",\"to\":\"at_shop\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"return\",\"from\":\"on_tour\",\"target\":\"to\",\"to\":\"going_back\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"refuse_it\",\"from\":\"on_tour\",\"target\":\"to\",\"to\":\"going_back\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"lose\",\"from\":\"on_tour\",\"target\":\"to\",\"to\":\"lost\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"fetch\",\"from\":\"at_shop\",\"target\":\"to\",\"to\":\"delivered\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"expire\",\"from\":\"at_shop\",\"target\":\"to\",\"to\":\"going_back\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"hand_over\",\"from\":\"going_back\",\"target\":\"to\",\"to\":\"returned\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"lose\",\"from\":\"going_back\",\"target\":\"to\",\"to\":\"lost\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"find_again\",\"from\":\"lost\",\"target\":\"to\",\"to\":\"in_depot\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"write_off\",\"from\":\"lost\",\"target\":\"to\",\"to\":\"written_off\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"announce\",\"from\":null,\"to\":\"announced\",\"arrow\":0},{\"event\":\"find\",\"from\":null,\"to\":\"in_depot\",\"arrow\":1},{\"event\":\"return\",\"from\":\"in_depot\",\"to\":\"going_back\",\"arrow\":8},{\"event\":\"return\",\"from\":\"on_tour\",\"to\":\"going_back\",\"arrow\":12},{\"event\":\"collect\",\"from\":\"announced\",\"to\":\"collected\",\"arrow\":2},{\"event\":\"withdraw\",\"from\":\"announced\",\"to\":\"withdrawn\",\"arrow\":3},{\"event\":\"arrive\",\"from\":\"collected\",\"to\":\"in_depot\",\"arrow\":4},{\"event\":\"lose\",\"from\":\"collected\",\"to\":\"lost\",\"arrow\":5},{\"event\":\"lose\",\"from\":\"in_depot\",\"to\":\"lost\",\"arrow\":9},{\"event\":\"lose\",\"from\":\"on_tour\",\"to\":\"lost\",\"arrow\":14},{\"event\":\"lose\",\"from\":\"going_back\",\"to\":\"lost\",\"arrow\":18},{\"event\":\"scan\",\"from\":\"in_depot\",\"to\":\"in_depot\",\"arrow\":6},{\"event\":\"load\",\"from\":\"in_depot\",\"to\":\"on_tour\",\"arrow\":7},{\"event\":\"deliver\",\"from\":\"on_tour\",\"to\":\"delivered\",\"arrow\":10},{\"event\":\"miss\",\"from\":\"on_tour\",\"to\":\"at_shop\",\"arrow\":11},{\"event\":\"refuse_it\",\"from\":\"on_tour\",\"to\":\"going_back\",\"arrow\":13},{\"event\":\"fetch\",\"from\":\"at_shop\",\"to\":\"delivered\",\"arrow\":15},{\"event\":\"expire\",\"from\":\"at_shop\",\"to\":\"going_back\",\"arrow\":16},{\"event\":\"hand_over\",\"from\":\"going_back\",\"to\":\"returned\",\"arrow\":17},{\"event\":\"find_again\",\"from\":\"lost\",\"to\":\"in_depot\",\"arrow\":19},{\"event\":\"write_off\",\"from\":\"lost\",\"to\":\"written_off\",\"arrow\":20}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.parcel_current\",\"transitions\":\"main.parcel_transitions\",\"parent\":\"main.parcels\",\"parent_column\":\"number\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''parcel_current'', ''parcel_transitions'', ''parcel_moves'', ''parcel_state'',\\n    ''parcel_model_2_b2c3b1ad683b421e'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.parcel_current where parcel_id = ?1 and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\\nfrom main.parcel_transitions where parcel_id = ?1 and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) order by sort_key\",\"in_state\":\"select parcel_id, state, sort_key, since from main.parcel_current\\nwhere state = ?1 and (since, parcel_id) > (?2, ?3)\\n  and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) order by since, parcel_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select parcel_id, state, sort_key, since from main.parcel_current\\n    where state < ?1 and (state, since, parcel_id) > (?2, ?3, ?4)\\n    order by state, since, parcel_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select parcel_id, state, sort_key, since from main.parcel_current\\n    where (state, since, parcel_id) > (?5, ?6, ?7)\\n    order by state, since, parcel_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) order by state, since, parcel_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.parcel_current where exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\\nfrom main.parcel_transitions where parcel_id = ?1 and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_parent\":\"select 1 from main.parcels where number = ?1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, weight_grams\\nfrom main.parcel_transitions where parcel_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.parcel_current (parcel_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.parcel_current set state = ?2, sort_key = ?3, since = ?4\\nwhere parcel_id = ?1\",\"insert_transition\":\"insert into main.parcel_transitions\\n  (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9)\"},\"fire\":{}},\"diagram\":\"digraph \\\"parcel\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_parcel\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Parcel</b><!--parcel-->>; tooltip=\\\"A parcel on its way, with more states than fit side by side.\\\";\\n    \\\"parcel.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"parcel.announced\\\" [label=<Announced<!--parcel.announced-->>, class=\\\"state\\\"];\\n    \\\"parcel.collected\\\" [label=<On the first lorry<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">collected</font><!--parcel.collected-->>, class=\\\"state\\\"];\\n    \\\"parcel.in_depot\\\" [label=<In the depot<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">in_depot</font><!--parcel.in_depot-->>, class=\\\"state\\\"];\\n    \\\"parcel.on_tour\\\" [label=<On tour<!--parcel.on_tour-->>, class=\\\"state\\\"];\\n    \\\"parcel.at_shop\\\" [label=<Waits in a shop<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">at_shop</font><!--parcel.at_shop-->>, class=\\\"state\\\"];\\n    \\\"parcel.going_back\\\" [label=<On its way back<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">going_back</font><!--parcel.going_back-->>, class=\\\"state\\\"];\\n    \\\"parcel.lost\\\" [label=<Lost<!--parcel.lost-->>, class=\\\"state\\\"];\\n    \\\"parcel.withdrawn\\\" [label=<Never sent<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">withdrawn</font><!--parcel.withdrawn-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"parcel.delivered\\\" [label=<Delivered<!--parcel.delivered-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"parcel.returned\\\" [label=<Back with its sender<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">returned</font><!--parcel.returned-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"parcel.written_off\\\" [label=<Written off<!--parcel.written_off-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"parcel.\\\" -> \\\"parcel.announced\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>Sender announces it<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"announce\\\", labeltooltip=\\\"announce\\\"];\\n    \\\"parcel.\\\" -> \\\"parcel.in_depot\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>Found without papers<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"find\\\", labeltooltip=\\\"find\\\"];\\n    \\\"parcel.announced\\\" -> \\\"parcel.collected\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>collect<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"collect\\\", labeltooltip=\\\"collect\\\"];\\n    \\\"parcel.announced\\\" -> \\\"parcel.withdrawn\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>withdraw<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"withdraw\\\", labeltooltip=\\\"withdraw\\\"];\\n    \\\"parcel.collected\\\" -> \\\"parcel.in_depot\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>arrive<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"arrive\\\", labeltooltip=\\\"arrive\\\"];\\n    \\\"parcel.collected\\\" -> \\\"parcel.lost\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>lose<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"lose\\\", labeltooltip=\\\"lose\\\"];\\n    \\\"parcel.in_depot\\\" -> \\\"parcel.in_depot\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>scan<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">(begins anew)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"scan\\\", labeltooltip=\\\"scan\\\"];\\n    \\\"parcel.in_depot\\\" -> \\\"parcel.on_tour\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>load<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"load\\\", labeltooltip=\\\"load\\\"];\\n    \\\"parcel.in_depot\\\" -> \\\"parcel.going_back\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>Send it back<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"return\\\", labeltooltip=\\\"return\\\"];\\n    \\\"parcel.in_depot\\\" -> \\\"parcel.lost\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>lose<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"lose\\\", labeltooltip=\\\"lose\\\"];\\n    \\\"parcel.on_tour\\\" -> \\\"parcel.delivered\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>deliver<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"deliver\\\", labeltooltip=\\\"deliver\\\"];\\n    \\\"parcel.on_tour\\\" -> \\\"parcel.at_shop\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>miss<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"miss\\\", labeltooltip=\\\"miss\\\"];\\n    \\\"parcel.on_tour\\\" -> \\\"parcel.going_back\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>Send it back<br align=\\\"left\\\"/>refuse it<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"return\\\\nrefuse_it\\\", labeltooltip=\\\"return\\\\nrefuse_it\\\"];\\n    \\\"parcel.lost\\\" -> \\\"parcel.on_tour\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>lose<br align=\\\"left\\\"/></td></tr></table>>, dir=back, class=\\\"move\\\", tooltip=\\\"lose\\\", labeltooltip=\\\"lose\\\"];\\n    \\\"parcel.at_shop\\\" -> \\\"parcel.delivered\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>fetch<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"fetch\\\", labeltooltip=\\\"fetch\\\"];\\n    \\\"parcel.going_back\\\" -> \\\"parcel.at_shop\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>expire<br align=\\\"left\\\"/></td></tr></table>>, dir=back, class=\\\"move\\\", tooltip=\\\"expire\\\", labeltooltip=\\\"expire\\\"];\\n    \\\"parcel.going_back\\\" -> \\\"parcel.returned\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>hand over<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"hand_over\\\", labeltooltip=\\\"hand_over\\\"];\\n    \\\"parcel.lost\\\" -> \\\"parcel.going_back\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>lose<br align=\\\"left\\\"/></td></tr></table>>, dir=back, class=\\\"move\\\", tooltip=\\\"lose\\\", labeltooltip=\\\"lose\\\"];\\n    \\\"parcel.in_depot\\\" -> \\\"parcel.lost\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>find again<br align=\\\"left\\\"/></td></tr></table>>, dir=back, class=\\\"move\\\", tooltip=\\\"find_again\\\", labeltooltip=\\\"find_again\\\"];\\n    \\\"parcel.lost\\\" -> \\\"parcel.written_off\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>write off<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"write_off\\\", labeltooltip=\\\"write_off\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to Never sent </td><td align=\\\"right\\\"><font color=\\\"#556070\\\">a_b</font></td><td align=\\\"left\\\">its name in programs </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'parcel' and fingerprint = 'b2c3b1ad683b421e' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.parcel_current where parcel_id = ?1 and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\n"
    "from main.parcel_transitions where parcel_id = ?1 and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) order by sort_key", /* history */
    "select parcel_id, state, sort_key, since from main.parcel_current\n"
    "where state = ?1 and (since, parcel_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) order by since, parcel_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select parcel_id, state, sort_key, since from main.parcel_current\n"
    "    where state < ?1 and (state, since, parcel_id) > (?2, ?3, ?4)\n"
    "    order by state, since, parcel_id limit ?8\n  ) before\n  union all\n  select * from (\n"
    "    select parcel_id, state, sort_key, since from main.parcel_current\n"
    "    where (state, since, parcel_id) > (?5, ?6, ?7)\n    order by state, since, parcel_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) order by state, since, parcel_id limit ?8", /* not_in_state */
    "select state, count(*) from main.parcel_current where exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\n"
    "from main.parcel_transitions where parcel_id = ?1 and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    NULL, NULL, NULL, /* with_key, fire_deferred, fail_deferred */
    "select 1 from main.parcels where number = ?1", /* find_parent */
    "select event, from_state, to_state, sort_key, created_at, weight_grams\n"
    "from main.parcel_transitions where parcel_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.parcel_current (parcel_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.parcel_current set state = ?2, sort_key = ?3, since = ?4\nwhere parcel_id = ?1", /* update_current */
    "insert into main.parcel_transitions\n"
    "  (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9)", /* insert_transition */
    NULL, NULL, NULL, NULL, NULL, /* find_creation, set_mirror, find_key, find_topic, find_spelling */
    NULL, NULL,
    NULL, NULL,
};

static const struct pawl_statements *const sql_of_parcel[] = {&postgres_of_parcel, &sqlite_of_parcel};

const struct pawl_machine parcel_machine = {
    PAWL_ABI,
    "parcel",
    "Parcel",
    "b2c3b1ad683b421e",
    "parcel_current", "parcel_transitions",
    PAWL_TYPE_BIGINT,
    11, 17, 1,
    states_of_parcel, events_of_parcel, columns_of_parcel,
    next_of_parcel,
    PAWL_LAYOUT(struct parcel_current, struct parcel_record),
    2, sql_of_parcel,
    0, 0, NULL, NULL, NULL, NULL, /* no guards and no effects */
    move_to_of_parcel,
    NULL, NULL, NULL,
    false,
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

static enum pawl_status fire_of_parcel(struct pawl_db *db, int64_t id, enum parcel_event event, const void *args,
    const struct pawl_opts *opts, struct parcel_transition *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &parcel_machine, key, (int)event, args, opts, &transition, err);
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
                                 const struct pawl_opts *opts, struct parcel_transition *out, struct pawl_error *err) {
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
                                const struct pawl_opts *opts, struct parcel_transition *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_move_to(db, &parcel_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum parcel_event)transition.event;
        out->from = (enum parcel_state)transition.from;
        out->to = (enum parcel_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status parcel_announce_many(struct pawl_db *db, const struct parcel_announce_item *items, size_t count,
                                      const struct pawl_opts *opts, struct parcel_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_announce_item),
        offsetof(struct parcel_announce_item, id), offsetof(struct parcel_announce_item, args),
        offsetof(struct parcel_announce_item, request_id), 0};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_ANNOUNCE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_announce_move(int64_t id, const struct parcel_announce_args *args,
                                         const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_ANNOUNCE, args, opts};
    return request;
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

struct pawl_request parcel_find_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_FIND, NULL, opts};
    return request;
}

enum pawl_status parcel_return_many(struct pawl_db *db, const struct parcel_return_item *items, size_t count,
                                    const struct pawl_opts *opts, struct parcel_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_return_item),
        offsetof(struct parcel_return_item, id), 0,
        offsetof(struct parcel_return_item, request_id), offsetof(struct parcel_return_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_RETURN, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_return_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_RETURN, NULL, opts};
    return request;
}

enum pawl_status parcel_collect_many(struct pawl_db *db, const struct parcel_collect_item *items, size_t count,
                                     const struct pawl_opts *opts, struct parcel_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_collect_item),
        offsetof(struct parcel_collect_item, id), 0,
        offsetof(struct parcel_collect_item, request_id), offsetof(struct parcel_collect_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_COLLECT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_collect_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_COLLECT, NULL, opts};
    return request;
}

enum pawl_status parcel_withdraw_many(struct pawl_db *db, const struct parcel_withdraw_item *items, size_t count,
                                      const struct pawl_opts *opts, struct parcel_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_withdraw_item),
        offsetof(struct parcel_withdraw_item, id), 0,
        offsetof(struct parcel_withdraw_item, request_id), offsetof(struct parcel_withdraw_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_WITHDRAW, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_withdraw_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_WITHDRAW, NULL, opts};
    return request;
}

enum pawl_status parcel_arrive_many(struct pawl_db *db, const struct parcel_arrive_item *items, size_t count,
                                    const struct pawl_opts *opts, struct parcel_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_arrive_item),
        offsetof(struct parcel_arrive_item, id), 0,
        offsetof(struct parcel_arrive_item, request_id), offsetof(struct parcel_arrive_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_ARRIVE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_arrive_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_ARRIVE, NULL, opts};
    return request;
}

enum pawl_status parcel_lose_many(struct pawl_db *db, const struct parcel_lose_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_lose_item),
        offsetof(struct parcel_lose_item, id), 0,
        offsetof(struct parcel_lose_item, request_id), offsetof(struct parcel_lose_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_LOSE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_lose_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_LOSE, NULL, opts};
    return request;
}

enum pawl_status parcel_scan_many(struct pawl_db *db, const struct parcel_scan_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_scan_item),
        offsetof(struct parcel_scan_item, id), 0,
        offsetof(struct parcel_scan_item, request_id), offsetof(struct parcel_scan_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_SCAN, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_scan_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_SCAN, NULL, opts};
    return request;
}

enum pawl_status parcel_load_many(struct pawl_db *db, const struct parcel_load_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_load_item),
        offsetof(struct parcel_load_item, id), 0,
        offsetof(struct parcel_load_item, request_id), offsetof(struct parcel_load_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_LOAD, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_load_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_LOAD, NULL, opts};
    return request;
}

enum pawl_status parcel_deliver_many(struct pawl_db *db, const struct parcel_deliver_item *items, size_t count,
                                     const struct pawl_opts *opts, struct parcel_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_deliver_item),
        offsetof(struct parcel_deliver_item, id), 0,
        offsetof(struct parcel_deliver_item, request_id), offsetof(struct parcel_deliver_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_DELIVER, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_deliver_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_DELIVER, NULL, opts};
    return request;
}

enum pawl_status parcel_miss_many(struct pawl_db *db, const struct parcel_miss_item *items, size_t count,
                                  const struct pawl_opts *opts, struct parcel_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_miss_item),
        offsetof(struct parcel_miss_item, id), 0,
        offsetof(struct parcel_miss_item, request_id), offsetof(struct parcel_miss_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_MISS, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_miss_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_MISS, NULL, opts};
    return request;
}

enum pawl_status parcel_refuse_it_many(struct pawl_db *db, const struct parcel_refuse_it_item *items, size_t count,
                                       const struct pawl_opts *opts, struct parcel_result *results,
                                       struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_refuse_it_item),
        offsetof(struct parcel_refuse_it_item, id), 0,
        offsetof(struct parcel_refuse_it_item, request_id), offsetof(struct parcel_refuse_it_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_REFUSE_IT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_refuse_it_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_REFUSE_IT, NULL, opts};
    return request;
}

enum pawl_status parcel_fetch_many(struct pawl_db *db, const struct parcel_fetch_item *items, size_t count,
                                   const struct pawl_opts *opts, struct parcel_result *results,
                                   struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_fetch_item),
        offsetof(struct parcel_fetch_item, id), 0,
        offsetof(struct parcel_fetch_item, request_id), offsetof(struct parcel_fetch_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_FETCH, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_fetch_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_FETCH, NULL, opts};
    return request;
}

enum pawl_status parcel_expire_many(struct pawl_db *db, const struct parcel_expire_item *items, size_t count,
                                    const struct pawl_opts *opts, struct parcel_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_expire_item),
        offsetof(struct parcel_expire_item, id), 0,
        offsetof(struct parcel_expire_item, request_id), offsetof(struct parcel_expire_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_EXPIRE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_expire_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_EXPIRE, NULL, opts};
    return request;
}

enum pawl_status parcel_hand_over_many(struct pawl_db *db, const struct parcel_hand_over_item *items, size_t count,
                                       const struct pawl_opts *opts, struct parcel_result *results,
                                       struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_hand_over_item),
        offsetof(struct parcel_hand_over_item, id), 0,
        offsetof(struct parcel_hand_over_item, request_id), offsetof(struct parcel_hand_over_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_HAND_OVER, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_hand_over_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_HAND_OVER, NULL, opts};
    return request;
}

enum pawl_status parcel_find_again_many(struct pawl_db *db, const struct parcel_find_again_item *items, size_t count,
                                        const struct pawl_opts *opts, struct parcel_result *results,
                                        struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_find_again_item),
        offsetof(struct parcel_find_again_item, id), 0,
        offsetof(struct parcel_find_again_item, request_id), offsetof(struct parcel_find_again_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_FIND_AGAIN, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_find_again_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_FIND_AGAIN, NULL, opts};
    return request;
}

enum pawl_status parcel_write_off_many(struct pawl_db *db, const struct parcel_write_off_item *items, size_t count,
                                       const struct pawl_opts *opts, struct parcel_result *results,
                                       struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct parcel_write_off_item),
        offsetof(struct parcel_write_off_item, id), 0,
        offsetof(struct parcel_write_off_item, request_id), offsetof(struct parcel_write_off_item, expect_sort_key)};
    return pawl_fire_many(db, &parcel_machine, PARCEL_EVENT_WRITE_OFF, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request parcel_write_off_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&parcel_machine, {NULL, id}, PARCEL_EVENT_WRITE_OFF, NULL, opts};
    return request;
}

enum pawl_status parcel_get(struct pawl_db *db, int64_t id, struct parcel_current *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_get(db, &parcel_machine, key, out, err);
}

enum pawl_status parcel_history(struct pawl_db *db, int64_t id, struct parcel_history *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &parcel_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct parcel_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status parcel_in_state(struct pawl_db *db, enum parcel_state state, const struct parcel_current *after,
                                 size_t limit, struct parcel_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &parcel_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct parcel_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status parcel_not_in_state(struct pawl_db *db, enum parcel_state state, const struct parcel_current *after,
                                     size_t limit, struct parcel_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &parcel_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct parcel_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status parcel_last_to(struct pawl_db *db, int64_t id, enum parcel_state state, struct parcel_record *out,
                                struct pawl_error *err) {
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

/* ---- lamp: lamp -------------------------------------------------------------------------------------------------- */

static const struct pawl_state states_of_lamp[] = {
    {"", "", "", false},
    {"off", "off", "off", false},
    {"on", "on", "on", false},
};

static const struct pawl_column columns_of_lamp[] = {
    {"room", PAWL_TYPE_INT, offsetof(struct lamp_record, room), false},
    {"fuse", PAWL_TYPE_TEXT, offsetof(struct lamp_record, fuse), false},
};

static const struct pawl_param params_of_lamp_create[] = {
    {"room", PAWL_TYPE_INT, false, 0, offsetof(struct lamp_create_args, room)},
    {"fuse", PAWL_TYPE_TEXT, false, 1, offsetof(struct lamp_create_args, fuse)},
};

static const struct pawl_event events_of_lamp[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 2, params_of_lamp_create},
    {"press", "press", "press", false, false, true, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_lamp[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    0, 2, 1, /* press */
};

static const struct pawl_reference key_of_lamp = {PAWL_REFERENCE_CREATED, 0};

static const char *const postgres_fire_of_lamp[] = {
    NULL,
    "select public.lamp_create($1::text, $2::integer, $3::text, $4::text, $5::text, $6::text, $7::bigint) where public.lamp_model_2_7096ee88a3f6f2ad()", /* create */
    "select public.lamp_press($1::text, $2::text, $3::text, $4::integer, $5::text, $6::bigint) where public.lamp_model_2_7096ee88a3f6f2ad()", /* press */
};

static const char *const postgres_fire_many_of_lamp[] = {
    NULL,
    "select * from public.lamp_create_many($1::text[], $2::integer[], $3::text[], $4::text, $5::text[], $6::text, $7::bigint, coalesce(null::text[]/*, $8::text[]*/), coalesce(/*$9::boolean, */false))\n"
    "  where public.lamp_model_2_7096ee88a3f6f2ad()", /* create */
    "select * from public.lamp_press_many($1::text[], $2::text, $3::text[], $4::integer[], $5::text, $6::bigint, coalesce(null::text[]/*, $7::text[]*/), coalesce(/*$8::boolean, */false))\n"
    "  where public.lamp_model_2_7096ee88a3f6f2ad()", /* press */
};

static const struct pawl_statements postgres_of_lamp = {
    "begin;\nset local client_min_messages = warning;\nset local search_path = pg_catalog, pg_temp;\n"
    "set local standard_conforming_strings = on;\n\n-- It stands on what all machines and flows share.\ndo $pawl$\n"
    "declare\n  present integer;\nbegin\n  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
    "  if to_regclass('public.pawl_schema') is not null then\n"
    "    present := (select known.version from public.pawl_schema known);\n"
    "    -- what is called below is whose this is\n"
    "    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry\n"
    "        where registry.oid = 'public.pawl_schema'::regclass) then\n"
    "      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'\n"
    "        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '\n"
    "          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';\n    end if;\n  end if;\n"
    "  if present > 3 then\n"
    "    raise exception 'this database has version % of Pawl''s schema, and this file is for version 3; nothing was changed',\n"
    "        present\n"
    "      using errcode = 'PW006', hint = 'Update pawl, pawlctl and libpawl: the database is newer.';\n"
    "  elsif present is distinct from 3 then\n"
    "    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed'\n"
    "      using errcode = 'PW006', hint = 'Apply pawl.postgres.sql first, or let pawlctl apply do both.';\n"
    "  end if;\nend\n$pawl$;\n\n"
    "-- To make what pawl_owner is to own, a login that is no superuser must be its member meanwhile.\ndo $pawl$\n"
    "begin\n"
    "  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);\n"
    "  if not (select rolsuper from pg_roles where rolname = current_user)\n"
    "     and not pg_has_role(current_user, 'pawl_owner', 'usage') then\n    begin\n"
    "      execute format('grant pawl_owner to %I', current_user);\n"
    "    exception when insufficient_privilege then -- since 16 it takes more than to be one that may create roles\n"
    "      raise exception 'the login % may not become pawl_owner meanwhile; nothing was changed', current_user\n"
    "        using errcode = 'insufficient_privilege', hint = 'deploy as a superuser, or with a login for deployments: '\n"
    "          'create role deployer login createrole; grant usage, create on schema public to deployer with grant option'\n"
    "          || case when current_setting('server_version_num')::integer < 160000 then ''\n"
    "            else '; grant pawl_owner to deployer with admin option' end;\n    end;\n"
    "    perform set_config('pawl.joined_owner', 'yes', true);\n  end if;\nend\n$pawl$;\nset local role pawl_owner;\n"
    "\n-- lamp --------------------------------------------------------------------------------------------\n\n"
    "call public.pawl_begin_machine('lamp'::text, '7096ee88a3f6f2ad'::text, 'public'::text,\n"
    "  '{lamp_current,lamp_transitions,lamp_moves,lamp_state,lamp_transitions_request,lamp_transitions_key}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('public'::text, '{lamp_model_2_7096ee88a3f6f2ad,lamp_is_free,lamp_with_key,lamp_create,lamp_create_many,lamp_press,lamp_press_many,lamp_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('lamp'::text, '7096ee88a3f6f2ad'::text, 2::integer, 'public'::text);\n"
    "create table if not exists public.lamp_current (\n  lamp_id text collate \"C\" primary key,\n"
    "  state text collate \"C\" not null,\n  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists public.lamp_transitions (\n  lamp_id text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  room integer,\n  fuse text collate \"C\",\n  primary key (lamp_id, sort_key)\n"
    ");\ndo $pawl$\nbegin\n  if to_regclass('public.lamp_transitions_request') is null then\n"
    "    create unique index lamp_transitions_request on public.lamp_transitions (lamp_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view public.lamp_moves as select * from (values\n  ('create', '', 'off'),\n"
    "  ('press', 'off', 'on'),\n  ('press', 'on', 'off')\n) move (event, from_state, to_state);\n\n"
    "create or replace view public.lamp_state as\n  select lamp_id, state, sort_key, since from public.lamp_current;\n"
    "\ncall public.pawl_refuse_writes_to(array['public.lamp_current', 'public.lamp_transitions']::regclass[]);\n"
    "grant select on public.lamp_current, public.lamp_transitions, public.lamp_moves, public.lamp_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('lamp'::text, 'public.lamp_current'::text);\n"
    "call public.pawl_add_is_free('lamp'::text, 'public'::text);\ndo $pawl$\nbegin\n"
    "  if to_regclass('public.lamp_transitions_key') is null then\n"
    "    create index lamp_transitions_key on public.lamp_transitions (room, lamp_id) where sort_key = 10;\n"
    "  end if;\nend\n$pawl$;\ncreate or replace function public.lamp_with_key(key integer)\n"
    "returns setof public.lamp_current language sql stable set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "  select head.* from public.lamp_current head\n"
    "      join public.lamp_transitions begun on begun.lamp_id = head.lamp_id and begun.sort_key = 10\n"
    "    where begun.room = $1\n    order by head.lamp_id\n$pawl$;\n"
    "comment on function public.lamp_with_key(integer) is 'Those that honour the locks held on this key.';\n\n"
    "comment on table public.lamp_current is 'lamp\nOne row for each: where it is.';\n"
    "call public.pawl_describe('public'::text, 'lamp'::text, 'lamp_transitions'::text);\n\n"
    "create or replace function public.lamp_create(id text, room integer, fuse text, actor text default null,\n"
    "  request_id text default null,\n  lock_owner text default null, lock_token bigint default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\n  is_locked boolean;\n  lock_key text;\nbegin\n"
    "  if $1 is null or $1 = '' or octet_length($1) > 1024\n     or $2 is null\n     or $3 is null\n"
    "     or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id, room, fuse; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n  lock_key := $2::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;\n"
    "  lock table only public.lamp_current in row share mode; -- a later freeze or migration waits\n  loop\n"
    "    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "          and $6 is null and $7 is null\n"
    "          and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.lamp_model_2_7096ee88a3f6f2ad())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join public.lamp_current head on head.lamp_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $5 is not null then\n"
    "        select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $5;\n"
    "        if found then\n          return row(case when earlier.event = 'create'\n"
    "              and earlier.room is not distinct from $2\n"
    "              and earlier.fuse is not distinct from $3 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $5, lock_key, $6, $7);\n    end if;\n"
    "    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: lamp was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $5, lock_key, $6, $7);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'off', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into public.lamp_current (lamp_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n        if violated <> 'lamp_current_pkey' then\n"
    "          raise;\n        end if;\n    end;\n    outcome := null;\n  end loop;\n"
    "  insert into public.lamp_transitions\n"
    "    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse)\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($4, session_user), $5, $2, $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.lamp_create(text, integer, text, text, text, text, bigint) is 'create';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.lamp_create_many(text[], integer[], text[], text, text[], text, bigint)$pawl$)) then\n"
    "    drop function public.lamp_create_many(text[], integer[], text[], text, text[], text, bigint);\n  end if;\n"
    "end\n$pawl1$;\n"
    "create or replace function public.lamp_create_many(id text[], room integer[], fuse text[], actor text default null,\n"
    "  request_id text[] default null,\n"
    "  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $9 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($8)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, room, fuse; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, public.lamp_create(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id, $6, $7) as outcome\n"
    "        from (select * from unnest($1, $2, $3, $5, $8) with ordinality given (id, v1, v2, request_id, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.lamp_press(id text, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n"
    "  lock_owner text default null, lock_token bigint default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\n  lock_key text;\n  creation public.lamp_transitions;\nbegin\n"
    "  if $1 is null or $2 is not null or $3 is not null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n"
    "  lock table only public.lamp_current in row share mode; -- a later freeze or migration waits\n"
    "  -- what it was created with never changes\n  select * into creation from public.lamp_transitions begun\n"
    "    where begun.lamp_id = $1 and begun.sort_key = 10;\n  if not found then\n"
    "    if $1 = '' or octet_length($1) > 1024 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, lock_key, $5, $6);\n  end if;\n"
    "  lock_key := creation.room::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  perform case when lock.is_shared then pg_advisory_xact_lock_shared(lock.number)\n"
    "      else pg_advisory_xact_lock(lock.number) end\n"
    "    from (select distinct wanted.number, wanted.is_shared from (values\n"
    "      (public.pawl_key(''::text, lock_key), true),\n"
    "      (public.pawl_key('lamp'::text, creation.fuse::text), false),\n"
    "(public.pawl_key('lamp'::text, creation.room::text), false)      ) wanted (number, is_shared) where wanted.number is not null\n"
    "      order by wanted.number) lock;\n  if $3 is null and $4 is null then\n    update public.lamp_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('off', 'on'), ('on', 'off')) move (from_state, to_state)\n"
    "      where head.lamp_id = $1 and case when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $5 is null and $6 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.lamp_model_2_7096ee88a3f6f2ad()) then head.state = move.from_state end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update public.lamp_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('off', 'on'), ('on', 'off')) move (from_state, to_state)\n"
    "      where head.lamp_id = $1 and case when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $5 is null and $6 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.lamp_model_2_7096ee88a3f6f2ad()) then head.state = move.from_state end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $5 is null and $6 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.lamp_model_2_7096ee88a3f6f2ad())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.lamp_current head where head.lamp_id = $1 for no key update;\n    if not found then\n"
    "      if $1 = '' or octet_length($1) > 1024 then\n        outcome.status := 'MISUSE';\n"
    "        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "        return outcome;\n      end if;\n      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, lock_key, $5, $6);\n    end if;\n"
    "    if $3 is not null and (outcome.sort_key > 10 or creation.request_id = $3) then\n"
    "      select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'press' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, lock_key, $5, $6);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'off' then 'on'\n      when 'on' then 'off'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'press' || ' is not allowed in ' || outcome.from_state || '; public.lamp_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.lamp_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.lamp_transitions\n"
    "    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'press', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.lamp_press(text, text, text, integer, text, bigint) is 'press';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.lamp_press_many(text[], text, text[], integer[], text, bigint)$pawl$)) then\n"
    "    drop function public.lamp_press_many(text[], text, text[], integer[], text, bigint);\n  end if;\nend\n"
    "$pawl1$;\ncreate or replace function public.lamp_press_many(id text[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null,\n"
    "  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy text[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $8 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $8 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.lamp_current head where head.lamp_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.lamp_current head where head.lamp_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.lamp_press(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function public.lamp_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('lamp'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    case waiting.event\n    when 'create' then\n"
    "      outcome := case when cardinality(given) = 2 then public.lamp_create(waiting.entity, given[1]::integer, given[2],\n"
    "          waiting.actor, waiting.request_id,\n"
    "          waiting.lock_owner, waiting.lock_token) else outcome end;\n    when 'press' then\n"
    "      outcome := case when cardinality(given) = 0 then public.lamp_press(waiting.entity,\n"
    "          waiting.actor, waiting.request_id, null::integer,\n"
    "          waiting.lock_owner, waiting.lock_token) else outcome end;\n    else\n"
    "      outcome.detail := 'machine lamp: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'lamp' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('public'::text,\n"
    "  '{lamp_create,lamp_create_many,lamp_press,lamp_press_many,lamp_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('lamp', '7096ee88a3f6f2ad', 2, clock_timestamp(), E'{\"name\":\"lamp\",\"label\":\"lamp\",\"fingerprint\":\"7096ee88a3f6f2ad\",\"key_type\":\"text\",\"storage\":\"head\",\"unindexed\":true,\"initial_is_implicit\":false,\"key\":{\"kind\":\"created\",\"column\":\"room\",\"event\":\"create\"},\"states\":[{\"name\":\"off\",\"label\":\"off\",\"stored\":\"off\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"on\",\"label\":\"on\",\"stored\":\"on\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"room\",\"type\":\"int\",\"optional\":false,\"column\":\"room\"},{\"name\":\"fuse\",\"type\":\"text\",\"optional\":false,\"column\":\"fuse\"}],\"serialize_by\":[]},{\"name\":\"press\",\"label\":\"press\",\"stored\":\"press\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[{\"kind\":\"created\",\"column\":\"fuse\",\"event\":\"create\"},{\"kind\":\"created\",\"column\":\"room\",\"event\":\"create\"}]}],\"columns\":[{\"name\":\"room\",\"type\":\"int\"},{\"name\":\"fuse\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"off\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"press\",\"from\":\"off\",\"target\":\"to\",\"to\":\"on\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"press\",\"from\":\"on\",\"target\":\"to\",\"to\":\"off\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"off\",\"arrow\":0},{\"event\":\"press\",\"from\":\"off\",\"to\":\"on\",\"arrow\":1},{\"event\":\"press\",\"from\":\"on\",\"to\":\"off\",\"arrow\":2}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.lamp_current\",\"transitions\":\"public.lamp_transitions\",\"objects\":\"select object, definition from public.pawl_catalog(''public''::text, ''{lamp_current,lamp_transitions,lamp_moves,lamp_state}''::text[], ''{lamp_model_2_7096ee88a3f6f2ad,lamp_is_free,lamp_with_key,lamp_create,lamp_create_many,lamp_press,lamp_press_many,lamp_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.lamp_current'')::oid, to_regclass(''public.lamp_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from public.lamp_current where lamp_id = $1::text and public.lamp_model_2_7096ee88a3f6f2ad()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\\\\nfrom public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_7096ee88a3f6f2ad() order by sort_key\",\"in_state\":\"select lamp_id, state, sort_key, since from public.lamp_current\\\\nwhere state = $1::text and (since, lamp_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\\\n  and public.lamp_model_2_7096ee88a3f6f2ad() order by since, lamp_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select lamp_id, state, sort_key, since from public.lamp_current\\\\n    where state < $1::text and (state, since, lamp_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, lamp_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select lamp_id, state, sort_key, since from public.lamp_current\\\\n    where (state, since, lamp_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, lamp_id limit $8::bigint\\\\n  ) after\\\\n) others where public.lamp_model_2_7096ee88a3f6f2ad() order by state, since, lamp_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.lamp_current where public.lamp_model_2_7096ee88a3f6f2ad() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\\\\nfrom public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_7096ee88a3f6f2ad()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"with_key\":\"select head.lamp_id, head.state, head.sort_key, head.since from public.lamp_transitions begun\\\\njoin public.lamp_current head on head.lamp_id = begun.lamp_id\\\\nwhere begun.sort_key = 10 and begun.room = $1::integer\\\\n  and ($2::text is null or begun.lamp_id > $2::text) and public.lamp_model_2_7096ee88a3f6f2ad()\\\\norder by begun.lamp_id limit $3::bigint\",\"fire_deferred\":\"select public.lamp_fire_deferred($1::bigint, $2::text) where public.lamp_model_2_7096ee88a3f6f2ad()\",\"find_key\":\"select cast(room as text) from public.lamp_transitions where lamp_id = $1::text and sort_key = 10\\\\n  and public.lamp_model_2_7096ee88a3f6f2ad()\"},\"fire\":{\"create\":\"select public.lamp_create($1::text, $2::integer, $3::text, $4::text, $5::text, $6::text, $7::bigint) where public.lamp_model_2_7096ee88a3f6f2ad()\",\"press\":\"select public.lamp_press($1::text, $2::text, $3::text, $4::integer, $5::text, $6::bigint) where public.lamp_model_2_7096ee88a3f6f2ad()\"}},\"diagram\":\"digraph \\\\\"lamp\\\\\" {\\\\n  graph [rankdir=LR, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_lamp\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>lamp</b><!--lamp-->>;\\\\n    \\\\\"lamp.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"lamp.off\\\\\" [label=<off<!--lamp.off-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"lamp.on\\\\\" [label=<on<!--lamp.on-->>, class=\\\\\"state\\\\\"];\\\\n    \\\\\"lamp.\\\\\" -> \\\\\"lamp.off\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"lamp.off\\\\\" -> \\\\\"lamp.on\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>press<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"press\\\\\", labeltooltip=\\\\\"press\\\\\"];\\\\n    \\\\\"lamp.off\\\\\" -> \\\\\"lamp.on\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>press<br align=\\\\\"left\\\\\"/></td></tr></table>>, dir=back, class=\\\\\"move\\\\\", tooltip=\\\\\"press\\\\\", labeltooltip=\\\\\"press\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('lamp'::text, 'public'::text, '{lamp_current,lamp_transitions,lamp_moves,lamp_state}'::text[], '{lamp_model_2_7096ee88a3f6f2ad,lamp_is_free,lamp_with_key,lamp_create,lamp_create_many,lamp_press,lamp_press_many,lamp_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('public.lamp_current')::oid, to_regclass('public.lamp_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from public.lamp_current where lamp_id = $1::text and public.lamp_model_2_7096ee88a3f6f2ad()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\n"
    "from public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_7096ee88a3f6f2ad() order by sort_key", /* history */
    "select lamp_id, state, sort_key, since from public.lamp_current\n"
    "where state = $1::text and (since, lamp_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::text)\n"
    "  and public.lamp_model_2_7096ee88a3f6f2ad() order by since, lamp_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select lamp_id, state, sort_key, since from public.lamp_current\n"
    "    where state < $1::text and (state, since, lamp_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::text)\n"
    "    order by state, since, lamp_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select lamp_id, state, sort_key, since from public.lamp_current\n"
    "    where (state, since, lamp_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::text)\n"
    "    order by state, since, lamp_id limit $8::bigint\n  ) after\n"
    ") others where public.lamp_model_2_7096ee88a3f6f2ad() order by state, since, lamp_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from public.lamp_current where public.lamp_model_2_7096ee88a3f6f2ad() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\n"
    "from public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_7096ee88a3f6f2ad()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    "select head.lamp_id, head.state, head.sort_key, head.since from public.lamp_transitions begun\n"
    "join public.lamp_current head on head.lamp_id = begun.lamp_id\n"
    "where begun.sort_key = 10 and begun.room = $1::integer\n"
    "  and ($2::text is null or begun.lamp_id > $2::text) and public.lamp_model_2_7096ee88a3f6f2ad()\n"
    "order by begun.lamp_id limit $3::bigint", /* with_key */
    "select public.lamp_fire_deferred($1::bigint, $2::text) where public.lamp_model_2_7096ee88a3f6f2ad()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror */
    "select cast(room as text) from public.lamp_transitions where lamp_id = $1::text and sort_key = 10\n"
    "  and public.lamp_model_2_7096ee88a3f6f2ad()", /* find_key */
    NULL, NULL, /* find_topic, find_spelling */
    postgres_fire_of_lamp, postgres_fire_many_of_lamp,
    NULL, NULL,
};

static const struct pawl_statements sqlite_of_lamp = {
    "begin immediate;\n\n"
    "-- It stands on what all machines and flows share. Only a trigger can raise; a temporary one is no object of the\n"
    "-- database's.\ncreate temp view pawl_lacking (version) as\n"
    "  select 3 where not exists (select 1 from main.sqlite_master\n"
    "                                             where type = 'table' and name = 'pawl_schema');\n"
    "create temp trigger pawl_require instead of insert on pawl_lacking\nbegin\n"
    "  select raise(rollback, 'this database does not have version 3 of Pawl''s schema; nothing was changed: apply pawl.sqlite.sql first, or let pawlctl apply do both')\n"
    "   where new.version <= 3;\n"
    "  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl')\n"
    "   where new.version > 3;\nend;\ninsert into temp.pawl_lacking select version from temp.pawl_lacking;\n"
    "insert into temp.pawl_lacking select version from main.pawl_schema where version <> 3;\n"
    "drop view temp.pawl_lacking;\n\n"
    "-- lamp --------------------------------------------------------------------------------------------\n-- lamp\n\n"
    "-- where each lamp is\ncreate table if not exists main.lamp_current (\n  lamp_id text not null primary key,\n"
    "  state text not null,\n  sort_key integer not null, -- of its last move\n  since integer not null\n"
    ") without rowid;\n\n-- how it got there; rows are only ever added\n"
    "create table if not exists main.lamp_transitions (\n  lamp_id text not null,\n  sort_key integer not null,\n"
    "  event text not null,\n  from_state text not null, -- '' for a creation\n  to_state text not null,\n"
    "  created_at integer not null,\n  actor text not null check (length(cast(actor as blob)) <= 255),\n"
    "  request_id text,\n  room integer,\n  fuse text,\n  primary key (lamp_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.lamp_transitions_request\n"
    "  on lamp_transitions (lamp_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.lamp_moves (event, from_state, to_state) as values\n  ('create', '', 'off'),\n"
    "  ('press', 'off', 'on'),\n  ('press', 'on', 'off');\n\n-- where each is, to join in queries of one's own\n"
    "create view if not exists main.lamp_state as\n  select lamp_id, state, sort_key, since from lamp_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.lamp_model_7096ee88a3f6f2ad;\n"
    "create view if not exists main.lamp_model_2_7096ee88a3f6f2ad as select 1;\n\n"
    "create trigger if not exists main.lamp_current_insert before insert on lamp_current\n"
    "when only_libpawl_may_write('lamp_current', new.lamp_id, new.state, new.sort_key, new.since) is not 1\nbegin\n"
    "  select raise(abort, 'lamp_current is written by libpawl only: fire an event of lamp instead');\nend;\n"
    "create trigger if not exists main.lamp_current_update before update on lamp_current\n"
    "when new.lamp_id is not old.lamp_id\n"
    "  or only_libpawl_may_write('lamp_current', new.lamp_id, new.state, new.sort_key, new.since) is not 1\nbegin\n"
    "  select raise(abort, 'lamp_current is written by libpawl only: fire an event of lamp instead');\nend;\n"
    "create trigger if not exists main.lamp_current_delete before delete on lamp_current\n"
    "when only_libpawl_may_write('lamp_current', old.lamp_id) is not 1\nbegin\n"
    "  select raise(abort, 'lamp_current keeps its rows: a lamp that has been created stays');\nend;\n"
    "create trigger if not exists main.lamp_transitions_insert before insert on lamp_transitions\n"
    "when only_libpawl_may_write('lamp_transitions(room, fuse)',\n"
    "  new.lamp_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.room,\n  new.fuse) is not 1\nbegin\n"
    "  select raise(abort, 'lamp_transitions is written by libpawl only: fire an event of lamp instead');\nend;\n"
    "create trigger if not exists main.lamp_transitions_update before update on lamp_transitions\nbegin\n"
    "  select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted');\nend;\n"
    "create trigger if not exists main.lamp_transitions_delete before delete on lamp_transitions\n"
    "when only_libpawl_may_write('lamp_transitions', old.lamp_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "-- those that honour the locks held on a key\n"
    "create index if not exists main.lamp_transitions_key on lamp_transitions (room, lamp_id)\n"
    "  where sort_key = 10;\n\ninsert into main.pawl_objects (machine, object, definition)\n"
    "select 'lamp', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('lamp_current', 'lamp_transitions', 'lamp_moves', 'lamp_state',\n"
    "      'lamp_model_2_7096ee88a3f6f2ad')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'lamp'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> '7096ee88a3f6f2ad' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'lamp' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'lamp', '7096ee88a3f6f2ad', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'lamp' and fingerprint = '7096ee88a3f6f2ad'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"lamp\",\"label\":\"lamp\",\"fingerprint\":\"7096ee88a3f6f2ad\",\"key_type\":\"text\",\"storage\":\"head\",\"unindexed\":true,\"initial_is_implicit\":false,\"key\":{\"kind\":\"created\",\"column\":\"room\",\"event\":\"create\"},\"states\":[{\"name\":\"off\",\"label\":\"off\",\"stored\":\"off\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"on\",\"label\":\"on\",\"stored\":\"on\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"room\",\"type\":\"int\",\"optional\":false,\"column\":\"room\"},{\"name\":\"fuse\",\"type\":\"text\",\"optional\":false,\"column\":\"fuse\"}],\"serialize_by\":[]},{\"name\":\"press\",\"label\":\"press\",\"stored\":\"press\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[{\"kind\":\"created\",\"column\":\"fuse\",\"event\":\"create\"},{\"kind\":\"created\",\"column\":\"room\",\"event\":\"create\"}]}],\"columns\":[{\"name\":\"room\",\"type\":\"int\"},{\"name\":\"fuse\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"off\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"press\",\"from\":\"off\",\"target\":\"to\",\"to\":\"on\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"press\",\"from\":\"on\",\"target\":\"to\",\"to\":\"off\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"off\",\"arrow\":0},{\"event\":\"press\",\"from\":\"off\",\"to\":\"on\",\"arrow\":1},{\"event\":\"press\",\"from\":\"on\",\"to\":\"off\",\"arrow\":2}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.lamp_current\",\"transitions\":\"main.lamp_transitions\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''lamp_current'', ''lamp_transitions'', ''lamp_moves'', ''lamp_state'',\\n    ''lamp_model_2_7096ee88a3f6f2ad'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.lamp_current where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\\nfrom main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) order by sort_key\",\"in_state\":\"select lamp_id, state, sort_key, since from main.lamp_current\\nwhere state = ?1 and (since, lamp_id) > (?2, ?3)\\n  and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) order by since, lamp_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select lamp_id, state, sort_key, since from main.lamp_current\\n    where state < ?1 and (state, since, lamp_id) > (?2, ?3, ?4)\\n    order by state, since, lamp_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select lamp_id, state, sort_key, since from main.lamp_current\\n    where (state, since, lamp_id) > (?5, ?6, ?7)\\n    order by state, since, lamp_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) order by state, since, lamp_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.lamp_current where exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\\nfrom main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"with_key\":\"select head.lamp_id, head.state, head.sort_key, head.since from main.lamp_transitions begun\\njoin main.lamp_current head on head.lamp_id = begun.lamp_id\\nwhere begun.sort_key = 10 and begun.room = ?1\\n  and (?2 is null or begun.lamp_id > ?2) and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)\\norder by begun.lamp_id limit ?3\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, room, fuse\\nfrom main.lamp_transitions where lamp_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.lamp_current (lamp_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.lamp_current set state = ?2, sort_key = ?3, since = ?4\\nwhere lamp_id = ?1\",\"insert_transition\":\"insert into main.lamp_transitions\\n  (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9, ?10)\",\"find_key\":\"select cast(room as text) from main.lamp_transitions where lamp_id = ?1 and sort_key = 10\\n  and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)\"},\"fire\":{}},\"diagram\":\"digraph \\\"lamp\\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_lamp\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>lamp</b><!--lamp-->>;\\n    \\\"lamp.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"lamp.off\\\" [label=<off<!--lamp.off-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"lamp.on\\\" [label=<on<!--lamp.on-->>, class=\\\"state\\\"];\\n    \\\"lamp.\\\" -> \\\"lamp.off\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"lamp.off\\\" -> \\\"lamp.on\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>press<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"press\\\", labeltooltip=\\\"press\\\"];\\n    \\\"lamp.off\\\" -> \\\"lamp.on\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>press<br align=\\\"left\\\"/></td></tr></table>>, dir=back, class=\\\"move\\\", tooltip=\\\"press\\\", labeltooltip=\\\"press\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'lamp' and fingerprint = '7096ee88a3f6f2ad' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.lamp_current where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\n"
    "from main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) order by sort_key", /* history */
    "select lamp_id, state, sort_key, since from main.lamp_current\nwhere state = ?1 and (since, lamp_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) order by since, lamp_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select lamp_id, state, sort_key, since from main.lamp_current\n"
    "    where state < ?1 and (state, since, lamp_id) > (?2, ?3, ?4)\n    order by state, since, lamp_id limit ?8\n"
    "  ) before\n  union all\n  select * from (\n    select lamp_id, state, sort_key, since from main.lamp_current\n"
    "    where (state, since, lamp_id) > (?5, ?6, ?7)\n    order by state, since, lamp_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) order by state, since, lamp_id limit ?8", /* not_in_state */
    "select state, count(*) from main.lamp_current where exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\n"
    "from main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    "select head.lamp_id, head.state, head.sort_key, head.since from main.lamp_transitions begun\n"
    "join main.lamp_current head on head.lamp_id = begun.lamp_id\nwhere begun.sort_key = 10 and begun.room = ?1\n"
    "  and (?2 is null or begun.lamp_id > ?2) and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)\n"
    "order by begun.lamp_id limit ?3", /* with_key */
    NULL, NULL, NULL, /* fire_deferred, fail_deferred, find_parent */
    "select event, from_state, to_state, sort_key, created_at, room, fuse\n"
    "from main.lamp_transitions where lamp_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.lamp_current (lamp_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.lamp_current set state = ?2, sort_key = ?3, since = ?4\nwhere lamp_id = ?1", /* update_current */
    "insert into main.lamp_transitions\n"
    "  (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10)", /* insert_transition */
    NULL, NULL, /* find_creation, set_mirror */
    "select cast(room as text) from main.lamp_transitions where lamp_id = ?1 and sort_key = 10\n"
    "  and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)", /* find_key */
    NULL, NULL, /* find_topic, find_spelling */
    NULL, NULL,
    NULL, NULL,
};

static const struct pawl_statements *const sql_of_lamp[] = {&postgres_of_lamp, &sqlite_of_lamp};

const struct pawl_machine lamp_machine = {
    PAWL_ABI,
    "lamp",
    "lamp",
    "7096ee88a3f6f2ad",
    "lamp_current", "lamp_transitions",
    PAWL_TYPE_TEXT,
    2, 2, 2,
    states_of_lamp, events_of_lamp, columns_of_lamp,
    next_of_lamp,
    PAWL_LAYOUT(struct lamp_current, struct lamp_record),
    2, sql_of_lamp,
    0, 0, NULL, NULL, NULL, NULL, /* no guards and no effects */
    NULL,
    NULL, &key_of_lamp, NULL,
    false,
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

static enum pawl_status fire_of_lamp(struct pawl_db *db, const char *id, enum lamp_event event, const void *args,
    const struct pawl_opts *opts, struct lamp_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &lamp_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum lamp_event)transition.event;
        out->from = (enum lamp_state)transition.from;
        out->to = (enum lamp_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status lamp_create(struct pawl_db *db, const char *id, const struct lamp_create_args *args,
                             const struct pawl_opts *opts, struct lamp_transition *out, struct pawl_error *err) {
    return fire_of_lamp(db, id, LAMP_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status lamp_press(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                            struct lamp_transition *out, struct pawl_error *err) {
    return fire_of_lamp(db, id, LAMP_EVENT_PRESS, NULL, opts, out, err);
}

enum pawl_status lamp_create_many(struct pawl_db *db, const struct lamp_create_item *items, size_t count,
                                  const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct lamp_create_item),
        offsetof(struct lamp_create_item, id), offsetof(struct lamp_create_item, args),
        offsetof(struct lamp_create_item, request_id), 0};
    return pawl_fire_many(db, &lamp_machine, LAMP_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request lamp_create_move(const char *id, const struct lamp_create_args *args,
                                     const struct pawl_opts *opts) {
    struct pawl_request request = {&lamp_machine, {id, 0}, LAMP_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status lamp_press_many(struct pawl_db *db, const struct lamp_press_item *items, size_t count,
                                 const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct lamp_press_item),
        offsetof(struct lamp_press_item, id), 0,
        offsetof(struct lamp_press_item, request_id), offsetof(struct lamp_press_item, expect_sort_key)};
    return pawl_fire_many(db, &lamp_machine, LAMP_EVENT_PRESS, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request lamp_press_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&lamp_machine, {id, 0}, LAMP_EVENT_PRESS, NULL, opts};
    return request;
}

enum pawl_status lamp_get(struct pawl_db *db, const char *id, struct lamp_current *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_get(db, &lamp_machine, key, out, err);
}

enum pawl_status lamp_history(struct pawl_db *db, const char *id, struct lamp_history *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &lamp_machine, key, out != NULL ? &rows : NULL, err);
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

enum pawl_status lamp_not_in_state(struct pawl_db *db, enum lamp_state state, const struct lamp_current *after,
                                   size_t limit, struct lamp_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &lamp_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct lamp_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status lamp_with_key(struct pawl_db *db, int32_t key, const struct lamp_current *after, size_t limit,
                               struct lamp_page *out, struct pawl_error *err) {
    struct pawl_key wanted = {NULL, key};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_with_key(db, &lamp_machine, wanted, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct lamp_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status lamp_last_to(struct pawl_db *db, const char *id, enum lamp_state state, struct lamp_record *out,
                              struct pawl_error *err) {
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

/* ---- dispatch: Dispatch a parcel --------------------------------------------------------------------------------- */

static const struct pawl_param args_of_dispatch[] = {
    {"number", PAWL_TYPE_BIGINT, false, 0, offsetof(struct dispatch_args, number)},
};

static const uint16_t unique_of_dispatch[] = {
    0,
};

static const struct pawl_flow_step steps_of_dispatch[] = {
    {PAWL_STEP_TX, "weigh", "weigh", NULL, 0, 1, false, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {0, INT64_C(0), INT64_C(0)}, NULL, 0, NULL},
    {PAWL_STEP_CALL, "print_label", "print label", NULL, 2, 3, false, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {0, INT64_C(0), INT64_C(0)}, NULL, 0, NULL},
};

static const struct pawl_callback callbacks_of_dispatch[] = {
    {"weigh", PAWL_CALLBACK_TX, offsetof(struct dispatch_hooks, weigh), 0, NULL},
    {"forget", PAWL_CALLBACK_UNDO_TX, offsetof(struct dispatch_hooks, forget), 0, NULL},
    {"print_label", PAWL_CALLBACK_CALL, offsetof(struct dispatch_hooks, print_label), 0, NULL},
    {"tear_up", PAWL_CALLBACK_UNDO_CALL, offsetof(struct dispatch_hooks, tear_up), 0, NULL},
};

static enum pawl_status call_step_of_dispatch(const void *hooks, int callback, struct pawl_db *db,
    const struct pawl_step *step, const void *args, void *values, bool *yes, struct pawl_error *err) {
    const struct dispatch_hooks *own = (const struct dispatch_hooks *)hooks;
    const struct dispatch_args *given = (const struct dispatch_args *)args;
    (void)values;
    (void)yes;
    switch (callback) {
    case 0:
        return own->weigh(own->context, db, step, given, err);
    case 1:
        return own->forget(own->context, db, step, given, err);
    case 2:
        return own->print_label(own->context, step, given, err);
    case 3:
        return own->tear_up(own->context, step, given, err);
    default:
        return PAWL_MISUSE;
    }
}

static const char *const schema_of_dispatch[] = {
    /* postgres */
    "begin;\nset local client_min_messages = warning;\nset local search_path = pg_catalog, pg_temp;\n"
    "set local standard_conforming_strings = on;\n\n-- It stands on what all machines and flows share.\ndo $pawl$\n"
    "declare\n  present integer;\nbegin\n  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
    "  if to_regclass('public.pawl_schema') is not null then\n"
    "    present := (select known.version from public.pawl_schema known);\n"
    "    -- what is called below is whose this is\n"
    "    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry\n"
    "        where registry.oid = 'public.pawl_schema'::regclass) then\n"
    "      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'\n"
    "        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '\n"
    "          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';\n    end if;\n  end if;\n"
    "  if present > 3 then\n"
    "    raise exception 'this database has version % of Pawl''s schema, and this file is for version 3; nothing was changed',\n"
    "        present\n"
    "      using errcode = 'PW006', hint = 'Update pawl, pawlctl and libpawl: the database is newer.';\n"
    "  elsif present is distinct from 3 then\n"
    "    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed'\n"
    "      using errcode = 'PW006', hint = 'Apply pawl.postgres.sql first, or let pawlctl apply do both.';\n"
    "  end if;\nend\n$pawl$;\n\n"
    "-- To make what pawl_owner is to own, a login that is no superuser must be its member meanwhile.\ndo $pawl$\n"
    "begin\n"
    "  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);\n"
    "  if not (select rolsuper from pg_roles where rolname = current_user)\n"
    "     and not pg_has_role(current_user, 'pawl_owner', 'usage') then\n    begin\n"
    "      execute format('grant pawl_owner to %I', current_user);\n"
    "    exception when insufficient_privilege then -- since 16 it takes more than to be one that may create roles\n"
    "      raise exception 'the login % may not become pawl_owner meanwhile; nothing was changed', current_user\n"
    "        using errcode = 'insufficient_privilege', hint = 'deploy as a superuser, or with a login for deployments: '\n"
    "          'create role deployer login createrole; grant usage, create on schema public to deployer with grant option'\n"
    "          || case when current_setting('server_version_num')::integer < 160000 then ''\n"
    "            else '; grant pawl_owner to deployer with admin option' end;\n    end;\n"
    "    perform set_config('pawl.joined_owner', 'yes', true);\n  end if;\nend\n$pawl$;\nset local role pawl_owner;\n"
    "\n-- dispatch ----------------------------------------------------------------------------------------\n"
    "-- Dispatch a parcel\n-- Puts a parcel on its way, and its label on it.\n\n"
    "insert into public.pawl_freezes (machine, head) values ('dispatch', 'public.pawl_runs')\n"
    "  on conflict do nothing;\ninsert into public.pawl_flows (flow, fingerprint, abi, topic, topic_argument, model)\n"
    "values ('dispatch', 'c7bffea3fea5465e', 2, null, null, E'{\"name\":\"dispatch\",\"label\":\"Dispatch a parcel\",\"fingerprint\":\"c7bffea3fea5465e\",\"doc\":\"Puts a parcel on its way, and its label on it.\",\"unique\":[\"number\"],\"retry\":{\"count\":0},\"args\":[{\"name\":\"number\",\"type\":\"bigint\",\"optional\":false}],\"data\":[],\"locks\":[],\"callbacks\":[{\"name\":\"weigh\",\"kind\":\"tx\",\"sets\":[]},{\"name\":\"forget\",\"kind\":\"undo_tx\",\"sets\":[]},{\"name\":\"print_label\",\"kind\":\"call\",\"sets\":[]},{\"name\":\"tear_up\",\"kind\":\"undo_call\",\"sets\":[]}],\"steps\":[{\"path\":\"weigh\",\"kind\":\"tx\",\"label\":\"weigh\",\"delivery\":\"exactly_once\",\"callback\":\"weigh\",\"undo\":\"forget\",\"irreversible\":false,\"retry\":{\"count\":0},\"sets\":[],\"depth\":0},{\"path\":\"print_label\",\"kind\":\"call\",\"label\":\"print label\",\"delivery\":\"at_least_once\",\"callback\":\"print_label\",\"undo\":\"tear_up\",\"irreversible\":false,\"retry\":{\"count\":0},\"sets\":[],\"depth\":0}],\"scopes\":[],\"allows\":[],\"diagram\":\"digraph \\\\\"dispatch\\\\\" {\\\\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_dispatch\\\\\" {\\\\n    class=flow; penwidth=0; margin=0;\\\\n    label=<<b>Dispatch a parcel</b><!--dispatch-->>;\\\\n    \\\\\"dispatch 0\\\\\" [label=<Start<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">with number</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">once for each number</font>>, class=\\\\\"begin created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\", tooltip=\\\\\"Puts a parcel on its way, and its label on it.\\\\\"];\\\\n    \\\\\"dispatch.weigh\\\\\" [label=<weigh<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: forget</font><!--dispatch.weigh-->>, class=\\\\\"step tx\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\"];\\\\n    \\\\\"dispatch.print_label\\\\\" [label=<print label<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: tear up</font><!--dispatch.print_label-->>, class=\\\\\"step call\\\\\", fillcolor=\\\\\"#ffffff\\\\\", color=\\\\\"#1d4f91\\\\\"];\\\\n    \\\\\"dispatch 3\\\\\" [label=<Done>, class=\\\\\"end final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"dispatch 0\\\\\" -> \\\\\"dispatch.weigh\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"dispatch.weigh\\\\\" -> \\\\\"dispatch.print_label\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"dispatch.print_label\\\\\" -> \\\\\"dispatch 3\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">the flow begins </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#f5f6f8\\\\\" color=\\\\\"#8c96a5\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">in the database, exactly once </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#ffffff\\\\\" color=\\\\\"#1d4f91\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">outside, at least once </td><td align=\\\\\"right\\\\\"><font color=\\\\\"#556070\\\\\">undo</font></td><td align=\\\\\"left\\\\\">what undoes it if the flow turns round </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">the flow is done </td></tr></table>>;\\\\n}\\\\n\",\"database\":{\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\"}}')\n"
    "on conflict (flow, fingerprint) do update set model = excluded.model, abi = excluded.abi;\n\n"
    "call public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n",
    /* sqlite */
    "begin immediate;\n\n"
    "-- It stands on what all machines and flows share. Only a trigger can raise; a temporary one is no object of the\n"
    "-- database's.\ncreate temp view pawl_lacking (version) as\n"
    "  select 3 where not exists (select 1 from main.sqlite_master\n"
    "                                             where type = 'table' and name = 'pawl_schema');\n"
    "create temp trigger pawl_require instead of insert on pawl_lacking\nbegin\n"
    "  select raise(rollback, 'this database does not have version 3 of Pawl''s schema; nothing was changed: apply pawl.sqlite.sql first, or let pawlctl apply do both')\n"
    "   where new.version <= 3;\n"
    "  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl')\n"
    "   where new.version > 3;\nend;\ninsert into temp.pawl_lacking select version from temp.pawl_lacking;\n"
    "insert into temp.pawl_lacking select version from main.pawl_schema where version <> 3;\n"
    "drop view temp.pawl_lacking;\n\n"
    "-- dispatch ----------------------------------------------------------------------------------------\n"
    "-- Dispatch a parcel\n-- Puts a parcel on its way, and its label on it.\n\ninsert into main.pawl_flows\n"
    "  (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)\n"
    "select 'dispatch', 'c7bffea3fea5465e', 2, cast(strftime('%s', 'now') as integer) * 1000000,\n  null, null,\n"
    "  '{\"name\":\"dispatch\",\"label\":\"Dispatch a parcel\",\"fingerprint\":\"c7bffea3fea5465e\",\"doc\":\"Puts a parcel on its way, and its label on it.\",\"unique\":[\"number\"],\"retry\":{\"count\":0},\"args\":[{\"name\":\"number\",\"type\":\"bigint\",\"optional\":false}],\"data\":[],\"locks\":[],\"callbacks\":[{\"name\":\"weigh\",\"kind\":\"tx\",\"sets\":[]},{\"name\":\"forget\",\"kind\":\"undo_tx\",\"sets\":[]},{\"name\":\"print_label\",\"kind\":\"call\",\"sets\":[]},{\"name\":\"tear_up\",\"kind\":\"undo_call\",\"sets\":[]}],\"steps\":[{\"path\":\"weigh\",\"kind\":\"tx\",\"label\":\"weigh\",\"delivery\":\"exactly_once\",\"callback\":\"weigh\",\"undo\":\"forget\",\"irreversible\":false,\"retry\":{\"count\":0},\"sets\":[],\"depth\":0},{\"path\":\"print_label\",\"kind\":\"call\",\"label\":\"print label\",\"delivery\":\"at_least_once\",\"callback\":\"print_label\",\"undo\":\"tear_up\",\"irreversible\":false,\"retry\":{\"count\":0},\"sets\":[],\"depth\":0}],\"scopes\":[],\"allows\":[],\"diagram\":\"digraph \\\"dispatch\\\" {\\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_dispatch\\\" {\\n    class=flow; penwidth=0; margin=0;\\n    label=<<b>Dispatch a parcel</b><!--dispatch-->>;\\n    \\\"dispatch 0\\\" [label=<Start<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">with number</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">once for each number</font>>, class=\\\"begin created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\", tooltip=\\\"Puts a parcel on its way, and its label on it.\\\"];\\n    \\\"dispatch.weigh\\\" [label=<weigh<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: forget</font><!--dispatch.weigh-->>, class=\\\"step tx\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\"];\\n    \\\"dispatch.print_label\\\" [label=<print label<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: tear up</font><!--dispatch.print_label-->>, class=\\\"step call\\\", fillcolor=\\\"#ffffff\\\", color=\\\"#1d4f91\\\"];\\n    \\\"dispatch 3\\\" [label=<Done>, class=\\\"end final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"dispatch 0\\\" -> \\\"dispatch.weigh\\\" [class=\\\"move\\\", weight=8];\\n    \\\"dispatch.weigh\\\" -> \\\"dispatch.print_label\\\" [class=\\\"move\\\", weight=8];\\n    \\\"dispatch.print_label\\\" -> \\\"dispatch 3\\\" [class=\\\"move\\\", weight=8];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">the flow begins </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#f5f6f8\\\" color=\\\"#8c96a5\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">in the database, exactly once </td></tr>\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#ffffff\\\" color=\\\"#1d4f91\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">outside, at least once </td><td align=\\\"right\\\"><font color=\\\"#556070\\\">undo</font></td><td align=\\\"left\\\">what undoes it if the flow turns round </td></tr>\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">the flow is done </td></tr></table>>;\\n}\\n\",\"database\":{\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\"}}'\n"
    " where not exists (select 1 from main.pawl_flows where flow = 'dispatch' and fingerprint = 'c7bffea3fea5465e');\n"
    "\ncommit;\n",
};

const struct pawl_flow dispatch_flow = {
    PAWL_ABI,
    "dispatch",
    "Dispatch a parcel",
    "c7bffea3fea5465e",
    1,
    0,
    1,
    0,
    4,
    0,
    args_of_dispatch,
    sizeof(struct dispatch_args),
    NULL,
    0,
    unique_of_dispatch,
    NULL,
    {0, INT64_C(0), INT64_C(0)},
    callbacks_of_dispatch,
    call_step_of_dispatch,
    NULL,
    2,
    0,
    steps_of_dispatch,
    NULL,
    2,
    schema_of_dispatch,
    false,
};

enum pawl_status dispatch_set_hooks(struct pawl_db *db, const struct dispatch_hooks *hooks, struct pawl_error *err) {
    return pawl_set_flow_hooks(db, &dispatch_flow, hooks, err);
}

enum pawl_status dispatch_start(struct pawl_db *db, const struct dispatch_args *args, const char *actor,
                                int64_t *run, struct pawl_error *err) {
    return pawl_flow_start(db, &dispatch_flow, args, actor, run, err);
}

enum pawl_status dispatch_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_flow_apply(db, &dispatch_flow, err);
}

enum pawl_status dispatch_run(struct pawl_db *db, int64_t run, enum pawl_run_status *status, struct pawl_error *err) {
    return pawl_flow_run(db, &dispatch_flow, run, status, err);
}

enum pawl_status dispatch_step(struct pawl_db *db, int64_t run, bool back, enum pawl_run_status *status,
                               struct pawl_error *err) {
    return pawl_flow_step(db, &dispatch_flow, run, back, status, err);
}

enum pawl_status dispatch_pause(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_pause(db, dispatch_flow.name, run, actor, err);
}

enum pawl_status dispatch_resume(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_resume(db, dispatch_flow.name, run, actor, err);
}

enum pawl_status dispatch_retry(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_retry(db, dispatch_flow.name, run, actor, err);
}

enum pawl_status dispatch_rollback(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_rollback(db, dispatch_flow.name, run, actor, err);
}

enum pawl_status dispatch_cancel(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_cancel(db, dispatch_flow.name, run, actor, err);
}

enum pawl_status dispatch_resume_from(struct pawl_db *db, int64_t run, const char *place, const char *actor,
                                      struct pawl_error *err) {
    return pawl_run_resume_from(db, dispatch_flow.name, run, place, actor, err);
}

enum pawl_status dispatch_get(struct pawl_db *db, int64_t run, struct dispatch_run_row *out, struct pawl_error *err) {
    return pawl_flow_get(db, &dispatch_flow, run, out != NULL ? &out->run : NULL, out != NULL ? &out->args : NULL, NULL, err);
}

enum pawl_status dispatch_history(struct pawl_db *db, int64_t run, struct pawl_run_steps *out,
                                  struct pawl_error *err) {
    return pawl_run_history(db, dispatch_flow.name, run, out, err);
}

enum pawl_status dispatch_runs(struct pawl_db *db, enum pawl_run_status status, int64_t after, size_t limit,
                               struct pawl_runs *out, struct pawl_error *err) {
    struct pawl_run_filter filter = {dispatch_flow.name, status, NULL};
    return pawl_run_list(db, &filter, after, limit, out, err);
}
