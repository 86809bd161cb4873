/* Written by pawl from shared.fsm. Do not edit: change shared.fsm and run pawl again. */
#include "shared.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- order: Order ------------------------------------------------------------------------------------------------ */

static const struct pawl_state states_of_order[] = {
    {"", "", "", false},
    {"pending", "pending", "pending", false},
    {"paid", "paid", "paid", false},
    {"shipped", "shipped", "shipped", true},
    {"cancelled", "cancelled", "cancelled", true},
};

static const struct pawl_column columns_of_order[] = {
    {"amount", PAWL_TYPE_BIGINT, offsetof(struct order_record, amount), false},
    {"note", PAWL_TYPE_TEXT, offsetof(struct order_record, note), false},
};

static const struct pawl_param params_of_order_pay[] = {
    {"amount", PAWL_TYPE_BIGINT, false, 0, offsetof(struct order_pay_args, amount)},
    {"note", PAWL_TYPE_TEXT, true, 1, offsetof(struct order_pay_args, note)},
};

static const struct pawl_event events_of_order[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"pay", "pay", "pay", false, false, false, 2, params_of_order_pay},
    {"create", "create", "create", true, false, false, 0, NULL},
    {"check_out", "check_out", "check out", false, true, false, 0, NULL},
    {"cancel", "cancel", "cancel", false, false, false, 0, NULL},
    {"ship", "ship", "ship", false, false, false, 0, NULL},
    {"give_up", "give_up", "give up", false, false, false, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_order[] = {
    0, 0, 0, 0, 0, /* none */
    0, 65534, 0, 0, 0, /* pay */
    1, 0, 0, 0, 0, /* create */
    0, 65534, 0, 0, 0, /* check_out */
    0, 4, 0, 0, 0, /* cancel */
    0, 65535, 3, 0, 0, /* ship */
    0, 0, 4, 0, 0, /* give_up */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_order[] = {
    0,
    0, /* pending */
    0, /* paid */
    5, /* shipped */
    0, /* cancelled */
};

static const struct pawl_hook hooks_of_order[] = {
    {"cheap", PAWL_HOOK_GUARD, false},
    {"in_stock", PAWL_HOOK_GUARD, true},
    {"book", PAWL_HOOK_EFFECT, false},
};

static const struct pawl_condition conditions_of_order[] = {
    {0, false},
    {1, false},
};

static const uint16_t effects_of_order[] = {
    2,
};

static const struct pawl_move moves_of_order[] = {
    {1, 1, 2, 1, 1, 0, &conditions_of_order[0], &effects_of_order[0], NULL},
    {3, 1, 1, 1, 0, 0, &conditions_of_order[1], NULL, NULL},
};

static const uint32_t callbacks_of_order[] = {
    UINT32_MAX,
    offsetof(struct order_hooks, in_stock),
    UINT32_MAX,
};

static enum pawl_status call_hook_of_order(const void *hooks, int hook, struct pawl_db *db,
    const struct pawl_call *call, struct pawl_error *err) {
    const struct order_hooks *own = (const struct order_hooks *)hooks;
    struct order_call told;
    told.id = call->key.number;
    told.event = (enum order_event)call->event;
    told.from = (enum order_state)call->from;
    told.to = (enum order_state)call->to;
    told.sort_key = call->sort_key;
    told.created_at_us = call->created_at_us;
    told.actor = call->actor;
    told.request_id = call->request_id;
    told.args.pay = NULL;
    switch (call->event) {
    case 1:
        told.args.pay = (const struct order_pay_args *)call->args;
        break;
    default:
        break;
    }
    switch (hook) {
    case 1:
        return own->in_stock(db, &told, own->context, err);
    default:
        return PAWL_MISUSE;
    }
}

/* Timers, then works; by state '-' outside, 'z' asleep, 'a' awake. */
static const struct pawl_pending pending_of_order[] = {
    {"paid.give_up", false, true, 6, 0,
     259200000000, {PAWL_REFERENCE_NOW, 0},
     60000000, 10000000, 1000000, 600000000, 20,
     "--a--", NULL},
};

static const struct pawl_queue queue_of_order = {
    "order_pending",
    "order_pending",
    1,
    0,
    pending_of_order,
    NULL,
    NULL,
    0,
    0,
};

static const struct pawl_reference key_of_order = {PAWL_REFERENCE_KEY, 0};

static const char *const postgres_fire_of_order[] = {
    NULL,
    "select shop.order_pay($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::integer, $7::text, $8::bigint, row($9::text, $10::integer, $11::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()", /* pay */
    "select shop.order_create($1::bigint, $2::text, $3::text, $4::text, $5::bigint) where shop.order_model_2_88bb0437e8fe364d()", /* create */
    "select shop.order_check_out($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, $7::text, row($8::text, $9::integer, $10::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()", /* check_out */
    "select shop.order_cancel($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()", /* cancel */
    "select shop.order_ship($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()", /* ship */
    "select shop.order_give_up($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()", /* give_up */
};

static const char *const postgres_fire_many_of_order[] = {
    NULL,
    "select * from shop.order_pay_many($1::bigint[], $2::bigint[], $3::text[], $4::text, $5::text[], $6::integer[], $7::text, $8::bigint, coalesce(null::text[]/*, $9::text[]*/), coalesce(/*$10::boolean, */false))\n"
    "  where shop.order_model_2_88bb0437e8fe364d()", /* pay */
    "select * from shop.order_create_many($1::bigint[], $2::text, $3::text[], $4::text, $5::bigint, coalesce(null::text[]/*, $6::text[]*/), coalesce(/*$7::boolean, */false))\n"
    "  where shop.order_model_2_88bb0437e8fe364d()", /* create */
    NULL, /* check_out */
    "select * from shop.order_cancel_many($1::bigint[], $2::text, $3::text[], $4::integer[], $5::text, $6::bigint, coalesce(null::text[]/*, $7::text[]*/), coalesce(/*$8::boolean, */false))\n"
    "  where shop.order_model_2_88bb0437e8fe364d()", /* cancel */
    "select * from shop.order_ship_many($1::bigint[], $2::text, $3::text[], $4::integer[], $5::text, $6::bigint, coalesce(null::text[]/*, $7::text[]*/), coalesce(/*$8::boolean, */false))\n"
    "  where shop.order_model_2_88bb0437e8fe364d()", /* ship */
    "select * from shop.order_give_up_many($1::bigint[], $2::text, $3::text[], $4::integer[], $5::text, $6::bigint, coalesce(null::text[]/*, $7::text[]*/), coalesce(/*$8::boolean, */false))\n"
    "  where shop.order_model_2_88bb0437e8fe364d()", /* give_up */
};

static const struct pawl_queue_statements postgres_queue_of_order = {
    "select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until\n"
    "from shop.order_pending_claim($1::integer, $2::text, $3::bigint::float8 * interval '1 microsecond')\n"
    "where shop.order_model_2_88bb0437e8fe364d()", /* claim */
    "select due_at from shop.order_pending where is_work = $1::boolean and parked_at is null and is_asleep = false\n"
    "  and shop.order_model_2_88bb0437e8fe364d()\n  and not exists (select 1 from public.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'order' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > (timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond')))\n"
    "order by due_at limit 1", /* next_due */
    "select shop.order_pending_not_yet($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval '1 microsecond')\n"
    "where shop.order_model_2_88bb0437e8fe364d()", /* not_yet */
    "select shop.order_pending_fail($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::text) where shop.order_model_2_88bb0437e8fe364d()", /* fail */
    "select shop.order_pending_extend($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval '1 microsecond')\n"
    "where shop.order_model_2_88bb0437e8fe364d()", /* extend */
    "select shop.order_pending_retry($1::bigint, $2::text) where shop.order_model_2_88bb0437e8fe364d()", /* retry */
    NULL, /* of_entity */
    NULL, /* insert */
    NULL, /* update */
    NULL, /* remove */
};

static const struct pawl_statements postgres_of_order = {
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
    "      'shop.orders', current_user) into lacking\n"
    "    from (values ('references', 'id'), ('select', 'id'), ('update', 'id'), ('select', 'id'), ('select', 'state'), ('update', 'state')) needed (right_on, of_column)\n"
    "    where not has_column_privilege('shop.orders', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')\n"
    "      and not has_column_privilege('pawl_owner', 'shop.orders', (parse_ident(needed.of_column))[1], needed.right_on)\n"
    "    having count(*) > 0;\n  if not has_schema_privilege('shop', 'create with grant option')\n"
    "     and not has_schema_privilege('pawl_owner', 'shop', 'create') then\n"
    "    lacking := concat_ws('; ', format('grant usage, create on schema %s to %I with grant option', 'shop', current_user), lacking);\n"
    "  end if;\n  if lacking is not null then\n"
    "    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'order'\n"
    "      using errcode = 'insufficient_privilege', hint = lacking;\n  end if;\nend\n$pawl$;\n"
    "grant usage, create on schema shop to pawl_owner;\ngrant usage on schema shop to pawl_app, pawl_operator;\n"
    "grant references (id) on shop.orders to pawl_owner;\n"
    "grant select (id), update (id) on shop.orders to pawl_owner;\ndo $pawl$\ndeclare\n  sequence text;\nbegin\n"
    "  if exists (select from pg_class c join pg_roles r on r.oid = c.relowner\n"
    "             where c.oid = to_regclass('shop.order_transitions') and r.rolname <> 'pawl_owner') then\n"
    "    grant select, insert, update, trigger on shop.order_transitions to pawl_owner;\n    for sequence in\n"
    "      select pg_get_serial_sequence('shop.order_transitions', a.attname) from pg_attribute a\n"
    "        where a.attrelid = to_regclass('shop.order_transitions') and a.attnum > 0 and not a.attisdropped\n"
    "    loop\n      continue when sequence is null;\n"
    "      execute 'grant usage on sequence ' || sequence || ' to pawl_owner';\n    end loop;\n  end if;\nend\n"
    "$pawl$;\ngrant select (id, state), update (state) on shop.orders to pawl_owner;\n"
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
    "\n-- order -------------------------------------------------------------------------------------------\n\n"
    "call public.pawl_refuse_entities_on_nodes('order'::text, 'shop.orders'::text);\n"
    "call public.pawl_begin_machine('order'::text, '88bb0437e8fe364d'::text, 'shop'::text,\n"
    "  '{order_transitions,order_transitions_metadata,order_moves,order_history,order_current,order_state,order_pending,order_pending_rules,order_effect_book,order_pending_due}'::text[], 'shop.order_transitions'::text);\n"
    "call public.pawl_take_back_calls('shop'::text, '{order_model_2_88bb0437e8fe364d,order_is_free,order_transitions_write,order_transitions_check,order_with_key,order_guard_cheap,order_effect_book,order_pay,order_pay_many,order_create,order_create_many,order_check_out,order_cancel,order_cancel_many,order_ship,order_ship_many,order_give_up,order_give_up_many,order_pending_claim,order_pending_complete,order_pending_not_yet,order_pending_fail,order_pending_extend,order_pending_retry,order_fire_deferred,order_fail_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('order'::text, '88bb0437e8fe364d'::text, 2::integer, 'shop'::text);\n"
    "call public.pawl_refuse_key_type('order'::text, 'shop.orders'::text, 'id'::text, 'bigint'::text);\ndo $pawl$\n"
    "begin\n  perform set_config('pawl.makes_table', (to_regclass('shop.order_transitions') is null)::text, true);\n"
    "  if to_regclass('shop.order_transitions') is not null\n"
    "     and coalesce(current_setting('pawl.adopt', true), '') <> 'yes'\n"
    "     and not exists (select from public.pawl_machines where machine = 'order') then\n"
    "    raise exception 'the table shop.order_transitions is there already; nothing was changed'\n"
    "      using errcode = 'PW003',\n"
    "            hint = 'Take it over with pawlctl apply --adopt, which says what it lacks.';\n  end if;\nend\n"
    "$pawl$;\ncreate table if not exists shop.order_transitions (\n"
    "  id bigint generated by default as identity primary key,\n  order_id bigint not null\n"
    "    constraint order_transitions_parent references shop.orders (id),\n  sort_key integer not null,\n"
    "  to_state text collate \"C\" not null,\n  most_recent boolean not null,\n  metadata jsonb not null default '{}',\n"
    "  created_at timestamptz not null,\n  updated_at timestamptz not null,\n  event text collate \"C\",\n"
    "  from_state text collate \"C\",\n  actor text collate \"C\" check (octet_length(actor) <= 255),\n"
    "  request_id text collate \"C\",\n  amount bigint,\n  note text collate \"C\"\n);\ndo $pawl$\nbegin\n"
    "  if current_setting('pawl.makes_table') = 'true' then\n"
    "    create unique index order_transitions_sort on shop.order_transitions (order_id, sort_key);\n"
    "    create unique index order_transitions_recent on shop.order_transitions (order_id, most_recent)\n"
    "      where most_recent;\n"
    "    create unique index order_transitions_request on shop.order_transitions (order_id, request_id)\n"
    "      where request_id is not null;\n"
    "    create index order_transitions_state on shop.order_transitions (to_state);\n  end if;\nend\n$pawl$;\n"
    "do $pawl$\nbegin\n  if current_setting('pawl.makes_table') = 'true' then\n"
    "    grant select, insert, update on shop.order_transitions to pawl_app;\n"
    "    grant select on shop.order_transitions to pawl_operator;\n  end if;\nend\n$pawl$;\n\n"
    "-- what moves carry, where shop.order_transitions has no column metadata\n"
    "create table if not exists shop.order_transitions_metadata (\n  order_id bigint not null,\n"
    "  sort_key integer not null,\n  created_at timestamptz not null,\n  metadata jsonb not null,\n"
    "  primary key (order_id, sort_key)\n);\n"
    "call public.pawl_refuse_writes_to(array['shop.order_transitions_metadata']::regclass[]);\n\n"
    "create or replace view shop.order_moves as select * from (values\n  ('pay', 'pending', 'paid'),\n"
    "  ('create', '', 'pending'),\n  ('check_out', 'pending', 'pending'),\n  ('cancel', 'pending', 'cancelled'),\n"
    "  ('ship', 'paid', 'shipped'),\n  ('give_up', 'paid', 'cancelled')\n) move (event, from_state, to_state);\n\n"
    "create or replace view shop.order_history as\n  select made.order_id, made.sort_key,\n"
    "    coalesce(made.event, case when drawn.events = 1 then drawn.event end, '') as event,\n"
    "    drawn.from_state, made.to_state, made.created_at,\n"
    "    coalesce(made.actor, '') as actor, made.request_id, made.amount, made.note\n"
    "  from shop.order_transitions row\n"
    "  left join shop.order_transitions_metadata beside on beside.order_id = row.order_id\n"
    "    and beside.sort_key = row.sort_key\n"
    "    and beside.created_at = timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "      case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "      * 1000000)::bigint, 0) * interval '1 microsecond'\n  cross join lateral (\n"
    "    select coalesce(beside.metadata, public.pawl_read_jsonb(metadata::text)) as metadata\n"
    "      from (select row.*) own\n  ) kept cross join lateral (select\n"
    "    kept.metadata -> 'pawl' ->> 'event' as event,\n    kept.metadata -> 'pawl' ->> 'from_state' as from_state,\n"
    "    kept.metadata -> 'pawl' ->> 'actor' as actor,\n    kept.metadata -> 'pawl' ->> 'request_id' as request_id,\n"
    "    public.pawl_read_bigint(kept.metadata ->> 'amount') as amount,\n    (kept.metadata ->> 'note') as note\n"
    "  ) absent cross join lateral (\n    select row.order_id, row.sort_key::integer as sort_key,\n"
    "      row.to_state::text collate \"C\" as to_state,\n      timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "        case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "        * 1000000)::bigint, 0) * interval '1 microsecond' as created_at,\n"
    "      event::text collate \"C\" as event,\n      from_state::text collate \"C\" as from_state,\n"
    "      actor::text collate \"C\" as actor,\n      request_id::text collate \"C\" as request_id,\n"
    "      amount::bigint as amount,\n      note::text collate \"C\" as note\n    from (select row.*) own\n"
    "  ) made cross join lateral (\n    select coalesce(made.from_state,\n"
    "        (select before.to_state from shop.order_transitions before\n"
    "          where before.order_id = row.order_id and before.sort_key < row.sort_key\n"
    "          order by before.sort_key desc limit 1)::text,\n        'pending') collate \"C\" as from_state\n"
    "    offset 0\n  ) left_from cross join lateral (\n"
    "    select left_from.from_state, min(move.event) as event, count(distinct move.event) as events\n"
    "      from shop.order_moves move\n      where made.event is null and move.from_state = left_from.from_state\n"
    "        and move.to_state = made.to_state\n  ) drawn;\n\ncreate or replace view shop.order_current as\n"
    "  select row.order_id, row.to_state::text collate \"C\" as state, row.sort_key::integer as sort_key,\n"
    "    timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "      case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "      * 1000000)::bigint, 0) * interval '1 microsecond' as since\n  from shop.order_transitions row\n"
    "  where not exists (select from shop.order_transitions later\n"
    "                    where later.order_id = row.order_id and later.sort_key > row.sort_key)\n  union all\n"
    "  select parent.id::bigint, 'pending'::text collate \"C\", 0, timestamptz 'epoch'\n  from shop.orders parent\n"
    "  where not exists (select from shop.order_transitions row where row.order_id = parent.id);\n\n"
    "create or replace function shop.order_transitions_write(bigint, integer, text, text, text, timestamptz, text, text, bigint, text)\n"
    "returns void\nlanguage plpgsql as 'begin end'; -- until it is known which columns there are\ndo $pawl$\ndeclare\n"
    "  wanted record;\n  names text := '';\n  given text := '';\n  kept text := '';\n  kept_of_pawl text := '';\n"
    "  kept_type text := 'jsonb';\n  beside text := '';\nbegin\n  for wanted in select * from (values\n"
    "      ('event', true, '$3', '$3::text'),\n      ('from_state', true, '$4', '$4::text'),\n"
    "      ('actor', true, '$7', '$7::text'),\n      ('request_id', true, '$8', '$8::text'),\n"
    "      ('amount', false, '$9', '$9::text'),\n      ('note', false, '$10', '$10::text')\n"
    "    ) wanted (name, is_of_pawl, value, text) loop\n"
    "    if exists (select from pg_attribute a where a.attrelid = 'shop.order_transitions'::regclass\n"
    "                 and a.attname = wanted.name and not a.attisdropped) then\n"
    "      names := names || ', ' || quote_ident(wanted.name);\n      given := given || ', ' || wanted.value;\n"
    "    elsif wanted.is_of_pawl then\n"
    "      kept_of_pawl := kept_of_pawl || ', ' || quote_literal(wanted.name) || ', ' || wanted.text;\n    else\n"
    "      kept := kept || ', ' || quote_literal(wanted.name) || ', ' || wanted.text;\n    end if;\n  end loop;\n"
    "  if exists (select from pg_attribute a where a.attrelid = 'shop.order_transitions'::regclass\n"
    "               and a.attname = 'metadata' and not a.attisdropped) then\n    names := names || ', metadata';\n"
    "    given := given || ', kept';\n    kept_type := 'shop.order_transitions.metadata%type';\n"
    "  elsif kept || kept_of_pawl <> '' then\n    beside := '  insert into shop.order_transitions_metadata as beside\n"
    "          (order_id, sort_key, created_at, metadata)\n        select row.order_id, row.sort_key,\n"
    "            timestamptz ''epoch'' + coalesce((extract(epoch from\n"
    "              case when row.created_at between ''4713-01-01 BC'' and ''294247-01-01'' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval ''1 microsecond'', kept\n"
    "          from shop.order_transitions row where row.order_id = $1 and row.sort_key = $2\n"
    "        on conflict (order_id, sort_key) do update\n"
    "          set created_at = excluded.created_at, metadata = excluded.metadata;';\n  end if;\n"
    "  execute 'create or replace function shop.order_transitions_write(bigint, integer, text, text, text, timestamptz, text, text, bigint, text)\n"
    "    returns void language plpgsql as ' || quote_literal(replace(replace(replace(replace(replace(replace(\n    '\n"
    "    declare\n      stamp text := to_char($6 at time zone ''UTC'', ''YYYY-MM-DD HH24:MI:SS.US'') || ''+00'';\n"
    "      made shop.order_transitions.created_at%type := stamp;\n"
    "      touched shop.order_transitions.updated_at%type := stamp;\n      kept <kept_type> := <kept>;\n    begin\n"
    "      update shop.order_transitions before set most_recent = <superseded>, updated_at = touched\n"
    "        where before.order_id = $1 and before.most_recent;\n      insert into shop.order_transitions\n"
    "        (order_id, sort_key, to_state, most_recent, created_at, updated_at<names>)\n"
    "      values ($1, $2, $5, true, made, touched<given>);\n    <beside>\n    end',\n"
    "    '<kept>', case when kept || kept_of_pawl = '' then '''' || chr(123) || chr(125) || ''''\n"
    "      else 'jsonb_strip_nulls(jsonb_object(array[' || substr(kept, 3) || ']::text[])'\n"
    "        || case kept_of_pawl when '' then '' else ' || jsonb_build_object(''pawl''::text, '\n"
    "          'jsonb_object(array[' || substr(kept_of_pawl, 3) || ']::text[]))' end || ')::text' end),\n"
    "    '<superseded>', (select case when a.attnotnull then 'false' else 'null' end from pg_attribute a\n"
    "      where a.attrelid = 'shop.order_transitions'::regclass and a.attname = 'most_recent')),\n"
    "    '<names>', names), '<given>', given), '<kept_type>', kept_type), '<beside>', beside));\nend\n$pawl$;\n"
    "revoke all on function shop.order_transitions_write(bigint, integer, text, text, text, timestamptz, text, text, bigint, text) from public;\n"
    "\n-- Others may add what the diagram allows, as Statesman does, and nothing else.\n"
    "create or replace function shop.order_transitions_check() returns trigger\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\ndeclare\n  last record;\n"
    "  added jsonb;\n  changed record;\n  sequence regclass;\nbegin\n  if tg_op in ('DELETE', 'TRUNCATE') then\n"
    "    raise exception 'order_transitions is history: its rows stay'\n      using errcode = 'check_violation';\n"
    "  elsif tg_when = 'AFTER' then -- when all is done\n    if not exists (select from shop.order_transitions row\n"
    "                   where row.order_id = new.order_id and row.most_recent) then\n"
    "      raise exception 'order % has no most recent transition any more', new.order_id\n"
    "        using errcode = 'check_violation', hint = 'Add the next transition.';\n    end if;\n    return null;\n"
    "  elsif tg_op = 'UPDATE' then\n    changed := new;\n    changed.most_recent := old.most_recent;\n"
    "    changed.updated_at := old.updated_at;\n"
    "    if changed operator(pg_catalog.*<>) old -- byte by byte: 1.0 is not 1.00\n"
    "       or new.most_recent and old.most_recent is not true then\n"
    "      raise exception 'order_transitions is history: its rows are not changed'\n"
    "        using errcode = 'check_violation', hint = 'Add a transition, or fire an event of order.';\n    end if;\n"
    "    return new;\n  end if;\n  added := to_jsonb(new);\n"
    "  -- exactly, whatever the column's collation takes for the same\n"
    "  select row.to_state::text collate \"C\" as to_state, row.sort_key into last\n"
    "    from shop.order_transitions row\n    where row.order_id = new.order_id order by row.sort_key desc limit 1;\n"
    "  if not found then\n    select 'pending'::text as to_state, 0 as sort_key into last;\n  end if;\n"
    "  -- asked after `last` was read: asked before, a row might come in between\n"
    "  if exists (select from shop.order_transitions row\n"
    "             where row.order_id = new.order_id and row.sort_key = new.sort_key) then\n"
    "    return new; -- the index says so, which Statesman understands\n  end if;\n"
    "  if not exists (select from shop.order_moves move\n"
    "                 where move.from_state = last.to_state and move.to_state = new.to_state::text collate \"C\"\n"
    "                   and coalesce(added ->> 'event', move.event) = move.event)\n"
    "     or coalesce(added ->> 'from_state', last.to_state) <> last.to_state then\n"
    "    raise exception 'order % may not move from % to %', new.order_id,\n"
    "        case last.to_state when '' then 'nothing' else last.to_state end, new.to_state\n"
    "      using errcode = 'check_violation', hint = 'See shop.order_moves for what is allowed.';\n"
    "  elsif new.sort_key <> last.sort_key + 10 or new.most_recent is not true\n"
    "        or added ->> 'request_id' is not null then\n"
    "    raise exception 'the next transition of order % is the most recent one, has the sort_key % and no request_id',\n"
    "        new.order_id, last.sort_key + 10\n"
    "      using errcode = 'check_violation', hint = 'Fire an event of order, or use Statesman.';\n"
    "  elsif jsonb_exists(public.pawl_read_jsonb(added ->> 'metadata'), 'pawl') then\n"
    "    raise exception 'what is called pawl in the metadata of order % is said by Pawl alone', new.order_id\n"
    "      using errcode = 'check_violation', hint = 'Give it another name.';\n"
    "  elsif new.created_at not between '4713-01-01 BC' and '294247-01-01' then\n"
    "    raise exception 'the transition of order % has no time that can be read: %', new.order_id, new.created_at\n"
    "      using errcode = 'check_violation', hint = 'Say when it was made.';\n  end if;\n"
    "  if jsonb_exists(added, 'id') then\n    sequence := pg_get_serial_sequence('shop.order_transitions', 'id');\n"
    "    -- without one it may be no number\n    if (case when sequence is not null then\n"
    "         (added ->> 'id')::numeric > coalesce(pg_sequence_last_value(sequence), 0) end) then\n"
    "      raise exception 'the transition of order % has an id that its sequence will give to another', new.order_id\n"
    "        using errcode = 'check_violation', hint = 'Leave it to the sequence.';\n    end if;\n  end if;\n"
    "  return new;\nend\n$pawl$;\nrevoke all on function shop.order_transitions_check() from public;\n"
    "create or replace trigger pawl_check_row before insert or update on shop.order_transitions\n"
    "  for each row when (current_user <> 'pawl_owner')\n  execute function shop.order_transitions_check();\n"
    "create or replace trigger pawl_check_removal before delete or truncate on shop.order_transitions\n"
    "  for each statement execute function shop.order_transitions_check();\ndo $pawl$\nbegin\n"
    "  if not exists (select from pg_trigger t where t.tgrelid = 'shop.order_transitions'::regclass\n"
    "                   and t.tgname = 'pawl_check_end') then\n"
    "    create constraint trigger pawl_check_end after update on shop.order_transitions\n"
    "      deferrable initially deferred\n"
    "      for each row when (old.most_recent and new.most_recent is not true and current_user <> 'pawl_owner')\n"
    "      execute function shop.order_transitions_check();\n  end if;\n"
    "  if pg_has_role((select c.relowner from pg_class c\n"
    "                  where c.oid = 'shop.order_transitions'::regclass), 'member') then\n"
    "    alter table shop.order_transitions enable always trigger pawl_check_row;\n"
    "    alter table shop.order_transitions enable always trigger pawl_check_removal;\n"
    "    alter table shop.order_transitions enable always trigger pawl_check_end;\n  end if;\nend\n$pawl$;\n"
    "create or replace view shop.order_state as\n  select order_id, state, sort_key, since from shop.order_current;\n"
    "\ngrant select on shop.order_current, shop.order_history, shop.order_moves, shop.order_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('order'::text, 'shop.order_transitions'::text);\n"
    "call public.pawl_add_is_free('order'::text, 'shop'::text);\n"
    "create or replace function shop.order_with_key(key bigint)\n"
    "returns setof shop.order_current language sql stable set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "  select head.* from shop.order_current head\n    where head.order_id = $1\n    order by head.order_id\n$pawl$;\n"
    "comment on function shop.order_with_key(bigint) is 'Those that honour the locks held on this key.';\n\n"
    "comment on view shop.order_current is 'Order\nOther programs write its rows, too, and only legal ones.\n"
    "One row for each: where it is.';\n"
    "call public.pawl_describe('shop'::text, 'order'::text, 'order_history'::text);\n\n"
    "create table if not exists shop.order_pending (\n  order_id bigint not null,\n"
    "  declaration text collate \"C\" not null,\n  is_work boolean not null,\n  due_at timestamptz not null,\n"
    "  fence integer not null,\n  claim bigint not null default 0,\n  attempts integer not null default 0,\n"
    "  last_error text collate \"C\",\n  parked_at timestamptz,\n  is_asleep boolean not null default false,\n"
    "  primary key (order_id, declaration)\n);\ndo $pawl$\nbegin\n"
    "  -- by which version 2 took a worker for dead whose session was cut\n"
    "  if exists (select from pg_attribute own where own.attrelid = 'shop.order_pending'::regclass\n"
    "             and own.attname = 'session' and not own.attisdropped) then\n"
    "    alter table shop.order_pending drop column session;\n  end if;\n"
    "  if to_regclass('shop.order_pending_due') is null then\n"
    "    create index order_pending_due on shop.order_pending (is_work, due_at)\n"
    "      where parked_at is null and is_asleep = false;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view shop.order_pending_rules as select * from (values\n"
    "  ('paid.give_up', false, 'give_up', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds')) rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to);\n"
    "\ncall public.pawl_refuse_writes_to(array['shop.order_pending']::regclass[]);\n"
    "grant select on shop.order_pending, shop.order_pending_rules to pawl_app, pawl_operator;\n\n"
    "comment on table shop.order_pending is 'Timers that run and work that waits: one row for each.';\n"
    "comment on column shop.order_pending.due_at is 'For whoever has claimed it: the end of his lease.';\n"
    "comment on column shop.order_pending.fence is 'The sort_key of the move that began it.';\n"
    "comment on column shop.order_pending.claim is\n"
    "  'Grows with each claim, so that of two workers the later one counts.';\n"
    "comment on column shop.order_pending.parked_at is\n"
    "  'Put aside, because its attempts are spent: order_pending_retry brings it back.';\n"
    "comment on column shop.order_pending.is_asleep is 'The state answers the timer''s event in another way.';\n"
    "comment on view shop.order_pending_rules is 'How each timer and work is treated.';\n\n"
    "-- Guards and effects are only called by the functions of events. Their tables are those of shop.\n"
    "-- What an effect inserts, updates or deletes becomes the rule of an empty view, wherever it can: it is\n"
    "-- parsed now, as in a function with `begin atomic`, but planned once a session and not at each call.\n"
    "set local search_path = pg_catalog, shop, pg_temp;\n-- Literals get their values now.\n"
    "set local timezone = 'UTC';\nset local timezone_abbreviations = 'Default';\nset local datestyle = 'ISO, MDY';\n"
    "set local intervalstyle = postgres;\nset local lc_monetary = 'C';\nset local array_nulls = on;\n"
    "set local xmloption = content;\nset local transform_null_equals = off;\n\n-- guard cheap of machine order\n"
    "create or replace function shop.order_guard_cheap(bigint) returns setof boolean\nlanguage sql stable\n"
    "begin atomic\nselect $1 < 1000\n;\nend;\nrevoke all on function shop.order_guard_cheap(bigint) from public;\n\n"
    "-- effect book of machine order\ncreate or replace function shop.order_effect_book(bigint) returns void\n"
    "language sql volatile set search_path = pg_catalog, shop, pg_temp\nbegin atomic\n"
    "insert into shop.bookings (amount) values ($1)\n;\nend;\n"
    "revoke all on function shop.order_effect_book(bigint) from public;\ndrop view if exists shop.order_effect_book;\n"
    "create view shop.order_effect_book as\n  select null::bigint as argument_1 where false;\ndo $pawl$\nbegin\n"
    "  create rule effect as on insert to shop.order_effect_book do instead (\n"
    "insert into shop.bookings (amount) values (new.argument_1)\n  );\n"
    "  create or replace function shop.order_effect_book(bigint) returns void\n"
    "  language plpgsql volatile set search_path = pg_catalog, shop, pg_temp\n"
    "  as $$ begin insert into shop.order_effect_book values ($1); end $$;\n"
    "exception when syntax_error_or_access_rule_violation or feature_not_supported then\n"
    "  drop view shop.order_effect_book; -- PostgreSQL has no such rule\nend\n$pawl$;\n\n"
    "set local search_path = pg_catalog, pg_temp;\n\n"
    "-- Guards that run code of others, or lock rows, find that code's names as before.\ndo $pawl$\ndeclare\n"
    "  guard regprocedure;\nbegin\n  for guard in\n    select made.oid from pg_proc made\n"
    "      where made.oid = any (array[\n        'shop.order_guard_cheap(bigint)']::regprocedure[])\n"
    "      and (made.prosqlbody::text ~ ':commandType [02-9]|:hasForUpdate true'\n        or exists (\n"
    "          select from pg_depend uses\n            left join pg_class relation\n"
    "              on uses.refclassid = 'pg_class'::regclass and relation.oid = uses.refobjid\n"
    "            where uses.classid = 'pg_proc'::regclass and uses.objid = made.oid\n"
    "              and uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)\n"
    "              and (relation.relkind in ('r', 'p') and not relation.relrowsecurity) is not true))\n  loop\n"
    "    execute format('alter function %s volatile set search_path = pg_catalog, shop, pg_temp', guard);\n"
    "  end loop;\nend\n$pawl$;\n\n"
    "-- Code of others must not run within guards and effects, nor on tables that moves write or lock.\n"
    "call public.pawl_refuse_foreign_hooks('shop'::text, '{order_guard_cheap,order_effect_book}'::text[], array['shop.orders', 'shop.order_transitions']::text[], 'shop.orders'::text);\n"
    "call public.pawl_refuse_narrow_column('order'::text, 'shop.orders'::text, 'state'::text, array['pending', 'paid', 'shipped', 'cancelled']::text[]);\n"
    "call public.pawl_refuse_narrow_column('order'::text, 'shop.order_transitions'::text, 'to_state'::text, array['pending', 'paid', 'shipped', 'cancelled']::text[]);\n"
    "do $pawl$\ndeclare\n  used record;\nbegin\n"
    "  for used in select a.attname, pg_get_expr(d.adbin, d.adrelid) as expression,\n"
    "      p.oid::regprocedure as routine, p.pronamespace::regnamespace as space\n"
    "    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum\n"
    "      join pg_depend on classid = 'pg_attrdef'::regclass and objid = d.oid\n"
    "        and refclassid = 'pg_proc'::regclass\n      join pg_proc p on p.oid = refobjid\n"
    "    where d.adrelid = 'shop.order_transitions'::regclass and a.attgenerated = ''\n  loop\n    begin\n"
    "      execute 'select ' || used.expression;\n    exception when others then\n"
    "      raise exception 'machine order: the default of shop.order_transitions.% would fail in a move: %; '\n"
    "          'nothing was changed', used.attname, sqlerrm\n        using errcode = 'PW003',\n"
    "              hint = case sqlstate when '42501' then 'Allow it to ' || current_user || '.'\n"
    "                else format('alter function %s set search_path = %s;', used.routine, used.space) end;\n    end;\n"
    "  end loop;\nend\n$pawl$;\n\nset local search_path = pg_catalog, shop, pg_temp;\ndo $pawl$\nbegin\n"
    "  perform public.pawl_explain('select $1 < 1000'::text,\n    '(bigint)'::text,\n"
    "    '(null)'::text, current_setting('search_path'));\nexception when insufficient_privilege then\n"
    "  raise warning 'guard cheap of machine order cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\ndo $pawl$\nbegin\n"
    "  perform public.pawl_explain('insert into shop.bookings (amount) values ($1)'::text,\n    '(bigint)'::text,\n"
    "    '(null)'::text, current_setting('search_path'));\nexception when insufficient_privilege then\n"
    "  raise warning 'effect book of machine order cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\n\nset local search_path = pg_catalog, pg_temp;\n\n"
    "create or replace function shop.order_pay(id bigint, amount bigint, note text default null, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n"
    "  lock_owner text default null, lock_token bigint default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  is_last boolean;\n"
    "  seen integer;\n  violated text;\n  is_free boolean;\n  is_locked boolean;\n  lock_key text;\n"
    "  is_done boolean; -- effects are called in an expression, which costs less than a query\n  moment timestamptz;\n"
    "begin\n  if $1 is null or $4 is not null or $5 is not null\n     or $2 is null\n  then\n    if $1 is null\n"
    "       or $2 is null\n       or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then\n"
    "      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, amount; a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n  lock_key := $1::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;\n"
    "  perform 1 from shop.orders parent where parent.id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $5, lock_key, $7, $8);\n  end if;\n"
    "  loop\n    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,\n"
    "      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $7 is null and $8 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())\n"
    "      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free\n"
    "      from (values (1)) one left join lateral (\n        select row.to_state, row.sort_key, row.most_recent,\n"
    "            timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval '1 microsecond' as since\n"
    "          from shop.order_transitions row where row.order_id = $1\n"
    "          order by row.sort_key desc limit 1 for no key update) head on true;\n"
    "    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;\n"
    "    seen := outcome.sort_key; -- another program has moved it meanwhile\n  end loop;\n"
    "  if outcome.sort_key is null then -- it has not moved yet\n    outcome.from_state := 'pending';\n"
    "    outcome.sort_key := 0;\n    outcome.created_at := timestamptz 'epoch';\n  end if;\n  if $5 is not null then\n"
    "    select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $5;\n"
    "    if found then\n      return row(case when earlier.event = 'pay'\n"
    "          and earlier.amount is not distinct from $2\n"
    "          and earlier.note is not distinct from $3 then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $5, lock_key, $7, $8);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $6 is not null then\n    if outcome.sort_key <> $6 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  if not ($9 is null) then\n"
    "    perform from shop.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "      and p.declaration = ($9).declaration and p.fence = ($9).fence and p.claim = ($9).claim\n"
    "      and (p.is_work);\n    if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "      outcome.status := 'CONFLICT';\n      return outcome;\n    end if;\n  end if;\n"
    "  moment := greatest(clock_timestamp(), outcome.created_at);\n  case outcome.from_state\n"
    "    when 'pending' then\n      if (select passes from shop.order_guard_cheap($2) passes limit 1) then\n"
    "        outcome.to_state := 'paid';\n        outcome.move := 1;\n      else\n"
    "        outcome.guard := concat_ws(', ', outcome.guard, 'cheap');\n      end if;\n    else null;\n  end case;\n"
    "  if outcome.to_state is null then\n"
    "    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;\n"
    "    outcome.detail := case when outcome.guard is null then 'pay' || ' is not allowed in ' || outcome.from_state || '; shop.order_moves says what is' end;\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n  outcome.created_at := moment;\n"
    "  begin\n    perform shop.order_transitions_write($1, outcome.sort_key, 'pay'::text, outcome.from_state,\n"
    "      outcome.to_state, outcome.created_at, coalesce($4, session_user),\n      $5, $2, $3);\n"
    "  exception when unique_violation then\n    get stacked diagnostics violated = table_name;\n"
    "    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'\n"
    "       and not exists (select from shop.order_transitions row\n"
    "                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then\n      raise;\n"
    "    end if;\n    if current_setting('transaction_isolation') <> 'read committed' then\n"
    "      raise exception 'could not serialize access: another program moved the order'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n"
    "    return shop.order_pay($1, $2, $3, $4, $5, $6,\n"
    "      $7, $8, $9); -- another program was quicker: look again\n  end;\n"
    "  if (outcome.from_state, outcome.to_state) in (('pending', 'paid')) then\n"
    "    insert into shop.order_pending (order_id, declaration, is_work, due_at, fence, is_asleep)\n      values\n"
    "        ($1, 'paid.give_up', false, least(clock_timestamp(), outcome.created_at) + interval '259200 seconds', outcome.sort_key, false)\n"
    "      on conflict (order_id, declaration) do update\n"
    "        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,\n"
    "          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;\n  end if;\n"
    "  update shop.orders parent set state = outcome.to_state\n    where parent.id = $1;\n  case outcome.from_state\n"
    "    when 'pending' then\n      is_done := shop.order_effect_book($2) is not null;\n    else null;\n  end case;\n"
    "  return outcome;\nend\n$pawl$;\n"
    "comment on function shop.order_pay(bigint, bigint, text, text, text, integer, text, bigint, public.pawl_item) is 'pay';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$shop.order_pay_many(bigint[], bigint[], text[], text, text[], integer[], text, bigint)$pawl$)) then\n"
    "    drop function shop.order_pay_many(bigint[], bigint[], text[], text, text[], integer[], text, bigint);\n"
    "  end if;\nend\n$pawl1$;\n"
    "create or replace function shop.order_pay_many(id bigint[], amount bigint[], note text[] default null, actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null,\n"
    "  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $10 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($6), cardinality($9)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, amount; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $10 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from shop.orders parent where parent.id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from shop.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else shop.order_pay(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id, given.expected, $7, $8) end as outcome\n"
    "        from (select * from unnest($1, $2, $3, $5, $6, $9) with ordinality given (id, v1, v2, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function shop.order_create(id bigint, actor text default null,\n"
    "  request_id text default null,\n  lock_owner text default null, lock_token bigint default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  is_last boolean;\n"
    "  seen integer;\n  violated text;\n  is_free boolean;\n  is_locked boolean;\n  lock_key text;\nbegin\n"
    "  if $1 is null\n     or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n"
    "    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n    return outcome;\n"
    "  end if;\n  lock_key := $1::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;\n"
    "  perform 1 from shop.orders parent where parent.id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    outcome.detail := 'insert its row into shop.orders first, with that key as id';\n"
    "    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $4, $5);\n  end if;\n"
    "  loop\n    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,\n"
    "      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $4 is null and $5 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())\n"
    "      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free\n"
    "      from (values (1)) one left join lateral (\n        select row.to_state, row.sort_key, row.most_recent,\n"
    "            timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval '1 microsecond' as since\n"
    "          from shop.order_transitions row where row.order_id = $1\n"
    "          order by row.sort_key desc limit 1 for no key update) head on true;\n"
    "    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;\n"
    "    seen := outcome.sort_key; -- another program has moved it meanwhile\n  end loop;\n"
    "  if outcome.sort_key is null then -- it has not moved yet\n    outcome.from_state := 'pending';\n"
    "    outcome.sort_key := 0;\n    outcome.created_at := timestamptz 'epoch';\n  end if;\n"
    "  if outcome.sort_key is not null then\n    outcome.status := 'EXISTS';\n    if $3 is not null then\n"
    "      select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'create' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n"
    "    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $4, $5);\n  end if;\n"
    "  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $4, $5);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "    outcome := row('OK', '', 'pending', 10, clock_timestamp(), null, null, null);\n  begin\n"
    "    perform shop.order_transitions_write($1, outcome.sort_key, 'create'::text, outcome.from_state,\n"
    "      outcome.to_state, outcome.created_at, coalesce($2, session_user),\n      $3, null::bigint, null::text);\n"
    "  exception when unique_violation then\n    get stacked diagnostics violated = table_name;\n"
    "    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'\n"
    "       and not exists (select from shop.order_transitions row\n"
    "                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then\n      raise;\n"
    "    end if;\n    if current_setting('transaction_isolation') <> 'read committed' then\n"
    "      raise exception 'could not serialize access: another program moved the order'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    return shop.order_create($1, $2, $3,\n"
    "      $4, $5); -- another program was quicker: look again\n  end;\n"
    "  update shop.orders parent set state = outcome.to_state\n    where parent.id = $1;\n  return outcome;\nend\n"
    "$pawl$;\ncomment on function shop.order_create(bigint, text, text, text, bigint) is 'create';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$shop.order_create_many(bigint[], text, text[], text, bigint)$pawl$)) then\n"
    "    drop function shop.order_create_many(bigint[], text, text[], text, bigint);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function shop.order_create_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null,\n"
    "  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $7 is not true\n     or cardinality($1) <> any (array[cardinality($3), cardinality($6)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $7 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from shop.orders parent where parent.id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from shop.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else shop.order_create(given.id, coalesce(given.own_actor, $2), given.request_id, $4, $5) end as outcome\n"
    "        from (select * from unnest($1, $3, $6) with ordinality given (id, request_id, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function shop.order_check_out(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n"
    "  lock_owner text default null, lock_token bigint default null, verdicts text default null,\n"
    "  item public.pawl_item default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  is_last boolean;\n"
    "  seen integer;\n  violated text;\n  is_free boolean;\n  is_locked boolean;\n  lock_key text;\n"
    "  moment timestamptz;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $7 is null then -- only a program of libpawl has its guards and effects in C\n"
    "    outcome.status := 'MISUSE';\n    outcome.guard := 'in_stock';\n"
    "    outcome.detail := 'in_stock is in C: only a program that has it can fire this event';\n    return outcome;\n"
    "  end if;\n  lock_key := $1::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;\n"
    "  perform 1 from shop.orders parent where parent.id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);\n  end if;\n"
    "  loop\n    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,\n"
    "      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $5 is null and $6 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())\n"
    "      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free\n"
    "      from (values (1)) one left join lateral (\n        select row.to_state, row.sort_key, row.most_recent,\n"
    "            timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval '1 microsecond' as since\n"
    "          from shop.order_transitions row where row.order_id = $1\n"
    "          order by row.sort_key desc limit 1 for no key update) head on true;\n"
    "    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;\n"
    "    seen := outcome.sort_key; -- another program has moved it meanwhile\n  end loop;\n"
    "  if outcome.sort_key is null then -- it has not moved yet\n    outcome.from_state := 'pending';\n"
    "    outcome.sort_key := 0;\n    outcome.created_at := timestamptz 'epoch';\n  end if;\n  if $3 is not null then\n"
    "    select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'check_out' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  if not ($8 is null) then\n"
    "    perform from shop.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "      and p.declaration = ($8).declaration and p.fence = ($8).fence and p.claim = ($8).claim\n"
    "      and (p.is_work);\n    if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "      outcome.status := 'CONFLICT';\n      return outcome;\n    end if;\n  end if;\n"
    "  if $7 = '?' and outcome.from_state in ('pending') then -- the caller asks guards in C, and calls again\n"
    "    outcome.status := 'ASK';\n    return outcome;\n  end if;\n"
    "  moment := greatest(clock_timestamp(), outcome.created_at);\n  case outcome.from_state\n"
    "    when 'pending' then\n      if substr($7, 2, 1) = '1' then -- in_stock\n"
    "        outcome.to_state := 'pending';\n        outcome.move := 1;\n      else\n"
    "        outcome.guard := concat_ws(', ', outcome.guard, 'in_stock');\n      end if;\n    else null;\n"
    "  end case;\n  if outcome.to_state is null then\n"
    "    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;\n"
    "    outcome.detail := case when outcome.guard is null then 'check_out' || ' is not allowed in ' || outcome.from_state || '; shop.order_moves says what is' end;\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n  outcome.created_at := moment;\n"
    "  begin\n    perform shop.order_transitions_write($1, outcome.sort_key, 'check_out'::text, outcome.from_state,\n"
    "      outcome.to_state, outcome.created_at, coalesce($2, session_user),\n      $3, null::bigint, null::text);\n"
    "  exception when unique_violation then\n    get stacked diagnostics violated = table_name;\n"
    "    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'\n"
    "       and not exists (select from shop.order_transitions row\n"
    "                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then\n      raise;\n"
    "    end if;\n    raise exception 'could not serialize access: another program moved the order'\n"
    "      using errcode = 'serialization_failure';\n  end;\n"
    "  update shop.orders parent set state = outcome.to_state\n    where parent.id = $1;\n  return outcome;\nend\n"
    "$pawl$;\n"
    "comment on function shop.order_check_out(bigint, text, text, integer, text, bigint, text, public.pawl_item) is 'check out';\n"
    "\ncreate or replace function shop.order_cancel(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n"
    "  lock_owner text default null, lock_token bigint default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  is_last boolean;\n"
    "  seen integer;\n  violated text;\n  is_free boolean;\n  is_locked boolean;\n  lock_key text;\nbegin\n"
    "  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  lock_key := $1::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;\n"
    "  perform 1 from shop.orders parent where parent.id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);\n  end if;\n"
    "  loop\n    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,\n"
    "      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $5 is null and $6 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())\n"
    "      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free\n"
    "      from (values (1)) one left join lateral (\n        select row.to_state, row.sort_key, row.most_recent,\n"
    "            timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval '1 microsecond' as since\n"
    "          from shop.order_transitions row where row.order_id = $1\n"
    "          order by row.sort_key desc limit 1 for no key update) head on true;\n"
    "    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;\n"
    "    seen := outcome.sort_key; -- another program has moved it meanwhile\n  end loop;\n"
    "  if outcome.sort_key is null then -- it has not moved yet\n    outcome.from_state := 'pending';\n"
    "    outcome.sort_key := 0;\n    outcome.created_at := timestamptz 'epoch';\n  end if;\n  if $3 is not null then\n"
    "    select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'cancel' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  if not ($7 is null) then\n"
    "    perform from shop.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "      and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim\n"
    "      and (p.is_work);\n    if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "      outcome.status := 'CONFLICT';\n      return outcome;\n    end if;\n  end if;\n"
    "  outcome.to_state := case outcome.from_state\n    when 'pending' then 'cancelled'\n  end;\n"
    "  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n"
    "    outcome.detail := 'cancel' || ' is not allowed in ' || outcome.from_state || '; shop.order_moves says what is';\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
    "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n  begin\n"
    "    perform shop.order_transitions_write($1, outcome.sort_key, 'cancel'::text, outcome.from_state,\n"
    "      outcome.to_state, outcome.created_at, coalesce($2, session_user),\n      $3, null::bigint, null::text);\n"
    "  exception when unique_violation then\n    get stacked diagnostics violated = table_name;\n"
    "    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'\n"
    "       and not exists (select from shop.order_transitions row\n"
    "                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then\n      raise;\n"
    "    end if;\n    if current_setting('transaction_isolation') <> 'read committed' then\n"
    "      raise exception 'could not serialize access: another program moved the order'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    return shop.order_cancel($1, $2, $3, $4,\n"
    "      $5, $6, $7); -- another program was quicker: look again\n  end;\n"
    "  update shop.orders parent set state = outcome.to_state\n    where parent.id = $1;\n  return outcome;\nend\n"
    "$pawl$;\n"
    "comment on function shop.order_cancel(bigint, text, text, integer, text, bigint, public.pawl_item) is 'cancel';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$shop.order_cancel_many(bigint[], text, text[], integer[], text, bigint)$pawl$)) then\n"
    "    drop function shop.order_cancel_many(bigint[], text, text[], integer[], text, bigint);\n  end if;\nend\n"
    "$pawl1$;\ncreate or replace function shop.order_cancel_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null,\n"
    "  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $8 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $8 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from shop.orders parent where parent.id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from shop.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else shop.order_cancel(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function shop.order_ship(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n"
    "  lock_owner text default null, lock_token bigint default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  is_last boolean;\n"
    "  seen integer;\n  violated text;\n  is_free boolean;\n  is_locked boolean;\n  lock_key text;\nbegin\n"
    "  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  lock_key := $1::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;\n"
    "  perform 1 from shop.orders parent where parent.id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);\n  end if;\n"
    "  loop\n    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,\n"
    "      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $5 is null and $6 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())\n"
    "      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free\n"
    "      from (values (1)) one left join lateral (\n        select row.to_state, row.sort_key, row.most_recent,\n"
    "            timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval '1 microsecond' as since\n"
    "          from shop.order_transitions row where row.order_id = $1\n"
    "          order by row.sort_key desc limit 1 for no key update) head on true;\n"
    "    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;\n"
    "    seen := outcome.sort_key; -- another program has moved it meanwhile\n  end loop;\n"
    "  if outcome.sort_key is null then -- it has not moved yet\n    outcome.from_state := 'pending';\n"
    "    outcome.sort_key := 0;\n    outcome.created_at := timestamptz 'epoch';\n  end if;\n  if $3 is not null then\n"
    "    select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'ship' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  if not ($7 is null) then\n"
    "    perform from shop.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "      and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim\n"
    "      and (p.is_work);\n    if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "      outcome.status := 'CONFLICT';\n      return outcome;\n    end if;\n  end if;\n"
    "  outcome.to_state := case outcome.from_state\n    when 'paid' then 'shipped'\n  end;\n"
    "  if outcome.from_state in ('pending') then\n    outcome.status := 'IGNORED';\n    return outcome;\n  end if;\n"
    "  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n"
    "    outcome.detail := 'ship' || ' is not allowed in ' || outcome.from_state || '; shop.order_moves says what is';\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
    "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n  begin\n"
    "    perform shop.order_transitions_write($1, outcome.sort_key, 'ship'::text, outcome.from_state,\n"
    "      outcome.to_state, outcome.created_at, coalesce($2, session_user),\n      $3, null::bigint, null::text);\n"
    "  exception when unique_violation then\n    get stacked diagnostics violated = table_name;\n"
    "    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'\n"
    "       and not exists (select from shop.order_transitions row\n"
    "                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then\n      raise;\n"
    "    end if;\n    if current_setting('transaction_isolation') <> 'read committed' then\n"
    "      raise exception 'could not serialize access: another program moved the order'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    return shop.order_ship($1, $2, $3, $4,\n"
    "      $5, $6, $7); -- another program was quicker: look again\n  end;\n"
    "  if (outcome.from_state, outcome.to_state) in (('paid', 'shipped')) then\n    delete from shop.order_pending p\n"
    "      where p.order_id = $1 and p.declaration in ('paid.give_up');\n  end if;\n"
    "  update shop.orders parent set state = outcome.to_state\n    where parent.id = $1;\n  return outcome;\nend\n"
    "$pawl$;\n"
    "comment on function shop.order_ship(bigint, text, text, integer, text, bigint, public.pawl_item) is 'ship';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$shop.order_ship_many(bigint[], text, text[], integer[], text, bigint)$pawl$)) then\n"
    "    drop function shop.order_ship_many(bigint[], text, text[], integer[], text, bigint);\n  end if;\nend\n"
    "$pawl1$;\ncreate or replace function shop.order_ship_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null,\n"
    "  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $8 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $8 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from shop.orders parent where parent.id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from shop.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else shop.order_ship(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function shop.order_give_up(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n"
    "  lock_owner text default null, lock_token bigint default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  is_last boolean;\n"
    "  seen integer;\n  violated text;\n  is_free boolean;\n  is_locked boolean;\n  lock_key text;\nbegin\n"
    "  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  lock_key := $1::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;\n"
    "  perform 1 from shop.orders parent where parent.id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);\n  end if;\n"
    "  loop\n    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,\n"
    "      (shop.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $5 is null and $6 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and shop.order_model_2_88bb0437e8fe364d())\n"
    "      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free\n"
    "      from (values (1)) one left join lateral (\n        select row.to_state, row.sort_key, row.most_recent,\n"
    "            timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval '1 microsecond' as since\n"
    "          from shop.order_transitions row where row.order_id = $1\n"
    "          order by row.sort_key desc limit 1 for no key update) head on true;\n"
    "    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;\n"
    "    seen := outcome.sort_key; -- another program has moved it meanwhile\n  end loop;\n"
    "  if outcome.sort_key is null then -- it has not moved yet\n    outcome.from_state := 'pending';\n"
    "    outcome.sort_key := 0;\n    outcome.created_at := timestamptz 'epoch';\n  end if;\n  if $3 is not null then\n"
    "    select * into earlier from shop.order_history made where made.order_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'give_up' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  if not ($7 is null) then\n"
    "    perform from shop.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "      and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim\n"
    "      and (p.is_work\n        or p.declaration in ('paid.give_up'));\n"
    "    if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "      outcome.status := 'CONFLICT';\n      return outcome;\n    end if;\n  end if;\n"
    "  outcome.to_state := case outcome.from_state\n    when 'paid' then 'cancelled'\n  end;\n"
    "  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n"
    "    outcome.detail := 'give_up' || ' is not allowed in ' || outcome.from_state || '; shop.order_moves says what is';\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
    "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n  begin\n"
    "    perform shop.order_transitions_write($1, outcome.sort_key, 'give_up'::text, outcome.from_state,\n"
    "      outcome.to_state, outcome.created_at, coalesce($2, session_user),\n      $3, null::bigint, null::text);\n"
    "  exception when unique_violation then\n    get stacked diagnostics violated = table_name;\n"
    "    if violated <> 'order_transitions' or current_setting('transaction_isolation') = 'read committed'\n"
    "       and not exists (select from shop.order_transitions row\n"
    "                       where row.order_id = $1 and row.sort_key >= outcome.sort_key) then\n      raise;\n"
    "    end if;\n    if current_setting('transaction_isolation') <> 'read committed' then\n"
    "      raise exception 'could not serialize access: another program moved the order'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    return shop.order_give_up($1, $2, $3, $4,\n"
    "      $5, $6, $7); -- another program was quicker: look again\n  end;\n"
    "  if (outcome.from_state, outcome.to_state) in (('paid', 'cancelled')) then\n"
    "    delete from shop.order_pending p\n      where p.order_id = $1 and p.declaration in ('paid.give_up');\n"
    "  end if;\n  if not ($7 is null) then\n"
    "    delete from shop.order_pending p where p.order_id = $1 and not p.is_work\n"
    "      and p.declaration = ($7).declaration and p.fence = ($7).fence;\n  end if;\n"
    "  update shop.orders parent set state = outcome.to_state\n    where parent.id = $1;\n  return outcome;\nend\n"
    "$pawl$;\n"
    "comment on function shop.order_give_up(bigint, text, text, integer, text, bigint, public.pawl_item) is 'give up';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$shop.order_give_up_many(bigint[], text, text[], integer[], text, bigint)$pawl$)) then\n"
    "    drop function shop.order_give_up_many(bigint[], text, text[], integer[], text, bigint);\n  end if;\nend\n"
    "$pawl1$;\ncreate or replace function shop.order_give_up_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null,\n"
    "  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $8 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $8 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from shop.orders parent where parent.id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from shop.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else shop.order_give_up(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function shop.order_pending_claim(\n"
    "  at_most integer default 1, kind text default null, lease interval default null)\n"
    "returns table (id bigint, item public.pawl_item, event text, attempts integer, is_spent boolean,\n"
    "  is_parked boolean, leased_until timestamptz)\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  moment timestamptz := clock_timestamp();\n  room integer := $1;\n"
    "  taken integer;\n  works boolean;\nbegin\n"
    "  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= interval '0' or $3 > interval '36525 days' then\n"
    "    raise exception\n"
    "      'at_most is at least 1; kind is timer, work or null; a lease is more than nothing, and at most 100 years'\n"
    "      using errcode = 'invalid_parameter_value';\n  end if;\n"
    "  if exists (select from public.pawl_freezes type_lock\n"
    "             where type_lock.machine = 'order' and type_lock.mode is not null\n"
    "               and (type_lock.until is null or type_lock.until > moment)) then\n"
    "    return; -- workers leave a frozen machine alone\n  end if;\n"
    "  foreach works in array array[false, true] loop\n    continue when room < 1 or works <> ($2 = 'work');\n"
    "    return query\n      with due as materialized (\n        select p.ctid as place from shop.order_pending p\n"
    "          where p.is_work = works and p.parked_at is null and p.is_asleep = false\n"
    "            and p.due_at <= moment and shop.order_model_2_88bb0437e8fe364d()\n"
    "          order by p.due_at limit room for update skip locked\n      ), leased as (\n"
    "        update shop.order_pending p\n"
    "          set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1,\n"
    "            attempts = p.attempts + 1,\n            -- `else` is tried so often, too\n"
    "            parked_at = case when p.attempts >= rule.attempts\n"
    "              + case when p.is_work and rule.event is not null then 20 else 0 end\n"
    "              then moment end,\n"
    "            last_error = case when p.attempts >= rule.attempts and p.last_error is null\n"
    "              then 'its workers came to no end' else p.last_error end\n"
    "          from due, shop.order_pending_rules rule\n"
    "          where p.ctid = due.place and rule.declaration = p.declaration\n"
    "          returning p.*, rule.event, rule.attempts as allowed\n      )\n"
    "      select leased.order_id, row(leased.declaration, leased.fence, leased.claim)::public.pawl_item,\n"
    "        leased.event, leased.attempts, coalesce(leased.attempts > leased.allowed, false),\n"
    "        leased.parked_at is not null, leased.due_at from leased;\n    get diagnostics taken = row_count;\n"
    "    room := room - taken;\n  end loop;\nend\n$pawl$;\n"
    "comment on function shop.order_pending_claim(integer, text, interval) is\n"
    "  'Leases what is due, the longest due first; each row is to be completed, or said not_yet or fail of. What is_spent has no attempt left: complete it without an event. What is_parked is only told.';\n"
    "\n"
    "create or replace function shop.order_pending_complete(id bigint, item public.pawl_item, event text default null,\n"
    "  args jsonb default null, actor text default null, request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  fired text := $3;\nbegin\n"
    "  lock table only shop.order_transitions in row share mode; -- a later freeze or migration waits\n"
    "  if fired is null then\n"
    "    select rule.event into fired from shop.order_pending_rules rule where rule.declaration = ($2).declaration;\n"
    "  end if;\n  case when $2 is null then\n    outcome.status := 'MISUSE';\n  when fired = 'pay' then\n"
    "    outcome := shop.order_pay($1, ($4->>'amount')::bigint, ($4->>'note')::text,\n"
    "      $5, $6, null::integer, null::text, null::bigint, $2);\n  when fired = 'check_out' then\n"
    "    outcome := shop.order_check_out($1,\n"
    "      $5, $6, null::integer, null::text, null::bigint, null::text, $2);\n  when fired = 'cancel' then\n"
    "    outcome := shop.order_cancel($1,\n      $5, $6, null::integer, null::text, null::bigint, $2);\n"
    "  when fired = 'ship' then\n    outcome := shop.order_ship($1,\n"
    "      $5, $6, null::integer, null::text, null::bigint, $2);\n  when fired = 'give_up' then\n"
    "    outcome := shop.order_give_up($1,\n      $5, $6, null::integer, null::text, null::bigint, $2);\n  else\n"
    "    outcome.status := 'MISUSE';\n  end case;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function shop.order_pending_complete(bigint, public.pawl_item, text, jsonb, text, text) is\n"
    "  'Fires the event, or the one of a timer or of `else`, if the caller still has the claim, otherwise CONFLICT. args are the event''s parameters by name.';\n"
    "\n"
    "create or replace function shop.order_pending_not_yet(id bigint, item public.pawl_item, pause interval default null)\n"
    "returns boolean\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n  if $3 < interval '0' or $3 > interval '36525 days' then\n"
    "    raise exception 'a pause is not less than nothing, and at most 100 years'\n"
    "      using errcode = 'invalid_parameter_value';\n  end if;\n"
    "  perform from shop.orders parent where parent.id = $1 for no key update;\n  update shop.order_pending p\n"
    "    set due_at = clock_timestamp() + coalesce($3, rule.every), claim = p.claim + 1,\n"
    "      attempts = p.attempts - 1, last_error = null\n    from shop.order_pending_rules rule\n"
    "    where rule.declaration = p.declaration and p.order_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"
    "      and p.claim = ($2).claim and p.parked_at is null and shop.order_model_2_88bb0437e8fe364d();\n"
    "  return found;\nend\n$pawl$;\n"
    "comment on function shop.order_pending_not_yet(bigint, public.pawl_item, interval) is\n"
    "  'Tried again later; no attempt is counted. False where the claim is lost.';\n\n"
    "create or replace function shop.order_pending_fail(id bigint, item public.pawl_item, error text)\n"
    "returns boolean\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n  perform from shop.orders parent where parent.id = $1 for no key update;\n"
    "  update shop.order_pending p\n    set claim = p.claim + 1, last_error = $3,\n"
    "      -- with its last attempt it is due at once for whoever fires `else`, or put aside\n"
    "      parked_at = case when p.attempts >= rule.attempts\n"
    "        + case when p.is_work and rule.event is not null then 1 else 0 end\n        then clock_timestamp() end,\n"
    "      due_at = clock_timestamp() + case when p.attempts >= rule.attempts then interval '0'\n"
    "        else least(rule.backoff_to,\n"
    "            rule.backoff_from * power(2, least(p.attempts - 1, 30))) * (1 + random() / 4) end\n"
    "    from shop.order_pending_rules rule\n"
    "    where rule.declaration = p.declaration and p.order_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"
    "      and p.claim = ($2).claim and p.parked_at is null and shop.order_model_2_88bb0437e8fe364d();\n"
    "  return found;\nend\n$pawl$;\ncomment on function shop.order_pending_fail(bigint, public.pawl_item, text) is\n"
    "  'Tried again after a pause that doubles, or put aside when its attempts are spent. False where the claim is lost.';\n"
    "\n"
    "create or replace function shop.order_pending_extend(id bigint, item public.pawl_item, lease interval default null)\n"
    "returns boolean\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n  if $3 <= interval '0' or $3 > interval '36525 days' then\n"
    "    raise exception 'a lease is more than nothing, and at most 100 years'\n"
    "      using errcode = 'invalid_parameter_value';\n  end if;\n"
    "  perform from shop.orders parent where parent.id = $1 for no key update;\n  update shop.order_pending p\n"
    "    set due_at = clock_timestamp() + coalesce($3, rule.lease)\n    from shop.order_pending_rules rule\n"
    "    where rule.declaration = p.declaration and p.order_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"
    "      and p.claim = ($2).claim and p.parked_at is null and shop.order_model_2_88bb0437e8fe364d();\n"
    "  return found;\nend\n$pawl$;\n"
    "comment on function shop.order_pending_extend(bigint, public.pawl_item, interval) is\n"
    "  'The lease begins anew. False where the claim is lost.';\n\n"
    "create or replace function shop.order_pending_retry(id bigint, declaration text)\nreturns boolean\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n  perform from shop.orders parent where parent.id = $1 for no key update;\n"
    "  update shop.order_pending p\n    set parked_at = null, due_at = clock_timestamp(), attempts = 0\n"
    "    where p.order_id = $1 and p.declaration = $2 and p.parked_at is not null and shop.order_model_2_88bb0437e8fe364d();\n"
    "  return found;\nend\n$pawl$;\nrevoke all on function shop.order_pending_retry(bigint, text) from public;\n"
    "grant execute on function shop.order_pending_retry(bigint, text) to pawl_app, pawl_operator;\n"
    "comment on function shop.order_pending_retry(bigint, text) is\n"
    "  'What was put aside is due again. False where nothing is.';\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function shop.order_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('order'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then\n"
    "      outcome.detail := 'machine order: ' || waiting.event || ' was deferred for ' || waiting.entity\n"
    "        || ', which is no key of it';\n      given := null;\n    end if;\n    case waiting.event\n"
    "    when 'pay' then\n"
    "      outcome := case when cardinality(given) = 2 then shop.order_pay(waiting.entity::bigint, given[1]::bigint, given[2],\n"
    "          waiting.actor, waiting.request_id, null::integer,\n"
    "          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;\n"
    "    when 'create' then\n"
    "      outcome := case when cardinality(given) = 0 then shop.order_create(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id,\n"
    "          waiting.lock_owner, waiting.lock_token) else outcome end;\n    when 'check_out' then\n"
    "      outcome := case when cardinality(given) = 0 then shop.order_check_out(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer,\n"
    "          waiting.lock_owner, waiting.lock_token, $2, null::public.pawl_item) else outcome end;\n"
    "    when 'cancel' then\n"
    "      outcome := case when cardinality(given) = 0 then shop.order_cancel(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer,\n"
    "          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;\n"
    "    when 'ship' then\n"
    "      outcome := case when cardinality(given) = 0 then shop.order_ship(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer,\n"
    "          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;\n"
    "    when 'give_up' then\n"
    "      outcome := case when cardinality(given) = 0 then shop.order_give_up(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer,\n"
    "          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;\n    else\n"
    "      outcome.detail := 'machine order: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'order' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- What a callback has said of a deferred event, in place of the database.\n"
    "create or replace function shop.order_fail_deferred(number bigint, status text, detail text)\nreturns void\n"
    "language sql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "  update public.pawl_deferred pending\n"
    "    set status = $2, detail = $3, fired_at = clock_timestamp(), (from_state, sort_key) = (\n"
    "      select head.state, head.sort_key from shop.order_current head\n"
    "        where head.order_id = pending.entity::bigint and $2 = 'REFUSED')\n"
    "    where pending.number = $1 and pending.machine = 'order' and pending.status is null\n"
    "      and $2 in ('REFUSED', 'MISUSE', 'DB') and pending.event in ('check_out')\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\ncall public.pawl_restrict_calls('shop'::text,\n"
    "  '{order_pay,order_pay_many,order_create,order_create_many,order_check_out,order_cancel,order_cancel_many,order_ship,order_ship_many,order_give_up,order_give_up_many,order_pending_claim,order_pending_complete,order_pending_not_yet,order_pending_fail,order_pending_extend,order_fire_deferred,order_fail_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('order', '88bb0437e8fe364d', 2, clock_timestamp(), E'{\"name\":\"order\",\"label\":\"Order\",\"fingerprint\":\"88bb0437e8fe364d\",\"doc\":\"Other programs write its rows, too, and only legal ones.\",\"key_type\":\"bigint\",\"entity\":{\"schema\":\"shop\",\"table\":\"orders\",\"column\":\"id\"},\"storage\":\"transitions_enforced\",\"initial_is_implicit\":true,\"key\":{\"kind\":\"key\"},\"mirror\":{\"schema\":\"shop\",\"table\":\"orders\",\"column\":\"state\"},\"states\":[{\"name\":\"pending\",\"label\":\"pending\",\"stored\":\"pending\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"paid\",\"label\":\"paid\",\"stored\":\"paid\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"shipped\",\"label\":\"shipped\",\"stored\":\"shipped\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]},{\"name\":\"cancelled\",\"label\":\"cancelled\",\"stored\":\"cancelled\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"pay\",\"label\":\"pay\",\"stored\":\"pay\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"amount\",\"type\":\"bigint\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"note\",\"type\":\"text\",\"optional\":true,\"column\":\"note\"}],\"serialize_by\":[]},{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"check_out\",\"label\":\"check out\",\"stored\":\"check_out\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"cancel\",\"label\":\"cancel\",\"stored\":\"cancel\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"ship\",\"label\":\"ship\",\"stored\":\"ship\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"give_up\",\"label\":\"give up\",\"stored\":\"give_up\",\"creation\":false,\"timer\":true,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"amount\",\"type\":\"bigint\"},{\"name\":\"note\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"pending\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"pay\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"paid\",\"reopens\":false,\"conditions\":[{\"guard\":\"cheap\",\"negated\":false}],\"do\":[\"book\"],\"then\":[]},{\"event\":\"check_out\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"pending\",\"reopens\":false,\"conditions\":[{\"guard\":\"in_stock\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"cancel\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"cancelled\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"ship\",\"from\":\"paid\",\"target\":\"to\",\"to\":\"shipped\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"give_up\",\"from\":\"paid\",\"target\":\"to\",\"to\":\"cancelled\",\"reopens\":false,\"timer\":0,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"pay\",\"from\":\"pending\",\"to\":\"paid\",\"arrow\":1,\"effects\":[\"book\"]},{\"event\":\"create\",\"from\":null,\"to\":\"pending\",\"arrow\":0},{\"event\":\"check_out\",\"from\":\"pending\",\"to\":\"pending\",\"arrow\":2},{\"event\":\"cancel\",\"from\":\"pending\",\"to\":\"cancelled\",\"arrow\":3},{\"event\":\"ship\",\"from\":\"paid\",\"to\":\"shipped\",\"arrow\":4},{\"event\":\"give_up\",\"from\":\"paid\",\"to\":\"cancelled\",\"arrow\":5}],\"ignores\":[{\"event\":\"ship\",\"state\":\"pending\"}],\"timers\":[{\"event\":\"give_up\",\"place\":\"paid\",\"after_ms\":259200000}],\"guards\":[{\"name\":\"in_stock\"},{\"name\":\"cheap\",\"postgres\":{\"text\":\"select :amount < 1000\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":7,\"length\":7}]},\"sqlite\":{\"text\":\"select :amount < 1000\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":7,\"length\":7}]}}],\"effects\":[{\"name\":\"book\",\"postgres\":{\"text\":\"insert into shop.bookings (amount) values (:amount)\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":43,\"length\":7}]},\"sqlite\":{\"text\":\"insert into shop.bookings (amount) values (:amount)\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":43,\"length\":7}]}}],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"shop.order_current\",\"transitions\":\"shop.order_history\",\"pending\":\"shop.order_pending\",\"parent\":\"shop.orders\",\"parent_column\":\"id\",\"objects\":\"select object, definition from public.pawl_catalog(''shop''::text, ''{order_transitions,order_transitions_metadata,order_moves,order_history,order_current,order_state,order_pending,order_pending_rules,order_effect_book}''::text[], ''{order_model_2_88bb0437e8fe364d,order_is_free,order_transitions_write,order_transitions_check,order_with_key,order_guard_cheap,order_effect_book,order_pay,order_pay_many,order_create,order_create_many,order_check_out,order_cancel,order_cancel_many,order_ship,order_ship_many,order_give_up,order_give_up_many,order_pending_claim,order_pending_complete,order_pending_not_yet,order_pending_fail,order_pending_extend,order_pending_retry,order_fire_deferred,order_fail_deferred}''::text[], ''{order_guard_cheap,order_effect_book}''::text[], array[''shop.orders'', ''shop.order_transitions'']::text[], ''shop.orders''::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''shop.order_current'')::oid, to_regclass(''shop.order_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1),\\\\n  (select format(''its guards and effects use %s, and used %s when they were deployed'', present.names, bound.definition)\\\\n   from public.pawl_objects bound,\\\\n     (select public.pawl_bound_tables(''shop''::text, ''{order_guard_cheap,order_effect_book}''::text[]) as names) present\\\\n   where accepted.is_deployed and bound.machine = ''order''::text and bound.object = ''tables of guards and effects''::text\\\\n     and bound.definition <> present.names)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from shop.order_current where order_id = $1::bigint and shop.order_model_2_88bb0437e8fe364d()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\\\\nfrom shop.order_history where order_id = $1::bigint and shop.order_model_2_88bb0437e8fe364d() order by sort_key\",\"in_state\":\"select order_id, state, sort_key, since from shop.order_current\\\\nwhere state = $1::text and (since, order_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\\\n  and shop.order_model_2_88bb0437e8fe364d() order by since, order_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select order_id, state, sort_key, since from shop.order_current\\\\n    where state < $1::text and (state, since, order_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\\\n    order by state, since, order_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select order_id, state, sort_key, since from shop.order_current\\\\n    where (state, since, order_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\\\n    order by state, since, order_id limit $8::bigint\\\\n  ) after\\\\n) others where shop.order_model_2_88bb0437e8fe364d() order by state, since, order_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from shop.order_current where shop.order_model_2_88bb0437e8fe364d() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\\\\nfrom shop.order_history where order_id = $1::bigint and shop.order_model_2_88bb0437e8fe364d()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"with_key\":\"select order_id, state, sort_key, since from shop.order_current\\\\nwhere order_id = $1::bigint and ($2::bigint is null or order_id > $2::bigint)\\\\n  and shop.order_model_2_88bb0437e8fe364d() limit $3::bigint\",\"fire_deferred\":\"select shop.order_fire_deferred($1::bigint, $2::text) where shop.order_model_2_88bb0437e8fe364d()\",\"fail_deferred\":\"select shop.order_fail_deferred($1::bigint, $2::text, $3::text) where shop.order_model_2_88bb0437e8fe364d()\"},\"fire\":{\"pay\":\"select shop.order_pay($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::integer, $7::text, $8::bigint, row($9::text, $10::integer, $11::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()\",\"create\":\"select shop.order_create($1::bigint, $2::text, $3::text, $4::text, $5::bigint) where shop.order_model_2_88bb0437e8fe364d()\",\"check_out\":\"select shop.order_check_out($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, $7::text, row($8::text, $9::integer, $10::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()\",\"cancel\":\"select shop.order_cancel($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()\",\"ship\":\"select shop.order_ship($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()\",\"give_up\":\"select shop.order_give_up($1::bigint, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where shop.order_model_2_88bb0437e8fe364d()\"},\"queue\":{\"table\":\"order_pending\",\"channel\":\"order_pending\",\"pending\":[{\"name\":\"paid.give_up\",\"is_work\":false,\"is_of_state\":true,\"event\":\"give_up\",\"after_us\":259200000000,\"lease_us\":60000000,\"every_us\":10000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"attempts\":20,\"presence\":\"--a--\"}],\"stays\":[],\"statements\":{\"claim\":\"select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until\\\\nfrom shop.order_pending_claim($1::integer, $2::text, $3::bigint::float8 * interval ''1 microsecond'')\\\\nwhere shop.order_model_2_88bb0437e8fe364d()\",\"next_due\":\"select due_at from shop.order_pending where is_work = $1::boolean and parked_at is null and is_asleep = false\\\\n  and shop.order_model_2_88bb0437e8fe364d()\\\\n  and not exists (select 1 from public.pawl_freezes type_lock\\\\n    where type_lock.machine = ''order'' and type_lock.mode is not null\\\\n      and (type_lock.until is null or type_lock.until > (timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond'')))\\\\norder by due_at limit 1\",\"not_yet\":\"select shop.order_pending_not_yet($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\\\nwhere shop.order_model_2_88bb0437e8fe364d()\",\"fail\":\"select shop.order_pending_fail($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::text) where shop.order_model_2_88bb0437e8fe364d()\",\"extend\":\"select shop.order_pending_extend($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\\\nwhere shop.order_model_2_88bb0437e8fe364d()\",\"retry\":\"select shop.order_pending_retry($1::bigint, $2::text) where shop.order_model_2_88bb0437e8fe364d()\"}}},\"diagram\":\"digraph \\\\\"order\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_order\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>Order</b><!--order-->>; tooltip=\\\\\"Other programs write its rows, too, and only legal ones.\\\\\";\\\\n    \\\\\"order.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"order.pending\\\\\" [label=<pending<!--order.pending-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"order.paid\\\\\" [label=<paid<!--order.paid-->>, class=\\\\\"state waiting\\\\\", fillcolor=\\\\\"#fcf0d4\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n    \\\\\"order.shipped\\\\\" [label=<shipped<!--order.shipped-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"order.cancelled\\\\\" [label=<cancelled<!--order.cancelled-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    {rank=same; \\\\\"order.\\\\\"; \\\\\"order.pending\\\\\"}\\\\n    \\\\\"order.\\\\\" -> \\\\\"order.pending\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"order.pending\\\\\" -> \\\\\"order.paid\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>pay<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[cheap] / book</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"pay\\\\\", labeltooltip=\\\\\"pay\\\\\"];\\\\n    \\\\\"order.pending\\\\\" -> \\\\\"order.pending\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>check out<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[in stock] (begins anew)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"check_out\\\\\", labeltooltip=\\\\\"check_out\\\\\"];\\\\n    \\\\\"order.pending\\\\\" -> \\\\\"order.cancelled\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>cancel<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"cancel\\\\\", labeltooltip=\\\\\"cancel\\\\\"];\\\\n    \\\\\"order.paid\\\\\" -> \\\\\"order.shipped\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>ship<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"ship\\\\\", labeltooltip=\\\\\"ship\\\\\"];\\\\n    \\\\\"order.paid\\\\\" -> \\\\\"order.cancelled\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td><font color=\\\\\"#7d5200\\\\\">after 3 days: give up</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, style=dashed, class=\\\\\"move timer\\\\\", color=\\\\\"#a8761a\\\\\", tooltip=\\\\\"give_up\\\\\", labeltooltip=\\\\\"give_up\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#fcf0d4\\\\\" color=\\\\\"#a8761a\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">a clock is running </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to shipped </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"dashed\\\\\" color=\\\\\"#a8761a\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">happens only by itself </td><td align=\\\\\"right\\\\\"><font color=\\\\\"#556070\\\\\">[ ]</font></td><td align=\\\\\"left\\\\\">only if this holds </td><td align=\\\\\"right\\\\\"><font color=\\\\\"#556070\\\\\">/</font></td><td align=\\\\\"left\\\\\">done with the move </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('order'::text, 'shop'::text, '{order_transitions,order_transitions_metadata,order_moves,order_history,order_current,order_state,order_pending,order_pending_rules,order_effect_book}'::text[], '{order_model_2_88bb0437e8fe364d,order_is_free,order_transitions_write,order_transitions_check,order_with_key,order_guard_cheap,order_effect_book,order_pay,order_pay_many,order_create,order_create_many,order_check_out,order_cancel,order_cancel_many,order_ship,order_ship_many,order_give_up,order_give_up_many,order_pending_claim,order_pending_complete,order_pending_not_yet,order_pending_fail,order_pending_extend,order_pending_retry,order_fire_deferred,order_fail_deferred}'::text[], '{order_guard_cheap,order_effect_book}'::text[], array['shop.orders', 'shop.order_transitions']::text[], 'shop.orders'::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('shop.order_current')::oid, to_regclass('shop.order_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1),\n"
    "  (select format('its guards and effects use %s, and used %s when they were deployed', present.names, bound.definition)\n"
    "   from public.pawl_objects bound,\n"
    "     (select public.pawl_bound_tables('shop'::text, '{order_guard_cheap,order_effect_book}'::text[]) as names) present\n"
    "   where accepted.is_deployed and bound.machine = 'order'::text and bound.object = 'tables of guards and effects'::text\n"
    "     and bound.definition <> present.names)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from shop.order_current where order_id = $1::bigint and shop.order_model_2_88bb0437e8fe364d()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\n"
    "from shop.order_history where order_id = $1::bigint and shop.order_model_2_88bb0437e8fe364d() order by sort_key", /* history */
    "select order_id, state, sort_key, since from shop.order_current\n"
    "where state = $1::text and (since, order_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::bigint)\n"
    "  and shop.order_model_2_88bb0437e8fe364d() order by since, order_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select order_id, state, sort_key, since from shop.order_current\n"
    "    where state < $1::text and (state, since, order_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::bigint)\n"
    "    order by state, since, order_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select order_id, state, sort_key, since from shop.order_current\n"
    "    where (state, since, order_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::bigint)\n"
    "    order by state, since, order_id limit $8::bigint\n  ) after\n"
    ") others where shop.order_model_2_88bb0437e8fe364d() order by state, since, order_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from shop.order_current where shop.order_model_2_88bb0437e8fe364d() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\n"
    "from shop.order_history where order_id = $1::bigint and shop.order_model_2_88bb0437e8fe364d()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    "select order_id, state, sort_key, since from shop.order_current\n"
    "where order_id = $1::bigint and ($2::bigint is null or order_id > $2::bigint)\n"
    "  and shop.order_model_2_88bb0437e8fe364d() limit $3::bigint", /* with_key */
    "select shop.order_fire_deferred($1::bigint, $2::text) where shop.order_model_2_88bb0437e8fe364d()", /* fire_deferred */
    "select shop.order_fail_deferred($1::bigint, $2::text, $3::text) where shop.order_model_2_88bb0437e8fe364d()", /* fail_deferred */
    NULL, NULL, NULL, NULL, NULL, /* find_parent, find_request, insert_current, update_current, insert_transition */
    NULL, NULL, NULL, NULL, NULL, /* find_creation, set_mirror, find_key, find_topic, find_spelling */
    postgres_fire_of_order, postgres_fire_many_of_order,
    NULL, &postgres_queue_of_order,
};

static const struct pawl_reference sqlite_references_of_order[] = {
    {PAWL_REFERENCE_PARAM, 0},
    {PAWL_REFERENCE_PARAM, 0},
};

static const struct pawl_hook_sql sqlite_hooks_of_order[] = {
    {/* cheap */
     "select ?1 < 1000",
     1, &sqlite_references_of_order[0]},
    {NULL, 0, NULL}, /* in_stock */
    {/* book */
     "insert into shop.bookings (amount) values (?1)",
     1, &sqlite_references_of_order[1]},
};

static const struct pawl_queue_statements sqlite_queue_of_order = {
    "select order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.order_pending\n"
    "where is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\n"
    "  and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\n"
    "  and not exists (select 1 from main.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'order' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit ?3", /* claim */
    "select due_at from main.order_pending where is_work = ?1 and parked_at is null and is_asleep = false\n"
    "  and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\n"
    "  and not exists (select 1 from main.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'order' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit 1", /* next_due */
    NULL, /* not_yet */
    NULL, /* fail */
    NULL, /* extend */
    NULL, /* retry */
    "select order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.order_pending where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d)", /* of_entity */
    "insert into main.order_pending (order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", /* insert */
    "update main.order_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\n"
    "  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\nwhere order_id = ?1 and declaration = ?2", /* update */
    "delete from main.order_pending where order_id = ?1 and declaration = ?2", /* remove */
};

static const struct pawl_statements sqlite_of_order = {
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
    "-- order -------------------------------------------------------------------------------------------\n-- Order\n"
    "-- Other programs write its rows, too, and only legal ones.\n\n"
    "-- how each order got where it is; the row of the highest sort_key says where that is\n"
    "create table if not exists main.order_transitions (\n  id integer not null primary key,\n"
    "  order_id integer not null references orders (id),\n  sort_key integer not null,\n  to_state text not null,\n"
    "  most_recent boolean, -- null for all but one\n  metadata text not null default '{}',\n"
    "  created_at datetime not null, -- text, in UTC\n  updated_at datetime not null,\n  event text,\n"
    "  from_state text,\n  actor text check (length(cast(actor as blob)) <= 255),\n  request_id text,\n"
    "  amount integer,\n  note text,\n  unique (order_id, sort_key),\n  unique (order_id, most_recent),\n"
    "  unique (order_id, request_id),\n  unique (to_state, order_id, sort_key)\n);\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.order_moves (event, from_state, to_state) as values\n"
    "  ('pay', 'pending', 'paid'),\n  ('create', '', 'pending'),\n  ('check_out', 'pending', 'pending'),\n"
    "  ('cancel', 'pending', 'cancelled'),\n  ('ship', 'paid', 'shipped'),\n  ('give_up', 'paid', 'cancelled');\n\n"
    "-- every move; of one that another program made, the event is said where only one leads there\n"
    "create view if not exists main.order_history as\n  select made.order_id, made.sort_key,\n"
    "    coalesce(made.event, (select case count(distinct move.event) when 1 then move.event end\n"
    "      from order_moves move where move.from_state = made.left_state and move.to_state = made.to_state), '') as event,\n"
    "    made.left_state as from_state, made.to_state, made.made_at as created_at,\n"
    "    coalesce(made.actor, '') as actor, made.request_id, made.amount, made.note\n"
    "  from (select row.*, cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000\n"
    "    + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer) as made_at,\n"
    "      coalesce(row.from_state, (select before.to_state from order_transitions before\n"
    "        where before.order_id = row.order_id and before.sort_key < row.sort_key\n"
    "        order by before.sort_key desc limit 1), 'pending') as left_state\n    from order_transitions row) made;\n"
    "\n-- where each is\ncreate view if not exists main.order_current as\n"
    "  select row.order_id, row.to_state as state, row.sort_key,\n"
    "    cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000\n"
    "      + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer) as since\n"
    "  from order_transitions row\n  where not exists (select 1 from order_transitions later\n"
    "                    where later.order_id = row.order_id and later.sort_key > row.sort_key)\n  union all\n"
    "  select parent.id, 'pending', 0, 0\n  from orders parent\n"
    "  where not exists (select 1 from order_transitions row where row.order_id = parent.id);\n\n"
    "-- where each is, to join in queries of one's own\ncreate view if not exists main.order_state as\n"
    "  select order_id, state, sort_key, since from order_current;\n\n"
    "-- others may add what the diagram allows, as Statesman does, and nothing else\n"
    "create trigger if not exists main.order_transitions_next before insert on order_transitions\nbegin\n"
    "  -- in SQLite's own words, which Statesman understands\n"
    "  select raise(abort, 'UNIQUE constraint failed: order_transitions.order_id, order_transitions.sort_key')\n"
    "    where exists (select 1 from order_transitions there\n"
    "                  where there.order_id = new.order_id and there.sort_key = new.sort_key);\n"
    "  select raise(abort, 'order_transitions takes only moves that the diagram of order allows')\n"
    "    where not exists (select 1 from order_moves move\n"
    "      where move.to_state = new.to_state and (new.event is null or new.event = move.event)\n"
    "        and (new.from_state is null or new.from_state = move.from_state)\n"
    "        and move.from_state = case when exists (select 1 from order_transitions there where there.order_id = new.order_id)\n"
    "          then (select last.to_state from order_transitions last\n"
    "            where last.order_id = new.order_id order by last.sort_key desc limit 1) else 'pending' end);\n"
    "  select raise(abort, 'the next transition of a order is its most recent one, and no other is; its sort_key is 10 more')\n"
    "    where new.sort_key is not 10 + case when exists (select 1 from order_transitions there where there.order_id = new.order_id)\n"
    "          then (select last.sort_key from order_transitions last\n"
    "            where last.order_id = new.order_id order by last.sort_key desc limit 1) else 0 end\n"
    "      or new.most_recent is not true\n"
    "      or exists (select 1 from order_transitions there where there.order_id = new.order_id\n"
    "                   and (there.most_recent or there.request_id = new.request_id))\n"
    "      or exists (select 1 from order_transitions there where there.rowid = new.rowid)\n"
    "      -- behind the last number there is no row, for nobody\n"
    "      or new.rowid > 1 + case when exists (select 1 from order_transitions)\n"
    "        then (select there.rowid from order_transitions there order by there.rowid desc limit 1) else 0 end;\n"
    "end;\ncreate trigger if not exists main.order_transitions_kept before update on order_transitions\n"
    "when new.rowid is not old.rowid or new.order_id is not old.order_id\n"
    "  or new.sort_key is not old.sort_key or new.to_state is not old.to_state\n"
    "  or new.metadata is not old.metadata or new.created_at is not old.created_at\n"
    "  or new.event is not old.event or new.from_state is not old.from_state\n"
    "  or new.actor is not old.actor or new.request_id is not old.request_id\n"
    "  or (new.most_recent is true and old.most_recent is not true)\n  or new.amount is not old.amount\n"
    "  or new.note is not old.note\nbegin\n"
    "  select raise(abort, 'order_transitions is history: its rows are not changed');\nend;\n"
    "create trigger if not exists main.order_transitions_stay before delete on order_transitions\nbegin\n"
    "  select raise(abort, 'order_transitions is history: its rows stay');\nend;\n"
    "create trigger if not exists main.order_transitions_readable before insert on order_transitions\nbegin\n"
    "  select raise(abort, 'FOREIGN KEY constraint failed: there is no such order')\n"
    "    where not exists (select 1 from main.orders parent where parent.id = new.order_id);\n"
    "  select raise(abort, 'a transition of order has a key, a time and texts that can be read: YYYY-MM-DD HH:MM:SS')\n"
    "    where typeof(new.order_id) <> 'integer'\n"
    "      or typeof(new.created_at) <> 'text' or strftime('%s', substr(new.created_at, 1, 19)) is null\n"
    "      or new.created_at not glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T][0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'\n"
    "      or substr(new.created_at, 21, 1) glob '[^0-9]' or instr(new.created_at, char(0))\n"
    "      or instr(coalesce(new.actor, '') || coalesce(new.request_id, ''), char(0))\n"
    "      or typeof(new.actor) not in ('text', 'null')\n      or typeof(new.request_id) not in ('text', 'null')\n"
    "      or typeof(new.amount) = 'blob'\n"
    "      or cast(cast(new.amount as integer) as text) is not cast(new.amount as text)\n"
    "      or typeof(new.note) = 'blob'\n      or instr(coalesce(new.note, ''), char(0))\n;\nend;\n"
    "create trigger if not exists main.order_transitions_superseded before update of most_recent on order_transitions\n"
    "when new.most_recent is not old.most_recent\n"
    "  and exists (select 1 from order_transitions there where there.order_id = new.order_id\n"
    "                and there.rowid <> new.rowid and there.most_recent = new.most_recent)\n"
    "  and not exists (select 1 from sqlite_master made where made.tbl_name = 'order_transitions'\n"
    "                    and made.type = 'index' and made.sql like '%where%most_recent%')\nbegin\n"
    "  select raise(abort, 'order_transitions is history: its rows stay');\nend;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.order_model_88bb0437e8fe364d;\n"
    "create view if not exists main.order_model_2_88bb0437e8fe364d as select 1;\n\n"
    "-- timers that run and work that waits: one row for each\ncreate table if not exists main.order_pending (\n"
    "  order_id integer not null,\n  declaration text not null,\n  is_work integer not null,\n"
    "  due_at integer not null, -- for whoever has claimed it: the end of his lease\n"
    "  fence integer not null, -- the sort_key of the move that began it\n"
    "  claim integer not null, -- grows with each claim: of two workers the later one counts\n"
    "  attempts integer not null,\n  last_error text,\n"
    "  parked_at integer, -- put aside, because its attempts are spent\n"
    "  is_asleep integer not null, -- the state answers the timer's event in another way\n"
    "  primary key (order_id, declaration)\n) without rowid;\n"
    "create index if not exists main.order_pending_due on order_pending (is_work, due_at)\n"
    "  where parked_at is null and is_asleep = false;\n\n-- how each timer and work is treated\n"
    "create view if not exists main.order_pending_rules\n"
    "  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values\n"
    "  ('paid.give_up', false, 'give_up', 60000000, 10000000, 20, 1000000, 600000000);\n\n"
    "create trigger if not exists main.order_pending_insert before insert on order_pending\n"
    "when only_libpawl_may_write('order_pending', new.order_id, new.declaration, new.is_work, new.due_at, new.fence,\n"
    "  new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1\nbegin\n"
    "  select raise(abort, 'order_pending is written by libpawl only: it follows the events of order');\nend;\n"
    "create trigger if not exists main.order_pending_update before update on order_pending\n"
    "when new.order_id is not old.order_id or new.declaration is not old.declaration\n"
    "  or only_libpawl_may_write('order_pending', new.order_id, new.declaration, new.is_work, new.due_at, new.fence,\n"
    "    new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1\nbegin\n"
    "  select raise(abort, 'order_pending is written by libpawl only: it follows the events of order');\nend;\n"
    "create trigger if not exists main.order_pending_delete before delete on order_pending\n"
    "when only_libpawl_may_write('order_pending', old.order_id, old.declaration) is not 1\nbegin\n"
    "  select raise(abort, 'order_pending is written by libpawl only: it follows the events of order');\nend;\n\n"
    "create temp trigger if not exists order_exact_key instead of insert on main.order_model_2_88bb0437e8fe364d\n"
    "begin\n"
    "  select raise(rollback, 'machine order: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')\n"
    "    where new.\"1\" = 1;\n"
    "  select raise(rollback, 'machine order: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')\n"
    "    where new.\"1\" = 2;\n"
    "  select raise(rollback, 'machine order: the column of `mirror` cannot hold the state: there is none of that name, or it is generated, or its type turns texts into numbers; nothing was changed: make it text')\n"
    "    where new.\"1\" = 3;\nend;\ninsert into main.order_model_2_88bb0437e8fe364d\nselect 1\n"
    " where exists (select 1 from pragma_table_xinfo('orders', 'main'))\n"
    "   and not exists (select 1 from pragma_index_list('orders', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and not i.partial and c.key and c.name = 'id' collate nocase\n"
    "            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)\n"
    "   and (select group_concat(k.name) from pragma_table_xinfo('orders', 'main') k where k.pk)\n"
    "     is not 'id' collate nocase\nunion all\nselect 2\n"
    " where exists (select 1 from pragma_table_xinfo('orders', 'main') c\n"
    "          where c.name = 'id' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')\n"
    "            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made\n"
    "                               where made.name = 'orders' collate nocase and made.sql like '%strict%')))\n"
    "   or exists (select 1 from pragma_table_xinfo('order_transitions', 'main') c\n"
    "          where c.name = 'order_id' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%'))\nunion all\n"
    "select 3\n where exists (select 1 from pragma_table_xinfo('orders', 'main'))\n"
    "   and not exists (select 1 from pragma_table_xinfo('orders', 'main') c\n"
    "          where c.name = 'state' collate nocase and c.hidden = 0\n            and (not (c.type like '%int%'\n"
    "                        or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                          and c.type not like '%blob%' and c.type <> '') or c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made\n"
    "                               where made.name = 'orders' collate nocase and made.sql like '%strict%')))\n;\n\n"
    "insert into main.pawl_objects (machine, object, definition)\n"
    "select 'order', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('order_current', 'order_transitions', 'order_moves', 'order_state',\n"
    "      'order_history',\n      'order_pending', 'order_pending_rules', 'order_model_2_88bb0437e8fe364d')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'order'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> '88bb0437e8fe364d' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'order' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'order', '88bb0437e8fe364d', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'order' and fingerprint = '88bb0437e8fe364d'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"order\",\"label\":\"Order\",\"fingerprint\":\"88bb0437e8fe364d\",\"doc\":\"Other programs write its rows, too, and only legal ones.\",\"key_type\":\"bigint\",\"entity\":{\"schema\":\"shop\",\"table\":\"orders\",\"column\":\"id\"},\"storage\":\"transitions_enforced\",\"initial_is_implicit\":true,\"key\":{\"kind\":\"key\"},\"mirror\":{\"schema\":\"shop\",\"table\":\"orders\",\"column\":\"state\"},\"states\":[{\"name\":\"pending\",\"label\":\"pending\",\"stored\":\"pending\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"paid\",\"label\":\"paid\",\"stored\":\"paid\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"shipped\",\"label\":\"shipped\",\"stored\":\"shipped\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]},{\"name\":\"cancelled\",\"label\":\"cancelled\",\"stored\":\"cancelled\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"pay\",\"label\":\"pay\",\"stored\":\"pay\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"amount\",\"type\":\"bigint\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"note\",\"type\":\"text\",\"optional\":true,\"column\":\"note\"}],\"serialize_by\":[]},{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"check_out\",\"label\":\"check out\",\"stored\":\"check_out\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"cancel\",\"label\":\"cancel\",\"stored\":\"cancel\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"ship\",\"label\":\"ship\",\"stored\":\"ship\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"give_up\",\"label\":\"give up\",\"stored\":\"give_up\",\"creation\":false,\"timer\":true,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"amount\",\"type\":\"bigint\"},{\"name\":\"note\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"pending\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"pay\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"paid\",\"reopens\":false,\"conditions\":[{\"guard\":\"cheap\",\"negated\":false}],\"do\":[\"book\"],\"then\":[]},{\"event\":\"check_out\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"pending\",\"reopens\":false,\"conditions\":[{\"guard\":\"in_stock\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"cancel\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"cancelled\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"ship\",\"from\":\"paid\",\"target\":\"to\",\"to\":\"shipped\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"give_up\",\"from\":\"paid\",\"target\":\"to\",\"to\":\"cancelled\",\"reopens\":false,\"timer\":0,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"pay\",\"from\":\"pending\",\"to\":\"paid\",\"arrow\":1,\"effects\":[\"book\"]},{\"event\":\"create\",\"from\":null,\"to\":\"pending\",\"arrow\":0},{\"event\":\"check_out\",\"from\":\"pending\",\"to\":\"pending\",\"arrow\":2},{\"event\":\"cancel\",\"from\":\"pending\",\"to\":\"cancelled\",\"arrow\":3},{\"event\":\"ship\",\"from\":\"paid\",\"to\":\"shipped\",\"arrow\":4},{\"event\":\"give_up\",\"from\":\"paid\",\"to\":\"cancelled\",\"arrow\":5}],\"ignores\":[{\"event\":\"ship\",\"state\":\"pending\"}],\"timers\":[{\"event\":\"give_up\",\"place\":\"paid\",\"after_ms\":259200000}],\"guards\":[{\"name\":\"in_stock\"},{\"name\":\"cheap\",\"postgres\":{\"text\":\"select :amount < 1000\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":7,\"length\":7}]},\"sqlite\":{\"text\":\"select :amount < 1000\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":7,\"length\":7}]}}],\"effects\":[{\"name\":\"book\",\"postgres\":{\"text\":\"insert into shop.bookings (amount) values (:amount)\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":43,\"length\":7}]},\"sqlite\":{\"text\":\"insert into shop.bookings (amount) values (:amount)\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":43,\"length\":7}]}}],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.order_current\",\"transitions\":\"main.order_history\",\"pending\":\"main.order_pending\",\"parent\":\"main.orders\",\"parent_column\":\"id\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''order_current'', ''order_transitions'', ''order_moves'', ''order_state'',\\n    ''order_history'',\\n    ''order_pending'', ''order_pending_rules'', ''order_model_2_88bb0437e8fe364d'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.order_current where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\\nfrom main.order_history where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d) order by sort_key\",\"in_state\":\"select order_id, state, sort_key, since from main.order_current\\nwhere state = ?1 and (since, order_id) > (?2, ?3)\\n  and exists (select 1 from main.order_model_2_88bb0437e8fe364d) order by since, order_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select order_id, state, sort_key, since from main.order_current\\n    where state < ?1 and (state, since, order_id) > (?2, ?3, ?4)\\n    order by state, since, order_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select order_id, state, sort_key, since from main.order_current\\n    where (state, since, order_id) > (?5, ?6, ?7)\\n    order by state, since, order_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.order_model_2_88bb0437e8fe364d) order by state, since, order_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.order_current where exists (select 1 from main.order_model_2_88bb0437e8fe364d) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\\nfrom main.order_history where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"with_key\":\"select order_id, state, sort_key, since from main.order_current\\nwhere order_id = ?1 and (?2 is null or order_id > ?2)\\n  and exists (select 1 from main.order_model_2_88bb0437e8fe364d) limit ?3\",\"find_parent\":\"select 1 from main.orders where id = ?1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, amount, note\\nfrom main.order_history where order_id = ?1 and request_id = ?2\",\"update_current\":\"update main.order_transitions set\\n  updated_at = strftime(''%Y-%m-%d %H:%M:%S'', ?4 / 1000000, ''unixepoch'') || printf(''.%06d'', ?4 % 1000000),\\n  most_recent = (select case when \\\"notnull\\\" then false end\\n      from pragma_table_info(''order_transitions'') where name = ''most_recent'')\\nwhere order_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null\",\"insert_transition\":\"insert into main.order_transitions\\n  (order_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,\\n  created_at, updated_at, amount, note)\\nvalues (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, ''{}'',\\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000),\\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000)\\n  , ?9, ?10)\",\"set_mirror\":\"update main.orders set state = ?2 where id = ?1\"},\"fire\":{},\"queue\":{\"table\":\"order_pending\",\"channel\":\"order_pending\",\"pending\":[{\"name\":\"paid.give_up\",\"is_work\":false,\"is_of_state\":true,\"event\":\"give_up\",\"after_us\":259200000000,\"lease_us\":60000000,\"every_us\":10000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"attempts\":20,\"presence\":\"--a--\"}],\"stays\":[],\"statements\":{\"claim\":\"select order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.order_pending\\nwhere is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\\n  and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\\n  and not exists (select 1 from main.pawl_freezes type_lock\\n    where type_lock.machine = ''order'' and type_lock.mode is not null\\n      and (type_lock.until is null or type_lock.until > ?2))\\norder by due_at limit ?3\",\"next_due\":\"select due_at from main.order_pending where is_work = ?1 and parked_at is null and is_asleep = false\\n  and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\\n  and not exists (select 1 from main.pawl_freezes type_lock\\n    where type_lock.machine = ''order'' and type_lock.mode is not null\\n      and (type_lock.until is null or type_lock.until > ?2))\\norder by due_at limit 1\",\"of_entity\":\"select order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.order_pending where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\",\"insert\":\"insert into main.order_pending (order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)\",\"update\":\"update main.order_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\\n  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\\nwhere order_id = ?1 and declaration = ?2\",\"remove\":\"delete from main.order_pending where order_id = ?1 and declaration = ?2\"}}},\"diagram\":\"digraph \\\"order\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_order\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Order</b><!--order-->>; tooltip=\\\"Other programs write its rows, too, and only legal ones.\\\";\\n    \\\"order.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"order.pending\\\" [label=<pending<!--order.pending-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"order.paid\\\" [label=<paid<!--order.paid-->>, class=\\\"state waiting\\\", fillcolor=\\\"#fcf0d4\\\", color=\\\"#a8761a\\\"];\\n    \\\"order.shipped\\\" [label=<shipped<!--order.shipped-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"order.cancelled\\\" [label=<cancelled<!--order.cancelled-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    {rank=same; \\\"order.\\\"; \\\"order.pending\\\"}\\n    \\\"order.\\\" -> \\\"order.pending\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"order.pending\\\" -> \\\"order.paid\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>pay<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[cheap] / book</font><br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"pay\\\", labeltooltip=\\\"pay\\\"];\\n    \\\"order.pending\\\" -> \\\"order.pending\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>check out<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[in stock] (begins anew)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"check_out\\\", labeltooltip=\\\"check_out\\\"];\\n    \\\"order.pending\\\" -> \\\"order.cancelled\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>cancel<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"cancel\\\", labeltooltip=\\\"cancel\\\"];\\n    \\\"order.paid\\\" -> \\\"order.shipped\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>ship<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"ship\\\", labeltooltip=\\\"ship\\\"];\\n    \\\"order.paid\\\" -> \\\"order.cancelled\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td><font color=\\\"#7d5200\\\">after 3 days: give up</font><br align=\\\"left\\\"/></td></tr></table>>, style=dashed, class=\\\"move timer\\\", color=\\\"#a8761a\\\", tooltip=\\\"give_up\\\", labeltooltip=\\\"give_up\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#fcf0d4\\\" color=\\\"#a8761a\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">a clock is running </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to shipped </td></tr>\\n    <tr><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"dashed\\\" color=\\\"#a8761a\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">happens only by itself </td><td align=\\\"right\\\"><font color=\\\"#556070\\\">[ ]</font></td><td align=\\\"left\\\">only if this holds </td><td align=\\\"right\\\"><font color=\\\"#556070\\\">/</font></td><td align=\\\"left\\\">done with the move </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'order' and fingerprint = '88bb0437e8fe364d' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.order_current where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\n"
    "from main.order_history where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d) order by sort_key", /* history */
    "select order_id, state, sort_key, since from main.order_current\n"
    "where state = ?1 and (since, order_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.order_model_2_88bb0437e8fe364d) order by since, order_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select order_id, state, sort_key, since from main.order_current\n"
    "    where state < ?1 and (state, since, order_id) > (?2, ?3, ?4)\n    order by state, since, order_id limit ?8\n"
    "  ) before\n  union all\n  select * from (\n    select order_id, state, sort_key, since from main.order_current\n"
    "    where (state, since, order_id) > (?5, ?6, ?7)\n    order by state, since, order_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.order_model_2_88bb0437e8fe364d) order by state, since, order_id limit ?8", /* not_in_state */
    "select state, count(*) from main.order_current where exists (select 1 from main.order_model_2_88bb0437e8fe364d) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\n"
    "from main.order_history where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    "select order_id, state, sort_key, since from main.order_current\n"
    "where order_id = ?1 and (?2 is null or order_id > ?2)\n"
    "  and exists (select 1 from main.order_model_2_88bb0437e8fe364d) limit ?3", /* with_key */
    NULL, NULL, /* fire_deferred, fail_deferred */
    "select 1 from main.orders where id = ?1", /* find_parent */
    "select event, from_state, to_state, sort_key, created_at, amount, note\n"
    "from main.order_history where order_id = ?1 and request_id = ?2", /* find_request */
    NULL, /* insert_current */
    "update main.order_transitions set\n"
    "  updated_at = strftime('%Y-%m-%d %H:%M:%S', ?4 / 1000000, 'unixepoch') || printf('.%06d', ?4 % 1000000),\n"
    "  most_recent = (select case when \"notnull\" then false end\n"
    "      from pragma_table_info('order_transitions') where name = 'most_recent')\n"
    "where order_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null", /* update_current */
    "insert into main.order_transitions\n"
    "  (order_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,\n"
    "  created_at, updated_at, amount, note)\nvalues (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, '{}',\n"
    "  strftime('%Y-%m-%d %H:%M:%S', ?6 / 1000000, 'unixepoch') || printf('.%06d', ?6 % 1000000),\n"
    "  strftime('%Y-%m-%d %H:%M:%S', ?6 / 1000000, 'unixepoch') || printf('.%06d', ?6 % 1000000)\n  , ?9, ?10)", /* insert_transition */
    NULL, /* find_creation */
    "update main.orders set state = ?2 where id = ?1", /* set_mirror */
    NULL, NULL, NULL, /* find_key, find_topic, find_spelling */
    NULL, NULL,
    sqlite_hooks_of_order, &sqlite_queue_of_order,
};

static const struct pawl_statements *const sql_of_order[] = {&postgres_of_order, &sqlite_of_order};

const struct pawl_machine order_machine = {
    PAWL_ABI,
    "order",
    "Order",
    "88bb0437e8fe364d",
    "order_current", "order_transitions",
    PAWL_TYPE_BIGINT,
    4, 6, 2,
    states_of_order, events_of_order, columns_of_order,
    next_of_order,
    PAWL_LAYOUT(struct order_current, struct order_record),
    2, sql_of_order,
    3,
    2,
    hooks_of_order,
    moves_of_order,
    call_hook_of_order,
    callbacks_of_order,
    move_to_of_order,
    &queue_of_order, &key_of_order, NULL,
    false,
};

const char *order_state_name(enum order_state state) {
    int number = (int)state;
    return number >= 0 && number <= 4 ? states_of_order[number].name : "unknown";
}

const char *order_event_name(enum order_event event) {
    int number = (int)event;
    return number >= 0 && number <= 6 ? events_of_order[number].name : "unknown";
}

const char *order_state_label(enum order_state state) {
    int number = (int)state;
    return number >= 0 && number <= 4 ? states_of_order[number].label : "unknown";
}

const char *order_event_label(enum order_event event) {
    int number = (int)event;
    return number >= 0 && number <= 6 ? events_of_order[number].label : "unknown";
}

enum order_state order_state_parse(const char *text) {
    return (enum order_state)pawl_state_parse(&order_machine, text);
}

enum order_event order_event_parse(const char *text) {
    return (enum order_event)pawl_event_parse(&order_machine, text);
}

enum order_state order_next(enum order_state state, enum order_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 4 && fired <= 6 ? next_of_order[fired * 5u + from] : 0u;
    return (enum order_state)(to >= PAWL_NEXT_CHOSEN ? 0u : to);
}

bool order_can(enum order_state state, enum order_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 4 && fired <= 6 ? next_of_order[fired * 5u + from] : 0u;
    return to != 0u && to != PAWL_NEXT_IGNORED;
}

enum pawl_status order_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &order_machine, err);
}

enum pawl_status order_set_hooks(struct pawl_db *db, const struct order_hooks *hooks, struct pawl_error *err) {
    return pawl_set_hooks(db, &order_machine, hooks, err);
}

static enum pawl_status fire_of_order(struct pawl_db *db, int64_t id, enum order_event event, const void *args,
    const struct pawl_opts *opts, struct order_transition *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &order_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum order_event)transition.event;
        out->from = (enum order_state)transition.from;
        out->to = (enum order_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status order_pay(struct pawl_db *db, int64_t id, const struct order_pay_args *args,
                           const struct pawl_opts *opts, struct order_transition *out, struct pawl_error *err) {
    return fire_of_order(db, id, ORDER_EVENT_PAY, args, opts, out, err);
}

enum pawl_status order_create(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                              struct order_transition *out, struct pawl_error *err) {
    return fire_of_order(db, id, ORDER_EVENT_CREATE, NULL, opts, out, err);
}

enum pawl_status order_check_out(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                 struct order_transition *out, struct pawl_error *err) {
    return fire_of_order(db, id, ORDER_EVENT_CHECK_OUT, NULL, opts, out, err);
}

enum pawl_status order_cancel(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                              struct order_transition *out, struct pawl_error *err) {
    return fire_of_order(db, id, ORDER_EVENT_CANCEL, NULL, opts, out, err);
}

enum pawl_status order_ship(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                            struct order_transition *out, struct pawl_error *err) {
    return fire_of_order(db, id, ORDER_EVENT_SHIP, NULL, opts, out, err);
}

enum pawl_status order_give_up(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct order_transition *out, struct pawl_error *err) {
    return fire_of_order(db, id, ORDER_EVENT_GIVE_UP, NULL, opts, out, err);
}

enum pawl_status order_move_to(struct pawl_db *db, int64_t id, enum order_state state, const struct pawl_opts *opts,
                               struct order_transition *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_move_to(db, &order_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum order_event)transition.event;
        out->from = (enum order_state)transition.from;
        out->to = (enum order_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status order_pay_many(struct pawl_db *db, const struct order_pay_item *items, size_t count,
                                const struct pawl_opts *opts, struct order_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct order_pay_item),
        offsetof(struct order_pay_item, id), offsetof(struct order_pay_item, args),
        offsetof(struct order_pay_item, request_id), offsetof(struct order_pay_item, expect_sort_key)};
    return pawl_fire_many(db, &order_machine, ORDER_EVENT_PAY, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request order_pay_move(int64_t id, const struct order_pay_args *args, const struct pawl_opts *opts) {
    struct pawl_request request = {&order_machine, {NULL, id}, ORDER_EVENT_PAY, args, opts};
    return request;
}

enum pawl_status order_create_many(struct pawl_db *db, const struct order_create_item *items, size_t count,
                                   const struct pawl_opts *opts, struct order_result *results,
                                   struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct order_create_item),
        offsetof(struct order_create_item, id), 0,
        offsetof(struct order_create_item, request_id), 0};
    return pawl_fire_many(db, &order_machine, ORDER_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request order_create_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&order_machine, {NULL, id}, ORDER_EVENT_CREATE, NULL, opts};
    return request;
}

enum pawl_status order_check_out_many(struct pawl_db *db, const struct order_check_out_item *items, size_t count,
                                      const struct pawl_opts *opts, struct order_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct order_check_out_item),
        offsetof(struct order_check_out_item, id), 0,
        offsetof(struct order_check_out_item, request_id), offsetof(struct order_check_out_item, expect_sort_key)};
    return pawl_fire_many(db, &order_machine, ORDER_EVENT_CHECK_OUT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request order_check_out_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&order_machine, {NULL, id}, ORDER_EVENT_CHECK_OUT, NULL, opts};
    return request;
}

enum pawl_status order_cancel_many(struct pawl_db *db, const struct order_cancel_item *items, size_t count,
                                   const struct pawl_opts *opts, struct order_result *results,
                                   struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct order_cancel_item),
        offsetof(struct order_cancel_item, id), 0,
        offsetof(struct order_cancel_item, request_id), offsetof(struct order_cancel_item, expect_sort_key)};
    return pawl_fire_many(db, &order_machine, ORDER_EVENT_CANCEL, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request order_cancel_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&order_machine, {NULL, id}, ORDER_EVENT_CANCEL, NULL, opts};
    return request;
}

enum pawl_status order_ship_many(struct pawl_db *db, const struct order_ship_item *items, size_t count,
                                 const struct pawl_opts *opts, struct order_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct order_ship_item),
        offsetof(struct order_ship_item, id), 0,
        offsetof(struct order_ship_item, request_id), offsetof(struct order_ship_item, expect_sort_key)};
    return pawl_fire_many(db, &order_machine, ORDER_EVENT_SHIP, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request order_ship_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&order_machine, {NULL, id}, ORDER_EVENT_SHIP, NULL, opts};
    return request;
}

enum pawl_status order_give_up_many(struct pawl_db *db, const struct order_give_up_item *items, size_t count,
                                    const struct pawl_opts *opts, struct order_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct order_give_up_item),
        offsetof(struct order_give_up_item, id), 0,
        offsetof(struct order_give_up_item, request_id), offsetof(struct order_give_up_item, expect_sort_key)};
    return pawl_fire_many(db, &order_machine, ORDER_EVENT_GIVE_UP, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request order_give_up_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&order_machine, {NULL, id}, ORDER_EVENT_GIVE_UP, NULL, opts};
    return request;
}

enum pawl_status order_get(struct pawl_db *db, int64_t id, struct order_current *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_get(db, &order_machine, key, out, err);
}

enum pawl_status order_history(struct pawl_db *db, int64_t id, struct order_history *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &order_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct order_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status order_in_state(struct pawl_db *db, enum order_state state, const struct order_current *after,
                                size_t limit, struct order_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &order_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct order_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status order_not_in_state(struct pawl_db *db, enum order_state state, const struct order_current *after,
                                    size_t limit, struct order_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &order_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct order_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status order_with_key(struct pawl_db *db, int64_t key, const struct order_current *after, size_t limit,
                                struct order_page *out, struct pawl_error *err) {
    struct pawl_key wanted = {NULL, key};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_with_key(db, &order_machine, wanted, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct order_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status order_last_to(struct pawl_db *db, int64_t id, enum order_state state, struct order_record *out,
                               struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_last_to(db, &order_machine, key, (int)state, out, err);
}

enum pawl_status order_allowed(struct pawl_db *db, int64_t id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_allowed(db, &order_machine, key, allowed, err);
}

enum pawl_status order_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &order_machine, counts, err);
}

/* ---- refund: refund ---------------------------------------------------------------------------------------------- */

static const struct pawl_state states_of_refund[] = {
    {"", "", "", false},
    {"asked", "asked", "asked", false},
    {"paid_out", "paid_out", "paid out", true},
};

static const struct pawl_column columns_of_refund[] = {
    {"account", PAWL_TYPE_TEXT, offsetof(struct refund_record, account), false},
    {"at_once", PAWL_TYPE_BOOL, offsetof(struct refund_record, at_once), false},
};

static const struct pawl_param params_of_refund_create[] = {
    {"account", PAWL_TYPE_TEXT, false, 0, offsetof(struct refund_create_args, account)},
};

static const struct pawl_param params_of_refund_import[] = {
    {"account", PAWL_TYPE_TEXT, false, 0, offsetof(struct refund_import_args, account)},
    {"at_once", PAWL_TYPE_BOOL, true, 1, offsetof(struct refund_import_args, at_once)},
};

static const struct pawl_event events_of_refund[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 1, params_of_refund_create},
    {"import", "import", "import", true, false, false, 2, params_of_refund_import},
    {"pay_out", "pay_out", "pay out", false, false, false, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_refund[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    2, 0, 0, /* import */
    0, 2, 0, /* pay_out */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_refund[] = {
    0,
    0, /* asked */
    3, /* paid_out */
};

static const struct pawl_reference key_of_refund = {PAWL_REFERENCE_CREATED, 0};

static const char *const postgres_fire_of_refund[] = {
    NULL,
    "select public.refund_create($1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint) where public.refund_model_2_e25188746c1b36e0()", /* create */
    "select public.refund_import($1::text, $2::text, $3::boolean, $4::text, $5::text, $6::text, $7::bigint) where public.refund_model_2_e25188746c1b36e0()", /* import */
    "select public.refund_pay_out($1::text, $2::text, $3::text, $4::integer, $5::text, $6::bigint) where public.refund_model_2_e25188746c1b36e0()", /* pay_out */
};

static const char *const postgres_fire_many_of_refund[] = {
    NULL,
    "select * from public.refund_create_many($1::text[], $2::text[], $3::text, $4::text[], $5::text, $6::bigint, coalesce(null::text[]/*, $7::text[]*/), coalesce(/*$8::boolean, */false))\n"
    "  where public.refund_model_2_e25188746c1b36e0()", /* create */
    "select * from public.refund_import_many($1::text[], $2::text[], $3::boolean[], $4::text, $5::text[], $6::text, $7::bigint, coalesce(null::text[]/*, $8::text[]*/), coalesce(/*$9::boolean, */false))\n"
    "  where public.refund_model_2_e25188746c1b36e0()", /* import */
    "select * from public.refund_pay_out_many($1::text[], $2::text, $3::text[], $4::integer[], $5::text, $6::bigint, coalesce(null::text[]/*, $7::text[]*/), coalesce(/*$8::boolean, */false))\n"
    "  where public.refund_model_2_e25188746c1b36e0()", /* pay_out */
};

static const struct pawl_statements postgres_of_refund = {
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
    "      'public.refunds', current_user) into lacking\n"
    "    from (values ('references', 'id'), ('select', 'id'), ('update', 'id')) needed (right_on, of_column)\n"
    "    where not has_column_privilege('public.refunds', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')\n"
    "      and not has_column_privilege('pawl_owner', 'public.refunds', (parse_ident(needed.of_column))[1], needed.right_on)\n"
    "    having count(*) > 0;\n  if lacking is not null then\n"
    "    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'refund'\n"
    "      using errcode = 'insufficient_privilege', hint = lacking;\n  end if;\nend\n$pawl$;\n"
    "grant references (id) on public.refunds to pawl_owner;\n"
    "grant select (id), update (id) on public.refunds to pawl_owner;\ndo $pawl$\ndeclare\n  sequence text;\nbegin\n"
    "  if exists (select from pg_class c join pg_roles r on r.oid = c.relowner\n"
    "             where c.oid = to_regclass('public.refund_transitions') and r.rolname <> 'pawl_owner') then\n"
    "    grant select, insert, update, trigger on public.refund_transitions to pawl_owner;\n    for sequence in\n"
    "      select pg_get_serial_sequence('public.refund_transitions', a.attname) from pg_attribute a\n"
    "        where a.attrelid = to_regclass('public.refund_transitions') and a.attnum > 0 and not a.attisdropped\n"
    "    loop\n      continue when sequence is null;\n"
    "      execute 'grant usage on sequence ' || sequence || ' to pawl_owner';\n    end loop;\n  end if;\nend\n"
    "$pawl$;\n-- To make what pawl_owner is to own, a login that is no superuser must be its member meanwhile.\n"
    "do $pawl$\nbegin\n"
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
    "\n-- refund ------------------------------------------------------------------------------------------\n\n"
    "call public.pawl_refuse_entities_on_nodes('refund'::text, 'public.refunds'::text);\n"
    "call public.pawl_begin_machine('refund'::text, 'e25188746c1b36e0'::text, 'public'::text,\n"
    "  '{refund_transitions,refund_transitions_metadata,refund_moves,refund_history,refund_current,refund_state}'::text[], 'public.refund_transitions'::text);\n"
    "call public.pawl_take_back_calls('public'::text, '{refund_model_2_e25188746c1b36e0,refund_is_free,refund_transitions_write,refund_with_key,refund_create,refund_create_many,refund_import,refund_import_many,refund_pay_out,refund_pay_out_many,refund_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('refund'::text, 'e25188746c1b36e0'::text, 2::integer, 'public'::text);\n"
    "call public.pawl_refuse_key_type('refund'::text, 'public.refunds'::text, 'id'::text, 'text'::text);\n"
    "call public.pawl_refuse_inexact_key('refund'::text, 'public.refunds'::text, 'id'::text);\n"
    "call public.pawl_refuse_inexact_key('refund'::text, 'public.refund_transitions'::text, 'refund_id'::text);\n"
    "do $pawl$\nbegin\n"
    "  perform set_config('pawl.makes_table', (to_regclass('public.refund_transitions') is null)::text, true);\n"
    "  if to_regclass('public.refund_transitions') is not null\n"
    "     and coalesce(current_setting('pawl.adopt', true), '') <> 'yes'\n"
    "     and not exists (select from public.pawl_machines where machine = 'refund') then\n"
    "    raise exception 'the table public.refund_transitions is there already; nothing was changed'\n"
    "      using errcode = 'PW003',\n"
    "            hint = 'Take it over with pawlctl apply --adopt, which says what it lacks.';\n  end if;\nend\n"
    "$pawl$;\ncreate table if not exists public.refund_transitions (\n"
    "  id bigint generated by default as identity primary key,\n  refund_id text collate \"C\" not null\n"
    "    constraint refund_transitions_parent references public.refunds (id),\n  sort_key integer not null,\n"
    "  to_state text collate \"C\" not null,\n  most_recent boolean not null,\n  metadata jsonb not null default '{}',\n"
    "  created_at timestamptz not null,\n  updated_at timestamptz not null,\n  event text collate \"C\",\n"
    "  from_state text collate \"C\",\n  actor text collate \"C\" check (octet_length(actor) <= 255),\n"
    "  request_id text collate \"C\",\n  account text collate \"C\",\n  at_once boolean\n);\ndo $pawl$\nbegin\n"
    "  if current_setting('pawl.makes_table') = 'true' then\n"
    "    create unique index refund_transitions_sort on public.refund_transitions (refund_id, sort_key);\n"
    "    create unique index refund_transitions_recent on public.refund_transitions (refund_id, most_recent)\n"
    "      where most_recent;\n"
    "    create unique index refund_transitions_request on public.refund_transitions (refund_id, request_id)\n"
    "      where request_id is not null;\n"
    "    create index refund_transitions_state on public.refund_transitions (to_state);\n"
    "    create index refund_transitions_key on public.refund_transitions (account, refund_id) where sort_key = 10;\n"
    "  end if;\nend\n$pawl$;\ndo $pawl$\nbegin\n  if current_setting('pawl.makes_table') = 'true' then\n"
    "    grant select, insert, update on public.refund_transitions to pawl_app;\n"
    "    grant select on public.refund_transitions to pawl_operator;\n  end if;\nend\n$pawl$;\n\n"
    "-- what moves carry, where public.refund_transitions has no column metadata\n"
    "create table if not exists public.refund_transitions_metadata (\n  refund_id text not null,\n"
    "  sort_key integer not null,\n  created_at timestamptz not null,\n  metadata jsonb not null,\n"
    "  primary key (refund_id, sort_key)\n);\n"
    "call public.pawl_refuse_writes_to(array['public.refund_transitions_metadata']::regclass[]);\n\n"
    "create or replace view public.refund_moves as select * from (values\n  ('create', '', 'asked'),\n"
    "  ('import', '', 'paid_out'),\n  ('pay_out', 'asked', 'paid_out')\n) move (event, from_state, to_state);\n\n"
    "create or replace view public.refund_history as\n  select made.refund_id, made.sort_key,\n"
    "    coalesce(made.event, case when drawn.events = 1 then drawn.event end, '') as event,\n"
    "    drawn.from_state, made.to_state, made.created_at,\n"
    "    coalesce(made.actor, '') as actor, made.request_id, made.account, made.at_once\n"
    "  from public.refund_transitions row\n"
    "  left join public.refund_transitions_metadata beside on beside.refund_id = row.refund_id\n"
    "    and beside.sort_key = row.sort_key\n"
    "    and beside.created_at = timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "      case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "      * 1000000)::bigint, 0) * interval '1 microsecond'\n  cross join lateral (\n"
    "    select coalesce(beside.metadata, public.pawl_read_jsonb(metadata::text)) as metadata\n"
    "      from (select row.*) own\n  ) kept cross join lateral (select\n"
    "    kept.metadata -> 'pawl' ->> 'event' as event,\n    kept.metadata -> 'pawl' ->> 'from_state' as from_state,\n"
    "    kept.metadata -> 'pawl' ->> 'actor' as actor,\n    kept.metadata -> 'pawl' ->> 'request_id' as request_id,\n"
    "    (kept.metadata ->> 'account') as account,\n"
    "    public.pawl_read_boolean(kept.metadata ->> 'at_once') as at_once\n  ) absent cross join lateral (\n"
    "    select row.refund_id, row.sort_key::integer as sort_key,\n      row.to_state::text collate \"C\" as to_state,\n"
    "      timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "        case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "        * 1000000)::bigint, 0) * interval '1 microsecond' as created_at,\n"
    "      event::text collate \"C\" as event,\n      from_state::text collate \"C\" as from_state,\n"
    "      actor::text collate \"C\" as actor,\n      request_id::text collate \"C\" as request_id,\n"
    "      account::text collate \"C\" as account,\n      at_once::boolean as at_once\n    from (select row.*) own\n"
    "  ) made cross join lateral (\n    select coalesce(made.from_state,\n"
    "        (select before.to_state from public.refund_transitions before\n"
    "          where before.refund_id = row.refund_id and before.sort_key < row.sort_key\n"
    "          order by before.sort_key desc limit 1)::text,\n        '') collate \"C\" as from_state\n    offset 0\n"
    "  ) left_from cross join lateral (\n"
    "    select left_from.from_state, min(move.event) as event, count(distinct move.event) as events\n"
    "      from public.refund_moves move\n      where made.event is null and move.from_state = left_from.from_state\n"
    "        and move.to_state = made.to_state\n  ) drawn;\n\ncreate or replace view public.refund_current as\n"
    "  select row.refund_id, row.to_state::text collate \"C\" as state, row.sort_key::integer as sort_key,\n"
    "    timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "      case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "      * 1000000)::bigint, 0) * interval '1 microsecond' as since\n  from public.refund_transitions row\n"
    "  where not exists (select from public.refund_transitions later\n"
    "                    where later.refund_id = row.refund_id and later.sort_key > row.sort_key);\n\n"
    "create or replace function public.refund_transitions_write(text, integer, text, text, text, timestamptz, text, text, text, boolean)\n"
    "returns void\nlanguage plpgsql as 'begin end'; -- until it is known which columns there are\ndo $pawl$\ndeclare\n"
    "  wanted record;\n  names text := '';\n  given text := '';\n  kept text := '';\n  kept_of_pawl text := '';\n"
    "  kept_type text := 'jsonb';\n  beside text := '';\nbegin\n  for wanted in select * from (values\n"
    "      ('event', true, '$3', '$3::text'),\n      ('from_state', true, '$4', '$4::text'),\n"
    "      ('actor', true, '$7', '$7::text'),\n      ('request_id', true, '$8', '$8::text'),\n"
    "      ('account', false, '$9', '$9::text'),\n      ('at_once', false, '$10', '$10::text')\n"
    "    ) wanted (name, is_of_pawl, value, text) loop\n"
    "    if exists (select from pg_attribute a where a.attrelid = 'public.refund_transitions'::regclass\n"
    "                 and a.attname = wanted.name and not a.attisdropped) then\n"
    "      names := names || ', ' || quote_ident(wanted.name);\n      given := given || ', ' || wanted.value;\n"
    "    elsif wanted.is_of_pawl then\n"
    "      kept_of_pawl := kept_of_pawl || ', ' || quote_literal(wanted.name) || ', ' || wanted.text;\n    else\n"
    "      kept := kept || ', ' || quote_literal(wanted.name) || ', ' || wanted.text;\n    end if;\n  end loop;\n"
    "  if exists (select from pg_attribute a where a.attrelid = 'public.refund_transitions'::regclass\n"
    "               and a.attname = 'metadata' and not a.attisdropped) then\n    names := names || ', metadata';\n"
    "    given := given || ', kept';\n    kept_type := 'public.refund_transitions.metadata%type';\n"
    "  elsif kept || kept_of_pawl <> '' then\n"
    "    beside := '  insert into public.refund_transitions_metadata as beside\n"
    "          (refund_id, sort_key, created_at, metadata)\n        select row.refund_id, row.sort_key,\n"
    "            timestamptz ''epoch'' + coalesce((extract(epoch from\n"
    "              case when row.created_at between ''4713-01-01 BC'' and ''294247-01-01'' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval ''1 microsecond'', kept\n"
    "          from public.refund_transitions row where row.refund_id = $1 and row.sort_key = $2\n"
    "        on conflict (refund_id, sort_key) do update\n"
    "          set created_at = excluded.created_at, metadata = excluded.metadata;';\n  end if;\n"
    "  execute 'create or replace function public.refund_transitions_write(text, integer, text, text, text, timestamptz, text, text, text, boolean)\n"
    "    returns void language plpgsql as ' || quote_literal(replace(replace(replace(replace(replace(replace(\n    '\n"
    "    declare\n      stamp text := to_char($6 at time zone ''UTC'', ''YYYY-MM-DD HH24:MI:SS.US'') || ''+00'';\n"
    "      made public.refund_transitions.created_at%type := stamp;\n"
    "      touched public.refund_transitions.updated_at%type := stamp;\n      kept <kept_type> := <kept>;\n    begin\n"
    "      update public.refund_transitions before set most_recent = <superseded>, updated_at = touched\n"
    "        where before.refund_id = $1 and before.most_recent;\n      insert into public.refund_transitions\n"
    "        (refund_id, sort_key, to_state, most_recent, created_at, updated_at<names>)\n"
    "      values ($1, $2, $5, true, made, touched<given>);\n    <beside>\n    end',\n"
    "    '<kept>', case when kept || kept_of_pawl = '' then '''' || chr(123) || chr(125) || ''''\n"
    "      else 'jsonb_strip_nulls(jsonb_object(array[' || substr(kept, 3) || ']::text[])'\n"
    "        || case kept_of_pawl when '' then '' else ' || jsonb_build_object(''pawl''::text, '\n"
    "          'jsonb_object(array[' || substr(kept_of_pawl, 3) || ']::text[]))' end || ')::text' end),\n"
    "    '<superseded>', (select case when a.attnotnull then 'false' else 'null' end from pg_attribute a\n"
    "      where a.attrelid = 'public.refund_transitions'::regclass and a.attname = 'most_recent')),\n"
    "    '<names>', names), '<given>', given), '<kept_type>', kept_type), '<beside>', beside));\nend\n$pawl$;\n"
    "revoke all on function public.refund_transitions_write(text, integer, text, text, text, timestamptz, text, text, text, boolean) from public;\n"
    "create or replace view public.refund_state as\n"
    "  select refund_id, state, sort_key, since from public.refund_current;\n\n"
    "grant select on public.refund_current, public.refund_history, public.refund_moves, public.refund_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('refund'::text, 'public.refund_transitions'::text);\n"
    "call public.pawl_add_is_free('refund'::text, 'public'::text);\n"
    "create or replace function public.refund_with_key(key text)\n"
    "returns setof public.refund_current language sql stable set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "  select head.* from public.refund_current head\n"
    "      join public.refund_history begun on begun.refund_id = head.refund_id and begun.sort_key = 10\n"
    "    where begun.account = $1\n    order by head.refund_id\n$pawl$;\n"
    "comment on function public.refund_with_key(text) is 'Those that honour the locks held on this key.';\n\n"
    "comment on view public.refund_current is 'refund\nIn a table that nothing guards.\n"
    "One row for each: where it is.';\n"
    "call public.pawl_describe('public'::text, 'refund'::text, 'refund_history'::text);\n\n"
    "-- Code of others must not run within guards and effects, nor on tables that moves write or lock.\n"
    "call public.pawl_refuse_foreign_hooks('public'::text, '{}'::text[], array['public.refund_transitions']::text[], 'public.refunds'::text);\n"
    "call public.pawl_refuse_narrow_column('refund'::text, 'public.refund_transitions'::text, 'to_state'::text, array['asked', 'paid_out']::text[]);\n"
    "do $pawl$\ndeclare\n  used record;\nbegin\n"
    "  for used in select a.attname, pg_get_expr(d.adbin, d.adrelid) as expression,\n"
    "      p.oid::regprocedure as routine, p.pronamespace::regnamespace as space\n"
    "    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum\n"
    "      join pg_depend on classid = 'pg_attrdef'::regclass and objid = d.oid\n"
    "        and refclassid = 'pg_proc'::regclass\n      join pg_proc p on p.oid = refobjid\n"
    "    where d.adrelid = 'public.refund_transitions'::regclass and a.attgenerated = ''\n  loop\n    begin\n"
    "      execute 'select ' || used.expression;\n    exception when others then\n"
    "      raise exception 'machine refund: the default of public.refund_transitions.% would fail in a move: %; '\n"
    "          'nothing was changed', used.attname, sqlerrm\n        using errcode = 'PW003',\n"
    "              hint = case sqlstate when '42501' then 'Allow it to ' || current_user || '.'\n"
    "                else format('alter function %s set search_path = %s;', used.routine, used.space) end;\n    end;\n"
    "  end loop;\nend\n$pawl$;\n\n"
    "create or replace function public.refund_create(id text, account text, actor text default null,\n"
    "  request_id text default null,\n  lock_owner text default null, lock_token bigint default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  is_last boolean;\n"
    "  seen integer;\n  violated text;\n  is_free boolean;\n  is_locked boolean;\n  lock_key text;\nbegin\n"
    "  if $1 is null or $1 = '' or octet_length($1) > 1024\n     or $2 is null\n"
    "     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n  lock_key := $2::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;\n"
    "  perform 1 from public.refunds parent where parent.id = $1 for no key update;\n  if not found then\n"
    "    if $1 = '' or octet_length($1) > 1024 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n    outcome.status := 'NOT_FOUND';\n"
    "    outcome.detail := 'insert its row into public.refunds first, with that key as id';\n"
    "    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $4, lock_key, $5, $6);\n  end if;\n"
    "  loop\n    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,\n"
    "      (public.refund_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $5 is null and $6 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.refund_model_2_e25188746c1b36e0())\n"
    "      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free\n"
    "      from (values (1)) one left join lateral (\n        select row.to_state, row.sort_key, row.most_recent,\n"
    "            timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval '1 microsecond' as since\n"
    "          from public.refund_transitions row where row.refund_id = $1\n"
    "          order by row.sort_key desc limit 1 for no key update) head on true;\n"
    "    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;\n"
    "    seen := outcome.sort_key; -- another program has moved it meanwhile\n  end loop;\n"
    "  if outcome.sort_key is not null then\n    outcome.status := 'EXISTS';\n    if $4 is not null then\n"
    "      select * into earlier from public.refund_history made where made.refund_id = $1 and made.request_id = $4;\n"
    "      if found then\n        return row(case when earlier.event = 'create'\n"
    "            and earlier.account is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n"
    "    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $4, lock_key, $5, $6);\n  end if;\n"
    "  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $4, lock_key, $5, $6);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "    outcome := row('OK', '', 'asked', 10, clock_timestamp(), null, null, null);\n  begin\n"
    "    perform public.refund_transitions_write($1, outcome.sort_key, 'create'::text, outcome.from_state,\n"
    "      outcome.to_state, outcome.created_at, coalesce($3, session_user),\n      $4, $2, null::boolean);\n"
    "  exception when unique_violation then\n    get stacked diagnostics violated = table_name;\n"
    "    if violated <> 'refund_transitions' or current_setting('transaction_isolation') = 'read committed'\n"
    "       and not exists (select from public.refund_transitions row\n"
    "                       where row.refund_id = $1 and row.sort_key >= outcome.sort_key) then\n      raise;\n"
    "    end if;\n    if current_setting('transaction_isolation') <> 'read committed' then\n"
    "      raise exception 'could not serialize access: another program moved the refund'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    return public.refund_create($1, $2, $3, $4,\n"
    "      $5, $6); -- another program was quicker: look again\n  end;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.refund_create(text, text, text, text, text, bigint) is 'create';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.refund_create_many(text[], text[], text, text[], text, bigint)$pawl$)) then\n"
    "    drop function public.refund_create_many(text[], text[], text, text[], text, bigint);\n  end if;\nend\n"
    "$pawl1$;\n"
    "create or replace function public.refund_create_many(id text[], account text[], actor text default null,\n"
    "  request_id text[] default null,\n"
    "  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy text[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $8 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($7)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $8 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.refunds parent where parent.id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.refunds parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.refund_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, $5, $6) end as outcome\n"
    "        from (select * from unnest($1, $2, $4, $7) with ordinality given (id, v1, request_id, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.refund_import(id text, account text, at_once boolean default null, actor text default null,\n"
    "  request_id text default null,\n  lock_owner text default null, lock_token bigint default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  is_last boolean;\n"
    "  seen integer;\n  violated text;\n  is_free boolean;\n  is_locked boolean;\n  lock_key text;\nbegin\n"
    "  if $1 is null or $1 = '' or octet_length($1) > 1024\n     or $2 is null\n"
    "     or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n  lock_key := $2::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;\n"
    "  perform 1 from public.refunds parent where parent.id = $1 for no key update;\n  if not found then\n"
    "    if $1 = '' or octet_length($1) > 1024 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n    outcome.status := 'NOT_FOUND';\n"
    "    outcome.detail := 'insert its row into public.refunds first, with that key as id';\n"
    "    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $5, lock_key, $6, $7);\n  end if;\n"
    "  loop\n    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,\n"
    "      (public.refund_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $6 is null and $7 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.refund_model_2_e25188746c1b36e0())\n"
    "      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free\n"
    "      from (values (1)) one left join lateral (\n        select row.to_state, row.sort_key, row.most_recent,\n"
    "            timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval '1 microsecond' as since\n"
    "          from public.refund_transitions row where row.refund_id = $1\n"
    "          order by row.sort_key desc limit 1 for no key update) head on true;\n"
    "    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;\n"
    "    seen := outcome.sort_key; -- another program has moved it meanwhile\n  end loop;\n"
    "  if outcome.sort_key is not null then\n    outcome.status := 'EXISTS';\n    if $5 is not null then\n"
    "      select * into earlier from public.refund_history made where made.refund_id = $1 and made.request_id = $5;\n"
    "      if found then\n        return row(case when earlier.event = 'import'\n"
    "            and earlier.account is not distinct from $2\n"
    "            and earlier.at_once is not distinct from $3 then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n"
    "    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $5, lock_key, $6, $7);\n  end if;\n"
    "  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $5, lock_key, $6, $7);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "    outcome := row('OK', '', 'paid_out', 10, clock_timestamp(), null, null, null);\n  begin\n"
    "    perform public.refund_transitions_write($1, outcome.sort_key, 'import'::text, outcome.from_state,\n"
    "      outcome.to_state, outcome.created_at, coalesce($4, session_user),\n      $5, $2, $3);\n"
    "  exception when unique_violation then\n    get stacked diagnostics violated = table_name;\n"
    "    if violated <> 'refund_transitions' or current_setting('transaction_isolation') = 'read committed'\n"
    "       and not exists (select from public.refund_transitions row\n"
    "                       where row.refund_id = $1 and row.sort_key >= outcome.sort_key) then\n      raise;\n"
    "    end if;\n    if current_setting('transaction_isolation') <> 'read committed' then\n"
    "      raise exception 'could not serialize access: another program moved the refund'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n"
    "    return public.refund_import($1, $2, $3, $4, $5,\n      $6, $7); -- another program was quicker: look again\n"
    "  end;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.refund_import(text, text, boolean, text, text, text, bigint) is 'import';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.refund_import_many(text[], text[], boolean[], text, text[], text, bigint)$pawl$)) then\n"
    "    drop function public.refund_import_many(text[], text[], boolean[], text, text[], text, bigint);\n  end if;\n"
    "end\n$pawl1$;\n"
    "create or replace function public.refund_import_many(id text[], account text[], at_once boolean[] default null, actor text default null,\n"
    "  request_id text[] default null,\n"
    "  lock_owner text default null, lock_token bigint default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy text[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $9 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($8)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, account; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $9 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.refunds parent where parent.id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.refunds parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.refund_import(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id, $6, $7) end as outcome\n"
    "        from (select * from unnest($1, $2, $3, $5, $8) with ordinality given (id, v1, v2, request_id, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.refund_pay_out(id text, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n"
    "  lock_owner text default null, lock_token bigint default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  is_last boolean;\n"
    "  seen integer;\n  violated text;\n  is_free boolean;\n  is_locked boolean;\n  lock_key text;\n"
    "  creation public.refund_history;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n"
    "  lock table only public.refund_transitions in row share mode; -- a later freeze or migration waits\n"
    "  -- what it was created with never changes\n  select * into creation from public.refund_history begun\n"
    "    where begun.refund_id = $1 and begun.sort_key = 10;\n  if not found then\n"
    "    if $1 = '' or octet_length($1) > 1024 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $3, lock_key, $5, $6);\n  end if;\n"
    "  lock_key := creation.account::text;\n"
    "  -- sorted, so that no two moves wait for each other; all that is read comes after\n"
    "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;\n"
    "  perform 1 from public.refunds parent where parent.id = $1 for no key update;\n  if not found then\n"
    "    if $1 = '' or octet_length($1) > 1024 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $3, lock_key, $5, $6);\n  end if;\n"
    "  loop\n    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,\n"
    "      (public.refund_is_free(nullif(current_setting('transaction_isolation') = 'read committed'\n"
    "        and $5 is null and $6 is null\n"
    "        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.refund_model_2_e25188746c1b36e0())\n"
    "      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free\n"
    "      from (values (1)) one left join lateral (\n        select row.to_state, row.sort_key, row.most_recent,\n"
    "            timestamptz 'epoch' + coalesce((extract(epoch from\n"
    "              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)\n"
    "              * 1000000)::bigint, 0) * interval '1 microsecond' as since\n"
    "          from public.refund_transitions row where row.refund_id = $1\n"
    "          order by row.sort_key desc limit 1 for no key update) head on true;\n"
    "    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;\n"
    "    seen := outcome.sort_key; -- another program has moved it meanwhile\n  end loop;\n"
    "  if outcome.sort_key is null then\n    if $1 = '' or octet_length($1) > 1024 then\n"
    "      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $3, lock_key, $5, $6);\n  end if;\n"
    "  if $3 is not null and (outcome.sort_key > 10 or creation.request_id = $3) then\n"
    "    select * into earlier from public.refund_history made where made.refund_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'pay_out' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'refund'::text, $1::text, $3, lock_key, $5, $6);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  outcome.to_state := case outcome.from_state\n"
    "    when 'asked' then 'paid_out'\n  end;\n  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n"
    "    outcome.detail := 'pay_out' || ' is not allowed in ' || outcome.from_state || '; public.refund_moves says what is';\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
    "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n  begin\n"
    "    perform public.refund_transitions_write($1, outcome.sort_key, 'pay_out'::text, outcome.from_state,\n"
    "      outcome.to_state, outcome.created_at, coalesce($2, session_user),\n      $3, null::text, null::boolean);\n"
    "  exception when unique_violation then\n    get stacked diagnostics violated = table_name;\n"
    "    if violated <> 'refund_transitions' or current_setting('transaction_isolation') = 'read committed'\n"
    "       and not exists (select from public.refund_transitions row\n"
    "                       where row.refund_id = $1 and row.sort_key >= outcome.sort_key) then\n      raise;\n"
    "    end if;\n    if current_setting('transaction_isolation') <> 'read committed' then\n"
    "      raise exception 'could not serialize access: another program moved the refund'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    return public.refund_pay_out($1, $2, $3, $4,\n"
    "      $5, $6); -- another program was quicker: look again\n  end;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.refund_pay_out(text, text, text, integer, text, bigint) is 'pay out';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.refund_pay_out_many(text[], text, text[], integer[], text, bigint)$pawl$)) then\n"
    "    drop function public.refund_pay_out_many(text[], text, text[], integer[], text, bigint);\n  end if;\nend\n"
    "$pawl1$;\ncreate or replace function public.refund_pay_out_many(id text[], actor text default null,\n"
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
    "      left join lateral (select true as is_ours from public.refunds parent where parent.id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.refunds parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.refund_pay_out(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function public.refund_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('refund'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    case waiting.event\n    when 'create' then\n"
    "      outcome := case when cardinality(given) = 1 then public.refund_create(waiting.entity, given[1],\n"
    "          waiting.actor, waiting.request_id,\n"
    "          waiting.lock_owner, waiting.lock_token) else outcome end;\n    when 'import' then\n"
    "      outcome := case when cardinality(given) = 2 then public.refund_import(waiting.entity, given[1], given[2]::integer <> 0,\n"
    "          waiting.actor, waiting.request_id,\n"
    "          waiting.lock_owner, waiting.lock_token) else outcome end;\n    when 'pay_out' then\n"
    "      outcome := case when cardinality(given) = 0 then public.refund_pay_out(waiting.entity,\n"
    "          waiting.actor, waiting.request_id, null::integer,\n"
    "          waiting.lock_owner, waiting.lock_token) else outcome end;\n    else\n"
    "      outcome.detail := 'machine refund: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'refund' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('public'::text,\n"
    "  '{refund_create,refund_create_many,refund_import,refund_import_many,refund_pay_out,refund_pay_out_many,refund_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('refund', 'e25188746c1b36e0', 2, clock_timestamp(), E'{\"name\":\"refund\",\"label\":\"refund\",\"fingerprint\":\"e25188746c1b36e0\",\"doc\":\"In a table that nothing guards.\",\"key_type\":\"text\",\"entity\":{\"table\":\"refunds\",\"column\":\"id\"},\"storage\":\"transitions\",\"initial_is_implicit\":false,\"key\":{\"kind\":\"created\",\"column\":\"account\",\"event\":\"create\"},\"states\":[{\"name\":\"asked\",\"label\":\"asked\",\"stored\":\"asked\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"paid_out\",\"label\":\"paid out\",\"stored\":\"paid_out\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"account\",\"type\":\"text\",\"optional\":false,\"column\":\"account\"}],\"serialize_by\":[]},{\"name\":\"import\",\"label\":\"import\",\"stored\":\"import\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"account\",\"type\":\"text\",\"optional\":false,\"column\":\"account\"},{\"name\":\"at_once\",\"type\":\"bool\",\"optional\":true,\"column\":\"at_once\"}],\"serialize_by\":[]},{\"name\":\"pay_out\",\"label\":\"pay out\",\"stored\":\"pay_out\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"account\",\"type\":\"text\"},{\"name\":\"at_once\",\"type\":\"bool\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"asked\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"pay_out\",\"from\":\"asked\",\"target\":\"to\",\"to\":\"paid_out\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"import\",\"from\":null,\"target\":\"to\",\"to\":\"paid_out\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"asked\",\"arrow\":0},{\"event\":\"import\",\"from\":null,\"to\":\"paid_out\",\"arrow\":2},{\"event\":\"pay_out\",\"from\":\"asked\",\"to\":\"paid_out\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.refund_current\",\"transitions\":\"public.refund_history\",\"parent\":\"public.refunds\",\"parent_column\":\"id\",\"objects\":\"select object, definition from public.pawl_catalog(''public''::text, ''{refund_transitions,refund_transitions_metadata,refund_moves,refund_history,refund_current,refund_state}''::text[], ''{refund_model_2_e25188746c1b36e0,refund_is_free,refund_transitions_write,refund_with_key,refund_create,refund_create_many,refund_import,refund_import_many,refund_pay_out,refund_pay_out_many,refund_fire_deferred}''::text[], ''{}''::text[], array[''public.refund_transitions'']::text[], ''public.refunds''::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.refund_current'')::oid, to_regclass(''public.refund_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1),\\\\n  (select format(case when parent.relkind in (''r''::\\\\\"char\\\\\", ''p''::\\\\\"char\\\\\")\\\\n         then ''policies of %2$s on %1$s would run within transitions: disable its row security, or alter role pawl_owner bypassrls''\\\\n         else ''%s, whose rows transitions lock, is no table any more: give the table its name back'' end, parent.oid::regclass, author.rolname)\\\\n     from pg_class parent join pg_roles author on author.oid = parent.relowner join pg_roles pawl on pawl.rolname = ''pawl_owner''\\\\n     where parent.oid = to_regclass(''public.refunds'')::oid\\\\n       and (parent.relkind not in (''r''::\\\\\"char\\\\\", ''p''::\\\\\"char\\\\\") or parent.relrowsecurity and not pawl.rolbypassrls and not author.rolsuper\\\\n         and not exists (select from pg_namespace space where space.nspname = ''public'' and space.nspowner = author.oid)\\\\n         and not exists (select from pg_database base where base.datname = current_database() and base.datdba = author.oid)))), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from public.refund_current where refund_id = $1::text and public.refund_model_2_e25188746c1b36e0()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\\\\nfrom public.refund_history where refund_id = $1::text and public.refund_model_2_e25188746c1b36e0() order by sort_key\",\"in_state\":\"select refund_id, state, sort_key, since from public.refund_current\\\\nwhere state = $1::text and (since, refund_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\\\n  and public.refund_model_2_e25188746c1b36e0() order by since, refund_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select refund_id, state, sort_key, since from public.refund_current\\\\n    where state < $1::text and (state, since, refund_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, refund_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select refund_id, state, sort_key, since from public.refund_current\\\\n    where (state, since, refund_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, refund_id limit $8::bigint\\\\n  ) after\\\\n) others where public.refund_model_2_e25188746c1b36e0() order by state, since, refund_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.refund_current where public.refund_model_2_e25188746c1b36e0() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\\\\nfrom public.refund_history where refund_id = $1::text and public.refund_model_2_e25188746c1b36e0()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"with_key\":\"select head.refund_id, head.state, head.sort_key, head.since from public.refund_history begun\\\\njoin public.refund_current head on head.refund_id = begun.refund_id\\\\nwhere begun.sort_key = 10 and begun.account = $1::text\\\\n  and ($2::text is null or begun.refund_id > $2::text) and public.refund_model_2_e25188746c1b36e0()\\\\norder by begun.refund_id limit $3::bigint\",\"fire_deferred\":\"select public.refund_fire_deferred($1::bigint, $2::text) where public.refund_model_2_e25188746c1b36e0()\",\"find_key\":\"select cast(account as text) from public.refund_history where refund_id = $1::text and sort_key = 10\\\\n  and public.refund_model_2_e25188746c1b36e0()\"},\"fire\":{\"create\":\"select public.refund_create($1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint) where public.refund_model_2_e25188746c1b36e0()\",\"import\":\"select public.refund_import($1::text, $2::text, $3::boolean, $4::text, $5::text, $6::text, $7::bigint) where public.refund_model_2_e25188746c1b36e0()\",\"pay_out\":\"select public.refund_pay_out($1::text, $2::text, $3::text, $4::integer, $5::text, $6::bigint) where public.refund_model_2_e25188746c1b36e0()\"}},\"diagram\":\"digraph \\\\\"refund\\\\\" {\\\\n  graph [rankdir=LR, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_refund\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>refund</b><!--refund-->>; tooltip=\\\\\"In a table that nothing guards.\\\\\";\\\\n    \\\\\"refund.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"refund.asked\\\\\" [label=<asked<!--refund.asked-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"refund.paid_out\\\\\" [label=<paid out<!--refund.paid_out-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"refund.\\\\\" -> \\\\\"refund.asked\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"refund.asked\\\\\" -> \\\\\"refund.paid_out\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>pay out<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"pay_out\\\\\", labeltooltip=\\\\\"pay_out\\\\\"];\\\\n    \\\\\"refund.\\\\\" -> \\\\\"refund.paid_out\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>import<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"import\\\\\", labeltooltip=\\\\\"import\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to paid out </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('refund'::text, 'public'::text, '{refund_transitions,refund_transitions_metadata,refund_moves,refund_history,refund_current,refund_state}'::text[], '{refund_model_2_e25188746c1b36e0,refund_is_free,refund_transitions_write,refund_with_key,refund_create,refund_create_many,refund_import,refund_import_many,refund_pay_out,refund_pay_out_many,refund_fire_deferred}'::text[], '{}'::text[], array['public.refund_transitions']::text[], 'public.refunds'::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('public.refund_current')::oid, to_regclass('public.refund_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1),\n"
    "  (select format(case when parent.relkind in ('r'::\"char\", 'p'::\"char\")\n"
    "         then 'policies of %2$s on %1$s would run within transitions: disable its row security, or alter role pawl_owner bypassrls'\n"
    "         else '%s, whose rows transitions lock, is no table any more: give the table its name back' end, parent.oid::regclass, author.rolname)\n"
    "     from pg_class parent join pg_roles author on author.oid = parent.relowner join pg_roles pawl on pawl.rolname = 'pawl_owner'\n"
    "     where parent.oid = to_regclass('public.refunds')::oid\n"
    "       and (parent.relkind not in ('r'::\"char\", 'p'::\"char\") or parent.relrowsecurity and not pawl.rolbypassrls and not author.rolsuper\n"
    "         and not exists (select from pg_namespace space where space.nspname = 'public' and space.nspowner = author.oid)\n"
    "         and not exists (select from pg_database base where base.datname = current_database() and base.datdba = author.oid)))), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from public.refund_current where refund_id = $1::text and public.refund_model_2_e25188746c1b36e0()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\n"
    "from public.refund_history where refund_id = $1::text and public.refund_model_2_e25188746c1b36e0() order by sort_key", /* history */
    "select refund_id, state, sort_key, since from public.refund_current\n"
    "where state = $1::text and (since, refund_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::text)\n"
    "  and public.refund_model_2_e25188746c1b36e0() order by since, refund_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select refund_id, state, sort_key, since from public.refund_current\n"
    "    where state < $1::text and (state, since, refund_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::text)\n"
    "    order by state, since, refund_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select refund_id, state, sort_key, since from public.refund_current\n"
    "    where (state, since, refund_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::text)\n"
    "    order by state, since, refund_id limit $8::bigint\n  ) after\n"
    ") others where public.refund_model_2_e25188746c1b36e0() order by state, since, refund_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from public.refund_current where public.refund_model_2_e25188746c1b36e0() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\n"
    "from public.refund_history where refund_id = $1::text and public.refund_model_2_e25188746c1b36e0()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    "select head.refund_id, head.state, head.sort_key, head.since from public.refund_history begun\n"
    "join public.refund_current head on head.refund_id = begun.refund_id\n"
    "where begun.sort_key = 10 and begun.account = $1::text\n"
    "  and ($2::text is null or begun.refund_id > $2::text) and public.refund_model_2_e25188746c1b36e0()\n"
    "order by begun.refund_id limit $3::bigint", /* with_key */
    "select public.refund_fire_deferred($1::bigint, $2::text) where public.refund_model_2_e25188746c1b36e0()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror */
    "select cast(account as text) from public.refund_history where refund_id = $1::text and sort_key = 10\n"
    "  and public.refund_model_2_e25188746c1b36e0()", /* find_key */
    NULL, NULL, /* find_topic, find_spelling */
    postgres_fire_of_refund, postgres_fire_many_of_refund,
    NULL, NULL,
};

static const struct pawl_statements sqlite_of_refund = {
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
    "-- refund ------------------------------------------------------------------------------------------\n-- refund\n"
    "-- In a table that nothing guards.\n\n"
    "-- how each refund got where it is; the row of the highest sort_key says where that is\n"
    "create table if not exists main.refund_transitions (\n  id integer not null primary key,\n"
    "  refund_id text not null references refunds (id),\n  sort_key integer not null,\n  to_state text not null,\n"
    "  most_recent boolean, -- null for all but one\n  metadata text not null default '{}',\n"
    "  created_at datetime not null, -- text, in UTC\n  updated_at datetime not null,\n  event text,\n"
    "  from_state text,\n  actor text check (length(cast(actor as blob)) <= 255),\n  request_id text,\n"
    "  account text,\n  at_once integer,\n  unique (refund_id, sort_key),\n  unique (refund_id, most_recent),\n"
    "  unique (refund_id, request_id),\n  unique (to_state, refund_id, sort_key),\n"
    "  unique (account, refund_id, sort_key)\n);\n\n-- how it may move, for people and tools to read\n"
    "create view if not exists main.refund_moves (event, from_state, to_state) as values\n  ('create', '', 'asked'),\n"
    "  ('import', '', 'paid_out'),\n  ('pay_out', 'asked', 'paid_out');\n\n"
    "-- every move; of one that another program made, the event is said where only one leads there\n"
    "create view if not exists main.refund_history as\n  select made.refund_id, made.sort_key,\n"
    "    coalesce(made.event, (select case count(distinct move.event) when 1 then move.event end\n"
    "      from refund_moves move where move.from_state = made.left_state and move.to_state = made.to_state), '') as event,\n"
    "    made.left_state as from_state, made.to_state, made.made_at as created_at,\n"
    "    coalesce(made.actor, '') as actor, made.request_id, made.account, made.at_once\n"
    "  from (select row.*, cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000\n"
    "    + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer) as made_at,\n"
    "      coalesce(row.from_state, (select before.to_state from refund_transitions before\n"
    "        where before.refund_id = row.refund_id and before.sort_key < row.sort_key\n"
    "        order by before.sort_key desc limit 1), '') as left_state\n    from refund_transitions row) made;\n\n"
    "-- where each is\ncreate view if not exists main.refund_current as\n"
    "  select row.refund_id, row.to_state as state, row.sort_key,\n"
    "    cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000\n"
    "      + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer) as since\n"
    "  from refund_transitions row\n  where not exists (select 1 from refund_transitions later\n"
    "                    where later.refund_id = row.refund_id and later.sort_key > row.sort_key);\n\n"
    "-- where each is, to join in queries of one's own\ncreate view if not exists main.refund_state as\n"
    "  select refund_id, state, sort_key, since from refund_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.refund_model_e25188746c1b36e0;\n"
    "create view if not exists main.refund_model_2_e25188746c1b36e0 as select 1;\n\n"
    "create temp trigger if not exists refund_exact_key instead of insert on main.refund_model_2_e25188746c1b36e0\n"
    "begin\n"
    "  select raise(rollback, 'machine refund: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')\n"
    "    where new.\"1\" = 1;\n"
    "  select raise(rollback, 'machine refund: the column of its key takes different texts for the same, by its type or collation; nothing was changed: make it text with the collation BINARY')\n"
    "    where new.\"1\" = 2;\nend;\ninsert into main.refund_model_2_e25188746c1b36e0\nselect 1\n"
    " where exists (select 1 from pragma_table_xinfo('refunds', 'main'))\n"
    "   and not exists (select 1 from pragma_index_list('refunds', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and not i.partial and c.key and c.name = 'id' collate nocase\n"
    "            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)\n"
    "   and (select group_concat(k.name) from pragma_table_xinfo('refunds', 'main') k where k.pk)\n"
    "     is not 'id' collate nocase\nunion all\nselect 2\n"
    " where exists (select 1 from pragma_table_xinfo('refunds', 'main') c\n"
    "          where c.name = 'id' collate nocase and (c.type like '%int%'\n"
    "                      or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                        and c.type not like '%blob%' and c.type <> '')\n"
    "            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made\n"
    "                               where made.name = 'refunds' collate nocase and made.sql like '%strict%')))\n"
    "   or (exists (select 1\n"
    "          from pragma_index_list('refunds', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and c.key and c.name = 'id' collate nocase and c.coll <> 'BINARY' collate nocase)\n"
    "   and not exists (select 1\n"
    "          from pragma_index_list('refunds', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and c.key and c.name = 'id' collate nocase and c.coll = 'BINARY' collate nocase))\n"
    "   or exists (select 1 from pragma_table_xinfo('refund_transitions', 'main') c\n"
    "          where c.name = 'refund_id' collate nocase and (c.type like '%int%'\n"
    "                      or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                        and c.type not like '%blob%' and c.type <> ''))\n   or exists (select 1\n"
    "          from pragma_index_list('refund_transitions', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and c.key and c.name = 'refund_id' collate nocase and c.coll <> 'BINARY' collate nocase)\n"
    ";\n\ninsert into main.pawl_objects (machine, object, definition)\n"
    "select 'refund', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('refund_current', 'refund_transitions', 'refund_moves', 'refund_state',\n"
    "      'refund_history',\n"
    "      'refund_pending', 'refund_pending_rules', 'refund_model_2_e25188746c1b36e0')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'refund'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> 'e25188746c1b36e0' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'refund' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'refund', 'e25188746c1b36e0', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'refund' and fingerprint = 'e25188746c1b36e0'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"refund\",\"label\":\"refund\",\"fingerprint\":\"e25188746c1b36e0\",\"doc\":\"In a table that nothing guards.\",\"key_type\":\"text\",\"entity\":{\"table\":\"refunds\",\"column\":\"id\"},\"storage\":\"transitions\",\"initial_is_implicit\":false,\"key\":{\"kind\":\"created\",\"column\":\"account\",\"event\":\"create\"},\"states\":[{\"name\":\"asked\",\"label\":\"asked\",\"stored\":\"asked\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"paid_out\",\"label\":\"paid out\",\"stored\":\"paid_out\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"account\",\"type\":\"text\",\"optional\":false,\"column\":\"account\"}],\"serialize_by\":[]},{\"name\":\"import\",\"label\":\"import\",\"stored\":\"import\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"account\",\"type\":\"text\",\"optional\":false,\"column\":\"account\"},{\"name\":\"at_once\",\"type\":\"bool\",\"optional\":true,\"column\":\"at_once\"}],\"serialize_by\":[]},{\"name\":\"pay_out\",\"label\":\"pay out\",\"stored\":\"pay_out\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"account\",\"type\":\"text\"},{\"name\":\"at_once\",\"type\":\"bool\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"asked\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"pay_out\",\"from\":\"asked\",\"target\":\"to\",\"to\":\"paid_out\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"import\",\"from\":null,\"target\":\"to\",\"to\":\"paid_out\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"asked\",\"arrow\":0},{\"event\":\"import\",\"from\":null,\"to\":\"paid_out\",\"arrow\":2},{\"event\":\"pay_out\",\"from\":\"asked\",\"to\":\"paid_out\",\"arrow\":1}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.refund_current\",\"transitions\":\"main.refund_history\",\"parent\":\"main.refunds\",\"parent_column\":\"id\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''refund_current'', ''refund_transitions'', ''refund_moves'', ''refund_state'',\\n    ''refund_history'',\\n    ''refund_pending'', ''refund_pending_rules'', ''refund_model_2_e25188746c1b36e0'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.refund_current where refund_id = ?1 and exists (select 1 from main.refund_model_2_e25188746c1b36e0)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\\nfrom main.refund_history where refund_id = ?1 and exists (select 1 from main.refund_model_2_e25188746c1b36e0) order by sort_key\",\"in_state\":\"select refund_id, state, sort_key, since from main.refund_current\\nwhere state = ?1 and (since, refund_id) > (?2, ?3)\\n  and exists (select 1 from main.refund_model_2_e25188746c1b36e0) order by since, refund_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select refund_id, state, sort_key, since from main.refund_current\\n    where state < ?1 and (state, since, refund_id) > (?2, ?3, ?4)\\n    order by state, since, refund_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select refund_id, state, sort_key, since from main.refund_current\\n    where (state, since, refund_id) > (?5, ?6, ?7)\\n    order by state, since, refund_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.refund_model_2_e25188746c1b36e0) order by state, since, refund_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.refund_current where exists (select 1 from main.refund_model_2_e25188746c1b36e0) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\\nfrom main.refund_history where refund_id = ?1 and exists (select 1 from main.refund_model_2_e25188746c1b36e0)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"with_key\":\"select head.refund_id, head.state, head.sort_key, head.since from main.refund_history begun\\njoin main.refund_current head on head.refund_id = begun.refund_id\\nwhere begun.sort_key = 10 and begun.account = ?1\\n  and (?2 is null or begun.refund_id > ?2) and exists (select 1 from main.refund_model_2_e25188746c1b36e0)\\norder by begun.refund_id limit ?3\",\"find_parent\":\"select 1 from main.refunds where id = ?1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, account, at_once\\nfrom main.refund_history where refund_id = ?1 and request_id = ?2\",\"update_current\":\"update main.refund_transitions set\\n  updated_at = strftime(''%Y-%m-%d %H:%M:%S'', ?4 / 1000000, ''unixepoch'') || printf(''.%06d'', ?4 % 1000000),\\n  most_recent = (select case when \\\"notnull\\\" then false end\\n      from pragma_table_info(''refund_transitions'') where name = ''most_recent'')\\nwhere refund_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null\",\"insert_transition\":\"insert into main.refund_transitions\\n  (refund_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,\\n  created_at, updated_at, account, at_once)\\nvalues (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, ''{}'',\\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000),\\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000)\\n  , ?9, ?10)\",\"find_key\":\"select cast(account as text) from main.refund_history where refund_id = ?1 and sort_key = 10\\n  and exists (select 1 from main.refund_model_2_e25188746c1b36e0)\"},\"fire\":{}},\"diagram\":\"digraph \\\"refund\\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_refund\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>refund</b><!--refund-->>; tooltip=\\\"In a table that nothing guards.\\\";\\n    \\\"refund.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"refund.asked\\\" [label=<asked<!--refund.asked-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"refund.paid_out\\\" [label=<paid out<!--refund.paid_out-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"refund.\\\" -> \\\"refund.asked\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"refund.asked\\\" -> \\\"refund.paid_out\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>pay out<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"pay_out\\\", labeltooltip=\\\"pay_out\\\"];\\n    \\\"refund.\\\" -> \\\"refund.paid_out\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>import<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"import\\\", labeltooltip=\\\"import\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to paid out </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'refund' and fingerprint = 'e25188746c1b36e0' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.refund_current where refund_id = ?1 and exists (select 1 from main.refund_model_2_e25188746c1b36e0)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\n"
    "from main.refund_history where refund_id = ?1 and exists (select 1 from main.refund_model_2_e25188746c1b36e0) order by sort_key", /* history */
    "select refund_id, state, sort_key, since from main.refund_current\n"
    "where state = ?1 and (since, refund_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.refund_model_2_e25188746c1b36e0) order by since, refund_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select refund_id, state, sort_key, since from main.refund_current\n"
    "    where state < ?1 and (state, since, refund_id) > (?2, ?3, ?4)\n"
    "    order by state, since, refund_id limit ?8\n  ) before\n  union all\n  select * from (\n"
    "    select refund_id, state, sort_key, since from main.refund_current\n"
    "    where (state, since, refund_id) > (?5, ?6, ?7)\n    order by state, since, refund_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.refund_model_2_e25188746c1b36e0) order by state, since, refund_id limit ?8", /* not_in_state */
    "select state, count(*) from main.refund_current where exists (select 1 from main.refund_model_2_e25188746c1b36e0) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\n"
    "from main.refund_history where refund_id = ?1 and exists (select 1 from main.refund_model_2_e25188746c1b36e0)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    "select head.refund_id, head.state, head.sort_key, head.since from main.refund_history begun\n"
    "join main.refund_current head on head.refund_id = begun.refund_id\n"
    "where begun.sort_key = 10 and begun.account = ?1\n"
    "  and (?2 is null or begun.refund_id > ?2) and exists (select 1 from main.refund_model_2_e25188746c1b36e0)\n"
    "order by begun.refund_id limit ?3", /* with_key */
    NULL, NULL, /* fire_deferred, fail_deferred */
    "select 1 from main.refunds where id = ?1", /* find_parent */
    "select event, from_state, to_state, sort_key, created_at, account, at_once\n"
    "from main.refund_history where refund_id = ?1 and request_id = ?2", /* find_request */
    NULL, /* insert_current */
    "update main.refund_transitions set\n"
    "  updated_at = strftime('%Y-%m-%d %H:%M:%S', ?4 / 1000000, 'unixepoch') || printf('.%06d', ?4 % 1000000),\n"
    "  most_recent = (select case when \"notnull\" then false end\n"
    "      from pragma_table_info('refund_transitions') where name = 'most_recent')\n"
    "where refund_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null", /* update_current */
    "insert into main.refund_transitions\n"
    "  (refund_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,\n"
    "  created_at, updated_at, account, at_once)\nvalues (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, '{}',\n"
    "  strftime('%Y-%m-%d %H:%M:%S', ?6 / 1000000, 'unixepoch') || printf('.%06d', ?6 % 1000000),\n"
    "  strftime('%Y-%m-%d %H:%M:%S', ?6 / 1000000, 'unixepoch') || printf('.%06d', ?6 % 1000000)\n  , ?9, ?10)", /* insert_transition */
    NULL, NULL, /* find_creation, set_mirror */
    "select cast(account as text) from main.refund_history where refund_id = ?1 and sort_key = 10\n"
    "  and exists (select 1 from main.refund_model_2_e25188746c1b36e0)", /* find_key */
    NULL, NULL, /* find_topic, find_spelling */
    NULL, NULL,
    NULL, NULL,
};

static const struct pawl_statements *const sql_of_refund[] = {&postgres_of_refund, &sqlite_of_refund};

const struct pawl_machine refund_machine = {
    PAWL_ABI,
    "refund",
    "refund",
    "e25188746c1b36e0",
    "refund_current", "refund_transitions",
    PAWL_TYPE_TEXT,
    2, 3, 2,
    states_of_refund, events_of_refund, columns_of_refund,
    next_of_refund,
    PAWL_LAYOUT(struct refund_current, struct refund_record),
    2, sql_of_refund,
    0, 0, NULL, NULL, NULL, NULL, /* no guards and no effects */
    move_to_of_refund,
    NULL, &key_of_refund, NULL,
    false,
};

const char *refund_state_name(enum refund_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_refund[number].name : "unknown";
}

const char *refund_event_name(enum refund_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_refund[number].name : "unknown";
}

const char *refund_state_label(enum refund_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_refund[number].label : "unknown";
}

const char *refund_event_label(enum refund_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_refund[number].label : "unknown";
}

enum refund_state refund_state_parse(const char *text) {
    return (enum refund_state)pawl_state_parse(&refund_machine, text);
}

enum refund_event refund_event_parse(const char *text) {
    return (enum refund_event)pawl_event_parse(&refund_machine, text);
}

enum refund_state refund_next(enum refund_state state, enum refund_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 2 && fired <= 3 ? next_of_refund[fired * 3u + from] : 0u;
    return (enum refund_state)to;
}

bool refund_can(enum refund_state state, enum refund_event event) {
    return (int)refund_next(state, event) != 0;
}

enum pawl_status refund_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &refund_machine, err);
}

static enum pawl_status fire_of_refund(struct pawl_db *db, const char *id, enum refund_event event, const void *args,
    const struct pawl_opts *opts, struct refund_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &refund_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum refund_event)transition.event;
        out->from = (enum refund_state)transition.from;
        out->to = (enum refund_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status refund_create(struct pawl_db *db, const char *id, const struct refund_create_args *args,
                               const struct pawl_opts *opts, struct refund_transition *out, struct pawl_error *err) {
    return fire_of_refund(db, id, REFUND_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status refund_import(struct pawl_db *db, const char *id, const struct refund_import_args *args,
                               const struct pawl_opts *opts, struct refund_transition *out, struct pawl_error *err) {
    return fire_of_refund(db, id, REFUND_EVENT_IMPORT, args, opts, out, err);
}

enum pawl_status refund_pay_out(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                struct refund_transition *out, struct pawl_error *err) {
    return fire_of_refund(db, id, REFUND_EVENT_PAY_OUT, NULL, opts, out, err);
}

enum pawl_status refund_move_to(struct pawl_db *db, const char *id, enum refund_state state,
                                const struct pawl_opts *opts, struct refund_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_move_to(db, &refund_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum refund_event)transition.event;
        out->from = (enum refund_state)transition.from;
        out->to = (enum refund_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status refund_create_many(struct pawl_db *db, const struct refund_create_item *items, size_t count,
                                    const struct pawl_opts *opts, struct refund_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct refund_create_item),
        offsetof(struct refund_create_item, id), offsetof(struct refund_create_item, args),
        offsetof(struct refund_create_item, request_id), 0};
    return pawl_fire_many(db, &refund_machine, REFUND_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request refund_create_move(const char *id, const struct refund_create_args *args,
                                       const struct pawl_opts *opts) {
    struct pawl_request request = {&refund_machine, {id, 0}, REFUND_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status refund_import_many(struct pawl_db *db, const struct refund_import_item *items, size_t count,
                                    const struct pawl_opts *opts, struct refund_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct refund_import_item),
        offsetof(struct refund_import_item, id), offsetof(struct refund_import_item, args),
        offsetof(struct refund_import_item, request_id), 0};
    return pawl_fire_many(db, &refund_machine, REFUND_EVENT_IMPORT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request refund_import_move(const char *id, const struct refund_import_args *args,
                                       const struct pawl_opts *opts) {
    struct pawl_request request = {&refund_machine, {id, 0}, REFUND_EVENT_IMPORT, args, opts};
    return request;
}

enum pawl_status refund_pay_out_many(struct pawl_db *db, const struct refund_pay_out_item *items, size_t count,
                                     const struct pawl_opts *opts, struct refund_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct refund_pay_out_item),
        offsetof(struct refund_pay_out_item, id), 0,
        offsetof(struct refund_pay_out_item, request_id), offsetof(struct refund_pay_out_item, expect_sort_key)};
    return pawl_fire_many(db, &refund_machine, REFUND_EVENT_PAY_OUT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request refund_pay_out_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&refund_machine, {id, 0}, REFUND_EVENT_PAY_OUT, NULL, opts};
    return request;
}

enum pawl_status refund_get(struct pawl_db *db, const char *id, struct refund_current *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_get(db, &refund_machine, key, out, err);
}

enum pawl_status refund_history(struct pawl_db *db, const char *id, struct refund_history *out,
                                struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &refund_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct refund_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status refund_in_state(struct pawl_db *db, enum refund_state state, const struct refund_current *after,
                                 size_t limit, struct refund_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &refund_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct refund_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status refund_not_in_state(struct pawl_db *db, enum refund_state state, const struct refund_current *after,
                                     size_t limit, struct refund_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &refund_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct refund_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status refund_with_key(struct pawl_db *db, const char *key, const struct refund_current *after,
                                 size_t limit, struct refund_page *out, struct pawl_error *err) {
    struct pawl_key wanted = {key, 0};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_with_key(db, &refund_machine, wanted, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct refund_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status refund_last_to(struct pawl_db *db, const char *id, enum refund_state state,
                                struct refund_record *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_last_to(db, &refund_machine, key, (int)state, out, err);
}

enum pawl_status refund_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_allowed(db, &refund_machine, key, allowed, err);
}

enum pawl_status refund_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &refund_machine, counts, err);
}
