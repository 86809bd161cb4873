/* What the templates of generated C may say of timers and work. */
#include "emit/sql/queue.h"
#include "base/escape.h"
#include "emit/c/c.h"

#include <inttypes.h>

/* ---- work --------------------------------------------------------------------------------------------- */

/* Work is done by moving on, so creations are no result of it. */
static bool has_result_args(const struct template_scope *scope) {
    for (size_t i = 0; i < scope->machine->event_count; i++)
        if (scope->machine->events[i].param_count > 0 && !scope->machine->events[i].is_creation)
            return true;
    return false;
}

static bool enter_works(struct template_scope *scope, size_t index) {
    if (index >= scope->machine->work_count)
        return false;
    scope->declaration = scope->machine->timer_count + index;
    scope->hook = scope->machine->works[index].hook;
    return true;
}

/* A hook may be the work of several states. */
static bool is_first_of_its_hook(const struct model_machine *machine, size_t work) {
    for (size_t i = 0; i < work; i++)
        if (machine->works[i].hook == machine->works[work].hook)
            return false;
    return true;
}

/* ---- tables ------------------------------------------------------------------------------------------- */

/* As many as of a machine's table of events by states. */
enum { PLACES_MAX = 16 * 1024 * 1024 };

static void pending(struct text *out, const struct model_machine *machine, size_t number) {
    struct queue_rule rule = queue_rule(machine, number);
    const struct model_timer *timer = rule.timer;
    struct text name = TEXT_INIT;
    queue_name(&name, machine, number);
    text_put(out, "    {");
    if (!text_failed(&name))
        escape_c_string(out, name.data, name.length);
    text_fail(out, name.problem);
    text_free(&name);
    text_printf(out, ", %s, %s, %s, %s, %zu, ", c_truth(rule.work != NULL),
                c_truth(rule.place->state != NULL), c_truth(timer != NULL && timer->kind == MODEL_EVERY),
                c_truth(timer != NULL && timer->is_latest),
                rule.event == NULL ? 0 : (size_t)(rule.event - machine->events) + 1);
    if (rule.work != NULL)
        text_printf(out, "offsetof(struct %s_hooks, %s),\n     ", machine->c_name, rule.work->hook->name);
    else
        text_put(out, "0,\n     ");
    if (timer != NULL && timer->kind == MODEL_AT)
        text_printf(out, "%" PRId64 ", {PAWL_REFERENCE_%s, %zu},\n",
                    model_is_counted(timer) ? -timer->after_ms * 1000 : INT64_C(-1),
                    timer->at->kind == MODEL_CREATED ? "CREATED" : "PARAM", timer->at->column);
    else
        text_printf(out, "%" PRId64 ", {PAWL_REFERENCE_NOW, 0},\n",
                    timer == NULL ? INT64_C(0) : timer->after_ms * 1000);
    text_printf(out, "     %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ",\n     ",
                rule.lease_ms * 1000, rule.every_ms * 1000, rule.backoff_from_ms * 1000,
                rule.backoff_to_ms * 1000, rule.attempts);
    text_char(out, '"');
    queue_presences(out, machine, number);
    text_char(out, '"');
    if (rule.work != NULL)
        text_printf(out, ", \"%s\"},\n", rule.work->hook->name);
    else
        text_put(out, ", NULL},\n");
}

static void write_pending_rows(struct text *out, const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    const size_t count = queue_count(machine);
    if (count > UINT16_MAX || count > PLACES_MAX / (machine->state_count + 1)) {
        text_fail(out, "a machine's timers and works by states would have more than 16 million places; "
                       "split that machine into several");
        return;
    }
    for (size_t i = 0; i < count; i++)
        pending(out, machine, i);
}

static bool is_unrecorded(const struct model_machine *machine, const struct model_move *move) {
    (void)machine;
    return move->arrow->is_unrecorded;
}

/* Counts the moves that are meant, and writes them where there is an output. */
static size_t stays(struct text *out, const struct model_machine *machine,
                    bool (*is_meant)(const struct model_machine *machine, const struct model_move *move)) {
    size_t count = 0;
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        if (!is_meant(machine, move))
            continue;
        count++;
        if (out != NULL)
            text_printf(out, "    {%zu, %zu, %zu},\n", move->event + 1, move->from + 1,
                        queue_alternative(machine, move));
    }
    return count;
}

static size_t restarts(struct text *out, const struct model_machine *machine) {
    size_t count = 0;
    for (size_t i = 0; i < machine->move_count; i++)
        for (size_t t = 0; t < machine->timer_count; t++) {
            const struct model_move *move = &machine->moves[i];
            if (!queue_is_restart(machine, t, move))
                continue;
            count++;
            if (out != NULL)
                text_printf(out, "    {%zu, %zu, %zu, %zu},\n", move->event + 1, move->from + 1,
                            queue_alternative(machine, move), t);
        }
    return count;
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(NUMBER, declaration, scope->declaration)          /* the number of a timer or work */                  \
    X(NUMBER, queue_count, queue_count(scope->machine)) /* of both */                                        \
    X(WORD, pending_rows, write_pending_rows(out, scope))                                                    \
    X(WORD, stay_rows, stays(out, scope->machine, queue_is_stay))                                            \
    X(NUMBER, stay_count, stays(NULL, scope->machine, queue_is_stay))                                        \
    X(WORD, unrecorded_rows, stays(out, scope->machine, is_unrecorded))                                      \
    X(NUMBER, unrecorded_count, stays(NULL, scope->machine, is_unrecorded))                                  \
    X(WORD, restart_rows, restarts(out, scope->machine))                                                     \
    X(NUMBER, restart_count, restarts(NULL, scope->machine))
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(has_result_args, has_result_args(scope)) /* some event with which work can be done */                  \
    X(has_stays, stays(NULL, scope->machine, queue_is_stay) > 0)                                             \
    X(has_unrecorded, stays(NULL, scope->machine, is_unrecorded) > 0)                                        \
    X(has_restarts, restarts(NULL, scope->machine) > 0)
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    ENTER(works, enter_works)                                                                                \
    SOME(work_hooks, scope->machine->work_count, is_first_of_its_hook(scope->machine, i), hook,              \
         scope->machine->works[i].hook) /* each once */
TEMPLATE_LISTS(LISTS)

const struct template_vocabulary c_queue_vocabulary = {words, conditions, lists};
