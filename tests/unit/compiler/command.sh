#!/bin/bash
# command.sh PAWL SOURCE_FOLDER: the command line with good and bad input, and what it leaves behind.
set -u
pawl=$1
payment=$2/examples/payments/payment.fsm
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2
failed=0

# expect STATUS WHAT COMMAND...: the exit status; standard error must have WHAT in it, or be empty for "".
expect() {
    local wanted=$1 what=$2
    shift 2
    "$@" >stdout 2>stderr </dev/null
    local status=$?
    if [ $status -ne "$wanted" ] || { [ -z "$what" ] && [ -s stderr ]; } || { [ -n "$what" ] && ! grep -qF -- "$what" stderr; }; then
        echo "FAILED: $*"
        echo "  expected exit status $wanted and \"$what\", got $status and:"
        head -5 stderr
        failed=1
    fi
}

fail() {
    echo "FAILED: $*"
    failed=1
}

# ---- what works

cp "$payment" payment.fsm
expect 0 "" "$pawl" payment.fsm -o made/on/demand
[ "$(ls made/on/demand | tr '\n' ' ')" = "payment.c payment.dot payment.h payment.postgres.sql payment.sqlite.sql " ] ||
    fail "the outputs are not the five expected: $(ls made/on/demand)"

touch -d 2001-01-01 made/on/demand/*
expect 0 "" "$pawl" payment.fsm -o made/on/demand
[ -z "$(find made/on/demand -type f -newermt 2001-01-02)" ] || fail "unchanged files were touched"
echo changed >made/on/demand/payment.h
expect 0 "" "$pawl" payment.fsm -o made/on/demand
[ "$(find made/on/demand -type f -newermt 2001-01-02)" = made/on/demand/payment.h ] ||
    fail "not only the changed file was written"

cp -r made/on/demand first
expect 0 "" "$pawl" -o crlf payment.fsm --emit=header,dot
sed 's/$/\r/' "$payment" >payment.fsm
expect 0 "" "$pawl" payment.fsm -o crlf
diff -r first crlf || fail "CRLF changes the outputs"
{ printf '\357\273\277'; cat "$payment"; } >payment.fsm
expect 0 "" "$pawl" payment.fsm -o bom
diff -r first bom || fail "a BOM changes the outputs"
cp "$payment" payment.fsm

expect 0 "" "$pawl" --emit=header,dot payment.fsm -o some
[ "$(ls some | tr '\n' ' ')" = "payment.dot payment.h " ] || fail "--emit wrote $(ls some)"
expect 0 "" "$pawl" --list-outputs --emit=dot,source payment.fsm -o some/
[ "$(cat stdout)" = $'some/payment.c\nsome/payment.dot' ] || fail "--list-outputs printed $(cat stdout)"
expect 0 "" "$pawl" --help
grep -q -- "--list-outputs" stdout && grep -q "payment.fsm -o gen" stdout && grep -q postgres stdout || fail "--help"
expect 0 "" "$pawl" --version
grep -q "^pawl [0-9]" stdout || fail "--version"
echo 'machine b { initial state c; }' >b.fsm
expect 0 "" "$pawl" payment.fsm b.fsm -o both
[ "$(ls both | wc -l)" -eq 10 ] || fail "two inputs"

# ---- wrong usage, and what cannot be read or written

expect 2 "name a .fsm file" "$pawl"
expect 2 "name a .fsm file" "$pawl" -o x
expect 2 "-o FOLDER" "$pawl" payment.fsm
expect 2 "-o: a value is missing" "$pawl" payment.fsm -o
expect 2 "-o: expected the name" "$pawl" payment.fsm -o ""
expect 2 "there is no option --frob" "$pawl" --frob payment.fsm -o x
expect 2 "there is no option -x" "$pawl" -x payment.fsm -o x
expect 2 "did you mean \`header\`?" "$pawl" --emit=haeder payment.fsm -o x
expect 2 "there is no kind \`\`" "$pawl" --emit= payment.fsm -o x
expect 2 "only -Werror" "$pawl" -Wall payment.fsm -o x
expect 2 "No such file" "$pawl" missing.fsm -o x
expect 2 "ends in .fsm" "$pawl" made -o x
mkdir folder.fsm
expect 2 "it is a folder" "$pawl" folder.fsm -o x
mkdir other && cp payment.fsm other
expect 2 "the same outputs" "$pawl" payment.fsm other/payment.fsm -o x
truncate -s 65M large.fsm
expect 2 "larger than 64 MB" "$pawl" large.fsm -o x
rm large.fsm
: >a_file
expect 2 "is not a folder" "$pawl" payment.fsm -o a_file
expect 2 "is not a folder" "$pawl" payment.fsm -o a_file/below
mkdir -p blocked/payment.postgres.sql
expect 2 "stands in its place" "$pawl" payment.fsm -o blocked
[ "$(ls blocked)" = payment.postgres.sql ] || fail "something half written: $(ls blocked)"
expect 2 "cannot write" "$pawl" payment.fsm -o /proc
if [ -e /dev/full ]; then
    "$pawl" --help >/dev/full 2>stderr
    [ $? -eq 2 ] || fail "a full disk under --help"
fi
[ -e x ] && fail "a folder was made in spite of an error"

# ---- errors in the input

echo 'machine a { initial state b { on go -> nowhere; } }' >bad.fsm
expect 1 "error[E043]" "$pawl" payment.fsm bad.fsm -o x
[ -e x ] && fail "the good one of two inputs was written"
expect 2 "error[E043]" "$pawl" bad.fsm missing.fsm -o x
echo 'machine a { initial state b; state island; }' >warned.fsm
expect 0 "warning[W001]" "$pawl" warned.fsm -o warned
expect 1 "error[W001]: nothing leads to state \`island\` [-Werror]" "$pawl" -Werror warned.fsm -o x
[ -e x ] && fail "-Werror wrote something"
cp "$pawl" binary.fsm
expect 1 "error[E001]" "$pawl" binary.fsm -o x

{
    echo 'machine a { initial state s0;'
    for ((i = 1; i <= 65536; i++)); do echo "state s$i;"; done
    echo '}'
} >many.fsm
expect 1 "error[E050]" "$pawl" many.fsm -o x
{
    echo 'machine a { initial state s {'
    for ((i = 1; i <= 65536; i++)); do echo "on e$i -> s;"; done
    echo '} }'
} >many.fsm
expect 1 "error[E050]" "$pawl" many.fsm -o x

# ---- every prefix of a good file, and every byte of it spoilt, is answered: no crash, no hang

size=$(wc -c <payment.fsm)
for ((i = 0; i < size; i++)); do
    head -c "$i" "$payment" >cut.fsm
    timeout 20 "$pawl" cut.fsm -o cut --emit=dot 2>stderr
    status=$?
    [ $status -le 1 ] || { fail "the first $i bytes end with status $status"; head -5 stderr; }
done
for ((i = 0; i < size; i += 7)); do
    { head -c "$i" "$payment"; printf '{"'; tail -c +$((i + 2)) "$payment"; } >cut.fsm
    timeout 20 "$pawl" cut.fsm -o cut --emit=dot 2>stderr
    status=$?
    [ $status -le 1 ] || { fail "byte $i spoilt ends with status $status"; head -5 stderr; }
done

# ---- large input in reasonable time

head -c 3000000 /dev/zero | tr '\0' '{' >deep.fsm
expect 1 "error[E006]" timeout 20 "$pawl" deep.fsm -o x
head -c 3000000 /dev/zero | tr '\0' '@' >noise.fsm
expect 1 "more" timeout 60 "$pawl" noise.fsm -o x
head -c 3000000 /dev/zero | tr '\0' '"' >quotes.fsm
expect 1 "error[E010]" timeout 60 "$pawl" quotes.fsm -o x
yes '/// doc' | head -300000 >docs.fsm
expect 1 "error[E014]" timeout 60 "$pawl" docs.fsm -o x

exit $failed
