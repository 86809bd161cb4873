/* Arrays that grow. */
#ifndef PAWLCTL_GROW_H
#define PAWLCTL_GROW_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Makes room for one more behind `count`, in the array that the pointer at `array` owns. False where memory
 * ran out; what is there stays.
 */
bool grow(void *array, size_t *capacity, size_t count, size_t element_size);

#endif
