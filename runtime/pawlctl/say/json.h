/* JSON: its memory, and members of an object. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* What json_dumps returns, in a loop. */
void json_free(void *json);

/* As what they are; what is not there is NULL, false or 0. */

static inline const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static inline json_t *member_or_null(const json_t *object, const char *key) {
    json_t *member = json_object_get(object, key);
    return member == NULL ? json_null() : json_incref(member);
}

/* An object, which is made where there is none. */
static inline json_t *object_in(json_t *object, const char *key) {
    json_t *member = json_object_get(object, key);
    if (member == NULL)
        json_object_set_new(object, key, member = json_object());
    return member;
}

/* The items of an array and the members of an object in a loop: *item, member->name. What is neither has
 * none. They live as long as the command's memory. */
#define EACH_ITEM(item, array)                                                                               \
    json_t *const *item = json_items(array);                                                                 \
    *item != NULL;                                                                                           \
    item++
json_t *const *json_items(const json_t *array);

struct json_member {
    const char *name;
    json_t *value;
    const char *text; /* the value's; NULL: it is no text */
};
#define EACH_MEMBER(member, object)                                                                          \
    const struct json_member *member = json_members(object);                                                 \
    member->name != NULL;                                                                                    \
    member++
const struct json_member *json_members(const json_t *object);

static inline bool flag_of(const json_t *object, const char *key) {
    return json_is_true(json_object_get(object, key));
}

static inline int64_t number_of(const json_t *object, const char *key) {
    return (int64_t)json_integer_value(json_object_get(object, key));
}
