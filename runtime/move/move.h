/*
 * Lives here: what makes moves. Not here: what a move asks of locks and queues, and what it emits, which
 * their rooms write.
 *
 * What the files of this room share. Internal to them.
 *
 * The way of a move. move_begin checks what pawl_fire was called with, and fire_move makes the move. If the
 * handle is a pool's and has no connection, the pool decides (pool/pool.c): with few callers the move is made
 * alone, with many it joins a batch, whose leader makes it (gather.c). A move that is made alone is
 * attempted, and three functions are around an attempt. attempt_until_final chooses the connection: the
 * entity's node, and another connection if the move collides on a batch connection. make_attempts
 * (core/transact.c) repeats the attempt until the database has decided or the attempts run out. attempt_move
 * is one attempt: it copies what `then` needs, and calls the function in the database, with or without
 * callbacks, or takes the steps. An attempt of several statements has a bracket, so it writes all or nothing.
 * If the machine is paused, while_asleep waits and makes attempts again.
 */
#pragma once

#include "core/machine.h"
#include "core/move.h"
#include "lock/lock.h"
#include "move/gather.h"
#include "move/hooks.h"

/* ---- arguments.c -------------------------------------------------------------------------------- */

/* Of a move whose machine, event and key are set. MISUSE where they are wrong in themselves. */
enum pawl_status move_read_options(struct move *move, const struct pawl_opts *given, struct pawl_error *err);
enum pawl_status move_read_arguments(struct results *memory, struct move *move, const void *args,
                                     struct pawl_error *err);
/* After the options: who fires it, and the trace of its request, which also an item or a callback can have.
 */
enum pawl_status move_read_actor(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* ---- answer.c ----------------------------------------------------------------------------------- */

/* error_set, with the move before the words: "payment PM123: confirm..." */
__attribute__((format(printf, 4, 5))) enum pawl_status
move_error(struct pawl_error *err, enum pawl_status status, const struct move *move, const char *format, ...);

/* Copies names of guards, "a, not b", as "a, not b and 12 more" if they do not fit. */
void guards_copy(char *to, size_t size, const char *guards, size_t length);
/* The same with the label of each that has one, "no: Is it paid? (is_paid), b"; false if none has a label. */
bool guards_describe(const struct pawl_machine *machine, const char *guards, char *to, size_t size);

/* The message and the help of the answer. */
void move_explain(const struct move *move, enum pawl_status status, struct pawl_error *err);

/* The message that a deferred event's answer had, or would have had; moved as it was. event is 0 where it is
   unknown. */
void deferred_explain(const struct pawl_machine *machine, struct pawl_key key, const char *request_id,
                      const struct pawl_transition *moved, enum pawl_status status, const char *detail,
                      struct pawl_error *err);

/* ---- move.c ------------------------------------------------------------------------------------- */

/* MISUSE where what is asked for is wrong in itself: key, arguments, options, from within a callback.
   parameters, if not NULL, gets the event's, in the form in which they are kept; actor likewise. */
enum pawl_status fire_check(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                            int event, const void *args, const struct pawl_opts *opts,
                            struct value *parameters, const char **actor, struct pawl_error *err);

/* Within a tx step of a flow whose run holds a lock on the entity's key: the move shows it. */
enum pawl_status show_lock_of_run(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* pawl_fire within an operation that has begun. */
enum pawl_status fire_one(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                          int event, const void *args, const struct pawl_opts *opts,
                          struct pawl_transition *out, struct pawl_error *err);

/* What pawl_fire would be called with, checked; then_prepare makes it ready for the first attempt. */
enum pawl_status move_begin(struct pawl_db *db, struct move *move, const struct pawl_machine *machine,
                            struct pawl_key key, int event, const void *args, const struct pawl_opts *opts,
                            struct pawl_error *err);

/* What move_begin has made ready, as if the caller waited; err is not NULL. */
enum pawl_status fire_move(struct pawl_db *db, struct move *move, struct pawl_transition *out,
                           struct pawl_error *err);

/* One attempt; the context is the move. CONFLICT with leads_batch no more: it needs another connection. */
attempt_fn attempt_move;

/* For the caller, by the answer. */
struct pawl_transition move_transition(const struct move *move, enum pawl_status status);

/* Whether the answer is the database's own, so that what it has written of it stays. */
bool move_answer_stands(const struct move *move, enum pawl_status status);

/* ---- call.c ------------------------------------------------------------------------------------- */

/* The call of the database's function; values[VALUE_MAX] lives as long as it. verdicts: of an event that asks
   callbacks. */
struct query move_query(const struct pawl_db *db, struct move *move, const char *verdicts,
                        struct value *values);

/* Makes it, with a commit if `commits`. */
enum pawl_status move_call(struct pawl_db *db, struct move *move, const char *verdicts, bool commits,
                           struct pawl_error *err);

/* The answer of the database's function. cells: as of struct pawl_event_calls, and what is in the way. */
row_fn move_read_answer;

/* The state in which the database has the entity, which this program may not know. */
void move_remember_from(struct move *move, const char *text);

/* ---- steps.c ------------------------------------------------------------------------------------ */

/*
 * A move in two parts, within a transaction that has locked all that it needs. Only the second part
 * writes, and not where the move was done_before. If it fails, the caller undoes what it has written.
 */
enum pawl_status move_decide(struct pawl_db *db, struct move *move, struct pawl_error *err);
enum pawl_status move_write(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* ---- call.c, callbacks.c, steps.c: one attempt, whose context is the move -------------------------- */

attempt_fn move_by_function;    /* of a database that has functions */
attempt_fn move_with_callbacks; /* the same, for an event with guards or effects in C */
attempt_fn move_without_hooks;  /* the same, if the handle lacks them: MISUSE, unless it is refused anyway */
attempt_fn move_by_steps;       /* of a database that has none */

/* ---- hooks.c ------------------------------------------------------------------------------------ */

/* Finds the callbacks that the move needs, or says which is missing. */
enum pawl_status hooks_find(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* At the start of each attempt. */
void hooks_begin(struct move *move);

/*
 * Asks the guards in C in the order in which the moves are tried, each at most once, and stops when no
 * later answer could matter. All databases do it here, so that guards are asked the same on each.
 */
enum pawl_status hooks_ask(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* By the verdicts: neither null nor what was not asked passes, negated or not. */
bool verdict_passes(const struct move *move, const struct pawl_condition *condition);
/* Runs a guard in SQL: '1', '0', or 'n' for null. */
enum pawl_status hook_answer(struct pawl_db *db, struct move *move, uint16_t guard, char *answer,
                             struct pawl_error *err);
/* Whether only the event that is fired has what it needs: a callback, or SQL with parameters. */
bool hook_needs_parameters(const struct pawl_db *db, const struct pawl_machine *machine, uint16_t hook);
/* LOCKED or ASLEEP if a lock forbids the transition, otherwise what it would return without locks. */
enum pawl_status unless_locked(struct pawl_db *db, struct move *move, enum pawl_status otherwise,
                               struct pawl_error *err);

/* Calls the effects in C; REFUSED is a veto. */
enum pawl_status hooks_run_effects(struct pawl_db *db, struct move *move, struct pawl_error *err);
bool has_effects_in_c(const struct pawl_machine *machine, const struct pawl_move *move);

/* Calls one, with results of its own and an err that is never NULL. */
enum pawl_status hook_call(struct pawl_db *db, const struct pawl_machine *machine, const void *hooks,
                           int hook, const struct pawl_call *call, struct pawl_error *said);

/* ---- hooks_sql.c: where the runtime takes the steps of a move -------------------------------------- */

/* The first move whose guards pass, or REFUSED. */
enum pawl_status hooks_choose(struct pawl_db *db, struct move *move, struct machine_moves moves,
                              struct pawl_error *err);
enum pawl_status hooks_run_sql_effects(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* ---- then.c ------------------------------------------------------------------------------------- */

/* Copies the values that the `then` of moves receives, if their events have one: of all that are written. */
enum pawl_status then_prepare(struct pawl_db *db, struct move *moves, size_t count, struct pawl_error *err);
/* The move is written: its `then` waits for the commit. */
void then_wait(struct pawl_db *db, const struct move *move);

/* ---- asleep.c ----------------------------------------------------------------------------------- */

/* Waits and tries again, then defers the event, as the options of the move say. */
enum pawl_status while_asleep(struct pawl_db *db, struct move *move, struct pawl_error *err);

/* ---- deferred.c --------------------------------------------------------------------------------- */

/* Fires what waits and may be fired. fired and err may be NULL. What the caller holds of results stays. */
enum pawl_status fire_waiting(struct pawl_db *db, const struct pawl_machine *machine, size_t *fired,
                              struct pawl_error *err);
/* The parameters as one text, in the memory of results; NULL: out of memory. */
const char *arguments_write(struct pawl_db *db, const struct pawl_event *event,
                            const struct value *parameters);
