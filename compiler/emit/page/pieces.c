#include "emit/page/page.h"

#include "emit/prose/sentence.h"

#include <string.h>

void page_text(struct text *out, struct text *text) {
    const char *end = "";
    for (char *at = text->data, mark = *SENTENCE_END; at != NULL && mark != '\0';) {
        const size_t length = strcspn(at, SENTENCE_STATE SENTENCE_EVENT SENTENCE_END);
        mark = at[length];
        at[length] = '\0';
        escape_html(out, at);
        at += length + 1;
        if (mark == *SENTENCE_STATE || mark == *SENTENCE_EVENT)
            text_put(out, mark == *SENTENCE_STATE ? "<b class=\"state\">" : "<i class=\"event\">");
        else if (mark != '\0')
            text_put(out, end);
        end = mark == *SENTENCE_STATE ? "</b>" : "</i>";
    }
    text_free(text);
}

void page_count(struct text *out, size_t count, const char *noun) {
    text_printf(out, "%zu %s%s", count, noun, count == 1 ? "" : "s");
}

void page_put(struct text *out, const char *text) {
    if (text != NULL)
        escape_html(out, text);
}

void page_doc(struct text *out, const char *doc) {
    while (doc != NULL && *doc != '\0') {
        const char *end = strstr(doc, "\n\n");
        size_t length = end == NULL ? strlen(doc) : (size_t)(end - doc);
        struct text paragraph = TEXT_INIT;
        text_write(&paragraph, doc, length);
        text_put(out, "<p>");
        page_text(out, &paragraph);
        text_put(out, "</p>\n");
        doc += length;
        doc += strspn(doc, "\n");
    }
}
