#include "fingerprint.h"

#include "hash.h"
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * One fact a line, sorted: the order in which a file declares states, events and moves changes nothing in the
 * database. That of parameters and columns does: it is the order of a function's arguments and of a row.
 */
struct facts {
    struct arena *arena;
    char **lines;
    size_t count;
};

static int by_bytes(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* A length before each text of free form, so that no two machines can have the same facts. */
static void add_thing(struct facts *facts, const char *kind, const char *name, const char *stored,
                      const char *flags) {
    facts->lines[facts->count++] =
        arena_printf(facts->arena, "%s %s %zu:%s%s\n", kind, name, strlen(stored), stored, flags);
}

static void add_params(struct facts *facts, const struct model_event *event) {
    for (size_t i = 0; i < event->param_count; i++)
        facts->lines[facts->count++] =
            arena_printf(facts->arena, "param %s %zu %s %d%s\n", event->name, i, event->params[i].name,
                         (int)event->params[i].type, event->params[i].optional ? " optional" : "");
}

static void add_moves(struct facts *facts, const struct model_machine *machine) {
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        facts->lines[facts->count++] =
            arena_printf(facts->arena, "move %s %s -> %s\n", machine->events[move->event].name,
                         move->from == MODEL_NOTHING ? "" : machine->states[move->from].name,
                         machine->states[move->to].name);
    }
}

const char *fingerprint(struct arena *arena, const struct model_machine *machine) {
    size_t count =
        2 + machine->state_count + machine->event_count + machine->move_count + machine->column_count;
    for (size_t i = 0; i < machine->event_count; i++)
        count += machine->events[i].param_count;
    struct facts facts = {arena, arena_alloc(arena, count * sizeof(char *)), 0};

    facts.lines[facts.count++] =
        arena_printf(arena, "machine %s %d\n", machine->name, (int)machine->key_type);
    if (machine->entity != NULL)
        facts.lines[facts.count++] = arena_printf(
            arena, "entity %s.%s.%s\n", machine->entity->schema == NULL ? "" : machine->entity->schema,
            machine->entity->table, machine->entity->column);
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
        facts.lines[facts.count++] = arena_printf(arena, "column %zu %s\n", i, machine->columns[i].name);
    add_moves(&facts, machine);
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
