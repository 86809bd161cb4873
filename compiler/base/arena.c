#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Under the address sanitizer, bytes that nobody may touch stand behind every piece. */
#ifdef __has_feature
#define ADDRESS_SANITIZER __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define ADDRESS_SANITIZER 1
#else
#define ADDRESS_SANITIZER 0
#endif
#if ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
enum { GAP_BYTES = 16 };
#else
#define ASAN_POISON_MEMORY_REGION(address, size)   ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
enum { GAP_BYTES = 0 };
#endif

enum { CHUNK_BYTES = 64 * 1024, LARGE_CHUNK_BYTES = 4 * 1024 * 1024, HUGE_PAGE_BYTES = 2 * 1024 * 1024 };

struct chunk {
    struct chunk *next;
    size_t used;
    size_t size;
    max_align_t data[];
};

struct arena {
    struct chunk *chunks;
    size_t size; /* of all chunks */
};

void *arena_must(void *memory) {
    if (memory == NULL)
        arena_exhausted();
    return memory;
}

struct arena *arena_new(void) {
    return arena_must(calloc(1, sizeof(struct arena)));
}

void arena_free(struct arena *arena) {
    if (arena == NULL)
        return;
    for (struct chunk *chunk = arena->chunks; chunk != NULL;) {
        struct chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    free(arena);
}

/*
 * The block is filled with zeroes. A large machine is read here and there, so that most of the time goes
 * into finding its pages; with huge pages, 100,000 moves are checked in less than half the time.
 */
static struct chunk *new_chunk(struct arena *arena, size_t room) {
    size_t size = sizeof(struct chunk) + room;
    struct chunk *chunk;
    if (arena->size < LARGE_CHUNK_BYTES) {
        chunk = arena_must(calloc(1, size));
    } else {
        size = (size + LARGE_CHUNK_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
        chunk = arena_must(aligned_alloc(HUGE_PAGE_BYTES, size));
#ifdef MADV_HUGEPAGE
        madvise(chunk, size, MADV_HUGEPAGE);
#endif
        memset(chunk, 0, size);
    }
    chunk->size = size - sizeof *chunk;
    arena->size += size;
    ASAN_POISON_MEMORY_REGION(chunk->data, chunk->size);
    return chunk;
}

void *arena_alloc(struct arena *arena, size_t size) {
    const size_t unit = alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        arena_exhausted();
    size_t taken = (size + GAP_BYTES + unit - 1) / unit * unit;
    struct chunk *chunk = arena->chunks;
    if (chunk == NULL || chunk->size - chunk->used < taken) {
        struct chunk *fresh = new_chunk(arena, taken > CHUNK_BYTES ? taken : CHUNK_BYTES);
        /* The block with more room stands in front, where it is filled next. */
        if (chunk != NULL && chunk->size - chunk->used > fresh->size - taken) {
            fresh->next = chunk->next;
            chunk->next = fresh;
        } else {
            fresh->next = chunk;
            arena->chunks = fresh;
        }
        chunk = fresh;
    }
    void *memory = (char *)chunk->data + chunk->used;
    chunk->used += taken;
    ASAN_UNPOISON_MEMORY_REGION(memory, size);
    return memory;
}

void *arena_grow(struct arena *arena, void *array, size_t count, size_t element_size) {
    enum { FIRST = 64 };
    const bool is_full = count == 0 || (count >= FIRST && (count & (count - 1)) == 0);
    if (!is_full)
        return array;
    void *copy = arena_alloc(arena, (count == 0 ? FIRST : count * 2) * element_size);
    if (count > 0)
        memcpy(copy, array, count * element_size);
    return copy;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length) {
    char *copy = arena_alloc(arena, length + 1);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        arena_exhausted();
    char *text = arena_alloc(arena, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}
