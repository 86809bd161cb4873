/*
 * The constants that compiler and runtime must agree on, and nothing else: the one header that both include.
 * (pawlctl, which is part of the runtime, also uses text and memory of compiler/base; libpawl does not.)
 *
 * Raise PAWL_ABI if generated C or SQL of an older compiler would misbehave with a newer runtime, or the
 * other way round. Generated headers refuse another number with #error, and every operation checks it again
 * in struct pawl_machine.
 */
#ifndef PAWL_ABI_H
#define PAWL_ABI_H

#define PAWL_ABI 2

/*
 * The version of the shared schema, which libpawl installs and records in the database: the folders `schema`
 * of runtime/postgres, runtime/sqlite and runtime/mariadb. Raise it with any change of these files, and add
 * to their upgrade/ the changes that a database of the previous version needs.
 */
#define PAWL_SCHEMA_VERSION 3

/* How the header of a file of SQL begins, as printf writes it and sscanf reads it: its first comment, an
   object of JSON on one line. Each WORD is a kind of file, a dialect, or true or false; lists follow. */
#define PAWL_SCRIPT_SHARED    "shared"   /* what all machines and flows share */
#define PAWL_SCRIPT_MACHINES  "machines" /* machines and flows */
#define PAWL_SCRIPT_MIGRATION "migration"
#define PAWL_SCRIPT_HEADER(WORD, NUMBER)                                                                     \
    "-- pawl: {\"file\":\"" WORD "\",\"database\":\"" WORD "\",\"schema\":" NUMBER ",\"no_roles\":" WORD     \
    ",\"distributed\":" WORD

/* Lines that mark a place in such a file. Libpawl sends the part before LOCKED by itself: if it fails, the
   server's log gets only that. If the query after UNLESS finds a row, libpawl leaves out the next line.
   With IN_SCHEMA it applies the file in no other schema than public, in which Pawl's own SQL names its
   tables; the rest of the line has the word and its line in the .fsm file. */
#define PAWL_SCRIPT_LOCKED    "-- Nobody is in the way from here on.\n"
#define PAWL_SCRIPT_UNLESS    "-- unless: "
#define PAWL_SCRIPT_IN_SCHEMA "-- Its file names a schema, so it is only for the schema public"
#define PAWL_SCRIPT_END       "-- This file is whole." /* its last line */

/* The sort_key of an entity's first transition, and the distance of each further one. */
#define PAWL_SORT_KEY_STEP 10

/*
 * Most states of a machine, with those that have states in them, and most events: tables hold them in 16
 * bits, and two numbers are taken.
 */
#define PAWL_STATE_MAX    65533
#define PAWL_NEXT_CHOSEN  65534 /* in pawl_machine.next: guards choose where the event leads */
#define PAWL_NEXT_IGNORED 65535 /* in pawl_machine.next: the event is ignored there */

/*
 * Longest entity key in bytes. PostgreSQL cannot index a B-tree entry of more than 2,704 bytes
 * (PostgreSQL manual, "B-Tree Indexes: Implementation"); the same limit everywhere, well below it,
 * makes one program behave alike on every database.
 */
#define PAWL_KEY_MAX_BYTES 1024

/*
 * Times that can be parameters, in microseconds since 1970: from 4713-01-01 BC, the start of PostgreSQL's
 * calendar (PostgreSQL manual, "Date/Time Types"), to 294247-01-01, shortly before 64 bits end.
 */
#define PAWL_TIME_MIN_US (-210863520000000000)
#define PAWL_TIME_MAX_US 9223371244800000000

/* Longest timer, pause and lease: the sum with any time stays far within 64 bits. */
#define PAWL_DURATION_MAX_YEARS 100
#define PAWL_DURATION_MAX_US    3155760000000000

/*
 * Most digits of a numeric parameter, before and after its point together: the highest precision of a column
 * in PostgreSQL (PostgreSQL manual, "Numeric Types"). On SQLite it is a text.
 */
#define PAWL_NUMERIC_MAX_DIGITS 1000

/*
 * Deepest nesting of a json parameter. PostgreSQL's own limit is the size of its stack, SQLite's functions
 * stop at 1000.
 */
#define PAWL_JSON_MAX_DEPTH 500

/* Longest parameter in bytes: PostgreSQL and SQLite still take a row with some of them. MariaDB's limit is
 * max_allowed_packet, 16 MB by default; longer ones are MISUSE there. */
#define PAWL_VALUE_MAX_BYTES (256 * 1024 * 1024)

/* Longest id of a request, and longest name of an actor, in bytes. */
#define PAWL_REQUEST_ID_MAX_BYTES 255
#define PAWL_ACTOR_MAX_BYTES      255
#define PAWL_TRACE_BYTES          55 /* of a traceparent of W3C */

/*
 * Most parameter columns of one machine: PostgreSQL takes 100 arguments a function, SQLite 100 a
 * function too (SQLITE_MAX_FUNCTION_ARG), and the fixed columns need some of them.
 */
#define PAWL_COLUMN_MAX 90

/*
 * How often the event of `else` is tried if workers die of it, after the attempts that the file allows,
 * before the work is parked.
 */
#define PAWL_SPENT_ATTEMPTS 20

/*
 * The slots of the outbox, a power of two: each entity belongs to one, and a relay leases whole slots. Enough
 * for a dozen relays, and few enough to look into each. Databases hold the number: it never changes.
 */
#define PAWL_OUTBOX_SLOTS 64

/*
 * The databases: X(constant, name of its dialect, its proper name). No other code names them, except in
 * their own folders: compiler/emit/sql/NAME/, runtime/NAME/ and runtime/pawlctl/NAME/. Add a new one at the
 * end, because generated code has its tables in this order.
 */
#define PAWL_DIALECTS(X)                                                                                     \
    X(POSTGRES, postgres, "PostgreSQL")                                                                      \
    X(SQLITE, sqlite, "SQLite")                                                                              \
    X(MARIADB, mariadb, "MariaDB")

enum pawl_dialect_number {
#define X(constant, name, title) PAWL_DIALECT_##constant,
    PAWL_DIALECTS(X)
#undef X
        PAWL_DIALECT_COUNT
};

/* Types of event parameters: X(constant, name in the language). */
#define PAWL_TYPES(X)                                                                                        \
    X(TEXT, "text")                                                                                          \
    X(BIGINT, "bigint")                                                                                      \
    X(INT, "int")                                                                                            \
    X(BOOL, "bool")                                                                                          \
    X(TIMESTAMP, "timestamp")                                                                                \
    X(NUMERIC, "numeric")                                                                                    \
    X(UUID, "uuid")                                                                                          \
    X(JSON, "json")                                                                                          \
    X(BYTES, "bytes")

enum pawl_type {
#define X(constant, name) PAWL_TYPE_##constant,
    PAWL_TYPES(X)
#undef X
};

/*
 * Every status of an operation: X(constant, meaning). Generated SQL returns the constant's name as text, so
 * that a person in psql reads the same word as a C programmer. STATUSES.md has a row for each.
 */
#define PAWL_STATUSES(X)                                                                                     \
    X(OK, "done")                                                                                            \
    X(IGNORED, "the event means nothing in the entity's state, and does no harm; nothing was written")       \
    X(DEFERRED, "the machine is asleep; the event is kept and fired when it wakes")                          \
    X(NOT_FOUND, "no such entity, or no parent row to create it for")                                        \
    X(EXISTS, "the entity was created before; nothing was written")                                          \
    X(ILLEGAL, "the event is not allowed in the entity's state; nothing was written")                        \
    X(REFUSED, "a guard or an effect refused the move, err.guard says which; nothing was written")           \
    X(NOT_YET, "a hook of work is not ready yet; it is called again later")                                  \
    X(CONFLICT, "the entity has moved since, or others kept changing the same rows; nothing was written")    \
    X(LOCKED, "somebody holds a lock on it, or the machine is frozen; nothing was written")                  \
    X(ASLEEP, "the machine is asleep: its events wait until it wakes; nothing was written")                  \
    X(REUSED, "the request id was given to another request before; nothing was written")                     \
    X(UNKNOWN, "the connection broke before the answer came: done or not done")                              \
    X(MISMATCH, "the database has no such machine, or another version of it; nothing was written")           \
    X(DB, "the database reported an error; nothing was written")                                             \
    X(MISUSE, "the call itself is wrong; nothing was written")                                               \
    X(NOMEM, "out of memory; nothing was written")                                                           \
    X(SKIP, "a step of a flow leaves out the rest of its iteration")                                         \
    X(PENDING, "it was asked for; a callback is told what has come of it")

#endif
