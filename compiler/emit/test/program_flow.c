/* ---- flows -------------------------------------------------------------------------------------------- */

/* What is to be called, in order; and what was called, by this process and by those that were killed. */
enum { LINE_SIZE = 512 }; /* of a path of 255 bytes, and 8 numbers of loops */

struct item {
    int step;  /* of a question: the first one that it decides about */
    char kind; /* as of a step; '?' a question, 'u' an undo */
    char place[LINE_SIZE], line[2 * LINE_SIZE];
};

struct run_plan {
    int count, capacity;
    struct item *items;
};

struct entry {
    int point;
    bool is_done; /* of a call: that has ended, and may have had an effect */
    char line[2 * LINE_SIZE];
};

static struct journal {
    int count, point;
    char killed[2 * LINE_SIZE]; /* in this call; "" in none */
    char problem[FAILURE_SIZE]; /* the first one; "" for none */
} * journal;
static FILE *entries_file;
static struct entry *entries; /* as many of the file as this process has mapped */
static int mapped_count;

/* What happens to a run. */
static struct script {
    bool says_yes;
    int64_t count; /* of each loop */
    struct failing {
        const char *line; /* NULL: none */
        int times;        /* -1: always */
        enum pawl_status status;
    } failing[2]; /* a step, and an undo */
    int expires;  /* the wait whose time passes; -1: none */
    int kill_at;  /* this point of a callback; 0: nowhere */
    int pause_count;
    int64_t pauses_us[200]; /* before retries */
} script;

static const struct tested_flow *tested_flow;
static struct pawl_flow *flow; /* a copy, whose callbacks are below */
static int serial;             /* of the last run */
static int64_t run_id, most_turns;
static struct { int calls, failures, kills; } flow_tests;

__attribute__((format(printf, 1, 2))) static void note_problem(const char *format, ...) {
    va_list arguments;
    if (*journal->problem)
        return;
    va_start(arguments, format);
    vsnprintf(journal->problem, sizeof journal->problem, format, arguments);
    va_end(arguments);
}

/* A file that processes share which are killed. */
static void *map_file(FILE *file, size_t size) {
    void *memory = MAP_FAILED;
    if (file && ftruncate(fileno(file), (off_t)size) == 0)
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    if (memory == MAP_FAILED)
        give_up("no file can be created in the folder for temporary files");
    return memory;
}

/* Pointers to entries of the journal last until one is added. */
static struct entry *entry_of(int i) {
    if (journal->count >= mapped_count) {
        if (entries)
            munmap(entries, (size_t)mapped_count * sizeof *entries);
        mapped_count = 2 * journal->count + 1000;
        entries = map_file(entries_file, (size_t)mapped_count * sizeof *entries);
    }
    return &entries[i];
}

static struct entry *add_entry(void) {
    struct entry *entry = entry_of(journal->count);
    journal->count++;
    entry->is_done = false;
    return entry;
}

/* ---- values: a count of a loop is that of the script; other numbers and texts of arguments differ by run */

static bool counts_loop(bool is_data, int index) {
    for (uint32_t i = 0; i < flow->scope_count; i++)
        if (flow->scopes[i].kind == PAWL_SCOPE_REPEAT && flow->scopes[i].count.is_data == is_data &&
            flow->scopes[i].count.index == index)
            return true;
    return false;
}

static const char *serial_text(const char *format) {
    static char texts[8][64];
    static int next;
    char *text = texts[next++ % 8];
    snprintf(text, sizeof texts[0], format, serial);
    return text;
}

static const void *arguments_of_run(void) {
    static _Alignas(max_align_t) unsigned char args[64 * 1024];
    memset(args, 0, sizeof args);
    for (uint16_t i = 0; i < flow->arg_count; i++) {
        samples = (struct samples){.text = serial_text("text%d"),
                                   .uuid = serial_text("6ba7b810-9dad-11d1-80b4-%012d"),
                                   .number = counts_loop(false, i) ? script.count : serial};
        set_value(args, sizeof args, &flow->args[i], flow->args[i].optional);
    }
    return args;
}

/* As text, of a key of a lock. */
static const char *text_of_value(const struct flow_key *key) {
    if (key->kind == 't')
        return key->is_data ? sample_text : serial_text("text%d");
    if (key->kind == 'u')
        return key->is_data ? sample_uuid : serial_text("6ba7b810-9dad-11d1-80b4-%012d");
    static char number_text[32];
    snprintf(number_text, sizeof number_text, "%" PRId64,
             key->is_data || key->is_count ? script.count : (int64_t)serial);
    return number_text;
}

/* ---- callbacks ---------------------------------------------------------------------------------------- */

/* Of the flow, or of a procedure: what is given as its hooks. */
struct owner {
    void *hooks;
    const struct pawl_callback *callbacks;
    const struct pawl_param *values; /* that they set */
};
static struct owner *owners; /* the flow, then its procedures */
static int owner_count;

static void pass_point(const char *line) {
    if (++journal->point != script.kill_at)
        return;
    snprintf(journal->killed, sizeof journal->killed, "%s", line);
    kill(getpid(), SIGKILL);
}

static const struct flow_step *step_of_path(const char *path) {
    for (int i = 0; i < tested_flow->step_count; i++)
        if (strcmp(tested_flow->steps[i].path, path) == 0)
            return &tested_flow->steps[i];
    return NULL;
}

static bool is_within(int scope, int outer) {
    while (scope >= 0 && scope != outer)
        scope = tested_flow->scopes[scope].parent;
    return scope == outer;
}

static void check_step(const struct pawl_step *step, const struct flow_step *expected, const char *line) {
    const int64_t left_us = step->deadline_us - real_time_us();
    for (int i = 0; i < tested_flow->key_count; i++) {
        const struct flow_key *key = &tested_flow->keys[i];
        if (is_within(expected->scope, key->scope) && pawl_step_token(step, text_of_value(key)) == 0)
            note_problem("%s runs without its lock on %s", line, text_of_value(key));
    }
    if (expected->kind == 'c' && expected->time_us == 0 && step->deadline_us != 0)
        note_problem("%s has a timeout", line);
    if (expected->kind == 'c' && expected->time_us > 0 &&
        (step->deadline_us == 0 || left_us > expected->time_us || left_us < expected->time_us / 2 - SLOW_US))
        note_problem("%s has another timeout", line);
    if (strcmp(line, journal->killed) == 0 && expected->kind == 'c' && !step->may_have_happened)
        note_problem("%s was killed, and may_have_happened is false after it", line);
}

static enum pawl_status call_step(const void *hooks, int callback, struct pawl_db *handle,
                                  const struct pawl_step *step, const void *args, void *values, bool *yes,
                                  struct pawl_error *said) {
    const struct owner *owner = owners;
    while (owner->hooks != hooks)
        owner++;
    const struct pawl_callback *called = &owner->callbacks[callback];
    const bool asks = called->kind == PAWL_CALLBACK_PREDICATE;
    const bool is_call = called->kind == PAWL_CALLBACK_CALL || called->kind == PAWL_CALLBACK_UNDO_CALL;
    const struct flow_step *expected = step_of_path(step->path);
    struct entry *entry = add_entry();
    (void)args;
    entry->point = journal->point + 1;
    size_t length = (size_t)snprintf(entry->line, sizeof entry->line, "%s%s %s", called->name,
                                     asks ? "?" : "", is_call ? strchr(step->key, '/') + 1 : step->path);
    for (size_t i = 0; !is_call && i < step->depth && length < sizeof entry->line; i++)
        length += (size_t)snprintf(entry->line + length, sizeof entry->line - length, "[%" PRId64 "]",
                                   step->iteration[i]);
    if (expected && (called->kind == PAWL_CALLBACK_TX || called->kind == PAWL_CALLBACK_CALL))
        check_step(step, expected, entry->line);
    pass_point(entry->line);
    if (!asks && handle &&
        pawl_query(handle, "insert into test_steps (run, number, what) values ($1, $2, $3)",
                   PAWL_VALUES(pawl_bigint(step->run), pawl_bigint(entry->point), pawl_text(entry->line)),
                   NULL, said) != PAWL_OK)
        return PAWL_DB;
    pass_point(entry->line);
    for (int i = 0; i < 2; i++) {
        struct failing *failing = &script.failing[i];
        if (!failing->line || failing->times == 0 || strcmp(entry->line, failing->line) != 0)
            continue;
        failing->times -= failing->times > 0;
        entry->is_done = failing->status == PAWL_UNKNOWN;
        snprintf(said->message, sizeof said->message, "the test lets it fail");
        return failing->status;
    }
    entry->is_done = is_call;
    *yes = script.says_yes;
    for (uint16_t i = 0; i < called->write_count; i++) {
        samples = (struct samples){sample_text, sample_uuid, script.count};
        set_value(values, SIZE_MAX, &owner->values[called->writes[i]], true);
    }
    return PAWL_OK;
}

static void add_owner(const struct pawl_callback *own, int count, const struct pawl_param *values) {
    void (*function)(void) = no_callback;
    size_t size = sizeof(void *);
    for (int i = 0; i < count; i++)
        size = own[i].offset + sizeof function > size ? own[i].offset + sizeof function : size;
    unsigned char *hooks = allocate(1, size);
    for (size_t i = 0; i + sizeof function <= size; i += sizeof function)
        memcpy(hooks + i, &function, sizeof function);
    owners[owner_count++] = (struct owner){hooks, own, values};
}

/* The flow with callbacks of the test, and so its procedures, of which handles know the hooks. */
static void copy_flow(const struct pawl_flow *original) {
    struct pawl_procedure *procedures = allocate(original->procedure_count, sizeof *procedures);
    const struct pawl_procedure **list = allocate(original->procedure_count, sizeof *list);
    struct pawl_flow_step *steps = allocate(original->step_count, sizeof *steps);
    struct pawl_flow_scope *scopes = allocate(original->scope_count, sizeof *scopes);
    flow = allocate(1, sizeof *flow);
    *flow = *original;
    flow->call = call_step;
    free(owners);
    owners = allocate(original->procedure_count + 1U, sizeof *owners);
    owner_count = 0;
    add_owner(flow->callbacks, flow->callback_count, flow->data);
    if (original->step_count > 0)
        memcpy(steps, original->steps, original->step_count * sizeof *steps);
    if (original->scope_count > 0)
        memcpy(scopes, original->scopes, original->scope_count * sizeof *scopes);
    for (uint16_t p = 0; p < original->procedure_count; p++) {
        procedures[p] = *original->procedures[p];
        procedures[p].call = call_step;
        list[p] = &procedures[p];
        add_owner(procedures[p].callbacks, procedures[p].callback_count, procedures[p].params);
        for (uint32_t i = 0; i < flow->step_count; i++)
            if (steps[i].procedure == original->procedures[p])
                steps[i].procedure = &procedures[p];
        for (uint32_t i = 0; i < flow->scope_count; i++)
            if (scopes[i].procedure == original->procedures[p])
                scopes[i].procedure = &procedures[p];
    }
    flow->steps = steps;
    flow->scopes = scopes;
    flow->procedures = list;
}

static void set_flow_hooks(void) {
    enum pawl_status status = pawl_set_flow_hooks(db, flow, owners[0].hooks, &err);
    for (uint16_t i = 0; status == PAWL_OK && i < flow->procedure_count; i++)
        status = pawl_set_procedure_hooks(db, flow->procedures[i], owners[i + 1].hooks, &err);
    if (status != PAWL_OK)
        give_up("%s", err.message);
}

/* ---- what the file says of a run ---------------------------------------------------------------------- */

static struct item *add_item(struct run_plan *plan, char kind, int step, const char *iteration) {
    if (plan->count == plan->capacity) {
        plan->capacity = 2 * plan->capacity + 100;
        plan->items = realloc(plan->items, (size_t)plan->capacity * sizeof *plan->items);
        if (!plan->items)
            give_up("out of memory");
    }
    struct item *item = &plan->items[plan->count++];
    *item = (struct item){.step = step, .kind = kind};
    if (step >= 0)
        snprintf(item->place, sizeof item->place, "%.255s%.255s", tested_flow->steps[step].path, iteration);
    return item;
}

static void add_step(struct run_plan *plan, int which, const char *iteration) {
    const struct flow_step *step = &tested_flow->steps[which];
    struct item *item = add_item(plan, step->kind, which, iteration);
    if (step->callback)
        snprintf(item->line, sizeof item->line, "%.100s %s%s", step->callback, item->place,
                 step->kind == 'c' ? "#1" : "");
}

static void plan_steps(struct run_plan *plan, int scope, int first, int end, const char *iteration);

static void plan_scope(struct run_plan *plan, int which, const char *iteration) {
    const struct flow_scope *scope = &tested_flow->scopes[which];
    int64_t count = scope->kind != 'r' ? 1 : script.count < scope->min ? scope->min : script.count;
    if (scope->kind == 'o') {
        struct item *item = add_item(plan, '?', scope->first, iteration);
        snprintf(item->line, sizeof item->line, "%.100s? %s", scope->predicate, item->place);
        count = script.says_yes;
    }
    for (int64_t i = 0; i < count; i++) {
        char inner[LINE_SIZE];
        snprintf(inner, sizeof inner, "%s", iteration);
        if (scope->kind == 'r')
            snprintf(inner, sizeof inner, "%.400s[%" PRId64 "]", iteration, i);
        plan_steps(plan, which, scope->first, scope->end, inner);
    }
}

static void plan_steps(struct run_plan *plan, int scope, int first, int end, const char *iteration) {
    for (int step = first; step < end;) {
        int inner = 0;
        while (inner < tested_flow->scope_count &&
               (tested_flow->scopes[inner].parent != scope || tested_flow->scopes[inner].first != step))
            inner++;
        if (inner == tested_flow->scope_count) {
            add_step(plan, step++, iteration);
        } else {
            plan_scope(plan, inner, iteration);
            step = tested_flow->scopes[inner].end;
        }
    }
}

static struct run_plan *plan_run(void) {
    struct run_plan *plan = allocate(1, sizeof *plan);
    plan_steps(plan, -1, 0, tested_flow->step_count, "");
    return plan;
}

static void free_plan(struct run_plan *plan) {
    if (plan)
        free(plan->items);
    free(plan);
}

static int lock_of(const struct flow_step *step) {
    int scope = step->scope;
    while (scope >= 0 && tested_flow->scopes[scope].kind != 'l')
        scope = tested_flow->scopes[scope].parent;
    return scope;
}

/* Whether two steps of `save off` are in one iteration of the loop, if any, in which that was said. */
static bool are_in_one_iteration(const struct item *one, const struct item *other, int scope) {
    const char *left = strchr(one->place, '['), *right = strchr(other->place, '[');
    for (; scope >= 0; scope = tested_flow->scopes[scope].parent) {
        if (tested_flow->scopes[scope].kind != 'r')
            continue;
        const size_t length = left ? strcspn(left, "]") + 1 : 0;
        if (!left || !right || strncmp(left, right, length) != 0)
            return false;
        left = strchr(left + length, '[');
        right = strchr(right + length, '[');
    }
    return true;
}

/* The first item whose effect is in the transaction in which that item fails. */
static int first_in_transaction(const struct run_plan *plan, int which) {
    const struct item *item = &plan->items[which];
    const struct flow_step *step = &tested_flow->steps[item->step];
    int first = which;
    for (int i = which - 1; i >= 0 && item->kind == 't' && step->stretch > 0; i--) {
        const struct flow_step *before = &tested_flow->steps[plan->items[i].step];
        if (plan->items[i].kind == '?')
            continue;
        if (plan->items[i].kind != 't' || before->stretch != step->stretch ||
            lock_of(before) != lock_of(step) ||
            !are_in_one_iteration(&plan->items[i], item, step->stretch_scope))
            break;
        first = i;
    }
    return first;
}

/* Cuts the plan before the item, and adds the undos of what is before it. */
static void turn_round(struct run_plan *plan, int item) {
    plan->count = item;
    for (int i = item - 1; i >= 0; i--) {
        const struct flow_step *step = &tested_flow->steps[plan->items[i].step];
        if (plan->items[i].kind == '?' || !step->undo)
            continue;
        struct item *undo = add_item(plan, 'u', plan->items[i].step, "");
        snprintf(undo->line, sizeof undo->line, "%.100s %.500s%s", step->undo, plan->items[i].place,
                 step->kind == 'c' ? "#1" : "");
    }
}

/* ---- a run -------------------------------------------------------------------------------------------- */

static void work_on_flow(void) {
    const struct pawl_flow *flows[] = {flow};
    const struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = flows, .flow_count = 1};
    if (pawl_work(db, NULL, 0, &options, &err) != PAWL_OK)
        give_up("%s", err.message);
}

/* In a process of its own, which may be killed. */
static void work_or_die(void) {
    int status = 0;
    pawl_close(db);
    db = NULL;
    fflush(NULL);
    const pid_t child = fork();
    if (child < 0)
        give_up("no process can be started");
    if (child == 0) {
        is_child = true;
        open_database(own_where);
        execute("%s", sql->open);
        set_flow_hooks();
        work_on_flow();
        _exit(0);
    }
    while (waitpid(child, &status, 0) < 0)
        if (is_stopped())
            kill(child, SIGKILL);
    open_database(own_where);
    execute("%s", sql->open);
    set_flow_hooks();
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && *journal->killed)
        script.kill_at = 0;
    else if (WIFSIGNALED(status) && !is_stopped())
        give_up("a process that worked on the flow was ended by signal %d (%s)", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    else if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        give_up("a process that worked on the flow has failed");
}

static struct pawl_run state_of_run(void) {
    struct pawl_run run;
    if (pawl_run_get(db, flow->name, run_id, &run, &err) != PAWL_OK)
        give_up("%s", err.message);
    return run;
}

/* Only at its end the time of a wait is over; of one without, never. */
static void let_expire(const struct pawl_run *run, const struct flow_step *step) {
    const int64_t margin = margin_of(step->time_us), before = step->time_us - margin;
    if (step->time_us == 0 || before > INT64_C(10000000)) {
        pass_time(step->time_us == 0 ? (int64_t)400 * DAY_S * 1000000 : before);
        work_on_flow();
        if (state_of_run().status != PAWL_RUN_WAITING)
            note_problem("%s did not wait as long as it should", step->path);
    }
    if (step->time_us > 0)
        pass_time(2 * margin);
    else if (pawl_run_signal(db, flow->name, run->id, step->signal, NULL, &err) != PAWL_OK)
        give_up("%s", err.message);
    script.expires = -1;
}

/* Continues a run that waits. False: nothing does. */
static bool go_on(void) {
    const struct pawl_run run = state_of_run();
    const char *const place = run.place;
    char path[LINE_SIZE];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(place, "["), place);
    const struct flow_step *step = step_of_path(path);
    if (run.status == PAWL_RUN_PAUSED || run.status == PAWL_RUN_WAITING) {
        struct entry *entry = add_entry();
        entry->point = ++journal->point;
        snprintf(entry->line, sizeof entry->line, "%s %.500s",
                 run.status == PAWL_RUN_PAUSED ? "pause" : run.waits_for, place);
    }
    switch (run.status) {
    case PAWL_RUN_READY:
        if (run.due_at_us > run.updated_at_us && !run.is_leased && script.pause_count < 200)
            script.pauses_us[script.pause_count++] = run.due_at_us - run.updated_at_us;
        pass_time(run.is_leased ? INT64_C(120000000) + tested_flow->longest_us
                                : run.due_at_us - real_time_us() + 1000);
        return true;
    case PAWL_RUN_PAUSED:
        return pawl_run_resume(db, flow->name, run.id, NULL, &err) == PAWL_OK;
    case PAWL_RUN_WAITING:
        if (step && script.expires >= 0 && step == &tested_flow->steps[script.expires])
            let_expire(&run, step);
        else if (pawl_run_signal(db, flow->name, run.id, run.waits_for, NULL, &err) != PAWL_OK)
            give_up("%s", err.message);
        return true;
    default:
        return false;
    }
}

static enum pawl_run_status run_flow(void) {
    serial++;
    journal->count = journal->point = 0;
    *journal->problem = *journal->killed = '\0';
    script.pause_count = 0;
    if (pawl_flow_start(db, flow, arguments_of_run(), NULL, &run_id, &err) != PAWL_OK)
        give_up("%s", err.message);
    for (int64_t turn = 0; turn < most_turns && !is_stopped(); turn++) {
        if (script.kill_at > 0)
            work_or_die();
        else
            work_on_flow();
        if (!go_on())
            break;
    }
    const enum pawl_run_status status = state_of_run().status;
    if (status == PAWL_RUN_BLOCKED || status == PAWL_RUN_READY || status == PAWL_RUN_PARKED)
        pawl_run_cancel(db, flow->name, run_id, NULL, &err);
    work_on_flow();
    return status;
}

static void add_done(struct run_plan *done, const char *line) {
    snprintf(add_item(done, 'd', -1, "")->line, 2 * LINE_SIZE, "%s", line);
}

/* What was done: steps whose transaction was committed, and calls, each where it was made last. */
static void done_lines(struct run_plan *done) {
    struct pawl_result_set rows;
    if (pawl_query(db, "select number, what from test_steps where run = $1 order by number",
                   PAWL_VALUES(pawl_bigint(run_id)), &rows, &err) != PAWL_OK)
        give_up("%s", err.message);
    size_t row = 0;
    for (int i = 0; i <= journal->count; i++) {
        const struct entry *entry = entry_of(i);
        bool is_last = i < journal->count && entry->is_done;
        for (int later = i + 1; is_last && later < journal->count; later++)
            is_last = !entry_of(later)->is_done || strcmp(entry_of(later)->line, entry->line) != 0;
        for (; row < rows.row_count && (i == journal->count || pawl_at(&rows, row, 0).number <= entry->point);
             row++)
            add_done(done, pawl_at(&rows, row, 1).text);
        if (is_last)
            add_done(done, entry->line);
    }
}

static bool is_done(const struct item *item) {
    return item->kind == 't' || item->kind == 'c' || item->kind == 'u';
}

/* Reports once what differs. `when` ends the sentence. */
static bool expect_done(const struct run_plan *plan, enum pawl_run_status expected,
                        enum pawl_run_status status, const char *when) {
    struct run_plan *done = allocate(1, sizeof *done);
    const int before = failure_count;
    int next = 0;
    done_lines(done);
    if (*journal->problem)
        failed(0, "flow %s: %s%s", tested_flow->name, journal->problem, when);
    for (int i = 0; i < plan->count && failure_count == before; i++) {
        if (!is_done(&plan->items[i]))
            continue;
        const char *line = next < done->count ? done->items[next].line : "nothing";
        if (strcmp(line, plan->items[i].line) != 0)
            failed(0, "flow %s: %s should be done, but %s was%s", tested_flow->name, plan->items[i].line,
                   line, when);
        next++;
    }
    if (failure_count == before && next < done->count)
        failed(0, "flow %s: %s was done%s", tested_flow->name, done->items[next].line, when);
    if (failure_count == before && status != expected)
        failed(0, "flow %s: the run is %s instead of %s%s", tested_flow->name, pawl_run_status_name(status),
               pawl_run_status_name(expected), when);
    free_plan(done);
    return failure_count == before;
}

/* ---- the tests ---------------------------------------------------------------------------------------- */

static int64_t all_loops(void) {
    int64_t count = 2;
    for (int i = 0; i < tested_flow->scope_count; i++)
        if (tested_flow->scopes[i].kind == 'r' && tested_flow->scopes[i].max < count)
            count = tested_flow->scopes[i].max;
    return count;
}

static void begin_script(bool says_yes, int64_t count) {
    script = (struct script){.says_yes = says_yes, .count = count, .expires = -1};
}

/* Everything is called once, in the order of the file, also questions, pauses and waits. */
static void try_way(bool says_yes, int64_t count) {
    begin_script(says_yes, count);
    struct run_plan *plan = plan_run();
    const enum pawl_run_status status = run_flow();
    char when[64];
    snprintf(when, sizeof when, ", if each question is answered %s", says_yes ? "yes" : "no");
    if (expect_done(plan, PAWL_RUN_DONE, status, when)) {
        for (int i = 0; i < plan->count || i < journal->count; i++) {
            const struct item *item = &plan->items[i];
            char line[2 * LINE_SIZE] = "nothing";
            if (i < plan->count && (item->kind == 'p' || item->kind == 'w'))
                snprintf(line, sizeof line, "%.100s %.500s",
                         item->kind == 'p' ? "pause" : tested_flow->steps[item->step].signal, item->place);
            else if (i < plan->count)
                snprintf(line, sizeof line, "%s", item->line);
            if (i >= journal->count || strcmp(line, entry_of(i)->line) != 0) {
                failed(0, "flow %s: %s should come, but %s came%s", tested_flow->name, line,
                       i < journal->count ? entry_of(i)->line : "nothing", when);
                break;
            }
        }
    }
    flow_tests.calls += plan->count;
    free_plan(plan);
}

static bool was_irreversible(const struct run_plan *plan, int item) {
    for (int i = 0; i < item; i++)
        if (plan->items[i].kind != '?' && tested_flow->steps[plan->items[i].step].is_irreversible)
            return true;
    return false;
}

/* Unless they are so short that a worker has waited for some of them, and as far as a slow computer lets it
 * see. */
static void expect_pauses(const struct flow_retry *retry, int count, const char *when) {
    if (script.pause_count != count)
        return;
    int64_t pause_us = retry->from_us;
    for (int i = 0; i < count; i++, pause_us = 2 * pause_us < retry->to_us ? 2 * pause_us : retry->to_us) {
        const int64_t taken_us = script.pauses_us[i];
        if (taken_us < pause_us - pause_us / 4 - SLOW_US || taken_us > pause_us + pause_us / 4 + SLOW_US) {
            failed(0, "flow %s: the pause %d before a retry is %" PRId64 " ms instead of %" PRId64 " ms%s",
                   tested_flow->name, i + 1, taken_us / 1000, pause_us / 1000, when);
            return;
        }
    }
}

static int attempts_of(const char *line) {
    int count = 0;
    for (int i = 0; i < journal->count; i++)
        count += strcmp(entry_of(i)->line, line) == 0;
    return count;
}

/* A step fails, always, or, if it is tried for ever, three times; or a call never returns whether it was
 * done. */
static void try_failing(int which, enum pawl_status status) {
    begin_script(true, all_loops());
    struct run_plan *plan = plan_run();
    const struct item item = plan->items[which];
    const struct flow_step *step = &tested_flow->steps[item.step];
    const bool is_forever = step->retry.count < 0, is_unknown = status == PAWL_UNKNOWN;
    const bool is_parked = was_irreversible(plan, which) || (is_unknown && step->is_irreversible);
    const int retries = is_forever ? 3 : (int)step->retry.count;
    char when[3 * LINE_SIZE];
    script.failing[0] = (struct failing){item.line, is_forever ? retries : -1, status};
    snprintf(when, sizeof when, ", if %s %s", item.line,
             is_forever   ? "fails three times"
             : is_unknown ? "may have happened"
                          : "fails");
    const int end = first_in_transaction(plan, which) + is_unknown;
    if (!is_forever && is_parked)
        plan->count = end;
    else if (!is_forever)
        turn_round(plan, end);
    const enum pawl_run_status expected = is_forever  ? PAWL_RUN_DONE
                                          : is_parked ? PAWL_RUN_PARKED
                                                      : PAWL_RUN_UNDONE;
    if (expect_done(plan, expected, run_flow(), when)) {
        if (attempts_of(item.line) != retries + 1)
            failed(0, "flow %s: it was called %d times instead of %d%s", tested_flow->name,
                   attempts_of(item.line), retries + 1, when);
        expect_pauses(&step->retry, retries, when);
    }
    flow_tests.failures++;
    free_plan(plan);
}

static void try_waiting(int which) {
    begin_script(true, all_loops());
    struct run_plan *plan = plan_run();
    const struct flow_step *step = &tested_flow->steps[plan->items[which].step];
    const bool ends = step->time_us > 0, is_parked = ends && was_irreversible(plan, which);
    char when[2 * LINE_SIZE];
    script.expires = plan->items[which].step;
    snprintf(when, sizeof when, ", if nobody sends %s", step->signal);
    if (is_parked)
        plan->count = which;
    else if (ends)
        turn_round(plan, which);
    expect_done(plan, is_parked ? PAWL_RUN_PARKED : ends ? PAWL_RUN_UNDONE : PAWL_RUN_DONE, run_flow(), when);
    flow_tests.failures += ends;
    free_plan(plan);
}

static int first_undo(const struct run_plan *plan) {
    int first = 0;
    while (first < plan->count && plan->items[first].kind != 'u')
        first++;
    return first;
}

/* Cuts the plan before the last step that can fail and turn the run round, and lets that fail. NULL: none
 * can. */
static struct run_plan *plan_back(struct item *failing) {
    struct run_plan *plan = plan_run();
    for (int i = plan->count - 1; i >= 0; i--) {
        const struct flow_step *step = &tested_flow->steps[plan->items[i].step];
        if ((plan->items[i].kind != 't' && plan->items[i].kind != 'c') || step->retry.count < 0 ||
            was_irreversible(plan, i))
            continue;
        *failing = plan->items[i];
        script.failing[0] = (struct failing){failing->line, -1, PAWL_DB};
        turn_round(plan, first_in_transaction(plan, i));
        if (first_undo(plan) < plan->count)
            return plan;
        plan->count = 0;
        plan_steps(plan, -1, 0, tested_flow->step_count, "");
    }
    free_plan(plan);
    return NULL;
}

/* The first undo fails: once, or always, which parks the run. */
static void try_failing_undo(bool is_always) {
    const int retries = (int)tested_flow->retry.count;
    struct item failing;
    begin_script(true, all_loops());
    struct run_plan *plan = plan_back(&failing);
    if (!plan || (!is_always && retries == 0)) {
        free_plan(plan);
        return;
    }
    const int first = first_undo(plan), attempts = is_always ? retries + 1 : 2;
    const struct item undo = plan->items[first];
    char when[3 * LINE_SIZE];
    script.failing[1] = (struct failing){undo.line, is_always ? -1 : 1, PAWL_DB};
    snprintf(when, sizeof when, ", if %s fails%s", undo.line, is_always ? "" : " once");
    if (is_always)
        plan->count = first;
    if (expect_done(plan, is_always ? PAWL_RUN_PARKED : PAWL_RUN_UNDONE, run_flow(), when) &&
        attempts_of(undo.line) != attempts)
        failed(0, "flow %s: it was called %d times instead of %d%s", tested_flow->name,
               attempts_of(undo.line), attempts, when);
    flow_tests.failures++;
    free_plan(plan);
}

/* Killed in that call before its effect, or after it: it is done once more, unless nobody may repeat it. */
static void try_killing_at(int point, const struct run_plan *whole, bool goes_back) {
    struct run_plan plan = *whole;
    enum pawl_run_status expected = goes_back ? PAWL_RUN_UNDONE : PAWL_RUN_DONE;
    char when[3 * LINE_SIZE];
    script.kill_at = point;
    const enum pawl_run_status status = run_flow();
    for (int i = 0; i < plan.count; i++) {
        const struct flow_step *step = &tested_flow->steps[plan.items[i].step];
        if (plan.items[i].kind == 'c' && step->is_irreversible && step->retry.count == 0 &&
            strcmp(plan.items[i].line, journal->killed) == 0) {
            plan.count = i;
            expected = PAWL_RUN_PARKED;
        }
    }
    snprintf(when, sizeof when, ", if its process is killed in %s", journal->killed);
    if (*journal->killed) { /* else nothing was called at this point */
        expect_done(&plan, expected, status, when);
        flow_tests.kills++;
    }
}

static void try_killing(bool goes_back) {
    struct item failing;
    begin_script(true, all_loops());
    struct run_plan *plan = goes_back ? plan_back(&failing) : plan_run();
    if (!plan)
        return;
    const struct script before = script;
    int point = 1;
    run_flow();
    const int last = journal->point;
    for (int i = 0; goes_back && i < journal->count; i++)
        if (strcmp(entry_of(i)->line, plan->items[first_undo(plan)].line) == 0)
            point = entry_of(i)->point;
    for (; point <= last && !is_stopped(); point++) {
        script = before;
        try_killing_at(point, plan, goes_back);
    }
    free_plan(plan);
}

/* Starting twice is one run, or two. */
static void try_starting_twice(void) {
    int64_t first = 0, second = 0;
    begin_script(true, all_loops());
    serial++;
    enum pawl_status status = pawl_flow_start(db, flow, arguments_of_run(), NULL, &first, &err);
    if (status == PAWL_OK)
        status = pawl_flow_start(db, flow, arguments_of_run(), NULL, &second, &err);
    const enum pawl_status expected = tested_flow->unique_count > 0 ? PAWL_EXISTS : PAWL_OK;
    if (status != expected)
        failed(0, "flow %s: a second start with the same arguments returned %s instead of %s",
               tested_flow->name, pawl_status_name(status), pawl_status_name(expected));
    pawl_run_cancel(db, flow->name, second, NULL, &err);
    pawl_run_cancel(db, flow->name, first, NULL, &err);
    work_on_flow();
}

static void try_flow(void) {
    begin_script(true, all_loops());
    struct run_plan *plan = plan_run();
    most_turns = 500 + plan->count + tested_flow->retry.count; /* by waits, pauses and retries */
    for (int i = 0; i < tested_flow->step_count; i++)
        most_turns += tested_flow->steps[i].retry.count;
    try_way(true, all_loops());
    try_way(false, all_loops());
    try_way(true, 0);
    try_starting_twice();
    for (int i = 0; i < plan->count && !is_stopped(); i++) {
        const char kind = plan->items[i].kind;
        if (kind == 't' || kind == 'c')
            try_failing(i, PAWL_DB);
        if (kind == 'c')
            try_failing(i, PAWL_UNKNOWN);
        if (kind == 'w')
            try_waiting(i);
    }
    try_failing_undo(false);
    try_failing_undo(true);
    try_killing(false);
    try_killing(true);
    free_plan(plan);
}

static void test_flow(const struct tested_flow *tested) {
    const int before = failure_count;
    memset(&flow_tests, 0, sizeof flow_tests);
    tested_flow = tested;
    if (!journal) {
        journal = map_file(tmpfile(), sizeof *journal);
        entries_file = tmpfile();
    }
    copy_flow(tested->flow);
    if (pawl_flow_apply(db, flow, &err) != PAWL_OK)
        give_up("%s%s%s", err.message, *err.help ? "; " : "", err.help);
    execute("create table if not exists test_steps (run bigint, number bigint, what varchar(1000))");
    set_flow_hooks();
    try_flow();
    printf("%s: %d calls in order, %d failures and waits, %d kills: ", tested->name, flow_tests.calls,
           flow_tests.failures, flow_tests.kills);
    if (failure_count > before)
        printf("%d failures\n", failure_count - before);
    else
        printf("%s\n", is_stopped() ? "interrupted" : "passed");
}
