#!/bin/bash
# grammar.sh PAWL: the reference of the language against the compiler. Every example in grammar/README.md
# compiles without a finding, and every keyword of token.def is in the reference and in the grammar.
set -u
pawl=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
reference=$root/grammar/README.md
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

awk '/^```fsm$/ { inside = 1; count++; next } /^```$/ { inside = 0 }
    inside { print > ("example" count ".fsm") }' "$reference"
examples=(example*.fsm)
[ "${#examples[@]}" -ge 8 ] || fail "only ${#examples[@]} examples found in $reference"
for example in "${examples[@]}"; do
    "$pawl" "$example" -o out --emit=dot -Werror 2>stderr || fail "$example of the reference: $(cat "$example" stderr)"
done

while read -r identifier spelling; do
    grep -qw "$identifier" "$root/grammar/fsm.y" || fail "$identifier is not in grammar/fsm.y"
    # as code: in an example, or between backquotes
    { cat "${examples[@]}"; grep -o '`[^`]*`' "$reference"; } | grep -qw -- "$spelling" ||
        fail "the reference does not know \`$spelling\`"
done < <(sed -nE 's/^(KEYWORD|PIECE)\(([A-Z]+), "([a-z]+)".*/\2 \3/p' "$root/compiler/syntax/token.def")

exit $failed
