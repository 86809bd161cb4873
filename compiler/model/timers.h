/* What a timer is sure to do, whatever guards say and however the place was entered. */
#pragma once

#include "model/graph.h"

/* The n-th timer, from 0, that fires the arrow: its event's, at its place. NULL: there are no more. */
const struct model_timer *timers_of_arrow(const struct model_machine *machine,
                                          const struct model_arrow *arrow, size_t n);

/*
 * Whether the timer ends the stay at its place when it fires in this state: one of the moves that its event
 * then tries has no guard, and each of them leaves the place.
 */
bool timers_end_stay(const struct model_machine *machine, const struct model_timer *timer, size_t state);

/*
 * Marks the events with which an `at` timer may begin without a time: those that enter its place and may come
 * without the parameter, or creations without it from which the place can be reached. Says whether there is
 * any.
 */
bool timers_without_time(const struct graph *graph, const struct model_timer *timer, bool *events);
