/* What database.c needs on MariaDB. */
#ifndef TEST_ON_MARIADB_H
#define TEST_ON_MARIADB_H

#include "database.h"

#include <stdio.h>

/* The server's URI with another user, NULL for root, and another database. */
void mariadb_where(char *out, size_t size, const char *server, const char *user, const char *database);

/* The same URI with the one host of that number, from 0, alone. */
void node_where(char *out, size_t size, const char *where, size_t number);

/* The SQL of a test as MariaDB takes it; to be freed. */
char *mariadb_words(const char *sql);

/* By root: a database, a login of the same name without any rights but those of Pawl's role for applications.
 */
void mariadb_create(struct pawl_db *db, const char *name);
bool mariadb_has(struct pawl_db *db, const char *name);
void mariadb_drop(struct pawl_db *db, const char *name);

/* Rows as rows_of has them; and SQL. Both find Pawl's tables beside those of the test. */
void mariadb_rows(struct pawl_db *db, const char *sql, FILE *out);
enum pawl_status mariadb_execute(struct pawl_db *db, const char *sql, struct pawl_error *failure);

#endif
