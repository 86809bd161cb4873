#include "database.h"

#include "on_mariadb.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/handle.h"
#include "core/schema.h"
#include "pawl_abi.h"
#include "pool/pool.h"

#include "alarm.h"
#include "door.h"
#include "job.h"
#include "payment.h"
#include "sample.h"
#include "ticket.h"
#include "transitions.h"

#define HANDLE_MAX 128

struct pawl_error err = PAWL_ERROR_INIT;

static char folder[64], name[64];
static char application[1024], administrator[1024];
static struct pawl_db *handles[HANDLE_MAX];
static size_t handle_count;
static struct pawl_db *reader; /* for handles of the pool */
static struct pawl_pool *pool; /* of the application's handles, where they have no connections of their own */

bool tests_are_possible(void) {
    const char *filter = getenv("PAWL_TEST_FILTER");
    if (filter && *filter)
        cmocka_set_test_filter(filter);
    const char *where = getenv("PAWL_TEST_DB");
    if (where && *where)
        return true;
    fprintf(
        stderr,
        "PAWL_TEST_DB is not set: use sqlite:, mariadb://root@localhost/mysql?socket=... or a superuser's "
        "\"host=... user=... dbname=...\"\n");
    return false;
}

void write_script(char *script, size_t size, const char *file, const char *dialect, const char *sql) {
    assert_in_range(snprintf(script, size, PAWL_SCRIPT_HEADER("%s", "%d") "}\n\n%s", file, dialect,
                             PAWL_SCHEMA_VERSION, "false", "false", sql),
                    1, size - 1);
}

static const char *chosen(void) {
    return getenv("PAWL_TEST_DB");
}

bool on_sqlite(void) {
    return strncmp(chosen(), "sqlite:", 7) == 0;
}

bool on_mariadb(void) {
    return strncmp(chosen(), "mariadb://", 10) == 0;
}

bool on_postgres(void) {
    return !on_sqlite() && !on_mariadb();
}

bool through_pool(void) {
    const char *through = getenv("PAWL_TEST_POOL");
    return through && *through;
}

bool has_session_of_postgres(void) {
    return on_postgres() && !through_pool() && !strstr(chosen(), "prepare=off");
}

const char *application_where(void) {
    return application;
}

const char *administrator_where(void) {
    return administrator;
}

void skip_across_nodes(void **state) {
    (void)state;
    skip();
}

/* ---- handles ------------------------------------------------------------------------------------ */

/* Of the list of handles, which threads of a test may lengthen, too. */
static pthread_mutex_t handles_lock = PTHREAD_MUTEX_INITIALIZER;

static void remember(struct pawl_db *db) {
    pthread_mutex_lock(&handles_lock);
    const bool has_room = handle_count < HANDLE_MAX;
    if (has_room)
        handles[handle_count++] = db;
    pthread_mutex_unlock(&handles_lock);
    if (!has_room)
        fail_msg("more than %d handles in one test: raise HANDLE_MAX", HANDLE_MAX);
}

static struct pawl_db *open_where(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error failure = PAWL_ERROR_INIT;
    if (pawl_open(&db, where, &failure) != PAWL_OK)
        fail_msg("%s: %s", where, failure.message);
    remember(db);
    /* no test pulls the plug, so none need wait for the disk */
    if (on_sqlite())
        execute(db, "pragma synchronous = off");
    return db;
}

static struct pawl_pool *open_pool_at(const char *where, const struct pawl_pool_options *options) {
    struct pawl_pool *opened = NULL;
    struct pawl_error failure = PAWL_ERROR_INIT;
    if (pawl_pool_open(&opened, where, options, &failure) != PAWL_OK)
        fail_msg("%s: %s", where, failure.message);
    if (strcmp(getenv("PAWL_TEST_POOL"), "alone") != 0)
        pool_gathers_always(opened);
    return opened;
}

static struct pawl_db *open_handle_of(struct pawl_pool *opened) {
    struct pawl_db *db = NULL;
    struct pawl_error failure = PAWL_ERROR_INIT;
    if (pawl_pool_handle(opened, &db, &failure) != PAWL_OK)
        fail_msg("%s", failure.message);
    return db;
}

static struct pawl_db *open_in_pool(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const struct pawl_pool_options options = {.struct_size = sizeof options, .connections = 24};
    pthread_mutex_lock(&lock);
    if (!pool)
        pool = open_pool_at(application, &options);
    pthread_mutex_unlock(&lock);
    struct pawl_db *db = open_handle_of(pool);
    remember(db);
    return db;
}

struct pawl_db *open_application(void) {
    return through_pool() ? open_in_pool() : open_where(application);
}

struct pawl_db *open_application_apart(void) {
    return open_where(application);
}

struct pawl_db *open_by_another_way(const char *where) {
    struct pawl_db *db = NULL;
    const struct pawl_pool_options options = {.struct_size = sizeof options, .connections = 2, .lanes = 1};
    if (!through_pool()) {
        expect(PAWL_OK, pawl_open(&db, where, &err));
        return db;
    }
    struct pawl_pool *own = open_pool_at(where, &options);
    db = open_handle_of(own);
    pawl_pool_close(own); /* with its only handle */
    return db;
}

struct pawl_db *open_administrator(void) {
    return open_where(administrator);
}

static struct pawl_db *open_on_node(const char *where, size_t node) {
    char one[sizeof application];
    node_where(one, sizeof one, where, node);
    return open_where(one);
}

struct pawl_db *open_application_on(size_t node) {
    return open_on_node(application, node);
}

struct pawl_db *open_administrator_on(size_t node) {
    return open_on_node(administrator, node);
}

int close_handles(void **state) {
    (void)state;
    while (handle_count)
        pawl_close(handles[--handle_count]);
    pawl_pool_close(pool);
    pool = NULL;
    reader = NULL;
    return 0;
}

void expect_at(enum pawl_status expected, enum pawl_status actual, const char *call, const char *file,
               int line) {
    if (actual == expected) {
        if (actual != PAWL_OK && err.message[0] && err.status != actual) {
            print_error("%s\nanswered %s, and err.status says %s\n", call, pawl_status_name(actual),
                        pawl_status_name(err.status));
            _fail(file, line);
        }
        return;
    }
    print_error("%s\nanswered %s (%s), not %s\n", call, pawl_status_name(actual),
                actual == PAWL_OK ? "" : err.message, pawl_status_name(expected));
    _fail(file, line);
}

/* ---- SQL ---------------------------------------------------------------------------------------- */

static char *format_sql(const char *format, va_list arguments) {
    char *sql = NULL;
    if (vasprintf(&sql, format, arguments) < 0)
        fail_msg("out of memory");
    return sql;
}

void execute(struct pawl_db *db, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = format_sql(format, arguments);
    va_end(arguments);
    struct pawl_error failure = PAWL_ERROR_INIT;
    if ((strcmp(pawl_dialect(db), "mariadb") == 0 ? mariadb_execute : pawl_exec)(db, sql, &failure) !=
        PAWL_OK)
        fail_msg("%s: %s", sql, failure.message);
    free(sql);
}

static int write_row(void *context, int count, char **values, char **names) {
    (void)names;
    FILE *out = context;
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? "|" : "", values[i] ? values[i] : "");
    fputc('\n', out);
    return 0;
}

/* A handle of a pool that is asked for a connection would keep it: so another one reads for it. */
static struct pawl_db *reader_for(struct pawl_db *db) {
    if (!db->pool || db->connection)
        return db;
    if (!reader)
        reader = open_where(application);
    return reader;
}

char *rows_of(struct pawl_db *db, const char *sql) {
    char *rows = NULL, *message = NULL;
    size_t size = 0;
    db = reader_for(db);
    FILE *out = open_memstream(&rows, &size);
    if (!out)
        fail_msg("out of memory");
    if (strcmp(pawl_dialect(db), "sqlite") == 0) {
        if (sqlite3_exec(pawl_native(db), sql, write_row, out, &message) != SQLITE_OK)
            fail_msg("%s: %s", sql, message);
    } else if (strcmp(pawl_dialect(db), "mariadb") == 0) {
        mariadb_rows(db, sql, out);
    } else {
        PGresult *result = PQexec(pawl_native(db), sql);
        if (PQresultStatus(result) != PGRES_TUPLES_OK)
            fail_msg("%s: %s", sql, PQresultErrorMessage(result));
        for (int row = 0; row < PQntuples(result); row++) {
            for (int column = 0; column < PQnfields(result); column++)
                fprintf(out, "%s%s", column ? "|" : "", PQgetvalue(result, row, column));
            fputc('\n', out);
        }
        PQclear(result);
    }
    fclose(out);
    return rows;
}

void expect_rows(struct pawl_db *db, const char *expected, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = format_sql(format, arguments);
    va_end(arguments);
    char *rows = rows_of(db, sql);
    if (strcmp(rows, expected) != 0)
        fail_msg("%s\ngives:\n%sinstead of:\n%s", sql, rows, expected);
    free(sql);
    free(rows);
}

static void yes(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count, (void)values;
    sqlite3_result_int(context, 1);
}

void begin_free(struct pawl_db *db) {
    if (on_sqlite())
        execute(db, "begin deferred");
    else
        expect(PAWL_OK, pawl_begin(db, &err));
}

void begin_with_snapshot(struct pawl_db *db) {
    if (on_mariadb()) /* of the next transaction */
        execute(db, "set transaction isolation level repeatable read");
    begin_free(db);
    if (on_postgres())
        execute(db, "set transaction isolation level repeatable read");
    execute(db, "select count(*) from payments");
}

void expect_serialization_failure(enum pawl_status status) {
    expect(PAWL_DB, status);
    assert_true(err.retryable);
    if (!on_sqlite())
        assert_string_equal(err.sqlstate, "40001");
}

void forge(const char *sql) {
    if (on_postgres()) {
        struct pawl_db *db = open_administrator();
        execute(db, "set role pawl_owner");
        execute(db, "%s", sql);
        execute(db, "reset role");
        return;
    }
    if (on_mariadb()) {
        struct pawl_db *db = open_administrator();
        execute(db, "set role %s_pawl_owner", name); /* whom --strict lets write */
        execute(db, "%s", sql);
        return;
    }
    sqlite3 *db = NULL;
    char *message = NULL;
    assert_int_equal(sqlite3_open(application + strlen("sqlite:"), &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 10000);
    sqlite3_create_function(db, "only_libpawl_may_write", -1, SQLITE_UTF8 | SQLITE_INNOCUOUS, NULL, yes, NULL,
                            NULL);
    int code = sqlite3_exec(db, sql, NULL, NULL, &message);
    if (code != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    sqlite3_close(db);
}

bool can_listen(void) {
    return on_postgres() && !strstr(application_where(), "prepare=off");
}

bool worker_sleeps(struct pawl_db *admin, const char *channel) {
    char sql[512];
    snprintf(sql, sizeof sql,
             "select count(*) from pg_locks where locktype = 'advisory' and objsubid = 1 and granted"
             " and database = (select oid from pg_database where datname = current_database())"
             " and classid::bigint << 32 | objid::bigint = pawl_key('sleeping worker', '%s')"
             " and mode = 'ShareLock'",
             channel);
    char *count = rows_of(admin, sql);
    const bool sleeps = strcmp(count, "0\n") != 0;
    free(count);
    return sleeps;
}

void wait_for_sleeper(const char *channel) {
    struct pawl_db *admin = open_administrator();
    for (int waited_ms = 0; !worker_sleeps(admin, channel); waited_ms += 20) {
        if (waited_ms > 20000)
            fail_msg("no worker falls asleep on %s", channel);
        sleep_ms(20);
    }
}

void set_outbox_full(struct pawl_db *db, bool is_full) {
    if (on_mariadb())
        is_full ? break_on_mariadb("full_outbox", "before insert", "pawl_outbox", NULL, "the outbox is full")
                : mend_on_mariadb("full_outbox");
    else if (!is_full)
        execute(db, on_postgres() ? "drop function full_outbox cascade" : "drop trigger full_outbox");
    else if (on_postgres())
        execute(db, "create function full_outbox() returns trigger language plpgsql as"
                    " 'begin raise exception ''the outbox is full''; end';"
                    "create trigger full_outbox before insert on pawl_outbox"
                    " for each row execute function full_outbox()");
    else
        execute(db, "create trigger full_outbox after insert on pawl_outbox begin"
                    " select raise(abort, 'the outbox is full'); end");
}

void check_histories(struct pawl_db *db, const char *machine, const char *moves) {
    expect_rows(
        db, "",
        "with legal (event, from_state, to_state) as (values %s),"
        " moves as (select %s_id as id, sort_key, event, from_state, to_state, created_at"
        " from %s_" HISTORY "),"
        " heads as (select %s_id as id, state, sort_key, since from %s_current)"
        " select 'not a move of this machine', id, event from moves"
        " where not exists (select 1 from legal where legal.event = moves.event"
        " and legal.from_state = moves.from_state and legal.to_state = moves.to_state)"
        " union all select 'only the first move comes from nothing, and it alone', id, event"
        " from moves where (sort_key = 10) <> (from_state = '')"
        " union all select 'not from where the move before it led', id, event from moves"
        " where sort_key <> 10 and not exists (select 1 from moves earlier where earlier.id = moves.id"
        " and earlier.sort_key = moves.sort_key - 10 and earlier.to_state = moves.from_state)"
        " union all select 'earlier than a move before it', id, event from moves"
        " where exists (select 1 from moves earlier where earlier.id = moves.id"
        " and earlier.sort_key = moves.sort_key - 10 and earlier.created_at > moves.created_at)"
        " union all select 'the head is not its last move', id, state from heads"
        " where not exists (select 1 from moves where moves.id = heads.id and"
        " moves.sort_key = heads.sort_key and moves.to_state = heads.state"
        " and moves.created_at = heads.since)"
        " or exists (select 1 from moves where moves.id = heads.id and moves.sort_key > heads.sort_key)"
        " union all select 'moves without a head', id, event from moves"
        " where id not in (select id from heads)",
        moves, machine, machine, machine, machine);
}

/* ---- the database ------------------------------------------------------------------------------- */

static void create_sqlite(void) {
    strcpy(folder, "/tmp/pawl.XXXXXX");
    if (!mkdtemp(folder))
        fail_msg("cannot make a temporary folder");
    snprintf(application, sizeof application, "sqlite:%s/test.db", folder);
    strcpy(administrator, application);
}

/* In PAWL_TEST_SCHEMA, or in public. Statements of tests name no schema. */
static void postgres_where(char *where, size_t size, const char *database, const char *login) {
    const char *schema = getenv("PAWL_TEST_SCHEMA");
    snprintf(where, size, schema ? "%s dbname=%s%s%s schema=%s options=-csearch_path=%s" : "%s dbname=%s%s%s",
             chosen(), database, login ? " user=" : "", login ? login : "", schema, schema);
}

static void create_schema(const char *where) {
    if (getenv("PAWL_TEST_SCHEMA"))
        execute(open_where(where), "create schema if not exists %s", getenv("PAWL_TEST_SCHEMA"));
}

static void create_postgres(const char *template) {
    snprintf(name, sizeof name, "pawl_test_%ld", (long)getpid());
    struct pawl_db *db = open_where(chosen());
    if (getenv("PAWL_TEST_TEMPLATE"))
        template = getenv("PAWL_TEST_TEMPLATE");
    execute(db, "create database %s template %s", name, template);
    execute(db, "create role %s login", name);
    execute(db, "revoke all on database %s from public", name);
    execute(db, "grant connect on database %s to %s", name, name);
    postgres_where(administrator, sizeof administrator, name, NULL);
    postgres_where(application, sizeof application, name, name);
    create_schema(administrator);
    execute(open_administrator(), "revoke all on schema public from public");
}

/* Which programs use one after another, since it takes seconds to deploy on a cluster; NULL: each its own. */
static const char *shared_database(void) {
    return on_mariadb() ? getenv("PAWL_TEST_DATABASE") : NULL;
}

/* False: it is there, with all machines, from a program before. */
static bool create_mariadb(void) {
    if (shared_database())
        snprintf(name, sizeof name, "%s", shared_database());
    else
        snprintf(name, sizeof name, "pawl_test_%ld", (long)getpid());
    const bool is_new = !mariadb_has(open_where(chosen()), name);
    if (is_new)
        mariadb_create(open_where(chosen()), name);
    mariadb_where(administrator, sizeof administrator, chosen(), NULL, name);
    mariadb_where(application, sizeof application, chosen(), name, name);
    return is_new;
}

/* False: nothing need be deployed. */
static bool create(const char *template) {
    if (on_mariadb())
        return create_mariadb();
    if (on_postgres())
        create_postgres(template ? template : "template1");
    else
        create_sqlite();
    return !template;
}

int database_create_empty(void **state) {
    (void)state;
    create(NULL);
    return 0;
}

#ifndef PAWL_TEST_DISTRIBUTED
void deploy_machine(struct pawl_db *admin, const struct pawl_machine *machine) {
    expect(PAWL_OK, pawl_apply(admin, machine, &err));
}
#endif

/* The last two have what does not run on Citus. */
static const struct pawl_machine *const machines[] = {&payment_machine, &door_machine,  &sample_machine,
                                                      &ticket_machine,  &alarm_machine, &job_machine};

static const struct pawl_machine *moved[8];
static size_t moved_count;
static bool moves_few;

void moves_only(const struct pawl_machine *first, ...) {
    va_list rest;
    va_start(rest, first);
    for (const struct pawl_machine *each = first; each; each = va_arg(rest, const struct pawl_machine *)) {
        assert_true(moved_count < sizeof moved / sizeof *moved);
        moved[moved_count++] = each;
    }
    va_end(rest);
    moves_few = true;
}

/* Programs that share a database share all machines. */
static bool is_needed(const struct pawl_machine *machine) {
    bool is_moved = !moves_few || !on_mariadb() || shared_database();
    for (size_t i = 0; i < moved_count; i++)
        is_moved |= moved[i] == machine;
    return is_moved;
}

static void deploy_machines(struct pawl_db *db, const char *database) {
    prepare_nodes(db, database);
    execute(db, "create table payments (id text primary key)");
    execute(db, "create table samples (number bigint primary key)");
    execute(db, "create table notes (note text primary key)");
    create_parents(db);
    spread_table(db, "payments", "id");
    spread_table(db, "samples", "number");
    spread_table(db, "notes", "note");
    for (size_t i = 0; i < (has_all_machines ? 6 : 4); i++)
        if (is_needed(machines[i]))
            deploy_machine(db, machines[i]);
}

static unsigned long long hash_of(unsigned long long hash, const char *text) {
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u; /* FNV-1a */
    return hash;
}

/*
 * A database in which the machines are deployed, to copy, which takes a tenth of the time; who comes first
 * makes it. Only where PAWL_TEST_TEMPLATES says so, since it stays. NULL: there is none.
 */
static const char *find_template(void) {
    static char template[64];
    char made[64], where[1024];
    unsigned long long hash = 14695981039346656037u;
    if (!getenv("PAWL_TEST_TEMPLATES") || getenv("PAWL_TEST_TEMPLATE") || !on_postgres() ||
        strstr(chosen(), "prepare=off") || !has_all_machines)
        return NULL;
    struct pawl_db *db = open_where(chosen());
    char *shared = schema_script(db, false);
    hash = hash_of(hash, shared ? shared : "");
    hash = hash_of(hash, getenv("PAWL_TEST_SCHEMA") ? getenv("PAWL_TEST_SCHEMA") : "");
    free(shared);
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        hash = hash_of(hash, machines[i]->sql[PAWL_DIALECT_POSTGRES]->schema);
    snprintf(template, sizeof template, "pawl_machines_%016llx", hash);
    char sql[256];
    snprintf(sql, sizeof sql, "select 1 from pg_database where datname = '%s'", template);
    char *found = rows_of(db, sql);
    const bool is_there = *found;
    free(found);
    if (is_there)
        return template;
    snprintf(made, sizeof made, "pawl_machines_%ld", (long)getpid());
    execute(db, "create database %s", made);
    postgres_where(where, sizeof where, made, NULL);
    create_schema(where);
    deploy_machines(open_where(where), made);
    close_handles(NULL);
    db = open_where(chosen());
    snprintf(sql, sizeof sql, "alter database %s rename to %s", made, template);
    if (pawl_exec(db, sql, NULL) != PAWL_OK) /* somebody else was quicker */
        execute(db, "drop database %s", made);
    return template;
}

/* README.md says what a program's login needs, and what else can be taken from everybody. */
static void grant_what_is_needed(struct pawl_db *db) {
    execute(
        db,
        "do $$ declare lock regprocedure;"
        " begin"
        "   for lock in select oid from pg_proc where proname ~ '^pg_(try_)?advisory_' loop"
        "     execute format('revoke execute on function %%s from public', lock);"
        "     execute format('grant execute on function %%s to pawl_app, pawl_owner, pawl_operator', lock);"
        "   end loop;"
        " end $$");
    char sql[128];
    snprintf(sql, sizeof sql, "grant pawl_app to %s", name);
    execute(db, "%s", sql);
    on_workers("postgres", sql);
}

int database_create(void **state) {
    const bool is_empty = create(find_template());
    struct pawl_db *db = open_administrator();
    if (is_empty)
        deploy_machines(db, name);
    if (on_postgres()) {
        execute(db, "grant select, insert, update, delete on payments, samples, notes to %s", name);
        grant_parents(db, name);
        grant_what_is_needed(db);
    }
    return close_handles(state);
}

void grant_application(struct pawl_db *db, const char *rights, const char *tables) {
    if (on_mariadb()) /* it may do all that is data */
        return;
    execute(db, "grant %s on %s to %s", rights, tables, name);
    execute(db, "grant usage on all sequences in schema public to %s", name);
    grant_what_is_needed(db);
}

int database_drop(void **state) {
    close_handles(state);
    if (on_postgres()) {
        struct pawl_db *db = open_where(chosen());
        char sql[128];
        execute(db, "drop database %s with (force)", name);
        snprintf(sql, sizeof sql, "drop database if exists %s with (force)", name);
        on_workers("postgres", sql);
        execute(db, "drop role %s", name);
    } else if (on_mariadb()) {
        if (!shared_database())
            mariadb_drop(open_where(chosen()), name);
    } else {
        const char *suffixes[] = {"", "-wal", "-shm", "-journal"};
        for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
            char path[128];
            snprintf(path, sizeof path, "%s/test.db%s", folder, suffixes[i]);
            unlink(path);
        }
        rmdir(folder);
    }
    return close_handles(state);
}

#ifdef PAWL_TEST_TRANSITIONS
struct pawl_db *with_parent(struct pawl_db *db, const char *table, const char *id) {
    char *sql = NULL;
    if (!db || !id ||
        asprintf(&sql, "insert%s into %s (id) values ('%s')%s", on_mariadb() ? " ignore" : "", table, id,
                 on_mariadb() ? "" : " on conflict do nothing") < 0)
        return db;
    if (strcmp(pawl_dialect(db), "sqlite") == 0)
        sqlite3_exec(pawl_native(db), sql, NULL, NULL, NULL);
    else if (on_mariadb())
        own_mariadb_sql(pawl_native(db), sql);
    else
        PQclear(PQexec(pawl_native(db), sql));
    free(sql);
    return db;
}

struct pawl_db *with_parents(struct pawl_db *db, const char *table, const void *items, size_t item_size,
                             size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *id = NULL;
        memcpy(&id, (const char *)items + i * item_size, sizeof id);
        with_parent(db, table, id);
    }
    return db;
}
#endif
