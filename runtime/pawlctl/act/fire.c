#include "act.h"
#include "base/suggest.h"
#include "database/entity.h"
#include "machine.h"
#include "say/print.h"
#include "say/row.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was typed ----------------------------------------------------------------------------- */

static size_t find_event(const struct deployed_model *model, const char *name) {
    struct suggestion suggestion = suggestion_for(name);
    for (size_t i = 1; i <= model->event_count; i++) {
        if (strcmp(model->events[i].name, name) == 0)
            return i;
        suggestion_offer(&suggestion, model->events[i].name);
    }
    struct text events = TEXT_INIT;
    for (size_t i = 1; i <= model->event_count; i++)
        text_printf(&events, "%s%s", i == 1 ? "its events are " : ", ", model->events[i].name);
    refused(text_failed(&events) ? NULL : text_data(&events), "%s has no event %s%s%s%s", model->name, name,
            DID_YOU_MEAN(suggestion));
    text_free(&events);
    return 0;
}

/* "amount: bigint, reason: text?" */
static void print_expected(const struct pawl_event *event) {
    say_error("  %s takes %s", event->name, event->param_count == 0 ? "no parameters" : "");
    for (size_t i = 0; i < event->param_count; i++)
        say_error("%s%s: %s%s", i > 0 ? ", " : "", event->params[i].name, model_types[event->params[i].type],
                  event->params[i].optional ? "?" : "");
    say_error("\n");
}

/* "00ff"; the bytes are the caller's to free. */
static bool parse_bytes(const char *text, struct pawl_bytes *bytes) {
    const size_t length = strlen(text), size = length / 2;
    const bool is_hex = length % 2 == 0 && strspn(text, "0123456789abcdefABCDEF") == length;
    unsigned char *data = is_hex ? malloc(size + 1) : NULL;
    for (size_t i = 0; data != NULL && i < size; i++)
        sscanf(text + 2 * i, "%2hhx", &data[i]);
    *bytes = (struct pawl_bytes){data, size};
    return data != NULL;
}

static void free_bytes(const struct pawl_event *event, const char *args) {
    for (size_t i = 0; i < event->param_count; i++) {
        if (event->params[i].type == PAWL_TYPE_BYTES)
            free((void *)(uintptr_t)value_from_args(&event->params[i], args).bytes.data);
    }
}

/* False where it is none of the type; libpawl says what is wrong with texts. */
static bool fire_parse(const char *text, struct value *value) {
    switch (value->type) {
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
    case PAWL_TYPE_JSON:
        value->text = text;
        return text_is_utf8(text);
    case PAWL_TYPE_BYTES:
        return parse_bytes(text, &value->bytes);
    case PAWL_TYPE_BIGINT:
        return parse_number(text, INT64_MIN, INT64_MAX, &value->number);
    case PAWL_TYPE_INT:
        return parse_number(text, INT32_MIN, INT32_MAX, &value->number);
    case PAWL_TYPE_BOOL:
        value->number = strcmp(text, "true") == 0;
        return value->number != 0 || strcmp(text, "false") == 0;
    case PAWL_TYPE_TIMESTAMP:
        break;
    }
    return parse_time(text, &value->number);
}

static const char *const wanted[] = {
    [PAWL_TYPE_TEXT] = "text in UTF-8",
    [PAWL_TYPE_BIGINT] = "a whole number of 64 bits",
    [PAWL_TYPE_INT] = "a whole number of 32 bits",
    [PAWL_TYPE_BOOL] = "true or false",
    [PAWL_TYPE_TIMESTAMP] = "a time such as 2026-11-21T10:30:00Z",
    [PAWL_TYPE_NUMERIC] = "text in UTF-8",
    [PAWL_TYPE_UUID] = "text in UTF-8",
    [PAWL_TYPE_JSON] = "text in UTF-8",
    [PAWL_TYPE_BYTES] = "bytes in hexadecimal, such as 00ff",
};

static bool read_value(const struct call *call, const struct pawl_event *event, size_t i, const char *text,
                       char *args) {
    const struct pawl_param *param = &event->params[i];
    struct value value = {.type = param->type};
    if (!fire_parse(text, &value)) {
        usage_error(call, "%s: `%s` is not %s", param->name, text, wanted[param->type]);
        print_expected(event);
        return false;
    }
    value_to_args(param, &value, args);
    return true;
}

/* One operand NAME=VALUE. */
static bool read_argument(const struct call *call, const struct pawl_event *event, const char *operand,
                          char *args, bool *given) {
    size_t length = strcspn(operand, "=");
    size_t i = 0;
    while (i < event->param_count &&
           (strlen(event->params[i].name) != length || strncmp(event->params[i].name, operand, length) != 0))
        i++;
    if (operand[length] != '=')
        usage_error(call, "expected NAME=VALUE, got `%s`", operand);
    else if (i == event->param_count)
        usage_error(call, "%s has no parameter %.*s", event->name, (int)length, operand);
    else if (given[i])
        usage_error(call, "%s is given twice", event->params[i].name);
    else
        return given[i] = read_value(call, event, i, operand + length + 1, args);
    print_expected(event);
    return false;
}

static bool read_arguments(const struct call *call, const struct pawl_event *event, char *args) {
    bool given[PAWL_COLUMN_MAX] = {false};
    for (size_t i = 3; i < call->operand_count; i++)
        if (!read_argument(call, event, call->operands[i], args, given))
            return false;
    for (size_t i = 0; i < event->param_count; i++)
        if (!given[i] && !event->params[i].optional) {
            usage_error(call, "%s needs %s: add %s=VALUE", event->name, event->params[i].name,
                        event->params[i].name);
            print_expected(event);
            return false;
        }
    return true;
}

/* ---- the answer --------------------------------------------------------------------------------- */

static const char *state_name(const struct deployed_model *model, int state) {
    return state > 0 ? model->states[state].name : NULL;
}

static int fire_answer(struct call *call, const struct deployed_model *model, enum pawl_status status,
                       const struct pawl_transition *moved, bool was_made_before) {
    const char *from = state_name(model, moved->from);
    const bool has_moved = moved->sort_key != 0;
    static const char *const said[2][2] = {
        {"{machine} {id}: {from} -> {to} ({event}, sort key {sort_key}, {at})\n",
         "{machine} {id}: created in {to} ({event}, sort key {sort_key}, {at})\n"},
        {"{machine} {id}: {from} -> {to} ({event}, sort key {sort_key}, {at}); it was made before, under "
         "this "
         "request id\n",
         "{machine} {id}: created in {to} ({event}, sort key {sort_key}, {at}); it was made before, under "
         "this "
         "request id\n"},
    };
    row_tell(call,
             ROW(row_text("status", pawl_status_name(status)), row_text("machine", model->name),
                 row_text("id", call->operands[1]), row_text("event", model->events[moved->event].name),
                 row_text("from", from), row_text("to", state_name(model, moved->to)),
                 row_in_json(has_moved, row_number("sort_key", moved->sort_key)),
                 row_in_json(has_moved, row_time("at", moved->created_at_us)),
                 row_in_json(was_made_before, row_truth("made_before", true)),
                 row_in_json(call->err.message[0] != '\0', row_text("message", call->err.message)),
                 row_in_json(call->err.help[0] != '\0', row_text("help", call->err.help))),
             status == PAWL_IGNORED ? "{machine} {id}: {event} is ignored in {from}; nothing was written\n"
             : status != PAWL_OK    ? ""
                                    : said[was_made_before][from == NULL]);
    if (!call->json && status != PAWL_OK && status != PAWL_IGNORED)
        database_error(call);
    return exit_status_of(status);
}

/* As libpawl, where a handle has no hooks; but nobody can give this program any. */
static enum pawl_status check_callbacks(struct call *call, const struct pawl_machine *machine,
                                        struct pawl_key key, int event) {
    char shown[KEY_SHOWN_SIZE];
    const struct pawl_hook *needed = callback_of_event(machine, event);
    if (needed == NULL)
        return PAWL_OK;
    error_set(&call->err, PAWL_MISUSE, "%s %s: %s needs the %s %s, which is in C", machine->name,
              key_shown(machine, key, shown), machine->events[event].name, hook_kind(needed), needed->name);
    error_help(&call->err, "fire it from a program that has it");
    return PAWL_MISUSE;
}

struct earlier {
    const char *request_id;
    bool is_found;
};

static enum pawl_status look_for_request(void *context, const struct cell *cells, struct pawl_error *err) {
    struct earlier *earlier = context;
    (void)err;
    earlier->is_found |= cells[6].text != NULL && strcmp(cells[6].text, earlier->request_id) == 0;
    return PAWL_OK;
}

/* What was asked for under a request id is answered with what was done then, which may be what the caller
 * does not expect. */
static bool was_asked_before(struct call *call, const struct deployed_model *model, struct pawl_key key,
                             const char *request_id) {
    struct earlier earlier = {.request_id = request_id};
    return request_id != NULL && entity_moves(call, model, key, look_for_request, &earlier) &&
           earlier.is_found;
}

/* In the words of whoever types, where libpawl has those of programs, or does not know of archives. */
static void help_to_fire(struct call *call, const struct deployed_model *model, struct pawl_key key,
                         const struct pawl_event *event, enum pawl_status status) {
    struct pawl_error said = call->err;
    char archived[ARCHIVED_SIZE];
    if (status == PAWL_ASLEEP || status == PAWL_LOCKED)
        error_help(&said, "fire it again when that is over; pawlctl locks lists what is frozen and held");
    else if (status == PAWL_NOT_FOUND && event->is_creation && model->parent != NULL)
        error_help(&said, "insert its row into %s first, with that key as %s", model->parent,
                   model->parent_column);
    else if (status == PAWL_NOT_FOUND && !event->is_creation &&
             entity_put_archived(call, model, key, archived) && *archived != '\0')
        error_help(&said, "%s", archived);
    call->err = said;
}

static int fire_event(struct call *call, const struct deployed_model *model) {
    struct pawl_key key;
    char *args = calloc(PAWL_COLUMN_MAX, ARGUMENT_BYTES);
    size_t event = find_event(model, call->operands[2]);
    if (args == NULL || event == 0 || !model_key(call, model, call->operands[1], &key) ||
        !read_arguments(call, &model->events[event], args)) {
        if (args != NULL && event > 0)
            free_bytes(&model->events[event], args);
        free(args);
        return args != NULL && event == 0 ? EXIT_REFUSED : EXIT_USAGE;
    }
    struct made made;
    struct pawl_opts opts = {.actor = option(call, "--actor"), .request_id = option(call, "--request-id")};
    struct pawl_transition moved = {.event = (int)event};
    enum pawl_status status = machine_make(&made, model, pawl_dialect(call->db))
                                  ? check_callbacks(call, &made.machine, key, (int)event)
                                  : error_set(&call->err, PAWL_NOMEM, "out of memory");
    const bool was_asked = status == PAWL_OK && was_asked_before(call, model, key, opts.request_id);
    if (status == PAWL_OK) {
        status = pawl_fire(call->db, &made.machine, key, (int)event, args, &opts, &moved, &call->err);
        help_to_fire(call, model, key, &model->events[event], status);
    }
    int result = fire_answer(call, model, status, &moved, was_asked && status == PAWL_OK);
    machine_free(&made);
    free_bytes(&model->events[event], args);
    free(args);
    return result;
}

int command_fire(struct call *call) {
    struct models models;
    int status = models_read(call, call->operands[0], &models);
    if (status == EXIT_DONE)
        status = model_check_queue(models.models);
    if (status == EXIT_DONE)
        status = fire_event(call, models.models);
    models_free(&models);
    return status;
}
