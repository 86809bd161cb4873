#!/bin/bash
# diff.sh [PATHSPEC...]: prints the effects of each .fsm file that differs from an older commit, and the output of `pawl diff`. The
# commit is PAWL_BASE, or the one that pre-commit compares with, or HEAD. Exits with 1 if versions cannot be compared.
set -euo pipefail
base=${PAWL_BASE:-${PRE_COMMIT_FROM_REF:-HEAD}}
[ $# -gt 0 ] || set -- '*.fsm'
command -v pawl >/dev/null || { echo "pawl is not in PATH: install it first" >&2; exit 1; }
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
