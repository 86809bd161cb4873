/*
 * ways FILE.so MACHINE...: what the tables of compiled machines say of each event, state and answer of the
 * guards, a line each, as play.py reads it off a page:
 *
 *   MACHINE|STATE|EVENT|GUARDS THAT HOLD|ANSWER, THE LABEL OF THE NEXT STATE OR refused, ignored,
 * impossible|CLOCKS
 *
 * A clock is '-' where it does not run, b where the move begins it, k where it goes on, in capitals where it
 * is suspended.
 */
#include <pawl.h>

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { GUARDS_MAX = 16 };

struct question {
    const struct pawl_machine *machine;
    int state, event;
    size_t guard_count;
    uint16_t guards[GUARDS_MAX]; /* by name, as hooks are */
    unsigned holds;              /* a bit for each of them */
};

static bool is_asked(const struct question *question, const struct pawl_move *move) {
    return move->event == question->event && move->from == question->state;
}

static void add_guard(struct question *question, uint16_t hook) {
    size_t at = 0;
    while (at < question->guard_count && question->guards[at] < hook)
        at++;
    if (at < question->guard_count && question->guards[at] == hook)
        return;
    for (size_t i = question->guard_count++; i > at; i--)
        question->guards[i] = question->guards[i - 1];
    question->guards[at] = hook;
}

static bool holds(const struct question *question, const struct pawl_move *move) {
    for (size_t c = 0; c < move->condition_count; c++)
        for (size_t g = 0; g < question->guard_count; g++)
            if (question->guards[g] == move->conditions[c].hook &&
                (question->holds >> g & 1) == move->conditions[c].negated)
                return false;
    return true;
}

/* The next state, or 0; `alternative` becomes which of the event's moves leads there. */
static int next_of(const struct question *question, int *alternative) {
    const struct pawl_machine *machine = question->machine;
    int next = machine->next[question->event * (machine->state_count + 1) + question->state];
    *alternative = 0;
    if (next != PAWL_NEXT_CHOSEN)
        return next;
    for (size_t i = 0; i < machine->move_count; i++) {
        if (!is_asked(question, &machine->moves[i]))
            continue;
        if (holds(question, &machine->moves[i]))
            return machine->moves[i].to;
        ++*alternative;
    }
    return PAWL_NEXT_CHOSEN;
}

static void print_clocks(const struct question *question, int to, int alternative) {
    const struct pawl_queue *queue = question->machine->queue;
    bool stays = false;
    for (size_t i = 0; queue && i < queue->stay_count; i++)
        stays =
            stays || (queue->stays[i].event == question->event && queue->stays[i].from == question->state &&
                      queue->stays[i].alternative == alternative);
    for (size_t i = 0; queue && i < queue->pending_count; i++) {
        const struct pawl_pending *pending = &queue->pending[i];
        bool begins = pending->presence[question->state] == '-' || (pending->is_of_state && !stays);
        for (size_t r = 0; r < queue->restart_count; r++)
            begins =
                begins ||
                (queue->restarts[r].event == question->event && queue->restarts[r].from == question->state &&
                 queue->restarts[r].alternative == alternative && queue->restarts[r].pending == i);
        char clock = begins ? 'b' : 'k';
        putchar(pending->presence[to] == '-' ? '-' : pending->presence[to] == 'a' ? clock : toupper(clock));
    }
}

static void print_answer(const struct question *question) {
    const struct pawl_machine *machine = question->machine;
    int alternative, to = next_of(question, &alternative);
    printf("%s|%s|%s|", machine->name, question->state ? machine->states[question->state].name : "",
           machine->events[question->event].name);
    for (size_t g = 0, count = 0; g < question->guard_count; g++)
        if (question->holds >> g & 1)
            printf("%s%s", count++ ? "," : "", machine->hooks[question->guards[g]].name);
    printf("|%s|", to == PAWL_NEXT_CHOSEN    ? "refused"
                   : to == PAWL_NEXT_IGNORED ? "ignored"
                   : to                      ? machine->states[to].label
                                             : "impossible");
    if (to && to != PAWL_NEXT_CHOSEN && to != PAWL_NEXT_IGNORED)
        print_clocks(question, to, alternative);
    putchar('\n');
}

static void print_answers(const struct pawl_machine *machine, int state, int event) {
    struct question question = {.machine = machine, .state = state, .event = event};
    for (size_t i = 0; i < machine->move_count; i++)
        for (size_t c = 0; is_asked(&question, &machine->moves[i]) && c < machine->moves[i].condition_count;
             c++)
            add_guard(&question, machine->moves[i].conditions[c].hook);
    for (; question.holds < 1U << question.guard_count; question.holds++)
        print_answer(&question);
}

int main(int argc, char **argv) {
    void *library = argc > 1 ? dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL) : NULL;
    if (!library) {
        fprintf(stderr, "usage: ways FILE.so MACHINE...: %s\n", argc > 1 ? dlerror() : "no FILE.so");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        char name[256];
        snprintf(name, sizeof name, "%s_machine", argv[i]);
        const struct pawl_machine *machine = dlsym(library, name);
        if (!machine) {
            fprintf(stderr, "%s has no %s\n", argv[1], name);
            return 2;
        }
        for (int state = 0; state <= machine->state_count; state++)
            for (int event = 1; event <= machine->event_count; event++)
                print_answers(machine, state, event);
    }
    return 0;
}
