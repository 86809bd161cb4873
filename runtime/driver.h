/*
 * What libpawl asks of a database, and the handle that carries it. Internal.
 */
#ifndef PAWL_DRIVER_H
#define PAWL_DRIVER_H

#include "pawl.h"

/* ---- values and rows ---------------------------------------------------------------------------- */

/* A parameter on its way to the database. Text is borrowed for the length of the call. */
struct value {
    enum pawl_type type;
    bool is_null;
    int64_t number; /* every type but TEXT */
    const char *text;
};

/* Key, fixed columns and parameters of the widest statement. */
#define VALUE_MAX (PAWL_COLUMN_MAX + 10)

struct value value_text(const char *text); /* NULL becomes SQL's NULL */
struct value value_number(enum pawl_type type, int64_t number);
struct value value_key(const struct pawl_machine *machine, struct pawl_key key);

/* Reads one parameter out of an args struct. */
struct value value_from_args(const struct pawl_param *param, const void *args);

/* The other way round; the text is borrowed. */
void value_to_args(const struct pawl_param *param, const struct value *value, void *args);

/* One column of a result row: a text, or a number for every other type. */
struct cell {
    bool is_null;
    int64_t number;   /* booleans are 0 or 1, times microseconds since 1970; else 0 */
    const char *text; /* NULL for what is no text */
};

/* Called for each row; cells live until it returns. Anything but PAWL_OK ends the query with it. */
typedef enum pawl_status row_fn(void *context, const struct cell *cells, struct pawl_error *err);

/* ---- memory of results -------------------------------------------------------------------------- */

/* Grows by blocks and keeps them, so that a handle in steady use allocates nothing. */
struct results {
    struct results_block *first, *current;
};
void *results_alloc(struct results *results, size_t size); /* NULL: out of memory */
char *results_strdup(struct results *results, const char *text);
void results_reset(struct results *results);
void results_free(struct results *results);

/* ---- drivers ------------------------------------------------------------------------------------ */

struct lock_driver;

struct driver {
    const char *name;         /* the dialect */
    size_t statements_offset; /* of its struct pawl_statements in struct pawl_machine */
    /* True: a move is one call of a function in the database. False: move.c takes the steps. */
    bool moves_by_function;
    const char *begin; /* opens a transaction in which nothing is read before it is locked */
    const char *lock;  /* the same for a transaction that somebody else began; NULL where not needed */

    /* MUST. Sets db->connection. */
    enum pawl_status (*open)(struct pawl_db *db, const char *where, struct pawl_error *err);
    /* MUST. The same with a connection that the caller keeps. */
    enum pawl_status (*adopt)(struct pawl_db *db, void *connection, struct pawl_error *err);
    /* MUST. */
    void (*close)(struct pawl_db *db);
    /* MUST. The database library's own connection. */
    void *(*native)(struct pawl_db *db);
    /* MUST. Makes the connection usable again if it broke outside a transaction. */
    enum pawl_status (*ready)(struct pawl_db *db, struct pawl_error *err);
    /* MUST. Whether the connection is in a transaction, whoever began it. */
    bool (*in_transaction)(const struct pawl_db *db);
    /* MUST. The connection broke. */
    bool (*connection_lost)(const struct pawl_db *db);
    /* MUST. It broke after a statement was sent and before it was answered. */
    bool (*answer_lost)(const struct pawl_db *db);
    /* MUST. Many statements without parameters; rows are dropped. */
    enum pawl_status (*exec)(struct pawl_db *db, const char *sql, struct pawl_error *err);
    /* MUST. DB where it was refused or the answer was lost. */
    enum pawl_status (*commit)(struct pawl_db *db, struct pawl_error *err);
    /* MUST. One statement, prepared once and kept. row may be NULL. */
    enum pawl_status (*query)(struct pawl_db *db, const char *sql, const struct value *values,
                              size_t value_count, row_fn *row, void *context, struct pawl_error *err);
    /* Only where moves_by_function is false: writes exactly this one row of one of Pawl's tables. */
    enum pawl_status (*write)(struct pawl_db *db, const char *table, const char *sql,
                              const struct value *values, size_t value_count, struct pawl_error *err);
    /* MUST. Locks; see lock.h. */
    const struct lock_driver *locks;
    /* Only where moves_by_function is false: who the history names where the caller names nobody. */
    const char *(*login)(const struct pawl_db *db);
    /* Only where moves_by_function is false: how long statements wait while another connection writes;
       PAWL_WAIT: as long as usual. */
    void (*limit_waiting)(struct pawl_db *db, int64_t limit_ms);
};

extern const struct driver postgres_driver, sqlite_driver;

struct pawl_db {
    const struct driver *driver;
    void *connection;
    bool is_adopted;
    bool transaction_open;     /* by pawl_begin; stays true when the connection breaks, until the rollback */
    struct results results[2]; /* this call's and the previous one's, whose rows may be passed in */
    const struct pawl_machine **known; /* machines whose deployment was checked on this handle */
    size_t known_count;
    bool has_locks; /* the database was seen to hold Pawl's tables for locks */
};

static inline const struct pawl_statements *statements_of(const struct pawl_db *db,
                                                          const struct pawl_machine *machine) {
    return (const struct pawl_statements *)(const void *)((const char *)machine +
                                                          db->driver->statements_offset);
}

/*
 * Starts an operation: clears err, turns over the results, revives the connection and, for a machine seen
 * first on this handle, checks that the database holds it. machine may be NULL.
 */
enum pawl_status operation_begin(struct pawl_db *db, const struct pawl_machine *machine,
                                 struct pawl_error *err);

/* The same for what concerns no machine of this program. */
enum pawl_status connection_begin(struct pawl_db *db, struct pawl_error *err);

/* The memory for this call's results. */
static inline struct results *operation_results(struct pawl_db *db) {
    return &db->results[0];
}

/* The driver's query for what changes nothing: sent again, once, where the connection broke. */
enum pawl_status read_rows(struct pawl_db *db, const char *sql, const struct value *values,
                           size_t value_count, row_fn *row, void *context, struct pawl_error *err);

/* DB becomes UNKNOWN where a statement outside a transaction, or a commit, was sent and not answered. */
enum pawl_status judge_lost_answer(const struct pawl_db *db, enum pawl_status status, struct pawl_error *err);

/* The state or event of that stored text: 0 for none, -1 for one that this program does not know. */
int state_of_stored(const struct pawl_machine *machine, const char *stored);
int event_of_stored(const struct pawl_machine *machine, const char *stored);

/* ---- retries ------------------------------------------------------------------------------------ */

/* Calls attempt until it answers something that the database does not want repeated, or CONFLICT. */
enum pawl_status retry(struct pawl_db *db, pawl_work_fn *attempt, void *context, struct pawl_error *err);

/* Sleeps, longer with each attempt, from half a millisecond to 200, but no longer than the limit. */
void pause_before_attempt(const void *who, int attempt, int64_t limit_us);

int64_t now_us(void); /* of the computer's calendar */

/* ---- errors ------------------------------------------------------------------------------------- */

/* The status that a database calls so; MISMATCH for one of a newer version. */
enum pawl_status status_of_name(const char *name);

void error_clear(struct pawl_error *err);
/* Fills err, which may be NULL, and returns status. */
enum pawl_status error_set(struct pawl_error *err, enum pawl_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void error_help(struct pawl_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* DB, for a commit. */
enum pawl_status transaction_had_failed(struct pawl_error *err);

/* Bytes of a key shown in messages; the rest is cut. */
#define KEY_SHOWN_SIZE 72
/* "PM123", cut with "..." where long. Returns buffer. */
const char *key_shown(const struct pawl_machine *machine, struct pawl_key key, char buffer[KEY_SHOWN_SIZE]);

/* Checks the key's length and text. */
enum pawl_status key_check(const struct pawl_machine *machine, struct pawl_key key, struct pawl_error *err);
bool text_is_utf8(const char *text);

#endif
