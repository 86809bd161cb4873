/*
 * Lives here: the connection, and code that several commands use to read a database: its machines and flows,
 * their objects and entities. Not here: commands.
 *
 * The connection, and what pawlctl must say to each database in its own words.
 */
#pragma once

#include "base/text.h"
#include "hooks.h"
#include "pawl_admin.h"
#include "say/command.h"
#include "say/row.h"

#include <jansson.h>

/* The work of a migration, by what it does to a row: X(CONSTANT, name in its header, writes rows) */
#define WORK_KINDS(X)                                                                                        \
    X(SCAN, scan, false)      /* reads it */                                                                 \
    X(CHECK, check, false)    /* compares its text with a pattern */                                         \
    X(REWRITE, rewrite, true) /* of a history: updates it */                                                 \
    X(MOVE, move, true)       /* of current rows: updates it, and its entry in the index on the state */     \
    X(RETIRE, retire, true)   /* likewise, and adds one to the history */                                    \
    X(RETYPE, retype, true)   /* writes the table with another column */                                     \
    X(COPY, copy, true)       /* writes it to tables of another form */                                      \
    X(INDEX, index, false)    /* enters it in a new index */                                                 \
    X(REFERENCE, reference, false) /* looks for the row to which it refers */                                \
    X(MIRROR, mirror, true)        /* updates the entity's row */                                            \
    X(QUEUE, queue, false)         /* compares it with the queue of timers and work */
#define WORK_KIND(constant, name, writes) WORK_##constant,
enum work_kind { WORK_KINDS(WORK_KIND) WORK_KIND_COUNT };

struct database_dialect {
    const char *name;
    const char *schema; /* of what belongs to no machine */
    const char
        *schema_of_others; /* of tables of others that are named without one; NULL: the plain name will do */
    const char *is_there;  /* template: a row where there is a table of Pawl's of that name */
    const char *deploying; /* -> connection, login or null: of another deployment, which is waited for; NULL:
                              nobody can tell */
    const char *under_way; /* migrations -> machine, what it was called, fingerprint, since; NULL: they
                              are transactions */
    /* 1 machine, 2 fingerprint, 3 "last" where only the deployed version is accepted then: statements that
       write statements, in the order in which they are run */
    const char *retire[4];
    /* templates: {account}, the login as SQL takes it, gets the role that reads; {login}, a text, may fire
       {events}, texts, of {machine}, or no more; find_login -> a row if it exists; NULL: there are no logins
     */
    bool logins_have_hosts; /* user@host */
    const char *find_login, *grant_reader, *grant_events, *revoke_events;
    const char *own_objects, /* -> 1 if this login owns what `recorded_roles` reads; -> the prefix of roles
                                that was deployed */
        *recorded_roles,
        *give_back; /* after a restore: a script that gives back owners and rights, and skips numbers */
    const char
        *skip_numbers[2]; /* after a restore: as `retire`, without values; empty if give_back does it */
    const char *empty_tables[2];  /* as `retire`, without values */
    const char *name_of_database; /* -> it, or its file */
    const char
        *read_only; /* begins a transaction that cannot write; on PostgreSQL it waits 10 s for a lock */
    const char *locking_sessions; /* -> those that keep readers of tables waiting; NULL: readers never wait */
    /* measured on a server of two cores, with 10,000,000 rows: nanoseconds a row; of a row of a sample; and
       milliseconds of a migration without rows */
    int work_ns[WORK_KIND_COUNT], sample_ns, work_base_ms;
    const char *snapshot; /* begins a transaction that reads one state of the database */
    const char *elapsed;  /* template: the microseconds from created_at to {of} */
    const char
        *flow_objects;    /* 1 flow -> its objects, as `objects` of a machine's model; NULL: it has none */
    const char *standing; /* -> login, is superuser, is member of pawl_owner; NULL: nothing of the kind */
    const char *become_owner; /* in a transaction that writes heads; NULL: not needed */
    const char *differs;      /* template: whether {of}, which may be null, is not head.state */
    const char *moment;       /* template: the time at {of}, a number of microseconds */
    const char *instant;      /* template: the time in {of}, a column of a table of others, as microseconds */
    const char *own_instant;  /* template: likewise the time in a column of Pawl's */
    const char *now;          /* the time by the database's clock, as microseconds */
    const char *lock_key;     /* the column of pawl_locks */
    const char *ready_at;     /* likewise of a queue: when a row is due, by which it has an index */
    const char *due_at;       /* likewise: when it is due, if unrecorded transitions may have put it off */
    const char *if_absent;    /* of an insert, behind that word, and */
    const char *or_nothing; /* template, at its end: where {of}, its key, is there, it stays, and there is no
                               error */
    const char *as_number;  /* template: the number in {of}, likewise */
    const char *as_text;    /* template: {of} as text, which compares byte by byte */
    /* 1 machine -> a row where its keys are texts that their column orders otherwise than by their bytes;
       NULL: none are */
    const char *orders_otherwise;
    const char *whole;         /* template: {of} without a fraction */
    const char *parameters[9]; /* by enum pawl_type; templates: parameter number {of}, which has a time as
                                  microseconds */
    const char *login;         /* -> who works here; NULL: libpawl knows it */
    const char *log_action;    /* 1 action, 2 machine, 3 key, 4 actor; NULL: pawlctl writes the row */
    const char *by_index;      /* ends a query that is to read its rows by indexes at any size */
    const char *for_each;      /* a join whose second table is read by an index for each row of the first: */
    const char *where_each;    /* behind that table `made`, before the condition, */
    const char *end_each;      /* and behind it */
    const char *as_table;      /* behind the name of another's table that is read: code of a view in its place
                                  does not run */
    const char *other_kind;    /* 1 table -> what it is, where it is none; NULL: a view there is no danger */
    const char *hidden_from;   /* 1 table -> the role as which moves lock its rows, where that sees none of
                                  them;   NULL: nothing hides rows */
    const char *lock_rows;     /* ends a query of rows, `subject`, that are to be locked against moves */
    const char
        *only_free;       /* ends a query of rows that are to be locked; rows that others lock are left out */
    const char *assigned; /* template: the text of that number as a value of whatever column it is for */
    const char *column_types[9]; /* by enum pawl_type; of columns */
    const char *text_key_type;   /* of the column of an archive's key, which is indexed; NULL: as of others */
    const char *change_type;     /* template: gives a {column} of the {archive} another {type}; NULL: a column
                                    takes values of all types */
    const char *protect_archive; /* template: statements after which only Pawl writes the {archive} */
    const char *protect_archive_on_nodes; /* likewise, once that is committed; NULL: there is one node */
    const char *forget_values;  /* template: the server keeps no value in its statistics that the tables have
                                   no  more, nor of the {archive}, which may be `null`; NULL: it keeps none */
    const char *column_details; /* 1 table as models have it -> name, type, is not null, has a default; none
                                   where it is not there */
    const char *unique_indexes; /* 1 table -> columns "a,b", predicate or null */
    bool hides_bodies;          /* of routines, from Pawl's owner, who may be given the right to see them */
    bool holds_any_type;        /* a column takes values of all types */
    bool replaces_rows;         /* an insert may take away what another unique index has, without a trigger */
    bool needs_columns;         /* what there is no column for can be kept nowhere else */
    bool adopts_by_itself;      /* what is wrong with a table that is there already, the generated SQL says */
    const char *adopt;          /* before a file that takes over a table; NULL: not needed */
    const char *writers; /* -> who but superusers and Pawl's owner may write Pawl's tables, or change Pawl's
                            objects; by what right; on what; null, or what else he may do by it; NULL: nobody
                            can be given such a right */
    /* transactions that were prepared, have written tables of Pawl's and have not ended -> node ("": this
       one), name, login, or null where the database does not tell whose they are and what they have written,
       since when in microseconds, null, null; NULL: there are none */
    const char *prepared;
    const char *find_prepared;         /* a row where the database can be asked that; NULL: it can */
    const char *kept_when_rolled_back; /* 1 the text of an effect -> tables in it that know no transactions,
                                          their engines; NULL: there are none such */
    const char *find_nodes;            /* a row where the database has other nodes */
    const char *find_spread;           /* 1 table; where there are: a row where its rows lie on them */
    const char *found_on_nodes; /* the same on these, and, without a time, what is not as it was installed,
                                   and what is wrong with it; of a node that does not answer null, and why */
    /* 1 the tables of current rows, between blanks -> connection, or 0 of a prepared transaction, login,
       application or null, since when in microseconds or null, connections that it holds up or null, what
       ends it: of sessions that others wait for, and those that are idle in a transaction with locked rows;
       NULL: nobody can tell */
    const char *sessions;
    bool denies_sessions;        /* to a login that may not see all of them */
    const char *unseen_sessions; /* -> what this login does not see of them, and the grant; no row: nothing */
    const char *sees_writers;    /* a row where the login is told of all rights */
    const char
        *confine; /* confines a new connection to what cannot be planted by others; NULL: confine_file */
    bool (*confine_file)(struct call *call);
    const char *confine_in_time; /* template: as confine, and each statement ends after {seconds}; NULL: a
                                    statement ends with its program */
    const char *(*missing_file)(const char *where); /* the file that WHERE names and that is not there, or
                                                       NULL; NULL where a database is no file */
    const char *passing;   /* of those: a WHERE whose database is gone at the end, for what is only tried */
    bool hook_is_function; /* MACHINE_guard_NAME */
    char hook_mark;        /* of parameters in the text of a hook */
    check_hook_fn *check_hook;
};

/* By enum pawl_dialect_number; each is in a folder of its own. */
extern const struct database_dialect *const dialects[PAWL_DIALECT_COUNT];

/* libpawl begins what it says of a call with the name of its function, which nobody has called who types:
 * that is left out. */
void error_as_typed(struct pawl_error *err);

/* Whether the last statement waited too long for a lock, and database_error can name the holders. */
bool is_locked(const struct call *call);

/* Print what call->err says to standard error, and end the program: the second where it is no OK, with
 * exit_status_of. The third goes on. */
void database_error(struct call *call) __attribute__((noreturn));
void answer_check(struct call *call, enum pawl_status answer);
void database_complain(struct call *call);

/* Of what libpawl answers: what is an answer of the machine or flow is a refusal. */
int exit_status_of(enum pawl_status answer);

/* Opens what --db or PAWL_DB names. */
void database_open(struct call *call);
/* From now on the server ends a statement after that time, or after the login's own limit if that is less.
 * So it runs no longer than the program, which somebody may kill. */
void database_limit_time(struct call *call, int seconds);

/* ---- SQL. What the database refuses ends the program, unless a function is called `try`: call->err says it
 */

/* In the memory of the command. */
struct row_set {
    const struct cell *cells, *last; /* of the first row, and of the last one; NULL: there is none */
    size_t count, width;
};
#define EACH_ROW(row, rows)                                                                                  \
    const struct cell *row = (rows).cells;                                                                   \
    row != NULL;                                                                                             \
    row = row_after(row)
const struct cell *row_after(const struct cell *row);
#define NO_VALUES NULL, 0

/* width: how many columns the query has. */
struct row_set database_query(struct call *call, const char *sql, const struct value *values,
                              size_t value_count, size_t width);
bool database_try_query(struct call *call, const char *sql, const struct value *values, size_t value_count,
                        size_t width, struct row_set *rows);
/* Whether it has a row. */
bool database_has(struct call *call, const char *sql, const struct value *values, size_t value_count);
/* Its rows as JSON, { first cell: second cell }. */
json_t *database_object(struct call *call, const char *sql, const struct value *values, size_t value_count);
/* The columns of a table, { name: type }; none where it is not there. */
json_t *database_columns(struct call *call, const char *table);

/* Of a table of Pawl's, which is named without its schema. */
bool database_has_table(struct call *call, const char *table);

/* Of what all machines share: */
struct row_set
database_machines(struct call *call); /* machine, fingerprint, ABI, model, since when if migrated */
struct row_set database_versions(struct call *call);   /* machine, fingerprint, is deployed, is accepted */
struct row_set database_past_moves(struct call *call); /* machine, event, from, to: of earlier versions */
struct row_set
database_freezes(struct call *call); /* machine, mode, until, reason, since, by, deferred events */
struct row_set database_flows(struct call *call); /* flow, fingerprint, model; the newest version last */

/* Whether the rows of a table are kept on several nodes. */
bool database_is_spread(struct call *call, const char *table);

void database_exec(struct call *call, const char *sql);
bool database_try_exec(struct call *call, const char *sql);

/* Writes one row of a table of Pawl's, named without its schema, as a login with the right: become_owner. */
void database_write(struct call *call, const char *table, const char *sql, const struct value *values,
                    size_t value_count);

/* Within a transaction: the right to write Pawl's tables. */
void database_become_owner(struct call *call);
/* Begins a transaction whose rows are locked before they are read; the second with the right to write Pawl's
 * tables. */
void database_begin(struct call *call);
void database_begin_writing(struct call *call);
/* Runs in such a transaction, one query after the other, the statements that each returns. queries end in
 * NULL. */
void database_run_written(struct call *call, const char *const *queries, const struct value *values,
                          size_t value_count);
void database_commit(struct call *call);
/* Ends the transaction that is open, if one is. */
void database_rollback(struct call *call);

/* Who works here, as histories name him. */
const char *database_login(struct call *call);

/* Records a `retry`, `resend` or `resume` in pawl_lock_log, in an open transaction. machine, key: NULL: of
 * all. */
void database_log_action(struct call *call, const char *action, const char *machine, const char *key);
/* The name of an actor, without its trace. */
struct field row_actor(const char *actor);

/*
 * The template, as text_template reads it, with the value of each {word}. {word:argument} stands for a word
 * whose value is a template, too, in which {of} is the argument, which may have words in it, and {dollar} the
 * sign behind which no word may stand. The words end with a NULL one.
 */
struct database_word {
    const char *word, *value;
};
#define WORDS(...) ((const struct database_word[]){__VA_ARGS__, {NULL, NULL}})
const char *database_template(const char *template, const struct database_word *words);

/* A text between single quotes, a name between double ones. */
const char *database_literal(const char *value);
const char *database_quoted(const char *name);
