#include "command.h"

#include "seat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "create SEAT | hold SEAT customer=NAME | release SEAT | sell SEAT | show SEAT | count; to a move also"
    " request=ID, after=SORT_KEY";

/* One command, as it was said. */
struct command {
    const char *name, *seat, *customer; /* NULL: not said */
    struct pawl_opts opts;
};

__attribute__((format(printf, 2, 3))) static void say(char answer[ANSWER_SIZE], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(answer, ANSWER_SIZE, format, arguments);
    va_end(arguments);
    for (char *at = answer; (at = strpbrk(at, "\r\n")) != NULL;) {
        *at = ' '; /* an answer is one line, whatever names hold */
    }
}

/* ---- what was said ------------------------------------------------------------------------------------ */

static bool read_sort_key(const char *text, int64_t *sort_key) {
    char *end = NULL;
    errno = 0;
    *sort_key = strtoll(text, &end, 10);
    return *text != '\0' && *end == '\0' && errno == 0 && *sort_key > 0;
}

/* False: the answer says what is wrong. */
static bool take_option(struct command *command, char *word, char answer[ANSWER_SIZE]) {
    char *value = strchr(word, '=');
    if (value == NULL) {
        say(answer, "ERROR %s is no name=value", word);
        return false;
    }
    *value++ = '\0';
    if (strcmp(word, "customer") == 0 && command->customer == NULL) {
        command->customer = value;
    } else if (strcmp(word, "request") == 0 && command->opts.request_id == NULL) {
        command->opts.request_id = value;
    } else if (strcmp(word, "after") == 0 && command->opts.expect_sort_key == 0) {
        if (!read_sort_key(value, &command->opts.expect_sort_key)) {
            say(answer, "ERROR after=%s is no sort_key", value);
            return false;
        }
    } else {
        say(answer, "ERROR there is no %s, or it was said before: %s", word, usage);
        return false;
    }
    return true;
}

static bool read_command(struct command *command, char *line, char answer[ANSWER_SIZE]) {
    char *rest = NULL;
    *command = (struct command){.opts = {.struct_size = sizeof(struct pawl_opts), .actor = "box office"}};
    for (char *word = strtok_r(line, " \t", &rest); word != NULL; word = strtok_r(NULL, " \t", &rest)) {
        if (command->name == NULL) {
            command->name = word;
        } else if (command->seat == NULL) {
            command->seat = word;
        } else if (!take_option(command, word, answer)) {
            return false;
        }
    }
    if (command->name == NULL) {
        say(answer, "ERROR an empty line: %s", usage);
    }
    return command->name != NULL;
}

/* ---- what is done ----------------------------------------------------------------------------- */

/*
 * A refusal is an answer like any other; what to do about it is the client's. A move that was not begun in
 * time was not refused: the client may say it again as it is.
 */
static void say_failure(enum pawl_status status, const struct pawl_error *err, char answer[ANSWER_SIZE]) {
    const bool was_not_begun = status == PAWL_CONFLICT && err->obstacle == PAWL_OBSTACLE_BUSY;
    say(answer, "%s %s", was_not_begun ? "BUSY" : pawl_status_name(status), err->message);
}

static void show(struct pawl_db *db, const char *seat, char answer[ANSWER_SIZE]) {
    struct seat_current current;
    struct pawl_error err = PAWL_ERROR_INIT;
    enum pawl_status status = seat_get(db, seat, &current, &err);
    if (status == PAWL_OK) {
        say(answer, "OK %s %" PRId64, seat_state_name(current.state), current.sort_key);
    } else {
        say_failure(status, &err, answer);
    }
}

static void count(struct pawl_db *db, char answer[ANSWER_SIZE]) {
    int64_t counts[SEAT_STATE_COUNT + 1];
    struct pawl_error err = PAWL_ERROR_INIT;
    enum pawl_status status = seat_count_by_state(db, counts, &err);
    if (status == PAWL_OK) {
        say(answer, "OK %" PRId64 " free, %" PRId64 " held, %" PRId64 " sold", counts[SEAT_STATE_FREE],
            counts[SEAT_STATE_HELD], counts[SEAT_STATE_SOLD]);
    } else {
        say_failure(status, &err, answer);
    }
}

static void move(struct pawl_db *db, const struct command *command, char answer[ANSWER_SIZE]) {
    struct seat_transition moved;
    struct pawl_error err = PAWL_ERROR_INIT;
    const struct seat_hold_args hold = {.customer = command->customer};
    const enum seat_event event = seat_event_parse(command->name);
    enum pawl_status status = PAWL_MISUSE;
    switch (event) {
    case SEAT_EVENT_CREATE:
        status = seat_create(db, command->seat, &command->opts, &moved, &err);
        break;
    case SEAT_EVENT_HOLD:
        status = seat_hold(db, command->seat, &hold, &command->opts, &moved, &err);
        break;
    case SEAT_EVENT_RELEASE:
        status = seat_release(db, command->seat, &command->opts, &moved, &err);
        break;
    case SEAT_EVENT_SELL:
        status = seat_sell(db, command->seat, &command->opts, &moved, &err);
        break;
    default:
        say(answer, "ERROR there is no %s: %s", command->name, usage);
        return;
    }
    if (status == PAWL_OK) {
        say(answer, "OK %s %" PRId64, seat_state_name(moved.to), moved.sort_key);
    } else {
        say_failure(status, &err, answer);
    }
}

void command_answer(struct pawl_db *db, char *line, char answer[ANSWER_SIZE]) {
    struct command command;
    if (!read_command(&command, line, answer)) {
        return;
    }
    const bool counts = strcmp(command.name, "count") == 0, shows = strcmp(command.name, "show") == 0;
    const bool has_options =
        command.customer != NULL || command.opts.request_id != NULL || command.opts.expect_sort_key != 0;
    if (!counts && !shows && seat_event_parse(command.name) == 0) {
        say(answer, "ERROR there is no %s: %s", command.name, usage);
    } else if (counts && command.seat != NULL) {
        say(answer, "ERROR count counts all seats: %s", usage);
    } else if (!counts && command.seat == NULL) {
        say(answer, "ERROR %s of which seat? %s", command.name, usage);
    } else if ((counts || shows) && has_options) {
        say(answer, "ERROR %s has no options: %s", command.name, usage);
    } else if (command.customer != NULL && command.customer[0] == '\0') {
        say(answer, "ERROR customer= is nobody: %s", usage);
    } else if (counts) {
        count(db, answer);
    } else if (shows) {
        show(db, command.seat, answer);
    } else if (command.customer != NULL && strcmp(command.name, "hold") != 0) {
        say(answer, "ERROR only hold has a customer: %s", usage);
    } else {
        move(db, &command, answer);
    }
}
