#!/bin/sh
# prose.sh PAWL [--update]: what `pawl explain` and `pawl diff` say, byte for byte; in lines of at most 80
# columns where it explains, but for SQL. --update writes the expectations anew, to be read before use.
set -u
pawl=$(realpath "$1") || exit 2
update=${2:-}
cd "$(dirname "$0")" || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failed=0

# compare EXPECTED COMMAND...: its output and its exit status
compare() {
    expected=$1
    shift
    NO_COLOR=1 "$@" >"$scratch/actual" 2>&1
    echo "exit $?" >>"$scratch/actual"
    if [ "$update" = --update ]; then
        cp "$scratch/actual" "$expected"
    elif ! diff -u "$expected" "$scratch/actual"; then
        failed=1
    fi
}

for input in explain/*.fsm; do
    compare "${input%.fsm}.txt" "$pawl" explain "$input"
    if grep -v '^    | ' "$scratch/actual" | LC_ALL=C.UTF-8 grep -nE '^.{81}'; then
        echo "$input: these lines are longer than 80 columns"
        failed=1
    fi
done
for new in diff/*.new.fsm; do
    name=${new%.new.fsm}
    compare "$name.txt" "$pawl" diff "$name.old.fsm" "$new"
    compare "$name.json" "$pawl" diff --format=json "$name.old.fsm" "$new"
    if "$pawl" diff "$new" "$new" | grep -v '^No differences\.$'; then
        echo "$new: it differs from itself"
        failed=1
    fi
done
# what is suggested for a renaming that was not said compiles, and makes one of it
suggested=$("$pawl" diff diff/unsaid.old.fsm diff/unsaid.new.fsm |
    sed -n 's/.*State `in_transit` is new.*write `\(stored "under_way" renamed from under_way\)`.*/\1/p')
sed "s/state in_transit \"On its way\"/& $suggested/" diff/unsaid.new.fsm >"$scratch/said.fsm"
if [ -z "$suggested" ] || "$pawl" diff diff/unsaid.old.fsm "$scratch/said.fsm" | grep -q 'under_way` is gone\|Rows in state'; then
    echo "diff/unsaid.new.fsm: what is suggested is no renaming: $suggested"
    failed=1
fi
exit $failed
