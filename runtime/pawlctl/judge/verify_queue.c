/* Whether what waits for timers and works is what the heads ask for, by the model alone. */
#include "due.h"
#include "judge/verify_queue.sql.h"
#include "say/json.h"

#include <string.h>

#define LISTED_MAX 1000 /* of each timer and work */

struct queue_waiting {
    struct judge *judge;
    struct call *call;
    const struct deployed_model *model;
    const json_t *pending; /* one of them, see model.schema.json */
    const char *presence;
};

/* "('', 'a', 'b')": the states of that presence; that no head is in where there are none. */
static const char *states_of(const struct queue_waiting *waiting, const char *presence) {
    struct text states = TEXT_INIT;
    text_put(&states, "(''");
    for (size_t i = 1; i <= waiting->model->state_count; i++)
        if (strchr(presence, waiting->presence[i]) != NULL)
            text_printf(&states, ", %s", database_literal(waiting->model->states[i].stored));
    text_char(&states, ')');
    return text_keep(&states, memory);
}

/* Of the current row: as model_told_state() says it. */
static const char *told_state(const struct queue_waiting *waiting) {
    struct text told = TEXT_INIT;
    text_put(&told, "case head.state when '' then ''");
    for (size_t i = 1; i <= waiting->model->state_count; i++) {
        const char *stored = waiting->model->states[i].stored;
        if (strcmp(stored, waiting->model->states[i].name) != 0)
            text_printf(&told, " when %s then %s", database_literal(stored),
                        database_literal(model_told_state(waiting->model, stored)));
    }
    text_put(&told, " else head.state end");
    return text_keep(&told, memory);
}

/* Of one that the machine knows. */
static void search_one(const struct queue_waiting *waiting, const char *template) {
    judge_search(waiting->judge, waiting->call, waiting->model, template,
                 WORDS({"declaration", database_literal(text_of(waiting->pending, "name"))},
                       {"present", states_of(waiting, "az")}, {"awake", states_of(waiting, "a")},
                       {"told_state", told_state(waiting)}));
}

/* ---- rows that are missing ---------------------------------------------------------------------- */

/* Whether the timer may have struck, and its entity has not left the place since. */
static bool may_have_struck(const struct queue_waiting *waiting) {
    const struct deployed_model *model = waiting->model;
    const bool is_of_state = flag_of(waiting->pending, "is_of_state");
    for (size_t i = 0; i < model->move_count; i++) {
        const struct deployed_move *move = &model->moves[i];
        const bool stays = strcmp(text_of(model_arrow(model, i), "target"), "stay") == 0;
        if (strcmp(model->events[move->event].name, text_of(waiting->pending, "event")) == 0 &&
            waiting->presence[move->from] == 'a' && waiting->presence[move->to] != '-' &&
            (stays || !is_of_state))
            return true;
    }
    return false;
}

static void find_missing(const struct queue_waiting *waiting) {
    const struct deployed_model *model = waiting->model;
    const json_t *at = json_object_get(waiting->pending, "at");
    if (flag_of(model->json, "initial_is_implicit"))
        return; /* what has not moved yet has begun nothing */
    if (flag_of(waiting->pending, "is_work") ||
        !((at != NULL && model_may_be_null(model, text_of(at, "column"))) || may_have_struck(waiting)))
        search_one(waiting, sql_missing);
}

/* ---- rows that should not be there, or not so --------------------------------------------------- */

static void find_unknown(const struct queue_waiting *waiting, const json_t *pendings) {
    struct text known = TEXT_INIT;
    text_put(&known, "(''");
    for (EACH_ITEM(pending, pendings))
        text_printf(&known, ", %s", database_literal(text_of(*pending, "name")));
    text_char(&known, ')');
    judge_search(waiting->judge, waiting->call, waiting->model, sql_unknown,
                 WORDS({"declarations", text_keep(&known, memory)}));
}

void judge_queue(struct judge *judge, struct call *call, const struct deployed_model *model) {
    const json_t *pendings = json_object_get(model->queue, "pending");
    struct queue_waiting waiting = {.judge = judge, .call = call, .model = model};
    if (model->queue == NULL || model->pending == NULL)
        return;
    find_unknown(&waiting, pendings);
    for (EACH_ITEM(pending, pendings)) {
        waiting.pending = *pending;
        waiting.presence = text_of(waiting.pending, "presence");
        find_missing(&waiting);
        search_one(&waiting, sql_wrong);
        due_judge(judge, call, model, waiting.pending);
    }
}
