/* Stands between libpq and a PostgreSQL server on this machine and makes it look as far away as a network
 * does. */
#ifndef DELAY_PROXY_H
#define DELAY_PROXY_H

#include <stdint.h>

struct delay_proxy;

/*
 * Listens on a Unix socket and hands everything on to another, each byte one_way_delay_ns later, in a
 * thread of its own that lives as long as the program.
 */
struct delay_proxy *delay_proxy_start(const char *listen_path, const char *server_path,
                                      int64_t one_way_delay_ns);

/*
 * Round trips so far, over all connections: how often a client spoke after its server had spoken. The one
 * that opens a connection is counted, too.
 */
uint64_t delay_proxy_round_trips(const struct delay_proxy *proxy);

#endif
