/* The server: libmicrohttpd in one thread, beside the processes of answers.c. */
#include "pawl_admin.h"
#include "say/interrupt.h"
#include "say/json.h"
#include "say/print.h"
#include "server.h"

#include <microhttpd.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    CONNECTIONS_MAX = 64,
    CLIENT_SECONDS = 15, /* for a whole request, since the last one, and for taking its answer */
    HEADERS_MAX = 16384, /* of a connection, in bytes */
    POLLED_MAX = 64,
    WAIT_MS = 1000
};

extern const struct text_fragment serve_files[];

struct client {
    struct client *next;
    struct MHD_Connection *connection;
    int64_t since_us; /* when it was its turn to send or to take something; 0: it waits for us */
};

struct visit {
    struct client *client;
    struct MHD_Connection *connection;
    const char *path;
    struct text body;
    json_t *params; /* of an action */
    struct answer *answer;
    bool is_complete;
};

static struct MHD_Daemon *server;

/* ---- clients that hold a connection ------------------------------------------------------------------- */

static struct client *clients;

static void note_client(void *context, struct MHD_Connection *connection, void **own,
                        enum MHD_ConnectionNotificationCode code) {
    (void)context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        struct client *client = *own = arena_must(malloc(sizeof *client));
        *client = (struct client){clients, connection, monotonic_us()};
        clients = client;
        return;
    }
    struct client **place = &clients, *gone = *own;
    while (*place != gone)
        place = &(*place)->next;
    *place = gone->next;
    free(gone);
}

/* libmicrohttpd limits only the time between two bytes. It sees that the connection has ended. */
static void end_slow_clients(void) {
    const int64_t least_us = monotonic_us() - CLIENT_SECONDS * INT64_C(1000000);
    for (struct client *each = clients; each != NULL; each = each->next)
        if (each->since_us != 0 && each->since_us < least_us)
            shutdown(MHD_get_connection_info(each->connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
                     SHUT_RDWR);
}

/* ---- what it sends ------------------------------------------------------------------------------------ */

static enum MHD_Result send_text(struct MHD_Connection *connection, enum http status, const char *type,
                                 const char *body, size_t size, int64_t age_us) {
    static const struct {
        const char *name, *value;
    } headers[] = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
         "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    };
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, (void *)(uintptr_t)body, MHD_RESPMEM_MUST_COPY);
    if (response == NULL)
        return MHD_NO;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(response, headers[i].name, headers[i].value);
    MHD_add_response_header(response, "Content-Type", type);
    if (age_us >= 0)
        MHD_add_response_header(response, "Age", arena_printf(memory, "%lld", (long long)age_us / 1000000));
    if (status == HTTP_WHO)
        MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
    const enum MHD_Result queued = MHD_queue_response(connection, (unsigned)status, response);
    MHD_destroy_response(response);
    return queued;
}

static enum MHD_Result send_json(struct MHD_Connection *connection, enum http status, json_t *object) {
    char *text = json_dumps(object, JSON_COMPACT);
    const enum MHD_Result sent = send_text(connection, status, "application/json", text, strlen(text), -1);
    json_free(text);
    json_decref(object);
    return sent;
}

static enum MHD_Result send_error(struct MHD_Connection *connection, enum http status, const char *reason) {
    return send_json(connection, status, json_pack("{s:s}", "error", reason));
}

static enum MHD_Result send_file(struct MHD_Connection *connection, const char *path) {
    static const struct {
        const char *path, *file, *type;
    } files[] = {{"/", "page", "text/html; charset=utf-8"},
                 {"/icon.svg", "icon", "image/svg+xml"},
                 {"/style.css", "style", "text/css; charset=utf-8"},
                 {"/live.js", "live", "text/javascript; charset=utf-8"},
                 {"/views.js", "views", "text/javascript; charset=utf-8"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(files[i].path, path) == 0) {
            const char *text = text_fragment(serve_files, files[i].file);
            return send_text(connection, HTTP_OK, files[i].type, text, strlen(text), -1);
        }
    return send_error(connection, HTTP_MISSING, "there is no such page");
}

/* What the page has to know of the server. */
static enum MHD_Result send_session(const struct serving *serving, struct MHD_Connection *connection,
                                    const char *person) {
    return send_json(connection, HTTP_OK,
                     json_pack("{s:s, s:b, s:s?, s:s}", "token", serving->secret, "allows_actions",
                               serving->allows_actions, "person", person, "version", PAWL_VERSION));
}

static enum MHD_Result send_answer(const struct visit *request, const struct route *route) {
    size_t size;
    const char *body = answer_body(request->answer, &size);
    const enum http status = answer_status(request->answer);
    return send_text(request->connection, status,
                     status == HTTP_OK && route->type != NULL ? route->type : "application/json", body, size,
                     answer_age_us(request->answer));
}

/* ---- what it is asked --------------------------------------------------------------------------------- */

static const char *header_of(const void *context, const char *name) {
    const struct visit *request = context;
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

static const char *param_of(const void *context, const char *name, size_t index) {
    const struct visit *request = context;
    const json_t *value = json_object_get(request->params, name);
    if (json_is_array(value))
        return json_string_value(json_array_get(value, index));
    if (request->params != NULL)
        return index == 0 ? json_string_value(value) : NULL;
    return index == 0 ? MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name) : NULL;
}

/* What is wrong with the parameters of an action, or NULL. Nothing of them is left out. */
static const char *check_params(json_t *params) {
    for (EACH_MEMBER(member, params)) {
        const bool is_list = strcmp(member->name, "args") == 0 && json_is_array(member->value);
        size_t texts = 0;
        while (is_list && json_is_string(json_array_get(member->value, texts)))
            texts++;
        if (is_list ? texts < json_array_size(member->value) : !json_is_string(member->value))
            return arena_printf(memory, "the parameter %s is not a text%s", member->name,
                                strcmp(member->name, "args") == 0 ? " or a list of texts" : "");
    }
    return NULL;
}

/* A command would take only the part before a NUL. */
static enum MHD_Result note_nul(void *context, enum MHD_ValueKind kind, const char *name, size_t name_size,
                                const char *value, size_t size) {
    bool *has_nul = context;
    (void)kind;
    *has_nul |= strlen(name) < name_size || (value != NULL && strlen(value) < size);
    return MHD_YES;
}

/* A page that renews what it shows sends it. */
static bool may_be_stale(const struct visit *request) {
    const char *control = header_of(request, "Cache-Control");
    return control != NULL && strcmp(control, "max-stale") == 0;
}

static enum MHD_Result run_route(struct visit *request, const struct route *route, const char *person) {
    struct text words = TEXT_INIT;
    if (route->is_action)
        request->params =
            json_loadb(text_data(&request->body), request->body.length, JSON_REJECT_DUPLICATES, NULL);
    if (route->is_action && !json_is_object(request->params))
        return send_error(request->connection, HTTP_BAD, "the body is not an object of JSON");
    const char *wrong = check_params(request->params);
    bool has_nul = false;
    MHD_get_connection_values_n(request->connection, MHD_GET_ARGUMENT_KIND, note_nul, &has_nul);
    if (wrong != NULL || has_nul)
        return send_error(request->connection, HTTP_BAD, wrong != NULL ? wrong : "a parameter has a NUL");
    const char *missing = route_words(route, param_of, request, person, &words);
    if (missing != NULL) {
        text_free(&words);
        return send_error(request->connection, HTTP_BAD,
                          arena_printf(memory, "the parameter %s is missing", missing));
    }
    if (route->is_action) {
        char now[TIME_SIZE], *params = json_dumps(request->params, JSON_COMPACT); /* which is one line */
        say("%s %s %s: %s\n", print_time(now, now_us(), 'T'), person, strrchr(route->path, '/') + 1, params);
        fflush(stdout);
        json_free(params);
    }
    request->answer =
        answer_ask(&words, route->is_action, may_be_stale(request), request, &request->is_complete);
    text_free(&words);
    if (request->is_complete)
        return send_answer(request, route);
    request->client->since_us = 0;
    MHD_suspend_connection(request->connection);
    return MHD_YES;
}

static enum MHD_Result respond(const struct serving *serving, struct visit *request, const char *method) {
    static const char api[] = "/api/";
    const char *path = request->path, *person = NULL, *reason = NULL;
    const struct route *route = route_find(path);
    const bool is_session = strcmp(path, "/api/session") == 0;
    const bool is_api = route != NULL || strncmp(path, api, strlen(api)) == 0,
               is_action = route != NULL && route->is_action;
    if (request->is_complete)
        return send_answer(request, route);
    const enum http allowed = guard_check(serving, header_of, request, is_api, is_action, &person, &reason);
    if (allowed != HTTP_OK)
        return send_error(request->connection, allowed, reason);
    if (strcmp(method, is_action ? "POST" : "GET") != 0)
        return send_error(request->connection, HTTP_METHOD, is_action ? "send POST" : "send GET");
    if (is_session)
        return send_session(serving, request->connection, person);
    return route == NULL ? send_file(request->connection, path) : run_route(request, route, person);
}

/* libmicrohttpd calls it when the headers have come, for each part of the body, at its end, and again when an
 * answer has come for which it was suspended. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **own) {
    struct visit *request = *own;
    (void)version;
    if (request == NULL) {
        const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
        if (length != NULL && strtoull(length, NULL, 10) > BODY_MAX)
            return send_error(connection, HTTP_LARGE, "the body is too large");
        *own = request = arena_must(calloc(1, sizeof *request));
        request->connection = connection;
        request->client =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
        return MHD_YES;
    }
    if (*upload_size != 0) {
        if (request->body.length + *upload_size > BODY_MAX)
            return MHD_NO; /* which closes the connection */
        text_write(&request->body, upload, *upload_size);
        *upload_size = 0;
        return MHD_YES;
    }
    struct arena *before = memory_begin_batch();
    request->path = url;
    request->client->since_us = monotonic_us();
    const enum MHD_Result result = respond(context, request, method);
    memory_end_batch(before);
    return result;
}

static void forget(void *context, struct MHD_Connection *connection, void **own,
                   enum MHD_RequestTerminationCode code) {
    struct visit *request = *own;
    (void)context, (void)connection, (void)code;
    if (request == NULL)
        return;
    request->client->since_us = monotonic_us();
    if (request->answer != NULL)
        answer_leave(request->answer);
    json_decref(request->params);
    text_free(&request->body);
    free(request);
    *own = NULL;
}

static void answered(void *waiting) {
    struct visit *request = waiting;
    request->is_complete = true;
    MHD_resume_connection(request->connection);
}

/* ---- the loop ----------------------------------------------------------------------------------------- */

static void wait_for_something(int epoll, const sigset_t *signals) {
    struct pollfd polled[POLLED_MAX] = {{.fd = epoll, .events = POLLIN}};
    const size_t count = 1 + answers_poll(polled + 1, POLLED_MAX - 1);
    MHD_UNSIGNED_LONG_LONG timeout_ms = WAIT_MS;
    if (MHD_get_timeout(server, &timeout_ms) != MHD_YES || timeout_ms > WAIT_MS)
        timeout_ms = WAIT_MS;
    const struct timespec timeout = {.tv_sec = (time_t)(timeout_ms / 1000),
                                     .tv_nsec = (long)(timeout_ms % 1000) * 1000000};
    ppoll(polled, count, &timeout, signals);
}

void http_check(const struct call *call) {
    (void)call;
}

void http_serve(const struct serving *serving) {
    sigset_t ending, before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGINT);
    sigprocmask(SIG_BLOCK, &ending, &before); /* they are looked for while it waits */
    signal(SIGPIPE, SIG_IGN);
    server = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, (void *)(uintptr_t)serving,
        MHD_OPTION_LISTEN_SOCKET, serving->listener, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)CLIENT_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)HEADERS_MAX, MHD_OPTION_NOTIFY_COMPLETED, forget, NULL, MHD_OPTION_NOTIFY_CONNECTION,
        note_client, NULL, MHD_OPTION_END);
    const union MHD_DaemonInfo *epoll =
        server == NULL ? NULL : MHD_get_daemon_info(server, MHD_DAEMON_INFO_EPOLL_FD);
    if (epoll == NULL)
        refused(NULL, "the server cannot start");
    const int epoll_descriptor = epoll->epoll_fd;
    while (!is_interrupted()) {
        wait_for_something(epoll_descriptor, &before);
        answers_run(serving, answered);
        MHD_run(server);
        answers_run(serving, answered);
        end_slow_clients();
    }
    answers_end();
}
