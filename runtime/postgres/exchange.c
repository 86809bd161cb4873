#include "postgres/array.h"
#include "postgres/own.h"

#include "postgres/postgres.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ------------------------------------------------------------------------------------- */

/*
 * The effect that is the rule of the view of its name, which its function inserts into: that name, with its
 * schema, in the first line of the context; NULL where it was something else.
 */
static const char *find_rule(const char *context, size_t line) {
    static const char statement[] = "SQL statement \"insert into ", called[] = "\nPL/pgSQL function ";
    if (strncmp(context, statement, strlen(statement)) != 0 ||
        strncmp(context + line, called, strlen(called)) != 0)
        return NULL;
    const char *name = context + strlen(statement);
    const char *function = context + line + strlen(called);
    size_t length = strcspn(function, "(");
    for (size_t i = length; i > 0; i--) /* with its schema or without */
        if (function[i - 1] == '.') {
            function += i;
            length -= i;
            break;
        }
    const char *found = strchr(name, '.');
    return found && strncmp(found + 1, function, length) == 0 && found[1 + length] == ' ' ? name : NULL;
}

/*
 * Names the guard or effect in which it happened: a function that was called, one that the planner has
 * written into the statement that asks it, or a rule.
 */
static void name_hook(const struct postgres *postgres, struct pawl_error *err, const char *context,
                      bool is_denied) {
    char to_do[200 + 2 * sizeof postgres->roles] = "";
    if (is_denied)
        snprintf(to_do, sizeof to_do,
                 ", which runs as %s" ROLE_OWNER ": grant %s" ROLE_OWNER " the rights that it needs on that "
                 "table, such as select or insert, and update if it locks rows",
                 postgres->roles, postgres->roles);
    static const char called[] = "SQL function", asked[] = "(select passes from ";
    size_t length = strcspn(context, "\n");
    const char *found = strstr(context, asked);
    const char *rule = find_rule(context, length);
    if (strncmp(context, called, strlen(called)) == 0) {
        error_help(err, "it happened in %.*s%s", (int)length, context, to_do);
    } else if (found && found < context + length) {
        found += strlen(asked);
        error_help(err, "it happened in SQL function %.*s%s", (int)strcspn(found, "("), found, to_do);
    } else if (rule) {
        error_help(err, "it happened in SQL function %.*s%s", (int)strcspn(rule, " "), rule, to_do);
    }
}

/* Its view, which nothing can be inserted into without the rule: the rewriter says so, naming the view. */
static bool lacks_rule(const PGresult *result, const char *state, const char *context, const char *message) {
    const char *file = PQresultErrorField(result, PG_DIAG_SOURCE_FILE);
    const char *rule = context ? find_rule(context, strcspn(context, "\n")) : NULL;
    const char *view = rule ? strchr(rule, '.') + 1 : NULL;
    char name[64] = "";
    if (view)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(view, " "), view);
    return view && message && strstr(message, name) && state && strcmp(state, "55000") == 0 && file &&
           strcmp(file, "rewriteHandler.c") == 0;
}

/*
 * The database's own encoding, where it is not UTF-8 and has a text that UTF-8 has not, or the other way
 * round: untranslatable_character, character_not_in_repertoire.
 */
static const char *encoding_in_the_way(const struct postgres *postgres, const char *state) {
    if (!state || (strcmp(state, "22P05") != 0 && strcmp(state, "22021") != 0))
        return NULL;
    const char *encoding = PQparameterStatus(postgres->connection, "server_encoding");
    return encoding && strcmp(encoding, "UTF8") != 0 ? encoding : NULL;
}

/*
 * Citus, whose node has broken off: it may have committed what it was sent, which nobody ends. The errors are
 * those of ReportConnectionError and ReportResultError (Citus 13, connection/remote_commands.c): class 08, or
 * what a process says that ends, or XX000 where it says nothing.
 */
static bool is_of_lost_node(const char *state, const char *message, const char *context) {
    static const char connecting[] = "connection to the remote node ";
    if (strncmp(state, "08", 2) == 0 && strncmp(message, connecting, strlen(connecting)) == 0)
        return true;
    return strstr(context, "while executing command on ") &&
           (strncmp(state, "08", 2) == 0 || strncmp(state, "57P0", 4) == 0 || strcmp(state, "XX000") == 0);
}

/* Citus, whose shard was moved or split after the statement was planned (Citus 13,
 * metadata/metadata_cache.c): the coordinator has sent nothing, and the next plan finds the shard. */
static bool is_of_moved_shard(const char *state, const char *message) {
    static const char missing[] = "could not find valid entry for shard ";
    return strcmp(state, "XX000") == 0 && strncmp(message, missing, strlen(missing)) == 0;
}

/*
 * What the server says besides where a definition is wrong, or objects depend on another: the columns, types
 * or objects (PostgreSQL manual, appendix A, classes 0A, 2B, 42 and 55). NULL: nothing, or values of rows.
 */
static const char *detail_of_definition(const PGresult *result, const char *state) {
    static const char *const classes[] = {"0A", "2B", "42", "55"};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strncmp(state, classes[i], 2) == 0)
            return PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL);
    return NULL;
}

static enum pawl_status report_result(struct postgres *postgres, const PGresult *result,
                                      struct pawl_error *err) {
    if (PQstatus(postgres->connection) == CONNECTION_BAD || !result)
        return postgres_report_connection(postgres, err);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    const char *hint = PQresultErrorField(result, PG_DIAG_MESSAGE_HINT);
    const char *context = PQresultErrorField(result, PG_DIAG_CONTEXT);
    const char *encoding = encoding_in_the_way(postgres, state);
    /* invalid_sql_statement_name: whoever shares the connection has let go of all that was prepared */
    const bool is_let_go = state && strcmp(state, "26000") == 0 && !context;
    if (is_let_go)
        postgres_forget_prepared(postgres);
    if (is_of_lost_node(state ? state : "", message ? message : "", context ? context : "")) {
        postgres->lost_unseen = true;
        if (postgres->sent == SENT_SOMETHING)
            sent_becomes(&postgres->sent, SENT_UNDECIDED);
    }
    const char *detail = state ? detail_of_definition(result, state) : NULL;
    error_set(err, PAWL_DB, "PostgreSQL %s: %s%s%s", state ? state : "",
              message ? message : PQresultErrorMessage(result), detail ? ": " : "", detail ? detail : "");
    if (!err)
        return PAWL_DB;
    for (char *end; (end = strchr(err->message, '\n'));) /* of the detail's several objects */
        *end = ' ';
    postgres->failed_within = context && strstr(context, "PL/pgSQL function ");
    if (lacks_rule(result, state, context, message))
        error_help(err, "the rule of an effect is gone or switched off: see pawlctl verify, and apply the "
                        "machine's SQL again");
    else if (hint)
        error_help(err, "%s", hint);
    else if (encoding)
        error_help(err,
                   "the database's encoding is %s, in which not every text can be kept, or read again: "
                   "one that is made with encoding 'UTF8' takes all",
                   encoding);
    else if (state && strcmp(state, "25006") == 0) /* read_only_sql_transaction */
        error_help(err, "connect to the server that takes writes: of several hosts "
                        "target_session_attrs=read-write finds it");
    else if (context)
        name_hook(postgres, err, context, state && strcmp(state, "42501") == 0);
    if (state) {
        snprintf(err->sqlstate, sizeof err->sqlstate, "%s", state);
        /* serialization_failure, deadlock_detected: PostgreSQL manual, "Serialization Failure Handling" */
        err->retryable = strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0 || is_let_go;
        err->retryable |= is_of_moved_shard(state, message ? message : "");
    }
    return PAWL_DB;
}

/* ---- prepared statements ------------------------------------------------------------------------ */

enum { STATEMENT_NAME_SIZE = 28 };

/* What the server calls a statement that it has prepared. */
struct postgres_prepared {
    char name[STATEMENT_NAME_SIZE];
};

/* Counted for the whole process, because two handles may use the same connection one after the other. */
static atomic_ulong prepared_total;

static const char *find_prepared(const struct postgres *postgres, const struct query *query) {
    const struct postgres_prepared *found =
        statements_find(&postgres->statements, query->sql, query->kind == QUERY_MUST_MOVE);
    return found ? found->name : NULL;
}

/* A statement that ends in `offset 0` must find its rows by an index, even if its plan was made for empty
 * tables. */
static bool is_by_index(const char *sql) {
    static const char sign[] = " offset 0";
    const size_t length = strlen(sql), sign_length = sizeof sign - 1;
    return length >= sign_length && strcmp(sql + length - sign_length, sign) == 0;
}

/* The text to send: the query's own, or one in the memory of results. NULL: out of memory. */
static const char *text_of(struct pawl_db *db, const struct query *query) {
    static const char unless_moved[] =
        "select case when (asked.answer).status in ('OK', 'IGNORED') then asked.answer"
        " else public.pawl_undo_all(asked.answer) end from (select (%s) as answer offset 0) asked";
    static const char by_index[] =
        "select found.* from (%s) found"
        " cross join (select public.pawl_by_index(false) offset 0) planned where public.pawl_by_index(true)";
    const struct postgres *postgres = postgres_of(db);
    const char *around = by_index;
    if (query->kind == QUERY_MUST_MOVE)
        around = unless_moved;
    else if (!postgres->prepares || !is_by_index(query->sql))
        around = "%s";
    if (!*postgres->schema && strcmp(around, "%s") == 0)
        return query->sql;
    const size_t size = strlen(query->sql) + strlen(around);
    char *text = results_alloc(operation_results(db), size);
    if (text)
        snprintf(text, size, around, query->sql);
    if (!text || !*postgres->schema)
        return text;
    char *named = postgres_with_names(postgres, text, "");
    text = named ? results_strdup(operation_results(db), named) : NULL;
    free(named);
    return text;
}

/* name has room for STATEMENT_NAME_SIZE bytes. */
static enum pawl_status postgres_prepare(struct pawl_db *db, const struct query *query, char *name,
                                         struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    const char *text = text_of(db, query);
    struct postgres_prepared *fresh = text ? malloc(sizeof *fresh) : NULL;
    TRY(memory_check(fresh, err));
    snprintf(fresh->name, sizeof fresh->name, "pawl_%lu", atomic_fetch_add(&prepared_total, 1) + 1);
    memcpy(name, fresh->name, sizeof fresh->name);
    PGconn *connection = postgres->connection;
    stats_round_trip(postgres->stats);
    PGresult *result = postgres_may_give_up(postgres) && PQsendPrepare(connection, fresh->name, text, 0, NULL)
                           ? postgres_get_last_result(postgres)
                           : PQprepare(connection, fresh->name, text, 0, NULL);
    enum pawl_status status = PAWL_OK;
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        status = report_result(postgres, result, err);
    else if (!statements_keep(&postgres->statements, query->sql, query->kind == QUERY_MUST_MOVE, fresh, free))
        status = error_set(err, PAWL_NOMEM, "out of memory");
    PQclear(result);
    if (status != PAWL_OK)
        free(fresh);
    return status;
}

void postgres_forget_prepared(struct postgres *postgres) {
    statements_clear(&postgres->statements, free);
}

void postgres_deallocate(const struct postgres *postgres) {
    PGTransactionStatusType transaction = PQtransactionStatus(postgres->connection);
    size_t place = 0;
    if (transaction != PQTRANS_IDLE && transaction != PQTRANS_INTRANS)
        return;
    for (const struct postgres_prepared *prepared;
         (prepared = statements_next(&postgres->statements, &place));) {
        char sql[64];
        snprintf(sql, sizeof sql, "deallocate %s", prepared->name);
        PQclear(PQexec(postgres->connection, sql));
    }
}

/* ---- results ------------------------------------------------------------------------------------ */

/* PostgreSQL's include/catalog/pg_type.dat; they never change. */
enum {
    BOOL_OID = 16,
    BYTEA_OID = 17,
    INT8_OID = 20,
    INT4_OID = 23,
    TIMESTAMPTZ_OID = 1184,
    UUID_OID = 2950,
    FIRST_NORMAL_OID = 16384
};

static int64_t big_endian(const char *bytes, size_t size) {
    uint64_t number = size > 0 && (bytes[0] & 0x80) ? UINT64_MAX : 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | (unsigned char)bytes[i];
    return (int64_t)number;
}

enum { UUID_SIZE = sizeof "6ba7b810-9dad-11d1-80b4-00c04fd430c8" };

static const char *text_of_uuid(const char *bytes, char text[UUID_SIZE]) {
    char *end = text;
    for (int i = 0; i < 16; i++) {
        const char *separator = i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
        end += sprintf(end, "%s%02x", separator, (unsigned char)bytes[i]);
    }
    return text;
}

/* Of the binary format, src/backend/utils/adt/...send functions. bytes end in a NUL; uuid is room for text.
 */
static struct cell cell_of_result(Oid type, const char *bytes, size_t size, char uuid[UUID_SIZE]) {
    switch (type) {
    case BOOL_OID:
    case INT4_OID:
    case INT8_OID:
        return (struct cell){.number = big_endian(bytes, size)};
    case TIMESTAMPTZ_OID: {
        int64_t time = big_endian(bytes, size);
        return (struct cell){.number = time > INT64_MAX - EPOCH_2000_US ? INT64_MAX : time + EPOCH_2000_US};
    }
    case BYTEA_OID:
        return (struct cell){.bytes = {bytes, size}};
    case UUID_OID:
        return (struct cell){.text = text_of_uuid(bytes, uuid)};
    default:
        return (struct cell){.text = bytes};
    }
}

/*
 * A function's result is one row value, which costs the server less than a table of one row: the number of
 * fields, then the type, the size and the bytes of each (record_send).
 */
static void cells_of_row(struct cell *cells, char *bytes, size_t size, char uuids[][UUID_SIZE]) {
    const char *end = bytes + size;
    int count = (int)big_endian(bytes, 4);
    bytes += 4;
    for (int i = 0; i < count && i < VALUE_MAX && end - bytes >= 8; i++) {
        Oid type = (Oid)big_endian(bytes, 4);
        int64_t field_size = big_endian(bytes + 4, 4);
        *bytes = '\0'; /* read already, so it can end the text before it */
        bytes += 8;
        if (field_size > end - bytes)
            return;
        cells[i] = field_size < 0 ? (struct cell){.is_null = true}
                                  : cell_of_result(type, bytes, (size_t)field_size, uuids[i]);
        bytes += field_size > 0 ? field_size : 0;
    }
}

static enum pawl_status hand_over(const PGresult *result, row_fn *row, void *context,
                                  struct pawl_error *err) {
    struct cell cells[VALUE_MAX] = {{0}};
    char uuids[VALUE_MAX][UUID_SIZE];
    int columns = PQnfields(result);
    for (int r = 0; row && r < PQntuples(result); r++) {
        for (int c = 0; c < columns && c < VALUE_MAX; c++) {
            char *bytes = PQgetvalue(result, r, c);
            const size_t size = (size_t)PQgetlength(result, r, c);
            const Oid type = PQftype(result, c);
            if (size == 0 && PQgetisnull(result, r, c))
                cells[c] = (struct cell){.is_null = true};
            else if (type >= FIRST_NORMAL_OID)
                cells_of_row(cells, bytes, size, uuids);
            else
                cells[c] = cell_of_result(type, bytes, size, uuids[c]);
        }
        TRY(row(context, cells, err));
    }
    return PAWL_OK;
}

/* ---- parameters --------------------------------------------------------------------------------- */

/* Values in libpq's form; numbers are in buffers of the same struct. */
struct parameters {
    int count;
    const char *texts[VALUE_MAX];
    int lengths[VALUE_MAX]; /* of what is in the binary format */
    int formats[VALUE_MAX]; /* 1: binary */
    char numbers[VALUE_MAX][24];
};

static void write_parameters(struct parameters *parameters, const struct value *values, size_t count) {
    parameters->count = (int)count;
    for (size_t i = 0; i < count; i++) {
        enum form form = form_of(values[i].type);
        char *number = parameters->numbers[i];
        parameters->texts[i] = values[i].is_null ? NULL : values[i].text;
        parameters->lengths[i] = (int)values[i].array_size;
        parameters->formats[i] = form == FORM_BYTES || values[i].array_size > 0;
        if (values[i].array_size > 0 || form == FORM_TEXT || values[i].is_null)
            continue;
        if (form == FORM_BYTES) {
            parameters->texts[i] =
                values[i].bytes.size > 0 ? values[i].bytes.data : ""; /* NULL would be null */
            parameters->lengths[i] = (int)values[i].bytes.size;
            continue;
        }
        if (values[i].type == PAWL_TYPE_BOOL)
            snprintf(number, sizeof parameters->numbers[i], "%s", values[i].number ? "t" : "f");
        else
            snprintf(number, sizeof parameters->numbers[i], "%" PRId64, values[i].number);
        parameters->texts[i] = number;
    }
}

/* ---- exchanges ---------------------------------------------------------------------------------- */

void postgres_forget_waiting(struct postgres *postgres) {
    postgres->waiting_count = 0;
    postgres->begin_waits = false;
}

/* A query on its way. */
struct request {
    const struct query *query;
    char name[STATEMENT_NAME_SIZE]; /* of the prepared statement: a copy, because the table may move */
    const char *text;               /* if it is not prepared, and the name is "" */
    struct parameters parameters;
};

static enum pawl_status judge_query(struct postgres *postgres, const PGresult *result, row_fn *row,
                                    void *context, struct pawl_error *err) {
    ExecStatusType outcome = PQresultStatus(result);
    if (outcome != PGRES_TUPLES_OK && outcome != PGRES_COMMAND_OK)
        return report_result(postgres, result, err);
    enum pawl_status status = hand_over(result, row, context, err);
    if (is_unread(status))
        sent_becomes(&postgres->sent, SENT_UNDECIDED);
    return status;
}

static enum pawl_status judge_commit(struct postgres *postgres, const PGresult *result,
                                     struct pawl_error *err) {
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        return report_result(postgres, result, err);
    /* PostgreSQL manual, COMMIT: in a failed transaction it rolls back and reports no error */
    return strcmp(PQcmdStatus((PGresult *)(uintptr_t)result), "COMMIT") == 0 ? PAWL_OK
                                                                             : transaction_had_failed(err);
}

static bool send_plain(PGconn *connection, const char *sql) {
    return PQsendQueryParams(connection, sql, 0, NULL, NULL, NULL, NULL, 1);
}

static bool send_request(PGconn *connection, const struct request *request) {
    const struct parameters *values = &request->parameters;
    return *request->name ? PQsendQueryPrepared(connection, request->name, values->count, values->texts,
                                                values->lengths, values->formats, 1)
                          : PQsendQueryParams(connection, request->text, values->count, NULL, values->texts,
                                              values->lengths, values->formats, 1);
}

/* The result of the next statement; NULL if the connection is broken. */
static PGresult *next_result(const struct postgres *postgres) {
    PGresult *result = postgres_get_result(postgres);
    if (result)
        PQclear(postgres_get_result(postgres)); /* the NULL that ends a statement's results */
    return result;
}

static enum pawl_status read_request_result(struct postgres *postgres, row_fn *row, void *context,
                                            struct pawl_error *err) {
    PGresult *result = next_result(postgres);
    enum pawl_status status = judge_query(postgres, result, row, context, err);
    PQclear(result);
    return status;
}

/* Discards all remaining results, and returns to one statement at a time. */
static void leave_pipeline(const struct postgres *postgres) {
    for (int ends = 0; ends < 2;) { /* one NULL after each statement, two after the last */
        PGresult *result = postgres_get_result(postgres);
        ends = result ? 0 : ends + 1;
        PQclear(result);
    }
    PQexitPipelineMode(postgres->connection);
}

/* See exchange. */
static enum pawl_status exchange_once(struct postgres *postgres, const struct request *requests, size_t count,
                                      enum end_of_queries end, struct pawl_error *err) {
    PGconn *connection = postgres->connection;
    if (!PQenterPipelineMode(connection))
        return postgres_report_connection(postgres, err);
    size_t waiting = postgres->waiting_count;
    bool sent = true;
    for (size_t i = 0; i < waiting; i++)
        sent = sent && send_plain(connection, postgres->waiting[i]);
    for (size_t i = 0; i < count; i++)
        sent = sent && send_request(connection, &requests[i]);
    sent = sent && (end == QUERIES_LEAVE_OPEN || send_plain(connection, "commit"));
    postgres_forget_waiting(postgres);
    sent_becomes(&postgres->sent, SENT_SOMETHING);
    stats_round_trip(postgres->stats);
    enum pawl_status status =
        PQpipelineSync(connection) && sent ? PAWL_OK : postgres_report_connection(postgres, err);
    for (size_t i = 0; status == PAWL_OK && i < waiting; i++)
        status = read_request_result(postgres, NULL, NULL, err);
    for (size_t i = 0; status == PAWL_OK && i < count; i++)
        status = read_request_result(postgres, requests[i].query->row, requests[i].query->context, err);
    if (status == PAWL_OK && end == QUERIES_COMMIT) {
        PGresult *result = next_result(postgres);
        status = judge_commit(postgres, result, err);
        PQclear(result);
    }
    leave_pipeline(postgres);
    return status;
}

static enum pawl_status name_requests(struct pawl_db *db, struct request *requests, size_t count,
                                      struct pawl_error *err);

/*
 * Sends the waiting statements, the requests and, for QUERIES_COMMIT, a commit, in one round trip. After a
 * failure the server skips the rest. If the connection broke before the transaction had begun, or with its
 * first statements, nothing is lost: they are sent again on another connection.
 */
static enum pawl_status exchange_requests(struct pawl_db *db, struct request *requests, size_t count,
                                          enum end_of_queries end, struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    const struct postgres before = *postgres;
    enum pawl_status status = exchange_once(postgres, requests, count, end, err);
    if (status != PAWL_DB || !postgres_connection_lost(db) || !before.begin_waits || end == QUERIES_COMMIT ||
        connection_is_adopted(db))
        return status;
    sent_becomes(&postgres->sent, SENT_NOTHING); /* nothing that was sent can still be committed */
    TRY(postgres_connect_again(db, err));
    error_clear(err);
    memcpy(postgres->waiting, before.waiting, sizeof before.waiting);
    postgres->waiting_count = before.waiting_count;
    postgres->begin_waits = true;
    status = name_requests(db, requests, count, err);
    return status == PAWL_OK ? exchange_once(postgres, requests, count, end, err) : status;
}

static enum pawl_status send_waiting(struct pawl_db *db, struct pawl_error *err) {
    return postgres_of(db)->waiting_count > 0 ? exchange_requests(db, NULL, 0, QUERIES_LEAVE_OPEN, err)
                                              : PAWL_OK;
}

static enum pawl_status name_request(struct pawl_db *db, struct request *request, struct pawl_error *err) {
    const struct postgres *postgres = postgres_of(db);
    const char *name = postgres->prepares ? find_prepared(postgres, request->query) : NULL;
    request->name[0] = '\0';
    if (name) {
        memcpy(request->name, name, sizeof request->name);
        return PAWL_OK;
    }
    if (postgres->prepares)
        return postgres_prepare(db, request->query, request->name, err);
    request->text = text_of(db, request->query);
    return memory_check(request->text, err);
}

/* Whether all have been prepared. */
static bool name_prepared(const struct postgres *postgres, struct request *requests, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *name = find_prepared(postgres, requests[i].query);
        if (!name)
            return false;
        memcpy(requests[i].name, name, sizeof requests[i].name);
    }
    return true;
}

/*
 * Sends the waiting statements before it prepares any, so that a statement that cannot be prepared fails
 * within the transaction; and before it names any, because sending may replace the connection.
 */
static enum pawl_status name_requests(struct pawl_db *db, struct request *requests, size_t count,
                                      struct pawl_error *err) {
    const struct postgres *postgres = postgres_of(db);
    if (postgres->prepares && name_prepared(postgres, requests, count))
        return PAWL_OK;
    if (postgres->prepares)
        TRY(send_waiting(db, err));
    for (size_t i = 0; i < count; i++)
        TRY(name_request(db, &requests[i], err));
    return PAWL_OK;
}

/* ---- what the driver does ----------------------------------------------------------------------- */

/* The byte of a script at which PostgreSQL, which counts characters, reports the error; NULL: unknown. */
static const char *place_of_error(const PGresult *result, const char *script) {
    const char *position = PQresultErrorField(result, PG_DIAG_STATEMENT_POSITION);
    if (!position)
        return NULL;
    for (long characters = atol(position); *script; script++)
        if (((unsigned char)*script & 0xC0) != 0x80 && --characters == 0)
            break;
    return script;
}

/*
 * Returns the result of the last statement. PQexec would leave the connection within a COPY, and a pool would
 * never get it back. Here a COPY drops the rows of the server, and sends none.
 */
static PGresult *end_copies(const struct postgres *postgres, PGresult *result, bool *wants_rows) {
    PGconn *connection = postgres->connection;
    PGresult *next = result;
    while (next && (PQresultStatus(result) == PGRES_COPY_OUT || PQresultStatus(result) == PGRES_COPY_IN)) {
        char *row = NULL;
        if (PQresultStatus(result) == PGRES_COPY_IN)
            *wants_rows = PQputCopyEnd(connection, "libpawl has no rows to send") == 1;
        while (PQresultStatus(result) == PGRES_COPY_OUT && PQgetCopyData(connection, &row, 0) > 0)
            PQfreemem(row);
        while ((next = postgres_get_result(postgres))) {
            PQclear(result);
            result = next;
            if (PQresultStatus(result) == PGRES_COPY_OUT || PQresultStatus(result) == PGRES_COPY_IN)
                break;
        }
    }
    return result;
}

/* A cancellation may hit the rollback, too, and what stays open would be the caller's. */
static bool rolls_back_again(const char *sql, const PGresult *result, int attempt) {
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return attempt < ATTEMPT_MAX && state && strcmp(state, "57014") == 0 && strcmp(sql, "rollback") == 0;
}

static const char copy_help[] =
    "COPY from a program: PQputCopyData, on the connection that pawl_native returns";

enum pawl_status postgres_exec(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    bool wants_rows = false;
    enum pawl_status status = PAWL_OK;
    TRY(send_waiting(db, err));
    sent_becomes(&postgres->sent, SENT_SOMETHING);
    stats_round_trip(postgres->stats);
    PGresult *result = end_copies(postgres, postgres_exec_plain(postgres, sql), &wants_rows);
    for (int attempt = 1; rolls_back_again(sql, result, attempt); attempt++) {
        PQclear(result);
        result = postgres_exec_plain(postgres, sql);
    }
    const ExecStatusType outcome = PQresultStatus(result);
    if (outcome != PGRES_COMMAND_OK && outcome != PGRES_TUPLES_OK && outcome != PGRES_EMPTY_QUERY) {
        status = report_result(postgres, result, err);
        const char *place = place_of_error(result, sql);
        if (place)
            error_name_hook(err, sql, place, err && strcmp(err->sqlstate, "42501") == 0);
        if (wants_rows)
            error_help(err, copy_help);
    }
    PQclear(result);
    return status;
}

static PGresult *exec_own(const struct postgres *postgres, const char *sql, const struct postgres_own *own) {
    PGconn *connection = postgres->connection;
    return postgres_may_give_up(postgres) && PQsendQueryParams(connection, sql, own->count, own->types,
                                                               own->texts, own->lengths, own->formats, 0)
               ? postgres_get_last_result(postgres)
               : PQexecParams(connection, sql, own->count, own->types, own->texts, own->lengths, own->formats,
                              0);
}

enum pawl_status postgres_query_own(struct pawl_db *db, const char *sql, const struct value *values,
                                    size_t value_count, struct own_rows *rows, struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    struct postgres_own own = {0};
    bool wants_rows = false;
    TRY(postgres_check_encoding(postgres->connection, err));
    TRY(send_waiting(db, err));
    postgres_write_own(&own, values, value_count);
    sent_becomes(&postgres->sent, SENT_SOMETHING);
    stats_round_trip(postgres->stats);
    PGresult *result = end_copies(postgres, exec_own(postgres, sql, &own), &wants_rows);
    const ExecStatusType outcome = PQresultStatus(result);
    enum pawl_status status = PAWL_OK;
    if (outcome == PGRES_EMPTY_QUERY)
        status = error_set(err, PAWL_MISUSE, "pawl_query: it takes one statement");
    else if (outcome != PGRES_COMMAND_OK && outcome != PGRES_TUPLES_OK)
        status = report_result(postgres, result, err);
    else
        status = postgres_read_own(rows, result, err);
    if (wants_rows)
        error_help(err, copy_help);
    if (is_unread(status))
        sent_becomes(&postgres->sent, SENT_UNDECIDED);
    PQclear(result);
    return status;
}

enum pawl_status postgres_exec_with_next(struct pawl_db *db, const char *sql, enum next_statement next,
                                         struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    if (postgres_transaction_failed(db))
        return transaction_had_failed(err);
    TRY(postgres->waiting_count == WAITING_MAX ? send_waiting(db, err) : PAWL_OK);
    postgres->begin_waits |= PQtransactionStatus(postgres->connection) == PQTRANS_IDLE;
    postgres->waiting[postgres->waiting_count++] = sql;
    return next == NEXT_MAY_BE_CALLERS && postgres->is_shared ? send_waiting(db, err) : PAWL_OK;
}

/* From now on the caller may use the connection at any time, also in a transaction that pawl_begin begins. */
void *postgres_native(struct pawl_db *db) {
    struct postgres *postgres = postgres_of(db);
    postgres->is_shared = true;
    send_waiting(db, NULL);
    return postgres->connection;
}

enum pawl_status postgres_send_commit(struct pawl_db *db, struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    if (!postgres->begin_waits)
        postgres_notice_hangup(postgres->connection);
    if (!postgres->begin_waits && postgres_connection_lost(db)) {
        sent_becomes(&postgres->sent, SENT_NOTHING);
        return transaction_was_lost("PostgreSQL", err);
    }
    if (!postgres_in_transaction(db)) /* where COMMIT is no error */
        return transaction_was_ended(err);
    if (postgres->waiting_count > 0)
        return exchange_requests(db, NULL, 0, QUERIES_COMMIT, err);
    sent_becomes(&postgres->sent, SENT_SOMETHING);
    stats_round_trip(postgres->stats);
    PGresult *result = postgres_exec_plain(postgres, "commit");
    enum pawl_status status = judge_commit(postgres, result, err);
    PQclear(result);
    return status;
}

static PGresult *exec_request(PGconn *connection, const struct request *request) {
    const struct parameters *values = &request->parameters;
    return *request->name ? PQexecPrepared(connection, request->name, values->count, values->texts,
                                           values->lengths, values->formats, 1)
                          : PQexecParams(connection, request->text, values->count, NULL, values->texts,
                                         values->lengths, values->formats, 1);
}

static enum pawl_status query_once(struct postgres *postgres, const struct request *request,
                                   struct pawl_error *err) {
    PGconn *connection = postgres->connection;
    sent_becomes(&postgres->sent, SENT_SOMETHING);
    stats_round_trip(postgres->stats);
    PGresult *result = postgres_may_give_up(postgres) && send_request(connection, request)
                           ? postgres_get_last_result(postgres)
                           : exec_request(connection, request);
    enum pawl_status status =
        judge_query(postgres, result, request->query->row, request->query->context, err);
    PQclear(result);
    return status;
}

/* Repeats a statement that the server no longer has as prepared: it reports that before it does anything. */
static enum pawl_status query_alone(struct pawl_db *db, struct request *request, struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    enum pawl_status status = query_once(postgres, request, err);
    if (status != PAWL_DB || !*request->name || find_prepared(postgres, request->query) ||
        PQtransactionStatus(postgres->connection) != PQTRANS_IDLE)
        return status;
    error_clear(err);
    status = name_request(db, request, err);
    return status == PAWL_OK ? query_once(postgres, request, err) : status;
}

enum pawl_status postgres_query_all(struct pawl_db *db, const struct query *queries, size_t count,
                                    enum end_of_queries end, struct pawl_error *err) {
    struct postgres *postgres = postgres_of(db);
    TRY(postgres_check_encoding(postgres->connection, err));
    struct request only;
    struct request *requests =
        count == 1 ? &only : results_alloc(operation_results(db), count * sizeof *requests);
    TRY(memory_check(requests, err));
    for (size_t i = 0; i < count; i++) {
        requests[i].query = &queries[i];
        write_parameters(&requests[i].parameters, queries[i].values, queries[i].value_count);
    }
    TRY(name_requests(db, requests, count, err));
    const bool is_transaction =
        end == QUERIES_COMMIT && postgres->begin_waits && postgres->waiting_count == 1;
    const bool is_alone =
        count == 1 && (is_transaction || (end == QUERIES_LEAVE_OPEN && postgres->waiting_count == 0));
    if (!is_alone)
        return exchange_requests(db, requests, count, end, err);
    /* a statement that is the whole transaction begins and commits by itself */
    postgres_forget_waiting(postgres);
    return query_alone(db, requests, err);
}

enum pawl_status postgres_query(struct pawl_db *db, const char *sql, const struct value *values,
                                size_t value_count, row_fn *row, void *context, struct pawl_error *err) {
    const struct query query = {
        .sql = sql, .values = values, .value_count = value_count, .row = row, .context = context};
    return postgres_query_all(db, &query, 1, QUERIES_LEAVE_OPEN, err);
}
