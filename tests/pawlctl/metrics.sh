#!/bin/bash
# metrics.sh DATABASE PAWLCTL PAWL KILLER PROVISION SERVICE: `pawlctl metrics` prints what the other commands list; promtool accepts it, and each
# metric of the dashboard and of the alert rules is in it.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
provision=$5
service=$6
files=$here/../../runtime/pawlctl/metrics
if ! command -v promtool >/dev/null; then
    fail "promtool is missing: apt-get install prometheus"
    exit 1
fi

# metrics: reads them, and checks their form
metrics() {
    ctl metrics
    is 0 "$status"
    is "# EOF" "$(tail -n 1 "$scratch/out")"
    is "" "$(cat "$scratch/err")"
    promtool check metrics <"$scratch/out" >"$scratch/said" 2>&1 || fail "promtool says: $(cat "$scratch/said")"
    is "" "$(cat "$scratch/said")"
    is "" "$(cut -d '}' -f 1 "$scratch/out" | grep -v '^#' | sort | uniq -d)" # each sample once
}

# value SERIES: of the last metrics
value() {
    series=$1 awk 'index($0, ENVIRON["series"] " ") == 1 { print substr($0, length(ENVIRON["series"]) + 2) }' "$scratch/out"
}

# is_positive SERIES
is_positive() {
    awk -v value="$(value "$1")" 'BEGIN { exit !(value > 0) }' || fail "$1 is not positive: $(value "$1")"
}

# from Pawl's own database on MariaDB
call() {
    if [ "$database" = postgres ]; then sql "select $1"; else sql "select ${own_database}_pawl.$1"; fi
}

# ---- without machines, or a database, it prints nothing but the error

for where in "$PAWL_DB" "sqlite:$scratch/none/none.db"; do
    ctl metrics --db="$where"
    is "" "$(cat "$scratch/out")"
    [ "$status" -ne 0 ] && [ -s "$scratch/err" ] || fail "metrics of $where exits with $status"
done
answers 2 "" metrics parcel

# ---- machines

"$pawl" "$here/metrics.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "parcel: created" apply "$scratch/gen/metrics.$database.sql"
fingerprint=$(fingerprint "$scratch/gen/metrics.$database.sql")
metrics
is 1 "$(value "pawl_version_deployed{machine=\"parcel\",fingerprint=\"$fingerprint\"}")"
is 1 "$(value "pawl_version_accepted{machine=\"parcel\",fingerprint=\"$fingerprint\"}")"
is "0 0 0" "$(for state in packed sent arrived; do value "pawl_entities{machine=\"parcel\",state=\"$state\"}"; done | paste -sd ' ')"
is "" "$(grep '^pawl_queue_waiting' "$scratch/out")"
for id in P1 P2 'P"3'; do answers 0 created fire parcel "$id" create van=V1; done
answers 0 "sent" fire parcel P2 send
answers 0 "sent" fire parcel 'P"3' send
answers 0 "arrived" fire parcel 'P"3' arrive
sleep 0.1
metrics
is "1 1 1" "$(for state in packed sent arrived; do value "pawl_entities{machine=\"parcel\",state=\"$state\"}"; done | paste -sd ' ')"
is_positive 'pawl_entities_oldest_seconds{machine="parcel",state="packed"}'
! grep -q 'oldest_seconds.*arrived' "$scratch/out" || fail "a final state has an age"
is 1 "$(value 'pawl_queue_due{machine="parcel",name="packed.remind"}')"
is_positive 'pawl_queue_late_seconds{machine="parcel",name="packed.remind"}'
is "1 0" "$(value 'pawl_queue_due{machine="parcel",name="work sent"}') $(value 'pawl_queue_claimed{machine="parcel",name="work sent"}')"
is "6" "$(value 'pawl_outbox_waiting{topic="out\\going \"ü\""}')$(value 'pawl_outbox_waiting{topic="no such"}')"
is_positive 'pawl_outbox_lag_seconds{topic="out\\going \"ü\""}'
is "0 0" "$(value 'pawl_queue_parked{machine="parcel"}') $(value 'pawl_entities_unknown{machine="parcel"}')"

# ---- claimed, parked, frozen, locked

plant "update parcel_pending set claim = 1, due_at = $(time_of 4000000000) where declaration = 'work sent'"
metrics
is "0 1" "$(value 'pawl_queue_due{machine="parcel",name="work sent"}') $(value 'pawl_queue_claimed{machine="parcel",name="work sent"}')"
plant "update parcel_pending set parked_at = $(time_of 1) where declaration = 'work sent'"
answers 0 "paused" freeze parcel --mode=sleep --reason=test
answers 1 "asleep" fire parcel P1 send # only programs defer events
case $database in
sqlite) plant "insert into pawl_locks (key, type, owner, token, since) values ('V1', 'parcel', 'nightly', 1, 0), ('V2', '', 'nightly', 1, 0)" ;;
*) call "pawl_acquire('parcel', 'V1', 'nightly', null, 0), $([ "$database" = mariadb ] && echo "${own_database}_pawl.")pawl_acquire('', 'V2', 'nightly', null, 0)" >/dev/null ;;
esac
metrics
is "1" "$(value 'pawl_queue_parked{machine="parcel"}')"
is "1 0" "$(value 'pawl_frozen{machine="parcel",mode="sleep"}') $(value 'pawl_deferred_events{machine="parcel"}')"
is "1 1 0" "$(value 'pawl_locks_held{machine="parcel"}') $(value 'pawl_locks_held{machine=""}') $(value 'pawl_locks_waiting{machine="parcel"}')"

# ---- rows of other programs, and entities without a row, which are of no age

sed 's/entity orders/entity purchases/' "$here/order.fsm" >"$scratch/order.fsm" # provision has orders, too
"$pawl" "$scratch/order.fsm" -o "$scratch/gen" --emit="$database" || exit 2
sql "create table purchases (id bigint primary key)"
sql "insert into purchases values (1), (2)"
answers 0 "order: created" apply "$scratch/gen/order.$database.sql"
answers 0 "pending -> paid" fire order 2 pay amount=5
metrics
is "1 1 " "$(value 'pawl_entities{machine="order",state="pending"}') $(value 'pawl_entities{machine="order",state="paid"}') $(value 'pawl_entities_oldest_seconds{machine="order",state="pending"}')"
is_positive 'pawl_entities_oldest_seconds{machine="order",state="paid"}'

# ---- rights

if [ "$database" != sqlite ]; then
    ctl metrics --db="$plain"
    is "" "$(cat "$scratch/out")"
    [ "$status" -ne 0 ] || fail "a login without rights reads metrics"
    be_granted pawl_operator
    answers 0 "# EOF" metrics --db="$plain"
fi

# ---- flows

"$pawl" "$here/../../examples/provision/provision.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "provision: created" apply "$scratch/gen/provision.$database.sql"
for words in "setup $PAWL_DB" "story $PAWL_DB $scratch/cloud 7"; do
    arguments=("${words%% *}" "$PAWL_DB")
    [ "${words%% *}" = setup ] || arguments+=("$scratch/cloud" 7)
    "$provision" "${arguments[@]}" >"$scratch/provision" 2>&1 || fail "provision: $(cat "$scratch/provision")"
done
plant "update pawl_runs set status = 'parked', ended_at = null where id = 1"
answers 0 "frozen" freeze provision --reason=test
metrics
is "2 2 1" "$(for state in "done" undone parked; do value "pawl_runs{flow=\"provision\",status=\"$state\"}"; done | paste -sd ' ')"
is_positive 'pawl_runs_oldest_seconds{flow="provision",status="parked"}'
! grep -q 'pawl_runs_oldest_seconds.*"done"' "$scratch/out" || fail "a run that has ended has an age"
is 1 "$(value 'pawl_frozen{machine="provision",mode="reject"}')"
grep -qx '# UNIT pawl_runs_oldest_seconds seconds' "$scratch/out" || fail "an age has no unit"

# ---- the dashboard and the alert rules

promtool check rules "$files/pawl_alerts.yaml" >"$scratch/said" 2>&1 || fail "promtool says: $(cat "$scratch/said")"
python3 - "$files/pawl_dashboard.json" >"$scratch/panels.yaml" <<'END' || fail "the dashboard is no JSON"
import json, sys
print("groups: [{name: panels, rules: [")
for number, panel in enumerate(json.load(open(sys.argv[1]))["panels"]):
    for target in panel["targets"]:
        print(f"  {{record: 'panel{number}', expr: {json.dumps(target['expr'])}}},")
print("]}]")
END
promtool check rules "$scratch/panels.yaml" >"$scratch/said" 2>&1 || fail "promtool says of the dashboard: $(cat "$scratch/said")"
for metric in $(grep -ohE 'pawl_[a-z_]+' "$scratch/panels.yaml" <(grep expr: "$files/pawl_alerts.yaml") | sort -u); do
    grep -q "^# TYPE $metric gauge" "$scratch/out" || fail "pawlctl metrics does not print $metric"
done

# ---- what a program prints of its own counters: promtool reads the older format, in which a counter has its whole name

"$service" setup "$PAWL_DB" || fail "the service's seats cannot be set up"
"$service" serve "$PAWL_DB" "$scratch/socket" >"$scratch/served" 2>&1 &
serves=$!
for ((i = 0; i < 300; i++)); do
    ! grep -q listening "$scratch/served" || break
    sleep 0.1
done
printf 'create A1\nhold A1 customer=ann\nhold A1 customer=bob\nshow A1\n' | "$service" say "$scratch/socket" >"$scratch/said"
kill -TERM $serves
wait $serves
sed -n '/^# HELP/,$p' "$scratch/served" >"$scratch/out"
is "# EOF" "$(tail -n 1 "$scratch/out")"
is "2 1 3" "$(value 'pawl_transitions_total{status="OK"}') $(value 'pawl_transitions_total{status="ILLEGAL"}') $(value pawl_latency_seconds_count)"
sed -E 's/^# (HELP|TYPE) (pawl_(calls|round_trips|retries|transitions)) /# \1 \2_total /' "$scratch/out" >"$scratch/older"
promtool check metrics <"$scratch/older" >"$scratch/said" 2>&1 || fail "promtool says of the service: $(cat "$scratch/said")"
exit $failed
