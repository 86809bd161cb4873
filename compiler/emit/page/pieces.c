#include "emit/page/page.h"

#include <string.h>

void page_text(struct text *out, struct text *text) {
    text_pass(out, escape_html, text);
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
