# shellcheck shell=bash
# Sourced by the support.sh of scripts that test programs: makes an empty database, by the name of $database, sqlite or
# postgres. $scratch is a folder of the script's own.
#
#   $PAWL_DB      where it is; $name is its name on PostgreSQL, $file its file on SQLite
#   sql TEXT      runs SQL as whoever owns the database; prints rows with | between columns
#   drop_database
#   fail TEXT     sets $failed, with which the script exits
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

if [ "$database" = postgres ]; then
    if [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
        echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
        rmdir "$scratch"
        exit 77
    fi
    name=pawl_script_$$
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database $name"
    export PAWL_DB="$PAWL_TEST_POSTGRES dbname=$name"
    sql() { psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -c "$1"; }
    drop_database() { psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists $name with (force)"; }
else
    file=$scratch/test.db
    export PAWL_DB=sqlite:$file
    sql() { sqlite3 -bail -cmd '.timeout 30000' "$file" "$1"; }
    drop_database() { :; } # it goes with the folder
fi
