/*
 * Lives here: what pawlctl says to PostgreSQL in its own words. Not here: what it says to all databases
 * alike.
 *
 * What the files of PostgreSQL's dialect share.
 */
#pragma once

#include "database/hooks.h"

check_hook_fn postgres_check_hook;
