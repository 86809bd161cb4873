/*
 * A handle of an application whose n-th call of the database fails: it is replaced by a statement that the
 * database itself refuses, so that the connection is in the very state that a failure leaves.
 */
#ifndef TEST_FAILING_DRIVER_H
#define TEST_FAILING_DRIVER_H

#include "database.h"

struct pawl_db *open_failing(void);
/* The n-th call from now on, of any such handle. */
void fail_call(long number);
/* Whether that call came; from now on none fails. */
bool has_failed_call(void);

/* The n-th time from now on that what a run has done is committed, it is, and the answer is lost, though the
 * connection lives: as where the database is told to end a COMMIT. */
void lose_answer(long number);
/* Whether that came; from now on none is lost. */
bool has_lost_answer(void);

#endif
