#include "core/deployment.h"
#include "core/driver.h"

#include "core/handle.h"
#include "core/key.h"
#include "core/machine.h"
#include "core/move.h"
#include "core/operation.h"
#include "core/text.h"

#include <string.h>

/* Every read collects its rows as structs of the machine's own layout. */
struct collector {
    struct pawl_db *db;
    const struct pawl_machine *machine;
    size_t row_size;
    enum pawl_status (*fill)(struct collector *collector, const struct cell *cells, char *row);
    const struct cell *key; /* of all rows, which lack it; NULL: each begins with its own */
    struct result_rows rows;
};

static enum pawl_status collect_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct collector *collector = context;
    char *row = results_add_row(operation_results(collector->db), &collector->rows, collector->row_size);
    if (!row || collector->fill(collector, cells, row) != PAWL_OK)
        return error_set(err, PAWL_NOMEM, "out of memory for the rows of a result");
    return PAWL_OK;
}

#define STORE(row, offset, type_name, value) memcpy((row) + (offset), &(type_name){value}, sizeof(type_name))

static enum pawl_status store_text(struct collector *collector, char *row, uint32_t offset,
                                   const char *text) {
    const char *copy = text;
    if (!results_keep(operation_results(collector->db), &copy))
        return PAWL_NOMEM;
    memcpy(row + offset, &copy, sizeof copy);
    return PAWL_OK;
}

/* ---- current ------------------------------------------------------------------------------------ */

/* Of an entity without history, a char(36) of MariaDB has the key as the application wrote it. */
static const char *spelled_text(struct collector *collector, const struct cell *key) {
    struct value spelled = {.type = collector->machine->key_type, .text = key->text};
    struct complaint none = {0};
    if (spelled.type == PAWL_TYPE_UUID)
        value_settle(operation_results(collector->db), &spelled, &none);
    return spelled.text;
}

/* cells: key where it is not known, state, sort_key, since */
static enum pawl_status fill_current(struct collector *collector, const struct cell *cells, char *row) {
    const struct pawl_layout *layout = &collector->machine->layout;
    const struct cell *key = collector->key ? collector->key : cells++;
    int state = state_of_stored(collector->machine, cells[0].text);
    STORE(row, layout->current_state, int, state);
    if (state > 0)
        STORE(row, layout->current_stored, const char *, collector->machine->states[state].stored);
    else if (store_text(collector, row, layout->current_stored, cells[0].text) != PAWL_OK)
        return PAWL_NOMEM;
    STORE(row, layout->current_sort_key, int64_t, cells[1].number);
    STORE(row, layout->current_since, int64_t, cells[2].number);
    if (collector->machine->key_type == PAWL_TYPE_INT)
        STORE(row, layout->current_key, int32_t, (int32_t)key->number);
    else if (key_is_number(collector->machine->key_type))
        STORE(row, layout->current_key, int64_t, key->number);
    else
        return store_text(collector, row, layout->current_key, spelled_text(collector, key));
    return PAWL_OK;
}

static struct collector current_of(struct pawl_db *db, const struct pawl_machine *machine) {
    return (struct collector){
        .db = db, .machine = machine, .row_size = machine->layout.current_size, .fill = fill_current};
}

static enum pawl_status not_found(const struct pawl_machine *machine, struct pawl_key key,
                                  struct pawl_error *err) {
    return error_of_entity(err, PAWL_NOT_FOUND, machine, key, "there is no such %s", machine->name);
}

static enum pawl_status check_reading(struct pawl_db *db, const struct pawl_machine *machine,
                                      struct pawl_key *key, const void *result, const char *result_name,
                                      struct pawl_error *err) {
    TRY(key_settle(operation_results(db), machine, key, err));
    if (!result)
        return error_set(err, PAWL_MISUSE, "%s: nowhere to put the result: %s is NULL", machine->name,
                         result_name);
    return PAWL_OK;
}

/* What every read of one entity begins with; `result` is where its rows are to go. */
static enum pawl_status begin_reading(struct pawl_db *db, const struct pawl_machine *machine,
                                      struct pawl_key *key, const void *result, const char *result_name,
                                      struct pawl_error *err) {
    TRY(operation_begin(db, machine, err));
    TRY(check_reading(db, machine, key, result, result_name, err));
    return operation_go_to(db, machine, key, err);
}

/* A pool's handle without a connection joins the reads of others, or gets a connection. */
static enum pawl_status read_entity(struct collector *collector, struct pawl_key key, const char *sql,
                                    const struct value *values, size_t value_count, struct pawl_error *err) {
    struct pawl_db *db = collector->db;
    const struct pawl_machine *machine = collector->machine;
    const struct query query = {
        .sql = sql, .values = values, .value_count = value_count, .row = collect_row, .context = collector};
    enum pawl_status status = PAWL_OK;
    if (!db->connection && db->pool->gather(db, (struct gathered){.query = &query, .err = err}, &status))
        return status;
    collector->rows = (struct result_rows){0};
    if (!db->connection)
        TRY(handle_connect(db, err));
    TRY(operation_go_to(db, machine, &key, err));
    return read_versioned(db, machine, sql, values, value_count, collect_row, collector, err);
}

enum pawl_status pawl_get(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                          void *current, struct pawl_error *err) {
    OPERATION(db, err);
    TRY(operation_begin_apart(db, machine, err));
    TRY(check_reading(db, machine, &key, current, "current", err));
    const struct cell own = {.number = key.number, .text = key.text};
    struct collector collector = current_of(db, machine);
    collector.key = &own;
    TRY(read_entity(&collector, key, statements_of(db, machine)->get, VALUES(value_key(machine, key)), err));
    if (collector.rows.count == 0)
        return not_found(machine, key, err);
    memcpy(current, collector.rows.rows, collector.row_size);
    return PAWL_OK;
}

static struct pawl_key key_of_current(const struct pawl_machine *machine, const void *current) {
    return key_from_member(machine->key_type, (const char *)current + machine->layout.current_key);
}

/* Where the page after a row begins; state may be NULL. */
static enum pawl_status continue_after(struct pawl_db *db, const struct pawl_machine *machine,
                                       const char *row, struct value *state, struct value *since,
                                       struct value *key, struct pawl_error *err) {
    struct pawl_key last = key_of_current(machine, row);
    if (state)
        memcpy(&state->text, row + machine->layout.current_stored, sizeof state->text);
    if (state && !state->text)
        return error_set(err, PAWL_MISUSE, "%s: the row to continue after has no stored state",
                         machine->name);
    if (state && !text_is_utf8(state->text))
        return error_set(err, PAWL_MISUSE,
                         "%s: the stored state of the row to continue after is not valid UTF-8",
                         machine->name);
    memcpy(&since->number, row + machine->layout.current_since, sizeof since->number);
    enum pawl_status status = key_settle(operation_results(db), machine, &last, err);
    *key = value_key(machine, last);
    return status;
}

/* Before anything can be refused: the struct may hold rows of an earlier call, which are gone. */
static void clear_rows(struct pawl_rows *out) {
    if (out)
        *out = (struct pawl_rows){0};
}

static enum pawl_status begin_page(struct pawl_db *db, const struct pawl_machine *machine, int state,
                                   size_t limit, struct pawl_rows *out, struct pawl_error *err) {
    TRY(operation_begin(db, machine, err));
    TRY(page_check(machine->name, limit, out, err));
    if (state < 1 || state > machine->state_count)
        return error_set(err, PAWL_MISUSE, "%s: there is no state number %d", machine->name, state);
    return PAWL_OK;
}

static enum pawl_status read_page(struct pawl_db *db, const struct pawl_machine *machine, const char *sql,
                                  const struct value *values, size_t value_count, struct pawl_rows *out,
                                  struct pawl_error *err) {
    struct collector collector = current_of(db, machine);
    TRY(read_versioned(db, machine, sql, values, value_count, collect_row, &collector, err));
    *out = (struct pawl_rows){collector.rows.rows, collector.rows.count};
    return PAWL_OK;
}

/* The first page starts at 1970, before all entities, with a key that is NULL, and before every state. */
enum pawl_status pawl_in_state(struct pawl_db *db, const struct pawl_machine *machine, int state,
                               const void *after, size_t limit, struct pawl_rows *out,
                               struct pawl_error *err) {
    OPERATION(db, err);
    clear_rows(out);
    TRY(begin_page(db, machine, state, limit, out, err));
    struct value values[] = {
        value_text(machine->states[state].stored),
        value_bigint(0),
        {.type = machine->key_type, .is_null = true},
        value_bigint((int64_t)limit),
    };
    if (after)
        TRY(continue_after(db, machine, after, NULL, &values[1], &values[2], err));
    return read_page(db, machine, statements_of(db, machine)->in_state, values,
                     sizeof values / sizeof *values, out, err);
}

enum pawl_status pawl_not_in_state(struct pawl_db *db, const struct pawl_machine *machine, int state,
                                   const void *after, size_t limit, struct pawl_rows *out,
                                   struct pawl_error *err) {
    OPERATION(db, err);
    clear_rows(out);
    TRY(begin_page(db, machine, state, limit, out, err));
    const char *stored = machine->states[state].stored;
    const struct value no_key = {.type = machine->key_type, .is_null = true};
    struct value values[] = {
        value_text(stored),
        value_text(""),
        value_bigint(0),
        no_key,
        value_text(stored), /* behind the last of those that are left out */
        value_bigint(PAWL_TIME_MAX_US),
        no_key,
        value_bigint((int64_t)limit),
    };
    if (after) {
        TRY(continue_after(db, machine, after, &values[1], &values[2], &values[3], err));
        if (strcmp(values[1].text, stored) > 0)
            memcpy(&values[4], &values[1], 3 * sizeof *values);
    }
    return read_page(db, machine, statements_of(db, machine)->not_in_state, values,
                     sizeof values / sizeof *values, out, err);
}

enum pawl_status pawl_with_key(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                               const void *after, size_t limit, struct pawl_rows *out,
                               struct pawl_error *err) {
    OPERATION(db, err);
    clear_rows(out);
    TRY(operation_begin(db, machine, err));
    const struct pawl_reference *lock_key = machine->lock_key;
    if (out && !lock_key)
        return error_set(err, PAWL_MISUSE, "%s: its entities have no key but their own", machine->name);
    TRY(page_check(machine->name, limit, out, err));
    struct pawl_machine keyed = *machine;
    struct pawl_key last = {0};
    if (lock_key->kind != PAWL_REFERENCE_KEY)
        keyed.key_type = machine->columns[lock_key->column].type;
    TRY(key_settle(operation_results(db), &keyed, &key, err));
    if (after) {
        last = key_of_current(machine, after);
        TRY(key_settle(operation_results(db), machine, &last, err));
    }
    struct value values[] = {value_key(&keyed, key), value_key(machine, last), value_bigint((int64_t)limit)};
    values[1].is_null = !after;
    return read_page(db, machine, statements_of(db, machine)->with_key, values,
                     sizeof values / sizeof *values, out, err);
}

/* ---- history ------------------------------------------------------------------------------------ */

static enum pawl_status store_column(struct collector *collector, char *row, const struct pawl_column *column,
                                     const struct cell *cell) {
    const struct pawl_param member = {.type = column->type, .optional = true, .offset = column->offset};
    struct value value;
    if (!value_from_cell(operation_results(collector->db), column->type, cell, &value))
        return PAWL_NOMEM;
    value_to_args(&member, &value, row);
    return PAWL_OK;
}

/* cells: sort_key, event, from, to, created_at, actor, request id, columns... */
static enum pawl_status fill_record(struct collector *collector, const struct cell *cells, char *row) {
    const struct pawl_machine *machine = collector->machine;
    const struct pawl_layout *layout = &machine->layout;
    STORE(row, layout->record_sort_key, int64_t, cells[0].number);
    STORE(row, layout->record_event, int, event_of_stored(machine, cells[1].text));
    STORE(row, layout->record_from, int, state_of_stored(machine, cells[2].text));
    STORE(row, layout->record_to, int, state_of_stored(machine, cells[3].text));
    STORE(row, layout->record_created_at, int64_t, cells[4].number);
    const char *trace = actor_trace(cells[5].text);
    const char *name = trace ? actor_name(operation_results(collector->db), cells[5].text) : cells[5].text;
    TRY(store_text(collector, row, layout->record_actor, name));
    TRY(store_text(collector, row, layout->record_trace, trace));
    TRY(store_text(collector, row, layout->record_request_id, cells[6].text));
    for (uint16_t i = 0; i < machine->column_count; i++)
        TRY(store_column(collector, row, &machine->columns[i], &cells[7 + i]));
    return PAWL_OK;
}

static struct collector record_of(struct pawl_db *db, const struct pawl_machine *machine) {
    return (struct collector){
        .db = db, .machine = machine, .row_size = machine->layout.record_size, .fill = fill_record};
}

enum pawl_status pawl_history(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              struct pawl_rows *out, struct pawl_error *err) {
    OPERATION(db, err);
    clear_rows(out);
    TRY(begin_reading(db, machine, &key, out, "out", err));
    struct collector collector = record_of(db, machine);
    TRY(read_versioned(db, machine, statements_of(db, machine)->history, VALUES(value_key(machine, key)),
                       collect_row, &collector, err));
    if (collector.rows.count == 0)
        return not_found(machine, key, err);
    *out = (struct pawl_rows){collector.rows.rows, collector.rows.count};
    return PAWL_OK;
}

/* Reads one row of the history. */
static enum pawl_status read_record(struct pawl_db *db, const struct pawl_machine *machine, const char *sql,
                                    const struct value *values, size_t value_count, void *record,
                                    bool *is_there, struct pawl_error *err) {
    struct collector collector = record_of(db, machine);
    TRY(read_versioned(db, machine, sql, values, value_count, collect_row, &collector, err));
    *is_there = collector.rows.count > 0;
    if (*is_there)
        memcpy(record, collector.rows.rows, collector.row_size);
    return PAWL_OK;
}

enum pawl_status pawl_last_to(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              int state, void *record, struct pawl_error *err) {
    OPERATION(db, err);
    bool is_there = false;
    TRY(begin_reading(db, machine, &key, record, "record", err));
    if (state < 1 || state > machine->state_count)
        return error_set(err, PAWL_MISUSE, "%s: there is no state number %d", machine->name, state);
    TRY(read_record(db, machine, statements_of(db, machine)->last_to,
                    VALUES(value_key(machine, key), value_text(machine->states[state].stored)), record,
                    &is_there, err));
    return is_there ? PAWL_OK
                    : error_of_entity(err, PAWL_NOT_FOUND, machine, key, "no transition has led to %s",
                                      machine->states[state].name);
}

enum pawl_status pawl_creation(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                               void *record, struct pawl_error *err) {
    OPERATION(db, err);
    bool is_there = false;
    TRY(begin_reading(db, machine, &key, record, "record", err));
    TRY(read_record(db, machine, statements_of(db, machine)->creation, VALUES(value_key(machine, key)),
                    record, &is_there, err));
    return is_there ? PAWL_OK : not_found(machine, key, err);
}

/* ---- counts ------------------------------------------------------------------------------------- */

struct states_counting {
    const struct pawl_machine *machine;
    int64_t *counts;
};

static enum pawl_status count_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct states_counting *counting = context;
    (void)err;
    int state = state_of_stored(counting->machine, cells[0].text);
    counting->counts[state > 0 ? state : 0] += cells[1].number;
    return PAWL_OK;
}

enum pawl_status pawl_count_by_state(struct pawl_db *db, const struct pawl_machine *machine, int64_t *counts,
                                     struct pawl_error *err) {
    OPERATION(db, err);
    TRY(operation_begin(db, machine, err));
    if (!counts)
        return error_set(err, PAWL_MISUSE, "%s: nowhere to put the result: counts is NULL", machine->name);
    memset(counts, 0, (machine->state_count + 1u) * sizeof *counts);
    struct states_counting counting = {machine, counts};
    return read_versioned(db, machine, statements_of(db, machine)->count_by_state, NULL, 0, count_row,
                          &counting, err);
}
