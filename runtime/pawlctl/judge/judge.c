#include "judge.h"
#include "say/print.h"
#include "say/progress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { KEY, SORT_KEY, EVENT, FROM, TO, CREATED_AT, PARAMETERS };
enum { HEAD_STATE = 1, HEAD_SORT_KEY, HEAD_SINCE };

/* The entity that is being judged. */
struct judged_subject {
    struct judge *judge;
    const struct deployed_model *model;
    struct verdict verdict;
    struct text state; /* where the last move led, as stored */
    bool moved;        /* by an event: only before that may rows stand that backfill has written */
};

static void report(struct judge *judge, const struct problem *problem) {
    judge->problem_count++;
    judge->problem(judge->context, problem);
}

void judge_report(struct judge *judge, const struct deployed_model *model, const char *key, int64_t sort_key,
                  const char *check, const char *format, ...) {
    struct problem problem = {
        .machine = model == NULL ? NULL : model->name, .key = key, .sort_key = sort_key, .check = check};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem.message, sizeof problem.message, format, arguments);
    va_end(arguments);
    report(judge, &problem);
}

void judge_found(struct judge *judge, const struct deployed_model *model, const struct row_set *rows) {
    for (EACH_ROW(row, *rows)) {
        struct problem problem = {.machine = model == NULL ? row[4].text : model->name,
                                  .key = key_text(&row[0]),
                                  .sort_key = row[1].is_null ? NO_SORT_KEY : row[1].number,
                                  .check = row[2].text};
        snprintf(problem.message, sizeof problem.message, "%s", row[3].text);
        report(judge, &problem);
    }
}

void judge_search(struct judge *judge, struct call *call, const struct deployed_model *model,
                  const char *template, const struct database_word *words) {
    const struct row_set found = model_query(call, model, template, words, NO_VALUES, 4);
    judge_found(judge, model, &found);
}

#define WRONG(subject, sort_key, check, ...)                                                                 \
    ((subject)->verdict.history_is_legal = false,                                                            \
     judge_report((subject)->judge, (subject)->model, key_text(&(subject)->verdict.key), sort_key, check,    \
                  __VA_ARGS__))

/* ---- moves -------------------------------------------------------------------------------------- */

static const char *judge_said(const struct cell *cell) {
    return cell->text == NULL ? "(not a text)" : cell->text;
}

static const char *judge_said_state(const struct judged_subject *subject, const struct cell *cell) {
    return cell->text == NULL ? judge_said(cell) : model_told_state(subject->model, cell->text);
}

static void judge_order(struct judged_subject *subject, const struct cell *row) {
    const struct verdict *before = &subject->verdict;
    int64_t sort_key = row[SORT_KEY].number;
    char earlier[TIME_SIZE], later[TIME_SIZE];
    if (sort_key != before->sort_key + PAWL_SORT_KEY_STEP)
        WRONG(subject, sort_key, "sort-key", "its sort key should be %" PRId64,
              before->sort_key + PAWL_SORT_KEY_STEP);
    if (before->moves == 0)
        return;
    if (row[CREATED_AT].number < before->since_us)
        WRONG(subject, sort_key, "time", "it was made at %s, before its predecessor, at %s",
              print_time(earlier, row[CREATED_AT].number, ' '), print_time(later, before->since_us, ' '));
    if (row[FROM].text == NULL || strcmp(row[FROM].text, before->state) != 0)
        WRONG(subject, sort_key, "chain", "it leads from `%s`, and its predecessor led to `%s`",
              judge_said_state(subject, &row[FROM]), model_told_state(subject->model, before->state));
}

static void judge_params(struct judged_subject *subject, const struct cell *row,
                         const struct pawl_event *event) {
    bool expected[PAWL_COLUMN_MAX] = {false};
    for (size_t i = 0; i < event->param_count; i++) {
        const struct pawl_param *param = &event->params[i];
        expected[param->column] = true;
        if (!param->optional && row[PARAMETERS + param->column].number == 0 && !subject->model->shares_rows &&
            !subject->model->columns[param->column].is_personal)
            WRONG(subject, row[SORT_KEY].number, "parameter", "%s needs %s, which is null", event->name,
                  param->name);
    }
    /* in rows of others, a value is also what their metadata have under that name */
    for (size_t i = 0; i < subject->model->column_count && !subject->model->shares_rows; i++)
        if (!expected[i] && row[PARAMETERS + i].number != 0)
            WRONG(subject, row[SORT_KEY].number, "parameter", "%s has no parameter %s, which is not null",
                  event->name, subject->model->columns[i].name);
}

/* A row by no event: of another program, which several events could have made, or of `pawlctl backfill`: that
 * may begin in any state, and goes on as the machine does. */
static void judge_nameless(struct judged_subject *subject, int64_t sort_key, size_t from, size_t to) {
    const struct deployed_model *model = subject->model;
    if (subject->moved && !model->shares_rows)
        WRONG(subject, sort_key, "event", "no event made it, and one made its predecessor");
    else if (to != 0 && (from != 0 || model->shares_rows) && !model_leads(model, from, to))
        WRONG(subject, sort_key, "move", "the machine has no transition from %s to %s",
              from == 0 ? "nothing" : model->states[from].name, model->states[to].name);
}

/* A row by no event that an earlier version understood: it began in a state that is no more, or led there. */
static bool was_written_before(const struct judged_subject *subject, const struct cell *row, bool creates) {
    if (row[EVENT].text == NULL || *row[EVENT].text != '\0' || row[FROM].text == NULL ||
        row[TO].text == NULL || (subject->moved && !subject->model->shares_rows))
        return false;
    return creates ? subject->verdict.moves == 0 && model_had_state(subject->model, row[TO].text)
                   : model_had_way(subject->model, row[FROM].text, row[TO].text);
}

static void judge_legality(struct judged_subject *subject, const struct cell *row) {
    const struct deployed_model *model = subject->model;
    int64_t sort_key = row[SORT_KEY].number;
    bool creates = row[FROM].text != NULL && *row[FROM].text == '\0';
    size_t event = row[EVENT].text == NULL ? 0 : model_event(model, row[EVENT].text);
    size_t from = row[FROM].text == NULL || creates ? 0 : model_state(model, row[FROM].text);
    size_t to = row[TO].text == NULL ? 0 : model_state(model, row[TO].text);
    bool is_past = row[EVENT].text != NULL && row[FROM].text != NULL && row[TO].text != NULL &&
                   model_had_move(model, row[EVENT].text, row[FROM].text, row[TO].text);
    if ((is_past && creates == (subject->verdict.moves == 0)) || was_written_before(subject, row, creates))
        return;
    const bool is_nameless = row[EVENT].text != NULL && *row[EVENT].text == '\0';
    const bool begins = creates || (model->implicit != 0 && from == model->implicit);
    if (is_nameless)
        judge_nameless(subject, sort_key, from, to);
    else
        subject->moved = true;
    if (event == 0 && !is_nameless)
        WRONG(subject, sort_key, "event", "`%s` is no event of this machine", judge_said(&row[EVENT]));
    if (from == 0 && !creates)
        WRONG(subject, sort_key, "state", "`%s` is no state of this machine", judge_said(&row[FROM]));
    if (to == 0)
        WRONG(subject, sort_key, "state", "`%s` is no state of this machine", judge_said(&row[TO]));
    if (subject->verdict.moves == 0 ? !begins : creates)
        WRONG(subject, sort_key, "creation", "%s",
              creates ? "it is a second creation" : "the history does not begin with a creation");
    if (event == 0 || to == 0 || (from == 0 && !creates))
        return;
    if (!model_has_move(model, event, from, to))
        WRONG(subject, sort_key, "move", "the machine has no transition from %s by %s to %s",
              creates ? "nothing" : model->states[from].name, model->events[event].name,
              model->states[to].name);
    if (row[CREATED_AT].number >= model->migrated_at_us)
        judge_params(subject, row, &model->events[event]);
}

static void judge_move(struct judged_subject *subject, const struct cell *row) {
    struct verdict *verdict = &subject->verdict;
    if (verdict->moves == 0)
        verdict->history_is_legal = true;
    judge_order(subject, row);
    judge_legality(subject, row);
    text_free(&subject->state);
    text_put(&subject->state, row[TO].text == NULL ? "" : row[TO].text);
    verdict->moves++;
    verdict->state = text_data(&subject->state);
    verdict->sort_key = row[SORT_KEY].number;
    verdict->since_us = row[CREATED_AT].number;
}

/* ---- heads -------------------------------------------------------------------------------------- */

static void judge_head(struct judged_subject *subject) {
    const struct verdict *verdict = &subject->verdict;
    const struct cell *head = verdict->head;
    char since[TIME_SIZE], expected[TIME_SIZE];
    int64_t problems;
#define HEAD_WRONG(check, ...)                                                                               \
    judge_report(subject->judge, subject->model, key_text(&verdict->key), NO_SORT_KEY, check, __VA_ARGS__)
    if (!model_is_spelled(subject->model, key_text(&verdict->key)))
        HEAD_WRONG("key", "its key is not a uuid in small letters, so calls cannot find it");
    problems = subject->judge->problem_count;
    if (!verdict->has_head) {
        HEAD_WRONG("no-head", "it has a history and no current row");
    } else if (verdict->moves == 0 && subject->model->implicit != 0) {
        ; /* it has not moved yet */
    } else if (verdict->moves == 0) {
        HEAD_WRONG("no-history", "it has a current row, in `%s`, and no history",
                   judge_said_state(subject, &head[HEAD_STATE]));
    } else {
        if (head[HEAD_STATE].text == NULL || strcmp(head[HEAD_STATE].text, verdict->state) != 0)
            HEAD_WRONG("head-state", "its current row is in `%s`, and its last transition led to `%s`",
                       judge_said_state(subject, &head[HEAD_STATE]),
                       model_told_state(subject->model, verdict->state));
        if (head[HEAD_SORT_KEY].number != verdict->sort_key)
            HEAD_WRONG("head-sort-key",
                       "the sort key of its current row is %" PRId64
                       ", and that of its last transition %" PRId64,
                       head[HEAD_SORT_KEY].number, verdict->sort_key);
        if (head[HEAD_SINCE].number != verdict->since_us)
            HEAD_WRONG("head-since",
                       "its current row is in its state since %s, and its last transition was made at %s",
                       print_time(since, head[HEAD_SINCE].number, ' '),
                       print_time(expected, verdict->since_us, ' '));
    }
    subject->verdict.head_agrees = subject->judge->problem_count == problems;
    /* an earlier version may have moved there; but who stands there now is out of all events' reach */
    if (verdict->has_head && verdict->history_is_legal && verdict->head_agrees &&
        model_state(subject->model, judge_said(&head[HEAD_STATE])) == 0)
        HEAD_WRONG("head-state", "it is in `%s`, which is no state of this machine any more",
                   judge_said(&head[HEAD_STATE]));
#undef HEAD_WRONG
}

/* ---- entities ----------------------------------------------------------------------------------- */

static void judge_entity(struct judge *judge, const struct deployed_model *model, struct scan *moves,
                         struct scan *heads) {
    bool from_moves =
        moves->row != NULL && (heads->row == NULL || compare_keys(&moves->row[KEY], &heads->row[KEY]) <= 0);
    struct cell key = from_moves ? moves->row[KEY] : heads->row[KEY];
    struct text copy = TEXT_INIT;
    text_put(&copy, key.text == NULL ? "" : key.text);
    key.text = key.text == NULL ? NULL : text_data(&copy);
    struct judged_subject subject = {.judge = judge, .model = model, .verdict = {.key = key}};
    while (moves->row != NULL && compare_keys(&moves->row[KEY], &key) == 0) {
        judge_move(&subject, moves->row);
        progress(model->name, ++judge->move_count, "transitions read");
        scan_next(moves);
    }
    if (heads->row != NULL && compare_keys(&heads->row[KEY], &key) == 0) {
        subject.verdict.has_head = true;
        memcpy(subject.verdict.head, heads->row, sizeof subject.verdict.head);
    }
    judge_head(&subject);
    judge->entity_count++;
    if (judge->verdict != NULL)
        judge->verdict(judge->context, &subject.verdict);
    while (heads->row != NULL && compare_keys(&heads->row[KEY], &key) == 0)
        scan_next(heads); /* of a second head the search for duplicates tells */
    text_free(&subject.state);
    text_free(&copy);
}

void judge_entities(struct judge *judge, struct call *call, const struct deployed_model *model,
                    const struct pawl_key *only) {
    struct scan moves, heads;
    scan_moves(&moves, call, model, only);
    scan_heads(&heads, call, model, only);
    while (moves.row != NULL || heads.row != NULL)
        judge_entity(judge, model, &moves, &heads);
    scan_end(&moves);
    scan_end(&heads);
}
