#include "server.h"

#include "address.h"
#include "command.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { CLIENT_MAX = 256, SEND_PATIENCE_S = 5 };

struct server {
    struct pawl_pool *pool;
    int listener;
    atomic_bool is_ending;
    pthread_mutex_t lock;    /* of what follows */
    pthread_cond_t left;     /* a client has */
    int sockets[CLIENT_MAX]; /* -1: nobody's */
    size_t client_count;
};

struct client {
    struct server *server;
    int socket;
    size_t place; /* among the server's sockets */
};

/* ---- one client ------------------------------------------------------------------------------- */

/* False: the client is gone, or reads nothing, so that his answers fill what the socket can hold. */
static bool send_line(int socket, const char *text) {
    char line[ANSWER_SIZE + 1];
    const int length = snprintf(line, sizeof line, "%s\n", text);
    for (size_t sent = 0; sent < (size_t)length;) {
        const ssize_t now = send(socket, line + sent, (size_t)length - sent, MSG_NOSIGNAL);
        if (now < 0 && errno != EINTR) {
            return false;
        }
        sent += now > 0 ? (size_t)now : 0;
    }
    return true;
}

/* What has come and not been answered yet. */
struct input {
    char bytes[LINE_SIZE];
    size_t length;
    bool is_skipped; /* a line that is too long, up to its end */
};

/* False: nothing comes any more. What is left without an end of line was not said to its end. */
static bool read_more(int socket, struct input *input) {
    ssize_t count;
    do {
        count = recv(socket, input->bytes + input->length, sizeof input->bytes - input->length, 0);
    } while (count < 0 && errno == EINTR);
    input->length += count > 0 ? (size_t)count : 0;
    return count > 0;
}

/* The length of the first line, with its end; 0: it is not there yet. */
static size_t line_length(const struct input *input) {
    const char *end = memchr(input->bytes, '\n', input->length);
    return end != NULL ? (size_t)(end - input->bytes) + 1 : 0;
}

static bool answer_line(struct pawl_db *db, int socket, struct input *input, size_t length) {
    char answer[ANSWER_SIZE];
    char *line = input->bytes;
    const bool ends_as_on_windows = length > 1 && line[length - 2] == '\r';
    const size_t said = length - (ends_as_on_windows ? 2 : 1);
    line[said] = '\0';
    const bool has_zero = strlen(line) != said;
    bool stays = true;
    if (!input->is_skipped) {
        if (has_zero) {
            snprintf(answer, sizeof answer, "ERROR a zero byte in the line");
        } else {
            command_answer(db, line, answer);
        }
        stays = send_line(socket, answer);
    }
    input->is_skipped = false;
    memmove(input->bytes, input->bytes + length, input->length - length);
    input->length -= length;
    return stays;
}

/* All lines that are there; a client may send several before it reads. */
static bool answer_all(struct pawl_db *db, int socket, struct input *input) {
    for (size_t length; (length = line_length(input)) > 0;) {
        if (!answer_line(db, socket, input, length)) {
            return false;
        }
    }
    if (input->length < sizeof input->bytes) {
        return true;
    }
    const bool stays = input->is_skipped || send_line(socket, "ERROR a line has at most 1023 bytes");
    input->length = 0;
    input->is_skipped = true;
    return stays;
}

static void forget_client(const struct client *client) {
    struct server *server = client->server;
    pthread_mutex_lock(&server->lock);
    server->sockets[client->place] = -1;
    close(client->socket);
    server->client_count--;
    pthread_cond_signal(&server->left);
    pthread_mutex_unlock(&server->lock);
}

static void *serve(void *context) {
    struct client *client = context;
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    struct input input = {.length = 0};
    if (pawl_pool_handle(client->server->pool, &db, &err) == PAWL_OK) {
        while (read_more(client->socket, &input) && answer_all(db, client->socket, &input)) {
        }
    } else {
        send_line(client->socket, "ERROR out of memory");
    }
    pawl_close(db);
    forget_client(client);
    free(client);
    return NULL;
}

/* ---- all of them ------------------------------------------------------------------------------ */

static void refuse_client(int socket, const char *why) {
    send_line(socket, why);
    close(socket);
}

/* A place for the client; CLIENT_MAX: there is none. */
static size_t remember_client(struct server *server, int socket) {
    size_t place = 0;
    pthread_mutex_lock(&server->lock);
    while (place < CLIENT_MAX && server->sockets[place] >= 0) {
        place++;
    }
    if (place < CLIENT_MAX) {
        server->sockets[place] = socket;
        server->client_count++;
    }
    pthread_mutex_unlock(&server->lock);
    return place;
}

static void welcome(struct server *server, int socket) {
    pthread_t thread;
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &(struct timeval){.tv_sec = SEND_PATIENCE_S},
               sizeof(struct timeval));
    struct client *client = malloc(sizeof *client);
    const size_t place = client != NULL ? remember_client(server, socket) : CLIENT_MAX;
    if (place == CLIENT_MAX) {
        free(client);
        refuse_client(socket, "BUSY too many clients: try again later");
        return;
    }
    *client = (struct client){.server = server, .socket = socket, .place = place};
    if (pthread_create(&thread, NULL, serve, client) != 0) {
        send_line(socket, "BUSY no more threads: try again later");
        forget_client(client);
        free(client);
        return;
    }
    pthread_detach(thread);
}

static void *accept_clients(void *context) {
    struct server *server = context;
    while (!atomic_load(&server->is_ending)) {
        const int socket = accept(server->listener, NULL, NULL);
        if (socket >= 0) {
            welcome(server, socket);
        } else if (errno == EMFILE || errno == ENFILE) {
            usleep(10000); /* until a client leaves */
        }
    }
    return NULL;
}

/* Each client's thread ends what it has begun, and reads nothing more. */
static void send_away_all(struct server *server) {
    pthread_mutex_lock(&server->lock);
    for (size_t i = 0; i < CLIENT_MAX; i++) {
        if (server->sockets[i] >= 0) {
            shutdown(server->sockets[i], SHUT_RD);
        }
    }
    while (server->client_count > 0) {
        pthread_cond_wait(&server->left, &server->lock);
    }
    pthread_mutex_unlock(&server->lock);
}

int server_run(struct pawl_pool *pool, const char *path) {
    static struct server server = {.lock = PTHREAD_MUTEX_INITIALIZER, .left = PTHREAD_COND_INITIALIZER};
    pthread_t acceptor;
    sigset_t ends;
    int signal_number;
    for (size_t i = 0; i < CLIENT_MAX; i++) {
        server.sockets[i] = -1;
    }
    server.pool = pool;
    server.listener = address_listen(path);
    if (server.listener < 0) {
        return EXIT_FAILURE;
    }
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    pthread_sigmask(SIG_BLOCK, &ends, NULL); /* in all threads, so that only this one hears of it */
    if (pthread_create(&acceptor, NULL, accept_clients, &server) != 0) {
        fputs("service: no thread can be started\n", stderr);
        return EXIT_FAILURE;
    }
    printf("service: listening on %s\n", path);
    fflush(stdout);
    sigwait(&ends, &signal_number);
    atomic_store(&server.is_ending, true);
    unlink(path);                         /* while it is still ours: another service may begin at once */
    shutdown(server.listener, SHUT_RDWR); /* which ends the accept */
    pthread_join(acceptor, NULL);
    send_away_all(&server);
    close(server.listener);
    puts("service: ended, and nothing was left half done");
    return EXIT_SUCCESS;
}
