/*
 * Keys of the types uuid and int: the database has them as their own types, a uuid has one spelling, and what
 * is none is told by its name, wherever a key is given.
 */
#include "../support/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asset.h"

#define LOWER(number) #number "ba7b81a-9dad-11d1-80b4-00c04fd430c8"
#define UPPER(number) #number "BA7B81A-9DAD-11D1-80B4-00C04FD430C8"
#define NO_UUID       "6ba7b81a-9dad-11d1-80b4"

static const char *uuid_type(void) {
    return on_sqlite() ? "text" : "uuid";
}

static const char *seen_id;

static enum pawl_status agree(struct pawl_db *db, const struct asset_call *call, void *context,
                              struct pawl_error *error) {
    (void)db, (void)context, (void)error;
    seen_id = strcmp(call->id, LOWER(1)) == 0 ? LOWER(1) : call->id;
    return PAWL_OK;
}

static enum pawl_status look(struct pawl_db *db, const struct asset_work_call *work,
                             struct asset_work_result *result, void *context, struct pawl_error *said) {
    (void)db, (void)context, (void)said;
    assert_string_equal(work->id, LOWER(3));
    result->event = ASSET_EVENT_PASS;
    return PAWL_OK;
}

static int create_with_keys(void **state) {
    static const char *const tables[] = {"assets", "crates", "lids"};
    database_create_empty(state);
    struct pawl_db *db = open_administrator();
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        execute(db, "create table %s (id %s primary key, state %s)", tables[i], uuid_type(),
                on_mariadb() ? "varchar(40)" : "text");
    execute(db, "create table chests (id %s primary key, state %s)",
            on_mariadb() ? "char(36) collate utf8mb4_general_ci" : uuid_type(),
            on_mariadb() ? "varchar(40)" : "text");
    execute(db, "create table shelves (number %s primary key)", on_sqlite() ? "integer" : "int");
    expect(PAWL_OK, asset_apply(db, &err));
    expect(PAWL_OK, crate_apply(db, &err));
    expect(PAWL_OK, lid_apply(db, &err));
    expect(PAWL_OK, shelf_apply(db, &err));
    expect(PAWL_OK, ticket_apply(db, &err));
    expect(PAWL_OK, chest_apply(db, &err));
    expect(PAWL_OK, stocktake_apply(db, &err));
    expect(PAWL_OK, audit_apply(db, &err));
    if (on_postgres())
        grant_application(db, "select, insert, update", "assets, crates, lids, shelves, chests");
    else if (on_mariadb())
        grant_hooks_on_mariadb("select");
    return close_handles(state);
}

static struct pawl_db *open_keys(void) {
    static const struct asset_hooks hooks = {.agreed = agree, .look = look};
    struct pawl_db *db = open_application();
    expect(PAWL_OK, asset_set_hooks(db, &hooks, &err));
    return db;
}

static void new_asset(struct pawl_db *db, const char *id, const char *given) {
    const struct asset_create_args args = {.owner = UPPER(9)};
    execute(db, "insert into assets (id) values ('%s')", id);
    expect(PAWL_OK, asset_create(db, given, &args, NULL, NULL, &err));
}

static void new_crate(struct pawl_db *db, const char *id, const char *given) {
    const struct crate_create_args args = {.owner = UPPER(8)};
    execute(db, "insert into crates (id) values ('%s')", id);
    expect(PAWL_OK, crate_create(db, given, &args, NULL, NULL, &err));
}

/* ---- spellings -------------------------------------------------------------------------------------- */

static void p10_one_uuid_is_one_entity(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    struct asset_current current;
    struct asset_history history;
    struct asset_record record;
    struct asset_page page;
    struct pawl_reason reasons[ASSET_EVENT_COUNT + 1];
    const struct asset_create_args owned = {.owner = LOWER(9)};
    const struct asset_lend_args lent = {.borrower = UPPER(7)};
    new_asset(db, LOWER(1), UPPER(1));
    expect(PAWL_EXISTS, asset_create(db, LOWER(1), &owned, NULL, NULL, &err));
    expect(PAWL_OK, asset_get(db, UPPER(1), &current, &err));
    assert_string_equal(current.id, LOWER(1));
    expect(PAWL_OK, asset_lend(db, UPPER(1), &lent, NULL, NULL, &err));
    assert_string_equal(seen_id, LOWER(1));
    expect(PAWL_OK, asset_history(db, UPPER(1), &history, &err));
    assert_int_equal(history.count, 2);
    assert_string_equal(history.rows[1].borrower, LOWER(7));
    expect(PAWL_OK, asset_last_to(db, UPPER(1), ASSET_STATE_LENT, &record, &err));
    expect(PAWL_OK, asset_why(db, UPPER(1), NULL, reasons, &err));
    assert_int_equal(reasons[ASSET_EVENT_GIVE_BACK].status, PAWL_OK);
    expect(PAWL_OK, asset_in_state(db, ASSET_STATE_LENT, NULL, 10, &page, &err));
    assert_int_equal(page.count, 1);
    assert_string_equal(page.rows[0].id, LOWER(1));
    struct asset_current last = page.rows[0];
    last.id = UPPER(1);
    expect(PAWL_OK, asset_in_state(db, ASSET_STATE_LENT, &last, 10, &page, &err));
    assert_int_equal(page.count, 0);
    expect(PAWL_OK, asset_not_in_state(db, ASSET_STATE_SHELVED, NULL, 10, &page, &err));
    assert_string_equal(page.rows[0].id, LOWER(1));
    expect_rows(db, LOWER(1) "|lent\n", "select id, state from assets where id = '" LOWER(1) "'");
    expect_rows(
        db, LOWER(1) "\n",
        "select entity from pawl_outbox where machine = 'asset' and sort_key = 20 and entity = '" LOWER(
            1) "'");
    expect(PAWL_OK, asset_give_back(db, LOWER(1), NULL, NULL, &err));
}

static void functions_of_sql_take_every_spelling(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* it has none */
    struct pawl_db *db = open_keys();
    execute(db, "insert into lids (id) values ('" LOWER(1) "')");
    if (on_postgres()) {
        expect_rows(db, "OK\n", "select status from lid_create('" UPPER(1) "')");
        expect_rows(db, "OK\n", "select status from lid_shut('" UPPER(1) "')");
    } else {
        char *database = rows_of(db, "select database()");
        const int length = (int)strcspn(database, "\n");
        expect_rows(db, "OK\n",
                    "select json_value(%.*s_pawl.lid_create$3('" UPPER(1) "', null, null), '$.status')",
                    length, database);
        expect_rows(db, "OK\n",
                    "select json_value(%.*s_pawl.lid_shut$4('" UPPER(1) "', null, null, null), '$.status')",
                    length, database);
        expect_rows(db,
                    "MISUSE|must be given: id; an id is a uuid, a request_id 1 to 255, an actor up to 255\n",
                    "select json_value(a, '$.status'), json_value(a, '$.detail') from (select "
                    "%.*s_pawl.lid_shut$4('nope', null, null, null) as a) b",
                    length, database);
        free(database);
    }
    expect_rows(db, LOWER(1) "|closed\n",
                "select lid_id, state from lid_current where lid_id = '" LOWER(1) "'");
}

/* As the database would take it: with zeros in front, or a sign. */
static void functions_of_mariadb_refuse_what_is_no_number(void **state) {
    (void)state;
    static const char *const keys[] = {"'nope'",     "''",          "'7x'", "' 7'",
                                       "2147483648", "-2147483649", "1e30", "'99999999999999999999'",
                                       "0.5",        "null"};
    if (!on_mariadb())
        skip();
    struct pawl_db *db = open_keys();
    char *database = rows_of(db, "select database()");
    const int length = (int)strcspn(database, "\n");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        expect_rows(db,
                    "MISUSE|must be given: id; an id is a whole number of 32 bits, a request_id 1 to 255, an "
                    "actor up to 255\n",
                    "select json_value(a, '$.status'), json_value(a, '$.detail') from (select "
                    "%.*s_pawl.shelf_drain$9(%s, null, null, null, null, null, null, null, null) as a) b",
                    length, database, keys[i]);
    execute(db, "insert into shelves values (9), (-2147483648)");
    expect_rows(db, "OK|OK\n",
                "select json_value(%.*s_pawl.shelf_create$5('+009', null, null, null, null), '$.status'),"
                " json_value(%.*s_pawl.shelf_create$5(-2147483648, null, null, null, null), '$.status')",
                length, database, length, database);
    free(database);
}

#define expect_no_uuid(machine, call)                                                                        \
    do {                                                                                                     \
        expect(PAWL_MISUSE, call);                                                                           \
        expect_message(machine " " NO_UUID ": the key is no UUID");                                          \
        assert_string_equal(err.help, "write it as 6ba7b810-9dad-11d1-80b4-00c04fd430c8, without braces");   \
    } while (0)

static void what_is_no_uuid_is_told_by_its_name(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    struct crate_current current;
    struct crate_history history;
    struct crate_page page;
    struct crate_result results[2];
    const struct crate_fill_item items[] = {{.id = NO_UUID}};
    const struct pawl_opts deferred = {.defer = true, .request_id = "r"};
    expect_no_uuid("crate", crate_fill(db, NO_UUID, NULL, NULL, NULL, &err));
    expect_no_uuid("crate", crate_fill(db, NO_UUID, NULL, &deferred, NULL, &err));
    expect_no_uuid("crate", crate_get(db, NO_UUID, &current, &err));
    expect_no_uuid("crate", crate_history(db, NO_UUID, &history, &err));
    expect_no_uuid("crate", crate_fill_many(db, items, 1, NULL, results, &err));
    expect_no_uuid("crate", pawl_deferred_outcome(db, &crate_machine, (struct pawl_key){.text = NO_UUID}, "r",
                                                  NULL, &err));
    expect_no_uuid("asset", pawl_retry(db, &asset_machine, (struct pawl_key){.text = NO_UUID}, 0, &err));
    expect_no_uuid("crate", crate_with_key(db, NO_UUID, NULL, 10, &page, &err));
    expect(PAWL_MISUSE, crate_get(db, "", &current, &err));
    expect_message("crate: the key is empty");
    expect(PAWL_NOT_FOUND, crate_get(db, UPPER(5), &current, &err));
    expect_message("crate " LOWER(5) ": there is no such crate");
}

/* ---- many, and in batches --------------------------------------------------------------------------- */

static void of_many_each_uuid_is_another_entity(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    struct crate_result results[2];
    new_crate(db, LOWER(1), UPPER(1));
    new_crate(db, LOWER(2), LOWER(2));
    const struct crate_fill_item twice[] = {{.id = UPPER(1)}, {.id = LOWER(1)}};
    const struct crate_fill_item both[] = {{.id = UPPER(2)}, {.id = UPPER(1)}};
    expect(PAWL_MISUSE, crate_fill_many(db, twice, 2, NULL, results, &err));
    expect_message("crate " LOWER(1) ": fill of many: it occurs twice among the items, at 0 and 1");
    expect(PAWL_OK, crate_fill_many(db, both, 2, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_OK);
    assert_int_equal(results[1].status, PAWL_OK);
    expect_rows(db, "2\n", "select count(*) from crate_current where state = 'full'");
}

static void a_batch_of_sql_names_what_is_repeated(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    expect_rows(
        open_keys(), "MISUSE|each id must be given once, in any spelling, and all arrays have one length\n",
        "select distinct status, detail from crate_fill_many(array['" UPPER(1) "', '" LOWER(1) "']::uuid[])");
}

static void callers_at_once_move_one_entity_in_turn(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    execute(db, "insert into lids (id) values ('" LOWER(2) "')");
    expect(PAWL_OK, lid_create(db, UPPER(2), NULL, NULL, &err));
    struct fire fires[4];
    for (size_t i = 0; i < 4; i++)
        fires[i] = (struct fire){.db = open_application(),
                                 .machine = &lid_machine,
                                 .key = i % 2 == 0 ? UPPER(2) : LOWER(2),
                                 .event = LID_EVENT_SHUT};
    fire_together(fires, 4);
    int done = 0;
    for (size_t i = 0; i < 4; i++)
        done += fires[i].status == PAWL_OK;
    assert_int_equal(done, 1);
    expect_rows(db, "2\n", "select count(*) from lid_transitions where lid_id = '" LOWER(2) "'");
}

/* ---- locks ------------------------------------------------------------------------------------------ */

static void a_lock_is_one_in_every_spelling(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    const struct asset_lend_args lent = {.borrower = UPPER(7)};
    int64_t token = 0, again = 0;
    new_asset(db, LOWER(2), LOWER(2));
    expect(PAWL_OK, pawl_acquire(db, "asset", UPPER(2), "auditor", 60000, 0, &token, &err));
    expect(PAWL_LOCKED, asset_lend(db, LOWER(2), &lent, NULL, NULL, &err));
    expect(PAWL_LOCKED, asset_lend(db, UPPER(2), &lent, NULL, NULL, &err));
    expect(PAWL_LOCKED, pawl_acquire(db, "asset", LOWER(2), "other", 0, 0, NULL, &err));
    expect(PAWL_LOCKED, pawl_acquire(db, NULL, UPPER(2), "other", 0, 0, NULL, &err));
    expect(PAWL_OK, pawl_acquire(db, "asset", LOWER(2), "auditor", 60000, 0, &again, &err));
    assert_int_equal(token, again);
    expect(PAWL_OK, pawl_renew(db, "asset", UPPER(2), "auditor", token, 60000, &err));
    const struct pawl_opts shown = {.lock_owner = "auditor", .lock_token = token};
    expect(PAWL_OK, asset_lend(db, UPPER(2), &lent, &shown, NULL, &err));
    expect(PAWL_OK, pawl_release(db, "asset", UPPER(2), "auditor", token, &err));
    expect(PAWL_OK, pawl_acquire(db, NULL, UPPER(2), "auditor", 0, 0, &token, &err));
    expect(PAWL_LOCKED, asset_give_back(db, LOWER(2), NULL, NULL, &err));
    expect(PAWL_OK, pawl_break(open_administrator(), NULL, UPPER(2), "done", &err));
    expect(PAWL_OK, asset_give_back(db, LOWER(2), NULL, NULL, &err));
}

static void lock_keys_of_a_creation_are_uuids(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    struct crate_page page;
    int64_t token = 0;
    new_crate(db, LOWER(3), LOWER(3));
    expect(PAWL_OK, pawl_acquire(db, "crate", UPPER(8), "owner", 0, 0, &token, &err));
    expect(PAWL_LOCKED, crate_move(db, LOWER(3), NULL, NULL, &err));
    expect(PAWL_OK, pawl_release(db, "crate", LOWER(8), "owner", token, &err));
    expect(PAWL_OK, crate_move(db, UPPER(3), NULL, NULL, &err));
    expect(PAWL_OK, crate_with_key(db, UPPER(8), NULL, 1, &page, &err));
    assert_int_equal(page.count, 1);
    const struct crate_current last = page.rows[0];
    assert_string_equal(last.id, LOWER(1));
    expect(PAWL_OK, crate_with_key(db, LOWER(8), &last, 9, &page, &err));
    assert_int_equal(page.count, 2);
}

static void new_ticket(struct pawl_db *db, const char *id, const char *account) {
    const struct ticket_create_args args = {.account = account};
    expect(PAWL_OK, ticket_create(db, id, &args, NULL, NULL, &err));
}

static void expect_held_rows(struct pawl_db *db, const char *key, size_t count) {
    struct pawl_held_locks locks;
    expect(PAWL_OK, pawl_list_locks(db, key, NULL, 9, &locks, &err));
    assert_int_equal(locks.count, count);
}

static void p2_a_lock_of_all_machines_stops_each_of_them(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    int64_t token = 0, again = 0;
    new_asset(db, LOWER(5), LOWER(5));
    new_ticket(db, "capitals", UPPER(5));
    new_ticket(db, "small", LOWER(5));
    expect(PAWL_OK, pawl_acquire(db, NULL, UPPER(5), "auditor", 60000, 0, &token, &err));
    expect(PAWL_LOCKED, asset_inspect(db, LOWER(5), NULL, NULL, &err));
    expect(PAWL_LOCKED, ticket_shut(db, "capitals", NULL, NULL, &err));
    expect(PAWL_LOCKED, pawl_acquire(db, NULL, LOWER(5), "other", 0, 0, NULL, &err));
    expect(PAWL_LOCKED, pawl_acquire(db, "asset", UPPER(5), "other", 0, 0, NULL, &err));
    expect(PAWL_LOCKED, pawl_acquire(db, "ticket", UPPER(5), "other", 0, 0, NULL, &err));
    expect(PAWL_OK, pawl_acquire(db, NULL, UPPER(5), "auditor", 60000, 0, &again, &err));
    assert_int_equal(token, again);
    const struct pawl_opts shown = {.lock_owner = "auditor", .lock_token = token};
    expect(PAWL_OK, asset_inspect(db, UPPER(5), &shown, NULL, &err));
    expect(PAWL_OK, ticket_shut(db, "capitals", &shown, NULL, &err));
    expect(PAWL_OK, asset_pass(db, UPPER(5), &shown, NULL, &err));
    expect_held_rows(db, UPPER(5), 2);
    expect(PAWL_OK, pawl_renew(db, NULL, LOWER(5), "auditor", token, 60000, &err));
    expect(PAWL_OK, pawl_release(db, NULL, LOWER(5), "auditor", token, &err));
    expect_held_rows(db, UPPER(5), 0);
    expect(PAWL_OK, ticket_lift(db, "capitals", NULL, NULL, &err));
    /* the same lock, in small letters first */
    expect(PAWL_OK, pawl_acquire(db, NULL, LOWER(5), "auditor", 60000, 0, &token, &err));
    expect(PAWL_LOCKED, ticket_shut(db, "small", NULL, NULL, &err));
    expect(PAWL_OK, ticket_shut(db, "capitals", NULL, NULL, &err)); /* another text */
    expect(PAWL_OK, pawl_acquire(db, NULL, UPPER(5), "auditor", 60000, 0, &again, &err));
    assert_int_equal(token, again);
    expect(PAWL_LOCKED, ticket_lift(db, "capitals", NULL, NULL, &err));
    expect(PAWL_OK, pawl_break(open_administrator(), NULL, UPPER(5), "done", &err));
    expect_held_rows(db, UPPER(5), 0);
    expect(PAWL_OK, pawl_acquire(db, "ticket", UPPER(5), "clerk", 0, 0, &token, &err));
    expect(PAWL_LOCKED, pawl_acquire(db, NULL, UPPER(5), "auditor", 0, 0, NULL, &err));
    expect(PAWL_OK, pawl_acquire(db, NULL, LOWER(5), "auditor", 0, 0, &again, &err)); /* another text */
    expect(PAWL_OK, pawl_release(db, "ticket", UPPER(5), "clerk", token, &err));
    expect(PAWL_OK, pawl_release(db, NULL, UPPER(5), "auditor", again, &err));
    expect_held_rows(db, UPPER(5), 0);
}

#define IS_UUID "machine asset: the lock key is a uuid, as 6ba7b810-9dad-11d1-80b4-00c04fd430c8, not `"
#define IS_INT  "machine shelf: the lock key is a whole number of 32 bits, as -7 or 7, not `"

static void p2_a_lock_on_a_key_of_no_entity_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *machine, *key, *message;
    } keys[] = {
        {"asset", "nope", IS_UUID "nope`"},
        {"asset", "{" LOWER(5) "}", IS_UUID "{" LOWER(5) "}`"},
        {"asset", "6ba7b81a9dad11d180b400c04fd430c8", IS_UUID "6ba7b81a9dad11d180b400c04fd430c8`"},
        {"asset", LOWER(5) " ", IS_UUID LOWER(5) " `"},
        {"shelf", "007", IS_INT "007`"},
        {"shelf", "+7", IS_INT "+7`"},
        {"shelf", "-0", IS_INT "-0`"},
        {"shelf", "abc", IS_INT "abc`"},
        {"shelf", "2147483648", IS_INT "2147483648`"},
        {"shelf", "99999999999999999999", IS_INT "99999999999999999999`"},
    };
    struct pawl_db *db = open_keys(), *administrator = open_administrator();
    int64_t token = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *machine = keys[i].machine, *key = keys[i].key;
        expect(PAWL_MISUSE, pawl_acquire(db, machine, key, "me", 0, 0, NULL, &err));
        expect_message(keys[i].message);
        expect(PAWL_MISUSE, pawl_renew(db, machine, key, "me", 1, 0, &err));
        expect_message(keys[i].message);
        expect(PAWL_MISUSE, pawl_release(db, machine, key, "me", 1, &err));
        expect_message(keys[i].message);
        expect(PAWL_MISUSE, pawl_break(administrator, machine, key, "done", &err));
        expect_message(keys[i].message);
        expect(PAWL_OK, pawl_acquire(db, NULL, key, "me", 0, 0, &token, &err)); /* a text has any spelling */
        expect(PAWL_OK, pawl_release(db, NULL, key, "me", token, &err));
    }
    expect(PAWL_OK, pawl_acquire(db, "shelf", "-2147483648", "me", 0, 0, &token, &err));
    expect(PAWL_OK, pawl_release(db, "shelf", "-2147483648", "me", token, &err));
    if (on_postgres())
        expect_rows(db, "MISUSE|" IS_UUID "nope`\n",
                    "select status, detail from pawl_acquire('asset', 'nope', 'me')");
}

static void p2_keyed_locks_have_the_spelling_of_transitions(void **state) {
    (void)state;
    struct pawl_db *db = open_keys(), *other = open_keys();
    if (!on_sqlite()) { /* which has a lock for all */
        expect(PAWL_OK, pawl_begin(other, &err));
        expect(PAWL_OK, pawl_lock(other, "asset", UPPER(7), 0, &err));
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_LOCKED, pawl_lock(db, "asset", LOWER(7), 0, &err));
        expect(PAWL_OK, pawl_rollback(other, &err));
        expect(PAWL_OK, pawl_rollback(db, &err));
    }
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_lock(db, "asset", LOWER(7), 0, &err));
    expect(PAWL_MISUSE, pawl_lock(db, "asset", "nope", 0, &err));
    expect_message(IS_UUID "nope`");
    expect(PAWL_OK, pawl_lock(db, "till", "nope", 0, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    if (on_postgres())
        expect_rows(db, "MISUSE: " IS_UUID "nope`\n", "select pawl_lock('asset', 'nope', 0)");
}

/* A malformed key and null are unknown entities, and no error. */
static void why_in_sql_takes_any_key(void **state) {
    (void)state;
    static const char *const calls[] = {"asset_why('nope', false, null, null)",
                                        "asset_why('{" LOWER(1) "}', false, null, null)",
                                        "asset_why('" UPPER(4) "', false, null, null)",
                                        "asset_why(null, false, null, null)",
                                        "shelf_why('nope', false, null, null)",
                                        "shelf_why(2147483648, false, null, null)",
                                        "shelf_why(123, false, null, null)",
                                        "shelf_why(null, false, null, null)",
                                        "ticket_why(null, false, null, null)",
                                        "ticket_why('', false, null, null)"};
    if (on_sqlite())
        skip();
    struct pawl_db *db = open_keys();
    char *database = rows_of(db, on_mariadb() ? "select database()" : "select ''");
    const int length = (int)strcspn(database, "\n");
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char expected[64];
        snprintf(expected, sizeof expected, "-|NOT_FOUND|there is no such %.*s\n",
                 (int)strcspn(calls[i], "_"), calls[i]);
        if (on_mariadb())
            expect_rows(db, expected,
                        "select coalesce(json_value(a, '$[0].event'), '-'), json_value(a, '$[0].status'), "
                        "json_value(a, '$[0].detail') from (select %.*s_pawl.%s as a) b",
                        length, database, calls[i]);
        else if (!strstr(calls[i], "nope") && !strchr(calls[i], '{') && !strstr(calls[i], "2147483648"))
            expect_rows(db, expected, "select coalesce(event, '-'), status, detail from %s", calls[i]);
    }
    free(database);
}

/* A machine can be serialized by texts, too, and such a text can be a uuid in capitals. */
static void p2_keyed_lock_of_a_uuid_is_that_of_a_text(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* which has a lock for all */
    struct pawl_db *db = open_keys(), *other = open_keys();
    const struct crate_mark_args args = {.label = UPPER(6)};
    new_crate(db, LOWER(8), LOWER(8));
    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_OK, crate_mark(other, LOWER(8), &args, NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_LOCKED, pawl_lock(db, "crate", UPPER(6), 0, &err));
    expect(PAWL_LOCKED, pawl_lock(db, "crate", UPPER(6), 50, &err));
    expect(PAWL_LOCKED, pawl_lock(db, "crate", UPPER(8), 0, &err));
    expect(PAWL_OK, pawl_lock(db, "crate", LOWER(6), 0, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_OK, pawl_rollback(other, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_lock(db, "crate", UPPER(6), PAWL_WAIT, &err));
    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_LOCKED, pawl_lock(other, "crate", LOWER(6), 0, &err));
    expect(PAWL_OK, pawl_rollback(other, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
}

/* ---- timers, work, what comes later ----------------------------------------------------------------- */

static void work_is_of_its_entity(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    struct pawl_item items[2];
    size_t count = 0;
    new_asset(db, LOWER(3), UPPER(3));
    expect(PAWL_OK, asset_inspect(db, UPPER(3), NULL, NULL, &err));
    for (int attempt = 1; attempt <= 2; attempt++) {
        expect(PAWL_OK, pawl_claim(db, &asset_machine, PAWL_WORKS, 0, items, 2, &count, &err));
        assert_int_equal(count, 1);
        assert_string_equal(pawl_item_key(items).text, LOWER(3));
        expect(PAWL_OK, pawl_extend(db, &asset_machine, items, 60000000, &err));
        expect(PAWL_OK, pawl_fail(db, &asset_machine, items, "dark", &err));
        if (attempt == 1)
            forge(on_postgres()
                      ? "update asset_pending set due_at = timestamptz 'epoch' where declaration like 'work%'"
                      : "update asset_pending set due_at = 1 where declaration like 'work%'");
    }
    expect(PAWL_OK,
           pawl_retry(db, &asset_machine, (struct pawl_key){.text = UPPER(3)}, items[0].pending, &err));
    expect(PAWL_OK, pawl_claim(db, &asset_machine, PAWL_WORKS, 0, items, 2, &count, &err));
    const struct pawl_opts with_item = {.item = items};
    expect(PAWL_OK, asset_pass(db, UPPER(3), &with_item, NULL, &err));
}

static void forge_due(void) {
    forge(on_postgres() ? "update chest_pending set due_at = timestamptz 'epoch'"
                        : "update chest_pending set due_at = 1");
}

static void p10_rows_in_capitals_have_timers_and_work(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    struct pawl_item item;
    struct chest_page page;
    struct chest_result results[2];
    size_t count = 0;
    if (on_sqlite()) { /* which compares capitals */
        execute(db, "insert into chests (id) values ('" UPPER(1) "')");
        expect(PAWL_NOT_FOUND, chest_create(db, UPPER(1), NULL, NULL, &err));
        assert_string_equal(err.help, "insert the row that is to move first; a column of text needs the uuid "
                                      "in small letters");
        execute(db, "update chests set id = lower(id)");
        execute(db, "insert into chests (id) values ('" LOWER(2) "'), ('" LOWER(3) "')");
    } else {
        execute(db, "insert into chests (id) values ('" UPPER(1) "'), ('" UPPER(2) "'), ('" UPPER(3) "')");
    }
    expect(PAWL_OK, chest_create(db, UPPER(1), NULL, NULL, &err));
    forge_due();
    expect(PAWL_OK, pawl_claim(db, &chest_machine, PAWL_TIMERS, 0, &item, 1, &count, &err));
    assert_int_equal(count, 1);
    assert_string_equal(pawl_item_key(&item).text, LOWER(1));
    const struct pawl_opts of_item = {.item = &item};
    expect(PAWL_OK, chest_rust(db, LOWER(1), &of_item, NULL, &err));
    forge_due();
    expect(PAWL_OK, pawl_claim(db, &chest_machine, PAWL_WORKS, 0, &item, 1, &count, &err));
    assert_int_equal(count, 1);
    expect(PAWL_OK, chest_drain(db, UPPER(1), &of_item, NULL, &err));
    const struct chest_create_item made[] = {{.id = UPPER(2)}, {.id = UPPER(3)}};
    expect(PAWL_OK, chest_create_many(db, made, 2, NULL, results, &err));
    const struct chest_fill_item filled[] = {{.id = UPPER(3)}, {.id = LOWER(2)}};
    expect(PAWL_OK, chest_fill_many(db, filled, 2, NULL, results, &err));
    expect(PAWL_OK, chest_in_state(db, CHEST_STATE_FULL, NULL, 9, &page, &err));
    assert_int_equal(page.count, 2);
    for (size_t i = 0; i < page.count; i++)
        assert_true(strcmp(page.rows[i].id, LOWER(2)) == 0 || strcmp(page.rows[i].id, LOWER(3)) == 0);
    expect_rows(db, LOWER(1) "\n" LOWER(2) "\n" LOWER(3) "\n",
                "select chest_id from chest_current order by chest_id");
    expect_rows(db, "full\n",
                on_sqlite() ? "select state from chests where id = '" LOWER(2) "'"
                            : "select state from chests where id = '" UPPER(2) "'");
}

static void p4_what_is_deferred_is_fired_for_its_entity(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    size_t fired = 0;
    const struct pawl_opts shutting = {.defer = true, .request_id = "shut"};
    const struct pawl_key key = {.text = UPPER(4)};
    execute(db, "insert into lids (id) values ('" LOWER(4) "')");
    expect(PAWL_OK, lid_create(db, UPPER(4), NULL, NULL, &err));
    expect(PAWL_OK, pawl_freeze(open_administrator(), "lid", PAWL_FREEZE_SLEEP, 0, "night", 20000, &err));
    expect(PAWL_DEFERRED, lid_shut(db, UPPER(4), &shutting, NULL, &err));
    expect(PAWL_DEFERRED, lid_shut(db, LOWER(4), &shutting, NULL, &err)); /* once */
    expect(PAWL_OK, pawl_thaw(open_administrator(), "lid", &err));
    expect(PAWL_OK, pawl_fire_deferred(db, &lid_machine, &fired, &err));
    assert_int_equal(fired, 1);
    expect(PAWL_OK, pawl_deferred_outcome(db, &lid_machine, key, "shut", NULL, &err));
    expect_rows(db, "closed|20\n", "select state, sort_key from lid_current where lid_id = '" LOWER(4) "'");
}

/* ---- flows ------------------------------------------------------------------------------------------ */

static enum pawl_status count(struct pawl_db *db, const struct pawl_step *step,
                              const struct stocktake_args *args, void *context, struct pawl_error *error) {
    (void)context;
    assert_string_equal(args->crate, LOWER(6));
    assert_true(pawl_step_token(step, LOWER(6)) > 0);
    assert_int_equal(pawl_step_token(step, LOWER(6)), pawl_step_token(step, UPPER(6)));
    assert_int_equal(pawl_step_token(step, UPPER(5)), 0);
    return asset_inspect(db, UPPER(6), NULL, NULL, error);
}

static void a_step_moves_what_its_run_has_locked(void **state) {
    (void)state;
    static const struct stocktake_hooks hooks = {.count = count};
    const struct stocktake_args args = {.crate = UPPER(6), .round = 1};
    struct pawl_db *db = open_keys();
    enum pawl_run_status status = PAWL_RUN_PARKED;
    int64_t run = 0, same = 0;
    new_asset(db, LOWER(6), LOWER(6));
    expect(PAWL_OK, stocktake_set_hooks(db, &hooks, &err));
    expect(PAWL_OK, stocktake_start(db, &args, NULL, &run, &err));
    expect(PAWL_LOCKED, asset_inspect(db, LOWER(6), NULL, NULL, &err));
    expect(PAWL_EXISTS, stocktake_start(db, &(struct stocktake_args){LOWER(6), 1}, NULL, &same, &err));
    expect(PAWL_OK, stocktake_run(db, run, &status, &err));
    assert_int_equal(status, PAWL_RUN_DONE);
    expect_rows(db, "inspected\n", "select state from asset_current where asset_id = '" LOWER(6) "'");
    struct pawl_runs runs;
    for (int after = 0; after <= 1; after++)
        for (size_t i = 0; i < 2; i++) {
            const struct pawl_run_filter of_key = {.unique =
                                                       i ? "[\"" LOWER(6) "\", 1]" : "[\"" UPPER(6) "\", 1]"};
            expect(PAWL_OK, pawl_run_list(db, &of_key, after * run, 9, &runs, &err));
            assert_int_equal(runs.count, 1 - after);
        }
    const struct pawl_run_filter of_none = {.unique = "[\"" UPPER(5) "\", 1]"};
    expect(PAWL_OK, pawl_run_list(db, &of_none, 0, 9, &runs, &err));
    assert_int_equal(runs.count, 0);
}

static enum pawl_status look_at(struct pawl_db *db, const struct pawl_step *step,
                                const struct audit_args *args, void *context, struct pawl_error *error) {
    (void)context, (void)step;
    assert_string_equal(args->account, UPPER(4));
    const enum pawl_status status = asset_inspect(db, LOWER(4), NULL, NULL, error);
    return status != PAWL_OK ? status : ticket_shut(db, "audited", NULL, NULL, error);
}

static void p2_a_run_locks_a_text_for_every_machine(void **state) {
    (void)state;
    static const struct audit_hooks hooks = {.look = look_at};
    const struct audit_args args = {.account = UPPER(4)};
    struct pawl_db *db = open_keys();
    enum pawl_run_status status = PAWL_RUN_PARKED;
    int64_t run = 0;
    new_asset(db, LOWER(4), LOWER(4));
    new_ticket(db, "audited", UPPER(4));
    expect(PAWL_OK, audit_set_hooks(db, &hooks, &err));
    expect(PAWL_OK, audit_start(db, &args, NULL, &run, &err));
    expect(PAWL_LOCKED, asset_inspect(db, LOWER(4), NULL, NULL, &err));
    expect(PAWL_LOCKED, ticket_shut(db, "audited", NULL, NULL, &err));
    expect(PAWL_OK, audit_run(db, run, &status, &err));
    assert_int_equal(status, PAWL_RUN_DONE);
    expect_held_rows(db, UPPER(4), 0);
}

/* ---- int -------------------------------------------------------------------------------------------- */

static void numbers_of_32_bits_are_keys(void **state) {
    (void)state;
    struct pawl_db *db = open_keys();
    struct shelf_current current;
    struct shelf_page page;
    struct shelf_result results[2];
    struct pawl_item item;
    size_t count = 0;
    int64_t token = 0;
    const struct shelf_fill_item items[] = {{.id = INT32_MAX}, {.id = -5}};
    execute(db, "insert into shelves values (-5), (2147483647)");
    const struct shelf_create_item made[] = {{.id = -5}, {.id = INT32_MAX}};
    expect(PAWL_OK, shelf_create_many(db, made, 2, NULL, results, &err));
    expect(PAWL_OK, pawl_acquire(db, "shelf", "-5", "clerk", 0, 0, &token, &err));
    expect(PAWL_LOCKED, shelf_fill(db, -5, NULL, NULL, NULL, &err));
    expect_message_has("shelf -5: ");
    expect(PAWL_OK, pawl_release(db, "shelf", "-5", "clerk", token, &err));
    expect(PAWL_OK, shelf_fill_many(db, items, 2, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_OK);
    expect(PAWL_OK, shelf_get(db, INT32_MAX, &current, &err));
    assert_int_equal(current.id, INT32_MAX);
    expect(PAWL_OK, shelf_in_state(db, SHELF_STATE_FULL, NULL, 1, &page, &err));
    const struct shelf_current last = page.rows[0];
    expect(PAWL_OK, shelf_in_state(db, SHELF_STATE_FULL, &last, 9, &page, &err));
    assert_int_equal(page.count, 1);
    assert_int_equal((int64_t)page.rows[0].id + last.id, INT32_MAX - INT64_C(5));
    expect(PAWL_OK, pawl_claim(db, &shelf_machine, PAWL_WORKS, 0, &item, 1, &count, &err));
    expect(PAWL_OK, shelf_drain(db, (int32_t)pawl_item_key(&item).number, &(struct pawl_opts){.item = &item},
                                NULL, &err));
    const struct pawl_key too_large = {.number = INT64_C(5000000000)};
    expect(PAWL_MISUSE, pawl_get(db, &shelf_machine, too_large, &current, &err));
    expect_message("shelf 5000000000: the key is no number of 32 bits");
    expect(PAWL_NOT_FOUND, shelf_get(db, 77, &current, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p10_one_uuid_is_one_entity),
        TEST(functions_of_sql_take_every_spelling),
        TEST(functions_of_mariadb_refuse_what_is_no_number),
        TEST(what_is_no_uuid_is_told_by_its_name),
        TEST(of_many_each_uuid_is_another_entity),
        TEST(a_batch_of_sql_names_what_is_repeated),
        TEST(callers_at_once_move_one_entity_in_turn),
        TEST(a_lock_is_one_in_every_spelling),
        TEST(lock_keys_of_a_creation_are_uuids),
        TEST(p2_a_lock_of_all_machines_stops_each_of_them),
        TEST(p2_a_lock_on_a_key_of_no_entity_is_refused),
        TEST(p2_keyed_locks_have_the_spelling_of_transitions),
        TEST(p2_keyed_lock_of_a_uuid_is_that_of_a_text),
        TEST(why_in_sql_takes_any_key),
        TEST(work_is_of_its_entity),
        TEST(p10_rows_in_capitals_have_timers_and_work),
        TEST(p4_what_is_deferred_is_fired_for_its_entity),
        TEST(a_step_moves_what_its_run_has_locked),
        TEST(p2_a_run_locks_a_text_for_every_machine),
        TEST(numbers_of_32_bits_are_keys),
    };
    return tests_are_possible() ? cmocka_run_group_tests(tests, create_with_keys, database_drop) : 77;
}
