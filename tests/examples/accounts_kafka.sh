#!/bin/bash
# accounts_kafka.sh DATABASE PAWLCTL ACCOUNTS BROKER: the story of examples/accounts, whose events go to Kafka, where
# kcat finds each committed move once, in order.
# shellcheck disable=SC2154 # what support.sh sets
set -u
# shellcheck source=../outbox/support.sh
. "$(dirname "$0")/../outbox/support.sh"
accounts=$mover

start_broker 1 accounts
"$accounts" setup "$PAWL_DB" >"$scratch/out" 2>&1 || fail "setup: $(cat "$scratch/out")"
"$here/../../examples/accounts/demo.sh" "$accounts" "$pawlctl" "$PAWL_DB" "$PAWL_DB" --kafka="$brokers" \
    >"$scratch/out" 2>&1 || fail "the story: $(cat "$scratch/out")"
outbox_is_empty || fail "something was not delivered: $(tail -n 3 "$scratch/out")"

sql "select 'account', account_id, sort_key, event from account_transitions" >"$scratch/history"
[ "$(wc -l <"$scratch/history")" -eq 7 ] || fail "the moves are: $(cat "$scratch/history")"
consume accounts "$scratch/delivered"
"$here/check.py" --once "$scratch/history" "$scratch/delivered" || failed=1
exit "$failed"
