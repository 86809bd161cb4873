// Parts of several.c: see outputs/parts.

static const struct pawl_statements *const sql_of_lamp[] = {&postgres_of_lamp, &sqlite_of_lamp};

static enum pawl_status fire_of_lamp(struct pawl_db *db, const char *id, enum lamp_event event, const void *args,
    const struct pawl_opts *opts, struct lamp_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_fire(db, &lamp_machine, key, (int)event, args, opts, (struct pawl_transition *)(void *)out, err);
}

struct pawl_request lamp_press_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&lamp_machine, {id, 0}, LAMP_EVENT_PRESS, NULL, opts};
    return request;
}
