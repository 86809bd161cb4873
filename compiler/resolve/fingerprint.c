#include "resolve/fingerprint.h"

#include "base/hash.h"
#include "base/text.h"
#include "model/queue.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * One fact a line, sorted: the order in which a file declares states, events and moves changes nothing in the
 * database. That of parameters and columns does: it is the order of a function's arguments and of a row.
 * What a plain machine does not have adds no line and no word, so that its fingerprint stays what it was.
 */
struct facts {
    struct arena *arena;
    const struct model_machine *machine;
    char **lines;
    size_t count;
    struct text line;     /* the one that is being written */
    uint64_t *composites; /* by composite: a number made of the states in it, whatever it is called */
};

static void add_line(struct facts *facts, char *line) {
    facts->lines = arena_grow(facts->arena, facts->lines, facts->count, sizeof *facts->lines);
    facts->lines[facts->count++] = line;
}

static int by_bytes(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* A length before each text of free form, so that no two machines can have the same facts. */
static void add_thing(struct facts *facts, const char *kind, const char *name, const char *stored,
                      const char *flags) {
    add_line(facts,
             arena_printf(facts->arena, "%s %s %zu:%s%s\n", kind, name, strlen(stored), stored, flags));
}

static void add_params(struct facts *facts, const struct model_event *event) {
    for (size_t i = 0; i < event->param_count; i++)
        add_line(facts,
                 arena_printf(facts->arena, "param %s %zu %s %d%s\n", event->name, i, event->params[i].name,
                              (int)event->params[i].type, event->params[i].optional ? " optional" : ""));
}

static void put_reference(struct facts *facts, const struct model_reference *reference) {
    bool is_column = reference->kind == MODEL_PARAM || reference->kind == MODEL_CREATED;
    text_printf(&facts->line, " %s%s", model_reference_kind_sign(reference->kind),
                is_column ? facts->machine->columns[reference->column].name : "");
}

static void put_hooks(struct facts *facts, const char *word, const struct model_hooks *hooks) {
    for (size_t i = 0; i < hooks->count; i++)
        text_printf(&facts->line, " %s %s", word, hooks->hooks[i]->name);
}

static void end_line(struct facts *facts) {
    add_line(facts, arena_strndup(facts->arena, facts->line.data, facts->line.length));
    facts->line.length = 0;
}

/* Where a clock or work begins: a state, or all the states of a composite together. */
static void put_place(struct facts *facts, const struct model_place *place) {
    if (place->state != NULL)
        text_printf(&facts->line, " in %s", place->state->name);
    else
        text_printf(&facts->line, " within %016" PRIx64,
                    facts->composites[place->composite - facts->machine->composites]);
}

static void put_timer(struct facts *facts, const struct model_timer *timer) {
    if (timer->kind == MODEL_AFTER)
        text_printf(&facts->line, " after %" PRId64, timer->after_ms);
    else if (timer->kind == MODEL_EVERY)
        text_printf(&facts->line, " after every %" PRId64, timer->after_ms);
    else
        put_reference(facts, timer->at);
    if (timer->is_latest)
        text_put(&facts->line, " latest");
    if (model_is_counted(timer))
        text_printf(&facts->line, " times %" PRId64, timer->after_ms);
    if (timer->every_ms > 0)
        text_printf(&facts->line, " every %" PRId64, timer->every_ms);
    put_place(facts, &timer->place);
}

static void add_moves(struct facts *facts) {
    const struct model_machine *machine = facts->machine;
    struct text *out = &facts->line;
    size_t number = 0;
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        bool is_next = i > 0 && move[-1].event == move->event && move[-1].from == move->from;
        number = is_next ? number + 1 : 0;
        text_printf(out, "move %s %s -> %s", machine->events[move->event].name,
                    move->from == MODEL_NOTHING ? "" : machine->states[move->from].name,
                    machine->states[move->to].name);
        if (number > 0)
            text_printf(out, " else %zu", number);
        if (move->arrow->target == MODEL_STAY)
            text_put(out, move->arrow->is_unrecorded ? " stay unrecorded" : " stay");
        for (size_t c = 0; c < move->arrow->condition_count; c++) {
            const struct model_condition *condition = &move->arrow->conditions[c];
            text_printf(out, " when%s %s", condition->negated ? " not" : "", condition->guard->name);
        }
        put_hooks(facts, "do", &move->effects);
        put_hooks(facts, "then", &move->arrow->after);
        if (move->arrow->timer != NULL)
            put_timer(facts, move->arrow->timer);
        text_char(out, '\n');
        end_line(facts);
        for (size_t t = 0; t < machine->timer_count; t++)
            if (queue_is_restart(machine, t, move))
                add_line(facts,
                         arena_printf(facts->arena, "restart %s %s %zu %s\n",
                                      machine->events[move->event].name, machine->states[move->from].name,
                                      number, machine->events[machine->timers[t].event].name));
    }
    for (size_t i = 0; i < machine->ignore_count; i++)
        add_line(facts,
                 arena_printf(facts->arena, "ignore %s %s\n", machine->events[machine->ignores[i].event].name,
                              machine->states[machine->ignores[i].state].name));
}

static void add_works(struct facts *facts) {
    for (size_t i = 0; i < facts->machine->state_count; i++) {
        const struct model_work *work = facts->machine->states[i].work;
        if (work == NULL)
            continue;
        text_printf(&facts->line,
                    "work %s %s lease %" PRId64 " every %" PRId64 " attempts %" PRId64 " backoff %" PRId64
                    " %" PRId64 " else %s",
                    facts->machine->states[i].name, work->hook->name, work->lease_ms, work->every_ms,
                    work->attempts, work->backoff_from_ms, work->backoff_to_ms,
                    work->else_event == NULL ? "" : work->else_event->name);
        put_place(facts, &work->place);
        text_char(&facts->line, '\n');
        end_line(facts);
    }
}

static void add_sql(struct facts *facts, const char *kind, const struct model_hook *hooks, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (hooks[i].number != MODEL_NOTHING && hooks[i].is_sql) {
            text_printf(&facts->line, "%s %s", kind, hooks[i].name);
            /* one text for all is the machine's, whichever databases its outputs are for */
            for (size_t d = 0; d < PAWL_DIALECT_COUNT; d++)
                if (hooks[i].sql[d] != NULL &&
                    (dialects[d]->by_default || hooks[i].sql[d] != hooks[i].sql[0]))
                    text_printf(&facts->line, " %zu:%s", strlen(hooks[i].sql[d]->text),
                                hooks[i].sql[d]->text);
            text_char(&facts->line, '\n');
            end_line(facts);
        }
}

static void add_references(struct facts *facts, const char *what, const struct model_reference *references,
                           size_t count) {
    if (count == 0)
        return;
    text_put(&facts->line, what);
    for (size_t i = 0; i < count; i++)
        put_reference(facts, &references[i]);
    text_char(&facts->line, '\n');
    end_line(facts);
}

static void add_settings(struct facts *facts) {
    const struct model_machine *machine = facts->machine;
    const struct model_emit *emit = machine->emit;
    if (machine->storage != MODEL_HEAD)
        add_line(facts, arena_printf(facts->arena, "storage %d%s\n", (int)machine->storage,
                                     machine->initial_is_implicit ? " implicit" : ""));
    if (machine->is_unindexed)
        add_line(facts, "unindexed\n");
    if (machine->mirror != NULL)
        add_line(facts, arena_printf(facts->arena, "mirror %s\n", machine->mirror->column));
    if (machine->key != NULL)
        add_references(facts, "key", machine->key, 1);
    if (emit != NULL && emit->topic != NULL)
        add_line(facts, arena_printf(facts->arena, "emit %zu:%s\n", strlen(emit->topic), emit->topic));
    if (emit != NULL && emit->reference != NULL)
        add_references(facts, "emit", emit->reference, 1);
    for (size_t i = 0; i < machine->event_count; i++)
        add_references(facts, arena_printf(facts->arena, "serialize %s", machine->events[i].name),
                       machine->events[i].serialize_by, machine->events[i].serialize_count);
}

static void number_composites(struct facts *facts) {
    const struct model_machine *machine = facts->machine;
    for (size_t i = 0; i < machine->state_count; i++) {
        const char *name = machine->states[i].name;
        uint64_t hash = hash_bytes(name, strlen(name));
        for (const struct model_composite *around = machine->states[i].parent; around != NULL;
             around = around->parent)
            facts->composites[around - machine->composites] += hash;
    }
}

const char *fingerprint(struct arena *arena, const struct model_machine *machine) {
    struct facts facts = {.arena = arena,
                          .machine = machine,
                          .line = TEXT_INIT,
                          .composites = arena_alloc(arena, machine->composite_count * sizeof(uint64_t))};
    number_composites(&facts);
    add_line(&facts, arena_printf(arena, "machine %s %d\n", machine->name, (int)machine->key_type));
    if (machine->entity != NULL)
        add_line(&facts, arena_printf(arena, "entity %s.%s.%s\n",
                                      machine->entity->schema == NULL ? "" : machine->entity->schema,
                                      machine->entity->table, machine->entity->column));
    for (size_t i = 0; i < machine->state_count; i++) {
        const struct model_state *state = &machine->states[i];
        add_thing(&facts, "state", state->name, state->stored,
                  state->is_initial ? state->is_final ? " initial final" : " initial"
                  : state->is_final ? " final"
                                    : "");
    }
    for (size_t i = 0; i < machine->event_count; i++) {
        const struct model_event *event = &machine->events[i];
        add_thing(&facts, "event", event->name, event->stored, event->is_creation ? " creation" : "");
        add_params(&facts, event);
    }
    for (size_t i = 0; i < machine->column_count; i++)
        add_line(&facts, arena_printf(arena, "column %zu %s\n", i, machine->columns[i].name));
    for (size_t i = 0; i < machine->column_count; i++)
        if (machine->columns[i].is_personal)
            add_line(&facts, arena_printf(arena, "personal %s\n", machine->columns[i].name));
    add_moves(&facts);
    add_works(&facts);
    add_sql(&facts, "guard", machine->guards, machine->guard_count);
    add_sql(&facts, "effect", machine->effects, machine->effect_count);
    add_settings(&facts);
    text_free(&facts.line);
    qsort(facts.lines, facts.count, sizeof *facts.lines, by_bytes);

    size_t length = 0;
    for (size_t i = 0; i < facts.count; i++)
        length += strlen(facts.lines[i]);
    char *all = arena_alloc(arena, length + 1);
    char *end = all;
    for (size_t i = 0; i < facts.count; i++)
        end = stpcpy(end, facts.lines[i]);
    return arena_printf(arena, "%016" PRIx64, hash_bytes(all, length));
}
