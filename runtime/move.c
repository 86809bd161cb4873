#include "lock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct move {
    const struct pawl_machine *machine;
    const struct pawl_event *event;
    int event_number;
    struct pawl_key key;
    struct value parameters[PAWL_COLUMN_MAX]; /* in the event's order */
    const char *actor;
    const char *request_id;
    int64_t expect_sort_key; /* 0: none */
    const char *lock_owner;
    int64_t lock_token;
    int64_t wait_ms;
    bool defer;
    /* the answer */
    enum pawl_status status;
    int from, to;
    int64_t sort_key, created_at_us;
    char from_text[128];   /* as stored, for messages: the state may be unknown to this program */
    char lock_detail[400]; /* of LOCKED and ASLEEP */
    bool done_before;      /* the request id stands for this very move */
    int attempts;
    bool answer_was_lost; /* of an earlier attempt */
};

/* ---- arguments ---------------------------------------------------------------------------------- */

static enum pawl_status check_text(const struct move *move, const char *what, const char *text,
                                   struct pawl_error *err) {
    if (!text || text_is_utf8(text))
        return PAWL_OK;
    char shown[KEY_SHOWN_SIZE];
    error_set(err, PAWL_MISUSE, "%s %s: %s: %s is not valid UTF-8", move->machine->name,
              key_shown(move->machine, move->key, shown), move->event->name, what);
    error_help(err, "convert it to UTF-8 first");
    return PAWL_MISUSE;
}

static enum pawl_status read_arguments(struct move *move, const void *args, struct pawl_error *err) {
    const struct pawl_event *event = move->event;
    for (uint16_t i = 0; i < event->param_count; i++) {
        const struct pawl_param *param = &event->params[i];
        struct value *value = &move->parameters[i];
        *value = args ? value_from_args(param, args) : (struct value){.type = param->type, .is_null = true};
        if (value->is_null && !param->optional) {
            char shown[KEY_SHOWN_SIZE];
            error_set(err, PAWL_MISUSE, "%s %s: %s needs %s, which is %s", move->machine->name,
                      key_shown(move->machine, move->key, shown), event->name, param->name,
                      args ? "NULL" : "missing, since args is NULL");
            error_help(err, "set %s in the args struct, or declare it as `%s: ...?` in the .fsm file",
                       param->name, param->name);
            return PAWL_MISUSE;
        }
        if (param->type == PAWL_TYPE_TIMESTAMP && !value->is_null &&
            (value->number < PAWL_TIME_MIN_US || value->number > PAWL_TIME_MAX_US)) {
            char shown[KEY_SHOWN_SIZE];
            error_set(err, PAWL_MISUSE, "%s %s: %s: %s is %" PRId64 " microseconds, which no calendar has",
                      move->machine->name, key_shown(move->machine, move->key, shown), event->name,
                      param->name, value->number);
            error_help(err,
                       "times are microseconds since 1970-01-01 00:00 UTC, from 4713 BC to the year 294246");
            return PAWL_MISUSE;
        }
        enum pawl_status status = check_text(move, param->name, value->text, err);
        if (status != PAWL_OK)
            return status;
    }
    return check_text(move, "the actor", move->actor, err);
}

static enum pawl_status check_lock(const struct move *move, struct pawl_error *err) {
    char shown[KEY_SHOWN_SIZE];
    bool has_owner = move->lock_owner != NULL;
    if (has_owner == (move->lock_token != 0) && (!has_owner || move->machine->lock_key))
        return check_text(move, "the lock's owner", move->lock_owner, err);
    error_set(err, PAWL_MISUSE, "%s %s: %s: %s", move->machine->name,
              key_shown(move->machine, move->key, shown), move->event->name,
              !move->machine->lock_key ? "its machine honours no locks, so none can be shown"
              : has_owner              ? "the lock's owner comes without the token"
                                       : "the lock's token comes without the owner");
    error_help(err, move->machine->lock_key ? "set lock_owner and lock_token as pawl_acquire had them"
                                            : "write `key ...;` in the .fsm file, or leave lock_owner NULL");
    return PAWL_MISUSE;
}

static enum pawl_status read_options(struct move *move, const struct pawl_opts *given,
                                     struct pawl_error *err) {
    struct pawl_opts opts = {0};
    if (given)
        memcpy(&opts, given,
               given->struct_size && given->struct_size < sizeof opts ? given->struct_size : sizeof opts);
    move->actor = opts.actor;
    move->request_id = opts.request_id;
    move->expect_sort_key = opts.expect_sort_key;
    move->lock_owner = opts.lock_owner;
    move->lock_token = opts.lock_token;
    move->wait_ms = opts.wait_ms < 0 ? PAWL_WAIT : opts.wait_ms;
    move->defer = opts.defer;
    char shown[KEY_SHOWN_SIZE];
    size_t length = opts.request_id ? strlen(opts.request_id) : 1;
    if (length == 0 || length > PAWL_REQUEST_ID_MAX_BYTES) {
        error_set(err, PAWL_MISUSE, "%s %s: %s: the request id has %zu bytes; 1 to %d are possible",
                  move->machine->name, key_shown(move->machine, move->key, shown), move->event->name, length,
                  PAWL_REQUEST_ID_MAX_BYTES);
        error_help(err, "leave it NULL where there is none");
        return PAWL_MISUSE;
    }
    if (opts.expect_sort_key < 0 || opts.expect_sort_key > INT32_MAX ||
        (opts.expect_sort_key && move->event->is_creation)) {
        error_set(err, PAWL_MISUSE, "%s %s: %s cannot expect the sort_key %" PRId64, move->machine->name,
                  key_shown(move->machine, move->key, shown), move->event->name, opts.expect_sort_key);
        error_help(err, move->event->is_creation ? "what is created has no move yet: leave it 0"
                                                 : "take it from what an earlier call has answered");
        return PAWL_MISUSE;
    }
    if (opts.defer && !opts.request_id) {
        error_set(err, PAWL_MISUSE, "%s %s: %s cannot be deferred without a request id", move->machine->name,
                  key_shown(move->machine, move->key, shown), move->event->name);
        error_help(err, "set request_id, by which its outcome can be asked for");
        return PAWL_MISUSE;
    }
    enum pawl_status status = check_lock(move, err);
    return status == PAWL_OK ? check_text(move, "the request id", move->request_id, err) : status;
}

/* ---- a move as one call of a function in the database -------------------------------------------- */

static void remember_from(struct move *move, const char *text) {
    move->from = state_of_stored(move->machine, text);
    snprintf(move->from_text, sizeof move->from_text, "%s",
             move->from > 0 ? move->machine->states[move->from].name
             : text         ? text
                            : "");
}

static enum pawl_status read_outcome(void *context, const struct cell *cells, struct pawl_error *err) {
    struct move *move = context;
    (void)err;
    move->status = status_of_name(cells[0].text ? cells[0].text : "");
    remember_from(move, cells[1].text);
    move->to = state_of_stored(move->machine, cells[2].text);
    move->sort_key = cells[3].number;
    move->created_at_us = cells[4].number;
    snprintf(move->lock_detail, sizeof move->lock_detail, "%s", cells[7].text ? cells[7].text : "");
    return PAWL_OK;
}

/*
 * Of an attempt outside a transaction. With a request id it can be asked what became of it: by sending the
 * same again. What was not even sent can be sent again in any case.
 */
static enum pawl_status judge_attempt(const struct pawl_db *db, struct move *move, enum pawl_status status,
                                      struct pawl_error *err) {
    bool first = move->attempts == 1;
    bool lost = status == PAWL_DB && db->driver->connection_lost(db);
    status = judge_lost_answer(db, status, err);
    if (status == PAWL_UNKNOWN && move->request_id)
        move->answer_was_lost = true;
    if (status == PAWL_DB && move->answer_was_lost) {
        status = err->status = PAWL_UNKNOWN;
        error_help(err, "it was sent, and may have been done or not: send it again under the same id");
    }
    err->retryable |= move->answer_was_lost || (lost && first && status == PAWL_DB);
    return status;
}

static enum pawl_status move_by_function(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    struct value values[VALUE_MAX];
    bool joined = pawl_in_transaction(db);
    if (move->attempts++ > 0 && db->driver->ready(db, err) != PAWL_OK)
        return judge_attempt(db, move, PAWL_DB, err);
    size_t count = 0;
    values[count++] = value_key(move->machine, move->key);
    for (uint16_t i = 0; i < move->event->param_count; i++)
        values[count++] = move->parameters[i];
    values[count++] = value_text(move->actor);
    values[count++] = value_text(move->request_id);
    if (!move->event->is_creation) {
        values[count] = value_number(PAWL_TYPE_INT, move->expect_sort_key);
        values[count++].is_null = !move->expect_sort_key;
    }
    if (move->machine->lock_key) {
        values[count++] = value_text(move->lock_owner);
        values[count] = value_number(PAWL_TYPE_BIGINT, move->lock_token);
        values[count++].is_null = !move->lock_token;
    }
    enum pawl_status status =
        db->driver->query(db, move->event->postgres_fire, values, count, read_outcome, move, err);
    if (status == PAWL_OK)
        return move->status;
    return joined ? status : judge_attempt(db, move, status, err);
}

/* ---- a move step by step, under the lock that the driver's begin has taken ----------------------- */

static enum pawl_status found(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)cells, (void)err;
    *(bool *)context = true;
    return PAWL_OK;
}

static enum pawl_status read_current(void *context, const struct cell *cells, struct pawl_error *err) {
    struct move *move = context;
    (void)err;
    move->status = PAWL_OK;
    remember_from(move, cells[0].text);
    move->sort_key = cells[1].number;
    move->created_at_us = cells[2].number;
    return PAWL_OK;
}

static bool is_same(const struct value *value, const struct cell *cell) {
    if (value->is_null || cell->is_null)
        return value->is_null == cell->is_null;
    if (value->type == PAWL_TYPE_TEXT)
        return cell->text && strcmp(value->text, cell->text) == 0;
    return value->number == cell->number;
}

/* cells: event, from, to, sort_key, created_at, columns... */
static enum pawl_status read_earlier(void *context, const struct cell *cells, struct pawl_error *err) {
    struct move *move = context;
    (void)err;
    bool same = event_of_stored(move->machine, cells[0].text) == move->event_number;
    for (uint16_t i = 0; same && i < move->event->param_count; i++)
        same = is_same(&move->parameters[i], &cells[5 + move->event->params[i].column]);
    move->status = same ? PAWL_OK : PAWL_REUSED;
    move->done_before = same;
    remember_from(move, cells[1].text);
    move->to = state_of_stored(move->machine, cells[2].text);
    move->sort_key = cells[3].number;
    move->created_at_us = cells[4].number;
    return PAWL_OK;
}

/* NOT_FOUND where the request id is new, or there is none. */
static enum pawl_status find_request(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    if (!move->request_id)
        return PAWL_NOT_FOUND;
    struct value values[] = {value_key(move->machine, move->key), value_text(move->request_id)};
    move->status = PAWL_NOT_FOUND;
    enum pawl_status status = db->driver->query(db, statements_of(db, move->machine)->find_request, values,
                                                sizeof values / sizeof *values, read_earlier, move, err);
    return status == PAWL_OK ? move->status : status;
}

/* LOCKED or ASLEEP where a lock forbids the move; else the answer that it would have without locks. */
static enum pawl_status unless_locked(struct pawl_db *db, struct move *move, enum pawl_status otherwise,
                                      struct pawl_error *err) {
    char digits[KEY_DIGITS_SIZE];
    struct lock_key lock_key;
    enum pawl_status status =
        find_lock_key(db, move->machine, move->key, move->event, move->parameters, &lock_key, err);
    if (status != PAWL_OK)
        return status;
    struct lock_question question = {.machine = move->machine->name,
                                     .entity = key_text(move->machine, move->key, digits),
                                     .request_id = move->request_id,
                                     .lock_key = lock_key.is_known ? lock_key.text : NULL,
                                     .lock_owner = move->lock_owner,
                                     .lock_token = move->lock_token};
    struct lock_answer answer;
    status = db->driver->locks->refuse(db, &question, &answer, err);
    if (status != PAWL_OK || answer.status == PAWL_OK)
        return status == PAWL_OK ? otherwise : status;
    memcpy(move->lock_detail, answer.detail, sizeof move->lock_detail);
    return answer.status;
}

static enum pawl_status decide(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    const struct pawl_statements *statements = statements_of(db, machine);
    struct value key = value_key(machine, move->key);
    enum pawl_status status;
    if (move->event->is_creation && statements->find_parent) {
        bool parent = false;
        status = db->driver->query(db, statements->find_parent, &key, 1, found, &parent, err);
        if (status != PAWL_OK)
            return status;
        if (!parent)
            return unless_locked(db, move, PAWL_NOT_FOUND, err);
    }
    move->status = PAWL_NOT_FOUND;
    status = db->driver->query(db, statements->get, &key, 1, read_current, move, err);
    if (status != PAWL_OK)
        return status;
    bool exists = move->status == PAWL_OK;
    if (!move->event->is_creation && !exists)
        return unless_locked(db, move, PAWL_NOT_FOUND, err);
    if (exists) {
        status = find_request(db, move, err);
        if (status != PAWL_NOT_FOUND)
            return status;
    }
    status = unless_locked(db, move, PAWL_OK, err);
    if (status != PAWL_OK)
        return status;
    if (move->event->is_creation && exists)
        return PAWL_EXISTS;
    if (move->expect_sort_key && move->expect_sort_key != move->sort_key)
        return move->status = PAWL_CONFLICT;
    move->to = pawl_next(machine, exists ? move->from : 0, move->event_number);
    if (move->to)
        return PAWL_OK;
    return pawl_ignores(machine, move->from, move->event_number) ? PAWL_IGNORED : PAWL_ILLEGAL;
}

static enum pawl_status write_transition(struct pawl_db *db, const struct move *move,
                                         struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    struct value values[VALUE_MAX];
    size_t count = 0;
    values[count++] = value_key(machine, move->key);
    values[count++] = value_number(PAWL_TYPE_BIGINT, move->sort_key);
    values[count++] = value_text(move->event->stored);
    values[count++] = value_text(machine->states[move->from].stored);
    values[count++] = value_text(machine->states[move->to].stored);
    values[count++] = value_number(PAWL_TYPE_TIMESTAMP, move->created_at_us);
    values[count++] = value_text(move->actor ? move->actor : db->driver->login(db));
    values[count++] = value_text(move->request_id);
    for (uint16_t column = 0; column < machine->column_count; column++)
        values[count + column] = value_text(NULL);
    for (uint16_t i = 0; i < move->event->param_count; i++)
        values[count + move->event->params[i].column] = move->parameters[i];
    return db->driver->write(db, machine->table_transitions, statements_of(db, machine)->insert_transition,
                             values, count + machine->column_count, err);
}

static enum pawl_status write_current(struct pawl_db *db, const struct move *move, struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    const struct pawl_statements *statements = statements_of(db, machine);
    struct value values[] = {
        value_key(machine, move->key),
        value_text(machine->states[move->to].stored),
        value_number(PAWL_TYPE_BIGINT, move->sort_key),
        value_number(PAWL_TYPE_TIMESTAMP, move->created_at_us),
    };
    return db->driver->write(db, machine->table_current,
                             move->event->is_creation ? statements->insert_current
                                                      : statements->update_current,
                             values, sizeof values / sizeof *values, err);
}

static enum pawl_status decide_and_write(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    enum pawl_status status = decide(db, move, err);
    if (status != PAWL_OK || move->done_before)
        return status;
    int64_t now = now_us();
    if (now > move->created_at_us)
        move->created_at_us = now; /* or else the time of the last move: history never runs backwards */
    move->sort_key += PAWL_SORT_KEY_STEP;
    status = write_current(db, move, err);
    return status == PAWL_OK ? write_transition(db, move, err) : status;
}

/* In a transaction of its own, or under a savepoint of the caller's, so that all is written or nothing. */
static enum pawl_status move_by_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct move *move = context;
    const struct driver *driver = db->driver;
    bool joined = pawl_in_transaction(db);
    enum pawl_status status =
        driver->query(db, joined ? "savepoint pawl_move" : driver->begin, NULL, 0, NULL, NULL, err);
    if (status != PAWL_OK)
        return status;
    move->status = PAWL_OK;
    move->done_before = false;
    move->sort_key = move->created_at_us = 0;
    remember_from(move, NULL);
    move->to = 0;
    if (joined && driver->lock)
        status = driver->query(db, driver->lock, NULL, 0, NULL, NULL, err);
    if (status == PAWL_OK)
        status = decide_and_write(db, move, err);
    if (status == PAWL_OK && !joined)
        status = driver->commit(db, err);
    else if (status == PAWL_OK)
        status = driver->query(db, "release pawl_move", NULL, 0, NULL, NULL, err);
    if (status == PAWL_OK || !driver->in_transaction(db))
        return status;
    if (joined) {
        driver->query(db, "rollback to pawl_move", NULL, 0, NULL, NULL, NULL);
        driver->query(db, "release pawl_move", NULL, 0, NULL, NULL, NULL);
    } else {
        driver->query(db, "rollback", NULL, 0, NULL, NULL, NULL);
    }
    return status;
}

/* ---- the answer --------------------------------------------------------------------------------- */

/* "allowed there: confirm, cancel" */
static void help_with_allowed(const struct move *move, struct pawl_error *err) {
    char list[sizeof err->help - 32];
    size_t length = 0;
    if (move->from < 1)
        return;
    for (int event = 1; event <= move->machine->event_count; event++) {
        if (!pawl_next(move->machine, move->from, event))
            continue;
        int added = snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "",
                             move->machine->events[event].name);
        if (added < 0 || length + (size_t)added >= sizeof list)
            break;
        length += (size_t)added;
    }
    list[length] = '\0';
    if (length)
        error_help(err, "allowed there: %s", list);
    else
        error_help(err, "nothing leaves %s", move->from_text);
}

static void explain(const struct move *move, enum pawl_status status, struct pawl_error *err) {
    const char *machine = move->machine->name;
    const char *event = move->event->name;
    char key[KEY_SHOWN_SIZE];
    key_shown(move->machine, move->key, key);
    switch (status) {
    case PAWL_NOT_FOUND:
        if (move->event->is_creation) {
            error_set(err, status, "%s %s: %s finds no parent row with this key", machine, key, event);
            error_help(err, "insert the row that is to move first");
        } else {
            error_set(err, status, "%s %s: %s finds no such %s", machine, key, event, machine);
            error_help(err, "create it first");
        }
        break;
    case PAWL_EXISTS:
        error_set(err, status, "%s %s: %s: it exists already, in %s", machine, key, event, move->from_text);
        break;
    case PAWL_ILLEGAL:
        error_set(err, status, "%s %s: %s is not allowed in %s", machine, key, event, move->from_text);
        if (err)
            help_with_allowed(move, err);
        break;
    case PAWL_REUSED:
        error_set(err, status, "%s %s: %s: the request id %s stands for another request", machine, key, event,
                  move->request_id);
        error_help(err, "give each request an id of its own; that one made the move with sort_key %" PRId64,
                   move->sort_key);
        break;
    case PAWL_MISUSE:
    case PAWL_MISMATCH:
        if (err && !err->message[0]) {
            error_set(err, status, "%s %s: the database answered %s to %s", machine, key,
                      pawl_status_name(status), event);
            error_help(err, "apply the SQL that was generated together with this program");
        }
        break;
    case PAWL_CONFLICT:
        if (move->status == PAWL_CONFLICT) {
            error_set(err, status, "%s %s: %s expects sort_key %" PRId64 ", and it is %" PRId64 ", in %s",
                      machine, key, event, move->expect_sort_key, move->sort_key, move->from_text);
            error_help(err, "somebody has moved it: read it again and decide anew");
            break;
        }
        /* fall through */
    case PAWL_DB:
    case PAWL_UNKNOWN:
        if (err) {
            char reason[sizeof err->message];
            memcpy(reason, err->message, sizeof reason);
            error_set(err, status, "%s %s: %s: %s", machine, key, event, reason);
        }
        break;
    case PAWL_LOCKED:
        error_set(err, status, "%s %s: %s is locked out: %s", machine, key, event, move->lock_detail);
        error_help(err, move->lock_owner ? "stop what the lock was for, or acquire it again"
                                         : "try again when that is over");
        break;
    case PAWL_ASLEEP:
        error_set(err, status, "%s %s: %s must wait: %s", machine, key, event, move->lock_detail);
        error_help(err, "try again when that is over, or set wait_ms or defer in the options");
        break;
    case PAWL_DEFERRED:
        error_set(err, status, "%s %s: %s is kept until the machine wakes: %s", machine, key, event,
                  move->lock_detail);
        error_help(err, "ask pawl_deferred_outcome for the request id %s", move->request_id);
        break;
    case PAWL_OK:
    case PAWL_IGNORED:
    case PAWL_REFUSED:
    case PAWL_NOMEM:
        break;
    }
}

/* The machine is asleep: waits for it, or has the event deferred, as the options say. */
static enum pawl_status sleep_on(struct pawl_db *db, struct move *move, pawl_work_fn *attempt,
                                 struct pawl_error *err) {
    char digits[KEY_DIGITS_SIZE];
    struct sleeper sleeper = {.machine = move->machine,
                              .event = {.machine = move->machine->name,
                                        .entity = key_text(move->machine, move->key, digits),
                                        .request_id = move->request_id,
                                        .event = move->event->stored,
                                        .actor = move->actor,
                                        .lock_owner = move->lock_owner,
                                        .lock_token = move->lock_token},
                              .described = move->event,
                              .parameters = move->parameters,
                              .wait_ms = move->wait_ms,
                              .defer = move->defer,
                              .attempt = attempt,
                              .move = move};
    return while_asleep(db, &sleeper, err);
}

enum pawl_status pawl_fire(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                           int event, const void *args, const struct pawl_opts *opts,
                           struct pawl_transition *out, struct pawl_error *err) {
    if (out)
        *out = (struct pawl_transition){.event = event};
    enum pawl_status status = operation_begin(db, machine, err);
    if (status != PAWL_OK)
        return status;
    if (event < 1 || event > machine->event_count)
        return error_set(err, PAWL_MISUSE, "%s: there is no event number %d", machine->name, event);
    status = key_check(machine, key, err);
    if (status != PAWL_OK)
        return status;
    struct move move;
    move.machine = machine;
    move.event = &machine->events[event];
    move.event_number = event;
    move.key = key;
    move.done_before = move.answer_was_lost = false;
    move.attempts = 0;
    move.status = PAWL_OK;
    move.from = move.to = 0;
    move.sort_key = move.created_at_us = 0;
    move.from_text[0] = move.lock_detail[0] = '\0';
    status = read_options(&move, opts, err);
    if (status == PAWL_OK)
        status = read_arguments(&move, args, err);
    if (status != PAWL_OK)
        return status;
    pawl_work_fn *attempt = db->driver->moves_by_function ? move_by_function : move_by_steps;
    status = pawl_in_transaction(db) ? attempt(db, &move, err) : retry(db, attempt, &move, err);
    if (status == PAWL_ASLEEP)
        status = sleep_on(db, &move, attempt, err);
    bool answered = status == PAWL_OK || status == PAWL_IGNORED || status == PAWL_EXISTS ||
                    status == PAWL_ILLEGAL || status == PAWL_LOCKED || status == PAWL_ASLEEP ||
                    status == PAWL_REUSED || move.status == PAWL_CONFLICT;
    if (out && answered) {
        out->from = move.from;
        out->to = status == PAWL_OK ? move.to : 0;
        out->sort_key = move.sort_key;
        out->created_at_us = move.created_at_us;
    }
    explain(&move, status, err);
    return status;
}
