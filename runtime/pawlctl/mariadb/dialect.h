/*
 * Lives here: what pawlctl says to MariaDB in its own words. Not here: what it says to all databases alike.
 *
 * What the files of MariaDB's dialect share.
 */
#pragma once

#include "database/hooks.h"

check_hook_fn mariadb_check_hook;
