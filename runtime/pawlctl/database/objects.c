#include "objects.h"
#include "database/objects.sql.h"
#include "model.h"
#include "say/json.h"

#include <string.h>
#include <strings.h>

enum { CONTEXT_BYTES = 40, SHOWN_BYTES = 120 };

json_t *objects_deployed(struct call *call, const char *machine) {
    return database_object(call, model_sql(call, NULL, sql_recorded, NULL), VALUES(value_text(machine)));
}

/* Of the line that holds the byte, what is around it. */
static const char *shown(const char *text, size_t at) {
    size_t start = at;
    while (start > 0 && text[start - 1] != '\n' && at - start < CONTEXT_BYTES)
        start--;
    while (start > 0 && ((unsigned char)text[start] & 0xC0) == 0x80)
        start--; /* not in the middle of a character */
    size_t length = strcspn(text + start, "\n");
    bool is_cut = length > SHOWN_BYTES;
    while (is_cut && (length > SHOWN_BYTES || ((unsigned char)text[start + length] & 0xC0) == 0x80))
        length--;
    return arena_printf(memory, "%s%.*s%s", start > 0 && text[start - 1] != '\n' ? "..." : "", (int)length,
                        text + start, is_cut ? "..." : "");
}

/* A routine whose body stands in one of the definitions, and was hidden from who wrote down the other. */
static bool is_unseen(const struct call *call, const char *object, const char *deployed,
                      const char *present) {
    const bool is_routine = strncmp(object, "function ", strlen("function ")) == 0 ||
                            strncmp(object, "procedure ", strlen("procedure ")) == 0;
    const bool was_seen = strlen(deployed) > strlen(present);
    const char *shorter = was_seen ? present : deployed, *longer = was_seen ? deployed : present;
    return call->dialect->hides_bodies && is_routine && strncmp(shorter, longer, strlen(shorter)) == 0 &&
           longer[strlen(shorter)] == ' ';
}

/* One of somebody's own, over columns: it changes nothing but time. One that is unique would refuse moves,
 * and one over expressions runs their code within moves. */
static bool is_plain_index(const char *object, const char *definition) {
    static const char plain[] = "create index ";
    int depth = 0;
    if (strncmp(object, "index ", strlen("index ")) != 0 ||
        strncasecmp(definition, plain, strlen(plain)) != 0)
        return false;
    for (; *definition != '\0' && depth < 2; definition++)
        depth += *definition == '(' ? 1 : *definition == ')' ? -1 : 0;
    return depth < 2;
}

const struct object_difference *objects_compare(const struct call *call, const json_t *deployed,
                                                const json_t *present) {
    const size_t most = json_object_size(deployed) + json_object_size(present);
    struct object_difference *all = arena_alloc(memory, (most + 1) * sizeof *all), *next = all;
    for (EACH_MEMBER(object, deployed)) {
        const char *was = object->text, *is = text_of(present, object->name);
        size_t at = 0;
        while (is != NULL && was[at] == is[at] && was[at] != '\0')
            at++;
        if (is == NULL)
            *next++ = (struct object_difference){object->name, OBJECT_MISSING, NULL, NULL};
        else if (is_unseen(call, object->name, was, is))
            *next++ = (struct object_difference){object->name, OBJECT_UNSEEN, NULL, NULL};
        else if (was[at] != is[at])
            *next++ = (struct object_difference){object->name, OBJECT_CHANGED, shown(was, at), shown(is, at)};
    }
    for (EACH_MEMBER(object, present))
        if (json_object_get(deployed, object->name) == NULL && !is_plain_index(object->name, object->text))
            *next++ = (struct object_difference){object->name, OBJECT_UNKNOWN, NULL, NULL};
    return all;
}
