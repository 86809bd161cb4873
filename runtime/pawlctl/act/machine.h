/* What generated C would hand to libpawl, made of a model. */
#ifndef PAWLCTL_MACHINE_H
#define PAWLCTL_MACHINE_H

#include "base/text.h"
#include "database/model.h"

struct made {
    struct pawl_machine machine;
    struct pawl_statements statements;                     /* of the database that the model comes from, */
    const struct pawl_statements *sql[PAWL_DIALECT_COUNT]; /* whichever that is */
    struct results memory;                                 /* of all that the machine has */
};

/*
 * Borrows from the model; machine_free frees it, also where it is false: out of memory. Guards and effects
 * that are not in SQL are callbacks, and no function is there for them: ask callback_of_event before an event
 * is fired.
 */
bool machine_make(struct made *made, const struct deployed_model *model, const char *dialect);
void machine_free(struct made *made);

/* machine_hooks.c: the guards, effects and moves of the machine. */
bool machine_make_hooks(struct made *made, const struct deployed_model *model, const char *dialect);

/* machine_queue.c: its timers and works; a work has no function. */
bool machine_make_queue(struct made *made, const struct deployed_model *model);

struct pawl_reference machine_reference(const struct deployed_model *model, const json_t *json);

/* Texts of an object as members of a struct, which are at these places in it. */
struct machine_member {
    const char *name;
    size_t offset;
};
void machine_fill(void *filled, const struct machine_member *members, size_t count, const json_t *texts);

/* Memory for the machine, all zero. */
void *machine_alloc(struct made *made, size_t count, size_t size);

#endif
