/*
 * Provision: a flow that survives what happens to it.
 *
 *   provision setup WHERE                with the login that owns the tables: create them, apply the flow
 *   provision story WHERE CLOUD [SEED]   with the login of the application: five orders, from start to end
 *   provision order WHERE NUMBER         one order of shop.h, which a worker then runs
 *   provision work WHERE CLOUD SEED NAME [CRASH_AT]   one worker; the story starts some
 *
 * WHERE is what pawl_open takes; CLOUD is a folder, in which a pretend cloud keeps what it was asked for.
 *
 * The cloud fails at random (the same SEED, the same story), one worker is killed in the middle of a call,
 * one card is declined, one order is rejected when most of it is done. Nothing in steps.c knows of any of
 * this: a step says what it does and what undoes it, and Pawl sees to the rest. At the end the cloud must
 * hold what was handed over, and nothing else.
 */
#include "print.h"
#include "story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int setup(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    int result = EXIT_FAILURE;
    if (pawl_open(&db, where, &err) != PAWL_OK ||
        pawl_exec(db, "create table if not exists orders (id bigint primary key, state text not null)",
                  &err) != PAWL_OK ||
        provision_apply(db, &err) != PAWL_OK) {
        print_error("setup", &err);
        goto out;
    }
    result = EXIT_SUCCESS;
out:
    pawl_close(db);
    return result;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "setup") == 0)
        return setup(argv[2]);
    if (argc == 4 && strcmp(argv[1], "order") == 0)
        return place_order(argv[2], strtol(argv[3], NULL, 10));
    if (argc >= 4) {
        struct cloud cloud = {.folder = argv[3], .seed = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 7};
        mkdir(cloud.folder, 0777);
        if (argc <= 5 && strcmp(argv[1], "story") == 0)
            return tell_story("/proc/self/exe", argv[2], &cloud);
        if (argc >= 6 && argc <= 7 && strcmp(argv[1], "work") == 0) {
            cloud.crash_at = argc == 7 ? argv[6] : NULL;
            return work(argv[2], &cloud, argv[5]);
        }
    }
    fputs("usage: provision setup WHERE | provision story WHERE CLOUD [SEED] |\n"
          "       provision order WHERE NUMBER | provision work WHERE CLOUD SEED NAME [CRASH_AT]\n"
          "WHERE is sqlite:FILE, postgresql://..., host=... dbname=... or mariadb://...; CLOUD is a folder\n",
          stderr);
    return 2;
}
