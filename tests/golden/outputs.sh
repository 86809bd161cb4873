#!/bin/bash
# Compiles examples/payments/payment.fsm and outputs/*.fsm, compares every file that comes out, or the parts of it that
# outputs/parts lists, with the one in outputs/, byte for byte, and then uses it whole: C under two compilers as C and as C++, SQL on SQLite and,
# where PAWL_TEST_POSTGRES holds a superuser's conninfo, on PostgreSQL, diagrams with dot, JSON by its schema. Where
# PAWL_TEST_MARIADB names a server, what is written for MariaDB is used there, too; of two machines it is compared.
#
#   outputs.sh PAWL             compares and uses
#   outputs.sh PAWL --update    writes outputs/ anew; read the difference before you commit it
set -euo pipefail

pawl=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
expected=$here/outputs
runtime=$here/../../runtime
work=$(mktemp -d /tmp/pawl-outputs.XXXXXX)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# same EXPECTED ACTUAL
same() {
    diff -u "$1" "$2" >&2 || fail "$(basename "$1") differs from what is committed; if that is meant: outputs.sh PAWL --update"
}

machines=("$here/../../examples/payments/payment.fsm" "$expected"/*.fsm)
mkdir "$work/again" "$work/no-dot" # without dot, which chooses between layouts and has versions
for machine in "${machines[@]}"; do
    options=
    [ ! -e "${machine%.fsm}.options" ] || options=$(cat "${machine%.fsm}.options")
    for folder in out again; do
        # shellcheck disable=SC2086
        PATH=$work/no-dot "$pawl" "$machine" $options --emit=header,source,postgres,sqlite,dot,mermaid,json -o "$work/$folder"
        case $machine in # the plainest, and one with timers and work
        */payment.fsm | */waiting.fsm) "$pawl" "$machine" --databases=mariadb --emit=mariadb -o "$work/$folder" ;;
        esac
    done
    # shellcheck disable=SC2086
    "$pawl" "$machine" $options --emit=program -o "$work/programs"
done
cp "$work/programs/payment.main.c" "$work/out"
"$pawl" "${machines[0]}" --no-roles --emit=postgres -o "$work/no_roles"
mv "$work/no_roles/payment.postgres.sql" "$work/out/payment.no_roles.postgres.sql"
"$pawl" "${machines[0]}" --strict --databases=mariadb --emit=mariadb -o "$work/strict"
mv "$work/strict/payment.mariadb.sql" "$work/out/payment.strict.mariadb.sql"
diff "$work/strict/pawl.mariadb.sql" "$work/out/pawl.mariadb.sql" >&2 || fail "what machines share is another with --strict"
"$pawl" "${machines[0]}" --distribute=citus --emit=postgres -o "$work/citus"
mv "$work/citus/payment.postgres.sql" "$work/out/payment.citus.postgres.sql"
mv "$work/citus/pawl.postgres.sql" "$work/out/pawl.citus.postgres.sql"
diff -r -x '*.no_roles.*' -x '*.strict.*' -x '*.citus.*' -x '*.main.c' "$work/out" "$work/again" || fail "two runs write different bytes"

# Pages hold what Graphviz drew; tests/page looks at them.
"$pawl" "${machines[0]}" --emit=html -o "$work/out"
"$pawl" "${machines[0]}" --emit=html -o "$work/again"
diff "$work/out" "$work/again" -q -x '*.no_roles.*' -x '*.strict.*' -x '*.citus.*' -x '*.main.c' || fail "two runs write different pages"
rm "$work"/out/*.html

warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wswitch-enum -Wundef
    -Werror -I"$runtime" -I"$work/out")
declare -A only=([gcc]='-c -o /dev/null' [clang]=-fsyntax-only) # gcc warns of less where it makes nothing

# uses_c STEM: the header alone and first, with the macro that every program needs, the source, and the program
uses_c() {
    local compiler
    printf '#include "%s.h"\nstruct pawl_error error_of_program = PAWL_ERROR_INIT;\n' "$1" >"$work/$1-alone.c"
    for compiler in gcc clang; do
        # shellcheck disable=SC2086
        "$compiler" ${only[$compiler]} -std=c11 -Wmissing-prototypes "${warnings[@]}" "$work/programs/$1.main.c" ||
            fail "$1.main.c with $compiler as C11"
        for source in "$work/$1-alone.c" "$work/out/$1.c"; do
            # shellcheck disable=SC2086
            "$compiler" ${only[$compiler]} -std=c11 -Wmissing-prototypes "${warnings[@]}" "$source" || fail "$1 with $compiler as C11"
            # shellcheck disable=SC2086
            "$compiler" ${only[$compiler]} -std=c++17 -x c++ "${warnings[@]}" "$source" || fail "$1 with $compiler as C++17"
        done
    done
}

# has_machine SQL: not only flows
has_machine() {
    grep -qE '^-- pawl: .*"machines":\[\{' "$1"
}

# dump DATABASE: all that is in it; what machines share is made anew each time, behind the rest
dump() {
    sqlite3 "$1" "select type, name, sql from main.sqlite_master order by type, name" ".dump --data-only"
}

# On SQLite: applied twice, nothing changed by the second time; readable, and closed to every write.
uses_sqlite() {
    local sql=$work/out/$1.sqlite.sql database=$work/$1.db table
    [ ! -f "$expected/$1.parents.sqlite.sql" ] || sqlite3 -bail "$database" <"$expected/$1.parents.sqlite.sql"
    sqlite3 "$database" <"$work/out/pawl.sqlite.sql" || fail "what machines share on SQLite"
    sqlite3 -bail "$database" <"$sql" || fail "$1 on SQLite"
    dump "$database" >"$work/$1.first"
    cat "$work/out/pawl.sqlite.sql" "$sql" | sqlite3 -bail "$database" || fail "$1 on SQLite, second time"
    dump "$database" | diff "$work/$1.first" - || fail "$1: applying twice changed the database"
    sqlite3 "$database" "select name from sqlite_master where type in ('table', 'view')" >"$work/$1.tables"
    sed 's/.*/select * from &;/' "$work/$1.tables" | sqlite3 -bail "$database" >/dev/null || fail "$1: a table cannot be read on SQLite"
    # how many rows were written until then is printed behind each
    while read -r table; do
        for write in "insert into $table select * from $table limit 1" "insert or replace into $table default values" \
            "insert or ignore into $table default values"; do
            printf '%s;\nselect total_changes(), '"'%s'"';\n' "$write" "$write"
        done
    done <"$work/$1.tables" | { sqlite3 "$database" 2>/dev/null || true; } | awk -F '|' '$1 > before { print $2 } { before = $1 }' >"$work/$1.written"
    [ ! -s "$work/$1.written" ] || fail "$1: SQLite let through: $(cat "$work/$1.written")"
    dump "$database" | diff "$work/$1.first" - || fail "$1: a write on SQLite was let through"
    # Another version of a machine is refused, also by a shell that would go on after errors; one of a flow is not.
    has_machine "$sql" || return 0
    sed 's/\<[0-9a-f]\{16\}\>/0123456789abcdef/' "$sql" >"$work/$1.other.sql"
    if sqlite3 "$database" <"$work/$1.other.sql" >/dev/null 2>&1; then
        fail "$1: another version was not refused on SQLite"
    fi
    dump "$database" | diff "$work/$1.first" - ||
        fail "$1: another version changed the database"
}

run_psql() {
    psql -X -q -A -F ' | ' -P footer=off -v ON_ERROR_STOP=1 -v VERBOSITY=terse "$@"
}

# what Pawl has created, and pawl_objects does not have: indexes, triggers and rules are found by their tables, and the
# sequence of a column is its table's
unlisted="select made.name from (
    select c.oid::regclass::text as name from pg_class c
      where c.relowner = 'pawl_owner'::regrole and c.relkind not in ('i', 'I', 't')
        and not exists (select from pg_depend of_column where of_column.classid = 'pg_class'::regclass
          and of_column.objid = c.oid and of_column.refobjsubid > 0 and c.relkind = 'S')
    union all
    select p.oid::regprocedure::text from pg_proc p where p.proowner = 'pawl_owner'::regrole
  ) made where not exists (
    select from public.pawl_objects listed where substr(listed.object, strpos(listed.object, ' ') + 1) = made.name)"

uses_postgres() {
    local sql=$work/out/$1.postgres.sql name=pawl_outputs_$$ conninfo=$PAWL_TEST_POSTGRES before forgotten
    local shared=$work/out/pawl.postgres.sql
    run_psql -d "$conninfo" -c "create database $name"
    conninfo="$conninfo dbname=$name"
    for before in "$expected/$1.parents.sql" "$expected/$1.grants.sql"; do
        [ ! -f "$before" ] || run_psql -d "$conninfo" -f "$before" || fail "$before"
    done
    run_psql -d "$conninfo" -f "$shared" -f "$sql" >"$work/$1.applied" 2>&1 || fail "$1 on PostgreSQL"
    run_psql -d "$conninfo" -f "$shared" -f "$sql" >>"$work/$1.applied" 2>&1 || fail "$1 on PostgreSQL, second time"
    [ ! -s "$work/$1.applied" ] || fail "$1: applying is not silent: $(cat "$work/$1.applied")"
    forgotten=$(PGOPTIONS='-c search_path=pg_catalog' run_psql -t -d "$conninfo" -c "$unlisted")
    [ -z "$forgotten" ] || fail "$1: created, and not listed in objects.sql: $forgotten"
    # in its folder, since psql's messages name the file as it was given
    (cd "$expected" && run_psql -d "$conninfo" -f "$1.calls.sql") >"$work/$1.calls.expected" 2>&1 || true
    if [ -n "$update" ]; then
        cp "$work/$1.calls.expected" "$expected/"
    else
        same "$expected/$1.calls.expected" "$work/$1.calls.expected"
    fi
    sed 's/\<[0-9a-f]\{16\}\>/0123456789abcdef/' "$sql" >"$work/$1.other.sql"
    if ! has_machine "$sql"; then
        run_psql -d "$conninfo" -f "$work/$1.other.sql" || fail "$1: another version of a flow was refused"
    elif run_psql -d "$conninfo" -f "$work/$1.other.sql" >/dev/null 2>"$work/$1.refusal"; then
        fail "$1: another version was not refused on PostgreSQL"
    else
        grep -q 'is deployed in another version' "$work/$1.refusal" || fail "$1: $(cat "$work/$1.refusal")"
    fi
    run_psql -d "$PAWL_TEST_POSTGRES" -c "drop database $name"
}

# The same without roles, by a login that may make none: the same answers, and accidents are refused.
uses_postgres_without_roles() {
    local name=pawl_no_roles_$$ sql=$work/no-roles/$1.postgres.sql
    local conninfo="$PAWL_TEST_POSTGRES dbname=$name user=$name" shared=$work/no-roles/pawl.postgres.sql table
    "$pawl" "$2" --no-roles --emit=postgres -o "$work/no-roles"
    run_psql -d "$PAWL_TEST_POSTGRES" -c "create role $name login" -c "create database $name owner $name"
    if [ -f "$expected/$1.parents.sql" ]; then
        run_psql -d "$conninfo" -f "$expected/$1.parents.sql" || fail "$1.parents.sql without roles"
    fi
    run_psql -d "$conninfo" -f "$shared" -f "$sql" >"$work/$1.applied" 2>&1 || fail "$1 without roles"
    run_psql -d "$conninfo" -f "$shared" -f "$sql" >>"$work/$1.applied" 2>&1 || fail "$1 without roles, second time"
    [ ! -s "$work/$1.applied" ] || fail "$1: applying without roles is not silent: $(cat "$work/$1.applied")"
    (cd "$expected" && run_psql -d "$conninfo" -f "$1.calls.sql") >"$work/$1.without" 2>&1 || true
    # whoever owns a table is told more of its rows
    if ! diff -u <(grep -v '^DETAIL' "$expected/$1.calls.expected") <(grep -v '^DETAIL' "$work/$1.without") >&2; then
        fail "$1 answers otherwise without roles"
    fi
    for table in $(run_psql -t -d "$conninfo" -c "select c.oid::regclass from pg_class c join pg_namespace n
        on n.oid = relnamespace where relkind = 'r' and exists (select from pg_trigger t where t.tgrelid = c.oid
        and t.tgname = 'pawl_refuse_write')"); do
        if run_psql -d "$conninfo" -c "delete from $table" >/dev/null 2>&1; then
            fail "$1: without roles, $table can be emptied by accident"
        fi
    done
    run_psql -d "$PAWL_TEST_POSTGRES" -c "drop database $name" -c "drop role $name"
}

run_mariadb() {
    mariadb --no-defaults --default-character-set=utf8mb4 -uroot -S "${PAWL_TEST_MARIADB#*socket=}" -N -B "$@"
}

# apply_mariadb DATABASE FILE...: as the head of each file says
apply_mariadb() {
    local database=$1
    shift
    sed "s/pawl_application/$database/g; s/pawl_database/${database}_pawl/g" "$@" | run_mariadb "$database"
}

# signatures DATABASE FILE: its head names each function of an event, with as many arguments as that takes
signatures() {
    run_mariadb -N -e "select specific_name, count(*) from information_schema.parameters
        where specific_schema = '$1_pawl' and specific_name rlike '[$][0-9]+\$' and specific_name not like '%\\_many$%'
            and parameter_mode is not null group by 1 order by 1" >"$work/functions"
    sed -n '/^$/q; s/^--   select pawl_database\.\([^(]*\)(\(.*\))$/\1\t\2/p' "$2" |
        awk -F '\t' '{ print $1 "\t" split($2, arguments, ",") }' | LC_ALL=C sort | diff "$work/functions" - >&2 ||
        fail "the head of $(basename "$2") names other functions than there are"
}

# dump_mariadb DATABASE: all that is in both of them
dump_mariadb() {
    mariadb-dump --no-defaults -uroot -S "${PAWL_TEST_MARIADB#*socket=}" --routines --triggers --skip-comments \
        --databases "$1" "$1_pawl"
}

# drop_mariadb DATABASE
drop_mariadb() {
    run_mariadb -e "drop database if exists $1_pawl; drop database if exists $1;
        drop role if exists $1_pawl_owner, $1_pawl_app, $1_pawl_operator, $1_pawl_reader, $1_pawl_hooks"
}

# On MariaDB: applied twice, nothing changed by the second time; every view can be read, and another version is refused.
# Not those whose hooks have no text for it, or whose tables lie in other databases.
uses_mariadb() {
    local name=pawl_outputs_$$ parents=$expected/$1.parents.sql sql=$work/mariadb/$1.mariadb.sql view
    if [ -f "$parents" ] && grep -q 'create schema' "$parents"; then
        return 0
    fi
    # shellcheck disable=SC2086
    "$pawl" "$2" $3 --databases=mariadb --emit=mariadb -o "$work/mariadb"
    # `create table ... as select` with an expression (a check, a generated column, a default of a long text) leaves a table that
    # cannot be opened if its session is killed
    awk 'BEGIN { RS = ";\n" } /create table/ && /\nas select/ && /check \(| as \(|default .[{]/' "$sql" | grep . >&2 &&
        fail "$1: a table that is made from a query has an expression"
    run_mariadb -e "create database $name character set utf8mb4 collate utf8mb4_nopad_bin"
    [ ! -f "$parents" ] || sed 's/text primary key/varchar(64) primary key/' "$parents" | run_mariadb "$name"
    apply_mariadb "$name" "$work/mariadb/pawl.mariadb.sql" "$sql" >"$work/$1.applied" 2>&1 || fail "$1 on MariaDB"
    head -n 20 "$sql" | grep -qF -- "--   sed 's/pawl_application/shop/g; s/pawl_database/shop_pawl/g' $1.mariadb.sql | mariadb shop" ||
        fail "$1: its first lines do not say how it is applied on MariaDB"
    signatures "$name" "$sql"
    dump_mariadb "$name" >"$work/$1.first"
    apply_mariadb "$name" "$work/mariadb/pawl.mariadb.sql" "$sql" >>"$work/$1.applied" 2>&1 || fail "$1 on MariaDB, second time"
    [ ! -s "$work/$1.applied" ] || fail "$1: applying is not silent on MariaDB: $(cat "$work/$1.applied")"
    dump_mariadb "$name" | diff "$work/$1.first" - >&2 || fail "$1: applying twice changed the database on MariaDB"
    for view in $(run_mariadb -e "select table_name from information_schema.views where table_schema = '${name}_pawl'"); do
        run_mariadb "${name}_pawl" -e "select * from $view" >/dev/null || fail "$1: $view cannot be read on MariaDB"
    done
    sed 's/\<[0-9a-f]\{16\}\>/0123456789abcdef/' "$sql" >"$work/$1.other.sql"
    if has_machine "$sql"; then
        if apply_mariadb "$name" "$work/$1.other.sql" >/dev/null 2>"$work/$1.refusal"; then
            fail "$1: another version was not refused on MariaDB"
        fi
        grep -q 'is deployed in another version' "$work/$1.refusal" || fail "$1: $(cat "$work/$1.refusal")"
        dump_mariadb "$name" | diff "$work/$1.first" - >&2 || fail "$1: another version changed the database on MariaDB"
    fi
    drop_mariadb "$name"
}

# shown FILE...: what a reviewer reads of what came out: of most, all
shown() {
    local file
    for file; do
        if grep -q "^$file " "$expected/parts"; then
            awk -v name="$file" -f "$here/parts.awk" "$expected/parts" "$work/out/$file" >"$work/shown/$file" || fail "$file lacks a part"
        else
            cp "$work/out/$file" "$work/shown/"
        fi
    done
}

# shown_beside FILE OTHER: where OTHER differs from FILE
shown_beside() {
    { diff -U 2 "$work/out/$1" "$work/out/$2" || true; } | sed -E 's#^(---|\+\+\+) .*/([^/\t]*)\t.*#\1 \2#' >"$work/shown/$2.diff"
}

# What all machines share is not shown: it stands in runtime/*/schema.
mkdir "$work/shown"
for machine in "${machines[@]}"; do
    stem=$(basename "$machine" .fsm)
    # shellcheck disable=SC2046
    shown $(cd "$work/out" && ls "$stem".[a-z]* | grep -v '\.\(no_roles\|strict\)\.')
done
shown_beside payment.postgres.sql payment.no_roles.postgres.sql
shown_beside payment.mariadb.sql payment.strict.mariadb.sql
shown_beside pawl.postgres.sql pawl.citus.postgres.sql

update=
if [ "${2:-}" = --update ]; then
    update=yes
    cp "$work"/shown/* "$expected/"
fi

for output in "$work"/shown/*; do
    [ -f "$expected/$(basename "$output")" ] || fail "$(basename "$output") is not committed in outputs/"
    same "$expected/$(basename "$output")" "$output"
done
for machine in "${machines[@]}"; do
    stem=$(basename "$machine" .fsm)
    uses_c "$stem"
    uses_sqlite "$stem"
    if [ -n "${PAWL_TEST_POSTGRES:-}" ]; then
        uses_postgres "$stem"
        uses_postgres_without_roles "$stem" "$machine"
    fi
    if [ -n "${PAWL_TEST_MARIADB:-}" ]; then
        options=
        [ ! -e "${machine%.fsm}.options" ] || options=$(cat "${machine%.fsm}.options")
        uses_mariadb "$stem" "$machine" "$options"
    fi
    dot -Tsvg "$work/out/$stem.dot" -o "$work/$stem.svg" || fail "$stem.dot cannot be drawn"
done
"$here/../page/schema.py" "$work"/out/*.json || fail "JSON is not as model.schema.json says"

[ "$failures" -eq 0 ] || exit 1
echo "${#machines[@]} machines: outputs as committed, and usable"
