/*
 * Lives here: the driver of MariaDB, which alone sees libmariadb. Not here: decisions about moves.
 *
 * What the files of MariaDB's driver share. Internal to them.
 */
#pragma once

#include "core/handle.h"
#include "core/socket.h"
#include "core/statements.h"
#include "mariadb/state.h"

#include <mysql.h>

/*
 * What is read and written within libmariadb's own structs (states of statements and connections, flags of
 * the server's) has its place and its meaning in these versions: look through libmariadb/mariadb_stmt.c of
 * another before it is let in here.
 */
#define LIBRARY_FIRST 30300
#define LIBRARY_END   30500
#if !defined MARIADB_PACKAGE_VERSION_ID || MARIADB_PACKAGE_VERSION_ID < LIBRARY_FIRST ||                     \
    MARIADB_PACKAGE_VERSION_ID >= LIBRARY_END
#error "libpawl knows libmariadb 3.3 and 3.4: install one of these, or build with -DPAWL_MARIADB=OFF"
#endif

/* Statements that go along with the next one: a begin, and the savepoint of a move within it. */
#define WAITING_MAX  2
#define WAITING_SIZE 64

struct mariadb_waiting {
    char texts[WAITING_MAX][WAITING_SIZE];
    size_t count;
};

/* As in MariaDB; a name of 64 characters may have four bytes each. */
#define DATABASE_NAME_SIZE 257

#define HOST_MAX 16

struct host {
    const char *name; /* NULL: the library's own choice, a socket of this machine */
    unsigned port;    /* 0: the usual one */
};

/* Where a handle's own connection goes, as its URI says. Texts are owned, or NULL. */
struct mariadb_place {
    char *text; /* all others lie in it */
    struct host hosts[HOST_MAX];
    size_t host_count;
    size_t host; /* where the connection is, or was last */
    const char *user, *password, *database, *pawl_database, *socket;
    const char *ssl_ca, *ssl_cert, *ssl_key, *ssl_cipher, *tls_version;
    unsigned connect_timeout_s, read_timeout_s; /* 0: none */
    struct socket_limits limits;
    unsigned away_timeout_s; /* so long after it had to leave a host it looks there again */
    bool verifies_server, uses_tls;
    bool begins_anywhere; /* with any of the hosts */
    bool goes_by_entity;  /* to each host, for what is done there */
};

#define NODE_SIZE 256

/* A thread of the server's. Numbers are given anew when that starts again. */
struct session {
    unsigned long thread; /* 0: not known */
    int64_t server_began_s;
    size_t host;              /* of the place */
    char node[NODE_SIZE];     /* by which the others of a Galera cluster know it; "": it is none */
    int64_t packet_max_bytes; /* 0: nobody has asked yet */
};

/* The connection of a handle, made by opening or adopting and freed by closing. */
struct mariadb {
    MYSQL *connection; /* the caller's where it was adopted */
    struct mariadb_place place;
    char application[DATABASE_NAME_SIZE]; /* the database of the tables that move */
    char database[DATABASE_NAME_SIZE];    /* Pawl's own */
    struct state state;
    struct stats *stats; /* of the handle that uses it; NULL: of none yet */
    unsigned failure;    /* the code of the last error */
    bool is_shared;      /* the caller may use it without us, so that nothing may wait where he is next */
    struct mariadb_waiting waiting; /* of TRANSACTION_WAITS the first is the begin */
    unsigned savepoints;            /* of one name: MariaDB forgets the earlier one, so each has a number */
    struct statements statements;
    struct results rows;    /* until they are handed over */
    unsigned sends;         /* so many are under way, since who takes rows may ask again */
    struct session session; /* of this connection */
    /* of an earlier one that broke: what was sent there may still be on its way; until it has ended nothing
       else is sent */
    struct session lost;
    bool lost_unseen;      /* one of them was not known */
    size_t home;           /* the host where it should be, of a place that goes by entity */
    int64_t looks_home_us; /* from when on, where it had to leave that */
};

/* A handle's: one connection, or with load_balance_hosts=entity one for each host, made when it is needed. */
struct connections {
    struct mariadb *current;
    struct mariadb *of_host[HOST_MAX];
    char *where; /* from which they are made; NULL: there is but one */
};

/* One of Galera's: what others commit on theirs may come a moment later here. */
static inline bool is_node(const struct mariadb *mariadb) {
    return mariadb->session.node[0] != '\0';
}

extern const struct driver mariadb_driver;
extern const struct lock_driver mariadb_locks;
extern const struct flow_driver mariadb_flows;
extern const struct outbox_driver mariadb_outbox;

static inline struct mariadb *mariadb_of(const struct pawl_db *db) {
    return ((struct connections *)db->connection->of_driver)->current;
}

/* ---- place.c ------------------------------------------------------------------------------------ */

bool mariadb_opens(const char *where);
/* MISUSE where the URI is none. The place is to be freed in any case. */
enum pawl_status mariadb_place_read(const char *where, struct mariadb_place *place, struct pawl_error *err);
void mariadb_place_free(struct mariadb_place *place);

/* ---- exchange.c --------------------------------------------------------------------------------- */

/* What was denied on a table or function, from what the server says: "select, references",
 * "`shop`.`payments`". */
enum { DENIED_RIGHT_SIZE = 64, DENIED_OBJECT_SIZE = 160 };
bool mariadb_read_denied(const struct pawl_error *err, char right[DENIED_RIGHT_SIZE],
                         char object[DENIED_OBJECT_SIZE]);
/* Whether the error says that the login lacks a right. */
bool mariadb_is_denied(const struct pawl_error *err);
/* Whether a lock was waited for in vain: nothing of that statement was done. */
bool mariadb_is_busy(const struct pawl_error *err);

/* ---- names.c ------------------------------------------------------------------------------------ */

/* The text with the real names of pawl_application and pawl_database, to be freed; NULL: no memory. */
char *mariadb_with_names(const struct mariadb *mariadb, const char *sql);

/* ---- connection.c ------------------------------------------------------------------------------- */

/* False: it answers nothing, since it has broken, or is of a node that takes no part in its cluster. */
bool mariadb_identify(MYSQL *connection, struct session *session);

/* MISMATCH for a libmariadb, by mysql_get_client_version, that is none of those. */
enum pawl_status mariadb_judge_library(unsigned long version, struct pawl_error *err);

/* Whether it is one on which Pawl runs. */
enum pawl_status mariadb_judge_server(MYSQL *connection, struct pawl_error *err);

/* Opens the connection of the place, and says on it what every one of libpawl's own begins with. */
enum pawl_status mariadb_make_connection(struct mariadb *mariadb, struct pawl_error *err);
/* Replaces a broken connection of libpawl's, whose thread is ended first so that nothing happens later. */
enum pawl_status mariadb_connect_again(struct pawl_db *db, struct pawl_error *err);
/* An idle server has nothing to say but good-bye; the library closes what it finds broken. It is not idle
   where the caller is still reading rows. */
void mariadb_notice_hangup(struct mariadb *mariadb);
void mariadb_cancel_statement(struct pawl_db *db);
bool mariadb_connection_lost(const struct pawl_db *db);

/* ---- mariadb.c ---------------------------------------------------------------------------------- */

/* host: with which to begin; HOST_MAX: as the place says. */
enum pawl_status mariadb_make(const char *where, size_t host, struct mariadb **made, struct pawl_error *err);
enum pawl_status mariadb_ready(struct pawl_db *db, struct pawl_error *err);

/* ---- nodes.c ------------------------------------------------------------------------------------ */

/* Of struct driver. */
enum pawl_status mariadb_go_to(struct pawl_db *db, uint64_t hash, struct pawl_error *err);

/* ---- exchange.c --------------------------------------------------------------------------------- */

/* Whether a connection is of no use behind that error. */
bool mariadb_breaks_connection(unsigned code);
/* DB, with the server's own words; what it means for the connection and its transaction is remembered. */
enum pawl_status mariadb_report(struct mariadb *mariadb, unsigned code, const char *sqlstate,
                                const char *message, struct pawl_error *err);
/* "[guard covered]": the guard or effect that failed, which its function adds to the message; or NULL. */
const char *mariadb_find_hook(const char *message);
/* Likewise, of what the connection has failed with last. */
enum pawl_status mariadb_report_last(struct mariadb *mariadb, struct pawl_error *err);
/* On a node: SQL that waits until what the others have committed is here, before anything else is done. Where
   it waits in vain the connection counts as broken, so that another node is asked. */
enum pawl_status mariadb_follow_others(struct mariadb *mariadb, const char *sql, struct pawl_error *err);
/* Whether the transaction is still open, as of a node behind what it has prepared; otherwise DB, as a
 * deadlock. */
enum pawl_status mariadb_is_still_open(struct mariadb *mariadb, struct pawl_error *err);

/* Before it is sent: MISUSE where the server does not take so much at once. */
enum pawl_status mariadb_fits(struct mariadb *mariadb, size_t bytes, struct pawl_error *err);
/* A statement that is no libpawl's transaction's; false where it fails. */
bool mariadb_run(MYSQL *connection, const char *sql);
/* Likewise, and again if it was killed. */
bool mariadb_run_surely(MYSQL *connection, const char *sql);
/* The rows that it has; NULL: it has failed, or has none by its nature. */
MYSQL_RES *mariadb_rows_of(MYSQL *connection, const char *sql);
/* The first column of the first row, a text or a number; false where there is none, or no room for it. */
bool mariadb_ask_text(MYSQL *connection, const char *sql, char *text, size_t size);
bool mariadb_ask(MYSQL *connection, const char *sql, int64_t *number);

/* Frees what is known of prepared statements, and has the server forget them where it can be told. */
void mariadb_forget_prepared(struct mariadb *mariadb);

/* DB: the connection is broken, and nothing was sent. */
enum pawl_status mariadb_report_broken(struct pawl_error *err);
/* Before anything is sent that may change something; an error on a broken connection. */
enum pawl_status mariadb_begin_sending(struct mariadb *mariadb, struct pawl_error *err);

typedef enum pawl_status mariadb_send_fn(struct mariadb *mariadb, const char *text, struct pawl_error *err);
mariadb_send_fn mariadb_send_as_is;
mariadb_send_fn mariadb_send_named; /* routines between the lines of a shell */
enum pawl_status mariadb_send_text(struct mariadb *mariadb, const char *sql, size_t length,
                                   struct pawl_error *err);
/* Several statements, also on a connection that takes one at a time. */
enum pawl_status mariadb_send_all(struct pawl_db *db, mariadb_send_fn *send, const char *text,
                                  struct pawl_error *err);

/* ---- transaction.c ------------------------------------------------------------------------------ */

/* What the server says with each answer: the caller's SQL may begin and end transactions. */
void mariadb_look_at_server(struct mariadb *mariadb);
/* Marks a transaction that has failed, where the caller may end it without libpawl. False: it cannot. */
bool mariadb_keep_failed(struct mariadb *mariadb);
/* Where what has failed was undone by itself. */
void mariadb_go_on(struct mariadb *mariadb);
void mariadb_forget_waiting(struct mariadb *mariadb);

/* Of struct driver. */
bool mariadb_in_transaction(const struct pawl_db *db);
bool mariadb_transaction_failed(const struct pawl_db *db);
/* By SQL of the caller's, though not where data definition did so. */
bool mariadb_was_ended(const struct pawl_db *db);
void mariadb_undo(struct pawl_db *db, enum failure_since failure);
enum pawl_status mariadb_exec(struct pawl_db *db, const char *sql, struct pawl_error *err);
/* As exec, with the databases' names put in, and routines between the lines of a shell. */
enum pawl_status mariadb_exec_named(struct pawl_db *db, const char *sql, struct pawl_error *err);
enum pawl_status mariadb_exec_with_next(struct pawl_db *db, const char *sql, enum next_statement next,
                                        struct pawl_error *err);
void *mariadb_native(struct pawl_db *db);
enum pawl_status mariadb_commit(struct pawl_db *db, struct pawl_error *err);
enum pawl_status mariadb_query(struct pawl_db *db, const char *sql, const struct value *values,
                               size_t value_count, row_fn *row, void *context, struct pawl_error *err);
enum pawl_status mariadb_query_own(struct pawl_db *db, const char *sql, const struct value *values,
                                   size_t value_count, struct own_rows *rows, struct pawl_error *err);
enum pawl_status mariadb_query_all(struct pawl_db *db, const struct query *queries, size_t count,
                                   enum end_of_queries end, struct pawl_error *err);

/* ---- statement.c -------------------------------------------------------------------------------- */

enum pawl_status mariadb_catch_up(struct pawl_db *db, struct pawl_error *err);

/*
 * Sends a statement, prepared once and kept. Rows are handed over when the server has said that all of it is
 * done: a row of a function that writes comes before its commit.
 */
enum pawl_status mariadb_send(struct pawl_db *db, const struct query *query, struct pawl_error *err);

struct json;
/* Appends a statement with its values, as text. */
enum pawl_status mariadb_put_call(struct pawl_db *db, const struct query *query, struct json *text,
                                  struct pawl_error *err);

/* ---- gather.c ----------------------------------------------------------------------------------- */

/*
 * Calls of several callers, what waits before them, and the commit behind them. Who meets another's lock is
 * handed the status BUSY, and nothing of his is done.
 */
enum pawl_status mariadb_gather(struct pawl_db *db, const struct query *queries, size_t count,
                                struct pawl_error *err);

/* ---- lock.c ------------------------------------------------------------------------------------- */

/*
 * Repeats a query whose text waits for no lock (`set statement`) for so many milliseconds. is_over: it has
 * met a lock until the end; nothing of it was done, and the transaction goes on.
 */
enum pawl_status mariadb_query_patiently(struct pawl_db *db, const struct query *query, int64_t timeout_ms,
                                         bool *is_over, struct pawl_error *err);

/* ---- answer.c ----------------------------------------------------------------------------------- */

/* What functions of Pawl's answer, as JSON: an object is a row, an array rows. status: that of the last. */
enum pawl_status mariadb_hand_over_json(struct pawl_db *db, const char *json, const struct query *query,
                                        struct pawl_error *err);

/* Whether a function has done nothing: what it answers is an object that begins with another status. */
bool mariadb_refuses(struct pawl_db *db, const char *json);

extern const struct schema_part mariadb_schema[];
