/* ---- a machine under test ----------------------------------------------------------------------------- */

static const struct tested *now;
static struct pawl_machine *machine;          /* a copy, whose hooks in C are below */
static bool *answers;                         /* by hook: of a guard */
static bool *stored;                          /* the answers that the database has */
static int *given[2];                         /* by guard: how often it decided, no and yes */
static int *ran, ran_count;                   /* effects in C, in the order of their calls */
static int number;                            /* of the last entity */
static struct { int yes, no; } * own_answers; /* by hook: of the user's */

static int find_hook(const char *name, bool is_effect) {
    for (int i = 0; i < now->hook_count; i++)
        if (now->hook[i].is_effect == is_effect && strcmp(now->hook[i].name, name) == 0)
            return i;
    return -1;
}

/* Takes the place of the user's callbacks. The user's are called as well; the test decides for guards. */
static enum pawl_status call_hook(const void *hooks, int hook, struct pawl_db *handle,
                                  const struct pawl_call *call, struct pawl_error *said) {
    const struct pawl_hook *called = &machine->hooks[hook];
    const int known = find_hook(called->name, called->kind == PAWL_HOOK_EFFECT);
    enum pawl_status status = PAWL_OK;
    (void)hooks;
    if (now->hooks)
        status = now->machine->call_hook(now->hooks, hook, handle, call, said);
    if (called->kind != PAWL_HOOK_GUARD) {
        if (ran_count < 1000)
            ran[ran_count++] = known;
        return status;
    }
    if (now->hooks && known >= 0 && status == PAWL_OK)
        own_answers[known].yes++;
    else if (now->hooks && known >= 0 && status == PAWL_REFUSED)
        own_answers[known].no++;
    if (status != PAWL_OK && status != PAWL_REFUSED)
        return status;
    return known >= 0 && answers[known] ? PAWL_OK : PAWL_REFUSED;
}

static int find_event(int event) {
    for (int i = 1; i <= machine->event_count; i++)
        if (strcmp(machine->events[i].name, now->events[event].name) == 0)
            return i;
    return 0;
}

/* The file's number of a state of the deployed machine; 0: nothing, -1: the file has no such state. */
static int find_state(int state) {
    if (state <= 0 || state > machine->state_count)
        return 0;
    for (int i = 1; i <= now->state_count; i++)
        if (strcmp(now->states[i].name, machine->states[state].name) == 0)
            return i;
    return -1;
}

static const char *state_name(int state) {
    return state > 0    ? now->states[state].name
           : state == 0 ? "nothing"
                        : "a state that the file does not have";
}

static void create_tables(void) {
    execute("create table if not exists test_guards (guard varchar(100) primary key, answer boolean)");
    execute("create table if not exists test_effects (effect varchar(100) primary key,"
            " is_broken integer not null, failures integer not null, check (failures = 0))");
    execute("delete from test_guards");
    execute("delete from test_effects");
    for (int i = 0; i < now->hook_count; i++)
        if (now->hook[i].is_sql)
            execute(now->hook[i].is_effect ? "insert into test_effects values ('%s', 0, 0)"
                                           : "insert into test_guards values ('%s', true)",
                    now->hook[i].name);
    if (now->table)
        execute("create table if not exists %s (%s %s primary key%s%s%s)", now->table, now->column, now->type,
                now->mirror ? ", " : "", now->mirror ? now->mirror : "", now->mirror ? " varchar(200)" : "");
}

static _Alignas(max_align_t) unsigned char callbacks[64 * 1024];

static void no_callback(void) {
}

static pawl_call_work_fn call_work;

static void set_hooks(struct pawl_queue *queue) {
    void (*function)(void) = no_callback;
    const bool has_work = machine->queue && machine->queue->call_work;
    if (!machine->call_hook && !has_work)
        return;
    if (machine->call_hook)
        machine->call_hook = call_hook;
    if (has_work) {
        *queue = *machine->queue;
        queue->call_work = call_work;
        machine->queue = queue;
    }
    for (size_t i = 0; i + sizeof function <= sizeof callbacks; i += sizeof function)
        memcpy(callbacks + i, &function, sizeof function);
    if (pawl_set_hooks(db, machine, callbacks, &err) != PAWL_OK)
        give_up("%s", err.message);
}

/* The machines that handles have seen stay, so that no other one gets their place. */
static struct copy {
    struct pawl_machine machine;
    struct pawl_queue queue;
    struct copy *before;
} * copies;

static void deploy(const struct tested *tested) {
    struct copy *copy = allocate(1, sizeof *copy);
    now = tested;
    number = 0;
    *copy = (struct copy){.machine = *tested->machine, .before = copies};
    copies = copy;
    machine = &copy->machine;
    const size_t hooks = (size_t)tested->hook_count;
    answers = allocate(hooks, sizeof *answers);
    stored = allocate(hooks, sizeof *stored);
    given[0] = allocate(hooks, sizeof *given[0]);
    given[1] = allocate(hooks, sizeof *given[1]);
    own_answers = allocate(hooks, sizeof *own_answers);
    ran = allocate(1000, sizeof *ran);
    memset(answers, true, hooks);
    memset(stored, true, hooks);
    create_tables();
    if (pawl_apply(db, machine, &err) != PAWL_OK)
        give_up("%s%s%s", err.message, *err.help ? "; " : "", err.help);
    execute("%s", sql->grant);
    set_hooks(&copy->queue);
}

static void release(void) {
    free(answers);
    free(stored);
    free(given[0]);
    free(given[1]);
    free(own_answers);
    free(ran);
}

/* ---- entities ----------------------------------------------------------------------------------------- */

/* For SQL, between quotes if it needs them; until the next call. */
static const char *key_literal(int entity) {
    static char text[64];
    snprintf(text, sizeof text,
             machine->key_type == PAWL_TYPE_TEXT   ? "'e%d'"
             : machine->key_type == PAWL_TYPE_UUID ? "'6ba7b810-9dad-11d1-80b4-%012d'"
                                                   : "%d",
             entity);
    return text;
}

static struct pawl_key key_of(int entity) {
    static char text[64];
    snprintf(text, sizeof text, machine->key_type == PAWL_TYPE_UUID ? "6ba7b810-9dad-11d1-80b4-%012d" : "e%d",
             entity);
    if (machine->key_type == PAWL_TYPE_TEXT || machine->key_type == PAWL_TYPE_UUID)
        return (struct pawl_key){.text = text};
    return (struct pawl_key){.number = entity};
}

static int new_entity(void) {
    number++;
    if (now->table)
        execute("insert into %s (%s) select %s where not exists (select 1 from %s there where there.%s = %s)",
                now->table, now->column, key_literal(number), now->table, now->column, key_literal(number));
    return number;
}

static int64_t in_one_day(void) {
    return ((int64_t)time(NULL) + DAY_S) * 1000000;
}

/* What a timer counts takes a day in all, or one of the unit if that is longer. If timers count it in several
 * units, the shortest takes a day, and the longest at most 100 years. */
static int64_t count_of(uint16_t column) {
    const int64_t day_us = (int64_t)DAY_S * 1000000;
    int64_t shortest_us = day_us, longest_us = day_us;
    for (uint16_t i = 0; machine->queue && i < machine->queue->pending_count; i++) {
        const struct pawl_pending *pending = &machine->queue->pending[i];
        if (pending->after_us >= -1 || pending->at.column != column)
            continue;
        shortest_us = -pending->after_us < shortest_us ? -pending->after_us : shortest_us;
        longest_us = -pending->after_us > longest_us ? -pending->after_us : longest_us;
    }
    const int64_t count = day_us / shortest_us, most = 36500 * day_us / longest_us;
    return count < most ? count : most;
}

static const char sample_text[] = "text", sample_uuid[] = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
static struct samples {
    const char *text, *uuid;
    int64_t number;
} samples = {sample_text, sample_uuid, 1};

/* A time is tomorrow. */
static void set_value(void *struct_of_values, size_t size, const struct pawl_param *param, bool is_optional) {
    static const char *const numeric = "1.50", *const json = "{}";
    const struct pawl_bytes bytes = {"text", 4};
    unsigned char *at = (unsigned char *)struct_of_values + param->offset;
    if (param->offset + 64 > size)
        return;
#define SET(type, optional_type, ...)                                                                        \
    if (is_optional)                                                                                         \
        memcpy(at, &(struct optional_type){true, __VA_ARGS__}, sizeof(struct optional_type));                \
    else                                                                                                     \
        memcpy(at, &(type){__VA_ARGS__}, sizeof(type));                                                      \
    break
    switch (param->type) {
    case PAWL_TYPE_TEXT:
        memcpy(at, &samples.text, sizeof samples.text);
        break;
    case PAWL_TYPE_NUMERIC:
        memcpy(at, &numeric, sizeof numeric);
        break;
    case PAWL_TYPE_UUID:
        memcpy(at, &samples.uuid, sizeof samples.uuid);
        break;
    case PAWL_TYPE_JSON:
        memcpy(at, &json, sizeof json);
        break;
    case PAWL_TYPE_BYTES:
        if (is_optional)
            memcpy(at, &(struct pawl_optional_bytes){true, bytes}, sizeof(struct pawl_optional_bytes));
        else
            memcpy(at, &bytes, sizeof bytes);
        break;
    case PAWL_TYPE_BIGINT:
        SET(int64_t, pawl_optional_bigint, samples.number);
    case PAWL_TYPE_TIMESTAMP:
        SET(int64_t, pawl_optional_timestamp, in_one_day());
    case PAWL_TYPE_INT:
        SET(int32_t, pawl_optional_int, (int32_t)samples.number);
    case PAWL_TYPE_BOOL:
        SET(bool, pawl_optional_bool, true);
    }
#undef SET
}

/* Each parameter has a value. */
static const void *arguments_of(const struct pawl_event *event) {
    static _Alignas(max_align_t) unsigned char args[64 * 1024];
    memset(args, 0, sizeof args);
    for (uint16_t i = 0; i < event->param_count; i++) {
        samples.number = count_of(event->params[i].column);
        set_value(args, sizeof args, &event->params[i], event->params[i].optional);
    }
    return args;
}

static void store_answers(void) {
    for (int i = 0; i < now->hook_count; i++) {
        if (!now->hook[i].is_sql || now->hook[i].is_effect || answers[i] == stored[i])
            continue;
        execute("update test_guards set answer = %s where guard = '%s'", answers[i] ? "true" : "false",
                now->hook[i].name);
        stored[i] = answers[i];
    }
}

static enum pawl_status fire(int entity, int event, struct pawl_transition *moved) {
    const int deployed = find_event(event);
    *moved = (struct pawl_transition){0};
    ran_count = 0;
    if (!deployed) {
        snprintf(err.message, sizeof err.message, "the deployed machine has no event %s",
                 now->events[event].name);
        return PAWL_MISUSE;
    }
    return pawl_fire(db, machine, key_of(entity), deployed, arguments_of(&machine->events[deployed]), NULL,
                     moved, &err);
}

struct where {
    int state; /* -1: none that the file has */
    int64_t sort_key;
};

static struct where where_is(int entity) {
    static _Alignas(max_align_t) unsigned char row[4096];
    const struct pawl_layout *layout = &machine->layout;
    struct where where = {0, 0};
    int state = 0;
    if (pawl_get(db, machine, key_of(entity), row, &err) != PAWL_OK)
        return where;
    memcpy(&state, row + layout->current_state, sizeof state);
    memcpy(&where.sort_key, row + layout->current_sort_key, sizeof where.sort_key);
    where.state = find_state(state);
    return where;
}
