/* Relays on databases where each step is one call of a function there. Internal to their drivers. */
#pragma once

#include "outbox/outbox.h"

/* Of struct outbox_driver, whose SQL they send. */
enum pawl_status outbox_call_claim(struct pawl_db *db, const char *relay, const struct outbox_limits *limits,
                                   struct outbox_batch *batch, struct pawl_error *err);
enum pawl_status outbox_call_park(struct pawl_db *db, const struct outbox_row *row, const char *error,
                                  struct pawl_error *err);
enum pawl_status outbox_call_retry(struct pawl_db *db, const char *machine, const char *entity, int64_t *rows,
                                   struct pawl_error *err);
enum pawl_status outbox_call_forget(struct pawl_db *db, struct outbox_forgetting *forgetting,
                                    struct pawl_error *err);

/* ---- settling ----------------------------------------------------------------------------------- */

/* What is said of a slot's lease. */
struct outbox_lease {
    int64_t slot, claim;
    bool is_whole; /* all its rows are delivered, and nothing was said of it before */
};

struct outbox_leases {
    struct outbox_lease list[PAWL_OUTBOX_SLOTS];
    size_t count;
    size_t of_slot[PAWL_OUTBOX_SLOTS]; /* and 1; 0: none */
    bool held[PAWL_OUTBOX_SLOTS];
};

void outbox_find_leases(struct outbox_leases *leases, const struct outbox_batch *batch);
/* cells: a slot whose lease held. The context is outbox_leases. */
row_fn outbox_read_held_slot;
/* Of all rows, by what was read. */
void outbox_tell_lost(const struct outbox_leases *leases, struct outbox_batch *batch);
