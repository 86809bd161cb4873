/* In place of on_mariadb.c where there is no MariaDB: its tests are skipped. */
#include "on_mariadb.h"

#include <stdlib.h>
#include <string.h>

void mariadb_where(char *out, size_t size, const char *server, const char *user, const char *database) {
    (void)server, (void)user, (void)database;
    if (size > 0)
        *out = '\0';
}

bool across_nodes(void) {
    return false;
}

void wait_for_all_nodes(void) {
}

void node_where(char *out, size_t size, const char *where, size_t number) {
    (void)where, (void)number;
    if (size > 0)
        *out = '\0';
}

void hold_node(size_t number) {
    (void)number;
}

void wait_for_commit(void) {
}

void release_node(void) {
}

char *mariadb_words(const char *sql) {
    return strdup(sql);
}

void mariadb_create(struct pawl_db *db, const char *name) {
    (void)db, (void)name;
}

bool mariadb_has(struct pawl_db *db, const char *name) {
    (void)db, (void)name;
    return false;
}

void mariadb_drop(struct pawl_db *db, const char *name) {
    (void)db, (void)name;
}

void mariadb_rows(struct pawl_db *db, const char *sql, FILE *out) {
    (void)db, (void)sql, (void)out;
}

enum pawl_status mariadb_execute(struct pawl_db *db, const char *sql, struct pawl_error *failure) {
    return pawl_exec(db, sql, failure);
}

void break_on_mariadb(const char *trigger, const char *when, const char *table, const char *condition,
                      const char *message) {
    (void)trigger, (void)when, (void)table, (void)condition, (void)message;
}

void mend_on_mariadb(const char *trigger) {
    (void)trigger;
}

void one_on_mariadb(const char *table, const char *column, const char *value) {
    (void)table, (void)column, (void)value;
}

void any_on_mariadb(const char *table) {
    (void)table;
}

void add_column_on_mariadb(const char *table) {
    (void)table;
}

struct st_mysql *open_own_mariadb(void) {
    return NULL;
}

bool own_mariadb_sql(struct st_mysql *own, const char *sql) {
    (void)own, (void)sql;
    return false;
}

const char *own_mariadb_failure(struct st_mysql *own, const char *sql) {
    (void)own, (void)sql;
    return NULL;
}

void close_own_mariadb(struct st_mysql *own) {
    (void)own;
}

void grant_hooks_on_mariadb(const char *right) {
    (void)right;
}
