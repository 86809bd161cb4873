#include "base/text.h"
#include "model/dialect.h"
#include "resolve/names_parts.h"

#include <string.h>

enum {
    IDENTIFIER_MAX_BYTES = 63, /* PostgreSQL cuts longer ones off, without an error */
    MACHINE_MAX_BYTES = 39     /* leaves room for what is appended for tables, indexes and triggers */
};

/* Parameters become struct members, so they may not be words of C11, C23, C++17 or C++20. */
static const char *const c_words[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch",
    "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl",
    "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype",
    "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern",
    "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new",
    "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public",
    "register", "reinterpret_cast", "requires", "restrict", "return", "short", "signed", "sizeof", "static",
    "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true",
    "try", "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union", "unsigned", "using",
    "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    /* macros of compilers and of the standard library */
    "errno", "i386", "linux", "stderr", "stdin", "stdout", "unix"};

/* Columns of every history table, the members of its rows in C, and the columns PostgreSQL adds itself. */
static const char *const fixed_columns[] = {
    "actor", "created_at", "created_at_us", "event", "expect_sort_key", "from",      "from_state", "id",
    "key",   "request_id", "sort_key",      "to",    "to_state",        "verdicts",  "cmax",       "cmin",
    "ctid",  "tableoid",   "xmax",          "xmin",  "lock_owner",      "lock_token"};

/* Generated for every machine, %s being its name: functions, types, tables, and what the C file keeps. */
static const char *const fixed_names[] = {
    "%s_allowed",      "%s_apply",         "%s_call",         "%s_can",         "%s_count_by_state",
    "%s_current",      "%s_event",         "%s_event_label",  "%s_event_name",  "%s_event_parse",
    "%s_get",          "%s_history",       "%s_hook_fn",      "%s_hooks",       "%s_in_state",
    "%s_last_to",      "%s_machine",       "%s_move_to",      "%s_moves",       "%s_next",
    "%s_not_in_state", "%s_page",          "%s_record",       "%s_result",      "%s_set_hooks",
    "%s_state",        "%s_state_label",   "%s_state_name",   "%s_state_parse", "%s_transition",
    "%s_transitions",  "call_hook_of_%s",  "callbacks_of_%s", "columns_of_%s",  "conditions_of_%s",
    "effects_of_%s",   "events_of_%s",     "fire_of_%s",      "hooks_of_%s",    "move_to_of_%s",
    "moves_of_%s",     "next_of_%s",       "sql_of_%s",       "states_of_%s",   "%s_with_key",
    "key_of_%s",       "%s_fire_deferred", "%s_fail_deferred"};

/* The same for each dialect, whose name comes before them. */
static const char *const dialect_names[] = {"_of_%s",       "_fire_of_%s",       "_fire_many_of_%s",
                                            "_hooks_of_%s", "_references_of_%s", "_queue_of_%s"};

/* The same, and the columns of the table, with `storage transitions`. */
static const char *const transitions_names[] = {"%s_transitions_check", "%s_transitions_metadata",
                                                "%s_transitions_write"};
static const char *const transitions_columns[] = {"metadata", "most_recent", "pawl", "updated_at"};

/* The same for machines with timers or work. */
static const char *const queue_names[] = {
    "%s_pending",        "%s_pending_claim", "%s_pending_complete", "%s_pending_due",
    "%s_pending_extend", "%s_pending_fail",  "%s_pending_not_yet",  "%s_pending_retry",
    "%s_pending_rules",  "%s_work_call",     "%s_work_fn",          "%s_work_result",
    "call_work_of_%s",   "pending_of_%s",    "queue_of_%s",         "stays_of_%s"};

/* In both enums of every machine. */
static const char *const fixed_constants[] = {"count", "none", "unknown"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool is_in(const char *name, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

void names_init(struct names *names, struct arena *arena, struct diagnostics *diagnostics) {
    *names = (struct names){.arena = arena, .diagnostics = diagnostics};
    map_init(&names->machines, arena);
    map_init(&names->generated, arena);
}

bool names_is_c_word(const char *name) {
    return is_in(name, c_words, COUNT(c_words));
}

size_t names_add_owner(struct names *names, const char *what, struct span at) {
    names->owners = arena_grow(names->arena, names->owners, names->owner_count, &names->owner_capacity,
                               sizeof *names->owners);
    names->owners[names->owner_count] = (struct name_owner){what, at};
    return names->owner_count++;
}

void names_check_length(struct names *names, struct ast_text name, const char *what) {
    if (name.text == NULL || strlen(name.text) <= IDENTIFIER_MAX_BYTES)
        return;
    diagnose(names->diagnostics, MESSAGE_NAME_LENGTH, name.span,
             WORDS(what, number_word(names->diagnostics, strlen(name.text)),
                   number_word(names->diagnostics, IDENTIFIER_MAX_BYTES)));
}

bool names_claim(struct names *names, const char *generated, size_t owner) {
    if (map_put(&names->generated, generated, owner))
        return true;
    const struct name_owner *first = &names->owners[map_get(&names->generated, generated)];
    const struct name_owner *second = &names->owners[owner];
    if (strcmp(first->what, second->what) == 0)
        return false; /* declared twice, which is reported already */
    diagnose_beside(names->diagnostics, MESSAGE_NAME_CLASH, second->at, first->at,
                    WORDS(second->what, generated, first->what));
    return false;
}

char *names_constant(struct arena *arena, const char *machine, const char *kind, const char *name) {
    char *upper = arena_printf(arena, "%s_%s_%s", machine, kind, name);
    for (char *c = upper; *c != '\0'; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    return upper;
}

static bool claim_each(struct names *names, const char *declared, size_t owner, const char *const *formats,
                       size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *hole = strstr(formats[i], "%s");
        const char *generated =
            arena_printf(names->arena, "%.*s%s%s", (int)(hole - formats[i]), formats[i], declared, hole + 2);
        if (!names_claim(names, generated, owner))
            return false;
    }
    return true;
}

static bool begins_with_word(const char *name, const char *word) {
    size_t length = strlen(word);
    return strncmp(name, word, length) == 0 && (name[length] == '\0' || name[length] == '_');
}

bool names_check_declared(struct names *names, struct ast_text name, const char *what,
                          const char *const *formats, size_t count, size_t *owner) {
    if (strlen(name.text) > MACHINE_MAX_BYTES) {
        diagnose(names->diagnostics, MESSAGE_DECLARED_NAME_LENGTH, name.span,
                 WORDS(what, number_word(names->diagnostics, strlen(name.text)),
                       number_word(names->diagnostics, MACHINE_MAX_BYTES)));
    }
    const char *owner_of_prefix = begins_with_word(name.text, "pawl") ? "libpawl" : NULL;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        if (dialects[i]->own_prefix != NULL && begins_with_word(name.text, dialects[i]->own_prefix))
            owner_of_prefix = dialects[i]->title;
    if (owner_of_prefix != NULL) {
        diagnose(
            names->diagnostics, MESSAGE_NAME_PREFIX, name.span,
            WORDS(arena_strndup(names->diagnostics->arena, name.text, (size_t)((int)strcspn(name.text, "_"))),
                  owner_of_prefix, what));
    }
    *owner = names_add_owner(names, arena_printf(names->arena, "%s `%s`", what, name.text), name.span);
    if (!map_put(&names->machines, name.text, *owner)) {
        const struct name_owner *first = &names->owners[map_get(&names->machines, name.text)];
        bool is_same = strcmp(first->what, names->owners[*owner].what) == 0;
        diagnose_beside(names->diagnostics, is_same ? MESSAGE_DUPLICATE_MACHINE : MESSAGE_NAME_OF_ANOTHER,
                        name.span, first->at, WORDS(what, name.text, first->what));
        return false;
    }
    return claim_each(names, name.text, *owner, formats, count);
}

/* False where the machine is a second one of its name, so that all of its names would clash. */
static bool check_machine_name(struct names *names, const struct resolved_machine *machine) {
    struct ast_text name = machine->ast->head.name;
    size_t owner;
    if (!names_check_declared(names, name, "machine", fixed_names, COUNT(fixed_names), &owner))
        return false;
    if (machine->model.timer_count + machine->model.work_count > 0 &&
        !claim_each(names, name.text, owner, queue_names, COUNT(queue_names)))
        return false;
    if (machine->model.storage != MODEL_HEAD &&
        !claim_each(names, name.text, owner, transitions_names, COUNT(transitions_names)))
        return false;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT * COUNT(dialect_names); i++) {
        const char *format = arena_printf(names->arena, "%s%s", dialects[i / COUNT(dialect_names)]->name,
                                          dialect_names[i % COUNT(dialect_names)]);
        if (!claim_each(names, name.text, owner, &format, 1))
            return false;
    }
    if (!names_claim(names, arena_printf(names->arena, "%s_model_%s", name.text, machine->model.fingerprint),
                     owner))
        return false;
    for (size_t i = 0; i < COUNT(fixed_constants); i++)
        if (!names_claim(names, names_constant(names->arena, name.text, "state", fixed_constants[i]),
                         owner) ||
            !names_claim(names, names_constant(names->arena, name.text, "event", fixed_constants[i]), owner))
            return true;
    return true;
}

static void check_event(struct names *names, const char *machine, struct ast_text name) {
    size_t length = strlen(machine) + strlen("_") + strlen(name.text) + strlen("_many");
    if (length > IDENTIFIER_MAX_BYTES) {
        diagnose(names->diagnostics, MESSAGE_EVENT_NAME_LENGTH, name.span,
                 WORDS(machine, name.text, number_word(names->diagnostics, length),
                       number_word(names->diagnostics, IDENTIFIER_MAX_BYTES)));
    }
    const char *generated = arena_printf(names->arena, "%s_%s", machine, name.text);
    size_t owner = names_add_owner(names, arena_printf(names->arena, "event `%s`", name.text), name.span);
    static const char *const suffixes[] = {"", "_args", "_item", "_many", "_move"};
    for (size_t i = 0; i < COUNT(suffixes); i++)
        if (!names_claim(names, arena_printf(names->arena, "%s%s", generated, suffixes[i]), owner))
            return;
    names_claim(names, names_constant(names->arena, machine, "event", name.text), owner);
}

static void check_state(struct names *names, const char *machine, struct ast_text name) {
    names_check_length(names, name, "state");
    size_t owner = names_add_owner(names, arena_printf(names->arena, "state `%s`", name.text), name.span);
    names_claim(names, names_constant(names->arena, machine, "state", name.text), owner);
}

void names_check_member(struct names *names, struct ast_text name, const char *what, const char *suffix) {
    names_check_length(names, name, what);
    if (!names_is_c_word(name.text))
        return;
    diagnose(names->diagnostics, MESSAGE_NAME_KEYWORD, name.span, WORDS(name.text, what, suffix));
}

static void check_param(struct names *names, const struct model_machine *model, struct ast_text name) {
    const char *machine = model->name;
    names_check_member(names, name, "parameter", "value");
    if (strcmp(name.text, "now") == 0) {
        diagnose(names->diagnostics, MESSAGE_PARAM_NOW, name.span, NULL);
    }
    if (is_in(name.text, fixed_columns, COUNT(fixed_columns)) ||
        (model->storage != MODEL_HEAD && is_in(name.text, transitions_columns, COUNT(transitions_columns))) ||
        strcmp(name.text, arena_printf(names->arena, "%s_id", machine)) == 0) {
        diagnose(names->diagnostics, MESSAGE_PARAM_COLUMN, name.span, WORDS(name.text));
    }
}

/* Guards, effects and hooks of work are members of one struct. */
static void check_hook(struct names *names, struct map *seen, struct ast_text name, const char *what) {
    names_check_member(names, name, what, what);
    if (strcmp(name.text, "context") == 0) {
        diagnose(names->diagnostics, MESSAGE_HOOK_CONTEXT, name.span, WORDS(what));
    }
    size_t owner = names_add_owner(names, arena_printf(names->arena, "%s `%s`", what, name.text), name.span);
    if (map_put(seen, name.text, owner))
        return;
    const struct name_owner *first = &names->owners[map_get(seen, name.text)];
    diagnose_beside(names->diagnostics, MESSAGE_HOOK_CLASH, name.span, first->at,
                    WORDS(names->owners[owner].what, name.text, first->what));
}

static bool has_texts(const struct ast_hook *hook) {
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        if (hook->texts[i].text != NULL)
            return true;
    return false;
}

/* A guard or an effect in SQL is a function of the database. */
static void check_sql_hook(struct names *names, const char *machine, const struct resolved_hook *hook,
                           const char *what) {
    if (hook->declared == NULL || (hook->declared->sql.text == NULL && !has_texts(hook->declared)))
        return;
    const char *generated = arena_printf(names->arena, "%s_%s_%s", machine, what, hook->name.text);
    if (strlen(generated) > IDENTIFIER_MAX_BYTES) {
        diagnose(names->diagnostics, MESSAGE_HOOK_NAME_LENGTH, hook->name.span,
                 WORDS(what, generated, number_word(names->diagnostics, strlen(generated)),
                       number_word(names->diagnostics, IDENTIFIER_MAX_BYTES)));
    }
    names_claim(names, generated,
                names_add_owner(names, arena_printf(names->arena, "%s `%s`", what, hook->name.text),
                                hook->name.span));
}

static void check_hooks(struct names *names, const struct resolved_machine *machine) {
    struct map seen;
    struct map works;
    map_init(&seen, names->arena);
    map_init(&works, names->arena);
    for (size_t i = 0; i < machine->model.guard_count; i++)
        check_hook(names, &seen, machine->guards[i].name, "guard");
    for (size_t i = 0; i < machine->model.effect_count; i++)
        check_hook(names, &seen, machine->effects[i].name, "effect");
    for (size_t i = 0; i < machine->model.guard_count; i++)
        check_sql_hook(names, machine->model.name, &machine->guards[i], "guard");
    for (size_t i = 0; i < machine->model.effect_count; i++)
        check_sql_hook(names, machine->model.name, &machine->effects[i], "effect");
    for (size_t i = 0; i < machine->model.work_count; i++)
        if (map_put(&works, machine->works[i]->hook.text, i))
            check_hook(names, &seen, machine->works[i]->hook, "work");
}

void names_check(struct names *names, const struct resolved_machine *machine) {
    const char *name = machine->model.name;
    if (!check_machine_name(names, machine))
        return;
    for (const struct ast_item *item = machine->ast->items; item != NULL; item = item->next)
        if (item->kind == AST_ITEM_ENTITY || item->kind == AST_ITEM_MIRROR) {
            names_check_length(names, item->entity->schema, "schema");
            names_check_length(names, item->entity->table, "table");
            names_check_length(names, item->entity->column, "column");
        }
    for (size_t i = 0; i < machine->model.event_count; i++) {
        const struct resolved_event *event = &machine->events[i];
        check_event(names, name, event->name);
        if (event->declared == NULL)
            continue;
        for (const struct ast_param *param = event->declared->params; param != NULL; param = param->next)
            check_param(names, &machine->model, param->name);
    }
    for (size_t i = 0; i < machine->model.state_count; i++)
        check_state(names, name, machine->states[i]->head.name);
    for (size_t i = 0; i < machine->model.composite_count; i++)
        check_state(names, name, machine->composites[i]->head.name);
    check_hooks(names, machine);
}
