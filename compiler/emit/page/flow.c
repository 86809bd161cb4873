/* What the templates of pages may say of a flow. */
#include "emit/page/page.h"

#include "emit/prose/sentence.h"
#include "emit/prose/sentence_flow.h"

enum { DRAWN_STEPS_MAX = 250 }; /* beyond, dot takes minutes and the picture is a carpet */

/* ---- steps ----------------------------------------------------------------------------------------- */

void page_items_init(struct page *page) {
    const struct model_flow *flow = page->flow;
    struct page_item *items =
        arena_alloc(page->context->arena, (flow->step_count + 2 * flow->scope_count) * sizeof *items);
    size_t next = 0;
    size_t depth = 0;
    size_t open = MODEL_NOTHING; /* the innermost scope */
    page->items = items;
    for (size_t i = 0; i <= flow->step_count; i++) {
        for (; open != MODEL_NOTHING && flow->scopes[open].end <= i; open = flow->scopes[open].parent)
            items[page->item_count++] = (struct page_item){PAGE_SCOPE_ENDS, open, --depth};
        for (; next < flow->scope_count && flow->scopes[next].first == i; open = next++)
            items[page->item_count++] = (struct page_item){PAGE_SCOPE_BEGINS, next, depth++};
        if (i < flow->step_count)
            items[page->item_count++] = (struct page_item){PAGE_STEP, i, depth};
    }
}

TEMPLATE_OWN(page_item, item, item)

static bool enter_flow_items(struct template_scope *scope, size_t index) {
    if (index >= page_of(scope)->item_count)
        return false;
    const struct page_item *item = &page_of(scope)->items[index];
    scope->item = item;
    if (item->kind == PAGE_STEP)
        scope->step = &scope->flow->steps[item->index];
    else
        scope->flow_scope = &scope->flow->scopes[item->index];
    return true;
}

/* Headings go no deeper than HTML's: what is deeper has no level of its own. */
static size_t item_level(const struct template_scope *scope) {
    const size_t level = page_of(scope)->level + 1 + item_of(scope)->depth;
    return level > 6 ? 6 : level;
}

static const char *step_kind(const struct model_flow_step *step) {
    static const char *const kinds[] = {
        [MODEL_TX] = "tx", [MODEL_CALL] = "call", [MODEL_PAUSE] = "waiting", [MODEL_WAIT] = "waiting"};
    return step->is_irreversible ? "irreversible" : kinds[step->kind];
}

static bool has_docs(const struct model_field *fields, size_t count) {
    while (count > 0 && fields[count - 1].doc == NULL)
        count--;
    return count > 0;
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(NUMBER, item_level, item_level(scope)) /* of the heading of a step or scope */                         \
    X(TEXT, step, scope->step->path)         /* its path */                                                  \
    X(TEXT, step_kind, step_kind(scope->step))                                                               \
    X(HTML, step_label, scope->step->label)                                                                  \
    X(WORD, step_doc, page_doc(out, scope->step->doc))                                                       \
    X(SENTENCE, what_step_does, sentence_flow_step(&words, scope->flow, scope->step))                        \
    X(SENTENCE, scope, sentence_scope(&words, scope->flow, scope->flow_scope))                               \
    X(TEXT, scope_path, scope->flow_scope->path)                                                             \
    X(WORD, scope_doc, page_doc(out, model_scope_doc(scope->flow_scope)))                                    \
    X(SENTENCE, when_scope_fails, sentence_scope_fails(&words, scope->flow, scope->flow_scope))              \
    X(SENTENCE, about_flow, sentence_flow(&words, scope->flow); sentence_flow_emit(&words, scope->flow))     \
    X(SENTENCE, how_it_goes_back, sentence_flow_back(&words, scope->flow))                                   \
    X(WORD, step_count, page_count(out, scope->flow->step_count, "step"))                                    \
    X(WORD, field, sentence_name(out, scope->field->name)) /* of {#each args} and {#each data}: its name */  \
    X(TEXT, field_type, model_type_name(scope->field->type))                                                 \
    X(HTML, field_doc, scope->field->doc)
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(ends_scope, item_of(scope)->kind == PAGE_SCOPE_ENDS)                                                   \
    X(begins_scope, item_of(scope)->kind == PAGE_SCOPE_BEGINS)                                               \
    X(is_step, item_of(scope)->kind == PAGE_STEP)                                                            \
    X(stops, scope->step->kind == MODEL_PAUSE || scope->step->kind == MODEL_WAIT) /* the step */             \
    X(stays_done, sentence_stays_done(scope->flow, scope->step))                                             \
    X(is_lock, scope->flow_scope->kind == MODEL_LOCK) /* the scope */                                        \
    X(is_flow_drawn, scope->flow->step_count <= DRAWN_STEPS_MAX)                                             \
    X(goes_back, sentence_goes_back(scope->flow))                                                            \
    X(tells_args, has_docs(scope->flow->args, scope->flow->arg_count)) /* any of them */                     \
    X(tells_data, has_docs(scope->flow->data, scope->flow->data_count))                                      \
    X(tells_fields,                                                                                          \
      scope->field >= scope->flow->args && scope->field < scope->flow->args + scope->flow->arg_count         \
          ? condition_tells_args(scope)                                                                      \
          : condition_tells_data(scope)) /* of {field}'s table */                                            \
    X(has_data, scope->flow->data_count > 0)                                                                 \
    X(has_details, condition_tells_args(scope) || scope->flow->data_count > 0)
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    ENTER(flow_items, enter_flow_items) /* steps, and where scopes begin and end                             \
                                         */
TEMPLATE_LISTS(LISTS)

const struct template_vocabulary page_flow_vocabulary = {words, conditions, lists};
