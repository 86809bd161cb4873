#!/bin/bash
# tested.sh PAWL FILE.fsm...: `pawl test` passes on each file, on the database that PAWL_TEST_DB names (see ../support).
set -u
pawl=$1
shift
failed=0
for file in "$@"; do
    answer=$("$pawl" test "$file" "--db=$PAWL_TEST_DB" -Wno-all 2>&1) || {
        printf '%s\n%s\n' "FAILED: $file" "$answer" >&2
        failed=1
    }
    ! grep -qE 'note:.*is not tested' <<<"$answer" || echo "$file: $answer"
done

# A reader that is gone ends the test as a signal does: its database on a server, named by its process, is dropped.
scratch=$(mktemp -d "${TMPDIR:-/tmp}/pawl_tested.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
"$pawl" test "$(dirname "$0")/turnstile.fsm" "--db=$PAWL_TEST_DB" -o "$scratch" || exit 2
# shellcheck disable=SC2046
"$CC" "-I$scratch" "$scratch"/turnstile{,_test}.c -o "$scratch/program" $(pkg-config --cflags --libs pawl) \
    "-Wl,-rpath,$(pkg-config --variable=libdir pawl)" || exit 2
where=$PAWL_TEST_DB
case $where in
mariadb:*) left() { mariadb --no-defaults -u root -S "${where#*socket=}" -N -B -e 'show databases'; } ;;
sqlite:*) where=sqlite:$scratch/test.db && left() { :; } ;;
*) left() { psql -XAtq -d "$where" -c 'select datname from pg_database'; } ;;
esac
sh -c 'echo $$ >"$1/pid" && exec "$1/program" "$2"' - "$scratch" "$where" 2>"$scratch/log" | head -c 0
if [ "${PIPESTATUS[0]}" -ne 2 ] || ! grep -qx 'pawl: test: interrupted' "$scratch/log"; then
    echo "FAILED: it has not seen that its reader is gone" >&2
    failed=1
fi
if left | grep "^pawl_test_$(cat "$scratch/pid")_"; then
    echo "FAILED: a database is left behind" >&2
    failed=1
fi
exit $failed
