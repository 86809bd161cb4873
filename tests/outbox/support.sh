# shellcheck shell=bash
# Sourced by the scripts here, which are called with DATABASE PAWLCTL MOVER BROKER: a database of its own, empty.
#
#   sql TEXT             rows with | between columns
#   start_broker N TOPIC...   a cluster of N brokers at $brokers; broker_says WORD OPERAND
#   consume TOPIC FILE   what kcat finds there from the beginning, a JSON object a line
database=$1
pawlctl=$2
mover=$3
broker=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d /tmp/pawl-outbox.XXXXXX)
brokers=
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

if [ "$database" = postgres ]; then
    if [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
        echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
        rmdir "$scratch"
        exit 77
    fi
    name=pawl_outbox_$$
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database $name"
    export PAWL_DB="$PAWL_TEST_POSTGRES dbname=$name"
    sql() { psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -c "$1"; }
else
    export PAWL_DB=sqlite:$scratch/test.db
    sql() { sqlite3 -bail -cmd '.timeout 30000' "$scratch/test.db" "$1"; }
fi

clean_up() {
    local processes
    processes=$(jobs -p)
    # shellcheck disable=SC2086
    disown -a # nobody is told of what is killed here
    [ -z "$processes" ] || kill -KILL $processes 2>/dev/null
    [ "$database" = sqlite ] || psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists $name with (force)"
    rm -rf "$scratch"
}
trap clean_up EXIT

start_broker() {
    coproc CLUSTER { exec "$broker" "$1" 32 "${@:2}"; }
    read -r brokers <&"${CLUSTER[0]}"
}

broker_says() {
    local answer
    echo "$1 $2" >&"${CLUSTER[1]}"
    read -r answer <&"${CLUSTER[0]}"
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
