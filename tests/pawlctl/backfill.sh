#!/bin/bash
# backfill.sh DATABASE PAWLCTL PAWL KILLER: entities that were there before the machine get their first rows, from a
# column or from Statesman's table; what is wrong is named and left out.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

answers 0 "created" apply "$payment"
sql "alter table payments add column status text; alter table payments add column opened $([ "$database" = postgres ] && echo timestamp || echo text);
    alter table payments add column cents bigint"
insert() { sql "insert into payments (id, status, opened, cents) values ('$1', $2, $3, 500)"; }
when="'2026-01-02 03:04:05'"

# ---- what is asked for

answers 2 "name the source of the states" backfill payment
answers 2 "give --from-column=payments.COLUMN" backfill payment --from-column=other.status
answers 2 "has no column statuss; did you mean \`status\`?" backfill payment --from-column=payments.statuss
answers 2 "payment has no state paidd; did you mean \`paid\`?" backfill payment --from-column=payments.status --map=done=paidd
answers 2 "expected OLD=STATE" backfill payment --from-column=payments.status --map=done
answers 2 "no event has the parameter of \`size=cents\`" backfill payment --from-column=payments.status --param=size=cents
answers 2 "there is no table old_moves" backfill payment --from-statesman=old_moves
"$pawl" "$here/customer.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "created" apply "$scratch/gen/customer.$database.sql"
answers 1 "names no table of entities" backfill customer --from-column=customers.status
answers 0 "payment: 0 written, 0 left out" backfill payment --from-column=payments.status

# ---- from a column

insert A "'submitted'" "$when"
insert B "'Done'" "$when"
insert C "'weird'" "$when"
insert D null "$when"
insert E "'paid'" null
insert "F G''\\" "'submitted'" "$when"
insert created "'submitted'" "$when"
"$pawlctl" fire payment created create amount=1 currency=EUR >/dev/null || fail "cannot create"
from_column=(backfill payment --from-column=payments.status --map=Done=paid --at=opened --param=amount=cents)
answers 1 "payment: 3 would be written, 3 left out" "${from_column[@]}" --dry-run
is 1 "$(sql "select count(*) from payment_current")"
answers 1 "payment: 3 written, 3 left out" "${from_column[@]}"
for words in "payment C: left out: its payments.status is \`weird\`, which is no state of payment: give --map='weird=STATE'" \
    "payment D: left out: its payments.status is null" "payment E: left out: its opened is null"; do
    grep -qF -- "$words" "$scratch/err" || fail "not said: $words: $(cat "$scratch/err")"
done
is 3 "$(wc -l <"$scratch/err")"
is "A:submitted:10 B:paid:10 F G'\\:submitted:10 created:pending_submission:10" \
    "$(sql "select payment_id || ':' || state || ':' || sort_key from payment_current order by 1" | LC_ALL=C sort | paste -sd' ')"
is "||submitted|backfill|500" "$(sql "select event, from_state, to_state, actor, amount from payment_transitions where payment_id = 'A'")"
grep -q "2026-01-02 03:04:05" <("$pawlctl" history payment A) || fail "not of its time: $("$pawlctl" history payment A)"
is "backfilled from payments.status: Done||paid" "$(sql "select reason, before_state, after_state from pawl_repairs where entity = 'B'")"
answers 0 "payment: 4 entities, 4 transitions, 0 problems" verify payment
answers 0 "submitted -> paid" fire payment A confirm
answers 1 '"left_out"' "${from_column[@]}" --json
is "0 C,D,E" "$(json "str(d['written']) + ' ' + ','.join(x['id'] for x in d['left_out'])")"
sql "update payments set status = 'paid', opened = $when where id in ('C', 'D', 'E')"
answers 0 "payment: 3 written, 0 left out" "${from_column[@]}"
answers 0 "payment: 7 entities, 8 transitions, 0 problems" verify payment

# what is none of backfill's doing is found
answers 0 "pending_submission -> submitted" fire payment created submit submission_id=S
plant "update payment_transitions set event = '', submission_id = null where payment_id = 'created' and sort_key = 20"
answers 1 "payment created, sort key 20: no event made it, and one made its predecessor [event]" verify payment
plant "update payment_transitions set event = '' where payment_id = 'created' and sort_key = 10"
ctl verify payment
grep -qF "payment created: no event began its history, and pawl_repairs does not say that it was backfilled [backfill]" "$scratch/out" ||
    fail "verify: $(cat "$scratch/out")"
plant "update payment_transitions set event = 'create' where payment_id = 'created' and sort_key = 10;
    update payment_transitions set event = 'submit', submission_id = 'S' where payment_id = 'created' and sort_key = 20"
answers 0 "0 problems" verify payment

# ---- from Statesman's table

time_type=$([ "$database" = postgres ] && echo timestamp || echo text)
metadata_type=$([ "$database" = postgres ] && echo jsonb || echo text)
boolean=$([ "$database" = postgres ] && echo boolean || echo integer)
sql "create table old_moves (id integer primary key, payment_id text, to_state text, sort_key integer, most_recent $boolean,
    metadata $metadata_type, created_at $time_type, updated_at $time_type)"
n=0
# moved ID STATE SORT_KEY CURRENT TIME [METADATA]
moved() {
    n=$((n + 1))
    sql "insert into payments (id) select '$1' where not exists (select 1 from payments where id = '$1')"
    sql "insert into old_moves values ($n, $([ "$1" = "" ] && echo null || echo "'$1'"), $2, $3, $([ "$4" = 1 ] && echo true || echo false), '${6:-{\}}', $5, $5)"
}
moved S1 "'submitted'" 10 0 "'2026-02-01 10:00:00'" '{"submission_id": "SB1", "ip": "::1"}'
moved S1 "'paid'" 20 1 "'2026-02-01 09:59:59'" # another computer's clock
moved S2 "'pending_submission'" 10 0 "$when" '{"amount": 700}'
moved S2 "'cancelled'" 20 1 "$when" '{"reason": "doubt"}'
moved unknown "'weird'" 10 1 "$when"
moved null null 10 1 "$when"
moved gap "'submitted'" 10 0 "$when"
moved gap "'paid'" 30 1 "$when"
moved two "'submitted'" 10 1 "$when"
moved two "'paid'" 20 1 "$when"
moved none "'submitted'" 10 0 "$when"
moved stale "'submitted'" 10 1 "$when"
moved stale "'paid'" 20 0 "$when"
moved path "'paid'" 10 1 "$when"
moved twice "'submitted'" 10 0 "$when"
moved twice "'paid'" 10 1 "$when"
moved keyless "'submitted'" null 1 "$when"
moved timeless "'submitted'" 10 1 null
moved typed "'pending_submission'" 10 1 "$when" '{"amount": "much"}'
sql "insert into payments (id) values ('fresh')"
answers 1 "payment: 3 written, 11 left out" backfill payment --from-statesman=old_moves
found() {
    grep -qF -- "$1" "$scratch/err" || fail "not said: $1: $(cat "$scratch/err")"
}
found "payment unknown: left out: sort key 10: \`weird\` is no state of payment: give --map='weird=STATE'"
found "payment null: left out: sort key 10: its state is null"
found "payment gap: left out: a gap: sort key 10 is followed by 30"
found "payment two: left out: two rows are current: sort keys 10 and 20"
found "payment none: left out: none of its rows is current (most_recent)"
found "payment stale: left out: sort key 10 is current, and it is not the last"
found "payment path: left out: sort key 10: the machine has no transition from pending_submission to paid"
found "payment twice: left out: two transitions have sort key 10"
found "payment keyless: left out: the sort key of its transition to \`submitted\` is null"
found "payment timeless: left out: sort key 10: created_at is no time"
found "payment typed: left out: sort key 10: metadata.amount is not of type bigint"
is "10::pending_submission:-,20:pending_submission:submitted:SB1,30:submitted:paid:-" "$(
    sql "select sort_key || ':' || from_state || ':' || to_state || ':' || coalesce(submission_id, '-') from payment_transitions where payment_id = 'S1' order by sort_key" | paste -sd,)"
is "10:700:-,20:-:doubt" "$(
    sql "select sort_key || ':' || coalesce(cast(amount as text), '-') || ':' || coalesce(reason, '-') from payment_transitions where payment_id = 'S2' order by sort_key" | paste -sd,)"
is "pending_submission|10" "$(sql "select state, sort_key from payment_current where payment_id = 'fresh'")"
is 19 "$(sql "select count(*) from old_moves")"
answers 0 "payment: 10 entities, 15 transitions, 0 problems" verify payment
answers 0 "pending_submission -> submitted" fire payment fresh submit submission_id=S
ctl backfill payment --from-statesman=old_moves --map=weird=submitted
grep -q "payment: 1 written, 10 left out" "$scratch/out" || fail "a map: $(cat "$scratch/out")"
is "submitted" "$(sql "select state from payment_current where payment_id = 'unknown'")"

# ---- uuids in another spelling or in a column of another type, and transitions without an entity

uuid=6ba7b810-9dad-11d1-80b4-00c04fd430c
printf 'pawl 1;\nmachine bf {\n  entity bfs.id: uuid;\n  initial state a stored 1 { on go -> b; }\n  state b stored 2 { on back -> a; }\n}\n' >"$scratch/bf.fsm"
"$pawl" "$scratch/bf.fsm" -o "$scratch/gen" --emit="$database" || fail "bf does not compile"
case $database in
postgres) key=uuid text=text ;;
mariadb) key="char(36) collate utf8mb4_bin" text="varchar(40) collate utf8mb4_bin" ;;
sqlite) key=text text=text ;;
esac
sql "create table bfs (id $key primary key, st integer); insert into bfs values ('${uuid}1', 2), ('${uuid}2', 2), ('${uuid}3', 2)"
answers 0 created apply "$scratch/gen/bf.$database.sql"
sql "create table old (bf_id $text, to_state integer, sort_key integer, most_recent $boolean, metadata $metadata_type, created_at $time_type);
    insert into old values ('${uuid}1', 1, 10, false, null, $when), ('${uuid}1', 2, 20, true, null, $when),
        ('${uuid^^}2', 1, 10, false, null, $when), ('${uuid^^}2', 2, 20, true, null, $when), ('zzz', 2, 10, true, null, $when)"
answers 1 "bf: 2 would be written, 3 left out" backfill bf --from-statesman=old --dry-run
answers 1 "bf: 2 written, 3 left out" backfill bf --from-statesman=old
found "bf zzz: left out: old has transitions with this key, and "
found "bf ${uuid^^}2: left out: old has transitions with this key, and "
found "bf ${uuid}2: left out: old spells its key ${uuid^^}2: update that to small letters first"
sql "delete from old where bf_id = 'zzz'; update old set bf_id = lower(bf_id)"
answers 0 "bf: 1 written, 0 left out" backfill bf --from-statesman=old
is "${uuid}1|2|20,${uuid}2|2|20,${uuid}3|1|10" "$(sql "select bf_id, state, sort_key from bf_current order by 1" | paste -sd,)"
if [ "$database" != postgres ]; then # text columns hold any spelling
    sql "insert into bfs values ('${uuid^^}4', 2), ('not-a-uuid', 2), ('${uuid}5', 2)"
    answers 1 "bf: 1 written, 2 left out" backfill bf --from-column=bfs.st
    found "bf ${uuid^^}4: left out: its key is not a uuid in small letters"
    found "bf not-a-uuid: left out: its key is not a uuid in small letters"
fi
answers 0 " 0 problems" verify bf
[ "$database" = postgres ] || {
    plant "insert into $([ "$database" = mariadb ] && echo "${name}_pawl.")bf_current (bf_id, state, sort_key, since) values ('not-a-uuid', '1', 10, 0)"
    answers 1 "bf not-a-uuid: its key is not a uuid in small letters, so calls cannot find it [key]" verify bf
}

if [ "$database" = mariadb ]; then # a case-insensitive column finds a text in any spelling
    printf 'pawl 1;\nmachine crate2 {\n  entity crates2.id: text;\n  initial state a { on go -> b; }\n  state b { on back -> a; }\n}\n' >"$scratch/crate2.fsm"
    "$pawl" "$scratch/crate2.fsm" -o "$scratch/gen" --emit=mariadb || fail "crate2 does not compile"
    sql "create table crates2 (id varchar(40) collate utf8mb4_general_ci primary key); insert into crates2 values ('pm1');
        create table old2 (crate2_id varchar(40) collate utf8mb4_general_ci, to_state text, sort_key integer, most_recent boolean, metadata text, created_at text);
        insert into old2 values ('PM1', 'a', 10, false, null, $when), ('PM1', 'b', 20, true, null, $when)"
    answers 0 created apply "$scratch/gen/crate2.mariadb.sql"
    answers 0 "crate2: 1 written, 0 left out" backfill crate2 --from-statesman=old2
    is "b|20" "$(sql "select state, sort_key from crate2_current")"
fi

# ---- what may have restarted a timer did: a past has no events

for restart in "" " restart silence"; do
    [ -n "$restart" ] && watch=beacon || watch=candle
    printf 'pawl 1;\nmachine %s { entity %ss.id: int; initial state alive { after 10d silence -> gone; on hello -> stay%s; } state gone { on light -> alive; } }\n' \
        $watch $watch "$restart" >"$scratch/$watch.fsm"
    "$pawl" "$scratch/$watch.fsm" -o "$scratch/gen" --emit="$database" || fail "$watch does not compile"
    sql "create table ${watch}s (id integer primary key); insert into ${watch}s values (1), (2);
        create table old_$watch (${watch}_id integer, to_state $text, sort_key integer, most_recent $boolean, metadata $metadata_type, created_at $time_type);
        insert into old_$watch values (1, 'alive', 10, false, null, '2026-02-01 10:00:00'), (1, 'alive', 20, true, null, '2026-02-06 10:00:00'),
            (2, 'alive', 10, true, null, '2026-02-01 10:00:00')"
    answers 0 created apply "$scratch/gen/$watch.$database.sql"
    answers 0 "$watch: 2 written, 0 left out" backfill $watch --from-statesman=old_$watch
    days() { [ "$database" = postgres ] && echo "interval '$1 days'" || echo "$(($1 * 86400))000000"; }
    [ -n "$restart" ] && first=10 || first=5 # days after the last row of the first one
    is "1 2" "$(sql "select p.${watch}_id from ${watch}_pending p join ${watch}_current c on c.${watch}_id = p.${watch}_id
        where p.due_at - c.since = case p.${watch}_id when 1 then $(days $first) else $(days 10) end order by 1" | paste -sd' ')"
done

# ---- timers and work wait for what was backfilled

sed 's/^machine job .*{/&\n  entity jobs.id: text;/' "$here/../conformance/job.fsm" >"$scratch/job.fsm"
sed 's/^machine alarm .*{/&\n  entity alarms.id: text;\n  mirror alarms.state;/; s/until: timestamp?/until: timestamp/' "$here/../conformance/alarm.fsm" >"$scratch/alarm.fsm"
sql "create table jobs (id text primary key, state text)"
sql "create table alarms (id text primary key, state text, since $time_type, due $time_type, patience bigint)"
for machine in job alarm; do
    "$pawl" "$scratch/$machine.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    answers 0 "created" apply "$scratch/gen/$machine.$database.sql"
    states=$(grep -oE '^ *(initial |final )?state [a-z_]+' "$scratch/$machine.fsm" | awk '{print $NF}')
    for state in $states; do sql "insert into ${machine}s (id, state) values ('$state', '$state')"; done
done
sql "delete from alarms where id = 'armed'; update alarms set since = '2026-01-01 00:00:00', due = '2030-01-01 00:00:00', patience = 60; insert into alarms values ('old', 'Set!', '2026-01-01 00:00:00', null, null)"
ctl backfill job --from-column=jobs.state
ctl backfill alarm --from-column=alarms.state --at=since --param=due=due --param=patience=patience --map=Set!=set
for timer in snoozed.ring leased.lapse; do
    grep -qF "alarm ${timer%.*}: left out: until, the due time of $timer, is unknown: give --param=until=COLUMN" "$scratch/err" || fail "alarm: $(cat "$scratch/out" "$scratch/err")"
done
answers 0 "2 written, 0 left out" backfill alarm --from-column=alarms.state --param=until=due
answers 0 "0 problems" verify job
answers 0 "0 problems" verify alarm
is set "$(sql "select state from alarms where id = 'old'")" # as the mirror says
is "set.remind|10,set.ring|10" "$(sql "select declaration || '|' || fence from alarm_pending where alarm_id = 'set' order by 1" | LC_ALL=C sort | paste -sd,)"
is "set.remind|10" "$(sql "select declaration || '|' || fence from alarm_pending where alarm_id = 'old' order by 1" | paste -sd,)"
is dozing.bore "$(sql "select p.declaration from alarm_pending p join alarm_current c on c.alarm_id = p.alarm_id where p.alarm_id = 'dozing'
    and p.due_at - c.since = $([ "$database" = postgres ] && echo "interval '60 s'" || echo 60000000)")"

# a later transition reads the time that was backfilled
sql "insert into alarms values ('lent', 'set', '2026-01-01 00:00:00', '2030-01-01 00:00:00', 60)"
answers 0 "1 written, 0 left out" backfill alarm --from-column=alarms.state --at=since --param=until=due
answers 0 "set -> leased" fire alarm lent lend
is "leased.lapse|20" "$(sql "select declaration || '|' || fence from alarm_pending where alarm_id = 'lent'")"
is 1 "$(sql "select count(*) from alarm_pending p join alarm_transitions t on t.alarm_id = p.alarm_id and t.until = p.due_at where p.alarm_id = 'lent'")"
answers 0 "0 problems" verify alarm

# ---- a state in which something was backfilled is retired later

mkdir -p "$scratch/crate" "$scratch/crate.new"
printf 'pawl 1;\nmachine crate {\n  entity crates.id: text;\n  event create;\n  initial state packed { on lose -> lost; on open -> opened; }\n  state lost { on open -> opened; }\n  final state opened;\n}\n' >"$scratch/crate/crate.fsm"
sed 's/  state lost.*/  retired lost -> packed;/; s/ on lose -> lost;//' "$scratch/crate/crate.fsm" >"$scratch/crate.new/crate.fsm"
sql "create table crates (id text primary key, status text); insert into crates values ('A', 'lost'), ('B', 'packed')"
"$pawl" "$scratch/crate/crate.fsm" -o "$scratch/crate" --emit="$database" || fail "the crate does not compile"
answers 0 created apply "$scratch/crate/crate.$database.sql"
answers 0 "2 written, 0 left out" backfill crate --from-column=crates.status
"$pawl" diff "$scratch/crate/crate.fsm" "$scratch/crate.new/crate.fsm" --sql="$database" >"$scratch/migration.sql" || fail "no migration"
answers 0 migrated apply "$scratch/migration.sql"
answers 0 "crate: 2 entities, 3 transitions, 0 problems" verify crate
answers 0 "packed -> opened" fire crate A open
answers 0 " 0 problems" verify crate

# ---- who may, and killed at every statement

sql "insert into payments (id, status, opened, cents) select 'K' || id || n, 'paid', $when, 1 from (select 1 as n union all select 2 union all select 3) x, (select id from payments limit 10) y"
left() { sql "select count(*) from payments p where not exists (select 1 from payment_current where payment_id = p.id) and status = 'paid'"; }
if [ "$database" = postgres ]; then
    sql "grant pawl_app to ${name}_plain; grant select, update on payments to ${name}_plain"
    "$pawlctl" "${from_column[@]}" --db="$PAWL_DB user=${name}_plain" >"$scratch/out" 2>&1
    is "3 30" "$? $(left)"
fi
if [ -z "${PAWL_SANITIZE:-}" ]; then
    for at in $([ "$database" != sqlite ] && seq 1 "${PAWL_TEST_STEP:-3}" 140 || seq 1 "${PAWL_TEST_STEP:-13}" 400); do
        killed_at "$at" "${from_column[@]}"
        [ "$(sql "select count(*) from payment_current h where not exists (select 1 from payment_transitions t where t.payment_id = h.payment_id and t.sort_key = h.sort_key)")" = 0 ] ||
            fail "killed at $at: a head without its move"
    done
fi
ctl "${from_column[@]}"
is 0 "$(left)"
answers 0 "0 problems" verify payment
exit $failed
