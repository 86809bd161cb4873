# Sourced by the scripts that need a PostgreSQL of their own: a cluster in a folder, thrown away afterwards.
# Needs install.sh.
#
#   postgres_install                     installs PostgreSQL where there is none
#   postgres_start DIR [NAME=VALUE...]   makes a cluster in DIR and starts it with these settings
#   postgres_stop                        stops it; DIR is the caller's to remove
#
# After postgres_start:
#   POSTGRES_CONNINFO   libpq's "host=... port=... user=postgres dbname=postgres", the superuser
#   POSTGRES_BIN        where psql, pg_ctl and the others are
#   POSTGRES_DATA       the data folder
#   POSTGRES_PID        the process id of the server
#
# It listens on a Unix socket in DIR only, so nobody can connect who cannot enter DIR, which is why no
# password is asked for. For TCP give listen_addresses=127.0.0.1 and port=N: then every local user can.
# DIR must be short, since a socket's path has at most 107 bytes: mktemp -d /tmp/pawl.XXXXXX.

POSTGRES_PID= # another's, which the environment may name, is never stopped

postgres_find() {
    local candidate
    POSTGRES_BIN=
    for candidate in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V); do
        [ -x "$candidate/initdb" ] && POSTGRES_BIN=$candidate
    done
    [ -n "$POSTGRES_BIN" ]
}

postgres_install() {
    postgres_find && return 0
    install_missing postgresql
    postgres_find || {
        echo "no initdb in /usr/lib/postgresql/*/bin; install the package postgresql" >&2
        return 1
    }
}

# PostgreSQL refuses to run as root.
postgres_run() {
    if [ "$(id -u)" -ne 0 ]; then
        (cd / && "$@")
    elif id postgres >/dev/null 2>&1; then
        (cd / && runuser -u postgres -- "$@")
    else
        (cd / && runuser -u nobody -- "$@")
    fi
}

postgres_start() {
    local directory=$1 setting port=5432
    shift
    postgres_find || {
        echo "no PostgreSQL server found; call postgres_install first" >&2
        return 1
    }
    if [ ${#directory} -gt 80 ]; then
        echo "$directory: too long for a Unix socket in it; use a folder directly below /tmp" >&2
        return 1
    fi
    POSTGRES_DATA=$directory/data
    if [ "$(id -u)" -eq 0 ]; then
        chown "$(postgres_run id -un)" "$directory"
    fi
    chmod 700 "$directory"

    postgres_run "$POSTGRES_BIN/initdb" -D "$POSTGRES_DATA" -U postgres -A trust -E UTF8 \
        --locale=C.UTF-8 --no-sync >"$directory/initdb.log" 2>&1 || {
        cat "$directory/initdb.log" >&2
        return 1
    }
    {
        echo "unix_socket_directories = '$directory'"
        echo "listen_addresses = ''"
        for setting in "$@"; do
            echo "${setting%%=*} = '${setting#*=}'"
            [ "${setting%%=*}" = port ] && port=${setting#*=}
        done
    } >>"$POSTGRES_DATA/postgresql.conf"

    postgres_run "$POSTGRES_BIN/pg_ctl" start -s -w -D "$POSTGRES_DATA" -l "$directory/server.log" || {
        postgres_run cat "$directory/server.log" >&2
        return 1
    }
    POSTGRES_PID=$(postgres_run head -n 1 "$POSTGRES_DATA/postmaster.pid")
    # read by whoever sources this
    # shellcheck disable=SC2034
    POSTGRES_CONNINFO="host=$directory port=$port user=postgres dbname=postgres"
}

# Its tables are thrown away, so it need not write them out.
postgres_stop() {
    [ -n "${POSTGRES_PID:-}" ] || return 0
    postgres_run "$POSTGRES_BIN/pg_ctl" stop -s -m immediate -D "$POSTGRES_DATA" || true
    POSTGRES_PID=
}
