/*
 * An order on SQLite, from the table to the door: `main FILE`. The machine lies in order.fsm; order.h and
 * order.c are written by pawl while this is built.
 */
#include "order.h"

#include <stdio.h>
#include <stdlib.h>

static int fail(const char *doing, const struct pawl_error *err) {
    fprintf(stderr, "%s: %s\n", doing, err->message);
    return EXIT_FAILURE;
}

static int run(struct pawl_db *db) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct order_transition moved;
    char id[24];
    int number = 1;
    const struct order_create_args wanted = {.item = "ratchet", .quantity = 2};
    const struct order_ship_args parcel = {.parcel = "PK100"};

    if (order_apply(db, &err) != PAWL_OK)
        return fail("schema", &err);
    enum pawl_status status;
    do /* the first number that no order has yet */
        snprintf(id, sizeof id, "%d", number++);
    while ((status = order_create(db, id, &wanted, NULL, NULL, &err)) == PAWL_EXISTS);
    if (status != PAWL_OK)
        return fail("create", &err);
    if (order_ship(db, id, &parcel, NULL, &moved, &err) != PAWL_OK)
        return fail("ship", &err);
    printf("order %s: %s -> %s\n", id, order_state_label(moved.from), order_state_label(moved.to));

    /* Too late: the database says so, and nothing is written. */
    if (order_cancel(db, id, NULL, NULL, &err) != PAWL_ILLEGAL)
        return fail("cancel", &err);
    printf("%s\n", err.message);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = NULL;
    char where[512];
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return EXIT_FAILURE;
    }
    snprintf(where, sizeof where, "sqlite:%s", argv[1]);
    int status = pawl_open(&db, where, &err) == PAWL_OK ? run(db) : fail("open", &err);
    pawl_close(db);
    return status;
}
