/* A database of its own for a test program on MariaDB, and what tests say there in other words. */
#include "on_mariadb.h"

#include <ctype.h>
#include <mysql.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- where -------------------------------------------------------------------------------------- */

void mariadb_where(char *out, size_t size, const char *server, const char *user, const char *database) {
    const char *host = strchr(server, '@'), *options = strchr(server, '?');
    const size_t length = host ? strcspn(host, "/") : 0;
    snprintf(out, size, "mariadb://%s%.*s/%s%s", user ? user : "root", (int)length, host ? host : "",
             database, options ? options : "");
}

/* ---- several nodes ------------------------------------------------------------------------------ */

bool across_nodes(void) {
    const char *where = getenv("PAWL_TEST_DB");
    return where && strncmp(where, "mariadb://", 10) == 0 && strchr(where, ',');
}

enum { NODE_MAX = 8 };

static MYSQL *nodes[NODE_MAX];
static pthread_mutex_t nodes_lock = PTHREAD_MUTEX_INITIALIZER; /* threads of a test read rows, too */

/* What tests lay down for others is on all nodes before these begin. */
static void catch_up(void) {
    const char *host = strchr(getenv("PAWL_TEST_DB"), '@');
    pthread_mutex_lock(&nodes_lock);
    for (size_t i = 0; i < NODE_MAX && host && *host != '/'; i++, host = strpbrk(host + 1, ",/")) {
        char name[64];
        unsigned port;
        if (sscanf(host + 1, "%63[^:]:%u", name, &port) != 2)
            fail_msg("%s: each host needs a port", host);
        if (!nodes[i]) {
            nodes[i] = mysql_init(NULL);
            if (!mysql_real_connect(nodes[i], name, "root", NULL, "mysql", port, NULL, 0))
                fail_msg("%s", mysql_error(nodes[i]));
        }
        if (!own_mariadb_sql(nodes[i], "set statement wsrep_sync_wait = 15 for select 1"))
            fail_msg("%s", mysql_error(nodes[i]));
    }
    pthread_mutex_unlock(&nodes_lock);
}

void node_where(char *out, size_t size, const char *where, size_t number) {
    const char *hosts = strchr(where, '@'), *end = strchr(where, '?');
    const char *database = hosts ? strchr(hosts, '/') : NULL, *host = hosts ? hosts + 1 : NULL;
    for (size_t i = 0; i < number && host; i++)
        host = (host = strchr(host, ',')) && host < database ? host + 1 : NULL;
    if (!host || !database || !end)
        fail_msg("%s: there is no node %zu", where, number);
    snprintf(out, size, "%.*s%.*s%.*s", (int)(hosts + 1 - where), where, (int)strcspn(host, ",/"), host,
             (int)(end - database), database);
}

static bool do_all(MYSQL *connection, const char *const *sql, size_t count) {
    size_t i = 0;
    while (i < count && own_mariadb_sql(connection, sql[i]))
        i++;
    return i == count;
}

static MYSQL *holder;

/* As a backup does. */
void hold_node(size_t number) {
    static const char *const hold[] = {"backup stage start", "backup stage block_commit"};
    char where[1024], host[64];
    unsigned port;
    node_where(where, sizeof where, administrator_where(), number);
    if (sscanf(where, "mariadb://root@%63[^:]:%u", host, &port) != 2)
        fail_msg("%s", where);
    holder = mysql_init(NULL);
    if (!mysql_real_connect(holder, host, "root", NULL, "mysql", port, NULL, 0) ||
        !do_all(holder, hold, sizeof hold / sizeof *hold))
        fail_msg("%s: %s", where, mysql_error(holder));
}

static bool somebody_commits(void) {
    static const char committing[] =
        "select 1 from information_schema.processlist where user <> 'system user'"
        " and state in ('Commit', 'Waiting for certification')";
    if (mysql_query(holder, committing) != 0)
        fail_msg("%s", mysql_error(holder));
    MYSQL_RES *found = mysql_store_result(holder);
    const bool commits = mysql_num_rows(found) > 0;
    mysql_free_result(found);
    return commits;
}

void wait_for_commit(void) {
    for (int waits = 0; !somebody_commits(); waits++) {
        if (waits == 2000)
            fail_msg("nobody commits anything on the node that is held back");
        sleep_ms(10);
    }
}

void release_node(void) {
    if (holder)
        mysql_close(holder);
    holder = NULL;
}

static const char *host_of_logins(void) {
    return across_nodes() ? "'%'" : "localhost";
}

void wait_for_all_nodes(void) {
    if (across_nodes())
        catch_up();
}

/* ---- words -------------------------------------------------------------------------------------- */

struct words {
    const char *from, *to;
};

/* Tests write SQL that PostgreSQL and SQLite take alike. */
static const struct words of_tables[] = {
    {"text primary key", "varchar(570) character set utf8mb4 collate utf8mb4_nopad_bin primary key"},
    {" where key = ", " where lock_key = "},
    {"select key, ", "select lock_key, "},
    {"string_agg(what, ',')", "group_concat(what)"},
    {"integer primary key autoincrement", "bigint primary key auto_increment"},
};

char *mariadb_words(const char *sql) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        fail_msg("out of memory");
    while (*sql) {
        size_t i = 0;
        while (i < sizeof of_tables / sizeof *of_tables &&
               strncmp(sql, of_tables[i].from, strlen(of_tables[i].from)) != 0)
            i++;
        if (i < sizeof of_tables / sizeof *of_tables) {
            fputs(of_tables[i].to, out);
            sql += strlen(of_tables[i].from);
        } else {
            fputc(*sql++, out);
        }
    }
    fclose(out);
    return text;
}

/* ---- the database ------------------------------------------------------------------------------- */

void mariadb_create(struct pawl_db *db, const char *name) {
    execute(db, "create database %s character set utf8mb4 collate utf8mb4_nopad_bin", name);
    execute(db, "create user %s@%s", name, host_of_logins());
    execute(db, "grant select, insert, update, delete on %s.* to %s@%s", name, name, host_of_logins());
    execute(db, "create role %s_pawl_owner", name);
    execute(db, "create role %s_pawl_app", name);
    execute(db, "create role %s_pawl_operator", name);
    execute(db, "create role %s_pawl_reader", name);
    execute(db, "create role %s_pawl_hooks", name);
    /* what guards and effects do with the application's tables */
    execute(db, "grant select, insert, update, delete on %s.* to %s_pawl_hooks", name, name);
    execute(db, "grant %s_pawl_app to %s@%s", name, name, host_of_logins());
    execute(db, "set default role %s_pawl_app for %s@%s", name, name, host_of_logins());
}

bool mariadb_has(struct pawl_db *db, const char *name) {
    char sql[200];
    snprintf(sql, sizeof sql, "select 1 from information_schema.schemata where schema_name = '%s'", name);
    char *found = rows_of(db, sql);
    const bool is_there = *found != '\0';
    free(found);
    return is_there;
}

void mariadb_drop(struct pawl_db *db, const char *name) {
    execute(db, "drop database if exists %s_pawl", name);
    execute(db, "drop database if exists %s_pawl_strict", name);
    execute(db, "drop database if exists %s", name);
    execute(db, "drop user %s@%s", name, host_of_logins());
    execute(db, "drop role %s_pawl_owner", name);
    execute(db, "drop role %s_pawl_app", name);
    execute(db, "drop role %s_pawl_operator", name);
    execute(db, "drop role %s_pawl_reader", name);
    execute(db, "drop role %s_pawl_hooks", name);
}

/* Tests name Pawl's tables as if they lay beside their own: there is a view of each, with the rights of
 * whoever asks. */
static void show_tables_of_pawl(void) {
    struct pawl_db *db = open_administrator();
    MYSQL *connection = pawl_native(db);
    static const char missing[] =
        "select made.table_name from information_schema.tables made where made.table_schema = "
        "concat(database(), '_pawl')"
        " and not exists (select 1 from information_schema.tables shown where shown.table_schema = database()"
        " and shown.table_name = made.table_name)";
    if (mysql_query(connection, missing) != 0)
        fail_msg("%s", mysql_error(connection));
    MYSQL_RES *result = mysql_store_result(connection);
    for (MYSQL_ROW row; (row = mysql_fetch_row(result));) {
        char sql[400];
        snprintf(sql, sizeof sql,
                 "create or replace sql security invoker view %s as select * from %s_pawl.%s", row[0],
                 connection->db, row[0]);
        if (mysql_query(connection, sql) != 0)
            fail_msg("%s: %s", sql, mysql_error(connection));
    }
    mysql_free_result(result);
    wait_for_all_nodes();
}

static MYSQL_RES *ask(MYSQL *connection, const char *sql) {
    return mysql_query(connection, sql) == 0 ? mysql_store_result(connection) : NULL;
}

enum { NO_SUCH_TABLE = 1146 };

void mariadb_rows(struct pawl_db *db, const char *sql, FILE *out) {
    MYSQL *connection = pawl_native(db);
    char *words = mariadb_words(sql);
    wait_for_all_nodes();
    MYSQL_RES *result = ask(connection, words);
    if (!result && mysql_errno(connection) == NO_SUCH_TABLE) {
        show_tables_of_pawl();
        result = ask(connection, words);
    }
    if (!result)
        fail_msg("%s: %s", words, mysql_error(connection));
    for (MYSQL_ROW row; (row = mysql_fetch_row(result));)
        for (unsigned i = 0; i < mysql_num_fields(result); i++)
            fprintf(out, "%s%s%s", i ? "|" : "", row[i] ? row[i] : "",
                    i + 1 == mysql_num_fields(result) ? "\n" : "");
    mysql_free_result(result);
    free(words);
}

enum pawl_status mariadb_execute(struct pawl_db *db, const char *sql, struct pawl_error *failure) {
    char *words = mariadb_words(sql);
    enum pawl_status status = pawl_exec(db, words, failure);
    if (status != PAWL_OK && failure->native_code == NO_SUCH_TABLE) {
        show_tables_of_pawl();
        status = pawl_exec(db, words, failure);
    }
    free(words);
    wait_for_all_nodes();
    return status;
}

/* The database of a table of Pawl's: with `storage transitions` that of the moves is the application's. */
static void find_table(struct pawl_db *db, const char *table, char *database, size_t size) {
    char sql[400];
    snprintf(sql, sizeof sql,
             "select table_schema from information_schema.tables where table_name = '%s' and table_type = "
             "'BASE TABLE' and table_schema in (database(), concat(database(), '_pawl'))",
             table);
    char *found = rows_of(db, sql);
    snprintf(database, size, "%.*s", (int)strcspn(found, "\n"), found);
    free(found);
}

void break_on_mariadb(const char *trigger, const char *when, const char *table, const char *condition,
                      const char *message) {
    struct pawl_db *db = open_administrator();
    char database[80];
    find_table(db, table, database, sizeof database);
    execute(db,
            "create trigger %s.%s %s on %s.%s for each row if %s then signal sqlstate '45000'"
            " set message_text = '%s'; end if",
            database, trigger, when, database, table, condition ? condition : "true", message);
}

void mend_on_mariadb(const char *trigger) {
    struct pawl_db *db = open_administrator();
    execute(db, "drop trigger if exists %s", trigger);
    execute(db, "drop trigger if exists %s_pawl.%s", ((MYSQL *)pawl_native(db))->db, trigger);
}

void one_on_mariadb(const char *table, const char *column, const char *value) {
    struct pawl_db *db = open_administrator();
    char database[80];
    find_table(db, table, database, sizeof database);
    execute(db,
            "alter table %s.%s add column if not exists only_one varchar(64) as (if(%s = '%s', '%s', null))"
            " persistent invisible unique",
            database, table, column, value, value);
}

void any_on_mariadb(const char *table) {
    struct pawl_db *db = open_administrator();
    char database[80];
    find_table(db, table, database, sizeof database);
    execute(db, "alter table %s.%s drop column only_one", database, table);
}

void add_column_on_mariadb(const char *table) {
    struct pawl_db *db = open_administrator();
    char database[80];
    find_table(db, table, database, sizeof database);
    execute(db, "alter table %s.%s add column of_a_later_version integer first", database, table);
}

/* application_where() is as mariadb_where writes it: user, database and socket, or hosts with their ports. */
struct st_mysql *open_own_mariadb(void) {
    char user[64], host[64], database[64], socket[128] = "";
    unsigned port = 0;
    if (sscanf(application_where(), "mariadb://%63[^@]@localhost/%63[^?]?socket=%127s", user, database,
               socket) != 3 &&
        sscanf(application_where(), "mariadb://%63[^@]@%63[^:]:%u%*[^/]/%63[^?]", user, host, &port,
               database) != 4)
        fail_msg("%s", application_where());
    MYSQL *own = mysql_init(NULL);
    mysql_options(own, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    if (!mysql_real_connect(own, port ? host : NULL, user, NULL, database, port, port ? NULL : socket, 0))
        fail_msg("%s", mysql_error(own));
    return own;
}

bool own_mariadb_sql(struct st_mysql *own, const char *sql) {
    if (mysql_query(own, sql) != 0)
        return false;
    mysql_free_result(mysql_store_result(own));
    return mysql_errno(own) == 0; /* an error may come in place of a row */
}

const char *own_mariadb_failure(struct st_mysql *own, const char *sql) {
    return own_mariadb_sql(own, sql) ? NULL : mysql_error(own);
}

void close_own_mariadb(struct st_mysql *own) {
    mysql_close(own);
}

void grant_hooks_on_mariadb(const char *right) {
    struct pawl_db *db = open_administrator();
    const char *database = ((MYSQL *)pawl_native(db))->db;
    execute(db, "grant %s on %s.* to %s_pawl_hooks", right, database, database);
}
