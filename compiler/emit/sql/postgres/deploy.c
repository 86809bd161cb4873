/* How a transaction begins that deploys machines. */
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/template.h"

void postgres_begin_roles(struct text *out, const struct sql_dialect *dialect,
                          const struct model_machine *machines, size_t count) {
    struct sql_scope scope = {.dialect = dialect, .machine = machines};
    sql_render(out, &scope, "require_schema");
    if (machines->no_roles)
        return;
    text_char(out, '\n');
    for (size_t i = 0; i < count; i++) {
        scope.machine = &machines[i];
        sql_render(out, &scope, "entity_grants");
    }
    sql_schema_part(out, dialect, "roles/become_owner");
}
