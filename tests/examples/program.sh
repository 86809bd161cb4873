#!/bin/bash
# program.sh PAWL BUILD: the program that `pawl --emit=program` writes of program.fsm does on PAWL_TEST_DB what its usage says. Those of
# the examples compile without warnings.
set -u
pawl=$1
build=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../toolchain/support.sh
. "$root/tests/toolchain/support.sh"
cd "$scratch" || exit 1

for file in "$root"/examples/*/*.fsm "$root"/tests/examples/program.fsm; do
    folder=$(basename "$(dirname "$file")") stem=$(basename "$file" .fsm)
    must "$pawl" "$file" -o "$folder" --emit=header,source,program --databases=sqlite,postgres,mariadb
    for compiler in gcc clang; do
        must "$compiler" -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I"$root/runtime" -I"$folder" \
            -fsyntax-only "$folder/$stem.main.c"
    done
done

# written only if it is asked for, and never over what somebody filled in
must "$pawl" "$root/tests/examples/program.fsm" -o default
[ ! -e default/program.main.c ] || fail "a program is written that nobody asked for"
cp examples/program.main.c examples/filled_in.c
if "$pawl" "$root/tests/examples/program.fsm" -o examples --emit=program >log 2>&1 || ! grep -q "may have been filled in" log; then
    fail "a program is written again: $(cat log)"
fi
cmp -s examples/program.main.c examples/filled_in.c || fail "a program is not as it was"

must gcc -I"$root/runtime" -Iexamples examples/program.main.c examples/program.c -o parcels -L"$build/runtime" -lpawl \
    -Wl,-rpath,"$build/runtime"
name=pawl_program_$$
case $PAWL_TEST_DB in
sqlite:*) PAWL_DB=sqlite:$scratch/parcels.db ;;
mariadb:*)
    root_of_server() { mariadb --no-defaults -uroot -S "${PAWL_TEST_DB#*socket=}" -e "$1"; }
    must root_of_server "create database $name character set utf8mb4"
    trap 'root_of_server "drop database if exists ${name}_pawl; drop database $name;
        drop role if exists ${name}_pawl_owner, ${name}_pawl_app, ${name}_pawl_operator, ${name}_pawl_reader, ${name}_pawl_hooks"; rm -rf "$scratch"' EXIT
    PAWL_DB="mariadb://root@localhost/$name?socket=${PAWL_TEST_DB#*socket=}"
    ;;
*)
    must psql -X -q -d "$PAWL_TEST_DB" -c "create database $name"
    trap 'psql -X -q -d "$PAWL_TEST_DB" -c "drop database $name with (force)"; rm -rf "$scratch"' EXIT
    PAWL_DB="$PAWL_TEST_DB dbname=$name"
    ;;
esac
export PAWL_DB

# refuses WORDS COMMAND...
refuses() {
    local words=$1
    shift
    if "$@" >log 2>&1 || ! grep -qF -- "$words" log; then
        fail "$*: expected a refusal with \"$words\", got: $(cat log)"
    fi
}

refuses "usage: program [--db=WHERE] COMMAND" ./parcels
says "usage: program [--db=WHERE] COMMAND" ./parcels --help
refuses "MISMATCH: " ./parcels parcel 1
must ./parcels apply
must ./parcels apply
says "parcel 1: Taken in" ./parcels parcel 1 create weight=3
refuses "EXISTS: parcel 1" ./parcels parcel 1 create weight=4
says "fits is a stub" ./parcels parcel 1 load
says "parcel 1: In the van" ./parcels --db="$PAWL_DB" parcel 1
refuses "ILLEGAL: parcel 1: load is not allowed in loaded" ./parcels parcel 1 load
refuses "create takes weight: int" ./parcels parcel 2 create
refuses "NOT_FOUND: parcel 2" ./parcels parcel 2
refuses "keys are whole numbers" ./parcels parcel two create weight=3
refuses "nothing: not a command" ./parcels nothing
says "run 1 of ship" ./parcels ship parcel=1
refuses "ship needs parcel" ./parcels ship note=urgent

./parcels work >worked 2>&1 &
worker=$!
# soon COMMAND...: until it succeeds
soon() {
    for _ in $(seq 300); do
        "$@" && return
        sleep 0.1
    done
    fail "$*: not within half a minute: $(cat worked)"
}
is_driven() { ./parcels parcel 1 load >log 2>&1 || true; grep -q "^drive is a stub" worked; }
prints() { "${@:2}" 2>log | grep -qF "$1"; }
soon is_driven
soon prints "Taken in" ./parcels parcel 1 # by its timer
soon prints "run 1 of ship: waiting" ./parcels run 1
must ./parcels run 1 ready
soon prints "run 1 of ship: done" ./parcels run 1
kill "$worker"
wait "$worker" || fail "the worker ends with $?: $(cat worked)"
for stub in drive reserve put_on_scales is_heavy order_crane; do
    grep -q "^$stub is a stub" worked || fail "the worker does not call $stub: $(cat worked)"
done
exit $failed
