/* ---- what the file says of an event in a state -------------------------------------------------------- */

static bool is_of(const struct transition *move, int state, int event) {
    return move->event == event && move->from == state;
}

static const struct transition *next_move(const struct transition *move, int state, int event) {
    const struct transition *end = now->moves + now->move_count;
    for (move = move ? move + 1 : now->moves; move < end; move++)
        if (is_of(move, state, event))
            return move;
    return NULL;
}

/* The move that the answers choose, or NULL. */
static const struct transition *chosen(int state, int event) {
    for (const struct transition *move = next_move(NULL, state, event); move;
         move = next_move(move, state, event)) {
        bool holds = true;
        for (int i = 0; i < move->condition_count; i++)
            holds = holds && answers[move->conditions[i].guard] != move->conditions[i].is_negated;
        if (holds)
            return move;
    }
    return NULL;
}

static bool is_ignored(int state, int event) {
    for (int i = 0; i < now->ignored_count; i++)
        if (now->ignored[i].event == event && now->ignored[i].state == state)
            return true;
    return false;
}

/* state 0: the entity does not exist. */
static enum pawl_status expected_status(int state, int event) {
    const int at = state ? state : now->origin;
    if (now->events[event].is_marked && at)
        return PAWL_EXISTS;
    if (!now->events[event].is_marked && !at)
        return PAWL_NOT_FOUND;
    if (chosen(at, event))
        return PAWL_OK;
    return next_move(NULL, at, event) ? PAWL_REFUSED : is_ignored(at, event) ? PAWL_IGNORED : PAWL_ILLEGAL;
}

/* The guards that the moves of an event in a state ask; their number. */
static int guards_of(int state, int event, int *guards) {
    int count = 0;
    for (const struct transition *move = next_move(NULL, state, event); move;
         move = next_move(move, state, event))
        for (int i = 0; i < move->condition_count; i++) {
            int known = 0;
            while (known < count && guards[known] != move->conditions[i].guard)
                known++;
            if (known == count)
                guards[count++] = move->conditions[i].guard;
        }
    return count;
}

enum { ALL_WAYS = 6 }; /* up to so many guards are given all answers; of more, one after the other */

static size_t ways_of(int count) {
    return count <= ALL_WAYS ? (size_t)1 << count : 2u * (size_t)count + 2;
}

static void answer_way(const int *guards, int count, size_t way) {
    memset(answers, true, (size_t)now->hook_count);
    for (int i = 0; i < count; i++)
        answers[guards[i]] =
            count <= ALL_WAYS ? (way >> i & 1) == 0 : (way % 2 == 0) != (way / 2 == (size_t)i + 1);
}

/* Sets answers with which that move is made; false: there are none. */
static bool choose(const struct transition *move) {
    int *guards = allocate((size_t)now->hook_count, sizeof *guards);
    const int count = guards_of(move->from, move->event, guards);
    bool is_chosen = false;
    for (size_t way = 0; !is_chosen && way < ways_of(count); way++) {
        answer_way(guards, count, way);
        is_chosen = chosen(move->from, move->event) == move;
    }
    for (int pass = 1; !is_chosen && pass >= 0; pass--) {
        for (int i = 0; i < count; i++)
            answers[guards[i]] = pass;
        for (int i = 0; i < move->condition_count; i++)
            answers[move->conditions[i].guard] = !move->conditions[i].is_negated;
        is_chosen = chosen(move->from, move->event) == move;
    }
    free(guards);
    return is_chosen;
}

/* Sets answers with which the event is refused; false: there are none. */
static bool refuse(int state, int event) {
    int *guards = allocate((size_t)now->hook_count, sizeof *guards);
    const int count = guards_of(state, event, guards);
    bool is_refused = false;
    for (size_t way = 0; !is_refused && way < ways_of(count); way++) {
        answer_way(guards, count, way);
        is_refused = expected_status(state, event) == PAWL_REFUSED;
    }
    free(guards);
    return is_refused;
}

/* " with a yes, b no": what the guards answer. */
static const char *answers_text(int state, int event) {
    static char text[FAILURE_SIZE];
    int *guards = allocate((size_t)now->hook_count, sizeof *guards);
    const int count = guards_of(state, event, guards);
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && used + 150 < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s", i ? ", " : " with ",
                                 now->hook[guards[i]].name, answers[guards[i]] ? "yes" : "no");
    free(guards);
    return text;
}

/* ---- ways to states ----------------------------------------------------------------------------------- */

static const struct transition **way_to; /* by state: the last move of a shortest way there; NULL: none */
static bool *is_reached, *is_broken;     /* broken: a failure was reported on the way there */

static void find_ways(void) {
    int *queue = allocate((size_t)now->state_count + 1, sizeof *queue), queued = 0;
    way_to = allocate((size_t)now->state_count + 1, sizeof(*way_to));
    is_reached = allocate((size_t)now->state_count + 1, sizeof *is_reached);
    is_broken = allocate((size_t)now->state_count + 1, sizeof *is_broken);
    queue[queued++] = now->origin;
    is_reached[now->origin] = true;
    for (int i = 0; i < queued; i++)
        for (int m = 0; m < now->move_count; m++) {
            const struct transition *move = &now->moves[m];
            if (move->from != queue[i] || is_reached[move->to] || !choose(move))
                continue;
            is_reached[move->to] = true;
            way_to[move->to] = move;
            queue[queued++] = move->to;
        }
    free(queue);
}

static const char *name_of_effect(int effect) {
    return effect >= 0 ? now->hook[effect].name : "an effect that the file does not have";
}

/* The effects in C that ran are those of the move; "" or what is wrong. */
static const char *effects_problem(const struct transition *move, bool is_committed) {
    static char text[400];
    int at = 0;
    for (int part = 0; part < 2; part++) {
        const int count = part ? (is_committed ? move->after_count : 0) : move->effect_count;
        const int *effects = part ? move->after : move->effects;
        for (int i = 0; i < count; i++) {
            if (now->hook[effects[i]].is_sql)
                continue;
            if (at == ran_count || ran[at] != effects[i]) {
                snprintf(text, sizeof text, "the effect %s did not run in its place",
                         name_of_effect(effects[i]));
                return text;
            }
            at++;
        }
    }
    if (at == ran_count)
        return "";
    snprintf(text, sizeof text, "the effect %s ran as well", name_of_effect(ran[at]));
    return text;
}

/* Fires an event that must be possible, and compares all that is known of it. */
static bool moves(int entity, const struct transition *move, int64_t sort_key, bool is_committed) {
    struct pawl_transition moved;
    const char *event = now->events[move->event].name, *from = state_name(move->from),
               *with = answers_text(move->from, move->event);
    const enum pawl_status status = fire(entity, move->event, &moved);
    if (status != PAWL_OK) {
        failed(move->line, "%s in %s%s should lead to %s, but returned %s: %s", event, from, with,
               state_name(move->to), pawl_status_name(status), err.message);
        return false;
    }
    if (find_state(moved.to) != move->to || find_state(moved.from) != move->from) {
        failed(move->line, "%s in %s%s should lead to %s, but led from %s to %s", event, from, with,
               state_name(move->to), state_name(find_state(moved.from)), state_name(find_state(moved.to)));
        return false;
    }
    const struct where where = where_is(entity);
    if (where.state != move->to || where.sort_key != moved.sort_key ||
        moved.sort_key != sort_key + move->step) {
        failed(move->line,
               "after %s in %s%s the database has %s and sort key %" PRId64 ", expected %s and %" PRId64,
               event, from, with, state_name(where.state), where.sort_key, state_name(move->to),
               sort_key + move->step);
        return false;
    }
    const char *problem = effects_problem(move, is_committed);
    if (*problem)
        failed(move->line, "%s in %s%s: %s", event, from, with, problem);
    return !*problem;
}

static int length_of_way(int state) {
    int length = 0;
    for (const struct transition *move = way_to[state]; move; move = way_to[move->from])
        length++;
    return length;
}

/* Takes an entity to a state, by transitions that are committed. A failure on the way is reported once. */
static bool drive(int entity, int state) {
    const struct transition *move = way_to[state];
    if (!move)
        return true;
    if (is_broken[state] || !drive(entity, move->from) || !choose(move)) {
        is_broken[state] = true;
        return false;
    }
    store_answers();
    is_broken[state] = !moves(entity, move, 10 * (int64_t)length_of_way(move->from), true);
    return !is_broken[state];
}
