#!/bin/bash
# flow.sh DATABASE PAWLCTL PAWL KILLER PROVISION: the story of examples/provision, told to its end; then runs of it are
# listed, shown, drawn and told what to do.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
provision=$5
"$pawl" "$here/../../examples/provision/provision.fsm" -o "$scratch/gen" --emit="$database" || exit 2
cloud=$scratch/cloud

# provision ARG...: the example's program
provision() {
    "$provision" "$@" >"$scratch/provision.out" 2>&1 || fail "provision $*: $(cat "$scratch/provision.out")"
}

work() {
    provision work "$PAWL_DB" "$cloud" 7 worker
}

# stands RUN STATUS STEP
stands() {
    ctl flow show "$1" --json
    is "$2 $3" "$(json "d['status'], d['step']" | tr -d "(),'")"
}

# ---- the story

answers 0 "provision: would be created" apply "$scratch/gen/provision.$database.sql" --dry-run
answers 0 "provision: created" apply "$scratch/gen/provision.$database.sql"
answers 0 "provision: nothing new" apply "$scratch/gen/provision.$database.sql"
ctl apply "$scratch/gen/provision.$database.sql" --json
is "provision nothing new" "$(json "d['flows'][0]['flow'], d['flows'][0]['outcome']" | tr -d "(),'")"
answers 0 "no runs" flow ls
answers 0 "provision (Provision an order): 0 runs" status provision
[[ $("$pawlctl" status) != *provision* ]] || fail "status lists a flow without runs: $("$pawlctl" status)"
provision setup "$PAWL_DB"
provision story "$PAWL_DB" "$cloud" 7
for words in "worker-1 is dead (signal 9)" "it may have happened before" "the reviewer rejects order 4" \
    "the card is declined" "the cloud has what was handed over, and nothing else"; do
    grep -qF "$words" "$scratch/provision.out" || fail "the story does not say: $words: $(cat "$scratch/provision.out")"
done
is "1 handed over 2 handed over 3 open 4 open 5 handed over" \
    "$(sql "select id, state from orders order by id" | tr '|\n' '  ' | sed 's/ $//')"
ctl flow ls provision --json
is "done done undone undone done" "$(json "*[run['status'] for run in d['runs']]")"
answers 0 "provision  [1]  done" flow ls provision
ctl flow ls --limit=2 --after=1 --json
is "2 3" "$(json "*[run['run'] for run in d['runs']]")"
answers 2 "is not a number from 1 on" flow ls --limit=0
answers 2 "go with ls" flow show 1 --after=1
answers 0 "[4]" flow ls --status=undone
! grep -q "\[1\]" "$scratch/out" || fail "a run that is done is listed as undone"
ctl flow ls --key=3 --json
is "1 3" "$(json "len(d['runs']), d['runs'][0]['run']" | tr -d '(),')"
answers 0 "no such run" flow ls --key=33
answers 0 "no such run" flow ls --lock=nobody
answers 2 "go with ls" flow show 1 --lock=nobody
answers 0 "no run is parked" flow ls --parked
answers 0 "provision 4 (Provision an order): undone" flow show 4
starter=$(sql "select actor from pawl_runs where id = 4")
grep -qxF "  by        $starter" "$scratch/out" || fail "flow show does not name who started the run: $(cat "$scratch/out")"
! grep -q ' $' "$scratch/out" || fail "the timeline has blanks at the ends of lines"
grep -qF "build.mount[1] (Mount a volume)" "$scratch/out" || fail "the timeline does not name a step's label"
ctl flow show 4 --json
is "build.mount[1] build.mount[0] build.allocate charge reserve" \
    "$(json "*[step['step'] for step in d['steps'] if step['undo'] and step['outcome'] == 'undone']")"
is "{'volumes': 2}" "$(json "[step['set'] for step in d['steps'] if step['step'] == 'reserve'][0]")"
answers 0 "3 done, 2 undone, 0 cancelled" graph provision
dot -Tsvg "$scratch/out" >/dev/null || fail "the diagram with runs cannot be drawn"

# a database of flows only has a status, and what can be frozen
answers 0 "provision (Provision an order): 5 runs" status
ctl status provision --json
is "[] 3 2" "$(json "d['machines'], *[row['count'] for row in d['flows'][0]['statuses'] if row['status'] in ('done', 'undone')]")"
answers 1 "there is no machine or flow provison" status provison
answers 0 "provision: frozen" freeze provision --reason="another cloud"
answers 0 "provision: moves again" thaw provision

# ---- what does not fit together

answers 0 "flows: 5 runs" verify
if [ "$database" != sqlite ]; then # which has no functions
    of_flow=public.provision_signal_approved
    [ "$database" = postgres ] || of_flow="${name}_pawl.\`provision_signal_approved\$2\`"
    sql "drop function $of_flow"
    answers 1 "provision_signal_approved" verify
    grep -qF "is gone [object-missing]" "$scratch/out" || fail "verify does not miss the function: $(cat "$scratch/out")"
    ctl apply "$scratch/gen/provision.$database.sql"
    answers 0 "flows: 5 runs" verify
fi
ctl verify --json
is "5 0 []" "$(json "d['flows']['runs'], d['flows']['problems'], d['problems']" | tr -d '(),')"
plant "delete from pawl_run_steps where run = 4 and number = 2;
    update pawl_runs set ended_at = null where id = 2; update pawl_runs set status = 'ready' where id = 3;
    update pawl_run_steps set undoes = 99 where run = 4 and undoes = (select max(undoes) from pawl_run_steps where run = 4)"
answers 1 "provision 4: its history has gaps, or is not as long as the run says [run-steps]" verify
for words in "provision 2: whether it has ended" "provision 3: it is ready, and no worker looks for it" "[run-undo" ; do
    grep -qF "$words" "$scratch/out" || fail "verify does not say: $words: $(cat "$scratch/out")"
done

# ---- maintenance

answers 0 "provision: frozen; no run is started or taken up" freeze provision --reason="the cloud moves"
answers 0 "provision  reject" locks
answers 0 "provision (Provision an order): 5 runs; frozen (reject): the cloud moves" status
ctl status --json
is "reject the cloud moves" "$(json "*[d['flows'][0]['frozen'][k] for k in ('mode', 'reason')]")"
answers 0 "provision: moves again" thaw provision
for command in "history provision 1" "retire provision 0" "fire provision 1 reserve" "verify provision"; do
    # shellcheck disable=SC2086
    answers 1 "provision is a flow: see pawlctl flow" $command
done
answers 1 "there is no machine or flow provisio" freeze provisio --reason=x

# ---- what operators say

answers 1 "there is no flow provison" flow ls provison
answers 2 "expected ls, show" flow lst
answers 0 "If that worker died" flow --help
answers 2 "\`x\` is no run" flow show x
answers 2 "the number of a run" flow show
answers 2 "the number of a run, and the signal" flow signal 1
answers 2 "--status: expected" flow ls --status=asleep
answers 2 "give one of the two" flow ls --parked --status=done
answers 2 "go with ls" flow show 1 --parked
answers 2 "no JSON array" flow ls --key=[
answers 1 "999" flow show 999
for verb in pause resume retry rollback cancel "signal 1 approved" "resume-from 1 reserve"; do
    # shellcheck disable=SC2086
    set -- $verb
    answers 1 "done" flow "$1" 1 ${3:-}
done

answers 1 "provision waits for no signal aproved; it has: approved" flow signal 1 aproved
answers 1 "run 1 is done: it has ended" flow resume-from 1 reserve

# ---- runs by their key, of which a uuid is written in any letters

small=6ba7b810-9dad-11d1-80b4-00c04fd430c8 capitals=6BA7B810-9DAD-11D1-80B4-00C04FD430C8
plant "update pawl_runs set unique_key = '[\"$small\"]' where id = 1; update pawl_runs set unique_key = '[\"$small\", 2]' where id = 2;
    update pawl_runs set unique_key = '[\"$capitals\", 3]' where id = 3; update pawl_runs set unique_key = '[\"$small\", 3]' where id = 4"
for key in $small=1 $capitals=1 "[\"$capitals\"]=1" "[\"$small\", 2]=2" "[\"$capitals\",2]=2" "[\"$capitals\", 3]=3" "[\"$small\", 3]=4"; do
    ctl flow ls --key="${key%=*}" --json
    is "${key##*=}" "$(json "*[run['run'] for run in d['runs']]")" # a text in capitals is another key
done
answers 0 "no such run" flow ls --key="${capitals%8}9"
plant "update pawl_runs set unique_key = '[1]' where id = 1; update pawl_runs set unique_key = '[2]' where id = 2;
    update pawl_runs set unique_key = '[3]' where id = 3; update pawl_runs set unique_key = '[4]' where id = 4"

# ---- each statement of each verb fails in turn

# fails_everywhere STATUS ARG...: with any statement (every third; PAWL_TEST_POINTS=1: each) refused it says so, or did not need it; then it does it, perhaps
# once more, which is the same.
fails_everywhere() {
    local number=0 step=${PAWL_TEST_POINTS:-3}
    if [ -n "${PAWL_SANITIZE:-}" ]; then # whose runtime will not be loaded second
        ctl "${@:2}"
        return
    fi
    while number=$((number + step)); do
        failing_at $number "${@:2}"
        grep -q "kill_at: refused" "$scratch/err" || break
        [ "$status" -eq 3 ] || [ "$status" -eq "$1" ] ||
            fail "pawlctl ${*:2}, statement $number: exit $status: $(cat "$scratch/out" "$scratch/err")"
    done
    is "$1" "$status"
    [ $number -gt "$step" ] || fail "pawlctl ${*:2} makes no statements"
}
fails_everywhere 0 flow ls
fails_everywhere 0 flow show 4
fails_everywhere 0 graph provision
fails_everywhere 0 status
fails_everywhere 1 flow pause 1

# A database of its own for the rest, since each order is taken once.
if [ "$database" = postgres ]; then
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database ${name}_2"
    trap 'psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists ${name}_2 with (force)" >/dev/null 2>&1; cleanup' EXIT
    export PAWL_DB="$PAWL_TEST_POSTGRES dbname=${name}_2"
elif [ "$database" = mariadb ]; then
    drop_database
    create_database
else
    export PAWL_DB=sqlite:$scratch/second.db
fi
cloud=$scratch/second
provision setup "$PAWL_DB"
provision order "$PAWL_DB" 4
fails_everywhere 0 flow pause 1 --actor=ops
grep -qF "it stops before its next step; recorded" "$scratch/out" || fail "pause: $(cat "$scratch/out")"
work
stands 1 paused ""
fails_everywhere 0 flow resume 1 --actor=ops
grep -qF "it continues; recorded" "$scratch/out" || fail "resume: $(cat "$scratch/out")"
work
stands 1 paused for_review
answers 0 "<b>1</b> paused" graph provision
ctl graph provision --json
is "{'for_review': {'paused': 1}}" "$(json "d['steps']")"
answers 0 "the signal is sent" flow signal 1 approved
fails_everywhere 1 flow signal 1 approved
grep -qF approved "$scratch/err" || fail "signal: $(cat "$scratch/err")"
fails_everywhere 0 flow resume-from 1 "build.mount[1]"
work
stands 1 paused for_review
touch "$cloud/down"
fails_everywhere 0 flow rollback 1 --actor=ops
work
answers 0 "parked" flow ls --parked
grep -qF "the cloud is busy" "$scratch/out" || fail "flow ls --parked does not say why: $(cat "$scratch/out")"
rm "$cloud/down"
fails_everywhere 0 flow retry 1
work
stands 1 undone ""
ctl flow show 1 --json
is "pause resume resume_from rollback retry" \
    "$(json "*[step['outcome'] for step in d['steps'] if step['outcome'] in ('pause', 'resume', 'resume_from', 'rollback', 'retry')]")"
is "0" "$(find "$cloud" -type f | wc -l)"
provision order "$PAWL_DB" 2
work
ctl locks --json
answers 0 "the lock is broken; run 2 continues without it" locks --break --reason=x "$(json "d['locks'][0]['key']")"
fails_everywhere 0 flow cancel 2
work
stands 2 cancelled ""
answers 0 "0 done, 1 undone, 1 cancelled" graph provision
# ---- a flow that is called as a machine and its event

printf '%s\n' 'pawl 1;' 'machine ord { initial state open { on ship -> sent; } final state sent; }' >"$scratch/ord.fsm"
printf '%s\n' 'pawl 1;' 'flow ord_ship(town: text) { wait tickets; }' >"$scratch/ord_ship.fsm"
for file in ord ord_ship ord; do
    "$pawl" "$scratch/$file.fsm" -o "$scratch/gen" --emit="$database" -Wno-all || exit 2
    answers 0 "" apply "$scratch/gen/$file.$database.sql"
done
answers 0 " 0 problems" verify
# ---- functions of flows

if [ "$database" = postgres ]; then # a flow with the name of a machine in another file
    printf 'pawl 1;\nmachine twin { event create; initial state open { on shut -> closed; } final state closed; }\n' >"$scratch/twin.fsm"
    "$pawl" "$scratch/twin.fsm" -o "$scratch/gen" --emit=postgres || fail "the machine twin does not compile"
    answers 0 "twin: created" apply "$scratch/gen/twin.postgres.sql"
    printf 'pawl 1;\nflow twin(id: text) { tx load; }\n' >"$scratch/twin.fsm"
    "$pawl" "$scratch/twin.fsm" -o "$scratch/gen" --emit=postgres || fail "the flow twin does not compile"
    answers 3 "flow twin: there is a machine with this name" apply "$scratch/gen/twin.postgres.sql"
    answers 0 "created in open" fire twin T create
fi
if [ "$database" = postgres ]; then # a flow that the effect of a machine starts
    printf 'pawl 1;\nmachine crate { entity crates.id: text; event create; effect begin sql "select ship_start(:id)"; initial state packed { on go -> gone do begin; } final state gone; }\n' >"$scratch/crate.fsm"
    of_ship() {
        printf 'pawl 1;\nflow ship(%s) { tx %s; }\n' "$1" "$2" >"$scratch/ship.fsm"
        "$pawl" "$scratch/ship.fsm" "$scratch/crate.fsm" -o "$scratch/gen" --emit=postgres || fail "ship does not compile"
    }
    sql "create table crates (id text primary key); insert into crates values ('A')"
    of_ship "id: text" load
    answers 0 "ship: created" apply "$scratch/gen/ship.postgres.sql"
    answers 0 "crate: created" apply "$scratch/gen/crate.postgres.sql"
    of_ship "id: text" stow
    answers 0 "ship" apply "$scratch/gen/ship.postgres.sql"
    answers 0 "crate: nothing new" apply "$scratch/gen/crate.postgres.sql"
    is 1 "$(sql "select count(*) from pg_proc where proname = 'ship_start' and prosrc like '%$(sql "select fingerprint from pawl_flows where flow = 'ship' order by deployed_at desc limit 1")%'")"
    of_ship "id: text, parts: int" stow
    answers 3 "flow ship: the new version does not have public.ship_start(text,text), which is in use: function public.crate_" apply "$scratch/gen/ship.postgres.sql"
    answers 0 "created" fire crate A create
    answers 0 "packed -> gone" fire crate A go
    is 1 "$(sql "select count(*) from pawl_runs where flow = 'ship'")"
fi
if [ "$database" = mariadb ]; then
    printf 'pawl 1;\nflow hand(item: uuid) { tx give; }\n' >"$scratch/hand.fsm"
    "$pawl" "$scratch/hand.fsm" -o "$scratch/gen" --emit=mariadb || fail "hand does not compile"
    answers 0 "hand: created" apply "$scratch/gen/hand.mariadb.sql"
    [[ $(sql "select ${name}_pawl.\`hand_start\$2\`('nouuid', null)") == *MISUSE*"; item is a uuid"* ]] || fail "hand_start does not name the uuid"
fi
exit $failed
