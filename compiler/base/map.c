#include "base/map.h"

#include "base/hash.h"

#include <string.h>

struct map_slot {
    const char *name; /* NULL: free */
    uint64_t hash;    /* another one is another name, and its text need not be fetched to see that */
    size_t value;
};

static struct map_slot *map_find(const struct map *map, const char *name, uint64_t hash) {
    size_t i = (size_t)hash & (map->capacity - 1);
    while (map->slots[i].name != NULL &&
           (map->slots[i].hash != hash || strcmp(map->slots[i].name, name) != 0))
        i = (i + 1) & (map->capacity - 1);
    return &map->slots[i];
}

static uint64_t hash_of(const char *name) {
    return hash_bytes(name, strlen(name));
}

struct map map_new(struct arena *arena) {
    enum { CAPACITY = 64 };
    return (struct map){.arena = arena,
                        .capacity = CAPACITY,
                        .slots = arena_alloc(arena, CAPACITY * sizeof(struct map_slot))};
}

size_t map_get(const struct map *map, const char *name) {
    const struct map_slot *slot = map_find(map, name, hash_of(name));
    return slot->name == NULL ? MAP_NOTHING : slot->value;
}

static void grow(struct map *map) {
    struct map larger = {.arena = map->arena, .capacity = map->capacity * 2, .count = map->count};
    larger.slots = arena_alloc(map->arena, larger.capacity * sizeof *larger.slots);
    for (size_t i = 0; i < map->capacity; i++)
        if (map->slots[i].name != NULL)
            *map_find(&larger, map->slots[i].name, map->slots[i].hash) = map->slots[i];
    *map = larger;
}

bool map_put(struct map *map, const char *name, size_t value) {
    if (map->count * 2 >= map->capacity)
        grow(map);
    uint64_t hash = hash_of(name);
    struct map_slot *slot = map_find(map, name, hash);
    if (slot->name != NULL)
        return false;
    *slot = (struct map_slot){name, hash, value};
    map->count++;
    return true;
}
