#include "lsp/answers.h"

#include "emit/prose/explain.h"
#include "lsp/messages.h"
#include "syntax/fmt.h"

#include <string.h>

/* ---- hover and definition -------------------------------------------------------------------------- */

static const struct model_machine *machine_called(const struct model *model, const char *name) {
    for (size_t i = 0; i < model->machine_count; i++)
        if (strcmp(model->machines[i].name, name) == 0)
            return &model->machines[i];
    return NULL;
}

static void hover_step(const struct model *model, const struct name *name, struct text *out) {
    const struct ast_flow *owner = name->owner;
    for (size_t f = 0; f < model->flow_count; f++) {
        const struct model_flow *flow = &model->flows[f];
        for (size_t s = 0; s < flow->step_count && strcmp(flow->name, owner->head.name.text) == 0; s++) {
            const struct model_flow_step *step = &flow->steps[s];
            if (strcmp(step->name, name->text.text) == 0 ||
                (step->callback != NULL && strcmp(step->callback->name, name->text.text) == 0) ||
                (step->undo != NULL && strcmp(step->undo->name, name->text.text) == 0))
                explain_flow_step(flow, step, out);
        }
    }
}

static void hover_part(const struct model *model, const struct name *name, struct text *out) {
    const struct ast_machine *owner = name->owner;
    const struct model_machine *machine =
        name->kind == NAME_FIELD ? NULL : machine_called(model, owner->head.name.text);
    if (machine == NULL)
        return;
    if (name->kind == NAME_STATE)
        explain_part(machine, EXPLAIN_PLACE, name->text.text, out);
    else if (name->kind == NAME_EVENT)
        explain_part(machine, EXPLAIN_EVENT, name->text.text, out);
    else if (name->kind == NAME_PARAM && name->event != NULL)
        explain_part(machine, EXPLAIN_EVENT, name->event, out);
    else if (name->kind == NAME_GUARD)
        explain_part(machine, EXPLAIN_GUARD, name->text.text, out);
    else if (name->kind == NAME_EFFECT)
        explain_part(machine, EXPLAIN_EFFECT, name->text.text, out);
}

json_t *answer_hover(const struct analysis *now, const struct analysis *last, size_t offset) {
    const struct name *name = names_at(&now->names, offset);
    struct text words = TEXT_INIT;
    if (name != NULL && (name->owner == NULL || last == NULL)) {
        const struct ast_head *head = names_declaration(&now->names, name)->head;
        text_put(&words, head == NULL || head->doc == NULL ? "" : head->doc);
    } else if (name != NULL) {
        (name->kind == NAME_STEP ? hover_step : hover_part)(last->model, name, &words);
        if (words.length > 0 && now != last)
            text_put(&words, "\nThis describes the last version without errors.\n");
    }
    json_t *hover =
        words.length == 0 || text_failed(&words)
            ? json_null()
            : json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "plaintext", "value",
                        json_text(text_data(&words)), "range", span_to_json(&now->source, name->text.span));
    text_free(&words);
    return json_must(hover);
}

json_t *answer_definition(const struct analysis *now, const char *uri, size_t offset) {
    const struct name *name = names_at(&now->names, offset);
    if (name == NULL)
        return json_null();
    const struct name *declaration = names_declaration(&now->names, name);
    return json_must(
        json_pack("{s:s, s:o}", "uri", uri, "range", span_to_json(&now->source, declaration->text.span)));
}

/* ---- formatting ------------------------------------------------------------------------------------ */

json_t *answer_formatting(const struct source *source) {
    struct arena *arena = arena_new();
    struct diagnostics diagnostics;
    struct text text = TEXT_INIT;
    json_t *edits = json_null();
    if (compile_syntax(arena, source, &diagnostics)) {
        fmt(source, arena, &text);
        edits = text_failed(&text) ? json_null() : json_array();
        if (!text_failed(&text) && strcmp(text_data(&text), source->text) != 0)
            json_array_append_new(edits,
                                  json_must(json_pack("{s:o, s:o}", "range",
                                                      span_to_json(source, (struct span){0, source->length}),
                                                      "newText", json_text(text_data(&text)))));
    }
    text_free(&text);
    arena_free(arena);
    return json_must(edits);
}

/* ---- findings -------------------------------------------------------------------------------------- */

static json_t *finding(const struct analysis *now, const char *uri, const struct diagnostic *diagnostic) {
    const struct source *source = &now->source;
    struct text words = TEXT_INIT;
    text_put(&words, diagnostic->message);
    if (diagnostic->note != NULL)
        text_printf(&words, "\n%s", diagnostic->note);
    if (diagnostic->help != NULL)
        text_printf(&words, "\nhelp: %s", diagnostic->help);
    json_t *json = json_must(json_pack(
        "{s:o, s:i, s:s, s:s, s:o}", "range", span_to_json(source, diagnostic->at), "severity",
        diagnostic_is_error(&now->diagnostics, diagnostic) ? 1 : 2, "code",
        diagnostic_kinds[diagnostic->code].code, "source", "pawl", "message", json_text(text_data(&words))));
    text_free(&words);
    if (diagnostic->note != NULL)
        json_object_set_new(json, "relatedInformation",
                            json_must(json_pack("[{s:{s:s, s:o}, s:o}]", "location", "uri", uri, "range",
                                                span_to_json(source, diagnostic->note_at), "message",
                                                json_text(diagnostic->note))));
    return json;
}

json_t *answer_diagnostics(const struct analysis *now, const char *uri, json_t *version) {
    const struct diagnostic **sorted;
    const size_t count = diagnostics_sorted(&now->diagnostics, &sorted);
    json_t *findings = json_must(json_array());
    for (size_t i = 0; i < count; i++)
        json_array_append_new(findings, finding(now, uri, sorted[i]));
    return json_must(json_pack("{s:s, s:O*, s:o}", "uri", uri, "version", version, "diagnostics", findings));
}
