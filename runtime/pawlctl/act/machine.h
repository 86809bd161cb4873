/* What generated C would hand to libpawl, made of a model. */
#pragma once

#include "database/model.h"

struct made {
    struct pawl_machine machine;
    struct pawl_statements statements;                     /* of the database that the model comes from, */
    const struct pawl_statements *sql[PAWL_DIALECT_COUNT]; /* whichever that is */
};

/* Borrows from the model. Guards and effects that are not in SQL are callbacks, and no function is there for
 * them: ask callback_of_event before an event is fired. */
const struct pawl_machine *machine_make(const struct call *call, const struct deployed_model *model);

/* machine_hooks.c: the guards, effects and moves of the machine. */
void machine_make_hooks(struct made *made, const struct deployed_model *model, const char *dialect);

/* machine_queue.c: its timers and works; a work has no function. */
void machine_make_queue(struct made *made, const struct deployed_model *model);

struct pawl_reference machine_reference(const struct deployed_model *model, const json_t *json);

/* Texts of an object as members of a struct, which are at these places in it. */
struct machine_member {
    const char *name;
    size_t offset;
};
void machine_fill(void *filled, const struct machine_member *members, size_t count, const json_t *texts);

/* Memory for so many, all zero. */
#define MACHINE_ARRAY(count, type) ((type *)arena_alloc(memory, (count) * sizeof(type) + 1))
