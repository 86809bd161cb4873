/* Waiting for the server's answer, and giving it up. */
#include "postgres/postgres.h"

#include "core/clock.h"

#include <poll.h>
#include <sys/socket.h>

#define SLICE_MS 100

static bool can_be_hurried(const struct postgres *postgres) {
    return postgres->hurry && postgres->hurry->is_hurried;
}

bool postgres_may_give_up(const struct postgres *postgres) {
    return can_be_hurried(postgres) || postgres->read_timeout_s > 0;
}

static bool gives_up(const struct postgres *postgres, int64_t began_us, int64_t *hurried_since_us) {
    const struct hurry *hurry = postgres->hurry;
    const int64_t now = monotonic_us();
    if (postgres->read_timeout_s > 0 && now - began_us > postgres->read_timeout_s * INT64_C(1000000))
        return true;
    if (!can_be_hurried(postgres) || !hurry->is_hurried(hurry->context))
        *hurried_since_us = 0;
    else if (*hurried_since_us == 0)
        *hurried_since_us = now;
    return *hurried_since_us != 0 && now - *hurried_since_us > HURRIED_ANSWER_US;
}

/*
 * Until PQgetResult returns at once. An answer that is given up takes the connection with it: a server or
 * proxy that stands still acknowledges what it gets, so TCP does not notice that nobody is there.
 */
static void await_answer(const struct postgres *postgres) {
    PGconn *connection = postgres->connection;
    const int64_t began_us = monotonic_us();
    int64_t hurried_since_us = 0;
    while (PQstatus(connection) == CONNECTION_OK && PQisBusy(connection)) {
        struct pollfd socket = {.fd = PQsocket(connection), .events = POLLIN};
        if (poll(&socket, 1, SLICE_MS) > 0) {
            if (!PQconsumeInput(connection))
                return;
        } else if (gives_up(postgres, began_us, &hurried_since_us)) {
            if (can_be_hurried(postgres))
                postgres->hurry->given_up++;
            shutdown(socket.fd, SHUT_RDWR);
            return;
        }
    }
}

PGresult *postgres_get_result(const struct postgres *postgres) {
    if (postgres_may_give_up(postgres))
        await_answer(postgres);
    return PQgetResult(postgres->connection);
}

PGresult *postgres_get_last_result(const struct postgres *postgres) {
    PGresult *last = NULL;
    for (PGresult *result; (result = postgres_get_result(postgres));) {
        PQclear(last);
        last = result;
        if (PQresultStatus(result) == PGRES_COPY_IN || PQresultStatus(result) == PGRES_COPY_OUT ||
            PQstatus(postgres->connection) != CONNECTION_OK)
            break;
    }
    return last;
}

PGresult *postgres_exec_plain(const struct postgres *postgres, const char *sql) {
    return postgres_may_give_up(postgres) && PQsendQuery(postgres->connection, sql)
               ? postgres_get_last_result(postgres)
               : PQexec(postgres->connection, sql);
}
