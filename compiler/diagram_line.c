#include "diagram_line.h"

#include "sentence.h"

const char *diagram_keep(struct arena *arena, struct text *text) {
    const char *kept = text->length == 0 ? NULL : arena_strndup(arena, text->data, text->length);
    text_free(text);
    return kept;
}

static void title(struct text *out, const struct model_machine *machine, const struct model_arrow *arrow) {
    const struct model_timer *timer = arrow->timer;
    if (timer != NULL && timer->kind == MODEL_AFTER) {
        text_put(out, "after ");
        sentence_duration(out, timer->after_ms);
        text_put(out, ": ");
    } else if (timer != NULL) {
        text_put(out, "at ");
        sentence_name(out, timer->at->kind == MODEL_NOW   ? "now"
                           : timer->at->kind == MODEL_KEY ? "id"
                                                          : machine->columns[timer->at->column].name);
        text_put(out, ": ");
    }
    text_put(out, machine->events[arrow->event].label);
}

static void conditions(struct text *out, const struct model_arrow *arrow, bool otherwise) {
    if (arrow->condition_count == 0 && !otherwise)
        return;
    text_put(out, otherwise ? arrow->condition_count == 0 ? "[otherwise" : "[else if " : "[");
    for (size_t i = 0; i < arrow->condition_count; i++) {
        text_put(out, i == 0 ? "" : " and ");
        text_put(out, arrow->conditions[i].negated ? "not " : "");
        sentence_name(out, arrow->conditions[i].guard->name);
    }
    text_char(out, ']');
}

/* What is written so far is one piece; the next is to stand apart. */
static void apart(struct text *out) {
    if (out->length > 0)
        text_char(out, ' ');
}

static void hooks(struct text *out, const struct model_hooks *hooks) {
    for (size_t i = 0; i < hooks->count; i++) {
        text_put(out, i == 0 ? "" : ", ");
        sentence_name(out, hooks->hooks[i]->name);
    }
}

static void note(struct text *out, const struct model_arrow *arrow, bool otherwise, const char *except) {
    conditions(out, arrow, otherwise);
    if (arrow->effects.count > 0 || arrow->after.count > 0) {
        apart(out);
        text_put(out, "/ ");
        hooks(out, &arrow->effects);
        if (arrow->after.count > 0)
            text_put(out, arrow->effects.count == 0 ? "then " : ", then ");
        hooks(out, &arrow->after);
    }
    if (arrow->timer != NULL && arrow->timer->every_ms > 0) {
        apart(out);
        text_put(out, "(tried every ");
        sentence_duration(out, arrow->timer->every_ms);
        text_char(out, ')');
    }
    if (except != NULL) {
        apart(out);
        text_printf(out, "(not in %s)", except);
    }
}

static struct diagram_line finish(struct arena *arena, const struct model_arrow *arrow, struct text *title,
                                  struct text *note) {
    return (struct diagram_line){arrow, diagram_keep(arena, title), diagram_keep(arena, note)};
}

struct diagram_line diagram_line(struct arena *arena, const struct model_machine *machine,
                                 const struct model_arrow *arrow, bool otherwise, const char *except) {
    struct text first = TEXT_INIT;
    struct text second = TEXT_INIT;
    title(&first, machine, arrow);
    note(&second, arrow, otherwise, except);
    const char *how = arrow->target == MODEL_STAY   ? "(stays, clocks run on)"
                      : arrow->target == MODEL_SAME ? "(begins anew)"
                      : arrow->reopens              ? "(reopens)"
                                                    : NULL;
    if (how != NULL) {
        apart(&second);
        text_put(&second, how);
    }
    return finish(arena, arrow, &first, &second);
}

struct diagram_line diagram_inner_line(struct arena *arena, const struct model_machine *machine,
                                       const struct model_arrow *arrow, bool otherwise, const char *except) {
    struct text first = TEXT_INIT;
    struct text second = TEXT_INIT;
    title(&first, machine, arrow);
    note(&second, arrow, otherwise, except);
    if (arrow->target == MODEL_STAY)
        text_put(&first, ": stays where it is");
    else if (arrow->target == MODEL_SAME)
        text_put(&first, ": begins anew where it is");
    else
        text_printf(&first, " \xE2\x86\x92 %s",
                    arrow->to.state != NULL ? arrow->to.state->label
                                            : machine->states[arrow->to.composite->initial].label);
    return finish(arena, arrow, &first, &second);
}
