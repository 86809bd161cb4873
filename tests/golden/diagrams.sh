#!/bin/bash
# Writes diagrams/*.fsm and two examples without dot, in the usual layout, and compares every text that comes out with the one
# in diagrams/, byte for byte; then, in the layout that is chosen with dot, whether the pictures can be read, the JSON is as its schema says, Mermaid's lines are of its grammar, and the pictures
# of the examples' pages say what their machines say. What else Graphviz writes is not compared.
#
#   diagrams.sh PAWL             compares and reads
#   diagrams.sh PAWL --update    writes diagrams/ anew; read the difference before you commit it
set -euo pipefail

pawl=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
expected=$here/diagrams
examples=$here/../../examples
page=$here/../page
work=$(mktemp -d "${TMPDIR:-/tmp}/pawl-diagrams.XXXXXX")
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# words SVG: the texts of a picture, without the places where Graphviz has put them
words() {
    grep -o '<text[^>]*font-size[^>]*>[^<]*' "$1" | sed -E 's/.*(font-size="[^"]*").*>/\1 /' | sort
}

mkdir "$work/no-dot" "$work/drawn"
for machine in "$expected"/*.fsm "$examples"/provision/provision.fsm "$examples"/ledger/transfer.fsm; do
    PATH=$work/no-dot "$pawl" "$machine" -o "$work/out" --emit=dot,mermaid,json
    "$pawl" "$machine" -o "$work/drawn" --emit=dot,json
done
if [ "${2:-}" = --update ]; then
    cp "$work"/out/* "$expected/"
fi
for output in "$work"/out/*; do
    diff -u "$expected/$(basename "$output")" "$output" >&2 ||
        fail "$(basename "$output") differs from what is committed; if that is meant: diagrams.sh PAWL --update"
done

# Graphviz takes \N, \G and others for names, and must not take those of a label or of a comment for them.
drawn=$(dot -Tsvg "$work/drawn/backslashes.dot" | grep -oE '<text[^>]*>[^<]*|xlink:title="[^"]*' | sed -E 's/^(<text[^>]*>|[^"]*")//' | tr '\n' ' ')
for label in 'Move to \G \today' 'From \T to \H by \E, \L and \N' 'Path C:\New\Temp\' 'Group \G' 'Node \N' 'End \L\n\r\l&amp;#92;N' \
    'go: Not \T.' 'A path, C:\New\temp.' 'Keeps \N, \G and \E apart.'; do
    grep -qF -- "$label" <<<"$drawn" || fail "the picture does not say $label, but: $drawn"
done
"$pawl" "$here/../pawlctl/told.fsm" -o "$work/drawn" --emit=dot,json -Wno-all
"$page/picture.py" "$work"/drawn/*.dot || fail "a picture cannot be read"
for picture in "$examples"/*/*.svg "$examples"/../grammar/*.svg; do
    name=$(basename "$picture" .svg) # FILE, or FILE.GRAPH if there are several
    stem=${name%%.*}
    "$pawl" "$(dirname "$picture")/$stem.fsm" -o "$work/examples" --emit=dot
    (cd "$work/examples" && dot -Tsvg -O "$stem.dot")
    drawn=$work/examples/$stem.dot.svg
    [ "$name" = "$stem" ] || drawn=$(grep -lF "<!-- Title: ${name#"$stem".} Pages" "$work/examples/$stem".dot*.svg)
    diff <(words "$picture") <(words "$drawn") >&2 || fail "$picture says something else than its machine: draw it again"
done
"$page/questions.py" "$work/drawn/claim.dot" || fail "the picture of the claim does not answer its questions"
"$page/schema.py" "$work"/out/*.json || fail "JSON is not as model.schema.json says"

# Events to several states of a closed box name them.
"$pawl" "$here/../corpus/tcp_connection.fsm" -o "$work/closed" --emit=dot -Wno-all
dot -Tplain "$work/closed/tcp_connection.dot" | sed -n '1,/^stop/p' | tr -d '\n' | sed 's/<[^>]*>/ /g' >"$work/closed/overview"
grep -q 'CLOSE → *FIN-WAIT-1' "$work/closed/overview" || fail "an event to a state in a closed box does not name it"

# dot lists the boxes of a second graph in an order that differs between runs, which no page may.
for run in 1 2 3 4; do
    "$pawl" "$expected/failures.fsm" -o "$work/page.$run" --emit=html
    cmp "$work/page.1/failures.html" "$work/page.$run/failures.html" || fail "a page is not the same in run $run"
done

# What Mermaid's grammar knows, of what we write; page/README.md says how to ask Mermaid itself.
id='[a-z0-9_]+'
text='[^":;<>*_`&$%\\]+'
label="${text}(<br/>$text)*"
node="$id(\\[\"$label\"\\]|\\(\"$label\"\\)|\\(\\[\"$label\"\\]\\)|\\(\\(\" \"\\)\\)|\\{\"$label\"\\}|\\{\\{\"$label\"\\}\\}|\\[\\[\"$label\"\\]\\])"
flow="flowchart TD| *end| *(subgraph )?$node| *$id -->(\\|(yes|no)\\|)? $id"
lines="^($flow|<!-- Written by pawl .* -->||## $text|\`\`\`(mermaid)?|stateDiagram-v2| *state \"$text\" as $id( \\{)?| *\\}| *(\\[\\*\\]|$id) --> ($id|\\[\\*\\])( : $label)?| *note right of $id| *end note| {8,}$text)\$"
! grep -vnE "$lines" "$work"/out/*.markdown >&2 || fail "a line that Mermaid does not know"

# Without dot there is no page, and nothing is written.
if PATH=$work/no-dot "$pawl" "$expected/door.fsm" -o "$work/none" --emit=html 2>"$work/message"; then
    fail "a page without dot"
fi
grep -q 'apt-get install graphviz' "$work/message" || fail "without dot it says: $(cat "$work/message")"
[ ! -e "$work/none/door.html" ] || fail "something was written without dot"
printf '#!/bin/sh\nexit 3\n' >"$work/no-dot/dot"
chmod +x "$work/no-dot/dot"
PATH=$work/no-dot "$pawl" "$expected/door.fsm" -o "$work/none" --emit=html 2>"$work/message" || fail "no page from a dot that fails"
! grep -q '<svg' "$work/none/door.html" || fail "a picture from a dot that fails"
grep -q 'has no picture of door: dot, .* ended with status 3' "$work/message" || fail "of a dot that fails it says: $(cat "$work/message")"

[ "$failures" -eq 0 ]
