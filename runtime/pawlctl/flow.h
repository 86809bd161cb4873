/* Runs of flows. */
#ifndef PAWLCTL_FLOW_H
#define PAWLCTL_FLOW_H

#include "command.h"
#include "row.h"

#include <jansson.h>

struct flow_model {
    bool found;
    json_t
        *json; /* of the version that was asked for, or of the newest; NULL: the database does not hold it */
};

/* False where the database failed. fingerprint: NULL for the newest version. The caller frees with
 * json_decref. */
bool flow_model_read(struct call *call, const char *name, const char *fingerprint, struct flow_model *model);

/* Likewise of all flows, or of that name, by their names; null where the database does not hold one. */
bool flow_models(struct call *call, const char *name, const char *fingerprint, json_t *models);

/*
 * For a name that is no machine's: EXIT_DONE where no flow has it either, else the exit status, with the
 * reason printed.
 */
int flow_refuse(struct call *call, const char *name);

/* Of a database without machines: the query for what all share, from any flow; NULL: there is none. The
 * caller frees it. */
char *flow_shared_objects(struct call *call);

/* What a person calls the step of a place, "build.mount[3]"; NULL where that says no more than the place. */
const char *flow_label(const json_t *model, const char *place);

/* The arguments of `pawlctl flow ls` and `show`, which the command has checked. */
int flow_list(struct call *call, const char *flow);
int flow_show(struct call *call, int64_t run);

/* Its runs by status, and whether it is among `frozen`, see frozen.h. False: the database failed. */
bool flow_status(struct call *call, const char *flow, const char *label, const json_t *frozen,
                 struct list *flows);

/* The diagram that the compiler drew, with a line in each of its slots: of a state or step, or of the whole,
 * NULL. */
typedef void slot_fn(const void *context, const char *name);
void diagram_print(const char *text, slot_fn *slot, const void *context);

/* The flow's diagram, with the runs where they stand. */
int flow_graph(struct call *call, const char *name, const json_t *model);

/* As `flow ls` lists it. */
enum { FLOW_RUN_FIELDS = 21, FLOW_WORDS_SIZE = 128 };
void flow_run_row(struct field row[FLOW_RUN_FIELDS], const struct pawl_run *run, char words[FLOW_WORDS_SIZE]);

/* A copy, since what libpawl hands out lives until it is called again. */
json_t *flow_run_json(const struct pawl_run *run);

#endif
