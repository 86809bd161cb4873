/* The databases' own names, which MariaDB has no variables for. */
#include "mariadb/mariadb.h"

#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (c & 0x80) != 0;
}

static bool is_plain(const char *name) {
    for (const char *at = name; *at; at++)
        if (!is_of_word(*at))
            return false;
    return *name < '0' || *name > '9';
}

/* Doubles the sign within the name. */
static void put_name(FILE *out, const char *name, char doubled) {
    for (; *name; name++) {
        fputc(*name, out);
        if (*name == doubled)
            fputc(*name, out);
    }
}

/* A word such as pawl_database or pawl_database_app; between quotes it stands in a text, or is quoted
 * already. */
static void put_word(FILE *out, char before, const char *name, const char *rest, size_t length) {
    const bool is_quoted = before == '\'' || before == '"' || before == '`';
    const bool needs_quotes = !is_quoted && !is_plain(name);
    if (needs_quotes)
        fputc('`', out);
    put_name(out, name, is_quoted ? before : '`');
    fwrite(rest, 1, length, out);
    if (needs_quotes)
        fputc('`', out);
}

static void put_all(FILE *out, const struct mariadb *mariadb, const char *sql) {
    static const char prefix[] = "pawl_", database[] = "pawl_database", application[] = "pawl_application";
    const char *from = sql;
    for (const char *at = sql; (at = strstr(at, prefix));) {
        const bool is_database = strncmp(at, database, strlen(database)) == 0;
        const char before = at == sql ? ' ' : at[-1];
        if ((!is_database && strncmp(at, application, strlen(application)) != 0) || is_of_word(before)) {
            at++;
            continue;
        }
        const char *rest = at + strlen(is_database ? database : application);
        size_t length = 0;
        while (is_of_word(rest[length]))
            length++;
        fwrite(from, 1, (size_t)(at - from), out);
        put_word(out, before, is_database ? mariadb->database : mariadb->application, rest, length);
        from = at = rest + length;
    }
    fputs(from, out);
}

char *mariadb_with_names(const struct mariadb *mariadb, const char *sql) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    put_all(out, mariadb, sql);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
