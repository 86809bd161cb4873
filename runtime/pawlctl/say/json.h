/* Members of an object, as what they are; what is not there is NULL, false or 0. */
#ifndef PAWLCTL_JSON_H
#define PAWLCTL_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

static inline const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static inline bool flag_of(const json_t *object, const char *key) {
    return json_is_true(json_object_get(object, key));
}

static inline int64_t number_of(const json_t *object, const char *key) {
    return (int64_t)json_integer_value(json_object_get(object, key));
}

#endif
