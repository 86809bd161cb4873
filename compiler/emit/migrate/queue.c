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
    return old->kind == new->kind && old->after_ms == new->after_ms &&same_reference(d, old->at, new->at);
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

void migrate_declarations(struct text *out, const struct sql_dialect *dialect,
                          const struct migration *migration) {
    const struct diffing *d = &migration->d;
    if (!queue_is_used(d->old) || !queue_is_used(d->new))
        return;
    /* first what goes, then what takes another name, so that no name is taken twice */
    for (size_t i = 0; i < queue_count(d->old); i++) {
        const size_t new = number_in_new(d, i);
        if (new != MODEL_NOTHING && same_clock(d, queue_rule(d->old, i).timer, queue_rule(d->new, new).timer))
            continue;
        sql_template(out, dialect, d->new, "delete from {pending} where declaration = ");
        sql_queue_name(out, dialect, d->old, i);
        text_put(out, ";\n");
    }
    bool any = false;
    for (size_t i = 0; i < queue_count(d->old); i++) {
        const size_t new = number_in_new(d, i);
        if (new == MODEL_NOTHING || same_name(d, i, new))
            continue;
        if (!any)
            sql_template(out, dialect, d->new, "update {pending} set declaration = case declaration");
        any = true;
        text_put(out, " when ");
        sql_queue_name(out, dialect, d->old, i);
        text_put(out, " then ");
        sql_queue_name(out, dialect, d->new, new);
    }
    if (any)
        text_put(out, " else declaration end;\n");
}

/* ---- as heads and histories say -------------------------------------------------------------------- */

/* The stored texts of the states where it is present so; "(...)". False where there are none. */
static bool states_with(struct text *out, const struct sql_dialect *dialect,
                        const struct model_machine *machine, size_t number, bool asleep_only) {
    bool any = false;
    for (size_t i = 0; i < machine->state_count; i++) {
        const enum queue_presence presence = queue_presence(machine, number, i);
        if (presence == QUEUE_OUTSIDE || (asleep_only && presence != QUEUE_ASLEEP))
            continue;
        text_put(out, any ? ", " : "(");
        dialect->literal(out, machine->states[i].stored);
        any = true;
    }
    text_put(out, any ? ")" : "");
    return any;
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

/* Which rows of a history begin it: "... and (...)", of the table `alias`. */
static void begins(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                   size_t number, const char *alias) {
    const struct queue_rule rule = queue_rule(machine, number);
    text_printf(out, "%s.to_state in ", alias);
    states_with(out, dialect, machine, number, false);
    text_printf(out, " and (%s.from_state not in ", alias);
    states_with(out, dialect, machine, number, false);
    if (rule.place->state != NULL) {
        text_put(out, " or (true");
        for (size_t i = 0; i < machine->move_count; i++) {
            const struct model_move *move = &machine->moves[i];
            if (move->from == MODEL_NOTHING || &machine->states[move->from] != rule.place->state ||
                move->arrow->target != MODEL_STAY || looks_like_entering(machine, move))
                continue;
            text_printf(out, " and not (%s.from_state = ", alias);
            dialect->literal(out, machine->states[move->from].stored);
            text_printf(out, " and %s.event = ", alias);
            dialect->literal(out, machine->events[move->event].stored);
            text_put(out, ")");
        }
        text_put(out, ")");
    }
    text_put(out, ")");
}

/* When it is due: from `made`, the row that began it. */
static void due_at(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                   const struct model_timer *timer, void (*duration)(struct text *out, int64_t ms)) {
    if (timer == NULL || (timer->kind == MODEL_AT && timer->at->kind == MODEL_NOW)) {
        text_put(out, "made.created_at");
    } else if (timer->kind == MODEL_AFTER) {
        text_put(out, "made.created_at + ");
        duration(out, timer->after_ms);
    } else if (timer->at->kind == MODEL_CREATED) {
        text_put(out, "(select begun.");
        sql_name(out, dialect, machine->columns[timer->at->column].name);
        sql_template(out, dialect, machine,
                     " from {transitions} begun\n"
                     "    where begun.{name}_id = head.{name}_id and begun.sort_key = {step})");
    } else {
        text_put(out, "made.");
        sql_name(out, dialect, machine->columns[timer->at->column].name);
    }
}

static void arm(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                size_t number, void (*duration)(struct text *out, int64_t ms)) {
    const struct queue_rule rule = queue_rule(machine, number);
    sql_template(out, dialect, machine,
                 "insert into {pending} ({name}_id, declaration, is_work, due_at, fence, claim, attempts,\n"
                 "    is_asleep)\n"
                 "  select armed.{name}_id, ");
    sql_queue_name(out, dialect, machine, number);
    text_printf(out, ", %s, armed.due_at, armed.sort_key, 0, 0, armed.is_asleep from (\n",
                rule.work != NULL ? "true" : "false");
    sql_template(out, dialect, machine, "  select head.{name}_id, made.sort_key, ");
    due_at(out, dialect, machine, rule.timer, duration);
    text_put(out, " as due_at, ");
    struct text asleep = TEXT_INIT;
    if (states_with(&asleep, dialect, machine, number, true) && !text_failed(&asleep))
        text_printf(out, "head.state in %s", asleep.data);
    else
        text_put(out, "false");
    text_free(&asleep);
    sql_template(out, dialect, machine,
                 " as is_asleep\n"
                 "    from {current} head join {transitions} made on made.{name}_id = head.{name}_id\n"
                 "      and made.sort_key = (select max(entered.sort_key) from {transitions} entered\n"
                 "        where entered.{name}_id = head.{name}_id and ");
    begins(out, dialect, machine, number, "entered");
    text_put(out, ")\n    where head.state in ");
    states_with(out, dialect, machine, number, false);
    sql_template(out, dialect, machine,
                 "\n      and not exists (select 1 from {pending} there\n"
                 "        where there.{name}_id = head.{name}_id and there.declaration = ");
    sql_queue_name(out, dialect, machine, number);
    text_put(out, ")\n  ) armed where armed.due_at is not null;\n");
}

void migrate_queue(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                   void (*duration)(struct text *out, int64_t ms)) {
    for (size_t i = 0; i < queue_count(machine); i++) {
        struct text present = TEXT_INIT, asleep = TEXT_INIT;
        if (!states_with(&present, dialect, machine, i, false) || text_failed(&present)) {
            text_free(&present);
            continue;
        }
        const bool some_sleep = states_with(&asleep, dialect, machine, i, true) && !text_failed(&asleep);
        sql_template(out, dialect, machine, "delete from {pending} where declaration = ");
        sql_queue_name(out, dialect, machine, i);
        sql_template(out, dialect, machine,
                     "\n  and {name}_id not in (select head.{name}_id from {current} head where head.state "
                     "in ");
        text_printf(out, "%s);\n", present.data);
        sql_template(out, dialect, machine,
                     "update {pending} set is_asleep = not is_asleep where declaration = ");
        sql_queue_name(out, dialect, machine, i);
        text_put(out, " and is_asleep <> ");
        if (some_sleep) {
            sql_template(out, dialect, machine,
                         "exists (select 1 from {current} head\n"
                         "    where head.{name}_id = {name}_pending.{name}_id and head.state in ");
            text_printf(out, "%s);\n", asleep.data);
        } else {
            text_put(out, "false;\n");
        }
        arm(out, dialect, machine, i, duration);
        text_free(&present);
        text_free(&asleep);
    }
}
