// Parts of words.c: see outputs/parts.

static const struct pawl_param params_of_current_create[] = {
    {"select", PAWL_TYPE_TEXT, false, 0, offsetof(struct current_create_args, select)},
    {"values", PAWL_TYPE_BIGINT, false, 1, offsetof(struct current_create_args, values)},
    {"position", PAWL_TYPE_INT, false, 2, offsetof(struct current_create_args, position)},
    {"found", PAWL_TYPE_BOOL, false, 3, offsetof(struct current_create_args, found)},
    {"order", PAWL_TYPE_TIMESTAMP, false, 4, offsetof(struct current_create_args, order)},
};
