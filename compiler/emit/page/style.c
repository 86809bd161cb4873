#include "emit/page/page.h"

#include <string.h>

/* Each colour of a diagram is a variable; where it stands in the picture, the page's own takes its place. */
static const char *const light[] = {
#define COLOUR(name, light, dark) "--" #name ": " light "; ",
#include "emit/diagram/colours.def"
};

static const char *const dark[] = {
#define COLOUR(name, light, dark) "--" #name ": " dark "; ",
#include "emit/diagram/colours.def"
};

static const char *const drawn[] = {
#define COLOUR(name, light, dark)                                                                            \
    ".diagram [fill=\"" light "\"] { fill: var(--" #name "); }\n"                                            \
    ".diagram [stroke=\"" light "\"] { stroke: var(--" #name "); }\n",
#include "emit/diagram/colours.def"
};

void page_put_sheet(struct text *out, const char *name) {
    const struct page_sheet *sheet = page_sheets;
    while (strcmp(sheet->name, name) != 0)
        sheet++;
    size_t length = 0;
    for (const char *line = sheet->text; *line != '\0'; line += length) {
        line += strspn(line, " ");
        length = strcspn(line, "\n") + 1;
        text_write(out, line, length);
    }
}

static void put_all(struct text *out, const char *const *lines, size_t count) {
    for (size_t i = 0; i < count; i++)
        text_put(out, lines[i]);
}

#define PUT(lines) put_all(out, lines, sizeof lines / sizeof lines[0])

void page_style(struct text *out, bool with_flows) {
    text_put(out, ":root { color-scheme: light dark; ");
    PUT(light);
    text_put(out, "}\n@media screen and (prefers-color-scheme: dark) { :root { ");
    PUT(dark);
    text_put(out, "} }\n");
    page_put_sheet(out, "style");
    page_put_sheet(out, "play");
    if (with_flows)
        page_put_sheet(out, "flows");
    PUT(drawn);
}
