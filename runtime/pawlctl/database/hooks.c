#include "hooks.h"
#include "say/json.h"

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

struct hook_references hook_numbered(const json_t *sql, char mark) {
    const char *written = text_of(sql, "text");
    struct hook_references numbers = {0};
    struct text text = TEXT_INIT;
    size_t at = 0;
    for (EACH_ITEM(reference, json_object_get(sql, "references"))) {
        const size_t offset = (size_t)number_of(*reference, "offset");
        text_write(&text, written + at, offset - at);
        text_printf(&text, " %c%zu", mark,
                    place_of(&numbers, *reference)); /* `and:id` must not become and$1 */
        at = offset + (size_t)number_of(*reference, "length");
    }
    text_put(&text, written + at);
    numbers.text = text_keep(&text, memory);
    return numbers;
}

/* ---- checks -------------------------------------------------------------------------------------- */

void hook_cannot_run(const struct hook_check *check, const char *name, const char *help) {
    check->problem(check->context, arena_printf(memory, "%s cannot run: %s", name, check->call->err.message),
                   help == NULL ? "" : help);
}

void hook_problem_say(void *context, const char *message, const char *help) {
    (void)context;
    complain(help, "%s", message);
}

int hooks_check(struct call *call, const struct deployed_model *model, hook_problem_fn *problem,
                void *context) {
    const struct hook_check check = {call, model, problem, context};
    const struct database_dialect *dialect = call->dialect;
    const char between = dialect->hook_is_function ? '_' : ' ';
    int problems = 0;
    size_t count = 0;
    for (EACH_ITEM(hook, model->hooks)) {
        const json_t *sql = json_object_get(*hook, dialect->name);
        if (sql != NULL)
            problems += dialect->check_hook(&check,
                                            arena_printf(memory, "%s%c%s%c%s", model->name, between,
                                                         count < model->guard_count ? "guard" : "effect",
                                                         between, text_of(*hook, "name")),
                                            hook_numbered(sql, dialect->hook_mark).text);
        count++;
    }
    return problems;
}
