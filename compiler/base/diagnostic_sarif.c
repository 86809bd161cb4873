#include "base/diagnostic_json.h"
#include "base/escape.h"

#include <string.h>

/* The name of a file as a URI of RFC 3986: a relative reference, or of the scheme `file`. */
static void put_uri(const char *path, struct text *out) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    struct text uri = TEXT_INIT;
    text_put(&uri, *path == '/' ? "file://" : "");
    for (const char *at = path; *at != '\0'; at++)
        text_printf(&uri, strchr(plain, *at) != NULL ? "%c" : "%%%02X", (unsigned char)*at);
    escape_json(out, text_data(&uri));
    text_free(&uri);
}

static void put_place(const struct source *source, struct span span, struct text *out) {
    const struct place start = source_place(source, span.offset);
    const struct place end = source_place(source, span.offset + span.length);
    text_put(out, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    put_uri(source->path, out);
    text_printf(out,
                "}, \"region\": {\"startLine\": %zu, \"startColumn\": %zu, \"endLine\": %zu, \"endColumn\": "
                "%zu}}",
                start.line, start.column, end.line, end.column);
}

static void put_message(const char *message, const char *help, struct text *out) {
    struct text words = TEXT_INIT;
    text_printf(&words, help == NULL ? "%s" : "%s\nhelp: %s", message, help);
    text_put(out, "\"message\": {\"text\": ");
    escape_json(out, text_data(&words));
    text_char(out, '}');
    text_free(&words);
}

static void put_result(const struct diagnostics *file, const struct diagnostic *diagnostic,
                       struct text *out) {
    text_printf(out, "{\"ruleId\": \"%s\", \"level\": \"%s\", ", diagnostic_kinds[diagnostic->code].code,
                diagnostic_is_error(file, diagnostic) ? "error" : "warning");
    put_message(diagnostic->message, diagnostic->help, out);
    text_put(out, ", \"locations\": [");
    put_place(file->source, diagnostic->at, out);
    text_put(out, "}]");
    if (diagnostic->note != NULL) {
        text_put(out, ", \"relatedLocations\": [");
        put_place(file->source, diagnostic->note_at, out);
        text_put(out, ", ");
        put_message(diagnostic->note, NULL, out);
        text_put(out, "}]");
    }
    text_char(out, '}');
}

void diagnostics_sarif(const struct diagnostics *files, size_t file_count, bool is_complete,
                       struct text *out) {
    const char *separator = "\n";
    bool found[DIAGNOSTIC_COUNT] = {false};
    struct text results = TEXT_INIT;
    for (size_t i = 0; i < file_count; i++) {
        const struct diagnostic **sorted;
        const size_t count = diagnostics_sorted(&files[i], &sorted);
        for (size_t j = 0; j < count; j++) {
            text_put(&results, separator);
            put_result(&files[i], sorted[j], &results);
            separator = ",\n";
            found[sorted[j]->code] = true;
        }
    }
    text_put(out, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n"
                  "\"runs\": [{\"columnKind\": \"unicodeCodePoints\",\n"
                  "\"tool\": {\"driver\": {\"name\": \"pawl\", \"rules\": [");
    separator = "\n";
    for (int code = 0; code < DIAGNOSTIC_COUNT; code++)
        if (found[code]) {
            text_printf(out, "%s{\"id\": \"%s\", \"shortDescription\": {\"text\": ", separator,
                        diagnostic_kinds[code].code);
            escape_json(out, diagnostic_kinds[code].title);
            text_put(out, "}}");
            separator = ",\n";
        }
    text_printf(out, "]}},\n\"invocations\": [{\"executionSuccessful\": %s}],\n\"results\": [%s]}]}\n",
                is_complete ? "true" : "false", text_data(&results));
    text_free(&results);
}
