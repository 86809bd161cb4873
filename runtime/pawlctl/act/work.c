#include "act.h"
#include "machine.h"
#include "say/interrupt.h"
#include "say/print.h"
#include "say/progress.h"
#include "say/row.h"

#include <string.h>

struct worked {
    const char *name;
    /* again: not now, and tried later; unknown: fired, or tried again, but the answer was lost */
    int64_t fired, again, unknown, failed;
};

struct working {
    struct call *call;
    const struct pawl_machine **machines;
    struct worked *worked;
    size_t count; /* of the machines that it works for */
    struct trouble away;
};

/* ---- which machines ----------------------------------------------------------------------------- */

static bool is_named(const struct call *call, const char *machine) {
    for (size_t i = 0; i < call->operand_count; i++)
        if (strcmp(call->operands[i], machine) == 0)
            return true;
    return false;
}

static size_t timer_count(const struct pawl_machine *machine) {
    size_t count = 0;
    while (machine->queue != NULL && count < machine->queue->pending_count &&
           !machine->queue->pending[count].is_work)
        count++;
    return count;
}

/* The first timer whose move needs what only a program has, or NULL. */
static const struct pawl_pending *timer_of_programs(const struct pawl_machine *machine,
                                                    const struct pawl_hook **needed) {
    for (size_t i = 0; i < timer_count(machine); i++) {
        *needed = callback_of_event(machine, machine->queue->pending[i].event);
        if (*needed != NULL)
            return &machine->queue->pending[i];
    }
    return NULL;
}

/* Of a machine that was not named, what is left to programs is no reason to do nothing. */
static void work_leave(const struct call *call, const struct pawl_machine *machine) {
    const struct pawl_hook *needed = NULL;
    const struct pawl_pending *timer = timer_of_programs(machine, &needed);
    if (call->operand_count > 0 && timer != NULL)
        refused("run the worker of a program that has it", "%s: %s needs the %s %s, which is in C",
                machine->name, timer->name, hook_kind(needed), needed->name);
    if (call->operand_count > 0 && timer_count(machine) == 0)
        refused(machine->queue == NULL ? NULL : "its work is for the workers of programs", "%s has no timers",
                machine->name);
    if (timer != NULL)
        say_error("pawlctl: %s is left to programs: %s needs the %s %s, which is in C\n", machine->name,
                  timer->name, hook_kind(needed), needed->name);
}

static void choose(struct working *working, const struct deployed_model *model) {
    const struct pawl_hook *needed = NULL;
    if (!model_has_queue(model)) {
        if (working->call->operand_count > 0)
            end(EXIT_REFUSED);
        return;
    }
    const struct pawl_machine *machine = machine_make(working->call, model);
    if (timer_count(machine) == 0 || timer_of_programs(machine, &needed) != NULL) {
        work_leave(working->call, machine);
        return;
    }
    if (timer_count(machine) < machine->queue->pending_count)
        say_error("pawlctl: %s: its timers only; its work is left to programs\n", machine->name);
    working->worked[working->count] = (struct worked){.name = machine->name};
    working->machines[working->count++] = machine;
}

/* ---- working ------------------------------------------------------------------------------------ */

static bool stop(void *context) {
    (void)context;
    return is_interrupted();
}

/* What became of an item is a number of it; NULL: it is not ours any more. */
static int64_t *count_of(struct worked *worked, const struct pawl_db *db, const struct pawl_item *item,
                         enum pawl_status status) {
    if (status == PAWL_OK || status == PAWL_IGNORED)
        return &worked->fired;
    if (status == PAWL_CONFLICT) /* another worker has it, or the entity has moved on */
        return NULL;
    if (status == PAWL_UNKNOWN && !item->is_parked)
        return &worked->unknown;
    const bool waits =
        status == PAWL_REFUSED || status == PAWL_NOT_YET || status == PAWL_LOCKED || status == PAWL_ASLEEP;
    /* where the connection was lost before anything was done, it waits for the end of its lease */
    return waits || (status == PAWL_DB && connection_is_lost(db)) ? &worked->again : &worked->failed;
}

static void work_reported(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                          enum pawl_status status, const struct pawl_error *err) {
    struct working *working = context;
    struct worked *worked = working->worked;
    while (worked->name != machine->name)
        worked++;
    int64_t *count = count_of(worked, working->call->db, item, status);
    if (count != NULL)
        ++*count;
    if (count == &worked->unknown || count == &worked->failed) {
        char shown[KEY_SHOWN_SIZE];
        progress_clear();
        row_say(
            stderr,
            ROW(row_text("machine", machine->name),
                row_text("key", key_shown(machine, pawl_item_key(item), shown)),
                row_text("timer", machine->queue->pending[item->pending].name),
                row_text("message", err->message)),
            count == &worked->failed
                ? "pawlctl: {machine} {key}: {timer}: {message}\n"
                : "pawlctl: {machine} {key}: {timer}: the answer was lost; it is fired, or due again when "
                  "its lease ends: {message}\n");
    }
    progress(machine->name, worked->fired, worked->fired == 1 ? "timer fired" : "timers fired");
}

static void away(void *context, const struct pawl_error *err) {
    struct working *working = context;
    if (err == NULL && trouble_ends(&working->away))
        say_error("pawlctl: the database answers again\n");
    else if (err != NULL && trouble_is_news(&working->away, err->message))
        database_complain(working->call);
}

static void work_refuse(void *context, const struct pawl_machine *machine, const struct pawl_error *err) {
    (void)context, (void)machine;
    progress_clear();
    say_error("pawlctl: %s\n  %s\n", err->message, err->help);
}

static int work_report(const struct working *working, enum pawl_status status) {
    struct list machines = list_new(working->call, "machines", NULL);
    int64_t failed = 0;
    for (size_t i = 0; i < working->count; i++) {
        const struct worked *worked = &working->worked[i];
        failed += worked->failed;
        list_say(&machines,
                 ROW(row_text("machine", worked->name), row_number("fired", worked->fired),
                     row_number("again", worked->again), row_number("unknown", worked->unknown),
                     row_number("failed", worked->failed)),
                 "{machine}: {fired|timer|timers} fired, {again} to be tried again, {unknown} unknown, "
                 "{failed} failed\n");
    }
    lists_print(&machines, 1, NULL);
    answer_check(working->call, status);
    return failed > 0 ? EXIT_REFUSED : EXIT_DONE;
}

static int work(struct working *working) {
    struct call *call = working->call;
    const struct pawl_work_options options = {.struct_size = sizeof options,
                                              .kinds = PAWL_TIMERS,
                                              .once = option(call, "--once") != NULL,
                                              .actor = option(call, "--actor"),
                                              .stop = stop,
                                              .told = work_reported,
                                              .away = away,
                                              .refused = work_refuse,
                                              .context = working};
    interrupt_wait_for();
    enum pawl_status status = pawl_work(call->db, working->machines, working->count, &options, &call->err);
    progress_clear();
    return work_report(working, status);
}

int command_work(struct call *call) {
    for (size_t i = 0; i < call->operand_count; i++)
        models_read(call, call->operands[i]); /* each that is named must be there */
    const struct models models = models_read(call, NULL);
    struct working working = {.call = call};
    working.machines = arena_alloc(memory, (models.count + 1) * sizeof *working.machines);
    working.worked = arena_alloc(memory, (models.count + 1) * sizeof *working.worked);
    for (size_t i = 0; i < models.count; i++)
        if (call->operand_count == 0 || is_named(call, models.models[i].name))
            choose(&working, &models.models[i]);
    if (working.count == 0)
        refused("timers that need no C are fired here; the others are left to programs",
                "no machine has timers that pawlctl can fire");
    return work(&working);
}
