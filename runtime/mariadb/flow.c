/* Runs of flows: not on MariaDB yet. The compiler writes no flow for it, so that none is ever deployed there.
 */
#include "flow/flow.h"

#include "mariadb/mariadb.h"

static enum pawl_status refuse(struct pawl_error *err) {
    return error_set(err, PAWL_MISUSE, "there are no flows on MariaDB yet");
}

static enum pawl_status start(struct pawl_db *db, struct run_start *start, struct pawl_error *err) {
    (void)db, (void)start;
    return refuse(err);
}

static enum pawl_status claim(struct pawl_db *db, const struct run_claim *claim, struct pawl_error *err) {
    (void)db, (void)claim;
    return refuse(err);
}

static enum pawl_status lock(struct pawl_db *db, const struct run_row *row, const struct run_lock *locks,
                             size_t count, struct run_answer *answer, struct pawl_error *err) {
    (void)db, (void)row, (void)locks, (void)count, (void)answer;
    return refuse(err);
}

static enum pawl_status save(struct pawl_db *db, struct run_save *save, bool commits,
                             struct pawl_error *err) {
    (void)db, (void)save, (void)commits;
    return refuse(err);
}

static enum pawl_status say(struct pawl_db *db, struct run_word *said, struct pawl_error *err) {
    (void)db, (void)said;
    return refuse(err);
}

static const char nothing[] = "select null from dual where false";

const struct flow_driver mariadb_flows = {.fingerprints = nothing,
                                          .get = nothing,
                                          .list = nothing,
                                          .history = nothing,
                                          .last_done = nothing,
                                          .done_at = nothing,
                                          .undone_at = nothing,
                                          .find_signal = nothing,
                                          .next_due = nothing,
                                          .start = start,
                                          .claim = claim,
                                          .lock = lock,
                                          .save = save,
                                          .say = say};
