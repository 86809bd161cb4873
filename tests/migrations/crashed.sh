#!/bin/bash
# crashed.sh DATABASE PAWLCTL PAWL: interrupted.sh on a MariaDB of its own, which is killed with SIGKILL while it migrates, and
# started again, until the migration has come to its end.
set -u
tests=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=../../examples/support/mariadb.sh
. "$tests/../examples/support/mariadb.sh"
mariadb_find || exit 77
folder=$(mktemp -d /tmp/pawl.XXXXXX)
clean_up() {
    local server
    server=$(cat "$folder/pid" 2>/dev/null) && kill -KILL "$server"
    rm -rf "$folder"
}
trap clean_up EXIT
# what is written at a commit outlives the server's process
mariadb_start "$folder" --innodb-flush-log-at-trx-commit=2 || exit 1
disown # lest the shell tells that it was killed
{
    declare -p MARIADB_DIRECTORY MARIADB_SOCKET MARIADB_OPTIONS
    declare -f mariadb_user mariadb_start_again
} >"$folder/again"
cat >"$folder/crash" <<END
#!/bin/bash
. "$folder/again"
server=\$(cat "$folder/pid")
kill -KILL "\$server"
while kill -0 "\$server" 2>/dev/null; do sleep 0.02; done
mariadb_start_again
END
chmod +x "$folder/crash"
export PAWL_TEST_MARIADB=$MARIADB_URI PAWL_TEST_CRASH=$folder/crash PAWL_TEST_ROUNDS=1
"$tests/migrations/interrupted.sh" "$@"
