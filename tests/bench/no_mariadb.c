/* In place of mariadb.c where libmariadb is not. */
#include "bench.h"

void measure_mariadb(const char *directory, bool quick, struct effort effort) {
    (void)directory, (void)quick, (void)effort;
    bench_fail("built without MariaDB: install libmariadb-dev, and build anew");
}
