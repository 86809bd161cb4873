#include "lock/calls.h"

#include <stdio.h>
#include <string.h>

enum pawl_status lock_read_status(void *context, const struct cell *cells, struct pawl_error *err) {
    static const char misuse[] = "MISUSE: ";
    struct lock_answer *answer = context;
    const char *text = cells[0].text ? cells[0].text : "";
    (void)err;
    answer->status = parse_status(text);
    if (strncmp(text, misuse, sizeof misuse - 1) == 0) {
        answer->status = PAWL_MISUSE;
        snprintf(answer->detail, sizeof answer->detail, "%s", text + sizeof misuse - 1);
    }
    return PAWL_OK;
}

/* cells: status, token, until, detail */
static enum pawl_status read_answer(void *context, const struct cell *cells, struct pawl_error *err) {
    struct lock_answer *answer = context;
    answer->token = cells[1].number;
    snprintf(answer->detail, sizeof answer->detail, "%s", cells[3].text ? cells[3].text : "");
    return lock_read_status(answer, cells, err);
}

/* As the functions take them. */
static size_t values_of(const struct lock_call *call, struct value values[LOCK_VALUE_MAX]) {
    const struct lock_name *lock = &call->lock;
    const struct deferred *event = call->deferred;
    const struct value lease = value_bigint_or_null(call->lease_ms), token = value_bigint(lock->token);
    const struct value of_lock[] = {value_text(lock->type), value_text(lock->key), value_text(lock->owner)};
    memcpy(values, of_lock, sizeof of_lock);
    switch (call->request) {
    case LOCK_ACQUIRE:
        values[3] = lease;
        values[4] = value_bigint(call->waits_ms);
        return 5;
    case LOCK_RENEW:
        values[3] = token;
        values[4] = lease;
        return 5;
    case LOCK_RELEASE:
        values[3] = token;
        return 4;
    case LOCK_BREAK:
        values[2] = value_text(call->reason);
        return 3;
    case LOCK_FREEZE:
        values[1] = value_text(call->mode == PAWL_FREEZE_SLEEP ? "sleep" : "reject");
        values[2] = value_bigint_or_null(call->until_us);
        values[3] = value_text(call->reason);
        return 4;
    case LOCK_THAW:
        return 1;
    case LOCK_DEFER:
    case LOCK_REQUEST_COUNT:
        break;
    }
    const struct value of_event[] = {value_text(event->machine),    value_text(event->entity),
                                     value_text(event->request_id), value_text(event->event),
                                     value_text(event->arguments),  value_text(event->actor),
                                     value_text(event->lock_owner), value_bigint_or_null(event->lock_token),
                                     value_text(event->fingerprint)};
    memcpy(values, of_event, sizeof of_event);
    return sizeof of_event / sizeof *of_event;
}

static const char *statement_of(const struct lock_driver *driver, enum lock_request request) {
    const char *const statements[LOCK_REQUEST_COUNT] = {
        [LOCK_ACQUIRE] = driver->acquire, [LOCK_RENEW] = driver->renew,   [LOCK_RELEASE] = driver->release,
        [LOCK_BREAK] = driver->break_up,  [LOCK_FREEZE] = driver->freeze, [LOCK_THAW] = driver->thaw,
        [LOCK_DEFER] = driver->defer,
    };
    return statements[request];
}

struct query lock_call_query(const struct pawl_db *db, struct lock_call *call,
                             struct value values[LOCK_VALUE_MAX]) {
    if (call->request == LOCK_DEFER)
        call->answer.status = PAWL_MISMATCH; /* without a row */
    return (struct query){.sql = statement_of(db->driver->locks, call->request),
                          .values = values,
                          .value_count = values_of(call, values),
                          .row = read_answer,
                          .context = &call->answer};
}

enum pawl_status lock_call_ask(struct pawl_db *db, struct lock_call *call, struct pawl_error *err) {
    struct value values[LOCK_VALUE_MAX];
    const struct query query = lock_call_query(db, call, values);
    return db->driver->calls->query_all(db, &query, 1, QUERIES_LEAVE_OPEN, err);
}
