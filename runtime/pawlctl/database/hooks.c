#include "hooks.h"
#include "say/json.h"

#include "database.h"
#include "model.h"

#include <string.h>

/* ---- what SQL refers to ------------------------------------------------------------------------- */

static bool is_same(const json_t *left, const json_t *right) {
    const char *a = text_of(left, "column");
    const char *b = text_of(right, "column");
    return json_equal(json_object_get(left, "kind"), json_object_get(right, "kind")) &&
           strcmp(a == NULL ? "" : a, b == NULL ? "" : b) == 0;
}

/* Counts from 1, as SQL does; what is new is added. */
static size_t place_of(struct hook_references *references, const json_t *reference) {
    size_t i = 0;
    while (i < references->count && !is_same(references->list[i], reference))
        i++;
    if (i == references->count && i < REFERENCES_MAX)
        references->list[references->count++] = reference;
    return i + 1;
}

struct hook_references hook_numbered(struct text *out, const json_t *sql, char mark) {
    const char *written = text_of(sql, "text");
    const json_t *references = json_object_get(sql, "references");
    struct hook_references numbers = {0};
    size_t at = 0;
    for (size_t i = 0; i < json_array_size(references); i++) {
        const json_t *reference = json_array_get(references, i);
        size_t offset = (size_t)json_integer_value(json_object_get(reference, "offset"));
        text_write(out, written + at, offset - at);
        text_printf(out, " %c%zu", mark, place_of(&numbers, reference)); /* `and:id` must not become and$1 */
        at = offset + (size_t)json_integer_value(json_object_get(reference, "length"));
    }
    text_put(out, written + at);
    return numbers;
}

/* ---- checks -------------------------------------------------------------------------------------- */

void hook_cannot_run(const struct hook_check *check, const char *name, const char *help) {
    struct text message = TEXT_INIT;
    text_printf(&message, "%s cannot run: %s", name, check->call->err.message);
    check->problem(check->context, message.data == NULL ? name : message.data, help == NULL ? "" : help);
    text_free(&message);
}

void hook_problem_say(void *context, const char *message, const char *help) {
    (void)context;
    refused(help, "%s", message);
}

static int check_hook(const struct hook_check *check, const char *kind, const char *hook, const json_t *sql) {
    const struct database_dialect *dialect = check->call->dialect;
    struct text name = TEXT_INIT, body = TEXT_INIT;
    const char between = dialect->hook_is_function ? '_' : ' ';
    text_printf(&name, "%s%c%s%c%s", check->model->name, between, kind, between, hook);
    hook_numbered(&body, sql, dialect->hook_mark);
    const int problems = text_failed(&name) || text_failed(&body)
                             ? -1
                             : dialect->check_hook(check, name.data, text_data(&body));
    text_free(&name);
    text_free(&body);
    return problems;
}

int hooks_check(struct call *call, const struct deployed_model *model, hook_problem_fn *problem,
                void *context) {
    const struct hook_check check = {call, model, problem, context};
    int problems = 0;
    for (size_t i = 0; i < json_array_size(model->hooks); i++) {
        const json_t *hook = json_array_get(model->hooks, i);
        const json_t *sql = json_object_get(hook, pawl_dialect(call->db));
        const int found = sql == NULL ? 0
                                      : check_hook(&check, i < model->guard_count ? "guard" : "effect",
                                                   text_of(hook, "name"), sql);
        if (found < 0)
            return -1;
        problems += found;
    }
    return problems;
}
