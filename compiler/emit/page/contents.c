#include "emit/page/contents.h"

#include "emit/page/page.h"

#include <string.h>

/* The character that escape_html wrote so; the entity's length goes to `length`. */
static char unescaped(const char *at, size_t *length) {
    static const struct {
        const char *entity;
        char c;
    } entities[] = {{"&amp;", '&'},  {"&lt;", '<'},   {"&gt;", '>'},   {"&quot;", '"'},   {"&#45;", '-'},
                    {"&#39;", '\''}, {"&#160;", ' '}, {"&nbsp;", ' '}, {"\xC2\xA0", ' '}, {"\r", '\n'}};
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        *length = strlen(entities[i].entity);
        if (strncmp(at, entities[i].entity, *length) == 0)
            return entities[i].c;
    }
    *length = 1;
    return *at;
}

/* A label in a sentence, which no line ends at. */
static bool is_inline(const char *tag) {
    return strncmp(tag, "<b>", 3) == 0 || strncmp(tag, "<b ", 3) == 0 || strncmp(tag, "</b>", 4) == 0 ||
           strncmp(tag, "<i ", 3) == 0 || strncmp(tag, "</i>", 4) == 0;
}

/* What stands between tags; nothing that a file says can look like a tag, since it is escaped. */
static const char *without_tags(struct arena *arena, const char *html) {
    char *words = arena_alloc(arena, strlen(html) + 1);
    char *end = words;
    size_t length = 1;
    for (const char *at = html; *at != '\0'; at += length) {
        bool is_tag = *at == '<';
        char c = is_tag ? '\n' : unescaped(at, &length);
        if (is_tag)
            length = strcspn(at, ">");
        length += is_tag && at[length] != '\0';
        if (is_tag && is_inline(at))
            continue;
        while (c == '\n' && end > words && end[-1] == ' ')
            end--;
        if (c != '\n' || (end > words && end[-1] != '\n'))
            *end++ = c;
    }
    *end = '\0';
    return words;
}

/* A page that is cut off may lack the second comment, or the end of a tag. */
const char *contents_shown(struct arena *arena, const char *html, bool only_model) {
    static const char *const marks[][2] = {{"<!--live-->", "<!--/live-->"},
                                           {"<!--aside-->", "<!--/aside-->"}};
    struct text kept = TEXT_INIT;
    for (const char *at = html; *at != '\0';) {
        const char *begin = NULL, *end = NULL;
        for (size_t i = 0; i < 1 + (size_t)only_model; i++) {
            const char *found = strstr(at, marks[i][0]);
            if (found != NULL && (begin == NULL || found < begin))
                begin = found, end = strstr(found, marks[i][1]);
        }
        text_write(&kept, at, begin == NULL ? strlen(at) : (size_t)(begin - at));
        at = begin == NULL || end == NULL ? "" : end;
    }
    return without_tags(arena, text_keep(&kept, arena));
}

const char *page_words(struct arena *arena, const struct model *model, const struct model_machine *machine,
                       const struct model_flow *flow) {
    const struct emit_context context = {.arena = arena, .model = model};
    struct page page = {.context = &context, .level = 2, .words_only = true};
    struct text html = TEXT_INIT;
    page_part_init(&page, machine, flow);
    const struct template_scope scope = page_scope(&page);
    template_render(&html, &scope, "words");
    return without_tags(arena, text_keep(&html, arena));
}
