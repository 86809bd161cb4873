/*
 * Lives here: the driver of PostgreSQL, which alone sees libpq. Not here: decisions about moves.
 *
 * What the files of PostgreSQL's driver share. Internal to them.
 */
#pragma once

#include "core/handle.h"
#include "core/statements.h"
#include "postgres/state.h"

#include <libpq-fe.h>

/* A begin, and the savepoint of a move within it. */
#define WAITING_MAX 2

/* NAMEDATALEN */
enum { POSTGRES_NAME_SIZE = 64 };

/* A process of the server's. */
struct postgres_backend {
    int pid;           /* 0: not known, as behind a pooler, where it may be another one each time */
    char began_us[24]; /* since 1970, in digits: a pid is given again */
};

/* What others are told of a worker on this connection. */
struct sleep {
    enum hears hears;
    const char *const *channels; /* the worker's */
    size_t channel_count;
    size_t sign_count;  /* so many of them have the sign that it sleeps: a lock of the session's */
    int64_t older_than; /* transactions with a smaller number may not have seen it; 0: not asked yet */
};

/* The connection of a handle, made by opening or adopting and freed by closing. */
struct postgres {
    PGconn *connection; /* the caller's where it was adopted */
    bool prepares;
    unsigned read_timeout_s; /* after which an answer that has not come is given up; 0: never */
    struct hurry *hurry;     /* of the handle that uses it; NULL: of none yet */
    struct stats *stats;     /* likewise */
    enum sent sent;
    bool is_shared; /* the caller may use it without us, so that nothing may wait where he is next */
    const char *waiting[WAITING_MAX]; /* borrowed until they go along with the next statement */
    size_t waiting_count;
    bool begin_waits; /* among them, so that a connection that breaks now takes nothing with it */
    struct statements statements;
    struct postgres_backend backend; /* of this connection */
    /* of an earlier one that broke: what was sent there may still be on its way; until it has ended nothing
       else is sent */
    struct postgres_backend lost;
    bool has_nodes;     /* the server hands statements on to others, by Citus */
    bool lost_unseen;   /* one of them was not known, or may have left what it was sent to a node */
    bool failed_within; /* a function, which the login may call: of the last error */
    struct sleep sleep;
    char schema[POSTGRES_NAME_SIZE]; /* Pawl's; "" for public */
    char roles[ROLE_PREFIX_SIZE]; /* the names of Pawl's roles begin so in this database, as was last seen */
    bool has_roles;               /* likewise: one of them owns Pawl's tables */
    struct pawl_error *warning;   /* while a schema is applied: the first one goes there */
    size_t warning_count;
};

extern const struct driver postgres_driver;
extern const struct lock_driver postgres_locks;
extern const struct flow_driver postgres_flows;
extern const struct outbox_driver postgres_outbox;

static inline struct postgres *postgres_of(const struct pawl_db *db) {
    return db->connection->of_driver;
}

/* ---- postgres.c --------------------------------------------------------------------------------- */

/* DB, with libpq's own words. */
enum pawl_status postgres_report_connection(const struct postgres *postgres, struct pawl_error *err);

/*
 * In place of one that is broken and not adopted, whose process is ended first, so that nothing that was sent
 * there happens later. What waits is sent there.
 */
enum pawl_status postgres_connect_again(struct pawl_db *db, struct pawl_error *err);

/* An idle server has nothing to say but good-bye: read that before a statement is sent into the void. */
void postgres_notice_hangup(PGconn *connection);

/* DB where the connection is known to speak another encoding than UTF8. */
enum pawl_status postgres_check_encoding(PGconn *connection, struct pawl_error *err);

/* Of struct driver. */
bool postgres_in_transaction(const struct pawl_db *db);
bool postgres_transaction_failed(const struct pawl_db *db);
bool postgres_connection_lost(const struct pawl_db *db);

/* ---- names.c ------------------------------------------------------------------------------------ */

void postgres_note_owner(struct postgres *postgres, const char *owner);
/* Looks for the owner of Pawl's tables, unless nothing can be asked now. Returns the prefix of Pawl's roles,
 * "" for none. */
const char *postgres_roles(const struct pawl_db *db);
/* Pawl's SQL with the connection's schema for public, and the prefix before each of Pawl's roles; NULL: out
 * of memory. The caller frees it. */
char *postgres_with_names(const struct postgres *postgres, const char *sql, const char *prefix);
/* MISUSE: names in the SQL forbid that. */
enum pawl_status postgres_refuse_names(const struct postgres *postgres, const char *sql, const char *prefix,
                                       struct pawl_error *err);
/* PQexecParams of Pawl's SQL. */
PGresult *postgres_ask(const struct postgres *postgres, const char *sql, int count,
                       const char *const *values);
/* The number of an advisory lock of Pawl's, in the connection's schema. */
int64_t postgres_lock_number(const struct postgres *postgres, int64_t number);
/* Of struct login_driver. */
enum pawl_status postgres_choose_roles(struct pawl_db *db, const char *prefix, struct pawl_error *err);

/* ---- place.c ------------------------------------------------------------------------------------ */

/*
 * Sets connection, whose PQstatus says whether it was made, prepares, schema and read_timeout_s. where: as it
 * was given to pawl_open; it is changed. MISUSE: no place.
 */
enum pawl_status postgres_connect(char *where, struct postgres *postgres, struct pawl_error *err);
/* Sets the schema as the options of an adopted connection have it: -cpawl.schema=NAME. MISUSE: it is no name.
 */
enum pawl_status postgres_find_schema(struct postgres *postgres, struct pawl_error *err);
/* After each PQreset: see core/socket.h. */
void postgres_limit_socket(PGconn *connection);

/* ---- answer.c ----------------------------------------------------------------------------------- */

/* Whether answers are waited for in slices. Where they are not, PQexec and its like do as well. */
bool postgres_may_give_up(const struct postgres *postgres);
/* PQgetResult. */
PGresult *postgres_get_result(const struct postgres *postgres);
/* The result that PQexec and its like return, of what was sent. */
PGresult *postgres_get_last_result(const struct postgres *postgres);
/* PQexec. */
PGresult *postgres_exec_plain(const struct postgres *postgres, const char *sql);

/* ---- exchange.c --------------------------------------------------------------------------------- */

/* The statements that wait are never sent. */
void postgres_forget_waiting(struct postgres *postgres);

/* Frees what is known of prepared statements; the server keeps them. */
void postgres_forget_prepared(struct postgres *postgres);
/* The server forgets them, too, where it can be told: a caller goes on with the connection. */
void postgres_deallocate(const struct postgres *postgres);

/* Of struct driver; postgres_send_commit is its commit. */
enum pawl_status postgres_exec(struct pawl_db *db, const char *sql, struct pawl_error *err);
enum pawl_status postgres_query_own(struct pawl_db *db, const char *sql, const struct value *values,
                                    size_t value_count, struct own_rows *rows, struct pawl_error *err);
enum pawl_status postgres_exec_with_next(struct pawl_db *db, const char *sql, enum next_statement next,
                                         struct pawl_error *err);
void *postgres_native(struct pawl_db *db);
enum pawl_status postgres_send_commit(struct pawl_db *db, struct pawl_error *err);
enum pawl_status postgres_query(struct pawl_db *db, const char *sql, const struct value *values,
                                size_t value_count, row_fn *row, void *context, struct pawl_error *err);
enum pawl_status postgres_query_all(struct pawl_db *db, const struct query *queries, size_t count,
                                    enum end_of_queries end, struct pawl_error *err);

extern const struct schema_part postgres_schema[];
