#include "base/escape.h"
#include "emit/page/digest.h"
#include "emit/page/page.h"

#include <string.h>

/* Names stand between backquotes in it. */
static void sentence(struct text *out, struct arena *arena, const char *at) {
    for (bool is_name = false; *at != '\0'; is_name = !is_name) {
        size_t length = strcspn(at, "`");
        if (is_name && at[length] == '`')
            text_put(out, "<code>");
        else if (is_name)
            text_char(out, '`');
        escape_html(out, arena_strndup(arena, at, length));
        at += length;
        if (*at == '`') {
            text_put(out, is_name ? "</code>" : "");
            at++;
        }
    }
}

static void change(struct text *out, struct arena *arena, const struct diff_change *change,
                   bool with_machine) {
    static const char *const badges[] = {[DOT_ADDED] = "added\">new",
                                         [DOT_REMOVED] = "removed\">taken out",
                                         [DOT_CHANGED] = "changed\">changed"};
    text_printf(out, "<li><span class=\"badge %s</span>", badges[page_mark_of(change)]);
    if (with_machine)
        text_printf(out, "<code>%s</code> ", change->machine);
    sentence(out, arena, change->sentence);
    text_put(out, "</li>\n");
}

static void category(struct text *out, const struct emit_context *context, const struct diff *diff,
                     enum diff_category category) {
    static const char *const titles[] = {[DIFF_SOURCE] = "For programs: they must be changed, or can be",
                                         [DIFF_DATA] = "For data that exist: they must be changed",
                                         [DIFF_BEHAVIOUR] = "What may happen",
                                         [DIFF_COSMETIC] = "Words only"};
    if (diff->category_count[category] == 0)
        return;
    text_printf(out, "<h3>%s</h3>\n<ul>\n", titles[category]);
    for (size_t i = 0; i < diff->count; i++)
        if (diff->changes[i].category == category)
            change(out, context->arena, &diff->changes[i],
                   context->model->machine_count + context->model->flow_count > 1 ||
                       context->since->machine_count + context->since->flow_count > 1);
    text_put(out, "</ul>\n");
}

static void compared(struct text *out, bool is_next, const char *label, const char *fingerprint,
                     const char *words, const struct emit_context *context) {
    text_put(out, is_next ? "; " : "");
    escape_html(out, label);
    text_printf(out, ", version <code>%s</code>, contents <code>%s</code>", fingerprint,
                page_digest(context->arena, words));
}

void page_changes(struct text *out, const struct emit_context *context, const struct diff *diff) {
    static const enum diff_category order[] = {DIFF_BEHAVIOUR, DIFF_DATA, DIFF_SOURCE, DIFF_COSMETIC};
    const struct model *since = context->since;
    text_put(out, "<section class=\"changes\" aria-labelledby=\"changes\">\n<h2 id=\"changes\">What has "
                  "changed</h2>\n<p>Compared with ");
    for (size_t i = 0; i < since->machine_count; i++)
        compared(out, i > 0, since->machines[i].label, since->machines[i].fingerprint,
                 page_words_of_machine(context->arena, since, &since->machines[i]), context);
    for (size_t i = 0; i < since->flow_count; i++)
        compared(out, i + since->machine_count > 0, since->flows[i].label, since->flows[i].fingerprint,
                 page_words_of_flow(context->arena, since, &since->flows[i]), context);
    text_printf(out, "%s</p>\n", diff->count == 0 ? ": nothing." : ":");
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        category(out, context, diff, order[i]);
    text_put(out, "</section>\n");
}
