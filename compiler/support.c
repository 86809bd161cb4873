#include "support.h"

#include "emit.h"

#include <string.h>

/* Whose outputs do not execute what is refused here, in words: "`header` and `source`"; NULL: nobody's. */
static const char *executing(struct arena *arena, const bool *chosen) {
    const char *words = NULL;
    const char *last = NULL;
    for (size_t b = 0; backends[b].name != NULL; b++) {
        if (!chosen[b] || !backends[b].executes)
            continue;
        if (last != NULL)
            words = words == NULL ? arena_printf(arena, "`%s`", last)
                                  : arena_printf(arena, "%s, `%s`", words, last);
        last = backends[b].name;
    }
    if (last == NULL)
        return NULL;
    return words == NULL ? arena_printf(arena, "`%s`", last)
                         : arena_printf(arena, "%s and `%s`", words, last);
}

/* The kinds that do not execute, as for --emit. */
static const char *not_executing(struct arena *arena) {
    const char *list = "";
    for (size_t b = 0; backends[b].name != NULL; b++)
        if (!backends[b].executes)
            list = arena_printf(arena, "%s%s%s", list, *list == '\0' ? "" : ",", backends[b].name);
    return list;
}

enum { CONSTRUCTS_MAX = 32 };

struct support {
    size_t count;
    struct refused {
        const char *construct;
        struct span first;
        size_t places;
    } refused[CONSTRUCTS_MAX];
};

static void refuse(struct support *support, struct span at, const char *construct) {
    size_t i = 0;
    while (i < support->count && strcmp(support->refused[i].construct, construct) != 0)
        i++;
    if (i == CONSTRUCTS_MAX)
        return;
    if (i == support->count)
        support->refused[support->count++] = (struct refused){construct, at, 0};
    support->refused[i].places++;
}

static void check_items(struct support *support, const struct ast_item *items) {
    for (const struct ast_item *item = items; item != NULL; item = item->next) {
        switch (item->kind) {
        case AST_ITEM_STATE:
            if (item->state->implicit.text != NULL)
                refuse(support, item->state->implicit.span, "implicit initial states");
            check_items(support, item->state->items);
            break;
        case AST_ITEM_STORAGE:
            if (item->setting->word.text[0] == 't')
                refuse(support, item->setting->word.span, "tables as in `storage transitions`");
            break;
        case AST_ITEM_MOVE:
        case AST_ITEM_WORK:
        case AST_ITEM_ENTITY:
        case AST_ITEM_EVENT:
        case AST_ITEM_KEY:
        case AST_ITEM_HOOK:
        case AST_ITEM_ENTER:
        case AST_ITEM_LEAVE:
        case AST_ITEM_MIRROR:
        case AST_ITEM_EMIT:
        case AST_ITEM_REFUSE:
        case AST_ITEM_IGNORE:
        case AST_ITEM_ALLOW:
        case AST_ITEM_RETIRED:
        case AST_ITEM_ASSERT:
        case AST_ITEM_SCENARIO:
            break;
        }
    }
}

void support_check(struct ast *ast, const struct ast_machine *machine, const bool *chosen) {
    struct support support = {.count = 0};
    const char *outputs = executing(ast->arena, chosen);
    if (outputs == NULL)
        return;
    check_items(&support, machine->items);
    for (size_t i = 0; i < support.count; i++) {
        const struct refused *refused = &support.refused[i];
        size_t more = refused->places - 1;
        diagnose(ast->diagnostics, DIAGNOSTIC_NOT_YET, refused->first, "%s are not supported yet by %s%s",
                 refused->construct, outputs,
                 more == 0 ? ""
                           : arena_printf(ast->arena, ", here and in %zu more place%s", more,
                                          more == 1 ? "" : "s"));
        diagnose_help(ast->diagnostics, "take this out, or write only what does not run: --emit=%s",
                      not_executing(ast->arena));
    }
}

void support_check_flow(struct ast *ast, const struct ast_flow *flow, const bool *chosen) {
    const char *outputs = executing(ast->arena, chosen);
    if (outputs == NULL)
        return;
    diagnose(ast->diagnostics, DIAGNOSTIC_NOT_YET, flow->head.name.span,
             "flow `%s` is not supported yet by %s: flows can be checked and drawn, and not run",
             flow->head.name.text, outputs);
    diagnose_help(ast->diagnostics, "take it out, or write only what does not run: --emit=%s",
                  not_executing(ast->arena));
}
