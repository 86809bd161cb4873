/*
 * Lives here: what is told to others. Not here: where it is delivered to, which is pawlctl's.
 *
 * The outbox: what a move writes into it where the runtime takes the steps, and what
 * its drivers do. What relays do with it is in pawl_admin.h. Internal.
 */
#pragma once

#include "core/move.h"

/* ---- moves -------------------------------------------------------------------------------------- */

/* Only where libpawl takes the steps: the last row of a move, where its machine says `emit`. */
enum pawl_status outbox_write(struct pawl_db *db, const struct move *move, struct pawl_error *err);

/* The slot of an entity, where libpawl takes the steps. */
int64_t outbox_slot(const char *entity);

/* Writes a row, whose claim counts for nothing; also only there. */
enum pawl_status outbox_insert(struct pawl_db *db, const struct outbox_row *row, struct pawl_error *err);

/* ---- what is erased ----------------------------------------------------------------------------- */

/* Of a row of the batch: puts null in place of what is forgotten, and says whether anything was. */
enum pawl_status outbox_forget_in(struct outbox_batch *batch, struct outbox_row *row,
                                  struct outbox_forgetting *forgetting, bool *changed,
                                  struct pawl_error *err);

/* ---- drivers ------------------------------------------------------------------------------------ */

/* All MUST but the first; each call but `forget` is atomic, in a transaction of its own. */
struct outbox_driver {
    /* What is sent if each step is one call of a function; see calls.h. */
    const char *call_claim;                     /* relay, lease_ms, slots, rows -> what add_row takes */
    const char *call_park;                      /* slot, claim, machine, entity, sort_key, error */
    const char *call_retry;                     /* machine, entity -> how many rows */
    const char *end_lease;                      /* entity */
    const char *find_waiting, *find_parked;     /* machine, entity -> what outbox_add_row takes */
    const char *change_waiting, *change_parked; /* machine, entity, sort_key, parameters */
    row_fn *add_row;

    const char *count;  /* -> rows that wait, without those parked */
    const char *topics; /* -> topic, rows that wait, created_at of the oldest */
    const char *parked; /* -> machine, entity, its rows, sort_key of the one that was refused, topic, since,
                           why */
    enum pawl_status (*claim)(struct pawl_db *db, const char *relay, const struct outbox_limits *limits,
                              struct outbox_batch *batch, struct pawl_error *err);
    enum pawl_status (*settle)(struct pawl_db *db, struct outbox_batch *batch, int64_t lease_ms,
                               struct pawl_error *err);
    enum pawl_status (*park)(struct pawl_db *db, const struct outbox_row *row, const char *error,
                             struct pawl_error *err);
    enum pawl_status (*retry)(struct pawl_db *db, const char *machine, const char *entity, int64_t *rows,
                              struct pawl_error *err);
    enum pawl_status (*forget)(struct pawl_db *db, struct outbox_forgetting *forgetting,
                               struct pawl_error *err);
};

/*
 * Adds a row to the batch. cells: claim, slot, created_at, machine, entity, sort_key, event, from, to,
 * request id, topic, fingerprint, parameters, actor
 */
row_fn outbox_add_row;

/* ---- JSON --------------------------------------------------------------------------------------- */

/* The parameters of an event as an object, as PostgreSQL's function writes it; NULL: out of memory. */
const char *outbox_parameters(struct results *memory, const struct pawl_event *event,
                              const struct value *parameters);

/* What an event of a flow tells of its run. Texts are NULL where there is nothing to tell. */
struct outbox_run {
    const char *step, *iteration; /* "build.mount", "[3][0]" */
    const char *direction;
    int64_t attempt;
    const char *unique, *args, *data; /* JSON */
    const char *error;
};
/* Likewise, instead of parameters. */
const char *outbox_run_parameters(struct results *memory, const struct outbox_run *run);
