#include "emit/sql/sql.h"

#include "emit/template/template.h"

#include <inttypes.h>
#include <string.h>

#define PAGE_WIDTH 100

const char *sql_schema_of(const struct sql_dialect *dialect, const struct model_machine *machine) {
    bool named = dialect->keeps_schemas && machine->entity != NULL && machine->entity->schema != NULL;
    return named ? machine->entity->schema : dialect->schema;
}

void sql_name(struct text *out, const struct sql_dialect *dialect, const char *name) {
    escape_sql_identifier(out, name, dialect->reserved, dialect->name_quote);
}

void sql_heading(struct text *out, const char *text) {
    text_put(out, "-- ");
    size_t start = out->length;
    escape_sql_comment(out, text, strlen(text));
    text_char(out, ' ');
    while (out->length - start < PAGE_WIDTH - 3 && !text_failed(out))
        text_char(out, '-');
    text_char(out, '\n');
}

void sql_comment(struct text *out, const char *label, const char *doc) {
    if (label != NULL)
        escape_lines(out, "-- ", label, escape_sql_comment);
    if (doc != NULL)
        escape_lines(out, "-- ", doc, escape_sql_comment);
}

void sql_description(struct text *out, const char *label, const char *doc) {
    text_put(out, label);
    if (doc != NULL)
        text_printf(out, "\n%s", doc);
}

static bool is_repeated(const struct model_machine *machine, size_t number) {
    const struct model_move *move = &machine->moves[number];
    for (size_t i = number; i-- > 0;) {
        const struct model_move *earlier = &machine->moves[i];
        if (earlier->event != move->event || earlier->from != move->from)
            return false;
        if (earlier->to == move->to)
            return true;
    }
    return false;
}

void sql_moves(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine) {
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        if (is_repeated(machine, i)) /* an alternative that leads to the same state */
            continue;
        text_put(out, i > 0 ? ",\n  (" : "  (");
        dialect->literal(out, machine->events[move->event].stored);
        text_put(out, ", ");
        dialect->literal(out, move->from == MODEL_NOTHING ? "" : machine->states[move->from].stored);
        text_put(out, ", ");
        dialect->literal(out, machine->states[move->to].stored);
        text_char(out, ')');
    }
}

const char *sql_statement_name(enum sql_statement statement) {
#define NAME(constant, name) #name,
    static const char *const names[] = {SQL_STATEMENTS(NAME)};
    return names[statement];
}

void sql_plain_parameter(struct text *out, size_t number, enum pawl_type type) {
    (void)type;
    text_printf(out, "?%zu", number);
}

void sql_microseconds(struct text *out, int64_t ms) {
    text_printf(out, "%" PRId64, ms * 1000);
}

void sql_machine(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine) {
    const struct template_scope scope = sql_scope(dialect, machine);
    template_render(out, &scope, "machine");
}

void sql_schema_part(struct text *out, const struct sql_dialect *dialect, const char *name) {
    for (const struct template_fragment *part = dialect->schema_parts; part->name != NULL; part++)
        if (strcmp(part->name, name) == 0)
            text_put(out, part->text);
}
