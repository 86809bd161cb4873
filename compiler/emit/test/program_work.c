/* ---- work --------------------------------------------------------------------------------------------- */

/* The attempts of one work of one entity, and what they return. */
static struct {
    const struct work *work;
    int entity;
    int calls, attempts; /* attempts: as the last one was told */
    enum pawl_status status;
    const struct transition *move; /* if the status is OK, by its event */
    bool is_other;                 /* another hook was called */
} working;

static enum pawl_status call_work(const void *hooks, int pending, struct pawl_db *handle,
                                  const struct pawl_work_call *call, void *result, struct pawl_error *said) {
    const struct pawl_key key = key_of(working.entity);
    (void)hooks, (void)handle;
    if (!working.work || strcmp(machine->queue->pending[pending].name, working.work->name) != 0 ||
        (key.text ? strcmp(key.text, call->key.text) != 0 : key.number != call->key.number))
        return PAWL_NOT_YET;                            /* what is not tested now */
    if (working.status == PAWL_OK && working.calls > 0) /* the event has led to the same work */
        return PAWL_NOT_YET;
    working.is_other |= strcmp(machine->queue->pending[pending].hook, working.work->hook) != 0;
    working.calls++;
    working.attempts = call->item->attempts;
    if (working.status != PAWL_OK) {
        snprintf(said->message, sizeof said->message, "the test lets it fail");
        return working.status;
    }
    const int event = find_event(working.move->event);
    memcpy(result, &event, sizeof event);
    for (uint16_t i = 0; i < machine->events[event].param_count; i++)
        set_value((char *)result + machine->queue->result_args, SIZE_MAX, &machine->events[event].params[i],
                  machine->events[event].params[i].optional);
    return PAWL_OK;
}

static int calls_of_work(void) {
    working.calls = 0;
    run_worker(PAWL_WORKS);
    return working.calls;
}

/* Called once more after that time, and not before; a slow computer may lose some of it. */
static enum result expect_called_after(int64_t pause_us, int64_t latest_us, const char *what) {
    const int64_t margin = margin_of(pause_us), before_us = margin > SLOW_US ? pause_us - margin : 0;
    if (before_us > 0) {
        pass_time(before_us);
        if (calls_of_work() != 0)
            return wrong("it was called before %s", what);
    }
    pass_time(latest_us - before_us + 2 * margin);
    return calls_of_work() == 1 ? RIGHT : wrong("it was not called after %s", what);
}

static enum result begin_work(int state, const struct work *work, enum pawl_status status) {
    working.entity = new_entity();
    working.work = NULL;
    if (!drive(working.entity, state))
        return UNREACHED;
    working.work = work;
    working.status = status;
    working.is_other = false;
    memset(answers, true, (size_t)now->hook_count);
    store_answers();
    if (status == PAWL_OK || status == PAWL_UNKNOWN)
        return RIGHT;
    if (calls_of_work() != 1)
        return wrong("it was called %d times instead of once", working.calls);
    return working.is_other ? wrong("another function was called") : RIGHT;
}

/* It fails until its attempts are spent; then `else` fires, or it is parked. */
static enum result try_failing_work(int state, const struct work *work) {
    const int attempts = work->attempts > 0 && work->attempts < 10 ? (int)work->attempts : 4;
    const struct transition *outcome = work->event ? first_outcome(state, work->event) : NULL;
    int64_t pause_us = work->backoff_from_us;
    enum result result = begin_work(state, work, PAWL_DB);
    const struct where before = where_is(working.entity);
    if (outcome)
        choose(outcome);
    store_answers();
    for (int attempt = 1; result == RIGHT && attempt < attempts; attempt++) {
        char what[64];
        snprintf(what, sizeof what, "the pause after attempt %d", attempt);
        result = expect_called_after(pause_us, pause_us + pause_us / 4, what);
        pause_us = 2 * pause_us < work->backoff_to_us ? 2 * pause_us : work->backoff_to_us;
    }
    if (result != RIGHT || attempts != work->attempts)
        return result;
    if (working.attempts != attempts)
        return wrong("its attempt %d was told as attempt %d", attempts, working.attempts);
    pass_time(work->backoff_to_us * 2);
    if (calls_of_work() != 0)
        return wrong("it was called after its %d attempts", attempts);
    const struct where after = where_is(working.entity);
    const int expected = outcome ? outcome->to : before.state;
    return after.state == expected && (after.sort_key != before.sort_key) == (outcome != NULL)
               ? RIGHT
               : wrong("after its %d attempts the entity was in %s instead of %s", attempts,
                       state_name(after.state), state_name(expected));
}

static enum result try_unready_work(int state, const struct work *work) {
    enum result result = begin_work(state, work, PAWL_NOT_YET);
    if (result == RIGHT)
        result = expect_called_after(work->every_us, work->every_us, "`every`");
    return result != RIGHT || working.attempts == 1 ? result
                                                    : wrong("an attempt that was not ready was counted");
}

/* Whoever claims it dies. */
static enum result try_lost_work(int state, const struct work *work) {
    struct pawl_item items[64];
    size_t count = 0;
    enum result result = begin_work(state, work, PAWL_UNKNOWN);
    working.status = PAWL_DB;
    if (result == RIGHT && pawl_claim(db, machine, PAWL_WORKS, 0, items, 64, &count, &err) != PAWL_OK)
        give_up("%s", err.message);
    if (result != RIGHT || work->attempts == 1)
        return result;
    result = expect_called_after(work->lease_us, work->lease_us, "the lease");
    return result != RIGHT || working.attempts == 2 ? result
                                                    : wrong("the attempt that was lost was not counted");
}

/* Each event that its function can name. */
static enum result try_done_work(int state, const struct work *work, const struct transition *move) {
    enum result result = begin_work(state, work, PAWL_OK);
    if (result != RIGHT || !choose(move))
        return result;
    working.move = move;
    store_answers();
    const struct where before = where_is(working.entity);
    const int calls = calls_of_work();
    const struct where after = where_is(working.entity);
    if (calls != 1 || working.is_other)
        return wrong("it was called %d times instead of once, or another function was", calls);
    return after.state == move->to && after.sort_key == before.sort_key + move->step
               ? RIGHT
               : wrong("%s led to %s instead of %s", now->events[move->event].name, state_name(after.state),
                       state_name(move->to));
}

static void report_work(const struct work *work, int state, enum result result, const char *how) {
    tests.work += result != UNREACHED;
    if (result == WRONG)
        failed(now->states[state].line, "work %s in %s, %s: %s", work->hook, state_name(state), how,
               problem_text);
}

static void try_work(void) {
    for (int i = 0; i < now->work_count; i++) {
        const struct work *work = &now->works[i];
        for (int state = 1; state <= now->state_count && !is_stopped(); state++) {
            if (!is_reached[state] || work->presence[state] != 'a')
                continue;
            report_work(work, state, try_failing_work(state, work), "failing");
            report_work(work, state, try_unready_work(state, work), "not ready");
            report_work(work, state, try_lost_work(state, work), "lost");
            for (int m = 0; m < now->move_count && !is_stopped(); m++)
                if (now->moves[m].from == state && choose(&now->moves[m]))
                    report_work(work, state, try_done_work(state, work, &now->moves[m]), "done");
        }
    }
    working.work = NULL;
}
