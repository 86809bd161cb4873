/*
 * Lives here: runs of flows. Not here: statements; each database has its own in flow.sql of its room.
 *
 * Runs of flows, for the files that start, run and read them. Internal. By what rules a run moves over its
 * flow's tables stands in compiler/model/flow.h.
 */
#pragma once

#include "core/clock.h"
#include "core/json.h"
#include "core/transact.h"

#include <string.h>

/* ---- the row of a run ----------------------------------------------------------------------------- */

enum run_direction { RUN_FORWARD = 1, RUN_UNDO };
/* "forward", "undo": as the tables and the events have it. */
const char *run_direction_name(enum run_direction direction);

/* A number that may be null is 0 then. */
struct run_row {
    int64_t id;
    const char *flow, *fingerprint;
    enum pawl_run_status status;
    enum run_direction direction;
    const char *path, *iteration;
    int64_t entered;
    const char *counts, *args, *data, *locks, *unique_key;
    int64_t attempt, failures, is_uncertain, was_cut_off, undoing, undo_until, steps, undone;
    const char *error, *waits_for, *wish, *wish_place, *wish_actor;
    int64_t claim;
    const char *actor;
    int64_t started_at, updated_at, ended_at;
    const char *topic;
    int64_t events;
};
enum { RUN_COLUMN_COUNT = 33 };

/* Copies its texts. MISMATCH where the row has a status or a direction that this program does not know. */
enum pawl_status run_row_read(struct results *memory, const struct cell *cells, struct run_row *row,
                              struct pawl_error *err);
bool run_row_copy(struct results *memory, const struct run_row *from, struct run_row *to);
/* Borrowed from the row. */
void run_row_values(const struct run_row *row, struct value values[RUN_COLUMN_COUNT]);

/* A lock that a run holds; of the whole flow: scope "". */
struct run_lock {
    const char *scope, *type, *key;
    int64_t token;
};
struct pawl_run_locks {
    size_t count;
    const struct run_lock *locks;
};

/* One more of a list, as pawl_runs.locks has them: ["", "", "dock 4", 17] */
void run_lock_write(struct json *json, const struct run_lock *lock);

/* Whether a column of words, which may be null, holds that one. */
static inline bool is(const char *text, const char *word) {
    return text && strcmp(text, word) == 0;
}

/* ---- what a database must offer ------------------------------------------------------------------- */

struct run_answer {
    enum pawl_status status; /* OK, CONFLICT, ... */
    int64_t run;
    const char *detail; /* in the results of the operation; NULL: none */
};

struct run_start {
    const char *flow, *fingerprint, *args, *unique_key, *actor;
    const struct run_lock *locks;
    size_t lock_count;
    struct run_answer answer;
    struct sending sending;
};

struct run_claim {
    const char *flow;
    int64_t run;  /* 0: the one longest due */
    int64_t mine; /* an earlier claim of the caller's, which is taken up again; -1: none */
    bool early;   /* that run even before it is due */
    int64_t lease_us;
    const char *first; /* a call with which all runs begin: with the first claim it may have begun; or NULL */
    int64_t claimer;   /* a number of the caller's own, to find the claim by if the answer is lost */
    row_fn *row;       /* called with all columns of the run, or not at all */
    void *context;
};

enum run_due {
    RUN_KEEPS_LEASE,
    RUN_RENEWS_LEASE,
    RUN_DUE_AFTER, /* and whoever has it lets it go */
    RUN_NOT_READY, /* until somebody wakes it */
};

/* A row of the history that comes with a save. */
struct run_step {
    int64_t number;
    const char *path, *iteration, *outcome, *after, *error, *actor;
    int64_t generation, attempt, undoes, duration_us; /* undoes: 0 for nothing */
    bool is_undo;
};

/* All that changes with a step. Of the row: what a step may change. */
struct run_save {
    const struct run_row *row;
    const struct run_step *step; /* NULL: none */
    enum run_due due;
    int64_t due_us, lease_us;
    bool obeys;        /* the wish is done */
    bool ends;         /* the run is over */
    bool leaves_queue; /* it waits for no lock any more */
    const struct run_lock *freed;
    size_t freed_count;
    const struct run_claim *next; /* of the run longest due, in the same transaction; NULL: none */
    struct run_answer answer;
};

/* The detail of an ILLEGAL answer begins so if an irreversible step is the reason; the step follows. */
#define RUN_IRREVERSIBLE "irreversible "

/* What is said to a run: by an operator, or a signal, whose name the word is. */
struct run_word {
    int64_t run;
    const char *flow; /* NULL: any */
    const char *word, *place, *actor;
    bool is_signal;
    struct run_answer answer;
    struct sending sending;
};

/*
 * A driver must have all of these except call_..., find_claim and lock_values. They return OK if `answer` is
 * filled, otherwise the query's error. Each is atomic. start and say join a transaction; call claim outside
 * of one.
 */
struct flow_driver {
    /* If each question is one call of a function, see calls.h:
       1 flow, 2 fingerprint, 3 args, 4 unique key, 5 actor, 6 and 7 locks, 8 offset of the clock -> an answer
     */
    const char *call_start;
    /* 1 flow, 2 run or NULL, 3 the caller's own claim or NULL, 4 early, 5 lease_us, 6 first, 7 claimer,
       8 offset -> a run, or no row */
    const char *call_claim;
    const char
        *call_claim_due; /* 1 flow, 2 lease_us, 3 first, 4 claimer, 5 offset -> of the run longest due */
    /* 1 flow, 2 claimer, 3 offset -> run, claim, was_cut_off of the run that is leased by that claim */
    const char *find_claim;
    /* as flow_call_save has them; an error with CLAIM_IS_LOST or IS_SENT_BACK -> an answer */
    const char *call_save;
    const char *call_say;    /* 1 run, 2 flow or NULL, 3 word, 4 place, 5 actor, 6 offset -> an answer */
    const char *call_signal; /* 1 run, 2 flow or NULL, 3 name, 4 actor, 5 offset -> an answer */
    /* Locks as parameters: two values in the memory of results. */
    enum pawl_status (*lock_values)(struct pawl_db *db, const struct run_lock *locks, size_t count,
                                    struct value values[2], struct pawl_error *err);
    const char *fingerprints; /* 1 flow, 2 fingerprint -> a row where that is deployed */
    const char *get;          /* 1 run, 2 flow or NULL -> all columns, due_at, is_leased */
    const char *list;         /* 1 flow, 2 status, 3 unique key, each or NULL, 4 after, 5 limit -> as get */
    const char *list_of_lock; /* the same, 6 key of a lock -> as get */
    const char *history; /* 1 run -> number, path, iteration, generation, is_undo, outcome, attempt, after,
                            error, actor, at, duration_us */
    /* 1 run, 2 before which number -> number, path, iteration, generation, outcome of the last step that was
       done and is not undone */
    const char *last_done;
    /* 1 run, 2 path, 3 iteration -> number of the last such step there */
    const char *done_at;
    /* 1 run, 2 path, 3 iteration -> how often that was undone */
    const char *undone_at;
    const char *find_signal; /* 1 run, 2 name -> a row where it was sent */
    const char *next_due;    /* 1 flow -> due_at of what comes due next; no row while it is frozen */
    enum pawl_status (*start)(struct pawl_db *db, struct run_start *start, struct pawl_error *err);
    enum pawl_status (*claim)(struct pawl_db *db, const struct run_claim *claim, struct pawl_error *err);
    /* In the open transaction. OK: detail is what pawl_runs.locks gains; LOCKED: the microseconds after which
       to look again, or NULL; CONFLICT. */
    enum pawl_status (*lock)(struct pawl_db *db, const struct run_row *row, const struct run_lock *locks,
                             size_t count, struct run_answer *answer, struct pawl_error *err);
    /*
     * Saves a run in the open transaction, which it commits if `commits`, or in a transaction of its own.
     * OK: detail is the wish of an operator. CONFLICT: the claim does not hold any more. REFUSED: the run
     * was about to end, and an operator has sent it back; then nothing is saved, and the caller rolls the
     * transaction back.
     */
    enum pawl_status (*save)(struct pawl_db *db, struct run_save *save, bool commits, struct pawl_error *err);
    enum pawl_status (*say)(struct pawl_db *db, struct run_word *said, struct pawl_error *err);
};

/* Added to the database's clock; only tests move it. */
extern int64_t flow_clock_offset_us;
static inline int64_t flow_now_us(void) {
    return now_us() + flow_clock_offset_us;
}

/* ---- flow.c --------------------------------------------------------------------------------------- */

/* Starts an operation on runs of a flow of this program. */
enum pawl_status flow_begin(struct pawl_db *db, const struct pawl_flow *flow, struct pawl_error *err);
/* MISMATCH, where the database lacks this version. */
enum pawl_status flow_is_missing(const struct pawl_flow *flow, struct pawl_error *err);
/* MISUSE where a callback that the flow calls is missing. */
enum pawl_status flow_check_hooks(const struct pawl_db *db, const struct pawl_flow *flow,
                                  struct pawl_error *err);

/* ---- drive.c -------------------------------------------------------------------------------------- */

/* A run that is claimed, and driven next. */
struct claimed_run {
    struct run_claim claim;
    struct results memory; /* of the row */
    struct run_row row;
    int64_t sent_us;         /* when it was claimed, or before */
    enum pawl_status status; /* of reading it, which must not void what is committed with the claim */
    bool found;
    bool is_first;      /* claim of the run */
    int64_t unanswered; /* of a claim whose answer was lost, and which may be made; 0: none */
    const char *unanswered_flow;
};
static inline void claim_is_unanswered(struct claimed_run *claimed) {
    claimed->unanswered = claimed->claim.claimer;
    claimed->unanswered_flow = claimed->claim.flow;
}

struct drive {
    const char *actor;
    int64_t lease_us; /* 0: as usual */
    bool (*stop)(void *context);
    void *stop_context;
    size_t step_limit; /* 0: none */
    bool single, back;
    /* The run that a drive before has claimed, which this one takes, or, until then, the one that is claimed
       when this one ends; NULL: none */
    struct claimed_run *next;
    int64_t claims_until_us;
    /* the answer */
    enum pawl_run_status left;
    int64_t run;
    bool found;
};
/* Claims a run (0: one that is due) and drives it as far as it goes. */
enum pawl_status flow_drive(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                            struct drive *drive, struct pawl_error *err);
