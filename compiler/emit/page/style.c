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

static void put_sheet(struct text *out, const char *name) {
    for (const struct page_sheet *sheet = page_sheets; sheet->name != NULL; sheet++)
        if (strcmp(sheet->name, name) == 0)
            text_put(out, sheet->text);
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
    put_sheet(out, "style");
    if (with_flows)
        put_sheet(out, "flows");
    PUT(drawn);
}
