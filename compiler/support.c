#include "support.h"

#include "emit.h"

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

struct support {
    struct ast *ast;
    const char *outputs;
};

static void refuse(const struct support *support, struct span at, const char *construct) {
    diagnose(support->ast->diagnostics, DIAGNOSTIC_NOT_YET, at, "%s are not supported yet by %s", construct,
             support->outputs);
    for (size_t b = 0; backends[b].name != NULL; b++)
        if (!backends[b].executes) {
            diagnose_help(support->ast->diagnostics,
                          "take this out, or write only what does not run: --emit=%s", backends[b].name);
            return;
        }
}

static void check_words(const struct support *support, const struct ast_words *words, const char *construct) {
    if (words != NULL)
        refuse(support, words->first->whole, construct);
}

static void check_move(const struct support *support, const struct ast_move *move) {
    if (move->timer != NULL)
        refuse(support, move->keyword, "timers");
    check_words(support, move->when, "guards");
    check_words(support, move->effects, "effects");
    check_words(support, move->then, "effects after the commit");
}

static void check_items(const struct support *support, const struct ast_item *items) {
    for (const struct ast_item *item = items; item != NULL; item = item->next) {
        switch (item->kind) {
        case AST_ITEM_STATE:
            if (item->state->implicit.text != NULL)
                refuse(support, item->state->implicit.span, "implicit initial states");
            check_items(support, item->state->items);
            break;
        case AST_ITEM_MOVE:
            check_move(support, item->move);
            break;
        case AST_ITEM_EVENT:
            if (item->event->serialize_by != NULL)
                refuse(support, item->event->serialize_by->first->span, "serialised events");
            break;
        case AST_ITEM_HOOK:
            refuse(support, item->keyword, item->hook->is_effect ? "effects" : "guards");
            break;
        case AST_ITEM_WORK:
            refuse(support, item->keyword, "working states");
            break;
        case AST_ITEM_ENTER:
            refuse(support, item->keyword, "effects on entering a state");
            break;
        case AST_ITEM_LEAVE:
            refuse(support, item->keyword, "effects on leaving a state");
            break;
        case AST_ITEM_KEY:
            refuse(support, item->keyword, "keyed locks");
            break;
        case AST_ITEM_MIRROR:
            refuse(support, item->keyword, "mirrored columns");
            break;
        case AST_ITEM_EMIT:
            refuse(support, item->keyword, "outboxes");
            break;
        case AST_ITEM_STORAGE:
            if (item->setting->word.text[0] == 't')
                refuse(support, item->setting->word.span, "tables as in `storage transitions`");
            break;
        case AST_ITEM_ENTITY:
        case AST_ITEM_REFUSE:
        case AST_ITEM_IGNORE:
        case AST_ITEM_ALLOW:
        case AST_ITEM_ASSERT:
        case AST_ITEM_SCENARIO:
            break;
        }
    }
}

void support_check(struct ast *ast, const struct ast_machine *machine, const bool *chosen) {
    const struct support support = {ast, executing(ast->arena, chosen)};
    if (support.outputs != NULL)
        check_items(&support, machine->items);
}
