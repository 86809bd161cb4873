/* The names in Pawl's SQL that a database can have otherwise: its schema, which the SQL calls public, and the
 * roles, which belong to the whole cluster: shop_pawl_owner, shop_pawl_app. */
#include "postgres/names.sql.h"
#include "postgres/postgres.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char owner_suffix[] = ROLE_OWNER;

static bool is_of_sql_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80) != 0;
}

void postgres_note_owner(struct postgres *postgres, const char *owner) {
    const size_t length = strlen(owner), suffix = strlen(owner_suffix);
    const bool is_role = length >= suffix && strcmp(owner + length - suffix, owner_suffix) == 0;
    postgres->has_roles = is_role;
    snprintf(postgres->roles, sizeof postgres->roles, "%.*s", is_role ? (int)(length - suffix) : 0, owner);
}

const char *postgres_roles(const struct pawl_db *db) {
    struct postgres *postgres = postgres_of(db);
    const PGTransactionStatusType transaction = PQtransactionStatus(postgres->connection);
    if (transaction == PQTRANS_IDLE || transaction == PQTRANS_INTRANS) {
        PGresult *result = postgres_ask(postgres, sql_find_owner, 0, NULL);
        if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1)
            postgres_note_owner(postgres, PQgetvalue(result, 0, 0));
        PQclear(result);
    }
    return !postgres->has_roles && db->new_roles ? db->new_roles : postgres->roles;
}

static size_t role_length(const char *text) {
    static const char *const roles[] = {ROLE_OWNER, ROLE_APP, ROLE_OPERATOR, ROLE_READER};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        const size_t length = strlen(roles[i]);
        if (strncmp(text, roles[i], length) == 0 && !is_of_sql_name(text[length]))
            return length;
    }
    return 0;
}

/* Whether the word names the schema, and not all logins. find_schema_word in compiler/compile.c finds such
 * words in a file of machines. */
static bool is_schema_at(const char *text, const char *at) {
    static const char word[] = "public", *const before[] = {"schema ", "pg_catalog, "};
    const char *after = at + sizeof word - 1;
    if (strncmp(at, word, sizeof word - 1) != 0)
        return false;
    if (*after == '.')
        return is_of_sql_name(after[1]) || after[1] == '"' || after[1] == '%';
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        const size_t length = strlen(before[i]);
        if ((size_t)(at - text) >= length && strncmp(at - length, before[i], length) == 0)
            return !is_of_sql_name(*after);
    }
    return strncmp(after, "'::", 3) == 0 || strncmp(after, "''::", 4) == 0;
}

/* Whether a constant is the number of an advisory lock, or the part of the schema in all of them (pawl_key).
 */
static bool is_lock_at(const char *text, const char *at) {
    static const char taken[] = "lock(", part[] = "0 /* of the schema */";
    const size_t length = sizeof taken - 1;
    return isdigit((unsigned char)at[*at == '-']) &&
           (strncmp(at, part, sizeof part - 1) == 0 ||
            ((size_t)(at - text) >= length && strncmp(at - length, taken, length) == 0));
}

int64_t postgres_lock_number(const struct postgres *postgres, int64_t number) {
    return *postgres->schema ? number ^ pawl_key_number("schema", postgres->schema) : number;
}

char *postgres_with_names(const struct postgres *postgres, const char *sql, const char *prefix) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    const char *from = sql;
    for (const char *at = sql; *at; at++) {
        if (at > sql && is_of_sql_name(at[-1]))
            continue;
        const bool is_role = *prefix && role_length(at) > 0;
        const bool is_schema = *postgres->schema && is_schema_at(sql, at);
        const bool is_lock = *postgres->schema && is_lock_at(sql, at);
        if (!is_role && !is_schema && !is_lock)
            continue;
        fwrite(from, 1, (size_t)(at - from), out);
        if (is_lock)
            fprintf(out, "%" PRId64, postgres_lock_number(postgres, strtoll(at, NULL, 10)));
        else
            fputs(is_schema ? postgres->schema : prefix, out);
        from = is_schema ? at + strlen("public") : is_lock ? at + strspn(at, "-0123456789") : at;
    }
    fputs(from, out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

PGresult *postgres_ask(const struct postgres *postgres, const char *sql, int count,
                       const char *const *values) {
    char *text = postgres_with_names(postgres, sql, "");
    PGresult *result =
        text ? PQexecParams(postgres->connection, text, count, NULL, values, NULL, NULL, 0) : NULL;
    free(text);
    return result;
}

static enum pawl_status check_schema_word(const struct postgres *postgres, struct pawl_error *err) {
    if (!*postgres->schema)
        return PAWL_OK;
    PGresult *result = postgres_ask(postgres, sql_find_reserved, 0, NULL);
    const bool is_reserved = PQntuples(result) > 0;
    PQclear(result);
    return is_reserved ? error_advise(err, PAWL_MISUSE, "choose another name",
                                      "schema=%s: it is a reserved word of PostgreSQL", postgres->schema)
                       : PAWL_OK;
}

/* Of our SQL only models have a role's name in double quotes: a name of a machine or flow, which would be
 * changed like a role. */
enum pawl_status postgres_refuse_names(const struct postgres *postgres, const char *sql, const char *prefix,
                                       struct pawl_error *err) {
    const char *in_schema = *postgres->schema ? strstr(sql, PAWL_SCRIPT_IN_SCHEMA) : NULL;
    if (in_schema) {
        const char *where = in_schema + strlen(PAWL_SCRIPT_IN_SCHEMA);
        return error_advise(
            err, PAWL_MISUSE,
            "write TABLE, which is then the schema's, or \"public\".TABLE, with quotes, if schemas share it; "
            "change the words of a label, doc comment or SQL literal",
            "the file of these machines names a schema, or the number of an advisory lock%.*s, so they "
            "cannot be in the schema %s; nothing was changed",
            (int)strcspn(where, "\n"), where, postgres->schema);
    }
    TRY(check_schema_word(postgres, err));
    for (const char *at = *prefix ? sql : ""; (at = strstr(at, "\"pawl_")) != NULL; at++) {
        const size_t length = role_length(at + 1);
        if (length > 0 && at[1 + length] == '"')
            return error_advise(
                err, PAWL_MISUSE, "choose another name, or a database whose roles have no prefix",
                "`%.*s` is a name in this SQL, and a role of Pawl, which is %s%.*s in this database",
                (int)length, at + 1, prefix, (int)length, at + 1);
    }
    return PAWL_OK;
}

enum pawl_status postgres_choose_roles(struct pawl_db *db, const char *prefix, struct pawl_error *err) {
    const char *present = postgres_roles(db);
    char owner[ROLE_NAME_SIZE];
    const char *const values[] = {owner};
    enum pawl_status status = PAWL_OK;
    if (!postgres_of(db)->has_roles) {
        snprintf(owner, sizeof owner, "%s" ROLE_OWNER, prefix);
        PGresult *result = postgres_ask(postgres_of(db), sql_find_sharing, 1, values);
        if (PQntuples(result) > 0)
            status = error_advise(err, PAWL_MISUSE, "choose another prefix: its logins could write in both",
                                  "the schema %s of this database has the roles %s and others",
                                  PQgetvalue(result, 0, 0), owner);
        PQclear(result);
        return status;
    }
    if (strcmp(present, prefix) == 0)
        return PAWL_OK;
    return error_advise(err, PAWL_MISUSE, "leave out the prefix: each deployment finds it",
                        "the roles of this database are %s" ROLE_OWNER " and others; they stay", present);
}
