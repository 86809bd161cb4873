// Parts of shared.c: see outputs/parts.

static const struct pawl_hook hooks_of_order[] = {
    {"cheap", PAWL_HOOK_GUARD, false, NULL},
    {"in_stock", PAWL_HOOK_GUARD, true, NULL},
    {"book", PAWL_HOOK_EFFECT, false, NULL},
};
