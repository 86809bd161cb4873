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

static void objects_compare_one(const struct call *call, const char *object, const char *deployed,
                                const char *present, object_fn *found, void *context) {
    size_t at = 0;
    while (deployed[at] == present[at] && deployed[at] != '\0')
        at++;
    if (is_unseen(call, object, deployed, present))
        found(context, object, OBJECT_UNSEEN, NULL, NULL);
    else if (deployed[at] != present[at])
        found(context, object, OBJECT_CHANGED, shown(deployed, at), shown(present, at));
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

void objects_compare(const struct call *call, json_t *deployed, json_t *present, object_fn *found,
                     void *context) {
    const char *object;
    json_t *definition;
    json_object_foreach(deployed, object, definition) {
        const char *now = text_of(present, object);
        if (now == NULL)
            found(context, object, OBJECT_MISSING, NULL, NULL);
        else
            objects_compare_one(call, object, json_string_value(definition), now, found, context);
    }
    json_object_foreach(present, object, definition) {
        if (json_object_get(deployed, object) == NULL &&
            !is_plain_index(object, json_string_value(definition)))
            found(context, object, OBJECT_UNKNOWN, NULL, NULL);
    }
}
