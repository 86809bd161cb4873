#include "print.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

void print_error(const char *doing, const struct pawl_error *err) {
    fprintf(stderr, "payments: %s: %s: %s\n", doing, pawl_status_name(err->status), err->message);
    if (err->help[0] != '\0') {
        fprintf(stderr, "  help: %s\n", err->help);
    }
}

enum pawl_status print_states(struct pawl_db *db, struct pawl_error *err) {
    int64_t counts[PAYMENT_STATE_COUNT + 1];
    enum pawl_status status = payment_count_by_state(db, counts, err);
    if (status != PAWL_OK) {
        return status;
    }
    printf("\n%-20s %8s\n", "state", "payments");
    for (int i = 1; i <= PAYMENT_STATE_COUNT; i++) {
        enum payment_state state = (enum payment_state)i;
        printf("%-20s %8" PRId64 "  %s\n", payment_state_name(state), counts[i], payment_state_label(state));
    }
    return PAWL_OK;
}

void print_outcomes(const long outcomes[STATUS_COUNT]) {
    static const char *const meanings[] = {
#define X(constant, meaning) [PAWL_##constant] = meaning,
        PAWL_STATUSES(X)
#undef X
    };
    printf("\n%-20s %8s\n", "outcome", "events");
    for (int i = 0; i < STATUS_COUNT; i++) {
        if (outcomes[i] > 0) {
            printf("%-20s %8ld  %s\n", pawl_status_name((enum pawl_status)i), outcomes[i], meanings[i]);
        }
    }
}

static void print_record(const struct payment_record *record) {
    char created_at[32];
    time_t seconds = (time_t)(record->created_at_us / 1000000);
    struct tm utc;
    strftime(created_at, sizeof created_at, "%Y-%m-%d %H:%M:%S", gmtime_r(&seconds, &utc));

    printf("%8" PRId64 "  %s.%06d  %-8s %-20s %-20s %-16s", record->sort_key, created_at,
           (int)(record->created_at_us % 1000000), payment_event_name(record->event),
           payment_state_name(record->from), payment_state_name(record->to), record->actor);
    if (record->amount.set) {
        printf(" amount=%" PRId64, record->amount.value);
    }
    if (record->currency != NULL) {
        printf(" currency=%s", record->currency);
    }
    if (record->submission_id != NULL) {
        printf(" submission_id=%s", record->submission_id);
    }
    if (record->reason != NULL) {
        printf(" reason=%s", record->reason);
    }
    putchar('\n');
}

enum pawl_status print_one_history(struct pawl_db *db, struct pawl_error *err) {
    struct payment_page page;
    enum pawl_status status = payment_in_state(db, PAYMENT_STATE_PAID, NULL, 1, &page, err);
    if (status != PAWL_OK || page.count == 0) {
        return status;
    }
    printf("\nThe history of %s\n%8s  %-26s  %-8s %-20s %-20s %-16s %s\n", page.rows[0].id, "sort_key",
           "created_at (UTC)", "event", "from", "to", "actor", "with");

    struct payment_history history;
    status = payment_history(db, page.rows[0].id, &history, err);
    for (size_t i = 0; status == PAWL_OK && i < history.count; i++) {
        print_record(&history.rows[i]);
    }
    return status;
}
