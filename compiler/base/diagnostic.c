#include "base/diagnostic.h"

#include "base/terminal.h"
#include "base/warnings.h"

#include <stdlib.h>
#include <string.h>

/* Beyond these, findings are counted but not kept: a broken file must not eat the memory. */
enum { DIAGNOSTICS_KEPT = 1000 };

/* A message is cut there: it may name what nobody would take for a name. */
enum { MESSAGE_BYTES = 2000 };
#define CUT " ..."

/* A line that is longer is shown in part, around the place. */
enum { LINE_BYTES_SHOWN = 200, LINE_BYTES_BEFORE = 80 };

const struct diagnostic_kind diagnostic_kinds[] = {
#define DIAGNOSTIC(identifier, code, severity, title) {code, title, SEVERITY_##severity},
#include "base/diagnostic.def"
};

const struct message messages[] = {
#define MESSAGE(identifier, code, text, note, help) {DIAGNOSTIC_##code, text, note, help},
#include "base/messages.def"
};

void diagnostics_init(struct diagnostics *diagnostics, struct arena *arena, const struct source *source) {
    *diagnostics = (struct diagnostics){.arena = arena, .source = source};
}

bool diagnostic_find(const char *code, enum diagnostic_code *found) {
    for (int i = 0; i < DIAGNOSTIC_COUNT; i++)
        if (strcmp(diagnostic_kinds[i].code, code) == 0) {
            *found = (enum diagnostic_code)i;
            return true;
        }
    return false;
}

void diagnostics_allow(struct diagnostics *diagnostics, enum diagnostic_code code, bool allowed) {
    diagnostics->allowed[code] = allowed;
}

/* Writes so much of the text as there is room for, and returns how long all of it is. */
static size_t fill(char *out, size_t room, const char *text, const char *const *words) {
    size_t length = 0;
    while (*text != '\0') {
        bool is_word = words != NULL && *text == '%';
        const char *piece = is_word ? words[text[1] - '1'] : text;
        size_t size = is_word || words == NULL ? strlen(piece) : strcspn(piece, "%");
        if (length < room)
            memcpy(out + length, piece, size < room - length ? size : room - length);
        length += size;
        text += is_word ? strlen("%1") : size;
    }
    return length;
}

const char *message_fill(struct arena *arena, const char *text, const char *const *words) {
    size_t length = fill(NULL, 0, text, words);
    size_t room = length <= MESSAGE_BYTES ? length : MESSAGE_BYTES;
    char *filled = arena_alloc(arena, room + sizeof CUT);
    fill(filled, room, text, words);
    if (length > MESSAGE_BYTES) {
        char *end = filled + room;
        while (((unsigned char)end[-1] & 0xC0) == 0x80)
            end--;
        end -= ((unsigned char)end[-1] & 0x80) != 0; /* the first byte of what is not whole any more */
        strcpy(end, CUT);
    }
    return filled;
}

/* NULL where it is not reported, or not kept. */
static struct diagnostic *add(struct diagnostics *diagnostics, enum diagnostic_code code, struct span at) {
    diagnostics->muted =
        (diagnostic_kinds[code].severity == SEVERITY_WARNING && diagnostics->allowed[code]) ||
        !warnings_report(diagnostics->warnings, code);
    if (diagnostics->muted)
        return NULL;
    if (diagnostic_kinds[code].severity == SEVERITY_ERROR)
        diagnostics->error_count++;
    else if (warnings_is_error(diagnostics->warnings, code))
        diagnostics->promoted_count++;
    else
        diagnostics->warning_count++;
    if (diagnostics->count++ >= DIAGNOSTICS_KEPT)
        return NULL;
    struct diagnostic *diagnostic = arena_alloc(diagnostics->arena, sizeof *diagnostic);
    diagnostic->code = code;
    diagnostic->at = at;
    diagnostic->order = diagnostics->count;
    if (diagnostics->last == NULL)
        diagnostics->first = diagnostic;
    else
        diagnostics->last->next = diagnostic;
    diagnostics->last = diagnostic;
    return diagnostic;
}

void diagnose_message(struct diagnostics *diagnostics, const struct message *message, struct span at,
                      struct span note_at, const char *const *words) {
    struct diagnostic *added = add(diagnostics, message->code, at);
    if (added == NULL)
        return;
    added->message = message_fill(diagnostics->arena, message->text, words);
    if (message->note != NULL && note_at.length > 0)
        added->note = message_fill(diagnostics->arena, message->note, words);
    added->note_at = note_at;
    if (message->help != NULL)
        added->help = message_fill(diagnostics->arena, message->help, words);
}

void diagnose_beside(struct diagnostics *diagnostics, enum message_number message, struct span at,
                     struct span note_at, const char *const *words) {
    diagnose_message(diagnostics, &messages[message], at, note_at, words);
}

void diagnose(struct diagnostics *diagnostics, enum message_number message, struct span at,
              const char *const *words) {
    diagnose_message(diagnostics, &messages[message], at, (struct span){0}, words);
}

void diagnose_help(struct diagnostics *diagnostics, enum message_number message, const char *const *words) {
    if (!diagnostics->muted && diagnostics->count <= DIAGNOSTICS_KEPT)
        diagnostics->last->help = message_fill(diagnostics->arena, messages[message].help, words);
}

void diagnose_meant(struct diagnostics *diagnostics, const char *prefix, const char *nearest) {
    if (nearest != NULL)
        diagnose_help(diagnostics, MESSAGE_MEANT, WORDS(prefix, nearest));
}

const char *number_word(struct diagnostics *diagnostics, size_t number) {
    return arena_printf(diagnostics->arena, "%zu", number);
}

bool diagnostics_full(const struct diagnostics *diagnostics) {
    return diagnostics->count >= DIAGNOSTICS_KEPT;
}

static int by_place(const void *left, const void *right) {
    const struct diagnostic *a = *(const struct diagnostic *const *)left;
    const struct diagnostic *b = *(const struct diagnostic *const *)right;
    if (a->at.offset != b->at.offset)
        return a->at.offset < b->at.offset ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

static bool inside_character(const struct source *source, size_t offset) {
    return ((unsigned char)source->text[offset] & 0xC0) == 0x80;
}

/* Only ASCII control characters and, in a file that is not UTF-8, all high bytes can spoil a terminal. */
static void print_bytes(const struct source *source, struct span span, bool utf8, FILE *file) {
    for (size_t i = span.offset; i < span.offset + span.length; i++) {
        unsigned char c = (unsigned char)source->text[i];
        bool plain = c == '\t' || (c >= ' ' && c < 0x7F) || (c >= 0x80 && utf8);
        fputc(plain ? c : '?', file);
    }
}

static void print_source_line(const struct source *source, struct span at, bool utf8, const char *colour_on,
                              const char *colour_off, FILE *file) {
    struct place place = source_place(source, at.offset);
    struct span line = source_line(source, place.line);
    size_t start = line.offset;
    size_t end = line.offset + line.length;
    bool cut_before = false;
    bool cut_after = false;
    if (line.length > LINE_BYTES_SHOWN) {
        if (at.offset - start > LINE_BYTES_BEFORE) {
            start = at.offset - LINE_BYTES_BEFORE;
            cut_before = true;
        }
        if (end - start > LINE_BYTES_SHOWN) {
            end = start + LINE_BYTES_SHOWN;
            cut_after = true;
        }
        while (start < at.offset && inside_character(source, start))
            start++;
        while (end > at.offset && cut_after && inside_character(source, end))
            end--;
    }
    fprintf(file, "%5zu | %s", place.line, cut_before ? "..." : "");
    print_bytes(source, (struct span){start, end - start}, utf8, file);
    fprintf(file, "%s\n      | %s", cut_after ? "..." : "", cut_before ? "   " : "");
    for (size_t i = start; i < at.offset && i < end; i++)
        if (!utf8 || !inside_character(source, i))
            fputc(source->text[i] == '\t' ? '\t' : ' ', file);
    fprintf(file, "%s^", colour_on);
    for (size_t i = at.offset + 1; i < at.offset + at.length && i < end; i++)
        if (!utf8 || !inside_character(source, i))
            fputc('~', file);
    fprintf(file, "%s\n", colour_off);
}

bool diagnostic_is_error(const struct diagnostics *diagnostics, const struct diagnostic *diagnostic) {
    return warnings_is_error(diagnostics->warnings, diagnostic->code);
}

static void print_one(const struct diagnostics *diagnostics, const struct diagnostic *diagnostic, bool colour,
                      FILE *file) {
    const struct source *source = diagnostics->source;
    bool utf8 = diagnostic->code != DIAGNOSTIC_BAD_BYTE;
    bool warning = diagnostic_kinds[diagnostic->code].severity == SEVERITY_WARNING;
    bool error = diagnostic_is_error(diagnostics, diagnostic);
    const char *bold = colour ? "\033[1m" : "";
    const char *severity = !colour ? "" : error ? COLOUR_ERROR : COLOUR_WARNING;
    const char *blue = colour ? "\033[1;36m" : "";
    const char *off = colour ? COLOUR_END : "";

    struct place place = source_place(source, diagnostic->at.offset);
    fprintf(file, "%s%s:%zu:%zu:%s %s%s[%s]:%s %s%s\n", bold, source->path, place.line, place.column, off,
            severity, error ? "error" : "warning", diagnostic_kinds[diagnostic->code].code, off,
            diagnostic->message, warning && error ? " [-Werror]" : "");
    print_source_line(source, diagnostic->at, utf8, severity, off, file);
    if (diagnostic->note != NULL) {
        place = source_place(source, diagnostic->note_at.offset);
        fprintf(file, "%s%s:%zu:%zu:%s %snote:%s %s\n", bold, source->path, place.line, place.column, off,
                blue, off, diagnostic->note);
        print_source_line(source, diagnostic->note_at, utf8, blue, off, file);
    }
    if (diagnostic->help != NULL)
        fprintf(file, "%shelp:%s %s\n", blue, off, diagnostic->help);
}

size_t diagnostics_sorted(const struct diagnostics *diagnostics, const struct diagnostic ***sorted) {
    size_t kept = diagnostics->count < DIAGNOSTICS_KEPT ? diagnostics->count : DIAGNOSTICS_KEPT;
    size_t used = 0;
    *sorted = arena_alloc(diagnostics->arena, kept * sizeof(**sorted));
    for (const struct diagnostic *diagnostic = diagnostics->first; diagnostic != NULL;
         diagnostic = diagnostic->next)
        (*sorted)[used++] = diagnostic;
    qsort(*sorted, kept, sizeof(**sorted), by_place);
    return kept;
}

void diagnostics_print(const struct diagnostics *diagnostics, bool colour, FILE *file) {
    const struct diagnostic **sorted;
    size_t kept = diagnostics_sorted(diagnostics, &sorted);
    size_t shown = kept < DIAGNOSTICS_SHOWN ? kept : DIAGNOSTICS_SHOWN;
    for (size_t i = 0; i < shown; i++)
        print_one(diagnostics, sorted[i], colour, file);
    if (diagnostics->count > shown)
        fprintf(file, "%s: and %zu more\n", diagnostics->source->path, diagnostics->count - shown);
}
