# shellcheck shell=bash
# Sourced by the scripts that need a MariaDB of their own: a server in a folder, thrown away afterwards.
# Needs install.sh.
#
#   mariadb_install                    installs MariaDB where there is none; the system's own server is not started
#   mariadb_start DIR [OPTION...]      makes a server in DIR and starts it with these options of mariadbd
#   mariadb_stop                       stops it; DIR is the caller's to remove
#   mariadb_kill, mariadb_start_again  as a crash, and what comes after it
#
# After mariadb_start:
#   MARIADB_URI      mariadb://root@localhost/mysql?socket=..., whoever may do everything
#   MARIADB_SOCKET   where it listens
#   MARIADB_PID      the process id of the server
#
# It listens on a Unix socket in DIR only, so nobody can connect who cannot enter DIR, which is why no password is asked
# for. DIR must be short, since a socket's path has at most 107 bytes: mktemp -d /tmp/pawl.XXXXXX.

MARIADB_PID= # another's, which the environment may name, is never stopped

mariadb_find() {
    command -v mariadbd >/dev/null && command -v mariadb-install-db >/dev/null
}

mariadb_install() {
    mariadb_find && return 0
    install_missing mariadb-server
    mariadb_find || {
        echo "no mariadbd found; install the package mariadb-server" >&2
        return 1
    }
}

# MariaDB refuses to run as root.
mariadb_user() {
    if [ "$(id -u)" -ne 0 ]; then
        id -un
    elif id mysql >/dev/null 2>&1; then
        echo mysql
    else
        echo nobody
    fi
}

mariadb_start() {
    local directory=$1
    shift
    mariadb_find || {
        echo "no MariaDB server found; call mariadb_install first" >&2
        return 1
    }
    if [ ${#directory} -gt 80 ]; then
        echo "$directory: too long for a Unix socket in it; use a folder directly below /tmp" >&2
        return 1
    fi
    MARIADB_DIRECTORY=$directory
    MARIADB_SOCKET=$directory/s
    # read by whoever sources this
    # shellcheck disable=SC2034
    MARIADB_URI="mariadb://root@localhost/mysql?socket=$MARIADB_SOCKET"
    MARIADB_OPTIONS=("$@")
    if [ "$(id -u)" -eq 0 ]; then
        chown "$(mariadb_user)" "$directory"
    fi
    chmod 700 "$directory"
    # a server that begins deletes the temporary tables of all others in the same folder
    TMPDIR=$directory mariadb-install-db --no-defaults --datadir="$directory/data" --user="$(mariadb_user)" \
        --auth-root-authentication-method=normal --skip-test-db >"$directory/install.log" 2>&1 || {
        cat "$directory/install.log" >&2
        return 1
    }
    mariadb_start_again
}

# A server that starts throws away what lies in its folder for temporary tables, so two must not share one.
mariadb_start_again() {
    mariadbd --no-defaults --datadir="$MARIADB_DIRECTORY/data" --user="$(mariadb_user)" --socket="$MARIADB_SOCKET" \
        --tmpdir="$MARIADB_DIRECTORY" --pid-file="$MARIADB_DIRECTORY/pid" --skip-networking --max-connections=300 \
        ${MARIADB_OPTIONS[@]+"${MARIADB_OPTIONS[@]}"} >>"$MARIADB_DIRECTORY/server.log" 2>&1 &
    MARIADB_PID=$!
    local _
    for _ in $(seq 600); do
        mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -e "select 1" >/dev/null 2>&1 && return 0
        kill -0 "$MARIADB_PID" 2>/dev/null || break
        sleep 0.1
    done
    cat "$MARIADB_DIRECTORY/server.log" >&2
    return 1
}

mariadb_kill() {
    kill -9 "$MARIADB_PID" 2>/dev/null || true # it may have crashed
    wait "$MARIADB_PID" 2>/dev/null || true
}

# Its tables are thrown away, so it need not write them out.
mariadb_stop() {
    [ -n "${MARIADB_PID:-}" ] || return 0
    mariadb_kill
    MARIADB_PID=
}
