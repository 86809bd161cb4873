#!/bin/bash
# refused.sh DATABASE PAWLCTL PAWL PROGRAM MACHINES: a program has made every call of libpawl when its version is refused, and makes
# each again: without being started anew it is told MISMATCH, and has written nothing. MACHINES holds the parcel.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
program=$4
machines=$5
trap 'kill ${told_PID:-} 2>/dev/null; cleanup' EXIT

"$program" "$PAWL_DB" statements || fail "statements of the generated code do not name the version"
"$pawl" "$machines/parcel.fsm" -o "$scratch/gen" --emit="$database" || exit 2

# changed NAME EXPRESSION: another version of the parcel, and the migration to it
changed() {
    mkdir -p "$scratch/$1"
    sed "$2" "$machines/parcel.fsm" >"$scratch/$1/parcel.fsm"
    migrate "$machines/parcel.fsm" "$scratch/$1/parcel.fsm" || fail "no migration: $(cat "$scratch/err")"
}

retired() {
    changed newer 's/  final state lost;/  final state lost;\n  final state stolen;/; s/on arrive -> there;/on arrive -> there; on miss -> stolen;/'
    answers 0 "continue next to" apply "$migration"
    answers 0 "refused from now on" retire parcel "$(version "$machines/parcel.fsm")"
}
migrated() {
    changed renamed 's/state packed {/state wrapped renamed from packed {/'
    answers 0 "" apply "$migration"
}
called_otherwise() {
    changed box 's/machine parcel "Parcel"/machine box "Parcel" renamed from parcel/'
    answers 0 "is called box" apply "$migration"
}
dropped() {
    if [ "$database" = postgres ]; then
        sql "select format('drop function %s cascade;', oid::regprocedure) from pg_proc where proname like 'parcel%'
            union all select format('drop table %s cascade;', oid::regclass) from pg_class
                where relname like 'parcel%' and relkind = 'r'" >"$scratch/drop"
        sql "set client_min_messages = error; $(cat "$scratch/drop")" >/dev/null
        plant "delete from pawl_machines where machine = 'parcel'"
    elif [ "$database" = mariadb ]; then
        mariadb_sql root "${own_database}_pawl" "select concat('drop ', kind, ' ', name, ';') from (
            select 'function' as kind, routine_name as name from information_schema.routines
              where routine_schema = database() and routine_name like 'parcel%'
            union all select if(table_type = 'VIEW', 'view', 'table'), table_name from information_schema.tables
              where table_schema = database() and table_name like 'parcel%') made order by kind" >"$scratch/drop"
        mariadb_sql root "${own_database}_pawl" "$(cat "$scratch/drop"); delete from pawl_machines where machine = 'parcel'"
    else
        plant "delete from pawl_machines where machine = 'parcel'"
        sqlite3 "$file" "select 'drop ' || type || ' ' || name || ';' from sqlite_master
            where name like 'parcel%' and type in ('view', 'table') order by type = 'table'" | sqlite3 -bail "$file"
    fi
}

fresh() {
    drop_database >/dev/null 2>&1
    if [ "$database" = postgres ]; then
        psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database $name"
    elif [ "$database" = mariadb ]; then
        mariadb_sql root mysql "create database $own_database character set utf8mb4 collate utf8mb4_nopad_bin;
            create role ${own_database}_pawl_hooks; grant select, insert, update, delete on $own_database.* to ${own_database}_pawl_hooks"
    else
        rm -f "$file"*
    fi
}

rows() { # what may not change
    sql "select * from parcel_pending order by 1, 2" && sql "select * from parcel_transitions order by 1, 2"
}

for refusal in retired migrated called_otherwise dropped; do
    answers 0 "" apply "$scratch/gen/parcel.$database.sql"
    coproc told { "$program" "$PAWL_DB" 2>&1; }
    read -r said <&"${told[0]}"
    [ "$said" = READY ] || { fail "$refusal: $said $(cat <&"${told[0]}")"; exit 1; }
    [ $refusal != retired ] || rows >"$scratch/before"
    $refusal
    # bash closes its own end and forgets the number as soon as the program has ended
    exec {answer}<&"${told[0]}"
    echo >&"${told[1]}"
    said=$(cat <&"$answer")
    exec {answer}<&-
    [ "$said" = REFUSED ] || fail "$refusal: the program was answered: $said"
    if [ $refusal = retired ]; then
        rows >"$scratch/after"
        diff "$scratch/before" "$scratch/after" >"$scratch/diff" || fail "the retired version has written: $(cat "$scratch/diff")"
    fi
    wait
    fresh
done
exit $failed
