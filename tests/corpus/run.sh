#!/bin/bash
# run.sh PAWL AGREEMENT FILE.fsm...
#
# Each machine is compiled as C11, and AGREEMENT compares its outputs on the database that PAWL_TEST_DB names (see
# ../support). FILE.sql makes the tables of its guards and effects. What is the same on each database is tested with SQLite:
# the layout of `pawl fmt`, the findings, the picture, and the C without warnings.
#
# What is expected of the checks stands in comments, as CODE NAME:
#   // Findings: W012 failed, W012 refunded
#   // Findings with -Wendless-wait: W020 pending         at least these
set -euo pipefail

pawl=$(realpath "$1")
agreement=$(realpath "$2")
shift 2
runtime=$(cd "$(dirname "$0")/../../runtime" && pwd)
work=$(mktemp -d /tmp/pawl-corpus.XXXXXX)
trap 'rm -rf "$work"' EXIT
failures=0
databases=postgres,sqlite
is_first=
[[ ${PAWL_TEST_DB:-} != sqlite:* ]] || is_first=yes
[[ ${PAWL_TEST_DB:-} != mariadb:* ]] || databases+=,mariadb # where libpawl has its driver

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# expected FILE WHICH: the findings that its comments name, a line each
expected() {
    sed -n "s,^// $2: ,,p" "$1" | tr ',' '\n' | sed 's/^ *//' | sort
}

# found FILE OPTION...: the same of what the compiler reports
found() {
    "$pawl" check "$@" 2>&1 | sed -n 's/.*warning\[\(W[0-9]*\)\]: [^`]*`\([^`]*\)`.*/\1 \2/p' | sort
}

executes() {
    local file=$1 stem=$2 tables=${1%.fsm}.sql
    [ -e "$tables" ] || tables=
    "${CC:-gcc}" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$runtime" -DPAWL_EXPORT -shared -fPIC \
        "$work/$stem.c" -o "$work/$stem.so" || {
        fail "$stem.c does not compile"
        return
    }
    "$agreement" "$work" "$stem" ${tables:+"$tables"} >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "$stem: the outputs do not agree"
        return
    }
    echo "$stem: all outputs agree"
}

# is_as_told FILE STEM: what no database changes
is_as_told() {
    local file=$1 stem=$2 missing
    "$pawl" fmt --check "$file" || fail "$stem: not as pawl fmt lays it out"
    diff <(expected "$file" Findings) <(found "$file") >&2 || fail "$stem: other findings than its comments say"
    missing=$(comm -23 <(expected "$file" 'Findings with -Wendless-wait') <(found "$file" -Wendless-wait))
    [ -z "$missing" ] || fail "$stem: the compiler does not find $missing"
    "$pawl" "$file" -o "$work" --emit=program,dot,mermaid --databases="$databases" 2>/dev/null || fail "$stem has no picture"
    "${CC:-gcc}" -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I"$runtime" -fsyntax-only "$work/$stem.main.c" ||
        fail "$stem.main.c does not compile"
    dot -Tsvg "$work/$stem.dot" -o "$work/$stem.svg" || fail "$stem.dot cannot be drawn"
    "$runtime/../tests/page/picture.py" "$work/$stem.dot" >"$work/answer" 2>&1 || fail "$stem.dot cannot be read: $(cat "$work/answer")"
}

for file in "$@"; do
    stem=$(basename "$file" .fsm)
    "$pawl" "$file" -o "$work" --emit=header,source,"$databases",json --databases="$databases" 2>"$work/answer" || {
        cat "$work/answer" >&2
        fail "$stem does not compile"
        continue
    }
    [ -z "$is_first" ] || is_as_told "$file" "$stem"
    executes "$file" "$stem"
done
[ "$failures" -eq 0 ]
