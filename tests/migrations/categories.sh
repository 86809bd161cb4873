#!/bin/bash
# categories.sh DATABASE PAWLCTL PAWL: each kind of change between two versions of a machine, with rows in it: what
# becomes of them, whether programs of the old version are accepted, and that the history is whole afterwards. With
# PAWL_TEST_STORAGE=transitions the machine has that storage, enforced, and what differs is looked at.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
number=0
own=${name:-} # of the database; later it is that of the machine
trap 'name=$own; cleanup' EXIT
storage=${PAWL_TEST_STORAGE:-head}
history=transitions # what to read it from

cat >"$scratch/base" <<'END'
pawl 1;
machine NAME {
  event create(title: text, due: timestamp?);
  event take(who: text, size: int?);
  guard is_small sql "select coalesce(:take.size, 0) < 100";
  initial state open { on take -> taken when is_small; }
  state taken { on give_back -> open; on close -> closed; on nudge -> stay; }
  final state closed;
  allow W011 "an open one may wait for ever";
}
END
sed -i 's/ *guard is_small.*/  guard is_small sql "select coalesce(:size, 0) < 100";/' "$scratch/base"
sql "create table things (id text primary key)"
if [ "$storage" = transitions ]; then
    history=history
    sed -i 's/  event create/  entity things.id: text;\n  storage transitions enforced;\n  event create/' "$scratch/base"
    sql "insert into things values ('OPEN'), ('TAKEN'), ('CLOSED'), ('DUE')"
    # there each takes twice as long, and what does not touch the table of transitions is as without it
    [ "$database" != mariadb ] || : "${PAWL_TEST_FILTER:=@(state_added|state_re*|event_stored*|parameter_added_that_may*|parameter_re*|forward*|transitions:*)}"
    : "${PAWL_TEST_FILTER:=@(state_added|state_re*|event_added|event_stored*|parameter_added_that_may*|parameter_re*|parameter_that*|text_*|move_to*|timer_of*|timer_added|drift|forward*|transitions:*)}"
fi

# what is not asked for is passed over: PAWL_TEST_FILTER is a pattern of titles, with _ for blanks
skipped=
for function in answers is fail migrate sql; do
    eval "real_$function() $(declare -f "$function" | tail -n +2)"
    eval "$function() { [ -n \"\$skipped\" ] || real_$function \"\$@\"; }"
done

# calls FILE: what brings a row into each state on MariaDB, as the first lines of what is deployed say that it is called
calls() {
    awk -v prefix="--   select pawl_database.${name}_" -v ours="${own_database}_pawl.${name}_" '
        function call(event, given, count) {
            printf "select json_value(%s%s$%d(%s", ours, event, takes[event], given
            for (count = split(given, part, ","); count < takes[event]; count++) printf ", null"
            print "), \047$.status\047);"
        }
        index($0, prefix) == 1 { split(substr($0, length(prefix) + 1), part, /[$(]/); takes[part[1]] = part[2] }
        /^$/ { exit }
        END {
            call("create", "\047OPEN\047, 7")
            call("create", "\047TAKEN\047, 7"); call("take", "\047TAKEN\047, 42, 5")
            call("create", "\047CLOSED\047, 7"); call("take", "\047CLOSED\047, 42, 5"); call("close", "\047CLOSED\047")
        }' "$1"
}

# begin TITLE CHANGE...: deploys the base as a machine of its own, with a row in each state, and writes the newer
# version, which sed makes of it by CHANGE
begin() {
    title=$1
    shift
    [ $# -gt 0 ] || set -- '' # the newer version is written afterwards
    number=$((number + 1))
    name=kind$number
    skipped=
    # shellcheck disable=SC2053 # a pattern
    [[ ${title// /_} == ${PAWL_TEST_FILTER:-*} ]] || skipped=yes
    mkdir -p "$scratch/old" "$scratch/new"
    sed "s/NAME/$name/" "$scratch/base" >"$scratch/old/kind.fsm"
    sed "$@" "$scratch/old/kind.fsm" >"$scratch/new/kind.fsm"
    [ -z "$skipped" ] || return
    # what a catalog of many machines is asked takes long there
    [ "$database" != mariadb ] || [ $((number % 6)) -ne 0 ] || mariadb_sql root mysql "drop database if exists ${own_database}_pawl"
    "$pawl" "$scratch/old/kind.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    answers 0 created apply "$scratch/gen/kind.$database.sql"
    # in one go what would be six programs; not in a schema of its own
    local made
    if [ "$database" = postgres ] && ! grep -q 'entity order' "$scratch/base"; then
        made=$(sql "select status from ${name}_create('OPEN', '7')
            union all select status from ${name}_create('TAKEN', '7') union all select status from ${name}_take('TAKEN', '42', 5)
            union all select status from ${name}_create('CLOSED', '7') union all select status from ${name}_take('CLOSED', '42', 5)
            union all select status from ${name}_close('CLOSED')" | paste -sd' ')
    elif [ "$database" = mariadb ]; then
        made=$(mariadb_sql root "$own_database" "$(calls "$scratch/gen/kind.mariadb.sql")" | paste -sd' ')
    else
        for id in OPEN TAKEN CLOSED; do
            answers 0 created fire "$name" $id create title=7
            [ $id = OPEN ] || answers 0 taken fire "$name" $id take who=42 size=5
            [ $id = CLOSED ] && answers 0 closed fire "$name" $id close
        done
        return
    fi
    is "OK OK OK OK OK OK" "$made"
}

# On MariaDB rights on a table outlive it, and would be rights on what others call so later.
no_rights_are_left() {
    [ "$database" = mariadb ] && [ -z "$skipped" ] || return
    is "" "$(mariadb_sql root mysql "select concat_ws(' ', held.user, held.table_priv, held.table_name) from mysql.tables_priv held
        where held.db in ('$own_database', '${own_database}_pawl') and held.table_name like 'kind${number}\\_%' and not exists (
            select 1 from information_schema.tables found where (found.table_schema, found.table_name) = (held.db, held.table_name))")"
}

# planned STATUS TEXT: pawlctl plan announces what apply does then, and changes nothing
planned() {
    answers "$1" "$2" plan "$migration"
    answers "$1" '"class"' plan "$migration" --json
}

# accepts | ends: the migration is applied and whole, and programs of the old version go on, or not
applied() {
    [ -z "$skipped" ] || return
    migrate "$scratch/old/kind.fsm" "$scratch/new/kind.fsm" || fail "$title: $(cat "$scratch/err")"
    grep -q "^-- pawl: .*\"accepts_old\":$([ "$1" = accepted ] && echo true || echo false)" "$migration" || fail "$title: programs of the old version are not $1"
    [ $number -gt 3 ] || answers 0 "would be migrated" apply "$migration" --dry-run
    planned_before "$1"
    answers 0 "migrated" apply "$migration"
    if [ $number -le 3 ]; then
        planned 0 "applied already"
        answers 0 "nothing new" apply "$migration"
    fi
    answers 0 " 0 problems" verify "$name"
    no_rights_are_left
}
# what apply will do with rows and programs; what it writes to the queue has no class of its own
planned_before() {
    ctl plan "$migration" --json
    is "[$([ "$1" = accepted ] && echo 0 || echo 4,5)]" "[$([ $status -eq 4 ] || [ $status -eq 5 ] && echo 4,5 || echo $status)]"
    is "$([ "$1" = accepted ] && echo True || echo False) []" "$(json 'd["machines"][0]["accepts_old"], d["machines"][0]["in_the_way"]')"
    is 0 "$(grep -cE "pawl_(database|application)" "$scratch/out")"
}
accepts() { applied accepted; }
ends() { applied refused; }

# refuses TEXT [PLAN]: nothing is changed, and the plan has announced it
refuses() {
    [ -z "$skipped" ] || return
    migrate "$scratch/old/kind.fsm" "$scratch/new/kind.fsm" || fail "$title: $(cat "$scratch/err")"
    planned 1 "in the way: ${2:-}"
    answers 1 "$1" apply "$migration"
    is "$(version "$scratch/old/kind.fsm")" "$(sql "select fingerprint from pawl_machines where machine = '$name' and is_deployed")"
    answers 0 " 0 problems" verify "$name"
}

# unwritten TEXT: there is no migration
unwritten() {
    [ -z "$skipped" ] || return
    migrate "$scratch/old/kind.fsm" "$scratch/new/kind.fsm" && fail "$title: a migration was written"
    grep -q "$1" "$scratch/err" || fail "$title: $(cat "$scratch/err")"
}

fires() { # ID STATE EVENT...: and is in STATE then
    local id=$1 to=$2
    shift 2
    answers 0 " -> $to (" fire "$name" "$id" "$@"
}

pending() { sql "select ${name}_id || ' ' || declaration || ' ' || fence from ${name}_pending order by 1, declaration"; }

# ---- states

begin "state added" 's/on nudge -> stay;/on nudge -> stay; on park -> parked;/; s/final state/state parked { on unpark -> taken; }\n  final state/'
accepts
fires TAKEN parked park

begin "state added, of which a new timer starts" 's/on nudge -> stay;/on nudge -> stay; on park -> parked;/; s/final state/state parked { after 1d unpark -> taken; }\n  final state/'
accepts
fires TAKEN parked park
is "TAKEN parked.unpark 30" "$(pending)"

begin "state renamed" 's/state taken {/state busy renamed from taken {/; s/-> taken/-> busy/'
ends
is "open taken|taken busy|" "$(sql "select from_state || ' ' || to_state from ${name}_$history where ${name}_id = 'TAKEN' order by sort_key" | sed 's/^ open/open taken/; s/^open busy/taken busy/' | tr '\n' '|')"
# rows that do not say it are not written
[ "$database" != postgres ] || is "3 3" "$(sql "select count(*) || ' ' || count(*) filter (where 'busy' in (from_state, to_state))
    from ${name}_transitions where xmin::text in
    (select xmin::text from ${name}_transitions where 'busy' in (from_state, to_state))")"
fires TAKEN open give_back

begin "state renamed from what there never was" 's/on nudge -> stay;/on nudge -> stay; on park -> parked;/; s/final state/state parked renamed from unheard_of { on unpark -> taken; }\n  final state/'
accepts
migrate "$scratch/old/kind.fsm" "$scratch/new/kind.fsm"
line=$(grep -n "state parked" "$scratch/new/kind.fsm")
is 1 "$(grep -sc "^$scratch/new/kind.fsm:${line%%:*}: note: machine .*state .parked. is taken for new. Nothing was called .unheard_of.\." "$scratch/err")"

begin "state renamed, stored as ever" 's/state taken {/state busy stored "taken" renamed from taken {/; s/-> taken/-> busy/'
accepts
fires TAKEN open give_back

begin "state removed" 's/on take -> taken when is_small;/on take -> closed when is_small;/; /state taken/d'
refuses "rows are in states that the new version does not have: 1 in taken (TAKEN); nothing was changed" "1 in state taken, which the new version does not have: TAKEN"
begin "two states removed" 's/on take -> taken when is_small;/on take -> closed when is_small;/; /state taken/d; s/final state closed/final state shut/; s/-> closed/-> shut/'
refuses "rows are in states that the new version does not have: 1 in closed (CLOSED), 1 in taken (TAKEN); nothing was changed" "1 in state closed"

begin "state removed, empty" 's/on take -> taken when is_small;/on take -> closed when is_small;/; /state taken/d'
fires TAKEN closed close
ends
fires OPEN closed take who=x

begin "state retired" 's/on take -> taken when is_small;/on take -> closed when is_small;/; s/state taken.*/retired taken -> open;/'
ends
fires TAKEN closed take who=x
is "create take (retired) take" "$(sql "select event from ${name}_$history where ${name}_id = 'TAKEN' order by sort_key" | tr '\n' ' ' | sed 's/ $//')"

begin "state retired to one with a timer" 's/on take -> taken when is_small;/on take -> closed when is_small; after 2d expire -> closed;/; s/state taken.*/retired taken -> open;/'
migrate "$scratch/old/kind.fsm" "$scratch/new/kind.fsm"
answers 5 "work: compare open.expire with current rows: 2 rows" plan "$migration"
ends
is "OPEN open.expire 10
TAKEN open.expire 30" "$(pending)"

begin "three states change their names" 's/state open {/state wide renamed from open {/; s/state taken {/state open renamed from taken {/; s/-> taken/-> open/; s/give_back -> open/give_back -> wide/'
unwritten "there still is a state"
begin "states stored crosswise" 's/state open {/state open stored "taken" {/; s/state taken {/state taken stored "open" {/'
ends
is "CLOSED closed|OPEN taken|TAKEN open|" "$(sql "select ${name}_id || ' ' || state from ${name}_current order by 1" | tr '\n' '|')"
fires TAKEN open give_back

# ---- events and parameters

begin "event added" 's/on nudge -> stay;/on nudge -> stay; on remind -> stay;/'
accepts
fires TAKEN taken remind

begin "event removed" 's/on nudge -> stay;//'
fires TAKEN taken nudge
ends
fires TAKEN open give_back

begin "event renamed" 's/event take(/event grab(/; s/size: int?);/size: int?) renamed from take;/; s/on take/on grab/'
ends
fires OPEN taken grab who=x

begin "event stored as something else" 's/size: int?);/size: int?) stored "TAKE";/'
ends
is 2 "$(sql "select count(*) from ${name}_$history where event = 'TAKE'")"

begin "parameter added that may be left out" 's/size: int?/size: int?, urgent: bool?/'
accepts
fires OPEN taken take who=x urgent=true

begin "parameter added that must be said" 's/size: int?/size: int?, urgent: bool/'
ends
fires OPEN taken take who=x urgent=true

begin "parameter removed" 's/who: text, //'
ends
fires OPEN taken take
is 42 "$(sql "select who from ${name}_transitions where ${name}_id = 'TAKEN' and sort_key = 20")"

begin "parameter added, removed, and added again" 's/size: int?/size: int?, urgent: bool?/'
accepts
cp "$scratch/new/kind.fsm" "$scratch/kind.fsm"
cp "$scratch/old/kind.fsm" "$scratch/new/"
mv "$scratch/kind.fsm" "$scratch/old/"
fires OPEN taken take who=x urgent=true
ends
cp "$scratch/new/kind.fsm" "$scratch/kind.fsm"
cp "$scratch/old/kind.fsm" "$scratch/new/"
mv "$scratch/kind.fsm" "$scratch/old/"
accepts
is 1 "$(sql "select count(*) from ${name}_$history where urgent")"
fires OPEN open give_back
mv "$scratch/new/kind.fsm" "$scratch/old/"
sed 's/, urgent: bool?//' "$scratch/old/kind.fsm" >"$scratch/new/kind.fsm"
ends
mv "$scratch/new/kind.fsm" "$scratch/old/"
sed 's/size: int?/size: int?, urgent: text?/' "$scratch/old/kind.fsm" >"$scratch/new/kind.fsm"
refuses "its history has a column urgent of another type" "1 of the history: a column of an earlier version has this name and another type: urgent"

# what is archived later takes along what earlier versions knew
begin "parameters removed and retyped, and archived" 's/title: text/title: bigint/; s/who: text, //'
answers 0 "1 finished" archive "$name" --older-than=0s
answers 0 created fire "$name" NEXT create title=8
answers 0 taken fire "$name" NEXT take who=13 size=5
answers 0 closed fire "$name" NEXT close
ends
answers 1 "which a file would lack" archive "$name" --older-than=0s --to="$scratch/file"
answers 0 "1 finished" archive "$name" --older-than=0s
is "CLOSED:7:42|NEXT:8:13" "$(sql "select first.${name}_id || ':' || first.title || ':' || second.who from ${name}_archive first
    join ${name}_archive second on second.${name}_id = first.${name}_id and second.sort_key = 20 where first.sort_key = 10 order by 1" | paste -sd'|')"

begin "parameter renamed" 's/who: text/whom: text renamed from who/'
ends
fires OPEN taken take whom=x
is 42 "$(sql "select whom from ${name}_$history where ${name}_id = 'TAKEN' and sort_key = 20")"

begin "parameters renamed crosswise" 's/who: text, size: int?/size: text renamed from who, who: int? renamed from size/; s/:size, 0/:who, 0/'
unwritten "there still is a parameter"

begin "parameter with more room" 's/size: int?/size: bigint?/'
ends
fires OPEN taken take who=x size=7

begin "parameter that becomes a text" 's/size: int?/size: text?/; s/select coalesce(:size, 0) < 100/select coalesce(length(:size), 0) < 100/'
ends
fires OPEN taken take who=x size=many
is 5 "$(sql "select size from ${name}_$history where ${name}_id = 'TAKEN' and sort_key = 20")"

begin "parameter that becomes a number" 's/title: text/title: bigint/; s/who: text/who: int/'
for size in 2147483647 -2147483648; do
    fires TAKEN open give_back
    fires TAKEN taken take who=$size
done
ends
fires OPEN taken take who=13
is 2147483647 "$(sql "select who + 0 from ${name}_$history where ${name}_id = 'TAKEN' and sort_key = 40")"
is 42 "$(sql "select who + 0 from ${name}_$history where ${name}_id = 'TAKEN' and sort_key = 20")"

begin "text that is no number" 's/who: text/who: int/'
for text in 007 2147483648 -0 $'12\n'; do
    fires OPEN taken take who="$text"
    fires OPEN open give_back
done
refuses "4 row(s) whose who does not fit the new type: OPEN" "4 with a value of who that does not fit the new type: OPEN"

begin "type that cannot be had" 's/due: timestamp?/due: json?/'
line=$(grep -n "due: json" "$scratch/new/kind.fsm")
unwritten "^$scratch/new/kind.fsm:${line%%:*}: error: no migration is written: machine .*cannot become of the new type"

# ---- moves and guards

begin "move added" 's/on give_back -> open;/on give_back -> open; on forget -> open;/'
accepts
fires TAKEN open forget

begin "move to another state" 's/on give_back -> open;/on give_back -> closed;/'
fires TAKEN open give_back
fires TAKEN taken take who=x
ends
fires TAKEN closed give_back

begin "move removed" 's/on give_back -> open;//'
fires TAKEN open give_back
ends
answers 1 "has no event give_back" fire "$name" TAKEN give_back

begin "guard changed" 's/< 100/< 50/'
ends
answers 1 "is refused by is_small" fire "$name" OPEN take who=x size=70

begin "guard taken away" 's/ when is_small//; /guard/d'
ends
fires OPEN taken take who=x size=700

# ---- timers and work

sed -i 's/on give_back -> open;/on give_back -> open; after 3d tire -> open;/' "$scratch/base"
begin "timer of another length" 's/after 3d/after 1h/'
before=$(sql "select due_at from ${name}_pending")
ends
is "TAKEN taken.tire 20" "$(pending)"
[ "$(sql "select count(*) from ${name}_pending where due_at < $([ "$database" = sqlite ] && echo "$before" || echo "'$before'")")" = 1 ] || fail "the timer is due as before"

begin "timer restarted by an event" 's/on nudge -> stay;/on nudge -> stay restart tire;/'
ends
is "TAKEN taken.tire 20" "$(pending)"
fires TAKEN taken nudge
is "TAKEN taken.tire 30" "$(pending)"

begin "timer that an event of the history restarts" 's/after 3d/after 1h/; s/on nudge -> stay;/on nudge -> stay restart tire;/'
fires TAKEN taken nudge
is "TAKEN taken.tire 20" "$(pending)"
ends
is "TAKEN taken.tire 30" "$(pending)"

begin "timer restarted without a history" 's/on nudge -> stay;/on nudge -> stay restart tire unrecorded;/'
before=$(sql "select due_at from ${name}_pending")
later="due_at > $([ "$database" = sqlite ] && echo "$before" || echo "'$before'")"
[ "$database" != postgres ] || later="put_off_until > '$before' and due_at = '$before'"
ends
fires TAKEN taken nudge
is "TAKEN taken.tire 20" "$(pending)"
is 1 "$(sql "select count(*) from ${name}_pending where $later")"

sed -i 's/on nudge -> stay;/on nudge -> stay restart tire unrecorded;/' "$scratch/base"
begin "timer whose restarts are recorded from now on" 's/ unrecorded//'
before=$(sql "select due_at from ${name}_pending")
fires TAKEN taken nudge
ends
is 1 "$(sql "select count(*) from ${name}_pending where due_at > $([ "$database" = sqlite ] && echo "$before" || echo "'$before'")")"
fires TAKEN taken nudge
is "TAKEN taken.tire 30" "$(pending)"
sed -i 's/on nudge -> stay restart tire unrecorded;/on nudge -> stay;/' "$scratch/base"

begin "timer for as long as data tells" 's/after 3d tire/after :size m tire/'
ends
is "TAKEN taken.tire 20" "$(pending)"
[ "$(sql "select count(*) from ${name}_pending where due_at < $([ "$database" = sqlite ] && echo "$before" || echo "'$before'")")" = 1 ] || fail "the timer is due as before"

begin "timer that comes again" 's/after 3d tire -> open/after every 1h tire -> stay/'
ends
is "TAKEN taken.tire 20" "$(pending)"
[ "$(sql "select count(*) from ${name}_pending where due_at < $([ "$database" = sqlite ] && echo "$before" || echo "'$before'")")" = 1 ] || fail "the timer is due as before"

begin "timer removed" 's/after 3d tire -> open;//'
ends

begin "timer added" 's/on take -> taken when is_small;/on take -> taken when is_small; after 2d expire -> closed;/'
fires TAKEN taken nudge
ends
is "OPEN open.expire 10
TAKEN taken.tire 20" "$(pending)"

begin "timer of a state that is renamed" 's/state taken {/state busy renamed from taken {/; s/-> taken/-> busy/'
ends
is "TAKEN busy.tire 20" "$(pending)"

begin "timer at a time that the creation named" 's/event create(title: text, due/event create(title: text, due/; s/on take -> taken when is_small;/on take -> taken when is_small; at :create.due late -> closed;/'
answers 0 created fire "$name" DUE create title=x due=2030-01-01T00:00
ends
is "DUE open.late 10
TAKEN taken.tire 20" "$(pending)"

begin "work added" 's/on give_back -> open;/on give_back -> open; work poke;/'
ends
is "TAKEN taken.tire 20
TAKEN work taken 20" "$(pending)"

begin "work changed" 's/on give_back -> open;/on give_back -> open; work poke lease 10s;/'
ends

# ---- the machine itself

back() { # what was the new version is the old one now
    mv "$scratch/new/kind.fsm" "$scratch/kind.fsm" && mv "$scratch/old/kind.fsm" "$scratch/new/" && mv "$scratch/kind.fsm" "$scratch/old/"
}

begin "machine renamed" "s/machine kind\([0-9]*\)/machine renamed\1 renamed from kind\1/"
name=renamed$number
[ "$database" != postgres ] || answers 0 "frozen" freeze "kind$number" --reason=paint
migrate "$scratch/old/kind.fsm" "$scratch/new/kind.fsm" || fail "$title: $(cat "$scratch/err")"
answers 0 "and is called $name" apply "$migration"
answers 0 " 0 problems" verify "$name"
no_rights_are_left
if [ "$database" = postgres ]; then # it stays frozen
    answers 1 "frozen: paint" fire "$name" TAKEN give_back
    answers 0 "moves again" thaw "$name"
    answers 0 " 0 problems" verify "$name"
fi
fires TAKEN open give_back
answers 1 "there is no machine kind$number" verify "kind$number"

begin "entity named" "s/event create/entity things.id: text;\n  event create/"
if [ "$database" = sqlite ]; then
    refuses "refers to no row of things" "3 without a row in the new entity's table: CLOSED, OPEN, TAKEN"
elif [ "$database" = mariadb ]; then
    refuses "3 row(s) refer to no row of" "3 without a row in the new entity's table: CLOSED, OPEN, TAKEN"
else
    migrate "$scratch/old/kind.fsm" "$scratch/new/kind.fsm"
    planned 1 "3 without a row in the new entity's table: CLOSED, OPEN, TAKEN"
    answers 3 "violates foreign key constraint \"${name}_current_parent\"" apply "$migration"
fi
[ -n "$skipped" ] || sql "insert into things values ('OPEN'), ('TAKEN'), ('CLOSED'), ('DUE')"
if [ "$database" != sqlite ] && [ -z "$skipped" ]; then # an operator that may not read the entity's table
    name=$own be_granted pawl_operator
    super=$PAWL_DB
    PAWL_DB=$plain
    planned 3 "unchecked"
    answers 3 "not checked: without a row in the new entity's table: " plan "$migration"
    PAWL_DB=$super
    sql "grant select on things to ${own}_plain$([ "$database" = postgres ] || echo @localhost)"
    PAWL_DB=$plain
    planned 4 "programs of the old version are refused"
    PAWL_DB=$super
fi
ends
is "TAKEN taken.tire 20" "$(pending)"
back
ends
is "TAKEN taken.tire 20" "$(pending)"
fires TAKEN open give_back
if [ "$database" = mariadb ]; then # whose indexes have room for 3,072 bytes
    long=$(printf %0575d 0)
    sql "create table wide (id varchar(600) character set utf8mb4 collate utf8mb4_nopad_bin primary key);
        insert into wide values ('OPEN'), ('TAKEN'), ('CLOSED'), ('$long'), ('${long}0000')"
    begin "entity with a wide key named" "s/event create/entity wide.id: text;\n  event create/"
    answers 0 created fire "$name" "$long" create title=7
    answers 0 taken fire "$name" "$long" take who=42
    refuses "longer than 578 characters, for which an index has room: id varchar(600); nothing was changed" "1 of keys: longer than an index"
    answers 0 created fire "$name" "${long}0000" create title=7
    refuses "for which an index has room: ${long:0:300}; nothing was changed" "2 of keys: longer than an index has room for: "
    sql "delete from ${own_database}_pawl.${name}_current where length(${name}_id) = 579;
        delete from ${own_database}_pawl.${name}_transitions where length(${name}_id) = 579; delete from wide where length(id) = 579;
        alter table wide modify id varchar(578) character set utf8mb4 collate utf8mb4_nopad_bin"
    ends
    fires "$long" open give_back
fi
sed -i 's/ after 3d tire -> open;//' "$scratch/base"

[ "$database" = postgres ] && more='collate "C"' || more=""
sql "create table mirrored (id text primary key, state text $more)"
sql "insert into mirrored values ('OPEN'), ('TAKEN'), ('CLOSED')" 2>/dev/null ||
    sql "insert into mirrored (id) values ('OPEN'), ('TAKEN'), ('CLOSED')"
begin "mirror added" "s/event create/entity mirrored.id: text;\n  mirror mirrored.state;\n  event create/"
ends
is "CLOSED closed|OPEN open|TAKEN taken|" "$(sql "select id || ' ' || state from mirrored order by 1" | tr '\n' '|')"
fires TAKEN open give_back

sed -i 's/  event create/  emit "kinds";\n  event create/' "$scratch/base"
begin "machine that emits renamed" "s/machine kind\([0-9]*\)/machine renamed\1 renamed from kind\1/"
name=renamed$number
ends
is "6 $name" "$(sql "select count(*) || ' ' || machine from pawl_outbox group by machine")"
sed -i '/emit "kinds"/d' "$scratch/base"

begin "machine added" '$ a machine added { initial state a { on end -> b; } final state b; }'
if [ -z "$skipped" ]; then
    migrate "$scratch/old/kind.fsm" "$scratch/new/kind.fsm" || fail "$title: $(cat "$scratch/err")"
    answers 0 "the file only adds machines" plan "$migration"
    answers 0 "added: would be created" apply "$migration" --dry-run
    answers 1 "there is no machine added" verify added
    answers 0 "added: created" apply "$migration"
    answers 0 "added: nothing new" apply "$migration"
    answers 0 " 0 problems" verify added
fi

# a flow's new version is entered by the SQL of the newer file
echo 'flow tidying(id: text) { tx look; }' >>"$scratch/base"
begin "machine beside a flow" 's/on nudge -> stay;/on nudge -> stay; on remind -> stay;/; s/tx look;/tx look; tx again;/'
accepts
is 0 "$(grep -sc tidying "$migration")"
[ -n "$skipped" ] || "$pawl" "$scratch/new/kind.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "tidying: entered next to its other versions" apply "$scratch/gen/kind.$database.sql"
is 2 "$(sql "select count(*) from pawl_flows where flow = 'tidying'")"
fires TAKEN taken remind
sed -i '/^flow/d' "$scratch/base"

# ---- other tables

with_entity() { sed -i 's/  event create/  entity things.id: text;\n  event create/' "$scratch/base"; }
states() { sql "select ${name}_id || ' ' || state || ' ' || sort_key from ${name}_current order by 1" | paste -sd'|'; }

if [ "$storage" = head ]; then
    [ -n "$(real_sql "select 1 from things where id = 'OPEN'")" ] || real_sql "insert into things values ('OPEN'), ('TAKEN'), ('CLOSED'), ('DUE')"
    with_entity
    sed -i 's/on give_back -> open;/on give_back -> open; after 3d tire -> open;/' "$scratch/base"
    begin "storage changed, and back" 's/things.id: text;/&\n  storage transitions enforced;/'
    before=$([ -n "$skipped" ] || sql "select * from ${name}_transitions order by 1, 2")
    if [ "$database" = mariadb ]; then # `sql` shows Pawl's tables by views that lie where the other storage has its table
        refuses "there is a table ${name}_transitions already" "1 in the place of the new history: ${name}_transitions"
        sql "drop view ${name}_transitions"
    fi
    ends
    answers 0 "nothing new" apply "$migration"
    is "CLOSED closed 30|OPEN open 10|TAKEN taken 20" "$(states)"
    is 3 "$(sql "select count(*) from ${name}_transitions where most_recent")"
    is "TAKEN taken.tire 20" "$(pending)"
    is "$before" "$([ -n "$skipped" ] || sql "select * from ${name}_history order by 1, 2")"
    fires TAKEN open give_back
    back
    ends
    is "CLOSED closed 30|OPEN open 10|TAKEN open 30" "$(states)"
    is "$before" "$([ -n "$skipped" ] || sql "select * from ${name}_transitions where sort_key < 30 or ${name}_id <> 'TAKEN' order by 1, 2")"
    fires TAKEN taken take who=x
    sed -i 's/ after 3d tire -> open;//' "$scratch/base"
    begin "storage and names at once" 's/things.id: text;/&\n  storage transitions;/; s/state taken {/state busy renamed from taken {/; s/-> taken/-> busy/'
    unwritten "migrate the storage by itself"
    begin "storage that takes an implicit state along" 's/things.id: text;/&\n  storage transitions;/; s/state open {/state open implicit {/; s/event create.*//'
    unwritten "does not become implicit"
    index() { [ -n "$skipped" ] || case $database in
        postgres) sql "select indexname from pg_indexes where indexname = '${name}_current_state_since'" ;;
        sqlite) sql "select name from sqlite_master where name = '${name}_current_state_since'" ;;
        mariadb) mariadb_sql root mysql "select distinct index_name from information_schema.statistics where index_name = '${name}_current_state_since'" ;;
        esac; }
    begin "index left out, and back" 's/things.id: text;/&\n  storage head unindexed;/'
    if [ "$database" = mariadb ]; then ends; else accepts; fi # there a statement of the old version names the index
    is "" "$(index)"
    fires TAKEN open give_back
    back
    # built beside moves, as UPGRADE.md describes
    [ "$database" != postgres ] || sql "create index concurrently ${name}_current_state_since on ${name}_current (state, since)"
    accepts
    is "${name}_current_state_since" "$(index)"
    fires TAKEN taken take who=x
    begin "index left out, and another name" 's/things.id: text;/&\n  storage head unindexed;/; s/state taken {/state busy renamed from taken {/; s/-> taken/-> busy/'
    ends
    is "" "$(index)"
    begin "partitions" 's/things.id: text;/&\n  storage head partitions 4;/'
    unwritten "other partitions are not migrated"
    sed -i '/entity things/d' "$scratch/base"
    if [ "$database" = postgres ]; then
        real_sql 'create schema "order"; create table "order".things (id text primary key);
            insert into "order".things values ('"'OPEN'), ('TAKEN'), ('CLOSED')"
        sed -i 's/  event create/  entity order.things.id: text;\n  event create/' "$scratch/base"
        begin "names in a schema that is a word of SQL" 's/give_back/hand_back/'
        ends
        is "" "$(sql "select proname from pg_proc where proname like '${name}_give_back%'")"
        fires TAKEN open hand_back
        sed -i '/entity order/d' "$scratch/base"
    fi
else
    sed -i 's/on give_back -> open;/& on forget -> open;/' "$scratch/base"
    begin "transitions: enforced no more, and a row of others" 's/ enforced//'
    accepts
    sql "update ${name}_transitions set most_recent = $([ "$database" = postgres ] && echo false || echo null) where ${name}_id = 'TAKEN'"
    case $database in
        sqlite) moment="strftime('%Y-%m-%d %H:%M:%S', 'now') || '.999999'" ;;
        postgres) moment="clock_timestamp()" ;;
        mariadb) moment="utc_timestamp(6)" ;;
    esac
    sql "insert into ${name}_transitions (${name}_id, sort_key, to_state, most_recent, created_at, updated_at)
        values ('TAKEN', 30, 'open', true, $moment, $moment)"
    fires TAKEN taken take who=x
    back
    accepts # enforced again
    mv "$scratch/new/kind.fsm" "$scratch/old/"
    sed 's/  storage.*//' "$scratch/old/kind.fsm" >"$scratch/new/kind.fsm"
    refuses "1 row(s) moved by an event that is not known: TAKEN" "1 with a transition whose event is not known: TAKEN"
    sed -i 's/ on forget -> open;//' "$scratch/base"
    if [ "$database" = mariadb ]; then # on PostgreSQL a table that was changed is refused before
        begin "transitions: a state retired, and a table that refuses the row" 's/on take -> taken when is_small;/on take -> closed when is_small;/; s/state taken.*/retired taken -> open;/'
        if [ -z "$skipped" ]; then
            sql "alter table ${name}_transitions add constraint no_third check (sort_key < 30 or ${name}_id <> 'TAKEN')"
            migrate "$scratch/old/kind.fsm" "$scratch/new/kind.fsm" || fail "$title: $(cat "$scratch/err")"
            answers 3 no_third apply "$migration"
            is "taken 20 1" "$(sql "select concat(to_state, ' ', sort_key, ' ', most_recent) from ${name}_transitions
                where ${name}_id = 'TAKEN' order by sort_key desc limit 1")"
            sql "alter table ${name}_transitions drop constraint no_third"
            answers 0 migrated apply "$migration"
            answers 0 " 0 problems" verify "$name"
            fires TAKEN closed take who=x
        fi
    fi
    begin "transitions: renamed" "s/machine kind\([0-9]*\)/machine renamed\1 renamed from kind\1/"
    unwritten "a machine with .storage transitions. is not renamed"
fi

# ---- effects in SQL

# effect TEXT: the newer version has it where one is nudged
effect() {
    sed "s/NAME/$name/; s/on nudge -> stay/& do mark/; s/ *final state/  effect mark sql \"$1\";\n&/" \
        "$scratch/base" >"$scratch/new/kind.fsm"
}
# marked ROWS VIEWS: nudges TAKEN, of which the effect writes that much; on PostgreSQL it has a view or none
marked() {
    ends
    fires TAKEN taken nudge
    is "$1" "$(sql "select what from marks order by what" | tr '\n' ' ' | sed 's/ $//')"
    sql "delete from marks"
    [ "$database" != postgres ] ||
        is "$2" "$(sql "select count(*) from pg_class where starts_with(relname, '${name}_effect')")"
    cp "$scratch/new/kind.fsm" "$scratch/old/kind.fsm"
}

begin "effect added, changed and taken away"
sql "create table marks (what text)"
[ "$database" != postgres ] || sql "grant select, insert on marks to pawl_owner"
effect "insert into marks (what) values (:id)"
marked TAKEN 1
[ "$database" = mariadb ] && pawls=pawl_database. || pawls=
effect "insert into marks (what) select :create.title || :id from $pawls${name}_current where ${name}_id = :id"
marked 7TAKEN 1
effect "insert into marks (what) with given as (select :id as id) select id from given"
marked TAKEN 0
effect "insert into marks (what) values (:create.title)"
marked 7 1
sed "s/NAME/$name/" "$scratch/base" >"$scratch/new/kind.fsm"
marked "" 0

begin "only a flow is left" '2,$d; 1a flow tidying(id: text) { tx look; }'
unwritten "flows only, and flows need none"

begin "nothing changed" "s/machine/machine/"
unwritten "nothing in the database would change"

# ---- what is not as it was deployed

begin "drift" 's/on nudge -> stay;/on nudge -> stay; on remind -> stay;/'
if [ "$database" = sqlite ]; then
    sql "drop trigger ${name}_$([ "$storage" = head ] && echo current_delete || echo transitions_stay)"
else
    [ "$database" = mariadb ] && moves=${own_database}_pawl.${name}_moves || moves=${name}_moves
    sql "create or replace view $moves (event, from_state, to_state) as values ('x', 'y', 'z')"
fi
migrate "$scratch/old/kind.fsm" "$scratch/new/kind.fsm" || fail "$title: $(cat "$scratch/err")"
planned 1 "not as it was deployed: "
answers 1 "is not as it was deployed" apply "$migration"
"$pawl" "$scratch/old/kind.fsm" -o "$scratch/gen" --emit="$database"
answers 0 "is as deployed again" apply "$scratch/gen/kind.$database.sql"
accepts

# ---- and back, after a version more

begin "forward and back" 's/on nudge -> stay;/on nudge -> stay; on remind -> stay;/'
accepts
fires TAKEN taken remind
mv "$scratch/new/kind.fsm" "$scratch/kind.fsm" && cp "$scratch/old/kind.fsm" "$scratch/new/" && mv "$scratch/kind.fsm" "$scratch/old/"
ends
fires TAKEN open give_back

# names that change after a version has ended that accepted another one
begin "renamed after versions that ended" 's/on nudge -> stay;/on nudge -> stay; on remind -> stay;/'
accepts
mv "$scratch/new/kind.fsm" "$scratch/old/"
sed 's/who: text/whom: text renamed from who/' "$scratch/old/kind.fsm" >"$scratch/new/kind.fsm"
ends
mv "$scratch/new/kind.fsm" "$scratch/old/"
sed 's/whom: text renamed from who/person: text renamed from whom/' "$scratch/old/kind.fsm" >"$scratch/new/kind.fsm"
ends
fires OPEN taken take person=x

answers 0 "" verify
exit $failed
