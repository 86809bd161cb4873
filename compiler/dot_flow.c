#include "dot_parts.h"
#include "escape.h"
#include "sentence.h"
#include "sentence_flow.h"

#include <inttypes.h>
#include <string.h>

enum { STEP_WIDTH_MAX = 28, BAR_WIDTH_MAX = 48 }; /* characters a line */

struct exit { /* a node that the next one follows */
    const char *node;
    const char *label; /* of the arrow; NULL: none */
    size_t scope;      /* that the node stands in */
};

struct drawing {
    struct text *out;
    struct arena *arena;
    const struct model_flow *flow;
    const struct dot_style *style;
    struct exit *exits;
    size_t exit_count, exit_capacity;
    struct text edges; /* they follow all boxes, so that none of them draws a node into its own */
    struct text line;  /* being made */
};

/* ---- pieces ---------------------------------------------------------------------------------------- */

static const char *step_node(const struct drawing *d, const struct model_flow_step *step) {
    return arena_printf(d->arena, "%s.%s", d->flow->name, step->path);
}

/* Paths have no blanks, so that this is none. */
static const char *other_node(const struct drawing *d, const char *kind, size_t number) {
    return arena_printf(d->arena, "%s %s %zu", d->flow->name, kind, number);
}

static void add_exit(struct drawing *d, const char *node, const char *label, size_t scope) {
    d->exits = arena_grow(d->arena, d->exits, d->exit_count, &d->exit_capacity, sizeof *d->exits);
    d->exits[d->exit_count++] = (struct exit){node, label, scope};
}

static bool lies_in(const struct drawing *d, size_t scope, size_t outer) {
    while (scope != MODEL_NOTHING && scope != outer)
        scope = d->flow->scopes[scope].parent;
    return scope == outer;
}

/* The outermost box around one end of an arrow that is not around the other; MODEL_NOTHING: none. */
static size_t box_around(const struct drawing *d, size_t scope, size_t other) {
    size_t box = MODEL_NOTHING;
    for (; scope != MODEL_NOTHING && !lies_in(d, other, scope); scope = d->flow->scopes[scope].parent)
        if (d->flow->scopes[scope].kind == MODEL_REPEAT || d->flow->scopes[scope].kind == MODEL_USE)
            box = scope;
    return box;
}

/* Arrows end at boxes, so that none of them is drawn over a title. */
static void edge(struct drawing *d, const struct exit *from, const char *to, size_t scope) {
    size_t tail = box_around(d, from->scope, scope);
    size_t head = box_around(d, scope, from->scope);
    text_printf(&d->edges, "    \"%s\" -> \"%s\" [class=\"move\"", from->node, to);
    if (tail != MODEL_NOTHING)
        text_printf(&d->edges, ", ltail=\"cluster_%s.%zu\"", d->flow->name, tail);
    if (head != MODEL_NOTHING)
        text_printf(&d->edges, ", lhead=\"cluster_%s.%zu\"", d->flow->name, head);
    if (from->label == NULL || strcmp(from->label, "no") != 0)
        text_put(&d->edges, ", weight=8");
    if (from->label != NULL) {
        text_put(&d->edges, ", label=< ");
        dot_note(&d->edges, from->label, colour_quiet, STEP_WIDTH_MAX, "");
        text_put(&d->edges, ">");
    }
    text_put(&d->edges, "];\n");
}

/* Arrows from all exits to the node, which is the only exit then. */
static void follow(struct drawing *d, const char *node, size_t scope) {
    for (size_t i = 0; i < d->exit_count; i++)
        edge(d, &d->exits[i], node, scope);
    d->exit_count = 0;
    add_exit(d, node, NULL, scope);
}

static void begin_node(struct drawing *d, const char *node) {
    text_printf(d->out, "    \"%s\" [label=<", node);
}

static void end_node(struct drawing *d, const char *attributes, const char *doc) {
    text_printf(d->out, ">, %s", attributes);
    if (doc != NULL && !d->style->bare) {
        text_put(d->out, ", tooltip=");
        escape_dot_string(d->out, doc);
    }
    text_put(d->out, "];\n");
}

static void end_line(struct drawing *d, const char *br) {
    if (text_failed(&d->line)) {
        d->out->failed = true;
    } else if (d->line.length > 0) {
        text_put(d->out, br);
        dot_note(d->out, d->line.data, colour_quiet, STEP_WIDTH_MAX + 4, "<br/>");
    }
    d->line.length = 0;
}

static void put_words(struct text *out, const char *what, const char *name) {
    text_put(out, what);
    sentence_name(out, name);
}

/* ---- bars ------------------------------------------------------------------------------------------ */

static void bar(struct drawing *d, const char *node, const char *verb, const struct model_lock *lock,
                const char *rest, size_t scope) {
    struct text words = TEXT_INIT;
    text_put(&words, verb);
    for (size_t i = 0; i < lock->key_count; i++) {
        text_put(&words, i == 0 ? "" : i + 1 < lock->key_count ? ", " : " and ");
        sentence_value(&words, d->flow, lock->keys[i]);
    }
    text_put(&words, rest);
    begin_node(d, node);
    if (!text_failed(&words))
        dot_wrap(d->out, words.data, BAR_WIDTH_MAX, "<br/>");
    d->out->failed |= text_failed(&words);
    text_printf(d->out,
                ">, class=\"lock\", style=filled, fillcolor=\"%s\", color=\"%s\", fontcolor=\"%s\", "
                "fontsize=" DOT_NOTE_SIZE ", margin=\"0.3,0.03\", height=0.22];\n",
                colour_ink, colour_ink, colour_paper);
    text_free(&words);
    follow(d, node, scope);
}

static const char *lock_verb(const struct model_lock *lock) {
    return lock->is_global ? "global lock: " : "local lock: ";
}

/* ---- steps ----------------------------------------------------------------------------------------- */

static void step_notes(struct drawing *d, const struct model_flow_step *step) {
    struct text *line = &d->line;
    if (step->undo != NULL) {
        put_words(line, "undo: ", step->undo->name);
        end_line(d, "<br/>");
    } else if (step->is_irreversible) {
        text_put(line, "cannot be undone");
        end_line(d, "<br/>");
    }
    for (size_t i = 0; i < step->write_count; i++)
        put_words(line, i == 0 ? "sets " : ", ", d->flow->data[step->writes[i]].name);
    end_line(d, "<br/>");
    if (step->time_ms > 0) {
        text_put(line, step->kind == MODEL_WAIT ? "within " : "given up after ");
        sentence_duration(line, step->time_ms);
        text_put(line, step->kind == MODEL_WAIT ? ", or it turns round" : "");
        end_line(d, "<br/>");
    }
    if (sentence_retries_differ(d->flow, step)) {
        text_put(line, "tried again ");
        sentence_retry(line, &step->retry);
        end_line(d, "<br/>");
    }
    if (step->stretch > 0) {
        text_put(line, "saved together");
        end_line(d, "<br/>");
    }
}

static void step(struct drawing *d, const struct model_flow_step *step) {
    static const char *const prefixes[] = {
        [MODEL_TX] = "", [MODEL_CALL] = "", [MODEL_PAUSE] = "Pause: ", [MODEL_WAIT] = "Wait for: "};
    static const char *const classes[] = {
        [MODEL_TX] = "tx", [MODEL_CALL] = "call", [MODEL_PAUSE] = "waiting", [MODEL_WAIT] = "waiting"};
    const char *node = step_node(d, step);
    bool waits = step->kind == MODEL_PAUSE || step->kind == MODEL_WAIT;
    begin_node(d, node);
    dot_wrap(d->out, arena_printf(d->arena, "%s%s", prefixes[step->kind], step->label), STEP_WIDTH_MAX,
             "<br/>");
    if (sentence_shows_name(step->label, step->path) && !d->style->bare) {
        text_put(&d->line, step->path);
        end_line(d, "<br/>");
    }
    step_notes(d, step);
    const char *fill = waits ? colour_waiting : step->kind == MODEL_CALL ? colour_paper : colour_state;
    const char *line = step->is_irreversible      ? colour_ink
                       : waits                    ? colour_waiting_line
                       : step->kind == MODEL_CALL ? colour_main
                                                  : colour_state_line;
    end_node(d,
             arena_printf(d->arena, "class=\"step %s%s\", fillcolor=\"%s\", color=\"%s\"%s",
                          classes[step->kind], step->is_irreversible ? " irreversible" : "", fill, line,
                          step->is_irreversible ? ", penwidth=2.5" : ""),
             step->doc);
    follow(d, node, step->scope);
}

/* ---- scopes ---------------------------------------------------------------------------------------- */

static void put_steps(struct drawing *d, size_t first, size_t end, size_t scope, size_t next_scope);

static void box_title(struct drawing *d, const struct model_scope *scope) {
    static const char left[] = "<br align=\"left\"/>";
    struct text *line = &d->line;
    if (scope->kind == MODEL_USE || sentence_shows_count(d->flow, scope)) {
        text_put(d->out, "<b>");
        dot_wrap(d->out, scope->label, STEP_WIDTH_MAX, left);
        text_put(d->out, "</b>");
        text_put(d->out, left);
    }
    if (scope->kind == MODEL_REPEAT) {
        text_put(line, "repeat ");
        sentence_value(line, d->flow, scope->count);
        text_printf(line, ": %" PRId64 " to %" PRId64 " times", scope->min, scope->max);
    }
    for (size_t i = 0; i < scope->value_count; i++) {
        text_put(line, i == 0 ? "with " : ", ");
        sentence_value(line, d->flow, scope->values[i]);
    }
    if (line->length > 0 && !text_failed(line)) {
        dot_note(d->out, line->data, colour_quiet, STEP_WIDTH_MAX + 4, left);
        text_put(d->out, left);
    }
    d->out->failed |= text_failed(line);
    line->length = 0;
}

static void boxed(struct drawing *d, size_t index) {
    const struct model_scope *scope = &d->flow->scopes[index];
    text_printf(d->out,
                "    subgraph \"cluster_%s.%zu\" {\n      class=composite; bgcolor=\"%s\"; color=\"%s\"; "
                "penwidth=1; margin=8; fontsize=13;\n      label=<",
                d->flow->name, index, colour_composite, colour_composite_line);
    box_title(d, scope);
    text_put(d->out, ">;\n");
    put_steps(d, scope->first, scope->end, index, index + 1);
    text_put(d->out, "    }\n");
}

static void optional(struct drawing *d, size_t index) {
    const struct model_scope *scope = &d->flow->scopes[index];
    const char *node = other_node(d, "asks", index);
    begin_node(d, node);
    dot_wrap(d->out, arena_printf(d->arena, "%s?", scope->label), STEP_WIDTH_MAX / 2, "<br/>");
    if (sentence_shows_name(scope->label, scope->predicate->name) && !d->style->bare) {
        text_put(&d->line, scope->predicate->name);
        end_line(d, "<br/>");
    }
    end_node(d,
             arena_printf(d->arena,
                          "class=\"question\", shape=diamond, style=filled, margin=\"0,0\", "
                          "fillcolor=\"%s\", color=\"%s\"",
                          colour_composite, colour_state_line),
             scope->doc);
    follow(d, node, scope->parent);
    d->exits[0].label = "yes";
    put_steps(d, scope->first, scope->end, index, index + 1);
    add_exit(d, node, "no", scope->parent);
}

static void locked(struct drawing *d, size_t index) {
    const struct model_scope *scope = &d->flow->scopes[index];
    bar(d, other_node(d, "locks", index), lock_verb(&scope->lock), &scope->lock, "", scope->parent);
    put_steps(d, scope->first, scope->end, index, index + 1);
    bar(d, other_node(d, "unlocks", index), scope->is_kept ? "keep: " : "let go: ", &scope->lock,
        scope->is_kept ? ", to the end of the run" : "", scope->parent);
}

/* The steps of a scope; next_scope: the first one that may lie in it. */
static void put_steps(struct drawing *d, size_t first, size_t end, size_t scope, size_t next_scope) {
    const struct model_flow *flow = d->flow;
    size_t s = next_scope;
    for (size_t i = first; i < end;) {
        while (s < flow->scope_count && (flow->scopes[s].first < i || flow->scopes[s].parent != scope) &&
               flow->scopes[s].first <= i)
            s++;
        if (s == flow->scope_count || flow->scopes[s].first != i || flow->scopes[s].parent != scope) {
            step(d, &flow->steps[i++]);
            continue;
        }
        switch (flow->scopes[s].kind) {
        case MODEL_REPEAT:
        case MODEL_USE:
            boxed(d, s);
            break;
        case MODEL_OPTIONAL:
            optional(d, s);
            break;
        case MODEL_LOCK:
            locked(d, s);
            break;
        }
        i = flow->scopes[s].end;
    }
}

/* ---- flows ----------------------------------------------------------------------------------------- */

static void begin_flow(struct drawing *d) {
    const struct model_flow *flow = d->flow;
    const char *node = other_node(d, "begins", 0);
    begin_node(d, node);
    text_put(d->out, "Start");
    for (size_t i = 0; i < flow->arg_count; i++)
        put_words(&d->line, i == 0 ? "with " : ", ", flow->args[i].name);
    end_line(d, "<br/>");
    for (size_t i = 0; i < flow->unique_count; i++)
        put_words(&d->line, i == 0 ? "once for each " : " and ", flow->args[flow->unique[i]].name);
    end_line(d, "<br/>");
    end_node(d,
             arena_printf(d->arena, "class=\"begin created\", fillcolor=\"%s\", color=\"%s\"", colour_created,
                          colour_created_line),
             flow->doc);
    add_exit(d, node, NULL, MODEL_NOTHING);
    for (size_t i = 0; i < flow->lock_count; i++)
        bar(d, other_node(d, "holds", i), lock_verb(&flow->locks[i]), &flow->locks[i], "", MODEL_NOTHING);
}

static void end_flow(struct drawing *d) {
    const char *node = other_node(d, "ends", 0);
    for (size_t i = d->flow->lock_count; i-- > 0;)
        bar(d, other_node(d, "releases", i), "let go: ", &d->flow->locks[i], "", MODEL_NOTHING);
    begin_node(d, node);
    text_put(d->out, "Done");
    end_node(d,
             arena_printf(d->arena, "class=\"end final\", peripheries=2, fillcolor=\"%s\", color=\"%s\"",
                          colour_final, colour_final_line),
             NULL);
    follow(d, node, MODEL_NOTHING);
}

void dot_flow(struct text *out, struct arena *arena, const struct model_flow *flow,
              const struct dot_style *style, bool alone) {
    struct drawing d = {
        .out = out, .arena = arena, .flow = flow, .style = style, .edges = TEXT_INIT, .line = TEXT_INIT};
    text_printf(out, "\n  subgraph \"cluster_%s\" {\n    class=flow; penwidth=%d; margin=%d;\n    label=",
                flow->name, alone ? 0 : 1, alone ? 0 : 14);
    if (style->bare) {
        text_put(out, "\"\"");
    } else {
        text_put(out, "<<b>");
        escape_dot_html(out, flow->label, strlen(flow->label));
        text_put(out, "</b>>");
    }
    text_put(out, ";\n");
    begin_flow(&d);
    put_steps(&d, 0, flow->step_count, MODEL_NOTHING, 0);
    end_flow(&d);
    if (text_failed(&d.edges))
        text_fail(out, d.edges.problem);
    else
        text_write(out, d.edges.data, d.edges.length);
    text_put(out, "  }\n");
    text_free(&d.edges);
    text_free(&d.line);
}

struct dot_flow_signs dot_flow_signs(const struct model_flow *flows, size_t count) {
    struct dot_flow_signs signs = {0};
    for (size_t f = 0; f < count; f++) {
        signs.lock = signs.lock || flows[f].lock_count > 0;
        for (size_t i = 0; i < flows[f].step_count; i++) {
            const struct model_flow_step *step = &flows[f].steps[i];
            signs.call = signs.call || step->kind == MODEL_CALL;
            signs.waiting = signs.waiting || step->kind == MODEL_PAUSE || step->kind == MODEL_WAIT;
            signs.undo = signs.undo || step->undo != NULL;
            signs.irreversible = signs.irreversible || step->is_irreversible;
            signs.name = signs.name || sentence_shows_name(step->label, step->path);
        }
        for (size_t i = 0; i < flows[f].scope_count; i++) {
            enum model_scope_kind kind = flows[f].scopes[i].kind;
            signs.lock = signs.lock || kind == MODEL_LOCK;
            signs.repeat = signs.repeat || kind == MODEL_REPEAT || kind == MODEL_USE;
        }
    }
    return signs;
}
