#include "base/escape.h"

#include "base/source.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_control(unsigned char c) {
    return c < 0x20 || c == 0x7F;
}

/* Always three digits, so that a digit after it is not taken in. */
static void octal(struct text *out, char c) {
    text_printf(out, "\\%03o", (unsigned)(unsigned char)c);
}

/* Most of a text is copied as it is, so it is copied in long pieces. */
static size_t plain_in_c(const char *string, size_t length) {
    size_t i = 0;
    while (i < length && !is_control((unsigned char)string[i]) && string[i] != '"' && string[i] != '\\' &&
           string[i] != '?' && (unsigned char)string[i] != 0xE2)
        i++;
    return i;
}

void escape_c_string(struct text *out, const char *string, size_t length) {
    text_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        size_t plain = plain_in_c(string + i, length - i);
        text_write(out, string + i, plain);
        i += plain;
        if (i == length)
            break;
        char c = string[i];
        if (source_is_bidi(string + i, length - i)) {
            octal(out, string[i]);
            octal(out, string[i + 1]);
            octal(out, string[i + 2]);
            i += 2;
        } else if (c == '\n') {
            text_put(out, "\\n");
        } else if (is_control((unsigned char)c)) {
            octal(out, c);
        } else if (c == '"' || c == '\\' || (c == '?' && i > 0 && string[i - 1] == '?')) {
            text_char(out, '\\'); /* the second of two question marks could begin a trigraph */
            text_char(out, c);
        } else {
            text_char(out, c);
        }
    }
    text_char(out, '"');
}

void escape_c_comment(struct text *out, const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char c = line[i];
        char before = i > 0 ? line[i - 1] : '\0';
        if (source_is_bidi(line + i, length - i)) {
            text_put(out, "\xEF\xBF\xBD"); /* U+FFFD, which stands for what cannot be shown */
            i += 2;
            continue;
        }
        if ((before == '*' && c == '/') || (before == '/' && c == '*') || (before == '?' && c == '?'))
            text_char(out, ' ');
        text_char(out, is_control((unsigned char)c) ? ' ' : c);
    }
}

void escape_sql_comment(struct text *out, const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) /* to PostgreSQL a carriage return ends a comment, too */
        text_char(out, is_control((unsigned char)line[i]) ? ' ' : line[i]);
}

void escape_lines(struct text *out, const char *prefix, const char *string, escape_line_fn *line) {
    size_t prefix_length = strlen(prefix);
    while (prefix_length > 0 && prefix[prefix_length - 1] == ' ')
        prefix_length--;
    for (;;) {
        size_t length = strcspn(string, "\n");
        if (length > 0) {
            text_put(out, prefix);
            line(out, string, length);
        } else {
            text_write(out, prefix, prefix_length);
        }
        text_char(out, '\n');
        if (string[length] == '\0')
            return;
        string += length + 1;
    }
}

void escape_doubled(struct text *out, const char *string, const char *special) {
    for (size_t plain; *string != '\0'; string += plain) {
        plain = strcspn(string, special);
        text_write(out, string, plain);
        if (string[plain] != '\0') {
            text_char(out, string[plain]);
            text_char(out, string[plain++]);
        }
    }
}

void escape_sql_literal(struct text *out, const char *string) {
    text_char(out, '\'');
    escape_doubled(out, string, "'");
    text_char(out, '\'');
}

static bool is_plain(const char *name) {
    if ((name[0] < 'a' || name[0] > 'z') && name[0] != '_')
        return false;
    while ((*name >= 'a' && *name <= 'z') || (*name >= '0' && *name <= '9') || *name == '_')
        name++;
    return *name == '\0';
}

/* Asked of every name in every output, of words that fill a page. */
static bool is_word_of(const char *words, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = words; (at = strstr(at, name)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

void escape_sql_identifier(struct text *out, const char *name, const char *reserved, char quote) {
    const char quotes[] = {quote, '\0'};
    if (is_plain(name) && !is_word_of(reserved, name)) {
        text_put(out, name);
        return;
    }
    text_char(out, quote);
    escape_doubled(out, name, quotes);
    text_char(out, quote);
}

/* Whether the tag would end the quote before the one behind the body does, also by a `$` of that one. */
static bool is_ended_by(const char *body, const char *tag) {
    const size_t length = strlen(body), open = strlen(tag) - 1;
    return strstr(body, tag) != NULL || (length >= open && strncmp(body + length - open, tag, open) == 0);
}

void escape_dollar_quote(struct text *out, const char *body) {
    char tag[32] = "$pawl$";
    for (unsigned number = 1; is_ended_by(body, tag); number++)
        snprintf(tag, sizeof tag, "$pawl%u$", number);
    text_put(out, tag);
    text_put(out, body);
    text_put(out, tag);
}

/* Each character that one of `shown` begins with as what follows it there; the last of them is NULL. */
static void put_shown(struct text *out, const char *string, size_t length, const char *const *shown) {
    for (const char *end = string + length; string < end; string++) {
        size_t i = 0;
        while (shown[i] != NULL && shown[i][0] != *string)
            i++;
        if (shown[i] != NULL)
            text_put(out, shown[i] + 1);
        else
            text_char(out, is_control((unsigned char)*string) ? ' ' : *string);
    }
}

/*
 * DOT reads HTML entities in strings, too, so an ampersand is always written as one. Of a tip, it reads the
 * backslashes twice: first for breaks of lines, then for \N, \G and others, which stand for the name of a
 * node or graph.
 */
void escape_dot_tip(struct text *out, const char *string) {
    static const char *const shown[] = {"\n\\n", "&&amp;", "\"\\\"", "\\\\\\\\\\", NULL};
    text_char(out, '"');
    put_shown(out, string, strlen(string), shown);
    text_char(out, '"');
}

void escape_dot_html(struct text *out, const char *string, size_t length) {
    static const char *const shown[] = {"\n<br/>", "&&amp;", "<&lt;", ">&gt;", "\\\\\\", NULL};
    put_shown(out, string, length, shown); /* a single backslash would begin \N or \G, also in HTML */
}

/*
 * Mermaid has no escape that all its labels understand, so what means something to it or to its Markdown is
 * shown by a character that looks alike. At the beginning of a line, a joiner of no width keeps it from being
 * an item of a list or a heading.
 */
void escape_mermaid(struct text *out, const char *string) {
    static const char *const alike[] = {"\"\xE2\x80\x9D",
                                        "$\xEF\xBC\x84",
                                        "%\xEF\xBC\x85",
                                        "&\xEF\xBC\x86",
                                        "*\xE2\x88\x97",
                                        ":\xE2\x88\xB6",
                                        ";\xCD\xBE",
                                        "<\xE2\x80\xB9",
                                        ">\xE2\x80\xBA",
                                        "\\\xE2\x88\x96",
                                        "_\xEF\xBC\xBF",
                                        "`\xCB\x8B",
                                        NULL};
    if (isdigit((unsigned char)*string) || (*string != '\0' && strchr("-+#", *string) != NULL))
        text_put(out, "\xE2\x81\xA0");
    put_shown(out, string, strlen(string), alike);
}

void escape_html(struct text *out, const char *string) {
    static const char *const shown[] = {"\n\n", "&&amp;", "<&lt;", ">&gt;", "\"&quot;", NULL};
    put_shown(out, string, strlen(string), shown);
}

/* Stops at the end of the string, too. */
static bool is_plain_json(char c) {
    return c >= ' ' && c < 0x7F && c != '"' && c != '\\';
}

void escape_json(struct text *out, const char *string) {
    size_t left = strlen(string);
    text_char(out, '"');
    while (left > 0) {
        size_t plain = 0;
        while (is_plain_json(string[plain]))
            plain++;
        text_write(out, string, plain);
        string += plain;
        left -= plain;
        if (left == 0)
            break;
        size_t length = source_utf8_length(string, left);
        if (length == 0)
            text_put(out, "\xEF\xBF\xBD");
        else if (*string == '\n')
            text_put(out, "\\n");
        else if (is_control((unsigned char)*string))
            text_printf(out, "\\u%04x", (unsigned)*string);
        else if (*string == '"' || *string == '\\')
            text_printf(out, "\\%c", *string);
        else
            text_write(out, string, length);
        string += length == 0 ? 1 : length;
        left -= length == 0 ? 1 : length;
    }
    text_char(out, '"');
}

/* Backslashes mean themselves, but for those right before a character that a backslash protects. */
void escape_make_path(struct text *out, const char *path) {
    size_t backslashes = 0;
    for (; *path != '\0'; path++) {
        if (*path == ' ' || *path == '\t' || *path == '#' || *path == ':') {
            for (; backslashes > 0; backslashes--)
                text_char(out, '\\');
            text_char(out, '\\');
        } else if (*path == '$') {
            text_char(out, '$');
        }
        backslashes = *path == '\\' ? backslashes + 1 : 0;
        text_char(out, *path);
    }
}
