/* One arena per compilation: everything the compiler allocates lives until arena_free. */
#ifndef PAWL_ARENA_H
#define PAWL_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena);

/* Zeroed memory; never NULL: running out of memory ends the compiler with a message and exit status 2. */
void *arena_alloc(struct arena *arena, size_t size);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
