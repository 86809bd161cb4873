/* What the templates of pages may say of the player of a machine: its script, and the model that it plays. */
#include "emit/page/page.h"

#include "emit/json/json.h"

/* No tag may begin within a script, and none does outside of the texts of the model. */
static void put_in_script(struct text *out, const char *json) {
    for (; *json != '\0'; json++)
        if (*json == '<')
            text_put(out, "\\u003c");
        else
            text_char(out, *json);
}

static void write_play_model(struct text *out, const struct template_scope *scope) {
    const struct template_scope json = {
        .templates = &json_templates, .model = scope->model, .machine = scope->machine};
    struct text model = TEXT_INIT;
    json_put_dense(&model, &json, "machine");
    text_pass(out, put_in_script, &model);
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(WORD, play_model, write_play_model(out, scope))                                                        \
    X(WORD, player, page_put_sheet(out, "player"))
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(has_machines, scope->model->machine_count > 0) /* the whole page */                                    \
    X(has_flows, scope->model->flow_count > 0)
TEMPLATE_CONDITIONS(CONDITIONS)

const struct template_vocabulary page_play_vocabulary = {words, conditions, NULL};
