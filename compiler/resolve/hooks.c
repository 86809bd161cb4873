#include "base/text.h"
#include "model/dialect.h"
#include "resolve/resolving.h"

#include "resolve/references.h"

#include <string.h>

static struct resolved_hook *name_hook(struct resolving *r, struct hooks *hooks, struct ast_text name) {
    size_t index = map_get(&hooks->names, name.text);
    if (index != MAP_NOTHING)
        return &hooks->list[index];
    hooks->list = arena_grow(r->arena, hooks->list, hooks->count, sizeof *hooks->list);
    hooks->list[hooks->count] = (struct resolved_hook){.name = name};
    map_put(&hooks->names, name.text, hooks->count);
    return &hooks->list[hooks->count++];
}

void resolve_declare_hook(struct resolving *r, const struct ast_hook *declared) {
    const char *what = declared->is_effect ? "effect" : "guard";
    struct resolved_hook *hook =
        name_hook(r, declared->is_effect ? &r->effects : &r->guards, declared->head.name);
    if (hook->declared == NULL) {
        hook->declared = declared;
        return;
    }
    diagnose_beside(r->diagnostics, MESSAGE_DUPLICATE_HOOK, declared->head.name.span,
                    hook->declared->head.name.span, WORDS(what, declared->head.name.text));
}

void resolve_use_hook(struct resolving *r, struct hooks *hooks, struct ast_text name) {
    name_hook(r, hooks, name)->use_count++;
}

void resolve_use_hooks(struct resolving *r, struct hooks *hooks, const struct ast_words *words) {
    for (const struct ast_word *word = ast_first(words); word != NULL; word = word->next)
        resolve_use_hook(r, hooks, word->name);
}

const struct model_hook *resolve_hook(const struct hooks *hooks, const char *name) {
    return &hooks->model[map_get(&hooks->names, name)];
}

struct model_hooks resolve_hook_list(struct resolving *r, const struct ast_words *words) {
    struct model_hooks list = {0};
    if (words == NULL || words->count == 0)
        return list;
    const struct model_hook **hooks = arena_alloc(r->arena, words->count * sizeof(*hooks));
    for (const struct ast_word *word = words->first; word != NULL; word = word->next)
        hooks[list.count++] = resolve_hook(&r->effects, word->name.text);
    list.hooks = hooks;
    return list;
}

const struct model_condition *resolve_conditions(struct resolving *r, const struct ast_words *words) {
    if (words == NULL)
        return NULL;
    struct model_condition *conditions = arena_alloc(r->arena, words->count * sizeof *conditions);
    size_t count = 0;
    for (const struct ast_word *word = words->first; word != NULL; word = word->next)
        conditions[count++] =
            (struct model_condition){resolve_hook(&r->guards, word->name.text), word->negated};
    return conditions;
}

/* A database that keeps values of the type in its own way; NULL: all keep them as all do. */
static const struct dialect *keeper_of(enum pawl_type type) {
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        if (dialects[i]->kept[type] != NULL)
            return dialects[i];
    return NULL;
}

/* One text for all databases may only touch what all of them write alike. A key is compared with the column
 * that it comes from, and has its one spelling. */
static void check_portable(struct resolving *r, struct ast_text text, const struct model_sql *sql) {
    for (size_t i = 0; i < sql->reference_count; i++) {
        const struct model_reference *reference = &sql->references[i];
        enum pawl_type type = resolve_reference_type(r, reference);
        const struct dialect *keeper = keeper_of(type);
        struct text titles = TEXT_INIT, texts = TEXT_INIT;
        if (keeper == NULL || reference->kind == MODEL_KEY)
            continue;
        dialects_list(&titles, DIALECTS_ALL, false, "", " and ");
        for (size_t d = 0; d < PAWL_DIALECT_COUNT; d++)
            text_printf(&texts, " %s \"...\"", dialects[d]->name);
        diagnose(r->diagnostics, MESSAGE_DIALECT_TEXT,
                 resolve_span_in_text(r, text, reference->offset, reference->length),
                 WORDS(arena_strndup(r->diagnostics->arena, sql->text + reference->offset, reference->length),
                       model_type_name(type), text_keep(&titles, r->arena), text_keep(&texts, r->arena),
                       keeper->title, keeper->kept[type]));
        return;
    }
}

/* Whoever reviews a file may not see what a shell makes of it, so nothing in its SQL may be a shell's. */
static bool check_shell(struct resolving *r, struct ast_text text, const struct dialect *dialect) {
    const size_t open = open_quote(text.text, dialect);
    const size_t at = shell_command(text.text, dialect);
    if (text.text[open] != '\0') {
        diagnose(r->diagnostics, MESSAGE_OPEN_QUOTE, resolve_span_in_text(r, text, open, 1),
                 WORDS(dialect->title));
    } else if (text.text[at] != '\0') {
        const size_t length = text.text[at] == '\\' ? 1 : strlen(dialect->shell_ends);
        diagnose(r->diagnostics, MESSAGE_SHELL_COMMAND, resolve_span_in_text(r, text, at, length),
                 WORDS(arena_strndup(r->diagnostics->arena, text.text + at, length), dialect->shell));
    } else {
        return true;
    }
    return false;
}

/* Not every database runs a second statement, which would also escape the code around the first. */
static const struct model_sql *freeze_text(struct resolving *r, struct ast_text text, bool comments_nest) {
    size_t second = second_statement(text.text, comments_nest);
    if (text.text[second] != '\0')
        diagnose(r->diagnostics, MESSAGE_ONE_STATEMENT, resolve_span_in_text(r, text, second, 1), NULL);
    return resolve_sql(r, text, comments_nest);
}

static void freeze_sql(struct resolving *r, const struct ast_hook *declared, struct model_hook *hook) {
    if (declared->sql.text != NULL) {
        const struct model_sql *sql = freeze_text(r, declared->sql, true);
        for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
            hook->sql[i] = sql;
        for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
            if (!check_shell(r, declared->sql, dialects[i]))
                break;
        check_portable(r, declared->sql, sql);
    }
    hook->is_sql = declared->sql.text != NULL;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++) {
        if (declared->texts[i].text == NULL)
            continue;
        hook->sql[i] = freeze_text(r, declared->texts[i], dialects[i]->comments_nest);
        check_shell(r, declared->texts[i], dialects[i]);
        hook->is_sql = true;
    }
}

static void freeze_hooks(struct resolving *r, struct hooks *hooks) {
    hooks->model = arena_alloc(r->arena, hooks->count * sizeof *hooks->model);
    for (size_t i = 0; i < hooks->count; i++) {
        const struct ast_hook *declared = hooks->list[i].declared;
        hooks->model[i].name = hooks->list[i].name.text;
        if (declared == NULL)
            continue;
        hooks->model[i].label = declared->head.label.text;
        hooks->model[i].doc = declared->head.doc;
        freeze_sql(r, declared, &hooks->model[i]);
    }
}

void resolve_freeze_hooks(struct resolving *r) {
    freeze_hooks(r, &r->guards);
    freeze_hooks(r, &r->effects);
    freeze_hooks(r, &r->works);
    r->model->guard_count = r->guards.count;
    r->model->guards = r->guards.model;
    r->model->effect_count = r->effects.count;
    r->model->effects = r->effects.model;
    r->resolved->guards = r->guards.list;
    r->resolved->effects = r->effects.list;
}

/* ---- what guards and effects need of the events that use them -------------------------------------- */

typedef void need_fn(struct resolving *r, const struct model_reference *reference, struct ast_text user,
                     size_t context, const char *what);

/* Whether an earlier database has the very same text. */
static bool is_said(const struct model_hook *hook, size_t dialect) {
    for (size_t i = 0; i < dialect; i++)
        if (hook->sql[i] == hook->sql[dialect])
            return true;
    return false;
}

/* Calls back for every parameter of the fired event that the SQL of these names; a text for all once. */
static void each_need(struct resolving *r, const struct hooks *hooks, const struct ast_words *words,
                      need_fn *report, size_t context, const char *what) {
    for (const struct ast_word *word = ast_first(words); word != NULL; word = word->next) {
        const struct model_hook *hook = resolve_hook(hooks, word->name.text);
        for (size_t d = 0; d < PAWL_DIALECT_COUNT; d++) {
            const struct model_sql *sql = is_said(hook, d) ? NULL : hook->sql[d];
            for (size_t i = 0; sql != NULL && i < sql->reference_count; i++)
                if (sql->references[i].kind == MODEL_PARAM)
                    report(r, &sql->references[i], word->name, context, what);
        }
    }
}

/* The help of the last finding: that parameter of an event, if the creation has it as well. */
static void offer_created(struct resolving *r, size_t column) {
    if (r->creation_of_column[column] != NOTHING)
        diagnose_help(r->diagnostics, MESSAGE_CREATED_HAS_PARAM, WORDS(r->columns.column[column].name));
}

static void need_of_arrow(struct resolving *r, const struct model_reference *reference, struct ast_text user,
                          size_t context, const char *what) {
    size_t event = r->arrows[context].event;
    if (resolve_event_has(r, event, reference->column))
        return;
    diagnose_beside(
        r->diagnostics, MESSAGE_HOOK_NEEDS_PARAM, user.span, r->columns.first_at[reference->column],
        WORDS(what, user.text, r->columns.column[reference->column].name, r->events[event].name.text));
    offer_created(r, reference->column);
}

static void add_need(struct resolving *r, struct need **needs, size_t column, struct span at,
                     const char *who) {
    struct need *need = arena_alloc(r->arena, sizeof *need);
    *need = (struct need){column, at, who, *needs};
    *needs = need;
}

static void need_entering(struct resolving *r, const struct model_reference *reference, struct ast_text user,
                          size_t context, const char *what) {
    add_need(r, &r->places[context].needs_entering, reference->column, user.span,
             arena_printf(r->arena, "%s `%s`", what, user.text));
}

static void need_leaving(struct resolving *r, const struct model_reference *reference, struct ast_text user,
                         size_t context, const char *what) {
    add_need(r, &r->places[context].needs_leaving, reference->column, user.span,
             arena_printf(r->arena, "%s `%s`", what, user.text));
}

static void collect_needs(struct resolving *r, size_t number) {
    for (const struct ast_item *item = r->places[number].ast->items; item != NULL; item = item->next) {
        if (item->kind == AST_ITEM_ENTER)
            each_need(r, &r->effects, item->words, need_entering, number, "effect");
        if (item->kind == AST_ITEM_LEAVE)
            each_need(r, &r->effects, item->words, need_leaving, number, "effect");
        if (item->kind != AST_ITEM_MOVE || item->move->timer == NULL || item->move->timer->time == NULL ||
            r->places[number].ast->is_final || item->move->timer->time->owner.text != NULL ||
            item->move->timer->latest.text != NULL)
            continue;
        size_t column = map_get(&r->columns.names, item->move->timer->time->name.text);
        if (column != MAP_NOTHING)
            add_need(r, &r->places[number].needs_entering, column, item->move->timer->time->span,
                     "this timer");
    }
}

static bool fires_itself(const struct resolving *r, size_t event) {
    for (size_t i = 0; i < r->arrow_count; i++)
        if (r->arrows[i].event == event && r->arrows[i].ast->timer != NULL)
            return true;
    for (size_t i = 0; i < r->place_count; i++)
        if (r->places[i].work != NULL && r->places[i].work->work->else_event.text != NULL &&
            strcmp(r->places[i].work->work->else_event.text, r->events[event].name.text) == 0)
            return true;
    return false;
}

/* Reports each need once, for the first event that does not have it. */
static void check_needs_of(struct resolving *r, struct need **needs, const struct state_place *place,
                           size_t event, const char *what) {
    for (struct need **at = needs; *at != NULL;) {
        const struct need *need = *at;
        if (resolve_event_has(r, event, need->column)) {
            at = &(*at)->next;
            continue;
        }
        *at = need->next;
        diagnose_beside(r->diagnostics,
                        fires_itself(r, event) ? MESSAGE_NEED_OF_FIRED : MESSAGE_NEED_OF_STATE, need->at,
                        r->events[event].name.span,
                        WORDS(need->who, r->columns.column[need->column].name, r->events[event].name.text,
                              what, place->ast->head.name.text));
        offer_created(r, need->column);
    }
}

/* A move leaves and enters what lies below the innermost state around both of its ends. */
static void check_flat_needs(struct resolving *r, const struct flat *flat) {
    if (r->arrows[flat->arrow].ast->target_kind == AST_STAY)
        return;
    size_t to = r->leaves[flat->to];
    size_t from = flat->from == NOTHING ? NOTHING : r->leaves[flat->from];
    size_t common = NOTHING;
    if (from == to)
        common = r->places[to].parent;
    else if (from != NOTHING)
        for (common = r->places[to].parent; common != NOTHING; common = r->places[common].parent)
            if (common <= from && from < r->places[common].end)
                break;
    for (size_t p = to; p != common; p = r->places[p].parent)
        check_needs_of(r, &r->places[p].needs_entering, &r->places[p], flat->event, "enters");
    for (size_t p = from; p != NOTHING && p != common; p = r->places[p].parent)
        check_needs_of(r, &r->places[p].needs_leaving, &r->places[p], flat->event, "leaves");
}

static void check_after_commit(struct resolving *r, const struct ast_words *words) {
    for (const struct ast_word *word = ast_first(words); word != NULL; word = word->next) {
        const struct resolved_hook *hook = &r->effects.list[map_get(&r->effects.names, word->name.text)];
        if (!resolve_hook(&r->effects, word->name.text)->is_sql)
            continue;
        diagnose_beside(r->diagnostics, MESSAGE_SQL_AFTER_COMMIT, word->name.span,
                        hook->declared->head.name.span, WORDS(word->name.text));
    }
}

void resolve_check_needs(struct resolving *r) {
    for (size_t i = 0; i < r->arrow_count; i++) {
        const struct ast_move *move = r->arrows[i].ast;
        if (i > 0 && r->arrows[i - 1].ast == move)
            continue;
        each_need(r, &r->guards, move->when, need_of_arrow, i, "guard");
        each_need(r, &r->effects, move->effects, need_of_arrow, i, "effect");
        check_after_commit(r, move->then);
    }
    bool any = false;
    for (size_t i = 0; i < r->place_count; i++) {
        collect_needs(r, i);
        any = any || r->places[i].needs_entering != NULL || r->places[i].needs_leaving != NULL;
    }
    for (size_t i = 0; any && i < r->flat_count; i++)
        check_flat_needs(r, &r->flats[i]);
}
