/* Values of a caller's own statement, as PostgreSQL takes them, and writes them as text. */
#include "postgres/own.h"
#include "core/handle.h"
#include "postgres/array.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* include/catalog/pg_type.dat */
enum {
    OWN_BOOL = 16,
    OWN_BYTEA = 17,
    OWN_INT8 = 20,
    OWN_INT2 = 21,
    OWN_INT4 = 23,
    OWN_JSON = 114,
    OWN_TIMESTAMPTZ = 1184,
    OWN_NUMERIC = 1700,
    OWN_UUID = 2950,
    OWN_JSONB = 3802
};

/* ---- parameters --------------------------------------------------------------------------------- */

/* Text, uuid and json have none, as literals: they go into columns of any type. */
static Oid type_of_own(enum pawl_type type) {
    switch (type) {
    case PAWL_TYPE_BIGINT:
        return OWN_INT8;
    case PAWL_TYPE_INT:
        return OWN_INT4;
    case PAWL_TYPE_BOOL:
        return OWN_BOOL;
    case PAWL_TYPE_TIMESTAMP:
        return OWN_TIMESTAMPTZ;
    case PAWL_TYPE_NUMERIC:
        return OWN_NUMERIC;
    case PAWL_TYPE_BYTES:
        return OWN_BYTEA;
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_UUID:
    case PAWL_TYPE_JSON:
        break;
    }
    return 0;
}

static void write_own(struct postgres_own *own, size_t i, const struct value *value) {
    char *number = own->numbers[i];
    own->types[i] = type_of_own(value->type);
    own->formats[i] = value->type == PAWL_TYPE_TIMESTAMP || value->type == PAWL_TYPE_BYTES;
    own->texts[i] = value->text;
    if (value->is_null) {
        own->texts[i] = NULL;
    } else if (value->type == PAWL_TYPE_BYTES) {
        own->texts[i] = value->bytes.size > 0 ? value->bytes.data : ""; /* NULL would be null */
        own->lengths[i] = (int)value->bytes.size;
    } else if (value->type == PAWL_TYPE_TIMESTAMP) {
        const uint64_t since_2000 = (uint64_t)value->number - (uint64_t)EPOCH_2000_US;
        for (int byte = 0; byte < 8; byte++)
            number[byte] = (char)(since_2000 >> (8 * (7 - byte)));
        own->texts[i] = number;
        own->lengths[i] = 8;
    } else if (form_of(value->type) == FORM_NUMBER) {
        snprintf(number, sizeof own->numbers[i], "%" PRId64, value->number);
        own->texts[i] = number;
    }
}

void postgres_write_own(struct postgres_own *own, const struct value *values, size_t count) {
    own->count = (int)count;
    for (size_t i = 0; i < count; i++)
        write_own(own, i, &values[i]);
}

/* ---- rows --------------------------------------------------------------------------------------- */

/* Of the calendar that goes on into the past, as PostgreSQL has it; era: of 400 years from a 1st of March. */
static int64_t days_since_1970(int64_t year, int64_t month, int64_t day) {
    year -= month <= 2;
    const int64_t era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
    const int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* "2026-05-01 12:00:00.123456+05:30 BC", as in DateStyle ISO. False: it is something else. */
static bool read_time(const char *text, int64_t *time_us) {
    int64_t year = 0;
    int month = 0, day = 0, hour = 0, minute = 0, second = 0, length = 0, zone[3] = {0};
    if (strcmp(text, "infinity") == 0 || strcmp(text, "-infinity") == 0) {
        *time_us = *text == '-' ? INT64_MIN : INT64_MAX;
        return true;
    }
    if (sscanf(text, "%" SCNd64 "-%2d-%2d %2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second,
               &length) != 6)
        return false;
    text += length;
    int64_t fraction = 0, unit = 1000000;
    for (text += *text == '.'; *text >= '0' && *text <= '9'; text++)
        fraction += (*text - '0') * (unit /= 10);
    const char sign = *text;
    if ((sign != '+' && sign != '-') || sscanf(text + 1, "%2d:%2d:%2d", &zone[0], &zone[1], &zone[2]) < 1)
        return false;
    if (strstr(text, " BC"))
        year = 1 - year;
    const int64_t east = (zone[0] * 60 + zone[1]) * 60 + zone[2];
    const int64_t seconds = days_since_1970(year, month, day) * 86400 + (hour * 60 + minute) * 60 + second -
                            (sign == '-' ? -east : east);
    *time_us = seconds * 1000000 + fraction;
    return true;
}

static bool read_bytes(struct own_rows *rows, struct pawl_value *value, const char *text) {
    size_t size = 0;
    unsigned char *bytes = PQunescapeBytea((const unsigned char *)text, &size);
    const bool is_read = bytes && own_value_is_bytes(rows, value, bytes, size);
    PQfreemem(bytes);
    return is_read;
}

static bool own_value_of_field(struct own_rows *rows, struct pawl_value *value, Oid type, const char *text) {
    int64_t time_us = 0;
    switch (type) {
    case OWN_BOOL:
        own_value_is_number(value, PAWL_TYPE_BOOL, *text == 't');
        return true;
    case OWN_INT8:
    case OWN_INT4:
    case OWN_INT2:
        own_value_is_number(value, PAWL_TYPE_BIGINT, strtoll(text, NULL, 10));
        return true;
    case OWN_TIMESTAMPTZ:
        if (!read_time(text, &time_us))
            break;
        own_value_is_number(value, PAWL_TYPE_TIMESTAMP, time_us);
        return true;
    case OWN_BYTEA:
        return read_bytes(rows, value, text);
    case OWN_NUMERIC:
        return own_value_is_text(rows, value, PAWL_TYPE_NUMERIC, text);
    case OWN_UUID:
        return own_value_is_text(rows, value, PAWL_TYPE_UUID, text);
    case OWN_JSON:
    case OWN_JSONB:
        return own_value_is_text(rows, value, PAWL_TYPE_JSON, text);
    default:
        break;
    }
    return own_value_is_text(rows, value, PAWL_TYPE_TEXT, text);
}

enum pawl_status postgres_read_own(struct own_rows *rows, const PGresult *result, struct pawl_error *err) {
    rows->column_count = (size_t)PQnfields(result);
    rows->changed = strtoll(PQcmdTuples((PGresult *)(uintptr_t)result), NULL, 10);
    for (int r = 0; r < PQntuples(result); r++) {
        struct pawl_value *row = own_rows_add(rows);
        for (int c = 0; row && c < PQnfields(result); c++)
            if (!PQgetisnull(result, r, c) &&
                !own_value_of_field(rows, &row[c], PQftype(result, c), PQgetvalue(result, r, c)))
                row = NULL;
        TRY(memory_check(row, err));
    }
    return PAWL_OK;
}
