#include "base/escape.h"
#include "emit/page/page.h"
#include "emit/prose/sentence.h"

#include <string.h>

void page_contents(const struct page *page, const char *label, const struct page_part *parts, size_t count) {
    if (page->words_only)
        return;
    text_put(page->out, "<nav aria-label=\"Contents of ");
    escape_html(page->out, label);
    text_put(page->out, "\">\n<ul>\n");
    for (size_t i = 0; i < count; i++)
        text_printf(page->out, "<li><a href=\"#m%zu-%s\">%s</a></li>\n", page->number, parts[i].anchor,
                    parts[i].title);
    text_put(page->out, "</ul>\n</nav>\n");
}

void page_section(const struct page *page, const char *anchor, const char *title) {
    text_printf(page->out,
                "<section class=\"%s\" aria-labelledby=\"m%zu-%s\">\n<h%d id=\"m%zu-%s\">%s</h%d>\n", anchor,
                page->number, anchor, page->level, page->number, anchor, title, page->level);
}

void page_text(const struct page *page, struct text *text) {
    if (text_failed(text))
        text_fail(page->out, text->problem);
    else if (text->length > 0)
        escape_html(page->out, text->data);
    text_free(text);
}

void page_name(const struct page *page, const char *name) {
    sentence_name(page->out, name); /* nothing in a name needs an escape */
}

void page_doc(const struct page *page, const char *doc) {
    while (doc != NULL && *doc != '\0') {
        const char *end = strstr(doc, "\n\n");
        size_t length = end == NULL ? strlen(doc) : (size_t)(end - doc);
        text_put(page->out, "<p>");
        escape_html(page->out, arena_strndup(page->context->arena, doc, length));
        text_put(page->out, "</p>\n");
        doc += length;
        doc += strspn(doc, "\n");
    }
}
