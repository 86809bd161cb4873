/* What waits for the commit. Internal. */
#pragma once

#include "core/results.h"
#include "pawl.h"

/* What is to be called then; it stands at the head of a struct of whoever has it wait. */
struct after {
    struct after *next;
    void (*call)(struct pawl_db *db, const struct after *after);
};

/* The oldest first. */
struct after_list {
    struct after *first, *last;
};

/* All that a handle keeps of this. */
struct after_calls {
    struct after_list waiting;  /* for libpawl's own commit */
    struct after_list reported; /* for pawl_committed */
    struct after_list ready;    /* committed */
    bool is_calling;
    struct results memory;
};

/* Waits for the end of the transaction that is open. */
void after_wait(struct pawl_db *db, struct after *after);

/* after_mark notes what waits for the commit; after_undo drops what was added, and undone, since then. */
struct after_mark {
    struct after_list *list;
    struct after *last;
};
struct after_mark after_mark(struct pawl_db *db);
void after_undo(struct after_mark mark);

/* Who has begun a transaction. */
enum transaction_owner { BEGUN_BY_LIBPAWL, BEGUN_BY_CALLER };

/* What waited for the commit is called, or forgotten. */
void after_commit(struct pawl_db *db, enum transaction_owner owner);
void after_rollback(struct pawl_db *db, enum transaction_owner owner);

/* Nothing waits and nothing is being called, so that the memory of what did may be used anew. */
bool after_is_idle(const struct pawl_db *db);
