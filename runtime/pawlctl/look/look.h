/*
 * Lives here: the commands that only read and print. Not here: code to read what several commands need
 * (database/), and checks of it (judge/).
 */
#pragma once

#include "database/model.h"
#include "say/row.h"

command_fn command_at, command_graph, command_history, command_status;

/* ---- how many entities and runs are where, and diagrams that show it ---------------------------------- */

struct live_place {
    int64_t count, oldest_us;
    const char *oldest; /* the key; NULL with `storage transitions`, where looking for it takes long */
    int64_t median_us;  /* of how long those stayed that have left it; -1: nobody has, or nobody has asked */
};

/* The rows of `status`, of machines and of flows; NULL: all. Without JSON it prints the machines at once. */
enum { STATUS_LISTS = 2 };
void status_list(struct call *call, const char *name, struct list lists[STATUS_LISTS]);

struct places_counting {
    const struct deployed_model *model;
    const struct live_place *places;
};

/* Adds up by state; states that the model does not know come to 0. */
struct live_place *count_places(struct call *call, const struct deployed_model *model);

/* "; frozen ...", or nothing, which people read. */
struct field row_freeze(const json_t *frozen, const char *name);

/* Its runs by status, and whether it is among `frozen`, see frozen.h. */
void flow_status(struct call *call, const char *flow, const char *label, const json_t *frozen,
                 struct list *flows);

/* The diagram that the compiler drew, with a line in each of its slots: of a state or step, or of the whole,
 * NULL. */
typedef void slot_fn(const void *context, const char *name);
void diagram_print(const char *text, slot_fn *slot, const void *context);

/* The flow's diagram, with the runs where they stand. */
int flow_graph(struct call *call, const char *name, const json_t *model);
