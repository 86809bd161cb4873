#include "delivery.h"

#include "order.h"

#include <inttypes.h>
#include <stdio.h>

static enum pawl_status reserve(struct pawl_db *db, const struct pawl_step *step,
                                const struct deliver_args *args, struct deliver_data *data, void *context,
                                struct pawl_error *err) {
    char sql[256];
    (void)context;
    snprintf(sql, sizeof sql, "insert into parcels (number, order_id) values (%" PRId64 ", '%s')", step->run,
             args->order_id);
    data->parcel = (struct pawl_optional_bigint){.set = true, .value = step->run};
    return pawl_exec(db, sql, err);
}

static enum pawl_status release(struct pawl_db *db, const struct pawl_step *step,
                                const struct deliver_args *args, const struct deliver_data *data,
                                void *context, struct pawl_error *err) {
    char sql[256];
    (void)context, (void)step, (void)args;
    snprintf(sql, sizeof sql, "delete from parcels where number = %" PRId64, data->parcel.value);
    return pawl_exec(db, sql, err);
}

static enum pawl_status fetch(const struct pawl_step *step, const struct deliver_args *args,
                              const struct deliver_data *data, void *context, struct pawl_error *err) {
    (void)context, (void)step, (void)args, (void)data, (void)err;
    return PAWL_OK;
}

static enum pawl_status put_back(const struct pawl_step *step, const struct deliver_args *args,
                                 const struct deliver_data *data, void *context, struct pawl_error *err) {
    const struct warehouse *warehouse = context;
    (void)step, (void)args, (void)data;
    if (!warehouse->is_closed)
        return PAWL_OK;
    snprintf(err->message, sizeof err->message, "the warehouse is closed");
    return PAWL_REFUSED;
}

/* Others are kept from the order by the lock of the run, which is held on its account. */
static enum pawl_status hand_over(struct pawl_db *db, const struct pawl_step *step,
                                  const struct deliver_args *args, const struct deliver_data *data,
                                  void *context, struct pawl_error *err) {
    const struct pawl_opts opts = {.actor = "deliver"};
    (void)context, (void)step, (void)data;
    return order_ship(db, args->order_id, &opts, NULL, err);
}

struct deliver_hooks delivery_hooks(struct warehouse *warehouse) {
    return (struct deliver_hooks){.context = warehouse,
                                  .reserve = reserve,
                                  .release = release,
                                  .fetch = fetch,
                                  .put_back = put_back,
                                  .hand_over = hand_over};
}
