#include "flow/flow.h"

#include "postgres/postgres.h"

#include <string.h>

/* Runs on PostgreSQL: each question is one call of a function there. */

#define CLAIM_IS_LOST "PW003"
#define IS_SENT_BACK  "PW004"

struct reading {
    struct pawl_db *db;
    struct run_answer *answer;
};

/* cells: status, run, detail */
static enum pawl_status read_run_answer(void *context, const struct cell *cells, struct pawl_error *err) {
    struct reading *reading = context;
    struct run_answer *answer = reading->answer;
    answer->status = parse_status(cells[0].text ? cells[0].text : "");
    answer->run = cells[1].number;
    answer->detail = NULL;
    if (cells[2].text && !(answer->detail = results_strdup(operation_results(reading->db), cells[2].text)))
        return error_set(err, PAWL_NOMEM, "out of memory");
    return PAWL_OK;
}

static struct value number(int64_t value) {
    return value_number(PAWL_TYPE_BIGINT, value);
}

static struct value number_or_null(bool is_set, int64_t value) {
    return (struct value){.type = PAWL_TYPE_BIGINT, .is_null = !is_set, .number = value};
}

static struct value type_of(const void *context, size_t index) {
    return value_text(((const struct run_lock *)context)[index].type);
}

static struct value key_of(const void *context, size_t index) {
    return value_text(((const struct run_lock *)context)[index].key);
}

static enum pawl_status lock_arrays(struct pawl_db *db, const struct run_lock *locks, size_t count,
                                    struct value *types, struct value *keys, struct pawl_error *err) {
    enum pawl_status status = db->driver->array(db, PAWL_TYPE_TEXT, count, type_of, locks, types, err);
    return status == PAWL_OK ? db->driver->array(db, PAWL_TYPE_TEXT, count, key_of, locks, keys, err)
                             : status;
}

#define COUNT(values) (sizeof(values) / sizeof *(values))

static enum pawl_status postgres_start_run(struct pawl_db *db, const struct run_start *start,
                                           struct run_answer *answer, struct pawl_error *err) {
    struct reading reading = {db, answer};
    struct value values[] = {value_text(start->flow),
                             value_text(start->fingerprint),
                             value_text(start->args),
                             value_text(start->unique_key),
                             value_text(start->actor),
                             {0},
                             {0},
                             number(flow_clock_offset_us)};
    enum pawl_status status = lock_arrays(db, start->locks, start->lock_count, &values[5], &values[6], err);
    return status == PAWL_OK
               ? db->driver->query(db,
                                   "select public.pawl_run_start($1::text, $2::text, $3::text, $4::text,"
                                   " $5::text, $6::text[], $7::text[], $8::bigint)",
                                   values, COUNT(values), read_run_answer, &reading, err)
               : status;
}

static enum pawl_status postgres_claim_run(struct pawl_db *db, const struct run_claim *claim, row_fn *row,
                                           void *context, struct pawl_error *err) {
    struct value values[] = {value_text(claim->flow),
                             number_or_null(claim->run != 0, claim->run),
                             number_or_null(claim->mine >= 0, claim->mine),
                             value_number(PAWL_TYPE_BOOL, claim->early),
                             number(claim->lease_us),
                             number(flow_clock_offset_us)};
    /* A claim that is lost with the server was of nobody: what is done under it is written behind it. */
    return db->driver->query(
        db,
        "select public.pawl_run_claim($1::text, $2::bigint, $3::bigint, $4::boolean,"
        " $5::bigint, $6::bigint) where set_config('synchronous_commit', 'off', true) is not null",
        values, COUNT(values), row, context, err);
}

static enum pawl_status postgres_lock_for_run(struct pawl_db *db, const struct run_row *row,
                                              const struct run_lock *locks, size_t count,
                                              struct run_answer *answer, struct pawl_error *err) {
    struct reading reading = {db, answer};
    struct value values[] = {number(row->id),
                             number(row->claim),
                             value_text(locks[0].scope),
                             {0},
                             {0},
                             number(flow_clock_offset_us)};
    enum pawl_status status = lock_arrays(db, locks, count, &values[3], &values[4], err);
    return status == PAWL_OK
               ? db->driver->query(db,
                                   "select public.pawl_run_lock($1::bigint, $2::bigint, $3::text,"
                                   " $4::text[], $5::text[], $6::bigint)",
                                   values, COUNT(values), read_run_answer, &reading, err)
               : status;
}

static enum pawl_status postgres_save_run(struct pawl_db *db, const struct run_save *save, bool commits,
                                          struct run_answer *answer, struct pawl_error *err) {
    static const char sql[] =
        "select public.pawl_run_save($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::text,"
        " $7::bigint, $8::text, $9::text, $10::text, $11::bigint, $12::bigint, $13::boolean, $14::bigint,"
        " $15::bigint, $16::bigint, $17::text, $18::text, $19::boolean, $20::boolean, $21::boolean,"
        " $22::bigint, $23::bigint, $24::text[], $25::text[], $26::bigint, $27::text, $28::text,"
        " $29::bigint, $30::boolean, $31::text, $32::bigint, $33::bigint, $34::text, $35::text, $36::text,"
        " $37::bigint, $38::boolean, $39::bigint)";
    const struct run_row *row = save->row;
    const struct run_step none = {0};
    const struct run_step *step = save->step ? save->step : &none;
    struct reading reading = {db, answer};
    bool has_due = save->due == RUN_DUE_AFTER || save->due == RUN_NOT_READY;
    struct value values[] = {
        number(row->id),
        number(row->claim),
        value_text(row->status),
        value_text(row->direction),
        value_text(row->path),
        value_text(row->iteration),
        number(row->entered),
        value_text(row->counts),
        value_text(row->data),
        value_text(row->locks),
        number(row->attempt),
        number(row->failures),
        value_number(PAWL_TYPE_BOOL, row->is_uncertain != 0),
        number_or_null(row->undoing != 0, row->undoing),
        number_or_null(row->undo_until != 0, row->undo_until),
        number(row->undone),
        value_text(row->error),
        value_text(row->waits_for),
        value_number(PAWL_TYPE_BOOL, save->obeys),
        value_number(PAWL_TYPE_BOOL, save->ends),
        value_number(PAWL_TYPE_BOOL, save->leaves_queue),
        number_or_null(has_due, save->due == RUN_NOT_READY ? -1 : save->due_us),
        number_or_null(save->due == RUN_RENEWS_LEASE, save->lease_us),
        value_text(NULL),
        value_text(NULL),
        number_or_null(save->step != NULL, step->number),
        value_text(step->path),
        value_text(step->iteration),
        number(step->generation),
        value_number(PAWL_TYPE_BOOL, step->is_undo),
        value_text(step->outcome),
        number(step->attempt),
        number_or_null(step->undoes != 0, step->undoes),
        value_text(step->after),
        value_text(step->error),
        value_text(step->actor),
        number(step->duration_us),
        value_number(PAWL_TYPE_BOOL, row->topic != NULL),
        number(flow_clock_offset_us),
    };
    enum pawl_status status = PAWL_OK;
    if (save->freed_count)
        status = lock_arrays(db, save->freed, save->freed_count, &values[23], &values[24], err);
    if (status != PAWL_OK)
        return status;
    const struct query query = {sql, values, COUNT(values), read_run_answer, &reading, false};
    status = db->driver->query_all(db, &query, 1, commits, err);
    bool is_sent_back = status == PAWL_DB && strcmp(err->sqlstate, IS_SENT_BACK) == 0;
    if (!is_sent_back && (status != PAWL_DB || strcmp(err->sqlstate, CLAIM_IS_LOST) != 0))
        return status;
    answer->status = is_sent_back ? PAWL_REFUSED : PAWL_CONFLICT;
    return PAWL_OK;
}

static enum pawl_status postgres_say_to_run(struct pawl_db *db, int64_t run, const char *flow,
                                            const char *wish, const char *place, const char *actor,
                                            struct run_answer *answer, struct pawl_error *err) {
    struct reading reading = {db, answer};
    struct value values[] = {number(run),       value_text(flow),  value_text(wish),
                             value_text(place), value_text(actor), number(flow_clock_offset_us)};
    return db->driver->query(db,
                             "select public.pawl_run_say($1::bigint, $2::text, $3::text, $4::text, $5::text,"
                             " $6::bigint)",
                             values, COUNT(values), read_run_answer, &reading, err);
}

static enum pawl_status postgres_signal_run(struct pawl_db *db, int64_t run, const char *flow,
                                            const char *name, const char *actor, struct run_answer *answer,
                                            struct pawl_error *err) {
    struct reading reading = {db, answer};
    struct value values[] = {number(run), value_text(flow), value_text(name), value_text(actor),
                             number(flow_clock_offset_us)};
    return db->driver->query(db,
                             "select public.pawl_run_signal($1::bigint, $2::text, $3::text, $4::text,"
                             " $5::bigint)",
                             values, COUNT(values), read_run_answer, &reading, err);
}

#define COLUMNS                                                                                              \
    "known.id, known.flow, known.fingerprint, known.status, known.direction, known.path, known.iteration,"   \
    " known.entered, known.counts, known.args, known.data, known.locks, known.unique_key, known.attempt,"    \
    " known.failures, known.is_uncertain, known.was_cut_off, known.undoing, known.undo_until, known.steps,"  \
    " known.undone, known.error, known.waits_for, known.wish, known.wish_place, known.wish_actor,"           \
    " known.claim, known.actor, known.started_at, known.updated_at, known.ended_at, known.topic,"            \
    " known.events, ready.due_at, ready.is_leased from public.pawl_runs known left join "                    \
    "public.pawl_run_ready ready on ready.run = "                                                            \
    "known.id"

const struct flow_driver postgres_flows = {
    .fingerprints = "select 1 from public.pawl_flows where flow = $1::text and fingerprint = $2::text",
    .get = "select " COLUMNS " where known.id = $1::bigint and ($2::text is null or known.flow = $2::text)",
    .list = "select " COLUMNS " where ($1::text is null or known.flow = $1::text)"
            " and ($2::text is null or known.status = $2::text)"
            " and ($3::text is null or known.unique_key = $3::text)"
            " and known.id > $4::bigint order by known.id limit $5::bigint",
    .history =
        "select number, path, iteration, generation, is_undo, outcome, attempt, after, error, actor, at,"
        " duration_us from public.pawl_run_steps where run = $1::bigint order by number",
    .last_done = "select number, path, iteration, generation, outcome from public.pawl_run_steps step"
                 " where run = $1::bigint and number < $2::bigint and not is_undo"
                 " and outcome in ('done', 'unknown') and not exists (select from public.pawl_run_steps undo"
                 "  where undo.run = $1::bigint and undo.undoes = step.number)"
                 " order by number desc limit 1",
    .done_at = "select number from public.pawl_run_steps step"
               " where run = $1::bigint and path = $2::text and iteration = $3::text and not is_undo"
               " and outcome in ('done', 'unknown') and not exists (select from public.pawl_run_steps undo"
               "  where undo.run = $1::bigint and undo.undoes = step.number)"
               " order by number desc limit 1",
    .undone_at =
        "select count(*) from public.pawl_run_steps"
        " where run = $1::bigint and path = $2::text and iteration = $3::text and undoes is not null",
    .find_signal = "select 1 from public.pawl_run_signals where run = $1::bigint and name = $2::text",
    .next_due =
        "select due_at from public.pawl_run_ready where flow = $1::text"
        " and not exists (select from public.pawl_freezes frozen where frozen.machine = $1::text"
        "  and frozen.mode is not null and (frozen.until is null or frozen.until > clock_timestamp()))"
        " order by due_at limit 1",
    .start = postgres_start_run,
    .claim = postgres_claim_run,
    .lock = postgres_lock_for_run,
    .save = postgres_save_run,
    .say = postgres_say_to_run,
    .signal = postgres_signal_run,
};
