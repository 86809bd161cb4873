#include "hooks.h"
#include "json.h"

#include "database.h"
#include "machine.h"
#include "model.h"

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
