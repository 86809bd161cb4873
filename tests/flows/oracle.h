/* What any run must have left behind, whatever happened to it: its effects are those of its history. */
#ifndef TEST_FLOWS_ORACLE_H
#define TEST_FLOWS_ORACLE_H

#include "play.h"

/*
 * Fails unless the run has ended, its steps were undone in reverse, none was done or undone twice, what is
 * in `played` and `outside` are the effects of what its history says, and it holds nothing any more.
 */
void expect_as_history(struct pawl_db *db, enum play_flow flow, int64_t run);

/* Runs it, and says whatever it waits for, until it has ended. Fails where that does not help. */
enum pawl_run_status bring_to_end(struct pawl_db *db, enum play_flow flow, int64_t run);

/* The history but for times and names, a line for each row. The caller frees it. */
char *trace_of(struct pawl_db *db, int64_t run);

#endif
