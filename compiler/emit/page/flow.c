/* What the templates of pages may say of a flow. */
#include "emit/page/page.h"

#include "emit/diagram/dot_parts.h"
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

static const struct page_item *item_of(const struct template_scope *scope) {
    return scope->item;
}

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

/* A use that has no description of its own has that of its procedure. */
static const char *scope_doc(const struct model_scope *scope) {
    return scope->kind == MODEL_USE && scope->doc == NULL ? scope->procedure->doc : scope->doc;
}

TEMPLATE_CONDITION(ends_scope, item_of(scope)->kind == PAGE_SCOPE_ENDS)
TEMPLATE_CONDITION(begins_scope, item_of(scope)->kind == PAGE_SCOPE_BEGINS)
TEMPLATE_CONDITION(is_step, item_of(scope)->kind == PAGE_STEP)
TEMPLATE_NUMBER(write_item_level, item_level(scope))
TEMPLATE_TEXT(write_step, scope->step->path)
TEMPLATE_TEXT(write_step_kind, step_kind(scope->step))
PAGE_TEXT(write_step_label, scope->step->label)
TEMPLATE_WORD(write_step_doc, page_doc(out, scope->step->doc))
PAGE_SENTENCE(write_what_step_does, sentence_flow_step(&words, scope->flow, scope->step))
TEMPLATE_CONDITION(stops, scope->step->kind == MODEL_PAUSE || scope->step->kind == MODEL_WAIT)
TEMPLATE_CONDITION(is_irreversible, scope->step->is_irreversible)
PAGE_SENTENCE(write_scope, sentence_scope(&words, scope->flow, scope->flow_scope))
TEMPLATE_TEXT(write_scope_path, scope->flow_scope->path)
TEMPLATE_WORD(write_scope_doc, page_doc(out, scope_doc(scope->flow_scope)))
PAGE_SENTENCE(write_when_scope_fails, sentence_scope_fails(&words, scope->flow, scope->flow_scope))
TEMPLATE_CONDITION(is_lock, scope->flow_scope->kind == MODEL_LOCK)
TEMPLATE_CONDITION(is_use, scope->flow_scope->kind == MODEL_USE)
TEMPLATE_CONDITION(is_repeat, scope->flow_scope->kind == MODEL_REPEAT)

/* ---- the rest -------------------------------------------------------------------------------------- */

PAGE_SENTENCE(write_about_flow, sentence_flow(&words, scope->flow); sentence_flow_emit(&words, scope->flow))
PAGE_SENTENCE(write_turns_round, sentence_flow_back(&words, scope->flow))
TEMPLATE_NUMBER(write_step_count, scope->flow->step_count)
TEMPLATE_CONDITION(is_flow_drawn, scope->flow->step_count <= DRAWN_STEPS_MAX)
TEMPLATE_CONDITION(shows_call, dot_flow_signs(scope->flow, 1).call)
TEMPLATE_CONDITION(shows_stop, dot_flow_signs(scope->flow, 1).waiting)
TEMPLATE_CONDITION(shows_irreversible, dot_flow_signs(scope->flow, 1).irreversible)
TEMPLATE_CONDITION(shows_repeat, dot_flow_signs(scope->flow, 1).repeat)
TEMPLATE_CONDITION(shows_lock, dot_flow_signs(scope->flow, 1).lock)
TEMPLATE_CONDITION(has_args, scope->flow->arg_count > 0)
TEMPLATE_CONDITION(has_data, scope->flow->data_count > 0)
TEMPLATE_CONDITION(carries_nothing, scope->flow->arg_count == 0 && scope->flow->data_count == 0)
TEMPLATE_LIST(enter_args, scope->flow->arg_count, field, &scope->flow->args[index])
TEMPLATE_LIST(enter_data, scope->flow->data_count, field, &scope->flow->data[index])
TEMPLATE_WORD(write_field, sentence_name(out, scope->field->name))
TEMPLATE_TEXT(write_field_type, model_type_name(scope->field->type))
PAGE_TEXT(write_field_doc, scope->field->doc)
TEMPLATE_CONDITION(field_is_optional, scope->field->is_optional)

/* ---- the vocabulary -------------------------------------------------------------------------------- */

static const struct template_word words[] = {
    {"item_level", write_item_level}, /* of the heading of a step or scope */
    {"step", write_step},             /* its path */
    {"step_kind", write_step_kind},
    {"step_label", write_step_label},
    {"step_doc", write_step_doc},
    {"what_step_does", write_what_step_does},
    {"scope", write_scope},
    {"scope_path", write_scope_path},
    {"scope_doc", write_scope_doc},
    {"when_scope_fails", write_when_scope_fails},
    {"about_flow", write_about_flow},
    {"turns_round", write_turns_round},
    {"step_count", write_step_count},
    {"field", write_field}, /* of {#each args} and {#each data}: its name */
    {"field_type", write_field_type},
    {"field_doc", write_field_doc},
    {0},
};

static const struct template_condition conditions[] = {
    {"ends_scope", ends_scope},
    {"begins_scope", begins_scope},
    {"is_step", is_step},
    {"stops", stops}, /* the step */
    {"is_irreversible", is_irreversible},
    {"is_lock", is_lock}, /* the scope */
    {"is_use", is_use},
    {"is_repeat", is_repeat},
    {"is_flow_drawn", is_flow_drawn},
    {"shows_call", shows_call}, /* the picture, as the next ones */
    {"shows_stop", shows_stop},
    {"shows_irreversible", shows_irreversible},
    {"shows_repeat", shows_repeat},
    {"shows_lock", shows_lock},
    {"has_args", has_args},
    {"has_data", has_data},
    {"carries_nothing", carries_nothing},
    {"field_is_optional", field_is_optional},
    {0},
};

static const struct template_list lists[] = {
    {"flow_items", enter_flow_items}, /* steps, and where scopes begin and end */
    {"args", enter_args},
    {"data", enter_data},
    {0},
};

const struct template_vocabulary page_flow_vocabulary = {words, conditions, lists};
