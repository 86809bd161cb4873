/*
 * Flows whose callbacks do what a test's script says, and write down that they were called: what a tx step
 * does goes into the table `played` with its transaction, what a call does into `outside`, at once.
 */
#ifndef TEST_FLOWS_PLAY_H
#define TEST_FLOWS_PLAY_H

#include "../support/database.h"

#include "trip.h"

/* Of each flow: the generated one, with the script in the place of its callbacks. */
enum play_flow {
    TRIP,
    ROUNDS,
    REVIEW,
    MOVE_MONEY,
    LOCAL_ONE,
    BATCH,
    SEAL_DEAL,
    ERRAND,
    COURIER,
    LUNCH,
    DOCK,
    CALL_OUT,
    KNOCK,
    PLAY_FLOW_COUNT
};
const struct pawl_flow *played(enum play_flow flow);

/* A handle with all hooks; the first one makes the tables. The script is empty again. */
struct pawl_db *open_play(void);
/* The same login's handle without hooks, and the one that the world outside is written with. */
struct pawl_db *open_stranger(void);
void set_play_hooks(struct pawl_db *db);
/* Another one with all hooks, and another connection to the world outside: also after a fork, or in a thread.
 */
struct pawl_db *reopen_play(void);
const void *play_hooks(enum play_flow flow);

/*
 * The next `times` calls of a callback, at "name" or "name[1][0]", answer so; others answer PAWL_OK, and
 * predicates yes. PAWL_OK as a predicate's answer means no.
 */
void answer(const char *place, int times, enum pawl_status status);
/* The first attempt of each step there answers so. */
void answer_first(const char *place, enum pawl_status status);
/* Whoever is named by no rule answers so; a predicate's PAWL_SKIP means no. */
typedef enum pawl_status answer_fn(const char *place, enum pawl_callback_kind kind,
                                   const struct pawl_step *step);
void answer_by(answer_fn *function);
/* The data that a review sets are so large, up to PAWL_RUN_DATA_MAX_BYTES. */
void note_so_much(size_t size_bytes);
/* Nothing is answered in another way any more. */
void forget_script(void);
/* It takes so long. */
void answer_late(const char *place, int times, long duration_ms);
/* It runs this first. */
void answer_with(const char *place, void (*function)(const struct pawl_step *step));

/*
 * What was called since the last time: "book pay wants_vm? build.mount[0]", an undo by its own name, with
 * "~" where it may have happened. Then it is empty.
 */
const char *calls(void);
/* The keys that calls and their undos were given. */
const char *keys(void);

void expect_run(struct pawl_db *db, int64_t run, enum pawl_run_status status, const char *place);
/* "book done; pay failed; ..." with "undo" before what goes back. */
void expect_history(struct pawl_db *db, int64_t run, const char *expected);
/* Which effects are there: tx steps done and not undone, calls likewise, "book pay". */
void expect_effects(struct pawl_db *db, int64_t run, const char *expected);
/* Drives it, and says where it is left. */
enum pawl_run_status drive(struct pawl_db *db, enum play_flow flow, int64_t run);

int64_t start_trip(struct pawl_db *db, const char *customer, int parts);
int64_t start_rounds(struct pawl_db *db, int outer, int inner);
int64_t start_review(struct pawl_db *db);
int64_t start_text(struct pawl_db *db, enum play_flow flow, const char *text);

/* The database's time is so much later for flows. */
void move_clock(int64_t seconds);

/* SQL of what an event in the outbox says under that name; good for the next three, too. */
const char *parameter_sql(const char *name);

#endif
