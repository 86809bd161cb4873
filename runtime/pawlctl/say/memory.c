/* The memory of a command. */
#include "json.h"
#include "print.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct arena *memory;

/* What is not committed is undone. */
void arena_exhausted(void) {
    say_error("pawlctl: out of memory\n");
    exit(EXIT_DATABASE);
}

static struct held {
    struct held *before, *after;
    max_align_t memory[];
} all_held = {&all_held, &all_held};

static void *json_memory(size_t size) {
    struct held *held = malloc(sizeof *held + size);
    if (held == NULL)
        arena_exhausted();
    held->before = &all_held;
    held->after = all_held.after;
    held->before->after = held->after->before = held;
    return held->memory;
}

void json_free(void *json) {
    if (json == NULL)
        return;
    struct held *held = (struct held *)((char *)json - offsetof(struct held, memory));
    held->before->after = held->after;
    held->after->before = held->before;
    free(held);
}

json_t *const *json_items(const json_t *array) {
    const size_t count = json_array_size(array);
    json_t **items = arena_alloc(memory, (count + 1) * sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = json_array_get(array, i);
    return items;
}

const struct json_member *json_members(const json_t *object) {
    struct json_member *members = arena_alloc(memory, (json_object_size(object) + 1) * sizeof *members);
    size_t count = 0;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value) {
        members[count++] = (struct json_member){name, value, json_string_value(value)};
    }
    return members;
}

void memory_begin(void) {
    memory = arena_new();
    json_set_alloc_funcs(json_memory, json_free);
}

struct arena *memory_begin_batch(void) {
    struct arena *before = memory;
    memory = arena_new();
    return before;
}

void memory_end_batch(struct arena *before) {
    arena_free(memory);
    memory = before;
}

void *memory_grow(void *array, size_t count, size_t *capacity, size_t element_size) {
    if (count < *capacity)
        return array;
    *capacity = *capacity == 0 ? 64 : *capacity * 2;
    void *copy = arena_alloc(memory, *capacity * element_size);
    return count == 0 ? copy : memcpy(copy, array, count * element_size);
}
