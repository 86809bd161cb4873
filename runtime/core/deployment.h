/* Whether the database holds the machine that a program was compiled with, and deploying it. Internal. */
#pragma once

#include "core/handle.h"

/* MISMATCH where a program has no SQL of a machine or flow for this database: it was compiled for others. */
enum pawl_status check_compiled(const struct pawl_db *db, const char *kind, const char *name, bool is_there,
                                struct pawl_error *err);

/* The machine, flow or procedure was compiled for this libpawl. */
enum pawl_status check_abi(const char *what, const char *name, uint32_t abi, struct pawl_error *err);

/* MISMATCH if the database does not accept this version of the machine; asked once per handle and pool. */
enum pawl_status deployment_check(struct pawl_db *db, const struct pawl_machine *machine,
                                  struct pawl_error *err);
/* Nothing need be asked for that. */
bool deployment_is_known(struct pawl_db *db, const struct pawl_machine *machine);

/* Its deployment, or with NULL that of all, is looked at again before it moves. */
void forget_machine(struct pawl_db *db, const struct pawl_machine *machine);

/*
 * DB becomes MISMATCH where the database has ceased to accept the program's version, as the lack of the
 * version's own object says; a function of another version that has ceased to be can be called again.
 */
enum pawl_status judge_version(struct pawl_db *db, const struct pawl_machine *machine,
                               enum pawl_status status, struct pawl_error *err);

/* MISMATCH, and the next operation asks the database anew. */
enum pawl_status refuse_version(struct pawl_db *db, const struct pawl_machine *machine,
                                struct pawl_error *err);

/* read_rows for a statement of the machine, which names its version: MISMATCH where that is not accepted. */
enum pawl_status read_versioned(struct pawl_db *db, const struct pawl_machine *machine, const char *sql,
                                const struct value *values, size_t value_count, row_fn *row, void *context,
                                struct pawl_error *err);

/* The start of NAME_apply. */
enum pawl_status begin_apply(struct pawl_db *db, const char *function, struct pawl_error *err);
