#!/bin/bash
# partitions.sh DATABASE PAWLCTL PAWL KILLER: a history in partitions is guarded, read and looked after like any other.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

sed 's/^machine payment .*{/&\n  storage head partitions 4;/' "$here/../../examples/payments/payment.fsm" >"$scratch/payment.fsm"
grep -q "partitions 4" "$scratch/payment.fsm" && "$pawl" "$scratch/payment.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "created" apply "$payment"
answers 0 "nothing new" apply "$payment"
for id in P1 P2 P3 P4 P5 P6 P7 P8; do
    sql "insert into payments values ('$id')"
    "$pawlctl" fire payment $id create amount=1000 currency=EUR --request-id=r1 >/dev/null &&
        "$pawlctl" fire payment $id submit submission_id=S --request-id=r2 >/dev/null || fail "cannot move $id"
done
answers 0 "submit" history payment P3
answers 0 "pending_submission -> submitted (submit, sort key 20" fire payment P3 submit submission_id=S --request-id=r2
answers 1 "r2" fire payment P3 submit submission_id=other --request-id=r2
answers 0 "payment: 8 entities, 16 transitions, 0 problems" verify
plant "update payment_transitions set to_state = 'paid' where payment_id = 'P5' and sort_key = 20"
answers 1 "payment P5, sort key 20: the machine has no transition from pending_submission by submit to paid" verify
plant "update payment_transitions set to_state = 'submitted' where payment_id = 'P5' and sort_key = 20"

if [ "$database" = postgres ]; then
    is "4 2" "$(sql "select count(*) from pg_inherits where inhparent = 'payment_transitions'::regclass") $(
        sql "select count(distinct tableoid) > 1 from payment_transitions" | sed 's/t/2/')"
    # one of them is read for a key, and by its index
    plan=$(sql "set enable_seqscan = off; explain select * from payment_transitions where payment_id = 'P1' order by sort_key")
    is "1 0" "$(grep -c "Index Scan" <<<"$plan") $(grep -c "Seq Scan" <<<"$plan")"
    # nobody writes to one of them by its own name either
    before=$(sql "select tableoid, * from payment_transitions order by 2, 3; select * from payment_current order by 1")
    for table in payment_transitions $(sql "select inhrelid::regclass from pg_inherits where inhparent = 'payment_transitions'::regclass"); do
        sql "grant all on $table to ${name}_plain; grant select on payment_transitions to ${name}_plain"
        for attempt in "insert into $table select * from payment_transitions" "update $table set actor = 'me'" "delete from $table" \
            "truncate $table" "copy $table (payment_id) from stdin"; do
            psql -XAtq -d "$PAWL_DB user=${name}_plain" -c "$attempt" </dev/null >"$scratch/attempt" 2>&1 && fail "done: $attempt"
            grep -q "only Pawl" "$scratch/attempt" || fail "$attempt says: $(cat "$scratch/attempt")"
        done
        sql "revoke all on $table, payment_transitions from ${name}_plain"
    done
    for attempt in "alter table payment_transitions detach partition payment_transitions_p0" "drop table payment_transitions_p0"; do
        psql -XAtq -d "$PAWL_DB user=${name}_plain" -c "$attempt" >/dev/null 2>&1 && fail "done: $attempt"
    done
    is "$before" "$(sql "select tableoid, * from payment_transitions order by 2, 3; select * from payment_current order by 1")"
    sql "grant select on payment_transitions to pawl_app"
    "$pawlctl" apply "$payment" >/dev/null
    sql "drop trigger pawl_refuse_write on payment_transitions_p2"
    answers 1 "trigger pawl_refuse_write on public.payment_transitions_p2 is gone [object-missing]" verify
    "$pawlctl" apply "$payment" >/dev/null
    # a trigger of somebody else's on a partition is one on the history
    sql "grant trigger on payment_transitions_p1 to ${name}_plain; grant create on schema public to ${name}_plain; grant pawl_app to ${name}_plain"
    psql -XAtq -d "$PAWL_DB user=${name}_plain" -c "create function forge() returns trigger language plpgsql as 'begin return new; end'" \
        -c "create trigger forge before insert on payment_transitions_p1 for each row execute function forge()" || fail "cannot hang a trigger"
    ctl apply "$payment"
    grep -q "forge on .*payment_transitions_p1 belongs to ${name}_plain" "$scratch/err" || fail "apply: $(cat "$scratch/err")"
    answers 3 "forge on public.payment_transitions_p1" fire payment P1 confirm
    sql "drop trigger forge on public.payment_transitions_p1; revoke all on payment_transitions_p1 from ${name}_plain; drop function forge"
fi
answers 0 "submitted -> paid" fire payment P1 confirm
answers 0 "payment: 1 finished before" archive payment --older-than=0s
ctl verify
is "0 payment: 7 entities, 14 transitions, 0 problems" "$status $(grep entities "$scratch/out")"
exit $failed
