#include "base/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* False if the text has failed. */
static bool reserve(struct text *text, size_t more) {
    if (text_failed(text))
        return false;
    if (more > SIZE_MAX / 4 - text->length - 1)
        arena_exhausted();
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return true;
    size_t capacity = text->capacity < 256 ? 256 : text->capacity;
    while (capacity < needed)
        capacity *= 2;
    text->data = arena_must(realloc(text->data, capacity));
    text->capacity = capacity;
    return true;
}

void text_write(struct text *text, const char *bytes, size_t length) {
    if (length == 0 || !reserve(text, length))
        return;
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void text_put(struct text *text, const char *string) {
    text_write(text, string, strlen(string));
}

void text_char(struct text *text, char c) {
    text_write(text, &c, 1);
}

/* Into the room that is there, which most often is enough. */
void text_printf(struct text *text, const char *format, ...) {
    va_list arguments;
    if (!reserve(text, 64))
        return;
    size_t room = text->capacity - text->length;
    va_start(arguments, format);
    int length = vsnprintf(text->data + text->length, room, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length >= room && reserve(text, (size_t)length)) {
        va_start(arguments, format);
        vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
        va_end(arguments);
    }
    if (length < 0)
        arena_exhausted();
    text->length += (size_t)length;
    text->data[text->length] = '\0';
}

void text_fail(struct text *text, const char *problem) {
    if (text->problem == NULL)
        text->problem = problem;
}

bool text_failed(const struct text *text) {
    return text->problem != NULL;
}

const char *text_data(const struct text *text) {
    return text->data == NULL ? "" : text->data;
}

const char *text_keep(struct text *text, struct arena *arena) {
    if (text_failed(text)) {
        fprintf(stderr, "pawl: %s\n", text->problem);
        exit(2);
    }
    const char *kept = arena_strndup(arena, text->data, text->length);
    text_free(text);
    return kept;
}

void text_pass(struct text *out, void (*put)(struct text *out, const char *made), struct text *made) {
    text_fail(out, made->problem);
    put(out, text_data(made));
    text_free(made);
}

void text_free(struct text *text) {
    free(text->data);
    *text = (struct text){.is_marked = text->is_marked};
}

const char *text_fragment(const struct text_fragment *fragments, const char *name) {
    while (fragments->name != NULL && strcmp(fragments->name, name) != 0)
        fragments++;
    return fragments->text;
}

/* Up to the brace that ends it. */
static size_t hole_length(const char *hole) {
    size_t length = 0;
    for (int depth = 1; hole[length] != '\0'; length++) {
        depth += (hole[length] == '{') - (hole[length] == '}');
        if (depth == 0)
            break;
    }
    return length;
}

void text_template(struct text *out, const char *template, size_t length, text_word_fn *put_word,
                   const void *context) {
    const char *end = template + length;
    for (const char *at = template; at < end; at++) {
        if (*at != '{' || at[1] < 'a' || at[1] > 'z' || (at > template && at[-1] == '$')) {
            text_char(out, *at);
            continue;
        }
        struct text hole = TEXT_INIT;
        text_write(&hole, at + 1, hole_length(at + 1));
        at += hole.length + 1;
        char *argument = strchr(hole.data, ':');
        if (argument != NULL)
            *argument++ = '\0';
        put_word(out, hole.data, argument == NULL ? "" : argument, context);
        text_free(&hole);
    }
}
