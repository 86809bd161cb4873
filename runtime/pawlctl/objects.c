#include "objects.h"

#include "database.h"

#include <stdlib.h>
#include <string.h>

static enum pawl_status collect(void *context, const struct cell *cells, struct pawl_error *err) {
    if (cells[0].text == NULL ||
        json_object_set_new(context, cells[0].text, json_string(cells[1].text == NULL ? "" : cells[1].text)))
        return error_set(err, PAWL_NOMEM, "an object's definition cannot be kept");
    return PAWL_OK;
}

static char *line_of(const char *text, size_t *length) {
    *length = strcspn(text, "\n");
    char *line = malloc(*length + 1);
    if (line != NULL) {
        memcpy(line, text, *length);
        line[*length] = '\0';
    }
    return line;
}

static void compare(const char *object, const char *deployed, const char *now, object_fn *found,
                    void *context) {
    if (strcmp(deployed, now) == 0)
        return;
    for (;;) {
        size_t left_length, right_length;
        char *left = line_of(deployed, &left_length), *right = line_of(now, &right_length);
        bool same = left != NULL && right != NULL && strcmp(left, right) == 0;
        bool more = deployed[left_length] != '\0' && now[right_length] != '\0';
        if (!same || !more)
            found(context, object, OBJECT_CHANGED, same ? NULL : left, same ? NULL : right);
        free(left);
        free(right);
        if (!same || !more)
            return;
        deployed += left_length + 1;
        now += right_length + 1;
    }
}

bool objects_compare(struct call *call, const char *machine, const char *catalog, object_fn *found,
                     void *context) {
    json_t *deployed = json_object(), *now = json_object();
    struct value name = value_text(machine);
    bool done = database_rows(call, database_dialect(call)->recorded, &name, 1, collect, deployed) &&
                database_rows(call, catalog, NULL, 0, collect, now);
    const char *object;
    json_t *definition;
    json_object_foreach(deployed, object, definition) {
        const char *present = json_string_value(json_object_get(now, object));
        if (done && present == NULL)
            found(context, object, OBJECT_MISSING, NULL, NULL);
        else if (done)
            compare(object, json_string_value(definition), present, found, context);
    }
    json_object_foreach(now, object, definition) {
        if (done && json_object_get(deployed, object) == NULL)
            found(context, object, OBJECT_UNKNOWN, NULL, NULL);
    }
    json_decref(deployed);
    json_decref(now);
    return done;
}
