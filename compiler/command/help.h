/* What --help and --completion print, made from the tables of options.h. */
#ifndef PAWL_COMMAND_HELP_H
#define PAWL_COMMAND_HELP_H

#include "command/options.h"

/* All verbs, or only one where it has a name. */
void help_text(struct text *out, const struct verb *verb);

#endif
