#include "core/driver.h"

#include "core/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/*
 * What parameters may hold is decided here and not by the databases: PostgreSQL would report an error where
 * SQLite, which keeps most types as text, would take anything.
 */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static enum pawl_status complain_of_value(struct complaint *complaint, const char *problem,
                                          const char *help) {
    snprintf(complaint->problem, sizeof complaint->problem, "%s", problem);
    complaint->help = help;
    return PAWL_MISUSE;
}

enum pawl_status actor_check(const char *actor, struct complaint *complaint) {
    if (actor && strlen(actor) > PAWL_ACTOR_MAX_BYTES)
        return complain_of_value(complaint, "longer than 255 bytes", "name it shorter");
    if (actor && !text_is_utf8(actor))
        return complain_of_value(complaint, "not valid UTF-8", "convert it to UTF-8 first");
    return PAWL_OK;
}

/* ---- traces ------------------------------------------------------------------------------------- */

/* A traceparent of W3C: version, trace, parent and flags. */
static bool is_trace(const char *text) {
    static const char form[] = "vv-tttttttttttttttttttttttttttttttt-pppppppppppppppp-ff";
    bool has_trace = false, has_parent = false;
    for (size_t i = 0; i < PAWL_TRACE_BYTES; i++) {
        const bool is_upper = text[i] >= 'A' && text[i] <= 'F';
        if (form[i] == '-' ? text[i] != '-' : !is_hex(text[i]) || is_upper)
            return false;
        has_trace |= form[i] == 't' && text[i] != '0';
        has_parent |= form[i] == 'p' && text[i] != '0';
    }
    return !text[PAWL_TRACE_BYTES] && has_trace && has_parent && strncmp(text, "ff", 2) != 0;
}

const char *actor_trace(const char *actor) {
    const size_t length = actor ? strlen(actor) : 0;
    if (length <= PAWL_TRACE_BYTES)
        return NULL;
    const char *trace = actor + length - PAWL_TRACE_BYTES;
    return trace[-1] == ' ' && is_trace(trace) ? trace : NULL;
}

size_t actor_name_length(const char *actor) {
    const char *trace = actor_trace(actor);
    return trace ? (size_t)(trace - 1 - actor) : strlen(actor);
}

char *actor_name(struct results *memory, const char *actor) {
    const size_t length = actor_name_length(actor);
    char *name = results_alloc(memory, length + 1);
    if (name)
        snprintf(name, length + 1, "%s", actor);
    return name;
}

char *actor_with_trace(struct results *memory, const char *name, const char *trace) {
    const size_t size = strlen(name) + PAWL_TRACE_BYTES + 2;
    char *actor = results_alloc(memory, size);
    if (actor)
        snprintf(actor, size, "%s %s", name, trace);
    return actor;
}

enum pawl_status trace_check(const char *trace, struct complaint *complaint) {
    return is_trace(trace)
               ? PAWL_OK
               : complain_of_value(
                     complaint, "no traceparent",
                     "pass 00-, 32 hexadecimal digits, -, 16 digits, - and 2 digits, in small letters");
}

/* ---- numeric ------------------------------------------------------------------------------------ */

/* As PostgreSQL writes a numeric: no plus, no minus before nothing, a digit before the point. */
static enum pawl_status settle_numeric(struct results *memory, struct value *value,
                                       struct complaint *complaint) {
    const char *text = value->text;
    bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    const char *whole = text;
    while (is_digit(*text))
        text++;
    size_t whole_length = (size_t)(text - whole);
    bool point = *text == '.';
    const char *fraction = text += point;
    while (is_digit(*text))
        text++;
    size_t fraction_length = (size_t)(text - fraction);
    if (*text != '\0' || whole_length + fraction_length == 0)
        return complain_of_value(complaint, "no decimal number",
                                 "write digits, a point and digits, such as -12.50, without an exponent");
    for (; whole_length > 0 && *whole == '0'; whole_length--)
        whole++;
    bool adds_zero = whole_length == 0;
    if (adds_zero + whole_length + fraction_length > PAWL_NUMERIC_MAX_DIGITS)
        return complain_of_value(complaint, "a number of too many digits", "round it to 1000 digits at most");
    if (adds_zero && strspn(fraction, "0") == fraction_length)
        negative = false;
    size_t size = sizeof "-0." + whole_length + fraction_length;
    char *settled = results_alloc(memory, size);
    if (!settled)
        return PAWL_NOMEM;
    snprintf(settled, size, "%s%s%.*s%s%s", negative ? "-" : "", adds_zero ? "0" : "", (int)whole_length,
             whole, fraction_length > 0 ? "." : "", fraction);
    value->text = settled;
    return PAWL_OK;
}

/* Without the zeros at the end of its fraction, and without the point where nothing is left of that. */
static size_t significant_length(const char *numeric) {
    size_t length = strlen(numeric);
    if (!strchr(numeric, '.'))
        return length;
    while (numeric[length - 1] == '0')
        length--;
    return numeric[length - 1] == '.' ? length - 1 : length;
}

/* ---- uuid --------------------------------------------------------------------------------------- */

bool uuid_lower(const char *text, char lower[UUID_LENGTH + 1]) {
    for (size_t i = 0; i < UUID_LENGTH; i++) {
        const char c = text[i];
        const bool is_hyphen = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_hyphen ? c != '-' : !is_hex(c))
            return false;
        lower[i] = (char)(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
    }
    lower[UUID_LENGTH] = '\0';
    return true;
}

static enum pawl_status settle_uuid(struct results *memory, struct value *value,
                                    struct complaint *complaint) {
    char lower[UUID_LENGTH + 1];
    if (!uuid_lower(value->text, lower) || value->text[UUID_LENGTH] != '\0')
        return complain_of_value(complaint, "no UUID",
                                 "write it as 6ba7b810-9dad-11d1-80b4-00c04fd430c8, without braces");
    value->text = results_strdup(memory, lower);
    return value->text ? PAWL_OK : PAWL_NOMEM;
}

/* ---- json, by the grammar of RFC 8259 ------------------------------------------------------------ */

static void skip_blanks(const char **text) {
    *text += strspn(*text, " \t\n\r");
}

static bool json_digits(const char **text) {
    const char *start = *text;
    while (is_digit(**text))
        ++*text;
    return *text > start;
}

static bool json_number(const char **text) {
    *text += **text == '-';
    if (**text == '0')
        ++*text;
    else if (!json_digits(text))
        return false;
    if (**text == '.') {
        ++*text;
        if (!json_digits(text))
            return false;
    }
    if (**text == 'e' || **text == 'E') {
        ++*text;
        *text += **text == '+' || **text == '-';
        return json_digits(text);
    }
    return true;
}

/* The four digits of \uXXXX; -1 where there are none. */
static int json_unit(const char **text) {
    int unit = 0;
    for (int i = 0; i < 4; i++, ++*text) {
        if (!is_hex(**text))
            return -1;
        unit = unit * 16 + (is_digit(**text) ? **text - '0' : (**text | 0x20) - 'a' + 10);
    }
    return unit;
}

/* After "\u". What no text of a database could hold is no character: NUL, and half of a surrogate pair. */
static bool json_escaped_character(const char **text) {
    int unit = json_unit(text);
    if (unit < 0xD800 || unit > 0xDFFF)
        return unit > 0;
    if (unit > 0xDBFF || (*text)[0] != '\\' || (*text)[1] != 'u')
        return false;
    *text += 2;
    unit = json_unit(text);
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

static bool json_string(const char **text) {
    if (**text != '"')
        return false;
    for (++*text; **text != '"';) {
        const char *character = *text;
        if ((unsigned char)*character < 0x20)
            return false;
        ++*text;
        if (*character != '\\')
            continue;
        char escaped = *(*text)++;
        if (escaped == 'u' ? json_escaped_character(text)
                           : escaped != '\0' && strchr("\"\\/bfnrt", escaped) != NULL)
            continue;
        *text = character;
        return false;
    }
    ++*text;
    return true;
}

static bool json_word(const char **text, const char *word) {
    size_t length = strlen(word);
    bool there = strncmp(*text, word, length) == 0;
    *text += there ? length : 0;
    return there;
}

static bool json_value(const char **text, int depth);

static bool json_sign(const char **text, char sign) {
    bool there = **text == sign;
    *text += there;
    return there;
}

static bool json_members(const char **text, int depth) {
    char end = *(*text)++ == '{' ? '}' : ']';
    skip_blanks(text);
    if (json_sign(text, end))
        return true;
    do {
        skip_blanks(text);
        if (end == '}') {
            if (!json_string(text))
                return false;
            skip_blanks(text);
            if (!json_sign(text, ':'))
                return false;
        }
        if (!json_value(text, depth))
            return false;
    } while (json_sign(text, ','));
    return json_sign(text, end);
}

/* Its blanks before and after included. */
static bool json_value(const char **text, int depth) {
    bool good;
    skip_blanks(text);
    switch (**text) {
    case '{':
    case '[':
        if (depth == PAWL_JSON_MAX_DEPTH)
            return false;
        good = json_members(text, depth + 1);
        break;
    case '"':
        good = json_string(text);
        break;
    case 't':
        good = json_word(text, "true");
        break;
    case 'f':
        good = json_word(text, "false");
        break;
    case 'n':
        good = json_word(text, "null");
        break;
    default:
        good = json_number(text);
    }
    if (good)
        skip_blanks(text);
    return good;
}

static enum pawl_status settle_json(const struct value *value, struct complaint *complaint) {
    const char *end = value->text;
    if (json_value(&end, 0) && *end == '\0')
        return PAWL_OK;
    if (*end == '\0')
        snprintf(complaint->problem, sizeof complaint->problem, "no JSON: it ends too soon");
    else
        snprintf(complaint->problem, sizeof complaint->problem, "no JSON from byte %zu on",
                 (size_t)(end - value->text) + 1);
    complaint->help = "write it as in RFC 8259, at most 500 deep, without \\u0000 and unpaired surrogates";
    return PAWL_MISUSE;
}

/* ---- any type ----------------------------------------------------------------------------------- */

static enum pawl_status settle_text(struct results *memory, struct value *value,
                                    struct complaint *complaint) {
    if (strlen(value->text) > PAWL_VALUE_MAX_BYTES)
        return complain_of_value(complaint, "longer than 256 MB", "keep it elsewhere, and its address here");
    if (!text_is_utf8(value->text))
        return complain_of_value(complaint, "not valid UTF-8", "convert it to UTF-8 first");
    if (value->type == PAWL_TYPE_NUMERIC)
        return settle_numeric(memory, value, complaint);
    if (value->type == PAWL_TYPE_UUID)
        return settle_uuid(memory, value, complaint);
    return value->type == PAWL_TYPE_JSON ? settle_json(value, complaint) : PAWL_OK;
}

enum pawl_status value_settle(struct results *memory, struct value *value, struct complaint *complaint) {
    if (value->is_null)
        return PAWL_OK;
    switch (form_of(value->type)) {
    case FORM_TEXT:
        return settle_text(memory, value, complaint);
    case FORM_BYTES:
        if (!value->bytes.data && value->bytes.size > 0)
            return complain_of_value(complaint, "of some size, and its data is NULL", "set both, or neither");
        if (value->bytes.size > PAWL_VALUE_MAX_BYTES)
            return complain_of_value(complaint, "longer than 256 MB",
                                     "keep it elsewhere, and its address here");
        return PAWL_OK;
    case FORM_NUMBER:
        break;
    }
    if (value->type == PAWL_TYPE_INT && value->number != (int32_t)value->number)
        return complain_of_value(complaint, "no number of 32 bits",
                                 "pass one from -2147483648 to 2147483647");
    if (value->type != PAWL_TYPE_TIMESTAMP ||
        (value->number >= PAWL_TIME_MIN_US && value->number <= PAWL_TIME_MAX_US))
        return PAWL_OK;
    snprintf(complaint->problem, sizeof complaint->problem, "%" PRId64 " microseconds, which no calendar has",
             value->number);
    complaint->help = "times are microseconds since 1970-01-01 00:00 UTC, from 4713 BC to the year 294246";
    return PAWL_MISUSE;
}

bool value_is(const struct value *value, const struct cell *cell) {
    if (value->is_null || cell->is_null)
        return value->is_null == cell->is_null;
    switch (form_of(value->type)) {
    case FORM_TEXT: {
        if (!cell->text)
            return false;
        if (value->type != PAWL_TYPE_NUMERIC)
            return strcmp(value->text, cell->text) == 0;
        size_t length = significant_length(value->text);
        return length == significant_length(cell->text) && memcmp(value->text, cell->text, length) == 0;
    }
    case FORM_BYTES:
        return value->bytes.size == cell->bytes.size &&
               (value->bytes.size == 0 ||
                memcmp(value->bytes.data, cell->bytes.data, value->bytes.size) == 0);
    case FORM_NUMBER:
        break;
    }
    return value->number == cell->number;
}
