#!/bin/bash
# on_pool_mariadb.sh PROGRAM: runs a test program on MariaDB, whose application's handles belong to a pool.
PAWL_TEST_POOL=yes exec "$(dirname "$0")/on_mariadb.sh" "$@"
