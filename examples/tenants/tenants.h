/* Tenants with a database each: a map, a file with the tenant's name and its database on each line, and a
 * pool for each database that was used. */
#pragma once

#include "pawl.h"

struct tenants;

/* map: the file's name. Returns NULL if memory is out. */
struct tenants *tenants_open(const char *map);
/* Closes all pools, after all handles. tenants may be NULL. */
void tenants_close(struct tenants *tenants);

/*
 * Makes a handle for the database that the map now gives the tenant. It costs no connection, so open one for
 * each request: a tenant that has moved is then found at its new place. Until its line is changed, calls
 * return LOCKED. Returns: as pawl_pool_open; NOT_FOUND: the map has no such tenant. Threads: all threads can
 * use the tenants; a handle is one thread's.
 */
enum pawl_status tenants_handle(struct tenants *tenants, const char *tenant, struct pawl_db **db,
                                struct pawl_error *err);
