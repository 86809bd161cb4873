#include "command/verbs.h"
#include "lsp/lsp.h"

#include <unistd.h>

int verb_lsp(struct arena *arena, const struct options *options) {
    (void)arena;
    if (isatty(STDIN_FILENO))
        return trouble("lsp: an editor starts this, to exchange messages with it; see pawl lsp --help");
    return lsp_serve(&options->warnings, PAWL_VERSION);
}
