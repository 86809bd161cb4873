/*
 * What waits in a machine's queue: its timers, then its works, numbered from 0. Worked out from the flattened
 * machine for all that writes it into SQL and C.
 */
#pragma once

#include "base/text.h"
#include "model/model.h"

/* What holds where the file says nothing. */
enum {
    QUEUE_TIMER_LEASE_MS = 60 * 1000,
    QUEUE_TIMER_ATTEMPTS = 20,
    QUEUE_EVERY_MS = 10 * 1000,
    QUEUE_BACKOFF_FROM_MS = 1000,
    QUEUE_BACKOFF_TO_MS = 10 * 60 * 1000
};

/* Whether an entity in a state has a row for it in the queue, and whether that may come due. */
enum queue_presence { QUEUE_OUTSIDE, QUEUE_ASLEEP, QUEUE_AWAKE };

/* What a move does to the row. */
enum queue_change { QUEUE_KEEP, QUEUE_BEGIN, QUEUE_END, QUEUE_SLEEP, QUEUE_WAKE };

struct queue_rule {
    const struct model_timer *timer; /* one of the two */
    const struct model_work *work;
    const struct model_place *place;
    const struct model_event *event; /* a timer's, or what is fired when attempts are spent; NULL: none */
    int64_t lease_ms, every_ms, backoff_from_ms, backoff_to_ms;
    int64_t attempts; /* 0: for ever */
};

bool queue_is_used(const struct model_machine *machine);
size_t queue_count(const struct model_machine *machine);
struct queue_rule queue_rule(const struct model_machine *machine, size_t number);

/* "submitted.give_up", "work on_hold": what the rows are called in the database. Unique in a machine. */
void queue_name(struct text *out, const struct model_machine *machine, size_t number);

enum queue_presence queue_presence(const struct model_machine *machine, size_t number, size_t state);
enum queue_change queue_change(const struct model_machine *machine, size_t number,
                               const struct model_move *move);

/* '-' for nothing, then by state '-' outside, 'z' suspended, 'a' active. */
void queue_presences(struct text *out, const struct model_machine *machine, size_t number);

/* Whether the move does not leave its state where something begins with each entering of it. */
bool queue_is_stay(const struct model_machine *machine, const struct model_move *move);

/* Which of the moves of its event from its state it is, from 0. */
size_t queue_alternative(const struct model_machine *machine, const struct model_move *move);

/* Whether it is a timer that goes on with the move, unless the move restarts it. */
bool queue_runs_on(const struct model_machine *machine, size_t number, const struct model_move *move);
bool queue_is_restart(const struct model_machine *machine, size_t number, const struct model_move *move);

/* Whether some move restarts it, so that the timer may never be due. */
bool queue_is_put_off(const struct model_machine *machine, const struct model_timer *timer);

/* Whether a move restarts it, or any timer, of which no history tells. */
bool queue_is_put_off_unrecorded(const struct model_machine *machine, size_t number);
bool queue_puts_off_unrecorded(const struct model_machine *machine);

/* Whether a timer takes its time from the creation, so that later moves must look it up. */
bool queue_needs_creation(const struct model_machine *machine);

/* Whether a timer takes its time from the last event that had one. */
bool queue_tells_latest(const struct model_machine *machine);
