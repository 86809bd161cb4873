#include "syntax/ast.h"

#include "base/suggest.h"
#include "base/text.h"
#include "model/dialect.h"
#include "model/model.h"

#include <string.h>

struct ast_item *ast_item(struct ast *ast, enum ast_item_kind kind, const struct token *keyword) {
    struct ast_item *item = arena_alloc(ast->arena, sizeof *item);
    struct ast_item ***end = ast->state != NULL ? &ast->state->items_end : &ast->machine->items_end;
    item->kind = kind;
    item->keyword = keyword->span;
    **end = item;
    *end = &item->next;
    return item;
}

/* ---- what a machine is bound to -------------------------------------------------------------------- */

static struct ast_entity *column_of(struct ast *ast, const struct token *schema, const struct token *table,
                                    const struct token *column) {
    struct ast_entity *entity = arena_alloc(ast->arena, sizeof *entity);
    entity->schema = ast_text_of(schema);
    entity->table = ast_text_of(table);
    entity->column = ast_text_of(column);
    entity->span = span_to(schema != NULL ? schema->span : table->span, column->span);
    return entity;
}

void ast_entity(struct ast *ast, const struct token *keyword, const struct token *schema,
                const struct token *table, const struct token *column, const struct token *type) {
    struct ast_entity *entity = column_of(ast, schema, table, column);
    if (ast_type(ast, type, &entity->type) && !model_can_be_key(entity->type))
        diagnose(ast->diagnostics, MESSAGE_ENTITY_KEY_TYPE, type->span, WORDS(type->text));
    ast_item(ast, AST_ITEM_ENTITY, keyword)->entity = entity;
}

void ast_mirror(struct ast *ast, const struct token *keyword, const struct token *schema,
                const struct token *table, const struct token *column) {
    struct ast_entity *mirror = column_of(ast, schema, table, column);
    ast_item(ast, AST_ITEM_MIRROR, keyword)->entity = mirror;
}

struct ast_setting *ast_setting(struct ast *ast, enum ast_item_kind kind, const struct token *keyword,
                                const struct token *word, const struct token *text) {
    struct ast_setting *setting = arena_alloc(ast->arena, sizeof *setting);
    setting->word = ast_text_of(word);
    setting->text = ast_text_of(text);
    ast_item(ast, kind, keyword)->setting = setting;
    return setting;
}

void ast_emit(struct ast *ast, const struct token *keyword, const struct token *topic,
              struct ast_reference *reference) {
    ast_check_text(ast, topic, "a topic", "write the name of the topic, or take `emit` out");
    ast_setting(ast, AST_ITEM_EMIT, keyword, NULL, topic)->reference = reference;
}

void ast_storage_in_partitions(struct ast *ast, const struct token *keyword, const struct token *kind,
                               const struct token *number, const struct token *text) {
    struct ast_setting *setting = ast_setting(ast, AST_ITEM_STORAGE, keyword, kind, text);
    setting->partitions = ast_count(ast, "partitions", number);
    if (setting->partitions <= PARTITIONS_MAX)
        return;
    diagnose(ast->diagnostics, MESSAGE_TOO_MANY_PARTITIONS, number->span,
             WORDS(number_word(ast->diagnostics, PARTITIONS_MAX)));
    setting->partitions = 0;
}

void ast_allow(struct ast *ast, const struct token *keyword, const struct token *code,
               const struct token *reason) {
    ast_check_text(ast, reason, "a reason", "say why this is as it should be; people will read it");
    ast_setting(ast, AST_ITEM_ALLOW, keyword, code, reason);
}

void ast_hook_begin(struct ast *ast, const struct token *keyword, const struct token *name) {
    struct ast_hook *hook = arena_alloc(ast->arena, sizeof *hook);
    hook->is_effect = keyword->kind == TOKEN_EFFECT;
    hook->head.name = ast_text_of(name);
    hook->head.doc = keyword->doc;
    ast_item(ast, AST_ITEM_HOOK, keyword)->hook = hook;
    ast->hook = hook;
    ast->head = &hook->head;
}

static void check_sql(struct ast *ast, const struct token *text) {
    ast_check_text(ast, text, "an SQL text", "write the statement, or leave `sql` out for a C callback");
}

void ast_hook_sql(struct ast *ast, const struct token *sql) {
    check_sql(ast, sql);
    ast->hook->sql = ast_text_of(sql);
}

static const char *names_of_dialects(struct ast *ast) {
    struct text names = TEXT_INIT;
    dialects_list(&names, DIALECTS_ALL, true, "`", " and ");
    return text_keep(&names, ast->arena);
}

void ast_dialect_text(struct ast *ast, const struct token *dialect, const struct token *text) {
    const size_t number = dialect_of_name(dialect->text);
    check_sql(ast, text);
    if (number == PAWL_DIALECT_COUNT) {
        struct suggestion suggestion = suggestion_for(dialect->text);
        for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
            suggestion_offer(&suggestion, dialects[i]->name);
        diagnose(ast->diagnostics, MESSAGE_UNKNOWN_DIALECT, dialect->span,
                 WORDS(dialect->text, names_of_dialects(ast)));
        diagnose_meant(ast->diagnostics, "", suggestion.nearest);
        ast->hook->has_unknown_dialect = true;
    } else if (ast->hook->texts[number].text != NULL) {
        diagnose_beside(ast->diagnostics, MESSAGE_SECOND_TEXT, dialect->span, ast->hook->texts[number].span,
                        WORDS(dialects[number]->title));
    } else {
        ast->hook->texts[number] = ast_text_of(text);
    }
}

/* With `sql` forgotten it would be a callback. A label begins with a capital and goes on with small letters.
 */
void ast_hook_end(struct ast *ast) {
    static const char *const begins[] = {"select ",      "SELECT ",      "insert into ",
                                         "INSERT INTO ", "delete from ", "DELETE FROM "};
    const struct ast_head *head = &ast->hook->head;
    for (size_t i = 0; head->label.text != NULL && i < sizeof begins / sizeof *begins; i++)
        if (strncmp(head->label.text, begins[i], strlen(begins[i])) == 0)
            diagnose(ast->diagnostics, MESSAGE_LABEL_IS_SQL, head->label.span, WORDS(head->name.text));
}

/* ---- moves, timers, work --------------------------------------------------------------------------- */

struct ast_move *ast_move(struct ast *ast, enum ast_move_kind kind, const struct token *keyword,
                          const struct token *event, const struct token *target) {
    struct ast_move *move = arena_alloc(ast->arena, sizeof *move);
    move->kind = kind;
    move->keyword = keyword->span;
    move->doc = keyword->doc;
    move->event = ast_text_of(event);
    move->target_kind = target->kind == TOKEN_SAME   ? AST_SAME
                        : target->kind == TOKEN_STAY ? AST_STAY
                                                     : AST_TO;
    move->target = ast_text_of(target);
    ast_item(ast, AST_ITEM_MOVE, keyword)->move = move;
    ast->move = move;
    return move;
}

struct ast_timer *ast_timer(struct ast *ast, enum ast_move_kind kind, const struct token *keyword,
                            const struct token *event, const struct token *target) {
    return ast_move(ast, kind, keyword, event, target)->timer =
               arena_alloc(ast->arena, sizeof(struct ast_timer));
}

struct ast_timer *ast_timer_after(struct ast *ast, const struct token *keyword, struct ast_reference *count,
                                  const struct token *unit, const struct token *event,
                                  const struct token *target) {
    struct ast_timer *timer = ast_timer(ast, AST_AFTER, keyword, event, target);
    timer->time = count;
    timer->delay = ast_unit(ast, count, unit);
    return timer;
}

struct ast_timer *ast_timer_at(struct ast *ast, const struct token *keyword, struct ast_reference *time,
                               const struct token *event, const struct token *target) {
    struct ast_timer *timer = ast_timer(ast, AST_AT, keyword, event, target);
    timer->time = time;
    return timer;
}

struct ast_sources *ast_sources(struct ast *ast, const struct token *any, struct ast_words *names) {
    struct ast_sources *sources = arena_alloc(ast->arena, sizeof *sources);
    sources->names = names;
    sources->is_any = any != NULL;
    return sources;
}

void ast_work_begin(struct ast *ast, const struct token *keyword, const struct token *hook) {
    struct ast_work *work = arena_alloc(ast->arena, sizeof *work);
    work->hook = ast_text_of(hook);
    ast_item(ast, AST_ITEM_WORK, keyword)->work = work;
    ast->work = work;
}

/* False, with the reason reported, where the work says this already. */
static bool first_option(struct ast *ast, const struct token *keyword, struct ast_text said) {
    if (said.text == NULL)
        return true;
    diagnose_beside(ast->diagnostics, MESSAGE_WORK_SAYS_TWICE, keyword->span, said.span,
                    WORDS(keyword->text));
    return false;
}

void ast_work_duration(struct ast *ast, const struct token *keyword, const struct token *duration) {
    struct ast_duration *said = keyword->kind == TOKEN_LEASE ? &ast->work->lease : &ast->work->every;
    if (first_option(ast, keyword, said->text))
        *said = ast_duration(ast, duration);
}

void ast_work_attempts(struct ast *ast, const struct token *keyword, const struct token *number) {
    if (!first_option(ast, keyword, ast->work->attempts_text))
        return;
    ast->work->attempts_text = ast_text_of(number);
    ast->work->attempts = ast_count(ast, "attempts", number);
}

void ast_work_backoff(struct ast *ast, const struct token *keyword, const struct token *least,
                      const struct token *most) {
    struct ast_work *work = ast->work;
    if (!first_option(ast, keyword, work->backoff_from.text))
        return;
    work->backoff_from = ast_duration(ast, least);
    work->backoff_to = ast_duration(ast, most);
    ast_check_pauses(ast, "backoff", &work->backoff_from, &work->backoff_to);
}

void ast_work_else(struct ast *ast, const struct token *keyword, const struct token *event) {
    if (first_option(ast, keyword, ast->work->else_event))
        ast->work->else_event = ast_text_of(event);
}

void ast_list(struct ast *ast, const struct token *keyword, struct ast_words *words) {
    enum ast_item_kind kind = keyword->kind == TOKEN_ENTER    ? AST_ITEM_ENTER
                              : keyword->kind == TOKEN_LEAVE  ? AST_ITEM_LEAVE
                              : keyword->kind == TOKEN_REFUSE ? AST_ITEM_REFUSE
                                                              : AST_ITEM_IGNORE;
    ast_item(ast, kind, keyword)->words = words;
}

void ast_ignore_from(struct ast *ast, const struct token *keyword, struct ast_sources *sources,
                     struct ast_words *events) {
    struct ast_item *item = ast_item(ast, AST_ITEM_IGNORE, keyword);
    item->words = events;
    item->sources = sources;
}

/* ---- asserts and scenarios ------------------------------------------------------------------------- */

void ast_assert(struct ast *ast, enum assert_form kind, const struct token *left, struct ast_words *right) {
    struct ast_assert *assertion = arena_alloc(ast->arena, sizeof *assertion);
    assertion->kind = kind;
    assertion->left = ast_text_of(left);
    assertion->right = right;
    ast->assertion = assertion;
}

void ast_assert_within(struct ast *ast, const struct token *duration) {
    ast_assert(ast, ASSERT_FINAL_WITHIN, NULL, NULL);
    ast->assertion->within = ast_duration(ast, duration);
}

void ast_assert_end(struct ast *ast, const struct token *keyword, const struct token *end) {
    const char *text = ast->diagnostics->source->text;
    size_t from = keyword->span.offset;
    size_t to = end->span.offset;
    while (to > from && strchr(" \t\n", text[to - 1]) != NULL)
        to--;
    ast->assertion->span = (struct span){from, to - from};
    ast_item(ast, AST_ITEM_ASSERT, keyword)->assertion = ast->assertion;
}

void ast_scenario_begin(struct ast *ast, const struct token *keyword, const struct token *label) {
    struct ast_scenario *scenario = arena_alloc(ast->arena, sizeof *scenario);
    ast_check_text(ast, label, "the name of a scenario", "say in a few words what it is an example of");
    scenario->label = ast_text_of(label);
    scenario->steps_end = &scenario->steps;
    ast_item(ast, AST_ITEM_SCENARIO, keyword)->scenario = scenario;
    ast->scenario = scenario;
}

void ast_step(struct ast *ast, const struct token *event, struct ast_words *conditions) {
    struct ast_step *step = arena_alloc(ast->arena, sizeof *step);
    step->event = ast_text_of(event);
    step->conditions = conditions;
    *ast->scenario->steps_end = step;
    ast->scenario->steps_end = &step->next;
    ast->scenario->step_count++;
}
