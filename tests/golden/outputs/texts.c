// Parts of texts.c: see outputs/parts.

static const struct pawl_state states_of_text[] = {
    {"", "", "", false},
    {"here", "he's \\ here $pawl$ $pawl1$", "He's here\nnow \\", false},
    {"there", "\"there\" ?\?/ %d {x} 日本", "<i>&</i>", true},
};

static const struct pawl_event events_of_text[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "it's", "It's ?\?/", true, false, false, 1, params_of_text_create},
    {"move", "$pawl$ \\ -- */ ?\?/ \" é", "<b>\\n & \"move\"", false, false, false, 0, NULL},
};
