#ifndef PAWL_CORE_RIGHT_H
#define PAWL_CORE_RIGHT_H
/* What a login lacks; the rest is in pawl_admin.h. Internal. */
#include "core/handle.h"

/* Whether the database has denied something, and the login does not use the role. */
bool right_is_lacking(struct pawl_db *db, const char *role, const struct pawl_error *err);

#endif
