/* What stands in tables of others, as the words of options in verbs.txt; for the C that is made of that. */
#pragma once

#include "command/options.h"
#include "command/verbs.h"

/* "postgres|sqlite", "postgres sqlite" */
#define DATABASE_NAME(constant, name, title) "|" #name
#define DATABASE_WORD(constant, name, title) " " #name
#define DATABASE_NAMES                       (&(PAWL_DIALECTS(DATABASE_NAME))[1])
#define DATABASE_WORDS                       (&(PAWL_DIALECTS(DATABASE_WORD))[1])

/* The names of all warnings, and what else may follow -W, with a blank before each. */
#define WARNING(identifier, name, on) " " name " no-" name " error=" name
static const char switch_words[] = "error all no-all"
#include "base/warnings.def"
    ;
#define WARNING(identifier, name, on) " " name
static const char switch_names[] = ""
#include "base/warnings.def"
    ;
