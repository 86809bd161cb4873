/* What the pages say, old and new: the digests, and what no other comparison has told. */
#include "emit/diff/parts.h"

#include <sha2.h>

#include <stdlib.h>
#include <string.h>

static bool is_told(const struct diffing *d, const char *name) {
    for (size_t c = 0; c < DIFF_CATEGORY_COUNT; c++)
        for (size_t i = 0; i < d->lists[c].count; i++)
            if (strcmp(d->lists[c].changes[i].machine, name) == 0)
                return true;
    return false;
}

static const char *line_at(struct diffing *d, const char *at) {
    return arena_strndup(d->arena, at, strcspn(at, "\n"));
}

static int by_bytes(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static const char **sorted_lines(struct diffing *d, const char *words, size_t *count) {
    const char **lines = NULL;
    *count = 0;
    for (const char *at = words; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
        lines = arena_grow(d->arena, lines, *count, sizeof *lines);
        lines[(*count)++] = line_at(d, at);
    }
    if (*count > 0)
        qsort(lines, *count, sizeof *lines, by_bytes);
    return lines;
}

static bool is_the_same_in_another_order(struct diffing *d, const char *old, const char *new) {
    size_t old_count;
    size_t new_count;
    const char **old_lines = sorted_lines(d, old, &old_count);
    const char **new_lines = sorted_lines(d, new, &new_count);
    for (size_t i = 0; i < old_count && i < new_count; i++)
        if (strcmp(old_lines[i], new_lines[i]) != 0)
            return false;
    return old_count == new_count;
}

/* By the first line in which they differ. */
static const char *what_differs(struct diffing *d, const char *old, const char *new) {
    const char *old_line = old;
    const char *new_line = new;
    const char *format = is_the_same_in_another_order(d, old, new)
                             ? "Its page says the same in another order: \"%s\" stands where \"%s\" stood."
                             : "Its page says \"%s\" now, where it said \"%s\".";
    for (const char *o = old, *n = new; *o == *n; o++, n++)
        if (*o == '\n') {
            old_line = o + 1;
            new_line = n + 1;
        }
    struct text sentence = TEXT_INIT;
    text_printf(&sentence, format, line_at(d, new_line), line_at(d, old_line));
    return text_keep(&sentence, d->arena);
}

const char *diff_digest(struct arena *arena, const char *words) {
    enum { DIGITS = 32 };
    char digits[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)words, strlen(words), digits);
    return arena_strndup(arena, digits, DIGITS);
}

static void contents_compare(struct diffing *d, struct diff_signature *signature, const char *old_words,
                             const char *new_words) {
    d->machine = signature->machine;
    if (strcmp(old_words, new_words) != 0 && !is_told(d, d->machine))
        add_change(d, DIFF_COSMETIC, "page-changed", d->machine, what_differs(d, old_words, new_words));
    signature->old_contents = diff_digest(d->arena, old_words);
    signature->new_contents = diff_digest(d->arena, new_words);
}

struct diff_signature *diff_contents(struct diffing *d, const struct model *old, const struct model *new,
                                     diff_words_fn *words, size_t *count) {
    struct match machines = match_machines(d->arena, old, new);
    struct match flows = match_flows(d->arena, old, new);
    struct diff_signature *signatures =
        arena_alloc(d->arena, (new->machine_count + new->flow_count) * sizeof *signatures);
    *count = 0;
    for (size_t i = 0; i < new->machine_count; i++) {
        if (machines.to_old[i] == MODEL_NOTHING)
            continue;
        const struct model_machine *was = &old->machines[machines.to_old[i]];
        const struct model_machine *is = &new->machines[i];
        signatures[*count] = (struct diff_signature){is->name, was->fingerprint, is->fingerprint, "", ""};
        contents_compare(d, &signatures[(*count)++], words(d->arena, old, was, NULL),
                         words(d->arena, new, is, NULL));
    }
    for (size_t i = 0; i < new->flow_count; i++) {
        if (flows.to_old[i] == MODEL_NOTHING)
            continue;
        const struct model_flow *was = &old->flows[flows.to_old[i]];
        const struct model_flow *is = &new->flows[i];
        signatures[*count] = (struct diff_signature){is->name, was->fingerprint, is->fingerprint, "", ""};
        contents_compare(d, &signatures[(*count)++], words(d->arena, old, NULL, was),
                         words(d->arena, new, NULL, is));
    }
    return signatures;
}
