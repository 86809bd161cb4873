/* Whether what waits for timers and works is what the heads ask for, by the model alone. */
#include "base/text.h"
#include "database.h"
#include "json.h"
#include "judge.h"

#include <string.h>

enum { LISTED_MAX = 1000 }; /* of each timer and work */

struct waiting {
    struct judge *judge;
    struct call *call;
    const struct model *model;
    const char *table;
    const json_t *pending; /* one of them, see model.schema.json */
    const char *name;
    const char *presence;
};

/* "('a', 'b')": the states of that presence; that no head is in where there are none. */
static void put_states(struct text *out, const struct waiting *waiting, const char *presence) {
    text_put(out, "(''");
    for (size_t i = 1; i <= waiting->model->state_count; i++)
        if (strchr(presence, waiting->presence[i]) != NULL) {
            text_put(out, ", ");
            database_put_literal(out, waiting->model->states[i].stored);
        }
    text_char(out, ')');
}

static bool run_query(struct waiting *waiting, struct text *sql, row_fn *row) {
    const struct model *model = waiting->model;
    text_printf(sql, " order by waiting.%s_id limit %d", model->name, LISTED_MAX);
    bool done = text_failed(sql) ? out_of_memory(waiting->call)
                                 : database_rows(waiting->call, sql->data, NULL, 0, row, waiting);
    text_free(sql);
    return done;
}

/* ---- rows that are missing ---------------------------------------------------------------------- */

/* Whether the timer may have struck, and its entity has not left the place since. */
static bool may_have_struck(const struct waiting *waiting) {
    const struct model *model = waiting->model;
    const bool is_of_state = flag_of(waiting->pending, "is_of_state");
    for (size_t i = 0; i < model->move_count; i++) {
        const struct move *move = &model->moves[i];
        const bool stays = strcmp(text_of(model_arrow(model, i), "target"), "stay") == 0;
        if (strcmp(model->events[move->event].name, text_of(waiting->pending, "event")) == 0 &&
            waiting->presence[move->from] == 'a' && waiting->presence[move->to] != '-' &&
            (stays || !is_of_state))
            return true;
    }
    return false;
}

static enum pawl_status put_missing(void *context, const struct cell *cells, struct pawl_error *err) {
    struct waiting *waiting = context;
    char number[24];
    (void)err;
    judge_report(waiting->judge, waiting->model, key_text(&cells[0], number), 0, "pending-missing",
                 "nothing waits for %s, though it is in %s", waiting->name, cells[1].text);
    return PAWL_OK;
}

static bool find_missing(struct waiting *waiting) {
    const struct model *model = waiting->model;
    const json_t *at = json_object_get(waiting->pending, "at");
    if (flag_of(model->json, "initial_is_implicit"))
        return true; /* what has not moved yet has begun nothing */
    if (!flag_of(waiting->pending, "is_work") &&
        ((at != NULL && model_may_be_null(model, text_of(at, "column"))) || may_have_struck(waiting)))
        return true;
    struct text sql = TEXT_INIT;
    text_printf(&sql, "select waiting.%s_id, waiting.state from %s waiting where waiting.state in ",
                model->name, model->current);
    put_states(&sql, waiting, "az");
    text_printf(&sql,
                " and not exists (select 1 from %s there where there.%s_id = waiting.%s_id"
                " and there.declaration = ",
                waiting->table, model->name, model->name);
    database_put_literal(&sql, waiting->name);
    text_char(&sql, ')');
    return run_query(waiting, &sql, put_missing);
}

/* ---- rows that should not be there, or not so --------------------------------------------------- */

/* cells: key, declaration, state or null, is_asleep */
static enum pawl_status put_wrong(void *context, const struct cell *cells, struct pawl_error *err) {
    struct waiting *waiting = context;
    char number[24];
    const char *key = key_text(&cells[0], number);
    const char *state = cells[2].text;
    (void)err;
    if (waiting->pending == NULL)
        judge_report(waiting->judge, waiting->model, key, 0, "pending-unknown",
                     "%s waits, which the machine does not know", cells[1].text);
    else if (state == NULL)
        judge_report(waiting->judge, waiting->model, key, 0, "pending", "%s waits, and it has no head",
                     waiting->name);
    else if (waiting->presence[model_state(waiting->model, state)] == '-')
        judge_report(waiting->judge, waiting->model, key, 0, "pending",
                     "%s waits, though it is in %s, where nothing waits for that", waiting->name, state);
    else
        judge_report(waiting->judge, waiting->model, key, 0, "pending", "%s is %s, though it is in %s",
                     waiting->name, cells[3].number != 0 ? "asleep" : "awake", state);
    return PAWL_OK;
}

static void select_rows(struct text *out, const struct waiting *waiting) {
    const char *name = waiting->model->name;
    text_printf(out,
                "select waiting.%s_id, waiting.declaration, head.state, waiting.is_asleep from %s waiting"
                " left join %s head on head.%s_id = waiting.%s_id where waiting.declaration ",
                name, waiting->table, waiting->model->current, name, name);
}

static bool find_wrong(struct waiting *waiting) {
    struct text sql = TEXT_INIT;
    select_rows(&sql, waiting);
    text_put(&sql, "= ");
    database_put_literal(&sql, waiting->name);
    text_put(&sql, " and (head.state is null or head.state not in ");
    put_states(&sql, waiting, "az");
    text_put(&sql, " or waiting.is_asleep = (head.state in ");
    put_states(&sql, waiting, "a");
    text_put(&sql, "))");
    return run_query(waiting, &sql, put_wrong);
}

static bool find_unknown(struct waiting *waiting, const json_t *pendings) {
    struct text sql = TEXT_INIT;
    select_rows(&sql, waiting);
    text_put(&sql, "not in (''");
    for (size_t i = 0; i < json_array_size(pendings); i++) {
        text_put(&sql, ", ");
        database_put_literal(&sql, text_of(json_array_get(pendings, i), "name"));
    }
    text_char(&sql, ')');
    return run_query(waiting, &sql, put_wrong);
}

bool judge_queue(struct judge *judge, struct call *call, const struct model *model) {
    const json_t *pendings = json_object_get(model->queue, "pending");
    struct waiting waiting = {.judge = judge, .call = call, .model = model, .table = model->pending};
    if (model->queue == NULL || waiting.table == NULL)
        return true;
    if (!find_unknown(&waiting, pendings))
        return false;
    for (size_t i = 0; i < json_array_size(pendings); i++) {
        waiting.pending = json_array_get(pendings, i);
        waiting.name = text_of(waiting.pending, "name");
        waiting.presence = text_of(waiting.pending, "presence");
        if (!find_missing(&waiting) || !find_wrong(&waiting))
            return false;
    }
    return true;
}
