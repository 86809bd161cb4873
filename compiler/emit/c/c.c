#include "emit/c/c.h"

#include "base/escape.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LINE_WIDTH 110

void c_upper(struct text *out, const char *name) {
    for (; *name != '\0'; name++) {
        char c = *name;
        bool kept = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        text_char(out, (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : kept ? c : '_'));
    }
}

const char *c_key_type(const struct model_machine *machine) {
    return c_type(machine->key_type, false);
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

void c_statement(struct text *out, bool is_first, const char *name, struct text *statement) {
    text_printf(out, "%s\n        /* %s */\n", is_first ? "" : ",", name);
    c_lines(out, "        ", statement->data);
    out->failed |= text_failed(statement);
    text_free(statement);
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
    while (out->length - start < LINE_WIDTH - 3 && !out->failed)
        text_char(out, '-');
    text_put(out, " */\n");
}

/* ---- signatures --------------------------------------------------------------------------------- */

struct signature {
    struct text *out;
    size_t line_start; /* offset in the output */
    size_t indent;
    bool has_parameter;
};

static void signature_open(struct signature *signature, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void parameter(struct signature *signature, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put_formatted(struct text *out, const char *format, va_list arguments) {
    char piece[512]; /* names have at most 63 bytes, with a prefix 103, and a piece two of them */
    int length = vsnprintf(piece, sizeof piece, format, arguments);
    if (length < 0 || (size_t)length >= sizeof piece)
        out->failed = true;
    else
        text_write(out, piece, (size_t)length);
}

static void signature_open(struct signature *signature, const char *format, ...) {
    signature->line_start = signature->out->length;
    va_list arguments;
    va_start(arguments, format);
    put_formatted(signature->out, format, arguments);
    va_end(arguments);
    text_char(signature->out, '(');
    signature->indent = signature->out->length - signature->line_start;
}

static void parameter(struct signature *signature, const char *format, ...) {
    struct text piece = TEXT_INIT;
    va_list arguments;
    va_start(arguments, format);
    put_formatted(&piece, format, arguments);
    va_end(arguments);
    struct text *out = signature->out;
    size_t column = out->length - signature->line_start;
    if (signature->has_parameter && column + piece.length + sizeof ", ) {" > LINE_WIDTH) {
        text_put(out, ",\n");
        signature->line_start = out->length;
        for (size_t i = 0; i < signature->indent; i++)
            text_char(out, ' ');
    } else if (signature->has_parameter) {
        text_put(out, ", ");
    }
    signature->has_parameter = true;
    if (text_failed(&piece))
        out->failed = true;
    else
        text_write(out, piece.data, piece.length);
    text_free(&piece);
}

static void signature_close(struct signature *signature) {
    text_char(signature->out, ')');
}

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

static void text_of(struct text *out, const char *machine, const char *kind, const char *what) {
    struct signature signature = {.out = out};
    signature_open(&signature, "const char *%s_%s_%s", machine, kind, what);
    parameter(&signature, "enum %s_%s %s", machine, kind, kind);
    signature_close(&signature);
}

static void parse(struct text *out, const char *machine, const char *kind) {
    struct signature signature = {.out = out};
    signature_open(&signature, "enum %s_%s %s_%s_parse", machine, kind, machine, kind);
    parameter(&signature, "const char *text");
    signature_close(&signature);
}

static void decision(struct text *out, const char *machine, const char *type, const char *what) {
    struct signature signature = {.out = out};
    signature_open(&signature, "%s%s_%s", type, machine, what);
    parameter(&signature, "enum %s_state state", machine);
    parameter(&signature, "enum %s_event event", machine);
    signature_close(&signature);
}

static void operation_open(struct signature *signature, const char *machine, const char *name) {
    signature_open(signature, "enum pawl_status %s_%s", machine, name);
    parameter(signature, "struct pawl_db *db");
}

static void key(struct signature *signature, const struct model_machine *machine) {
    parameter(signature, "%sid", c_key_type(machine));
}

static void error_close(struct signature *signature) {
    parameter(signature, "struct pawl_error *err");
    signature_close(signature);
}

enum pawl_type c_lock_key_type(const struct model_machine *machine) {
    return machine->key->kind == MODEL_KEY ? machine->key_type : machine->columns[machine->key->column].type;
}

const char *c_key_value(const struct model_machine *machine) {
    return machine->key_type == PAWL_TYPE_TEXT ? "{id, 0}" : "{NULL, id}";
}

void c_signature(struct text *out, const struct model_machine *machine, enum c_function function) {
    const char *name = machine->c_name;
    struct signature signature = {.out = out};
    switch (function) {
    case C_STATE_NAME:
        text_of(out, name, "state", "name");
        break;
    case C_STATE_LABEL:
        text_of(out, name, "state", "label");
        break;
    case C_STATE_PARSE:
        parse(out, name, "state");
        break;
    case C_EVENT_NAME:
        text_of(out, name, "event", "name");
        break;
    case C_EVENT_LABEL:
        text_of(out, name, "event", "label");
        break;
    case C_EVENT_PARSE:
        parse(out, name, "event");
        break;
    case C_NEXT: {
        char type[128];
        snprintf(type, sizeof type, "enum %s_state ", name);
        decision(out, name, type, "next");
        break;
    }
    case C_CAN:
        decision(out, name, "bool ", "can");
        break;
    case C_APPLY:
        operation_open(&signature, name, "apply");
        error_close(&signature);
        break;
    case C_GET:
        operation_open(&signature, name, "get");
        key(&signature, machine);
        parameter(&signature, "struct %s_current *out", name);
        error_close(&signature);
        break;
    case C_HISTORY:
        operation_open(&signature, name, "history");
        key(&signature, machine);
        parameter(&signature, "struct %s_history *out", name);
        error_close(&signature);
        break;
    case C_IN_STATE:
    case C_NOT_IN_STATE:
        operation_open(&signature, name, function == C_IN_STATE ? "in_state" : "not_in_state");
        parameter(&signature, "enum %s_state state", name);
        parameter(&signature, "const struct %s_current *after", name);
        parameter(&signature, "size_t limit");
        parameter(&signature, "struct %s_page *out", name);
        error_close(&signature);
        break;
    case C_LAST_TO:
        operation_open(&signature, name, "last_to");
        key(&signature, machine);
        parameter(&signature, "enum %s_state state", name);
        parameter(&signature, "struct %s_record *out", name);
        error_close(&signature);
        break;
    case C_ALLOWED:
        operation_open(&signature, name, "allowed");
        key(&signature, machine);
        parameter(&signature, "bool *allowed");
        error_close(&signature);
        break;
    case C_WITH_KEY:
        operation_open(&signature, name, "with_key");
        parameter(&signature, "%skey", c_type(c_lock_key_type(machine), false));
        parameter(&signature, "const struct %s_current *after", name);
        parameter(&signature, "size_t limit");
        parameter(&signature, "struct %s_page *out", name);
        error_close(&signature);
        break;
    case C_MOVE_TO:
        operation_open(&signature, name, "move_to");
        key(&signature, machine);
        parameter(&signature, "enum %s_state state", name);
        parameter(&signature, "const struct pawl_opts *opts");
        parameter(&signature, "struct %s_transition *out", name);
        error_close(&signature);
        break;
    case C_SET_HOOKS:
        operation_open(&signature, name, "set_hooks");
        parameter(&signature, "const struct %s_hooks *hooks", name);
        error_close(&signature);
        break;
    case C_COUNT_BY_STATE:
        operation_open(&signature, name, "count_by_state");
        parameter(&signature, "int64_t *counts");
        error_close(&signature);
        break;
    }
}

void c_event_signature(struct text *out, const struct model_machine *machine,
                       const struct model_event *event) {
    struct signature signature = {.out = out};
    operation_open(&signature, machine->c_name, event->name);
    key(&signature, machine);
    if (event->param_count > 0)
        parameter(&signature, "const struct %s_%s_args *args", machine->c_name, event->name);
    parameter(&signature, "const struct pawl_opts *opts");
    parameter(&signature, "struct %s_transition *out", machine->c_name);
    error_close(&signature);
}

void c_event_constant(struct text *out, const struct model_machine *machine,
                      const struct model_event *event) {
    c_upper(out, machine->c_name);
    text_put(out, "_EVENT_");
    c_upper(out, event->name);
}
