/* What the templates of generated C may say. */
#include "base/escape.h"
#include "emit/c/c.h"

#include <string.h>

/* ---- names -------------------------------------------------------------------------------------------- */

static void write_name(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->machine->c_name);
}

static void write_upper(struct text *out, const struct template_scope *scope) {
    c_upper(out, scope->machine->c_name);
}

static void write_event(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->event->name);
}

static void write_event_upper(struct text *out, const struct template_scope *scope) {
    c_upper(out, scope->event->name);
}

/* ---- the key ------------------------------------------------------------------------------------------ */

static void write_key_type(struct text *out, const struct template_scope *scope) {
    text_put(out, c_type(scope->machine->key_type, false));
}

static void write_key_value(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->machine->key_type == PAWL_TYPE_TEXT ? "{id, 0}" : "{NULL, id}");
}

static void write_lock_key_type(struct text *out, const struct template_scope *scope) {
    text_put(out, c_type(c_lock_key_type(scope->machine), false));
}

/* ---- conditions --------------------------------------------------------------------------------------- */

static bool has_params(const struct template_scope *scope) {
    return scope->event->param_count > 0;
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

static const struct template_word words[] = {
    {"name", write_name}, /* the machine's in C, with the prefix */
    {"upper", write_upper},
    {"event", write_event}, /* its name */
    {"event_upper", write_event_upper},
    {"key_type", write_key_type},           /* up to a name: {key_type}id */
    {"key_value", write_key_value},         /* a struct pawl_key of the parameter `id` */
    {"lock_key_type", write_lock_key_type}, /* of what `key` names; likewise up to a name */
    {0},
};

static const struct template_condition conditions[] = {
    {"has_params", has_params}, /* the event */
    {0},
};

static const struct template_vocabulary vocabulary = {words, conditions, NULL};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary, &template_model_vocabulary,
                                                                 NULL};

static const struct template_block blocks[] = {
    {"parameters", c_parameters}, /* broken into lines below the first one, where they do not fit */
    {0},
};

const struct templates c_templates = {
    .fragments = c_fragments, .vocabularies = vocabularies, .blocks = blocks};
