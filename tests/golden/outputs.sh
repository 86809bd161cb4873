#!/bin/bash
# Compiles examples/payments/payment.fsm and outputs/*.fsm, compares every file that comes out with the one
# in outputs/, byte for byte, and then uses it: C under two compilers as C and as C++, SQL on SQLite and,
# where PAWL_TEST_POSTGRES holds a superuser's conninfo, on PostgreSQL, diagrams with dot, JSON by its schema.
#
#   outputs.sh PAWL             compares and uses
#   outputs.sh PAWL --update    writes outputs/ anew; read the difference before you commit it
set -euo pipefail

pawl=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
expected=$here/outputs
runtime=$here/../../runtime
work=$(mktemp -d /tmp/pawl-outputs.XXXXXX)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# same EXPECTED ACTUAL
same() {
    diff -u "$1" "$2" >&2 || fail "$(basename "$1") differs from what is committed; if that is meant: outputs.sh PAWL --update"
}

machines=("$here/../../examples/payments/payment.fsm" "$expected"/*.fsm)
for machine in "${machines[@]}"; do
    "$pawl" "$machine" -o "$work/out"
done
mkdir "$work/again"
for machine in "${machines[@]}"; do
    "$pawl" "$machine" -o "$work/again"
done
diff -r "$work/out" "$work/again" || fail "two runs write different bytes"

# Pages hold what Graphviz drew; tests/page looks at them.
rm "$work"/out/*.html

warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wswitch-enum -Wundef
    -Werror -I"$runtime" -I"$work/out" -c -o /dev/null)

# uses_c STEM: the header alone and first, and the source
uses_c() {
    local compiler
    echo "#include \"$1.h\"" >"$work/$1-alone.c"
    for compiler in gcc clang; do
        for source in "$work/$1-alone.c" "$work/out/$1.c"; do
            "$compiler" -std=c11 -Wmissing-prototypes "${warnings[@]}" "$source" || fail "$1 with $compiler as C11"
            "$compiler" -std=c++17 -x c++ "${warnings[@]}" "$source" || fail "$1 with $compiler as C++17"
        done
    done
}

# On SQLite: applied twice, nothing changed by the second time; readable, and closed to every write.
uses_sqlite() {
    local sql=$work/out/$1.sqlite.sql database=$work/$1.db table
    sqlite3 -bail "$database" <"$sql" || fail "$1 on SQLite"
    sqlite3 "$database" .dump >"$work/$1.first"
    sqlite3 -bail "$database" <"$sql" || fail "$1 on SQLite, second time"
    sqlite3 "$database" .dump | diff "$work/$1.first" - || fail "$1: applying twice changed the database"
    for table in $(sqlite3 "$database" "select name from sqlite_master where type in ('table', 'view')"); do
        sqlite3 "$database" "select * from $table" >/dev/null || fail "$1: $table cannot be read on SQLite"
        for write in "insert into $table select * from $table limit 1" "insert or replace into $table default values" \
            "insert or ignore into $table default values"; do
            if [ -n "$(sqlite3 "$database" "$write; select 'written' where changes() > 0" 2>/dev/null)" ]; then
                fail "$1: SQLite let through: $write"
            fi
        done
    done
    sqlite3 "$database" .dump | diff "$work/$1.first" - || fail "$1: a write on SQLite was let through"
    # Another version is refused, also by a shell that goes on after errors.
    sed 's/[0-9a-f]\{16\}/0123456789abcdef/' "$sql" >"$work/$1.other.sql"
    if sqlite3 "$database" <"$work/$1.other.sql" >/dev/null 2>&1; then
        fail "$1: another version was not refused on SQLite"
    fi
    sqlite3 "$database" .dump | diff "$work/$1.first" - || fail "$1: another version changed the database"
}

run_psql() {
    psql -X -q -A -F ' | ' -P footer=off -v ON_ERROR_STOP=1 -v VERBOSITY=terse "$@"
}

uses_postgres() {
    local sql=$work/out/$1.postgres.sql name=pawl_outputs_$$ conninfo=$PAWL_TEST_POSTGRES
    run_psql -d "$conninfo" -c "create database $name"
    conninfo="$conninfo dbname=$name"
    if [ -f "$expected/$1.parents.sql" ]; then
        run_psql -d "$conninfo" -f "$expected/$1.parents.sql" || fail "$1.parents.sql"
    fi
    run_psql -d "$conninfo" -f "$sql" >"$work/$1.applied" 2>&1 || fail "$1 on PostgreSQL"
    run_psql -d "$conninfo" -f "$sql" >>"$work/$1.applied" 2>&1 || fail "$1 on PostgreSQL, second time"
    [ ! -s "$work/$1.applied" ] || fail "$1: applying is not silent: $(cat "$work/$1.applied")"
    (cd "$expected" && run_psql -d "$conninfo" -f "$1.calls.sql") >"$work/$1.calls.expected" 2>&1 || true
    if [ -n "$update" ]; then
        cp "$work/$1.calls.expected" "$expected/"
    else
        same "$expected/$1.calls.expected" "$work/$1.calls.expected"
    fi
    sed 's/[0-9a-f]\{16\}/0123456789abcdef/' "$sql" >"$work/$1.other.sql"
    if run_psql -d "$conninfo" -f "$work/$1.other.sql" >/dev/null 2>"$work/$1.refusal"; then
        fail "$1: another version was not refused on PostgreSQL"
    fi
    grep -q 'is deployed in another version' "$work/$1.refusal" || fail "$1: $(cat "$work/$1.refusal")"
    run_psql -d "$PAWL_TEST_POSTGRES" -c "drop database $name"
}

update=
if [ "${2:-}" = --update ]; then
    update=yes
    cp "$work"/out/* "$expected/"
fi

for machine in "${machines[@]}"; do
    stem=$(basename "$machine" .fsm)
    for output in "$work/out/$stem".*; do
        [ -f "$expected/$(basename "$output")" ] || fail "$(basename "$output") is not committed in outputs/"
        same "$expected/$(basename "$output")" "$output"
    done
    uses_c "$stem"
    uses_sqlite "$stem"
    [ -z "${PAWL_TEST_POSTGRES:-}" ] || uses_postgres "$stem"
    dot -Tsvg "$work/out/$stem.dot" -o "$work/$stem.svg" || fail "$stem.dot cannot be drawn"
    "$here/../page/schema.py" "$work/out/$stem.json" || fail "$stem.json is not as model.schema.json says"
done

[ "$failures" -eq 0 ] || exit 1
echo "${#machines[@]} machines: outputs as committed, and usable"
