/* The parts of a flow as plain English, as sentence.h has those of machines. */
#pragma once

#include "base/text.h"
#include "model/model.h"

/* Of flow_sentences.tmpl. */
extern const struct templates sentence_flow_templates;

/* What it is started with, when two starts are one run, what it locks, how often it tries again. */
void sentence_flow(struct text *out, const struct model_flow *flow);

/* " What a run does is announced to other programs, under the topic trips."; nothing where it is not. */
void sentence_flow_emit(struct text *out, const struct model_flow *flow);

/* Done in the database, exactly once. It sets volumes. If the flow goes back, release undoes it. */
void sentence_flow_step(struct text *out, const struct model_flow *flow, const struct model_flow_step *step);

/* What holds for the steps in it, up to a colon that is not written: Only if needs vm */
void sentence_scope(struct text *out, const struct model_flow *flow, const struct model_scope *scope);

/* When a loop cannot begin; nothing of other scopes. */
void sentence_scope_fails(struct text *out, const struct model_flow *flow, const struct model_scope *scope);

/* How it goes back, and when it does not. */
void sentence_flow_back(struct text *out, const struct model_flow *flow);

/* ---- parts of sentences ---------------------------------------------------------------------------- */

/* The name of an argument or of data, with blanks. */
void sentence_value(struct text *out, const struct model_flow *flow, struct model_value value);

/* global lock on payer and payee */
void sentence_lock(struct text *out, const struct model_flow *flow, const struct model_lock *lock);

/* once to 64 times; at most 64 times */
void sentence_bounds(struct text *out, const struct model_scope *repeat);

/* up to 5 more times, after 1 second, then twice as long each time, up to 1 minute; without limit, ...; not
 * tried again */
void sentence_retry(struct text *out, const struct model_retry *retry);

/* Whether any step has an undo. */
bool sentence_goes_back(const struct model_flow *flow);

/* Whether the step has no undo, without being irreversible, in a flow that goes back. */
bool sentence_stays_done(const struct model_flow *flow, const struct model_flow_step *step);

/* Whether the step tries again in another way than the flow. */
bool sentence_retries_differ(const struct model_flow *flow, const struct model_flow_step *step);

/* Whether a label says anything else than the name. */
bool sentence_shows_name(const char *label, const char *name);

/* Whether a loop has a label that says anything else than what it counts to. */
bool sentence_shows_count(const struct model_flow *flow, const struct model_scope *scope);
