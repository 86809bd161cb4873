/* The outbox: not on MariaDB yet. The compiler writes no machine with `emit` for it, so that nothing waits.
 */
#include "outbox/outbox.h"

#include "mariadb/mariadb.h"

static enum pawl_status refuse(struct pawl_error *err) {
    return error_set(err, PAWL_MISUSE, "there is no outbox on MariaDB yet");
}

static enum pawl_status claim(struct pawl_db *db, const char *relay, const struct outbox_limits *limits,
                              struct outbox_batch *batch, struct pawl_error *err) {
    (void)db, (void)relay, (void)limits, (void)batch;
    return refuse(err);
}

static enum pawl_status settle(struct pawl_db *db, struct outbox_batch *batch, int64_t lease_ms,
                               struct pawl_error *err) {
    (void)db, (void)batch, (void)lease_ms;
    return refuse(err);
}

static enum pawl_status park(struct pawl_db *db, const struct outbox_row *row, const char *error,
                             struct pawl_error *err) {
    (void)db, (void)row, (void)error;
    return refuse(err);
}

static enum pawl_status retry_parked(struct pawl_db *db, const char *machine, const char *entity,
                                     int64_t *rows, struct pawl_error *err) {
    (void)db, (void)machine, (void)entity, (void)rows;
    return refuse(err);
}

static enum pawl_status forget(struct pawl_db *db, struct outbox_forgetting *forgetting,
                               struct pawl_error *err) {
    (void)db, (void)forgetting, (void)err;
    return PAWL_OK;
}

static const char nothing[] = "select null from dual where false";

const struct outbox_driver mariadb_outbox = {.count = "select 0",
                                             .topics = nothing,
                                             .parked = nothing,
                                             .claim = claim,
                                             .settle = settle,
                                             .park = park,
                                             .retry = retry_parked,
                                             .forget = forget};
