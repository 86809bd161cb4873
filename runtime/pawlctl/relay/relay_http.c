#include "base/text.h"
#include "relay.h"
#include "say/interrupt.h"
#include "say/print.h"

#include <ctype.h>
#include <curl/curl.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { REQUESTS_MAX = 16, CONNECT_MS_MAX = 5000 };

/* A handle of libcurl, which sends one event after another and so keeps its connection. */
struct posting {
    CURL *curl;
    struct curl_slist *headers;
    struct results texts;
    struct relay_entry *entry; /* NULL: it is idle */
    char reason[CURL_ERROR_SIZE];
};

struct http {
    struct sink sink;
    CURLM *all;
    struct curl_slist *headers; /* of the file */
    struct posting requests[REQUESTS_MAX];
    struct relay_queue waiting;
};

/* ---- answers ------------------------------------------------------------------------------------ */

/* Whether the status is about this event alone; any other may be about the address, the token or the time. */
static bool blames_event(long status) {
    return status == 400 || status == 413 || status == 422;
}

/* `Retry-After` of 429 and 503, in seconds or as a time: until then, but not for long, no event is sent. */
static void http_obey_pause(struct http *http, const struct posting *request, long status) {
    curl_off_t pause_s = 0;
    if ((status != 429 && status != 503) ||
        curl_easy_getinfo(request->curl, CURLINFO_RETRY_AFTER, &pause_s) != CURLE_OK || pause_s <= 0)
        return;
    const int64_t pause_ms = pause_s < FAILURE_LAST_MS / 1000 ? pause_s * 1000 : FAILURE_LAST_MS;
    http->sink.held_until_ms = monotonic_ms() + pause_ms;
}

static void http_judge(struct http *http, struct posting *request, CURLcode code) {
    struct relay_entry *entry = request->entry;
    long status = 0;
    char reason[CURL_ERROR_SIZE + 64];
    curl_easy_getinfo(request->curl, CURLINFO_RESPONSE_CODE, &status);
    http_obey_pause(http, request, status);
    request->entry = NULL;
    if (code == CURLE_OK && status >= 200 && status < 300)
        relay_answer(&http->sink, entry, DELIVERED, NULL);
    else if (blames_event(status))
        relay_answer(&http->sink, entry, UNDELIVERABLE,
                     arena_printf(memory, "the server returned %ld", status));
    else {
        if (code != CURLE_OK)
            snprintf(reason, sizeof reason, "%s",
                     request->reason[0] != '\0' ? request->reason : curl_easy_strerror(code));
        else
            snprintf(reason, sizeof reason, "the server returned %ld%s", status,
                     status >= 300 && status < 400 ? ", and redirects are not followed" : "");
        relay_answer(&http->sink, entry, UNREACHABLE, reason);
    }
}

/* Whether any was. */
static bool take_answers(struct http *http) {
    bool any = false;
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(http->all, &left)) != NULL;) {
        const CURLcode code = message->data.result;
        char *place = NULL;
        if (message->msg != CURLMSG_DONE)
            continue;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &place);
        curl_multi_remove_handle(http->all, message->easy_handle); /* which is the end of the message */
        http_judge(http, (struct posting *)(void *)place, code);
        any = true;
    }
    return any;
}

/* ---- requests ----------------------------------------------------------------------------------- */

/* As CloudEvents writes texts into headers. */
static void put_encoded(struct text *out, const char *text) {
    for (; *text != '\0'; text++)
        if (*text > ' ' && *text < 0x7f && *text != '"' && *text != '%')
            text_char(out, *text);
        else
            text_printf(out, "%%%02X", (unsigned char)*text);
}

static bool add_to(struct curl_slist **list, const char *header) {
    struct curl_slist *longer = header == NULL ? NULL : curl_slist_append(*list, header);
    if (longer != NULL)
        *list = longer;
    return longer != NULL;
}

/* The same in each delivery, and no other event's, also if an archived key was created again. */
static bool add_idempotency_key(struct posting *request, const struct outbox_row *row) {
    const char *id = outbox_message_id(&request->texts, row);
    struct text header = TEXT_INIT;
    text_put(&header, "Idempotency-Key: ");
    put_encoded(&header, id == NULL ? "" : id);
    text_printf(&header, "@%" PRId64, row->created_at_us);
    const bool done = id != NULL && add_to(&request->headers, header.data);
    text_free(&header);
    return done;
}

static bool add_trace(struct posting *request, const struct outbox_row *row) {
    char header[sizeof "traceparent: " + PAWL_TRACE_BYTES];
    const char *trace = actor_trace(row->actor);
    snprintf(header, sizeof header, "traceparent: %s", trace == NULL ? "" : trace);
    return trace == NULL || add_to(&request->headers, header);
}

static bool make_request(struct http *http, struct posting *request) {
    const struct outbox_row *row = request->entry->row;
    results_reset(&request->texts);
    const char *body = outbox_message(&request->texts, row);
    curl_slist_free_all(request->headers);
    request->headers = NULL;
    bool done = body != NULL && add_to(&request->headers, "Content-Type: application/json") &&
                add_to(&request->headers, "Expect:") && add_idempotency_key(request, row) &&
                add_trace(request, row);
    for (const struct curl_slist *each = http->headers; done && each != NULL; each = each->next)
        done = add_to(&request->headers, each->data);
    request->reason[0] = '\0';
    return done &&
           curl_easy_setopt(request->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(body)) ==
               CURLE_OK &&
           curl_easy_setopt(request->curl, CURLOPT_POSTFIELDS, body) == CURLE_OK &&
           curl_easy_setopt(request->curl, CURLOPT_HTTPHEADER, request->headers) == CURLE_OK &&
           curl_multi_add_handle(http->all, request->curl) == CURLM_OK;
}

static void begin_requests(struct http *http) {
    if (is_interrupted() ||
        monotonic_ms() < http->sink.held_until_ms) /* those that have begun are waited for */
        relay_queue_give_up(&http->waiting, &http->sink, NULL);
    for (size_t i = 0; i < REQUESTS_MAX; i++) {
        struct posting *request = &http->requests[i];
        if (request->entry != NULL || (request->entry = relay_queue_take(&http->waiting)) == NULL)
            continue;
        if (!make_request(http, request))
            http_judge(http, request, CURLE_OUT_OF_MEMORY);
    }
}

static void post(struct sink *sink, struct relay_entry *entry) {
    relay_queue_put(&((struct http *)sink)->waiting, entry);
}

static bool poll_requests(struct sink *sink, int timeout_ms) {
    struct http *http = (struct http *)sink;
    int running;
    begin_requests(http);
    curl_multi_perform(http->all, &running);
    if (!take_answers(http)) {
        curl_multi_poll(http->all, NULL, 0, timeout_ms, NULL);
        curl_multi_perform(http->all, &running);
        take_answers(http);
    }
    begin_requests(http);
    return true;
}

static void give_up(struct sink *sink) {
    struct http *http = (struct http *)sink;
    for (size_t i = 0; i < REQUESTS_MAX; i++) {
        struct relay_entry *entry = http->requests[i].entry;
        if (entry == NULL)
            continue;
        curl_multi_remove_handle(http->all, http->requests[i].curl);
        http->requests[i].entry = NULL;
        relay_answer(sink, entry, UNREACHABLE, NULL);
    }
    relay_queue_give_up(&http->waiting, sink, NULL);
}

static void close_requests(struct sink *sink) {
    struct http *http = (struct http *)sink;
    for (size_t i = 0; i < REQUESTS_MAX; i++) {
        curl_easy_cleanup(http->requests[i].curl);
        curl_slist_free_all(http->requests[i].headers);
        results_free(&http->requests[i].texts);
    }
    curl_multi_cleanup(http->all);
    curl_slist_free_all(http->headers);
    curl_global_cleanup();
}

/* ---- settings ----------------------------------------------------------------------------------- */

/* A header line of the file; shows nothing of it, since a token may stand there. */
static void read_header(struct http *http, const struct call *call, const char *file, size_t number,
                        char *line) {
    static const char *const own[] = {"content-type", "content-length", "transfer-encoding", "expect",
                                      "idempotency-key"};
    const size_t name = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
    line[strcspn(line, "\r\n")] = '\0';
    if (line[strspn(line, " \t")] == '\0' || *line == '#')
        return;
    bool is_header = name > 0 && line[name] == ':' && line[name + 1 + strspn(line + name + 1, " \t")] != '\0';
    for (const char *each = line; *each != '\0'; each++)
        is_header &= !iscntrl((unsigned char)*each) || *each == '\t';
    if (!is_header)
        usage_error(call, "%s:%zu: expected NAME: VALUE", file, number);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strlen(own[i]) == name && strncasecmp(own[i], line, name) == 0)
            usage_error(call, "%s:%zu: the relay sets %s", file, number, own[i]);
    if (!add_to(&http->headers, line))
        arena_exhausted();
}

static void read_headers(struct http *http, const struct call *call, const char *path) {
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    if (file == NULL)
        usage_error(call, "--http-header-file=%s: %s", path, strerror(errno));
    for (size_t number = 1; getline(&line, &size, file) >= 0; number++)
        read_header(http, call, path, number, line);
    if (ferror(file) != 0)
        usage_error(call, "--http-header-file=%s: %s", path, strerror(errno));
    free(line);
    fclose(file);
}

/* Where others can read it, in the list of processes, no secret is to stand. */
static void check_url(const struct call *call, const char *address) {
    CURLU *url = curl_url();
    char *part = NULL;
    if (url == NULL)
        arena_exhausted();
    if ((strncasecmp(address, "http://", 7) != 0 && strncasecmp(address, "https://", 8) != 0) ||
        curl_url_set(url, CURLUPART_URL, address, 0) != CURLUE_OK)
        usage_error(call, "--http: expected http://HOST/PATH or https://HOST/PATH");
    if (curl_url_get(url, CURLUPART_USER, &part, 0) != CURLUE_NO_USER)
        usage_error(call, "--http: others can see a password on the command line: write a header "
                          "Authorization into a file, and name it with --http-header-file");
    curl_free(part);
    curl_url_cleanup(url);
}

static size_t drop_body(char *data, size_t size, size_t count, void *context) {
    (void)data, (void)context;
    return size * count;
}

static void make_handle(struct posting *request, const char *url, const char *authorities,
                        int64_t timeout_ms) {
    CURL *curl = request->curl = curl_easy_init();
    const bool done =
        curl != NULL && curl_easy_setopt(curl, CURLOPT_URL, url) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_PRIVATE, (char *)(void *)request) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, request->reason) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop_body) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_POST, 1L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L) == CURLE_OK &&
        (authorities == NULL || curl_easy_setopt(curl, CURLOPT_CAINFO, authorities) == CURLE_OK) &&
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "pawlctl/" PAWL_VERSION) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
                         (long)(timeout_ms < CONNECT_MS_MAX ? timeout_ms : CONNECT_MS_MAX)) == CURLE_OK &&
        curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)timeout_ms) == CURLE_OK;
    if (!done)
        arena_exhausted();
}

struct sink *http_sink(const struct call *call, const char *url) {
    const char *headers = option(call, "--http-header-file");
    struct http *http = arena_alloc(memory, sizeof *http);
    *http = (struct http){
        .sink = {.send = post, .poll = poll_requests, .give_up = give_up, .close = close_requests}};
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK || (http->all = curl_multi_init()) == NULL)
        arena_exhausted();
    check_url(call, url);
    if (headers != NULL)
        read_headers(http, call, headers);
    for (size_t i = 0; i < REQUESTS_MAX; i++)
        make_handle(&http->requests[i], url, option(call, "--http-ca-file"), relay_timeout(call));
    return &http->sink;
}
