/* What the files of this room share. */
#pragma once

#include "base/text.h"
#include "say/command.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum { BODY_MAX = 8192, SECRET_SIZE = 33 };

enum http {
    HTTP_OK = 200,
    HTTP_BAD = 400,
    HTTP_WHO = 401,
    HTTP_FORBIDDEN = 403,
    HTTP_MISSING = 404,
    HTTP_METHOD = 405,
    HTTP_REFUSED = 409,
    HTTP_LARGE = 413,
    HTTP_DOWN = 503
};

/* Who may call, from the file of tokens. */
struct person {
    const char *name, *token;
};

struct serving {
    const struct call *call; /* its options */
    int listener;
    const char *address; /* without the port: a numeric address */
    bool allows_actions;
    const char *person_header; /* of a reverse proxy; NULL: none */
    struct person *people;     /* NULL: there is no file of tokens */
    size_t person_count;
    char secret[SECRET_SIZE]; /* a page sends it with each action; other sites cannot read it */
};

/* http.c, or without libmicrohttpd no_http.c. The first refuses if there is no server in this program. The
 * second returns when the program is interrupted. */
void http_check(const struct call *call);
void http_serve(const struct serving *serving);

/* ---- guard.c: who may call ----------------------------------------------------------------------------- */

/* A header of the request, or NULL. */
typedef const char *header_fn(const void *request, const char *name);

void guard_read_people(struct serving *serving, const char *file);
void guard_check_options(const struct serving *serving);
void guard_make_secret(char secret[SECRET_SIZE]);

/* Returns HTTP_OK, or the refusal with its reason. person: who calls; NULL: not known. */
enum http guard_check(const struct serving *serving, header_fn *header, const void *request, bool is_api,
                      bool is_action, const char **person, const char **reason);

/* ---- routes.c: which command an address runs ---------------------------------------------------------- */

/* A parameter of the request, or NULL. */
typedef const char *param_fn(const void *request, const char *name, size_t index);

struct route {
    const char *path, *command;
    bool is_action;
    const char *type; /* of what it prints; NULL: JSON */
};
/* NULL: there is none. */
const struct route *route_find(const char *path);
/* The command and its arguments, with a NUL after each. Returns NULL, or what is missing. */
const char *route_words(const struct route *route, param_fn *param, const void *request, const char *person,
                        struct text *words);

/* ---- answers.c: commands run in processes, and what they printed ------------------------------------- */

struct answer;
typedef void answered_fn(void *waiting); /* it is complete */

/* Runs the command, or finds what it printed a moment ago, or if it may be stale, earlier. waiting: is called
 * when it is complete, unless it is now. Each is given back with answer_leave. */
struct answer *answer_ask(const struct text *words, bool is_action, bool may_be_stale, void *waiting,
                          bool *is_complete);
void answer_leave(struct answer *answer);

enum http answer_status(const struct answer *answer);
const char *answer_body(const struct answer *answer, size_t *size);
int64_t answer_age_us(const struct answer *answer);

/* For the loop of the server: what to wait for, and what to do then. */
struct pollfd;
size_t answers_poll(struct pollfd *polled, size_t most);
void answers_run(const struct serving *serving, answered_fn *answered);
/* Kills what runs. */
void answers_end(void);

/* ---- diagram.c ---------------------------------------------------------------------------------------- */

/* Prints the diagram of a machine or flow as SVG, with a line of zeros for each number of the page. */
int diagram_draw(struct call *call);
