#include "audit.h"
#include "keep/audit.sql.h"

void audit(struct call *call, const struct deployed_model *model, const char *id, const char *reason,
           struct head before, struct head after) {
    struct value values[] = {
        value_text(model->name),
        value_text(id),
        value_number(PAWL_TYPE_TIMESTAMP, now_us()),
        value_text(database_login(call)),
        value_text(reason),
        value_text(before.state),
        value_bigint(before.sort_key),
        value_number(PAWL_TYPE_TIMESTAMP, before.since_us),
        value_text(after.state),
        value_bigint(after.sort_key),
        value_number(PAWL_TYPE_TIMESTAMP, after.since_us),
    };
    values[6].is_null = values[7].is_null = before.state == NULL;
    database_write(call, "pawl_repairs", model_sql(call, model, sql_write_repair, NULL), values,
                   sizeof values / sizeof *values);
}
