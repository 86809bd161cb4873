#!/bin/bash
# diff.sh [--plan] [PATHSPEC...]: prints the effects of each .fsm file that differs from an older commit, and the output of `pawl diff`.
# The commit is PAWL_BASE, or the one that pre-commit compares with, or HEAD. Exits with 1 if versions cannot be compared.
# With --plan it prints the output of `pawlctl plan` for each migration on the database PAWL_DB instead, and exits with 1 if the database
# would refuse one or its rows could not be read.
set -euo pipefail
plans=
[ "${1:-}" != --plan ] || { plans=yes && shift; }
base=${PAWL_BASE:-${PRE_COMMIT_FROM_REF:-HEAD}}
[ $# -gt 0 ] || set -- '*.fsm'
command -v pawl >/dev/null || { echo "pawl is not in PATH: install it first" >&2; exit 1; }
if [ -n "$plans" ]; then
    command -v pawlctl >/dev/null || { echo "pawlctl is not in PATH: install it first" >&2; exit 1; }
    [ -n "${PAWL_DB:-}" ] || { echo "PAWL_DB is not set: name the database" >&2; exit 1; }
fi
cd "$(git rev-parse --show-toplevel)"
if ! git rev-parse --quiet --verify "$base^{commit}" >/dev/null; then
    [ "$base" != HEAD ] || exit 0 # before the first commit
    echo "commit $base is missing: fetch it first" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/base"
git diff --no-relative --find-renames --name-status -z "$base" -- "$@" >"$work/changed"

# plan BEFORE AFTER: what the migration would do to the database
plan() {
    local sql=postgres result=0
    case $PAWL_DB in sqlite:*) sql=sqlite ;; mariadb:* | mysql:*) sql=mariadb ;; esac
    if pawl diff "$1" "$2" --sql="$sql" >"$work/migration.sql" 2>"$work/problem"; then
        pawlctl plan "$work/migration.sql" || result=$?
    else
        cat "$work/problem"
    fi
    [ $result -eq 0 ] || [ $result -ge 4 ] || failed=1
}

failed=0
while IFS= read -r -d '' status && IFS= read -r -d '' old; do
    new=$old
    [[ $status != R* ]] || IFS= read -r -d '' new
    case $status in
    A) echo "$new: new" && continue ;;
    D) echo "$old: removed" && continue ;;
    esac
    before=$work/base/${old##*/}
    git show "$base:$old" >"$before"
    if [ -n "$plans" ]; then
        echo "$new:"
        plan "$before" "./$new" 2>&1
        continue
    fi
    result=0
    output=$(pawl diff "$before" "./$new" 2>&1) || result=$?
    if [ $result -le 1 ]; then
        effects=$(sed -nE 's/^(SOURCE|DATA|BEHAVIOUR|COSMETIC):.*/\1/p' <<<"$output" | tr A-Z a-z | paste -sd ' ' -)
        echo "$new: ${effects:-no differences}"
    elif pawl check "$before" >/dev/null 2>&1; then
        failed=1
    else
        echo "$new: not compared, because the version of $base has errors"
    fi
    echo "${output//"$work/"/}"
done <"$work/changed"
exit $failed
