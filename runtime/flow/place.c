#include "flow/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a run stands, and where it goes from there. */

uint32_t step_of_path(const struct pawl_flow *flow, const char *path) {
    for (uint32_t i = 0; i < flow->step_count; i++)
        if (strcmp(flow->steps[i].path, path) == 0)
            return i;
    return PAWL_FLOW_NOTHING;
}

/* Of a step, or of the end. */
static uint32_t scope_of(const struct pawl_flow *flow, uint32_t step) {
    return step < flow->step_count ? flow->steps[step].scope : PAWL_FLOW_NOTHING;
}

/* How many scopes there are from the outermost down to this one. */
static int64_t level_of(const struct pawl_flow *flow, uint32_t scope) {
    int64_t level = 0;
    for (; scope != PAWL_FLOW_NOTHING; scope = flow->scopes[scope].parent)
        level++;
    return level;
}

size_t scopes_around(const struct pawl_flow *flow, uint32_t step, uint32_t around[SCOPES_AROUND_MAX]) {
    uint32_t scope = scope_of(flow, step);
    size_t count = (size_t)level_of(flow, scope);
    for (size_t i = count; i > 0; i--) {
        if (i <= SCOPES_AROUND_MAX)
            around[i - 1] = scope;
        scope = flow->scopes[scope].parent;
    }
    return count < SCOPES_AROUND_MAX ? count : SCOPES_AROUND_MAX;
}

bool iteration_read(const char *text, uint16_t depth, int64_t iteration[RUN_DEPTH_MAX]) {
    memset(iteration, 0, RUN_DEPTH_MAX * sizeof *iteration);
    for (uint16_t i = 0; i < depth && i < RUN_DEPTH_MAX; i++) {
        char *end = NULL;
        if (*text != '[')
            return false;
        iteration[i] = strtoll(text + 1, &end, 10);
        if (*end != ']')
            return false;
        text = end + 1;
    }
    return *text == '\0';
}

const char *iteration_write(struct results *memory, const int64_t *iteration, uint16_t depth) {
    char text[RUN_DEPTH_MAX * 24] = "";
    size_t length = 0;
    for (uint16_t i = 0; i < depth && i < RUN_DEPTH_MAX; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "[%" PRId64 "]", iteration[i]);
    return results_strdup(memory, text);
}

bool place_of_run(const struct run *run, struct flow_place *place) {
    const struct pawl_flow *flow = run->flow;
    *place = (struct flow_place){0};
    if (!run->row.path)
        return true; /* it has not begun */
    place->step = step_of_path(flow, run->row.path);
    if (place->step == PAWL_FLOW_NOTHING)
        return false;
    int64_t around = level_of(flow, scope_of(flow, place->step));
    place->entered = run->row.entered < around ? run->row.entered : around;
    return iteration_read(run->row.iteration, flow->steps[place->step].depth, place->iteration);
}

enum pawl_status place_set(struct run *run, const struct flow_place *place) {
    const struct pawl_flow *flow = run->flow;
    bool is_end = place->step >= flow->step_count;
    const char *iteration =
        iteration_write(&run->memory[0], place->iteration, is_end ? 0 : flow->steps[place->step].depth);
    if (!iteration)
        return PAWL_NOMEM;
    if (!is_end && run->row.path && strcmp(run->row.path, flow->steps[place->step].path) == 0 &&
        strcmp(run->row.iteration, iteration) == 0 && run->row.entered == place->entered)
        return PAWL_OK; /* it stands there, perhaps with attempts */
    run->is_unsaved |= !run->has_first_place || run->row.path || place->step != 0;
    run->row.path = is_end ? NULL : flow->steps[place->step].path;
    run->row.iteration = iteration;
    run->row.entered = place->entered;
    run->row.attempt = run->row.failures = run->row.is_uncertain = 0;
    return PAWL_OK;
}

/* ---- loops -------------------------------------------------------------------------------------- */

static const char *loop_name(struct run *run, const struct pawl_flow_scope *loop, const int64_t *iteration) {
    const char *around = iteration_write(&run->scratch, iteration, loop->depth);
    size_t size = around ? strlen(loop->path) + strlen(around) + 1 : 0;
    char *name = around ? results_alloc(&run->scratch, size) : NULL;
    if (name)
        snprintf(name, size, "%s%s", loop->path, around);
    return name;
}

/* Goes through all counts; those of others than `name` are written on where json is not NULL. */
static int64_t find_count(struct run *run, const char *name, struct json *json) {
    struct json_reader reader = {run->row.counts, &run->scratch};
    int64_t found = -1, count;
    char *each = NULL;
    json_read_sign(&reader, '{');
    while (json_read_string(&reader, &each) && each && json_read_sign(&reader, ':') &&
           json_read_number(&reader, &count)) {
        json_read_sign(&reader, ',');
        if (strcmp(each, name) == 0) {
            found = count;
        } else if (json) {
            json_put(json, ", ", json->length > 1 ? 2 : 0);
            json_put_string(json, each);
            json_printf(json, ": %" PRId64, count);
        }
    }
    return found;
}

static int64_t loop_count(struct run *run, const struct pawl_flow_scope *loop, const int64_t *iteration) {
    const char *name = loop_name(run, loop, iteration);
    return name ? find_count(run, name, NULL) : -1;
}

enum pawl_status loop_count_set(struct run *run, const struct pawl_flow_scope *loop, const int64_t *iteration,
                                int64_t count) {
    struct json json = {.memory = &run->memory[0]};
    const char *name = loop_name(run, loop, iteration);
    if (!name)
        return PAWL_NOMEM;
    json_put(&json, "{", 1);
    find_count(run, name, &json);
    if (count >= 0) {
        json_put(&json, ", ", json.length > 1 ? 2 : 0);
        json_put_string(&json, name);
        json_printf(&json, ": %" PRId64, count);
    }
    json_put(&json, "}", 1);
    const char *counts = json_end(&json);
    if (!counts)
        return PAWL_NOMEM;
    run->row.counts = counts;
    run->is_unsaved = true;
    return PAWL_OK;
}

/* ---- leaving ------------------------------------------------------------------------------------ */

bool lies_in(const struct pawl_flow *flow, uint32_t scope, uint32_t outer) {
    while (scope != PAWL_FLOW_NOTHING && scope != outer)
        scope = flow->scopes[scope].parent;
    return scope == outer;
}

/* The scope goes round or is left: a stretch that was begun in it ends. */
static void end_stretch(struct run *run, uint32_t scope) {
    if (run->stretch > 0 && run->stretch_scope != PAWL_FLOW_NOTHING &&
        lies_in(run->flow, run->stretch_scope, scope))
        run->ends_stretch = true;
}

/* A lock stays if the step that is done, or one before it within the scope, can be undone. */
static enum pawl_status let_go(struct run *run, const struct flow_place *place, uint32_t scope, bool done) {
    bool is_kept = false;
    if (run->flow->scopes[scope].kind != PAWL_SCOPE_LOCK)
        return PAWL_OK;
    if (run->flow->scopes[scope].is_kept) {
        is_kept = done && run->flow->steps[place->step].undo >= 0;
        enum pawl_status status = is_kept ? PAWL_OK : run_can_undo_in(run, scope, place->iteration, &is_kept);
        if (status != PAWL_OK || is_kept)
            return status;
    }
    const char *name = lock_scope_name(run, scope, place->iteration);
    run->ends_stretch = true;
    return name ? lock_scope_free(run, name) : PAWL_NOMEM;
}

/* Out of the scopes that end before `end`, from `scope` outwards; which may go round instead. */
static enum pawl_status leave_scopes(struct run *run, struct flow_place *place, uint32_t end, uint32_t scope,
                                     bool done) {
    const struct pawl_flow *flow = run->flow;
    for (; scope != PAWL_FLOW_NOTHING && flow->scopes[scope].end == end; scope = flow->scopes[scope].parent) {
        const struct pawl_flow_scope *left = &flow->scopes[scope];
        end_stretch(run, scope);
        if (left->kind == PAWL_SCOPE_REPEAT &&
            place->iteration[left->depth] + 1 < loop_count(run, left, place->iteration)) {
            place->iteration[left->depth]++;
            end = left->first;
            break;
        }
        TRY(let_go(run, place, scope, done));
    }
    place->step = end;
    place->entered = level_of(flow, scope);
    uint16_t depth = end < flow->step_count ? flow->steps[end].depth : 0;
    uint16_t kept =
        scope == PAWL_FLOW_NOTHING
            ? 0
            : (uint16_t)(flow->scopes[scope].depth + (flow->scopes[scope].kind == PAWL_SCOPE_REPEAT ? 1 : 0));
    for (uint16_t i = kept; i < depth && i < RUN_DEPTH_MAX; i++)
        place->iteration[i] = 0;
    return PAWL_OK;
}

enum pawl_status place_leave(struct run *run, struct flow_place *place) {
    return leave_scopes(run, place, place->step + 1, scope_of(run->flow, place->step), true);
}

enum pawl_status place_pass(struct run *run, struct flow_place *place, uint32_t scope) {
    return leave_scopes(run, place, run->flow->scopes[scope].end, run->flow->scopes[scope].parent, false);
}

enum pawl_status place_leave_out(struct run *run, struct flow_place *place) {
    const struct pawl_flow *flow = run->flow;
    uint32_t scope = scope_of(flow, place->step);
    for (; flow->scopes[scope].kind != PAWL_SCOPE_REPEAT; scope = flow->scopes[scope].parent)
        TRY(let_go(run, place, scope, false));
    return leave_scopes(run, place, flow->scopes[scope].end, scope, false);
}

/* ---- going back --------------------------------------------------------------------------------- */

enum pawl_status place_forget(struct run *run, const struct flow_place *place) {
    const struct pawl_flow *flow = run->flow;
    for (uint32_t scope = scope_of(flow, place->step); scope != PAWL_FLOW_NOTHING;
         scope = flow->scopes[scope].parent) {
        const struct pawl_flow_scope *loop = &flow->scopes[scope];
        if (loop->first != place->step)
            break;
        if (loop->kind == PAWL_SCOPE_REPEAT && place->iteration[loop->depth] == 0)
            TRY(loop_count_set(run, loop, place->iteration, -1));
    }
    return PAWL_OK;
}

enum pawl_status place_begin_anew(struct run *run, struct flow_place *place) {
    uint32_t around[SCOPES_AROUND_MAX];
    size_t count = scopes_around(run->flow, place->step, around);
    for (place->entered = 0; place->entered < (int64_t)count; place->entered++) {
        const struct pawl_flow_scope *scope = &run->flow->scopes[around[place->entered]];
        if (scope->kind == PAWL_SCOPE_REPEAT && loop_count(run, scope, place->iteration) < 0)
            break;
        if (scope->kind != PAWL_SCOPE_LOCK)
            continue;
        const char *name = lock_scope_name(run, around[place->entered], place->iteration);
        if (!name)
            return PAWL_NOMEM;
        if (!lock_scope_is_held(run, name))
            break;
    }
    return PAWL_OK;
}
