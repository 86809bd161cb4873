#include "audit.h"
#include "database/database.h"

bool audit(struct call *call, const struct deployed_model *model, const char *id, const char *reason,
           struct head before, struct head after) {
    struct value values[] = {
        value_text(model->name),
        value_text(id),
        value_number(PAWL_TYPE_TIMESTAMP, now_us()),
        value_text(handle_login(call->db)),
        value_text(reason),
        value_text(before.state),
        value_number(PAWL_TYPE_BIGINT, before.sort_key),
        value_number(PAWL_TYPE_TIMESTAMP, before.since_us),
        value_text(after.state),
        value_number(PAWL_TYPE_BIGINT, after.sort_key),
        value_number(PAWL_TYPE_TIMESTAMP, after.since_us),
    };
    values[6].is_null = values[7].is_null = before.state == NULL;
    return database_write(call, "pawl_repairs", call->dialect->write_repair, values,
                          sizeof values / sizeof *values);
}
