/* Written by pawl from hooks.fsm. Do not edit: change hooks.fsm and run pawl again. */
#include "hooks.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- transfer: Money on its way ---------------------------------------------------------------------------------- */

static const struct pawl_state states_of_transfer[] = {
    {"", "", "", false},
    {"pending", "pending", "pending", false},
    {"waiting", "waiting", "waiting", false},
    {"done", "done", "done", true},
    {"failed", "failed", "failed", true},
};

static const struct pawl_column columns_of_transfer[] = {
    {"payer", PAWL_TYPE_TEXT, offsetof(struct transfer_record, payer), false},
    {"amount", PAWL_TYPE_BIGINT, offsetof(struct transfer_record, amount), false},
    {"expires", PAWL_TYPE_TIMESTAMP, offsetof(struct transfer_record, expires), false},
    {"note", PAWL_TYPE_TEXT, offsetof(struct transfer_record, note), false},
    {"reason", PAWL_TYPE_TEXT, offsetof(struct transfer_record, reason), false},
};

static const struct pawl_param params_of_transfer_create[] = {
    {"payer", PAWL_TYPE_TEXT, false, 0, offsetof(struct transfer_create_args, payer)},
    {"amount", PAWL_TYPE_BIGINT, false, 1, offsetof(struct transfer_create_args, amount)},
    {"expires", PAWL_TYPE_TIMESTAMP, true, 2, offsetof(struct transfer_create_args, expires)},
};

static const struct pawl_param params_of_transfer_import[] = {
    {"amount", PAWL_TYPE_BIGINT, false, 1, offsetof(struct transfer_import_args, amount)},
};

static const struct pawl_param params_of_transfer_accept[] = {
    {"note", PAWL_TYPE_TEXT, true, 3, offsetof(struct transfer_accept_args, note)},
};

static const struct pawl_param params_of_transfer_delete[] = {
    {"reason", PAWL_TYPE_TEXT, false, 4, offsetof(struct transfer_delete_args, reason)},
};

static const struct pawl_event events_of_transfer[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 3, params_of_transfer_create},
    {"import", "import", "import", true, false, false, 1, params_of_transfer_import},
    {"accept", "accept", "accept", false, true, false, 1, params_of_transfer_accept},
    {"delete", "delete", "delete", false, true, false, 1, params_of_transfer_delete},
    {"wait", "wait", "wait", false, false, false, 0, NULL},
    {"try_again", "try_again", "try again", false, false, false, 0, NULL},
    {"ship", "ship", "ship", false, false, false, 0, NULL},
    {"touch", "touch", "touch", false, false, false, 0, NULL},
    {"look", "look", "look", false, true, false, 0, NULL},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_transfer[] = {
    0, 0, 0, 0, 0, /* none */
    65534, 0, 0, 0, 0, /* create */
    2, 0, 0, 0, 0, /* import */
    0, 65534, 65535, 0, 0, /* accept */
    0, 4, 4, 0, 0, /* delete */
    0, 2, 0, 0, 0, /* wait */
    0, 0, 1, 0, 0, /* try_again */
    0, 0, 65534, 0, 0, /* ship */
    0, 0, 2, 0, 0, /* touch */
    0, 0, 2, 0, 0, /* look */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_transfer[] = {
    0,
    6, /* pending */
    0, /* waiting */
    0, /* done */
    0, /* failed */
};

static const struct pawl_hook hooks_of_transfer[] = {
    {"checked", PAWL_HOOK_GUARD, true},
    {"has_funds", PAWL_HOOK_GUARD, false},
    {"in_time", PAWL_HOOK_GUARD, false},
    {"is_open", PAWL_HOOK_GUARD, false},
    {"is_small", PAWL_HOOK_GUARD, false},
    {"suspicious", PAWL_HOOK_GUARD, true},
    {"annotate", PAWL_HOOK_EFFECT, false},
    {"entered", PAWL_HOOK_EFFECT, false},
    {"left", PAWL_HOOK_EFFECT, false},
    {"notify", PAWL_HOOK_EFFECT, true},
    {"take", PAWL_HOOK_EFFECT, false},
    {"tell_payee", PAWL_HOOK_EFFECT, true},
};

static const struct pawl_condition conditions_of_transfer[] = {
    {4, false},
    {3, false},
    {4, true},
    {1, false},
    {2, false},
    {5, true},
    {1, false},
    {0, false},
    {1, true},
    {1, false},
};

static const uint16_t effects_of_transfer[] = {
    7,
    7,
    7,
    7,
    7,
    8,
    10,
    6,
    11,
    7,
    8,
    9,
    9,
    8,
    9,
    11,
    8,
    9,
    11,
    7,
    8,
    7,
    9,
};

static const struct pawl_move moves_of_transfer[] = {
    {1, 0, 1, 1, 1, 0, &conditions_of_transfer[0], &effects_of_transfer[0], NULL},
    {1, 0, 2, 2, 2, 0, &conditions_of_transfer[1], &effects_of_transfer[1], NULL},
    {2, 0, 2, 0, 2, 0, NULL, &effects_of_transfer[3], NULL},
    {3, 1, 3, 3, 3, 1, &conditions_of_transfer[3], &effects_of_transfer[5], &effects_of_transfer[8]},
    {3, 1, 2, 2, 1, 0, &conditions_of_transfer[6], &effects_of_transfer[9], NULL},
    {3, 1, 4, 1, 3, 0, &conditions_of_transfer[8], &effects_of_transfer[10], NULL},
    {4, 1, 4, 0, 2, 1, NULL, &effects_of_transfer[13], &effects_of_transfer[15]},
    {4, 2, 4, 0, 2, 1, NULL, &effects_of_transfer[16], &effects_of_transfer[18]},
    {5, 1, 2, 0, 1, 0, NULL, &effects_of_transfer[19], NULL},
    {7, 2, 3, 1, 1, 0, &conditions_of_transfer[9], &effects_of_transfer[20], NULL},
    {8, 2, 2, 0, 1, 0, NULL, &effects_of_transfer[21], NULL},
    {9, 2, 2, 0, 1, 0, NULL, &effects_of_transfer[22], NULL},
};

static const uint32_t callbacks_of_transfer[] = {
    offsetof(struct transfer_hooks, checked),
    UINT32_MAX,
    UINT32_MAX,
    UINT32_MAX,
    UINT32_MAX,
    offsetof(struct transfer_hooks, suspicious),
    UINT32_MAX,
    UINT32_MAX,
    UINT32_MAX,
    offsetof(struct transfer_hooks, notify),
    UINT32_MAX,
    offsetof(struct transfer_hooks, tell_payee),
};

static enum pawl_status call_hook_of_transfer(const void *hooks, int hook, struct pawl_db *db,
    const struct pawl_call *call, struct pawl_error *err) {
    const struct transfer_hooks *own = (const struct transfer_hooks *)hooks;
    struct transfer_call told;
    told.id = call->key.number;
    told.event = (enum transfer_event)call->event;
    told.from = (enum transfer_state)call->from;
    told.to = (enum transfer_state)call->to;
    told.sort_key = call->sort_key;
    told.created_at_us = call->created_at_us;
    told.actor = call->actor;
    told.request_id = call->request_id;
    told.args.create = NULL;
    switch (call->event) {
    case 1:
        told.args.create = (const struct transfer_create_args *)call->args;
        break;
    case 2:
        told.args.import = (const struct transfer_import_args *)call->args;
        break;
    case 3:
        told.args.accept = (const struct transfer_accept_args *)call->args;
        break;
    case 4:
        told.args.delete_args = (const struct transfer_delete_args *)call->args;
        break;
    default:
        break;
    }
    switch (hook) {
    case 0:
        return own->checked(db, &told, own->context, err);
    case 5:
        return own->suspicious(db, &told, own->context, err);
    case 9:
        return own->notify(db, &told, own->context, err);
    case 11:
        return own->tell_payee(db, &told, own->context, err);
    default:
        return PAWL_MISUSE;
    }
}

static const char *const postgres_fire_of_transfer[] = {
    NULL,
    "select bank.transfer_create($1::bigint, $2::text, $3::bigint, (timestamptz 'epoch' + ($4::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($4::bigint % 1000000000000)::float8 * interval '1 microsecond'), $5::text, $6::text) where bank.transfer_model_2_a02ccc6c104b5992()", /* create */
    "select bank.transfer_import($1::bigint, $2::bigint, $3::text, $4::text) where bank.transfer_model_2_a02ccc6c104b5992()", /* import */
    "select bank.transfer_accept($1::bigint, $2::text, $3::text, $4::text, $5::integer, $6::text) where bank.transfer_model_2_a02ccc6c104b5992()", /* accept */
    "select bank.transfer_delete($1::bigint, $2::text, $3::text, $4::text, $5::integer, $6::text) where bank.transfer_model_2_a02ccc6c104b5992()", /* delete */
    "select bank.transfer_wait($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()", /* wait */
    "select bank.transfer_try_again($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()", /* try_again */
    "select bank.transfer_ship($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()", /* ship */
    "select bank.transfer_touch($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()", /* touch */
    "select bank.transfer_look($1::bigint, $2::text, $3::text, $4::integer, $5::text) where bank.transfer_model_2_a02ccc6c104b5992()", /* look */
};

static const char *const postgres_fire_many_of_transfer[] = {
    NULL,
    "select * from bank.transfer_create_many($1::bigint[], $2::text[], $3::bigint[], $4::timestamptz[], $5::text, $6::text[], coalesce(null::text[]/*, $7::text[]*/), coalesce(/*$8::boolean, */false))\n"
    "  where bank.transfer_model_2_a02ccc6c104b5992()", /* create */
    "select * from bank.transfer_import_many($1::bigint[], $2::bigint[], $3::text, $4::text[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where bank.transfer_model_2_a02ccc6c104b5992()", /* import */
    NULL, /* accept */
    NULL, /* delete */
    "select * from bank.transfer_wait_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where bank.transfer_model_2_a02ccc6c104b5992()", /* wait */
    "select * from bank.transfer_try_again_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where bank.transfer_model_2_a02ccc6c104b5992()", /* try_again */
    "select * from bank.transfer_ship_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where bank.transfer_model_2_a02ccc6c104b5992()", /* ship */
    "select * from bank.transfer_touch_many($1::bigint[], $2::text, $3::text[], $4::integer[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where bank.transfer_model_2_a02ccc6c104b5992()", /* touch */
    NULL, /* look */
};

static const struct pawl_statements postgres_of_transfer = {
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
    "      'bank.transfers', current_user) into lacking\n"
    "    from (values ('references', 'number'), ('select', 'number'), ('select', 'state'), ('update', 'state')) needed (right_on, of_column)\n"
    "    where not has_column_privilege('bank.transfers', (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')\n"
    "      and not has_column_privilege('pawl_owner', 'bank.transfers', (parse_ident(needed.of_column))[1], needed.right_on)\n"
    "    having count(*) > 0;\n  if not has_schema_privilege('bank', 'create with grant option')\n"
    "     and not has_schema_privilege('pawl_owner', 'bank', 'create') then\n"
    "    lacking := concat_ws('; ', format('grant usage, create on schema %s to %I with grant option', 'bank', current_user), lacking);\n"
    "  end if;\n  if lacking is not null then\n"
    "    raise exception 'the login % may not grant what machine % needs; nothing was changed', current_user, 'transfer'\n"
    "      using errcode = 'insufficient_privilege', hint = lacking;\n  end if;\nend\n$pawl$;\n"
    "grant usage, create on schema bank to pawl_owner;\ngrant usage on schema bank to pawl_app, pawl_operator;\n"
    "grant references (number) on bank.transfers to pawl_owner;\n"
    "grant select (number, state), update (state) on bank.transfers to pawl_owner;\n"
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
    "\n-- transfer ----------------------------------------------------------------------------------------\n\n"
    "call public.pawl_refuse_entities_on_nodes('transfer'::text, 'bank.transfers'::text);\n"
    "call public.pawl_begin_machine('transfer'::text, 'a02ccc6c104b5992'::text, 'bank'::text,\n"
    "  '{transfer_current,transfer_transitions,transfer_moves,transfer_state,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take,transfer_current_state_since,transfer_transitions_request}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('bank'::text, '{transfer_model_2_a02ccc6c104b5992,transfer_is_free,transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take,transfer_create,transfer_create_many,transfer_import,transfer_import_many,transfer_accept,transfer_delete,transfer_wait,transfer_wait_many,transfer_try_again,transfer_try_again_many,transfer_ship,transfer_ship_many,transfer_touch,transfer_touch_many,transfer_look,transfer_fire_deferred,transfer_fail_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('transfer'::text, 'a02ccc6c104b5992'::text, 2::integer, 'bank'::text);\n"
    "call public.pawl_refuse_key_type('transfer'::text, 'bank.transfers'::text, 'number'::text, 'bigint'::text);\n"
    "create table if not exists bank.transfer_current (\n  transfer_id bigint primary key\n"
    "    constraint transfer_current_parent references bank.transfers (number),\n  state text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists bank.transfer_transitions (\n  transfer_id bigint not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  payer text collate \"C\",\n  amount bigint,\n  expires timestamptz,\n"
    "  note text collate \"C\",\n  reason text collate \"C\",\n  primary key (transfer_id, sort_key)\n);\ndo $pawl$\n"
    "begin\n  if to_regclass('bank.transfer_current_state_since') is null then\n"
    "    create index transfer_current_state_since on bank.transfer_current (state, since);\n  end if;\n"
    "  if to_regclass('bank.transfer_transitions_request') is null then\n"
    "    create unique index transfer_transitions_request on bank.transfer_transitions (transfer_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view bank.transfer_moves as select * from (values\n  ('create', '', 'pending'),\n"
    "  ('create', '', 'waiting'),\n  ('import', '', 'waiting'),\n  ('accept', 'pending', 'done'),\n"
    "  ('accept', 'pending', 'waiting'),\n  ('accept', 'pending', 'failed'),\n  ('delete', 'pending', 'failed'),\n"
    "  ('delete', 'waiting', 'failed'),\n  ('wait', 'pending', 'waiting'),\n  ('try_again', 'waiting', 'pending'),\n"
    "  ('ship', 'waiting', 'done'),\n  ('touch', 'waiting', 'waiting'),\n  ('look', 'waiting', 'waiting')\n"
    ") move (event, from_state, to_state);\n\ncreate or replace view bank.transfer_state as\n"
    "  select transfer_id, state, sort_key, since from bank.transfer_current;\n\n"
    "call public.pawl_refuse_writes_to(array['bank.transfer_current', 'bank.transfer_transitions']::regclass[]);\n"
    "grant select on bank.transfer_current, bank.transfer_transitions, bank.transfer_moves, bank.transfer_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('transfer'::text, 'bank.transfer_current'::text);\n"
    "call public.pawl_add_is_free('transfer'::text, 'bank'::text);\n\n"
    "comment on table bank.transfer_current is 'Money on its way\n"
    "Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and\n"
    "leaving, after the commit; and a mirrored column.\nOne row for each: where it is.';\n"
    "call public.pawl_describe('bank'::text, 'transfer'::text, 'transfer_transitions'::text);\n\n"
    "-- Guards and effects are only called by the functions of events. Their tables are those of bank.\n"
    "-- What an effect inserts, updates or deletes becomes the rule of an empty view, wherever it can: it is\n"
    "-- parsed now, as in a function with `begin atomic`, but planned once a session and not at each call.\n"
    "set local search_path = pg_catalog, bank, pg_temp;\n-- Literals get their values now.\n"
    "set local timezone = 'UTC';\nset local timezone_abbreviations = 'Default';\nset local datestyle = 'ISO, MDY';\n"
    "set local intervalstyle = postgres;\nset local lc_monetary = 'C';\nset local array_nulls = on;\n"
    "set local xmloption = content;\nset local transform_null_equals = off;\n\n"
    "-- guard has_funds of machine transfer\n-- Is there enough money?\n-- It is looked up anew each time.\n"
    "create or replace function bank.transfer_guard_has_funds(bigint, text) returns setof boolean\n"
    "language sql stable\nbegin atomic\nselect balance >= $1 from accounts where id = $2\n;\nend;\n"
    "revoke all on function bank.transfer_guard_has_funds(bigint, text) from public;\n\n"
    "-- guard in_time of machine transfer\n"
    "create or replace function bank.transfer_guard_in_time(timestamptz, timestamptz) returns setof boolean\n"
    "language sql stable\nbegin atomic\nselect $1 is null or $1 > $2\n;\nend;\n"
    "revoke all on function bank.transfer_guard_in_time(timestamptz, timestamptz) from public;\n\n"
    "-- guard is_open of machine transfer\n"
    "create or replace function bank.transfer_guard_is_open(text, bigint) returns setof boolean\nlanguage sql stable\n"
    "begin atomic\nselect is_open from accounts where id = $1 and $2 > 0 and ':id' <> '$1'\n;\nend;\n"
    "revoke all on function bank.transfer_guard_is_open(text, bigint) from public;\n\n"
    "-- guard is_small of machine transfer\n"
    "create or replace function bank.transfer_guard_is_small(bigint) returns setof boolean\nlanguage sql stable\n"
    "begin atomic\nselect $1 <= 1000 -- in cents\n;\nend;\n"
    "revoke all on function bank.transfer_guard_is_small(bigint) from public;\n\n"
    "-- effect annotate of machine transfer\n"
    "create or replace function bank.transfer_effect_annotate(bigint, text) returns void\n"
    "language sql volatile set search_path = pg_catalog, bank, pg_temp\nbegin atomic\n"
    "    insert into notes (id, note)\n"
    "    select $1, coalesce($2, 'none') || ', now ' || state from transfer_current where transfer_id = $1;\n  \n;\n"
    "end;\nrevoke all on function bank.transfer_effect_annotate(bigint, text) from public;\n"
    "drop view if exists bank.transfer_effect_annotate;\ncreate view bank.transfer_effect_annotate as\n"
    "  select null::bigint as argument_1, null::text as argument_2 where false;\ndo $pawl$\nbegin\n"
    "  create rule effect as on insert to bank.transfer_effect_annotate do instead (\n"
    "    insert into notes (id, note)\n"
    "    select new.argument_1, coalesce(new.argument_2, 'none') || ', now ' || state from transfer_current where transfer_id = new.argument_1;\n"
    "  \n  );\n  create or replace function bank.transfer_effect_annotate(bigint, text) returns void\n"
    "  language plpgsql volatile set search_path = pg_catalog, bank, pg_temp\n"
    "  as $$ begin insert into bank.transfer_effect_annotate values ($1, $2); end $$;\n"
    "exception when syntax_error_or_access_rule_violation or feature_not_supported then\n"
    "  drop view bank.transfer_effect_annotate; -- PostgreSQL has no such rule\nend\n$pawl$;\n\n"
    "-- effect entered of machine transfer\n"
    "create or replace function bank.transfer_effect_entered(bigint) returns void\n"
    "language sql volatile set search_path = pg_catalog, bank, pg_temp\nbegin atomic\n"
    "insert into notes (id, note) values ($1, 'entered')\n;\nend;\n"
    "revoke all on function bank.transfer_effect_entered(bigint) from public;\n"
    "drop view if exists bank.transfer_effect_entered;\ncreate view bank.transfer_effect_entered as\n"
    "  select null::bigint as argument_1 where false;\ndo $pawl$\nbegin\n"
    "  create rule effect as on insert to bank.transfer_effect_entered do instead (\n"
    "insert into notes (id, note) values (new.argument_1, 'entered')\n  );\n"
    "  create or replace function bank.transfer_effect_entered(bigint) returns void\n"
    "  language plpgsql volatile set search_path = pg_catalog, bank, pg_temp\n"
    "  as $$ begin insert into bank.transfer_effect_entered values ($1); end $$;\n"
    "exception when syntax_error_or_access_rule_violation or feature_not_supported then\n"
    "  drop view bank.transfer_effect_entered; -- PostgreSQL has no such rule\nend\n$pawl$;\n\n"
    "-- effect left of machine transfer\ncreate or replace function bank.transfer_effect_left(bigint) returns void\n"
    "language sql volatile set search_path = pg_catalog, bank, pg_temp\nbegin atomic\n"
    "insert into notes (id, note) values ($1, 'left')\n;\nend;\n"
    "revoke all on function bank.transfer_effect_left(bigint) from public;\n"
    "drop view if exists bank.transfer_effect_left;\ncreate view bank.transfer_effect_left as\n"
    "  select null::bigint as argument_1 where false;\ndo $pawl$\nbegin\n"
    "  create rule effect as on insert to bank.transfer_effect_left do instead (\n"
    "insert into notes (id, note) values (new.argument_1, 'left')\n  );\n"
    "  create or replace function bank.transfer_effect_left(bigint) returns void\n"
    "  language plpgsql volatile set search_path = pg_catalog, bank, pg_temp\n"
    "  as $$ begin insert into bank.transfer_effect_left values ($1); end $$;\n"
    "exception when syntax_error_or_access_rule_violation or feature_not_supported then\n"
    "  drop view bank.transfer_effect_left; -- PostgreSQL has no such rule\nend\n$pawl$;\n\n"
    "-- effect take of machine transfer\n"
    "create or replace function bank.transfer_effect_take(bigint, text) returns void\n"
    "language sql volatile set search_path = pg_catalog, bank, pg_temp\nbegin atomic\n"
    "    update accounts set balance = balance - $1\n    where id = $2 -- \"at once\" \n;\nend;\n"
    "revoke all on function bank.transfer_effect_take(bigint, text) from public;\n"
    "drop view if exists bank.transfer_effect_take;\ncreate view bank.transfer_effect_take as\n"
    "  select null::bigint as argument_1, null::text as argument_2 where false;\ndo $pawl$\nbegin\n"
    "  create rule effect as on insert to bank.transfer_effect_take do instead (\n"
    "    update accounts set balance = balance - new.argument_1\n    where id = new.argument_2 -- \"at once\" \n  );\n"
    "  create or replace function bank.transfer_effect_take(bigint, text) returns void\n"
    "  language plpgsql volatile set search_path = pg_catalog, bank, pg_temp\n"
    "  as $$ begin insert into bank.transfer_effect_take values ($1, $2); end $$;\n"
    "exception when syntax_error_or_access_rule_violation or feature_not_supported then\n"
    "  drop view bank.transfer_effect_take; -- PostgreSQL has no such rule\nend\n$pawl$;\n\n"
    "set local search_path = pg_catalog, pg_temp;\n\n"
    "-- Guards that run code of others, or lock rows, find that code's names as before.\ndo $pawl$\ndeclare\n"
    "  guard regprocedure;\nbegin\n  for guard in\n    select made.oid from pg_proc made\n"
    "      where made.oid = any (array[\n        'bank.transfer_guard_has_funds(bigint, text)',\n"
    "        'bank.transfer_guard_is_small(bigint)',\n        'bank.transfer_guard_is_open(text, bigint)',\n"
    "        'bank.transfer_guard_in_time(timestamptz, timestamptz)']::regprocedure[])\n"
    "      and (made.prosqlbody::text ~ ':commandType [02-9]|:hasForUpdate true'\n        or exists (\n"
    "          select from pg_depend uses\n            left join pg_class relation\n"
    "              on uses.refclassid = 'pg_class'::regclass and relation.oid = uses.refobjid\n"
    "            where uses.classid = 'pg_proc'::regclass and uses.objid = made.oid\n"
    "              and uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)\n"
    "              and (relation.relkind in ('r', 'p') and not relation.relrowsecurity) is not true))\n  loop\n"
    "    execute format('alter function %s volatile set search_path = pg_catalog, bank, pg_temp', guard);\n"
    "  end loop;\nend\n$pawl$;\n\n"
    "-- Code of others must not run within guards and effects, nor on tables that moves write or lock.\n"
    "call public.pawl_refuse_foreign_hooks('bank'::text, '{transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}'::text[], array['bank.transfers']::text[], null::text);\n"
    "call public.pawl_refuse_narrow_column('transfer'::text, 'bank.transfers'::text, 'state'::text, array['pending', 'waiting', 'done', 'failed']::text[]);\n"
    "\nset local search_path = pg_catalog, bank, pg_temp;\ndo $pawl$\nbegin\n"
    "  perform public.pawl_explain('select balance >= $1 from accounts where id = $2'::text,\n"
    "    '(bigint, text)'::text,\n    '(null, null)'::text, current_setting('search_path'));\n"
    "exception when insufficient_privilege then\n"
    "  raise warning 'guard has_funds of machine transfer cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\ndo $pawl$\nbegin\n  perform public.pawl_explain('select $1 is null or $1 > $2'::text,\n"
    "    '(timestamptz, timestamptz)'::text,\n    '(null, null)'::text, current_setting('search_path'));\n"
    "exception when insufficient_privilege then\n"
    "  raise warning 'guard in_time of machine transfer cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\ndo $pawl$\nbegin\n"
    "  perform public.pawl_explain('select is_open from accounts where id = $1 and $2 > 0 and '':id'' <> ''$1'''::text,\n"
    "    '(text, bigint)'::text,\n    '(null, null)'::text, current_setting('search_path'));\n"
    "exception when insufficient_privilege then\n"
    "  raise warning 'guard is_open of machine transfer cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\ndo $pawl$\nbegin\n  perform public.pawl_explain('select $1 <= 1000 -- in cents'::text,\n"
    "    '(bigint)'::text,\n    '(null)'::text, current_setting('search_path'));\n"
    "exception when insufficient_privilege then\n"
    "  raise warning 'guard is_small of machine transfer cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\ndo $pawl$\nbegin\n  perform public.pawl_explain('    insert into notes (id, note)\n"
    "    select $1, coalesce($2, ''none'') || '', now '' || state from transfer_current where transfer_id = $1;\n"
    "  '::text,\n    '(bigint, text)'::text,\n    '(null, null)'::text, current_setting('search_path'));\n"
    "exception when insufficient_privilege then\n"
    "  raise warning 'effect annotate of machine transfer cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\ndo $pawl$\nbegin\n"
    "  perform public.pawl_explain('insert into notes (id, note) values ($1, ''entered'')'::text,\n"
    "    '(bigint)'::text,\n    '(null)'::text, current_setting('search_path'));\n"
    "exception when insufficient_privilege then\n"
    "  raise warning 'effect entered of machine transfer cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\ndo $pawl$\nbegin\n"
    "  perform public.pawl_explain('insert into notes (id, note) values ($1, ''left'')'::text,\n"
    "    '(bigint)'::text,\n    '(null)'::text, current_setting('search_path'));\n"
    "exception when insufficient_privilege then\n"
    "  raise warning 'effect left of machine transfer cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\ndo $pawl$\nbegin\n  perform public.pawl_explain('    update accounts set balance = balance - $1\n"
    "    where id = $2 -- \"at once\" '::text,\n    '(bigint, text)'::text,\n"
    "    '(null, null)'::text, current_setting('search_path'));\nexception when insufficient_privilege then\n"
    "  raise warning 'effect take of machine transfer cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\n\nset local search_path = pg_catalog, pg_temp;\n\n"
    "create or replace function bank.transfer_create(id bigint, payer text, amount bigint, expires timestamptz default null, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\n  is_done boolean; -- effects are called in an expression, which costs less than a query\n"
    "  moment timestamptz;\n  guard_is_small text; -- its answer: '1' passes, '0' refuses, '-' null\nbegin\n"
    "  if $1 is null\n     or $2 is null\n     or $3 is null\n"
    "     or $4 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "     or octet_length($5) > 255 or $6 = '' or octet_length($6) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id, payer, amount; a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n"
    "  perform 1 from bank.transfers parent where parent.number = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    outcome.detail := 'insert its row into bank.transfers first, with that key as number';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $6, null::text, null::text, null::bigint);\n"
    "  end if;\n  lock table only bank.transfer_current in row share mode; -- a later freeze or migration waits\n"
    "  loop\n    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join bank.transfer_current head on head.transfer_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $6 is not null then\n"
    "        select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $6;\n"
    "        if found then\n          return row(case when earlier.event = 'create'\n"
    "              and earlier.payer is not distinct from $2\n"
    "              and earlier.amount is not distinct from $3\n"
    "              and earlier.expires is not distinct from $4 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $6, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: transfer was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $6, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome.from_state := '';\n    moment := clock_timestamp();\n    if guard_is_small is null then\n"
    "      guard_is_small := case (select passes from bank.transfer_guard_is_small($3) passes limit 1)\n"
    "        when true then '1' when false then '0' else '-' end;\n    end if;\n    if guard_is_small = '1' then\n"
    "      outcome.to_state := 'pending';\n      outcome.move := 1;\n    else\n"
    "      outcome.guard := concat_ws(', ', outcome.guard, 'is_small');\n    end if;\n"
    "    if outcome.to_state is null then\n"
    "      if (select passes from bank.transfer_guard_is_open($2, $3) passes limit 1) then\n"
    "        if guard_is_small is null then\n"
    "          guard_is_small := case (select passes from bank.transfer_guard_is_small($3) passes limit 1)\n"
    "            when true then '1' when false then '0' else '-' end;\n        end if;\n"
    "        if guard_is_small = '0' then\n          outcome.to_state := 'waiting';\n          outcome.move := 2;\n"
    "        else\n          outcome.guard := concat_ws(', ', outcome.guard, 'not is_small');\n        end if;\n"
    "      else\n        outcome.guard := concat_ws(', ', outcome.guard, 'is_open');\n      end if;\n    end if;\n"
    "    if outcome.to_state is null then\n      outcome.status := 'REFUSED';\n      return outcome;\n    end if;\n"
    "    outcome := row('OK', '', outcome.to_state, 10, moment, null, outcome.move, null);\n    begin\n"
    "      insert into bank.transfer_current (transfer_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'transfer_current_pkey' then\n          raise;\n        end if;\n"
    "      when foreign_key_violation then\n        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'transfer_current_parent' then\n          raise;\n        end if;\n"
    "        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into bank.transfers first, with that key as number')::public.pawl_outcome;\n"
    "    end;\n    outcome := null;\n  end loop;\n  insert into bank.transfer_transitions\n"
    "    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires)\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($5, session_user), $6, $2, $3, $4);\n  update bank.transfers parent set state = outcome.to_state\n"
    "    where parent.number = $1;\n  if outcome.move = 1 then\n"
    "    is_done := bank.transfer_effect_entered($1) is not null;\n  end if;\n  if outcome.move = 2 then\n"
    "    is_done := bank.transfer_effect_entered($1) is not null;\n"
    "    is_done := bank.transfer_effect_entered($1) is not null;\n  end if;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function bank.transfer_create(bigint, text, bigint, timestamptz, text, text) is 'create';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$bank.transfer_create_many(bigint[], text[], bigint[], timestamptz[], text, text[])$pawl$)) then\n"
    "    drop function bank.transfer_create_many(bigint[], text[], bigint[], timestamptz[], text, text[]);\n"
    "  end if;\nend\n$pawl1$;\n"
    "create or replace function bank.transfer_create_many(id bigint[], payer text[], amount bigint[], expires timestamptz[] default null, actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $8 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($4), cardinality($6), cardinality($7)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, payer, amount; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $8 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else bank.transfer_create(given.id, given.v1, given.v2, given.v3, coalesce(given.own_actor, $5), given.request_id) end as outcome\n"
    "        from (select * from unnest($1, $2, $3, $4, $6, $7) with ordinality given (id, v1, v2, v3, request_id, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function bank.transfer_import(id bigint, amount bigint, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\n  is_done boolean; -- effects are called in an expression, which costs less than a query\n"
    "begin\n  if $1 is null\n     or $2 is null\n"
    "     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id, amount; a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n"
    "  perform 1 from bank.transfers parent where parent.number = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    outcome.detail := 'insert its row into bank.transfers first, with that key as number';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "  end if;\n  lock table only bank.transfer_current in row share mode; -- a later freeze or migration waits\n"
    "  loop\n    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join bank.transfer_current head on head.transfer_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $4 is not null then\n"
    "        select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $4;\n"
    "        if found then\n          return row(case when earlier.event = 'import'\n"
    "              and earlier.amount is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: transfer was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'waiting', 10, clock_timestamp(), null, 1, null);\n    begin\n"
    "      insert into bank.transfer_current (transfer_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'transfer_current_pkey' then\n          raise;\n        end if;\n"
    "      when foreign_key_violation then\n        get stacked diagnostics violated = constraint_name;\n"
    "        if violated <> 'transfer_current_parent' then\n          raise;\n        end if;\n"
    "        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into bank.transfers first, with that key as number')::public.pawl_outcome;\n"
    "    end;\n    outcome := null;\n  end loop;\n  insert into bank.transfer_transitions\n"
    "    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount)\n"
    "  values ($1, outcome.sort_key, 'import', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n  update bank.transfers parent set state = outcome.to_state\n"
    "    where parent.number = $1;\n  is_done := bank.transfer_effect_entered($1) is not null;\n"
    "  is_done := bank.transfer_effect_entered($1) is not null;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function bank.transfer_import(bigint, bigint, text, text) is 'import';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$bank.transfer_import_many(bigint[], bigint[], text, text[])$pawl$)) then\n"
    "    drop function bank.transfer_import_many(bigint[], bigint[], text, text[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function bank.transfer_import_many(id bigint[], amount bigint[], actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy bigint[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, amount; a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $6 then\n"
    "    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else bank.transfer_import(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) end as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function bank.transfer_accept(id bigint, note text default null, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\n  created record;\n"
    "  is_done boolean; -- effects are called in an expression, which costs less than a query\n  moment timestamptz;\n"
    "  guard_has_funds text; -- its answer: '1' passes, '0' refuses, '-' null\nbegin\n"
    "  if $1 is null or $3 is not null or $4 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $6 is null then -- only a program of libpawl has its guards and effects in C\n"
    "    outcome.status := 'MISUSE';\n    outcome.guard := 'suspicious';\n"
    "    outcome.detail := 'suspicious is in C: only a program that has it can fire this event';\n"
    "    return outcome;\n  end if;\n"
    "  perform 1 from bank.transfers parent where parent.number = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "  end if;\n  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "  select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())\n"
    "    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "    from bank.transfer_current head where head.transfer_id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $4 is not null then\n"
    "    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $4;\n"
    "    if found then\n      return row(case when earlier.event = 'accept'\n"
    "          and earlier.note is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $5 is not null then\n    if outcome.sort_key <> $5 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n"
    "  if $6 = '?' and outcome.from_state in ('pending') then -- the caller asks guards in C, and calls again\n"
    "    outcome.status := 'ASK';\n    return outcome;\n  end if;\n"
    "  select creation.payer, creation.amount, creation.expires into created\n"
    "    from bank.transfer_transitions creation where creation.transfer_id = $1 and creation.sort_key = 10;\n"
    "  moment := greatest(clock_timestamp(), outcome.created_at);\n  case outcome.from_state\n"
    "    when 'pending' then\n      if guard_has_funds is null then\n"
    "        guard_has_funds := case (select passes from bank.transfer_guard_has_funds(created.amount::bigint, created.payer::text) passes limit 1)\n"
    "          when true then '1' when false then '0' else '-' end;\n      end if;\n"
    "      if guard_has_funds = '1' then\n"
    "        if (select passes from bank.transfer_guard_in_time(created.expires::timestamptz, moment) passes limit 1) then\n"
    "          if substr($6, 6, 1) = '0' then -- not suspicious\n            outcome.to_state := 'done';\n"
    "            outcome.move := 1;\n          else\n"
    "            outcome.guard := concat_ws(', ', outcome.guard, 'not suspicious');\n          end if;\n        else\n"
    "          outcome.guard := concat_ws(', ', outcome.guard, 'in_time');\n        end if;\n      else\n"
    "        outcome.guard := concat_ws(', ', outcome.guard, 'has_funds');\n      end if;\n"
    "      if outcome.to_state is null then\n        if guard_has_funds is null then\n"
    "          guard_has_funds := case (select passes from bank.transfer_guard_has_funds(created.amount::bigint, created.payer::text) passes limit 1)\n"
    "            when true then '1' when false then '0' else '-' end;\n        end if;\n"
    "        if guard_has_funds = '1' then\n          if substr($6, 1, 1) = '1' then -- checked\n"
    "            outcome.to_state := 'waiting';\n            outcome.move := 2;\n          else\n"
    "            outcome.guard := concat_ws(', ', outcome.guard, 'checked');\n          end if;\n"
    "        elsif ('has_funds' = any (string_to_array(outcome.guard, ', '))) is not true then\n"
    "          outcome.guard := concat_ws(', ', outcome.guard, 'has_funds');\n        end if;\n      end if;\n"
    "      if outcome.to_state is null then\n        if guard_has_funds is null then\n"
    "          guard_has_funds := case (select passes from bank.transfer_guard_has_funds(created.amount::bigint, created.payer::text) passes limit 1)\n"
    "            when true then '1' when false then '0' else '-' end;\n        end if;\n"
    "        if guard_has_funds = '0' then\n          outcome.to_state := 'failed';\n          outcome.move := 3;\n"
    "        else\n          outcome.guard := concat_ws(', ', outcome.guard, 'not has_funds');\n        end if;\n"
    "      end if;\n    else null;\n  end case;\n  if outcome.from_state in ('waiting') then\n"
    "    outcome.status := 'IGNORED';\n    return outcome;\n  end if;\n  if outcome.to_state is null then\n"
    "    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;\n"
    "    outcome.detail := case when outcome.guard is null then 'accept' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is' end;\n"
    "    return outcome;\n  end if;\n  outcome.guard := null; -- of a move that was tried before\n"
    "  outcome.sort_key := outcome.sort_key + 10;\n  outcome.created_at := moment;\n"
    "  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "    where head.ctid = place;\n  insert into bank.transfer_transitions\n"
    "    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, note)\n"
    "  values ($1, outcome.sort_key, 'accept', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n  update bank.transfers parent set state = outcome.to_state\n"
    "    where parent.number = $1;\n  case outcome.from_state\n    when 'pending' then\n"
    "      if outcome.move = 1 then\n        is_done := bank.transfer_effect_left($1) is not null;\n"
    "        is_done := bank.transfer_effect_take(created.amount::bigint, created.payer::text) is not null;\n"
    "        is_done := bank.transfer_effect_annotate($1, $2) is not null;\n      end if;\n"
    "      if outcome.move = 2 then\n        is_done := bank.transfer_effect_entered($1) is not null;\n      end if;\n"
    "      if outcome.move = 3 then\n        is_done := bank.transfer_effect_left($1) is not null;\n      end if;\n"
    "    else null;\n  end case;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function bank.transfer_accept(bigint, text, text, text, integer, text) is 'accept';\n\n"
    "create or replace function bank.transfer_delete(id bigint, reason text, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\n  is_done boolean; -- effects are called in an expression, which costs less than a query\n"
    "begin\n  if $1 is null or $3 is not null or $4 is not null\n     or $2 is null\n  then\n    if $1 is null\n"
    "       or $2 is null\n       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n"
    "      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, reason; a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n"
    "  if $6 is null then -- only a program of libpawl has its guards and effects in C\n"
    "    outcome.status := 'MISUSE';\n    outcome.guard := 'notify';\n"
    "    outcome.detail := 'notify is in C: only a program that has it can fire this event';\n    return outcome;\n"
    "  end if;\n  perform 1 from bank.transfers parent where parent.number = $1 for no key update;\n"
    "  if not found then\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "  end if;\n  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "  select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())\n"
    "    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "    from bank.transfer_current head where head.transfer_id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $4 is not null then\n"
    "    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $4;\n"
    "    if found then\n      return row(case when earlier.event = 'delete'\n"
    "          and earlier.reason is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $5 is not null then\n    if outcome.sort_key <> $5 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  case outcome.from_state\n    when 'pending', 'waiting' then\n"
    "      outcome.to_state := 'failed';\n      outcome.move := 1;\n    else null;\n  end case;\n"
    "  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n"
    "    outcome.detail := 'delete' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is';\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
    "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "    where head.ctid = place;\n  insert into bank.transfer_transitions\n"
    "    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)\n"
    "  values ($1, outcome.sort_key, 'delete', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n  update bank.transfers parent set state = outcome.to_state\n"
    "    where parent.number = $1;\n  case outcome.from_state\n    when 'pending', 'waiting' then\n"
    "      is_done := bank.transfer_effect_left($1) is not null;\n    else null;\n  end case;\n  return outcome;\n"
    "end\n$pawl$;\ncomment on function bank.transfer_delete(bigint, text, text, text, integer, text) is 'delete';\n\n"
    "create or replace function bank.transfer_wait(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\n  is_done boolean; -- effects are called in an expression, which costs less than a query\n"
    "begin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  perform 1 from bank.transfers parent where parent.number = $1 for no key update;\n"
    "  if not found then\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "  select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())\n"
    "    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "    from bank.transfer_current head where head.transfer_id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $3 is not null then\n"
    "    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'wait' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  case outcome.from_state\n    when 'pending' then\n"
    "      outcome.to_state := 'waiting';\n      outcome.move := 1;\n    else null;\n  end case;\n"
    "  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n"
    "    outcome.detail := 'wait' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is';\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
    "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "    where head.ctid = place;\n  insert into bank.transfer_transitions\n"
    "    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'wait', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  update bank.transfers parent set state = outcome.to_state\n"
    "    where parent.number = $1;\n  case outcome.from_state\n    when 'pending' then\n"
    "      is_done := bank.transfer_effect_entered($1) is not null;\n    else null;\n  end case;\n  return outcome;\n"
    "end\n$pawl$;\ncomment on function bank.transfer_wait(bigint, text, text, integer) is 'wait';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$bank.transfer_wait_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function bank.transfer_wait_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function bank.transfer_wait_many(id bigint[], actor text default null,\n"
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
    "      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else bank.transfer_wait(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function bank.transfer_try_again(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  perform 1 from bank.transfers parent where parent.number = $1 for no key update;\n"
    "  if not found then\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $3 is null and $4 is null then\n    update bank.transfer_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('waiting', 'pending')) move (from_state, to_state)\n"
    "      where head.transfer_id = $1 and case when head.state = move.from_state then bank.transfer_is_free(null::boolean) and bank.transfer_model_2_a02ccc6c104b5992() end\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  elsif $3 is null then\n    update bank.transfer_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('waiting', 'pending')) move (from_state, to_state)\n"
    "      where head.transfer_id = $1 and case when head.state = move.from_state then bank.transfer_is_free(null::boolean) and bank.transfer_model_2_a02ccc6c104b5992() end and head.sort_key = $4\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from bank.transfer_current head where head.transfer_id = $1 for no key update;\n    if not found then\n"
    "      outcome.status := 'NOT_FOUND';\n"
    "      return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'try_again' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    if $4 is not null then\n      if outcome.sort_key <> $4 then\n        outcome.status := 'CONFLICT';\n"
    "        return outcome;\n      end if;\n    end if;\n    outcome.to_state := case outcome.from_state\n"
    "      when 'waiting' then 'pending'\n    end;\n    if outcome.to_state is null then\n"
    "      outcome.status := 'ILLEGAL';\n"
    "      outcome.detail := 'try_again' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is';\n"
    "      return outcome;\n    end if;\n    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into bank.transfer_transitions\n"
    "    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'try_again', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  update bank.transfers parent set state = outcome.to_state\n"
    "    where parent.number = $1;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function bank.transfer_try_again(bigint, text, text, integer) is 'try again';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$bank.transfer_try_again_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function bank.transfer_try_again_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function bank.transfer_try_again_many(id bigint[], actor text default null,\n"
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
    "      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else bank.transfer_try_again(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function bank.transfer_ship(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\n  created record;\n"
    "  is_done boolean; -- effects are called in an expression, which costs less than a query\n  moment timestamptz;\n"
    "begin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  perform 1 from bank.transfers parent where parent.number = $1 for no key update;\n"
    "  if not found then\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "  select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())\n"
    "    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "    from bank.transfer_current head where head.transfer_id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $3 is not null then\n"
    "    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'ship' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  select creation.payer, creation.amount into created\n"
    "    from bank.transfer_transitions creation where creation.transfer_id = $1 and creation.sort_key = 10;\n"
    "  moment := greatest(clock_timestamp(), outcome.created_at);\n  case outcome.from_state\n"
    "    when 'waiting' then\n"
    "      if (select passes from bank.transfer_guard_has_funds(created.amount::bigint, created.payer::text) passes limit 1) then\n"
    "        outcome.to_state := 'done';\n        outcome.move := 1;\n      else\n"
    "        outcome.guard := concat_ws(', ', outcome.guard, 'has_funds');\n      end if;\n    else null;\n"
    "  end case;\n  if outcome.to_state is null then\n"
    "    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;\n"
    "    outcome.detail := case when outcome.guard is null then 'ship' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is' end;\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n  outcome.created_at := moment;\n"
    "  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "    where head.ctid = place;\n  insert into bank.transfer_transitions\n"
    "    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'ship', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  update bank.transfers parent set state = outcome.to_state\n"
    "    where parent.number = $1;\n  case outcome.from_state\n    when 'waiting' then\n"
    "      is_done := bank.transfer_effect_left($1) is not null;\n    else null;\n  end case;\n  return outcome;\n"
    "end\n$pawl$;\ncomment on function bank.transfer_ship(bigint, text, text, integer) is 'ship';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$bank.transfer_ship_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function bank.transfer_ship_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function bank.transfer_ship_many(id bigint[], actor text default null,\n"
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
    "      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else bank.transfer_ship(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function bank.transfer_touch(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\n  is_done boolean; -- effects are called in an expression, which costs less than a query\n"
    "begin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  perform 1 from bank.transfers parent where parent.number = $1 for no key update;\n"
    "  if not found then\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "  select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())\n"
    "    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "    from bank.transfer_current head where head.transfer_id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $3 is not null then\n"
    "    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'touch' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  case outcome.from_state\n    when 'waiting' then\n"
    "      outcome.to_state := 'waiting';\n      outcome.move := 1;\n    else null;\n  end case;\n"
    "  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n"
    "    outcome.detail := 'touch' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is';\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
    "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "    where head.ctid = place;\n  insert into bank.transfer_transitions\n"
    "    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'touch', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  update bank.transfers parent set state = outcome.to_state\n"
    "    where parent.number = $1;\n  case outcome.from_state\n    when 'waiting' then\n"
    "      is_done := bank.transfer_effect_entered($1) is not null;\n    else null;\n  end case;\n  return outcome;\n"
    "end\n$pawl$;\ncomment on function bank.transfer_touch(bigint, text, text, integer) is 'touch';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$bank.transfer_touch_many(bigint[], text, text[], integer[])$pawl$)) then\n"
    "    drop function bank.transfer_touch_many(bigint[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function bank.transfer_touch_many(id bigint[], actor text default null,\n"
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
    "      left join lateral (select true as is_ours from bank.transfers parent where parent.number = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from bank.transfers parent where parent.number = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else bank.transfer_touch(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function bank.transfer_look(id bigint, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n    if $1 is null\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id; a request_id 1 to 255, an actor up to 255';\n      return outcome;\n"
    "    end if;\n  end if;\n  if $5 is null then -- only a program of libpawl has its guards and effects in C\n"
    "    outcome.status := 'MISUSE';\n    outcome.guard := 'notify';\n"
    "    outcome.detail := 'notify is in C: only a program that has it can fire this event';\n    return outcome;\n"
    "  end if;\n  perform 1 from bank.transfers parent where parent.number = $1 for no key update;\n"
    "  if not found then\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "  select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "    (bank.transfer_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and bank.transfer_model_2_a02ccc6c104b5992())\n"
    "    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "    from bank.transfer_current head where head.transfer_id = $1 for no key update;\n  if not found then\n"
    "    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $3 is not null then\n"
    "    select * into earlier from bank.transfer_transitions made where made.transfer_id = $1 and made.request_id = $3;\n"
    "    if found then\n      return row(case when earlier.event = 'look' then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'transfer'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $4 is not null then\n    if outcome.sort_key <> $4 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  case outcome.from_state\n    when 'waiting' then\n"
    "      outcome.to_state := 'waiting';\n      outcome.move := 1;\n    else null;\n  end case;\n"
    "  if outcome.to_state is null then\n    outcome.status := 'ILLEGAL';\n"
    "    outcome.detail := 'look' || ' is not allowed in ' || outcome.from_state || '; bank.transfer_moves says what is';\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n"
    "  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "  update bank.transfer_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "    where head.ctid = place;\n  insert into bank.transfer_transitions\n"
    "    (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'look', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($2, session_user), $3);\n  update bank.transfers parent set state = outcome.to_state\n"
    "    where parent.number = $1;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function bank.transfer_look(bigint, text, text, integer, text) is 'look';\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function bank.transfer_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('transfer'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then\n"
    "      outcome.detail := 'machine transfer: ' || waiting.event || ' was deferred for ' || waiting.entity\n"
    "        || ', which is no key of it';\n      given := null;\n    end if;\n    case waiting.event\n"
    "    when 'create' then\n"
    "      outcome := case when cardinality(given) = 3 then bank.transfer_create(waiting.entity::bigint, given[1], given[2]::bigint, timestamptz 'epoch' + (given[3]::bigint / 1000000000000)::float8 * interval '1000000 seconds'\n"
    "        + (given[3]::bigint % 1000000000000)::float8 * interval '1 microsecond',\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'import' then\n"
    "      outcome := case when cardinality(given) = 1 then bank.transfer_import(waiting.entity::bigint, given[1]::bigint,\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'accept' then\n"
    "      outcome := case when cardinality(given) = 1 then bank.transfer_accept(waiting.entity::bigint, given[1],\n"
    "          waiting.actor, waiting.request_id, null::integer, $2) else outcome end;\n    when 'delete' then\n"
    "      outcome := case when cardinality(given) = 1 then bank.transfer_delete(waiting.entity::bigint, given[1],\n"
    "          waiting.actor, waiting.request_id, null::integer, $2) else outcome end;\n    when 'wait' then\n"
    "      outcome := case when cardinality(given) = 0 then bank.transfer_wait(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'try_again' then\n"
    "      outcome := case when cardinality(given) = 0 then bank.transfer_try_again(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'ship' then\n"
    "      outcome := case when cardinality(given) = 0 then bank.transfer_ship(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'touch' then\n"
    "      outcome := case when cardinality(given) = 0 then bank.transfer_touch(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'look' then\n"
    "      outcome := case when cardinality(given) = 0 then bank.transfer_look(waiting.entity::bigint,\n"
    "          waiting.actor, waiting.request_id, null::integer, $2) else outcome end;\n    else\n"
    "      outcome.detail := 'machine transfer: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'transfer' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- What a callback has said of a deferred event, in place of the database.\n"
    "create or replace function bank.transfer_fail_deferred(number bigint, status text, detail text)\nreturns void\n"
    "language sql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "  update public.pawl_deferred pending\n"
    "    set status = $2, detail = $3, fired_at = clock_timestamp(), (from_state, sort_key) = (\n"
    "      select head.state, head.sort_key from bank.transfer_current head\n"
    "        where head.transfer_id = pending.entity::bigint and $2 = 'REFUSED')\n"
    "    where pending.number = $1 and pending.machine = 'transfer' and pending.status is null\n"
    "      and $2 in ('REFUSED', 'MISUSE', 'DB') and pending.event in ('accept', 'delete', 'look')\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\ncall public.pawl_restrict_calls('bank'::text,\n"
    "  '{transfer_create,transfer_create_many,transfer_import,transfer_import_many,transfer_accept,transfer_delete,transfer_wait,transfer_wait_many,transfer_try_again,transfer_try_again_many,transfer_ship,transfer_ship_many,transfer_touch,transfer_touch_many,transfer_look,transfer_fire_deferred,transfer_fail_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('transfer', 'a02ccc6c104b5992', 2, clock_timestamp(), E'{\"name\":\"transfer\",\"label\":\"Money on its way\",\"fingerprint\":\"a02ccc6c104b5992\",\"doc\":\"Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and\\\\nleaving, after the commit; and a mirrored column.\",\"key_type\":\"bigint\",\"entity\":{\"schema\":\"bank\",\"table\":\"transfers\",\"column\":\"number\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"mirror\":{\"schema\":\"bank\",\"table\":\"transfers\",\"column\":\"state\"},\"states\":[{\"name\":\"pending\",\"label\":\"pending\",\"stored\":\"pending\",\"initial\":true,\"final\":false,\"parent\":\"open\",\"enter\":[],\"leave\":[]},{\"name\":\"waiting\",\"label\":\"waiting\",\"stored\":\"waiting\",\"initial\":true,\"final\":false,\"parent\":\"open\",\"enter\":[\"entered\"],\"leave\":[]},{\"name\":\"done\",\"label\":\"done\",\"stored\":\"done\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]},{\"name\":\"failed\",\"label\":\"failed\",\"stored\":\"failed\",\"initial\":false,\"final\":true,\"enter\":[\"notify\"],\"leave\":[]}],\"composites\":[{\"name\":\"open\",\"label\":\"open\",\"initial\":null,\"enter\":[\"entered\"],\"leave\":[\"left\"]}],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"payer\",\"type\":\"text\",\"optional\":false,\"column\":\"payer\"},{\"name\":\"amount\",\"type\":\"bigint\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"expires\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"expires\"}],\"serialize_by\":[]},{\"name\":\"import\",\"label\":\"import\",\"stored\":\"import\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"amount\",\"type\":\"bigint\",\"optional\":false,\"column\":\"amount\"}],\"serialize_by\":[]},{\"name\":\"accept\",\"label\":\"accept\",\"stored\":\"accept\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"note\",\"type\":\"text\",\"optional\":true,\"column\":\"note\"}],\"serialize_by\":[]},{\"name\":\"delete\",\"label\":\"delete\",\"stored\":\"delete\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"reason\",\"type\":\"text\",\"optional\":false,\"column\":\"reason\"}],\"serialize_by\":[]},{\"name\":\"wait\",\"label\":\"wait\",\"stored\":\"wait\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"try_again\",\"label\":\"try again\",\"stored\":\"try_again\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"ship\",\"label\":\"ship\",\"stored\":\"ship\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"touch\",\"label\":\"touch\",\"stored\":\"touch\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"look\",\"label\":\"look\",\"stored\":\"look\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"payer\",\"type\":\"text\"},{\"name\":\"amount\",\"type\":\"bigint\"},{\"name\":\"expires\",\"type\":\"timestamp\"},{\"name\":\"note\",\"type\":\"text\"},{\"name\":\"reason\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"pending\",\"reopens\":false,\"conditions\":[{\"guard\":\"is_small\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[{\"guard\":\"is_open\",\"negated\":false},{\"guard\":\"is_small\",\"negated\":true}],\"do\":[],\"then\":[]},{\"event\":\"import\",\"from\":null,\"target\":\"to\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"delete\",\"from\":\"open\",\"target\":\"to\",\"to\":\"failed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[\"tell_payee\"]},{\"event\":\"accept\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"done\",\"reopens\":false,\"conditions\":[{\"guard\":\"has_funds\",\"negated\":false},{\"guard\":\"in_time\",\"negated\":false},{\"guard\":\"suspicious\",\"negated\":true}],\"do\":[\"take\",\"annotate\"],\"then\":[\"tell_payee\"]},{\"event\":\"accept\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[{\"guard\":\"has_funds\",\"negated\":false},{\"guard\":\"checked\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"accept\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"failed\",\"reopens\":false,\"conditions\":[{\"guard\":\"has_funds\",\"negated\":true}],\"do\":[\"notify\"],\"then\":[]},{\"event\":\"wait\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"try_again\",\"from\":\"waiting\",\"target\":\"to\",\"to\":\"pending\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"ship\",\"from\":\"waiting\",\"target\":\"to\",\"to\":\"done\",\"reopens\":false,\"conditions\":[{\"guard\":\"has_funds\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"touch\",\"from\":\"waiting\",\"target\":\"same\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"look\",\"from\":\"waiting\",\"target\":\"stay\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[],\"do\":[\"notify\"],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"pending\",\"arrow\":0,\"effects\":[\"entered\"]},{\"event\":\"create\",\"from\":null,\"to\":\"waiting\",\"arrow\":1,\"effects\":[\"entered\",\"entered\"]},{\"event\":\"import\",\"from\":null,\"to\":\"waiting\",\"arrow\":2,\"effects\":[\"entered\",\"entered\"]},{\"event\":\"accept\",\"from\":\"pending\",\"to\":\"done\",\"arrow\":4,\"effects\":[\"left\",\"take\",\"annotate\"]},{\"event\":\"accept\",\"from\":\"pending\",\"to\":\"waiting\",\"arrow\":5,\"effects\":[\"entered\"]},{\"event\":\"accept\",\"from\":\"pending\",\"to\":\"failed\",\"arrow\":6,\"effects\":[\"left\",\"notify\",\"notify\"]},{\"event\":\"delete\",\"from\":\"pending\",\"to\":\"failed\",\"arrow\":3,\"effects\":[\"left\",\"notify\"]},{\"event\":\"delete\",\"from\":\"waiting\",\"to\":\"failed\",\"arrow\":3,\"effects\":[\"left\",\"notify\"]},{\"event\":\"wait\",\"from\":\"pending\",\"to\":\"waiting\",\"arrow\":7,\"effects\":[\"entered\"]},{\"event\":\"try_again\",\"from\":\"waiting\",\"to\":\"pending\",\"arrow\":8},{\"event\":\"ship\",\"from\":\"waiting\",\"to\":\"done\",\"arrow\":9,\"effects\":[\"left\"]},{\"event\":\"touch\",\"from\":\"waiting\",\"to\":\"waiting\",\"arrow\":10,\"effects\":[\"entered\"]},{\"event\":\"look\",\"from\":\"waiting\",\"to\":\"waiting\",\"arrow\":11,\"effects\":[\"notify\"]}],\"ignores\":[{\"event\":\"accept\",\"state\":\"waiting\"}],\"timers\":[],\"guards\":[{\"name\":\"has_funds\",\"doc\":\"Is there enough money?\\\\nIt is looked up anew each time.\",\"postgres\":{\"text\":\"select balance >= :create.amount from accounts where id = :create.payer\",\"references\":[{\"kind\":\"created\",\"column\":\"amount\",\"event\":\"create\",\"offset\":18,\"length\":14},{\"kind\":\"created\",\"column\":\"payer\",\"event\":\"create\",\"offset\":58,\"length\":13}]},\"sqlite\":{\"text\":\"select balance >= :create.amount from accounts where id = :create.payer\",\"references\":[{\"kind\":\"created\",\"column\":\"amount\",\"event\":\"create\",\"offset\":18,\"length\":14},{\"kind\":\"created\",\"column\":\"payer\",\"event\":\"create\",\"offset\":58,\"length\":13}]}},{\"name\":\"is_small\",\"postgres\":{\"text\":\"select :amount <= 1000 -- in cents\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":7,\"length\":7}]},\"sqlite\":{\"text\":\"select :amount <= 1000 -- in cents\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":7,\"length\":7}]}},{\"name\":\"is_open\",\"postgres\":{\"text\":\"select is_open from accounts where id = :payer and:amount > 0 and '':id'' <> ''$1''\",\"references\":[{\"kind\":\"param\",\"column\":\"payer\",\"offset\":40,\"length\":6},{\"kind\":\"param\",\"column\":\"amount\",\"offset\":50,\"length\":7}]},\"sqlite\":{\"text\":\"select is_open from accounts where id = :payer and:amount > 0 and '':id'' <> ''$1''\",\"references\":[{\"kind\":\"param\",\"column\":\"payer\",\"offset\":40,\"length\":6},{\"kind\":\"param\",\"column\":\"amount\",\"offset\":50,\"length\":7}]}},{\"name\":\"in_time\",\"postgres\":{\"text\":\"select :create.expires is null or :create.expires > :now\",\"references\":[{\"kind\":\"created\",\"column\":\"expires\",\"event\":\"create\",\"offset\":7,\"length\":15},{\"kind\":\"created\",\"column\":\"expires\",\"event\":\"create\",\"offset\":34,\"length\":15},{\"kind\":\"now\",\"offset\":52,\"length\":4}]},\"sqlite\":{\"text\":\"select coalesce(:create.expires > :now, 1)\",\"references\":[{\"kind\":\"created\",\"column\":\"expires\",\"event\":\"create\",\"offset\":16,\"length\":15},{\"kind\":\"now\",\"offset\":34,\"length\":4}]}},{\"name\":\"checked\",\"doc\":\"Somebody has looked at it.\"},{\"name\":\"suspicious\"}],\"effects\":[{\"name\":\"take\",\"postgres\":{\"text\":\"    update accounts set balance = balance - :create.amount\\\\n    where id = :create.payer -- \\\\\"at once\\\\\" \",\"references\":[{\"kind\":\"created\",\"column\":\"amount\",\"event\":\"create\",\"offset\":44,\"length\":14},{\"kind\":\"created\",\"column\":\"payer\",\"event\":\"create\",\"offset\":74,\"length\":13}]},\"sqlite\":{\"text\":\"    update accounts set balance = balance - :create.amount\\\\n    where id = :create.payer -- \\\\\"at once\\\\\" \",\"references\":[{\"kind\":\"created\",\"column\":\"amount\",\"event\":\"create\",\"offset\":44,\"length\":14},{\"kind\":\"created\",\"column\":\"payer\",\"event\":\"create\",\"offset\":74,\"length\":13}]}},{\"name\":\"annotate\",\"postgres\":{\"text\":\"    insert into notes (id, note)\\\\n    select :id, coalesce(:note, ''none'') || '', now '' || state from transfer_current where transfer_id = :id;\\\\n  \",\"references\":[{\"kind\":\"key\",\"offset\":44,\"length\":3},{\"kind\":\"param\",\"column\":\"note\",\"offset\":58,\"length\":5},{\"kind\":\"key\",\"offset\":136,\"length\":3}]},\"sqlite\":{\"text\":\"    insert into notes (id, note)\\\\n    select :id, coalesce(:note, ''none'') || '', now '' || state from transfer_current where transfer_id = :id;\\\\n  \",\"references\":[{\"kind\":\"key\",\"offset\":44,\"length\":3},{\"kind\":\"param\",\"column\":\"note\",\"offset\":58,\"length\":5},{\"kind\":\"key\",\"offset\":136,\"length\":3}]}},{\"name\":\"entered\",\"postgres\":{\"text\":\"insert into notes (id, note) values (:id, ''entered'')\",\"references\":[{\"kind\":\"key\",\"offset\":37,\"length\":3}]},\"sqlite\":{\"text\":\"insert into notes (id, note) values (:id, ''entered'')\",\"references\":[{\"kind\":\"key\",\"offset\":37,\"length\":3}]}},{\"name\":\"left\",\"postgres\":{\"text\":\"insert into notes (id, note) values (:id, ''left'')\",\"references\":[{\"kind\":\"key\",\"offset\":37,\"length\":3}]},\"sqlite\":{\"text\":\"insert into notes (id, note) values (:id, ''left'')\",\"references\":[{\"kind\":\"key\",\"offset\":37,\"length\":3}]}},{\"name\":\"notify\",\"doc\":\"Tells the bank, which may object.\"},{\"name\":\"tell_payee\"}],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"bank.transfer_current\",\"transitions\":\"bank.transfer_transitions\",\"parent\":\"bank.transfers\",\"parent_column\":\"number\",\"objects\":\"select object, definition from public.pawl_catalog(''bank''::text, ''{transfer_current,transfer_transitions,transfer_moves,transfer_state,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}''::text[], ''{transfer_model_2_a02ccc6c104b5992,transfer_is_free,transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take,transfer_create,transfer_create_many,transfer_import,transfer_import_many,transfer_accept,transfer_delete,transfer_wait,transfer_wait_many,transfer_try_again,transfer_try_again_many,transfer_ship,transfer_ship_many,transfer_touch,transfer_touch_many,transfer_look,transfer_fire_deferred,transfer_fail_deferred}''::text[], ''{transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}''::text[], array[''bank.transfers'']::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''bank.transfer_current'')::oid, to_regclass(''bank.transfer_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1),\\\\n  (select format(''its guards and effects use %s, and used %s when they were deployed'', present.names, bound.definition)\\\\n   from public.pawl_objects bound,\\\\n     (select public.pawl_bound_tables(''bank''::text, ''{transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}''::text[]) as names) present\\\\n   where accepted.is_deployed and bound.machine = ''transfer''::text and bound.object = ''tables of guards and effects''::text\\\\n     and bound.definition <> present.names)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from bank.transfer_current where transfer_id = $1::bigint and bank.transfer_model_2_a02ccc6c104b5992()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\\\\nfrom bank.transfer_transitions where transfer_id = $1::bigint and bank.transfer_model_2_a02ccc6c104b5992() order by sort_key\",\"in_state\":\"select transfer_id, state, sort_key, since from bank.transfer_current\\\\nwhere state = $1::text and (since, transfer_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\\\\n  and bank.transfer_model_2_a02ccc6c104b5992() order by since, transfer_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select transfer_id, state, sort_key, since from bank.transfer_current\\\\n    where state < $1::text and (state, since, transfer_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\\\\n    order by state, since, transfer_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select transfer_id, state, sort_key, since from bank.transfer_current\\\\n    where (state, since, transfer_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\\\\n    order by state, since, transfer_id limit $8::bigint\\\\n  ) after\\\\n) others where bank.transfer_model_2_a02ccc6c104b5992() order by state, since, transfer_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from bank.transfer_current where bank.transfer_model_2_a02ccc6c104b5992() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\\\\nfrom bank.transfer_transitions where transfer_id = $1::bigint and bank.transfer_model_2_a02ccc6c104b5992()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select bank.transfer_fire_deferred($1::bigint, $2::text) where bank.transfer_model_2_a02ccc6c104b5992()\",\"fail_deferred\":\"select bank.transfer_fail_deferred($1::bigint, $2::text, $3::text) where bank.transfer_model_2_a02ccc6c104b5992()\"},\"fire\":{\"create\":\"select bank.transfer_create($1::bigint, $2::text, $3::bigint, (timestamptz ''epoch'' + ($4::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($4::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $5::text, $6::text) where bank.transfer_model_2_a02ccc6c104b5992()\",\"import\":\"select bank.transfer_import($1::bigint, $2::bigint, $3::text, $4::text) where bank.transfer_model_2_a02ccc6c104b5992()\",\"accept\":\"select bank.transfer_accept($1::bigint, $2::text, $3::text, $4::text, $5::integer, $6::text) where bank.transfer_model_2_a02ccc6c104b5992()\",\"delete\":\"select bank.transfer_delete($1::bigint, $2::text, $3::text, $4::text, $5::integer, $6::text) where bank.transfer_model_2_a02ccc6c104b5992()\",\"wait\":\"select bank.transfer_wait($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()\",\"try_again\":\"select bank.transfer_try_again($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()\",\"ship\":\"select bank.transfer_ship($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()\",\"touch\":\"select bank.transfer_touch($1::bigint, $2::text, $3::text, $4::integer) where bank.transfer_model_2_a02ccc6c104b5992()\",\"look\":\"select bank.transfer_look($1::bigint, $2::text, $3::text, $4::integer, $5::text) where bank.transfer_model_2_a02ccc6c104b5992()\"}},\"diagram\":\"digraph \\\\\"transfer\\\\\" {\\\\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_transfer\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>Money on its way</b><!--transfer-->>; tooltip=\\\\\"Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and\\\\\\\\nleaving, after the commit; and a mirrored column.\\\\\";\\\\n    \\\\\"transfer.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    subgraph \\\\\"cluster_transfer.open\\\\\" {\\\\n      class=composite; bgcolor=\\\\\"#fbfbfd\\\\\"; color=\\\\\"#c2cad5\\\\\"; penwidth=1; margin=6; fontsize=13;\\\\n      label=<<b>open</b><br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">on entering runs entered</font><br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">on leaving runs left</font><br align=\\\\\"left\\\\\"/>>;\\\\n      \\\\\"transfer.pending\\\\\" [label=<pending<!--transfer.pending-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n      \\\\\"transfer.waiting\\\\\" [label=<waiting<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">on entering runs entered</font><!--transfer.waiting-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    }\\\\n    \\\\\"transfer.done\\\\\" [label=<done<!--transfer.done-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"transfer.failed\\\\\" [label=<failed<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">on entering runs notify</font><!--transfer.failed-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"transfer.\\\\\" -> \\\\\"transfer.pending\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[is small]</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"transfer.\\\\\" -> \\\\\"transfer.waiting\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[else if is open and not<br align=\\\\\"left\\\\\"/>is small]</font><br align=\\\\\"left\\\\\"/>import<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"create\\\\\\\\nimport\\\\\", labeltooltip=\\\\\"create\\\\\\\\nimport\\\\\"];\\\\n    \\\\\"transfer.pending\\\\\" -> \\\\\"transfer.failed\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>delete<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">/ then tell payee</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, ltail=\\\\\"cluster_transfer.open\\\\\", class=\\\\\"move\\\\\", tooltip=\\\\\"delete\\\\\", labeltooltip=\\\\\"delete\\\\\"];\\\\n    \\\\\"transfer.pending\\\\\" -> \\\\\"transfer.done\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>accept<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[has funds and in time<br align=\\\\\"left\\\\\"/>and not suspicious] /<br align=\\\\\"left\\\\\"/>take, annotate, then<br align=\\\\\"left\\\\\"/>tell payee</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"accept\\\\\", labeltooltip=\\\\\"accept\\\\\"];\\\\n    \\\\\"transfer.pending\\\\\" -> \\\\\"transfer.waiting\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>accept<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[else if has funds and<br align=\\\\\"left\\\\\"/>checked]</font><br align=\\\\\"left\\\\\"/>wait<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"accept\\\\\\\\nwait\\\\\", labeltooltip=\\\\\"accept\\\\\\\\nwait\\\\\"];\\\\n    \\\\\"transfer.pending\\\\\" -> \\\\\"transfer.failed\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>accept<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[else if not has funds]<br align=\\\\\"left\\\\\"/>/ notify</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"accept\\\\\", labeltooltip=\\\\\"accept\\\\\"];\\\\n    \\\\\"transfer.pending\\\\\" -> \\\\\"transfer.waiting\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>try again<br align=\\\\\"left\\\\\"/></td></tr></table>>, dir=back, class=\\\\\"move\\\\\", tooltip=\\\\\"try_again\\\\\", labeltooltip=\\\\\"try_again\\\\\"];\\\\n    \\\\\"transfer.waiting\\\\\" -> \\\\\"transfer.done\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>ship<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[has funds]</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"ship\\\\\", labeltooltip=\\\\\"ship\\\\\"];\\\\n    \\\\\"transfer.waiting\\\\\" -> \\\\\"transfer.waiting\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>touch<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">(begins anew)</font><br align=\\\\\"left\\\\\"/>look<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">/ notify (stays)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"touch\\\\\\\\nlook\\\\\", labeltooltip=\\\\\"touch\\\\\\\\nlook\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#fbfbfd\\\\\" color=\\\\\"#c2cad5\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">arrows from its edge leave every state in it </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to done </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><font color=\\\\\"#556070\\\\\">[ ]</font></td><td align=\\\\\"left\\\\\">only if this holds </td><td align=\\\\\"right\\\\\"><font color=\\\\\"#556070\\\\\">/</font></td><td align=\\\\\"left\\\\\">done with the move </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('transfer'::text, 'bank'::text, '{transfer_current,transfer_transitions,transfer_moves,transfer_state,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}'::text[], '{transfer_model_2_a02ccc6c104b5992,transfer_is_free,transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take,transfer_create,transfer_create_many,transfer_import,transfer_import_many,transfer_accept,transfer_delete,transfer_wait,transfer_wait_many,transfer_try_again,transfer_try_again_many,transfer_ship,transfer_ship_many,transfer_touch,transfer_touch_many,transfer_look,transfer_fire_deferred,transfer_fail_deferred}'::text[], '{transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}'::text[], array['bank.transfers']::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('bank.transfer_current')::oid, to_regclass('bank.transfer_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1),\n"
    "  (select format('its guards and effects use %s, and used %s when they were deployed', present.names, bound.definition)\n"
    "   from public.pawl_objects bound,\n"
    "     (select public.pawl_bound_tables('bank'::text, '{transfer_guard_has_funds,transfer_guard_in_time,transfer_guard_is_open,transfer_guard_is_small,transfer_effect_annotate,transfer_effect_entered,transfer_effect_left,transfer_effect_take}'::text[]) as names) present\n"
    "   where accepted.is_deployed and bound.machine = 'transfer'::text and bound.object = 'tables of guards and effects'::text\n"
    "     and bound.definition <> present.names)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from bank.transfer_current where transfer_id = $1::bigint and bank.transfer_model_2_a02ccc6c104b5992()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\n"
    "from bank.transfer_transitions where transfer_id = $1::bigint and bank.transfer_model_2_a02ccc6c104b5992() order by sort_key", /* history */
    "select transfer_id, state, sort_key, since from bank.transfer_current\n"
    "where state = $1::text and (since, transfer_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::bigint)\n"
    "  and bank.transfer_model_2_a02ccc6c104b5992() order by since, transfer_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select transfer_id, state, sort_key, since from bank.transfer_current\n"
    "    where state < $1::text and (state, since, transfer_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::bigint)\n"
    "    order by state, since, transfer_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select transfer_id, state, sort_key, since from bank.transfer_current\n"
    "    where (state, since, transfer_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::bigint)\n"
    "    order by state, since, transfer_id limit $8::bigint\n  ) after\n"
    ") others where bank.transfer_model_2_a02ccc6c104b5992() order by state, since, transfer_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from bank.transfer_current where bank.transfer_model_2_a02ccc6c104b5992() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\n"
    "from bank.transfer_transitions where transfer_id = $1::bigint and bank.transfer_model_2_a02ccc6c104b5992()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    NULL, /* with_key */
    "select bank.transfer_fire_deferred($1::bigint, $2::text) where bank.transfer_model_2_a02ccc6c104b5992()", /* fire_deferred */
    "select bank.transfer_fail_deferred($1::bigint, $2::text, $3::text) where bank.transfer_model_2_a02ccc6c104b5992()", /* fail_deferred */
    NULL, NULL, NULL, NULL, NULL, /* find_parent, find_request, insert_current, update_current, insert_transition */
    NULL, NULL, NULL, NULL, NULL, /* find_creation, set_mirror, find_key, find_topic, find_spelling */
    postgres_fire_of_transfer, postgres_fire_many_of_transfer,
    NULL, NULL,
};

static const struct pawl_reference sqlite_references_of_transfer[] = {
    {PAWL_REFERENCE_CREATED, 1},
    {PAWL_REFERENCE_CREATED, 0},
    {PAWL_REFERENCE_CREATED, 2},
    {PAWL_REFERENCE_NOW, 0},
    {PAWL_REFERENCE_PARAM, 0},
    {PAWL_REFERENCE_PARAM, 1},
    {PAWL_REFERENCE_PARAM, 1},
    {PAWL_REFERENCE_KEY, 0},
    {PAWL_REFERENCE_PARAM, 3},
    {PAWL_REFERENCE_KEY, 0},
    {PAWL_REFERENCE_KEY, 0},
    {PAWL_REFERENCE_CREATED, 1},
    {PAWL_REFERENCE_CREATED, 0},
};

static const struct pawl_hook_sql sqlite_hooks_of_transfer[] = {
    {NULL, 0, NULL}, /* checked */
    {/* has_funds */
     "select balance >= ?1 from accounts where id = ?2",
     2, &sqlite_references_of_transfer[0]},
    {/* in_time */
     "select coalesce(?1 > ?2, 1)",
     2, &sqlite_references_of_transfer[2]},
    {/* is_open */
     "select is_open from accounts where id = ?1 and ?2 > 0 and ':id' <> '$1'",
     2, &sqlite_references_of_transfer[4]},
    {/* is_small */
     "select ?1 <= 1000 -- in cents",
     1, &sqlite_references_of_transfer[6]},
    {NULL, 0, NULL}, /* suspicious */
    {/* annotate */
     "    insert into notes (id, note)\n"
     "    select ?1, coalesce(?2, 'none') || ', now ' || state from transfer_current where transfer_id = ?1;\n  ",
     2, &sqlite_references_of_transfer[7]},
    {/* entered */
     "insert into notes (id, note) values (?1, 'entered')",
     1, &sqlite_references_of_transfer[9]},
    {/* left */
     "insert into notes (id, note) values (?1, 'left')",
     1, &sqlite_references_of_transfer[10]},
    {NULL, 0, NULL}, /* notify */
    {/* take */
     "    update accounts set balance = balance - ?1\n    where id = ?2 -- \"at once\" ",
     2, &sqlite_references_of_transfer[11]},
    {NULL, 0, NULL}, /* tell_payee */
};

static const struct pawl_statements sqlite_of_transfer = {
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
    "-- transfer ----------------------------------------------------------------------------------------\n"
    "-- Money on its way\n"
    "-- Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and\n"
    "-- leaving, after the commit; and a mirrored column.\n\n-- where each transfer is\n"
    "create table if not exists main.transfer_current (\n"
    "  transfer_id integer not null primary key references transfers (number),\n  state text not null,\n"
    "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
    "create index if not exists main.transfer_current_state_since on transfer_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.transfer_transitions (\n"
    "  transfer_id integer not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  payer text,\n"
    "  amount integer,\n  expires integer,\n  note text,\n  reason text,\n  primary key (transfer_id, sort_key)\n"
    ") without rowid;\ncreate unique index if not exists main.transfer_transitions_request\n"
    "  on transfer_transitions (transfer_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.transfer_moves (event, from_state, to_state) as values\n"
    "  ('create', '', 'pending'),\n  ('create', '', 'waiting'),\n  ('import', '', 'waiting'),\n"
    "  ('accept', 'pending', 'done'),\n  ('accept', 'pending', 'waiting'),\n  ('accept', 'pending', 'failed'),\n"
    "  ('delete', 'pending', 'failed'),\n  ('delete', 'waiting', 'failed'),\n  ('wait', 'pending', 'waiting'),\n"
    "  ('try_again', 'waiting', 'pending'),\n  ('ship', 'waiting', 'done'),\n  ('touch', 'waiting', 'waiting'),\n"
    "  ('look', 'waiting', 'waiting');\n\n-- where each is, to join in queries of one's own\n"
    "create view if not exists main.transfer_state as\n"
    "  select transfer_id, state, sort_key, since from transfer_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.transfer_model_a02ccc6c104b5992;\n"
    "create view if not exists main.transfer_model_2_a02ccc6c104b5992 as select 1;\n\n"
    "create trigger if not exists main.transfer_current_insert before insert on transfer_current\n"
    "when only_libpawl_may_write('transfer_current', new.transfer_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'transfer_current is written by libpawl only: fire an event of transfer instead');\n"
    "end;\ncreate trigger if not exists main.transfer_current_update before update on transfer_current\n"
    "when new.transfer_id is not old.transfer_id\n"
    "  or only_libpawl_may_write('transfer_current', new.transfer_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin\n  select raise(abort, 'transfer_current is written by libpawl only: fire an event of transfer instead');\n"
    "end;\ncreate trigger if not exists main.transfer_current_delete before delete on transfer_current\n"
    "when only_libpawl_may_write('transfer_current', old.transfer_id) is not 1\nbegin\n"
    "  select raise(abort, 'transfer_current keeps its rows: a transfer that has been created stays');\nend;\n"
    "create trigger if not exists main.transfer_transitions_insert before insert on transfer_transitions\n"
    "when only_libpawl_may_write('transfer_transitions(payer, amount, expires, note, reason)',\n"
    "  new.transfer_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.payer,\n  new.amount,\n  new.expires,\n  new.note,\n  new.reason) is not 1\nbegin\n"
    "  select raise(abort, 'transfer_transitions is written by libpawl only: fire an event of transfer instead');\n"
    "end;\ncreate trigger if not exists main.transfer_transitions_update before update on transfer_transitions\n"
    "begin\n  select raise(abort, 'transfer_transitions is history: its rows are neither changed nor deleted');\n"
    "end;\ncreate trigger if not exists main.transfer_transitions_delete before delete on transfer_transitions\n"
    "when only_libpawl_may_write('transfer_transitions', old.transfer_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'transfer_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "create temp trigger if not exists transfer_exact_key instead of insert on main.transfer_model_2_a02ccc6c104b5992\n"
    "begin\n"
    "  select raise(rollback, 'machine transfer: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')\n"
    "    where new.\"1\" = 1;\n"
    "  select raise(rollback, 'machine transfer: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')\n"
    "    where new.\"1\" = 2;\n"
    "  select raise(rollback, 'machine transfer: the column of `mirror` cannot hold the state: there is none of that name, or it is generated, or its type turns texts into numbers; nothing was changed: make it text')\n"
    "    where new.\"1\" = 3;\nend;\ninsert into main.transfer_model_2_a02ccc6c104b5992\nselect 1\n"
    " where exists (select 1 from pragma_table_xinfo('transfers', 'main'))\n"
    "   and not exists (select 1 from pragma_index_list('transfers', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and not i.partial and c.key and c.name = 'number' collate nocase\n"
    "            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)\n"
    "   and (select group_concat(k.name) from pragma_table_xinfo('transfers', 'main') k where k.pk)\n"
    "     is not 'number' collate nocase\nunion all\nselect 2\n"
    " where exists (select 1 from pragma_table_xinfo('transfers', 'main') c\n"
    "          where c.name = 'number' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')\n"
    "            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made\n"
    "                               where made.name = 'transfers' collate nocase and made.sql like '%strict%')))\n"
    "union all\nselect 3\n where exists (select 1 from pragma_table_xinfo('transfers', 'main'))\n"
    "   and not exists (select 1 from pragma_table_xinfo('transfers', 'main') c\n"
    "          where c.name = 'state' collate nocase and c.hidden = 0\n            and (not (c.type like '%int%'\n"
    "                        or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                          and c.type not like '%blob%' and c.type <> '') or c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made\n"
    "                               where made.name = 'transfers' collate nocase and made.sql like '%strict%')))\n;\n"
    "\ninsert into main.pawl_objects (machine, object, definition)\n"
    "select 'transfer', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('transfer_current', 'transfer_transitions', 'transfer_moves', 'transfer_state',\n"
    "      'transfer_model_2_a02ccc6c104b5992')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'transfer'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> 'a02ccc6c104b5992' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'transfer' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'transfer', 'a02ccc6c104b5992', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'transfer' and fingerprint = 'a02ccc6c104b5992'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"transfer\",\"label\":\"Money on its way\",\"fingerprint\":\"a02ccc6c104b5992\",\"doc\":\"Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and\\nleaving, after the commit; and a mirrored column.\",\"key_type\":\"bigint\",\"entity\":{\"schema\":\"bank\",\"table\":\"transfers\",\"column\":\"number\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"mirror\":{\"schema\":\"bank\",\"table\":\"transfers\",\"column\":\"state\"},\"states\":[{\"name\":\"pending\",\"label\":\"pending\",\"stored\":\"pending\",\"initial\":true,\"final\":false,\"parent\":\"open\",\"enter\":[],\"leave\":[]},{\"name\":\"waiting\",\"label\":\"waiting\",\"stored\":\"waiting\",\"initial\":true,\"final\":false,\"parent\":\"open\",\"enter\":[\"entered\"],\"leave\":[]},{\"name\":\"done\",\"label\":\"done\",\"stored\":\"done\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]},{\"name\":\"failed\",\"label\":\"failed\",\"stored\":\"failed\",\"initial\":false,\"final\":true,\"enter\":[\"notify\"],\"leave\":[]}],\"composites\":[{\"name\":\"open\",\"label\":\"open\",\"initial\":null,\"enter\":[\"entered\"],\"leave\":[\"left\"]}],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"payer\",\"type\":\"text\",\"optional\":false,\"column\":\"payer\"},{\"name\":\"amount\",\"type\":\"bigint\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"expires\",\"type\":\"timestamp\",\"optional\":true,\"column\":\"expires\"}],\"serialize_by\":[]},{\"name\":\"import\",\"label\":\"import\",\"stored\":\"import\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"amount\",\"type\":\"bigint\",\"optional\":false,\"column\":\"amount\"}],\"serialize_by\":[]},{\"name\":\"accept\",\"label\":\"accept\",\"stored\":\"accept\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"note\",\"type\":\"text\",\"optional\":true,\"column\":\"note\"}],\"serialize_by\":[]},{\"name\":\"delete\",\"label\":\"delete\",\"stored\":\"delete\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"reason\",\"type\":\"text\",\"optional\":false,\"column\":\"reason\"}],\"serialize_by\":[]},{\"name\":\"wait\",\"label\":\"wait\",\"stored\":\"wait\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"try_again\",\"label\":\"try again\",\"stored\":\"try_again\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"ship\",\"label\":\"ship\",\"stored\":\"ship\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"touch\",\"label\":\"touch\",\"stored\":\"touch\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"look\",\"label\":\"look\",\"stored\":\"look\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]}],\"columns\":[{\"name\":\"payer\",\"type\":\"text\"},{\"name\":\"amount\",\"type\":\"bigint\"},{\"name\":\"expires\",\"type\":\"timestamp\"},{\"name\":\"note\",\"type\":\"text\"},{\"name\":\"reason\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"pending\",\"reopens\":false,\"conditions\":[{\"guard\":\"is_small\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[{\"guard\":\"is_open\",\"negated\":false},{\"guard\":\"is_small\",\"negated\":true}],\"do\":[],\"then\":[]},{\"event\":\"import\",\"from\":null,\"target\":\"to\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"delete\",\"from\":\"open\",\"target\":\"to\",\"to\":\"failed\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[\"tell_payee\"]},{\"event\":\"accept\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"done\",\"reopens\":false,\"conditions\":[{\"guard\":\"has_funds\",\"negated\":false},{\"guard\":\"in_time\",\"negated\":false},{\"guard\":\"suspicious\",\"negated\":true}],\"do\":[\"take\",\"annotate\"],\"then\":[\"tell_payee\"]},{\"event\":\"accept\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[{\"guard\":\"has_funds\",\"negated\":false},{\"guard\":\"checked\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"accept\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"failed\",\"reopens\":false,\"conditions\":[{\"guard\":\"has_funds\",\"negated\":true}],\"do\":[\"notify\"],\"then\":[]},{\"event\":\"wait\",\"from\":\"pending\",\"target\":\"to\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"try_again\",\"from\":\"waiting\",\"target\":\"to\",\"to\":\"pending\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"ship\",\"from\":\"waiting\",\"target\":\"to\",\"to\":\"done\",\"reopens\":false,\"conditions\":[{\"guard\":\"has_funds\",\"negated\":false}],\"do\":[],\"then\":[]},{\"event\":\"touch\",\"from\":\"waiting\",\"target\":\"same\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"look\",\"from\":\"waiting\",\"target\":\"stay\",\"to\":\"waiting\",\"reopens\":false,\"conditions\":[],\"do\":[\"notify\"],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"pending\",\"arrow\":0,\"effects\":[\"entered\"]},{\"event\":\"create\",\"from\":null,\"to\":\"waiting\",\"arrow\":1,\"effects\":[\"entered\",\"entered\"]},{\"event\":\"import\",\"from\":null,\"to\":\"waiting\",\"arrow\":2,\"effects\":[\"entered\",\"entered\"]},{\"event\":\"accept\",\"from\":\"pending\",\"to\":\"done\",\"arrow\":4,\"effects\":[\"left\",\"take\",\"annotate\"]},{\"event\":\"accept\",\"from\":\"pending\",\"to\":\"waiting\",\"arrow\":5,\"effects\":[\"entered\"]},{\"event\":\"accept\",\"from\":\"pending\",\"to\":\"failed\",\"arrow\":6,\"effects\":[\"left\",\"notify\",\"notify\"]},{\"event\":\"delete\",\"from\":\"pending\",\"to\":\"failed\",\"arrow\":3,\"effects\":[\"left\",\"notify\"]},{\"event\":\"delete\",\"from\":\"waiting\",\"to\":\"failed\",\"arrow\":3,\"effects\":[\"left\",\"notify\"]},{\"event\":\"wait\",\"from\":\"pending\",\"to\":\"waiting\",\"arrow\":7,\"effects\":[\"entered\"]},{\"event\":\"try_again\",\"from\":\"waiting\",\"to\":\"pending\",\"arrow\":8},{\"event\":\"ship\",\"from\":\"waiting\",\"to\":\"done\",\"arrow\":9,\"effects\":[\"left\"]},{\"event\":\"touch\",\"from\":\"waiting\",\"to\":\"waiting\",\"arrow\":10,\"effects\":[\"entered\"]},{\"event\":\"look\",\"from\":\"waiting\",\"to\":\"waiting\",\"arrow\":11,\"effects\":[\"notify\"]}],\"ignores\":[{\"event\":\"accept\",\"state\":\"waiting\"}],\"timers\":[],\"guards\":[{\"name\":\"has_funds\",\"doc\":\"Is there enough money?\\nIt is looked up anew each time.\",\"postgres\":{\"text\":\"select balance >= :create.amount from accounts where id = :create.payer\",\"references\":[{\"kind\":\"created\",\"column\":\"amount\",\"event\":\"create\",\"offset\":18,\"length\":14},{\"kind\":\"created\",\"column\":\"payer\",\"event\":\"create\",\"offset\":58,\"length\":13}]},\"sqlite\":{\"text\":\"select balance >= :create.amount from accounts where id = :create.payer\",\"references\":[{\"kind\":\"created\",\"column\":\"amount\",\"event\":\"create\",\"offset\":18,\"length\":14},{\"kind\":\"created\",\"column\":\"payer\",\"event\":\"create\",\"offset\":58,\"length\":13}]}},{\"name\":\"is_small\",\"postgres\":{\"text\":\"select :amount <= 1000 -- in cents\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":7,\"length\":7}]},\"sqlite\":{\"text\":\"select :amount <= 1000 -- in cents\",\"references\":[{\"kind\":\"param\",\"column\":\"amount\",\"offset\":7,\"length\":7}]}},{\"name\":\"is_open\",\"postgres\":{\"text\":\"select is_open from accounts where id = :payer and:amount > 0 and '':id'' <> ''$1''\",\"references\":[{\"kind\":\"param\",\"column\":\"payer\",\"offset\":40,\"length\":6},{\"kind\":\"param\",\"column\":\"amount\",\"offset\":50,\"length\":7}]},\"sqlite\":{\"text\":\"select is_open from accounts where id = :payer and:amount > 0 and '':id'' <> ''$1''\",\"references\":[{\"kind\":\"param\",\"column\":\"payer\",\"offset\":40,\"length\":6},{\"kind\":\"param\",\"column\":\"amount\",\"offset\":50,\"length\":7}]}},{\"name\":\"in_time\",\"postgres\":{\"text\":\"select :create.expires is null or :create.expires > :now\",\"references\":[{\"kind\":\"created\",\"column\":\"expires\",\"event\":\"create\",\"offset\":7,\"length\":15},{\"kind\":\"created\",\"column\":\"expires\",\"event\":\"create\",\"offset\":34,\"length\":15},{\"kind\":\"now\",\"offset\":52,\"length\":4}]},\"sqlite\":{\"text\":\"select coalesce(:create.expires > :now, 1)\",\"references\":[{\"kind\":\"created\",\"column\":\"expires\",\"event\":\"create\",\"offset\":16,\"length\":15},{\"kind\":\"now\",\"offset\":34,\"length\":4}]}},{\"name\":\"checked\",\"doc\":\"Somebody has looked at it.\"},{\"name\":\"suspicious\"}],\"effects\":[{\"name\":\"take\",\"postgres\":{\"text\":\"    update accounts set balance = balance - :create.amount\\n    where id = :create.payer -- \\\"at once\\\" \",\"references\":[{\"kind\":\"created\",\"column\":\"amount\",\"event\":\"create\",\"offset\":44,\"length\":14},{\"kind\":\"created\",\"column\":\"payer\",\"event\":\"create\",\"offset\":74,\"length\":13}]},\"sqlite\":{\"text\":\"    update accounts set balance = balance - :create.amount\\n    where id = :create.payer -- \\\"at once\\\" \",\"references\":[{\"kind\":\"created\",\"column\":\"amount\",\"event\":\"create\",\"offset\":44,\"length\":14},{\"kind\":\"created\",\"column\":\"payer\",\"event\":\"create\",\"offset\":74,\"length\":13}]}},{\"name\":\"annotate\",\"postgres\":{\"text\":\"    insert into notes (id, note)\\n    select :id, coalesce(:note, ''none'') || '', now '' || state from transfer_current where transfer_id = :id;\\n  \",\"references\":[{\"kind\":\"key\",\"offset\":44,\"length\":3},{\"kind\":\"param\",\"column\":\"note\",\"offset\":58,\"length\":5},{\"kind\":\"key\",\"offset\":136,\"length\":3}]},\"sqlite\":{\"text\":\"    insert into notes (id, note)\\n    select :id, coalesce(:note, ''none'') || '', now '' || state from transfer_current where transfer_id = :id;\\n  \",\"references\":[{\"kind\":\"key\",\"offset\":44,\"length\":3},{\"kind\":\"param\",\"column\":\"note\",\"offset\":58,\"length\":5},{\"kind\":\"key\",\"offset\":136,\"length\":3}]}},{\"name\":\"entered\",\"postgres\":{\"text\":\"insert into notes (id, note) values (:id, ''entered'')\",\"references\":[{\"kind\":\"key\",\"offset\":37,\"length\":3}]},\"sqlite\":{\"text\":\"insert into notes (id, note) values (:id, ''entered'')\",\"references\":[{\"kind\":\"key\",\"offset\":37,\"length\":3}]}},{\"name\":\"left\",\"postgres\":{\"text\":\"insert into notes (id, note) values (:id, ''left'')\",\"references\":[{\"kind\":\"key\",\"offset\":37,\"length\":3}]},\"sqlite\":{\"text\":\"insert into notes (id, note) values (:id, ''left'')\",\"references\":[{\"kind\":\"key\",\"offset\":37,\"length\":3}]}},{\"name\":\"notify\",\"doc\":\"Tells the bank, which may object.\"},{\"name\":\"tell_payee\"}],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.transfer_current\",\"transitions\":\"main.transfer_transitions\",\"parent\":\"main.transfers\",\"parent_column\":\"number\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''transfer_current'', ''transfer_transitions'', ''transfer_moves'', ''transfer_state'',\\n    ''transfer_model_2_a02ccc6c104b5992'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.transfer_current where transfer_id = ?1 and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\\nfrom main.transfer_transitions where transfer_id = ?1 and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) order by sort_key\",\"in_state\":\"select transfer_id, state, sort_key, since from main.transfer_current\\nwhere state = ?1 and (since, transfer_id) > (?2, ?3)\\n  and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) order by since, transfer_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select transfer_id, state, sort_key, since from main.transfer_current\\n    where state < ?1 and (state, since, transfer_id) > (?2, ?3, ?4)\\n    order by state, since, transfer_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select transfer_id, state, sort_key, since from main.transfer_current\\n    where (state, since, transfer_id) > (?5, ?6, ?7)\\n    order by state, since, transfer_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) order by state, since, transfer_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.transfer_current where exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\\nfrom main.transfer_transitions where transfer_id = ?1 and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_parent\":\"select 1 from main.transfers where number = ?1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, payer, amount, expires, note, reason\\nfrom main.transfer_transitions where transfer_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.transfer_current (transfer_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.transfer_current set state = ?2, sort_key = ?3, since = ?4\\nwhere transfer_id = ?1\",\"insert_transition\":\"insert into main.transfer_transitions\\n  (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9, ?10, ?11, ?12, ?13)\",\"find_creation\":\"select payer, amount, expires, note, reason from main.transfer_transitions where transfer_id = ?1 and sort_key = 10\",\"set_mirror\":\"update main.transfers set state = ?2 where number = ?1\"},\"fire\":{}},\"diagram\":\"digraph \\\"transfer\\\" {\\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_transfer\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Money on its way</b><!--transfer-->>; tooltip=\\\"Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and\\\\nleaving, after the commit; and a mirrored column.\\\";\\n    \\\"transfer.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    subgraph \\\"cluster_transfer.open\\\" {\\n      class=composite; bgcolor=\\\"#fbfbfd\\\"; color=\\\"#c2cad5\\\"; penwidth=1; margin=6; fontsize=13;\\n      label=<<b>open</b><br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">on entering runs entered</font><br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">on leaving runs left</font><br align=\\\"left\\\"/>>;\\n      \\\"transfer.pending\\\" [label=<pending<!--transfer.pending-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n      \\\"transfer.waiting\\\" [label=<waiting<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">on entering runs entered</font><!--transfer.waiting-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    }\\n    \\\"transfer.done\\\" [label=<done<!--transfer.done-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"transfer.failed\\\" [label=<failed<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">on entering runs notify</font><!--transfer.failed-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"transfer.\\\" -> \\\"transfer.pending\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[is small]</font><br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"transfer.\\\" -> \\\"transfer.waiting\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[else if is open and not<br align=\\\"left\\\"/>is small]</font><br align=\\\"left\\\"/>import<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"create\\\\nimport\\\", labeltooltip=\\\"create\\\\nimport\\\"];\\n    \\\"transfer.pending\\\" -> \\\"transfer.failed\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>delete<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">/ then tell payee</font><br align=\\\"left\\\"/></td></tr></table>>, ltail=\\\"cluster_transfer.open\\\", class=\\\"move\\\", tooltip=\\\"delete\\\", labeltooltip=\\\"delete\\\"];\\n    \\\"transfer.pending\\\" -> \\\"transfer.done\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>accept<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[has funds and in time<br align=\\\"left\\\"/>and not suspicious] /<br align=\\\"left\\\"/>take, annotate, then<br align=\\\"left\\\"/>tell payee</font><br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"accept\\\", labeltooltip=\\\"accept\\\"];\\n    \\\"transfer.pending\\\" -> \\\"transfer.waiting\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>accept<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[else if has funds and<br align=\\\"left\\\"/>checked]</font><br align=\\\"left\\\"/>wait<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"accept\\\\nwait\\\", labeltooltip=\\\"accept\\\\nwait\\\"];\\n    \\\"transfer.pending\\\" -> \\\"transfer.failed\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>accept<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[else if not has funds]<br align=\\\"left\\\"/>/ notify</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"accept\\\", labeltooltip=\\\"accept\\\"];\\n    \\\"transfer.pending\\\" -> \\\"transfer.waiting\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>try again<br align=\\\"left\\\"/></td></tr></table>>, dir=back, class=\\\"move\\\", tooltip=\\\"try_again\\\", labeltooltip=\\\"try_again\\\"];\\n    \\\"transfer.waiting\\\" -> \\\"transfer.done\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>ship<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[has funds]</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"ship\\\", labeltooltip=\\\"ship\\\"];\\n    \\\"transfer.waiting\\\" -> \\\"transfer.waiting\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>touch<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">(begins anew)</font><br align=\\\"left\\\"/>look<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">/ notify (stays)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"touch\\\\nlook\\\", labeltooltip=\\\"touch\\\\nlook\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#fbfbfd\\\" color=\\\"#c2cad5\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">arrows from its edge leave every state in it </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to done </td></tr>\\n    <tr><td align=\\\"right\\\"><font color=\\\"#556070\\\">[ ]</font></td><td align=\\\"left\\\">only if this holds </td><td align=\\\"right\\\"><font color=\\\"#556070\\\">/</font></td><td align=\\\"left\\\">done with the move </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'transfer' and fingerprint = 'a02ccc6c104b5992' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.transfer_current where transfer_id = ?1 and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\n"
    "from main.transfer_transitions where transfer_id = ?1 and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) order by sort_key", /* history */
    "select transfer_id, state, sort_key, since from main.transfer_current\n"
    "where state = ?1 and (since, transfer_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) order by since, transfer_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select transfer_id, state, sort_key, since from main.transfer_current\n"
    "    where state < ?1 and (state, since, transfer_id) > (?2, ?3, ?4)\n"
    "    order by state, since, transfer_id limit ?8\n  ) before\n  union all\n  select * from (\n"
    "    select transfer_id, state, sort_key, since from main.transfer_current\n"
    "    where (state, since, transfer_id) > (?5, ?6, ?7)\n    order by state, since, transfer_id limit ?8\n"
    "  ) after\n"
    ") others where exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) order by state, since, transfer_id limit ?8", /* not_in_state */
    "select state, count(*) from main.transfer_current where exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\n"
    "from main.transfer_transitions where transfer_id = ?1 and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    NULL, NULL, NULL, /* with_key, fire_deferred, fail_deferred */
    "select 1 from main.transfers where number = ?1", /* find_parent */
    "select event, from_state, to_state, sort_key, created_at, payer, amount, expires, note, reason\n"
    "from main.transfer_transitions where transfer_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.transfer_current (transfer_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.transfer_current set state = ?2, sort_key = ?3, since = ?4\nwhere transfer_id = ?1", /* update_current */
    "insert into main.transfer_transitions\n"
    "  (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12, ?13)", /* insert_transition */
    "select payer, amount, expires, note, reason from main.transfer_transitions where transfer_id = ?1 and sort_key = 10", /* find_creation */
    "update main.transfers set state = ?2 where number = ?1", /* set_mirror */
    NULL, NULL, NULL, /* find_key, find_topic, find_spelling */
    NULL, NULL,
    sqlite_hooks_of_transfer, NULL,
};

static const struct pawl_statements *const sql_of_transfer[] = {&postgres_of_transfer, &sqlite_of_transfer};

const struct pawl_machine transfer_machine = {
    PAWL_ABI,
    "transfer",
    "Money on its way",
    "a02ccc6c104b5992",
    "transfer_current", "transfer_transitions",
    PAWL_TYPE_BIGINT,
    4, 9, 5,
    states_of_transfer, events_of_transfer, columns_of_transfer,
    next_of_transfer,
    PAWL_LAYOUT(struct transfer_current, struct transfer_record),
    2, sql_of_transfer,
    12,
    12,
    hooks_of_transfer,
    moves_of_transfer,
    call_hook_of_transfer,
    callbacks_of_transfer,
    move_to_of_transfer,
    NULL, NULL, NULL,
    false,
};

const char *transfer_state_name(enum transfer_state state) {
    int number = (int)state;
    return number >= 0 && number <= 4 ? states_of_transfer[number].name : "unknown";
}

const char *transfer_event_name(enum transfer_event event) {
    int number = (int)event;
    return number >= 0 && number <= 9 ? events_of_transfer[number].name : "unknown";
}

const char *transfer_state_label(enum transfer_state state) {
    int number = (int)state;
    return number >= 0 && number <= 4 ? states_of_transfer[number].label : "unknown";
}

const char *transfer_event_label(enum transfer_event event) {
    int number = (int)event;
    return number >= 0 && number <= 9 ? events_of_transfer[number].label : "unknown";
}

enum transfer_state transfer_state_parse(const char *text) {
    return (enum transfer_state)pawl_state_parse(&transfer_machine, text);
}

enum transfer_event transfer_event_parse(const char *text) {
    return (enum transfer_event)pawl_event_parse(&transfer_machine, text);
}

enum transfer_state transfer_next(enum transfer_state state, enum transfer_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 4 && fired <= 9 ? next_of_transfer[fired * 5u + from] : 0u;
    return (enum transfer_state)(to >= PAWL_NEXT_CHOSEN ? 0u : to);
}

bool transfer_can(enum transfer_state state, enum transfer_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 4 && fired <= 9 ? next_of_transfer[fired * 5u + from] : 0u;
    return to != 0u && to != PAWL_NEXT_IGNORED;
}

enum pawl_status transfer_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &transfer_machine, err);
}

enum pawl_status transfer_set_hooks(struct pawl_db *db, const struct transfer_hooks *hooks, struct pawl_error *err) {
    return pawl_set_hooks(db, &transfer_machine, hooks, err);
}

static enum pawl_status fire_of_transfer(struct pawl_db *db, int64_t id, enum transfer_event event, const void *args,
    const struct pawl_opts *opts, struct transfer_transition *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &transfer_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum transfer_event)transition.event;
        out->from = (enum transfer_state)transition.from;
        out->to = (enum transfer_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status transfer_create(struct pawl_db *db, int64_t id, const struct transfer_create_args *args,
                                 const struct pawl_opts *opts, struct transfer_transition *out,
                                 struct pawl_error *err) {
    return fire_of_transfer(db, id, TRANSFER_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status transfer_import(struct pawl_db *db, int64_t id, const struct transfer_import_args *args,
                                 const struct pawl_opts *opts, struct transfer_transition *out,
                                 struct pawl_error *err) {
    return fire_of_transfer(db, id, TRANSFER_EVENT_IMPORT, args, opts, out, err);
}

enum pawl_status transfer_accept(struct pawl_db *db, int64_t id, const struct transfer_accept_args *args,
                                 const struct pawl_opts *opts, struct transfer_transition *out,
                                 struct pawl_error *err) {
    return fire_of_transfer(db, id, TRANSFER_EVENT_ACCEPT, args, opts, out, err);
}

enum pawl_status transfer_delete(struct pawl_db *db, int64_t id, const struct transfer_delete_args *args,
                                 const struct pawl_opts *opts, struct transfer_transition *out,
                                 struct pawl_error *err) {
    return fire_of_transfer(db, id, TRANSFER_EVENT_DELETE, args, opts, out, err);
}

enum pawl_status transfer_wait(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct transfer_transition *out, struct pawl_error *err) {
    return fire_of_transfer(db, id, TRANSFER_EVENT_WAIT, NULL, opts, out, err);
}

enum pawl_status transfer_try_again(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                    struct transfer_transition *out, struct pawl_error *err) {
    return fire_of_transfer(db, id, TRANSFER_EVENT_TRY_AGAIN, NULL, opts, out, err);
}

enum pawl_status transfer_ship(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct transfer_transition *out, struct pawl_error *err) {
    return fire_of_transfer(db, id, TRANSFER_EVENT_SHIP, NULL, opts, out, err);
}

enum pawl_status transfer_touch(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                                struct transfer_transition *out, struct pawl_error *err) {
    return fire_of_transfer(db, id, TRANSFER_EVENT_TOUCH, NULL, opts, out, err);
}

enum pawl_status transfer_look(struct pawl_db *db, int64_t id, const struct pawl_opts *opts,
                               struct transfer_transition *out, struct pawl_error *err) {
    return fire_of_transfer(db, id, TRANSFER_EVENT_LOOK, NULL, opts, out, err);
}

enum pawl_status transfer_move_to(struct pawl_db *db, int64_t id, enum transfer_state state,
                                  const struct pawl_opts *opts, struct transfer_transition *out,
                                  struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_move_to(db, &transfer_machine, key, (int)state, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum transfer_event)transition.event;
        out->from = (enum transfer_state)transition.from;
        out->to = (enum transfer_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status transfer_create_many(struct pawl_db *db, const struct transfer_create_item *items, size_t count,
                                      const struct pawl_opts *opts, struct transfer_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct transfer_create_item),
        offsetof(struct transfer_create_item, id), offsetof(struct transfer_create_item, args),
        offsetof(struct transfer_create_item, request_id), 0};
    return pawl_fire_many(db, &transfer_machine, TRANSFER_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request transfer_create_move(int64_t id, const struct transfer_create_args *args,
                                         const struct pawl_opts *opts) {
    struct pawl_request request = {&transfer_machine, {NULL, id}, TRANSFER_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status transfer_import_many(struct pawl_db *db, const struct transfer_import_item *items, size_t count,
                                      const struct pawl_opts *opts, struct transfer_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct transfer_import_item),
        offsetof(struct transfer_import_item, id), offsetof(struct transfer_import_item, args),
        offsetof(struct transfer_import_item, request_id), 0};
    return pawl_fire_many(db, &transfer_machine, TRANSFER_EVENT_IMPORT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request transfer_import_move(int64_t id, const struct transfer_import_args *args,
                                         const struct pawl_opts *opts) {
    struct pawl_request request = {&transfer_machine, {NULL, id}, TRANSFER_EVENT_IMPORT, args, opts};
    return request;
}

enum pawl_status transfer_accept_many(struct pawl_db *db, const struct transfer_accept_item *items, size_t count,
                                      const struct pawl_opts *opts, struct transfer_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct transfer_accept_item),
        offsetof(struct transfer_accept_item, id), offsetof(struct transfer_accept_item, args),
        offsetof(struct transfer_accept_item, request_id), offsetof(struct transfer_accept_item, expect_sort_key)};
    return pawl_fire_many(db, &transfer_machine, TRANSFER_EVENT_ACCEPT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request transfer_accept_move(int64_t id, const struct transfer_accept_args *args,
                                         const struct pawl_opts *opts) {
    struct pawl_request request = {&transfer_machine, {NULL, id}, TRANSFER_EVENT_ACCEPT, args, opts};
    return request;
}

enum pawl_status transfer_delete_many(struct pawl_db *db, const struct transfer_delete_item *items, size_t count,
                                      const struct pawl_opts *opts, struct transfer_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct transfer_delete_item),
        offsetof(struct transfer_delete_item, id), offsetof(struct transfer_delete_item, args),
        offsetof(struct transfer_delete_item, request_id), offsetof(struct transfer_delete_item, expect_sort_key)};
    return pawl_fire_many(db, &transfer_machine, TRANSFER_EVENT_DELETE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request transfer_delete_move(int64_t id, const struct transfer_delete_args *args,
                                         const struct pawl_opts *opts) {
    struct pawl_request request = {&transfer_machine, {NULL, id}, TRANSFER_EVENT_DELETE, args, opts};
    return request;
}

enum pawl_status transfer_wait_many(struct pawl_db *db, const struct transfer_wait_item *items, size_t count,
                                    const struct pawl_opts *opts, struct transfer_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct transfer_wait_item),
        offsetof(struct transfer_wait_item, id), 0,
        offsetof(struct transfer_wait_item, request_id), offsetof(struct transfer_wait_item, expect_sort_key)};
    return pawl_fire_many(db, &transfer_machine, TRANSFER_EVENT_WAIT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request transfer_wait_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&transfer_machine, {NULL, id}, TRANSFER_EVENT_WAIT, NULL, opts};
    return request;
}

enum pawl_status transfer_try_again_many(struct pawl_db *db, const struct transfer_try_again_item *items,
                                         size_t count, const struct pawl_opts *opts, struct transfer_result *results,
                                         struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct transfer_try_again_item),
        offsetof(struct transfer_try_again_item, id), 0,
        offsetof(struct transfer_try_again_item, request_id), offsetof(struct transfer_try_again_item, expect_sort_key)};
    return pawl_fire_many(db, &transfer_machine, TRANSFER_EVENT_TRY_AGAIN, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request transfer_try_again_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&transfer_machine, {NULL, id}, TRANSFER_EVENT_TRY_AGAIN, NULL, opts};
    return request;
}

enum pawl_status transfer_ship_many(struct pawl_db *db, const struct transfer_ship_item *items, size_t count,
                                    const struct pawl_opts *opts, struct transfer_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct transfer_ship_item),
        offsetof(struct transfer_ship_item, id), 0,
        offsetof(struct transfer_ship_item, request_id), offsetof(struct transfer_ship_item, expect_sort_key)};
    return pawl_fire_many(db, &transfer_machine, TRANSFER_EVENT_SHIP, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request transfer_ship_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&transfer_machine, {NULL, id}, TRANSFER_EVENT_SHIP, NULL, opts};
    return request;
}

enum pawl_status transfer_touch_many(struct pawl_db *db, const struct transfer_touch_item *items, size_t count,
                                     const struct pawl_opts *opts, struct transfer_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct transfer_touch_item),
        offsetof(struct transfer_touch_item, id), 0,
        offsetof(struct transfer_touch_item, request_id), offsetof(struct transfer_touch_item, expect_sort_key)};
    return pawl_fire_many(db, &transfer_machine, TRANSFER_EVENT_TOUCH, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request transfer_touch_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&transfer_machine, {NULL, id}, TRANSFER_EVENT_TOUCH, NULL, opts};
    return request;
}

enum pawl_status transfer_look_many(struct pawl_db *db, const struct transfer_look_item *items, size_t count,
                                    const struct pawl_opts *opts, struct transfer_result *results,
                                    struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct transfer_look_item),
        offsetof(struct transfer_look_item, id), 0,
        offsetof(struct transfer_look_item, request_id), offsetof(struct transfer_look_item, expect_sort_key)};
    return pawl_fire_many(db, &transfer_machine, TRANSFER_EVENT_LOOK, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request transfer_look_move(int64_t id, const struct pawl_opts *opts) {
    struct pawl_request request = {&transfer_machine, {NULL, id}, TRANSFER_EVENT_LOOK, NULL, opts};
    return request;
}

enum pawl_status transfer_get(struct pawl_db *db, int64_t id, struct transfer_current *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_get(db, &transfer_machine, key, out, err);
}

enum pawl_status transfer_history(struct pawl_db *db, int64_t id, struct transfer_history *out,
                                  struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &transfer_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct transfer_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status transfer_in_state(struct pawl_db *db, enum transfer_state state,
                                   const struct transfer_current *after, size_t limit, struct transfer_page *out,
                                   struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &transfer_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct transfer_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status transfer_not_in_state(struct pawl_db *db, enum transfer_state state,
                                       const struct transfer_current *after, size_t limit, struct transfer_page *out,
                                       struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &transfer_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct transfer_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status transfer_last_to(struct pawl_db *db, int64_t id, enum transfer_state state,
                                  struct transfer_record *out, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_last_to(db, &transfer_machine, key, (int)state, out, err);
}

enum pawl_status transfer_allowed(struct pawl_db *db, int64_t id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {NULL, id};
    return pawl_allowed(db, &transfer_machine, key, allowed, err);
}

enum pawl_status transfer_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &transfer_machine, counts, err);
}

/* ---- stock: stock ------------------------------------------------------------------------------------------------ */

static const struct pawl_state states_of_stock[] = {
    {"", "", "", false},
    {"available", "available", "available", false},
    {"sold_out", "sold_out", "sold out", true},
};

static const struct pawl_column columns_of_stock[] = {
    {"quantity", PAWL_TYPE_INT, offsetof(struct stock_record, quantity), false},
};

static const struct pawl_param params_of_stock_create[] = {
    {"quantity", PAWL_TYPE_INT, false, 0, offsetof(struct stock_create_args, quantity)},
};

static const struct pawl_param params_of_stock_take[] = {
    {"quantity", PAWL_TYPE_INT, false, 0, offsetof(struct stock_take_args, quantity)},
};

static const struct pawl_param params_of_stock_close[] = {
    {"quantity", PAWL_TYPE_INT, false, 0, offsetof(struct stock_close_args, quantity)},
};

static const struct pawl_event events_of_stock[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 1, params_of_stock_create},
    {"take", "take", "take", false, false, false, 1, params_of_stock_take},
    {"close", "close", "close", false, false, false, 1, params_of_stock_close},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_stock[] = {
    0, 0, 0, /* none */
    1, 0, 0, /* create */
    0, 65534, 0, /* take */
    0, 65534, 0, /* close */
};

static const struct pawl_hook hooks_of_stock[] = {
    {"is_left", PAWL_HOOK_GUARD, false},
    {"count", PAWL_HOOK_EFFECT, false},
};

static const struct pawl_condition conditions_of_stock[] = {
    {0, false},
    {0, true},
};

static const uint16_t effects_of_stock[] = {
    1,
};

static const struct pawl_move moves_of_stock[] = {
    {2, 1, 1, 1, 1, 0, &conditions_of_stock[0], &effects_of_stock[0], NULL},
    {2, 1, 2, 0, 0, 0, NULL, NULL, NULL},
    {3, 1, 2, 1, 0, 0, &conditions_of_stock[1], NULL, NULL},
};

static const char *const postgres_fire_of_stock[] = {
    NULL,
    "select public.stock_create($1::text, $2::integer, $3::text, $4::text) where public.stock_model_2_a2ac4c567aa02dfd()", /* create */
    "select public.stock_take($1::text, $2::integer, $3::text, $4::text, $5::integer) where public.stock_model_2_a2ac4c567aa02dfd()", /* take */
    "select public.stock_close($1::text, $2::integer, $3::text, $4::text, $5::integer) where public.stock_model_2_a2ac4c567aa02dfd()", /* close */
};

static const char *const postgres_fire_many_of_stock[] = {
    NULL,
    "select * from public.stock_create_many($1::text[], $2::integer[], $3::text, $4::text[], coalesce(null::text[]/*, $5::text[]*/), coalesce(/*$6::boolean, */false))\n"
    "  where public.stock_model_2_a2ac4c567aa02dfd()", /* create */
    "select * from public.stock_take_many($1::text[], $2::integer[], $3::text, $4::text[], $5::integer[], coalesce(null::text[]/*, $6::text[]*/), coalesce(/*$7::boolean, */false))\n"
    "  where public.stock_model_2_a2ac4c567aa02dfd()", /* take */
    "select * from public.stock_close_many($1::text[], $2::integer[], $3::text, $4::text[], $5::integer[], coalesce(null::text[]/*, $6::text[]*/), coalesce(/*$7::boolean, */false))\n"
    "  where public.stock_model_2_a2ac4c567aa02dfd()", /* close */
};

static const struct pawl_statements postgres_of_stock = {
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
    "\n-- stock -------------------------------------------------------------------------------------------\n\n"
    "call public.pawl_begin_machine('stock'::text, 'a2ac4c567aa02dfd'::text, 'public'::text,\n"
    "  '{stock_current,stock_transitions,stock_moves,stock_state,stock_effect_count,stock_current_state_since,stock_transitions_request}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('public'::text, '{stock_model_2_a2ac4c567aa02dfd,stock_is_free,stock_guard_is_left,stock_effect_count,stock_create,stock_create_many,stock_take,stock_take_many,stock_close,stock_close_many,stock_fire_deferred}'::text[]);\n"
    "call public.pawl_accept_programs('stock'::text, 'a2ac4c567aa02dfd'::text, 2::integer, 'public'::text);\n"
    "create table if not exists public.stock_current (\n  stock_id text collate \"C\" primary key,\n"
    "  state text collate \"C\" not null,\n  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next place of a row beside it\n\n"
    "create table if not exists public.stock_transitions (\n  stock_id text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  quantity integer,\n  primary key (stock_id, sort_key)\n);\ndo $pawl$\nbegin\n"
    "  if to_regclass('public.stock_current_state_since') is null then\n"
    "    create index stock_current_state_since on public.stock_current (state, since);\n  end if;\n"
    "  if to_regclass('public.stock_transitions_request') is null then\n"
    "    create unique index stock_transitions_request on public.stock_transitions (stock_id, request_id)\n"
    "      where request_id is not null;\n  end if;\nend\n$pawl$;\n\n"
    "create or replace view public.stock_moves as select * from (values\n  ('create', '', 'available'),\n"
    "  ('take', 'available', 'available'),\n  ('take', 'available', 'sold_out'),\n"
    "  ('close', 'available', 'sold_out')\n) move (event, from_state, to_state);\n\n"
    "create or replace view public.stock_state as\n"
    "  select stock_id, state, sort_key, since from public.stock_current;\n\n"
    "call public.pawl_refuse_writes_to(array['public.stock_current', 'public.stock_transitions']::regclass[]);\n"
    "grant select on public.stock_current, public.stock_transitions, public.stock_moves, public.stock_state to pawl_app,\n"
    "  pawl_operator;\ncall public.pawl_add_type_lock('stock'::text, 'public.stock_current'::text);\n"
    "call public.pawl_add_is_free('stock'::text, 'public'::text);\n\ncomment on table public.stock_current is 'stock\n"
    "All of it in SQL, so that no program is needed.\nOne row for each: where it is.';\n"
    "call public.pawl_describe('public'::text, 'stock'::text, 'stock_transitions'::text);\n\n"
    "-- Guards and effects are only called by the functions of events. Their tables are those of public.\n"
    "-- What an effect inserts, updates or deletes becomes the rule of an empty view, wherever it can: it is\n"
    "-- parsed now, as in a function with `begin atomic`, but planned once a session and not at each call.\n"
    "set local search_path = pg_catalog, public, pg_temp;\n-- Literals get their values now.\n"
    "set local timezone = 'UTC';\nset local timezone_abbreviations = 'Default';\nset local datestyle = 'ISO, MDY';\n"
    "set local intervalstyle = postgres;\nset local lc_monetary = 'C';\nset local array_nulls = on;\n"
    "set local xmloption = content;\nset local transform_null_equals = off;\n\n-- guard is_left of machine stock\n"
    "create or replace function public.stock_guard_is_left(integer, text) returns setof boolean\nlanguage sql stable\n"
    "begin atomic\nselect coalesce(sum(quantity), 0) >= $1 from stock_levels where item = $2\n;\nend;\n"
    "revoke all on function public.stock_guard_is_left(integer, text) from public;\n\n"
    "-- effect count of machine stock\n"
    "create or replace function public.stock_effect_count(text, integer) returns void\n"
    "language sql volatile set search_path = pg_catalog, public, pg_temp\nbegin atomic\n"
    "insert into stock_levels (item, quantity) values ($1, -$2)\n;\nend;\n"
    "revoke all on function public.stock_effect_count(text, integer) from public;\n"
    "drop view if exists public.stock_effect_count;\ncreate view public.stock_effect_count as\n"
    "  select null::text as argument_1, null::integer as argument_2 where false;\ndo $pawl$\nbegin\n"
    "  create rule effect as on insert to public.stock_effect_count do instead (\n"
    "insert into stock_levels (item, quantity) values (new.argument_1, -new.argument_2)\n  );\n"
    "  create or replace function public.stock_effect_count(text, integer) returns void\n"
    "  language plpgsql volatile set search_path = pg_catalog, public, pg_temp\n"
    "  as $$ begin insert into public.stock_effect_count values ($1, $2); end $$;\n"
    "exception when syntax_error_or_access_rule_violation or feature_not_supported then\n"
    "  drop view public.stock_effect_count; -- PostgreSQL has no such rule\nend\n$pawl$;\n\n"
    "set local search_path = pg_catalog, pg_temp;\n\n"
    "-- Guards that run code of others, or lock rows, find that code's names as before.\ndo $pawl$\ndeclare\n"
    "  guard regprocedure;\nbegin\n  for guard in\n    select made.oid from pg_proc made\n"
    "      where made.oid = any (array[\n        'public.stock_guard_is_left(integer, text)']::regprocedure[])\n"
    "      and (made.prosqlbody::text ~ ':commandType [02-9]|:hasForUpdate true'\n        or exists (\n"
    "          select from pg_depend uses\n            left join pg_class relation\n"
    "              on uses.refclassid = 'pg_class'::regclass and relation.oid = uses.refobjid\n"
    "            where uses.classid = 'pg_proc'::regclass and uses.objid = made.oid\n"
    "              and uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)\n"
    "              and (relation.relkind in ('r', 'p') and not relation.relrowsecurity) is not true))\n  loop\n"
    "    execute format('alter function %s volatile set search_path = pg_catalog, public, pg_temp', guard);\n"
    "  end loop;\nend\n$pawl$;\n\n"
    "-- Code of others must not run within guards and effects, nor on tables that moves write or lock.\n"
    "call public.pawl_refuse_foreign_hooks('public'::text, '{stock_guard_is_left,stock_effect_count}'::text[], array[]::text[], null::text);\n"
    "\nset local search_path = pg_catalog, public, pg_temp;\ndo $pawl$\nbegin\n"
    "  perform public.pawl_explain('select coalesce(sum(quantity), 0) >= $1 from stock_levels where item = $2'::text,\n"
    "    '(integer, text)'::text,\n    '(null, null)'::text, current_setting('search_path'));\n"
    "exception when insufficient_privilege then\n"
    "  raise warning 'guard is_left of machine stock cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\ndo $pawl$\nbegin\n"
    "  perform public.pawl_explain('insert into stock_levels (item, quantity) values ($1, -$2)'::text,\n"
    "    '(text, integer)'::text,\n    '(null, null)'::text, current_setting('search_path'));\n"
    "exception when insufficient_privilege then\n"
    "  raise warning 'effect count of machine stock cannot run yet: %', sqlerrm\n"
    "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such as select or insert.';\n"
    "end\n$pawl$;\n\nset local search_path = pg_catalog, pg_temp;\n\n"
    "create or replace function public.stock_create(id text, quantity integer, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $1 = '' or octet_length($1) > 1024\n     or $2 is null\n"
    "     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n    outcome.status := 'MISUSE';\n"
    "    outcome.detail := 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "    return outcome;\n  end if;\n"
    "  lock table only public.stock_current in row share mode; -- a later freeze or migration waits\n  loop\n"
    "    -- asked first, because a row that is written in vain costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (public.stock_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.stock_model_2_a2ac4c567aa02dfd())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join public.stock_current head on head.stock_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $4 is not null then\n"
    "        select * into earlier from public.stock_transitions made where made.stock_id = $1 and made.request_id = $4;\n"
    "        if found then\n          return row(case when earlier.event = 'create'\n"
    "              and earlier.quantity is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: stock was created meanwhile'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP') then\n        return outcome;\n      end if;\n    end if;\n"
    "    outcome := row('OK', '', 'available', 10, clock_timestamp(), null, null, null);\n    begin\n"
    "      insert into public.stock_current (stock_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n    exception\n"
    "      when unique_violation then -- another session was quicker: look again\n"
    "        get stacked diagnostics violated = constraint_name;\n        if violated <> 'stock_current_pkey' then\n"
    "          raise;\n        end if;\n    end;\n    outcome := null;\n  end loop;\n"
    "  insert into public.stock_transitions\n"
    "    (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.stock_create(text, integer, text, text) is 'create';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.stock_create_many(text[], integer[], text, text[])$pawl$)) then\n"
    "    drop function public.stock_create_many(text[], integer[], text, text[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.stock_create_many(id text[], quantity integer[], actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  outcomes public.pawl_outcome[];\n"
    "  is_free boolean;\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  begin\n    if not repeats then\n      with judged as materialized (\n"
    "        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "              when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "                or given.v1 is null\n"
    "                or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "              when not (earlier.said is null) then 'SAID'\n"
    "              when (public.stock_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.stock_model_2_a2ac4c567aa02dfd()) is not true then null\n"
    "              when head.state is not null then 'EXISTS'\n              else 'OK'\n            end as verdict\n"
    "          from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number)\n"
    "            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since\n"
    "                from public.stock_current head where head.stock_id = given.id offset 0) head on true\n"
    "            left join lateral (select row(case when earlier.event = 'create'\n"
    "                and earlier.quantity is not distinct from given.v1 then 'OK' else 'REUSED' end,\n"
    "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                from public.stock_transitions earlier where earlier.stock_id = given.id\n"
    "                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "      ), heads as (\n        insert into public.stock_current (stock_id, state, sort_key, since)\n"
    "        select judged.id, 'available', 10, judged.moment\n"
    "          from judged where judged.verdict = 'OK' order by judged.id collate \"C\"\n      ), history as (\n"
    "        insert into public.stock_transitions\n"
    "          (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)\n"
    "        select given.id, 10, 'create', '', 'available', given.moment,\n"
    "            coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1\n"
    "          from judged given where given.verdict = 'OK'\n      )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', '', 'available', 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.stock_moves says what is' end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  exception\n"
    "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n  end;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, public.stock_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.stock_take(id text, quantity integer, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\n  is_done boolean; -- effects are called in an expression, which costs less than a query\n"
    "  moment timestamptz;\nbegin\n  if $1 is null or $3 is not null or $4 is not null\n     or $2 is null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n       or $2 is null\n"
    "       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n"
    "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "  select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "    (public.stock_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.stock_model_2_a2ac4c567aa02dfd())\n"
    "    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "    from public.stock_current head where head.stock_id = $1 for no key update;\n  if not found then\n"
    "    if $1 = '' or octet_length($1) > 1024 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $4 is not null then\n"
    "    select * into earlier from public.stock_transitions made where made.stock_id = $1 and made.request_id = $4;\n"
    "    if found then\n      return row(case when earlier.event = 'take'\n"
    "          and earlier.quantity is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $5 is not null then\n    if outcome.sort_key <> $5 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  moment := greatest(clock_timestamp(), outcome.created_at);\n"
    "  case outcome.from_state\n    when 'available' then\n"
    "      if (select passes from public.stock_guard_is_left($2, $1) passes limit 1) then\n"
    "        outcome.to_state := 'available';\n        outcome.move := 1;\n      else\n"
    "        outcome.guard := concat_ws(', ', outcome.guard, 'is_left');\n      end if;\n"
    "      if outcome.to_state is null then\n        outcome.to_state := 'sold_out';\n        outcome.move := 2;\n"
    "      end if;\n    else null;\n  end case;\n  if outcome.to_state is null then\n"
    "    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;\n"
    "    outcome.detail := case when outcome.guard is null then 'take' || ' is not allowed in ' || outcome.from_state || '; public.stock_moves says what is' end;\n"
    "    return outcome;\n  end if;\n  outcome.guard := null; -- of a move that was tried before\n"
    "  outcome.sort_key := outcome.sort_key + 10;\n  outcome.created_at := moment;\n"
    "  update public.stock_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "    where head.ctid = place;\n  insert into public.stock_transitions\n"
    "    (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)\n"
    "  values ($1, outcome.sort_key, 'take', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n  case outcome.from_state\n    when 'available' then\n"
    "      if outcome.move = 1 then\n        is_done := public.stock_effect_count($1, $2) is not null;\n"
    "      end if;\n    else null;\n  end case;\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.stock_take(text, integer, text, text, integer) is 'take';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.stock_take_many(text[], integer[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.stock_take_many(text[], integer[], text, text[], integer[]);\n  end if;\nend\n$pawl1$;\n"
    "create or replace function public.stock_take_many(id text[], quantity integer[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  repeats boolean; -- some entity stands more than once among them\n  busy text[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $7 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $7 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.stock_current head where head.stock_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.stock_current head where head.stock_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.stock_take(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.stock_close(id text, quantity integer, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\n  moment timestamptz;\nbegin\n  if $1 is null or $3 is not null or $4 is not null\n"
    "     or $2 is null\n  then\n    if $1 is null or $1 = '' or octet_length($1) > 1024\n       or $2 is null\n"
    "       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n  end if;\n"
    "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
    "  select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "    (public.stock_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.stock_model_2_a2ac4c567aa02dfd())\n"
    "    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "    from public.stock_current head where head.stock_id = $1 for no key update;\n  if not found then\n"
    "    if $1 = '' or octet_length($1) > 1024 then\n      outcome.status := 'MISUSE';\n"
    "      outcome.detail := 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255';\n"
    "      return outcome;\n    end if;\n    outcome.status := 'NOT_FOUND';\n"
    "    return public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "  end if;\n  if $4 is not null then\n"
    "    select * into earlier from public.stock_transitions made where made.stock_id = $1 and made.request_id = $4;\n"
    "    if found then\n      return row(case when earlier.event = 'close'\n"
    "          and earlier.quantity is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "    end if;\n  end if;\n  if is_free is not true then\n"
    "    outcome := public.pawl_refuse_locked(outcome, 'stock'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    if outcome.status in ('LOCKED', 'ASLEEP') then\n      return outcome;\n    end if;\n  end if;\n"
    "  if $5 is not null then\n    if outcome.sort_key <> $5 then\n      outcome.status := 'CONFLICT';\n"
    "      return outcome;\n    end if;\n  end if;\n  moment := greatest(clock_timestamp(), outcome.created_at);\n"
    "  case outcome.from_state\n    when 'available' then\n"
    "      if not (select passes from public.stock_guard_is_left($2, $1) passes limit 1) then\n"
    "        outcome.to_state := 'sold_out';\n        outcome.move := 1;\n      else\n"
    "        outcome.guard := concat_ws(', ', outcome.guard, 'not is_left');\n      end if;\n    else null;\n"
    "  end case;\n  if outcome.to_state is null then\n"
    "    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;\n"
    "    outcome.detail := case when outcome.guard is null then 'close' || ' is not allowed in ' || outcome.from_state || '; public.stock_moves says what is' end;\n"
    "    return outcome;\n  end if;\n  outcome.sort_key := outcome.sort_key + 10;\n  outcome.created_at := moment;\n"
    "  update public.stock_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "    where head.ctid = place;\n  insert into public.stock_transitions\n"
    "    (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)\n"
    "  values ($1, outcome.sort_key, 'close', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    coalesce($3, session_user), $4, $2);\n  return outcome;\nend\n$pawl$;\n"
    "comment on function public.stock_close(text, integer, text, text, integer) is 'close';\n\n"
    "-- The same for many at once: arrays of one length, an answer for each in their order.\ndo $pawl1$\nbegin\n"
    "  if exists (select from pg_proc where proowner = current_user::regrole\n"
    "      and oid = to_regprocedure($pawl$public.stock_close_many(text[], integer[], text, text[], integer[])$pawl$)) then\n"
    "    drop function public.stock_close_many(text[], integer[], text, text[], integer[]);\n  end if;\nend\n"
    "$pawl1$;\n"
    "create or replace function public.stock_close_many(id text[], quantity integer[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan\n"
    "  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1\n"
    "  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on\n"
    "  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'\n"
    "  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off\n"
    "  set standard_conforming_strings = on set transform_null_equals = off\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  repeats boolean; -- some entity stands more than once among them\n"
    "  outcomes public.pawl_outcome[];\n  is_free boolean;\n  busy text[];\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $7 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)]) then\n"
    "    return query select (row('MISUSE', null, null, null, null, null, null, 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome).* from unnest($1);\n"
    "    return;\n  end if;\n  if $7 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.stock_current head where head.stock_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  if $7 and not repeats then\n"
    "    if (case when $7 is null then concat('public.stock_current'::regclass, 'public.stock_transitions'::regclass) = '' else public.pawl_in_any_order(array[]::regclass[],\n"
    "      array['public.stock_guard_is_left(integer, text)']::regprocedure[], '{stock_current,stock_transitions,stock_moves,stock_state,stock_effect_count}'::name[]) end) then\n"
    "      with judged as materialized (\n"
    "        select given.*, asked.guard, case when asked.guard is null then given.precondition else 'REFUSED' end as verdict\n"
    "          from (\n"
    "            select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "                when not public.pawl_in_any_order(array[]::regclass[],\n"
    "                  array['public.stock_guard_is_left(integer, text)']::regprocedure[], '{stock_current,stock_transitions,stock_moves,stock_state,stock_effect_count}'::name[]) then null\n"
    "                when given.id = '' or octet_length(given.id) > 1024 or given.request_id = '' or octet_length(given.request_id) > 255\n"
    "                  or given.v1 is null\n"
    "                  or octet_length($3) > 255 or octet_length(given.own_actor) > 255 then 'MISUSE'\n"
    "                when given.id = any (busy) and head.state is not null then 'BUSY'\n"
    "                when not (earlier.said is null) then 'SAID'\n"
    "                when (public.stock_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.stock_model_2_a2ac4c567aa02dfd()) is not true then null\n"
    "                when head.state is null then 'NOT_FOUND'\n"
    "                when head.sort_key <> given.expected then 'CONFLICT'\n"
    "                when head.next_state is null then 'ILLEGAL'\n                else 'OK'\n"
    "              end as precondition\n"
    "            from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number)\n"
    "              left join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'available' then 'sold_out'\n              end as next_state\n"
    "                  from public.stock_current head where head.stock_id = given.id offset 0) head on true\n"
    "              left join lateral (select row(case when earlier.event = 'close'\n"
    "                  and earlier.quantity is not distinct from given.v1 then 'OK' else 'REUSED' end,\n"
    "                earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                  from public.stock_transitions earlier where earlier.stock_id = given.id\n"
    "                    and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null offset 0\n"
    "          ) given\n            cross join lateral (select case when given.precondition = 'OK' then case\n"
    "              when given.state in ('available') then case\n"
    "                when (not (select passes from public.stock_guard_is_left(given.v1, given.id) passes limit 1)) is not true then 'not is_left'\n"
    "                else null end\n            end end as guard offset 0) asked\n      ), heads as (\n"
    "        update public.stock_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "          from judged where judged.verdict = 'OK' and head.ctid = judged.place\n      ), history as (\n"
    "        insert into public.stock_transitions\n"
    "          (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)\n"
    "        select given.id, given.sort_key + 10, 'close', given.state, given.next_state, given.moment,\n"
    "            coalesce(given.own_actor, (select coalesce($3, session_user))), given.request_id, given.v1\n"
    "          from judged given where given.verdict = 'OK'\n      )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, case when given.state in ('available') then 1 end, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then row('MISUSE', null, null, null, null, null, null, 'must be given: id, quantity; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255')::public.pawl_outcome\n"
    "          when 'BUSY' then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, given.guard, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'close' || ' is not allowed in ' || given.state || '; public.stock_moves says what is' end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  end if;\n  perform set_config('plan_cache_mode', 'auto', true);\n  return query\n"
    "    with made as materialized (\n"
    "      select given.number, case when given.id = any (busy) and exists (select from public.stock_current head where head.stock_id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome\n"
    "          else public.stock_close(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected) end as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5, $6) with ordinality given (id, v1, request_id, expected, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
    "create or replace function public.stock_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome\nlanguage plpgsql security definer set search_path = pg_catalog, pg_temp\nas $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  waiting public.pawl_deferred;\n"
    "  given text[];\nbegin\n  waiting := public.pawl_take_deferred('stock'::text, $1);\n"
    "  if waiting.number is null then\n    outcome.status := 'NOT_FOUND';\n    return outcome;\n  end if;\n"
    "  given := public.pawl_deferred_arguments(waiting.arguments);\n  begin\n"
    "    outcome.status := 'MISUSE'; -- unless it is called\n"
    "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n"
    "    case waiting.event\n    when 'create' then\n"
    "      outcome := case when cardinality(given) = 1 then public.stock_create(waiting.entity, given[1]::integer,\n"
    "          waiting.actor, waiting.request_id) else outcome end;\n    when 'take' then\n"
    "      outcome := case when cardinality(given) = 1 then public.stock_take(waiting.entity, given[1]::integer,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    when 'close' then\n"
    "      outcome := case when cardinality(given) = 1 then public.stock_close(waiting.entity, given[1]::integer,\n"
    "          waiting.actor, waiting.request_id, null::integer) else outcome end;\n    else\n"
    "      outcome.detail := 'machine stock: ' || waiting.event\n"
    "        || ' was deferred, and no version that may run has such an event';\n    end case;\n"
    "  exception when query_canceled or assert_failure or others then\n    if sqlstate in ('40001', '40P01') then\n"
    "      raise; -- and it is fired again\n    end if;\n    outcome := null;\n"
    "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
    "    outcome.detail := 'stock' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- Applications may call what fires events, and nobody else may.\n"
    "call public.pawl_restrict_calls('public'::text,\n"
    "  '{stock_create,stock_create_many,stock_take,stock_take_many,stock_close,stock_close_many,stock_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "\ninsert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)\n"
    "values ('stock', 'a2ac4c567aa02dfd', 2, clock_timestamp(), E'{\"name\":\"stock\",\"label\":\"stock\",\"fingerprint\":\"a2ac4c567aa02dfd\",\"doc\":\"All of it in SQL, so that no program is needed.\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"available\",\"label\":\"available\",\"stored\":\"available\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"sold_out\",\"label\":\"sold out\",\"stored\":\"sold_out\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"quantity\",\"type\":\"int\",\"optional\":false,\"column\":\"quantity\"}],\"serialize_by\":[]},{\"name\":\"take\",\"label\":\"take\",\"stored\":\"take\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"quantity\",\"type\":\"int\",\"optional\":false,\"column\":\"quantity\"}],\"serialize_by\":[]},{\"name\":\"close\",\"label\":\"close\",\"stored\":\"close\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"quantity\",\"type\":\"int\",\"optional\":false,\"column\":\"quantity\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"quantity\",\"type\":\"int\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"available\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"take\",\"from\":\"available\",\"target\":\"stay\",\"to\":\"available\",\"reopens\":false,\"conditions\":[{\"guard\":\"is_left\",\"negated\":false}],\"do\":[\"count\"],\"then\":[]},{\"event\":\"take\",\"from\":\"available\",\"target\":\"to\",\"to\":\"sold_out\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"close\",\"from\":\"available\",\"target\":\"to\",\"to\":\"sold_out\",\"reopens\":false,\"conditions\":[{\"guard\":\"is_left\",\"negated\":true}],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"available\",\"arrow\":0},{\"event\":\"take\",\"from\":\"available\",\"to\":\"available\",\"arrow\":1,\"effects\":[\"count\"]},{\"event\":\"take\",\"from\":\"available\",\"to\":\"sold_out\",\"arrow\":2},{\"event\":\"close\",\"from\":\"available\",\"to\":\"sold_out\",\"arrow\":3}],\"ignores\":[],\"timers\":[],\"guards\":[{\"name\":\"is_left\",\"postgres\":{\"text\":\"select coalesce(sum(quantity), 0) >= :quantity from stock_levels where item = :id\",\"references\":[{\"kind\":\"param\",\"column\":\"quantity\",\"offset\":37,\"length\":9},{\"kind\":\"key\",\"offset\":78,\"length\":3}]},\"sqlite\":{\"text\":\"select coalesce(sum(quantity), 0) >= :quantity from stock_levels where item = :id\",\"references\":[{\"kind\":\"param\",\"column\":\"quantity\",\"offset\":37,\"length\":9},{\"kind\":\"key\",\"offset\":78,\"length\":3}]}}],\"effects\":[{\"name\":\"count\",\"postgres\":{\"text\":\"insert into stock_levels (item, quantity) values (:id, -:quantity)\",\"references\":[{\"kind\":\"key\",\"offset\":50,\"length\":3},{\"kind\":\"param\",\"column\":\"quantity\",\"offset\":56,\"length\":9}]},\"sqlite\":{\"text\":\"insert into stock_levels (item, quantity) values (:id, -:quantity)\",\"references\":[{\"kind\":\"key\",\"offset\":50,\"length\":3},{\"kind\":\"param\",\"column\":\"quantity\",\"offset\":56,\"length\":9}]}}],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.stock_current\",\"transitions\":\"public.stock_transitions\",\"objects\":\"select object, definition from public.pawl_catalog(''public''::text, ''{stock_current,stock_transitions,stock_moves,stock_state,stock_effect_count}''::text[], ''{stock_model_2_a2ac4c567aa02dfd,stock_is_free,stock_guard_is_left,stock_effect_count,stock_create,stock_create_many,stock_take,stock_take_many,stock_close,stock_close_many,stock_fire_deferred}''::text[], ''{stock_guard_is_left,stock_effect_count}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.stock_current'')::oid, to_regclass(''public.stock_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1),\\\\n  (select format(''its guards and effects use %s, and used %s when they were deployed'', present.names, bound.definition)\\\\n   from public.pawl_objects bound,\\\\n     (select public.pawl_bound_tables(''public''::text, ''{stock_guard_is_left,stock_effect_count}''::text[]) as names) present\\\\n   where accepted.is_deployed and bound.machine = ''stock''::text and bound.object = ''tables of guards and effects''::text\\\\n     and bound.definition <> present.names)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from public.stock_current where stock_id = $1::text and public.stock_model_2_a2ac4c567aa02dfd()\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\\\\nfrom public.stock_transitions where stock_id = $1::text and public.stock_model_2_a2ac4c567aa02dfd() order by sort_key\",\"in_state\":\"select stock_id, state, sort_key, since from public.stock_current\\\\nwhere state = $1::text and (since, stock_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\\\n  and public.stock_model_2_a2ac4c567aa02dfd() order by since, stock_id limit $4::bigint\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select stock_id, state, sort_key, since from public.stock_current\\\\n    where state < $1::text and (state, since, stock_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, stock_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select stock_id, state, sort_key, since from public.stock_current\\\\n    where (state, since, stock_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, stock_id limit $8::bigint\\\\n  ) after\\\\n) others where public.stock_model_2_a2ac4c567aa02dfd() order by state, since, stock_id limit $8::bigint\",\"count_by_state\":\"select state, count(*) from public.stock_current where public.stock_model_2_a2ac4c567aa02dfd() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\\\\nfrom public.stock_transitions where stock_id = $1::text and public.stock_model_2_a2ac4c567aa02dfd()\\\\n  and to_state = $2::text order by sort_key desc limit 1\",\"fire_deferred\":\"select public.stock_fire_deferred($1::bigint, $2::text) where public.stock_model_2_a2ac4c567aa02dfd()\"},\"fire\":{\"create\":\"select public.stock_create($1::text, $2::integer, $3::text, $4::text) where public.stock_model_2_a2ac4c567aa02dfd()\",\"take\":\"select public.stock_take($1::text, $2::integer, $3::text, $4::text, $5::integer) where public.stock_model_2_a2ac4c567aa02dfd()\",\"close\":\"select public.stock_close($1::text, $2::integer, $3::text, $4::text, $5::integer) where public.stock_model_2_a2ac4c567aa02dfd()\"}},\"diagram\":\"digraph \\\\\"stock\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16,\\\\n         fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\",\\\\n         labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13,\\\\n        fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\",\\\\n        arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_stock\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>stock</b><!--stock-->>; tooltip=\\\\\"All of it in SQL, so that no program is needed.\\\\\";\\\\n    \\\\\"stock.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"stock.available\\\\\" [label=<available<!--stock.available-->>, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"stock.sold_out\\\\\" [label=<sold out<!--stock.sold_out-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    {rank=same; \\\\\"stock.\\\\\"; \\\\\"stock.available\\\\\"}\\\\n    \\\\\"stock.\\\\\" -> \\\\\"stock.available\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>create<br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"create\\\\\", labeltooltip=\\\\\"create\\\\\"];\\\\n    \\\\\"stock.available\\\\\" -> \\\\\"stock.available\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>take<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[is left] / count<br align=\\\\\"left\\\\\"/>(stays)</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"move\\\\\", tooltip=\\\\\"take\\\\\", labeltooltip=\\\\\"take\\\\\"];\\\\n    \\\\\"stock.available\\\\\" -> \\\\\"stock.sold_out\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"1\\\\\"><tr><td>take<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[otherwise]</font><br align=\\\\\"left\\\\\"/>close<br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">[not is left]</font><br align=\\\\\"left\\\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", tooltip=\\\\\"take\\\\\\\\nclose\\\\\", labeltooltip=\\\\\"take\\\\\\\\nclose\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td width=\\\\\"22\\\\\" height=\\\\\"11\\\\\"> </td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td width=\\\\\"16\\\\\" height=\\\\\"6\\\\\"> </td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to sold out </td><td align=\\\\\"right\\\\\"><font color=\\\\\"#556070\\\\\">[ ]</font></td><td align=\\\\\"left\\\\\">only if this holds </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><font color=\\\\\"#556070\\\\\">/</font></td><td align=\\\\\"left\\\\\">done with the move </td></tr></table>>;\\\\n}\\\\n\"}')\n"
    "on conflict (machine, fingerprint)\n"
    "  do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,\n"
    "    deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end;\n\n"
    "call public.pawl_record('stock'::text, 'public'::text, '{stock_current,stock_transitions,stock_moves,stock_state,stock_effect_count}'::text[], '{stock_model_2_a2ac4c567aa02dfd,stock_is_free,stock_guard_is_left,stock_effect_count,stock_create,stock_create_many,stock_take,stock_take_many,stock_close,stock_close_many,stock_fire_deferred}'::text[], '{stock_guard_is_left,stock_effect_count}'::text[], array[]::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('public.stock_current')::oid, to_regclass('public.stock_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.rolname <> 'pawl_owner' limit 1),\n"
    "  (select format('its guards and effects use %s, and used %s when they were deployed', present.names, bound.definition)\n"
    "   from public.pawl_objects bound,\n"
    "     (select public.pawl_bound_tables('public'::text, '{stock_guard_is_left,stock_effect_count}'::text[]) as names) present\n"
    "   where accepted.is_deployed and bound.machine = 'stock'::text and bound.object = 'tables of guards and effects'::text\n"
    "     and bound.definition <> present.names)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from public.stock_current where stock_id = $1::text and public.stock_model_2_a2ac4c567aa02dfd()", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\n"
    "from public.stock_transitions where stock_id = $1::text and public.stock_model_2_a2ac4c567aa02dfd() order by sort_key", /* history */
    "select stock_id, state, sort_key, since from public.stock_current\n"
    "where state = $1::text and (since, stock_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::text)\n"
    "  and public.stock_model_2_a2ac4c567aa02dfd() order by since, stock_id limit $4::bigint", /* in_state */
    "select * from (\n  select * from (\n    select stock_id, state, sort_key, since from public.stock_current\n"
    "    where state < $1::text and (state, since, stock_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::text)\n"
    "    order by state, since, stock_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select stock_id, state, sort_key, since from public.stock_current\n"
    "    where (state, since, stock_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::text)\n"
    "    order by state, since, stock_id limit $8::bigint\n  ) after\n"
    ") others where public.stock_model_2_a2ac4c567aa02dfd() order by state, since, stock_id limit $8::bigint", /* not_in_state */
    "select state, count(*) from public.stock_current where public.stock_model_2_a2ac4c567aa02dfd() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\n"
    "from public.stock_transitions where stock_id = $1::text and public.stock_model_2_a2ac4c567aa02dfd()\n"
    "  and to_state = $2::text order by sort_key desc limit 1", /* last_to */
    NULL, /* with_key */
    "select public.stock_fire_deferred($1::bigint, $2::text) where public.stock_model_2_a2ac4c567aa02dfd()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror, find_key, find_topic */
    NULL, /* find_spelling */
    postgres_fire_of_stock, postgres_fire_many_of_stock,
    NULL, NULL,
};

static const struct pawl_reference sqlite_references_of_stock[] = {
    {PAWL_REFERENCE_PARAM, 0},
    {PAWL_REFERENCE_KEY, 0},
    {PAWL_REFERENCE_KEY, 0},
    {PAWL_REFERENCE_PARAM, 0},
};

static const struct pawl_hook_sql sqlite_hooks_of_stock[] = {
    {/* is_left */
     "select coalesce(sum(quantity), 0) >= ?1 from stock_levels where item = ?2",
     2, &sqlite_references_of_stock[0]},
    {/* count */
     "insert into stock_levels (item, quantity) values (?1, -?2)",
     2, &sqlite_references_of_stock[2]},
};

static const struct pawl_statements sqlite_of_stock = {
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
    "-- stock -------------------------------------------------------------------------------------------\n-- stock\n"
    "-- All of it in SQL, so that no program is needed.\n\n-- where each stock is\n"
    "create table if not exists main.stock_current (\n  stock_id text not null primary key,\n  state text not null,\n"
    "  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid;\n"
    "create index if not exists main.stock_current_state_since on stock_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.stock_transitions (\n"
    "  stock_id text not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  quantity integer,\n"
    "  primary key (stock_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.stock_transitions_request\n"
    "  on stock_transitions (stock_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.stock_moves (event, from_state, to_state) as values\n"
    "  ('create', '', 'available'),\n  ('take', 'available', 'available'),\n  ('take', 'available', 'sold_out'),\n"
    "  ('close', 'available', 'sold_out');\n\n-- where each is, to join in queries of one's own\n"
    "create view if not exists main.stock_state as\n  select stock_id, state, sort_key, since from stock_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl ask for it by another name\n"
    "drop view if exists main.stock_model_a2ac4c567aa02dfd;\n"
    "create view if not exists main.stock_model_2_a2ac4c567aa02dfd as select 1;\n\n"
    "create trigger if not exists main.stock_current_insert before insert on stock_current\n"
    "when only_libpawl_may_write('stock_current', new.stock_id, new.state, new.sort_key, new.since) is not 1\nbegin\n"
    "  select raise(abort, 'stock_current is written by libpawl only: fire an event of stock instead');\nend;\n"
    "create trigger if not exists main.stock_current_update before update on stock_current\n"
    "when new.stock_id is not old.stock_id\n"
    "  or only_libpawl_may_write('stock_current', new.stock_id, new.state, new.sort_key, new.since) is not 1\nbegin\n"
    "  select raise(abort, 'stock_current is written by libpawl only: fire an event of stock instead');\nend;\n"
    "create trigger if not exists main.stock_current_delete before delete on stock_current\n"
    "when only_libpawl_may_write('stock_current', old.stock_id) is not 1\nbegin\n"
    "  select raise(abort, 'stock_current keeps its rows: a stock that has been created stays');\nend;\n"
    "create trigger if not exists main.stock_transitions_insert before insert on stock_transitions\n"
    "when only_libpawl_may_write('stock_transitions(quantity)',\n"
    "  new.stock_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.quantity) is not 1\nbegin\n"
    "  select raise(abort, 'stock_transitions is written by libpawl only: fire an event of stock instead');\nend;\n"
    "create trigger if not exists main.stock_transitions_update before update on stock_transitions\nbegin\n"
    "  select raise(abort, 'stock_transitions is history: its rows are neither changed nor deleted');\nend;\n"
    "create trigger if not exists main.stock_transitions_delete before delete on stock_transitions\n"
    "when only_libpawl_may_write('stock_transitions', old.stock_id, old.sort_key) is not 1\nbegin\n"
    "  select raise(abort, 'stock_transitions is history: its rows are neither changed nor deleted');\nend;\n\n"
    "insert into main.pawl_objects (machine, object, definition)\n"
    "select 'stock', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('stock_current', 'stock_transitions', 'stock_moves', 'stock_state',\n"
    "      'stock_model_2_a2ac4c567aa02dfd')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'stock'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> 'a2ac4c567aa02dfd' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'stock' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'stock', 'a2ac4c567aa02dfd', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'stock' and fingerprint = 'a2ac4c567aa02dfd'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"stock\",\"label\":\"stock\",\"fingerprint\":\"a2ac4c567aa02dfd\",\"doc\":\"All of it in SQL, so that no program is needed.\",\"key_type\":\"text\",\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"available\",\"label\":\"available\",\"stored\":\"available\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"sold_out\",\"label\":\"sold out\",\"stored\":\"sold_out\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"create\",\"stored\":\"create\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"quantity\",\"type\":\"int\",\"optional\":false,\"column\":\"quantity\"}],\"serialize_by\":[]},{\"name\":\"take\",\"label\":\"take\",\"stored\":\"take\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"quantity\",\"type\":\"int\",\"optional\":false,\"column\":\"quantity\"}],\"serialize_by\":[]},{\"name\":\"close\",\"label\":\"close\",\"stored\":\"close\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"quantity\",\"type\":\"int\",\"optional\":false,\"column\":\"quantity\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"quantity\",\"type\":\"int\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"available\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"take\",\"from\":\"available\",\"target\":\"stay\",\"to\":\"available\",\"reopens\":false,\"conditions\":[{\"guard\":\"is_left\",\"negated\":false}],\"do\":[\"count\"],\"then\":[]},{\"event\":\"take\",\"from\":\"available\",\"target\":\"to\",\"to\":\"sold_out\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"close\",\"from\":\"available\",\"target\":\"to\",\"to\":\"sold_out\",\"reopens\":false,\"conditions\":[{\"guard\":\"is_left\",\"negated\":true}],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"available\",\"arrow\":0},{\"event\":\"take\",\"from\":\"available\",\"to\":\"available\",\"arrow\":1,\"effects\":[\"count\"]},{\"event\":\"take\",\"from\":\"available\",\"to\":\"sold_out\",\"arrow\":2},{\"event\":\"close\",\"from\":\"available\",\"to\":\"sold_out\",\"arrow\":3}],\"ignores\":[],\"timers\":[],\"guards\":[{\"name\":\"is_left\",\"postgres\":{\"text\":\"select coalesce(sum(quantity), 0) >= :quantity from stock_levels where item = :id\",\"references\":[{\"kind\":\"param\",\"column\":\"quantity\",\"offset\":37,\"length\":9},{\"kind\":\"key\",\"offset\":78,\"length\":3}]},\"sqlite\":{\"text\":\"select coalesce(sum(quantity), 0) >= :quantity from stock_levels where item = :id\",\"references\":[{\"kind\":\"param\",\"column\":\"quantity\",\"offset\":37,\"length\":9},{\"kind\":\"key\",\"offset\":78,\"length\":3}]}}],\"effects\":[{\"name\":\"count\",\"postgres\":{\"text\":\"insert into stock_levels (item, quantity) values (:id, -:quantity)\",\"references\":[{\"kind\":\"key\",\"offset\":50,\"length\":3},{\"kind\":\"param\",\"column\":\"quantity\",\"offset\":56,\"length\":9}]},\"sqlite\":{\"text\":\"insert into stock_levels (item, quantity) values (:id, -:quantity)\",\"references\":[{\"kind\":\"key\",\"offset\":50,\"length\":3},{\"kind\":\"param\",\"column\":\"quantity\",\"offset\":56,\"length\":9}]}}],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.stock_current\",\"transitions\":\"main.stock_transitions\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''stock_current'', ''stock_transitions'', ''stock_moves'', ''stock_state'',\\n    ''stock_model_2_a2ac4c567aa02dfd'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.stock_current where stock_id = ?1 and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\\nfrom main.stock_transitions where stock_id = ?1 and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) order by sort_key\",\"in_state\":\"select stock_id, state, sort_key, since from main.stock_current\\nwhere state = ?1 and (since, stock_id) > (?2, ?3)\\n  and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) order by since, stock_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select stock_id, state, sort_key, since from main.stock_current\\n    where state < ?1 and (state, since, stock_id) > (?2, ?3, ?4)\\n    order by state, since, stock_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select stock_id, state, sort_key, since from main.stock_current\\n    where (state, since, stock_id) > (?5, ?6, ?7)\\n    order by state, since, stock_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) order by state, since, stock_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.stock_current where exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\\nfrom main.stock_transitions where stock_id = ?1 and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, quantity\\nfrom main.stock_transitions where stock_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.stock_current (stock_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.stock_current set state = ?2, sort_key = ?3, since = ?4\\nwhere stock_id = ?1\",\"insert_transition\":\"insert into main.stock_transitions\\n  (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9)\"},\"fire\":{}},\"diagram\":\"digraph \\\"stock\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16,\\n         fontcolor=\\\"#1f2733\\\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\",\\n         labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13,\\n        fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\",\\n        arrowsize=0.75];\\n\\n  subgraph \\\"cluster_stock\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>stock</b><!--stock-->>; tooltip=\\\"All of it in SQL, so that no program is needed.\\\";\\n    \\\"stock.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"stock.available\\\" [label=<available<!--stock.available-->>, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"stock.sold_out\\\" [label=<sold out<!--stock.sold_out-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    {rank=same; \\\"stock.\\\"; \\\"stock.available\\\"}\\n    \\\"stock.\\\" -> \\\"stock.available\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>create<br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"create\\\", labeltooltip=\\\"create\\\"];\\n    \\\"stock.available\\\" -> \\\"stock.available\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>take<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[is left] / count<br align=\\\"left\\\"/>(stays)</font><br align=\\\"left\\\"/></td></tr></table>>, class=\\\"move\\\", tooltip=\\\"take\\\", labeltooltip=\\\"take\\\"];\\n    \\\"stock.available\\\" -> \\\"stock.sold_out\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"1\\\"><tr><td>take<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[otherwise]</font><br align=\\\"left\\\"/>close<br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">[not is left]</font><br align=\\\"left\\\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\\\"move main\\\", color=\\\"#1d4f91\\\", tooltip=\\\"take\\\\nclose\\\", labeltooltip=\\\"take\\\\nclose\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td width=\\\"22\\\" height=\\\"11\\\"> </td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td width=\\\"16\\\" height=\\\"6\\\"> </td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to sold out </td><td align=\\\"right\\\"><font color=\\\"#556070\\\">[ ]</font></td><td align=\\\"left\\\">only if this holds </td></tr>\\n    <tr><td align=\\\"right\\\"><font color=\\\"#556070\\\">/</font></td><td align=\\\"left\\\">done with the move </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'stock' and fingerprint = 'a2ac4c567aa02dfd' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.stock_current where stock_id = ?1 and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\n"
    "from main.stock_transitions where stock_id = ?1 and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) order by sort_key", /* history */
    "select stock_id, state, sort_key, since from main.stock_current\n"
    "where state = ?1 and (since, stock_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) order by since, stock_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select stock_id, state, sort_key, since from main.stock_current\n"
    "    where state < ?1 and (state, since, stock_id) > (?2, ?3, ?4)\n    order by state, since, stock_id limit ?8\n"
    "  ) before\n  union all\n  select * from (\n    select stock_id, state, sort_key, since from main.stock_current\n"
    "    where (state, since, stock_id) > (?5, ?6, ?7)\n    order by state, since, stock_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) order by state, since, stock_id limit ?8", /* not_in_state */
    "select state, count(*) from main.stock_current where exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\n"
    "from main.stock_transitions where stock_id = ?1 and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    NULL, NULL, NULL, NULL, /* with_key, fire_deferred, fail_deferred, find_parent */
    "select event, from_state, to_state, sort_key, created_at, quantity\n"
    "from main.stock_transitions where stock_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.stock_current (stock_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.stock_current set state = ?2, sort_key = ?3, since = ?4\nwhere stock_id = ?1", /* update_current */
    "insert into main.stock_transitions\n"
    "  (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9)", /* insert_transition */
    NULL, NULL, NULL, NULL, NULL, /* find_creation, set_mirror, find_key, find_topic, find_spelling */
    NULL, NULL,
    sqlite_hooks_of_stock, NULL,
};

static const struct pawl_statements *const sql_of_stock[] = {&postgres_of_stock, &sqlite_of_stock};

const struct pawl_machine stock_machine = {
    PAWL_ABI,
    "stock",
    "stock",
    "a2ac4c567aa02dfd",
    "stock_current", "stock_transitions",
    PAWL_TYPE_TEXT,
    2, 3, 1,
    states_of_stock, events_of_stock, columns_of_stock,
    next_of_stock,
    PAWL_LAYOUT(struct stock_current, struct stock_record),
    2, sql_of_stock,
    2,
    3,
    hooks_of_stock,
    moves_of_stock,
    NULL,
    NULL,
    NULL,
    NULL, NULL, NULL,
    false,
};

const char *stock_state_name(enum stock_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_stock[number].name : "unknown";
}

const char *stock_event_name(enum stock_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_stock[number].name : "unknown";
}

const char *stock_state_label(enum stock_state state) {
    int number = (int)state;
    return number >= 0 && number <= 2 ? states_of_stock[number].label : "unknown";
}

const char *stock_event_label(enum stock_event event) {
    int number = (int)event;
    return number >= 0 && number <= 3 ? events_of_stock[number].label : "unknown";
}

enum stock_state stock_state_parse(const char *text) {
    return (enum stock_state)pawl_state_parse(&stock_machine, text);
}

enum stock_event stock_event_parse(const char *text) {
    return (enum stock_event)pawl_event_parse(&stock_machine, text);
}

enum stock_state stock_next(enum stock_state state, enum stock_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 2 && fired <= 3 ? next_of_stock[fired * 3u + from] : 0u;
    return (enum stock_state)(to >= PAWL_NEXT_CHOSEN ? 0u : to);
}

bool stock_can(enum stock_state state, enum stock_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 2 && fired <= 3 ? next_of_stock[fired * 3u + from] : 0u;
    return to != 0u && to != PAWL_NEXT_IGNORED;
}

enum pawl_status stock_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &stock_machine, err);
}

static enum pawl_status fire_of_stock(struct pawl_db *db, const char *id, enum stock_event event, const void *args,
    const struct pawl_opts *opts, struct stock_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_transition transition = {0, 0, 0, 0, 0};
    enum pawl_status status = pawl_fire(db, &stock_machine, key, (int)event, args, opts, &transition, err);
    if (out != NULL) {
        out->event = (enum stock_event)transition.event;
        out->from = (enum stock_state)transition.from;
        out->to = (enum stock_state)transition.to;
        out->sort_key = transition.sort_key;
        out->created_at_us = transition.created_at_us;
    }
    return status;
}

enum pawl_status stock_create(struct pawl_db *db, const char *id, const struct stock_create_args *args,
                              const struct pawl_opts *opts, struct stock_transition *out, struct pawl_error *err) {
    return fire_of_stock(db, id, STOCK_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status stock_take(struct pawl_db *db, const char *id, const struct stock_take_args *args,
                            const struct pawl_opts *opts, struct stock_transition *out, struct pawl_error *err) {
    return fire_of_stock(db, id, STOCK_EVENT_TAKE, args, opts, out, err);
}

enum pawl_status stock_close(struct pawl_db *db, const char *id, const struct stock_close_args *args,
                             const struct pawl_opts *opts, struct stock_transition *out, struct pawl_error *err) {
    return fire_of_stock(db, id, STOCK_EVENT_CLOSE, args, opts, out, err);
}

enum pawl_status stock_create_many(struct pawl_db *db, const struct stock_create_item *items, size_t count,
                                   const struct pawl_opts *opts, struct stock_result *results,
                                   struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct stock_create_item),
        offsetof(struct stock_create_item, id), offsetof(struct stock_create_item, args),
        offsetof(struct stock_create_item, request_id), 0};
    return pawl_fire_many(db, &stock_machine, STOCK_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request stock_create_move(const char *id, const struct stock_create_args *args,
                                      const struct pawl_opts *opts) {
    struct pawl_request request = {&stock_machine, {id, 0}, STOCK_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status stock_take_many(struct pawl_db *db, const struct stock_take_item *items, size_t count,
                                 const struct pawl_opts *opts, struct stock_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct stock_take_item),
        offsetof(struct stock_take_item, id), offsetof(struct stock_take_item, args),
        offsetof(struct stock_take_item, request_id), offsetof(struct stock_take_item, expect_sort_key)};
    return pawl_fire_many(db, &stock_machine, STOCK_EVENT_TAKE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request stock_take_move(const char *id, const struct stock_take_args *args, const struct pawl_opts *opts) {
    struct pawl_request request = {&stock_machine, {id, 0}, STOCK_EVENT_TAKE, args, opts};
    return request;
}

enum pawl_status stock_close_many(struct pawl_db *db, const struct stock_close_item *items, size_t count,
                                  const struct pawl_opts *opts, struct stock_result *results, struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct stock_close_item),
        offsetof(struct stock_close_item, id), offsetof(struct stock_close_item, args),
        offsetof(struct stock_close_item, request_id), offsetof(struct stock_close_item, expect_sort_key)};
    return pawl_fire_many(db, &stock_machine, STOCK_EVENT_CLOSE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request stock_close_move(const char *id, const struct stock_close_args *args,
                                     const struct pawl_opts *opts) {
    struct pawl_request request = {&stock_machine, {id, 0}, STOCK_EVENT_CLOSE, args, opts};
    return request;
}

enum pawl_status stock_get(struct pawl_db *db, const char *id, struct stock_current *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_get(db, &stock_machine, key, out, err);
}

enum pawl_status stock_history(struct pawl_db *db, const char *id, struct stock_history *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status = pawl_history(db, &stock_machine, key, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct stock_record *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status stock_in_state(struct pawl_db *db, enum stock_state state, const struct stock_current *after,
                                size_t limit, struct stock_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_in_state(db, &stock_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct stock_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status stock_not_in_state(struct pawl_db *db, enum stock_state state, const struct stock_current *after,
                                    size_t limit, struct stock_page *out, struct pawl_error *err) {
    struct pawl_rows rows = {NULL, 0};
    enum pawl_status status =
        pawl_not_in_state(db, &stock_machine, (int)state, after, limit, out != NULL ? &rows : NULL, err);
    if (out != NULL) {
        out->rows = (const struct stock_current *)rows.rows;
        out->count = rows.count;
    }
    return status;
}

enum pawl_status stock_last_to(struct pawl_db *db, const char *id, enum stock_state state, struct stock_record *out,
                               struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_last_to(db, &stock_machine, key, (int)state, out, err);
}

enum pawl_status stock_allowed(struct pawl_db *db, const char *id, bool *allowed, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_allowed(db, &stock_machine, key, allowed, err);
}

enum pawl_status stock_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &stock_machine, counts, err);
}
