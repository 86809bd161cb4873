/* mariadb://user:password@host:port,host:port/database?option=value&... */
#include "mariadb/mariadb.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char long_scheme[] = "mariadb://", short_scheme[] = "mysql://";

bool mariadb_opens(const char *where) {
    return strncmp(where, long_scheme, strlen(long_scheme)) == 0 ||
           strncmp(where, short_scheme, strlen(short_scheme)) == 0;
}

static int digit_of(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* In its place. */
static void decode(char *text) {
    char *to = text;
    for (const char *at = text; *at; at++) {
        const bool is_coded = *at == '%' && digit_of(at[1]) >= 0 && digit_of(at[2]) >= 0;
        *to++ = is_coded ? (char)(digit_of(at[1]) * 16 + digit_of(at[2])) : *at;
        at += is_coded ? 2 : 0;
    }
    *to = '\0';
}

/* Ends the text before the sign, and returns what is behind it; NULL: there is no such sign. */
static char *place_cut(char *text, char sign) {
    char *found = strchr(text, sign);
    if (!found)
        return NULL;
    *found = '\0';
    return found + 1;
}

static bool set_part_number(const char *value, unsigned most, unsigned *number) {
    char *end = NULL;
    const unsigned long given = strtoul(value, &end, 10);
    *number = (unsigned)given;
    return *value >= '0' && *value <= '9' && *end == '\0' && given <= most;
}

/* False if there is no such option, or it has no such value. TCP's have libpq's names. */
static bool set_option(struct mariadb_place *place, const char *name, const char *value) {
    const struct {
        const char *name;
        const char **text;
    } texts[] = {{"socket", &place->socket},          {"pawl_database", &place->pawl_database},
                 {"ssl_ca", &place->ssl_ca},          {"ssl_cert", &place->ssl_cert},
                 {"ssl_key", &place->ssl_key},        {"ssl_cipher", &place->ssl_cipher},
                 {"tls_version", &place->tls_version}};
    const struct {
        const char *name;
        unsigned *number, least, most;
    } numbers[] = {{"connect_timeout", &place->connect_timeout_s, 0, 3600},
                   {"read_timeout", &place->read_timeout_s, 0, 86400},
                   {"away_timeout", &place->away_timeout_s, 1, 86400},
                   {"tcp_user_timeout", &place->limits.user_timeout_ms, 0, 86400000},
                   {"keepalives_idle", &place->limits.keepalives_idle_s, 0, 32767},
                   {"keepalives_interval", &place->limits.keepalives_interval_s, 0, 32767},
                   {"keepalives_count", &place->limits.keepalives_count, 0, 127}};
    const struct {
        const char *name, *on, *off;
        bool *is_on;
    } choices[] = {{"ssl", "on", "off", &place->uses_tls},
                   {"ssl_verify", "on", "off", &place->verifies_server},
                   {"keepalives", "1", "0", &place->limits.keepalives}};
    for (size_t i = 0; i < COUNT(texts); i++)
        if (strcmp(texts[i].name, name) == 0) {
            *texts[i].text = value;
            return *value != '\0';
        }
    for (size_t i = 0; i < COUNT(numbers); i++)
        if (strcmp(numbers[i].name, name) == 0)
            return set_part_number(value, numbers[i].most, numbers[i].number) &&
                   *numbers[i].number >= numbers[i].least;
    for (size_t i = 0; i < COUNT(choices); i++)
        if (strcmp(choices[i].name, name) == 0) {
            *choices[i].is_on = strcmp(value, choices[i].on) == 0;
            return *choices[i].is_on || strcmp(value, choices[i].off) == 0;
        }
    place->begins_anywhere = strcmp(value, "random") == 0; /* libpq's words for it */
    place->goes_by_entity = strcmp(value, "entity") == 0;  /* not one of them */
    return strcmp(name, "load_balance_hosts") == 0 &&
           (place->begins_anywhere || place->goes_by_entity || strcmp(value, "disable") == 0);
}

static enum pawl_status read_options(char *options, struct mariadb_place *place, struct pawl_error *err) {
    for (char *next; options && *options; options = next) {
        next = place_cut(options, '&');
        char *value = place_cut(options, '=');
        if (value)
            decode(value);
        if (value && set_option(place, options, value))
            continue;
        return error_advise(
            err, PAWL_MISUSE,
            "socket, pawl_database, connect_timeout, read_timeout, away_timeout, "
            "tcp_user_timeout, keepalives=0|1, keepalives_idle, _interval, _count, "
            "load_balance_hosts=random|entity|disable, ssl=on|off, ssl_ca, ssl_cert, ssl_key, "
            "ssl_cipher, ssl_verify=on|off, tls_version",
            "%s: there is no such option, or no such value of it", options);
    }
    return PAWL_OK;
}

/* host, host:port, [address]:port, or nothing. */
static enum pawl_status read_host(char *text, struct host *host, struct pawl_error *err) {
    char *port = *text == '[' ? strchr(text, ']') : text;
    port = port ? place_cut(port, ':') : NULL;
    if (*text == '[') /* an address of IPv6 */
        text++, text[strcspn(text, "]")] = '\0';
    decode(text);
    host->name = *text ? text : NULL;
    if (!port || set_part_number(port, 65535, &host->port))
        return PAWL_OK;
    return error_advise(
        err, PAWL_MISUSE,
        "within a user and a password write %2F for /, %3F for ?, %40 for @, %3A for :, and %25 "
        "for %: mariadb://user:password@host:3306/database",
        "the text after the colon of a host is no port");
}

static enum pawl_status read_hosts(char *text, struct mariadb_place *place, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    for (char *next; status == PAWL_OK && text; text = next) {
        next = place_cut(text, ',');
        if (place->host_count == HOST_MAX)
            return error_set(err, PAWL_MISUSE, "there are more than %d hosts", HOST_MAX);
        if (*text == '\0' && (next || place->host_count > 0))
            return error_advise(err, PAWL_MISUSE, "mariadb://user@h1,h2:3307/database",
                                "one of several hosts has no name");
        status = read_host(text, &place->hosts[place->host_count++], err);
    }
    return status;
}

/* One that does not answer is left for another soon. */
#define CONNECT_TIMEOUT_S 5
/* And then keeps its entities waiting as long as connecting may take, once in that time. */
#define AWAY_TIMEOUT_S 60

enum pawl_status mariadb_place_read(const char *where, struct mariadb_place *place, struct pawl_error *err) {
    *place = (struct mariadb_place){
        .verifies_server = true, .away_timeout_s = AWAY_TIMEOUT_S, .limits = SOCKET_LIMITS};
    place->text = strdup(strstr(where, "://") + 3);
    TRY(memory_check(place->text, err));
    char *authority = place->text;
    char *options = place_cut(authority, '?');
    char *database = place_cut(authority, '/');
    char *hosts = strrchr(authority, '@'), *user = NULL;
    if (hosts) {
        *hosts++ = '\0';
        user = authority;
    } else {
        hosts = authority;
    }
    char *password = user ? place_cut(user, ':') : NULL;
    char *const parts[] = {user, password, database};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i])
            decode(parts[i]);
    place->user = user;
    place->password = password;
    place->database = database;
    TRY(read_hosts(hosts, place, err));
    place->connect_timeout_s = place->host_count > 1 ? CONNECT_TIMEOUT_S : CONNECT_LIMIT_S;
    if (!database || !*database)
        return error_advise(err, PAWL_MISUSE,
                            "mariadb://user@host/database, with the database of the entities' tables",
                            "no database is named");
    return read_options(options, place, err);
}

void mariadb_place_free(struct mariadb_place *place) {
    free(place->text);
    *place = (struct mariadb_place){0};
}
