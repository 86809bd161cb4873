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
    FILE *file = NULL;
    char *bytes = NULL;
    size_t length = 0;
    bool too_large = false;
    bool done = false;
    struct stat status;

    bool is_stdin = strcmp(path, "-") == 0;

    *problem = NULL;
    if (is_stdin)
        path = "standard input";
    if (!is_stdin && stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        *problem = arena_printf(arena, "cannot read %s: it is a folder; name a .fsm file in it", path);
        goto out;
    }
    file = is_stdin ? stdin : fopen(path, "rb");
    if (file == NULL) {
        *problem = arena_printf(arena, "cannot read %s: %s", path, strerror(errno));
        goto out;
    }
    bytes = read_all(file, &length, &too_large);
    if (bytes == NULL) {
        *problem = arena_printf(arena, "cannot read %s: out of memory", path);
        goto out;
    }
    if (ferror(file)) {
        *problem = arena_printf(arena, "cannot read %s: %s", path, strerror(errno));
        goto out;
    }
    if (too_large) {
        *problem = arena_printf(arena, "cannot read %s: it is larger than %zu MB, which no machine needs",
                                path, SOURCE_MAX_BYTES / (1024 * 1024));
        goto out;
    }
    source_from_bytes(source, arena, path, bytes, length);
    done = true;
out:
    free(bytes);
    if (file != NULL && !is_stdin)
        fclose(file);
    return done;
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

size_t source_utf8_length(const char *text, size_t left) {
    const unsigned char *p = (const unsigned char *)text;
    unsigned low = 0x80;
    unsigned high = 0xBF;
    size_t length;
    if (p[0] < 0x80)
        return 1;
    if (p[0] >= 0xC2 && p[0] <= 0xDF) {
        length = 2;
    } else if (p[0] >= 0xE0 && p[0] <= 0xEF) {
        length = 3;
        if (p[0] == 0xE0)
            low = 0xA0;
        if (p[0] == 0xED)
            high = 0x9F;
    } else if (p[0] >= 0xF0 && p[0] <= 0xF4) {
        length = 4;
        if (p[0] == 0xF0)
            low = 0x90;
        if (p[0] == 0xF4)
            high = 0x8F;
    } else {
        return 0;
    }
    if (left < length || p[1] < low || p[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

bool source_find_bad_byte(const struct source *source, size_t *offset) {
    const unsigned char *text = (const unsigned char *)source->text;
    for (size_t i = 0; i < source->length;) {
        size_t length = source_utf8_length(source->text + i, source->length - i);
        bool control = text[i] == 0x7F || (text[i] < ' ' && text[i] != '\t' && text[i] != '\n');
        if (length == 0 || control) {
            *offset = i;
            return true;
        }
        i += length;
    }
    return false;
}

struct place source_place(const struct source *source, size_t offset) {
    size_t low = 0;
    size_t high = source->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (source->line_offsets[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    struct place place = {low + 1, 1};
    for (size_t i = source->line_offsets[low]; i < offset && i < source->length; i++)
        place.column += ((unsigned char)source->text[i] & 0xC0) != 0x80;
    return place;
}

struct span source_line(const struct source *source, size_t line) {
    size_t start = source->line_offsets[line - 1];
    size_t end = line < source->line_count ? source->line_offsets[line] - 1 : source->length;
    return (struct span){start, end - start};
}
