/* Names to indexes. */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

#define MAP_NOTHING ((size_t)-1)

struct map {
    struct arena *arena;
    struct map_slot *slots;
    size_t capacity;
    size_t count;
};

struct map map_new(struct arena *arena);
size_t map_get(const struct map *map, const char *name);

/* Keeps the pointer. False where the name is there already; the first value stays. */
bool map_put(struct map *map, const char *name, size_t value);
