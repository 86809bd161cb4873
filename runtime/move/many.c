#include "core/deployment.h"
#include "core/driver.h"

#include "core/key.h"
#include "core/operation.h"
#include "core/transact.h"
#include "move/many_call.h"
#include "move/move.h"

#include <stdlib.h>
#include <string.h>

/* An item's key and its place, for sorting. */
struct many_place {
    struct pawl_key key;
    size_t item;
};

struct many {
    struct pawl_db *db;
    const struct pawl_machine *machine;
    const struct pawl_event *event;
    int event_number;
    struct pawl_items items;
    struct pawl_opts opts;       /* of all items */
    const char *actor;           /* with its trace */
    struct pawl_result *results; /* may be NULL */
    struct results *memory;
    struct many_place *places; /* in the order of the keys */
    struct value *parameters;  /* of each item, as they are kept; NULL where no function takes many */
    struct sending sending;
    struct value values[VALUE_MAX]; /* of the call of the function in the database */
    size_t value_count;
    size_t answered;
    bool is_too_long;      /* for one text */
    enum pawl_status open; /* what an item was told and may not stay so, since an answer was lost before */
};

/* ---- items: only known by their offsets here, so their members are copied out ------------------- */

static const char *item_at(const struct many *many, size_t index) {
    return (const char *)many->items.items + index * many->items.size;
}

static struct pawl_key item_key(const struct many *many, size_t index) {
    return key_from_member(many->machine->key_type, item_at(many, index) + many->items.key);
}

static const void *item_args(const struct many *many, size_t index) {
    return many->event->param_count > 0 ? item_at(many, index) + many->items.args : NULL;
}

static struct pawl_opts item_opts(const struct many *many, size_t index) {
    struct pawl_opts opts = many->opts;
    opts.struct_size = sizeof opts;
    memcpy(&opts.request_id, item_at(many, index) + many->items.request_id, sizeof opts.request_id);
    if (!many->event->is_creation)
        memcpy(&opts.expect_sort_key, item_at(many, index) + many->items.expect_sort_key,
               sizeof opts.expect_sort_key);
    return opts;
}

/*
 * The generated struct of a result has the same members as struct pawl_result, and enums in place of int: so
 * its bytes are copied, and never read or written through the other type.
 */
static enum pawl_status store_result(struct many *many, size_t index, enum pawl_status status,
                                     struct pawl_transition moved, const char *guard,
                                     struct pawl_error *err) {
    struct pawl_result result = {status, moved, ""};
    if (guard && *guard)
        result.guard = results_strdup(many->memory, guard);
    TRY(memory_check(result.guard, err));
    memcpy((char *)many->results + index * sizeof result, &result, sizeof result);
    return PAWL_OK;
}

static enum pawl_status result_status(const struct many *many, size_t index) {
    struct pawl_result result;
    memcpy(&result, (const char *)many->results + index * sizeof result, sizeof result);
    return result.status;
}

/* ---- checks ------------------------------------------------------------------------------------- */

static int compare_texts(const void *left, const void *right) {
    const struct many_place *a = left, *b = right;
    return strcmp(a->key.text, b->key.text);
}

static int compare_numbers(const void *left, const void *right) {
    const struct many_place *a = left, *b = right;
    return (a->key.number > b->key.number) - (a->key.number < b->key.number);
}

static enum pawl_status misuse_of_many(const struct many *many, struct pawl_error *err, const char *problem) {
    return error_set(err, PAWL_MISUSE, "%s: %s of many: %s", many->machine->name, many->event->name, problem);
}

static enum pawl_status check_call(struct many *many, const struct pawl_opts *given, struct pawl_error *err) {
    const struct pawl_opts *opts = &many->opts;
    many->opts = opts_of(given);
    if (opts->request_id || opts->expect_sort_key) {
        misuse_of_many(many, err,
                       "a request id and an expected sort_key belong to one item, not to the options");
        error_help(err, "set them in the items");
        return PAWL_MISUSE;
    }
    if (opts->wait_ms || opts->defer) {
        misuse_of_many(many, err, "many neither wait for a machine that is paused nor are deferred");
        error_help(err, "leave wait_ms and defer 0; fire those with the status ASLEEP one by one");
        return PAWL_MISUSE;
    }
    const bool is_keyed = many->machine->lock_key || many->event->is_serialised;
    const size_t most = is_keyed ? PAWL_KEYED_ITEM_MAX : PAWL_ITEM_MAX;
    if (many->items.count > most)
        return error_advise(err, PAWL_MISUSE, "make several calls: each keeps its locks to its end",
                            "%s: %s of %zu: one call takes at most %zu%s", many->machine->name,
                            many->event->name, many->items.count, most,
                            is_keyed ? ", since each also takes a lock on its key" : "");
    if (!many->items.items)
        return misuse_of_many(many, err, "items is NULL");
    return PAWL_OK;
}

static struct value *parameters_of(const struct many *many, size_t index) {
    return many->parameters ? many->parameters + index * many->event->param_count : NULL;
}

static enum pawl_status check_items(struct pawl_db *db, struct many *many, struct pawl_error *err) {
    many->sending.has_request_id = true;
    for (size_t i = 0; i < many->items.count; i++) {
        struct pawl_opts opts = item_opts(many, i);
        TRY(fire_check(db, many->machine, item_key(many, i), many->event_number, item_args(many, i), &opts,
                       parameters_of(many, i), &many->actor, err));
        many->sending.has_request_id &= opts.request_id != NULL;
    }
    return PAWL_OK;
}

/* Bytewise, as every database orders the keys. */
static enum pawl_status sort_by_key(struct many *many, struct pawl_error *err) {
    size_t count = many->items.count;
    int (*compare)(const void *, const void *) =
        key_is_number(many->machine->key_type) ? compare_numbers : compare_texts;
    qsort(many->places, count, sizeof *many->places, compare);
    for (size_t i = 1; i < count; i++) {
        const struct many_place *place = &many->places[i];
        if (compare(place - 1, place) != 0)
            continue;
        const bool in_order = place[-1].item < place->item;
        error_of_entity(err, PAWL_MISUSE, many->machine, place->key,
                        "%s of many: it occurs twice among the items, at %zu and %zu", many->event->name,
                        place[in_order ? -1 : 0].item, place[in_order ? 0 : -1].item);
        error_help(err, "give each entity once: one call moves each of them once");
        return PAWL_MISUSE;
    }
    return PAWL_OK;
}

static enum pawl_status find_places(struct many *many, struct pawl_error *err) {
    many->places = results_alloc(many->memory, many->items.count * sizeof *many->places);
    TRY(memory_check(many->places, err));
    for (size_t i = 0; i < many->items.count; i++) {
        many->places[i] = (struct many_place){item_key(many, i), i};
        TRY(key_settle(many->memory, many->machine, &many->places[i].key, err));
    }
    return sort_by_key(many, err);
}

/* The function for many finds by itself two spellings that are one key in the database. */
static enum pawl_status sort_as_spelled(struct pawl_db *db, struct many *many, struct pawl_error *err) {
    for (size_t i = 0; i < many->items.count; i++) {
        struct lock_key spelling;
        TRY(find_spelling(db, many->machine, many->places[i].key, &spelling, err));
        many->places[i].key.text = results_strdup(many->memory, spelling.text);
        TRY(memory_check(many->places[i].key.text, err));
    }
    return sort_by_key(many, err);
}

/* ---- as one call of a function in the database --------------------------------------------------- */

/* What a server takes in one packet has a limit, which is sixteen times as much where nobody has set it. */
#define JSON_MAX_BYTES (1 << 20)

/* In the order of the keys, which the database needs anyway, and which keeps neighbours together. */
static const struct many_move *make_moves(struct many *many) {
    struct many_move *moves = results_alloc(many->memory, many->items.count * sizeof *moves);
    for (size_t i = 0; moves && i < many->items.count; i++) {
        const struct many_place *place = &many->places[i];
        const struct pawl_opts opts = item_opts(many, place->item);
        moves[i] = (struct many_move){.key = place->key,
                                      .parameters = parameters_of(many, place->item),
                                      .request_id = opts.request_id,
                                      .expect_sort_key = opts.expect_sort_key,
                                      /* in arrays it would be the same for each, and is sent once */
                                      .actor = many->db->driver->array ? NULL : many->actor};
    }
    return moves;
}

static enum pawl_status make_values(struct pawl_db *db, struct many *many, struct pawl_error *err) {
    const struct many_call call = {many->machine, many->event, make_moves(many), many->items.count};
    enum pawl_status status = PAWL_OK;
    TRY(memory_check(call.moves, err));
    if (db->driver->array) {
        status = many_call_arrays(db, &call, many->actor, many->values, &many->value_count, err);
    } else {
        const char *text = NULL;
        status = many_call_json(db, &call, JSON_MAX_BYTES, &text, err);
        many->is_too_long = !text;
        many->values[many->value_count++] = value_text(text);
        many->values[many->value_count++] = value_text(many->actor);
    }
    if (many->machine->lock_key) {
        many->values[many->value_count++] = value_text(many->opts.lock_owner);
        many->values[many->value_count++] = value_bigint_or_null(many->opts.lock_token);
    }
    if (db->driver->array && status == PAWL_OK)
        status = many_call_rest(db, &call, false, many->values, &many->value_count, err);
    return status;
}

/* cells: status, from, to, sort_key, created_at, guard */
static enum pawl_status read_result(void *context, const struct cell *cells, struct pawl_error *err) {
    struct many *many = context;
    const char *answer = cells[0].text ? cells[0].text : "nothing";
    enum pawl_status status = parse_status(answer);
    if (status == PAWL_MISUSE && cells[1].text && cells[1].text[0])
        return misuse_of_many(many, err, "an unrecorded event keeps no request id");
    if (status == PAWL_MISUSE && statements_of(many->db, many->machine)->find_spelling) {
        /* all else that is wrong with a call was found before */
        misuse_of_many(many, err, "some of the items are one entity, whose key is spelled in several ways");
        error_help(err, "give each entity once, as the parent's table spells it");
        return PAWL_MISUSE;
    }
    if (many->answered == many->items.count || status == PAWL_MISUSE || status == PAWL_MISMATCH)
        return error_advise(err, PAWL_MISMATCH, "apply the SQL that was generated together with this program",
                            "%s: the database answers %s to %s of many", many->machine->name, answer,
                            many->event->name);
    struct pawl_transition moved = {
        .event = many->event_number,
        .from = state_of_stored(many->machine, cells[1].text),
        .to = status == PAWL_OK ? state_of_stored(many->machine, cells[2].text) : 0,
        .sort_key = cells[3].number,
        .created_at_us = cells[4].number,
    };
    if (!sending_is_final(many->db, &many->sending, status))
        many->open = status;
    return store_result(many, many->places[many->answered++].item, status, moved, cells[5].text, err);
}

/* The call for many; NULL where moves are made one by one. */
static const char *fire_many_of(const struct pawl_db *db, const struct pawl_machine *machine, int event) {
    const struct pawl_statements *statements = statements_of(db, machine);
    return statements->calls ? statements->calls[event].many : NULL;
}

/* Where entities are spread over nodes, no function moves many. */
static bool lacks_function(const struct pawl_error *err, const struct many *many) {
    return many->db->driver->is_missing(err, many->machine->name) && strstr(err->message, "_many(");
}

static void tell_of_lack(struct pawl_error *err, const struct many *many) {
    error_set(err, PAWL_MISMATCH, "%s: the database has no function for %s of many", many->machine->name,
              many->event->name);
    error_help(err,
               "if entities are spread over nodes, run C that pawl has written with --distribute, too, or "
               "make the transitions one by one; otherwise deploy the database's own version of the program");
}

static enum pawl_status fire_set(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct many *many = context;
    many->answered = 0;
    many->open = PAWL_OK;
    enum pawl_status status = sending_begin(db, &many->sending, err);
    /* where one is refused, others are moved, and not a second time */
    if (status == PAWL_OK && !many->sending.joins)
        status = begin_behind_others(db, err);
    if (status == PAWL_OK)
        status = db->driver->query(db, fire_many_of(db, many->machine, many->event_number), many->values,
                                   many->value_count, read_result, many, err);
    const bool lacks_it = status == PAWL_DB && lacks_function(err, many);
    status = judge_version(db, many->machine, status, err);
    if (lacks_it && status == PAWL_MISMATCH)
        tell_of_lack(err, many);
    return sending_judge(db, &many->sending, status, true, err);
}

/* ---- one by one, in one transaction -------------------------------------------------------------- */

static bool is_answer(enum pawl_status status) {
    return !breaks_transaction(status) && status != PAWL_MISUSE && status != PAWL_MISMATCH;
}

static enum pawl_status fire_item(struct pawl_db *db, struct many *many, size_t index,
                                  struct pawl_error *err) {
    struct pawl_transition moved;
    struct pawl_opts opts = item_opts(many, index);
    enum pawl_status status = fire_one(db, many->machine, item_key(many, index), many->event_number,
                                       item_args(many, index), &opts, &moved, err);
    if (!is_answer(status))
        return status;
    if (!sending_is_final(db, &many->sending, status))
        many->open = status;
    status = store_result(many, index, status, moved, err->guard, err);
    if (status == PAWL_OK)
        error_clear(err);
    return status;
}

static enum pawl_status fire_each_item(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct many *many = context;
    enum pawl_status status = PAWL_OK;
    many->open = PAWL_OK;
    for (size_t i = 0; status == PAWL_OK && i < many->items.count; i++)
        status = fire_item(db, many, many->places[i].item, err);
    return status;
}

static enum pawl_status fire_in_turn(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct many *many = context;
    return moves_in_bracket(db, &many->sending, fire_each_item, many, MOVES_ARE_COMMITTED, err);
}

/* ---- the call ----------------------------------------------------------------------------------- */

static bool by_function(const struct pawl_db *db, const struct many *many) {
    return fire_many_of(db, many->machine, many->event_number) && !many->is_too_long;
}

static enum pawl_status make_room_for_parameters(struct pawl_db *db, struct many *many,
                                                 struct pawl_error *err) {
    const size_t count = many->items.count * many->event->param_count;
    if (!by_function(db, many) || count == 0)
        return PAWL_OK;
    many->parameters = results_alloc(many->memory, count * sizeof *many->parameters);
    return memory_check(many->parameters, err);
}

enum pawl_status pawl_fire_many(struct pawl_db *db, const struct pawl_machine *machine, int event,
                                struct pawl_items items, const struct pawl_opts *opts,
                                struct pawl_result *results, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_error own;
    err = error_or(err, &own);
    TRY(operation_begin(db, machine, err));
    TRY(event_check(machine, event, err));
    if (items.count == 0)
        return PAWL_OK;
    struct many many = {.db = db,
                        .machine = machine,
                        .event = &machine->events[event],
                        .event_number = event,
                        .items = items,
                        .results = results,
                        .memory = operation_results(db)};
    TRY(check_call(&many, opts, err));
    if (!many.results) /* the counters need the statuses */
        many.results = results_alloc(many.memory, items.count * sizeof *results);
    TRY(memory_check(many.results, err));
    TRY(make_room_for_parameters(db, &many, err));
    TRY(check_items(db, &many, err));
    TRY(find_places(&many, err));
    if (by_function(db, &many))
        TRY(make_values(db, &many, err));
    if (!by_function(db, &many) && statements_of(db, machine)->find_spelling)
        TRY(sort_as_spelled(db, &many, err));
    attempt_fn *attempt = by_function(db, &many) ? fire_set : fire_in_turn;
    const bool joined = pawl_in_transaction(db);
    enum pawl_status status = make_attempts(db, attempt, &many, err);
    if (status == PAWL_OK && attempt == fire_set && many.answered != items.count)
        return error_advise(err, PAWL_MISMATCH, "apply the SQL that was generated together with this program",
                            "%s: the database has answered %zu of %zu items", machine->name, many.answered,
                            items.count);
    for (size_t i = 0; status == PAWL_OK && attempt == fire_set && i < items.count; i++)
        stats_transition(db->stats, result_status(&many, i), 0);
    if (status == PAWL_OK && !joined)
        after_commit(db, BEGUN_BY_LIBPAWL);
    return status == PAWL_OK && many.open != PAWL_OK ? sending_leaves_open(many.open, err) : status;
}
