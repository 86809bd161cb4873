#include "emit/page/page.h"

#include <string.h>

/* What has changed, in colour: in the picture, and as a word beside each change. */

static bool ends_in(const char *text, const char *end) {
    size_t length = strlen(text);
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

enum dot_mark page_mark_of(const struct diff_change *change) {
    return ends_in(change->kind, "-added")     ? DOT_ADDED
           : ends_in(change->kind, "-removed") ? DOT_REMOVED
                                               : DOT_CHANGED;
}

/* The change that was noted first stays, unless the next one is more. */
static void mark(enum dot_mark *at, enum dot_mark mark) {
    if (*at == DOT_SAME || *at == DOT_CHANGED)
        *at = mark;
}

bool page_marks(const struct page *page, const struct model_machine *machine, bool is_old,
                struct dot_style *style) {
    const struct diff *diff = page->diff;
    struct arena *arena = page->context->arena;
    enum dot_mark *states = arena_alloc(arena, machine->state_count * sizeof *states);
    enum dot_mark *arrows = arena_alloc(arena, machine->arrow_count * sizeof *arrows);
    bool any = false;
    for (size_t i = 0; diff != NULL && i < diff->count; i++) {
        const struct diff_change *change = &diff->changes[i];
        const struct model_state *state = is_old ? change->old_state : change->new_state;
        const struct model_arrow *arrow = is_old ? change->old_arrow : change->new_arrow;
        enum dot_mark kind = page_mark_of(change);
        if (is_old && kind != DOT_REMOVED)
            continue;
        if (arrow >= machine->arrows && arrow < machine->arrows + machine->arrow_count)
            mark(&arrows[arrow - machine->arrows], kind);
        else if (strncmp(change->kind, "state-", strlen("state-")) == 0 && state >= machine->states &&
                 state < machine->states + machine->state_count)
            mark(&states[state - machine->states], kind);
        else
            continue;
        any = true;
    }
    style->state_mark = states;
    style->arrow_mark = arrows;
    return any;
}
