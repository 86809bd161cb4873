#!/bin/bash
# on_pool_sqlite.sh PROGRAM: runs a test program on an SQLite file of its own, through handles of a pool.
PAWL_TEST_POOL=yes exec "$(dirname "$0")/on_sqlite.sh" "$@"
