#include "print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ACCOUNTS_SHOWN_MAX = 20 };

void print_error(const char *doing, const struct pawl_error *err) {
    fprintf(stderr, "ledger: %s: %s: %s\n", doing, pawl_status_name(err->status), err->message);
    if (err->help[0] != '\0') {
        fprintf(stderr, "  help: %s\n", err->help);
    }
}

const char *money(int64_t amount) {
    static char texts[4][32];
    static unsigned next;
    char digits[24];
    char *text = texts[next++ % 4];
    size_t length = 0;
    uint64_t units = amount < 0 ? (uint64_t)0 - (uint64_t)amount : (uint64_t)amount;
    snprintf(digits, sizeof digits, "%" PRIu64, units / 100);
    if (amount < 0) {
        text[length++] = '-';
    }
    for (size_t left = strlen(digits), i = 0; left > 0; left--, i++) {
        text[length++] = digits[i];
        if (left % 3 == 1 && left > 1) {
            text[length++] = ',';
        }
    }
    snprintf(text + length, sizeof texts[0] - length, ".%02" PRIu64, units % 100);
    return text;
}

/* ---- accounts ------------------------------------------------------------------------------------- */

struct books {
    bool shows_each;
    int count;
    struct ledger_account sum;
    bool right;
};

static void print_account(const struct ledger_account *account) {
    printf("%-8s %14s %14s %14s %14s\n", account->id, money(account->opening), money(account->received),
           money(account->paid), money(account->balance));
}

static void add_account(void *context, const struct ledger_account *account) {
    struct books *books = context;
    books->count++;
    books->sum.opening += account->opening;
    books->sum.received += account->received;
    books->sum.paid += account->paid;
    books->sum.balance += account->balance;
    if (account->balance < 0 || account->balance != account->opening + account->received - account->paid) {
        books->right = false;
        printf("%s is wrong:\n", account->id);
        print_account(account);
    } else if (books->shows_each) {
        print_account(account);
    }
}

static void count_account(void *context, const struct ledger_account *account) {
    (void)account;
    ++*(int *)context;
}

enum pawl_status print_accounts(struct pawl_db *db, bool *right, struct pawl_error *err) {
    int count = 0;
    struct books books = {.sum = {.id = "sum"}, .right = true};
    enum pawl_status status = ledger_accounts(db, count_account, &count, err);
    if (status != PAWL_OK) {
        return status;
    }
    books.shows_each = count <= ACCOUNTS_SHOWN_MAX;
    printf("%-8s %14s %14s %14s %14s\n", "account", "opened with", "+ received", "- paid", "= balance");
    status = ledger_accounts(db, add_account, &books, err);
    if (status != PAWL_OK) {
        return status;
    }
    books.right &= books.sum.balance == books.sum.opening && books.sum.received == books.sum.paid;
    print_account(&books.sum);
    printf("%d accounts: %s\n", books.count,
           books.right ? "each balance is what its transfers make it, and no money was made or lost"
                       : "THE BOOKS ARE WRONG");
    *right = books.right;
    return PAWL_OK;
}

/* ---- transfers ------------------------------------------------------------------------------------ */

enum pawl_status print_states(struct pawl_db *db, struct pawl_error *err) {
    int64_t counts[TRANSFER_STATE_COUNT + 1];
    enum pawl_status status = transfer_count_by_state(db, counts, err);
    for (int i = 1; status == PAWL_OK && i <= TRANSFER_STATE_COUNT; i++) {
        enum transfer_state state = (enum transfer_state)i;
        printf("%-18s %8" PRId64 "  %s\n", transfer_state_name(state), counts[i],
               transfer_state_label(state));
    }
    return status;
}

enum pawl_status print_history(struct pawl_db *db, const char *id, struct pawl_error *err) {
    struct transfer_history history;
    enum pawl_status status = transfer_history(db, id, &history, err);
    for (size_t i = 0; status == PAWL_OK && i < history.count; i++) {
        const struct transfer_record *record = &history.rows[i];
        char created_at[32];
        time_t seconds = (time_t)(record->created_at_us / 1000000);
        struct tm utc;
        strftime(created_at, sizeof created_at, "%H:%M:%S", gmtime_r(&seconds, &utc));
        printf("  %s.%06d  %-8s %-8s -> %-18s by %s", created_at, (int)(record->created_at_us % 1000000),
               transfer_event_name(record->event), transfer_state_name(record->from),
               transfer_state_name(record->to), record->actor);
        if (record->amount.set) {
            printf(": %s from %s to %s", money(record->amount.value), record->payer, record->payee);
        }
        putchar('\n');
    }
    return status;
}
