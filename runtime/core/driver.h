/*
 * What libpawl asks of a database, and the handle that carries it. Internal.
 */
#ifndef PAWL_CORE_DRIVER_H
#define PAWL_CORE_DRIVER_H

#include "pawl.h"

/* ---- values and rows ---------------------------------------------------------------------------- */

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
struct value value_key(const struct pawl_machine *machine, struct pawl_key key);

/* Reads one parameter out of an args struct. */
struct value value_from_args(const struct pawl_param *param, const void *args);

/* The other way round; text and bytes are borrowed. */
void value_to_args(const struct pawl_param *param, const struct value *value, void *args);

/* Of the event's args struct: a member, and the whole with what may follow its last member. */
size_t member_size(const struct pawl_param *param);
size_t args_size(const struct pawl_event *event);

/* One column of a result row: a text, or a number for every other type. */
struct cell {
    bool is_null;
    int64_t number;   /* booleans are 0 or 1, times microseconds since 1970; else 0 */
    const char *text; /* NULL for what is no text */
    struct pawl_bytes bytes;
};

/* Whether what was written is what is to be written. */
bool value_is(const struct value *value, const struct cell *cell);

/* Called for each row; cells live until it returns. Anything but PAWL_OK ends the query with it. */
typedef enum pawl_status row_fn(void *context, const struct cell *cells, struct pawl_error *err);

row_fn row_found;   /* whether there is a row, into a bool that is false before */
row_fn read_number; /* of one column, into an int64_t */

/* What is wrong with a value, to be read after "amount is", and what to do. */
struct complaint {
    char problem[96];
    const char *help;
};

/* Of an actor, or of another short name that a caller gives. NULL is OK. */
enum pawl_status actor_check(const char *actor, struct complaint *complaint);

/* Checks the value of a parameter and puts it into the form in which it is kept: OK, MISUSE, NOMEM. */
struct results;
enum pawl_status value_settle(struct results *memory, struct value *value, struct complaint *complaint);

/* ---- memory of results -------------------------------------------------------------------------- */

/* Grows by blocks and keeps them, so that a handle in steady use allocates nothing. */
struct results {
    struct results_block *first, *current;
};
void *results_alloc(struct results *results, size_t size); /* NULL: out of memory */
char *results_strdup(struct results *results, const char *text);
void results_reset(struct results *results);
void results_free(struct results *results);

/* Element number `index` of an array, borrowed from what context refers to. */
typedef struct value element_fn(const void *context, size_t index);

/* ---- drivers ------------------------------------------------------------------------------------ */

/* A file of what all machines and flows share; see core/schema.h. */
struct schema_part {
    const char
        *name; /* without `.sql`; what is in roles/ is for databases with roles, in no_roles/ for others */
    const char *text;
};

struct lock_driver;
struct flow_driver;
struct outbox_driver;

/* A statement with its values, and what is to become of its rows. Borrowed for the length of the call. */
struct query {
    const char *sql;
    const struct value *values;
    size_t value_count;
    row_fn *row; /* may be NULL */
    void *context;
    bool must_move; /* it makes a move, and fails where that is answered neither OK nor IGNORED */
};

struct driver {
    const char *name; /* the dialect */
    enum pawl_dialect_number dialect;
    /* True: a move is one call of a function in the database. False: move/move.c takes the steps. */
    bool moves_by_function;
    const char *begin;                /* opens a transaction in which nothing is read before it is locked */
    const struct schema_part *schema; /* what all machines and flows share, see core/schema.h */
    const char *find_schema;    /* -> whether its version is there, and whether machines are; no error */
    const char *schema_version; /* -> the version, where that is there */
    const char *lock; /* the same for a transaction that somebody else began; NULL where not needed */

    /* MUST. Sets db->connection. */
    enum pawl_status (*open)(struct pawl_db *db, const char *where, struct pawl_error *err);
    /* MUST. The same with a connection that the caller keeps. */
    enum pawl_status (*adopt)(struct pawl_db *db, void *connection, struct pawl_error *err);
    /* MAY. What is unwise about the login, into the buffer, or nothing. */
    void (*warn)(struct pawl_db *db, char *warning, size_t size);
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
    /* MAY. Whether nothing that was sent on a connection that broke happens any more once `ready` has made
       another. NULL: there is no connection. */
    bool (*ends_what_was_sent)(const struct pawl_db *db);
    /* MUST. Many statements without parameters; rows are dropped. */
    enum pawl_status (*exec)(struct pawl_db *db, const char *sql, struct pawl_error *err);
    /*
     * MUST. One statement without parameters or rows, which may be sent along with the next one, and whose
     * error may be that one's. sql lives until then. hands_over: code of the caller's runs before that.
     */
    enum pawl_status (*exec_with_next)(struct pawl_db *db, const char *sql, bool hands_over,
                                       struct pawl_error *err);
    /* MUST. The same as exec for the generated SQL that deploys machines; brings up to date what pawlctl
     * reads of them. */
    enum pawl_status (*apply)(struct pawl_db *db, const char *sql, struct pawl_error *err);
    /* MAY. Where an upgrade has left versions that are accepted beside the deployed one without what their
       programs name, makes it; NULL: the generated SQL does that. */
    enum pawl_status (*accept)(struct pawl_db *db, struct pawl_error *err);
    /* MUST. DB where it was refused or the answer was lost. */
    enum pawl_status (*commit)(struct pawl_db *db, struct pawl_error *err);
    /* MUST. One statement, prepared once and kept. row may be NULL. */
    enum pawl_status (*query)(struct pawl_db *db, const char *sql, const struct value *values,
                              size_t value_count, row_fn *row, void *context, struct pawl_error *err);
    /* MUST. The open transaction can only be rolled back. */
    bool (*transaction_failed)(const struct pawl_db *db);
    /*
     * MUST. Undoes all since `savepoint pawl_move`, and forgets that; a failure since then too, unless
     * stays_failed.
     */
    void (*undo)(struct pawl_db *db, bool stays_failed);
    /*
     * Only where moves_by_function is true: queries in their order and, if commits, a commit, in one round
     * trip. The first that fails keeps those after it, and the commit, from being run.
     */
    enum pawl_status (*query_all)(struct pawl_db *db, const struct query *queries, size_t count, bool commits,
                                  struct pawl_error *err);
    /* Only where moves_by_function is false: writes exactly this one row of one of Pawl's tables. */
    enum pawl_status (*write)(struct pawl_db *db, const char *table, const char *sql,
                              const struct value *values, size_t value_count, struct pawl_error *err);
    /*
     * MAY. Of a worker that has nothing to do. `listen` hears what others say on these channels, if the
     * connection can, and tells them that a worker sleeps, without whom they say nothing; where it has done
     * so already it asks nothing of the database. `hears_all`: whether all who may not have seen that have
     * ended, so that what is found afterwards, and said, is all there is. `wait_for_word` is true when one
     * came. `wake` tells others that it sleeps no more; `unlisten` that, and stops hearing.
     */
    bool (*listen)(struct pawl_db *db, const char *const *channels, size_t count);
    bool (*hears_all)(struct pawl_db *db);
    bool (*wait_for_word)(struct pawl_db *db, int timeout_ms);
    void (*wake)(struct pawl_db *db);
    void (*unlisten)(struct pawl_db *db);
    /* MUST. Locks; see lock/lock.h. */
    const struct lock_driver *locks;
    /* MUST. Runs of flows; see flow/flow.h. */
    const struct flow_driver *flows;
    /* MUST. The outbox; see outbox/outbox.h. */
    const struct outbox_driver *outbox;
    /* Only where moves_by_function is false: who the history names where the caller names nobody. */
    const char *(*login)(const struct pawl_db *db);
    /* Only where moves_by_function is false: how long statements wait while another connection writes;
       PAWL_WAIT: as long as usual. */
    void (*limit_waiting)(struct pawl_db *db, int64_t limit_ms);
    /* Only where moves_by_function is true: one value from `count` of a type, in the memory of results. */
    enum pawl_status (*array)(struct pawl_db *db, enum pawl_type type, size_t count, element_fn *element,
                              const void *context, struct value *out, struct pawl_error *err);
};

extern const struct driver postgres_driver, sqlite_driver;

/* A move whose guard or effect is being called; the innermost first. */
struct running {
    const struct running *outer;
    const struct pawl_machine *machine;
    struct pawl_key key;
    int event;
    bool in_guard;
    const struct pawl_step *step; /* of a flow, whose name is the machine's; NULL: none */
};

/* Moves whose `then` has not been called yet, oldest first. */
struct after_list {
    struct after *first, *last;
};

struct pawl_db {
    const struct driver *driver;
    void *connection;
    char warning[200]; /* "" for none */
    bool is_adopted;
    bool is_retried;           /* within retry, where all waiting of its attempts counts together */
    bool has_waited;           /* as long as it may: the failure that was reported last is final */
    int64_t waited_us;         /* for others who write, of that */
    unsigned reconnections;    /* with each, what was leased before is left behind: its session is gone */
    bool transaction_open;     /* by libpawl; stays true when the connection breaks, until the rollback */
    struct results results[2]; /* this call's and the previous one's, whose rows may be passed in */
    const struct pawl_machine **known; /* machines whose deployment was checked on this handle */
    size_t known_count;
    bool has_schema; /* the database was seen to have this library's version of what all share */
    struct registered_hooks *hooks;
    size_t hooks_count;
    const struct running *running;
    struct after_list waiting;  /* for libpawl's own commit */
    struct after_list reported; /* for pawl_committed */
    struct after_list ready;    /* committed */
    bool calls_after;
    struct results after_memory;
};

static inline const struct pawl_statements *statements_of(const struct pawl_db *db,
                                                          const struct pawl_machine *machine) {
    return machine->sql[db->driver->dialect];
}

/*
 * Starts an operation: clears err, turns over the results, revives the connection and, for a machine seen
 * first on this handle, checks that the database holds it. machine may be NULL.
 */
enum pawl_status operation_begin(struct pawl_db *db, const struct pawl_machine *machine,
                                 struct pawl_error *err);

/* A machine more in the same operation. */
enum pawl_status operation_joins(struct pawl_db *db, const struct pawl_machine *machine,
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

/*
 * Runs the SQL of a machine or flow, and again where it has met another: roles belong to all databases of a
 * server, so that what is deployed in one can end in a deadlock (40P01) with what is deployed in the next.
 */
enum pawl_status apply_schema(struct pawl_db *db, const char *schema, struct pawl_error *err);

/* The last line of a script that is SCRIPT_COMMIT; NULL: it has none. */
#define SCRIPT_COMMIT "commit;\n"
const char *script_commit(const char *script);
/* The script behind the lines at its top that are for the shell of the database: `.bail on`, `\\set ...`. */
const char *script_without_shell(const char *script);

/* The machine was compiled for this libpawl. */
enum pawl_status check_abi(const struct pawl_machine *machine, struct pawl_error *err);

/* Whether the callers may not get another connection: what was done in the transaction would be forgotten. */
static inline bool transaction_is_ours(const struct pawl_db *db) {
    return db->transaction_open || db->running;
}

/* Whether the caller's transaction can only be rolled back after that answer. */
static inline bool breaks_transaction(enum pawl_status status) {
    return status == PAWL_DB || status == PAWL_UNKNOWN || status == PAWL_NOMEM;
}

/* MISUSE within a guard or effect, or a step that has a transaction. */
enum pawl_status check_not_in_callback(const struct pawl_db *db, const char *function,
                                       struct pawl_error *err);

/* All that waits for the commit, and back to it: what came since was undone. */
struct after_mark {
    struct after_list *list;
    struct after *last;
};
struct after_mark after_mark(struct pawl_db *db);
void after_undo(struct after_mark mark);

/* What waited for the commit is done or forgotten; reported_too: also where the caller had begun. */
void after_commit(struct pawl_db *db, bool reported_too);
void after_rollback(struct pawl_db *db, bool reported_too);

/* Whether the event leads out of that state at all, if guards let it. */
bool leads_somewhere(const struct pawl_machine *machine, int state, int event);

/* DB becomes UNKNOWN where a statement outside a transaction, or a commit, was sent and not answered. */
enum pawl_status judge_lost_answer(const struct pawl_db *db, enum pawl_status status, struct pawl_error *err);

/*
 * DB becomes MISMATCH where the database has ceased to accept the program's version, as the lack of the
 * version's own object says; a function of another version that has ceased to be can be called again.
 */
enum pawl_status judge_version(struct pawl_db *db, const struct pawl_machine *machine,
                               enum pawl_status status, struct pawl_error *err);

/* MISMATCH, and the next operation asks the database anew. */
enum pawl_status refuse_version(struct pawl_db *db, const struct pawl_machine *machine,
                                struct pawl_error *err);

/* read_rows for a statement of the machine, which names its version: MISMATCH where that is not accepted. */
enum pawl_status read_versioned(struct pawl_db *db, const struct pawl_machine *machine, const char *sql,
                                const struct value *values, size_t value_count, row_fn *row, void *context,
                                struct pawl_error *err);

/* The state or event of that stored text: 0 for none, -1 for one that this program does not know. */
int state_of_stored(const struct pawl_machine *machine, const char *stored);
int event_of_stored(const struct pawl_machine *machine, const char *stored);

/* ---- retries ------------------------------------------------------------------------------------ */

/* Calls attempt until it answers something that the database does not want repeated, or CONFLICT. */
enum pawl_status retry(struct pawl_db *db, pawl_work_fn *attempt, void *context, struct pawl_error *err);

/* Sleeps, longer with each attempt, from half a millisecond to 200, but no longer than the limit. */
void pause_before_attempt(const void *who, int attempt, int64_t limit_us);

int64_t now_us(void);       /* since 1970, by this computer's clock */
int64_t monotonic_us(void); /* since whenever; nobody sets that clock */

/*
 * Only where moves_by_function is false: takes steps in a transaction of their own, or under a savepoint of
 * the caller's, once the right to write is theirs, so that all is written or nothing.
 */
enum pawl_status all_or_nothing(struct pawl_db *db, pawl_work_fn *steps, void *context,
                                struct pawl_error *err);

/* What is sent to a database that may break the connection before it has answered. */
struct sending {
    bool has_request_id; /* what became of it can be asked, by sending the same again */
    int attempts;
    bool answer_was_lost; /* of an earlier attempt */
};

/* Before an attempt: DB where the connection is gone and there is no other. */
enum pawl_status sending_begin(struct pawl_db *db, struct sending *sending, struct pawl_error *err);

/*
 * The answer of an attempt outside a transaction: UNKNOWN where it was lost, and whether to try again. Also
 * where an earlier one was lost, and may still be done whatever this one is told. may_be_done: what was sent
 * without an answer may have been committed.
 */
enum pawl_status sending_judge(const struct pawl_db *db, struct sending *sending, enum pawl_status status,
                               bool may_be_done, struct pawl_error *err);

/* Whether that answer stays so: neither was one lost before, nor can what was sent then still be done. */
bool sending_is_final(const struct pawl_db *db, const struct sending *sending, enum pawl_status status);
/* UNKNOWN, where it does not. */
enum pawl_status sending_leaves_open(enum pawl_status status, struct pawl_error *err);

/*
 * Makes moves in a transaction of their own, or under a savepoint of the caller's, so that all are made or
 * none. moves_commit: they end a transaction of their own themselves. In one of its own it is an attempt, for
 * retry.
 */
enum pawl_status all_together(struct pawl_db *db, struct sending *sending, pawl_work_fn *moves, void *context,
                              bool moves_commit, struct pawl_error *err);

/* ---- moves -------------------------------------------------------------------------------------- */

/* MISUSE where what is asked for is wrong in itself: key, arguments, options, from within a callback. */
enum pawl_status fire_check(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                            int event, const void *args, const struct pawl_opts *opts,
                            struct pawl_error *err);

/* pawl_fire within an operation that has begun. */
enum pawl_status fire(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key, int event,
                      const void *args, const struct pawl_opts *opts, struct pawl_transition *out,
                      struct pawl_error *err);

/* The first callback of the event's moves, also after the commit; NULL: they have none. */
const struct pawl_hook *callback_of_event(const struct pawl_machine *machine, int event);
/* "guard", "effect" or "work". */
const char *hook_kind(const struct pawl_hook *hook);

/* Of the outcome that a function in the database answers; MISMATCH for one of a newer version. */
enum pawl_status parse_status(const char *name);

/* MISUSE where the machine has no event of that number. */
enum pawl_status event_check(const struct pawl_machine *machine, int event, struct pawl_error *err);

/* ---- errors ------------------------------------------------------------------------------------- */

void error_clear(struct pawl_error *err);
/* Hands through what another call has said; both may be NULL. */
void error_copy(struct pawl_error *err, const struct pawl_error *said);
/* Fills err, which may be NULL, and returns status. */
enum pawl_status error_set(struct pawl_error *err, enum pawl_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void error_help(struct pawl_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads what a database says of a lock that is in the way: "held until ... by ...", "frozen: ...". */
void error_obstacle(struct pawl_error *err, const char *detail);

/* DB, for a commit. */
enum pawl_status transaction_had_failed(struct pawl_error *err);

/* Bytes of a key shown in messages; the rest is cut. */
#define KEY_SHOWN_SIZE 72
/* "PM123", cut with "..." where long. Returns buffer. */
const char *key_shown(const struct pawl_machine *machine, struct pawl_key key, char buffer[KEY_SHOWN_SIZE]);

/*
 * MISUSE where what is given, in units of so many microseconds, is less than `least` or longer than any
 * duration may be. "pawl_claim: lease_us is 9223372036854775807"
 */
enum pawl_status duration_check(const char *function, const char *parameter, int64_t given, int64_t unit_us,
                                int64_t least, struct pawl_error *err);
/* The same for a timeout in milliseconds, which may also be PAWL_WAIT, and as long as one likes. */
enum pawl_status timeout_check(const char *function, const char *parameter, int64_t timeout_ms,
                               struct pawl_error *err);

/* Checks the key's length and text. */
enum pawl_status key_check(const struct pawl_machine *machine, struct pawl_key key, struct pawl_error *err);
bool text_is_utf8(const char *text);
/*
 * The bytes of the character that the text begins with, and whether a terminal would obey it: C0 and C1,
 * those that turn the direction of writing, line separators, and a byte that is no UTF-8.
 */
size_t text_step(const char *text, bool *controls);

#endif
