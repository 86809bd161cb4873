#include "move/move.h"

#include "core/json.h"
#include "core/key.h"

#include <string.h>

/* ---- what the SQL of a hook refers to ------------------------------------------------------------- */

static struct value parameter_in(const struct move *move, uint16_t column) {
    for (uint16_t i = 0; i < move->event->param_count; i++)
        if (move->event->params[i].column == column)
            return move->parameters[i];
    return value_text(NULL);
}

struct creation {
    struct move *move;
    struct results *results;
};

static enum pawl_status keep_creation(void *context, const struct cell *cells, struct pawl_error *err) {
    const struct creation *creation = context;
    const struct pawl_machine *machine = creation->move->machine;
    for (uint16_t i = 0; i < machine->column_count; i++)
        if (!cells[i].is_null && !value_from_cell(creation->results, machine->columns[i].type, &cells[i],
                                                  &creation->move->creation[i]))
            return error_set(err, PAWL_NOMEM, "out of memory");
    return PAWL_OK;
}

/* It never changes, so once is enough. */
static enum pawl_status read_creation_columns(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    struct creation creation = {move, operation_results(db)};
    move->creation = results_alloc(creation.results, move->machine->column_count * sizeof(struct value));
    TRY(memory_check(move->creation, err));
    for (uint16_t i = 0; i < move->machine->column_count; i++)
        move->creation[i] = value_text(NULL);
    return db->driver->query(db, statements_of(db, move->machine)->find_creation,
                             VALUES(value_key(move->machine, move->key)), keep_creation, &creation, err);
}

static enum pawl_status resolve_reference(struct pawl_db *db, struct move *move,
                                          const struct pawl_reference *reference, struct value *value,
                                          struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    switch (reference->kind) {
    case PAWL_REFERENCE_KEY:
        *value = value_key(move->machine, move->key);
        break;
    case PAWL_REFERENCE_NOW:
        *value = value_number(PAWL_TYPE_TIMESTAMP, move->time_us);
        break;
    case PAWL_REFERENCE_PARAM:
        *value = parameter_in(move, reference->column);
        break;
    case PAWL_REFERENCE_CREATED:
        if (move->event->is_creation) {
            *value = parameter_in(move, reference->column);
            break;
        }
        if (!move->creation)
            status = read_creation_columns(db, move, err);
        if (status == PAWL_OK)
            *value = move->creation[reference->column];
        break;
    }
    return status;
}

static enum pawl_status run_hook_sql(struct pawl_db *db, struct move *move, const struct pawl_hook *hook,
                                     row_fn *row, void *context, struct pawl_error *err) {
    const struct pawl_hook_sql *sql = &statements_of(db, move->machine)->hooks[hook - move->machine->hooks];
    struct value *values = results_alloc(operation_results(db), (sql->reference_count + 1u) * sizeof *values);
    TRY(memory_check(values, err));
    for (uint16_t i = 0; i < sql->reference_count; i++) {
        TRY(resolve_reference(db, move, &sql->references[i], &values[i], err));
    }
    enum pawl_status status =
        db->driver->query(db, sql->text, values, sql->reference_count, row, context, err);
    if (status == PAWL_DB && err)
        error_set(err, PAWL_DB, "%s %s: %s", hook->kind == PAWL_HOOK_GUARD ? "guard" : "effect", hook->name,
                  err->message);
    return status;
}

/* ---- guards ------------------------------------------------------------------------------------- */

/* As PostgreSQL takes what a function in SQL selects: the first row is its answer, none is null. */
static enum pawl_status read_verdict(void *context, const struct cell *cells, struct pawl_error *err) {
    char *verdict = context;
    (void)err;
    if (*verdict == '-' && !cells[0].is_null)
        *verdict = cells[0].number != 0 ? '1' : '0';
    else if (*verdict == '-')
        *verdict = 'n';
    return PAWL_OK;
}

enum pawl_status hook_answer(struct pawl_db *db, struct move *move, uint16_t guard, char *answer,
                             struct pawl_error *err) {
    *answer = '-';
    enum pawl_status status = run_hook_sql(db, move, &move->machine->hooks[guard], read_verdict, answer, err);
    if (status == PAWL_OK && *answer == '-')
        *answer = 'n';
    return status;
}

bool hook_needs_parameters(const struct pawl_db *db, const struct pawl_machine *machine, uint16_t hook) {
    const struct pawl_hook_sql *sql = &statements_of(db, machine)->hooks[hook];
    for (uint16_t i = 0; !machine->hooks[hook].is_callback && i < sql->reference_count; i++)
        if (sql->references[i].kind == PAWL_REFERENCE_PARAM)
            return true;
    return machine->hooks[hook].is_callback;
}

/* A guard has one answer for the whole choice, so its SQL is run once. */
static enum pawl_status ask_condition(struct pawl_db *db, struct move *move,
                                      const struct pawl_condition *condition, bool *passes,
                                      struct pawl_error *err) {
    char *verdict = &move->verdicts[condition->hook];
    if (!move->machine->hooks[condition->hook].is_callback && *verdict == '-')
        TRY(hook_answer(db, move, condition->hook, verdict, err));
    *passes = verdict_passes(move, condition);
    return PAWL_OK;
}

static bool is_earlier(struct machine_moves moves, const struct pawl_move *tried, uint16_t index) {
    const struct pawl_condition *condition = &tried->conditions[index];
    for (const struct pawl_move *before = moves.first; before <= tried; before++)
        for (uint16_t i = 0; i < (before == tried ? index : before->condition_count); i++)
            if (before->conditions[i].hook == condition->hook &&
                before->conditions[i].negated == condition->negated)
                return true;
    return false;
}

/* None of those moves can be chosen: names each condition that fails, once. */
static enum pawl_status name_refusals(struct pawl_db *db, struct move *move, struct machine_moves moves,
                                      struct pawl_error *err) {
    struct json names = {.memory = operation_results(db)};
    for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++)
        for (uint16_t i = 0; i < tried->condition_count; i++) {
            bool passes;
            const struct pawl_condition *condition = &tried->conditions[i];
            TRY(ask_condition(db, move, condition, &passes, err));
            if (!passes && !is_earlier(moves, tried, i))
                json_printf(&names, "%s%s%s", names.length > 0 ? ", " : "", condition->negated ? "not " : "",
                            move->machine->hooks[condition->hook].name);
        }
    TRY(memory_check(json_end(&names), err));
    guards_copy(move->guard, sizeof move->guard, json_end(&names), names.length);
    return PAWL_REFUSED;
}

enum pawl_status hooks_choose(struct pawl_db *db, struct move *move, struct machine_moves moves,
                              struct pawl_error *err) {
    TRY(hooks_ask(db, move, err));
    for (const struct pawl_move *tried = moves.first; tried != moves.end; tried++) {
        bool passes = true;
        for (uint16_t i = 0; passes && i < tried->condition_count; i++)
            TRY(ask_condition(db, move, &tried->conditions[i], &passes, err));
        if (!passes)
            continue;
        move->chosen = tried;
        move->to = tried->to;
        return PAWL_OK;
    }
    return name_refusals(db, move, moves, err);
}

/* ---- effects ------------------------------------------------------------------------------------ */

enum pawl_status hooks_run_sql_effects(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    for (uint16_t i = 0; move->chosen && i < move->chosen->effect_count; i++) {
        const struct pawl_hook *effect = &move->machine->hooks[move->chosen->effects[i]];
        if (!effect->is_callback)
            TRY(run_hook_sql(db, move, effect, NULL, NULL, err));
    }
    return PAWL_OK;
}
