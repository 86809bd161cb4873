# shellcheck shell=bash
# Sourced by the scripts here, which are called with DATABASE PAWLCTL PAWL KILLER: a database of its own on SQLite,
# PostgreSQL or MariaDB, with the tables of the entities and the SQL of payment, door and sample in $scratch/gen. It has what
# tests/support/database.sh says, and
#
#   plant TEXT    runs SQL with nothing of Pawl's in its way
#   owned TEXT    runs SQL where Pawl's tables lie
#   $plain        the database as a login without rights; be_granted ROLE. On PostgreSQL and MariaDB
#   $before_role  what stands before pawl_app in the name of that role
#   $schema       where the entities' tables lie
#   ctl ARG...    pawlctl on the database
#   fingerprint FILE.sql        of its machines
#   written KIND LISTS SQL      a file of SQL with the header of one that pawl has written
database=$1
pawlctl=$2
pawl=$3
killer=${4:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d /tmp/pawlctl.XXXXXX)
status=0
# shellcheck source=../support/database.sh
. "$here/../support/database.sh"

if [ "$database" = postgres ]; then
    cleanup() {
        {
            drop_database
            psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop role if exists ${name}_plain"
        } >/dev/null 2>&1
        rm -rf "$scratch"
    }
    sql "create role ${name}_plain login"
    plant() { # as a superuser who has disabled what protects the rows
        local tables
        tables=$(sql "select tgrelid::regclass from pg_trigger where tgname = 'pawl_refuse_write'")
        # shellcheck disable=SC2086,SC2183 # a word for each table
        psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -c "set session_replication_role = replica;
            $(printf 'alter table %s disable trigger pawl_refuse_write;' $tables)
            $1;
            $(printf 'alter table %s enable always trigger pawl_refuse_write;' $tables)"
    }
    schema=public
    before_role=
    plain="$PAWL_DB user=${name}_plain"
    be_granted() { sql "grant $1 to ${name}_plain"; }
    owned() { sql "$1"; }
    time_of() { echo "timestamptz 'epoch' + $1 * interval '1 second'"; }
elif [ "$database" = mariadb ]; then
    cleanup() {
        {
            drop_database
            mariadb_sql root mysql "drop user if exists ${name}_plain@localhost"
        } >/dev/null 2>&1
        rm -rf "$scratch"
    }
    mariadb_sql root mysql "create user ${name}_plain@localhost; grant execute on $name.* to ${name}_plain@localhost"
    schema=$name
    before_role=${name}_
    plain="${PAWL_DB/root@/${name}_plain@}"
    # what the login of no rights is granted: a role of Pawl's
    be_granted() { mariadb_sql root mysql "grant ${name}_$1 to ${name}_plain@localhost; set default role ${name}_$1 for ${name}_plain@localhost"; }
    owned() { mariadb_sql root "${name}_pawl" "$1"; }
    plant() { sql "set foreign_key_checks = 0; $1"; } # as whoever may write there
    time_of() { echo "$1 * 1000000"; }
else
    cleanup() { rm -rf "$scratch"; }
    plant() { # its triggers are taken away meanwhile
        local triggers
        triggers=$(sqlite3 "$file" "select sql || ';' from sqlite_master where type = 'trigger'")
        sqlite3 "$file" "select 'drop trigger ' || name || ';' from sqlite_master where type = 'trigger'" |
            sqlite3 -bail "$file" && sqlite3 -bail "$file" "$1" && sqlite3 -bail "$file" "$triggers"
    }
    schema=main
    owned() { sql "$1"; }
    time_of() { echo "$1 * 1000000"; }
fi
trap cleanup EXIT

ctl() {
    if [ "${1:-}" = verify ]; then
        undisturbed "$pawlctl" "$@"
    else
        "$pawlctl" "$@"
    fi >"$scratch/out" 2>"$scratch/err"
    status=$?
}

# killed_at NUMBER ARG...: pawlctl, killed right before its statement of that number, so that status is 137
killed_at() {
    {
        KILL_AT=$1 LD_PRELOAD=$killer "$pawlctl" "${@:2}" >"$scratch/out" 2>&1
        status=$?
    } 2>/dev/null # of the shell, which says that it was killed
}

# failing_at NUMBER ARG...: pawlctl, whose statement of that number the database refuses
failing_at() {
    FAIL_AT=$1 LD_PRELOAD=$killer "$pawlctl" "${@:2}" >"$scratch/out" 2>"$scratch/err"
    status=$?
}

# answers STATUS TEXT ARG...: pawlctl exits so, and says TEXT on either output.
answers() {
    local expected=$1 text=$2
    shift 2
    ctl "$@"
    [ "$status" -eq "$expected" ] || fail "pawlctl $* exits with $status, not $expected: $(cat "$scratch/out" "$scratch/err")"
    grep -qF -- "$text" "$scratch/out" "$scratch/err" ||
        fail "pawlctl $* says: $(cat "$scratch/out" "$scratch/err"), not: $text"
}

# json EXPRESSION: of what was printed last as `d`, in Python
json() {
    python3 -S -c "import json, sys; d = json.load(open(sys.argv[1])); print($1)" "$scratch/out"
}

# is EXPECTED ACTUAL
fingerprint() {
    sed -n 's/^-- pawl: //p' "$1" | grep -o '"fingerprint":"[0-9a-f]*' | sed 's/.*"//'
}

written() {
    printf -- '-- pawl: {"file":"%s","database":"%s","schema":1,"no_roles":false,"distributed":false,%s}\n\n%b\n-- This file is whole.\n' \
        "$1" "$database" "$2" "$3"
}

# block LANGUAGE NUMBER: of the page
block() {
    awk -v fence="\`\`\`$1" -v wanted="$2" '$0 == fence { inside = ++number == wanted; next } /^```/ { inside = 0 } inside' "$page"
}
steps() { # as a person would type them
    (
        cd "$scratch" && PATH=$(dirname "$pawlctl"):$(dirname "$pawl"):$PATH && block sh "$1" >step && [ -s step ] && bash -e step
    ) >"$scratch/out" 2>&1 || fail "step $1: $(cat "$scratch/out")"
}

is() {
    [ "$1" = "$2" ] || fail "line ${BASH_LINENO[0]}: expected $1, got $2"
}

for machine in "$here/../../examples/payments/payment.fsm" "$here"/../conformance/door.fsm "$here"/../conformance/sample.fsm; do
    "$pawl" "$machine" -o "$scratch/gen" --emit="$database" || exit 2
done
sql "create table payments (id text primary key); create table samples (number bigint primary key)"
payment=$scratch/gen/payment.$database.sql
