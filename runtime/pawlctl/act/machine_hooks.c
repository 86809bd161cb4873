/* The guards, effects and moves of a machine, from its JSON, as generated code would have them. */
#include "machine.h"
#include "say/json.h"

#include <string.h>

struct pawl_reference machine_reference(const struct deployed_model *model, const json_t *json) {
    static const char *const kinds[] = {[PAWL_REFERENCE_KEY] = "key",
                                        [PAWL_REFERENCE_NOW] = "now",
                                        [PAWL_REFERENCE_PARAM] = "param",
                                        [PAWL_REFERENCE_CREATED] = "created"};
    const char *column = text_of(json, "column");
    struct pawl_reference reference = {PAWL_REFERENCE_KEY, 0};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        if (strcmp(kinds[kind], text_of(json, "kind")) == 0)
            reference.kind = (enum pawl_reference_kind)kind;
    const size_t number = column == NULL ? model->column_count : model_column(model, column);
    if (number < model->column_count)
        reference.column = (uint16_t)number;
    return reference;
}

/* ---- guards and effects ------------------------------------------------------------------------- */

static struct pawl_hook_sql hook_sql(const struct deployed_model *model, const json_t *sql) {
    const struct hook_references used = hook_numbered(sql, '?');
    struct pawl_reference *references = MACHINE_ARRAY(used.count, struct pawl_reference);
    for (size_t i = 0; i < used.count; i++)
        references[i] = machine_reference(model, used.list[i]);
    return (struct pawl_hook_sql){
        .text = used.text, .reference_count = (uint16_t)used.count, .references = references};
}

static uint16_t hook_of(const struct pawl_machine *machine, const char *name) {
    uint16_t i = 0;
    while (i + 1 < machine->hook_count && strcmp(machine->hooks[i].name, name) != 0)
        i++;
    return i;
}

/* ---- moves -------------------------------------------------------------------------------------- */

static const uint16_t *hooks_named(const struct made *made, const json_t *names, uint16_t *count) {
    uint16_t *hooks = MACHINE_ARRAY(json_array_size(names), uint16_t);
    *count = 0;
    for (EACH_ITEM(name, names))
        hooks[(*count)++] = hook_of(&made->machine, json_string_value(*name));
    return hooks;
}

static struct pawl_move move_of(const struct made *made, const struct deployed_model *model, size_t move) {
    const json_t *json = json_array_get(json_object_get(model->json, "moves"), move);
    const json_t *arrow = model_arrow(model, move);
    const json_t *written = json_object_get(arrow, "conditions");
    struct pawl_condition *conditions = MACHINE_ARRAY(json_array_size(written), struct pawl_condition);
    struct pawl_move filled = {.event = (uint16_t)model->moves[move].event,
                               .from = (uint16_t)model->moves[move].from,
                               .to = (uint16_t)model->moves[move].to,
                               .condition_count = (uint16_t)json_array_size(written),
                               .conditions = conditions};
    for (EACH_ITEM(condition, written))
        *conditions++ = (struct pawl_condition){hook_of(&made->machine, text_of(*condition, "guard")),
                                                flag_of(*condition, "negated")};
    filled.effects = hooks_named(made, json_object_get(json, "effects"), &filled.effect_count);
    filled.after = hooks_named(made, json_object_get(arrow, "then"), &filled.after_count);
    return filled;
}

/* So that libpawl knows of functions that a program has, and leaves to it what needs one. */
static enum pawl_status call_none(const void *hooks, int hook, struct pawl_db *db,
                                  const struct pawl_call *call, struct pawl_error *err) {
    (void)hooks, (void)hook, (void)db, (void)call;
    return error_set(err, PAWL_MISUSE, "pawlctl has no functions of programs");
}

void machine_make_hooks(struct made *made, const struct deployed_model *model, const char *dialect) {
    const size_t count = json_array_size(model->hooks);
    struct pawl_hook *hooks = MACHINE_ARRAY(count, struct pawl_hook);
    struct pawl_hook_sql *sql = MACHINE_ARRAY(count, struct pawl_hook_sql);
    struct pawl_move *moves = MACHINE_ARRAY(model->move_count, struct pawl_move);
    if (count == 0)
        return;
    made->machine.hook_count = (uint16_t)count;
    made->machine.move_count = (uint16_t)model->move_count;
    made->machine.hooks = hooks;
    made->statements.hooks = sql;
    made->machine.moves = moves;
    for (size_t i = 0; i < count; i++) {
        const json_t *json = json_array_get(model->hooks, i), *own = json_object_get(json, dialect);
        hooks[i] = (struct pawl_hook){.name = text_of(json, "name"),
                                      .kind = i < model->guard_count ? PAWL_HOOK_GUARD : PAWL_HOOK_EFFECT,
                                      .is_callback = own == NULL,
                                      .label = text_of(json, "label")};
        if (own != NULL)
            sql[i] = hook_sql(model, own);
        else
            made->machine.call_hook = call_none;
    }
    for (size_t i = 0; i < model->move_count; i++)
        moves[i] = move_of(made, model, i);
}
