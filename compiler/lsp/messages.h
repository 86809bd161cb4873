/* Messages of JSON-RPC on standard input and output. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum lsp_error {
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_UNKNOWN_METHOD = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_NOT_INITIALIZED = -32002,
    LSP_CANCELLED = -32800,
};

struct messages {
    char *bytes; /* that came in and are not read yet */
    size_t length, capacity;
    bool has_size;       /* the header of a message has named it */
    size_t size;         /* of its body */
    bool is_body;        /* the header is read */
    const char *problem; /* of a header: where the next message begins is unknown; NULL: none */
    json_t *waiting;     /* requests and notifications, the first one in front */
    bool ended;          /* nothing comes in any more */
};

void messages_init(struct messages *messages);
void messages_free(struct messages *messages);

/*
 * The next message, to be released by the caller; NULL: none is waiting, or the input has ended. Returns at
 * once unless `waits`. A request that was cancelled before its turn is answered here.
 */
json_t *messages_next(struct messages *messages, bool waits);

/* These take the last argument over. id: the request's. */
void message_notify(const char *method, json_t *params);
void message_answer(json_t *id, json_t *result);
void message_refuse(json_t *id, enum lsp_error error, const char *words);

/* Ends the program instead of returning NULL. */
json_t *json_must(json_t *value);
/* A text of the compiler's. */
json_t *json_text(const char *text);
