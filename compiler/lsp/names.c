#include "lsp/names.h"

#include <string.h>

static struct name *add(struct file_names *names, enum named kind, struct ast_text text) {
    static struct name unused;
    if (text.text == NULL || text.span.length == 0)
        return &unused;
    names->names = arena_grow(names->arena, names->names, names->count, sizeof *names->names);
    struct name *name = &names->names[names->count++];
    *name = (struct name){.kind = kind, .text = text, .owner = names->owner};
    return name;
}

static struct name *declare(struct file_names *names, enum named kind, struct ast_text text) {
    struct name *name = add(names, kind, text);
    name->declares = true;
    return name;
}

static void add_words(struct file_names *names, enum named kind, const struct ast_words *words) {
    for (const struct ast_word *word = ast_first(words); word != NULL; word = word->next)
        add(names, kind, word->name);
}

static void add_reference(struct file_names *names, const struct ast_reference *reference) {
    if (reference == NULL)
        return;
    add(names, NAME_EVENT, reference->owner);
    add(names, NAME_PARAM, reference->name)->event = reference->owner.text;
}

static void add_references(struct file_names *names, const struct ast_references *references) {
    for (const struct ast_reference *at = references == NULL ? NULL : references->first; at != NULL;
         at = at->next)
        add_reference(names, at);
}

/* ---- machines -------------------------------------------------------------------------------------- */

static void add_sources(struct file_names *names, const struct ast_sources *sources) {
    if (sources != NULL)
        add_words(names, NAME_STATE, sources->names);
}

static void add_event(struct file_names *names, const struct ast_event *event) {
    declare(names, NAME_EVENT, event->head.name)->head = &event->head;
    for (const struct ast_param *param = event->params; param != NULL; param = param->next)
        declare(names, NAME_PARAM, param->name)->event = event->head.name.text;
    add_references(names, event->serialize_by);
}

static void add_move(struct file_names *names, const struct ast_move *move) {
    add_sources(names, move->sources);
    if (move->timer != NULL)
        add_reference(names, move->timer->time);
    add(names, NAME_EVENT, move->event);
    if (move->target_kind == AST_TO)
        add(names, NAME_STATE, move->target);
    for (const struct ast_word *guard = ast_first(move->when); guard != NULL; guard = guard->next)
        add(names, NAME_GUARD, guard->name)->event = move->event.text;
    add_words(names, NAME_EVENT, move->restarts);
    add_words(names, NAME_EFFECT, move->effects);
    add_words(names, NAME_EFFECT, move->then);
}

static void add_scenario(struct file_names *names, const struct ast_scenario *scenario) {
    for (const struct ast_step *step = scenario->steps; step != NULL; step = step->next) {
        add(names, NAME_EVENT, step->event);
        add_words(names, NAME_GUARD, step->conditions);
    }
    add(names, NAME_STATE, scenario->expected);
}

static void add_items(struct file_names *names, const struct ast_item *item) {
    for (; item != NULL; item = item->next) {
        switch (item->kind) {
        case AST_ITEM_STATE:
            declare(names, NAME_STATE, item->state->head.name)->head = &item->state->head;
            add_items(names, item->state->items);
            break;
        case AST_ITEM_EVENT:
            add_event(names, item->event);
            break;
        case AST_ITEM_MOVE:
            add_move(names, item->move);
            break;
        case AST_ITEM_HOOK:
            declare(names, item->hook->is_effect ? NAME_EFFECT : NAME_GUARD, item->hook->head.name)->head =
                &item->hook->head;
            break;
        case AST_ITEM_WORK:
            add(names, NAME_WORK, item->work->hook);
            add(names, NAME_EVENT, item->work->else_event);
            break;
        case AST_ITEM_ENTER:
        case AST_ITEM_LEAVE:
            add_words(names, NAME_EFFECT, item->words);
            break;
        case AST_ITEM_REFUSE:
        case AST_ITEM_IGNORE:
            add_sources(names, item->sources);
            add_words(names, NAME_EVENT, item->words);
            break;
        case AST_ITEM_KEY:
        case AST_ITEM_EMIT:
            add_reference(names, item->setting->reference);
            break;
        case AST_ITEM_RETIRED:
            add(names, NAME_STATE, item->setting->text);
            break;
        case AST_ITEM_ASSERT:
            add(names, item->assertion->kind == ASSERT_AT_MOST_ONCE ? NAME_EVENT : NAME_STATE,
                item->assertion->left);
            add_words(names, NAME_STATE, item->assertion->right);
            break;
        case AST_ITEM_SCENARIO:
            add_scenario(names, item->scenario);
            break;
        case AST_ITEM_ENTITY:
        case AST_ITEM_MIRROR:
        case AST_ITEM_STORAGE:
        case AST_ITEM_ALLOW:
            break;
        }
    }
}

/* ---- flows ----------------------------------------------------------------------------------------- */

/* Arguments, and data as `data.x`. */
static void add_values(struct file_names *names, const struct ast_references *values) {
    for (const struct ast_reference *at = values == NULL ? NULL : values->first; at != NULL; at = at->next)
        add(names, NAME_FIELD, at->name);
}

static void add_fields(struct file_names *names, const struct ast_fields *fields, const char *of) {
    for (const struct ast_field *field = fields == NULL ? NULL : fields->first; field != NULL;
         field = field->next)
        declare(names, NAME_FIELD, field->name)->event = of;
}

static void add_steps(struct file_names *names, const struct ast_flow_step *step) {
    for (; step != NULL; step = step->next) {
        struct name *name = add(names, step->kind == AST_USE ? NAME_PROCEDURE : NAME_STEP, step->head.name);
        if (step->kind == AST_USE)
            name->owner = NULL;
        add_values(names, step->values);
        add_values(names, step->sets);
        add(names, NAME_STEP, step->undo);
        add_steps(names, step->steps);
    }
}

static void add_flow(struct file_names *names, const struct ast_flow *flow) {
    struct name *name = declare(names, flow->is_procedure ? NAME_PROCEDURE : NAME_FLOW, flow->head.name);
    name->owner = NULL;
    name->head = &flow->head;
    add_fields(names, &flow->args, NULL);
    for (const struct ast_flow_setting *data = flow->data.first; data != NULL; data = data->next)
        add_fields(names, data->fields, "data");
    for (const struct ast_flow_setting *unique = flow->unique.first; unique != NULL; unique = unique->next)
        add_words(names, NAME_FIELD, unique->words);
    add_steps(names, flow->steps);
}

/* ---- the file -------------------------------------------------------------------------------------- */

void names_collect(struct file_names *names, const struct ast *ast) {
    *names = (struct file_names){.arena = ast->arena};
    for (const struct ast_machine *machine = ast->machines; machine != NULL; machine = machine->next) {
        names->owner = machine;
        struct name *name = declare(names, NAME_MACHINE, machine->head.name);
        name->owner = NULL;
        name->head = &machine->head;
        add_items(names, machine->items);
    }
    for (const struct ast_flow *flow = ast->flows; flow != NULL; flow = flow->next) {
        names->owner = flow;
        add_flow(names, flow);
    }
}

const struct name *names_at(const struct file_names *names, size_t offset) {
    for (size_t i = 0; i < names->count; i++) {
        const struct span span = names->names[i].text.span;
        if (span.offset <= offset && offset <= span.offset + span.length)
            return &names->names[i];
    }
    return NULL;
}

const struct name *names_declaration(const struct file_names *names, const struct name *name) {
    enum { OF_ITS_EVENT, DECLARATION, USE, PASSES };
    for (int pass = OF_ITS_EVENT; pass < PASSES; pass++)
        for (size_t i = 0; i < names->count; i++) {
            const struct name *other = &names->names[i];
            const bool is_same = other->kind == name->kind && other->owner == name->owner &&
                                 strcmp(other->text.text, name->text.text) == 0;
            const bool is_of_event =
                name->event == NULL || (other->event != NULL && strcmp(name->event, other->event) == 0);
            if (is_same && (other->declares || pass == USE) && (is_of_event || pass != OF_ITS_EVENT))
                return other;
        }
    return name;
}
