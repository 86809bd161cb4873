#include "base/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char *read_all(FILE *file, size_t *length, bool *too_large) {
    size_t capacity = 64 * 1024;
    size_t used = 0;
    char *bytes = malloc(capacity);
    while (bytes != NULL) {
        used += fread(bytes + used, 1, capacity - used, file);
        if (used > SOURCE_MAX_BYTES) {
            *too_large = true;
            break;
        }
        if (used < capacity)
            break;
        capacity *= 2;
        char *larger = realloc(bytes, capacity);
        if (larger == NULL)
            free(bytes);
        bytes = larger;
    }
    *length = used;
    return bytes;
}

bool source_read(struct source *source, struct arena *arena, const char *path, const char **problem) {
    const bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = NULL;
    char *bytes = NULL;
    size_t length = 0;
    bool too_large = false;
    const char *reason = NULL;
    struct stat status;
    if (is_stdin)
        path = "standard input";
    if (!is_stdin && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        reason = "it is a folder; name a .fsm file in it";
    else if ((file = is_stdin ? stdin : fopen(path, "rb")) == NULL)
        reason = strerror(errno);
    else if ((bytes = read_all(file, &length, &too_large)) == NULL)
        reason = "out of memory";
    else if (ferror(file))
        reason = strerror(errno);
    else if (too_large)
        reason = arena_printf(arena, "it is larger than %zu MB, which no machine needs",
                              SOURCE_MAX_BYTES / (1024 * 1024));
    else
        source_from_bytes(source, arena, path, bytes, length);
    *problem = reason == NULL ? NULL : arena_printf(arena, "cannot read %s: %s", path, reason);
    free(bytes);
    if (file != NULL && !is_stdin)
        fclose(file);
    return reason == NULL;
}

const char *source_stem(struct arena *arena, const char *path, const char **problem) {
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    size_t length = strlen(name);
    if (length <= 4 || strcmp(name + length - 4, ".fsm") != 0) {
        *problem = arena_printf(arena, "%s: expected the name of a file that ends in .fsm", path);
        return NULL;
    }
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                     c == '.' || c == '-';
        if (!plain) {
            *problem = arena_printf(arena,
                                    "%s: the outputs are named after the file, so its name may only have "
                                    "letters, digits and _ . - in it; rename it",
                                    path);
            return NULL;
        }
    }
    return arena_strndup(arena, name, length - 4);
}

void source_from_bytes(struct source *source, struct arena *arena, const char *path, const char *bytes,
                       size_t length) {
    const char *problem = NULL;
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        bytes += 3;
        length -= 3;
    }
    char *text = arena_alloc(arena, length + 1);
    size_t used = 0;
    size_t lines = 1;
    for (size_t i = 0; i < length; i++) {
        char c = bytes[i];
        if (c == '\r') {
            if (i + 1 < length && bytes[i + 1] == '\n')
                i++;
            c = '\n';
        }
        lines += c == '\n';
        text[used++] = c;
    }
    size_t *offsets = arena_alloc(arena, lines * sizeof *offsets);
    size_t line = 1;
    for (size_t i = 0; i < used; i++)
        if (text[i] == '\n')
            offsets[line++] = i + 1;

    source->path = path;
    source->stem = source_stem(arena, path, &problem);
    source->text = text;
    source->length = used;
    source->line_offsets = offsets;
    source->line_count = lines;
}

/* First bytes of longer characters: how long the character is, and the range of its second byte. */
static const struct {
    unsigned char first, last;
    unsigned char length;
    unsigned char low, high;
} utf8_forms[] = {{0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF}, {0xE1, 0xEC, 3, 0x80, 0xBF},
                  {0xED, 0xED, 3, 0x80, 0x9F}, {0xEE, 0xEF, 3, 0x80, 0xBF}, {0xF0, 0xF0, 4, 0x90, 0xBF},
                  {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F}};

enum { UTF8_FORM_COUNT = sizeof utf8_forms / sizeof utf8_forms[0] };

size_t source_utf8_length(const char *text, size_t left) {
    const unsigned char *p = (const unsigned char *)text;
    size_t form = 0;
    if (p[0] < 0x80)
        return 1;
    while (form < UTF8_FORM_COUNT && p[0] > utf8_forms[form].last)
        form++;
    if (form == UTF8_FORM_COUNT || p[0] < utf8_forms[form].first || left < utf8_forms[form].length ||
        p[1] < utf8_forms[form].low || p[1] > utf8_forms[form].high)
        return 0;
    for (size_t i = 2; i < utf8_forms[form].length; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    return utf8_forms[form].length;
}

bool source_is_bidi(const char *text, size_t left) {
    if (left < 3 || (unsigned char)text[0] != 0xE2)
        return false;
    const unsigned char second = (unsigned char)text[1];
    const unsigned char third = (unsigned char)text[2];
    return (second == 0x80 && third >= 0xAA && third <= 0xAE) ||
           (second == 0x81 && third >= 0xA6 && third <= 0xA9);
}

bool source_find_bad_byte(const struct source *source, size_t *offset) {
    const unsigned char *text = (const unsigned char *)source->text;
    for (size_t i = 0; i < source->length;) {
        size_t length = source_utf8_length(source->text + i, source->length - i);
        bool control = text[i] == 0x7F || (text[i] < ' ' && text[i] != '\t' && text[i] != '\n');
        if (length == 0 || control || source_is_bidi(source->text + i, source->length - i)) {
            *offset = i;
            return true;
        }
        i += length;
    }
    return false;
}

size_t source_line_number(const struct source *source, size_t offset) {
    size_t low = 0;
    size_t high = source->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (source->line_offsets[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low + 1;
}

struct place source_place(const struct source *source, size_t offset) {
    struct place place = {source_line_number(source, offset), 1};
    for (size_t i = source->line_offsets[place.line - 1]; i < offset && i < source->length; i++)
        place.column += ((unsigned char)source->text[i] & 0xC0) != 0x80;
    return place;
}

struct span source_line(const struct source *source, size_t line) {
    size_t start = source->line_offsets[line - 1];
    size_t end = line < source->line_count ? source->line_offsets[line] - 1 : source->length;
    return (struct span){start, end - start};
}
