/* Written by pawl from flows.fsm. Do not edit: change flows.fsm and run pawl again. */
#include "flows.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- shelve: Shelve "it" ----------------------------------------------------------------------------------------- */

static const struct pawl_param params_of_shelve[] = {
    {"crate", PAWL_TYPE_TEXT, true, 0, offsetof(struct shelve_values, crate)},
    {"shelves", PAWL_TYPE_INT, true, 1, offsetof(struct shelve_values, shelves)},
    {"place", PAWL_TYPE_TEXT, true, 2, offsetof(struct shelve_values, place)},
};

static const uint16_t sets_of_shelve[] = {
    2,
};

static const struct pawl_callback callbacks_of_shelve[] = {
    {"find_place", PAWL_CALLBACK_TX, offsetof(struct shelve_hooks, find_place), 1, &sets_of_shelve[0]},
    {"give_back", PAWL_CALLBACK_UNDO_TX, offsetof(struct shelve_hooks, give_back), 0, NULL},
    {"lift", PAWL_CALLBACK_CALL, offsetof(struct shelve_hooks, lift), 0, NULL},
    {"lower", PAWL_CALLBACK_UNDO_CALL, offsetof(struct shelve_hooks, lower), 0, NULL},
    {"is_heavy", PAWL_CALLBACK_PREDICATE, offsetof(struct shelve_hooks, is_heavy), 0, NULL},
    {"strengthen", PAWL_CALLBACK_CALL, offsetof(struct shelve_hooks, strengthen), 0, NULL},
    {"weaken", PAWL_CALLBACK_UNDO_CALL, offsetof(struct shelve_hooks, weaken), 0, NULL},
};

static enum pawl_status call_step_of_shelve(const void *hooks, int callback, struct pawl_db *db,
    const struct pawl_step *step, const void *args, void *values, bool *yes, struct pawl_error *err) {
    const struct shelve_hooks *own = (const struct shelve_hooks *)hooks;
    struct shelve_values *kept = (struct shelve_values *)values;
    (void)args;
    switch (callback) {
    case 0:
        return own->find_place(db, step, kept, own->context, err);
    case 1:
        return own->give_back(db, step, kept, own->context, err);
    case 2:
        return own->lift(step, kept, own->context, err);
    case 3:
        return own->lower(step, kept, own->context, err);
    case 4:
        return own->is_heavy(db, step, kept, yes, own->context, err);
    case 5:
        return own->strengthen(step, kept, own->context, err);
    case 6:
        return own->weaken(step, kept, own->context, err);
    default:
        return PAWL_MISUSE;
    }
}

const struct pawl_procedure shelve_procedure = {
    PAWL_ABI,
    "shelve",
    3,
    params_of_shelve,
    sizeof(struct shelve_values),
    7,
    callbacks_of_shelve,
    call_step_of_shelve,
};

enum pawl_status shelve_set_hooks(struct pawl_db *db, const struct shelve_hooks *hooks,
    struct pawl_error *err) {
    return pawl_set_procedure_hooks(db, &shelve_procedure, hooks, err);
}

/* ---- idle: idle -------------------------------------------------------------------------------------------------- */

const struct pawl_procedure idle_procedure = {
    PAWL_ABI,
    "idle",
    0,
    NULL,
    0,
    0,
    NULL,
    NULL,
};

/* ---- unload: Unload a ship --------------------------------------------------------------------------------------- */

static const struct pawl_param args_of_unload[] = {
    {"ship", PAWL_TYPE_TEXT, false, 0, offsetof(struct unload_args, ship)},
    {"crates", PAWL_TYPE_INT, false, 1, offsetof(struct unload_args, crates)},
    {"manifest", PAWL_TYPE_JSON, true, 2, offsetof(struct unload_args, manifest)},
    {"weight", PAWL_TYPE_NUMERIC, false, 3, offsetof(struct unload_args, weight)},
    {"seal", PAWL_TYPE_BYTES, true, 4, offsetof(struct unload_args, seal)},
    {"due", PAWL_TYPE_TIMESTAMP, false, 5, offsetof(struct unload_args, due)},
    {"insured", PAWL_TYPE_BOOL, false, 6, offsetof(struct unload_args, insured)},
    {"owner", PAWL_TYPE_UUID, false, 7, offsetof(struct unload_args, owner)},
    {"number", PAWL_TYPE_BIGINT, false, 8, offsetof(struct unload_args, number)},
};

static const struct pawl_param data_of_unload[] = {
    {"place", PAWL_TYPE_TEXT, true, 0, offsetof(struct unload_data, place)},
    {"shelves", PAWL_TYPE_INT, true, 1, offsetof(struct unload_data, shelves)},
    {"total", PAWL_TYPE_BIGINT, true, 2, offsetof(struct unload_data, total)},
    {"heavy", PAWL_TYPE_BOOL, true, 3, offsetof(struct unload_data, heavy)},
    {"cost", PAWL_TYPE_NUMERIC, true, 4, offsetof(struct unload_data, cost)},
    {"at", PAWL_TYPE_TIMESTAMP, true, 5, offsetof(struct unload_data, at)},
    {"id", PAWL_TYPE_UUID, true, 6, offsetof(struct unload_data, id)},
    {"notes", PAWL_TYPE_JSON, true, 7, offsetof(struct unload_data, notes)},
    {"picture", PAWL_TYPE_BYTES, true, 8, offsetof(struct unload_data, picture)},
};

static const uint16_t unique_of_unload[] = {
    0, 8,
};

static const struct pawl_value_place places_of_unload[] = {
    {false, 0}, /* ship */
    {false, 8}, /* number */
    {false, 1}, /* crates */
    {false, 0}, /* ship */
    {true, 1}, /* shelves */
    {true, 0}, /* place */
    {true, 0}, /* place */
    {false, 0}, /* ship */
    {false, 1}, /* crates */
    {true, 0}, /* place */
};

static const struct pawl_flow_lock locks_of_unload[] = {
    {true, 1, &places_of_unload[0]},
    {false, 2, &places_of_unload[1]},
};

static const struct pawl_flow_scope scopes_of_unload[] = {
    {PAWL_SCOPE_REPEAT, "crates", "Each crate", PAWL_FLOW_NOTHING, 3, 7, 0, NULL, -1,
     {false, 1}, 1, 1000, {false, 0, NULL}, false, NULL},
    {PAWL_SCOPE_USE, "shelve", "Shelve \"it\"", 0, 3, 6, 1, &shelve_procedure, -1,
     {false, 0}, 0, 0, {false, 0, NULL}, false, &places_of_unload[3]},
    {PAWL_SCOPE_REPEAT, "shelve.shelves", "shelves", 1, 4, 6, 1, &shelve_procedure, -1,
     {true, 1}, 0, 9, {false, 0, NULL}, false, NULL},
    {PAWL_SCOPE_OPTIONAL, "shelve", "Is it heavy?", 2, 5, 6, 2, &shelve_procedure, 4,
     {false, 0}, 0, 0, {false, 0, NULL}, false, NULL},
    {PAWL_SCOPE_LOCK, "", "shelf", 0, 6, 7, 1, NULL, -1,
     {false, 0}, 0, 0, {false, 1, &places_of_unload[6]}, false, NULL},
    {PAWL_SCOPE_USE, "last", "last", PAWL_FLOW_NOTHING, 7, 10, 0, &shelve_procedure, -1,
     {false, 0}, 0, 0, {false, 0, NULL}, false, &places_of_unload[7]},
    {PAWL_SCOPE_REPEAT, "last.shelves", "shelves", 5, 8, 10, 0, &shelve_procedure, -1,
     {false, 1}, 0, 9, {false, 0, NULL}, false, NULL},
    {PAWL_SCOPE_OPTIONAL, "last", "Is it heavy?", 6, 9, 10, 1, &shelve_procedure, 4,
     {false, 0}, 0, 0, {false, 0, NULL}, false, NULL},
};

static const uint16_t writes_of_unload[] = {
    1, 2, 3, 4, 5,
    6, 7, 8,
    0,
    0,
};

static const struct pawl_flow_step steps_of_unload[] = {
    {PAWL_STEP_TX, "count", "count", NULL, 0, 1, false, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     1, PAWL_FLOW_NOTHING, INT64_C(0), {3, INT64_C(1000000), INT64_C(60000000)}, NULL, 5, &writes_of_unload[0]},
    {PAWL_STEP_TX, "book", "book", NULL, 2, 3, false, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     1, PAWL_FLOW_NOTHING, INT64_C(0), {3, INT64_C(1000000), INT64_C(60000000)}, NULL, 3, &writes_of_unload[5]},
    {PAWL_STEP_CALL, "hire", "Hire a crane", NULL, 4, 5, false, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(90000000), {3, INT64_C(1000000), INT64_C(60000000)}, NULL, 0, NULL},
    {PAWL_STEP_TX, "shelve.find_place", "Find a place", &shelve_procedure, 0, 1, false, 1, 1, 1,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {3, INT64_C(1000000), INT64_C(60000000)}, NULL, 1, &writes_of_unload[8]},
    {PAWL_STEP_CALL, "shelve.lift", "lift", &shelve_procedure, 2, 3, false, 2, 2, 1,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {2, INT64_C(1000000), INT64_C(4000000)}, NULL, 0, NULL},
    {PAWL_STEP_CALL, "shelve.strengthen", "strengthen", &shelve_procedure, 5, 6, false, 2, 3, 1,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {PAWL_FOREVER, INT64_C(500000), INT64_C(3600000000)}, NULL, 0, NULL},
    {PAWL_STEP_TX, "label", "label", NULL, 6, -1, false, 1, 4, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {3, INT64_C(1000000), INT64_C(60000000)}, NULL, 0, NULL},
    {PAWL_STEP_TX, "last.find_place", "Find a place", &shelve_procedure, 0, 1, false, 0, 5, 5,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {3, INT64_C(1000000), INT64_C(60000000)}, NULL, 1, &writes_of_unload[9]},
    {PAWL_STEP_CALL, "last.lift", "lift", &shelve_procedure, 2, 3, false, 1, 6, 5,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {2, INT64_C(1000000), INT64_C(4000000)}, NULL, 0, NULL},
    {PAWL_STEP_CALL, "last.strengthen", "strengthen", &shelve_procedure, 5, 6, false, 1, 7, 5,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {PAWL_FOREVER, INT64_C(500000), INT64_C(3600000000)}, NULL, 0, NULL},
    {PAWL_STEP_PAUSE, "inspection", "inspection", NULL, -1, -1, false, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {3, INT64_C(1000000), INT64_C(60000000)}, NULL, 0, NULL},
    {PAWL_STEP_WAIT, "cleared", "cleared", NULL, -1, -1, false, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(1209600000000), {3, INT64_C(1000000), INT64_C(60000000)}, "cleared", 0, NULL},
    {PAWL_STEP_WAIT, "paid", "Wait for the money", NULL, -1, -1, false, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {3, INT64_C(1000000), INT64_C(60000000)}, "paid", 0, NULL},
    {PAWL_STEP_CALL, "notify", "notify", NULL, 7, -1, true, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {PAWL_FOREVER, INT64_C(1000000), INT64_C(60000000)}, NULL, 0, NULL},
    {PAWL_STEP_CALL, "notify_again", "notify again", NULL, 7, -1, true, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {PAWL_FOREVER, INT64_C(1000000), INT64_C(60000000)}, NULL, 0, NULL},
};

static const uint16_t sets_of_unload[] = {
    1, 2, 3, 4, 5,
    6, 7, 8,
};

static const struct pawl_callback callbacks_of_unload[] = {
    {"count", PAWL_CALLBACK_TX, offsetof(struct unload_hooks, count), 5, &sets_of_unload[0]},
    {"uncount", PAWL_CALLBACK_UNDO_TX, offsetof(struct unload_hooks, uncount), 0, NULL},
    {"book", PAWL_CALLBACK_TX, offsetof(struct unload_hooks, book), 3, &sets_of_unload[5]},
    {"unbook", PAWL_CALLBACK_UNDO_TX, offsetof(struct unload_hooks, unbook), 0, NULL},
    {"hire", PAWL_CALLBACK_CALL, offsetof(struct unload_hooks, hire), 0, NULL},
    {"dismiss", PAWL_CALLBACK_UNDO_CALL, offsetof(struct unload_hooks, dismiss), 0, NULL},
    {"label", PAWL_CALLBACK_TX, offsetof(struct unload_hooks, label), 0, NULL},
    {"notify", PAWL_CALLBACK_CALL, offsetof(struct unload_hooks, notify), 0, NULL},
};

static enum pawl_status call_step_of_unload(const void *hooks, int callback, struct pawl_db *db,
    const struct pawl_step *step, const void *args, void *values, bool *yes, struct pawl_error *err) {
    const struct unload_hooks *own = (const struct unload_hooks *)hooks;
    const struct unload_args *given = (const struct unload_args *)args;
    struct unload_data *kept = (struct unload_data *)values;
    (void)yes;
    switch (callback) {
    case 0:
        return own->count(db, step, given, kept, own->context, err);
    case 1:
        return own->uncount(db, step, given, kept, own->context, err);
    case 2:
        return own->book(db, step, given, kept, own->context, err);
    case 3:
        return own->unbook(db, step, given, kept, own->context, err);
    case 4:
        return own->hire(step, given, kept, own->context, err);
    case 5:
        return own->dismiss(step, given, kept, own->context, err);
    case 6:
        return own->label(db, step, given, kept, own->context, err);
    case 7:
        return own->notify(step, given, kept, own->context, err);
    default:
        return PAWL_MISUSE;
    }
}

static const struct pawl_procedure *const procedures_of_unload[] = {
    &shelve_procedure,
};

static const char *const schema_of_unload[] = {
    /* postgres */
    "begin;\nset local client_min_messages = warning;\nset local search_path = pg_catalog, pg_temp;\n"
    "set local standard_conforming_strings = on;\n\n"
    "-- The shared schema must be there. It has the routines that are called below.\ndo $pawl$\ndeclare\n"
    "  present integer;\nbegin\n  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
    "  if to_regclass('public.pawl_schema') is not null then\n"
    "    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry\n"
    "        where registry.oid = 'public.pawl_schema'::regclass) then\n"
    "      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'\n"
    "        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '\n"
    "          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';\n    end if;\n"
    "    present := (select known.version from public.pawl_schema known);\n  end if;\n"
    "  if present is distinct from 3 then\n"
    "    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed' using errcode = 'PW006',\n"
    "      hint = case when present > 3 then 'Update pawl, pawlctl and libpawl: the database is newer.'\n"
    "        else 'Apply pawl.postgres.sql first, or let pawlctl apply do both.' end;\n  end if;\nend\n$pawl$;\n\n"
    "call public.pawl_become_owner();\n\n"
    "-- unload ------------------------------------------------------------------------------------------\n"
    "-- Unload a ship\n-- From the ship to the shelf.\n\n"
    "insert into public.pawl_freezes (machine, head) values ('unload', 'public.pawl_runs')\n"
    "  on conflict do nothing;\ninsert into public.pawl_flows (flow, fingerprint, abi, topic, topic_argument, model)\n"
    "values ('unload', '22967452deeb1268', 2, null, 'ship', E'{\"name\":\"unload\",\"label\":\"Unload a ship\",\"fingerprint\":\"22967452deeb1268\",\"doc\":\"From the ship to the shelf.\",\"unique\":[\"ship\",\"number\"],\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"emit_argument\":\"ship\",\"args\":[{\"name\":\"ship\",\"type\":\"text\",\"optional\":false},{\"name\":\"crates\",\"type\":\"int\",\"optional\":false},{\"name\":\"manifest\",\"type\":\"json\",\"optional\":true},{\"name\":\"weight\",\"type\":\"numeric\",\"optional\":false},{\"name\":\"seal\",\"type\":\"bytes\",\"optional\":true},{\"name\":\"due\",\"type\":\"timestamp\",\"optional\":false},{\"name\":\"insured\",\"type\":\"bool\",\"optional\":false},{\"name\":\"owner\",\"type\":\"uuid\",\"optional\":false},{\"name\":\"number\",\"type\":\"bigint\",\"optional\":false}],\"data\":[{\"name\":\"place\",\"type\":\"text\",\"doc\":\"Where the last crate went.\\\\nRows are counted from the sea.\"},{\"name\":\"shelves\",\"type\":\"int\"},{\"name\":\"total\",\"type\":\"bigint\"},{\"name\":\"heavy\",\"type\":\"bool\"},{\"name\":\"cost\",\"type\":\"numeric\"},{\"name\":\"at\",\"type\":\"timestamp\"},{\"name\":\"id\",\"type\":\"uuid\"},{\"name\":\"notes\",\"type\":\"json\"},{\"name\":\"picture\",\"type\":\"bytes\"}],\"locks\":[{\"global\":true,\"class\":\"vessel\",\"keys\":[\"ship\"]},{\"global\":false,\"class\":\"crate_count\",\"keys\":[\"number\",\"crates\"]}],\"callbacks\":[{\"name\":\"count\",\"kind\":\"tx\",\"sets\":[\"shelves\",\"total\",\"heavy\",\"cost\",\"at\"]},{\"name\":\"uncount\",\"kind\":\"undo_tx\",\"sets\":[]},{\"name\":\"book\",\"kind\":\"tx\",\"sets\":[\"id\",\"notes\",\"picture\"]},{\"name\":\"unbook\",\"kind\":\"undo_tx\",\"sets\":[]},{\"name\":\"hire\",\"kind\":\"call\",\"sets\":[]},{\"name\":\"dismiss\",\"kind\":\"undo_call\",\"sets\":[]},{\"name\":\"label\",\"kind\":\"tx\",\"sets\":[]},{\"name\":\"notify\",\"kind\":\"call\",\"sets\":[]}],\"steps\":[{\"path\":\"count\",\"kind\":\"tx\",\"label\":\"count\",\"delivery\":\"exactly_once\",\"callback\":\"count\",\"undo\":\"uncount\",\"irreversible\":false,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[\"shelves\",\"total\",\"heavy\",\"cost\",\"at\"],\"stretch\":1,\"depth\":0},{\"path\":\"book\",\"kind\":\"tx\",\"label\":\"book\",\"delivery\":\"exactly_once\",\"callback\":\"book\",\"undo\":\"unbook\",\"irreversible\":false,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[\"id\",\"notes\",\"picture\"],\"stretch\":1,\"depth\":0},{\"path\":\"hire\",\"kind\":\"call\",\"label\":\"Hire a crane\",\"delivery\":\"at_least_once\",\"callback\":\"hire\",\"undo\":\"dismiss\",\"irreversible\":false,\"timeout_ms\":90000,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[],\"depth\":0},{\"path\":\"shelve.find_place\",\"kind\":\"tx\",\"label\":\"Find a place\",\"delivery\":\"exactly_once\",\"procedure\":\"shelve\",\"callback\":\"find_place\",\"undo\":\"give_back\",\"irreversible\":false,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[\"place\"],\"scope\":1,\"use\":1,\"depth\":1},{\"path\":\"shelve.lift\",\"kind\":\"call\",\"label\":\"lift\",\"delivery\":\"at_least_once\",\"procedure\":\"shelve\",\"callback\":\"lift\",\"undo\":\"lower\",\"irreversible\":false,\"retry\":{\"count\":2,\"from_ms\":1000,\"to_ms\":4000},\"sets\":[],\"scope\":2,\"use\":1,\"depth\":2},{\"path\":\"shelve.strengthen\",\"kind\":\"call\",\"label\":\"strengthen\",\"delivery\":\"at_least_once\",\"procedure\":\"shelve\",\"callback\":\"strengthen\",\"undo\":\"weaken\",\"irreversible\":false,\"retry\":{\"forever\":true,\"from_ms\":500,\"to_ms\":3600000},\"sets\":[],\"scope\":3,\"use\":1,\"depth\":2},{\"path\":\"label\",\"kind\":\"tx\",\"label\":\"label\",\"delivery\":\"exactly_once\",\"callback\":\"label\",\"irreversible\":false,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[],\"scope\":4,\"depth\":1},{\"path\":\"last.find_place\",\"kind\":\"tx\",\"label\":\"Find a place\",\"delivery\":\"exactly_once\",\"procedure\":\"shelve\",\"callback\":\"find_place\",\"undo\":\"give_back\",\"irreversible\":false,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[\"place\"],\"scope\":5,\"use\":5,\"depth\":0},{\"path\":\"last.lift\",\"kind\":\"call\",\"label\":\"lift\",\"delivery\":\"at_least_once\",\"procedure\":\"shelve\",\"callback\":\"lift\",\"undo\":\"lower\",\"irreversible\":false,\"retry\":{\"count\":2,\"from_ms\":1000,\"to_ms\":4000},\"sets\":[],\"scope\":6,\"use\":5,\"depth\":1},{\"path\":\"last.strengthen\",\"kind\":\"call\",\"label\":\"strengthen\",\"delivery\":\"at_least_once\",\"procedure\":\"shelve\",\"callback\":\"strengthen\",\"undo\":\"weaken\",\"irreversible\":false,\"retry\":{\"forever\":true,\"from_ms\":500,\"to_ms\":3600000},\"sets\":[],\"scope\":7,\"use\":5,\"depth\":1},{\"path\":\"inspection\",\"kind\":\"pause\",\"label\":\"inspection\",\"delivery\":\"no_effect\",\"depth\":0},{\"path\":\"cleared\",\"kind\":\"wait\",\"label\":\"cleared\",\"delivery\":\"no_effect\",\"within_ms\":1209600000,\"signal\":\"cleared\",\"depth\":0},{\"path\":\"paid\",\"kind\":\"wait\",\"label\":\"Wait for the money\",\"delivery\":\"no_effect\",\"signal\":\"paid\",\"depth\":0},{\"path\":\"notify\",\"kind\":\"call\",\"label\":\"notify\",\"delivery\":\"at_least_once\",\"callback\":\"notify\",\"irreversible\":true,\"retry\":{\"forever\":true,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[],\"depth\":0},{\"path\":\"notify_again\",\"kind\":\"call\",\"label\":\"notify again\",\"delivery\":\"at_least_once\",\"callback\":\"notify\",\"irreversible\":true,\"retry\":{\"forever\":true,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[],\"depth\":0}],\"scopes\":[{\"kind\":\"repeat\",\"path\":\"crates\",\"label\":\"Each crate\",\"first\":3,\"end\":7,\"depth\":0,\"count\":\"crates\",\"min\":1,\"max\":1000},{\"kind\":\"use\",\"path\":\"shelve\",\"label\":\"Shelve \\\\\"it\\\\\"\",\"parent\":0,\"first\":3,\"end\":6,\"depth\":1,\"procedure\":\"shelve\",\"values\":[\"ship\",\"data.shelves\",\"data.place\"]},{\"kind\":\"repeat\",\"path\":\"shelve.shelves\",\"label\":\"shelves\",\"parent\":1,\"first\":4,\"end\":6,\"depth\":1,\"procedure\":\"shelve\",\"count\":\"data.shelves\",\"min\":0,\"max\":9},{\"kind\":\"optional\",\"path\":\"shelve\",\"label\":\"Is it heavy?\",\"parent\":2,\"first\":5,\"end\":6,\"depth\":2,\"procedure\":\"shelve\",\"predicate\":\"is_heavy\"},{\"kind\":\"lock\",\"path\":\"\",\"label\":\"shelf\",\"parent\":0,\"first\":6,\"end\":7,\"depth\":1,\"global\":false,\"class\":\"shelf\",\"keys\":[\"data.place\"],\"kept\":false},{\"kind\":\"use\",\"path\":\"last\",\"label\":\"last\",\"first\":7,\"end\":10,\"depth\":0,\"procedure\":\"shelve\",\"values\":[\"ship\",\"crates\",\"data.place\"]},{\"kind\":\"repeat\",\"path\":\"last.shelves\",\"label\":\"shelves\",\"parent\":5,\"first\":8,\"end\":10,\"depth\":0,\"procedure\":\"shelve\",\"count\":\"crates\",\"min\":0,\"max\":9},{\"kind\":\"optional\",\"path\":\"last\",\"label\":\"Is it heavy?\",\"parent\":6,\"first\":9,\"end\":10,\"depth\":1,\"procedure\":\"shelve\",\"predicate\":\"is_heavy\"}],\"allows\":[],\"diagram\":\"digraph \\\\\"unload\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16, fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.2, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\", labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13, fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\", arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_unload\\\\\" {\\\\n    class=flow; penwidth=0; margin=0;\\\\n    label=<<b>Unload a ship</b><!--unload-->>;\\\\n    \\\\\"unload 0\\\\\" [label=<Start<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">with ship, crates, manifest,<br/>weight, seal, due, insured,<br/>owner, number</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">once for each ship and number</font>>, class=\\\\\"begin created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\", tooltip=\\\\\"From the ship to the shelf.\\\\\"];\\\\n    \\\\\"unload 1\\\\\" [label=<global lock: ship>, class=\\\\\"lock\\\\\", fillcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#1f2733\\\\\", style=filled, fontcolor=\\\\\"#ffffff\\\\\", fontsize=12, margin=\\\\\"0.3,0.03\\\\\", height=0.22];\\\\n    \\\\\"unload 2\\\\\" [label=<local lock: number and crates>, class=\\\\\"lock\\\\\", fillcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#1f2733\\\\\", style=filled, fontcolor=\\\\\"#ffffff\\\\\", fontsize=12, margin=\\\\\"0.3,0.03\\\\\", height=0.22];\\\\n    \\\\\"unload.count\\\\\" [label=<count<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: uncount</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">sets shelves, total, heavy,<br/>cost, at</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">saved together</font><!--unload.count-->>, class=\\\\\"step tx\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\"];\\\\n    \\\\\"unload.book\\\\\" [label=<book<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: unbook</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">sets id, notes, picture</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">saved together</font><!--unload.book-->>, class=\\\\\"step tx\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\"];\\\\n    \\\\\"unload.hire\\\\\" [label=<Hire a crane<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">hire</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: dismiss</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">given up after 90 seconds</font><!--unload.hire-->>, class=\\\\\"step call\\\\\", fillcolor=\\\\\"#ffffff\\\\\", color=\\\\\"#1d4f91\\\\\"];\\\\n    subgraph \\\\\"cluster_unload.0\\\\\" {\\\\n      class=composite; bgcolor=\\\\\"#fbfbfd\\\\\"; color=\\\\\"#c2cad5\\\\\"; penwidth=1; margin=8; fontsize=13;\\\\n      label=<<b>Each crate</b><br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">repeat crates: 1 to 1000 times</font><br align=\\\\\"left\\\\\"/>>;\\\\n    subgraph \\\\\"cluster_unload.1\\\\\" {\\\\n      class=composite; bgcolor=\\\\\"#fbfbfd\\\\\"; color=\\\\\"#c2cad5\\\\\"; penwidth=1; margin=8; fontsize=13;\\\\n      label=<<b>Shelve \\\\\"it\\\\\"</b><br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">with ship, shelves, place</font><br align=\\\\\"left\\\\\"/>>;\\\\n    \\\\\"unload.shelve.find_place\\\\\" [label=<Find a place<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">shelve.find_place</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: give back</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">sets place</font><!--unload.shelve.find_place-->>, class=\\\\\"step tx\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\"];\\\\n    subgraph \\\\\"cluster_unload.2\\\\\" {\\\\n      class=composite; bgcolor=\\\\\"#fbfbfd\\\\\"; color=\\\\\"#c2cad5\\\\\"; penwidth=1; margin=8; fontsize=13;\\\\n      label=<<font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">repeat shelves: 0 to 9 times</font><br align=\\\\\"left\\\\\"/>>;\\\\n    \\\\\"unload.shelve.lift\\\\\" [label=<lift<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">shelve.lift</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: lower</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">tried again up to 2 more times,<br/>after 1 second, then twice as<br/>long each time, up to 4 seconds</font><!--unload.shelve.lift-->>, class=\\\\\"step call\\\\\", fillcolor=\\\\\"#ffffff\\\\\", color=\\\\\"#1d4f91\\\\\"];\\\\n    \\\\\"unload 11\\\\\" [label=<Is it heavy?\?<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">is_heavy</font>>, class=question, fillcolor=\\\\\"#fbfbfd\\\\\", color=\\\\\"#8c96a5\\\\\", shape=diamond, style=filled, margin=\\\\\"0,0\\\\\"];\\\\n    \\\\\"unload.shelve.strengthen\\\\\" [label=<strengthen<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">shelve.strengthen</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: weaken</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">tried again without limit, after<br/>500 milliseconds, then twice as<br/>long each time, up to 1 hour</font><!--unload.shelve.strengthen-->>, class=\\\\\"step call\\\\\", fillcolor=\\\\\"#ffffff\\\\\", color=\\\\\"#1d4f91\\\\\"];\\\\n    }\\\\n    }\\\\n    \\\\\"unload 15\\\\\" [label=<local lock: place>, class=\\\\\"lock\\\\\", fillcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#1f2733\\\\\", style=filled, fontcolor=\\\\\"#ffffff\\\\\", fontsize=12, margin=\\\\\"0.3,0.03\\\\\", height=0.22];\\\\n    \\\\\"unload.label\\\\\" [label=<label<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">stays done</font><!--unload.label-->>, class=\\\\\"step tx\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\"];\\\\n    \\\\\"unload 17\\\\\" [label=<release: place>, class=\\\\\"lock\\\\\", fillcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#1f2733\\\\\", style=filled, fontcolor=\\\\\"#ffffff\\\\\", fontsize=12, margin=\\\\\"0.3,0.03\\\\\", height=0.22];\\\\n    }\\\\n    subgraph \\\\\"cluster_unload.5\\\\\" {\\\\n      class=composite; bgcolor=\\\\\"#fbfbfd\\\\\"; color=\\\\\"#c2cad5\\\\\"; penwidth=1; margin=8; fontsize=13;\\\\n      label=<<b>last</b><br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">with ship, crates, place</font><br align=\\\\\"left\\\\\"/>>;\\\\n    \\\\\"unload.last.find_place\\\\\" [label=<Find a place<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">last.find_place</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: give back</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">sets place</font><!--unload.last.find_place-->>, class=\\\\\"step tx\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\"];\\\\n    subgraph \\\\\"cluster_unload.6\\\\\" {\\\\n      class=composite; bgcolor=\\\\\"#fbfbfd\\\\\"; color=\\\\\"#c2cad5\\\\\"; penwidth=1; margin=8; fontsize=13;\\\\n      label=<<b>shelves</b><br align=\\\\\"left\\\\\"/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">repeat crates: 0 to 9 times</font><br align=\\\\\"left\\\\\"/>>;\\\\n    \\\\\"unload.last.lift\\\\\" [label=<lift<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">last.lift</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: lower</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">tried again up to 2 more times,<br/>after 1 second, then twice as<br/>long each time, up to 4 seconds</font><!--unload.last.lift-->>, class=\\\\\"step call\\\\\", fillcolor=\\\\\"#ffffff\\\\\", color=\\\\\"#1d4f91\\\\\"];\\\\n    \\\\\"unload 23\\\\\" [label=<Is it heavy?\?<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">is_heavy</font>>, class=question, fillcolor=\\\\\"#fbfbfd\\\\\", color=\\\\\"#8c96a5\\\\\", shape=diamond, style=filled, margin=\\\\\"0,0\\\\\"];\\\\n    \\\\\"unload.last.strengthen\\\\\" [label=<strengthen<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">last.strengthen</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">undo: weaken</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">tried again without limit, after<br/>500 milliseconds, then twice as<br/>long each time, up to 1 hour</font><!--unload.last.strengthen-->>, class=\\\\\"step call\\\\\", fillcolor=\\\\\"#ffffff\\\\\", color=\\\\\"#1d4f91\\\\\"];\\\\n    }\\\\n    }\\\\n    \\\\\"unload.inspection\\\\\" [label=<Pause: inspection<!--unload.inspection-->>, class=\\\\\"step waiting\\\\\", fillcolor=\\\\\"#fcf0d4\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n    \\\\\"unload.cleared\\\\\" [label=<Wait for: cleared<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">within 14 days, or it goes back</font><!--unload.cleared-->>, class=\\\\\"step waiting\\\\\", fillcolor=\\\\\"#fcf0d4\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n    \\\\\"unload.paid\\\\\" [label=<Wait for: Wait for the money<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">paid</font><!--unload.paid-->>, class=\\\\\"step waiting\\\\\", fillcolor=\\\\\"#fcf0d4\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n    \\\\\"unload.notify\\\\\" [label=<notify<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">cannot be undone</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">tried again without limit, after<br/>1 second, then twice as long<br/>each time, up to 1 minute</font><!--unload.notify-->>, class=\\\\\"step call\\\\\", fillcolor=\\\\\"#ffffff\\\\\", color=\\\\\"#1d4f91\\\\\", penwidth=2.4];\\\\n    \\\\\"unload.notify_again\\\\\" [label=<notify again<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">cannot be undone</font><br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">tried again without limit, after<br/>1 second, then twice as long<br/>each time, up to 1 minute</font><!--unload.notify_again-->>, class=\\\\\"step call\\\\\", fillcolor=\\\\\"#ffffff\\\\\", color=\\\\\"#1d4f91\\\\\", penwidth=2.4];\\\\n    \\\\\"unload 32\\\\\" [label=<release: number and crates>, class=\\\\\"lock\\\\\", fillcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#1f2733\\\\\", style=filled, fontcolor=\\\\\"#ffffff\\\\\", fontsize=12, margin=\\\\\"0.3,0.03\\\\\", height=0.22];\\\\n    \\\\\"unload 33\\\\\" [label=<release: ship>, class=\\\\\"lock\\\\\", fillcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#1f2733\\\\\", style=filled, fontcolor=\\\\\"#ffffff\\\\\", fontsize=12, margin=\\\\\"0.3,0.03\\\\\", height=0.22];\\\\n    \\\\\"unload 34\\\\\" [label=<Done>, class=\\\\\"end final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"unload 0\\\\\" -> \\\\\"unload 1\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload 1\\\\\" -> \\\\\"unload 2\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload 2\\\\\" -> \\\\\"unload.count\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload.count\\\\\" -> \\\\\"unload.book\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload.book\\\\\" -> \\\\\"unload.hire\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload.hire\\\\\" -> \\\\\"unload.shelve.find_place\\\\\" [class=\\\\\"move\\\\\", lhead=\\\\\"cluster_unload.0\\\\\", weight=8];\\\\n    \\\\\"unload.shelve.find_place\\\\\" -> \\\\\"unload.shelve.lift\\\\\" [class=\\\\\"move\\\\\", lhead=\\\\\"cluster_unload.2\\\\\", weight=8];\\\\n    \\\\\"unload.shelve.lift\\\\\" -> \\\\\"unload 11\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload 11\\\\\" -> \\\\\"unload.shelve.strengthen\\\\\" [class=\\\\\"move\\\\\", weight=8, label=< <font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">yes</font>>];\\\\n    \\\\\"unload.shelve.strengthen\\\\\" -> \\\\\"unload 15\\\\\" [class=\\\\\"move\\\\\", ltail=\\\\\"cluster_unload.1\\\\\", weight=8];\\\\n    \\\\\"unload 11\\\\\" -> \\\\\"unload 15\\\\\" [class=\\\\\"move\\\\\", ltail=\\\\\"cluster_unload.1\\\\\", label=< <font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">no</font>>];\\\\n    \\\\\"unload 15\\\\\" -> \\\\\"unload.label\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload.label\\\\\" -> \\\\\"unload 17\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload 17\\\\\" -> \\\\\"unload.last.find_place\\\\\" [class=\\\\\"move\\\\\", ltail=\\\\\"cluster_unload.0\\\\\", lhead=\\\\\"cluster_unload.5\\\\\", weight=8];\\\\n    \\\\\"unload.last.find_place\\\\\" -> \\\\\"unload.last.lift\\\\\" [class=\\\\\"move\\\\\", lhead=\\\\\"cluster_unload.6\\\\\", weight=8];\\\\n    \\\\\"unload.last.lift\\\\\" -> \\\\\"unload 23\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload 23\\\\\" -> \\\\\"unload.last.strengthen\\\\\" [class=\\\\\"move\\\\\", weight=8, label=< <font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">yes</font>>];\\\\n    \\\\\"unload.last.strengthen\\\\\" -> \\\\\"unload.inspection\\\\\" [class=\\\\\"move\\\\\", ltail=\\\\\"cluster_unload.5\\\\\", weight=8];\\\\n    \\\\\"unload 23\\\\\" -> \\\\\"unload.inspection\\\\\" [class=\\\\\"move\\\\\", ltail=\\\\\"cluster_unload.5\\\\\", label=< <font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">no</font>>];\\\\n    \\\\\"unload.inspection\\\\\" -> \\\\\"unload.cleared\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload.cleared\\\\\" -> \\\\\"unload.paid\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload.paid\\\\\" -> \\\\\"unload.notify\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload.notify\\\\\" -> \\\\\"unload.notify_again\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload.notify_again\\\\\" -> \\\\\"unload 32\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload 32\\\\\" -> \\\\\"unload 33\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"unload 33\\\\\" -> \\\\\"unload 34\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td colspan=\\\\\"2\\\\\" align=\\\\\"left\\\\\"><font color=\\\\\"#556070\\\\\">a_b</font>&#160; its name in programs </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">the flow begins </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#f5f6f8\\\\\" color=\\\\\"#8c96a5\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">in the database, exactly once </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#ffffff\\\\\" color=\\\\\"#1d4f91\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">outside, perhaps more than once </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#fcf0d4\\\\\" color=\\\\\"#a8761a\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">waits for somebody, or for a signal </td><td align=\\\\\"right\\\\\"><table border=\\\\\"2\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#ffffff\\\\\" color=\\\\\"#1d4f91\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">cannot be undone </td></tr>\\\\n    <tr><td colspan=\\\\\"2\\\\\" align=\\\\\"left\\\\\"><font color=\\\\\"#556070\\\\\">undo</font>&#160; what undoes it if the flow goes back </td><td colspan=\\\\\"2\\\\\" align=\\\\\"left\\\\\"><font color=\\\\\"#556070\\\\\">stays done</font>&#160; even if the flow goes back </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#fbfbfd\\\\\" color=\\\\\"#c2cad5\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">a loop, or a part with a name </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#1f2733\\\\\" color=\\\\\"#1f2733\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">takes or releases a lock </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"22\\\\\" height=\\\\\"10\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td></td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">the flow is done </td></tr></table>>;\\\\n}\\\\n\",\"database\":{\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\"}}')\n"
    "on conflict (flow, fingerprint) do update set model = excluded.model, abi = excluded.abi;\n\n"
    "call public.pawl_drop_run_functions('unload'::text,\n"
    "  array['public.unload_start(text, integer, json, numeric, bytea, timestamptz, boolean, uuid, bigint, text)']::text[] || array['public.unload_signal_cleared(bigint, text)', 'public.unload_signal_paid(bigint, text)']::text[]);\n"
    "\n"
    "create or replace function public.unload_start(ship text, crates integer, manifest json, weight numeric, seal bytea, due timestamptz, insured boolean, owner uuid, number bigint, actor text default null)\n"
    "returns public.pawl_run_answer language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$\n"
    "begin\n  if octet_length($10) > 255\n     or $1 is null\n     or $2 is null\n"
    "     or not public.pawl_json_fits($3::json)\n     or $4 is null\n     or $4 in ('NaN', 'Infinity', '-Infinity')\n"
    "     or length(translate($4::text, '-.', '')) > 1000\n     or $6 is null\n"
    "     or $6 not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'\n"
    "     or $7 is null\n     or $8 is null\n     or $9 is null\n"
    "     or coalesce(octet_length($1::text), 0) not between 1 and 1024\n"
    "     or coalesce(octet_length($9::text), 0) not between 1 and 1024\n"
    "     or coalesce(octet_length($2::text), 0) not between 1 and 1024\n  then\n"
    "    return row('MISUSE', null, 'must be given: ship, crates, weight, due, insured, owner, number, an actor of up to 255 bytes, or null; the key of a lock has 1 to 1024')::public.pawl_run_answer;\n"
    "  end if;\n"
    "  return public.pawl_run_begin('unload'::text, '22967452deeb1268'::text, '{' || concat_ws(', ', '\"ship\": ' || public.pawl_run_text($1), '\"crates\": ' || $2::text, '\"manifest\": ' || $3::text, '\"weight\": ' || '\"' || $4::text || '\"', '\"seal\": ' || '\"' || encode($5, 'hex') || '\"', '\"due\": ' || (extract(epoch from $6) * 1000000)::bigint::text, '\"insured\": ' || $7::text, '\"owner\": ' || '\"' || $8::text || '\"', '\"number\": ' || $9::text) || '}',\n"
    "    '[' || coalesce(public.pawl_run_text($1), 'null') || ', ' || coalesce($9::text, 'null') || ']', $10, array['', 'unload', 'unload']::text[], array[$1::text, $9::text, $2::text]::text[]);\n"
    "end\n$pawl$;\n"
    "comment on function public.unload_start(text, integer, json, numeric, bytea, timestamptz, boolean, uuid, bigint, text) is 'Starts a run of unload.';\n"
    "\ncreate or replace function public.unload_signal_cleared(run bigint, actor text default null)\n"
    "returns public.pawl_run_answer language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$\n"
    "begin\n  return public.pawl_run_signal($1, 'unload'::text, 'cleared'::text, $2, 0::bigint);\nend\n$pawl$;\n"
    "comment on function public.unload_signal_cleared(bigint, text) is 'Sends a signal to a run of unload; EXISTS if it was sent before.';\n"
    "\ncreate or replace function public.unload_signal_paid(run bigint, actor text default null)\n"
    "returns public.pawl_run_answer language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$\n"
    "begin\n  return public.pawl_run_signal($1, 'unload'::text, 'paid'::text, $2, 0::bigint);\nend\n$pawl$;\n"
    "comment on function public.unload_signal_paid(bigint, text) is 'Sends a signal to a run of unload; EXISTS if it was sent before.';\n"
    "call public.pawl_restrict_calls('public'::text, '{unload_start,unload_signal_cleared,unload_signal_paid}'::text[], '{pawl_app}'::text[]);\n"
    "call public.pawl_record('unload'::text, 'public'::text, '{}'::text[], '{unload_start,unload_signal_cleared,unload_signal_paid}'::text[], '{}'::text[], '{}'::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n",
    /* sqlite */
    "begin immediate;\n\n"
    "-- It needs the shared schema. Only a trigger can raise; a temporary one is no object of the\n-- database's.\n"
    "create temp view pawl_lacking (version) as\n  select 3 where not exists (select 1 from main.sqlite_master\n"
    "                                             where type = 'table' and name = 'pawl_schema');\n"
    "create temp trigger pawl_require instead of insert on pawl_lacking\nbegin\n"
    "  select raise(rollback, 'this database does not have version 3 of Pawl''s schema; nothing was changed: apply pawl.sqlite.sql first, or let pawlctl apply do both')\n"
    "   where new.version <= 3;\n"
    "  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl')\n"
    "   where new.version > 3;\nend;\ninsert into temp.pawl_lacking select version from temp.pawl_lacking;\n"
    "insert into temp.pawl_lacking select version from main.pawl_schema where version <> 3;\n"
    "drop view temp.pawl_lacking;\n\n"
    "-- unload ------------------------------------------------------------------------------------------\n"
    "-- Unload a ship\n-- From the ship to the shelf.\n\ninsert into main.pawl_flows\n"
    "  (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)\n"
    "select 'unload', '22967452deeb1268', 2, cast(strftime('%s', 'now') as integer) * 1000000,\n  null, 'ship',\n"
    "  '{\"name\":\"unload\",\"label\":\"Unload a ship\",\"fingerprint\":\"22967452deeb1268\",\"doc\":\"From the ship to the shelf.\",\"unique\":[\"ship\",\"number\"],\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"emit_argument\":\"ship\",\"args\":[{\"name\":\"ship\",\"type\":\"text\",\"optional\":false},{\"name\":\"crates\",\"type\":\"int\",\"optional\":false},{\"name\":\"manifest\",\"type\":\"json\",\"optional\":true},{\"name\":\"weight\",\"type\":\"numeric\",\"optional\":false},{\"name\":\"seal\",\"type\":\"bytes\",\"optional\":true},{\"name\":\"due\",\"type\":\"timestamp\",\"optional\":false},{\"name\":\"insured\",\"type\":\"bool\",\"optional\":false},{\"name\":\"owner\",\"type\":\"uuid\",\"optional\":false},{\"name\":\"number\",\"type\":\"bigint\",\"optional\":false}],\"data\":[{\"name\":\"place\",\"type\":\"text\",\"doc\":\"Where the last crate went.\\nRows are counted from the sea.\"},{\"name\":\"shelves\",\"type\":\"int\"},{\"name\":\"total\",\"type\":\"bigint\"},{\"name\":\"heavy\",\"type\":\"bool\"},{\"name\":\"cost\",\"type\":\"numeric\"},{\"name\":\"at\",\"type\":\"timestamp\"},{\"name\":\"id\",\"type\":\"uuid\"},{\"name\":\"notes\",\"type\":\"json\"},{\"name\":\"picture\",\"type\":\"bytes\"}],\"locks\":[{\"global\":true,\"class\":\"vessel\",\"keys\":[\"ship\"]},{\"global\":false,\"class\":\"crate_count\",\"keys\":[\"number\",\"crates\"]}],\"callbacks\":[{\"name\":\"count\",\"kind\":\"tx\",\"sets\":[\"shelves\",\"total\",\"heavy\",\"cost\",\"at\"]},{\"name\":\"uncount\",\"kind\":\"undo_tx\",\"sets\":[]},{\"name\":\"book\",\"kind\":\"tx\",\"sets\":[\"id\",\"notes\",\"picture\"]},{\"name\":\"unbook\",\"kind\":\"undo_tx\",\"sets\":[]},{\"name\":\"hire\",\"kind\":\"call\",\"sets\":[]},{\"name\":\"dismiss\",\"kind\":\"undo_call\",\"sets\":[]},{\"name\":\"label\",\"kind\":\"tx\",\"sets\":[]},{\"name\":\"notify\",\"kind\":\"call\",\"sets\":[]}],\"steps\":[{\"path\":\"count\",\"kind\":\"tx\",\"label\":\"count\",\"delivery\":\"exactly_once\",\"callback\":\"count\",\"undo\":\"uncount\",\"irreversible\":false,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[\"shelves\",\"total\",\"heavy\",\"cost\",\"at\"],\"stretch\":1,\"depth\":0},{\"path\":\"book\",\"kind\":\"tx\",\"label\":\"book\",\"delivery\":\"exactly_once\",\"callback\":\"book\",\"undo\":\"unbook\",\"irreversible\":false,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[\"id\",\"notes\",\"picture\"],\"stretch\":1,\"depth\":0},{\"path\":\"hire\",\"kind\":\"call\",\"label\":\"Hire a crane\",\"delivery\":\"at_least_once\",\"callback\":\"hire\",\"undo\":\"dismiss\",\"irreversible\":false,\"timeout_ms\":90000,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[],\"depth\":0},{\"path\":\"shelve.find_place\",\"kind\":\"tx\",\"label\":\"Find a place\",\"delivery\":\"exactly_once\",\"procedure\":\"shelve\",\"callback\":\"find_place\",\"undo\":\"give_back\",\"irreversible\":false,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[\"place\"],\"scope\":1,\"use\":1,\"depth\":1},{\"path\":\"shelve.lift\",\"kind\":\"call\",\"label\":\"lift\",\"delivery\":\"at_least_once\",\"procedure\":\"shelve\",\"callback\":\"lift\",\"undo\":\"lower\",\"irreversible\":false,\"retry\":{\"count\":2,\"from_ms\":1000,\"to_ms\":4000},\"sets\":[],\"scope\":2,\"use\":1,\"depth\":2},{\"path\":\"shelve.strengthen\",\"kind\":\"call\",\"label\":\"strengthen\",\"delivery\":\"at_least_once\",\"procedure\":\"shelve\",\"callback\":\"strengthen\",\"undo\":\"weaken\",\"irreversible\":false,\"retry\":{\"forever\":true,\"from_ms\":500,\"to_ms\":3600000},\"sets\":[],\"scope\":3,\"use\":1,\"depth\":2},{\"path\":\"label\",\"kind\":\"tx\",\"label\":\"label\",\"delivery\":\"exactly_once\",\"callback\":\"label\",\"irreversible\":false,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[],\"scope\":4,\"depth\":1},{\"path\":\"last.find_place\",\"kind\":\"tx\",\"label\":\"Find a place\",\"delivery\":\"exactly_once\",\"procedure\":\"shelve\",\"callback\":\"find_place\",\"undo\":\"give_back\",\"irreversible\":false,\"retry\":{\"count\":3,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[\"place\"],\"scope\":5,\"use\":5,\"depth\":0},{\"path\":\"last.lift\",\"kind\":\"call\",\"label\":\"lift\",\"delivery\":\"at_least_once\",\"procedure\":\"shelve\",\"callback\":\"lift\",\"undo\":\"lower\",\"irreversible\":false,\"retry\":{\"count\":2,\"from_ms\":1000,\"to_ms\":4000},\"sets\":[],\"scope\":6,\"use\":5,\"depth\":1},{\"path\":\"last.strengthen\",\"kind\":\"call\",\"label\":\"strengthen\",\"delivery\":\"at_least_once\",\"procedure\":\"shelve\",\"callback\":\"strengthen\",\"undo\":\"weaken\",\"irreversible\":false,\"retry\":{\"forever\":true,\"from_ms\":500,\"to_ms\":3600000},\"sets\":[],\"scope\":7,\"use\":5,\"depth\":1},{\"path\":\"inspection\",\"kind\":\"pause\",\"label\":\"inspection\",\"delivery\":\"no_effect\",\"depth\":0},{\"path\":\"cleared\",\"kind\":\"wait\",\"label\":\"cleared\",\"delivery\":\"no_effect\",\"within_ms\":1209600000,\"signal\":\"cleared\",\"depth\":0},{\"path\":\"paid\",\"kind\":\"wait\",\"label\":\"Wait for the money\",\"delivery\":\"no_effect\",\"signal\":\"paid\",\"depth\":0},{\"path\":\"notify\",\"kind\":\"call\",\"label\":\"notify\",\"delivery\":\"at_least_once\",\"callback\":\"notify\",\"irreversible\":true,\"retry\":{\"forever\":true,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[],\"depth\":0},{\"path\":\"notify_again\",\"kind\":\"call\",\"label\":\"notify again\",\"delivery\":\"at_least_once\",\"callback\":\"notify\",\"irreversible\":true,\"retry\":{\"forever\":true,\"from_ms\":1000,\"to_ms\":60000},\"sets\":[],\"depth\":0}],\"scopes\":[{\"kind\":\"repeat\",\"path\":\"crates\",\"label\":\"Each crate\",\"first\":3,\"end\":7,\"depth\":0,\"count\":\"crates\",\"min\":1,\"max\":1000},{\"kind\":\"use\",\"path\":\"shelve\",\"label\":\"Shelve \\\"it\\\"\",\"parent\":0,\"first\":3,\"end\":6,\"depth\":1,\"procedure\":\"shelve\",\"values\":[\"ship\",\"data.shelves\",\"data.place\"]},{\"kind\":\"repeat\",\"path\":\"shelve.shelves\",\"label\":\"shelves\",\"parent\":1,\"first\":4,\"end\":6,\"depth\":1,\"procedure\":\"shelve\",\"count\":\"data.shelves\",\"min\":0,\"max\":9},{\"kind\":\"optional\",\"path\":\"shelve\",\"label\":\"Is it heavy?\",\"parent\":2,\"first\":5,\"end\":6,\"depth\":2,\"procedure\":\"shelve\",\"predicate\":\"is_heavy\"},{\"kind\":\"lock\",\"path\":\"\",\"label\":\"shelf\",\"parent\":0,\"first\":6,\"end\":7,\"depth\":1,\"global\":false,\"class\":\"shelf\",\"keys\":[\"data.place\"],\"kept\":false},{\"kind\":\"use\",\"path\":\"last\",\"label\":\"last\",\"first\":7,\"end\":10,\"depth\":0,\"procedure\":\"shelve\",\"values\":[\"ship\",\"crates\",\"data.place\"]},{\"kind\":\"repeat\",\"path\":\"last.shelves\",\"label\":\"shelves\",\"parent\":5,\"first\":8,\"end\":10,\"depth\":0,\"procedure\":\"shelve\",\"count\":\"crates\",\"min\":0,\"max\":9},{\"kind\":\"optional\",\"path\":\"last\",\"label\":\"Is it heavy?\",\"parent\":6,\"first\":9,\"end\":10,\"depth\":1,\"procedure\":\"shelve\",\"predicate\":\"is_heavy\"}],\"allows\":[],\"diagram\":\"digraph \\\"unload\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16, fontcolor=\\\"#1f2733\\\", nodesep=0.2, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\", labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13, fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\", arrowsize=0.75];\\n\\n  subgraph \\\"cluster_unload\\\" {\\n    class=flow; penwidth=0; margin=0;\\n    label=<<b>Unload a ship</b><!--unload-->>;\\n    \\\"unload 0\\\" [label=<Start<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">with ship, crates, manifest,<br/>weight, seal, due, insured,<br/>owner, number</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">once for each ship and number</font>>, class=\\\"begin created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\", tooltip=\\\"From the ship to the shelf.\\\"];\\n    \\\"unload 1\\\" [label=<global lock: ship>, class=\\\"lock\\\", fillcolor=\\\"#1f2733\\\", color=\\\"#1f2733\\\", style=filled, fontcolor=\\\"#ffffff\\\", fontsize=12, margin=\\\"0.3,0.03\\\", height=0.22];\\n    \\\"unload 2\\\" [label=<local lock: number and crates>, class=\\\"lock\\\", fillcolor=\\\"#1f2733\\\", color=\\\"#1f2733\\\", style=filled, fontcolor=\\\"#ffffff\\\", fontsize=12, margin=\\\"0.3,0.03\\\", height=0.22];\\n    \\\"unload.count\\\" [label=<count<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: uncount</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">sets shelves, total, heavy,<br/>cost, at</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">saved together</font><!--unload.count-->>, class=\\\"step tx\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\"];\\n    \\\"unload.book\\\" [label=<book<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: unbook</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">sets id, notes, picture</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">saved together</font><!--unload.book-->>, class=\\\"step tx\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\"];\\n    \\\"unload.hire\\\" [label=<Hire a crane<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">hire</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: dismiss</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">given up after 90 seconds</font><!--unload.hire-->>, class=\\\"step call\\\", fillcolor=\\\"#ffffff\\\", color=\\\"#1d4f91\\\"];\\n    subgraph \\\"cluster_unload.0\\\" {\\n      class=composite; bgcolor=\\\"#fbfbfd\\\"; color=\\\"#c2cad5\\\"; penwidth=1; margin=8; fontsize=13;\\n      label=<<b>Each crate</b><br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">repeat crates: 1 to 1000 times</font><br align=\\\"left\\\"/>>;\\n    subgraph \\\"cluster_unload.1\\\" {\\n      class=composite; bgcolor=\\\"#fbfbfd\\\"; color=\\\"#c2cad5\\\"; penwidth=1; margin=8; fontsize=13;\\n      label=<<b>Shelve \\\"it\\\"</b><br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">with ship, shelves, place</font><br align=\\\"left\\\"/>>;\\n    \\\"unload.shelve.find_place\\\" [label=<Find a place<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">shelve.find_place</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: give back</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">sets place</font><!--unload.shelve.find_place-->>, class=\\\"step tx\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\"];\\n    subgraph \\\"cluster_unload.2\\\" {\\n      class=composite; bgcolor=\\\"#fbfbfd\\\"; color=\\\"#c2cad5\\\"; penwidth=1; margin=8; fontsize=13;\\n      label=<<font point-size=\\\"12\\\" color=\\\"#556070\\\">repeat shelves: 0 to 9 times</font><br align=\\\"left\\\"/>>;\\n    \\\"unload.shelve.lift\\\" [label=<lift<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">shelve.lift</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: lower</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">tried again up to 2 more times,<br/>after 1 second, then twice as<br/>long each time, up to 4 seconds</font><!--unload.shelve.lift-->>, class=\\\"step call\\\", fillcolor=\\\"#ffffff\\\", color=\\\"#1d4f91\\\"];\\n    \\\"unload 11\\\" [label=<Is it heavy?\?<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">is_heavy</font>>, class=question, fillcolor=\\\"#fbfbfd\\\", color=\\\"#8c96a5\\\", shape=diamond, style=filled, margin=\\\"0,0\\\"];\\n    \\\"unload.shelve.strengthen\\\" [label=<strengthen<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">shelve.strengthen</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: weaken</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">tried again without limit, after<br/>500 milliseconds, then twice as<br/>long each time, up to 1 hour</font><!--unload.shelve.strengthen-->>, class=\\\"step call\\\", fillcolor=\\\"#ffffff\\\", color=\\\"#1d4f91\\\"];\\n    }\\n    }\\n    \\\"unload 15\\\" [label=<local lock: place>, class=\\\"lock\\\", fillcolor=\\\"#1f2733\\\", color=\\\"#1f2733\\\", style=filled, fontcolor=\\\"#ffffff\\\", fontsize=12, margin=\\\"0.3,0.03\\\", height=0.22];\\n    \\\"unload.label\\\" [label=<label<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">stays done</font><!--unload.label-->>, class=\\\"step tx\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\"];\\n    \\\"unload 17\\\" [label=<release: place>, class=\\\"lock\\\", fillcolor=\\\"#1f2733\\\", color=\\\"#1f2733\\\", style=filled, fontcolor=\\\"#ffffff\\\", fontsize=12, margin=\\\"0.3,0.03\\\", height=0.22];\\n    }\\n    subgraph \\\"cluster_unload.5\\\" {\\n      class=composite; bgcolor=\\\"#fbfbfd\\\"; color=\\\"#c2cad5\\\"; penwidth=1; margin=8; fontsize=13;\\n      label=<<b>last</b><br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">with ship, crates, place</font><br align=\\\"left\\\"/>>;\\n    \\\"unload.last.find_place\\\" [label=<Find a place<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">last.find_place</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: give back</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">sets place</font><!--unload.last.find_place-->>, class=\\\"step tx\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\"];\\n    subgraph \\\"cluster_unload.6\\\" {\\n      class=composite; bgcolor=\\\"#fbfbfd\\\"; color=\\\"#c2cad5\\\"; penwidth=1; margin=8; fontsize=13;\\n      label=<<b>shelves</b><br align=\\\"left\\\"/><font point-size=\\\"12\\\" color=\\\"#556070\\\">repeat crates: 0 to 9 times</font><br align=\\\"left\\\"/>>;\\n    \\\"unload.last.lift\\\" [label=<lift<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">last.lift</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: lower</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">tried again up to 2 more times,<br/>after 1 second, then twice as<br/>long each time, up to 4 seconds</font><!--unload.last.lift-->>, class=\\\"step call\\\", fillcolor=\\\"#ffffff\\\", color=\\\"#1d4f91\\\"];\\n    \\\"unload 23\\\" [label=<Is it heavy?\?<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">is_heavy</font>>, class=question, fillcolor=\\\"#fbfbfd\\\", color=\\\"#8c96a5\\\", shape=diamond, style=filled, margin=\\\"0,0\\\"];\\n    \\\"unload.last.strengthen\\\" [label=<strengthen<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">last.strengthen</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">undo: weaken</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">tried again without limit, after<br/>500 milliseconds, then twice as<br/>long each time, up to 1 hour</font><!--unload.last.strengthen-->>, class=\\\"step call\\\", fillcolor=\\\"#ffffff\\\", color=\\\"#1d4f91\\\"];\\n    }\\n    }\\n    \\\"unload.inspection\\\" [label=<Pause: inspection<!--unload.inspection-->>, class=\\\"step waiting\\\", fillcolor=\\\"#fcf0d4\\\", color=\\\"#a8761a\\\"];\\n    \\\"unload.cleared\\\" [label=<Wait for: cleared<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">within 14 days, or it goes back</font><!--unload.cleared-->>, class=\\\"step waiting\\\", fillcolor=\\\"#fcf0d4\\\", color=\\\"#a8761a\\\"];\\n    \\\"unload.paid\\\" [label=<Wait for: Wait for the money<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">paid</font><!--unload.paid-->>, class=\\\"step waiting\\\", fillcolor=\\\"#fcf0d4\\\", color=\\\"#a8761a\\\"];\\n    \\\"unload.notify\\\" [label=<notify<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">cannot be undone</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">tried again without limit, after<br/>1 second, then twice as long<br/>each time, up to 1 minute</font><!--unload.notify-->>, class=\\\"step call\\\", fillcolor=\\\"#ffffff\\\", color=\\\"#1d4f91\\\", penwidth=2.4];\\n    \\\"unload.notify_again\\\" [label=<notify again<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">cannot be undone</font><br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">tried again without limit, after<br/>1 second, then twice as long<br/>each time, up to 1 minute</font><!--unload.notify_again-->>, class=\\\"step call\\\", fillcolor=\\\"#ffffff\\\", color=\\\"#1d4f91\\\", penwidth=2.4];\\n    \\\"unload 32\\\" [label=<release: number and crates>, class=\\\"lock\\\", fillcolor=\\\"#1f2733\\\", color=\\\"#1f2733\\\", style=filled, fontcolor=\\\"#ffffff\\\", fontsize=12, margin=\\\"0.3,0.03\\\", height=0.22];\\n    \\\"unload 33\\\" [label=<release: ship>, class=\\\"lock\\\", fillcolor=\\\"#1f2733\\\", color=\\\"#1f2733\\\", style=filled, fontcolor=\\\"#ffffff\\\", fontsize=12, margin=\\\"0.3,0.03\\\", height=0.22];\\n    \\\"unload 34\\\" [label=<Done>, class=\\\"end final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"unload 0\\\" -> \\\"unload 1\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload 1\\\" -> \\\"unload 2\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload 2\\\" -> \\\"unload.count\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload.count\\\" -> \\\"unload.book\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload.book\\\" -> \\\"unload.hire\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload.hire\\\" -> \\\"unload.shelve.find_place\\\" [class=\\\"move\\\", lhead=\\\"cluster_unload.0\\\", weight=8];\\n    \\\"unload.shelve.find_place\\\" -> \\\"unload.shelve.lift\\\" [class=\\\"move\\\", lhead=\\\"cluster_unload.2\\\", weight=8];\\n    \\\"unload.shelve.lift\\\" -> \\\"unload 11\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload 11\\\" -> \\\"unload.shelve.strengthen\\\" [class=\\\"move\\\", weight=8, label=< <font point-size=\\\"12\\\" color=\\\"#556070\\\">yes</font>>];\\n    \\\"unload.shelve.strengthen\\\" -> \\\"unload 15\\\" [class=\\\"move\\\", ltail=\\\"cluster_unload.1\\\", weight=8];\\n    \\\"unload 11\\\" -> \\\"unload 15\\\" [class=\\\"move\\\", ltail=\\\"cluster_unload.1\\\", label=< <font point-size=\\\"12\\\" color=\\\"#556070\\\">no</font>>];\\n    \\\"unload 15\\\" -> \\\"unload.label\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload.label\\\" -> \\\"unload 17\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload 17\\\" -> \\\"unload.last.find_place\\\" [class=\\\"move\\\", ltail=\\\"cluster_unload.0\\\", lhead=\\\"cluster_unload.5\\\", weight=8];\\n    \\\"unload.last.find_place\\\" -> \\\"unload.last.lift\\\" [class=\\\"move\\\", lhead=\\\"cluster_unload.6\\\", weight=8];\\n    \\\"unload.last.lift\\\" -> \\\"unload 23\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload 23\\\" -> \\\"unload.last.strengthen\\\" [class=\\\"move\\\", weight=8, label=< <font point-size=\\\"12\\\" color=\\\"#556070\\\">yes</font>>];\\n    \\\"unload.last.strengthen\\\" -> \\\"unload.inspection\\\" [class=\\\"move\\\", ltail=\\\"cluster_unload.5\\\", weight=8];\\n    \\\"unload 23\\\" -> \\\"unload.inspection\\\" [class=\\\"move\\\", ltail=\\\"cluster_unload.5\\\", label=< <font point-size=\\\"12\\\" color=\\\"#556070\\\">no</font>>];\\n    \\\"unload.inspection\\\" -> \\\"unload.cleared\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload.cleared\\\" -> \\\"unload.paid\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload.paid\\\" -> \\\"unload.notify\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload.notify\\\" -> \\\"unload.notify_again\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload.notify_again\\\" -> \\\"unload 32\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload 32\\\" -> \\\"unload 33\\\" [class=\\\"move\\\", weight=8];\\n    \\\"unload 33\\\" -> \\\"unload 34\\\" [class=\\\"move\\\", weight=8];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td colspan=\\\"2\\\" align=\\\"left\\\"><font color=\\\"#556070\\\">a_b</font>&#160; its name in programs </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">the flow begins </td></tr>\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#f5f6f8\\\" color=\\\"#8c96a5\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">in the database, exactly once </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#ffffff\\\" color=\\\"#1d4f91\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">outside, perhaps more than once </td></tr>\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#fcf0d4\\\" color=\\\"#a8761a\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">waits for somebody, or for a signal </td><td align=\\\"right\\\"><table border=\\\"2\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#ffffff\\\" color=\\\"#1d4f91\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">cannot be undone </td></tr>\\n    <tr><td colspan=\\\"2\\\" align=\\\"left\\\"><font color=\\\"#556070\\\">undo</font>&#160; what undoes it if the flow goes back </td><td colspan=\\\"2\\\" align=\\\"left\\\"><font color=\\\"#556070\\\">stays done</font>&#160; even if the flow goes back </td></tr>\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#fbfbfd\\\" color=\\\"#c2cad5\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">a loop, or a part with a name </td><td align=\\\"right\\\"><table border=\\\"1\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#1f2733\\\" color=\\\"#1f2733\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">takes or releases a lock </td></tr>\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"22\\\" height=\\\"10\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td></td></tr></table></td></tr></table></td><td align=\\\"left\\\">the flow is done </td></tr></table>>;\\n}\\n\",\"database\":{\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\"}}'\n"
    " where not exists (select 1 from main.pawl_flows where flow = 'unload' and fingerprint = '22967452deeb1268');\n\n"
    "commit;\n",
};

const struct pawl_flow unload_flow = {
    PAWL_ABI,
    "unload",
    "Unload a ship",
    "22967452deeb1268",
    9,
    9,
    2,
    2,
    8,
    1,
    args_of_unload,
    sizeof(struct unload_args),
    data_of_unload,
    sizeof(struct unload_data),
    unique_of_unload,
    locks_of_unload,
    {3, INT64_C(1000000), INT64_C(60000000)},
    callbacks_of_unload,
    call_step_of_unload,
    procedures_of_unload,
    15,
    8,
    steps_of_unload,
    scopes_of_unload,
    2,
    schema_of_unload,
    false,
};

enum pawl_status unload_set_hooks(struct pawl_db *db, const struct unload_hooks *hooks, struct pawl_error *err) {
    return pawl_set_flow_hooks(db, &unload_flow, hooks, err);
}

enum pawl_status unload_start(struct pawl_db *db, const struct unload_args *args, const char *actor, int64_t *run,
                              struct pawl_error *err) {
    return pawl_flow_start(db, &unload_flow, args, actor, run, err);
}

enum pawl_status unload_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_flow_apply(db, &unload_flow, err);
}

enum pawl_status unload_run(struct pawl_db *db, int64_t run, enum pawl_run_status *status, struct pawl_error *err) {
    return pawl_flow_run(db, &unload_flow, run, status, err);
}

enum pawl_status unload_step(struct pawl_db *db, int64_t run, bool back, enum pawl_run_status *status,
                             struct pawl_error *err) {
    return pawl_flow_step(db, &unload_flow, run, back, status, err);
}

enum pawl_status unload_pause(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_pause(db, unload_flow.name, run, actor, err);
}

enum pawl_status unload_resume(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_resume(db, unload_flow.name, run, actor, err);
}

enum pawl_status unload_retry(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_retry(db, unload_flow.name, run, actor, err);
}

enum pawl_status unload_rollback(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_rollback(db, unload_flow.name, run, actor, err);
}

enum pawl_status unload_cancel(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_cancel(db, unload_flow.name, run, actor, err);
}

enum pawl_status unload_resume_from(struct pawl_db *db, int64_t run, const char *place, const char *actor,
                                    struct pawl_error *err) {
    return pawl_run_resume_from(db, unload_flow.name, run, place, actor, err);
}

enum pawl_status unload_get(struct pawl_db *db, int64_t run, struct unload_run_row *out, struct pawl_error *err) {
    return pawl_flow_get(db, &unload_flow, run, out != NULL ? &out->run : NULL, out != NULL ? &out->args : NULL, out != NULL ? &out->data : NULL, err);
}

enum pawl_status unload_history(struct pawl_db *db, int64_t run, struct pawl_run_steps *out, struct pawl_error *err) {
    return pawl_run_history(db, unload_flow.name, run, out, err);
}

enum pawl_status unload_runs(struct pawl_db *db, enum pawl_run_status status, int64_t after, size_t limit,
                             struct pawl_runs *out, struct pawl_error *err) {
    struct pawl_run_filter filter = {unload_flow.name, status, NULL, NULL};
    return pawl_run_list(db, &filter, after, limit, out, err);
}

enum pawl_status unload_signal_cleared(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_signal(db, unload_flow.name, run, "cleared", actor, err);
}

enum pawl_status unload_signal_paid(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_signal(db, unload_flow.name, run, "paid", actor, err);
}

/* ---- nothing: nothing -------------------------------------------------------------------------------------------- */

static const struct pawl_flow_scope scopes_of_nothing[] = {
    {PAWL_SCOPE_USE, "idle", "idle", PAWL_FLOW_NOTHING, 0, 1, 0, &idle_procedure, -1,
     {false, 0}, 0, 0, {false, 0, NULL}, false, NULL},
};

static const struct pawl_flow_step steps_of_nothing[] = {
    {PAWL_STEP_PAUSE, "idle.rest", "rest", &idle_procedure, -1, -1, false, 0, 0, 0,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {0, INT64_C(0), INT64_C(0)}, NULL, 0, NULL},
    {PAWL_STEP_PAUSE, "for_ever", "Until somebody says so", NULL, -1, -1, false, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {0, INT64_C(0), INT64_C(0)}, NULL, 0, NULL},
    {PAWL_STEP_WAIT, "cleared", "cleared", NULL, -1, -1, false, 0, PAWL_FLOW_NOTHING, PAWL_FLOW_NOTHING,
     0, PAWL_FLOW_NOTHING, INT64_C(0), {0, INT64_C(0), INT64_C(0)}, "cleared", 0, NULL},
};

static const struct pawl_procedure *const procedures_of_nothing[] = {
    &idle_procedure,
};

static const char *const schema_of_nothing[] = {
    /* postgres */
    "begin;\nset local client_min_messages = warning;\nset local search_path = pg_catalog, pg_temp;\n"
    "set local standard_conforming_strings = on;\n\n"
    "-- The shared schema must be there. It has the routines that are called below.\ndo $pawl$\ndeclare\n"
    "  present integer;\nbegin\n  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
    "  if to_regclass('public.pawl_schema') is not null then\n"
    "    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry\n"
    "        where registry.oid = 'public.pawl_schema'::regclass) then\n"
    "      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'\n"
    "        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '\n"
    "          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';\n    end if;\n"
    "    present := (select known.version from public.pawl_schema known);\n  end if;\n"
    "  if present is distinct from 3 then\n"
    "    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed' using errcode = 'PW006',\n"
    "      hint = case when present > 3 then 'Update pawl, pawlctl and libpawl: the database is newer.'\n"
    "        else 'Apply pawl.postgres.sql first, or let pawlctl apply do both.' end;\n  end if;\nend\n$pawl$;\n\n"
    "call public.pawl_become_owner();\n\n"
    "-- nothing -----------------------------------------------------------------------------------------\n"
    "-- nothing\n\ninsert into public.pawl_freezes (machine, head) values ('nothing', 'public.pawl_runs')\n"
    "  on conflict do nothing;\ninsert into public.pawl_flows (flow, fingerprint, abi, topic, topic_argument, model)\n"
    "values ('nothing', '56b12f67068b7dc9', 2, 'nothing.''v1''', null, E'{\"name\":\"nothing\",\"label\":\"nothing\",\"fingerprint\":\"56b12f67068b7dc9\",\"unique\":[],\"retry\":{\"count\":0},\"emit_topic\":\"nothing.''v1''\",\"args\":[],\"data\":[],\"locks\":[],\"callbacks\":[],\"steps\":[{\"path\":\"idle.rest\",\"kind\":\"pause\",\"label\":\"rest\",\"delivery\":\"no_effect\",\"procedure\":\"idle\",\"scope\":0,\"use\":0,\"depth\":0},{\"path\":\"for_ever\",\"kind\":\"pause\",\"label\":\"Until somebody says so\",\"delivery\":\"no_effect\",\"depth\":0},{\"path\":\"cleared\",\"kind\":\"wait\",\"label\":\"cleared\",\"delivery\":\"no_effect\",\"signal\":\"cleared\",\"depth\":0}],\"scopes\":[{\"kind\":\"use\",\"path\":\"idle\",\"label\":\"idle\",\"first\":0,\"end\":1,\"depth\":0,\"procedure\":\"idle\",\"values\":[]}],\"allows\":[],\"diagram\":\"digraph \\\\\"nothing\\\\\" {\\\\n  graph [rankdir=TB, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16, fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.2, ranksep=0.2, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\", labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13, fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\", arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_nothing\\\\\" {\\\\n    class=flow; penwidth=0; margin=0;\\\\n    label=<<b>nothing</b><!--nothing-->>;\\\\n    \\\\\"nothing 0\\\\\" [label=<Start>, class=\\\\\"begin created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    subgraph \\\\\"cluster_nothing.0\\\\\" {\\\\n      class=composite; bgcolor=\\\\\"#fbfbfd\\\\\"; color=\\\\\"#c2cad5\\\\\"; penwidth=1; margin=8; fontsize=13;\\\\n      label=<<b>idle</b><br align=\\\\\"left\\\\\"/>>;\\\\n    \\\\\"nothing.idle.rest\\\\\" [label=<Pause: rest<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">idle.rest</font><!--nothing.idle.rest-->>, class=\\\\\"step waiting\\\\\", fillcolor=\\\\\"#fcf0d4\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n    }\\\\n    \\\\\"nothing.for_ever\\\\\" [label=<Pause: Until somebody says<br/>so<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">for_ever</font><!--nothing.for_ever-->>, class=\\\\\"step waiting\\\\\", fillcolor=\\\\\"#fcf0d4\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n    \\\\\"nothing.cleared\\\\\" [label=<Wait for: cleared<!--nothing.cleared-->>, class=\\\\\"step waiting\\\\\", fillcolor=\\\\\"#fcf0d4\\\\\", color=\\\\\"#a8761a\\\\\"];\\\\n    \\\\\"nothing 6\\\\\" [label=<Done>, class=\\\\\"end final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    \\\\\"nothing 0\\\\\" -> \\\\\"nothing.idle.rest\\\\\" [class=\\\\\"move\\\\\", lhead=\\\\\"cluster_nothing.0\\\\\", weight=8];\\\\n    \\\\\"nothing.idle.rest\\\\\" -> \\\\\"nothing.for_ever\\\\\" [class=\\\\\"move\\\\\", ltail=\\\\\"cluster_nothing.0\\\\\", weight=8];\\\\n    \\\\\"nothing.for_ever\\\\\" -> \\\\\"nothing.cleared\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n    \\\\\"nothing.cleared\\\\\" -> \\\\\"nothing 6\\\\\" [class=\\\\\"move\\\\\", weight=8];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td colspan=\\\\\"2\\\\\" align=\\\\\"left\\\\\"><font color=\\\\\"#556070\\\\\">a_b</font>&#160; its name in programs </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">the flow begins </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#fcf0d4\\\\\" color=\\\\\"#a8761a\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">waits for somebody, or for a signal </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#fbfbfd\\\\\" color=\\\\\"#c2cad5\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">a loop, or a part with a name </td></tr>\\\\n    <tr><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"22\\\\\" height=\\\\\"10\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td></td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">the flow is done </td></tr></table>>;\\\\n}\\\\n\",\"database\":{\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\"}}')\n"
    "on conflict (flow, fingerprint) do update set model = excluded.model, abi = excluded.abi;\n\n"
    "call public.pawl_drop_run_functions('nothing'::text,\n"
    "  array['public.nothing_start(text)']::text[] || array['public.nothing_signal_cleared(bigint, text)']::text[]);\n"
    "\ncreate or replace function public.nothing_start(actor text default null)\n"
    "returns public.pawl_run_answer language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$\n"
    "begin\n  if octet_length($1) > 255\n  then\n"
    "    return row('MISUSE', null, 'must be given: an actor of up to 255 bytes, or null')::public.pawl_run_answer;\n"
    "  end if;\n  return public.pawl_run_begin('nothing'::text, '56b12f67068b7dc9'::text, '{}'::text,\n"
    "    null::text, $1, array[]::text[], array[]::text[]);\nend\n$pawl$;\n"
    "comment on function public.nothing_start(text) is 'Starts a run of nothing.';\n\n"
    "create or replace function public.nothing_signal_cleared(run bigint, actor text default null)\n"
    "returns public.pawl_run_answer language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$\n"
    "begin\n  return public.pawl_run_signal($1, 'nothing'::text, 'cleared'::text, $2, 0::bigint);\nend\n$pawl$;\n"
    "comment on function public.nothing_signal_cleared(bigint, text) is 'Sends a signal to a run of nothing; EXISTS if it was sent before.';\n"
    "call public.pawl_restrict_calls('public'::text, '{nothing_start,nothing_signal_cleared}'::text[], '{pawl_app}'::text[]);\n"
    "call public.pawl_record('nothing'::text, 'public'::text, '{}'::text[], '{nothing_start,nothing_signal_cleared}'::text[], '{}'::text[], '{}'::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n",
    /* sqlite */
    "begin immediate;\n\n"
    "-- It needs the shared schema. Only a trigger can raise; a temporary one is no object of the\n-- database's.\n"
    "create temp view pawl_lacking (version) as\n  select 3 where not exists (select 1 from main.sqlite_master\n"
    "                                             where type = 'table' and name = 'pawl_schema');\n"
    "create temp trigger pawl_require instead of insert on pawl_lacking\nbegin\n"
    "  select raise(rollback, 'this database does not have version 3 of Pawl''s schema; nothing was changed: apply pawl.sqlite.sql first, or let pawlctl apply do both')\n"
    "   where new.version <= 3;\n"
    "  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl')\n"
    "   where new.version > 3;\nend;\ninsert into temp.pawl_lacking select version from temp.pawl_lacking;\n"
    "insert into temp.pawl_lacking select version from main.pawl_schema where version <> 3;\n"
    "drop view temp.pawl_lacking;\n\n"
    "-- nothing -----------------------------------------------------------------------------------------\n"
    "-- nothing\n\ninsert into main.pawl_flows\n"
    "  (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)\n"
    "select 'nothing', '56b12f67068b7dc9', 2, cast(strftime('%s', 'now') as integer) * 1000000,\n"
    "  'nothing.''v1''', null,\n"
    "  '{\"name\":\"nothing\",\"label\":\"nothing\",\"fingerprint\":\"56b12f67068b7dc9\",\"unique\":[],\"retry\":{\"count\":0},\"emit_topic\":\"nothing.''v1''\",\"args\":[],\"data\":[],\"locks\":[],\"callbacks\":[],\"steps\":[{\"path\":\"idle.rest\",\"kind\":\"pause\",\"label\":\"rest\",\"delivery\":\"no_effect\",\"procedure\":\"idle\",\"scope\":0,\"use\":0,\"depth\":0},{\"path\":\"for_ever\",\"kind\":\"pause\",\"label\":\"Until somebody says so\",\"delivery\":\"no_effect\",\"depth\":0},{\"path\":\"cleared\",\"kind\":\"wait\",\"label\":\"cleared\",\"delivery\":\"no_effect\",\"signal\":\"cleared\",\"depth\":0}],\"scopes\":[{\"kind\":\"use\",\"path\":\"idle\",\"label\":\"idle\",\"first\":0,\"end\":1,\"depth\":0,\"procedure\":\"idle\",\"values\":[]}],\"allows\":[],\"diagram\":\"digraph \\\"nothing\\\" {\\n  graph [rankdir=TB, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16, fontcolor=\\\"#1f2733\\\", nodesep=0.2, ranksep=0.2, pad=0.1, bgcolor=\\\"#ffffff\\\", labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13, fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\", arrowsize=0.75];\\n\\n  subgraph \\\"cluster_nothing\\\" {\\n    class=flow; penwidth=0; margin=0;\\n    label=<<b>nothing</b><!--nothing-->>;\\n    \\\"nothing 0\\\" [label=<Start>, class=\\\"begin created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    subgraph \\\"cluster_nothing.0\\\" {\\n      class=composite; bgcolor=\\\"#fbfbfd\\\"; color=\\\"#c2cad5\\\"; penwidth=1; margin=8; fontsize=13;\\n      label=<<b>idle</b><br align=\\\"left\\\"/>>;\\n    \\\"nothing.idle.rest\\\" [label=<Pause: rest<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">idle.rest</font><!--nothing.idle.rest-->>, class=\\\"step waiting\\\", fillcolor=\\\"#fcf0d4\\\", color=\\\"#a8761a\\\"];\\n    }\\n    \\\"nothing.for_ever\\\" [label=<Pause: Until somebody says<br/>so<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">for_ever</font><!--nothing.for_ever-->>, class=\\\"step waiting\\\", fillcolor=\\\"#fcf0d4\\\", color=\\\"#a8761a\\\"];\\n    \\\"nothing.cleared\\\" [label=<Wait for: cleared<!--nothing.cleared-->>, class=\\\"step waiting\\\", fillcolor=\\\"#fcf0d4\\\", color=\\\"#a8761a\\\"];\\n    \\\"nothing 6\\\" [label=<Done>, class=\\\"end final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    \\\"nothing 0\\\" -> \\\"nothing.idle.rest\\\" [class=\\\"move\\\", lhead=\\\"cluster_nothing.0\\\", weight=8];\\n    \\\"nothing.idle.rest\\\" -> \\\"nothing.for_ever\\\" [class=\\\"move\\\", ltail=\\\"cluster_nothing.0\\\", weight=8];\\n    \\\"nothing.for_ever\\\" -> \\\"nothing.cleared\\\" [class=\\\"move\\\", weight=8];\\n    \\\"nothing.cleared\\\" -> \\\"nothing 6\\\" [class=\\\"move\\\", weight=8];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td colspan=\\\"2\\\" align=\\\"left\\\"><font color=\\\"#556070\\\">a_b</font>&#160; its name in programs </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">the flow begins </td></tr>\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#fcf0d4\\\" color=\\\"#a8761a\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">waits for somebody, or for a signal </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#fbfbfd\\\" color=\\\"#c2cad5\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">a loop, or a part with a name </td></tr>\\n    <tr><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"22\\\" height=\\\"10\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td></td></tr></table></td></tr></table></td><td align=\\\"left\\\">the flow is done </td></tr></table>>;\\n}\\n\",\"database\":{\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\"}}'\n"
    " where not exists (select 1 from main.pawl_flows where flow = 'nothing' and fingerprint = '56b12f67068b7dc9');\n"
    "\ncommit;\n",
};

const struct pawl_flow nothing_flow = {
    PAWL_ABI,
    "nothing",
    "nothing",
    "56b12f67068b7dc9",
    0,
    0,
    0,
    0,
    0,
    1,
    NULL,
    0,
    NULL,
    0,
    NULL,
    NULL,
    {0, INT64_C(0), INT64_C(0)},
    NULL,
    NULL,
    procedures_of_nothing,
    3,
    1,
    steps_of_nothing,
    scopes_of_nothing,
    2,
    schema_of_nothing,
    false,
};

enum pawl_status nothing_start(struct pawl_db *db, const char *actor, int64_t *run, struct pawl_error *err) {
    return pawl_flow_start(db, &nothing_flow, NULL, actor, run, err);
}

enum pawl_status nothing_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_flow_apply(db, &nothing_flow, err);
}

enum pawl_status nothing_run(struct pawl_db *db, int64_t run, enum pawl_run_status *status, struct pawl_error *err) {
    return pawl_flow_run(db, &nothing_flow, run, status, err);
}

enum pawl_status nothing_step(struct pawl_db *db, int64_t run, bool back, enum pawl_run_status *status,
                              struct pawl_error *err) {
    return pawl_flow_step(db, &nothing_flow, run, back, status, err);
}

enum pawl_status nothing_pause(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_pause(db, nothing_flow.name, run, actor, err);
}

enum pawl_status nothing_resume(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_resume(db, nothing_flow.name, run, actor, err);
}

enum pawl_status nothing_retry(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_retry(db, nothing_flow.name, run, actor, err);
}

enum pawl_status nothing_rollback(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_rollback(db, nothing_flow.name, run, actor, err);
}

enum pawl_status nothing_cancel(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_cancel(db, nothing_flow.name, run, actor, err);
}

enum pawl_status nothing_resume_from(struct pawl_db *db, int64_t run, const char *place, const char *actor,
                                     struct pawl_error *err) {
    return pawl_run_resume_from(db, nothing_flow.name, run, place, actor, err);
}

enum pawl_status nothing_get(struct pawl_db *db, int64_t run, struct nothing_run_row *out, struct pawl_error *err) {
    return pawl_flow_get(db, &nothing_flow, run, out != NULL ? &out->run : NULL, NULL, NULL, err);
}

enum pawl_status nothing_history(struct pawl_db *db, int64_t run, struct pawl_run_steps *out, struct pawl_error *err) {
    return pawl_run_history(db, nothing_flow.name, run, out, err);
}

enum pawl_status nothing_runs(struct pawl_db *db, enum pawl_run_status status, int64_t after, size_t limit,
                              struct pawl_runs *out, struct pawl_error *err) {
    struct pawl_run_filter filter = {nothing_flow.name, status, NULL, NULL};
    return pawl_run_list(db, &filter, after, limit, out, err);
}

enum pawl_status nothing_signal_cleared(struct pawl_db *db, int64_t run, const char *actor, struct pawl_error *err) {
    return pawl_run_signal(db, nothing_flow.name, run, "cleared", actor, err);
}
