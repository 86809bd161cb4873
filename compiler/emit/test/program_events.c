/* ---- transitions, refusals and guards ----------------------------------------------------------------- */

/* By a signal, or by a reader of its output that is gone. */
static bool is_stopped(void) {
    return is_interrupted != 0 || ferror(stdout);
}

static void begin(void) {
    if (pawl_begin(db, &err) != PAWL_OK)
        give_up("%s", err.message);
}

static void roll_back(void) {
    if (pawl_rollback(db, &err) != PAWL_OK)
        give_up("%s", err.message);
}

static int line_of(int state, int event) {
    const struct transition *move = next_move(NULL, state, event);
    return move ? move->line : state ? now->states[state].line : now->events[event].line;
}

/* Each effect in SQL of the move is broken once: the transition must fail. */
static void break_effects(int entity, const struct transition *move) {
    struct pawl_transition moved;
    for (int i = 0; i < move->effect_count; i++) {
        const struct hook *effect = &now->hook[move->effects[i]];
        if (!effect->is_sql)
            continue;
        begin();
        execute("update test_effects set is_broken = 1 where effect = '%s'", effect->name);
        if (fire(entity, move->event, &moved) != PAWL_DB)
            failed(move->line, "%s in %s did not run the effect %s", now->events[move->event].name,
                   state_name(move->from), effect->name);
        roll_back();
    }
}

static void refuses(int entity, int state, int event, enum pawl_status expected) {
    struct pawl_transition moved;
    const struct where before = state ? where_is(entity) : (struct where){0, 0};
    const enum pawl_status status = fire(entity, event, &moved);
    const bool has_guard = *err.guard != '\0';
    const struct where after = where_is(entity);
    tests.refusals++;
    if (status != expected)
        failed(line_of(state, event), "%s in %s%s should return %s, but %s%s%s", now->events[event].name,
               state_name(state), answers_text(state, event), pawl_status_name(expected),
               status == PAWL_OK ? "led to " : "returned ",
               status == PAWL_OK ? state_name(find_state(moved.to)) : pawl_status_name(status),
               status == PAWL_OK ? "" : "");
    else if (after.sort_key != before.sort_key || after.state != before.state)
        failed(line_of(state, event), "%s in %s returned %s and wrote a transition", now->events[event].name,
               state_name(state), pawl_status_name(status));
    else if (status == PAWL_REFUSED && !has_guard)
        failed(line_of(state, event), "%s in %s was refused by no guard", now->events[event].name,
               state_name(state));
}

static void count_answers(const int *guards, int count) {
    for (int i = 0; i < count; i++)
        given[answers[guards[i]]][guards[i]]++;
}

/* Every answer of the guards that matter. Nothing stays in the database. */
static void try_event(int entity, int state, int event, int64_t sort_key, bool *is_tested) {
    int *guards = allocate((size_t)now->hook_count, sizeof *guards);
    const int count = guards_of(state, event, guards);
    for (size_t way = 0; way < ways_of(count) && !is_stopped(); way++) {
        answer_way(guards, count, way);
        store_answers();
        const enum pawl_status expected = expected_status(state, event);
        const struct transition *move = expected == PAWL_OK ? chosen(state, event) : NULL;
        count_answers(guards, count);
        begin();
        bool is_right = false;
        if (move)
            is_right = moves(entity, move, sort_key, false);
        else
            refuses(entity, state, event, expected);
        roll_back();
        if (!move || is_tested[move - now->moves])
            continue;
        is_tested[move - now->moves] = true;
        tests.transitions++;
        if (is_right && !now->runs_sql)
            break_effects(entity, move);
    }
    free(guards);
}

/* `then` runs after a commit only. */
static void try_after_commit(const struct transition *move) {
    const int entity = new_entity();
    if (!drive(entity, move->from) || !choose(move))
        return;
    store_answers();
    moves(entity, move, 10 * (int64_t)length_of_way(move->from), true);
}

static void try_events(void) {
    bool *is_tested = allocate((size_t)now->move_count, sizeof *is_tested);
    for (int state = 0; state <= now->state_count && !is_stopped(); state++) {
        if (!is_reached[state] || (state == 0 && now->origin))
            continue;
        const int entity = new_entity();
        if (!drive(entity, state))
            continue;
        for (int event = 1; event <= now->event_count; event++)
            try_event(entity, state, event, 10 * (int64_t)length_of_way(state), is_tested);
    }
    for (int i = 0; i < now->move_count && !is_stopped(); i++) {
        const struct transition *move = &now->moves[i];
        if (is_tested[i] && move->after_count > 0)
            try_after_commit(move);
        if (!is_tested[i] && !(move->from == 0 && now->origin))
            printf("%s:%d: note: %s in %s is not tested: %s\n", file_name, move->line,
                   now->events[move->event].name, state_name(move->from),
                   !is_reached[move->from] ? "no transition leads there"
                   : is_broken[move->from] ? "a failure is on the way there"
                                           : "no answers of its guards choose it");
    }
    free(is_tested);
}
