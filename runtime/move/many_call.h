/* The arguments of a call of a function for many: one writer, for whoever has many items and for whoever
 * gathers the moves of many callers. Internal to this room. */
#pragma once

#include "core/driver.h"

/* One of the moves. All is borrowed. */
struct many_move {
    struct pawl_key key;
    const struct value *parameters; /* of the event, in the form in which they are kept */
    const char *request_id;         /* NULL: none */
    int64_t expect_sort_key;        /* 0: none */
    const char *actor;              /* NULL: the login */
    const struct pawl_item *item;   /* which it completes, or NULL */
};

/* Of one event, in the order of their keys. */
struct many_call {
    const struct pawl_machine *machine;
    const struct pawl_event *event;
    const struct many_move *moves;
    size_t count;
};

/* As `many` of struct pawl_event_calls has them, up to the expected sort_keys: appended to values, and
 * counted there. */
enum pawl_status many_call_arrays(struct pawl_db *db, const struct many_call *call, const char *actor_of_all,
                                  struct value *values, size_t *count, struct pawl_error *err);
/* The actor of each, whether moves are skipped that another session has locked, and the items. */
enum pawl_status many_call_rest(struct pawl_db *db, const struct many_call *call, bool skips_locked,
                                struct value *values, size_t *count, struct pawl_error *err);

/*
 * Where there are no arrays: all of them as one text of JSON, in the memory of results. With more than
 * bytes_max of it (0: no limit) *text is NULL. Errors: NOMEM.
 */
enum pawl_status many_call_json(struct pawl_db *db, const struct many_call *call, size_t bytes_max,
                                const char **text, struct pawl_error *err);
