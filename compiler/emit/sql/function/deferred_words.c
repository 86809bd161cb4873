/* What templates of functions say of events that were deferred. */
#include "emit/sql/function/function.h"

static void write_param_count(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", scope->event->param_count);
}

static void write_param_place(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", (size_t)(scope->param - scope->event->params) + 1);
}

static bool is_as_the_server_reads_it(const struct template_scope *scope) {
    const enum pawl_type type = scope->param->type;
    return type != PAWL_TYPE_TEXT && type != PAWL_TYPE_BOOL && type != PAWL_TYPE_BYTES &&
           type != PAWL_TYPE_TIMESTAMP;
}

static bool enter_asking_events(struct template_scope *scope, size_t index) {
    const struct model_machine *machine = scope->machine;
    for (size_t i = 0; i < machine->event_count; i++)
        if (sql_takes_verdicts(machine, &machine->events[i]) && index-- == 0) {
            scope->event = &machine->events[i];
            return true;
        }
    return false;
}

static bool has_callbacks(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    return enter_asking_events(&inner, 0);
}

static const struct template_word words[] = {
    {"param_count", write_param_count}, /* of the event */
    {"param_place", write_param_place}, /* of the parameter among them, from 1 */
    {0},
};

static const struct template_condition conditions[] = {
    {"is_as_the_server_reads_it", is_as_the_server_reads_it}, /* libpawl writes it so, too */
    {"has_callbacks", has_callbacks},                         /* some event asks or runs one */
    {0},
};

static const struct template_list lists[] = {
    {"asking_events", enter_asking_events}, /* whose moves have callbacks */
    {0},
};

const struct template_vocabulary function_deferred_vocabulary = {words, conditions, lists};
