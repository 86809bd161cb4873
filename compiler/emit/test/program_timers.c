/* ---- timers ------------------------------------------------------------------------------------------- */

/* As if so much time had passed for this timer of the entity. */
static void pass_time_of(int entity, const struct timer *timer, int64_t us) {
    char number_text[32];
    snprintf(number_text, sizeof number_text, "%" PRId64, us);
    execute("%s", filled(sql->pass_time, (const struct word[]){{"database", database},
                                                               {"machine", machine->name},
                                                               {"key", key_literal(entity)},
                                                               {"timer", timer->name},
                                                               {"us", number_text},
                                                               {NULL, NULL}}));
    if (sql->deploys_again && pawl_apply(db, machine, &err) != PAWL_OK)
        give_up("%s", err.message);
}

/* For the whole database. */
static void pass_time(int64_t us) {
    if (pawl_test_clock_add(db, us > 0 ? us : 1, &err) != PAWL_OK)
        give_up("%s", err.message);
}

/* What the worker said of one timer of an entity. */
static struct {
    int entity;
    const struct timer *timer;
    bool is_tried;
    enum pawl_status status;
    char message[512];
} watched;

static void told(void *context, const struct pawl_machine *of, const struct pawl_item *item,
                 enum pawl_status status, const struct pawl_error *problem) {
    const struct pawl_key key = key_of(watched.entity), told_key = pawl_item_key(item);
    (void)context;
    if (!watched.timer || strcmp(of->queue->pending[item->pending].name, watched.timer->name) != 0 ||
        (key.text ? strcmp(key.text, told_key.text) != 0 : key.number != told_key.number))
        return;
    watched.is_tried = true;
    watched.status = status;
    snprintf(watched.message, sizeof watched.message, "%s",
             status != PAWL_OK && problem ? problem->message : "");
}

static void run_worker(unsigned kinds) {
    const struct pawl_machine *machines[] = {machine};
    const struct pawl_work_options options = {
        .struct_size = sizeof options, .kinds = kinds, .once = true, .told = told};
    watched.is_tried = false;
    watched.message[0] = '\0';
    store_answers();
    if (pawl_work(db, machines, 1, &options, &err) != PAWL_OK)
        give_up("%s", err.message);
}

static int64_t period_of(const struct timer *timer) {
    if (timer->after_us >= 0)
        return timer->after_us;
    for (uint16_t i = 0; timer->after_us < -1 && machine->queue && i < machine->queue->pending_count; i++)
        if (strcmp(machine->queue->pending[i].name, timer->name) == 0)
            return -timer->after_us * count_of(machine->queue->pending[i].at.column);
    return (int64_t)DAY_S * 1000000;
}

/* So long before its time it must not fire, and so long after it must. */
static int64_t margin_of(int64_t period_us) {
    return period_us > INT64_C(240000000) ? 60000000 : period_us / 4;
}

/* A test of a timer, in steps: `move` is made at half of its time, or is NULL. */
struct trial {
    int state;
    const struct timer *timer;
    const struct transition *move;    /* NULL, or a move with which the timer goes on or begins again */
    const struct transition *outcome; /* NULL: it is refused, and fires after `every` */
    const struct transition *at_last; /* after that refusal */
    bool is_asleep;
};

enum result { RIGHT, WRONG, TOO_SLOW, UNREACHED };

static char problem_text[FAILURE_SIZE];

static int64_t time_of(clockid_t which) {
    struct timespec clock;
    clock_gettime(which, &clock);
    return (int64_t)clock.tv_sec * 1000000 + clock.tv_nsec / 1000;
}

static int64_t clock_us(void) {
    return time_of(CLOCK_MONOTONIC);
}

static int64_t real_time_us(void) {
    return time_of(CLOCK_REALTIME);
}

__attribute__((format(printf, 1, 2))) static enum result wrong(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem_text, sizeof problem_text, format, arguments);
    va_end(arguments);
    return WRONG;
}

static enum result expect_quiet(int entity, struct where before, const char *when) {
    run_worker(PAWL_TIMERS);
    const struct where after = where_is(entity);
    if (after.sort_key == before.sort_key)
        return RIGHT;
    return wrong("it led to %s %s", state_name(after.state), when);
}

static enum result expect_fired(int entity, struct where before, const struct transition *outcome) {
    run_worker(PAWL_TIMERS);
    const struct where after = where_is(entity);
    if (after.sort_key == before.sort_key)
        return wrong("it did not lead to %s when its time had passed%s%s", state_name(outcome->to),
                     *watched.message ? ": " : "", watched.message);
    if (after.state != outcome->to || after.sort_key != before.sort_key + 10)
        return wrong("it led to %s instead of %s", state_name(after.state), state_name(outcome->to));
    struct pawl_rows rows;
    int event = 0;
    if (pawl_history(db, machine, key_of(entity), &rows, &err) != PAWL_OK)
        return wrong("its history: %s", err.message);
    memcpy(&event,
           (const char *)rows.rows + (rows.count - 1) * machine->layout.record_size +
               machine->layout.record_event,
           sizeof event);
    return event == find_event(outcome->event) ? RIGHT
                                               : wrong("another event led to %s", state_name(after.state));
}

static enum result try_timer_once(const struct trial *trial) {
    const struct timer *timer = trial->timer;
    const int64_t period = period_of(timer), margin = margin_of(period);
    const int entity = new_entity();
    int64_t left = period;
    if (!machine->queue)
        return wrong("the deployed machine has no timers");
    watched.entity = entity;
    watched.timer = timer;
    if (!drive(entity, trial->state))
        return UNREACHED;
    struct where before = where_is(entity);
    if (trial->move) {
        const bool begins = trial->move->timers[timer - now->timers] == 'b';
        pass_time_of(entity, timer, period / 2);
        if (!choose(trial->move))
            return RIGHT;
        store_answers();
        if (!moves(entity, trial->move, before.sort_key, true))
            return wrong("the transition before it failed");
        before = where_is(entity);
        left = begins ? period : period - period / 2;
    }
    if (trial->is_asleep) {
        pass_time_of(entity, timer, left + margin);
        return expect_quiet(entity, before, "although it is not active there");
    }
    pass_time_of(entity, timer, left - margin);
    if (trial->outcome && !choose(trial->outcome))
        return RIGHT;
    enum result result = expect_quiet(entity, before, "before its time");
    if (result != RIGHT)
        return result;
    if (!trial->outcome) {
        const int state = trial->move ? trial->move->to : trial->state;
        if (!refuse(state, timer->event))
            return RIGHT;
        pass_time_of(entity, timer, 2 * margin);
        if ((result = expect_quiet(entity, before, "although its guards refuse")) != RIGHT)
            return result;
        if (!watched.is_tried || watched.status != PAWL_REFUSED)
            return wrong("it was not refused when its time had passed, but %s%s%s",
                         watched.is_tried ? pawl_status_name(watched.status) : "not tried",
                         *watched.message ? ": " : "", watched.message);
        if (!trial->at_last || !choose(trial->at_last))
            return RIGHT;
        pass_time_of(entity, timer, timer->every_us + timer->every_us / 8);
        return expect_fired(entity, before, trial->at_last);
    }
    pass_time_of(entity, timer, 2 * margin);
    result = expect_fired(entity, before, trial->outcome);
    if (result != RIGHT || !timer->is_periodic || trial->outcome->timers[timer - now->timers] != 'k')
        return result;
    before = where_is(entity);
    if (before.state != trial->outcome->from)
        return result;
    pass_time_of(entity, timer, period + margin);
    return expect_fired(entity, before, trial->outcome);
}

static int64_t shortest_period(void) {
    int64_t shortest = INT64_MAX;
    for (int i = 0; i < now->timer_count; i++) {
        const int64_t period = period_of(&now->timers[i]);
        shortest = period < shortest ? period : shortest;
    }
    return shortest;
}

static void try_timer(const struct trial *trial) {
    enum result result = WRONG;
    for (int attempt = 0; attempt < 5 && !is_stopped(); attempt++) {
        const int64_t begin_us = clock_us();
        const int failures = failure_count;
        result = try_timer_once(trial);
        if (result == RIGHT || result == UNREACHED || failure_count > failures)
            break;
        if (clock_us() - begin_us < margin_of(shortest_period()))
            break;
        result = TOO_SLOW; /* other time than the test's has passed */
    }
    tests.timers += result != UNREACHED;
    const char *event = now->events[trial->timer->event].name;
    if (result == TOO_SLOW)
        printf("%s:%d: note: the timer %s in %s is not tested: its time is too short\n", file_name,
               trial->timer->line, event, state_name(trial->state));
    else if (result == WRONG)
        failed(trial->timer->line, "the timer %s in %s%s%s: %s", event, state_name(trial->state),
               trial->move ? " after " : "", trial->move ? now->events[trial->move->event].name : "",
               problem_text);
}

/* The move that the timer's event makes there by the first answers that allow one. */
static const struct transition *first_outcome(int state, int event) {
    for (const struct transition *move = next_move(NULL, state, event); move;
         move = next_move(move, state, event))
        if (choose(move))
            return move;
    return NULL;
}

static void try_timer_in(int state, const struct timer *timer) {
    const char presence = timer->presence[state];
    if (presence == 'z')
        try_timer(&(struct trial){.state = state, .timer = timer, .is_asleep = true});
    if (presence != 'a')
        return;
    const struct transition *first = first_outcome(state, timer->event);
    for (const struct transition *move = next_move(NULL, state, timer->event); move;
         move = next_move(move, state, timer->event))
        if (choose(move))
            try_timer(&(struct trial){.state = state, .timer = timer, .outcome = move});
    if (refuse(state, timer->event))
        try_timer(&(struct trial){.state = state, .timer = timer, .at_last = first});
}

/* What a move does to a timer that runs before it and after it. */
static void try_timer_with(const struct transition *move, const struct timer *timer) {
    const char change = move->timers[timer - now->timers];
    if (move->from == 0 || timer->presence[move->from] != 'a' || timer->presence[move->to] != 'a' ||
        (change != 'k' && change != 'b') || !choose(move))
        return;
    const struct transition *outcome = first_outcome(move->to, timer->event);
    if (outcome)
        try_timer(&(struct trial){.state = move->from, .timer = timer, .move = move, .outcome = outcome});
}

static void try_timers(void) {
    for (int i = 0; i < now->timer_count; i++) {
        for (int state = 1; state <= now->state_count && !is_stopped(); state++)
            if (is_reached[state])
                try_timer_in(state, &now->timers[i]);
        for (int m = 0; m < now->move_count && !is_stopped(); m++)
            if (is_reached[now->moves[m].from])
                try_timer_with(&now->moves[m], &now->timers[i]);
    }
}
