/*
 * A program that is connected while its version of the parcel is refused. Called with WHERE, it makes each
 * call of libpawl that concerns the parcel, each on a handle of its own, which knows the machine from then on
 * and has prepared its statements; prints READY; and when it is sent a line, makes each once more, and prints
 * what is not MISMATCH. Exit status 0: each was told.
 *
 * Called with WHERE statements, it prints each statement of the generated code that does not name the
 * version, and is not listed here with the reason.
 */
#include "parcel.h"

#include <pawl.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- calls --------------------------------------------------------------------------------------- */

struct handle {
    struct pawl_db *db;
    struct pawl_item item; /* claimed */
    char id[32];           /* an entity of its own */
    bool is_refused;       /* the calls that follow are made after the refusal */
};

typedef enum pawl_status call_fn(struct handle *handle, struct pawl_error *err);

static struct pawl_key key_of(const struct handle *handle) {
    return (struct pawl_key){.text = handle->id};
}

static enum pawl_status claim(struct handle *handle, struct pawl_error *err) {
    size_t count = 0;
    enum pawl_status status =
        pawl_claim(handle->db, &parcel_machine, PAWL_WORKS, 0, &handle->item, 1, &count, err);
    return status == PAWL_OK && count != 1 && !handle->is_refused ? PAWL_NOT_FOUND : status;
}

static enum pawl_status claim_timers(struct handle *handle, struct pawl_error *err) {
    size_t count = 0;
    return pawl_claim(handle->db, &parcel_machine, PAWL_TIMERS, 0, &handle->item, 1, &count, err);
}

static enum pawl_status extend(struct handle *handle, struct pawl_error *err) {
    enum pawl_status status = handle->is_refused ? PAWL_OK : claim(handle, err);
    return status == PAWL_OK ? pawl_extend(handle->db, &parcel_machine, &handle->item, 0, err) : status;
}

/* Each ends with a claim, for the next time. */
static enum pawl_status not_yet(struct handle *handle, struct pawl_error *err) {
    enum pawl_status status = handle->is_refused ? PAWL_OK : claim(handle, err);
    if (status == PAWL_OK)
        status = pawl_not_yet(handle->db, &parcel_machine, &handle->item, 0, err);
    return status == PAWL_OK && !handle->is_refused ? claim(handle, err) : status;
}

static enum pawl_status retry(struct handle *handle, struct pawl_error *err) {
    const int work = 1; /* after the timer */
    enum pawl_status status = handle->is_refused ? PAWL_OK : claim(handle, err);
    if (status == PAWL_OK && !handle->is_refused)
        status = pawl_fail(handle->db, &parcel_machine, &handle->item, "planned", err);
    return status == PAWL_OK
               ? pawl_retry(handle->db, &parcel_machine, pawl_item_key(&handle->item), work, err)
               : status;
}

static enum pawl_status fail(struct handle *handle, struct pawl_error *err) {
    if (handle->is_refused)
        return pawl_fail(handle->db, &parcel_machine, &handle->item, "planned", err);
    enum pawl_status status = retry(handle, err);
    return status == PAWL_OK ? claim(handle, err) : status;
}

static enum pawl_status complete(struct handle *handle, struct pawl_error *err) {
    if (handle->is_refused)
        return pawl_complete(handle->db, &parcel_machine, &handle->item, PARCEL_EVENT_SEND, NULL, NULL, NULL,
                             err);
    return claim(handle, err);
}

static enum pawl_status work(struct handle *handle, struct pawl_error *err) {
    const struct pawl_machine *machines[] = {&parcel_machine};
    struct pawl_work_options options = {.struct_size = sizeof options, .kinds = PAWL_TIMERS, .once = true};
    return pawl_work(handle->db, machines, 1, &options, err);
}

static enum pawl_status get(struct handle *handle, struct pawl_error *err) {
    struct parcel_current current;
    return parcel_get(handle->db, handle->id, &current, err);
}

static enum pawl_status history(struct handle *handle, struct pawl_error *err) {
    struct pawl_rows rows;
    return pawl_history(handle->db, &parcel_machine, key_of(handle), &rows, err);
}

static enum pawl_status last_to(struct handle *handle, struct pawl_error *err) {
    struct parcel_record record;
    return pawl_last_to(handle->db, &parcel_machine, key_of(handle), PARCEL_STATE_PACKED, &record, err);
}

static enum pawl_status creation(struct handle *handle, struct pawl_error *err) {
    struct parcel_record record;
    return pawl_creation(handle->db, &parcel_machine, key_of(handle), &record, err);
}

static enum pawl_status why(struct handle *handle, struct pawl_error *err) {
    struct pawl_reason reasons[PARCEL_EVENT_COUNT + 1];
    return pawl_why(handle->db, &parcel_machine, key_of(handle), NULL, reasons, err);
}

static enum pawl_status in_state(struct handle *handle, struct pawl_error *err) {
    struct pawl_rows rows;
    return pawl_in_state(handle->db, &parcel_machine, PARCEL_STATE_PACKED, NULL, 2, &rows, err);
}

static enum pawl_status not_in_state(struct handle *handle, struct pawl_error *err) {
    struct pawl_rows rows;
    return pawl_not_in_state(handle->db, &parcel_machine, PARCEL_STATE_SENT, NULL, 2, &rows, err);
}

static enum pawl_status with_key(struct handle *handle, struct pawl_error *err) {
    struct pawl_rows rows;
    return pawl_with_key(handle->db, &parcel_machine, (struct pawl_key){.text = "A1"}, NULL, 2, &rows, err);
}

static enum pawl_status count_by_state(struct handle *handle, struct pawl_error *err) {
    int64_t counts[PARCEL_STATE_COUNT + 1];
    return pawl_count_by_state(handle->db, &parcel_machine, counts, err);
}

static enum pawl_status fire(struct handle *handle, int event, const void *args, const struct pawl_opts *opts,
                             struct pawl_error *err) {
    return pawl_fire(handle->db, &parcel_machine, key_of(handle), event, args, opts, NULL, err);
}

static enum pawl_status create(struct handle *handle, struct pawl_error *err) {
    const struct parcel_create_args args = {.account = "A1"};
    enum pawl_status status = fire(handle, PARCEL_EVENT_CREATE, &args, NULL, err);
    return status == PAWL_EXISTS ? PAWL_OK : status;
}

static enum pawl_status send(struct handle *handle, struct pawl_error *err) {
    enum pawl_status status = fire(handle, PARCEL_EVENT_SEND, NULL, NULL, err);
    return status == PAWL_ILLEGAL ? PAWL_OK : status;
}

static enum pawl_status send_without_error(struct handle *handle, struct pawl_error *err) {
    (void)err;
    return send(handle, NULL);
}

static enum pawl_status send_in_transaction(struct handle *handle, struct pawl_error *err) {
    enum pawl_status status = pawl_begin(handle->db, err);
    if (status != PAWL_OK)
        return status;
    status = send(handle, err);
    pawl_rollback(handle->db, NULL);
    return status;
}

static enum pawl_status move_to(struct handle *handle, struct pawl_error *err) {
    enum pawl_status status =
        pawl_move_to(handle->db, &parcel_machine, key_of(handle), PARCEL_STATE_THERE, NULL, NULL, err);
    return status == PAWL_ILLEGAL ? PAWL_OK : status;
}

static enum pawl_status fire_many(struct handle *handle, struct pawl_error *err) {
    struct {
        const char *id, *request_id;
        int64_t expect_sort_key;
    } item = {.id = handle->id};
    const size_t size = sizeof item;
    const struct pawl_items items = {&item, 1, size, 0, 0, sizeof item.id, 2 * sizeof item.id};
    struct pawl_result result;
    return pawl_fire_many(handle->db, &parcel_machine, PARCEL_EVENT_ARRIVE, items, NULL, &result, err);
}

static enum pawl_status fire_all(struct handle *handle, struct pawl_error *err) {
    struct pawl_request request = {
        .machine = &parcel_machine, .key = key_of(handle), .event = PARCEL_EVENT_ARRIVE};
    struct pawl_transition moved;
    enum pawl_status status = pawl_fire_all(handle->db, &request, 1, &moved, NULL, err);
    return status == PAWL_ILLEGAL ? PAWL_OK : status;
}

static enum pawl_status fire_all_in_transaction(struct handle *handle, struct pawl_error *err) {
    enum pawl_status status = pawl_begin(handle->db, err);
    if (status != PAWL_OK)
        return status;
    status = fire_all(handle, err);
    pawl_rollback(handle->db, NULL);
    return status;
}

static enum pawl_status fire_deferred(struct handle *handle, struct pawl_error *err) {
    return pawl_fire_deferred(handle->db, &parcel_machine, NULL, err);
}

static enum pawl_status deferred_outcome(struct handle *handle, struct pawl_error *err) {
    enum pawl_status status =
        pawl_deferred_outcome(handle->db, &parcel_machine, key_of(handle), "R1", NULL, err);
    return status == PAWL_NOT_FOUND ? PAWL_OK : status;
}

static const struct {
    const char *name;
    call_fn *make;
} calls[] = {
    {"claim", claim},
    {"claim of timers", claim_timers},
    {"extend", extend},
    {"not_yet", not_yet},
    {"fail", fail},
    {"retry", retry},
    {"complete", complete},
    {"work", work},
    {"get", get},
    {"history", history},
    {"last_to", last_to},
    {"creation", creation},
    {"why", why},
    {"in_state", in_state},
    {"not_in_state", not_in_state},
    {"with_key", with_key},
    {"count_by_state", count_by_state},
    {"create", create},
    {"send", send},
    {"send without an error struct", send_without_error},
    {"send in a transaction", send_in_transaction},
    {"move_to", move_to},
    {"fire_many", fire_many},
    {"fire_all", fire_all},
    {"fire_all in a transaction", fire_all_in_transaction},
    {"fire_deferred", fire_deferred},
    {"deferred_outcome", deferred_outcome},
};

static struct handle handles[COUNT(calls)];

static enum pawl_status prepare(const char *where, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    for (size_t i = 0; i < COUNT(calls) && status == PAWL_OK; i++) {
        snprintf(handles[i].id, sizeof handles[i].id, "P%zu", i);
        status = pawl_open(&handles[i].db, where, err);
        if (status == PAWL_OK)
            status = create(&handles[i], err);
    }
    for (size_t i = 0; i < COUNT(calls) && status == PAWL_OK; i++) {
        status = calls[i].make(&handles[i], err);
        if (status != PAWL_OK)
            fprintf(stderr, "%s, while it is accepted: ", calls[i].name);
    }
    return status;
}

static int watch(const char *where) {
    struct pawl_error err = PAWL_ERROR_INIT;
    int result = 0;
    if (prepare(where, &err) != PAWL_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 2;
    }
    puts("READY");
    fflush(stdout);
    if (getchar() == EOF)
        return 2;
    for (size_t i = 0; i < COUNT(calls); i++) {
        handles[i].is_refused = true;
        err = (struct pawl_error)PAWL_ERROR_INIT;
        enum pawl_status status = calls[i].make(&handles[i], &err);
        if (status == PAWL_MISMATCH)
            continue;
        printf("%s: %s %s\n", calls[i].name, pawl_status_name(status), err.message);
        result = 1;
    }
    for (size_t i = 0; i < COUNT(calls); i++)
        pawl_close(handles[i].db);
    if (result == 0)
        puts("REFUSED");
    return result;
}

/* ---- statements ---------------------------------------------------------------------------------- */

enum naming {
    NAMES_VERSION,
    BEFORE_VERSION, /* deploys, or asks which versions there are */
    WITHIN_MOVE,    /* of one that holds SQLite's write lock, and has read the head by `get` under it */
};

struct known {
    const char *name;
    size_t offset;
    enum naming naming;
};

#define OF(member, naming)                                                                                   \
    { #member, offsetof(struct pawl_statements, member), naming }
#define OF_QUEUE(member, naming)                                                                             \
    { #member, offsetof(struct pawl_queue_statements, member), naming }

static const struct known statements[] = {
    OF(schema, BEFORE_VERSION),        OF(fingerprints, BEFORE_VERSION), OF(get, NAMES_VERSION),
    OF(history, NAMES_VERSION),        OF(in_state, NAMES_VERSION),      OF(not_in_state, NAMES_VERSION),
    OF(count_by_state, NAMES_VERSION), OF(last_to, NAMES_VERSION),       OF(creation, NAMES_VERSION),
    OF(with_key, NAMES_VERSION),       OF(find_parent, WITHIN_MOVE),     OF(find_request, WITHIN_MOVE),
    OF(insert_current, WITHIN_MOVE),   OF(update_current, WITHIN_MOVE),  OF(insert_transition, WITHIN_MOVE),
    OF(find_creation, WITHIN_MOVE),    OF(set_mirror, WITHIN_MOVE),      OF(find_key, NAMES_VERSION),
    OF(find_topic, WITHIN_MOVE),       OF(fire_deferred, NAMES_VERSION), OF(fail_deferred, NAMES_VERSION),
    OF(find_spelling, NAMES_VERSION),  OF(why, NAMES_VERSION),
};

static const struct known queue_statements[] = {
    OF_QUEUE(claim, NAMES_VERSION),     OF_QUEUE(next_due, NAMES_VERSION), OF_QUEUE(not_yet, NAMES_VERSION),
    OF_QUEUE(fail, NAMES_VERSION),      OF_QUEUE(extend, NAMES_VERSION),   OF_QUEUE(retry, NAMES_VERSION),
    OF_QUEUE(of_entity, NAMES_VERSION), OF_QUEUE(insert, WITHIN_MOVE),     OF_QUEUE(update, WITHIN_MOVE),
    OF_QUEUE(remove, WITHIN_MOVE),      OF_QUEUE(began, WITHIN_MOVE),      OF_QUEUE(latest, WITHIN_MOVE),
};

/* What is sent and not listed does not compile. */
#define ALL_LISTED(list, size, of)                                                                           \
    _Static_assert(COUNT(list) * sizeof(const char *) == (size), "list each statement of " of)
ALL_LISTED(statements, offsetof(struct pawl_statements, calls), "pawl_statements");
ALL_LISTED(queue_statements, sizeof(struct pawl_queue_statements), "pawl_queue_statements");

static int lacks_version(const char *dialect, const char *name, const char *sql) {
    char version[80];
    /* of what stands for it, or is called by it */
    snprintf(version, sizeof version, "_%d_%s", PAWL_ABI, parcel_machine.fingerprint);
    if (!sql || strstr(sql, version))
        return 0;
    printf("%s: %s does not name the version: %s\n", dialect, name, sql);
    return 1;
}

static int check(const char *dialect, const void *from, const struct known *list, size_t count) {
    int lacking = 0;
    for (size_t i = 0; i < count; i++) {
        const char *sql;
        memcpy(&sql, (const char *)from + list[i].offset, sizeof sql);
        if (list[i].naming == NAMES_VERSION)
            lacking |= lacks_version(dialect, list[i].name, sql);
    }
    return lacking;
}

static int check_statements(void) {
    static const char *const names[PAWL_DIALECT_COUNT] = {
#define X(constant, name, title) #name,
        PAWL_DIALECTS(X)
#undef X
    };
    const struct pawl_machine *machine = &parcel_machine;
    int lacking = 0;
    for (int d = 0; d < machine->dialect_count; d++) {
        const struct pawl_statements *sql = machine->sql[d];
        lacking |= check(names[d], sql, statements, COUNT(statements)) |
                   check(names[d], sql->queue, queue_statements, COUNT(queue_statements));
        for (int i = 1; sql->calls && i <= machine->event_count; i++) {
            const struct pawl_event_calls *calls_of = &sql->calls[i];
            const char *const texts[] = {calls_of->one, calls_of->alone, calls_of->many, calls_of->gathered};
            for (size_t c = 0; c < COUNT(texts); c++)
                lacking |= lacks_version(names[d], machine->events[i].name, texts[c]);
        }
    }
    return lacking;
}

int main(int count, char **words) {
    if (count < 2)
        return 2;
    return count > 2 && strcmp(words[2], "statements") == 0 ? check_statements() : watch(words[1]);
}
