/* What was ordered. */
#ifndef SHOP_H
#define SHOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct order {
    int64_t id;
    const char *account;
    int32_t volumes;  /* of its machine; 0: it needs none */
    bool is_declined; /* its card is */
    bool is_rejected; /* by who reviews it */
};

static const struct order orders[] = {
    {.id = 1, .account = "ada", .volumes = 3},
    {.id = 2, .account = "grace", .volumes = 0},
    {.id = 3, .account = "mallory", .volumes = 2, .is_declined = true},
    {.id = 4, .account = "edsger", .volumes = 2, .is_rejected = true},
    {.id = 5, .account = "ada", .volumes = 1}, /* waits for the first: one account, one lock */
};

enum { ORDER_COUNT = sizeof orders / sizeof *orders };

static inline const struct order *order_of(int64_t id) {
    for (size_t i = 0; i < ORDER_COUNT; i++)
        if (orders[i].id == id)
            return &orders[i];
    return NULL;
}

#endif
