// Parts of prefixed.c: see outputs/parts.

bool acme_gate_can(enum acme_gate_state state, enum acme_gate_event event) {
    return (int)acme_gate_next(state, event) != 0;
}

enum pawl_status acme_gate_open(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                struct acme_gate_transition *out, struct pawl_error *err) {
    return fire_of_acme_gate(db, id, ACME_GATE_EVENT_OPEN, NULL, opts, out, err);
}

struct pawl_request acme_gate_open_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&acme_gate_machine, {id, 0}, ACME_GATE_EVENT_OPEN, NULL, opts};
    return request;
}
