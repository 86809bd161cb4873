#!/bin/bash
# on_schema_postgres.sh PROGRAM: runs a test program on PostgreSQL, with everything in a schema of its own.
PAWL_TEST_SCHEMA=tenant exec "$(dirname "$0")/on_postgres.sh" "$@"
