#include "emit/page/page.h"

#include "emit/page/digest.h"

#include <string.h>

/* ---- pieces ---------------------------------------------------------------------------------------- */

void page_text(struct text *out, struct text *text) {
    if (text_failed(text))
        text_fail(out, text->problem);
    else if (text->length > 0)
        escape_html(out, text->data);
    text_free(text);
}

void page_put(struct text *out, const char *text) {
    if (text != NULL)
        escape_html(out, text);
}

void page_doc(struct text *out, const char *doc) {
    while (doc != NULL && *doc != '\0') {
        const char *end = strstr(doc, "\n\n");
        size_t length = end == NULL ? strlen(doc) : (size_t)(end - doc);
        struct text paragraph = TEXT_INIT;
        text_write(&paragraph, doc, length);
        text_put(out, "<p>");
        page_text(out, &paragraph);
        text_put(out, "</p>\n");
        doc += length;
        doc += strspn(doc, "\n");
    }
}

/* ---- parts ----------------------------------------------------------------------------------------- */

/* The machine of that name before, or the one that it is renamed from. */
static const struct model_machine *find_before(const struct model *since,
                                               const struct model_machine *machine) {
    const struct model_machine *renamed = NULL;
    for (size_t i = 0; since != NULL && i < since->machine_count; i++) {
        if (strcmp(since->machines[i].name, machine->name) == 0)
            return &since->machines[i];
        if (machine->renamed_from != NULL && strcmp(since->machines[i].name, machine->renamed_from) == 0)
            renamed = &since->machines[i];
    }
    return renamed;
}

void page_part_init(struct page *page, const struct model_machine *machine, const struct model_flow *flow) {
    struct arena *arena = page->context->arena;
    page->machine = machine;
    page->flow = flow;
    if (flow != NULL) {
        page_items_init(page);
        return;
    }
    struct diagram *diagram = arena_alloc(arena, sizeof *diagram);
    diagram_init(diagram, arena, machine);
    page->diagram = diagram;
    page->before = find_before(page->context->since, machine);
    page_places_init(page);
}

/* All machines and flows of a model, as parts of a page. */
static const struct page *parts_of(const struct page *page, const struct model *model) {
    struct arena *arena = page->context->arena;
    const size_t count = model->machine_count + model->flow_count;
    struct page *parts = arena_alloc(arena, count * sizeof *parts);
    for (size_t i = 0; i < count; i++) {
        const bool is_machine = i < model->machine_count;
        const struct model_machine *machine = is_machine ? &model->machines[i] : NULL;
        const struct model_flow *flow = is_machine ? NULL : &model->flows[i - model->machine_count];
        parts[i] = *page;
        parts[i].number = i + 1;
        parts[i].digest = page_digest(arena, is_machine ? page_words_of_machine(arena, model, machine)
                                                        : page_words_of_flow(arena, model, flow));
        page_part_init(&parts[i], machine, flow);
    }
    return parts;
}

struct template_scope page_scope(const struct page *page) {
    return (struct template_scope){.templates = &page_templates,
                                   .model = page->context->model,
                                   .machine = page->machine,
                                   .flow = page->flow,
                                   .other = page};
}

static bool enter_part(struct template_scope *scope, const struct page *parts, size_t count, size_t index) {
    if (index >= count)
        return false;
    *scope = page_scope(&parts[index]);
    scope->index = index;
    return true;
}

static bool enter_parts(struct template_scope *scope, size_t index) {
    return enter_part(scope, page_of(scope)->parts, page_of(scope)->part_count, index);
}

static bool enter_compared(struct template_scope *scope, size_t index) {
    return enter_part(scope, page_of(scope)->compared, page_of(scope)->compared_count, index);
}

#define OF_PART(scope, member) ((scope)->machine != NULL ? (scope)->machine->member : (scope)->flow->member)
PAGE_TEXT(write_label, OF_PART(scope, label))
TEMPLATE_TEXT(write_name, OF_PART(scope, name))
TEMPLATE_TEXT(write_fingerprint, OF_PART(scope, fingerprint))
TEMPLATE_WORD(write_doc, page_doc(out, OF_PART(scope, doc)))
TEMPLATE_TEXT(write_kind, scope->machine != NULL ? "machine" : "flow")
TEMPLATE_TEXT(write_digest, page_of(scope)->digest)
TEMPLATE_NUMBER(write_number, page_of(scope)->number)
TEMPLATE_NUMBER(write_level, page_of(scope)->level)
TEMPLATE_NUMBER(write_level_below, page_of(scope)->level + 1)
TEMPLATE_TEXT(write_stem, scope->model->stem)
TEMPLATE_WORD(write_style, page_style(out, scope->model->flow_count > 0))
TEMPLATE_CONDITION(is_alone, page_of(scope)->part_count == 1)
TEMPLATE_CONDITION(is_first, scope->index == 0)
TEMPLATE_CONDITION(compares, page_of(scope)->diff != NULL)
TEMPLATE_CONDITION(has_pictures, !page_of(scope)->words_only)

static void write_title(struct text *out, const struct template_scope *scope) {
    const struct template_scope part = page_scope(page_of(scope)->parts);
    escape_html(out, is_alone(scope) ? OF_PART(&part, label) : scope->model->stem);
}

/* ---- changes --------------------------------------------------------------------------------------- */

/* The categories in the order in which readers want to know of them. */
static const struct {
    enum diff_category category;
    const char *title;
} categories[] = {{DIFF_BEHAVIOUR, "What may happen"},
                  {DIFF_DATA, "For data that exist: they must be changed"},
                  {DIFF_SOURCE, "For programs: they must be changed, or can be"},
                  {DIFF_COSMETIC, "Words only"}};

TEMPLATE_CONDITION(has_changes, page_of(scope)->diff->count > 0)
TEMPLATE_CONDITION(has_several, page_of(scope)->part_count > 1 || page_of(scope)->compared_count > 1)
TEMPLATE_TEXT(write_category, categories[scope->declaration].title)

/* Those that something has changed in; `declaration` is which of them. */
static bool enter_categories(struct template_scope *scope, size_t index) {
    for (size_t i = 0; i < DIFF_CATEGORY_COUNT; i++)
        if (page_of(scope)->diff->category_count[categories[i].category] > 0 && index-- == 0) {
            scope->declaration = i;
            return true;
        }
    return false;
}

static const struct diff_change *change_of(const struct template_scope *scope) {
    return scope->item;
}

static bool enter_changes(struct template_scope *scope, size_t index) {
    const struct diff *diff = page_of(scope)->diff;
    const enum diff_category category = categories[scope->declaration].category;
    size_t first = 0;
    for (size_t i = 0; i < category; i++)
        first += diff->category_count[i];
    scope->item = &diff->changes[first + index];
    return index < diff->category_count[category];
}

TEMPLATE_TEXT(write_change_machine, change_of(scope)->machine)

static void write_change_badge(struct text *out, const struct template_scope *scope) {
    static const char *const badges[] = {[DOT_ADDED] = "added\">new",
                                         [DOT_REMOVED] = "removed\">taken out",
                                         [DOT_CHANGED] = "changed\">changed"};
    text_put(out, badges[page_mark_of(change_of(scope))]);
}

/* Names stand between backquotes in its sentence. */
static void write_change(struct text *out, const struct template_scope *scope) {
    const char *at = change_of(scope)->sentence;
    for (bool is_name = false; *at != '\0'; is_name = !is_name) {
        size_t length = strcspn(at, "`");
        if (is_name)
            text_put(out, at[length] == '`' ? "<code>" : "`");
        escape_html(out, arena_strndup(page_of(scope)->context->arena, at, length));
        at += length;
        if (*at == '`') {
            text_put(out, is_name ? "</code>" : "");
            at++;
        }
    }
}

/* ---- the whole ------------------------------------------------------------------------------------- */

static const struct template_word words[] = {
    {"title", write_title},
    {"style", write_style},
    {"stem", write_stem}, /* of the file's name */
    {"kind", write_kind}, /* machine, flow: of the part, as the next ones */
    {"name", write_name},
    {"label", write_label},
    {"doc", write_doc},
    {"fingerprint", write_fingerprint},
    {"digest", write_digest},
    {"number", write_number}, /* for anchors */
    {"level", write_level},   /* of headings, */
    {"level_below", write_level_below},
    {"category", write_category}, /* its title */
    {"change", write_change},
    {"change_badge", write_change_badge}, /* class and words */
    {"change_machine", write_change_machine},
    {0},
};

static const struct template_condition conditions[] = {
    {"is_alone", is_alone}, /* the page is about one machine or flow */
    {"is_first", is_first}, /* of the list */
    {"compares", compares},
    {"has_pictures", has_pictures}, /* and links to its parts; otherwise it is read for its digest */
    {"has_changes", has_changes},
    {"has_several", has_several}, /* either version: each change says what it is about */
    {0},
};

static const struct template_list lists[] = {
    {"parts", enter_parts},
    {"compared", enter_compared}, /* parts of the older version */
    {"categories", enter_categories},
    {"changes", enter_changes}, /* of the category */
    {0},
};

static const struct template_vocabulary vocabulary = {words, conditions, lists};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary,
                                                                 &page_machine_vocabulary,
                                                                 &page_moves_vocabulary,
                                                                 &page_table_vocabulary,
                                                                 &page_diagram_vocabulary,
                                                                 &page_flow_vocabulary,
                                                                 &template_model_vocabulary,
                                                                 NULL};
const struct templates page_templates = {.fragments = page_fragments, .vocabularies = vocabularies};

void emit_html(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    const struct model *since = context->since;
    struct page page = {.context = context, .part_count = model->machine_count + model->flow_count};
    page.level = page.part_count == 1 ? 2 : 3;
    if (since != NULL) {
        page.diff = diff_models(context->arena, since, model);
        page.compared_count = since->machine_count + since->flow_count;
        page.compared = parts_of(&page, since);
    }
    page.parts = parts_of(&page, model);
    const struct template_scope scope = page_scope(&page);
    template_render(out, &scope, "page");
}
