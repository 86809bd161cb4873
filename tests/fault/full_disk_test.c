/* A database that cannot grow: what did not fit has not happened, and goes on when there is room again. */
#include "../support/database.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "payment.h"

static enum pawl_status create(struct pawl_db *db, const char *id) {
    struct payment_create_args args = {.amount = 1000, .currency = "EUR"};
    return payment_create(db, id, &args, NULL, NULL, &err);
}

static void p3_what_does_not_fit_on_the_disk_has_not_happened(void **state) {
    (void)state;
    struct pawl_db *db = open_administrator();
    execute(db, "with recursive n(n) as (select 1 union all select n + 1 from n where n < 20000)"
                " insert into payments (id) select 'PM' || n from n");
    execute(db, "pragma max_page_count = 1"); /* as many as there are */
    char id[16], same[32];
    int created = 0;
    enum pawl_status status = PAWL_OK;
    while (status == PAWL_OK) {
        snprintf(id, sizeof id, "PM%d", ++created);
        status = create(db, id);
    }
    expect(PAWL_DB, status);
    assert_int_equal(err.native_code & 0xff, SQLITE_FULL);
    expect_message_has("full");
    assert_non_null(strstr(err.help, "make room"));
    assert_false(err.retryable);
    assert_false(pawl_in_transaction(db));
    execute(db, "pragma max_page_count = 1000000");
    snprintf(same, sizeof same, "%d|%d\n", created - 1, created - 1);
    expect_rows(db, same,
                "select (select count(*) from payment_current), (select count(*) from payment_transitions)");
    expect(PAWL_OK, create(db, id));
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(p3_what_does_not_fit_on_the_disk_has_not_happened)};
    return run_suite(tests);
}
