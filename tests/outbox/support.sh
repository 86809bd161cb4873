# shellcheck shell=bash
# Sourced by the scripts here, which are called with DATABASE PAWLCTL MOVER BROKER: an empty database, with what
# tests/support/database.sh says of it, and
#
#   start_broker N TOPIC...   a cluster of N brokers at $brokers; broker_says WORD OPERAND
#   consume TOPIC FILE   what kcat finds there from the beginning, a JSON object a line
database=$1
pawlctl=$2
mover=$3
broker=${4:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d /tmp/pawl-outbox.XXXXXX)
brokers=
# shellcheck source=../support/database.sh
. "$here/../support/database.sh"

clean_up() {
    local processes
    processes=$(jobs -p)
    # shellcheck disable=SC2086
    disown -a # nobody is told of what is killed here
    [ -z "$processes" ] || kill -KILL $processes 2>/dev/null
    drop_database
    rm -rf "$scratch"
}
trap clean_up EXIT

start_broker() {
    coproc CLUSTER { exec "$broker" "$1" 32 "${@:2}"; }
    read -r -t 30 brokers <&"${CLUSTER[0]}" || fail "the brokers do not begin"
}

broker_says() {
    local answer
    echo "$1 $2" >&"${CLUSTER[1]}"
    read -r -t 30 answer <&"${CLUSTER[0]}" || answer=nothing
    [ "$answer" = done ] || fail "the broker does not say $1 $2"
}

consume() {
    timeout 120 kcat -b "$brokers" -C -t "$1" -o beginning -e -q -J >>"$2" 2>"$scratch/kcat" ||
        fail "kcat: $(cat "$scratch/kcat")"
}

# waits_for SECONDS COMMAND...: until it succeeds
waits_for() {
    local deadline=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        if [ $SECONDS -ge $deadline ]; then
            fail "in vain waited for: $*"
            return
        fi
        sleep 0.05
    done
}

outbox_is_empty() { [ "$(sql 'select count(*) from pawl_outbox')" = 0 ]; }

# history FILE: every move that was committed, as MACHINE|ENTITY|SORT_KEY|EVENT, and what every run of the flow has done
history() {
    sql "select 'parcel', parcel_id, sort_key, event from parcel_transitions union all
        select 'letter', letter_id, sort_key, event from letter_transitions union all
        select 'round', cast(id as text), 10, 'start' from pawl_runs union all
        select 'round', cast(run as text), 10 + 10 * row_number() over (partition by run order by number),
            case when is_undo then 'undo' else 'step' end from pawl_run_steps where outcome in ('done', 'undone') union all
        select 'round', cast(id as text), 20 + 10 * (select count(*) from pawl_run_steps where run = id
            and outcome in ('done', 'undone')), 'end' from pawl_runs where ended_at is not null" >"$1"
}
