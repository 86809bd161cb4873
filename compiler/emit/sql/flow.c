/* Which versions of flows a database knows. */
#include "emit/sql/sql.h"
#include "emit/template/template.h"

void sql_flows(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flows,
               size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct template_scope scope = {
            .templates = &dialect->templates, .dialect = dialect, .flow = &flows[i]};
        template_render(out, &scope, "flow");
    }
}
