#include "base/warnings.h"

#include "base/suggest.h"

#include <string.h>

static const struct warning {
    enum diagnostic_code code;
    const char *name;
    bool on;
} table[WARNING_COUNT] = {
#define WARNING(identifier, name, on) {DIAGNOSTIC_##identifier, name, on},
#include "base/warnings.def"
};

static size_t warnings_find(enum diagnostic_code code) {
    size_t i = 0;
    while (i < WARNING_COUNT && table[i].code != code)
        i++;
    return i;
}

void warnings_init(struct warnings *warnings) {
    *warnings = (struct warnings){.all_are_errors = false};
    for (size_t i = 0; i < WARNING_COUNT; i++)
        warnings->on[i] = table[i].on;
}

static bool find_by_name(struct arena *arena, const char *name, size_t *index, const char **problem) {
    struct suggestion suggestion = suggestion_for(name);
    for (*index = 0; *index < WARNING_COUNT; ++*index) {
        if (strcmp(table[*index].name, name) == 0 ||
            strcmp(diagnostic_kinds[table[*index].code].code, name) == 0)
            return true;
        suggestion_offer(&suggestion, table[*index].name);
    }
    if (suggestion.nearest != NULL)
        *problem =
            arena_printf(arena, "there is no warning `%s`; did you mean `%s`?", name, suggestion.nearest);
    else
        *problem = arena_printf(arena, "there is no warning `%s`; --help lists them", name);
    return false;
}

bool warnings_option(struct warnings *warnings, struct arena *arena, const char *argument,
                     const char **problem) {
    bool yes = strncmp(argument, "no-", 3) != 0;
    const char *name = yes ? argument : argument + 3;
    size_t index;
    if (strcmp(name, "error") == 0) {
        warnings->all_are_errors = yes;
    } else if (strncmp(name, "error=", 6) == 0) {
        if (!find_by_name(arena, name + 6, &index, problem))
            return false;
        warnings->is_error[index] = yes ? WARNING_YES : WARNING_NO;
        warnings->on[index] = warnings->on[index] || yes;
    } else if (strcmp(name, "all") == 0) {
        for (index = 0; index < WARNING_COUNT; index++)
            warnings->on[index] = yes;
    } else {
        if (!find_by_name(arena, name, &index, problem))
            return false;
        warnings->on[index] = yes;
    }
    return true;
}

bool warnings_report(const struct warnings *warnings, enum diagnostic_code code) {
    size_t index = warnings_find(code);
    return index == WARNING_COUNT || (warnings == NULL ? table[index].on : warnings->on[index]);
}

bool warnings_is_error(const struct warnings *warnings, enum diagnostic_code code) {
    if (diagnostic_kinds[code].severity == SEVERITY_ERROR)
        return true;
    if (warnings == NULL)
        return false;
    size_t index = warnings_find(code);
    enum warning_choice said = index == WARNING_COUNT ? WARNING_UNSAID : warnings->is_error[index];
    return said == WARNING_UNSAID ? warnings->all_are_errors : said == WARNING_YES;
}

const char *warnings_name(enum diagnostic_code code) {
    size_t index = warnings_find(code);
    return index == WARNING_COUNT ? NULL : table[index].name;
}

void warnings_list(struct text *out) {
    for (size_t i = 0; i < WARNING_COUNT; i++)
        text_printf(out, "  %s %-19s%s%s\n", diagnostic_kinds[table[i].code].code, table[i].name,
                    table[i].on ? "" : "(off) ", diagnostic_kinds[table[i].code].title);
}
