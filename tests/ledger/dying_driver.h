/* A handle whose process is killed before or after its n-th call of the database. */
#ifndef DYING_DRIVER_H
#define DYING_DRIVER_H

#include <pawl.h>

/*
 * From now on the process dies at that point, of any such handle: point 0 lies before the first call of the
 * database, 1 behind it, 2 before the second one, and so on. Less than 0: it lives on.
 */
void die_at(struct pawl_db *db, long point);

#endif
