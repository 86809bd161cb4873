#!/bin/bash
# on_sqlite.sh PROGRAM: runs a test program on an SQLite file of its own.
PAWL_TEST_DB=sqlite: exec "$@"
