/*
 * Lives here: the driver of SQLite, which alone sees it, and does in steps what others do in functions. Not
 * here: decisions about moves.
 *
 * What the files of SQLite's driver share. Internal to them.
 */
#pragma once

#include "core/driver.h"

extern const struct driver sqlite_driver;
extern const struct lock_driver sqlite_locks;
extern const struct flow_driver sqlite_flows;
extern const struct outbox_driver sqlite_outbox;
