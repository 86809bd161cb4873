#include "move/many_call.h"

#include "core/handle.h"
#include "core/json.h"
#include "core/key.h"
#include "core/move.h"

#include <string.h>

/* ---- the elements of a move ----------------------------------------------------------------------- */

static const struct many_move *move_at(const void *context, size_t index) {
    const struct many_call *call = context;
    return &call->moves[index];
}

static struct value key_element(const void *context, size_t index) {
    const struct many_call *call = context;
    return value_key(call->machine, call->moves[index].key);
}

struct param_elements {
    const struct many_call *call;
    uint16_t param;
};

static struct value param_element(const void *context, size_t index) {
    const struct param_elements *elements = context;
    return elements->call->moves[index].parameters[elements->param];
}

static struct value request_id_element(const void *context, size_t index) {
    return value_text(move_at(context, index)->request_id);
}

static struct value expect_sort_key_element(const void *context, size_t index) {
    struct value value = value_number(PAWL_TYPE_INT, move_at(context, index)->expect_sort_key);
    value.is_null = value.number == 0;
    return value;
}

static struct value actor_element(const void *context, size_t index) {
    return value_text(move_at(context, index)->actor);
}

static struct value item_name_element(const void *context, size_t index) {
    const struct many_call *call = context;
    const struct pawl_item *item = call->moves[index].item;
    return value_text(item ? call->machine->queue->pending[item->pending].name : NULL);
}

static struct value item_fence_element(const void *context, size_t index) {
    const struct pawl_item *item = move_at(context, index)->item;
    struct value value = value_number(PAWL_TYPE_INT, item ? item->fence : 0);
    value.is_null = !item;
    return value;
}

static struct value item_claim_element(const void *context, size_t index) {
    const struct pawl_item *item = move_at(context, index)->item;
    return value_bigint_if(item, item ? item->claim : 0);
}

/* ---- as arrays ------------------------------------------------------------------------------------ */

struct arrays {
    struct pawl_db *db;
    const struct many_call *call;
    struct value *values;
    size_t *count;
    enum pawl_status status;
    struct pawl_error *err;
};

/* Where none of the elements is set, SQL's NULL says the same of each, and costs the database less. */
static void add_array(struct arrays *arrays, enum pawl_type type, element_fn *element, const void *context) {
    const size_t count = arrays->call->count;
    struct value *array = &arrays->values[(*arrays->count)++];
    size_t unset = 0;
    while (unset < count && element(context, unset).is_null)
        unset++;
    if (unset == count)
        *array = value_text(NULL);
    else if (arrays->status == PAWL_OK)
        arrays->status =
            arrays->db->driver->array(arrays->db, type, count, element, context, array, arrays->err);
}

enum pawl_status many_call_arrays(struct pawl_db *db, const struct many_call *call, const char *actor_of_all,
                                  struct value *values, size_t *count, struct pawl_error *err) {
    struct arrays arrays = {db, call, values, count, PAWL_OK, err};
    add_array(&arrays, call->machine->key_type, key_element, call);
    for (uint16_t i = 0; i < call->event->param_count; i++)
        add_array(&arrays, call->event->params[i].type, param_element, &(struct param_elements){call, i});
    values[(*count)++] = value_text(actor_of_all);
    add_array(&arrays, PAWL_TYPE_TEXT, request_id_element, call);
    if (!call->event->is_creation)
        add_array(&arrays, PAWL_TYPE_INT, expect_sort_key_element, call);
    return arrays.status;
}

enum pawl_status many_call_rest(struct pawl_db *db, const struct many_call *call, bool skips_locked,
                                struct value *values, size_t *count, struct pawl_error *err) {
    struct arrays arrays = {db, call, values, count, PAWL_OK, err};
    add_array(&arrays, PAWL_TYPE_TEXT, actor_element, call);
    values[(*count)++] = value_number(PAWL_TYPE_BOOL, skips_locked);
    if (!takes_item(call->machine, call->event))
        return arrays.status;
    add_array(&arrays, PAWL_TYPE_TEXT, item_name_element, call);
    add_array(&arrays, PAWL_TYPE_INT, item_fence_element, call);
    add_array(&arrays, PAWL_TYPE_BIGINT, item_claim_element, call);
    return arrays.status;
}

/* ---- as JSON --------------------------------------------------------------------------------------- */

static bool repeats_an_entity(const struct many_call *call) {
    for (size_t i = 1; i < call->count; i++)
        if (key_compare(call->machine, call->moves[i - 1].key, call->moves[i].key) == 0)
            return true;
    return false;
}

static bool has_request_ids(const struct many_call *call) {
    for (size_t i = 0; i < call->count; i++)
        if (call->moves[i].request_id)
            return true;
    return false;
}

static void put_next(struct json *json, struct value value) {
    json_printf(json, ",");
    json_put_value(json, value);
}

static void put_move(struct json *json, const struct many_call *call, size_t index) {
    json_printf(json, index ? ",[" : "[");
    json_put_value(json, key_element(call, index));
    for (uint16_t i = 0; i < call->event->param_count; i++)
        put_next(json, call->moves[index].parameters[i]);
    put_next(json, request_id_element(call, index));
    if (!call->event->is_creation)
        put_next(json, expect_sort_key_element(call, index));
    put_next(json, actor_element(call, index));
    if (index == 0) /* said in any case, since who looks for it in vain reads all */
        json_printf(json, ",%s,%s", repeats_an_entity(call) ? "true" : "false",
                    has_request_ids(call) ? "true" : "false");
    json_printf(json, "]");
}

enum pawl_status many_call_json(struct pawl_db *db, const struct many_call *call, size_t bytes_max,
                                const char **text, struct pawl_error *err) {
    struct json json = {.memory = operation_results(db)};
    json_printf(&json, "[");
    for (size_t i = 0; i < call->count && (bytes_max == 0 || json.length <= bytes_max); i++)
        put_move(&json, call, i);
    json_printf(&json, "]");
    const char *whole = json_end(&json);
    *text = bytes_max == 0 || json.length <= bytes_max ? whole : NULL;
    return memory_check(whole, err);
}
