#!/usr/bin/env bash
# extremes.sh PAWL BOUNDED [FACTOR]: files that nobody writes end in a clear error or a good result, within
# seconds and bounded memory. FACTOR is how much slower and larger a sanitizer makes it.
set -euo pipefail

PAWL=$1
BOUNDED=$2
FACTOR=${3:-1}
FOLDER=$(mktemp -d)
trap 'rm -rf "$FOLDER"' EXIT
# try NAME WANTED SECONDS MEGABYTES ARGUMENT...: WANTED is what the messages hold, or `fine`: status 0. Where
# an error is wanted, the status is 1, or 2 if the file could not be read or an output not be written.
try() {
    local name=$1 wanted=$2 status=0 output=$FOLDER/output
    "$BOUNDED" $(($3 * FACTOR)) $(($4 * FACTOR)) "$PAWL" "${@:5}" >/dev/null 2>"$output" || status=$?
    if [ $status -gt 2 ]; then
        echo "FAILED: $name: status $status: $(tail -n 1 "$output")"
    elif [ "$wanted" = fine ] && [ $status -ne 0 ]; then
        echo "FAILED: $name: expected no error, got: $(head -c 300 "$output")"
    elif [ "$wanted" != fine ] && { [ $status -eq 0 ] || ! grep -qF "$wanted" "$output"; }; then
        echo "FAILED: $name: expected \"$wanted\", got status $status: $(head -c 300 "$output")"
    elif [ "$(wc -c <"$output")" -gt 200000 ]; then
        echo "FAILED: $name: $(wc -c <"$output") bytes of messages"
    else
        return 0
    fi
    touch "$FOLDER/failed" # not a variable: behind a pipe we are in a shell of our own
}

# repeat COUNT LINE: so many lines, with N standing for the number, from 1, and NEXT for the one after it.
repeat() {
    awk -v count="$1" -v line="$2" 'BEGIN {
        if (line !~ /N/) { for (i = 1; i <= count; i++) print line; exit }
        for (i = 1; i <= count; i++) { text = line; gsub(/NEXT/, i + 1, text); gsub(/N/, i, text); print text }
    }'
}

begin='machine m { initial state s0 { on go -> s1; }'

write() {
    cat >"$FOLDER/$1.fsm"
}

check() {
    write input
    try "$1" "$2" "$3" "$4" check "$FOLDER/input.fsm"
}

# ---- size

head -c 100000000 /dev/zero | tr '\0' ' ' | check "100 MB" "larger than 64 MB" 5 500
head -c 60000000 /dev/zero | tr '\0' '\n' | check "60 MB of line ends" "there is no machine" 10 1000
head -c 60000000 /dev/zero | check "60 MB of NUL" "the byte 0x00" 10 1500
head -c 10000000 /dev/zero | tr '\0' '}' | check "10 MB of closing braces" "take this" 20 1000
head -c 30000000 /dev/zero | tr '\0' '"' | check "30 MB of quotes" "expected" 20 1000
head -c 30000000 /dev/zero | tr '\0' 'a' | check "a word of 30 MB" "expected" 10 1000
{ printf 'machine m "' && head -c 30000000 /dev/zero | tr '\0' 'a' && printf '" { initial state a; }'; } |
    check "a label of 30 MB" fine 10 1000
{ repeat 2000000 '/// text' && echo 'machine m { initial state a; }'; } | check "a comment of 2,000,000 lines" fine 10 1000
{ echo "$begin state s1 { on back -> s0; }" && echo 'scenario "long" {' && head -c 30000000 /dev/zero | sed 's/\x0\{12\}/ go, back, /g' | tr -d '\0' &&
    echo ' go => s1 } }'; } | check "a scenario of 30 MB" "the scenarios of \`m\` have more than 250000 steps and guards" 20 1500
printf 'machine m { /*' | check "a comment without end" "not closed" 2 100
head -c 3000000 /dev/urandom | check "3 MB by chance" "error" 5 500

# ---- number

{ echo "$begin" && repeat 1000000 'state sN;' && echo '}'; } | check "a million states" "more than 65533 states" 20 1500
{ echo "$begin" && repeat 65532 'state sN;' && echo '}'; } | check "65,533 states" fine 20 1500
{ echo "$begin" && repeat 65533 'state sN;' && echo '}'; } | check "65,534 states" "more than 65533 states" 20 1500
{ echo "$begin final state s1;" && repeat 1000000 'event eN;' && echo '}'; } | check "a million events" "more than 65533 events" 30 1500
repeat 1000000 'machine mN { initial state a; }' | check "a million machines" "more than 10000 machines" 20 2000
{ echo "$begin" && repeat 60000 'state sN { on go -> sNEXT; }' && echo 'final state s60001; }'; } | write many
try "60,000 states" fine 20 1000 "$FOLDER/many.fsm" -o "$FOLDER/out" \
    --emit=header,source,postgres,sqlite,dot,mermaid,json
{ echo "$begin" && repeat 10000 'state sN { on eN -> sNEXT; }' && echo 'final state s10001; }'; } | write square
try "10,000 states by 10,000 events" "more than 16 million places" 20 1000 "$FOLDER/square.fsm" \
    -o "$FOLDER/out" --emit=source
{ echo "$begin" && repeat 2000 'state sN { on eN -> sNEXT; } from any on fN -> s2001;' && echo 'final state s2001; }'; } | check "from any, 2,000 times for 2,000 states" "more than 1000000 moves" 20 1500
{ printf 'machine m { event create(p: text' && repeat 100000 ', pN: text' && echo '); initial state a; }'; } |
    check "100,000 parameters" "more than 90 different parameters" 5 500
{ echo "$begin state s1 { on go -> s0 when g0" && repeat 50000 ' and gN' && echo '; } }'; } |
    check "50,000 guards of a move" fine 5 500
{ echo "$begin state s1 { " && repeat 50000 'on go -> s0 when gN; ' && echo '} }'; } |
    check "50,000 alternatives" fine 10 500
{ echo "$begin state s1 { " && repeat 100000 'on go -> s0 when gN; ' && echo '} }'; } | write alternatives
{ echo "$begin state s1 { " && repeat 100000 'on go -> s0 when hN; ' && echo '} }'; } | write others
try "a page of 100,000 alternatives" fine 10 1000 "$FOLDER/alternatives.fsm" -o "$FOLDER/out" --emit=html
try "a page of 100,000 changes" fine 20 2000 "$FOLDER/others.fsm" -o "$FOLDER/out" --emit=html \
    --since="$FOLDER/alternatives.fsm"
# 960,000 moves: as many as may be, each with all the guards whose answers are tried
{ echo "$begin state c { " && for event in 1 2 3 4 5 6 7 8 9 10 11 12; do
    repeat 8 "on e$event -> s0 when gN and g1 and g2 and g3 and g4 and g5 and g6 and g7 and g8;"
done && echo 'initial state s1;' && repeat 10000 'state tN;' && echo '} }'; } |
    check "8 guards by 10,000 states" fine 10 1000
guarded=$(repeat 8 'on go -> s0 when gN;' | tr '\n' ' ')
{ echo "$begin" && repeat 10000 "state tN { $guarded}" && echo 'state s1; }'; } |
    check "10,000 states with 8 guards each" fine 10 1000
{ echo "$begin" && repeat 20000 'state sN; ' && echo 'assert s0 leads to s1' && repeat 20000 ' or sN' &&
    echo '; }'; } | check "20,000 alternatives of an assert" fine 5 500
{ echo "$begin" && repeat 3000 'state sN { on go -> sNEXT; } assert sNEXT only after sN; assert sN leads to s3001;' && echo 'final state s3001; }'; } | check "6,000 asserts" fine 20 500
{ echo "$begin state s1 { on back -> s0; } scenario \"long\" { create, go" && repeat 100000 ', back, go' &&
    echo ' => s1 } }'; } | check "a scenario of 200,000 steps" fine 5 500
{ printf 'machine m { event create(x: text); guard g sql """' && repeat 200000 ':create.x ' &&
    echo '"""; initial state a { on go -> b when g; } final state b; }'; } |
    check "200,000 references in a text" fine 5 500
{ echo "$begin" && repeat 50000 'state tN { on go -> uN; }' && echo '}'; } | tr '\n' ' ' |
    check "50,000 targets that are not there, on one line" "has no state" 10 500

# ---- depth

{ echo 'machine m {' && repeat 10000 'state sN { ' && repeat 10000 '}' && echo '}'; } |
    check "10,000 states in each other" "nested more than 64 deep" 2 100
{ printf 'machine m ' && repeat 10000 '{' && repeat 10000 '}'; } | check "10,000 braces" "nested more than" 2 100
{ printf 'machine m { event e' && repeat 100000 '(' && repeat 100000 ')' && echo '; }'; } |
    check "100,000 parentheses" "expected" 2 200
repeat 100000 '/*' | check "100,000 comments in each other" "error" 2 100
{ printf 'machine m { guard g sql """' && repeat 100000 'a[array[(' &&
    echo '"""; initial state a { on go -> a when g; } }'; } | check "100,000 brackets in a text" fine 5 200
{ echo "$begin" && repeat 60 'state cN { on eN -> s1; ' && echo 'initial state s1;' && repeat 60 '}' && echo '}'; } |
    check "60 states in each other" fine 2 100

# ---- the same files, formatted and told

try "formatting 60,000 states" fine 10 1000 fmt "$FOLDER/many.fsm"
try "telling 60,000 states" fine 30 1000 explain "$FOLDER/many.fsm"

[ ! -e "$FOLDER/failed" ] || exit 1
echo "all ended as they should ($SECONDS s)"
