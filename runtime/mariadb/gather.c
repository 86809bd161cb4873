/*
 * Moves of several callers in one transaction and one round trip: a compound statement. Each statement in it
 * is a call for many of one event, where such a function decides by locked rows alone, or else for one move,
 * since a statement has one snapshot. The server stops at the first that fails, so nothing behind it is done.
 * A text of several statements would do the same, but for one of them that is killed (kill query): where that
 * comes between two, the server forgets the rest and says nothing of it, and who waits for the next answer
 * waits for ever, with all locks of the transaction.
 */
#include "core/json.h"
#include "mariadb/mariadb.h"

#include <mysqld_error.h>
#include <string.h>

/* What a server takes in one packet has a limit, which is sixteen times as much where nobody has set it. */
#define TEXT_MAX_BYTES (1 << 20)

#define COMPOUND     "begin not atomic "
#define COMPOUND_END "; end"

struct statement {
    const struct query *query; /* whose rows it has; NULL: it is the commit, of which the end of all tells */
    size_t start;              /* in the text, behind room for COMPOUND */
};

struct gathering {
    struct pawl_db *db;
    struct json text;
    struct statement *statements;
    size_t count;
    bool is_one; /* one call is the whole transaction, which begins and commits by itself */
};

/* As the functions for many say of entities that another has locked. */
static enum pawl_status leave_query_alone(const struct query *query, struct pawl_error *err) {
    const struct cell busy[] = {{.text = "BUSY"}};
    for (size_t i = 0; i < query->row_count; i++)
        TRY(query->row(query->context, busy, err));
    return PAWL_OK;
}

static void gather_put(struct gathering *gathering, const char *sql) {
    json_put(&gathering->text, sql, strlen(sql));
}

static void add_query(struct gathering *gathering, const struct query *query) {
    if (gathering->count > 0)
        gather_put(gathering, "; ");
    gathering->statements[gathering->count++] = (struct statement){query, gathering->text.length};
}

/* Without what would make the text too long: that is left alone. */
static enum pawl_status add_call(struct gathering *gathering, const struct query *query,
                                 struct pawl_error *err) {
    const struct json before = gathering->text;
    add_query(gathering, query);
    enum pawl_status status = mariadb_put_call(gathering->db, query, &gathering->text, err);
    if (status != PAWL_OK || gathering->text.length <= TEXT_MAX_BYTES)
        return status;
    gathering->text.length = before.length;
    gathering->count--;
    return leave_query_alone(query, err);
}

static enum pawl_status write_text(struct gathering *gathering, const struct query *queries, size_t count,
                                   struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(gathering->db);
    gathering->text.memory = &mariadb->rows;
    gathering->statements = results_alloc(&mariadb->rows, (count + 1) * sizeof *gathering->statements);
    TRY(memory_check(gathering->statements, err));
    if (!gathering->is_one)
        gather_put(gathering, COMPOUND);
    for (size_t i = 0; !gathering->is_one && i < mariadb->waiting.count; i++) {
        gather_put(gathering, mariadb->waiting.texts[i]);
        gather_put(gathering, "; ");
    }
    for (size_t i = 0; i < count; i++)
        TRY(add_call(gathering, &queries[i], err));
    if (!gathering->is_one) {
        add_query(gathering, NULL);
        gather_put(gathering, "commit" COMPOUND_END);
    }
    return memory_check(json_end(&gathering->text), err);
}

/* One row, of one column; none where the program's version is not accepted any more, which it learns alone.
 * Of a call for many that is an array. */
static enum pawl_status hand_over_result(struct pawl_db *db, const struct query *query, MYSQL_RES *result,
                                         struct pawl_error *err) {
    MYSQL_ROW row = result ? mysql_fetch_row(result) : NULL;
    return row && row[0] ? mariadb_hand_over_json(db, row[0], query, err) : leave_query_alone(query, err);
}

/* Of the statement that is next; has_failed: it, or what the server says of it. */
static enum pawl_status take_answer(struct gathering *gathering, const struct statement *statement,
                                    bool *has_failed, struct pawl_error *err) {
    MYSQL *connection = mariadb_of(gathering->db)->connection;
    MYSQL_RES *result = mysql_store_result(connection);
    *has_failed = !result && mysql_errno(connection) != 0;
    enum pawl_status status = PAWL_OK;
    if (!*has_failed && statement->query)
        status = hand_over_result(gathering->db, statement->query, result, err);
    mysql_free_result(result);
    return status;
}

/*
 * From a statement on, as far as they go. Returns with *failed at the one that has failed, or behind the
 * last. Where it returns an error what the server still says is not read: the connection is given up.
 */
static enum pawl_status send_from(struct gathering *gathering, size_t *failed, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(gathering->db);
    size_t start = 0;
    if (*failed > 0) { /* what stands before it has been done */
        start = gathering->statements[*failed].start - strlen(COMPOUND);
        memcpy(gathering->text.text + start, COMPOUND, strlen(COMPOUND));
    }
    TRY(mariadb_begin_sending(mariadb, err));
    int next =
        mysql_real_query(mariadb->connection, gathering->text.text + start, gathering->text.length - start);
    for (; next == 0; ++*failed) {
        bool has_failed = false;
        enum pawl_status status = take_answer(gathering, &gathering->statements[*failed], &has_failed, err);
        if (status != PAWL_OK)
            state_breaks(&mariadb->state);
        if (status != PAWL_OK || has_failed)
            return status;
        next = mysql_next_result(mariadb->connection);
    }
    return PAWL_OK;
}

/* A lock was not free; or who deployed the version had no such function to give it yet. Nothing of that call
 * was done. */
static bool is_left_alone(const struct pawl_error *err) {
    return mariadb_is_busy(err) || err->native_code == ER_SP_DOES_NOT_EXIST ||
           err->native_code == ER_PROCACCESS_DENIED_ERROR;
}

/* The transaction goes on without it. */
static enum pawl_status go_on_behind(struct gathering *gathering, size_t *failed, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(gathering->db);
    const struct query *query = gathering->statements[*failed].query;
    struct pawl_error own = PAWL_ERROR_INIT;
    if (!gathering->is_one) /* which no answer may have told yet; the server is asked */
        mariadb->connection->server_status |= SERVER_STATUS_IN_TRANS;
    enum pawl_status status = mariadb_report_last(mariadb, &own);
    const bool is_undone = mariadb->state.transaction == TRANSACTION_UNDONE;
    if (!query || !is_left_alone(&own) || state_is_broken(&mariadb->state) || is_undone) {
        /* nobody knows of a commit that has ended the transaction, and failed */
        if (!query && *failed == gathering->count - 1 && is_undone)
            state_is_in_doubt(&mariadb->state);
        error_copy(err, &own);
        return status;
    }
    mariadb_go_on(mariadb);
    ++*failed;
    return leave_query_alone(query, err);
}

static enum pawl_status gather(struct gathering *gathering, const struct query *queries, size_t count,
                               struct pawl_error *err) {
    size_t next = 0;
    struct mariadb *mariadb = mariadb_of(gathering->db);
    enum pawl_status status = write_text(gathering, queries, count, err);
    mariadb->waiting.count = 0;
    const enum transaction_state begun = gathering->is_one ? TRANSACTION_NONE : TRANSACTION_OPEN;
    if (status == PAWL_OK && !state_set_transaction(&mariadb->state, begun))
        status = mariadb_report_broken(err);
    while (status == PAWL_OK && next < gathering->count) {
        status = send_from(gathering, &next, err);
        if (status == PAWL_OK && next < gathering->count)
            status = go_on_behind(gathering, &next, err);
    }
    mariadb_look_at_server(mariadb);
    return status;
}

enum pawl_status mariadb_gather(struct pawl_db *db, const struct query *queries, size_t count,
                                struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    struct gathering gathering = {.db = db, .is_one = count == 1};
    mariadb->sends++;
    enum pawl_status status = gather(&gathering, queries, count, err);
    if (--mariadb->sends == 0)
        results_reset(&mariadb->rows);
    return status;
}
