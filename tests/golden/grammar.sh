#!/bin/bash
# grammar.sh PAWL: the manual of the language against the compiler. Every example in grammar/*.md compiles without a
# finding, every keyword of token.def is in the manual and in the grammar, and the tutorial in grammar/README.md builds
# grammar/refund.fsm: its parts are in that file, and its commands print what it shows.
set -u
pawl=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
manual=()
for page in "$root"/grammar/*.md; do # the examples of codes are wrong on purpose: codes.py compiles them
    [[ $page = */ERRORS*.md || $page = */WARNINGS.md ]] || manual+=("$page")
done
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

awk '/^```fsm$/ { inside = 1; count++; next } /^```$/ { inside = 0 }
    inside { print > ("example" count ".fsm") }' "${manual[@]}"
examples=(example*.fsm)
[ "${#examples[@]}" -ge 8 ] || fail "only ${#examples[@]} examples found in ${manual[*]}"
for example in "${examples[@]}" "$root/grammar/refund.fsm"; do
    "$pawl" "$example" -o out --emit=mermaid -Werror 2>stderr || fail "$example of the manual: $(cat "$example" stderr)"
done

while read -r identifier spelling; do
    grep -qw "$identifier" "$root/grammar/fsm.y" || fail "$identifier is not in grammar/fsm.y"
    # as code: in an example, or between backquotes
    { cat "${examples[@]}"; grep -ho '`[^`]*`' "${manual[@]}"; } | grep -qw -- "$spelling" ||
        fail "the manual does not know \`$spelling\`"
done < <(sed -nE 's/^(KEYWORD|PIECE)\(([A-Z]+), "([a-z]+)".*/\2 \3/p' "$root/compiler/syntax/token.def")

# The tutorial: sh is run, `fsm part` is in refund.fsm, and text is printed.
cp "$root/grammar/refund.fsm" .
awk '/^```/ { block = substr($0, 4); next } block && NF { print > block }' "$root/grammar/README.md"
PATH=$(dirname "$pawl"):$PATH bash -e sh >printed 2>&1 && [ -s gen/refund.html ] || fail "the tutorial's commands: $(cat printed)"
sed -i 's/only after approved/only after reviewed/' refund.fsm # as step 6 supposes
! "$pawl" check refund.fsm >>printed 2>&1 || fail "the wrong assert of the tutorial holds"
while read -r line; do
    grep -qF -- "$line" printed "$root/grammar/refund.fsm" || fail "the tutorial shows, but nothing prints: $line"
done < <(cat 'fsm part' text)

exit $failed
