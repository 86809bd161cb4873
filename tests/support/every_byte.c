#include "every_byte.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CUTS_MAX = 4800 };

void wait_until_server_is_done(struct pawl_db *admin) {
    for (int waits = 0; waits < 5000; waits++) {
        char sql[320];
        snprintf(sql, sizeof sql, "%s%s",
                 on_mariadb() ? "select count(*) from information_schema.processlist where user = database()"
                              : "select count(*) from pg_stat_activity where datname = current_database()"
                                " and pid <> pg_backend_pid() and application_name = 'libpawl'"
                                " and usename <> current_user",
                 !through_pool() ? "" /* but a pool has others, and connects again by itself */
                 : on_mariadb()  ? " and command <> 'Sleep'"
                                 : " and state <> 'idle'");
        char *busy = rows_of(admin, sql);
        bool done = strcmp(busy, "0\n") == 0;
        free(busy);
        if (done)
            return;
        sleep_ms(2);
    }
    fail_msg("the server still holds the connection, which should be broken");
}

/* 1, unless PAWL_TEST_STRIDE says that another build tries every byte. */
static long stride(void) {
    const char *text = getenv("PAWL_TEST_STRIDE");
    long bytes = text ? strtol(text, NULL, 10) : 1;
    return bytes > 0 ? bytes : 1;
}

void at_every_byte(const char *prefix, void (*make)(struct pawl_db *admin, const char *id),
                   void (*get)(struct pawl_db *db, const char *id), bool (*attempt)(const struct cut *cut)) {
    struct cut cut = {.admin = open_administrator()};
    for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++) {
        char id[64];
        cut.proxy = cut_proxy_start(application_where());
        cut.direction = (enum direction)direction;
        cut.id = id;
        cut.byte = 0;
        cut.db = open_by_another_way(cut_proxy_where(cut.proxy));
        for (bool has_cut = true; has_cut; cut.byte += stride()) {
            assert_true(cut.byte < CUTS_MAX);
            snprintf(id, sizeof id, "%s%d-%ld", prefix, direction, cut.byte);
            make(cut.admin, id);
            get(cut.db, id); /* connects again */
            has_cut = attempt(&cut);
        }
        assert_true(cut.byte > 5); /* there was an exchange at all */
        pawl_close(cut.db);
        cut_proxy_stop(cut.proxy);
    }
}
