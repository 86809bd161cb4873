/*
 * A server in between that cuts a connection at a chosen byte: what went before it has been handed on, the
 * rest never is. For PostgreSQL and MariaDB.
 */
#ifndef TEST_CUT_PROXY_H
#define TEST_CUT_PROXY_H

#include <stdbool.h>

enum direction { TO_SERVER, TO_CLIENT };

/* In front of the server of that conninfo. */
struct cut_proxy *cut_proxy_start(const char *where);
void cut_proxy_stop(struct cut_proxy *proxy);

/* The same conninfo, through the proxy. */
const char *cut_proxy_where(const struct cut_proxy *proxy);

/* Cuts once, after so many more bytes in that direction; connections made afterwards are not cut. */
void cut_proxy_arm(struct cut_proxy *proxy, enum direction direction, long bytes);
/* Still armed: nothing was cut yet. */
bool cut_proxy_will_cut(struct cut_proxy *proxy);
/* False, and disarmed, where so many bytes have not come. */
bool cut_proxy_has_cut(struct cut_proxy *proxy);

/*
 * Holds back what a client sends next, and ends its connection, of which the server does not hear; and hands
 * that on, late, until the server has nothing more to say. Once for each proxy.
 */
void cut_proxy_hold(struct cut_proxy *proxy);
void cut_proxy_release(struct cut_proxy *proxy);

/* From now on nobody connects any more; connections that there are go on. */
void cut_proxy_hide(struct cut_proxy *proxy);

/* As a server that is stopped: connections end, and nobody gets another one, until it is back. */
void cut_proxy_leave(struct cut_proxy *proxy);
void cut_proxy_return(struct cut_proxy *proxy);

/* How often a client has sent something since this was last asked, having heard all that came before. */
int cut_proxy_round_trips(struct cut_proxy *proxy);

#endif
