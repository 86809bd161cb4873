#include "lock/lock.h"

#include "core/deployment.h"
#include "core/json.h"
#include "core/key.h"
#include "core/operation.h"
#include "core/text.h"
#include "core/transaction.h"
#include "move/move.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Events that were deferred while their machine was asleep: how they are kept, fired and asked about. */

/* ---- arguments as text --------------------------------------------------------------------------- */

/* One after the other: "-" for none, "#5;" a number, "5:hello" a text by its length, bytes as hex digits. */
const char *arguments_write(struct pawl_db *db, const struct pawl_event *event,
                            const struct value *parameters) {
    struct json text = {.memory = operation_results(db)};
    for (uint16_t i = 0; i < event->param_count; i++) {
        const struct value *value = &parameters[i];
        if (value->is_null) {
            json_put(&text, "-", 1);
        } else if (form_of(value->type) == FORM_TEXT) {
            json_printf(&text, "%zu:%s", strlen(value->text), value->text);
        } else if (form_of(value->type) == FORM_BYTES) {
            json_printf(&text, "%zu:", 2 * value->bytes.size);
            json_put_hex(&text, value->bytes);
        } else {
            json_printf(&text, "#%" PRId64 ";", value->number);
        }
    }
    return json_end(&text);
}

/* Takes one off the front; a text is cut out of the arguments. False: it is none. */
static bool argument_read(char **arguments, enum pawl_type type, struct value *value, char **text_end) {
    char *start = *arguments, *end = NULL;
    *text_end = NULL;
    *value = (struct value){.type = type, .is_null = *start == '-'};
    if (value->is_null) {
        *arguments = start + 1;
        return true;
    }
    if (form_of(type) == FORM_NUMBER) {
        if (*start != '#')
            return false;
        value->number = strtoll(start + 1, &end, 10);
        *arguments = end + 1;
        return *end == ';';
    }
    size_t length = strtoull(start, &end, 10);
    if (end == start || *end != ':' || strlen(end + 1) < length)
        return false;
    *arguments = end + 1 + length;
    if (form_of(type) == FORM_BYTES)
        return hex_read(end + 1, length, &value->bytes);
    value->text = end + 1;
    *text_end = *arguments;
    return true;
}

/* The event's args struct, in the memory of results; NULL, with err filled, where the text is another's. */
static void *args_read(struct pawl_db *db, const struct pawl_event *event, char *arguments,
                       struct pawl_error *err) {
    const size_t size = args_size(event);
    char *args = results_alloc(operation_results(db), size + 1);
    if (!args) {
        error_set(err, PAWL_NOMEM, "out of memory");
        return NULL;
    }
    memset(args, 0, size);
    char *cut = NULL; /* behind the text before, whose end must be read before it is written */
    for (uint16_t i = 0; i < event->param_count; i++) {
        struct value value;
        char *text_end;
        bool ok = argument_read(&arguments, event->params[i].type, &value, &text_end);
        if (cut)
            *cut = '\0';
        cut = text_end;
        if (!ok) {
            error_set(err, PAWL_MISUSE, "%s: the deferred event does not have its parameters", event->name);
            return NULL;
        }
        value_to_args(&event->params[i], &value, args);
    }
    if (cut)
        *cut = '\0';
    return args;
}

/* ---- firing -------------------------------------------------------------------------------------- */

/* Of an outcome: what deferred_explain makes its message of. */
enum { DETAIL_SIZE = sizeof((struct move *)0)->guard + 2 + sizeof((struct pawl_error *)0)->message };

struct firing {
    struct pawl_db *db;
    const struct pawl_machine *machine;
    bool is_accepted; /* the version of this program */
    bool found;
    struct deferred event;
    bool is_recorded;        /* the database has written the outcome itself */
    bool is_known;           /* to a version that may run */
    bool was_tried;          /* the event is known, and it was fired: a failure is its own */
    bool was_asked;          /* the database, and not only this program */
    bool lacks_hooks;        /* this program has no callbacks for it: others may */
    enum pawl_status status; /* of one that fails each time */
    struct pawl_transition moved;
    char detail[DETAIL_SIZE]; /* "": the error's message */
};

/* cells: number, entity, request id, event, arguments, actor, lock owner, lock token, whether it is known */
static enum pawl_status read_next(void *context, const struct cell *cells, struct pawl_error *err) {
    struct firing *firing = context;
    struct deferred *event = &firing->event;
    const char **const texts[] = {
        NULL,          &event->entity,    &event->request_id, &event->event, &event->arguments,
        &event->actor, &event->lock_owner};
    firing->is_accepted = true;
    firing->found = !cells[0].is_null;
    if (!firing->found)
        return PAWL_OK;
    event->number = cells[0].number;
    event->lock_token = cells[7].number;
    firing->is_known = !cells[8].is_null;
    for (size_t i = 1; i < sizeof texts / sizeof *texts; i++) {
        *texts[i] = cells[i].text ? results_strdup(operation_results(firing->db), cells[i].text) : NULL;
        if (cells[i].text && !*texts[i])
            return error_set(err, PAWL_NOMEM, "out of memory");
    }
    return PAWL_OK;
}

static const char *stored_of(const struct pawl_machine *machine, int state) {
    return state > 0 ? machine->states[state].stored : NULL;
}

/* A function of the database fires the event, and this program cannot: the function answers for it. */
static enum pawl_status refuse_nonsense(struct pawl_db *db, struct firing *firing, enum pawl_status status,
                                        struct pawl_error *err) {
    const char *fire_deferred = statements_of(db, firing->machine)->fire_deferred;
    struct value values[] = {value_bigint(firing->event.number), value_text(NULL)};
    if (status != PAWL_MISUSE || !fire_deferred)
        return status;
    return db->driver->query(db, fire_deferred, values, 2, row_found, &firing->is_recorded, err);
}

static enum pawl_status fire_stored(struct pawl_db *db, struct firing *firing, struct pawl_error *err) {
    const struct pawl_machine *machine = firing->machine;
    const struct deferred *event = &firing->event;
    int number = event_of_stored(machine, event->event);
    if (number <= 0 && !firing->is_known)
        return error_advise(err, PAWL_MISUSE,
                            "defer the machine's own events, by pawl_fire with defer in its options",
                            "machine %s: %s was deferred, and no version that may run has such an event",
                            machine->name, event->event);
    if (number <= 0)
        return error_advise(err, PAWL_MISMATCH, "let the newer program fire it",
                            "machine %s: an event %s was deferred, which this program does not know",
                            machine->name, event->event);
    struct pawl_key key = {.text = event->entity};
    if (key_is_number(machine->key_type))
        key.number = strtoll(event->entity, NULL, 10);
    char digits[KEY_DIGITS_SIZE];
    if (strcmp(key_as_text(machine, key, digits), event->entity) != 0)
        return error_set(err, PAWL_MISUSE, "machine %s: %s was deferred for %s, which is no key of it",
                         machine->name, machine->events[number].name, event->entity);
    struct pawl_opts opts = {.struct_size = sizeof opts,
                             .actor = event->actor,
                             .request_id = event->request_id,
                             .lock_owner = event->lock_owner,
                             .lock_token = event->lock_token};
    /* Written by a program; what it writes again is its own copy. */
    char *arguments = results_strdup(operation_results(db), event->arguments);
    TRY(memory_check(arguments, err));
    void *args = args_read(db, &machine->events[number], arguments, err);
    if (!args)
        return err->status;
    firing->was_tried = true;
    firing->lacks_hooks = machine->call_hook && !hooks_of(db, machine) && callback_of_event(machine, number);
    struct move move;
    firing->moved.event = number;
    TRY(move_begin(db, &move, machine, key, number, args, &opts, err));
    firing->was_asked = true;
    move.deferred = statements_of(db, machine)->fire_deferred ? event->number : 0;
    enum pawl_status status = fire_move(db, &move, &firing->moved, err);
    firing->is_recorded = move_answer_stands(&move, status);
    if (status == PAWL_REFUSED && !move.callback_has_failed)
        snprintf(firing->detail, sizeof firing->detail, "%s%s%s", move.guard,
                 move.said.message[0] ? ": " : "", move.said.message);
    else if (status == PAWL_LOCKED && !move.callback_has_failed)
        text_copy(firing->detail, sizeof firing->detail, move.lock_detail);
    return status;
}

/* Stores the outcomes that the database lacks: on SQLite all, elsewhere those that callbacks refused. */
static enum pawl_status record_outcome(struct pawl_db *db, const struct pawl_machine *machine, int64_t number,
                                       const struct deferred_outcome *outcome, struct pawl_error *err) {
    const struct lock_steps *steps = db->driver->locks->steps;
    if (steps)
        return steps->deferred_done(db, number, outcome, err);
    struct value values[] = {value_bigint(number), value_text(pawl_status_name(outcome->status)),
                             value_text(outcome->detail)};
    return db->driver->query(db, statements_of(db, machine)->fail_deferred, values, 3, NULL, NULL, err);
}

/* Without callbacks the database answers each event itself. */
static bool may_record(const struct pawl_db *db, const struct pawl_machine *machine) {
    return db->driver->locks->steps || statements_of(db, machine)->fail_deferred;
}

/* In one transaction: the event and what came of it. */
static enum pawl_status fire_next(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct firing *firing = context;
    struct value version[] = {value_text(firing->machine->name), value_text(firing->machine->fingerprint)};
    struct lock_answer turn = {.status = PAWL_OK};
    *firing = (struct firing){.db = db, .machine = firing->machine};
    /* one at a time, or the order would be lost */
    TRY(db->driver->locks->lock(db, "pawl_deferred", firing->machine->name, PAWL_WAIT, &turn, err));
    TRY(db->driver->query(db, db->driver->locks->next_deferred, version, 2, read_next, firing, err));
    if (!firing->is_accepted)
        return refuse_version(db, firing->machine, err);
    if (!firing->found)
        return PAWL_OK;
    enum pawl_status status = fire_stored(db, firing, err);
    if (!firing->was_asked && !firing->lacks_hooks)
        status = refuse_nonsense(db, firing, status, err);
    if (firing->is_recorded)
        return PAWL_OK;
    /* MISUSE of one that was tried may come from the middle of the move, which must not be committed */
    const bool stays = breaks_transaction(status) || status == PAWL_MISMATCH || status == PAWL_ASLEEP ||
                       (status == PAWL_MISUSE && firing->was_tried);
    if (stays || !may_record(db, firing->machine))
        return status;
    struct deferred_outcome outcome = {
        .status = status,
        .from = stored_of(firing->machine, firing->moved.from),
        .to = stored_of(firing->machine, firing->moved.to),
        .sort_key = firing->moved.sort_key,
        .created_at_us = firing->moved.created_at_us,
        .detail = status == PAWL_OK   ? NULL
                  : firing->detail[0] ? firing->detail
                                      : err->message,
    };
    return record_outcome(db, firing->machine, firing->event.number, &outcome, err);
}

/* One that fails each time, whoever fires it, must not keep all others waiting. */
static enum pawl_status record_failure(struct pawl_db *db, void *context, struct pawl_error *err) {
    const struct firing *firing = context;
    const struct deferred_outcome outcome = {.status = firing->status, .detail = firing->detail};
    return record_outcome(db, firing->machine, firing->event.number, &outcome, err);
}

static enum pawl_status deferred_wake(struct pawl_db *db, void *context, struct pawl_error *err) {
    return db->driver->locks->wake(db, context, err);
}

static enum pawl_status fire_all_waiting(struct pawl_db *db, const struct pawl_machine *machine,
                                         size_t *fired, struct pawl_error *err) {
    for (;;) {
        struct firing firing = {.db = db, .machine = machine};
        enum pawl_status status = pawl_transact(db, fire_next, &firing, err);
        bool fails_always =
            (status == PAWL_DB && !err->retryable) || (status == PAWL_MISUSE && !firing.lacks_hooks);
        if (fails_always && firing.was_tried && may_record(db, machine) && !connection_is_lost(db)) {
            firing.status = status;
            text_copy(firing.detail, sizeof firing.detail, err->message);
            status = pawl_transact(db, record_failure, &firing, err);
        }
        if (status == PAWL_ASLEEP)
            return PAWL_OK;
        if (status != PAWL_OK)
            return status;
        if (!firing.found)
            return make_attempts(db, deferred_wake, (void *)(uintptr_t)machine->name, err);
        ++*fired;
    }
}

/* Called within an operation: keeps its results, whose rows its caller may have passed in. */
static enum pawl_status fire_with_own_results(struct pawl_db *db, const struct pawl_machine *machine,
                                              size_t *fired, struct pawl_error *err) {
    struct results kept[2] = {db->results[0], db->results[1]};
    memset(db->results, 0, sizeof db->results);
    enum pawl_status status = fire_all_waiting(db, machine, fired, err);
    for (size_t i = 0; i < 2; i++) {
        results_free(&db->results[i]);
        db->results[i] = kept[i];
    }
    return status;
}

enum pawl_status fire_waiting(struct pawl_db *db, const struct pawl_machine *machine, size_t *fired,
                              struct pawl_error *err) {
    struct pawl_error own;
    struct value version[] = {value_text(machine->name), value_text(machine->fingerprint)};
    struct firing first = {.db = db};
    err = error_or(err, &own);
    *fired = 0;
    TRY(read_rows(db, db->driver->locks->next_deferred, version, 2, read_next, &first, err));
    if (!first.is_accepted)
        return refuse_version(db, machine, err);
    if (!first.found)
        return PAWL_OK;
    return fire_with_own_results(db, machine, fired, err);
}

enum pawl_status pawl_fire_deferred(struct pawl_db *db, const struct pawl_machine *machine, size_t *fired,
                                    struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_error own;
    size_t count = 0;
    err = error_or(err, &own);
    if (fired)
        *fired = 0;
    TRY(operation_begin(db, machine, err));
    TRY(check_outside(db, "pawl_fire_deferred",
                      "each event gets a transaction of its own: call it before pawl_begin", err));
    enum pawl_status status = fire_with_own_results(db, machine, &count, err);
    if (fired)
        *fired = count;
    return status;
}

/* ---- what came of it ----------------------------------------------------------------------------- */

struct deferred_asking {
    const struct pawl_machine *machine;
    bool is_accepted, found;
    enum pawl_status status;
    struct pawl_transition moved;
    char detail[DETAIL_SIZE];
};

/* cells: event, status, from, to, sort_key, created_at, detail */
static enum pawl_status read_deferred_outcome(void *context, const struct cell *cells,
                                              struct pawl_error *err) {
    struct deferred_asking *asking = context;
    (void)err;
    asking->is_accepted = true;
    asking->found = !cells[0].is_null;
    if (!asking->found)
        return PAWL_OK;
    asking->status = PAWL_DEFERRED;
    asking->moved.event = event_of_stored(asking->machine, cells[0].text);
    if (!cells[1].text)
        return PAWL_OK;
    asking->status = parse_status(cells[1].text);
    asking->moved.from = state_of_stored(asking->machine, cells[2].text);
    asking->moved.to = state_of_stored(asking->machine, cells[3].text);
    asking->moved.sort_key = cells[4].number;
    asking->moved.created_at_us = cells[5].number;
    snprintf(asking->detail, sizeof asking->detail, "%s", cells[6].text ? cells[6].text : "");
    return PAWL_OK;
}

enum pawl_status pawl_deferred_outcome(struct pawl_db *db, const struct pawl_machine *machine,
                                       struct pawl_key key, const char *request_id,
                                       struct pawl_transition *out, struct pawl_error *err) {
    OPERATION(db, err);
    if (out)
        *out = (struct pawl_transition){0};
    TRY(operation_begin(db, machine, err));
    TRY(key_settle(operation_results(db), machine, &key, err));
    TRY(text_check("pawl_deferred_outcome", "the request id", request_id, PAWL_REQUEST_ID_MAX_BYTES, err));
    struct lock_key entity;
    TRY(find_spelling(db, machine, key, &entity, err));
    struct value values[] = {value_text(machine->name), value_text(machine->fingerprint),
                             value_text(entity.text), value_text(request_id)};
    struct deferred_asking asking = {.machine = machine};
    TRY(read_rows(db, db->driver->locks->find_deferred, values, 4, read_deferred_outcome, &asking, err));
    if (!asking.is_accepted)
        return refuse_version(db, machine, err);
    if (!asking.found)
        return error_of_entity(err, PAWL_NOT_FOUND, machine, key,
                               "nothing was deferred under the request id %s", request_id);
    if (asking.status == PAWL_DEFERRED)
        error_of_entity(err, asking.status, machine, key,
                        "the event with the request id %s has not been fired yet", request_id);
    else if (asking.status != PAWL_OK)
        deferred_explain(machine, key, request_id, &asking.moved, asking.status, asking.detail, err);
    if (out)
        *out = asking.moved;
    return asking.status;
}
