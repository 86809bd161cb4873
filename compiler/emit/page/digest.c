#include "emit/page/digest.h"

#include "emit/page/page.h"

#include <sha2.h>

#include <string.h>

enum { DIGEST_DIGITS = 32 };

/* The character that escape_html wrote so; the entity's length goes to `length`. */
static char unescaped(const char *at, size_t *length) {
    static const struct {
        const char *entity;
        char c;
    } entities[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        *length = strlen(entities[i].entity);
        if (strncmp(at, entities[i].entity, *length) == 0)
            return entities[i].c;
    }
    *length = 1;
    return *at;
}

/* What stands between tags; nothing that a file says can look like a tag, since it is escaped. */
static const char *without_tags(struct arena *arena, const struct text *html) {
    char *words = arena_alloc(arena, html->length + 1);
    char *end = words;
    size_t length = 1;
    for (const char *at = html->data; *at != '\0'; at += length) {
        bool is_tag = *at == '<';
        char c = is_tag ? '\n' : unescaped(at, &length);
        if (is_tag)
            length = strcspn(at, ">") + 1;
        while (c == '\n' && end > words && end[-1] == ' ')
            end--;
        if (c != '\n' || (end > words && end[-1] != '\n'))
            *end++ = c;
    }
    *end = '\0';
    return words;
}

static const char *words_of(struct arena *arena, const struct model *model,
                            const struct model_machine *machine, const struct model_flow *flow) {
    const struct emit_context context = {.arena = arena, .model = model};
    struct page page = {.context = &context, .level = 2, .words_only = true};
    struct text html = TEXT_INIT;
    page_part_init(&page, machine, flow);
    const struct template_scope scope = page_scope(&page);
    template_render(&html, &scope, "words");
    if (text_failed(&html))
        arena_exhausted();
    const char *words = without_tags(arena, &html);
    text_free(&html);
    return words;
}

const char *page_words_of_machine(struct arena *arena, const struct model *model,
                                  const struct model_machine *machine) {
    return words_of(arena, model, machine, NULL);
}

const char *page_words_of_flow(struct arena *arena, const struct model *model,
                               const struct model_flow *flow) {
    return words_of(arena, model, NULL, flow);
}

const char *page_digest(struct arena *arena, const char *words) {
    char digits[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)words, strlen(words), digits);
    return arena_strndup(arena, digits, DIGEST_DIGITS);
}
