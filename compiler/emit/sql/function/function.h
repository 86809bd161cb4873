/*
 * Lives here: what templates say of the functions that make moves. Not here: SQL of one database.
 *
 * What templates may say of an event where a function in the database makes its moves: what the dialects that
 * have such functions share. Parameters are called by number, `$1`, in the body, too.
 */
#pragma once

#include "emit/sql/sql.h"
#include "model/hooks.h"

extern const struct template_vocabulary function_event_vocabulary, function_lock_vocabulary,
    function_many_vocabulary, function_choice_vocabulary, function_hook_vocabulary,
    function_deferred_vocabulary, function_follow_vocabulary, function_outbox_vocabulary,
    function_transitions_vocabulary, function_why_vocabulary;

/* Those of the scope's event. */
struct hook_moves sql_moves_of(const struct template_scope *scope);

/* Whether the event has a function for many entities at once. */
bool sql_has_many(const struct model_machine *machine, size_t event);

/* Whether a move of the scope's event calls nothing, and nobody waits for it, so that a statement can make
 * many. */
bool sql_works_on_sets(const struct template_scope *scope);

/* Whether moves of the scope's event change the queue; and whether a statement can change it for many: who is
 * told of what is due is told move by move. */
bool sql_follows_queue(const struct template_scope *scope);
bool sql_queue_takes_many(const struct template_scope *scope);
bool sql_has_unrecorded(const struct template_scope *scope);

/* Of the scope's event, without a schema: of its function, or of another that takes as much, which suffix
 * tells. */
void sql_function_name(struct text *out, const struct template_scope *scope, const char *suffix);

/* Whether the function of an event takes verdicts of guards in C. */
bool sql_takes_verdicts(const struct model_machine *machine, const struct model_event *event);
