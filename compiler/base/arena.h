/*
 * Lives here: what any program could use. Not here: anything of a language or of machines; nothing here
 * includes another room.
 *
 * One arena per compilation: everything the compiler allocates lives until arena_free.
 */
#pragma once

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
/* Ends the program, for there is no memory. */
void arena_exhausted(void) __attribute__((noreturn));
/* What malloc or realloc has returned, unless that is NULL. */
void *arena_must(void *memory);
void arena_free(struct arena *arena);

/* Zeroed memory; never NULL: running out of memory ends the compiler with a message and exit status 2. */
void *arena_alloc(struct arena *arena, size_t size);

/* An array with room for an element more than `count`: `array` itself, or a copy twice as large. The array
 * must come from here, and grow by one element at a time. */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t element_size);

char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
