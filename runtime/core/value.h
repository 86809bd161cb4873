/* Values on their way to a database, and the rows that come back. Internal. */
#pragma once

#include "core/results.h"
#include "pawl.h"

/* How a type is held here and in a database of few types. */
enum form { FORM_NUMBER, FORM_TEXT, FORM_BYTES };
static inline enum form form_of(enum pawl_type type) {
    switch (type) {
    case PAWL_TYPE_BIGINT:
    case PAWL_TYPE_INT:
    case PAWL_TYPE_BOOL:
    case PAWL_TYPE_TIMESTAMP:
        return FORM_NUMBER;
    case PAWL_TYPE_TEXT:
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
    case PAWL_TYPE_JSON:
        return FORM_TEXT;
    case PAWL_TYPE_BYTES:
        break;
    }
    return FORM_BYTES;
}

/* A parameter on its way to the database. Text and bytes are borrowed for the length of the call. */
struct value {
    enum pawl_type type;
    bool is_null;
    int64_t number; /* FORM_NUMBER */
    const char *text;
    struct pawl_bytes bytes;
    size_t array_size; /* not 0: text is so many bytes of an array, as the driver has made it */
};

/* Key, fixed columns and parameters of the widest statement. */
#define VALUE_MAX (PAWL_COLUMN_MAX + 12)

struct value value_text(const char *text); /* NULL becomes SQL's NULL */
struct value value_number(enum pawl_type type, int64_t number);

static inline struct value value_bigint_if(bool is_set, int64_t number) {
    return (struct value){.type = PAWL_TYPE_BIGINT, .is_null = !is_set, .number = number};
}
static inline struct value value_bigint(int64_t number) {
    return value_bigint_if(true, number);
}
/* 0 becomes SQL's NULL. */
static inline struct value value_bigint_or_null(int64_t number) {
    return value_bigint_if(number != 0, number);
}

/* All values of a statement, as the drivers take them: an array and its length. */
#define VALUES(...)                                                                                          \
    (const struct value[]){__VA_ARGS__}, sizeof((const struct value[]){__VA_ARGS__}) / sizeof(struct value)

/* Reads one parameter out of an args struct. */
struct value value_from_args(const struct pawl_param *param, const void *args);

/* The other way round; text and bytes are borrowed. */
void value_to_args(const struct pawl_param *param, const struct value *value, void *args);

/* The event's args struct, with what may follow its last member. */
size_t args_size(const struct pawl_event *event);

/* Element number `index` of an array, borrowed from what context refers to. */
typedef struct value element_fn(const void *context, size_t index);

/* One column of a result row: a text, or a number for every other type. */
struct cell {
    bool is_null;
    int64_t number;   /* booleans are 0 or 1, times microseconds since 1970; else 0 */
    const char *text; /* NULL for what is no text */
    struct pawl_bytes bytes;
};

/* Text and bytes copied into the memory; false: out of memory. */
bool value_keep(struct results *memory, struct value *value);
/* Of a type, as the cell has it, likewise copied. */
bool value_from_cell(struct results *memory, enum pawl_type type, const struct cell *cell,
                     struct value *value);

/* Whether what was written is what is to be written. */
bool value_is(const struct value *value, const struct cell *cell);

/* The rows of a statement of the caller's own, in the memory of results. */
struct own_rows {
    struct results *memory;
    struct result_rows rows; /* of column_count struct pawl_value each */
    size_t column_count;
    int64_t changed;
};
/* One more, whose values are all null; NULL: out of memory. */
struct pawl_value *own_rows_add(struct own_rows *rows);
/* Makes it a text of that type, or bytes, copied; false: out of memory. */
bool own_value_is_text(struct own_rows *rows, struct pawl_value *value, enum pawl_type type,
                       const char *text);
bool own_value_is_bytes(struct own_rows *rows, struct pawl_value *value, const void *data, size_t size);
bool own_value_is_real(struct own_rows *rows, struct pawl_value *value, double real);
static inline void own_value_is_number(struct pawl_value *value, enum pawl_type type, int64_t number) {
    *value = (struct pawl_value){.type = type, .number = number};
}

/* Called for each row; cells live until it returns. Anything but PAWL_OK ends the query with it. */
typedef enum pawl_status row_fn(void *context, const struct cell *cells, struct pawl_error *err);

row_fn row_found;   /* whether there is a row, into a bool that is false before */
row_fn read_number; /* of one column, into an int64_t */

/* The members of a struct that the columns of a row fill, in their order. A number is 0, a text NULL for
 * null. */
struct row_member {
    enum { MEMBER_NUMBER, MEMBER_INT, MEMBER_TRUTH, MEMBER_TEXT } kind; /* int64_t, int, bool, const char * */
    size_t offset;
};
#define MEMBER(kind, type, name)                                                                             \
    { MEMBER_##kind, offsetof(struct type, name) }
/* Copies texts; false: out of memory. */
bool row_read(struct results *memory, const struct row_member *members, size_t count,
              const struct cell *cells, void *row);

struct row_reading {
    struct results *memory;
    const struct row_member *members;
    size_t count;
    void *row;
};
row_fn row_read_one; /* into the row, which is all zero before */

/* What is wrong with a value, to be read after "amount is", and what to do. */
struct complaint {
    char problem[96];
    const char *help;
};

/* Of an actor, or of another short name that a caller gives. NULL is OK. */
enum pawl_status actor_check(const char *actor, struct complaint *complaint);

/*
 * An actor, as the database has it, may end in a blank and the trace of its request: "ann 00-...-01". If the
 * name before the blank is empty, the database puts the login there.
 */
const char *actor_trace(const char *actor);  /* NULL: it has none */
size_t actor_name_length(const char *actor); /* without the blank */
/* In the memory of results. NULL: out of memory. */
char *actor_name(struct results *memory, const char *actor);
char *actor_with_trace(struct results *memory, const char *name, const char *trace);
/* MISUSE if it is no traceparent. */
enum pawl_status trace_check(const char *trace, struct complaint *complaint);

/* Checks the value of a parameter and puts it into the form in which it is kept: OK, MISUSE, NOMEM. */
enum pawl_status value_settle(struct results *memory, struct value *value, struct complaint *complaint);

enum { UUID_LENGTH = 36 };
/* Whether text begins with a uuid, which lower then has in small letters. */
bool uuid_lower(const char *text, char lower[UUID_LENGTH + 1]);
