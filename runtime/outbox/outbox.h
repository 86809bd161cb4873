/*
 * Lives here: what is told to others. Not here: where it is delivered to, which is pawlctl's.
 *
 * The outbox: what a move writes into it where the runtime takes the steps, and what relays do with it.
 * Internal; pawlctl uses it too.
 */
#ifndef PAWL_OUTBOX_OUTBOX_H
#define PAWL_OUTBOX_OUTBOX_H

#include "core/move.h"

/* ---- moves -------------------------------------------------------------------------------------- */

/* Only where libpawl takes the steps: the last row of a move, where its machine says `emit`. */
enum pawl_status outbox_write(struct pawl_db *db, const struct move *move, struct pawl_error *err);

/* The slot of an entity, where libpawl takes the steps. */
int64_t outbox_slot(const char *entity);

/* Writes a row, whose claim counts for nothing; also only there. */
struct outbox_row;
enum pawl_status outbox_insert(struct pawl_db *db, const struct outbox_row *row, struct pawl_error *err);

/* ---- relays ------------------------------------------------------------------------------------- */

enum { PAWL_OUTBOX_PLACE_BYTES = 6 }; /* of a tid: PostgreSQL's src/backend/utils/adt/tid.c, tidsend */

/* What is to be delivered. Texts live as long as their batch. */
struct outbox_row {
    int64_t claim, slot;
    int64_t created_at_us;
    const char *machine, *entity;
    int64_t sort_key;
    const char *event, *from, *to; /* as stored; from is "" for a creation */
    const char *request_id;        /* or NULL */
    const char *topic, *fingerprint;
    const char *parameters;              /* a JSON object */
    const char *reason;                  /* why it was put aside, or NULL */
    char place[PAWL_OUTBOX_PLACE_BYTES]; /* where PostgreSQL has found it */
    bool is_delivered;                   /* set by the relay: the row is deleted when the batch is settled */
    bool is_lost;                        /* the claim on its slot is not ours any more */
};

/* Rows of an entity come in the order of its moves; those that are not here are later ones. */
struct outbox_batch {
    const char *relay; /* who has claimed it; borrowed */
    struct outbox_row *rows;
    size_t count, capacity;
    bool was_settled; /* once at least */
    struct results memory;
};

struct outbox_limits {
    int64_t lease_ms;
    int slots, rows; /* most slots of a batch, and most rows of a slot */
};

/*
 * Leases slots in which something waits. An empty batch: there is nothing that nobody else has. `relay` names
 * the caller for people.
 */
enum pawl_status outbox_claim(struct pawl_db *db, const char *relay, const struct outbox_limits *limits,
                              struct outbox_batch *batch, struct pawl_error *err);

/*
 * Deletes what is delivered, and ends the leases, or, where lease_ms is not 0, lets them run on for so long.
 * Rows whose claim is lost are told by is_lost; they are delivered by somebody else.
 */
enum pawl_status outbox_settle(struct pawl_db *db, struct outbox_batch *batch, int64_t lease_ms,
                               struct pawl_error *err);

/* Puts aside the entity of that row, which cannot be delivered, with all its rows. */
enum pawl_status outbox_park(struct pawl_db *db, const struct outbox_row *row, const char *error,
                             struct pawl_error *err);

/* Brings back what was put aside: of the entity, of the machine, or of all (NULL). */
enum pawl_status outbox_retry(struct pawl_db *db, const char *machine, const char *entity, int64_t *rows,
                              struct pawl_error *err);

void outbox_batch_free(struct outbox_batch *batch);

/* ---- what is erased ----------------------------------------------------------------------------- */

struct outbox_forgetting {
    const char *machine, *entity;
    const char *const *names; /* parameters */
    size_t name_count;
    size_t row_count; /* that had something of them */
};

/*
 * Sets parameters to null in all that waits of an entity, and in what is put aside. A relay that has read
 * them already loses its claim: what it has not sent yet, it sends without them. Within a transaction of the
 * caller's, who may write Pawl's tables, and has locked the entity. Nothing happens where there is no outbox.
 */
enum pawl_status outbox_forget(struct pawl_db *db, struct outbox_forgetting *forgetting,
                               struct pawl_error *err);

/* Of a row of the batch: puts null in place of what is forgotten, and says whether anything was. */
enum pawl_status outbox_forget_in(struct outbox_batch *batch, struct outbox_row *row,
                                  struct outbox_forgetting *forgetting, bool *changed,
                                  struct pawl_error *err);

/* ---- drivers ------------------------------------------------------------------------------------ */

/* What is sent where each step is one call of a function; see calls.h. */
struct outbox_calls {
    const char *claim;                          /* relay, lease_ms, slots, rows -> what add_row takes */
    const char *park;                           /* slot, claim, machine, entity, sort_key, error */
    const char *retry;                          /* machine, entity -> how many rows */
    const char *end_lease;                      /* entity */
    const char *find_waiting, *find_parked;     /* machine, entity -> what outbox_add_row takes */
    const char *change_waiting, *change_parked; /* machine, entity, sort_key, parameters */
    row_fn *add_row;
};

/* All MUST but calls; each call but `forget` is atomic, in a transaction of its own. */
struct outbox_driver {
    const struct outbox_calls *calls;
    const char *count;  /* -> rows that wait, without those put aside */
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
 * request id, topic, fingerprint, parameters
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

/* The message that is delivered, as pawlctl/outbox.schema.json describes it; NULL: out of memory. */
const char *outbox_message(struct results *memory, const struct outbox_row *row);

/* What the message is known by, whoever delivers it and however often: "payment/PM123/20". NULL as above. */
const char *outbox_message_id(struct results *memory, const struct outbox_row *row);

#endif
