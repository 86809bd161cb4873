/*
 * Lives here: a machine in English, sentence by sentence. Not here: where a sentence stands and how it
 * looks, which is the caller's.
 *
 * The parts of a machine as plain English sentences, for readers who never saw its source: shared by
 * `pawl explain`, the page and the diff. Each function appends one or more whole sentences without a line
 * end; labels come through as the file has them, so whoever writes into a page escapes the result.
 */
#pragma once

#include "base/text.h"
#include "model/model.h"

struct template_scope;
struct templates;

/* Of sentences.tmpl. */
extern const struct templates sentence_templates;

/* While the payment is Waiting to be sent, Send to the bank moves it to With the bank, if has funds holds;
 * notify bank runs with it. Also creations, timers, `same`, `stay` and moves out of a final state. */
void sentence_move(struct text *out, const struct model_machine *machine, const struct model_arrow *arrow);

/* The same of one of the states that a composite's move is for. */
void sentence_move_in_state(struct text *out, const struct model_machine *machine,
                            const struct model_move *flat);

/* While the payment is Paid out, ping is ignored: nothing happens and nothing is recorded. */
void sentence_ignore(struct text *out, const struct model_machine *machine,
                     const struct model_ignore *ignore);

/* Whether anything is said of a composite, or of one around it, that holds in its states. */
bool sentence_holds_within(const struct model_machine *machine, const struct model_composite *composite);

/* An event that the states around take, and this one does not. */
void sentence_refusal(struct text *out, const struct model_machine *machine, size_t event, size_t state);

void sentence_work(struct text *out, const struct model_machine *machine, const struct model_work *work);

/* What runs on entering and leaving; nothing is written where nothing runs. */
void sentence_enter(struct text *out, struct model_place place);
void sentence_leave(struct text *out, struct model_place place);

/*
 * Whether a clock that the arrow does not restart runs in the place, or in any state of a composite: a
 * state's own, or also one around it.
 */
bool sentence_has_clock(const struct model_machine *machine, struct model_place place,
                        const struct model_arrow *arrow, bool only_own);

/* Whether the scope's arrow stays in its place, where clocks run, and restarts none. */
bool sentence_keeps_clocks(const struct template_scope *scope);

/* the clock of Silence starts again, and its other clocks run on; the scope's arrow has restarts. */
void sentence_restarts(struct text *out, const struct template_scope *scope);

/* That a composite's clock runs on while its states change; nothing where there is none. */
void sentence_clock_of(struct text *out, const struct model_machine *machine, struct model_place place);

/* What the entity is, where it is kept, what is done with each of its moves. */
void sentence_machine(struct text *out, const struct model_machine *machine);

/* What is proved. */
void sentence_assert(struct text *out, const struct model_machine *machine,
                     const struct model_assert *assertion);

void sentence_scenario(struct text *out, const struct model_machine *machine,
                       const struct model_scenario *scenario);

/* ---- parts of sentences ---------------------------------------------------------------------------- */

/* The name with blanks for underscores: `the payment`. */
void sentence_name(struct text *out, const char *name);

/* The label of a guard or effect, between those quotes, or its name likewise. */
void sentence_hook(struct text *out, const struct model_hook *hook, const char *quote);

/* In a text that is marked, the label of a state or event stands between its mark and SENTENCE_END. No source
 * has such characters. */
#define SENTENCE_STATE "\1"
#define SENTENCE_EVENT "\2"
#define SENTENCE_END   "\3"
void sentence_label(struct text *out, const char *mark, const char *label);

/* The label of a state or composite. */
void sentence_place(struct text *out, struct model_place place);

/* 3 days; 90 minutes; 1 second: the largest unit that is exact. */
void sentence_unit(struct text *out, int64_t ms); /* "days" */
void sentence_duration(struct text *out, int64_t ms);

/* When the timer fires here: after 3 days; after 3 days in Open; when the time in due at has come. */
void sentence_clock(struct text *out, const struct model_machine *machine, const struct model_timer *timer,
                    struct model_place place);

/* every 3 days; every day */
void sentence_every(struct text *out, int64_t ms);

/* has funds holds and "Is it fraud?" is answered no; nothing where there is no condition. */
void sentence_conditions(struct text *out, size_t count, const struct model_condition *conditions);
