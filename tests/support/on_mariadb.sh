#!/bin/bash
# on_mariadb.sh PROGRAM: runs a test program on the MariaDB that PAWL_TEST_MARIADB names.
if [ -z "${PAWL_TEST_MARIADB:-}" ]; then
    echo "PAWL_TEST_MARIADB is not set: give \"mariadb://root@localhost/mysql?socket=...\""
    exit 77
fi
PAWL_TEST_DB=$PAWL_TEST_MARIADB exec "$@"
