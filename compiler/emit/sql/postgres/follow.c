#include "base/hash.h"
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/queue.h"

#include <stdlib.h>
#include <string.h>

static void name_literal(struct text *out, const struct model_machine *machine, size_t number) {
    sql_queue_name(out, &sql_postgres, machine, number);
}

bool postgres_takes_item(const struct model_machine *machine, const struct model_event *event) {
    return queue_is_used(machine) && !event->is_creation;
}

static bool is_timer(const struct model_machine *machine, const struct model_event *event) {
    for (size_t i = 0; i < machine->timer_count; i++)
        if (&machine->events[machine->timers[i].event] == event)
            return true;
    return false;
}

/* Work is completed with any event, a timer with its own. */
static void fires(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    bool any = false;
    text_put(out, "\n      and (p.is_work");
    for (size_t i = 0; i < machine->timer_count; i++) {
        if (&machine->events[machine->timers[i].event] != event)
            continue;
        text_put(out, any ? ", " : " or p.declaration in (");
        name_literal(out, machine, i);
        any = true;
    }
    text_put(out, any ? "))" : ")");
}

void postgres_queue_check(struct text *out, const struct model_machine *machine,
                          const struct model_event *event, size_t item) {
    if (!postgres_takes_item(machine, event))
        return;
    text_printf(out, "  if not ($%zu is null) then\n", item);
    sql_template(out, &sql_postgres, machine,
                 "    perform from {pending} p where p.{name}_id = $1 and p.parked_at is null\n"
                 "      and p.is_asleep = false");
    text_printf(out,
                " and p.declaration = ($%zu).declaration\n"
                "      and p.fence = ($%zu).fence and p.claim = ($%zu).claim",
                item, item, item);
    fires(out, machine, event);
    text_put(out, ";\n"
                  "    if not found then -- somebody else has it, or nobody has anything to do any more\n"
                  "      outcome.status := 'CONFLICT';\n"
                  "      return outcome;\n"
                  "    end if;\n"
                  "  end if;\n");
}

/* What was claimed and is there after the move, too: the timer has struck, and the work goes on. */
static void settle(struct text *out, const struct model_machine *machine, const struct model_event *event,
                   size_t item) {
    if (!is_timer(machine, event) && machine->work_count == 0)
        return;
    text_printf(out, "  if not ($%zu is null) then\n", item);
    if (is_timer(machine, event)) {
        sql_template(out, &sql_postgres, machine, "    delete from {pending} p where p.{name}_id = $1");
        text_printf(out,
                    " and not p.is_work\n"
                    "      and p.declaration = ($%zu).declaration and p.fence = ($%zu).fence;\n",
                    item, item);
    }
    if (machine->work_count > 0) {
        sql_template(
            out, &sql_postgres, machine,
            "    update {pending} p set claim = p.claim + 1, session = null, attempts = 0, last_error = "
            "null,\n"
            "        due_at = outcome.created_at + case when outcome.from_state = outcome.to_state then "
            "rule.every\n"
            "          else interval '0' end\n"
            "      from {pending}_rules rule\n"
            "      where rule.declaration = p.declaration and p.is_work and p.{name}_id = $1\n");
        text_printf(out, "        and p.declaration = ($%zu).declaration and p.fence = ($%zu).fence;\n", item,
                    item);
    }
    text_put(out, "  end if;\n");
}

/* The time of an `at` timer that the event begins. */
static void time_of(struct text *out, const struct model_machine *machine, const struct model_event *event,
                    const struct model_reference *at) {
    for (size_t i = 0; i < event->param_count; i++)
        if (event->params[i].column == at->column && (at->kind == MODEL_PARAM || event->is_creation)) {
            text_printf(out, "$%zu", i + 2);
            return;
        }
    if (event->is_creation) {
        text_put(out, "null::timestamptz");
        return;
    }
    text_put(out, "(select made.");
    sql_name(out, &sql_postgres, machine->columns[at->column].name);
    sql_template(out, &sql_postgres, machine,
                 " from {transitions} made where made.{name}_id = $1 and made.sort_key = {step})");
}

static bool is_at(const struct model_machine *machine, size_t number) {
    const struct model_timer *timer = queue_rule(machine, number).timer;
    return timer != NULL && timer->kind == MODEL_AT;
}

static bool ends(const struct model_machine *machine, size_t number, const struct model_move *move) {
    enum queue_change change = queue_change(machine, number, move);
    /* one that begins anew may have no time this time */
    return change == QUEUE_END ||
           (change == QUEUE_BEGIN && is_at(machine, number) && move->from != MODEL_NOTHING &&
            queue_presence(machine, number, move->from) != QUEUE_OUTSIDE);
}

static bool begins(const struct model_machine *machine, size_t number, const struct model_move *move) {
    return queue_change(machine, number, move) == QUEUE_BEGIN;
}

static bool falls_asleep(const struct model_machine *machine, size_t number, const struct model_move *move) {
    return queue_change(machine, number, move) == QUEUE_SLEEP;
}

static bool wakes(const struct model_machine *machine, size_t number, const struct model_move *move) {
    return queue_change(machine, number, move) == QUEUE_WAKE;
}

typedef bool choose_fn(const struct model_machine *machine, size_t number, const struct model_move *move);

/* "before" and the names of those that are chosen; false where there are none. */
static bool statement_of(struct text *out, const struct model_machine *machine, const struct model_move *move,
                         choose_fn *choose, const char *before) {
    bool any = false;
    for (size_t i = 0; i < queue_count(machine); i++) {
        if (!choose(machine, i, move))
            continue;
        if (!any) {
            sql_template(out, &sql_postgres, machine, before);
            sql_template(out, &sql_postgres, machine,
                         "\n      where p.{name}_id = $1 and p.declaration in (");
        } else {
            text_put(out, ", ");
        }
        name_literal(out, machine, i);
        any = true;
    }
    if (any)
        text_put(out, ");\n");
    return any;
}

static void due_at(struct text *out, const struct model_machine *machine, size_t number,
                   const struct model_move *move) {
    const struct model_timer *timer = queue_rule(machine, number).timer;
    if (timer != NULL && timer->kind == MODEL_AT) {
        time_of(out, machine, &machine->events[move->event], timer->at);
        return;
    }
    text_put(out, "outcome.created_at");
    if (timer != NULL) {
        text_put(out, " + ");
        postgres_duration(out, timer->after_ms);
    }
}

/* Where one has no time, only those that have one are begun. */
static bool may_have_no_time(const struct model_machine *machine, const struct model_move *move) {
    for (size_t i = 0; i < queue_count(machine); i++)
        if (begins(machine, i, move) && is_at(machine, i))
            return true;
    return false;
}

static void insert(struct text *out, const struct model_machine *machine, const struct model_move *move) {
    const bool is_chosen = may_have_no_time(machine, move);
    bool any = false;
    for (size_t i = 0; i < queue_count(machine); i++) {
        if (!begins(machine, i, move))
            continue;
        if (!any) {
            sql_template(
                out, &sql_postgres, machine,
                "    insert into {pending} ({name}_id, declaration, is_work, due_at, fence, is_asleep)\n");
            text_put(out, is_chosen ? "      select $1, begun.declaration, begun.is_work, begun.due_at,\n"
                                      "          outcome.sort_key, begun.is_asleep\n"
                                      "        from (values ("
                                    : "      values ($1, ");
        } else {
            text_put(out, is_chosen ? ",\n          (" : ",\n        ($1, ");
        }
        name_literal(out, machine, i);
        text_put(out, queue_rule(machine, i).work != NULL ? ", true, " : ", false, ");
        due_at(out, machine, i, move);
        text_printf(out, "%s, %s)", is_chosen ? "" : ", outcome.sort_key",
                    queue_presence(machine, i, move->to) == QUEUE_ASLEEP ? "true" : "false");
        any = true;
    }
    if (!any)
        return;
    if (is_chosen)
        text_put(out, ") begun (declaration, is_work, due_at, is_asleep)\n"
                      "        where begun.due_at is not null");
    /* of what is only just created there is none; later, one that was left by whoever repaired a head */
    if (machine->storage != MODEL_HEAD || move->from != MODEL_NOTHING)
        sql_template(
            out, &sql_postgres, machine,
            "\n      on conflict ({name}_id, declaration) do update\n"
            "        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,\n"
            "          last_error = null, parked_at = null, is_asleep = excluded.is_asleep, session = null");
    text_put(out, ";\n");
}

/*
 * Shortens the wait of a worker that has nothing to do; who does not hear it looks again by himself. Behind
 * the first write, as a worker that falls asleep counts on: it waits for what has a number already
 * (runtime/README).
 */
static void notify(struct text *out, const struct model_machine *machine, const struct model_move *move,
                   bool is_woken) {
    bool any = false;
    for (size_t i = 0; i < queue_count(machine) && !is_woken; i++)
        is_woken = begins(machine, i, move) && queue_rule(machine, i).work != NULL;
    if (!is_woken) {
        for (size_t i = 0; i < queue_count(machine); i++) {
            if (!begins(machine, i, move) || !is_at(machine, i))
                continue;
            text_put(out, any ? "\n        or " : "    if ");
            due_at(out, machine, i, move);
            text_put(out, " <= outcome.created_at");
            any = true;
        }
        if (!any)
            return;
        text_put(out, " then\n  ");
    }
    sql_template(out, &sql_postgres, machine, "    perform public.pawl_notify('{name}_pending'::text);\n");
    if (any)
        text_put(out, "    end if;\n");
}

static void changes_of(struct text *out, const struct model_machine *machine, const struct model_move *move) {
    statement_of(out, machine, move, ends, "    delete from {pending} p");
    statement_of(out, machine, move, falls_asleep, "    update {pending} p set is_asleep = true");
    bool is_woken = statement_of(out, machine, move, wakes, "    update {pending} p set is_asleep = false");
    insert(out, machine, move);
    notify(out, machine, move, is_woken);
}

/* Moves of one event that do the same to the queue share a branch. */
struct branch {
    uint64_t hash;
    struct text changes;
};

struct branches {
    const struct model_move *moves;
    size_t move_count;
    size_t *of_move; /* [move_count] */
    struct branch *list;
    size_t count;
};

static size_t branch_of(struct branches *branches, struct text *changes) {
    uint64_t hash = hash_bytes(changes->data == NULL ? "" : changes->data, changes->length);
    for (size_t i = 0; i < branches->count; i++) {
        const struct text *known = &branches->list[i].changes;
        if (branches->list[i].hash == hash && known->length == changes->length &&
            (known->length == 0 || memcmp(known->data, changes->data, known->length) == 0)) {
            text_free(changes);
            return i;
        }
    }
    branches->list[branches->count] = (struct branch){hash, *changes};
    return branches->count++;
}

static void find_branches(struct branches *branches, const struct model_machine *machine, struct text *out) {
    branches->of_move = calloc(branches->move_count + 1, sizeof *branches->of_move);
    branches->list = calloc(branches->move_count + 1, sizeof *branches->list);
    if (branches->of_move == NULL || branches->list == NULL) {
        branches->move_count = 0;
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < branches->move_count; i++) {
        struct text changes = TEXT_INIT;
        changes_of(&changes, machine, &branches->moves[i]);
        out->failed |= text_failed(&changes);
        branches->of_move[i] = branch_of(branches, &changes);
    }
}

/* `same` beside `stay`, each behind a guard: moves that lead to one state and do not do the same. */
static bool need_numbers(const struct branches *branches) {
    for (size_t i = 1; i < branches->move_count; i++)
        for (size_t j = i; j > 0 && branches->moves[j - 1].from == branches->moves[i].from; j--)
            if (branches->moves[j - 1].to == branches->moves[i].to &&
                branches->of_move[j - 1] != branches->of_move[i])
                return true;
    return false;
}

/* From a state, to a state and, where that is not enough, which of the event's moves from there. */
static void pair(struct text *out, const struct model_machine *machine, const struct model_move *move,
                 bool by_number) {
    text_char(out, '(');
    escape_postgres_literal(out, move->from == MODEL_NOTHING ? "" : machine->states[move->from].stored);
    text_put(out, ", ");
    escape_postgres_literal(out, machine->states[move->to].stored);
    if (by_number)
        text_printf(out, ", %zu",
                    (size_t)(move - machine->moves) - model_first_move(machine, move->event, move->from) + 1);
    text_char(out, ')');
}

static void write_branch(struct text *out, const struct model_machine *machine,
                         const struct branches *branches, size_t number, bool by_number) {
    bool any = false;
    text_put(out, by_number ? "(outcome.from_state, outcome.to_state, coalesce(outcome.move, 1)) in ("
                            : "(outcome.from_state, outcome.to_state) in (");
    for (size_t i = 0; i < branches->move_count; i++) {
        if (branches->of_move[i] != number)
            continue;
        text_put(out, any ? ", " : "");
        pair(out, machine, &branches->moves[i], by_number);
        any = true;
    }
    text_put(out, ") then\n");
    text_put(out, branches->list[number].changes.data);
}

void postgres_queue_follow(struct text *out, const struct model_machine *machine, size_t event, size_t item) {
    if (!queue_is_used(machine))
        return;
    const size_t first = model_first_move(machine, event, MODEL_NOTHING);
    struct branches branches = {.moves = machine->moves + first,
                                .move_count = model_first_move(machine, event + 1, MODEL_NOTHING) - first};
    bool any = false;
    find_branches(&branches, machine, out);
    const bool by_number = need_numbers(&branches);
    for (size_t i = 0; i < branches.count; i++) {
        if (branches.list[i].changes.length > 0 && !out->failed) {
            text_put(out, any ? "  elsif " : "  if ");
            write_branch(out, machine, &branches, i, by_number);
            any = true;
        }
        text_free(&branches.list[i].changes);
    }
    text_put(out, any ? "  end if;\n" : "");
    free(branches.of_move);
    free(branches.list);
    if (postgres_takes_item(machine, &machine->events[event]))
        settle(out, machine, &machine->events[event], item);
}
