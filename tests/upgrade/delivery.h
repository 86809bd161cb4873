/* What the steps of a delivery do, whether a run is begun before the upgrade or ended after it. */
#ifndef UPGRADE_DELIVERY_H
#define UPGRADE_DELIVERY_H

#include "deliver.h"

struct warehouse {
    bool is_closed; /* nothing can be put back */
};

/* The warehouse is borrowed as long as the hooks are used. */
struct deliver_hooks delivery_hooks(struct warehouse *warehouse);

#endif
