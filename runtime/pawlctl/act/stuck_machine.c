#include "act/stuck_machine.sql.h"
#include "database/frozen.h"
#include "database/stays.h"
#include "say/print.h"
#include "stuck.h"

#include <inttypes.h>
#include <string.h>

#define SAMPLED_KEYS      200
#define SAMPLED_SORT_KEYS 500 /* of each: 50 transitions */
#define SLOW_MAX          1000
#define LATE_MAX          1000
#define FAILED_MAX        1000 /* the examples are those with the most attempts of so many */

/* ---- entities ----------------------------------------------------------------------------------- */

/* Whether most entities that enter the state stay there. The entities with the lowest keys are another sample
 * than those of stays_read, in which each state has as many as another, however few enter it. */
static bool is_resting_place(struct call *call, const struct deployed_model *model, const char *stored) {
    const struct cell *counts = model_query(call, model, sql_rest, NULL, VALUES(value_text(stored)), 2).cells;
    return counts[0].number >= STAYS_LEAST && counts[1].number * 2 > counts[0].number;
}

/* One line for each state. */
static void add_slow(struct stuck *stuck, const struct deployed_model *model, const struct pawl_state *state,
                     int64_t usual_us) {
    char usual[DURATION_SIZE];
    const int64_t least_us = usual_us > OVERDUE_US ? usual_us : OVERDUE_US;
    const struct row_set slow =
        model_query(stuck->call, model, sql_slow, NULL,
                    VALUES(value_text(state->stored), value_bigint(now_us() - least_us)), 2);
    if (slow.count == 0 || is_resting_place(stuck->call, model, state->stored))
        return;
    const char *id = key_text(&slow.cells[0]);
    print_duration(usual, usual_us);
    if (slow.count == 1)
        stuck_add(stuck, "slow", model->name, id, slow.cells[1].number,
                  arena_printf(memory, "pawlctl why %s %s", model->name, shell_word(id)),
                  "%s %s is in %s for longer than 95 %% of its stays (%s)", model->name, id, state->name,
                  usual);
    else
        stuck_add(stuck, "slow", model->name, id, slow.cells[1].number,
                  arena_printf(memory, "pawlctl ls %s --state=%s --older-than=%" PRId64 "s", model->name,
                               state->name, least_us / 1000000),
                  "%s: %zu%s entities are in %s for longer than 95 %% of its stays (%s); the oldest is %s",
                  model->name, slow.count, slow.count == SLOW_MAX ? " or more" : "", state->name, usual, id);
}

void stuck_entities(struct stuck *stuck, const struct deployed_model *model) {
    const struct stays *stays = stays_read(stuck->call, model);
    if (stays == NULL) {
        json_array_append_new(
            stuck->notes,
            json_string(arena_printf(
                memory, "%s has no index on its states: how long its entities wait is not compared",
                model->name)));
        return;
    }
    for (size_t state = 1; state <= model->state_count; state++)
        if (stays[state].count >= STAYS_LEAST && !model->states[state].is_final)
            add_slow(stuck, model, &model->states[state], stays[state].p95_us);
}

/* ---- jobs and timers ---------------------------------------------------------------------------- */

/* cells: key, declaration, attempts, since, error */
static void add_jobs(struct stuck *stuck, const struct deployed_model *model, const char *sql,
                     const char *kind, const char *said) {
    const struct row_set jobs =
        model_query(stuck->call, model, sql, NULL, VALUES(value_bigint(STUCK_LISTED + 1)), 5);
    int listed = 0;
    for (EACH_ROW(row, jobs)) {
        const char *id = key_text(&row[0]);
        const int64_t since_us = row[3].is_null ? 0 : row[3].number;
        if (++listed > STUCK_LISTED)
            stuck_add(stuck, arena_printf(memory, "more %s", kind), model->name, NULL, since_us,
                      arena_printf(memory, "pawlctl queue status %s", model->name), "%s: more jobs %s",
                      model->name, said);
        else
            stuck_add(stuck, kind, model->name, id, since_us,
                      arena_printf(memory, "pawlctl history %s %s", model->name, shell_word(id)),
                      "%s %s: %s %s after %" PRId64 " attempt%s: %s", model->name, id, row[1].text, said,
                      row[2].number, row[2].number == 1 ? "" : "s",
                      row[4].text == NULL ? "no error is recorded" : row[4].text);
    }
}

/* One line for each timer and work: its entities wait for the same workers. */
static void add_late(struct stuck *stuck, const struct deployed_model *model, bool is_work) {
    const struct row_set late =
        model_query(stuck->call, model, sql_late, NULL,
                    VALUES(value_number(PAWL_TYPE_BOOL, is_work), value_bigint(now_us() - OVERDUE_US)), 3);
    const char *frozen = frozen_text(stuck->frozen, model->name);
    json_t *seen = json_object();
    for (EACH_ROW(row, late)) {
        int64_t count = 0;
        const char *name = row[1].text;
        if (json_object_get(seen, name) != NULL)
            continue;
        json_object_set_new(seen, name, json_true());
        for (EACH_ROW(other, late))
            count += strcmp(other[1].text, name) == 0;
        stuck_add(stuck, "late", model->name, key_text(&row[0]), row[2].number,
                  arena_printf(memory, "pawlctl queue status %s", model->name),
                  "%s: %s is due for %" PRId64 "%s entit%s, and %s", model->name, name, count,
                  late.count == LATE_MAX ? " or more" : "", count == 1 ? "y" : "ies",
                  frozen != NULL ? frozen : "no worker takes it");
    }
}

void stuck_machine(struct stuck *stuck, const struct deployed_model *model) {
    if (model->pending == NULL)
        return;
    add_jobs(stuck, model, sql_parked, "parked", "is parked");
    add_jobs(stuck, model, sql_failing, "failing", "failed");
    add_late(stuck, model, false);
    add_late(stuck, model, true);
}
