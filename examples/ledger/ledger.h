/*
 * The ledger: what an application asks of it. transfer.fsm is the machine, and says what may happen; here are
 * the application's own two tables, and the order of the calls.
 */
#ifndef LEDGER_H
#define LEDGER_H

#include "transfer.h"

/*
 * Makes the tables and the machine, with `count` accounts A1, A2, ... that hold `opening` each; finds them
 * there the next time, and changes nothing. Needs a login that may create tables and roles. All openings
 * together must fit in an int64_t, so no balance can overflow.
 */
enum pawl_status ledger_set_up(struct pawl_db *db, int count, int64_t opening, struct pawl_error *err);

/*
 * Writes a transfer down; from then on nobody loses it. The client's id makes it safe to ask again: OK once
 * more where all is the same, REUSED where payer, payee or amount differ. REFUSED where the amount is not
 * positive or the accounts are one (err->guard says which); nothing is written then.
 */
enum pawl_status ledger_record(struct pawl_db *db, const char *id, const struct transfer_create_args *wanted,
                               struct pawl_error *err);

/*
 * Decides a transfer that is recorded, after all those that its payer was to pay earlier; *state says how,
 * whoever has decided it. OK, NOT_FOUND, or what the database fails with: then the clock decides, or whoever
 * asks again.
 */
enum pawl_status ledger_decide(struct pawl_db *db, const char *id, enum transfer_state *state,
                               struct pawl_error *err);

/*
 * Both in one transaction and, on PostgreSQL, one round trip. Where others wait before it, it is recorded in
 * a transaction of its own, and decided after them.
 */
enum pawl_status ledger_transfer(struct pawl_db *db, const char *id,
                                 const struct transfer_create_args *wanted, enum transfer_state *state,
                                 struct pawl_error *err);

/* ---- looking at it -------------------------------------------------------------------------------- */

struct ledger_account {
    const char *id;
    int64_t balance;
    /* from the history of transfers alone: what was there first, came in, and went out */
    int64_t opening, received, paid;
};

typedef void ledger_account_fn(void *context, const struct ledger_account *account);

/*
 * Hands on each account, in one snapshot: where balance is not opening + received - paid, the books are
 * wrong. Accounts come by length and name, so A2 before A10.
 */
enum pawl_status ledger_accounts(struct pawl_db *db, ledger_account_fn *each, void *context,
                                 struct pawl_error *err);

#endif
