/* Which versions of flows a database knows, and the functions that start their runs. */
#include "base/arena.h"
#include "emit/sql/sql.h"
#include "emit/template/template.h"

/* What a run is started with are the parameters of a stand-in for an event, so that templates have words for
 * them. */
void sql_flow_part(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow,
                   const char *fragment) {
    struct arena *arena = arena_new();
    struct model_param *params = arena_alloc(arena, (flow->arg_count + 1) * sizeof *params);
    struct model_column *columns = arena_alloc(arena, (flow->arg_count + 1) * sizeof *columns);
    for (size_t i = 0; i < flow->arg_count; i++) {
        const struct model_field *arg = &flow->args[i];
        params[i] = (struct model_param){
            .name = arg->name, .type = arg->type, .optional = arg->is_optional, .column = i};
        columns[i] = (struct model_column){.name = arg->name, .type = arg->type};
    }
    const struct model_event start = {
        .name = "start", .stored = "start", .param_count = flow->arg_count, .params = params};
    const struct model_machine machine = {.name = flow->name,
                                          .no_roles = flow->no_roles,
                                          .is_strict = flow->is_strict,
                                          .column_count = flow->arg_count,
                                          .columns = columns};
    const struct template_scope scope = {.templates = &dialect->templates,
                                         .dialect = dialect,
                                         .machine = &machine,
                                         .flow = flow,
                                         .event = &start};
    template_render(out, &scope, fragment);
    arena_free(arena);
}

void sql_flows(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flows,
               size_t count) {
    for (size_t i = 0; i < count; i++)
        sql_flow_part(out, dialect, &flows[i], "flow");
}
