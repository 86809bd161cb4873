/* Runs on databases where each question is one call of a function there. Internal to their drivers. */
#ifndef PAWL_FLOW_CALLS_H
#define PAWL_FLOW_CALLS_H

#include "flow/flow.h"

/* Locks as parameters: two values in the memory of results. */
typedef enum pawl_status flow_locks_fn(struct pawl_db *db, const struct run_lock *locks, size_t count,
                                       struct value values[2], struct pawl_error *err);

struct flow_calls {
    /* 1 flow, 2 fingerprint, 3 args, 4 unique key, 5 actor, 6 and 7 locks, 8 offset of the clock -> an answer
     */
    const char *start;
    /* 1 flow, 2 run or NULL, 3 the caller's own claim or NULL, 4 early, 5 lease_us, 6 offset -> a run, or no
     * row */
    const char *claim;
    /* as flow_call_save has them; an error with CLAIM_IS_LOST or IS_SENT_BACK -> an answer */
    const char *save;
    const char *say;    /* 1 run, 2 flow or NULL, 3 word, 4 place, 5 actor, 6 offset -> an answer */
    const char *signal; /* 1 run, 2 flow or NULL, 3 name, 4 actor, 5 offset -> an answer */
    flow_locks_fn *locks;
};

/* Of struct flow_driver, whose `calls` say what is sent. */
enum pawl_status flow_call_start(struct pawl_db *db, struct run_start *start, struct pawl_error *err);
enum pawl_status flow_call_claim(struct pawl_db *db, const struct run_claim *claim, struct pawl_error *err);
enum pawl_status flow_call_save(struct pawl_db *db, struct run_save *save, bool commits,
                                struct pawl_error *err);
enum pawl_status flow_call_say(struct pawl_db *db, struct run_word *said, struct pawl_error *err);

struct run_reading {
    struct pawl_db *db;
    struct run_answer *answer;
};
/* cells: status, run, detail. The context is run_reading. */
row_fn run_read_answer;

#endif
