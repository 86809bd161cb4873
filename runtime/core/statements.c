#include "core/statements.h"

#include <stdlib.h>
#include <string.h>

static bool make_statement_room(struct statements *statements) {
    if (statements->count * 2 < statements->capacity)
        return true;
    const size_t capacity = statements->capacity ? statements->capacity * 2 : 32;
    struct statement_slot *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < statements->capacity; i++) {
        const struct statement_slot *slot = &statements->slots[i];
        if (slot->sql)
            *statement_slot_of(slots, capacity, slot->sql, slot->kind) = *slot;
    }
    free(statements->slots);
    statements->slots = slots;
    statements->capacity = capacity;
    return true;
}

bool statements_keep(struct statements *statements, const char *sql, unsigned kind, void *kept,
                     statement_forget_fn *forget) {
    char *copy = strdup(sql);
    if (!copy || !make_statement_room(statements)) {
        free(copy);
        return false;
    }
    struct statement_slot *slot = statement_slot_of(statements->slots, statements->capacity, sql, kind);
    if (slot->sql) {
        forget(slot->kept);
        free(slot->copy);
    } else {
        statements->count++;
    }
    *slot = (struct statement_slot){sql, copy, kept, kind};
    return true;
}

void *statements_next(const struct statements *statements, size_t *place) {
    while (*place < statements->capacity) {
        const struct statement_slot *slot = &statements->slots[(*place)++];
        if (slot->sql)
            return slot->kept;
    }
    return NULL;
}

void statements_clear(struct statements *statements, statement_forget_fn *forget) {
    for (size_t i = 0; i < statements->capacity; i++) {
        const struct statement_slot *slot = &statements->slots[i];
        if (!slot->sql)
            continue;
        forget(slot->kept);
        free(slot->copy);
    }
    free(statements->slots);
    *statements = (struct statements){0};
}
