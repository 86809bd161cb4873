/*
 * The part of libpawl for pawlctl, beyond pawl.h: SQL, roles, the shared schema, scripts of migrations
 * and the outbox. Not installed. Call it on a handle of pawl_open, from the thread that opened it, and not
 * within pawl_begin and pawl_commit. A pawl_error may be NULL except as noted. Each
 * function is in the room that its section names.
 */
#pragma once

/* Clocks, errors, files of SQL, texts, values and rows: they know no handle. */
#include "core/clock.h"
#include "core/error.h"
#include "core/parse.h"
#include "core/script.h"
#include "core/text.h"
#include "core/value.h"

/* ---- the handle (core/, open/) ------------------------------------------------------------------ */

/* Writes the forms of the names that pawl_open takes, for people. Returns buffer. */
const char *places_of_databases(char *buffer, size_t size);

/* Waits until this node of a cluster sees all earlier commits of others; before a read that decides. */
enum pawl_status begin_behind_others(struct pawl_db *db, struct pawl_error *err);

/* Sets the role that the help of a denied right names. role: static; NULL: each call names its own. */
void handle_set_role(struct pawl_db *db, const char *role);

/* Runs a script (see script_run) on the connection, and on each that replaces it. setup: static. */
enum pawl_status handle_set_up(struct pawl_db *db, const char *setup, struct pawl_error *err);

/* Whether the connection broke, and was not replaced yet. A handle of a pool that has none has lost none. */
bool connection_is_lost(const struct pawl_db *db);

/* Cancels the statement that another thread runs on the handle; not while that thread closes it. */
bool handle_can_cancel(const struct pawl_db *db);
void handle_cancel(struct pawl_db *db);

/* Whether libpawl itself makes each transition, step by step. Such a database has one writer at a time, keeps
 * guards and effects as texts, and takes rows of Pawl's tables from row_write alone. */
bool handle_moves_in_steps(const struct pawl_db *db);

/* Whether each step of a deployment commits by itself. */
bool handle_deploys_in_steps(const struct pawl_db *db);

/* The login that the history names if the caller names nobody; NULL: the database fills it in. */
const char *handle_login(const struct pawl_db *db);

/* ---- SQL (core/) -------------------------------------------------------------------------------- */

/* Runs one statement, which stays prepared, and calls row for each of its rows; row: may be NULL. */
enum pawl_status query_run(struct pawl_db *db, const char *sql, const struct value *values,
                           size_t value_count, row_fn *row, void *context, struct pawl_error *err);

/* Runs statements without values, and drops their rows. pawl_database stands for the database's name. */
enum pawl_status script_run(struct pawl_db *db, const char *script, struct pawl_error *err);

/* Writes the one row that sql writes to a table of Pawl's, which is named without its schema. */
enum pawl_status row_write(struct pawl_db *db, const char *table, const char *sql, const struct value *values,
                           size_t value_count, struct pawl_error *err);

/* Begins a transaction in which no row is read before it is locked. */
enum pawl_status transaction_begin(struct pawl_db *db, struct pawl_error *err);
/* Returns DB if the commit was refused, or if its answer was lost. */
enum pawl_status transaction_commit(struct pawl_db *db, struct pawl_error *err);
/* Does nothing if no transaction is open. */
void transaction_rollback(struct pawl_db *db);

/* ---- roles (core/right.c) ----------------------------------------------------------------------- */

/* Roles, by their names on PostgreSQL. */
#define ROLE_APP      "pawl_app"
#define ROLE_OPERATOR "pawl_operator"
#define ROLE_OWNER    "pawl_owner"
#define ROLE_READER   "pawl_reader"
#define ROLE_DEPLOYER "" /* no role of Pawl's: the login that creates these */

/* Writes the role's name in this database, which has logins. Returns name. */
enum { ROLE_NAME_SIZE = 272 };
const char *role_name(const struct pawl_db *db, const char *role, char name[ROLE_NAME_SIZE]);

/*
 * The names of the roles that the next deployment creates begin with this, such as "shop_". prefix: borrowed
 * until the handle is closed. Returns: MISUSE: it is no prefix, the database has Pawl's roles with another,
 * or it needs none.
 */
enum { ROLE_PREFIX_SIZE = 48 };
enum pawl_status roles_choose(struct pawl_db *db, const char *prefix, struct pawl_error *err);

/* Whether err reports that the login lacks a right. */
bool right_is_denied(const struct pawl_db *db, const struct pawl_error *err);

/*
 * If the login lacks a right and err has no help yet, writes a help that names the role it needs: that of
 * handle_set_role, or else `role`. Returns status. A status other than DB changes nothing.
 */
enum pawl_status judge_right(struct pawl_db *db, const char *role, enum pawl_status status,
                             struct pawl_error *err);

/*
 * Call it on a MISMATCH because the database lacks an object, which a login without rights may only not see.
 * Returns DB if the login has the role and does not use it; else status, with a help for both cases.
 */
enum pawl_status judge_unseen(struct pawl_db *db, enum pawl_status status, struct pawl_error *err);

/* Writes into the help which rights of a deployment the login lacks; nothing if it has them all. err: not
 * NULL. */
void right_help_deployer(struct pawl_db *db, struct pawl_error *err);

/* ---- the shared schema (core/schema.c) ---------------------------------------------------------- */

enum {
    SCHEMA_NONE = -1,       /* in the place of a version: the database has no shared schema */
    SCHEMA_UNVERSIONED = 0, /* installed before there were versions */
};

/* Reads the version of the database. */
enum pawl_status schema_look(struct pawl_db *db, int64_t *version, struct pawl_error *err);

/* The same before a deployment, which keeps the test clock of a database that has one. */
enum pawl_status schema_look_before(struct pawl_db *db, int64_t *version, struct pawl_error *err);

/* Returns MISMATCH with a help unless it is the version of this library. */
enum pawl_status schema_judge(int64_t version, struct pawl_error *err);

/* Installs, upgrades or repairs it in one transaction. was: the version before, also on failure. */
enum pawl_status schema_install_anew(struct pawl_db *db, bool without_roles, int64_t *was,
                                     struct pawl_error *err);

/* The script that does it, with its begin and commit. The caller frees it; NULL: out of memory. */
char *schema_script(const struct pawl_db *db, bool without_roles);

/* The result of a failed deployment, for people: "nothing was changed", or the next step. */
const char *schema_after_failure(const struct pawl_db *db);

/* Returns MISUSE: `what` ("the SQL of machine payment") is for several nodes, and its user must go through
 * them. */
enum pawl_status schema_refuse_nodes(const struct pawl_db *db, const char *what, struct pawl_error *err);

/* ---- scripts that pawl has written (core/migrate.c, core/deployment.c) ---------------------------- */

/* Call it after a script. If that left its transaction open, rolls it back and returns MISUSE. */
enum pawl_status script_check_end(struct pawl_db *db, struct pawl_error *err);

/*
 * Runs the SQL of a machine or flow, and again after a deadlock with another deployment: roles belong to all
 * databases of a server. pawl_migrate of pawl.h runs a migration.
 */
enum pawl_status apply_schema(struct pawl_db *db, const char *schema, struct pawl_error *err);

/* ---- machines (core/key.c, move/hooks.c) -------------------------------------------------------- */

/* Writes "PM123", cut with "..." if it is long, for messages. Returns buffer. */
#define KEY_SHOWN_SIZE 72
const char *key_shown(const struct pawl_machine *machine, struct pawl_key key, char buffer[KEY_SHOWN_SIZE]);

/* Whether keys of that type are numbers here; otherwise they are texts. */
bool key_is_number(enum pawl_type type);

/* As a value of the database. */
struct value value_key(const struct pawl_machine *machine, struct pawl_key key);

/* Less than, equal to or greater than 0, in the order of the database. */
int key_compare(const struct pawl_machine *machine, struct pawl_key left, struct pawl_key right);

/* Checks a key that a caller gives, and puts it into its one spelling, in that memory. */
enum pawl_status key_settle(struct results *memory, const struct pawl_machine *machine, struct pawl_key *key,
                            struct pawl_error *err);

/* The first guard, effect or work in C that a transition by the event calls, also after the commit; NULL:
 * none. */
const struct pawl_hook *callback_of_event(const struct pawl_machine *machine, int event);
/* "guard", "effect" or "work". */
const char *hook_kind(const struct pawl_hook *hook);

/* ---- the outbox (outbox/) ----------------------------------------------------------------------- */

/* Counts the rows that wait for a relay, without those of parked entities. */
enum pawl_status outbox_count(struct pawl_db *db, int64_t *rows, struct pawl_error *err);
/* Calls row for each topic. cells: topic, rows that wait, created_at of the oldest */
enum pawl_status outbox_topics(struct pawl_db *db, row_fn *row, void *context, struct pawl_error *err);
/* Calls row for each parked entity: machine, entity, rows, sort_key refused, topic, since, error */
enum pawl_status outbox_parked(struct pawl_db *db, row_fn *row, void *context, struct pawl_error *err);

enum { PAWL_OUTBOX_PLACE_BYTES = 6 }; /* of a tid: PostgreSQL's src/backend/utils/adt/tid.c, tidsend */

/* A message to deliver. Its texts live as long as its batch. */
struct outbox_row {
    int64_t claim, slot;
    int64_t created_at_us;
    const char *machine, *entity;
    int64_t sort_key;
    const char *event, *from, *to; /* as stored; from is "" for a creation */
    const char *request_id;        /* or NULL */
    const char *topic, *fingerprint;
    const char *parameters;              /* a JSON object */
    const char *actor;                   /* with its trace; NULL: written by an earlier version */
    char place[PAWL_OUTBOX_PLACE_BYTES]; /* the tid in PostgreSQL */
    bool is_delivered;                   /* set by the relay: the row is deleted when the batch is settled */
    bool is_lost;                        /* another relay has claimed its slot since */
};

/* Rows of an entity come in the order of its transitions; rows that are not in the batch are later. */
struct outbox_batch {
    const char *relay; /* that claimed it; borrowed */
    struct outbox_row *rows;
    size_t count, capacity;
    bool was_settled; /* once at least */
    struct results memory;
};

struct outbox_limits {
    int64_t lease_ms;
    int slots, rows; /* most slots of a batch, and most rows of a slot */
};

/* Leases slots in which rows wait; none: other relays have them all. relay: names the caller, for people. */
enum pawl_status outbox_claim(struct pawl_db *db, const char *relay, const struct outbox_limits *limits,
                              struct outbox_batch *batch, struct pawl_error *err);

/* Deletes delivered rows, and ends the leases; lease_ms: unless it is 0, extends them instead. Sets is_lost
 * of rows that another relay delivers. */
enum pawl_status outbox_settle(struct pawl_db *db, struct outbox_batch *batch, int64_t lease_ms,
                               struct pawl_error *err);

/* Parks the entity of that row, which cannot be delivered, with all its rows. */
enum pawl_status outbox_park(struct pawl_db *db, const struct outbox_row *row, const char *error,
                             struct pawl_error *err);

/* Makes parked rows wait again: of the entity, of the machine, or all (NULL). rows: how many. */
enum pawl_status outbox_retry(struct pawl_db *db, const char *machine, const char *entity, int64_t *rows,
                              struct pawl_error *err);

void outbox_batch_free(struct outbox_batch *batch);

struct outbox_forgetting {
    const char *machine, *entity;
    const char *const *names; /* parameters */
    size_t name_count;
    size_t row_count; /* that had something of them */
};

/*
 * Sets parameters to null in the rows of an entity that wait or are parked. A relay that has read them loses
 * its claim, and sends those it has not sent without them. Call it in a transaction that may write Pawl's
 * tables and has locked the entity. Without an outbox it does nothing.
 */
enum pawl_status outbox_forget(struct pawl_db *db, struct outbox_forgetting *forgetting,
                               struct pawl_error *err);

/* The message as JSON, see pawlctl/outbox.schema.json; NULL: out of memory. */
const char *outbox_message(struct results *memory, const struct outbox_row *row);

/* Its id, which is the same in each delivery: "payment/PM123/20"; NULL: out of memory. */
const char *outbox_message_id(struct results *memory, const struct outbox_row *row);
