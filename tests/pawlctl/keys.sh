#!/bin/bash
# keys.sh DATABASE PAWLCTL PAWL: rows with a uuid, whose capitals are nobody's business, and a status that is a number.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

lower=6ba7b810-9dad-11d1-80b4-00c04fd430c
upper=6BA7B810-9DAD-11D1-80B4-00C04FD430C
if [ "$database" = sqlite ]; then sql "create table issues (id text primary key, state_id integer)"; else
    sql "create table issues (id uuid primary key, state_id smallint)"; fi
for n in 1 2 3; do sql "insert into issues (id) values ('$lower$n')"; done
"$pawl" "$here/issue.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "issue: created" apply "$scratch/gen/issue.$database.sql"
state() { sql "select state_id from issues where id = '$lower$1'"; }

# ---- transitions

answers 2 "the key of a issue is a uuid, as 6ba7b810-9dad-11d1-80b4-00c04fd430c8, not \`7\`" fire issue 7 create title=T
answers 0 "issue ${lower}1: created in opened" fire issue "${upper}1" create title=T
is 1 "$(state 1)"
answers 1 "issue ${lower}1: create: it exists already" fire issue "${upper}1" create title=T
answers 0 "opened -> started" fire issue "${lower}1" start
is 4 "$(state 1)"
answers 0 "started" at issue "${upper}1" 2100-01-01
answers 0 " 0 problems" verify

# ---- a job that is parked, by its entity in any spelling

plant "update issue_pending set parked_at = $(time_of 2)"
answers 2 "the key of a issue is a uuid, as 6ba7b810-9dad-11d1-80b4-00c04fd430c8, not \`nope\`" queue retry issue nope
answers 2 "the key of a issue is a uuid, as 6ba7b810-9dad-11d1-80b4-00c04fd430c8, not \`nope\`" outbox retry issue nope
answers 0 "1 due again" queue retry issue "${upper}1"
answers 0 "started -> closed" fire issue "${lower}1" done
is 2 "$(state 1)"

# ---- what was there before

sql "update issues set state_id = 4 where id = '${lower}2'"
answers 1 "issue: 1 written, 1 left out" backfill issue --from-column=issues.state_id --param=title=id
is 4 "$(sql "select state from issue_current where issue_id = '${lower}2'")"
answers 0 " 0 problems" verify

# ---- a mirror that somebody has changed

sql "update issues set state_id = 1 where id = '${lower}2'"
answers 1 "1 problem" verify
answers 0 "" repair issue "${upper}2" --force --reason=test
is 4 "$(state 2)"
answers 0 " 0 problems" verify

# ---- values and histories that go

answers 0 "" erase issue "${upper}1" --reason=asked
is 0 "$(sql "select count(*) from issue_transitions where issue_id = '${lower}1' and title is not null")"
answers 0 "issue: 1 finished" archive issue --older-than=0s
is 3 "$(sql "select count(*) from issue_archive where issue_id = '${lower}1'")"
answers 0 " 0 problems" verify

# ---- other columns of states

# lid COLUMN: a machine that mirrors into that one
lid() {
    echo "pawl 1; machine lid { entity lids.id: int; mirror lids.$1; initial state open { on shut -> closed; } final state closed; }" >"$scratch/lid.fsm"
    "$pawl" "$scratch/lid.fsm" -o "$scratch/gen" --emit="$database" || exit 2
}
case $database in
postgres) sql "create type kind_of_lid as enum ('open', 'closed')" && enum=kind_of_lid ;;
mariadb) enum="enum('open', 'closed')" ;;
*) enum=text ;;
esac
sql "create table lids (id integer primary key, state $enum, code integer)"
sql "insert into lids (id) values (7)"
lid code
answers "$([ "$database" = mariadb ] && echo 1 || echo 3)" "$(case $database in
    sqlite) echo "lids.code cannot hold the state" ;; mariadb) echo "it is of the type int" ;; *) echo "it is of the type integer" ;; esac)" \
    apply "$scratch/gen/lid.$database.sql"
lid state
answers 0 "lid: created" apply "$scratch/gen/lid.$database.sql"
answers 0 "created in open" fire lid 7 create
answers 0 "open -> closed" fire lid 7 shut
is closed "$(sql "select state from lids")"
answers 2 "the key of a lid is a whole number of 32 bits, not \`5000000000\`" fire lid 5000000000 create
answers 0 " 0 problems" verify

# ---- each command shows the key, whatever its type

# shows WORDS COMMAND...: as text with these words, and the key as JSON
shows() {
    answers 0 "$@"
    answers 0 "\"$key\"" "${@:2}" --json
}
for kind in int bigint uuid text; do
    typed=
    case $kind in
    int) key=17 type=integer ;;
    bigint) key=9007199254740993 type=bigint ;;
    uuid) key=${lower}8 typed=${upper}8 type=$([ "$database" = sqlite ] && echo text || echo uuid) ;;
    text) key=Key-7 type="varchar(40)" ;;
    esac
    seat=${kind}_seat ledge=${kind}_ledge typed=${typed:-$key}
    printf '%s\n' 'pawl 1;' "machine $seat { entity ${kind}_rows.id: $kind; mirror ${kind}_rows.state; event create(guest: text? personal);" \
        'initial state free { on take -> taken; after 1d expire -> taken; } final state taken; }' \
        "machine $ledge { entity ${kind}_rows.id: $kind; storage transitions; key :create.room; event create(room: text);" \
        'initial state laid { on clear -> cleared; } final state cleared; }' >"$scratch/$seat.fsm"
    "$pawl" "$scratch/$seat.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    sql "create table ${kind}_rows (id $type primary key, state varchar(9))" || exit 2
    answers 0 "$seat: created" apply "$scratch/gen/$seat.$database.sql"
    for command in "at $seat $typed 2100-01-01" "history $seat $typed" "why $seat $typed" "erase $seat $typed --reason=asked"; do
        # shellcheck disable=SC2086 # a word for each argument
        answers 1 "$seat $key: there is no such $seat" $command
    done
    answers 1 "$key" at "$key" 2100-01-01
    sql "insert into ${kind}_rows (id) values ('$key')" || exit 2
    answers 0 "$seat $key: created in free" fire "$seat" "$typed" create guest=G
    answers 1 "$seat $key: create: it exists already" fire "$seat" "$typed" create guest=G
    answers 1 "$seat $key: create would return EXISTS" fire "$seat" "$typed" create guest=G --dry-run
    shows "$seat $key: take would lead to taken" fire "$seat" "$typed" take --dry-run
    shows "$seat $key at 2100-01-01" at "$seat" "$typed" 2100-01-01
    answers 1 "$seat $key: it was created at" at "$typed" 2000-01-01
    shows "$seat $key" history "$seat" "$typed"
    shows "$seat $key" history "$typed"
    shows "$seat $key" why "$seat" "$typed"
    ctl fire "$ledge" "$typed" create room=R --json
    is "0 $key" "$status $(json "d['id']")"
    for list in "$seat" "$seat --state=free" "$seat --where=guest=G" "$ledge" "$ledge --state=laid" "$ledge --where=room=R"; do
        # shellcheck disable=SC2086 # a word for each argument
        shows "$key" ls $list
        last=$(json "d['entities'][0]['since'] + ',' + d['entities'][0]['id']")
        for after in "$last" "$typed"; do
            # shellcheck disable=SC2086
            ctl ls $list --json --after="$after"
            is "0 [] None" "$status $(json "d['entities'], d['next']" | tr -d "(),")"
        done
    done
    plant "update ${seat}_pending set parked_at = $(time_of 2)"
    shows "$key" queue status "$seat"
    answers 0 "1 due again" queue retry "$seat" "$typed"
    sql "update ${kind}_rows set state = 'taken'"
    answers 1 "$seat $key: state of its row" verify "$seat"
    answers 0 "$seat $key: state of its row" repair "$seat" "$typed" --force --reason=test
    answers 0 "$seat $key: free -> taken" fire "$seat" "$typed" take
    shows "$seat $key: erased" erase "$seat" "$typed" --reason=asked
    is 2 "$(owned "select count(*) from pawl_repairs where machine = '$seat' and entity = '$key'")"
    answers 0 "$seat: 1 finished" archive "$seat" --older-than=0s
    answers 1 "it was archived at" at "$seat" "$key" 2100-01-01
done
exit $failed
