#!/bin/bash
# on_postgres.sh PROGRAM: runs a test program on the PostgreSQL that PAWL_TEST_POSTGRES names.
if [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
    echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
    exit 77
fi
PAWL_TEST_DB=$PAWL_TEST_POSTGRES exec "$@"
