#include "model/model.h"

#include <string.h>

const char *model_type_name(enum pawl_type type) {
    static const char *const names[] = {
#define X(constant, name) name,
        PAWL_TYPES(X)};
    return names[type];
}

bool model_is_text_key(enum pawl_type type) {
    return type == PAWL_TYPE_TEXT || type == PAWL_TYPE_UUID;
}

bool model_can_be_key(enum pawl_type type) {
    return model_is_text_key(type) || type == PAWL_TYPE_BIGINT || type == PAWL_TYPE_INT;
}

enum pawl_type model_reference_type(const struct model_machine *machine,
                                    const struct model_reference *reference) {
    return reference->kind == MODEL_KEY ? machine->key_type : machine->columns[reference->column].type;
}

/* A creation's MODEL_NOTHING comes first: + 1 makes it 0. */
static bool comes_before(const struct model_move *move, size_t event, size_t from) {
    return move->event != event ? move->event < event : move->from + 1 < from + 1;
}

size_t model_first_ignore(const struct model_machine *machine, size_t event, size_t state) {
    size_t low = 0;
    size_t high = machine->ignore_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct model_ignore *ignore = &machine->ignores[middle];
        if (ignore->event < event || (ignore->event == event && ignore->state < state))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t model_first_move(const struct model_machine *machine, size_t event, size_t from) {
    size_t low = 0;
    size_t high = machine->move_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (comes_before(&machine->moves[middle], event, from))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t model_place_number(const struct model_machine *machine, struct model_place place) {
    return place.state != NULL ? 1 + (size_t)(place.state - machine->states)
           : place.composite != NULL
               ? 1 + machine->state_count + (size_t)(place.composite - machine->composites)
               : 0;
}

bool model_same_place(struct model_place left, struct model_place right) {
    return left.state == right.state && left.composite == right.composite;
}

const struct model_state *model_implicit_state(const struct model_machine *machine) {
    for (size_t i = 0; machine->initial_is_implicit && i < machine->state_count; i++)
        if (machine->states[i].is_initial)
            return &machine->states[i];
    return NULL;
}

enum model_target model_target_of(const struct model_arrow *arrow) {
    const bool names_itself = arrow->from.state != NULL && arrow->to.state == arrow->from.state;
    return arrow->target == MODEL_TO && names_itself ? MODEL_SAME : arrow->target;
}

bool model_same_sql(const struct model_hook *a, const struct model_hook *b) {
    if (!a->is_sql || !b->is_sql)
        return a->is_sql == b->is_sql;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++) {
        const char *text = a->sql[i] == NULL ? "" : a->sql[i]->text;
        if (strcmp(text, b->sql[i] == NULL ? "" : b->sql[i]->text) != 0)
            return false;
    }
    return true;
}

const char *model_scope_doc(const struct model_scope *scope) {
    return scope->kind == MODEL_USE && scope->doc == NULL ? scope->procedure->doc : scope->doc;
}

/* ---- names of kinds -------------------------------------------------------------------------------- */

#define NAME(kind, name)                  #name,
#define NAME_OF_TITLED(kind, name, title) #name,
#define TITLE(kind, name, title)          title,
#define NAMES(kind, function, list, of)                                                                      \
    const char *model_##kind##_##function(enum model_##kind value) {                                         \
        static const char *const names[] = {list(of)};                                                       \
        return names[value];                                                                                 \
    }
NAMES(step_kind, name, MODEL_STEP_KINDS, NAME)
NAMES(scope_kind, name, MODEL_SCOPE_KINDS, NAME)
NAMES(callback_kind, name, MODEL_CALLBACK_KINDS, NAME_OF_TITLED)
NAMES(callback_kind, title, MODEL_CALLBACK_KINDS, TITLE)
NAMES(delivery, name, MODEL_DELIVERIES, NAME)
NAMES(reference_kind, name, MODEL_REFERENCE_KINDS, NAME_OF_TITLED)
NAMES(reference_kind, sign, MODEL_REFERENCE_KINDS, TITLE)
NAMES(target, name, MODEL_TARGETS, NAME)
NAMES(storage, name, MODEL_STORAGES, NAME)
