#include "core/socket.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

static void set_number(int descriptor, int level, int option, unsigned value) {
    const int number = (int)value;
    if (value > 0)
        setsockopt(descriptor, level, option, &number, sizeof number);
}

void socket_limit(int descriptor, const struct socket_limits *limits) {
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    if (getsockname(descriptor, (struct sockaddr *)&own, &size) != 0 ||
        (own.ss_family != AF_INET && own.ss_family != AF_INET6))
        return;
#ifdef TCP_USER_TIMEOUT /* Linux */
    set_number(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, limits->user_timeout_ms);
#endif
    if (!limits->keepalives)
        return;
    set_number(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
#ifdef TCP_KEEPIDLE
    set_number(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, limits->keepalives_idle_s);
#endif
#ifdef TCP_KEEPINTVL
    set_number(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, limits->keepalives_interval_s);
#endif
#ifdef TCP_KEEPCNT
    set_number(descriptor, IPPROTO_TCP, TCP_KEEPCNT, limits->keepalives_count);
#endif
}
