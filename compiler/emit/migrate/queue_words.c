/* What templates may say of timers and work that wait while their machine is migrated. */
#include "emit/migrate/migrate.h"

#include "emit/sql/queue.h"

#include <string.h>

/* ---- declarations that both versions have --------------------------------------------------------- */

static bool is_same_declaration(const struct diffing *d, const struct queue_rule *old,
                                const struct queue_rule *new) {
    if ((old->timer == NULL) != (new->timer == NULL) || !same_place(d, *old->place, *new->place))
        return false;
    return old->timer == NULL || d->events.to_new[old->timer->event] == new->timer->event;
}

/* Of several timers of one place and event, the n-th is the n-th. */
static size_t number_in_new(const struct diffing *d, size_t number) {
    const struct queue_rule old = queue_rule(d->old, number);
    size_t nth = 0;
    for (size_t i = 0; i < number; i++) {
        const struct queue_rule other = queue_rule(d->old, i);
        nth += (other.timer == NULL) == (old.timer == NULL) && other.place->state == old.place->state &&
               other.place->composite == old.place->composite &&
               (old.timer == NULL || other.timer->event == old.timer->event);
    }
    for (size_t i = 0; i < queue_count(d->new); i++) {
        const struct queue_rule new = queue_rule(d->new, i);
        if (is_same_declaration(d, &old, &new) && nth-- == 0)
            return i;
    }
    return MODEL_NOTHING;
}

static bool same_clock(const struct diffing *d, const struct model_timer *old,
                       const struct model_timer *new) {
    if (old == NULL || new == NULL)
        return old == new;
    return same_reference(d, old->at, new->at) && old->kind == new->kind && old->after_ms == new->after_ms;
}

static bool same_name(const struct diffing *d, size_t old, size_t new) {
    struct text old_name = TEXT_INIT, new_name = TEXT_INIT;
    queue_name(&old_name, d->old, old);
    queue_name(&new_name, d->new, new);
    const bool same =
        !text_failed(&old_name) && !text_failed(&new_name) && strcmp(old_name.data, new_name.data) == 0;
    text_free(&old_name);
    text_free(&new_name);
    return same;
}

static bool is_ended(const struct diffing *d, size_t old) {
    const size_t new = number_in_new(d, old);
    return new == MODEL_NOTHING ||
           !same_clock(d, queue_rule(d->old, old).timer, queue_rule(d->new, new).timer);
}

static bool is_renamed(const struct diffing *d, size_t old) {
    const size_t new = number_in_new(d, old);
    return new != MODEL_NOTHING && !same_name(d, old, new);
}

/* Those of the old version of which it is true. */
static bool enter_old(struct template_scope *scope, size_t index,
                      bool (*is_meant)(const struct diffing *d, size_t old)) {
    const struct diffing *d = &scope->migration->d;
    for (size_t i = 0; i < queue_count(d->old); i++)
        if (is_meant(d, i) && index-- == 0) {
            scope->declaration = i;
            return true;
        }
    return false;
}

static bool enter_ended_declarations(struct template_scope *scope, size_t index) {
    return enter_old(scope, index, is_ended);
}

static bool enter_renamed_declarations(struct template_scope *scope, size_t index) {
    return enter_old(scope, index, is_renamed);
}

static bool renames_declarations(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    return enter_renamed_declarations(&inner, 0);
}

static void write_old_declaration(struct text *out, const struct template_scope *scope) {
    sql_queue_name(out, scope->dialect, scope->migration->d.old, scope->declaration);
}

static void write_new_declaration(struct text *out, const struct template_scope *scope) {
    const struct diffing *d = &scope->migration->d;
    sql_queue_name(out, scope->dialect, d->new, number_in_new(d, scope->declaration));
}

/* ---- as heads and histories say -------------------------------------------------------------------- */

static struct queue_rule rule_of(const struct template_scope *scope) {
    return queue_rule(scope->machine, scope->declaration);
}

static bool enter_states(struct template_scope *scope, size_t index, bool asleep_only) {
    const struct model_machine *machine = scope->machine;
    for (size_t i = 0; i < machine->state_count; i++) {
        const enum queue_presence presence = queue_presence(machine, scope->declaration, i);
        if (presence == QUEUE_OUTSIDE || (asleep_only && presence != QUEUE_ASLEEP))
            continue;
        if (index-- == 0) {
            scope->state = &machine->states[i];
            return true;
        }
    }
    return false;
}

static bool enter_present_states(struct template_scope *scope, size_t index) {
    return enter_states(scope, index, false);
}

static bool enter_sleeping_states(struct template_scope *scope, size_t index) {
    return enter_states(scope, index, true);
}

static bool may_sleep(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    return enter_sleeping_states(&inner, 0);
}

/* Those that may wait anywhere. */
static bool enter_waiting_declarations(struct template_scope *scope, size_t index) {
    for (size_t i = 0; i < queue_count(scope->machine); i++) {
        struct template_scope inner = *scope;
        inner.declaration = i;
        if (enter_present_states(&inner, 0) && index-- == 0) {
            scope->declaration = i;
            return true;
        }
    }
    return false;
}

/* Whether what is in `move` can have entered the state anew, of all moves that look like it in a history. */
static bool looks_like_entering(const struct model_machine *machine, const struct model_move *move) {
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *other = &machine->moves[i];
        if (other->event == move->event && other->from == move->from && other->to == move->to &&
            other->arrow->target != MODEL_STAY)
            return true;
    }
    return false;
}

static bool enter_stays(struct template_scope *scope, size_t index) {
    const struct model_machine *machine = scope->machine;
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        if (move->from == MODEL_NOTHING || &machine->states[move->from] != rule_of(scope).place->state ||
            move->arrow->target != MODEL_STAY || looks_like_entering(machine, move))
            continue;
        if (index-- == 0) {
            scope->state = &machine->states[move->from];
            scope->event = &machine->events[move->event];
            return true;
        }
    }
    return false;
}

static bool is_of_state(const struct template_scope *scope) {
    return rule_of(scope).place->state != NULL;
}

static bool is_due_after(const struct template_scope *scope) {
    const struct model_timer *timer = rule_of(scope).timer;
    return timer != NULL && timer->kind == MODEL_AFTER;
}

static bool is_due_at_once(const struct template_scope *scope) {
    const struct model_timer *timer = rule_of(scope).timer;
    return timer == NULL || (timer->kind == MODEL_AT && timer->at->kind == MODEL_NOW);
}

static bool is_due_as_created(const struct template_scope *scope) {
    const struct model_timer *timer = rule_of(scope).timer;
    return timer != NULL && timer->kind == MODEL_AT && timer->at->kind == MODEL_CREATED;
}

static void write_delay(struct text *out, const struct template_scope *scope) {
    scope->dialect->duration(out, rule_of(scope).timer->after_ms);
}

static void write_due_column(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, scope->machine->columns[rule_of(scope).timer->at->column].name);
}

/* ---- the vocabulary --------------------------------------------------------------------------------- */

static const struct template_word words[] = {
    {"old_declaration", write_old_declaration}, /* an old one's name, a literal, */
    {"new_declaration", write_new_declaration}, /* and what it is called now */
    {"delay", write_delay},                     /* of a timer `after` */
    {"due_column", write_due_column},           /* which has the time of a timer `at` */
    {0},
};

static const struct template_condition conditions[] = {
    {"renames_declarations", renames_declarations},
    {"may_sleep", may_sleep},     /* the declaration, in some state */
    {"is_of_state", is_of_state}, /* likewise, and not of a composite */
    {"is_due_at_once", is_due_at_once},
    {"is_due_after", is_due_after},
    {"is_due_as_created", is_due_as_created}, /* at a time that the creation has said */
    {0},
};

static const struct template_list lists[] = {
    {"ended_declarations", enter_ended_declarations}, /* old ones that are no more, or begin anew */
    {"renamed_declarations", enter_renamed_declarations},
    {"waiting_declarations", enter_waiting_declarations}, /* new ones, but such as never wait */
    {"present_states", enter_present_states},             /* where the declaration waits, */
    {"sleeping_states", enter_sleeping_states},           /* and where it sleeps */
    {"stays", enter_stays}, /* states and events of moves that can only be known not to begin it anew */
    {0},
};

const struct template_vocabulary migrate_queue_vocabulary = {words, conditions, lists};
