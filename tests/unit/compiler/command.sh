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
expect 0 "" "$pawl" --list-outputs payment.fsm -o made/on/demand
find made/on/demand -type f | LC_ALL=C sort | diff - <(LC_ALL=C sort stdout) || fail "the outputs are not those of --list-outputs"
[ "$(wc -l <stdout)" -ge 5 ] || fail "there are only these outputs: $(cat stdout)"
output_count=$(wc -l <stdout)

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
expect 0 "" "$pawl" -h
grep -q -- "--list-outputs" stdout || fail "-h"
expect 0 "" "$pawl" --help
grep -q -- "--list-outputs" stdout && grep -q "payment.fsm -o gen" stdout && grep -q postgres stdout || fail "--help"
expect 0 "" "$pawl" --version
grep -q "^pawl [0-9]" stdout || fail "--version"
echo 'machine b { initial state c; }' >b.fsm
expect 0 "" "$pawl" payment.fsm b.fsm -o both
# what all machines share is there once
[ "$(find both -type f | wc -l)" -eq $((2 * output_count - 2)) ] || fail "two inputs"

# ---- wrong usage, and what cannot be read or written

expect 2 "pawl: name a .fsm file" "$pawl"
expect 2 "pawl: check: name a .fsm file" "$pawl" check
expect 2 "did you mean \`pawl check\`?" "$pawl" chekc payment.fsm
expect 2 "did you mean \`pawl fmt\`?" "$pawl" fmr
expect 0 "" "$pawl" help check
grep -q "^Usage: pawl check FILE.fsm" stdout || fail "help check"
expect 0 "" "$pawl" help
grep -q "^Usage: pawl FILE.fsm" stdout || fail "help"
expect 2 "there is no verb \`chek\`; see --help" "$pawl" help chek
expect 0 "" "$pawl" explain E044
grep -q "^E044 event with two targets" stdout || fail "explain E044"
expect 2 "explain: there is no error or warning E999; the pages in share/doc/pawl/grammar list all" "$pawl" explain E999
expect 2 "explain: nonsense: expected FILE.fsm, or a code such as E044 or W002; the pages in share/doc/pawl/grammar list all codes" "$pawl" explain nonsense
expect 2 "explain: PW001 is an SQLSTATE of Pawl's SQL: the message and the hint of the error explain it" "$pawl" explain PW001
expect 2 "\`payments\` is neither a .fsm file nor a verb; see --help" "$pawl" payments
expect 2 "ends in .fsm" "$pawl" check check
expect 2 "\`pawl check\` has no option -o" "$pawl" check payment.fsm -o x
expect 2 "--check only goes with \`pawl fmt\`" "$pawl" --check payment.fsm -o x
expect 2 "did you mean \`--list-outputs\`?" "$pawl" --list-output payment.fsm
expect 2 "--list-outputs takes no value" "$pawl" --list-outputs=x payment.fsm
expect 2 "expected \`text\`, \`json\` or \`sarif\`" "$pawl" check --format=xml payment.fsm
expect 2 "expected \`bash\`, \`zsh\` or \`fish\`" "$pawl" --completion=tcsh
expect 2 "-MF: a value is missing" "$pawl" payment.fsm -o x -MD -MF
expect 2 "goes with no other file" "$pawl" fmt - payment.fsm
expect 2 "name a .fsm file" "$pawl" -o x
expect 2 "-o FOLDER" "$pawl" payment.fsm
expect 2 "-o: a value is missing" "$pawl" payment.fsm -o
expect 2 "-o: a value is missing before --emit=sqlite" "$pawl" payment.fsm -o --emit=sqlite
expect 2 "pawl: --name is empty" "$pawl" check - --name=
expect 2 "-o: expected the name" "$pawl" payment.fsm -o ""
expect 2 "there is no option --frob" "$pawl" --frob payment.fsm -o x
expect 2 "there is no option -x" "$pawl" -x payment.fsm -o x
expect 2 "did you mean \`header\`?" "$pawl" --emit=haeder payment.fsm -o x
for kinds in sqlite header dot; do
    expect 2 "add \`postgres\` to --emit or --databases" "$pawl" --distribute=citus --emit=$kinds payment.fsm -o x
done
expect 2 "add \`postgres\` to --emit or --databases" "$pawl" --distribute=citus --databases=sqlite payment.fsm -o x
expect 0 "" "$pawl" --distribute=citus --emit=source payment.fsm -o source
[ ! -e x ] || fail "something was written"

# what is refused can be asked for before
refused=$2/tests/golden/diagnostics/distributed_not_executed.fsm
expect 0 "" "$pawl" check payment.fsm --distribute=citus
expect 1 "machines with --distribute=citus have no \`key\`" "$pawl" check "$refused" --distribute=citus
grep error stderr >said
"$pawl" "$refused" --distribute=citus -o x 2>&1 | grep error | sed 's/; nothing was written//' | diff - said || fail "check says something else than compile"
expect 0 "" "$pawl" check "$refused"

# of what has no text for a database, once
printf '%s\n' 'machine door {' '  event create();' '  guard is_day sql sqlite "select 1";' \
    '  initial state open { on shut -> closed when is_day; }' '  final state closed;' '}' >once.fsm
expect 1 "E097" "$pawl" once.fsm -o x --emit=postgres
[ "$(grep -c E097 stderr)" = 1 ] || fail "it is said more than once"
sed 's/sqlite "select 1"/mariadb "select 1"/; s/when is_day;/& on lock -> closed;/' once.fsm >chosen.fsm
expect 0 "" "$pawl" chosen.fsm -o chosen --databases=mariadb # the others need none
expect 0 "" "$pawl" chosen.fsm -o chosen --emit=mariadb,dot
expect 1 "has no text for SQLite" "$pawl" chosen.fsm -o x --databases=sqlite,mariadb
! grep -q "no text for PostgreSQL" stderr || fail "a database that is not chosen is named"
expect 1 "has no text for PostgreSQL" "$pawl" chosen.fsm -o x --emit=source
expect 0 "" "$pawl" check chosen.fsm
expect 0 "" "$pawl" check chosen.fsm --databases=mariadb
expect 1 "has no text for SQLite" "$pawl" check chosen.fsm --databases=sqlite,mariadb
grep -q -- "--databases, or --db of \`pawl test\`" stderr || fail "the help of E097 does not fit each verb: $(cat stderr)"
expect 1 "has no text for SQLite" "$pawl" test chosen.fsm

# what asks who writes
expect 2 "--strict changes the SQL for MariaDB, and neither that" "$pawl" payment.fsm -o x --strict
expect 2 "add \`mariadb\` to --emit or --databases" "$pawl" payment.fsm -o x --strict --emit=postgres
expect 2 "got \`postgress\`; did you mean \`postgres\`?" "$pawl" payment.fsm -o x --databases=sqlite,postgress
expect 2 "got \`sqlit\`; did you mean \`sqlite\`?" "$pawl" diff payment.fsm payment.fsm --sql=sqlit
expect 2 "--no-roles does not go with --strict" "$pawl" payment.fsm -o x --strict --no-roles --databases=mariadb
expect 2 "add --sql=mariadb, or leave it out" "$pawl" diff payment.fsm payment.fsm --strict
expect 2 "add --sql=mariadb, or leave it out" "$pawl" diff payment.fsm payment.fsm --strict --sql=postgres
[ ! -e x ] || fail "something was written"

# what all machines of a database share is written in one way
for option in --distribute=citus --no-roles; do
    expect 0 "" "$pawl" payment.fsm -o plain --emit=postgres
    expect 2 "plain/pawl.postgres.sql is there already, written without $option" "$pawl" payment.fsm -o plain --emit=postgres,header $option
    [ ! -e plain/payment.h ] || fail "something was written"
    expect 0 "" "$pawl" payment.fsm -o other$option --emit=postgres $option
    expect 0 "" "$pawl" payment.fsm -o other$option --emit=postgres $option
    cp -r other$option before
    expect 2 "other$option/pawl.postgres.sql is there already, written with $option" "$pawl" payment.fsm -o other$option --emit=postgres,header
    diff -r before other$option || fail "something was written"
    rm -r before
done
expect 2 "expected the name of a kind" "$pawl" --emit= payment.fsm -o x
expect 2 "expected the name of a kind" "$pawl" --emit=dot, payment.fsm -o x
expect 2 "did you mean \`source\` or \`program\`?" "$pawl" --emit=c payment.fsm -o x
expect 2 "did you mean \`postgres\`, \`sqlite\` or \`mariadb\`?" "$pawl" --emit=sql payment.fsm -o x
expect 2 "got \`-\`" "$pawl" payment.fsm -o -
expect 2 "pawl: cannot write to /proc/x: No such" "$pawl" payment.fsm -o /proc/x
expect 2 "pawl: cannot write to /proc/x/y: /proc/x: No such" "$pawl" payment.fsm -o /proc/x/y
expect 2 "pawl: cannot write to payment.fsm: this is not a folder" "$pawl" payment.fsm -o payment.fsm
expect 2 "there is no warning \`unreachabel\`; did you mean \`unreachable\`?" "$pawl" -Wunreachabel payment.fsm -o x
expect 2 "No such file" "$pawl" missing.fsm -o x
expect 2 "ends in .fsm" "$pawl" made -o x
mkdir folder.fsm
expect 2 "it is a folder" "$pawl" folder.fsm -o x
mkdir other && cp payment.fsm other
expect 2 "the same outputs" "$pawl" payment.fsm other/payment.fsm -o x
expect 2 "payment.fsm is given twice" "$pawl" payment.fsm payment.fsm -o x
truncate -s 65M large.fsm
expect 2 "larger than 64 MB" "$pawl" large.fsm -o x
rm large.fsm
: >a_file
expect 2 "is not a folder" "$pawl" payment.fsm -o a_file
expect 2 "is not a folder" "$pawl" payment.fsm -o a_file/below
mkdir -p blocked/payment.postgres.sql
expect 2 "it is not a file" "$pawl" payment.fsm -o blocked
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

expect 0 "" "$pawl" -Wno-unreachable -Wno-dead-end -Wno-cannot-finish -Werror warned.fsm -o quiet
expect 1 "error[W001]" "$pawl" check -Werror=unreachable warned.fsm
expect 0 "" "$pawl" check payment.fsm b.fsm
expect 1 "bad.fsm: 1 error" "$pawl" check payment.fsm bad.fsm
! grep -q "nothing was written" stderr || fail "check says that nothing was written"

# a header that would hide one of the C library's
mkdir headers
cp payment.fsm headers/time.fsm
cp payment.fsm headers/times.fsm
expect 2 "time.h would be read in place of the library's <time.h>" "$pawl" headers/time.fsm -o headers/gen
[ ! -e headers/gen ] || fail "written in spite of that"
expect 0 "" "$pawl" headers/times.fsm -o headers/gen
expect 0 "" "$pawl" headers/time.fsm --emit=dot -o headers/gen
expect 2 "time.h would be read in place of the library's <time.h>" "$pawl" check headers/time.fsm
cp bad.fsm headers/math.fsm
expect 2 "math.h would be read in place of the library's <math.h>" "$pawl" check headers/math.fsm
grep -q "error\[E043\]" stderr || fail "of a file with such a name check tells nothing else"

# ---- without Graphviz

mkdir no_programs
without_dot() { PATH=$PWD/no_programs "$pawl" "$@"; }
expect 0 "without/payment.html is not written: dot is missing" without_dot payment.fsm -o without
"$pawl" --list-outputs payment.fsm -o without | grep -v html | LC_ALL=C sort |
    diff - <(find without -type f | LC_ALL=C sort) || fail "without dot other files are missing than the page"
kinds=$(grep -o -- '--emit=[a-z,]*' stderr)
expect 0 "" without_dot payment.fsm -o without_page "$kinds"
diff -r without without_page || fail "what is advised where dot is missing writes other files"
expect 2 "cannot write asked/payment.html: dot is missing" without_dot payment.fsm -o asked --emit=header,html
expect 2 "cannot write asked/payment.html: dot is missing" without_dot payment.fsm -o asked --since=payment.fsm
[ ! -e asked ] || [ -z "$(ls asked)" ] || fail "a page was asked for and not drawn, and $(ls asked) was written"
touch without/payment.html without_page/payment.h
sed 's/"Cancelled"/"Called off"/' payment.fsm >later.fsm
mkdir later && mv later.fsm later/payment.fsm
expect 2 "cannot write without/payment.html: dot is missing" without_dot later/payment.fsm -o without
! grep -q "Called off" without/payment.c || fail "written beside a page that is out of date"

# ---- explain

expect 0 "" "$pawl" explain payment.fsm b.fsm
[ "$(grep -c '^=' stdout)" -eq 2 ] || fail "explain does not tell of both files"
expect 1 "error[E043]" "$pawl" explain payment.fsm bad.fsm
grep -q "Bank payment" stdout || fail "explain does not tell of the good one of two files"

# ---- diff

mkdir before after
sed 's/on cancel -> cancelled;/on cancel -> cancelled; on drop -> cancelled;/' payment.fsm >after/payment.fsm
{ cat payment.fsm; echo 'machine gone { initial state here; }'; } >before/payment.fsm
expect 0 "note: machine \`gone\` is not in the newer file; the migration leaves it in the database as it is" \
    "$pawl" diff before/payment.fsm after/payment.fsm --sql=sqlite
grep -q "from two versions of payment.fsm\. " stdout || fail "a migration of one file names two: $(head -1 stdout)"
cp after/payment.fsm renamed.fsm
expect 0 "" "$pawl" diff payment.fsm renamed.fsm --sql=sqlite
grep -q "from two versions, payment.fsm and renamed.fsm\. " stdout || fail "a migration does not name its files: $(head -1 stdout)"

sed 's/"Cancelled"/"Called off"/' payment.fsm >cosmetic.fsm
sed 's/on cancel -> cancelled;/on cancel -> paid;/' payment.fsm >behaviour.fsm
expect 0 "" "$pawl" diff payment.fsm payment.fsm
expect 0 "" "$pawl" diff payment.fsm cosmetic.fsm
grep -qi cosmetic stdout || fail "diff says $(cat stdout)"
expect 1 "" "$pawl" diff payment.fsm behaviour.fsm
grep -qi behaviour stdout || fail "diff says $(cat stdout)"
expect 1 "" "$pawl" diff --format=json payment.fsm behaviour.fsm
[ "$(sqlite3 :memory: "select json_valid(readfile('stdout'))")" = 1 ] || fail "no JSON: $(cat stdout)"
sed 's/on lock -> closed;/on bolt -> closed;/' chosen.fsm >bolted.fsm
expect 1 "" "$pawl" diff chosen.fsm bolted.fsm # which only have SQL for MariaDB
grep -q "\`pawl diff bolted.fsm chosen.fsm --sql=DATABASE\` leads back" stdout || fail "diff asks for SQL that no version has: $(cat stdout)"
expect 0 "" "$pawl" diff warned.fsm warned.fsm
expect 2 "error[E043]" "$pawl" diff payment.fsm bad.fsm
expect 2 "expected OLD.fsm NEW.fsm, got 3 names" "$pawl" diff payment.fsm bad.fsm bad.fsm
expect 2 "expected OLD.fsm NEW.fsm" "$pawl" diff payment.fsm

# ---- findings as JSON: SQLite reads them

# json PATH EXPECTED: of what was written to standard output
json() {
    local got
    got=$(sqlite3 :memory: "select json_extract(readfile('stdout'), '$1')" 2>&1)
    [ "$got" = "$2" ] || fail "JSON: $1 is $got, not $2, in: $(cat stdout)"
}
# ---- standard input

# piped TEXT STATUS WHAT COMMAND...: as expect, with the text as standard input; standard output stays
piped() {
    local wanted=$2 what=$3 status
    printf '%s' "$1" >stdin
    shift 3
    "$@" <stdin >stdout 2>stderr
    status=$?
    [ $status -eq "$wanted" ] && cat stdout stderr - <<<"" | grep -qF -- "$what" || fail "$*: expected $wanted and \"$what\", got $status, $(head -5 stdout stderr)"
}
bad='machine b { initial state C; }'
piped "$bad" 1 "standard input:1:27: error[E020]" "$pawl" check -
piped "$bad" 1 "a/b.fsm:1:27: error[E020]" "$pawl" check - --name=a/b.fsm
piped "$bad" 1 "a/b.fsm: 1 error" "$pawl" check --name a/b.fsm - b.fsm
piped "$bad" 1 "a/b.fsm:1:27: error[E020]" "$pawl" explain - --name=a/b.fsm
piped "$bad" 2 "ends in .fsm" "$pawl" check - --name=b.txt
piped "$bad" 2 "rename the file" "$pawl" check - --name=stdio.fsm
piped "$bad" 2 "check: \`-\` is standard input, which can be read once" "$pawl" check - -
piped "$bad" 2 "check: --name is for standard input: add \`-\`, or leave it out" "$pawl" check b.fsm --name=c.fsm
piped "$bad" 2 "expected the name of a file, got \`-\`" "$pawl" - -o x
piped "$bad" 2 "test: expected the name of a file, got \`-\`" "$pawl" test -
piped "machine b { state }" 1 "c.fsm:1:19: error" "$pawl" fmt --name=c.fsm
piped "machine b{state c;}" 1 "c.fsm" "$pawl" fmt --check --name=c.fsm -
piped "$(cat payment.fsm)" 0 "Bank payment [payment]" "$pawl" explain -
piped "$(cat payment.fsm)" 0 "" "$pawl" check -
[ ! -s stdout ] && [ ! -s stderr ] || fail "check - prints $(cat stdout stderr)"
piped "$(cat payment.fsm)" 1 "SIGNATURE" "$pawl" diff - behaviour.fsm --name=payment.fsm
"$pawl" diff payment.fsm behaviour.fsm | cmp - stdout || fail "diff - prints other changes"
piped "$(cat payment.fsm)" 0 "from two versions, payment.fsm and behaviour.fsm" "$pawl" diff - behaviour.fsm --sql=postgres --name=payment.fsm
"$pawl" payment.fsm --emit=html -o signed && piped "$(cat payment.fsm)" 0 "" "$pawl" check - --signed=signed/payment.html --name=payment.fsm
piped "" 2 "--signed: a page has the name of its file" "$pawl" check - --signed=signed/payment.html
expect 2 "did you mean \`json\`?" "$pawl" diff payment.fsm payment.fsm --format=jsn
expect 2 "expected \`text\` or \`json\`, got \`sarif\`" "$pawl" diff payment.fsm payment.fsm --format=sarif
expect 2 "lsp: expected no names" "$pawl" lsp payment.fsm
expect 1 "" "$pawl" lsp

expect 0 "" "$pawl" check --format=json payment.fsm
[ "$(cat stdout)" = '{"diagnostics": [], "errors": 0, "warnings": 0}' ] || fail "JSON of nothing: $(cat stdout)"
expect 0 "" "$pawl" check --format=json warned.fsm
json '$.diagnostics[0].severity' warning
printf 'machine a {\n  initial state b { on "go\\n" -> c; on go -> nowhere;\n  }\n state b;\n}\n' >'od"d.fsm'
expect 2 "may only have letters" "$pawl" check --format=json 'od"d.fsm'
mkdir 'fol"der' && printf 'machine a {\n  initial state bé { on go -> nowhere; }\n  state c;\n  state c;\n}\n' >'fol"der/odd.fsm'
expect 1 "" "$pawl" check --format=json payment.fsm 'fol"der/odd.fsm' -Werror
[ "$(sqlite3 :memory: "select json_valid(readfile('stdout'))")" = 1 ] || fail "no JSON: $(cat stdout)"
json '$.diagnostics[0].file' 'fol"der/odd.fsm'
json '$.diagnostics[0].code' E020
json '$.diagnostics[0].line' 2
json '$.diagnostics[0].column' 17
json '$.diagnostics[0].end.line' 2
json '$.diagnostics[0].end.column' 19
json '$.diagnostics[0].severity' error
second=$(sqlite3 :memory: "select value from json_each(json_extract(readfile('stdout'), '$.diagnostics')) where value ->> 'code' = 'E031'")
for field in '"line":4' '"help":"' '"notes":[{"file":"fol\"der/odd.fsm","line":3' '"message":"'; do
    grep -qF -- "$field" <<<"$second" || fail "JSON: $field is missing in $second"
done
expect 1 "" "$pawl" --format=json 'fol"der/odd.fsm' -o x
json '$.warnings' 0
[ -e x ] && fail "--format=json wrote something in spite of an error"
expect 1 "" "$pawl" check --format=sarif payment.fsm 'fol"der/odd.fsm'
grep -q '"ruleId": "E031"' stdout || fail "SARIF: $(cat stdout)"
expect 1 "" "$pawl" check --format=json binary.fsm
[ "$(sqlite3 :memory: "select json_valid(readfile('stdout'))")" = 1 ] || fail "no JSON of a binary file: $(cat stdout)"

# ---- prefixes

expect 0 "" "$pawl" payment.fsm -o plain
expect 0 "" "$pawl" payment.fsm -o prefixed --prefix=acme_2
diff -r -x '*.[ch]' plain prefixed || fail "--prefix changes more than C"
grep -q '^#ifndef PAWL_GENERATED_ACME_2_PAYMENT_H$' prefixed/payment.h || fail "--prefix leaves the header's guard alone"
machine_number=0
for file in order-x order_x folder/order_x; do # headers of one program
    mkdir -p guards/folder
    echo "machine m_$((machine_number += 1)) { initial state a { on go -> b; } final state b; }" >"guards/$file.fsm"
    expect 0 "" "$pawl" "guards/$file.fsm" -o "guards/$file"
done
[ "$(cat guards/*/*.h guards/*/*/*.h | grep '^#ifndef PAWL_' | sort | uniq -c | grep -c ' 1 ')" = 3 ] || fail "headers have one guard"
expect 0 "" "$pawl" "$2/tests/conformance/alarm.fsm" -o prefixed --prefix=acme
[ "$(grep -c '"alarm_pending"' prefixed/alarm.c)" = 2 ] || fail "--prefix changes the name of the queue's table or channel"
for prefix in '' acme_ _acme Acme 2acme a__b a-b 'a b' "$(printf 'a%.0s' {1..40})"; do
    expect 2 "--prefix: " "$pawl" payment.fsm -o x --prefix="$prefix"
done
expect 2 "belong to libpawl" "$pawl" payment.fsm -o x --prefix=pawl_own
expect 2 "a value is missing" "$pawl" payment.fsm -o x --prefix
[ -e x ] && fail "a bad --prefix wrote something"

# ---- older versions

expect 0 "" "$pawl" payment.fsm -o since --since=payment.fsm
expect 0 "note: --since changes nothing here" "$pawl" payment.fsm -o since --since=payment.fsm --emit=dot
echo 'machine m { state }' >broken.fsm
expect 1 "broken.fsm: 1 error" "$pawl" fmt broken.fsm
echo 'machine other { initial state begun; }' >other.fsm
expect 2 "no machine or flow of other.fsm is in payment.fsm" "$pawl" payment.fsm -o x --since=other.fsm
expect 1 "error[E043]" "$pawl" payment.fsm -o x --since=bad.fsm
expect 2 "No such file" "$pawl" payment.fsm -o x --since=missing.fsm
[ -e x ] && fail "a bad --since wrote something"

# ---- a compiler that is killed leaves nothing but whole outputs behind

mkdir killed
trap - EXIT # or a child that is killed before it has become the program would clean up
for ((i = 0; i < 60; i++)); do
    rm -f killed/*
    "$pawl" payment.fsm -o killed &
    sleep "0.00$((i % 10))"
    kill -$([ $((i % 2)) -eq 0 ] && echo TERM || echo KILL) $! 2>/dev/null
    wait $! 2>/dev/null
    for file in killed/*; do
        case $file in
        'killed/*') ;;
        *) [ -e "made/on/demand/${file#killed/}" ] || fail "a killed compiler left $file" ;;
        esac
    done
done
trap 'rm -rf "$scratch"' EXIT

# ---- prefixes of a good file, and bytes of it spoilt, are answered: no crash, no hang; every prefix is in tests/fuzz

size=$(wc -c <payment.fsm)
for ((i = 0; i < size; i += 97)); do
    head -c "$i" "$payment" >cut.fsm
    timeout 20 "$pawl" cut.fsm -o cut --emit=dot 2>stderr
    status=$?
    [ $status -le 1 ] || { fail "the first $i bytes end with status $status"; head -5 stderr; }
done
for ((i = 0; i < size; i += 101)); do
    { head -c "$i" "$payment"; printf '{"'; tail -c +$((i + 2)) "$payment"; } >cut.fsm
    timeout 20 "$pawl" cut.fsm -o cut --emit=dot 2>stderr
    status=$?
    [ $status -le 1 ] || { fail "byte $i spoilt ends with status $status"; head -5 stderr; }
done

# ---- large input in reasonable time

head -c 1000000 /dev/zero | tr '\0' '{' >deep.fsm
expect 1 "error[E006]" timeout 20 "$pawl" deep.fsm -o x
head -c 1000000 /dev/zero | tr '\0' '@' >noise.fsm
expect 1 "more" timeout 60 "$pawl" noise.fsm -o x
head -c 1000000 /dev/zero | tr '\0' '"' >quotes.fsm
expect 1 "error[E010]" timeout 60 "$pawl" quotes.fsm -o x
yes '/// doc' | head -100000 >docs.fsm
expect 1 "error[E014]" timeout 60 "$pawl" docs.fsm -o x

# ---- a dot that hangs: its picture is placed in a rougher way, or left out of the page

mkdir hangs
printf '#!/bin/sh\ncase "$*" in *nslimit=*) exec "%s" "$@" ;; esac\nexec sleep 1000\n' "$(command -v dot)" >hangs/dot
chmod +x hangs/dot
expect 0 "" env PATH="$PWD/hangs:$PATH" "$pawl" payment.fsm -o rough --emit=html
grep -q '<svg' rough/payment.html || fail "a dot that takes long leaves no picture"
# the second time it has said all, and stays
printf '#!/bin/sh\ncase "$*" in *nslimit=*) exec >&- ;; esac\nexec sleep 1000\n' >hangs/dot
expect 0 "warning: slow/payment.html has no picture of payment: dot, which draws its diagram, took longer than 5 seconds of processor time, or was idle for 15, in all" \
    env PATH="$PWD/hangs:$PATH" timeout 60 "$pawl" payment.fsm -o slow --emit=header,html
[ -s slow/payment.h ] || fail "a dot that hangs keeps other outputs from being written"
grep -q 'There is no picture: dot, .* The words below hold all of it, and so does payment.dot' slow/payment.html &&
    ! grep -q '<svg' slow/payment.html && grep -q 'What can happen' slow/payment.html || fail "the page without a picture is not whole"
# it draws the first pictures of a large machine: the page says once how many are missing
printf '#!/bin/sh\necho >>calls\n[ "$(wc -l <calls)" -le 2 ] && exec "%s" "$@"\nwhile :; do :; done\n' "$(command -v dot)" >hangs/dot
cp "$2/tests/golden/diagrams/order.fsm" large.fsm
expect 0 "warning: few/large.html has only " env PATH="$PWD/hangs:$PATH" "$pawl" large.fsm -o few --emit=html
[ "$(grep -c 'There are only [1-6] of 7 pictures: dot' few/large.html)" -eq 1 ] ||
    fail "the page does not say once that pictures are missing"
# nor does a label that dot does not take
echo "machine long { initial state a \"$(printf 'x%.0s' {1..17000})\" { on go -> b; } final state b; }" >long.fsm
expect 0 "long.html has no picture of long: dot, which draws its diagram, ended with" "$pawl" long.fsm -o long
[ -s long/long.h ] && grep -q 'There is no picture' long/long.html || fail "a long label keeps other outputs from being written"
mkdir older && cp long.fsm older
expect 0 "long.html has no picture of long" "$pawl" long.fsm -o compared --emit=html --since=older/long.fsm
exit $failed
