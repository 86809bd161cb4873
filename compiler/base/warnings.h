/*
 * Which warnings are reported, and which as errors: -WNAME, -Wno-NAME, -Wall, -Wno-all, -Werror, -Wno-error,
 * -Werror=NAME, -Wno-error=NAME. A NAME is one of warnings.def (none begins with `no-`), or a code as W001.
 * They are read from left to right; what is said of one warning as an error outweighs what is said of all.
 */
#pragma once

#include "base/arena.h"
#include "base/diagnostic.h"
#include "base/text.h"

#include <stdbool.h>

enum warning_name {
#define WARNING(identifier, name, on) WARNING_##identifier,
#include "base/warnings.def"
    WARNING_COUNT
};

enum warning_choice { WARNING_UNSAID, WARNING_YES, WARNING_NO };

struct warnings {
    bool on[WARNING_COUNT];
    enum warning_choice is_error[WARNING_COUNT];
    bool all_are_errors;
};

void warnings_init(struct warnings *warnings);

/* What follows the letters -W. Fails with one line in *problem. */
bool warnings_option(struct warnings *warnings, struct arena *arena, const char *argument,
                     const char **problem);

/* Both hold for any code: an error is reported, as an error. NULL: nothing was said. */
bool warnings_report(const struct warnings *warnings, enum diagnostic_code code);
bool warnings_is_error(const struct warnings *warnings, enum diagnostic_code code);

/* NULL where the code is an error's. */
const char *warnings_name(enum diagnostic_code code);

/* For --help: a line for each warning. */
void warnings_list(struct text *out);
