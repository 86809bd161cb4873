/* How a transaction begins that deploys machines. */
#include "emit/sql/postgres/postgres.h"
#include "emit/template/template.h"

void postgres_begin_roles(struct text *out, const struct sql_dialect *dialect,
                          const struct model_machine *machines, size_t count) {
    struct template_scope scope = sql_scope(dialect, machines);
    template_render(out, &scope, "require_schema");
    text_char(out, '\n');
    for (size_t i = 0; i < count; i++) {
        scope.machine = &machines[i];
        template_render(out, &scope, "require_mirror");
        template_render(out, &scope, "entity_grants");
    }
    if (machines->no_roles)
        return;
    template_render(out, &scope, "after_grants");
    template_render(out, &scope, "become_owner");
}
