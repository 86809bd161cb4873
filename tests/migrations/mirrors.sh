#!/bin/bash
# mirrors.sh DATABASE PAWLCTL PAWL: what becomes of the column that `mirror` keeps, by each kind of change that concerns
# it, where the column is a smallint, an int, a text or of an enum type; and what is said of one that does not fit.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

all="'c1', 'c2', 'c3', 'c4', 'c5', 'c9'"
case $database in
postgres) sql "create type kind_of_thing as enum ($all)" && enum=kind_of_thing ;;
mariadb) enum="enum($all)" ;;
*) enum=text ;;
esac
sql "create table things (id varchar(20) primary key, small smallint, code integer, label varchar(20), kind $enum, other $enum)"
sql "insert into things (id) values ('OPEN'), ('TAKEN'), ('CLOSED')"
mkdir "$scratch/old" "$scratch/new"

# column NAME PREFIX: the machine that is kept in it, without the mirror yet; its states are PREFIX and a number
column() {
    column=$1 prefix=$2 name=thing_$1
    sql "update things set small = null, code = null, label = null, kind = null, other = null"
    cat >"$scratch/old/thing.fsm" <<END
pawl 1;
machine $name {
  entity things.id: text;
  event create(title: text);
  initial state open stored 1 { on take -> taken; }
  state taken stored 3 { on give_back -> open; on close -> closed; }
  final state closed stored 9;
  allow W011 "an open one may wait for ever";
}
END
    [ -z "$prefix" ] || sed -i 's/stored \([0-9]*\)/stored "c\1"/' "$scratch/old/thing.fsm"
    "$pawl" "$scratch/old/thing.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    answers 0 created apply "$scratch/gen/thing.$database.sql"
    for id in OPEN TAKEN CLOSED; do
        answers 0 created fire "$name" $id create title=x
        [ $id = OPEN ] || answers 0 taken fire "$name" $id take
        [ $id != CLOSED ] || answers 0 closed fire "$name" $id close
    done
}

# newer TITLE CHANGE: writes the migration; a code in CHANGE is @3
newer() {
    local change
    title="$column: $1"
    change=$(sed "s/@\([0-9]*\)/$([ -z "$prefix" ] && echo '\1' || echo '"c\1"')/g" <<<"$2")
    sed "s/ renamed from [a-z_]*//; $change" "$scratch/old/thing.fsm" >"$scratch/new/thing.fsm"
    migrate "$scratch/old/thing.fsm" "$scratch/new/thing.fsm" || fail "$title: $(cat "$scratch/err")"
}

# step TITLE CHANGE CODES: is applied, and the column has these then
step() {
    newer "$1" "$2"
    answers 0 "migrated" apply "$migration"
    [ "$status" -eq 0 ] || exit 1 # what follows is of that version
    answers 0 "nothing new" apply "$migration"
    answers 0 " 0 problems" verify "$name"
    [ "$3" = "$(codes)" ] || fail "$title: $column has $(codes), not $3"
    mv "$scratch/new/thing.fsm" "$scratch/old/thing.fsm"
}
codes() { sql "select $column from things order by id" | sed "s/^c//" | paste -sd' '; } # of CLOSED, OPEN, TAKEN

# refuses TITLE CHANGE TEXT...
refuses() {
    newer "$1" "$2"
    for text in "${@:3}"; do answers 1 "$text" apply "$migration"; done
    answers 0 " 0 problems" verify "$name"
}

columns=(small: code: label: kind:c)
[ "$database" != mariadb ] || columns=(small: kind:c) # where each migration takes long
for pair in "${columns[@]}"; do
    column "${pair%:*}" "${pair#*:}"
    refuses "a column that is not there" "s/things.id: text;/&\n  mirror things.lacking;/" "things has no column lacking" "alter table" "$([ "$database" = postgres ] || echo "correct the rows or columns")"
    answers 1 "missing or cannot hold the states: lacking" plan "$migration"
    step "mirror added" "s/things.id: text;/&\n  mirror things.$column;/" "9 1 3"
    step "code changed" 's/stored @3/stored @5/' "9 1 5"
    name=${name}_2
    step "machine renamed" "s/machine ${name%_2}/machine $name renamed from ${name%_2}/" "9 1 5"
    step "storage changed" 's/things.id: text;/&\n  storage transitions;/' "9 1 5"
    step "code changed in views" 's/stored @1/stored @2/' "9 2 5"
    answers 0 "taken -> open" fire "$name" TAKEN give_back
    is "9 2 2" "$(codes)"
    step "storage changed back" '/storage/d' "9 2 2"
    step "code changed back" 's/stored @2/stored @1/' "9 1 1"
    answers 0 "open -> taken" fire "$name" TAKEN take
    step "state renamed" 's/state taken stored @5/& renamed from taken/; s/state taken/state busy/; s/-> taken/-> busy/' "9 1 5"
    step "state added" 's/final state closed/state parked stored @4 { on unpark -> busy; }\n  &/; s/on close -> closed;/& on park -> parked;/' "9 1 5"
    answers 0 "busy -> parked" fire "$name" TAKEN park
    is "9 1 4" "$(codes)"
    step "state retired" 's/state parked.*/retired parked -> open;/; s/on park -> parked;//' "9 1 1"
    answers 0 "open -> busy" fire "$name" TAKEN take
    is "9 1 5" "$(codes)"
    case $column in
    small) [ "$database" = sqlite ] || refuses "a code without room" 's/stored @9/stored 70000/' "things.small cannot hold the state" "$([ "$database" = mariadb ] || echo "70000 (closed)")" "integer, a larger integer type, or text" ;;
    kind) [ "$database" = sqlite ] || refuses "a state that the type lacks" 's/stored @9/stored "c7"/' "things.kind cannot hold the state" "or an enum type with every state" "$([ "$database" = postgres ] || echo "correct the rows or columns")" ;;
    esac
    [ $column != label ] || { column=code step "kept in numbers" "/retired/d; s/mirror things.label/mirror things.code/" "9 1 5"; }
    [ $column != kind ] || { column=other step "another column" "/retired/d; s/mirror things.kind/mirror things.other/" "9 1 5"; }
    answers 0 "busy -> open" fire "$name" TAKEN give_back
    step "no mirror" '/mirror/d' "$(codes)"
done
exit $failed
