#include "base/diagnostic_json.h"

#include "base/escape.h"

static void put_string(const char *name, const char *string, struct text *out) {
    text_printf(out, ", \"%s\": ", name);
    if (string == NULL)
        text_put(out, "null");
    else
        escape_json(out, string);
}

static void put_place(const struct source *source, struct span span, struct text *out) {
    struct place start = source_place(source, span.offset);
    struct place end = source_place(source, span.offset + span.length);
    text_put(out, "{\"file\": ");
    escape_json(out, source->path);
    text_printf(out, ", \"line\": %zu, \"column\": %zu, \"end\": {\"line\": %zu, \"column\": %zu}",
                start.line, start.column, end.line, end.column);
}

static void put_finding(const struct diagnostics *file, const struct diagnostic *diagnostic,
                        struct text *out) {
    put_place(file->source, diagnostic->at, out);
    put_string("severity", diagnostic_is_error(file, diagnostic) ? "error" : "warning", out);
    put_string("code", diagnostic_kinds[diagnostic->code].code, out);
    put_string("message", diagnostic->message, out);
    put_string("help", diagnostic->help, out);
    text_put(out, ", \"notes\": [");
    if (diagnostic->note != NULL) {
        put_place(file->source, diagnostic->note_at, out);
        put_string("message", diagnostic->note, out);
        text_char(out, '}');
    }
    text_put(out, "]}");
}

void diagnostics_json(const struct diagnostics *files, size_t file_count, struct text *out) {
    size_t errors = 0;
    size_t warnings = 0;
    const char *separator = "\n";
    text_put(out, "{\"diagnostics\": [");
    for (size_t i = 0; i < file_count; i++) {
        const struct diagnostic **sorted;
        size_t count = diagnostics_sorted(&files[i], &sorted);
        for (size_t j = 0; j < count; j++) {
            text_put(out, separator);
            put_finding(&files[i], sorted[j], out);
            separator = ",\n";
        }
        errors += files[i].error_count + files[i].promoted_count;
        warnings += files[i].warning_count;
    }
    text_printf(out, "], \"errors\": %zu, \"warnings\": %zu}\n", errors, warnings);
}
