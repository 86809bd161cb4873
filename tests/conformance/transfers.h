/* Locks on keys: the machines of transfer.fsm in a database, and what is asked of them. */
#ifndef PAWL_TESTS_TRANSFERS_H
#define PAWL_TESTS_TRANSFERS_H

#include "machines.h"

#include "transfer.h"

static inline int create_with_transfers(void **state) {
    database_create(state);
    struct pawl_db *db = open_administrator();
    /* two programs make it in one cluster */
    execute(db, "create table if not exists slots (number bigint primary key)");
    expect(PAWL_OK, transfer_apply(db, &err));
    expect(PAWL_OK, exchange_apply(db, &err));
    expect(PAWL_OK, slot_apply(db, &err));
    if (on_postgres())
        execute(db, "grant select, insert on slots to pawl_app");
    return close_handles(state);
}

static inline void new_transfer(struct pawl_db *db, const char *id, const char *account) {
    struct transfer_create_args args = {.account = account};
    expect(PAWL_OK, transfer_create(db, id, &args, NULL, NULL, &err));
}

static inline void new_exchange(struct pawl_db *db, const char *id, const char *account) {
    struct exchange_create_args args = {.account = account};
    expect(PAWL_OK, exchange_create(db, id, &args, NULL, NULL, &err));
}

static inline enum pawl_status pay(struct pawl_db *db, const char *id, const char *to_account) {
    struct transfer_pay_args args = {.to_account = to_account};
    return transfer_pay(db, id, &args, NULL, NULL, &err);
}

static inline enum pawl_status pay_as(struct pawl_db *db, const char *id, const char *owner, int64_t token) {
    struct transfer_pay_args args = {0};
    struct pawl_opts opts = {.lock_owner = owner, .lock_token = token};
    return transfer_pay(db, id, &args, &opts, NULL, &err);
}

static inline int64_t acquire(struct pawl_db *db, const char *type, const char *key, const char *owner) {
    int64_t token = 0;
    expect(PAWL_OK, pawl_acquire(db, type, key, owner, 0, 0, &token, &err));
    return token;
}

#endif
