// Parts of emitting.c: see outputs/parts.

static const struct pawl_event events_of_shipment[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "create", true, false, false, 9, params_of_shipment_create},
    {"weigh", "weigh", "weigh", false, false, false, 1, params_of_shipment_weigh},
    {"deliver", "deliver", "deliver", false, false, false, 0, NULL},
};

enum pawl_status shipment_weigh(struct pawl_db *db, int64_t id, const struct shipment_weigh_args *args,
                                const struct pawl_opts *opts, struct shipment_transition *out,
                                struct pawl_error *err) {
    return fire_of_shipment(db, id, SHIPMENT_EVENT_WEIGH, args, opts, out, err);
}
