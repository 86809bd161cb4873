#include "move.h"

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
    for (uint16_t i = 0; i < machine->column_count; i++) {
        struct value *value = &creation->move->creation[i];
        if (cells[i].is_null)
            continue;
        *value = value_number(machine->columns[i].type, cells[i].number);
        if (!cells[i].text)
            continue;
        value->text = results_strdup(creation->results, cells[i].text);
        if (!value->text)
            return error_set(err, PAWL_NOMEM, "out of memory");
    }
    return PAWL_OK;
}

/* It never changes, so once is enough. */
static enum pawl_status read_creation(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    struct creation creation = {move, operation_results(db)};
    move->creation = results_alloc(creation.results, move->machine->column_count * sizeof(struct value));
    if (!move->creation)
        return error_set(err, PAWL_NOMEM, "out of memory");
    for (uint16_t i = 0; i < move->machine->column_count; i++)
        move->creation[i] = value_text(NULL);
    struct value key = value_key(move->machine, move->key);
    return db->driver->query(db, statements_of(db, move->machine)->find_creation, &key, 1, keep_creation,
                             &creation, err);
}

static enum pawl_status resolve(struct pawl_db *db, struct move *move, const struct pawl_reference *reference,
                                struct value *value, struct pawl_error *err) {
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
            status = read_creation(db, move, err);
        if (status == PAWL_OK)
            *value = move->creation[reference->column];
        break;
    }
    return status;
}

static enum pawl_status run(struct pawl_db *db, struct move *move, const struct pawl_hook *hook, row_fn *row,
                            void *context, struct pawl_error *err) {
    struct value *values =
        results_alloc(operation_results(db), (hook->reference_count + 1u) * sizeof *values);
    if (!values)
        return error_set(err, PAWL_NOMEM, "out of memory");
    for (uint16_t i = 0; i < hook->reference_count; i++) {
        enum pawl_status status = resolve(db, move, &hook->references[i], &values[i], err);
        if (status != PAWL_OK)
            return status;
    }
    enum pawl_status status =
        db->driver->query(db, hook->sqlite, values, hook->reference_count, row, context, err);
    if (status == PAWL_DB && err) {
        struct pawl_error reason = *err;
        error_set(err, PAWL_DB, "%s %s: %s", hook->kind == PAWL_HOOK_GUARD ? "guard" : "effect", hook->name,
                  reason.message);
    }
    return status;
}

/* ---- guards ------------------------------------------------------------------------------------- */

struct truth {
    bool is_known, passes;
};

/* As PostgreSQL takes what a function in SQL selects: the first row is its answer. */
static enum pawl_status read_truth(void *context, const struct cell *cells, struct pawl_error *err) {
    struct truth *truth = context;
    (void)err;
    if (!truth->is_known)
        *truth = (struct truth){.is_known = true, .passes = !cells[0].is_null && cells[0].number != 0};
    return PAWL_OK;
}

static enum pawl_status check_condition(struct pawl_db *db, struct move *move,
                                        const struct pawl_condition *condition, bool *passes,
                                        struct pawl_error *err) {
    const struct pawl_hook *hook = &move->machine->hooks[condition->hook];
    if (hook->is_callback) {
        *passes = verdict_passes(move, condition);
        return PAWL_OK;
    }
    struct truth truth = {0};
    enum pawl_status status = run(db, move, hook, read_truth, &truth, err);
    *passes = truth.passes != condition->negated;
    return status;
}

static void name_refusal(struct move *move, const struct pawl_condition *condition) {
    const char *pieces[] = {move->guard[0] ? ", " : "", condition->negated ? "not " : "",
                            move->machine->hooks[condition->hook].name};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        strncat(move->guard, pieces[i], sizeof move->guard - strlen(move->guard) - 1);
}

enum pawl_status hooks_choose(struct pawl_db *db, struct move *move, struct moves moves,
                              struct pawl_error *err) {
    enum pawl_status status = move->machine->call_hook ? hooks_ask(db, move, err) : PAWL_OK;
    for (const struct pawl_move *tried = moves.first; status == PAWL_OK && tried != moves.end; tried++) {
        bool passes = true;
        for (uint16_t i = 0; status == PAWL_OK && passes && i < tried->condition_count; i++) {
            status = check_condition(db, move, &tried->conditions[i], &passes, err);
            if (status == PAWL_OK && !passes)
                name_refusal(move, &tried->conditions[i]);
        }
        if (status == PAWL_OK && passes) {
            move->chosen = tried;
            move->to = tried->to;
            return PAWL_OK;
        }
    }
    return status == PAWL_OK ? PAWL_REFUSED : status;
}

/* ---- effects ------------------------------------------------------------------------------------ */

enum pawl_status hooks_run_sql_effects(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    for (uint16_t i = 0; status == PAWL_OK && move->chosen && i < move->chosen->effect_count; i++) {
        const struct pawl_hook *effect = &move->machine->hooks[move->chosen->effects[i]];
        if (!effect->is_callback)
            status = run(db, move, effect, NULL, NULL, err);
    }
    return status;
}
