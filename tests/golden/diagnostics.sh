#!/bin/sh
# diagnostics.sh PAWL [--update]: what the compiler says about each NAME.fsm, byte for byte, and that every
# code of diagnostic.def is said at least once. --update writes the expectations anew, to be read before use.
set -u
pawl=$1
update=${2:-}
cd "$(dirname "$0")/diagnostics" || exit 2
definitions=../../../compiler/base/diagnostic.def
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failed=0

for input in *.fsm; do
    name=${input%.fsm}
    kinds=--emit=mermaid # what is not executed yet is refused by the other kinds
    case $name in *not_executed | name_foreign) kinds=--emit=header,source,postgres,sqlite ;; esac
    options= # for warnings that are off
    [ -e "$name.options" ] && options=$(cat "$name.options")
    # shellcheck disable=SC2086
    NO_COLOR=1 "$pawl" "$input" "$kinds" $options -o "$scratch/out" >"$scratch/stdout" 2>"$scratch/actual"
    status=$?
    echo "exit $status" >>"$scratch/actual"
    if [ "$update" = --update ]; then
        cp "$scratch/actual" "$name.expected"
    elif ! diff -u "$name.expected" "$scratch/actual"; then
        failed=1
    fi
    if [ -s "$scratch/stdout" ]; then
        echo "$input: something was written to standard output"
        failed=1
    fi
    if [ $status -ne 0 ] && [ -e "$scratch/out" ]; then
        echo "$input: files were written in spite of an error"
        failed=1
    fi
    rm -rf "$scratch/out"
done

# E050 needs a machine of 65,536 states: tests/unit/compiler/command.sh makes one.
for code in $(sed -n 's/^DIAGNOSTIC([A-Z_]*, "\([EW][0-9]*\)".*/\1/p' "$definitions"); do
    if [ "$code" != E050 ] && ! grep -q "\[$code\]" ./*.expected; then
        echo "no file in tests/golden/diagnostics is answered with $code"
        failed=1
    fi
done
exit $failed
