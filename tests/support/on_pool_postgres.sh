#!/bin/bash
# on_pool_postgres.sh PROGRAM: runs a test program on PostgreSQL, whose application's handles belong to a pool.
PAWL_TEST_POOL=yes exec "$(dirname "$0")/on_postgres.sh" "$@"
