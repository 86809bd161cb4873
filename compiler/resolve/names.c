#include "base/text.h"
#include "model/dialect.h"
#include "resolve/names_parts.h"

#include <string.h>

enum {
    IDENTIFIER_MAX_BYTES = 63, /* PostgreSQL cuts longer ones off, without an error */
    MACHINE_MAX_BYTES = 39     /* leaves room for what is appended for tables, indexes and triggers */
};

static const struct {
    enum name_kind kind;
    const char *name;
} taken[] = {
#define NAME(kind, name) {NAME_##kind, name},
#include "resolve/names.def"
};

enum { TAKEN_COUNT = sizeof taken / sizeof taken[0] };

bool names_is(const char *name, enum name_kind kind) {
    for (size_t i = 0; i < TAKEN_COUNT; i++)
        if (taken[i].kind == kind && strcmp(name, taken[i].name) == 0)
            return true;
    return false;
}

void names_init(struct names *names, struct arena *arena, struct diagnostics *diagnostics, bool writes_c,
                const char *prefix) {
    *names = (struct names){.arena = arena, .diagnostics = diagnostics, .prefix = prefix};
    names->machines = map_new(arena);
    names->generated = map_new(arena);
    names->foreign = map_new(arena);
    if (writes_c)
        names_foreign_init(&names->foreign, arena);
}

bool names_is_c_word(const char *name) {
    return names_is(name, NAME_C_WORD) || names_is_macro(name);
}

size_t names_add_owner(struct names *names, const char *kind, const char *name, struct span at) {
    names->owners = arena_grow(names->arena, names->owners, names->owner_count, sizeof *names->owners);
    names->owners[names->owner_count] =
        (struct name_owner){arena_printf(names->arena, "%s `%s`", kind, name), at};
    return names->owner_count++;
}

/* Refuses what has more bytes than there may be. */
static void check_bytes(struct names *names, enum message_number message, struct span at, const char *what,
                        const char *name, size_t most) {
    if (strlen(name) > most)
        diagnose(names->diagnostics, message, at,
                 WORDS(what, name, number_word(names->diagnostics, strlen(name)),
                       number_word(names->diagnostics, most)));
}

void names_check_length(struct names *names, struct ast_text name, const char *what) {
    if (name.text != NULL)
        check_bytes(names, MESSAGE_NAME_LENGTH, name.span, what, name.text, IDENTIFIER_MAX_BYTES);
}

static char *upper(char *name) {
    for (char *c = name; *c != '\0'; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    return name;
}

/* A program that includes the others' header, too, would not compile; one that is linked with them calls the
 * wrong function. */
static void check_foreign(struct names *names, const char *generated, size_t owner) {
    const char *name = generated;
    if (names->prefix != NULL) {
        char *prefixed = arena_printf(names->arena, "%s_%s", names->prefix, generated);
        name = *generated >= 'A' && *generated <= 'Z' ? upper(prefixed) : prefixed;
    }
    const char *holder = names_foreign_holder(&names->foreign, name);
    if (holder != NULL)
        diagnose(names->diagnostics, MESSAGE_NAME_FOREIGN, names->owners[owner].at,
                 WORDS(names->owners[owner].what, name, holder));
}

bool names_claim(struct names *names, const char *generated, size_t owner) {
    if (map_put(&names->generated, generated, owner)) {
        check_foreign(names, generated, owner);
        return true;
    }
    const struct name_owner *first = &names->owners[map_get(&names->generated, generated)];
    const struct name_owner *second = &names->owners[owner];
    if (strcmp(first->what, second->what) == 0)
        return false; /* declared twice, which is reported already */
    diagnose_beside(names->diagnostics, MESSAGE_NAME_CLASH, second->at, first->at,
                    WORDS(second->what, generated, first->what));
    return false;
}

char *names_constant(struct arena *arena, const char *machine, const char *kind, const char *name) {
    return upper(arena_printf(arena, "%s_%s_%s", machine, kind, name));
}

/* What is generated from the name, with the prefix before it. */
static bool claim_each(struct names *names, const char *prefix, const char *declared, size_t owner,
                       enum name_kind kind) {
    for (size_t i = 0; i < TAKEN_COUNT; i++) {
        if (taken[i].kind != kind)
            continue;
        int before = (int)strcspn(taken[i].name, "%");
        if (!names_claim(names,
                         arena_printf(names->arena, "%s%.*s%s%s", prefix, before, taken[i].name, declared,
                                      taken[i].name + before + strlen("%s")),
                         owner))
            return false;
    }
    return true;
}

static bool begins_with_word(const char *name, const char *word) {
    size_t length = strlen(word);
    return strncmp(name, word, length) == 0 && (name[length] == '\0' || name[length] == '_');
}

bool names_check_declared(struct names *names, struct ast_text name, const char *what, enum name_kind kind,
                          size_t *owner) {
    check_bytes(names, MESSAGE_DECLARED_NAME_LENGTH, name.span, what, name.text, MACHINE_MAX_BYTES);
    const char *owner_of_prefix = begins_with_word(name.text, "pawl") ? "libpawl" : NULL;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        if (dialects[i]->own_prefix != NULL && begins_with_word(name.text, dialects[i]->own_prefix))
            owner_of_prefix = dialects[i]->title;
    if (owner_of_prefix != NULL)
        diagnose(names->diagnostics, MESSAGE_NAME_PREFIX, name.span,
                 WORDS(arena_strndup(names->diagnostics->arena, name.text, strcspn(name.text, "_")),
                       owner_of_prefix, what));
    *owner = names_add_owner(names, what, name.text, name.span);
    if (!map_put(&names->machines, name.text, *owner)) {
        const struct name_owner *first = &names->owners[map_get(&names->machines, name.text)];
        bool is_same = strcmp(first->what, names->owners[*owner].what) == 0;
        diagnose_beside(names->diagnostics, is_same ? MESSAGE_DUPLICATE_MACHINE : MESSAGE_NAME_OF_ANOTHER,
                        name.span, first->at, WORDS(what, name.text, first->what));
        return false;
    }
    return claim_each(names, "", name.text, *owner, kind);
}

/* False where the machine is a second one of its name, so that all of its names would clash. */
static bool check_machine_name(struct names *names, const struct resolved_machine *machine) {
    struct ast_text name = machine->ast->head.name;
    size_t owner;
    if (!names_check_declared(names, name, "machine", NAME_MACHINE, &owner))
        return false;
    if (machine->model.timer_count + machine->model.work_count > 0 &&
        !claim_each(names, "", name.text, owner, NAME_QUEUE))
        return false;
    if (machine->model.storage != MODEL_HEAD && !claim_each(names, "", name.text, owner, NAME_TRANSITIONS))
        return false;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        if (!claim_each(names, dialects[i]->name, name.text, owner, NAME_DIALECT))
            return false;
    if (!names_claim(names, arena_printf(names->arena, "%s_model_%s", name.text, machine->model.fingerprint),
                     owner))
        return false;
    for (size_t i = 0; i < TAKEN_COUNT; i++)
        if (taken[i].kind == NAME_CONSTANT &&
            (!names_claim(names, names_constant(names->arena, name.text, "state", taken[i].name), owner) ||
             !names_claim(names, names_constant(names->arena, name.text, "event", taken[i].name), owner)))
            return true;
    return true;
}

static void check_event(struct names *names, const char *machine, struct ast_text name) {
    const char *generated = arena_printf(names->arena, "%s_%s", machine, name.text);
    check_bytes(names, MESSAGE_GENERATED_LENGTH, name.span, "event",
                arena_printf(names->arena, "%s_many", generated), IDENTIFIER_MAX_BYTES);
    size_t owner = names_add_owner(names, "event", name.text, name.span);
    static const char *const suffixes[] = {"", "_args", "_item", "_many", "_move"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (!names_claim(names, arena_printf(names->arena, "%s%s", generated, suffixes[i]), owner))
            return;
    names_claim(names, names_constant(names->arena, machine, "event", name.text), owner);
}

static void check_state(struct names *names, const char *machine, struct ast_text name) {
    names_check_length(names, name, "state");
    size_t owner = names_add_owner(names, "state", name.text, name.span);
    names_claim(names, names_constant(names->arena, machine, "state", name.text), owner);
}

void names_check_member(struct names *names, struct ast_text name, const char *what, const char *suffix) {
    names_check_length(names, name, what);
    if (names_is(name.text, NAME_C_WORD))
        diagnose(names->diagnostics, MESSAGE_NAME_KEYWORD, name.span, WORDS(name.text, what, suffix));
    else if (names_is_macro(name.text))
        diagnose(names->diagnostics, MESSAGE_NAME_MACRO, name.span, WORDS(name.text, what, suffix));
}

static void check_param(struct names *names, const struct model_machine *model, struct ast_text name) {
    const char *machine = model->name;
    names_check_member(names, name, "parameter", "value");
    if (strcmp(name.text, "now") == 0)
        diagnose(names->diagnostics, MESSAGE_PARAM_NOW, name.span, NULL);
    if (names_is(name.text, NAME_COLUMN) ||
        (model->storage != MODEL_HEAD && names_is(name.text, NAME_TRANSITIONS_COLUMN)) ||
        strcmp(name.text, arena_printf(names->arena, "%s_id", machine)) == 0) {
        diagnose(names->diagnostics, MESSAGE_PARAM_COLUMN, name.span, WORDS(name.text));
    }
}

/* Guards, effects and hooks of work are members of one struct. */
static void check_hook(struct names *names, struct map *seen, struct ast_text name, const char *what) {
    names_check_member(names, name, what, what);
    if (strcmp(name.text, "context") == 0)
        diagnose(names->diagnostics, MESSAGE_HOOK_CONTEXT, name.span, WORDS(what));
    size_t owner = names_add_owner(names, what, name.text, name.span);
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
    check_bytes(names, MESSAGE_GENERATED_LENGTH, hook->name.span, what, generated, IDENTIFIER_MAX_BYTES);
    names_claim(names, generated, names_add_owner(names, what, hook->name.text, hook->name.span));
}

static void check_hooks(struct names *names, const struct resolved_machine *machine) {
    struct map seen = map_new(names->arena);
    struct map works = map_new(names->arena);
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
