#include "flow/calls.h"

#include <string.h>

/* Errors of the function that saves. */
#define CLAIM_IS_LOST "PW003"
#define IS_SENT_BACK  "PW004"

#define COUNT(values) (sizeof(values) / sizeof *(values))

enum pawl_status run_read_answer(void *context, const struct cell *cells, struct pawl_error *err) {
    struct run_reading *reading = context;
    struct run_answer *answer = reading->answer;
    answer->status = parse_status(cells[0].text ? cells[0].text : "");
    answer->run = cells[1].number;
    answer->detail = cells[2].text;
    return memory_check(results_keep(operation_results(reading->db), &answer->detail), err);
}

enum pawl_status flow_call_start(struct pawl_db *db, struct run_start *start, struct pawl_error *err) {
    struct run_reading reading = {db, &start->answer};
    struct value values[] = {value_text(start->flow),  value_text(start->fingerprint),
                             value_text(start->args),  value_text(start->unique_key),
                             value_text(start->actor), value_text(NULL),
                             value_text(NULL),         value_bigint(flow_clock_offset_us)};
    if (start->lock_count)
        TRY(db->driver->flows->lock_values(db, start->locks, start->lock_count, &values[5], err));
    return db->driver->query(db, db->driver->flows->call_start, values, COUNT(values), run_read_answer,
                             &reading, err);
}

enum pawl_status flow_call_claim(struct pawl_db *db, const struct run_claim *claim, struct pawl_error *err) {
    return db->driver->query(db, db->driver->flows->call_claim,
                             VALUES(value_text(claim->flow), value_bigint_or_null(claim->run),
                                    value_bigint_if(claim->mine >= 0, claim->mine),
                                    value_number(PAWL_TYPE_BOOL, claim->early), value_bigint(claim->lease_us),
                                    value_text(claim->first), value_bigint(claim->claimer),
                                    value_bigint(flow_clock_offset_us)),
                             claim->row, claim->context, err);
}

void claim_due_values(const struct run_claim *claim, struct value values[CLAIM_DUE_VALUES]) {
    values[0] = value_text(claim->flow);
    values[1] = value_bigint(claim->lease_us);
    values[2] = value_text(claim->first);
    values[3] = value_bigint(claim->claimer);
    values[4] = value_bigint(flow_clock_offset_us);
}

enum pawl_status flow_call_save(struct pawl_db *db, struct run_save *save, bool commits,
                                struct pawl_error *err) {
    const struct run_row *row = save->row;
    const struct run_step none = {0};
    const struct run_step *step = save->step ? save->step : &none;
    struct run_reading reading = {db, &save->answer};
    bool has_due = save->due == RUN_DUE_AFTER || save->due == RUN_NOT_READY;
    struct value values[] = {
        value_bigint(row->id),
        value_bigint(row->claim),
        value_text(pawl_run_status_name(row->status)),
        value_text(run_direction_name(row->direction)),
        value_text(row->path),
        value_text(row->iteration),
        value_bigint(row->entered),
        value_text(row->counts),
        value_text(row->data),
        value_text(row->locks),
        value_bigint(row->attempt),
        value_bigint(row->failures),
        value_number(PAWL_TYPE_BOOL, row->is_uncertain != 0),
        value_bigint_or_null(row->undoing),
        value_bigint_or_null(row->undo_until),
        value_bigint(row->undone),
        value_text(row->error),
        value_text(row->waits_for),
        value_number(PAWL_TYPE_BOOL, save->obeys),
        value_number(PAWL_TYPE_BOOL, save->ends),
        value_number(PAWL_TYPE_BOOL, save->leaves_queue),
        value_bigint_if(has_due, save->due == RUN_NOT_READY ? -1 : save->due_us),
        value_bigint_if(save->due == RUN_RENEWS_LEASE, save->lease_us),
        value_text(NULL),
        value_text(NULL),
        value_bigint_if(save->step != NULL, step->number),
        value_text(step->path),
        value_text(step->iteration),
        value_bigint(step->generation),
        value_number(PAWL_TYPE_BOOL, step->is_undo),
        value_text(step->outcome),
        value_bigint(step->attempt),
        value_bigint_or_null(step->undoes),
        value_text(step->after),
        value_text(step->error),
        value_text(step->actor),
        value_bigint(step->duration_us),
        value_number(PAWL_TYPE_BOOL, row->topic != NULL),
        value_bigint(flow_clock_offset_us),
    };
    if (save->freed_count)
        TRY(db->driver->flows->lock_values(db, save->freed, save->freed_count, &values[23], err));
    struct query queries[] = {{.sql = db->driver->flows->call_save,
                               .values = values,
                               .value_count = COUNT(values),
                               .row = run_read_answer,
                               .context = &reading},
                              {.sql = db->driver->flows->call_claim_due}};
    struct value due[CLAIM_DUE_VALUES];
    if (save->next) {
        claim_due_values(save->next, due);
        queries[1].values = due;
        queries[1].value_count = COUNT(due);
        queries[1].row = save->next->row;
        queries[1].context = save->next->context;
    }
    enum pawl_status status = db->driver->calls->query_all(
        db, queries, save->next ? 2 : 1, commits ? QUERIES_COMMIT : QUERIES_LEAVE_OPEN, err);
    bool is_sent_back = status == PAWL_DB && strcmp(err->sqlstate, IS_SENT_BACK) == 0;
    if (!is_sent_back && (status != PAWL_DB || strcmp(err->sqlstate, CLAIM_IS_LOST) != 0))
        return status;
    save->answer.status = is_sent_back ? PAWL_REFUSED : PAWL_CONFLICT;
    return PAWL_OK;
}

enum pawl_status flow_call_say(struct pawl_db *db, struct run_word *said, struct pawl_error *err) {
    struct run_reading reading = {db, &said->answer};
    const struct value run = value_bigint(said->run), flow = value_text(said->flow);
    const struct value word = value_text(said->word), actor = value_text(said->actor);
    const struct value offset = value_bigint(flow_clock_offset_us);
    if (said->is_signal)
        return db->driver->query(db, db->driver->flows->call_signal, VALUES(run, flow, word, actor, offset),
                                 run_read_answer, &reading, err);
    return db->driver->query(db, db->driver->flows->call_say,
                             VALUES(run, flow, word, value_text(said->place), actor, offset), run_read_answer,
                             &reading, err);
}
