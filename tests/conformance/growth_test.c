/* A session keeps its plans, also from the time when a table was empty: no call reads all rows of one that
 * has grown since. */
#include "../support/database.h"

#include <pawl_admin.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crop.h"

enum { ROWS = 3000, MOST = 300, ROUNDS = 8 }; /* PostgreSQL keeps a plan from the sixth execution on */

static int crops_create(void **state) {
    if (database_create_empty(state) != 0)
        return 1;
    struct pawl_db *db = open_administrator();
    execute(db, on_mariadb() ? "create table crops (id varchar(100) character set utf8mb4 collate "
                               "utf8mb4_nopad_bin primary key)"
                             : "create table crops (id text primary key)");
    execute(db, on_mariadb() ? "create table cans (crop_id varchar(100) character set utf8mb4 collate "
                               "utf8mb4_nopad_bin, litres bigint)"
                             : "create table cans (crop_id text, litres bigint)");
    execute(db, "create index cans_of_crop on cans (crop_id)");
    if (on_postgres()) {
        grant_application(db, "select, insert", "crops, cans");
        execute(db, "grant select, insert on crops, cans to pawl_owner");
    }
    if (on_mariadb())
        grant_hooks_on_mariadb("select, insert");
    expect(PAWL_OK, crop_apply(db, &err));
    expect(PAWL_OK, market_apply(db, &err));
    return close_handles(state);
}

/* ---- what a session has read -------------------------------------------------------------------- */

static long steps_of_sqlite;

static int count_steps(unsigned event, void *context, void *statement, void *time) {
    (void)event, (void)context, (void)time;
    steps_of_sqlite += sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1);
    return 0;
}

static long number_of(struct pawl_db *db, const char *sql) {
    char *rows = rows_of(db, sql);
    const long number = strtol(rows, NULL, 10);
    free(rows);
    return number;
}

/* Rows, or on SQLite steps of its machine. */
static long read_until_now(struct pawl_db *db) {
    if (on_sqlite())
        return steps_of_sqlite / 20;
    if (on_mariadb())
        return number_of(db, "select sum(variable_value) from information_schema.session_status"
                             " where variable_name like 'handler_read%'");
    free(rows_of(db, "select pg_stat_force_next_flush()"));
    return number_of(db, "select sum(pg_stat_get_tuples_returned(oid)) from pg_class"
                         " where relnamespace = 'public'::regnamespace");
}

static struct pawl_db *session;
static bool is_grown;
static char complaints[4096];

/* With what asking costs itself. */
static long read_before(void) {
    const long first = read_until_now(session), second = read_until_now(session);
    return second + (second - first);
}

static void complain(const char *call, long before) {
    const long read = read_until_now(session) - before;
    const size_t length = strlen(complaints);
    if (is_grown && read > MOST)
        snprintf(complaints + length, sizeof complaints - length, "%6ld: %s\n", read, call);
}

#define READS(status, call)                                                                                  \
    do {                                                                                                     \
        const long before = read_before();                                                                   \
        expect(status, call);                                                                                \
        complain(#call, before);                                                                             \
    } while (0)

/* ID, NUMBERS and KEY in the database's own words. */
static void forge_words(const char *text) {
    const struct {
        const char *word, *meaning;
    } words[] = {{"ID", on_mariadb() ? "concat('g', n)" : "'g' || n"},
                 {"NUMBER, ", on_sqlite() ? "number, " : ""}, /* which SQLite does not count by itself */
                 {"RUN, ", on_sqlite() ? "id, " : ""},
                 {"LATER", on_postgres() ? "n * interval '1 second'" : "n * 1000000"},
                 {"FIRST, ", on_sqlite() ? "number, " : ""},
                 {"NINTH, ", on_sqlite() ? "200000 + n, " : ""},
                 {"NTH, ", on_sqlite() ? "100000 + n, " : ""},
                 {"KEY", on_mariadb() ? "lock_key" : "key"},
                 {"CHANGES, ", on_mariadb() ? "changes, " : ""},
                 {"NONE, ", on_mariadb() ? "0, " : ""},
                 {"NUMBERS", on_postgres() ? "generate_series(1, 3000) n"
                             : on_mariadb()
                                 ? "(select seq as n from seq_1_to_3000) counted"
                                 : "(with recursive c(n) as (select 1 union all select n + 1 from c"
                                   " where n < 3000) select n from c) counted"}};
    char *sql = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&sql, &size);
    while (*text) {
        size_t i = 0;
        while (i < sizeof words / sizeof *words && strncmp(text, words[i].word, strlen(words[i].word)) != 0)
            i++;
        if (i < sizeof words / sizeof *words) {
            fputs(words[i].meaning, out);
            text += strlen(words[i].word);
        } else {
            fputc(*text++, out);
        }
    }
    fclose(out);
    forge(sql);
    free(sql);
}

/* ---- calls -------------------------------------------------------------------------------------- */

static void move(struct pawl_db *db, const char *id) {
    const struct crop_create_args one = {.amount = 1};
    const struct crop_water_args water = {.litres = 1};
    const struct pawl_opts request = {.request_id = "once"};
    struct crop_current current;
    struct crop_history records;
    struct crop_record last;
    READS(PAWL_NOT_FOUND, crop_tend(db, "absent", NULL, NULL, &err));
    READS(PAWL_OK, crop_create(db, id, &one, NULL, NULL, &err));
    READS(PAWL_EXISTS, crop_create(db, id, &one, NULL, NULL, &err));
    READS(PAWL_OK, crop_tend(db, id, &request, NULL, &err));
    READS(PAWL_OK, crop_tend(db, id, &request, NULL, &err));
    READS(PAWL_ILLEGAL, crop_reap(db, id, NULL, NULL, &err));
    READS(PAWL_REUSED, crop_water(db, id, &water, &request, NULL, &err));
    READS(PAWL_OK, crop_water(db, id, &water, NULL, NULL, &err));
    READS(PAWL_OK, crop_get(db, id, &current, &err));
    READS(PAWL_OK, crop_history(db, id, &records, &err));
    READS(PAWL_OK, crop_last_to(db, id, CROP_STATE_GROWING, &last, &err));
}

static void list(struct pawl_db *db, const char *id) {
    struct crop_page found;
    READS(PAWL_OK, crop_in_state(db, CROP_STATE_GROWING, NULL, 1, &found, &err));
    READS(PAWL_OK, crop_not_in_state(db, CROP_STATE_SOWN, NULL, 1, &found, &err));
    READS(PAWL_OK, crop_with_key(db, id, NULL, 1, &found, &err));
}

static void move_many(struct pawl_db *db, const char *id) {
    char first[32], second[32];
    struct crop_result results[2];
    snprintf(first, sizeof first, "%s a", id);
    snprintf(second, sizeof second, "%s b", id);
    const struct crop_create_item created[] = {{.id = first, .args = {.amount = 1}},
                                               {.id = second, .args = {.amount = 1}}};
    const struct crop_tend_item tended[] = {{.id = first}, {.id = second}};
    READS(PAWL_OK, crop_create_many(db, created, 2, NULL, results, &err));
    READS(PAWL_OK, crop_tend_many(db, tended, 2, NULL, results, &err));
    const struct crop_lose_item lost[] = {{.id = first}, {.id = second}};
    READS(PAWL_OK, crop_lose_many(db, lost, 2, NULL, results, &err));
    expect(PAWL_OK, results[1].status);
}

static struct pawl_item claim(struct pawl_db *db) {
    struct pawl_item item;
    size_t count = 0;
    READS(PAWL_OK, pawl_claim(db, &crop_machine, PAWL_WORKS, 0, &item, 1, &count, &err));
    assert_int_equal(count, 1);
    return item;
}

static void work(struct pawl_db *db, const char *id) {
    const struct crop_create_args one = {.amount = 1};
    char key[32];
    size_t count = 0;
    snprintf(key, sizeof key, "%s w", id);
    READS(PAWL_OK, pawl_claim(db, &crop_machine, PAWL_TIMERS, 0, &(struct pawl_item){0}, 1, &count, &err));
    expect(PAWL_OK, crop_create(db, key, &one, NULL, NULL, &err));
    struct pawl_item item = claim(db);
    READS(PAWL_OK, pawl_extend(db, &crop_machine, &item, 0, &err));
    READS(PAWL_OK, pawl_not_yet(db, &crop_machine, &item, 1, &err));
    item = claim(db);
    READS(PAWL_OK, pawl_fail(db, &crop_machine, &item, "blunt", &err));
    READS(PAWL_OK, pawl_retry(db, &crop_machine, (struct pawl_key){.text = key}, item.pending, &err));
    item = claim(db);
    READS(PAWL_OK, pawl_complete(db, &crop_machine, &item, CROP_EVENT_LOSE, NULL, NULL, NULL, &err));
}

static void lock(struct pawl_db *db, const char *id) {
    int64_t token = 0;
    struct pawl_held_locks held;
    READS(PAWL_OK, pawl_acquire(db, "crop", id, "me", 60000, 0, &token, &err));
    READS(PAWL_LOCKED, crop_tend(db, id, NULL, NULL, &err));
    READS(PAWL_LOCKED, pawl_acquire(db, "crop", id, "you", 60000, 1, &(int64_t){0}, &err));
    READS(PAWL_OK, pawl_renew(db, "crop", id, "me", token, 60000, &err));
    READS(PAWL_OK, pawl_list_locks(db, id, NULL, 1, &held, &err));
    READS(PAWL_OK, pawl_release(db, "crop", id, "me", token, &err));
}

static void defer(struct pawl_db *db, struct pawl_db *admin, const char *id) {
    const struct pawl_opts request = {.request_id = "later", .defer = true};
    struct pawl_transition outcome;
    size_t fired = 0;
    expect(PAWL_OK, pawl_freeze(admin, "crop", PAWL_FREEZE_SLEEP, 0, "night", 20000, &err));
    READS(PAWL_DEFERRED, crop_tend(db, id, &request, NULL, &err));
    READS(PAWL_DEFERRED,
          pawl_deferred_outcome(db, &crop_machine, (struct pawl_key){.text = id}, "later", &outcome, &err));
    expect(PAWL_OK, pawl_thaw(admin, "crop", &err));
    READS(PAWL_OK, pawl_fire_deferred(db, &crop_machine, &fired, &err));
    assert_int_equal(fired, 1);
}

/* Whose turn it is, while deferred events of many others wait for theirs. */
static void wake(struct pawl_db *db, struct pawl_db *admin, const char *id) {
    const struct pawl_opts request = {.request_id = "next", .defer = true};
    char other[32];
    snprintf(other, sizeof other, "%s o", id);
    expect(PAWL_OK, crop_create(db, other, &(struct crop_create_args){.amount = 1}, NULL, NULL, &err));
    expect(PAWL_OK, pawl_freeze(admin, "crop", PAWL_FREEZE_SLEEP, 0, "night", 20000, &err));
    expect(PAWL_DEFERRED, crop_tend(db, id, &request, NULL, &err));
    if (is_grown)
        forge_words("insert into pawl_deferred (FIRST, machine, entity, request_id, event, arguments, actor,"
                    " deferred_at) select NINTH, 'crop', ID, 'waits', 'tend', '', 'x', m.since + LATER from"
                    " NUMBERS, (select * from crop_current where crop_id = 'k0') m");
    expect(PAWL_OK, pawl_thaw(admin, "crop", &err));
    READS(PAWL_OK, crop_lose(db, other, NULL, NULL, &err));
    if (is_grown)
        forge("delete from pawl_deferred where request_id = 'waits'");
    expect(PAWL_OK, pawl_fire_deferred(db, &crop_machine, &(size_t){0}, &err));
}

static void run(struct pawl_db *db, const char *id) {
    const struct market_args args = {.to_whom = id};
    enum pawl_run_status status;
    struct pawl_run known;
    struct pawl_run_steps records;
    int64_t number = 0, next = 0;
    READS(PAWL_OK, market_start(db, &args, NULL, &number, &err));
    READS(PAWL_OK, market_run(db, number, &status, &err));
    assert_int_equal(status, PAWL_RUN_WAITING);
    READS(PAWL_OK, market_start(db, &args, NULL, &next, &err));
    READS(PAWL_OK, market_run(db, next, &status, &err));
    assert_int_equal(status, PAWL_RUN_BLOCKED);
    READS(PAWL_OK, pawl_run_get(db, "market", number, &known, &err));
    READS(PAWL_OK, pawl_run_signal(db, "market", number, "word", NULL, &err));
    READS(PAWL_OK, market_run(db, number, &status, &err));
    assert_int_equal(status, PAWL_RUN_DONE);
    READS(PAWL_OK, market_run(db, next, &status, &err));
    assert_int_equal(status, PAWL_RUN_WAITING);
    READS(PAWL_OK, pawl_run_history(db, "market", number, &records, &err));
}

static void deliver(struct pawl_db *db) {
    const struct outbox_limits limits = {.lease_ms = 60000, .slots = 1, .rows = 2};
    struct outbox_batch batch = {0};
    READS(PAWL_OK, outbox_claim(db, "relay", &limits, &batch, &err));
    assert_true(batch.count > 0);
    batch.rows[0].is_delivered = true;
    READS(PAWL_OK, outbox_settle(db, &batch, 0, &err));
    outbox_batch_free(&batch);
}

static void call_all(struct pawl_db *db, struct pawl_db *admin, int round) {
    char id[16], sql[160];
    snprintf(id, sizeof id, "k%d", round);
    snprintf(sql, sizeof sql, "insert into crops values ('%s'), ('%s a'), ('%s b'), ('%s w'), ('%s o')", id,
             id, id, id, id);
    execute(db, "%s", sql);
    move(db, id);
    list(db, id);
    move_many(db, id);
    work(db, id);
    lock(db, id);
    defer(db, admin, id);
    wake(db, admin, id);
    run(db, id);
    session = on_sqlite() ? db : admin; /* the application may not */
    deliver(session);
    session = db;
}

/* ---- growth ------------------------------------------------------------------------------------- */

/* Columns, and what they are in the n-th new row; KEY is the name of a column that is a word of MariaDB's. */
static const struct {
    const char *table, *columns, *values, *from;
} tables[] = {
    {"crops", "id", "ID", NULL},
    {"cans", "crop_id, litres", "ID, 1", NULL},
    {"crop_current", "crop_id, state, sort_key, since", "ID, m.state, m.sort_key, m.since + LATER",
     "crop_current where crop_id = 'k0'"},
    {"crop_transitions", "crop_id, sort_key, event, from_state, to_state, created_at, actor, amount",
     "ID, m.sort_key, m.event, m.from_state, m.to_state, m.created_at, m.actor, m.amount",
     "crop_transitions where crop_id = 'k0' and sort_key = 10"},
    {"crop_pending", "crop_id, declaration, is_work, due_at, fence, claim, attempts, is_asleep",
     "ID, m.declaration, m.is_work, m.due_at, m.fence, m.claim, m.attempts, m.is_asleep",
     "crop_pending where crop_id = 'k0'"},
    {"pawl_lock_keys", "KEY, CHANGES, last_token", "ID, NONE, 1", NULL},
    {"pawl_locks", "KEY, type, owner, token, since", "ID, 'crop', 'x', 1, m.since",
     "crop_current where crop_id = 'k0'"},
    {"pawl_lock_waiters", "KEY, type, owner, since, until", "ID, 'crop', 'x', m.since, m.since + LATER",
     "crop_current where crop_id = 'k0'"},
    {"pawl_run_waits", "NUMBER, run, KEY, type, flow", "NTH, 100000 + n, ID, 'market', 'market'", NULL},
    {"pawl_outbox",
     "slot, created_at, machine, entity, sort_key, event, from_state, to_state, topic, fingerprint, "
     "parameters",
     "m.slot, m.created_at, m.machine, ID, m.sort_key, m.event, m.from_state, m.to_state, m.topic,"
     " m.fingerprint, m.parameters",
     "pawl_outbox limit 1"},
    {"pawl_deferred", "NUMBER, machine, entity, request_id, event, arguments, actor, deferred_at, status",
     "NTH, 'crop', ID, 'later', 'tend', '', 'x', m.since, 'OK'", "crop_current where crop_id = 'k0'"},
    {"pawl_runs",
     "RUN, flow, fingerprint, status, direction, iteration, entered, counts, args, data, locks, attempt, "
     "failures,"
     " is_uncertain, was_cut_off, steps, undone, claim, actor, started_at, updated_at, events",
     "NTH, m.flow, m.fingerprint, 'waiting', m.direction, m.iteration, m.entered, m.counts, m.args, m.data, "
     "m.locks,"
     " m.attempt, m.failures, m.is_uncertain, m.was_cut_off, m.steps, m.undone, m.claim, m.actor, "
     "m.started_at,"
     " m.updated_at, m.events",
     "pawl_runs limit 1"},
    {"pawl_run_steps",
     "run, number, path, iteration, generation, is_undo, outcome, attempt, actor, at, duration_us",
     "100000 + n, 1, m.path, m.iteration, m.generation, m.is_undo, m.outcome, m.attempt, m.actor, m.at, 1",
     "pawl_run_steps limit 1"},
    {"pawl_run_ready", "run, flow, due_at, is_leased", "100000 + n, 'market', m.due_at, m.is_asleep",
     "crop_pending where crop_id = 'k0'"},
    {"pawl_run_signals", "run, name, actor, sent_at", "100000 + n, 'word', 'x', m.since",
     "crop_current where crop_id = 'k0'"},
};

static void grow(void) {
    char sql[2048];
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(sql, sizeof sql, "insert into %s (%s) select %s from NUMBERS%s%s%s", tables[i].table,
                 tables[i].columns, tables[i].values, tables[i].from ? ", (select * from " : "",
                 tables[i].from ? tables[i].from : "", tables[i].from ? ") m" : "");
        forge_words(sql);
    }
}

/* As VACUUM ANALYZE, ANALYZE TABLE or ANALYZE of a database that is not used yet. */
static void look_at_empty_tables(struct pawl_db *admin) {
    if (!on_mariadb()) {
        execute(admin, on_postgres() ? "vacuum analyze" : "analyze");
        return;
    }
    execute(admin,
            "begin not atomic"
            " for own in (select concat('`', table_schema, '`.`', table_name, '`') as name"
            " from information_schema.tables where table_type = 'BASE TABLE'"
            " and table_schema in (database(), concat(database(), '_pawl')))"
            " do execute immediate concat('analyze table ', own.name, ' persistent for all'); end for; end");
}

/* The plans of this session are kept from tables without a row, or with a few. */
static void calls_read_a_few_rows_of_tables_that_have_grown(void **state) {
    (void)state;
    session = open_application_apart();
    struct pawl_db *admin = open_administrator();
    if (on_sqlite())
        sqlite3_trace_v2(pawl_native(session), SQLITE_TRACE_PROFILE, count_steps, NULL);
    look_at_empty_tables(admin);
    for (int round = 0; round < ROUNDS; round++)
        call_all(session, admin, round);
    grow();
    is_grown = true;
    call_all(session, admin, ROUNDS);
    if (*complaints)
        fail_msg("of %d rows in each table these calls read more than %d:\n%s", ROWS, MOST, complaints);
}

/* Left out: what looks into no table of Pawl's, or has to read all of one, and a trigger, which runs within
 * other functions. */
static void functions_find_rows_by_index(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    expect_rows(
        open_administrator(), "",
        "select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and prosecdef"
        " and proowner = 'pawl_owner'::regrole and ('enable_seqscan=off' = any (proconfig)) is not true"
        " and proname not in ('pawl_explain', 'pawl_freeze_waits_for', 'pawl_outbox_retry',"
        " 'pawl_run_lock_freed') order by 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(calls_read_a_few_rows_of_tables_that_have_grown),
                                       TEST(functions_find_rows_by_index)};
    return tests_are_possible() ? cmocka_run_group_tests(tests, crops_create, database_drop) : 77;
}
