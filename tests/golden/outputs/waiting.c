/* Written by pawl from waiting.fsm. Do not edit: change waiting.fsm and run pawl again. */
#include "waiting.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- damage: Claim of damages ------------------------------------------------------------------------------------ */

static const struct pawl_state states_of_damage[] = {
    {"", "", "", false},
    {"reported", "reported", "Reported", false},
    {"assessed", "assessed", "assessed", false},
    {"transfer", "transfer", "transfer", false},
    {"confirm", "confirm", "confirm", false},
    {"closed", "closed", "closed", true},
};

static const struct pawl_column columns_of_damage[] = {
    {"closes_at", PAWL_TYPE_TIMESTAMP, offsetof(struct damage_record, closes_at), false},
    {"amount", PAWL_TYPE_BIGINT, offsetof(struct damage_record, amount), false},
    {"note", PAWL_TYPE_TEXT, offsetof(struct damage_record, note), false},
};

static const struct pawl_param params_of_damage_create[] = {
    {"closes_at", PAWL_TYPE_TIMESTAMP, true, 0, offsetof(struct damage_create_args, closes_at)},
};

static const struct pawl_param params_of_damage_assess[] = {
    {"amount", PAWL_TYPE_BIGINT, false, 1, offsetof(struct damage_assess_args, amount)},
    {"note", PAWL_TYPE_TEXT, true, 2, offsetof(struct damage_assess_args, note)},
};

static const struct pawl_event events_of_damage[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 1, params_of_damage_create},
    {"assess", "assess", "assess", false, false, false, 2, params_of_damage_assess},
    {"escalate", "escalate", "escalate", false, false, false, 0, NULL},
    {"remind", "remind", "remind", false, false, false, 0, NULL},
    {"repeat", "repeat", "repeat", false, false, false, 0, NULL},
    {"close", "close", "close", false, false, false, 0, NULL},
    {"pay", "pay", "pay", false, false, false, 0, NULL},
    {"note", "note", "note", false, false, false, 0, NULL},
    {"paid", "paid", "paid", false, false, false, 0, NULL},
    {"closed_by_hand", "closed_by_hand", "closed by hand", false, false, false, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_damage[] = {
    0, 0, 0, 0, 0, 0, /* none */
    1, 0, 0, 0, 0, 0, /* create */
    0, 2, 0, 0, 0, 0, /* assess */
    0, 2, 0, 0, 0, 0, /* escalate */
    0, 0, 65534, 0, 0, 0, /* remind */
    0, 0, 65534, 0, 0, 0, /* repeat */
    0, 0, 5, 5, 0, 0, /* close */
    0, 0, 3, 0, 0, 0, /* pay */
    0, 0, 0, 3, 4, 0, /* note */
    0, 0, 0, 4, 0, 0, /* paid */
    0, 0, 0, 0, 5, 0, /* closed_by_hand */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_damage[] = {
    0,
    0, /* reported */
    0, /* assessed */
    7, /* transfer */
    9, /* confirm */
    0, /* closed */
};

static const struct pawl_hook hooks_of_damage[] = {
    {"small", PAWL_HOOK_GUARD, false},
};

static const struct pawl_condition conditions_of_damage[] = {
    {0, false},
    {0, false},
};

static const struct pawl_move moves_of_damage[] = {
    {4, 2, 2, 1, 0, 0, &conditions_of_damage[0], NULL, NULL},
    {5, 2, 2, 1, 0, 0, &conditions_of_damage[1], NULL, NULL},
    {5, 2, 2, 0, 0, 0, NULL, NULL, NULL},
};

/* Timers, then works; by state '-' outside, 'z' asleep, 'a' awake. */
static const struct pawl_pending pending_of_damage[] = {
    {"assessed.remind", false, true, 4, 0,
     1209600000000, {PAWL_REFERENCE_NOW, 0},
     60000000, 86400000000, 1000000, 600000000, 20,
     "--a---", NULL},
    {"assessed.close", false, true, 6, 0,
     -1, {PAWL_REFERENCE_CREATED, 0},
     60000000, 10000000, 1000000, 600000000, 20,
     "--a---", NULL},
    {"paying.close", false, false, 6, 0,
     1500000, {PAWL_REFERENCE_NOW, 0},
     60000000, 10000000, 1000000, 600000000, 20,
     "---az-", NULL},
    {"work reported", true, true, 3, offsetof(struct damage_hooks, assess_damage),
     0, {PAWL_REFERENCE_NOW, 0},
     120000000, 30000000, 5000000, 60000000, 3,
     "-a----", "assess_damage"},
    {"work transfer", true, true, 0, offsetof(struct damage_hooks, pay_out),
     0, {PAWL_REFERENCE_NOW, 0},
     60000000, 10000000, 1000000, 600000000, 0,
     "---a--", "pay_out"},
};

static const struct pawl_stay stays_of_damage[] = {
    {4, 2, 0},
    {5, 2, 0},
    {8, 3, 0},
};

static enum pawl_status call_work_of_damage(const void *hooks, int pending, struct pawl_db *db,
    const struct pawl_work_call *call, void *result, struct pawl_error *err) {
    const struct damage_hooks *own = (const struct damage_hooks *)hooks;
    struct damage_work_result *typed = (struct damage_work_result *)result;
    struct damage_work_call told;
    told.id = call->key.number;
    told.sort_key = call->item->fence;
    told.attempt = call->item->attempts;
    told.item = call->item;
    switch (pending) {
    case 3:
        return own->assess_damage(db, &told, typed, own->context, err);
    case 4:
        return own->pay_out(db, &told, typed, own->context, err);
    default:
        return PAWL_MISUSE;
    }
}

static const struct pawl_queue queue_of_damage = {
    "damage_pending",
    "damage_pending",
    5,
    3,
    pending_of_damage,
    stays_of_damage,
    call_work_of_damage,
    sizeof(struct damage_work_result),
    offsetof(struct damage_work_result, args),
};

static const char *const postgres_fire_of_damage[] = {
    NULL,
    "select public.damage_create($1::bigint, (timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::text, $4::text) where public.damage_model_2_918ad85b405458c6()", /* create */
    "select public.damage_assess($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::integer, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()", /* assess */
    "select public.damage_escalate($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()", /* escalate */
    "select public.damage_remind($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()", /* remind */
    "select public.damage_repeat($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()", /* repeat */
    "select public.damage_close($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()", /* close */
    "select public.damage_pay($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()", /* pay */
    "select public.damage_note($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()", /* note */
    "select public.damage_paid($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()", /* paid */
    "select public.damage_closed_by_hand($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()", /* closed_by_hand */
};

static const char *const postgres_fire_many_of_damage[] = {
    NULL,
    "select * from public.damage_create_many($1::bigint[], $2::timestamptz[], $3::text, $4::text[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.damage_model_2_918ad85b405458c6()", /* create */
    "select * from public.damage_assess_many($1::bigint[], $2::bigint[], $3::text[], $4::text, $5::text[], $6::integer[], coalesce(null::text[]/*, $7::text[]*/), coalesce(/*$8::boolean, */false))\n"
    "  where public.damage_model_2_918ad85b405458c6()", /* assess */
    "select * from public.damage_escalate_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.damage_model_2_918ad85b405458c6()", /* escalate */
    "select * from public.damage_remind_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.damage_model_2_918ad85b405458c6()", /* remind */
    "select * from public.damage_repeat_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.damage_model_2_918ad85b405458c6()", /* repeat */
    "select * from public.damage_close_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.damage_model_2_918ad85b405458c6()", /* close */
    "select * from public.damage_pay_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.damage_model_2_918ad85b405458c6()", /* pay */
    "select * from public.damage_note_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.damage_model_2_918ad85b405458c6()", /* note */
    "select * from public.damage_paid_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.damage_model_2_918ad85b405458c6()", /* paid */
    "select * from public.damage_closed_by_hand_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.damage_model_2_918ad85b405458c6()", /* closed_by_hand */
};

static const struct pawl_queue_statements postgres_queue_of_damage = {
    "select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until\n"
    "from public.damage_pending_claim($1::integer, $2::text, $3::bigint::float8 * interval '1 microsecond')\n"
    "where public.damage_model_2_918ad85b405458c6()", /* claim */
    "select due_at from public.damage_pending where is_work = $1::boolean and parked_at is null and is_asleep = false\n"
    "  and public.damage_model_2_918ad85b405458c6()\n  and not exists (select 1 from public.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'damage' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > (timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond')))\n"
    "order by due_at limit 1", /* next_due */
    "select public.damage_pending_not_yet($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval '1 microsecond')\n"
    "where public.damage_model_2_918ad85b405458c6()", /* not_yet */
    "select public.damage_pending_fail($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::text) where public.damage_model_2_918ad85b405458c6()", /* fail */
    "select public.damage_pending_extend($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval '1 microsecond')\n"
    "where public.damage_model_2_918ad85b405458c6()", /* extend */
    "select public.damage_pending_retry($1::bigint, $2::text) where public.damage_model_2_918ad85b405458c6()", /* retry */
    NULL, /* of_entity */
    NULL, /* insert */
    NULL, /* update */
    NULL, /* remove */
};

static const struct pawl_statements postgres_of_damage = {
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
    "      'public.damages', current_user) into lacking\n"
    "    from (values ('references', 'id')) needed (right_on, of_column)\n"
    "    where not has_column_privilege('public.damages', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')\n"
    "      and not has_column_privilege('pawl_owner', 'public.damages', (parse_ident(needed.of_column))[1], needed.right_on)\n"
    "    having count(*) > 0;\n  if lacking is not null then\n"
    "    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'damage'\n"
    "      using errcode = 'insufficient_privilege', hint = lacking;\n  end if;\nend\n$pawl$;\n"
    "grant references (id) on public.damages to pawl_owner;\n"
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
    "\n-- damage ------------------------------------------------------------------------------------------\n\n"
    "call public.pawl_refuse_entities_on_nodes('damage'::text, 'public.damages'::text);\n"
    "call public.pawl_begin_machine('damage'::text, '918ad85b405458c6'::text, 'public'::text,\n"
    "  '{damage_current,damage_transitions,damage_moves,damage_state,damage_pending,damage_pending_rules,damage_current_state_since,damage_transitions_request,damage_pending_due}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('public'::text, '{damage_model_2_918ad85b405458c6,damage_is_free,damage_guard_small,damage_create,damage_create_many,damage_assess,damage_assess_many,damage_escalate,damage_escalate_many,damage_remind,damage_remind_many,damage_repeat,damage_repeat_many,damage_close,damage_close_many,damage_pay,damage_pay_many,damage_note,damage_note_many,damage_paid,damage_paid_many,damage_closed_by_hand,damage_closed_by_hand_many,damage_pending_claim,damage_pending_complete,damage_pending_not_yet,damage_pending_fail,damage_pending_extend,damage_pending_retry,damage_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('damage'::text, '918ad85b405458c6'::text, 2::integer, 'public'::text);\n"
    "call public.pawl_refuse_key_type('damage'::text, 'public.damages'::text, 'id'::text, 'bigint'::text);\n"
    "create table if not exists public.damage_current (\n  damage_id bigint primary key\n"
    "    constraint damage_current_parent references public.damages (id),\n  state text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists public.damage_transitions (\n  damage_id bigint not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  closes_at timestamptz,\n  amount bigint,\n  note text collate \"C\",\n"
    "  primary key (damage_id, sort_key)\n);\ndo $pawl$\nbegin\n"
    "  if to_regclass('public.damage_current_state_since') is null then\n"
    "    create index damage_current_state_since on public.damage_current (state, since);\n  end if;\n"
    "  if to_regclass('public.damage_transitions_request') is null then\n"
    "    create unique index damage_transitions_request on public.damage_transitions (damage_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view public.damage_moves as select * from (values\n  ('create', '', 'reported'),\n"
    "  ('assess', 'reported', 'assessed'),\n  ('escalate', 'reported', 'assessed'),\n"
    "  ('remind', 'assessed', 'assessed'),\n  ('repeat', 'assessed', 'assessed'),\n"
    "  ('close', 'assessed', 'closed'),\n  ('close', 'transfer', 'closed'),\n  ('pay', 'assessed', 'transfer'),\n"
    "  ('note', 'transfer', 'transfer'),\n  ('note', 'confirm', 'confirm'),\n  ('paid', 'transfer', 'confirm'),\n"
    "  ('closed_by_hand', 'confirm', 'closed')\n) move (event, from_state, to_state);\n\n"
    "create or replace view public.damage_state as\n"
    "  select damage_id, state, sort_key, since from public.damage_current;\n\n"
    "call public.pawl_refuse_writes_to(array['public.damage_current', 'public.damage_transitions']::regclass[]);\n"
    "grant select on public.damage_current, public.damage_transitions, public.damage_moves, public.damage_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('damage'::text, 'public.damage_current'::text);\n"
    "call public.pawl_add_is_free('damage'::text, 'public'::text);\n\n"
    "comment on table public.damage_current is 'Claim of damages\n"
    "Timers and work: a claim of damages, with a key that is a number.\nOne row for each: where it is.';\n"
    "call public.pawl_describe('public'::text, 'damage'::text, 'damage_transitions'::text);\n\n"
    "create table if not exists public.damage_pending (\n  damage_id bigint not null,\n"
    "  declaration text collate \"C\" not null,\n  is_work boolean not null,\n  due_at timestamptz not null,\n"
    "  fence integer not null,\n  claim bigint not null default 0,\n  attempts integer not null default 0,\n"
    "  last_error text collate \"C\",\n  parked_at timestamptz,\n  is_asleep boolean not null default false,\n"
    "  primary key (damage_id, declaration)\n);\ndo $pawl$\nbegin\n"
    "  -- by which version 2 took a worker for dead whose session was cut\n"
    "  if exists (select from pg_attribute own where own.attrelid = 'public.damage_pending'::regclass\n"
    "             and own.attname = 'session' and not own.attisdropped) then\n"
    "    alter table public.damage_pending drop column session;\n  end if;\n"
    "  if to_regclass('public.damage_pending_due') is null then\n"
    "    create index damage_pending_due on public.damage_pending (is_work, due_at)\n"
    "      where parked_at is null and is_asleep = false;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view public.damage_pending_rules as select * from (values\n"
    "  ('assessed.remind', false, 'remind', interval '60 seconds', interval '86400 seconds', 20, interval '1 seconds', interval '600 seconds'),\n"
    "  ('assessed.close', false, 'close', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds'),\n"
    "  ('paying.close', false, 'close', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds'),\n"
    "  ('work reported', true, 'escalate', interval '120 seconds', interval '30 seconds', 3, interval '5 seconds', interval '60 seconds'),\n"
    "  ('work transfer', true, cast(null as text), interval '60 seconds', interval '10 seconds', cast(null as integer), interval '1 seconds', interval '600 seconds')) rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to);\n"
    "\ncall public.pawl_refuse_writes_to(array['public.damage_pending']::regclass[]);\n"
    "grant select on public.damage_pending, public.damage_pending_rules to pawl_app, pawl_operator;\n\n"
    "comment on table public.damage_pending is 'Timers that run and work that waits: one row for each.';\n"
    "comment on column public.damage_pending.due_at is 'For whoever has claimed it: the end of his lease.';\n"
    "comment on column public.damage_pending.fence is 'The sort_key of the move that began it.';\n"
    "comment on column public.damage_pending.claim is\n"
    "  'Grows with each claim, so that of two workers the later one counts.';\n"
    "comment on column public.damage_pending.parked_at is\n"
    "  'Put aside, because its attempts are spent: damage_pending_retry brings it back.';\n"
    "comment on column public.damage_pending.is_asleep is 'The state answers the timer''s event in another way.';\n"
    "comment on view public.damage_pending_rules is 'How each timer and work is treated.';\n\n"
    "-- Guards and effects are only called by the functions of events. Their tables are those of public.\n"
    "-- What an effect inserts, updates or deletes becomes the rule of an empty view, wherever it can: it is\n"
    "-- parsed now, as in a function with `begin atomic`, but planned once a session and not at each call.\n"
    "set local search_path = pg_catalog, public, pg_temp;\n-- Literals get their values now.\n"
    "set local timezone = 'UTC';\nset local timezone_abbreviations = 'Default';\nset local datestyle = 'ISO, MDY';\n"
    "set local intervalstyle = postgres;\nset local lc_monetary = 'C';\nset local array_nulls = on;\n"
    "set local xmloption = content;\nset local transform_null_equals = off;\n\n-- guard small of machine damage\n"
    "create or replace function public.damage_guard_small(bigint) returns setof boolean\nlanguage sql stable\n"
    "begin atomic\nselect $1 < 100\n;\nend;\nrevoke all on function public.damage_guard_small(bigint) from public;\n\n"
    "set local search_path = pg_catalog, pg_temp;\n\n"
    "-- Guards that run code of others, or lock rows, find that code's names as before.\ndo $pawl$\ndeclare\n"
    "  guard regprocedure;\nbegin\n  for guard in\n    select made.oid from pg_proc made\n"
    "      where made.oid = any (array[\n        'public.damage_guard_small(bigint)']::regprocedure[])\n"
    "      and (made.prosqlbody::text ~ ':commandType [02-9]|:hasForUpdate true'\n        or exists (\n"
    "          select from pg_depend uses\n            left join pg_class relation\n"
    "              on uses.refclassid = 'pg_class'::regclass and relation.oid = uses.refobjid\n"
    "            where uses.classid = 'pg_proc'::regclass and uses.objid = made.oid\n"
    "              and uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)\n"
    "              and (relation.relkind in ('r', 'p') and not relation.relrowsecurity) is not true))\n  loop\n"
    "    execute format('alter function %s volatile set search_path = pg_catalog, public, pg_temp', guard);\n"
    "  end loop;\nend\n$pawl$;\n\n"
    "-- Code of others must not run within guards and effects, nor on tables that moves write or lock.\n"
    "call public.pawl_refuse_foreign_hooks('public'::text, '{damage_guard_small}'::text[], array[]::text[], null::text);\n"
    "\nset local search_path = pg_catalog, public, pg_temp;\ndo $pawl$\nbegin\n"
    "  perform public.pawl_explain('select $1 < 100'::text,\n    '(bigint)'::text,\n"
    "    '(null)'::text, current_setting('search_path'));\nexception when insufficient_privilege then\n"
    "  raise warning 'guard small of machine damage cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\n\nset local search_path = pg_catalog, pg_temp;\n\n"
    "create or replace function public.damage_create(id bigint, closes_at timestamptz default null, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null\n"
    "     or $2 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n    return outcome;\n"
    "  end if;\n  lock table only public.damage_current in row share mode; -- a later freeze or migration waits\n"
    "  loop\n    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join public.damage_current head on head.damage_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $4 is not null then\n"
    "        select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $4;\n"
    "        if found then\n          return row(case when earlier.event = 'create'\n"
    "              and earlier.closes_at is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: damage was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'reported', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into public.damage_current (damage_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n        if violated <> 'damage_current_pkey' then\n"
    "          raise;\n        end if;\n      when foreign_key_violation then\n"
    "        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'damage_current_parent' then\n          raise;\n        end if;\n"
    "        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into public.damages first, with that key as id')::public.pawl_outcome;\n"
    "    end;\n    outcome := null;\n  end loop;\n  insert into public.damage_transitions\n"
    "    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at)\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n"
    "  if (outcome.from_state, outcome.to_state) in (('', 'reported')) then\n"
    "    insert into public.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)\n      values\n"
    "        ($1, 'work reported', true, least(clock_timestamp(), outcome.created_at), outcome.sort_key, false);\n"
    "    perform public.pawl_notify('damage_pending'::text);\n  end if;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.damage_create(bigint, timestamptz, text, text) is 'create';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.damage_create_many(bigint[], timestamptz[], text, text[])$pawl$)) then\n"
    "    drop function public.damage_create_many(bigint[], timestamptz[], text, text[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.damage_create_many(id bigint[], closes_at timestamptz[] default null, actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, public.damage_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.damage_assess(id bigint, amount bigint, note text default null, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $4 is not null or $5 is not null\n     or $2 is null\n  then\n"
    "    if $1 is null\n       or $2 is null\n"
    "       or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, amount; a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n  if $5 is null and $6 is null and $7 is null then\n"
    "    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('reported', 'assessed')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $5 is null and $7 is null then\n    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('reported', 'assessed')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $6\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.damage_current head where head.damage_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $5, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $5 is not null then\n"
    "      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $5;\n"
    "      if found then\n        return row(case when earlier.event = 'assess'\n"
    "            and earlier.amount is not distinct from $2\n"
    "            and earlier.note is not distinct from $3 then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $5, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $6 is not null then\n      if outcome.sort_key <> $6 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    if not ($7 is null) then\n"
    "      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "        and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim\n"
    "        and (p.is_work);\n"
    "      if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "        outcome.status := 'CONFLICT';\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome.to_state := case outcome.from_state\n      when 'reported' then 'assessed'\n    end;\n"
    "    if outcome.to_state is null then\n      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'assess' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.damage_transitions\n"
    "    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note)\n"
    "  values ($1, outcome.sort_key, 'assess', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($4, session_user), $5, $2, $3);\n"
    "  if (outcome.from_state, outcome.to_state) in (('reported', 'assessed')) then\n"
    "    delete from public.damage_pending p\n      where p.damage_id = $1 and p.declaration in ('work reported');\n"
    "    insert into public.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)\n"
    "      select $1, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep\n"
    "        from (values\n"
    "            ('assessed.remind', false, least(clock_timestamp(), outcome.created_at) + interval '1209600 seconds', false),\n"
    "            ('assessed.close', false, (select made.closes_at from public.damage_transitions made\n"
    "              where made.damage_id = $1 and made.sort_key = 10), false)) begun (declaration, is_work, due_at, is_asleep)\n"
    "        where begun.due_at is not null\n      on conflict (damage_id, declaration) do update\n"
    "        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,\n"
    "          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;\n"
    "    if (select made.closes_at from public.damage_transitions made\n"
    "      where made.damage_id = $1 and made.sort_key = 10) <= outcome.created_at then\n"
    "      perform public.pawl_notify('damage_pending'::text);\n    end if;\n  end if;\n  if not ($7 is null) then\n"
    "    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,\n"
    "        due_at = least(clock_timestamp(), outcome.created_at)\n"
    "          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end\n"
    "      from public.damage_pending_rules rule\n"
    "      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1\n"
    "        and p.declaration = ($7).declaration and p.fence = ($7).fence;\n  end if;\n  return outcome;\nend\n"
    "$pawl$;\n"
    "comment on function public.damage_assess(bigint, bigint, text, text, text, integer, public.pawl_item) is 'assess';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.damage_assess_many(bigint[], bigint[], text[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.damage_assess_many(bigint[], bigint[], text[], text, text[], integer[]);\n  end if;\n"
    "end\n$pawl1$;\n"
    "create or replace function public.damage_assess_many(id bigint[], amount bigint[], note text[] default null, actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $8 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($6), cardinality($7)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, amount; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $8 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.damage_assess(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $2, $3, $5, $6, $7) with ordinality given (id, v1, v2, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.damage_escalate(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null and $5 is null then\n"
    "    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('reported', 'assessed')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null and $5 is null then\n    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('reported', 'assessed')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.damage_current head where head.damage_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'escalate' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    if not ($5 is null) then\n"
    "      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim\n"
    "        and (p.is_work);\n"
    "      if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "        outcome.status := 'CONFLICT';\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome.to_state := case outcome.from_state\n      when 'reported' then 'assessed'\n    end;\n"
    "    if outcome.to_state is null then\n      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'escalate' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.damage_transitions\n"
    "    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'escalate', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n"
    "  if (outcome.from_state, outcome.to_state) in (('reported', 'assessed')) then\n"
    "    delete from public.damage_pending p\n      where p.damage_id = $1 and p.declaration in ('work reported');\n"
    "    insert into public.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)\n"
    "      select $1, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep\n"
    "        from (values\n"
    "            ('assessed.remind', false, least(clock_timestamp(), outcome.created_at) + interval '1209600 seconds', false),\n"
    "            ('assessed.close', false, (select made.closes_at from public.damage_transitions made\n"
    "              where made.damage_id = $1 and made.sort_key = 10), false)) begun (declaration, is_work, due_at, is_asleep)\n"
    "        where begun.due_at is not null\n      on conflict (damage_id, declaration) do update\n"
    "        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,\n"
    "          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;\n"
    "    if (select made.closes_at from public.damage_transitions made\n"
    "      where made.damage_id = $1 and made.sort_key = 10) <= outcome.created_at then\n"
    "      perform public.pawl_notify('damage_pending'::text);\n    end if;\n  end if;\n  if not ($5 is null) then\n"
    "    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,\n"
    "        due_at = least(clock_timestamp(), outcome.created_at)\n"
    "          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end\n"
    "      from public.damage_pending_rules rule\n"
    "      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence;\n  end if;\n  return outcome;\nend\n"
    "$pawl$;\n"
    "comment on function public.damage_escalate(bigint, text, text, integer, public.pawl_item) is 'escalate';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.damage_escalate_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.damage_escalate_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.damage_escalate_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.damage_escalate(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.damage_remind(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\n  moment timestamptz;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n"
    "    if $1 is null\n       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n"
    "      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n"
    "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "  select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "    (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "    from public.damage_current head where head.damage_id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $3 is not null then\n"
    "    select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'remind' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  if not ($5 is null) then\n"
    "    perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "      and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim\n"
    "      and (p.is_work\n        or p.declaration in ('assessed.remind'));\n"
    "    if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "      outcome.status := 'CONFLICT';\n      return outcome;\n    end if;\n  end if;\n"
    "  moment := greatest(clock_timestamp(), outcome.created_at);\n  case outcome.from_state\n"
    "    when 'assessed' then\n      if (select passes from public.damage_guard_small($1) passes limit 1) then\n"
    "        outcome.to_state := 'assessed';\n        outcome.move := 1;\n      else\n"
    "        outcome.guard := concat_ws(', ', outcome.guard, 'small');\n      end if;\n    else null;\n  end case;\n"
    "  if outcome.to_state is null then\n"
    "    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;\n"
    "    outcome.detail := case when outcome.guard is null then 'remind' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is' end;\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n  outcome.created_at := moment;\n"
    "  update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "    where head.ctid = place;\n  insert into public.damage_transitions\n"
    "    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'remind', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  if not ($5 is null) then\n"
    "    delete from public.damage_pending p where p.damage_id = $1 and not p.is_work\n"
    "      and p.declaration = ($5).declaration and p.fence = ($5).fence;\n"
    "    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,\n"
    "        due_at = least(clock_timestamp(), outcome.created_at)\n"
    "          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end\n"
    "      from public.damage_pending_rules rule\n"
    "      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence;\n  end if;\n  return outcome;\nend\n"
    "$pawl$;\ncomment on function public.damage_remind(bigint, text, text, integer, public.pawl_item) is 'remind';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.damage_remind_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.damage_remind_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.damage_remind_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  repeats boolean; -- some entity stands more than once among them\n"
    "  outcomes public.pawl_outcome[];\n  is_free boolean;\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 and not repeats then\n"
    "    if (case when $6 is null then concat('public.damage_current'::regclass, 'public.damage_transitions'::regclass) = '' else public.pawl_in_any_order(array[]::regclass[],\n"
    "      array['public.damage_guard_small(bigint)']::regprocedure[], '{damage_current,damage_transitions,damage_moves,damage_state,damage_pending,damage_pending_rules}'::name[]) end) then\n"
    "      with judged as materialized (\n"
    "        select given.*, asked.guard, case when asked.guard is null then given.precondition else 'REFUSED' end as verdict\n"
    "          from (\n"
    "            select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "                when not public.pawl_in_any_order(array[]::regclass[],\n"
    "                  array['public.damage_guard_small(bigint)']::regprocedure[], '{damage_current,damage_transitions,damage_moves,damage_state,damage_pending,damage_pending_rules}'::name[]) then null\n"
    "                when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "                  or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "                when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "                when not (earlier.said is null) then 'SAID'\n"
    "                when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) is not true then null\n"
    "                when head.state is null then 'NOT_FOUND'\n"
    "                when head.sort_key <> given.expected then 'CONFLICT'\n"
    "                when head.next_state is null then 'ILLEGAL'\n                else 'OK'\n"
    "              end as precondition\n"
    "            from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "              left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'assessed' then 'assessed'\n              end as next_state\n"
    "                  from public.damage_current head where head.damage_id = given.id offset 0) head on true\n"
    "              left join lateral (select row(case when earlier.event = 'remind' then 'OK' else 'REUSED' end,\n"
    "                earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                  from public.damage_transitions earlier where earlier.damage_id = given.id\n"
    "                    and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null offset 0\n"
    "          ) given\n            cross join lateral (select case when given.precondition = 'OK' then case\n"
    "              when given.state in ('assessed') then case\n"
    "                when ((select passes from public.damage_guard_small(given.id) passes limit 1)) is not true then 'small'\n"
    "                else null end\n            end end as guard offset 0) asked\n      ), heads as (\n"
    "        update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "          from judged where judged.verdict = 'OK' and head.ctid = judged.place\n      ), history as (\n"
    "        insert into public.damage_transitions\n"
    "          (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "        select given.id, given.sort_key + 10, 'remind', given.state, given.next_state, given.moment,\n"
    "            coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "          from judged given where given.verdict = 'OK'\n      )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, case when given.state in ('assessed') then 1 end, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, given.guard, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'remind' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  end if;\n  perform set_config('plan_cache_mode', 'auto', true);\n  return query\n"
    "    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.damage_remind(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.damage_repeat(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\n  moment timestamptz;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n"
    "    if $1 is null\n       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n"
    "      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n"
    "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "  select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "    (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "    from public.damage_current head where head.damage_id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $3 is not null then\n"
    "    select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'repeat' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  if not ($5 is null) then\n"
    "    perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "      and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim\n"
    "      and (p.is_work);\n    if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "      outcome.status := 'CONFLICT';\n      return outcome;\n    end if;\n  end if;\n"
    "  moment := greatest(clock_timestamp(), outcome.created_at);\n  case outcome.from_state\n"
    "    when 'assessed' then\n      if (select passes from public.damage_guard_small($1) passes limit 1) then\n"
    "        outcome.to_state := 'assessed';\n        outcome.move := 1;\n      else\n"
    "        outcome.guard := concat_ws(', ', outcome.guard, 'small');\n      end if;\n"
    "      if outcome.to_state is null then\n        outcome.to_state := 'assessed';\n        outcome.move := 2;\n"
    "      end if;\n    else null;\n  end case;\n  if outcome.to_state is null then\n"
    "    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;\n"
    "    outcome.detail := case when outcome.guard is null then 'repeat' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is' end;\n"
    "    return outcome;\n  end if;\n  outcome.guard := null; -- of a move that was tried before\n"
    "  outcome.sort_key := outcome.sort_key + 10;\n  outcome.created_at := moment;\n"
    "  update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "    where head.ctid = place;\n  insert into public.damage_transitions\n"
    "    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'repeat', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n"
    "  if (outcome.from_state, outcome.to_state, coalesce(outcome.move, 1)) in (('assessed', 'assessed', 2)) then\n"
    "    delete from public.damage_pending p\n      where p.damage_id = $1 and p.declaration in ('assessed.close');\n"
    "    insert into public.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)\n"
    "      select $1, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep\n"
    "        from (values\n"
    "            ('assessed.remind', false, least(clock_timestamp(), outcome.created_at) + interval '1209600 seconds', false),\n"
    "            ('assessed.close', false, (select made.closes_at from public.damage_transitions made\n"
    "              where made.damage_id = $1 and made.sort_key = 10), false)) begun (declaration, is_work, due_at, is_asleep)\n"
    "        where begun.due_at is not null\n      on conflict (damage_id, declaration) do update\n"
    "        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,\n"
    "          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;\n"
    "    if (select made.closes_at from public.damage_transitions made\n"
    "      where made.damage_id = $1 and made.sort_key = 10) <= outcome.created_at then\n"
    "      perform public.pawl_notify('damage_pending'::text);\n    end if;\n  end if;\n  if not ($5 is null) then\n"
    "    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,\n"
    "        due_at = least(clock_timestamp(), outcome.created_at)\n"
    "          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end\n"
    "      from public.damage_pending_rules rule\n"
    "      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence;\n  end if;\n  return outcome;\nend\n"
    "$pawl$;\ncomment on function public.damage_repeat(bigint, text, text, integer, public.pawl_item) is 'repeat';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.damage_repeat_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.damage_repeat_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.damage_repeat_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.damage_repeat(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.damage_close(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null and $5 is null then\n"
    "    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('assessed', 'closed'), ('transfer', 'closed')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null and $5 is null then\n    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('assessed', 'closed'), ('transfer', 'closed')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.damage_current head where head.damage_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    if not ($5 is null) then\n"
    "      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim\n"
    "        and (p.is_work\n          or p.declaration in ('assessed.close', 'paying.close'));\n"
    "      if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "        outcome.status := 'CONFLICT';\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome.to_state := case outcome.from_state\n      when 'assessed' then 'closed'\n"
    "      when 'transfer' then 'closed'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'close' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.damage_transitions\n"
    "    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'close', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n"
    "  if (outcome.from_state, outcome.to_state) in (('assessed', 'closed')) then\n"
    "    delete from public.damage_pending p\n"
    "      where p.damage_id = $1 and p.declaration in ('assessed.remind', 'assessed.close');\n"
    "  elsif (outcome.from_state, outcome.to_state) in (('transfer', 'closed')) then\n"
    "    delete from public.damage_pending p\n"
    "      where p.damage_id = $1 and p.declaration in ('paying.close', 'work transfer');\n  end if;\n"
    "  if not ($5 is null) then\n    delete from public.damage_pending p where p.damage_id = $1 and not p.is_work\n"
    "      and p.declaration = ($5).declaration and p.fence = ($5).fence;\n"
    "    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,\n"
    "        due_at = least(clock_timestamp(), outcome.created_at)\n"
    "          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end\n"
    "      from public.damage_pending_rules rule\n"
    "      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence;\n  end if;\n  return outcome;\nend\n"
    "$pawl$;\ncomment on function public.damage_close(bigint, text, text, integer, public.pawl_item) is 'close';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.damage_close_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.damage_close_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.damage_close_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update public.damage_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'assessed' then 'closed'\n                when 'transfer' then 'closed'\n"
    "              end as next_state\n"
    "                from public.damage_current head where head.damage_id = given.id for no key update skip locked) head\n"
    "            where (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.damage_transitions earlier\n"
    "            where earlier.damage_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.damage_transitions\n"
    "        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    -- timers of all of them\n    , ended_1 as (\n"
    "      delete from public.damage_pending p\n"
    "        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('assessed', 'closed')))) and p.declaration in ('assessed.remind', 'assessed.close')\n"
    "    )\n    , ended_2 as (\n      delete from public.damage_pending p\n"
    "        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'closed')))) and p.declaration in ('paying.close', 'work transfer')\n"
    "    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from public.damage_close_many(array(select others.id from others order by others.turn), $2,\n"
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
    "      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from public.damage_current head where head.damage_id = given.id for no key update) head;\n"
    "  end if;\n  if not repeats then -- a statement changes a row of the queue once\n"
    "    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'assessed' then 'closed'\n            when 'transfer' then 'closed'\n"
    "          end as next_state\n"
    "              from public.damage_current head where head.damage_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'close' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.damage_transitions earlier where earlier.damage_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.damage_transitions\n"
    "        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    -- timers of all of them\n    , ended_1 as (\n"
    "      delete from public.damage_pending p\n"
    "        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('assessed', 'closed')))) and p.declaration in ('assessed.remind', 'assessed.close')\n"
    "    )\n    , ended_2 as (\n      delete from public.damage_pending p\n"
    "        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'closed')))) and p.declaration in ('paying.close', 'work transfer')\n"
    "    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'close' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.damage_close(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.damage_pay(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null and $5 is null then\n"
    "    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('assessed', 'transfer')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null and $5 is null then\n    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('assessed', 'transfer')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.damage_current head where head.damage_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'pay' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    if not ($5 is null) then\n"
    "      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim\n"
    "        and (p.is_work);\n"
    "      if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "        outcome.status := 'CONFLICT';\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome.to_state := case outcome.from_state\n      when 'assessed' then 'transfer'\n    end;\n"
    "    if outcome.to_state is null then\n      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'pay' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.damage_transitions\n"
    "    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'pay', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n"
    "  if (outcome.from_state, outcome.to_state) in (('assessed', 'transfer')) then\n"
    "    delete from public.damage_pending p\n"
    "      where p.damage_id = $1 and p.declaration in ('assessed.remind', 'assessed.close');\n"
    "    insert into public.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)\n      values\n"
    "        ($1, 'paying.close', false, least(clock_timestamp(), outcome.created_at) + interval '1.500 seconds', outcome.sort_key, false),\n"
    "        ($1, 'work transfer', true, least(clock_timestamp(), outcome.created_at), outcome.sort_key, false)\n"
    "      on conflict (damage_id, declaration) do update\n"
    "        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,\n"
    "          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;\n"
    "    perform public.pawl_notify('damage_pending'::text);\n  end if;\n  if not ($5 is null) then\n"
    "    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,\n"
    "        due_at = least(clock_timestamp(), outcome.created_at)\n"
    "          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end\n"
    "      from public.damage_pending_rules rule\n"
    "      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence;\n  end if;\n  return outcome;\nend\n"
    "$pawl$;\ncomment on function public.damage_pay(bigint, text, text, integer, public.pawl_item) is 'pay';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.damage_pay_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.damage_pay_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.damage_pay_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.damage_pay(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.damage_note(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null and $5 is null then\n"
    "    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('transfer', 'transfer'), ('confirm', 'confirm')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null and $5 is null then\n    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('transfer', 'transfer'), ('confirm', 'confirm')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.damage_current head where head.damage_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'note' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    if not ($5 is null) then\n"
    "      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim\n"
    "        and (p.is_work);\n"
    "      if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "        outcome.status := 'CONFLICT';\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome.to_state := case outcome.from_state\n      when 'transfer' then 'transfer'\n"
    "      when 'confirm' then 'confirm'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'note' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.damage_transitions\n"
    "    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'note', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  if not ($5 is null) then\n"
    "    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,\n"
    "        due_at = least(clock_timestamp(), outcome.created_at)\n"
    "          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end\n"
    "      from public.damage_pending_rules rule\n"
    "      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence;\n  end if;\n  return outcome;\nend\n"
    "$pawl$;\ncomment on function public.damage_note(bigint, text, text, integer, public.pawl_item) is 'note';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.damage_note_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.damage_note_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.damage_note_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update public.damage_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'transfer' then 'transfer'\n                when 'confirm' then 'confirm'\n"
    "              end as next_state\n"
    "                from public.damage_current head where head.damage_id = given.id for no key update skip locked) head\n"
    "            where (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.damage_transitions earlier\n"
    "            where earlier.damage_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.damage_transitions\n"
    "        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'note', given.state, given.next_state, given.moment,\n"
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
    "              from public.damage_note_many(array(select others.id from others order by others.turn), $2,\n"
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
    "      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from public.damage_current head where head.damage_id = given.id for no key update) head;\n"
    "  end if;\n  if repeats then\n    with recursive asked as materialized (\n"
    "      select given.*, head.*, earlier.said, row_number() over (partition by given.id order by given.number) as turn, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) then 'OK'\n"
    "          end as precondition\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'transfer' then 'transfer'\n            when 'confirm' then 'confirm'\n"
    "          end as next_state\n"
    "              from public.damage_current head where head.damage_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'note' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.damage_transitions earlier where earlier.damage_id = given.id\n"
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
    "            cross join lateral (select head.*, case head.state\n              when 'transfer' then 'transfer'\n"
    "              when 'confirm' then 'confirm'\n            end as next_state from (\n"
    "              select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "                case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "                case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n"
    "    ), history as (\n      insert into public.damage_transitions\n"
    "        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'note', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'note' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  else\n    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'transfer' then 'transfer'\n            when 'confirm' then 'confirm'\n"
    "          end as next_state\n"
    "              from public.damage_current head where head.damage_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'note' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.damage_transitions earlier where earlier.damage_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.damage_transitions\n"
    "        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'note', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'note' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.damage_note(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.damage_paid(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null and $5 is null then\n"
    "    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('transfer', 'confirm')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null and $5 is null then\n    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('transfer', 'confirm')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.damage_current head where head.damage_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'paid' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    if not ($5 is null) then\n"
    "      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim\n"
    "        and (p.is_work);\n"
    "      if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "        outcome.status := 'CONFLICT';\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome.to_state := case outcome.from_state\n      when 'transfer' then 'confirm'\n    end;\n"
    "    if outcome.to_state is null then\n      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'paid' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.damage_transitions\n"
    "    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'paid', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n"
    "  if (outcome.from_state, outcome.to_state) in (('transfer', 'confirm')) then\n"
    "    delete from public.damage_pending p\n      where p.damage_id = $1 and p.declaration in ('work transfer');\n"
    "    update public.damage_pending p set is_asleep = true\n"
    "      where p.damage_id = $1 and p.declaration in ('paying.close');\n  end if;\n  if not ($5 is null) then\n"
    "    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,\n"
    "        due_at = least(clock_timestamp(), outcome.created_at)\n"
    "          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end\n"
    "      from public.damage_pending_rules rule\n"
    "      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence;\n  end if;\n  return outcome;\nend\n"
    "$pawl$;\ncomment on function public.damage_paid(bigint, text, text, integer, public.pawl_item) is 'paid';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.damage_paid_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.damage_paid_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.damage_paid_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update public.damage_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'transfer' then 'confirm'\n              end as next_state\n"
    "                from public.damage_current head where head.damage_id = given.id for no key update skip locked) head\n"
    "            where (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.damage_transitions earlier\n"
    "            where earlier.damage_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.damage_transitions\n"
    "        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'paid', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    -- timers of all of them\n    , ended_1 as (\n"
    "      delete from public.damage_pending p\n"
    "        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'confirm')))) and p.declaration in ('work transfer')\n"
    "    )\n    , asleep_1 as (\n      update public.damage_pending p set is_asleep = true\n"
    "        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'confirm')))) and p.declaration in ('paying.close')\n"
    "    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from public.damage_paid_many(array(select others.id from others order by others.turn), $2,\n"
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
    "      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from public.damage_current head where head.damage_id = given.id for no key update) head;\n"
    "  end if;\n  if not repeats then -- a statement changes a row of the queue once\n"
    "    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'transfer' then 'confirm'\n          end as next_state\n"
    "              from public.damage_current head where head.damage_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'paid' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.damage_transitions earlier where earlier.damage_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.damage_transitions\n"
    "        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'paid', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    -- timers of all of them\n    , ended_1 as (\n"
    "      delete from public.damage_pending p\n"
    "        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'confirm')))) and p.declaration in ('work transfer')\n"
    "    )\n    , asleep_1 as (\n      update public.damage_pending p set is_asleep = true\n"
    "        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('transfer', 'confirm')))) and p.declaration in ('paying.close')\n"
    "    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'paid' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.damage_paid(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.damage_closed_by_hand(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $3 is null and $4 is null and $5 is null then\n"
    "    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('confirm', 'closed')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null and $5 is null then\n    update public.damage_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('confirm', 'closed')) move (from_state, to_state)\n"
    "      where head.damage_id = $1 and case when head.state = move.from_state then public.damage_is_free(null::boolean) and public.damage_model_2_918ad85b405458c6() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.damage_current head where head.damage_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.damage_transitions made where made.damage_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'closed_by_hand' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'damage'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    if not ($5 is null) then\n"
    "      perform from public.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim\n"
    "        and (p.is_work);\n"
    "      if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "        outcome.status := 'CONFLICT';\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome.to_state := case outcome.from_state\n      when 'confirm' then 'closed'\n    end;\n"
    "    if outcome.to_state is null then\n      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'closed_by_hand' || ' is not allowed in ' || outcome.from_state || '; public.damage_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.damage_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.damage_transitions\n"
    "    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'closed_by_hand', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n"
    "  if (outcome.from_state, outcome.to_state) in (('confirm', 'closed')) then\n"
    "    delete from public.damage_pending p\n      where p.damage_id = $1 and p.declaration in ('paying.close');\n"
    "  end if;\n  if not ($5 is null) then\n"
    "    update public.damage_pending p set claim = p.claim + 1, attempts = 0, last_error = null,\n"
    "        due_at = least(clock_timestamp(), outcome.created_at)\n"
    "          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end\n"
    "      from public.damage_pending_rules rule\n"
    "      where rule.declaration = p.declaration and p.is_work and p.damage_id = $1\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence;\n  end if;\n  return outcome;\nend\n"
    "$pawl$;\n"
    "comment on function public.damage_closed_by_hand(bigint, text, text, integer, public.pawl_item) is 'closed by hand';\n"
    "\n-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.damage_closed_by_hand_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.damage_closed_by_hand_many(bigint[], text, text[], integer[]);\n  end if;\nend\n"
    "$pawl1$;\ncreate or replace function public.damage_closed_by_hand_many(id bigint[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy bigint[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update public.damage_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'confirm' then 'closed'\n              end as next_state\n"
    "                from public.damage_current head where head.damage_id = given.id for no key update skip locked) head\n"
    "            where (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6())\n"
    "              and not (select count(*) <> count(distinct given.id) from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.damage_transitions earlier\n"
    "            where earlier.damage_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.damage_transitions\n"
    "        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'closed_by_hand', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    -- timers of all of them\n    , ended_1 as (\n"
    "      delete from public.damage_pending p\n"
    "        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('confirm', 'closed')))) and p.declaration in ('paying.close')\n"
    "    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from public.damage_closed_by_hand_many(array(select others.id from others order by others.turn), $2,\n"
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
    "      left join lateral (select true as is_ours from public.damage_current head where head.damage_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id) given\n"
    "      cross join lateral (select from public.damage_current head where head.damage_id = given.id for no key update) head;\n"
    "  end if;\n  if not repeats then -- a statement changes a row of the queue once\n"
    "    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.damage_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.damage_model_2_918ad85b405458c6()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'confirm' then 'closed'\n          end as next_state\n"
    "              from public.damage_current head where head.damage_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'closed_by_hand' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.damage_transitions earlier where earlier.damage_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.damage_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.damage_transitions\n"
    "        (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'closed_by_hand', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    -- timers of all of them\n    , ended_1 as (\n"
    "      delete from public.damage_pending p\n"
    "        where p.damage_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('confirm', 'closed')))) and p.declaration in ('paying.close')\n"
    "    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'closed_by_hand' || ' is not allowed in ' || given.state || '; public.damage_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.damage_current head where head.damage_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.damage_closed_by_hand(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.damage_pending_claim(\n"
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
    "             where type_lock.machine = 'damage' and type_lock.mode is not null\n"
    "               and (type_lock.until is null or type_lock.until > moment)) then\n"
    "    return; -- workers leave a frozen machine alone\n  end if;\n"
    "  foreach works in array array[false, true] loop\n    continue when room < 1 or works <> ($2 = 'work');\n"
    "    return query\n      with due as materialized (\n        select p.ctid as place from public.damage_pending p\n"
    "          where p.is_work = works and p.parked_at is null and p.is_asleep = false\n"
    "            and p.due_at <= moment and public.damage_model_2_918ad85b405458c6()\n"
    "          order by p.due_at limit room for update skip locked\n      ), leased as (\n"
    "        update public.damage_pending p\n"
    "          set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1,\n"
    "            attempts = p.attempts + 1,\n            -- `else` is tried so often, too\n"
    "            parked_at = case when p.attempts >= rule.attempts\n"
    "              + case when p.is_work and rule.event is not null then 20 else 0 end\n"
    "              then moment end,\n"
    "            last_error = case when p.attempts >= rule.attempts and p.last_error is null\n"
    "              then 'its workers came to no end' else p.last_error end\n"
    "          from due, public.damage_pending_rules rule\n"
    "          where p.ctid = due.place and rule.declaration = p.declaration\n"
    "          returning p.*, rule.event, rule.attempts as allowed\n      )\n"
    "      select leased.damage_id, row(leased.declaration, leased.fence, leased.claim)::public.pawl_item,\n"
    "        leased.event, leased.attempts, coalesce(leased.attempts > leased.allowed, false),\n"
    "        leased.parked_at is not null, leased.due_at from leased;\n    get diagnostics taken = row_count;\n"
    "    room := room - taken;\n  end loop;\nend\n$pawl$;\n"
    "comment on function public.damage_pending_claim(integer, text, interval) is\n"
    "  'Leases what is due, the longest due first; each row is to be completed, or said not_yet or fail of. What is_spent has no attempt left: complete it without an event. What is_parked is only told.';\n"
    "\n"
    "create or replace function public.damage_pending_complete(id bigint, item public.pawl_item, event text default null,\n"
    "  args jsonb default null, actor text default null, request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  fired text := $3;\nbegin\n"
    "  lock table only public.damage_current in row share mode; -- a later freeze or migration waits\n"
    "  if fired is null then\n"
    "    select rule.event into fired from public.damage_pending_rules rule where rule.declaration = ($2).declaration;\n"
    "  end if;\n  case when $2 is null then\n    outcome.status := 'MISUSE';\n  when fired = 'assess' then\n"
    "    outcome := public.damage_assess($1, ($4->>'amount')::bigint, ($4->>'note')::text,\n"
    "      $5, $6, null::integer, $2);\n  when fired = 'escalate' then\n    outcome := public.damage_escalate($1,\n"
    "      $5, $6, null::integer, $2);\n  when fired = 'remind' then\n    outcome := public.damage_remind($1,\n"
    "      $5, $6, null::integer, $2);\n  when fired = 'repeat' then\n    outcome := public.damage_repeat($1,\n"
    "      $5, $6, null::integer, $2);\n  when fired = 'close' then\n    outcome := public.damage_close($1,\n"
    "      $5, $6, null::integer, $2);\n  when fired = 'pay' then\n    outcome := public.damage_pay($1,\n"
    "      $5, $6, null::integer, $2);\n  when fired = 'note' then\n    outcome := public.damage_note($1,\n"
    "      $5, $6, null::integer, $2);\n  when fired = 'paid' then\n    outcome := public.damage_paid($1,\n"
    "      $5, $6, null::integer, $2);\n  when fired = 'closed_by_hand' then\n"
    "    outcome := public.damage_closed_by_hand($1,\n      $5, $6, null::integer, $2);\n  else\n"
    "    outcome.status := 'MISUSE';\n  end case;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.damage_pending_complete(bigint, public.pawl_item, text, jsonb, text, text) is\n"
    "  'Fires the event, or the one of a timer or of `else`, if the caller still has the claim, otherwise CONFLICT. args are the event''s parameters by name.';\n"
    "\n"
    "create or replace function public.damage_pending_not_yet(id bigint, item public.pawl_item, pause interval default null)\n"
    "returns boolean\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n  if $3 < interval '0' or $3 > interval '36525 days' then\n"
    "    raise exception 'a pause is not less than nothing, and at most 100 years'\n"
    "      using errcode = 'invalid_parameter_value';\n  end if;\n"
    "  perform from public.damage_current head where head.damage_id = $1 for no key update;\n"
    "  update public.damage_pending p\n"
    "    set due_at = clock_timestamp() + coalesce($3, rule.every), claim = p.claim + 1,\n"
    "      attempts = p.attempts - 1, last_error = null\n    from public.damage_pending_rules rule\n"
    "    where rule.declaration = p.declaration and p.damage_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"
    "      and p.claim = ($2).claim and p.parked_at is null and public.damage_model_2_918ad85b405458c6();\n"
    "  return found;\nend\n$pawl$;\n"
    "comment on function public.damage_pending_not_yet(bigint, public.pawl_item, interval) is\n"
    "  'Tried again later; no attempt is counted. False where the claim is lost.';\n\n"
    "create or replace function public.damage_pending_fail(id bigint, item public.pawl_item, error text)\n"
    "returns boolean\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n"
    "  perform from public.damage_current head where head.damage_id = $1 for no key update;\n"
    "  update public.damage_pending p\n    set claim = p.claim + 1, last_error = $3,\n"
    "      -- with its last attempt it is due at once for whoever fires `else`, or put aside\n"
    "      parked_at = case when p.attempts >= rule.attempts\n"
    "        + case when p.is_work and rule.event is not null then 1 else 0 end\n        then clock_timestamp() end,\n"
    "      due_at = clock_timestamp() + case when p.attempts >= rule.attempts then interval '0'\n"
    "        else least(rule.backoff_to,\n"
    "            rule.backoff_from * power(2, least(p.attempts - 1, 30))) * (1 + random() / 4) end\n"
    "    from public.damage_pending_rules rule\n"
    "    where rule.declaration = p.declaration and p.damage_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"
    "      and p.claim = ($2).claim and p.parked_at is null and public.damage_model_2_918ad85b405458c6();\n"
    "  return found;\nend\n$pawl$;\n"
    "comment on function public.damage_pending_fail(bigint, public.pawl_item, text) is\n"
    "  'Tried again after a pause that doubles, or put aside when its attempts are spent. False where the claim is lost.';\n"
    "\n"
    "create or replace function public.damage_pending_extend(id bigint, item public.pawl_item, lease interval default null)\n"
    "returns boolean\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n  if $3 <= interval '0' or $3 > interval '36525 days' then\n"
    "    raise exception 'a lease is more than nothing, and at most 100 years'\n"
    "      using errcode = 'invalid_parameter_value';\n  end if;\n"
    "  perform from public.damage_current head where head.damage_id = $1 for no key update;\n"
    "  update public.damage_pending p\n    set due_at = clock_timestamp() + coalesce($3, rule.lease)\n"
    "    from public.damage_pending_rules rule\n"
    "    where rule.declaration = p.declaration and p.damage_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"
    "      and p.claim = ($2).claim and p.parked_at is null and public.damage_model_2_918ad85b405458c6();\n"
    "  return found;\nend\n$pawl$;\n"
    "comment on function public.damage_pending_extend(bigint, public.pawl_item, interval) is\n"
    "  'The lease begins anew. False where the claim is lost.';\n\n"
    "create or replace function public.damage_pending_retry(id bigint, declaration text)\nreturns boolean\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n"
    "  perform from public.damage_current head where head.damage_id = $1 for no key update;\n"
    "  update public.damage_pending p\n    set parked_at = null, due_at = clock_timestamp(), attempts = 0\n"
    "    where p.damage_id = $1 and p.declaration = $2 and p.parked_at is not null and public.damage_model_2_918ad85b405458c6();\n"
    "  return found;\nend\n$pawl$;\nrevoke all on function public.damage_pending_retry(bigint, text) from public;\n"
    "grant execute on function public.damage_pending_retry(bigint, text) to pawl_app, pawl_operator;\n"
    "comment on function public.damage_pending_retry(bigint, text) is\n"
    "  'What was put aside is due again. False where nothing is.';\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function public.damage_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('damage'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then\n"
    "      outcome.detail := 'machine damage: ' || waiting.event || ' was deferred for ' || waiting.entity\n"
    "        || ', which is no key of it';\n      given := null;\n    end if;\n    case waiting.event\n"
    "    when 'create' then\n"
    "      outcome := case when cardinality(given) = 1 then public.damage_create(waiting.entity::bigint, timestamptz 'epoch' + (given[1]::bigint / 1000000000000)::float8 * interval '1000000 seconds'\n"
    "        + (given[1]::bigint % 1000000000000)::float8 * interval '1 microsecond',\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'assess' then\n"
    "      outcome := case when cardinality(given) = 2 then public.damage_assess(waiting.entity::bigint, given[1]::bigint, given[2],\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n"
    "    when 'escalate' then\n"
    "      outcome := case when cardinality(given) = 0 then public.damage_escalate(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n"
    "    when 'remind' then\n"
    "      outcome := case when cardinality(given) = 0 then public.damage_remind(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n"
    "    when 'repeat' then\n"
    "      outcome := case when cardinality(given) = 0 then public.damage_repeat(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n"
    "    when 'close' then\n"
    "      outcome := case when cardinality(given) = 0 then public.damage_close(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n"
    "    when 'pay' then\n"
    "      outcome := case when cardinality(given) = 0 then public.damage_pay(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n"
    "    when 'note' then\n"
    "      outcome := case when cardinality(given) = 0 then public.damage_note(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n"
    "    when 'paid' then\n"
    "      outcome := case when cardinality(given) = 0 then public.damage_paid(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n"
    "    when 'closed_by_hand' then\n"
    "      outcome := case when cardinality(given) = 0 then public.damage_closed_by_hand(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n    else\n"
    "      outcome.detail := 'machine damage: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'damage' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('public'::text,\n"
    "  '{damage_create,damage_create_many,damage_assess,damage_assess_many,damage_escalate,damage_escalate_many,damage_remind,damage_remind_many,damage_repeat,damage_repeat_many,damage_close,damage_close_many,damage_pay,damage_pay_many,damage_note,damage_note_many,damage_paid,damage_paid_many,damage_closed_by_hand,damage_closed_by_hand_many,damage_pending_claim,damage_pending_complete,damage_pending_not_yet,damage_pending_fail,damage_pending_extend,damage_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('damage', '918ad85b405458c6', 2, clock_timestamp(), E'{\"name\":\"damage\",\"label\":\"Claim of damages\",\"fingerprint\":\"918ad85b405458c6\",\"doc\":\"Timers and work: a claim of damages, with a key that is a number.\",\"key_type\":\"bigint\",\"entity\":{\"table\":\"damages\",\"column\":\"id\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"reported\",\"label\":\"Reported\",\"stored\":\"reported\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[],\"work\":0},{\"name\":\"assessed\",\"label\":\"assessed\",\"stored\":\"assessed\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"transfer\",\"label\":\"transfer\",\"stored\":\"transfer\",\"initial\":false,\"final\":false,\"parent\":\"paying\",\"enter\":[],\"leave\":[],\"work\":1},{\"name\":\"confirm\",\"label\":\"confirm\",\"stored\":\"confirm\",\"initial\":false,\"final\":false,\"parent\":\"paying\",\"enter\":[],\"leave\":[]},{\"name\":\"closed\",\"label\":\"closed\",\"stored\":\"closed\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[{\"name\":\"paying\",\"label\":\"paying\",\"initial\":\"transfer\",\"enter\":[],\"leave\":[]}],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"closes_at\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"closes_at\"}],\"serialize_by\":[]},{\"name\":\"assess\",\"label\":\"assess\",\"stored\":\"assess\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"amount\",\"type\":\"bigint\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"note\",\"type\":\"text\",\"optional\":true,\"column\":\"note\"}],\"serialize_by\":[]},{\"name\":\"escalate\",\"label\":\"escalate\",\"stored\":\"escalate\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"remind\",\"label\":\"remind\",\"stored\":\"remind\",\"creation\":false,\"timer\":true,\"params\":[],\"serialize_by\":[]},{\"name\":\"repeat\",\"label\":\"repeat\",\"stored\":\"repeat\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"close\",\"label\":\"close\",\"stored\":\"close\",\"creation\":false,\"timer\":true,\"params\":[],\"serialize_by\":[]},{\"name\":\"pay\",\"label\":\"pay\",\"stored\":\"pay\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"note\",\"label\":\"note\",\"stored\":\"note\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"paid\",\"label\":\"paid\",\"stored\":\"paid\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"closed_by_hand\",\"label\":\"closed by hand\",\"stored\":\"closed_by_hand\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"closes_at\",\"type\":\"timestamp\"},{\"name\":\"amount\",\"type\":\"bigint\"},{\"name\":\"note\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"reported\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"assess\",\"from\":\"reported\",\"target\":\"to\",\"to\":\"assessed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"escalate\",\"from\":\"reported\",\"target\":\"to\",\"to\":\"assessed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"remind\",\"from\":\"assessed\",\"target\":\"stay\",\"to\":\"assessed\",\"reopens\":false,\"timer\":0,\"conditions\":[{\"guard\":\"small\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"repeat\",\"from\":\"assessed\",\"target\":\"stay\",\"to\":\"assessed\",\"reopens\":false,\"conditions\":[{\"guard\":\"small\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"repeat\",\"from\":\"assessed\",\"target\":\"same\",\"to\":\"assessed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"close\",\"from\":\"assessed\",\"target\":\"to\",\"to\":\"closed\",\"reopens\":false,\"timer\":1,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"pay\",\"from\":\"assessed\",\"target\":\"to\",\"to\":\"paying\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"close\",\"from\":\"paying\",\"target\":\"to\",\"to\":\"closed\",\"reopens\":false,\"timer\":2,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"note\",\"from\":\"paying\",\"target\":\"stay\",\"to\":\"paying\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"paid\",\"from\":\"transfer\",\"target\":\"to\",\"to\":\"confirm\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"closed_by_hand\",\"from\":\"confirm\",\"target\":\"to\",\"to\":\"closed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"reported\",\"arrow\":0},{\"event\":\"assess\",\"from\":\"reported\",\"to\":\"assessed\",\"arrow\":1},{\"event\":\"escalate\",\"from\":\"reported\",\"to\":\"assessed\",\"arrow\":2},{\"event\":\"remind\",\"from\":\"assessed\",\"to\":\"assessed\",\"arrow\":3},{\"event\":\"repeat\",\"from\":\"assessed\",\"to\":\"assessed\",\"arrow\":4},{\"event\":\"repeat\",\"from\":\"assessed\",\"to\":\"assessed\",\"arrow\":5},{\"event\":\"close\",\"from\":\"assessed\",\"to\":\"closed\",\"arrow\":6},{\"event\":\"close\",\"from\":\"transfer\",\"to\":\"closed\",\"arrow\":8},{\"event\":\"pay\",\"from\":\"assessed\",\"to\":\"transfer\",\"arrow\":7},{\"event\":\"note\",\"from\":\"transfer\",\"to\":\"transfer\",\"arrow\":9},{\"event\":\"note\",\"from\":\"confirm\",\"to\":\"confirm\",\"arrow\":9},{\"event\":\"paid\",\"from\":\"transfer\",\"to\":\"confirm\",\"arrow\":10},{\"event\":\"closed_by_hand\",\"from\":\"confirm\",\"to\":\"closed\",\"arrow\":11}],\"ignores\":[],\"timers\":[{\"event\":\"remind\",\"place\":\"assessed\",\"after_ms\":1209600000,\"every_ms\":86400000},{\"event\":\"close\",\"place\":\"assessed\",\"at\":{\"kind\":\"created\",\"column\":\"closes_at\",\"event\":\"create\"}},{\"event\":\"close\",\"place\":\"paying\",\"after_ms\":1500}],\"guards\":[{\"name\":\"small\",\"postgres\":{\"text\":\"select :id < 100\",\"references\":[{\"kind\":\"key\",\"offset\":7,\"length\":3}]},\"sqlite\":{\"text\":\"select :id < 100\",\"references\":[{\"kind\":\"key\",\"offset\":7,\"length\":3}]}}],\"effects\":[],\"works\":[{\"place\":\"reported\",\"hook\":{\"name\":\"assess_damage\"},\"lease_ms\":120000,\"every_ms\":30000,\"backoff_from_ms\":5000,\"backoff_to_ms\":60000,\"attempts\":3,\"else\":\"escalate\"},{\"place\":\"transfer\",\"hook\":{\"name\":\"pay_out\"},\"lease_ms\":60000}],\"asserts\":[],\"scenarios\":[],\"allows\":[{\"code\":\"W015\",\"reason\":\"most claims have no such day\"}],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.damage_current\",\"transitions\":\"public.damage_transitions\",\"pending\":\"public.damage_pending\",\"parent\":\"public.damages\",\"parent_column\":\"id\",\"objects\":\"select object, definition from public.pawl_catalog(''public''::text, ''{damage_current,damage_transitions,damage_moves,damage_state,damage_pending,damage_pending_rules}''::text[], ''{damage_model_2_918ad85b405458c6,damage_is_free,damage_guard_small,damage_create,damage_create_many,damage_assess,damage_assess_many,damage_escalate,damage_escalate_many,damage_remind,damage_remind_many,damage_repeat,damage_repeat_many,damage_close,damage_close_many,damage_pay,damage_pay_many,damage_note,damage_note_many,damage_paid,damage_paid_many,damage_closed_by_hand,damage_closed_by_hand_many,damage_pending_claim,damage_pending_complete,damage_pending_not_yet,damage_pending_fail,damage_pending_extend,damage_pending_retry,damage_fire_deferred}''::text[], ''{damage_guard_small}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.damage_current'')::oid, to_regclass(''public.damage_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1),\\\\n  (select format(''its guards and effects use %s, and used %s when they were deployed'', present.names, bound.definition)\\\\n   from public.pawl_objects bound,\\\\n     (select public.pawl_bound_tables(''public''::text, ''{damage_guard_small}''::text[]) as names) present\\\\n   where accepted.is_deployed and bound.machine = ''damage''::text and bound.object = ''tables of guards and effects''::text\\\\n     and bound.definition <> present.names)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from public.damage_current where damage_id = $1::bigint and public.damage_model_2_918ad85b405458c6()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\\\\nfrom public.damage_transitions where damage_id = $1::bigint and public.damage_model_2_918ad85b405458c6() order by sort_key\",\"in_state\":\"select damage_id, state, sort_key, since from public.damage_current\\\\nwhere state = $1::text and (since, damage_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\\\n  and public.damage_model_2_918ad85b405458c6() order by since, damage_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select damage_id, state, sort_key, since from public.damage_current\\\\n    where state < $1::text and (state, since, damage_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\\\n    order by state, since, damage_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select damage_id, state, sort_key, since from public.damage_current\\\\n    where (state, since, damage_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\\\n    order by state, since, damage_id limit $8::bigint\\\\n  ) after\\\\n) others where public.damage_model_2_918ad85b405458c6() order by state, since, damage_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.damage_current where public.damage_model_2_918ad85b405458c6() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\\\\nfrom public.damage_transitions where damage_id = $1::bigint and public.damage_model_2_918ad85b405458c6()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select public.damage_fire_deferred($1::bigint, $2::text) where public.damage_model_2_918ad85b405458c6()\"},\"fire\":{\"create\":\"select public.damage_create($1::bigint, (timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text, $4::text) where public.damage_model_2_918ad85b405458c6()\",\"assess\":\"select public.damage_assess($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::integer, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()\",\"escalate\":\"select public.damage_escalate($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()\",\"remind\":\"select public.damage_remind($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()\",\"repeat\":\"select public.damage_repeat($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()\",\"close\":\"select public.damage_close($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()\",\"pay\":\"select public.damage_pay($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()\",\"note\":\"select public.damage_note($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()\",\"paid\":\"select public.damage_paid($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()\",\"closed_by_hand\":\"select public.damage_closed_by_hand($1::bigint, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.damage_model_2_918ad85b405458c6()\"},\"queue\":{\"table\":\"damage_pending\",\"channel\":\"damage_pending\",\"pending\":[{\"name\":\"assessed.remind\",\"is_work\":false,\"is_of_state\":true,\"event\":\"remind\",\"after_us\":1209600000000,\"lease_us\":60000000,\"every_us\":86400000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"attempts\":20,\"presence\":\"--a---\"},{\"name\":\"assessed.close\",\"is_work\":false,\"is_of_state\":true,\"event\":\"close\",\"at\":{\"kind\":\"created\",\"column\":\"closes_at\",\"event\":\"create\"},\"lease_us\":60000000,\"every_us\":10000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"attempts\":20,\"presence\":\"--a---\"},{\"name\":\"paying.close\",\"is_work\":false,\"is_of_state\":false,\"event\":\"close\",\"after_us\":1500000,\"lease_us\":60000000,\"every_us\":10000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"attempts\":20,\"presence\":\"---az-\"},{\"name\":\"work reported\",\"is_work\":true,\"is_of_state\":true,\"event\":\"escalate\",\"lease_us\":120000000,\"every_us\":30000000,\"backoff_from_us\":5000000,\"backoff_to_us\":60000000,\"attempts\":3,\"presence\":\"-a----\",\"hook\":\"assess_damage\"},{\"name\":\"work transfer\",\"is_work\":true,\"is_of_state\":true,\"lease_us\":60000000,\"every_us\":10000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"presence\":\"---a--\",\"hook\":\"pay_out\"}],\"stays\":[{\"event\":\"remind\",\"from\":\"assessed\",\"alternative\":0},{\"event\":\"repeat\",\"from\":\"assessed\",\"alternative\":0},{\"event\":\"note\",\"from\":\"transfer\",\"alternative\":0}],\"statements\":{\"claim\":\"select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until\\\\nfrom public.damage_pending_claim($1::integer, $2::text, $3::bigint::float8 * interval ''1 microsecond'')\\\\nwhere public.damage_model_2_918ad85b405458c6()\",\"next_due\":\"select due_at from public.damage_pending where is_work = $1::boolean and parked_at is null and is_asleep = false\\\\n  and public.damage_model_2_918ad85b405458c6()\\\\n  and not exists (select 1 from public.pawl_freezes type_lock\\\\n    where type_lock.machine = ''damage'' and type_lock.mode is not null\\\\n      and (type_lock.until is null or type_lock.until > (timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond'')))\\\\norder by due_at limit 1\",\"not_yet\":\"select public.damage_pending_not_yet($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\\\nwhere public.damage_model_2_918ad85b405458c6()\",\"fail\":\"select public.damage_pending_fail($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::text) where public.damage_model_2_918ad85b405458c6()\",\"extend\":\"select public.damage_pending_extend($1::bigint, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\\\nwhere public.damage_model_2_918ad85b405458c6()\",\"retry\":\"select public.damage_pending_retry($1::bigint, $2::text) where public.damage_model_2_918ad85b405458c6()\"}}},\"diagram\":\"digraph \\\\\"damage\\\\\" {\\\\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_damage\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>Claim of damages</b><!--damage-->>; tooltip=\\\\\"Timers and work: a claim of damages, with a key that is a number.\\\\\";\\\\n    \\\\\"damage.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"damage.reported\\\\\" [label=<Reported<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">a worker runs assess<br/>damage, up to 3 failures</font><!--damage.reported-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"damage.assessed\\\\\" [label=<assessed<!--damage.assessed-->>, class=\\\\\"state waiting\\\\\", fillcolor=\\\\\"#fcf0d4\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n    subgraph \\\\\"cluster_damage.paying\\\\\" {\\\\n      class=composite; bgcolor=\\\\\"#fbfbfd\\\\\"; color=\\\\\"#c2cad5\\\\\"; penwidth=1; margin=6; fontsize=13;\\\\n      label=<<b>paying</b><br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">note: stays where it is</font><br align=\\\\\"left\\\\\"/>>;\\\\n      \\\\\"damage.transfer\\\\\" [label=<transfer<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">a worker runs pay out</font><!--damage.transfer-->>, class=\\\\\"state waiting\\\\\", fillcolor=\\\\\"#fcf0d4\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n      \\\\\"damage.confirm\\\\\" [label=<confirm<!--damage.confirm-->>, class=\\\\\"state waiting\\\\\", fillcolor=\\\\\"#fcf0d4\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n    }\\\\n    \\\\\"damage.closed\\\\\" [label=<closed<!--damage.closed-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"damage.\\\\\" -> \\\\\"damage.reported\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"damage.reported\\\\\" -> \\\\\"damage.assessed\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>assess<br align=\\\\\"left\\\\\"/>escalate<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">(by itself after 3 failures)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"assess\\\\\\\\nescalate\\\\\", labeltooltip=\\\\\"assess\\\\\\\\nescalate\\\\\"];\\\\n    \\\\\"damage.assessed\\\\\" -> \\\\\"damage.assessed\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td><font color=\\\\\"#7d5200\\\\\">after 14 days: remind</font><br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[small] (tried every 1 day)<br align=\\\\\"left\\\\\"/>(stays, clocks run on)</font><br align=\\\\\"left\\\\\"/>repeat<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[small] (stays, clocks run on)</font><br align=\\\\\"left\\\\\"/>repeat<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[otherwise] (begins anew)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"remind\\\\\\\\nrepeat\\\\\\\\nrepeat\\\\\", labeltooltip=\\\\\"remind\\\\\\\\nrepeat\\\\\\\\nrepeat\\\\\"];\\\\n    \\\\\"damage.assessed\\\\\" -> \\\\\"damage.closed\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td><font color=\\\\\"#7d5200\\\\\">at the time in closes at: close</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, style=dashed, weight=8, penwidth=2.4, class=\\\\\"move timer main\\\\\", color=\\\\\"#a8761a\\\\\", tooltip=\\\\\"close\\\\\", labeltooltip=\\\\\"close\\\\\"];\\\\n    \\\\\"damage.assessed\\\\\" -> \\\\\"damage.transfer\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>pay<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"pay\\\\\", labeltooltip=\\\\\"pay\\\\\"];\\\\n    \\\\\"damage.closed\\\\\" -> \\\\\"damage.transfer\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td><font color=\\\\\"#7d5200\\\\\">after 1500 milliseconds: close</font><br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">(not in confirm)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, dir=back, lhead=\\\\\"cluster_damage.paying\\\\\", style=dashed, class=\\\\\"move timer\\\\\", color=\\\\\"#a8761a\\\\\", tooltip=\\\\\"close\\\\\", labeltooltip=\\\\\"close\\\\\"];\\\\n    \\\\\"damage.transfer\\\\\" -> \\\\\"damage.confirm\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>paid<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"paid\\\\\", labeltooltip=\\\\\"paid\\\\\"];\\\\n    \\\\\"damage.closed\\\\\" -> \\\\\"damage.confirm\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>closed by hand<br align=\\\\\"left\\\\\"/></td></tr></table>>, dir=back, class=\\\\\"move\\\\\", tooltip=\\\\\"closed_by_hand\\\\\", labeltooltip=\\\\\"closed_by_hand\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#fcf0d4\\\\\" color=\\\\\"#a8761a\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">a clock is running </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#fbfbfd\\\\\" color=\\\\\"#c2cad5\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">arrows from its edge leave every state in it </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to closed </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"dashed\\\\\" color=\\\\\"#a8761a\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">happens only by itself </td><td align=\\\\\"right\\\\\"><font color=\\\\\"#556070\\\\\">[ ]</font></td><td align=\\\\\"left\\\\\">only if this holds </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('damage'::text, 'public'::text, '{damage_current,damage_transitions,damage_moves,damage_state,damage_pending,damage_pending_rules}'::text[], '{damage_model_2_918ad85b405458c6,damage_is_free,damage_guard_small,damage_create,damage_create_many,damage_assess,damage_assess_many,damage_escalate,damage_escalate_many,damage_remind,damage_remind_many,damage_repeat,damage_repeat_many,damage_close,damage_close_many,damage_pay,damage_pay_many,damage_note,damage_note_many,damage_paid,damage_paid_many,damage_closed_by_hand,damage_closed_by_hand_many,damage_pending_claim,damage_pending_complete,damage_pending_not_yet,damage_pending_fail,damage_pending_extend,damage_pending_retry,damage_fire_deferred}'::text[], '{damage_guard_small}'::text[], array[]::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('public.damage_current')::oid, to_regclass('public.damage_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1),\n"
    "  (select format('its guards and effects use %s, and used %s when they were deployed', present.names, bound.definition)\n"
    "   from public.pawl_objects bound,\n"
    "     (select public.pawl_bound_tables('public'::text, '{damage_guard_small}'::text[]) as names) present\n"
    "   where accepted.is_deployed and bound.machine = 'damage'::text and bound.object = 'tables of guards and effects'::text\n"
    "     and bound.definition <> present.names)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from public.damage_current where damage_id = $1::bigint and public.damage_model_2_918ad85b405458c6()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\n"
    "from public.damage_transitions where damage_id = $1::bigint and public.damage_model_2_918ad85b405458c6() order by sort_key", /* history */
    "select damage_id, state, sort_key, since from public.damage_current\n"
    "where state = $1::text and (since, damage_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::bigint)\n"
    "  and public.damage_model_2_918ad85b405458c6() order by since, damage_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select damage_id, state, sort_key, since from public.damage_current\n"
    "    where state < $1::text and (state, since, damage_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::bigint)\n"
    "    order by state, since, damage_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select damage_id, state, sort_key, since from public.damage_current\n"
    "    where (state, since, damage_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::bigint)\n"
    "    order by state, since, damage_id limit $8::bigint\n  ) after\n"
    ") others where public.damage_model_2_918ad85b405458c6() order by state, since, damage_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from public.damage_current where public.damage_model_2_918ad85b405458c6() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\n"
    "from public.damage_transitions where damage_id = $1::bigint and public.damage_model_2_918ad85b405458c6()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    NULL, /* with_key */
    "select public.damage_fire_deferred($1::bigint, $2::text) where public.damage_model_2_918ad85b405458c6()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror, find_key, find_topic */
    NULL, /* find_spelling */
    postgres_fire_of_damage, postgres_fire_many_of_damage,
    NULL, &postgres_queue_of_damage,
};

static const struct pawl_reference sqlite_references_of_damage[] = {
    {PAWL_REFERENCE_KEY, 0},
};

static const struct pawl_hook_sql sqlite_hooks_of_damage[] = {
    {/* small */
     "select ?1 < 100",
     1, &sqlite_references_of_damage[0]},
};

static const struct pawl_queue_statements sqlite_queue_of_damage = {
    "select damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.damage_pending\n"
    "where is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\n"
    "  and exists (select 1 from main.damage_model_2_918ad85b405458c6)\n"
    "  and not exists (select 1 from main.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'damage' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit ?3", /* claim */
    "select due_at from main.damage_pending where is_work = ?1 and parked_at is null and is_asleep = false\n"
    "  and exists (select 1 from main.damage_model_2_918ad85b405458c6)\n"
    "  and not exists (select 1 from main.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'damage' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit 1", /* next_due */
    NULL, /* not_yet */
    NULL, /* fail */
    NULL, /* extend */
    NULL, /* retry */
    "select damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.damage_pending where damage_id = ?1 and exists (select 1 from main.damage_model_2_918ad85b405458c6)", /* of_entity */
    "insert into main.damage_pending (damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", /* insert */
    "update main.damage_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\n"
    "  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\nwhere damage_id = ?1 and declaration = ?2", /* update */
    "delete from main.damage_pending where damage_id = ?1 and declaration = ?2", /* remove */
};

static const struct pawl_statements sqlite_of_damage = {
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
    "-- damage ------------------------------------------------------------------------------------------\n"
    "-- Claim of damages\n-- Timers and work: a claim of damages, with a key that is a number.\n\n"
    "-- where each damage is\ncreate table if not exists main.damage_current (\n"
    "  damage_id integer not null primary key references damages (id),\n  state text not null,\n"
    "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
    "create index if not exists main.damage_current_state_since on damage_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.damage_transitions (\n"
    "  damage_id integer not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  closes_at integer,\n"
    "  amount integer,\n  note text,\n  primary key (damage_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.damage_transitions_request\n"
    "  on damage_transitions (damage_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.damage_moves (event, from_state, to_state) as values\n"
    "  ('create', '', 'reported'),\n  ('assess', 'reported', 'assessed'),\n  ('escalate', 'reported', 'assessed'),\n"
    "  ('remind', 'assessed', 'assessed'),\n  ('repeat', 'assessed', 'assessed'),\n"
    "  ('close', 'assessed', 'closed'),\n  ('close', 'transfer', 'closed'),\n  ('pay', 'assessed', 'transfer'),\n"
    "  ('note', 'transfer', 'transfer'),\n  ('note', 'confirm', 'confirm'),\n  ('paid', 'transfer', 'confirm'),\n"
    "  ('closed_by_hand', 'confirm', 'closed');\n\n-- where each is, to join in queries of one's own\n"
    "create view if not exists main.damage_state as\n  select damage_id, state, sort_key, since from damage_current;\n"
    "\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.damage_model_918ad85b405458c6;\n"
    "create view if not exists main.damage_model_2_918ad85b405458c6 as select 1;\n\n"
    "create trigger if not exists main.damage_current_insert before insert on damage_current\n"
    "when only_libpawl_may_write('damage_current', new.damage_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'damage_current is written by libpawl only: fire an event of damage instead');\n"
    "end;\ncreate trigger if not exists main.damage_current_update before update on damage_current\n"
    "when new.damage_id is not old.damage_id\n"
    "  or only_libpawl_may_write('damage_current', new.damage_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'damage_current is written by libpawl only: fire an event of damage instead');\n"
    "end;\ncreate trigger if not exists main.damage_current_delete before delete on damage_current\n"
    "when only_libpawl_may_write('damage_current', old.damage_id) is not 1\nbegin\n"
    "  select raise(abort, 'damage_current keeps its rows: a damage that has been created stays');\nend;\n"
    "create trigger if not exists main.damage_transitions_insert before insert on damage_transitions\n"
    "when only_libpawl_may_write('damage_transitions(closes_at, amount, note)',\n"
    "  new.damage_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.closes_at,\n  new.amount,\n  new.note) is not 1\nbegin\n"
    "  select raise(abort, 'damage_transitions is written by libpawl only: fire an event of damage instead');\nend;\n"
    "create trigger if not exists main.damage_transitions_update before update on damage_transitions\nbegin\n"
    "  select raise(abort, 'damage_transitions is history: its rows are neither changed nor deleted');\nend;\n"
    "create trigger if not exists main.damage_transitions_delete before delete on damage_transitions\n"
    "when only_libpawl_may_write('damage_transitions', old.damage_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'damage_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "-- timers that run and work that waits: one row for each\ncreate table if not exists main.damage_pending (\n"
    "  damage_id integer not null,\n  declaration text not null,\n  is_work integer not null,\n"
    "  due_at integer not null, -- for whoever has claimed it: the end of his lease\n"
    "  fence integer not null, -- the sort_key of the move that began it\n"
    "  claim integer not null, -- grows with each claim: of two workers the later one counts\n"
    "  attempts integer not null,\n  last_error text,\n"
    "  parked_at integer, -- put aside, because its attempts are spent\n"
    "  is_asleep integer not null, -- the state answers the timer's event in another way\n"
    "  primary key (damage_id, declaration)\n) without rowid;\n"
    "create index if not exists main.damage_pending_due on damage_pending (is_work, due_at)\n"
    "  where parked_at is null and is_asleep = false;\n\n-- how each timer and work is treated\n"
    "create view if not exists main.damage_pending_rules\n"
    "  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values\n"
    "  ('assessed.remind', false, 'remind', 60000000, 86400000000, 20, 1000000, 600000000),\n"
    "  ('assessed.close', false, 'close', 60000000, 10000000, 20, 1000000, 600000000),\n"
    "  ('paying.close', false, 'close', 60000000, 10000000, 20, 1000000, 600000000),\n"
    "  ('work reported', true, 'escalate', 120000000, 30000000, 3, 5000000, 60000000),\n"
    "  ('work transfer', true, cast(null as text), 60000000, 10000000, cast(null as integer), 1000000, 600000000);\n\n"
    "create trigger if not exists main.damage_pending_insert before insert on damage_pending\n"
    "when only_libpawl_may_write('damage_pending', new.damage_id, new.declaration, new.is_work, new.due_at, new.fence,\n"
    "  new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1\nbegin\n"
    "  select raise(abort, 'damage_pending is written by libpawl only: it follows the events of damage');\nend;\n"
    "create trigger if not exists main.damage_pending_update before update on damage_pending\n"
    "when new.damage_id is not old.damage_id or new.declaration is not old.declaration\n"
    "  or only_libpawl_may_write('damage_pending', new.damage_id, new.declaration, new.is_work, new.due_at, new.fence,\n"
    "    new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1\nbegin\n"
    "  select raise(abort, 'damage_pending is written by libpawl only: it follows the events of damage');\nend;\n"
    "create trigger if not exists main.damage_pending_delete before delete on damage_pending\n"
    "when only_libpawl_may_write('damage_pending', old.damage_id, old.declaration) is not 1\nbegin\n"
    "  select raise(abort, 'damage_pending is written by libpawl only: it follows the events of damage');\nend;\n\n"
    "create temp trigger if not exists damage_exact_key instead of insert on main.damage_model_2_918ad85b405458c6\n"
    "begin\n"
    "  select raise(rollback, 'machine damage: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')\n"
    "    where new.\"1\" = 1;\n"
    "  select raise(rollback, 'machine damage: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')\n"
    "    where new.\"1\" = 2;\nend;\ninsert into main.damage_model_2_918ad85b405458c6\nselect 1\n"
    " where exists (select 1 from pragma_table_xinfo('damages', 'main'))\n"
    "   and not exists (select 1 from pragma_index_list('damages', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and not i.partial and c.key and c.name = 'id' collate nocase\n"
    "            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)\n"
    "   and (select group_concat(k.name) from pragma_table_xinfo('damages', 'main') k where k.pk)\n"
    "     is not 'id' collate nocase\nunion all\nselect 2\n"
    " where exists (select 1 from pragma_table_xinfo('damages', 'main') c\n"
    "          where c.name = 'id' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')\n"
    "            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made\n"
    "                               where made.name = 'damages' collate nocase and made.sql like '%strict%')))\n;\n\n"
    "insert into main.pawl_objects (machine, object, definition)\n"
    "select 'damage', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('damage_current', 'damage_transitions', 'damage_moves', 'damage_state',\n"
    "      'damage_pending', 'damage_pending_rules', 'damage_model_2_918ad85b405458c6')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'damage'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> '918ad85b405458c6' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'damage' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'damage', '918ad85b405458c6', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'damage' and fingerprint = '918ad85b405458c6'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"damage\",\"label\":\"Claim of damages\",\"fingerprint\":\"918ad85b405458c6\",\"doc\":\"Timers and work: a claim of damages, with a key that is a number.\",\"key_type\":\"bigint\",\"entity\":{\"table\":\"damages\",\"column\":\"id\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"reported\",\"label\":\"Reported\",\"stored\":\"reported\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[],\"work\":0},{\"name\":\"assessed\",\"label\":\"assessed\",\"stored\":\"assessed\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"transfer\",\"label\":\"transfer\",\"stored\":\"transfer\",\"initial\":false,\"final\":false,\"parent\":\"paying\",\"enter\":[],\"leave\":[],\"work\":1},{\"name\":\"confirm\",\"label\":\"confirm\",\"stored\":\"confirm\",\"initial\":false,\"final\":false,\"parent\":\"paying\",\"enter\":[],\"leave\":[]},{\"name\":\"closed\",\"label\":\"closed\",\"stored\":\"closed\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[{\"name\":\"paying\",\"label\":\"paying\",\"initial\":\"transfer\",\"enter\":[],\"leave\":[]}],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"closes_at\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"closes_at\"}],\"serialize_by\":[]},{\"name\":\"assess\",\"label\":\"assess\",\"stored\":\"assess\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"amount\",\"type\":\"bigint\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"note\",\"type\":\"text\",\"optional\":true,\"column\":\"note\"}],\"serialize_by\":[]},{\"name\":\"escalate\",\"label\":\"escalate\",\"stored\":\"escalate\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"remind\",\"label\":\"remind\",\"stored\":\"remind\",\"creation\":false,\"timer\":true,\"params\":[],\"serialize_by\":[]},{\"name\":\"repeat\",\"label\":\"repeat\",\"stored\":\"repeat\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"close\",\"label\":\"close\",\"stored\":\"close\",\"creation\":false,\"timer\":true,\"params\":[],\"serialize_by\":[]},{\"name\":\"pay\",\"label\":\"pay\",\"stored\":\"pay\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"note\",\"label\":\"note\",\"stored\":\"note\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"paid\",\"label\":\"paid\",\"stored\":\"paid\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"closed_by_hand\",\"label\":\"closed by hand\",\"stored\":\"closed_by_hand\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"closes_at\",\"type\":\"timestamp\"},{\"name\":\"amount\",\"type\":\"bigint\"},{\"name\":\"note\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"reported\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"assess\",\"from\":\"reported\",\"target\":\"to\",\"to\":\"assessed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"escalate\",\"from\":\"reported\",\"target\":\"to\",\"to\":\"assessed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"remind\",\"from\":\"assessed\",\"target\":\"stay\",\"to\":\"assessed\",\"reopens\":false,\"timer\":0,\"conditions\":[{\"guard\":\"small\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"repeat\",\"from\":\"assessed\",\"target\":\"stay\",\"to\":\"assessed\",\"reopens\":false,\"conditions\":[{\"guard\":\"small\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"repeat\",\"from\":\"assessed\",\"target\":\"same\",\"to\":\"assessed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"close\",\"from\":\"assessed\",\"target\":\"to\",\"to\":\"closed\",\"reopens\":false,\"timer\":1,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"pay\",\"from\":\"assessed\",\"target\":\"to\",\"to\":\"paying\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"close\",\"from\":\"paying\",\"target\":\"to\",\"to\":\"closed\",\"reopens\":false,\"timer\":2,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"note\",\"from\":\"paying\",\"target\":\"stay\",\"to\":\"paying\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"paid\",\"from\":\"transfer\",\"target\":\"to\",\"to\":\"confirm\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"closed_by_hand\",\"from\":\"confirm\",\"target\":\"to\",\"to\":\"closed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"reported\",\"arrow\":0},{\"event\":\"assess\",\"from\":\"reported\",\"to\":\"assessed\",\"arrow\":1},{\"event\":\"escalate\",\"from\":\"reported\",\"to\":\"assessed\",\"arrow\":2},{\"event\":\"remind\",\"from\":\"assessed\",\"to\":\"assessed\",\"arrow\":3},{\"event\":\"repeat\",\"from\":\"assessed\",\"to\":\"assessed\",\"arrow\":4},{\"event\":\"repeat\",\"from\":\"assessed\",\"to\":\"assessed\",\"arrow\":5},{\"event\":\"close\",\"from\":\"assessed\",\"to\":\"closed\",\"arrow\":6},{\"event\":\"close\",\"from\":\"transfer\",\"to\":\"closed\",\"arrow\":8},{\"event\":\"pay\",\"from\":\"assessed\",\"to\":\"transfer\",\"arrow\":7},{\"event\":\"note\",\"from\":\"transfer\",\"to\":\"transfer\",\"arrow\":9},{\"event\":\"note\",\"from\":\"confirm\",\"to\":\"confirm\",\"arrow\":9},{\"event\":\"paid\",\"from\":\"transfer\",\"to\":\"confirm\",\"arrow\":10},{\"event\":\"closed_by_hand\",\"from\":\"confirm\",\"to\":\"closed\",\"arrow\":11}],\"ignores\":[],\"timers\":[{\"event\":\"remind\",\"place\":\"assessed\",\"after_ms\":1209600000,\"every_ms\":86400000},{\"event\":\"close\",\"place\":\"assessed\",\"at\":{\"kind\":\"created\",\"column\":\"closes_at\",\"event\":\"create\"}},{\"event\":\"close\",\"place\":\"paying\",\"after_ms\":1500}],\"guards\":[{\"name\":\"small\",\"postgres\":{\"text\":\"select :id < 100\",\"references\":[{\"kind\":\"key\",\"offset\":7,\"length\":3}]},\"sqlite\":{\"text\":\"select :id < 100\",\"references\":[{\"kind\":\"key\",\"offset\":7,\"length\":3}]}}],\"effects\":[],\"works\":[{\"place\":\"reported\",\"hook\":{\"name\":\"assess_damage\"},\"lease_ms\":120000,\"every_ms\":30000,\"backoff_from_ms\":5000,\"backoff_to_ms\":60000,\"attempts\":3,\"else\":\"escalate\"},{\"place\":\"transfer\",\"hook\":{\"name\":\"pay_out\"},\"lease_ms\":60000}],\"asserts\":[],\"scenarios\":[],\"allows\":[{\"code\":\"W015\",\"reason\":\"most claims have no such day\"}],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.damage_current\",\"transitions\":\"main.damage_transitions\",\"pending\":\"main.damage_pending\",\"parent\":\"main.damages\",\"parent_column\":\"id\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''damage_current'', ''damage_transitions'', ''damage_moves'', ''damage_state'',\\n    ''damage_pending'', ''damage_pending_rules'', ''damage_model_2_918ad85b405458c6'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.damage_current where damage_id = ?1 and exists (select 1 from main.damage_model_2_918ad85b405458c6)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\\nfrom main.damage_transitions where damage_id = ?1 and exists (select 1 from main.damage_model_2_918ad85b405458c6) order by sort_key\",\"in_state\":\"select damage_id, state, sort_key, since from main.damage_current\\nwhere state = ?1 and (since, damage_id) > (?2, ?3)\\n  and exists (select 1 from main.damage_model_2_918ad85b405458c6) order by since, damage_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select damage_id, state, sort_key, since from main.damage_current\\n    where state < ?1 and (state, since, damage_id) > (?2, ?3, ?4)\\n    order by state, since, damage_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select damage_id, state, sort_key, since from main.damage_current\\n    where (state, since, damage_id) > (?5, ?6, ?7)\\n    order by state, since, damage_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.damage_model_2_918ad85b405458c6) order by state, since, damage_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.damage_current where exists (select 1 from main.damage_model_2_918ad85b405458c6) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\\nfrom main.damage_transitions where damage_id = ?1 and exists (select 1 from main.damage_model_2_918ad85b405458c6)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_parent\":\"select 1 from main.damages where id = ?1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, closes_at, amount, note\\nfrom main.damage_transitions where damage_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.damage_current (damage_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.damage_current set state = ?2, sort_key = ?3, since = ?4\\nwhere damage_id = ?1\",\"insert_transition\":\"insert into main.damage_transitions\\n  (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9, ?10, ?11)\",\"find_creation\":\"select closes_at, amount, note from main.damage_transitions where damage_id = ?1 and sort_key = 10\"},\"fire\":{},\"queue\":{\"table\":\"damage_pending\",\"channel\":\"damage_pending\",\"pending\":[{\"name\":\"assessed.remind\",\"is_work\":false,\"is_of_state\":true,\"event\":\"remind\",\"after_us\":1209600000000,\"lease_us\":60000000,\"every_us\":86400000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"attempts\":20,\"presence\":\"--a---\"},{\"name\":\"assessed.close\",\"is_work\":false,\"is_of_state\":true,\"event\":\"close\",\"at\":{\"kind\":\"created\",\"column\":\"closes_at\",\"event\":\"create\"},\"lease_us\":60000000,\"every_us\":10000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"attempts\":20,\"presence\":\"--a---\"},{\"name\":\"paying.close\",\"is_work\":false,\"is_of_state\":false,\"event\":\"close\",\"after_us\":1500000,\"lease_us\":60000000,\"every_us\":10000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"attempts\":20,\"presence\":\"---az-\"},{\"name\":\"work reported\",\"is_work\":true,\"is_of_state\":true,\"event\":\"escalate\",\"lease_us\":120000000,\"every_us\":30000000,\"backoff_from_us\":5000000,\"backoff_to_us\":60000000,\"attempts\":3,\"presence\":\"-a----\",\"hook\":\"assess_damage\"},{\"name\":\"work transfer\",\"is_work\":true,\"is_of_state\":true,\"lease_us\":60000000,\"every_us\":10000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"presence\":\"---a--\",\"hook\":\"pay_out\"}],\"stays\":[{\"event\":\"remind\",\"from\":\"assessed\",\"alternative\":0},{\"event\":\"repeat\",\"from\":\"assessed\",\"alternative\":0},{\"event\":\"note\",\"from\":\"transfer\",\"alternative\":0}],\"statements\":{\"claim\":\"select damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.damage_pending\\nwhere is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\\n  and exists (select 1 from main.damage_model_2_918ad85b405458c6)\\n  and not exists (select 1 from main.pawl_freezes type_lock\\n    where type_lock.machine = ''damage'' and type_lock.mode is not null\\n      and (type_lock.until is null or type_lock.until > ?2))\\norder by due_at limit ?3\",\"next_due\":\"select due_at from main.damage_pending where is_work = ?1 and parked_at is null and is_asleep = false\\n  and exists (select 1 from main.damage_model_2_918ad85b405458c6)\\n  and not exists (select 1 from main.pawl_freezes type_lock\\n    where type_lock.machine = ''damage'' and type_lock.mode is not null\\n      and (type_lock.until is null or type_lock.until > ?2))\\norder by due_at limit 1\",\"of_entity\":\"select damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.damage_pending where damage_id = ?1 and exists (select 1 from main.damage_model_2_918ad85b405458c6)\",\"insert\":\"insert into main.damage_pending (damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)\",\"update\":\"update main.damage_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\\n  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\\nwhere damage_id = ?1 and declaration = ?2\",\"remove\":\"delete from main.damage_pending where damage_id = ?1 and declaration = ?2\"}}},\"diagram\":\"digraph \\\"damage\\\" {\\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_damage\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Claim of damages</b><!--damage-->>; tooltip=\\\"Timers and work: a claim of damages, with a key that is a number.\\\";\\n    \\\"damage.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"damage.reported\\\" [label=<Reported<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">a worker runs assess<br/>damage, up to 3 failures</font><!--damage.reported-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"damage.assessed\\\" [label=<assessed<!--damage.assessed-->>, class=\\\"state waiting\\\", fillcolor=\\\"#fcf0d4\\\", color=\\\"#a8761a\\\"];\\n    subgraph \\\"cluster_damage.paying\\\" {\\n      class=composite; bgcolor=\\\"#fbfbfd\\\"; color=\\\"#c2cad5\\\"; penwidth=1; margin=6; fontsize=13;\\n      label=<<b>paying</b><br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">note: stays where it is</font><br align=\\\"left\\\"/>>;\\n      \\\"damage.transfer\\\" [label=<transfer<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">a worker runs pay out</font><!--damage.transfer-->>, class=\\\"state waiting\\\", fillcolor=\\\"#fcf0d4\\\", color=\\\"#a8761a\\\"];\\n      \\\"damage.confirm\\\" [label=<confirm<!--damage.confirm-->>, class=\\\"state waiting\\\", fillcolor=\\\"#fcf0d4\\\", color=\\\"#a8761a\\\"];\\n    }\\n    \\\"damage.closed\\\" [label=<closed<!--damage.closed-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"damage.\\\" -> \\\"damage.reported\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"damage.reported\\\" -> \\\"damage.assessed\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>assess<br align=\\\"left\\\"/>escalate<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">(by itself after 3 failures)</font><br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"assess\\\\nescalate\\\", labeltooltip=\\\"assess\\\\nescalate\\\"];\\n    \\\"damage.assessed\\\" -> \\\"damage.assessed\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td><font color=\\\"#7d5200\\\">after 14 days: remind</font><br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[small] (tried every 1 day)<br align=\\\"left\\\"/>(stays, clocks run on)</font><br align=\\\"left\\\"/>repeat<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[small] (stays, clocks run on)</font><br align=\\\"left\\\"/>repeat<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[otherwise] (begins anew)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"remind\\\\nrepeat\\\\nrepeat\\\", labeltooltip=\\\"remind\\\\nrepeat\\\\nrepeat\\\"];\\n    \\\"damage.assessed\\\" -> \\\"damage.closed\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td><font color=\\\"#7d5200\\\">at the time in closes at: close</font><br align=\\\"left\\\"/></td></tr></table>>, style=dashed, weight=8, penwidth=2.4, class=\\\"move timer main\\\", color=\\\"#a8761a\\\", tooltip=\\\"close\\\", labeltooltip=\\\"close\\\"];\\n    \\\"damage.assessed\\\" -> \\\"damage.transfer\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>pay<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"pay\\\", labeltooltip=\\\"pay\\\"];\\n    \\\"damage.closed\\\" -> \\\"damage.transfer\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td><font color=\\\"#7d5200\\\">after 1500 milliseconds: close</font><br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">(not in confirm)</font><br align=\\\"left\\\"/></td></tr></table>>, dir=back, lhead=\\\"cluster_damage.paying\\\", style=dashed, class=\\\"move timer\\\", color=\\\"#a8761a\\\", tooltip=\\\"close\\\", labeltooltip=\\\"close\\\"];\\n    \\\"damage.transfer\\\" -> \\\"damage.confirm\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>paid<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"paid\\\", labeltooltip=\\\"paid\\\"];\\n    \\\"damage.closed\\\" -> \\\"damage.confirm\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>closed by hand<br align=\\\"left\\\"/></td></tr></table>>, dir=back, class=\\\"move\\\", tooltip=\\\"closed_by_hand\\\", labeltooltip=\\\"closed_by_hand\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#fcf0d4\\\" color=\\\"#a8761a\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">a clock is running </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#fbfbfd\\\" color=\\\"#c2cad5\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">arrows from its edge leave every state in it </td></tr>\\n    <tr><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to closed </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"dashed\\\" color=\\\"#a8761a\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">happens only by itself </td><td align=\\\"right\\\"><font color=\\\"#556070\\\">[ ]</font></td><td align=\\\"left\\\">only if this holds </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'damage' and fingerprint = '918ad85b405458c6' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.damage_current where damage_id = ?1 and exists (select 1 from main.damage_model_2_918ad85b405458c6)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\n"
    "from main.damage_transitions where damage_id = ?1 and exists (select 1 from main.damage_model_2_918ad85b405458c6) order by sort_key", /* history */
    "select damage_id, state, sort_key, since from main.damage_current\n"
    "where state = ?1 and (since, damage_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.damage_model_2_918ad85b405458c6) order by since, damage_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select damage_id, state, sort_key, since from main.damage_current\n"
    "    where state < ?1 and (state, since, damage_id) > (?2, ?3, ?4)\n"
    "    order by state, since, damage_id limit ?8\n  ) before\n  union all\n  select * from (\n"
    "    select damage_id, state, sort_key, since from main.damage_current\n"
    "    where (state, since, damage_id) > (?5, ?6, ?7)\n    order by state, since, damage_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.damage_model_2_918ad85b405458c6) order by state, since, damage_id limit ?8", /* not_in_state */
    "select state, count(*) from main.damage_current where exists (select 1 from main.damage_model_2_918ad85b405458c6) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\n"
    "from main.damage_transitions where damage_id = ?1 and exists (select 1 from main.damage_model_2_918ad85b405458c6)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    NULL, NULL, NULL, /* with_key, fire_deferred, fail_deferred */
    "select 1 from main.damages where id = ?1", /* find_parent */
    "select event, from_state, to_state, sort_key, created_at, closes_at, amount, note\n"
    "from main.damage_transitions where damage_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.damage_current (damage_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.damage_current set state = ?2, sort_key = ?3, since = ?4\nwhere damage_id = ?1", /* update_current */
    "insert into main.damage_transitions\n"
    "  (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11)", /* insert_transition */
    "select closes_at, amount, note from main.damage_transitions where damage_id = ?1 and sort_key = 10", /* find_creation */
    NULL, NULL, NULL, NULL, /* set_mirror, find_key, find_topic, find_spelling */
    NULL, NULL,
    sqlite_hooks_of_damage, &sqlite_queue_of_damage,
};

static const struct pawl_statements *const sql_of_damage[] = {&postgres_of_damage, &sqlite_of_damage};

const struct pawl_machine damage_machine = {
    PAWL_ABI,
    "damage",
    "Claim of damages",
    "918ad85b405458c6",
    "damage_current", "damage_transitions",
    PAWL_TYPE_BIGINT,
    5, 10, 3,
    states_of_damage, events_of_damage, columns_of_damage,
    next_of_damage,
    PAWL_LAYOUT(struct damage_current, struct damage_record),
    2, sql_of_damage,
    1,
    3,
    hooks_of_damage,
    moves_of_damage,
    NULL,
    NULL,
    move_to_of_damage,
    &queue_of_damage, NULL, NULL,
    false,
};

const char *damage_state_name(enum damage_state state) {
    int number = (int)state;
    return number >= 0 && number <= 5 ? states_of_damage[number].name : "unknown";
}

const char *damage_event_name(enum damage_event event) {
    int number = (int)event;
    return number >= 0 && number <= 10 ? events_of_damage[number].name : "unknown";
}

const char *damage_state_label(enum damage_state state) {
    int number = (int)state;
    return number >= 0 && number <= 5 ? states_of_damage[number].label : "unknown";
}

const char *damage_event_label(enum damage_event event) {
    int number = (int)event;
    return number >= 0 && number <= 10 ? events_of_damage[number].label : "unknown";
}

enum damage_state damage_state_parse(const char *text) {
    return (enum damage_state)pawl_state_parse(&damage_machine, text);
}

enum damage_event damage_event_parse(const char *text) {
    return (enum damage_event)pawl_event_parse(&damage_machine, text);
}

enum damage_state damage_next(enum damage_state state, enum damage_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 5 && fired <= 10 ? next_of_damage[fired * 6u + from] : 0u;
    return (enum damage_state)(to >= PAWL_NEXT_CHOSEN ? 0u : to);
}

bool damage_can(enum damage_state state, enum damage_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 5 && fired <= 10 ? next_of_damage[fired * 6u + from] : 0u;
    return to != 0u && to != PAWL_NEXT_IGNORED;
}

enum pawl_status damage_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &damage_machine, err);
}

enum pawl_status damage_set_hooks(struct pawl_db *db, const struct damage_hooks *hooks, struct pawl_error *err) {
    return pawl_set_hooks(db, &damage_machine, hooks, err);
}

static enum pawl_status fire_of_damage(struct pawl_db *db, int64_t id, enum damage_event event, const void *args,
    const struct pawl_opts *opts, struct damage_transition *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &damage_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum damage_event)transition.event;
        out->from = (enum damage_state)transition.from;
        out->to = (enum damage_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status damage_create(struct pawl_db *db, int64_t id, const struct damage_create_args *args,
                               const struct pawl_opts *opts, struct damage_transition *out, struct pawl_error *err) {
    return fire_of_damage(db, id, DAMAGE_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status damage_assess(struct pawl_db *db, int64_t id, const struct damage_assess_args *args,
                               const struct pawl_opts *opts, struct damage_transition *out, struct pawl_error *err) {
    return fire_of_damage(db, id, DAMAGE_EVENT_ASSESS, args, opts, out, err);
}

enum pawl_status damage_escalate(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                 struct damage_transition *out, struct pawl_error *err) {
    return fire_of_damage(db, id, DAMAGE_EVENT_ESCALATE, NULL, opts, out, err);
}

enum pawl_status damage_remind(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct damage_transition *out, struct pawl_error *err) {
    return fire_of_damage(db, id, DAMAGE_EVENT_REMIND, NULL, opts, out, err);
}

enum pawl_status damage_repeat(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct damage_transition *out, struct pawl_error *err) {
    return fire_of_damage(db, id, DAMAGE_EVENT_REPEAT, NULL, opts, out, err);
}

enum pawl_status damage_close(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                              struct damage_transition *out, struct pawl_error *err) {
    return fire_of_damage(db, id, DAMAGE_EVENT_CLOSE, NULL, opts, out, err);
}

enum pawl_status damage_pay(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                            struct damage_transition *out, struct pawl_error *err) {
    return fire_of_damage(db, id, DAMAGE_EVENT_PAY, NULL, opts, out, err);
}

enum pawl_status damage_note(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct damage_transition *out, struct pawl_error *err) {
    return fire_of_damage(db, id, DAMAGE_EVENT_NOTE, NULL, opts, out, err);
}

enum pawl_status damage_paid(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                             struct damage_transition *out, struct pawl_error *err) {
    return fire_of_damage(db, id, DAMAGE_EVENT_PAID, NULL, opts, out, err);
}

enum pawl_status damage_closed_by_hand(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                       struct damage_transition *out, struct pawl_error *err) {
    return fire_of_damage(db, id, DAMAGE_EVENT_CLOSED_BY_HAND, NULL, opts, out, err);
}

enum pawl_status damage_move_to(struct pawl_db *db, int64_t id, enum damage_state state,
                                const struct pawl_opts *opts, struct damage_transition *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_move_to(db, &damage_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum damage_event)transition.event;
        out->from = (enum damage_state)transition.from;
        out->to = (enum damage_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status damage_create_many(struct pawl_db *db, const struct damage_create_item *items, size_t count,
                                    const struct pawl_opts *opts, struct damage_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct damage_create_item),
        offsetof(struct damage_create_item, id), offsetof(struct damage_create_item, args),
        offsetof(struct damage_create_item, request_id), 0};
    return pawl_fire_many(db, &damage_machine, DAMAGE_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request damage_create_move(int64_t id, const struct damage_create_args *args,
                                       const struct pawl_opts *opts) {
    struct pawl_request request = {&damage_machine, {NULL, id}, DAMAGE_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status damage_assess_many(struct pawl_db *db, const struct damage_assess_item *items, size_t count,
                                    const struct pawl_opts *opts, struct damage_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct damage_assess_item),
        offsetof(struct damage_assess_item, id), offsetof(struct damage_assess_item, args),
        offsetof(struct damage_assess_item, request_id), offsetof(struct damage_assess_item, expect_sort_key)};
    return pawl_fire_many(db, &damage_machine, DAMAGE_EVENT_ASSESS, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request damage_assess_move(int64_t id, const struct damage_assess_args *args,
                                       const struct pawl_opts *opts) {
    struct pawl_request request = {&damage_machine, {NULL, id}, DAMAGE_EVENT_ASSESS, args, opts};
    return request;
}

enum pawl_status damage_escalate_many(struct pawl_db *db, const struct damage_escalate_item *items, size_t count,
                                      const struct pawl_opts *opts, struct damage_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct damage_escalate_item),
        offsetof(struct damage_escalate_item, id), 0,
        offsetof(struct damage_escalate_item, request_id), offsetof(struct damage_escalate_item, expect_sort_key)};
    return pawl_fire_many(db, &damage_machine, DAMAGE_EVENT_ESCALATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request damage_escalate_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&damage_machine, {NULL, id}, DAMAGE_EVENT_ESCALATE, NULL, opts};
    return request;
}

enum pawl_status damage_remind_many(struct pawl_db *db, const struct damage_remind_item *items, size_t count,
                                    const struct pawl_opts *opts, struct damage_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct damage_remind_item),
        offsetof(struct damage_remind_item, id), 0,
        offsetof(struct damage_remind_item, request_id), offsetof(struct damage_remind_item, expect_sort_key)};
    return pawl_fire_many(db, &damage_machine, DAMAGE_EVENT_REMIND, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request damage_remind_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&damage_machine, {NULL, id}, DAMAGE_EVENT_REMIND, NULL, opts};
    return request;
}

enum pawl_status damage_repeat_many(struct pawl_db *db, const struct damage_repeat_item *items, size_t count,
                                    const struct pawl_opts *opts, struct damage_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct damage_repeat_item),
        offsetof(struct damage_repeat_item, id), 0,
        offsetof(struct damage_repeat_item, request_id), offsetof(struct damage_repeat_item, expect_sort_key)};
    return pawl_fire_many(db, &damage_machine, DAMAGE_EVENT_REPEAT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request damage_repeat_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&damage_machine, {NULL, id}, DAMAGE_EVENT_REPEAT, NULL, opts};
    return request;
}

enum pawl_status damage_close_many(struct pawl_db *db, const struct damage_close_item *items, size_t count,
                                   const struct pawl_opts *opts, struct damage_result *results,
                                   struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct damage_close_item),
        offsetof(struct damage_close_item, id), 0,
        offsetof(struct damage_close_item, request_id), offsetof(struct damage_close_item, expect_sort_key)};
    return pawl_fire_many(db, &damage_machine, DAMAGE_EVENT_CLOSE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request damage_close_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&damage_machine, {NULL, id}, DAMAGE_EVENT_CLOSE, NULL, opts};
    return request;
}

enum pawl_status damage_pay_many(struct pawl_db *db, const struct damage_pay_item *items, size_t count,
                                 const struct pawl_opts *opts, struct damage_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct damage_pay_item),
        offsetof(struct damage_pay_item, id), 0,
        offsetof(struct damage_pay_item, request_id), offsetof(struct damage_pay_item, expect_sort_key)};
    return pawl_fire_many(db, &damage_machine, DAMAGE_EVENT_PAY, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request damage_pay_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&damage_machine, {NULL, id}, DAMAGE_EVENT_PAY, NULL, opts};
    return request;
}

enum pawl_status damage_note_many(struct pawl_db *db, const struct damage_note_item *items, size_t count,
                                  const struct pawl_opts *opts, struct damage_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct damage_note_item),
        offsetof(struct damage_note_item, id), 0,
        offsetof(struct damage_note_item, request_id), offsetof(struct damage_note_item, expect_sort_key)};
    return pawl_fire_many(db, &damage_machine, DAMAGE_EVENT_NOTE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request damage_note_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&damage_machine, {NULL, id}, DAMAGE_EVENT_NOTE, NULL, opts};
    return request;
}

enum pawl_status damage_paid_many(struct pawl_db *db, const struct damage_paid_item *items, size_t count,
                                  const struct pawl_opts *opts, struct damage_result *results,
                                  struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct damage_paid_item),
        offsetof(struct damage_paid_item, id), 0,
        offsetof(struct damage_paid_item, request_id), offsetof(struct damage_paid_item, expect_sort_key)};
    return pawl_fire_many(db, &damage_machine, DAMAGE_EVENT_PAID, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request damage_paid_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&damage_machine, {NULL, id}, DAMAGE_EVENT_PAID, NULL, opts};
    return request;
}

enum pawl_status damage_closed_by_hand_many(struct pawl_db *db, const struct damage_closed_by_hand_item *items,
                                            size_t count, const struct pawl_opts *opts,
                                            struct damage_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct damage_closed_by_hand_item),
        offsetof(struct damage_closed_by_hand_item, id), 0,
        offsetof(struct damage_closed_by_hand_item, request_id), offsetof(struct damage_closed_by_hand_item, expect_sort_key)};
    return pawl_fire_many(db, &damage_machine, DAMAGE_EVENT_CLOSED_BY_HAND, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request damage_closed_by_hand_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&damage_machine, {NULL, id}, DAMAGE_EVENT_CLOSED_BY_HAND, NULL, opts};
    return request;
}

enum pawl_status damage_get(struct pawl_db *db, int64_t id, struct damage_current *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_get(db, &damage_machine, key, out, err);
}

enum pawl_status damage_history(struct pawl_db *db, int64_t id, struct damage_history *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &damage_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct damage_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status damage_in_state(struct pawl_db *db, enum damage_state state, const struct damage_current *after,
                                 size_t limit, struct damage_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &damage_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct damage_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status damage_not_in_state(struct pawl_db *db, enum damage_state state, const struct damage_current *after,
                                     size_t limit, struct damage_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &damage_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct damage_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status damage_last_to(struct pawl_db *db, int64_t id, enum damage_state state, struct damage_record *out,
                                struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_last_to(db, &damage_machine, key, (int)state, out, err);
}

enum pawl_status damage_allowed(struct pawl_db *db, int64_t id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_allowed(db, &damage_machine, key, allowed, err);
}

enum pawl_status damage_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &damage_machine, counts, err);
}

/* ---- lamp: lamp -------------------------------------------------------------------------------------------------- */

static const struct pawl_state states_of_lamp[] = {
    {"", "", "", false},
    {"on", "on", "on", false},
    {"off", "off", "off", false},
};

static const struct pawl_event events_of_lamp[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 0, NULL},
    {"go_out", "go_out", "go out", false, false, false, 0, NULL},
    {"light", "light", "light", false, false, false, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_lamp[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    0, 2, 0, /* go_out */
    0, 0, 1, /* light */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_lamp[] = {
    0,
    3, /* on */
    0, /* off */
};

/* Timers, then works; by state '-' outside, 'z' asleep, 'a' awake. */
static const struct pawl_pending pending_of_lamp[] = {
    {"on.go_out", false, true, 2, 0,
     10000000, {PAWL_REFERENCE_NOW, 0},
     60000000, 10000000, 1000000, 600000000, 20,
     "-a-", NULL},
};

static const struct pawl_queue queue_of_lamp = {
    "lamp_pending",
    "lamp_pending",
    1,
    0,
    pending_of_lamp,
    NULL,
    NULL,
    0,
    0,
};

static const char *const postgres_fire_of_lamp[] = {
    NULL,
    "select public.lamp_create($1::text, $2::text, $3::text) where public.lamp_model_2_ce9743177eaf643e()", /* create */
    "select public.lamp_go_out($1::text, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.lamp_model_2_ce9743177eaf643e()", /* go_out */
    "select public.lamp_light($1::text, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.lamp_model_2_ce9743177eaf643e()", /* light */
};

static const char *const postgres_fire_many_of_lamp[] = {
    NULL,
    "select * from public.lamp_create_many($1::text[], $2::text, $3::text[], coalesce(null::text[]/*, $4::text[]*/), coalesce(/*$5::boolean, */false))\n"
    "  where public.lamp_model_2_ce9743177eaf643e()", /* create */
    "select * from public.lamp_go_out_many($1::text[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.lamp_model_2_ce9743177eaf643e()", /* go_out */
    "select * from public.lamp_light_many($1::text[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.lamp_model_2_ce9743177eaf643e()", /* light */
};

static const struct pawl_queue_statements postgres_queue_of_lamp = {
    "select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until\n"
    "from public.lamp_pending_claim($1::integer, $2::text, $3::bigint::float8 * interval '1 microsecond')\n"
    "where public.lamp_model_2_ce9743177eaf643e()", /* claim */
    "select due_at from public.lamp_pending where is_work = $1::boolean and parked_at is null and is_asleep = false\n"
    "  and public.lamp_model_2_ce9743177eaf643e()\n  and not exists (select 1 from public.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'lamp' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > (timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond')))\n"
    "order by due_at limit 1", /* next_due */
    "select public.lamp_pending_not_yet($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval '1 microsecond')\n"
    "where public.lamp_model_2_ce9743177eaf643e()", /* not_yet */
    "select public.lamp_pending_fail($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::text) where public.lamp_model_2_ce9743177eaf643e()", /* fail */
    "select public.lamp_pending_extend($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval '1 microsecond')\n"
    "where public.lamp_model_2_ce9743177eaf643e()", /* extend */
    "select public.lamp_pending_retry($1::text, $2::text) where public.lamp_model_2_ce9743177eaf643e()", /* retry */
    NULL, /* of_entity */
    NULL, /* insert */
    NULL, /* update */
    NULL, /* remove */
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
    "call public.pawl_begin_machine('lamp'::text, 'ce9743177eaf643e'::text, 'public'::text,\n"
    "  '{lamp_current,lamp_transitions,lamp_moves,lamp_state,lamp_pending,lamp_pending_rules,lamp_current_state_since,lamp_transitions_request,lamp_pending_due}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('public'::text, '{lamp_model_2_ce9743177eaf643e,lamp_is_free,lamp_create,lamp_create_many,lamp_go_out,lamp_go_out_many,lamp_light,lamp_light_many,lamp_pending_claim,lamp_pending_complete,lamp_pending_not_yet,lamp_pending_fail,lamp_pending_extend,lamp_pending_retry,lamp_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('lamp'::text, 'ce9743177eaf643e'::text, 2::integer, 'public'::text);\n"
    "create table if not exists public.lamp_current (\n  lamp_id text collate \"C\" primary key,\n"
    "  state text collate \"C\" not null,\n  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists public.lamp_transitions (\n  lamp_id text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  primary key (lamp_id, sort_key)\n);\ndo $pawl$\nbegin\n"
    "  if to_regclass('public.lamp_current_state_since') is null then\n"
    "    create index lamp_current_state_since on public.lamp_current (state, since);\n  end if;\n"
    "  if to_regclass('public.lamp_transitions_request') is null then\n"
    "    create unique index lamp_transitions_request on public.lamp_transitions (lamp_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view public.lamp_moves as select * from (values\n  ('create', '', 'on'),\n"
    "  ('go_out', 'on', 'off'),\n  ('light', 'off', 'on')\n) move (event, from_state, to_state);\n\n"
    "create or replace view public.lamp_state as\n  select lamp_id, state, sort_key, since from public.lamp_current;\n"
    "\ncall public.pawl_refuse_writes_to(array['public.lamp_current', 'public.lamp_transitions']::regclass[]);\n"
    "grant select on public.lamp_current, public.lamp_transitions, public.lamp_moves, public.lamp_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('lamp'::text, 'public.lamp_current'::text);\n"
    "call public.pawl_add_is_free('lamp'::text, 'public'::text);\n\ncomment on table public.lamp_current is 'lamp\n"
    "Only timers.\nOne row for each: where it is.';\n"
    "call public.pawl_describe('public'::text, 'lamp'::text, 'lamp_transitions'::text);\n\n"
    "create table if not exists public.lamp_pending (\n  lamp_id text collate \"C\" not null,\n"
    "  declaration text collate \"C\" not null,\n  is_work boolean not null,\n  due_at timestamptz not null,\n"
    "  fence integer not null,\n  claim bigint not null default 0,\n  attempts integer not null default 0,\n"
    "  last_error text collate \"C\",\n  parked_at timestamptz,\n  is_asleep boolean not null default false,\n"
    "  primary key (lamp_id, declaration)\n);\ndo $pawl$\nbegin\n"
    "  -- by which version 2 took a worker for dead whose session was cut\n"
    "  if exists (select from pg_attribute own where own.attrelid = 'public.lamp_pending'::regclass\n"
    "             and own.attname = 'session' and not own.attisdropped) then\n"
    "    alter table public.lamp_pending drop column session;\n  end if;\n"
    "  if to_regclass('public.lamp_pending_due') is null then\n"
    "    create index lamp_pending_due on public.lamp_pending (is_work, due_at)\n"
    "      where parked_at is null and is_asleep = false;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view public.lamp_pending_rules as select * from (values\n"
    "  ('on.go_out', false, 'go_out', interval '60 seconds', interval '10 seconds', 20, interval '1 seconds', interval '600 seconds')) rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to);\n"
    "\ncall public.pawl_refuse_writes_to(array['public.lamp_pending']::regclass[]);\n"
    "grant select on public.lamp_pending, public.lamp_pending_rules to pawl_app, pawl_operator;\n\n"
    "comment on table public.lamp_pending is 'Timers that run and work that waits: one row for each.';\n"
    "comment on column public.lamp_pending.due_at is 'For whoever has claimed it: the end of his lease.';\n"
    "comment on column public.lamp_pending.fence is 'The sort_key of the move that began it.';\n"
    "comment on column public.lamp_pending.claim is\n"
    "  'Grows with each claim, so that of two workers the later one counts.';\n"
    "comment on column public.lamp_pending.parked_at is\n"
    "  'Put aside, because its attempts are spent: lamp_pending_retry brings it back.';\n"
    "comment on column public.lamp_pending.is_asleep is 'The state answers the timer''s event in another way.';\n"
    "comment on view public.lamp_pending_rules is 'How each timer and work is treated.';\n\n"
    "create or replace function public.lamp_create(id text, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "     or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n"
    "  lock table only public.lamp_current in row share mode; -- a later freeze or migration waits\n  loop\n"
    "    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join public.lamp_current head on head.lamp_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $3 is not null then\n"
    "        select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $3;\n"
    "        if found then\n          return row(case when earlier.event = 'create' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: lamp was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'on', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into public.lamp_current (lamp_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n        if violated <> 'lamp_current_pkey' then\n"
    "          raise;\n        end if;\n    end;\n    outcome := null;\n  end loop;\n"
    "  insert into public.lamp_transitions\n"
    "    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  if (outcome.from_state, outcome.to_state) in (('', 'on')) then\n"
    "    insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)\n      values\n"
    "        ($1, 'on.go_out', false, least(clock_timestamp(), outcome.created_at) + interval '10 seconds', outcome.sort_key, false);\n"
    "  end if;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.lamp_create(text, text, text) is 'create';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.lamp_create_many(text[], text, text[])$pawl$)) then\n"
    "    drop function public.lamp_create_many(text[], text, text[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.lamp_create_many(id text[], actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $5 is not true\n     or cardinality($1) <> any (array[cardinality($3), cardinality($4)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  begin\n    if not repeats then\n      with judged as materialized (\n"
    "        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "              when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "                or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "              when not (earlier.said is null) then 'SAID'\n"
    "              when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e()) is not true then null\n"
    "              when head.state is not null then 'EXISTS'\n              else 'OK'\n            end as verdict\n"
    "          from unnest($1, $3, $4) with ordinality given (id, request_id, own_actor, number)\n"
    "            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since\n"
    "                from public.lamp_current head where head.lamp_id = given.id offset 0) head on true\n"
    "            left join lateral (select row(case when earlier.event = 'create' then 'OK' else 'REUSED' end,\n"
    "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                from public.lamp_transitions earlier where earlier.lamp_id = given.id\n"
    "                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "      ), heads as (\n        insert into public.lamp_current (lamp_id, state, sort_key, since)\n"
    "        select judged.id, 'on', 10, judged.moment\n"
    "          from judged where judged.verdict = 'OK' order by judged.id collate \"C\"\n      ), history as (\n"
    "        insert into public.lamp_transitions\n"
    "          (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "        select given.id, 10, 'create', '', 'on', given.moment,\n"
    "            coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "          from judged given where given.verdict = 'OK'\n      )\n      -- timers of all of them\n"
    "    , begun_1 as (\n"
    "      insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)\n"
    "      select given.id, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep\n"
    "        from judged given cross join lateral (select given.moment as created_at, 10 as sort_key,\n"
    "          '' as from_state, 'on' as to_state) outcome cross join lateral (values\n"
    "          ('on.go_out', false, least(clock_timestamp(), outcome.created_at) + interval '10 seconds', false)) begun (declaration, is_work, due_at, is_asleep)\n"
    "        where given.verdict = 'OK' and ('', 'on') in (('', 'on'))\n    )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', '', 'on', 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.lamp_moves says what is' end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  exception\n"
    "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n  end;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, public.lamp_create(given.id, coalesce(given.own_actor, $2), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $3, $4) with ordinality given (id, request_id, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.lamp_go_out(id text, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n  if $3 is null and $4 is null and $5 is null then\n"
    "    update public.lamp_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('on', 'off')) move (from_state, to_state)\n"
    "      where head.lamp_id = $1 and case when head.state = move.from_state then public.lamp_is_free(null::boolean) and public.lamp_model_2_ce9743177eaf643e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null and $5 is null then\n    update public.lamp_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('on', 'off')) move (from_state, to_state)\n"
    "      where head.lamp_id = $1 and case when head.state = move.from_state then public.lamp_is_free(null::boolean) and public.lamp_model_2_ce9743177eaf643e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.lamp_current head where head.lamp_id = $1 for no key update;\n    if not found then\n"
    "      if $1 = '' or octet_length($1) > 1024 then\n        outcome.status := 'MISUSE';\n"
    "        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "        return outcome;\n      end if;\n      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'go_out' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    if not ($5 is null) then\n"
    "      perform from public.lamp_pending p where p.lamp_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim\n"
    "        and (p.is_work\n          or p.declaration in ('on.go_out'));\n"
    "      if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "        outcome.status := 'CONFLICT';\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome.to_state := case outcome.from_state\n      when 'on' then 'off'\n    end;\n"
    "    if outcome.to_state is null then\n      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'go_out' || ' is not allowed in ' || outcome.from_state || '; public.lamp_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.lamp_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.lamp_transitions\n"
    "    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'go_out', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  if (outcome.from_state, outcome.to_state) in (('on', 'off')) then\n"
    "    delete from public.lamp_pending p\n      where p.lamp_id = $1 and p.declaration in ('on.go_out');\n"
    "  end if;\n  if not ($5 is null) then\n"
    "    delete from public.lamp_pending p where p.lamp_id = $1 and not p.is_work\n"
    "      and p.declaration = ($5).declaration and p.fence = ($5).fence;\n  end if;\n  return outcome;\nend\n"
    "$pawl$;\ncomment on function public.lamp_go_out(text, text, text, integer, public.pawl_item) is 'go out';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.lamp_go_out_many(text[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.lamp_go_out_many(text[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.lamp_go_out_many(id text[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy text[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update public.lamp_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'on' then 'off'\n              end as next_state\n"
    "                from public.lamp_current head where head.lamp_id = given.id for no key update skip locked) head\n"
    "            where (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e())\n"
    "              and not (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.lamp_transitions earlier\n"
    "            where earlier.lamp_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.lamp_transitions\n"
    "        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'go_out', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    -- timers of all of them\n    , ended_1 as (\n"
    "      delete from public.lamp_pending p\n"
    "        where p.lamp_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('on', 'off')))) and p.declaration in ('on.go_out')\n"
    "    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from public.lamp_go_out_many(array(select others.id from others order by others.turn), $2,\n"
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
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.lamp_current head where head.lamp_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
    "      cross join lateral (select from public.lamp_current head where head.lamp_id = given.id for no key update) head;\n"
    "  end if;\n  if not repeats then -- a statement changes a row of the queue once\n"
    "    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'on' then 'off'\n          end as next_state\n"
    "              from public.lamp_current head where head.lamp_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'go_out' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.lamp_transitions earlier where earlier.lamp_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.lamp_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.lamp_transitions\n"
    "        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'go_out', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    -- timers of all of them\n    , ended_1 as (\n"
    "      delete from public.lamp_pending p\n"
    "        where p.lamp_id = any (array(select given.id from judged given where given.verdict = 'OK' and (given.state, given.next_state) in (('on', 'off')))) and p.declaration in ('on.go_out')\n"
    "    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'go_out' || ' is not allowed in ' || given.state || '; public.lamp_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.lamp_current head where head.lamp_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.lamp_go_out(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.lamp_light(id text, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null,\n  item public.pawl_item default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n  if $3 is null and $4 is null and $5 is null then\n"
    "    update public.lamp_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('off', 'on')) move (from_state, to_state)\n"
    "      where head.lamp_id = $1 and case when head.state = move.from_state then public.lamp_is_free(null::boolean) and public.lamp_model_2_ce9743177eaf643e() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null and $5 is null then\n    update public.lamp_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('off', 'on')) move (from_state, to_state)\n"
    "      where head.lamp_id = $1 and case when head.state = move.from_state then public.lamp_is_free(null::boolean) and public.lamp_model_2_ce9743177eaf643e() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.lamp_current head where head.lamp_id = $1 for no key update;\n    if not found then\n"
    "      if $1 = '' or octet_length($1) > 1024 then\n        outcome.status := 'MISUSE';\n"
    "        outcome.detail := 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "        return outcome;\n      end if;\n      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'light' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    if not ($5 is null) then\n"
    "      perform from public.lamp_pending p where p.lamp_id = $1 and p.parked_at is null and p.is_asleep = false\n"
    "        and p.declaration = ($5).declaration and p.fence = ($5).fence and p.claim = ($5).claim\n"
    "        and (p.is_work);\n"
    "      if not found then -- somebody else has it, or nobody has anything to do any more\n"
    "        outcome.status := 'CONFLICT';\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome.to_state := case outcome.from_state\n      when 'off' then 'on'\n    end;\n"
    "    if outcome.to_state is null then\n      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'light' || ' is not allowed in ' || outcome.from_state || '; public.lamp_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.lamp_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.lamp_transitions\n"
    "    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'light', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  if (outcome.from_state, outcome.to_state) in (('off', 'on')) then\n"
    "    insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)\n      values\n"
    "        ($1, 'on.go_out', false, least(clock_timestamp(), outcome.created_at) + interval '10 seconds', outcome.sort_key, false)\n"
    "      on conflict (lamp_id, declaration) do update\n"
    "        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,\n"
    "          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;\n  end if;\n  return outcome;\n"
    "end\n$pawl$;\ncomment on function public.lamp_light(text, text, text, integer, public.pawl_item) is 'light';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.lamp_light_many(text[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.lamp_light_many(text[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.lamp_light_many(id text[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\n  made bigint[]; -- by what is usual: their numbers\n  busy text[];\nbegin\n  if $6 then\n"
    "    with judged as (\n"
    "      update public.lamp_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'off' then 'on'\n              end as next_state\n"
    "                from public.lamp_current head where head.lamp_id = given.id for no key update skip locked) head\n"
    "            where (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e())\n"
    "              and not (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id))\n"
    "              and (cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)])) is not true\n"
    "            offset 0) given\n        where head.ctid = given.place and given.next_state is not null\n"
    "          and (given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "            or octet_length($2) > 255 or octet_length(given.own_actor) > 255) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.lamp_transitions earlier\n"
    "            where earlier.lamp_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.lamp_transitions\n"
    "        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'light', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    -- timers of all of them\n    , begun_1 as (\n"
    "      insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)\n"
    "      select given.id, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep\n"
    "        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,\n"
    "          given.state as from_state, given.next_state as to_state) outcome cross join lateral (values\n"
    "          ('on.go_out', false, least(clock_timestamp(), outcome.created_at) + interval '10 seconds', false)) begun (declaration, is_work, due_at, is_asleep)\n"
    "        where given.verdict = 'OK' and (given.state, given.next_state) in (('off', 'on'))\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, made from judged given;\n"
    "    if cardinality(made) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    elsif made is not null then\n      return query\n        with others as materialized (\n"
    "          select given.*, row_number() over (order by given.number) as turn from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "            where given.number <> all (made))\n"
    "        select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move,\n"
    "            answer.detail\n          from (select answer.*, others.number\n"
    "              from public.lamp_light_many(array(select others.id from others order by others.turn), $2,\n"
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
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  -- locked by their keys alone, in their order; all else is decided afterwards\n"
    "  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.lamp_current head where head.lamp_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
    "      cross join lateral (select from public.lamp_current head where head.lamp_id = given.id for no key update) head;\n"
    "  end if;\n  if not repeats then -- a statement changes a row of the queue once\n"
    "    with judged as materialized (\n"
    "      select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "            when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "              or octet_length($2) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "            when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "            when not (earlier.said is null) then 'SAID'\n"
    "            when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.lamp_model_2_ce9743177eaf643e()) is not true then null\n"
    "            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state is null then 'ILLEGAL'\n            else 'OK'\n          end as verdict\n"
    "        from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "            when 'off' then 'on'\n          end as next_state\n"
    "              from public.lamp_current head where head.lamp_id = given.id offset 0) head on true\n"
    "          left join lateral (select row(case when earlier.event = 'light' then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "              from public.lamp_transitions earlier where earlier.lamp_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "    ), heads as (\n"
    "      update public.lamp_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from judged where judged.verdict = 'OK' and head.ctid = judged.place\n    ), history as (\n"
    "      insert into public.lamp_transitions\n"
    "        (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'light', given.state, given.next_state, given.moment,\n"
    "          coalesce(given.own_actor, (select coalesce($2, session_user))), given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n    -- timers of all of them\n    , begun_1 as (\n"
    "      insert into public.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)\n"
    "      select given.id, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep\n"
    "        from judged given cross join lateral (select given.moment as created_at, given.sort_key + 10 as sort_key,\n"
    "          given.state as from_state, given.next_state as to_state) outcome cross join lateral (values\n"
    "          ('on.go_out', false, least(clock_timestamp(), outcome.created_at) + interval '10 seconds', false)) begun (declaration, is_work, due_at, is_asleep)\n"
    "        where given.verdict = 'OK' and (given.state, given.next_state) in (('off', 'on'))\n"
    "      on conflict (lamp_id, declaration) do update\n"
    "        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,\n"
    "          last_error = null, parked_at = null, is_asleep = excluded.is_asleep\n    )\n"
    "    select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "        when 'SAID' then given.said\n"
    "        when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "        when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "        else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "          case given.verdict when 'ILLEGAL' then 'light' || ' is not allowed in ' || given.state || '; public.lamp_moves says what is' end)::public.pawl_outcome\n"
    "      end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "  end if;\n  if is_free then\n    return query select * from unnest(outcomes);\n    return;\n  end if;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.lamp_current head where head.lamp_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.lamp_light(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.lamp_pending_claim(\n"
    "  at_most integer default 1, kind text default null, lease interval default null)\n"
    "returns table (id text, item public.pawl_item, event text, attempts integer, is_spent boolean,\n"
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
    "             where type_lock.machine = 'lamp' and type_lock.mode is not null\n"
    "               and (type_lock.until is null or type_lock.until > moment)) then\n"
    "    return; -- workers leave a frozen machine alone\n  end if;\n"
    "  foreach works in array array[false, true] loop\n    continue when room < 1 or works <> ($2 = 'work');\n"
    "    return query\n      with due as materialized (\n        select p.ctid as place from public.lamp_pending p\n"
    "          where p.is_work = works and p.parked_at is null and p.is_asleep = false\n"
    "            and p.due_at <= moment and public.lamp_model_2_ce9743177eaf643e()\n"
    "          order by p.due_at limit room for update skip locked\n      ), leased as (\n"
    "        update public.lamp_pending p\n"
    "          set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1,\n"
    "            attempts = p.attempts + 1,\n            -- `else` is tried so often, too\n"
    "            parked_at = case when p.attempts >= rule.attempts\n"
    "              + case when p.is_work and rule.event is not null then 20 else 0 end\n"
    "              then moment end,\n"
    "            last_error = case when p.attempts >= rule.attempts and p.last_error is null\n"
    "              then 'its workers came to no end' else p.last_error end\n"
    "          from due, public.lamp_pending_rules rule\n"
    "          where p.ctid = due.place and rule.declaration = p.declaration\n"
    "          returning p.*, rule.event, rule.attempts as allowed\n      )\n"
    "      select leased.lamp_id, row(leased.declaration, leased.fence, leased.claim)::public.pawl_item,\n"
    "        leased.event, leased.attempts, coalesce(leased.attempts > leased.allowed, false),\n"
    "        leased.parked_at is not null, leased.due_at from leased;\n    get diagnostics taken = row_count;\n"
    "    room := room - taken;\n  end loop;\nend\n$pawl$;\n"
    "comment on function public.lamp_pending_claim(integer, text, interval) is\n"
    "  'Leases what is due, the longest due first; each row is to be completed, or said not_yet or fail of. What is_spent has no attempt left: complete it without an event. What is_parked is only told.';\n"
    "\n"
    "create or replace function public.lamp_pending_complete(id text, item public.pawl_item, event text default null,\n"
    "  args jsonb default null, actor text default null, request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  fired text := $3;\nbegin\n"
    "  lock table only public.lamp_current in row share mode; -- a later freeze or migration waits\n"
    "  if fired is null then\n"
    "    select rule.event into fired from public.lamp_pending_rules rule where rule.declaration = ($2).declaration;\n"
    "  end if;\n  case when $2 is null then\n    outcome.status := 'MISUSE';\n  when fired = 'go_out' then\n"
    "    outcome := public.lamp_go_out($1,\n      $5, $6, null::integer, $2);\n  when fired = 'light' then\n"
    "    outcome := public.lamp_light($1,\n      $5, $6, null::integer, $2);\n  else\n"
    "    outcome.status := 'MISUSE';\n  end case;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.lamp_pending_complete(text, public.pawl_item, text, jsonb, text, text) is\n"
    "  'Fires the event, or the one of a timer or of `else`, if the caller still has the claim, otherwise CONFLICT. args are the event''s parameters by name.';\n"
    "\n"
    "create or replace function public.lamp_pending_not_yet(id text, item public.pawl_item, pause interval default null)\n"
    "returns boolean\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n  if $3 < interval '0' or $3 > interval '36525 days' then\n"
    "    raise exception 'a pause is not less than nothing, and at most 100 years'\n"
    "      using errcode = 'invalid_parameter_value';\n  end if;\n"
    "  perform from public.lamp_current head where head.lamp_id = $1 for no key update;\n"
    "  update public.lamp_pending p\n"
    "    set due_at = clock_timestamp() + coalesce($3, rule.every), claim = p.claim + 1,\n"
    "      attempts = p.attempts - 1, last_error = null\n    from public.lamp_pending_rules rule\n"
    "    where rule.declaration = p.declaration and p.lamp_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"
    "      and p.claim = ($2).claim and p.parked_at is null and public.lamp_model_2_ce9743177eaf643e();\n"
    "  return found;\nend\n$pawl$;\n"
    "comment on function public.lamp_pending_not_yet(text, public.pawl_item, interval) is\n"
    "  'Tried again later; no attempt is counted. False where the claim is lost.';\n\n"
    "create or replace function public.lamp_pending_fail(id text, item public.pawl_item, error text)\n"
    "returns boolean\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n"
    "  perform from public.lamp_current head where head.lamp_id = $1 for no key update;\n"
    "  update public.lamp_pending p\n    set claim = p.claim + 1, last_error = $3,\n"
    "      -- with its last attempt it is due at once for whoever fires `else`, or put aside\n"
    "      parked_at = case when p.attempts >= rule.attempts\n"
    "        + case when p.is_work and rule.event is not null then 1 else 0 end\n        then clock_timestamp() end,\n"
    "      due_at = clock_timestamp() + case when p.attempts >= rule.attempts then interval '0'\n"
    "        else least(rule.backoff_to,\n"
    "            rule.backoff_from * power(2, least(p.attempts - 1, 30))) * (1 + random() / 4) end\n"
    "    from public.lamp_pending_rules rule\n"
    "    where rule.declaration = p.declaration and p.lamp_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"
    "      and p.claim = ($2).claim and p.parked_at is null and public.lamp_model_2_ce9743177eaf643e();\n"
    "  return found;\nend\n$pawl$;\ncomment on function public.lamp_pending_fail(text, public.pawl_item, text) is\n"
    "  'Tried again after a pause that doubles, or put aside when its attempts are spent. False where the claim is lost.';\n"
    "\n"
    "create or replace function public.lamp_pending_extend(id text, item public.pawl_item, lease interval default null)\n"
    "returns boolean\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n  if $3 <= interval '0' or $3 > interval '36525 days' then\n"
    "    raise exception 'a lease is more than nothing, and at most 100 years'\n"
    "      using errcode = 'invalid_parameter_value';\n  end if;\n"
    "  perform from public.lamp_current head where head.lamp_id = $1 for no key update;\n"
    "  update public.lamp_pending p\n    set due_at = clock_timestamp() + coalesce($3, rule.lease)\n"
    "    from public.lamp_pending_rules rule\n"
    "    where rule.declaration = p.declaration and p.lamp_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"
    "      and p.claim = ($2).claim and p.parked_at is null and public.lamp_model_2_ce9743177eaf643e();\n"
    "  return found;\nend\n$pawl$;\n"
    "comment on function public.lamp_pending_extend(text, public.pawl_item, interval) is\n"
    "  'The lease begins anew. False where the claim is lost.';\n\n"
    "create or replace function public.lamp_pending_retry(id text, declaration text)\nreturns boolean\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\nbegin\n"
    "  perform from public.lamp_current head where head.lamp_id = $1 for no key update;\n"
    "  update public.lamp_pending p\n    set parked_at = null, due_at = clock_timestamp(), attempts = 0\n"
    "    where p.lamp_id = $1 and p.declaration = $2 and p.parked_at is not null and public.lamp_model_2_ce9743177eaf643e();\n"
    "  return found;\nend\n$pawl$;\nrevoke all on function public.lamp_pending_retry(text, text) from public;\n"
    "grant execute on function public.lamp_pending_retry(text, text) to pawl_app, pawl_operator;\n"
    "comment on function public.lamp_pending_retry(text, text) is\n"
    "  'What was put aside is due again. False where nothing is.';\n\n"
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
    "      outcome := case when cardinality(given) = 0 then public.lamp_create(waiting.entity,\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'go_out' then\n"
    "      outcome := case when cardinality(given) = 0 then public.lamp_go_out(waiting.entity,\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n"
    "    when 'light' then\n      outcome := case when cardinality(given) = 0 then public.lamp_light(waiting.entity,\n"
    "          waiting.actor, waiting.request_id, null::integer, null::public.pawl_item) else outcome end;\n    else\n"
    "      outcome.detail := 'machine lamp: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'lamp' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('public'::text,\n"
    "  '{lamp_create,lamp_create_many,lamp_go_out,lamp_go_out_many,lamp_light,lamp_light_many,lamp_pending_claim,lamp_pending_complete,lamp_pending_not_yet,lamp_pending_fail,lamp_pending_extend,lamp_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('lamp', 'ce9743177eaf643e', 2, clock_timestamp(), E'{\"name\":\"lamp\",\"label\":\"lamp\",\"fingerprint\":\"ce9743177eaf643e\",\"doc\":\"Only timers.\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"on\",\"label\":\"on\",\"stored\":\"on\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"off\",\"label\":\"off\",\"stored\":\"off\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"go_out\",\"label\":\"go out\",\"stored\":\"go_out\",\"creation\":false,\"timer\":true,\"params\":[],\"serialize_by\":[]},{\"name\":\"light\",\"label\":\"light\",\"stored\":\"light\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"on\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"go_out\",\"from\":\"on\",\"target\":\"to\",\"to\":\"off\",\"reopens\":false,\"timer\":0,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"light\",\"from\":\"off\",\"target\":\"to\",\"to\":\"on\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"on\",\"arrow\":0},{\"event\":\"go_out\",\"from\":\"on\",\"to\":\"off\",\"arrow\":1},{\"event\":\"light\",\"from\":\"off\",\"to\":\"on\",\"arrow\":2}],\"ignores\":[],\"timers\":[{\"event\":\"go_out\",\"place\":\"on\",\"after_ms\":10000}],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.lamp_current\",\"transitions\":\"public.lamp_transitions\",\"pending\":\"public.lamp_pending\",\"objects\":\"select object, definition from public.pawl_catalog(''public''::text, ''{lamp_current,lamp_transitions,lamp_moves,lamp_state,lamp_pending,lamp_pending_rules}''::text[], ''{lamp_model_2_ce9743177eaf643e,lamp_is_free,lamp_create,lamp_create_many,lamp_go_out,lamp_go_out_many,lamp_light,lamp_light_many,lamp_pending_claim,lamp_pending_complete,lamp_pending_not_yet,lamp_pending_fail,lamp_pending_extend,lamp_pending_retry,lamp_fire_deferred}''::text[], ''{}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.lamp_current'')::oid, to_regclass(''public.lamp_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from public.lamp_current where lamp_id = $1::text and public.lamp_model_2_ce9743177eaf643e()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id\\\\nfrom public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_ce9743177eaf643e() order by sort_key\",\"in_state\":\"select lamp_id, state, sort_key, since from public.lamp_current\\\\nwhere state = $1::text and (since, lamp_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\\\n  and public.lamp_model_2_ce9743177eaf643e() order by since, lamp_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select lamp_id, state, sort_key, since from public.lamp_current\\\\n    where state < $1::text and (state, since, lamp_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, lamp_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select lamp_id, state, sort_key, since from public.lamp_current\\\\n    where (state, since, lamp_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, lamp_id limit $8::bigint\\\\n  ) after\\\\n) others where public.lamp_model_2_ce9743177eaf643e() order by state, since, lamp_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.lamp_current where public.lamp_model_2_ce9743177eaf643e() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id\\\\nfrom public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_ce9743177eaf643e()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select public.lamp_fire_deferred($1::bigint, $2::text) where public.lamp_model_2_ce9743177eaf643e()\"},\"fire\":{\"create\":\"select public.lamp_create($1::text, $2::text, $3::text) where public.lamp_model_2_ce9743177eaf643e()\",\"go_out\":\"select public.lamp_go_out($1::text, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.lamp_model_2_ce9743177eaf643e()\",\"light\":\"select public.lamp_light($1::text, $2::text, $3::text, $4::integer, row($5::text, $6::integer, $7::bigint)::public.pawl_item) where public.lamp_model_2_ce9743177eaf643e()\"},\"queue\":{\"table\":\"lamp_pending\",\"channel\":\"lamp_pending\",\"pending\":[{\"name\":\"on.go_out\",\"is_work\":false,\"is_of_state\":true,\"event\":\"go_out\",\"after_us\":10000000,\"lease_us\":60000000,\"every_us\":10000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"attempts\":20,\"presence\":\"-a-\"}],\"stays\":[],\"statements\":{\"claim\":\"select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until\\\\nfrom public.lamp_pending_claim($1::integer, $2::text, $3::bigint::float8 * interval ''1 microsecond'')\\\\nwhere public.lamp_model_2_ce9743177eaf643e()\",\"next_due\":\"select due_at from public.lamp_pending where is_work = $1::boolean and parked_at is null and is_asleep = false\\\\n  and public.lamp_model_2_ce9743177eaf643e()\\\\n  and not exists (select 1 from public.pawl_freezes type_lock\\\\n    where type_lock.machine = ''lamp'' and type_lock.mode is not null\\\\n      and (type_lock.until is null or type_lock.until > (timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond'')))\\\\norder by due_at limit 1\",\"not_yet\":\"select public.lamp_pending_not_yet($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\\\nwhere public.lamp_model_2_ce9743177eaf643e()\",\"fail\":\"select public.lamp_pending_fail($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::text) where public.lamp_model_2_ce9743177eaf643e()\",\"extend\":\"select public.lamp_pending_extend($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\\\\nwhere public.lamp_model_2_ce9743177eaf643e()\",\"retry\":\"select public.lamp_pending_retry($1::text, $2::text) where public.lamp_model_2_ce9743177eaf643e()\"}}},\"diagram\":\"digraph \\\\\"lamp\\\\\" {\\\\n  graph [rankdir=LR, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_lamp\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>lamp</b><!--lamp-->>; tooltip=\\\\\"Only timers.\\\\\";\\\\n    \\\\\"lamp.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"lamp.on\\\\\" [label=<on<!--lamp.on-->>, class=\\\\\"state created waiting\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n    \\\\\"lamp.off\\\\\" [label=<off<!--lamp.off-->>, class=\\\\\"state\\\\\"];\\\\n    \\\\\"lamp.\\\\\" -> \\\\\"lamp.on\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"lamp.on\\\\\" -> \\\\\"lamp.off\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td><font color=\\\\\"#7d5200\\\\\">after 10 seconds: go out</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, style=dashed, class=\\\\\"move timer\\\\\", color=\\\\\"#a8761a\\\\\", tooltip=\\\\\"go_out\\\\\", labeltooltip=\\\\\"go_out\\\\\"];\\\\n    \\\\\"lamp.on\\\\\" -> \\\\\"lamp.off\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>light<br align=\\\\\"left\\\\\"/></td></tr></table>>, dir=back, class=\\\\\"move\\\\\", tooltip=\\\\\"light\\\\\", labeltooltip=\\\\\"light\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#fcf0d4\\\\\" color=\\\\\"#a8761a\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">a clock is running </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"dashed\\\\\" color=\\\\\"#a8761a\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">happens only by itself </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('lamp'::text, 'public'::text, '{lamp_current,lamp_transitions,lamp_moves,lamp_state,lamp_pending,lamp_pending_rules}'::text[], '{lamp_model_2_ce9743177eaf643e,lamp_is_free,lamp_create,lamp_create_many,lamp_go_out,lamp_go_out_many,lamp_light,lamp_light_many,lamp_pending_claim,lamp_pending_complete,lamp_pending_not_yet,lamp_pending_fail,lamp_pending_extend,lamp_pending_retry,lamp_fire_deferred}'::text[], '{}'::text[], array[]::text[], null::text);\n"
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
    "select state, sort_key, since from public.lamp_current where lamp_id = $1::text and public.lamp_model_2_ce9743177eaf643e()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id\n"
    "from public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_ce9743177eaf643e() order by sort_key", /* history */
    "select lamp_id, state, sort_key, since from public.lamp_current\n"
    "where state = $1::text and (since, lamp_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::text)\n"
    "  and public.lamp_model_2_ce9743177eaf643e() order by since, lamp_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select lamp_id, state, sort_key, since from public.lamp_current\n"
    "    where state < $1::text and (state, since, lamp_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::text)\n"
    "    order by state, since, lamp_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select lamp_id, state, sort_key, since from public.lamp_current\n"
    "    where (state, since, lamp_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::text)\n"
    "    order by state, since, lamp_id limit $8::bigint\n  ) after\n"
    ") others where public.lamp_model_2_ce9743177eaf643e() order by state, since, lamp_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from public.lamp_current where public.lamp_model_2_ce9743177eaf643e() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id\n"
    "from public.lamp_transitions where lamp_id = $1::text and public.lamp_model_2_ce9743177eaf643e()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    NULL, /* with_key */
    "select public.lamp_fire_deferred($1::bigint, $2::text) where public.lamp_model_2_ce9743177eaf643e()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror, find_key, find_topic */
    NULL, /* find_spelling */
    postgres_fire_of_lamp, postgres_fire_many_of_lamp,
    NULL, &postgres_queue_of_lamp,
};

static const struct pawl_queue_statements sqlite_queue_of_lamp = {
    "select lamp_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.lamp_pending\n"
    "where is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\n"
    "  and exists (select 1 from main.lamp_model_2_ce9743177eaf643e)\n"
    "  and not exists (select 1 from main.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'lamp' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit ?3", /* claim */
    "select due_at from main.lamp_pending where is_work = ?1 and parked_at is null and is_asleep = false\n"
    "  and exists (select 1 from main.lamp_model_2_ce9743177eaf643e)\n"
    "  and not exists (select 1 from main.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'lamp' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit 1", /* next_due */
    NULL, /* not_yet */
    NULL, /* fail */
    NULL, /* extend */
    NULL, /* retry */
    "select lamp_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.lamp_pending where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_ce9743177eaf643e)", /* of_entity */
    "insert into main.lamp_pending (lamp_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", /* insert */
    "update main.lamp_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\n"
    "  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\nwhere lamp_id = ?1 and declaration = ?2", /* update */
    "delete from main.lamp_pending where lamp_id = ?1 and declaration = ?2", /* remove */
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
    "-- lamp --------------------------------------------------------------------------------------------\n-- lamp\n"
    "-- Only timers.\n\n-- where each lamp is\ncreate table if not exists main.lamp_current (\n"
    "  lamp_id text not null primary key,\n  state text not null,\n  sort_key integer not null, -- of its last move\n"
    "  since integer not null\n) without rowid;\n"
    "create index if not exists main.lamp_current_state_since on lamp_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.lamp_transitions (\n"
    "  lamp_id text not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n"
    "  primary key (lamp_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.lamp_transitions_request\n"
    "  on lamp_transitions (lamp_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.lamp_moves (event, from_state, to_state) as values\n  ('create', '', 'on'),\n"
    "  ('go_out', 'on', 'off'),\n  ('light', 'off', 'on');\n\n-- where each is, to join in queries of one's own\n"
    "create view if not exists main.lamp_state as\n  select lamp_id, state, sort_key, since from lamp_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.lamp_model_ce9743177eaf643e;\n"
    "create view if not exists main.lamp_model_2_ce9743177eaf643e as select 1;\n\n"
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
    "when only_libpawl_may_write('lamp_transitions',\n"
    "  new.lamp_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id) is not 1\nbegin\n"
    "  select raise(abort, 'lamp_transitions is written by libpawl only: fire an event of lamp instead');\nend;\n"
    "create trigger if not exists main.lamp_transitions_update before update on lamp_transitions\nbegin\n"
    "  select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted');\nend;\n"
    "create trigger if not exists main.lamp_transitions_delete before delete on lamp_transitions\n"
    "when only_libpawl_may_write('lamp_transitions', old.lamp_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "-- timers that run and work that waits: one row for each\ncreate table if not exists main.lamp_pending (\n"
    "  lamp_id text not null,\n  declaration text not null,\n  is_work integer not null,\n"
    "  due_at integer not null, -- for whoever has claimed it: the end of his lease\n"
    "  fence integer not null, -- the sort_key of the move that began it\n"
    "  claim integer not null, -- grows with each claim: of two workers the later one counts\n"
    "  attempts integer not null,\n  last_error text,\n"
    "  parked_at integer, -- put aside, because its attempts are spent\n"
    "  is_asleep integer not null, -- the state answers the timer's event in another way\n"
    "  primary key (lamp_id, declaration)\n) without rowid;\n"
    "create index if not exists main.lamp_pending_due on lamp_pending (is_work, due_at)\n"
    "  where parked_at is null and is_asleep = false;\n\n-- how each timer and work is treated\n"
    "create view if not exists main.lamp_pending_rules\n"
    "  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values\n"
    "  ('on.go_out', false, 'go_out', 60000000, 10000000, 20, 1000000, 600000000);\n\n"
    "create trigger if not exists main.lamp_pending_insert before insert on lamp_pending\n"
    "when only_libpawl_may_write('lamp_pending', new.lamp_id, new.declaration, new.is_work, new.due_at, new.fence,\n"
    "  new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1\nbegin\n"
    "  select raise(abort, 'lamp_pending is written by libpawl only: it follows the events of lamp');\nend;\n"
    "create trigger if not exists main.lamp_pending_update before update on lamp_pending\n"
    "when new.lamp_id is not old.lamp_id or new.declaration is not old.declaration\n"
    "  or only_libpawl_may_write('lamp_pending', new.lamp_id, new.declaration, new.is_work, new.due_at, new.fence,\n"
    "    new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1\nbegin\n"
    "  select raise(abort, 'lamp_pending is written by libpawl only: it follows the events of lamp');\nend;\n"
    "create trigger if not exists main.lamp_pending_delete before delete on lamp_pending\n"
    "when only_libpawl_may_write('lamp_pending', old.lamp_id, old.declaration) is not 1\nbegin\n"
    "  select raise(abort, 'lamp_pending is written by libpawl only: it follows the events of lamp');\nend;\n\n"
    "insert into main.pawl_objects (machine, object, definition)\n"
    "select 'lamp', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('lamp_current', 'lamp_transitions', 'lamp_moves', 'lamp_state',\n"
    "      'lamp_pending', 'lamp_pending_rules', 'lamp_model_2_ce9743177eaf643e')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'lamp'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> 'ce9743177eaf643e' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'lamp' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'lamp', 'ce9743177eaf643e', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'lamp' and fingerprint = 'ce9743177eaf643e'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"lamp\",\"label\":\"lamp\",\"fingerprint\":\"ce9743177eaf643e\",\"doc\":\"Only timers.\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"on\",\"label\":\"on\",\"stored\":\"on\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"off\",\"label\":\"off\",\"stored\":\"off\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"go_out\",\"label\":\"go out\",\"stored\":\"go_out\",\"creation\":false,\"timer\":true,\"params\":[],\"serialize_by\":[]},{\"name\":\"light\",\"label\":\"light\",\"stored\":\"light\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"on\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"go_out\",\"from\":\"on\",\"target\":\"to\",\"to\":\"off\",\"reopens\":false,\"timer\":0,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"light\",\"from\":\"off\",\"target\":\"to\",\"to\":\"on\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"on\",\"arrow\":0},{\"event\":\"go_out\",\"from\":\"on\",\"to\":\"off\",\"arrow\":1},{\"event\":\"light\",\"from\":\"off\",\"to\":\"on\",\"arrow\":2}],\"ignores\":[],\"timers\":[{\"event\":\"go_out\",\"place\":\"on\",\"after_ms\":10000}],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.lamp_current\",\"transitions\":\"main.lamp_transitions\",\"pending\":\"main.lamp_pending\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''lamp_current'', ''lamp_transitions'', ''lamp_moves'', ''lamp_state'',\\n    ''lamp_pending'', ''lamp_pending_rules'', ''lamp_model_2_ce9743177eaf643e'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.lamp_current where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_ce9743177eaf643e)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id\\nfrom main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_ce9743177eaf643e) order by sort_key\",\"in_state\":\"select lamp_id, state, sort_key, since from main.lamp_current\\nwhere state = ?1 and (since, lamp_id) > (?2, ?3)\\n  and exists (select 1 from main.lamp_model_2_ce9743177eaf643e) order by since, lamp_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select lamp_id, state, sort_key, since from main.lamp_current\\n    where state < ?1 and (state, since, lamp_id) > (?2, ?3, ?4)\\n    order by state, since, lamp_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select lamp_id, state, sort_key, since from main.lamp_current\\n    where (state, since, lamp_id) > (?5, ?6, ?7)\\n    order by state, since, lamp_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.lamp_model_2_ce9743177eaf643e) order by state, since, lamp_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.lamp_current where exists (select 1 from main.lamp_model_2_ce9743177eaf643e) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id\\nfrom main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_ce9743177eaf643e)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at\\nfrom main.lamp_transitions where lamp_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.lamp_current (lamp_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.lamp_current set state = ?2, sort_key = ?3, since = ?4\\nwhere lamp_id = ?1\",\"insert_transition\":\"insert into main.lamp_transitions\\n  (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8)\"},\"fire\":{},\"queue\":{\"table\":\"lamp_pending\",\"channel\":\"lamp_pending\",\"pending\":[{\"name\":\"on.go_out\",\"is_work\":false,\"is_of_state\":true,\"event\":\"go_out\",\"after_us\":10000000,\"lease_us\":60000000,\"every_us\":10000000,\"backoff_from_us\":1000000,\"backoff_to_us\":600000000,\"attempts\":20,\"presence\":\"-a-\"}],\"stays\":[],\"statements\":{\"claim\":\"select lamp_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.lamp_pending\\nwhere is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\\n  and exists (select 1 from main.lamp_model_2_ce9743177eaf643e)\\n  and not exists (select 1 from main.pawl_freezes type_lock\\n    where type_lock.machine = ''lamp'' and type_lock.mode is not null\\n      and (type_lock.until is null or type_lock.until > ?2))\\norder by due_at limit ?3\",\"next_due\":\"select due_at from main.lamp_pending where is_work = ?1 and parked_at is null and is_asleep = false\\n  and exists (select 1 from main.lamp_model_2_ce9743177eaf643e)\\n  and not exists (select 1 from main.pawl_freezes type_lock\\n    where type_lock.machine = ''lamp'' and type_lock.mode is not null\\n      and (type_lock.until is null or type_lock.until > ?2))\\norder by due_at limit 1\",\"of_entity\":\"select lamp_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.lamp_pending where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_ce9743177eaf643e)\",\"insert\":\"insert into main.lamp_pending (lamp_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)\",\"update\":\"update main.lamp_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\\n  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\\nwhere lamp_id = ?1 and declaration = ?2\",\"remove\":\"delete from main.lamp_pending where lamp_id = ?1 and declaration = ?2\"}}},\"diagram\":\"digraph \\\"lamp\\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_lamp\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>lamp</b><!--lamp-->>; tooltip=\\\"Only timers.\\\";\\n    \\\"lamp.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"lamp.on\\\" [label=<on<!--lamp.on-->>, class=\\\"state created waiting\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#a8761a\\\"];\\n    \\\"lamp.off\\\" [label=<off<!--lamp.off-->>, class=\\\"state\\\"];\\n    \\\"lamp.\\\" -> \\\"lamp.on\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"lamp.on\\\" -> \\\"lamp.off\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td><font color=\\\"#7d5200\\\">after 10 seconds: go out</font><br align=\\\"left\\\"/></td></tr></table>>, style=dashed, class=\\\"move timer\\\", color=\\\"#a8761a\\\", tooltip=\\\"go_out\\\", labeltooltip=\\\"go_out\\\"];\\n    \\\"lamp.on\\\" -> \\\"lamp.off\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>light<br align=\\\"left\\\"/></td></tr></table>>, dir=back, class=\\\"move\\\", tooltip=\\\"light\\\", labeltooltip=\\\"light\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#fcf0d4\\\" color=\\\"#a8761a\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">a clock is running </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"dashed\\\" color=\\\"#a8761a\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">happens only by itself </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'lamp' and fingerprint = 'ce9743177eaf643e' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.lamp_current where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_ce9743177eaf643e)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id\n"
    "from main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_ce9743177eaf643e) order by sort_key", /* history */
    "select lamp_id, state, sort_key, since from main.lamp_current\nwhere state = ?1 and (since, lamp_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.lamp_model_2_ce9743177eaf643e) order by since, lamp_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select lamp_id, state, sort_key, since from main.lamp_current\n"
    "    where state < ?1 and (state, since, lamp_id) > (?2, ?3, ?4)\n    order by state, since, lamp_id limit ?8\n"
    "  ) before\n  union all\n  select * from (\n    select lamp_id, state, sort_key, since from main.lamp_current\n"
    "    where (state, since, lamp_id) > (?5, ?6, ?7)\n    order by state, since, lamp_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.lamp_model_2_ce9743177eaf643e) order by state, since, lamp_id limit ?8", /* not_in_state */
    "select state, count(*) from main.lamp_current where exists (select 1 from main.lamp_model_2_ce9743177eaf643e) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id\n"
    "from main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_ce9743177eaf643e)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    NULL, NULL, NULL, NULL, /* with_key, fire_deferred, fail_deferred, find_parent */
    "select event, from_state, to_state, sort_key, created_at\n"
    "from main.lamp_transitions where lamp_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.lamp_current (lamp_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.lamp_current set state = ?2, sort_key = ?3, since = ?4\nwhere lamp_id = ?1", /* update_current */
    "insert into main.lamp_transitions\n"
    "  (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8)", /* insert_transition */
    NULL, NULL, NULL, NULL, NULL, /* find_creation, set_mirror, find_key, find_topic, find_spelling */
    NULL, NULL,
    NULL, &sqlite_queue_of_lamp,
};

static const struct pawl_statements *const sql_of_lamp[] = {&postgres_of_lamp, &sqlite_of_lamp};

const struct pawl_machine lamp_machine = {
    PAWL_ABI,
    "lamp",
    "lamp",
    "ce9743177eaf643e",
    "lamp_current", "lamp_transitions",
    PAWL_TYPE_TEXT,
    2, 3, 0,
    states_of_lamp, events_of_lamp, NULL,
    next_of_lamp,
    PAWL_LAYOUT(struct lamp_current, struct lamp_record),
    2, sql_of_lamp,
    0, 0, NULL, NULL, NULL, NULL, /* no guards and no effects */
    move_to_of_lamp,
    &queue_of_lamp, NULL, NULL,
    false,
};

const char *lamp_state_name(enum lamp_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_lamp[number].name : "unknown";
}

const char *lamp_event_name(enum lamp_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_lamp[number].name : "unknown";
}

const char *lamp_state_label(enum lamp_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_lamp[number].label : "unknown";
}

const char *lamp_event_label(enum lamp_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_lamp[number].label : "unknown";
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
    unsigned to = from <= 2 && fired <= 3 ? next_of_lamp[fired * 3u + from] : 0u;
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

enum pawl_status lamp_create(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                             struct lamp_transition *out, struct pawl_error *err) {
    return fire_of_lamp(db, id, LAMP_EVENT_CREATE, NULL, opts, out, err);
}

enum pawl_status lamp_go_out(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                             struct lamp_transition *out, struct pawl_error *err) {
    return fire_of_lamp(db, id, LAMP_EVENT_GO_OUT, NULL, opts, out, err);
}

enum pawl_status lamp_light(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                            struct lamp_transition *out, struct pawl_error *err) {
    return fire_of_lamp(db, id, LAMP_EVENT_LIGHT, NULL, opts, out, err);
}

enum pawl_status lamp_move_to(struct pawl_db *db, const char *id, enum lamp_state state,
                              const struct pawl_opts *opts, struct lamp_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_move_to(db, &lamp_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum lamp_event)transition.event;
        out->from = (enum lamp_state)transition.from;
        out->to = (enum lamp_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status lamp_create_many(struct pawl_db *db, const struct lamp_create_item *items, size_t count,
                                  const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct lamp_create_item),
        offsetof(struct lamp_create_item, id), 0,
        offsetof(struct lamp_create_item, request_id), 0};
    return pawl_fire_many(db, &lamp_machine, LAMP_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request lamp_create_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&lamp_machine, {id, 0}, LAMP_EVENT_CREATE, NULL, opts};
    return request;
}

enum pawl_status lamp_go_out_many(struct pawl_db *db, const struct lamp_go_out_item *items, size_t count,
                                  const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct lamp_go_out_item),
        offsetof(struct lamp_go_out_item, id), 0,
        offsetof(struct lamp_go_out_item, request_id), offsetof(struct lamp_go_out_item, expect_sort_key)};
    return pawl_fire_many(db, &lamp_machine, LAMP_EVENT_GO_OUT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request lamp_go_out_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&lamp_machine, {id, 0}, LAMP_EVENT_GO_OUT, NULL, opts};
    return request;
}

enum pawl_status lamp_light_many(struct pawl_db *db, const struct lamp_light_item *items, size_t count,
                                 const struct pawl_opts *opts, struct lamp_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct lamp_light_item),
        offsetof(struct lamp_light_item, id), 0,
        offsetof(struct lamp_light_item, request_id), offsetof(struct lamp_light_item, expect_sort_key)};
    return pawl_fire_many(db, &lamp_machine, LAMP_EVENT_LIGHT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request lamp_light_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&lamp_machine, {id, 0}, LAMP_EVENT_LIGHT, NULL, opts};
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
