/* Who may call: tokens, hosts, and requests that another site makes a browser send. */
#include "pawl_admin.h"
#include "say/print.h"
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TOKEN_MIN = 20, LINE_MAX_BYTES = 1024 };

static void add_person(struct serving *serving, const char *file, size_t line, char *text) {
    char *after = NULL;
    const char *name = strtok_r(text, " \t\r\n", &after), *token = strtok_r(NULL, " \t\r\n", &after);
    if (name == NULL || *name == '#')
        return;
    if (token == NULL || strtok_r(NULL, " \t\r\n", &after) != NULL)
        usage_error(serving->call, "%s, line %zu: expected a name and a token", file, line);
    if (strlen(token) < TOKEN_MIN || !text_is_utf8(name))
        usage_error(serving->call,
                    "%s, line %zu: a token has at least %d characters: openssl rand -hex 16 writes one", file,
                    line, TOKEN_MIN);
    for (size_t i = 0; i < serving->person_count; i++)
        if (strcmp(serving->people[i].token, token) == 0)
            usage_error(serving->call, "%s, line %zu: %s has the same token", file, line,
                        serving->people[i].name);
    serving->people = arena_grow(memory, serving->people, serving->person_count, sizeof *serving->people);
    serving->people[serving->person_count++] = (struct person){copy_of(name), copy_of(token)};
}

void guard_read_people(struct serving *serving, const char *file) {
    char line[LINE_MAX_BYTES];
    struct stat found;
    const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "r");
    if (stream == NULL || fstat(descriptor, &found) != 0)
        usage_error(serving->call, "--tokens=%s: %s", file, strerror(errno));
    if (!S_ISREG(found.st_mode) || (found.st_mode & 077) != 0 ||
        (found.st_uid != geteuid() && found.st_uid != 0))
        usage_error(serving->call, "--tokens=%s: others can read or change it: chmod 600 %s", file, file);
    for (size_t number = 1; fgets(line, sizeof line, stream) != NULL; number++)
        add_person(serving, file, number, line);
    fclose(stream);
    if (serving->person_count == 0)
        usage_error(serving->call, "--tokens=%s: it has no line of a name and a token", file);
}

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

static bool has_only(const char *text, const char *signs) {
    return *text != '\0' && text[strspn(text, arena_printf(memory, "%s%s", letters, signs))] == '\0';
}

/* A request can have no other header or host. */
void guard_check_options(const struct serving *serving) {
    const struct call *call = serving->call;
    unsigned char address[sizeof(struct in6_addr)];
    if (serving->person_header != NULL && !has_only(serving->person_header, "!#$%&'*+-.^_`|~"))
        usage_error(call, "--person-header: expected the name of a header, got `%s`", serving->person_header);
    for (size_t i = 0; i < call->given_count; i++) {
        const char *host = call->given[i].value;
        if (strcmp(call->given[i].option->spelling, "--host") == 0 && !has_only(host, "-._") &&
            inet_pton(AF_INET6, host, address) != 1)
            usage_error(call, "--host: expected the name of a host, got `%s`", host);
    }
}

void guard_make_secret(char secret[SECRET_SIZE]) {
    unsigned char bytes[SECRET_SIZE / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        arena_exhausted();
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(secret + 2 * i, 3, "%02x", bytes[i]);
}

/* In a time that does not show how much of it is right. */
static bool is_same_secret(const char *given, const char *secret) {
    const size_t length = strlen(secret);
    unsigned char differs = strlen(given) != length;
    for (size_t i = 0; i < length && !(differs && given[i] == '\0'); i++)
        differs |= (unsigned char)(given[i] ^ secret[i]);
    return differs == 0;
}

/* "db.example:8040" is of the host "db.example", and "[::1]:8040" of "::1". */
static bool is_of_host(const char *given, const char *host) {
    const bool is_bracketed = *given == '[';
    const size_t length = is_bracketed ? strcspn(given + 1, "]") : strcspn(given, ":");
    const char *rest = given + length + (is_bracketed ? 1 + (given[length + 1] == ']') : 0);
    return strlen(host) == length && strncasecmp(given + is_bracketed, host, length) == 0 &&
           (*rest == '\0' || (*rest == ':' && strspn(rest + 1, "0123456789") == strlen(rest + 1)));
}

/* Another name may be one that an attacker has made lead to this address. */
static bool is_own_host(const struct serving *serving, const char *given) {
    static const char *const own[] = {"localhost", "127.0.0.1", "::1"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (is_of_host(given, own[i]))
            return true;
    const struct call *call = serving->call;
    for (size_t i = 0; i < call->given_count; i++)
        if (strcmp(call->given[i].option->spelling, "--host") == 0 && is_of_host(given, call->given[i].value))
            return true;
    return is_of_host(given, serving->address);
}

static const struct person *person_of_token(const struct serving *serving, const char *authorization) {
    static const char bearer[] = "Bearer ";
    if (authorization == NULL || strncasecmp(authorization, bearer, strlen(bearer)) != 0)
        return NULL;
    for (size_t i = 0; i < serving->person_count; i++)
        if (is_same_secret(authorization + strlen(bearer), serving->people[i].token))
            return &serving->people[i];
    return NULL;
}

/* A browser names the site whose page sends a request. */
static bool is_own_origin(const char *origin, const char *host) {
    const char *site = origin == NULL ? NULL : strstr(origin, "://");
    return origin == NULL || (site != NULL && strcasecmp(site + 3, host) == 0);
}

static enum http check_action(const struct serving *serving, header_fn *header, const void *request,
                              const char *person, const char **reason) {
    const char *secret = header(request, "X-Pawl-Token"), *type = header(request, "Content-Type");
    *reason = !serving->allows_actions ? "this server only reads: it was started without --allow-actions"
              : !is_own_origin(header(request, "Origin"), header(request, "Host"))
                  ? "the request comes from another site"
              : secret == NULL || !is_same_secret(secret, serving->secret)
                  ? "the page is of an earlier server: reload it"
              : type == NULL || strncasecmp(type, "application/json", strlen("application/json")) != 0
                  ? "send application/json"
              : person == NULL ? "the reverse proxy did not send the person's name"
                               : NULL;
    return *reason == NULL ? HTTP_OK : HTTP_FORBIDDEN;
}

enum http guard_check(const struct serving *serving, header_fn *header, const void *request, bool is_api,
                      bool is_action, const char **person, const char **reason) {
    const char *host = header(request, "Host");
    *person = serving->person_header == NULL ? NULL : header(request, serving->person_header);
    if (*person != NULL && (**person == '\0' || !text_is_utf8(*person)))
        *person = NULL;
    if (host == NULL || !is_own_host(serving, host)) {
        *reason = "this is not a name of this server: start it with --host=NAME";
        return HTTP_FORBIDDEN;
    }
    const char *site = header(request, "Sec-Fetch-Site");
    if (is_api && site != NULL && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0) {
        *reason = "the request comes from another site";
        return HTTP_FORBIDDEN;
    }
    if (is_api && serving->people != NULL) {
        const struct person *found = person_of_token(serving, header(request, "Authorization"));
        *reason = "a token is needed";
        if (found == NULL)
            return HTTP_WHO;
        if (*person == NULL)
            *person = found->name;
    }
    return is_action ? check_action(serving, header, request, *person, reason) : HTTP_OK;
}
