#include "steps.h"

#include "shop.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Progress, live: one line a call, as it happens. */
static void say(const struct worker *worker, const struct pawl_step *step, const char *doing,
                const char *became) {
    printf("  %-9s run %" PRId64 "  %-10s %-20s %s%s\n", worker->name, step->run, doing,
           strchr(step->key != NULL ? step->key : step->path, '/') != NULL ? strchr(step->key, '/') + 1
                                                                           : step->path,
           became, step->may_have_happened ? " (it may have happened before)" : "");
    fflush(stdout);
}

/* The cloud's answer as that of a step; err says why it failed. */
static enum pawl_status answer(const struct worker *worker, const struct pawl_step *step, const char *doing,
                               enum cloud_answer became, struct pawl_error *err) {
    say(worker, step, doing, cloud_answer_name(became));
    if (became == CLOUD_DONE)
        return PAWL_OK;
    snprintf(err->message, sizeof err->message, "%s", cloud_answer_name(became));
    return PAWL_REFUSED;
}

static enum pawl_status make(const struct pawl_step *step, const char *what, void *context,
                             struct pawl_error *err) {
    const struct worker *worker = context;
    enum cloud_answer became = cloud_make(&worker->cloud, step->key, step->attempt, what);
    return answer(worker, step, what, became, err);
}

static enum pawl_status take_away(const struct pawl_step *step, const char *doing, void *context,
                                  struct pawl_error *err) {
    const struct worker *worker = context;
    return answer(worker, step, doing, cloud_take_away(&worker->cloud, step->key, step->attempt), err);
}

/* ---- steps in the database: what they write is committed with the run's progress ------------------- */

static enum pawl_status set_order(struct pawl_db *db, int64_t id, const char *state, struct pawl_error *err) {
    return pawl_query(db, "update orders set state = $2 where id = $1",
                      PAWL_VALUES(pawl_bigint(id), pawl_text(state)), NULL, err);
}

static enum pawl_status reserve(struct pawl_db *db, const struct pawl_step *step,
                                const struct provision_args *args, struct provision_data *data, void *context,
                                struct pawl_error *err) {
    data->volumes.set = true;
    data->volumes.value = order_of(args->order_id)->volumes;
    say(context, step, "reserve", "done");
    return set_order(db, args->order_id, "reserved", err);
}

static enum pawl_status release(struct pawl_db *db, const struct pawl_step *step,
                                const struct provision_args *args, const struct provision_data *data,
                                void *context, struct pawl_error *err) {
    (void)data;
    say(context, step, "release", "done");
    return set_order(db, args->order_id, "open", err);
}

static enum pawl_status activate(struct pawl_db *db, const struct pawl_step *step,
                                 const struct provision_args *args, const struct provision_data *data,
                                 void *context, struct pawl_error *err) {
    (void)data;
    say(context, step, "activate", "done");
    return set_order(db, args->order_id, "handed over", err);
}

static enum pawl_status needs_vm(struct pawl_db *db, const struct pawl_step *step,
                                 const struct provision_args *args, const struct provision_data *data,
                                 bool *yes, void *context, struct pawl_error *err) {
    (void)context, (void)db, (void)step, (void)args, (void)err;
    *yes = data->volumes.value > 0;
    return PAWL_OK;
}

/* ---- calls: the key is the same however often they are made --------------------------------------- */

static enum pawl_status charge(const struct pawl_step *step, const struct provision_args *args,
                               const struct provision_data *data, void *context, struct pawl_error *err) {
    (void)data;
    if (!order_of(args->order_id)->is_declined)
        return make(step, "charge", context, err);
    say(context, step, "charge", "the card is declined");
    snprintf(err->message, sizeof err->message, "the card is declined");
    return PAWL_REFUSED;
}

static enum pawl_status refund(const struct pawl_step *step, const struct provision_args *args,
                               const struct provision_data *data, void *context, struct pawl_error *err) {
    (void)args, (void)data;
    return take_away(step, "refund", context, err);
}

static enum pawl_status allocate(const struct pawl_step *step, struct build_values *values, void *context,
                                 struct pawl_error *err) {
    static char vm_id[32]; /* is read before the step is called again */
    snprintf(vm_id, sizeof vm_id, "vm-%" PRId64, step->run);
    values->vm_id = vm_id;
    return make(step, "machine", context, err);
}

static enum pawl_status deallocate(const struct pawl_step *step, const struct build_values *values,
                                   void *context, struct pawl_error *err) {
    (void)values;
    return take_away(step, "deallocate", context, err);
}

static enum pawl_status mount(const struct pawl_step *step, const struct build_values *values, void *context,
                              struct pawl_error *err) {
    (void)values;
    return make(step, "volume", context, err);
}

static enum pawl_status unmount(const struct pawl_step *step, const struct build_values *values,
                                void *context, struct pawl_error *err) {
    (void)values;
    return take_away(step, "unmount", context, err);
}

/* ---- all ------------------------------------------------------------------------------------------ */

enum pawl_status set_hooks(struct pawl_db *db, void *worker, struct pawl_error *err) {
    static struct provision_hooks of_flow;
    static struct build_hooks of_procedure;
    of_flow = (struct provision_hooks){.context = worker,
                                       .reserve = reserve,
                                       .release = release,
                                       .charge = charge,
                                       .refund = refund,
                                       .needs_vm = needs_vm,
                                       .activate = activate};
    of_procedure = (struct build_hooks){.context = worker,
                                        .allocate = allocate,
                                        .deallocate = deallocate,
                                        .mount = mount,
                                        .unmount = unmount};
    enum pawl_status status = provision_set_hooks(db, &of_flow, err);
    return status == PAWL_OK ? build_set_hooks(db, &of_procedure, err) : status;
}
