#include "base/arena.h"
#include "base/warnings.h"
#include "lsp/answers.h"
#include "lsp/lsp.h"
#include "lsp/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct server {
    struct messages messages;
    const struct warnings *warnings;
    const char *version; /* of pawl */
    struct document *documents;
    bool is_initialized, is_shut_down, has_ended;
};

/* ---- the open files -------------------------------------------------------------------------------- */

/* The link to the document; to NULL, if it is not open. */
static struct document **find(struct server *server, const json_t *params) {
    const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
    struct document **link = &server->documents;
    while (uri != NULL && *link != NULL && strcmp((*link)->uri, uri) != 0)
        link = &(*link)->next;
    if (uri == NULL)
        while (*link != NULL)
            link = &(*link)->next;
    return link;
}

static void close_document(struct document **link) {
    struct document *document = *link;
    *link = document->next;
    document_free(document);
}

static void did_open(struct server *server, json_t *params) {
    json_t *opened = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(opened, "uri"));
    json_t *text = json_object_get(opened, "text"), *version = json_object_get(opened, "version");
    struct document **link = find(server, params);
    if (uri == NULL || !json_is_string(text))
        return;
    if (*link != NULL)
        document_change(*link, version, text);
    else
        *link = document_new(uri, version, text);
}

/* With the whole text, as was asked for. */
static void did_change(struct server *server, json_t *params) {
    json_t *changes = json_object_get(params, "contentChanges");
    struct document *document = *find(server, params);
    for (size_t i = 0; document != NULL && i < json_array_size(changes); i++) {
        json_t *text = json_object_get(json_array_get(changes, i), "text");
        if (json_is_string(text) && json_object_get(json_array_get(changes, i), "range") == NULL)
            document_change(document, json_object_get(json_object_get(params, "textDocument"), "version"),
                            text);
    }
}

static void did_close(struct server *server, json_t *params) {
    struct document **link = find(server, params);
    if (*link == NULL)
        return;
    message_notify("textDocument/publishDiagnostics",
                   json_pack("{s:s, s:[]}", "uri", (*link)->uri, "diagnostics"));
    close_document(link);
}

/* Of one file at most, since what comes in goes first. Returns whether there was one. */
static bool publish(struct server *server) {
    for (struct document *document = server->documents; document != NULL; document = document->next)
        if (!document->is_told) {
            message_notify("textDocument/publishDiagnostics",
                           answer_diagnostics(document_analysis(document, server->warnings), document->uri,
                                              document->version));
            document->is_told = true;
            return true;
        }
    return false;
}

/* ---- requests -------------------------------------------------------------------------------------- */

static json_t *initialize(struct server *server, json_t *params) {
    (void)params;
    server->is_initialized = true;
    return json_pack("{s:{s:s, s:{s:b, s:i}, s:b, s:b, s:b, s:b, s:{s:[s, s, s]}}, s:{s:s, s:s}}",
                     "capabilities", "positionEncoding", "utf-16", "textDocumentSync", "openClose", 1,
                     "change", 1, "hoverProvider", 1, "definitionProvider", 1, "documentSymbolProvider", 1,
                     "documentFormattingProvider", 1, "completionProvider", "triggerCharacters", " ", ">",
                     ":", "serverInfo", "name", "pawl", "version", server->version);
}

static json_t *shut_down(struct server *server, json_t *params) {
    (void)params;
    server->is_shut_down = true;
    return json_null();
}

static const struct analysis *analysis_of(struct server *server, const json_t *params) {
    struct document *document = *find(server, params);
    return document == NULL ? NULL : document_analysis(document, server->warnings);
}

/* False if the parameters have none. */
static bool offset_of(const struct analysis *analysis, const json_t *params, size_t *offset) {
    const json_t *position = json_object_get(params, "position");
    const json_t *line = json_object_get(position, "line"),
                 *character = json_object_get(position, "character");
    if (analysis == NULL || !json_is_integer(line) || !json_is_integer(character) ||
        json_integer_value(line) < 0 || json_integer_value(character) < 0)
        return false;
    *offset = place_from_json(&analysis->source, (size_t)json_integer_value(line),
                              (size_t)json_integer_value(character));
    return true;
}

static json_t *hover(struct server *server, json_t *params) {
    const struct analysis *now = analysis_of(server, params);
    size_t offset;
    return offset_of(now, params, &offset) ? answer_hover(now, (*find(server, params))->last, offset) : NULL;
}

static json_t *definition(struct server *server, json_t *params) {
    const struct analysis *now = analysis_of(server, params);
    size_t offset;
    return offset_of(now, params, &offset) ? answer_definition(now, now->source.path, offset) : NULL;
}

static json_t *completion(struct server *server, json_t *params) {
    const struct analysis *now = analysis_of(server, params);
    size_t offset;
    return offset_of(now, params, &offset) ? answer_completion(now, offset) : NULL;
}

static json_t *symbols(struct server *server, json_t *params) {
    const struct analysis *now = analysis_of(server, params);
    return now == NULL ? NULL : answer_symbols(now);
}

static json_t *formatting(struct server *server, json_t *params) {
    const struct analysis *now = analysis_of(server, params);
    return now == NULL ? NULL : answer_formatting(&now->source);
}

/* ---- dispatch -------------------------------------------------------------------------------------- */

static const struct {
    const char *method;
    json_t *(*answer)(struct server *server, json_t *params); /* NULL: the parameters are wrong */
} requests[] = {
    {"initialize", initialize},
    {"shutdown", shut_down},
    {"textDocument/hover", hover},
    {"textDocument/definition", definition},
    {"textDocument/completion", completion},
    {"textDocument/documentSymbol", symbols},
    {"textDocument/formatting", formatting},
};

static const struct {
    const char *method;
    void (*take)(struct server *server, json_t *params);
} notifications[] = {
    {"textDocument/didOpen", did_open},
    {"textDocument/didChange", did_change},
    {"textDocument/didClose", did_close},
};

static void answer(struct server *server, const char *method, json_t *id, json_t *params) {
    const bool is_first = strcmp(method, "initialize") == 0;
    size_t i = 0;
    while (i < sizeof requests / sizeof *requests && strcmp(requests[i].method, method) != 0)
        i++;
    if (server->is_shut_down || (server->is_initialized && is_first)) {
        message_refuse(id, LSP_INVALID_REQUEST,
                       is_first ? "initialize was sent before" : "the server was shut down");
    } else if (!server->is_initialized && !is_first) {
        message_refuse(id, LSP_NOT_INITIALIZED, "send initialize first");
    } else if (i == sizeof requests / sizeof *requests) {
        message_refuse(id, LSP_UNKNOWN_METHOD, "pawl has no such method");
    } else {
        json_t *result = requests[i].answer(server, params);
        if (result == NULL)
            message_refuse(id, LSP_INVALID_PARAMS, "expected an open document, and a position in it");
        else
            message_answer(id, result);
    }
}

static void take(struct server *server, const char *method, json_t *params) {
    if (strcmp(method, "exit") == 0)
        server->has_ended = true;
    for (size_t i = 0; server->is_initialized && i < sizeof notifications / sizeof *notifications; i++)
        if (strcmp(notifications[i].method, method) == 0)
            notifications[i].take(server, params);
}

/*
 * Findings are sent when nothing else is to do: while somebody types, each text is compiled only if no newer
 * one is there.
 */
int lsp_serve(const struct warnings *warnings, const char *version) {
    struct server server = {.warnings = warnings, .version = version};
    messages_init(&server.messages);
    while (!server.has_ended) {
        json_t *message = messages_next(&server.messages, false);
        if (message == NULL && publish(&server))
            continue;
        if (message == NULL)
            message = messages_next(&server.messages, true);
        if (message == NULL)
            break;
        const char *method = json_string_value(json_object_get(message, "method"));
        json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
        if (id != NULL)
            answer(&server, method, id, params);
        else
            take(&server, method, params);
        json_decref(message);
    }
    const char *problem = server.has_ended ? NULL : server.messages.problem;
    if (problem != NULL) {
        message_refuse(NULL, LSP_PARSE_ERROR, problem);
        fprintf(stderr, "pawl: lsp: the session ends, because the next message cannot be found: %s\n",
                problem);
    }
    while (server.documents != NULL)
        close_document(&server.documents);
    messages_free(&server.messages);
    return server.is_shut_down && problem == NULL ? 0 : 1;
}
