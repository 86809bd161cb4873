/* Runs on databases where each question is one call of a function there. Internal to their drivers. */
#pragma once

#include "flow/flow.h"

/* Of struct flow_driver, whose SQL they send. */
enum pawl_status flow_call_start(struct pawl_db *db, struct run_start *start, struct pawl_error *err);
enum pawl_status flow_call_claim(struct pawl_db *db, const struct run_claim *claim, struct pawl_error *err);
enum { CLAIM_DUE_VALUES = 5 };
void claim_due_values(const struct run_claim *claim, struct value values[CLAIM_DUE_VALUES]);
enum pawl_status flow_call_save(struct pawl_db *db, struct run_save *save, bool commits,
                                struct pawl_error *err);
enum pawl_status flow_call_say(struct pawl_db *db, struct run_word *said, struct pawl_error *err);

struct run_reading {
    struct pawl_db *db;
    struct run_answer *answer;
};
/* cells: status, run, detail. The context is run_reading. */
row_fn run_read_answer;
