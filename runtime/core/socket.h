/* When a connection whose other end has vanished counts as broken. Internal. */
#pragma once

#include <stdbool.h>

/* libpq's options of these names. A number of 0 leaves what the system has. */
struct socket_limits {
    unsigned user_timeout_ms; /* what was sent is acknowledged within this time */
    bool keepalives;
    unsigned keepalives_idle_s, keepalives_interval_s, keepalives_count;
};

/* A connection breaks 30 seconds after the last sign of the other end, whether something was sent or not. */
#define SOCKET_LIMITS                                                                                        \
    ((struct socket_limits){.user_timeout_ms = 30000,                                                        \
                            .keepalives = true,                                                              \
                            .keepalives_idle_s = 15,                                                         \
                            .keepalives_interval_s = 5,                                                      \
                            .keepalives_count = 3})

/* Seconds after which an address that does not answer is given up. */
#define CONNECT_LIMIT_S 10

/* Does nothing on a socket that is not TCP's. */
void socket_limit(int descriptor, const struct socket_limits *limits);
