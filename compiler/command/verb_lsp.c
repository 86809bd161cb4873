#include "command/verbs.h"
#include "lsp/lsp.h"

int verb_lsp(struct arena *arena, const struct options *options) {
    (void)arena;
    return lsp_serve(&options->warnings, PAWL_VERSION);
}
