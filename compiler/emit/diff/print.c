#include "emit/diff/parts.h"

#include "base/escape.h"

#include <string.h>

#define NAME(category, name, heading)    #name,
#define HEADING(category, name, heading) heading,

const char *const diff_categories[DIFF_CATEGORY_COUNT] = {DIFF_CATEGORIES(NAME)};

static const char *const headings[DIFF_CATEGORY_COUNT] = {DIFF_CATEGORIES(HEADING)};

bool diff_matters(const struct diff *diff) {
    return diff->count > diff->category_count[DIFF_COSMETIC];
}

static void signatures(const struct diff *diff, struct text *out) {
    bool is_first = true;
    for (size_t i = 0; i < diff->signature_count; i++) {
        const struct diff_signature *signature = &diff->signatures[i];
        if (strcmp(signature->old_contents, signature->new_contents) == 0)
            continue;
        text_put(out, is_first ? "\nSIGNATURE: pages must be signed again\n" : "");
        text_printf(out, "  %s: version %s", signature->machine, signature->new_version);
        if (strcmp(signature->old_version, signature->new_version) == 0)
            text_put(out, " as before");
        else
            text_printf(out, ", was %s", signature->old_version);
        text_printf(out, "; contents %s, were %s\n", signature->new_contents, signature->old_contents);
        is_first = false;
    }
}

void diff_print(const struct diff *diff, struct text *out) {
    for (size_t i = 0; i < diff->count; i++) {
        const struct diff_change *change = &diff->changes[i];
        if (i == 0 || change->category != change[-1].category)
            text_printf(out, "%s%s\n", i == 0 ? "" : "\n", headings[change->category]);
        text_printf(out, "  %s: %s\n", change->machine, change->sentence);
    }
    if (diff->count == 0)
        text_put(out, "No differences.\n");
    signatures(diff, out);
}

static void member(struct text *out, const char *name, const char *value) {
    text_printf(out, ", \"%s\": ", name);
    escape_json(out, value);
}

void diff_json(const struct diff *diff, const char *programs, struct text *out) {
    text_put(out, "{\"changes\": [");
    for (size_t i = 0; i < diff->count; i++) {
        const struct diff_change *change = &diff->changes[i];
        text_printf(out, "%s\n{\"category\": \"%s\"", i == 0 ? "" : ",", diff_categories[change->category]);
        member(out, "machine", change->machine);
        member(out, "kind", change->kind);
        member(out, "subject", change->subject);
        member(out, "sentence", change->sentence);
        text_char(out, '}');
    }
    text_put(out, "]");
    for (size_t c = 0; c < DIFF_CATEGORY_COUNT; c++)
        text_printf(out, ", \"%s\": %zu", diff_categories[c], diff->category_count[c]);
    text_put(out, ", \"signatures\": [");
    for (size_t i = 0; i < diff->signature_count; i++) {
        const struct diff_signature *of = &diff->signatures[i];
        text_printf(out, "%s\n{\"machine\": \"%s\", \"old\": {\"version\": \"%s\", \"contents\": \"%s\"}, ",
                    i == 0 ? "" : ",", of->machine, of->old_version, of->old_contents);
        text_printf(out, "\"new\": {\"version\": \"%s\", \"contents\": \"%s\"}}", of->new_version,
                    of->new_contents);
    }
    text_printf(out, "], \"programs\": %s}\n", programs);
}
