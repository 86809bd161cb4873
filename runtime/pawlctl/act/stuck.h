/* What `pawlctl stuck` lists. */
#pragma once

#include "database/model.h"
#include "say/row.h"

struct stuck {
    struct call *call;
    struct list rows;
    json_t *notes; /* what this login cannot see */
    const json_t *frozen;
};

/* A line with that message. of: a machine, flow or topic, or NULL; id: NULL: none; since_us: 0: unknown;
 * look: the command that looks deeper. */
void stuck_add(struct stuck *stuck, const char *kind, const char *of, const char *id, int64_t since_us,
               const char *look, const char *message, ...) __attribute__((format(printf, 7, 8)));

/* The rows of a query that is to list a few: the last one, if it is one too many, stands for the rest. */
enum { STUCK_LISTED = 5 };

/* stuck_machine.c: jobs and timers of a machine, and entities. */
void stuck_machine(struct stuck *stuck, const struct deployed_model *model);
void stuck_entities(struct stuck *stuck, const struct deployed_model *model);
/* stuck_flow.c: runs of flows, and what relays leave. */
void stuck_flows(struct stuck *stuck);
void stuck_outbox(struct stuck *stuck);
/* stuck_locks.c: frozen machines, held locks that somebody waits for, and sessions of the database. */
void stuck_freezes(struct stuck *stuck);
void stuck_locks(struct stuck *stuck);
void stuck_sessions(struct stuck *stuck, const struct models *models);
