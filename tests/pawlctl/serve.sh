#!/bin/bash
# serve.sh DATABASE PAWLCTL PAWL KILLER SHOP PROVISION: the live page of a database with machines, runs and strange names.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
provision=$6

"$pawl" "$here/on_call.fsm" -o "$scratch/gen" --emit="$database" || exit 2
"$pawl" "$here/../../examples/provision/provision.fsm" -o "$scratch/gen" --emit="$database" || exit 2
cat >"$scratch/parcel.fsm" <<'END'
pawl 1;
machine parcel {
  event send(carrier: text, parts: int?);
  guard insured "Is it insured?" sql "select 1 = 0";
  initial state packed {
    on send -> sent;
    on give -> sent when insured;
  }
  final state sent;
}
END
"$pawl" "$scratch/parcel.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "provision: created" apply "$scratch/gen/on_call.$database.sql" "$scratch/gen/provision.$database.sql" "$scratch/gen/parcel.$database.sql"
answers 0 "created in packed" fire parcel X1 create
for i in 1 2 3 4 5; do
    answers 0 "created in waiting" fire payment "PM10$i" create account="ACCOUNT-$((i % 2))" payer=Ada --actor=web
done
answers 0 "waiting -> paid" fire payment PM101 confirm --actor=bank
answers 0 "paid -> cancelled" fire payment PM101 cancel 'reason=he said "no" & <i>left</i>' --actor=ann
answers 0 "created in waiting" fire payment "<script>pwned = 1</script>" create account="<img src=x onerror='pwned = 2'>"
answers 0 "created in waiting" fire payment "ä/b?c&d=1#e \"☃'%" create account=A9
answers 0 "created in placed" fire order O1 create
answers 0 "paused" freeze order --mode=sleep --reason="new <b>shelves</b>"
"$provision" setup "$PAWL_DB" >/dev/null && "$provision" story "$PAWL_DB" "$scratch/cloud" 7 >"$scratch/story" || fail "no story: $(cat "$scratch/story")"
# jobs and events that operators send again, and runs that have not ended
columns="slot, machine, entity, sort_key, created_at, event, from_state, to_state, topic, fingerprint, parameters"
plant "update payment_pending set parked_at = $(time_of 100), attempts = 3, last_error = 'no mail' where payment_id in ('PM104', 'PM105');
    insert into pawl_outbox_parked ($columns, parked_at, error)
        select $columns, $(time_of 100), 'too large' from pawl_outbox where entity in ('PM104', 'PM105');
    delete from pawl_outbox where entity in ('PM104', 'PM105')"
plant "update pawl_runs set status = 'paused', ended_at = null where id = 5;
    update pawl_runs set status = 'parked', ended_at = null where id = 2"

# the only way in which it can be gone that all databases share
export DROP="rm -f ${file:-}*"
[ "$database" != postgres ] || DROP="psql -Xq -d \"$PAWL_TEST_POSTGRES\" -c 'drop database $name with (force)'"
[ "$database" != mariadb ] || DROP="mariadb --no-defaults -u root -S $mariadb_socket -e 'drop database $name'"
# who wants something of a run, until its next worker writes that into its timeline
wishes="select wish_actor from pawl_runs where wish_actor is not null"
export WISHES="sqlite3 \"${file:-}\" \"$wishes\""
[ "$database" != postgres ] || WISHES="psql -XAtq -d \"$PAWL_DB\" -c \"$wishes\""
[ "$database" != mariadb ] || WISHES="mariadb --no-defaults -NB -u root -S $mariadb_socket -D $own_database -e \"$wishes\""
# a client, its statement that readers of orders wait for, and the number of those that wait
[ "$database" != postgres ] || export CLIENT="psql -XAtq -d \"$PAWL_DB\"" LOCK="begin; lock table order_current;" \
    BLOCKED="select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
[ "$database" != mariadb ] || export CLIENT="mariadb --no-defaults -n -NB -u root -S $mariadb_socket -D ${own_database}_pawl" LOCK="lock tables order_current write;" \
    BLOCKED="select count(*) from information_schema.processlist where db like '$own_database%' and state like 'Waiting for table metadata lock'"
"$here/serve.py" "$pawlctl" "$scratch" || failed=1
exit $failed
