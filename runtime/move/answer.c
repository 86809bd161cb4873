#include "move/move.h"

#include "core/key.h"
#include "queue/queue.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is said of a move that was not made. */

enum pawl_status move_error(struct pawl_error *err, enum pawl_status status, const struct move *move,
                            const char *format, ...) {
    char words[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return error_of_entity(err, status, move->machine, move->key, "%s%s", move->event->name, words);
}

/* "allowed there: confirm, cancel" */
static void help_with_allowed(const struct move *move, struct pawl_error *err) {
    char list[sizeof err->help - 32];
    size_t length = 0;
    if (move->from < 1)
        return;
    for (int event = 1; event <= move->machine->event_count; event++) {
        if (!leads_somewhere(move->machine, move->from, event))
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

void guards_copy(char *to, size_t size, const char *guards, size_t length) {
    enum { ROOM = sizeof " and 18446744073709551615 more" };
    size_t kept = length, more = 0;
    if (length >= size)
        for (kept = size - ROOM; kept > 0 && guards[kept] != ',';)
            kept--;
    snprintf(to, size, "%.*s", (int)kept, guards);
    for (size_t i = kept; i < length; i++)
        more += guards[i] == ',' ? 1 : guards[i] == ' ' ? strtoul(guards + i, NULL, 10) : 0;
    if (more > 0)
        snprintf(to + kept, size - kept, " and %zu more", more);
}

static const struct pawl_hook *hook_named(const struct pawl_machine *machine, const char *name,
                                          size_t length) {
    for (uint16_t i = 0; i < machine->hook_count; i++)
        if (strncmp(machine->hooks[i].name, name, length) == 0 && !machine->hooks[i].name[length])
            return &machine->hooks[i];
    return NULL;
}

bool guards_describe(const struct pawl_machine *machine, const char *guards, char *to, size_t size) {
    bool has_label = false;
    size_t used = 0;
    for (const char *name = guards, *end; *name; name = end + strspn(end, ", ")) {
        const bool is_negated = strncmp(name, "not ", strlen("not ")) == 0;
        const char *bare = name + (is_negated ? strlen("not ") : 0);
        const size_t length = strcspn(bare, ", ");
        const struct pawl_hook *hook = hook_named(machine, bare, length);
        const char *answer = !hook || hook->kind == PAWL_HOOK_EFFECT ? ""
                             : !is_negated                           ? "no: "
                             : hook->is_callback                     ? "yes: "
                                                                     : "yes or null: ";
        end = name + strcspn(name, ",");
        const char *more = bare + length; /* " and 12 more" */
        const char *comma = name == guards ? "" : ", ";
        const int added = hook && hook->label
                              ? snprintf(to + used, size - used, "%s%s%s (%.*s)%.*s", comma, answer,
                                         hook->label, (int)(more - name), name, (int)(end - more), more)
                              : snprintf(to + used, size - used, "%s%.*s", comma, (int)(end - name), name);
        has_label = has_label || (hook && hook->label);
        used += added < 0 ? 0 : (size_t)added;
        if (used >= size)
            break;
    }
    return has_label;
}

void move_explain(const struct move *move, enum pawl_status status, struct pawl_error *err) {
    const char *machine = move->machine->name;
    const char *event = move->event->name;
    if (move->callback_has_failed)
        return; /* it has said why */
    switch (status) {
    case PAWL_NOT_FOUND:
        if (move->event->is_creation) {
            move_error(err, status, move, " finds no parent row with this key");
            error_help(err, "insert the row that is to move first%s",
                       move->machine->key_type == PAWL_TYPE_UUID
                           ? "; a column of text needs the uuid in small letters"
                           : "");
        } else {
            move_error(err, status, move, " finds no such %s", machine);
            error_help(err, "create it first");
        }
        break;
    case PAWL_EXISTS:
        move_error(err, status, move, ": it exists already, in %s", move->from_text);
        break;
    case PAWL_ILLEGAL:
        move_error(err, status, move, " is not allowed in %s", move->from_text);
        if (err)
            help_with_allowed(move, err);
        break;
    case PAWL_REFUSED: {
        char labels[sizeof err->message];
        const char *in = move->from_text[0] ? " in " : "", *colon = move->said.message[0] ? ": " : "";
        if (err && guards_describe(move->machine, move->guard, labels, sizeof labels))
            move_error(err, status, move, " is refused%s%s: %s%s%s", in, move->from_text, labels, colon,
                       move->said.message);
        else
            move_error(err, status, move, " is refused by %s%s%s%s%s", move->guard, in, move->from_text,
                       colon, move->said.message);
        error_help(err, "%s", move->said.help);
        if (err)
            guards_copy(err->guard, sizeof err->guard, move->guard, strlen(move->guard));
        break;
    }
    case PAWL_REUSED:
        move_error(err, status, move, ": the request id %s stands for another request",
                   move->opts.request_id);
        error_help(err,
                   "give each request an id of its own; that one made the transition with sort_key %" PRId64,
                   move->sort_key);
        break;
    case PAWL_MISUSE:
    case PAWL_MISMATCH:
        if (err && !err->message[0] && move->opts.request_id && queue_is_unrecorded(move)) {
            move_error(err, status, move, ": an unrecorded event keeps no request id");
            error_help(err, "send it without one: a repeated heartbeat only restarts the timer again");
        } else if (err && !err->message[0]) {
            error_of_entity(err, status, move->machine, move->key, "the database answered %s to %s",
                            pawl_status_name(status), event);
            error_help(err, "apply the SQL that was generated together with this program");
        }
        break;
    case PAWL_CONFLICT:
        if (move->status == PAWL_CONFLICT && move->opts.item &&
            (!move->opts.expect_sort_key || move->opts.expect_sort_key == move->sort_key)) {
            move_error(err, status, move, ": the claim on %s does not hold any more",
                       move->machine->queue->pending[move->opts.item->pending].name);
            error_help(err, "its lease has ended, or the %s has moved: drop the item", machine);
            break;
        }
        if (move->status == PAWL_CONFLICT) {
            move_error(err, status, move, " expects sort_key %" PRId64 ", and it is %" PRId64 ", in %s",
                       move->opts.expect_sort_key, move->sort_key, move->from_text);
            error_help(err, "somebody has moved it: read it again and decide again");
            break;
        }
        /* fall through */
    case PAWL_DB:
    case PAWL_UNKNOWN:
        if (err)
            move_error(err, status, move, ": %s", err->message);
        break;
    case PAWL_LOCKED:
        move_error(err, status, move, " is locked out: %s", move->lock_detail);
        error_help(err, move->opts.lock_owner ? "stop the work under the lock, or acquire it again"
                                              : "try again when that is over");
        error_obstacle(err, move->lock_detail);
        break;
    case PAWL_ASLEEP:
        move_error(err, status, move, " must wait: %s", move->lock_detail);
        error_help(err, "try again when that is over, or set wait_ms or defer in the options");
        error_obstacle(err, move->lock_detail);
        break;
    case PAWL_DEFERRED:
        move_error(err, status, move, " is kept until the machine resumes: %s", move->lock_detail);
        error_help(err, "call pawl_deferred_outcome for the request id %s", move->opts.request_id);
        error_obstacle(err, move->lock_detail);
        break;
    case PAWL_OK:
    case PAWL_IGNORED:
    case PAWL_NOT_YET:
    case PAWL_SKIP:
    case PAWL_PENDING:
    case PAWL_NOMEM:
        break;
    }
}

void deferred_explain(const struct pawl_machine *machine, struct pawl_key key, const char *request_id,
                      const struct pawl_transition *moved, enum pawl_status status, const char *detail,
                      struct pawl_error *err) {
    struct move move = {.machine = machine, .key = key, .opts.request_id = request_id, .status = status};
    const bool is_whole =
        status == PAWL_DB || status == PAWL_UNKNOWN || status == PAWL_MISUSE || status == PAWL_MISMATCH;
    if (moved->event < 1 || is_whole) {
        error_set(err, status, "%s", detail);
        return;
    }
    move.event_number = moved->event;
    move.event = &machine->events[moved->event];
    move.from = moved->from;
    move.sort_key = moved->sort_key;
    snprintf(move.from_text, sizeof move.from_text, "%s",
             moved->from > 0 ? machine->states[moved->from].name : "");
    const size_t guard = strcspn(detail, ":"); /* what a callback has said comes behind its name */
    guards_copy(move.guard, sizeof move.guard, detail, guard);
    if (status == PAWL_REFUSED && detail[guard])
        snprintf(move.said.message, sizeof move.said.message, "%s", detail + guard + strlen(": "));
    snprintf(move.lock_detail, sizeof move.lock_detail, "%s", detail);
    move_explain(&move, status, err);
}
