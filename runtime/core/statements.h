/* The statements that a connection has prepared, found again by the address of their text. Internal. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct statement_slot {
    const char *sql; /* the caller's, as key only; NULL: the slot is empty */
    char *copy;      /* of the text, to be held against what is found there now */
    void *kept;
    unsigned kind;
};

struct statements {
    struct statement_slot *slots; /* open addressing, never full */
    size_t capacity, count;
};

/* The one where it is, or where it is to be put. */
static inline struct statement_slot *statement_slot_of(struct statement_slot *slots, size_t capacity,
                                                       const char *sql, unsigned kind) {
    uint64_t i = (((uintptr_t)sql >> 3) + kind) * UINT64_C(0x9E3779B97F4A7C15);
    for (i ^= i >> 32;; i++) {
        struct statement_slot *slot = &slots[i & (capacity - 1)];
        if (!slot->sql || (slot->sql == sql && slot->kind == kind))
            return slot;
    }
}

/* What is kept of the text, which one may have prepared in several ways; NULL: nothing. Each statement that
   is sent is looked for, so it is inline. */
static inline void *statements_find(const struct statements *statements, const char *sql, unsigned kind) {
    if (statements->count == 0)
        return NULL;
    const struct statement_slot *slot = statement_slot_of(statements->slots, statements->capacity, sql, kind);
    return slot->sql && strcmp(slot->copy, sql) == 0 ? slot->kept : NULL;
}

/* What the driver keeps of one, until it is forgotten. */
typedef void statement_forget_fn(void *kept);

/*
 * Keeps it, and forgets what was kept of another text at that address: a library that was unloaded may have
 * left its addresses to another. False: out of memory, and it stays the caller's.
 */
bool statements_keep(struct statements *statements, const char *sql, unsigned kind, void *kept,
                     statement_forget_fn *forget);

/* One after the other, from *place 0 on; NULL behind the last. */
void *statements_next(const struct statements *statements, size_t *place);

void statements_clear(struct statements *statements, statement_forget_fn *forget);
