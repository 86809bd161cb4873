#include "metrics/metrics.h"
#include "server.h"

#include <string.h>

/*
 * A word {name} is an operand that must be given, [name] one that may be, and [name...] several;
 * --option={name} and --option=[name] are the same for options. {person} is the caller, whose name is added
 * to a {reason}.
 */
static const struct route routes[] = {
    {"/api/status", "status [machine]", false, NULL},
    {"/api/machine", "status --stays {machine}", false, NULL},
    {"/api/diagram", "diagram {machine} {version}", false, "image/svg+xml"},
    {"/api/queue", "queue status [machine]", false, NULL},
    {"/api/history", "history --limit=50 --before=[before] [machine] {id}", false, NULL},
    {"/api/entities", "ls --state=[state] --after=[after] {machine}", false, NULL},
    {"/api/stuck", "stuck", false, NULL},
    {"/metrics", "metrics", false, METRICS_CONTENT_TYPE},
    {"/api/why", "why {machine} {id}", false, NULL},
    {"/api/locks", "locks [key]", false, NULL},
    {"/api/runs", "flow --status=[status] --limit=100 --after=[after] ls {flow}", false, NULL},
    {"/api/run", "flow show {run}", false, NULL},
    {"/api/steps", "graph {flow}", false, NULL},
    {"/api/outbox", "outbox status", false, NULL},
    {"/api/fire", "fire --actor={person} {machine} {id} {event} [args...]", true, NULL},
    {"/api/retry", "queue --actor={person} retry {machine} {id}", true, NULL},
    {"/api/resend", "outbox --actor={person} retry {machine} {id}", true, NULL},
    {"/api/change", "flow --actor={person} {verb} {run}", true, NULL},
    {"/api/pause", "freeze --mode=sleep --wait=5s --reason={reason} {machine}", true, NULL},
    {"/api/resume", "thaw --actor={person} {machine}", true, NULL},
};

const struct route *route_find(const char *path) {
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (strcmp(routes[i].path, path) == 0)
            return &routes[i];
    return NULL;
}

static void put_word(struct text *words, const char *before, size_t length, const char *value) {
    text_write(words, before, length);
    text_put(words, value);
    text_char(words, '\0');
}

/* `hole` begins behind its bracket. Returns NULL, or the name of what is missing. */
static const char *fill(const char *before, size_t before_length, const char *hole, param_fn *param,
                        const void *request, const char *person, struct text *words) {
    const size_t length = strcspn(hole, "]}.");
    const char *name = arena_strndup(memory, hole, length), *value;
    const bool is_list = hole[length] == '.', is_needed = hole[length] == '}';
    if (strcmp(name, "person") == 0) {
        put_word(words, before, before_length, person == NULL ? "" : person);
        return person == NULL ? name : NULL;
    }
    const bool is_reason = strcmp(name, "reason") == 0;
    for (size_t i = 0; (value = param(request, name, i)) != NULL && (i == 0 || is_list); i++)
        if (*value != '\0' || is_needed)
            put_word(words, before, before_length,
                     is_reason ? arena_printf(memory, "%s (%s)", value, person) : value);
    return is_needed && param(request, name, 0) == NULL ? name : NULL;
}

const char *route_words(const struct route *route, param_fn *param, const void *request, const char *person,
                        struct text *words) {
    bool has_operands = false;
    for (const char *word = route->command; *word != '\0';) {
        const size_t length = strcspn(word, " "), before = strcspn(word, "[{ ");
        const char *missing = NULL;
        if (word != route->command && *word != '-' && !has_operands) {
            put_word(words, "", 0, "--");
            has_operands = true;
        }
        if (before < length)
            missing = fill(word, before, word + before + 1, param, request, person, words);
        else
            put_word(words, word, length, "");
        if (missing != NULL)
            return missing;
        word += length + (word[length] == ' ');
    }
    return NULL;
}
