#!/bin/bash
# on_pgbouncer.sh PROGRAM: runs a test program through a PgBouncer of its own, in transaction mode, in front of
# the PostgreSQL that PAWL_TEST_POSTGRES names.
set -euo pipefail
if [ -z "${PAWL_TEST_POSTGRES:-}" ] || ! command -v pgbouncer >/dev/null; then
    echo "PAWL_TEST_POSTGRES is not set, or there is no pgbouncer"
    exit 77
fi
value() { sed -n "s/.*\b$1=\([^ ]*\).*/\1/p" <<<"$PAWL_TEST_POSTGRES"; }
folder=$(mktemp -d /tmp/pawl.XXXXXX)
trap 'kill "$(cat "$folder/pid")" 2>/dev/null; rm -rf "$folder"' EXIT
cat >"$folder/ini" <<INI
[databases]
* = host=$(value host) port=$(value port) auth_user=$(value user)
[pgbouncer]
pool_mode = transaction
auth_type = trust
auth_file = $folder/users
auth_query = select usename, '' from pg_user where usename = \$1
listen_addr =
listen_port = 6432
unix_socket_dir = $folder
pidfile = $folder/pid
logfile = $folder/log
ignore_startup_parameters = extra_float_digits
max_client_conn = 100
default_pool_size = 20
INI
echo "\"$(value user)\" \"\"" >"$folder/users"
# as any user that owns the folder, since it refuses to run as root
if [ "$(id -u)" -eq 0 ]; then
    chown -R postgres "$folder"
    runuser -u postgres -- pgbouncer -q -d "$folder/ini" >/dev/null
else
    pgbouncer -q -d "$folder/ini" >/dev/null
fi
# a socket is there a moment before anybody is let in
for _ in $(seq 100); do
    [ -s "$folder/pid" ] && pg_isready -q -h "$folder" -p 6432 && break
    sleep 0.1
done
PAWL_TEST_DB="host=$folder port=6432 user=$(value user) dbname=postgres prepare=off" "$@" || {
    status=$?
    tail -n 20 "$folder/log"
    exit $status
}
