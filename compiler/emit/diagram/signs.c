#include "emit/diagram/diagram.h"

#include <ctype.h>
#include <string.h>

/* A label says the same as a name, whether it has a blank, a hyphen or a dot where that has an underscore. */
static bool says(char of_label, char of_name) {
    return of_name == '_' ? of_label != '\0' && strchr(" -._", of_label) != NULL
                          : tolower((unsigned char)of_label) == of_name;
}

bool diagram_shows_name(const struct model_state *state) {
    const char *label = state->label;
    const char *name = state->name;
    for (; *label != '\0' && says(*label, *name); label++)
        name++;
    return *label != '\0' || *name != '\0';
}

static void see_lines(struct diagram_signs *signs, const struct diagram_line *lines, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct model_arrow *arrow = lines[i].arrow;
        signs->condition = signs->condition || (lines[i].note != NULL && lines[i].note[0] == '[');
        for (size_t c = 0; c < arrow->condition_count && lines[i].note != NULL; c++)
            signs->negated = signs->negated || arrow->conditions[c].negated;
        signs->branch = signs->branch || (lines[i].note != NULL && strncmp(lines[i].note, "[1: ", 4) == 0);
        signs->effect = signs->effect || (lines[i].note != NULL && arrow->effects.count > 0);
        signs->after = signs->after || (lines[i].note != NULL && arrow->after.count > 0);
    }
}

struct diagram_signs diagram_signs(const struct diagram *diagram) {
    struct diagram_signs signs = {0};
    const struct model_machine *machine = diagram->machine;
    for (size_t i = 0; i < machine->state_count; i++) {
        signs.created = signs.created || (machine->states[i].is_initial && !diagram->waits[i]);
        signs.final = signs.final || machine->states[i].is_final;
        signs.name =
            signs.name || (diagram_shows_name(&machine->states[i]) && !diagram_is_closed(diagram, i));
        signs.waiting = signs.waiting || diagram->waits[i];
        signs.closed = signs.closed || diagram_is_closed(diagram, i);
        signs.elsewhere = signs.elsewhere || diagram_is_elsewhere(diagram, i);
    }
    for (size_t i = 0; i < diagram->stay_end; i++) {
        const struct diagram_arrow *arrow = &diagram->arrows[i];
        signs.timer = signs.timer || arrow->by_itself;
        signs.any = signs.any || arrow->from.source == DIAGRAM_ANY;
        signs.main = signs.main || arrow->is_main;
        signs.composite = signs.composite || arrow->from.source == DIAGRAM_COMPOSITE;
        see_lines(&signs, arrow->lines, arrow->line_count);
    }
    return signs;
}
