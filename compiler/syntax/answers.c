/* Guards and effects in SQL as a test needs them: it gives the guards' answers, and can break the effects. */
#include "syntax/ast.h"

#include <string.h>

/* The statement without a semicolon at its end. */
static int statement_length(const char *sql) {
    size_t length = strlen(sql);
    while (length > 0 && strchr(" \t\r\n;", sql[length - 1]) != NULL)
        length--;
    return (int)length;
}

/* Both branches are the same, so the guard's own SQL runs and decides nothing. */
static const char *answer(struct arena *arena, const char *name, const char *sql) {
    return sql == NULL
               ? arena_printf(arena, "select answer from test_guards where guard = '%s'", name)
               : arena_printf(arena,
                              "select case when (%.*s\n) then answer else answer end from test_guards "
                              "where guard = '%s'",
                              statement_length(sql), sql, name);
}

/* An effect that is broken violates the table's check. */
static const char *effect(struct arena *arena, const char *name) {
    return arena_printf(arena, "update test_effects set failures = failures + is_broken where effect = '%s'",
                        name);
}

static void replace(struct arena *arena, struct ast_hook *hook, bool runs_sql) {
    bool is_sql = hook->sql.text != NULL;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++) {
        is_sql = is_sql || hook->texts[i].text != NULL;
        if (hook->texts[i].text != NULL)
            hook->texts[i].text = runs_sql ? answer(arena, hook->head.name.text, hook->texts[i].text) : NULL;
    }
    if (!is_sql || (runs_sql && hook->sql.text == NULL))
        return;
    hook->sql.text = hook->is_effect ? effect(arena, hook->head.name.text)
                                     : answer(arena, hook->head.name.text, runs_sql ? hook->sql.text : NULL);
}

void ast_answer_hooks(struct arena *arena, struct ast_machine *machine, bool runs_sql) {
    for (struct ast_item *item = machine->items; item != NULL; item = item->next) {
        if (item->kind == AST_ITEM_HOOK && !(runs_sql && item->hook->is_effect))
            replace(arena, item->hook, runs_sql);
        if (item->kind == AST_ITEM_ENTITY || item->kind == AST_ITEM_MIRROR)
            item->entity->schema.text = NULL; /* the table is in the test's database */
    }
}
