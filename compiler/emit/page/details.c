#include "base/escape.h"
#include "base/text.h"
#include "emit/page/page.h"
#include "emit/prose/sentence.h"
#include "model/dialect.h"

#include <string.h>

static void table_begin(const struct page *page, const char *caption, const char *const *columns) {
    text_put(page->out, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"");
    text_printf(page->out, "%s\">\n<table>\n<caption>%s</caption>\n<thead><tr>", caption, caption);
    for (; *columns != NULL; columns++)
        text_printf(page->out, "<th scope=\"col\">%s</th>", *columns);
    text_put(page->out, "</tr></thead>\n<tbody>\n");
}

static void table_end(const struct page *page) {
    text_put(page->out, "</tbody>\n</table>\n</div>\n");
}

static void head_cell(const struct page *page, const char *text) {
    text_put(page->out, "<tr><th scope=\"row\">");
    escape_html(page->out, text);
    text_put(page->out, "</th>");
}

static void doc_cell(const struct page *page, const char *doc) {
    text_put(page->out, "<td>");
    if (doc != NULL)
        escape_html(page->out, doc);
    text_put(page->out, "</td>");
}

/* ---- events ---------------------------------------------------------------------------------------- */

static void reference(const struct page *page, const struct model_reference *value) {
    switch (value->kind) {
    case MODEL_KEY:
        text_put(page->out, "its key");
        break;
    case MODEL_NOW: /* only SQL may refer to it */
        break;
    case MODEL_PARAM:
    case MODEL_CREATED:
        page_name(page, page->machine->columns[value->column].name);
        break;
    }
    if (value->kind == MODEL_CREATED) {
        text_put(page->out, " of ");
        escape_html(page->out, page->machine->events[value->event].label);
    }
}

static void event(const struct page *page, const struct model_event *event) {
    head_cell(page, event->label);
    doc_cell(page, event->doc);
    text_put(page->out, "<td>");
    for (size_t i = 0; i < event->param_count; i++) {
        text_put(page->out, i == 0 ? "" : "<br>");
        page_name(page, event->params[i].name);
        text_printf(page->out, " <small>%s%s%s</small>", model_type_name(event->params[i].type),
                    event->params[i].optional ? ", may be left out" : "",
                    page->machine->columns[event->params[i].column].is_personal ? ", personal: may be erased"
                                                                                : "");
    }
    for (size_t i = 0; i < event->serialize_count; i++) {
        text_put(page->out, i == 0 && event->param_count == 0 ? "" : "<br>");
        text_put(page->out, "<small>one at a time for each</small> ");
        reference(page, &event->serialize_by[i]);
    }
    text_printf(page->out, "</td><td><code>%s</code></td><td>", event->name);
    escape_html(page->out, event->stored);
    text_put(page->out, "</td></tr>\n");
}

static void events(const struct page *page) {
    static const char *const columns[] = {
        "Event", "Meaning", "Data that comes with it", "Name in programs", "In the database", NULL};
    table_begin(page, "Events", columns);
    for (size_t i = 0; i < page->machine->event_count; i++)
        event(page, &page->machine->events[i]);
    table_end(page);
}

/* ---- states ---------------------------------------------------------------------------------------- */

static void states(const struct page *page) {
    static const char *const columns[] = {"State", "Name in programs", "In the database", NULL};
    table_begin(page, "States", columns);
    for (size_t i = 0; i < page->machine->state_count; i++) {
        const struct model_state *state = &page->machine->states[i];
        head_cell(page, state->label);
        text_printf(page->out, "<td><code>%s</code></td><td>", state->name);
        escape_html(page->out, state->stored);
        text_put(page->out, "</td></tr>\n");
    }
    table_end(page);
}

/* ---- conditions, actions, work --------------------------------------------------------------------- */

static void sql(const struct page *page, const char *where, const struct model_sql *text) {
    text_printf(page->out, "%s<pre><code>", where);
    escape_html(page->out, text->text);
    text_put(page->out, "</code></pre>");
}

static bool sql_is_the_same(const struct model_hook *hook) {
    for (size_t i = 1; i < PAWL_DIALECT_COUNT; i++)
        if (strcmp(hook->sql[i]->text, hook->sql[0]->text) != 0)
            return false;
    return true;
}

static void sql_of_dialect(const struct page *page, const struct dialect *dialect,
                           const struct model_sql *text) {
    text_printf(page->out, "by %s<pre><code>", dialect->title);
    escape_html(page->out, text->text);
    text_put(page->out, "</code></pre>");
}

static void hook(const struct page *page, const struct model_hook *hook) {
    text_put(page->out, "<tr><th scope=\"row\">");
    page_name(page, hook->name);
    text_put(page->out, "</th>");
    doc_cell(page, hook->doc);
    text_put(page->out, "<td>");
    if (!hook->is_sql)
        text_put(page->out, "by the application");
    else if (sql_is_the_same(hook))
        sql(page, "by the database", hook->sql[0]);
    else
        for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
            sql_of_dialect(page, dialects[i], hook->sql[i]);
    text_put(page->out, "</td></tr>\n");
}

static void hooks(const struct page *page, const char *caption, const char *const *columns, size_t count,
                  const struct model_hook *all) {
    if (count == 0)
        return;
    table_begin(page, caption, columns);
    for (size_t i = 0; i < count; i++)
        hook(page, &all[i]);
    table_end(page);
}

void page_details(const struct page *page) {
    static const char *const guards[] = {"Condition", "Meaning", "Decided", NULL};
    static const char *const effects[] = {"Action", "Meaning", "Done", NULL};
    const struct model_machine *machine = page->machine;
    page_section(page, "details", "Details");
    events(page);
    hooks(page, "Conditions", guards, machine->guard_count, machine->guards);
    hooks(page, "Actions", effects, machine->effect_count, machine->effects);
    if (machine->work_count > 0) {
        static const char *const works[] = {"Work", "Meaning", "Done", NULL};
        table_begin(page, "Work", works);
        for (size_t i = 0; i < machine->work_count; i++)
            hook(page, machine->works[i].hook);
        table_end(page);
    }
    states(page);
    text_put(page->out, "</section>\n");
}
