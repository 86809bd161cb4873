#include "sqlite/flow.h"

#include "sqlite/flow.sql.h"

#include <inttypes.h>
#include <string.h>

/* Runs on SQLite, step by step, as the functions in PostgreSQL take them. */

/* ---- rows --------------------------------------------------------------------------------------- */

static enum pawl_status write_run(struct pawl_db *db, const char *sql, const struct run_row *row,
                                  struct pawl_error *err) {
    struct value values[RUN_COLUMN_COUNT];
    run_row_values(row, values);
    return db->driver->steps->write(db, "pawl_runs", sql, values, RUN_COLUMN_COUNT, err);
}

struct found_run {
    struct pawl_db *db;
    struct run_row row; /* id 0: there is none */
};

static enum pawl_status read_found_run(void *context, const struct cell *cells, struct pawl_error *err) {
    struct found_run *found = context;
    return run_row_read(operation_results(found->db), cells, &found->row, err);
}

static enum pawl_status find_run(struct pawl_db *db, int64_t run, struct found_run *found,
                                 struct pawl_error *err) {
    *found = (struct found_run){.db = db};
    return QUERY(sql_find_run, read_found_run, found, value_bigint(run));
}

static const struct row_member ready_members[] = {MEMBER(NUMBER, ready, run), MEMBER(NUMBER, ready, due_at),
                                                  MEMBER(TRUTH, ready, is_leased)};

enum pawl_status sqlite_find_ready(struct pawl_db *db, int64_t run, struct ready *ready,
                                   struct pawl_error *err) {
    *ready = (struct ready){0};
    return QUERY_ROW(sql_find_ready, ready_members, ready, value_bigint(run));
}

static enum pawl_status find_first_ready(struct pawl_db *db, const char *flow, int64_t now,
                                         struct ready *ready, struct pawl_error *err) {
    return QUERY_ROW(sql_find_first_ready, ready_members, ready, value_text(flow), value_bigint(now));
}

enum pawl_status sqlite_set_ready(struct pawl_db *db, int64_t run, const char *flow, int64_t due_at,
                                  bool is_leased, struct pawl_error *err) {
    struct ready ready;
    TRY(sqlite_find_ready(db, run, &ready, err));
    return WRITE("pawl_run_ready", ready.run ? sql_update_ready : sql_insert_ready, value_bigint(run),
                 value_text(flow), value_bigint(due_at), value_bigint(is_leased));
}

/* ---- locks -------------------------------------------------------------------------------------- */

static enum pawl_status sqlite_lock_for_run(struct pawl_db *db, const struct run_row *row,
                                            const struct run_lock *locks, size_t count,
                                            struct run_answer *answer, struct pawl_error *err) {
    struct found_run found;
    int64_t looks_again_us = -1;
    bool taken = false;
    char digits[24];
    enum pawl_status status = find_run(db, row->id, &found, err);
    answer->status = found.row.id && found.row.claim == row->claim ? PAWL_OK : PAWL_CONFLICT;
    if (status != PAWL_OK || answer->status != PAWL_OK)
        return status;
    status = sqlite_take_locks(db, row->id, row->flow, locks, count, &taken, &answer->detail, &looks_again_us,
                               err);
    if (status != PAWL_OK || taken)
        return status;
    snprintf(digits, sizeof digits, "%" PRId64, looks_again_us);
    answer->status = PAWL_LOCKED;
    answer->detail = looks_again_us < 0 ? NULL : results_strdup(operation_results(db), digits);
    return PAWL_OK;
}

/* ---- starting ----------------------------------------------------------------------------------- */

static enum pawl_status find_earlier(struct pawl_db *db, struct run_start *start, bool *known,
                                     struct pawl_error *err) {
    struct found_run found = {.db = db};
    enum pawl_status status = QUERY(sql_find_by_unique_key, read_found_run, &found, value_text(start->flow),
                                    value_text(start->unique_key)); /* none of NULL */
    *known = found.row.id != 0;
    if (status != PAWL_OK || !found.row.id)
        return status;
    start->answer.run = found.row.id;
    start->answer.status = strcmp(found.row.args, start->args) == 0 ? PAWL_EXISTS : PAWL_REUSED;
    return PAWL_OK;
}

static enum pawl_status start_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct run_start *start = context;
    const struct lock_question question = {.machine = start->flow, .entity = ""};
    struct lock_answer frozen = {.status = PAWL_OK};
    int64_t deployed = 0, now = flow_now_us(), looks_again_us = 0;
    bool known = false, taken = true;
    const char *gained = "";
    enum pawl_status status = QUERY(db->driver->flows->fingerprints, read_number, &deployed,
                                    value_text(start->flow), value_text(start->fingerprint));
    if (status == PAWL_OK && !deployed)
        start->answer.status = PAWL_MISMATCH;
    if (status == PAWL_OK && deployed)
        status = find_earlier(db, start, &known, err);
    if (status != PAWL_OK || known || !deployed)
        return status;
    status = db->driver->locks->steps->refuse(db, &question, &frozen, err);
    if (status != PAWL_OK || frozen.status != PAWL_OK) {
        start->answer.status = frozen.status;
        start->answer.detail = results_strdup(operation_results(db), frozen.detail);
        return status;
    }
    struct run_row row = {.flow = start->flow,
                          .fingerprint = start->fingerprint,
                          .direction = RUN_FORWARD,
                          .iteration = "",
                          .counts = "{}",
                          .args = start->args,
                          .data = "{}",
                          .unique_key = start->unique_key,
                          .actor = actor_or_login(db, start->actor),
                          .started_at = now,
                          .updated_at = now};
    TRY(db->driver->query(db, sql_next_run, NULL, 0, read_number, &row.id, err));
    TRY(sqlite_run_topic(db, start, &row.topic, err));
    if (start->lock_count)
        TRY(sqlite_take_locks(db, row.id, start->flow, start->locks, start->lock_count, &taken, &gained,
                              &looks_again_us, err));
    char *locks = results_alloc(operation_results(db), strlen(gained) + 3);
    TRY(memory_check(locks, err));
    sprintf(locks, "[%s]", taken ? gained : "");
    row.locks = locks;
    row.status = taken ? PAWL_RUN_READY : PAWL_RUN_BLOCKED;
    start->answer.run = row.id;
    sqlite_count_events(&row, NULL, NULL);
    TRY(write_run(db, sql_insert_run, &row, err));
    TRY(sqlite_tell(db, &row, NULL, NULL, err));
    if (taken || looks_again_us >= 0)
        TRY(sqlite_set_ready(db, row.id, row.flow, taken ? now : now + looks_again_us, false, err));
    return PAWL_OK;
}

static enum pawl_status sqlite_start_run(struct pawl_db *db, struct run_start *start,
                                         struct pawl_error *err) {
    start->answer = (struct run_answer){.status = PAWL_OK};
    return steps_in_bracket(db, start_steps, start, err);
}

/* ---- claiming ----------------------------------------------------------------------------------- */

static enum pawl_status claim_run_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    const struct run_claim *claim = context;
    const struct lock_question question = {.machine = claim->flow, .entity = ""};
    struct lock_answer frozen = {.status = PAWL_OK};
    struct found_run found;
    struct ready ready = {0};
    int64_t now = flow_now_us();
    enum pawl_status status = db->driver->locks->steps->refuse(db, &question, &frozen, err);
    if (status != PAWL_OK || frozen.status != PAWL_OK)
        return status;
    if (claim->run)
        status = sqlite_find_ready(db, claim->run, &ready, err);
    else
        status = find_first_ready(db, claim->flow, now, &ready, err);
    if (status != PAWL_OK || (!claim->run && !ready.run))
        return status;
    status = find_run(db, claim->run ? claim->run : ready.run, &found, err);
    if (status != PAWL_OK || !found.row.id || found.row.ended_at || strcmp(found.row.flow, claim->flow) != 0)
        return status;
    if (ready.run && ready.due_at > now && (ready.is_leased || !claim->early) &&
        found.row.claim != claim->mine)
        return PAWL_OK;
    if (found.row.claim == 0 && !found.row.wish)
        found.row.path = claim->first;
    found.row.claim++;
    found.row.was_cut_off |= ready.run && ready.is_leased;
    TRY(write_run(db, sql_update_run, &found.row, err));
    TRY(sqlite_set_ready(db, found.row.id, found.row.flow, now + claim->lease_us, true, err));
    return QUERY(sql_find_run, claim->row, claim->context, value_bigint(found.row.id));
}

static enum pawl_status sqlite_claim_run(struct pawl_db *db, const struct run_claim *claim,
                                         struct pawl_error *err) {
    struct ready ready = {0};
    if (!claim->run) { /* who finds nothing need not become the writer */
        enum pawl_status status = find_first_ready(db, claim->flow, flow_now_us(), &ready, err);
        if (status != PAWL_OK || !ready.run)
            return status;
    }
    return steps_in_bracket(db, claim_run_steps, (void *)(uintptr_t)claim, err);
}

/* ---- saving ------------------------------------------------------------------------------------- */

static enum pawl_status insert_step(struct pawl_db *db, int64_t run, const struct run_step *step, int64_t at,
                                    struct pawl_error *err) {
    return WRITE("pawl_run_steps", sql_insert_step, value_bigint(run), value_bigint(step->number),
                 value_text(step->path), value_text(step->iteration), value_bigint(step->generation),
                 value_bigint(step->is_undo), value_text(step->outcome), value_bigint(step->attempt),
                 value_bigint_or_null(step->undoes), value_text(step->after), value_text(step->error),
                 value_text(actor_or_login(db, step->actor)), value_bigint(at),
                 value_bigint(step->duration_us));
}

static enum pawl_status set_due(struct pawl_db *db, const struct run_save *save, const struct run_row *row,
                                const char *wish, struct pawl_error *err) {
    int64_t now = flow_now_us(), due_at = now + save->due_us, sent = 0;
    bool is_ready = save->due == RUN_DUE_AFTER;
    enum pawl_status status = PAWL_OK;
    if (save->due == RUN_KEEPS_LEASE)
        return PAWL_OK;
    if (save->due == RUN_RENEWS_LEASE)
        return sqlite_set_ready(db, row->id, row->flow, now + save->lease_us, true, err);
    if (row->waits_for)
        status =
            QUERY(sql_find_signal, read_number, &sent, value_bigint(row->id), value_text(row->waits_for));
    if (sent || (wish && !save->ends)) { /* meanwhile somebody has said what it waits for */
        due_at = now;
        is_ready = true;
    }
    if (status != PAWL_OK)
        return status;
    return is_ready ? sqlite_set_ready(db, row->id, row->flow, due_at, false, err)
                    : WRITE_FOUND("pawl_run_ready", sql_find_ready, sql_delete_ready, value_bigint(row->id));
}

static enum pawl_status save_all(struct pawl_db *db, struct run_save *save, struct pawl_error *err) {
    const int64_t now = flow_now_us();
    struct found_run found;
    TRY(find_run(db, save->row->id, &found, err));
    if (!found.row.id || found.row.claim != save->row->claim) {
        save->answer.status = PAWL_CONFLICT;
        return PAWL_OK;
    }
    if (save->ends && !save->obeys && (is(found.row.wish, "rollback") || is(found.row.wish, "resume_from"))) {
        save->answer.status = PAWL_REFUSED;
        return PAWL_OK;
    }
    struct run_row row = *save->row;
    row.wish = save->obeys || save->ends ? NULL : found.row.wish;
    row.wish_place = found.row.wish_place;
    row.wish_actor = found.row.wish_actor;
    row.was_cut_off = 0;
    row.steps = save->step ? save->step->number : found.row.steps;
    row.updated_at = now > found.row.updated_at ? now : found.row.updated_at;
    row.ended_at = save->ends ? row.updated_at : 0;
    sqlite_count_events(&row, &found.row, save);
    save->answer.detail = row.wish;
    TRY(write_run(db, sql_update_run, &row, err));
    if (save->step)
        TRY(insert_step(db, row.id, save->step, row.updated_at, err));
    TRY(sqlite_tell(db, &row, &found.row, save, err));
    for (size_t i = 0; i < save->freed_count; i++)
        TRY(sqlite_free_lock(db, row.id, &save->freed[i], err));
    if (save->leaves_queue)
        TRY(sqlite_leave_queue(db, row.id, true, err));
    return set_due(db, save, &row, row.wish, err);
}

static enum pawl_status save_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct run_save *save = context;
    TRY(save_all(db, save, err));
    return save->next && save->answer.status == PAWL_OK
               ? claim_run_steps(db, (void *)(uintptr_t)save->next, err)
               : PAWL_OK;
}

static enum pawl_status sqlite_save_run(struct pawl_db *db, struct run_save *save, bool commits,
                                        struct pawl_error *err) {
    save->answer = (struct run_answer){.status = PAWL_OK};
    if (!db->transaction_open)
        return steps_in_bracket(db, save_steps, save, err);
    enum pawl_status status = save_steps(db, save, err);
    return status == PAWL_OK && commits && save->answer.status == PAWL_OK ? db->driver->commit(db, err)
                                                                          : status;
}

/* ---- what others say ---------------------------------------------------------------------------- */

static enum pawl_status find_told(struct pawl_db *db, struct run_word *said, struct found_run *found,
                                  struct pawl_error *err) {
    enum pawl_status status = find_run(db, said->run, found, err);
    if (found->row.id && said->flow && strcmp(said->flow, found->row.flow) != 0)
        found->row.id = 0;
    said->answer.status = found->row.id ? PAWL_OK : PAWL_NOT_FOUND;
    said->answer.run = said->run;
    said->answer.detail = found->row.id ? pawl_run_status_name(found->row.status) : NULL;
    return status;
}

/* Due now, unless somebody has it. */
static enum pawl_status make_due(struct pawl_db *db, const struct run_row *row, struct pawl_error *err) {
    struct ready ready;
    enum pawl_status status = sqlite_find_ready(db, row->id, &ready, err);
    if (status != PAWL_OK || (ready.run && ready.is_leased))
        return status;
    return sqlite_set_ready(db, row->id, row->flow, flow_now_us(), false, err);
}

struct irreversible {
    const char *place; /* NULL: none */
};

static enum pawl_status is_legal(struct pawl_db *db, struct run_word *said, const struct run_row *row,
                                 bool *legal, struct pawl_error *err) {
    int64_t done = 0;
    static const struct row_member members[] = {MEMBER(TEXT, irreversible, place)};
    struct irreversible irreversible = {NULL};
    if (is(said->word, "pause"))
        *legal = row->status == PAWL_RUN_READY || row->status == PAWL_RUN_BLOCKED ||
                 row->status == PAWL_RUN_WAITING || is(row->wish, "resume");
    else if (is(said->word, "resume"))
        *legal = row->status == PAWL_RUN_PAUSED || is(row->wish, "pause");
    else if (is(said->word, "retry"))
        *legal = row->status == PAWL_RUN_PARKED || row->status == PAWL_RUN_READY;
    else
        *legal = !row->ended_at;
    if (!*legal || !said->place)
        return PAWL_OK;
    enum pawl_status status =
        QUERY(sql_has_done, read_number, &done, value_bigint(row->id), value_text(said->place));
    if (status == PAWL_OK)
        status = QUERY_ROW(sql_last_irreversible, members, &irreversible, value_bigint(row->id),
                           value_text(said->place));
    if (irreversible.place)
        said->answer.detail = irreversible.place;
    *legal = done != 0 && !irreversible.place;
    return status;
}

static enum pawl_status say_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct run_word *said = context;
    struct found_run found;
    bool legal = false;
    enum pawl_status status = find_told(db, said, &found, err);
    if (status != PAWL_OK || !found.row.id)
        return status;
    status = is_legal(db, said, &found.row, &legal, err);
    if (status == PAWL_OK && !legal)
        said->answer.status = PAWL_ILLEGAL;
    if (status != PAWL_OK || !legal)
        return status;
    found.row.wish = said->word;
    found.row.wish_place = said->place;
    found.row.wish_actor = actor_or_login(db, said->actor);
    status = write_run(db, sql_update_run, &found.row, err);
    return status == PAWL_OK ? make_due(db, &found.row, err) : status;
}

static enum pawl_status signal_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct run_word *said = context;
    struct found_run found;
    int64_t sent = 0;
    enum pawl_status status = find_told(db, said, &found, err);
    if (status == PAWL_OK && found.row.id)
        status = QUERY(sql_find_signal, read_number, &sent, value_bigint(said->run), value_text(said->word));
    if (status != PAWL_OK || !found.row.id)
        return status;
    said->answer.status = found.row.ended_at ? PAWL_ILLEGAL : sent ? PAWL_EXISTS : PAWL_OK;
    if (said->answer.status != PAWL_OK)
        return PAWL_OK;
    status = WRITE("pawl_run_signals", sql_insert_signal, value_bigint(said->run), value_text(said->word),
                   value_text(actor_or_login(db, said->actor)), value_bigint(flow_now_us()));
    bool waits = found.row.status == PAWL_RUN_WAITING && is(found.row.waits_for, said->word);
    return status == PAWL_OK && waits ? make_due(db, &found.row, err) : status;
}

static enum pawl_status sqlite_say_to_run(struct pawl_db *db, struct run_word *said, struct pawl_error *err) {
    return steps_in_bracket(db, said->is_signal ? signal_steps : say_steps, said, err);
}

const struct flow_driver sqlite_flows = {
    SQL_MEMBERS, /* what flow.sql has of it */
    .start = sqlite_start_run,
    .claim = sqlite_claim_run,
    .lock = sqlite_lock_for_run,
    .save = sqlite_save_run,
    .say = sqlite_say_to_run,
};
