#include "lsp/answers.h"
#include "lsp/messages.h"

/* As the protocol numbers them. */
enum { SYMBOL_CLASS = 5, SYMBOL_FUNCTION = 12, SYMBOL_ENUM = 10, SYMBOL_ENUM_MEMBER = 22, SYMBOL_EVENT = 24 };

/* From its first word to `end`; without one to its name, or to the end of the file. Returns its children. */
static json_t *add(json_t *symbols, const struct source *source, int kind, const struct ast_head *head,
                   struct span keyword, struct span end) {
    json_t *children = json_must(json_array());
    const struct span whole = span_to(keyword, end.length == 0 ? head->name.span : end);
    json_t *symbol = json_must(json_pack("{s:o, s:i, s:o, s:o, s:o}", "name", json_text(head->name.text),
                                         "kind", kind, "range", span_to_json(source, whole), "selectionRange",
                                         span_to_json(source, head->name.span), "children", children));
    if (head->label.text != NULL)
        json_object_set_new(symbol, "detail", json_text(head->label.text));
    json_array_append_new(symbols, symbol);
    return children;
}

static void add_items(json_t *symbols, const struct source *source, const struct ast_item *item) {
    const struct span none = {0};
    for (; item != NULL; item = item->next)
        if (item->kind == AST_ITEM_STATE)
            add_items(add(symbols, source, item->state->is_composite ? SYMBOL_ENUM : SYMBOL_ENUM_MEMBER,
                          &item->state->head, item->state->keyword, item->state->last),
                      source, item->state->items);
        else if (item->kind == AST_ITEM_EVENT)
            add(symbols, source, SYMBOL_EVENT, &item->event->head, item->keyword, none);
        else if (item->kind == AST_ITEM_HOOK)
            add(symbols, source, SYMBOL_FUNCTION, &item->hook->head, item->keyword, none);
}

static void add_steps(json_t *symbols, const struct source *source, const struct ast_flow_step *step) {
    for (; step != NULL; step = step->next) {
        json_t *children = symbols;
        if (step->head.name.text != NULL)
            children = add(symbols, source, SYMBOL_FUNCTION, &step->head, step->keyword, (struct span){0});
        add_steps(children, source, step->steps);
    }
}

json_t *answer_symbols(const struct analysis *now) {
    json_t *symbols = json_must(json_array());
    for (const struct ast_machine *machine = now->ast.machines; machine != NULL; machine = machine->next)
        add_items(add(symbols, &now->source, SYMBOL_CLASS, &machine->head, machine->keyword, machine->last),
                  &now->source, machine->items);
    for (const struct ast_flow *flow = now->ast.flows; flow != NULL; flow = flow->next)
        add_steps(add(symbols, &now->source, flow->is_procedure ? SYMBOL_FUNCTION : SYMBOL_CLASS, &flow->head,
                      flow->keyword, flow->last),
                  &now->source, flow->steps);
    return symbols;
}
