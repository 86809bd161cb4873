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
    return same_reference(d, old->at, new->at) && old->kind == new->kind && old->after_ms == new->after_ms &&
           old->is_latest == new->is_latest;
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

/* ---- as heads and histories say -------------------------------------------------------------------- */

static enum queue_presence presence_in(const struct template_scope *scope, size_t state) {
    return queue_presence(scope->machine, scope->declaration, state);
}

bool migrate_may_wait(const struct model_machine *machine, size_t declaration) {
    for (size_t i = 0; i < machine->state_count; i++)
        if (queue_presence(machine, declaration, i) != QUEUE_OUTSIDE)
            return true;
    return false;
}

/* Whether the rows of an old state come to a state in which the declaration waits. */
static bool is_retired_to_waiting(const struct template_scope *scope, size_t old_state) {
    const struct model_retirement *retirement = migrate_retirement(scope->migration, old_state);
    return retirement != NULL &&
           presence_in(scope, (size_t)(retirement->to - scope->machine->states)) != QUEUE_OUTSIDE;
}

/* Whether what is in `move` can have entered the state again, of all moves that look like it in a history. */
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
        if (move->from == MODEL_NOTHING || &machine->states[move->from] != sql_rule_of(scope).place->state ||
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

static bool enter_restarts(struct template_scope *scope, size_t index) {
    for (size_t i = 0; i < scope->machine->move_count; i++)
        if (queue_is_restart(scope->machine, scope->declaration, &scope->machine->moves[i]) && index-- == 0) {
            scope->move = &scope->machine->moves[i];
            scope->event = &scope->machine->events[scope->move->event];
            return true;
        }
    return false;
}

/* ---- the vocabulary --------------------------------------------------------------------------------- */

#define OLD_DECLARATIONS(SOME, name, is_meant)                                                               \
    SOME(name, queue_count(scope->migration->d.old), is_meant(&scope->migration->d, i), declaration, i)
#define LISTS(X, SOME, ENTER)                                                                                \
    OLD_DECLARATIONS(SOME, ended_declarations, is_ended) /* old ones that are no more, or start again */     \
    OLD_DECLARATIONS(SOME, renamed_declarations, is_renamed)                                                 \
    /* new ones, but such as never wait */                                                                   \
    SOME(waiting_declarations, queue_count(scope->machine), migrate_may_wait(scope->machine, i),             \
         declaration, i)                                                                                     \
    /* where the declaration waits, */                                                                       \
    SOME(present_states, scope->machine->state_count, presence_in(scope, i) != QUEUE_OUTSIDE, state,         \
         &scope->machine->states[i])                                                                         \
    SOME(retired_to_waiting, scope->migration->d.old->state_count, is_retired_to_waiting(scope, i), state,   \
         &scope->migration->d.old->states[i])                                                                \
    /* and where it sleeps */                                                                                \
    SOME(sleeping_states, scope->machine->state_count, presence_in(scope, i) == QUEUE_ASLEEP, state,         \
         &scope->machine->states[i])                                                                         \
    /* states and events of moves that can only be known not to restart it */                                \
    ENTER(stays, enter_stays)                                                                                \
    /* moves that look like one that restarts it */                                                          \
    ENTER(restarts, enter_restarts)
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(renames_declarations, template_has_some(scope, list_renamed_declarations))                             \
    X(may_sleep, template_has_some(scope, list_sleeping_states)) /* the declaration, in some state */        \
    X(forgets_put_off, queue_puts_off_unrecorded(scope->migration->d.old) &&                                 \
                           !queue_puts_off_unrecorded(scope->migration->d.new))                              \
    X(is_of_state, sql_rule_of(scope).place->state != NULL) /* likewise, and not of a composite */           \
    X(is_due_at_once, sql_rule_of(scope).timer == NULL || (sql_rule_of(scope).timer->kind == MODEL_AT &&     \
                                                           sql_rule_of(scope).timer->at->kind == MODEL_NOW)) \
    X(is_due_after, sql_rule_of(scope).timer != NULL && sql_rule_of(scope).timer->kind != MODEL_AT)          \
    /* at a time that another event has said than the one that entered */                                    \
    X(is_due_as_created,                                                                                     \
      sql_rule_of(scope).timer != NULL && sql_rule_of(scope).timer->kind == MODEL_AT &&                      \
          (sql_rule_of(scope).timer->is_latest || sql_rule_of(scope).timer->at->kind == MODEL_CREATED))
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    /* an old one's name, a literal, */                                                                      \
    X(WORD, old_declaration,                                                                                 \
      sql_queue_name(out, scope->dialect, scope->migration->d.old, scope->declaration))                      \
    /* and what it is called now */                                                                          \
    X(WORD, new_declaration,                                                                                 \
      sql_queue_name(out, scope->dialect, scope->migration->d.new,                                           \
                     number_in_new(&scope->migration->d, scope->declaration)))                               \
    X(WORD, restarted_from, scope->dialect->literal(out, scope->machine->states[scope->move->from].stored))  \
    X(WORD, restarted_to, scope->dialect->literal(out, scope->machine->states[scope->move->to].stored))      \
    /* of a timer `after` */                                                                                 \
    X(WORD, delay, scope->dialect->duration(out, sql_rule_of(scope).timer->after_ms))                        \
    /* which has the time of a timer `at` */                                                                 \
    X(WORD, due_column,                                                                                      \
      sql_name(out, scope->dialect, scope->machine->columns[sql_rule_of(scope).timer->at->column].name))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary migrate_queue_vocabulary = {words, conditions, lists};
