#include "postgres/array.h"

#include "core/handle.h"

#include <string.h>

/* Of src/backend/utils/adt/arrayfuncs.c, array_recv: five numbers, then the size and the bytes of each. */
enum { HEADER_BYTES = 5 * 4, SIZE_BYTES = 4, FIRST_INDEX = 1 };

/*
 * Of src/include/catalog/pg_type.dat, and the size of each in bytes; 0 for that of a text or bytes
 * themselves. What is text here and not there is sent as text and cast.
 */
static const struct {
    uint32_t oid;
    size_t size;
} elements[] = {
    [PAWL_TYPE_TEXT] = {25, 0}, [PAWL_TYPE_BIGINT] = {20, 8},      [PAWL_TYPE_INT] = {23, 4},
    [PAWL_TYPE_BOOL] = {16, 1}, [PAWL_TYPE_TIMESTAMP] = {1184, 8}, [PAWL_TYPE_NUMERIC] = {25, 0},
    [PAWL_TYPE_UUID] = {25, 0}, [PAWL_TYPE_JSON] = {25, 0},        [PAWL_TYPE_BYTES] = {17, 0},
};

static char *put_big_endian(char *at, uint64_t number, size_t size) {
    for (size_t i = size; i > 0; i--) {
        at[i - 1] = (char)(number & 0xff);
        number >>= 8;
    }
    return at + size;
}

static size_t size_of(struct value value) {
    switch (form_of(value.type)) {
    case FORM_TEXT:
        return strlen(value.text);
    case FORM_BYTES:
        return value.bytes.size;
    case FORM_NUMBER:
        break;
    }
    return elements[value.type].size;
}

static char *put_element(char *at, struct value value) {
    if (value.is_null)
        return put_big_endian(at, UINT32_MAX, SIZE_BYTES);
    size_t size = size_of(value);
    at = put_big_endian(at, size, SIZE_BYTES);
    if (size == 0)
        return at;
    if (form_of(value.type) != FORM_NUMBER)
        return (char *)memcpy(at, form_of(value.type) == FORM_TEXT ? value.text : value.bytes.data, size) +
               size;
    int64_t number = value.type == PAWL_TYPE_TIMESTAMP ? value.number - EPOCH_2000_US : value.number;
    return put_big_endian(at, (uint64_t)number, size);
}

static enum pawl_status make_array(struct pawl_db *db, uint32_t oid, enum pawl_type type, size_t count,
                                   element_fn *element, const void *context, struct value *out,
                                   struct pawl_error *err) {
    size_t size = HEADER_BYTES + count * SIZE_BYTES;
    size_t null_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct value value = element(context, i);
        null_count += value.is_null;
        size += value.is_null ? 0 : size_of(value);
    }
    *out = (struct value){.type = type, .is_null = null_count == count};
    if (out->is_null)
        return PAWL_OK;
    if (size > INT32_MAX)
        return error_set(err, PAWL_MISUSE, "%zu values of together %zu bytes are more than PostgreSQL takes",
                         count, size);
    char *bytes = results_alloc(operation_results(db), size);
    TRY(memory_check(bytes, err));
    char *at = put_big_endian(bytes, 1, 4); /* dimensions */
    at = put_big_endian(at, null_count > 0, 4);
    at = put_big_endian(at, oid, 4);
    at = put_big_endian(at, count, 4);
    at = put_big_endian(at, FIRST_INDEX, 4);
    for (size_t i = 0; i < count; i++)
        at = put_element(at, element(context, i));
    out->text = bytes;
    out->array_size = size;
    return PAWL_OK;
}

enum pawl_status postgres_array(struct pawl_db *db, enum pawl_type type, size_t count, element_fn *element,
                                const void *context, struct value *out, struct pawl_error *err) {
    return make_array(db, elements[type].oid, type, count, element, context, out, err);
}

enum pawl_status postgres_tid_array(struct pawl_db *db, size_t count, element_fn *element,
                                    const void *context, struct value *out, struct pawl_error *err) {
    enum { TID_OID = 27 };
    return make_array(db, TID_OID, PAWL_TYPE_BYTES, count, element, context, out, err);
}
