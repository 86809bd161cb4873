#include "emit/c/c.h"

#include "base/escape.h"

#include <string.h>

#define LINE_WIDTH 120

void c_upper(struct text *out, const char *name) {
    for (; *name != '\0'; name++) {
        char c = *name;
        bool kept = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        text_char(out, (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : kept ? c : '_'));
    }
}

const char *c_type(enum pawl_type type, bool optional) {
    static const struct {
        const char *required, *optional;
    } types[] = {
        [PAWL_TYPE_TEXT] = {"const char *", "const char *"},
        [PAWL_TYPE_BIGINT] = {"int64_t ", "struct pawl_optional_bigint "},
        [PAWL_TYPE_INT] = {"int32_t ", "struct pawl_optional_int "},
        [PAWL_TYPE_BOOL] = {"bool ", "struct pawl_optional_bool "},
        [PAWL_TYPE_TIMESTAMP] = {"int64_t ", "struct pawl_optional_timestamp "},
        [PAWL_TYPE_NUMERIC] = {"const char *", "const char *"},
        [PAWL_TYPE_UUID] = {"const char *", "const char *"},
        [PAWL_TYPE_JSON] = {"const char *", "const char *"},
        [PAWL_TYPE_BYTES] = {"struct pawl_bytes ", "struct pawl_optional_bytes "},
    };
    return optional ? types[type].optional : types[type].required;
}

/* The bytes of whole lines that fit into a literal of this width; one line always does. */
static size_t lines_that_fit(const char *string, size_t width) {
    size_t taken = 0, used = strlen("\"\",");
    do {
        const char *line = string + taken;
        const size_t length = strcspn(line, "\n") + 1;
        if (taken > 0 && used + length + 1 > width)
            break;
        used += length + 1;
        taken += line[length - 1] == '\0' ? length - 1 : length;
    } while (string[taken] != '\0');
    return taken;
}

void c_lines(struct text *out, const char *indent, const char *string) {
    if (string == NULL) {
        text_printf(out, "%sNULL", indent);
        return;
    }
    do {
        const size_t length = lines_that_fit(string, LINE_WIDTH - strlen(indent));
        text_put(out, indent);
        escape_c_string(out, string, length);
        string += length;
        text_put(out, *string == '\0' ? "" : "\n");
    } while (*string != '\0');
}

void c_string(struct text *out, const char *string) {
    escape_c_string(out, string, strlen(string));
}

const char *c_truth(bool value) {
    return value ? "true" : "false";
}

void c_slice(struct text *out, struct c_slices *slices, size_t count) {
    if (count == 0)
        text_put(out, "NULL");
    else
        text_printf(out, "&%s_of_%s[%zu]", slices->table, slices->c_name, slices->next);
    slices->next += count;
}

const char *c_type_constant(enum pawl_type type) {
    static const char *const names[] = {
#define X(constant, name) "PAWL_TYPE_" #constant,
        PAWL_TYPES(X)
#undef X
    };
    return names[type];
}

void c_member(struct text *out, const char *name, enum pawl_type type, bool optional) {
    static const char *const meanings[] = {
        [PAWL_TYPE_TIMESTAMP] = "microseconds since 1970-01-01 00:00 UTC",
        [PAWL_TYPE_NUMERIC] = "decimal number, as \"-12.50\"",
        [PAWL_TYPE_UUID] = "as \"6ba7b810-9dad-11d1-80b4-00c04fd430c8\"",
        [PAWL_TYPE_JSON] = "JSON text",
        [PAWL_TYPE_BYTES] = NULL,
    };
    const char *meaning = meanings[type];
    bool may_be_null = optional && c_type(type, true) == c_type(type, false);
    text_printf(out, "%s%s;", c_type(type, optional), name);
    if (meaning != NULL || may_be_null)
        text_printf(out, " /* %s%s%s */", meaning == NULL ? "" : meaning,
                    meaning != NULL && may_be_null ? "; " : "", may_be_null ? "may be NULL" : "");
}

void c_heading(struct text *out, const char *name, const char *label) {
    size_t start = out->length;
    text_printf(out, "/* ---- %s: ", name);
    for (const char *rest = label; *rest != '\0';) { /* a label of several lines becomes one */
        size_t length = strcspn(rest, "\n");
        escape_c_comment(out, rest, length);
        rest += length;
        if (*rest == '\n') {
            text_char(out, ' ');
            rest++;
        }
    }
    text_char(out, ' ');
    while (out->length - start < LINE_WIDTH - 3 && !text_failed(out))
        text_char(out, '-');
    text_put(out, " */\n");
}

/* ---- parameters --------------------------------------------------------------------------------- */

static size_t column_of(const struct text *out) {
    size_t column = 0;
    while (column < out->length && out->data[out->length - column - 1] != '\n')
        column++;
    return column;
}

void c_parameters(struct text *out, const struct template_scope *scope, const char *list) {
    const size_t indent = column_of(out);
    (void)scope;
    for (bool is_first = true; *list != '\0'; is_first = false) {
        const size_t length = strcspn(list, ",");
        if (!is_first && column_of(out) + length + strlen(", ) {") >= LINE_WIDTH)
            text_printf(out, ",\n%*s", (int)indent, "");
        else if (!is_first)
            text_put(out, ", ");
        text_write(out, list, length);
        list += length + (list[length] == ',');
        list += strspn(list, " \n");
    }
}
