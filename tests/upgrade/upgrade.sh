#!/bin/bash
# upgrade.sh DATABASE PAWLCTL PAWL PROGRAM MAKE: each dump that lies here is restored, and the present SQL of its machines is
# applied, by the database's shell and in another copy by pawlctl. All rows are as before; PROGRAM goes on with them;
# what was not delivered is delivered once; verify finds nothing. No earlier version has been deployed on MariaDB: there the
# dump is of this version's, which MAKE, upgrade_make, makes.
set -u
database=$1
pawlctl=$2
pawl=$3
test=$4
make=$5
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d /tmp/pawl-upgrade.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
machines="order badge deliver"
for machine in $machines; do
    "$pawl" "$here/$machine.fsm" -o "$scratch/gen" --emit="$database" || exit 2
done

# The logins of a dump get names of this test's own, since they belong to the whole server.
restore() {
    make_logins
    if [ "$database" = postgres ]; then
        sed "s/pawl_upgrade_/${prefix}_/g" "$1" |
            psql -Xq1 -v ON_ERROR_STOP=1 -d "$PAWL_DB" -f - >"$scratch/said" || fail "$1 cannot be restored"
    elif [ "$database" = mariadb ]; then
        # views are looked into when they are made, and rights can be given on what is there alone
        sed "s/\bupgraded/$name/g; s/\bpawl_upgrade_/${prefix}_/g" "$1" >"$scratch/restored"
        grep '^GRANT ' "$scratch/restored" | mariadb --no-defaults -uroot -S "$mariadb_socket" --force 2>/dev/null
        mariadb --no-defaults -uroot -S "$mariadb_socket" <"$scratch/restored" || fail "$1 cannot be restored"
    else
        sqlite3 -bail "$file" <"$1" || fail "$1 cannot be restored"
    fi
}

# shellcheck disable=SC2317 # called by its name, as is the next one
apply_by_shell() {
    if [ "$database" = postgres ]; then
        psql -Xq -v ON_ERROR_STOP=1 -d "$deployer" -f "$1"
    elif [ "$database" = mariadb ]; then
        sed "s/pawl_database/${name}_pawl/g; s/pawl_application/$name/g" "$1" |
            mariadb --no-defaults --default-character-set=utf8mb4 -uroot -S "$mariadb_socket" -D "$name"
    else
        sqlite3 -bail "$file" <"$1"
    fi
}

# shellcheck disable=SC2317
apply_by_pawlctl() {
    "$pawlctl" apply "$1" --db="$deployer"
}

# ctl STATUS TEXT ARG...: pawlctl as an operator exits so, and says TEXT
ctl() {
    local expected=$1 text=$2 status=0
    shift 2
    undisturbed "$pawlctl" "$@" --db="$operator" >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status -eq "$expected" ] || fail "pawlctl $* exits with $status: $(cat "$scratch/out" "$scratch/err")"
    grep -qF -- "$text" "$scratch/out" "$scratch/err" ||
        fail "pawlctl $* says: $(cat "$scratch/out" "$scratch/err"), not: $text"
}

# Columns are named where all machines share a table, since a later version may give it more. A dump has rows in each.
all_rows() {
    local query key=key
    [ "$database" != mariadb ] || key=lock_key
    for query in "* from order_current" "* from order_transitions" "* from badge_transitions" \
        "order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from order_pending" \
        "* from orders" "* from receipts" "* from parcels" \
        "machine, fingerprint, is_accepted, is_deployed, deployed_at from pawl_machines" \
        "machine, event, from_state, to_state from pawl_past_moves" \
        "machine, entity, repaired_at, repaired_by, reason, before_state, before_sort_key, after_state, after_sort_key
            from pawl_repairs" \
        "$key, type, owner, token, since, until from pawl_locks" "$key, last_token from pawl_lock_keys" \
        "$key, type, owner, since, until from pawl_lock_waiters" \
        "number, logged_at, login, action, type, $key, owner, token, reason from pawl_lock_log" \
        "machine, mode, until, reason, since, frozen_by from pawl_freezes where mode is not null" \
        "number, machine, entity, request_id, event, arguments, actor, deferred_at, status from pawl_deferred" \
        "machine, entity, sort_key, slot, created_at, event, from_state, to_state, request_id, topic, fingerprint,
            parameters from pawl_outbox" \
        "machine, entity, sort_key, slot, created_at, event, parameters, error from pawl_outbox_parked" \
        "slot, claim from pawl_outbox_slots" "flow, fingerprint, deployed_at, topic from pawl_flows" \
        "id, flow, fingerprint, status, direction, path, args, data, locks, unique_key, attempt, failures, steps, undone,
            error, waits_for, wish, claim, actor, started_at, updated_at, ended_at, topic, events from pawl_runs" \
        "run, number, path, is_undo, outcome, attempt, undoes, after, error, actor, at from pawl_run_steps" \
        "run, flow, due_at from pawl_run_ready" "run, name, actor, sent_at from pawl_run_signals" \
        "run, $key, type, number from pawl_run_waits"; do
        echo "$query"
        sql "select $query" >"$scratch/rows" || fail "cannot read $query" >&2
        [ -s "$scratch/rows" ] || fail "nothing is left by $query" >&2
        LC_ALL=C sort "$scratch/rows"
    done
}

# Which rows of the outbox a relay has written to a file, as MACHINE|ENTITY|SORT_KEY; it fails where those of an entity
# are out of order.
delivered() {
    python3 -c '
import json, sys
last = {}
for line in open(sys.argv[1]):
    event = json.loads(line)
    entity = event["machine"] + "|" + event["entity"]
    if last.get(entity, 0) >= event["sort_key"]:
        sys.exit(entity + " is out of order")
    last[entity] = event["sort_key"]
    print(entity, event["sort_key"], sep="|")' "$1" | LC_ALL=C sort
}

moves_of_orders() {
    sql "select 'order', order_id, sort_key from order_transitions" | LC_ALL=C sort
}

relay() {
    "$pawlctl" relay --stdout --once --db="$operator" >"$scratch/$1.json" 2>"$scratch/err" ||
        fail "the relay fails: $(cat "$scratch/err")"
    delivered "$scratch/$1.json" >"$scratch/$1" || fail "the relay delivers in a wrong order"
}

# same EXPECTED ACTUAL WHAT: two files
same() {
    diff "$1" "$2" >"$scratch/diff" || fail "$3: $(head -n 20 "$scratch/diff")"
}

# Programs of the older libpawl name what says that their version is accepted in another way, and nothing of that is
# left: they are told MISMATCH.
refuses_older_programs() { # DUMP
    local version of=
    [ "$database" != mariadb ] || return 0 # there is no older one
    [ "$database" = sqlite ] || of="()"
    for version in $(grep -oE '\b[a-z]+_model_[0-9a-f]{16}\b' "$1" | sort -u); do
        sql "select * from $version$of" >"$scratch/said" 2>&1 && fail "$version is still there"
    done
}

upgrade() { # DUMP HOW
    local machine earlier
    restore "$1"
    all_rows >"$scratch/before"
    sql "select machine, entity, sort_key from pawl_outbox" | LC_ALL=C sort >"$scratch/undelivered"
    moves_of_orders >"$scratch/moves"
    for machine in $([ "$2" = apply_by_pawlctl ] || echo pawl) $machines; do
        "$2" "$scratch/gen/$machine.$database.sql" >"$scratch/said" 2>&1 || fail "$2 $machine: $(cat "$scratch/said")"
    done
    all_rows >"$scratch/after"
    same "$scratch/before" "$scratch/after" "rows have changed"
    refuses_older_programs "$1"
    ctl 0 " 0 problems" verify
    ctl 0 "order (Order): 14" status
    ctl 0 "frozen (sleep): the printer is cleaned" status badge
    ctl 0 "clerk" locks
    ctl 0 "the message is too large" outbox status
    ctl 0 "the box is too small" queue status
    ctl 0 "the warehouse is closed" flow ls --parked
    # before anybody moves: what another program adds is still looked at
    sql "insert into badge_transitions (badge_id, to_state, sort_key, most_recent, created_at, updated_at)
        select badge_id, 'worn', 30, false, created_at, updated_at from badge_transitions
            where badge_id = 3 and most_recent" >"$scratch/said" 2>&1 && fail "a row that leads nowhere was taken"

    relay first
    same "$scratch/undelivered" "$scratch/first" "expected < and delivered >"
    "$test" "$program" "$operator" >"$scratch/said" 2>&1 || fail "$(cat "$scratch/said")"
    ctl 0 "" outbox retry order O7
    relay second
    [ -z "$(LC_ALL=C comm -12 "$scratch/first" "$scratch/second")" ] || fail "something is delivered twice"
    moves_of_orders | LC_ALL=C comm -13 "$scratch/moves" - >"$scratch/expected"
    printf 'order|O7|%s\n' 10 20 >>"$scratch/expected"
    same <(LC_ALL=C sort "$scratch/expected") <(grep '^order' "$scratch/second") "expected < and delivered >"
    [ "$(grep -c '"event":"end"' "$scratch/second.json")" = 6 ] || fail "the ends of the runs are not delivered"
    "$pawlctl" erase order O3 --reason="request 18" >"$scratch/said" 2>&1 || fail "erase: $(cat "$scratch/said")"
    earlier=$(sql "select fingerprint from pawl_machines where machine = 'badge' and is_accepted and not is_deployed")
    "$pawlctl" retire badge "$earlier" >"$scratch/said" 2>&1 || fail "retire: $(cat "$scratch/said")"
    ctl 0 " 0 problems" verify
    ctl 0 "7 runs" status
    [ "$database" = sqlite ] || again_from_first_build
}

# The first builds of version 3 lacked some of its columns.
again_from_first_build() {
    local lacking machine schema=public
    [ "$database" = postgres ] || schema=${name}_pawl
    for lacking in pawl_outbox.actor pawl_outbox_parked.actor pawl_run_ready.claimer; do
        sql "alter table $schema.${lacking%.*} drop column ${lacking#*.}"
        for machine in $machines; do
            apply_by_pawlctl "$scratch/gen/$machine.$database.sql" >"$scratch/said" 2>&1 ||
                fail "without $lacking: $(cat "$scratch/said")"
        done
        ctl 0 " 0 problems" verify
    done
}

try() { # DUMP HOW
    prefix=pawl_upgrade_$$
    # shellcheck source=support.sh
    . "$here/support.sh"
    trap 'drop_database >/dev/null 2>&1; drop_logins >/dev/null 2>&1; rm -f "$scratch"/test.db*' EXIT
    upgrade "$@"
    exit $failed
}

# Of the version that is here, into a file; another one's is there already.
make_dump() {
    (
        prefix=pawl_upgrade_$$
        # shellcheck source=support.sh
        . "$here/support.sh"
        # shellcheck source=story.sh
        . "$here/story.sh"
        trap 'drop_database >/dev/null 2>&1; drop_logins >/dev/null 2>&1' EXIT
        set -e
        make_logins
        (make_tables)
        tell >"$scratch/said" 2>&1 || { cat "$scratch/said"; exit 1; }
        dump >"$1"
    )
}

result=0
dumps=("$here"/*."$database".sql)
if [ "$database" = mariadb ]; then
    dumps=("$scratch/present.mariadb.sql")
    make_dump "${dumps[0]}" || exit
fi
for dump in "${dumps[@]}"; do
    for how in apply_by_shell apply_by_pawlctl; do
        (try "$dump" $how) || {
            status=$?
            [ $status -ne 77 ] || exit 77
            echo "FAILED: $(basename "$dump"), $how"
            result=1
        }
    done
done
exit $result
