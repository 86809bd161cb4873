/*
 * article WHERE: the program of the article, which knows nothing of Pawl: it reads where a payment is,
 * decides by itself, takes the mark `most_recent` from the last row and inserts the next one. Here it does so
 * beside Pawl, once with a move that the machine has and once with one that it has not. WHERE is what
 * pawl_open takes.
 */
#include "payment.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct transition {
    char payment[32];
    const char *to_state;
    int64_t sort_key;
};

static enum pawl_status insert(struct pawl_db *db, void *context, struct pawl_error *err) {
    const struct transition *next = context;
    const bool on_mariadb = strcmp(pawl_dialect(db), "mariadb") == 0;
    const struct pawl_value payment = pawl_text(next->payment);
    const char *end =
        strcmp(pawl_dialect(db), "postgres") == 0
            ? "update payment_transitions set most_recent = false, updated_at = current_timestamp"
              " where payment_id = $1 and most_recent"
        : on_mariadb ? "update payment_transitions set most_recent = null, updated_at ="
                       " utc_timestamp(6) where payment_id = $1 and most_recent"
                     : "update payment_transitions set most_recent = null, updated_at ="
                       " current_timestamp where payment_id = $1 and most_recent";
    const char *begin =
        on_mariadb ? "insert into payment_transitions"
                     " (payment_id, to_state, sort_key, most_recent, metadata, created_at, updated_at)"
                     " values ($1, $2, $3, true, '{}', utc_timestamp(6), utc_timestamp(6))"
                   : "insert into payment_transitions"
                     " (payment_id, to_state, sort_key, most_recent, metadata, created_at, updated_at)"
                     " values ($1, $2, $3, true, '{}', current_timestamp, current_timestamp)";
    enum pawl_status status = pawl_query(db, end, PAWL_VALUES(payment), NULL, err);
    return status == PAWL_OK
               ? pawl_query(db, begin,
                            PAWL_VALUES(payment, pawl_text(next->to_state), pawl_bigint(next->sort_key)),
                            NULL, err)
               : status;
}

/* Prints the answer, and where Pawl reads the payment then. False where one is not as expected. */
static bool move(struct pawl_db *db, struct transition *next, enum pawl_status expected,
                 enum payment_state state) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct payment_current now;
    printf("  insert %s, sort_key %" PRId64 ", %s: ", next->payment, next->sort_key, next->to_state);
    enum pawl_status status = pawl_transact(db, insert, next, &err);
    printf("%s\n", status == PAWL_OK ? "done" : err.message);
    if (payment_get(db, next->payment, &now, &err) != PAWL_OK) {
        fprintf(stderr, "article: %s\n", err.message);
        return false;
    }
    printf("    %s is %s, by row %" PRId64 "\n", next->payment, payment_state_name(now.state), now.sort_key);
    return status == expected && now.state == state;
}

int main(int argc, char **argv) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    struct payment_page waiting;
    int result = EXIT_FAILURE;
    if (argc != 2) {
        fputs("usage: article WHERE\nWHERE is sqlite:FILE, postgresql://..., host=... dbname=... or "
              "mariadb://...\n",
              stderr);
        return 2;
    }
    if (pawl_open(&db, argv[1], &err) != PAWL_OK ||
        payment_in_state(db, PAYMENT_STATE_SUBMITTED, NULL, 1, &waiting, &err) != PAWL_OK) {
        fprintf(stderr, "article: %s\n", err.message);
        goto out;
    }
    puts("\nA program that knows nothing of the machine writes to its table");
    if (waiting.count == 0) {
        puts("  no payment is with the bank, so it has nothing to do");
        result = EXIT_SUCCESS;
        goto out;
    }
    struct transition paid = {.to_state = "paid", .sort_key = waiting.rows[0].sort_key + 10};
    snprintf(paid.payment, sizeof paid.payment, "%s", waiting.rows[0].id);
    struct transition cancelled = paid;
    cancelled.to_state = "cancelled";
    cancelled.sort_key += 10;
    if (move(db, &paid, PAWL_OK, PAYMENT_STATE_PAID) && move(db, &cancelled, PAWL_DB, PAYMENT_STATE_PAID))
        result = EXIT_SUCCESS;
out:
    pawl_close(db);
    return result;
}
