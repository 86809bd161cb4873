/*
 * A process that is killed at its n-th point. Points lie before and behind each call of the database, on both
 * sides of a commit that travels with another statement, and wherever a test says so.
 */
#ifndef TEST_DYING_DRIVER_H
#define TEST_DYING_DRIVER_H

#include <pawl.h>

/* Calls through this handle are points from now on. */
void make_dying(struct pawl_db *db);

/* The process dies at that point from now on: 0 is the next one. Less than 0: it lives on. */
void die_at(long point);

/* Likewise, but it calls that, once, and lives on. */
void call_at(long point, void (*function)(void));

/* A point of the test's own. */
void pass_point(void);

#endif
