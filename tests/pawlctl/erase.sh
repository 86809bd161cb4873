#!/bin/bash
# erase.sh DATABASE PAWLCTL PAWL KILLER: what a history holds of a person is forgotten, and the history stays legal.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

answers 0 "created" apply "$payment"
"$pawl" "$here/customer.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "created" apply "$scratch/gen/customer.$database.sql"
sql "select model from pawl_machines where machine = 'customer'" |
    python3 -c "import json, sys; json.dump({'pawl_model': 1, 'stem': 'x', 'machines': [json.load(sys.stdin)]}, open(sys.argv[1], 'w'))" \
        "$scratch/model.json" && "$here/../page/schema.py" "$scratch/model.json" || fail "the model is not as model.schema.json says"

# ---- what is asked for

answers 2 "give --reason" erase customer C1
answers 2 "the text is not UTF-8" erase customer C1 --reason=$'\xff'
answers 1 "customer C1: there is no such customer" erase customer C1 --reason=x
answers 1 "machine payment has no parameter that is personal" erase payment P1 --reason=x
answers 1 "there is no machine costumer; did you mean \`customer\`?" erase costumer C1 --reason=x

# ---- a history

make() { # make ID
    answers 0 "created in active" fire customer "$1" create name=Anna plan=gold --request-id=first
    answers 0 "active -> active" fire customer "$1" move address="Elm Street" floor=3 since=2026-01-01 --request-id=second
}
make C1
make other
before=$(sql "select * from customer_transitions where customer_id = 'other'")
answers 0 "customer C1: erased in 2 moves, and in 0 archived" erase customer C1 --reason="request 17"
is "0" "$(sql "select count(*) from customer_transitions where customer_id = 'C1' and (name is not null or address is not null or floor is not null or since is not null)")"
is "gold create,move first,second" "$(sql "select plan from customer_transitions where customer_id = 'C1' and sort_key = 10") $(
    sql "select event from customer_transitions where customer_id = 'C1' order by sort_key" | paste -sd,) $(
    sql "select request_id from customer_transitions where customer_id = 'C1' order by sort_key" | paste -sd,)"
is "$before" "$(sql "select * from customer_transitions where customer_id = 'other'")"
answers 0 "customer: 2 entities, 4 transitions, 0 problems" verify customer
is "C1|active|20|active|20" "$(sql "select entity, before_state, before_sort_key, after_state, after_sort_key from pawl_repairs")"
is "erased name, address, floor, since, papers, notes: request 17" "$(sql "select reason from pawl_repairs")"
! sql "select * from pawl_repairs" | grep -q -e Anna -e Elm || fail "what is erased is written down"
answers 0 "customer C1: erased in 0 moves, and in 0 archived" erase customer C1 --reason=again
is 1 "$(sql "select count(*) from pawl_repairs")"

# a request that comes again is the same one, whatever it says of what is erased; of the rest it must say the same
answers 0 "active -> active (move, sort key 20" fire customer C1 move address="Elm Street" floor=3 since=2026-01-01 --request-id=second
answers 0 "active -> active (move, sort key 20" fire customer C1 move address=Elsewhere --request-id=second
answers 0 "created in active" fire customer C1 create name=Anna plan=gold --request-id=first
answers 1 "first" fire customer C1 create name=Anna plan=silver --request-id=first
answers 1 "second" fire customer C1 leave --request-id=second
answers 1 "second" fire customer other move address=Elsewhere --request-id=second # nothing of it is erased
is 2 "$(sql "select count(*) from customer_transitions where customer_id = 'C1'")"
if [ "$database" = postgres ]; then
    is "OK|20" "$(sql "select status, sort_key from customer_move_many(array['C1'], array['Elm'], array[null]::int[], array[null]::timestamptz[], array[null]::bytea[], array[null]::json[], request_id => array['second'])")"
fi

# life goes on; a guard that asks for what is erased finds null, which refuses
answers 1 "is_named" fire customer C1 welcome
answers 0 "active -> active" fire customer other welcome
answers 0 "active -> active" fire customer C1 move address="Oak Street" papers=00ff 'notes={"a": 1}'
answers 0 "papers=00ff" history customer C1
is "00ff" "$(ctl history customer C1 --json; json "d['moves'][-1]['params']['papers']")"
if [ "$database" = sqlite ]; then # where a text may be any bytes, which JSON cannot say
    plant "update customer_transitions set address = cast(x'41ff' as text) where customer_id = 'C1' and sort_key = 30"
    is "41ff" "$(ctl history customer C1 --json; json "d['moves'][-1]['params']['address']['hex']")"
fi
answers 0 "customer C1: erased in 1 move," erase customer C1 --reason=more
answers 0 "0 problems" verify customer

# ---- what is not delivered yet

"$pawl" "$here/subscriber.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "created" apply "$scratch/gen/subscriber.$database.sql"
answers 0 "created" fire subscriber 'S"1' create name='Anna "}, Lee' plan=gold
answers 0 "active" fire subscriber 'S"1' move name=Anna 'notes={"name": ["Anna", {"a": "}\"]"}]}' size=1.50 plan=silver
answers 0 "created" fire subscriber S2 create name=Bert plan=gold
whole='{"name":null,"plan":"gold"} {"plan":"silver","name":null,"notes":null,"size":"1.50"}'
events() { # events TABLE ENTITY
    sql "select parameters from $1 where entity = '$2' order by sort_key" | paste -sd' '
}
if [ "$database" = postgres ]; then
    sql "select count(*) from pawl_outbox_claim('a relay', 60000, 64, 10)" >/dev/null # which has read them
elif [ "$database" = mariadb ]; then
    owned "select pawl_outbox_claim('a relay', 60000, 64, 10)" >/dev/null
else
    plant "insert or ignore into pawl_outbox_slots select distinct slot, 'a relay', 7, 9000000000000000 from pawl_outbox"
fi
claims=$(sql "select sum(claim) from pawl_outbox_slots")
answers 0 "erased in 2 moves, and in 0 archived, and in 2 events not delivered yet" erase subscriber 'S"1' --reason=x
is "$whole" "$(events pawl_outbox 'S"1')"
is '{"name":"Bert","plan":"gold"}' "$(events pawl_outbox S2)"
is $((claims + 1)) "$(sql "select sum(claim) from pawl_outbox_slots")"
answers 0 "erased in 0 moves, and in 0 archived" erase subscriber 'S"1' --reason=again
slot=$(sql "select slot from pawl_outbox where entity = 'S2'")
always=$([ "$database" = postgres ] && echo "json '{\"name\": \"Bert\"}'" || echo "'{\"name\": \"Bert\"}'")
plant "delete from pawl_outbox where entity = 'S2'; insert into pawl_outbox_parked (slot, machine, entity, sort_key, created_at,
    event, from_state, to_state, topic, fingerprint, parameters, parked_at, error)
    select slot, 'subscriber', 'S2', 10, $(time_of 1), 'create', '', 'active', 't', 'f', $always, $(time_of 7), 'too large'
      from (select $slot as slot) place"
answers 0 "and in 1 event not delivered yet" erase subscriber S2 --reason=x
is '{"name": null}' "$(events pawl_outbox_parked S2)"
is "too large|1" "$(sql "select error, count(*) from pawl_outbox_parked where parked_at = $(time_of 7) group by error")"
answers 0 "0 problems" verify subscriber

# ---- archived

answers 0 "active -> gone" fire customer other leave
answers 0 "customer: 1 finished before" archive customer --older-than=0s
make other # a second life of that key
# the server notes values of its own accord, those that are there more than once
answers 0 "active -> active" fire customer other move address="Elm Street" floor=3 since=2026-01-01
noted() { sql "select count(*) from pg_stats where tablename in ('customer_transitions', 'customer_archive')
    and concat(most_common_vals, histogram_bounds) ~ 'Elm Street'"; }
if [ "$database" = postgres ]; then
    sql "analyze customer_transitions, customer_archive"
    is 1 "$(noted)"
fi
answers 0 "customer other: erased in 3 moves, and in 2 archived" erase customer other --reason=all
[ "$database" != postgres ] || is 0 "$(noted)"
is "0 4" "$(sql "select count(name) + count(address) + count(floor) + count(since) from customer_archive") $(sql "select count(*) from customer_archive")"
answers 0 "active -> gone" fire customer other leave
answers 0 "customer: 1 finished before" archive customer --older-than=0s
answers 0 '"archived_moves": 0' erase customer other --reason=nothing --json
is "[] False" "$(json "[d['columns'] if len(d['columns']) != 6 else [], d['machine'] != 'customer'] and str([]) + ' ' + str(d['machine'] != 'customer')")"
make third
answers 0 "active -> gone" fire customer third leave
answers 0 "customer: 1 finished before" archive customer --older-than=0s
answers 0 "customer third: erased in 0 moves, and in 2 archived" erase customer third --reason=late
answers 0 "0 problems" verify customer

# ---- what waits for a thaw

make D1
answers 0 "paused" freeze customer --reason=pause --mode=sleep
always=$([ "$database" = postgres ] && echo "overriding system value")
plant "insert into pawl_deferred (number, machine, entity, request_id, event, arguments, actor, deferred_at) $always
    values (7, 'customer', 'D1', 'r', 'move', 'Oak Street', 'me', $(time_of 1))"
answers 1 "1 of its events wait until customer resumes" erase customer D1 --reason=x
is 1 "$(sql "select count(name) from customer_transitions where customer_id = 'D1'")"
plant "update pawl_deferred set status = 'ILLEGAL', fired_at = $(time_of 2)"
answers 0 "moves again" thaw customer
answers 0 "customer D1: erased in 2 moves" erase customer D1 --reason=x
is 0 "$(sql "select count(*) from pawl_deferred")"

# ---- nobody else

if [ "$database" != sqlite ]; then
    be_granted pawl_app
    make E1
    "$pawlctl" erase customer E1 --reason=theft --db="$plain" >"$scratch/out" 2>&1
    is "3 1" "$? $(sql "select count(name) from customer_transitions where customer_id = 'E1'")"
    grep -q "needs the role ${before_role}pawl_owner" "$scratch/out" || fail "no help: $(cat "$scratch/out")"
else
    sql "update customer_transitions set name = null" 2>/dev/null && fail "anybody may erase"
    make E1
fi

# ---- killed at every statement: all is erased, or nothing

if [ -z "${PAWL_SANITIZE:-}" ]; then
    for at in $([ "$database" != sqlite ] && seq 1 40 || seq 1 9 120) ; do
        killed_at "$at" erase customer E1 --reason=killed
        left=$(sql "select count(name) + count(address) from customer_transitions where customer_id = 'E1'")
        audited=$(sql "select count(*) from pawl_repairs where entity = 'E1'")
        case $left$audited in 20 | 01) ;; *) fail "killed at $at: $left are left, $audited are written down" ;; esac
    done
    answers 0 "customer E1" erase customer E1 --reason=killed
    is "0 1" "$(sql "select count(name) + count(address) from customer_transitions where customer_id = 'E1'") $(sql "select count(*) from pawl_repairs where entity = 'E1'")"
    answers 0 "0 problems" verify customer
fi
exit $failed
