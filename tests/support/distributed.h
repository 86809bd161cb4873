/* Databases of tests whose machines are compiled with --distribute=citus. */
#ifndef TEST_DISTRIBUTED_H
#define TEST_DISTRIBUTED_H

#include "pawl.h"

/* As programs do; with --distribute they cannot, so there by its file. */
void deploy_machine(struct pawl_db *admin, const struct pawl_machine *machine);

#ifdef PAWL_TEST_DISTRIBUTED

/* Whether PAWL_TEST_CITUS names the workers of a Citus, by their ports, whose coordinator is PAWL_TEST_DB. */
bool on_citus(void);
/* Makes of the empty database one of Citus on all nodes, or of its stand-in; and has what all machines share.
 */
void prepare_nodes(struct pawl_db *admin, const char *name);
/* Runs it on each worker of Citus, in that database: what belongs to a whole server Citus only spreads from
 * one. */
void on_workers(const char *database, const char *sql);
/* A table of the tests, before a machine refers to it. */
void spread_table(struct pawl_db *admin, const char *table, const char *key);
/* The machines that are not compiled so are not deployed. */
static const bool has_all_machines = false;

#else

static inline bool on_citus(void) {
    return false;
}

static inline void prepare_nodes(struct pawl_db *admin, const char *name) {
    (void)admin, (void)name;
}

static inline void on_workers(const char *database, const char *sql) {
    (void)database, (void)sql;
}

static inline void spread_table(struct pawl_db *admin, const char *table, const char *key) {
    (void)admin, (void)table, (void)key;
}

static const bool has_all_machines = true;

#endif
#endif
