/* Whether what waits for timers and works is what the heads ask for, by the model alone. */
#include "base/text.h"
#include "database/database.h"
#include "due.h"
#include "judge.h"
#include "judge/verify_queue.sql.h"
#include "say/json.h"

#include <string.h>

#define LISTED_MAX 1000 /* of each timer and work */

struct queue_waiting {
    struct judge *judge;
    struct call *call;
    const struct deployed_model *model;
    const json_t *pending; /* one of them, see model.schema.json */
    const char *name;
    const char *presence;
};

/* "('a', 'b')": the states of that presence; that no head is in where there are none. */
static void put_states(struct text *out, const struct queue_waiting *waiting, const char *presence) {
    text_put(out, "(''");
    for (size_t i = 1; i <= waiting->model->state_count; i++)
        if (strchr(presence, waiting->presence[i]) != NULL) {
            text_put(out, ", ");
            database_put_literal(out, waiting->model->states[i].stored);
        }
    text_char(out, ')');
}

/* Of one that the machine knows. */
static bool run_query(struct queue_waiting *waiting, const char *template) {
    struct text declaration = TEXT_INIT, present = TEXT_INIT, awake = TEXT_INIT;
    database_put_literal(&declaration, waiting->name);
    put_states(&present, waiting, "az");
    put_states(&awake, waiting, "a");
    const struct database_word *words = WORDS({"declaration", piece_of(&declaration)},
                                              {"present", piece_of(&present)}, {"awake", piece_of(&awake)});
    const bool done = judge_search(waiting->judge, waiting->call, waiting->model, template, words);
    text_free(&declaration);
    text_free(&present);
    text_free(&awake);
    return done;
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

static bool find_missing(struct queue_waiting *waiting) {
    const struct deployed_model *model = waiting->model;
    const json_t *at = json_object_get(waiting->pending, "at");
    if (flag_of(model->json, "initial_is_implicit"))
        return true; /* what has not moved yet has begun nothing */
    if (!flag_of(waiting->pending, "is_work") &&
        ((at != NULL && model_may_be_null(model, text_of(at, "column"))) || may_have_struck(waiting)))
        return true;
    return run_query(waiting, sql_missing);
}

/* ---- rows that should not be there, or not so --------------------------------------------------- */

static bool find_unknown(struct queue_waiting *waiting, const json_t *pendings) {
    struct text known = TEXT_INIT;
    text_put(&known, "(''");
    for (size_t i = 0; i < json_array_size(pendings); i++) {
        text_put(&known, ", ");
        database_put_literal(&known, text_of(json_array_get(pendings, i), "name"));
    }
    text_char(&known, ')');
    const bool done = judge_search(waiting->judge, waiting->call, waiting->model, sql_unknown,
                                   WORDS({"declarations", piece_of(&known)}));
    text_free(&known);
    return done;
}

bool judge_queue(struct judge *judge, struct call *call, const struct deployed_model *model) {
    const json_t *pendings = json_object_get(model->queue, "pending");
    struct queue_waiting waiting = {.judge = judge, .call = call, .model = model};
    if (model->queue == NULL || model->pending == NULL)
        return true;
    if (!find_unknown(&waiting, pendings))
        return false;
    for (size_t i = 0; i < json_array_size(pendings); i++) {
        waiting.pending = json_array_get(pendings, i);
        waiting.name = text_of(waiting.pending, "name");
        waiting.presence = text_of(waiting.pending, "presence");
        if (!find_missing(&waiting) || !run_query(&waiting, sql_wrong) ||
            !due_judge(judge, call, model, waiting.pending))
            return false;
    }
    return true;
}
