#include "lsp/messages.h"

#include "base/arena.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES_AT_ONCE = 64 * 1024, LINE_BYTES_MAX = 8 * 1024, BODY_BYTES_MAX = 256 * 1024 * 1024 };

json_t *json_must(json_t *value) {
    return arena_must(value);
}

json_t *json_text(const char *text) {
    json_t *value = json_string(text);
    return value != NULL ? value : json_must(json_string("?")); /* it was cut within a character */
}

void messages_init(struct messages *messages) {
    *messages = (struct messages){.waiting = json_must(json_array())};
}

void messages_free(struct messages *messages) {
    json_decref(messages->waiting);
    free(messages->bytes);
}

/* ---- out ------------------------------------------------------------------------------------------- */

static void send_message(json_t *message) {
    char *text = arena_must(json_dumps(json_must(message), JSON_COMPACT));
    printf("Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    fflush(stdout);
    free(text);
    json_decref(message);
}

void message_notify(const char *method, json_t *params) {
    send_message(json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

void message_answer(json_t *id, json_t *result) {
    send_message(json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

void message_refuse(json_t *id, enum lsp_error error, const char *words) {
    json_t *null = json_null();
    send_message(json_pack("{s:s, s:O, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id == NULL ? null : id,
                           "error", "code", (int)error, "message", words));
}

/* ---- in -------------------------------------------------------------------------------------------- */

static void drop(struct messages *messages, size_t count) {
    messages->length -= count;
    memmove(messages->bytes, messages->bytes + count, messages->length);
}

/* Answers the request of that id, if it is waiting. */
static void cancel(struct messages *messages, const json_t *params) {
    json_t *id = json_object_get(params, "id");
    for (size_t i = 0; id != NULL && i < json_array_size(messages->waiting); i++) {
        const json_t *request = json_array_get(messages->waiting, i);
        if (json_object_get(request, "id") == NULL || !json_equal(json_object_get(request, "id"), id))
            continue;
        message_refuse(id, LSP_CANCELLED, "the request was cancelled");
        json_array_remove(messages->waiting, i);
        return;
    }
}

static void take_body(struct messages *messages) {
    json_error_t problem;
    json_t *message = json_loadb(messages->bytes, messages->size, JSON_ALLOW_NUL, &problem);
    const char *method = json_string_value(json_object_get(message, "method"));
    if (message == NULL)
        message_refuse(NULL, LSP_PARSE_ERROR, "the message is not JSON in UTF-8");
    else if (method == NULL && json_object_get(message, "result") == NULL &&
             json_object_get(message, "error") == NULL)
        message_refuse(json_object_get(message, "id"), LSP_INVALID_REQUEST, "the message has no method");
    else if (method != NULL && strcmp(method, "$/cancelRequest") == 0)
        cancel(messages, json_object_get(message, "params"));
    else if (method != NULL)
        json_array_append(messages->waiting, message);
    json_decref(message);
    drop(messages, messages->size);
    messages->has_size = false;
}

/* A line of a header. Returns its problem; NULL: none. */
static const char *take_line(struct messages *messages, const char *line, size_t length) {
    static const char field[] = "content-length:", digits[] = "0123456789";
    if (strlen(line) < length || strchr(line, ':') == NULL)
        return "a line of a header is not a name and a value";
    if (strncasecmp(line, field, strlen(field)) != 0)
        return NULL;
    if (messages->has_size)
        return "a header has two lines Content-Length";
    const char *number = line + strlen(field) + strspn(line + strlen(field), " \t");
    const char *end = number + strspn(number, digits);
    if (end == number || end[strspn(end, " \t\r")] != '\0')
        return "the Content-Length of a message is not a number";
    const unsigned long long size = strtoull(number, NULL, 10);
    if (size > BODY_BYTES_MAX)
        return "a message is larger than 256 MB";
    messages->has_size = true;
    messages->size = (size_t)size;
    return NULL;
}

/* False if more must come in first, or nothing more can be read. */
static bool take_piece(struct messages *messages) {
    if (messages->is_body) {
        if (messages->length < messages->size)
            return false;
        take_body(messages);
        messages->is_body = false;
        return true;
    }
    char *end = messages->length == 0 ? NULL : memchr(messages->bytes, '\n', messages->length);
    const size_t length = end == NULL ? messages->length : (size_t)(end - messages->bytes);
    const bool is_empty = length == 0 || (length == 1 && messages->bytes[0] == '\r');
    if (messages->problem != NULL || (end == NULL && length <= LINE_BYTES_MAX))
        return false;
    if (end == NULL) {
        messages->problem = "a line of a header is too long";
    } else if (is_empty) {
        messages->is_body = messages->has_size;
        messages->problem = messages->has_size ? NULL : "a header has no Content-Length";
    } else {
        *end = '\0';
        messages->problem = take_line(messages, messages->bytes, length);
    }
    if (messages->problem != NULL)
        messages->ended = true;
    else
        drop(messages, length + 1);
    return messages->problem == NULL;
}

static void read_bytes(struct messages *messages, bool waits) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (!waits && poll(&input, 1, 0) <= 0)
        return;
    if (messages->capacity - messages->length < BYTES_AT_ONCE) {
        messages->capacity = messages->capacity * 2 + BYTES_AT_ONCE;
        messages->bytes = arena_must(realloc(messages->bytes, messages->capacity));
    }
    const ssize_t count =
        read(STDIN_FILENO, messages->bytes + messages->length, messages->capacity - messages->length);
    if (count > 0)
        messages->length += (size_t)count;
    else if (count == 0 || errno != EINTR)
        messages->ended = true;
}

json_t *messages_next(struct messages *messages, bool waits) {
    for (;;) {
        while (take_piece(messages))
            continue;
        const size_t before = messages->length;
        const bool is_idle = json_array_size(messages->waiting) == 0;
        if (!messages->ended)
            read_bytes(messages, waits && is_idle);
        if (messages->length == before && (messages->ended || !is_idle || !waits))
            break;
    }
    json_t *message = json_incref(json_array_get(messages->waiting, 0));
    json_array_remove(messages->waiting, 0);
    return message;
}
