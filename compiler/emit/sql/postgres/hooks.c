#include "emit/sql/postgres/lock.h"
#include "emit/sql/postgres/postgres.h"

#include <string.h>

/* ---- calls of them ----------------------------------------------------------------------------------- */

static void indent(struct text *out, size_t depth) {
    for (size_t i = 0; i < depth; i++)
        text_put(out, "  ");
}

/* False where the event has no such parameter. */
static bool parameter_of(const struct model_event *event, size_t column, size_t *number) {
    for (size_t i = 0; i < event->param_count; i++)
        if (event->params[i].column == column) {
            *number = i + 2;
            return true;
        }
    return false;
}

static void argument(struct text *out, const struct model_machine *machine, const struct model_event *event,
                     const struct model_reference *reference, const char *now) {
    size_t number = 1;
    switch (reference->kind) {
    case MODEL_KEY:
        text_put(out, "$1");
        return;
    case MODEL_NOW:
        text_put(out, now);
        return;
    case MODEL_PARAM:
        break;
    case MODEL_CREATED:
        if (event->is_creation)
            break;
        text_put(out, "created.");
        sql_name(out, &sql_postgres, machine->columns[reference->column].name);
        text_printf(out, "::%s", postgres_types[machine->columns[reference->column].type]);
        return;
    }
    if (parameter_of(event, reference->column, &number))
        text_printf(out, "$%zu", number);
    else
        text_printf(out, "null::%s", postgres_types[machine->columns[reference->column].type]);
}

static void call(struct text *out, const struct model_machine *machine, size_t event,
                 const struct model_hook *hook, const char *now) {
    const struct sql_references references = sql_references(hook->sql[PAWL_DIALECT_POSTGRES]);
    postgres_hook_name(out, machine, hook);
    text_char(out, '(');
    for (size_t i = 0; i < references.count; i++) {
        text_put(out, i > 0 ? ", " : "");
        argument(out, machine, &machine->events[event], references.list[i], now);
    }
    text_char(out, ')');
}

/* What a guard answers: null, too, where it finds no row. */
static void ask(struct text *out, const struct model_machine *machine, size_t event,
                const struct model_hook *guard) {
    text_put(out, "(select passes from ");
    call(out, machine, event, guard, "moment");
    text_put(out, " passes limit 1)");
}

/* ---- guards ------------------------------------------------------------------------------------------ */

static void put_condition(struct text *out, const struct model_condition *condition) {
    text_printf(out, "%s%s", condition->negated ? "not " : "", condition->guard->name);
}

static bool is_same_condition(const struct model_condition *a, const struct model_condition *b) {
    return a->guard == b->guard && a->negated == b->negated;
}

static size_t times_asked(struct moves moves, const struct model_hook *guard) {
    size_t times = 0;
    for (size_t i = 0; i < moves.count; i++)
        for (size_t c = 0; c < moves.list[i].arrow->condition_count; c++)
            times += moves.list[i].arrow->conditions[c].guard == guard;
    return times;
}

/* A guard in SQL that may be asked again: it has one answer for the whole choice, whatever others commit. */
static bool is_kept(struct moves moves, const struct model_hook *guard) {
    return !hook_is_callback(guard) && times_asked(moves, guard) > 1;
}

/* Marks the columns of the creation that guards and effects of the event refer to; false: there are none. */
static bool find_created(const struct model_machine *machine, size_t event, bool *columns) {
    const struct moves all = moves_of_event(machine, event);
    bool any = false;
    for (size_t i = 0; i < all.count && !machine->events[event].is_creation; i++) {
        const struct model_arrow *arrow = all.list[i].arrow;
        for (size_t h = 0; h < arrow->condition_count + all.list[i].effects.count; h++) {
            const struct model_sql *sql =
                (h < arrow->condition_count ? arrow->conditions[h].guard
                                            : all.list[i].effects.hooks[h - arrow->condition_count])
                    ->sql[PAWL_DIALECT_POSTGRES];
            for (size_t r = 0; sql != NULL && r < sql->reference_count; r++)
                if (sql->references[r].kind == MODEL_CREATED)
                    any = columns[sql->references[r].column] = true;
        }
    }
    return any;
}

static bool have_sql_effects(struct moves moves) {
    for (size_t i = 0; i < moves.count; i++)
        for (size_t e = 0; e < moves.list[i].effects.count; e++)
            if (!hook_is_callback(moves.list[i].effects.hooks[e]))
                return true;
    return false;
}

void postgres_declare_hooks(struct text *out, const struct model_machine *machine, size_t event) {
    const struct moves all = moves_of_event(machine, event);
    bool columns[PAWL_COLUMN_MAX] = {false};
    if (find_created(machine, event, columns))
        text_put(out, "  created record;\n");
    if (have_sql_effects(all))
        text_put(
            out,
            "  is_done boolean; -- effects are called in an expression, which costs less than a query\n");
    if (!moves_have_guards(all))
        return;
    text_put(out, "  moment timestamptz;\n");
    for (size_t i = 0; i < machine->hook_count; i++)
        for (struct moves moves = {0}; next_moves(all, &moves);)
            if (is_kept(moves, machine->hooks[i])) {
                text_printf(out, "  guard_%s text; -- its answer: '1' passes, '0' refuses, '-' null\n",
                            machine->hooks[i]->name);
                break;
            }
}

struct choice {
    struct text *out;
    const struct model_machine *machine;
    size_t event;
    struct moves moves;
};

/* What else refused it is known already where an earlier move has the same condition. */
static bool is_asked_before(const struct choice *choice, size_t move, const struct model_condition *wanted) {
    for (size_t i = 0; i < move; i++)
        for (size_t c = 0; c < choice->moves.list[i].arrow->condition_count; c++)
            if (is_same_condition(&choice->moves.list[i].arrow->conditions[c], wanted))
                return true;
    return false;
}

static void open_condition(const struct choice *choice, const struct model_condition *condition,
                           size_t depth) {
    struct text *out = choice->out;
    const struct model_hook *guard = condition->guard;
    bool kept = is_kept(choice->moves, guard);
    if (kept) {
        indent(out, depth);
        text_printf(out, "if guard_%s is null then\n", guard->name);
        indent(out, depth + 1);
        text_printf(out, "guard_%s := case ", guard->name);
        ask(out, choice->machine, choice->event, guard);
        text_put(out, "\n");
        indent(out, depth + 2);
        text_put(out, "when true then '1' when false then '0' else '-' end;\n");
        indent(out, depth);
        text_put(out, "end if;\n");
    }
    indent(out, depth);
    text_put(out, "if ");
    if (hook_is_callback(guard)) {
        text_printf(out, "substr($%zu, %zu, 1) = '%c' then -- ",
                    postgres_verdicts_of(choice->machine, &choice->machine->events[choice->event]),
                    guard->number + 1, condition->negated ? '0' : '1');
        put_condition(out, condition);
        text_char(out, '\n');
    } else if (kept) {
        text_printf(out, "guard_%s = '%c' then\n", guard->name, condition->negated ? '0' : '1');
    } else {
        text_put(out, condition->negated ? "not " : "");
        ask(out, choice->machine, choice->event, guard);
        text_put(out, " then\n");
    }
}

/* Null is not true: it comes here, too. */
static void close_condition(const struct choice *choice, size_t move, const struct model_condition *condition,
                            size_t depth) {
    struct text *out = choice->out;
    bool again = is_asked_before(choice, move, condition);
    indent(out, depth);
    if (again) {
        text_put(out, "elsif ('");
        put_condition(out, condition);
        text_put(out, "' = any (string_to_array(outcome.guard, ', '))) is not true then\n");
    } else {
        text_put(out, "else\n");
    }
    indent(out, depth + 1);
    text_put(out, "outcome.guard := concat_ws(', ', outcome.guard, '");
    put_condition(out, condition);
    text_put(out, "');\n");
    indent(out, depth);
    text_put(out, "end if;\n");
}

static void try_move(const struct choice *choice, size_t number, size_t depth) {
    struct text *out = choice->out;
    const struct model_move *move = &choice->moves.list[number];
    const struct model_arrow *arrow = move->arrow;
    if (number > 0) {
        indent(out, depth++);
        text_put(out, "if outcome.to_state is null then\n");
    }
    for (size_t i = 0; i < arrow->condition_count; i++)
        open_condition(choice, &arrow->conditions[i], depth++);
    indent(out, depth);
    text_put(out, "outcome.to_state := ");
    escape_postgres_literal(out, choice->machine->states[move->to].stored);
    text_put(out, ";\n");
    if (moves_have_hooks(choice->moves)) {
        indent(out, depth);
        text_printf(out, "outcome.move := %zu;\n", number + 1);
    }
    for (size_t i = arrow->condition_count; i-- > 0;)
        close_condition(choice, number, &arrow->conditions[i], --depth);
    if (number > 0) {
        indent(out, depth - 1);
        text_put(out, "end if;\n");
    }
}

static void choose(const struct choice *choice, size_t depth) {
    for (size_t i = 0; i < choice->moves.count; i++)
        try_move(choice, i, depth);
}

static bool is_same_arrow(const struct model_arrow *a, const struct model_arrow *b) {
    if (a->condition_count != b->condition_count)
        return false;
    for (size_t i = 0; a != b && i < a->condition_count; i++)
        if (!is_same_condition(&a->conditions[i], &b->conditions[i]))
            return false;
    return true;
}

static bool is_same_choice(struct moves a, struct moves b) {
    if (a.count != b.count || moves_have_hooks(a) != moves_have_hooks(b))
        return false;
    for (size_t i = 0; i < a.count; i++)
        if (a.list[i].to != b.list[i].to || !is_same_arrow(a.list[i].arrow, b.list[i].arrow))
            return false;
    return true;
}

static bool is_same_hooks(const struct model_hooks *a, const struct model_hooks *b) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->hooks, b->hooks, a->count * sizeof(*a->hooks)) == 0);
}

static bool are_same_effects(struct moves a, struct moves b) {
    if (a.count != b.count)
        return false;
    for (size_t i = 0; i < a.count; i++)
        if (!is_same_hooks(&a.list[i].effects, &b.list[i].effects))
            return false;
    return true;
}

static bool have_any(struct moves moves) {
    return moves.count > 0;
}

/*
 * `case outcome.from_state` with what is written for the moves of each state; states side by side for which
 * it would be the same, as those of a composite, share it. States whose moves nobody wants are left out.
 */
static void by_state(const struct choice *event, bool (*is_wanted)(struct moves moves),
                     bool (*is_same)(struct moves a, struct moves b),
                     void (*write)(const struct choice *choice, size_t depth)) {
    struct text *out = event->out;
    struct choice choice = *event;
    struct moves before = {0};
    text_put(out, "  case outcome.from_state\n");
    for (struct moves moves = {0}; next_moves(event->moves, &moves);) {
        if (!is_wanted(moves))
            continue;
        if (before.count > 0 && is_same(before, moves)) {
            text_put(out, ", ");
        } else {
            choice.moves = before;
            if (before.count > 0) {
                text_put(out, " then\n");
                write(&choice, 3);
            }
            text_put(out, "    when ");
        }
        escape_postgres_literal(out, event->machine->states[moves.list->from].stored);
        before = moves;
    }
    choice.moves = before;
    text_put(out, " then\n");
    write(&choice, 3);
    text_put(out, "    else null;\n  end case;\n");
}

/* ---- steps of an event's function --------------------------------------------------------------------- */

void postgres_read_creation(struct text *out, const struct model_machine *machine, size_t event) {
    bool columns[PAWL_COLUMN_MAX] = {false};
    const char *before = "  select creation.";
    bool may_be_erased = false;
    if (!find_created(machine, event, columns))
        return;
    for (size_t i = 0; i < machine->column_count; i++)
        may_be_erased |= columns[i] && machine->columns[i].is_personal;
    if (postgres_keeps_creation(machine, &machine->events[event]) && !may_be_erased) {
        text_put(out, "  created := creation;\n");
        return;
    }
    for (size_t i = 0; i < machine->column_count; i++) {
        if (!columns[i])
            continue;
        text_put(out, before);
        sql_name(out, &sql_postgres, machine->columns[i].name);
        before = ", creation.";
    }
    sql_template(out, &sql_postgres, machine,
                 " into created\n"
                 "    from {transitions} creation where creation.{name}_id = $1"
                 " and creation.sort_key = {step};\n");
}

void postgres_choose(struct text *out, const struct model_machine *machine, size_t event) {
    const struct choice choice = {out, machine, event, moves_of_event(machine, event)};
    if (machine->events[event].is_creation)
        choose(&choice, 2);
    else
        by_state(&choice, have_any, is_same_choice, choose);
}

/* The effects of a move in SQL, in their order; `if` where other moves are tried as well. */
static void perform(const struct choice *choice, size_t depth) {
    struct text *out = choice->out;
    for (size_t i = 0; i < choice->moves.count; i++) {
        const struct moves move = {choice->moves.list + i, 1};
        bool asks = choice->moves.count > 1;
        if (!have_sql_effects(move))
            continue;
        if (asks) {
            indent(out, depth);
            text_printf(out, "if outcome.move = %zu then\n", i + 1);
        }
        for (size_t e = 0; e < move.list->effects.count; e++) {
            const struct model_hook *effect = move.list->effects.hooks[e];
            if (hook_is_callback(effect))
                continue;
            indent(out, depth + asks);
            text_put(out, "is_done := ");
            call(out, choice->machine, choice->event, effect, "outcome.created_at");
            text_put(out, " is not null;\n");
        }
        if (asks) {
            indent(out, depth);
            text_put(out, "end if;\n");
        }
    }
}

void postgres_run_effects(struct text *out, const struct model_machine *machine, size_t event) {
    const struct choice choice = {out, machine, event, moves_of_event(machine, event)};
    if (!have_sql_effects(choice.moves))
        return;
    if (machine->events[event].is_creation)
        perform(&choice, 1);
    else
        by_state(&choice, have_sql_effects, are_same_effects, perform);
}
