#!/bin/bash
# lint.sh PAWL: the C that comes out of the golden machines has no finding of clang-tidy and cppcheck.
# Left out: bugprone-easily-swappable-parameters, which is about the parameters that a machine's author chose, and
# padding: members of pawl.h's structs stand in the order in which they are read.
set -u
pawl=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
runtime=$here/../../runtime
work=$(mktemp -d "${TMPDIR:-/tmp}/pawl-lint.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0

"$pawl" "$here/../../examples/payments/payment.fsm" "$here"/outputs/*.fsm -o . --emit=header,source || exit 1
checks='-*,bugprone-*,cert-*,clang-analyzer-*,misc-*,performance-*,portability-*,-bugprone-easily-swappable-parameters,-clang-analyzer-optin.performance.Padding'
clang-tidy --quiet --checks="$checks" --warnings-as-errors='*' --header-filter='.*' ./*.c -- \
    -std=c11 -I"$runtime" >tidy 2>tidy.log || { cat tidy tidy.log && failed=1; }
[ "$(grep -c 'warnings generated' tidy.log)" -eq "$(ls ./*.c | wc -l)" ] || { cat tidy.log && failed=1; }
cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --inconclusive --error-exitcode=1 \
    -I"$runtime" ./*.c || failed=1
exit $failed
