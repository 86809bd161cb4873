#include "serve.h"
#include "database/database.h"
#include "say/interrupt.h"
#include "say/print.h"
#include "say/row.h"

#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 64, PORT_SIZE = 8, ADDRESS_SIZE = 64 };

static struct addrinfo *resolve(const struct call *call, const char *listen) {
    const char *colon = strrchr(listen, ':');
    struct addrinfo *found = NULL;
    const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    int64_t port;
    if (colon == NULL || !parse_number(colon + 1, 0, UINT16_MAX, &port))
        usage_error(call, "--listen: expected an address and a port such as 127.0.0.1:8040, got %s", listen);
    const bool is_bracketed = *listen == '[' && colon > listen && colon[-1] == ']';
    const char *host =
        arena_strndup(memory, listen + is_bracketed, (size_t)(colon - listen) - 2 * is_bracketed);
    const int error = getaddrinfo(*host == '\0' ? NULL : host, colon + 1, &wanted, &found);
    if (error != 0)
        usage_error(call, "--listen=%s: %s", listen, gai_strerror(error));
    return found;
}

static bool is_loopback(const struct sockaddr *address) {
    if (address->sa_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
    return ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr) >> 24 == 127;
}

/* Returns where it listens, for people. */
static const char *listen_at(struct serving *serving, const char *listen_to) {
    struct addrinfo *found = resolve(serving->call, listen_to);
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    char port[PORT_SIZE], address[ADDRESS_SIZE];
    if (!is_loopback(found->ai_addr) && serving->people == NULL)
        usage_error(
            serving->call,
            "--listen=%s: others can reach this address: give --tokens=FILE with a token for each person",
            listen_to);
    const int listener = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int)) != 0 ||
        bind(listener, found->ai_addr, found->ai_addrlen) != 0 || listen(listener, BACKLOG) != 0 ||
        getsockname(listener, (struct sockaddr *)&bound, &size) != 0 ||
        getnameinfo((struct sockaddr *)&bound, size, address, sizeof address, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        usage_error(serving->call, "--listen=%s: %s", listen_to, strerror(errno));
    freeaddrinfo(found);
    serving->listener = listener;
    serving->address = copy_of(address);
    return arena_printf(memory, strchr(address, ':') == NULL ? "http://%s:%s/" : "http://[%s]:%s/", address,
                        port);
}

int command_serve(struct call *call) {
    const char *listen_to = option(call, "--listen"), *tokens = option(call, "--tokens");
    struct serving serving = {.call = call,
                              .allows_actions = option(call, "--allow-actions") != NULL,
                              .person_header = option(call, "--person-header")};
    http_check(call);
    guard_check_options(&serving);
    if (tokens != NULL)
        guard_read_people(&serving, tokens);
    if (serving.allows_actions && tokens == NULL && serving.person_header == NULL)
        usage_error(call, "--allow-actions: the history records who acts: give --tokens=FILE or "
                          "--person-header=NAME");
    pawl_close(call->db); /* that it opens was to be seen; each request opens its own */
    call->db = NULL;
    guard_make_secret(serving.secret);
    const char *where = listen_at(&serving, listen_to == NULL ? "127.0.0.1:8040" : listen_to);
    interrupt_wait_for();
    row_tell(call, ROW(row_text("url", where)), "serving {url}; end it with Ctrl-C\n");
    fflush(stdout);
    http_serve(&serving);
    return EXIT_DONE;
}
