#include "order.h"

#include <stdio.h>

static int fail(const struct pawl_error *err) {
    fprintf(stderr, "%s%s%s\n", err->message, *err->help ? "\n  " : "", err->help);
    return 1;
}

/* orders WHERE ID: places an order, ships it, and tries to cancel it. */
int main(int argc, char **argv) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    const struct order_create_args wanted = {.item = "ratchet", .quantity = 2};
    const struct order_ship_args parcel = {.parcel = "PK100"};
    struct order_transition moved;

    if (argc != 3) {
        fprintf(stderr, "usage: %s WHERE ID\n", argv[0]);
        return 2;
    }
    const char *id = argv[2];
    if (pawl_open(&db, argv[1], &err) != PAWL_OK ||
        order_create(db, id, &wanted, NULL, NULL, &err) != PAWL_OK ||
        order_ship(db, id, &parcel, NULL, &moved, &err) != PAWL_OK) {
        pawl_close(db);
        return fail(&err);
    }
    printf("%s -> %s\n", order_state_label(moved.from), order_state_label(moved.to));

    if (order_cancel(db, id, NULL, NULL, &err) == PAWL_ILLEGAL) /* nothing is written */
        printf("%s\n", err.message);
    pawl_close(db);
    return 0;
}
