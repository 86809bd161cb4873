#!/bin/bash
# format.sh PAWL SOURCE: every good machine of the tree means the same after pawl fmt, which finds nothing more to
# do then; and what fmt does with files.
set -u
pawl=$1
source=$2
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
cd "$scratch" || exit 2

mkdir formatted
count=0
while IFS= read -r -d '' machine; do
    "$pawl" check "$machine" 2>/dev/null || continue
    count=$((count + 1))
    stem=$(basename "$machine")
    rm -rf before after
    # without pictures, which take longer than all else; some machines say what cannot be executed yet
    emit=(--emit=header,source,postgres,sqlite,mermaid,json)
    "$pawl" "$machine" -o before "${emit[@]}" 2>/dev/null || emit=(--emit=mermaid,json)
    must "$pawl" "$machine" -o before "${emit[@]}"
    cp "$machine" "formatted/$stem"
    chmod u+w "formatted/$stem"
    must "$pawl" fmt "formatted/$stem"
    must "$pawl" fmt --check "formatted/$stem"
    must "$pawl" "formatted/$stem" -o after "${emit[@]}"
    must diff -r before after
done < <(find "$source/tests" "$source/examples" -name '*.fsm' -print0)
[ $count -ge 8 ] || fail "only $count machines were tried"

# ---- files

printf 'machine a {initial   state b;}\n' >ugly.fsm
cp ugly.fsm other.fsm
ln -s ugly.fsm link.fsm
chmod 640 ugly.fsm
pretty=$'machine a {\n  initial state b;\n}'
[ "$("$pawl" fmt <ugly.fsm)" = "$pretty" ] || fail "the filter wrote $("$pawl" fmt <ugly.fsm)"
[ "$("$pawl" fmt - <ugly.fsm)" = "$pretty" ] || fail "the filter with - wrote $("$pawl" fmt - <ugly.fsm)"
"$pawl" fmt --check ugly.fsm other.fsm >list && fail "--check finds nothing"
[ "$(cat list)" = $'ugly.fsm\nother.fsm' ] || fail "--check listed $(cat list)"
cmp -s ugly.fsm other.fsm || fail "--check changed a file"
"$pawl" fmt --check - <ugly.fsm >/dev/null && fail "--check finds nothing in standard input"
must "$pawl" fmt link.fsm
[ -L link.fsm ] || fail "a link was replaced"
[ "$(cat ugly.fsm)" = "$pretty" ] || fail "fmt wrote $(cat ugly.fsm)"
[ "$(stat -c %a ugly.fsm)" = 640 ] || fail "fmt changed the mode of a file"
touch -d 2001-01-01 ugly.fsm
must "$pawl" fmt ugly.fsm
[ "$(stat -c %Y ugly.fsm)" = "$(date -d 2001-01-01 +%s)" ] || fail "a formatted file was touched"
must "$pawl" fmt --check ugly.fsm

printf '\357\273\277machine a {\r\n  initial state b;\r\n}\r\n' >crlf.fsm
"$pawl" fmt --check crlf.fsm >list && fail "CR and BOM count as formatted"
must "$pawl" fmt crlf.fsm
cmp -s crlf.fsm ugly.fsm || fail "CR or BOM stays"

echo 'machine a { state }' >broken.fsm
cp broken.fsm copy.fsm
"$pawl" fmt broken.fsm other.fsm 2>errors
[ $? -eq 1 ] || fail "a syntax error does not end with 1"
grep -q '^broken.fsm:1:19: error\[E010\]' errors || fail "a syntax error is told as $(cat errors)"
cmp -s broken.fsm copy.fsm || fail "a file with a syntax error was changed"
[ "$(cat other.fsm)" = "$pretty" ] || fail "a good file beside a bad one was not formatted"
"$pawl" fmt <broken.fsm >out 2>errors
[ $? -eq 1 ] && [ ! -s out ] || fail "the filter lets a syntax error through"
grep -q '^standard input:1:19: error' errors || fail "the filter says $(cat errors)"
"$pawl" fmt missing.fsm 2>/dev/null
[ $? -eq 2 ] || fail "a missing file does not end with 2"
exit $failed
