/* A runtime that has nothing but the tables of a flow, and walks them as compiler/model/flow.h says. */
#include "compiled.h"

enum { TRACE_MAX = 4096, DEPTH_MAX = 8, DONE_MAX = 256 };

struct done { /* a row of the history */
    size_t step;
    size_t iteration[DEPTH_MAX];
};

struct run {
    const struct model_flow *flow;
    const char *taken;   /* names of predicates that hold */
    int64_t counts[4];   /* of data and arguments, by the index */
    const char *skipped; /* "path[iteration]" of the step that answers SKIP */
    size_t iteration[DEPTH_MAX];
    int64_t frozen[DEPTH_MAX]; /* counts of the loops that the run is in */
    size_t stretch;            /* whose transaction is open; 0: none */
    size_t stretch_scope;
    struct done done[DONE_MAX];
    size_t done_count;
    char trace[TRACE_MAX];
};

static void say(struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct run *run, const char *format, ...) {
    size_t length = strlen(run->trace);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->trace + length, TRACE_MAX - length, format, arguments);
    va_end(arguments);
}

static const char *place(const struct run *run, size_t step, const size_t *iteration, char *words) {
    size_t length = (size_t)sprintf(words, "%s", run->flow->steps[step].path);
    for (size_t i = 0; i < run->flow->steps[step].depth; i++)
        length += (size_t)sprintf(words + length, "[%zu]", iteration[i]);
    return words;
}

static void commit(struct run *run) {
    if (run->stretch > 0)
        say(run, "; ");
    run->stretch = 0;
}

static bool lies_in(const struct model_flow *flow, size_t scope, size_t outer) {
    while (scope != MODEL_NOTHING && scope != outer)
        scope = flow->scopes[scope].parent;
    return scope == outer;
}

/* The scope goes round or is left: a stretch that was begun in it ends. */
static void end_stretch(struct run *run, size_t scope) {
    if (run->stretch > 0 && run->stretch_scope != MODEL_NOTHING &&
        lies_in(run->flow, run->stretch_scope, scope))
        commit(run);
}

static size_t enter(struct run *run, size_t step, size_t scope);

/* Out of the scopes that end at the step, from the innermost; the next step. */
static size_t leave(struct run *run, size_t step, size_t scope) {
    const struct model_flow *flow = run->flow;
    for (; scope != MODEL_NOTHING && flow->scopes[scope].end == step; scope = flow->scopes[scope].parent) {
        const struct model_scope *left = &flow->scopes[scope];
        end_stretch(run, scope);
        if (left->kind == MODEL_REPEAT && (int64_t)++run->iteration[left->depth] < run->frozen[left->depth])
            return enter(run, left->first, scope);
        if (left->kind == MODEL_LOCK) {
            commit(run);
            say(run, left->is_kept ? "=%s " : "-%s ", left->lock.class);
        }
    }
    return enter(run, step, scope);
}

/* Into the scopes that begin at the step, from the outermost, but for those that the run is in. */
static size_t enter(struct run *run, size_t step, size_t inside) {
    const struct model_flow *flow = run->flow;
    size_t scope = inside == MODEL_NOTHING ? 0 : inside + 1;
    if (step == flow->step_count)
        return step;
    while (scope < flow->scope_count && flow->scopes[scope].first < step)
        scope++;
    for (; scope < flow->scope_count && flow->scopes[scope].first == step; scope++) {
        const struct model_scope *entered = &flow->scopes[scope];
        bool passes = true;
        if (entered->kind == MODEL_OPTIONAL) {
            passes = strstr(run->taken, entered->predicate->name) != NULL;
        } else if (entered->kind == MODEL_REPEAT) {
            int64_t count = run->counts[entered->count.index];
            run->frozen[entered->depth] = count < entered->min ? entered->min : count;
            run->iteration[entered->depth] = 0;
            passes = run->frozen[entered->depth] > 0;
        } else if (entered->kind == MODEL_LOCK) {
            commit(run);
            say(run, "+%s ", entered->lock.class);
        }
        if (!passes)
            return leave(run, entered->end, entered->parent);
    }
    return step;
}

/* The rest of the innermost loop's body is left out. */
static size_t leave_out(struct run *run, size_t step) {
    size_t scope = run->flow->steps[step].scope;
    while (run->flow->scopes[scope].kind != MODEL_REPEAT) {
        if (run->flow->scopes[scope].kind == MODEL_LOCK)
            say(run, run->flow->scopes[scope].is_kept ? "=%s " : "-%s ", run->flow->scopes[scope].lock.class);
        scope = run->flow->scopes[scope].parent;
    }
    return leave(run, run->flow->scopes[scope].end, scope);
}

static size_t do_step(struct run *run, size_t step) {
    const struct model_flow_step *of = &run->flow->steps[step];
    char words[256];
    if (of->stretch == 0 || of->stretch != run->stretch)
        commit(run);
    place(run, step, run->iteration, words);
    say(run, "%s ", words);
    if (run->skipped != NULL && strcmp(run->skipped, words) == 0)
        return leave_out(run, step);
    run->done[run->done_count].step = step;
    memcpy(run->done[run->done_count++].iteration, run->iteration, sizeof run->iteration);
    run->stretch = of->stretch;
    run->stretch_scope = of->stretch_scope;
    if (of->stretch == 0)
        say(run, "; ");
    return leave(run, step + 1, of->scope);
}

/* Forward until the step fails, then back. */
static const char *walk(struct run *run, const struct model_flow *flow, const char *failing) {
    char words[256];
    run->flow = flow;
    for (size_t step = enter(run, 0, MODEL_NOTHING); step < flow->step_count; step = do_step(run, step)) {
        if (failing == NULL || strcmp(place(run, step, run->iteration, words), failing) != 0)
            continue;
        say(run, "FAILS ");
        while (run->done_count-- > 0) {
            const struct done *done = &run->done[run->done_count];
            if (flow->steps[done->step].undo != NULL)
                say(run, "%s:%s ", flow->steps[done->step].undo->name,
                    place(run, done->step, done->iteration, words));
        }
        return run->trace;
    }
    commit(run);
    say(run, "DONE");
    return run->trace;
}

static void expect_walk(const char *text, struct run run, const char *failing, const char *expected) {
    struct compiled compiled = machine_from(text);
    assert_string_equal(walk(&run, &compiled.model->flows[0], failing), expected);
    arena_free(compiled.arena);
}

static const char nested[] =
    "procedure mount(parts: int) {"
    "  call attach undo detach;"
    "  repeat parts max 9 min 0 { tx format undo wipe; optional big { tx index undo drop; } }"
    "}"
    "flow f(volumes: int, parts: int) {"
    "  tx begin undo unbegin;"
    "  repeat volumes max 9 { use mount(parts); tx note; }"
    "  optional last { use mount(volumes) as more; }"
    "  tx end;"
    "}";

static void steps_are_walked_forward(void **state) {
    (void)state;
    expect_walk(nested, (struct run){.taken = "", .counts = {1, 1}}, NULL,
                "begin ; mount.attach[0] ; mount.format[0][0] ; note[0] ; end ; DONE");
    expect_walk(nested, (struct run){.taken = "big", .counts = {2, 2}}, NULL,
                "begin ; mount.attach[0] ; mount.format[0][0] ; mount.index[0][0] ; mount.format[0][1] ; "
                "mount.index[0][1] ; note[0] ; mount.attach[1] ; mount.format[1][0] ; mount.index[1][0] ; "
                "mount.format[1][1] ; mount.index[1][1] ; note[1] ; end ; DONE");
    /* a count of 0 is one iteration, or with `min 0` none */
    expect_walk(nested, (struct run){.taken = "last", .counts = {0, 0}}, NULL,
                "begin ; mount.attach[0] ; note[0] ; more.attach ; end ; DONE");
    expect_walk(nested, (struct run){.taken = "", .counts = {2, 1}, .skipped = "mount.attach[0]"}, NULL,
                "begin ; mount.attach[0] mount.attach[1] ; mount.format[1][0] ; note[1] ; end ; DONE");
}

static void what_ran_is_walked_back(void **state) {
    (void)state;
    expect_walk(
        nested, (struct run){.taken = "big", .counts = {2, 2}}, "mount.index[1][0]",
        "begin ; mount.attach[0] ; mount.format[0][0] ; mount.index[0][0] ; mount.format[0][1] ; "
        "mount.index[0][1] ; note[0] ; mount.attach[1] ; mount.format[1][0] ; FAILS "
        "wipe:mount.format[1][0] detach:mount.attach[1] drop:mount.index[0][1] wipe:mount.format[0][1] "
        "drop:mount.index[0][0] wipe:mount.format[0][0] detach:mount.attach[0] unbegin:begin ");
    expect_walk(nested, (struct run){.taken = "last", .counts = {0, 0}}, "end",
                "begin ; mount.attach[0] ; note[0] ; more.attach ; FAILS detach:more.attach "
                "detach:mount.attach[0] unbegin:begin ");
}

static void locks_are_taken_and_let_go(void **state) {
    (void)state;
    static const char text[] = "flow f(a: text, n: int) {"
                               "  lock local a { tx one; }"
                               "  optional x { lock global n as c { tx two undo undo_two; } }"
                               "  repeat n max 3 { lock local a { tx three; tx four; } }"
                               "  tx five;"
                               "}";
    expect_walk(text, (struct run){.taken = "x", .counts = {0, 2}}, NULL,
                "+a one ; -a +c two ; =c +a three[0] ; four[0] ; -a +a three[1] ; four[1] ; -a five ; DONE");
    expect_walk(text, (struct run){.taken = "", .counts = {0, 1}, .skipped = "three[0]"}, NULL,
                "+a one ; -a +a three[0] -a five ; DONE");
}

static void save_off_joins_neighbours(void **state) {
    (void)state;
    expect_walk(
        "flow f(n: int) { save off; tx a; tx b; call c undo d; tx e; tx g; save; tx h; save off; tx i;"
        "  save off; tx j; tx k; }",
        (struct run){.taken = ""}, NULL, "a b ; c ; e g ; h ; i ; j k ; DONE");
    /* around a loop all of it is one transaction, in a loop each iteration */
    expect_walk("flow f(n: int) { save off; repeat n max 3 { tx a; tx b; } tx c; }",
                (struct run){.taken = "", .counts = {2}}, NULL, "a[0] b[0] a[1] b[1] c ; DONE");
    expect_walk("flow f(n: int) { repeat n max 3 { save off; tx a; tx b; } tx c; }",
                (struct run){.taken = "", .counts = {2}}, NULL, "a[0] b[0] ; a[1] b[1] ; c ; DONE");
    expect_walk("procedure p { tx a; tx b; } flow f(n: int) { save off; use p; optional x { tx c; } tx d; }",
                (struct run){.taken = ""}, NULL, "p.a p.b d ; DONE");
    expect_walk("flow f(n: int) { save off; tx a; lock local n { tx b; tx c; } tx d; }",
                (struct run){.taken = ""}, NULL, "a ; +n b c ; -n d ; DONE");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_walked_forward),
        cmocka_unit_test(what_ran_is_walked_back),
        cmocka_unit_test(locks_are_taken_and_let_go),
        cmocka_unit_test(save_off_joins_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
