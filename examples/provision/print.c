#include "print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void print_error(const char *doing, const struct pawl_error *err) {
    fprintf(stderr, "provision: %s: %s: %s\n", doing, pawl_status_name(err->status), err->message);
    if (err->help[0] != '\0')
        fprintf(stderr, "  help: %s\n", err->help);
}

static void print_step(const struct pawl_run_step *step) {
    char at[32];
    time_t seconds = (time_t)(step->at_us / 1000000);
    struct tm utc;
    strftime(at, sizeof at, "%H:%M:%S", gmtime_r(&seconds, &utc));
    printf("  %s.%03d  %s %-9s %-18s", at, (int)(step->at_us % 1000000 / 1000), step->is_undo ? "<" : ">",
           step->outcome, step->place);
    if (step->attempt > 1)
        printf(" attempt %d", step->attempt);
    if (step->error != NULL)
        printf("  %s", step->error);
    putchar('\n');
}

enum pawl_status print_timeline(struct pawl_db *db, int64_t run, struct pawl_error *err) {
    struct provision_run_row row;
    struct pawl_run_steps history;
    enum pawl_status status = provision_get(db, run, &row, err);
    if (status != PAWL_OK)
        return status;
    printf("\nrun %" PRId64 ", order %" PRId64 " of %s: %s", run, row.args.order_id, row.args.account,
           pawl_run_status_name(row.run.status));
    if (row.data.vm_id != NULL)
        printf(", with the machine %s", row.data.vm_id);
    putchar('\n');
    status = provision_history(db, run, &history, err);
    for (size_t i = 0; status == PAWL_OK && i < history.count; i++)
        print_step(&history.rows[i]);
    return status;
}
