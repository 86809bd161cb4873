/* Pawl's roles belong to the whole cluster, so a database can have its own: shop_pawl_owner, shop_pawl_app.
 */
#include "postgres/postgres.h"
#include "postgres/roles.sql.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char owner_suffix[] = ROLE_OWNER;

static bool is_of_role_name(char c) {
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
        PGresult *result = PQexec(postgres->connection, sql_find_owner);
        if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1)
            postgres_note_owner(postgres, PQgetvalue(result, 0, 0));
        PQclear(result);
    }
    return !postgres->has_roles && db->new_roles ? db->new_roles : postgres->roles;
}

static size_t role_at(const char *text) {
    static const char *const roles[] = {ROLE_OWNER, ROLE_APP, ROLE_OPERATOR, ROLE_READER};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        const size_t length = strlen(roles[i]);
        if (strncmp(text, roles[i], length) == 0 && !is_of_role_name(text[length]))
            return length;
    }
    return 0;
}

char *postgres_with_roles(const char *sql, const char *prefix) {
    char *text = NULL;
    size_t size, length;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    const char *from = sql;
    for (const char *at = sql; (at = strstr(at, "pawl_")); at += length) {
        length = at == sql || !is_of_role_name(at[-1]) ? role_at(at) : 0;
        if (length == 0) {
            length = 1;
            continue;
        }
        fwrite(from, 1, (size_t)(at - from), out);
        fputs(prefix, out);
        from = at;
    }
    fputs(from, out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* Of our SQL only models have such a word in double quotes: a name of a machine or flow, which would be
 * changed like a role. */
enum pawl_status postgres_refuse_role_names(const char *sql, const char *prefix, struct pawl_error *err) {
    for (const char *at = sql; (at = strstr(at, "\"pawl_")) != NULL; at++) {
        const size_t length = role_at(at + 1);
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
    if (!postgres_of(db)->has_roles || strcmp(present, prefix) == 0)
        return PAWL_OK;
    return error_advise(err, PAWL_MISUSE, "leave out the prefix: each deployment finds it",
                        "the roles of this database are %s" ROLE_OWNER " and others; they stay", present);
}
