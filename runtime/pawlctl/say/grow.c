#include "grow.h"

#include <stdlib.h>
#include <string.h>

bool grow(void *array, size_t *capacity, size_t count, size_t element_size) {
    const size_t larger = *capacity == 0 ? 16 : *capacity * 2;
    void *elements;
    if (count < *capacity)
        return true;
    memcpy(&elements, array, sizeof elements); /* whatever they are, a pointer to them is stored alike */
    elements = realloc(elements, larger * element_size);
    if (elements == NULL)
        return false;
    memcpy(array, &elements, sizeof elements);
    *capacity = larger;
    return true;
}
