#include "delay_proxy.h"

#include "bench.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK_BYTES = 8192, CHUNK_COUNT = 16, CONNECTION_COUNT = 32, NANOSECONDS_PER_SECOND = 1000000000 };

/* One direction of one connection: what was read and is not due yet, oldest first. */
struct channel {
    int from, to;
    size_t oldest, count;
    struct chunk {
        int64_t due_at_ns;
        size_t size;
        char bytes[CHUNK_BYTES];
    } chunks[CHUNK_COUNT];
};

struct connection {
    bool open;
    bool server_spoke_last;
    struct channel to_server, to_client;
};

struct delay_proxy {
    int listener;
    struct sockaddr_un server;
    int64_t delay_ns;
    atomic_uint_fast64_t round_trips;
    struct connection connections[CONNECTION_COUNT];
};

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NANOSECONDS_PER_SECOND + now.tv_nsec;
}

static struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        bench_fail("%s: too long for a Unix socket", path);
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    return address;
}

static void accept_client(struct delay_proxy *proxy) {
    int client = accept(proxy->listener, NULL, NULL);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client < 0 || server < 0 ||
        connect(server, (const struct sockaddr *)&proxy->server, sizeof proxy->server) != 0) {
        bench_fail("delay proxy: cannot connect to %s: %s", proxy->server.sun_path, strerror(errno));
    }
    for (size_t i = 0; i < CONNECTION_COUNT; i++) {
        struct connection *connection = &proxy->connections[i];
        if (!connection->open) {
            connection->open = true;
            connection->server_spoke_last = true;
            connection->to_server.from = connection->to_client.to = client;
            connection->to_server.to = connection->to_client.from = server;
            connection->to_server.count = connection->to_client.count = 0;
            return;
        }
    }
    bench_fail("delay proxy: more than %d connections at once", CONNECTION_COUNT);
}

/* False when the sender has closed. */
static bool take(struct channel *channel, int64_t delay_ns) {
    struct chunk *chunk = &channel->chunks[(channel->oldest + channel->count) % CHUNK_COUNT];
    ssize_t size = read(channel->from, chunk->bytes, sizeof chunk->bytes);
    if (size <= 0) {
        return false;
    }
    chunk->size = (size_t)size;
    chunk->due_at_ns = now_ns() + delay_ns;
    channel->count++;
    return true;
}

/* False when the receiver has closed. */
static bool hand_on_what_is_due(struct channel *channel) {
    while (channel->count > 0 && channel->chunks[channel->oldest].due_at_ns <= now_ns()) {
        const struct chunk *chunk = &channel->chunks[channel->oldest];
        for (size_t sent = 0; sent < chunk->size;) {
            ssize_t size = send(channel->to, chunk->bytes + sent, chunk->size - sent, MSG_NOSIGNAL);
            if (size < 0) {
                return false;
            }
            sent += (size_t)size;
        }
        channel->oldest = (channel->oldest + 1) % CHUNK_COUNT;
        channel->count--;
    }
    return true;
}

static void serve(struct delay_proxy *proxy, struct connection *connection, bool client_spoke,
                  bool server_spoke) {
    bool alive = true;
    if (client_spoke) {
        if (connection->server_spoke_last) {
            atomic_fetch_add(&proxy->round_trips, 1);
        }
        connection->server_spoke_last = false;
        alive = take(&connection->to_server, proxy->delay_ns);
    }
    if (server_spoke) {
        connection->server_spoke_last = true;
        alive = take(&connection->to_client, proxy->delay_ns) && alive;
    }
    alive = hand_on_what_is_due(&connection->to_server) && alive;
    alive = hand_on_what_is_due(&connection->to_client) && alive;
    if (!alive) {
        close(connection->to_server.from);
        close(connection->to_server.to);
        connection->open = false;
    }
}

/* What one call of ppoll waits for. */
struct wait {
    struct pollfd polled[1 + 2 * CONNECTION_COUNT];
    nfds_t count;
    int64_t until_ns;
};

/* Answers the place in polled; a channel whose queue is full is not read from. */
static nfds_t wait_for(struct wait *wait, const struct channel *channel) {
    if (channel->count > 0 && channel->chunks[channel->oldest].due_at_ns < wait->until_ns) {
        wait->until_ns = channel->chunks[channel->oldest].due_at_ns;
    }
    wait->polled[wait->count] =
        (struct pollfd){.fd = channel->count < CHUNK_COUNT ? channel->from : -1, .events = POLLIN};
    return wait->count++;
}

static void wait_for_any(struct wait *wait) {
    int64_t wait_ns = wait->until_ns - now_ns();
    if (wait_ns < 0) {
        wait_ns = 0;
    }
    struct timespec timeout = {.tv_sec = wait_ns / NANOSECONDS_PER_SECOND,
                               .tv_nsec = wait_ns % NANOSECONDS_PER_SECOND};
    if (ppoll(wait->polled, wait->count, &timeout, NULL) < 0 && errno != EINTR) {
        bench_fail("delay proxy: ppoll: %s", strerror(errno));
    }
}

/* One thread for all: the fewer wake-ups, the less of the measured machine's time the proxy takes. */
static void *run_proxy(void *argument) {
    struct delay_proxy *proxy = argument;
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); /* the default of 50 us is a fifth of the delay */

    for (;;) {
        nfds_t places[CONNECTION_COUNT][2];
        struct wait wait = {.count = 1, .until_ns = now_ns() + NANOSECONDS_PER_SECOND};
        wait.polled[0] = (struct pollfd){.fd = proxy->listener, .events = POLLIN};
        for (size_t i = 0; i < CONNECTION_COUNT; i++) {
            if (proxy->connections[i].open) {
                places[i][0] = wait_for(&wait, &proxy->connections[i].to_server);
                places[i][1] = wait_for(&wait, &proxy->connections[i].to_client);
            }
        }
        wait_for_any(&wait);
        for (size_t i = 0; i < CONNECTION_COUNT; i++) {
            if (proxy->connections[i].open) {
                serve(proxy, &proxy->connections[i], wait.polled[places[i][0]].revents != 0,
                      wait.polled[places[i][1]].revents != 0);
            }
        }
        if (wait.polled[0].revents != 0) {
            accept_client(proxy);
        }
    }
    return NULL;
}

struct delay_proxy *delay_proxy_start(const char *listen_path, const char *server_path,
                                      int64_t one_way_delay_ns) {
    struct delay_proxy *proxy = calloc(1, sizeof *proxy);
    if (proxy == NULL) {
        bench_fail("out of memory");
    }
    proxy->server = address_of(server_path);
    proxy->delay_ns = one_way_delay_ns;

    struct sockaddr_un address = address_of(listen_path);
    proxy->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (proxy->listener < 0 ||
        bind(proxy->listener, (const struct sockaddr *)&address, sizeof address) != 0 ||
        listen(proxy->listener, CONNECTION_COUNT) != 0) {
        bench_fail("delay proxy: cannot listen on %s: %s", listen_path, strerror(errno));
    }
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_proxy, proxy) != 0) {
        bench_fail("delay proxy: no thread");
    }
    pthread_detach(thread);
    return proxy;
}

uint64_t delay_proxy_round_trips(const struct delay_proxy *proxy) {
    return atomic_load(&proxy->round_trips);
}
