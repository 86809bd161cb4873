#include "resolve/references.h"

#include "base/text.h"

#include <string.h>
#include <strings.h>

struct reference_scanner reference_scanner(const char *text, bool comments_nest) {
    return (struct reference_scanner){.text = text, .comments_nest = comments_nest};
}

static bool begins_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}

static bool in_word(char c) {
    return begins_word(c) || (c >= '0' && c <= '9');
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

static size_t word_end(const char *text, size_t at) {
    while (in_word(text[at]))
        at++;
    return at;
}

/* Behind the closing quote, or at the end of the text; a doubled quote stands for itself. */
static size_t quoted_end(const char *text, size_t at, bool escapes) {
    char quote = text[at++];
    while (text[at] != '\0') {
        if (escapes && text[at] == '\\' && text[at + 1] != '\0')
            at += 2;
        else if (text[at] != quote)
            at++;
        else if (text[at + 1] == quote)
            at += 2;
        else
            return at + 1;
    }
    return at;
}

/* Behind $tag$ ... $tag$; behind the dollar where none begins here, as in $1. */
static size_t dollar_end(const char *text, size_t at) {
    size_t tag = at + 1;
    while (in_word(text[tag]) && !(tag == at + 1 && text[tag] >= '0' && text[tag] <= '9'))
        tag++;
    if (text[tag] != '$')
        return at + 1;
    size_t length = tag + 1 - at;
    for (size_t end = tag + 1; text[end] != '\0'; end++)
        if (strncmp(text + end, text + at, length) == 0)
            return end + length;
    return tag + 1 + strlen(text + tag + 1);
}

static size_t comment_end(const char *text, size_t at, bool nests) {
    size_t depth = 0;
    do {
        if (text[at] == '/' && text[at + 1] == '*' && (nests || depth == 0)) {
            depth++;
            at += 2;
        } else if (text[at] == '*' && text[at + 1] == '/') {
            depth--;
            at += 2;
        } else {
            at++;
        }
    } while (depth > 0 && text[at] != '\0');
    return at;
}

/* Where what begins here and is no SQL of its own ends: quotes, comments; `at` where nothing does. */
static size_t opaque_end(const struct reference_scanner *scanner, size_t at) {
    const char *text = scanner->text;
    switch (text[at]) {
    case '\'':
        return quoted_end(text, at,
                          at > 0 && (text[at - 1] | 0x20) == 'e' && (at == 1 || !in_word(text[at - 2])));
    case '"':
    case '`':
        return quoted_end(text, at, false);
    case '$':
        return at > 0 && in_word(text[at - 1]) ? at : dollar_end(text, at);
    case '-':
        return text[at + 1] == '-' ? at + strcspn(text + at, "\n") : at;
    case '/':
        return text[at + 1] == '*' ? comment_end(text, at, scanner->comments_nest) : at;
    default:
        return at;
    }
}

/* Whether the bracket here opens an array constructor: behind `array`, or as an element of another one. */
static bool opens_array(const struct reference_scanner *scanner, size_t at) {
    const char *text = scanner->text;
    while (at > 0 && is_blank(text[at - 1]))
        at--;
    if (at == 0)
        return false;
    if (scanner->arrays > 0 && (text[at - 1] == '[' || text[at - 1] == ','))
        return true;
    return at >= 5 && strncasecmp(text + at - 5, "array", 5) == 0 && (at == 5 || !in_word(text[at - 6]));
}

/* Behind the bracket that closes the one here. */
static size_t subscript_end(const struct reference_scanner *scanner, size_t at) {
    size_t depth = 0;
    do {
        size_t end = opaque_end(scanner, at);
        if (end > at) {
            at = end;
            continue;
        }
        if (scanner->text[at] == '[')
            depth++;
        else if (scanner->text[at] == ']')
            depth--;
        at++;
    } while (depth > 0 && scanner->text[at] != '\0');
    return at;
}

bool next_reference(struct reference_scanner *scanner, struct scanned_reference *reference) {
    const char *text = scanner->text;
    while (text[scanner->at] != '\0') {
        size_t at = scanner->at;
        size_t end = opaque_end(scanner, at);
        if (end > at) {
            scanner->at = end;
        } else if (text[at] == '[' && !opens_array(scanner, at)) {
            scanner->at = subscript_end(scanner, at);
        } else if (text[at] == ':' && text[at + 1] == ':') {
            scanner->at = at + 2;
        } else if (text[at] == ':' && begins_word(text[at + 1])) {
            end = word_end(text, at + 1);
            *reference = (struct scanned_reference){.offset = at};
            if (text[end] == '.' && begins_word(text[end + 1])) {
                reference->owner_length = end - at - 1;
                end = word_end(text, end + 1);
            }
            reference->length = end - at;
            scanner->at = end;
            return true;
        } else {
            if (text[at] == '[')
                scanner->arrays++;
            else if (text[at] == ']' && scanner->arrays > 0)
                scanner->arrays--;
            scanner->at = at + 1;
        }
    }
    return false;
}

size_t first_statement(const char *text, bool comments_nest) {
    const struct reference_scanner scanner = reference_scanner(text, comments_nest);
    size_t at = 0;
    for (;;) {
        bool is_comment = text[at] == '-' || text[at] == '/';
        size_t end = is_blank(text[at]) ? at + 1 : is_comment ? opaque_end(&scanner, at) : at;
        if (end == at)
            return at;
        at = end;
    }
}

bool has_word(const char *text, bool comments_nest, const char *word) {
    const struct reference_scanner scanner = reference_scanner(text, comments_nest);
    const size_t length = strlen(word);
    size_t at = 0;
    while (text[at] != '\0') {
        size_t end = opaque_end(&scanner, at);
        if (end == at && in_word(text[at])) {
            end = word_end(text, at);
            if (end - at == length && strncasecmp(text + at, word, length) == 0)
                return true;
        }
        at = end > at ? end : at + 1;
    }
    return false;
}

static bool is_one_of(const char *const *words, const char *word, size_t length) {
    for (; *words != NULL; words++)
        if (strlen(*words) == length && strncasecmp(word, *words, length) == 0)
            return true;
    return false;
}

struct scanned_reference other_clock(const char *text, bool comments_nest) {
    static const char *const words[] = {"current_timestamp",
                                        "current_date",
                                        "current_time",
                                        "localtimestamp",
                                        "localtime",
                                        "transaction_timestamp",
                                        "statement_timestamp",
                                        "clock_timestamp",
                                        "timeofday",
                                        "sysdate",
                                        "curdate",
                                        "curtime",
                                        "utc_date",
                                        "utc_time",
                                        "utc_timestamp",
                                        "unix_timestamp",
                                        NULL};
    static const char *const literals[] = {"'now'", "'today'", "'tomorrow'", "'yesterday'", NULL};
    const struct reference_scanner scanner = reference_scanner(text, comments_nest);
    size_t at = 0;
    while (text[at] != '\0') {
        size_t end = opaque_end(&scanner, at);
        bool is_found = end > at && is_one_of(literals, text + at, end - at);
        if (end == at && in_word(text[at])) {
            end = word_end(text, at);
            const bool is_call = text[end + strspn(text + end, " \t\n")] == '(';
            const bool is_name = at > 0 && (text[at - 1] == ':' || text[at - 1] == '.');
            is_found = !is_name && (is_one_of(words, text + at, end - at) ||
                                    (is_call && end - at == 3 && strncasecmp(text + at, "now", 3) == 0));
        }
        if (is_found)
            return (struct scanned_reference){.offset = at, .length = end - at};
        at = end > at ? end : at + 1;
    }
    return (struct scanned_reference){0};
}

size_t second_statement(const char *text, bool comments_nest) {
    const struct reference_scanner scanner = reference_scanner(text, comments_nest);
    bool has_ended = false;
    size_t at = 0;
    while (text[at] != '\0') {
        size_t end = opaque_end(&scanner, at);
        bool is_comment = end > at && (text[at] == '-' || text[at] == '/');
        if (text[at] == ';')
            has_ended = true;
        else if (has_ended && !is_comment && !is_blank(text[at]))
            return at;
        at = end > at ? end : at + 1;
    }
    return at;
}

/* As opaque_end, but as the dialect has it, to the byte: what one database quotes is SQL to another. */
static size_t quoted_or_comment_end(const char *text, size_t at, const struct dialect *dialect) {
    const struct reference_scanner scanner = reference_scanner(text, dialect->comments_nest);
    switch (text[at]) {
    case '\'':
        return dialect->dollars_quote ? opaque_end(&scanner, at) : quoted_end(text, at, false);
    case '`':
        return dialect->backticks_quote ? quoted_end(text, at, false) : at;
    case '$':
        return dialect->dollars_quote ? opaque_end(&scanner, at) : at;
    case '#':
        return dialect->hash_comments ? at + strcspn(text + at, "\n") : at;
    case '-':
        return dialect->hash_comments && text[at + 1] == '-' && !is_blank(text[at + 2])
                   ? at
                   : opaque_end(&scanner, at);
    default:
        return opaque_end(&scanner, at);
    }
}

size_t shell_command(const char *text, const struct dialect *dialect) {
    size_t at = 0;
    while (dialect->shell != NULL && text[at] != '\0') {
        const size_t end = quoted_or_comment_end(text, at, dialect);
        const char *ends = dialect->shell_ends;
        if (end == at && (text[at] == '\\' || (ends != NULL && strncmp(text + at, ends, strlen(ends)) == 0)))
            return at;
        at = end > at ? end : at + 1;
    }
    return strlen(text);
}

size_t open_quote(const char *text, const struct dialect *dialect) {
    struct text longer = TEXT_INIT; /* what is not closed takes in what comes behind it */
    const size_t length = strlen(text);
    text_printf(&longer, "%s\n ", text);
    size_t at = 0;
    while (at < length && !text_failed(&longer)) {
        const size_t end = quoted_or_comment_end(longer.data, at, dialect);
        if (end > length + 1)
            break;
        at = end > at ? end : at + 1;
    }
    text_free(&longer);
    return at < length ? at : length;
}
