/* In place of mariadb.c where libmariadb is not. */
#include "bench.h"

static _Noreturn void fail_without(void) {
    bench_fail("built without MariaDB: install libmariadb-dev, and build anew");
}

void measure_mariadb(const char *directory, bool quick, struct effort effort) {
    (void)directory, (void)quick, (void)effort;
    fail_without();
}

void measure_mariadb_pool(const char *directory, struct effort effort) {
    (void)directory, (void)effort;
    fail_without();
}
