/*
 * Does with the machines and flows of told.fsm what it is told on standard input, a line each, for told.py,
 * which holds what is said of them against what happens: `fire parcel p1 weigh weight=3`. Callbacks answer as
 * was said before (`say ready REFUSED`; else OK), and are written down. An answer is lines that begin with ">
 * ", and a last one, "." alone.
 */
#include "../support/database.h"

#include "told.h"

#include <flow/flow.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULE_MAX = 64, FUNCTION_MAX = 64, WORD_MAX = 24, ARGS_MAX = 4096, HOOK_MAX = 64 };

static struct pawl_db *db, *reader; /* the application's, and one that may read everything */

/* ---- what callbacks answer ---------------------------------------------------------------------- */

struct rule {
    char name[64], answer[64];
};
static struct rule rules[RULE_MAX];
static size_t rule_count;
static void (*nothing_but_functions[FUNCTION_MAX])(void); /* in the place of every hooks struct */

static void nothing(void) {
}

static const char *answer_of(const char *name) {
    for (size_t i = rule_count; i-- > 0;)
        if (strcmp(rules[i].name, name) == 0)
            return rules[i].answer;
    return "OK";
}

static enum pawl_status status_of(const char *answer) {
    size_t length = strcspn(answer, ":");
    static const char *const names[] = {
#define X(constant, meaning) #constant,
        PAWL_STATUSES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == length && strncmp(names[i], answer, length) == 0)
            return (enum pawl_status)i;
    fail_msg("%s is no answer", answer);
    return PAWL_MISUSE;
}

static void tell(const char *what, const char *name, const char *place, const char *key, int64_t run,
                 const char *value) {
    printf("> called %s %s %s %s %s %" PRId64 " %s\n", what, name,
           pawl_in_transaction(db) ? "within" : "outside", place, key, run, value);
}

static enum pawl_status answer_with(const char *name, struct pawl_error *error) {
    enum pawl_status status = status_of(answer_of(name));
    if (status != PAWL_OK)
        snprintf(error->message, sizeof error->message, "%s does not work", name);
    return status;
}

/* `say send OK:late=40`: each call of it takes so many seconds, by the clock that nobody sets. */
static int64_t late_us;
int64_t __real_monotonic_us(void);
int64_t __wrap_monotonic_us(void);

int64_t __wrap_monotonic_us(void) {
    return __real_monotonic_us() + late_us;
}

/* ---- machines ----------------------------------------------------------------------------------- */

static const struct pawl_machine *const generated_machines[] = {
    &parcel_machine, &lamp_machine, &visit_machine, &badge_machine, &loan_machine, &walk_machine};
enum { MACHINE_COUNT = sizeof generated_machines / sizeof generated_machines[0] };
static struct pawl_machine machines[MACHINE_COUNT];
static struct pawl_queue queues[MACHINE_COUNT];

static enum pawl_status call_hook(const void *hooks, int hook, struct pawl_db *handle,
                                  const struct pawl_call *call, struct pawl_error *error) {
    (void)hooks, (void)handle, (void)call;
    const struct pawl_hook *called = &parcel_machine.hooks[hook]; /* the only one with callbacks */
    tell(called->kind == PAWL_HOOK_GUARD ? "guard" : "effect", called->name, "-", "-", 0, "-");
    return answer_with(called->name, error);
}

/* `say pack OK:go_on`: it is done, and that follows. */
static enum pawl_status call_work(const void *hooks, int pending, struct pawl_db *handle,
                                  const struct pawl_work_call *call, void *result, struct pawl_error *error) {
    (void)hooks, (void)handle;
    const char *name = parcel_machine.queue->pending[pending].hook;
    const char *event = strchr(answer_of(name), ':');
    char key[64];
    snprintf(key, sizeof key, "%s/%" PRId64, call->key.text, call->item->fence);
    tell("work", name, "-", key, 0, "-");
    if (event)
        *(int *)result = pawl_event_parse(&parcel_machine, event + 1);
    return answer_with(name, error);
}

static const struct pawl_machine *machine_of(const char *name) {
    for (size_t i = 0; i < MACHINE_COUNT; i++)
        if (strcmp(machines[i].name, name) == 0)
            return &machines[i];
    fail_msg("%s is no machine", name);
    return NULL;
}

/* ---- flows -------------------------------------------------------------------------------------- */

static const struct pawl_flow *const generated_flows[] = {&settle_flow, &sweep_flow, &post_flow,
                                                          &letter_flow, &idle_flow,  &watch_flow};
enum { FLOW_COUNT = sizeof generated_flows / sizeof generated_flows[0], STEP_MAX = 32 };
static struct pawl_flow flows[FLOW_COUNT];
static struct pawl_flow_step steps[FLOW_COUNT][STEP_MAX];
static struct pawl_flow_scope scopes[FLOW_COUNT][STEP_MAX];
static struct pawl_procedure pay;
static const struct pawl_procedure *const procedures[] = {&pay};
struct actor {
    void (*functions[FUNCTION_MAX])(void);
    const struct pawl_callback *callbacks;
    const struct pawl_param *values; /* that they set */
};
static struct actor actors[FLOW_COUNT], payer;

/* A text is set to its own name, a number to what was said: `say look OK:3`. */
static void set_value(const struct pawl_param *param, void *values, const char *answer) {
    void *at = (char *)values + param->offset;
    const char *said = strchr(answer, ':');
    if (param->type == PAWL_TYPE_TEXT)
        memcpy(at, &param->name, sizeof param->name);
    else
        *(struct pawl_optional_int *)at = (struct pawl_optional_int){true, said ? atoi(said + 1) : 1};
}

static enum pawl_status call_step(const void *hooks, int callback, struct pawl_db *handle,
                                  const struct pawl_step *step, const void *args, void *values, bool *yes,
                                  struct pawl_error *error) {
    (void)args, (void)handle;
    const struct actor *actor = hooks;
    const struct pawl_callback *called = &actor->callbacks[callback];
    static const char *const kinds[] = {[PAWL_CALLBACK_TX] = "tx",
                                        [PAWL_CALLBACK_CALL] = "call",
                                        [PAWL_CALLBACK_UNDO_TX] = "undo",
                                        [PAWL_CALLBACK_UNDO_CALL] = "undo",
                                        [PAWL_CALLBACK_PREDICATE] = "predicate"};
    char place[128];
    int length = snprintf(place, sizeof place, "%s", step->path);
    for (size_t i = 0; i < step->depth; i++)
        length +=
            snprintf(place + length, sizeof place - (size_t)length, "[%" PRId64 "]", step->iteration[i]);
    if (called->kind == PAWL_CALLBACK_PREDICATE && strcmp(answer_of(called->name), "DB") == 0)
        return answer_with(called->name, error);
    if (called->kind == PAWL_CALLBACK_PREDICATE) {
        tell("predicate", called->name, "-", "-", step->run, "-");
        *yes = strcmp(answer_of(called->name), "NO") != 0;
        return PAWL_OK;
    }
    const char *value = "-"; /* the first that a procedure was handed, before it sets any */
    if (actor == &payer)
        memcpy(&value, (const char *)values + pay.params[0].offset, sizeof value);
    tell(kinds[called->kind], called->name, place, step->key ? step->key : "-", step->run, value);
    if (strncmp(answer_of(called->name), "OK:late=", 8) == 0)
        late_us += strtoll(answer_of(called->name) + 8, NULL, 10) * 1000000;
    enum pawl_status status = answer_with(called->name, error);
    for (size_t i = 0; status == PAWL_OK && i < called->write_count; i++)
        set_value(&actor->values[called->writes[i]], values, answer_of(called->name));
    return status;
}

static const struct pawl_flow *flow_of(const char *name) {
    for (size_t i = 0; i < FLOW_COUNT; i++)
        if (strcmp(flows[i].name, name) == 0)
            return &flows[i];
    fail_msg("%s is no flow", name);
    return NULL;
}

/* ---- the generated things, with these callbacks ------------------------------------------------- */

static struct actor actor_of(const struct pawl_callback *callbacks, const struct pawl_param *values) {
    struct actor actor = {.callbacks = callbacks, .values = values};
    for (size_t i = 0; i < FUNCTION_MAX; i++)
        actor.functions[i] = nothing;
    return actor;
}

static void prepare(void) {
    for (size_t i = 0; i < FUNCTION_MAX; i++)
        nothing_but_functions[i] = nothing;
    for (size_t i = 0; i < MACHINE_COUNT; i++) {
        machines[i] = *generated_machines[i];
        machines[i].call_hook = machines[i].call_hook ? call_hook : NULL;
        if (machines[i].queue) {
            queues[i] = *machines[i].queue;
            queues[i].call_work = queues[i].call_work ? call_work : NULL;
            machines[i].queue = &queues[i];
        }
    }
    pay = pay_procedure;
    pay.call = call_step;
    payer = actor_of(pay.callbacks, pay.params);
    for (size_t i = 0; i < FLOW_COUNT; i++) {
        struct pawl_flow *flow = &flows[i];
        *flow = *generated_flows[i];
        flow->call = call_step;
        for (uint32_t k = 0; k < flow->step_count; k++) {
            steps[i][k] = flow->steps[k];
            steps[i][k].procedure = steps[i][k].procedure ? &pay : NULL;
        }
        for (uint32_t k = 0; k < flow->scope_count; k++) {
            scopes[i][k] = flow->scopes[k];
            scopes[i][k].procedure = scopes[i][k].procedure ? &pay : NULL;
        }
        flow->steps = steps[i];
        flow->scopes = scopes[i];
        flow->procedures = flow->procedure_count ? procedures : NULL;
        actors[i] = actor_of(flow->callbacks, flow->data);
    }
}

static void deploy(void) {
    struct pawl_db *administrator = reader = open_administrator();
    static const char *const keys[] = {"parcels", "visits", "badges"};
    for (size_t i = 0; i < 3; i++)
        execute(administrator, "create table %s (id %s primary key%s)", keys[i], i == 0 ? "text" : "bigint",
                i == 0 ? ", state text" : "");
    execute(administrator, "create table scales (parcel_id text)");
    for (size_t i = 0; i < MACHINE_COUNT; i++)
        expect(PAWL_OK, pawl_apply(administrator, &machines[i], &err));
    for (size_t i = 0; i < FLOW_COUNT; i++)
        expect(PAWL_OK, pawl_flow_apply(administrator, &flows[i], &err));
    if (on_postgres()) {
        execute(administrator, "grant all on parcels, visits, badges, scales to pawl_owner");
        grant_application(administrator, "select, insert, update, delete", "parcels, visits, badges, scales");
        grant_application(administrator, "insert", "visit_transitions, badge_transitions");
    }
}

static void open_teller(void) {
    db = open_application();
    expect(PAWL_OK, pawl_set_hooks(db, machine_of("parcel"), nothing_but_functions, &err));
    for (size_t i = 0; i < FLOW_COUNT; i++)
        expect(PAWL_OK, pawl_set_flow_hooks(db, &flows[i], &actors[i], &err));
    expect(PAWL_OK, pawl_set_procedure_hooks(db, &pay, &payer, &err));
}

/* ---- commands ----------------------------------------------------------------------------------- */

/* name=value of the words into an args struct. */
static void fill(void *args, const struct pawl_param *params, size_t count, char **words, size_t word_count) {
    for (size_t w = 0; w < word_count; w++) {
        char *value = strchr(words[w], '=');
        size_t at = 0;
        *value++ = '\0';
        while (at < count && strcmp(params[at].name, words[w]) != 0)
            at++;
        assert_true(at < count);
        void *place = (char *)args + params[at].offset;
        int64_t number = strtoll(value, NULL, 10);
        switch (params[at].type) {
        case PAWL_TYPE_TEXT:
            memcpy(place, &value, sizeof value);
            break;
        case PAWL_TYPE_INT:
            if (params[at].optional)
                *(struct pawl_optional_int *)place = (struct pawl_optional_int){true, (int32_t)number};
            else
                *(int32_t *)place = (int32_t)number;
            break;
        case PAWL_TYPE_TIMESTAMP:
            if (params[at].optional)
                *(struct pawl_optional_timestamp *)place = (struct pawl_optional_timestamp){true, number};
            else
                memcpy(place, &number, sizeof number);
            break;
        default:
            fail_msg("%s has a type that no word fills", params[at].name);
        }
    }
}

static struct pawl_key key_of(const char *word) {
    return (struct pawl_key){.text = word, .number = strtoll(word, NULL, 10)};
}

static void told(enum pawl_status status) {
    printf("> answer %s %s\n", pawl_status_name(status), status == PAWL_OK ? "" : err.message);
}

/* fire MACHINE KEY EVENT [NAME=VALUE]...; with owner=OWNER token=TOKEN of a lock */
static void fire_event(char **words, size_t count) {
    static _Alignas(16) char args[ARGS_MAX];
    const struct pawl_machine *machine = machine_of(words[1]);
    int event = pawl_event_parse(machine, words[3]);
    struct pawl_opts opts = {0};
    while (count > 4 &&
           (strncmp(words[count - 1], "token=", 6) == 0 || strncmp(words[count - 1], "owner=", 6) == 0)) {
        if (words[--count][0] == 't')
            opts.lock_token = strtoll(words[count] + 6, NULL, 10);
        else
            opts.lock_owner = words[count] + 6;
    }
    memset(args, 0, sizeof args);
    fill(args, machine->events[event].params, machine->events[event].param_count, words + 4, count - 4);
    told(pawl_fire(db, machine, key_of(words[2]), event, args, &opts, NULL, &err));
}

/* work MACHINE|FLOW: all that is due. */
static void work(char **words) {
    const struct pawl_machine *machine = NULL;
    const struct pawl_flow *flow = NULL;
    for (size_t i = 0; i < MACHINE_COUNT && !machine; i++)
        machine = strcmp(machines[i].name, words[1]) == 0 ? &machines[i] : NULL;
    if (!machine)
        flow = flow_of(words[1]);
    const struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = &flow, .flow_count = machine ? 0 : 1};
    told(pawl_work(db, &machine, machine ? 1 : 0, &options, &err));
}

/* claim MACHINE: which work is handed out, and for how many milliseconds. */
static void claim(char **words) {
    static struct pawl_item item;
    const struct pawl_machine *machine = machine_of(words[1]);
    size_t count = 0;
    int64_t before_us = now_us();
    told(pawl_claim(db, machine, PAWL_WORKS, 0, &item, 1, &count, &err));
    if (count)
        printf("> %s %s %" PRId64 " %" PRId64 "\n", item.key_text, machine->queue->pending[item.pending].hook,
               (item.leased_until_us - now_us()) / 1000, (item.leased_until_us - before_us) / 1000);
}

/* hold TYPE KEY: another transaction has that lock; `let_go` ends it. */
static void hold(char **words) {
    told(pawl_begin(reader, &err));
    told(pawl_lock(reader, words[1], words[2], 0, &err));
}

static void start(char **words, size_t count) {
    static _Alignas(16) char args[ARGS_MAX];
    const struct pawl_flow *flow = flow_of(words[1]);
    int64_t run = 0;
    memset(args, 0, sizeof args);
    fill(args, flow->args, flow->arg_count, words + 2, count - 2);
    told(pawl_flow_start(db, flow, args, NULL, &run, &err));
    printf("> run %" PRId64 "\n", run);
}

static void show_run(int64_t run) {
    struct pawl_run row;
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    int64_t due_us = row.due_at_us ? row.due_at_us - now_us() - flow_clock_offset_us : 0;
    printf("> %s %s %s %" PRId64 " %s\n", pawl_run_status_name(row.status),
           row.is_undoing ? "back" : "forward", row.place[0] ? row.place : "-", due_us / 1000, row.data);
}

static void operate(char **words) {
    typedef enum pawl_status operator_fn(struct pawl_db *, const char *, int64_t, const char *,
                                         struct pawl_error *);
    static const struct {
        const char *name;
        operator_fn *function;
    } operators[] = {{"pause", pawl_run_pause},
                     {"resume", pawl_run_resume},
                     {"retry", pawl_run_retry},
                     {"rollback", pawl_run_rollback},
                     {"cancel", pawl_run_cancel}};
    int64_t run = strtoll(words[2], NULL, 10);
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (strcmp(operators[i].name, words[0]) == 0) {
            told(operators[i].function(db, words[1], run, NULL, &err));
            return;
        }
    fail_msg("%s is no command", words[0]);
}

static void acquire(char **words) {
    int64_t token = 0;
    told(pawl_acquire(db, strcmp(words[1], "-") == 0 ? NULL : words[1], words[2], words[3], 0, 0, &token,
                      &err));
    printf("> token %" PRId64 "\n", token);
}

static void show_rows(const char *sql) {
    char *rows = rows_of(reader, sql), *rest = NULL;
    for (char *row = strtok_r(rows, "\n", &rest); row; row = strtok_r(NULL, "\n", &rest))
        printf("> %s\n", row);
    free(rows);
}

static void obey(char *line) {
    char *words[WORD_MAX], *rest = NULL;
    char *sql = strchr(line, ' ');
    size_t count = 0;
    if (strncmp(line, "rows ", 5) == 0) {
        show_rows(sql + 1);
        return;
    }
    if (strncmp(line, "forge ", 6) == 0) {
        forge(sql + 1);
        return;
    }
    if (strncmp(line, "exec ", 5) == 0) {
        told(pawl_exec(db, sql + 1, &err));
        return;
    }
    for (char *word = strtok_r(line, " ", &rest); word && count < WORD_MAX; word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    const char *verb = words[0];
    if (strcmp(verb, "say") == 0) {
        assert_true(rule_count < RULE_MAX);
        snprintf(rules[rule_count].name, sizeof rules[0].name, "%s", words[1]);
        snprintf(rules[rule_count++].answer, sizeof rules[0].answer, "%s", words[2]);
    } else if (strcmp(verb, "forget") == 0) {
        rule_count = 0;
    } else if (strcmp(verb, "fire") == 0) {
        fire_event(words, count);
    } else if (strcmp(verb, "work") == 0) {
        work(words);
    } else if (strcmp(verb, "start") == 0) {
        start(words, count);
    } else if (strcmp(verb, "look") == 0) {
        show_run(strtoll(words[2], NULL, 10));
    } else if (strcmp(verb, "signal") == 0) {
        told(pawl_run_signal(db, words[1], strtoll(words[2], NULL, 10), words[3], NULL, &err));
    } else if (strcmp(verb, "clock") == 0) {
        flow_clock_offset_us += strtoll(words[1], NULL, 10) * 1000000;
    } else if (strcmp(verb, "claim") == 0) {
        claim(words);
    } else if (strcmp(verb, "hold") == 0) {
        hold(words);
    } else if (strcmp(verb, "let_go") == 0) {
        told(pawl_rollback(reader, &err));
    } else if (strcmp(verb, "where") == 0) {
        printf("> %s\n", application_where());
    } else if (strcmp(verb, "acquire") == 0) {
        acquire(words);
    } else if (strcmp(verb, "release") == 0) {
        told(pawl_release(db, strcmp(words[1], "-") == 0 ? NULL : words[1], words[2], words[3],
                          strtoll(words[4], NULL, 10), &err));
    } else {
        operate(words);
    }
}

static void does_as_it_is_told(void **state) {
    (void)state;
    char line[4096];
    prepare();
    deploy();
    open_teller();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        obey(line);
        puts(".");
        fflush(stdout);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(does_as_it_is_told)};
    return tests_are_possible() ? cmocka_run_group_tests(tests, database_create_empty, database_drop) : 77;
}
