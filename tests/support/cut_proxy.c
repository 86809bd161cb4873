#include "cut_proxy.h"

#include "database.h"

#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { CONNECTION_MAX = 16, CHUNK_BYTES = 4096 };

struct cut_proxy {
    pthread_t thread;
    int listener, wake[2], ended[2]; /* ended: all connections, as they were to */
    char folder[32], where[512];
    struct sockaddr_un own, server;
    pthread_mutex_t mutex;
    bool armed, has_cut;
    enum direction direction, last;
    int round_trips;
    long bytes_left;
    bool holds;
    int held_server; /* to which the held bytes are to go; 0: none */
    char held[CHUNK_BYTES];
    size_t held_size;
    int count;
    struct connection {
        int client, server;
    } connections[CONNECTION_MAX];
};

static void give_up(const char *what) {
    perror(what);
    abort();
}

static void accept_client(struct cut_proxy *proxy) {
    int client = accept(proxy->listener, NULL, NULL);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client < 0 || server < 0 || proxy->count == CONNECTION_MAX)
        give_up("cut proxy: accept");
    if (connect(server, (const struct sockaddr *)&proxy->server, sizeof proxy->server) != 0) {
        close(client); /* a server that is down */
        close(server);
        return;
    }
    proxy->connections[proxy->count++] = (struct connection){client, server};
}

/* How much of so many bytes may pass, and whether the connection ends after them. */
static size_t pass(struct cut_proxy *proxy, enum direction direction, size_t size, bool *cut) {
    pthread_mutex_lock(&proxy->mutex);
    *cut = false;
    proxy->round_trips += direction == TO_SERVER && proxy->last == TO_CLIENT;
    proxy->last = direction;
    if (proxy->armed && proxy->direction == direction) {
        if (size >= (size_t)proxy->bytes_left) {
            size = (size_t)proxy->bytes_left;
            *cut = proxy->has_cut = true;
            proxy->armed = false;
        }
        proxy->bytes_left -= (long)size;
    }
    pthread_mutex_unlock(&proxy->mutex);
    return size;
}

static bool hold_back(struct cut_proxy *proxy, int server, const char *bytes, size_t size) {
    pthread_mutex_lock(&proxy->mutex);
    const bool holds = proxy->holds;
    if (holds) {
        memcpy(proxy->held, bytes, size);
        proxy->held_size = size;
        proxy->held_server = server;
        proxy->holds = false;
    }
    pthread_mutex_unlock(&proxy->mutex);
    return holds;
}

static bool send_all(int to, const char *bytes, size_t size) {
    for (size_t sent = 0; sent < size;) {
        ssize_t done = send(to, bytes + sent, size - sent, MSG_NOSIGNAL);
        if (done < 0)
            return false;
        sent += (size_t)done;
    }
    return true;
}

/* False when the connection is over. */
static bool hand_on(struct cut_proxy *proxy, int from, int to, enum direction direction) {
    char bytes[CHUNK_BYTES];
    ssize_t size = read(from, bytes, sizeof bytes);
    if (size <= 0 || (direction == TO_SERVER && hold_back(proxy, to, bytes, (size_t)size)))
        return false;
    bool cut;
    size_t passing = pass(proxy, direction, (size_t)size, &cut);
    return send_all(to, bytes, passing) && !cut;
}

static void close_all(struct cut_proxy *proxy) {
    for (; proxy->count > 0; proxy->count--) {
        close(proxy->connections[proxy->count - 1].client);
        close(proxy->connections[proxy->count - 1].server);
    }
}

enum word { STOP, LEAVE };

/* False: the proxy itself is to end. */
static bool end_all(struct cut_proxy *proxy) {
    char word;
    if (read(proxy->wake[0], &word, 1) != 1 || word == STOP)
        return false;
    close_all(proxy);
    return write(proxy->ended[1], "", 1) == 1;
}

static void *serve(void *context) {
    struct cut_proxy *proxy = context;
    for (;;) {
        struct pollfd polled[2 + 2 * CONNECTION_MAX] = {{.fd = proxy->wake[0], .events = POLLIN},
                                                        {.fd = proxy->listener, .events = POLLIN}};
        int count = proxy->count;
        for (int i = 0; i < count; i++) {
            polled[2 + 2 * i] = (struct pollfd){.fd = proxy->connections[i].client, .events = POLLIN};
            polled[3 + 2 * i] = (struct pollfd){.fd = proxy->connections[i].server, .events = POLLIN};
        }
        poll(polled, (nfds_t)(2 + 2 * count), -1);
        if (polled[0].revents && !end_all(proxy))
            return NULL;
        if (polled[0].revents)
            continue;
        for (int i = count - 1; i >= 0; i--) {
            struct connection connection = proxy->connections[i];
            if ((!polled[2 + 2 * i].revents ||
                 hand_on(proxy, connection.client, connection.server, TO_SERVER)) &&
                (!polled[3 + 2 * i].revents ||
                 hand_on(proxy, connection.server, connection.client, TO_CLIENT)))
                continue;
            close(connection.client);
            if (connection.server != proxy->held_server)
                close(connection.server);
            proxy->connections[i] = proxy->connections[--proxy->count];
        }
        if (polled[1].revents)
            accept_client(proxy);
    }
}

static const char *option(const PQconninfoOption *options, const char *keyword) {
    for (; options->keyword; options++)
        if (strcmp(options->keyword, keyword) == 0 && options->val)
            return options->val;
    return "";
}

static void set_path(struct sockaddr_un *address, const char *folder, const char *port) {
    address->sun_family = AF_UNIX;
    if (snprintf(address->sun_path, sizeof address->sun_path, "%s/.s.PGSQL.%s", folder, port) >=
        (int)sizeof address->sun_path)
        give_up("cut proxy: the path of a socket is too long");
}

/* What libpq is told. */
static void find_postgres(struct cut_proxy *proxy, const char *where) {
    PQconninfoOption *options = PQconninfoParse(where, NULL);
    if (!options)
        give_up("cut proxy");
    set_path(&proxy->server, option(options, "host"), option(options, "port"));
    set_path(&proxy->own, proxy->folder, option(options, "port"));
    snprintf(proxy->where, sizeof proxy->where, "host=%s port=%s dbname=%s user=%s", proxy->folder,
             option(options, "port"), option(options, "dbname"), option(options, "user"));
    PQconninfoFree(options);
}

/* mariadb://user@localhost/database?socket=PATH */
static void find_mariadb(struct cut_proxy *proxy, const char *where) {
    const char *path = strstr(where, "socket=");
    if (!path)
        give_up("cut proxy");
    path += strlen("socket=");
    proxy->own.sun_family = proxy->server.sun_family = AF_UNIX;
    snprintf(proxy->server.sun_path, sizeof proxy->server.sun_path, "%s", path);
    snprintf(proxy->own.sun_path, sizeof proxy->own.sun_path, "%s/s", proxy->folder);
    snprintf(proxy->where, sizeof proxy->where, "%.*s%s", (int)(path - where), where, proxy->own.sun_path);
}

struct cut_proxy *cut_proxy_start(const char *where) {
    if (across_nodes())
        skip(); /* it goes to one server, by a socket of this machine */
    struct cut_proxy *proxy = calloc(1, sizeof *proxy);
    if (!proxy)
        give_up("cut proxy");
    strcpy(proxy->folder, "/tmp/pawl.XXXXXX");
    if (!mkdtemp(proxy->folder))
        give_up("cut proxy: no temporary folder");
    (strncmp(where, "mariadb://", strlen("mariadb://")) == 0 ? find_mariadb : find_postgres)(proxy, where);
    pthread_mutex_init(&proxy->mutex, NULL);
    proxy->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (pipe(proxy->wake) != 0 || pipe(proxy->ended) != 0 ||
        bind(proxy->listener, (const struct sockaddr *)&proxy->own, sizeof proxy->own) != 0 ||
        listen(proxy->listener, CONNECTION_MAX) != 0 ||
        pthread_create(&proxy->thread, NULL, serve, proxy) != 0)
        give_up("cut proxy");
    return proxy;
}

void cut_proxy_stop(struct cut_proxy *proxy) {
    if (write(proxy->wake[1], &(char){STOP}, 1) != 1)
        give_up("cut proxy");
    pthread_join(proxy->thread, NULL);
    close_all(proxy);
    if (proxy->held_server)
        close(proxy->held_server);
    close(proxy->listener);
    for (int i = 0; i < 2; i++) {
        close(proxy->wake[i]);
        close(proxy->ended[i]);
    }
    unlink(proxy->own.sun_path);
    rmdir(proxy->folder);
    pthread_mutex_destroy(&proxy->mutex);
    free(proxy);
}

const char *cut_proxy_where(const struct cut_proxy *proxy) {
    return proxy->where;
}

void cut_proxy_arm(struct cut_proxy *proxy, enum direction direction, long bytes) {
    pthread_mutex_lock(&proxy->mutex);
    proxy->armed = true;
    proxy->has_cut = false;
    proxy->direction = direction;
    proxy->bytes_left = bytes;
    pthread_mutex_unlock(&proxy->mutex);
}

bool cut_proxy_will_cut(struct cut_proxy *proxy) {
    pthread_mutex_lock(&proxy->mutex);
    const bool is_armed = proxy->armed;
    pthread_mutex_unlock(&proxy->mutex);
    return is_armed;
}

bool cut_proxy_has_cut(struct cut_proxy *proxy) {
    pthread_mutex_lock(&proxy->mutex);
    bool has_cut = proxy->has_cut;
    proxy->armed = false;
    pthread_mutex_unlock(&proxy->mutex);
    return has_cut;
}

void cut_proxy_hold(struct cut_proxy *proxy) {
    pthread_mutex_lock(&proxy->mutex);
    proxy->holds = true;
    pthread_mutex_unlock(&proxy->mutex);
}

void cut_proxy_release(struct cut_proxy *proxy) {
    static const char terminate[] = {'X', 0, 0, 0, 4};
    char answer[CHUNK_BYTES];
    pthread_mutex_lock(&proxy->mutex);
    const int server = proxy->held_server;
    proxy->held_server = 0;
    pthread_mutex_unlock(&proxy->mutex);
    if (!server)
        give_up("cut proxy: nothing was held back");
    if (send_all(server, proxy->held, proxy->held_size))
        send_all(server, terminate, sizeof terminate);
    shutdown(server, SHUT_WR); /* of which MariaDB hears in place of that word of PostgreSQL's */
    while (read(server, answer, sizeof answer) > 0)
        continue;
    close(server);
}

void cut_proxy_hide(struct cut_proxy *proxy) {
    unlink(proxy->own.sun_path);
}

static void path_of_absent(const struct cut_proxy *proxy, char *path, size_t size) {
    snprintf(path, size, "%s/absent", proxy->folder);
}

void cut_proxy_leave(struct cut_proxy *proxy) {
    char absent[sizeof proxy->folder + 8], word;
    path_of_absent(proxy, absent, sizeof absent);
    if (rename(proxy->own.sun_path, absent) != 0 || write(proxy->wake[1], &(char){LEAVE}, 1) != 1 ||
        read(proxy->ended[0], &word, 1) != 1)
        give_up("cut proxy");
}

void cut_proxy_return(struct cut_proxy *proxy) {
    char absent[sizeof proxy->folder + 8];
    path_of_absent(proxy, absent, sizeof absent);
    if (rename(absent, proxy->own.sun_path) != 0)
        give_up("cut proxy");
}

int cut_proxy_round_trips(struct cut_proxy *proxy) {
    pthread_mutex_lock(&proxy->mutex);
    int round_trips = proxy->round_trips;
    proxy->round_trips = 0;
    pthread_mutex_unlock(&proxy->mutex);
    return round_trips;
}
