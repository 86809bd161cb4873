#include "forget.h"
#include "core/error.h"
#include "outbox/outbox.h"

bool forget_events(struct call *call, const char *machine, const char *entity, const char *const *names,
                   size_t name_count, int64_t *event_count) {
    struct outbox_forgetting forgetting = {
        .machine = machine, .entity = entity, .names = names, .name_count = name_count};
    error_clear(&call->err);
    enum pawl_status status = outbox_forget(call->db, &forgetting, &call->err);
    *event_count = (int64_t)forgetting.row_count;
    return status == PAWL_OK;
}
