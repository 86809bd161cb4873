/* A service on a Unix socket: a thread for each client, a handle of one pool for each thread. */
#ifndef SERVICE_SERVER_H
#define SERVICE_SERVER_H

#include <pawl.h>

/* Serves until it is told to end (SIGTERM, SIGINT), and then ends what is under way. Returns what the program
   exits with. */
int server_run(struct pawl_pool *pool, const char *path);

#endif
