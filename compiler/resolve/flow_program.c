#include "resolve/fingerprint.h"
#include "resolve/resolving_flow.h"

#include <string.h>

const char *resolve_flow_class(const struct ast_flow_step *lock) {
    return lock->as.text != NULL ? lock->as.text : lock->values->first->name.text;
}

/* ---- procedures that use each other ---------------------------------------------------------------- */

struct use_path { /* of owners that are open, the innermost first */
    const struct flow_owner *owner;
    const struct use_path *around;
    size_t depth;
};

static void visit(struct flow_resolving *r, struct flow_owner *owner, const struct use_path *around);

static void report_recursion(struct flow_resolving *r, const struct flow_node *use,
                             const struct use_path *path) {
    const char *ring = use->ast->head.name.text;
    for (; path->owner != use->used; path = path->around)
        ring = arena_printf(r->arena, "%s -> %s", path->owner->ast->head.name.text, ring);
    diagnose(r->diagnostics, MESSAGE_RECURSION, use->ast->head.name.span,
             WORDS(use->ast->head.name.text, ring));
}

static void visit_nodes(struct flow_resolving *r, struct flow_owner *owner, const struct flow_node *node,
                        const struct use_path *path) {
    for (; node != NULL; node = node->next) {
        visit_nodes(r, owner, node->first, path);
        if (node->used == NULL)
            continue;
        if (node->used->visit == FLOW_OPEN) {
            report_recursion(r, node, path);
            owner->is_broken = true;
        } else if (path->depth == RESOLVE_SCOPES_DEEP_MAX) {
            diagnose(r->diagnostics, MESSAGE_PROCEDURES_TOO_DEEP, node->ast->head.name.span,
                     WORDS(number_word(r->diagnostics, RESOLVE_SCOPES_DEEP_MAX)));
            owner->is_broken = true;
        } else {
            visit(r, node->used, path);
        }
        owner->is_broken = owner->is_broken || node->used->is_broken;
    }
}

static void visit(struct flow_resolving *r, struct flow_owner *owner, const struct use_path *around) {
    const struct use_path path = {owner, around, around == NULL ? 0 : around->depth + 1};
    if (owner->visit == FLOW_DONE)
        return;
    owner->visit = FLOW_OPEN;
    visit_nodes(r, owner, owner->first, &path);
    owner->visit = FLOW_DONE;
}

void resolve_flow_recursion(struct flow_resolving *r) {
    for (size_t i = 0; i < r->owner_count; i++)
        visit(r, &r->owners[i], NULL);
}

/* ---- a flow with the bodies that it uses ----------------------------------------------------------- */

struct program {
    struct flow_resolving *r;
    struct flow_owner *root;
    struct resolved_flow *flow;
    struct model_flow_step *steps;
    struct model_scope *scopes;
    bool *is_set; /* data that a step before may have set */
    bool *is_reported;
    bool is_refused;
    size_t stretch_count;
};

struct stretch {   /* of a `save off`; NULL where every step is saved */
    size_t number; /* 0 as long as no step is in it */
    size_t scope;
};

struct program_standing { /* where the steps that are written out stand */
    const struct flow_owner *owner;
    const struct model_value *values; /* of the owner's parameters; NULL: the flow itself */
    const char *prefix;               /* of paths: "", "build." */
    const struct ast_flow_step *used_at;
    size_t scope, use, depth, level;
};

static void put_nodes(struct program *p, const struct flow_node *node, const struct program_standing *at,
                      struct stretch *stretch);

static struct model_value value_in(const struct program_standing *at, struct model_value value) {
    return at->values == NULL ? value : at->values[value.index];
}

/* What is read here must have been set by a step before; arguments always are. */
static void check_read(struct program *p, const struct program_standing *at, struct model_value value,
                       struct span where, const char *what) {
    const struct model_flow *flow = &p->flow->model;
    if (value.kind == MODEL_ARG || p->is_set[value.index] || p->is_reported[value.index])
        return;
    p->is_reported[value.index] = true;
    diagnose_beside(p->r->diagnostics, MESSAGE_READ_TOO_EARLY, where,
                    at->used_at == NULL ? (struct span){0} : at->used_at->head.name.span,
                    WORDS(what, flow->data[value.index].name, flow->name));
}

static const char *path_of(struct program *p, const struct program_standing *at, struct ast_text name) {
    const char *path = arena_printf(p->r->arena, "%s%s", at->prefix, name.text);
    if (strlen(path) > RESOLVE_PATH_MAX_BYTES && !p->is_refused) {
        p->is_refused = true;
        diagnose(p->r->diagnostics, MESSAGE_PATH_LENGTH, name.span,
                 WORDS(number_word(p->r->diagnostics, strlen(path)),
                       number_word(p->r->diagnostics, RESOLVE_PATH_MAX_BYTES)));
    }
    return path;
}

static struct ast_text own_name(const struct ast_flow_step *step) {
    return step->as.text != NULL ? step->as : step->head.name;
}

/* False where there are too many steps, which is reported once. */
static bool room_for_step(struct program *p, const struct ast_flow_step *step) {
    if (p->is_refused)
        return false;
    if (p->r->step_total++ < RESOLVE_STEPS_MAX)
        return true;
    p->is_refused = true;
    if (p->r->step_total == RESOLVE_STEPS_MAX + 1)
        diagnose(p->r->diagnostics, MESSAGE_TOO_MANY_STEPS, step->keyword,
                 WORDS(number_word(p->r->diagnostics, RESOLVE_STEPS_MAX)));
    return false;
}

static size_t *writes_in(struct program *p, const struct program_standing *at, const struct flow_node *node) {
    size_t *writes = arena_alloc(p->r->arena, node->write_count * sizeof *writes);
    size_t count = 0;
    for (size_t i = 0; i < node->write_count; i++) {
        size_t index = at->values == NULL ? node->writes[i] : at->values[node->writes[i]].index;
        size_t place = count++;
        for (; place > 0 && writes[place - 1] > index; place--)
            writes[place] = writes[place - 1];
        writes[place] = index;
        p->is_set[index] = true;
    }
    return writes;
}

static void put_step(struct program *p, const struct flow_node *node, const struct program_standing *at,
                     struct stretch *stretch) {
    static const enum model_step_kind kinds[] = {
        [AST_TX] = MODEL_TX, [AST_CALL] = MODEL_CALL, [AST_PAUSE] = MODEL_PAUSE, [AST_WAIT] = MODEL_WAIT};
    const struct ast_flow_step *ast = node->ast;
    struct model_flow *flow = &p->flow->model;
    struct ast_text name = own_name(ast);
    if (!room_for_step(p, ast))
        return;
    enum model_step_kind kind = kinds[ast->kind];
    const struct model_callback *callbacks = at->owner->callbacks;
    struct model_flow_step step = {
        .kind = kind,
        .path = path_of(p, at, name),
        .name = name.text,
        .label = resolve_label_of(p->r->arena, ast->head.label, name.text),
        .doc = ast->head.doc,
        .delivery = kind == MODEL_TX     ? MODEL_EXACTLY_ONCE
                    : kind == MODEL_CALL ? MODEL_AT_LEAST_ONCE
                                         : MODEL_NO_EFFECT,
        .procedure = at->owner->procedure == NULL ? NULL : &at->owner->procedure->model,
        .callback = node->callback == NOTHING ? NULL : &callbacks[node->callback],
        .undo = node->undo == NOTHING ? NULL : &callbacks[node->undo],
        .is_irreversible = ast->irreversible.length > 0,
        .stretch_scope = NOTHING,
        .time_ms = ast->time.ms,
        .retry = ast->retry.keyword.length > 0 ? resolve_flow_retry(&ast->retry) : flow->retry,
        .signal = kind == MODEL_WAIT ? ast->head.name.text : NULL,
        .write_count = node->write_count,
        .writes = writes_in(p, at, node),
        .scope = at->scope,
        .use = at->use,
        .depth = at->depth,
    };
    if (stretch != NULL && kind == MODEL_TX) {
        stretch->number = stretch->number > 0 ? stretch->number : ++p->stretch_count;
        step.stretch = stretch->number;
        step.stretch_scope = stretch->scope;
    }
    p->steps = arena_grow(p->r->arena, p->steps, flow->step_count, sizeof *p->steps);
    p->flow->steps = arena_grow(p->r->arena, p->flow->steps, flow->step_count, sizeof(*p->flow->steps));
    p->steps[flow->step_count] = step;
    p->flow->steps[flow->step_count++] = ast;
}

/* ---- scopes ---------------------------------------------------------------------------------------- */

static bool check_depth(struct program *p, const struct ast_flow_step *ast,
                        const struct program_standing *inside) {
    bool scopes = inside->level > RESOLVE_SCOPES_DEEP_MAX;
    if (!scopes && inside->depth <= RESOLVE_REPEATS_DEEP_MAX)
        return true;
    p->is_refused = true;
    diagnose(p->r->diagnostics, scopes ? MESSAGE_SCOPES_TOO_DEEP : MESSAGE_LOOPS_TOO_DEEP, ast->keyword,
             WORDS(p->flow->model.name, number_word(p->r->diagnostics, scopes ? RESOLVE_SCOPES_DEEP_MAX
                                                                              : RESOLVE_REPEATS_DEEP_MAX)));
    return false;
}

static void read_values(struct program *p, const struct flow_node *node, const struct program_standing *at,
                        struct model_value *values) {
    const struct ast_reference *written = node->ast->values == NULL ? NULL : node->ast->values->first;
    for (size_t i = 0; i < node->value_count; i++, written = written->next) {
        values[i] = value_in(at, node->values[i]);
        if (node->ast->kind != AST_USE || !node->used->args[i].is_inout)
            check_read(p, at, values[i], written->span,
                       node->ast->kind == AST_USE      ? "this use"
                       : node->ast->kind == AST_REPEAT ? "this loop"
                                                       : "this lock");
    }
}

static struct model_scope scope_of(struct program *p, const struct flow_node *node,
                                   const struct program_standing *at, const struct model_value *values) {
    const struct ast_flow_step *ast = node->ast;
    struct arena *arena = p->r->arena;
    struct model_scope scope = {
        .path = at->prefix, .doc = ast->head.doc, .parent = at->scope, .depth = at->depth};
    const char *name = ast->kind == AST_REPEAT && ast->as.text == NULL ? ast->values->first->name.text
                       : ast->kind == AST_LOCK                         ? resolve_flow_class(ast)
                                                                       : own_name(ast).text;
    size_t length = strlen(at->prefix);
    scope.path = arena_strndup(arena, at->prefix, length == 0 ? 0 : length - 1);
    scope.label = resolve_label_of(arena, ast->head.label, name);
    scope.procedure = at->owner->procedure == NULL ? NULL : &at->owner->procedure->model;
    switch (ast->kind) {
    case AST_REPEAT:
        scope.kind = MODEL_REPEAT;
        scope.path = path_of(p, at, ast->as.text != NULL ? ast->as : ast->values->first->name);
        scope.count = values[0];
        scope.min = ast->min;
        scope.max = ast->max;
        break;
    case AST_OPTIONAL:
        scope.kind = MODEL_OPTIONAL;
        scope.predicate = &at->owner->callbacks[node->callback];
        break;
    case AST_LOCK:
        scope.kind = MODEL_LOCK;
        scope.lock = (struct model_lock){ast->is_global, resolve_flow_class(ast), node->value_count, values};
        break;
    default:
        scope.kind = MODEL_USE;
        scope.path = path_of(p, at, own_name(ast));
        scope.procedure = &node->used->procedure->model;
        scope.label =
            ast->head.label.text != NULL || ast->as.text != NULL ? scope.label : scope.procedure->label;
        scope.value_count = node->value_count;
        scope.values = values;
        break;
    }
    return scope;
}

static void put_scope(struct program *p, const struct flow_node *node, const struct program_standing *at,
                      struct stretch *stretch) {
    struct model_flow *flow = &p->flow->model;
    struct model_value *values = arena_alloc(p->r->arena, node->value_count * sizeof *values);
    struct program_standing inside = *at;
    size_t index = flow->scope_count;
    inside.scope = index;
    inside.level++;
    inside.depth += node->ast->kind == AST_REPEAT;
    if (p->is_refused || !check_depth(p, node->ast, &inside))
        return;
    read_values(p, node, at, values);
    struct model_scope scope = scope_of(p, node, at, values);
    scope.first = flow->step_count;
    p->scopes = arena_grow(p->r->arena, p->scopes, index, sizeof *p->scopes);
    p->flow->scopes = arena_grow(p->r->arena, p->flow->scopes, index, sizeof(*p->flow->scopes));
    p->flow->scopes[index] = node->ast;
    p->scopes[index] = scope;
    flow->scope_count++;
    if (node->used != NULL) {
        inside.owner = node->used;
        inside.values = values;
        inside.prefix = arena_printf(p->r->arena, "%s.", scope.path);
        inside.used_at = node->ast;
        inside.use = index;
    }
    put_nodes(p, node->used != NULL ? node->used->first : node->first, &inside, stretch);
    p->scopes[index].end = flow->step_count;
    for (size_t i = scope.first; scope.kind == MODEL_LOCK && i < flow->step_count; i++)
        p->scopes[index].is_kept = p->scopes[index].is_kept || p->steps[i].undo != NULL;
}

/* What `save off` says holds to the end of the braces, and in the procedures that are used. */
static void put_nodes(struct program *p, const struct flow_node *node, const struct program_standing *at,
                      struct stretch *stretch) {
    for (; node != NULL; node = node->next) {
        switch (node->ast->kind) {
        case AST_SAVE:
        case AST_SAVE_OFF:
            stretch = NULL;
            if (node->ast->kind == AST_SAVE_OFF) {
                stretch = arena_alloc(p->r->arena, sizeof *stretch);
                stretch->scope = at->scope;
            }
            break;
        case AST_TX:
        case AST_CALL:
        case AST_PAUSE:
        case AST_WAIT:
            put_step(p, node, at, stretch);
            break;
        case AST_LOCK:
            if (!node->ast->is_flow_wide)
                put_scope(p, node, at, stretch);
            break;
        case AST_USE:
        case AST_OPTIONAL:
        case AST_REPEAT:
            put_scope(p, node, at, stretch);
            break;
        }
    }
}

static void put_locks(struct program *p) {
    struct model_flow *flow = &p->flow->model;
    size_t count = 0;
    for (const struct flow_node *node = p->root->first; node != NULL; node = node->next)
        count += node->ast->is_flow_wide;
    struct model_lock *locks = arena_alloc(p->r->arena, count * sizeof *locks);
    p->flow->locks = arena_alloc(p->r->arena, count * sizeof(*p->flow->locks));
    for (const struct flow_node *node = p->root->first; node != NULL; node = node->next) {
        if (!node->ast->is_flow_wide)
            continue;
        p->flow->locks[flow->lock_count] = node->ast;
        locks[flow->lock_count++] = (struct model_lock){node->ast->is_global, resolve_flow_class(node->ast),
                                                        node->value_count, node->values};
    }
    flow->locks = locks;
}

void resolve_flow_program(struct flow_resolving *r, struct flow_owner *owner) {
    struct model_flow *flow = &owner->flow->model;
    struct program p = {.r = r,
                        .root = owner,
                        .flow = owner->flow,
                        .is_set = arena_alloc(r->arena, flow->data_count * sizeof(bool)),
                        .is_reported = arena_alloc(r->arena, flow->data_count * sizeof(bool))};
    const struct program_standing top = {.owner = owner, .prefix = "", .scope = NOTHING, .use = NOTHING};
    if (owner->is_broken)
        return;
    size_t errors = r->diagnostics->error_count;
    put_locks(&p);
    put_nodes(&p, owner->first, &top, NULL);
    flow->steps = p.steps;
    flow->scopes = p.scopes;
    owner->flow->is_complete = !p.is_refused && r->diagnostics->error_count == errors;
    if (owner->flow->is_complete)
        flow->fingerprint = fingerprint_flow(r->arena, flow);
}
