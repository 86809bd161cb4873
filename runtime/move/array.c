#include "core/driver.h"

#include "move/move.h"

enum pawl_status move_array(struct pawl_db *db, enum pawl_type type, size_t count, element_fn *element,
                            const void *context, struct value *out, struct pawl_error *err) {
    size_t unset = 0;
    while (unset < count && element(context, unset).is_null)
        unset++;
    if (unset < count)
        return db->driver->array(db, type, count, element, context, out, err);
    *out = value_text(NULL);
    return PAWL_OK;
}
