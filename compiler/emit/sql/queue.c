#include "emit/sql/queue.h"

#include "emit/template/template.h"

#include <string.h>

void sql_queue_name(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                    size_t number) {
    struct text name = TEXT_INIT;
    queue_name(&name, machine, number);
    text_pass(out, dialect->literal, &name);
}

#define PREFIX "queue_"

/* Fragments, of queue.sql or the dialect's own. */
#define FRAGMENT(constant, name) PREFIX #name,
static const char *const fragments[] = {QUEUE_STATEMENTS(FRAGMENT)};

const char *sql_queue_statement_name(enum queue_statement statement) {
    return fragments[statement] + strlen(PREFIX);
}

void sql_queue_statement(struct text *out, const struct sql_dialect *dialect,
                         const struct model_machine *machine, enum queue_statement statement) {
    const struct template_scope scope = sql_scope(dialect, machine);
    template_render_inline(out, &scope, fragments[statement]);
}
