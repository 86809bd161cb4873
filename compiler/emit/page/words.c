/* What the templates of pages may say of the page itself, of its parts and of what has changed. */
#include "emit/page/page.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

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
    page->signs = arena_alloc(arena, sizeof *page->signs);
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

static void write_title(struct text *out, const struct template_scope *scope) {
    const struct template_scope part = page_scope(page_of(scope)->parts);
    escape_html(out, page_of(scope)->part_count == 1 ? OF_PART(&part, label) : scope->model->stem);
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
static_assert(sizeof categories / sizeof *categories == DIFF_CATEGORY_COUNT, "each category once");

/* Those that something has changed in; `declaration` is which of them. */
static bool enter_categories(struct template_scope *scope, size_t index) {
    for (size_t i = 0; i < DIFF_CATEGORY_COUNT; i++)
        if (page_of(scope)->diff->category_count[categories[i].category] > 0 && index-- == 0) {
            scope->declaration = i;
            return true;
        }
    return false;
}

TEMPLATE_OWN(diff_change, change, item)

static bool enter_changes(struct template_scope *scope, size_t index) {
    const struct diff *diff = page_of(scope)->diff;
    const enum diff_category category = categories[scope->declaration].category;
    size_t first = 0;
    for (size_t i = 0; i < category; i++)
        first += diff->category_count[i];
    scope->item = &diff->changes[first + index];
    return index < diff->category_count[category];
}

static void write_change_badge(struct text *out, const struct template_scope *scope) {
    static const char *const badges[] = {[DOT_ADDED] = "added\">new",
                                         [DOT_REMOVED] = "removed\">taken out",
                                         [DOT_CHANGED] = "changed\">changed"};
    text_put(out, badges[page_mark_of(change_of(scope))]);
}

/* Names stand between backquotes. */
static void put_quoted(struct text *out, const struct template_scope *scope, const char *at) {
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

/* Its first words the badge says already. */
static void write_change(struct text *out, const struct template_scope *scope) {
    static const char *const said[] = {
        [DOT_ADDED] = "New: ", [DOT_REMOVED] = "No longer: ", [DOT_CHANGED] = NULL};
    const char *at = change_of(scope)->sentence, *first = said[page_mark_of(change_of(scope))];
    if (first != NULL && strncmp(at, first, strlen(first)) == 0 && isupper((unsigned char)at[strlen(first)]))
        at += strlen(first);
    put_quoted(out, scope, at);
}

/* ---- warnings -------------------------------------------------------------------------------------- */

TEMPLATE_OWN(diagnostic, warning, item)

static bool enter_warnings(struct template_scope *scope, size_t index) {
    const struct page *page = page_of(scope);
    if (index >= page->warning_count)
        return false;
    scope->item = page->warnings[index];
    return true;
}

static size_t warning_line(const struct template_scope *scope) {
    return source_line_number(page_of(scope)->context->diagnostics->source, warning_of(scope)->at.offset);
}

/* ---- the whole ------------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(WORD, title, write_title(out, scope))                                                                  \
    X(WORD, style, page_style(out, scope->model->flow_count > 0))                                            \
    X(WORD, warning, put_quoted(out, scope, warning_of(scope)->message))                                     \
    X(TEXT, warning_code, diagnostic_kinds[warning_of(scope)->code].code)                                    \
    X(NUMBER, warning_line, warning_line(scope))                                                             \
    X(TEXT, stem, scope->model->stem) /* of the file's name */                                               \
    X(TEXT, kind,                                                                                            \
      scope->machine != NULL ? "machine" : "flow") /* machine, flow: of the part, as the next ones */        \
    X(TEXT, name, OF_PART(scope, name))                                                                      \
    X(HTML, label, OF_PART(scope, label))                                                                    \
    X(WORD, doc, page_doc(out, OF_PART(scope, doc)))                                                         \
    X(HTML, fingerprint, OF_PART(scope, fingerprint))                                                        \
    X(TEXT, digest, page_of(scope)->digest)                                                                  \
    X(NUMBER, number, page_of(scope)->number) /* for anchors */                                              \
    X(NUMBER, level, page_of(scope)->level)   /* of headings, */                                             \
    X(NUMBER, level_below, page_of(scope)->level + 1)                                                        \
    X(TEXT, category, categories[scope->declaration].title) /* its title */                                  \
    X(WORD, change, write_change(out, scope))                                                                \
    X(WORD, change_badge, write_change_badge(out, scope)) /* class and words */                              \
    X(TEXT, change_machine, change_of(scope)->machine)
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(is_alone, page_of(scope)->part_count == 1) /* the page is about one machine or flow */                 \
    X(has_warnings, page_of(scope)->warning_count > 0)                                                       \
    X(compares, page_of(scope)->diff != NULL)                                                                \
    X(has_pictures,                                                                                          \
      !page_of(scope)->words_only) /* and links to its parts; otherwise it is read for its digest */         \
    X(has_changes, page_of(scope)->diff->count > 0)                                                          \
    X(has_several,                                                                                           \
      page_of(scope)->part_count > 1 ||                                                                      \
          page_of(scope)->compared_count > 1) /* either version: each change says what it is about */
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    ENTER(parts, enter_parts)                                                                                \
    ENTER(compared, enter_compared) /* parts of the older version */                                         \
    ENTER(warnings, enter_warnings)                                                                          \
    ENTER(categories, enter_categories)                                                                      \
    ENTER(changes, enter_changes) /* of the category */
TEMPLATE_LISTS(LISTS)

static const struct template_vocabulary vocabulary = {words, conditions, lists};
static const struct template_vocabulary *const vocabularies[] = {
    &vocabulary,           &page_machine_vocabulary,   &page_moves_vocabulary,
    &page_rows_vocabulary, &page_diagram_vocabulary,   &page_flow_vocabulary,
    &page_play_vocabulary, &template_model_vocabulary, NULL};
const struct templates page_templates = {.fragments = page_fragments, .vocabularies = vocabularies};
