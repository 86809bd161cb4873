/*
 * Service: a box office on a Unix socket, as a service with many threads would use a pool.
 *
 * - `box-office setup WHERE`, with the login that owns the database: the house's seats, the machine's schema;
 * - `box-office serve WHERE SOCKET`, with the login of the application: until SIGTERM or SIGINT;
 * - `box-office say SOCKET` sends the lines of standard input, and prints the answers;
 * - `box-office crowd SOCKET [FIRST]`: sixty-four customers who all want the same two hundred seats, from S0
 *   or from that number on.
 *
 * WHERE is what pawl_open takes. The service has eight connections, however many clients come: what their
 * threads ask for at the same moment goes to the database together, in one round trip and one commit.
 */
#include "client.h"
#include "seat.h"
#include "server.h"
#include "stats.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 400 };

static int fail(const char *doing, const struct pawl_error *err) {
    fprintf(stderr, "service: %s: %s: %s\n", doing, pawl_status_name(err->status), err->message);
    if (err->help[0] != '\0') {
        fprintf(stderr, "  help: %s\n", err->help);
    }
    return EXIT_FAILURE;
}

/* The house has four hundred seats, and a box. */
static enum pawl_status build_house(struct pawl_db *db, void *context, struct pawl_error *err) {
    (void)context;
    enum pawl_status status = PAWL_OK;
    for (int i = 0; status == PAWL_OK && i <= SEATS; i++) {
        char seat[16] = "A1";
        if (i < SEATS) {
            snprintf(seat, sizeof seat, "S%d", i);
        }
        status = pawl_query(
            db, "insert into seats (id) select $1 where not exists (select 1 from seats where id = $2)",
            PAWL_VALUES(pawl_text(seat), pawl_text(seat)), NULL, err);
    }
    return status;
}

static int setup(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    int result = EXIT_SUCCESS;
    if (pawl_open(&db, where, &err) != PAWL_OK ||
        pawl_exec(db, "create table if not exists seats (id varchar(16) primary key)", &err) != PAWL_OK ||
        pawl_transact(db, build_house, NULL, &err) != PAWL_OK || seat_apply(db, &err) != PAWL_OK) {
        result = fail("setup", &err);
    }
    pawl_close(db);
    return result;
}

/* Better said before anybody comes than to each client. */
static bool house_is_built(struct pawl_pool *pool, struct pawl_error *err) {
    struct pawl_db *db = NULL;
    int64_t counts[SEAT_STATE_COUNT + 1];
    const bool is_built =
        pawl_pool_handle(pool, &db, err) == PAWL_OK && seat_count_by_state(db, counts, err) == PAWL_OK;
    pawl_close(db);
    return is_built;
}

/* A client waits for his turn for two seconds at most; then he is told BUSY, and may try again. */
static int serve(const char *where, const char *path) {
    const struct pawl_pool_options options = {
        .struct_size = sizeof options, .connections = 8, .wait_ms = 2000};
    struct pawl_pool *pool = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    if (pawl_pool_open(&pool, where, &options, &err) != PAWL_OK) {
        return fail("opening the pool", &err);
    }
    const int result =
        house_is_built(pool, &err) ? server_run(pool, path) : fail("looking for the seats", &err);
    if (result == EXIT_SUCCESS) {
        stats_print(stdout, pool);
    }
    pawl_pool_close(pool);
    return result;
}

static bool read_number(const char *text, int *number) {
    char *end = NULL;
    const long read = strtol(text, &end, 10);
    *number = (int)read;
    return *text != '\0' && *end == '\0' && read >= 0 && read <= SEATS;
}

int main(int argc, char **argv) {
    const char *verb = argc > 1 ? argv[1] : "";
    int first = 0;
    if (argc == 3 && strcmp(verb, "setup") == 0) {
        return setup(argv[2]);
    }
    if (argc == 4 && strcmp(verb, "serve") == 0) {
        return serve(argv[2], argv[3]);
    }
    if (argc == 3 && strcmp(verb, "say") == 0) {
        return client_say(argv[2]);
    }
    if (strcmp(verb, "crowd") == 0 && (argc == 3 || (argc == 4 && read_number(argv[3], &first)))) {
        return client_crowd(argv[2], first);
    }
    fputs("usage: box-office setup WHERE | box-office serve WHERE SOCKET | box-office say SOCKET |"
          " box-office crowd SOCKET [FIRST]\n"
          "WHERE is sqlite:FILE, postgresql://..., host=... dbname=... or mariadb://...\n",
          stderr);
    return 2;
}
