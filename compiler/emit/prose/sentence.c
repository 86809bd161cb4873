#include "emit/prose/sentence.h"

#include "model/queue.h"
#include "model/timers.h"

#include <string.h>

/* ---- parts ----------------------------------------------------------------------------------------- */

void sentence_name(struct text *out, const char *name) {
    for (const char *c = name; *c != '\0'; c++)
        text_char(out, *c == '_' ? ' ' : *c);
}

void sentence_place(struct text *out, struct model_place place) {
    text_put(out, place.state != NULL ? place.state->label : place.composite->label);
}

static void duration(struct text *out, int64_t ms, bool hide_one) {
    static const struct {
        int64_t ms;
        const char *name;
    } units[] = {
        {86400000, "day"}, {3600000, "hour"}, {60000, "minute"}, {1000, "second"}, {1, "millisecond"}};
    size_t unit = 0;
    while (ms % units[unit].ms != 0)
        unit++;
    int64_t count = ms / units[unit].ms;
    if (count != 1 || !hide_one)
        text_printf(out, "%lld ", (long long)count);
    text_printf(out, "%s%s", units[unit].name, count == 1 ? "" : "s");
}

void sentence_duration(struct text *out, int64_t ms) {
    duration(out, ms, false);
}

/* every 30 seconds; every minute */
static void every(struct text *out, int64_t ms) {
    text_put(out, "every ");
    duration(out, ms, true);
}

/* What stands before the item at `index` of a list of `count`. */
static const char *separator(size_t index, size_t count, const char *last) {
    return index == 0 ? "" : index + 1 < count ? ", " : last;
}

void sentence_conditions(struct text *out, size_t count, const struct model_condition *conditions) {
    for (size_t i = 0; i < count; i++) {
        text_put(out, separator(i, count, " and "));
        sentence_name(out, conditions[i].guard->name);
        text_put(out, conditions[i].negated ? " does not hold" : " holds");
    }
}

static void hooks(struct text *out, struct model_hooks run) {
    for (size_t i = 0; i < run.count; i++) {
        text_put(out, separator(i, run.count, " and "));
        sentence_name(out, run.hooks[i]->name);
    }
    text_put(out, run.count == 1 ? " runs" : " run");
}

static void with_article(struct text *out, const char *name) {
    text_put(out, strchr("aeiou", name[0]) != NULL ? "an " : "a ");
    sentence_name(out, name);
}

/* Begins a sentence: labels that are names begin with a small letter. */
static void capital(struct text *out, size_t start) {
    if (!out->failed && start < out->length && out->data[start] >= 'a' && out->data[start] <= 'z')
        out->data[start] = (char)(out->data[start] - 'a' + 'A');
}

static void a_while(struct text *out, const struct model_machine *machine, struct model_place place) {
    text_put(out, "While the ");
    sentence_name(out, machine->name);
    text_put(out, " is ");
    sentence_place(out, place);
    text_put(out, ", ");
}

static struct model_place state_place(const struct model_machine *machine, size_t state) {
    return (struct model_place){.state = &machine->states[state]};
}

static void column(struct text *out, const struct model_machine *machine,
                   const struct model_reference *reference) {
    switch (reference->kind) {
    case MODEL_KEY:
        text_put(out, "its key");
        break;
    case MODEL_NOW: /* only SQL may refer to it */
        break;
    case MODEL_PARAM:
    case MODEL_CREATED:
        sentence_name(out, machine->columns[reference->column].name);
        break;
    }
    if (reference->kind == MODEL_CREATED)
        text_printf(out, " (from %s)", machine->events[reference->event].label);
}

/* ---- moves ----------------------------------------------------------------------------------------- */

static bool same_place(struct model_place left, struct model_place right) {
    return left.state == right.state && left.composite == right.composite;
}

static void strikes(struct text *out, const struct model_machine *machine, const struct model_timer *timer,
                    struct model_place from) {
    if (timer->kind == MODEL_AFTER) {
        sentence_duration(out, timer->after_ms);
        text_put(out, " after entering ");
        if (same_place(timer->place, from))
            text_put(out, "it");
        else
            sentence_place(out, timer->place);
    } else {
        text_put(out, "when the time in ");
        column(out, machine, timer->at);
        text_put(out, " has come");
    }
}

static bool is_due_with(const struct model_timer *one, const struct model_timer *other) {
    return one->kind == MODEL_AFTER && other->kind == MODEL_AFTER && one->after_ms == other->after_ms;
}

/* Anybody may fire what a timer fires, and a timer tries all moves of its event, whichever it is written at.
 */
static void move_begins(struct text *out, const struct model_machine *machine,
                        const struct model_arrow *arrow, struct model_place from) {
    const struct model_timer *timer, *before = NULL;
    a_while(out, machine, from);
    for (size_t n = 0; (timer = timers_of_arrow(machine, arrow, n)) != NULL; before = timer, n++) {
        if (before != NULL && is_due_with(timer, before))
            continue;
        text_put(out, "and by itself ");
        strikes(out, machine, timer, from);
        text_put(out, ", ");
    }
}

static void goes(struct text *out, const struct model_machine *machine, const struct model_arrow *arrow,
                 struct model_place from) {
    bool names_itself = arrow->from.state != NULL && arrow->to.state == arrow->from.state;
    switch (arrow->target == MODEL_TO && names_itself ? MODEL_SAME : arrow->target) {
    case MODEL_TO:
        if (arrow->from.state == NULL && arrow->from.composite == NULL) {
            text_put(out, "begins ");
            with_article(out, machine->name);
            text_put(out, " as ");
        } else {
            text_put(out, arrow->reopens ? "moves it back to " : "moves it to ");
        }
        sentence_place(out, arrow->to);
        break;
    case MODEL_SAME:
        if (from.composite != NULL) { /* which is not left: it is the state that inherits the move */
            text_put(out,
                     "makes it leave the state that it is in, and enter that again, so that the timers of "
                     "that state start anew");
            break;
        }
        text_put(out, "makes it leave ");
        sentence_place(out, from);
        text_put(out, " and enter it again, so that its timers start anew");
        break;
    case MODEL_STAY:
        text_put(out, "is recorded and leaves it there");
        break;
    }
}

/* What has a row has begun, so that no creation comes first. */
static void never_begins(struct text *out, const struct model_machine *machine,
                         const struct model_arrow *arrow) {
    size_t start = out->length;
    text_printf(out, "%s never begins ", machine->events[arrow->event].label);
    with_article(out, machine->name);
    text_printf(out, ": it begins with its row, as %s.", model_implicit_state(machine)->label);
    capital(out, start);
}

static void move(struct text *out, const struct model_machine *machine, const struct model_arrow *arrow,
                 struct model_place from, bool alternative) {
    size_t start = out->length;
    if (from.state == NULL && from.composite == NULL && model_implicit_state(machine) != NULL) {
        never_begins(out, machine, arrow);
        return;
    }
    if (arrow->reopens)
        text_printf(out, "%s is an end, but ", from.state->label);
    else if (from.state != NULL || from.composite != NULL)
        move_begins(out, machine, arrow, from);
    text_put(out, machine->events[arrow->event].label);
    text_put(out, alternative ? " otherwise " : " ");
    goes(out, machine, arrow, from);
    if (arrow->condition_count > 0) {
        text_put(out, ", if ");
        sentence_conditions(out, arrow->condition_count, arrow->conditions);
    }
    if (arrow->timer != NULL && arrow->timer->every_ms > 0) {
        text_put(out, ", and is tried again ");
        every(out, arrow->timer->every_ms);
        text_put(out, " while it is refused");
    }
    if (arrow->effects.count > 0) {
        text_put(out, "; ");
        hooks(out, arrow->effects);
        text_put(out, " with it");
    }
    if (arrow->after.count > 0) {
        text_put(out, "; ");
        hooks(out, arrow->after);
        text_put(out, " after it, once it is saved");
    }
    text_char(out, '.');
    capital(out, start);
}

void sentence_move(struct text *out, const struct model_machine *machine, const struct model_arrow *arrow) {
    move(out, machine, arrow, arrow->from, arrow->is_alternative);
}

void sentence_move_in_state(struct text *out, const struct model_machine *machine,
                            const struct model_move *flat) {
    struct model_place from = {0};
    if (flat->from != MODEL_NOTHING)
        from.state = &machine->states[flat->from];
    bool alternative = flat > machine->moves && flat[-1].event == flat->event && flat[-1].from == flat->from;
    move(out, machine, flat->arrow, from, alternative);
}

void sentence_ignore(struct text *out, const struct model_machine *machine,
                     const struct model_ignore *ignore) {
    a_while(out, machine, state_place(machine, ignore->state));
    text_put(out, machine->events[ignore->event].label);
    text_put(out, " is ignored: nothing happens and nothing is recorded.");
}

void sentence_inherits(struct text *out, const struct model_state *state,
                       const struct model_composite *parent) {
    if (parent == NULL)
        return;
    if (state != NULL && state->is_final)
        text_printf(out, "It lies in %s, but is an end: no move that is told of there leaves it.",
                    parent->label);
    else
        text_printf(out, "What holds in %s holds here, where nothing else is said.", parent->label);
}

void sentence_refusal(struct text *out, const struct model_machine *machine, size_t event, size_t state) {
    a_while(out, machine, state_place(machine, state));
    text_put(out, machine->events[event].label);
    text_put(out, " is not allowed, although the states around it allow it.");
}

/* ---- states ---------------------------------------------------------------------------------------- */

void sentence_work(struct text *out, const struct model_machine *machine, const struct model_work *work) {
    const struct queue_rule rule =
        queue_rule(machine, machine->timer_count + (size_t)(work - machine->works));
    a_while(out, machine, work->place);
    text_put(out, "a worker runs ");
    sentence_name(out, work->hook->name);
    text_put(out, ", and again after ");
    sentence_duration(out, rule.every_ms);
    text_printf(out, " where it was not ready or the %s is still so; one that has not finished within ",
                machine->name);
    sentence_duration(out, work->lease_ms);
    text_put(out, " is given up, which is a failure, and another takes over.");
    text_put(out, " After a failure it waits about ");
    sentence_duration(out, rule.backoff_from_ms);
    if (rule.backoff_to_ms > rule.backoff_from_ms) {
        text_put(out, ", each time longer, up to about ");
        sentence_duration(out, rule.backoff_to_ms);
    }
    text_char(out, '.');
    if (work->attempts == 0)
        return;
    text_printf(out, " After %lld failure%s ", (long long)work->attempts, work->attempts == 1 ? "" : "s");
    if (work->else_event != NULL)
        text_printf(out, "%s follows.", work->else_event->label);
    else
        text_put(out, "it is put aside, for somebody to look at.");
}

static void runs_on(struct text *out, const char *when, struct model_place place, struct model_hooks run) {
    if (run.count == 0)
        return;
    text_put(out, when);
    sentence_place(out, place);
    text_put(out, ", ");
    hooks(out, run);
    text_char(out, '.');
}

void sentence_enter(struct text *out, struct model_place place) {
    if (place.state != NULL)
        runs_on(out, "On entering ", place, place.state->enter);
    else if (place.composite != NULL)
        runs_on(out, "On entering ", place, place.composite->enter);
}

void sentence_leave(struct text *out, struct model_place place) {
    if (place.state != NULL)
        runs_on(out, "On leaving ", place, place.state->leave);
    else if (place.composite != NULL)
        runs_on(out, "On leaving ", place, place.composite->leave);
}

/* ---- the machine ----------------------------------------------------------------------------------- */

static void table(struct text *out, const struct model_entity *entity) {
    if (entity->schema != NULL)
        text_printf(out, "%s.", entity->schema);
    text_put(out, entity->table);
}

void sentence_machine(struct text *out, const struct model_machine *machine) {
    size_t start = out->length;
    with_article(out, machine->name);
    capital(out, start);
    if (machine->entity != NULL) {
        text_put(out, " is a row of the table ");
        table(out, machine->entity);
        text_printf(out, ", known by its %s.", machine->entity->column);
    } else {
        text_put(out, " is known by a text of its own.");
    }
    const struct model_state *implicit = model_implicit_state(machine);
    if (implicit != NULL)
        text_printf(out, " One that has never moved counts as %s.", implicit->label);
    if (machine->storage == MODEL_TRANSITIONS)
        text_put(out, " Its state is its latest transition, in a table that other programs may write to.");
    else if (machine->storage == MODEL_TRANSITIONS_ENFORCED)
        text_put(out, " Its state is its latest transition, in a table to which other programs may add what "
                      "is allowed here.");
    if (machine->partition_count > 0)
        text_printf(out, " Its history lies in %d parts.", (int)machine->partition_count);
    if (machine->mirror != NULL) {
        text_printf(out, " The column %s of ", machine->mirror->column);
        table(out, machine->mirror);
        text_put(out, " always shows its state.");
    }
    if (machine->emit != NULL) {
        text_put(out, " Every move is announced under the topic ");
        if (machine->emit->topic != NULL)
            text_put(out, machine->emit->topic);
        else
            column(out, machine, machine->emit->reference);
        text_char(out, '.');
    }
    if (machine->key != NULL) {
        text_put(out, " It does not move while somebody else holds the lock on ");
        column(out, machine, machine->key);
        text_char(out, '.');
    }
}

/* ---- asserts and scenarios ------------------------------------------------------------------------- */

static void places(struct text *out, const struct model_assert *assertion, const char *last) {
    for (size_t i = 0; i < assertion->right_count; i++) {
        text_put(out, separator(i, assertion->right_count, last));
        sentence_place(out, assertion->right[i]);
    }
}

static void once(struct text *out, const struct model_machine *machine,
                 const struct model_assert *assertion) {
    text_put(out, "Once it is ");
    sentence_place(out, assertion->left);
    text_put(out, ", the ");
    sentence_name(out, machine->name);
}

void sentence_assert(struct text *out, const struct model_machine *machine,
                     const struct model_assert *assertion) {
    size_t start = out->length;
    switch (assertion->kind) {
    case MODEL_CAN_FINISH:
        text_put(out, "Whatever has happened, the ");
        sentence_name(out, machine->name);
        text_put(out, " can still come to an end.");
        break;
    case MODEL_NEVER_REACHES:
        once(out, machine, assertion);
        text_put(out, " never becomes ");
        places(out, assertion, " or ");
        text_put(out, ", whatever happens.");
        break;
    case MODEL_NEVER_MOVES:
        text_put(out, "No single step leads from ");
        sentence_place(out, assertion->left);
        text_put(out, " to ");
        places(out, assertion, " or ");
        text_char(out, '.');
        break;
    case MODEL_ONLY_AFTER:
        text_put(out, "The ");
        sentence_name(out, machine->name);
        text_put(out, " becomes ");
        sentence_place(out, assertion->left);
        text_put(out, " only after it has been ");
        places(out, assertion, " or ");
        text_char(out, '.');
        break;
    case MODEL_LEADS_TO:
        once(out, machine, assertion);
        text_put(out, " becomes ");
        places(out, assertion, " or ");
        text_put(out, " some day, whichever way it goes");
        text_put(out, assertion->assuming_progress ? ", unless it goes round in circles for ever." : ".");
        break;
    case MODEL_AT_MOST_ONCE:
        text_printf(out, "%s happens at most once to ", assertion->event->label);
        with_article(out, machine->name);
        text_char(out, '.');
        break;
    case MODEL_FINAL_WITHIN:
        text_put(out, "The ");
        sentence_name(out, machine->name);
        text_put(out, " has come to an end ");
        sentence_duration(out, assertion->within_ms);
        text_put(out, " after its beginning at the latest, whatever happens in between.");
        break;
    case MODEL_WORKING_TIMEOUTS:
        text_put(out, "Wherever a worker is busy with the ");
        sentence_name(out, machine->name);
        text_put(out, ", a timer ends the wait for it.");
        break;
    }
    capital(out, start);
}

static void step(struct text *out, const struct model_machine *machine, const struct model_step *taken) {
    text_put(out, machine->events[taken->event].label);
    if (taken->condition_count > 0) {
        text_put(out, " (");
        sentence_conditions(out, taken->condition_count, taken->conditions);
        text_char(out, ')');
    }
}

void sentence_scenario(struct text *out, const struct model_machine *machine,
                       const struct model_scenario *scenario) {
    size_t start = out->length;
    bool refused = scenario->expected.state == NULL && scenario->expected.composite == NULL;
    size_t before = refused ? scenario->step_count - 1 : scenario->step_count;
    for (size_t i = 0; i < before; i++) {
        text_put(out, i == 0 ? "After " : ", then ");
        step(out, machine, &scenario->steps[i]);
    }
    if (before > 0)
        text_put(out, ", ");
    if (refused) {
        step(out, machine, &scenario->steps[before]);
        text_put(out, " is refused.");
    } else {
        text_put(out, "the ");
        sentence_name(out, machine->name);
        text_put(out, " is ");
        sentence_place(out, scenario->expected);
        text_char(out, '.');
    }
    capital(out, start);
}
