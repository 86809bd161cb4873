#include "stays.h"
#include "database/stays.sql.h"
#include "say/json.h"

#define SAMPLED_ENTITIES  200 /* of each state */
#define SAMPLED_SORT_KEYS 500 /* of each: 50 transitions */

static const char *sample_of(struct call *call, const struct deployed_model *model) {
    struct text entities = TEXT_INIT;
    for (size_t i = 1; i <= model->state_count; i++)
        text_printf(
            &entities, "%s%s", i > 1 ? " union all " : "",
            model_sql(call, model, sql_latest, WORDS({"state", database_literal(model->states[i].stored)})));
    return text_keep(&entities, memory);
}

struct stays *stays_read(struct call *call, const struct deployed_model *model) {
    if (model->shares_rows || flag_of(model->json, "unindexed"))
        return NULL;
    struct stays *stays = arena_alloc(memory, (model->state_count + 1) * sizeof *stays);
    const struct row_set found =
        model_query(call, model, sql_stays, WORDS({"entities", sample_of(call, model)}), NO_VALUES, 4);
    for (EACH_ROW(row, found)) /* state, count, median, 95 % */
        stays[model_state(model, row[0].text)] =
            (struct stays){row[1].number, row[2].number, row[3].number, 0};
    return stays;
}

void stays_read_entries(struct call *call, const struct deployed_model *model, struct stays *stays) {
    const struct database_word *sample = WORDS({"entities", sample_of(call, model)});
    const struct row_set window = model_query(call, model, sql_window, sample, NO_VALUES, 1);
    const bool has_all = window.cells[0].is_null;
    int64_t begin_us = has_all ? BEFORE_ALL_US : window.cells[0].number;
    const struct row_set entered =
        model_query(call, model, sql_entered, sample, VALUES(value_bigint(begin_us)), 3);
    begin_us = has_all ? INT64_MAX : begin_us;
    for (EACH_ROW(row, entered))
        if (has_all && row[2].number < begin_us)
            begin_us = row[2].number;
    for (EACH_ROW(row, entered)) /* state, count, the first */
        stays[model_state(model, row[0].text)].interval_us = (now_us() - begin_us) / row[1].number;
}
