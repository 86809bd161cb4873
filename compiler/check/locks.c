#include "check/flow.h"

#include <string.h>

/*
 * A run that holds a lock may wait for another one. Runs wait for each other without end where such pairs
 * form a ring: one holds what the next one waits for. Two locks can be the same where their classes are, and
 * one of them is global or both are local in one flow.
 */
struct site { /* all locks of one class and reach in one flow */
    size_t flow;
    bool is_global;
    const char *class;
    enum pawl_type type;
    const struct ast_flow_step *at; /* the first one */
};

struct locks {
    struct ast *ast;
    const struct resolved_flows *flows;
    struct site *sites;
    size_t count;
    const struct ast_flow_step **taken_at; /* [held * CHECK_LOCK_CLASSES_MAX + taken]; NULL: never */
    size_t *waits;                         /* [from * CHECK_LOCK_CLASSES_MAX + to]: see waits_for */
    bool *is_reported;                     /* of sites */
    bool is_full;
};

static size_t pair(size_t one, size_t other) {
    return one * CHECK_LOCK_CLASSES_MAX + other;
}

static enum pawl_type type_of(const struct model_flow *flow, struct model_value value) {
    return value.kind == MODEL_ARG ? flow->args[value.index].type : flow->data[value.index].type;
}

/* An int and a bigint are the same key; a uuid has one spelling, and a text has any. */
static enum pawl_type kind_of(enum pawl_type type) {
    return type == PAWL_TYPE_INT ? PAWL_TYPE_BIGINT : type;
}

static void check_type(struct locks *l, const struct site *site) {
    for (size_t i = 0; i < l->count; i++) {
        if (strcmp(l->sites[i].class, site->class) != 0 || kind_of(l->sites[i].type) == kind_of(site->type))
            continue;
        diagnose_beside(l->ast->diagnostics, MESSAGE_LOCK_CLASS_TYPES, site->at->keyword,
                        l->sites[i].at->keyword, WORDS(site->class));
        return;
    }
}

/* MODEL_NOTHING where there are too many, which is reported once. */
static size_t site_of(struct locks *l, size_t flow, const struct model_lock *lock,
                      const struct ast_flow_step *at) {
    for (size_t i = 0; i < l->count; i++)
        if (l->sites[i].flow == flow && l->sites[i].is_global == lock->is_global &&
            strcmp(l->sites[i].class, lock->class) == 0)
            return i;
    if (l->count == CHECK_LOCK_CLASSES_MAX) {
        if (!l->is_full)
            diagnose(l->ast->diagnostics, MESSAGE_TOO_MANY_LOCK_CLASSES, at->keyword,
                     WORDS(number_word(l->ast->diagnostics, CHECK_LOCK_CLASSES_MAX)));
        l->is_full = true;
        return MODEL_NOTHING;
    }
    const struct model_flow *model = &l->flows->flows[flow].model;
    const struct site site = {flow, lock->is_global, lock->class, type_of(model, lock->keys[0]), at};
    check_type(l, &site);
    l->sites[l->count] = site;
    return l->count++;
}

/* ---- what is held while what is taken -------------------------------------------------------------- */

static void report_twice(struct locks *l, const char *class, const struct ast_flow_step *first,
                         const struct ast_flow_step *second, bool is_kept) {
    diagnose_beside(l->ast->diagnostics, is_kept ? MESSAGE_LOCK_KEPT_TWICE : MESSAGE_LOCK_TWICE,
                    second->keyword, first->keyword, WORDS(class, second->is_global ? "global" : "local"));
}

struct taking { /* a lock that a flow takes */
    const struct model_lock *lock;
    const struct ast_flow_step *at;
    size_t site;
    size_t first, end; /* the steps that it is taken for */
    bool is_kept;      /* and held to the end of the run */
};

static bool is_set_between(const struct model_flow *flow, struct model_value value, size_t from, size_t end) {
    for (size_t i = from; value.kind == MODEL_DATA && i < end; i++)
        for (size_t w = 0; w < flow->steps[i].write_count; w++)
            if (flow->steps[i].writes[w] == value.index)
                return true;
    return false;
}

/* A run is granted what it holds already. */
static bool is_held_already(const struct model_flow *flow, const struct taking *first,
                            const struct taking *second) {
    if (first->lock->key_count != second->lock->key_count ||
        first->lock->is_global != second->lock->is_global)
        return false;
    for (size_t i = 0; i < first->lock->key_count; i++) {
        struct model_value key = first->lock->keys[i];
        if (key.kind != second->lock->keys[i].kind || key.index != second->lock->keys[i].index ||
            is_set_between(flow, key, first->first, second->first))
            return false;
    }
    return true;
}

static void check_loop(struct locks *l, const struct model_flow *flow, const struct taking *taking,
                       size_t scope) {
    for (; scope != MODEL_NOTHING && taking->is_kept; scope = flow->scopes[scope].parent) {
        const struct model_scope *loop = &flow->scopes[scope];
        for (size_t i = 0; loop->kind == MODEL_REPEAT && i < taking->lock->key_count; i++) {
            if (!is_set_between(flow, taking->lock->keys[i], loop->first, loop->end))
                continue;
            diagnose(l->ast->diagnostics, MESSAGE_LOCK_IN_LOOP, taking->at->keyword,
                     WORDS(taking->lock->class));
            return;
        }
    }
}

struct holding { /* what a flow holds so far */
    const struct resolved_flow *resolved;
    size_t flow;
    struct taking *held;
    size_t count;
    bool goes_round; /* a loop is looked at again, with what its iterations keep; what is wrong is reported */
};

static void let_go(struct holding *h, size_t before) {
    size_t still = 0;
    for (size_t i = 0; i < h->count; i++)
        if (h->held[i].is_kept || h->held[i].end > before)
            h->held[still++] = h->held[i];
    h->count = still;
}

static void locks_take(struct locks *l, struct holding *h, const struct taking *taking) {
    let_go(h, taking->first);
    for (size_t i = 0; i < h->count; i++)
        if (is_held_already(&h->resolved->model, &h->held[i], taking))
            return;
    for (size_t i = 0; i < h->count; i++) {
        const struct taking *held = &h->held[i];
        if (strcmp(held->lock->class, taking->lock->class) == 0) {
            if (!h->goes_round)
                report_twice(l, taking->lock->class, held->at, taking->at,
                             held->is_kept && held->end <= taking->first);
            return;
        }
        const struct ast_flow_step **at = &l->taken_at[pair(held->site, taking->site)];
        if (taking->end < SIZE_MAX && *at == NULL)
            *at = taking->at;
    }
    h->held[h->count++] = *taking;
}

static void take_scope(struct locks *l, struct holding *h, size_t index) {
    const struct model_scope *scope = &h->resolved->model.scopes[index];
    const struct ast_flow_step *at = h->resolved->scopes[index];
    if (scope->kind != MODEL_LOCK)
        return;
    const struct taking taking = {.lock = &scope->lock,
                                  .at = at,
                                  .site = site_of(l, h->flow, &scope->lock, at),
                                  .first = scope->first,
                                  .end = scope->end,
                                  .is_kept = scope->is_kept};
    if (taking.site == MODEL_NOTHING)
        return;
    locks_take(l, h, &taking);
    if (!h->goes_round)
        check_loop(l, &h->resolved->model, &taking, scope->parent);
}

/* The locks of the flow itself are taken all at once. */
static void collect(struct locks *l, size_t flow) {
    const struct resolved_flow *resolved = &l->flows->flows[flow];
    const struct model_flow *model = &resolved->model;
    struct holding h = {.resolved = resolved, .flow = flow};
    h.held = arena_alloc(l->ast->arena, (model->lock_count + 2 * model->scope_count) * sizeof *h.held);
    for (size_t i = 0; i < model->lock_count; i++) {
        const struct taking taking = {.lock = &model->locks[i],
                                      .at = resolved->locks[i],
                                      .site = site_of(l, flow, &model->locks[i], resolved->locks[i]),
                                      .end = SIZE_MAX,
                                      .is_kept = true};
        if (taking.site != MODEL_NOTHING)
            locks_take(l, &h, &taking);
    }
    for (size_t i = 0; i < model->scope_count;) {
        size_t end = i + 1; /* behind the scopes of an outermost loop */
        while (model->scopes[i].kind == MODEL_REPEAT && end < model->scope_count &&
               model->scopes[end].first < model->scopes[i].end)
            end++;
        for (size_t s = i; s < end; s++)
            take_scope(l, &h, s);
        if (model->scopes[i].kind == MODEL_REPEAT) {
            let_go(&h, model->scopes[i].end);
            h.goes_round = true;
            for (size_t s = i; s < end; s++)
                take_scope(l, &h, s);
            h.goes_round = false;
        }
        i = end;
    }
}

/* ---- rings ----------------------------------------------------------------------------------------- */

static bool may_be_same(const struct site *one, const struct site *other) {
    return strcmp(one->class, other->class) == 0 &&
           (one->is_global || other->is_global || one->flow == other->flow);
}

/* Where a run that holds `from` waits for a lock that another run holds as `to`: the lock that it takes. */
static size_t find_wait(const struct locks *l, size_t from, size_t to) {
    for (size_t taken = 0; taken < l->count; taken++)
        if (l->taken_at[pair(from, taken)] != NULL && may_be_same(&l->sites[taken], &l->sites[to]))
            return taken;
    return MODEL_NOTHING;
}

static size_t waits_for(const struct locks *l, size_t from, size_t to) {
    return l->waits[pair(from, to)];
}

static void report_ring(struct locks *l, const size_t *ring, size_t length) {
    const struct site *first = &l->sites[ring[0]];
    const struct site *second = &l->sites[ring[1 % length]];
    size_t taken = waits_for(l, ring[0], ring[1 % length]);
    size_t back = waits_for(l, ring[1 % length], ring[2 % length]);
    const char *one = l->flows->flows[first->flow].model.name;
    const char *other = l->flows->flows[second->flow].model.name;
    diagnose_beside(l->ast->diagnostics, MESSAGE_LOCK_ORDER, l->taken_at[pair(ring[0], taken)]->keyword,
                    l->taken_at[pair(ring[1 % length], back)]->keyword,
                    WORDS(one, l->sites[taken].class, first->class, other, l->sites[back].class,
                          second->class,
                          length == 2 ? "they could wait for each other without end"
                                      : "with others they could wait for each other in a ring"));
    for (size_t i = 0; i < length; i++)
        l->is_reported[ring[i]] = true;
}

/* The shortest ring through a lock. */
static void find_ring(struct locks *l, size_t start) {
    size_t queue[CHECK_LOCK_CLASSES_MAX];
    size_t before[CHECK_LOCK_CLASSES_MAX];
    size_t ring[CHECK_LOCK_CLASSES_MAX];
    size_t count = 0;
    size_t length = 0;
    for (size_t i = 0; i < l->count; i++)
        before[i] = MODEL_NOTHING;
    queue[count++] = start;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && waits_for(l, queue[i], start) != MODEL_NOTHING) {
            for (size_t at = queue[i]; at != start; at = before[at])
                ring[length++] = at;
            ring[length++] = start;
            for (size_t low = 0, high = length - 1; low < high; low++, high--) {
                size_t site = ring[low];
                ring[low] = ring[high];
                ring[high] = site;
            }
            report_ring(l, ring, length);
            return;
        }
        for (size_t next = 0; next < l->count; next++) {
            if (next == start || before[next] != MODEL_NOTHING || l->is_reported[next] ||
                waits_for(l, queue[i], next) == MODEL_NOTHING)
                continue;
            before[next] = queue[i];
            queue[count++] = next;
        }
    }
}

void check_locks(struct ast *ast, const struct resolved_flows *flows) {
    struct locks l = {.ast = ast, .flows = flows};
    size_t lock_count = 0;
    for (size_t i = 0; i < flows->flow_count; i++) {
        lock_count += flows->flows[i].model.lock_count;
        for (size_t s = 0; s < flows->flows[i].model.scope_count; s++)
            lock_count += flows->flows[i].model.scopes[s].kind == MODEL_LOCK;
    }
    if (lock_count == 0)
        return;
    l.sites = arena_alloc(ast->arena, CHECK_LOCK_CLASSES_MAX * sizeof *l.sites);
    l.is_reported = arena_alloc(ast->arena, CHECK_LOCK_CLASSES_MAX * sizeof *l.is_reported);
    size_t pairs = (size_t)CHECK_LOCK_CLASSES_MAX * CHECK_LOCK_CLASSES_MAX;
    l.taken_at = arena_alloc(ast->arena, pairs * sizeof(*l.taken_at));
    l.waits = arena_alloc(ast->arena, pairs * sizeof *l.waits);
    for (size_t i = 0; i < flows->flow_count; i++)
        if (flows->flows[i].is_complete)
            collect(&l, i);
    for (size_t i = 0; i < l.count; i++)
        for (size_t j = 0; j < l.count; j++)
            l.waits[pair(i, j)] = find_wait(&l, i, j);
    for (size_t i = 0; i < l.count && !l.is_full; i++)
        if (!l.is_reported[i])
            find_ring(&l, i);
}
