#include "core/driver.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct results_block {
    struct results_block *next;
    size_t size, used;
    alignas(max_align_t) char data[];
};

#define FIRST_BLOCK_BYTES 4096

static struct results_block *block_new(size_t size) {
    struct results_block *block = malloc(sizeof *block + size);
    if (block)
        *block = (struct results_block){.size = size};
    return block;
}

void *results_alloc(struct results *results, size_t size) {
    const size_t alignment = alignof(max_align_t);
    if (size > SIZE_MAX / 4)
        return NULL;
    size = (size + alignment - 1) / alignment * alignment;
    for (struct results_block *block = results->current; block; block = block->next) {
        if (block->size - block->used >= size) {
            void *memory = block->data + block->used;
            block->used += size;
            results->current = block;
            return memory;
        }
    }
    struct results_block *last = results->current;
    while (last && last->next)
        last = last->next;
    size_t block_size = last ? last->size * 2 : FIRST_BLOCK_BYTES;
    struct results_block *block = block_new(block_size > size ? block_size : size);
    if (!block)
        return NULL;
    if (last)
        last->next = block;
    else
        results->first = block;
    results->current = block;
    block->used = size;
    return block->data;
}

char *results_strdup(struct results *results, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = results_alloc(results, size);
    return copy ? memcpy(copy, text, size) : NULL;
}

bool results_keep(struct results *results, const char **text) {
    return !*text || (*text = results_strdup(results, *text)) != NULL;
}

void *results_add_row(struct results *results, struct result_rows *rows, size_t row_size) {
    if (rows->count == rows->capacity) {
        size_t capacity = rows->capacity ? rows->capacity * 2 : 8;
        void *larger = results_alloc(results, capacity * row_size);
        if (!larger)
            return NULL;
        if (rows->count)
            memcpy(larger, rows->rows, rows->count * row_size);
        rows->rows = larger;
        rows->capacity = capacity;
    }
    return memset((char *)rows->rows + rows->count++ * row_size, 0, row_size);
}

void results_reset(struct results *results) {
    for (struct results_block *block = results->first; block; block = block->next)
        block->used = 0;
    results->current = results->first;
}

void results_free(struct results *results) {
    struct results_block *block = results->first;
    while (block) {
        struct results_block *next = block->next;
        free(block);
        block = next;
    }
    *results = (struct results){0};
}
